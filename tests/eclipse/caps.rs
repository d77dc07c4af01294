//! Caps on rounds (D7): advice, records and fights of Eclipse. The figures of `round_caps.txt` come
//! from a solver that is not part of this repository; random situations are compared with the
//! oracle of `tests/support/advice_oracle`.

use crate::eclipse::advice_oracle::{
    COLOURS, Situation, difference, is_close, is_small, situation,
};
use crate::support::advice_oracle::model::{Captain, Moment, Objective, Scene, Side, Stance};
use crate::support::advice_oracle::values::{Solver, Value, left_by, over};
use crate::support::advice_oracle::volleys::Face;
use crate::support::analysis::analysed;
use crate::support::ask::{question, try_ask};
use crate::support::random::Random;
use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::AnalysedStep;
use fleetodds::internals::scenario::{Source, read_roll};

/// Figures of other solvers: see the head of this file.
const FIGURES: &str = include_str!("../scenarios/round_caps.txt");

/// A question of [`FIGURES`] as it is written: `rules`, `setting`, both sides, then what is asked.
struct Question<'a> {
    lines: Vec<&'a str>,
}

impl<'a> Question<'a> {
    fn of(&self, name: &str) -> Option<&'a str> {
        self.lines.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    fn scenario(&self) -> String {
        let (_, rules) = self.lines[0].split_once(' ').unwrap();
        let [setting, attacker, defender] =
            ["setting", "attacker", "defender"].map(|name| self.of(name).unwrap());
        format!(
            r#"{{"rules": "{rules}", "attacker": {attacker}, "defender": {defender}, "setting": {setting}}}"#
        )
    }

    /// Returns the figures of the lines of a kind.
    fn figures(&self, kind: &str) -> Vec<Vec<f64>> {
        let of_kind =
            self.lines.iter().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
        let numbers = |line: &str| line.split(' ').map(|number| number.parse().unwrap()).collect();
        of_kind.map(numbers).collect()
    }

    /// Returns pairs of figures, each as the program finds it and as it must be.
    fn compared(&self) -> Vec<(f64, f64)> {
        if self.lines[0].starts_with("analyse") { self.of_record() } else { self.of_advice() }
    }

    fn of_advice(&self) -> Vec<(f64, f64)> {
        let roll = self.of("roll").map(|dice| read_roll(&Source::new("--roll", dice)).unwrap());
        let table =
            OnTheTable { turn: self.of("turn").map(Into::into), roll, ..OnTheTable::default() };
        let advice = advise(&question(&self.scenario()), &table, &Ctx::new(1).unwrap()).unwrap();
        let before = advice.before.map(|worth| vec![worth.win, worth.swing]);
        let rolls =
            advice.rolls.iter().map(|r| vec![r.probability, r.worth.win, r.worth.swing]).collect();
        let choices =
            advice.choices.iter().map(|c| vec![c.worth.win, c.worth.swing, c.cost]).collect();
        let found: [(&str, Vec<Vec<f64>>); 3] =
            [("before", vec![before.unwrap()]), ("possible", rolls), ("choice", choices)];
        let pairs = |(kind, found): (&str, Vec<Vec<f64>>)| {
            let found: Vec<f64> = found.concat();
            let known = self.figures(kind).concat();
            found.into_iter().zip(known).collect::<Vec<_>>()
        };
        found.into_iter().flat_map(pairs).collect()
    }

    /// Compares the odds after the steps of a record. Choices between equals are not listed: the
    /// odds after them are those after the roll.
    fn of_record(&self) -> Vec<(f64, f64)> {
        let notes: Vec<&str> = self.lines.iter().filter_map(|l| l.strip_prefix("| ")).collect();
        let analysis =
            analysed(&format!("scenario: {}\n{}\n", self.scenario(), notes.join("\n"))).unwrap();
        let is_line = |n: &usize| notes[*n].contains(':');
        let lines: Vec<usize> = (0..notes.len()).filter(is_line).map(|n| n + 2).collect();
        let mut pairs = Vec::new();
        for line in self.lines.iter().filter_map(|line| line.strip_prefix("after ")) {
            let [number, kind, known @ ..] = &line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            let line = lines[number.parse::<usize>().unwrap() - 1];
            let of_line = || analysis.steps.iter().filter(|step| step.line == line);
            let step = of_line().find(|step| step.kind == *kind).or_else(|| of_line().next_back());
            for (after, known) in step.unwrap().after.iter().zip(known) {
                if let Ok(known) = known.parse() {
                    pairs.push((after.unwrap().win, known));
                }
            }
        }
        pairs
    }
}

