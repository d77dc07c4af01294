//! Luck and skill of combats of Twilight Imperium that were played.

use std::sync::Arc;

use fleetodds::Fight;
use fleetodds::internals::analysis::analyse::analyse;
use fleetodds::internals::analysis::replay::stories;
use fleetodds::internals::answer::NoAnswer;
use fleetodds::internals::answer::Question;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::common::Retreat;
use fleetodds::internals::games::load;
use fleetodds::internals::games::ti4::rules::{LossOrder, Sustain};
use fleetodds::internals::games::ti4::scenario::{Ti4Catalogue, resolve};
use fleetodds::internals::result::{Analysis, Skill, Story};
use fleetodds::internals::scenario::{
    Scenario, Source, WrittenEntry, read_record, read_scenario, record_as_text,
};
use serde_json::json;

use crate::support::analysis::{analysed, gap};
use crate::support::ti4_hits::{Assigns, Cards, Force, KINDS, Side, Solver, State, Worth};

fn skill(analysis: &Analysis, side: usize) -> &Skill {
    analysis.sides[side].player.as_ref().unwrap()
}

/// A scenario with these fleets and this setting in JSON.
fn scenario(rules: &str, attacker: &str, defender: &str, setting: &str) -> Scenario {
    let text = format!(
        "{{\"rules\": \"{rules}\", \"attacker\": \"{attacker}\", \"defender\": \"{defender}\", \
         \"setting\": {setting}}}"
    );
    read_scenario(&Source::new("scenario", text)).unwrap()
}

/// Returns the records of simulated combats, as text.
fn recorded(scenario: &Scenario, battles: std::ops::Range<u64>) -> Vec<String> {
    played(&Fight::from(scenario.clone()).question().unwrap(), scenario, battles)
}

/// Returns the records of simulated combats of a question, as text.
fn played(question: &Question, scenario: &Scenario, battles: std::ops::Range<u64>) -> Vec<String> {
    let game = load(question.rulebook, &[]).unwrap();
    let stories = stories(question, battles, &Ctx::new(1).unwrap()).unwrap();
    let text = |story: &Story| {
        let entries = question.matchup.records(question).unwrap().record(story).unwrap();
        record_as_text(game.lexicon(), scenario, &entries).unwrap()
    };
    stories.iter().map(text).collect()
}

const RETREAT: &str = "{\"retreat\": {\"attacker\": true, \"defender\": true}}";

const CARDS: &str = "{\"attacker\": {\"fleet\": \"2 cruiser + dreadnought + 2 fighter\", \
    \"effects\": [\"direct hit\", \"morale boost\", \"duranium armor\"]}, \
    \"defender\": {\"fleet\": \"dreadnought + 3 destroyer\", \
    \"effects\": [\"shields holding\", \"assault cannon\", \"waylay\"]}, \"rules\": \"ti4-space\"}";

/// Combats with these policies and abilities.
fn combats() -> Vec<Scenario> {
    let of = |rules, attacker, defender, setting| scenario(rules, attacker, defender, setting);
    vec![
        of("ti4-space", "2 cruiser + 3 fighter + carrier", "2 destroyer + dreadnought", "{}"),
        of("ti4-space", "2 cruiser + dreadnought & sustain=late", "3 fighter + war sun", RETREAT),
        of("ti4-space", "dreadnought + 2 fighter & play=adaptive", "3 cruiser", RETREAT),
        of("ti4-space", "2 dreadnought & sustain=late", "3 cruiser & direct hit", "{}"),
        of("ti4-space", "2 destroyer + cruiser & assault cannon", "4 fighter + carrier", "{}"),
        of("ti4-space", "dreadnought + cruiser & shields holding", "2 cruiser + pds", "{}"),
        of("ti4-space", "2 dreadnought & duranium armor", "4 fighter + cruiser", "{}"),
        of("ti4-space", "2 cruiser & ambush & morale boost", "2 cruiser + fighter", "{}"),
        of("ti4-ground", "3 infantry + mech + 2 dreadnought", "2 infantry + mech + 2 pds", "{}"),
        of("ti4-ground", "4 infantry + war sun", "3 infantry & play=adaptive", "{}"),
        read_scenario(&Source::new("scenario", CARDS)).unwrap(),
    ]
}

