//! Dice that are rolled next, and rolls that users give.

use super::super::course::MAX_RESULTS;
use super::super::tally::{Told, Toll, dice_of, rolled_again};
use super::Now;
use super::moment::Open;
use crate::answer::NoAnswer;
use crate::dice::{block_generator, fraction};
use crate::games::ti4::rules::Part;
use crate::result::{BattleDice, BattleNext, BattleRoll, RollEntry};
use crate::story::{Cast, Event, choose};

/// Number of faces of a die.
const FACES: u32 = 10;

impl Now<'_, '_> {
    /// Returns the dice of these sides.
    pub(super) fn roll(&mut self, sides: &[usize]) -> Result<BattleNext, NoAnswer> {
        let rolls = self.rolls(sides)?;
        let who = match sides {
            [only] => format!("{} rolls", self.called(*only)),
            _ => "both sides roll".into(),
        };
        Ok(BattleNext::Roll { words: format!("{}: {who}", self.part()), rolls })
    }

    /// Returns the dice of each of these sides.
    pub(super) fn rolls(&mut self, sides: &[usize]) -> Result<Vec<BattleRoll>, NoAnswer> {
        let mut first = None;
        self.course.game.played_moves(&self.moment.spot.at, MAX_RESULTS, &mut |_, _, events| {
            first = Some(events);
            false
        });
        let events = first.unwrap_or_default();
        let part = self.moment.part.as_ref().map_or(Part::Round, |part| part.notes.part);
        let classes = [0, 1].map(|n: usize| self.table.matchup.sides[n].labels.classes.as_slice());
        let told = Told::of([Toll::default(); 2], &events, part, classes);
        let roll = |side: &usize| {
            let mut casts: Vec<Cast> = Vec::new();
            for cast in self::casts(&events, part, *side) {
                // An ability may add a die to those of a unit.
                let is_same = |known: &&mut Cast| {
                    (known.group, &known.kind, &known.faces)
                        == (cast.group, &cast.kind, &cast.faces)
                };
                match casts.iter_mut().find(is_same) {
                    Some(known) => known.dice += cast.dice,
                    None => casts.push(cast.clone()),
                }
            }
            let dice: Vec<BattleDice> = casts.iter().map(|cast| self.dice(*side, cast)).collect();
            let words: Vec<&str> = dice.iter().map(|dice| dice.words.as_str()).collect();
            BattleRoll {
                side: *side,
                who: self.course.name(*side).into(),
                words: words.join(", "),
                entry: RollEntry::Hits,
                most: told.thrown[*side].map(|thrown| thrown.possible),
                dice,
            }
        };
        Ok(sides.iter().map(roll).collect())
    }

    /// Returns equal dice of a side in words.
    fn dice(&self, side: usize, cast: &Cast) -> BattleDice {
        let labels = &self.table.matchup.sides[side].labels;
        let group = cast.group.and_then(|group| labels.classes.get(group));
        let name = group.cloned().unwrap_or_else(|| labels.name.clone());
        let hits = cast.faces.iter().filter(|face| face.worth > 0);
        let plain = cast.faces.iter().all(|face| face.shows.1.is_none() && face.worth <= 1);
        let lowest = hits.map(|face| u32::from(face.shows.0)).min().filter(|_| plain);
        let count = u32::from(cast.dice);
        let dice = if count == 1 { "die" } else { "dice" };
        let words = format!("{name} {count} {dice} on {}", cast.kind);
        BattleDice { name, letter: None, count, sides: FACES, hits_on: lowest, words }
    }

    /// Returns a random result of the dice that are rolled next; `None` if none are.
    pub(super) fn thrown(mut self, seed: u64) -> Result<Option<String>, NoAnswer> {
        let (Open::Roll(sides), Some(part)) = (&self.moment.open, &self.moment.part) else {
            return Ok(None);
        };
        let (mut hits, mut chances) = (Vec::new(), Vec::new());
        self.course.each_move(&self.moment.spot, &part.notes, &mut |_, chance, told, _| {
            let of = |side: &usize| told.thrown[*side].map_or(0, |thrown| thrown.least);
            hits.push(sides.iter().map(of).map(|hits| hits.to_string()).collect::<Vec<_>>());
            chances.push(chance);
        })?;
        let draw = fraction(&mut block_generator(seed, 0));
        Ok(choose(&chances, draw).map(|n| hits[n].join(" ")))
    }
}

/// Returns the dice that a side rolls first in a part.
fn casts(events: &[Event], part: Part, side: usize) -> impl Iterator<Item = &Cast> {
    let is_again = move |event: &&Event| match event {
        Event::Act { who, does } => rolled_again(who.side, does).contains(&side),
        _ => false,
    };
    let first = events.iter().take_while(move |event| !is_again(event));
    first
        .filter_map(move |event| match event {
            Event::Throw(throw) if throw.with == dice_of(part) && throw.who.side == side => {
                throw.ways.first().map(|(_, casts)| casts)
            }
            _ => None,
        })
        .flatten()
}
