//! Files: inputs are never overwritten, and an output is either complete or unchanged.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::program::{file, refuses, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fleetodds");
const SCENARIO: &str = "{\"attacker\": \"cruiser\", \"defender\": \"ancient\"}\n";
const SHORT: [&str; 2] = ["--battles", "1k"];

/// A command that would overwrite its input is refused, and the file is unchanged.
#[track_caller]
fn spares(read: &str, args: &[&str]) {
    let before = fs::read(read).unwrap();
    refuses(args, 2, &["would overwrite the input", "choose another file"]);
    assert_eq!(fs::read(read).unwrap(), before, "{args:?}");
}

fn path(dir: &Path, name: &str) -> String {
    dir.join(name).to_str().unwrap().to_string()
}

#[test]
fn what_is_read_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let read = file(dir.path(), "t.json", SCENARIO);
    let (soft, hard) = (path(dir.path(), "soft"), path(dir.path(), "hard"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(&read, &soft).unwrap();
    #[cfg(not(unix))]
    let soft = read.clone();
    fs::hard_link(&read, &hard).unwrap();
    for output in [&read, &soft, &hard] {
        for option in ["--output", "--plot", "--report"] {
            spares(&read, &["fight", "--scenario", &read, option, output]);
        }
        spares(&read, &["fight", "--scenario", &read, "--share", "--output", output]);
        spares(&read, &["sweep", "--scenario", &read, "--tornado", "--output", output]);
        spares(&read, &["replay", "--scenario", &read, "--output", output]);
        spares(&read, &["luck", "--scenario", &read, "--won", "draw", "--output", output]);
        spares(&read, &["advise", "--scenario", &read, "--output", output]);
        spares(&read, &["batch", &read, "--output", output]);
        spares(&read, &["batch", &read, "--resume", "--output", output]);
    }
    let battle = "attacker: cruiser\ndefender: ancient\nancient: 1 1\n";
    let battle = file(dir.path(), "battle.txt", battle);
    for option in ["--output", "--plot", "--report"] {
        spares(&battle, &["analyse", &battle, option, &battle]);
    }
    let fleet = file(dir.path(), "fleet.json", "\"2 cruiser\"");
    let typed = format!("@{fleet}");
    spares(&fleet, &["fight", "cruiser", &typed, "--output", &fleet]);
    spares(&fleet, &["compare", &typed, "--against", "ancient", "--output", &fleet]);
    spares(&fleet, &["design", "cruiser", "--against", &typed, "--output", &fleet]);
    let catalogue = tempfile::tempdir().unwrap();
    let own = file(catalogue.path(), "own.json", "{\"rulebook\": \"eclipse\"}");
    let folder = catalogue.path().to_str().unwrap();
    spares(&own, &["fight", "cruiser", "ancient", "--fleets", folder, "--output", &own]);
}

#[test]
fn merge_keeps_its_parts() {
    let dir = tempfile::tempdir().unwrap();
    let part = path(dir.path(), "part");
    let fight = ["fight", "cruiser", "ancient", "--battles", "20k", "--shard", "1/1"];
    assert_eq!(run(&[&fight[..], &["--output", &part]].concat()).0, 0);
    spares(&part, &["merge", &part, "--output", &part]);
}

#[test]
fn redirected_input_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let read = file(dir.path(), "t.json", SCENARIO);
    for args in [&["batch", "--output", &read][..], &["fight", "--scenario=-", "--output", &read]] {
        let input = fs::File::open(&read).unwrap();
        let output = Command::new(PROGRAM).args(args).stdin(input).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("would overwrite standard input"), "{stderr}");
        assert_eq!(fs::read_to_string(&read).unwrap(), SCENARIO);
    }
    // A batch that appends to its own input would never end.
    let end = fs::OpenOptions::new().append(true).open(&read).unwrap();
    let output = Command::new(PROGRAM).args(["batch", &read]).stdout(end).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&read).unwrap(), SCENARIO);
}

#[test]
fn two_outputs_are_two_files() {
    let dir = tempfile::tempdir().unwrap();
    let fight = ["fight", "cruiser", "ancient", "--battles", "1k"];
    let (new, other) = (path(dir.path(), "new"), format!("{}/./new", dir.path().display()));
    let both =
        |outputs: &[&str]| refuses(&[&fight[..], outputs].concat(), 2, &["is already used for"]);
    both(&["--plot", &new, "--report", &new]);
    both(&["--plot", &new, "--report", &other]);
    both(&["--output", &new, "--report", &other]);
    assert!(!Path::new(&new).exists());
    #[cfg(unix)]
    {
        let null = [&fight[..], &["--plot", "/dev/null", "--output", "/dev/null"]].concat();
        assert_eq!(run(&null).0, 0);
    }
}

/// Links are followed, permissions are kept, and no other file remains.
#[cfg(unix)]
#[test]
fn an_output_takes_the_place_of_the_file() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = tempfile::tempdir().unwrap();
    let (link, real) = (path(dir.path(), "link"), path(dir.path(), "real"));
    symlink("real", &link).unwrap();
    let fight = [&["fight", "cruiser", "ancient", "--output", &link][..], &SHORT].concat();
    assert_eq!(run(&fight).0, 0, "the file need not be there");
    let new = fs::metadata(&real).unwrap().permissions().mode() & 0o777;
    assert_eq!(new & 0o600, 0o600);
    assert_ne!(new & 0o044, 0, "it is not only for its owner: {new:o}");
    let whole = fs::read(&real).unwrap();
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(run(&fight).0, 0);
    assert_eq!(fs::read(&real).unwrap(), whole);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

/// A run that fails or is interrupted leaves the old result.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_old_result() {
    let dir = tempfile::tempdir().unwrap();
    let output = file(dir.path(), "odds", "old");
    let long = ["fight", "40 cruiser", "40 cruiser", "--engine", "kernel", "--battles", "1e9"];
    let mut child = Command::new(PROGRAM)
        .args(long)
        .args(["--output", &output])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    refuses(&["fight", "criuser", "ancient", "--output", &output], 3, &[]);
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
}

/// An output path that cannot be written is reported, by its name, before the run starts.
#[test]
fn an_output_in_no_folder_is_refused() {
    let fight = ["fight", "40 cruiser", "40 cruiser", "--battles", "1e9", "--engine", "kernel"];
    let output = ["--output", "/no/such/folder/odds"];
    refuses(&[&fight[..], &output].concat(), 1, &["cannot write /no/such/folder/odds: "]);
    assert!(!run(&[&fight[..], &output].concat()).2.contains(".tmp"));
}
