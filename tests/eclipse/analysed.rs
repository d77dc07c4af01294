//! Luck and mistakes in simulated battles of Eclipse: they add up, best play makes no mistakes, and
//! luck is fair.

use std::ops::Range;

use crate::support::analysis::{gap, players};
use crate::support::ask::question;
use crate::support::random::Random;
use fleetodds::Fight;
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::analysis::replay::stories;
use fleetodds::internals::answer::{Battles, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::load;
use fleetodds::internals::result::{Analysis, Skill, Story};
use fleetodds::internals::scenario::{
    Engine, Scenario, Source, read_record, read_scenario, record_as_json, record_as_text,
};

/// Returns a random group with its figures.
fn group(random: &mut Random, class: &str) -> String {
    let colours = ["y", "o", "b", "r", "p"];
    let dice = |random: &mut Random, most: u64| {
        let n = random.below(most + 1);
        let colour = colours[[0, 0, 1, 2, 3, 4][random.below(6) as usize]];
        format!("{n}{colour}")
    };
    let cannons = match random.below(4) {
        0 => format!("{}+1y", dice(random, 1)).replace('+', ""),
        _ => format!("{}{}", 1 + random.below(2), colours[random.below(2) as usize]),
    };
    let missiles = if random.one_in(3) { dice(random, 1) } else { "0y".into() };
    let missiles = if missiles.contains('p') { "1y".into() } else { missiles };
    let hull = random.below(3);
    let damage = if hull > 0 && random.one_in(4) { ", damaged=1" } else { "" };
    format!(
        "{} {class}(cannons={cannons}, missiles={missiles}, computer={}, shield={}, hull={hull}, \
         initiative={}, cost={}{damage})",
        1 + random.below(2),
        random.below(4),
        random.below(3),
        random.below(4),
        1 + random.below(5),
    )
}

/// How the sides of a fight play.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Play {
    /// Both as well as possible.
    Best,
    /// Any of the policies, also by neutral ships.
    Any,
}

