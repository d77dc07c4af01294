//! Batches, shards and merging: order, places of errors, resuming, and output that is identical to
//! that of an unsplit run, byte for byte.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::program::{file, fleetodds, refuses, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fleetodds");

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns `n` different scenarios, one per line.
fn scenarios(n: usize) -> String {
    let fight = |i: usize| {
        let (ships, hull, enemies) = (1 + i % 4, i / 4 % 3, 1 + i / 12 % 4);
        let cost = i / 48;
        format!(
            r#"{{"attacker": "{ships} cruiser(hull={hull}, cost={cost})", "defender": "{enemies} ancient"}}"#
        )
    };
    (0..n).map(|i| fight(i) + "\n").collect()
}

#[test]
fn results_stand_in_the_order_of_the_lines() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "in.ndjson", scenarios(200));
    let (status, out, _) = run(&["batch", &path, "--engine", "exact"]);
    assert_eq!(status, 0);
    let results = lines(&out);
    assert_eq!(results.len(), 200);
    for (i, result) in results.iter().enumerate() {
        let fleet = result["sides"][0]["fleet"].as_str().unwrap();
        assert!(fleet.starts_with(&format!("{} cruiser", 1 + i % 4)), "{i}: {fleet}");
    }
    let one = run(&["batch", &path, "--engine", "exact", "--threads", "1"]).1;
    assert_eq!(out, one);
}

/// Lines that are answered at the same time share the memory of the budget. Those that need more
/// than their part are answered alone, with the answers of one thread.
#[test]
fn lines_share_the_memory_of_the_budget() {
    let dir = tempfile::tempdir().unwrap();
    let fleet = |n: usize| format!("{n} cruiser + {} dreadnought", 1 + n % 2);
    let line = |n: usize| format!("{} vs {}\n", fleet(1 + n % 4), fleet(1 + n / 4));
    let path = file(dir.path(), "in.txt", (0..16).map(line).collect::<String>());
    let answers = |threads: &str, budget: &str| {
        let words = ["batch", &path, "-n", "1k", "--threads", threads, "--budget", budget];
        run(&words).1
    };
    assert_eq!(answers("8", "1s,400KB"), answers("1", "1s,400KB"));
    assert_eq!(answers("2", "1s,20KB"), answers("1", "1s,20KB"));
}

/// An invalid line yields an error in its place, with its position; the other lines are answered.
#[test]
fn a_wrong_line_is_answered_in_place() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#"{"attacker": "cruiser", "defender": "ancient"}"#;
    let same = r#"{"defender":"ancient",  "attacker":"cruiser"}"#;
    let text = format!(
        "{good}\n\n{{\"attacker\": \"criuser\", \"defender\": \"ancient\"}}\n{same}\nnonsense\n{}\n{}",
        r#"{"attacker": {"groups": [{"class": "cruiser"}, {"class": "cruiser", "stats": {"hull": 99}}]}, "defender": "ancient"}"#,
        r#"{"attacker": "cruiser", "defender": "ancient", "engine": "exakt"}"#,
    );
    let path = file(dir.path(), "in.ndjson", text);
    let (status, out, _) = run(&["batch", &path, "--engine", "exact"]);
    assert_eq!(status, 3);
    let results = lines(&out);
    assert_eq!(results.len(), 6);
    let error = |n: usize| (&results[n]["line"], results[n]["error"]["path"].as_str().unwrap());
    let fields = |n: usize| {
        let mut fields = results[n].as_object().unwrap().clone();
        (fields.remove("line").unwrap(), fields)
    };
    let [(first, one), (last, other)] = [0, 2].map(fields);
    assert_eq!((first, last), (Value::from(1), Value::from(4)));
    assert_eq!(one, other, "equal scenarios have equal answers");
    assert_eq!(error(1), (&Value::from(3), "attacker"));
    assert_eq!(error(3), (&Value::from(5), ""));
    assert_eq!(error(4), (&Value::from(6), "attacker.groups[1].stats.hull"));
    assert_eq!(error(5), (&Value::from(7), "engine"));
    assert!(results[1]["error"]["message"].as_str().unwrap().contains("did you mean"));
}

#[test]
fn lines_that_are_no_text_or_too_long_are_errors() {
    let dir = tempfile::tempdir().unwrap();
    let good = br#"{"attacker": "cruiser", "defender": "ancient"}"#;
    let mut bytes = vec![b'{', 0xff, b'}', b'\n'];
    bytes.extend(vec![b' '; (4 << 20) + 10]);
    bytes.push(b'\n');
    bytes.extend(good);
    let path = file(dir.path(), "in.ndjson", bytes);
    let (status, out, _) = run(&["batch", &path, "--engine", "exact"]);
    let results = lines(&out);
    assert_eq!((status, results.len()), (3, 3));
    assert!(results[0]["error"]["message"].as_str().unwrap().contains("UTF-8"));
    assert!(results[1]["error"]["message"].as_str().unwrap().contains("longer than"));
    assert_eq!(results[2]["engine"], "exact");
}

