//! Draws texts, lines and rectangles.

use crate::report::markup::{Element, Markup};
use crate::report::outline::unbroken;
use crate::report::text::wrap;

/// Width of a chart whose content does not need more, in pixels.
pub(crate) const WIDTH: f64 = 420.0;

/// Space at the edges of a chart, in pixels.
pub(super) const EDGE: f64 = 14.0;

/// A chart as SVG elements.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Title of the chart.
    pub title: String,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// SVG elements.
    pub body: String,
}

/// Estimates the width of a text in pixels. It is rather too wide.
pub(super) fn width_of(text: &str) -> f64 {
    use unicode_width::UnicodeWidthStr;
    text.width() as f64 * 7.6
}

/// Height of a line of text, in pixels.
pub(super) const LINE: f64 = 18.0;

/// Place in a chart, in pixels from its left upper corner.
pub(super) type Pixels = (f64, f64);

/// Height of the odds from 0 % to 100 %, and room at the left of their axis, in pixels.
pub(super) const ODDS_HEIGHT: f64 = 230.0;
pub(super) const ODDS: f64 = 52.0;

/// Returns round shares in a range, at most eleven.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.25];
    let step = steps.into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(0.25);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// Returns which places are at least this far apart.
pub(super) fn spaced(places: &[f64], width: f64) -> Vec<bool> {
    let mut free_from = f64::NEG_INFINITY;
    let mut is_free = |place: &f64| {
        let is_free = *place >= free_from;
        if is_free {
            free_from = place + width;
        }
        is_free
    };
    places.iter().map(&mut is_free).collect()
}

/// SVG elements in the making.
#[derive(Debug)]
pub(super) struct Pen {
    title: String,
    width: f64,
    body: Markup,
    /// Height that is used so far.
    pub(super) y: f64,
}

/// Alignment of a text at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Pen {
    /// Begins a chart with its title.
    pub(super) fn new(title: &str, width: f64) -> Self {
        let mut pen = Self::without_title(title, width);
        pen.lines("title", title, EDGE);
        pen
    }

    /// Begins a chart whose title is not written yet.
    pub(super) fn without_title(title: &str, width: f64) -> Self {
        Self { title: title.into(), width, body: Markup::default(), y: 4.0 }
    }

    pub(super) fn element(&mut self, name: &'static str, class: &str) -> Element<'_> {
        self.body.element(name).with("class", class)
    }

    /// Writes words as they are, from their place on.
    pub(super) fn words(&mut self, class: &str, at: Pixels, words: &str) {
        self.element("text", class).with("x", short(at.0)).with("y", short(at.1)).text(words);
    }

    /// Draws what has this data and this description.
    pub(super) fn group(
        &mut self,
        data: &[(&str, String)],
        description: &str,
        content: impl FnOnce(&mut Self),
    ) {
        let mut inside = Self::without_title("", self.width);
        content(&mut inside);
        let group = self.body.element("g");
        let group = data.iter().fold(group, |group, (name, value)| group.with(name, value));
        group.containing(|g| {
            g.element("title").text(description);
            g.raw(&inside.body.into_string());
        });
    }

    /// Writes a text in as many lines as it needs, and moves below it.
    pub(super) fn lines(&mut self, class: &str, text: &str, x: f64) {
        let columns = ((self.width - x - EDGE) / 7.6) as usize;
        for words in wrap(text, columns) {
            self.y += LINE;
            self.text(class, (x, self.y), Anchor::Start, &words);
        }
    }

    pub(super) fn text(&mut self, class: &str, at: Pixels, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let element = self.element("text", class).with("x", short(at.0));
        element.with("y", short(at.1)).with("text-anchor", anchor).text(unbroken(text));
    }

    /// Draws a rectangle. Its description is shown to those who point at it.
    pub(super) fn rect(&mut self, class: &str, at: Pixels, size: Pixels, description: &str) {
        self.rect_with(class, at, size, None, description);
    }

    /// Draws a rectangle with an opacity.
    pub(super) fn shade(&mut self, at: Pixels, size: Pixels, opacity: f64, description: &str) {
        self.rect_with("cell", at, size, Some(("fill-opacity", opacity)), description);
    }

    /// Draws a rectangle with round corners.
    pub(super) fn rounded(&mut self, class: &str, at: Pixels, size: Pixels, radius: f64) {
        self.rect_with(class, at, size, Some(("rx", radius)), "");
    }

    fn rect_with(
        &mut self,
        class: &str,
        at: Pixels,
        size: Pixels,
        more: Option<(&str, f64)>,
        description: &str,
    ) {
        let rect = self.element("rect", class).with("x", short(at.0)).with("y", short(at.1));
        let rect = rect.with("width", short(size.0)).with("height", short(size.1));
        let rect = more.into_iter().fold(rect, |rect, (name, value)| rect.with(name, short(value)));
        rect.containing(|rect| {
            if !description.is_empty() {
                rect.element("title").text(unbroken(description));
            }
        });
    }

    pub(super) fn line(&mut self, class: &str, from: Pixels, to: Pixels) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(short);
        let line = self.element("line", class);
        line.with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2).empty();
    }

    /// Writes what the colours mean.
    pub(super) fn keys<'a>(&mut self, keys: impl IntoIterator<Item = (&'a str, &'a str)>) {
        self.y += 22.0;
        let mut x = EDGE;
        for (class, meaning) in keys {
            self.rect(&format!("bar {class}"), (x, self.y - 10.0), (11.0, 11.0), "");
            self.text("mark", (x + 16.0, self.y), Anchor::Start, meaning);
            x += 36.0 + width_of(meaning);
        }
    }

    /// Draws lines for odds from 0 % to 100 %, whose place is `y`, with their labels at the left.
    pub(super) fn odds_axis(&mut self, y: impl Fn(f64) -> f64) {
        for share in ticks(0.0, 1.0) {
            self.line("grid", (ODDS, y(share)), (self.width - EDGE, y(share)));
            let label = format!("{:.0} %", share * 100.0);
            self.text("mark", (ODDS - 6.0, y(share) + 4.0), Anchor::End, &label);
        }
    }

    /// Ends the chart below all that is drawn.
    pub(super) fn finish(self, bottom: f64) -> Drawing {
        let Self { title, width, body, .. } = self;
        Drawing { title, width, height: bottom.ceil(), body: body.into_string() }
    }
}

/// Rounds a length to a hundredth of a pixel.
fn short(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}
