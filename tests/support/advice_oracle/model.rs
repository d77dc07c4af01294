//! Sides, groups, and a moment of a battle.

/// What a captain maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    Win,
    Swing,
}

/// Who assigns the dice of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Captain {
    Optimal,
    Npc,
}

/// A group of ships of one class.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) class: &'static str,
    pub(crate) count: usize,
    /// Yellow, orange, blue, red and rift dice of one ship.
    pub(crate) cannons: [usize; 5],
    /// Yellow, orange, blue and red missiles of one ship.
    pub(crate) missiles: [usize; 4],
    pub(crate) computer: i32,
    pub(crate) shield: i32,
    pub(crate) hull: u8,
    pub(crate) initiative: i32,
    pub(crate) cost: f64,
    /// Damage of each ship.
    pub(crate) damaged: Vec<u8>,
    /// Whether the group has begun to retreat.
    pub(crate) is_retreating: bool,
}

impl Group {
    /// Returns the rank of the ships (D8), 4 for the largest.
    pub(crate) fn rank(&self) -> u8 {
        match self.class {
            "dreadnought" | "gcds" => 4,
            "cruiser" => 3,
            "starbase" => 2,
            "interceptor" | "ancient" => 1,
            other => panic!("the rank of {other} is not known"),
        }
    }

    pub(crate) fn is_neutral(&self) -> bool {
        matches!(self.class, "ancient" | "gcds")
    }

    /// Whether ships of this class may ever retreat (D4).
    pub(crate) fn is_mobile(&self) -> bool {
        !self.is_neutral() && self.class != "starbase"
    }
}

/// A side with its captain.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) groups: Vec<Group>,
    pub(crate) captain: Captain,
    pub(crate) objective: Objective,
    /// Whether the side has a place to go (D4).
    pub(crate) may_retreat: bool,
    /// Whether its captain looks for the best retreat. Others never retreat.
    pub(crate) seeks_retreat: bool,
    pub(crate) has_splitter: bool,
    pub(crate) has_distortion: bool,
}

impl Side {
    pub(crate) fn can_leave(&self, group: usize) -> bool {
        self.may_retreat && self.groups[group].is_mobile()
    }
}

/// What a group does about a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Stance {
    Stays,
    HasBegun,
    HasLeft,
}

/// The living ships of a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Squad {
    /// Damage of each ship, sorted: ships of equal damage are alike.
    pub(crate) damage: Vec<u8>,
    pub(crate) stance: Stance,
}

impl Squad {
    pub(crate) fn is_here(&self) -> bool {
        !self.damage.is_empty() && self.stance != Stance::HasLeft
    }
}

/// The ships of both sides.
pub(crate) type Scene = [Vec<Squad>; 2];

/// A moment of a battle: the activation at this place of the order is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Moment {
    pub(crate) missiles: bool,
    pub(crate) place: usize,
    /// Rounds left with the present one, if they are limited (D7).
    pub(crate) rounds_left: Option<u32>,
}

/// Returns the ships as they are at the start.
pub(crate) fn opening(sides: &[Side; 2]) -> Scene {
    let squad = |group: &Group| {
        let mut damage = group.damaged.clone();
        damage.resize(group.count, 0);
        damage.sort_unstable();
        let stance = if group.is_retreating { Stance::HasBegun } else { Stance::Stays };
        Squad { damage, stance }
    };
    [0, 1].map(|side: usize| sides[side].groups.iter().map(squad).collect())
}

/// Returns all groups in the order in which they act: by falling initiative; of equal ones the
/// neutral ships, then the defender, then the group listed first (D2).
pub(crate) fn order(sides: &[Side; 2]) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> =
        (0..2).flat_map(|side| (0..sides[side].groups.len()).map(move |g| (side, g))).collect();
    all.sort_by_key(|&(side, g)| {
        let group = &sides[side].groups[g];
        (-group.initiative, !group.is_neutral(), 1 - side, g)
    });
    all
}

pub(crate) fn has_ships(squads: &[Squad]) -> bool {
    squads.iter().any(Squad::is_here)
}
