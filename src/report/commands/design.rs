//! The best designs, with the advantages and drawbacks of each.

use serde_json::{Map, Value, json};

use super::comparison::Comparison;
use super::document::{bar, figures, number};
use crate::analysis::design::Proposal;
use crate::report::drawing::{Drawing, bars};
use crate::report::form::Report;
use crate::report::numbers::thousands;
use crate::report::outline::{Grid, Outline, Row};
use crate::report::stopped::{Stopped, notes};
use crate::result::RankedCandidate;

/// The best of many designs.
#[derive(Clone, Debug)]
pub struct Design {
    /// The best designs with their results, in order, and their enemies.
    pub ranking: Comparison,
    /// Subject of the design: `1 cruiser`, `a fleet for 20 materials`.
    pub what: String,
    /// Parts that designs may use, in words; empty for fleets.
    pub parts: String,
    /// Number of designs. Those that behave alike in battle count once.
    pub designs: usize,
    /// Of these, those that were looked at; no other is better, unless the search was stopped.
    pub looked_at: usize,
    /// The design that they are compared with, if any.
    pub base: Option<RankedCandidate>,
    /// Parts and figures of each of the best designs.
    pub best: Vec<Proposal>,
}

impl Design {
    /// Returns the best designs with their results and ranks.
    fn by_rank(&self) -> impl Iterator<Item = (usize, &RankedCandidate, &Proposal)> {
        self.ranking.by_rank().zip(&self.best).map(|((rank, one), best)| (rank, one, best))
    }
}

impl Report for Design {
    fn stopped(&self) -> Option<&Stopped> {
        self.ranking.stopped()
    }

    fn outline(&self) -> Outline {
        let fact = self.ranking.fact();
        let fact = format!("{fact} · {} evaluated", thousands(self.looked_at as u64));
        let parts: Vec<String> =
            Some(&self.parts).filter(|parts| !parts.is_empty()).into_iter().cloned().collect();
        let mut notes = notes(self.stopped(), "interrupted: there may be better ones");
        if self.stopped().is_some_and(|stopped| !stopped.is_interrupt()) {
            notes.push("there may be better ones".into());
        }
        Outline {
            headline: match self.designs {
                1 => format!("the only design: {}", self.what),
                designs => {
                    format!("the best of {} designs: {}", thousands(designs as u64), self.what)
                }
            },
            facts: [vec![fact], parts, self.ranking.against()].concat(),
            notes,
            tables: vec![designs(self)],
            ..Outline::default()
        }
    }

    fn drawings(&self) -> Vec<Drawing> {
        let base = self.base.iter().map(|base| bar("as printed".into(), &base.total));
        let best = self.by_rank();
        let best = best.map(|(n, one, best)| bar(format!("{n}. {}", best.parts), &one.total));
        vec![bars("Odds of winning", &base.chain(best).collect::<Vec<_>>())]
    }

    fn json(&self) -> String {
        let about = json!({
            "what": self.what,
            "by": self.ranking.by,
            "designs": self.designs,
            "looked_at": self.looked_at,
            "printed": self.base.as_ref().map(|base| self.ranking.candidate(base)),
        });
        self.ranking.document("design/2", "best", about, |rank, candidate, value| {
            let Proposal { parts, figures, gains, gives_up } = &self.best[rank - 1];
            let figure = |(name, text): &(String, String)| (name.replace(' ', "_"), number(text));
            value["behind"] = json!(candidate.behind);
            value["parts"] = json!(parts);
            value["figures"] = figures.iter().map(figure).collect::<Map<String, Value>>().into();
            value["gains"] = json!(gains);
            value["gives_up"] = json!(gives_up);
        })
    }

    fn csv(&self) -> String {
        self.ranking.rows(["battles"], |candidate| [candidate.battles.to_string()])
    }
}

/// Returns the designs. Below each are its figures, and what it has more and less than another one.
fn designs(all: &Design) -> Grid {
    let (unit, behind) = (all.ranking.subject.unit, all.ranking.behind_title());
    let columns = ["", "design", "win", "95 % interval", "swing", unit, behind];
    let row = |names: [String; 2], candidate: &RankedCandidate, behind: String| {
        let last = [candidate.cost.to_string(), behind];
        let cells = [&names[..], &figures(&candidate.total), &last].concat();
        Row::from(cells).with_bar(candidate.total.win.value)
    };
    let below = |words: String| Row::from(vec![String::new(), words]);
    let mut rows: Vec<Row> = Vec::new();
    if let Some(base) = &all.base {
        rows.push(row([String::new(), "as printed".into()], base, String::new()));
        rows.push(below(base.fleet.clone()));
    }
    for (n, candidate, Proposal { parts, figures, gains, gives_up }) in all.by_rank() {
        let behind = all.ranking.behind(n, candidate);
        rows.push(row([n.to_string(), String::new()], candidate, behind).strong(n == 1));
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
    Grid::with_texts(2, "", columns, rows)
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
