//! The record of a combat that was simulated.

use super::super::report;
use super::noted::PRELUDE;
use super::tally::{GROUPS, Toll, class_of, dice_of, rolled_again};
use crate::answer::NoAnswer;
use crate::games::ti4::rules::Part;
use crate::games::ti4::scenario::Ti4Matchup;
use crate::result::{Actor, ROLES, Story, StoryEvent};
use crate::scenario::WrittenEntry;

/// Actions with which effects at the start of combat begin that make hits.
const STARTS: [&str; 5] = [
    "ambushes",
    "uses Dimensional Splicer",
    "uses Magen Defense Grid",
    "uses Impulse Core",
    "fires its Assault Cannon",
];

/// Refuses combats whose notes a record cannot hold.
///
/// # Errors
/// If it is not one combat.
pub(in super::super) fn check_recordable(matchup: &Ti4Matchup) -> Result<(), NoAnswer> {
    if matchup.planets.is_empty() {
        return Ok(());
    }
    Err(NoAnswer::NotHere("--record: a record is of one combat".into()))
}

/// Returns the notes of a combat from its story: the hits of each side in each part, and its
/// losses.
///
/// # Errors
/// If it is not one combat.
pub(in super::super) fn record(
    matchup: &Ti4Matchup,
    story: &Story,
) -> Result<Vec<WrittenEntry>, NoAnswer> {
    let [chapter] = &story.chapters[..] else {
        return Err(NoAnswer::NotHere("--record: a record is of one combat".into()));
    };
    check_recordable(matchup)?;
    let mut writer = Writer { matchup, entries: Vec::new(), part: None, sides: Default::default() };
    for round in &chapter.rounds {
        writer.end_part();
        if round.round > 0 {
            writer.part = Some((Part::Round, format!("round {}", round.round)));
        }
        for event in &round.events {
            writer.event(event, round.round);
        }
    }
    writer.end_part();
    Ok(writer.entries)
}

/// Writes the entries, part by part.
struct Writer<'a> {
    matchup: &'a Ti4Matchup,
    entries: Vec<WrittenEntry>,
    /// The part, and its heading.
    part: Option<(Part, String)>,
    sides: [WrittenSide; 2],
}

/// Actions of a side in a part.
#[derive(Default)]
struct WrittenSide {
    hits: Option<u32>,
    toll: Toll,
    retreats: bool,
}

impl Writer<'_> {
    fn event(&mut self, event: &StoryEvent, round: u32) {
        match event {
            StoryEvent::Throw { who, with, sum, .. } => {
                if round == 0 {
                    let thrown = PRELUDE.iter().find(|(_, part)| dice_of(*part) == with);
                    thrown.iter().for_each(|(name, part)| self.go_on(*part, name));
                }
                if self.part.as_ref().is_some_and(|(part, _)| dice_of(*part) == with) {
                    let side = self.side(who);
                    *self.sides[side].hits.get_or_insert(0) += sum;
                }
            }
            StoryEvent::Act { who, does } => {
                let side = self.side(who);
                if STARTS.contains(&does.as_str()) {
                    self.go_on(Part::Start, "start of combat");
                }
                for &side in rolled_again(side, does) {
                    self.sides[side].hits = None;
                }
                self.sides[side].retreats |= does == "announces a retreat";
            }
            StoryEvent::Change { who, becomes, lost, .. } => {
                let side = self.side(who);
                let classes = &self.matchup.sides[side].labels.classes;
                let group = class_of(classes, who.group.unwrap_or(GROUPS));
                self.sides[side].toll.add(group, becomes, *lost);
            }
            StoryEvent::Wasted { .. } | StoryEvent::Advice { .. } => {}
        }
    }

    /// Returns the side of an actor.
    fn side(&self, who: &Actor) -> usize {
        usize::from(who.side == self.matchup.sides[1].labels.name)
    }

    /// Goes on to a part before the first round.
    fn go_on(&mut self, part: Part, name: &str) {
        if self.part.as_ref().is_none_or(|(now, _)| *now != part) {
            self.end_part();
            self.part = Some((part, name.into()));
        }
    }

    /// Writes the lines of a part.
    fn end_part(&mut self) {
        let sides = std::mem::take(&mut self.sides);
        let Some((_, part)) = self.part.take() else { return };
        self.entries.push(WrittenEntry::Heading { part });
        for (side, written) in sides.into_iter().enumerate() {
            let mut notes = Vec::new();
            if written.retreats {
                notes.push("retreat".to_string());
            }
            notes.extend(written.hits.map(report::hits));
            notes.extend(written.toll.notes(&self.matchup.sides[side].labels.classes));
            self.entries.push(WrittenEntry::Line { who: ROLES[side].into(), notes });
        }
    }
}
