//! Cost lost and destroyed.

use super::super::bars::sparkline;
use super::super::numbers::{buckets, share};
use super::Table;
use crate::result::Swing;

impl Table<'_> {
    pub(super) fn costs(&mut self) {
        self.header(self.summary.units.cost, &format!("{:>9}{:>11}", "lost", "destroyed"));
        for (side, figures) in self.summary.sides.iter().enumerate() {
            let cells = format!("{:>9.2}{:>11.2}", figures.cost.lost, figures.cost.destroyed);
            self.side_row(side, &figures.name, &cells);
        }
        self.end();
    }

    /// Writes the distribution of the swing of cost, if requested.
    pub(super) fn swings(&mut self) {
        let sides = &self.summary.sides;
        let known = sides.iter().filter_map(|side| side.cost.swing.as_ref());
        let Some(swing) = known.clone().next() else { return };
        // With two sides, the second distribution is the mirror image of the first.
        let shown = if sides.len() == 2 { 1 } else { sides.len() };
        let in_columns = shown == 1 && swing.values.len() * 8 <= self.width - self.names - 11;
        let columns = match in_columns {
            true => swing.values.iter().map(|value| format!("{value:>+8}")).collect(),
            false => format!("{:>9}{:>9}  least … most", "least", "most"),
        };
        self.header("swing", &format!("{:>9}{columns}", "mean"));
        for (side, (figures, swing)) in sides.iter().zip(known).enumerate().take(shown) {
            let shares = self.swing(swing, in_columns);
            self.side_row(side, &figures.name, &format!("{:>9.2}{shares}", swing.mean));
        }
        self.end();
    }

    fn swing(&self, swing: &Swing, in_columns: bool) -> String {
        let Swing { values, distribution, .. } = swing;
        if in_columns {
            let cell = |p: &f64| format!("{:>8}", share(self.summary.engine, *p));
            return distribution.iter().map(cell).collect();
        }
        let ends = [values.first(), values.last()];
        let [least, most] = ends.map(|value| value.copied().unwrap_or(0.0));
        let room = (self.width - self.names - 11).saturating_sub(20);
        let space = room.min(distribution.len());
        format!("{least:>+9}{most:>+9}  {}", sparkline(&buckets(distribution, space)))
    }
}
