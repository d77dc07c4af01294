//! `--total`: commands that ask many questions end when their work is done, and say so.

use serde_json::Value;

use crate::support::program::{json, refuses, run};

/// Commands that need more than a millisecond of work: the list that their documents show, how
/// many there would be, and what they say of it.
const LONG: [(&[&str], &str, usize, &str); 7] = [
    (&["design", "2 cruiser", "--against", "3 ancient"], "best", 928, "designs"),
    (
        &[
            "design",
            "interceptor + cruiser",
            "--cost",
            "60",
            "--against",
            "6 ancient",
            "--by",
            "swing",
        ],
        "best",
        44,
        "designs",
    ),
    (
        &["compare", "6 cruiser", "7 cruiser", "8 cruiser", "9 cruiser", "--against", "9 ancient"],
        "candidates",
        4,
        "fleets",
    ),
    (&["compare", "6 cruiser", "7 cruiser", "8 cruiser", "--matrix"], "payoffs", 9, "battles"),
    (
        &["sweep", "4 cruiser", "9 ancient", "--vary", "attacker.cruiser=3..9"],
        "points",
        7,
        "points",
    ),
    (
        &[
            "sweep",
            "4 cruiser",
            "4 ancient",
            "--vary",
            "attacker.cruiser=3..8",
            "--vary",
            "defender.ancient=4..7",
        ],
        "points",
        24,
        "points",
    ),
    (&["sweep", "3 cruiser", "3 ancient", "--tornado"], "changes", 6, "changes"),
];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// Joins the lines of a table, which wraps its sentences.
fn in_one_line(table: &str) -> String {
    table.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Some of it is there, not all; the document, the table and standard error say so.
#[test]
fn a_total_that_is_spent_stops_every_search() {
    for (args, list, of, what) in LONG {
        let cut = with(args, &["--total", "1ms"]);
        let (code, table, stderr) = run(&cut);
        assert_eq!(code, 0, "{args:?}\n{stderr}");
        let begin = "stopped after 1 ms of work (--total): ";
        let end = "; --total 6ms goes on";
        let all = in_one_line(&table);
        let told = all.split_once(begin).and_then(|(_, rest)| Some(rest.split_once(end)?.0));
        let told = told.unwrap_or_else(|| panic!("{args:?}\n{table}"));
        let told = format!("{begin}{told}{end}");
        assert!(told.contains(&format!(" of {of} {what} w")), "{told}");
        assert!(stderr.starts_with(&format!("warning: {told}\n")), "{stderr}");
        let (code, _, stderr) = run(&with(&cut, &["--quiet"]));
        assert_eq!((code, stderr.as_str()), (0, ""));

        let result = json(&with(&cut, &["--format", "json"]));
        assert_eq!(result["partial"], true, "{args:?}");
        let stopped = &result["stopped"];
        assert_eq!((&stopped["by"], &stopped["seconds"]), (&"total".into(), &0.001.into()));
        assert_eq!(stopped["of"], of, "{args:?}");
        let done = stopped["done"].as_u64().unwrap() as usize;
        assert!(told.contains(&format!(" {done} of {of} ")) && done < of, "{told}");
        assert!(!result[list].as_array().unwrap().is_empty(), "{args:?}");
    }
}

/// A matrix without all of its payoffs has no equilibrium.
#[test]
fn a_matrix_shows_the_payoffs_that_are_known() {
    let (args, ..) = LONG[3];
    let cut = with(args, &["--total", "1ms"]);
    let result = json(&with(&cut, &["--format", "json"]));
    assert_eq!(result["equilibrium"], Value::Null);
    let whole = json(&with(args, &["--format", "json"]));
    let payoffs = |result: &Value| -> Vec<Value> {
        let rows = result["payoffs"].as_array().unwrap();
        rows.iter().flat_map(|row| row.as_array().unwrap().clone()).collect()
    };
    let (known, all) = (payoffs(&result), payoffs(&whole));
    let done = result["stopped"]["done"].as_u64().unwrap() as usize;
    assert_eq!(known[..done], all[..done]);
    assert!(known[done..].iter().all(Value::is_null));
    let (_, table, _) = run(&cut);
    assert_eq!(table.matches('–').count(), 9 - done, "{table}");
    assert!(table.contains("no best mix of fleets"), "{table}");
    let (_, csv, _) = run(&with(&cut, &["--format", "csv"]));
    assert_eq!(csv.lines().filter(|line| line.ends_with(',')).count(), 9 - done);
}

/// Work is estimated: what is found does not depend on the number of threads.
#[test]
fn a_total_stops_at_the_same_place_on_any_number_of_threads() {
    for (args, ..) in LONG {
        for total in ["1ms", "7ms"] {
            let cut = with(args, &["--total", total, "--format", "json"]);
            let known = run(&with(&cut, &["--threads", "1"]));
            for threads in ["2", "7"] {
                assert_eq!(run(&with(&cut, &["--threads", threads])), known, "{args:?}");
            }
        }
    }
}

/// Candidates that are simulated are cut short in their stages, too.
#[test]
fn a_total_cuts_simulations_short() {
    let compare = [
        "compare",
        "6 cruiser",
        "6 cruiser",
        "6 cruiser",
        "--against",
        "6 cruiser",
        "--engine",
        "kernel",
        "--battles",
        "1M",
        "--total",
        "300ms",
    ];
    let (code, table, stderr) = run(&compare);
    assert_eq!(code, 0, "{stderr}");
    let words =
        "stopped after 300 ms of work (--total): all 3 fleets were compared, with fewer battles";
    assert!(in_one_line(&table).contains(words), "{table}");
    let result = json(&with(&compare, &["--format", "json"]));
    assert_eq!((&result["partial"], &result["stopped"]["done"]), (&true.into(), &3.into()));
    for candidate in result["candidates"].as_array().unwrap() {
        assert!((16_384..1_000_000).contains(&candidate["battles"].as_u64().unwrap()));
    }
}

#[test]
fn a_total_that_is_not_spent_changes_nothing() {
    for (args, ..) in LONG {
        let known = run(args);
        assert!(known.0 == 0 && !known.2.contains("stopped"), "{args:?}: {}", known.2);
        assert!(!known.1.contains("--total"), "{}", known.1);
        assert_eq!(run(&with(args, &["--total", "1h"])), known);
    }
}

/// Where not one fleet can be compared with all enemies, there is nothing to show.
#[test]
fn a_total_that_is_too_small_for_anything_is_refused() {
    let compare = ["compare", "8 cruiser", "--against", "8 ancient", "--against", "9 ancient"];
    refuses(&with(&compare, &["--total", "1ms"]), 3, &["0 of 1 fleets", "--total 6ms"]);
}

#[test]
fn a_total_is_a_time() {
    for typed in ["20", "0s", "-1s", "2s,1GB", "soon"] {
        let refused =
            [&format!("--total `{typed}`: expected a time")[..], "`20s`, `500ms` or `2m`"];
        for (args, ..) in LONG {
            refuses(&with(args, &["--total", typed]), 2, &refused);
        }
    }
}
