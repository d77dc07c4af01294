//! A battle as a game of single decisions. It serves battles that cannot be solved as duels, above
//! all those with retreat, rift dice or point defence.
//!
//! An activation is split into moves of chance and of choice, using the functions with which it is
//! played. The rest of a volley after its first die is again a volley, so equal positions that
//! arise in different ways are merged.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::Policy;
use super::activation::leaves;
use super::aims::{Aim, Aims};
use super::captains::{Captains, Plan, declared_retreat};
use super::compile::EclipseBattle;
use super::fleet::limits::{DICE, OWNERS, SHIPS};
use super::ships::Ships;
use super::step::State;
use super::turn::Turn;
use super::volley::{MOST_SALVOS, Salvo, Salvos, reaches, wounds};
use crate::bug::OrBug;
use crate::games::common::{Objective, Retreat, best, value_of};
use crate::model::game::{Decider, Game, Mover, Numbered, Solved, Values};
use crate::model::{Battle, Progress};

/// A situation, by the numbers of its parts, and the progress of the present activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    ships: [u32; 2],
    turn: u8,
    over: bool,
    clock: u32,
    round: u32,
    phase: Phase,
}

/// Progress of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The activation begins.
    Ready,
    /// The dice are about to be rolled.
    Fire,
    /// Dice of a volley are still to be assigned; then `wounds` points hit the firing fleet.
    Assign { volley: u32, wounds: u8 },
    /// Missiles are still to be aimed; `aims` are those aimed so far.
    Aim { volley: u32, aims: u32 },
    /// Defences from `next` on may still shoot at the missiles.
    Defend { aims: u32, next: u8 },
    /// A defence may still stop `hits` missiles.
    Stop { aims: u32, defence: u8, hits: u8 },
}

/// Values behind the numbers in positions.
#[derive(Clone, Debug)]
struct Names {
    ships: [Numbered<Ships>; 2],
    volleys: Numbered<Salvos>,
    aims: Numbered<Aims>,
}

/// A battle as a game to be solved.
pub struct EclipseGame<'a> {
    battle: &'a EclipseBattle,
    captains: Captains,
    /// Limit on the work of captains, see [`Battle::effort`].
    most_effort: u64,
    /// Limit on the memory for [`Names`], in bytes.
    most_bytes: u64,
    stop: &'a AtomicBool,
    names: Names,
}

impl Names {
    /// Returns the memory for all names in bytes, with `more_volleys` volleys added.
    fn bytes(&self, more_volleys: usize) -> u64 {
        let ships: usize = self.ships.iter().map(Numbered::count).sum();
        Numbered::<Ships>::bytes_of(ships)
            + Numbered::<Salvos>::bytes_of(self.volleys.count() + more_volleys)
            + Numbered::<Aims>::bytes_of(self.aims.count())
    }
}

/// Captains per side: for each owner one that assigns dice and one that retreats.
const CAPTAINS_A_SIDE: usize = 2 * OWNERS;

fn captain(side: usize, owner: usize, retreats: bool) -> Mover {
    Mover::Captain((side * CAPTAINS_A_SIDE + 2 * owner + usize::from(retreats)) as u8)
}

impl<'a> EclipseGame<'a> {
    /// Creates the game of a battle. Listing its moves fails if captains work more than
    /// `most_effort`, if the values behind positions take more than `most_bytes` of memory, or once
    /// `stop` is set.
    #[must_use]
    pub fn new(
        battle: &'a EclipseBattle,
        most_effort: u64,
        most_bytes: u64,
        stop: &'a AtomicBool,
    ) -> Self {
        let names = Names {
            ships: [Numbered::default(), Numbered::default()],
            volleys: Numbered::default(),
            aims: Numbered::default(),
        };
        Self { battle, captains: battle.captains(), most_effort, most_bytes, stop, names }
    }

    /// Returns the position before an activation.
    pub fn position(&mut self, state: &State) -> Position {
        let ships = [0, 1].map(|side| self.names.ships[side].number(state.ships[side]));
        let over = self.battle.is_over(state);
        let State { turn, clock, round, .. } = *state;
        Position { ships, turn, over, clock, round, phase: Phase::Ready }
    }

