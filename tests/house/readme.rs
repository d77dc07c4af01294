//! The commands of the README and of the pages print the output that these show.

use crate::support::program::{NO_SETTINGS, fleetodds};

#[test]
fn the_readme_and_the_pages_are_true() {
    let (name, value) = NO_SETTINGS;
    trycmd::TestCases::new().env(name, value).case("README.md").case("docs/*.md");
}

#[test]
fn the_shipped_examples_run() {
    for entry in std::fs::read_dir("fleets/examples").unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        let mut command = fleetodds();
        // A fleet file is a text or a single side; a scenario has several sides.
        let text = std::fs::read_to_string(path).unwrap();
        let is_scenario = text.contains("\"defender\"") || text.contains("\"parties\"");
        if is_scenario {
            command.args(["fight", "--scenario", path]);
        } else {
            command.args(["fight", &format!("@{path}"), "ancient"]);
        }
        command.args(["--battles", "10k"]).assert().success();
    }
}

/// Every command in the tables of the README is answered.
#[test]
fn rows_of_the_readme_can_be_asked() {
    let program = assert_cmd::cargo::cargo_bin("fleetodds");
    let readme = std::fs::read_to_string("README.md").unwrap();
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let commands: Vec<&str> = rows.filter(|line| line.starts_with("fleetodds ")).collect();
    assert!(commands.len() >= 8, "{}", commands.len());
    for command in commands {
        let run = command.replacen("fleetodds", &program.to_string_lossy(), 1);
        let mut shell = std::process::Command::new("sh");
        let output = shell.env(NO_SETTINGS.0, NO_SETTINGS.1).args(["-c", &run]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