#[test]
fn records_of_simulated_combats_add_up() {
    for scenario in combats() {
        for text in recorded(&scenario, 0..8) {
            let analysis = analysed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(analysis.ended && gap(&analysis) < 1e-9, "{text}\n{analysis:#?}");
            let noted = skill(&analysis, 0).not_noted;
            assert!(noted.abs() < 1e-12, "{text}\n{analysis:#?}");
        }
    }
}

/// Returns the question of a scenario in which both captains decide for each hit whether to sustain
/// it.
fn at_will(scenario: &Scenario) -> Question {
    let mut question = Fight::from(scenario.clone()).question().unwrap();
    let rulebook = question.rulebook;
    let catalogue = Ti4Catalogue::new(rulebook, &[], false).unwrap();
    let mut matchup = resolve(scenario, rulebook, &catalogue).unwrap();
    for side in &mut matchup.sides {
        let captain = &mut side.fleet.captain;
        (captain.order, captain.sustain) = (LossOrder::Adaptive, Sustain::AtWill);
        captain.retreat = Retreat::Optimal;
    }
    question.matchup = Arc::new(matchup);
    question
}

#[test]
fn best_play_costs_nothing() {
    let (mut battles, mut luck, mut squares) = (0.0, 0.0, 0.0);
    for scenario in combats() {
        for text in played(&at_will(&scenario), &scenario, 100..145) {
            let analysis = analysed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            for side in 0..2 {
                let Skill { mistakes, enemy_mistakes, .. } = skill(&analysis, side);
                assert!(*mistakes < 1e-9 && enemy_mistakes.abs() < 1e-9, "{text}\n{analysis:#?}");
            }
            let own = skill(&analysis, 0).luck;
            (battles, luck, squares) = (battles + 1.0, luck + own, squares + own * own);
        }
    }
    // Luck has mean zero, whatever is played.
    let error = (squares / battles).sqrt() / f64::sqrt(battles);
    assert!(battles > 400.0 && (luck / battles).abs() < 4.5 * error, "{}", luck / battles / error);
}

fn chosen(n: u32, k: u32, p: f64) -> f64 {
    let ways = (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
    if k > n { 0.0 } else { ways * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32) }
}

/// A dreadnought hits with 6 of 10 faces, a cruiser with 4, a fighter with 2.
#[test]
fn luck_of_a_roll_has_mean_zero() {
    let mut sum = 0.0;
    for (a, d, f) in (0..3).flat_map(|a| (0..2).flat_map(move |d| (0..3).map(move |f| (a, d, f)))) {
        let p = chosen(2, a, 0.4) * chosen(1, d, 0.6) * chosen(2, f, 0.2);
        let text = format!(
            "rules: ti4-space\nattacker: 2 cruiser\ndefender: dreadnought + 2 fighter\nround 1\n\
             attacker: {a} hits\ndefender: {} hits\n",
            d + f
        );
        let analysis = analysed(&text).unwrap();
        assert!(gap(&analysis) < 1e-9 && skill(&analysis, 0).not_noted.abs() < 1e-12);
        sum += p * skill(&analysis, 0).luck;
    }
    assert!(sum.abs() < 1e-9, "{sum}");
}

/// All dice hit on 9 and 10, so one fighter against a destroyer wins 0.16 / 0.36 of all combats.
/// Two win a round with 0.36, and lose one of them alone with 0.128. The destroyer's barrage has
/// two dice.
#[test]
fn two_fighters_against_a_destroyer() {
    let one = 0.16 / 0.36;
    let two = (0.36 + 0.128 * one) / (1.0 - 0.64 * 0.8);
    let start = 0.64 * two + 0.32 * one;
    let text = "rules: ti4-space\nattacker: 2 fighter\ndefender: destroyer\nbarrage\n\
                defender: 1 hit\nattacker: loses fighter\nround 1\nattacker: 0 hits\n\
                defender: 0 hits\nround 2\nattacker: 1 hit, loses fighter\n\
                defender: 1 hit, loses 1 destroyer\n";
    let analysis = analysed(text).unwrap();
    let changes: Vec<f64> =
        analysis.steps.iter().map(|step| step.after[0].unwrap().change).collect();
    let known = [one - start, 0.0, -one];
    assert_eq!(changes.len(), known.len(), "{analysis:#?}");
    for (found, known) in changes.iter().zip(known) {
        assert!((found - known).abs() < 1e-12, "{changes:?}");
    }
    let of_attacker = skill(&analysis, 0);
    assert!((of_attacker.start - start).abs() < 1e-12 && of_attacker.end == 0.0);
    assert_eq!(analysis.outcome, "no side wins");
    assert_eq!(analysis.steps[2].what, "attacker 1 hit, defender 1 hit");
}

