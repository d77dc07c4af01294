//! Battles that were noted down: luck, and what comes next at the table.

use crate::spaceship_battles::oracle::{random_fight, scenario};
use crate::support::analysis::{analysed, gap, players};
use crate::support::ask::question;
use crate::support::program::{file, refuses, run};
use crate::support::random::Random;
use crate::support::ship_oracle::{Fight, Ground, Odds, solve};
use crate::support::table::{AtTable, choices, rolls};
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::answer::{Battles, NoAnswer, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Analysis, BattleNext, BattleNow};
use fleetodds::internals::scenario::{Engine, Source, read_record};

/// Begins a fight at the table.
fn begun(fight: &Fight) -> AtTable {
    let scenario = scenario(fight).to_string();
    AtTable::of(question(&scenario), &format!("scenario: {scenario}\n"))
}

fn luck(battle: &AtTable) -> Analysis {
    let record = read_record(&Source::new("battle", battle.text.as_str())).unwrap();
    let analysis = analyse(&battle.question, &record, &Ctx::new(1).unwrap());
    analysis.unwrap_or_else(|error| panic!("{error}\n{}", battle.text))
}

/// By side: the chance to win, and the swing.
fn worth(now: &BattleNow) -> [f64; 4] {
    let [first, second] = [0, 1].map(|side: usize| now.sides[side].worth.unwrap());
    [first.win, first.swing, second.win, second.swing]
}

#[track_caller]
fn assert_worth(now: &BattleNow, known: [f64; 4], battle: &AtTable) {
    for (found, known) in worth(now).iter().zip(known) {
        assert!((found - known).abs() < 1e-7, "{found}, expected {known}\n{}", battle.text);
    }
}

fn known(odds: &Odds) -> [f64; 4] {
    let swing = odds.lost[1] - odds.lost[0];
    [odds.win[0], swing, odds.win[1], -swing]
}

/// Returns faces of this many dice for each of their sums, with its probability.
fn sums(dice: usize) -> Vec<(String, f64)> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 6];
        for (sum, p) in chances.iter().enumerate() {
            (1..=6).for_each(|face| next[sum + face] += p / 6.0);
        }
        chances = next;
    }
    let faces = |sum: usize| {
        let mut more = sum - dice;
        let face = |_| {
            let face = 1 + more.min(5);
            more -= face - 1;
            face.to_string()
        };
        (0..dice).map(face).collect::<Vec<_>>().join(" ")
    };
    (dice..=6 * dice).map(|sum| (faces(sum), chances[sum])).collect()
}

/// Goes on with one throw of random dice. Before it, checks that the situation is worth the mean of
/// all its results. Returns whether there was one.
fn throw(battle: &mut AtTable, random: &mut Random, checks: bool) -> bool {
    let now = battle.now();
    if matches!(now.next, BattleNext::Over { .. }) {
        return false;
    }
    let dice = rolls(&now)[0].dice[0].count as usize;
    if checks {
        let mut mean = [0.0; 4];
        for (faces, chance) in sums(dice) {
            let after = worth(&battle.after(&faces));
            mean.iter_mut().zip(after).for_each(|(mean, worth)| *mean += chance * worth);
        }
        assert_worth(&now, mean, battle);
    }
    let roll = battle.random_roll(random.below(1 << 40));
    let after = battle.after(&roll);
    let expected = worth(&after);
    let choices = choices(after);
    assert!(choices.is_forced && choices.roll == roll, "{choices:#?}");
    battle.text.clone_from(&choices.choices[0].record);
    assert_worth(&battle.now(), expected, battle);
    true
}

/// Whether a fight has few enough situations for an oracle, and a table that fits the budget.
fn small_fight(random: &mut Random) -> (Fight, Odds) {
    loop {
        let fight = random_fight(random);
        if let Some(odds) = solve(&fight, 2_000) {
            return (fight, odds);
        }
    }
}

