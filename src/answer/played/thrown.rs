//! The record of a battle in which dice alone decide, followed throw by throw.
//!
//! The rules are not repeated here: a step is played with all its outcomes and an observer, and a
//! note fits the outcomes whose events it describes.
//!
//! A record has a heading for each round, such as `turn 2`, and a line for each throw in the order
//! of the rules:
//!
//! - `attacker c: 6 4 2` are the faces of all its dice.
//! - `attacker c: damages d by 5`, `destroys d` and `damages nothing` say what the dice did.
//! - `attacker c: ?` leaves the throw open.

use rustc_hash::FxHashSet;

use super::named::named_groups;
use super::next::{Decision, Found};
use super::now::{OpenRecord, Way, no_roll, not_noted, roll_source};
use super::report::StepWords;
use super::{MAX_WAYS, Mover, PlayedNode, PlayedStep, PlayedWay};
use crate::answer::{Labels, NoAnswer};
use crate::dice::{Die, Enumerator, Sampler, block_generator};
use crate::model::{Battle, StepOutcome};
use crate::result::{BattleDice, BattleNext, BattleRoll, ROLES, RollEntry, Story, StoryEvent};
use crate::scenario::{
    BattleRecord, Diagnostic, Fate, Note, NotedUnits, Place, RecordEntry, RecordLine, RolledFace,
    Spanned, WhichShip, WrittenEntry, normalise, read_roll,
};
use crate::story::{Event, Recorder, Throw, ThrowTotal, Who};

/// Number of faces of a die.
const FACES: u32 = 6;

/// Maximum memory for the ways of a record, in bytes.
const MAX_BYTES: usize = 128 << 20;

/// A situation between two steps of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BattleSpot<S> {
    pub(crate) state: S,
    /// The round; the last one if the battle is over.
    pub(crate) round: u32,
    pub(crate) is_over: bool,
}

/// A throw that comes next.
pub(crate) struct NextThrow<S> {
    /// The dice, and who throws them. Its total is that of the first outcome.
    throw: Throw,
    outcomes: Vec<Thrown<S>>,
}

impl<S> NextThrow<S> {
    /// Returns the ship that the dice may hit.
    fn target(&self) -> Option<Who> {
        let mut effects = self.outcomes.iter().flat_map(|outcome| &outcome.effects);
        effects.find_map(|event| match event {
            Event::Change { who, .. } => Some(*who),
            _ => None,
        })
    }
}

/// An outcome of a throw.
struct Thrown<S> {
    to: BattleSpot<S>,
    chance: f64,
    total: ThrowTotal,
    /// Effects of the dice.
    effects: Vec<Event>,
}

/// The names in a battle. What needs no more is compiled once for all types of battle.
#[derive(Clone, Copy)]
pub(crate) struct ThrowNames<'a> {
    pub(crate) labels: [&'a Labels; 2],
    /// Name of a round: `turn`.
    pub(crate) time: &'static str,
}

/// A battle in which dice alone decide.
pub(crate) struct ThrownBattle<'a, B> {
    pub(crate) battle: &'a B,
    pub(crate) names: ThrowNames<'a>,
    /// Round after which an undecided battle is cut short.
    pub(crate) last_round: u32,
}

