//! Input of a combat: figures of units, effects of their owner, and choices of the captain.

use super::ability::Effects;
use super::texts::{RollKind, RollText};
use crate::games::common::{Horizon, LimitError, Objective, Retreat};

/// Limits of the input. A fleet that exceeds one is refused with a message that names it.
pub mod limits {
    /// Maximum number of groups of a side, those included whose units only abilities can place.
    pub const GROUPS: usize = 12;
    /// Maximum number of players of a side.
    pub const MEMBERS: usize = 2;
    /// Maximum number of units of a side.
    pub const UNITS: usize = 100;
    /// Maximum number of dice that a side rolls at once.
    pub const DICE: usize = 300;
    /// Maximum number of dice of one roll of a unit.
    pub const DICE_OF_A_UNIT: u8 = 200;
    /// Maximum number of hits that texts add to one number of a die.
    pub const MORE_HITS: u8 = 4;
    /// Maximum number of cards of one kind of a side.
    pub const CARDS: u8 = 9;
    /// Maximum number of planets of an invasion.
    pub const PLANETS: usize = 6;
}

/// Kinds of units, in the customary order of losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitKind {
    /// Fighter. It takes up capacity.
    Fighter,
    /// Destroyer.
    Destroyer,
    /// Cruiser.
    Cruiser,
    /// Carrier.
    Carrier,
    /// Dreadnought.
    Dreadnought,
    /// Flagship.
    Flagship,
    /// War sun.
    WarSun,
    /// Infantry.
    Infantry,
    /// Mech.
    Mech,
    /// PDS, a structure that fires. Those of the Titans also fight on planets.
    Pds,
}

impl UnitKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Fighter,
        Self::Destroyer,
        Self::Cruiser,
        Self::Carrier,
        Self::Dreadnought,
        Self::Flagship,
        Self::WarSun,
        Self::Infantry,
        Self::Mech,
        Self::Pds,
    ];

    /// Returns the number of plastic units of the kind that a player owns (T51). `None` for kinds
    /// that may also be tokens, whose number is not limited.
    #[must_use]
    pub fn plastic(self) -> Option<u16> {
        match self {
            Self::Fighter | Self::Infantry => None,
            Self::Destroyer | Self::Cruiser => Some(8),
            Self::Carrier | Self::Mech => Some(4),
            Self::Dreadnought => Some(5),
            Self::Flagship => Some(1),
            Self::WarSun => Some(2),
            Self::Pds => Some(6),
        }
    }

    /// Returns the name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fighter => "fighter",
            Self::Destroyer => "destroyer",
            Self::Cruiser => "cruiser",
            Self::Carrier => "carrier",
            Self::Dreadnought => "dreadnought",
            Self::Flagship => "flagship",
            Self::WarSun => "war-sun",
            Self::Infantry => "infantry",
            Self::Mech => "mech",
            Self::Pds => "pds",
        }
    }
}

/// Dice of a unit. Each hits with this value or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// Lowest value that hits, 1 to 10.
    pub hit: u8,
    /// Number of dice.
    pub dice: u8,
    /// Bonus on each die by texts.
    pub bonus: i8,
    /// Hits that a die scores by texts, besides the one for its value.
    pub more_hits: MoreHits,
}

/// Hits that natural numbers score besides the one for the value of a die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoreHits {
    /// Lowest natural number that scores them, 1 to 10.
    pub from: u8,
    /// Number of hits; [`MIXED`](Self::MIXED) if texts add hits from different numbers on.
    pub hits: u8,
}

impl MoreHits {
    /// Hits from different numbers on. A fleet with such dice is refused.
    pub const MIXED: u8 = u8::MAX;

    /// Returns the hits of a natural number, 1 to 10.
    #[must_use]
    pub fn of(self, number: u8) -> u8 {
        if number >= self.from { self.hits } else { 0 }
    }

    /// Returns these with more hits for all numbers from one on.
    #[must_use]
    pub fn with(self, from: u8, hits: u8) -> Self {
        match self.hits {
            0 => Self { from, hits },
            own if self.from == from => Self { from, hits: own.saturating_add(hits) },
            _ => Self { from, hits: Self::MIXED },
        }
    }
}

