//! Collects the dice of a roll.

use super::super::faces::Faces;
use super::super::fleet::Roll;
use super::super::fleet::limits::MEMBERS;
use super::super::force::{GROUPS, Groups};
use super::dice::ExtraPlace;
use super::plain::{LEVELS, UnitThrow};

/// Units of the own side that change its dice while they are alive.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct DiceModifiers {
    /// Units with which, in this order, others roll better, infantry is free of its penalty, hits
    /// are aimed, and mechs roll more dice.
    pub(in super::super) leaders: Groups,
    pub(in super::super) freers: Groups,
    pub(in super::super) aimers: Groups,
    pub(in super::super) armers: Groups,
}

/// Number of combinations of led, freed and aimed dice.
pub(in super::super) const MODIFIER_COMBINATIONS: usize = 8;

/// Dice of one group.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct GroupDice {
    pub(in super::super) group: usize,
    pub(in super::super) dice: u8,
    /// Kind of its dice, by combination of led, freed and aimed.
    pub(in super::super) kinds: [u8; MODIFIER_COMBINATIONS],
    /// Member of the side that owns it.
    pub(in super::super) member: u8,
    pub(in super::super) half_cost: u32,
    /// Its place in the order of loss.
    pub(in super::super) lost: u8,
    /// Maximum number of its units that roll.
    pub(in super::super) most_rolling: u8,
    /// Whether it rolls one more die while the flagship that arms it is alive.
    pub(in super::super) is_armed: bool,
    /// Whether it rolls one die for each enemy ship other than a fighter.
    pub(in super::super) mirrors: bool,
    /// Whether its natural 9s and 10s are counted.
    pub(in super::super) counts_nines: bool,
}

/// Dice that belong to no unit of the fleet.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Loose {
    /// Value and number of the dice.
    pub(in super::super) roll: Roll,
    /// Member of the side that owns them.
    pub(in super::super) member: u8,
    /// Whether they belong to a unit that the fleet does not list.
    pub(in super::super) is_of_unit: bool,
}

/// Loose dice with their kind.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct LooseDice {
    pub(in super::super) loose: Loose,
    pub(in super::super) kind: usize,
}

/// One more die for the unit of a member with the best chance of a hit (T27, T28).
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Extra {
    pub(in super::super) member: u8,
    /// Group of the unit that rolls it, if it is named.
    pub(in super::super) unit: Option<usize>,
    /// Whether an agent has chosen the unit at the start of the round (T18).
    pub(in super::super) is_of_agent: bool,
    /// Groups whose units cannot roll it.
    pub(in super::super) barred: Groups,
}

/// Kinds of dice that share a table, which their numbers of dice index.
#[derive(Clone, Debug)]
pub(super) struct TableBlock {
    /// Each kind, with the step in the table for one more of its dice.
    pub(super) kinds: Vec<(usize, usize)>,
    /// Index of the table's first entry among all tables of a battle.
    pub(super) first: usize,
}

/// Steps in the only table of a throw.
#[derive(Clone, Debug)]
pub(super) struct Strides {
    /// By group: the step for one more of its units.
    pub(super) units: [u16; GROUPS],
    /// Each extra die with the groups that it may belong to, the best first, and its step there.
    pub(super) extras: Vec<(Extra, Vec<(usize, usize)>)>,
}

/// Dice of a roll, without its tables.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Dice {
    /// Name of the roll.
    pub(in super::super) name: &'static str,
    pub(in super::super) side: usize,
    pub(in super::super) entries: Vec<GroupDice>,
    pub(in super::super) loose: Vec<LooseDice>,
    pub(in super::super) extras: Vec<Extra>,
    /// By extra die and combination of led, freed and aimed: the dice that it may belong to, the
    /// best first.
    pub(super) extra_places: Vec<[Vec<ExtraPlace>; MODIFIER_COMBINATIONS]>,
    pub(in super::super) kinds: Vec<Faces>,
    pub(in super::super) modifiers: DiceModifiers,
    /// Enemy ships that a flagship counts to find its number of dice.
    pub(in super::super) mirrored: Groups,
    /// Enemy units while which are alive no unit rolls.
    pub(in super::super) silencers: Groups,
    /// Whether each hit counts twice.
    pub(in super::super) is_doubled: bool,
    pub(in super::super) changes: Changes,
}

/// Changes that abilities of the side make while or after the dice are thrown.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Changes {
    /// By member: whether The Crown of Thalnos rolls its misses again (T30).
    pub(in super::super) crown: [bool; MEMBERS],
    /// By member: whether its dice may be improved for trade goods (Wrath of Kenara).
    pub(in super::super) paid: [bool; MEMBERS],
    /// By member: whether one of its dice may be improved (Heart of Ixth).
    pub(in super::super) heart: [bool; MEMBERS],
    /// By member: whether its misses may be rolled again for a use (War Funding, Fire Team).
    pub(in super::super) again: [bool; MEMBERS],
    /// Once-only extra dice (Strike Wing Ambuscade).
    pub(in super::super) ambuscade: Vec<Extra>,
    /// Ship with a bonus for each type of ships of its owner (Gravleash Maneuvers).
    pub(in super::super) maneuvers: Vec<Extra>,
    /// Rows of the fleet that fight, by type of ship.
    pub(in super::super) types: Vec<Groups>,
    /// Whether a roll of a unit ability can be changed at all, by this side or its enemy.
    pub(in super::super) is_due: bool,
    /// Whether its hits are compared with those that are expected (The Thundarian, T23).
    pub(in super::super) is_compared: bool,
}