/// 47 questions whose last activation of a round comes before the cap.
#[test]
fn d7_the_round_after_the_last_activation_counts() {
    let questions = FIGURES.split("\n\n").map(|text| Question { lines: text.lines().collect() });
    let mut figures = 0;
    for (number, question) in questions.enumerate() {
        for (found, known) in question.compared() {
            let most = 1e-9 * known.abs().max(1.0);
            assert!((found - known).abs() < most, "question {number}: {found} is not {known}");
            figures += 1;
        }
    }
    assert_eq!(figures, 508);
}

/// Two interceptors against a cruiser that is hit with 1/6 and hits with 1/3, in two rounds.
#[test]
fn d7_a_cruiser_needs_both_rounds_for_two_interceptors() {
    let scenario = r#"{"attacker": "2 interceptor", "defender": "cruiser",
        "setting": {"round_cap": 2}}"#;
    let table = OnTheTable { turn: Some("defender cruiser".into()), ..OnTheTable::default() };
    let advice = advise(&question(scenario), &table, &Ctx::new(1).unwrap()).unwrap();
    assert!(is_close(advice.before.unwrap().win, 1.0 / 9.0));
    let wins: Vec<f64> = advice.rolls.iter().map(|roll| roll.worth.win).collect();
    assert!(is_close(wins[0], 0.0) && is_close(wins[1], 1.0 / 3.0), "{wins:?}");
}

/// Returns what differs between the odds of the fight and those of the oracle.
fn fight_differs(situation: &Situation) -> Option<String> {
    let mut solver = Solver::new(situation.sides.clone());
    let Situation { missiles, rounds_left, .. } = *situation;
    let scene = solver.opening();
    let known = solver.value(&scene, Moment { missiles, place: 0, rounds_left });
    let found = try_ask(&question(&situation.scenario())).unwrap();
    let differs = |side: &usize| {
        let side_found = &found.sides[*side];
        let swing = side_found.cost.destroyed - side_found.cost.lost;
        !is_close(side_found.win.probability, known.win[*side])
            || !is_close(swing, known.swing[*side])
    };
    let side = [0, 1].into_iter().find(differs)?;
    let figures = &found.sides[side];
    Some(format!("fight: {:?} {:?}, the oracle says {known:?}", figures.win, figures.cost))
}

/// A battle that is played at random, with the values after each step.
struct Played<'a> {
    solver: Solver,
    random: &'a mut Random,
    scene: Scene,
    at: Moment,
    round: u32,
    /// Cost destroyed less cost lost so far, by side.
    swing: [f64; 2],
    text: String,
    /// The steps of each line with their values, and whether they are listed.
    steps: Vec<(usize, &'static str, Value, bool)>,
}

const ROLES: [&str; 2] = ["attacker", "defender"];