/// A batch that was killed and resumed produces the output of one that was not interrupted.
#[test]
fn a_batch_that_was_killed_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let typed = "2 cruiser vs ancient\n\n".repeat(100);
    let path = file(dir.path(), "in.ndjson", scenarios(1500) + &typed + &scenarios(1500));
    let output = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (whole, part) = (output("whole"), output("part"));
    assert_eq!(run(&["batch", &path, "--engine", "exact", "--output", &whole]).0, 0);
    let mut child = Command::new(PROGRAM)
        .args(["batch", &path, "--engine", "exact", "--output", &part])
        .spawn()
        .unwrap();
    while std::fs::metadata(&part).map_or(0, |m| m.len()) < 20_000
        && child.try_wait().unwrap().is_none()
    {}
    child.kill().unwrap();
    child.wait().unwrap();
    // Simulate a line that was cut off while it was written.
    let mut text = std::fs::read(&part).unwrap();
    text.truncate(text.len().saturating_sub(7));
    std::fs::write(&part, text).unwrap();
    let resumed = run(&["batch", &path, "--engine", "exact", "--output", &part, "--resume"]);
    assert_eq!(resumed.0, 0, "{}", resumed.2);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&part).unwrap());
    // A completed batch has nothing to resume, and its output does not change.
    assert!(!dir.path().join("part.resume").exists());
    let again = ["batch", &path, "--engine", "exact", "--output", &part, "--resume"];
    refuses(&again, 3, &["part.resume is missing", "leave out --resume to start over"]);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&part).unwrap());
}

/// Results are streamed: the first one appears before the input has ended.
#[test]
fn a_batch_streams() {
    let mut child = Command::new(PROGRAM)
        .args(["batch", "--engine", "exact", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = scenarios(40);
    std::io::Write::write_all(&mut input, text.as_bytes()).unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with(r#"{"schema":"fleetodds/result/1""#));
    drop(input);
    let _ = child.wait().unwrap();
}

fn shards(dir: &std::path::Path, of: u32, args: &[&str]) -> Vec<String> {
    (1..=of)
        .map(|n| {
            let path = dir.join(format!("part{n}.json")).to_str().unwrap().to_string();
            let shard = format!("{n}/{of}");
            let all = [args, &["--shard", &shard, "--output", &path]].concat();
            let (status, _, stderr) = run(&all);
            assert_eq!(status, 0, "{stderr}");
            path
        })
        .collect()
}

/// Seven shards of a run, merged in any order, reproduce the output of the whole run: exact with a
/// check, walked, battle by battle, and for a sector.
#[test]
fn merged_shards_are_the_whole() {
    let sector = ["fight", "--scenario", "fleets/examples/sector.json"];
    let cruisers = "4 cruiser(cannons=2y1o, computer=1, hull=2)";
    for fight in [
        &["fight", "3 interceptor", "ancient"][..],
        &[
            "fight",
            cruisers,
            "2 dreadnought",
            "--engine",
            "kernel",
            "--play",
            "attacker=npc",
            "--seed",
            "9",
        ],
        &["fight", "cruiser", "@fleets/examples/armada.json", "--engine", "simulate"],
        &sector,
    ] {
        let dir = tempfile::tempdir().unwrap();
        let fight = [fight, &["--battles", "100k"]].concat();
        let mut parts = shards(dir.path(), 7, &fight);
        parts.reverse();
        for format in ["json", "csv", "table"] {
            let merge: Vec<&str> = ["merge", "--format", format]
                .into_iter()
                .chain(parts.iter().map(String::as_str))
                .collect();
            let whole = [&fight[..], &["--format", format]].concat();
            assert_eq!(run(&merge).1, run(&whole).1, "{fight:?} {format}");
        }
    }
}

#[test]
fn parts_of_a_batch_are_merged_line_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "in.ndjson", scenarios(5));
    let batch = ["batch", &path, "--battles", "20k"];
    let parts = shards(dir.path(), 3, &batch);
    let merge: Vec<&str> =
        ["merge", "--format", "json"].into_iter().chain(parts.iter().map(String::as_str)).collect();
    assert_eq!(run(&merge).1, run(&batch).1);
}

/// A batch of one line stays one line, and invalid lines keep their places.
#[test]
fn parts_of_a_batch_keep_its_form() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#"{"attacker": "cruiser", "defender": "ancient"}"#;
    let wrong = r#"{"attacker": "criuser", "defender": "ancient"}"#;
    for (lines, code) in [(vec![good], 0), (vec![good, wrong, good], 3), (vec![wrong], 3)] {
        let path = file(dir.path(), "in.ndjson", lines.join("\n"));
        let batch = ["batch", &path, "--battles", "20k"];
        let part = |n: &str| {
            let name = dir.path().join(n).to_str().unwrap().to_string();
            let shard = format!("{n}/2");
            let more = ["--shard", &shard, "--output", &name];
            assert_eq!(run(&[&batch[..], &more].concat()).0, code);
            name
        };
        let (whole, out, _) = run(&batch);
        let (status, merged, _) = run(&["merge", "--format", "json", &part("1"), &part("2")]);
        assert_eq!((whole, status), (code, code));
        assert_eq!(merged, out);
    }
    let other = file(dir.path(), "other", "{\"line\":1,\"error\":{}}\n");
    refuses(&["merge", &other], 3, &["is damaged"]);
}

