//! Adapts what is drawn to the terminal: without colour, with 16 colours, in ASCII.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;

/// Colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None. Bold, dimmed and reversed text remain.
    None,
    /// The 16 colours that every terminal has.
    Few,
    /// All of 256.
    Many,
}

/// Abilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finish {
    pub(crate) colours: Colours,
    /// Whether only ASCII is shown.
    pub(crate) ascii: bool,
}

impl Finish {
    /// Adapts all cells.
    pub(crate) fn apply(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            self.colour(cell);
            if self.ascii && !cell.symbol().is_ascii() {
                let symbol = ascii(cell.symbol());
                cell.set_symbol(&symbol);
            }
        }
    }

    fn colour(self, cell: &mut Cell) {
        match self.colours {
            Colours::Many => (),
            Colours::Few => {
                cell.fg = few(cell.fg);
                cell.bg = few(cell.bg);
            }
            Colours::None => {
                cell.fg = Color::Reset;
                cell.bg = Color::Reset;
            }
        }
    }
}

/// Returns one of 16 colours: the blue and the orange of the sides have the most similar ones that
/// can be read on dark and on light backgrounds.
fn few(colour: Color) -> Color {
    match colour {
        Color::Indexed(32) => Color::Cyan,
        Color::Indexed(166) => Color::Yellow,
        Color::Indexed(16..) => Color::Reset,
        other => other,
    }
}

/// Returns a character of the same width in ASCII.
fn ascii(symbol: &str) -> String {
    let plain = match symbol {
        "─" => "-".into(),
        "│" => "|".into(),
        "…" => "~".into(),
        "›" => ">".into(),
        symbol => fleetodds::report::ascii(symbol),
    };
    // Names may have letters that are not in ASCII, and they remain as in reports.
    if plain.is_ascii() && plain.len() > 1 { plain[..1].into() } else { plain }
}
