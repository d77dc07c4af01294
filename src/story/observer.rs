//! Observers of a battle.

use super::Event;

/// Receives the events of a battle.
///
/// Rules report events with [`report`](Self::report) and [`watch`](Self::watch). If the observer is
/// not [enabled](Self::ENABLED), both compile to the bare rule: nothing is copied or compared.
pub trait Observer {
    /// Whether events are received.
    const ENABLED: bool;

    /// Receives one event.
    fn observe(&mut self, event: Event);

    /// Reports events. `events` is only called if the observer is enabled.
    #[inline(always)]
    fn report<E: IntoIterator<Item = Event>>(&mut self, events: impl FnOnce() -> E) {
        if Self::ENABLED {
            for event in events() {
                self.observe(event);
            }
        }
    }

    /// Applies a rule to a state and returns its result. Then reports `events`, which receives the
    /// state before and after. The rule may report events of its own; these come first.
    #[inline(always)]
    fn watch<S: Copy, T, E: IntoIterator<Item = Event>>(
        &mut self,
        state: &mut S,
        rule: impl FnOnce(&mut S, &mut Self) -> T,
        events: impl FnOnce(&S, &S) -> E,
    ) -> T {
        let before = Self::ENABLED.then_some(*state);
        let result = rule(state, self);
        if let Some(before) = before {
            self.report(|| events(&before, state));
        }
        result
    }
}

/// Ignores all events.
impl Observer for () {
    const ENABLED: bool = false;

    fn observe(&mut self, _: Event) {}
}

/// Records events.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    events: Vec<Event>,
}

impl Recorder {
    /// Takes the events recorded since the last call.
    #[must_use]
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

impl Observer for Recorder {
    const ENABLED: bool = true;

    fn observe(&mut self, event: Event) {
        self.events.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::{Observer, Recorder};
    use crate::story::{Event, Who};

    fn act(does: &str) -> Event {
        Event::Act { who: Who::side(0), does: does.into() }
    }

    #[test]
    fn events_of_a_rule_come_before_those_found_by_comparison() {
        let (mut recorder, mut state) = (Recorder::default(), 1);
        let result = recorder.watch(
            &mut state,
            |state, observer| {
                observer.report(|| [act("adds")]);
                *state += 2;
                "done"
            },
            |before, after| Some(act(&format!("{before} to {after}"))),
        );
        assert_eq!((result, state), ("done", 3));
        assert_eq!(recorder.take_events(), [act("adds"), act("1 to 3")]);
        assert_eq!(recorder.take_events(), []);
    }

    #[test]
    fn events_are_not_made_without_a_recorder() {
        let mut state = 1;
        ().report(|| -> Vec<Event> { unreachable!("a report to no observer") });
        ().watch(
            &mut state,
            |state, _| *state += 2,
            |_, _| -> Vec<Event> { unreachable!("a comparison for no observer") },
        );
        assert_eq!(state, 3);
    }
}
