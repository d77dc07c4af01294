//! The text styles of the reports. They are written as escape sequences; the output stream strips
//! them if colour is not wanted.

use std::fmt::Display;

use anstyle::{Ansi256Color, Style};

fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Section titles.
#[must_use]
pub fn heading(text: impl Display) -> String {
    styled(Style::new().bold(), text)
}

/// The most important text.
#[must_use]
pub fn strong(text: impl Display) -> String {
    styled(Style::new().bold(), text)
}

/// Secondary text (dimmed).
#[must_use]
pub fn dim(text: impl Display) -> String {
    styled(Style::new().dimmed(), text)
}

/// Blue and orange, which colour-blind readers can tell apart, too, and colours of further parties.
/// All can be read on light and on dark backgrounds.
const SIDES: [Ansi256Color; 5] =
    [Ansi256Color(32), Ansi256Color(166), Ansi256Color(71), Ansi256Color(133), Ansi256Color(178)];

/// Text in the colour of a side: 0 attacker, 1 defender.
#[must_use]
pub fn of_side(side: usize, text: impl Display) -> String {
    let colour = SIDES[side % SIDES.len()];
    styled(Style::new().fg_color(Some(colour.into())), text)
}
