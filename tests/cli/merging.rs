//! Parts of a run are merged only if they are intact and fit their scenario.

use std::fs;
use std::path::Path;

use crate::support::program::{file, refuses, run};

/// Returns a part's line with the checksum that `merge` expects.
fn sealed(object: &str) -> String {
    let sum = crc32fast::hash(object.as_bytes());
    format!("{},\"crc32\":\"{sum:08x}\"}}\n", object.strip_suffix('}').unwrap())
}

/// Returns the object in a sealed line.
fn object(line: &str) -> String {
    format!("{}}}", line.split(",\"crc32\"").next().unwrap())
}

/// Writes both parts of a run of two fights, of which the second is invalid.
fn parts(dir: &Path) -> [String; 2] {
    let fights = "{\"attacker\": \"cruiser\", \"defender\": \"ancient\"}\nnonsense\n";
    let path = file(dir, "fights.ndjson", fights);
    ["1/2", "2/2"].map(|shard| {
        let output = dir.join(format!("part{}", &shard[..1]));
        let output = output.to_str().unwrap().to_string();
        let args = ["batch", &path, "--battles", "20k", "--shard", shard, "--output", &output];
        assert_eq!(run(&args).0, 3);
        output
    })
}

/// Changes single bytes of a part, `count` of them at even distances. `merge` must refuse each
/// change or produce the output of the intact parts.
fn flip(count: usize) {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = parts(dir.path());
    let merge = ["merge", &first, &second, "--format", "json", "--quiet", "--threads", "1"];
    let whole = run(&merge).1;
    let sound = fs::read(&first).unwrap();
    let mut refused = 0;
    for n in 0..count {
        let mut bytes = sound.clone();
        let at = n * sound.len() / count;
        bytes[at] ^= 1 << (n % 8);
        fs::write(&first, &bytes).unwrap();
        let (code, out, err) = run(&merge);
        let is_refused = code == 3 && out.is_empty() && err.contains("error: ");
        refused += usize::from(is_refused);
        assert!(is_refused || out == whole, "byte {at}, change {n}: {code}\n{out}{err}");
    }
    assert!(refused * 10 > count * 9, "{refused} of {count}");
}

#[test]
fn a_part_of_which_a_byte_has_changed_is_refused() {
    flip(250);
}

#[test]
#[ignore = "long: 2,000 runs"]
fn a_part_of_which_any_byte_has_changed_is_refused() {
    flip(2000);
}

/// Counts that do not fit the scenario are refused even with a valid checksum.
#[test]
fn counts_that_do_not_fit_the_scenario_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let part = dir.path().join("part").to_str().unwrap().to_string();
    let fight = ["fight", "cruiser", "ancient", "--battles", "20k", "--shard", "1/1"];
    assert_eq!(run(&[&fight[..], &["--output", &part]].concat()).0, 0);
    let sound = object(&fs::read_to_string(&part).unwrap());
    let again = file(dir.path(), "again", sealed(&sound));
    assert_eq!(run(&["merge", &again]).0, 0);
    let with = |field: &str, change: &dyn Fn(&mut Vec<u64>)| {
        let (before, rest) = sound.split_once(&format!("\"{field}\":[")).unwrap();
        let (list, after) = rest.split_once(']').unwrap();
        let mut counts: Vec<u64> = list.split(',').map(|n| n.parse().unwrap()).collect();
        change(&mut counts);
        let list: Vec<String> = counts.iter().map(u64::to_string).collect();
        sealed(&format!("{before}\"{field}\":[{}]{after}", list.join(",")))
    };
    for changed in [
        with("cells", &|cells| cells[0] += 1),
        with("cells", &|cells| cells.fill(u64::MAX)),
        with("cells", &|cells| cells.fill(0)),
        with("cells", &Vec::clear).replace("[0]", "[]"),
        with("cells", &|cells| cells.push(0)),
        with("cells", &|cells| cells.resize(cells.len() - 1, 0)),
        with("rounds", &|rounds| rounds[2] += 1),
        with("rounds", &|rounds| rounds.push(u64::MAX)),
        with("rounds", &|rounds| rounds.truncate(1)),
    ] {
        let path = file(dir.path(), "changed", changed);
        refuses(&["merge", &path], 3, &[]);
    }
}

