//! The program from a user's point of view: results, files, colour, interrupts.

use serde_json::Value;

use crate::support::program::{NO_SETTINGS, file, fleetodds, json, refuses, run};

#[test]
fn the_first_fight_is_what_the_rulebook_says() {
    let args = ["fight", "3 interceptor", "1 ancient", "--format", "json", "--seed", "7"];
    let result = json(&args);
    let win = &result["sides"][0]["win"];
    let number = |value: &Value| value.as_f64().unwrap();
    assert!((number(&win["probability"]) - 0.465_156_824_658_158_1).abs() < 1e-15, "{win}");
    let seen = &win["simulated"];
    let share = number(&seen["probability"]);
    assert!((share - 0.465_157).abs() < 4.5 * 0.000_499, "{share}");
    assert!(number(&seen["low"]) < share && share < number(&seen["high"]));
}

#[test]
fn the_result_has_every_figure_of_its_contract() {
    let result =
        json(&["fight", "3 interceptor", "ancient", "--format", "json", "--battles", "5k"]);
    for path in [
        "/schema",
        "/rules",
        "/engine",
        "/play/attacker/assign",
        "/play/defender/assign",
        "/battles",
        "/seed",
        "/sides/0/name",
        "/sides/0/win/probability",
        "/sides/0/win/low",
        "/sides/0/win/high",
        "/sides/0/retreated/probability",
        "/sides/0/survivors/0/class",
        "/sides/0/survivors/0/start",
        "/sides/0/survivors/0/mean",
        "/sides/0/survivors/0/distribution/3",
        "/sides/0/cost/lost",
        "/sides/0/cost/destroyed",
        "/sides/0/reputation/draws/5",
        "/sides/0/reputation/mean",
        "/sides/0/reputation/best_tile/mean",
        "/sides/0/reputation/best_tile/distribution/4",
        "/sides/1/survivors/0/distribution/1",
        "/draw/probability",
        "/standoff/probability",
        "/rounds/mean",
        "/rounds/distribution/1",
        "/house_rules",
        "/warnings",
    ] {
        assert!(result.pointer(path).is_some(), "{path}");
    }
    assert!(result.pointer("/sides/1/reputation").is_none(), "non-player ships draw nothing");
    assert_eq!(result["schema"], "fleetodds/result/1");
    assert_eq!(result["sides"][1]["name"], "defender");
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let bytes = |threads| {
        run(&[
            "fight",
            "2 cruiser + 3 interceptor",
            "gcds",
            "--format",
            "json",
            "--battles",
            "300k",
            "--threads",
            threads,
        ])
        .1
    };
    let one = bytes("1");
    assert_eq!(one, bytes("2"));
    assert_eq!(one, bytes("7"));
}

#[test]
fn every_engine_answers_in_its_way() {
    let result = |engine| {
        let fight = ["fight", "2 cruiser", "2 ancient", "--format", "json", "--engine", engine];
        json(&fight)
    };
    // Exact odds with best play, as in the rulebook.
    let exact = 0.085_017;
    for (engine, name, battles) in [
        ("auto", "exact+simulate", 1_000_000),
        ("exact", "exact", 0),
        ("simulate", "simulate", 1_000_000),
        ("kernel", "kernel", 1_000_000),
    ] {
        let result = result(engine);
        assert_eq!((&result["engine"], &result["battles"]), (&name.into(), &battles.into()));
        assert_eq!(result["play"]["attacker"]["assign"], "optimal");
        let win = &result["sides"][0]["win"];
        let number = |field: &str| win[field].as_f64().unwrap();
        let is_exact = name.starts_with("exact");
        assert_eq!(number("low") == number("high"), is_exact, "{engine}");
        let tolerance = if is_exact { 1e-6 } else { 4.5 * 0.000_279 };
        assert!((number("probability") - exact).abs() < tolerance, "{engine} {win}");
        let simulated = &win["simulated"]["probability"];
        assert_eq!(simulated.is_null(), engine != "auto", "{engine}");
        if let Some(share) = simulated.as_f64() {
            assert!((share - exact).abs() < 4.5 * 0.000_279, "{share}");
        }
    }
}