    /// Returns the rule by which each captain decides: for the most of its objective, or for the
    /// least where the sign of its side is -1.
    #[must_use]
    pub fn deciders(&self, signs: [f64; 2]) -> Vec<Decider> {
        let mut deciders = Vec::new();
        for (side, objectives) in self.battle.objectives.iter().enumerate() {
            let sign = signs[side];
            for owner in 0..OWNERS {
                let objective = objectives.get(owner).copied().unwrap_or_default();
                let best = best(side, objective, sign);
                let of_owner = |t: &&Turn| t.side == side && t.owner == owner;
                let retreat = self.battle.turns.iter().filter(of_owner).find_map(|t| t.retreat);
                deciders.push(best);
                deciders.push(match retreat {
                    Some(Retreat::Below(limit)) => {
                        Decider::While { value: value_of(side, Objective::Win), limit }
                    }
                    _ => best,
                });
            }
        }
        deciders
    }

    fn state(&self, position: &Position) -> State {
        let Position { ships, turn, clock, round, .. } = *position;
        State {
            ships: [0, 1].map(|side| self.names.ships[side].get(ships[side])),
            turn,
            clock,
            round,
            ..self.battle.opening
        }
    }

    /// Returns the position after an activation.
    fn finish(&mut self, turn: &Turn, mut state: State) -> Position {
        let over = self.battle.finish(turn, &mut state) == Progress::Over;
        Position { over, ..self.position(&state) }
    }

    /// Lists the moves of rolling the dice. Returns `None` if there are more than `most`, or a
    /// limit is reached.
    fn fire(
        &mut self,
        turn: &Turn,
        state: &State,
        (next, most): (&mut Vec<(Position, f64)>, u64),
        at: Position,
    ) -> Option<()> {
        let shooters = state.ships[turn.side].alive[turn.group];
        let reaches = reaches(turn, &state.ships[1 - turn.side]);
        // Every outcome is a move, so a volley with too many outcomes is not even started.
        let outcomes = turn.gunnery.outcomes(shooters, reaches);
        if outcomes as u64 > most {
            return None;
        }
        let names_volleys = turn.policy == Policy::Optimal;
        if names_volleys && self.names.bytes(outcomes) > self.most_bytes {
            return None;
        }
        let mut fits = true;
        turn.gunnery.all_while(shooters, reaches, |volley, chance| {
            let (volley, points) = wounds(volley);
            let to = if turn.is_shot_at && !volley.is_empty() {
                self.aim_or_choose(turn, volley, state, at)
            } else if turn.policy == Policy::Optimal && !volley.is_empty() {
                let volley = self.names.volleys.number(padded(volley));
                Position { phase: Phase::Assign { volley, wounds: points }, ..at }
            } else {
                let mut after = *state;
                if !volley.is_empty() {
                    let enemy = &mut after.ships[1 - turn.side];
                    self.captains.reply(self.battle.number, turn, volley, enemy);
                }
                self.settle(turn, points, after)
            };
            next.push((to, chance));
            fits = self.captains.effort() <= self.most_effort && !self.stop.load(Relaxed);
            fits
        });
        fits.then_some(())
    }

    /// Returns the position in which missiles are aimed by choice, or have been aimed by a declared
    /// policy.
    fn aim_or_choose(
        &mut self,
        turn: &Turn,
        volley: &[Salvo],
        state: &State,
        at: Position,
    ) -> Position {
        let phase = if turn.policy == Policy::Optimal {
            let aims = self.names.aims.number(Aims::NONE);
            Phase::Aim { volley: self.names.volleys.number(padded(volley)), aims }
        } else {
            let aims = self.captains.declared_aims(turn, volley, &state.ships[1 - turn.side]);
            Phase::Defend { aims: self.names.aims.number(aims), next: 0 }
        };
        Position { phase, ..at }
    }

    /// Applies the damage to the firing fleet after the volley has been assigned, and ends the
    /// activation.
    fn settle(&mut self, turn: &Turn, points: u8, mut state: State) -> Position {
        if points > 0 {
            self.battle.wound(turn, points, &mut state, &mut self.captains);
        }
        self.finish(turn, state)
    }

    /// Lists the moves of assigning the first die of a volley to each ship that it can hit.
    fn assign(
        &mut self,
        turn: &Turn,
        state: &State,
        (volley, points): (u32, u8),
        next: &mut Vec<(Position, f64)>,
        at: Position,
    ) {
        let enemy = 1 - turn.side;
        let (salvo, rest) = first_die(self.names.volleys.get(volley));
        let roster = &self.battle.rosters[enemy];
        let ships = state.ships[enemy];
        let groups = hit_groups(turn, salvo.reach);
        for (group, place) in roster.targets(&ships, groups, salvo.damage) {
            let mut after = ships;
            after.hit(roster, group, place, salvo.damage);
            let to = self.assigned(turn, state, after, (rest, points), at);
            next.push((to, 1.0));
        }
        // A die that can hit nothing is lost.
        if next.is_empty() {
            let to = self.assigned(turn, state, ships, (rest, points), at);
            next.push((to, 1.0));
        }
    }

