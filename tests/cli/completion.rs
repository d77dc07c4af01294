//! Completion, asked as shells ask.

use std::path::Path;

use crate::support::program::{fleetodds, run};

/// Returns what the program offers for the last of these words.
fn offered_in(home: &Path, shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = fleetodds();
    command.env("FLEETODDS_CONFIG", home).env("FLEETODDS_COMPLETE", shell);
    command.env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let output = command.args(["--", "fleetodds"]).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?} {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    // fish gets a description behind a tab, zsh behind a colon.
    let ends = if shell == "zsh" { &['\t', ':'][..] } else { &['\t'] };
    text.lines().map(|line| line.split(ends).next().unwrap().to_string()).collect()
}

fn offered(words: &[&str]) -> Vec<String> {
    offered_in(Path::new("/no/settings"), "bash", words)
}

#[test]
fn commands_options_and_names_are_offered() {
    for (words, expected) in [
        (&["fi"][..], &["fight"][..]),
        (&["li"], &["live"]),
        (&["int"], &["interceptor"]),
        (&["fight", "3", "dread"], &["dreadnought"]),
        (&["3", "int", "v", "anci"], &["ancient"]),
        (&["3", "int", "v"], &["vs"]),
        (&["fight", "ori"], &["orion"]),
        (&["2", "cruiser(+impr"], &["cruiser(+improved-hull"]),
        (&["2", "cruiser(-ion-cannon,+gau"], &["cruiser(-ion-cannon,+gauss-shield"]),
        (&["--2e", "3", "guard"], &["guardian"]),
        (&["-r", "2e", "fight", "guard"], &["guardian"]),
        (&["--ti4", "3", "destr"], &["destroyer"]),
        (&["fight", "--rules", "star"], &["star-chamber"]),
        (&["fight", "-e", "ex"], &["exact"]),
        (&["fight", "--engine", "k"], &["kernel"]),
        (&["fight", "--play", "attacker=thr"], &["attacker=threat"]),
        (&["fight", "--play-b"], &["--play-band"]),
        (&["compare", "cruiser", "--against", "gc"], &["gcds"]),
        (&["config", "rules=eclipse-"], &["rules=eclipse-2e"]),
        (&["completions", "z"], &["zsh"]),
        (&["fleets", "ex"], &["export"]),
        (&["analyse", "fleets/battles/th"], &["fleets/battles/thursday.txt"]),
        (&["fleets", "show", "gluon"], &["gluon-computer"]),
        (&["3", "int", "--share", "--sw"], &["--swap", "--swing"]),
    ] {
        let found = offered(words);
        for name in expected {
            assert!(found.iter().any(|found| found == name), "{words:?}: {found:?}");
        }
        let last = words[words.len() - 1];
        assert!(found.iter().all(|found| found.starts_with(last)), "{words:?}: {found:?}");
    }
    assert!(offered(&["fight", "guard"]).is_empty(), "guardians are in the second edition");
    assert!(offered(&[""]).contains(&"sweep".to_string()));
}

#[test]
fn saved_ships_and_the_rules_of_the_settings_are_offered() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut command = fleetodds();
    let save = ["fleets", "save", "brick", "cruiser", "--2e"];
    assert!(command.env("FLEETODDS_CONFIG", home).args(save).output().unwrap().status.success());
    for shell in ["bash", "zsh", "fish"] {
        assert_eq!(offered_in(home, shell, &["--2e", "3", "bri"]), ["brick"], "{shell}");
    }
    assert!(offered_in(home, "bash", &["3", "bri"]).is_empty());
    std::fs::write(home.join("config.toml"), "rules = '2e'").unwrap();
    assert_eq!(offered_in(home, "bash", &["3", "bri"]), ["brick"]);
    assert_eq!(offered_in(home, "bash", &["fleets", "remove", "b"]), ["brick"]);
}

#[test]
fn shells_get_a_script_that_asks_the_program() {
    for (shell, word) in [
        ("bash", "complete "),
        ("zsh", "compdef"),
        ("fish", "complete "),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let (status, script, _) = run(&["completions", shell]);
        assert!(status == 0 && script.contains(word), "{script}");
        assert!(script.contains("FLEETODDS_COMPLETE") && script.contains("fleetodds"), "{script}");
    }
    let (_, help, _) = run(&["completions", "--help"]);
    assert!(help.contains("source <(fleetodds completions bash)"), "{help}");
}