/// The opening is worth what an independent solver finds; from then on each throw is worth the mean
/// of its results; and luck adds up to the end.
#[test]
fn random_battles_are_worth_what_the_rulebook_says() {
    let mut random = Random::new(11);
    let (mut played, mut thrown) = (0, 0);
    while played < 25 {
        let (fight, odds) = small_fight(&mut random);
        let mut battle = begun(&fight);
        match battle.ask(None) {
            Err(NoAnswer::TooLarge { .. }) => continue,
            now => assert_worth(&now.unwrap(), known(&odds), &battle),
        }
        let mut throws = 0;
        while throws < 25 && throw(&mut battle, &mut random, throws < 4) {
            throws += 1;
        }
        if throws == 0 {
            continue;
        }
        let (now, analysis) = (battle.now(), luck(&battle));
        assert!(gap(&analysis) < 1e-9 && analysis.battles.is_none(), "{}", battle.text);
        for (n, skill) in players(&analysis).enumerate() {
            let start = skill.start - odds.win[n];
            assert!(start.abs() < 1e-7 && skill.mistakes.abs() < 1e-12, "{}", battle.text);
            let end = skill.end - worth(&now)[2 * n];
            assert!(end.abs() < 1e-9, "{}\n{analysis:#?}", battle.text);
        }
        let is_over = matches!(now.next, BattleNext::Over { .. });
        assert_eq!(analysis.ended, is_over, "{}", battle.text);
        if let BattleNext::Over { words, .. } = now.next {
            assert_eq!(words, analysis.outcome);
        }
        (played, thrown) = (played + 1, thrown + throws);
    }
    assert!(thrown > 70, "{thrown}");
}

/// At the start of a turn the fight is one of ships with their damage, as an independent solver plays
/// it.
#[test]
fn a_turn_begins_as_a_fight_of_damaged_ships() {
    let mut random = Random::new(12);
    let mut compared = 0;
    while compared < 10 {
        let (mut fight, _) = small_fight(&mut random);
        let is_plain = matches!(fight.ground, Ground::Ranges(_))
            && fight.sides.iter().flatten().all(|group| {
                group.ships.len() == 1 && group.orders.aim.is_none() && group.factors == [3; 3]
            });
        if !is_plain || fight.turns == Some(1) {
            continue;
        }
        let mut battle = begun(&fight);
        while !battle.text.contains("turn 2") && throw(&mut battle, &mut random, false) {
            let now = battle.now();
            if now.part != "turn 2" || matches!(now.next, BattleNext::Over { .. }) {
                continue;
            }
            for (groups, side) in fight.sides.iter_mut().zip(&now.sides) {
                for (group, now) in groups.iter_mut().zip(&side.groups) {
                    group.ships.truncate(now.number as usize);
                    group.ships.iter_mut().zip(&now.damage).for_each(|(s, d)| s.damage = *d);
                }
                groups.retain(|group| !group.ships.is_empty());
            }
            fight.turns = fight.turns.map(|turns| turns - 1);
            let Some(odds) = solve(&fight, 20_000) else { break };
            // The points of ships that are lost already count in the battle alone.
            let found = worth(&now);
            for (found, known) in [(found[0], odds.win[0]), (found[2], odds.win[1])] {
                assert!((found - known).abs() < 1e-7, "{found}, expected {known}\n{}", battle.text);
            }
            compared += 1;
            break;
        }
    }
}

const DUEL: &str = "rules: spaceship-battles\nattacker: 2 e & name=Anna\ndefender: d & name=Bert\n";

/// All ways to note the same throws.
#[test]
fn damage_may_be_noted_in_place_of_dice() {
    let dice = analysed(&format!("{DUEL}turn 1\ne: 5 5\nAnna e: 1 1\nBert d: 6 6 3\n")).unwrap();
    let done =
        "turn 1\ne: damages d by 3\ne: damages nothing\nd: destroys nothing, damages e by 10\n";
    let done = analysed(&format!("{DUEL}{done}")).unwrap();
    let after = |analysis: &Analysis| {
        let win = |side: &Option<_>| {
            side.map(|worth: fleetodds::internals::result::AnalysedWorth| worth.win)
        };
        analysis.steps.iter().map(|step| step.after.each_ref().map(win)).collect::<Vec<_>>()
    };
    assert_eq!(after(&dice), after(&done));
    assert_eq!(dice.steps[0].what, "5 5 = 10 - 7: d hit by 3 (24 → 21)");
    assert_eq!(done.steps[1].what, "no effect");
    assert_eq!(dice.steps[2].part, "turn 1");
}

