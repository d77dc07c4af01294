//! The short report of a fight.

use fleetodds::internals::answer::{Battles, Budget};
use fleetodds::internals::report::{Origin, TableOptions, brief, page, svg};
use fleetodds::internals::result::{Hint, Summary};
use fleetodds::internals::scenario::Engine;
use unicode_width::UnicodeWidthStr;

use crate::support::ask::{question, try_ask};
use crate::support::program::{fleetodds, json, run};

/// Scenarios that are shipped, with the largest number of lines of their short report: twelve, and
/// one more for each further group, party or planet of a side.
const EXAMPLES: [(&str, usize); 8] = [
    ("first-fight", 12),
    ("galactic-centre", 13),
    ("stay-or-run", 12),
    ("sector", 20),
    ("invasion", 20),
    ("pirates", 14),
    ("long-range-duel", 12),
    ("torpedo-run", 12),
];

fn example(name: &str) -> Summary {
    let path = format!("{}/fleets/examples/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let mut question = question(&std::fs::read_to_string(path).unwrap());
    question.engine = Engine::Auto;
    question.budget = Budget::default();
    question.battles = Battles::Given(1_000);
    try_ask(&question).unwrap()
}

fn shown(summary: &Summary, width: usize) -> String {
    let text = brief(summary, TableOptions { width, full: false });
    anstream::adapter::strip_str(&text).to_string()
}

fn typed(rules: &str, attacker: &str, defender: &str, engine: Engine) -> Summary {
    let text =
        format!(r#"{{"rules": "{rules}", "attacker": "{attacker}", "defender": "{defender}"}}"#);
    let mut question = question(&text);
    question.engine = engine;
    question.battles = Battles::Given(10_000);
    try_ask(&question).unwrap()
}

/// Checks the number of lines and their widths.
#[track_caller]
fn assert_short(summary: &Summary, most: usize) {
    // Beyond that, the report says what was asked if the survivors do not: a line for each side,
    // and two for the setting.
    let has_setting = summary.question.as_ref().is_some_and(|asked| asked["setting"].is_object());
    let most = most + summary.sides.len() + 2 * usize::from(has_setting);
    for width in [0, 60, 66, 80, 100, 120, 500] {
        let text = shown(summary, width);
        let lines = text.lines().filter(|line| !line.is_empty()).count();
        assert!(lines <= most, "{lines} lines at {width} columns:\n{text}");
        for line in text.lines() {
            assert!(line.width() <= width.clamp(60, 120), "{width}: {line}");
            assert_eq!(line, line.trim_end(), "trailing space");
        }
    }
}

#[test]
fn a_bar_without_the_second_side_ends_in_no_spaces() {
    let fleets = ["2 cruiser + scout", "3 scout(damaged=[3,4,5])"];
    let summary = typed("star-chamber", fleets[0], fleets[1], Engine::Exact);
    let headline = shown(&summary, 80).lines().next().unwrap().to_string();
    assert!(headline.ends_with('█'), "{headline}");
}

#[test]
fn hull_and_many_ships_fit_narrow_terminals() {
    let side = |name: &str| {
        let groups = r#"[{"class": "cruiser", "count": 12}, {"class": "scout", "count": 3}]"#;
        format!(r#"{{"name": "{name}", "groups": {groups}}}"#)
    };
    let (attacker, defender) = (side("Confederates"), side("Raiders of the outer rim"));
    let mut asked = question(&format!(
        r#"{{"rules": "star-chamber", "attacker": {attacker}, "defender": {defender}}}"#
    ));
    asked.engine = Engine::Kernel;
    asked.battles = Battles::Given(1_000);
    assert_short(&try_ask(&asked).unwrap(), 12);
    assert_short(&typed("star-chamber", "scout", "3 scout(damaged=[3,4,5])", Engine::Exact), 12);
}

#[test]
fn all_examples_are_short_at_all_widths() {
    for (name, most) in EXAMPLES {
        assert_short(&example(name), most);
    }
}

#[test]
fn two_groups_a_side_need_twelve_lines() {
    let fight =
        typed("eclipse", "2 cruiser + 3 interceptor", "2 dreadnought + 2 cruiser", Engine::Auto);
    assert_short(&fight, 12);
    let fight = typed(
        "eclipse",
        "2 cruiser + 3 interceptor",
        "2 dreadnought + 2 cruiser",
        Engine::Simulate,
    );
    assert_short(&fight, 12);
    let fight = typed(
        "ti4-ground",
        "3 infantry + mech & loss-order=optimal",
        "2 infantry + mech",
        Engine::Exact,
    );
    assert_short(&fight, 12);
}

#[test]
fn long_names_fit_too() {
    let name = "Anamethatisaslongasanynameofasidemayeverbe-and-not-shorter60";
    let attacker = format!("2 cruiser + 3 interceptor & name={name}");
    assert_short(&typed("eclipse", &attacker, "20 cruiser", Engine::Kernel), 12);
}

#[test]
fn the_first_fight_is_answered_in_its_first_line() {
    let fight = typed("eclipse", "3 interceptor", "1 ancient", Engine::Exact);
    assert_eq!(shown(&fight, 80), include_str!("../golden/brief_first_fight.txt"));
}

#[test]
fn a_simulated_fight_shows_its_intervals_in_columns() {
    let fight = typed(
        "eclipse-2e",
        "2 cruiser(-ion cannon, +plasma cannon, -hull, +gauss shield)",
        "2 interceptor + 3 cruiser",
        Engine::Simulate,
    );
    assert_eq!(shown(&fight, 80), include_str!("../golden/brief_simulated.txt"));
}

#[test]
fn all_parties_of_a_sector_are_shown() {
    let mut question = question(include_str!("../../fleets/examples/sector.json"));
    question.engine = Engine::Exact;
    let sector = try_ask(&question).unwrap();
    assert_eq!(shown(&sector, 80), include_str!("../golden/brief_sector.txt"));
}

#[test]
fn odds_under_other_play_are_part_of_the_context() {
    let mut fight = typed("eclipse", "3 interceptor", "1 ancient", Engine::Exact);
    let label = "the defender playing its best".to_string();
    fight.hints = vec![Hint { label, probability: 0.441 }];
    assert!(shown(&fight, 120).contains(" · the defender playing its best: 44.10 % · "));
    assert_short(&fight, 12);
}

/// Where the order of losses matters, the report gives the odds with the other order.
#[test]
fn an_order_of_losses_that_matters_is_hinted_at() {
    let [attacker, defender] = [
        "3 cruiser ii + carrier + 4 fighter ii & loss-order=optimal",
        "2 dreadnought ii + destroyer ii + 2 fighter & loss-order=optimal",
    ];
    let args = ["fight", attacker, defender, "--rules", "ti4-space", "--engine", "exact"];
    let (code, out, _) = run(&args);
    assert_eq!(code, 0);
    let words: Vec<&str> = out.split_whitespace().collect();
    let out = words.join(" ");
    assert!(out.contains("with the usual order of losses: 42.93 %"), "{out}");
    // JSON is for programs, which ask for what they want.
    let json = run(&[&args[..], &["--format", "json"]].concat()).1;
    assert!(!json.contains("usual"), "{json}");
}

#[test]
fn other_play_that_changes_nothing_is_no_hint() {
    let out = run(&["fight", "3 interceptor", "ancient", "--engine", "exact"]).1;
    assert!(!out.contains("its best"), "{out}");
}

#[test]
fn sections_that_are_asked_for_follow_the_short_report() {
    let args = ["fight", "3 interceptor", "ancient", "--engine", "exact"];
    let plain = run(&args).1;
    for (option, title) in
        [("--rounds", "After round"), ("--play-band", "Own play"), ("--swing", "Swing")]
    {
        let out = run(&[&args[..], &[option]].concat()).1;
        assert!(out.starts_with(&plain), "{option}: {out}");
        assert!(out[plain.len()..].contains(title), "{option}: {out}");
    }
}

#[test]
fn ascii_draws_without_other_characters() {
    for (name, _) in EXAMPLES {
        let path = format!("{}/fleets/examples/{name}.json", env!("CARGO_MANIFEST_DIR"));
        for more in [&[][..], &["--full"], &["--chart"], &["--rounds"]] {
            let fixed = ["fight", "--ascii", "--battles", "1k", "--scenario", &path];
            let (_, out, err) = run(&[&fixed[..], more].concat());
            assert!(out.is_ascii() && err.is_ascii(), "{name} {more:?}: {out}{err}");
        }
    }
    let fight = run(&["fight", "3 interceptor", "ancient", "--engine", "exact", "--ascii"]).1;
    assert!(fight.starts_with("You win 47 in 100  ####"), "{fight}");
    let code = "fight x ancient --ascii";
    let (_, _, err) = run(&code.split(' ').collect::<Vec<_>>());
    assert!(err.is_ascii(), "{err}");
}

/// Output that is not for a terminal does not depend on the locale.
#[test]
fn a_pipe_is_the_same_in_all_locales() {
    let text = |locale: &str| {
        let args = ["fight", "3 interceptor", "ancient", "--engine", "exact"];
        fleetodds().env("LC_ALL", locale).args(args).output().unwrap().stdout
    };
    assert_eq!(text("C"), text("en_US.UTF-8"));
}

/// Bars of the swing of cost stand at their values: equal distances mean equal differences.
#[test]
fn the_swing_of_cost_is_drawn_to_scale() {
    let mut question = question(
        r#"{"attacker": "2 cruiser + interceptor", "defender": "dreadnought + 2 interceptor"}"#,
    );
    question.swings = true;
    let drawn = svg(&try_ask(&question).unwrap());
    let (_, chart) = drawn.split_once("destroyed less lost").unwrap();
    let between = |text: &str, start: &str| -> f64 {
        let (_, rest) = text.split_once(start).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let bars: Vec<(f64, f64)> = chart
        .split("data-label=\"")
        .skip(1)
        .map(|bar| (bar.split_once('"').unwrap().0.parse().unwrap(), between(bar, " x=\"")))
        .collect();
    let [(first, left), .., (last, right)] = bars[..] else { panic!("{bars:?}") };
    let scale = (right - left) / (last - first);
    for (value, x) in &bars {
        let expected = left + (value - first) * scale;
        assert!((x - expected).abs() < 0.5, "{value} is at {x}, not at {expected}: {bars:?}");
    }
}

/// A page has the answer in its first line, and no percent sign is apart from its number.
#[test]
fn a_page_begins_with_the_answer() {
    let fight = typed("eclipse", "3 interceptor", "1 ancient", Engine::Exact);
    let origin = Origin { scenario: String::new(), address: None, commands: Vec::new() };
    let page = page(&fight, &origin);
    let (_, body) = page.split_once("<body>").unwrap();
    assert!(body.starts_with("<header><p class=\"headline\">You win 47 in 100</p>"), "{body}");
    assert!(body.contains("Eclipse, first edition"), "{body}");
    assert!(body.contains("<td>46.52\u{202f}%</td>"), "{body}");
}

/// Tables of a fight with a single battle use the singular.
#[test]
fn one_battle_is_no_battles() {
    let args = ["fight", "cruiser", "ancient", "--engine", "simulate", "--battles", "1"];
    for more in [&[][..], &["--full"]] {
        let out = run(&[&args[..], more].concat()).1;
        assert!(out.contains("1 battle") && !out.contains("1 battles"), "{out}");
    }
}

/// "100 %" beside "< 0.01 %" is impossible, and so is "every battle".
#[test]
fn fault_17_nothing_is_certain_while_something_else_is_possible() {
    let fight = ["guardian + gcds vs ancient", "--2e", "-eexact"];
    let (_, text, _) = run(&fight);
    assert!(text.contains("more than 9,999 in 10,000"), "{text}");
    assert!(text.contains("> 99.99 %") && text.contains("< 0.01 %"), "{text}");
    assert!(!text.contains("100 %"), "{text}");
    let full = [&fight[..], &["--full"]].concat();
    let (_, text, _) = run(&full);
    let wins = text.lines().filter(|line| line.contains("wins")).collect::<Vec<_>>().join("\n");
    assert!(wins.contains("> 99.99 %") && !wins.contains("100 %"), "{text}");
    let result = json(&[&fight[..], &["--json"]].concat());
    let p = |side: usize| result["sides"][side]["win"]["probability"].as_f64().unwrap();
    assert!(p(0) < 1.0 && p(1) > 0.0, "{} {}", p(0), p(1));
    // What is certain is still shown as such.
    let certain = ["3 scout", "2 scout", "-r", "star-chamber", "-eexact"];
    let (_, text, _) = run(&certain);
    assert!(text.starts_with("Every battle is a standoff") && text.contains("100 %"), "{text}");
}
