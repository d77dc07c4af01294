//! Batches run by existing engines: GNU parallel and Apache Spark. Each recipe is run as
//! `docs/scripting.md` prints it, with a worker that is killed during the run.

#![cfg(unix)]

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use serde_json::Value;

use crate::support::pages;

const PROGRAM: &str = env!("CARGO_BIN_EXE_fleetodds");

/// Returns the code block of the page in this language that contains this word.
fn recipe(language: &str, word: &str) -> String {
    let blocks = pages::blocks(&pages::read("docs/scripting.md"), language);
    blocks.into_iter().find(|block| block.contains(word)).unwrap()
}

/// Writes a few thousand scenarios to `fights.ndjson`. Returns the output of a single process for
/// them.
fn fights(dir: &Path) -> Vec<u8> {
    let mut text = String::new();
    for i in 0..4000 {
        let (ships, cost, enemies) = (1 + i % 4, i / 16, 1 + i / 4 % 4);
        let attacker = format!("{ships} cruiser(cost={cost})");
        writeln!(text, r#"{{"attacker": "{attacker}", "defender": "{enemies} ancient"}}"#).unwrap();
    }
    let path = dir.join("fights.ndjson");
    fs::write(&path, text).unwrap();
    let whole = Command::new(PROGRAM).args(["batch", "--engine", "exact"]).arg(&path).output();
    whole.unwrap().stdout
}

/// Creates a folder with a `fleetodds` that on its first run is killed after it has answered some
/// lines. Returns the search path for programs with this folder in front.
fn killed_once(dir: &Path) -> OsString {
    let (folder, killed) = (dir.join("bin"), dir.join("killed"));
    fs::create_dir(&folder).unwrap();
    let path = folder.join("fleetodds");
    let script = format!(
        "#!/bin/sh\nif mkdir {killed} 2>/dev/null; then\n  {PROGRAM} \"$@\" | head -n 3\n  \
         kill -9 $$\nfi\nexec {PROGRAM} \"$@\"\n",
        killed = killed.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let all = env::var_os("PATH").unwrap_or_default();
    env::join_paths([folder].into_iter().chain(env::split_paths(&all))).unwrap()
}

/// Returns the answers of a batch without the numbers of their lines, which count from the start of
/// each piece of the input.
fn answers(odds: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(odds).unwrap().lines();
    lines
        .map(|line| {
            let mut answer: Value = serde_json::from_str(line).unwrap();
            assert!(answer.as_object_mut().unwrap().remove("line").is_some());
            answer
        })
        .collect()
}

/// Checks that the program ended successfully although a worker was killed.
#[track_caller]
fn assert_done(output: &Output, dir: &Path) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(dir.join("killed").exists(), "no worker was killed");
}

#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_carries_a_batch() {
    let dir = tempfile::tempdir().unwrap();
    let whole = fights(dir.path());
    let output = Command::new("sh")
        .args(["-e", "-c", &recipe("sh", "parallel")])
        .current_dir(dir.path())
        .env("PATH", killed_once(dir.path()))
        .output()
        .unwrap();
    assert_done(&output, dir.path());
    let odds = fs::read(dir.path().join("odds.ndjson")).unwrap();
    assert!(answers(&odds) == answers(&whole), "the parts together are not the whole");
}

#[test]
#[ignore = "needs Apache Spark: Java, and PySpark for python3"]
fn apache_spark_carries_a_batch() {
    let dir = tempfile::tempdir().unwrap();
    let whole = fights(dir.path());
    // On one machine Spark repeats a lost task only if asked to: here with two workers, up to four
    // times.
    let session = "from pyspark.sql import SparkSession\n\
        builder = SparkSession.builder.master('local[2,4]')\n\
        spark = builder.config('spark.ui.enabled', 'false').getOrCreate()\n";
    let output = Command::new("python3")
        .args(["-c", &format!("{session}{}", recipe("python", "spark"))])
        .current_dir(dir.path())
        .env("PATH", killed_once(dir.path()))
        .output()
        .unwrap();
    assert_done(&output, dir.path());
    let mut parts: Vec<PathBuf> = fs::read_dir(dir.path().join("odds"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("part-"))
        .collect();
    parts.sort();
    let all: Vec<u8> = parts.iter().flat_map(|part| fs::read(part).unwrap()).collect();
    assert!(answers(&all) == answers(&whole), "the parts together are not the whole");
}
