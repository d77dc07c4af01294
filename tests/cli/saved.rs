//! Ships that the user has saved, and fleets from files.

use std::path::Path;

use serde_json::Value;

use crate::support::program::{file, fleetodds, json, refuses, run};

/// Exit code, stdout and stderr of a command with the settings in a folder.
fn run_in(home: &Path, args: &[&str]) -> (i32, String, String) {
    let output = fleetodds().env("FLEETODDS_CONFIG", home).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs a command that succeeds without a warning, and returns what it prints.
#[track_caller]
fn ok(home: &Path, args: &[&str]) -> String {
    let (status, stdout, stderr) = run_in(home, args);
    assert_eq!((status, stderr.as_str()), (0, ""), "{args:?}");
    stdout
}

/// Runs a command that is refused.
#[track_caller]
fn refused(home: &Path, args: &[&str], code: i32, words: &[&str]) {
    let (status, stdout, stderr) = run_in(home, args);
    assert_eq!((status, stdout.as_str()), (code, ""), "{args:?}\n{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: `{word}` is missing in\n{stderr}");
    }
}

const BRICK: &str = "cruiser(-hull, +gauss-shield)";
const QUICK: [&str; 4] = ["-eexact", "--json", "-n1k", "-q"];

/// Probability that the attacker wins.
fn odds(home: &Path, args: &[&str]) -> f64 {
    let result: Value = serde_json::from_str(&ok(home, &[args, &QUICK].concat())).unwrap();
    result["sides"][0]["win"]["probability"].as_f64().unwrap()
}

#[test]
fn a_saved_ship_is_used_by_its_name() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let saved = ok(home, &["fleets", "save", "brick", BRICK]);
    assert_eq!(saved, format!("saved `brick` for Eclipse, first edition: {BRICK}\n"));
    let full = odds(home, &["3", BRICK, "v", "ancient"]);
    for typed in
        [&["3", "brick", "v", "ancient"][..], &["fight", "3 Brick", "ancient"], &["3x brick v anc"]]
    {
        assert_eq!(odds(home, typed), full, "{typed:?}");
    }
    let damaged = odds(home, &["2 cruiser(-hull, +gauss-shield, damaged=[0,0]) + int v ancient"]);
    assert_eq!(odds(home, &["2 brick(damaged=[0,0]) + int v ancient"]), damaged);
    assert_eq!(odds(home, &["ancient", "brick"]), odds(home, &["ancient", BRICK]));
    let compare = ["compare", "2 brick", "2 cruiser", "--against", "brick", "--json"];
    assert!(ok(home, &compare).contains(BRICK));
    let luck = ["luck", "3 brick v ancient", "--left"];
    let left = |typed| ok(home, &[&luck[..], &[typed]].concat());
    assert_eq!(left("attacker=2 brick"), left("attacker=2 cruiser"));
    // It belongs to its rulebook.
    refused(home, &["3 brick", "ancient", "--2e"], 3, &["brick"]);
    refused(home, &["3 brick", "ancient", "--no-config"], 3, &["brick"]);
}

