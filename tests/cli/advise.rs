//! `fleetodds advise`: its reports in all formats, and what it refuses.

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::support::program::{NO_SETTINGS, json, refuses, run};

/// A roll with several uses.
const ROLL: [&str; 4] = ["2 cruiser", "2 ancient", "--roll", "y6 y5"];

/// The same battle before the roll.
const BEFORE: [&str; 2] = [ROLL[0], ROLL[1]];

fn advice(typed: &[&str]) -> Value {
    json(&[&["advise"], typed, &["--json"]].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn choices_are_ranked_by_what_they_give_away() {
    for objective in ["win", "swing"] {
        let attacker = format!("{} & objective={objective}", ROLL[0]);
        let advice = advice(&[&attacker, ROLL[1], ROLL[2], ROLL[3]]);
        assert_eq!((&advice["objective"], &advice["engine"]), (&objective.into(), &"exact".into()));
        let choices = advice["choices"].as_array().unwrap();
        assert!(choices.len() > 1, "{advice:#}");
        let best = number(&choices[0][objective]);
        for (n, choice) in choices.iter().enumerate() {
            let cost = number(&choice["cost"]);
            assert!((best - number(&choice[objective]) - cost).abs() < 1e-9, "{choice}");
            assert!(n == 0 || number(&choices[n - 1]["cost"]) <= cost + 1e-12, "{choice}");
            assert_eq!(choice["is_best"], cost < 1e-9, "{choice}");
        }
        assert!(number(&choices[choices.len() - 1]["cost"]) > 0.0, "{advice:#}");
    }
}

/// The rolls are all that may come, and their best uses give the worth of the situation.
#[test]
fn rolls_are_all_that_may_come() {
    let advice = advice(&BEFORE);
    let rolls = advice["rolls"].as_array().unwrap();
    let sum = |of: &dyn Fn(&Value) -> f64| -> f64 { rolls.iter().map(of).sum() };
    let share = |roll: &Value| number(&roll["probability"]);
    assert!((sum(&share) - 1.0).abs() < 1e-12);
    for figure in ["win", "swing"] {
        let mean = sum(&|roll| share(roll) * number(&roll[figure]));
        assert!((mean - number(&advice["before"][figure])).abs() < 1e-9, "{figure}: {mean}");
    }
    assert!(rolls.windows(2).all(|two| share(&two[0]) >= share(&two[1])), "{advice:#}");
    let rolled = self::advice(&ROLL);
    assert_eq!(rolled["before"], advice["before"]);
    assert_eq!(rolled["rolls"], Value::Array(Vec::new()));
}

/// A roll may be typed in any of these ways.
#[test]
fn rolls_are_read_as_players_type_them() {
    let first = advice(&ROLL);
    for typed in ["y6,y5", "y65", "yellow 6 5", "Y6 Y5", "y5 y6", "6 5"] {
        let advice = advice(&[ROLL[0], ROLL[1], "--roll", typed]);
        assert_eq!(advice["choices"], first["choices"], "{typed}");
    }
}

/// No line is too long at any width, and nothing is cut.
#[test]
fn reports_fit_the_terminal() {
    for asked in [&ROLL[..], &BEFORE] {
        let advice = advice(asked);
        let (_, table, _) = run(&[&["advise"], asked].concat());
        assert!(table.lines().all(|line| line.width() <= 80), "{table}");
        let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
        for fact in ["situation", "dice"] {
            let fact = advice[fact].as_str().unwrap();
            assert!(words.contains(fact), "{fact}\n{table}");
        }
        let colour = ["--color", "always"];
        let (_, coloured, _) = run(&[&["advise"], asked, &colour].concat());
        assert!(coloured.contains("\u{1b}["), "{coloured}");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), table);
        let (_, ascii, _) = run(&[&["advise"], asked, &["--ascii"]].concat());
        assert!(ascii.is_ascii(), "{ascii}");
    }
}

/// A battle with more rolls than the short report shows.
#[test]
fn long_tables_end_unless_everything_is_asked_for() {
    let asked = ["advise", "3 cruiser(cannons=1y1o1b)", "2 ancient"];
    let rolls = json(&[&asked[..], &["--json"]].concat())["rolls"].as_array().unwrap().len();
    assert!(rolls > 12, "{rolls}");
    let (_, short, _) = run(&asked);
    assert!(short.contains(&format!("… and {} more: --full", rolls - 12)), "{short}");
    let (_, full, _) = run(&[&asked[..], &["--full"]].concat());
    assert!(!full.contains("more: --full") && full.lines().count() > short.lines().count());
    let (_, markdown, _) = run(&[&asked[..], &["-f", "markdown"]].concat());
    assert!(markdown.lines().filter(|line| line.starts_with("| ")).count() > rolls);
}

