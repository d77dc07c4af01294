//! CSV of all commands.

use crate::support::program::{file, run};

/// Returns the cells of a document, the header first. No cell here is quoted.
#[track_caller]
fn table(args: &[&str]) -> Vec<Vec<String>> {
    let (status, text, stderr) = run(&[args, &["--format", "csv"]].concat());
    assert_eq!(status, 0, "{args:?}: {stderr}");
    text.lines().map(|line| line.split(',').map(String::from).collect()).collect()
}

/// The first columns are those of version 0.1.0. The others say which group and which number of a
/// list a figure is.
#[test]
fn figures_name_their_group_and_place() {
    let fight = ["fight", "2 interceptor + 1 cruiser", "ancient", "--engine", "exact"];
    let table = table(&fight);
    let header = ["side", "quantity", "value", "low", "high", "group", "class", "index"];
    assert_eq!(table[0], header);
    let of = |side: &str, quantity: &str| {
        let mut rows = table.iter().filter(|row| row[0] == side && row[1] == quantity);
        rows.next().unwrap_or_else(|| panic!("{side} {quantity}"))[5..].to_vec()
    };
    assert_eq!(of("attacker", "survivors[0].distribution[2]"), ["0", "interceptor", "2"]);
    assert_eq!(of("attacker", "survivors[1].mean"), ["1", "cruiser", ""]);
    assert_eq!(of("defender", "survivors[0].distribution[0]"), ["0", "ancient", "0"]);
    assert_eq!(of("attacker", "win.probability"), ["", "", ""]);
    assert_eq!(of("attacker", "reputation.draws[1]"), ["", "", "1"]);
    assert_eq!(of("", "rounds.distribution[1]"), ["", "", "1"]);
}

/// Each row of the other commands says what it is about.
#[test]
fn rows_say_what_they_are_about() {
    let sweep = ["sweep", "2 cruiser", "ancient", "--vary", "attacker.cruiser=1..2"];
    let rows = table(&sweep);
    let ends = |row: &Vec<String>, n: usize| row[row.len() - n..].to_vec();
    assert_eq!(rows[0][0], "attacker.cruiser");
    assert_eq!(ends(&rows[0], 3), ["rules", "side", "fleets"]);
    assert_eq!(ends(&rows[1], 3), ["eclipse", "attacker", "2 cruiser v ancient"]);
    let rows = table(&["sweep", "2 cruiser", "ancient", "--tornado"]);
    assert_eq!(ends(&rows[1], 3), ["eclipse", "attacker", "2 cruiser v ancient"]);
    let compare = ["compare", "2 cruiser & name=Pair", "3 interceptor"];
    let rows = table(&[&compare[..], &["--against", "ancient"]].concat());
    assert_eq!(ends(&rows[0], 1), ["name"]);
    let mut names: Vec<Vec<String>> = rows[1..].iter().map(|row| ends(row, 1)).collect();
    names.sort();
    assert_eq!(names, [["3 interceptor"], ["Pair"]]);
    let rows = table(&[&compare[..], &["--matrix"]].concat());
    assert_eq!(rows[0], ["attacker", "defender", "win", "win_low", "win_high"]);
    let rows = table(&["luck", "3 interceptor", "ancient", "--won", "attacker"]);
    assert_eq!(rows[0], ["side", "quantity", "value", "low", "high"]);
    let rows = table(&["advise", "2 cruiser", "2 ancient"]);
    assert_eq!(rows[0][..5], ["roll", "probability", "choice", "win", "swing"]);
    assert_eq!(ends(&rows[1], 3), ["eclipse", "attacker", "2 cruiser v 2 ancient"]);
}

/// A spreadsheet takes no name for a formula.
#[test]
fn n12_names_are_no_formulas() {
    let dir = tempfile::tempdir().unwrap();
    let text = r#"{"attacker": {"name": "=cmd|'/c calc'!A1", "fleet": "cruiser"},
        "defender": {"name": "@Sum(1)", "fleet": "ancient"}}"#;
    let scenario = file(dir.path(), "s.json", text);
    let args = ["fight", "--scenario", &scenario, "-eexact", "--format", "csv"];
    let (status, csv, stderr) = run(&args);
    assert_eq!(status, 0, "{stderr}");
    let begins = |with: &str| csv.lines().any(|line| line.starts_with(with));
    assert!(begins("'=cmd|'/c calc'!A1,") && begins("'@Sum(1),"), "{csv}");
    assert!(!csv.contains("\n=") && !csv.contains(",=") && !csv.contains("\n@"), "{csv}");
    // Negative numbers stay numbers.
    let args = ["fight", "cruiser", "2 ancient", "--swing", "-eexact", "--format", "csv"];
    assert!(run(&args).1.contains(",-"));
}

/// A row of a batch has two sides. A battle of more parties counts as a line with an error.
#[test]
fn a_battle_of_several_parties_has_no_row() {
    let dir = tempfile::tempdir().unwrap();
    let lines = r#"{"attacker": "cruiser", "defender": "ancient"}
        {"parties": [{"name": "Ancient", "groups": [{"class": "ancient"}]},
        {"name": "Hydra", "groups": [{"class": "cruiser"}]},
        {"name": "Draco", "groups": [{"class": "cruiser"}]}]}"#;
    let path = file(dir.path(), "in.ndjson", lines.replace("}]},\n", "}]}, "));
    let (status, csv, _) = run(&["batch", &path, "--format", "csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(status, 3, "{csv}");
    assert_eq!(rows.len(), 3, "{csv}");
    assert!(rows[1].ends_with(",exact,"), "{csv}");
    let error = "a row of CSV has two sides, this battle has 3; use --format json";
    assert_eq!(rows[2], format!(",2,,,,,,,,,,\"{error}\""));
}
