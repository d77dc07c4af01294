//! Styles and pieces of the screen.

use ansi_to_tui::IntoText;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;
use tui_input::Input;
use unicode_width::UnicodeWidthStr;

/// Converts a report with its styles.
pub(super) fn styled(text: &str) -> Text<'static> {
    text.into_text().unwrap_or_else(|_| Text::raw(text.to_string()))
}

pub(super) fn cut(text: &str, width: usize) -> String {
    fleetodds::internals::report::cut(text, width)
}

pub(super) fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

pub(super) fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// Returns the style of a side, the one in reports.
pub(super) fn of_side(side: usize) -> Style {
    let text = styled(&fleetodds::internals::report::of_side(side, "x"));
    text.lines.first().and_then(|line| line.spans.first()).map_or(Style::new(), |span| span.style)
}

/// Writes a title with a line after it.
pub(super) fn rule(frame: &mut Frame<'_>, area: Rect, title: Vec<Span<'_>>) {
    let title = Line::from(title);
    let used = title.width() as u16;
    frame.render_widget(title, area);
    if used + 1 < area.width {
        let rest = Rect { x: area.x + used + 1, width: area.width - used - 1, ..area };
        let line = "─".repeat(usize::from(rest.width));
        frame.render_widget(Line::styled(line, dim()), rest);
    }
}

/// Returns the first line of an area.
pub(super) fn top(area: Rect) -> Rect {
    line(area, 0)
}

pub(super) fn line(area: Rect, n: u16) -> Rect {
    let height = u16::from(n < area.height);
    Rect { y: area.y + n.min(area.height), height, ..area }
}

/// Returns an area without its first lines.
pub(super) fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect { y: area.y + lines, height: area.height - lines, ..area }
}

pub(super) fn field(frame: &mut Frame<'_>, field: &Input, label: &str, area: Rect) {
    if area.height == 0 {
        return;
    }
    let used = label.width() as u16;
    let room = area.width.saturating_sub(used + 1);
    let scroll = field.visual_scroll(usize::from(room)) as u16;
    frame.render_widget(Line::styled(label.to_string(), bold()), area);
    let place = Rect { x: area.x + used, width: room, ..area };
    frame.render_widget(Paragraph::new(field.value()).scroll((0, scroll)), place);
    let x = place.x + (field.visual_cursor() as u16).saturating_sub(scroll);
    frame.set_cursor_position(Position { x, y: place.y });
}

/// Returns the style of the marked line of a list, or else another one.
pub(super) fn marked_or(is_marked: bool, other: Style) -> Style {
    if is_marked { bold().add_modifier(Modifier::REVERSED) } else { other }
}

/// Draws the lines of a list that fit, with a sign before the marked one. `words` returns the
/// words of a line, by its number and by whether it is marked.
pub(super) fn list<'a>(
    frame: &mut Frame<'_>,
    area: Rect,
    (marked, number): (usize, usize),
    words: impl Fn(usize, bool) -> Vec<Span<'a>>,
) {
    let room = usize::from(area.height).max(1);
    let first = (marked + 1).saturating_sub(room);
    for n in (first..number).take(room) {
        let sign = if n == marked { " › " } else { "   " };
        let words = [vec![Span::styled(sign, bold())], words(n, n == marked)].concat();
        frame.render_widget(Line::from(words), line(area, (n - first) as u16));
    }
}