/// A throw that was not noted changes nothing on average, and its results fit what follows.
#[test]
fn open_throws_are_followed() {
    let open = analysed(&format!("{DUEL}e: ?\ne: 6 6\nd: damages e by 14\n"));
    assert!(open.is_err(), "three dice less 5 do 13 at most");
    let open = analysed(&format!("{DUEL}e: ?\ne: 6 6\nd: ?\n")).unwrap();
    assert!(gap(&open) < 1e-9 && !open.ended, "{open:#?}");
    let kinds: Vec<_> = open.steps.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, ["not noted", "roll", "not noted"]);
    assert!(open.steps[0].after[0].unwrap().change.abs() < 1e-9, "{open:#?}");
}

/// What was not noted may have cost a factor, and so a die.
#[test]
fn open_throws_may_change_the_dice_that_follow() {
    let fight = "rules: spaceship-battles\nattacker: c & aim=weapons & name=Anna\n\
                 defender: c & name=Ben\nsetting: {\"range\": 3}\nAnna c: ?\nBen c: 4 4 2 2\n\
                 Anna c: 5 5 3 1\n";
    let [four, three] = ["Ben c: 5 4 3 1", "Ben c: 5 4 3"].map(|line| format!("{fight}{line}"));
    assert!(analysed(&four).is_ok() && analysed(&three).is_ok());
    let error = analysed(&format!("{fight}Ben c: 5 4")).unwrap_err().to_string();
    assert!(error.contains("found 2 faces"), "{error}");
}

/// A heading tells in which turn a throw was made, and so what became of those before it. Two dice
/// for repairs in turn 3 mean that both ships were damaged after turn 2.
#[test]
fn headings_choose_among_situations() {
    let ship = |n: u32, heading: &str| format!(r#"{{"at": [{n}, {n}], "heading": "{heading}"}}"#);
    let scenario = format!(
        r#"{{"rules": "spaceship-battles", "attacker": {{"groups": [{{"size": "D",
            "factors": {{"weapons": 2}}, "ships": [{}, {}]}}]}}, "defender": {{"groups":
            [{{"size": "D", "ships": [{}]}}]}}, "setting": {{"map": {{"width": 30, "height": 30}}}}}}"#,
        ship(0, "N"),
        ship(1, "N"),
        ship(29, "S")
    );
    let end = |lines: &str| {
        let text = format!("scenario: {}\n{lines}", scenario.replace('\n', " "));
        let record = read_record(&Source::new("battle", text)).unwrap();
        let asked = fleetodds::Fight::from(record.scenario.clone()).question().unwrap();
        let (engine, battles) = (Engine::Simulate, Battles::Given(500));
        let question = Question { engine, battles, ..asked };
        let analysis = analyse(&question, &record, &Ctx::new(1).unwrap()).unwrap();
        players(&analysis).map(|skill| skill.end).collect::<Vec<_>>()
    };
    let told = end("turn 2\nd: 3\nd: 3\nturn 3\nd: ?\nd: 3\n");
    let headed = end("turn 2\nd: ?\nd: ?\nturn 3\nd: ?\nd: 3\n");
    let one_left = end("turn 2\nd: ?\nd: ?\nturn 3\nd: 3\n");
    for n in 0..2 {
        assert!((headed[n] - told[n]).abs() < 1e-9, "{told:?} {headed:?}");
        assert!((one_left[n] - told[n]).abs() > 1e-6, "{told:?} {one_left:?}");
    }
}

/// In a battle that is played, what was not noted has to be.
#[test]
fn a_battle_that_is_played_has_no_open_throws() {
    let error = AtTable::new(&format!("{DUEL}e: ?\n")).ask(None).unwrap_err().to_string();
    assert!(error.contains("does not tell what has happened"), "{error}");
}

