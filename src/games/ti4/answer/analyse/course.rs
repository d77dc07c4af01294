//! The record, part by part through the positions of the combat.
//!
//! A part is a sequence of steps: announcements, rolls, assignments and what follows from them. In
//! each step one captain decides, or chance does, or something follows by rule; positions in which
//! another one is to move wait.

use rustc_hash::{FxHashMap, FxHashSet};

use super::errors::{self, Expected};
use super::noted::NotedPart;
use super::table::{Spot, Table};
use super::tally::{Told, Toll};
use super::words::NotedStep;
use crate::answer::NoAnswer;
use crate::answer::played::{MAX_WAYS, Mover, PlayedNode, PlayedStep, PlayedWay};
use crate::engine::Control;
use crate::games::common::decision::complete;
use crate::games::ti4::rules::{Part, Ti4Game, Ti4Position};
use crate::model::Numbered;
use crate::model::game::Mover as Moves;
use crate::scenario::{BattleRecord, Diagnostic, RecordEntry};

/// Maximum number of results of one roll.
pub(super) const MAX_RESULTS: usize = 200_000;

/// Events of the present part, as far as they are noted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    pub(super) has_begun: bool,
    pub(super) tolls: [Toll; 2],
}

pub(super) type Step = PlayedStep<Spot>;
type Node = PlayedNode<Spot>;

/// The course of a combat as far as it has been read.
pub(super) struct Course<'a, 'b> {
    pub(super) table: &'a Table<'a>,
    pub(super) game: &'a mut Ti4Game<'b>,
    control: &'a Control,
    pub(super) steps: Vec<Step>,
    /// The notes of each step.
    pub(super) noted: Vec<NotedStep>,
    /// The positions in which the combat may be.
    pub(super) now: Vec<Spot>,
    tallies: Numbered<Tally>,
    /// Number of the last round.
    pub(super) round: u32,
    /// The part whose lines are being read.
    pub(super) open: Option<NotedPart>,
    /// Number of moves that have been listed.
    listed: usize,
}

/// Decision maker of a step. Those that come first move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    Rule,
    /// A side decides: on its retreat, or on its hits.
    Captain(usize, bool),
    Chance,
}

/// The moves from a spot.
pub(super) struct Moved {
    pub(super) turn: Turn,
    pub(super) ways: Vec<PlayedWay<Spot>>,
    /// By side: whether it rolls dice that are noted in this part.
    pub(super) throws: [bool; 2],
    /// By side: the maximum number of hits, if its hits do not fit the notes.
    exceeded: [Option<u32>; 2],
}

/// Progress of a part.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) moved: FxHashMap<Spot, Moved>,
    /// Whether a roll was not noted. Choices after it are not noted, either.
    is_open: bool,
    /// By side: whether it has rolled dice that are noted in this part.
    has_thrown: [bool; 2],
}

impl<'a, 'b> Course<'a, 'b> {
    pub(super) fn new(
        table: &'a Table<'a>,
        game: &'a mut Ti4Game<'b>,
        opening: Ti4Position,
        control: &'a Control,
    ) -> Self {
        let mut tallies = Numbered::default();
        let opening = Spot { at: opening, tally: tallies.number(Tally::default()) };
        let (steps, noted) = (Vec::new(), Vec::new());
        Self {
            table,
            game,
            control,
            steps,
            noted,
            now: vec![opening],
            tallies,
            round: 0,
            open: None,
            listed: 0,
        }
    }

    /// Returns the first spot.
    pub(super) fn opening(&self, at: Ti4Position) -> Spot {
        Spot { at, tally: 0 }
    }

    /// Returns the spots at the end of the record.
    pub(super) fn ends(&self) -> &[Spot] {
        &self.now
    }

    /// Reads an entry of the record.
    pub(super) fn follow(&mut self, entry: &RecordEntry) -> Result<(), NoAnswer> {
        match (entry, &mut self.open) {
            (RecordEntry::Heading(heading), _) => {
                self.close()?;
                self.open = Some(NotedPart::of(heading)?);
                Ok(())
            }
            (RecordEntry::Line(line), Some(part)) => {
                Ok(part.read(line, &self.table.matchup.sides)?)
            }
            (RecordEntry::Line(line), None) => Err(errors::no_heading(&line.place).into()),
        }
    }

    /// Ends the record. Ways that do not fit all of it are marked.
    pub(super) fn end(&mut self, record: &BattleRecord) -> Result<(), NoAnswer> {
        self.close()?;
        if record.entries.is_empty() {
            return Err(errors::no_entries(&record.place).into());
        }
        let mut possible: FxHashSet<Spot> = self.now.iter().copied().collect();
        for step in self.steps.iter_mut().rev() {
            for way in step.nodes.iter_mut().flat_map(|node| &mut node.ways) {
                way.fits &= possible.contains(&way.to);
            }
            step.nodes.retain(|node| node.ways.iter().any(|way| way.fits));
            possible = step.nodes.iter().map(|node| node.at).collect();
        }
        Ok(())
    }

