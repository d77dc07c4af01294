//! Draws battle mode.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::pieces::{
    self, below, bold, cut, dim, field, line, marked_or, of_side, rule, styled, top,
};
use crate::cli::live::app::App;
use crate::cli::live::boxes::BattleBox;
use fleetodds::internals::report::{Report, TableOptions, bar, percent, wrap};
use fleetodds::internals::result::{
    BattleChoice, BattleChoices, BattleNext, BattleNow, BattleRoll, BattleSide,
};

/// Width of the bar with the odds of a side.
const BAR: usize = 16;

pub(crate) fn draw(frame: &mut Frame<'_>, app: &App, open: &BattleBox, area: Rect) {
    let part = open.table.now.as_ref().map_or("", |now| now.part.as_str());
    let mut title = vec![Span::styled(" Battle ", bold().add_modifier(Modifier::REVERSED))];
    title.push(Span::styled(format!(" {part}"), bold()));
    if open.is_waiting {
        title.push(Span::styled("  solving", dim()));
    }
    rule(frame, top(area), title);
    let rest = below(area, 1);
    if let Some((analysis, first)) = &open.analysis {
        let options = TableOptions { width: usize::from(area.width), full: false };
        let text = styled(&analysis.table(options));
        let most = (text.lines.len() as u16).saturating_sub(rest.height);
        app.most_scroll.set(most);
        return frame.render_widget(Paragraph::new(text).scroll(((*first).min(most), 0)), rest);
    }
    let Some(now) = &open.table.now else { return failure(frame, open, rest) };
    let width = usize::from(area.width);
    let mut lines: Vec<Line<'_>> =
        now.sides.iter().enumerate().map(|(n, side)| self::side(n, side, width)).collect();
    lines.push(Line::raw(""));
    lines.extend(next(now, width));
    let used = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), rest);
    let rest = below(rest, used);
    match &now.next {
        BattleNext::Roll { .. } => {
            field(frame, &open.field, " dice, or Enter alone to roll: ", top(rest));
            end(frame, open, below(rest, 1));
        }
        BattleNext::Choose(choices) => {
            let rest = self::choices(frame, choices, open.marked, rest);
            end(frame, open, rest);
        }
        _ => end(frame, open, rest),
    }
}

/// Shows why the last key had no effect, or the last events that fit.
fn end(frame: &mut Frame<'_>, open: &BattleBox, area: Rect) {
    if open.failure.is_some() {
        return failure(frame, open, area);
    }
    let events: Vec<&str> = open.table.events().collect();
    let room = usize::from(area.height.saturating_sub(2));
    if events.is_empty() || room == 0 {
        return;
    }
    rule(frame, line(area, 1), vec![Span::styled(" So far ", dim())]);
    let lines = events.iter().skip(events.len().saturating_sub(room));
    let width = usize::from(area.width).saturating_sub(2);
    let lines: Vec<Line<'_>> =
        lines.map(|event| Line::styled(format!(" {}", cut(event, width)), dim())).collect();
    frame.render_widget(Paragraph::new(lines), below(area, 2));
}

/// Shows why the last key had no effect.
fn failure(frame: &mut Frame<'_>, open: &BattleBox, area: Rect) {
    let Some(failure) = &open.failure else { return };
    let text = styled(&failure.rendered(Some(usize::from(area.width))));
    frame.render_widget(Paragraph::new(text), area);
}

/// Returns the line of a side: its ships, and its odds.
fn side(n: usize, side: &BattleSide, width: usize) -> Line<'static> {
    let odds = side.worth.as_ref().map(|worth| format!("{:>9} ", percent(worth.win)));
    let bar = side.worth.as_ref().map_or(String::new(), |worth| bar(worth.win, BAR));
    let right = odds.as_ref().map_or(0, |odds| odds.width() + BAR);
    let groups = side.groups.iter().map(|group| group.text.as_str());
    let ships = groups.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    let ships = if ships.is_empty() { "no ships left".into() } else { ships };
    let name = format!(" {} ", side.name);
    let room = width.saturating_sub(name.width() + right + 2);
    let ships = cut(&ships, room);
    let space = " ".repeat(room.saturating_sub(ships.width()) + 1);
    Line::from(vec![
        Span::styled(name, of_side(n).add_modifier(Modifier::BOLD)),
        Span::raw(ships + &space),
        Span::styled(odds.unwrap_or_default(), bold()),
        Span::styled(bar, of_side(n)),
    ])
}

/// Describes the next event.
fn next(now: &BattleNow, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut say = |words: &str, style| {
        let words = wrap(words, width.saturating_sub(2));
        lines.extend(words.into_iter().map(|words| Line::styled(format!(" {words}"), style)));
    };
    match &now.next {
        BattleNext::Roll { words, rolls } => {
            say(words, bold());
            rolls.iter().for_each(|roll| say(&dice(roll, rolls.len()), dim()));
        }
        BattleNext::Choose(next) => {
            say(&next.words, bold());
            // Of some games only the hits are noted.
            let rolled = if next.dice.is_empty() { &next.roll } else { &next.dice };
            if !rolled.is_empty() {
                say(rolled, dim());
            }
        }
        BattleNext::Over { words, .. } => {
            say(words, bold());
            say("Enter shows luck and mistakes.", dim());
        }
        _ => (),
    }
    now.warnings.iter().for_each(|warning| say(&format!("! {warning}"), bold()));
    lines
}

/// Describes the dice of a side.
fn dice(roll: &BattleRoll, sides: usize) -> String {
    let dice: Vec<&str> = roll.dice.iter().map(|dice| dice.words.as_str()).collect();
    let hits = roll.most.map_or(String::new(), |most| format!("; note the hits, at most {most}"));
    let who = if sides > 1 { format!("{}: ", roll.who) } else { String::new() };
    format!("{who}{}{hits}", dice.join(", "))
}

/// Lists the choices, and returns the area below them.
fn choices(frame: &mut Frame<'_>, next: &BattleChoices, marked: usize, area: Rect) -> Rect {
    let width = usize::from(area.width);
    pieces::list(frame, area, (marked, next.choices.len()), |n, is_marked| {
        let choice = &next.choices[n];
        let figures = figures(next, choice);
        let words = cut(&choice.choice, width.saturating_sub(figures.width() + 5));
        let space = " ".repeat(width.saturating_sub(words.width() + figures.width() + 4));
        vec![Span::styled(words, marked_or(is_marked, bold())), Span::raw(space + &figures)]
    });
    below(area, next.choices.len() as u16)
}

/// Returns the odds after a choice, and what it gives away.
fn figures(next: &BattleChoices, choice: &BattleChoice) -> String {
    let worth = choice.worth.get(next.side).copied().flatten();
    let win = worth.map_or(String::new(), |worth| percent(worth.win));
    let note = match (next.is_forced, choice.is_best, choice.mark) {
        (true, ..) => String::new(),
        (_, true, _) => "best".into(),
        (_, false, Some(mark)) => mark.into(),
        (_, false, None) => String::new(),
    };
    format!("{win:>9}  {note:8}")
}
