//! `fleetodds live`: two fleets on the screen, and their odds at every key.
//!
//! ```text
//! session   the fight that is edited, and its earlier forms
//! app       what is on the screen, and how it changes
//! boxes     fields, lists, blueprints and so on, which open above the result
//! keys      the table of all keys
//! view      draws the screen
//! terminal  set-up and restoration of the terminal, events
//! worker    the thread that finds answers, and figures for other numbers of ships
//! battle    a battle at the table
//! plain     all of this in lines of text
//! ```

mod app;
mod battle;
mod boxes;
mod keys;
mod plain;
mod session;
mod terminal;
#[cfg(test)]
mod tests;
mod view;
mod worker;

use std::io::{self, IsTerminal};
use std::sync::mpsc;

use app::App;
use session::Session;
use worker::Worker;

use crate::cli::args::LiveArgs;
use crate::cli::failure::{Failure, cannot};

pub(crate) fn run(args: &LiveArgs) -> Result<u8, Failure> {
    if args.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return plain::run(Session::start(args, session::extra())?, args.color);
    }
    let (events, happened) = mpsc::channel();
    let sender = events.clone();
    let start = || {
        let session = Session::start(args, session::extra())?;
        let worker = Worker::start(session.threads).map_err(cannot("start threads"))?;
        Ok(App::new(session, worker, sender))
    };
    terminal::run(start, (events, happened), args.color)
}
