//! Settings of the user: the file, the environment, and what they hold for.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::support::program::{file, fleetodds};

/// The program with the settings in a folder.
fn with_home(home: &Path) -> Command {
    let mut command = fleetodds();
    command.env_remove("FLEETODDS_CONFIG").env("XDG_CONFIG_HOME", home);
    command
}

/// Exit code, stdout and stderr of a command with the settings in a folder.
fn run(home: &Path, args: &[&str]) -> (i32, String, String) {
    output(with_home(home).args(args))
}

fn output(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const FIGHT: [&str; 6] = ["3 cruiser", "2 cruiser", "-n", "1k", "--json", "-eexact"];

fn fight(home: &Path, args: &[&str]) -> Value {
    let (status, stdout, stderr) = run(home, &[&FIGHT, args].concat());
    assert_eq!((status, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).unwrap()
}

/// Creates the settings file.
fn settings(home: &Path, text: &str) -> String {
    std::fs::create_dir_all(home.join("fleetodds")).unwrap();
    file(&home.join("fleetodds"), "config.toml", text)
}

#[test]
fn a_setting_holds_until_it_is_removed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    assert_eq!(fight(home, &[])["rules"], "eclipse");
    let (status, shown, stderr) = run(home, &["config", "rules=2e", "captains=npc"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let path = home.join("fleetodds/config.toml");
    assert!(shown.starts_with(&format!("{}\n", path.display())), "{shown}");
    assert!(shown.contains("rules     eclipse-2e        this file"), "{shown}");
    assert!(shown.contains("color     auto              default"), "{shown}");
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, "rules = \"eclipse-2e\"\ncaptains = \"npc\"\n");
    let result = fight(home, &[]);
    assert_eq!(result["rules"], "eclipse-2e");
    assert_eq!(result["play"]["attacker"]["assign"], "npc");
    assert_eq!(run(home, &["config"]).1, shown);
    assert_eq!(run(home, &["config", "rules="]).0, 0);
    assert_eq!(fight(home, &[])["rules"], "eclipse");
    // Nothing but the settings is left in the folder.
    assert_eq!(std::fs::read_dir(home.join("fleetodds")).unwrap().count(), 1);
}

#[test]
fn options_override_the_environment_and_that_the_file() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    settings(home, "rules = 'second dawn' # of the club\ncaptains = 'npc'\n");
    assert_eq!(fight(home, &[])["rules"], "eclipse-2e");
    assert_eq!(fight(home, &["--1e"])["rules"], "eclipse");
    let plays = ["--play", "attacker=threat"];
    assert_eq!(fight(home, &plays)["play"]["attacker"]["assign"], "threat");
    assert_eq!(fight(home, &plays)["play"]["defender"]["assign"], "npc");
    let result = fight(home, &["--no-config"]);
    assert_eq!(
        (&result["rules"], &result["play"]["attacker"]["assign"]),
        (&"eclipse".into(), &"optimal".into())
    );
    let with_variable = |value: &str| {
        let mut command = with_home(home);
        output(command.args(FIGHT).env("FLEETODDS_RULES", value))
    };
    assert!(with_variable("1e").1.contains("\"rules\": \"eclipse\""));
    assert!(with_variable("").1.contains("\"rules\": \"eclipse-2e\""));
    let (status, stdout, stderr) = with_variable("3e");
    assert!(status == 0 && stdout.contains("\"rules\": \"eclipse-2e\""), "{stdout}");
    assert!(
        stderr.contains("warning: FLEETODDS_RULES: `3e` is not a value of `rules`"),
        "{stderr}"
    );
    let mut command = with_home(home);
    let (_, shown, _) = output(command.arg("config").env("FLEETODDS_RULES", "1e"));
    assert!(shown.contains("rules     eclipse           FLEETODDS_RULES"), "{shown}");
}

#[test]
fn wrong_settings_are_warnings_with_their_place() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let plain = run(home, &["3 cruiser", "ancient", "-n1k"]);
    assert_eq!((plain.0, plain.2.as_str()), (0, ""));
    for (text, words) in [
        ("\nrules = \"3e\"\n", "config.toml:2: `3e` is not a value of `rules`"),
        (
            "report = 'fulll'",
            "config.toml:1: `fulll` is not a value of `report` (did you mean `full`?)",
        ),
        ("rules = ['2e']", "config.toml:1: "),
        ("# x\nrule = \"2e\"", "config.toml:2: unknown setting `rule`; allowed: rules, captains, "),
        ("[fight]\nrules = \"2e\"", "config.toml:1: unknown setting `[fight]`"),
        ("report = \"short\"\nrules = \n", "config.toml:2: "),
        ("captains = \"kirk\"", "allowed: optimal, threat, npc"),
    ] {
        settings(home, text);
        let (status, stdout, stderr) = run(home, &["3 cruiser", "ancient", "-n1k"]);
        assert_eq!((status, &stdout), (0, &plain.1), "{text}");
        assert!(stderr.starts_with("warning: ") && stderr.contains(words), "{text}\n{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(run(home, &["3 cruiser", "ancient", "-n1k", "--no-config"]).2, "");
        assert_eq!(run(home, &["3 cruiser", "ancient", "-n1k", "-q"]).2, "");
    }
    let path = settings(home, "");
    std::fs::write(&path, b"rules = \"\xff\"").unwrap();
    let (status, _, stderr) = run(home, &["3 cruiser", "ancient", "-n1k"]);
    assert!(status == 0 && stderr.contains("is not text"), "{stderr}");
    // A file that cannot be read.
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let (status, stdout, stderr) = run(home, &["3 cruiser", "ancient", "-n1k"]);
    assert_eq!((status, &stdout), (0, &plain.1));
    assert!(stderr.contains("warning: cannot read") && stderr.contains("config.toml"), "{stderr}");
    assert_eq!(run(home, &["config", "rules=2e"]).0, 3);
}

#[test]
fn settings_are_for_typed_questions_only() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let scenario = r#"{"attacker": "3 cruiser", "defender": "2 cruiser"}"#;
    let path = file(home, "s.json", scenario);
    let code = run(home, &["3 cruiser", "2 cruiser", "--share"]).1;
    let commands = [
        &["fight", "--scenario", &path, "-n1k", "--json"][..],
        &["fight", code.trim(), "-n1k", "--json"],
        &["sweep", "--scenario", &path, "--tornado", "-eexact"],
        &["batch", &path, "-n1k"],
    ];
    let before: Vec<_> = commands.iter().map(|args| run(home, args)).collect();
    settings(home, "rules = '2e'\ncaptains = 'npc'\nreport = 'full'\n");
    for (args, before) in commands.iter().zip(before) {
        assert_eq!(before.0, 0, "{}", before.2);
        assert_eq!(run(home, args), before, "{args:?}");
    }
    // Other typed questions use them.
    let compare = ["compare", "3 cruiser", "2 cruiser", "--against", "cruiser", "--json"];
    let rules = |args: &[&str]| {
        let result: Value = serde_json::from_str(&run(home, args).1).unwrap();
        result["rules"].as_str().unwrap().to_string()
    };
    assert_eq!(rules(&compare), "eclipse-2e");
    let design = ["design", "2 cruiser", "--parts=hull", "--against", "2 cruiser", "--json"];
    assert_eq!(rules(&design), "eclipse-2e");
    assert!(run(home, &["fleets", "show", "guardian"]).0 == 0);
}

