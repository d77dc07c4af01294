//! Twilight Imperium, 4th edition: space combat and ground combat.
//!
//! ```text
//! fleet     input: groups of identical units by their figures; captains
//! ability   input: the abilities of a side, each with its uses
//! terms     input: the setting
//! compile   fleets ──► Ti4Battle
//! adapt     units as laws, anomalies and cards leave them
//! lineup    the units of a side, and those that abilities make of them
//! windows   the effects of both sides, by the windows in which they are used
//! battle    a compiled combat, and its state between two steps
//! roster    constants of a side: fighting groups, order of loss, dice
//! force     the packed state of one side
//! supplies  cards and other uses that are left, in the packed state
//! faces     the hits of one die
//! throw     dice rolled together, and the distributions of their hits
//! rolls     rolls of both sides, with what abilities change after the throw
//! thrower   builds the throws of a side
//! pending   hits that are still to be assigned
//! hits      where hits come from, and what they may do
//! assign    assigns hits: units sustain damage or are lost
//! settle    hits find their units: cancelled, assigned as declared, or by choice
//! turns     assigns hits in turns, where sustaining damage has consequences
//! cancel    what cancels hits before they are assigned, or when they would destroy a unit
//! sustain   a unit sustains damage, with what follows
//! opening   space cannon and bombardment
//! barrage   anti-fighter barrage, with what else its hits do
//! start     effects at the start of combat and of its rounds
//! end       effects at the end of a round
//! wave      losses whose consequences are still to be played
//! losses    what follows from the loss of units
//! place     units that abilities place, change or destroy
//! step      the sequence: cannon or bombardment, start, barrage, rounds
//! retreat   ships leave with what they carry
//! captains  memory of a worker, and the strategies that it follows
//! exchange  the combat as an exchange, where the effect of hits on a side depends on it alone
//! rounds    the rounds of that exchange, found on demand
//! game      the combat as a game of single decisions, from which best play is computed
//! events    events for the story of a combat
//! layout    the cells in which the ends of a combat are counted
//! outcome   counters of a finished combat, and the figures derived from them
//! invasion  several planets, one after the other, or a planet after a space combat
//! landing   from the space combat to the planet
//! ```
//!
//! Numbers like T4 in comments are decisions about the rules; `docs/rules/ti4.md` and
//! `docs/rules/ti4-abilities.md` define them.
//! Rule 2.5 is step 5 of its section 2.

mod ability;
mod adapt;
mod assign;
mod barrage;
mod battle;
mod cancel;
mod captains;
mod compile;
mod end;
mod events;
mod exchange;
mod faces;
mod fleet;
mod force;
mod game;
mod hits;
mod invasion;
mod landing;
mod layout;
mod lineup;
mod losses;
mod opening;
mod outcome;
mod outlook;
mod pending;
mod place;
mod retreat;
mod rolls;
mod roster;
mod rounds;
mod settle;
mod start;
mod step;
mod supplies;
mod sustain;
mod terms;
mod texts;
mod throw;
mod thrower;
mod turns;
mod wave;
mod windows;

pub use ability::{Ability, Effect, Effects, Gain};
pub use battle::{Stage, Ti4Battle, Ti4State};
pub use captains::Ti4Captains;
pub use compile::compile;
pub use exchange::{ExchangeModel, Worth};
pub use fleet::{
    Captain, LossOrder, MoreHits, Roll, Sustain, Text, Ti4Fleet, Ti4Group, Unit, UnitKind, limits,
};
pub use force::Ti4Force;
pub use game::{
    CardsOnHits, ChoiceRounds, GroupToll, Part, PossibleHits, Ti4Game, Ti4Position, Ti4Strategy,
};
pub use invasion::{Invasion, InvasionMemory};
pub use layout::OUTCOMES;
pub use outcome::{add_figures, draw, standoff, summarise, unheld};
pub use outlook::{InvasionValues, Ti4Outlook};
pub use terms::{Theatre, Ti4Terms};
pub use texts::{RollChange, RollKind, RollText, RolledBy};
