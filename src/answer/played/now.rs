//! The present situation of a battle that is being played: what all games share.

use std::sync::Arc;

use super::Mark;
use super::evaluated::Gains;
use crate::answer::advice::{best_first, is_as_good, worth};
use crate::answer::warnings::of_sides;
use crate::answer::{Question, Side};
use crate::engine::optimize::duel::Gain;
use crate::engine::optimize::is_better_gain;
use crate::model::Objective;
use crate::result::{
    BattleChoice, BattleGroup, BattleNext, BattleNow, BattleRoll, BattleSide, ROLES, Units, Worth,
};
use crate::scenario::{Diagnostic, Place, RecordLine, Source};

/// The sides of a battle as its game knows them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players {
    /// By side: whether a player decides for it.
    pub(crate) are_players: [bool; 2],
    /// By side: what it maximises.
    pub(crate) objectives: [Objective; 2],
    /// Cost of both fleets together.
    pub(crate) cost: f64,
}

/// The present situation, and what comes next.
pub(crate) struct Present {
    pub(crate) part: String,
    /// By side: its groups.
    pub(crate) groups: [Vec<BattleGroup>; 2],
    /// By side: what the situation is worth to it.
    pub(crate) gains: Gains,
    pub(crate) next: BattleNext,
    pub(crate) record: String,
    /// Remarks for the user.
    pub(crate) notes: Vec<String>,
}

/// Returns the result document. `damaged` writes the damage of a group in the notation of fleets.
pub(crate) fn battle_now<F>(
    question: &Question,
    (sides, units): (&[Side<F>], Units),
    players: Players,
    present: Present,
    damaged: fn(&[u32]) -> String,
) -> BattleNow {
    let Present { part, groups, gains, next, record, notes } = present;
    let [first, second] = groups;
    let side = |n: usize, groups: Vec<BattleGroup>| BattleSide {
        name: sides[n].labels.name.clone(),
        role: ROLES[n],
        is_player: players.are_players[n],
        objective: players.are_players[n].then(|| players.objectives[n].name()),
        fleet: fleet(&groups, damaged),
        groups,
        worth: players.worth(gains)[n],
    };
    BattleNow {
        schema: "fleetodds/battle/1",
        rules: question.rulebook.to_string(),
        title: question.title(),
        unit: units.cost,
        part,
        sides: [side(0, first), side(1, second)],
        next,
        record,
        warnings: of_sides(sides, &notes),
    }
}

/// Returns the units that are left, in the notation of fleets.
fn fleet(groups: &[BattleGroup], damaged: fn(&[u32]) -> String) -> String {
    let of_group = |group: &BattleGroup| {
        let number = if group.number == 1 { String::new() } else { format!("{} ", group.number) };
        let damage = match group.damage.iter().all(|points| *points == 0) {
            true => String::new(),
            false => format!("(damaged={})", damaged(&group.damage)),
        };
        format!("{number}{}{damage}", group.class)
    };
    let left = groups.iter().filter(|group| group.number > 0);
    left.map(of_group).collect::<Vec<_>>().join(" + ")
}

/// Writes the damage of each ship: `[1,2]`.
pub(crate) fn by_ship(damage: &[u32]) -> String {
    let points: Vec<String> = damage.iter().map(u32::to_string).collect();
    format!("[{}]", points.join(","))
}

/// Creates a group with these units left, and puts it into words.
pub(crate) fn group(
    class: &str,
    (count, away): (u32, u32),
    damage: Vec<u32>,
    hull: u32,
) -> BattleGroup {
    let number = damage.len() as u32;
    let all = damage.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let text = match damage.iter().all(|points| *points == 0) {
        true if number == 0 => format!("no {class}"),
        true => format!("{number} {class}"),
        false => format!("{number} {class} (damage {all} of {hull})"),
    };
    let lost = count.saturating_sub(number + away);
    let class = class.into();
    BattleGroup { class, number, lost, away, damage, hull, is_retreating: false, text }
}

/// A way to go on.
pub(crate) struct Way<P> {
    pub(crate) choice: String,
    pub(crate) steps: Vec<String>,
    /// The position after it, or what that is worth to each side.
    pub(crate) to: P,
    /// The record after it.
    pub(crate) record: String,
}

/// Merges choices of a side that a record cannot tell apart. The better one is kept.
pub(crate) fn merged(side: usize, choices: impl Iterator<Item = Way<Gains>>) -> Vec<Way<Gains>> {
    let mut all: Vec<Way<Gains>> = Vec::new();
    for choice in choices {
        match all.iter_mut().find(|known| known.record == choice.record) {
            Some(known) if is_better_gain(choice.to[side], known.to[side]) => *known = choice,
            Some(_) => {}
            None => all.push(choice),
        }
    }
    all
}

impl Players {
    /// Returns what gains are worth to the players.
    fn worth(&self, gains: Gains) -> [Option<Worth>; 2] {
        let of = |n: usize| self.are_players[n].then(|| worth(self.objectives[n], gains[n]));
        [0, 1].map(of)
    }

