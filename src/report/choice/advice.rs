//! Choices of a player from best to worst, and the rolls that may come.

use super::super::drawing::{BarRow, Drawing, bars};
use super::super::form::TableOptions;
use super::super::grid::write_grid;
use super::super::numbers::{battles, percent};
use super::super::outline::{Grid, Outline};
use super::super::play::in_words;
use super::super::style::dim;
use super::super::text::{line, wrap};
use super::by;
use crate::result::{Advice, AdvisedChoice, AdvisedRoll, ROLES, Rank, Uncertain, Worth};

/// Maximum number of rows of a table in the short report.
const MAX_ROWS: usize = 12;

/// Maximum number of bars of a chart.
const MAX_BARS: usize = 24;

/// Costs below this, in probability or in units of cost, are rounding errors of the tables.
const NOTHING: f64 = 1e-9;

impl Advice {
    /// Returns the figure that the side maximises.
    fn rank(&self) -> Rank {
        if self.objective == "swing" { Rank::Swing } else { Rank::Win }
    }

    /// Returns a difference in the figure that the side maximises, without a sign: `5.11 points`.
    fn difference(&self, amount: f64, margin: f64) -> String {
        let (factor, unit) = match self.rank() {
            Rank::Swing => (1.0, self.unit),
            _ => (100.0, "points"),
        };
        let [amount, margin] = [amount.abs() * factor, margin * factor];
        match margin > 0.0 {
            true => format!("{amount:.2} ± {margin:.2} {unit}"),
            false if amount < 0.005 => format!("< 0.01 {unit}"),
            false => format!("{amount:.2} {unit}"),
        }
    }

    /// Returns what a choice gives away, the n-th from 0 on.
    fn gives_away(&self, n: usize, one: &AdvisedChoice) -> String {
        match one {
            _ if n == 0 => "best".into(),
            one if one.is_best && one.margin <= 0.0 => "as good".into(),
            one => self.difference(one.cost, one.margin),
        }
    }

    /// Returns the worth of a situation in words: `attacker wins 46.52 %`.
    fn worth(&self, worth: &Worth) -> String {
        let wins = format!("{} wins {}", self.side, percent(worth.win));
        match self.rank() {
            Rank::Swing => format!("swing {}, {wins}", swing(worth)),
            _ => wins,
        }
    }

    fn headline(&self) -> String {
        match (self.choices.first(), &self.before) {
            (Some(best), _) => format!("{}: {}", best.choice, self.worth(&best.worth)),
            (None, Some(before)) => self.worth(before),
            (None, None) => self.situation.clone(),
        }
    }

    fn facts(&self) -> Vec<String> {
        let how = match self.battles {
            0 => "exact".into(),
            n => format!("{} of each choice, seed {}", battles(n), self.seed),
        };
        let mut facts = vec![format!("{} · {} · {how}", self.title, self.situation), self.fleets()];
        facts.extend(Some(self.dice.clone()).filter(|dice| !dice.is_empty()));
        facts.push(self.whose());
        facts
    }

    /// Returns whose odds these are, and how both sides play on.
    fn whose(&self) -> String {
        let named = |name: &str| match ROLES.contains(&name) {
            true => format!("the {name}"),
            false => name.to_string(),
        };
        let names: Vec<String> = match self.play.len() == self.sides.len() {
            true => self.sides.iter().map(|side| named(&side.name)).collect(),
            false => self.play.iter().map(|(role, _)| named(role)).collect(),
        };
        let play = in_words(&self.play, &names);
        let play = play.map(|play| format!("; from here on, {play}")).unwrap_or_default();
        format!("odds of {}{play} · {}", named(&self.side), by(self.rank(), self.unit))
    }

    /// Returns by how much the dice have changed the situation, or its worth under the present
    /// orders.
    fn conclusion(&self) -> Option<String> {
        let (best, before) = (self.choices.first()?, self.before.as_ref()?);
        if self.decision == "orders" && best.worth != *before {
            return Some(format!("as ordered now: {}", self.worth(before)));
        }
        if self.roll.is_empty() {
            return None;
        }
        let change = match self.rank() {
            Rank::Swing => best.worth.swing - before.swing,
            _ => best.worth.win - before.win,
        };
        let gain = match change {
            c if c.abs() < NOTHING => "these dice change nothing".into(),
            c if c > 0.0 => format!("these dice gain {}", self.difference(c, 0.0)),
            c => format!("these dice lose {}", self.difference(c, 0.0)),
        };
        Some(format!("before the roll: {}; {gain}", self.worth(before)))
    }
}

