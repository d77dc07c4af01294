//! What the README and the pages of `docs` say, besides the output of commands.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use fleetodds::internals::scenario::Sentence;

use crate::support::drawing::terminal;
use crate::support::pages::{self, blocks, column, prose, read, root};
use crate::support::program::{NO_SETTINGS, VARIABLES, file, fleetodds, json, run};

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 200, "{lines} lines");
}

#[test]
fn every_page_is_in_the_index() {
    let index = read("docs/README.md");
    for page in pages::all() {
        let name = page.strip_prefix("docs/").unwrap_or("../README.md");
        assert!(name == "README.md" || index.contains(&format!("({name})")), "{page}");
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut pages = pages::all();
    pages.push("CONTRIBUTING.md".into());
    for page in pages {
        let text = prose(&read(&page));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let here = root().join(&page);
            let target = match path {
                "" => here,
                _ => here.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{page}: {link}");
            let is_heading = anchor.is_empty() || anchors(&target).contains(anchor);
            assert!(is_heading, "{page}: {link}");
        }
    }
}

/// Returns the anchors of a page's headings.
fn anchors(page: &Path) -> BTreeSet<String> {
    let text = prose(&fs::read_to_string(page).unwrap());
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
    };
    headings.map(anchor).collect()
}

/// Whether an example is a part of a fleet.
fn is_clause(example: &str) -> bool {
    [
        "attacker has",
        "computer +1",
        "computer -1",
        "initiative=",
        "3 hull each",
        "no computer",
        "AC",
        "DA",
        "DH",
    ]
    .iter()
    .any(|part| example.starts_with(part))
}

#[test]
fn fleets_in_tables_are_understood() {
    // Examples for Eclipse and Twilight Imperium share a table.
    let short = [
        "4 ff",
        "dd",
        "ca",
        "cv",
        "dn",
        "ws",
        "sol fs",
        "inf",
        "cruiser 2",
        "cruiser2",
        "carrier with 4 fighters",
        "2 dn for sol",
        "flagship (sol)",
        "upgraded cruiser",
        "cruiser mk2",
        "2 destoyers",
        "3 figthers",
        "Fighters: 4",
        "2 dreads, one damaged",
        "2 dreads + 2 cruisers, all upgraded",
        "fighter prototype, 6 ff",
        "3 dn with morale boost in round 2",
    ];
    let pages = [
        ("README.md", "you type", "eclipse"),
        ("docs/typing.md", "typed", "eclipse"),
        ("docs/typing.md", "examples", "eclipse"),
        ("docs/twilight-imperium.md", "typed", "ti4-space"),
        ("docs/abilities.md", "typed fleet", "ti4-space"),
        ("docs/star-chamber.md", "typed", "star-chamber"),
        ("docs/spaceship-battles.md", "typed", "spaceship-battles"),
    ];
    for (page, heading, rules) in pages {
        let typed = column(&read(page), heading);
        assert!(typed.len() >= 6, "{page}");
        for fleet in typed {
            // Sentences are whole questions, and their parts need the rest.
            if Sentence::read(&fleet, None).is_some() || is_clause(&fleet) {
                continue;
            }
            let rules = match fleet.as_str() {
                "advanced guardian" | "ancient (advanced)" => "eclipse-2e",
                "3 scouts (3 damage each)" => "star-chamber",
                fleet if short.contains(&fleet) => "ti4-space",
                _ => rules,
            };
            let (code, _, errors) =
                run(&["fleets", "check", "--any-blueprint", &fleet, "--rules", rules]);
            assert_eq!(code, 0, "{page}: {fleet}\n{errors}");
        }
    }
}

#[test]
fn scenarios_of_the_pages_are_answered() {
    let scenario = &blocks(&read("docs/scenarios.md"), "json")[0];
    let charts = blocks(&read("docs/spaceship-battles.md"), "json").remove(0);
    let battle = format!(
        r#"{{"rules": "spaceship-battles", "attacker": "c", "defender": "c",
            "setting": {{"charts": {charts}}}}}"#
    );
    let alliance = &blocks(&read("docs/abilities.md"), "json")[0];
    for scenario in [scenario, &battle, alliance] {
        let mut command = fleetodds();
        command.args(["fight", "--scenario", "-", "--battles", "10k"]);
        command.write_stdin(scenario.as_bytes()).assert().success();
    }
}

/// Runs a script with the program on the search path, in a folder of its own with what the pages
/// mention.
fn run_script(interpreter: &str, script: &str) -> Output {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("monsters")).unwrap();
    let kraken = &blocks(&read("docs/own-ships.md"), "json")[0];
    file(dir.path(), "monsters/kraken.json", kraken);
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("fleets"), dir.path().join("fleets")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_fleetodds")).parent().unwrap().to_path_buf();
    let all = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&all))).unwrap();
    let mut command = Command::new(interpreter);
    if interpreter == "sh" {
        command.arg("-e");
    }
    command.args(["-c", script]).current_dir(dir.path()).env("PATH", path);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    // Examples change settings of their own.
    command.env(NO_SETTINGS.0, dir.path().join("settings")).output().unwrap()
}