    fn assigned(
        &mut self,
        turn: &Turn,
        state: &State,
        ships: Ships,
        (rest, points): (Option<Salvos>, u8),
        at: Position,
    ) -> Position {
        let enemy = 1 - turn.side;
        match rest.filter(|_| ships.afloat > 0) {
            Some(rest) => {
                let mut to = at;
                to.ships[enemy] = self.names.ships[enemy].number(ships);
                to.phase =
                    Phase::Assign { volley: self.names.volleys.number(rest), wounds: points };
                to
            }
            None => {
                let mut after = *state;
                after.ships[enemy] = ships;
                self.settle(turn, points, after)
            }
        }
    }

    /// Lists the moves of aiming the first missile of a volley at each ship that it can hit, even
    /// one that other missiles destroy (D15).
    fn aim(
        &mut self,
        turn: &Turn,
        state: &State,
        (volley, aims): (u32, u32),
        next: &mut Vec<(Position, f64)>,
        at: Position,
    ) {
        let enemy = 1 - turn.side;
        let (salvo, rest) = first_die(self.names.volleys.get(volley));
        let aims = self.names.aims.get(aims);
        let choices = aim_choices(self.battle, turn, salvo, &state.ships[enemy], &aims);
        let mut go_on = |names: &mut Names, aims: Aims| {
            let aims = names.aims.number(aims);
            let phase = match rest {
                Some(rest) => Phase::Aim { volley: names.volleys.number(rest), aims },
                None => Phase::Defend { aims, next: 0 },
            };
            next.push((Position { phase, ..at }, 1.0));
        };
        for &aim in &choices {
            let mut more = aims;
            more.add(aim);
            go_on(&mut self.names, more);
        }
        if choices.is_empty() {
            go_on(&mut self.names, aims);
        }
    }

    /// Lists the moves of the next owner's point defence; without one the missiles land.
    fn defend(
        &mut self,
        turn: &Turn,
        state: &State,
        (number, from): (u32, u8),
        next: &mut Vec<(Position, f64)>,
        at: Position,
    ) {
        let enemy = 1 - turn.side;
        let aims = self.names.aims.get(number);
        let mut defences = usize::from(from)..self.battle.defences.len();
        let Some(defence) = defences.find(|&d| self.battle.is_threatened(d, enemy, &aims)) else {
            let mut after = *state;
            after.ships[enemy] = aims.land(&state.ships[enemy], &self.battle.rosters[enemy]);
            let to = self.finish(turn, after);
            next.push((to, 1.0));
            return;
        };
        let chances = self.battle.defences[defence].chances(&state.ships[enemy]);
        for (hits, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
            let phase = if hits > 0 && self.battle.defends_optimally(defence) {
                Phase::Stop { aims: number, defence: defence as u8, hits: hits.min(DICE) as u8 }
            } else {
                let mut left = aims;
                if hits > 0 {
                    let hits = hits as u32;
                    self.captains.declared_interception(
                        self.battle,
                        defence,
                        hits,
                        &mut left,
                        state,
                    );
                }
                Phase::Defend { aims: self.names.aims.number(left), next: defence as u8 + 1 }
            };
            next.push((Position { phase, ..at }, chance));
        }
    }

    /// Lists the moves of stopping one of the missiles.
    fn stop(
        &mut self,
        (number, defence, hits): (u32, u8, u8),
        next: &mut Vec<(Position, f64)>,
        at: Position,
    ) {
        let aims = self.names.aims.get(number);
        for n in stop_choices(self.battle, usize::from(defence), &aims) {
            let mut left = aims;
            left.remove(n);
            let aims = self.names.aims.number(left);
            let phase = if hits > 1 {
                Phase::Stop { aims, defence, hits: hits - 1 }
            } else {
                Phase::Defend { aims, next: defence + 1 }
            };
            next.push((Position { phase, ..at }, 1.0));
        }
        // A hit may stop a missile, but does not have to.
        let phase = Phase::Defend { aims: number, next: defence + 1 };
        next.push((Position { phase, ..at }, 1.0));
    }
}