#[test]
fn a_ship_lost_instead_of_a_fighter_is_a_mistake() {
    let text = |lost: &str| {
        format!(
            "rules: ti4-space\nattacker: cruiser + fighter & name=Anna\ndefender: 2 cruiser\n\
             round 1\nAnna: 0 hits, loses {lost}\ndefender: 1 hit, loses nothing\n"
        )
    };
    let [bad, good] = ["cruiser", "fighters"].map(|lost| analysed(&text(lost)).unwrap());
    let (choice, lost) = (&bad.steps[1], skill(&bad, 0).mistakes);
    assert_eq!((choice.kind, choice.what.as_str()), ("choice", "loses cruiser"));
    assert_eq!(choice.best.as_deref(), Some("loses fighter"));
    assert!(lost > 0.005 && (lost - (skill(&good, 0).end - skill(&bad, 0).end)).abs() < 1e-12);
    assert_eq!((skill(&good, 0).mistakes, skill(&bad, 1).mistakes), (0.0, 0.0));
    assert_eq!(bad.sides[0].side.name, "Anna");
    let gained = skill(&bad, 1).enemy_mistakes;
    assert!(gained > 0.005 && gap(&bad) < 1e-12);
}

#[test]
fn a_retreat_is_a_choice() {
    let text = |notes: &str| {
        format!(
            "rules: ti4-space\nsetting: {RETREAT}\nattacker: 2 cruiser\ndefender: cruiser\n\
             round 1\nattacker: {notes}, loses nothing\ndefender: 0 hits, loses nothing\n"
        )
    };
    let left = analysed(&text("retreat, 0 hits")).unwrap();
    let choice = left.steps.iter().find(|step| step.what == "retreat").unwrap();
    assert_eq!((choice.role, choice.best.as_deref()), (Some("attacker"), Some("stay")));
    assert!(choice.cost.unwrap() > 0.1 && choice.mark == Some("blunder"));
    assert!(left.ended && gap(&left) < 1e-9);
    let stayed = analysed(&text("stay, 0 hits")).unwrap();
    assert!(!stayed.ended && skill(&stayed, 0).mistakes == 0.0);
}

/// Cruisers hit with 4 of 10 faces. What is known of a round that was not noted is how likely each
/// of its results makes the second round.
#[test]
fn an_open_round_is_the_mean_of_what_it_can_have_been() {
    let text = |first: &str| {
        format!(
            "rules: ti4-space\nattacker: 2 cruiser\ndefender: 2 cruiser\nround 1\n{first}\n\
             round 2\nattacker: 1 hit, loses nothing\ndefender: 0 hits, loses cruiser\n"
        )
    };
    let (mut all, mut after, mut end) = (0.0, 0.0, 0.0);
    for (a, d) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let noted =
            format!("attacker: {a} hits, loses {d} cruiser\ndefender: {d} hits, loses {a} cruiser");
        let noted = analysed(&text(&noted.replace("loses 0 cruiser", "loses nothing"))).unwrap();
        let p = chosen(2, a, 0.4) * chosen(2, d, 0.4);
        let p = p * chosen(2 - d, 1, 0.4) * chosen(2 - a, 0, 0.4);
        all += p;
        after += p * noted.steps[0].after[0].unwrap().worth;
        end += p * skill(&noted, 0).end;
    }
    for open in ["attacker: ?\ndefender: ?", "attacker: ?\ndefender: ?\ndefender: ?"] {
        let open = analysed(&text(open)).unwrap();
        assert!((open.steps[0].after[0].unwrap().worth - after / all).abs() < 1e-12);
        assert!((skill(&open, 0).end - end / all).abs() < 1e-12 && gap(&open) < 1e-9);
        assert_eq!((open.steps[0].kind, open.steps[0].what.as_str()), ("not noted", "?"));
        let of_round = open.steps.iter().filter(|step| step.part == "round 1");
        assert_eq!((of_round.count(), open.steps[0].who.as_str()), (1, "both sides"));
        let start = skill(&open, 0).start;
        assert!((skill(&open, 0).not_noted - (after / all - start)).abs() < 1e-12);
    }
}

