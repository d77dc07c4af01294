//! The record, step by step through the positions of the battle.

use super::noted::{NotedVolley, too_many};
use super::table::Table;
use super::words::NotedStep;
use crate::answer::NoAnswer;
use crate::answer::played::named::named_groups;
use crate::answer::played::{MAX_WAYS, Mover, PlayedNode, PlayedStep, PlayedWay};
use crate::games::eclipse::rules::{
    Activation, EclipseChoice, EclipseGame, EclipsePosition, EclipseStep, PossibleRoll, Upcoming,
};
use crate::scenario::{BattleRecord, Diagnostic, Note, Place, RecordEntry, RecordLine};

/// Maximum number of rolls of one activation that was not noted.
const MAX_ROLLS: usize = 20_000;

type Step = PlayedStep<EclipsePosition>;
type Node = PlayedNode<EclipsePosition>;

/// The course of a battle as far as it has been read.
pub(super) struct Course<'a, 'b> {
    pub(super) table: &'a Table<'a>,
    pub(super) game: &'a mut EclipseGame<'b>,
    pub(super) steps: Vec<Step>,
    /// The notes of each step.
    pub(super) noted: Vec<NotedStep>,
    /// The positions in which the battle may be.
    pub(super) now: Vec<EclipsePosition>,
    /// Number of the round, from 0 for missiles, and the last turn that was noted in it.
    round: u32,
    last_turn: Option<u8>,
    /// Heading that the next line has to fit.
    pub(super) heading: Option<(String, Place)>,
    ways: usize,
}

/// The line that is being read.
pub(super) struct Line<'a> {
    pub(super) line: &'a RecordLine,
    pub(super) part: String,
    pub(super) activation: Activation,
    pub(super) volley: NotedVolley,
}

impl<'a, 'b> Course<'a, 'b> {
    pub(super) fn new(
        table: &'a Table<'a>,
        game: &'a mut EclipseGame<'b>,
        opening: EclipsePosition,
    ) -> Self {
        Self {
            table,
            game,
            steps: Vec::new(),
            noted: Vec::new(),
            now: vec![opening],
            round: 0,
            last_turn: None,
            heading: None,
            ways: 0,
        }
    }

    /// Follows an entry of the record.
    pub(super) fn follow(&mut self, entry: &RecordEntry) -> Result<(), NoAnswer> {
        match entry {
            RecordEntry::Heading(heading) => {
                let name = heading.value.split_whitespace().collect::<Vec<_>>().join(" ");
                let is_round =
                    name.strip_prefix("round ").is_some_and(|n| n.parse::<u32>().is_ok());
                if name != "missiles" && !is_round {
                    return Err(Diagnostic::at(&heading.place, "this is not a part of a battle")
                        .label("expected `missiles` or `round 1`")
                        .help("the notes of a group follow its name and a colon: `cruiser: y6 y2`")
                        .into());
                }
                self.heading = Some((name, heading.place.clone()));
                Ok(())
            }
            RecordEntry::Line(line) => self.line(line),
        }
    }

    /// Lets the battle go on to its end, if the record reaches it.
    pub(super) fn end(&mut self, record: &BattleRecord) -> Result<(), NoAnswer> {
        if let Some((name, place)) = self.heading.take() {
            let message = format!("nothing follows `{name}`");
            return Err(Diagnostic::at(&place, message).label("leave this out").into());
        }
        if self.steps.is_empty() && record.entries.is_empty() {
            let end = record.place.range.end;
            let place = Place { range: end..end, ..record.place.clone() };
            return Err(Diagnostic::at(&place, "the record has no battle")
                .label("expected the dice of a group, such as `cruiser: y6 y2`")
                .into());
        }
        let nodes = self.now.clone().into_iter().map(|at| {
            let (to, _) = self.upcoming(at);
            Node::by_rule(at, to)
        });
        let step = Step { is_noted: true, nodes: nodes.collect() };
        self.add(step, NotedStep::rule(), None)
    }

    /// Returns the position before the next activation, with the activation.
    pub(super) fn upcoming(
        &mut self,
        mut at: EclipsePosition,
    ) -> (EclipsePosition, Option<Activation>) {
        loop {
            match self.game.upcoming(&at) {
                Upcoming::Over => return (at, None),
                Upcoming::Passes(to) => at = to,
                Upcoming::Acts(activation) => return (at, Some(activation)),
            }
        }
    }

