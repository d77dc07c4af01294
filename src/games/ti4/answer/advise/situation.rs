//! The side that decides and its hits.

use super::super::captains::{CUSTOMARY, ordered};
use super::super::orders::{Setup, by_custom};
use super::cards::{OpenCard, open_at_the_start, open_on_hits};
use crate::answer::ledger::Ledger;
use crate::answer::{NoAnswer, OnTheTable, Question};
use crate::engine::Control;
use crate::games::common::{Objective, Retreat};
use crate::games::ti4::rules::{Ability, Ti4Battle, Ti4Fleet, Ti4Game, compile};
use crate::games::ti4::scenario::Ti4Matchup;
use crate::model::Battle;
use crate::result::ROLES;
use crate::scenario::{nearest, normalise};

/// Number of hits that destroys any fleet.
const ALL: u16 = 1000;

/// The decision that is asked for.
pub(super) struct Situation<'a> {
    pub(super) matchup: &'a Ti4Matchup,
    /// The side that decides.
    pub(super) side: usize,
    /// Its objective.
    pub(super) objective: Objective,
    /// The fleets as they play on.
    pub(super) fleets: [Ti4Fleet; 2],
    pub(super) battle: Ti4Battle,
    /// Hits on the table, by the side that assigns them.
    pub(super) hits: Option<[u16; 2]>,
    /// Whether sides without an order play the customary one, because no best one was found.
    pub(super) is_customary: bool,
    /// Why no best order was found.
    why_customary: Option<String>,
}

/// Refuses what has no single decision.
pub(super) fn check(question: &Question, table: &OnTheTable) -> Result<(), NoAnswer> {
    let refuse = |why: &str| Err(NoAnswer::NotHere(why.into()));
    if table.missiles.is_some() {
        return refuse("--missiles: in Twilight Imperium no missiles are in flight");
    }
    if table.roll.is_some() {
        return refuse(
            "--roll: in Twilight Imperium the hits are needed: `--hits 3` for those on the side \
             that decides, `--scored 2` for those on its enemy",
        );
    }
    match (table.hits, table.scored) {
        (Some(0), _) => return refuse("--hits 0: there is nothing to assign"),
        (None, Some(_)) => {
            return refuse("--scored: how many hits does the side have to assign? Add `--hits 1`");
        }
        _ => {}
    }
    if question.round_cap.is_some() {
        return refuse("advice is for combats without a last round: leave out the limit");
    }
    Ok(())
}

impl<'a> Situation<'a> {
    /// Finds the side that decides. It plays as well as possible from here on.
    pub(super) fn of(
        question: &Question,
        matchup: &'a Ti4Matchup,
        table: &OnTheTable,
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Self, NoAnswer> {
        let side = side_of(matchup, table)?;
        let fleets = deciding(matchup, side);
        let (fleets, why) =
            ordered(question, fleets, &Setup::alone(matchup.terms), ledger, control)?;
        let battle = compile(&fleets, matchup.terms)?;
        if battle.is_over(&battle.in_round(true)) {
            return Err(NoAnswer::NotHere("no unit is left that could fight".into()));
        }
        let few = |hits: u32| hits.min(ALL.into()) as u16;
        let hits = table.hits.map(|hits| {
            let mut all = [few(table.scored.unwrap_or(0)); 2];
            all[side] = few(hits);
            all
        });
        Ok(Self {
            matchup,
            side,
            objective: fleets[side].captain.objective,
            fleets,
            battle,
            hits,
            is_customary: why.is_some(),
            why_customary: why,
        })
    }

    pub(super) fn game(&self) -> Ti4Game<'_> {
        Ti4Game::new(&self.battle, &self.fleets)
    }

    /// Whether a side may announce a retreat.
    pub(super) fn may_retreat(&self) -> bool {
        self.fleets
            .iter()
            .any(|fleet| fleet.captain.may_retreat && fleet.captain.retreat != Retreat::Never)
    }

