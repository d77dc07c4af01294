//! The layout of reports, for any names and any terminal width.

use crate::support::ask::{question, try_ask};
use crate::support::eclipse_catalogue;
use fleetodds::answer::RoundWindow;
use fleetodds::answer::{Answer, Battles, Budget, Question, Simulation, answer};
use fleetodds::engine::Ctx;
use fleetodds::engine::Shard;
use fleetodds::games::Rulebook;
use fleetodds::games::eclipse::rules::{Setup, Tiles};
use fleetodds::games::eclipse::scenario::EclipseMatchup;
use fleetodds::games::eclipse::scenario::{Ground, Rules, resolve_side};
use fleetodds::report::{TableOptions, table};
use fleetodds::result::Summary;
use fleetodds::scenario::{Engine, SideText, Source};
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

fn ask(attacker: &str, defender: &str, engine: Engine) -> Answer {
    let catalogue = eclipse_catalogue(Rulebook::Eclipse);
    let rules = Rules { catalogue: &catalogue, any_blueprint: true };
    let side = |typed: &str, i| {
        let text = SideText::typed(&Source::new("test", typed)).unwrap();
        resolve_side(rules, &text, "side", i, Ground::default()).unwrap()
    };
    let question = Question {
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
        let table = table(summary, TableOptions { width });
        let plain = anstream::adapter::strip_str(&table).to_string();
        let body = plain.lines().skip_while(|line| !line.is_empty());
        for line in body {
            assert!(line.width() <= width.clamp(60, 120), "{width}: {line}");
            assert_eq!(line, line.trim_end(), "trailing space");
        }
    }
}