impl Roll {
    /// Creates a roll as printed: this number of dice that each hit with `hit` or more.
    #[must_use]
    pub fn of(dice: u8, hit: u8) -> Self {
        Self { hit, dice, bonus: 0, more_hits: MoreHits::default() }
    }
}

/// Figures of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Kind of the unit.
    pub kind: UnitKind,
    /// Combat roll; a unit without one does not fight.
    pub combat: Option<Roll>,
    /// Roll for anti-fighter barrage.
    pub barrage: Option<Roll>,
    /// Roll for bombardment.
    pub bombardment: Option<Roll>,
    /// Roll for space cannon.
    pub cannon: Option<Roll>,
    /// Whether it can sustain damage.
    pub sustains: bool,
    /// Whether it fights in space.
    pub is_ship: bool,
    /// Whether it fights on planets.
    pub is_ground_force: bool,
    /// Whether it is a structure, which is lost with its planet.
    pub is_structure: bool,
    /// Whether it has a move value.
    pub moves: bool,
    /// Number of fighters and ground forces that it can carry.
    pub capacity: u8,
    /// Price in half resources.
    pub half_cost: u32,
    /// Whether it has a planetary shield.
    pub planetary_shield: bool,
    /// Whether enemy planetary shields have no effect where it is.
    pub pierces_shields: bool,
    /// Whether Direct Hit cannot destroy it.
    pub defies_direct_hits: bool,
    /// Further text of the unit.
    pub text: Text,
}

impl Unit {
    /// Returns whether the unit fights in a theatre.
    pub(super) fn fights(&self, in_space: bool) -> bool {
        if in_space { self.is_ship } else { self.is_ground_force }
    }

    /// Returns whether nothing takes the unit's planetary shield away.
    pub(super) fn keeps_shield(&self) -> bool {
        self.planetary_shield && self.text.keeps_shield
    }

    /// Returns whether the unit fights in space alone: it is a ship, and no ground force.
    #[must_use]
    pub fn stays_in_space(&self) -> bool {
        self.is_ship && !self.is_ground_force
    }

    /// Returns whether the unit takes up capacity. Fighters do, even those with a move value:
    /// without room they count against the fleet pool. So do ground forces, and mechs that fight as
    /// ships without a move value.
    #[must_use]
    pub fn is_carried(&self) -> bool {
        let is_mech = self.kind == UnitKind::Mech && !self.moves;
        self.kind == UnitKind::Fighter
            || is_mech
            || (self.is_ground_force && !self.is_ship && !self.is_structure)
    }

    /// Returns the sort key in the customary order of losses. Ground forces that fight as ships
    /// come first, if they are infantry, or go between cruisers and carriers. A mech that fights in
    /// space and on planets alike is lost last (T32).
    fn place_in_order(&self, are_all_ships: bool) -> (bool, u8) {
        let place = |kind: UnitKind| 2 * kind as u8 + 1;
        match self.kind {
            UnitKind::Mech if self.is_ship && self.is_ground_force => (true, 0),
            UnitKind::Mech if self.is_ship || are_all_ships => {
                (false, place(UnitKind::Cruiser) + 1)
            }
            UnitKind::Infantry if are_all_ships => (false, 0),
            kind => (false, place(kind)),
        }
    }
}

