//! The command line as players type it: bare words, the default command, rulebooks, short options.

use crate::support::program::{json, refuses, run};

const QUICK: [&str; 4] = ["--battles", "1k", "--format", "json"];

/// Probability that the attacker of a command wins.
fn odds(args: &[&str]) -> f64 {
    let result = json(&[args, &QUICK].concat());
    result["sides"][0]["win"]["probability"].as_f64().unwrap()
}

#[test]
fn a_question_needs_neither_quotes_nor_a_command() {
    let expected = odds(&["fight", "3 interceptor", "1 ancient"]);
    for typed in [
        &["3", "interceptor", "vs", "ancient"][..],
        &["3 interceptor vs 1 ancient"],
        &["3 interceptor", "ancient"],
        &["3 interceptor", "v", "ancient"],
        &["3 interceptor vs", "ancient"],
        &["3", "interceptor", "AGAINST", "1", "ancient"],
        &["3", "interceptor", "versus", "1", "ancient"],
        &["3", "interceptor", "vs.", "1", "ancient"],
        &["fight", "3", "interceptor", "v", "1", "ancient"],
        &["fight", "3 interceptor vs ancient"],
        &["--seed", "1", "3", "interceptor", "v", "ancient"],
        &["--seed", "1", "fight", "3", "interceptor", "v", "ancient"],
        &["3", "interceptor", "--seed", "1", "v", "ancient"],
    ] {
        assert_eq!(odds(typed), expected, "{typed:?}");
    }
    let groups = odds(&["2", "interceptor", "+", "1", "cruiser(damaged=[1])", "v", "gcds"]);
    assert_eq!(groups, odds(&["2 interceptor + 1 cruiser(damaged=[1])", "gcds"]));
}

#[test]
fn other_commands_take_bare_words_too() {
    for [bare, quoted] in [
        [
            &["sweep", "2", "cruiser", "vs", "2", "ancient", "--tornado"][..],
            &["sweep", "2 cruiser", "2 ancient", "--tornado"],
        ],
        [
            &["luck", "2", "cruiser", "v", "ancient", "--won", "attacker"],
            &["luck", "2 cruiser", "ancient", "--won", "attacker"],
        ],
        [&["replay", "2", "cruiser", "v", "ancient"], &["replay", "2 cruiser", "ancient"]],
        [
            &["design", "2", "interceptor", "--parts", "hull", "--against", "ancient"],
            &["design", "2 interceptor", "--parts", "hull", "--against", "ancient"],
        ],
        [
            &["--against", "ancient", "compare", "cruiser", "2 interceptor"],
            &["compare", "cruiser", "2 interceptor", "--against", "ancient"],
        ],
    ] {
        let (status, stdout, stderr) = run(bare);
        assert_eq!(status, 0, "{stderr}");
        assert_eq!(stdout, run(quoted).1);
    }
}

#[test]
fn two_fleets_without_a_word_between_them_are_refused_with_the_command_that_works() {
    for (typed, command) in [
        (&["fight", "3", "interceptor", "1", "ancient"][..], "fight 3 interceptor vs 1 ancient`"),
        (&["3", "interceptor", "ancient"], "fight 3 interceptor vs ancient`"),
        (&["3", "int", "+", "2", "cru", "2", "anc"], "fight 3 int + 2 cru vs 2 anc`"),
        (&["sweep", "2 cruiser", "2", "ancient", "--tornado"], "'2 cruiser' vs 2 ancient --torn"),
    ] {
        refuses(typed, 2, &["write `vs` between the fleets", command]);
    }
    for typed in [&["fight", "3 interceptor"][..], &["3", "interceptor"]] {
        refuses(typed, 2, &["the second fleet is missing", "vs 1 ancient`"]);
    }
}

#[test]
fn a_slip_in_a_command_is_answered_with_the_command() {
    let words = ["`figth` is not a command", "did you mean the command `fight`?"];
    refuses(&["figth", "3 interceptor", "v", "ancient"], 2, &words);
    refuses(&["figth", "3 int", "v", "anc"], 2, &["`fleetodds fight '3 int' v anc`"]);
    refuses(&["sweeps", "cruiser", "ancient"], 2, &["did you mean the command `sweep`?"]);
    // After a command, words are always fleets.
    refuses(&["fight", "figth", "ancient"], 3, &["figth", "attacker:1:1"]);
    // Three slips away from all commands.
    refuses(&["intrceptor", "v", "ancient"], 3, &["`interceptor`", "attacker:1:1"]);
}

#[test]
fn fleets_that_begin_with_a_hyphen_are_wrong_fleets() {
    refuses(&["-3", "interceptor", "v", "ancient"], 3, &["`-3`", "attacker:1:1"]);
    refuses(&["fight", "-3 interceptor", "ancient"], 3, &["`-3`", "attacker:1:1"]);
    refuses(&["fight", "ancient", "-3 interceptor"], 3, &["`-3`", "defender:1:1"]);
    refuses(&["sweep", "-1 cruiser", "ancient", "--tornado"], 3, &["`-1`", "attacker:1:1"]);
    refuses(&["design", "-1 cruiser", "--against", "ancient"], 3, &["`-1`", "ships:1:1"]);
    refuses(&["fleets", "check", "-1 cruiser"], 3, &["`-1`", "fleet:1:1"]);
    // What looks like an option is one, wherever it stands.
    for option in ["--jsn", "-y", "--tornado"] {
        refuses(&["3", "interceptor", "v", "ancient", option], 2, &[option, "unexpected"]);
        refuses(&[option, "3", "interceptor", "v", "ancient"], 2, &[option, "unexpected"]);
    }
    let (_, _, stderr) = run(&["3 interceptor", "ancient", "--jsn"]);
    assert!(!stderr.contains("as a value"), "{stderr}");
}

#[test]
fn the_program_alone_shows_its_short_help() {
    let (status, stdout, stderr) = run(&[]);
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(
        stderr.contains("Commands:") && stderr.contains("fleetodds 3 interceptor vs 1 ancient")
    );
}