/// Large battles are simulated, and say so.
#[test]
fn large_battles_are_simulated() {
    let text = "rules: spaceship-battles\nattacker: 3 c\ndefender: 2 b\nc: 6 6 6 6\n";
    let question = |engine: Engine| {
        let record = read_record(&Source::new("battle", text)).unwrap();
        let asked = fleetodds::Fight::from(record.scenario.clone()).question().unwrap();
        let question = Question { engine, ..asked };
        analyse(&question, &record, &Ctx::new(1).unwrap())
    };
    let simulated = question(Engine::Auto).unwrap();
    assert!(simulated.battles.is_some_and(|battles| battles > 1_000), "{simulated:#?}");
    assert!(simulated.warnings.iter().any(|note| note.contains("odds by simulation: each")));
    assert!(matches!(question(Engine::Exact), Err(NoAnswer::TooLarge { .. })));
}

#[track_caller]
fn says(lines: &str, parts: &[&str]) {
    let message = analysed(&format!("{DUEL}{lines}")).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
}

#[test]
fn errors_in_records_have_a_place_and_a_way_out() {
    says("e: 5 5 5", &["battle.txt:4:4", "found 3 faces", "Anna e throws 2 dice (weapons)"]);
    says("e: y5 5", &["these dice have no colour"]);
    says("e: 7 5", &["a face is 1 to 6"]);
    says("d: 5 5 5", &["`d` does not throw dice next", "expected 2 dice", "Anna e: ?"]);
    says("f: 1", &["unknown group `f`"]);
    says("e: 5 5 at d", &["ships follow their orders", "leave it out"]);
    says("e: damages the undamaged d", &["its class is enough"]);
    says("e: 2 hits", &["not a note of this game", "damages c by 5"]);
    says("e: retreat", &["not a note of this game"]);
    says("e: damages d by 9", &["cannot have done this", "at d, less 7"]);
    says("e: damages e by 3", &["cannot have done this"]);
    says("e: 5 5, damages d by 4", &["cannot have done this"]);
    says("turn 2\ne: 5 5", &["`turn 2` does not come next", "`turn 1`"]);
    says("round 1\ne: 5 5", &["not a part of a battle", "expected `turn 1`"]);
    says("e: 5 5\nturn 1", &["nothing follows `turn 1`"]);
    says("turn 1\nturn 1\ne: 5 5", &["nothing follows `turn 1`"]);
    says("e: 5", &["found 1 face,"]);
    says("", &["the record has no battle"]);
    let sure =
        "rules: spaceship-battles\nattacker: c\ndefender: d(damaged=[23])\nc: damages nothing\n";
    let error = analysed(sure).unwrap_err().to_string();
    assert!(error.contains("cannot have done this"), "{error}");
    let never = "rules: spaceship-battles\nattacker: c\ndefender: d\nsetting: {\"range\": 13}\n";
    assert_eq!(analysed(never).unwrap().outcome, "no side has won");
    let named =
        ["replay", "--record", "2 e & name=Anna vs d & name=Anna", "-r", "spaceship-battles"];
    refuses(&named, 3, &["both are called `Anna`"]);
}

#[test]
fn the_program_notes_analyses_and_comments_its_battles() {
    let fight = ["2 e & aim=field", "vs", "d & aim=weapons", "-r", "spaceship-battles"];
    let said = |args: &[&str]| {
        let (status, stdout, stderr) = run(args);
        assert_eq!(status, 0, "{args:?}\n{stderr}");
        stdout
    };
    let record = said(&[&["replay", "--record"], &fight[..]].concat());
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "battle.txt", record);
    let text = said(&["analyse", &path]);
    assert!(text.contains("under the orders of both") && text.contains("Luck and skill"), "{text}");
    assert!(!text.contains("mistakes"), "{text}");
    let story = said(&[&["replay"], &fight[..]].concat());
    assert_eq!(said(&[&["replay", "--advice"], &fight[..]].concat()), story);
    refuses(&["analyse", &path, "-e", "exact", "--budget", "1ms"], 3, &["does not fit the budget"]);
}
