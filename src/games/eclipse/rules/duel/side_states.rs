//! All situations of one side, and the situations to which hits lead.

use rustc_hash::FxHashMap;

use super::super::ships::{EclipseRoster, Ships};
use super::super::turn::{EclipseWeapon, Turn};
use super::super::volley::DieKind;
use super::fire::Fire;
use crate::engine::Control;
use crate::model::Lists;
use crate::model::duel::{DuelModelLimit, DuelSide, STEPS_PER_STATE};

/// Error: a duel has more situations or volleys than its limits allow, or was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Steps that were taken before this was found, see [`DuelSide::steps`].
    pub steps: u64,
}

/// Effect of one die: damage to one ship of these groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DieEffect {
    pub(super) damage: u8,
    pub(super) groups: u16,
    /// Whether the die is fired before all cannons.
    pub(super) is_missile: bool,
}

impl DieEffect {
    pub(super) fn of(turn: &Turn, kind: DieKind) -> Self {
        let groups = turn.hit_groups(kind.reach);
        Self { damage: kind.damage, groups, is_missile: turn.weapon == EclipseWeapon::Missile }
    }
}

/// All situations of one side, numbered.
pub(super) struct SideStates {
    pub(super) ships: Vec<Ships>,
    pub(super) numbers: FxHashMap<Ships, u32>,
    pub(super) side: DuelSide,
}

impl SideStates {
    /// Lists the situations that fire at this side can lead to from the openings.
    pub(super) fn new(
        roster: &EclipseRoster,
        openings: &[Ships],
        mut fire: Fire<'_>,
        limit: DuelModelLimit,
        control: &Control,
    ) -> Result<Self, TooLarge> {
        let heals = roster.regenerate.iter().any(|&points| points > 0);
        let mut found = Found::default();
        for opening in openings.iter().chain([&Ships::NONE]) {
            found.number(*opening);
        }
        // Situations are first numbered as they are found.
        let mut lists = vec![Lists::default(); fire.dice.len()];
        let mut healed = Vec::new();
        let mut hits = 0;
        let mut next = 0;
        while next < found.ships.len() {
            let from = found.ships[next];
            for (kind, lists) in lists.iter_mut().enumerate() {
                let damage = fire.dice[kind].damage;
                let targets = fire.targets(&from, kind);
                hits += targets.len() as u64;
                lists.push(targets.into_iter().map(|(group, place)| {
                    let mut after = from;
                    after.hit(roster, group, place, damage);
                    found.number(after)
                }));
            }
            if heals {
                healed.push(found.number(from.healed(roster)));
            }
            let steps = STEPS_PER_STATE * found.ships.len() as u64 + hits;
            if found.ships.len() > limit.states || steps > limit.steps || control.is_stopped() {
                return Err(TooLarge { steps });
            }
            next += 1;
        }
        let (order, mut levels) = found.by_level();
        levels.push(order.len());
        let mut renumbered = vec![0; order.len()];
        (0..).zip(&order).for_each(|(new, &old)| renumbered[old] = new);
        let in_order = |lists: &Lists<u32>| {
            let mut sorted = Lists::default();
            for &old in &order {
                sorted.push(lists.of(old).iter().map(|&to| renumbered[to as usize]));
            }
            sorted
        };
        let side = DuelSide {
            blows: lists.iter().map(in_order).collect(),
            healed: heals
                .then(|| order.iter().map(|&old| renumbered[healed[old] as usize]).collect()),
            levels,
            ranks: Vec::new(),
        };
        let ships = order.iter().map(|&old| found.ships[old]).collect();
        let mut numbers = found.numbers;
        numbers.values_mut().for_each(|number| *number = renumbered[*number as usize]);
        Ok(Self { ships, numbers, side })
    }
}

/// Situations in the order in which they were found.
#[derive(Default)]
struct Found {
    ships: Vec<Ships>,
    numbers: FxHashMap<Ships, u32>,
}

impl Found {
    /// Returns the number of a situation.
    fn number(&mut self, ships: Ships) -> u32 {
        *self.numbers.entry(ships).or_insert_with(|| {
            self.ships.push(ships);
            self.ships.len() as u32 - 1
        })
    }

    /// Returns the situations in ascending order of life, and the first of each level.
    fn by_level(&self) -> (Vec<usize>, Vec<usize>) {
        let life: Vec<u32> = self.ships.iter().map(level).collect();
        let mut order: Vec<usize> = (0..self.ships.len()).collect();
        order.sort_unstable_by_key(|&n| (life[n], &self.ships[n]));
        let starts = |n: &usize| *n == 0 || life[order[*n]] > life[order[*n - 1]];
        let levels = (0..order.len()).filter(starts).collect();
        (order, levels)
    }
}

/// Returns the total life of all ships, which every hit lowers.
fn level(ships: &Ships) -> u32 {
    ships.life.iter().map(|&life| u32::from(life)).sum()
}
