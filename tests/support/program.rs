//! Running the program as a user does.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The program, with no say of the environment on colour, and without the user's settings.
pub(crate) fn fleetodds() -> Command {
    let mut command = Command::cargo_bin("fleetodds").unwrap();
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command.env(NO_SETTINGS.0, NO_SETTINGS.1);
    command
}

/// Environment variables of the settings.
pub(crate) const VARIABLES: [&str; 4] =
    ["FLEETODDS_RULES", "FLEETODDS_CAPTAINS", "FLEETODDS_COLOR", "FLEETODDS_REPORT"];

/// Environment variable and value that hide the settings of the user.
pub(crate) const NO_SETTINGS: (&str, &str) = ("FLEETODDS_CONFIG", "/no/settings");

/// Exit code, stdout and stderr of a run.
pub(crate) fn run(args: &[&str]) -> (i32, String, String) {
    let output = fleetodds().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The program refuses with this exit code, one message that contains all of these, and
/// nothing on stdout.
#[track_caller]
pub(crate) fn refuses(args: &[&str], code: i32, words: &[&str]) {
    let (status, stdout, stderr) = run(args);
    assert_eq!(status, code, "{args:?}\n{stderr}");
    assert_eq!(stdout, "", "{args:?}");
    assert_eq!(stderr.matches("error: ").count(), 1, "{args:?}\n{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: `{word}` is missing in\n{stderr}");
    }
}

/// The JSON result of a run that succeeds.
pub(crate) fn json(args: &[&str]) -> Value {
    let (status, stdout, stderr) = run(args);
    assert_eq!(status, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

/// A file in a folder that goes with the test.
pub(crate) fn file(dir: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}