impl Game for EclipseGame<'_> {
    type Position = Position;

    fn moves(
        &mut self,
        position: &Position,
        most: u64,
        next: &mut Vec<(Position, f64)>,
    ) -> Option<Mover> {
        if position.over {
            return Some(Mover::Over);
        }
        if self.names.bytes(0) > self.most_bytes {
            return None;
        }
        let battle = self.battle;
        let turn = &battle.turns[usize::from(position.turn)];
        let mut state = self.state(position);
        let mover = captain(turn.side, turn.owner, false);
        Some(match position.phase {
            Phase::Ready if state.ships[turn.side].alive[turn.group] == 0 => {
                let to = match battle.advance(&mut state, turn) {
                    Progress::Over => Position { over: true, ..self.position(&state) },
                    _ => self.position(&state),
                };
                next.push((to, 1.0));
                Mover::Chance
            }
            Phase::Ready if leaves(turn, &state) => {
                battle.leave(turn, &mut state);
                let to = self.finish(turn, state);
                next.push((to, 1.0));
                Mover::Chance
            }
            Phase::Ready => {
                let fire = if turn.is_armed {
                    Position { phase: Phase::Fire, ..*position }
                } else {
                    self.finish(turn, state)
                };
                let may = turn.retreat.filter(|_| !battle.is_held(turn.side, &state));
                let begins = may.map(|_| declared_retreat(turn, &state));
                if begins.is_none_or(|begins| begins != Some(true)) {
                    next.push((fire, 1.0));
                }
                if begins.is_some_and(|begins| begins != Some(false)) {
                    battle.begin_retreat(turn, &mut state);
                    let to = self.finish(turn, state);
                    next.push((to, 1.0));
                }
                if next.len() > 1 { captain(turn.side, turn.owner, true) } else { Mover::Chance }
            }
            Phase::Fire => {
                self.fire(turn, &state, (next, most), *position)?;
                Mover::Chance
            }
            Phase::Assign { volley, wounds } => {
                self.assign(turn, &state, (volley, wounds), next, *position);
                mover
            }
            Phase::Aim { volley, aims } => {
                self.aim(turn, &state, (volley, aims), next, *position);
                mover
            }
            Phase::Defend { aims, next: from } => {
                self.defend(turn, &state, (aims, from), next, *position);
                Mover::Chance
            }
            Phase::Stop { aims, defence, hits } => {
                self.stop((aims, defence, hits), next, *position);
                let owner = battle.defences[usize::from(defence)].owner;
                captain(1 - turn.side, owner, false)
            }
        })
    }

    fn worth(&self, position: &Position) -> Values {
        let state = self.state(position);
        let value = |n: usize| self.battle.value(&state, n / 2, Objective::ALL[n % 2]);
        std::array::from_fn(value)
    }
}

/// Returns a volley, padded with empty salvos to its full length.
fn padded(volley: &[Salvo]) -> Salvos {
    let mut all = [Salvo::default(); MOST_SALVOS];
    all[..volley.len()].copy_from_slice(volley);
    all
}

/// Splits a volley into its first die and the rest.
fn first_die(mut volley: Salvos) -> (Salvo, Option<Salvos>) {
    let first = volley[0];
    volley[0].hits -= 1;
    if volley[0].hits == 0 {
        volley.copy_within(1.., 0);
        volley[MOST_SALVOS - 1] = Salvo::default();
    }
    (first, (volley[0].hits > 0).then_some(volley))
}

/// Returns the groups that a die of this reach hits, as a set of bits.
fn hit_groups(turn: &Turn, reach: u8) -> u16 {
    let hit = (0..turn.targets.groups).filter(|&g| turn.faces[g] >= reach);
    hit.fold(0, |set, g| set | 1 << g)
}

/// Returns the ships at which the next missile may be aimed, one of equal ones, in the order of
/// D16: by the effect of the missile if none is stopped.
fn aim_choices(
    battle: &EclipseBattle,
    turn: &Turn,
    salvo: Salvo,
    ships: &Ships,
    aims: &Aims,
) -> ArrayVec<Aim, SHIPS> {
    let roster = &battle.rosters[1 - turn.side];
    let groups = hit_groups(turn, salvo.reach);
    let aimed = |place: usize| {
        let at = move |aim: &&Aim| usize::from(aim.place) == place;
        aims.all().iter().filter(at).map(|aim| aim.damage)
    };
    let mut choices: ArrayVec<Aim, SHIPS> = ArrayVec::new();
    for &group in roster.by_rank.iter().filter(|&&g| groups >> g & 1 == 1) {
        for place in roster.living(ships, usize::from(group)).rev() {
            let same = |other: &Aim| {
                let there = usize::from(other.place);
                other.group == group
                    && ships.life[there] == ships.life[place]
                    && aimed(there).eq(aimed(place))
            };
            if !choices.iter().any(same) {
                choices.push(Aim { place: place as u8, group, damage: salvo.damage });
            }
        }
    }
    choices.sort_by_key(|aim| {
        let life = aims.life_left(ships, usize::from(aim.place));
        roster.preference(usize::from(aim.group), life, aim.damage)
    });
    choices
}

