//! The end of a record: what comes next in the combat.

use super::super::course::{Course, Progress, Step, Turn};
use super::super::noted::NotedPart;
use super::super::table::Spot;
use super::super::tally::Toll;
use crate::answer::NoAnswer;
use crate::answer::ledger::Ledger;
use crate::answer::played::now::not_noted;
use crate::answer::played::{PlayedNode, asked, only_end};
use crate::engine::Control;
use crate::games::ti4::rules::{Part, Ti4Position};
use crate::scenario::{BattleRecord, Place, Spanned};

/// Maximum number of rounds in which nothing is rolled or decided.
const MAX_SILENT: u32 = 100;

/// The next event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// None: the combat is over.
    Over,
    /// A side may announce a retreat.
    Announce(usize),
    /// A side assigns its hits.
    Assign(usize),
    /// These sides roll dice.
    Roll(Vec<usize>),
    /// None in this part, which has ended.
    Ended,
}

/// A part of the combat that is being played.
pub(super) struct OpenPart {
    pub(super) notes: NotedPart,
    /// By side: what it has lost in the part, as far as that is noted.
    pub(super) tolls: [Option<Toll>; 2],
    /// The record before the part, in bytes.
    pub(super) start: usize,
}

/// The situation after a record.
pub(super) struct Moment {
    /// The part; `None` before any.
    pub(super) part: Option<OpenPart>,
    pub(super) spot: Spot,
    pub(super) open: Open,
}

impl OpenPart {
    /// Begins to play a part. Losses that are not noted may be any.
    fn new(mut notes: NotedPart, start: usize) -> Self {
        notes.is_noted = false;
        let tolls = [0, 1].map(|n: usize| notes.sides[n].toll.as_ref().map(|toll| toll.value));
        let place = notes.place.clone();
        for side in &mut notes.sides {
            let any = || Spanned::new(Toll::ANY, place.clone());
            side.toll.get_or_insert_with(any);
        }
        Self { notes, tolls, start }
    }

    /// Whether the decision of a side on its retreat is noted. It is made before the dice are
    /// rolled.
    fn has_announced(&self, side: usize) -> bool {
        let sides = &self.notes.sides;
        let own = &sides[side];
        own.retreats.is_some() || own.stays || sides.iter().any(|side| side.hits.is_some())
    }

    /// Lets both sides lose anything in the rest of the part.
    pub(super) fn forget_tolls(&mut self) {
        for side in &mut self.notes.sides {
            let place = self.notes.place.clone();
            side.toll = Some(Spanned::new(Toll::ANY, place));
        }
    }
}

/// Means to value positions.
pub(super) struct Valuing<'a> {
    pub(super) opening: Ti4Position,
    pub(super) ledger: &'a mut Ledger,
    pub(super) control: &'a Control,
}

impl Course<'_, '_> {
    /// Follows a record and returns the situation after it.
    pub(super) fn moment(
        &mut self,
        record: &BattleRecord,
        valuing: &mut Valuing<'_>,
    ) -> Result<Moment, NoAnswer> {
        for entry in &record.entries {
            self.follow(entry)?;
            self.only(entry.place(), valuing)?;
        }
        let end = record.place.source.text.len();
        let mut last = None;
        if let Some(notes) = self.open.take() {
            self.go_to(&notes)?;
            let start = notes.place.range.start;
            let mut part = OpenPart::new(notes, start);
            let open = self.play_on(&mut part)?;
            let spot = self.only(&part.notes.place, valuing)?;
            if open != Open::Ended {
                return Ok(Moment { part: Some(part), spot, open });
            }
            self.leave(&mut part);
            last = Some(part);
        }
        let place = Place { range: end..end, ..record.place.clone() };
        for _ in 0..MAX_SILENT {
            let spot = self.only(&place, valuing)?;
            let Some(part) = self.game.part(&spot.at) else {
                return Ok(Moment { part: last, spot, open: Open::Over });
            };
            let notes = NotedPart::next(part, self.round + 1, place.clone());
            self.round += u32::from(part == Part::Round);
            let mut part = OpenPart::new(notes, end);
            let open = self.play_on(&mut part)?;
            if open != Open::Ended {
                let spot = self.only(&place, valuing)?;
                return Ok(Moment { part: Some(part), spot, open });
            }
            self.leave(&mut part);
        }
        Err(NoAnswer::NotHere("nothing happens in this combat any more".into()))
    }

