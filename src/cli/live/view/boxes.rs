//! Draws what is open between the fleets and the result.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::battle;
use super::pieces::{self, below, bold, cut, dim, field, line, marked_or, rule, styled, top};
use crate::cli::live::app::{App, Status};
use crate::cli::live::boxes::{BlueprintBox, Boxed, CopyBox, DamageBox, Item, ListBox, TypingBox};
use crate::cli::live::keys::{self, CONTEXTS};
use fleetodds::internals::answer::ROLES;
use fleetodds::internals::games::GroupDamage;

/// Lines of the result that stay in sight below a list.
const ODDS_BELOW: u16 = 6;

/// Returns the number of lines of the box in front, up to `most`.
pub(crate) fn height(app: &App, width: u16, most: u16) -> u16 {
    let Some(open) = app.boxes.last() else { return 0 };
    let below = most.saturating_sub(ODDS_BELOW).max(most / 2);
    let wanted = match open {
        Boxed::Typing(open) => 2 + typing_lines(app, open, width).len() as u16,
        Boxed::List(open) => (2 + open.fitting().len() as u16).max(8),
        Boxed::Blueprint(open) => 3 + blueprint_rows(app, open),
        Boxed::Damage(open) => {
            1 + app.damage_of(open.group).map_or(0, |damage| damage.ships.len() as u16)
        }
        Boxed::Prompt(_) => 2,
        Boxed::Copy(_) | Boxed::Battle(_) | Boxed::Help(_) => return most,
    };
    wanted.min(below)
}

pub(crate) fn draw(frame: &mut Frame<'_>, app: &App, area: Rect) {
    if area.height == 0 {
        return;
    }
    match app.boxes.last() {
        Some(Boxed::Typing(open)) => typing(frame, app, open, area),
        Some(Boxed::List(open)) => list(frame, open, area),
        Some(Boxed::Blueprint(open)) => blueprint(frame, app, open, area),
        Some(Boxed::Damage(open)) => damage(frame, app, open, area),
        Some(Boxed::Prompt(open)) => {
            rule(frame, top(area), vec![Span::styled(format!(" {} ", open.title), bold())]);
            field(frame, &open.field, " > ", line(area, 1));
        }
        Some(Boxed::Copy(open)) => copy(frame, open, area),
        Some(Boxed::Battle(open)) => battle::draw(frame, app, open, area),
        Some(Boxed::Help(first)) => help(frame, app, *first, area),
        None => (),
    }
}

fn typing(frame: &mut Frame<'_>, app: &App, open: &TypingBox, area: Rect) {
    let title = format!(" Type the fleet of the {} ", ROLES[open.side]);
    rule(frame, top(area), vec![Span::styled(title, bold())]);
    field(frame, &open.field, " > ", line(area, 1));
    let lines = typing_lines(app, open, area.width);
    frame.render_widget(Paragraph::new(lines), below(area, 2));
}

/// Returns the names that fit, and why the fleet cannot be read.
fn typing_lines(app: &App, open: &TypingBox, width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if !open.offered.is_empty() {
        lines.push(offered(open, usize::from(width)));
    }
    if let Status::Failed(failure) = &app.status
        && !open.field.value().trim().is_empty()
    {
        lines.extend(styled(&failure.rendered(Some(usize::from(width)))).lines);
    }
    lines
}

/// Returns the names that fit, from the marked one on.
fn offered(open: &TypingBox, width: usize) -> Line<'static> {
    let mut spans = vec![Span::styled(" Tab: ", dim())];
    let mut used = 6;
    for (n, found) in open.offered.iter().enumerate().skip(open.marked.saturating_sub(2)) {
        let room = found.name.width() + 3;
        if used + room > width {
            break;
        }
        used += room;
        let (mark, style) = match n == open.marked {
            true => ("[", bold()),
            false => (" ", dim()),
        };
        let end = if mark == "[" { "]" } else { " " };
        spans.push(Span::styled(format!("{mark}{}{end} ", found.name), style));
    }
    Line::from(spans)
}

fn list(frame: &mut Frame<'_>, open: &ListBox, area: Rect) {
    let title = format!(" {} ", cut(&open.title, usize::from(area.width).saturating_sub(4)));
    rule(frame, top(area), vec![Span::styled(title, bold())]);
    field(frame, &open.search, " search: ", line(area, 1));
    let fitting = open.fitting();
    let rows = below(area, 2);
    if fitting.is_empty() {
        return frame.render_widget(Line::styled("   nothing has these words", dim()), top(rows));
    }
    let names = fitting.iter().map(|item| item.name.width()).max().unwrap_or(0).clamp(8, 28);
    let rest = usize::from(rows.width).saturating_sub(names + 6);
    pieces::list(frame, rows, (open.marked, fitting.len()), |n, is_marked| {
        let Item { name, summary, fault, .. } = fitting[n];
        let name = cut(name, names);
        let space = " ".repeat(names.saturating_sub(name.width()));
        let style = marked_or(is_marked, if fault.is_some() { dim() } else { Style::new() });
        let fault = fault.as_ref().map_or(String::new(), |fault| format!("! {fault}; "));
        vec![
            Span::styled(format!("{name}{space}"), style),
            Span::styled(format!("  {}", cut(&format!("{fault}{summary}"), rest)), dim()),
        ]
    });
}

