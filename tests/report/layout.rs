//! The layout of reports, for any names and any terminal width.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::support::ask::{question, try_ask};
use crate::support::eclipse_catalogue;
use fleetodds::internals::answer::{
    Answer, Battles, Budget, Question, RoundWindow, Simulation, answer,
};
use fleetodds::internals::engine::{Ctx, Shard};
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::games::eclipse::rules::{Setup, Tiles};
use fleetodds::internals::games::eclipse::scenario::{
    BlueprintRules, EclipseMatchup, SideAllowances, resolve_side,
};
use fleetodds::internals::report::{Origin, Report, TableOptions, csv, json, page};
use fleetodds::internals::result::{Amount, Distribution, Field, Figure, Shown, Summary, Table};
use fleetodds::internals::scenario::{Engine, SideText, Source};

fn ask(attacker: &str, defender: &str, engine: Engine) -> Answer {
    let catalogue = eclipse_catalogue(Rulebook::Eclipse);
    let rules = BlueprintRules { catalogue: &catalogue, any_blueprint: true };
    let side = |typed: &str, i| {
        let text = SideText::typed(&Source::new("test", typed)).unwrap();
        resolve_side(rules, &text, "side", i, SideAllowances::default()).unwrap()
    };
    let question = Question {
        asked: None,
        you: 0,
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
        let table = summary.table(TableOptions { width, full: true });
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
        let flees = Figure::chance("fleeing", Field::Win, 0.125);
        side.of_game.push(flees.showing(Shown::End("flees", 0.125)));
        let gloats = Figure::chance("gloating", Field::Win, 0.25);
        side.of_game.push(gloats.in_line("afterwards", "may gloat", Amount::Share(0.25)));
        let words = vec!["loudly".to_string(), "at night".into()];
        let songs = Figure::new("songs", Field::Survivors, &words);
        side.of_game.push(songs.showing(Shown::Words("sings", words)));
        let medals = Distribution { title: "medals", mean: 0.5, shares: vec![0.5, 0.5] };
        let figure = Figure::new("medals", Field::Cost, &medals.shares);
        side.of_game.push(figure.showing(Shown::Distribution(medals)));
    }
    let moons = Table {
        title: "moons",
        columns: vec!["on fire"],
        rows: vec![("the moon".into(), vec![Some(Amount::Share(0.0625))])],
    };
    let figure = Figure::new("moons", Field::Rounds, &[0.0625]);
    summary.of_game.push(figure.showing(Shown::Table(moons)));
    let has = |report: &str, parts: &[&str]| {
        parts.iter().for_each(|part| assert!(report.contains(part), "{part}: {report}"));
    };
    let shown = |full: bool| {
        let table = summary.table(TableOptions { width: 80, full });
        anstream::adapter::strip_str(&table).to_string()
    };
    let all =
        ["flees", "12.50 %", "Afterwards", "may gloat", "25.00 %", "Moons", "on fire", "6.25 %"];
    let more = ["Medals", "50.0 %", "sings", "loudly, at night", "the moon"];
    has(&shown(false), &["flees 12.50 %", "may gloat 25.0 %", "medals", "1: 50.0 %"]);
    has(&shown(true), &all);
    has(&shown(true), &more);
    has(&summary.markdown(), &all);
    has(&summary.markdown(), &more);
    has(&csv(&summary), &["side,gloating.probability,0.25,,", ",moons[0],0.0625,,"]);
    has(&csv(&summary), &["side,medals[1],0.5,,"]);
    let document: serde_json::Value = serde_json::from_str(&json(&summary)).unwrap();
    let fields: Vec<&str> =
        document["sides"][0].as_object().unwrap().keys().map(String::as_str).collect();
    let places = ["gloating", "survivors", "songs", "cost", "medals"];
    let listed: Vec<&str> = fields.into_iter().filter(|field| places.contains(field)).collect();
    assert_eq!(listed, places);
    assert_eq!(document["moons"][0], 0.0625);
    let origin = Origin { scenario: String::new(), address: None, commands: Vec::new() };
    let page = page(&summary, &origin);
    let unbroken = all.map(|part| part.replace(" %", "\u{202f}%"));
    has(&page, &unbroken.each_ref().map(String::as_str));
    has(&page, &["Medals", "50.0\u{202f}%", "loudly, at night", "the moon"]);
}
