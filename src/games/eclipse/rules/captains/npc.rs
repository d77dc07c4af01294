//! The rule for non-player ships (D8). Players may use it as well.
//!
//! Destroy ships, the largest first, if possible; otherwise do as much damage as possible, to the
//! largest first. Of all results that the dice can reach, the rule takes the one that is greatest
//! in this order:
//!
//! 1. ships destroyed of the largest rank, of the next, …;
//! 2. damage on surviving ships of the largest rank, of the next, …;
//! 3. rank by rank the remaining hulls of the survivors, sorted, lowest first, the lower
//!    the better (`npc-spread`: the higher the better);
//! 4. damage on the group listed first (D11).
//!
//! If a volley has so many different dice and targets that the search for the best result would
//! take too long, it is assigned die by die in the same spirit, and a warning says so.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::super::battle::EclipseBattle;
use super::super::fleet::limits::GROUPS;
use super::super::missile_targets::{Board, MissileBoard, MissileTargets};
use super::super::policy::Policy;
use super::super::ships::{EclipseRoster, Ships};
use super::super::turn::{AssignmentRules, Turn};
use super::super::volley::{Salvo, Salvos};
use super::allotment::Allotter;
use super::threat;

/// Captain that follows the rule, with a cache of earlier decisions.
#[derive(Clone, Debug)]
pub(in super::super) struct NonPlayerCaptain {
    allotter: Option<Allotter>,
    /// Decisions by hash of their question; a newer one replaces an older one. Empty before the
    /// first decision.
    known: Vec<Option<Decision>>,
    /// Whether a volley was too large to search for its best result.
    pub(super) approximated: bool,
}

/// A volley, the ships before it and the ships after it.
#[derive(Clone, Debug)]
struct Decision {
    battle: u16,
    side: usize,
    /// Allies on a side may play differently.
    policy: Policy,
    faces: [u8; GROUPS],
    salvos: Salvos,
    length: usize,
    before: Ships,
    after: Ships,
}

/// All that a decision depends on.
type Key<'a> = (u16, usize, Policy, &'a [u8; GROUPS], &'a [Salvo], &'a Ships);

impl Decision {
    fn key(&self) -> Key<'_> {
        let volley = &self.salvos[..self.length];
        (self.battle, self.side, self.policy, &self.faces, volley, &self.before)
    }
}

impl NonPlayerCaptain {
    /// Size of the cache of decisions.
    const CACHE_SIZE: usize = 1 << 12;

    pub(super) fn new(battle: &EclipseBattle) -> Self {
        let mut captain = Self { allotter: None, known: Vec::new(), approximated: false };
        captain.prepare(battle);
        captain
    }

    /// Allocates the working memory that this battle needs.
    pub(in super::super) fn prepare(&mut self, battle: &EclipseBattle) {
        let is_simple = |turn: &Turn| {
            let is_declared = matches!(turn.policy, Policy::Npc | Policy::NpcSpread);
            let is_easy =
                turn.faces_of_all.is_some() && turn.single_points && turn.targets.ranks_differ;
            (!is_declared || is_easy) && !turn.is_shot_at && turn.carriers == [0; GROUPS]
        };
        if self.allotter.is_none() && !battle.turns.iter().all(is_simple) {
            self.allotter = Some(Allotter::new());
        }
    }

    /// Returns the work done so far, in units of half a microsecond.
    #[inline]
    pub(super) fn work_done(&self) -> u64 {
        const UNIT_NANOSECONDS: u64 = 500;
        self.allotter.as_ref().map_or(0, |allotter| allotter.nanoseconds / UNIT_NANOSECONDS)
    }

    /// Returns the search for the best result.
    pub(super) fn allotter(&mut self) -> &mut Allotter {
        self.allotter.get_or_insert_with(Allotter::new)
    }

    /// Assigns a volley.
    #[inline]
    pub(super) fn assign(&mut self, battle: u16, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        if let [salvo @ Salvo { damage: 1, .. }] = volley
            && turn.faces_of_all.is_some()
            && turn.targets.ranks_differ
        {
            assign_single_points(&turn.targets, salvo.hits, turn.policy, enemy);
        } else {
            self.assign_any(battle, turn, volley, enemy);
        }
    }

    /// Aims missiles that point defence may shoot down.
    pub(super) fn aim(&mut self, turn: &Turn, volley: &[Salvo], enemy: &Ships) -> MissileTargets {
        if let Some(aims) = self.allotter().best_aims(turn.range(), volley, enemy, None) {
            return aims;
        }
        self.approximated = true;
        let mut board = MissileBoard::at(enemy);
        without_looking_ahead(turn, volley, &mut board);
        board.with_spares(turn, volley, enemy)
    }

