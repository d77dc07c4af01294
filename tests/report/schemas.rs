//! Documents of all commands over the examples, validated against their schemas.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::support::program::{file, fleetodds, run};
use crate::support::random::Random;

/// A compiled schema, as the program prints it.
struct Schema {
    all: Schemas,
    index: SchemaIndex,
}

impl Schema {
    #[track_caller]
    fn printed(name: &str) -> Self {
        let (status, text, stderr) = run(&["schema", name]);
        assert_eq!(status, 0, "{name}: {stderr}");
        let place = format!("https://example.com/{name}.json");
        let (mut all, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource(&place, serde_json::from_str(&text).unwrap()).unwrap();
        let index = compiler.compile(&place, &mut all);
        let index = index.unwrap_or_else(|error| panic!("{name}: {error:#}"));
        Self { all, index }
    }

    #[track_caller]
    fn check(&self, document: &Value, what: &str) {
        if let Err(error) = self.all.validate(document, self.index) {
            panic!("{what}: {error}\n{document:#}");
        }
    }
}

/// Runs a command and checks its document.
#[track_caller]
fn check(name: &str, args: &[&str]) {
    let (status, text, stderr) = run(&[args, &["--format", "json"]].concat());
    assert_eq!(status, 0, "{args:?}: {stderr}");
    Schema::printed(name).check(&serde_json::from_str(&text).unwrap(), &format!("{args:?}"));
}

/// Returns the names of all schemas.
fn names() -> Vec<String> {
    let (status, list, _) = run(&["schema"]);
    assert_eq!(status, 0);
    list.lines().map(|line| line.split_whitespace().next().unwrap().to_string()).collect()
}

#[test]
fn every_schema_has_an_identifier_and_all_its_definitions() {
    let names = names();
    assert!(names.len() >= 15, "{names:?}");
    for name in &names {
        Schema::printed(name);
        let schema: Value = serde_json::from_str(&run(&["schema", name]).1).unwrap();
        let id = schema["$id"].as_str().unwrap();
        assert!(id.starts_with(&format!("urn:fleetodds:{name}:")), "{id}");
        let named = schema["properties"]["schema"]["const"].as_str();
        assert!(named.is_none_or(|named| named.replace('/', ":") == id[4..]), "{id}");
    }
    for (other, name) in [
        ("fight", "result"),
        ("compare", "comparison"),
        ("replay", "story"),
        ("advise", "advice"),
        ("analyse", "analysis"),
    ] {
        assert_eq!(run(&["schema", other]), run(&["schema", name]));
    }
}

/// Every example is a scenario, and its result and the story of a battle have their forms.
#[test]
fn documents_of_all_examples_fit_their_schemas() {
    let [scenario, result, story] = ["scenario", "result", "story"].map(Schema::printed);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fleets/examples");
    let mut seen = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let document: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if document.get("attacker").is_none() && document.get("parties").is_none() {
            continue;
        }
        let is_mix = document["defender"].get("mix").is_some();
        let path = path.to_str().unwrap();
        scenario.check(&document, path);
        for (command, schema) in [("fight", &result), ("replay", &story)] {
            // A replay tells of a fight against one fleet.
            if is_mix && command == "replay" {
                continue;
            }
            let args = [command, "--scenario", path, "--battles", "2k", "--format", "json"];
            let (status, text, stderr) = run(&args);
            assert_eq!(status, 0, "{args:?}: {stderr}");
            schema.check(&serde_json::from_str(&text).unwrap(), &format!("{args:?}"));
        }
        seen += 1;
    }
    assert!(seen >= 8, "{seen} examples");
}