#[test]
fn codes_json_and_pages_have_the_whole_ship() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &["fleets", "save", "brick", BRICK]);
    let code = ok(home, &["3 brick v ancient", "--share"]);
    let page = file(home, "p.html", "");
    let result = ok(home, &["3 brick v ancient", "-n1k", "--json", "--report", &page]);
    assert!(!result.contains("brick"), "{result}");
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains(BRICK) && !page.contains("brick"), "{page}");
    let shared = json(&["fight", code.trim(), "-n1k", "--json", "--swing"]);
    assert_eq!(shared, serde_json::from_str::<Value>(&result).unwrap());
    // Documents and codes never mean a saved ship.
    let path = file(home, "s.json", r#"{"attacker": "brick", "defender": "ancient"}"#);
    refused(home, &["fight", "--scenario", &path], 3, &["unknown class of ship `brick`"]);
    let path = file(home, "f.json", r#""brick""#);
    refused(home, &[&format!("@{path}"), "ancient"], 3, &["unknown class of ship `brick`"]);
}

#[test]
fn saved_ships_are_listed_shown_exported_and_removed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &["fleets", "save", "brick", BRICK]);
    ok(home, &["fleets", "save", "arrow", "interceptor", "--2e"]);
    let list = ok(home, &["fleets", "list"]);
    assert!(list.starts_with("Your ships\n  brick  ") && list.contains(BRICK), "{list}");
    assert!(!list.contains("arrow") && list.contains("\n  interceptor  "));
    let show = ok(home, &["fleets", "show", "brick", "--format", "json"]);
    let show: Value = serde_json::from_str(&show).unwrap();
    assert_eq!(show["entry"]["summary"], BRICK);
    let found = ok(home, &["fleets", "list", "bric", "--format", "json"]);
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(
        (&found["entries"][0], found["entries"].as_array().unwrap().len()),
        (&show["entry"], 1)
    );
    let shown = ok(home, &["fleets", "show", "brick"]);
    assert!(
        shown.starts_with(&format!("brick\n  {BRICK}\n")) && shown.contains("shield 1"),
        "{shown}"
    );
    let exported = ok(home, &["fleets", "export"]);
    assert_eq!(ok(home, &["fleets", "export", "brick"]), exported);
    let document: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(document["rulebook"], "eclipse");
    assert_eq!(document["saved"][0]["fleet"], BRICK);
    // What is exported works as a catalogue file elsewhere.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ships.json");
    ok(home, &["fleets", "export", "-o", path.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), exported);
    let folder = folder.path().to_str().unwrap();
    let (status, _, stderr) = run(&["3 brick", "ancient", "-n1k", "--fleets", folder]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    ok(home, &["fleets", "remove", "brick"]);
    refused(home, &["fleets", "remove", "brick"], 3, &["no ship `brick` is saved"]);
    refused(home, &["fleets", "remove", "arow", "--2e"], 3, &["did you mean `arrow`?"]);
    assert!(!ok(home, &["fleets", "list"]).contains("Your ships"));
}

#[test]
fn a_ship_is_replaced_with_force_only() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &["fleets", "save", "brick", BRICK]);
    ok(home, &["fleets", "save", "brick", BRICK]);
    let other = ["fleets", "save", "brick", "cruiser"];
    refused(home, &other, 3, &[BRICK, "add --force to replace it"]);
    ok(home, &[&other[..], &["--force"]].concat());
    assert_eq!(odds(home, &["brick", "ancient"]), odds(home, &["cruiser", "ancient"]));
    // Nothing but catalogue files is left in the folder.
    assert_eq!(std::fs::read_dir(home.join("fleets")).unwrap().count(), 1);
}

#[test]
fn names_and_ships_that_cannot_be_saved_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for name in [
        "3brick",
        "two words",
        "a/b",
        "../brick",
        "@brick",
        "x2",
        "two",
        "Vs",
        "with",
        "ship",
        "Ships",
        "of",
        "fight",
        "figth",
        "-b",
        "",
    ] {
        refused(home, &["fleets", "save", "--", name, "cruiser"], 2, &["cannot be a name"]);
    }
    for name in ["cruiser", "Cruisers", "gcds", "int", "ancient"] {
        refused(home, &["fleets", "save", name, "cruiser"], 3, &["already means"]);
    }
    for (fleet, words) in [
        ("cruiser + interceptor", "not several groups"),
        ("2 cruiser", "leave out the number"),
        ("cruiser & play=npc", "options of a side"),
        ("cruiser(+7 hull)", "needs 12 slots"),
        ("crusader", "unknown class"),
    ] {
        refused(home, &["fleets", "save", "brick", fleet], 3, &[words]);
    }
    assert!(!home.join("fleets").exists());
    ok(home, &["fleets", "save", "big", "cruiser(+7 hull)", "--any-blueprint"]);
    refuses(
        &["fleets", "save", "brick", "cruiser", "--no-config"],
        2,
        &["saved ships need the settings folder"],
    );
}

