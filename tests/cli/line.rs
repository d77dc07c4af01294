//! The command line as players type it: bare words, the default command, rulebooks, short options.

use crate::support::program::{file, json, refuses, run};

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
        [
            &["advise", "2", "cruiser", "v", "2", "ancient", "--roll", "y6,y5"],
            &["advise", "2 cruiser", "2 ancient", "--roll", "y6 y5"],
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
        refuses(typed, 2, &["the defender is missing", "vs ancient`"]);
    }
}

#[test]
fn a_dash_instead_of_fleets_is_answered_with_the_commands_that_read_standard_input() {
    let words = ["`-` is not a fleet", "fleetodds fight --scenario -`", "`fleetodds batch`"];
    refuses(&["fight", "-"], 2, &words);
}

#[test]
fn a_slip_in_an_ability_after_and_is_answered_with_the_ability() {
    let typed = ["3", "cruiser", "and", "ambhsu", "v", "2", "dreadnought", "--ti4"];
    refuses(&typed, 3, &["unknown option `ambhsu`", "did you mean `ambush`?"]);
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
    refuses(&["criusr", "v", "ancient"], 3, &["`cruiser`", "attacker:1:1"]);
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
    assert!(stderr.contains("Commands:") && stderr.contains("fleetodds 3 int vs ancient"));
}

/// Rulebook of the result of a command.
fn rules(args: &[&str]) -> String {
    let result = json(&[&["3 cruiser", "2 cruiser"], args, &QUICK].concat());
    result["rules"].as_str().unwrap().to_string()
}

#[test]
fn a_rulebook_has_the_names_that_players_use() {
    for (typed, name) in [
        (&[][..], "eclipse"),
        (&["--1e"], "eclipse"),
        (&["-r", "first"], "eclipse"),
        (&["--2e"], "eclipse-2e"),
        (&["-r", "2e"], "eclipse-2e"),
        (&["-r2e"], "eclipse-2e"),
        (&["--rules", "second"], "eclipse-2e"),
        (&["--rules=Second Dawn"], "eclipse-2e"),
        (&["-r", "eclipse2"], "eclipse-2e"),
        (&["-r", "Eclipse, second edition"], "eclipse-2e"),
        (&["--ti4"], "ti4-space"),
        (&["-r", "ti4"], "ti4-space"),
        (&["-r", "space"], "ti4-space"),
    ] {
        assert_eq!(rules(typed), name, "{typed:?}");
    }
}

#[test]
fn one_rulebook_is_chosen_at_most() {
    for typed in [["--1e", "--2e"], ["--2e", "--ti4"], ["--2e", "-rti4"]] {
        let args = [&["3 cruiser", "2 cruiser"], &typed[..]].concat();
        refuses(&args, 2, &["cannot be used with", typed[0]]);
    }
    let wrong = ["3 cruiser", "2 cruiser", "-r", "ti5"];
    refuses(&wrong, 2, &["unknown rulebook `ti5`", "--rules:1:1"]);
}

#[test]
fn a_rulebook_may_stand_before_the_command_and_after_an_action() {
    let (_, shown, _) = run(&["fleets", "show", "guardian", "--2e"]);
    assert!(shown.contains("guardian"), "{shown}");
    assert_eq!(run(&["-r", "2e", "fleets", "show", "guardian"]).1, shown);
    assert_eq!(run(&["fleets", "--2e", "show", "guardian"]).1, shown);
    let base = odds(&["fight", "3 cruiser", "guardian", "--2e"]);
    assert_eq!(odds(&["-r", "2e", "fight", "3 cruiser", "guardian"]), base);
    assert_eq!(odds(&["--2e", "3 cruiser v guardian"]), base);
}

#[test]
fn help_names_all_rulebooks_and_their_flags() {
    let (_, help, _) = run(&["fight", "--help"]);
    for word in ["eclipse-2e (2e)", "star-chamber", "-r, --rules", "--ti4", "second edition"] {
        assert!(help.contains(word), "{word}\n{help}");
    }
}

