//! Input of a battle: fleets given by the figures of their ships.

use super::dice::Dice;
use super::policy::Policy;
use crate::games::common::{Horizon, LimitError, Objective, Retreat};

/// Limits of a battle. A larger fleet is refused with an error that names the limit.
pub mod limits {
    /// Groups per side.
    pub const GROUPS: usize = 12;
    /// Ships per side.
    pub const SHIPS: usize = 64;
    /// Parties of a sector.
    pub const PARTIES: usize = 12;
    /// Owners per side: the members of an alliance.
    pub const OWNERS: usize = 6;
    /// Dice that one group rolls at once.
    pub const DICE: usize = 64;
    /// Red dice of one volley that an antimatter splitter can divide.
    pub const DIVIDED: usize = 63;
    /// Hull points of one ship.
    pub const HULL: u8 = 60;
    /// Largest absolute value of computers, shields and initiative.
    pub const FIGURE: i16 = 99;
}

/// Index of the red dice in [`Dice`].
const RED: usize = 3;

/// Figures of one ship, as printed on its blueprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figures {
    /// Dice rolled in each engagement round.
    pub cannons: Dice,
    /// Dice rolled once, before the first round.
    pub missiles: Dice,
    /// Bonus of every die that the ship rolls.
    pub computer: i16,
    /// Penalty of every die that is aimed at the ship.
    pub shield: i16,
    /// Hull points. Damage of one point more destroys the ship.
    pub hull: u8,
    /// Initiative; a higher one acts earlier.
    pub initiative: i16,
    /// Points healed at the end of each round.
    pub regenerate: u8,
}

impl Figures {
    /// Returns all dice by name.
    #[must_use]
    pub fn weapons(&self) -> [(&'static str, Dice); 2] {
        [("cannons", self.cannons), ("missiles", self.missiles)]
    }

    /// Returns all numbers by name.
    #[must_use]
    pub fn numbers(&self) -> [(&'static str, i16); 5] {
        [
            ("computer", self.computer),
            ("shield", self.shield),
            ("hull", self.hull.into()),
            ("initiative", self.initiative),
            ("regenerate", self.regenerate.into()),
        ]
    }
}

/// Equal ships of one class and owner, which act together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EclipseGroup {
    /// Figures of each ship.
    pub figures: Figures,
    /// Number of ships, at least 1.
    pub count: u16,
    /// Damage of each ship at the start; missing entries are 0.
    pub damaged: Vec<u8>,
    /// Size for the non-player rule: 1 interceptor and ancient, 2 starbase, 3 cruiser and
    /// guardian, 4 dreadnought and GCDS.
    pub rank: u8,
    /// Reputation tiles drawn for destroying one ship of the group.
    pub tiles: u8,
    /// Cost of one ship, in materials.
    pub cost: u32,
    /// Owner of the ships: an index into [`EclipseFleet::owners`].
    pub owner: usize,
    /// Whether the ships can move. Starbases, orbitals and non-player ships cannot.
    pub mobile: bool,
    /// Whether the group has begun to retreat before the first activation.
    pub retreating: bool,
}

impl EclipseGroup {
    /// Whether the ships of another group are like those of this one, but for their number and
    /// their damage.
    pub(crate) fn has_equal_ships(&self, other: &Self) -> bool {
        let alike = Self { count: self.count, damaged: self.damaged.clone(), ..other.clone() };
        Self { owner: other.owner, ..self.clone() } == alike
    }

    /// Adds the ships of another group.
    pub(crate) fn join(&mut self, other: Self) {
        self.damaged.resize(usize::from(self.count), 0);
        self.damaged.extend(other.damaged);
        self.count += other.count;
    }
}

/// One side of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct EclipseFleet {
    /// Groups in the order listed, which decides ties of initiative (D2).
    pub groups: Vec<EclipseGroup>,
    /// Owners of the ships: one, or the members of an alliance.
    pub owners: Vec<Owner>,
    /// Whether these are non-player ships: they win ties of initiative and draw no reputation.
    pub non_player: bool,
}