/// Returns the indices of the missiles that a defence may stop, one of equal ones.
fn stop_choices(battle: &EclipseBattle, defence: usize, aims: &Aims) -> ArrayVec<usize, DICE> {
    let groups = battle.defences[defence].groups;
    let all = aims.all();
    let is_new = |n: &usize| *n == 0 || all[*n] != all[n - 1];
    (0..all.len()).filter(|&n| groups >> all[n].group & 1 == 1).filter(is_new).collect()
}

/// Solution of a game: the choice in each position.
#[derive(Clone, Debug)]
pub(super) struct GamePlan {
    choices: FxHashMap<Position, u8>,
    names: Names,
}

impl GamePlan {
    /// Returns the position of a situation. Every situation that can arise under the plan is known.
    fn position(&self, state: &State, phase: Phase) -> Option<Position> {
        let [attacker, defender] = &self.names.ships;
        let ships = [attacker.known(&state.ships[0])?, defender.known(&state.ships[1])?];
        let State { turn, clock, round, .. } = *state;
        Some(Position { ships, turn, over: false, clock, round, phase })
    }

    fn choice(&self, state: &State, phase: impl FnOnce(&Names) -> Option<Phase>) -> usize {
        let choice = phase(&self.names)
            .and_then(|phase| self.position(state, phase))
            .and_then(|position| self.choices.get(&position));
        usize::from(*choice.or_bug("best play lacks a situation"))
    }

    /// Whether the group begins to retreat.
    pub(super) fn retreat(&self, state: &State) -> bool {
        self.choice(state, |_| Some(Phase::Ready)) == 1
    }

    /// Assigns a volley die by die; the volley also does `points` points of damage to its own
    /// fleet.
    pub(super) fn assign(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        (volley, points): (&[Salvo], u8),
        state: &mut State,
    ) {
        let enemy = 1 - turn.side;
        let roster = &battle.rosters[enemy];
        let mut rest = Some(padded(volley));
        while let Some(volley) = rest.filter(|_| state.ships[enemy].afloat > 0) {
            let (salvo, others) = first_die(volley);
            let groups = hit_groups(turn, salvo.reach);
            let targets = roster.targets(&state.ships[enemy], groups, salvo.damage);
            if !targets.is_empty() {
                let choice = self.choice(state, |names| {
                    Some(Phase::Assign { volley: names.volleys.known(&volley)?, wounds: points })
                });
                if let Some(&(group, place)) = targets.get(choice) {
                    state.ships[enemy].hit(roster, group, place, salvo.damage);
                }
            }
            rest = others;
        }
    }

    /// Aims the missiles of a volley one by one.
    pub(super) fn aim(
        &self,
        battle: &EclipseBattle,
        turn: &Turn,
        volley: &[Salvo],
        state: &State,
    ) -> Aims {
        let mut aims = Aims::NONE;
        let mut rest = Some(padded(volley));
        while let Some(volley) = rest {
            let (salvo, others) = first_die(volley);
            let choices = aim_choices(battle, turn, salvo, &state.ships[1 - turn.side], &aims);
            if !choices.is_empty() {
                let choice = self.choice(state, |names| {
                    let volley = names.volleys.known(&volley)?;
                    Some(Phase::Aim { volley, aims: names.aims.known(&aims)? })
                });
                aims.add(choices[choice.min(choices.len() - 1)]);
            }
            rest = others;
        }
        aims
    }

    /// Removes the missiles that point defence stops, one by one.
    pub(super) fn intercept(
        &self,
        battle: &EclipseBattle,
        defence: usize,
        hits: u32,
        aims: &mut Aims,
        state: &State,
    ) {
        for hits in (1..=hits.min(DICE as u32)).rev() {
            let choices = stop_choices(battle, defence, aims);
            let choice = self.choice(state, |names| {
                let aims = names.aims.known(aims)?;
                Some(Phase::Stop { aims, defence: defence as u8, hits: hits as u8 })
            });
            match choices.get(choice) {
                Some(&missile) => aims.remove(missile),
                None => return,
            }
        }
    }
}

impl EclipseGame<'_> {
    /// Returns the plan that follows from a solution.
    #[must_use]
    pub fn plan(self, solved: Solved<Position>) -> Plan {
        Plan::of_game(GamePlan { choices: solved.choices, names: self.names })
    }
}
