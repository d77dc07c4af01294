//! Random fights of Spaceship Battles: the program agrees with the oracle of
//! `tests/support/ship_oracle.rs`.

use serde_json::{Map, Value, json};

use crate::support::ask::{question, try_ask};
use crate::support::random::Random;
use crate::support::ship_oracle::{
    Berth, Charts, Doctrine, ENGINES, FIELD, Fight, Ground, Group, MAX_DICE, Odds, Orders, Post,
    Target, WEAPONS, solve,
};
use fleetodds::internals::answer::{Budget, NoAnswer, Question};
use fleetodds::internals::result::Summary;

pub(crate) const SYSTEMS: [&str; 3] = ["engines", "field", "weapons"];
const SIZES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
const HEADINGS: [&str; 4] = ["N", "E", "S", "W"];
pub(crate) const SPEEDS: [&str; 12] = ["H", "F", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

// A fight as a scenario of the program.

fn speed(steps: u32) -> Value {
    match steps {
        1 => json!("H"),
        2 => json!("F"),
        steps => json!(steps - 2),
    }
}

fn weapon(row: usize) -> String {
    format!("{}d6", MAX_DICE[row])
}

fn by_system(values: [u32; 3]) -> Value {
    json!({"engines": values[0], "field": values[1], "weapons": values[2]})
}

fn play(orders: &Orders) -> Value {
    let mut play = json!({
        "doctrine": match orders.doctrine {
            Doctrine::Close => json!("close"),
            Doctrine::Keep(range) => json!({"keep": range}),
            Doctrine::Hold => json!("hold"),
        },
        "target": match orders.target {
            Target::Nearest => "nearest",
            Target::Weakest => "weakest",
            Target::Biggest => "biggest",
        },
        "aim": orders.aim.map_or("hull", |system| SYSTEMS[system]),
        "invisible": orders.invisible,
    });
    if let Some(power) = orders.power {
        play["power"] = by_system(power);
    }
    if !orders.priority.is_empty() {
        play["priority"] = orders.priority.iter().map(|system| SYSTEMS[*system]).collect();
    }
    if let Some(steps) = orders.speed {
        play["speed"] = speed(steps);
    }
    if let Some(hull) = orders.self_destruct {
        play["self_destruct"] = json!(hull);
    }
    play
}

fn group(group: &Group, is_on_map: bool) -> Value {
    let special = [
        (group.aft, "aft"),
        (group.invisibility, "invisibility"),
        (group.torpedoes, "torpedoes"),
        (group.missiles, "missiles"),
    ];
    let special = special.iter().filter(|(has, _)| *has).map(|(_, name)| *name);
    let mut text = json!({
        "size": SIZES[group.size],
        "speed": speed(group.speed),
        "field": group.field,
        "weapon": weapon(group.weapon),
        "count": group.ships.len(),
        "special": special.collect::<Vec<_>>(),
        "damaged": group.ships.iter().map(|berth| berth.damage).collect::<Vec<_>>(),
        "factors": by_system(group.factors),
    });
    if is_on_map {
        let place = |berth: &Berth| {
            let Post { at, heading } = berth.post;
            json!({"at": [at.0, at.1], "heading": HEADINGS[heading]})
        };
        text["ships"] = group.ships.iter().map(place).collect();
    }
    text
}

/// The rows that differ from the house rules.
fn charts(charts: &Charts) -> Value {
    let house = Charts::house();
    let mut text = Map::new();
    let mut fields = Map::new();
    let mut weapons = Map::new();
    for row in 0..6 {
        if charts.fields[row] != house.fields[row] {
            fields.insert(row.to_string(), json!(charts.fields[row]));
        }
        if charts.dice[row] != house.dice[row] {
            weapons.insert(weapon(row), json!(charts.dice[row]));
        }
    }
    let speeds = (0..12).filter(|row| charts.movement[*row] != house.movement[*row]);
    let speeds: Map<_, _> =
        speeds.map(|row| (SPEEDS[row].to_string(), json!(charts.movement[row]))).collect();
    for (name, rows) in [("fields", fields), ("weapons", weapons), ("speeds", speeds)] {
        if !rows.is_empty() {
            text.insert(name.to_string(), Value::Object(rows));
        }
    }
    if charts.engines != house.engines {
        text.insert("engines".to_string(), json!({"thirds": charts.engines}));
    }
    Value::Object(text)
}

pub(crate) fn scenario(fight: &Fight) -> Value {
    let is_on_map = matches!(fight.ground, Ground::Map { .. });
    let side = |groups: &[Group]| {
        let mut texts: Vec<Value> = groups.iter().map(|of| group(of, is_on_map)).collect();
        // Orders of one group are those of its side.
        if let [one] = groups {
            return json!({"groups": texts, "play": play(&one.orders)});
        }
        for (text, group) in texts.iter_mut().zip(groups) {
            text["play"] = play(&group.orders);
        }
        json!({"groups": texts})
    };
    let mut setting = match &fight.ground {
        Ground::Ranges([one, others @ ..]) if others.iter().all(|range| range == one) => {
            json!({"range": one})
        }
        Ground::Ranges(ranges) => json!({"range": ranges}),
        Ground::Map { width, height, objects, orthogonal } => json!({"map": {
            "width": width, "height": height, "objects": objects,
            "range": if *orthogonal { "orthogonal" } else { "diagonal" },
        }}),
    };
    if let Some(turns) = fight.turns {
        setting["turns"] = json!(turns);
    }
    let charts = charts(&fight.charts);
    if charts != json!({}) {
        setting["charts"] = charts;
    }
    json!({
        "rules": "spaceship-battles",
        "attacker": side(&fight.sides[0]),
        "defender": side(&fight.sides[1]),
        "setting": setting,
    })
}

// Random fights.

fn number(random: &mut Random, least: u32, most: u32) -> u32 {
    least + random.below(u64::from(most - least) + 1) as u32
}

fn index(random: &mut Random, most: usize) -> usize {
    random.below(most as u64 + 1) as usize
}

/// The smallest hulls are the most frequent: situations of large ships are many.
fn berth(random: &mut Random, full: u32, post: Post) -> Berth {
    let most = if random.one_in(4) { full } else { full.min(16) };
    Berth { damage: full - number(random, 1, most), post }
}

fn post(random: &mut Random, ground: &Ground) -> Post {
    match ground {
        Ground::Ranges(_) => Post::default(),
        Ground::Map { width, height, .. } => {
            let at = (random.below(*width as u64) as i32, random.below(*height as u64) as i32);
            Post { at, heading: index(random, 3) }
        }
    }
}

fn orders(random: &mut Random, has_device: bool) -> Orders {
    let mut power = None;
    if random.one_in(2) {
        let mut left = 8;
        let points = [0; 3].map(|_: u32| {
            let points = number(random, 0, 3).min(left);
            left -= points;
            points
        });
        power = Some(points);
    }
    let mut priority: Vec<usize> = Vec::new();
    for _ in 0..random.below(4) {
        let system = index(random, 2);
        if !priority.contains(&system) {
            priority.push(system);
        }
    }
    Orders {
        doctrine: match random.below(5) {
            0..2 => Doctrine::Close,
            2..4 => Doctrine::Keep(number(random, 0, 12) as i32),
            _ => Doctrine::Hold,
        },
        target: [Target::Nearest, Target::Weakest, Target::Biggest][index(random, 2)],
        aim: random.one_in(2).then(|| index(random, 2)),
        power,
        priority,
        speed: None,
        self_destruct: random.one_in(5).then(|| number(random, 1, 12)),
        invisible: has_device && !random.one_in(4),
    }
}

fn random_group(random: &mut Random, ground: &Ground, charts: &Charts, most: u32) -> Group {
    let device = random.one_in(5);
    let mut group = Group {
        size: index(random, 5),
        speed: number(random, 1, 12),
        field: if random.one_in(2) { index(random, 1) } else { index(random, 5) },
        weapon: index(random, 5),
        aft: random.one_in(4),
        invisibility: device,
        torpedoes: random.one_in(4),
        missiles: random.one_in(4),
        factors: [3; 3].map(|best| if random.one_in(5) { number(random, 0, 3) } else { best }),
        ships: Vec::new(),
        orders: orders(random, device),
    };
    let full = group.full_hull();
    for _ in 0..number(random, 1, most) {
        let post = post(random, ground);
        group.ships.push(berth(random, full, post));
    }
    let top = group.first_speed(charts);
    if top > 0 && random.one_in(3) {
        group.orders.speed = Some(number(random, 1, top));
    }
    group
}

fn random_ground(random: &mut Random) -> Ground {
    let range = |random: &mut Random| match random.below(3) {
        0 => number(random, 0, 4) as i32,
        _ => number(random, 0, 13) as i32,
    };
    match random.below(5) {
        0 => Ground::Ranges([range(random); 4]),
        1..3 => Ground::Ranges([0; 4].map(|_| range(random))),
        _ => {
            let (width, height) = (number(random, 1, 16) as i32, number(random, 1, 10) as i32);
            let mut objects = Vec::new();
            for _ in 0..random.below(6) {
                let object =
                    (random.below(width as u64) as i32, random.below(height as u64) as i32);
                if !objects.contains(&object) {
                    objects.push(object);
                }
            }
            Ground::Map { width, height, objects, orthogonal: random.one_in(3) }
        }
    }
}

fn random_charts(random: &mut Random) -> Charts {
    let mut charts = Charts::house();
    let mut row = |most: u32| {
        let mut row = [0; 3].map(|_: u32| number(random, 0, most));
        row.sort_unstable();
        row
    };
    charts.engines = row(3);
    let fields = [row(4), row(9)];
    charts.fields[1..3].copy_from_slice(&fields);
    charts.dice[3] = row(6);
    for moves in &mut charts.movement[4..7] {
        *moves = (1..=12).filter(|_| random.one_in(2)).collect();
    }
    charts
}

pub(crate) fn random_fight(random: &mut Random) -> Fight {
    let ground = random_ground(random);
    let charts = if random.one_in(4) { random_charts(random) } else { Charts::house() };
    let is_duel = random.one_in(2);
    let sides = [0, 1].map(|_| {
        let groups = if is_duel { 1 } else { number(random, 1, 2) };
        let most = if is_duel { 1 } else { 2 };
        (0..groups).map(|_| random_group(random, &ground, &charts, most)).collect()
    });
    let turns = (!random.one_in(4)).then(|| number(random, 1, 3));
    Fight { sides, ground, turns, charts }
}

/// One ship approaches another that holds and fires at nothing.
fn random_approach(random: &mut Random) -> Fight {
    let (width, height) = (number(random, 1, 20) as i32, number(random, 1, 20) as i32);
    let orthogonal = random.one_in(2);
    let ground = Ground::Map { width, height, objects: Vec::new(), orthogonal };
    let charts = if random.one_in(4) { random_charts(random) } else { Charts::house() };
    let mut ship = random_group(random, &ground, &charts, 1);
    ship.orders.doctrine = match random.below(3) {
        0 => Doctrine::Close,
        _ => Doctrine::Keep(number(random, 0, 16) as i32),
    };
    // The engines are served first.
    ship.orders.priority = vec![ENGINES];
    ship.orders.power = None;
    ship.factors = [3; 3];
    ship.orders.speed = None;
    ship.orders.self_destruct = (!random.one_in(4)).then_some(60);
    let mut target = random_group(random, &ground, &charts, 1);
    (target.size, target.field) = (0, 0);
    target.ships[0].damage = 0;
    target.orders.doctrine = Doctrine::Hold;
    target.orders.power = Some([0; 3]);
    (target.orders.speed, target.orders.self_destruct) = (None, None);
    (target.torpedoes, target.missiles) = (false, false);
    Fight { sides: [vec![ship], vec![target]], ground, turns: Some(number(random, 1, 2)), charts }
}

// Comparison.

/// Asserts that the program has found the odds of the oracle.
fn assert_agrees(found: &Summary, known: &Odds, fight: &Fight, text: &Value) {
    let same = |found: f64, known: f64, what: &str| {
        assert!((found - known).abs() < 1e-9, "{what}: {found}, the oracle has {known}: {text}");
    };
    same(found.draw.probability, known.draw, "draw");
    same(found.standoff.probability, known.standoff, "standoff");
    let most = found.rounds.distribution.len().max(known.turns.len());
    let share = |list: &[f64], turn: usize| list.get(turn).copied().unwrap_or(0.0);
    for turn in 0..most {
        let (found, known) = (share(&found.rounds.distribution, turn), share(&known.turns, turn));
        same(found, known, &format!("{turn} turns"));
    }
    for (number, side) in found.sides.iter().enumerate() {
        same(side.win.probability, known.win[number], &side.name);
        same(side.cost.lost, known.lost[number], "points lost");
        same(side.cost.destroyed, known.lost[1 - number], "points destroyed");
        let groups = &fight.sides[number];
        let points: u32 = groups.iter().map(|g| g.points() * g.ships.len() as u32).sum();
        assert_eq!(side.of_game.get("points").unwrap(), points, "{text}");
        for (place, left) in side.survivors.iter().enumerate() {
            same(left.hull.unwrap().mean, known.hull[number][place], "hull left");
            let known = &known.left[number][place];
            assert_eq!(left.distribution.len(), known.len());
            for (found, known) in left.distribution.iter().zip(known) {
                same(*found, *known, "ships left");
            }
            let mean: f64 = known.iter().enumerate().map(|(n, p)| n as f64 * p).sum();
            same(left.mean, mean, "ships left on average");
        }
    }
}

/// Asserts that random fights agree. A fight is passed over if it has more situations than
/// `patience` or if the program refuses to solve it within half a second.
fn agree(fights: usize, patience: usize, random: &mut Random, draw: impl Fn(&mut Random) -> Fight) {
    let mut compared = 0;
    let mut passed_over = 0;
    while compared < fights {
        let fight = draw(random);
        let Some(known) = solve(&fight, patience) else {
            passed_over += 1;
            continue;
        };
        let text = scenario(&fight);
        let budget = Budget { seconds: 0.5, bytes: 2e9 };
        match try_ask(&Question { budget, ..question(&text.to_string()) }) {
            Ok(found) => {
                assert_agrees(&found, &known, &fight, &text);
                compared += 1;
            }
            Err(NoAnswer::TooLarge { .. }) => passed_over += 1,
            Err(error) => panic!("{error:?}: {text}"),
        }
    }
    assert!(passed_over < fights / 2, "{passed_over} of {fights}");
}

#[test]
fn random_ship_fights_agree_with_the_rulebook() {
    agree(150, 20_000, &mut Random::new(1), random_fight);
}

/// The ship that closes in or keeps a range destroys itself in phase 12, which shows its range.
#[test]
fn b17_ships_move_as_if_all_sequences_of_moves_were_tried() {
    agree(300, 20_000, &mut Random::new(2), random_approach);
}

/// The long round; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn thousands_of_random_ship_fights_agree_with_the_rulebook() {
    let mut random = Random::new(3);
    agree(5_000, 200_000, &mut random, random_fight);
    agree(5_000, 200_000, &mut random, random_approach);
}