#[test]
fn parts_of_version_0_1_0_are_to_be_run_again() {
    let dir = tempfile::tempdir().unwrap();
    let old = r#"{"schema":"fleetodds/part/1","shard":[1,2],"blocks":[0,24]}"#;
    let path = file(dir.path(), "old.json", old);
    refuses(&["merge", &path], 3, &["old.json was made by version 0.1.0", "run all shards again"]);
}

/// A byte that is not valid text is reported with its line.
#[test]
fn a_part_that_is_no_text_is_refused_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "part", b"{}\n{\"schema\": \"\xff\"}");
    refuses(&["merge", &path], 3, &["part, line 2, is not text"]);
}

#[test]
fn a_merged_table_is_in_ascii_where_that_is_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = ["1/2", "2/2"].map(|shard| {
        let output = dir.path().join(format!("fight{}", &shard[..1]));
        let output = output.to_str().unwrap().to_string();
        let fight = ["fight", "cruiser", "ancient", "--battles", "20k", "--shard", shard];
        assert_eq!(run(&[&fight[..], &["--output", &output]].concat()).0, 0);
        output
    });
    let merge = ["merge", &first, &second, "--quiet"];
    assert!(!run(&merge).1.is_ascii());
    let (_, table, err) = run(&[&merge[..], &["--ascii"]].concat());
    assert!(table.starts_with("You win") && table.is_ascii() && err.is_ascii(), "{table}{err}");
    // Formats for programs stay as they are.
    let markdown = [&merge[..], &["--format", "markdown"]].concat();
    assert_eq!(run(&markdown).1, run(&[&markdown[..], &["--ascii"]].concat()).1);
}

/// The merged parts of a run are the whole run in every form, byte for byte, in all games.
#[test]
fn n9_merged_parts_are_the_whole_run_in_every_form() {
    let dir = tempfile::tempdir().unwrap();
    let fights: [(&str, &[&str]); 8] = [
        // The table has odds under other play.
        ("3 ca2 + cv + 4 ff2 vs 2 dn2 + dd2 + 2 ff", &["--ti4"]),
        ("3 cruiser(damaged=1) vs 2 dreadnought + interceptor", &["--1e"]),
        ("2 cruiser + interceptor vs 2 ancient", &["--2e", "--swing"]),
        ("2 infantry + dreadnought vs 2 infantry + mech", &["-r", "ground"]),
        ("3 scout vs 2 cruiser", &["-r", "star-chamber"]),
        ("2 e vs d", &["-r", "spaceship-battles"]),
        ("4 cruiser vs 5 cruiser", &["--ti4", "-e", "simulate"]),
        ("3 interceptor vs 2 interceptor", &["--1e", "--rounds", "--play-band"]),
    ];
    let mut hints = 0;
    for (fight, options) in fights {
        let fight = [&[fight, "-n", "20k", "--no-config"][..], options].concat();
        let parts: Vec<String> = ["1/2", "2/2"]
            .into_iter()
            .map(|shard| {
                let part = dir.path().join(&shard[..1]).to_str().unwrap().to_string();
                let (code, _, stderr) =
                    run(&[&fight[..], &["--shard", shard, "--output", &part]].concat());
                assert_eq!(code, 0, "{fight:?}: {stderr}");
                part
            })
            .collect();
        let forms: [&[&str]; 5] =
            [&[], &["--full"], &["-f", "csv"], &["-f", "markdown"], &["-f", "json"]];
        for form in forms {
            let whole = run(&[&fight[..], form].concat());
            let merge = ["merge", &parts[0], &parts[1], "--no-config"];
            assert_eq!(run(&[&merge[..], form].concat()), whole, "{fight:?} {form:?}");
            hints += usize::from(whole.1.contains("order of losses") && whole.1.contains(" %\n"));
        }
    }
    assert!(hints > 0, "no table has odds under other play");
}