#[test]
fn records_with_open_notes_add_up() {
    let header = "rules: ti4-space\nattacker: 2 destroyer + dreadnought + cruiser\n\
                  defender: 3 fighter + carrier + dreadnought & direct hit\n";
    let rounds = [
        "barrage\nattacker: ?\nround 1\nattacker: 2 hits\ndefender: 2 hits",
        "barrage\nattacker: ?\nround 1\nattacker: ?, loses destroyer\ndefender: 1 hit, loses fighter",
        "barrage\nattacker: 1 hit\nround 1\nattacker: ?, loses dreadnought, sustains dreadnought\ndefender: ?",
        "barrage\nattacker: 1 hit\nround 1\nattacker: ?\ndefender: ?\nround 2\nattacker: 1 hit\n\
         defender: 1 hit, loses fighter",
    ];
    for rounds in rounds {
        let analysis = analysed(&format!("{header}{rounds}\n")).unwrap();
        assert!(gap(&analysis) < 1e-9, "{rounds}\n{analysis:#?}");
        assert!(analysis.steps.iter().any(|step| step.kind == "not noted"), "{analysis:#?}");
    }
}

#[test]
fn records_with_errors_get_a_message_with_its_place() {
    let header =
        "rules: ti4-space\nattacker: 2 cruiser + dreadnought\ndefender: 2 cruiser + 2 fighter\n";
    let errors = [
        ("attacker: 1 hit", "expected a heading before this line, such as `round 1`"),
        ("round 1\nattacker: 9 hits\ndefender: 0 hits", "scores at most 3"),
        ("round 1\nattacker: 1 hit\ndefender: 3 hits, loses nothing\nround 2", "too few"),
        ("round 1\nattacker: 1 hit, loses nothing\ndefender: 2 hits, loses nothing", "too few"),
        ("round 1\nattacker: 1 hit, sustains cruiser\ndefender: 1 hit", "no way to assign"),
        ("round 1\nattacker: 3 hits\ndefender: 1 hit, loses 4 fighter", "defender has 2"),
        ("round 1\nattacker: 3 hits\ndefender: 1 hit, loses figter", "did you mean `fighter`?"),
        ("round 1\nattacker: 3 hits\ndefender: 1 hit, loses war sun", "its units: cruiser"),
        ("round 1\nattacker: 3 hits", "`defender: ?` if it was not noted"),
        ("round 2\nattacker: 3 hits", "expected `round 1`"),
        ("barrage\nattacker: ?\nround 1", "does not come next"),
        ("space cannon\nattacker: ?", "expected `round 1`"),
        ("round 1\natacker: 3 hits", "did you mean `attacker`?"),
        ("round 1\nattacker: y6 y2", "`2 hits`"),
        ("round 1\nattacker: 1 hit, destroys fighter", "expected what it loses itself"),
        ("round 1\nattacker: retreat, 1 hit\ndefender: 0 hits", "may not retreat"),
        ("round 1\nattacker: 1 hit, 2 hits", "noted already"),
        ("fight", "not a part of a combat"),
        (
            "round 1\nattacker: 0 hits, loses 2 cruiser, sustains dreadnought\n\
             defender: 3 hits, loses nothing\nround 2\nattacker: 0 hits, loses dreadnought\n\
             defender: 1 hit\nround 3\nattacker: ?",
            "the combat is over",
        ),
        ("", "the record has no combat"),
    ];
    for (notes, wanted) in errors {
        let error = analysed(&format!("{header}{notes}\n")).unwrap_err();
        let NoAnswer::Record(error) = error else { panic!("{notes}: {error}") };
        let shown = error.render(false, None);
        assert!(shown.contains(wanted) && shown.contains("battle.txt:"), "{notes}\n{shown}");
    }
    let text = "rules: ti4-space\nattacker: destroyer\ndefender: 2 fighter\nround 1\nattacker: ?\n";
    let NoAnswer::Record(error) = analysed(text).unwrap_err() else { panic!() };
    let shown = error.render(false, None);
    assert!(shown.contains("expected `barrage`") && shown.contains("a line is missing"), "{shown}");
}

