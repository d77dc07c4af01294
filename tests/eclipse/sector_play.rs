//! D17: captains who play for the end of a sector. The worked example with its fractions, random
//! sectors against the solver of `tests/support/sector_play`, and the promise that looking ahead
//! never costs anything.

use crate::support::ask::{ask_played, assert_all, assert_is, question, try_ask, wins};
use crate::support::of_game::SectorFigures;
use crate::support::random::Random;
use crate::support::sector_play::random::random_sector;
use crate::support::sector_play::{Aim, Play, SectorText, Solver};
use fleetodds::internals::answer::Battles;
use fleetodds::internals::games::{Rulebook, load};
use fleetodds::internals::report::{Report, TableOptions};
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::{Engine, Source, read_scenario};

/// Returns the exact answer to a sector.
fn answer(scenario: &str) -> Summary {
    let question = question(scenario);
    try_ask(&fleetodds::internals::answer::Question { battles: Battles::Given(1), ..question })
        .unwrap()
}

/// Compares the program with the solver: each party's chance of holding the sector, and the swing
/// of its side.
fn compare(text: &SectorText, number: u64) {
    let summary = answer(&text.scenario());
    let mut solver = Solver::new(text);
    let values = solver.solve();
    for (n, [hold, swing]) in values.iter().enumerate() {
        let side = &summary.sides[n];
        let away = (side.win.probability - hold).abs();
        assert!(away < 1e-8, "sector {number}, {}: {hold} {away}\n{}", side.name, text.scenario());
        let members = &solver.sides[solver.side_of(n)].members;
        let lost: f64 = members.iter().map(|&m| summary.sides[m].cost.lost).sum();
        let away = (side.cost.destroyed - lost - swing).abs();
        assert!(away < 1e-7, "sector {number}, {}: {swing} {away}\n{}", side.name, text.scenario());
    }
}

fn compare_random(number: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut differ = 0;
    for n in 0..number {
        let mut text = random_sector(&mut random);
        compare(&text, n);
        let held = Solver::new(&text).solve();
        text.parties.iter_mut().for_each(|party| party.looks_ahead = false);
        let by_battle = Solver::new(&text).solve();
        let mut pairs = held.iter().zip(&by_battle);
        differ += u64::from(pairs.any(|(a, b)| (a[0] - b[0]).abs() > 1e-6));
    }
    assert!(differ >= number / 8, "looking ahead matters in {differ} of {number} sectors only");
}

/// The sector of D17: Camber fights Baker, and the winner meets Able.
fn example(horizon: &str) -> String {
    format!(
        r#"{{"rules": "eclipse", "parties": [
            {{"name": "Able", "fleet": "cruiser(cannons=1y, computer=5, hull=0, initiative=5)"}},
            {{"name": "Baker", "fleet": "interceptor(cannons=1o, computer=0, hull=0, initiative=3)
                + cruiser(cannons=1y, computer=4, hull=0, initiative=2)"}},
            {{"name": "Camber", "fleet": "cruiser(cannons=1y, computer=5, hull=1, initiative=4)",
                "play": {{"horizon": "{horizon}"}}}}]}}"#
    )
    .replace('\n', " ")
}

/// Camber shoots at the cruiser first. Undamaged, he then beats Able with 43/49, damaged with 1/7.
#[test]
fn d17_who_looks_ahead_keeps_his_ship_whole_for_the_next_battle() {
    let camber = (180.0 * 25.0 / 31.0 * 43.0 / 49.0 + 25.0 * 4500.0 / 45787.0) / 211.0;
    assert_is(camber, 41_616_000.0 / 67_627_399.0);
    let able = 161_177_687_100.0 / 442_350_816_859.0;
    let baker = 182_915_791.0 / 9_027_567_691.0;
    let summary = answer(&example("sector"));
    assert_all(&wins(&summary), &[able, baker, camber]);
    // He wins this battle less often than he could.
    assert_is(summary.encounters()[0].win["Camber"], 1_062_000.0 / 1_380_151.0);
}

/// Camber shoots at the interceptor first, which alone can destroy him at once.
#[test]
fn d17_who_looks_at_one_battle_wins_it_more_often() {
    let able = 2_359_545_079_140.0 / 3_096_455_718_013.0;
    let baker = 92_455_212_553.0 / 3_096_455_718_013.0;
    let camber = 98_525_520.0 / 473_391_793.0;
    let summary = answer(&example("battle"));
    assert_all(&wins(&summary), &[able, baker, camber]);
    assert_is(summary.encounters()[0].win["Camber"], 56_139_840.0 / 67_627_399.0);
}

