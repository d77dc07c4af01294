//! Choices of a player from best to worst, and the rolls that may come.

use super::comparison::by;
use crate::report::csv::table;
use crate::report::drawing::{BarRow, Drawing, bars};
use crate::report::form::Report;
use crate::report::json::json;
use crate::report::numbers::{NOTHING, battles, percent, swing};
use crate::report::outline::{Grid, Outline, Row, filled};
use crate::report::play::{in_sentence, in_words};
use crate::result::{Advice, AdvisedChoice, AdvisedRoll, Rank, Uncertain, Worth};

/// Maximum number of rows of a table in the short report.
const MAX_ROWS: usize = 12;

/// Maximum number of bars of a chart.
const MAX_BARS: usize = 24;

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
            Rank::Swing => format!("swing {}, {wins}", swing(worth.swing)),
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
        let sides: Vec<&str> = self.sides.iter().map(|side| side.name.as_str()).collect();
        let play = in_words(&self.play, &sides, in_sentence);
        let play = play.map(|play| format!("; from here on, {play}")).unwrap_or_default();
        format!("odds of {}{play} · {}", in_sentence(&self.side), by(self.rank(), self.unit))
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

    /// Returns the fleets of the battle.
    fn fleets(&self) -> String {
        let fleets: Vec<&str> = self.sides.iter().map(|side| side.fleet.as_str()).collect();
        fleets.join(" v ")
    }
}

impl Report for Advice {
    fn outline(&self) -> Outline {
        Outline {
            headline: self.headline(),
            facts: self.facts(),
            tables: filled([choices(self), rolls(self)]),
            conclusion: self.conclusion(),
            ..Outline::default()
        }
    }

    /// Draws the odds after each choice, and those after each roll, as bars.
    fn drawings(&self) -> Vec<Drawing> {
        let bar = |label: String, worth: &Worth| {
            BarRow::share(label, Uncertain::exact(worth.win), percent(worth.win))
        };
        let choice =
            |(n, one): (usize, &AdvisedChoice)| bar(format!("{n}. {}", one.choice), &one.worth);
        let roll = |one: &AdvisedRoll| {
            bar(format!("{} ({}): {}", one.roll, percent(one.probability), one.choice), &one.worth)
        };
        let chart = |first: &str, what: &str, rows: Vec<BarRow>| {
            let after = match rows.len() {
                n if n > MAX_BARS => format!("the {first} {MAX_BARS} of {n} {what}s"),
                _ => format!("each {what}"),
            };
            let title = format!("Odds that {} wins after {after}", self.side);
            let shown = &rows[..rows.len().min(MAX_BARS)];
            (!shown.is_empty()).then(|| bars(&title, shown))
        };
        let choices = chart("best", "choice", (1..).zip(&self.choices).map(choice).collect());
        let rolls = chart("most likely", "roll", self.rolls.iter().map(roll).collect());
        choices.into_iter().chain(rolls).collect()
    }

    fn json(&self) -> String {
        json(self)
    }

    /// Formats CSV with one row per choice, and one per roll with its best use.
    fn csv(&self) -> String {
        const COLUMNS: &str =
            "roll,probability,choice,win,swing,cost,margin,is_best,rules,side,fleets";
        let row = |roll: [String; 3], worth: &Worth, choice: [String; 3]| {
            let worth = [worth.win, worth.swing].map(|x| x.to_string());
            let about = [self.rules.clone(), self.side.clone(), self.fleets()];
            [&roll[..], &worth, &choice, &about].concat()
        };
        let choice = |one: &AdvisedChoice| {
            let roll = [self.roll.clone(), String::new(), one.choice.clone()];
            let figures = [one.cost.to_string(), one.margin.to_string(), one.is_best.to_string()];
            row(roll, &one.worth, figures)
        };
        let roll = |one: &AdvisedRoll| {
            let roll = [one.roll.clone(), one.probability.to_string(), one.choice.clone()];
            row(roll, &one.worth, [const { String::new() }; 3])
        };
        let rows = self.choices.iter().map(choice).chain(self.rolls.iter().map(roll));
        table(COLUMNS.split(','), rows)
    }
}

