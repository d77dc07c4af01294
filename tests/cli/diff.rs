//! Two saved results side by side.

use serde_json::Value;

use crate::support::program::{file, refuses, run};

/// Saves the result of a fight and returns the path of its file.
#[track_caller]
fn saved(dir: &std::path::Path, name: &str, args: &[&str]) -> String {
    let path = dir.join(name).to_str().unwrap().to_string();
    let (status, _, stderr) = run(&[&["fight"], args, &["--json", "--output", &path]].concat());
    assert_eq!(status, 0, "{args:?}: {stderr}");
    path
}

fn figure<'a>(diff: &'a Value, side: &str, name: &str) -> &'a Value {
    let figures = diff["figures"].as_array().unwrap();
    let is = |one: &&Value| one["side"] == side && one["figure"] == name;
    figures.iter().find(is).unwrap_or_else(|| panic!("{side} {name}"))
}

#[test]
fn odds_differ_by_percentage_points() {
    let dir = tempfile::tempdir().unwrap();
    let a = saved(dir.path(), "a.json", &["3 interceptor", "ancient", "-e", "exact"]);
    let b = saved(dir.path(), "b.json", &["2 interceptor", "ancient", "-e", "exact", "--2e"]);
    let (status, text, _) = run(&["diff", &a, &b, "--json"]);
    assert_eq!(status, 0);
    let diff: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(diff["schema"], "fleetodds/diff/1");
    assert_eq!(diff["b"]["rules"], "eclipse-2e");
    assert_eq!(diff["differ"][0], "rules");
    let win = figure(&diff, "attacker", "win.probability");
    let [one, other] = ["a", "b"].map(|side| win[side]["probability"].as_f64().unwrap());
    let points = win["points"].as_f64().unwrap();
    assert!((points - (other - one) * 100.0).abs() < 1e-9, "{win}");
    assert!(points.abs() > 0.1 && win.get("uncertain").is_none(), "{win}");
    let left = figure(&diff, "attacker", "survivors[0].mean");
    assert!(left["difference"].is_f64() && left["class"] == "interceptor", "{left}");
    let (_, table, _) = run(&["diff", &a, &b]);
    let row = table.lines().find(|line| line.starts_with("  attacker win ")).unwrap();
    assert!(row.ends_with(&format!("{points:+.2} points")), "{row}");
    assert!(table.contains("differ in rules") && table.contains("interceptor left"), "{table}");
    assert!(table.contains("Eclipse, second edition · exact"), "{table}");
    let (_, markdown, _) = run(&["diff", &a, &b, "--format", "markdown"]);
    assert!(markdown.contains("| attacker win |"), "{markdown}");
    let (_, csv, _) = run(&["diff", &a, &b, "--format", "csv"]);
    assert!(csv.starts_with("side,class,quantity,a,b,difference,points\n"), "{csv}");
    assert_eq!(csv.lines().count(), diff["figures"].as_array().unwrap().len() + 1);
}

#[test]
fn equal_results_have_no_differences() {
    let dir = tempfile::tempdir().unwrap();
    let a = saved(dir.path(), "a.json", &["2 cruiser", "ancient", "-e", "exact"]);
    let (_, text, _) = run(&["diff", &a, &a, "--json"]);
    let diff: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(diff["differ"], serde_json::json!([]));
    let change = |one: &Value| one.get("points").or(one.get("difference")).and_then(Value::as_f64);
    assert!(diff["figures"].as_array().unwrap().iter().all(|one| change(one) == Some(0.0)));
    assert!(run(&["diff", &a, &a]).1.contains("the same question"));
}

