//! Fights against one of several fleets.

use serde_json::Value;

use crate::support::ask::{question, try_ask};
use crate::support::program::{file, json, refuses, run};
use fleetodds::internals::analysis::luck::{ReportedResult, luck};
use fleetodds::internals::answer::{Battles, Budget, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::report::{Report, TableOptions, csv};
use fleetodds::internals::result::{EngineUsed, Luck, SideSummary, Summary};
use fleetodds::internals::scenario::Engine;
use fleetodds::internals::stats::Estimate;

const ATTACKER: &str = "3 interceptor + cruiser";
const FLEETS: [&str; 3] = ["2 cruiser & play=npc", "dreadnought + interceptor", "4 ancient"];
const WEIGHTS: [f64; 3] = [0.5, 0.3, 0.2];

fn mix(rules: &str, attacker: &str, parts: &[(f64, &str)], more: &str) -> Question {
    let parts: Vec<String> = parts
        .iter()
        .map(|(weight, fleet)| format!(r#"{{"weight": {weight}, "fleet": "{fleet}"}}"#))
        .collect();
    let parts = parts.join(", ");
    question(&format!(
        r#"{{"rules": "{rules}", "attacker": "{attacker}", "defender": {{"mix": [{parts}]}} {more}}}"#
    ))
}

fn mixed() -> Question {
    let parts: Vec<(f64, &str)> = WEIGHTS.into_iter().zip(FLEETS).collect();
    mix("eclipse", ATTACKER, &parts, "")
}

/// The fights against the single fleets.
fn single(n: usize) -> Question {
    question(&format!(r#"{{"attacker": "{ATTACKER}", "defender": "{}"}}"#, FLEETS[n]))
}

fn assert_near(found: f64, known: f64, what: &str) {
    assert!((found - known).abs() < 1e-9, "{what}: {found}, not {known}");
}

/// Figures of a result that are sums over the fleets.
fn figures(summary: &Summary) -> Vec<f64> {
    let attacker = &summary.sides[0];
    let mut all = vec![
        attacker.win.probability,
        summary.sides[1].win.probability,
        summary.draw.probability,
        summary.standoff.probability,
        summary.rounds.mean,
        attacker.cost.lost,
        attacker.cost.destroyed,
    ];
    all.extend(summary.sides.iter().map(|side| side.of_game.probability("retreated").unwrap()));
    // Ancients draw no tiles, so that there is no such figure for the mix.
    all.push(attacker.of_game.get("reputation").unwrap()["mean"].as_f64().unwrap());
    for group in &attacker.survivors {
        all.push(group.mean);
        all.extend(&group.distribution);
    }
    all.extend((0..12).map(|n| summary.rounds.distribution.get(n).copied().unwrap_or(0.0)));
    all
}

fn weighted(parts: &[Summary], of: impl Fn(&Summary) -> Vec<f64>) -> Vec<f64> {
    let mut sums = vec![0.0; of(&parts[0]).len()];
    for (weight, part) in WEIGHTS.iter().zip(parts) {
        for (sum, value) in sums.iter_mut().zip(of(part)) {
            *sum += weight * value;
        }
    }
    sums
}

#[test]
fn figures_are_weighted_sums_of_single_fights() {
    let listed = |asked: Question| Question {
        rounds: Some(fleetodds::internals::answer::Listed::To(4)),
        swings: true,
        ..asked
    };
    let found = try_ask(&listed(mixed())).unwrap();
    let parts: Vec<Summary> = (0..3).map(|n| try_ask(&listed(single(n))).unwrap()).collect();
    assert_eq!(found.engine, EngineUsed::Exact);
    let known = weighted(&parts, figures);
    for (n, (found, known)) in figures(&found).iter().zip(known).enumerate() {
        assert_near(*found, known, &format!("figure {n}"));
    }
    let by_round = |summary: &Summary| {
        let rounds = summary.rounds.by_round.iter();
        let of_round = |after: &fleetodds::internals::result::AfterRound| {
            let left = after.sides[0].survivors.iter().map(|left| left.mean);
            let odds = [after.sides[1].win.probability, after.undecided.probability];
            left.chain(odds).collect::<Vec<_>>()
        };
        rounds.flat_map(of_round).collect::<Vec<f64>>()
    };
    for (found, known) in by_round(&found).iter().zip(weighted(&parts, by_round)) {
        assert_near(*found, known, "after a round");
    }
    let swing = |summary: &Summary| {
        let swing = summary.sides[1].cost.swing.as_ref().unwrap();
        let at = |value: i32| {
            let all = swing.values.iter().zip(&swing.distribution);
            all.filter(|(v, _)| **v == f64::from(value)).map(|(_, p)| p).sum::<f64>()
        };
        (-40..40).map(at).chain([swing.mean]).collect::<Vec<f64>>()
    };
    for (found, known) in swing(&found).iter().zip(weighted(&parts, swing)) {
        assert_near(*found, known, "swing");
    }
    let shares: f64 = swing(&found)[..80].iter().sum();
    assert_near(shares, 1.0, "all swings");
}

#[test]
fn each_fleet_has_its_own_figures() {
    let found = try_ask(&mixed()).unwrap();
    let defender = &found.sides[1];
    assert_eq!(
        defender.fleet,
        "50% 2 cruiser & play=npc | 30% dreadnought + interceptor | 20% 4 ancient"
    );
    assert_eq!((&*defender.name, defender.survivors.len()), ("defender", 0));
    let parts = defender.of_game.get("parts").unwrap().as_array().unwrap();
    for (n, part) in parts.iter().enumerate() {
        let known: SideSummary = try_ask(&single(n)).unwrap().sides.swap_remove(1);
        assert_near(part["weight"].as_f64().unwrap(), WEIGHTS[n], "weight");
        assert_eq!(part["fleet"], *FLEETS[n]);
        assert_eq!(part["engine"], "exact");
        assert_eq!(part["win"], serde_json::to_value(known.win).unwrap());
        assert_eq!(part["survivors"], serde_json::to_value(&known.survivors).unwrap());
        assert_eq!(part["cost"], serde_json::to_value(&known.cost).unwrap());
    }
    let csv = csv(&found);
    assert!(csv.contains("defender,parts[1].weight,0.3,,"), "{csv}");
    assert!(csv.contains("defender,parts[2].win.probability,"), "{csv}");
    for width in [80, 120] {
        let table = found.table(TableOptions { width, full: true });
        for words in ["One of", "dreadnought + interceptor", "1 interceptor", "20.00 %"] {
            assert!(table.contains(words), "{words} is missing in\n{table}");
        }
    }
}

/// The captains know which fleet has come: best play is that of the single fights.
#[test]
fn captains_know_which_fleet_has_come() {
    let parts = [(2.0, "dreadnought"), (6.0, "3 interceptor")];
    let found = try_ask(&mix("eclipse", "2 cruiser", &parts, "")).unwrap();
    let win = |enemy: &str| {
        let asked = question(&format!(r#"{{"attacker": "2 cruiser", "defender": "{enemy}"}}"#));
        try_ask(&asked).unwrap().sides[0].win.probability
    };
    let known = 0.25 * win("dreadnought") + 0.75 * win("3 interceptor");
    assert_near(found.sides[0].win.probability, known, "odds");
    assert_eq!(found.play[0].1.get("assign"), Some("optimal"));
}

/// Battles are shared by weight, each fleet has its own seed, and the result does not depend on the
/// number of threads.
#[test]
fn simulations_are_shared_by_weight() {
    for engine in [Engine::Simulate, Engine::Kernel, Engine::Auto] {
        let battles = Battles::Given(100_001);
        let asked = Question { engine, battles, seed: 5, ..mixed() };
        let found = try_ask(&asked).unwrap();
        assert_eq!(found.battles, 100_001);
        let parts = found.sides[1].of_game.get("parts").unwrap();
        let shares: Vec<u64> = (0..3).map(|n| parts[n]["battles"].as_u64().unwrap()).collect();
        assert_eq!(shares, [50_001, 30_000, 20_000]);
        let alone = Question { engine, battles: Battles::Given(30_000), seed: 6, ..single(1) };
        let alone = try_ask(&alone).unwrap();
        assert_eq!(parts[1]["win"], serde_json::to_value(alone.sides[1].win).unwrap());
        let three =
            fleetodds::internals::answer::answer(&asked, &Ctx::new(3).unwrap(), &mut |_, _, _| ());
        assert_eq!(three.unwrap().summary, found);
        let exact = try_ask(&mixed()).unwrap().sides[0].win.probability;
        let win = found.sides[0].win;
        let (low, high, seen) = match win.simulated {
            Some(seen) => (seen.low, seen.high, seen.probability),
            None => (win.low, win.high, win.probability),
        };
        assert!(low < seen && seen < high && (high - low) < 0.01, "{low} {high}");
        assert!((seen - exact).abs() < 4.5 / 1.96 * (high - low) / 2.0, "{seen} {exact}");
    }
    let asked = Question { engine: Engine::Kernel, precision: Some(0.01), ..mixed() };
    let found = try_ask(&Question { battles: Battles::AtMost(1_000_000), ..asked }).unwrap();
    let win = found.sides[0].win;
    assert!(found.battles < 1_000_000 && win.high - win.low < 0.021, "{win:?}");
}

/// A fleet that is too large for the budget is simulated; the others stay exact.
#[test]
fn each_fleet_has_the_engine_that_fits() {
    let parts = [(1.0, "ancient"), (1.0, "8 interceptor + 4 cruiser + 2 dreadnought + 4 starbase")];
    let asked = Question {
        engine: Engine::Auto,
        budget: Budget { seconds: 0.02, bytes: 2e7 },
        battles: Battles::AtMost(10_000),
        ..mix("eclipse", "6 interceptor + 4 cruiser", &parts, "")
    };
    let found = try_ask(&asked).unwrap();
    let of_parts = found.sides[1].of_game.get("parts").unwrap();
    assert_eq!(of_parts[0]["engine"], "exact+simulate");
    assert_eq!(of_parts[1]["engine"], "simulate");
    assert_eq!(found.engine, EngineUsed::Simulate);
    assert!(found.warnings.iter().any(|warning| warning.starts_with(parts[1].1)));
    let refused = try_ask(&Question { engine: Engine::Exact, ..asked }).unwrap_err().to_string();
    assert!(refused.starts_with(parts[1].1), "{refused}");
}

#[test]
fn other_games_have_mixes_too() {
    for (rules, attacker, fleets) in [
        (
            "ti4-space",
            "3 cruiser + 2 fighter + carrier",
            ["2 dreadnought", "4 fighter + 2 carrier"],
        ),
        ("ti4-ground", "4 infantry", ["3 infantry + mech", "2 infantry + pds"]),
        ("star-chamber", "4 scout", ["3 cruiser", "2 scout"]),
    ] {
        let parts = [(30.0, fleets[0]), (70.0, fleets[1])];
        let found = try_ask(&mix(rules, attacker, &parts, "")).unwrap();
        let win = |enemy: &str| {
            let scenario = format!(
                r#"{{"rules": "{rules}", "attacker": "{attacker}", "defender": "{enemy}"}}"#
            );
            try_ask(&question(&scenario)).unwrap().sides[0].win.probability
        };
        let known = 0.3 * win(fleets[0]) + 0.7 * win(fleets[1]);
        assert_near(found.sides[0].win.probability, known, rules);
    }
}

#[test]
fn luck_of_a_mix_is_a_weighted_sum() {
    let ctx = Ctx::new(2).unwrap();
    let of = |asked: &Question, happened: &ReportedResult| {
        luck(asked, happened, None, &ctx, &|_, _| ()).unwrap()
    };
    let won = ReportedResult { won: Some("attacker".into()), left: Vec::new() };
    let found = of(&mixed(), &won);
    let parts: Vec<_> = (0..3).map(|n| of(&single(n), &won)).collect();
    let sum = |of: &dyn Fn(&Luck) -> f64| {
        WEIGHTS.iter().zip(&parts).map(|(weight, part)| weight * of(part)).sum::<f64>()
    };
    let chance = |found: f64, of: &dyn Fn(&Luck) -> Estimate, what: &str| {
        assert_near(found, sum(&|luck| of(luck).probability), what);
    };
    chance(found.probability.probability, &|luck| luck.probability, "probability");
    chance(found.worse.probability, &|luck| luck.worse, "worse");
    chance(found.better.probability, &|luck| luck.better, "better");
    assert!(found.sides[1].fleet.starts_with("50% 2 cruiser"), "{:?}", found.sides);
    // Survivors of a fleet say which fleet has come.
    let left = vec![(
        "defender".to_string(),
        vec![("dreadnought".to_string(), 1), ("interceptor".to_string(), 1)],
    )];
    let lost = ReportedResult { won: Some("defender".into()), left };
    let alone = of(&single(1), &lost).probability.probability;
    assert_near(of(&mixed(), &lost).probability.probability, 0.3 * alone, "with survivors");
    let asked = Question { engine: Engine::Kernel, ..mixed() };
    let seen = of(&asked, &won);
    assert_eq!(seen.battles, 100_000);
    assert!((seen.probability.probability - found.probability.probability).abs() < 0.01);
}

#[test]
fn a_typed_mix_is_that_of_a_scenario() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = r#"{"attacker": "3 interceptor",
        "defender": {"name": "Pirates", "mix": [{"weight": 6, "fleet": "2 cruiser & play=npc"},
            {"weight": 4, "fleet": {"groups": [{"class": "ancient"}], "play": "npc"}},
            {"weight": 0, "fleet": "gcds"}]}}"#;
    let scenario = file(dir.path(), "mix.json", scenario);
    let from_file = json(&["fight", "--scenario", &scenario, "--engine=exact", "--format=json"]);
    let typed = "60% 2 cruiser & play=npc | 40% 1 ancient&play=npc";
    let mut typed = json(&[
        "fight",
        "3 interceptor",
        "--against-mix",
        typed,
        "--engine=exact",
        "--format=json",
    ]);
    assert_eq!(typed["draw"], from_file["draw"]);
    assert_eq!(from_file["sides"][1]["name"], "Pirates");
    typed["sides"][1]["name"] = Value::from("Pirates");
    assert_eq!(typed["sides"][1]["win"], from_file["sides"][1]["win"]);
    // Without weights, all are equally likely. The mix replaces the defender.
    let equal = ["--against-mix", "ancient|2 cruiser", "--engine=exact", "--format=json"];
    let found = json(&[&["fight", "--scenario", &scenario][..], &equal].concat());
    assert_eq!(found["sides"][1]["fleet"], "50% ancient | 50% 2 cruiser");
    let fleet = file(dir.path(), "fleet.json", r#""2 cruiser""#);
    let mix = format!("1% @{fleet} | 3% ancient");
    let found = json(&["fight", "3 interceptor", "--against-mix", &mix, "--format=json"]);
    assert_eq!(found["sides"][1]["fleet"], "25% 2 cruiser | 75% ancient");
}

#[test]
fn commands_know_mixes() {
    let mix = ["--against-mix", "60% 2 cruiser | 40% ancient"];
    let sweep = ["sweep", "2 interceptor", "--vary", "attacker.interceptor=0..3", "--format=json"];
    let swept = json(&[&sweep[..], &mix].concat());
    let wins = |n: usize| swept["points"][n]["win"]["value"].as_f64();
    let fight = json(&[&["fight", "3 interceptor", "--format=json"][..], &mix].concat());
    let known = fight["sides"][0]["win"]["probability"].as_f64().unwrap();
    let found = wins(3).or_else(|| swept["points"][3]["win"]["probability"].as_f64()).unwrap();
    assert_near(found, known, "sweep");
    let plays = ["sweep", "2 interceptor", "--vary", "defender.play=npc,optimal"];
    let (code, out, error) = run(&[&plays[..], &mix].concat());
    assert_eq!(code, 0, "{out}{error}");
    let tornado = ["sweep", "2 interceptor", "--tornado"];
    assert_eq!(run(&[&tornado[..], &mix].concat()).0, 0);
    let (code, out, error) =
        run(&[&["luck", "3 interceptor", "--won=attacker"][..], &mix].concat());
    assert!(code == 0 && out.contains("of 100 such battles"), "{out}{error}");
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("page.html");
    let args = ["fight", "3 interceptor", "--chart", "--report", page.to_str().unwrap()];
    let (code, out, error) = run(&[&args[..], &mix, &["--rounds", "--play-band"]].concat());
    assert_eq!(code, 0, "{out}{error}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("One of these fleets") && page.contains("fleetodds fight fo2."));
    let line =
        r#"{"attacker": "cruiser", "defender": {"mix": [{"weight": 1, "fleet": "ancient"}]}}"#;
    let lines = file(dir.path(), "lines.ndjson", format!("{line}\n{line}\n"));
    let (code, out, error) = run(&["batch", &lines, "--battles=1000"]);
    assert!(code == 0 && out.lines().count() == 2 && out.contains("\"parts\""), "{out}{error}");
}

#[test]
fn commands_name_the_fleets_of_a_mix_alike() {
    let mix = ["--against-mix", "1% ancient | 2% 2 cruiser", "--engine=exact"];
    let sweep = ["sweep", "2 interceptor", "--vary", "attacker.interceptor=1..2"];
    for command in [&sweep[..], &["luck", "2 interceptor", "--won=attacker"]] {
        let (code, out, error) = run(&[command, &mix].concat());
        assert_eq!(code, 0, "{error}");
        let first = out.lines().next().unwrap();
        assert_eq!(first, "2 interceptor v 33.3% ancient | 66.7% 2 cruiser", "{command:?}");
    }
}

#[test]
fn what_a_mix_cannot_do_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mix = ["fight", "3 interceptor", "--against-mix"];
    let twelve = ["ancient"; 13].join("|");
    for (typed, words) in [
        ("60% cruiser | ancient", ["this fleet has no weight", "--against-mix:1:15"]),
        ("x% cruiser", ["`x` is not a weight", "--against-mix:1:1"]),
        ("-1% cruiser", ["`-1` is not a weight", "at least 0"]),
        ("inf% cruiser", ["`inf` is not a weight", "at least 0"]),
        ("0% cruiser | 0% ancient", ["all weights are 0", "more than 0"]),
        ("1e308% cruiser | 1e308% ancient", ["the weights are too large", "--against-mix:1:1"]),
        ("60% cruiser |", ["a fleet is missing", "--against-mix:1:14"]),
        ("", ["a fleet is missing", "--against-mix"]),
        (&twelve, ["a mix cannot have 13 fleets", "from 1 to 12"]),
    ] {
        refuses(&[&mix[..], &[typed]].concat(), 2, &words);
    }
    let wrong = [&mix[..], &["1% cruiser | 1% bogus"]].concat();
    refuses(&wrong, 3, &["unknown class of ship `bogus`", "--against-mix, fleet 2:1:1"]);
    let good = "cruiser | ancient";
    refuses(&[&mix[..], &[good, "--shard=1/2"]].concat(), 3, &["--shard", "not for a mix"]);
    refuses(&["replay", "cruiser", "--against-mix", good], 3, &["one fleet, not a mix"]);
    let vary = ["sweep", "cruiser", "--against-mix", good, "--vary", "defender.cruiser=1..3"];
    refuses(&vary, 2, &["`defender` is a mix of fleets", "only its `play`"]);
    let second = ["fight", "cruiser", "ancient", "--against-mix", good];
    refuses(&second, 2, &["takes the place of the second fleet: leave that out"]);
    let part = r#"{"weight": 1, "fleet": "cruiser"}"#;
    for (side, words) in [
        (r#"{"mix": []}"#, "a mix cannot have 0 fleets"),
        (r#"{"mix": [{"fleet": "cruiser"}]}"#, "the field `weight` is missing"),
        (r#"{"mix": [{"weight": -1, "fleet": "cruiser"}]}"#, "`-1` is not a weight"),
        (
            r#"{"mix": [{"weight": 1, "fleet": {"mix": [{"weight": 1, "fleet": "cruiser"}]}}]}"#,
            "a mix cannot contain another mix",
        ),
        (&format!(r#"{{"mix": [{part}], "play": "npc"}}"#), "`play`"),
    ] {
        let scenario = format!(r#"{{"attacker": "cruiser", "defender": {side}}}"#);
        let path = file(dir.path(), "wrong.json", scenario);
        refuses(&["fight", "--scenario", &path], 3, &[words, "wrong.json:1:"]);
    }
    let both = format!(r#"{{"attacker": {{"mix": [{part}]}}, "defender": {{"mix": [{part}]}}}}"#);
    let both = file(dir.path(), "both.json", both);
    refuses(&["fight", "--scenario", &both], 3, &["only one side can be a mix of fleets"]);
    let parties = format!(r#"{{"parties": ["cruiser", {{"mix": [{part}]}}]}}"#);
    let parties = file(dir.path(), "parties.json", parties);
    refuses(&["fight", "--scenario", &parties], 3, &["a party of a sector cannot be a mix"]);
    let fleet = file(dir.path(), "fleet.json", format!(r#"{{"mix": [{part}]}}"#));
    let fleet = format!("@{fleet}");
    refuses(&["fight", "cruiser", &fleet], 3, &["a fleet file cannot be a mix of fleets"]);
}

#[test]
fn an_attacker_can_be_a_mix() {
    let found = try_ask(&question(
        r#"{"attacker": {"mix": [{"weight": 1, "fleet": "cruiser"}, {"weight": 3, "fleet": "2 cruiser"}]},
            "defender": "ancient"}"#,
    ));
    let win = |fleet: &str| {
        let asked = question(&format!(r#"{{"attacker": "{fleet}", "defender": "ancient"}}"#));
        try_ask(&asked).unwrap().sides[0].win.probability
    };
    let known = 0.25 * win("cruiser") + 0.75 * win("2 cruiser");
    assert_near(found.unwrap().sides[0].win.probability, known, "attacker");
}
