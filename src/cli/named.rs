//! Names of fleets in reports.

use super::failure::Failure;
use fleetodds::report::{Named, letter};
use fleetodds::scenario::SideText;

/// Returns fleets with their names. Those of `--name` go before the fleets' own.
pub(super) fn all_named(sides: &[SideText], names: &[String]) -> Result<Vec<Named>, Failure> {
    let mut all: Vec<Named> = sides.iter().map(Named::of).collect();
    let mut next = 0;
    for typed in names {
        let (at, name) = match typed.split_once('=') {
            Some((which, name)) => (place(which, all.len(), typed)?, name),
            None => (next, typed.as_str()),
        };
        let Some(one) = all.get_mut(at) else {
            let message = format!("--name `{typed}`: there are only {} fleets", sides.len());
            return Err(Failure::Usage(message));
        };
        if name.trim().is_empty() {
            return Err(Failure::Usage(format!("--name `{typed}`: the name is missing")));
        }
        one.name = Some(name.trim().into());
        next = at + 1;
    }
    Ok(all)
}

/// Finds the fleet that a letter means.
fn place(which: &str, fleets: usize, typed: &str) -> Result<usize, Failure> {
    let wanted = which.trim().to_uppercase();
    (0..fleets).find(|n| letter(*n) == wanted).ok_or_else(|| {
        let last = letter(fleets.saturating_sub(1));
        let why = format!("fleets are A to {last}, like --name A=Plasma");
        Failure::Usage(format!("--name `{typed}`: {why}"))
    })
}
