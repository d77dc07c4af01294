//! The best designs, with the advantages and drawbacks of each.

use serde_json::{Map, Value, json};

use super::{
    CANDIDATE, Named, Stopped, Subject, behind, behind_title, by, candidate, candidate_row,
    document, enemies, interval, number, of_fights, shown,
};
use crate::report::csv::rows;
use crate::report::drawing::{BarRow, Drawing, bars};
use crate::report::form::Report;
use crate::report::numbers::thousands;
use crate::report::outline::{Grid, Outline, Row, how};
use crate::result::{Rank, RankedCandidate};

/// The best of many designs.
#[derive(Clone, Debug)]
pub struct Design {
    /// Game, best designs and enemies.
    pub subject: Subject,
    /// Subject of the design: `1 cruiser`, `a fleet for 20 materials`.
    pub what: String,
    /// Parts that designs may use, in words; empty for fleets.
    pub parts: String,
    /// Figure by which the designs are ranked.
    pub by: Rank,
    /// Side of the designs: 0 attacks, 1 defends.
    pub side: usize,
    /// Weight of each enemy.
    pub weights: Vec<f64>,
    /// Number of designs. Those that behave alike in battle count once.
    pub designs: usize,
    /// Of these, those that were looked at; no other is better, unless the search was stopped.
    pub looked_at: usize,
    /// The design that they are compared with, if any.
    pub base: Option<RankedCandidate>,
    /// The best designs, in order.
    pub best: Vec<Proposal>,
    /// Why there may be better ones, if there may.
    pub stopped: Option<Stopped>,
}

/// A proposed design.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Result of the design.
    pub candidate: RankedCandidate,
    /// Its parts, or its ships.
    pub parts: String,
    /// Total figures and resources left over.
    pub figures: Vec<(String, String)>,
    /// Advantages over the best design; for the best, over the design that it is compared with.
    pub gains: Vec<String>,
    /// Drawbacks in the same comparison.
    pub gives_up: Vec<String>,
}

impl Design {
    /// Returns the enemies.
    pub(super) fn enemies(&self) -> &[Named] {
        self.subject.fleets(1 - self.side)
    }
}

impl Report for Design {
    fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::is_interrupt)
    }

    fn outline(&self) -> Outline {
        let role = if self.side == 1 { "defending" } else { "attacking" };
        let simulated = self.best.iter().filter(|proposal| proposal.candidate.battles > 0).count();
        let how = how(simulated, self.best.len(), self.subject.seed);
        let by = by(self.by, self.subject.unit);
        let looked = thousands(self.looked_at as u64);
        let fact = format!("{} · {role} · {how} · {by} · {looked} evaluated", self.subject.title);
        let parts: Vec<String> =
            Some(&self.parts).filter(|parts| !parts.is_empty()).into_iter().cloned().collect();
        let mut notes = Vec::new();
        if let Some(stopped) = &self.stopped {
            notes.push(stopped.words("interrupted: there may be better ones"));
            if !stopped.is_interrupt() {
                notes.push("there may be better ones".into());
            }
        }
        Outline {
            headline: match self.designs {
                1 => format!("the only design: {}", self.what),
                designs => {
                    format!("the best of {} designs: {}", thousands(designs as u64), self.what)
                }
            },
            facts: [vec![fact], parts, enemies(self.enemies(), &self.weights)].concat(),
            notes,
            warnings: Vec::new(),
            tables: vec![figures_table(self)],
            conclusion: None,
        }
    }

    /// Draws the odds of the designs as bars with their intervals.
    fn drawings(&self) -> Vec<Drawing> {
        let row = |label: String, candidate: &RankedCandidate| {
            BarRow::share(label, candidate.total.win, shown(candidate.total.win))
        };
        let base = self.base.iter().map(|base| row("as printed".into(), base));
        let best = (1..).zip(&self.best);
        let best = best.map(|(n, one)| row(format!("{n}. {}", one.parts), &one.candidate));
        vec![bars("Odds of winning", &base.chain(best).collect::<Vec<_>>())]
    }

    fn json(&self) -> String {
        let proposal = |(rank, proposal): (usize, &Proposal)| {
            let figure = |(name, text): &(String, String)| (name.replace(' ', "_"), number(text));
            let totals: Map<String, Value> = proposal.figures.iter().map(figure).collect();
            let mut value = candidate(&proposal.candidate, &self.weights);
            value["rank"] = json!(rank);
            value["behind"] = json!(proposal.candidate.behind);
            value["parts"] = json!(proposal.parts);
            value["figures"] = Value::Object(totals);
            value["gains"] = json!(proposal.gains);
            value["gives_up"] = json!(proposal.gives_up);
            value
        };
        let printed = self.base.as_ref().map(|base| candidate(base, &self.weights));
        let about =
            of_fights(&self.subject, self.best.iter().all(|best| best.candidate.battles == 0));
        let figures = json!({
            "what": self.what,
            "by": self.by,
            "designs": self.designs,
            "looked_at": self.looked_at,
            "printed": printed,
            "best": (1..).zip(&self.best).map(proposal).collect::<Vec<_>>(),
        });
        document("design/2", about, figures, self.stopped.as_ref())
    }

    fn csv(&self) -> String {
        let header = CANDIDATE.into_iter().chain(["battles"]).map(String::from).collect();
        let row = |(rank, Proposal { candidate, .. }): (usize, &Proposal)| {
            let mut row = candidate_row(rank, candidate);
            row.push(candidate.battles.to_string());
            row
        };
        rows(std::iter::once(header).chain((1..).zip(&self.best).map(row)))
    }
}

