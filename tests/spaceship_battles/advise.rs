//! Advice for Spaceship Battles: which orders a group should follow.

use std::collections::HashSet;

use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::answer::{Battles, Budget, NoAnswer, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Advice, AdvisedChoice, EngineUsed};
use fleetodds::internals::scenario::Engine;
use serde_json::{Value, json};

use crate::spaceship_battles::oracle::{SPEEDS, SYSTEMS, random_fight, scenario};
use crate::support::ask::question;
use crate::support::program::{json as json_of, refuses, run};
use crate::support::random::Random;
use crate::support::ship_oracle::{
    Berth, Charts, Doctrine, Fight, Ground, Group, Odds, Orders, Post, Target, solve,
};

/// Advice to this group.
fn asked(question: &Question, turn: &str) -> Result<Advice, NoAnswer> {
    let table = OnTheTable { turn: Some(turn.into()), ..OnTheTable::default() };
    advise(question, &table, &Ctx::new(1).unwrap())
}

/// Exact advice to the first group of the attacker, if it fits the budget.
fn exact(fight: &Fight, seconds: f64) -> Option<Advice> {
    let budget = Budget { seconds, bytes: 2e9 };
    let question = Question { budget, ..question(&scenario(fight).to_string()) };
    match asked(&question, "attacker") {
        Ok(advice) => Some(advice),
        Err(NoAnswer::TooLarge { .. }) => None,
        Err(error) => panic!("{error:?}: {}", scenario(fight)),
    }
}

/// Orders as the steps of a choice name them; the rest is as before.
fn ordered(before: &Orders, choice: &AdvisedChoice) -> Orders {
    let mut orders = Orders { speed: None, ..before.clone() };
    let system = |name: &str| SYSTEMS.iter().position(|system| *system == name);
    for step in &choice.steps {
        let (what, how) = step.split_once(' ').unwrap();
        match what {
            "target" => {
                let all = [Target::Nearest, Target::Weakest, Target::Biggest];
                let names = ["nearest", "weakest", "biggest"];
                orders.target = all[names.iter().position(|name| *name == how).unwrap()];
            }
            "aim" => orders.aim = system(how),
            "power" => {
                let points = how.split(", ").map(|one| {
                    let (name, points) = one.split_once(' ').unwrap();
                    (system(name).unwrap(), points.parse().unwrap())
                });
                let mut power = [0; 3];
                points.for_each(|(system, points): (usize, u32)| power[system] = points);
                orders.power = Some(power);
            }
            "priority" => {
                orders.priority = how.split(", ").map(|name| system(name).unwrap()).collect();
            }
            "speed" => {
                let steps = SPEEDS.iter().position(|speed| *speed == how).unwrap();
                orders.speed = Some(steps as u32 + 1);
            }
            "doctrine" => {
                orders.doctrine = match how.split_once(' ') {
                    Some(("keep", range)) => Doctrine::Keep(range.parse().unwrap()),
                    _ if how == "close" => Doctrine::Close,
                    _ => Doctrine::Hold,
                }
            }
            _ => panic!("{step}"),
        }
    }
    orders
}

fn assert_has(choice: &AdvisedChoice, known: &Odds, fight: &Fight) {
    let swing = known.lost[1] - known.lost[0];
    for (found, known) in [(choice.worth.win, known.win[0]), (choice.worth.swing, swing)] {
        let text = scenario(fight);
        assert!((found - known).abs() < 1e-7, "{choice:?}: the oracle has {known}: {text}");
    }
}

/// The worth of choices is that of fights under these orders, as a second program finds it.
#[test]
fn choices_are_worth_what_the_rulebook_says() {
    let mut random = Random::new(4);
    let (mut fights, mut compared) = (0, 0);
    while fights < 30 {
        let fight = random_fight(&mut random);
        if solve(&fight, 2_000).is_none() {
            continue;
        }
        let Some(advice) = exact(&fight, 0.5) else { continue };
        assert_eq!(advice.engine, EngineUsed::Exact);
        let before = fight.sides[0][0].orders.clone();
        for choice in advice.choices.iter().step_by(1 + advice.choices.len() / 4) {
            let mut fight = fight.clone();
            fight.sides[0][0].orders = ordered(&before, choice);
            let Some(known) = solve(&fight, 20_000) else { continue };
            assert_has(choice, &known, &fight);
            compared += 1;
        }
        fights += 1;
    }
    assert!(compared > 60, "{compared}");
}