#[test]
fn frequent_options_have_short_names() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.json");
    let path = path.to_str().unwrap();
    let fight = ["3 interceptor", "ancient"];
    let long = ["--battles", "2k", "--engine", "simulate", "--seed", "7", "--format", "json"];
    let short = ["-n", "2k", "-e", "simulate", "-s", "7", "-f", "json"];
    let result = run(&[&fight[..], &long].concat()).1;
    assert!(result.contains("\"seed\": 7"), "{result}");
    assert_eq!(run(&[&fight[..], &short].concat()).1, result);
    assert_eq!(run(&[&fight[..], &long[..6], &["--json"]].concat()).1, result);
    assert_eq!(run(&[&fight[..], &short, &["-o", path]].concat()).1, "");
    assert_eq!(std::fs::read_to_string(path).unwrap(), result);
    refuses(&["cruiser", "ancient", "--json", "-f", "csv"], 2, &["cannot be used with"]);
    assert_eq!(run(&[&fight[..], &["-v", "-n1k"]].concat()).0, 0);
}

#[test]
fn the_sides_can_be_exchanged() {
    let dir = tempfile::tempdir().unwrap();
    let scenario =
        file(dir.path(), "s.json", r#"{"attacker": "3 interceptor", "defender": "ancient"}"#);
    let exchanged = odds(&["ancient", "3 interceptor"]);
    assert_eq!(odds(&["3 interceptor", "ancient", "--swap"]), exchanged);
    assert_eq!(odds(&["fight", "--scenario", &scenario, "--swap"]), exchanged);
    let code = run(&["3 interceptor", "ancient", "--share"]).1;
    assert_eq!(odds(&[code.trim(), "--swap"]), exchanged);
    let code = run(&["3 interceptor", "ancient", "--swap", "--share"]).1;
    assert_eq!(odds(&[code.trim()]), exchanged);
    for command in
        [&["sweep", "--tornado"][..], &["replay"], &["luck", "--won", "defender"], &["advise"]]
    {
        let [first, second] = [["2 cruiser", "ancient", "--swap"], ["ancient", "2 cruiser", "-q"]];
        let (status, stdout, stderr) = run(&[command, &first].concat());
        assert_eq!(status, 0, "{stderr}");
        assert_eq!(stdout, run(&[command, &second].concat()).1);
    }
    let sector = ["fight", "--scenario", "fleets/examples/sector.json", "--swap"];
    refuses(&sector, 2, &["--swap is for two sides"]);
}

#[test]
fn options_are_offered_where_they_matter() {
    for command in ["compare", "sweep", "luck", "advise", "analyse", "replay", "design"] {
        let (_, help, _) = run(&[command, "--help"]);
        for option in ["--rounds", "--play-band", "--swing", "--timing"] {
            assert!(!help.contains(&format!("{option}\n")), "{command} {option}\n{help}");
        }
    }
    let (_, help, _) = run(&["fight", "--help"]);
    for heading in ["\nRules:\n", "\nPlay:\n", "\nPrecision:\n", "\nOutput:\n"] {
        assert_eq!(help.matches(heading).count(), 1, "{help}");
    }
}

#[test]
fn odds_and_margins_have_a_percent_sign() {
    let sweep = ["sweep", "cruiser", "ancient", "--vary", "attacker.cruiser=1..2", "--target"];
    let shown = |target| run(&[&sweep[..], &[target]].concat()).1;
    assert_eq!(shown("80%"), shown("0.8"));
    assert_eq!(shown("80%"), shown(" 80 % "));
    for (typed, words) in [
        ("50", "write 50%"),
        ("1", "write 1%"),
        ("80.5", "write 80.5%"),
        ("many", "write odds like 80%"),
        ("101%", "must be from 0% to 100%"),
    ] {
        refuses(&[&sweep[..], &[typed]].concat(), 2, &["--target", words]);
    }
    let fight = ["cruiser", "ancient", "-e", "kernel", "-n", "1M", "--precision"];
    assert_eq!(run(&[&fight[..], &["1%"]].concat()).0, 0);
    for (typed, words) in [
        ("0.1", "write 0.1%"),
        ("5", "write 5%"),
        ("little", "write a margin like 0.1%"),
        ("60%", "must be from 0.0001% to 50%"),
    ] {
        refuses(&[&fight[..], &[typed]].concat(), 2, &["--precision", words]);
    }
}
