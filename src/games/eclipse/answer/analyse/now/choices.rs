//! The ways to go on with a battle, each with the record after it.

use super::super::lives::{Lives, are_hit, fates};
use super::super::noted::{lives_after, lives_between, too_many};
use super::Now;
use crate::answer::NoAnswer;
use crate::answer::played::{next, now};
use crate::games::eclipse::answer::advise::Situation;
use crate::games::eclipse::answer::words::dice_names;
use crate::games::eclipse::rules::{
    Activation, Dice, EclipseChoice, EclipsePosition, EclipseState, EclipseStep, ShipPlace,
    TableDie,
};

/// A decision of a side, or what follows by rule.
pub(super) type Decision = next::Decision<EclipsePosition>;

/// A way to go on.
pub(super) type Way = now::Way<EclipsePosition>;

impl<'a> Now<'a, '_> {
    /// Returns the choice between firing and retreating.
    pub(super) fn retreat(&mut self, activation: Activation) -> Result<Decision, NoAnswer> {
        let state = self.state();
        let choices = self.game.fire_or_retreat(&self.moment.at);
        let (part, ships) = (&self.moment.part, activation.ships);
        let labels = &self.table.matchup.sides[activation.side].labels;
        let class = labels.group_name(activation.group);
        let called = labels.called(activation.side);
        let words = match activation.is_armed() {
            true => format!("{part}: {called} fires with {ships} {class}, or begins to retreat"),
            false => format!("{part}: {ships} {class} of {called} may begin to retreat"),
        };
        let situation = self.situation(&state, activation, (activation.side, None));
        let way = |choice: EclipseChoice| {
            let retreats = choice.steps == [EclipseStep::Retreat];
            let note = if retreats { "retreat" } else { "stay" };
            let has_words = retreats || activation.is_armed();
            let words = if has_words { situation.choice(&choice.steps) } else { note.into() };
            let record = self.moment.draft.with([note.to_string()]);
            Way { steps: vec![words.clone()], choice: words, to: choice.to, record }
        };
        Ok(Decision {
            side: activation.side,
            who: self.table.group(activation.side, activation.group),
            kind: "retreat",
            words,
            roll: String::new(),
            dice: String::new(),
            ways: choices.into_iter().map(way).collect(),
            others: Vec::new(),
            merges: false,
            noted: None,
        })
    }

    /// Returns what may be done with the dice on the table. `fits` tells which choices fit what was
    /// noted already; all do if it is empty.
    pub(super) fn dice(
        &mut self,
        activation: Activation,
        dice: Vec<TableDie>,
        rolled: EclipsePosition,
        fits: &[bool],
    ) -> Result<Decision, NoAnswer> {
        let state = self.state();
        let side = activation.side;
        let names = dice_names(&dice);
        let mut ways = Vec::new();
        let mut others = Vec::new();
        let situation = self.situation(&state, activation, (side, Some(dice.clone())));
        if self.game.decider(&rolled).is_some() {
            let choices = self.game.choices(&rolled).ok_or_else(too_many)?;
            for (n, choice) in choices.iter().enumerate() {
                match fits.get(n) {
                    Some(false) => others.push(choice.to),
                    _ => ways.push(self.assigned(&situation, (&state, &dice), choice)),
                }
            }
        } else {
            ways.push(self.follows(&state, &dice, rolled));
        }
        Ok(Decision {
            side,
            who: self.table.group(side, activation.group),
            kind: situation.decision(),
            words: situation.in_part(&self.moment.part),
            dice: situation.dice(),
            noted: Some(self.moment.draft.with([names.clone()])),
            roll: names,
            ways,
            others,
            merges: false,
        })
    }

    /// Returns the way after a choice.
    fn assigned(
        &self,
        situation: &Situation<'_>,
        (state, dice): (&EclipseState, &[TableDie]),
        choice: &EclipseChoice,
    ) -> Way {
        let enemy = 1 - self.side();
        let notes = match choice.to.is_between_activations() {
            true => {
                let lives = lives_after(self.table, enemy, (state, &choice.steps), false);
                let [destroyed, damaged] = self.fates(enemy, &lives);
                vec![dice_names(dice), destroyed, damaged]
            }
            false => self.aims(situation, (state, dice), choice),
        };
        Way {
            choice: situation.choice(&choice.steps),
            steps: situation.steps(&choice.steps),
            to: choice.to,
            record: self.moment.draft.with(notes),
        }
    }

    /// Returns the notes of missiles that are aimed.
    fn aims(
        &self,
        situation: &Situation<'_>,
        (state, dice): (&EclipseState, &[TableDie]),
        choice: &EclipseChoice,
    ) -> Vec<String> {
        let enemy = 1 - self.side();
        let mut left: Vec<String> = dice.iter().map(|die| die.name()).collect();
        let mut notes = Vec::new();
        for (dice, ship) in situation.aims(&choice.steps) {
            for die in &dice {
                if let Some(n) = left.iter().position(|other| other == die) {
                    left.remove(n);
                }
            }
            notes.push(format!("{} at {}", dice.join(" "), self.ship(enemy, state, ship)));
        }
        if !left.is_empty() {
            notes.push(left.join(" "));
        }
        notes
    }

    /// Returns a ship by its class and number.
    fn ship(&self, side: usize, state: &EclipseState, ship: ShipPlace) -> String {
        let class = self.table.matchup.sides[side].labels.group_name(ship.group.into());
        let place = |n: &usize| self.table.battle.place(side, &state.ships[side], ship.group, *n);
        let alike = (0..).map_while(|n| place(&n)).count();
        let number = (0..alike).find(|n| place(n) == Some(ship)).unwrap_or(0) + 1;
        format!("{class} {number}")
    }

    /// Returns the only way on if no captain decides about the dice.
    fn follows(&mut self, state: &EclipseState, dice: &[TableDie], rolled: EclipsePosition) -> Way {
        let enemy = 1 - self.side();
        let choice = match rolled.is_between_activations() {
            true => {
                let after = self.game.with_roll_by_rule(state, dice);
                self.effects(enemy, &lives_between(&self.table.battle, enemy, state, &after))
            }
            false => {
                let (missiles, _) = self.game.in_flight(&rolled);
                let aimed = |(damage, ship): &(u8, ShipPlace)| {
                    let colour = Dice::name(usize::from(*damage).saturating_sub(1));
                    format!("{colour} at {}", self.ship(enemy, state, *ship))
                };
                missiles.iter().map(aimed).collect::<Vec<_>>().join(" + ")
            }
        };
        let record = self.moment.draft.with([dice_names(dice)]);
        Way { steps: vec![choice.clone()], choice, to: rolled, record }
    }

    /// Returns the choices after a point defence has fired.
    pub(super) fn defended(
        &mut self,
        activation: Activation,
        roll: &str,
    ) -> Result<Decision, NoAnswer> {
        let (rolls, hits) = self.read_stops(roll)?;
        let (state, before) = (self.state(), self.game.in_flight(&self.moment.at).0);
        let outcomes = self.game.defended(&self.moment.at).unwrap_or_default();
        let (to, _) = *outcomes.get(hits as usize).ok_or_else(too_many)?;
        let side = 1 - activation.side;
        let situation = self.situation(&state, activation, (side, None));
        let situation =
            situation.with_missiles((before.clone(), hits.min(before.len() as u32) as u8));
        let mut ways = Vec::new();
        match self.game.decider(&to) {
            Some(_) => {
                for choice in self.game.choices(&to).ok_or_else(too_many)? {
                    let mut way = self.landed(&state, choice.to)?;
                    (way.choice, way.steps) =
                        (situation.choice(&choice.steps), situation.steps(&choice.steps));
                    ways.push(way);
                }
            }
            None => {
                let stopped = before.len() - self.game.in_flight(&to).0.len();
                let mut way = self.landed(&state, to)?;
                way.choice = format!("{stopped} of {} stopped; {}", before.len(), way.choice);
                way.steps = vec![way.choice.clone()];
                ways.push(way);
            }
        }
        Ok(Decision {
            side,
            who: rolls,
            kind: situation.decision(),
            words: situation.in_part(&self.moment.part),
            roll: if hits == 1 { "1 hit".into() } else { format!("{hits} hits") },
            dice: String::new(),
            ways,
            others: Vec::new(),
            merges: false,
            noted: None,
        })
    }

    /// Returns the way on with missiles that land.
    fn landed(&mut self, state: &EclipseState, to: EclipsePosition) -> Result<Way, NoAnswer> {
        let enemy = 1 - self.side();
        let after = self.game.landed(&to).ok_or_else(|| {
            let why = "several point defences fire at these missiles, which a record cannot note";
            NoAnswer::NotHere(why.into())
        })?;
        let lives = lives_between(&self.table.battle, enemy, state, &after);
        let record = self.moment.draft.with(self.fates(enemy, &lives));
        let next = self.game.defended(&to).unwrap_or_default();
        let to = next.first().map_or(to, |(to, _)| *to);
        Ok(Way { choice: self.effects(enemy, &lives), steps: Vec::new(), to, record })
    }

    /// Returns the side that fires.
    fn side(&self) -> usize {
        self.moment.activation().map_or(0, |activation| activation.side)
    }

    /// Returns what has become of the ships of a side, as notes.
    fn fates(&self, side: usize, lives: &Lives) -> [String; 2] {
        let full = |group: usize| self.table.battle.full_life(side, group).into();
        fates(&self.table.matchup.sides[side].labels.group_names(), &full, lives)
    }

    /// Returns what has become of the ships of a side in words.
    fn effects(&self, side: usize, lives: &Lives) -> String {
        match are_hit(lives) {
            true => self.fates(side, lives).join(", "),
            false => "no hits".into(),
        }
    }

    fn situation(
        &self,
        state: &EclipseState,
        activation: Activation,
        decision: (usize, Option<Vec<TableDie>>),
    ) -> Situation<'a> {
        let battle = self.table.battle.from_situation(*state);
        let activation = Activation { turn: state.turn, ..activation };
        Situation::played(self.table.matchup, &self.table.fleets, battle, activation, decision)
    }
}