/// Returns the choices with what each gives away.
fn choices(all: &Advice) -> Grid {
    let row = |(n, one): (usize, &AdvisedChoice)| {
        let figures = [percent(one.worth.win), swing(one.worth.swing), all.gives_away(n, one)];
        Row::of(&one.choice, figures).strong(n == 0)
    };
    let title = if all.rolls.is_empty() { "" } else { "Before the roll" };
    let columns = ["choice", "win", "swing", "gives away"];
    let rows = all.choices.iter().enumerate().map(row);
    Grid { most: MAX_ROWS, ..Grid::of(title, columns, rows) }
}

/// Returns the rolls that may come, with the best use of each.
fn rolls(all: &Advice) -> Grid {
    let row = |one: &AdvisedRoll| {
        let figures = [percent(one.probability), percent(one.worth.win), swing(one.worth.swing)];
        [vec![one.roll.clone(), one.choice.clone()], figures.to_vec()].concat()
    };
    let columns = ["roll", "best use", "likely", "win", "swing"];
    let title = "Best use of each roll";
    Grid { most: MAX_ROWS, ..Grid::with_texts(2, title, columns, all.rolls.iter().map(row)) }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::Report;
    use crate::report::TableOptions;
    use crate::result::{
        Advice, AdvisedChoice, AdvisedRoll, EngineUsed, Manner, PlayedBy, SideFleet, Worth,
    };

    fn choice(name: &str, win: f64, cost: f64, margin: f64) -> AdvisedChoice {
        AdvisedChoice {
            choice: name.into(),
            steps: vec![name.into()],
            worth: Worth { win, swing: -0.001 },
            cost,
            margin,
            is_best: cost <= margin,
        }
    }

    /// Advice on a roll with these choices.
    fn advice(choices: Vec<AdvisedChoice>) -> Advice {
        let manner = Manner { verb: ["assign hits", "assigns hits"], how: "at will".into() };
        let play = PlayedBy { manner: Some(manner), ..PlayedBy::default() };
        Advice {
            schema: "fleetodds/advice/1",
            rules: "eclipse".into(),
            question: None,
            title: "Eclipse, first edition".into(),
            unit: "materials",
            engine: EngineUsed::Exact,
            battles: 0,
            seed: 1,
            sides: [("Orion", "2 cruiser"), ("defender", "2 ancient")]
                .map(|(name, fleet)| SideFleet::new(name, fleet))
                .to_vec(),
            play: ["attacker", "defender"].map(|role| (role.to_string(), play.clone())).to_vec(),
            side: "Orion".into(),
            role: "attacker",
            decision: "assign",
            situation: "2 cruiser fire".into(),
            objective: "win",
            roll: "y6 y5".into(),
            dice: "y6 and y5 hit".into(),
            before: Some(Worth { win: 0.4, swing: 0.0 }),
            choices,
            rolls: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn shown(advice: &Advice, width: usize, full: bool) -> String {
        let table = advice.table(TableOptions { width, full });
        let table = anstream::adapter::strip_str(&table).to_string();
        assert!(table.lines().all(|line| line.width() <= width), "{width}: {table}");
        table
    }

    #[test]
    fn each_choice_shows_what_it_gives_away() {
        let choices = [("both hit A", 0.5, 0.0), ("mirror", 0.5, 0.0), ("one each", 0.45, 0.05)];
        let choices = choices.map(|(name, win, cost)| choice(name, win, cost, 0.0));
        let mut advice = advice(choices.to_vec());
        let table = shown(&advice, 80, false);
        assert!(table.starts_with("both hit A: Orion wins 50.00 %\n"), "{table}");
        assert!(table.contains("odds of Orion; from here on, both sides assign hits at will"));
        for row in [
            "  choice          win   swing   gives away\n",
            "  both hit A  50.00 %    0.00         best\n",
            "  mirror      50.00 %    0.00      as good\n",
            "  one each    45.00 %    0.00  5.00 points\n",
            "  before the roll: Orion wins 40.00 %; these dice gain 10.00 points\n",
        ] {
            assert!(table.contains(row), "{row}{table}");
        }
        advice.objective = "swing";
        advice.choices[2].cost = 1.2345;
        let table = shown(&advice, 80, false);
        assert!(table.starts_with("both hit A: swing 0.00, Orion wins 50.00 %\n"), "{table}");
        assert!(table.contains("  1.23 materials\n"), "{table}");
        assert!(table.contains("ranked by swing (materials destroyed minus lost)"), "{table}");
    }

    /// A simulated difference always has its margin, and the head says how it was found.
    #[test]
    fn simulated_choices_have_margins() {
        let choices = vec![choice("a", 0.5, 0.0, 0.0), choice("b", 0.49, 0.01, 0.02)];
        let simulated = Advice { battles: 20_000, engine: EngineUsed::Simulate, ..advice(choices) };
        let table = shown(&simulated, 80, false);
        assert!(table.contains("20,000 battles of each choice, seed 1"), "{table}");
        assert!(table.contains("1.00 ± 2.00 points"), "{table}");
    }

    #[test]
    fn twelve_rows_are_shown_unless_all_are_asked_for() {
        let all = (0..29).map(|n| choice(&format!("use {n}"), 0.5, f64::from(n) / 1000.0, 0.0));
        let advice = advice(all.collect());
        let table = shown(&advice, 60, false);
        assert!(table.contains("use 11") && !table.contains("use 12"), "{table}");
        assert!(table.contains("  … and 17 more: --full\n"), "{table}");
        let table = shown(&advice, 60, true);
        assert!(table.contains("use 28") && !table.contains("--full"), "{table}");
        assert_eq!(advice.csv().lines().count(), 30);
        assert!(advice.markdown().contains("use 28"));
        let title = "Odds that Orion wins after the best 24 of 29 choices";
        assert_eq!(advice.drawings()[0].title, title);
    }

    /// At any width, no word of a choice or a roll is lost.
    #[test]
    fn long_words_wrap() {
        let name = "y6 + y5 destroy one ".to_string() + &"z".repeat(70) + ", o4 hits the other";
        let advice = advice(vec![choice(&name, 0.5, 0.0, 0.0)]);
        let letters = |text: &str| text.matches('z').count();
        for width in [60, 80, 120] {
            let table = shown(&advice, width, false);
            assert_eq!(letters(&table), 140, "{table}");
        }
    }

    #[test]
    fn without_a_roll_the_rolls_are_shown() {
        let roll = |roll: &str, probability, win| AdvisedRoll {
            roll: roll.into(),
            probability,
            choice: "both hit A".into(),
            worth: Worth { win, swing: 1.0 },
        };
        let fire = vec![choice("fire", 0.4, 0.0, 0.0), choice("retreat", 0.0, 0.4, 0.0)];
        let rolls = vec![roll("y6 y6", 0.75, 0.45), roll("nothing", 0.25, 0.25)];
        let (dice, all) = (String::new(), advice(fire));
        let mut advice = Advice { roll: dice.clone(), dice, rolls, ..all };
        let table = shown(&advice, 80, false);
        assert!(table.starts_with("fire: Orion wins 40.00 %\n"), "{table}");
        for row in [
            "\n  Before the roll\n  choice       win   swing    gives away\n",
            "  retreat      0 %    0.00  40.00 points\n",
            "\n  Best use of each roll\n  roll     best use     likely      win   swing\n",
            "  nothing  both hit A  25.00 %  25.00 %    1.00\n",
        ] {
            assert!(table.contains(row), "{row}{table}");
        }
        assert!(!table.contains("before the roll: "), "{table}");
        advice.choices.clear();
        let table = shown(&advice, 80, false);
        assert!(table.starts_with("Orion wins 40.00 %\n"), "{table}");
        assert_eq!(advice.drawings().len(), 1);
    }
}
