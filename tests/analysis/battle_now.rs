//! Battles at the table: what comes next, the worth of choices, and the records that follow from
//! them.

use std::ops::Range;

use crate::eclipse::analysed::{Play, fight};
use crate::support::analysis::gap;
use crate::support::random::Random;
use crate::support::table::{AtTable, choices, rolls};
use fleetodds::Fight;
use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::answer::NoAnswer;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::load;
use fleetodds::internals::result::{
    Advice, Analysis, BattleChoices, BattleNext, BattleNow, RollEntry,
};
use fleetodds::internals::scenario::{
    Scenario, Source, read_record, read_roll, read_scenario, record_as_json, record_as_text,
};

/// Returns a battle without entries.
fn begun(scenario: &Scenario) -> AtTable {
    let question = Fight::from(scenario.clone()).question().unwrap();
    let game = load(question.rulebook, &[]).unwrap();
    let text = record_as_text(game.lexicon(), scenario, &[]).unwrap();
    AtTable::of(question, &text)
}

fn analysed(battle: &AtTable) -> Analysis {
    let record = read_record(&Source::new("battle", battle.text.as_str())).unwrap();
    let analysis = analyse(&battle.question, &record, &Ctx::new(1).unwrap());
    analysis.unwrap_or_else(|error| panic!("{error}\n{}", battle.text))
}

/// A battle that was played with random choices.
#[derive(Default)]
struct Walk {
    steps: u32,
    /// By side: the sum of what its choices have cost.
    cost: [f64; 2],
    end: Option<BattleNow>,
}

/// Plays a battle with random rolls and random choices. The record is analysed after every step.
fn walk(battle: &mut AtTable, random: &mut Random, most: u32) -> Walk {
    let mut walk = Walk::default();
    // What the last choice was worth: its record must be read as it was meant.
    let mut expected: Vec<f64> = Vec::new();
    while walk.steps < most {
        walk.steps += 1;
        let mut now = match battle.ask(None) {
            Err(NoAnswer::TooLarge { .. }) => break,
            now => now.unwrap_or_else(|error| panic!("{error}\n{}", battle.text)),
        };
        for (now, expected) in worth(&now).iter().zip(&expected) {
            assert!((now - expected).abs() < 1e-9, "{now} {expected}\n{}", battle.text);
        }
        if let BattleNext::Over { .. } = now.next {
            walk.end = Some(now);
            break;
        }
        if let BattleNext::Roll { .. } = now.next {
            let roll = battle.random_roll(random.below(1 << 40));
            now = battle.after(&roll);
        }
        let choices = choices(now);
        assert_eq!(choices.is_forced, choices.choices.len() == 1, "{choices:#?}");
        assert!(choices.choices[0].is_best && choices.choices[0].cost < 1e-9, "{choices:#?}");
        let chosen = random.below(choices.choices.len() as u64) as usize;
        let chosen = &choices.choices[chosen];
        // A record does not tell which missiles were stopped, so an analysis cannot judge it.
        if choices.decision != "stop" {
            walk.cost[choices.side] += chosen.cost;
        }
        let after = chosen.worth.iter().flatten();
        expected = after.flat_map(|worth| [worth.win, worth.swing]).collect();
        battle.text.clone_from(&chosen.record);
        analysed(battle);
    }
    walk
}

/// Returns a random combat of Twilight Imperium.
fn combat(random: &mut Random) -> String {
    let mut pick = |names: &[&str]| names[random.below(names.len() as u64) as usize].to_string();
    let is_space = pick(&["space", "space", "ground"]) == "space";
    let mut side = |n: usize| {
        let units = match is_space {
            true => ["cruiser", "destroyer", "dreadnought", "carrier", "2 fighter", "war sun"],
            false => ["infantry", "2 infantry", "mech", "3 infantry", "infantry", "mech"],
        };
        let count = pick(&["1", "2", "2"]).parse().unwrap();
        let mut all: Vec<String> = Vec::new();
        while all.len() < count {
            let unit = pick(&units);
            if !all.iter().any(|known| known.ends_with(unit.trim_start_matches("2 "))) {
                all.push(if unit.contains(' ') { unit } else { pick(&["", "2 "]) + &unit });
            }
        }
        if !is_space && n == 1 {
            all.extend(["pds".to_string()].into_iter().filter(|_| pick(&["a", "b"]) == "a"));
        }
        if !is_space && n == 0 {
            all.extend(
                ["dreadnought".to_string()].into_iter().filter(|_| pick(&["a", "b"]) == "a"),
            );
        }
        let play = pick(&["", "", " & play=adaptive", " & sustain=late"]);
        let cards = ["", "", "", "", " & direct hit", " & duranium armor", " & shields holding"];
        let card = if is_space { pick(&cards) } else { String::new() };
        all.join(" + ") + &play + &card
    };
    let (a, d) = (side(0), side(1));
    let setting = match is_space && pick(&["a", "b"]) == "a" {
        true => r#"{"retreat": {"attacker": true, "defender": true}}"#,
        false => "{}",
    };
    let theatre = if is_space { "space" } else { "ground" };
    format!(
        r#"{{"rules": "ti4-{theatre}", "attacker": "{a}", "defender": "{d}", "setting": {setting}}}"#
    )
}

