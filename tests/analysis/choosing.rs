//! Comparing and sweeping: rankings, variations, and agreement with `fight`.

use serde_json::Value;

use crate::support::program::{file, json, refuses, run};

fn win(attacker: &str, defender: &str) -> f64 {
    let fight = ["fight", attacker, defender, "--engine", "exact", "--format", "json"];
    json(&fight)["sides"][0]["win"]["probability"].as_f64().unwrap()
}

fn value(figure: &Value) -> f64 {
    figure.get("probability").unwrap_or(&figure["value"]).as_f64().unwrap()
}

#[test]
fn candidates_are_ranked_by_what_counts() {
    let fleets = ["2 cruiser", "3 interceptor", "dreadnought"];
    let compare = |by: &str| {
        let more = ["--against", "2 ancient", "--against", "ancient", "--weights", "1,2"];
        let args = [&["compare"][..], &fleets, &more, &["--by", by, "--format", "json"]].concat();
        json(&args)["candidates"].as_array().unwrap().clone()
    };
    let by_win = compare("win");
    assert_eq!(by_win.len(), 3);
    for candidate in &by_win {
        let fleet = candidate["fleet"].as_str().unwrap();
        let known = (win(fleet, "2 ancient") + 2.0 * win(fleet, "ancient")) / 3.0;
        assert!((value(&candidate["win"]) - known).abs() < 1e-12);
        let cost = candidate["cost"].as_f64().unwrap();
        assert!((value(&candidate["per_cost"]) - known * 10.0 / cost).abs() < 1e-12);
        assert_eq!(candidate["battles"], 0);
    }
    for by in ["win", "swing", "per-cost"] {
        let field = by.replace('-', "_");
        let figures: Vec<f64> = compare(by).iter().map(|c| value(&c[&field])).collect();
        assert!(figures.is_sorted_by(|a, b| a >= b), "{by}: {figures:?}");
    }
    let behind = value(&by_win[0]["win"]) - value(&by_win[2]["win"]);
    assert!((value(&by_win[2]["behind"]) - behind).abs() < 1e-12);
}

#[test]
fn candidates_may_defend() {
    let args = ["compare", "cruiser", "--against", "2 interceptor", "--defend", "--format", "json"];
    let found = value(&json(&args)["candidates"][0]["win"]);
    assert!((found - (1.0 - win("2 interceptor", "cruiser"))).abs() < 1e-12);
}

/// Simulated odds lie within their intervals around the exact odds, and hopeless candidates are
/// dropped.
#[test]
fn hopeless_candidates_are_dropped_early() {
    let args = [
        "compare",
        "6 cruiser",
        "interceptor",
        "5 cruiser",
        "--against",
        "2 ancient",
        "--engine",
        "simulate",
        "--battles",
        "300k",
        "--format",
        "json",
    ];
    let result = json(&args);
    let candidates = result["candidates"].as_array().unwrap();
    assert_eq!(result["engine"], "simulate");
    for candidate in candidates {
        let known = win(candidate["fleet"].as_str().unwrap(), "2 ancient");
        let error = (value(&candidate["win"]) - known).abs();
        let half = candidate["win"]["high"].as_f64().unwrap() - value(&candidate["win"]);
        assert!(error < 2.3 * half, "{candidate}");
    }
    let dropped = |n: usize| candidates[n]["dropped"].as_bool().unwrap();
    assert!(!dropped(0) && dropped(2), "{candidates:?}");
    assert_eq!(candidates[2]["fleet"], "interceptor");
    assert!(candidates[2]["battles"].as_u64().unwrap() < 300_000);
    assert_eq!(run(&args).1, run(&[&args[..], &["--threads", "1"]].concat()).1);
}