/// Without a further battle to come, looking ahead changes nothing, whoever attacks a population.
#[test]
fn d17_the_last_battle_is_played_for_itself() {
    let text = |horizon: &str| {
        format!(
            r#"{{"rules": "eclipse", "parties": [
                {{"name": "A", "fleet": "2 cruiser + interceptor & horizon={horizon}"}},
                {{"name": "B", "fleet": "2 interceptor + dreadnought & horizon={horizon}"}}],
                "setting": {{"population": {{"owner": "A", "cubes": 3}}}}}}"#
        )
    };
    let [ahead, battle] = ["sector", "battle"].map(|horizon| answer(&text(horizon)));
    assert_eq!(wins(&ahead), wins(&battle));
}

/// Against enemies who follow a rule, looking ahead never costs anything.
#[test]
fn d17_against_declared_policies_looking_ahead_never_holds_less() {
    let mut random = Random::new(1719);
    let mut gains = 0;
    for _ in 0..60 {
        let mut text = random_sector(&mut random);
        let captain = random.below(text.parties.len() as u64) as usize;
        for (n, party) in text.parties.iter_mut().enumerate() {
            party.play = if n == captain { Play::Optimal } else { Play::Npc };
            party.alliance = false;
            party.aim = Aim::Win;
        }
        let mut held = |looks_ahead: bool| {
            text.parties[captain].looks_ahead = looks_ahead;
            answer(&text.scenario()).sides[captain].win.probability
        };
        let [ahead, battle] = [held(true), held(false)];
        assert!(ahead >= battle - 1e-11, "{ahead} {battle}");
        gains += u32::from(ahead > battle + 1e-6);
    }
    assert!(gains > 3, "{gains}");
}

/// With the decisions of all others held fixed, a party that looks ahead never holds the sector
/// less often than one that looks at its battles one by one.
#[test]
fn d17_against_fixed_decisions_looking_ahead_never_holds_less() {
    let mut random = Random::new(1720);
    let (mut compared, mut gains) = (0, 0);
    for _ in 0..40 {
        let mut text = random_sector(&mut random);
        for party in &mut text.parties {
            (party.play, party.looks_ahead) = (Play::Optimal, true);
        }
        let mut solver = Solver::new(&text);
        let all_ahead = solver.solve();
        let decided = solver.decided;
        for captain in 0..text.parties.len() {
            if text.parties[captain].aim != Aim::Win {
                continue;
            }
            let mut other = text.clone();
            other.parties[captain].looks_ahead = false;
            let by_battle = Solver::new(&other).with_given(captain, &decided).solve();
            let [ahead, battle] = [all_ahead[captain][0], by_battle[captain][0]];
            assert!(ahead >= battle - 1e-11, "{ahead} {battle} {}", text.scenario());
            compared += 1;
            gains += u32::from(ahead > battle + 1e-6);
        }
    }
    assert!(compared > 80 && gains > 5, "{compared} {gains}");
}