#[test]
fn a_batch_is_careful_with_its_files() {
    let dir = tempfile::tempdir().unwrap();
    let wrong = r#"{"attacker": "criuser", "defender": "ancient"}"#;
    let text = format!("\u{feff}{}{wrong}\n", scenarios(2));
    let path = file(dir.path(), "in.ndjson", &text);
    refuses(
        &["batch", &path, "--output", &path],
        2,
        &["would overwrite the input", "choose another file"],
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    refuses(&["batch", &path, "--shard", "1/2", "--engine", "exact"], 2, &["for simulations"]);
    let output = dir.path().join("out").to_str().unwrap().to_string();
    let batch = ["batch", &path, "--engine", "exact", "--output", &output];
    assert_eq!(run(&batch).0, 3);
    let results = lines(&std::fs::read_to_string(&output).unwrap());
    assert!(results[0].get("error").is_none(), "a mark of the encoding is passed over");
    assert_eq!(results[2]["line"], 3);
}

/// A duplicate field is an error even if an equal valid scenario comes before or after it.
#[test]
fn what_is_wrong_is_equal_to_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#"{"attacker": "cruiser", "defender": "ancient"}"#;
    let twice = r#"{"attacker": "cruiser", "attacker": "cruiser", "defender": "ancient"}"#;
    let path = file(dir.path(), "in.ndjson", format!("{good}\n{twice}\n"));
    let (status, out, _) = run(&["batch", &path, "--engine", "exact"]);
    assert_eq!(status, 3);
    assert_eq!(lines(&out)[1]["line"], 2);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let fight = ["fight", "3 interceptor", "ancient", "--battles", "100k"];
    let parts = shards(dir.path(), 3, &fight);
    let [a, b, c] = &parts[..] else { unreachable!() };
    refuses(&["merge", a, b], 3, &["the run has 3 parts; missing: 3"]);
    refuses(&["merge", a, b, a], 3, &["are both part 1"]);
    let other = tempfile::tempdir().unwrap();
    let fight = ["fight", "3 interceptor", "ancient", "--battles", "100k", "--seed", "2"];
    let others = shards(other.path(), 3, &fight);
    refuses(&["merge", a, b, &others[2]], 3, &["belongs to another run"]);
    let text = std::fs::read_to_string(c).unwrap();
    let spoilt = file(dir.path(), "spoilt", text.replace("\"battles\":3", "\"battles\":4"));
    refuses(&["merge", a, b, &spoilt], 3, &["spoilt is damaged: run its shard again"]);
    let nothing = file(dir.path(), "nothing", "");
    refuses(&["merge", &nothing], 3, &["contains no part of a run"]);
    let result = file(dir.path(), "result", "{\"schema\": \"fleetodds/result/1\"}");
    refuses(&["merge", &result], 3, &["is not a part of a run"]);
    refuses(&["merge", "no-such-file"], 1, &["cannot read no-such-file"]);
    for shard in ["0/7", "8/7", "7", "a/b", "1/0"] {
        refuses(&["fight", "cruiser", "ancient", "--shard", shard], 2, &[]);
    }
}