    /// Follows the part whose lines have been read.
    pub(super) fn close(&mut self) -> Result<(), NoAnswer> {
        let Some(part) = self.open.take() else { return Ok(()) };
        self.go_to(&part)?;
        let before = self.now.clone();
        self.play(&part, false)?;
        if self.now.is_empty() { Err(self.wrong(&part, &before).into()) } else { Ok(()) }
    }

    /// Returns the part that comes next in a spot, with the number of its round.
    fn expected(&self, spot: &Spot) -> Expected {
        Expected { part: self.game.part(&spot.at), round: self.round + 1 }
    }

    /// Goes on to a part. Parts before it may be left out if nothing was rolled or decided in them.
    pub(super) fn go_to(&mut self, part: &NotedPart) -> Result<(), NoAnswer> {
        let place = &part.place;
        loop {
            let parts: Vec<Option<Part>> =
                self.now.iter().map(|spot| self.game.part(&spot.at)).collect();
            let Some(first) = parts.iter().flatten().min() else {
                return Err(errors::is_over(place).into());
            };
            let has_come = parts.contains(&Some(part.part));
            if !has_come && *first > part.part {
                return Err(errors::cannot_come(part, self.expected(&self.now[0])).into());
            }
            if *first >= part.part {
                break;
            }
            let earlier = NotedPart::silent(part, *first);
            self.play(&earlier, true)?;
        }
        let is_due = |spot: &Spot| self.game.part(&spot.at) == Some(part.part);
        let now: Vec<Spot> = self.now.iter().copied().filter(is_due).collect();
        let is_next = part.round == self.round + 1;
        if part.part == Part::Round && !is_next {
            return Err(errors::cannot_come(part, self.expected(&now[0])).into());
        }
        self.now = now;
        self.round = part.round.max(self.round);
        Ok(())
    }

    /// Plays a part to its end. Without notes, with `is_silent`, only what follows by rule may
    /// happen.
    fn play(&mut self, part: &NotedPart, is_silent: bool) -> Result<(), NoAnswer> {
        let mut progress = Progress::default();
        while let Some(turn) = self.next_turn(part, &mut progress)? {
            if is_silent && turn != Turn::Rule {
                let expected = Expected { part: Some(part.part), round: self.round + 1 };
                return Err(errors::missing(part, expected).into());
            }
            self.take(turn, part, &mut progress)?;
            if self.now.is_empty() {
                return Ok(());
            }
        }
        if let Some(error) = self.no_dice(part, &progress) {
            return Err(error.into());
        }
        self.settle(part);
        Ok(())
    }

    /// Lists the moves from the spots of a part that have none yet. Returns whose turn it is.
    pub(super) fn next_turn(
        &mut self,
        part: &NotedPart,
        progress: &mut Progress,
    ) -> Result<Option<Turn>, NoAnswer> {
        for spot in self.now.clone() {
            if self.is_in(&spot, part) && !progress.moved.contains_key(&spot) {
                let moved = self.moves(&spot, part)?;
                progress.moved.insert(spot, moved);
                self.check(part)?;
            }
        }
        Ok(self.now.iter().filter_map(|spot| Some(progress.moved.get(spot)?.turn)).min())
    }

    /// Checks that the combat is not too open, and that the user has not stopped the program.
    fn check(&self, part: &NotedPart) -> Result<(), NoAnswer> {
        if self.control.is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        match self.listed > MAX_WAYS {
            true => Err(errors::too_open(&part.place, MAX_WAYS).into()),
            false => Ok(()),
        }
    }

    /// Whether a spot is in a part that has not ended.
    pub(super) fn is_in(&self, spot: &Spot, part: &NotedPart) -> bool {
        let has_begun = self.tallies.get(spot.tally).has_begun;
        self.game.part(&spot.at) == Some(part.part)
            && !(has_begun && self.game.begins_a_round(&spot.at))
    }

