//! All tests, except those that need a process of their own, in one program, so that shared code is
//! compiled once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod agreement;
mod batch;
mod brief;
mod budget;
mod chains;
mod choosing;
mod cli;
mod config;
mod design;
mod elsewhere;
mod engine;
mod exact;
mod files;
mod front;
mod fuzz;
mod house;
mod keeping;
mod links;
mod luck;
mod merging;
mod notation;
mod odds;
mod pages;
mod parts;
mod phrasings;
mod pictures;
mod point_defence;
mod progress;
mod readme;
mod refusals;
mod replay;
mod report;
mod resume;
mod retreat;
mod rulebook;
mod rules;
mod rules_cited;
mod saved;
mod sector;
mod ship_oracle;
mod spaceship_battles;
mod star_chamber;
mod support;
mod terminal;
mod ti4;
mod ti4_effects;
mod ti4_oracle;
mod ti4_orders;
mod ti4_rules;
mod ti4_units;
mod ties;
mod total;
mod writing;
