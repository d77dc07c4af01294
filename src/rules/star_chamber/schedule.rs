//! Who fires when, and how strongly.
//!
//! Leaders die by events alone as long as their force has a ship (9), so who leads, in which
//! order forces fire and what each shot deals is known before the first shot. Only the force
//! that is out fires no more.

use std::cmp::Reverse;
use std::ops::Range;

use super::force::{Event, Force, Terms, limits};

/// Ships of a force that nothing tells apart but their damage: a group, or a part of it where
/// an event concerns one ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) force: usize,
    pub(super) group: usize,
    /// Their places among the ships of the group.
    pub(super) ships: Range<usize>,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Beat {
    /// A new turn begins.
    Turn,
    /// Something happens to ships of these kinds.
    Event {
        kinds: Vec<usize>,
        shield: u16,
        damage: u16,
        /// The force whose leader is killed.
        leader: Option<usize>,
    },
    /// All events of the round have happened: is the series over?
    Judge,
    /// Ships fire, one after the other.
    Fire(Volley),
    /// Ships of several kinds fire in any order.
    FireShuffled(Vec<Volley>),
}

/// Fire of the ships of a kind in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Volley {
    pub(super) force: usize,
    pub(super) kind: usize,
    /// What the weapons of a ship deal, in order.
    pub(super) shots: Vec<u16>,
}

/// Ships are told apart where an event concerns one of them.
pub(super) fn kinds(forces: &[Force], terms: &Terms) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (f, force) in forces.iter().enumerate() {
        for (g, group) in force.groups.iter().enumerate() {
            let count = usize::from(group.count);
            let alone = |ship: usize| {
                terms.events.iter().any(|event| {
                    event.force == f && event.ship == Some(ship) && event.concerns(g, ship)
                })
            };
            let mut from = 0;
            for ship in 0..count {
                let is_last = ship + 1 == count || alone(ship) || alone(ship + 1);
                if is_last {
                    kinds.push(Kind { force: f, group: g, ships: from..ship + 1 });
                    from = ship + 1;
                }
            }
        }
    }
    kinds
}

/// Everything that happens, in order.
pub(super) fn schedule(forces: &[Force], kinds: &[Kind], terms: &Terms) -> Vec<Beat> {
    let mut beats = Vec::new();
    let mut leaders: Vec<Leaders> = forces.iter().map(Leaders::new).collect();
    let mut alert: Vec<bool> =
        kinds.iter().map(|kind| forces[kind.force].groups[kind.group].alert).collect();
    for turn in 1..=terms.turns {
        if turn > 1 {
            beats.push(Beat::Turn);
        }
        leaders.iter_mut().for_each(Leaders::name);
        for round in 1..=limits::ROUNDS {
            let happens = |event: &&Event| (event.turn, event.round) == (turn, round);
            let mut any = false;
            for event in terms.events.iter().filter(happens) {
                any = true;
                let concerned: Vec<usize> = (0..kinds.len())
                    .filter(|&kind| {
                        let Kind { force, group, ref ships } = kinds[kind];
                        force == event.force && event.concerns(group, ships.start)
                    })
                    .collect();
                if let Some(is_alert) = event.alert {
                    concerned.iter().for_each(|&kind| alert[kind] = is_alert);
                }
                let killed = event.kills_leader && leaders[event.force].kill();
                let leader = killed.then_some(event.force);
                let Event { shield, damage, .. } = *event;
                if shield > 0 || damage > 0 || killed {
                    beats.push(Beat::Event { kinds: concerned, shield, damage, leader });
                }
            }
            if any {
                beats.push(Beat::Judge);
            }
            fire(&mut beats, forces, kinds, terms, (round, &leaders, &alert));
        }
    }
    beats
}

/// The fire of one round, force by force (5).
fn fire(
    beats: &mut Vec<Beat>,
    forces: &[Force],
    kinds: &[Kind],
    terms: &Terms,
    (round, leaders, alert): (u8, &[Leaders], &[bool]),
) {
    let mut order: Vec<usize> = (0..forces.len()).collect();
    order.sort_by_key(|&f| {
        let Force { edge, tie_breaker, is_neutral, .. } = forces[f];
        (Reverse(leaders[f].leadership()), is_neutral, !edge, tie_breaker)
    });
    for force in order {
        let volley = |(kind, of): (usize, &Kind)| {
            let group = forces[force].groups.get(of.group).filter(|_| of.force == force)?;
            if !group.can_fire {
                return None;
            }
            // +2 for an alert crew, half the leader's Leadership (6).
            let more = 2 * u16::from(alert[kind]) + leaders[force].leadership() / 2;
            let weapons = group.weapons.iter().filter(|weapon| weapon.round == round);
            let shots: Vec<u16> = weapons.map(|weapon| weapon.damage + more).collect();
            (!shots.is_empty()).then_some(Volley { force, kind, shots })
        };
        let volleys: Vec<Volley> = kinds.iter().enumerate().filter_map(volley).collect();
        if terms.shuffles && volleys.len() > 1 {
            beats.push(Beat::FireShuffled(volleys));
        } else {
            beats.extend(volleys.into_iter().map(Beat::Fire));
        }
    }
}

/// The leaders of a force: one a turn, the best of those that are alive (4, S8).
struct Leaders {
    /// The best last.
    alive: Vec<u16>,
    leads: bool,
}

impl Leaders {
    fn new(force: &Force) -> Self {
        let mut alive: Vec<u16> = force.personae.iter().copied().filter(|l| *l > 0).collect();
        alive.sort_unstable();
        Self { alive, leads: false }
    }

    /// A leader is named for this turn, if there is one.
    fn name(&mut self) {
        self.leads = !self.alive.is_empty();
    }

    /// The leader is killed: was there one?
    fn kill(&mut self) -> bool {
        let had = std::mem::take(&mut self.leads);
        if had {
            self.alive.pop();
        }
        had
    }

    fn leadership(&self) -> u16 {
        if self.leads { self.alive.last().copied().unwrap_or(0) } else { 0 }
    }
}
