//! Battle mode in lines of text.

use super::super::super::failure::Failure;
use super::super::battle::{BattleQuestion, BattleTable, Dice};
use super::Plain;
use fleetodds::report::{Report, TableOptions, percent};
use fleetodds::result::{BattleChoice, BattleNext, BattleNow};

impl Plain {
    /// Begins the battle of the fleets.
    pub(crate) fn begin(&mut self) -> Result<String, Failure> {
        self.battle = Some(BattleTable::begin(&self.session)?);
        self.situation(&Dice::None)
    }

    /// Notes dice, or rolls them.
    pub(crate) fn roll(&mut self, typed: &str) -> Result<String, Failure> {
        let dice = self.battle()?.dice(typed);
        self.situation(&dice)
    }

    /// Takes the last step back.
    pub(crate) fn back(&mut self) -> Result<String, Failure> {
        match self.battle()?.back() {
            true => self.situation(&Dice::None),
            false => Ok("this is the beginning of the battle".into()),
        }
    }

    /// Shows luck and mistakes so far.
    pub(crate) fn luck(&self) -> Result<String, Failure> {
        let asked = self.question_of_battle()?;
        let analysis = asked.analysis(&self.ctx).map_err(|no| asked.explained(no))?;
        Ok(analysis.table(TableOptions { width: self.width, full: false }))
    }

    /// Returns the battle.
    pub(crate) fn battle(&mut self) -> Result<&mut BattleTable, Failure> {
        self.battle.as_mut().ok_or_else(none_yet)
    }

    fn question_of_battle(&self) -> Result<BattleQuestion, Failure> {
        self.battle.as_ref().ok_or_else(none_yet)?.question(&self.session)
    }

    /// Describes what comes next in the battle, after a roll if there is one.
    fn situation(&mut self, dice: &Dice) -> Result<String, Failure> {
        let asked = self.question_of_battle()?;
        let now = asked.now(dice, &self.ctx).map_err(|no| asked.explained(no))?;
        let text = battle_text(&now);
        self.battle()?.now = Some(now);
        Ok(text)
    }

    /// Makes a choice, counted from 1.
    pub(crate) fn choose(&mut self, number: &str) -> Result<String, Failure> {
        let number = if number.is_empty() { "1" } else { number };
        let choice = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match choice.map(|choice| self.battle().map(|table| table.choose(choice))) {
            Some(Ok(true)) => self.situation(&Dice::None),
            Some(Err(failure)) => Err(failure),
            _ => Err(Failure::Refused(format!("`{number}` is not the number of a choice"))),
        }
    }
}

fn none_yet() -> Failure {
    Failure::Refused("there is no battle yet: `battle` begins one".into())
}

/// Describes a battle, and what comes next.
fn battle_text(now: &BattleNow) -> String {
    let mut text = String::new();
    for side in &now.sides {
        let odds = side.worth.as_ref().map(|worth| format!("; wins {}", percent(worth.win)));
        let ships = if side.fleet.is_empty() { "no ships left" } else { &side.fleet };
        text += &format!("{}: {ships}{}\n", side.name, odds.unwrap_or_default());
    }
    match &now.next {
        BattleNext::Roll { words, rolls } => {
            text += &format!("{words}\n");
            for dice in rolls.iter().flat_map(|roll| &roll.dice) {
                text += &format!("  {}\n", dice.words);
            }
            text += "`roll` and the dice, or `roll` alone\n";
        }
        BattleNext::Choose(next) => {
            text += &format!("{}\n{}\n", next.words, next.dice);
            let choice = |(n, choice): (usize, &BattleChoice)| {
                let worth = choice.worth.get(next.side).copied().flatten();
                let win =
                    worth.map_or(String::new(), |worth| format!(": wins {}", percent(worth.win)));
                let mark = choice.mark.filter(|_| !choice.is_best);
                let mark = mark.map_or(String::new(), |mark| format!(", {mark}"));
                let best = if choice.is_best && !next.is_forced { ", best" } else { "" };
                format!("  {}. {}{win}{best}{mark}\n", n + 1, choice.choice)
            };
            text += &next.choices.iter().enumerate().map(choice).collect::<String>();
            text += "`choose` and a number\n";
        }
        BattleNext::Over { words, .. } => {
            text += &format!("{words}; `luck` shows luck and mistakes\n");
        }
        _ => (),
    }
    for warning in &now.warnings {
        text += &format!("warning: {warning}\n");
    }
    text
}
