//! The panes with odds, charts and tables.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use crate::cli::live::app::{App, PANES, Status};
use crate::cli::live::keys::Context;
use crate::cli::live::view::pieces::{bold, cut, dim, of_side, rule, styled};
use fleetodds::internals::answer::ROLES;
use fleetodds::internals::report::{
    Chart, Report, TableOptions, bar, brief, charts, percent, wrap,
};
use fleetodds::internals::result::Summary;

/// Width of the odds beside charts, and the least width of these.
const ODDS: u16 = 64;
const CHARTS: u16 = 40;

pub(crate) fn draw(frame: &mut Frame<'_>, app: &App, area: Rect) {
    if area.height == 0 || app.is_covered() {
        return;
    }
    let [tabs, pane] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    self::tabs(frame, app, tabs);
    let answer = app.answer.as_ref().map(|(summary, _)| &**summary);
    match (&app.status, app.pane, answer) {
        (Status::NoShips(side), ..) => no_ships(frame, *side, pane),
        (Status::Failed(failure), ..) if app.context() != Context::Typing => {
            let text = styled(&failure.rendered(Some(usize::from(area.width))));
            frame.render_widget(Paragraph::new(text), pane);
        }
        (Status::Waiting(..), _, None) => {
            let words = " The odds are being found. Keys work meanwhile.";
            frame.render_widget(Line::raw(words), pane);
        }
        (_, 3 | 4, _) => extra(frame, app, pane),
        (_, 0, Some(summary)) => odds(frame, app, summary, pane),
        (_, 1, Some(summary)) => {
            let height = draw_charts(frame, summary, pane, app.scroll);
            app.most_scroll.set(height.saturating_sub(pane.height));
            more(frame, app, pane);
        }
        (_, _, Some(summary)) => {
            let options = TableOptions { width: usize::from(pane.width), full: true };
            text(frame, app, styled(&summary.table(options)), pane);
        }
        (_, _, None) => (),
    }
    if !matches!(app.status, Status::Answered) {
        // The last answer remains while the next is found.
        let whole = frame.buffer_mut();
        whole.set_style(pane, dim());
    }
}

fn tabs(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let mut spans = Vec::new();
    let short = usize::from(area.width) < 64;
    for (n, name) in PANES.iter().enumerate() {
        let is_shown = n == app.pane;
        let name = if short && !is_shown { String::new() } else { format!(" {name}") };
        let mut style = bold();
        if is_shown {
            style = style.add_modifier(Modifier::REVERSED);
        } else {
            style = dim();
        }
        spans.push(Span::styled(format!(" {}{name} ", n + 1), style));
    }
    rule(frame, area, spans);
}

fn no_ships(frame: &mut Frame<'_>, side: usize, area: Rect) {
    let role = ROLES[side];
    let lines = vec![
        Line::raw(""),
        Line::styled(format!(" The {role} has no ships."), bold()),
        Line::raw(" Press a to choose one from the list, or Enter to type the fleet."),
        Line::raw(" Tab changes the side, r the game, and ? lists all keys."),
    ];
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the short report, with charts where there is room.
fn odds(frame: &mut Frame<'_>, app: &App, summary: &Summary, area: Rect) {
    let is_wide = area.width >= ODDS + CHARTS;
    let width = if is_wide { ODDS } else { area.width };
    let report = brief(summary, TableOptions { width: usize::from(width), full: false });
    let mut report = styled(&report);
    for warning in &summary.warnings {
        let words = wrap(&format!("! {warning}"), usize::from(width));
        report.lines.extend(words.into_iter().map(|words| Line::styled(words, bold())));
    }
    let height = report.lines.len() as u16;
    let [left, right] = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)])
        .spacing(if is_wide { 2 } else { 0 })
        .areas(area);
    if is_wide {
        draw_charts(frame, summary, right, 0);
    } else if area.height > height + 5 {
        let below = Rect { y: area.y + height + 1, height: area.height - height - 1, ..area };
        draw_charts(frame, summary, below, 0);
    }
    text(frame, app, report, left);
}

