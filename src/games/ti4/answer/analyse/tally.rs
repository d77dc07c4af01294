//! Hits and losses of a part of a combat, counted from its events. Records are written and read
//! with the same counts.

use crate::games::ti4::rules::Part;
use crate::story::{Event, ThrowTotal};

/// Maximum number of groups of a side.
pub(super) const GROUPS: usize = 16;

/// Number of units by group.
pub(super) type Counts = [u8; GROUPS];

/// Units of a side that are lost to hits, and those that sustain hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Toll {
    pub(super) lost: Counts,
    pub(super) sustained: Counts,
}

impl Toll {
    /// More than any side can lose.
    pub(super) const ANY: Self = Self { lost: [u8::MAX; GROUPS], sustained: [u8::MAX; GROUPS] };

    /// Adds a change of units of a group. Changes by anything but hits are not counted.
    pub(super) fn add(&mut self, group: usize, becomes: &str, units: u16) {
        let units = units.max(1).min(u8::MAX.into()) as u8;
        let (lost, sustained) = match becomes {
            "is destroyed" | "shot down" => (units, 0),
            "sustains the hit" => (0, 1),
            "sustains the hit and is destroyed by a Direct Hit" => (units, 1),
            _ => return,
        };
        for (counts, units) in [(&mut self.lost, lost), (&mut self.sustained, sustained)] {
            if let Some(count) = counts.get_mut(group) {
                *count = count.saturating_add(units);
            }
        }
    }

    /// Whether this is part of another toll.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let fits = |own: &Counts, all: &Counts| own.iter().zip(all).all(|(own, all)| own <= all);
        fits(&self.lost, &other.lost) && fits(&self.sustained, &other.sustained)
    }

    /// Number of units lost, and number of units that sustain hits.
    pub(super) fn totals(&self) -> [u32; 2] {
        [self.lost, self.sustained].map(|counts| counts.into_iter().map(u32::from).sum())
    }

    /// Returns the notes of a side with these classes: `loses 2 destroyer + fighter`, `sustains
    /// dreadnought`.
    pub(super) fn notes(&self, classes: &[String]) -> Vec<String> {
        let named = |counts: &Counts| {
            let units = counts.iter().zip(classes).filter(|(n, _)| **n > 0);
            let units = units.map(|(n, class)| match n {
                1 => class.clone(),
                n => format!("{n} {class}"),
            });
            units.collect::<Vec<_>>().join(" + ")
        };
        let fates = [("loses", named(&self.lost)), ("sustains", named(&self.sustained))];
        let fates = fates.iter().filter(|(_, units)| !units.is_empty());
        let notes: Vec<String> = fates.map(|(fate, units)| format!("{fate} {units}")).collect();
        if notes.is_empty() { vec!["loses nothing".into()] } else { notes }
    }
}

/// Returns the index of the first group of the same class, by group. Groups of one class are noted
/// together.
pub(super) fn class_of(classes: &[String], group: usize) -> usize {
    let class = classes.get(group);
    class.and_then(|class| classes.iter().position(|other| other == class)).unwrap_or(group)
}

/// Returns the name of the dice that are noted in a part. Those of other effects are not noted.
pub(super) fn dice_of(part: Part) -> &'static str {
    match part {
        Part::Bombardment => "bombardment",
        Part::Cannon => "space cannon",
        Part::Start => "Ambush",
        Part::Barrage => "anti-fighter barrage",
        Part::Round => "combat",
    }
}

/// Returns the sides whose dice are rolled again after an action of a side, so that the hits before
/// do not count.
pub(super) fn rolled_again(side: usize, does: &str) -> &'static [usize] {
    match (does, side) {
        ("uses The Thundarian: both sides roll again", _) => &[0, 1],
        ("must roll all its dice again", 0) => &[0],
        ("must roll all its dice again", _) => &[1],
        ("uses Scramble Frequency: the dice are rolled again", 0) => &[1],
        ("uses Scramble Frequency: the dice are rolled again", _) => &[0],
        _ => &[],
    }
}

/// Hits that a side scores with its dice, before any of them are cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thrown {
    /// Number of hits that are certain.
    pub(super) least: u32,
    /// Maximum number of hits. It is larger if more hits would have no effect.
    pub(super) most: u32,
    /// Maximum number of hits of these dice.
    pub(super) possible: u32,
}

/// Hits and losses in the events of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// By side: the hits that it scores with the dice of the part; `None` if it rolls none.
    pub(super) thrown: [Option<Thrown>; 2],
    pub(super) tolls: [Toll; 2],
}

impl Told {
    /// Adds the events of a move in a part of the combat.
    pub(super) fn of(
        tolls: [Toll; 2],
        events: &[Event],
        part: Part,
        classes: [&[String]; 2],
    ) -> Self {
        let mut told = Self { thrown: [None; 2], tolls };
        for event in events {
            match event {
                Event::Throw(throw) if throw.with == dice_of(part) => {
                    let possible = throw.most();
                    let [least, most] = match throw.total {
                        ThrowTotal::Is(hits) => [hits, hits],
                        ThrowTotal::AtLeast(hits) => [hits, possible],
                        ThrowTotal::AtMost(hits) => [0, hits],
                        ThrowTotal::Any => [0, possible],
                    };
                    let thrown = told.thrown[throw.who.side].get_or_insert_default();
                    thrown.least += least;
                    thrown.most += most.max(least);
                    thrown.possible += possible;
                }
                Event::Act { who, does } => {
                    for &side in rolled_again(who.side, does) {
                        told.thrown[side] = None;
                    }
                }
                Event::Change { who, becomes, lost, .. } => {
                    let group = who.group.unwrap_or(GROUPS);
                    told.tolls[who.side].add(class_of(classes[who.side], group), becomes, *lost);
                }
                Event::Throw(_) | Event::Wasted { .. } => {}
            }
        }
        told
    }
}