impl<B: Battle<Captains = ()>> ThrownBattle<'_, B> {
    pub(crate) fn opening(&self) -> BattleSpot<B::State> {
        let state = self.battle.opening();
        let is_over = self.battle.is_over(&state);
        BattleSpot { state, round: self.battle.first_round(), is_over }
    }

    /// Returns the situation before the next throw, and the throw; that at the end of the battle if
    /// there is none.
    fn upcoming(
        &self,
        mut at: BattleSpot<B::State>,
    ) -> (BattleSpot<B::State>, Option<NextThrow<B::State>>) {
        // A state that returns without dice in between would return for ever.
        let mut seen = FxHashSet::default();
        while !at.is_over {
            if !seen.insert(at.state) {
                at.is_over = true;
                break;
            }
            match self.step(&at) {
                Ok(throw) => return (at, Some(throw)),
                Err(to) => at = to,
            }
        }
        (at, None)
    }

    /// Returns the throw of the next step, or the situation after a step without dice.
    fn step(&self, at: &BattleSpot<B::State>) -> Result<NextThrow<B::State>, BattleSpot<B::State>> {
        let play = |die: &mut Enumerator| {
            let (mut state, mut recorder) = (at.state, Recorder::default());
            let progress = self.battle.step_observed(&mut state, die, &mut recorder, &mut ());
            (self.after(at.round, state, progress), recorder.take_events())
        };
        let mut after = *at;
        let (mut thrown, mut outcomes) = (None, Vec::new());
        Enumerator::each(play, |(to, mut events), chance| {
            after = to;
            let place = events.iter().position(|event| matches!(event, Event::Throw(_)));
            let effects = place.map(|place| events.split_off(place + 1));
            if let (Some(effects), Some(Event::Throw(throw))) = (effects, events.pop()) {
                outcomes.push(Thrown { to, chance, total: throw.total, effects });
                thrown.get_or_insert(throw);
            }
        });
        thrown.map(|throw| NextThrow { throw, outcomes }).ok_or(after)
    }

    fn after(&self, round: u32, state: B::State, progress: StepOutcome) -> BattleSpot<B::State> {
        match progress {
            StepOutcome::NextRound if round < self.last_round => {
                BattleSpot { state, round: round + 1, is_over: false }
            }
            StepOutcome::Continue => BattleSpot { state, round, is_over: false },
            StepOutcome::Over | StepOutcome::NextRound => {
                BattleSpot { state, round, is_over: true }
            }
        }
    }
}

