//! The end of a record: what comes next in the battle.

use super::super::course::Course;
use crate::answer::NoAnswer;
use crate::answer::played::now::{OpenRecord, not_noted};
use crate::games::eclipse::rules::{Activation, EclipsePosition, TableDie};
use crate::result::ROLES;
use crate::scenario::{BattleRecord, Note, Place, RecordEntry, RecordLine};

/// The situation after a record.
pub(super) struct Moment {
    /// Part of the battle.
    pub(super) part: String,
    /// The position, and the group that acts in it.
    pub(super) at: EclipsePosition,
    pub(super) open: Open,
    /// The record, with the notes that follow still to be written.
    pub(super) draft: OpenRecord,
}

/// The next event.
pub(super) enum Open {
    /// None: the battle is over.
    Over,
    /// The group fires or begins to retreat.
    Retreat(Activation),
    /// The group rolls its dice.
    Roll(Activation),
    /// Its owner assigns these dice. By choice: whether it fits what was noted of targets.
    Dice(Activation, Vec<TableDie>, Vec<bool>),
    /// Point defence fires at its missiles.
    Defence(Activation),
}

impl Moment {
    /// Returns the activation of the group that acts; `None` if the battle is over.
    pub(super) fn activation(&self) -> Option<Activation> {
        match &self.open {
            Open::Over => None,
            Open::Retreat(activation)
            | Open::Roll(activation)
            | Open::Dice(activation, ..)
            | Open::Defence(activation) => Some(*activation),
        }
    }
}

impl Course<'_, '_> {
    /// Follows a record and returns the situation after it.
    pub(super) fn moment(mut self, record: &BattleRecord) -> Result<Moment, NoAnswer> {
        let (last, before) = match record.entries.split_last() {
            Some((RecordEntry::Line(line), before)) => (Some(line), before),
            _ => (None, &record.entries[..]),
        };
        for entry in before {
            self.follow(entry)?;
            self.only(entry.place())?;
        }
        let mut part = String::new();
        let text = &record.place.source.text;
        if let Some(line) = last {
            match self.unfinished(text, line)? {
                Ok(moment) => return Ok(moment),
                Err(of_line) => part = of_line,
            }
        }
        let at = self.only(last.map_or(&record.place, |line| &line.place))?;
        self.upcoming_moment(text, at, part)
    }

    /// Returns the only position in which the battle can be. `place` is that of the last line.
    fn only(&self, place: &Place) -> Result<EclipsePosition, NoAnswer> {
        match self.now[..] {
            [only] => Ok(only),
            _ => Err(not_noted(place).into()),
        }
    }

    /// Follows the last line. Returns the event that it leaves open, otherwise its part.
    fn unfinished(
        &mut self,
        text: &str,
        entry: &RecordLine,
    ) -> Result<Result<Moment, String>, NoAnswer> {
        let line = self.begin(entry)?;
        let (part, activation) = (line.part.clone(), line.activation);
        self.retreat(&line)?;
        let is_stay = |n: usize| entry.notes[n].value == Note::Stays;
        let moment = |at, open, kept: &dyn Fn(usize) -> bool| {
            let draft = OpenRecord::of_line(text, entry, kept);
            Ok(Ok(Moment { part: part.clone(), at, open, draft }))
        };
        if (0..entry.notes.len()).all(is_stay) {
            let at = self.only(&entry.place)?;
            if self.game.rolls_next(&at) {
                return moment(at, Open::Roll(activation), &is_stay);
            }
        }
        self.roll(&line)?;
        let rolled = self.now.clone();
        self.resolve(&line)?;
        let is_open = self.now.len() > 1 && !line.volley.has_results();
        let (Some(dice), [at], true) = (&line.volley.dice, &rolled[..], is_open) else {
            return Ok(Err(part));
        };
        let mut at = *at;
        if let Some((side, _)) = self.game.decider(&at) {
            let choices = self.game.choices(&at).unwrap_or_default();
            let before = self.game.situation(&at);
            let fits = line.volley.fitting(self.table, (&before, side), &choices);
            let mut fitting = choices.iter().zip(&fits).filter(|(_, fits)| **fits);
            match (fitting.next(), fitting.next()) {
                (Some((only, _)), None) => at = only.to,
                _ => return moment(at, Open::Dice(activation, dice.clone(), fits), &is_stay),
            }
        }
        match self.game.defending(&at) {
            Some(_) => moment(at, Open::Defence(activation), &|_| true),
            None => Ok(Err(part)),
        }
    }

    /// Returns the event that comes next after a line of this part.
    fn upcoming_moment(
        &mut self,
        text: &str,
        at: EclipsePosition,
        before: String,
    ) -> Result<Moment, NoAnswer> {
        let (at, activation) = self.upcoming(at);
        let Some(activation) = activation else {
            let draft = OpenRecord::new_line(text, None, "");
            return Ok(Moment { part: before, at, open: Open::Over, draft });
        };
        let has_heading = self.heading.is_some();
        let part = self.part(&activation)?;
        let heading = Some(part.as_str()).filter(|part| *part != before && !has_heading);
        let labels = &self.table.matchup.sides[activation.side].labels;
        let who = format!("{} {}", ROLES[activation.side], labels.group_name(activation.group));
        let draft = OpenRecord::new_line(text, heading, &who);
        let state = self.game.situation(&at);
        let (at, open) = match self.game.may_retreat(&state) {
            true => (at, Open::Retreat(activation)),
            false => (self.game.firing(&at).unwrap_or(at), Open::Roll(activation)),
        };
        Ok(Moment { part, at, open, draft })
    }
}
