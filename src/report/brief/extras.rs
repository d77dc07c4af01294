//! Figures that only one game has, each title in one line.

use unicode_width::UnicodeWidthStr;

use super::super::bars::sparkline;
use super::super::numbers::{balance, points, share};
use super::super::style::heading;
use super::super::text::{cut, fit_width, wrap};
use super::{ShortReport, WIDEST_NAME};
use crate::result::{Brief, BriefFigure, EngineUsed};

/// Largest number of values of a distribution that are listed.
const MAX_LISTED: usize = 4;

/// Detail of the distributions of a line, from most to least.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Listed,
    Drawn,
    Small,
    Means,
}

impl ShortReport<'_> {
    /// Writes a line for each title.
    pub(super) fn extras(&mut self) {
        let summary = self.summary;
        let of_sides = summary.sides.iter().flat_map(|side| {
            side.extras.briefs().map(move |brief| (Some(side.name.as_str()), brief))
        });
        let of_all = summary.extras.briefs().map(|brief| (None, brief));
        let all: Vec<(Option<&str>, &Brief)> =
            of_sides.chain(of_all).filter(|(_, brief)| is_possible(brief)).collect();
        let mut titles: Vec<&str> = Vec::new();
        for (_, brief) in &all {
            if !titles.contains(&brief.title) {
                titles.push(brief.title);
            }
        }
        let names = titles.iter().map(|title| title.width() + 2).max().unwrap_or(0);
        for title in titles {
            let items: Vec<(Option<&str>, &Brief)> =
                all.iter().filter(|(_, brief)| brief.title == title).copied().collect();
            self.extra(title, names, &items);
        }
    }

    /// Writes one line, or more if even its shortest form does not fit. The titles of all lines
    /// have this width.
    fn extra(&mut self, title: &str, names: usize, items: &[(Option<&str>, &Brief)]) {
        let (room, engine) = (self.width - 2 - names, self.summary.engine);
        let forms = [Detail::Listed, Detail::Drawn, Detail::Small, Detail::Means].map(|detail| {
            let separator = if detail == Detail::Listed { "; " } else { ", " };
            let items: Vec<String> =
                items.iter().map(|(side, brief)| item(*side, brief, detail, engine)).collect();
            items.join(separator)
        });
        let form = forms.iter().find(|form| form.width() <= room).unwrap_or(&forms[3]);
        for (n, line) in wrap(form, room).iter().enumerate() {
            let title = if n == 0 { title } else { "" };
            self.line(&format!("  {}{line}", heading(fit_width(title, names))));
        }
    }
}

/// Whether a figure says anything.
fn is_possible(brief: &Brief) -> bool {
    match &brief.figure {
        BriefFigure::Chance(p) => *p > 0.0,
        BriefFigure::Mean(_) | BriefFigure::Points(_) | BriefFigure::Balance(..) => true,
        BriefFigure::Distribution { shares, .. } => !shares.is_empty(),
    }
}

fn item(side: Option<&str>, brief: &Brief, detail: Detail, engine: EngineUsed) -> String {
    let figure = match &brief.figure {
        BriefFigure::Chance(p) => share(engine, *p),
        BriefFigure::Mean(mean) => format!("{mean:.2}"),
        BriefFigure::Points(gain) => format!("{} points", points(*gain)),
        BriefFigure::Balance(gain, units) => format!("{} {units}", balance(*gain)),
        BriefFigure::Distribution { shares, mean } => distribution(shares, *mean, detail, engine),
    };
    let [side, words] = [side.unwrap_or(""), &brief.words].map(|name| cut(name, WIDEST_NAME));
    let words = [&side, &words, &figure];
    let words: Vec<&str> =
        words.into_iter().map(String::as_str).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// Formats a distribution: `1: 53.5 %, 2: 46.5 %`, or a diagram with the mean.
fn distribution(shares: &[f64], mean: f64, detail: Detail, engine: EngineUsed) -> String {
    let last = shares.iter().rposition(|p| *p > 0.0).unwrap_or(0);
    let seen: Vec<(usize, f64)> =
        shares.iter().copied().enumerate().filter(|(_, p)| *p > 0.0).collect();
    match detail {
        Detail::Listed if seen.len() <= MAX_LISTED => {
            let one = |(n, p): &(usize, f64)| format!("{n}: {}", share(engine, *p));
            seen.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        Detail::Listed | Detail::Drawn => {
            format!("0–{last} {} mean {mean:.2}", sparkline(&shares[..=last]))
        }
        Detail::Small => format!("{} {mean:.2}", sparkline(&shares[..=last])),
        Detail::Means => format!("{mean:.2}"),
    }
}
