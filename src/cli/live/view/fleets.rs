//! Draws both fleets: side by side where there is room, otherwise one below the other.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::super::app::{App, Row};
use super::{bold, cut, dim, of_side, rule};
use fleetodds::answer::ROLES;
use fleetodds::edit::SideView;

/// Least width for two fleets side by side.
const BESIDE: u16 = 76;

/// Returns the number of lines of both fleets and of the line about the ships at the cursor.
pub(crate) fn height(app: &App, area: Rect) -> u16 {
    let most = (area.height / 4).max(2);
    let rows = |side| (app.rows(side).len() as u16).clamp(1, most);
    let fleets = match area.width >= BESIDE {
        true => 1 + rows(0).max(rows(1)),
        false => 2 + rows(0) + rows(1),
    };
    fleets + 1
}

/// Draws the fleets.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App, area: Rect) {
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
    let cursor = app.cursor_of(side);
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
    let style = if is_marked { bold() } else { ratatui::style::Style::new() };
    let mut spans = vec![Span::styled(mark, bold())];
    match row {
        Row::Group(group) => {
            let group = &view.groups[group];
            let fault = group.figures.blueprint.as_ref().and_then(|known| known.fault.as_ref());
            let sign = if fault.is_some() { "! " } else { "" };
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
            let fault = group.figures.blueprint.as_ref().and_then(|known| known.fault.as_ref());
            match fault {
                Some(fault) => format!("! {fault}"),
                None => format!("{}: {}", group.figures.class, group.figures.summary),
            }
        }
        Some(Row::Option(_)) | None => String::new(),
    };
    let width = usize::from(area.width).saturating_sub(1);
    frame.render_widget(Line::styled(cut(&format!(" {words}"), width), dim()), area);
}
