//! Survivors of all groups.

use unicode_width::UnicodeWidthStr;

use super::super::bars::sparkline;
use super::super::numbers::{buckets, share, whole_percent};
use super::super::style::{dim, heading, of_side};
use super::super::text::{cut, fit_width};
use super::ShortReport;
use crate::result::{EngineUsed, Survivors};

/// Width of a mean.
const MEAN: usize = 8;

/// Form of the distributions.
#[derive(Clone, Copy)]
enum Form {
    /// A column for each number, with one decimal.
    Decimals,
    /// A column for each number, in whole percents.
    Whole,
    /// The probabilities of none and all, and a diagram in this number of columns.
    Diagram(usize),
}

impl Form {
    /// Returns the form with most figures that fits `room` columns for up to `most` survivors.
    fn fitting(most: u64, room: usize) -> Self {
        let fits = |width: usize| (most as usize + 1) * width <= room;
        match () {
            () if fits(8) => Self::Decimals,
            () if fits(6) => Self::Whole,
            () => Self::Diagram(room.saturating_sub(18)),
        }
    }

    fn header(self, most: u64) -> String {
        match self {
            Self::Decimals => (0..=most).map(|n| format!("{n:>8}")).collect(),
            Self::Whole => (0..=most).map(|n| format!("{n:>6}")).collect(),
            Self::Diagram(room) => {
                let axis = match room {
                    0..5 => "",
                    5..7 => "  0…all",
                    _ => "  0 … all",
                };
                format!("{:>8}{:>8}{axis}", "none", "all")
            }
        }
    }

    fn row(self, engine: EngineUsed, shares: &[f64]) -> String {
        match self {
            Self::Decimals => shares.iter().map(|p| format!("{:>8}", share(engine, *p))).collect(),
            Self::Whole => {
                shares.iter().map(|p| format!("{:>6}", whole_percent(engine, *p))).collect()
            }
            Self::Diagram(room) => {
                let ends = [shares.first(), shares.last()];
                let [none, all] = ends.map(|p| share(engine, p.copied().unwrap_or(0.0)));
                let diagram = match room {
                    0 => String::new(),
                    _ => sparkline(&buckets(shares, room.min(shares.len()))),
                };
                format!("{none:>8}{all:>8}  {diagram}")
            }
        }
    }
}

/// Returns a group as it was at the start, without its planet, which has a line of its own.
fn start(group: &Survivors) -> String {
    format!("{} {}", group.start, group.class)
}

impl ShortReport<'_> {
    /// Returns the widths of the names of sides and groups.
    pub(super) fn name_widths(&self) -> [usize; 2] {
        let sides = &self.summary.sides;
        let owner = sides.iter().map(|side| side.name.width()).max().unwrap_or(0);
        let groups = sides.iter().flat_map(|side| &side.survivors).map(|g| start(g).width());
        let [owners, classes] = match self.width {
            0..80 if self.has_hull() => [10, 14],
            0..80 => [10, 15],
            _ => [16, 24],
        };
        [owner.min(owners), groups.max().unwrap_or(0).clamp(8, classes)]
    }

    /// Whether groups have a column for hull.
    fn has_hull(&self) -> bool {
        let mut groups = self.summary.sides.iter().flat_map(|side| &side.survivors);
        groups.any(|group| group.hull.is_some())
    }

    pub(super) fn survivors(&mut self) {
        let summary = self.summary;
        let [owner, class] = self.name_widths();
        let all = || summary.sides.iter().flat_map(|side| &side.survivors);
        let most = all().map(Survivors::most).max().unwrap_or(0);
        let has_hull = self.has_hull();
        let names = 2 + owner + 2 + class;
        let means = if has_hull { 2 * MEAN } else { MEAN };
        let form = Form::fitting(most, self.width - names - means);
        let hull = if has_hull { format!("{:>MEAN$}", "hull") } else { String::new() };
        let title = heading(fit_width("  survivors", names));
        let columns = dim(format!("{:>MEAN$}{hull}{}", "mean", form.header(most)));
        self.line(&format!("{title}{columns}"));
        for (n, side) in summary.sides.iter().enumerate() {
            let mut planet = None;
            for (g, left) in side.survivors.iter().enumerate() {
                let mut name = of_side(n, fit_width(if g == 0 { &side.name } else { "" }, owner));
                if left.planet.is_some() && left.planet.as_ref() != planet {
                    planet = left.planet.as_ref();
                    let place = dim(planet.map_or("", |planet| planet));
                    self.line(&format!("  {name}  {place}"));
                    name = fit_width("", owner);
                }
                let group = fit_width(&cut(&start(left), class), class);
                let hull =
                    left.hull.map_or(String::new(), |hull| format!("{:>MEAN$.2}", hull.mean));
                let shares = form.row(summary.engine, left.possible());
                self.line(&format!("  {name}  {group}{:>MEAN$.2}{hull}{shares}", left.mean));
            }
        }
    }
}