/// Figures that only one result has stay, and simulated odds say whether they differ by chance.
#[test]
fn other_fleets_and_simulations_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let simulated = ["-e", "simulate", "-n", "2k"];
    let a = saved(dir.path(), "a.json", &[&["2 cruiser", "ancient"][..], &simulated].concat());
    let more = [&["2 cruiser", "ancient", "-s", "2"][..], &simulated].concat();
    let b = saved(dir.path(), "b.json", &more);
    let c = saved(dir.path(), "c.json", &["3 interceptor", "ancient", "-e", "exact"]);
    let (_, text, _) = run(&["diff", &a, &b, "--json"]);
    let diff: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(diff["differ"], serde_json::json!(["seed"]));
    assert_eq!(figure(&diff, "attacker", "win.probability")["uncertain"], true);
    let (_, text, _) = run(&["diff", &a, &c, "--json"]);
    let diff: Value = serde_json::from_str(&text).unwrap();
    assert!(diff["differ"].as_array().unwrap().contains(&"attacker".into()));
    let left: Vec<(&str, bool, bool)> = diff["figures"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["side"] == "attacker" && one["figure"] == "survivors[0].mean")
        .map(|one| (one["class"].as_str().unwrap(), one["a"].is_null(), one["b"].is_null()))
        .collect();
    assert_eq!(left, [("cruiser", false, true), ("interceptor", true, false)]);
}

#[test]
fn other_documents_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let a = saved(dir.path(), "a.json", &["2 cruiser", "ancient", "-e", "exact"]);
    let sweep = dir.path().join("sweep.json").to_str().unwrap().to_string();
    let vary = ["--vary", "attacker.cruiser=1..2", "--json", "--output", &sweep];
    assert_eq!(run(&[&["sweep", "2 cruiser", "ancient"], &vary[..]].concat()).0, 0);
    refuses(&["diff", &a, &sweep], 3, &["is not the result of a fight", "fleetodds/sweep/2"]);
    let text = dir.path().join("text").to_str().unwrap().to_string();
    std::fs::write(&text, "nonsense").unwrap();
    refuses(&["diff", &a, &text], 3, &["is not a document in JSON"]);
    refuses(&["diff", &a, "no-such-file"], 1, &["cannot read no-such-file"]);
    refuses(&["diff", &a], 2, &[]);
}

/// Texts of a result file do not control the terminal, in any format.
#[test]
fn n8_a_result_file_does_not_control_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let a = saved(dir.path(), "a.json", &["2 cruiser", "ancient", "-e", "exact"]);
    let text = std::fs::read_to_string(&a).unwrap();
    let hostile = ["\\u001b[31m", "\\u009b31m", "\\u202e", "\\r\\nx", "\\u200b"];
    for escape in hostile {
        let mut other = text.clone();
        for field in ["\"name\": \"attacker", "\"class\": \"cruiser", "\"engine\": \"exact"] {
            assert!(other.contains(field));
            other = other.replace(field, &format!("{field}{escape}"));
        }
        let b = file(dir.path(), "b\u{1b}[31m.json", other);
        for format in ["table", "csv", "markdown", "json"] {
            let args = ["diff", &a, &b, "--format", format, "--color", "always", "--full"];
            let (status, shown, _) = run(&args);
            assert_eq!(status, 0, "{escape}");
            let hostile = ["\u{1b}[31m", "\u{9b}", "\u{202e}", "\r", "\nx", "\u{200b}", "\\u"];
            for wrong in hostile {
                assert!(!shown.contains(wrong), "{escape} {format}: {shown:?}");
            }
        }
    }
}

#[test]
fn n8_values_of_a_wrong_type_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let a = saved(dir.path(), "a.json", &["2 cruiser", "ancient", "-e", "exact"]);
    let result: Value = serde_json::from_str(&std::fs::read_to_string(&a).unwrap()).unwrap();
    for (place, value) in [
        ("/sides/0/win/probability", serde_json::json!(false)),
        ("/sides/0/win/probability", serde_json::json!("x")),
        ("/sides/0/win/low", serde_json::json!(1.5)),
        ("/sides/1/win/high", Value::Null),
        ("/sides/0/survivors/0/distribution/0", serde_json::json!(true)),
        ("/sides/0/name", serde_json::json!(3)),
        ("/sides", serde_json::json!([])),
        ("/rules", Value::Null),
        ("/engine", serde_json::json!([])),
        ("/battles", serde_json::json!(-1)),
        ("/seed", serde_json::json!("1")),
    ] {
        let mut wrong = result.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        let b = file(dir.path(), "b.json", wrong.to_string());
        let name = place.split('/').rfind(|name| !name.is_empty() && !"01".contains(name)).unwrap();
        let name = if ["low", "high"].contains(&name) { "win.probability" } else { name };
        let name = if name == "name" { "sides" } else { name };
        refuses(&["diff", &a, &b], 3, &["b.json is not the result of a fight: its `", name]);
    }
}