    /// Takes one step of a part: all spots in which it is this turn move.
    pub(super) fn take(
        &mut self,
        turn: Turn,
        part: &NotedPart,
        progress: &mut Progress,
    ) -> Result<(), NoAnswer> {
        let mut nodes = Vec::new();
        let mut throws = [false; 2];
        let mut exceeded = [None; 2];
        let mut is_open = false;
        for &spot in &self.now {
            if progress.moved.get(&spot).is_none_or(|moved| moved.turn != turn) {
                nodes.push(Node::by_rule(spot, spot));
                continue;
            }
            let Some(moved) = progress.moved.remove(&spot) else { continue };
            is_open |= moved.throws == [false; 2];
            for side in 0..2 {
                throws[side] |= moved.throws[side];
                exceeded[side] = exceeded[side].max(moved.exceeded[side]);
            }
            if moved.ways.iter().any(|way| way.fits) {
                let mover = match turn {
                    Turn::Rule => Mover::Rule,
                    Turn::Captain(side, _) => Mover::Captain(side),
                    Turn::Chance => Mover::Chance,
                };
                nodes.push(Node { at: spot, mover, ways: moved.ways });
            }
        }
        for (side, throws) in throws.into_iter().enumerate() {
            progress.has_thrown[side] |= throws;
            if throws && part.sides[side].line.is_none() && part.is_noted {
                return Err(errors::no_line(part, self.name(side)).into());
            }
        }
        if nodes.is_empty() {
            if let Some(error) = self.wrong_hits(part, exceeded) {
                return Err(error.into());
            }
            self.now.clear();
            return Ok(());
        }
        let noted = |side: usize| !throws[side] || part.sides[side].hits.is_some();
        let is_noted = match turn {
            Turn::Rule => true,
            Turn::Chance => {
                progress.is_open |= is_open || !(noted(0) && noted(1));
                !progress.is_open
            }
            Turn::Captain(side, true) => !part.sides[side].is_open,
            Turn::Captain(side, false) => !progress.is_open && part.sides[side].toll.is_some(),
        };
        let words = match turn {
            Turn::Rule => NotedStep::rule(),
            Turn::Captain(side, retreats) => NotedStep::choice(part, side, retreats),
            Turn::Chance => NotedStep::roll(part, throws),
        };
        self.add(Step { is_noted, nodes }, words);
        Ok(())
    }

    /// Adds a step. Steps that change nothing are left out.
    fn add(&mut self, step: Step, words: NotedStep) {
        self.now = step.ends();
        if !step.is_idle() {
            self.steps.push(step);
            self.noted.push(words);
        }
    }

    /// Keeps the ways in which the units have had the fate that was noted, and forgets it.
    pub(super) fn settle(&mut self, part: &NotedPart) {
        let none = self.tallies.number(Tally::default());
        let mut nodes = Vec::new();
        for &spot in &self.now {
            let Tally { has_begun, tolls } = self.tallies.get(spot.tally);
            let fits = |side: usize| match &part.sides[side].toll {
                Some(noted) if has_begun => noted.value == tolls[side],
                _ => true,
            };
            if fits(0) && fits(1) {
                nodes.push(Node::by_rule(spot, Spot { tally: none, ..spot }));
            }
        }
        match nodes.is_empty() {
            true => self.now.clear(),
            false => self.add(Step { is_noted: true, nodes }, NotedStep::rule()),
        }
    }

    /// Lists the moves from a spot.
    pub(super) fn moves(&mut self, spot: &Spot, part: &NotedPart) -> Result<Moved, NoAnswer> {
        if let Some((side, retreats)) = self.captain(&spot.at) {
            let ways = self.choices(spot, (side, retreats), part)?;
            let turn = Turn::Captain(side, retreats);
            return Ok(Moved { turn, ways, throws: [false; 2], exceeded: [None; 2] });
        }
        let mut throws = [false; 2];
        let mut most = [0; 2];
        let mut has_fitting = [false; 2];
        let mut results = 0;
        let mut found: Vec<PlayedWay<Spot>> = Vec::new();
        let mut known: FxHashMap<Spot, usize> = FxHashMap::default();
        self.each_move(spot, part, &mut |to, chance, told, is_possible| {
            results += 1;
            let fitting = [0, 1].map(|side| part.fits_hits(side, told));
            for side in 0..2 {
                if let Some(thrown) = told.thrown[side] {
                    throws[side] = true;
                    most[side] = thrown.possible.max(most[side]);
                }
                has_fitting[side] |= fitting[side];
            }
            if is_possible && fitting == [true; 2] {
                match known.get(&to) {
                    Some(&n) => found[n].chance += chance,
                    None => {
                        known.insert(to, found.len());
                        found.push(PlayedWay { to, chance, fits: true });
                    }
                }
            }
        })?;
        let turn = if results == 1 { Turn::Rule } else { Turn::Chance };
        let exceeded = [0, 1].map(|side: usize| (!has_fitting[side]).then_some(most[side]));
        Ok(Moved { turn, ways: found, throws, exceeded })
    }