/// Maximum number of kinds of dice in one throw.
pub(super) const MAX_KINDS: usize = 4 * GROUPS;

/// Maximum number of entries in one table, for one level.
const MAX_TABLE: usize = 4096;

/// Builder of a throw.
#[derive(Default)]
pub(in super::super) struct ThrowBuilder {
    pub(in super::super) dice: Dice,
    /// By kind: the maximum number of dice.
    most: Vec<usize>,
}

impl ThrowBuilder {
    /// Creates an empty builder.
    pub(in super::super) fn new(
        name: &'static str,
        side: usize,
        modifiers: DiceModifiers,
        mirrored: Groups,
    ) -> Self {
        let dice = Dice { name, side, modifiers, mirrored, ..Dice::default() };
        Self { dice, most: Vec::new() }
    }

    /// Returns the number of a kind of dice, which is added if it is new.
    fn kind(&mut self, faces: Faces) -> usize {
        let kinds = &mut self.dice.kinds;
        kinds.iter().position(|known| *known == faces).unwrap_or_else(|| {
            kinds.push(faces);
            self.most.push(0);
            kinds.len() - 1
        })
    }

    /// Adds the dice of a group. `faces` holds them by combination of led, freed and aimed. Returns
    /// them to be completed.
    pub(in super::super) fn add(
        &mut self,
        group: usize,
        roll: Roll,
        most: usize,
        faces: [Faces; MODIFIER_COMBINATIONS],
    ) -> &mut GroupDice {
        let kinds = faces.map(|faces| self.kind(faces) as u8);
        for (kind, room) in self.most.iter_mut().enumerate() {
            if kinds.contains(&(kind as u8)) {
                *room += most;
            }
        }
        let at = self.dice.entries.len();
        self.dice.entries.push(GroupDice {
            group,
            dice: roll.dice,
            kinds,
            member: 0,
            half_cost: 0,
            lost: 0,
            most_rolling: u8::MAX,
            is_armed: false,
            mirrors: false,
            counts_nines: false,
        });
        &mut self.dice.entries[at]
    }

    /// Adds dice that belong to no unit of the fleet.
    pub(in super::super) fn add_loose(&mut self, loose: Loose, faces: Faces) {
        let kind = self.kind(faces);
        self.most[kind] += usize::from(loose.roll.dice);
        self.dice.loose.push(LooseDice { loose, kind });
    }

    /// Returns the value of [`UnitThrow::strides`].
    fn strides(&self, blocks: &[TableBlock]) -> Option<Strides> {
        let [block] = blocks else { return None };
        let Dice { entries, loose, extras, extra_places, silencers, modifiers, .. } = &self.dice;
        let step = |kind: usize| {
            let (_, step) = block.kinds.iter().find(|(known, _)| *known == kind)?;
            Some(*step)
        };
        let is_steady = |entry: &GroupDice| {
            let is_one_kind = entry.kinds.iter().all(|kind| *kind == entry.kinds[0]);
            let is_armed = entry.is_armed && !modifiers.armers.is_empty();
            is_one_kind && !entry.mirrors && !is_armed && entry.most_rolling == u8::MAX
        };
        let mut units = [0; GROUPS];
        for entry in entries {
            let step = step(usize::from(entry.kinds[0])).unwrap_or(0);
            units[entry.group] = (step * usize::from(entry.dice)) as u16;
        }
        let is_plain = loose.is_empty() && silencers.is_empty() && entries.iter().all(is_steady);
        let place = |place: &ExtraPlace| Some((place.group?, step(place.kind)?));
        let extras = extras.iter().zip(extra_places).map(|(extra, places)| {
            let steps = places[0].iter().filter_map(place).collect();
            (*extra, steps)
        });
        is_plain.then(|| Strides { units, extras: extras.collect() })
    }

    /// Builds the throw; `None` without dice. Its tables start at index `next`, which is advanced
    /// past them.
    pub(in super::super) fn finish(mut self, next: &mut usize) -> Option<UnitThrow> {
        if self.dice.entries.is_empty() && self.dice.loose.is_empty() {
            return None;
        }
        let extras = self.dice.extras.len();
        self.most.iter_mut().for_each(|most| *most += extras);
        let mut blocks: Vec<TableBlock> = Vec::new();
        let mut size = MAX_TABLE + 1;
        for (kind, most) in self.most.iter().enumerate() {
            match blocks.last_mut() {
                Some(block) if size * (most + 1) <= MAX_TABLE => block.kinds.push((kind, size)),
                last => {
                    if last.is_some() {
                        *next += size * LEVELS.len();
                    }
                    size = 1;
                    blocks.push(TableBlock { kinds: vec![(kind, size)], first: *next });
                }
            }
            size *= most + 1;
        }
        *next += size * LEVELS.len();
        self.dice.extra_places = self.dice.extra_places();
        let strides = self.strides(&blocks);
        Some(UnitThrow { dice: self.dice, blocks, strides })
    }
}
