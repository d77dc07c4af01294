//! Files: inputs are never overwritten, and an output is either complete or unchanged.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::program::{file, fleetodds, refuses, run};

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
    refuses(&["fight", "crusader", "ancient", "--output", &output], 3, &[]);
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

/// The settings file and saved ships in a folder that goes with the test.
fn own_files(home: &Path) -> [String; 2] {
    let fleets = home.join("fleets");
    fs::create_dir(&fleets).unwrap();
    let ships =
        r#"{"rulebook": "eclipse", "saved": [{"name": "brick", "fleet": "cruiser(+hull)"}]}"#;
    [file(home, "config.toml", "rules = \"1e\"\n"), file(&fleets, "eclipse.json", ships)]
}

#[test]
fn n6_no_input_of_any_option_is_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let fleet = file(dir.path(), "f.txt", "2 cruiser");
    let typed = format!("@{fleet}");
    let left = format!("attacker={typed}");
    let (soft, hard) = (path(dir.path(), "soft"), path(dir.path(), "hard"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(&fleet, &soft).unwrap();
    #[cfg(not(unix))]
    fs::hard_link(&fleet, &soft).unwrap();
    fs::hard_link(&fleet, &hard).unwrap();
    for output in [&fleet, &soft, &hard] {
        for option in ["--output", "--plot", "--report"] {
            let design = ["design", "cruiser", "--against", "ancient", option, output];
            spares(&fleet, &[&design[..], &["--with", &typed]].concat());
            spares(&fleet, &["design", &typed, "--against", "ancient", option, output]);
            spares(&fleet, &["luck", "2 cruiser v ancient", "--left", &left, option, output]);
            spares(&fleet, &["sweep", &typed, "ancient", "--tornado", option, output]);
            let mix = format!("50% {typed} | 50% ancient");
            spares(&fleet, &["fight", "cruiser", "--against-mix", &mix, option, output]);
            spares(&fleet, &["compare", "cruiser", "--against", &typed, option, output]);
        }
    }
    let result = path(dir.path(), "a.json");
    assert_eq!(run(&["cruiser", "ancient", "-eexact", "--json", "-o", &result]).0, 0);
    spares(&result, &["diff", &result, &result, "--output", &result]);
}

#[test]
fn n6_settings_and_saved_ships_are_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let own = own_files(home.path());
    let lines = file(home.path(), "lines", "3 brick vs ancient\n");
    let commands: [&[&str]; 4] = [
        &["3 brick", "ancient", "-n1k", "--output"],
        &["3 cruiser", "ancient", "-n1k", "--plot"],
        &["batch", &lines, "--output"],
        &["fleets", "export", "--output"],
    ];
    for output in &own {
        let before = fs::read(output).unwrap();
        for command in commands {
            let mut program = fleetodds();
            program.env("FLEETODDS_CONFIG", home.path());
            let done = program.args(command).arg(output).output().unwrap();
            let stderr = String::from_utf8(done.stderr).unwrap();
            assert_eq!(done.status.code(), Some(2), "{command:?}\n{stderr}");
            assert!(stderr.contains("would overwrite the input"), "{command:?}\n{stderr}");
            assert_eq!(fs::read(output).unwrap(), before, "{command:?}");
        }
        let end = fs::OpenOptions::new().append(true).open(output).unwrap();
        let mut shown = Command::new(PROGRAM);
        let shown = shown.env("FLEETODDS_CONFIG", home.path()).args(["fleets", "list", "brick"]);
        assert_eq!(shown.stdout(end).output().unwrap().status.code(), Some(2));
        assert_eq!(fs::read(output).unwrap(), before);
    }
    // Who leaves the settings out, does not read them.
    let quick = ["cruiser", "ancient", "-n1k", "--no-config", "--output", &own[1]];
    let done = fleetodds().env("FLEETODDS_CONFIG", home.path()).args(quick).output().unwrap();
    assert_eq!(done.status.code(), Some(0));
}

/// All files that the user names are opened for reading in one place, which registers them.
#[test]
fn n6_files_are_read_in_one_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let mut folders = vec![folder];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            for line in code.lines() {
                let reads = ["File::open(", "fs::read("].iter().any(|how| line.contains(how));
                // The program reads markers of its own, and opens a file to write it.
                if reads && !line.contains("&self.path") {
                    found.push((path.file_name().unwrap().to_owned(), line.trim().to_string()));
                }
            }
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "files.rs");
}

/// What a killed process has left is removed by the next one that writes the same file.
#[test]
fn n15_files_of_killed_processes_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    let output = path(dir.path(), "odds");
    let fight = ["fight", "cruiser", "ancient", "-eexact", "--output", &output];
    // The name of the new file follows from that of the output.
    let left = format!(".fleetodds-{:08x}.tmp", crc32fast::hash(b"odds"));
    let left = file(dir.path(), &left, "half a res");
    assert_eq!(run(&fight).0, 0);
    assert!(!Path::new(&left).exists());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    // A file that a living process has locked is left alone.
    let living = fs::File::create(&left).unwrap();
    living.lock().unwrap();
    assert_eq!(run(&fight).0, 0);
    assert!(Path::new(&left).exists());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

/// TERM and HUP end a run like Ctrl-C: with its results so far. A HUP that is ignored stays so.
#[cfg(target_os = "linux")]
#[test]
fn n15_term_and_hup_are_interrupts() {
    let dir = tempfile::tempdir().unwrap();
    let output = path(dir.path(), "odds");
    let fight = format!(
        "exec {PROGRAM} fight '2 cruiser' '2 cruiser' -e kernel -n 1e10 --no-config -o {output}"
    );
    for (before, signal, code) in
        [("", "TERM", 130), ("", "HUP", 130), ("trap '' HUP; ", "HUP", -1)]
    {
        let shell = format!("{before}{fight}");
        let mut child =
            Command::new("sh").args(["-c", &shell]).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let id = child.id().to_string();
        let kill = |signal: &str| Command::new("kill").args(["-s", signal, &id]).status().unwrap();
        assert!(kill(signal).success());
        std::thread::sleep(std::time::Duration::from_millis(700));
        if code < 0 {
            assert!(child.try_wait().unwrap().is_none(), "nohup has no effect");
            kill("TERM");
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        let odds = fs::read_to_string(&output).unwrap();
        assert!(odds.contains("so far"), "{odds}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        fs::remove_file(&output).unwrap();
    }
}

/// What cannot be answered is refused before the work begins. These fights take seconds.
#[test]
fn n15_wrong_names_are_refused_before_the_work() {
    let dir = tempfile::tempdir().unwrap();
    let parties = r#"{"rules": "star-chamber", "parties": [
        {"name": "Red", "fleet": "40 cruiser"}, {"name": "Blue", "fleet": "40 cruiser"},
        {"name": "Grey", "fleet": "40 cruiser"}]}"#;
    let scenario = file(dir.path(), "s.json", parties);
    let luck = ["luck", "--scenario", &scenario];
    let star = ["40 cruiser", "40 cruiser", "-r", "star-chamber"];
    let started = std::time::Instant::now();
    for (args, words) in [
        ([&luck[..], &["--won", "attacker"]].concat(), "no side is called `attacker`"),
        ([&luck[..], &["--won", "Red", "--side", "Gray"]].concat(), "no side is called `Gray`"),
        ([&luck[..], &["--left", "Red=1 scout"]].concat(), "Red has no `scout`"),
        ([&["replay", "--record"], &star[..]].concat(), "players decide nothing"),
        ([&["replay", "--advice"], &star[..]].concat(), "players decide nothing"),
    ] {
        refuses(&args, 3, &[words]);
    }
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}