/// A side stands for its groups.
#[test]
fn a_group_may_be_named_by_its_side() {
    for (name, role) in [("attacker", "attacker"), ("defender", "defender"), ("Fox", "defender")] {
        let advice = advice(&["2 cruiser", "interceptor & name=Fox", "--turn", name]);
        assert_eq!(advice["role"], role, "{name}");
    }
    refuses(&["advise", "cruiser v ancient", "--turn", "defendr"], 3, &["`defender`?"]);
}

/// Questions without a decision are refused in the words of users.
#[test]
fn questions_without_a_decision_are_refused() {
    let on = |more: &[&'static str]| [&["advise", "2 cruiser", "2 ancient"], more].concat();
    refuses(&on(&["--roll", "z6 z5"]), 3, &["--roll: no dice are called `z`", "y (yellow)"]);
    refuses(&on(&["--roll", "y6"]), 3, &["found 1 yellow", "cruiser rolls 2 yellow"]);
    refuses(&on(&["--roll", ""]), 3, &["found no dice"]);
    refuses(&on(&["--turn", "criuser"]), 3, &["--turn: no group is called", "`cruiser`?"]);
    refuses(&on(&["--turn", "ancient"]), 3, &["neutral ships follow their rule"]);
    refuses(&on(&["--hits", "2"]), 3, &["--hits"]);
    for engine in ["kernel", "simulate"] {
        refuses(&on(&["--engine", engine]), 3, &["rolls to come are not simulated", "`--roll`"]);
    }
    let star = ["advise", "cruiser", "cruiser", "-r", "star-chamber"];
    refuses(&star, 3, &["Star Chamber: players decide nothing"]);
    let sector = ["advise", "--scenario", "fleets/examples/sector.json"];
    refuses(&sector, 3, &["one battle of two sides"]);
    refuses(&["advise", "cruiser", "--against-mix", "60% ancient | 40% gcds"], 3, &["mix"]);
}

/// A battle that does not fit the budget is refused, with the option that helps.
#[test]
fn advice_has_a_budget() {
    let large =
        ["advise", "8 interceptor + 4 cruiser + 2 dreadnought", "4 cruiser + 2 dreadnought"];
    refuses(
        &[&large[..], &["--budget", "1ms"]].concat(),
        3,
        &["does not fit the budget", "--budget"],
    );
}

/// Missiles in flight: one that is aimed at each of two ships, and one hit.
const FLYING: [&str; 6] = [
    "advise",
    "interceptor(cannons=1y, missiles=2o, computer=5, hull=0, initiative=3)",
    "cruiser(cannons=1y, computer=5, hull=0, initiative=2) + \
     interceptor(cannons=none, hull=0, initiative=1) & point defense",
    "--missiles",
    "orange at cruiser, o at interceptor",
    "--hits=1",
];

/// Whoever saves the cruiser fires second in a duel in which five faces hit: 1/6 · 5/6 / (1 -
/// 1/36). Without it, the interceptor has no weapon.
#[test]
fn d15_point_defence_saves_the_ship_that_matters() {
    let advice = json(&[&FLYING[..], &["--json"]].concat());
    assert_eq!((&advice["side"], &advice["decision"]), (&"defender".into(), &"stop".into()));
    let known = [
        ("stop orange at the cruiser", 1.0 / 7.0),
        ("stop orange at the interceptor", 0.0),
        ("stop no missile", 0.0),
    ];
    let choices = advice["choices"].as_array().unwrap();
    assert_eq!(choices.len(), known.len());
    for (words, win) in known {
        let choice = choices.iter().find(|choice| choice["choice"] == words);
        let choice = choice.unwrap_or_else(|| panic!("{words}: {advice:#}"));
        assert!((number(&choice["win"]) - win).abs() < 1e-12, "{choice}");
    }
    assert_eq!(choices[0]["choice"], known[0].0);
}

#[test]
fn missiles_that_cannot_fly_are_refused() {
    let on = |missiles: &'static str| [&FLYING[..4], &[missiles, "--hits", "1"]].concat();
    refuses(&on("orange cruiser 2"), 3, &["--missiles: there is no cruiser 2"]);
    refuses(&on("orange at criuser"), 3, &["no ship is called `criuser`", "`cruiser`?"]);
    refuses(
        &on("3 orange at cruiser"),
        3,
        &["found 3 orange, but attacker interceptor rolls 2 orange with missiles"],
    );
    refuses(&on("green at cruiser"), 3, &["no dice are called `green`"]);
    refuses(&on("orange"), 2, &["--missiles:1:1", "`2 yellow at cruiser`"]);
    refuses(&FLYING[..5], 3, &["how many of them can be stopped?", "--hits 1"]);
    let both = [&FLYING[..], &["--roll", "o6 o5"]].concat();
    refuses(&both, 3, &["leave out `--roll`"]);
    let unarmed = ["advise", "cruiser", "cruiser", "--missiles", "y at cruiser", "--hits", "1"];
    refuses(&unarmed, 3, &["no missiles are fired at ships with point defence"]);
}

/// Where best play does not fit, the choices are compared by simulation with common dice.
#[test]
fn choices_that_do_not_fit_are_simulated() {
    let large = [
        "8 interceptor(cannons=1y1o) + 4 cruiser(cannons=1y1r) + 2 dreadnought(cannons=2y1b)",
        "8 interceptor(shield=1) + 4 cruiser(hull=2) + 2 dreadnought(hull=4) + 4 starbase",
        "--turn",
        "attacker.cruiser",
        "--roll",
        "y6 y6 y5 y1 r6 r5 r1 r1",
        "--battles",
        "200",
    ];
    let all = |threads| advice(&[&large[..], &["--threads", threads]].concat());
    let one = all("1");
    assert_eq!(one, all("2"), "the number of threads does not matter");
    assert_eq!((&one["engine"], &one["battles"]), (&"simulate".into(), &200.into()));
    let warned = one["warnings"].as_array().unwrap().iter();
    assert!(
        warned.filter_map(Value::as_str).any(|warning| warning.contains("`threat`")),
        "{one:#}"
    );
    let choices = one["choices"].as_array().unwrap();
    assert_eq!(choices[0]["cost"], 0.0);
    for choice in choices {
        let (cost, margin) = (number(&choice["cost"]), number(&choice["margin"]));
        assert!(margin == 0.0 || choice["is_best"] == (cost <= margin), "{choice}");
    }
}

/// A simulated comparison agrees with the exact one within 4.5 standard errors: 1.96 of them are
/// the margin. The rule of thumb is best play where each side has one ship to shoot at.
#[test]
fn simulated_choices_agree_with_exact_ones() {
    let few = ["cruiser(cannons=2y)", "cruiser(hull=1)", "--roll", "y6 y2"];
    let exact = advice(&few);
    let found = advice(&[&few[..], &["--engine", "kernel", "--battles", "100000"]].concat());
    let [exact, found] = [exact, found].map(|advice| advice["choices"][0].clone());
    let win = number(&exact["win"]);
    let error = (win * (1.0 - win) / 100_000.0).sqrt();
    assert!((number(&found["win"]) - win).abs() < 4.5 * error, "{found} {exact}");
}

/// Ctrl-C ends the search at once.
#[cfg(unix)]
#[test]
fn advice_can_be_interrupted() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("fleetodds"))
        .env(NO_SETTINGS.0, NO_SETTINGS.1)
        .args(["advise", "8 cruiser + 8 interceptor + 8 dreadnought"])
        .args(["8 cruiser + 8 interceptor + 8 dreadnought", "--budget", "10h,1TB"])
        .args(["--turn", "attacker interceptor"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Dice that cannot be read are refused with their place.
#[test]
fn words_that_are_no_dice_are_refused() {
    let roll = |typed: &'static str| ["advise", "2 cruiser", "2 ancient", "--roll", typed];
    refuses(&roll("y6 y7"), 2, &["`y6 y7` is not a roll", "a face is 1 to 6", "--roll:1:5"]);
    refuses(&roll("y6 y"), 2, &["the face of this die is missing", "--roll:1:4"]);
    refuses(&roll("y6 !5"), 2, &["this is not part of a die", "--roll:1:4"]);
    let apart = ["advise", "2", "cruiser", "v", "ancient", "--roll", "y6", "y5"];
    refuses(&apart, 2, &["join the dice with commas: --roll y6,y5"]);
    let apart = ["advise", "--roll", "y6,", "2 cruiser", "v", "ancient", "y5,", "o5"];
    refuses(&apart, 2, &["--roll y6,y5,o5"]);
    refuses(&["advise", "cruiser", "ancient", "--hits", "few"], 2, &["--hits"]);
}
