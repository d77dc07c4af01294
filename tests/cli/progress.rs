//! Progress of long runs: outside a terminal, one line every ten seconds; for short runs, none.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fleetodds::internals::analysis::compare::{Contest, Rank, compare};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::{Battles, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::scenario::Engine;

use crate::support::ask::question;
use crate::support::program::{file, run};

#[test]
fn a_short_run_shows_no_progress() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "in.ndjson", r#"{"attacker": "cruiser", "defender": "ancient"}"#);
    let part = dir.path().join("part");
    let part = part.to_str().unwrap();
    let fight = ["cruiser", "ancient", "--battles", "10k"];
    for args in [
        &[&["fight"][..], &fight].concat()[..],
        &[&["fight"][..], &fight, &["--shard", "1/1", "--output", part]].concat(),
        &["merge", part],
        &[&["sweep"][..], &fight, &["--tornado"]].concat(),
        &[&["replay"][..], &fight, &["--upset"]].concat(),
        &[&["luck"][..], &fight, &["--won", "attacker"]].concat(),
        &[&["advise"][..], &fight].concat(),
        &["analyse", "fleets/battles/thursday.txt"],
        &["compare", "cruiser", "--against", "ancient"],
        &["design", "interceptor", "--against", "ancient", "--parts", "hull"],
        &["batch", &lines],
    ] {
        let (code, _, stderr) = run(args);
        assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
    }
}

/// A comparison counts each battle once, whether it is solved exactly, dropped early or simulated
/// to the end.
#[test]
fn each_battle_of_a_comparison_is_counted_once() {
    let battle = |attacker: &str, engine| {
        let scenario = format!(r#"{{"attacker": "{attacker}", "defender": "ancient"}}"#);
        Question { engine, battles: Battles::Given(100_000), ..question(&scenario) }
    };
    let exact = ["cruiser", "2 cruiser"].map(|own| battle(own, Engine::Exact));
    let rows = ["3 cruiser", "interceptor", "4 interceptor"];
    let mut battles: Vec<Vec<Question>> =
        rows.iter().map(|own| vec![battle(own, Engine::Kernel), exact[0].clone()]).collect();
    battles.push(exact.to_vec());
    let contest = Contest { battles, weights: vec![0.5, 0.5], side: 0, rank: Rank::Win };
    let ctx = Ctx::new(1).unwrap();
    let counted = AtomicUsize::new(0);
    let tick = || _ = counted.fetch_add(1, Ordering::Relaxed);
    let ranking = compare(&contest, &Total::default(), &ctx, &tick).unwrap();
    assert!(ranking.ranked.iter().any(|undecided| undecided.is_dropped));
    assert_eq!(counted.into_inner(), 8);
}

/// Starts the program on a run that takes hours.
fn long(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_fleetodds"))
        .args(["fight", "--threads", "1"])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "a quarter of a minute"]
fn a_long_run_shows_lines_off_a_terminal_unless_it_is_quiet() {
    let fight = ["3 cruiser", "2 ancient", "--engine", "kernel", "--battles", "1e12"];
    let sector = ["--scenario", "tests/scenarios/heavy_sector.json", "--budget", "10m"];
    let mut fighting = long(&fight);
    let mut solving = long(&sector);
    let mut quiet = long(&[&fight[..], &["--quiet"]].concat());
    let first = |child: &mut Child| {
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        line
    };
    let line = first(&mut fighting);
    let words = " of 1,000,000,000,000 battles, attacker 39.";
    assert!(line.starts_with("fleetodds: ") && line.ends_with(" left\n"), "{line}");
    assert!(line.contains(words), "{line}");
    assert_eq!(first(&mut solving), "fleetodds: working out the odds, 10s so far\n");
    std::thread::sleep(Duration::from_secs(2));
    quiet.kill().unwrap();
    let mut stderr = String::new();
    quiet.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stderr, "");
    for mut child in [fighting, solving, quiet] {
        let _ = child.kill();
        assert_eq!(child.wait_with_output().unwrap().stdout, b"");
    }
}