#[test]
fn the_play_band_lies_around_the_odds() {
    let fight = [
        "fight",
        "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
        "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)",
        "--play-band",
    ];
    let result = json(&[&fight[..], &["--format", "json"]].concat());
    let band = |side: usize, end: &str| result["sides"][side]["win"]["band"][end].as_f64().unwrap();
    // Known figures of best and worst play, with dice as in D1.
    for (value, exact) in [
        (band(0, "worst"), 0.411_12),
        (band(0, "best"), 0.657_036),
        (band(1, "worst"), 0.105_03),
        (band(1, "best"), 1.0 - 0.657_036),
    ] {
        assert!((value - exact).abs() < 1e-5, "{value} {exact}");
    }
    let table = run(&fight).1;
    assert!(table.contains("\n  Own play         worst     best\n"), "{table}");
    assert!(table.contains("  attacker wins  41.11 %  65.70 %\n"), "{table}");
}

#[test]
fn a_scenario_file_and_typed_fleets_are_one_model() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = file(
        dir.path(),
        "s.json",
        r#"{
        "rules": "Eclipse",
        "attacker": {"name": "Orion", "species": "orion", "groups": [
            {"class": "Cruisers", "count": 2, "damaged": [1]},
            {"class": "terran/interceptor", "parts": ["2 ion cannons", "nuclear source", "nuclear drive"]},
            {"class": "dreadnought", "stats": {"cannons": "1r", "hull": 3, "initiative": -1}}]},
        "defender": {"fleet": "2 ancient", "play": {"assign": "npc-spread"}},
        "battles": 20000, "seed": 5}"#,
    );
    let from_file = json(&["fight", "--scenario", &scenario, "--format", "json"]);
    let typed = json(&[
        "fight",
        "2 orion/cruiser(damaged=[1]) + interceptor(2 ion cannon, nuclear source, nuclear drive) \
         + orion/dreadnought(cannons=1r, hull=3, initiative=-1)",
        "2 ancient",
        "--play",
        "defender=npc-spread",
        "--battles",
        "20k",
        "--seed",
        "5",
        "--format",
        "json",
    ]);
    for figure in ["win", "survivors", "cost", "reputation"] {
        assert_eq!(from_file["sides"][0][figure], typed["sides"][0][figure], "{figure}");
    }
    assert_eq!(from_file["sides"][0]["name"], "Orion");
    assert_eq!(from_file["play"], typed["play"]);
}

#[test]
fn the_command_line_wins_over_the_scenario() {
    let dir = tempfile::tempdir().unwrap();
    let text =
        r#"{"attacker": "cruiser & play=npc", "defender": "ancient", "battles": 1000, "seed": 5}"#;
    let scenario = file(dir.path(), "s.json", text);
    let result = json(&[
        "fight",
        "--scenario",
        &scenario,
        "--battles",
        "2000",
        "--seed",
        "9",
        "--play",
        "attacker=npc-spread",
        "--rules",
        "eclipse-2e",
        "--format",
        "json",
    ]);
    assert_eq!(result["battles"], 2000);
    assert_eq!(result["seed"], 9);
    assert_eq!(result["rules"], "eclipse-2e");
    assert_eq!(result["play"]["attacker"]["assign"], "npc-spread");
}

#[test]
fn a_scenario_may_come_from_standard_input() {
    let text = r#"{"attacker": "cruiser", "defender": "ancient", "battles": 1000}"#;
    let output = fleetodds().args(["fight", "--scenario", "-"]).write_stdin(text).output().unwrap();
    assert!(output.status.success());
}