/// Formats the swing of a situation. What rounds to zero has no sign.
fn swing(worth: &Worth) -> String {
    let text = format!("{:.2}", worth.swing);
    text.strip_prefix('-').filter(|rest| *rest == "0.00").map_or(text.clone(), String::from)
}

/// Returns the content of advice.
pub(in crate::report) fn outline(all: &Advice) -> Outline {
    Outline {
        headline: all.headline(),
        facts: all.facts(),
        notes: Vec::new(),
        tables: [choices(all), rolls(all)].into_iter().flatten().collect(),
        conclusion: all.conclusion(),
    }
}

/// Returns the choices with what each gives away.
fn choices(all: &Advice) -> Option<Grid> {
    let row = |(n, one): (usize, &AdvisedChoice)| {
        vec![one.choice.clone(), percent(one.worth.win), swing(&one.worth), all.gives_away(n, one)]
    };
    let rows: Vec<Vec<String>> = all.choices.iter().enumerate().map(row).collect();
    let title = if all.rolls.is_empty() { "" } else { "Before the roll" };
    let columns = ["choice", "win", "swing", "gives away"];
    (!rows.is_empty()).then(|| Grid::of(title, &columns, rows))
}

/// Returns the rolls that may come, with the best use of each.
fn rolls(all: &Advice) -> Option<Grid> {
    let row = |one: &AdvisedRoll| {
        let figures = [percent(one.probability), percent(one.worth.win), swing(&one.worth)];
        [vec![one.roll.clone(), one.choice.clone()], figures.to_vec()].concat()
    };
    let rows: Vec<Vec<String>> = all.rolls.iter().map(row).collect();
    let columns = ["roll", "best use", "likely", "win", "swing"];
    (!rows.is_empty()).then(|| Grid::with_texts(2, "Best use of each roll", &columns, rows))
}

/// Formats the tables for the terminal, with their first rows unless everything is asked for.
pub(in crate::report) fn table(all: &Advice, options: TableOptions) -> String {
    let width = options.columns();
    let content = outline(all);
    let mut text = String::new();
    content.write_head(&mut text, width);
    for mut grid in content.tables {
        let most = if options.full { usize::MAX } else { MAX_ROWS };
        let more = grid.rows.len().saturating_sub(most);
        grid.rows.truncate(most);
        // Only choices are better or worse than each other.
        let best = if grid.texts == 1 { 1 } else { 0 };
        line!(text);
        write_grid(&mut text, &grid, &|n| n < best, width);
        if more > 0 {
            line!(text, "  {}", dim(format!("… and {more} more: --full")));
        }
    }
    for (n, words) in content.conclusion.iter().flat_map(|said| wrap(said, width - 2)).enumerate() {
        if n == 0 {
            line!(text);
        }
        line!(text, "  {words}");
    }
    text
}

/// Draws the odds after each choice, and those after each roll, as bars.
pub(in crate::report) fn drawings(all: &Advice) -> Vec<Drawing> {
    let bar = |label: String, worth: &Worth| {
        BarRow::share(label, Uncertain::exact(worth.win), percent(worth.win))
    };
    let choice =
        |(n, one): (usize, &AdvisedChoice)| bar(format!("{}. {}", n + 1, one.choice), &one.worth);
    let roll = |one: &AdvisedRoll| {
        bar(format!("{} ({}): {}", one.roll, percent(one.probability), one.choice), &one.worth)
    };
    let choices: Vec<BarRow> = all.choices.iter().enumerate().take(MAX_BARS).map(choice).collect();
    let rolls: Vec<BarRow> = all.rolls.iter().take(MAX_BARS).map(roll).collect();
    let title = |first: &str, what: &str, all_of_them: usize, side: &str| match all_of_them {
        n if n > MAX_BARS => {
            format!("Odds that {side} wins after the {first} {MAX_BARS} of {n} {what}s")
        }
        _ => format!("Odds that {side} wins after each {what}"),
    };
    let charts = [
        (title("best", "choice", all.choices.len(), &all.side), choices),
        (title("most likely", "roll", all.rolls.len(), &all.side), rolls),
    ];
    charts
        .iter()
        .filter(|(_, rows)| !rows.is_empty())
        .map(|(title, rows)| bars(title, rows))
        .collect()
}
