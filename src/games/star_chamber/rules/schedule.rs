//! The schedule of a series: the firing order, and the damage of each shot.
//!
//! As long as a force has a ship, only events kill its leader (9). The leaders, the firing order of
//! the forces and the damage of each shot are therefore known in advance. The one exception is that
//! destroyed ships do not fire.

use std::cmp::Reverse;
use std::ops::Range;

use super::force::{StarEvent, StarForce, StarTerms, limits};

/// Ships of a group that differ in nothing but damage: a whole group, or a part of it if an event
/// concerns a single ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LikeShips {
    pub(super) force: usize,
    pub(super) group: usize,
    /// Indices of the ships within the group.
    pub(super) ships: Range<usize>,
}

/// One entry of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScheduleEntry {
    /// A new turn begins.
    Turn,
    /// An event changes the ships of these kinds.
    Event {
        kinds: Vec<usize>,
        shield: u16,
        damage: u16,
        /// The force whose leader is killed, if any.
        leader: Option<usize>,
    },
    /// All events of the round have happened. The series ends here if it is decided.
    Judge,
    /// The ships of a kind fire one after the other.
    Fire(Volley),
    /// Ships of several kinds fire in random order.
    FireShuffled(Vec<Volley>),
}

/// Fire of all ships of one kind in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Volley {
    pub(super) force: usize,
    pub(super) kind: usize,
    /// Damage of each weapon of a ship, in firing order.
    pub(super) shots: Vec<u16>,
}

/// Splits the groups into kinds. A ship that an event singles out is a separate kind.
pub(super) fn kinds(forces: &[StarForce], terms: &StarTerms) -> Vec<LikeShips> {
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
                    kinds.push(LikeShips { force: f, group: g, ships: from..ship + 1 });
                    from = ship + 1;
                }
            }
        }
    }
    kinds
}

/// Returns everything that happens, in order.
pub(super) fn schedule(
    forces: &[StarForce],
    kinds: &[LikeShips],
    terms: &StarTerms,
) -> Vec<ScheduleEntry> {
    let mut beats = Vec::new();
    let mut leaders: Vec<Leaders> = forces.iter().map(Leaders::new).collect();
    let mut alert: Vec<bool> =
        kinds.iter().map(|kind| forces[kind.force].groups[kind.group].alert).collect();
    for turn in 1..=terms.turns {
        if turn > 1 {
            beats.push(ScheduleEntry::Turn);
        }
        leaders.iter_mut().for_each(Leaders::name);
        for round in 1..=limits::ROUNDS {
            let happens = |event: &&StarEvent| (event.turn, event.round) == (turn, round);
            let mut any = false;
            for event in terms.events.iter().filter(happens) {
                any = true;
                let concerned: Vec<usize> = (0..kinds.len())
                    .filter(|&kind| {
                        let LikeShips { force, group, ref ships } = kinds[kind];
                        force == event.force && event.concerns(group, ships.start)
                    })
                    .collect();
                if let Some(is_alert) = event.alert {
                    concerned.iter().for_each(|&kind| alert[kind] = is_alert);
                }
                let killed = event.kills_leader && leaders[event.force].kill();
                let leader = killed.then_some(event.force);
                let StarEvent { shield, damage, .. } = *event;
                if shield > 0 || damage > 0 || killed {
                    beats.push(ScheduleEntry::Event { kinds: concerned, shield, damage, leader });
                }
            }
            if any {
                beats.push(ScheduleEntry::Judge);
            }
            fire(&mut beats, forces, kinds, terms, (round, &leaders, &alert));
        }
    }
    beats
}

/// Adds the fire of one round, force by force (5).
fn fire(
    beats: &mut Vec<ScheduleEntry>,
    forces: &[StarForce],
    kinds: &[LikeShips],
    terms: &StarTerms,
    (round, leaders, alert): (u8, &[Leaders], &[bool]),
) {
    let mut order: Vec<usize> = (0..forces.len()).collect();
    order.sort_by_key(|&f| {
        let StarForce { edge, tie_breaker, is_neutral, .. } = forces[f];
        (Reverse(leaders[f].leadership()), is_neutral, !edge, tie_breaker)
    });
    for force in order {
        let volley = |(kind, of): (usize, &LikeShips)| {
            let group = forces[force].groups.get(of.group).filter(|_| of.force == force)?;
            if !group.can_fire {
                return None;
            }
            // +2 for an alert crew, plus half of the leader's Leadership (6).
            let more = 2 * u16::from(alert[kind]) + leaders[force].leadership() / 2;
            let weapons = group.weapons.iter().filter(|weapon| weapon.round == round);
            let shots: Vec<u16> = weapons.map(|weapon| weapon.damage + more).collect();
            (!shots.is_empty()).then_some(Volley { force, kind, shots })
        };
        let volleys: Vec<Volley> = kinds.iter().enumerate().filter_map(volley).collect();
        if terms.shuffles && volleys.len() > 1 {
            beats.push(ScheduleEntry::FireShuffled(volleys));
        } else {
            beats.extend(volleys.into_iter().map(ScheduleEntry::Fire));
        }
    }
}

/// Leaders of a force: in each turn the best living persona leads (4, S8).
struct Leaders {
    /// Leadership of the living personae, in ascending order.
    alive: Vec<u16>,
    leads: bool,
}

impl Leaders {
    fn new(force: &StarForce) -> Self {
        let mut alive: Vec<u16> = force.personae.iter().copied().filter(|l| *l > 0).collect();
        alive.sort_unstable();
        Self { alive, leads: false }
    }

    /// Chooses the leader of a new turn, if a persona is alive.
    fn name(&mut self) {
        self.leads = !self.alive.is_empty();
    }

    /// Kills the leader. Returns whether there was one.
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