    /// Leaves a part that has ended.
    fn leave(&mut self, part: &mut OpenPart) {
        for side in 0..2 {
            if part.tolls[side].is_none() {
                part.notes.sides[side].toll = None;
            }
        }
        self.settle(&part.notes);
    }

    /// Returns the only spot in which the combat can be. If choices fit the record equally well,
    /// the best of them was made, as in an analysis.
    fn only(&mut self, place: &Place, valuing: &mut Valuing<'_>) -> Result<Spot, NoAnswer> {
        if let [only] = self.now[..] {
            return Ok(only);
        }
        let opening = self.opening(valuing.opening);
        let positions = asked(&[opening], &self.steps);
        let worth = self.table.worth(self.game, &positions, valuing.ledger, valuing.control)?;
        let only = only_end(opening, &self.steps, &worth).ok_or_else(|| not_noted(place))?;
        self.now = vec![only];
        Ok(only)
    }

    /// Plays a part up to the first event that is not noted.
    pub(super) fn play_on(&mut self, part: &mut OpenPart) -> Result<Open, NoAnswer> {
        let before = self.now.clone();
        let mut progress = Progress::default();
        loop {
            let turn = self.next_turn(&part.notes, &mut progress)?;
            let open = match turn {
                None => Some(Open::Ended),
                Some(turn) => self.open_at(turn, part, &progress)?,
            };
            if let Some(open) = open {
                self.keep_noted(part);
                let is_possible = !self.now.is_empty();
                let wrong = || NoAnswer::from(self.wrong(&part.notes, &before));
                return if is_possible { Ok(open) } else { Err(wrong()) };
            }
            let Some(turn) = turn else { return Ok(Open::Ended) };
            self.take(turn, &part.notes, &mut progress)?;
            if self.now.is_empty() {
                return Err(self.wrong(&part.notes, &before).into());
            }
        }
    }

    /// Returns the event of a turn if it is not noted.
    fn open_at(
        &self,
        turn: Turn,
        part: &OpenPart,
        progress: &Progress,
    ) -> Result<Option<Open>, NoAnswer> {
        let moved = self.now.iter().filter_map(|spot| progress.moved.get(spot));
        let moved = moved.filter(|moved| moved.turn == turn);
        Ok(match turn {
            Turn::Rule => None,
            Turn::Captain(side, true) => {
                (!part.has_announced(side)).then_some(Open::Announce(side))
            }
            Turn::Captain(side, false) => {
                let mut ways = moved.flat_map(|moved| &moved.ways);
                let is_noted = part.tolls[side].is_some() && ways.any(|way| way.fits);
                (!is_noted).then_some(Open::Assign(side))
            }
            Turn::Chance => {
                let mut throws = [false; 2];
                for moved in moved {
                    throws = [throws[0] | moved.throws[0], throws[1] | moved.throws[1]];
                }
                if throws == [false; 2] {
                    let why = "an ability rolls dice that a record cannot note";
                    return Err(NoAnswer::NotHere(why.into()));
                }
                let is_open =
                    |side: &usize| throws[*side] && part.notes.sides[*side].hits.is_none();
                let open: Vec<usize> = [0, 1].into_iter().filter(is_open).collect();
                (!open.is_empty()).then_some(Open::Roll(open))
            }
        })
    }

    /// Keeps the spots in which the units have had the fate that was noted so far.
    fn keep_noted(&mut self, part: &OpenPart) {
        let fits = |course: &Self, spot: &Spot| {
            let tally = course.tally(spot);
            let fits = |side: usize| part.tolls[side].is_none_or(|toll| toll == tally.tolls[side]);
            !tally.has_begun || (fits(0) && fits(1))
        };
        let kept: Vec<Spot> = self.now.iter().copied().filter(|spot| fits(self, spot)).collect();
        if kept.len() < self.now.len() {
            let nodes = kept.iter().map(|spot| PlayedNode::by_rule(*spot, *spot)).collect();
            self.steps.push(Step { is_noted: true, nodes });
            self.now = kept;
        }
    }

    /// Returns the spot up to which everything follows by rule in a part.
    pub(super) fn certain(&mut self, mut spot: Spot, part: &NotedPart) -> Result<Spot, NoAnswer> {
        while self.is_in(&spot, part) && self.captain(&spot.at).is_none() {
            let moved = self.moves(&spot, part)?;
            let (Turn::Rule, [way]) = (moved.turn, &moved.ways[..]) else { break };
            spot = way.to;
        }
        Ok(spot)
    }
}
