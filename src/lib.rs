//! Computes the odds of battles in space-combat board games.
//!
//! ```
//! let odds = fleetodds::Fight::new("3 interceptor", "1 ancient")?.run()?;
//! let attacker = &odds.sides[0];
//! println!("{} wins {:.2} %", attacker.name, 100.0 * attacker.win.probability);
//! # assert!((attacker.win.probability - 0.4652).abs() < 1e-4);
//! # Ok::<(), fleetodds::Error>(())
//! ```
//!
//! [`Fight`] takes typed fleets or a JSON scenario and returns a [`Summary`]: odds, survivors,
//! losses and rounds. They are exact if the work fits the [`Budget`]; a seeded simulation checks
//! them or takes their place. [`analysis::battle`] steps through a battle at the table, with the
//! odds and the cost of every choice. Comparisons, sweeps, designs, replays and luck are in
//! [`answer`]:
//!
//! ```
//! use fleetodds::Fight;
//! use fleetodds::analysis::compare::{Contest, Rank, compare};
//! use fleetodds::analysis::total::Total;
//! use fleetodds::engine::Ctx;
//!
//! let fleets = ["3 interceptor", "1 cruiser", "2 interceptor(computer=1)"];
//! let against_ancient = |fleet| Ok(vec![Fight::new(fleet, "ancient")?.question()?]);
//! let contest = Contest {
//!     battles: fleets.into_iter().map(against_ancient).collect::<Result<_, fleetodds::Error>>()?,
//!     weights: vec![1.0],
//!     side: 0,
//!     rank: Rank::Win,
//! };
//! let ranking = compare(&contest, &Total::default(), &Ctx::new(0)?, &|| ())?;
//! println!("best: {}", ranking.ranked[0].fleet);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Your own game
//!
//! The rules of a game are written once, against the trait of a die. An engine decides what that
//! die is: a random sampler, or an enumerator of all outcomes. Your own game implements
//! [`model::Battle`], and [`model::game::DecisionGame`] if its players make decisions. It can then
//! use all engines: exact odds, optimal play and simulation. For replays, it can report events to a
//! [`story::Observer`]. `examples/own_game.rs` is a complete game in a hundred lines. The following
//! example uses the enumerator:
//!
//! ```
//! use fleetodds::dice::{Die, Distribution, Enumerator};
//!
//! // The enumerator follows every outcome, here of rolling two dice.
//! let die = Distribution::new((1..=6).map(|face| (face, 1.0 / 6.0)));
//! let mut seven = 0.0;
//! Enumerator::each(
//!     |thrown: &mut Enumerator| thrown.draw(&die) + thrown.draw(&die),
//!     |sum, chance| seven += if sum == 7 { chance } else { 0.0 },
//! );
//! assert!((seven - 1.0 / 6.0).abs() < 1e-12);
//! ```
//!
//! # Guarantees
//!
//! - A seed determines every byte of the result, on any number of threads and on every machine.
//! - Exact odds are accurate to about 1e-12.
//! - The budget is compared with estimated work, never with a clock.
//! - Simulating a battle allocates no memory. No input causes a panic.
//!
//! # Modules
//!
//! ```text
//! report     tables, JSON, CSV, charts, HTML pages
//! analysis   questions about several fights: comparisons, sweeps, designs, luck, replays, advice
//! edit       a fight that a player edits on a screen
//! games      the games: rules, catalogues, scenarios, captains and reports, one folder each
//! answer     one question: its budget, the engines that answer it, the summary
//! scenario   input: the fleet notation, JSON, links and codes; errors with their position
//! engine     optimal play, exact odds, simulation that is reproducible on any number
//!            of threads
//! model      what an engine knows of a game
//! result     result documents
//! stats      counts, probabilities and intervals
//! story      the events of a battle, as numbers, and their observers
//! dice       probability distributions, a sampler, an enumerator
//! ```
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

pub mod analysis;
pub mod answer;
mod array;
mod bug;
pub mod dice;
pub mod edit;
pub mod engine;
mod fight;
pub mod games;
pub mod model;
pub mod report;
pub mod result;
pub mod scenario;
pub mod stats;
pub mod story;

pub use answer::{Budget, NoAnswer};
pub use fight::{Error, Fight};
pub use games::Rulebook;
pub use result::Summary;
pub use scenario::Engine;