/// Defines the texts of units, each with its name and the words that describe it.
macro_rules! unit_texts {
    ($($(#[doc = $doc:literal])+ $text:ident = $name:literal $(says $words:literal)?,)+) => {
        /// Unit texts that affect combat.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Text {
            $($(#[doc = $doc])+ pub $text: bool,)+
        }

        impl Text {
            /// All texts: the name by which the catalogue refers to each, the words that describe
            /// it, which are empty if it holds only if named, and its field.
            pub(in crate::games::ti4) const ALL: &[(&str, &str, fn(&mut Self) -> &mut bool)] =
                &[$(($name, concat!($($words)?), |text| &mut text.$text)),+];
        }
    };
}

unit_texts! {
    /// Enemies cannot fire space cannon at its owner's ships (Argent flagship).
    stops_cannon = "stops-cannon" says "enemies cannot use space cannon against its owner's ships",
    /// Enemies cannot use anti-fighter barrage (Naalu mech, omega).
    stops_barrage = "stops-barrage" says "enemies cannot use anti-fighter barrage",
    /// Enemy units in the same combat cannot sustain damage (Mentak flagship and mech).
    stops_sustaining = "stops-sustaining"
        says "enemy units in the same combat cannot sustain damage",
    /// Each natural 9 or 10 on its combat dice scores two more hits (Jol-Nar flagship).
    doubles_nines = "doubles-nines"
        says "each natural 9 or 10 on its combat dice scores 2 more hits",
    /// Its faction's penalty does not apply to infantry that fights with it (Jol-Nar mech).
    frees_infantry = "frees-infantry"
        says "its faction's penalty does not apply to infantry that fights with it",
    /// Its hits and those of its owner's dreadnoughts are assigned to ships other than fighters
    /// (L1Z1X flagship).
    aims = "aims" says "its hits and those of its owner's dreadnoughts go to non-fighter ships",
    /// It is repaired at the start of each round (Letnev flagship).
    repairs_itself = "repairs-itself" says "is repaired at the start of each round",
    /// Other ships of its owner get +1 on combat rolls (Sardakk flagship).
    leads = "leads" says "other ships of its owner get +1 on combat rolls",
    /// Mechs of its owner roll one more die (Naaz-Rokha flagship).
    arms_mechs = "arms-mechs" says "mechs of its owner roll 1 more die",
    /// It rolls one die for each enemy ship other than a fighter (Winnu flagship).
    mirrors = "mirrors" says "rolls 1 die for each enemy non-fighter ship",
    /// All ships of both sides are destroyed with it (Yin flagship).
    takes_all = "takes-all" says "when it is destroyed, all ships of both sides are destroyed",
    /// When it sustains damage in ground combat, it scores a hit (Sardakk mech).
    strikes_back = "strikes-back" says "scores 1 hit when it sustains damage in ground combat",
    /// It may sustain damage for ships while it is in space (Nomad mech).
    guards_ships = "guards-ships" says "in space, can sustain damage for its owner's ships",
    /// Hits of unit abilities cannot be assigned to it (Eidolon Maximum).
    defies_abilities = "defies-abilities" says "hits of unit abilities cannot be assigned to it",
    /// Each natural 9 or 10 of its barrage destroys an enemy infantry in space (Strike Wing
    /// Alpha II).
    fires_at_infantry = "fires-at-infantry"
        says "each natural 9 or 10 of its barrage destroys an enemy infantry in space",
    /// Fighters of its owner land with the ground forces (Naalu flagship, T48).
    lands_fighters = "lands-fighters" says "its owner's fighters land with the ground forces",
    /// Ground forces of its owner fight as ships (Nekro flagship, T49).
    brings_forces = "brings-forces" says "its owner's ground forces fight as ships",
    /// When a galvanized one is destroyed, infantry of its owner is galvanized (Bastion mech).
    galvanizes_infantry = "galvanizes-infantry"
        says "when a galvanized one is destroyed, up to 3 infantry of its owner are galvanized",
    /// When it retreats, it destroys an enemy ship (Ral Nel flagship, T61).
    strikes_when_leaving = "strikes-when-leaving"
        says "destroys an enemy ship without sustain damage when it retreats",
    /// While it is alive, its owner may pay for better dice (Hacan flagship, if named).
    improves_dice = "improves-dice",
    /// While it is alive, its owner may pay for repairs (Empyrean flagship, if named).
    repairs_others = "repairs-others",
    /// It is repaired at the end of each round (Firmament flagship, if named).
    repairs_at_the_end = "repairs-at-the-end",
    /// While it is alive, enemy units cannot use unit abilities (Crimson flagship, if named, T50).
    stops_abilities = "stops-abilities",
    /// It may be destroyed to destroy enemy ships (Exotrireme II, if named, T45).
    sacrifices_itself = "sacrifices-itself",
    /// Ground forces of its owner join it at the end of a round (Ral Nel mech, if named, T53).
    calls_forces = "calls-forces",
    /// Beyond capacity it counts as half a ship against the fleet pool (Naalu fighter II, T1).
    counts_half = "counts-half" says "beyond capacity counts as half a ship against the fleet pool",
    /// It takes up no capacity where a ship of its owner has any (Argent mech, T3).
    rides_free = "rides-free" says "takes up no capacity where a ship of its owner has any",
    /// Nothing takes its planetary shield away (Justicar, T67).
    keeps_shield = "keeps-shield" says "nothing takes its planetary shield away",
    /// It fires the space cannon of a structure, each structure once (Linkship I).
    links = "links" says "fires space cannons of structures: name `linkship`",
    /// Like `links`, but several may fire that of one structure (Linkship II).
    shares_links = "shares-links" says "fires space cannons of structures: name `linkship`",
}

impl Text {
    /// Returns whether the text works from another system.
    #[must_use]
    pub fn acts_from_afar(self) -> bool {
        self.stops_abilities || self.repairs_others
    }
}

/// Identical units of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ti4Group {
    /// Figures of each unit.
    pub unit: Unit,
    /// Class number; several groups can belong to one class.
    pub class: usize,
    /// Number of units.
    pub count: u16,
    /// Number of damaged units.
    pub damaged: u16,
    /// Number of galvanized units (T15). Undamaged units are galvanized first.
    pub galvanized: u16,
    /// Member of the side that owns the units: 0, or 1 for the second player of an alliance.
    pub member: u8,
    /// Whether only abilities can place units of this group, which has none at first.
    pub is_reserve: bool,
    /// Whether its units act on the combat from elsewhere: ships in the space area that are listed
    /// with another planet (T41), or a flagship in another system (T50).
    pub is_elsewhere: bool,
    /// Figures of its units before they turn at the start of a space combat (Eidolon, T17). With
    /// Articles of War they do not turn (T56).
    pub unturned: Option<Unit>,
}

impl Ti4Group {
    /// Creates a group of undamaged units.
    #[must_use]
    pub fn of(unit: Unit, class: usize, count: u16) -> Self {
        Self {
            unit,
            class,
            count,
            damaged: 0,
            galvanized: 0,
            member: 0,
            is_reserve: false,
            is_elsewhere: false,
            unturned: None,
        }
    }

    /// Returns whether the units act on a combat in which they are not: by a text that concerns the
    /// whole system, or if the side `harrows`, by bombardment at the end of each round.
    #[must_use]
    pub fn acts_from_elsewhere(&self, harrows: Option<bool>) -> bool {
        let Unit { kind, text, bombardment, pierces_shields, .. } = self.unit;
        let is_named = text.acts_from_afar() || text.arms_mechs || text.lands_fighters;
        let bombards =
            |blitzes: bool| bombardment.is_some() || blitzes && kind != UnitKind::Fighter;
        pierces_shields || is_named || harrows.is_some_and(bombards)
    }

    /// Returns whether the units can sustain damage, as they are before the combat or in it.
    fn may_be_damaged(&self) -> bool {
        self.unit.sustains || self.unturned.is_some_and(|unit| unit.sustains)
    }
}

/// When units sustain damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sustain {
    /// No rule is given. A side whose best order of losses is searched for plays the better one of
    /// [`First`](Self::First) and [`Late`](Self::Late), a captain that chooses the effect of each
    /// hit decides at will, and all others sustain first.
    #[default]
    Unstated,
    /// All damage that can be sustained is sustained before a unit is lost.
    First,
    /// Units of a class sustain damage when the first of the class would be lost.
    Late,
    /// The captain decides for each hit. A captain that does not look ahead sustains first.
    AtWill,
}

impl Sustain {
    /// The rules that can be typed.
    pub const ALL: [Self; 2] = [Self::First, Self::Late];

    /// Returns the name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unstated | Self::First => "first",
            Self::Late => "late",
            Self::AtWill => "at will",
        }
    }
}