/// One ship of this design with little hull left, under default orders.
fn wounded(size: usize, speed: u32, [field, weapon]: [usize; 2], hull: u32) -> Group {
    let orders = Orders {
        doctrine: Doctrine::Close,
        target: Target::Nearest,
        aim: None,
        power: None,
        priority: Vec::new(),
        speed: None,
        self_destruct: None,
        invisible: false,
    };
    let mut group = Group {
        size,
        speed,
        field,
        weapon,
        aft: false,
        invisibility: false,
        torpedoes: false,
        missiles: false,
        factors: [3; 3],
        ships: Vec::new(),
        orders,
    };
    group.ships.push(Berth { damage: group.full_hull() - hull, post: Post::default() });
    group
}

fn at_range(attacker: Group, defender: Group) -> Fight {
    let (ground, charts) = (Ground::Ranges([3; 4]), Charts::house());
    Fight { sides: [vec![attacker], vec![defender]], ground, turns: None, charts }
}

/// All legal requests of power, in all orders of priority, at each speed that may be ordered, and
/// all aims.
fn all_orders(ship: &Group, charts: &Charts) -> Vec<Orders> {
    let mut all = Vec::new();
    for power in 0..64 {
        let power = [power % 4, power / 4 % 4, power / 16];
        if power.iter().sum::<u32>() > 8 {
            continue;
        }
        for priority in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for aim in [None, Some(0), Some(1), Some(2)] {
                let power = Some(power);
                let base = &ship.orders;
                let orders = Orders { power, priority: priority.to_vec(), aim, ..base.clone() };
                let top = Group { orders: orders.clone(), ..ship.clone() }.first_speed(charts);
                all.push(orders.clone());
                let slower = [5, 9].into_iter().filter(|speed| *speed < top);
                all.extend(slower.map(|speed| Orders { speed: Some(speed), ..orders.clone() }));
            }
        }
    }
    all
}

/// The best choice is as good as the best of all orders that the rules allow, which shows that
/// orders that are not listed are no better.
#[test]
fn no_legal_orders_are_better_than_the_best_choice() {
    let fights = [
        at_range(wounded(4, 4, [1, 2], 5), wounded(5, 2, [1, 0], 3)),
        at_range(wounded(3, 12, [2, 0], 3), wounded(4, 10, [1, 3], 2)),
        at_range(wounded(2, 8, [0, 4], 3), wounded(4, 6, [2, 2], 4)),
    ];
    for fight in fights {
        let advice = exact(&fight, 60.0).unwrap();
        let ship = &fight.sides[0][0];
        let mut best: f64 = 0.0;
        for orders in all_orders(ship, &fight.charts) {
            let mut fight = fight.clone();
            fight.sides[0][0].orders = orders;
            best = best.max(solve(&fight, 1_000_000).unwrap().win[0]);
        }
        let found = advice.choices[0].worth.win;
        assert!((found - best).abs() < 1e-9, "{found} {best}: {}", scenario(&fight));
    }
}

/// A duel on a small map.
fn duel_on_a_map() -> Fight {
    let ground = Ground::Map { width: 16, height: 5, objects: Vec::new(), orthogonal: false };
    let mut sides = [wounded(4, 6, [1, 2], 4), wounded(3, 12, [1, 2], 6)];
    sides[0].ships[0].post = Post { at: (1, 2), heading: 1 };
    sides[1].ships[0].post = Post { at: (14, 2), heading: 3 };
    let sides = sides.map(|group| vec![group]);
    Fight { sides, ground, turns: Some(4), charts: Charts::house() }
}

