//! What goes into a combat: units as figures, what their owner knows and holds, how he plays.

use crate::rules::{LimitError, Objective, Retreat};

/// What a combat can hold at most; more is refused with the limit named.
pub mod limits {
    /// Groups a side.
    pub const GROUPS: usize = 12;
    /// Units a side.
    pub const UNITS: usize = 100;
    /// Dice that a side rolls at once.
    pub const DICE: usize = 300;
    /// Cards of one kind that a side may hold.
    pub const CARDS: u8 = 9;
    /// Planets of one invasion.
    pub const PLANETS: usize = 6;
}

/// Kinds of units, in the order in which they are lost where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Needs transport, unless it has a move value.
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
    /// A structure that fires. That of the Titans fights on planets, too.
    Pds,
}

impl Kind {
    /// All that there are.
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

    /// The name as typed.
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

/// Dice of a unit, each of which hits from this value on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// 1 to 10.
    pub hit: u8,
    /// How many.
    pub dice: u8,
}

/// The figures of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What it is.
    pub kind: Kind,
    /// Combat rolls; a unit without them does not fight.
    pub combat: Option<Roll>,
    /// Anti-fighter barrage.
    pub barrage: Option<Roll>,
    /// Bombardment.
    pub bombardment: Option<Roll>,
    /// Space cannon.
    pub cannon: Option<Roll>,
    /// It may sustain damage.
    pub sustains: bool,
    /// It fights in space.
    pub is_ship: bool,
    /// It fights on planets.
    pub is_ground_force: bool,
    /// It belongs to a planet and goes with it.
    pub is_structure: bool,
    /// It has a move value.
    pub moves: bool,
    /// Fighters and ground forces that it carries.
    pub capacity: u8,
    /// Price in halves of a resource.
    pub half_cost: u32,
    /// It has a planetary shield.
    pub planetary_shield: bool,
    /// Enemy units have no planetary shield where it is.
    pub pierces_shields: bool,
    /// A Direct Hit does not destroy it.
    pub defies_direct_hits: bool,
    /// What else its text says.
    pub text: Text,
}

impl Unit {
    /// Does it need transport? Fighters do, if only so as not to count against the fleet pool;
    /// ground forces do, and mechs that are ships as long as the combat goes on.
    #[must_use]
    pub fn is_carried(&self) -> bool {
        let is_mech = self.kind == Kind::Mech && !self.moves;
        self.kind == Kind::Fighter
            || is_mech
            || (self.is_ground_force && !self.is_ship && !self.is_structure)
    }

    /// Place among kinds where units are lost: mechs that are ships go with cruisers, or, if they
    /// fight on planets as well, last of all (T32).
    fn place_in_order(&self) -> (bool, Kind) {
        match self.kind {
            Kind::Mech if self.is_ship => (self.is_ground_force, Kind::Cruiser),
            kind => (false, kind),
        }
    }
}

/// Texts of units that bear on combat, as far as they are modelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Enemies do not fire space cannon at its owner's ships (Argent flagship).
    pub stops_cannon: bool,
    /// Enemies do not use anti-fighter barrage (Naalu mech, omega).
    pub stops_barrage: bool,
    /// Enemy units of its place do not sustain (Mentak flagship and mech).
    pub stops_sustaining: bool,
    /// Each natural 9 or 10 of its combat dice makes two hits more (Jol-Nar flagship).
    pub doubles_nines: bool,
    /// Infantry beside it is free of its faction's malus (Jol-Nar mech).
    pub frees_infantry: bool,
    /// Its hits and those of its owner's dreadnoughts go to ships that are no fighters (L1Z1X
    /// flagship).
    pub aims: bool,
    /// It is repaired at the start of each round (Letnev flagship).
    pub repairs_itself: bool,
    /// Other ships of its owner roll one better (Sardakk flagship).
    pub leads: bool,
    /// Mechs of its owner roll one die more (Naaz-Rokha flagship).
    pub arms_mechs: bool,
    /// It rolls a die for each enemy ship that is no fighter (Winnu flagship).
    pub mirrors: bool,
    /// All ships of both sides go with it (Yin flagship).
    pub takes_all: bool,
    /// When it sustains in ground combat, it makes a hit (Sardakk mech).
    pub strikes_back: bool,
    /// It may sustain for ships when it is in space (Nomad mech).
    pub guards_ships: bool,
    /// Hits of unit abilities do not touch it (Eidolon Maximum).
    pub defies_abilities: bool,
}

/// Equal units of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Figures of each.
    pub unit: Unit,
    /// Groups with the same number are of one class.
    pub class: usize,
    /// How many.
    pub count: u16,
    /// How many of them are damaged.
    pub damaged: u16,
}

/// A card or technology that is used in rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The first round in which it is used, if that is said.
    pub round: Option<u16>,
    /// How many are held.
    pub count: u8,
}