/// Order in which units are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LossOrder {
    /// All groups, the first to be lost first.
    Fixed(Vec<usize>),
    /// No order is given: the best fixed order, or the customary order if no best one is found.
    /// Until then, the customary order applies.
    Unstated,
    /// The best fixed order. Until it has been found, the customary order applies.
    Optimal,
    /// The best choice in each state. Until it has been solved, the customary order applies.
    Adaptive,
}

/// Choices of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Captain {
    /// When units sustain damage.
    pub sustain: Sustain,
    /// Order in which units are lost.
    pub order: LossOrder,
    /// Objective of decisions that look ahead.
    pub objective: Objective,
    /// How far decisions look ahead in an invasion of several planets.
    pub horizon: Horizon,
    /// When to announce a retreat.
    pub retreat: Retreat,
    /// Whether there is a system to retreat to.
    pub may_retreat: bool,
    /// Whether ships that leave must roll for a gravity rift.
    pub leaves_a_rift: bool,
    /// Whether the units are neutral and follow their rule.
    pub is_neutral: bool,
}

impl Captain {
    /// Lets the captain decide for each hit, and retreat when that is best, if it may retreat.
    pub fn play_at_best(&mut self) {
        self.order = LossOrder::Adaptive;
        self.sustain = Sustain::AtWill;
        if self.may_retreat {
            self.retreat = Retreat::Optimal;
        }
    }
}