impl Played<'_> {
    /// Plays the battle to its end.
    fn play(&mut self) {
        let mut heading = String::new();
        while over(&self.scene).is_none() {
            let Some(&(side, group)) = self.solver.order.get(self.at.place) else {
                if self.solver.is_harmless(&self.scene) || !self.begin_round() {
                    return;
                }
                continue;
            };
            let squad = self.scene[side][group].clone();
            let dice = self.solver.shooter(self.at).dice(&self.scene);
            let chooses = self.solver.may_choose(&self.scene, self.at);
            if squad.is_here() && squad.stance == Stance::HasBegun && !self.at.missiles {
                self.scene = left_by(&self.scene, (side, group));
            } else if squad.is_here() && (dice != [0; 5] || chooses) {
                let part = match self.at.missiles {
                    true => "missiles".to_string(),
                    false => format!("round {}", self.round),
                };
                if part != heading {
                    self.text += &format!("{part}\n");
                    heading = part;
                }
                self.act((side, group), dice);
            }
            self.at.place += 1;
        }
    }

    /// Begins the next round. Returns whether there is one.
    fn begin_round(&mut self) -> bool {
        self.at.place = 0;
        if std::mem::take(&mut self.at.missiles) {
            return true;
        }
        self.round += 1;
        self.at.rounds_left = self.at.rounds_left.map(|left| left - 1);
        self.at.rounds_left != Some(0)
    }

    fn note(&mut self, kind: &'static str, value: Value, is_listed: bool) {
        let line = self.text.lines().count() + 1;
        self.steps.push((line, kind, value.with_swing(self.swing), is_listed));
    }

    fn are_equal(&self, side: usize, values: &[Value]) -> bool {
        let objective = self.solver.sides[side].objective;
        let seen = values.iter().map(|value| value.seen_by(side, objective));
        let first = values[0].seen_by(side, objective);
        seen.into_iter().all(|figures| (0..2).all(|n| is_close(figures[n], first[n])))
    }

    /// Plays the activation of a group with these dice.
    fn act(&mut self, (side, group): (usize, usize), dice: [usize; 5]) {
        let class = self.solver.sides[side].groups[group].class;
        let mut notes = Vec::new();
        if self.solver.may_choose(&self.scene, self.at) {
            let fires = self.solver.before_roll(&self.scene, self.at);
            let leaves = self.solver.retreat(&self.scene, self.at);
            let is_listed = !self.are_equal(side, &[fires, leaves]);
            let goes = self.random.one_in(5);
            self.note("choice", if goes { leaves } else { fires }, is_listed);
            if goes {
                self.scene[side][group].stance = Stance::HasBegun;
                notes.push("retreat".to_string());
            } else if dice == [0; 5] {
                notes.push("stay".to_string());
            }
        }
        if notes.is_empty() {
            notes = self.fire(side, dice);
        }
        self.text += &format!("{} {class}: {}\n", ROLES[side], notes.join(", "));
    }

    /// Rolls dice and assigns them. Returns the notes.
    fn fire(&mut self, side: usize, dice: [usize; 5]) -> Vec<String> {
        let roll: Vec<Face> = (0..5)
            .flat_map(|colour| std::iter::repeat_n(colour, dice[colour]))
            .map(|colour| Face { colour, shown: (1 + self.random.below(9) as u8).min(6) })
            .collect();
        let shooter = self.solver.shooter(self.at);
        let outcomes = shooter.outcomes(&self.scene, &shooter.volley(&self.scene, &roll));
        let values: Vec<Value> =
            outcomes.iter().map(|outcome| self.solver.after(outcome, self.at)).collect();
        let best = values[self.solver.picks(side, &values)];
        self.note("roll", best, true);
        let chosen = self.random.below(outcomes.len() as u64) as usize;
        let is_listed = !self.are_equal(side, &values);
        self.note("choice", values[chosen], is_listed);
        let enemy = 1 - side;
        let after = outcomes[chosen].scene.clone();
        let faces: Vec<String> =
            roll.iter().map(|die| format!("{}{}", COLOURS[die.colour], die.shown)).collect();
        let mut notes = vec![faces.join(" ")];
        if after[enemy] != self.scene[enemy] {
            notes.extend(fates(&self.solver.sides[enemy], &self.scene, &after, enemy));
        }
        (0..2).for_each(|side| self.swing[side] += outcomes[chosen].swing[side]);
        self.scene = after;
        notes
    }
}

