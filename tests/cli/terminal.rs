//! Input that is printed must not control the terminal: control characters, direction marks.

use std::fs;

use crate::support::program::{file, fleetodds, refuses, run};

/// Characters that can control a terminal, as they occur in a text.
const ACTING: [&str; 8] =
    ["\u{1b}[31m", "\u{9b}31m", "\u{7}", "\u{7f}", "\u{85}", "\u{202e}", "\u{2067}", "\u{200f}"];

/// Checks that the program fails with this code and prints no control character.
#[track_caller]
fn fails_plainly(args: &[&str], code: i32) {
    let (status, stdout, stderr) = run(args);
    assert_eq!(status, code, "{args:?}\n{stderr}");
    for acting in ACTING {
        assert!(!format!("{stdout}{stderr}").contains(acting), "{args:?}: {stderr:?}");
    }
    assert!(stderr.contains("error: "), "{stderr:?}");
}

#[test]
fn what_is_quoted_in_a_message_is_printable() {
    let dir = tempfile::tempdir().unwrap();
    for acting in ACTING {
        let fleet = format!("x{acting}RED");
        fails_plainly(&["fight", &fleet, "ancient"], 3);
        fails_plainly(&["fight", "cruiser", "ancient", "--play", &format!("{fleet}=npc")], 2);
        fails_plainly(&["fight", "cruiser", "ancient", "--engine", &fleet], 2);
        fails_plainly(&["fight", "cruiser", "ancient", "--battles", &fleet], 2);
        fails_plainly(&["fight", "cruiser", "ancient", &format!("--{fleet}")], 2);
        fails_plainly(&["fleets", "show", &fleet], 3);
        let typed = format!("3 interceptor & name=a{acting}b");
        fails_plainly(&["fight", &typed, "ancient"], 3);
        let mark = format!("\\u{:04x}", u32::from(acting.chars().next().unwrap()));
        let is_raw = !acting.starts_with(|c: char| c.is_ascii_control());
        for written in [mark.as_str(), acting].into_iter().filter(|text| is_raw || *text == mark) {
            for text in [
                format!(
                    r#"{{"attacker": {{"groups": [{{"class": "x{written}RED"}}]}}, "defender": "ancient"}}"#
                ),
                format!(r#"{{"attacker": "cruiser & name=x{written}", "defender": "ancient"}}"#),
                format!(r#"{{"attacker": "cruiser", "x{written}": 1, "defender": "ancient"}}"#),
                format!(
                    r#"{{"parties": [{{"name": "x{written}", "fleet": "cruiser"}}, "ancient"]}}"#
                ),
            ] {
                let path = file(dir.path(), "s.json", &text);
                fails_plainly(&["fight", "--scenario", &path], 3);
                let path = file(dir.path(), "s.ndjson", text);
                let (code, out, _) = run(&["batch", &path]);
                assert_eq!(code, 3);
                assert!(out.starts_with("{\"line\":1,") && !out.contains(acting), "{out:?}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_in_a_message_are_printable() {
    let dir = tempfile::tempdir().unwrap();
    for acting in ACTING {
        let path = file(dir.path(), &format!("x{acting}RED"), "nonsense");
        fails_plainly(&["fight", "--scenario", &path], 3);
        fails_plainly(&["merge", &path], 3);
        fails_plainly(&["batch", &path, "--output", &path], 2);
        fs::remove_file(&path).unwrap();
        fails_plainly(&["fight", "--scenario", &path], 1);
        fails_plainly(&["fight", "cruiser", "ancient", "--fleets", &path], 1);
    }
}

#[test]
fn catalogues_hold_what_can_be_printed() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    let ship = |name: &str, more: &str| {
        format!(
            r#"{{"rulebook": "eclipse", "non_player": [{{"name": "{name}", "cannons": "2b" {more}}}]}}"#
        )
    };
    let one_line = "this string cannot be printed on one line";
    for (text, words) in [
        (ship(r"kra\u001b[31mken", ""), one_line),
        (ship("kra\u{9b}31mken", ""), one_line),
        (ship("kra\u{202e}ken", ""), one_line),
        (ship(r"new\nline", ""), one_line),
        (ship("kraken", r#", "note": "a\nb""#), one_line),
        (ship("", ""), "the field `name` is empty"),
        (ship("  ", ""), "the field `name` is empty"),
    ] {
        file(dir.path(), "bad.json", text);
        for action in ["check", "list"] {
            refuses(&["fleets", action, "--fleets", folder], 3, &[words, "bad.json:1"]);
        }
    }
    file(dir.path(), "bad.json", ship("kraken \u{e9} \\\\ \\\"", ""));
    assert_eq!(run(&["fleets", "check", "--fleets", folder]).0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for args in [&["--help"][..], &["--version"], &["fight", "--help"], &["help", "batch"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let program = env!("CARGO_BIN_EXE_fleetodds");
        let child = std::process::Command::new(program).args(args).stdout(full).output().unwrap();
        let stderr = String::from_utf8(child.stderr).unwrap();
        assert_eq!(child.status.code(), Some(1), "{args:?}");
        assert!(stderr.contains("cannot write to standard output"), "{args:?}: {stderr}");
    }
    fleetodds().arg("--version").assert().success();
}

#[test]
fn a_folder_of_fleets_that_is_not_there_is_found_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = r#"{"attacker": "cruiser", "defender": "ancient"}"#;
    let lines = file(dir.path(), "in.ndjson", scenario);
    let battle = file(dir.path(), "battle.txt", "attacker: cruiser\ndefender: ancient\n");
    let output = file(dir.path(), "out", "old");
    let fight = ["cruiser", "ancient"];
    for args in [
        &["fight", fight[0], fight[1]][..],
        &["sweep", fight[0], fight[1], "--tornado"],
        &["replay", fight[0], fight[1]],
        &["luck", fight[0], fight[1], "--won", "draw"],
        &["advise", fight[0], fight[1]],
        &["analyse", &battle],
        &["compare", fight[0], "--against", fight[1]],
        &["design", fight[0], "--against", fight[1]],
        &["batch", &lines],
        &["merge", &lines],
    ] {
        let args = [args, &["--fleets", "/no/such/folder", "--output", &output]].concat();
        refuses(&args, 1, &["cannot read /no/such/folder"]);
        assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    }
    refuses(&["fleets", "list", "--fleets", "/no/such/folder"], 1, &["/no/such/folder"]);
}

/// Names of files are shown without what controls the terminal.
#[test]
fn n8_file_names_do_not_control_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let record = "attacker: cruiser\ndefender: ancient\nancient: 1 1\n";
    let name = file(dir.path(), "f\u{1b}[31m.txt", record);
    for args in [&["analyse", &name][..], &["analyse", &name, &name]] {
        let (status, shown, stderr) = run(args);
        assert_eq!(status, 0, "{stderr}");
        assert!(!shown.contains('\u{1b}') && shown.contains("f\u{fffd}[31m.txt"), "{shown:?}");
    }
}

/// Two sides cannot look alike because of characters that are not seen.
#[test]
fn n8_invisible_characters_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for c in ['\u{200b}', '\u{feff}', '\u{ad}', '\u{2060}', '\u{e0041}', '\u{200d}'] {
        let text = format!(
            r#"{{"attacker": {{"name": "Red", "fleet": "cruiser"}},
                "defender": {{"name": "Red{c}", "fleet": "cruiser"}}}}"#
        );
        let scenario = file(dir.path(), "s.json", text);
        let refused = ["fight", "--scenario", &scenario];
        refuses(&refused, 3, &["invisible"]);
        let typed = format!("cruiser & name=Red{c}");
        refuses(&[&typed, "cruiser"], 3, &["invisible"]);
    }
}
