//! What goes into a battle: fleets as figures.

use std::fmt;

use super::Policy;

/// What a battle can hold at most; more is refused with the limit named.
pub mod limits {
    /// Groups a side.
    pub const GROUPS: usize = 12;
    /// Ships a side.
    pub const SHIPS: usize = 64;
    /// Dice that one group rolls at once.
    pub const DICE: usize = 64;
    /// Hull points of one ship.
    pub const HULL: u8 = 60;
    /// Computers, shields and initiative lie between minus this and this.
    pub const FIGURE: i16 = 99;
}

/// Weapon icons of one ship by colour: yellow, orange, blue, red (1 to 4 points of
/// damage) and pink (rift).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dice(pub [u8; 5]);

impl Dice {
    /// Letters of the colours, in the order of the array.
    pub const COLOURS: [char; 5] = ['y', 'o', 'b', 'r', 'p'];
    /// Place of the rift dice in the array.
    pub const RIFT: usize = 4;

    /// Icons in all.
    #[must_use]
    pub fn total(self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }
}

/// As typed: `2y1o`; nothing for no dice.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, colour) in self.0.iter().zip(Self::COLOURS) {
            if *n > 0 {
                write!(f, "{n}{colour}")?;
            }
        }
        Ok(())
    }
}

/// The figures of one ship, as they stand on its blueprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Dice rolled in each engagement round.
    pub cannons: Dice,
    /// Dice rolled once, before the first round.
    pub missiles: Dice,
    /// Added to every die.
    pub computer: i16,
    /// Taken from every die against this ship.
    pub shield: i16,
    /// The ship is destroyed by one point more than this.
    pub hull: u8,
    /// Higher acts earlier.
    pub initiative: i16,
    /// Points healed at the end of each round.
    pub regenerate: u8,
}

/// Equal ships of one class and owner; they act as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Figures of each ship.
    pub figures: Figures,
    /// Ships.
    pub count: u16,
    /// Damage on each ship at the start; missing entries are 0.
    pub damaged: Vec<u8>,
    /// Size for the non-player rule: 1 interceptor and ancient, 2 starbase, 3 cruiser and
    /// guardian, 4 dreadnought and GCDS.
    pub rank: u8,
    /// Reputation tiles drawn for destroying one.
    pub tiles: u8,
    /// Materials that one costs.
    pub cost: u32,
}

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// In the order listed, which decides ties of initiative (D2).
    pub groups: Vec<Group>,
    /// Ships of no player: they win ties of initiative and draw no reputation.
    pub non_player: bool,
    /// How this side assigns its dice.
    pub policy: Policy,
    /// What it is after when it plays as well as it can.
    pub objective: Objective,
}

/// What a captain who plays as well as the rules allow is after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The probability of winning the battle.
    #[default]
    Win,
    /// The expected cost of enemy ships destroyed less that of own ships lost.
    Swing,
}

impl Objective {
    /// All objectives that there are.
    pub const ALL: [Self; 2] = [Self::Win, Self::Swing];

    /// The name as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Swing => "swing",
        }
    }
}

/// A limit that a fleet goes beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError {
    /// 0 attacker, 1 defender.
    pub side: usize,
    /// The group at fault, if it is one.
    pub group: Option<usize>,
    /// What there is too much of, with both numbers.
    pub message: String,
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LimitError {}

impl Fleet {
    /// Does the fleet stay within the limits?
    ///
    /// # Errors
    /// The first limit it exceeds.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse = |group, message| Err(LimitError { side, group, message });
        if self.groups.is_empty() {
            return refuse(None, "a side needs at least one ship".into());
        }
        if self.groups.len() > limits::GROUPS {
            let n = self.groups.len();
            return refuse(None, format!("{n} groups, at most {} a side", limits::GROUPS));
        }
        for (g, group) in self.groups.iter().enumerate() {
            if let Some(message) = group.fault() {
                return refuse(Some(g), message);
            }
        }
        let ships: usize = self.groups.iter().map(|g| usize::from(g.count)).sum();
        if ships > limits::SHIPS {
            return refuse(None, format!("{ships} ships, at most {} a side", limits::SHIPS));
        }
        Ok(())
    }
}

impl Group {
    fn fault(&self) -> Option<String> {
        let count = usize::from(self.count);
        if count == 0 {
            return Some("a group needs at least one ship".into());
        }
        if count > limits::SHIPS {
            return Some(format!("{count} ships, at most {} a side", limits::SHIPS));
        }
        for (what, dice) in [("cannon", self.figures.cannons), ("missile", self.figures.missiles)] {
            let n = dice.total() * count;
            if n > limits::DICE {
                let most = limits::DICE;
                return Some(format!("{n} {what} dice in one volley, at most {most}"));
            }
            if dice.0[Dice::RIFT] > 0 {
                return Some("rift dice (pink) are not yet built".into());
            }
        }
        let Figures { computer, shield, hull, initiative, .. } = self.figures;
        for (what, value) in
            [("computer", computer), ("shield", shield), ("initiative", initiative)]
        {
            if value.abs() > limits::FIGURE {
                let most = limits::FIGURE;
                return Some(format!("{what} {value}, allowed are -{most} to {most}"));
            }
        }
        if hull > limits::HULL {
            return Some(format!("hull {hull}, at most {}", limits::HULL));
        }
        if self.damaged.len() > count {
            let n = self.damaged.len();
            return Some(format!("damage for {n} ships, the group has {count}"));
        }
        let worst = self.damaged.iter().copied().max().unwrap_or(0);
        (worst > hull).then(|| {
            format!("damage {worst} would destroy a ship with hull {hull}, at most {hull}")
        })
    }
}