    /// Calls `each` for each move from a spot, with what its events tell, and whether the notes of
    /// losses and announcements allow it.
    pub(super) fn each_move(
        &mut self,
        spot: &Spot,
        part: &NotedPart,
        each: &mut dyn FnMut(Spot, f64, &Told, bool),
    ) -> Result<(), NoAnswer> {
        let Self { table, game, tallies, listed, .. } = self;
        let before = tallies.get(spot.tally);
        let sides = &table.matchup.sides;
        let classes = [0, 1].map(|side: usize| sides[side].labels.classes.as_slice());
        let moves = game.played_moves(&spot.at, MAX_RESULTS, &mut |at, chance, events| {
            *listed += 1;
            let mut told = Told::of(before.tolls, &events, part.part, classes);
            for (side, noted) in part.sides.iter().enumerate() {
                if noted.toll.is_none() {
                    told.tolls[side] = Toll::default();
                }
            }
            let tally = tallies.number(Tally { has_begun: true, tolls: told.tolls });
            let is_possible = part.fits_tolls(&told.tolls) && part.announces(&at);
            each(Spot { at, tally }, chance, &told, is_possible);
            true
        });
        let too_many = "a roll of this combat has too many results to be analysed";
        moves.map(|_: Moves| ()).ok_or_else(|| NoAnswer::NotHere(too_many.into()))
    }

    /// Returns the ways in which the captain of a spot can decide.
    pub(super) fn choices(
        &mut self,
        spot: &Spot,
        captain: (usize, bool),
        part: &NotedPart,
    ) -> Result<Vec<PlayedWay<Spot>>, NoAnswer> {
        let mut error = None;
        let found = complete((*spot, ()), &mut |spot: &Spot, ()| {
            if self.captain(&spot.at) != Some(captain) {
                return Some(None);
            }
            let mut next = Vec::new();
            let listed = self.each_move(spot, part, &mut |to, _, _, _| next.push((to, ())));
            error = listed.err();
            error.is_none().then_some(Some(next))
        });
        if let Some(error) = error {
            return Err(error);
        }
        let too_many = || NoAnswer::NotHere("there are too many choices to compare".into());
        let (side, retreats) = captain;
        let way = |(to, ()): (Spot, ())| {
            let fits = match retreats {
                true => part.has_announced(side, &to.at),
                false => part.fits_tolls(&self.tallies.get(to.tally).tolls),
            };
            PlayedWay { to, chance: 1.0, fits }
        };
        Ok(found.ok_or_else(too_many)?.into_iter().map(way).collect())
    }

    /// Returns the side that decides in a position, and whether it decides on its retreat.
    pub(super) fn captain(&mut self, at: &Ti4Position) -> Option<(usize, bool)> {
        let side = self.game.decider(at)?;
        Some((side, self.game.announces(at, side)))
    }

    /// Returns what has happened in the present part.
    pub(super) fn tally(&self, spot: &Spot) -> Tally {
        self.tallies.get(spot.tally)
    }

    /// Returns what has happened to the units of a side in the present part.
    pub(super) fn toll(&self, side: usize, spot: &Spot) -> Toll {
        self.tallies.get(spot.tally).tolls[side]
    }

    pub(super) fn name(&self, side: usize) -> &'a str {
        &self.table.matchup.sides[side].labels.name
    }

    /// Returns the error of hits that a side cannot score. `exceeded` has the maximum number by
    /// side whose notes do not fit.
    fn wrong_hits(&self, part: &NotedPart, exceeded: [Option<u32>; 2]) -> Option<Diagnostic> {
        let wrong = |side: usize| {
            let (noted, most) = (part.sides[side].hits.as_ref()?, exceeded[side]?);
            Some(errors::impossible_hits(noted, self.name(side), most))
        };
        wrong(0).or_else(|| wrong(1))
    }

    /// Returns the error of hits of a side that rolls no dice in a part.
    fn no_dice(&self, part: &NotedPart, progress: &Progress) -> Option<Diagnostic> {
        let wrong = |side: usize| {
            let noted = part.sides[side].hits.as_ref().filter(|hits| hits.value > 0)?;
            let is_idle = !progress.has_thrown[side];
            is_idle.then(|| errors::no_dice(noted, self.name(side), &part.name))
        };
        wrong(0).or_else(|| wrong(1))
    }

    /// Returns the error of a part that cannot have gone as noted. `before` has the spots in which
    /// it can have begun.
    pub(super) fn wrong(&self, part: &NotedPart, before: &[Spot]) -> Diagnostic {
        let living = |side: usize, group: usize| {
            let classes = &self.table.matchup.sides[side].labels.classes;
            let of_spot = |spot: &Spot| {
                let living = self.game.living(side, &spot.at);
                let same = living.iter().zip(classes).filter(|(_, c)| **c == classes[group]);
                same.map(|(n, _)| u32::from(*n)).sum()
            };
            before.iter().map(of_spot).max().unwrap_or(0)
        };
        errors::impossible(part, &self.table.matchup.sides, &living)
    }
}
