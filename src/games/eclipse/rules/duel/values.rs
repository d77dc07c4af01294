//! The values behind the numbers in a duel.

use rustc_hash::FxHashMap;

use super::super::ships::Ships;
use super::super::volley::{MAX_SALVOS, Salvo};
use super::volleys::TurnVolleys;

/// Values behind the numbers in a duel.
#[derive(Clone, Debug)]
pub(super) struct DuelValues {
    /// Ships in each situation, by side and number.
    pub(super) ships: [Vec<Ships>; 2],
    pub(super) numbers: [FxHashMap<Ships, u32>; 2],
    pub(super) turns: Vec<TurnVolleys>,
}

impl DuelValues {
    /// Returns the number of a side's situation.
    #[inline]
    pub(super) fn number(&self, side: usize, ships: &Ships) -> Option<usize> {
        self.numbers[side].get(ships).map(|&n| n as usize)
    }

    /// Returns the number of a volley of `strength` ships.
    #[inline]
    pub(super) fn volley(&self, turn: usize, strength: u8, salvos: &[Salvo]) -> Option<usize> {
        let values = &self.turns[turn];
        let mut dice = [0; MAX_SALVOS];
        values.count(salvos, &mut dice);
        let number = values.numbers[usize::from(strength)].get(&dice[..values.kinds.len()]);
        number.map(|&n| n as usize)
    }
}