    /// Returns the choices of a side, the best first, with the gains of the best of all.
    /// `others` are the gains of choices that are not listed.
    pub(crate) fn ranked(
        &self,
        side: usize,
        choices: Vec<Way<Gains>>,
        others: &[Gains],
    ) -> (Vec<BattleChoice>, Gains) {
        let mut all: Vec<Gains> = choices.iter().map(|choice| choice.to).collect();
        all.extend(others);
        let own: Vec<Gain> = all.iter().map(|gains| gains[side]).collect();
        let order = best_first(&own);
        let Some(&best) = order.first() else { return (Vec::new(), Gains::default()) };
        let matters = own.iter().any(|gain| !is_as_good(*gain, own[best]));
        let scale = Mark::scale(self.objectives[side], self.cost);
        let mut choices: Vec<Option<Way<Gains>>> = choices.into_iter().map(Some).collect();
        let listed = order.iter().filter_map(|n| choices.get_mut(*n)?.take());
        let ranked = listed.map(|choice| {
            let gain = choice.to[side];
            let cost = (own[best][0] - gain[0]).max(0.0);
            BattleChoice {
                choice: choice.choice,
                steps: choice.steps,
                worth: self.worth(choice.to),
                cost,
                mark: matters.then(|| Mark::of(cost, scale).name()),
                is_best: is_as_good(gain, own[best]),
                record: choice.record,
            }
        });
        (ranked.collect(), all[best])
    }
}

/// A record in which the notes of one line are still to be written.
#[derive(Clone, Debug)]
pub(crate) struct OpenRecord {
    before: String,
    /// Notes of the line that are known already.
    pub(crate) known: Vec<String>,
    after: String,
}

impl OpenRecord {
    /// Adds a line to a record, below a new heading if there is one.
    pub(crate) fn new_line(text: &str, heading: Option<&str>, who: &str) -> Self {
        let heading = heading.map_or(String::new(), |part| format!("\n{part}\n"));
        let before = format!("{}\n{heading}{who}: ", text.trim_end());
        Self { before, known: Vec::new(), after: "\n".into() }
    }

    /// Goes on with a line of a record. Of its notes, those that are `kept` stay.
    pub(crate) fn of_line(text: &str, line: &RecordLine, kept: &dyn Fn(usize) -> bool) -> Self {
        let start = line.notes.first().map_or(line.place.range.end, |note| note.place.range.start);
        let notes = line.notes.iter().enumerate().filter(|(n, _)| kept(*n));
        Self {
            before: text.get(..start).unwrap_or_default().into(),
            known: notes.map(|(_, note)| note.place.text().into()).collect(),
            after: text.get(line.place.range.end..).unwrap_or_default().into(),
        }
    }

    /// Returns the whole record with these notes.
    pub(crate) fn with(&self, notes: impl IntoIterator<Item = String>) -> String {
        let notes: Vec<String> = self.known.iter().cloned().chain(notes).collect();
        format!("{}{}{}", self.before, notes.join(", "), self.after)
    }
}

/// Returns the source of a roll that a user gives.
pub(crate) fn roll_source(roll: &str) -> Arc<Source> {
    Source::new("roll", roll)
}

/// Returns the error of a roll where no dice are rolled.
pub(crate) fn no_roll(roll: &str, what: &str) -> Diagnostic {
    Diagnostic::at(&Place::whole(&roll_source(roll)), "no dice are rolled now")
        .label("leave this out")
        .help(format!("next comes {what}"))
}

/// Returns the error of a line that leaves open what has happened.
pub(crate) fn not_noted(place: &Place) -> Diagnostic {
    Diagnostic::at(place, "this line does not tell what has happened")
        .label("several situations are possible after it")
        .help(
            "battle mode needs all that was rolled and chosen: note the dice or hits, and what \
             became of the units",
        )
}

/// Reads the number of hits of each roll: `3 2`, or `3 hits, 2 hits`.
pub(crate) fn read_hits(text: &str, rolls: &[BattleRoll]) -> Result<Vec<u32>, Diagnostic> {
    let source = roll_source(text);
    let whole = Place::whole(&source);
    let who: Vec<&str> = rolls.iter().map(|roll| roll.who.as_str()).collect();
    let expected = match rolls.len() {
        1 => format!("expected the hits of {}, such as `2`", who.join("")),
        _ => format!("expected a number of hits for {}, such as `2 1`", who.join(" and ")),
    };
    let split = |c: char| c.is_whitespace() || ",;+&".contains(c);
    let words = text.split(split).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["hit", "hits"].contains(&word.to_lowercase().as_str()));
    let number = |word: &str| if word == "no" { Some(0) } else { word.parse::<u32>().ok() };
    let hits: Option<Vec<u32>> = words.map(number).collect();
    let hits = hits.filter(|hits| hits.len() == rolls.len()).ok_or_else(|| {
        Diagnostic::at(&whole, "this is not the result of the roll").label(expected)
    })?;
    for (hits, roll) in hits.iter().zip(rolls) {
        if let Some(most) = roll.most.filter(|most| hits > most) {
            let message = format!("found {hits} hits, but {} scores at most {most}", roll.who);
            return Err(Diagnostic::at(&whole, message).label("too many hits"));
        }
    }
    Ok(hits)
}
