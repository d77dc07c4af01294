//! Draws the screen, with the colours and characters that the terminal has.
//!
//! ```text
//! result  the panes with odds, charts and tables
//! boxes   fields, lists, blueprints, help
//! battle  battle mode
//! pieces  styles, titles, fields, lines of lists
//! ```

mod battle;
mod boxes;
mod pieces;
mod result;

use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::cli::live::app::{App, Row, Status};
use crate::cli::live::keys::{self, Binding};
use crate::cli::live::session::fault;
use crate::cli::live::view::pieces::{bold, cut, dim, of_side, rule};
use fleetodds::internals::answer::ROLES;
use fleetodds::internals::edit::SideView;

/// Least size of the screen.
const MIN_WIDTH: u16 = 40;
const MIN_HEIGHT: u16 = 12;

/// Time for which no progress is shown, because few answers take longer.
const WITHOUT_PROGRESS: Duration = Duration::from_millis(300);

/// Number of keys at the end of the table that are listed first: undo, battle, copy, help and quit.
const LAST_KEYS: usize = 5;

pub(crate) fn draw(frame: &mut Frame<'_>, app: &App, finish: Finish) {
    let area = frame.area();
    if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
        let words = format!("The window is too small: at least {MIN_WIDTH} x {MIN_HEIGHT}.");
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return finish.apply(frame.buffer_mut());
    }
    let notice = notice(app, area.width);
    let fleets = fleets_height(app, area);
    let [title, fleets, front, result, below, bar] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(fleets),
        Constraint::Length(boxes::height(app, area.width, area.height.saturating_sub(fleets + 2))),
        Constraint::Fill(1),
        Constraint::Length(notice.len() as u16),
        Constraint::Length(1),
    ])
    .areas(area);
    self::title(frame, app, title);
    draw_fleets(frame, app, fleets);
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
    let words = fleetodds::internals::report::wrap(&app.notice, usize::from(width) - 2);
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
        symbol => fleetodds::internals::report::ascii(symbol),
    };
    // Names may have letters that are not in ASCII, and they remain as in reports.
    if plain.is_ascii() && plain.len() > 1 { plain[..1].into() } else { plain }
}

/// Least width for two fleets side by side.
const BESIDE: u16 = 76;

/// Returns the number of lines of both fleets and of the line about the ships at the cursor.
fn fleets_height(app: &App, area: Rect) -> u16 {
    let most = (area.height / 4).max(2);
    let rows = |side| (app.rows(side).len() as u16).clamp(1, most);
    let fleets = match area.width >= BESIDE {
        true => 1 + rows(0).max(rows(1)),
        false => 2 + rows(0) + rows(1),
    };
    fleets + 1
}

fn draw_fleets(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let [fleets, detail] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    let areas: [Rect; 2] = if area.width >= BESIDE {
        Layout::horizontal([Constraint::Fill(1); 2]).spacing(2).areas(fleets)
    } else {
        let most = (fleets.height - 2).max(2);
        let first = (app.rows(0).len() as u16).clamp(1, most.saturating_sub(1));
        Layout::vertical([Constraint::Length(1 + first), Constraint::Fill(1)]).areas(fleets)
    };
    for (side, area) in areas.into_iter().enumerate() {
        self::side(frame, app, side, area);
    }
    self::detail(frame, app, detail);
}

/// Draws a fleet with its title.
fn side(frame: &mut Frame<'_>, app: &App, side: usize, area: Rect) {
    let is_active = app.side == side;
    let (view, error) = &app.views[side];
    let role = ROLES[side];
    let name = format!(" {}{} ", role[..1].to_uppercase(), &role[1..]);
    let mut style = of_side(side).add_modifier(Modifier::BOLD);
    if is_active {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let mut title = vec![Span::styled(name, style)];
    if let Some(view) = view.as_ref().filter(|_| error.is_none()) {
        let retreats = if view.retreat.is_some() { ", retreats" } else { "" };
        title.push(Span::raw(format!(" {} {}{retreats}", view.cost, view.unit)));
    }
    if error.is_some() {
        title.push(Span::styled(" cannot be read", bold()));
    }
    rule(frame, Rect { height: 1, ..area }, title);
    let rows = app.rows(side);
    let room = usize::from(area.height.saturating_sub(1));
    let Some(view) = view.as_ref().filter(|_| !rows.is_empty()) else {
        return no_ships(frame, app, side, Rect { y: area.y + 1, height: 1, ..area });
    };
    let cursor = app.cursors[side];
    let first = (cursor + 1).saturating_sub(room);
    for (line, (n, row)) in rows.iter().enumerate().skip(first).take(room).enumerate() {
        let is_marked = is_active && n == cursor;
        let is_last = line + 1 == room && n + 1 < rows.len();
        let mut words = self::row(view, *row, is_marked, usize::from(area.width));
        if is_last {
            words.push_span(Span::styled(format!(" +{} more", rows.len() - n - 1), dim()));
        }
        let y = area.y + 1 + line as u16;
        frame.render_widget(words, Rect { y, height: 1, ..area });
    }
}

fn no_ships(frame: &mut Frame<'_>, app: &App, side: usize, area: Rect) {
    let desk = app.session.desk();
    let words = match (desk.is_fixed(side), desk.fleet(side)) {
        (true, _) => "  ships of a scenario, not edited here".into(),
        (false, "") => "  no ships: press a to add, Enter to type".into(),
        (false, text) => format!("  {text}"),
    };
    frame.render_widget(Line::styled(cut(&words, usize::from(area.width)), dim()), area);
}

/// Returns the line of a group or an option.
fn row(view: &SideView, row: Row, is_marked: bool, width: usize) -> Line<'static> {
    let mark = if is_marked { "› " } else { "  " };
    let style = if is_marked { bold() } else { Style::new() };
    let mut spans = vec![Span::styled(mark, bold())];
    match row {
        Row::Group(group) => {
            let group = &view.groups[group];
            let sign = if fault(group).is_some() { "! " } else { "" };
            let text = cut(&format!("{sign}{}", group.text), width.saturating_sub(2));
            let room = width.saturating_sub(text.width() + 5);
            spans.push(Span::styled(text, style));
            if room > 8 && !is_marked {
                spans.push(Span::styled(format!("  {}", cut(&group.figures.summary, room)), dim()));
            }
        }
        Row::Option(option) => {
            let text = format!("& {}", view.options[option]);
            spans.push(Span::styled(cut(&text, width.saturating_sub(2)), style));
        }
    }
    Line::from(spans)
}

/// Writes the figures of the ships at the cursor.
fn detail(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let Some(view) = &app.views[app.side].0 else { return };
    let words = match app.row() {
        Some(Row::Group(group)) => {
            let group = &view.groups[group];
            match fault(group) {
                Some(fault) => format!("! {fault}"),
                None => format!("{}: {}", group.figures.class, group.figures.summary),
            }
        }
        Some(Row::Option(_)) | None => String::new(),
    };
    let width = usize::from(area.width).saturating_sub(1);
    frame.render_widget(Line::styled(cut(&format!(" {words}"), width), dim()), area);
}
