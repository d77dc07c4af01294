//! Phases of an activation: where it is, what its captains may decide there, and what follows.
//!
//! The lister of best play, the captain that follows a solution, and the words of a decision all
//! read the same options in the same order.

use arrayvec::ArrayVec;

use super::battle::{EclipseBattle, EclipseState};
use super::fleet::limits::{DICE, SHIPS};
use super::leaving::{declared_retreat, leaves};
use super::missile_targets::{MissileTarget, MissileTargets};
use super::ships::Ships;
use super::turn::Turn;
use super::volley::{MAX_SALVOS, Salvo, Salvos};

/// Progress of an activation. A position of the game has numbers in place of the volley and of the
/// aims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase<V, A> {
    /// The activation begins.
    Ready,
    /// The dice are about to be rolled.
    Fire,
    /// Dice of a volley are still to be assigned; then `wounds` points hit the firing fleet.
    Assign { volley: V, wounds: u8 },
    /// Missiles are still to be aimed; `aims` are those aimed so far.
    Aim { volley: V, aims: A },
    /// Defences from `next` on may still shoot at the missiles.
    Defend { aims: A, next: u8 },
    /// A defence may still stop `hits` missiles.
    Stop { aims: A, defence: u8, hits: u8 },
    /// Nothing is left but the damage to the firing fleet and the end of the activation.
    Done { wounds: u8 },
}

/// A phase with its volley and its aims.
pub(super) type OpenPhase = Phase<Salvos, MissileTargets>;

/// A single decision of a captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Fire,
    Retreat,
    /// Assigns the first die of the volley to the ship of a group in a place; to none if it can hit
    /// none.
    Assign(Option<(u8, u8)>),
    /// Aims the first missile of the volley, if it can hit a ship.
    Aim(Option<MissileTarget>),
    /// Stops the missile with this index, or no more missiles.
    Stop(Option<u8>),
}

/// The decisions that a captain may make, in the order of D16.
pub(super) type Decisions = ArrayVec<Decision, { SHIPS + 1 }>;

const _: () = assert!(DICE <= SHIPS, "there is room for all missiles that may be stopped");

impl<V, A> Phase<V, A> {
    /// Whether a captain decides about dice or missiles.
    pub(super) fn is_decision(&self) -> bool {
        matches!(self, Self::Assign { .. } | Self::Aim { .. } | Self::Stop { .. })
    }

    /// Returns the phase with other values for its volley and its aims.
    #[inline]
    pub(super) fn map<W, B>(
        &self,
        volley_of: impl FnOnce(&V) -> W,
        aims_of: impl FnOnce(&A) -> B,
    ) -> Phase<W, B> {
        match *self {
            Self::Ready => Phase::Ready,
            Self::Fire => Phase::Fire,
            Self::Assign { ref volley, wounds } => {
                Phase::Assign { volley: volley_of(volley), wounds }
            }
            Self::Aim { ref volley, ref aims } => {
                Phase::Aim { volley: volley_of(volley), aims: aims_of(aims) }
            }
            Self::Defend { ref aims, next } => Phase::Defend { aims: aims_of(aims), next },
            Self::Stop { ref aims, defence, hits } => {
                Phase::Stop { aims: aims_of(aims), defence, hits }
            }
            Self::Done { wounds } => Phase::Done { wounds },
        }
    }
}

impl EclipseBattle {
    /// Returns the decisions that a captain may make in a phase; none where chance or the rules
    /// decide.
    pub(super) fn decisions(
        &self,
        turn: &Turn,
        state: &EclipseState,
        phase: &OpenPhase,
    ) -> Decisions {
        let enemy = 1 - turn.side;
        match phase {
            Phase::Ready => self.retreats(turn, state),
            Phase::Assign { volley, .. } => {
                let Salvo { reach, damage, .. } = volley[0];
                let (ships, groups) = (&state.ships[enemy], turn.hit_groups(reach));
                let targets = self.rosters[enemy].targets(ships, groups, damage);
                // A die that can hit nothing is lost.
                let target = |(group, place)| (group as u8, place as u8);
                or_none(targets.into_iter().map(target), Decision::Assign)
            }
            Phase::Aim { volley, aims } => {
                let targets = self.missile_targets(turn, volley[0], &state.ships[enemy], aims);
                or_none(targets, Decision::Aim)
            }
            Phase::Stop { aims, defence, .. } => {
                let groups = self.defences[usize::from(*defence)].groups;
                let all = aims.all();
                let is_new = |n: &usize| *n == 0 || all[*n] != all[n - 1];
                let may = (0..all.len()).filter(|&n| groups >> all[n].group & 1 == 1);
                let missiles = may.filter(is_new).map(|n| Some(n as u8));
                // A hit may stop a missile, but does not have to.
                missiles.chain([None]).map(Decision::Stop).collect()
            }
            Phase::Fire | Phase::Defend { .. } | Phase::Done { .. } => Decisions::new(),
        }
    }

