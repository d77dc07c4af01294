//! Eclipse, first and second edition: one battle of two sides.
//!
//! ```text
//! policy    input: how a side assigns its dice
//! dice      colours of dice, and the faces that hit
//! fleet     input: groups of equal ships, given by their figures
//! compile   fleets ──► EclipseBattle: initiative order, hit chances, target tables
//! battle    a compiled battle, and its state between two activations
//! ships     packed state of one side, and the effect of a hit
//! turn      group, weapon and targets of each activation
//! volley    results of the dice of a group
//! step      one activation: roll, assign, next
//! activation, aims, defence
//!              activations with retreat, rift dice or point defence
//! leaving      groups that leave the battle
//! phase        what captains may decide in an activation, and what follows
//! captains     policies that assign dice: npc, npc-spread, threat, optimal
//! duel         plain battles as tables of numbers, to solve best play
//! game         all other battles as games of single decisions, to solve best play
//! table        what lies on the table in the middle of a battle
//! strength     comparison of blueprints: when one is at least as good as another
//! events       events of activations for stories: each die and its target
//! layout       the cells in which the ends of a battle are counted
//! outcome      counts of a finished battle, and the figures derived from them
//! outlook      what follows a battle in its sector, for captains who look beyond it
//! sector       several parties: order of battles, results, population
//! bombardment  attacks on population
//! ```
//!
//! Numbers like D1 in comments are decisions about the rules, and *sections* are those of the
//! page that defines them: `docs/rules/eclipse.md`.

mod activation;
mod battle;
mod bombardment;
mod captains;
mod compile;
mod defence;
mod dice;
mod duel;
mod events;
mod fleet;
mod game;
mod layout;
mod leaving;
mod missile_targets;
mod outcome;
mod outlook;
mod phase;
mod policy;
mod reputation;
mod sector;
mod ships;
mod step;
mod strength;
mod table;
mod turn;
mod volley;

pub use battle::{EclipseBattle, EclipseState, Edition, Setup};
pub use captains::{EclipseCaptains, EclipseStrategy};
pub use compile::{compile, compile_from};
pub use defence::DefenceDice;
pub use dice::Dice;
pub use duel::{DuelModel, FireLimits, Focus, TooLarge};
pub use fleet::{EclipseFleet, EclipseGroup, Figures, Owner, Technologies, limits};
pub use game::{
    EclipseChoice, EclipseGame, EclipsePosition, EclipseStep, RolledDie, ShipPlace, Upcoming,
};
pub use layout::OUTCOMES;
pub use outcome::{add_figures, draw, standoff, summarise};
pub use outlook::{Outlook, Prospects};
pub use policy::Policy;
pub use reputation::{Bag, Tiles};
pub use sector::{BattleOrder, GroupName, Party, Population, Sector, SectorOpening};
pub use ships::Ships;
pub use strength::{Strength, ideal};
pub use table::{Activation, PossibleRoll, TableDie};
