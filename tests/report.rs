//! The layout of reports, for any names and any terminal width.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::support::ask::{question, try_ask};
use crate::support::eclipse_catalogue;
use fleetodds::answer::{Answer, Battles, Budget, Question, RoundWindow, Simulation, answer};
use fleetodds::engine::{Ctx, Shard};
use fleetodds::games::Rulebook;
use fleetodds::games::eclipse::rules::{Setup, Tiles};
use fleetodds::games::eclipse::scenario::{
    BlueprintRules, EclipseMatchup, SideAllowances, resolve_side,
};
use fleetodds::report::{Origin, TableOptions, csv, json, page, table};
use fleetodds::result::{
    Cell, ChancePlace, Extra, ExtraPlace, Narrow, Section, SectionPlace, Sections, Shown,
    ShownChance, ShownDistribution, ShownDistributions, Summary, Words,
};
use fleetodds::scenario::{Engine, SideText, Source};

fn ask(attacker: &str, defender: &str, engine: Engine) -> Answer {
    let catalogue = eclipse_catalogue(Rulebook::Eclipse);
    let rules = BlueprintRules { catalogue: &catalogue, any_blueprint: true };
    let side = |typed: &str, i| {
        let text = SideText::typed(&Source::new("test", typed)).unwrap();
        resolve_side(rules, &text, "side", i, SideAllowances::default()).unwrap()
    };
    let question = Question {
        asked: None,
        checks: true,
        rulebook: Rulebook::Eclipse,
        matchup: Arc::new(EclipseMatchup {
            rounds: RoundWindow { first: 1, ..RoundWindow::default() },
            sides: vec![side(attacker, 0), side(defender, 1)],
            sector: None,
            setup: Setup::default(),
            tiles: vec![Tiles { bag: catalogue.bag(), lowest: None }; 2],
        }),
        first_round: 1,
        rounds: None,
        engine,
        budget: Budget::default(),
        battles: Battles::Given(5_000),
        seed: 1,
        precision: None,
        round_cap: Some(3),
        play_band: engine != Engine::Kernel,
        swings: false,
        run: Simulation::Played(Shard::WHOLE),
    };
    let ctx = Ctx::new(1).unwrap();
    answer(&question, &ctx, &mut |_, _, _| ()).unwrap()
}

/// No line is wider than the terminal, for 60 columns or more, except for the fleets in the title.
#[test]
fn tables_fit_the_terminal() {
    let long = "A name that is as long as any name of a side may ever be: 60";
    for engine in [Engine::Auto, Engine::Exact, Engine::Simulate, Engine::Kernel] {
        for (attacker, defender) in [
            (format!("3 interceptor & name={long}"), "2 cruiser".to_string()),
            ("2 interceptor".into(), format!("ancient & name={long}")),
            ("12 interceptor".into(), "2 cruiser + 1 dreadnought".into()),
        ] {
            assert_fits(&ask(&attacker, &defender, engine).summary);
        }
    }
}