/// In the reported equilibrium, no fleet does better against the other side's mix.
#[test]
fn the_matrix_has_an_equilibrium() {
    let fleets =
        ["2 cruiser", "4 interceptor", "dreadnought + interceptor", "cruiser + 2 interceptor"];
    let args = [&["compare"][..], &fleets, &["--matrix", "--format", "json"]].concat();
    let result = json(&args);
    let list = |v: &Value| -> Vec<f64> {
        v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let row = |row: &Value| row.as_array().unwrap().iter().map(value).collect();
    let payoffs: Vec<Vec<f64>> = result["payoffs"].as_array().unwrap().iter().map(row).collect();
    for (attacker, row) in fleets.iter().zip(&payoffs) {
        for (defender, payoff) in fleets.iter().zip(row) {
            assert!((payoff - win(attacker, defender)).abs() < 1e-12);
        }
    }
    let found = &result["equilibrium"];
    let (x, y) = (list(&found["attacker"]), list(&found["defender"]));
    let game = found["value"].as_f64().unwrap();
    for n in 0..4 {
        let row: f64 = payoffs[n].iter().zip(&y).map(|(p, q)| p * q).sum();
        let column: f64 = payoffs.iter().zip(&x).map(|(row, q)| row[n] * q).sum();
        assert!(row <= game + 1e-9 && column >= game - 1e-9);
    }
}

#[test]
fn a_sweep_is_a_fight_for_each_value() {
    let args = [
        "sweep",
        "2 cruiser",
        "2 ancient",
        "--vary",
        "attacker.interceptor=0..4",
        "--vary",
        "defender.ancient.hull=0..2",
        "--target",
        "80%",
        "--format",
        "json",
    ];
    let result = json(&args);
    let points = result["points"].as_array().unwrap();
    assert_eq!(points.len(), 15);
    for point in points {
        let [ships, hull] = [0, 1].map(|n: usize| point["values"][n].as_i64().unwrap());
        let attacker = match ships {
            0 => "2 cruiser".to_string(),
            n => format!("2 cruiser + {n} interceptor"),
        };
        let known = win(&attacker, &format!("2 ancient(hull={hull})"));
        assert!((value(&point["win"]) - known).abs() < 1e-12, "{point}");
    }
    let first = points.iter().find(|point| value(&point["win"]) >= 0.8).unwrap();
    assert_eq!(result["target"]["values"], first["values"]);
}

/// Varies parts, policies and whole loadouts, drops a class, and leaves a side without ships.
#[test]
fn parts_and_policies_vary() {
    let sweep = |attacker: &str, vary: &str| -> Vec<f64> {
        let args = ["sweep", attacker, "ancient", "--vary", vary, "--format", "json"];
        let points = json(&args)["points"].clone();
        points.as_array().unwrap().iter().map(|point| value(&point["win"])).collect()
    };
    let parts = sweep("2 cruiser", "attacker.cruiser.part=none,hull,gauss shield");
    assert_eq!(
        parts,
        [
            win("2 cruiser", "ancient"),
            win("2 cruiser(+hull)", "ancient"),
            win("2 cruiser(+gauss shield)", "ancient")
        ]
    );
    let listed = "cruiser(ion cannon, nuclear drive, nuclear source)";
    let more = "cruiser(ion cannon, nuclear drive, nuclear source, hull)";
    assert_eq!(
        sweep(listed, "attacker.cruiser.part=none,hull"),
        [win(listed, "ancient"), win(more, "ancient")]
    );
    let plays = sweep("2 cruiser", "defender.play=npc,optimal");
    assert_eq!(plays[0], win("2 cruiser", "ancient"));
    assert_eq!(sweep("cruiser", "attacker.cruiser=0..1"), [0.0, win("cruiser", "ancient")]);
}

/// A side without ships scores nothing, and a side alone in the field holds it. A party of a sector
/// stays away if its ships are swept to 0.
#[test]
fn sides_may_be_swept_away() {
    let points = |args: &[&str]| -> Vec<f64> {
        let args = [&["sweep"], args, &["--engine", "exact", "--format", "json"]].concat();
        let points = json(&args)["points"].clone();
        points.as_array().unwrap().iter().map(|point| value(&point["win"])).collect()
    };
    let won = win("cruiser", "ancient");
    assert_eq!(points(&["cruiser", "ancient", "--vary", "defender.ancient=0..1"]), [1.0, won]);
    let two = ["--vary", "attacker.cruiser=0..1", "--vary", "defender.ancient=0..1"];
    let grid = points(&[&["cruiser", "ancient"][..], &two].concat());
    assert_eq!(grid, [0.0, 0.0, 1.0, won]);
    let dir = tempfile::tempdir().unwrap();
    let party = |name: &str| format!(r#"{{"name": "{name}", "groups": [{{"class": "cruiser"}}]}}"#);
    let sector = |names: &[&str]| {
        let parties: Vec<String> = names.iter().map(|name| party(name)).collect();
        let text = format!(r#"{{"parties": [{}]}}"#, parties.join(", "));
        file(dir.path(), &names.concat(), text)
    };
    let (three, two) = (sector(&["a", "b", "c"]), sector(&["b", "c"]));
    let left_out = points(&["--scenario", &three, "--side", "c", "--vary", "a.cruiser=0..1"]);
    let odds = |path: &str, side: usize| {
        let fight = ["fight", "--scenario", path, "--engine", "exact", "--format", "json"];
        json(&fight)["sides"][side]["win"]["probability"].as_f64().unwrap()
    };
    assert_eq!(left_out, [odds(&two, 1), odds(&three, 2)]);
    let nobody = points(&["--scenario", &three, "--side", "a", "--vary", "a.cruiser=0"]);
    assert_eq!(nobody, [0.0]);
}

/// If no simulated battle was won, the share is not shown as certain and has an interval.
#[test]
fn a_single_battle_is_no_certainty() {
    let more = ["--against", "gcds", "--engine", "simulate", "--battles", "1"];
    let compare = [&["compare", "cruiser", "interceptor"][..], &more].concat();
    let table = run(&compare).1;
    assert!(table.contains("< 0.01 %") && !table.contains(" 0 %"), "{table}");
    let win = &json(&[&compare[..], &["--format", "json"]].concat())["candidates"][0]["win"];
    assert_eq!((value(win), win["low"].as_f64()), (0.0, Some(0.0)));
    // Wilson's interval for 0 of 1: z^2 / (1 + z^2).
    let z2 = 1.959_963_984_540_054_f64.powi(2);
    assert!((win["high"].as_f64().unwrap() - z2 / (1.0 + z2)).abs() < 1e-12);
}

/// Ctrl-C prints the results found so far, marked partial.
#[test]
#[cfg(unix)]
fn an_interrupted_comparison_shows_what_there_is() {
    use std::process::{Command, Stdio};
    let long = ["--engine", "kernel", "--battles", "1e11", "--format", "json", "--threads", "1"];
    let compare = ["compare", "interceptor", "2 interceptor", "--against", "ancient"];
    let sweep = ["sweep", "2 cruiser", "ancient", "--vary", "attacker.cruiser=0..3"];
    for (args, list) in [(&compare[..], "candidates"), (&sweep[..], "points")] {
        let child = Command::new(env!("CARGO_BIN_EXE_fleetodds"))
            .args(args)
            .args(long)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["partial"], true);
        assert!(!result[list].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_tornado_is_a_fight_for_each_change() {
    let args = ["sweep", "2 cruiser", "2 ancient", "--tornado", "--format", "json"];
    let result = json(&args);
    let changes = result["changes"].as_array().unwrap();
    let of = |name: &str| {
        let change = changes.iter().find(|change| change["change"] == name).unwrap();
        value(&change["win"])
    };
    assert_eq!(of("+1 cruiser"), win("3 cruiser", "2 ancient"));
    assert_eq!(of("cruiser: +1 hull"), win("2 cruiser(hull=2)", "2 ancient"));
    assert_eq!(of("cruiser: +1 computer"), win("2 cruiser(computer=2)", "2 ancient"));
    let gains: Vec<f64> = changes.iter().map(|c| c["gain"].as_f64().unwrap()).collect();
    assert!(gains.is_sorted_by(|a, b| a >= b));
}

#[test]
fn wrong_comparisons_and_sweeps_are_refused() {
    refuses(&["compare", "cruiser"], 2, &["the enemies are missing", "compare cruiser vs ancient"]);
    refuses(&["compare", "crusader", "--against", "ancient"], 3, &["unknown class", "fleet 1:1:1"]);
    refuses(&["compare", "cruiser", "--against", "ansiet"], 3, &["unknown class", "against 1:1:1"]);
    refuses(
        &["compare", "cruiser", "--against", "ancient", "--weights", "1,2"],
        2,
        &["expected one number"],
    );
    refuses(
        &["compare", "cruiser", "--against", "ancient", "--by", "luck"],
        2,
        &["win, swing or per-cost"],
    );
    let more = ["--against", "ancient", "--by", "per-cost"];
    refuses(
        &[&["compare", "interceptor", "cruiser(cost=0)"][..], &more].concat(),
        3,
        &["fleet 2 costs nothing"],
    );
    refuses(&["compare", "cruiser", "gcds", "--matrix", "--by", "per-cost"], 2, &["win or swing"]);
    for fleets in [["cruiser", "-3 interceptor"], ["-3 interceptor", "cruiser"], ["cruiser", "-1"]]
    {
        let args = [&["compare"][..], &fleets, &["--against", "ancient"]].concat();
        refuses(&args, 3, &["is not a valid count"]);
    }
    refuses(&["compare", "cruiser", "--against", "-2 ancient"], 3, &["is not a valid count"]);
    refuses(&["compare", "cruiser", "--agains", "ancient"], 2, &["--against"]);
    let sweep = |vary| ["sweep", "cruiser", "ancient", "--vary", vary];
    refuses(&["sweep", "cruiser", "ancient"], 2, &["--vary"]);
    refuses(&sweep("attacker.cruiser"), 2, &["takes a path and a range"]);
    refuses(&sweep("atacker.cruiser=1..2"), 2, &["unknown side `atacker`"]);
    refuses(&sweep("attacker.criuser.hull=1..2"), 2, &["`criuser`", "did you mean `cruiser`?"]);
    refuses(&sweep("attacker.cruiser.hul=1..2"), 2, &["unknown figure `hul`"]);
    refuses(&sweep("attacker.cruiser.hull=3..1"), 2, &["is an empty range"]);
    refuses(&sweep("attacker.cruiser=1..5000"), 2, &["has too many values, at most 1000"]);
    refuses(&sweep("attacker.cruiser=x"), 2, &["is not a valid number of ships"]);
    refuses(&sweep("attacker.play=npcs-spread"), 2, &["unknown policy"]);
    refuses(
        &[&sweep("attacker.cruiser=1..2")[..], &["--target", "120%"]].concat(),
        2,
        &["0% to 100%"],
    );
}

#[test]
fn completions_and_the_manual_are_there() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (status, text, _) = run(&["completions", shell]);
        assert!(status == 0 && text.contains("FLEETODDS_COMPLETE"), "{shell}: {text}");
    }
    let (status, page, _) = run(&["man"]);
    assert!(status == 0 && page.contains(".TH") && page.contains("sweep"));
}

/// Every field of a result is in its schema, and every field of the scenario schema is read.
#[test]
fn schemas_know_the_fields() {
    let schema: Value = serde_json::from_str(&run(&["schema", "result"]).1).unwrap();
    let fight = [
        "fight",
        "--scenario",
        "fleets/examples/sector.json",
        "--battles",
        "10k",
        "--format",
        "json",
    ];
    let result = json(&fight);
    let known = schema["properties"].as_object().unwrap();
    assert!(result.as_object().unwrap().keys().all(|field| known.contains_key(field)));
    let side = schema["properties"]["sides"]["items"]["properties"].as_object().unwrap();
    for shown in result["sides"].as_array().unwrap() {
        assert!(shown.as_object().unwrap().keys().all(|field| side.contains_key(field)));
    }
    let schema: Value = serde_json::from_str(&run(&["schema", "scenario"]).1).unwrap();
    let dir = tempfile::tempdir().unwrap();
    for field in schema["$defs"]["setting"]["properties"].as_object().unwrap().keys() {
        let text = format!(
            r#"{{"attacker": "cruiser", "defender": "ancient", "setting": {{"{field}": null}}}}"#
        );
        let path = file(dir.path(), "s.json", text);
        assert_eq!(run(&["fight", "--scenario", &path, "--battles", "1k"]).0, 0, "{field}");
    }
}

/// All fleets that are compared have what the question says of their side, and each fights as in a
/// question of its own.
#[test]
fn clauses_are_about_each_fleet_that_is_compared() {
    for (game, fleets, rest) in [
        ("ti4-space", ["3 ca", "2 dn"], "vs 3 ca, i have morale boost"),
        ("ti4-space", ["3 ca", "2 dn"], "vs 3 ca, my morale boost, his direct hit"),
        ("ti4-space", ["3 ca", "2 dn"], "vs 3 ca, both sides have morale boost"),
        ("eclipse", ["2 dread", "3 cruiser"], "vs 2 cruiser, i retreat after round 1"),
        ("ti4-space", ["4 inf", "3 inf + mech"], "vs 3 inf"),
        ("ti4-space", ["4 inf", "3 inf + mech"], "invade 3 inf + pds"),
    ] {
        let options = ["--rules", game, "--engine", "exact", "--json"];
        let [first, second] = fleets;
        let question = format!("{first} or {second} {rest}");
        let compared = json(&[&["compare", &question], &options[..]].concat());
        let candidates = compared["candidates"].as_array().unwrap();
        let mut found: Vec<f64> = candidates.iter().map(|one| value(&one["win"])).collect();
        let mut known = fleets.map(|fleet| {
            let alone = json(&[&[format!("{fleet} {rest}").as_str()], &options[..]].concat());
            alone["sides"][0]["win"]["probability"].as_f64().unwrap()
        });
        found.sort_by(f64::total_cmp);
        known.sort_by(f64::total_cmp);
        assert!(known.iter().all(|win| *win > 0.0 || rest.contains("retreat")), "{question}");
        let is_known = found.iter().zip(known).all(|(found, known)| (found - known).abs() < 1e-12);
        assert!(is_known, "{question}: {found:?} instead of {known:?}");
    }
    let mixed = ["compare", "4 inf or 3 ca vs 3 inf", "--rules", "ti4-space"];
    refuses(&mixed, 2, &["some of these fleets fight in space", "others on a planet"]);
    refuses(
        &["compare", "2 int", "cruiser", "--against", "ancient", "--name", "A=X", "--name", "A=Y"],
        2,
        &["fleet A has a name already"],
    );
}

/// `how many` seeks the ships that it names, whoever asks.
#[test]
fn how_many_is_about_the_ships_that_it_counts() {
    let options = ["--rules", "ti4-space", "--json"];
    let target = |question: &str| {
        let swept = json(&[&["how", "many", question], &options[..]].concat());
        swept["target"]["values"].clone()
    };
    let known = target("dreads do I need to beat 3 cruisers");
    assert_eq!(known, serde_json::json!([3]));
    for question in ["dreads beat 3 cruisers", "dreads beat my 3 cruisers"] {
        assert_eq!(target(question), known, "{question}");
    }
    let twice = ["how", "many", "cruisers beat the gcds for 80%", "--target", "50%"];
    refuses(&twice, 2, &["--target", "names odds already"]);
}