#[test]
fn a_fleet_may_come_from_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let typed = file(dir.path(), "a.json", r#""2 cruiser""#);
    let object = file(dir.path(), "b.json", r#"{"groups": [{"class": "cruiser", "count": 2}]}"#);
    let wins = |fleet: &str| {
        json(&["fight", fleet, "ancient", "--battles", "1k", "--format", "json"])["sides"][0]["win"]
            .clone()
    };
    assert_eq!(wins(&format!("@{typed}")), wins("2 cruiser"));
    assert_eq!(wins(&format!("@{object}")), wins("2 cruiser"));
}

#[test]
fn a_folder_of_fleets_adds_and_overrides() {
    let dir = tempfile::tempdir().unwrap();
    file(
        dir.path(),
        "mine.json",
        r#"{"rulebook": "eclipse",
        "parts": [{"name": "Big Gun", "kind": "cannon", "energy": -1, "cannons": "3r"}],
        "non_player": [{"name": "ancient", "rank": 1, "tiles": 1, "cost": 3, "cannons": "1y"},
                       {"name": "kraken", "rank": 4, "tiles": 3, "cost": 9, "cannons": "2b", "hull": 5}]}"#,
    );
    let dir = dir.path().to_str().unwrap();
    let fight = |defender| {
        let args = [
            "fight",
            "2 interceptor(-ion cannon, +big gun)",
            defender,
            "--fleets",
            dir,
            "--battles",
            "1k",
            "--format",
            "json",
        ];
        json(&args)["sides"][1]["survivors"][0]["class"].clone()
    };
    assert_eq!(fight("kraken"), "kraken");
    let (_, shown, _) = run(&["fleets", "show", "ancient", "--fleets", dir]);
    assert!(shown.contains("\n  1y\n"), "{shown}");
}

#[test]
fn the_table_is_laid_out_like_this() {
    let (status, stdout, stderr) =
        run(&["fight", "3 interceptor", "1 ancient", "--battles", "100k", "-v"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let golden = include_str!("../golden/first_fight.txt");
    assert_eq!(stdout, golden);
}

#[test]
fn the_csv_is_one_figure_a_row() {
    let args = ["fight", "3 interceptor", "1 ancient", "--battles", "100k", "--format", "csv"];
    assert_eq!(run(&args).1, include_str!("../golden/first_fight.csv"));
}

#[test]
fn the_json_is_laid_out_like_this() {
    let args = ["fight", "3 interceptor", "1 ancient", "--battles", "100k", "--format", "json"];
    assert_eq!(run(&args).1, include_str!("../golden/first_fight.json"));
}

#[test]
fn colour_comes_when_asked_for() {
    let coloured = |args: &[&str]| {
        let base = ["fight", "cruiser", "ancient", "--battles", "1k"];
        run(&[&base, args].concat()).1.contains('\u{1b}')
    };
    assert!(!coloured(&[]));
    assert!(coloured(&["--color", "always"]));
    assert!(!coloured(&["--color", "never"]));
}

#[test]
fn a_result_may_go_to_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "out.json", "x".repeat(100_000));
    let args =
        ["fight", "cruiser", "ancient", "--battles", "1k", "--format", "json", "--output", &path];
    assert_eq!(run(&args), (0, String::new(), String::new()));
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(serde_json::from_str::<Value>(&written).is_ok());
    let bad = dir.path().join("no/such/folder.json");
    refuses(
        &["fight", "cruiser", "ancient", "--output", bad.to_str().unwrap()],
        1,
        &["cannot write"],
    );
}