/// Where ships may retreat, or are repaired, play for the sector starts from play battle by battle
/// and improves it. Against enemies who follow a rule it never costs anything either.
#[test]
fn d17_with_retreats_and_repairs_looking_ahead_never_costs_anything() {
    let mut random = Random::new(1721);
    let mut gains = [0; 2];
    for n in 0..60 {
        let repairs = n % 2;
        let mut text = random_sector(&mut random);
        text.cap = None;
        for (n, party) in text.parties.iter_mut().enumerate() {
            party.play = if n == 1 { Play::Optimal } else { Play::Npc };
            party.alliance = false;
            party.aim = if repairs == 1 { Aim::Win } else { Aim::Swing };
        }
        let mut worth = |looks_ahead: bool| {
            text.parties[1].looks_ahead = looks_ahead;
            let text = text.scenario();
            let (before, after) = text.split_once(r#""P1""#).unwrap();
            let after = match repairs {
                1 => after.replacen(", cost=", ", regenerate=1, cost=", 1),
                _ => after.replacen(r#""horizon""#, r#""retreat": "optimal", "horizon""#, 1),
            };
            let setting = r#"], "setting": {"retreat": {"P1": true}}}"#;
            let text = format!(r#"{before}"P1"{}"#, after.replacen("]}", setting, 1));
            let side = &answer(&text).sides[1];
            if repairs == 1 { side.win.probability } else { side.cost.destroyed - side.cost.lost }
        };
        let [ahead, battle] = [worth(true), worth(false)];
        assert!(ahead >= battle - 1e-9, "{n}: {ahead} {battle} {}", text.scenario());
        gains[repairs] += u32::from(ahead > battle + 1e-6);
    }
    assert!(gains.iter().all(|&gains| gains > 1), "{gains:?}");
}

/// The report names the horizon of each captain, and compares the odds with those battle by battle.
#[test]
fn d17_the_report_says_what_looking_ahead_is_worth() {
    let summary = answer(&example("sector"));
    assert_eq!(summary.play[2].1.get("horizon"), Some("sector"));
    let ahead = summary.of_game.get("looking_ahead").unwrap();
    let camber = |of: &str| ahead[of]["Camber"]["win"].as_f64().unwrap();
    assert_is(camber("battle_by_battle"), 98_525_520.0 / 473_391_793.0);
    let gain = 41_616_000.0 / 67_627_399.0 - 98_525_520.0 / 473_391_793.0;
    assert_is(camber("gain"), gain);
    let table = summary.table(TableOptions { width: 80, full: true });
    let table = anstream::adapter::strip_str(&table).to_string();
    assert!(table.contains("horizon: sector"), "{table}");
    assert!(table.lines().any(|line| line.contains("Camber") && line.contains("+40.7")), "{table}");
    // The other captains have nothing to gain from looking at one battle at a time.
    let all_by_battle =
        example("battle").replace("initiative=5)", "initiative=5) & horizon=battle");
    let all_by_battle = all_by_battle.replace("initiative=2)", "initiative=2) & horizon=battle");
    assert!(answer(&all_by_battle).of_game.get("looking_ahead").is_none());
}

/// Camber always wins the first battle, so that Baker's many ships never meet Able's. Best play of
/// the whole sector would have to know how they would fare.
#[test]
fn d17_a_sector_that_does_not_fit_is_played_battle_by_battle() {
    let text = r#"{"rules": "eclipse", "parties": [
        {"name": "Able", "fleet":
            "8 interceptor(cannons=1y1o) + 4 cruiser(cannons=1y1o, hull=2)"},
        {"name": "Baker", "fleet": "2 dreadnought(cannons=0, hull=3)
            + 4 cruiser(cannons=0, hull=3) + 4 interceptor(cannons=0)"},
        {"name": "Camber", "fleet": "interceptor"}]}"#;
    let mut question = question(&text.replace('\n', " "));
    question.battles = Battles::Given(1_000);
    question.budget.seconds = 0.5;
    assert!(try_ask(&question).is_err());
    question.engine = Engine::Auto;
    let summary = try_ask(&question).unwrap();
    assert_eq!(summary.play[0].1.get("horizon"), Some("battle"));
    assert_eq!(summary.play[0].1.get("assign"), Some("optimal"));
    let [warning] = &summary.warnings[..] else { panic!("{:?}", summary.warnings) };
    assert!(warning.contains("captains look at one battle at a time"), "{warning}");
}

fn refusal(parties: &str) -> String {
    let text = format!(r#"{{"rules": "eclipse", "parties": [{parties}]}}"#);
    let scenario = read_scenario(&Source::new("test", &text)).unwrap();
    let Err(refusal) = load(Rulebook::Eclipse, &[]).unwrap().question(&scenario, true) else {
        panic!("no refusal: {text}");
    };
    refusal.to_string()
}

#[test]
fn d17_allies_look_equally_far_ahead() {
    let party = |name: &str, play: &str| {
        format!(r#"{{"name": "{name}", "fleet": "2 interceptor{play}", "alliance": "Nova"}}"#)
    };
    let third = r#"{"name": "C", "fleet": "cruiser"}"#;
    let refused = refusal(&[&party("A", ""), &party("B", " & horizon=battle"), third].join(","));
    assert!(refused.contains("give both the same `horizon`"), "{refused}");
    // Who follows a rule looks nowhere.
    let mixed = [&party("A", " & play=npc & horizon=battle"), &party("B", ""), third].join(",");
    answer(&format!(r#"{{"rules": "eclipse", "parties": [{mixed}]}}"#));
    let refused = refusal(&[&party("A", " & horizon=round"), third].join(","));
    assert!(refused.contains("unknown horizon `round`"), "{refused}");
    assert!(refused.contains("sector") && refused.contains("battle"), "{refused}");
}

/// Returns a sector with everything that keeps a battle from being a plain exchange of volleys:
/// rift dice, point defence, tractor beams, divided damage, retreats, repairs, allies with
/// different objectives.
fn sector_with_everything(random: &mut Random) -> String {
    let mut retreats = Vec::new();
    let number = 3 + random.below(2);
    let party = |n: u64| {
        let group = |random: &mut Random| {
            let class = ["interceptor", "cruiser", "dreadnought"][random.below(3) as usize];
            let cannons = ["1y", "1o", "1p", "1r", "1y1p"][random.below(5) as usize];
            let missiles = ["0", "0", "1y", "2o"][random.below(4) as usize];
            let repairs = u32::from(random.one_in(6));
            let [computer, shield, hull, initiative] =
                [4, 2, 3, 4].map(|below| random.below(below));
            format!(
                "{class}(cannons={cannons}, missiles={missiles}, computer={computer}, \
                 shield={shield}, hull={hull}, initiative={initiative}, regenerate={repairs})"
            )
        };
        let groups: Vec<String> = (0..=random.below(2)).map(|_| group(random)).collect();
        let technology =
            ["point defense", "tractor beam", "antimatter splitter"][random.below(3) as usize];
        let technologies =
            if random.one_in(2) { format!(r#""{technology}""#) } else { String::new() };
        let objective = ["win", "swing"][random.below(2) as usize];
        let retreat = match (objective, random.below(3)) {
            (_, 0) => r#""retreat": {"below": 0.4}"#,
            ("swing", 1) => r#""retreat": "optimal""#,
            _ => r#""retreat": "never""#,
        };
        if random.one_in(2) {
            retreats.push(format!(r#""P{n}": true"#));
        }
        let assign = if random.one_in(5) { "npc" } else { "optimal" };
        let alliance = if n < 2 && number == 4 { r#", "alliance": "Nova""# } else { "" };
        format!(
            r#"{{"name": "P{n}", "fleet": "{}", "technologies": [{technologies}],
                "play": {{"assign": "{assign}", "objective": "{objective}", {retreat}}}{alliance}}}"#,
            groups.join(" + "),
        )
    };
    let parties: Vec<String> = (0..number).map(party).collect();
    format!(
        r#"{{"rules": "eclipse", "parties": [{}], "setting": {{"retreat": {{{}}}}}}}"#,
        parties.join(","),
        retreats.join(",")
    )
}

/// The captains of random sectors find a decision in every situation, and the odds are those of the
/// battles that they play.
#[test]
fn d17_sectors_with_everything_are_played_as_they_are_solved() {
    let mut random = Random::new(1723);
    (0..12).for_each(|_| drop(ask_played(&sector_with_everything(&mut random), 10_000)));
}

#[test]
fn d17_random_sectors_agree_with_an_independent_solver() {
    compare_random(40, 1717);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn d17_many_random_sectors_agree_with_an_independent_solver() {
    compare_random(300, 1718);
}

/// Baker's two oranges hit starbases with lives of four and one. Both uses destroy one of them and
/// win equally often; of the other, three points are left on the one and two on the other.
#[test]
fn d16_of_equal_choices_the_one_with_more_damage_on_survivors_is_taken() {
    let summary = answer(
        &r#"{"rules": "eclipse-2e", "parties": [
            {"name": "Camber", "fleet": "interceptor(cannons=1y, computer=0, shield=0, hull=0,
                initiative=2, cost=3)"},
            {"name": "Able", "fleet": "2 starbase(cannons=1b, computer=2, shield=0, hull=3,
                initiative=2, cost=18, damaged=[3,0])"},
            {"name": "Baker", "fleet": "interceptor(cannons=2o, computer=1, shield=0, hull=2,
                initiative=3, cost=16)"}]}"#
            .replace('\n', " "),
    );
    let [camber, able, baker] = wins(&summary)[..] else { panic!() };
    assert!((camber - 0.027_222).abs() < 5e-7, "{camber}");
    assert!((able - 0.841_614).abs() < 5e-7, "{able}");
    assert!((camber + able + baker - 1.0).abs() < 1e-12);
}

/// One of the three sides plays by the rule for neutral ships.
#[test]
fn d16_ties_move_the_odds_of_others_where_one_side_plays_npc() {
    let summary = answer(
        &r#"{"rules": "eclipse", "parties": [
            {"name": "Able", "fleet": "interceptor(cannons=1y, computer=3, shield=0, hull=1,
                initiative=3, cost=14)", "play": {"objective": "swing"}, "influence": true},
            {"name": "Camber", "fleet": "2 interceptor(cannons=2y, computer=1, shield=0, hull=3,
                initiative=3, cost=2)", "play": {"assign": "npc", "objective": "swing"}},
            {"name": "Delta", "fleet": "cruiser(cannons=1o1b, computer=1, shield=0, hull=3,
                initiative=1, cost=7)", "play": {"objective": "swing"}}]}"#
            .replace('\n', " "),
    );
    let able = wins(&summary)[0];
    assert!((able - 0.226_017).abs() < 5e-7, "{able}");
}