#[test]
fn invasions_are_analysed_planet_by_planet() {
    let text = "rules: ti4-ground\nscenario: {\"rules\": \"ti4-ground\", \"attacker\": {}, \
                \"defender\": {}, \"setting\": {\"planets\": [{\"name\": \"Mecatol\", \
                \"attacker\": \"2 infantry\", \"defender\": \"infantry\"}]}}\nround 1\nattacker: ?\n";
    let record = read_record(&Source::new("battle.txt", text)).unwrap();
    let question = Fight::from(record.scenario.clone()).question().unwrap();
    let error = analyse(&question, &record, &Ctx::new(1).unwrap()).unwrap_err();
    assert!(error.to_string().contains("combat by combat"), "{error}");
}

/// Applies the notes of a side to its force.
fn after_notes(side: &Side, force: &Force, notes: &[String]) -> Force {
    let mut after = force.clone();
    for fate in ["sustains", "loses"] {
        let units = notes.iter().find_map(|note| note.strip_prefix(fate));
        let units = units.filter(|units| *units != " nothing").unwrap_or_default();
        for unit in units.split('+').map(str::trim).filter(|unit| !unit.is_empty()) {
            let (number, class) = match unit.split_once(' ') {
                Some((n, class)) if n.parse::<u8>().is_ok() => (n.parse().unwrap(), class),
                _ => (1, unit),
            };
            let name = class.replace(' ', "-");
            let group = side.kinds.iter().position(|kind| kind.name == name).unwrap();
            let (whole, hurt) = &mut after[group];
            match fate {
                "sustains" => (*whole, *hurt) = (*whole - number, *hurt + number),
                _ => {
                    let damaged = number.min(*hurt);
                    (*whole, *hurt) = (*whole - (number - damaged), *hurt - damaged);
                }
            }
        }
    }
    after
}

/// Worth after the defender has assigned its hits as well as possible.
fn replied(solver: &mut Solver, state: &State, hits: usize) -> Worth {
    let end = solver.second(state, hits, 0);
    solver.worth(&solver.next(end))
}

/// Luck and mistakes of both sides, computed without the program.
fn by_hand(solver: &mut Solver, entries: &[WrittenEntry]) -> [[f64; 2]; 2] {
    let opening = solver.opening();
    let [mut a, mut d] = opening.forces.clone();
    let (mut luck, mut mistakes) = ([0.0; 2], [0.0; 2]);
    let lines: Vec<&Vec<String>> = entries
        .iter()
        .filter_map(|entry| match entry {
            WrittenEntry::Line { notes, .. } => Some(notes),
            _ => None,
        })
        .collect();
    for round in lines.chunks(2) {
        let scored = |notes: &[String]| {
            let hits = notes.iter().find(|note| note.contains("hit"));
            hits.map_or(0, |note| note.split(' ').next().unwrap().parse::<usize>().unwrap())
        };
        let hits = [scored(round[1]), scored(round[0])];
        let at = |a: &Force, d: &Force| State { forces: [a.clone(), d.clone()], ..opening.clone() };
        let before = solver.worth(&at(&a, &d));
        let best = solver.first(&at(&a, &d), hits, 0);
        let rolled = replied(solver, &best, hits[1]);
        for (side, luck) in luck.iter_mut().enumerate() {
            *luck += rolled.win[side] - before.win[side];
        }
        let after = after_notes(&solver.sides[0], &a, round[0]);
        let chosen = replied(solver, &at(&after, &d), hits[1]);
        mistakes[0] += rolled.win[0] - chosen.win[0];
        let after_both = after_notes(&solver.sides[1], &d, round[1]);
        (a, d) = (after, after_both);
        mistakes[1] += chosen.win[1] - solver.worth(&at(&a, &d)).win[1];
    }
    [luck, mistakes]
}