    /// Returns the decisions at the beginning of an activation: to fire, or to begin a retreat. A
    /// declared policy leaves one of them; a group that leaves the battle has none.
    fn retreats(&self, turn: &Turn, state: &EclipseState) -> Decisions {
        let mut decisions = Decisions::new();
        if state.ships[turn.side].alive[turn.group] == 0 || leaves(turn, state) {
            return decisions;
        }
        let may = turn.retreat.filter(|_| !self.is_held(turn.side, state));
        let begins = may.map(|_| declared_retreat(turn, state));
        if begins.is_none_or(|begins| begins != Some(true)) {
            decisions.push(Decision::Fire);
        }
        if begins.is_some_and(|begins| begins != Some(false)) {
            decisions.push(Decision::Retreat);
        }
        decisions
    }

    /// Returns the ships at which the next missile may be aimed, even ones that other missiles
    /// destroy (D15); one of equal ones, in the order of D16: by the effect of the missile if none
    /// is stopped.
    fn missile_targets(
        &self,
        turn: &Turn,
        salvo: Salvo,
        ships: &Ships,
        aims: &MissileTargets,
    ) -> ArrayVec<MissileTarget, SHIPS> {
        let roster = &self.rosters[1 - turn.side];
        let groups = turn.hit_groups(salvo.reach);
        let aimed = |place: usize| {
            let at = move |aim: &&MissileTarget| usize::from(aim.place) == place;
            aims.all().iter().filter(at).map(|aim| aim.damage)
        };
        let mut targets: ArrayVec<MissileTarget, SHIPS> = ArrayVec::new();
        for &group in roster.by_rank.iter().filter(|&&g| groups >> g & 1 == 1) {
            for place in roster.living(ships, usize::from(group)).rev() {
                let same = |other: &MissileTarget| {
                    let there = usize::from(other.place);
                    other.group == group
                        && ships.life[there] == ships.life[place]
                        && aimed(there).eq(aimed(place))
                };
                if !targets.iter().any(same) {
                    targets.push(MissileTarget { place: place as u8, group, damage: salvo.damage });
                }
            }
        }
        targets.sort_by_key(|aim| {
            let life = aims.life_left(ships, usize::from(aim.place));
            roster.preference(usize::from(aim.group), life, aim.damage)
        });
        targets
    }

    /// Carries out a decision, and goes on to the phase after it.
    pub(super) fn decide(
        &self,
        turn: &Turn,
        state: &mut EclipseState,
        phase: &mut OpenPhase,
        decision: Decision,
    ) {
        let enemy = 1 - turn.side;
        match (&mut *phase, decision) {
            (_, Decision::Fire) if turn.is_armed => *phase = Phase::Fire,
            (_, Decision::Fire) => *phase = Phase::Done { wounds: 0 },
            (_, Decision::Retreat) => {
                self.begin_retreat(turn, state);
                *phase = Phase::Done { wounds: 0 };
            }
            (Phase::Assign { volley, wounds }, Decision::Assign(target)) => {
                let ships = &mut state.ships[enemy];
                if let Some((group, place)) = target {
                    let (group, place) = (usize::from(group), usize::from(place));
                    ships.hit(&self.rosters[enemy], group, place, volley[0].damage);
                }
                let goes_on = take_first_die(volley) && ships.afloat > 0;
                if !goes_on {
                    *phase = Phase::Done { wounds: *wounds };
                }
            }
            (Phase::Aim { volley, aims }, Decision::Aim(target)) => {
                target.into_iter().for_each(|target| aims.add(target));
                if !take_first_die(volley) {
                    *phase = Phase::Defend { aims: *aims, next: 0 };
                }
            }
            (Phase::Stop { aims, defence, hits }, Decision::Stop(missile)) => {
                missile.into_iter().for_each(|missile| aims.remove(missile.into()));
                *hits -= 1;
                if *hits == 0 || missile.is_none() {
                    *phase = Phase::Defend { aims: *aims, next: *defence + 1 };
                }
            }
            _ => {}
        }
    }
}

/// Returns the decisions for these targets, or the one for no target.
fn or_none<T>(
    targets: impl IntoIterator<Item = T>,
    decision: fn(Option<T>) -> Decision,
) -> Decisions {
    let mut decisions: Decisions = targets.into_iter().map(Some).map(decision).collect();
    if decisions.is_empty() {
        decisions.push(decision(None));
    }
    decisions
}

/// Returns a volley, padded with empty salvos to its full length.
pub(super) fn padded(volley: &[Salvo]) -> Salvos {
    let mut all = [Salvo::default(); MAX_SALVOS];
    all[..volley.len()].copy_from_slice(volley);
    all
}

/// Removes the first die of a volley. Returns whether others are left.
fn take_first_die(volley: &mut Salvos) -> bool {
    volley[0].hits -= 1;
    if volley[0].hits == 0 {
        volley.copy_within(1.., 0);
        volley[MAX_SALVOS - 1] = Salvo::default();
    }
    volley[0].hits > 0
}
