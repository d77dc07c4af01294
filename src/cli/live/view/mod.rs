//! Draws the screen.
//!
//! ```text
//! fleets  both fleets
//! result  the panes with odds, charts and tables
//! charts  charts in columns
//! boxes   fields, lists, blueprints, help
//! battle  battle mode
//! finish  colours and characters of the terminal
//! ```

mod battle;
mod boxes;
mod charts;
pub(crate) mod finish;
mod fleets;
mod result;

use std::time::Duration;

use ansi_to_tui::IntoText;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Status};
use super::boxes::Boxed;
use super::keys::{self, Binding};
use finish::Finish;

/// Least size of the screen.
const MIN_WIDTH: u16 = 40;
const MIN_HEIGHT: u16 = 12;

/// Time for which no progress is shown, because few answers take longer.
const WITHOUT_PROGRESS: Duration = Duration::from_millis(300);

/// Number of keys at the end of the table that are always listed.
const LAST_KEYS: usize = 2;

/// Draws the screen.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App, finish: Finish) {
    let area = frame.area();
    if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
        let words = format!("The window is too small: at least {MIN_WIDTH} x {MIN_HEIGHT}.");
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return finish.apply(frame.buffer_mut());
    }
    let notice = notice(app, area.width);
    let [title, fleets, front, result, below, bar] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(fleets::height(app, area)),
        Constraint::Length(boxes::height(app, area)),
        Constraint::Fill(1),
        Constraint::Length(notice.len() as u16),
        Constraint::Length(1),
    ])
    .areas(area);
    self::title(frame, app, title);
    fleets::draw(frame, app, fleets);
    boxes::draw(frame, app, front);
    result::draw(frame, app, result);
    frame.render_widget(Paragraph::new(notice), below);
    keys_line(frame, app, bar);
    finish.apply(frame.buffer_mut());
}

/// Writes the rulebook, and how the odds were found.
fn title(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let rulebook = app.session.desk().rulebook();
    let title = Line::from(vec![
        Span::styled(" fleetodds live ", bold().add_modifier(Modifier::REVERSED)),
        Span::raw(" "),
        Span::raw(rulebook.title()),
    ]);
    let room = usize::from(area.width).saturating_sub(title.width() + 1);
    frame.render_widget(title, area);
    frame.render_widget(Line::from(state(app, room)).right_aligned(), area);
}

/// Describes the state of the answer in this number of columns.
fn state(app: &App, room: usize) -> Span<'static> {
    match &app.status {
        _ if app.battle_box().is_some() => Span::raw(""),
        Status::Waiting(since, _) => Span::styled(waiting(app, since.elapsed(), room), bold()),
        Status::Answered => match &app.answer {
            Some((summary, time)) => {
                let how = if summary.engine.is_exact() { "exact" } else { "simulated" };
                Span::styled(format!("{how}, {} ", duration(*time)), dim())
            }
            None => Span::raw(""),
        },
        Status::NoShips(_) | Status::Failed(_) => Span::styled("no odds ", bold()),
    }
}

/// Says that an answer is being found, and how far it is if there is room.
fn waiting(app: &App, spent: Duration, room: usize) -> String {
    const FRAMES: [char; 4] = ['|', '/', '-', '\\'];
    let frame = FRAMES[(spent.as_millis() / 120) as usize % FRAMES.len()];
    if spent < WITHOUT_PROGRESS {
        return format!("solving {frame} ");
    }
    let progress = app.progress().map(|words| format!("{words} {frame} "));
    let progress = progress.filter(|words| words.width() <= room);
    progress.unwrap_or_else(|| format!("solving, {:.1} s {frame} ", spent.as_secs_f64()))
}

/// Formats a time: `0.8 ms`, `35 ms`, `1.2 s`.
fn duration(time: Duration) -> String {
    match time.as_secs_f64() * 1e3 {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1e3),
    }
}

/// Returns the message about the last key.
fn notice(app: &App, width: u16) -> Vec<Line<'static>> {
    if app.notice.is_empty() {
        return Vec::new();
    }
    let words = fleetodds::report::wrap(&app.notice, usize::from(width) - 2);
    words.into_iter().take(3).map(|line| Line::styled(format!(" {line}"), bold())).collect()
}

/// Lists the main keys of what is open. Those at the end of the table, such as help, come first.
fn keys_line(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let listed: Vec<_> =
        keys::of(app.context()).filter(|binding| !binding.short.is_empty()).collect();
    let width = |binding: &&Binding| binding.keys[0].name().len() + binding.short.len() + 3;
    let last = listed.len().saturating_sub(LAST_KEYS);
    let mut room = usize::from(area.width).saturating_sub(1);
    let mut shown = vec![false; listed.len()];
    for n in (last..listed.len()).chain(0..last) {
        if width(&listed[n]) > room {
            break;
        }
        room -= width(&listed[n]);
        shown[n] = true;
    }
    let mut spans = vec![Span::raw(" ")];
    for (binding, _) in listed.iter().zip(shown).filter(|(_, shown)| *shown) {
        spans.push(Span::styled(binding.keys[0].name(), bold()));
        spans.push(Span::styled(format!(" {}  ", binding.short), dim()));
    }
    frame.render_widget(Line::from(spans), area);
}

/// Converts a report with its styles.
fn styled(text: &str) -> Text<'static> {
    text.into_text().unwrap_or_else(|_| Text::raw(text.to_string()))
}

/// Cuts a text to a width.
fn cut(text: &str, width: usize) -> String {
    fleetodds::report::cut(text, width)
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// Returns the style of a side, the one in reports.
fn of_side(side: usize) -> Style {
    let text = styled(&fleetodds::report::of_side(side, "x"));
    text.lines.first().and_then(|line| line.spans.first()).map_or(Style::new(), |span| span.style)
}

/// Writes a title with a line after it.
fn rule(frame: &mut Frame<'_>, area: Rect, title: Vec<Span<'_>>) {
    let title = Line::from(title);
    let used = title.width() as u16;
    frame.render_widget(title, area);
    if used + 1 < area.width {
        let rest = Rect { x: area.x + used + 1, width: area.width - used - 1, ..area };
        let line = "─".repeat(usize::from(rest.width));
        frame.render_widget(Line::styled(line, dim()), rest);
    }
}

/// Whether a box hides the result.
fn is_covered(app: &App) -> bool {
    matches!(app.boxes.last(), Some(Boxed::Help(_) | Boxed::Copy(_) | Boxed::Battle(_)))
}
