//! Survivors of the groups, and ships lost.

use super::super::bars::sparkline;
use super::super::numbers::{buckets, percent, share};
use super::super::style::{heading, of_side};
use super::super::text::{cut, line};
use super::Table;
use crate::result::{ChancePlace, Shown, Survivors};

impl Table<'_> {
    pub(super) fn survivors(&mut self) {
        let all = || self.summary.sides.iter().flat_map(|side| &side.survivors);
        let most = all().map(Survivors::most).max().unwrap_or(0);
        let has_hull = all().any(|group| group.hull.is_some());
        let room = self.width - self.names - 2 - 9 - if has_hull { 9 } else { 0 };
        let in_columns = (most as usize + 1) * 8 <= room;
        let counts: String = (0..=most).map(|n| format!("{n:>8}")).collect();
        let counts =
            if in_columns { counts } else { format!("{:>9}{:>9}  0 … all", "none", "all") };
        let hull = if has_hull { format!("{:>9}", "hull") } else { String::new() };
        self.header("ships left", &format!("{:>9}{hull}{counts}", "mean"));
        for (side, figures) in self.summary.sides.iter().enumerate() {
            // The fleets of a mix have a section of their own.
            if figures.survivors.is_empty() && figures.extras.sections().next().is_some() {
                continue;
            }
            self.side_title(side);
            for left in &figures.survivors {
                let cells = self.left(left, in_columns, room);
                self.group_row(&left.group(), &cells);
            }
        }
        self.end();
    }

    /// Formats the survivors of a group: the mean, the hull left, and the distribution.
    fn left(&self, left: &Survivors, in_columns: bool, room: usize) -> String {
        let hull = left.hull.map_or(String::new(), |hull| format!("{:>9.2}", hull.mean));
        let (engine, shares) = (self.summary.engine, left.possible());
        let distribution = if in_columns {
            shares.iter().map(|p| format!("{:>8}", share(engine, *p))).collect()
        } else {
            let space = room.saturating_sub(20).min(shares.len());
            let ends = [shares.first(), shares.last()];
            let [none, all] = ends.map(|p| share(engine, p.copied().unwrap_or(0.0)));
            format!("{none:>9}{all:>9}  {}", sparkline(&buckets(shares, space)))
        };
        format!("{:>9.2}{hull}{distribution}", left.mean)
    }

    /// Writes the name of a side above its groups.
    fn side_title(&mut self, side: usize) {
        let name = cut(&self.summary.sides[side].name, self.width - 2);
        line!(self.text, "  {}", of_side(side, name));
    }

    /// Writes the section of the probabilities that games add in columns.
    pub(super) fn columns(&mut self) {
        let sides = &self.summary.sides;
        let columns = |side: usize| {
            let chances = sides.get(side).into_iter().flat_map(|side| side.extras.chances());
            chances.filter_map(|chance| match chance.table {
                ChancePlace::Column { section, title } => {
                    Some((section, title, chance.probability))
                }
                _ => None,
            })
        };
        let Some((section, ..)) = columns(0).next() else { return };
        let titles: String = columns(0).map(|(_, title, _)| format!("{title:>11}")).collect();
        self.header(section, &titles);
        for (side, figures) in sides.iter().enumerate() {
            let cell = |p| format!("{:>11}", percent(p));
            let cells: String = columns(side).map(|(_, _, p)| cell(p)).collect();
            self.side_row(side, &figures.name, &cells);
        }
        self.end();
    }

    /// Writes the expected numbers of groups that games add.
    pub(super) fn group_means(&mut self) {
        let mut is_first = true;
        for (side, figures) in self.summary.sides.iter().enumerate() {
            for extra in figures.extras.iter() {
                let Shown::GroupMeans(means) = &extra.shown else { continue };
                if std::mem::take(&mut is_first) {
                    line!(self.text, "  {}", heading(means.title));
                }
                self.side_title(side);
                for (group, mean) in &means.groups {
                    self.group_row(group, &format!("{mean:>9.2}"));
                }
            }
        }
        if !is_first {
            self.end();
        }
    }
}
