//! The few styles of the reports. Output goes through a stream that strips them where
//! colour is not wanted.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Titles of sections.
#[must_use]
pub fn heading(text: impl Display) -> String {
    styled(Style::new().bold(), text)
}

/// What matters most.
#[must_use]
pub fn strong(text: impl Display) -> String {
    styled(Style::new().bold(), text)
}

/// What stands back.
#[must_use]
pub fn quiet(text: impl Display) -> String {
    styled(Style::new().dimmed(), text)
}

/// The bar of a side: 0 attacker, 1 defender.
pub(super) fn of_side(side: usize, text: impl Display) -> String {
    let colour = [AnsiColor::Cyan, AnsiColor::Magenta][side % 2];
    styled(Style::new().fg_color(Some(colour.into())), text)
}