#[test]
fn luck_and_mistakes_are_those_of_a_second_solver() {
    let fleets: [[(&str, u8); 2]; 6] = [
        [("dreadnought", 1), ("fighter", 2)],
        [("cruiser", 1), ("fighter", 2)],
        [("carrier", 1), ("cruiser", 1)],
        [("cruiser", 2), ("dreadnought", 1)],
        [("war-sun", 1), ("fighter", 1)],
        [("fighter", 2), ("carrier", 1)],
    ];
    let mut mistakes = 0.0;
    for (n, fleet) in fleets.iter().enumerate() {
        let sides = [*fleet, fleets[(n + 1) % fleets.len()]].map(|fleet| Side {
            kinds: fleet
                .iter()
                .map(|(name, _)| *KINDS.iter().find(|kind| kind.name == *name).unwrap())
                .collect(),
            force: fleet.iter().map(|(_, n)| (*n, 0)).collect(),
            assigns: Assigns::Best { swing: false, first: false },
            cards: Cards::default(),
        });
        let text = |side: &Side| {
            let groups = side.kinds.iter().zip(&side.force);
            groups.map(|(kind, (n, _))| format!("{n} {}", kind.name)).collect::<Vec<_>>()
        };
        // Dear units first: this order makes mistakes.
        let [attacker, defender] = sides.each_ref().map(|side| {
            let order: Vec<&str> = side.kinds.iter().map(|kind| kind.name).collect();
            json!({"fleet": text(side).join(" + "), "play": {"loss_order": order}})
        });
        let scenario =
            json!({"rules": "ti4-space", "attacker": attacker, "defender": defender}).to_string();
        let scenario = read_scenario(&Source::new("scenario", scenario)).unwrap();
        let question = Fight::from(scenario.clone()).question().unwrap();
        let stories = stories(&question, 0..12, &Ctx::new(1).unwrap()).unwrap();
        let game = load(question.rulebook, &[]).unwrap();
        let mut solver = Solver::new(sides);
        for story in &stories {
            let entries = question.matchup.records(&question).unwrap().record(story).unwrap();
            let text = record_as_text(game.lexicon(), &scenario, &entries).unwrap();
            let analysis = analysed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let [luck, known_mistakes] = by_hand(&mut solver, &entries);
            for (side, (luck, mistakes)) in luck.into_iter().zip(known_mistakes).enumerate() {
                let found = skill(&analysis, side);
                let errors = [found.luck - luck, found.mistakes - mistakes];
                assert!(errors.iter().all(|error| error.abs() < 1e-9), "{errors:?}\n{text}");
            }
            mistakes += known_mistakes.iter().sum::<f64>();
        }
    }
    assert!(mistakes > 0.5, "{mistakes}");
}

#[test]
fn neutral_units_make_no_mistakes() {
    let fleet = "dreadnought + 2 cruiser & faction=neutral";
    let scenario = scenario("ti4-space", "3 cruiser + destroyer", fleet, "{}");
    for text in recorded(&scenario, 0..10) {
        let analysis = analysed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(analysis.sides[1].player.is_none() && gap(&analysis) < 1e-9, "{analysis:#?}");
        assert!(analysis.steps.iter().all(|step| step.role != Some("defender")), "{analysis:#?}");
    }
}

/// `adaptive` captains sustain damage first. Without an effect that follows from it, that is best.
#[test]
fn adaptive_captains_make_no_mistakes() {
    let fleets = [
        ("ti4-space", "2 dreadnought + 2 fighter + carrier", "3 cruiser + destroyer"),
        ("ti4-space", "war sun + 2 fighter", "2 dreadnought + 2 cruiser"),
        ("ti4-ground", "4 infantry + mech", "3 infantry + 2 mech"),
    ];
    for (rules, attacker, defender) in fleets {
        let [attacker, defender] = [attacker, defender].map(|f| format!("{f} & play=adaptive"));
        let scenario = scenario(rules, &attacker, &defender, "{}");
        for text in recorded(&scenario, 0..200) {
            let analysis = analysed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(gap(&analysis) < 1e-9, "{text}");
            for side in 0..2 {
                assert!(skill(&analysis, side).mistakes < 1e-9, "{text}\n{analysis:#?}");
            }
        }
    }
}

/// A unit may sustain damage; it need not.
#[test]
fn a_unit_that_could_sustain_a_hit_may_be_lost() {
    for fleet in ["dreadnought + cruiser", "dreadnought"] {
        let analysis = analysed(&format!(
            "rules: ti4-space\nattacker: 2 cruiser\ndefender: {fleet}\nround 1\n\
             attacker: 1 hit, loses nothing\ndefender: 0 hits, loses dreadnought\n"
        ))
        .unwrap();
        let lost = analysis.steps.iter().find(|step| step.kind == "choice").unwrap();
        assert!(lost.cost.unwrap() > 0.1, "{lost:?}");
        assert_eq!(lost.best.as_deref(), Some("sustains dreadnought"));
    }
}
