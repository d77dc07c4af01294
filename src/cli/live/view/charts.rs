//! Charts in as many columns as fit.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{bold, cut, dim, of_side};
use fleetodds::report::{Bar, Chart, bar, charts, percent};
use fleetodds::result::Summary;

/// Least width of a chart, and the space between two.
const MIN_WIDTH: u16 = 36;
const GAP: u16 = 3;

/// Most bars of a chart.
const MOST_BARS: usize = 12;

/// Draws the charts below one another in columns, from this line on. Returns the number of lines.
pub(crate) fn draw(frame: &mut Frame<'_>, summary: &Summary, area: Rect, scroll: u16) -> u16 {
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

/// Returns the lines of a chart.
fn lines(chart: &Chart, width: usize) -> Vec<Line<'static>> {
    let title = cut(&chart.title, width);
    let mut lines = vec![Line::from(vec![
        Span::styled(title.clone(), bold()),
        Span::styled(
            format!("  {}", cut(&chart.note, width.saturating_sub(title.len() + 2))),
            dim(),
        ),
    ])];
    let shown = shown(chart);
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
    if shown.len() < chart.bars.len() {
        let left_out = chart.bars.len() - shown.len();
        lines.push(Line::styled(format!("{left_out} less likely ones are left out"), dim()));
    }
    lines
}

/// Returns the most likely bars in their order.
fn shown(chart: &Chart) -> Vec<&Bar> {
    let mut order: Vec<usize> = (0..chart.bars.len()).collect();
    order.sort_by(|a, b| chart.bars[*b].share.total_cmp(&chart.bars[*a].share));
    order.truncate(MOST_BARS);
    order.sort_unstable();
    order.into_iter().map(|n| &chart.bars[n]).collect()
}