/// One side of a combat.
#[derive(Clone, Debug, PartialEq)]
pub struct Ti4Fleet {
    /// Groups in the order listed.
    pub groups: Vec<Ti4Group>,
    /// Abilities of the side.
    pub effects: Effects,
    /// Texts of both sides that change rolls of this side.
    pub texts: Vec<RollText>,
    /// By member: its faction's bonus on all combat rolls.
    pub bonuses: [i8; limits::MEMBERS],
    /// By member: whether it is Sardakk N'orr, against which Tekklar Legion counts twice.
    pub is_norr: [bool; limits::MEMBERS],
    /// Choices of the side.
    pub captain: Captain,
}

impl Ti4Fleet {
    /// Returns the price of all units, in resources.
    #[must_use]
    pub fn cost(&self) -> f64 {
        let halves = |g: &Ti4Group| f64::from(g.unit.half_cost) * f64::from(g.count);
        let present = self.groups.iter().filter(|group| !group.is_elsewhere);
        present.map(halves).sum::<f64>() / 2.0
    }

    /// Returns the customary order of losses: by kind; within a kind, groups with fewer expected
    /// hits first.
    #[must_use]
    pub fn customary_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        let are_all_ships = self.groups.iter().any(|group| group.unit.text.brings_forces);
        order.sort_by_key(|&g| {
            let Ti4Group { unit, class, .. } = &self.groups[g];
            let chance =
                unit.combat.map_or(0, |roll| (11 - i32::from(roll.hit)) * i32::from(roll.dice));
            (unit.place_in_order(are_all_ships), chance, *class)
        });
        order
    }

    /// Returns the order of losses, which is customary while a best one has not been found.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        match &self.captain.order {
            LossOrder::Fixed(order) => order.clone(),
            LossOrder::Unstated | LossOrder::Optimal | LossOrder::Adaptive => {
                self.customary_order()
            }
        }
    }

    /// Returns whether the combat must be solved before the captain can play.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.captain.order == LossOrder::Adaptive || self.retreats_ahead()
    }

    /// Returns whether the side chooses the effect of each hit by what follows on other planets.
    #[must_use]
    pub fn looks_beyond(&self) -> bool {
        self.captain.order == LossOrder::Adaptive && self.captain.horizon == Horizon::Sector
    }

    /// Returns whether the side may retreat and its policy looks ahead.
    #[must_use]
    pub fn retreats_ahead(&self) -> bool {
        self.captain.may_retreat && self.captain.retreat.looks_ahead()
    }

    /// Checks the fleet against the limits.
    ///
    /// # Errors
    /// If a limit is exceeded, a group has no unit, more units are damaged than the group has, or
    /// units are damaged that cannot sustain damage. Only the first error is returned.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse = |group, message| Err(LimitError { side, group, message });
        if self.groups.len() > limits::GROUPS {
            let n = self.groups.len();
            return refuse(None, format!("{n} groups, at most {} a side", limits::GROUPS));
        }
        for (g, group) in self.groups.iter().enumerate() {
            if group.count == 0 && !group.is_reserve {
                return refuse(Some(g), "a group needs at least one unit".into());
            }
            if group.damaged > group.count {
                let Ti4Group { count, damaged, .. } = group;
                let message = format!("{damaged} damaged units, the group has {count}");
                return refuse(Some(g), message);
            }
            if group.galvanized > group.count {
                let Ti4Group { count, galvanized, .. } = group;
                let message = format!("{galvanized} galvanized units, the group has {count}");
                return refuse(Some(g), message);
            }
            if group.damaged > 0 && !group.may_be_damaged() {
                return refuse(
                    Some(g),
                    "a unit that cannot sustain damage is never damaged".into(),
                );
            }
        }
        let units: usize = self.groups.iter().map(|g| usize::from(g.count)).sum();
        if units > limits::UNITS {
            return refuse(None, format!("{units} units, at most {} a side", limits::UNITS));
        }
        self.check_dice(side)
    }

    /// Checks the dice of all rolls, with what texts add to them.
    fn check_dice(&self, side: usize) -> Result<(), LimitError> {
        let with_texts = |(home, group): (usize, &Ti4Group)| {
            let mut unit = group.unit;
            self.add_texts(&mut unit, home, true);
            (unit, usize::from(group.count))
        };
        let mut units: Vec<(Unit, usize)> =
            self.groups.iter().enumerate().map(with_texts).collect();
        for kind in RollKind::ALL {
            let refuse = |group, message| Err(LimitError { side, group, message });
            let words = kind.words();
            let mut dice = 0;
            for (g, (unit, count)) in units.iter_mut().enumerate() {
                let Some(roll) = *kind.of(unit) else { continue };
                if roll.more_hits.hits == MoreHits::MIXED {
                    let message = format!("hits from different numbers on for one die of {words}");
                    return refuse(Some(g), message);
                }
                if roll.more_hits.hits > limits::MORE_HITS {
                    let most = limits::MORE_HITS;
                    let message = format!("more than {most} hits by texts on one die of {words}");
                    return refuse(Some(g), message);
                }
                if roll.dice > limits::DICE_OF_A_UNIT {
                    let most = limits::DICE_OF_A_UNIT;
                    let message = format!("more than {most} dice of {words} for one unit");
                    return refuse(Some(g), message);
                }
                dice += usize::from(roll.dice) * *count;
            }
            if dice > limits::DICE {
                return refuse(None, format!("{dice} dice of {words}, at most {}", limits::DICE));
            }
        }
        Ok(())
    }

    /// Checks the number of dice of flagships that roll one die for each enemy ship.
    ///
    /// # Errors
    /// If such a flagship can roll more than [`limits::DICE`] dice.
    pub(super) fn check_mirrors(&self, side: usize, enemy: &Self) -> Result<(), LimitError> {
        let is_counted =
            |group: &&Ti4Group| group.unit.is_ship && group.unit.kind != UnitKind::Fighter;
        let ships: usize =
            enemy.groups.iter().filter(is_counted).map(|g| usize::from(g.count)).sum();
        let of_mirrors = |(g, group): (usize, &Ti4Group)| {
            let dice = ships * usize::from(group.count);
            (group.unit.text.mirrors && dice > limits::DICE).then(|| LimitError {
                side,
                group: Some(g),
                message: format!("{dice} dice of combat, at most {}", limits::DICE),
            })
        };
        self.groups.iter().enumerate().find_map(of_mirrors).map_or(Ok(()), Err)
    }
}
