//! Twilight Imperium: abilities that can do nothing are warned of, and no others (T13).

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::ask::try_ask;
use fleetodds::internals::answer::{Battles, Question};
use fleetodds::internals::games::ti4::scenario::Ti4Catalogue;
use fleetodds::internals::games::{Game, Rulebook, load};
use fleetodds::internals::scenario::{Engine, Source, read_scenario};

/// Fleets that lack something each.
const IN_SPACE: [&str; 6] = [
    "2 carrier",
    "3 fighter",
    "cruiser + 2 destroyer",
    "2 dreadnought(damaged=1)",
    "war-sun + pds + fighter",
    "carrier + 2 mech(galvanized=1) + infantry",
];
const ON_A_PLANET: [&str; 5] = [
    "2 infantry",
    "2 mech(galvanized=1)",
    "infantry + pds",
    "2 infantry + 2 dreadnought",
    "mech + war-sun + fighter",
];

/// Abilities that change nothing between plain fleets and are not warned of: one that is used only
/// where it helps (T30), and one that changes who retreats, not who wins.
const USELESS: [&str; 2] = ["crown-of-thalnos", "skilled-retreat"];

/// A rulebook, and what it answers.
struct Table {
    game: Arc<dyn Game>,
    rulebook: Rulebook,
}

impl Table {
    fn of(rulebook: Rulebook) -> Self {
        Self { game: load(rulebook, &[]).unwrap(), rulebook }
    }

    /// Returns odds and survivors where a side has these abilities, with the warnings; `None` if the
    /// combat is refused.
    fn ask(
        &self,
        fleets: [&str; 2],
        side: usize,
        effects: &Value,
    ) -> Option<(Vec<f64>, Vec<String>)> {
        let mut sides = fleets.map(|fleet| json!({"fleet": fleet}));
        sides[side]["effects"] = effects.clone();
        let [attacker, defender] = sides;
        let rules = self.rulebook.to_string();
        let scenario = json!({"rules": rules, "attacker": attacker, "defender": defender});
        let scenario = read_scenario(&Source::new("test", scenario.to_string())).unwrap();
        let question = Question {
            engine: Engine::Exact,
            battles: Battles::Given(0),
            ..self.game.question(&scenario, false).ok()?
        };
        let summary = try_ask(&question).ok()?;
        let survivors = |side: usize| {
            let groups = summary.sides[side].survivors.iter();
            groups.take(fleets[side].split('+').count()).map(|group| group.mean).collect::<Vec<_>>()
        };
        let wins = summary.sides.iter().map(|side| side.win.probability);
        let figures = wins.chain([0, 1].into_iter().flat_map(survivors)).collect();
        Some((figures, summary.warnings))
    }

    /// Returns what is wrong with the warnings of an ability that a side has.
    fn fault(&self, fleets: [&str; 2], side: usize, name: &str) -> Option<String> {
        let (without, _) = self.ask(fleets, side, &json!([]))?;
        let (with, warnings) = self.ask(fleets, side, &json!([name]))?;
        let is_idle = |warning: &String| warning.contains(&format!("{name} has no effect"));
        let is_warned = warnings.iter().any(is_idle);
        let changes = without.iter().zip(&with).any(|(one, other)| (one - other).abs() > 1e-12);
        let is_plain = fleets.iter().all(|fleet| [IN_SPACE[0], ON_A_PLANET[0]].contains(fleet));
        let is_told = warnings.iter().any(|warning| warning.contains(name));
        let what = match (changes, is_warned) {
            (true, true) => "it has an effect",
            (false, false) if is_plain && !is_told && !USELESS.contains(&name) => "no warning",
            _ => return None,
        };
        Some(format!("{name} of side {side} in {fleets:?}: {what}; {warnings:?}"))
    }
}

#[test]
fn t13_abilities_that_can_do_nothing_are_warned_of_and_no_others() {
    let mut faults = Vec::new();
    let mut asked = 0;
    for (rulebook, fleets) in
        [(Rulebook::Ti4Space, &IN_SPACE[..]), (Rulebook::Ti4Ground, &ON_A_PLANET[..])]
    {
        let table = Table::of(rulebook);
        let catalogue = Ti4Catalogue::new(rulebook, &[], false).unwrap();
        let played = catalogue
            .effects
            .iter()
            .filter(|entry| entry.is_played() && entry.refused.is_none() && entry.needs.is_empty());
        for entry in played {
            for (n, own) in fleets.iter().enumerate() {
                for (side, enemy) in [(0, fleets[0]), (1, fleets[(n + 1) % fleets.len()])] {
                    let met = if side == 0 { [*own, enemy] } else { [enemy, *own] };
                    faults.extend(table.fault(met, side, &entry.name));
                    asked += 1;
                }
                faults.extend(table.fault([fleets[0], own], 0, &entry.name));
            }
        }
    }
    assert!(asked > 2000, "{asked}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