/// Checks a battle that was played with random choices to its end.
fn check_end(battle: &AtTable, walk: &Walk) {
    let Some(end) = &walk.end else { return };
    let analysis = analysed(battle);
    assert!(analysis.ended && gap(&analysis) < 1e-9, "{}\n{analysis:#?}", battle.text);
    let BattleNext::Over { words, .. } = &end.next else { return };
    assert_eq!(*words, analysis.outcome, "{}", battle.text);
    for (n, side) in analysis.sides.iter().enumerate() {
        let Some(skill) = &side.player else { continue };
        let gap = (skill.mistakes - walk.cost[n]).abs();
        assert!(gap < 1e-9, "side {n}: {gap}\n{}\n{analysis:#?}", battle.text);
        let worth = end.sides[n].worth.unwrap();
        let end = if skill.objective == "win" { worth.win } else { worth.swing };
        assert!((end - skill.end).abs() < 1e-9, "side {n}\n{}", battle.text);
    }
}

/// Plays random battles, and returns the number that were played to their end.
fn walks(seeds: Range<u64>, scenario: &dyn Fn(&mut Random) -> String) -> u32 {
    let mut ended = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = scenario(&mut random);
        let scenario = read_scenario(&Source::new("scenario", text.as_str()));
        let mut battle = begun(&scenario.unwrap_or_else(|error| panic!("{error}")));
        let walk = walk(&mut battle, &mut random, 60);
        check_end(&battle, &walk);
        ended += u32::from(walk.end.is_some());
    }
    ended
}

#[test]
fn random_battles_of_eclipse_are_played_to_their_end() {
    let ended = walks(0..250, &|random| fight(random, Play::Any));
    assert!(ended > 200, "{ended}");
}

#[test]
fn random_combats_of_twilight_imperium_are_played_to_their_end() {
    let ended = walks(0..300, &combat);
    assert!(ended > 250, "{ended}");
}

/// Returns all results of the dice that are rolled next, each with its probability.
fn all_rolls(now: &BattleNow) -> Vec<(String, f64)> {
    let mut all = vec![(String::new(), 1.0)];
    for roll in rolls(now) {
        for (n, dice) in roll.dice.iter().enumerate() {
            match roll.entry {
                RollEntry::Faces => {
                    for _ in 0..dice.count {
                        let faces = |(text, p): &(String, f64)| {
                            let with =
                                |face| (format!("{text} {}{face}", dice.letter.unwrap()), p / 6.0);
                            (1..=6).map(with).collect::<Vec<_>>()
                        };
                        all = all.iter().flat_map(faces).collect();
                    }
                }
                RollEntry::Hits if n == 0 => {
                    let sums = hits(&roll.dice);
                    let next = |(text, p): &(String, f64)| {
                        let with = |(hits, q): (usize, &f64)| (format!("{text} {hits}"), p * q);
                        sums.iter().enumerate().map(with).collect::<Vec<_>>()
                    };
                    all = all.iter().flat_map(next).collect();
                }
                RollEntry::Hits => {}
            }
        }
    }
    all
}

/// Returns the probability of each number of hits of these dice.
fn hits(dice: &[fleetodds::internals::result::BattleDice]) -> Vec<f64> {
    let mut sums = vec![1.0];
    for dice in dice {
        let p = f64::from(dice.sides + 1 - dice.hits_on.unwrap()) / f64::from(dice.sides);
        for _ in 0..dice.count {
            let mut next = vec![0.0; sums.len() + 1];
            for (hits, q) in sums.iter().enumerate() {
                next[hits] += q * (1.0 - p);
                next[hits + 1] += q * p;
            }
            sums = next;
        }
    }
    sums
}