    /// Aims missiles that point defence may shoot down so that the result is that of `threat` if
    /// none is stopped (D15).
    pub(super) fn aim_as_threat(
        &mut self,
        turn: &Turn,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> MissileTargets {
        let mut board = MissileBoard::at(enemy);
        threat::assign(turn, volley, &mut board);
        let result = std::array::from_fn(|place| board.aims.life_left(enemy, place));
        self.allotter().best_aims(turn.range(), volley, enemy, Some(&result)).unwrap_or_else(|| {
            self.approximated = true;
            board.with_spares(turn, volley, enemy)
        })
    }

    /// Returns the ships after the damage that rift dice do to their own fleet (D12): single points
    /// on the ships that carry such dice, in the order of D8.
    pub(in super::super) fn wound(
        &mut self,
        roster: &EclipseRoster,
        carriers: &[u8; GROUPS],
        points: u8,
        ships: &Ships,
    ) -> Ships {
        let range = AssignmentRules { targets: roster, faces: carriers, policy: Policy::Npc };
        let volley = [Salvo { damage: 1, reach: 1, hits: points, battery: 0 }];
        // One kind of dice is always within the limits of the search.
        let mut after = self.allotter().best(range, &volley, ships).unwrap_or(*ships);
        for group in 0..roster.groups {
            after.destroy(roster, group, ships.alive[group] - after.alive[group]);
        }
        after
    }

    /// Assigns a volley by the definition: the greatest of all results, from the cache if it is
    /// known.
    #[cold]
    fn assign_any(&mut self, battle: u16, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        if self.known.is_empty() {
            self.known.resize_with(Self::CACHE_SIZE, || None);
        }
        let key: Key<'_> = (battle, turn.side, turn.policy, &turn.faces, volley, &*enemy);
        let place = FxBuildHasher.hash_one(key) as usize % Self::CACHE_SIZE;
        if let Some(known) = &self.known[place]
            && known.key() == key
        {
            *enemy = known.after;
            return;
        }
        let after = self.allotter().best(turn.range(), volley, enemy).unwrap_or_else(|| {
            self.approximated = true;
            let mut after = *enemy;
            without_looking_ahead(turn, volley, &mut after);
            after
        });
        let mut salvos = Salvos::default();
        salvos[..volley.len()].copy_from_slice(volley);
        self.known[place] = Some(Decision {
            battle,
            side: turn.side,
            policy: turn.policy,
            faces: turn.faces,
            salvos,
            length: volley.len(),
            before: *enemy,
            after,
        });
        *enemy = after;
    }
}

/// Applies D8 where every die does one point and hits everything, and every rank is one group.
/// Destroying a ship takes its life in points, so the weakest ships of the largest rank are
/// destroyed first. The points left cannot destroy any ship and go to the largest.
#[inline]
fn assign_single_points(roster: &EclipseRoster, mut dice: u8, policy: Policy, enemy: &mut Ships) {
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
            // Each point goes to the healthiest ship, which comes first.
            for _ in 0..dice {
                enemy.hit(roster, group, usize::from(roster.first[group]), 1);
            }
        }
        _ => enemy.hit_weakest(group, roster.weakest(enemy, group), dice),
    }
}

/// Assigns a volley that is too large for the search: each die in turn goes to the weakest ship of
/// the largest rank that the rest of the volley can still destroy; if there is none, to the
/// largest.
fn without_looking_ahead<B: Board>(turn: &Turn, volley: &[Salvo], board: &mut B) {
    let roster = &turn.targets;
    for (i, salvo) in volley.iter().enumerate() {
        for fired in 0..salvo.hits {
            let ships = board.ships();
            let reachable = |g: usize| ships.alive[g] > 0 && turn.faces[g] >= salvo.reach;
            let left = u32::from(salvo.hits - fired) * u32::from(salvo.damage);
            // Includes later dice, as far as they reach the group.
            let points = |g: usize| {
                let others = volley[i + 1..].iter().filter(|other| turn.faces[g] >= other.reach);
                left + others.map(Salvo::points).sum::<u32>()
            };
            let life = |g: usize| ships.life[roster.weakest(ships, g)];
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
                roster.weakest(ships, group)
            };
            board.shoot(roster, group, place, 1, salvo.damage);
        }
    }
}