/// What an owner knows and holds (T4 to T8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// +1 on combat rolls of a round.
    pub morale_boost: Option<Card>,
    /// +2 on combat rolls of fighters in round 1.
    pub fighter_prototype: bool,
    /// Misses of a ground roll are rolled again.
    pub fire_team: Option<Card>,
    /// Cancels up to two hits on ships.
    pub shields_holding: Option<Card>,
    /// Repairs all units at the end of a round.
    pub emergency_repairs: Option<Card>,
    /// All ships leave at the start of this round.
    pub skilled_retreat: Option<u16>,
    /// Destroys a ship that sustains.
    pub direct_hit: Option<Card>,
    /// Enemy space cannon hits one worse.
    pub antimass_deflectors: bool,
    /// A die more for a roll of space cannon or bombardment.
    pub plasma_scoring: bool,
    /// Hits of own space cannon go to ships that are no fighters.
    pub graviton_laser: bool,
    /// The enemy loses a ship that is no fighter before the first round.
    pub assault_cannon: bool,
    /// Enemy bombardment hits four worse.
    pub bunker: bool,
    /// Repairs a unit in each round.
    pub duranium_armor: bool,
    /// A hit on an enemy ground force before the first round.
    pub magen: bool,
    /// Own bombardment and ground combat makes twice the hits.
    pub x89: bool,
}

/// When damage is sustained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sustain {
    /// All that can be is sustained before a unit is lost.
    #[default]
    First,
    /// Units of a class sustain when the first of it would be lost.
    Late,
}

impl Sustain {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Late];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Late => "late",
        }
    }
}

/// In which order units are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// All groups, the first to be lost first.
    Fixed(Vec<usize>),
    /// The best fixed order. It has to be found; until then it is the default.
    Optimal,
    /// The best choice in each situation. It has to be solved; until then it is the default.
    Adaptive,
}

/// How a side plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Captain {
    /// When damage is sustained.
    pub sustain: Sustain,
    /// Which units are lost first.
    pub order: Order,
    /// What he is after where he looks ahead.
    pub objective: Objective,
    /// When he announces a retreat.
    pub retreat: Retreat,
    /// Is there a system to retreat to?
    pub may_retreat: bool,
    /// Ships that leave roll for a gravity rift.
    pub leaves_a_rift: bool,
}

/// One side.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// In the order listed.
    pub groups: Vec<Group>,
    /// What the owner knows and holds.
    pub effects: Effects,
    /// Added to all his combat rolls by his faction.
    pub bonus: i8,
    /// How he plays.
    pub captain: Captain,
}

/// What a unit rolls for one purpose.
type RollOf = fn(&Unit) -> Option<Roll>;

/// All that units roll for.
const ROLLS: [(&str, RollOf); 4] = [
    ("combat", |unit| unit.combat),
    ("anti-fighter barrage", |unit| unit.barrage),
    ("bombardment", |unit| unit.bombardment),
    ("space cannon", |unit| unit.cannon),
];

impl Fleet {
    /// Price of all its units, in resources.
    #[must_use]
    pub fn cost(&self) -> f64 {
        let halves = |g: &Group| f64::from(g.unit.half_cost) * f64::from(g.count);
        self.groups.iter().map(halves).sum::<f64>() / 2.0
    }

    /// The order in which groups are lost where nothing else is said: by kind, the worse
    /// fighter of a kind first.
    #[must_use]
    pub fn default_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        order.sort_by_key(|&g| {
            let Group { unit, class, .. } = &self.groups[g];
            let chance =
                unit.combat.map_or(0, |roll| (11 - i32::from(roll.hit)) * i32::from(roll.dice));
            (unit.place_in_order(), chance, *class)
        });
        order
    }

    /// The order in which groups are lost.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        match &self.captain.order {
            Order::Fixed(order) => order.clone(),
            Order::Optimal | Order::Adaptive => self.default_order(),
        }
    }

    /// Has the combat to be solved before the captain can play?
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.captain.order == Order::Adaptive || self.retreats_ahead()
    }

    /// May the side retreat by a policy that looks ahead?
    #[must_use]
    pub fn retreats_ahead(&self) -> bool {
        self.captain.may_retreat && self.captain.retreat.looks_ahead()
    }

    /// Does the side stay within the limits?
    ///
    /// # Errors
    /// The first limit it exceeds.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse = |group, message| Err(LimitError { side, group, message });
        if self.groups.len() > limits::GROUPS {
            let n = self.groups.len();
            return refuse(None, format!("{n} groups, at most {} a side", limits::GROUPS));
        }
        for (g, group) in self.groups.iter().enumerate() {
            if group.count == 0 {
                return refuse(Some(g), "a group needs at least one unit".into());
            }
            if group.damaged > group.count {
                let Group { count, damaged, .. } = group;
                let message = format!("{damaged} damaged units, the group has {count}");
                return refuse(Some(g), message);
            }
            if group.damaged > 0 && !group.unit.sustains {
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
        for (what, roll) in ROLLS {
            let dice_of = |group: &Group| {
                roll(&group.unit)
                    .map_or(0, |roll| usize::from(roll.dice) * usize::from(group.count))
            };
            let dice: usize = self.groups.iter().map(dice_of).sum();
            if dice > limits::DICE {
                return refuse(None, format!("{dice} dice of {what}, at most {}", limits::DICE));
            }
        }
        Ok(())
    }

    /// Does a flagship that rolls a die for each enemy ship stay within the limits?
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn check_mirrors(&self, side: usize, enemy: &Self) -> Result<(), LimitError> {
        let is_counted = |group: &&Group| group.unit.is_ship && group.unit.kind != Kind::Fighter;
        let ships: usize =
            enemy.groups.iter().filter(is_counted).map(|g| usize::from(g.count)).sum();
        let of_mirrors = |(g, group): (usize, &Group)| {
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
