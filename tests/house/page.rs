//! The page for phones: its figures are those of this program, and a player finds the way.
//!
//! The tests need node, and Chromium. Those of the page that works alone need what `web/build` has built.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use fleetodds::internals::edit::Desk;
use fleetodds::internals::games::Rulebook;
use fleetodds::{Budget, Error, Fight};
use serde_json::{Value, json};

use crate::cli::serve::Server;
use crate::support::random::Random;

/// Random scenarios whose figures are compared.
const RANDOM: usize = 200;

/// Budget of the page: see `src/requests/mod.rs`.
const BUDGET: Budget = Budget { seconds: 0.5, bytes: 500e6 };

/// Returns the scenarios that are shipped as examples.
fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fleets/examples");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |path| fs::read_to_string(path).unwrap();
    let scenarios: Vec<String> = files.into_iter().map(read).collect();
    // Files of fleets are no scenarios.
    scenarios.into_iter().filter(|text| Fight::from_json(text).is_ok()).collect()
}

/// Returns a fleet of one to three groups.
fn fleet(random: &mut Random, classes: &[String]) -> String {
    let groups = 1 + random.below(3);
    let mut group = |_| {
        let class = &classes[random.below(classes.len() as u64) as usize];
        format!("{} {class}", 1 + random.below(3))
    };
    (0..groups).map(&mut group).collect::<Vec<_>>().join(" + ")
}

/// Returns random scenarios of all games. Some are refused, which is an answer, too.
fn random_scenarios() -> Vec<String> {
    let mut random = Random::new(22);
    let classes = Rulebook::ALL.map(|rulebook| {
        let palette = Desk::new(rulebook).unwrap().palette().unwrap();
        let common = palette.ships.into_iter().filter(|ship| ship.owner.is_none());
        common.map(|ship| ship.class).collect::<Vec<String>>()
    });
    let mut scenario = |n: usize| {
        let rulebook = n % Rulebook::ALL.len();
        let [attacker, defender] = [(); 2].map(|()| fleet(&mut random, &classes[rulebook]));
        json!({
            "rules": Rulebook::ALL[rulebook].name(),
            "attacker": attacker,
            "defender": defender,
            "battles": 1000 + random.below(1000),
            "seed": random.below(1000),
        })
        .to_string()
    };
    (0..RANDOM).map(&mut scenario).collect()
}

/// Answers a scenario as the page does.
fn native(scenario: &str) -> String {
    let answered = || -> Result<Value, Error> {
        let summary = Fight::from_json(scenario)?.budget(BUDGET).run()?;
        Ok(serde_json::to_value(summary).unwrap())
    };
    answered().unwrap_or_else(|error| json!({"problem": error.to_string()})).to_string()
}

/// Runs a script of the page's tests with an input, and returns its output.
fn node(arguments: &[&str], input: &str) -> String {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let mut command = Command::new("node");
    command.args(arguments).current_dir(web).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "node {arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a script with an input, and the page that `web/build` has built.
fn with_page(arguments: &[&str], input: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist/index.html");
    assert!(page.is_file(), "run `web/build` first");
    node(arguments, input)
}

/// Checks that all scenarios have the same figures, to the last bit, at another place. `answer`
/// returns the answers to requests, a line each.
fn has_the_same_figures(answer: impl Fn(&str) -> String) {
    let scenarios = [examples(), random_scenarios()].concat();
    let request =
        |scenario: &String| json!({"ask": "result", "scenario": scenario}).to_string() + "\n";
    let answers = answer(&scenarios.iter().map(request).collect::<String>());
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), scenarios.len());
    let mut answered = 0;
    for (scenario, answer) in scenarios.iter().zip(answers) {
        assert_eq!(answer, native(scenario), "{scenario}");
        answered += usize::from(!answer.starts_with("{\"problem\""));
    }
    assert!(answered > scenarios.len() / 2, "only {answered} of {} answers", scenarios.len());
}

#[test]
#[ignore = "needs node and the page"]
fn the_page_has_the_same_figures_in_node() {
    let library = "target/wasm32-unknown-unknown/release/fleetodds_web.wasm";
    has_the_same_figures(|input| with_page(&["tests/figures.mjs", "node", library], input));
}

#[test]
#[ignore = "needs node, Chromium and the page"]
fn the_page_has_the_same_figures_in_chromium() {
    has_the_same_figures(|input| with_page(&["tests/figures.mjs", "page"], input));
}

#[test]
#[ignore = "needs node, Chromium and the page"]
fn the_page_leads_a_player_from_two_fleets_to_a_link() {
    with_page(&["tests/player.mjs"], "");
}

#[test]
fn the_program_has_the_same_figures_where_it_serves() {
    let server = Server::start(&[]);
    has_the_same_figures(|input| {
        input.lines().map(|request| server.answer(request) + "\n").collect()
    });
}

#[test]
#[ignore = "needs node and Chromium"]
fn the_page_that_is_served_leads_a_player_from_two_fleets_to_a_link() {
    let server = Server::start(&[]);
    node(&["tests/player.mjs", "--at", &server.address], "");
}

/// How fast the page answers is measured alone.
#[test]
#[ignore = "needs node, Chromium and the page"]
fn the_page_is_quick() {
    with_page(&["tests/player.mjs", "--speed"], "");
}

#[test]
#[ignore = "needs node and Chromium"]
fn the_page_that_is_served_is_quick() {
    let server = Server::start(&[]);
    node(&["tests/player.mjs", "--speed", "--at", &server.address], "");
}

/// The page is built from these sources, with these packages.
#[test]
#[ignore = "needs node"]
fn the_page_that_is_served_is_what_its_sources_build() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let built = folder.path().join("page.html");
    let mut build = Command::new(root.join("web/build"));
    assert!(build.arg("--served").arg(&built).status().unwrap().success());
    let served = fs::read(root.join("src/cli/serve/page.html")).unwrap();
    assert!(fs::read(built).unwrap() == served, "run `web/build --served`");
}
