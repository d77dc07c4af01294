//! The record of a battle that was simulated.

use super::lives::{Lives, Ship, are_hit, fates};
use crate::answer::NoAnswer;
use crate::games::eclipse::rules::{Dice, EclipseBattle, compile_from};
use crate::games::eclipse::scenario::EclipseMatchup;
use crate::result::{Actor, ROLES, Story, StoryDice, StoryEvent};
use crate::scenario::WrittenEntry;

/// Refuses battles whose notes a record cannot hold.
///
/// # Errors
/// If it is not one battle of two sides.
pub(in super::super) fn check_recordable(matchup: &EclipseMatchup) -> Result<(), NoAnswer> {
    match matchup.sector {
        Some(_) => Err(NoAnswer::NotHere("a record is of one battle of two sides".into())),
        None => Ok(()),
    }
}

/// Returns the notes of a battle from its story: the dice of each group, and what they have done.
///
/// # Errors
/// If it is not one battle of two sides.
pub(in super::super) fn record(
    matchup: &EclipseMatchup,
    story: &Story,
) -> Result<Vec<WrittenEntry>, NoAnswer> {
    check_recordable(matchup)?;
    let fleets = [0, 1].map(|side| &matchup.sides[side].fleet);
    let battle = compile_from(&fleets.map(Clone::clone), matchup.setup)?;
    let mut writer = Writer::new(matchup, &battle);
    let rounds = story.chapters.iter().flat_map(|chapter| &chapter.rounds);
    for round in rounds {
        writer.round = round.round;
        for event in &round.events {
            writer.event(event);
        }
        writer.end_line();
    }
    Ok(writer.entries)
}

/// Writes the entries, and follows the lives of all ships.
struct Writer<'a> {
    matchup: &'a EclipseMatchup,
    entries: Vec<WrittenEntry>,
    round: u32,
    part: String,
    /// By side and group: the remaining life of each ship; 0 for ships that are destroyed.
    lives: [Vec<Vec<u16>>; 2],
    /// By side and group: the life of an undamaged ship.
    full: [Vec<u16>; 2],
    line: Option<OpenLine>,
}

/// The line of an activation that has not ended.
struct OpenLine {
    side: usize,
    who: String,
    notes: Vec<String>,
    /// Lives of the enemy's ships before the volley.
    before: Vec<Vec<u16>>,
    is_shot_at: bool,
}

impl<'a> Writer<'a> {
    fn new(matchup: &'a EclipseMatchup, battle: &EclipseBattle) -> Self {
        let ships = battle.at(0).ships;
        let wide = |lives: Vec<u8>| lives.into_iter().map(u16::from).collect();
        let lives = [0, 1].map(|side| {
            battle.lives(side, &ships[side]).into_iter().map(wide).collect::<Vec<Vec<u16>>>()
        });
        let full = |side: usize| {
            (0..lives[side].len()).map(|group| battle.full_life(side, group).into()).collect()
        };
        Self {
            matchup,
            entries: Vec::new(),
            round: 0,
            part: String::new(),
            full: [0, 1].map(full),
            lives,
            line: None,
        }
    }

    fn event(&mut self, event: &StoryEvent) {
        match event {
            StoryEvent::Throw { who, with, dice, .. } => match with.as_str() {
                "missiles" | "cannons" => {
                    let part = match with.as_str() {
                        "missiles" => "missiles".to_string(),
                        _ => format!("round {}", self.round),
                    };
                    self.begin_line(who, part, vec![faces(dice)]);
                }
                _ => self.line.iter_mut().for_each(|line| line.is_shot_at = true),
            },
            StoryEvent::Act { who, does } if does.contains("to retreat") => {
                let part = format!("round {}", self.round);
                self.begin_line(who, part, vec!["retreat".into()]);
            }
            StoryEvent::Change { who, life: Some([before, after]), .. } => {
                // Repairs come after the activation.
                if after > before {
                    self.end_line();
                }
                let (side, Some(group)) = (self.side(who), who.group) else { return };
                let ships = &mut self.lives[side][group];
                if let Some(ship) = ships.iter_mut().find(|life| **life == *before) {
                    *ship = *after;
                }
            }
            // Ships that are out of the battle are no longer hit.
            StoryEvent::Act { .. }
            | StoryEvent::Change { .. }
            | StoryEvent::Wasted { .. }
            | StoryEvent::Advice { .. } => {}
        }
    }

    /// Returns the side of an actor.
    fn side(&self, who: &Actor) -> usize {
        usize::from(who.side == self.matchup.sides[1].labels.name)
    }

    fn begin_line(&mut self, who: &Actor, part: String, notes: Vec<String>) {
        self.end_line();
        if part != self.part {
            self.entries.push(WrittenEntry::Heading { part: part.clone() });
            self.part = part;
        }
        let side = self.side(who);
        let labels = &self.matchup.sides[side].labels;
        let name = who.group.map(|group| labels.group_name(group)).unwrap_or_default();
        let before = self.lives[1 - side].clone();
        let who = format!("{} {name}", ROLES[side]);
        self.line = Some(OpenLine { side, who, notes, before, is_shot_at: false });
    }

    /// Ends the line of an activation with what its dice have done.
    fn end_line(&mut self) {
        let Some(mut line) = self.line.take() else { return };
        let enemy = 1 - line.side;
        let lives = self.struck(enemy, &line.before);
        if line.is_shot_at || are_hit(&lives) {
            let full = |group: usize| self.full[enemy][group].into();
            let names = self.matchup.sides[enemy].labels.group_names();
            line.notes.extend(fates(&names, &full, &lives));
        }
        self.entries.push(WrittenEntry::Line { who: line.who, notes: line.notes });
    }

    /// Returns the ships of a side with their lives before and now.
    fn struck(&self, side: usize, before: &[Vec<u16>]) -> Lives {
        let sorted = |lives: &[u16]| {
            let mut lives: Vec<i32> = lives.iter().map(|life| i32::from(*life)).collect();
            lives.sort_unstable_by(|a, b| b.cmp(a));
            lives
        };
        let of_group = |(before, after): (&Vec<u16>, &Vec<u16>)| {
            let pairs = sorted(before).into_iter().zip(sorted(after));
            pairs.map(|(before, after)| Ship::new(after, before)).collect()
        };
        before.iter().zip(&self.lives[side]).map(of_group).collect()
    }
}

/// Returns dice with their short names.
fn faces(dice: &[StoryDice]) -> String {
    let of_kind = |dice: &StoryDice| {
        let letter = letter(&dice.kind);
        dice.faces.iter().map(|face| format!("{letter}{face}")).collect::<Vec<_>>()
    };
    let faces: Vec<String> = dice.iter().flat_map(of_kind).collect();
    if faces.is_empty() { "?".into() } else { faces.join(" ") }
}

/// Returns the short name of a colour.
fn letter(colour: &str) -> char {
    let named = (0..Dice::COLOURS.len()).find(|&n| Dice::name(n) == colour);
    named.map_or('?', |n| Dice::COLOURS[n].0)
}