/// Returns a random fight of small fleets.
pub(crate) fn fight(random: &mut Random, play: Play) -> String {
    let objective = ["win", "swing"][random.below(2) as usize];
    let [a, d] = [0, 1].map(|_| random.one_in(3) && objective == "swing");
    let mut side = |may_retreat: bool, enemy_is_neutral: bool| {
        let mut fleet = group(random, "cruiser");
        if random.one_in(2) {
            fleet += &format!(" + {}", group(random, "interceptor"));
        }
        if random.one_in(5) {
            fleet += " & antimatter splitter";
        }
        if random.one_in(5) {
            fleet += " & point defense";
        }
        if random.one_in(6) {
            fleet += " & distortion shield";
        }
        let assign = match play {
            Play::Best => "optimal",
            Play::Any => ["optimal", "threat", "npc"][random.below(3) as usize],
        };
        let mut played = format!(r#""assign": "{assign}", "objective": "{objective}""#);
        if may_retreat {
            let rules = [r#""optimal""#, r#"{"after_round": 1}"#, r#""never""#];
            let rule = if play == Play::Best { 0 } else { random.below(3) as usize };
            played += &format!(r#", "retreat": {}"#, rules[rule]);
        }
        if !enemy_is_neutral && random.one_in(5) {
            let neutral = ["ancient", "2 ancient", "ancient-cruiser-b"][random.below(3) as usize];
            return format!(r#""{neutral}""#);
        }
        format!(r#"{{"fleet": "{fleet}", "play": {{{played}}}}}"#)
    };
    let defender = side(d, false);
    let attacker = side(a, true);
    let d = d && defender.contains("play");
    format!(
        r#"{{"rules": "eclipse", "attacker": {attacker}, "defender": {defender},
            "setting": {{"retreat": {{"attacker": {a}, "defender": {d}}}}}}}"#
    )
}

/// Returns the records of battles of a fight, in both forms in turn.
fn records(question: &Question, scenario: &Scenario, battles: Range<u64>) -> Vec<String> {
    let game = load(question.rulebook, &[]).unwrap();
    let stories = stories(question, battles, &Ctx::new(1).unwrap()).unwrap();
    let write = |(n, story): (usize, &Story)| {
        let entries = question.matchup.records(question).unwrap().record(story).unwrap();
        match n % 2 {
            0 => record_as_text(game.lexicon(), scenario, &entries).unwrap(),
            _ => record_as_json(game.lexicon(), scenario, &entries).unwrap(),
        }
    };
    stories.iter().enumerate().map(write).collect()
}

/// Returns the question of a fight with few simulated battles.
fn asked(text: &str) -> (Question, Scenario) {
    let scenario = read_scenario(&Source::new("scenario", text)).unwrap();
    let asked = question(text);
    (Question { engine: Engine::Auto, battles: Battles::Given(10_000), ..asked }, scenario)
}

fn analysed(question: &Question, text: &str) -> Result<Analysis, String> {
    let record = read_record(&Source::new("battle", text)).map_err(|error| error.to_string())?;
    analyse(question, &record, &Ctx::new(1).unwrap()).map_err(|error| error.to_string())
}

/// Checks what holds for every battle that was played to its end.
fn wrong(analysis: &Analysis, play: Play) -> Option<String> {
    let is_whole = |worth: f64| (worth - worth.round()).abs() < 1e-9;
    let skills = || players(analysis);
    let says = |is: bool, what: &str| is.then(|| format!("{what}: {analysis:#?}"));
    says(!analysis.ended, "not ended")
        .or_else(|| says(gap(analysis) >= 1e-9, "the sum is wrong"))
        .or_else(|| says(skills().any(|skill| skill.mistakes < 0.0), "negative"))
        .or_else(|| says(!skills().all(|skill| is_whole(skill.end)), "no end"))
        .or_else(|| {
            let is_wrong = |skill: &Skill| skill.mistakes >= 1e-9;
            says(play == Play::Best && skills().any(is_wrong), "mistakes of best play")
        })
}

/// Analyses battles of random fights, and returns their number.
#[track_caller]
fn check(seeds: Range<u64>, battles: u64, play: Play) -> u64 {
    let (mut all, mut failed) = (0, Vec::new());
    for seed in seeds {
        let text = fight(&mut Random::new(seed), play);
        let (question, scenario) = asked(&text);
        for record in records(&question, &scenario, 0..battles) {
            all += 1;
            let found = match analysed(&question, &record) {
                Ok(analysis) => wrong(&analysis, play),
                Err(error) => Some(error),
            };
            failed.extend(found.map(|what| format!("{seed}: {what}\n{record}")));
        }
    }
    let first = failed.iter().take(3).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(failed.is_empty(), "{} of {all}, such as {first}", failed.len());
    all
}

#[test]
fn luck_and_mistakes_add_up_in_battles_of_all_policies() {
    assert_eq!(check(0..200, 5, Play::Any), 1000);
}

#[test]
fn best_play_makes_no_mistakes() {
    assert_eq!(check(1000..1200, 5, Play::Best), 1000);
}

#[test]
fn luck_has_mean_0() {
    let text = r#"{"attacker": "2 cruiser + interceptor", "defender": "2 cruiser & play=threat"}"#;
    let (question, scenario) = asked(text);
    let mut lucks = Vec::new();
    for record in records(&question, &scenario, 0..1000) {
        lucks.push(players(&analysed(&question, &record).unwrap()).next().unwrap().luck);
    }
    let n = lucks.len() as f64;
    let mean = lucks.iter().sum::<f64>() / n;
    let variance = lucks.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let error = (variance / n).sqrt();
    assert!(mean.abs() < 4.5 * error, "{mean} ± {error}");
}

#[test]
fn the_luck_of_all_rolls_has_mean_0_exactly() {
    let mut mean = 0.0;
    let fight = "attacker: cruiser(cannons=1y1o) \ndefender: 2 interceptor(initiative=0)\n";
    for yellow in 1..=6 {
        for orange in 1..=6 {
            let text = format!("{fight}cruiser: y{yellow} o{orange}");
            let record = read_record(&Source::new("battle", text)).unwrap();
            let question = Fight::from(record.scenario.clone()).question().unwrap();
            let analysis = analyse(&question, &record, &Ctx::new(1).unwrap()).unwrap();
            mean += players(&analysis).next().unwrap().luck / 36.0;
        }
    }
    assert!(mean.abs() < 1e-12, "{mean}");
}

/// A choice in a battle that was not noted costs nothing, and its roll is no luck.
#[test]
fn what_was_not_noted_is_the_mean_of_what_may_have_been() {
    let fight = "attacker: 2 interceptor\ndefender: cruiser\n";
    let of = |lines: &str| {
        let record = read_record(&Source::new("battle", format!("{fight}{lines}"))).unwrap();
        let question = Fight::from(record.scenario.clone()).question().unwrap();
        analyse(&question, &record, &Ctx::new(1).unwrap()).unwrap()
    };
    let skill = |analysis: &Analysis| players(analysis).next().unwrap().clone();
    // An open roll changes nothing on average.
    let open = skill(&of("interceptor: ?"));
    assert!(open.not_noted.abs() < 1e-12 && open.luck == 0.0, "{open:?}");
    // Only its result was noted: one of two dice has hit for one point, or both have.
    let hit = of("interceptor: ?, destroys nothing, damages cruiser by 1");
    let noted = of("interceptor: 6 1, destroys nothing, damages cruiser by 1");
    let (hit, noted) = (skill(&hit), skill(&noted));
    assert!((hit.end - noted.end).abs() < 1e-12);
    assert!((hit.not_noted - noted.luck).abs() < 1e-12 && hit.luck == 0.0);
    // The next line tells that one interceptor was lost.
    let lost = skill(&of("interceptor: 1 1\ncruiser: ?\ninterceptor: 1"));
    let told = skill(&of("interceptor: 1 1\ncruiser: 6, destroys interceptor\ninterceptor: 1"));
    assert!((lost.end - told.end).abs() < 1e-12, "{lost:?} {told:?}");
    assert!((lost.not_noted - (told.end - told.start - told.luck + lost.luck)).abs() < 1.0);
}
