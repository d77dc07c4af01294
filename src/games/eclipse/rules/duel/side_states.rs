//! All situations of one side, and the situations to which hits lead.

use rustc_hash::FxHashMap;

use super::super::ships::{EclipseRoster, Ships};
use super::super::turn::Turn;
use super::super::volley::DieKind;
use super::focus::Focus;
use crate::engine::Control;
use crate::model::duel::{DuelSide, Lists};

/// Error: a duel has more situations or volleys than its limits allow, or was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Number of situations that were listed before this was found.
    pub listed: usize,
}

/// Effect of one die: damage to one ship of these groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DieEffect {
    pub(super) damage: u8,
    pub(super) groups: u16,
}

impl DieEffect {
    pub(super) fn of(turn: &Turn, kind: DieKind) -> Self {
        let hit = (0..turn.targets.groups).filter(|&g| turn.faces[g] >= kind.reach);
        Self { damage: kind.damage, groups: hit.fold(0, |set, g| set | 1 << g) }
    }
}

/// All situations of one side, numbered.
pub(super) struct SideStates {
    pub(super) ships: Vec<Ships>,
    pub(super) numbers: FxHashMap<Ships, u32>,
    pub(super) side: DuelSide,
}

impl SideStates {
    /// Lists the situations that these dice can lead to from the openings, if captains fire at this
    /// side with this focus.
    pub(super) fn new(
        roster: &EclipseRoster,
        openings: &[Ships],
        (blows, focus): (&[DieEffect], Focus),
        max_states: usize,
        control: &Control,
    ) -> Result<Self, TooLarge> {
        let heals = roster.regenerate.iter().any(|&points| points > 0);
        let mut found: FxHashMap<Ships, u32> = FxHashMap::default();
        let mut ships = Vec::new();
        for opening in openings.iter().chain([&Ships::NONE]) {
            found.entry(*opening).or_insert_with(|| {
                ships.push(*opening);
                ships.len() as u32 - 1
            });
        }
        let mut next = 0;
        while next < ships.len() {
            let from = ships[next];
            let mut visit = |to: Ships| {
                found.entry(to).or_insert_with(|| {
                    ships.push(to);
                    ships.len() as u32 - 1
                });
            };
            for blow in blows {
                successors(roster, &from, *blow, focus).for_each(&mut visit);
            }
            if heals {
                visit(from.healed(roster));
            }
            if ships.len() > max_states || control.is_stopped() {
                return Err(TooLarge { listed: ships.len() });
            }
            next += 1;
        }
        ships.sort_unstable_by_key(|ships| (level(ships), *ships));
        let numbers: FxHashMap<Ships, u32> = ships.iter().copied().zip(0..).collect();
        let mut levels: Vec<usize> = (0..ships.len())
            .filter(|&n| n == 0 || level(&ships[n]) > level(&ships[n - 1]))
            .collect();
        levels.push(ships.len());
        let lists = blows.iter().map(|blow| {
            let mut lists = Lists::default();
            for from in &ships {
                lists.push(successors(roster, from, *blow, focus).map(|to| numbers[&to]));
            }
            lists
        });
        let blows = lists.collect();
        let healed =
            heals.then(|| ships.iter().map(|ships| numbers[&ships.healed(roster)]).collect());
        Ok(Self { side: DuelSide { levels, blows, healed }, ships, numbers })
    }
}

/// Returns all situations to which one die can lead, if its captain fires with this focus.
fn successors<'a>(
    roster: &'a EclipseRoster,
    ships: &'a Ships,
    blow: DieEffect,
    focus: Focus,
) -> impl Iterator<Item = Ships> + 'a {
    let targets = roster.targets(ships, blow.groups, blow.damage);
    let targets = focus.choose(roster, ships, targets, blow.damage);
    targets.into_iter().map(move |(group, place)| {
        let mut after = *ships;
        after.hit(roster, group, place, blow.damage);
        after
    })
}

/// Returns the total life of all ships, which every hit lowers.
fn level(ships: &Ships) -> u32 {
    ships.life.iter().map(|&life| u32::from(life)).sum()
}