#[test]
fn the_catalogue_is_listed_and_shown() {
    let (status, list, _) = run(&["fleets", "list"]);
    assert_eq!(status, 0);
    for name in [
        "  interceptor ",
        "orion/interceptor",
        "gcds",
        "ancient-dreadnought-2",
        "plasma-missile",
        "point-defense",
    ] {
        assert!(list.contains(name), "{name}");
    }
    let (_, found, _) = run(&["fleets", "list", "plasma"]);
    assert!(found.contains("plasma-turret") && !found.contains("ion-cannon"), "{found}");
    refuses(&["fleets", "list", "plasmo"], 3, &["Eclipse", "no name contains `plasmo`"]);
    let (_, entry, _) = run(&["fleets", "show", "cruiser", "--format", "json"]);
    let entry: Value = serde_json::from_str(&entry).unwrap();
    assert_eq!(entry["entry"]["name"], "terran/cruiser");
    assert_eq!(entry["entry"]["figures"]["computer"], 1);
    let (_, shown, _) = run(&["fleets", "show", "Axion Computers", "--rules", "eclipse-2e"]);
    assert!(shown.contains("comp 2, init 1") && shown.contains("medium-high"), "{shown}");
    refuses(&["fleets", "show", "plasma"], 3, &["unknown entry `plasma`", "`plasma-cannon`"]);
    refuses(&["fleets", "check", "cruiser(+7 hull)"], 3, &["needs 12 slots but has 6"]);
    for rules in ["eclipse", "eclipse-2e"] {
        let (status, stdout, _) = run(&["fleets", "check", "--rules", rules]);
        assert_eq!((status, stdout.contains("43 blueprints of 11 species are legal")), (0, true));
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    for args in [&["--help"][..], &["--version"], &["fight", "--help"]] {
        let (status, stdout, stderr) = run(args);
        assert_eq!((status, stderr.as_str()), (0, ""));
        assert!(stdout.contains("fleetodds"));
    }
}

/// A reader that closes the pipe is not an error: `fleetodds fight … | head -1`.

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("fleetodds"))
        .env(NO_SETTINGS.0, NO_SETTINGS.1)
        .args(["fight", "cruiser", "ancient", "--battles", "1M"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Ctrl-C prints the results so far, marked partial.

#[test]
#[cfg(unix)]
fn an_interrupt_prints_what_there_is() {
    use std::process::{Command, Stdio};
    let child = Command::new(assert_cmd::cargo::cargo_bin("fleetodds"))
        .env(NO_SETTINGS.0, NO_SETTINGS.1)
        .args(["fight", "cruiser", "ancient", "--battles", "1e12", "--format", "json"])
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
    assert!(result["battles"].as_u64().unwrap() > 0);
}

/// A sector in which a single battle takes many milliseconds.
#[cfg(unix)]
#[test]
fn an_interrupt_is_answered_at_once_whatever_the_program_is_doing() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("fleetodds"))
        .env(NO_SETTINGS.0, NO_SETTINGS.1)
        .args(["fight", "--scenario", "tests/scenarios/heavy_sector.json", "--battles=1G"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let before = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // Takes half a second on an idle machine; other tests run at the same time.
    assert!(before.elapsed() < Duration::from_millis(2_500), "{:?}", before.elapsed());
}

#[test]
fn fleets_check_takes_options_after_the_fleet() {
    let (status, stdout, _) = run(&["fleets", "check", "2 guardian", "--rules", "eclipse-2e"]);
    assert_eq!((status, stdout.contains("2 guardian")), (0, true));
    let (status, stdout, _) = run(&["fleets", "check", "cruiser(+7 hull)", "--any-blueprint"]);
    assert_eq!((status, stdout.contains("hull 8")), (0, true));
}

/// By default the simulation stops at 1,000 rounds and the exact engine does not. That is not a
/// contradiction.
#[test]
fn long_battles_are_no_contradiction() {
    let result = json(&[
        "fight",
        "cruiser(cannons=2y, computer=0)",
        "cruiser(cannons=0, hull=3, regenerate=1) & play=npc",
        "--play=attacker=npc",
        "--battles=2k",
        "--format=json",
    ]);
    assert_eq!(result["sides"][0]["win"]["probability"], 1.0);
    let warnings = result["warnings"].to_string();
    assert!(warnings.contains("more than 1000 rounds"), "{warnings}");
    assert!(!warnings.contains("DISAGREE"), "{warnings}");
}

#[test]
fn a_fight_that_is_over_before_it_begins_has_a_band_too() {
    let unarmed = "cruiser(cannons=0, hull=1, regenerate=1)";
    let result = json(&["fight", unarmed, unarmed, "--play-band", "--battles=1k", "--format=json"]);
    for (side, odds) in [(0, 0.0), (1, 1.0)] {
        let win = &result["sides"][side]["win"];
        assert_eq!(
            (&win["probability"], &win["simulated"]["probability"]),
            (&odds.into(), &odds.into())
        );
        assert_eq!((&win["band"]["worst"], &win["band"]["best"]), (&odds.into(), &odds.into()));
    }
}

#[test]
fn best_play_looks_at_a_cap_on_rounds() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = |cap: u32, engine: &str| {
        let text = format!(
            r#"{{"attacker": "2 cruiser + interceptor", "defender": "dreadnought + 2 interceptor",
                "engine": "{engine}", "battles": 200000, "setting": {{"round_cap": {cap}}}}}"#
        );
        let path = file(dir.path(), "s.json", text);
        json(&["fight", "--scenario", &path, "--format", "json"])
    };
    let mut last = 0.0;
    for cap in [2, 4, 8, 1000] {
        let exact = scenario(cap, "exact");
        assert_eq!(exact["play"]["attacker"]["assign"], "optimal");
        let p = exact["sides"][0]["win"]["probability"].as_f64().unwrap();
        assert!(p > last, "{cap}: {p}");
        last = p;
        for engine in ["simulate", "kernel"] {
            let share = scenario(cap, engine)["sides"][0]["win"]["probability"].as_f64().unwrap();
            assert!((share - p).abs() < 4.5 * (p * (1.0 - p) / 200_000.0).sqrt(), "{engine} {cap}");
        }
    }
}

