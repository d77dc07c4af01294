//! The program from a user's point of view: commands, options, files, messages.

mod advise;
mod analyse;
mod batch;
mod completion;
mod config;
mod csv;
mod diff;
mod elsewhere;
mod files;
mod fuzz;
mod line;
mod merging;
mod program;
mod progress;
mod refusals;
mod requests;
mod resume;
mod saved;
pub(crate) mod serve;
mod terminal;
mod total;
mod who_asks;
