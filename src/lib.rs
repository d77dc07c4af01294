//! Odds of space battles, before a fleet is risked.
//!
//! ```
//! let odds = fleetodds::Fight::new("3 interceptor", "1 ancient")?.run()?;
//! let attacker = &odds.sides[0];
//! println!("{} wins {:.2} %", attacker.name, 100.0 * attacker.win.probability);
//! # assert!((attacker.win.probability - 0.4652).abs() < 1e-4);
//! # Ok::<(), fleetodds::Error>(())
//! ```
//!
//! [`Fight`] takes typed fleets or a JSON scenario, and returns a [`Summary`]: odds, survivors,
//! losses and rounds, exact where that fits the [`Budget`], with a seeded simulation beside it.
//! Comparisons, sweeps, designs, replays and luck are in [`answer`]:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fleetodds::Fight;
//! use fleetodds::answer::compare::{Contest, Rank, compare};
//!
//! let fleets = ["3 interceptor", "1 cruiser", "2 interceptor(computer=1)"];
//! let against_ancient = |fleet| Ok(vec![Fight::new(fleet, "ancient")?.question()?]);
//! let contest = Contest {
//!     battles: fleets.into_iter().map(against_ancient).collect::<Result<_, fleetodds::Error>>()?,
//!     weights: vec![1.0],
//!     side: 0,
//!     rank: Rank::Win,
//! };
//! let pool = rayon::ThreadPoolBuilder::new().build()?;
//! let ranking = compare(&contest, &pool, &AtomicBool::new(false), &|| ())?;
//! println!("best: {}", ranking.standings[0].fleet);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Your own game
//!
//! The rules of a game are written once, against a die that is an interface; an engine is what is
//! behind the die. A game of your own implements [`battle::Battle`], and [`battle::game::Game`]
//! where its players decide; exact odds, best play and simulation come with it.
//! `examples/own_game.rs` does so in a hundred lines:
//!
//! ```
//! use fleetodds::chance::{Die, Distribution, Enumerator};
//!
//! // The die follows every outcome: the distribution of two dice that are thrown together.
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
//! - The same seed gives the same bytes, on any number of threads and on every machine.
//! - Exact odds are right to about 1e-12.
//! - Estimated work, and never a clock, decides what fits the budget.
//! - A battle that is simulated allocates nothing. Nothing panics, whatever the input.
//!
//! # Map
//!
//! ```text
//! scenario   what people write: typed fleets, JSON, the catalogue; errors with a place
//! rules      the games: compile a scenario into a battle, play one activation
//! chance     the die: distributions, a sampler, an enumerator
//! story      what happens in a battle, event by event
//! battle     what an engine knows of a game
//! engine     best play, exact odds, battles by the million
//! answer     which engine answers, under which captains
//! tally      counts, intervals, the summary that every report reads
//! report     table, JSON, CSV, charts, pages
//! cli        commands, progress
//! ```

#![forbid(unsafe_code)]

pub mod answer;
pub mod battle;
mod bug;
pub mod chance;
pub mod cli;
pub mod engine;
mod fight;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod story;
pub mod tally;

pub use answer::{Budget, NoAnswer};
pub use fight::{Error, Fight};
pub use scenario::{Engine, Rulebook};
pub use tally::Summary;