/// If repair keeps up with damage, best play never converges without a cap on rounds, and at once
/// with one.
#[test]
fn a_cap_is_all_that_best_play_with_repair_needs() {
    let dir = tempfile::tempdir().unwrap();
    let text = r#"{"attacker": "cruiser(cannons=1y, hull=2, regenerate=1)",
        "defender": "2 cruiser(cannons=1y, hull=2, regenerate=1)", "setting": {"round_cap": 3}}"#;
    let path = file(dir.path(), "s.json", text);
    let result = json(&["fight", "--scenario", &path, "--engine", "exact", "--format", "json"]);
    assert_eq!(result["play"]["defender"]["assign"], "optimal");
    assert_eq!(result["warnings"].as_array().unwrap().len(), 0);
}

/// The kernel needs no graph to play a solved strategy.
#[test]
fn the_kernel_plays_its_best_where_the_graph_does_not_fit() {
    let dir = tempfile::tempdir().unwrap();
    for cap in ["", r#", "setting": {"round_cap": 1000}"#] {
        let text = format!(
            r#"{{"attacker": "4 interceptor + 3 cruiser + 2 dreadnought",
                "defender": "4 interceptor + 3 cruiser + 2 dreadnought"{cap}}}"#
        );
        let path = file(dir.path(), "s.json", text);
        let fight = ["fight", "--scenario", &path, "--format", "json", "--battles", "1k"];
        let result = json(&[&fight[..], &["--engine", "kernel", "--budget", "100ms"]].concat());
        assert_eq!(result["play"]["attacker"]["assign"], "optimal", "{}", result["warnings"]);
    }
}

/// One activation can have more outcomes than fit any budget. The program must still come to an
/// end.
#[test]
fn what_has_too_many_outcomes_is_simulated() {
    let attacker = "4 dreadnought(cannons=2y2o2b2r1p)";
    let defender = "2 interceptor + 2 cruiser(shield=1) + dreadnought(shield=2) & point defense";
    let args =
        ["fight", attacker, defender, "--battles", "1k", "--budget", "100ms", "--format", "json"];
    let result = json(&args);
    assert_eq!(result["engine"], "simulate");
}

