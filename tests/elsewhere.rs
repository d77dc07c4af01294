//! Batches carried by engines that exist: GNU parallel, Apache Spark. Each recipe of the README
//! is run with a worker that is killed in the middle; where an engine is absent, the test says
//! so and passes.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fleetodds");

/// Is there such a program that answers to this?
fn is_there(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// A few thousand scenarios, and what one process makes of them.
fn fights(dir: &Path) -> (PathBuf, Vec<u8>) {
    let mut text = String::new();
    for i in 0..4000 {
        let (ships, cost, enemies) = (1 + i % 4, i / 16, 1 + i / 4 % 4);
        let attacker = format!("{ships} cruiser(cost={cost})");
        writeln!(text, r#"{{"attacker": "{attacker}", "defender": "{enemies} ancient"}}"#).unwrap();
    }
    let path = dir.join("fights.ndjson");
    fs::write(&path, text).unwrap();
    let whole = Command::new(PROGRAM).args(["batch", "--engine", "exact"]).arg(&path).output();
    (path, whole.unwrap().stdout)
}

/// A worker that, the first time, has read and answered some lines when it is killed.
fn worker(dir: &Path) -> PathBuf {
    let path = dir.join("worker.sh");
    let killed = dir.join("killed");
    let script = format!(
        "#!/bin/sh\nif mkdir {killed} 2>/dev/null; then\n  {PROGRAM} batch --engine exact \"$@\" | head -n 3\n  \
         kill -9 $$\nfi\nexec {PROGRAM} batch --engine exact \"$@\"\n",
        killed = killed.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn gnu_parallel_carries_a_batch() {
    if !is_there("parallel", &["--version"]) {
        eprintln!("skipped: there is no GNU parallel here");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (path, whole) = fights(dir.path());
    let split = Command::new("split")
        .args(["-n", "l/6", "-d"])
        .arg(&path)
        .arg("part.")
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert_done(&split);
    let mut parts: Vec<PathBuf> = fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("part."))
        .collect();
    parts.sort();
    let output = Command::new("parallel")
        .args(["-k", "--retries", "3", "--will-cite"])
        .arg(worker(dir.path()))
        .args(["{}", ":::"])
        .args(&parts)
        .output()
        .unwrap();
    assert_done(&output);
    assert!(dir.path().join("killed").exists(), "no worker was killed");
    assert!(output.stdout == whole, "the parts together are not the whole");
}

#[test]
fn apache_spark_carries_a_batch() {
    if !is_there("python3", &["-c", "import pyspark"]) || !is_there("java", &["-version"]) {
        eprintln!("skipped: there is no Apache Spark here");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (path, whole) = fights(dir.path());
    // On one machine a lost task is run again only where that is asked for: two workers, up to
    // four times.
    let script = "import sys\n\
        from pyspark.sql import SparkSession\n\
        spark = SparkSession.builder.master('local[2,4]').config('spark.ui.enabled', 'false').getOrCreate()\n\
        lines = spark.sparkContext.textFile(sys.argv[1], 6)\n\
        lines.pipe(sys.argv[3], checkCode=True).saveAsTextFile(sys.argv[2])\n";
    let odds = dir.path().join("odds");
    let output = Command::new("python3")
        .args(["-c", script])
        .args([&path, &odds, &worker(dir.path())])
        .output()
        .unwrap();
    assert_done(&output);
    assert!(dir.path().join("killed").exists(), "no worker was killed");
    let mut parts: Vec<PathBuf> = fs::read_dir(&odds)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("part-"))
        .collect();
    parts.sort();
    let all: Vec<u8> = parts.iter().flat_map(|part| fs::read(part).unwrap()).collect();
    assert!(all == whole, "the parts together are not the whole");
}