impl ThrowNames<'_> {
    fn part(&self, round: u32) -> String {
        format!("{} {round}", self.time)
    }

    /// Returns the name of a group.
    fn group(&self, who: Who) -> String {
        let labels = self.labels[who.side];
        who.group.map_or_else(|| labels.name.clone(), |group| labels.group_name(group))
    }

    /// Returns the group in words: `attacker c`.
    fn who(&self, who: Who) -> String {
        format!("{} {}", self.labels[who.side].name, self.group(who))
    }

    /// Returns the dice in words: `5 dice (weapons)`.
    fn dice(&self, throw: &Throw) -> String {
        let dice = dice_of(throw);
        format!("{dice} {} ({})", if dice == 1 { "die" } else { "dice" }, throw.with)
    }

    /// Returns a throw in words, with its target: `5 dice (weapons) at c, less 9`.
    fn attack(&self, throw: &Throw, target: Option<Who>) -> String {
        let mut words = self.dice(throw);
        if let Some(target) = target {
            words += &format!(" at {}", self.group(target));
        }
        if throw.less > 0 {
            words += &format!(", less {}", throw.less);
        }
        words
    }

    /// Returns what a throw has done in words.
    fn effects(&self, effects: &[Event]) -> String {
        let word = |event: &Event| match event {
            Event::Change { who, becomes, damage, life, .. } => {
                let life =
                    life.map_or(String::new(), |[before, after]| format!(" ({before} → {after})"));
                let by = if *damage > 0 { format!(" by {damage}") } else { String::new() };
                Some(format!("{} {becomes}{by}{life}", self.group(*who)))
            }
            Event::Act { who, does } => Some(format!("{} {does}", self.group(*who))),
            Event::Throw(_) | Event::Wasted { .. } => None,
        };
        let words: Vec<String> = effects.iter().filter_map(word).collect();
        if words.is_empty() { "no effect".into() } else { words.join(", ") }
    }

    /// Whether a class that was noted is that of a group.
    fn is_called(&self, who: Who, class: &str) -> bool {
        let labels = self.labels[who.side];
        let class_of = who.group.map(|group| normalise(&labels.classes[group]));
        let wanted = normalise(class);
        class_of.is_some_and(|class| class == wanted) || normalise(&self.group(who)) == wanted
    }

    /// Reads the notes of a line.
    fn noted(&self, line: &RecordLine, throws: &[&Throw]) -> Result<NotedThrow, Diagnostic> {
        let mut noted = NotedThrow { faces: None, fates: Vec::new() };
        for Spanned { value, place } in &line.notes {
            match value {
                Note::Open => {}
                Note::Dice(faces, None) if noted.faces.is_none() => {
                    let has_dice = |throw: &&Throw| dice_of(throw) as usize == faces.len();
                    let mut all = throws.iter().copied();
                    let throw = all.find(has_dice).unwrap_or(throws[0]);
                    noted.faces = Some(self.faces(faces, throw, place)?);
                }
                Note::Units(fate @ (Fate::Destroys | Fate::Damages), units) => {
                    if units.iter().any(|units| units.ship.which != WhichShip::Any) {
                        return Err(Diagnostic::at(place, "ships follow their orders")
                            .label("the target is known: its class is enough")
                            .help("such as `destroys c`, `damages c by 5`"));
                    }
                    noted.fates.push((*fate, units.clone()));
                }
                Note::Dice(_, Some(_)) => {
                    return Err(Diagnostic::at(place, "ships follow their orders")
                        .label("the target is known: leave it out")
                        .help("note the dice alone, such as `6 4 2`"));
                }
                _ => {
                    return Err(Diagnostic::at(place, "this is not a note of this game")
                        .label("expected the dice, or what they did")
                        .help(
                            "such as `6 4 2`, `damages c by 5`, `destroys c`, `damages nothing`",
                        ));
                }
            }
        }
        Ok(noted)
    }

    /// Returns the error of a line that does not come next.
    fn missing(&self, line: &RecordLine, next: Option<&Throw>) -> Diagnostic {
        let place = &line.who.place;
        let Some(next) = next else {
            return Diagnostic::at(place, "the battle is over before this line")
                .label("leave this out");
        };
        let (who, dice) = (self.who(next.who), self.dice(next));
        Diagnostic::at(place, format!("`{}` does not throw dice next", place.text()))
            .label(format!("expected {dice} of {who}"))
            .help(format!(
                "a line is missing before this one (`{who}: ?` if it was not noted), or this one is \
                 too many: dice that cannot do damage, and those at a ship without hull, are left out"
            ))
    }

    /// Returns the error of notes that no outcome of a throw fits.
    fn impossible(&self, line: &RecordLine, throw: &Throw, target: Option<Who>) -> Diagnostic {
        let (who, dice) = (self.who(throw.who), self.attack(throw, target));
        Diagnostic::at(&line.place, "the dice cannot have done this")
            .label("no roll fits these notes")
            .help(format!("{who} throws {dice}"))
    }

    /// Returns the faces of dice that were noted.
    ///
    /// # Errors
    /// If they are not those of the dice that are thrown.
    fn faces(
        &self,
        faces: &[RolledFace],
        throw: &Throw,
        place: &Place,
    ) -> Result<Vec<u8>, Diagnostic> {
        let (who, dice) = (self.who(throw.who), self.dice(throw));
        if faces.iter().any(|face| !face.colour.is_empty()) {
            return Err(Diagnostic::at(place, "these dice have no colour")
                .label("expected faces alone, such as `6 4 2`"));
        }
        if faces.len() != dice_of(throw) as usize {
            let found = match faces.len() {
                1 => "1 face".into(),
                n => format!("{n} faces"),
            };
            let message = format!("found {found}, but {who} throws {dice}");
            return Err(Diagnostic::at(place, message).label("note the face of each die"));
        }
        Ok(faces.iter().map(|face| face.face).collect())
    }
}

/// Returns the number of dice.
fn dice_of(throw: &Throw) -> u32 {
    let casts = throw.ways.first().into_iter().flat_map(|(_, casts)| casts);
    casts.map(|cast| u32::from(cast.dice)).sum()
}

/// Returns faces as they are noted, with their total: `6 4 2 = 12 - 9`.
fn total_in_words(faces: &[u8], less: u32) -> String {
    let noted = faces_in_words(faces);
    let total: u32 = faces.iter().map(|face| u32::from(*face)).sum();
    match (faces.len(), less) {
        (1, 0) => noted,
        (1, _) => format!("{noted} - {less}"),
        (_, 0) => format!("{noted} = {total}"),
        _ => format!("{noted} = {total} - {less}"),
    }
}