#[test]
#[cfg(unix)]
fn shell_examples_run() {
    let mut seen = 0;
    for page in pages::all() {
        for script in blocks(&read(&page), "sh") {
            // Recipes that need another program have tests of their own; the commands of cargo are
            // what runs this test.
            if ["cargo ", "parallel ", "jq "].iter().any(|program| script.contains(program)) {
                continue;
            }
            seen += 1;
            let output = run_script("sh", &script);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}:\n{script}\n{errors}");
        }
    }
    assert!(seen >= 4, "{seen} examples");
}

#[test]
#[cfg(unix)]
fn commands_in_sentences_run() {
    // Words in capitals are what users replace.
    let is_placeholder =
        |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase());
    let mut seen = 0;
    for page in pages::all() {
        let text = prose(&read(&page)).replace('\n', " ");
        let code = text.split('`').skip(1).step_by(2);
        for command in code.filter(|code| code.starts_with("fleetodds ")) {
            // These wait for their user, or need a feature.
            let waits = ["live", "serve", "open", "page"].map(|name| format!("fleetodds {name}"));
            if waits.iter().any(|waits| command.starts_with(waits))
                || command.split(' ').any(is_placeholder)
            {
                continue;
            }
            seen += 1;
            let output = run_script("sh", command);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}: {command}\n{errors}");
        }
    }
    assert!(seen >= 5, "{seen} commands");
}

#[test]
#[ignore = "needs jq"]
#[cfg(unix)]
fn an_example_in_the_shell_reads_odds() {
    let scripts = blocks(&read("docs/scripting.md"), "sh");
    let script = scripts.iter().find(|script| script.contains("jq ")).unwrap();
    let output = run_script("sh", script);
    let text = String::from_utf8(output.stdout).unwrap();
    let odds = "2 cruiser v ancient: 67 %\n3 interceptor v ancient: 47 %\n\
        2 dreadnought v gcds: 2 %\n";
    assert_eq!(text, odds, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "needs Python"]
#[cfg(unix)]
fn an_example_in_python_reads_odds() {
    let scripts = blocks(&read("docs/scripting.md"), "python");
    let script = scripts.iter().find(|script| script.contains("import json")).unwrap();
    let output = run_script("python3", script);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 6, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.lines().nth(1), Some("2 cruiser - 8.5%"));
}

/// Figures in sentences, and the questions that they answer.
#[test]
fn figures_in_sentences_are_those_of_the_program() {
    let gcds = ["2 dreadnought + 3 interceptor", "gcds"];
    let cruisers = ["2 cruiser + dreadnought", "gcds"];
    let carrier =
        ["3 cruiser ii + carrier + 4 fighter ii", "2 dreadnought ii + destroyer ii + 2 fighter"];
    let usual = carrier.map(|fleet| fleet.to_string() + " & loss-order=customary");
    let well = ["--play", "defender=optimal"];
    let ti4 = "docs/twilight-imperium.md";
    let pages = [
        ("README.md", "in 60 % of battles", gcds, &[][..], "60"),
        ("README.md", "in 54 % if the GCDS", gcds, &well, "54"),
        ("docs/who-assigns-hits.md", "(the default) | 60.3 %", gcds, &[], "60.3"),
        ("docs/who-assigns-hits.md", "as well as possible | 54.0 %", gcds, &well, "54.0"),
        ("docs/eclipse.md", "is 14.9 % in the first edition", cruisers, &[], "14.9"),
        (ti4, "wins 43 % in the customary", [&usual[0], &usual[1]], &["--ti4"], "43"),
        (ti4, "and 49 % in the best one", carrier, &["--ti4"], "49"),
        ("docs/reports.md", "playing its best: 53.97 %", gcds, &well, "53.97"),
        (
            "docs/reports.md",
            "order of losses: 42.93 %",
            [&usual[0], &usual[1]],
            &["--ti4"],
            "42.93",
        ),
    ];
    for (page, sentence, fleets, options, figure) in pages {
        let text = read(page).replace('\n', " ");
        assert!(text.contains(sentence), "{page}: {sentence}");
        let exact = ["--engine", "exact", "--format", "json"];
        let result = json(&[&["fight"], &fleets[..], options, &exact].concat());
        let odds = 100.0 * result["sides"][0]["win"]["probability"].as_f64().unwrap();
        let digits = figure.split_once('.').map_or(0, |(_, digits)| digits.len());
        assert_eq!(format!("{odds:.digits$}"), figure, "{page}: {sentence}");
    }
    let band = json(&["fight", gcds[0], gcds[1], "--play-band", "-q", "--format", "json"]);
    let worst = band["sides"][1]["win"]["band"]["worst"].as_f64().unwrap();
    let sentence = format!("as badly as possible | {:.1} %", 100.0 * (1.0 - worst));
    assert!(read("docs/who-assigns-hits.md").contains(&sentence), "{sentence}");
}

/// The picture of the README. `TRYCMD=overwrite` renews it.
#[test]
fn the_picture_shows_what_the_program_prints() {
    let question = ["3", "int", "vs", "ancient"];
    let output = fleetodds().args(question).args(["--color", "always"]).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let drawn = terminal("fleetodds 3 int vs ancient", &output);
    let path = root().join("docs/images/fight.svg");
    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept == drawn, "docs/images/fight.svg is not what the program prints");
}