/// Returns the number of lines for parts and empty slots.
fn blueprint_rows(app: &App, open: &BlueprintBox) -> u16 {
    app.blueprint_of(open.group).map_or(0, |blueprint| {
        blueprint.parts.len() as u16 + u16::from(blueprint.used < blueprint.slots)
    })
}

fn blueprint(frame: &mut Frame<'_>, app: &App, open: &BlueprintBox, area: Rect) {
    let Some(blueprint) = app.blueprint_of(open.group) else { return };
    let view = app.views[app.side].0.as_ref();
    let class = view.and_then(|view| view.groups.get(open.group)).map(|group| &group.figures.class);
    let class = class.map_or("", String::as_str);
    rule(frame, top(area), vec![Span::styled(format!(" Blueprint of {class} "), bold())]);
    let drive = match (blueprint.has_drive, blueprint.needs_drive) {
        (true, _) => "has a drive",
        (false, true) => "needs a drive",
        (false, false) => "needs no drive",
    };
    let state = format!(
        " {} of {} slots, energy left {:+}, {drive}",
        blueprint.used, blueprint.slots, blueprint.energy_left
    );
    frame.render_widget(Line::raw(cut(&state, usize::from(area.width))), line(area, 1));
    let legal = match &blueprint.fault {
        Some(fault) => Line::styled(format!(" ! not legal: {fault}"), bold()),
        None => Line::styled(" legal", dim()),
    };
    frame.render_widget(legal, line(area, 2));
    let mut printed = blueprint.printed.clone();
    let parts = blueprint.parts.iter().map(|part| {
        let at = printed.iter().position(|name| *name == part.name);
        let note = if at.map(|at| printed.remove(at)).is_some() { "" } else { "+" };
        (note, part.name.clone(), part.summary.clone())
    });
    let mut parts: Vec<(&str, String, String)> = parts.collect();
    if blueprint.used < blueprint.slots {
        let empty = blueprint.slots - blueprint.used;
        let words = if empty == 1 { "1 empty slot".into() } else { format!("{empty} empty slots") };
        parts.push(("", words, "Enter chooses a part".into()));
    }
    pieces::list(frame, below(area, 3), (open.slot, parts.len()), |n, is_marked| {
        let (note, name, summary) = &parts[n];
        vec![
            Span::raw(format!("{note:1} ")),
            Span::styled(name.clone(), marked_or(is_marked, bold())),
            Span::styled(format!("  {summary}"), dim()),
        ]
    });
}

fn damage(frame: &mut Frame<'_>, app: &App, open: &DamageBox, area: Rect) {
    let Some(damage) = app.damage_of(open.group) else { return };
    let GroupDamage { ships, most, .. } = damage;
    rule(frame, top(area), vec![Span::styled(" Damage on each ship ", bold())]);
    pieces::list(frame, below(area, 1), (open.ship, ships.len()), |n, is_marked| {
        let points = ships[n];
        let dots = "x".repeat(points as usize) + &".".repeat((most - points) as usize);
        let words = format!("ship {}  {points} of {most}  {dots}", n + 1);
        vec![Span::styled(words, if is_marked { bold() } else { Style::new() })]
    });
}

fn copy(frame: &mut Frame<'_>, open: &CopyBox, area: Rect) {
    rule(frame, top(area), vec![Span::styled(" Command and code of this fight ", bold())]);
    let lines = vec![
        Line::styled("Command (c copies it):", dim()),
        Line::raw(open.command.clone()),
        Line::raw(""),
        Line::styled("Code (k copies it), for `fleetodds CODE` and `fleetodds live CODE`:", dim()),
        Line::raw(open.code.clone()),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), below(area, 1));
}

fn help(frame: &mut Frame<'_>, app: &App, first: u16, area: Rect) {
    rule(frame, top(area), vec![Span::styled(" All keys ", bold())]);
    let lines = help_lines();
    let rows = below(area, 1);
    let most = (lines.len() as u16).saturating_sub(rows.height);
    app.most_scroll.set(most);
    frame.render_widget(Paragraph::new(lines).scroll((first.min(most), 0)), rows);
}

fn help_lines() -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (context, title) in CONTEXTS {
        lines.push(Line::styled(format!(" {title}"), bold()));
        for binding in keys::of(context) {
            lines.push(Line::from(vec![
                Span::styled(format!("   {:16}", binding.names()), bold()),
                Span::raw(binding.help),
            ]));
        }
        lines.push(Line::raw(""));
    }
    lines
}