fn faces_in_words(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The notes of a throw.
struct NotedThrow {
    faces: Option<Vec<u8>>,
    fates: Vec<(Fate, Vec<NotedUnits>)>,
}

impl NotedThrow {
    /// Whether this many dice can have this result.
    fn fits(
        &self,
        dice: u32,
        (total, effects): (ThrowTotal, &[Event]),
        is_named: &dyn Fn(Who, &str) -> bool,
    ) -> bool {
        if let Some(faces) = &self.faces {
            let sum = faces.iter().map(|face| u32::from(*face)).sum();
            if faces.len() != dice as usize || !total.allows(sum) {
                return false;
            }
        }
        // Without a word on what was destroyed, what is noted of damage is all that was done.
        let is_destroyed = |event: &Event| matches!(event, Event::Change { lost: 1.., .. });
        let says = |wanted: Fate| self.fates.iter().any(|(fate, _)| *fate == wanted);
        let is_all = says(Fate::Damages) && !says(Fate::Destroys);
        if is_all && effects.iter().any(is_destroyed) {
            return false;
        }
        self.fates.iter().all(|(fate, units)| {
            let changes = effects.iter().filter_map(|event| match event {
                Event::Change { who, damage, lost, .. } => {
                    let is_of_fate = (*lost > 0) == (*fate == Fate::Destroys);
                    is_of_fate.then_some((*who, u32::from(*damage)))
                }
                _ => None,
            });
            let changes: Vec<(Who, u32)> = changes.collect();
            let is_noted = |(noted, (who, damage)): (&NotedUnits, &(Who, u32))| {
                let fits_damage = noted.damage.is_none_or(|noted| noted == *damage);
                noted.number == 1 && fits_damage && is_named(*who, &noted.ship.class)
            };
            units.len() == changes.len() && units.iter().zip(&changes).all(is_noted)
        })
    }
}

/// The course of a battle, up to the line of its record that was read last.
pub(crate) struct ThrowCourse<'a, B: Battle> {
    battle: ThrownBattle<'a, B>,
    pub(crate) steps: Vec<PlayedStep<BattleSpot<B::State>>>,
    /// The words of each step.
    pub(crate) words: Vec<StepWords>,
    /// The situations in which the battle may be.
    pub(crate) now: Vec<BattleSpot<B::State>>,
    /// Heading that the next line has to fit.
    heading: Option<Spanned<String>>,
    /// Part of the last heading, while lines fit it.
    headed: Option<String>,
    /// Part of the last line.
    part: String,
    ways: usize,
}

impl<'a, B: Battle<Captains = ()>> ThrowCourse<'a, B> {
    /// Maximum number of ways in all throws of a record.
    const MAX_WAYS: usize = {
        let fitting = MAX_BYTES / size_of::<PlayedWay<BattleSpot<B::State>>>();
        if fitting < MAX_WAYS { fitting } else { MAX_WAYS }
    };

    /// Follows a record to the situation before the next throw.
    ///
    /// # Errors
    /// If the record does not fit the battle.
    pub(crate) fn of(battle: ThrownBattle<'a, B>, record: &BattleRecord) -> Result<Self, NoAnswer> {
        let mut course = Self::before(battle);
        for entry in &record.entries {
            course.follow(entry)?;
        }
        course.end(record)?;
        Ok(course)
    }

