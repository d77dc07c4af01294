//! The group that acts and its dice, as they lie on the table.

use super::super::words::{colour_named, counts, dice_named, dice_words};
use crate::answer::table::{GroupName, named_groups, typed};
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::bug::OrBug;
use crate::games::common::{Objective, Retreat};
use crate::games::eclipse::rules::{
    Activation, EclipseBattle, EclipseFleet, EclipseState, Owner, Policy, ShipPlace, TableDie,
    compile_from,
};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::result::ROLES;
use crate::scenario::{AimedMissiles, RolledFace, nearest, normalise};

/// The decision that is asked for.
pub(in super::super) struct Situation<'a> {
    pub(super) matchup: &'a EclipseMatchup,
    /// The fleets as they play on.
    pub(super) fleets: [EclipseFleet; 2],
    pub(super) battle: EclipseBattle,
    pub(super) activation: Activation,
    /// Side and owner of the captain who decides.
    pub(super) decider: (usize, usize),
    /// The dice on the table, if they have been rolled.
    pub(super) roll: Option<Vec<TableDie>>,
    /// Missiles in flight with their damage, and the number of them that can be stopped.
    pub(super) missiles: Option<(Vec<(u8, ShipPlace)>, u8)>,
    /// Objective of the captain who decides.
    pub(super) objective: Objective,
}

impl<'a> Situation<'a> {
    /// Finds the group that acts. Its owner plays as well as possible from here on.
    pub(super) fn of(
        question: &Question,
        matchup: &'a EclipseMatchup,
        table: &OnTheTable,
    ) -> Result<Self, NoAnswer> {
        let mut fleets = [0, 1].map(|side| matchup.sides[side].fleet.clone());
        // Whoever decides, may retreat: that alone lets a group without weapons act (D4).
        let mut free = fleets.clone();
        free.iter_mut().flat_map(|fleet| &mut fleet.owners).for_each(decides);
        let open = compile_from(&free, matchup.setup)?;
        let names = Names(matchup);
        let (activation, decider, missiles) = match &table.missiles {
            Some(missiles) => names.intercepted(&fleets, &open, (table, missiles))?,
            None => {
                let activation = names.present(&fleets, &open.activations(), table)?;
                (activation, (activation.side, activation.owner), None)
            }
        };
        let owner = &mut fleets[decider.0].owners[decider.1];
        decides(owner);
        let objective = owner.objective;
        let mut battle = compile_from(&fleets, matchup.setup)?;
        if let Some(cap) = question.round_cap {
            battle = battle.with_clock(cap);
        }
        let activation = activation.within(&battle).or_bug("the group does not act");
        let roll = match &missiles {
            Some(_) => None,
            None => table.roll.as_deref().map(|roll| names.dice(&activation, roll)).transpose()?,
        };
        Ok(Self { matchup, fleets, battle, activation, decider, roll, missiles, objective })
    }

    /// Returns the situation of a battle that was played, before the dice of an activation are
    /// used.
    pub(in super::super) fn played(
        matchup: &'a EclipseMatchup,
        fleets: &[EclipseFleet; 2],
        battle: EclipseBattle,
        activation: Activation,
        (side, roll): (usize, Option<Vec<TableDie>>),
    ) -> Self {
        let objective = battle.objective(side);
        let (fleets, decider) = (fleets.clone(), (side, 0));
        Self { matchup, fleets, battle, activation, decider, roll, missiles: None, objective }
    }

    /// Adds missiles in flight with their damage, and the number of them that can be stopped.
    pub(in super::super) fn with_missiles(self, missiles: (Vec<(u8, ShipPlace)>, u8)) -> Self {
        Self { missiles: Some(missiles), ..self }
    }

    /// Lets the players go on by a rule of thumb instead of best play.
    ///
    /// # Errors
    /// If a fleet exceeds a limit.
    pub(super) fn by_rule_of_thumb(&mut self) -> Result<(), NoAnswer> {
        self.fleets = self.fleets.clone().map(EclipseFleet::by_rule_of_thumb);
        let battle = compile_from(&self.fleets, self.matchup.setup)?;
        self.battle = match self.battle.clock() {
            Some(rounds) => battle.with_clock(rounds + self.matchup.setup.round - 1),
            None => battle,
        };
        Ok(())
    }

    /// Returns the battle in which the captain of this decision is free to choose.
    ///
    /// # Errors
    /// If a fleet exceeds a limit.
    pub(super) fn deciding_battle(&self) -> Result<EclipseBattle, NoAnswer> {
        let mut fleets = self.fleets.clone();
        fleets[self.decider.0].owners[self.decider.1].policy = Policy::Optimal;
        Ok(compile_from(&fleets, self.matchup.setup)?)
    }