/// An owner of groups: the policies and the technologies of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Owner {
    /// Policy for assigning dice.
    pub policy: Policy,
    /// Objective of best play, for assigning dice and for retreating.
    pub objective: Objective,
    /// How far best play looks ahead in a sector.
    pub horizon: Horizon,
    /// When the owner's groups begin to retreat.
    pub retreat: Retreat,
    /// Whether the owner's ships have a sector to retreat to (D4).
    pub may_retreat: bool,
    /// Technologies of the owner.
    pub technologies: Technologies,
}

/// Technologies that matter in combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Technologies {
    /// The owner's cannons shoot at missiles that are aimed at the owner's ships.
    pub point_defense: bool,
    /// Missiles fired at the owner's ships have 2 less on their computers.
    pub distortion_shield: bool,
    /// The points of the owner's red cannon dice may be divided among ships.
    pub antimatter_splitter: bool,
    /// The owner's enemies may not retreat (D5).
    pub tractor_beam: bool,
    /// The owner's ships destroy population without a roll.
    pub neutron_bombs: bool,
    /// Protects the owner's population against neutron bombs.
    pub neutron_absorber: bool,
}

impl Owner {
    /// Whether the owner plays by a policy that looks ahead, so that the battle has to be solved.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.policy == Policy::Optimal || self.retreats_ahead()
    }

    /// Whether the owner may retreat and decides so by a policy that looks ahead.
    #[must_use]
    pub fn retreats_ahead(&self) -> bool {
        self.may_retreat && self.retreat.looks_ahead()
    }

    /// Whether the owner decides for the best of its objective. Below a limit of odds it retreats
    /// whatever the objective is.
    #[must_use]
    pub fn plays_for_objective(&self) -> bool {
        let retreats = self.may_retreat && self.retreat == Retreat::Optimal;
        self.policy == Policy::Optimal || retreats
    }

    /// Creates an owner with this policy, no technologies and no retreat.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            objective: Objective::default(),
            horizon: Horizon::default(),
            retreat: Retreat::default(),
            may_retreat: false,
            technologies: Technologies::default(),
        }
    }
}

impl EclipseFleet {
    /// Creates a fleet of one owner with this policy.
    #[must_use]
    pub fn new(groups: Vec<EclipseGroup>, non_player: bool, policy: Policy) -> Self {
        Self { groups, owners: vec![Owner::new(policy)], non_player }
    }

    /// Returns the fleet with this policy for all its owners.
    #[must_use]
    pub fn played(mut self, policy: Policy) -> Self {
        self.owners.iter_mut().for_each(|owner| owner.policy = policy);
        self
    }

    /// Returns the fleet with this objective for all its owners.
    #[must_use]
    pub fn after(mut self, objective: Objective) -> Self {
        self.owners.iter_mut().for_each(|owner| owner.objective = objective);
        self
    }

    /// Returns the fleet with this horizon for all its owners.
    #[must_use]
    pub fn looking(mut self, horizon: Horizon) -> Self {
        self.owners.iter_mut().for_each(|owner| owner.horizon = horizon);
        self
    }

    /// Returns the horizon of the owners who play for their objectives; `None` if none does.
    #[must_use]
    pub fn horizon(&self) -> Option<Horizon> {
        self.owners.iter().find(|owner| owner.plays_for_objective()).map(|owner| owner.horizon)
    }

    /// Returns the fleet with [`Policy::Threat`] in place of [`Policy::Optimal`].
    #[must_use]
    pub fn by_rule_of_thumb(mut self) -> Self {
        let ahead = self.owners.iter_mut().filter(|owner| owner.policy == Policy::Optimal);
        ahead.for_each(|owner| owner.policy = Policy::Threat);
        self
    }

    /// Returns the cost of all ships, in materials.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.groups.iter().map(|g| f64::from(g.cost) * f64::from(g.count)).sum()
    }

    /// Returns the owner of a group.
    #[must_use]
    pub fn owner_of(&self, group: usize) -> &Owner {
        &self.owners[self.groups[group].owner]
    }

    /// Whether an owner plays by a policy that looks ahead, so that the battle has to be solved.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.owners.iter().any(Owner::looks_ahead)
    }

    /// Checks the fleet of a side against the [limits].
    ///
    /// # Errors
    /// Returns the first limit that the fleet exceeds.
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

impl EclipseGroup {
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