/// Rounds are counted from the current round of the battle, and so is the cap of a simulation.
#[test]
fn a_battle_may_stand_in_a_late_round() {
    let dir = tempfile::tempdir().unwrap();
    let scenario =
        r#"{"attacker": "cruiser", "defender": "cruiser", "setting": {"start": {"round": 1001}}}"#;
    let path = file(dir.path(), "s.json", scenario);
    let result = json(&["fight", "--scenario", &path, "--engine", "kernel", "--format", "json"]);
    assert_eq!(result["standoff"]["probability"], 0.0);
}

/// The catalogue of another game: units by kind, one unit with its text and source, and the price
/// of a fleet.
#[test]
fn the_catalogue_of_twilight_imperium() {
    let shown = |args: &[&str]| {
        let (code, out, err) = run(&[&["fleets"], args, &["--rules", "ti4-space"]].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        out
    };
    let list = shown(&["list"]);
    for words in ["war-sun", "3x3, bombardment 3x3, capacity 6", "duranium-armor", "+1 on combat"] {
        assert!(list.contains(words), "{words}");
    }
    let unit = shown(&["show", "winnu flagship"]);
    assert!(unit.contains("for each enemy non-fighter ship") && unit.contains("source: asyncti4"));
    assert!(shown(&["show", "bastion-flagship"]).contains("if `the-egeiro` is named: +1"));
    assert!(shown(&["check", "3 fighter + carrier"]).contains("4.5"));
    assert!(shown(&["check"]).starts_with("112 units"));
}

/// Rounds are listed, and merging the parts of a run restores them.
#[test]
fn rounds_of_parts_are_those_of_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let fight = [
        "fight",
        "2 cruiser + 3 fighter",
        "2 dreadnought",
        "--rules",
        "ti4-space",
        "--engine",
        "simulate",
        "--battles",
        "20k",
        "--rounds",
    ];
    let parts: Vec<String> = (1..=2)
        .map(|part| {
            let shard = format!("{part}/2");
            let (code, out, _) = run(&[&fight[..], &["--shard", &shard]].concat());
            assert_eq!(code, 0);
            file(dir.path(), &format!("part{part}"), out)
        })
        .collect();
    let (code, merged, _) = run(&["merge", &parts[0], &parts[1]]);
    let (_, whole, _) = run(&fight);
    assert_eq!((code, merged.contains("After round")), (0, true));
    assert_eq!(merged, whole);
}

/// Lists of all catalogues fit terminals of 60, 80 and 120 columns.
#[test]
fn lists_fit_the_terminal() {
    let uncoloured = |line: &str| {
        let mut parts = line.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_string();
        first
            + &parts
                .filter_map(|part| part.split_once('m'))
                .map(|(_, text)| text)
                .collect::<String>()
    };
    for rulebook in fleetodds::internals::games::Rulebook::ALL {
        let game = fleetodds::internals::games::load(rulebook, &[]).unwrap();
        let entries = game.entries().unwrap();
        for width in [60, 80, 120] {
            let text =
                fleetodds::internals::report::list(&entries, game.lexicon().units.cost, width);
            for line in text.lines().map(uncoloured) {
                assert!(line.chars().count() <= width, "{rulebook}, {width}: {line}");
                assert_eq!(line, line.trim_end(), "{rulebook}");
            }
        }
    }
}

#[cfg(not(feature = "live"))]
#[test]
fn without_its_feature_live_says_how_to_get_it() {
    refuses(&["live"], 2, &["cargo install --path . --features live"]);
    refuses(&["live", "--2e", "3 int vs ancient"], 2, &["--features live"]);
    let (status, help, _) = run(&["live", "--help"]);
    assert!(status == 0 && help.contains("--plain"), "{help}");
}