    /// Follows a record that leaves nothing open, and returns what comes next.
    ///
    /// # Errors
    /// If the record does not fit the battle, or if several situations are possible after a line.
    pub(crate) fn now(
        battle: ThrownBattle<'a, B>,
        record: &BattleRecord,
    ) -> Result<ThrowMoment<'a, B>, NoAnswer> {
        let mut course = Self::before(battle);
        for entry in &record.entries {
            course.follow(entry)?;
            if course.now.len() > 1 {
                return Err(not_noted(entry.place()).into());
            }
        }
        let Self { battle, now, heading, part: before, .. } = course;
        let (at, throw) = battle.upcoming(now[0]);
        let (names, part) = (battle.names, battle.names.part(at.round));
        let is_new = throw.is_some() && part != before && heading.is_none();
        let who = throw.as_ref().map_or(String::new(), |next| {
            let who = next.throw.who;
            format!("{} {}", ROLES[who.side], names.group(who))
        });
        let text = record.place.source.text.as_str();
        let draft = OpenRecord::new_line(text, is_new.then_some(part.as_str()), &who);
        Ok(ThrowMoment { battle, part, at, throw, draft })
    }

    fn before(battle: ThrownBattle<'a, B>) -> Self {
        let now = vec![battle.opening()];
        let (steps, words) = (Vec::new(), Vec::new());
        Self {
            battle,
            steps,
            words,
            now,
            heading: None,
            headed: None,
            part: String::new(),
            ways: 0,
        }
    }

    fn follow(&mut self, entry: &RecordEntry) -> Result<(), NoAnswer> {
        match entry {
            RecordEntry::Heading(heading) => {
                let name = heading.value.split_whitespace().collect::<Vec<_>>().join(" ");
                let time = self.battle.names.time;
                let number = name.strip_prefix(time).and_then(|n| n.trim().parse::<u32>().ok());
                let Some(number) = number else {
                    return Err(Diagnostic::at(&heading.place, "this is not a part of a battle")
                        .label(format!("expected `{time} 1`"))
                        .help("the notes of a group follow its name and a colon: `c: 6 4 2`")
                        .into());
                };
                if let Some(before) = &self.heading {
                    return Err(nothing_follows(before).into());
                }
                let value = format!("{time} {number}");
                self.heading = Some(Spanned::new(value, heading.place.clone()));
                Ok(())
            }
            RecordEntry::Line(line) => self.line(line),
        }
    }

    /// Lets the battle go on to the next throw, or to its end.
    fn end(&mut self, record: &BattleRecord) -> Result<(), NoAnswer> {
        if let Some(heading) = self.heading.take() {
            return Err(nothing_follows(&heading).into());
        }
        let begins = |at: &BattleSpot<B::State>| self.battle.upcoming(*at).1.is_some();
        if record.entries.is_empty() && self.now.iter().any(begins) {
            let end = record.place.range.end;
            let place = Place { range: end..end, ..record.place.clone() };
            return Err(Diagnostic::at(&place, "the record has no battle")
                .label("expected the dice of a group, such as `c: 6 4 2`")
                .into());
        }
        let nodes = self.now.iter().map(|&at| PlayedNode::by_rule(at, self.battle.upcoming(at).0));
        let step = PlayedStep { is_noted: true, nodes: nodes.collect() };
        self.add(step, StepWords::of_rule());
        Ok(())
    }

    /// Adds a step. Steps that change nothing are left out.
    fn add(&mut self, step: PlayedStep<BattleSpot<B::State>>, words: StepWords) {
        self.now = step.ends();
        if !step.is_idle() {
            self.steps.push(step);
            self.words.push(words);
        }
    }

    /// Follows the throw of a line.
    fn line(&mut self, line: &RecordLine) -> Result<(), NoAnswer> {
        let names = self.battle.names;
        let named = named_groups(&line.who, names.labels)?;
        let is_named = |who: Who| who.group.is_some_and(|group| named.contains(&(who.side, group)));
        let (mut before, mut throws) = (Vec::new(), Vec::new());
        let (mut known, mut other) = (FxHashSet::default(), None);
        for &at in &self.now {
            let (to, throw) = self.battle.upcoming(at);
            match throw {
                Some(next) if is_named(next.throw.who) => {
                    before.push(PlayedNode::by_rule(at, to));
                    // Several situations can lead to one.
                    if known.insert(to) {
                        throws.push((to, next));
                    }
                }
                throw => other = other.or(throw.map(|next| next.throw)),
            }
        }
        let Some((at, first)) = throws.first() else {
            return Err(names.missing(line, other.as_ref()).into());
        };
        if let Some(heading) = self.heading.take() {
            let (part, who) = (names.part(at.round), names.who(first.throw.who));
            throws.retain(|(at, _)| names.part(at.round) == heading.value);
            if throws.is_empty() {
                let message = format!("`{}` does not come next", heading.value);
                return Err(Diagnostic::at(&heading.place, message)
                    .label(format!("{who} throws its dice in `{part}`"))
                    .help("a line is missing before this one, or the heading is wrong")
                    .into());
            }
            self.headed = Some(heading.value);
        }
        // A line below a heading belongs to it if it can.
        let is_headed =
            |at: &BattleSpot<B::State>| self.headed.as_ref() == Some(&names.part(at.round));
        if throws.iter().any(|(at, _)| is_headed(at)) {
            throws.retain(|(at, _)| is_headed(at));
        } else {
            self.headed = None;
        }
        let (at, first) = &throws[0];
        let part = names.part(at.round);
        let all: Vec<&Throw> = throws.iter().map(|(_, next)| &next.throw).collect();
        let noted = names.noted(line, &all)?;
        let (mut nodes, mut fitting) = (Vec::new(), Vec::new());
        for (at, next) in &throws {
            let dice = dice_of(&next.throw);
            let is_called = |who: Who, class: &str| names.is_called(who, class);
            let way = |outcome: &Thrown<B::State>| {
                let fits = noted.fits(dice, (outcome.total, &outcome.effects), &is_called);
                PlayedWay { to: outcome.to, chance: outcome.chance, fits }
            };
            let ways: Vec<_> = next.outcomes.iter().map(way).collect();
            self.ways += ways.len();
            if self.ways > Self::MAX_WAYS {
                return Err(too_open(line, Self::MAX_WAYS).into());
            }
            let pairs = next.outcomes.iter().zip(&ways).filter(|(_, way)| way.fits);
            fitting.extend(pairs.map(|(outcome, _)| (&next.throw, outcome)));
            if ways.iter().any(|way| way.fits) {
                nodes.push(PlayedNode { at: *at, mover: Mover::Chance, ways });
            }
        }
        if nodes.is_empty() {
            return Err(names.impossible(line, &first.throw, first.target()).into());
        }
        let what = match (&noted.faces, &fitting[..]) {
            (Some(faces), [(throw, only)]) => {
                let total = total_in_words(faces, throw.less);
                format!("{total}: {}", names.effects(&only.effects))
            }
            (Some(faces), _) => faces_in_words(faces),
            (None, [(_, only)]) => names.effects(&only.effects),
            (None, _) => {
                let notes: Vec<&str> = line.notes.iter().map(|note| note.place.text()).collect();
                notes.join(", ")
            }
        };
        let who = names.who(first.throw.who);
        let words =
            StepWords { line: line.number(), part: part.clone(), who, what, best: String::new() };
        let is_noted = !line.is_open();
        self.part = part;
        // Ways to a throw that the line rules out are left behind.
        let kept: FxHashSet<_> = nodes.iter().map(|node| node.at).collect();
        before.retain(|node| kept.contains(&node.ways[0].to));
        self.add(PlayedStep { is_noted: true, nodes: before }, StepWords::of_rule());
        self.add(PlayedStep { is_noted, nodes }, words);
        Ok(())
    }
}