#[test]
fn documents_of_all_commands_fit_their_schemas() {
    let fight = ["3 interceptor", "ancient"];
    let all = ["--rounds", "--swing", "--play-band", "--timing"];
    check("result", &[&["fight"], &fight[..], &all].concat());
    check("result", &[&["fight"], &fight[..], &["-e", "kernel", "-n", "2k"]].concat());
    let fleets = ["compare", "3 interceptor & name=A", "2 cruiser"];
    let enemies = ["--against", "ancient", "--against", "gcds"];
    check("comparison", &[&fleets[..], &enemies, &["--by", "per-cost"]].concat());
    let simulated = ["--against", "ancient", "--defend", "-e", "simulate", "-n", "2k"];
    check("comparison", &[&fleets[..], &simulated].concat());
    for by in ["win", "swing"] {
        check("matrix", &[&fleets[..], &["--matrix", "--by", by]].concat());
    }
    let sweep = [&["sweep"], &fight[..]].concat();
    let vary = ["--vary", "attacker.interceptor=0..3", "--target", "80%"];
    check("sweep", &[&sweep[..], &vary].concat());
    let words = ["--vary", "attacker.interceptor.part=none,hull", "--vary", "attacker.play=npc"];
    check("sweep", &[&sweep[..], &words, &["--target", "99.9%"]].concat());
    check("tornado", &[&sweep[..], &["--tornado"]].concat());
    check("design", &["design", "1 cruiser", "--against", "ancient", "--top", "2"]);
    let fleet = ["design", "cruiser + interceptor", "--cost", "16", "--against", "ancient"];
    check("design", &fleet);
    check("luck", &[&["luck"], &fight[..], &["--won", "attacker"]].concat());
    let left = ["--left", "attacker=2 interceptor", "-e", "kernel", "-n", "2k"];
    check("luck", &[&["luck"], &fight[..], &left].concat());
    check("advice", &[&["advise"], &fight[..], &["--roll", "y6 y6 y1"]].concat());
    check("advice", &["advise", "2 cruiser", "2 ancient"]);
    check("advice", &["advise", "e", "e", "-r", "spaceship-battles"]);
    check("story", &[&["replay"], &fight[..], &["--rarest", "-n", "2k"]].concat());
    let mix = ["3 interceptor", "--against-mix", "60% 2 ancient | 40% guardian", "--2e"];
    check("result", &[&["fight"], &mix[..], &all].concat());
    check("result", &[&["fight"], &mix[..], &["-e", "kernel", "-n", "2k"]].concat());
    check("luck", &[&["luck"], &mix[..], &["--won", "attacker"]].concat());
    check("sweep", &[&["sweep"], &mix[..], &["--vary", "attacker.interceptor=1..2"]].concat());
}

/// Records of simulated battles, their analyses, and the sums of several.
#[test]
fn records_and_analyses_fit_their_schemas() {
    let dir = tempfile::tempdir().unwrap();
    let record = |name: &str, fleets: [&str; 2]| {
        let replay = ["replay", fleets[0], fleets[1], "--record"];
        check("record", &replay);
        let (_, text, _) = run(&replay);
        file(dir.path(), name, text)
    };
    let one = record("one.txt", ["3 interceptor", "ancient"]);
    let two = record("two.txt", ["2 cruiser & objective=swing", "interceptor + cruiser"]);
    check("analysis", &["analyse", &one]);
    check("analysis", &["analyse", &two]);
    check("skill", &["analyse", &one, &two]);
    let wrong = file(dir.path(), "wrong.txt", "attacker: cruiser\ndefender: ancient\ncruiser: 7");
    let (code, text, _) = run(&["analyse", &one, &wrong, "--json"]);
    assert_eq!(code, 3);
    Schema::printed("skill").check(&serde_json::from_str(&text).unwrap(), "a record is left out");
}

#[test]
fn saved_results_and_catalogues_fit_their_schemas() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.json").to_str().unwrap().to_string();
    let save = ["--json", "--output", &path];
    assert_eq!(run(&[&["fight", "3 interceptor", "ancient"], &save[..]].concat()).0, 0);
    check("diff", &["diff", &path, &path]);
    for (rules, name) in [
        ("eclipse", "orion/cruiser"),
        ("eclipse-2e", "axion computers"),
        ("ti4-space", "war sun"),
        ("star-chamber", "cruiser"),
        ("spaceship-battles", "c"),
    ] {
        check("catalogue", &["fleets", "list", "-r", rules]);
        check("entry", &["fleets", "show", name, "-r", rules]);
    }
}