#[test]
fn what_is_shared_does_not_depend_on_settings() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    settings(home, "rules = '2e'\ncaptains = 'npc'\n");
    let page = home.join("p.html");
    let fight = ["3 cruiser", "guardian", "-n1k", "--report", page.to_str().unwrap()];
    assert_eq!(run(home, &fight).0, 0);
    let page = std::fs::read_to_string(&page).unwrap();
    let command = "--rules eclipse-2e --play attacker=npc --no-config";
    assert!(page.contains(command), "{page}");
    let code = run(home, &["3 cruiser", "guardian", "--share"]).1;
    let elsewhere = tempfile::tempdir().unwrap();
    let args = ["fight", code.trim(), "-n1k", "--json"];
    let result: Value = serde_json::from_str(&run(elsewhere.path(), &args).1).unwrap();
    assert_eq!(result["rules"], "eclipse-2e");
    assert_eq!(result["play"]["attacker"]["assign"], "npc");
    // Ships of no player keep their own rule.
    let own = run(elsewhere.path(), &["3 cruiser", "guardian", "--2e", "--share"]).1;
    let own: Value =
        serde_json::from_str(&run(elsewhere.path(), &["fight", own.trim(), "--json"]).1).unwrap();
    assert_eq!(result["play"]["defender"], own["play"]["defender"]);
}

#[test]
fn a_report_links_its_fight_to_the_page_of_the_user() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let report = home.join("p.html");
    let fight = ["3 cruiser", "ancient", "-n1k", "--report", report.to_str().unwrap()];
    let written = |more: &[&str]| {
        assert_eq!(run(home, &[&fight[..], more].concat()).0, 0);
        std::fs::read_to_string(&report).unwrap()
    };
    assert!(!written(&[]).contains("<a "));
    let address = "https://example.org/odds/";
    assert_eq!(run(home, &["config", &format!("page={address}")]).0, 0);
    let code = run(home, &["3 cruiser", "ancient", "-n1k", "--share"]).1;
    let link = format!("href=\"{address}#{}\"", code.trim());
    assert!(written(&[]).contains(&link), "{link}");
    // A code cannot hold an illegal blueprint, so there is nothing to link to.
    assert!(!written(&["--any-blueprint"]).contains("<a "));
    for wrong in ["page=javascript:alert(1)", "page=https://a b/", "page=https://a/#x"] {
        let (status, _, stderr) = run(home, &["config", wrong]);
        assert!(status == 2 && stderr.contains("is not the address of a page"), "{stderr}");
    }
}

