//! Advice: the choices of a player, the best first, and the rolls that may come.

use super::choice::advice;
use super::csv::rows;
use super::drawing::Drawing;
use super::form::{Report, TableOptions};
use super::json::json;
use super::outline::Outline;
use crate::result::Advice;

impl Report for Advice {
    fn is_interrupted(&self) -> bool {
        false
    }

    fn table(&self, options: TableOptions) -> String {
        advice::table(self, options)
    }

    fn outline(&self) -> Outline {
        advice::outline(self)
    }

    fn drawings(&self) -> Vec<Drawing> {
        advice::drawings(self)
    }

    fn json(&self) -> String {
        json(self)
    }

    /// Formats CSV with one row per choice, and one per roll with its best use.
    fn csv(&self) -> String {
        let header = ["roll", "probability", "choice", "win", "swing", "cost", "margin", "is_best"];
        let about = ["rules", "side", "fleets"];
        let mut all = vec![[&header[..], &about].concat().into_iter().map(String::from).collect()];
        let about = [self.rules.clone(), self.side.clone(), self.fleets()];
        for one in &self.choices {
            let mut row = vec![self.roll.clone(), String::new(), one.choice.clone()];
            row.extend(
                [one.worth.win, one.worth.swing, one.cost, one.margin].map(|x| x.to_string()),
            );
            row.push(one.is_best.to_string());
            row.extend(about.clone());
            all.push(row);
        }
        for one in &self.rolls {
            let mut row = vec![one.roll.clone(), one.probability.to_string(), one.choice.clone()];
            row.extend([one.worth.win, one.worth.swing].map(|x| x.to_string()));
            row.extend([const { String::new() }; 3]);
            row.extend(about.clone());
            all.push(row);
        }
        rows(all)
    }
}

impl Advice {
    /// Returns the fleets of the battle.
    pub(super) fn fleets(&self) -> String {
        let fleets: Vec<&str> = self.sides.iter().map(|side| side.fleet.as_str()).collect();
        fleets.join(" v ")
    }
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
            "  choice          win  swing   gives away\n",
            "  both hit A  50.00 %   0.00         best\n",
            "  mirror      50.00 %   0.00      as good\n",
            "  one each    45.00 %   0.00  5.00 points\n",
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
            "\nBefore the roll\n  choice       win  swing    gives away\n",
            "  retreat      0 %   0.00  40.00 points\n",
            "\nBest use of each roll\n  roll     best use     likely      win  swing\n",
            "  nothing  both hit A  25.00 %  25.00 %   1.00\n",
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