/// A line can be a fight as it is typed. Blank lines count, and an `id` comes back as it was.
#[test]
fn lines_are_joined_to_their_answers() {
    let dir = tempfile::tempdir().unwrap();
    let scenario =
        |id: &str| format!(r#"{{"id": {id}, "attacker": "3 interceptor", "defender": "ancient"}}"#);
    let text = format!(
        "\n{}\n3 interceptor vs ancient\n\n{}\n  2 cruiser (hull=2) V. ancient\n3 interceptor versus\n{}\n{}\n",
        scenario("\"row 1\""),
        scenario("12345678901234567890123"),
        scenario("[1]"),
        r#"{"id": 1.50, "attacker": "interceptr", "defender": "ancient"}"#,
    );
    let path = file(dir.path(), "in.txt", text);
    let (status, out, _) = run(&["batch", &path, "--engine", "exact"]);
    assert_eq!(status, 3);
    let results = lines(&out);
    let numbers: Vec<u64> = results.iter().map(|one| one["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 3, 5, 6, 7, 8, 9]);
    let first = r#"{"schema":"fleetodds/result/1","line":2,"id":"row 1","rules":"eclipse""#;
    let third = r#"{"schema":"fleetodds/result/1","line":5,"id":12345678901234567890123,"rules""#;
    let written: Vec<&str> = out.lines().collect();
    assert!(written[0].starts_with(first) && written[2].starts_with(third), "{out}");
    assert_eq!(results[0]["sides"], results[1]["sides"]);
    assert!(results[1].get("id").is_none());
    assert_eq!(results[3]["sides"][0]["fleet"], "2 cruiser(hull=2)");
    assert_eq!(results[5]["error"]["path"], "id");
    assert!(written[6].starts_with(r#"{"line":9,"id":1.50,"error""#), "{}", written[6]);
    let (_, other, _) = run(&["batch", &path, "--rules", "2e", "--engine", "exact"]);
    assert_eq!(lines(&other)[1]["rules"], "eclipse-2e");
}

/// Typed lines are read as players say them, but without the settings of the user and without
/// files.
#[test]
fn typed_lines_mean_the_same_everywhere() {
    let dir = tempfile::tempdir().unwrap();
    let ships = file(dir.path(), "ships.txt", "3 interceptor");
    let typed = format!("3 interceptor vs ancient\n3 int v anc\n@{ships} vs ancient\n");
    let path = file(dir.path(), "in.txt", typed);
    let batch = ["batch", &path, "--engine", "exact"];
    let (status, out, _) = run(&batch);
    assert_eq!(status, 3);
    let results = lines(&out);
    assert_eq!(results[0]["sides"], results[1]["sides"]);
    assert!(results[2]["error"]["message"].is_string(), "{out}");
    let set = fleetodds().args(batch).env("FLEETODDS_RULES", "2e").output().unwrap();
    assert_eq!(String::from_utf8(set.stdout).unwrap(), out);
}

/// Typed lines and scenarios with an `id` come through shards unchanged.
#[test]
fn typed_lines_are_sharded() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = r#"{"attacker": "cruiser", "id": "b", "defender": "ancient"}"#;
    let text = format!("3 interceptor vs ancient\n\n{scenario}\nnonsense\n2 cruiser v ancient\n");
    let path = file(dir.path(), "in.txt", &text);
    let batch = ["batch", &path, "--battles", "20k", "--rules", "2e"];
    let whole = run(&batch).1;
    let part = |n: &str| {
        let name = dir.path().join(n).to_str().unwrap().to_string();
        let shard = format!("{n}/2");
        assert_eq!(run(&[&batch[..], &["--shard", &shard, "--output", &name]].concat()).0, 3);
        name
    };
    let merged = run(&["merge", "--format", "json", &part("1"), &part("2")]);
    assert_eq!(merged.1, whole);
}

/// Runs a program of `examples` on a file of fights, and returns what it prints.
fn example(program: &str, script: &str) -> String {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folder = std::path::Path::new(PROGRAM).parent().unwrap();
    let rest = std::env::var_os("PATH").unwrap();
    let path = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&rest));
    let output = Command::new(program)
        .arg(examples.join(script))
        .arg(examples.join("fights.txt"))
        .env("PATH", std::env::join_paths(path).unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[ignore = "needs Python"]
fn an_example_in_python_reads_a_batch() {
    let text = example("python3", "batch.py");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[0], "  46.52%  3 interceptor vs ancient");
    assert!(lines[2].ends_with("  1 dreadnought vs gcds"), "{text}");
}

#[test]
#[ignore = "needs jq"]
fn an_example_in_the_shell_reads_a_batch() {
    let text = example("sh", "batch.sh");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("1\t3 interceptor\tancient\t0.4651"), "{text}");
    assert!(lines[2].starts_with("4\t"), "blank lines count: {text}");
}
