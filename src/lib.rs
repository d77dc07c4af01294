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
//! [`Fight`] takes typed fleets or a JSON scenario and returns a [`Summary`]: odds, survivors, losses
//! and rounds. They are exact if the work fits the [`Budget`]; a seeded simulation checks them or
//! takes their place. Comparisons, sweeps, designs, replays and luck are in [`answer`]:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fleetodds::Fight;
//! use fleetodds::answer::compare::{Contest, Rank, compare};
//! use fleetodds::answer::total::Total;
//!
//! let fleets = ["3 interceptor", "1 cruiser", "2 interceptor(computer=1)"];
//! let against_ancient = |fleet| Ok(vec![Fight::new(fleet, "ancient")?.question()?]);
//! let contest = Contest {
//!     battles: fleets.into_iter().map(against_ancient).collect::<Result<_, fleetodds::Error>>()?,
//!     weights: vec![1.0],
//!     side: 0,
//!     rank: Rank::Win,
//! };
//! let (pool, total) = (rayon::ThreadPoolBuilder::new().build()?, Total::default());
//! let ranking = compare(&contest, &total, (&pool, &AtomicBool::new(false)), &|| ())?;
//! println!("best: {}", ranking.standings[0].fleet);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Your own game
//!
//! The rules of a game are written once, against the trait of a die. An engine decides what that die
//! is: a random sampler, or an enumerator of all outcomes. Your own game implements
//! [`battle::Battle`], and [`battle::game::Game`] if its players make decisions. It can then use all
//! engines: exact odds, optimal play and simulation. `examples/own_game.rs` is a complete game in a
//! hundred lines. The following example uses the enumerator:
//!
//! ```
//! use fleetodds::chance::{Die, Distribution, Enumerator};
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
//! scenario   input: the fleet notation, JSON, catalogues; errors with their position
//! rules      the games: compile a scenario into a battle, play one activation
//! chance     dice: probability distributions, a sampler, an enumerator
//! story      the events of a battle, as numbers
//! battle     the interface between games and engines
//! engine     optimal play, exact odds, simulation that is reproducible on any number
//!            of threads
//! answer     answers a question: chooses the engine and the captains
//! tally      counts, intervals, and the summary that every report reads
//! report     tables, JSON, CSV, charts, HTML pages
//! cli        commands, progress bars
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