/// Returns what a situation is worth to the players: chances to win and swings.
fn worth(now: &BattleNow) -> Vec<f64> {
    let players = now.sides.iter().filter_map(|side| side.worth);
    players.flat_map(|worth| [worth.win, worth.swing]).collect()
}

/// Checks at each roll of a battle that its worth is the mean over all results.
#[track_caller]
fn check_means(text: &str, seed: u64, most: u32) {
    let mut battle = AtTable::new(text);
    let mut random = Random::new(seed);
    for _ in 0..most {
        let mut now = battle.now();
        match &now.next {
            BattleNext::Over { .. } => return,
            BattleNext::Roll { .. } => {
                let mut means = vec![0.0; worth(&now).len()];
                for (roll, p) in all_rolls(&now) {
                    let after = worth(&battle.after(&roll));
                    means.iter_mut().zip(after).for_each(|(mean, worth)| *mean += p * worth);
                }
                for (mean, worth) in means.iter().zip(worth(&now)) {
                    assert!((mean - worth).abs() < 1e-9, "{mean} {worth}\n{}", battle.text);
                }
                now = battle.after(&battle.random_roll(random.below(1 << 40)));
            }
            _ => {}
        }
        let choices = choices(now).choices;
        battle.text.clone_from(&choices[random.below(choices.len() as u64) as usize].record);
    }
}

#[test]
fn a_roll_is_worth_the_mean_of_all_its_results() {
    let retreat = "setting: {\"retreat\": {\"attacker\": true, \"defender\": true}}";
    check_means("attacker: 2 interceptor\ndefender: ancient", 1, 12);
    check_means("attacker: cruiser + interceptor\ndefender: 2 interceptor", 2, 12);
    check_means(&format!("attacker: 2 interceptor\ndefender: cruiser\n{retreat}"), 3, 12);
    let defended = "attacker: 2 interceptor(missiles=1o)\ndefender: 2 cruiser & point defense";
    check_means(defended, 4, 8);
    check_means("attacker: cruiser(cannons=1y1p)\ndefender: ancient", 5, 12);
    let two = |text: &str| format!("rules: ti4-space\n{text}");
    check_means(&two("attacker: 2 cruiser + fighter\ndefender: dreadnought + destroyer"), 6, 12);
    let setting = format!("attacker: dreadnought + 2 fighter\ndefender: 2 cruiser\n{retreat}");
    check_means(&two(&setting), 7, 12);
    let ground = "rules: ti4-ground\nattacker: 2 infantry + mech + dreadnought\n\
                  defender: 2 infantry + pds";
    check_means(ground, 8, 12);
}

