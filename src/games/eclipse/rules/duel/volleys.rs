//! The turns of a duel and their numbered volleys.

use rustc_hash::FxHashMap;

use super::super::policy::Policy;
use super::super::ships::Ships;
use super::super::turn::Turn;
use super::super::volley::{DieKind, Salvo, reaches, set_of};
use super::side_states::DieEffect;
use crate::engine::Control;
use crate::model::duel::{DuelTurn, VolleySpan, Volleys};

/// Maximum number of volleys that are listed for one number of ships.
const MAX_VOLLEYS: usize = 1 << 16;

/// Numbered volleys of one turn.
#[derive(Clone, Debug)]
pub(super) struct TurnVolleys {
    /// Kinds of dice of the largest volley, in the order in which they are assigned.
    pub(super) kinds: Vec<DieKind>,
    /// Number of each volley, given as dice of each kind; by number of ships that fire.
    pub(super) numbers: Vec<FxHashMap<Box<[u8]>, u32>>,
}

impl TurnVolleys {
    /// Adds up the dice of each kind in a volley.
    #[inline]
    pub(super) fn count(&self, salvos: &[Salvo], dice: &mut [u8]) {
        for salvo in salvos {
            let same = |kind: &DieKind| (kind.battery, kind.reach) == (salvo.battery, salvo.reach);
            if let Some(kind) = self.kinds.iter().position(same) {
                dice[kind] += salvo.hits;
            }
        }
    }

    pub(super) fn salvos(&self, dice: &[u8]) -> Vec<Salvo> {
        let hit = self.kinds.iter().zip(dice).filter(|(_, hits)| **hits > 0);
        let salvo = |(kind, &hits): (&DieKind, &u8)| {
            let DieKind { battery, damage, reach, .. } = *kind;
            Salvo { damage, reach, hits, battery }
        };
        hit.map(salvo).collect()
    }
}

pub(super) fn all_reaches(turn: &Turn) -> u8 {
    set_of(turn.faces[..turn.targets.groups].iter().copied())
}

/// Returns the number of volleys of a turn, over all numbers of ships that fire in these situations
/// of its side. A battery has (n + k over k) ways to divide n dice among k reaches and misses.
pub(super) fn number_of_volleys(turn: &Turn, own: &[Ships]) -> u64 {
    let most = own.iter().map(|ships| ships.alive[turn.group]).max().unwrap_or(0);
    let of_battery = |kinds: &[DieKind]| {
        let (n, k) = (u64::from(kinds[0].most), kinds.len() as u64);
        (1..=k).fold(1u64, |ways, i| ways.saturating_mul(n + i) / i)
    };
    let of_strength = |strength: u8| {
        let kinds = turn.gunnery.kinds(strength, all_reaches(turn));
        let batteries = kinds.chunk_by(|a, b| a.battery == b.battery);
        batteries.map(of_battery).fold(1, u64::saturating_mul)
    };
    (0..=most).map(of_strength).fold(0, u64::saturating_add)
}

/// Converts a turn into numbers; `None` if a volley has too many outcomes, or if it is stopped.
pub(super) fn duel_turn(
    turn: &Turn,
    ships: &[Vec<Ships>; 2],
    blows: &[DieEffect],
    control: &Control,
) -> Option<(DuelTurn, TurnVolleys)> {
    let strength: Vec<u8> = ships[turn.side].iter().map(|s| s.alive[turn.group]).collect();
    let most = strength.iter().copied().max().unwrap_or(0);
    let kinds = turn.gunnery.kinds(most, all_reaches(turn));
    let of_kind: Vec<usize> = kinds
        .iter()
        .filter_map(|&kind| blows.iter().position(|b| *b == DieEffect::of(turn, kind)))
        .collect();
    let mut views = Vec::new();
    let view = ships[1 - turn.side]
        .iter()
        .map(|ships| {
            let set = reaches(turn, ships);
            let known = views.iter().position(|view| *view == set);
            known.unwrap_or_else(|| {
                views.push(set);
                views.len() - 1
            }) as u8
        })
        .collect();
    let mut values = TurnVolleys { kinds, numbers: Vec::new() };
    for strength in 0..=most {
        if control.is_stopped() {
            return None;
        }
        values.numbers.push(number_volleys(&turn.gunnery.kinds(strength, all_reaches(turn)))?);
    }
    let volleys =
        (0..=most).map(|strength| volleys(turn, &values, strength, &views, &of_kind)).collect();
    let is_open = turn.policy == Policy::Optimal;
    Some((
        DuelTurn { side: turn.side, strength, volleys, view, is_open, declared: Vec::new() },
        values,
    ))
}

/// Numbers all volleys of these dice, ordered by the number of dice of the first kind, then of the
/// second, and so on. The rest of a volley without its first die always has a smaller number.
/// `None` if there are too many.
fn number_volleys(kinds: &[DieKind]) -> Option<FxHashMap<Box<[u8]>, u32>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for (k, kind) in kinds.iter().enumerate() {
        let mut longer = Vec::new();
        for dice in &all {
            // All dice of one battery share its number, whatever their reach.
            let same = kinds[..k].iter().zip(dice).filter(|(k, _)| k.battery == kind.battery);
            let used: u8 = same.map(|(_, n)| n).sum();
            for n in 0..=kind.most - used {
                longer.push([dice.as_slice(), &[n]].concat());
            }
            if longer.len() > MAX_VOLLEYS {
                return None;
            }
        }
        all = longer;
    }
    Some(all.into_iter().map(Vec::into_boxed_slice).zip(0..).collect())
}

fn volleys(
    turn: &Turn,
    values: &TurnVolleys,
    strength: u8,
    views: &[u8],
    of_kind: &[usize],
) -> Volleys {
    let numbers = &values.numbers[usize::from(strength)];
    let greatest = values.numbers.last().unwrap_or(numbers);
    let mut global = vec![0; numbers.len()];
    let mut firsts = vec![None; numbers.len()];
    for (dice, &number) in numbers {
        global[number as usize] = greatest[dice];
        if let Some(first) = dice.iter().position(|&n| n > 0) {
            let mut rest = dice.clone();
            rest[first] -= 1;
            firsts[number as usize] = Some((of_kind[first], numbers[&rest] as usize));
        }
    }
    let chances = views
        .iter()
        .map(|&reaches| {
            let mut chances = vec![0.0; numbers.len()];
            if strength == 0 {
                chances[0] = 1.0;
            } else if reaches != 0 {
                turn.gunnery.all(strength, reaches, |salvos, probability| {
                    let mut dice = vec![0; values.kinds.len()];
                    values.count(salvos, &mut dice);
                    chances[numbers[dice.as_slice()] as usize] += probability;
                });
            }
            chances
        })
        .collect();
    Volleys { runs: runs(&firsts), chances, global }
}

/// Groups consecutive volleys that have a first die of one kind and consecutive rests.
fn runs(firsts: &[Option<(usize, usize)>]) -> Vec<VolleySpan> {
    let mut runs: Vec<VolleySpan> = Vec::new();
    for (volley, first) in firsts.iter().enumerate() {
        let Some((kind, rest)) = *first else { continue };
        match runs.last_mut() {
            // A run must not read entries that it writes itself.
            Some(run)
                if run.kind == kind
                    && run.first + run.len == volley
                    && run.rest + run.len == rest =>
            {
                run.len += 1;
            }
            _ => runs.push(VolleySpan { kind, first: volley, rest, len: 1 }),
        }
    }
    runs
}