#[test]
fn a_wrong_file_of_saved_ships_is_a_warning() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::create_dir(home.join("fleets")).unwrap();
    for text in ["{", "{\"rulebook\": \"eclipse\", \"saved\": [{\"name\": 1}]}"] {
        file(&home.join("fleets"), "eclipse.json", text);
        let (status, stdout, stderr) = run_in(home, &["3 int v anc", "-n1k"]);
        assert!(status == 0 && !stdout.is_empty());
        assert!(stderr.starts_with("warning: ") && stderr.contains("saved ships are left out"));
        assert_eq!(run_in(home, &["3 int v anc", "-n1k", "-q"]).2, "");
    }
}

#[test]
fn a_file_may_be_plain_text_and_part_of_a_fleet() {
    let dir = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let brick = file(dir.path(), "brick.txt", format!("# The brick\n\n{BRICK}\n"));
    let pair = file(dir.path(), "two + two.txt", "2 cruiser\n+ 2 interceptor");
    let typed = file(dir.path(), "typed.json", format!("\"2 {BRICK}\""));
    let named = file(dir.path(), "named.json", r#"{"fleet": "cruiser", "name": "X"}"#);
    for (fleet, full) in [
        (format!("@{brick}"), BRICK.to_string()),
        (format!("@{pair}"), "2 cruiser + 2 interceptor".into()),
        (format!("2 @{brick}"), format!("2 {BRICK}")),
        (format!("2x @{brick} + 3 int"), format!("2 {BRICK} + 3 interceptor")),
        (format!("3 int + @{brick} & play=npc"), format!("3 interceptor + {BRICK} & play=npc")),
        (format!("2 @{typed}+int"), format!("4 {BRICK} + interceptor")),
    ] {
        assert_eq!(odds(home, &[&fleet, "ancient"]), odds(home, &[&full, "ancient"]), "{fleet}");
    }
    let bare = ["2", &format!("@{brick}"), "+", "3", "int", "v", "anc"];
    assert_eq!(odds(home, &bare), odds(home, &[&format!("2 {BRICK} + 3 int"), "ancient"]));
    let plain = file(dir.path(), "plain.txt", "2 cruiser + 2 interceptor");
    refused(home, &[&format!("2 @{plain}"), "ancient"], 3, &["has several groups"]);
    refused(home, &[&format!("2 @{named}"), "ancient"], 3, &["has options of a side"]);
    refused(home, &["2 @none.txt + int", "ancient"], 1, &["cannot read none.txt"]);
    let wrong = file(dir.path(), "wrong.txt", "# x\n2 crusader");
    refused(home, &[&format!("@{wrong}"), "ancient"], 3, &["wrong.txt:2:", "crusader"]);
    // A file that is read is not overwritten.
    let output = [&format!("2 @{brick} + int"), "ancient", "-o", &brick];
    refused(home, &output, 2, &["would overwrite the input"]);
}

#[test]
fn n7_ships_that_are_saved_at_once_are_all_kept() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let save = |n: usize| {
        let name = format!("brick-{n}");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fleetodds"));
        command.env("FLEETODDS_CONFIG", home).args(["fleets", "save", &name, "cruiser(+hull)"]);
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let all: Vec<_> = (1..=8).map(save).collect();
    assert!(all.into_iter().all(|mut child| child.wait().unwrap().success()));
    let list = ok(home, &["fleets", "list", "brick", "--format", "json"]);
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["entries"].as_array().unwrap().len(), 8);
}

#[test]
fn n13_a_name_with_a_word_for_any_ship_is_free() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    ok(home, &["fleets", "save", "ship1", BRICK]);
    assert_eq!(odds(home, &["3 ship1 v ancient"]), odds(home, &["3", BRICK, "v", "ancient"]));
}