/// Returns the error of a heading without lines.
fn nothing_follows(heading: &Spanned<String>) -> Diagnostic {
    let message = format!("nothing follows `{}`", heading.value);
    Diagnostic::at(&heading.place, message).label("leave this out")
}

/// Returns the error of a record that leaves too much open.
fn too_open(line: &RecordLine, most: usize) -> Diagnostic {
    Diagnostic::at(&line.place, "too much of the battle was not noted")
        .label(format!("more than {most} ways lead here"))
        .help("note the dice, or what they have done")
}

/// The present situation of a battle that is being played.
pub(crate) struct ThrowMoment<'a, B: Battle> {
    battle: ThrownBattle<'a, B>,
    /// Part of the battle; that of its end if it is over.
    pub(crate) part: String,
    pub(crate) at: BattleSpot<B::State>,
    throw: Option<NextThrow<B::State>>,
    /// The record, with the notes that follow still to be written.
    draft: OpenRecord,
}

impl<B: Battle<Captains = ()>> ThrowMoment<'_, B> {
    /// Returns what comes next: after a roll, if there is one.
    ///
    /// # Errors
    /// If no dice are thrown, or if these are not the faces of the dice.
    pub(crate) fn next(
        &self,
        roll: Option<&str>,
    ) -> Result<Found<BattleSpot<B::State>>, Diagnostic> {
        let (next, roll) = match (&self.throw, roll) {
            (None, None) => return Ok(Found::Over),
            (None, Some(roll)) => return Err(no_roll(roll, "nothing: the battle is over")),
            (Some(next), None) => return Ok(Found::Roll(self.roll(next))),
            (Some(next), Some(roll)) => (next, roll),
        };
        let (names, source, throw) = (self.battle.names, roll_source(roll), &next.throw);
        let faces = names.faces(&read_roll(&source)?, throw, &Place::whole(&source))?;
        let sum = faces.iter().map(|face| u32::from(*face)).sum();
        let fallen = next.outcomes.iter().find(|outcome| outcome.total.allows(sum));
        let Some(outcome) = fallen else { return Ok(Found::Roll(self.roll(next))) };
        let (effect, noted) = (names.effects(&outcome.effects), faces_in_words(&faces));
        let record = self.draft.with([noted.clone()]);
        let steps = vec![effect.clone()];
        let way = Way { choice: effect, steps, to: outcome.to, record: record.clone() };
        Ok(Found::Decision(Decision {
            side: throw.who.side,
            who: names.who(throw.who),
            kind: "assign",
            words: self.words(throw),
            roll: noted,
            dice: total_in_words(&faces, throw.less),
            ways: vec![way],
            others: Vec::new(),
            merges: false,
            noted: Some(record),
        }))
    }

    /// Returns the dice that are thrown next.
    fn roll(&self, next: &NextThrow<B::State>) -> BattleNext {
        let throw = &next.throw;
        let (count, who) = (dice_of(throw), self.battle.names.who(throw.who));
        let words = self.battle.names.attack(throw, next.target());
        let dice = BattleDice {
            name: "d6".into(),
            letter: None,
            count,
            sides: FACES,
            hits_on: None,
            words: words.clone(),
        };
        let (side, entry) = (throw.who.side, RollEntry::Faces);
        let roll = BattleRoll { side, who, words, entry, most: None, dice: vec![dice] };
        BattleNext::Roll { words: self.words(throw), rolls: vec![roll] }
    }

    fn words(&self, throw: &Throw) -> String {
        let called = self.battle.names.labels[throw.who.side].called(throw.who.side);
        let (group, dice) = (self.battle.names.group(throw.who), dice_of(throw));
        let dice = if dice == 1 { "a die".into() } else { format!("{dice} dice") };
        format!("{}: {called} throws {dice} for {group} ({})", self.part, throw.with)
    }

    /// Returns random faces of the dice that are thrown next; `None` if the battle is over.
    pub(crate) fn thrown(&self, seed: u64) -> Option<String> {
        let dice = dice_of(&self.throw.as_ref()?.throw);
        let mut sampler = Sampler::new(block_generator(seed, 0));
        let faces = (0..dice).map(|_| sampler.choose(&[1; FACES as usize]) as u8 + 1);
        Some(faces_in_words(&faces.collect::<Vec<_>>()))
    }
}

/// Returns the notes of a battle from its story: the faces of all dice.
pub(crate) fn written(story: &Story, labels: [&Labels; 2]) -> Vec<WrittenEntry> {
    let mut entries = Vec::new();
    for round in story.chapters.iter().flat_map(|chapter| &chapter.rounds) {
        let mut lines = round.events.iter().filter_map(|event| line_of(event, labels)).peekable();
        if lines.peek().is_some() {
            entries.push(WrittenEntry::Heading { part: format!("{} {}", story.time, round.round) });
            entries.extend(lines);
        }
    }
    entries
}

/// Returns the line of a throw.
fn line_of(event: &StoryEvent, labels: [&Labels; 2]) -> Option<WrittenEntry> {
    let StoryEvent::Throw { who, dice, .. } = event else { return None };
    let side = labels.iter().position(|labels| labels.name == who.side)?;
    let group = labels[side].group_name(who.group?);
    let faces: Vec<u8> = dice.iter().flat_map(|dice| &dice.faces).copied().collect();
    let who = format!("{} {group}", ROLES[side]);
    Some(WrittenEntry::Line { who, notes: vec![faces_in_words(&faces)] })
}
