//! Situations, hits and choices in words.

use super::super::report;
use super::cards::OpenCard;
use super::situation::Situation;
use crate::games::ti4::rules::{Ability, GroupToll, PossibleHits, Ti4State};

/// Puts a situation into words.
pub(super) struct Wording<'a> {
    pub(super) situation: &'a Situation<'a>,
}

impl Wording<'_> {
    /// Returns the kind of the decision. Without choices, the dice are rolled next.
    pub(super) fn decision(&self, has_no_choice: bool) -> &'static str {
        let Situation { side, fleets, hits, .. } = self.situation;
        match hits {
            Some(_) => "assign",
            None if fleets[*side].captain.may_retreat => "retreat",
            None if has_no_choice => "roll",
            None => "card",
        }
    }

    /// Returns the situation in one sentence, with the cards that may be played.
    pub(super) fn situation(&self, open: &[OpenCard]) -> String {
        let Situation { side, hits, .. } = self.situation;
        let cards: Vec<String> = open.iter().map(|card| card.in_words()).collect();
        let cards = match cards.is_empty() {
            true => String::new(),
            false => format!("; {} may play {}", self.called(*side), cards.join(", ")),
        };
        let hits = match hits {
            Some(hits) => {
                let scored = match hits[1 - side] {
                    0 => String::new(),
                    n => format!(", and has scored {n}"),
                };
                format!(
                    "round 1: {} has {} to assign{scored}",
                    self.called(*side),
                    report::hits(hits[*side].into())
                )
            }
            None => "round 1: both sides are about to roll".into(),
        };
        hits + &cards
    }

    fn called(&self, side: usize) -> String {
        self.situation.matchup.sides[side].labels.called(side)
    }

    /// Returns the hits as they were read; empty without hits.
    pub(super) fn roll(&self) -> String {
        let Situation { side, hits, .. } = self.situation;
        match hits {
            Some(hits) if hits[1 - side] > 0 => {
                format!("{}, {} scored", report::hits(hits[*side].into()), hits[1 - side])
            }
            Some(hits) => report::hits(hits[*side].into()),
            None => String::new(),
        }
    }

    /// Returns a possible result of the dice.
    pub(super) fn possible(&self, roll: &PossibleHits) -> String {
        let number = |side: usize| {
            let more = if roll.or_more[side] { "+" } else { "" };
            format!("{}{more}", roll.hits[side])
        };
        let side = self.situation.side;
        let hits = if number(side) == "1" { "hit" } else { "hits" };
        format!("takes {} {hits}, scores {}", number(side), number(1 - side))
    }

    /// Returns what hits have done to the side that decides, with its parts.
    pub(super) fn choice(&self, before: &Ti4State, after: &Ti4State) -> (String, Vec<String>) {
        self.toll_of(self.situation.side, before, after)
    }

    /// Returns what the enemy has done with its hits.
    pub(super) fn enemy(&self, before: &Ti4State, after: &Ti4State) -> String {
        let side = 1 - self.situation.side;
        let (toll, _) = self.toll_of(side, before, after);
        format!("{} assigns first: {toll}", self.called(side))
    }

    fn toll_of(&self, side: usize, before: &Ti4State, after: &Ti4State) -> (String, Vec<String>) {
        let battle = &self.situation.battle;
        let tolls = self.named(side, &battle.toll(side, before, after));
        let mut lost = Vec::new();
        let mut sustained = Vec::new();
        for (class, toll) in &tolls {
            // Damaged units need no name of their own if all of the class were damaged.
            match (toll.damaged_lost, toll.lost, toll.were_whole) {
                (0, 0, _) => {}
                (0, n, _) | (n, 0, 0) => lost.push(format!("{n} {class}")),
                (n, 0, _) => lost.push(format!("{n} damaged {class}")),
                (n, m, _) => lost.push(format!("{} {class}", n + m)),
            }
            match toll.damaged {
                0 => {}
                1 => sustained.push(format!("{class} sustains damage")),
                n => sustained.push(format!("{n} {class} sustain damage")),
            }
        }
        match battle.used(1 - side, Ability::DirectHit, before, after) {
            0 => {}
            1 => sustained.push("the enemy plays Direct Hit".into()),
            n => sustained.push(format!("the enemy plays {n} Direct Hits")),
        }
        let losses = (!lost.is_empty()).then(|| format!("lose {}", lost.join(" + ")));
        let parts: Vec<String> = losses.into_iter().chain(sustained.iter().cloned()).collect();
        let steps: Vec<String> =
            lost.iter().map(|lost| format!("lose {lost}")).chain(sustained).collect();
        match parts.is_empty() {
            true => ("lose nothing".into(), steps),
            false => (parts.join("; "), steps),
        }
    }

    /// Returns what happens to each class, in order. Groups with the same name are counted
    /// together.
    fn named(&self, side: usize, tolls: &[GroupToll]) -> Vec<(&str, GroupToll)> {
        let classes = &self.situation.matchup.sides[side].labels.classes;
        let mut named: Vec<(&str, GroupToll)> = Vec::new();
        for toll in tolls {
            let class = classes[toll.group].as_str();
            match named.iter_mut().find(|(known, _)| *known == class) {
                Some((_, known)) => {
                    known.damaged_lost += toll.damaged_lost;
                    known.lost += toll.lost;
                    known.damaged += toll.damaged;
                    known.were_whole += toll.were_whole;
                }
                None => named.push((class, *toll)),
            }
        }
        named
    }
}