/// Draws the figures of a sweep, or of single changes.
fn extra(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let words = match &app.extra {
        Some(Ok(report)) => {
            report.table(TableOptions { width: usize::from(area.width), full: false })
        }
        Some(Err(failure)) => failure.rendered(Some(usize::from(area.width))),
        None if app.is_finding_extra => "solving".into(),
        None => "no ships here: press a to add some".into(),
    };
    text(frame, app, styled(&words), area);
    if app.is_finding_extra || !app.extra_is_current {
        frame.buffer_mut().set_style(area, dim());
    }
}

fn text(frame: &mut Frame<'_>, app: &App, text: Text<'_>, area: Rect) {
    let most = (text.lines.len() as u16).saturating_sub(area.height);
    app.most_scroll.set(most);
    let scroll = app.scroll.min(most);
    frame.render_widget(Paragraph::new(text).scroll((scroll, 0)), area);
    more(frame, app, area);
}

/// Says how many lines are hidden below.
fn more(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let hidden = app.most_scroll.get().saturating_sub(app.scroll);
    if hidden > 0 && area.height > 0 {
        let lines = if hidden == 1 { "line" } else { "lines" };
        let words = format!(" {hidden} more {lines}: PgDn ");
        let width = (words.len() as u16).min(area.width);
        let (x, y) = (area.right() - width, area.bottom() - 1);
        let place = Rect { x, y, width, height: 1 };
        frame.render_widget(Line::styled(words, dim().add_modifier(Modifier::REVERSED)), place);
    }
}

/// Least width of a chart, and the space between two.
const MIN_WIDTH: u16 = 36;
const GAP: u16 = 3;

/// Most bars of a chart.
const MOST_BARS: usize = 12;

/// Draws the charts below one another in columns, from this line on. Returns the number of lines.
fn draw_charts(frame: &mut Frame<'_>, summary: &Summary, area: Rect, scroll: u16) -> u16 {
    let columns = ((area.width + GAP) / (MIN_WIDTH + GAP)).max(1);
    let width = (area.width - GAP * (columns - 1)) / columns;
    let all: Vec<Vec<Line<'_>>> =
        charts(summary).iter().map(|chart| lines(chart, usize::from(width))).collect();
    let mut drawn: Vec<Vec<Line<'_>>> = vec![Vec::new(); usize::from(columns)];
    for chart in all {
        let shortest = drawn.iter_mut().min_by_key(|column| column.len());
        if let Some(column) = shortest {
            column.extend(chart);
            column.push(Line::raw(""));
        }
    }
    let height = drawn.iter().map(Vec::len).max().unwrap_or(0) as u16;
    for (n, column) in drawn.into_iter().enumerate() {
        let x = area.x + n as u16 * (width + GAP);
        let place = Rect { x, width, ..area };
        frame.render_widget(Paragraph::new(column).scroll((scroll, 0)), place);
    }
    height
}

fn lines(chart: &Chart, width: usize) -> Vec<Line<'static>> {
    let title = cut(&chart.title, width);
    let mut lines = vec![Line::from(vec![
        Span::styled(title.clone(), bold()),
        Span::styled(
            format!("  {}", cut(&chart.note, width.saturating_sub(title.len() + 2))),
            dim(),
        ),
    ])];
    let (shown, left_out) = chart.likeliest(MOST_BARS);
    let labels = shown.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0).clamp(2, 16);
    let largest = chart.bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
    let room = width.saturating_sub(labels + 11);
    for one in &shown {
        let style = one.side.map(of_side).unwrap_or_default();
        lines.push(Line::from(vec![
            Span::raw(format!("{:>labels$} ", cut(&one.label, labels))),
            Span::raw(format!("{:>9} ", percent(one.share))),
            Span::styled(bar(one.share / largest, room), style),
        ]));
    }
    if left_out > 0 {
        lines.push(Line::styled(format!("{left_out} less likely ones are left out"), dim()));
    }
    lines
}
