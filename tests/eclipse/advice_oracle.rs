//! Compares the advice for Eclipse with an oracle that shares no code with the program.

use std::fmt::Write as _;

use crate::support::advice_oracle::model::{Captain, Group, Moment, Objective, Scene, Side};
use crate::support::advice_oracle::values::{Solver, Value, best};
use crate::support::advice_oracle::volleys::Face;
use crate::support::ask::question;
use crate::support::random::Random;
use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::answer::NoAnswer;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Advice, AdvisedChoice, AdvisedRoll, Worth};
use fleetodds::internals::scenario::{Source, read_missiles, read_roll};

/// What is asked: a battle that has begun, the group that acts, and its dice.
#[derive(Clone, Debug)]
pub(crate) struct Situation {
    pub(crate) sides: [Side; 2],
    second_edition: bool,
    /// Side and group that act.
    acts: (usize, usize),
    pub(crate) missiles: bool,
    /// Number of rounds that are left, if they are limited.
    pub(crate) rounds_left: Option<u32>,
    /// The dice on the table, if they have been rolled.
    roll: Option<Vec<Face>>,
}

pub(crate) const COLOURS: [&str; 5] = ["y", "o", "b", "r", "p"];

impl Situation {
    /// Returns the situation as a scenario.
    pub(crate) fn scenario(&self) -> String {
        let [attacker, defender] = [0, 1].map(|side: usize| side_text(&self.sides[side]));
        let rules = if self.second_edition { "eclipse-2e" } else { "eclipse" };
        let [a, d] = [0, 1].map(|side: usize| self.sides[side].may_retreat);
        // In the second round missiles are spent (D14).
        let round = if self.missiles { 1 } else { 2 };
        let cap = self.rounds_left.map(|left| format!(r#", "round_cap": {}"#, round - 1 + left));
        let cap = cap.unwrap_or_default();
        format!(
            r#"{{"rules": "{rules}", "attacker": {attacker}, "defender": {defender}, "setting": "#
        ) + &format!(r#"{{"retreat": {{"attacker": {a}, "defender": {d}}}, "#)
            + &format!(r#""start": {{"round": {round}}}{cap}}}}}"#)
    }

    fn table(&self) -> OnTheTable {
        let (side, group) = self.acts;
        let class = self.sides[side].groups[group].class;
        let turn = Some(format!("{} {class}", ["attacker", "defender"][side]));
        let text = |die: &Face| format!("{}{}", COLOURS[die.colour], die.shown);
        let roll = self.roll.as_ref().map(|dice| {
            let dice: Vec<String> = dice.iter().map(text).collect();
            read_roll(&Source::new("--roll", dice.join(" "))).unwrap()
        });
        OnTheTable { turn, roll, ..OnTheTable::default() }
    }

    pub(crate) fn advice(&self) -> Result<Advice, NoAnswer> {
        advise(&question(&self.scenario()), &self.table(), &Ctx::new(1).unwrap())
    }

    /// Returns the oracle with the captain who decides playing as well as possible.
    pub(crate) fn solver(&self) -> (Solver, Scene, Moment) {
        let mut sides = self.sides.clone();
        let decider = &mut sides[self.acts.0];
        decider.captain = Captain::Optimal;
        decider.seeks_retreat = true;
        let solver = Solver::new(sides);
        let place = solver.order.iter().position(|at| *at == self.acts).unwrap();
        let scene = solver.opening();
        let Self { missiles, rounds_left, .. } = *self;
        (solver, scene, Moment { missiles, place, rounds_left })
    }
}

fn side_text(side: &Side) -> String {
    let mut fleet: Vec<String> = side.groups.iter().map(group_text).collect();
    fleet = vec![fleet.join(" + ")];
    if side.has_splitter {
        fleet.push("antimatter splitter".into());
    }
    if side.has_distortion {
        fleet.push("distortion shield".into());
    }
    let assign = if side.captain == Captain::Npc { "npc" } else { "optimal" };
    let mut play = format!(r#""assign": "{assign}""#);
    if side.captain == Captain::Optimal && side.objective == Objective::Swing {
        play += r#", "objective": "swing""#;
        if side.seeks_retreat {
            play += r#", "retreat": "optimal""#;
        }
    }
    format!(r#"{{"fleet": "{}", "play": {{{play}}}}}"#, fleet.join(" & "))
}

fn group_text(group: &Group) -> String {
    let dice = |icons: &[usize]| {
        let icons = icons.iter().zip(COLOURS).filter(|(n, _)| **n > 0);
        let text: String = icons.map(|(n, colour)| format!("{n}{colour}")).collect();
        if text.is_empty() { "0y".to_string() } else { text }
    };
    let mut text = format!(
        "{} {}(cannons={}, missiles={}, computer={}, shield={}, hull={}, initiative={}, cost={}",
        group.count,
        group.class,
        dice(&group.cannons),
        dice(&group.missiles),
        group.computer,
        group.shield,
        group.hull,
        group.initiative,
        group.cost,
    );
    if !group.damaged.is_empty() {
        write!(text, ", damaged={:?}", group.damaged).unwrap();
    }
    if group.is_retreating {
        text += ", retreating=true";
    }
    text + ")"
}

fn group(random: &mut Random, class: &'static str) -> Group {
    let hull = random.below(3) as u8;
    let count = 1 + [0, 0, 0, 1, 1, 2][random.below(6) as usize];
    let mut group = Group {
        class,
        count,
        cannons: [0; 5],
        missiles: [0; 4],
        computer: random.below(4) as i32,
        shield: random.below(3) as i32,
        hull,
        initiative: random.below(4) as i32,
        cost: 1.0 + random.below(8) as f64,
        damaged: Vec::new(),
        is_retreating: false,
    };
    if random.one_in(2) {
        group.damaged = (0..count).map(|_| random.below(u64::from(hull) + 1) as u8).collect();
    }
    if !random.one_in(8) {
        group.cannons[random.below(5) as usize] += 1 + usize::from(random.one_in(4));
        if random.one_in(3) {
            group.cannons[random.below(5) as usize] += 1;
        }
    }
    if random.one_in(3) {
        group.missiles[random.below(4) as usize] += 1 + random.below(2) as usize;
    }
    group
}

fn side(random: &mut Random, is_neutral: bool, second_edition: bool) -> Side {
    let mut classes = vec!["interceptor", "cruiser", "dreadnought", "starbase"];
    if is_neutral {
        classes = vec!["ancient", "gcds"];
    }
    let groups = (0..=random.below(if is_neutral { 2 } else { 3 }))
        .map(|_| {
            let class = classes.remove(random.below(classes.len() as u64) as usize);
            group(random, class)
        })
        .collect();
    let captain = match is_neutral || random.one_in(4) {
        true => Captain::Npc,
        false => Captain::Optimal,
    };
    let swings = random.one_in(2) && captain == Captain::Optimal;
    let mut side = Side {
        groups,
        captain,
        objective: if swings { Objective::Swing } else { Objective::Win },
        may_retreat: !is_neutral && random.one_in(3),
        seeks_retreat: swings && random.one_in(2),
        has_splitter: !is_neutral && random.one_in(3),
        has_distortion: !is_neutral && !second_edition && random.one_in(8),
    };
    if side.may_retreat && random.one_in(4) {
        let group = random.below(side.groups.len() as u64) as usize;
        side.groups[group].is_retreating = side.can_leave(group);
    }
    side
}

/// Returns a situation; `None` if the group that acts has nothing to fire.
pub(crate) fn situation(random: &mut Random) -> Option<Situation> {
    let second_edition = random.one_in(3);
    let is_neutral = random.one_in(5);
    let sides = [side(random, false, second_edition), side(random, is_neutral, second_edition)];
    let side = if is_neutral { 0 } else { random.below(2) as usize };
    let acts = (side, random.below(sides[side].groups.len() as u64) as usize);
    let group = &sides[side].groups[acts.1];
    let missiles = group.missiles != [0; 4] && random.one_in(2);
    let [y, o, b, r] = group.missiles;
    let dice = if missiles { [y, o, b, r, 0] } else { group.cannons };
    if dice == [0; 5] || (group.is_retreating && !missiles) {
        return None;
    }
    let with_roll = !random.one_in(4);
    let roll = (0..5).flat_map(|colour| vec![colour; dice[colour] * group.count]);
    // Good rolls give more choices.
    let mut face = |colour| Face { colour, shown: (1 + random.below(9) as u8).min(6) };
    let roll: Vec<Face> = roll.map(&mut face).collect();
    let roll = with_roll.then_some(roll);
    Some(Situation { sides, second_edition, acts, missiles, rounds_left: None, roll })
}

/// Number of situations that a battle may have, so that brute force is quick.
const MAX_SIZE: usize = 400;

pub(crate) fn is_small(situation: &Situation) -> bool {
    let mut size = 1;
    for group in situation.sides.iter().flat_map(|side| &side.groups) {
        // Ways to choose the damage of each ship, regardless of order.
        let (n, kinds) = (group.count, usize::from(group.hull) + 2);
        size *= (1..=n).fold(1, |ways, i| ways * (kinds + i - 1) / i);
        let dice = group.cannons.iter().sum::<usize>() * n;
        let missiles = group.missiles.iter().sum::<usize>() * n;
        if dice.max(missiles) > 6 {
            return false;
        }
    }
    size <= MAX_SIZE
}

pub(crate) fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn is_worth(worth: Worth, value: &Value, side: usize) -> bool {
    is_close(worth.win, value.win[side]) && is_close(worth.swing, value.swing[side])
}

/// Returns what differs between the advice of the program and of the oracle.
pub(crate) fn difference(situation: &Situation, advice: &Advice) -> Option<String> {
    let (mut solver, scene, at) = situation.solver();
    match &situation.roll {
        Some(dice) => {
            let choices = solver.choices(&scene, at, dice);
            let before = solver.before_roll(&scene, at);
            differs_with_roll(situation, advice, choices, &before)
        }
        None => differs_before(situation, advice, &mut solver, (&scene, at)),
    }
}

fn differs_with_roll(
    situation: &Situation,
    advice: &Advice,
    choices: Vec<Value>,
    before: &Value,
) -> Option<String> {
    let side = situation.acts.0;
    if !is_worth(advice.before?, before, side) {
        return Some(format!("before: {:?}, the oracle says {before:?}", advice.before));
    }
    if !advice.rolls.is_empty() {
        return Some("rolls are listed though one is on the table".into());
    }
    differing_choices(situation, advice, choices)
}

/// Compares the choices: their number, values, order, costs, and which are the best.
fn differing_choices(situation: &Situation, advice: &Advice, known: Vec<Value>) -> Option<String> {
    let (side, objective) = (situation.acts.0, situation.sides[situation.acts.0].objective);
    let shown = || {
        let found: Vec<_> = advice.choices.iter().map(|c| (&c.choice, c.worth)).collect();
        format!("{found:#?}\nthe oracle: {known:#?}")
    };
    if advice.choices.len() != known.len() {
        return Some(format!("{} choices, not {}: {}", advice.choices.len(), known.len(), shown()));
    }
    let mut left = known.clone();
    for choice in &advice.choices {
        match left.iter().position(|value| is_worth(choice.worth, value, side)) {
            Some(n) => left.remove(n),
            None => return Some(format!("{choice:?} is not known to the oracle: {}", shown())),
        };
    }
    let figures: Vec<[f64; 2]> = advice
        .choices
        .iter()
        .map(|choice| match objective {
            Objective::Win => [choice.worth.win, choice.worth.swing],
            Objective::Swing => [choice.worth.swing, choice.worth.win],
        })
        .collect();
    if let Some(n) = (1..figures.len()).find(|&n| best(&figures[n - 1..=n])[0] == 1) {
        return Some(format!("choice {n} is better than the one before it: {}", shown()));
    }
    let known: Vec<[f64; 2]> = known.iter().map(|value| value.seen_by(side, objective)).collect();
    let best_of_all = best(&known);
    let most = known[best_of_all.first().copied()?][0];
    for (choice, figure) in advice.choices.iter().zip(&figures) {
        if !is_close(choice.cost, most - figure[0]) || choice.cost < 0.0 || choice.margin != 0.0 {
            return Some(format!("{} costs {}: {}", choice.choice, choice.cost, shown()));
        }
    }
    // The values of repeated situations are found by iteration, so equal ones may differ a little.
    let top = known[best_of_all[0]];
    let is_wrong = |(choice, figure): (&AdvisedChoice, &[f64; 2])| {
        let is_equal = best(&[figures[0], *figure]).len() == 2;
        let is_near = is_close(figure[0], top[0]) && is_close(figure[1], top[1]);
        choice.is_best != is_equal || (is_equal && !is_near)
    };
    let wrong = advice.choices.iter().zip(&figures).any(is_wrong);
    wrong.then(|| format!("the best are {best_of_all:?}: {}", shown()))
}

fn differs_before(
    situation: &Situation,
    advice: &Advice,
    solver: &mut Solver,
    (scene, at): (&Scene, Moment),
) -> Option<String> {
    let side = situation.acts.0;
    let fires = solver.before_roll(scene, at);
    let mut known = Vec::new();
    let mut before = fires;
    if solver.may_choose(scene, at) {
        known = vec![fires, solver.retreat(scene, at)];
        let objective = situation.sides[side].objective;
        let figures: Vec<[f64; 2]> = known.iter().map(|v| v.seen_by(side, objective)).collect();
        before = known[best(&figures)[0]];
    }
    if !is_worth(advice.before?, &before, side) {
        return Some(format!("before: {:?}, the oracle says {before:?}", advice.before));
    }
    if known.is_empty() != advice.choices.is_empty() {
        return Some(format!("{:?}, the oracle has {known:?}", advice.choices));
    }
    if !known.is_empty()
        && let Some(difference) = differing_choices(situation, advice, known)
    {
        return Some(difference);
    }
    differing_rolls(situation, advice, (&fires, solver.rolls(scene, at)))
}

/// Compares the rolls: their probabilities, and the values of their best uses.
fn differing_rolls(
    situation: &Situation,
    advice: &Advice,
    (fires, known): (&Value, Vec<(f64, Value)>),
) -> Option<String> {
    let side = situation.acts.0;
    let sum = |figure: fn(&AdvisedRoll) -> f64| -> f64 {
        advice.rolls.iter().map(|roll| roll.probability * figure(roll)).sum()
    };
    let (all, win, swing) = (sum(|_| 1.0), sum(|r| r.worth.win), sum(|r| r.worth.swing));
    if !is_close(all, 1.0) || !is_worth(Worth { win, swing }, fires, side) {
        return Some(format!("the rolls give {all}, {win}, {swing}; the oracle says {fires:?}"));
    }
    if advice.rolls.windows(2).any(|pair| pair[0].probability < pair[1].probability) {
        return Some("the rolls are not sorted by probability".into());
    }
    // Rolls with equal effects are one roll to the program, so only sums are compared.
    let likely = |worth: Worth| -> f64 {
        known.iter().filter(|(_, value)| is_worth(worth, value, side)).map(|(p, _)| p).sum()
    };
    let listed = |worth: Worth| -> f64 {
        let alike = |roll: &&AdvisedRoll| {
            is_close(roll.worth.win, worth.win) && is_close(roll.worth.swing, worth.swing)
        };
        advice.rolls.iter().filter(alike).map(|roll| roll.probability).sum()
    };
    let wrong = advice.rolls.iter().find(|r| !is_close(likely(r.worth), listed(r.worth)))?;
    Some(format!("{wrong:?}: the oracle says {} for this worth: {known:?}", likely(wrong.worth)))
}

/// What became of the situations that were compared.
#[derive(Debug, Default)]
struct Tally {
    rolls: u32,
    choices: u32,
    retreats: u32,
    skipped: u32,
}

/// Compares random situations until this many have been.
fn compare(number: u32, seed: u64) {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut compared = 0;
    while compared < number {
        let Some(situation) = situation(&mut random).filter(is_small) else { continue };
        let (mut solver, scene, at) = situation.solver();
        solver.before_roll(&scene, at);
        if !solver.is_settled {
            tally.skipped += 1;
            continue;
        }
        // Most rolls leave nothing to choose; few of them are enough.
        let leaves_choice = |dice: &Vec<Face>| solver.choices(&scene, at, dice).len() > 1;
        if !situation.roll.as_ref().is_none_or(leaves_choice) && !random.one_in(6) {
            continue;
        }
        compared += 1;
        let report =
            |what: &str| format!("{what}\n{}\n{:?}", situation.scenario(), situation.table());
        let advice =
            situation.advice().unwrap_or_else(|no| panic!("{}", report(&format!("{no:?}"))));
        if let Some(difference) = difference(&situation, &advice) {
            panic!("{}", report(&difference));
        }
        tally.rolls += u32::from(situation.roll.is_none());
        tally.choices += u32::from(situation.roll.is_some() && advice.choices.len() > 1);
        tally.retreats += u32::from(situation.roll.is_none() && !advice.choices.is_empty());
    }
    assert!(tally.choices > number / 4 && tally.rolls > number / 8, "{tally:?}");
    assert!(tally.retreats > number / 60 && tally.skipped < number / 10, "{tally:?}");
}

#[test]
fn advice_agrees_with_the_oracle() {
    compare(60, 1);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn much_advice_agrees_with_the_oracle() {
    compare(300, 2);
}

/// Returns the advice for these dice, or without them, by fleets and further fields of a scenario.
fn advised(fleets: [&str; 2], more: &str, turn: &str, roll: Option<&str>) -> Advice {
    let [attacker, defender] = fleets;
    let scenario = format!(r#"{{"attacker": {attacker}, "defender": {defender} {more}}}"#);
    let scenario = scenario.replace('\n', " ");
    let roll = roll.map(|dice| read_roll(&Source::new("--roll", dice)).unwrap());
    let table = OnTheTable { turn: Some(turn.into()), roll, ..OnTheTable::default() };
    advise(&question(&scenario), &table, &Ctx::new(1).unwrap()).unwrap()
}

fn words(advice: &Advice) -> Vec<&str> {
    advice.choices.iter().map(|choice| choice.choice.as_str()).collect()
}

/// An orange die destroys either cruiser. The damaged one is easier to destroy later.
#[test]
fn advice_names_the_damage_of_ships() {
    let fleets = [
        r#""dreadnought(cannons=1y1o, computer=0, shield=0, hull=0, initiative=3)""#,
        r#""2 cruiser(cannons=1y, computer=0, shield=0, hull=1, initiative=2, damaged=[1,0])""#,
    ];
    let advice = advised(fleets, "", "dreadnought", Some("y1 o6"));
    let wanted = ["o6 destroys the undamaged cruiser", "o6 destroys the damaged cruiser"];
    assert_eq!(words(&advice), wanted);
}

/// A 4 hits the interceptor, but not the cruiser behind its shield.
#[test]
fn advice_names_the_dice_that_are_lost() {
    let fleets = [
        r#""dreadnought(cannons=2y, computer=2, shield=0, hull=0, initiative=3)""#,
        r#""interceptor(cannons=1y, computer=0, shield=0, hull=0, initiative=2)
            + cruiser(cannons=2y, computer=0, shield=2, hull=0, initiative=2)""#,
    ];
    let advice = advised(fleets, "", "dreadnought", Some("y6 y4"));
    let wanted = [
        "y6 destroys the cruiser; y4 destroys the interceptor",
        "y6 destroys the interceptor; y4 is lost",
    ];
    assert_eq!(words(&advice), wanted);
}

/// A fleet whose large ship has no cannons and acts before the starbase, if it may retreat.
const CARRIER: &str = r#""interceptor(cannons=1y, hull=2, initiative=3)
    + dreadnought(cannons=0y, computer=0, hull=1, initiative=2)
    + starbase(cannons=1r, computer=2, shield=1, hull=0, initiative=0)""#;

/// The defender has begun to retreat and is destroyed before it leaves.
#[test]
fn d4_the_dice_belong_to_the_group_that_is_named_if_unarmed_groups_may_retreat() {
    let leaving =
        r#""dreadnought(cannons=2r, shield=1, hull=1, initiative=3, cost=2, retreating=true)""#;
    let more =
        r#", "setting": {"retreat": {"attacker": true, "defender": true}, "start": {"round": 2}}"#;
    let advice = advised([CARRIER, leaving], more, "starbase", Some("r5"));
    assert_eq!(words(&advice), ["r5 destroys the dreadnought"]);
    assert!(is_close(advice.choices[0].worth.swing, 2.0));
    assert!(is_close(advice.before.unwrap().swing, 2.0 / 3.0));
}

/// The next group of the side decides about its own retreat, not about these dice.
#[test]
fn d4_dice_that_miss_leave_no_choice() {
    let more = r#", "setting": {"retreat": {"attacker": true}, "start": {"round": 2}}"#;
    let fleets = [
        r#""interceptor(cannons=1y, initiative=3) + cruiser(cannons=1y, initiative=2)""#,
        r#""ancient(initiative=1)""#,
    ];
    let advice = advised(fleets, more, "interceptor", Some("y1"));
    assert_eq!(words(&advice), ["nothing to choose"]);
}

/// Interceptor and dreadnought act one after the other, but only one of them decides now.
#[test]
fn d4_a_retreat_is_a_decision_of_one_group() {
    let more = r#", "setting": {"retreat": {"attacker": true}, "start": {"round": 2}}"#;
    let advice = advised([CARRIER, r#""ancient(initiative=1)""#], more, "interceptor", None);
    let mut words = words(&advice);
    words.sort_unstable();
    assert_eq!(words, ["begin to retreat", "fire"]);
    assert!(advice.rolls.iter().any(|roll| roll.choice == "nothing to choose"));
}

/// All choices that leave the last interceptor, which has begun to retreat, win equally often.
#[test]
fn d16_choices_that_win_equally_often_are_ranked_by_swing() {
    let fleets = [
        r#"{"fleet": "2 interceptor(cannons=1p, computer=1, shield=0, hull=2, initiative=1, cost=8, retreating=true)
            + cruiser(cannons=1b, computer=2, shield=2, hull=0, initiative=3, cost=7)",
            "play": {"objective": "swing", "retreat": "optimal"}}"#,
        r#"{"fleet": "starbase(cannons=2y1p, computer=3, shield=1, hull=2, initiative=3, cost=8)
            + dreadnought(cannons=1b1r, computer=3, shield=0, hull=0, initiative=1, cost=1)
            & antimatter splitter", "play": "npc"}"#,
    ];
    let more =
        r#", "setting": {"retreat": {"attacker": true, "defender": true}, "start": {"round": 2}}"#;
    let advice = advised(fleets, more, "defender dreadnought", Some("b6 r6"));
    let figures: Vec<[f64; 2]> =
        advice.choices.iter().map(|choice| [choice.worth.win, choice.worth.swing]).collect();
    assert_eq!(figures.len(), 6);
    for pair in figures.windows(2) {
        assert_eq!(best(pair)[0], 0, "{figures:?}");
    }
}

/// `below` of a declared retreat binds a side that fights, not one that asks.
#[test]
fn d4_the_side_that_decides_retreats_when_that_is_best() {
    let side = |play: &str| format!(r#"{{"fleet": "2 cruiser", "play": {{{play}}}}}"#);
    let more = r#", "setting": {"retreat": {"attacker": true}, "start": {"round": 2}}"#;
    let advice = |play: &str| advised([&side(play), r#""2 ancient""#], more, "cruiser", None);
    let below = advice(r#""retreat": {"below": 0.5}"#);
    assert_eq!(words(&below), ["fire", "begin to retreat"]);
    assert_eq!(below.before, advice("").before);
    assert!((below.before.unwrap().win - 0.2207).abs() < 5e-5);
}

/// A cruiser without cannons is about to act.
#[test]
fn d4_a_group_without_weapons_may_retreat() {
    let fleets = [
        r#"{"fleet": "cruiser(cannons=0) + interceptor", "play": {"objective": "swing"}}"#,
        r#""2 ancient""#,
    ];
    let more = r#", "setting": {"retreat": {"attacker": true}}"#;
    let advice = advised(fleets, more, "cruiser", None);
    assert_eq!(words(&advice), ["begin to retreat", "stay"]);
    assert_eq!((advice.decision, advice.rolls.len()), ("retreat", 0));
    assert!(advice.situation.ends_with("1 cruiser of the attacker may begin to retreat"));
}

/// Both ships repair the damage at the end of the round.
#[test]
fn targets_are_listed_where_the_damage_is_repaired() {
    let fleets = [r#""cruiser""#, r#""dreadnought(+morph shield) + cruiser(+morph shield)""#];
    let advice = advised(fleets, "", "attacker cruiser", Some("y6"));
    let mut words = words(&advice);
    words.sort_unstable();
    let wanted =
        ["y6 damages the cruiser (damage 1 of 1)", "y6 damages the dreadnought (damage 1 of 2)"];
    assert_eq!(words, wanted);
}

#[test]
fn advice_names_the_damage_of_several_ships() {
    let fleets = [
        r#""dreadnought(cannons=2o, hull=3)""#,
        r#""3 cruiser(cannons=1o, computer=2, shield=1, damaged=[0,1,1])""#,
    ];
    let advice = advised(fleets, "", "dreadnought", Some("o6 o6"));
    assert!(words(&advice).contains(&"o6 each destroy 2 damaged cruiser"), "{:?}", words(&advice));
}

/// A rift die does one point on a 4, like a yellow die that hits.
#[test]
fn advice_tells_rift_dice_from_others() {
    let fleets = [r#""cruiser(cannons=1p1y, initiative=4)""#, r#""2 interceptor""#];
    let advice = advised(fleets, "", "cruiser", None);
    let one = advice.rolls.iter().find(|roll| roll.roll == "1 yellow or rift 4").unwrap();
    assert!(is_close(one.probability, 2.0 / 9.0));
    assert!(advice.rolls.iter().all(|roll| !roll.roll.contains("2 yellow +")));
}

/// Returns the advice about missiles in flight, or why there is none.
fn about_missiles(fleets: [&str; 2], missiles: &str, hits: u32) -> Result<Advice, NoAnswer> {
    let [attacker, defender] = fleets;
    let scenario = format!(r#"{{"attacker": "{attacker}", "defender": "{defender}"}}"#);
    let missiles = Some(read_missiles(&Source::new("--missiles", missiles)).unwrap());
    let table = OnTheTable { missiles, hits: Some(hits), ..OnTheTable::default() };
    advise(&question(&scenario), &table, &Ctx::new(1).unwrap())
}

/// Two undamaged cruisers are alike but for the missiles that are aimed at them.
#[test]
fn no_two_choices_have_the_same_words() {
    let fleets = [
        "2 dreadnought(cannons=1y, computer=1, hull=1, initiative=4, missiles=1o1b)",
        "3 cruiser(cannons=1r, computer=3, shield=1, hull=1, initiative=4, missiles=1o, damaged=[0,1,0]) \
         & point defense & distortion shield",
    ];
    let missiles =
        "1 blue at cruiser 2, 1 orange at cruiser 3, 1 blue at cruiser 1, 1 orange at cruiser 1";
    let advice = about_missiles(fleets, missiles, 2).unwrap();
    assert_eq!(words(&advice)[0], "stop blue at cruiser 2; stop orange at cruiser 3");
    let mut all = words(&advice);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), advice.choices.len());
}

#[test]
fn missiles_and_hits_that_cannot_be_are_refused() {
    let fleets = ["2 interceptor(missiles=2y)", "2 cruiser & point defense"];
    let refused =
        |missiles: &str, hits: u32| about_missiles(fleets, missiles, hits).unwrap_err().to_string();
    let colour = refused("orange at cruiser", 1);
    assert!(colour.contains("found 1 orange, but attacker interceptor rolls 4 yellow"), "{colour}");
    let hits = refused("2 yellow at cruiser", 3);
    assert!(hits.contains("point defence of the defender rolls only 2 dice"), "{hits}");
    let none = refused("yellow at cruiser", 0);
    assert!(none.contains("--hits 0: no missile can be stopped"), "{none}");
}