/// Choices are ranked, each once, and change target, aim, power and movement.
#[test]
fn choices_cover_all_orders_the_best_first() {
    let mut fight = duel_on_a_map();
    fight.sides[1][0].ships.push(Berth { damage: 20, post: Post { at: (14, 3), heading: 3 } });
    let text = scenario(&fight).to_string();
    let question = Question { engine: Engine::Auto, ..question(&text) };
    let advice = asked(&question, "e").unwrap();
    assert_eq!((advice.side.as_str(), advice.decision), ("attacker", "orders"));
    assert_eq!(advice.situation, "turn 1: the attacker gives orders to 1 e from here on");
    let names: Vec<&str> = advice.choices.iter().map(|one| one.choice.as_str()).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    assert!(names.contains(&"as ordered now"), "{names:?}");
    let steps: HashSet<&String> = advice.choices.iter().flat_map(|one| &one.steps).collect();
    for kind in ["target", "aim", "power", "priority", "doctrine"] {
        let different = steps.iter().filter(|step| step.starts_with(kind)).count();
        assert!(different > 1, "{kind}: {names:?}");
    }
    for pair in advice.choices.windows(2) {
        let [better, worse] = pair else { unreachable!() };
        assert!(better.worth.win >= worse.worth.win - 1e-9, "{pair:?}");
        assert!(better.cost <= worse.cost + 1e-9, "{pair:?}");
    }
}

/// Orders with equal odds are one line, and the lines name what changes. At this range an aimed
/// attack cannot damage a system, so all systems are equal.
#[test]
fn equal_orders_are_one_line() {
    let advice = asked(&question(&text("e", "e")), "attacker").unwrap();
    let names: Vec<&str> = advice.choices.iter().map(|one| one.choice.as_str()).collect();
    let known = [
        "power weapons 2, field 3",
        "power field 3, weapons 2",
        "as ordered now",
        "aim at engines; power weapons 2, field 3",
        "aim at engines; power field 3, weapons 2",
        "aim at engines",
    ];
    assert_eq!(names, known);
    let now = advice.choices.iter().find(|one| one.choice == "as ordered now").unwrap();
    assert_eq!(Some(now.worth), advice.before);
    assert_eq!(
        advice.dice,
        "ordered now: attack the nearest ship, aim at hull, power weapons 3, field 3, engines 2"
    );
}

fn text(attacker: &str, defender: &str) -> String {
    json!({"rules": "spaceship-battles", "attacker": attacker, "defender": defender}).to_string()
}

/// Simulated choices agree with the exact ones within 4.5 standard errors.
#[test]
fn simulated_orders_agree_with_exact_ones() {
    let exact = question(&text("e", "e"));
    let battles = 50_000;
    let played =
        Question { engine: Engine::Kernel, battles: Battles::Given(battles), ..exact.clone() };
    let [exact, played] = [exact, played].map(|question| asked(&question, "attacker").unwrap());
    assert_eq!((played.engine, played.battles), (EngineUsed::Simulate, battles));
    assert_eq!(played.choices.len(), exact.choices.len());
    let best = &played.choices[0];
    let of = |name: &str| exact.choices.iter().find(|one| one.choice == name).unwrap().worth;
    for one in &played.choices {
        let (known, found) = (of(&one.choice), one.worth);
        let error = (known.win * (1.0 - known.win) / battles as f64).sqrt();
        assert!((found.win - known.win).abs() < 4.5 * error, "{one:?} {known:?}");
        let cost = of(&best.choice).win - known.win;
        assert!((one.cost - cost).abs() <= 4.5 / 1.96 * one.margin + 1e-12, "{one:?} {cost}");
        assert!(one.margin == 0.0 || one.is_best == (one.cost <= one.margin), "{one:?}");
    }
}