    /// Returns the fleets in the customary order of losses. They sustain damage as declared.
    pub(super) fn by_rule_of_thumb(&self) -> [Ti4Fleet; 2] {
        let mut fleets = self.fleets.clone().map(by_custom);
        let declared = &self.matchup.sides[self.side].fleet.captain;
        fleets[self.side].captain.sustain = declared.sustain;
        fleets
    }

    /// Returns what the user should know about the situation in which these cards may be played.
    pub(super) fn notes(&self, open: &[OpenCard]) -> Vec<String> {
        let mut notes: Vec<String> =
            self.why_customary.iter().map(|why| format!("{why}: {CUSTOMARY}")).collect();
        if self.battle.has_prelude() {
            notes.push(
                "advice is for a combat round: space cannon, bombardment, barrage and effects at \
                 the start of combat are over"
                    .into(),
            );
        }
        for (n, (fleet, side)) in self.fleets.iter().zip(&self.matchup.sides).enumerate() {
            let is_open = |ability| n == self.side && open.iter().any(|open| open.card == ability);
            let abilities = fleet.effects.0.iter().map(|effect| effect.ability);
            let by_rule =
                abilities.filter(|ability| ability.is_used_by_rule() && !is_open(*ability));
            let mut names: Vec<&str> = by_rule.map(Ability::name).collect();
            names.dedup();
            if !names.is_empty() {
                let name = &side.labels.name;
                notes.push(format!(
                    "{name}: used by a fixed rule, not by choice: {}",
                    names.join(", ")
                ));
            }
        }
        notes
    }
}

/// Returns the fleets where this side plays as well as possible.
fn deciding(matchup: &Ti4Matchup, side: usize) -> [Ti4Fleet; 2] {
    let mut fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
    fleets[side].captain.play_at_best();
    fleets
}

/// Returns the side of this role or name.
pub(super) fn role_of(matchup: &Ti4Matchup, typed: &str) -> Option<usize> {
    let wanted = normalise(typed);
    let is = |side: &usize| {
        let names = [ROLES[*side], matchup.sides[*side].labels.name.as_str()];
        names.iter().any(|name| normalise(name) == wanted)
    };
    [0, 1].into_iter().find(is)
}

/// Finds the side that decides: the one that is named, or the only one with a choice.
fn side_of(matchup: &Ti4Matchup, table: &OnTheTable) -> Result<usize, NoAnswer> {
    let names = [0, 1].map(|side: usize| matchup.sides[side].labels.name.as_str());
    if let Some(typed) = &table.turn {
        return role_of(matchup, typed).ok_or_else(|| {
            let near = nearest(typed, ROLES.into_iter().chain(names));
            let near =
                near.first().map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            NoAnswer::NotHere(format!(
                "--turn: no side is called `{typed}`{near} (`attacker` or `defender`)"
            ))
        });
    }
    let able = [has_choice(matchup, 0, table)?, has_choice(matchup, 1, table)?];
    match able {
        [true, false] => Ok(0),
        [false, true] => Ok(1),
        _ => {
            let why = "--turn: which side decides? Add `--turn attacker` or `--turn defender`";
            Err(NoAnswer::NotHere(why.into()))
        }
    }
}

/// Whether a side has more than one choice.
fn has_choice(matchup: &Ti4Matchup, side: usize, table: &OnTheTable) -> Result<bool, NoAnswer> {
    let mut fleets = deciding(matchup, side);
    if table.hits.is_none() && fleets[side].captain.may_retreat {
        return Ok(true);
    }
    fleets[1 - side] = by_custom(fleets[1 - side].clone());
    let battle = compile(&fleets, matchup.terms)?;
    let state = battle.in_round(true);
    let few = |hits: u32| hits.min(ALL.into()) as u16;
    let mut due = [few(table.scored.unwrap_or(0)); 2];
    due[side] = table.hits.map_or(ALL, few);
    let open = match table.hits {
        Some(_) => open_on_hits(&battle, side, due, &state),
        None => open_at_the_start(&battle, &fleets[side], side),
    };
    let mut game = Ti4Game::new(&battle, &fleets);
    let mut hits = [0; 2];
    hits[side] = due[side];
    let position = game.after_hits(state, hits, None, None);
    Ok(!open.is_empty() || game.decider(&position) == Some(side))
}