/// Returns advice about the situation of a battle, from its fleets with their damage.
fn advised(rules: &str, now: &BattleNow, table: &OnTheTable) -> Advice {
    let [attacker, defender] = [0, 1].map(|side: usize| now.sides[side].fleet.as_str());
    let text =
        format!(r#"{{"rules": "{rules}", "attacker": "{attacker}", "defender": "{defender}"}}"#);
    let scenario = read_scenario(&Source::new("scenario", text)).unwrap();
    let question = Fight::from(scenario).question().unwrap();
    advise(&question, table, &Ctx::new(1).unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that the choices of a side are those of an advice.
#[track_caller]
fn check_choices(choices: &BattleChoices, advice: &Advice) {
    let all = format!("{choices:#?}\n{advice:#?}");
    assert_eq!(choices.choices.len(), advice.choices.len(), "{all}");
    for (choice, advised) in choices.choices.iter().zip(&advice.choices) {
        let worth = choice.worth[choices.side].unwrap();
        assert!((choice.cost - advised.cost).abs() < 1e-9, "{all}");
        assert!((worth.win - advised.worth.win).abs() < 1e-9, "{all}");
    }
}

#[test]
fn choices_cost_what_advice_says() {
    let fights = [
        ["2 cruiser", "2 ancient"],
        ["3 interceptor", "2 cruiser"],
        ["cruiser + 2 interceptor", "cruiser + dreadnought"],
    ];
    let mut compared = 0;
    for (seed, [a, d]) in (0..).zip(fights.iter().cycle().take(18)) {
        let mut random = Random::new(seed);
        let mut battle = AtTable::new(&format!("rules: eclipse\nattacker: {a}\ndefender: {d}"));
        for _ in 0..40 {
            let now = battle.now();
            if let BattleNext::Over { .. } = now.next {
                break;
            }
            let roll = battle.random_roll(random.below(1 << 40));
            let after = choices(battle.after(&roll));
            if !after.is_forced {
                let who = rolls(&now)[0].who.replace(' ', ".");
                let roll = Some(read_roll(&Source::new("--roll", roll)).unwrap());
                let table = OnTheTable { roll, turn: Some(who), ..OnTheTable::default() };
                check_choices(&after, &advised("eclipse", &now, &table));
                compared += 1;
            }
            let chosen = random.below(after.choices.len() as u64) as usize;
            battle.text.clone_from(&after.choices[chosen].record);
        }
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn hits_cost_what_advice_says() {
    let fleets = ["2 dreadnought + fighter", "2 cruiser + destroyer"];
    let text =
        format!("rules: ti4-space\nattacker: {}\ndefender: {}\nround 1", fleets[0], fleets[1]);
    for (scored, hits) in [(0, 1), (1, 2), (2, 2), (3, 1)] {
        let battle = AtTable::new(text.trim_end_matches("round 1"));
        let now = battle.now();
        // No barrage: there is one fighter, and a destroyer fires at it.
        let barrage = choices(battle.after("0"));
        let battle = AtTable::new(&barrage.choices[0].record);
        let after = choices(battle.after(&format!("{scored} {hits}")));
        assert_eq!((after.side, after.decision), (0, "assign"), "{after:#?}");
        let table = OnTheTable {
            hits: Some(hits),
            scored: Some(scored).filter(|scored| *scored > 0),
            turn: Some("attacker".into()),
            ..OnTheTable::default()
        };
        let mut advice = advised("ti4-space", &now, &table);
        // Notes do not tell whether the dreadnought that is lost has sustained the other hit.
        let is_told = |choice: &str| choice != "lose 1 dreadnought; dreadnought sustains damage";
        advice.choices.retain(|choice| is_told(&choice.choice));
        check_choices(&after, &advice);
    }
}

fn close(now: &BattleNow, side: usize, win: f64) {
    let worth = now.sides[side].worth.unwrap();
    assert!((worth.win - win).abs() < 1e-9, "{} {win}", worth.win);
}

/// Each side hits with 1/6. The one that rolls first wins with (1/6) / (1 - 25/36) = 6/11; the
/// defender rolls first.
#[test]
fn two_interceptors_fight_die_by_die() {
    let mut battle = AtTable::new("attacker: interceptor\ndefender: interceptor");
    let now = battle.now();
    close(&now, 0, 5.0 / 11.0);
    close(&now, 1, 6.0 / 11.0);
    assert_eq!(
        (now.part.as_str(), rolls(&now)[0].who.as_str()),
        ("round 1", "defender interceptor")
    );
    let [dice] = &rolls(&now)[0].dice[..] else { panic!("{now:#?}") };
    assert_eq!((dice.letter, dice.count, dice.hits_on), (Some('y'), 1, Some(6)));
    let missed = battle.play("3");
    assert_eq!(missed.choice, "no hits");
    assert!(battle.text.ends_with("\n\nround 1\ndefender interceptor: y3\n"), "{}", battle.text);
    close(&battle.now(), 0, 6.0 / 11.0);
    let hit = battle.play("y6");
    assert_eq!(hit.choice, "y6 destroys the interceptor");
    let now = battle.now();
    assert_eq!(now.next, BattleNext::Over { words: "attacker wins".into(), winner: Some(0) });
    assert_eq!((now.sides[0].fleet.as_str(), now.sides[1].fleet.as_str()), ("interceptor", ""));
    assert_eq!(
        (now.sides[1].groups[0].lost, now.sides[1].groups[0].text.as_str()),
        (1, "no interceptor")
    );
    close(&now, 0, 1.0);
}

/// A unit with several dice says how many, and those of an ability are among them.
#[test]
fn dice_of_a_unit_are_counted_together() {
    let text = "rules: ti4-space\nattacker: 3 cruiser\ndefender: war sun + pds & plasma scoring";
    let now = AtTable::new(text).now();
    let [cannon] = rolls(&now) else { panic!("{now:#?}") };
    assert_eq!((cannon.words.as_str(), cannon.most), ("pds 2 dice on 6+", Some(2)));
    let without = text.replace(" + pds & plasma scoring", "");
    let now = AtTable::new(&without).now();
    let [_, sun] = rolls(&now) else { panic!("{now:#?}") };
    assert_eq!((sun.words.as_str(), sun.most), ("war-sun 3 dice on 3+", Some(3)));
}

/// Fighters hit with 1/5, both at the same time. One of them wins alone with (4/25) / (9/25).
#[test]
fn two_fighters_roll_at_the_same_time() {
    let mut battle = AtTable::new("rules: ti4-space\nattacker: fighter\ndefender: fighter");
    let now = battle.now();
    close(&now, 0, 4.0 / 9.0);
    let [first, second] = rolls(&now) else { panic!("{now:#?}") };
    assert_eq!((first.side, second.side, first.most), (0, 1, Some(1)));
    assert_eq!((first.dice[0].hits_on, first.words.as_str()), (Some(9), "fighter 1 die on 9+"));
    battle.play("0 0");
    assert!(battle.text.contains("round 1\nattacker: 0 hits, loses nothing\n"), "{}", battle.text);
    let now = battle.now();
    assert_eq!(now.part, "round 2");
    close(&now, 1, 4.0 / 9.0);
    let mut draw = AtTable::new(&battle.text);
    draw.play("1 1");
    assert_eq!(draw.now().next, BattleNext::Over { words: "no side wins".into(), winner: None });
    battle.play("1 hit, no hits");
    let now = battle.now();
    assert_eq!(now.next, BattleNext::Over { words: "attacker wins".into(), winner: Some(0) });
}

#[test]
fn a_player_may_retreat_instead_of_firing() {
    let setting = "setting: {\"retreat\": {\"attacker\": true}}";
    let text = format!("attacker: interceptor\ndefender: 2 cruiser\n{setting}");
    let mut battle = AtTable::new(&text);
    let next = choices(battle.now());
    assert_eq!((next.decision, next.is_forced, next.choices.len()), ("retreat", false, 2));
    let choice = |words: &str| next.choices.iter().find(|choice| choice.choice == words).unwrap();
    battle.text.clone_from(&choice("fire").record);
    assert!(battle.text.ends_with("round 1\nattacker interceptor: stay\n"), "{}", battle.text);
    assert_eq!(analysed(&battle).sides[0].player.as_ref().unwrap().decisions, 1);
    battle.play("6");
    assert!(battle.text.contains("attacker interceptor: stay, y6, destroys nothing, damages"));
    battle.text.clone_from(&choice("begin to retreat").record);
    let now = battle.now();
    assert!(now.sides[0].groups[0].is_retreating, "{now:#?}");
    assert_eq!(now.sides[0].groups[0].text, "1 interceptor, retreating");
}

/// Two yellow missiles and an orange one do the same damage, but it matters which is stopped.
#[test]
fn missiles_of_different_damage_are_told_apart() {
    let text = "attacker: interceptor(missiles=2y1o)\n\
                defender: cruiser + interceptor & point defense";
    let aimed = choices(AtTable::new(text).after("y6 y6 o6")).choices;
    let pair =
        ["y6 y6 at cruiser 1, o6 at interceptor 1", "o6 at cruiser 1, y6 y6 at interceptor 1"];
    let ends_with = |record: &str, pair: &str| {
        let notes = record.trim_end().rsplit(": ").next().unwrap().split(", ");
        let mut notes: Vec<&str> = notes.collect();
        notes.sort_unstable();
        let mut wanted: Vec<&str> = pair.split(", ").collect();
        wanted.sort_unstable();
        notes == wanted
    };
    for pair in pair {
        let choice = aimed.iter().find(|choice| ends_with(&choice.record, pair));
        let choice = choice.unwrap_or_else(|| panic!("{pair} {aimed:#?}"));
        let battle = AtTable::new(&choice.record);
        let now = battle.now();
        close(&now, 0, choice.worth[0].unwrap().win);
        assert_eq!((rolls(&now)[0].entry, rolls(&now)[0].side), (RollEntry::Hits, 1));
        let stops = choices(battle.after("1"));
        assert_eq!((stops.decision, stops.side), ("stop", 1));
        assert!(stops.choices.len() > 2, "{stops:#?}");
    }
}

#[test]
fn a_record_in_json_goes_on_as_text() {
    let scenario = r#"{"rules": "eclipse", "attacker": "2 interceptor", "defender": "ancient"}"#;
    let scenario = read_scenario(&Source::new("scenario", scenario)).unwrap();
    let question = Fight::from(scenario.clone()).question().unwrap();
    let game = load(question.rulebook, &[]).unwrap();
    let text = record_as_json(game.lexicon(), &scenario, &[]).unwrap();
    let mut battle = AtTable::of(question, &text);
    assert_eq!(battle.random_roll(7), battle.random_roll(7));
    battle.play("y6 y1");
    assert!(
        battle.text.contains("\nround 1\nattacker interceptor: y6 y1, destroys nothing, damages")
    );
    analysed(&battle);
}

#[test]
fn a_roll_of_a_record_may_wait_for_its_choice() {
    let text = "attacker: 2 cruiser\ndefender: 2 ancient\nround 1\nancient: 1 1 1 1\n\
                cruiser: y6 y5 # which ancient?\n";
    let battle = AtTable::new(text);
    let next = choices(battle.now());
    assert_eq!((next.choices.len(), next.roll.as_str()), (2, "y6 y5"));
    let [best, other] = &next.choices[..] else { panic!() };
    assert_eq!(best.choice, "y6 + y5 destroy one ancient");
    assert_eq!((best.cost, best.mark), (0.0, Some("good")));
    assert!(other.cost > 0.0 && !other.is_best);
    assert!(best.record.ends_with(
        "cruiser: y6 y5, destroys undamaged ancient, damages nothing # which ancient?\n"
    ));
}

/// Returns the error of a roll.
#[track_caller]
fn refused(text: &str, roll: Option<&str>) -> String {
    AtTable::new(text).ask(roll).unwrap_err().to_string()
}

#[test]
fn rolls_that_do_not_fit_are_refused() {
    let eclipse = "attacker: 2 interceptor\ndefender: ancient";
    for (roll, part) in [
        ("6", "found 1 yellow, but attacker interceptor rolls 2 yellow"),
        ("y6 o5", "found 1 yellow and 1 orange"),
        ("y6 y7", "`y6 y7` is not a roll"),
        ("y6 z5", "no dice are called `z`"),
        ("6 5\nround 2", "no dice are called `round`"),
        ("", "found no dice"),
    ] {
        let error = refused(eclipse, Some(roll));
        assert!(error.contains(part), "{roll}: {error}");
    }
    let combat = "rules: ti4-space\nattacker: 2 cruiser\ndefender: carrier";
    for (roll, part) in [
        ("1", "this is not the result of the roll"),
        ("1 0 0", "this is not the result of the roll"),
        ("y6 y5", "this is not the result of the roll"),
        ("3 0", "found 3 hits, but attacker scores at most 2"),
        ("-1 0", "this is not the result of the roll"),
    ] {
        let error = refused(combat, Some(roll));
        assert!(error.contains(part), "{roll}: {error}");
    }
    let won = "attacker: interceptor\ndefender: interceptor\ndefender interceptor: 6";
    assert!(refused(won, Some("6")).contains("no dice are rolled now"));
}

#[test]
fn records_that_leave_something_open_are_refused() {
    for text in [
        "attacker: 2 interceptor\ndefender: ancient\ninterceptor: ?",
        "attacker: 2 interceptor\ndefender: ancient\ninterceptor: ?\nancient: 1 1",
        "rules: ti4-space\nattacker: 2 cruiser\ndefender: 2 cruiser\nround 1\nattacker: ?\n\
         defender: ?\nround 2\nattacker: 1 hit\ndefender: 0 hits",
    ] {
        let error = refused(text, None);
        assert!(error.contains("this line does not tell what has happened"), "{error}");
    }
    let star = "rules: star-chamber\nattacker: cruiser\ndefender: scout";
    assert!(refused(star, None).contains("players decide nothing"));
}

/// The limits are 4.5 standard errors.
#[test]
fn random_rolls_depend_on_their_seed_and_are_fair() {
    let battle = AtTable::new("attacker: interceptor\ndefender: interceptor");
    let rolls: Vec<String> = (0..3000).map(|seed| battle.random_roll(seed)).collect();
    let again: Vec<String> = (0..20).map(|seed| battle.random_roll(seed)).collect();
    assert_eq!(rolls[..20], again);
    let sixes = rolls.iter().filter(|roll| *roll == "y6").count() as f64 / 3000.0;
    assert!((sixes - 1.0 / 6.0).abs() < 4.5 * (5.0 / 36.0 / 3000.0_f64).sqrt(), "{sixes}");
    let battle = AtTable::new("rules: ti4-space\nattacker: fighter\ndefender: fighter");
    let hits = (0..3000).filter(|seed| battle.random_roll(*seed).starts_with('1')).count();
    let share = hits as f64 / 3000.0;
    assert!((share - 0.2).abs() < 4.5 * (0.16 / 3000.0_f64).sqrt(), "{share}");
}