/// Returns the designs. Below each are its figures, and what it has more and less than another one.
fn figures_table(all: &Design) -> Grid {
    let columns =
        ["", "design", "win", "95 % interval", "swing", all.subject.unit, behind_title(all.by)];
    let row = |name: &str, text: &str, candidate: &RankedCandidate, behind: String| {
        let cells = vec![
            name.to_string(),
            text.to_string(),
            shown(candidate.total.win),
            interval(candidate.total.win),
            format!("{:.2}", candidate.total.swing.value),
            candidate.cost.to_string(),
            behind,
        ];
        Row::from(cells).with_bar(candidate.total.win.value)
    };
    let below = |words: String| Row::from(vec![String::new(), words]);
    let mut rows: Vec<Row> = Vec::new();
    if let Some(base) = &all.base {
        rows.push(row("", "as printed", base, String::new()));
        rows.push(below(base.fleet.clone()));
    }
    for (n, Proposal { candidate, parts, figures, gains, gives_up }) in (1..).zip(&all.best) {
        let behind = if n == 1 { String::new() } else { behind(candidate, all.by) };
        rows.push(row(&n.to_string(), "", candidate, behind).strong(n == 1));
        rows.push(below(parts.clone()));
        let figures = figures.iter().map(|(name, figure)| format!("{name} {figure}"));
        let figures = figures.collect::<Vec<_>>().join(", ");
        rows.extend(Some(figures).filter(|figures| !figures.is_empty()).map(below));
        let other = if n == 1 { "the printed ship" } else { "design 1" };
        for (word, what) in [("more", gains), ("less", gives_up)] {
            if !what.is_empty() {
                rows.push(below(format!("{word} than {other}: {}", in_plural(what).join(", "))));
            }
        }
    }
    Grid::with_texts(2, "", &columns, rows)
}

/// Returns numbers of things with the plurals of dice and missiles: `2 orange dice`.
fn in_plural(things: &[String]) -> Vec<String> {
    let plural = |thing: &String| match thing.strip_suffix(" die") {
        _ if thing.starts_with("1 ") => thing.clone(),
        Some(dice) => format!("{dice} dice"),
        None if thing.ends_with(" missile") => format!("{thing}s"),
        None => thing.clone(),
    };
    things.iter().map(plural).collect()
}

#[cfg(test)]
mod tests {
    use super::in_plural;

    #[test]
    fn several_dice_are_dice() {
        let things = ["2 orange die", "1 red die", "4 orange missile", "2 hull"].map(String::from);
        let plural = ["2 orange dice", "1 red die", "4 orange missiles", "2 hull"];
        assert_eq!(in_plural(&things), plural);
    }
}
