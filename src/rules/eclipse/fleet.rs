//! What goes into a battle: fleets as figures.

use std::fmt;

use super::Policy;
use crate::rules::{LimitError, Objective, Retreat};

/// What a battle can hold at most; more is refused with the limit named.
pub mod limits {
    /// Groups a side.
    pub const GROUPS: usize = 12;
    /// Ships a side.
    pub const SHIPS: usize = 64;
    /// Parties of a sector.
    pub const PARTIES: usize = 12;
    /// Owners of a side: members of an alliance.
    pub const OWNERS: usize = 6;
    /// Dice that one group rolls at once.
    pub const DICE: usize = 64;
    /// Red dice that an antimatter splitter divides at once.
    pub const DIVIDED: usize = 63;
    /// Hull points of one ship.
    pub const HULL: u8 = 60;
    /// Computers, shields and initiative lie between minus this and this.
    pub const FIGURE: i16 = 99;
}

/// Weapon icons of one ship by colour: yellow, orange, blue, red (1 to 4 points of
/// damage) and pink (rift).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// Place of the red dice in [`Dice`].
const RED: usize = 3;

/// The figures of one ship, as they stand on its blueprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    /// Whose ships these are: an index into [`Fleet::owners`].
    pub owner: usize,
    /// Can it go anywhere? Starbases, orbitals and non-player ships cannot.
    pub mobile: bool,
    /// It has begun to retreat before the first activation.
    pub retreating: bool,
}

/// One side of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// In the order listed, which decides ties of initiative (D2).
    pub groups: Vec<Group>,
    /// Whose ships these are: one, or the members of an alliance.
    pub owners: Vec<Owner>,
    /// Ships of no player: they win ties of initiative and draw no reputation.
    pub non_player: bool,
}

/// Who decides for his groups, and what he brings besides ships.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Owner {
    /// How he assigns his dice.
    pub policy: Policy,
    /// What he is after when he plays as well as he can.
    pub objective: Objective,
    /// When his groups begin to retreat.
    pub retreat: Retreat,
    /// Does he have somewhere to go (D4)?
    pub may_retreat: bool,
    /// What he knows.
    pub technologies: Technologies,
}

/// Technologies that matter in combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Technologies {
    /// His cannons shoot at missiles that are aimed at his ships.
    pub point_defense: bool,
    /// Missiles fired at his ships hit two points worse.
    pub distortion_shield: bool,
    /// The points of his red cannon dice may be divided.
    pub antimatter_splitter: bool,
    /// His enemies may not retreat (D5).
    pub tractor_beam: bool,
    /// Population dies without a roll.
    pub neutron_bombs: bool,
    /// Cancels neutron bombs.
    pub neutron_absorber: bool,
}

impl Owner {
    /// May he retreat by a policy that looks ahead?
    #[must_use]
    pub fn retreats_ahead(&self) -> bool {
        self.may_retreat && self.retreat.looks_ahead()
    }

    /// An owner who plays by this policy, and nothing else.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            objective: Objective::default(),
            retreat: Retreat::default(),
            may_retreat: false,
            technologies: Technologies::default(),
        }
    }
}

impl Fleet {
    /// A fleet of one owner who plays by this policy.
    #[must_use]
    pub fn new(groups: Vec<Group>, non_player: bool, policy: Policy) -> Self {
        Self { groups, owners: vec![Owner::new(policy)], non_player }
    }

    /// The same fleet with this policy for all its owners.
    #[must_use]
    pub fn played(mut self, policy: Policy) -> Self {
        self.owners.iter_mut().for_each(|owner| owner.policy = policy);
        self
    }

    /// The same fleet with this objective for all its owners.
    #[must_use]
    pub fn after(mut self, objective: Objective) -> Self {
        self.owners.iter_mut().for_each(|owner| owner.objective = objective);
        self
    }

    /// The same fleet with the rule of thumb for owners who look ahead.
    #[must_use]
    pub fn by_rule_of_thumb(mut self) -> Self {
        let ahead = self.owners.iter_mut().filter(|owner| owner.policy == Policy::Optimal);
        ahead.for_each(|owner| owner.policy = Policy::Threat);
        self
    }

    /// Price of all its ships, in materials.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.groups.iter().map(|g| f64::from(g.cost) * f64::from(g.count)).sum()
    }

    /// The owner of a group.
    #[must_use]
    pub fn owner_of(&self, group: usize) -> &Owner {
        &self.owners[self.groups[group].owner]
    }

    /// Does an owner look ahead, so that the battle has to be solved?
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.owners.iter().any(|owner| owner.policy == Policy::Optimal || owner.retreats_ahead())
    }

    /// Does the fleet stay within the limits?
    ///
    /// # Errors
    /// The first limit it exceeds.
    pub fn check(&self, side: usize) -> Result<(), LimitError> {
        let refuse = |group, message| Err(LimitError { side, group, message });
        if self.groups.is_empty() {
            return refuse(None, "a side needs at least one ship".into());
        }
        if self.owners.len() > limits::OWNERS {
            let n = self.owners.len();
            return refuse(None, format!("{n} owners, at most {} a side", limits::OWNERS));
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
        for (g, group) in self.groups.iter().enumerate() {
            let red = usize::from(group.figures.cannons.0[RED]) * usize::from(group.count);
            if red > limits::DIVIDED && self.owner_of(g).technologies.antimatter_splitter {
                let most = limits::DIVIDED;
                return refuse(Some(g), format!("{red} red dice to be divided, at most {most}"));
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
            if what == "missile" && dice.0[Dice::RIFT] > 0 {
                return Some("rift dice (pink) are cannons, there are no rift missiles".into());
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
