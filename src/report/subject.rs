//! The fights that a report is about.

use serde_json::{Map, Value};

use super::named::Named;
use crate::answer::titled;
use crate::result::ROLES;
use crate::scenario::{Lexicon, Scenario, SideText, join_mix, mix_percent, normalise};

/// Game, seed and fleets of a report.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Name of the rulebook, for programs.
    pub rules: String,
    /// Title of the rulebook, for people.
    pub title: String,
    /// The question: rules, sides and setting, and the command that asks it.
    pub question: Map<String, Value>,
    /// Unit of the cost of ships.
    pub unit: &'static str,
    /// Seed of the simulations.
    pub seed: u64,
    /// The sides.
    pub sides: Vec<SubjectSide>,
}

/// A side of a report, with all fleets that it has in turn.
#[derive(Clone, Debug)]
pub struct SubjectSide {
    /// Name of the side.
    pub name: String,
    /// The fleets, in the order in which they were given.
    pub fleets: Vec<Named>,
}

impl Subject {
    /// Returns the game and sides of a fight.
    #[must_use]
    pub fn of_fight(scenario: &Scenario, lexicon: &Lexicon, seed: u64) -> Self {
        let side = |(n, side): (usize, &SideText)| SubjectSide {
            name: scenario.sides.called(n),
            fleets: vec![Named::of(side)],
        };
        let sides = scenario.sides.all().iter().enumerate().map(side).collect();
        let mut subject = Self::of(lexicon, seed, sides);
        if let Ok(Value::Object(asked)) = scenario.asked(lexicon.rulebook, lexicon.policy_field) {
            subject.title =
                titled(lexicon.rulebook.title(), asked.get("setting").and_then(Value::as_object));
            subject.question = asked;
        }
        subject
    }

    /// Names the ships that are designed. The fleets of their side are the answer, not the
    /// question.
    #[must_use]
    pub fn designing(mut self, ships: &str, side: usize) -> Self {
        self.question.shift_remove(&self.sides[side].name);
        self.question.insert("ships".into(), ships.into());
        self
    }

    /// Adds the command that asks the question.
    #[must_use]
    pub fn asked_by(mut self, command: String) -> Self {
        self.question.insert("command".into(), command.into());
        self
    }

    /// Returns the game and sides of fights of each fleet of one side, by its index, against each
    /// enemy.
    #[must_use]
    pub fn of_fights(
        lexicon: &Lexicon,
        seed: u64,
        side: usize,
        own: Vec<Named>,
        enemies: Vec<Named>,
    ) -> Self {
        let mut fleets = [own, enemies];
        fleets.rotate_left(side);
        let side =
            |(role, fleets): (&&str, Vec<Named>)| SubjectSide { name: (*role).into(), fleets };
        Self::of(lexicon, seed, ROLES.iter().zip(fleets).map(side).collect())
    }

    fn of(lexicon: &Lexicon, seed: u64, sides: Vec<SubjectSide>) -> Self {
        let rulebook = lexicon.rulebook;
        let (rules, title) = (rulebook.to_string(), rulebook.title().to_string());
        let mut question = Map::new();
        question.insert("rules".into(), rules.as_str().into());
        for SubjectSide { name, fleets } in &sides {
            let fleets: Vec<Value> =
                fleets.iter().map(|fleet| fleet.text.as_str().into()).collect();
            question.insert(name.clone(), fleets.into());
        }
        Self { rules, title, question, unit: lexicon.units.cost, seed, sides }
    }

    /// Returns the fleets of one fight, with the names that they have: `3 interceptor v 1 ancient`.
    pub(super) fn fight(&self) -> String {
        let separator = if self.sides.len() > 2 { "; " } else { " v " };
        let fleets = self.sides.iter().flat_map(|side| &side.fleets);
        fleets.map(Named::long).collect::<Vec<_>>().join(separator)
    }

    /// Columns of CSV that say what a row is about: the rulebook, the side, and the fleets before
    /// any change.
    pub(super) const CELLS: &str = "rules,side,fleets";

    /// Returns the cells of those columns.
    pub(super) fn cells(&self, side: &str) -> [String; 3] {
        let fleets = self.sides.iter().flat_map(|side| &side.fleets);
        let fleets: Vec<&str> = fleets.map(|fleet| fleet.text.as_str()).collect();
        [self.rules.clone(), side.into(), fleets.join(" v ")]
    }

    /// Returns the fleets of a side.
    pub(super) fn fleets(&self, side: usize) -> &[Named] {
        self.sides.get(side).map_or(&[], |side| &side.fleets)
    }
}

impl Named {
    /// Returns a fleet with its name, which is left out of the text.
    #[must_use]
    pub fn of(side: &SideText) -> Self {
        if !side.mix.is_empty() {
            let part =
                |(share, side): (f64, &SideText)| (mix_percent(share), Self::of(side).long());
            let text = join_mix(&side.shares().into_iter().map(part).collect::<Vec<_>>());
            return Self { name: side.name().map(String::from), text };
        }
        let mut fleet = side.fleet.clone();
        fleet.options.retain(|option| normalise(&option.name.value) != "name");
        let text = if fleet.groups.is_empty() { "no ships".into() } else { fleet.to_string() };
        Self { name: side.name().map(String::from), text }
    }
}
