//! The ways to go on with a combat, each with the record after it.

use super::super::super::report;
use super::super::table::Spot;
use super::super::table::Table;
use super::super::tally::Toll;
use super::Now;
use super::moment::{Open, OpenPart};
use crate::answer::NoAnswer;
use crate::answer::played::next;
use crate::answer::played::now::{self, read_hits, roll_source};
use crate::result::ROLES;
use crate::scenario::{Place, Spanned};

/// Name of both sides together.
const BOTH: &str = "both sides";

/// A decision of a side, or what follows by rule.
pub(super) type Decision = next::Decision<Spot>;

/// A way to go on.
pub(super) type Way = now::Way<Spot>;

/// Returns a decision: its kind, words and hits. A record does not tell all ways apart, because
/// units of a class are noted by their number.
fn decision(
    side: usize,
    who: String,
    (kind, words, roll): (&'static str, String, String),
    ways: Vec<Way>,
    noted: Option<String>,
) -> Decision {
    let (dice, others, merges) = (String::new(), Vec::new(), true);
    Decision { side, who, kind, words, roll, dice, ways, others, merges, noted }
}

impl Now<'_, '_> {
    /// Returns the choice between staying and announcing a retreat.
    pub(super) fn announcement(&mut self, side: usize) -> Result<Decision, NoAnswer> {
        let words = format!("{}: {} stays or announces a retreat", self.part(), self.called(side));
        let part = self.moment.part.as_mut().ok_or_else(no_part)?;
        let mut ways = Vec::new();
        for way in self.course.choices(&self.moment.spot, (side, true), &part.notes)? {
            let retreats = way.to.at.announced() == Some(Some(side as u8));
            let choice = if retreats { "announce a retreat" } else { "stay" }.to_string();
            let place = part.notes.place.clone();
            let noted = &mut part.notes.sides[side];
            (noted.stays, noted.retreats) = (!retreats, retreats.then_some(place));
            let record = record(self.table, self.text, part);
            ways.push(Way { steps: vec![choice.clone()], choice, to: way.to, record });
        }
        let (who, roll) = (self.course.name(side).into(), String::new());
        Ok(decision(side, who, ("retreat", words, roll), ways, None))
    }

    /// Returns the ways to assign the hits of a side.
    pub(super) fn assignment(&mut self, side: usize) -> Result<Decision, NoAnswer> {
        let words = format!("{}: {} assigns the hits it has taken", self.part(), self.called(side));
        let roll = self.hits();
        let part = self.moment.part.as_mut().ok_or_else(no_part)?;
        let noted = record(self.table, self.text, part);
        part.forget_tolls();
        let before = part.tolls;
        let mut ways = Vec::new();
        for way in self.course.choices(&self.moment.spot, (side, false), &part.notes)? {
            let end = self.course.certain(way.to, &part.notes)?;
            let is_over = !self.course.is_in(&end, &part.notes);
            let tolls = self.course.tally(&end).tolls;
            let is_known = |n: usize| n == side || before[n].is_some() || is_over;
            part.tolls = [0, 1].map(|n: usize| is_known(n).then_some(tolls[n]));
            let steps = tolls[side].notes(&self.table.matchup.sides[side].labels.classes);
            let record = record(self.table, self.text, part);
            ways.push(Way { choice: steps.join(", "), steps, to: way.to, record });
        }
        part.tolls = before;
        let who = self.course.name(side).into();
        Ok(decision(side, who, ("assign", words, roll), ways, Some(noted)))
    }

    /// Returns what comes after these sides have rolled their dice.
    pub(super) fn after_roll(&mut self, sides: &[usize], roll: &str) -> Result<Decision, NoAnswer> {
        let rolls = self.rolls(sides)?;
        let hits = read_hits(roll, &rolls)?;
        let place = Place::whole(&roll_source(roll));
        let part = self.moment.part.as_mut().ok_or_else(no_part)?;
        for (side, value) in sides.iter().zip(hits) {
            part.notes.sides[*side].hits = Some(Spanned::new(value, place.clone()));
        }
        let open = self.course.play_on(part)?;
        let [spot] = self.course.now[..] else {
            let why = "the hits do not tell what has happened: an ability rolls dice that a record \
                       cannot note";
            return Err(NoAnswer::NotHere(why.into()));
        };
        (self.moment.spot, self.moment.open) = (spot, open);
        match self.moment.open {
            Open::Assign(side) => self.assignment(side),
            _ => Ok(self.follows(sides)?),
        }
    }

    /// Returns the only way on if no side decides about the hits.
    fn follows(&mut self, sides: &[usize]) -> Result<Decision, NoAnswer> {
        let spot = self.moment.spot;
        let tolls = self.course.tally(&spot).tolls;
        let lost = |side: &usize| tolls[*side] != Toll::default();
        let of_side = |side: usize| {
            let labels = &self.table.matchup.sides[side].labels;
            format!("{} {}", labels.called(side), tolls[side].notes(&labels.classes).join(", "))
        };
        let steps: Vec<String> = [0, 1].into_iter().filter(lost).map(of_side).collect();
        let choice = if steps.is_empty() { "nothing is lost".into() } else { steps.join("; ") };
        let (words, roll) = (format!("{}: the hits follow the rules", self.part()), self.hits());
        let who = match sides {
            [only] => self.course.name(*only).into(),
            _ => BOTH.into(),
        };
        let part = self.moment.part.as_mut().ok_or_else(no_part)?;
        let noted = record(self.table, self.text, part);
        if self.moment.open == Open::Ended {
            part.tolls = tolls.map(Some);
        }
        let record = record(self.table, self.text, part);
        let side = sides.first().copied().unwrap_or(0);
        let ways = vec![Way { choice, steps, to: spot, record }];
        Ok(decision(side, who, ("assign", words, roll), ways, Some(noted)))
    }

    /// Returns the hits of the present part in words.
    fn hits(&self) -> String {
        let Some(part) = &self.moment.part else { return String::new() };
        let of_side = |side: usize| {
            let hits = part.notes.sides[side].hits.as_ref()?;
            Some(format!("{} {}", self.course.name(side), report::hits(hits.value)))
        };
        [0, 1].into_iter().filter_map(of_side).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn called(&self, side: usize) -> String {
        self.table.matchup.sides[side].labels.called(side)
    }
}

fn no_part() -> NoAnswer {
    NoAnswer::NotHere("the combat is over".into())
}

/// Returns a record with the notes of a part.
fn record(table: &Table<'_>, text: &str, part: &OpenPart) -> String {
    let before = text.get(..part.start).unwrap_or(text).trim_end();
    let line = |side: usize| {
        let noted = &part.notes.sides[side];
        let mut notes = Vec::new();
        notes.extend(noted.stays.then(|| "stay".to_string()));
        notes.extend(noted.retreats.as_ref().map(|_| "retreat".to_string()));
        notes.extend(noted.hits.as_ref().map(|hits| report::hits(hits.value)));
        let classes = &table.matchup.sides[side].labels.classes;
        notes.extend(part.tolls[side].iter().flat_map(|toll| toll.notes(classes)));
        let notes = if notes.is_empty() { "?".into() } else { notes.join(", ") };
        format!("{}: {notes}\n", ROLES[side])
    };
    format!("{before}\n\n{}\n{}{}", part.notes.name, line(0), line(1))
}
