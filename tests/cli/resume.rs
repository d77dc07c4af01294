//! `batch --resume` continues the interrupted batch, and refuses any other.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::program::{file, refuses, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fleetodds");

/// Returns `n` different scenarios, one per line.
fn scenarios(n: usize) -> String {
    let fight = |n: usize| {
        let (ships, cost) = (1 + n / 1000, n % 1000);
        let attacker = format!("{ships} cruiser(cost={cost})");
        format!("{{\"attacker\": \"{attacker}\", \"defender\": \"ancient\"}}\n")
    };
    (0..n).map(fight).collect()
}

/// An interrupted batch: its input, its output, and the file for resuming it.
struct Interrupted {
    input: String,
    output: String,
    marker: String,
}

impl Interrupted {
    fn in_folder(dir: &Path) -> Self {
        let input = file(dir, "in.ndjson", scenarios(3000));
        let output = dir.join("out").to_str().unwrap().to_string();
        let mut child = Command::new(PROGRAM)
            .args(["batch", &input, "--engine", "exact", "--threads", "1", "--output", &output])
            .spawn()
            .unwrap();
        while fs::metadata(&output).map_or(0, |found| found.len()) < 5_000 {
            assert!(child.try_wait().unwrap().is_none(), "the batch was too quick");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let marker = format!("{output}.resume");
        assert!(Path::new(&marker).exists());
        Self { input, output, marker }
    }

    /// Checks that the batch is refused, that the message says how to start over, and that no file
    /// has changed.
    #[track_caller]
    fn refuses(&self, args: &[&str], words: &[&str]) {
        let before = [&self.output, &self.marker].map(|path| fs::read(path).ok());
        let batch = ["batch", "--output", &self.output, "--resume"];
        let words = [&["--resume: ", "leave out --resume to start over"], words].concat();
        refuses(&[&batch[..], args].concat(), 3, &words);
        let after = [&self.output, &self.marker].map(|path| fs::read(path).ok());
        assert!(after == before, "{args:?}");
    }
}

#[test]
fn only_the_same_batch_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let batch = Interrupted::in_folder(dir.path());
    let other = file(dir.path(), "other", scenarios(3001));
    batch.refuses(&[&other, "--engine", "exact"], &["was written with another input"]);
    batch.refuses(&[&batch.input], &["was written with other options"]);
    batch.refuses(
        &[&batch.input, "--engine", "exact", "--swing"],
        &["was written with other options"],
    );
    let marker = fs::read_to_string(&batch.marker).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&batch.marker, marker.replace(&version, "\"version\":\"0.0.1\"")).unwrap();
    batch.refuses(&[&batch.input, "--engine", "exact"], &["was written with another version"]);
    fs::write(&batch.marker, marker).unwrap();
    // The number of threads and the name of the input make no difference.
    let renamed = file(dir.path(), "renamed", fs::read(&batch.input).unwrap());
    let whole = dir.path().join("whole").to_str().unwrap().to_string();
    let exact = ["batch", &batch.input, "--engine", "exact", "--output", &whole];
    assert_eq!(run(&exact).0, 0);
    let resumed = ["batch", &renamed, "--engine", "exact", "--threads", "2", "--resume"];
    let (code, _, stderr) = run(&[&resumed[..], &["--output", &batch.output]].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(fs::read(&whole).unwrap() == fs::read(&batch.output).unwrap());
    assert!(!Path::new(&batch.marker).exists());
}

#[test]
fn a_file_that_is_no_result_is_not_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let batch = Interrupted::in_folder(dir.path());
    let same = [batch.input.as_str(), "--engine", "exact"];
    for precious in ["PRECIOUS\n", "PRECIOUS", "{\"schema\":\"fleetodds/result/1\"}\nPRECIOUS"] {
        fs::write(&batch.output, precious).unwrap();
        batch.refuses(&same, &["is not a result of a batch"]);
    }
    fs::remove_file(&batch.marker).unwrap();
    batch.refuses(&same, &["out.resume is missing"]);
    fs::remove_file(&batch.output).unwrap();
    batch.refuses(&same, &["out.resume is missing"]);
}

#[test]
fn a_file_that_is_in_the_way_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let input = file(dir.path(), "in", scenarios(2));
    let own = file(dir.path(), "out.resume", "my resume");
    let output = dir.path().join("out").to_str().unwrap().to_string();
    let batch = ["batch", &input, "--engine", "exact", "--output", &output];
    refuses(&batch, 3, &["out.resume is not the record of an interrupted batch"]);
    assert_eq!(fs::read_to_string(own).unwrap(), "my resume");
    assert!(!Path::new(&output).exists());
}

/// Starts a batch that has answered two lines and waits for more.
fn waiting(output: &str) -> Child {
    let mut child = Command::new(PROGRAM)
        .args(["batch", "--engine", "exact", "--threads", "1", "--output", output])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.as_mut().unwrap();
    input.write_all(scenarios(2).as_bytes()).unwrap();
    while fs::metadata(output).map_or(0, |found| found.len()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "the batch did not wait");
    }
    child
}

