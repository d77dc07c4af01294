//! Results say what was asked: the question of a result gives the same result, and scenarios of
//! version 0.2.0 keep their meaning.

use std::path::Path;

use fleetodds::internals::games::load;
use fleetodds::internals::scenario::{Source, decode, read_scenario};
use serde_json::Value;

use crate::support::program::{file, run};

/// Scenarios in the form of version 0.2.0, with their odds before results had their question, and a
/// few codes of that time.
const MEANINGS: &str = include_str!("../scenarios/meaning.ndjson");

/// Returns all shipped scenarios.
fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fleets/examples");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        if text.contains("\"defender\"") || text.contains("\"parties\"") {
            found.push(path.to_str().unwrap().to_string());
        }
    }
    assert!(found.len() >= 8, "{found:?}");
    found
}

/// Asks the question of a result again, with these options, and returns the second result.
fn again(result: &str, command: &[&str], options: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let document: Value = serde_json::from_str(result).unwrap();
    let question = &document["question"];
    assert!(question.is_object(), "no question in {result}");
    let path = file(dir.path(), "question.json", question.to_string());
    let (status, text, stderr) = run(&[command, &["--scenario", &path], options].concat());
    assert_eq!(status, 0, "{question}: {stderr}");
    text
}

#[test]
fn the_question_of_a_result_gives_the_same_result() {
    let options = ["--json", "-q", "--budget", "1s"];
    for path in examples() {
        let asked = ["fight", "--scenario", &path, "-n", "1k", "--seed", "3"];
        let (status, first, stderr) = run(&[&asked[..], &options].concat());
        assert_eq!(status, 0, "{path}: {stderr}");
        assert_eq!(again(&first, &["fight"], &options), first, "{path}");
    }
    for words in [
        &["3", "int", "vs", "ancient"][..],
        &["orion", "2", "cruisers", "and", "a", "dread", "vs", "gcds", "--play", "attacker=npc"],
        &["sol 3 cruiser & morale boost vs 2 dreads (1 damaged)", "--ti4"],
        &["3 ca vs 2 ca in a nebula", "--ti4", "-e", "kernel"],
        &["3 ca vs 2 dn within 1 round", "--ti4"],
        &["2 cruiser & retreat=after round 2 vs 2 dreadnought"],
        &["c vs d at range 6", "-r", "spaceship-battles"],
        &["cruiser", "--against-mix", "60% ancient | 40% 2 ancient"],
    ] {
        let (status, first, stderr) = run(&[words, &options, &["-n", "1k"]].concat());
        assert_eq!(status, 0, "{words:?}: {stderr}");
        let second = again(&first, &["fight"], &options);
        let [first, second] = [first, second].map(|text| {
            let mut result: Value = serde_json::from_str(&text).unwrap();
            let fields = result.as_object_mut().unwrap();
            fields.retain(|name, _| name != "typed" && name != "notes");
            result
        });
        assert_eq!(first, second, "{words:?}");
    }
}

#[test]
fn other_commands_contain_their_question_too() {
    let fight = ["2", "cruiser", "vs", "2", "ancient"];
    for (command, options) in [
        (&["luck"][..], &["--won", "attacker", "--json"][..]),
        (&["replay"], &["--battle", "3", "--json"]),
        (&["advise"], &["--roll", "y6,y5", "--json"]),
    ] {
        let (status, first, stderr) = run(&[command, &fight, options].concat());
        assert_eq!(status, 0, "{command:?}: {stderr}");
        assert_eq!(again(&first, command, options), first, "{command:?}");
    }
    for asked in [
        &["compare", "2 cruiser", "3 interceptor", "vs", "ancient", "--json"][..],
        &["sweep", "1..3", "interceptor", "vs", "ancient", "--json"],
        &["improve", "2", "cruiser", "vs", "ancient", "--json"],
        &["design", "interceptor", "vs", "ancient", "--parts", "hull", "--json"],
    ] {
        let (status, first, stderr) = run(asked);
        assert_eq!(status, 0, "{asked:?}: {stderr}");
        let document: Value = serde_json::from_str(&first).unwrap();
        let command = document["question"]["command"].as_str().unwrap();
        assert!(command.starts_with("fleetodds "), "{command}");
        assert_eq!(shell(command), first, "{command}");
    }
}

/// Runs a command of the program in a shell.
fn shell(command: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin("fleetodds");
    let command = command.replacen("fleetodds", &program.to_string_lossy(), 1);
    let output = std::process::Command::new("sh").arg("-c").arg(&command).output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn scenarios_and_codes_of_0_2_0_keep_their_meaning() {
    let lines: Vec<Value> =
        MEANINGS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() >= 500, "{}", lines.len());
    let dir = tempfile::tempdir().unwrap();
    let asked: String = lines.iter().map(|line| format!("{}\n", line["scenario"])).collect();
    let input = file(dir.path(), "in.ndjson", asked);
    let (status, answers, stderr) = run(&["batch", &input, "-q"]);
    assert_eq!(status, 0, "{stderr}");
    // The question of each answer gives the same answer.
    let question = |line: &str| {
        let answer: Value = serde_json::from_str(line).unwrap();
        format!("{}\n", answer["question"])
    };
    let questions: String = answers.lines().map(question).collect();
    let input = file(dir.path(), "again.ndjson", questions);
    let (status, again, stderr) = run(&["batch", &input, "-q"]);
    assert_eq!(status, 0, "{stderr}");
    for (first, second) in answers.lines().zip(again.lines()) {
        assert_eq!(first, second);
    }
    for (line, answer) in lines.iter().zip(answers.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let sides = answer["sides"].as_array().unwrap().iter();
        for (side, win) in sides.zip(line["wins"].as_array().unwrap()) {
            let [now, before] = [&side["win"]["probability"], win].map(|p| p.as_f64().unwrap());
            assert!((now - before).abs() < 1e-12, "{}: {now}, {before} before", line["scenario"]);
        }
        if let Some(code) = line["code"].as_str() {
            let document = decode(&Source::new("code", code)).unwrap();
            let scenario = read_scenario(&Source::new("code", document)).unwrap();
            let rulebook = scenario.rulebook.unwrap_or_default();
            let game = load(rulebook, &[]).unwrap();
            let asked = game.question(&scenario, false).unwrap().asked.unwrap();
            let mut question = answer["question"].clone();
            for field in ["battles", "seed", "engine"] {
                question.as_object_mut().unwrap().remove(field);
            }
            assert_eq!(*asked, question, "{code}");
        }
    }
}
