//! What reports say and show.

mod asked;
mod brief;
mod choices;
mod layout;
mod pictures;
mod schemas;