/// Many combinations are first reduced by short simulations, on any number of threads alike.
#[test]
fn many_orders_are_reduced_to_the_best() {
    let args = ["advise", "-r", "spaceship-battles", "2 d v e + d", "--battles", "100", "--json"];
    let of = |more: &[&'static str]| json_of(&[&args[..], more].concat());
    let one = of(&["--threads", "1", "--budget", "200ms"]);
    assert_eq!(one, of(&["--threads", "2", "--budget", "200ms"]));
    let choices = one["choices"].as_array().unwrap();
    assert!((10..=24).contains(&choices.len()), "{}", choices.len());
    let warning = one["warnings"][0].as_str().unwrap();
    assert!(warning.contains("combinations of orders were tried in a short simulation"));
    let few = of(&["--budget", "1ms"]);
    let warning = few["warnings"][0].as_str().unwrap();
    assert!(warning.contains("each choice changes one order"), "{warning}");
    for choice in few["choices"].as_array().unwrap() {
        assert!(!choice["choice"].as_str().unwrap().contains(';'), "{choice}");
    }
}

/// Ships that stay out of range stand still for a thousand turns, which takes no time.
#[test]
fn battles_that_stand_still_are_cut_short() {
    let mut fight = duel_on_a_map();
    fight.turns = None;
    for group in fight.sides.iter_mut().flatten() {
        group.orders.doctrine = Doctrine::Hold;
    }
    let text = scenario(&fight).to_string();
    let question =
        Question { engine: Engine::Kernel, battles: Battles::Given(200), ..question(&text) };
    let budget = Budget { seconds: 0.5, bytes: 2e9 };
    let advice = asked(&Question { budget, ..question }, "attacker").unwrap();
    assert_eq!(advice.before.map(|worth| (worth.win, worth.swing)), Some((0.0, 0.0)));
    assert_eq!(advice.battles, 200);
    assert!(advice.choices[0].worth.win > 0.1, "{:?}", advice.choices[0]);
}

/// The group that gets orders, and how all others play.
#[test]
fn the_group_is_the_one_that_is_named() {
    let of = |more: &[&'static str]| {
        let args =
            ["advise", "-r", "spaceship-battles", "f + e & target=weakest", "2 f & name=Fox"];
        json_of(&[&args[..], more, &["--json"]].concat())
    };
    let situation = |advice: &Value| advice["situation"].as_str().unwrap().to_string();
    let first = of(&[]);
    assert_eq!(
        situation(&first),
        "turn 1: the attacker gives orders to 1 f from here on (for another group: --turn)"
    );
    assert_eq!(first["play"]["attacker"]["target"], "weakest");
    let second = of(&["--turn", "attacker.e"]);
    assert_eq!(situation(&second), "turn 1: the attacker gives orders to 1 e from here on");
    for name in ["fox", "defender", "defender f"] {
        let enemy = of(&["--turn", name]);
        assert_eq!(situation(&enemy), "turn 1: Fox gives orders to 2 f from here on");
        assert_eq!(enemy["role"], "defender");
        assert_eq!(enemy["play"]["defender"], json!({}));
    }
}

#[test]
fn questions_without_orders_are_refused() {
    let on =
        |more: &[&'static str]| [&["advise", "-r", "spaceship-battles", "c v d"], more].concat();
    let given = [["--roll", "y6"], ["--hits", "2"], ["--scored", "1"], ["--missiles", "y at c"]];
    for option in given {
        let words = [option[0], "orders are given before the dice are rolled", "`--turn`"];
        refuses(&on(&option), 3, &words);
    }
    let unknown = ["--turn: no group is called `printed`", "(the groups: c, d)"];
    refuses(&on(&["--turn", "printed"]), 3, &unknown);
    refuses(&on(&["--turn", "atacker"]), 3, &["did you mean `attacker`?"]);
    let both = ["advise", "-r", "spaceship-battles", "c v c", "--turn", "c"];
    refuses(&both, 3, &["both sides have `c`", "`--turn attacker.c`", "`--turn defender.c`"]);
    let exact = on(&["--engine", "exact", "--budget", "10ms"]);
    refuses(&exact, 3, &["combinations of orders do not fit the budget", "--budget"]);
}

/// The report fits the terminal, and shows the present orders with their worth.
#[test]
fn reports_of_orders_fit_the_terminal() {
    let scenario = "fleets/examples/torpedo-run.json";
    let (code, table, _) = run(&["advise", "--scenario", scenario, "--battles", "60"]);
    assert_eq!(code, 0);
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    for fact in [
        "ordered now: attack the biggest ship, aim at hull, power weapons 2, field 3, engines 3, close",
        "from here on, the defender attacks the nearest ship, aiming at engines (keep 8)",
        "as ordered now: attacker wins",
    ] {
        assert!(words.contains(fact), "{fact}\n{table}");
    }
}