/// Returns what has become of the ships of a side in notes.
fn fates(side: &Side, before: &Scene, after: &Scene, which: usize) -> [String; 2] {
    let [mut destroyed, mut damaged] = [Vec::new(), Vec::new()];
    for (group, (before, after)) in before[which].iter().zip(&after[which]).enumerate() {
        let class = side.groups[group].class;
        for (n, damage) in before.damage.iter().enumerate() {
            let ship = format!("{class} with damage {damage}");
            match after.damage.get(n) {
                None => destroyed.push(ship),
                Some(now) if now > damage => damaged.push(format!("{ship} by {}", now - damage)),
                Some(_) => {}
            }
        }
    }
    let all = |ships: Vec<String>| match ships.is_empty() {
        true => "nothing".to_string(),
        false => ships.join(" + "),
    };
    [format!("destroys {}", all(destroyed)), format!("damages {}", all(damaged))]
}

/// Returns what differs between the analysis of a random battle and the oracle; an empty text if
/// the battle had no line.
fn record_differs(situation: &Situation, random: &mut Random) -> Option<String> {
    let mut sides = situation.sides.clone();
    let are_players = sides.each_ref().map(|side| !side.groups[0].is_neutral());
    for side in sides.iter_mut().filter(|side| !side.groups[0].is_neutral()) {
        side.captain = Captain::Optimal;
        side.seeks_retreat = true;
    }
    let solver = Solver::new(sides);
    let scene = solver.opening();
    let Situation { missiles, rounds_left, .. } = *situation;
    let at = Moment { missiles, place: 0, rounds_left };
    let text = format!("scenario: {}\n", situation.scenario());
    let round = if missiles { 1 } else { 2 };
    let mut played =
        Played { solver, random, scene, at, round, swing: [0.0; 2], text, steps: Vec::new() };
    played.play();
    if played.steps.is_empty() {
        return None;
    }
    let report = |what: String| Some(format!("{what}\n{}", played.text));
    let analysis = match analysed(&played.text) {
        Ok(analysis) => analysis,
        Err(error) => return report(error.to_string()),
    };
    let mut listed = analysis.steps.iter();
    for (line, kind, value, _) in played.steps.iter().filter(|(.., is_listed)| *is_listed) {
        let Some(step) = listed.next() else { return report(format!("line {line} has no {kind}")) };
        if (step.line, step.kind) != (*line, *kind) {
            return report(format!("line {line} should have a {kind}: {step:?}"));
        }
        if let Some(side) =
            (0..2).find(|side| are_players[*side] && !is_after(step, value, *side, &played.solver))
        {
            return report(format!(
                "line {line}, side {side}: {step:?}, the oracle says {value:?}"
            ));
        }
    }
    listed.next().and_then(|step| report(format!("{step:?} should not be listed")))
}

fn is_after(step: &AnalysedStep, value: &Value, side: usize, solver: &Solver) -> bool {
    let objective = solver.sides[side].objective;
    let worth = if objective == Objective::Win { value.win } else { value.swing };
    let after = step.after[side].unwrap();
    is_close(after.win, value.win[side]) && is_close(after.worth, worth[side])
}

/// Compares random situations under caps of up to four rounds until this many have been: the
/// advice, a record from there on, and the fight.
fn compare(number: u32, seed: u64) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    while compared < number {
        let rounds_left = Some(1 + random.below(4) as u32);
        let Some(mut situation) = situation(&mut random).filter(is_small) else { continue };
        situation.rounds_left = rounds_left;
        compared += 1;
        let report = |what: &str| format!("situation {compared}: {what}\n{situation:#?}");
        let advice = situation.advice().unwrap_or_else(|no| panic!("{}", report(&no.to_string())));
        let differs = difference(&situation, &advice)
            .or_else(|| fight_differs(&situation))
            .or_else(|| record_differs(&situation, &mut random));
        if let Some(difference) = differs {
            panic!("{}\n{}", report(&difference), situation.scenario());
        }
    }
}

#[test]
fn d7_advice_records_and_fights_under_caps_agree_with_the_oracle() {
    compare(25, 70);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn d7_many_situations_under_caps_agree_with_the_oracle() {
    compare(500, 71);
}
