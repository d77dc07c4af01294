//! The later combats of an invasion, for captains who look beyond the present one (D17, T65).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::battle::{Outlook, Ti4Battle, Ti4State};
use super::invasion::Invasion;
use super::layout::STANDOFF;
use crate::games::common::{Objective, value_of};
use crate::model::chain::Chain;
use crate::model::game::Values;

/// Values of the combats of an invasion, by number and opening: of each side the probability that
/// it has all planets in the end, and the swing still to come.
pub type InvasionValues = FxHashMap<(usize, Ti4State), Values>;

/// Values of what follows a combat of an invasion.
#[derive(Clone, Debug)]
pub struct Ti4Outlook {
    invasion: Arc<Invasion>,
    /// Values of all combats on later planets.
    later: Arc<InvasionValues>,
    /// Whether the values are those of landings in which no card was used before.
    keeps_cards: bool,
}

impl Ti4Outlook {
    /// Creates the outlook of the combats on a planet, from the values of those on later planets.
    #[must_use]
    pub fn new(invasion: Arc<Invasion>, later: Arc<InvasionValues>) -> Self {
        Self { invasion, later, keeps_cards: false }
    }

    /// Creates the outlook of a space combat whose captains expect to keep their cards, from the values
    /// of landings in which none was used.
    #[must_use]
    pub fn keeping_cards(invasion: Arc<Invasion>, later: Arc<InvasionValues>) -> Self {
        Self { keeps_cards: true, ..Self::new(invasion, later) }
    }
}

impl Outlook for Ti4Outlook {
    /// While both sides still fight, nothing follows.
    fn values(&self, battle: &Ti4Battle, state: &Ti4State, alone: Values) -> Values {
        let mut next = [0.0; 4];
        if battle.outcome(state) == STANDOFF && self.invasion.is_in_space(battle.number) {
            // Without a landing, the defender keeps the planet.
            next[value_of(1, Objective::Win)] = 1.0;
        } else if battle.outcome(state) != STANDOFF {
            let memory = self.invasion.memory(battle.number);
            let after = self.invasion.after(battle.number, memory, state);
            match after.next {
                // Hits that are still to be assigned may lead to situations that never follow.
                Some(start) => {
                    let start = match self.keeps_cards {
                        true => self.invasion.with_all_cards(start),
                        false => start,
                    };
                    let later = self.later.get(&(start.battle, start.opening));
                    next = later.copied().unwrap_or_default();
                }
                None => {
                    for (side, won) in self.invasion.all_won(after.memory).into_iter().enumerate() {
                        next[value_of(side, Objective::Win)] = won;
                    }
                }
            }
        }
        let mut values = alone;
        for side in (0..2).filter(|&side| self.invasion.looks(side)) {
            let [win, swing] = [Objective::Win, Objective::Swing].map(|o| value_of(side, o));
            values[win] = next[win];
            values[swing] += next[swing];
        }
        values
    }
}

impl Ti4Battle {
    /// Returns the combat with what follows it.
    #[must_use]
    pub fn with_outlook(&self, outlook: Arc<Ti4Outlook>) -> Self {
        Self { outlook: Some(outlook), ..self.clone() }
    }

    /// Whether captains look beyond the combat.
    #[must_use]
    pub fn looks_beyond(&self) -> bool {
        self.outlook.is_some()
    }
}