#[test]
fn wrong_assignments_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (typed, words) in [
        ("rules", "expected NAME=VALUE"),
        ("rule=2e", "unknown setting `rule`; allowed: rules"),
        ("rules=3e", "`3e` is not a value of `rules`"),
        ("colour=sometimes", "allowed: auto, always, never"),
    ] {
        let (status, stdout, stderr) = run(home, &["config", "report=full", typed]);
        assert_eq!((status, stdout.as_str()), (2, ""));
        assert!(stderr.contains(words), "{stderr}");
    }
    assert!(!home.join("fleetodds").exists(), "nothing is written");
    settings(home, "rules = ");
    let (status, _, stderr) = run(home, &["config", "rules=2e"]);
    assert!(status == 3 && stderr.contains("correct this first"), "{stderr}");
}

#[test]
fn colour_holds_everywhere() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    settings(home, "colour = 'always'");
    let path = file(home, "s.json", r#"{"attacker": "cruiser", "defender": "ancient"}"#);
    let fight = ["fight", "--scenario", &path, "-n1k"];
    assert!(run(home, &fight).1.contains('\u{1b}'));
    assert!(!run(home, &[&fight[..], &["--color", "auto"]].concat()).1.contains('\u{1b}'));
    assert!(!run(home, &[&fight[..], &["--no-config"]].concat()).1.contains('\u{1b}'));
}

#[test]
fn the_captains_of_the_settings_exist_in_a_game() {
    use fleetodds::internals::games::{Rulebook, help, load};
    use fleetodds::internals::scenario::{Place, Source, Spanned};
    for policy in help::CAPTAINS {
        let place = Place::whole(&Source::new("test", policy));
        let name = Spanned { value: policy.to_string(), place };
        let knows = |rulebook| load(rulebook, &[]).unwrap().check_policy(&name).is_ok();
        assert!(Rulebook::ALL.into_iter().any(knows), "{policy}");
    }
}

#[test]
fn quiet_commands_hide_warnings_about_settings() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let (_, result, _) = run(home, &[&["fight"], &FIGHT[..]].concat());
    let result = file(home, "result.json", &result);
    settings(home, "rulez = '2e'\n");
    for command in [&["fight", "cruiser", "ancient", "-eexact"][..], &["diff", &result, &result]] {
        assert!(run(home, command).2.contains("unknown setting `rulez`"), "{command:?}");
        let (status, _, stderr) = run(home, &[command, &["--quiet"]].concat());
        assert_eq!((status, stderr.as_str()), (0, ""), "{command:?}");
    }
}

/// The setting holds for each fleet of players that names no policy.
#[test]
fn captains_of_the_settings_assign_the_dice_of_a_mix() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    settings(home, "captains = 'npc'");
    let win = |attacker: &str, mix: &str, more: &[&str]| {
        let args = ["fight", attacker, "--against-mix", mix, "--json", "-eexact"];
        let (status, stdout, stderr) = run(home, &[&args, more].concat());
        assert_eq!((status, stderr.as_str()), (0, ""));
        let result: Value = serde_json::from_str(&stdout).unwrap();
        result["sides"][0]["win"]["probability"].as_f64().unwrap()
    };
    let typed = "2 cruiser + interceptor | 2 cruiser + interceptor & play=optimal | 2 ancient";
    let full = "2 cruiser + interceptor & play=npc | \
                2 cruiser + interceptor & play=optimal | 2 ancient";
    let attacker = "2 cruiser + 2 interceptor";
    let asked = win(attacker, typed, &[]);
    assert_eq!(asked, win(&format!("{attacker} & play=npc"), full, &["--no-config"]));
    assert_ne!(asked, win(&format!("{attacker} & play=npc"), typed, &["--no-config"]));
}

#[test]
fn n7_settings_that_are_set_at_once_are_all_kept() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let set = |setting: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fleetodds"));
        command.env_remove("FLEETODDS_CONFIG").env("XDG_CONFIG_HOME", home);
        command.args(["config", setting]).stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let all = ["rules=2e", "captains=npc", "color=never", "report=full"].map(set);
    assert!(all.into_iter().all(|mut child| child.wait().unwrap().success()));
    let text = std::fs::read_to_string(home.join("fleetodds/config.toml")).unwrap();
    for set in ["rules = \"eclipse-2e\"", "captains = \"npc\"", "color = \"never\""] {
        assert!(text.contains(set), "{text}");
    }
    assert_eq!(text.lines().count(), 4, "{text}");
}

/// A process that holds the lock for too long is named, and nothing changes.
#[test]
fn n7_a_lock_is_not_waited_for_without_end() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let path = settings(home, "rules = \"1e\"\n");
    let lock = std::fs::File::create(home.join("fleetodds/.lock")).unwrap();
    lock.lock().unwrap();
    let (status, _, stderr) = run(home, &["config", "rules=2e"]);
    assert_eq!(status, 1, "{stderr}");
    assert!(stderr.contains("another fleetodds has been changing it for 10 s"), "{stderr}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "rules = \"1e\"\n");
}