/// The charts of the oracle were typed a second time.
#[test]
fn the_ship_oracle_and_the_catalogue_have_the_same_charts() {
    let text = include_str!("../../fleets/spaceship-battles/charts.json");
    let catalogue: Value = serde_json::from_str(text).unwrap();
    let column = |chart: &str, name: &str| -> Value {
        catalogue[chart].as_array().unwrap().iter().map(|row| row[name].clone()).collect()
    };
    let charts = Charts::house();
    assert_eq!(column("speeds", "moves"), json!(charts.movement));
    assert_eq!(column("fields", "values"), json!(charts.fields));
    assert_eq!(column("weapons", "dice"), json!(charts.dice));
    assert_eq!(catalogue["engines"], json!(charts.engines));
}

/// The oracle has the figures that the rules print or imply.
#[test]
fn the_ship_oracle_has_the_printed_figures() {
    let charts = Charts::house();
    let marks = |phase: u32| charts.movement.iter().filter(|row| row.contains(&phase)).count();
    let by_phase: Vec<usize> = (1..=12).map(marks).collect();
    assert_eq!(by_phase, [6, 9, 6, 7, 3, 10, 7, 3, 10, 5, 9, 3]);
    assert_eq!(charts.dice, [[1, 1, 1], [1, 2, 2], [1, 2, 3], [2, 3, 4], [2, 4, 5], [3, 6, 9]]);
    // Duels of one row at factor III, with no deduction.
    for (row, mean) in [3.5, 4.028, 4.569, 5.097, 5.618, 16.5].into_iter().enumerate() {
        let orders = Orders {
            doctrine: Doctrine::Hold,
            target: Target::Nearest,
            aim: None,
            power: None,
            priority: vec![FIELD],
            speed: None,
            self_destruct: None,
            invisible: false,
        };
        let ship = Group {
            size: 0,
            speed: 1,
            field: row,
            weapon: row,
            aft: false,
            invisibility: false,
            torpedoes: false,
            missiles: false,
            factors: [3; 3],
            ships: vec![Berth { damage: 0, post: Post::default() }],
            orders: Orders { priority: vec![WEAPONS], ..orders.clone() },
        };
        let target = Group { orders, ..ship.clone() };
        let ground = Ground::Ranges([3, 99, 99, 99]);
        let sides = [vec![ship], vec![target]];
        let fight = Fight { sides, ground, turns: Some(1), charts: charts.clone() };
        let known = solve(&fight, 1_000_000).unwrap();
        assert!((60.0 - known.hull[1][0] - mean).abs() < 0.000_6, "{row}: {known:?}");
    }
}