/// The lines of a batch: results, errors and parts.
#[test]
fn lines_of_a_batch_fit_their_schemas() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#"{"id": "r1", "attacker": "3 interceptor", "defender": "ancient"}"#;
    let wrong = r#"{"id": 7, "attacker": "foo", "defender": "ancient"}"#;
    let text = format!("\n{good}\n3 interceptor vs ancient\nfoo\n{wrong}\n");
    let path = file(dir.path(), "in.ndjson", text);
    let [batch, error] = ["batch", "error"].map(Schema::printed);
    for (name, more) in [("result", &[][..]), ("part", &["--shard", "1/2"])] {
        let schema = Schema::printed(name);
        let (status, text, _) = run(&[&["batch", &path, "-n", "2k"], more].concat());
        assert_eq!(status, 3);
        for (n, line) in text.lines().enumerate() {
            let document: Value = serde_json::from_str(line).unwrap();
            batch.check(&document, line);
            if n < 2 { &schema } else { &error }.check(&document, line);
        }
    }
}

/// Every document says which rulebook, engine, seed and fleets it is about, and has one form for a
/// probability.
#[test]
fn documents_say_what_they_are_about() {
    let fight = ["3 interceptor", "ancient"];
    let luck = ["--won", "attacker"];
    let fleets = ["3 interceptor", "2 cruiser"];
    for (args, win) in [
        ([&["fight"], &fight[..]].concat(), "/sides/0/win"),
        ([&["luck"], &fight[..], &luck].concat(), "/same"),
        ([&["replay"], &fight[..]].concat(), "/probability"),
        ([&["sweep"], &fight[..], &["--tornado"]].concat(), "/win"),
        ([&["sweep"], &fight[..], &["--vary", "defender.ancient=1..2"]].concat(), "/points/0/win"),
        ([&["compare"], &fleets[..], &["--against", "ancient"]].concat(), "/candidates/0/win"),
        ([&["compare"], &fleets[..], &["--matrix"]].concat(), "/payoffs/0/0"),
        (vec!["design", "1 interceptor", "--against", "ancient"], "/best/0/win"),
    ] {
        let output = fleetodds().args(&args).args(["-n", "2k", "--json"]).output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["rules"], "eclipse", "{args:?}");
        assert_eq!(document["seed"], 1, "{args:?}");
        assert!(document["engine"].is_string(), "{args:?}");
        let sides = document["sides"].as_array().unwrap();
        let fleet = |side: &Value| side["fleet"].is_string() || side["fleets"][0].is_string();
        assert!(sides.len() == 2 && sides.iter().all(fleet), "{args:?}");
        let win = document.pointer(win).unwrap();
        for end in ["probability", "low", "high"] {
            assert!(win[end].is_f64(), "{args:?}: {win}");
        }
    }
}

/// Numbers are numbers, and no field has a space in its name.
#[test]
fn values_and_figures_are_numbers() {
    let vary = ["sweep", "2 cruiser", "ancient", "--vary", "attacker.cruiser.hull=0..1", "--json"];
    let sweep: Value = serde_json::from_str(&run(&vary).1).unwrap();
    assert_eq!(sweep["vary"][0]["values"], serde_json::json!([0, 1]));
    assert_eq!(sweep["points"][1]["values"], serde_json::json!([1]));
    let design = ["design", "1 interceptor", "--against", "ancient", "--json"];
    let design: Value = serde_json::from_str(&run(&design).1).unwrap();
    let figures = &design["best"][0]["figures"];
    assert!(figures["energy_left"].is_i64() && figures["hull"].is_i64(), "{figures}");
}

