//! Luck and skill of battles that were played.

use fleetodds::Fight;
use fleetodds::analysis::analyse::{NotAnalysed, analyse};
use fleetodds::analysis::replay::stories;
use fleetodds::answer::Question;
use fleetodds::engine::Ctx;
use fleetodds::games::load;
use fleetodds::result::{Analysis, Skill, Story};
use fleetodds::scenario::{Scenario, Source, read_record, read_scenario, record_as_text};

fn analysed(text: &str) -> Result<Analysis, NotAnalysed> {
    let record = read_record(&Source::new("battle.txt", text))?;
    let question = Fight::from(record.scenario.clone()).question().unwrap();
    analyse(&question, &record, &Ctx::new(1).unwrap())
}

/// Returns the largest error of the sum of a side.
fn gap(analysis: &Analysis) -> f64 {
    let players = analysis.sides.iter().filter_map(|side| side.player.as_ref());
    let gap = |skill: &Skill| {
        let sum = skill.start + skill.luck - skill.mistakes + skill.enemy_mistakes;
        (sum + skill.not_noted - skill.end).abs()
    };
    players.map(gap).fold(0.0, f64::max)
}

#[test]
fn luck_and_mistakes_add_up_to_the_result() {
    let analysis = analysed(
        "attacker: 2 cruiser\ndefender: 2 ancient\nround 1\n\
         ancient: 5 2 1 1 at cruiser\ncruiser: 6 5 at ancient 1\n\
         round 2\nancient: 1 2\ncruiser: 6 3 at ancient\n",
    )
    .unwrap();
    assert!(gap(&analysis) < 1e-9, "{analysis:#?}");
    let choice = analysis.steps.iter().find(|step| step.kind == "choice").unwrap();
    assert_eq!((choice.cost, choice.mark), (Some(0.0), Some("good")));
    let end = analysis.steps.last().unwrap().after[0].unwrap();
    assert!(!analysis.ended && end.win > 0.7);
}

/// Returns the records of battles of a fight, as text.
fn recorded(
    question: &Question,
    scenario: &Scenario,
    battles: std::ops::Range<u64>,
) -> Vec<String> {
    let game = load(question.rulebook, &[]).unwrap();
    let stories = stories(question, battles, &Ctx::new(1).unwrap()).unwrap();
    let text = |story: &Story| {
        let entries = question.matchup.record(story).unwrap();
        record_as_text(&*game, scenario, &entries).unwrap()
    };
    stories.iter().map(text).collect()
}

const RETREAT: &str = "{\"retreat\": {\"attacker\": true, \"defender\": true}}";

#[test]
fn records_of_simulated_battles_add_up() {
    let fights = [
        ("2 cruiser", "2 ancient", "{}"),
        ("3 interceptor + cruiser", "2 interceptor + cruiser & play=threat", "{}"),
        ("2 cruiser & play=npc", "cruiser(hull=2) + interceptor", "{}"),
        ("dreadnought", "2 cruiser(missiles=1y)", RETREAT),
    ];
    for (attacker, defender, setting) in fights {
        let scenario = format!(
            "{{\"attacker\": \"{attacker}\", \"defender\": \"{defender}\", \"setting\": {setting}}}"
        );
        let scenario = read_scenario(&Source::new("scenario", scenario)).unwrap();
        let question = Fight::from(scenario.clone()).question().unwrap();
        for text in recorded(&question, &scenario, 0..5) {
            let analysis = analysed(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(analysis.ended && gap(&analysis) < 1e-9, "{text}\n{analysis:#?}");
        }
    }
}
