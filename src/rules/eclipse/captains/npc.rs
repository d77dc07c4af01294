//! The rule for non-player ships (D8), which anyone may play by.
//!
//! Destroy ships, the largest first, if possible; else do as much damage as possible, to
//! the largest first. Of all results that the dice can reach, the rule takes the one that
//! is greatest in this order:
//!
//! 1. ships destroyed of the largest rank, of the next, …;
//! 2. damage standing on surviving ships of the largest rank, of the next, …;
//! 3. rank by rank the remaining hulls of the survivors, sorted, lowest first, the lower
//!    the better (`npc-spread`: the higher the better);
//! 4. the group listed first bears it (D11).
//!
//! Volleys of so many different dice on so many ships that the best result would take too
//! long to find are assigned die by die in the same spirit, and the result says so.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::super::compile::EclipseBattle;
use super::super::fleet::limits::GROUPS;
use super::super::ships::{Roster, Ships};
use super::super::turn::Turn;
use super::super::volley::{Salvo, Salvos};
use super::Policy;
use super::allotment::Allotter;

/// The captain, with the results it has worked out before.
#[derive(Debug)]
pub(super) struct NonPlayer {
    allotter: Option<Allotter>,
    /// Decisions by hash of the question; a newer one takes the place of an older.
    known: Vec<Option<Decision>>,
    /// A volley was too large to find its best result.
    pub(super) approximated: bool,
}

/// A volley on ships, and what became of them.
#[derive(Debug)]
struct Decision {
    side: usize,
    faces: [u8; GROUPS],
    volley: Salvos,
    before: Ships,
    after: Ships,
}

impl NonPlayer {
    /// Decisions that are remembered.
    const KNOWN: usize = 1 << 12;

    pub(super) fn new(battle: &EclipseBattle) -> Self {
        let volleys_are_simple = battle.turns.iter().all(|turn| {
            !matches!(turn.policy, Policy::Npc | Policy::NpcSpread)
                || (turn.faces_of_all.is_some() && turn.single_points && turn.targets.ranks_differ)
        });
        if volleys_are_simple {
            return Self { allotter: None, known: Vec::new(), approximated: false };
        }
        Self {
            allotter: Some(Allotter::new()),
            known: std::iter::repeat_with(|| None).take(Self::KNOWN).collect(),
            approximated: false,
        }
    }

    /// What it has thought about so far, in units of about half a microsecond.
    #[inline]
    pub(super) fn effort(&self) -> u64 {
        const FIGURES: u64 = 512;
        self.allotter.as_ref().map_or(0, |allotter| allotter.figures / FIGURES)
    }

    /// Assigns the volley.
    #[inline]
    pub(super) fn assign(&mut self, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        if let [salvo @ Salvo { damage: 1, .. }] = volley
            && turn.faces_of_all.is_some()
            && turn.targets.ranks_differ
        {
            assign_single_points(&turn.targets, salvo.hits, turn.policy, enemy);
        } else {
            self.assign_any(turn, volley, enemy);
        }
    }

    /// The definition: the greatest of all results.
    #[cold]
    fn assign_any(&mut self, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        // Unused room is all zeros, so volleys of any length compare as arrays.
        let mut salvos = Salvos::default();
        salvos[..volley.len()].copy_from_slice(volley);
        let key = (turn.side, &turn.faces, &salvos, &*enemy);
        let place = FxBuildHasher.hash_one(key) as usize % Self::KNOWN;
        if let Some(known) = &self.known[place]
            && (known.side, &known.faces, &known.volley, &known.before) == key
        {
            *enemy = known.after;
            return;
        }
        let after = self.allotter.as_mut().and_then(|all| all.best(turn, volley, enemy));
        let after = after.unwrap_or_else(|| {
            self.approximated = true;
            without_looking_ahead(turn, volley, enemy)
        });
        self.known[place] = Some(Decision {
            side: turn.side,
            faces: turn.faces,
            volley: salvos,
            before: *enemy,
            after,
        });
        *enemy = after;
    }
}

/// D8 where every die does one point and hits everything, and every rank is one group: a
/// ship costs its life, so the weakest of the largest rank die first; what is left is too
/// little to destroy any ship and goes onto the largest.
#[inline]
fn assign_single_points(roster: &Roster, mut dice: u8, policy: Policy, enemy: &mut Ships) {
    let mut largest = None;
    for &group in &roster.by_rank {
        let group = usize::from(group);
        while enemy.alive[group] > 0 {
            let weakest = roster.weakest(enemy, group);
            let life = enemy.life[weakest];
            if life > dice {
                largest = largest.or(Some(group));
                break;
            }
            enemy.hit_weakest(group, weakest, life);
            dice -= life;
        }
    }
    let Some(group) = largest else { return };
    match policy {
        Policy::NpcSpread => {
            // Each point goes to the healthiest, which stands first.
            for _ in 0..dice {
                enemy.hit(roster, group, usize::from(roster.first[group]), 1);
            }
        }
        _ => enemy.hit_weakest(group, roster.weakest(enemy, group), dice),
    }
}

/// The rule where the best result would take too long to find: each die in turn goes to the
/// largest ship that the rest of the volley can still destroy, the weakest first; if there
/// is none, to the largest.
fn without_looking_ahead(turn: &Turn, volley: &[Salvo], enemy: &Ships) -> Ships {
    let (roster, mut ships) = (&turn.targets, *enemy);
    for (i, salvo) in volley.iter().enumerate() {
        for fired in 0..salvo.hits {
            let reachable = |g: usize| ships.alive[g] > 0 && turn.faces[g] >= salvo.reach;
            let left = u32::from(salvo.hits - fired) * u32::from(salvo.damage);
            // Dice that are still to come, as far as they reach the group.
            let points = |g: usize| {
                let others = volley[i + 1..].iter().filter(|other| turn.faces[g] >= other.reach);
                left + others.map(Salvo::points).sum::<u32>()
            };
            let life = |g: usize| ships.life[roster.weakest(&ships, g)];
            let mut groups =
                roster.by_rank.iter().map(|&g| usize::from(g)).filter(|&g| reachable(g));
            let largest = groups.clone().next();
            let doomed = groups.find(|&g| u32::from(life(g)) <= points(g));
            let Some(group) = doomed.or(largest) else {
                break;
            };
            let place = if doomed.is_none() && turn.policy == Policy::NpcSpread {
                usize::from(roster.first[group])
            } else {
                roster.weakest(&ships, group)
            };
            ships.hit(roster, group, place, salvo.damage);
        }
    }
    ships
}
