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

use super::super::aims::{Aiming, Aims, Board};
use super::super::compile::EclipseBattle;
use super::super::fleet::limits::GROUPS;
use super::super::ships::{Roster, Ships};
use super::super::turn::Turn;
use super::super::volley::{Salvo, Salvos};
use super::allotment::Allotter;
use super::interception::intercept;
use super::{Policy, Range, threat};

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

impl NonPlayer {
    /// Decisions that are remembered.
    const KNOWN: usize = 1 << 12;

    pub(super) fn new(battle: &EclipseBattle) -> Self {
        let mut captain = Self { allotter: None, known: Vec::new(), approximated: false };
        captain.prepare(battle);
        captain
    }

    /// Makes room for what this battle may ask.
    pub(super) fn prepare(&mut self, battle: &EclipseBattle) {
        let is_simple = |turn: &Turn| {
            let is_declared = matches!(turn.policy, Policy::Npc | Policy::NpcSpread);
            let is_easy =
                turn.faces_of_all.is_some() && turn.single_points && turn.targets.ranks_differ;
            (!is_declared || is_easy) && !turn.is_shot_at && turn.carriers == [0; GROUPS]
        };
        if self.allotter.is_none() && !battle.turns.iter().all(is_simple) {
            self.allotter = Some(Allotter::new());
            self.known = std::iter::repeat_with(|| None).take(Self::KNOWN).collect();
        }
    }

    /// What it has thought about so far, in units of about half a microsecond.
    #[inline]
    pub(super) fn effort(&self) -> u64 {
        const UNIT: u64 = 500;
        self.allotter.as_ref().map_or(0, |allotter| allotter.nanoseconds / UNIT)
    }

    /// Assigns the volley.
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

    /// Aims missiles at which the enemy will shoot.
    pub(super) fn aim(&mut self, turn: &Turn, volley: &[Salvo], enemy: &Ships) -> Aims {
        let allotter = self.allotter.get_or_insert_with(Allotter::new);
        if let Some(aims) = allotter.best_aims(turn.range(), volley, enemy, None) {
            return aims;
        }
        self.approximated = true;
        let mut board = Aiming::at(enemy);
        without_looking_ahead(turn, volley, &mut board);
        board.with_spares(turn, volley, enemy)
    }

    /// Aims missiles at which the enemy will shoot with the result of `threat`, as if nothing
    /// were stopped (D15).
    pub(super) fn aim_as_threat(&mut self, turn: &Turn, volley: &[Salvo], enemy: &Ships) -> Aims {
        let mut board = Aiming::at(enemy);
        threat::assign(turn, volley, &mut board);
        let result = std::array::from_fn(|place| board.aims.life_left(enemy, place));
        let allotter = self.allotter.get_or_insert_with(Allotter::new);
        allotter.best_aims(turn.range(), volley, enemy, Some(&result)).unwrap_or_else(|| {
            self.approximated = true;
            board.with_spares(turn, volley, enemy)
        })
    }

    /// Stops missiles: of those aimed at these groups, so many.
    pub(super) fn intercept(
        &mut self,
        roster: &Roster,
        ships: &Ships,
        groups: u16,
        hits: u32,
        aims: &mut Aims,
    ) {
        let allotter = self.allotter.get_or_insert_with(Allotter::new);
        intercept(roster, ships, groups, hits, aims, allotter.tables());
    }

    /// Damage that a fleet's rift dice do to itself (D12): single points on the ships that
    /// carry such dice, by the order of D8.
    pub(super) fn wound(
        &mut self,
        roster: &Roster,
        carriers: &[u8; GROUPS],
        points: u8,
        ships: &Ships,
    ) -> Ships {
        let range = Range { targets: roster, faces: carriers, policy: Policy::Npc };
        let volley = [Salvo { damage: 1, reach: 1, hits: points, battery: 0 }];
        let allotter = self.allotter.get_or_insert_with(Allotter::new);
        // One kind of dice on no more ships than there can be always fits.
        let mut after = allotter.best(range, &volley, ships).unwrap_or(*ships);
        for group in 0..roster.groups {
            after.wreck(roster, group, ships.alive[group] - after.alive[group]);
        }
        after
    }

    /// The definition: the greatest of all results.
    #[cold]
    fn assign_any(&mut self, battle: u16, turn: &Turn, volley: &[Salvo], enemy: &mut Ships) {
        let key: Key<'_> = (battle, turn.side, turn.policy, &turn.faces, volley, &*enemy);
        let place = FxBuildHasher.hash_one(key) as usize % Self::KNOWN;
        if let Some(known) = &self.known[place]
            && known.key() == key
        {
            *enemy = known.after;
            return;
        }
        let allotter = self.allotter.get_or_insert_with(Allotter::new);
        let after = allotter.best(turn.range(), volley, enemy).unwrap_or_else(|| {
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
fn without_looking_ahead<B: Board>(turn: &Turn, volley: &[Salvo], board: &mut B) {
    let roster = &turn.targets;
    for (i, salvo) in volley.iter().enumerate() {
        for fired in 0..salvo.hits {
            let ships = board.ships();
            let reachable = |g: usize| ships.alive[g] > 0 && turn.faces[g] >= salvo.reach;
            let left = u32::from(salvo.hits - fired) * u32::from(salvo.damage);
            // Dice that are still to come, as far as they reach the group.
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