    /// Whether a captain may retreat by a policy that looks ahead, which has no rule of thumb.
    pub(super) fn retreats(&self) -> bool {
        self.fleets.iter().flat_map(|fleet| &fleet.owners).any(Owner::retreats_ahead)
    }

    /// Returns the situation before the activation.
    pub(super) fn state(&self) -> EclipseState {
        self.battle.at(self.activation.turn)
    }

    /// Returns the name of the group that acts.
    pub(super) fn group(&self) -> String {
        self.matchup.sides[self.activation.side].labels.group_name(self.activation.group)
    }
}

/// Lets an owner play as well as possible, and retreat when that is best.
fn decides(owner: &mut Owner) {
    owner.policy = Policy::Optimal;
    if owner.may_retreat {
        owner.retreat = Retreat::Optimal;
    }
}

/// The missiles that a point defence may stop: the activation that has fired them, the side and
/// owner who decides, and the missiles with the number of hits.
type Interception = (Activation, (usize, usize), Option<(Vec<(u8, ShipPlace)>, u8)>);

/// The names of the sides and groups of a battle.
struct Names<'a>(&'a EclipseMatchup);

impl Names<'_> {
    fn name(&self, activation: &Activation) -> String {
        self.0.sides[activation.side].labels.group_name(activation.group)
    }

    /// Returns the name of a group as it is typed, such as `attacker.cruiser`.
    fn typed(&self, activation: &Activation) -> String {
        typed((activation.side, &self.name(activation)))
    }

    /// Finds the present activation: the one that is named, or the only one that the dice fit, or
    /// the first of all.
    fn present(
        &self,
        fleets: &[EclipseFleet; 2],
        all: &[Activation],
        table: &OnTheTable,
    ) -> Result<Activation, NoAnswer> {
        let named: Vec<&Activation> = match &table.turn {
            Some(name) => self.named(all, name)?,
            None => all.iter().collect(),
        };
        let players: Vec<&Activation> =
            named.iter().copied().filter(|a| !fleets[a.side].non_player).collect();
        if players.is_empty() {
            return Err(not_here(match named.first() {
                Some(first) => {
                    let group = self.name(first);
                    format!(
                        "{group}: neutral ships follow their rule, so there is nothing to decide"
                    )
                }
                None => "no ship is left that could act".into(),
            }));
        }
        let Some(roll) = &table.roll else { return Ok(*players[0]) };
        let fits = |activation: &&Activation| self.dice(activation, roll).is_ok();
        let fitting: Vec<&Activation> = players.iter().copied().filter(fits).collect();
        match fitting.as_slice() {
            [] if players.len() == 1 || table.turn.is_some() => {
                Err(self.dice(players[0], roll).err().unwrap_or_else(|| not_here(String::new())))
            }
            [] => {
                let armed = players.iter().filter(|a| a.is_armed());
                let rolls: Vec<String> = armed.map(|a| self.rolls(a)).collect();
                Err(not_here(format!(
                    "--roll: no group rolls {} (write the misses, too): {}",
                    dice_words(&counts(&dice_of(roll, Some(0))?)),
                    rolls.join("; ")
                )))
            }
            [first, others @ ..] => {
                let is_other = |a: &&&Activation| (a.side, a.group) != (first.side, first.group);
                match others.iter().find(is_other) {
                    Some(other) => Err(not_here(format!(
                        "--roll: these dice fit several groups; add `--turn {}` or `--turn {}`",
                        self.typed(first),
                        self.typed(other)
                    ))),
                    None => Ok(**first),
                }
            }
        }
    }

    /// Finds the owner whose point defence may stop missiles, and the group that has fired them.
    fn intercepted(
        &self,
        fleets: &[EclipseFleet; 2],
        battle: &EclipseBattle,
        (table, missiles): (&OnTheTable, &[AimedMissiles]),
    ) -> Result<Interception, NoAnswer> {
        let all = battle.activations();
        let firing = match &table.turn {
            Some(name) => self.named(&all, name)?,
            None => all.iter().collect(),
        };
        let is_shot_at = |a: &&&Activation| a.has_missiles && battle.is_shot_at(a.turn);
        let Some(&&firing) = firing.iter().find(is_shot_at) else {
            let why = "--missiles: no missiles are fired at ships with point defence";
            return Err(not_here(why.into()));
        };
        let side = 1 - firing.side;
        let mut aimed = Vec::new();
        let mut counts = [0_u32; 5];
        for missile in missiles {
            let colour = colour_named(&missile.colour, None).map_err(no_die)?;
            let target = self.target(battle, side, missile)?;
            counts[colour] += missile.number;
            aimed.extend(std::iter::repeat_n((colour as u8 + 1, target), missile.number as usize));
        }
        if counts.iter().zip(firing.dice).any(|(&aimed, fired)| aimed > u32::from(fired)) {
            let found = dice_words(&counts);
            let why = format!("--missiles: found {found}, but {}", self.rolls(&firing));
            return Err(not_here(why));
        }
        let owner = aimed.iter().find_map(|(_, target)| battle.defender_of(side, target.group));
        let Some(owner) = owner else {
            let why = "--missiles: none of them is aimed at a ship with point defence";
            return Err(not_here(why.into()));
        };
        if fleets[side].non_player {
            let why = "--missiles: neutral ships follow their rule, so there is nothing to decide";
            return Err(not_here(why.into()));
        }
        let Some(hits) = table.hits else {
            let why = "--missiles: how many of them can be stopped? Add `--hits 1`";
            return Err(not_here(why.into()));
        };
        if hits == 0 {
            let why = "--hits 0: no missile can be stopped, so there is nothing to decide";
            return Err(not_here(why.into()));
        }
        let most = battle.defence_dice(side, owner);
        if hits > most {
            let who = self.0.sides[side].labels.called(side);
            let dice = if most == 1 { "die" } else { "dice" };
            let why = format!("--hits {hits}: point defence of {who} rolls only {most} {dice}");
            return Err(not_here(why));
        }
        let hits = hits.min(aimed.len() as u32) as u8;
        Ok((firing, (side, owner), Some((aimed, hits))))
    }

    /// Finds the ship at which missiles are aimed.
    fn target(
        &self,
        battle: &EclipseBattle,
        side: usize,
        missile: &AimedMissiles,
    ) -> Result<ShipPlace, NoAnswer> {
        let names = self.0.sides[side].labels.group_names();
        let is = |name: &String| normalise(name) == normalise(&missile.class);
        let Some(group) = names.iter().position(is) else {
            let near = nearest(&missile.class, names.iter().map(String::as_str));
            let near =
                near.first().map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            let all = names.join(", ");
            let class = &missile.class;
            return Err(not_here(format!("--missiles: no ship is called `{class}`{near} ({all})")));
        };
        let ships = &battle.at(0).ships[side];
        let number = missile.ship.checked_sub(1).map(|number| number as usize);
        number.and_then(|number| battle.place(side, ships, group as u8, number)).ok_or_else(|| {
            let name = &names[group];
            not_here(format!("--missiles: there is no {name} {}", missile.ship))
        })
    }

    /// Returns the activations of the group with this name: its class, alone or after its side.
    fn named<'a>(
        &self,
        all: &'a [Activation],
        name: &str,
    ) -> Result<Vec<&'a Activation>, NoAnswer> {
        let groups: Vec<GroupName<'_>> = all
            .iter()
            .map(|a| GroupName {
                side: a.side,
                class: &self.0.sides[a.side].labels.classes[a.group],
                name: self.name(a),
            })
            .collect();
        let sides = [0, 1].map(|side: usize| self.0.sides[side].labels.name.as_str());
        let named = named_groups(name, &groups, sides)?;
        Ok(named.into_iter().map(|activation| &all[activation]).collect())
    }

    /// Checks that a group rolls these dice, and returns them with the colours of the group.
    fn dice(
        &self,
        activation: &Activation,
        roll: &[RolledFace],
    ) -> Result<Vec<TableDie>, NoAnswer> {
        let dice = dice_of(roll, activation.only_colour())?;
        let found = counts(&dice);
        if found == activation.dice.map(u32::from) {
            return Ok(dice);
        }
        let rolled = dice_words(&found);
        Err(not_here(format!(
            "--roll: found {rolled}, but {} (write the misses, too)",
            self.rolls(activation)
        )))
    }

    /// Returns the dice that a group rolls, in words.
    fn rolls(&self, activation: &Activation) -> String {
        let weapon = if activation.has_missiles { "missiles" } else { "cannons" };
        let dice = dice_words(&activation.dice.map(u32::from));
        format!("{} {} rolls {dice} with {weapon}", ROLES[activation.side], self.name(activation))
    }
}

/// Returns dice with the colours that they name. Dice without a colour have `only`.
fn dice_of(roll: &[RolledFace], only: Option<usize>) -> Result<Vec<TableDie>, NoAnswer> {
    dice_named(roll, only).map_err(no_die)
}

fn no_die(why: String) -> NoAnswer {
    not_here(format!("--roll: {why}"))
}

fn not_here(why: String) -> NoAnswer {
    NoAnswer::NotHere(why)
}