/// Checks combats with more figures: rounds, capacity, planets.
#[test]
fn tables_of_combats_fit_the_terminal() {
    let name = "A name that is as long as any name of a side may ever be: 60";
    let fleet = |fleet: &str| format!(r#"{{"name": "{name}", "fleet": "{fleet}"}}"#);
    let scenario = |rules: &str, attacker: &str, defender: &str, setting: &str| {
        let sides = format!(r#""attacker": {attacker}, "defender": {defender}"#);
        format!(r#"{{"rules": "{rules}", {sides}, "setting": {{{setting}}}}}"#)
    };
    let planets = r#""planets": [
        {"name": "Mecatol Rex", "attacker": "3 sol-infantry-ii", "defender": "2 infantry + mech"},
        {"name": "Abyz", "attacker": "infantry", "defender": [{"class": "infantry"}]}]"#;
    for scenario in [
        scenario(
            "ti4-space",
            &fleet("9 fighter + carrier & play=optimal"),
            r#""3 cruiser""#,
            r#""rounds": 30"#,
        ),
        scenario("ti4-ground", r#""12 infantry""#, &fleet("9 infantry + mech"), r#""rounds": 2"#),
        scenario("ti4-ground", r#"{"name": "Sol"}"#, &format!(r#"{{"name": "{name}"}}"#), planets),
    ] {
        for engine in [Engine::Auto, Engine::Exact, Engine::Simulate, Engine::Kernel] {
            let mut question = question(&scenario);
            question.engine = engine;
            question.battles = Battles::Given(1_000);
            assert_fits(&try_ask(&question).unwrap());
        }
    }
}

fn assert_fits(summary: &Summary) {
    for width in [0, 60, 61, 66, 75, 76, 80, 100, 120, 500] {
        let table = table(summary, TableOptions { width, full: true });
        let plain = anstream::adapter::strip_str(&table).to_string();
        let body = plain.lines().skip_while(|line| !line.is_empty());
        for line in body {
            assert!(line.width() <= width.clamp(60, 120), "{width}: {line}");
            assert_eq!(line, line.trim_end(), "trailing space");
        }
    }
}

/// Each kind of figure that a game may add is shown by every report, without its knowledge of the
/// game.
#[test]
fn figures_that_a_game_adds_are_shown_by_all_reports() {
    let mut summary = ask("3 interceptor", "1 ancient", Engine::Exact).summary;
    for side in &mut summary.sides {
        let table = ChancePlace::Below("may gloat");
        let chance = ShownChance { probability: 0.25, table, page: "may gloat for long" };
        side.of_game.push(Extra::shown_chance("gloating", ExtraPlace::Win, chance));
        let words = Words { title: "sings", words: vec!["loudly".into(), "at night".into()] };
        let songs = Extra::new("songs", ExtraPlace::Survivors, &words.words);
        side.of_game.push(songs.showing(Shown::Words(words)));
        let medals = ShownDistribution {
            title: "medals",
            mean: 0.5,
            shares: vec![0.5, 0.5],
            least: 2,
            narrow: Narrow::Diagram,
        };
        let extra = Extra::new("medals", ExtraPlace::Cost, &medals.shares);
        let medals = ShownDistributions { page: Some("Medals of honour"), all: vec![medals] };
        side.of_game.push(extra.showing(Shown::Distributions(medals)));
    }
    let section = |title| Section {
        title,
        columns: vec!["on fire"],
        rows: vec![("the moon".into(), vec![Cell::Share(0.125)])],
    };
    let sections = Sections {
        place: SectionPlace::Cost,
        names: 40,
        table: section("moons"),
        page: section("The moons"),
    };
    let moons = Extra::new("moons", ExtraPlace::Rounds, &[0.125]);
    summary.of_game.push(moons.showing(Shown::Sections(Box::new(sections))));
    let has = |report: &str, parts: &[&str]| {
        parts.iter().for_each(|part| assert!(report.contains(part), "{part}: {report}"));
    };
    let table = table(&summary, TableOptions { width: 80, full: true });
    let table = anstream::adapter::strip_str(&table).to_string();
    has(&table, &["side may gloat   25.00 %", "side sings: loudly, at night", "medals"]);
    has(&table, &["moons", "on fire", "the moon", "12.5 %"]);
    has(&csv(&summary), &["side,gloating.probability,0.25,,", ",moons[0],0.125,,"]);
    has(&csv(&summary), &["side,medals[1],0.5,,"]);
    let document: serde_json::Value = serde_json::from_str(&json(&summary)).unwrap();
    let fields: Vec<&str> =
        document["sides"][0].as_object().unwrap().keys().map(String::as_str).collect();
    let places = ["gloating", "survivors", "songs", "cost", "medals"];
    let listed: Vec<&str> = fields.into_iter().filter(|field| places.contains(field)).collect();
    assert_eq!(listed, places);
    assert_eq!(document["moons"][0], 0.125);
    let origin = Origin { scenario: String::new(), address: None, commands: Vec::new() };
    let page = page(&summary, &origin);
    has(&page, &["side may gloat for long", "Medals of honour", "The moons", "12.50\u{202f}%"]);
}