#[test]
fn a_second_batch_into_the_same_file_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let input = file(dir.path(), "in", scenarios(2));
    let output = dir.path().join("out").to_str().unwrap().to_string();
    let mut first = waiting(&output);
    let second = ["batch", &input, "--engine", "exact", "--output", &output];
    refuses(&second, 1, &["another batch is writing to it"]);
    first.stdin.take().unwrap().write_all(scenarios(3).as_bytes()).unwrap();
    assert!(first.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 2 + 3);
    assert_eq!(run(&second).0, 0);
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 2);
}

#[test]
fn input_that_cannot_be_read_again_is_not_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let output = dir.path().join("out").to_str().unwrap().to_string();
    let mut first = waiting(&output);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(!Path::new(&format!("{output}.resume")).exists());
    let mut again = Command::new(PROGRAM)
        .args(["batch", "--engine", "exact", "--resume", "--output", &output])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(again.stdin.take());
    let output = again.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("the input is not a file"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_device_keeps_no_results() {
    let dir = tempfile::tempdir().unwrap();
    let input = file(dir.path(), "in", scenarios(2));
    let batch = ["batch", &input, "--engine", "exact", "--output", "/dev/null"];
    assert_eq!(run(&batch).0, 0);
    let words = ["cannot resume /dev/null: it is not a regular file", "leave out --resume"];
    refuses(&[&batch[..], &["--resume"]].concat(), 1, &words);
}

/// Results that have changed since the batch wrote them are not taken.
#[test]
fn n15_edited_results_are_not_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let batch = Interrupted::in_folder(dir.path());
    let same = [batch.input.as_str(), "--engine", "exact"];
    let kept = fs::read_to_string(&batch.output).unwrap();
    let edited = [
        kept.replacen("\"probability\":0.1", "\"probability\":0.2", 1),
        kept.replacen("\"line\":1,", "\"line\":7,", 1),
        kept.replacen("\"seed\":1", "\"seed\":2", 1),
    ];
    for text in edited {
        assert_ne!(text, kept);
        fs::write(&batch.output, text).unwrap();
        batch.refuses(&same, &["has changed: its lines 1 to", "are not those of the batch"]);
    }
    fs::write(&batch.output, kept.repeat(13)).unwrap();
    batch.refuses(&same, &["is not a result of a batch"]);
    fs::write(&batch.output, &kept).unwrap();
    let whole = dir.path().join("whole").to_str().unwrap().to_string();
    assert_eq!(run(&["batch", &batch.input, "--engine", "exact", "--output", &whole]).0, 0);
    let whole = fs::read(whole).unwrap();
    // A file may end anywhere, and what was not recorded is worked out again.
    for length in [kept.len() - 7, kept.len() / 2, 10, 0] {
        let marker = fs::read(&batch.marker).unwrap();
        fs::write(&batch.output, &kept[..length]).unwrap();
        let resumed = ["batch", &batch.input, "--engine", "exact", "--output", &batch.output];
        assert_eq!(run(&[&resumed[..], &["--resume"]].concat()).0, 0);
        assert!(fs::read(&batch.output).unwrap() == whole, "{length}");
        fs::write(&batch.marker, marker).unwrap();
    }
}

/// Old results are there until new ones take their place.
#[test]
fn n15_an_old_output_is_kept_until_there_are_results() {
    let dir = tempfile::tempdir().unwrap();
    let output = file(dir.path(), "out", "old results\n");
    let batch = ["batch", "--engine", "exact", "--threads", "1", "--output", &output];
    let mut child = Command::new(PROGRAM).args(batch).stdin(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&output).unwrap(), "old results\n");
    // An input without questions has an output without answers.
    let input = file(dir.path(), "in", "\n\n");
    assert_eq!(run(&["batch", &input, "--output", &output]).0, 0);
    assert_eq!(fs::read_to_string(&output).unwrap(), "");
}

/// A full disk is found before the old results are given up.
#[cfg(target_os = "linux")]
#[test]
fn n15_a_full_disk_leaves_the_old_output() {
    let dir = tempfile::tempdir().unwrap();
    let full = dir.path().join("full");
    fs::create_dir(&full).unwrap();
    let mount = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", full.to_str().unwrap()];
    if !Command::new("mount").args(mount).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: only root can mount a small disk");
        return;
    }
    let output = file(&full, "out", "old results\n");
    let _ = fs::write(full.join("filler"), vec![b'x'; 1 << 20]);
    let input = file(dir.path(), "in", scenarios(200));
    let (code, _, stderr) = run(&["batch", &input, "--engine", "exact", "--output", &output]);
    let kept = fs::read_to_string(&output).unwrap();
    let left = fs::read_dir(&full).unwrap().count();
    assert!(Command::new("umount").arg(&full).status().unwrap().success());
    assert_eq!(code, 1, "{stderr}");
    assert_eq!((kept.as_str(), left), ("old results\n", 2));
}

#[test]
fn n6_the_output_of_a_running_batch_is_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let output = dir.path().join("out").to_str().unwrap().to_string();
    let mut first = waiting(&output);
    for option in ["--output", "--report"] {
        let fight = ["cruiser", "ancient", "-eexact", option, &output];
        refuses(&fight, 1, &["another batch is writing to it"]);
    }
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 2);
}
