//! Whose fleets a question is about, and that every command keeps to it.

use crate::support::program::{json, refuses, run};

const QUICK: [&str; 5] = ["-e", "kernel", "-n", "1", "--json"];

/// Fleets of both sides, and the side of who asks, 0 for the attacker.
fn asked(args: &[&str]) -> ([String; 2], usize) {
    let result = json(&[args, &QUICK].concat());
    let fleet = |side: usize| result["sides"][side]["fleet"].as_str().unwrap().to_string();
    // A report in words says who wins.
    let (_, text, _) = run(&[args, &["-e", "exact"]].concat());
    let win = |side: &str| {
        let line = text.lines().find(|line| line.contains(&format!("{side} wins"))).unwrap();
        let word = line.split_whitespace().find(|word| word.parse::<f64>().is_ok()).unwrap();
        word.parse::<f64>().unwrap()
    };
    let headline = text.lines().next().unwrap();
    let number = headline.split_whitespace().nth(2).unwrap().parse::<f64>().unwrap();
    let [one, other] = ["attacker", "defender"].map(|side| (win(side) - number).abs());
    ([fleet(0), fleet(1)], usize::from(other < one))
}

#[test]
fn who_is_named_first_asks_unless_words_or_options_say_who_does() {
    let [cruisers, interceptors] = ["2 cruiser", "3 interceptor"].map(String::from);
    for (words, options, attacker, you) in [
        ("2 cruisers vs 3 int", &[][..], &cruisers, 0),
        ("2 cruisers attacked by 3 int", &[], &interceptors, 1),
        ("my 2 cruisers attacked by 3 int", &[], &interceptors, 1),
        ("2 cruisers attacked by my 3 int", &[], &interceptors, 0),
        ("2 cruisers lose to 3 int", &[], &interceptors, 1),
        ("2 cruisers vs 3 int", &["--defend"], &cruisers, 1),
        ("2 cruisers vs 3 int, i defend", &[], &cruisers, 1),
        // Whose they are stays as the words say.
        ("my 2 cruisers vs his 3 int", &["--swap"], &interceptors, 1),
        ("my 2 cruisers attacked by 3 int", &["--swap"], &cruisers, 0),
    ] {
        let (sides, side) = asked(&[&[words], options].concat());
        assert_eq!((&sides[0], side), (attacker, you), "{words} {options:?}");
    }
    for (words, you) in [
        ("his 3 ca vs 2 dn", 1),
        ("3 ca vs my opponent's 2 dn", 0),
        ("my opponent attacks 2 dn with 3 ca", 1),
        ("can he beat 2 dn with 3 ca", 1),
        ("I attack my opponent's 2 dn with 3 ca", 0),
    ] {
        assert_eq!(asked(&[words, "--ti4"]).1, you, "{words}");
    }
    for words in ["my 3 int vs ancient", "me: 3 int him: ancient", "I attack ancient with 3 int"] {
        refuses(&[words, "--defend"], 2, &["--defend", "you attack", "--swap"]);
    }
}

#[test]
fn clauses_about_players_follow_who_defends() {
    let cards = |args: &[&str]| asked(&[args, &["--ti4"]].concat()).0;
    let [mine, his] = ["3 dreadnought & direct-hit", "3 dreadnought"].map(String::from);
    let of_me = [mine.clone(), his.clone()];
    let of_him = [his, mine];
    assert_eq!(cards(&["3 dn vs 3 dn, I have direct hit"]), of_me);
    assert_eq!(cards(&["3 dn vs 3 dn, I have direct hit", "--defend"]), of_him);
    assert_eq!(cards(&["3 dn vs 3 dn, he has direct hit", "--defend"]), of_me);
    assert_eq!(cards(&["3 dn, my opponent has direct hit vs 3 dn"]), of_him);
}

