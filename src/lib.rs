//! Computes the odds of battles in space-combat board games.
//!
//! **For those who ask.** A [`Fight`] reads what players type, in a sentence or fleet by fleet, and
//! a JSON scenario, a code or a link. Its odds are exact if the work fits the [`Budget`]; a seeded
//! simulation checks them or takes their place.
//!
//! ```
//! use fleetodds::{Fight, Rulebook};
//!
//! let odds = Fight::ask("3 interceptors attack an ancient")?.run()?;
//! println!("{} wins {:.2} %", odds.sides[0].name, 100.0 * odds.sides[0].win.probability);
//! # assert!((odds.sides[0].win.probability - 0.4652).abs() < 1e-4);
//!
//! let fight = Fight::new("2 dreads", "3 cruisers")?.rules(Rulebook::Ti4Space).seed(7);
//! let ranked = fight.rank(0, &["2 dreads", "4 cruisers", "war sun"])?;
//! println!("best: {}", ranked[0].fleet);
//! for tried in fight.sweep(0, &["attacker.fighter=0..4"])? {
//!     println!("{} fighters: {:.3}", tried.what[0], tried.trial.win.value);
//! }
//! # Ok::<(), fleetodds::Error>(())
//! ```
//!
//! **For those who read results.** A [`results::Summary`] has odds, survivors, losses and rounds,
//! and is the JSON that the program writes.
//!
//! ```
//! let odds = fleetodds::Fight::new("2 cruisers", "2 ancients")?.run()?;
//! let [own, _] = &odds.sides[..] else { unreachable!("a fight has two sides") };
//! let left = &own.survivors[0];
//! println!("of {} {}, {:.2} are left", left.start, left.class, left.mean);
//! let tiles = &serde_json::to_value(&odds)?["sides"][0]["reputation"];
//! # assert!(left.start == 2 && !tiles.is_null());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **For those who bring a game.** Rules are written once, as [`own::Rules`], and get exact odds,
//! battles by the million, and best play with advice, replays and analysis.
//!
//! ```
//! use fleetodds::own::{Distribution, Rules, StepOutcome, Table, odds};
//!
//! /// Two duellists, with lives, lose one in turn with this chance.
//! struct Duel(Distribution<u8>);
//!
//! impl Rules for Duel {
//!     type State = ([u8; 2], usize);
//!     type Choice = ();
//!
//!     fn opening(&self) -> Self::State {
//!         ([2, 2], 0)
//!     }
//!     fn is_over(&self, (lives, _): &Self::State) -> bool {
//!         lives.contains(&0)
//!     }
//!     fn step<T: Table<()>>(&self, state: &mut Self::State, table: &mut T) -> StepOutcome {
//!         let (lives, turn) = state;
//!         lives[1 - *turn] -= table.draw(&self.0);
//!         *turn = 1 - *turn;
//!         match (lives.contains(&0), *turn) {
//!             (true, _) => StepOutcome::Over,
//!             (_, 0) => StepOutcome::NextRound,
//!             _ => StepOutcome::Continue,
//!         }
//!     }
//!     fn cells(&self) -> usize {
//!         2
//!     }
//!     fn count(&self, (lives, _): &Self::State, mut count: impl FnMut(usize)) {
//!         count(usize::from(lives[0] == 0));
//!     }
//! }
//!
//! let wins = odds(&Duel(Distribution::new([(0, 0.5), (1, 0.5)])), |_, _, _| ())?;
//! assert!((wins[0] - 16.0 / 27.0).abs() < 1e-12, "{wins:?}");
//! # Ok::<(), fleetodds::own::Unsolved>(())
//! ```
//!
//! # Guarantees
//!
//! - A seed determines every byte of the result, on any number of threads and on every machine.
//! - Exact odds are accurate to about 1e-12.
//! - The budget is compared with estimated work, never with a clock.
//! - Simulating a battle allocates no memory. No input causes a panic.
//!
//! # Features
//!
//! Both are on by default; the library works with `default-features = false`.
//!
//! - `cli` builds the program.
//! - `threads` lets the library use several threads, by default one for each core. Without it, all
//!   work is done on the calling thread, with the same results. Targets without threads need it
//!   off.

#![forbid(unsafe_code)]

/// The parts of the library, for the program, the page and the tests. They change without notice.
#[doc(hidden)]
#[path = ""]
pub mod internals {
    pub mod analysis;
    pub mod answer;
    pub mod dice;
    pub mod edit;
    pub mod engine;
    pub mod games;
    pub mod model;
    pub mod report;
    pub mod requests;
    pub mod result;
    pub mod scenario;
    pub mod stats;
    pub mod story;
}

mod array;
mod bug;
mod front;

use internals::{
    analysis, answer, dice, edit, engine, games, model, report, result, scenario, stats, story,
};

pub use answer::{Budget, NoAnswer};
pub use front::fight::{Error, Fight};
pub use front::{own, results};
pub use scenario::{Diagnostic, Engine, Rulebook};