/// A candidate is called what it was named, or by its fleet.
#[test]
fn candidates_have_names() {
    let args =
        ["compare", "3 interceptor & name=Swarm", "2 cruiser", "--against", "ancient", "--json"];
    let comparison: Value = serde_json::from_str(&run(&args).1).unwrap();
    let mut names: Vec<&str> = comparison["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|candidate| candidate["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["2 cruiser", "Swarm"]);
}

/// Questions in which sums of probabilities are past 1 by rounding.
#[test]
fn n10_no_probability_is_above_one() {
    check("result", &["4 scout", "4 scout", "-r", "star-chamber", "-eexact"]);
    let ground = ["1 infantry + dreadnought", "2 infantry + mech", "-r", "ground", "-eexact"];
    check("result", &ground);
    // No mean is above the number of ships, either.
    let (_, text, _) = run(&[&ground[..], &["--json"]].concat());
    let result: Value = serde_json::from_str(&text).unwrap();
    for group in result["sides"][0]["survivors"].as_array().unwrap() {
        assert!(group["mean"].as_f64().unwrap() <= group["start"].as_f64().unwrap(), "{group}");
    }
}

/// Returns random fights of all games, one per line, with the rulebook of each.
fn random_fights(each: usize) -> Vec<(&'static str, Vec<String>)> {
    let games: [(&str, &[&str], &str); 6] = [
        ("eclipse", &["interceptor", "cruiser", "dreadnought(hull=2)", "starbase"], "ancient"),
        ("eclipse-2e", &["interceptor", "cruiser(+plasma-missile)", "dreadnought"], "guardian"),
        ("ti4", &["fighter", "destroyer", "cruiser", "dreadnought", "carrier"], "war sun"),
        ("ti4-ground", &["infantry", "mech", "infantry"], "mech"),
        ("star-chamber", &["scout", "cruiser"], "scout"),
        ("spaceship-battles", &["e", "d"], "f"),
    ];
    let mut random = Random::new(10);
    let mut all = Vec::new();
    for (rules, ships, enemy) in games {
        let mut side = |last: &str| {
            let mut groups: Vec<String> = Vec::new();
            for ship in ships.iter().chain([&last]) {
                if random.one_in(2) && !groups.iter().any(|group| group.ends_with(ship)) {
                    groups.push(format!("{} {ship}", 1 + random.below(3)));
                }
            }
            if groups.is_empty() { format!("1 {}", ships[0]) } else { groups.join(" + ") }
        };
        let fight = |_| format!("{} vs {}", side(ships[0]), side(enemy));
        all.push((rules, (0..each).map(fight).collect()));
    }
    all
}

/// Answers to a random sample of each game fit their schema, and the ends of a battle add up to 1.
#[test]
fn n10_results_of_all_games_fit_their_schema() {
    let dir = tempfile::tempdir().unwrap();
    let schema = Schema::printed("result");
    for (rules, fights) in random_fights(40) {
        let lines = file(dir.path(), "lines", fights.join("\n"));
        let options = ["-eexact", "--rounds", "--swing", "--budget", "500ms"];
        let (_, text, _) = run(&[&["batch", &lines, "--rules", rules], &options[..]].concat());
        let mut seen = 0;
        for (line, fight) in text.lines().zip(&fights) {
            let mut result: Value = serde_json::from_str(line).unwrap();
            if result.get("error").is_some() {
                continue;
            }
            seen += 1;
            result.as_object_mut().unwrap().shift_remove("line");
            schema.check(&result, fight);
            let p = |value: &Value| value["probability"].as_f64().unwrap();
            let sides = result["sides"].as_array().unwrap();
            let wins = sides.iter().map(|side| p(&side["win"]));
            let ends: Vec<f64> = wins.chain([p(&result["draw"]), p(&result["standoff"])]).collect();
            assert!((ends.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{fight}: {ends:?}");
            // An end is certain only if no other is possible.
            let possible = ends.iter().filter(|p| **p > 0.0).count();
            assert_eq!(possible == 1, ends.contains(&1.0), "{fight}: {ends:?}");
        }
        assert!(seen >= 15, "{rules}: {seen} answers");
    }
}
