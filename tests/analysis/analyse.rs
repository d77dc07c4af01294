//! Luck and skill of battles that were played.

use crate::support::analysis::{analysed, gap};
use fleetodds::Fight;
use fleetodds::internals::analysis::commented::comment;
use fleetodds::internals::analysis::replay::stories;
use fleetodds::internals::answer::Question;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::load;
use fleetodds::internals::result::{Story, StoryEvent};
use fleetodds::internals::scenario::{Scenario, Source, read_scenario, record_as_text};

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
        let entries = question.matchup.records(question).unwrap().record(story).unwrap();
        record_as_text(game.lexicon(), scenario, &entries).unwrap()
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
        // N5: ships of one class with two blueprints have names of their own.
        ("cruiser(shield=3, hull=0) + cruiser(hull=1)", "2 cruiser", "{}"),
        ("2 cruiser", "cruiser(hull=2, cannons=2y) + 2 cruiser(missiles=1o) & play=npc", "{}"),
        // A technology is printed on this ship.
        ("3 cruiser", "ancient-cruiser-f", "{}"),
        ("3 cruiser(missiles=1y)", "ancient-cruiser-e", "{}"),
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

/// Returns the message for a record of two interceptors against a cruiser with a hull.
#[track_caller]
fn refused(lines: &str) -> String {
    let text = format!("attacker: 2 interceptor\ndefender: cruiser\n{lines}");
    match analysed(&text) {
        Ok(analysis) => panic!("not refused: {analysis:#?}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn says(lines: &str, parts: &[&str]) {
    let message = refused(lines);
    for part in parts {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
}

#[test]
fn errors_in_records_have_a_place_and_a_way_out() {
    says("interceptor: 6 3 1", &["battle.txt:3:14", "found 3 yellow", "rolls 2 yellow"]);
    says("interceptor: o6 3", &["found 2 orange", "rolls 2 yellow"]);
    says("interceptor: 6 7", &["battle.txt:3:", "a face is 1 to 6"]);
    says("interceptor: x6 x2", &["no dice are called `x`"]);
    says("cruiser: 6", &["`cruiser` does not act next", "attacker interceptor: ?"]);
    says("interceptor: 1 1\ninterceptor: 1 1", &["battle.txt:4:1", "a line is missing"]);
    says("interceptr: 1 1", &["unknown group `interceptr`", "did you mean"]);
    says("interceptor: 6 6 at cruser", &["no `cruser`", "did you mean `cruiser`"]);
    says("interceptor: 6 6 at cruiser 2", &["cannot be assigned like this"]);
    says("interceptor: 6 1, destroys cruiser", &["too many hits"]);
    says("interceptor: 2 hits", &["the dice are noted"]);
    says("interceptor: loses 1 interceptor", &["of the group that fires"]);
    says("interceptor: 1 1\ncruiser: retreat", &["defender cruiser may not retreat"]);
    says("round 2\ninterceptor: 1 1", &["`round 2` does not come next"]);
    says("missiles\ninterceptor: 1 1", &["`missiles` does not come next"]);
    says("hello\ninterceptor: 1 1", &["not a part of a battle"]);
    says("interceptor: 1 1\nround 1", &["nothing follows `round 1`"]);
    says("interceptor:", &["this line has no notes"]);
    says("interceptor: boom", &["`boom` is not a note"]);
    says("interceptor: 6 6\ncruiser: 1\n", &["over before this line"]);
    says("", &["the record has no battle"]);
    let none = |text: &str| analysed(text).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(none("attacker: cruiser\nround 1").contains("expected `defender: FLEET`"));
    assert!(none("").contains("the fleet of the attacker is missing"));
    assert!(none("{\"scenario\": {}}").contains("attacker"));
}

#[test]
fn neutral_ships_make_no_choices() {
    let fight = "attacker: interceptor + cruiser\ndefender: 2 ancient\ninterceptor: 1\n";
    let wrong = analysed(&format!("{fight}ancient: 6 1 1 1 at cruiser")).unwrap_err().to_string();
    assert!(wrong.contains("neutral ships follow their rule"), "{wrong}");
    assert!(analysed(&format!("{fight}ancient: 6 1 1 1")).is_ok());
}

#[test]
fn a_story_shows_what_choices_gave_away() {
    let text = r#"{"attacker": "2 cruiser & play=threat", "defender": "cruiser + 2 interceptor"}"#;
    let scenario = read_scenario(&Source::new("scenario", text)).unwrap();
    let question = Fight::from(scenario.clone()).question().unwrap();
    let ctx = Ctx::new(1).unwrap();
    let (mut found, mut sum) = (0, 0.0);
    for (mut story, text) in stories(&question, 0..40, &ctx).unwrap().into_iter().zip(recorded(
        &question,
        &scenario,
        0..40,
    )) {
        let events = |story: &Story| -> usize {
            story.chapters[0].rounds.iter().map(|round| round.events.len()).sum()
        };
        let before = events(&story);
        comment(&question, &scenario, &mut story, &ctx).unwrap();
        let rounds = &story.chapters[0].rounds;
        let advice =
            rounds.iter().flat_map(|round| &round.events).filter_map(|event| match event {
                StoryEvent::Advice { cost, who, .. } => {
                    assert!(who.class.is_some());
                    Some(*cost)
                }
                _ => None,
            });
        let costs: Vec<f64> = advice.collect();
        assert_eq!(events(&story), before + costs.len());
        found += costs.len();
        sum += costs.iter().sum::<f64>();
        let analysis = analysed(&text).unwrap();
        let mistakes = |side: &fleetodds::internals::result::AnalysedSide| {
            side.player.as_ref().unwrap().mistakes
        };
        sum -= analysis.sides.iter().map(mistakes).sum::<f64>();
    }
    assert!(found > 5 && sum.abs() < 1e-6, "{found} {sum}");
}

#[test]
fn what_was_not_noted_of_a_line_is_one_step() {
    let fight = "attacker: 2 cruiser\ndefender: cruiser + interceptor\n";
    let analysis =
        analysed(&format!("{fight}interceptor: 1\ndefender cruiser: 1\nattacker cruiser: ?\n"));
    let analysis = analysis.unwrap();
    let open: Vec<_> = analysis.steps.iter().filter(|step| step.kind == "not noted").collect();
    assert_eq!(open.len(), 1, "{analysis:#?}");
    assert!(open[0].line == 5 && open[0].who == "attacker cruiser" && open[0].part == "round 1");
    assert!(analysis.steps.iter().all(|step| step.line > 0), "{analysis:#?}");
}

/// Notes of damage count behind an open roll, whoever rolls and whatever was left open before.
#[test]
fn results_of_open_rolls_rule_out_what_does_not_fit() {
    let battle = |lines: &str| {
        analysed(&format!("attacker: 2 cruiser\ndefender: 2 ancient\nround 1\n{lines}"))
    };
    let end = |lines: &str| {
        let analysis = battle(lines).unwrap();
        assert!(gap(&analysis) < 1e-9, "{lines}");
        (analysis.ended, analysis.steps.last().unwrap().after[0].unwrap().win)
    };
    let begin = "ancient: 1 1 1 1\ncruiser: ?\nround 2\n";
    assert_eq!(end("ancient: ?, destroys 2 cruiser\n"), (true, 0.0));
    assert_eq!(end(&format!("{begin}ancient: ?, destroys 2 cruiser\n")), (true, 0.0));
    // Two points of damage destroy both only if each had lost one of its two before.
    let (ended, win) = end(&format!("{begin}ancient: 1 1 1 1\ncruiser: ?, destroys 2 ancient\n"));
    assert!(ended && (win - 1.0).abs() < 1e-12, "{win}");
    // Both dice have to hit, so noting them tells nothing more.
    let known = end("ancient: ?\ncruiser: 6 6, destroys ancient\n").1;
    let open = end("ancient: ?\ncruiser: ?, destroys ancient\n").1;
    assert!((open - known).abs() < 1e-12, "{open} instead of {known}");
    let nothing = end("ancient: ?\n").1;
    let damaged = end("ancient: ?, damages cruiser\n").1;
    assert!(damaged < nothing, "{damaged} with a damaged cruiser, {nothing} without a note");
    for lines in
        ["ancient: ?, destroys 9 cruiser\n", "ancient: ?\ncruiser: ?, destroys 2 ancient\n"]
    {
        let error = battle(lines).unwrap_err().to_string();
        assert!(error.contains("no roll of this group can have done this"), "{error}");
    }
}

#[test]
fn neutral_ships_can_win() {
    let analysis =
        analysed("attacker: interceptor\ndefender: ancient\ninterceptor: 1\nancient: 6 1\n");
    assert_eq!(analysis.unwrap().outcome, "defender wins");
}

#[test]
fn a_game_without_choices_says_so() {
    let record = "rules: star-chamber\nattacker: 4 scout\ndefender: 3 cruiser\nround 1\n";
    let error = analysed(record).unwrap_err().to_string();
    assert!(error.contains("players decide nothing"), "{error}");
}

/// Both ships repair the hit at the end of the round, so that it makes no difference.
#[test]
fn dice_may_be_assigned_where_the_damage_is_repaired() {
    for target in ["cruiser", "dreadnought"] {
        let analysis = analysed(&format!(
            "attacker: cruiser\ndefender: dreadnought(+morph shield) + cruiser(+morph shield)\n\
             round 1\ndefender cruiser: 1\ndreadnought: 1 1\nattacker cruiser: 6 at {target}\n"
        ));
        assert!(analysis.is_ok(), "{target}");
    }
}

/// The cruiser wins in any case. Firing and retreating are equal but for the errors of iteration.
#[test]
fn choices_between_equals_do_not_matter() {
    let analysis = analysed(
        "scenario: {\"attacker\": \"interceptor(computer=3) + cruiser\", \"defender\": \
         \"4 dreadnought(cannons=0, hull=0)\", \"setting\": {\"retreat\": {\"attacker\": true}}}\n\
         round 1\nattacker interceptor: 2\nattacker cruiser: 2\n",
    )
    .unwrap();
    assert!(analysis.steps.iter().all(|step| step.kind == "roll"), "{:?}", analysis.steps);
    assert_eq!(analysis.sides[0].player.as_ref().unwrap().decisions, 0);
}

#[test]
fn n5_a_class_of_two_groups_is_not_a_ship() {
    let text = "attacker: cruiser\ndefender: cruiser + cruiser(hull=2)\nround 1\n\
                first cruiser: 1\nsecond cruiser: 1\nattacker cruiser: 6, damages cruiser\n";
    let error = analysed(text).unwrap_err().to_string();
    assert!(error.contains("several groups called `cruiser`"), "{error}");
    assert!(error.contains("write `first cruiser` or `second cruiser`"), "{error}");
    assert!(analysed(&text.replace("damages cruiser", "damages second cruiser")).is_ok());
}
