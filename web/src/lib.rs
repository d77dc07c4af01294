//! The library for a page that works alone: one request in, one answer out, both as JSON.
//!
//! `memory` is what page and library share. The requests are those of the library.

mod memory;

use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::requests::{self, Setup};

/// Answers a request. Request and answer are JSON; a request that has no answer gets
/// `{"problem": …}`.
#[must_use]
pub fn respond(request: &str) -> String {
    let Ok(ctx) = Ctx::new(1) else {
        return r#"{"problem": "this device starts no thread"}"#.into();
    };
    let saved = &|_| Vec::new();
    let first = Rulebook::default();
    requests::respond(request, &Setup { ctx: &ctx, saved, first, captains: None })
}

#[cfg(test)]
mod tests {
    use super::respond;

    #[test]
    fn requests_are_answered() {
        let fight = r#"{"rules": "eclipse", "fleets": ["3 interceptor", "ancient"]}"#;
        let answer = respond(&format!(r#"{{"ask": "odds", "fight": {fight}}}"#));
        assert!(answer.contains("You win 47 in 100"), "{answer}");
        assert!(respond("nothing").starts_with(r#"{"problem""#));
    }
}