#[test]
fn other_commands_are_about_the_same_side() {
    let text = |args: &[&str]| {
        let (code, text, errors) = run(args);
        assert_eq!(code, 0, "{args:?}: {errors}");
        text
    };
    let improved = text(&["improve", "3 int defending against 2 cruisers"]);
    assert!(improved.contains("defender: what helps most"), "{improved}");
    let swept = text(&["sweep", "1..3 cruisers attacked by 3 int"]);
    assert!(swept.contains("odds that defender wins"), "{swept}");
    for before in ["2e: ", "eclipse: ", "can "] {
        let typed = format!("{before}4 cruisers or 2 dreads vs gcds");
        let compared = text(&["compare", &typed]);
        let is_right = compared.contains("2 fleets") && compared.contains("attacking");
        assert!(is_right, "{typed}: {compared}");
    }
    let designed = text(&["design", "2e:", "cruiser", "vs", "2", "ancients"]);
    assert!(designed.contains("Eclipse, second edition · attacking"), "{designed}");
}

#[test]
fn how_many_is_asked_in_the_game_that_the_words_name() {
    for typed in [
        &["how", "many", "cruisers", "beat", "the", "gcds", "in", "2e"][..],
        &["2e:", "how", "many", "cruisers", "beat", "the", "gcds"],
        &["--2e", "how", "many", "cruisers", "beat", "the", "gcds"],
    ] {
        let (code, text, errors) = run(typed);
        assert_eq!(code, 0, "{typed:?}: {errors}");
        assert!(text.contains("Eclipse, second edition"), "{text}");
    }
    // The number that stands for a range is never shown.
    let damaged = ["how", "many", "damaged", "cruisers", "beat", "an", "ancient"];
    refuses(&damaged, 2, &["damage is for one number of ships"]);
    // A player owns five dreadnoughts (T51).
    let (_, text, _) = run(&["how", "many", "dreads", "beat", "3", "dreads", "--ti4"]);
    let rows = text.lines().filter(|line| line.trim().starts_with(|c: char| c.is_ascii_digit()));
    assert_eq!(
        rows.filter(|row| row.contains('%') && !row.contains("reached")).count(),
        5,
        "{text}"
    );
}

#[test]
fn a_result_names_its_winner() {
    let won = |typed: &str| {
        let result = json(&["luck", typed, "--json"]);
        result["happened"].as_str().unwrap().to_string()
    };
    for (typed, winner) in [
        ("3 int vs ancient, ancient won", "defender"),
        ("3 int vs ancient, the ancient lost", "attacker"),
        ("3 int vs ancient, defender won", "defender"),
        ("3 int vs ancient, lost", "defender"),
        ("2 cruisers attacked by 3 int, lost", "attacker"),
    ] {
        assert_eq!(won(typed), format!("{winner} wins"), "{typed}");
    }
    refuses(&["luck", "3 int vs ancient, my cat won"], 2, &["who won?", "my cat"]);
}

#[test]
fn what_has_no_effect_is_said() {
    let warned = |args: &[&str], words: &str| {
        let (code, _, errors) = run(args);
        assert!(code == 0 && errors.contains(words), "{args:?}: {errors}");
    };
    warned(&["2 cruiser(hull=2, +hull)", "ancient"], "hull adds nothing, because `hull=` sets it");
    warned(&["c & doctrine=keep 8", "d", "-r", "spaceship-battles"], "no effect at a range");
    // Only the abilities that a combat on a planet has are offered.
    let (_, text, _) = run(&["letnev 3 inf vs 5 inf", "--ground"]);
    assert!(!text.contains("munitions"), "{text}");
}

#[test]
fn a_starbase_takes_no_drive() {
    for rules in ["--1e", "--2e"] {
        let typed = "starbase(+fusion-drive)";
        refuses(&[typed, "ancient", rules], 3, &["`starbase` takes no drive", "--any-blueprint"]);
        assert_eq!(run(&[typed, "ancient", rules, "--any-blueprint"]).0, 0);
    }
}