    /// Adds a step. Steps that change nothing and rule nothing out are left out.
    fn add(
        &mut self,
        step: Step,
        noted: NotedStep,
        line: Option<&RecordLine>,
    ) -> Result<(), NoAnswer> {
        let is_narrower = step.nodes.len() < self.now.len();
        self.now = step.ends();
        self.ways += step.ways();
        if let Some(line) = line.filter(|_| self.ways > MAX_WAYS) {
            return Err(Diagnostic::at(&line.place, "too much of the battle was not noted")
                .label(format!("more than {MAX_WAYS} ways lead here"))
                .help("note the dice, or what they have destroyed")
                .into());
        }
        if is_narrower || !step.is_idle() {
            self.steps.push(step);
            self.noted.push(noted);
        }
        Ok(())
    }

    /// Follows the notes of a group.
    fn line(&mut self, line: &RecordLine) -> Result<(), NoAnswer> {
        let line = self.begin(line)?;
        self.retreat(&line)?;
        self.roll(&line)?;
        self.resolve(&line)
    }

    /// Goes on to the activation of the group of a line, and reads its notes.
    pub(super) fn begin<'l>(&mut self, line: &'l RecordLine) -> Result<Line<'l>, NoAnswer> {
        let activation = self.advance(line)?;
        let part = self.part(&activation)?;
        let volley = NotedVolley::read(self.table, line, &activation)?;
        Ok(Line { line, part, activation, volley })
    }

    /// Follows the assignment of the dice that have been rolled, to the end of the activation.
    pub(super) fn resolve(&mut self, line: &Line<'_>) -> Result<(), NoAnswer> {
        self.decide(line, line.volley.dice.is_some())?;
        // Point defence may stop missiles, whatever they were aimed at.
        let (part, volley) = (line.part.clone(), line.volley.without_targets());
        let landing = Line { part, volley, ..*line };
        while self.defend(&landing)? {
            self.decide(&landing, false)?;
        }
        Ok(())
    }

    /// Goes on to the activation of the group of a line. Unarmed groups of which nothing is noted
    /// do not retreat.
    fn advance(&mut self, line: &RecordLine) -> Result<Activation, NoAnswer> {
        let sides = &self.table.matchup.sides;
        let named = named_groups(&line.who, [&sides[0].labels, &sides[1].labels])?;
        let is_named = |a: &Activation| named.contains(&(a.side, a.group));
        let mut first: Option<Activation> = None;
        loop {
            let mut nodes = Vec::new();
            let mut waiting = Vec::new();
            let mut found = Vec::new();
            for at in self.now.clone() {
                let (to, activation) = self.upcoming(at);
                let fits = activation.as_ref().is_some_and(|a| is_named(a) || !a.is_armed());
                first = first.or(activation);
                if fits {
                    nodes.push(Node::by_rule(at, to));
                    found.extend(activation.filter(is_named));
                    waiting.extend(activation.filter(|a| !is_named(a)).map(|a| (to, a)));
                }
            }
            if nodes.is_empty() {
                return Err(self.missing(line, first));
            }
            self.add(Step { is_noted: true, nodes }, NotedStep::rule(), Some(line))?;
            let Some(&(_, stays)) = waiting.first() else {
                return found.into_iter().next().ok_or_else(|| self.missing(line, first));
            };
            let at = waiting.iter().map(|(at, _)| *at).collect::<Vec<_>>();
            self.stay(line, stays, &at)?;
        }
    }

    /// Lets unarmed groups stay in the battle.
    fn stay(
        &mut self,
        line: &RecordLine,
        activation: Activation,
        waiting: &[EclipsePosition],
    ) -> Result<(), NoAnswer> {
        let mut nodes = Vec::new();
        let mut all_steps = Vec::new();
        for at in self.now.clone() {
            if !waiting.contains(&at) {
                nodes.push(Node::by_rule(at, at));
                all_steps.push(Vec::new());
                continue;
            }
            let choices = self.game.fire_or_retreat(&at);
            let way = |choice: &EclipseChoice| PlayedWay {
                to: choice.to,
                chance: 1.0,
                fits: choice.steps == [EclipseStep::Fire],
            };
            let ways = choices.iter().map(way).collect();
            all_steps.push(choices.iter().map(|choice| choice.steps.clone()).collect());
            nodes.push(Node { at, mover: Mover::Captain(activation.side), ways });
        }
        let part = format!("round {}", self.round);
        let noted = NotedStep::choice(line, part, &activation, None, all_steps);
        self.add(Step { is_noted: true, nodes }, noted, Some(line))
    }

    /// Returns the error of a line that does not come next.
    fn missing(&self, line: &RecordLine, next: Option<Activation>) -> NoAnswer {
        let place = &line.who.place;
        let who = place.text();
        let Some(next) = next else {
            return Diagnostic::at(place, "the battle is over before this line")
                .label("leave this out")
                .into();
        };
        let class = self.table.group(next.side, next.group);
        let weapon = if next.has_missiles { "missiles" } else { "cannons" };
        Diagnostic::at(place, format!("`{who}` does not act next"))
            .label(format!("expected the {weapon} of {class}"))
            .help(format!("a line is missing before this one; `{class}: ?` if it was not noted"))
            .into()
    }

    /// Returns the part of the battle in which a group acts, and checks it against the heading.
    pub(super) fn part(&mut self, activation: &Activation) -> Result<String, NoAnswer> {
        let is_new = self.last_turn.is_none_or(|last| activation.turn <= last);
        let was_missile = self.round == 0 && self.last_turn.is_some();
        if !activation.has_missiles && (is_new || was_missile) {
            self.round = match self.round {
                0 => self.table.matchup.setup.round,
                round => round + 1,
            };
        }
        self.last_turn = Some(activation.turn);
        let part = match activation.has_missiles {
            true => "missiles".to_string(),
            false => format!("round {}", self.round),
        };
        match self.heading.take() {
            Some((name, place)) if name != part => {
                let class = self.table.group(activation.side, activation.group);
                Err(Diagnostic::at(&place, format!("`{name}` does not come next"))
                    .label(format!("{class} acts in `{part}`"))
                    .help("a line is missing before this one, or the heading is wrong")
                    .into())
            }
            _ => Ok(part),
        }
    }

    /// Follows the decision between firing and retreating.
    pub(super) fn retreat(&mut self, line: &Line<'_>) -> Result<(), NoAnswer> {
        let notes = &line.line.notes;
        let retreats = notes.iter().find(|note| note.value == Note::Retreats);
        let is_open = line.line.is_open();
        let mut nodes = Vec::new();
        let mut decides = false;
        let mut all_steps = Vec::new();
        for at in self.now.clone() {
            let state = self.game.situation(&at);
            if !self.game.may_retreat(&state) {
                if retreats.is_none() {
                    let to = self.game.firing(&at).unwrap_or(at);
                    nodes.push(Node::by_rule(at, to));
                    all_steps.push(Vec::new());
                }
                continue;
            }
            decides = true;
            let fits = |step: &EclipseStep| {
                is_open || (*step == EclipseStep::Retreat) == retreats.is_some()
            };
            let choices = self.game.fire_or_retreat(&at);
            let ways = choices.iter().map(|choice| PlayedWay {
                to: choice.to,
                chance: 1.0,
                fits: choice.steps.iter().all(fits),
            });
            let (mover, ways) = (Mover::Captain(line.activation.side), ways.collect());
            all_steps.push(choices.iter().map(|choice| choice.steps.clone()).collect());
            nodes.push(Node { at, mover, ways });
        }
        if let Some(note) = retreats.filter(|_| nodes.is_empty()) {
            let who = self.table.group(line.activation.side, line.activation.group);
            return Err(Diagnostic::at(&note.place, format!("{who} may not retreat"))
                .label("leave this out")
                .help(
                    "say before the battle who may: `setting: {\"retreat\": {\"attacker\": true}}`",
                )
                .into());
        }
        let noted = match decides {
            true => {
                let part = line.part.clone();
                NotedStep::choice(line.line, part, &line.activation, None, all_steps)
            }
            false => NotedStep::rule(),
        };
        self.add(Step { is_noted: !is_open || !decides, nodes }, noted, Some(line.line))
    }

    /// Follows the roll. What no captain decides is done with it.
    pub(super) fn roll(&mut self, line: &Line<'_>) -> Result<(), NoAnswer> {
        let volley = &line.volley;
        let mut nodes = Vec::new();
        let (mut rolls, mut is_roll) = (false, volley.dice.is_none());
        for at in self.now.clone() {
            if !self.game.rolls_next(&at) {
                nodes.push(Node::by_rule(at, at));
                continue;
            }
            rolls = true;
            let state = self.game.situation(&at);
            let ways = match &volley.dice {
                Some(_) if !volley.is_roll_of(self.table, self.game, &at) => continue,
                Some(dice) => {
                    is_roll = true;
                    let struck = self.game.struck_by(&state, dice);
                    let fits = volley.fits_struck(self.table, &state, struck.as_ref());
                    vec![PlayedWay { to: self.game.with_roll(&state, dice), chance: 1.0, fits }]
                }
                None => {
                    let possible = self.game.rolls(&state, MAX_ROLLS).ok_or_else(|| {
                        let place = &line.line.place;
                        Diagnostic::at(place, "this roll has too many results to be left open")
                            .label("note the dice")
                    })?;
                    let way = |roll: &PossibleRoll| PlayedWay {
                        to: roll.position,
                        chance: roll.probability,
                        fits: volley.fits_struck(self.table, &state, roll.struck.as_ref()),
                    };
                    possible.iter().map(way).collect()
                }
            };
            if ways.iter().any(|way: &PlayedWay<_>| way.fits) {
                nodes.push(Node { at, mover: Mover::Chance, ways });
            }
        }
        if nodes.is_empty() {
            return Err(match is_roll {
                true => volley.wrong_target(self.table, true).into(),
                false => volley.wrong_dice(self.table, &line.activation).into(),
            });
        }
        let is_noted = volley.dice.is_some();
        let noted = match rolls {
            true => NotedStep::roll(line.line, line.part.clone(), &line.activation, volley),
            false => NotedStep::rule(),
        };
        self.add(Step { is_noted: is_noted || !rolls, nodes }, noted, Some(line.line))
    }

    /// Follows the assignment of dice, or missiles that point defence stops. `is_noted` tells
    /// whether the dice before it were noted.
    fn decide(&mut self, line: &Line<'_>, is_noted: bool) -> Result<(), NoAnswer> {
        let mut nodes = Vec::new();
        let mut decides = false;
        let mut all_steps = Vec::new();
        for at in self.now.clone() {
            let before = self.game.situation(&at);
            let Some((side, _)) = self.game.decider(&at) else {
                nodes.push(Node::by_rule(at, at));
                all_steps.push(Vec::new());
                continue;
            };
            let choices = self.game.choices(&at).ok_or_else(too_many)?;
            let fitting = line.volley.fitting(self.table, (&before, side), &choices);
            if !fitting.iter().any(|fits| *fits) {
                continue;
            }
            decides = true;
            let way = |(choice, fits): (&EclipseChoice, &bool)| PlayedWay {
                to: choice.to,
                chance: 1.0,
                fits: *fits,
            };
            let ways = choices.iter().zip(&fitting).map(way).collect();
            all_steps.push(choices.iter().map(|choice| choice.steps.clone()).collect());
            nodes.push(Node { at, mover: Mover::Captain(side), ways });
        }
        if nodes.is_empty() {
            return Err(line.volley.wrong_target(self.table, false).into());
        }
        let roll = line.volley.dice.clone();
        let part = line.part.clone();
        let noted = match decides {
            true => NotedStep::choice(line.line, part, &line.activation, roll, all_steps),
            false => NotedStep::rule(),
        };
        self.add(Step { is_noted: is_noted || !decides, nodes }, noted, Some(line.line))
    }

    /// Follows the dice of a point defence, which are not noted. Returns whether one has fired.
    fn defend(&mut self, line: &Line<'_>) -> Result<bool, NoAnswer> {
        let mut nodes = Vec::new();
        let mut fires = false;
        for at in self.now.clone() {
            if let Some(after) = self.game.landed(&at) {
                let before = self.game.situation(&at);
                fires = true;
                if !line.volley.fits_landing(self.table, &before, &after) {
                    continue;
                }
            }
            match self.game.defended(&at) {
                Some(next) => {
                    fires = true;
                    let way =
                        |(to, chance): (EclipsePosition, f64)| PlayedWay { to, chance, fits: true };
                    let ways = next.into_iter().map(way).collect();
                    nodes.push(Node { at, mover: Mover::Chance, ways });
                }
                None => nodes.push(Node::by_rule(at, at)),
            }
        }
        if nodes.is_empty() {
            return Err(line.volley.wrong_target(self.table, false).into());
        }
        if fires {
            let noted = NotedStep::open(line.line, line.part.clone(), &line.activation);
            self.add(Step { is_noted: false, nodes }, noted, Some(line.line))?;
        }
        Ok(fires)
    }
}
