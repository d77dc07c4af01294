//! Draws texts, lines and rectangles.

use crate::report::markup::Markup;
use crate::report::outline::unbroken;
use crate::report::text::wrap;

/// Width of a chart whose content does not need more, in pixels.
pub(in crate::report) const WIDTH: f64 = 420.0;

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
        let mut pen = Self { title: title.into(), width, body: Markup::default(), y: 4.0 };
        pen.lines("title", title, EDGE);
        pen
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
        let element = self.body.element("text").with("class", class).with("x", short(at.0));
        element.with("y", short(at.1)).with("text-anchor", anchor).text(unbroken(text));
    }

    /// Draws a rectangle. Its description is shown to those who point at it.
    pub(super) fn rect(&mut self, class: &str, at: Pixels, size: Pixels, description: &str) {
        self.rect_with(class, at, size, None, description);
    }

    /// Draws a rectangle with an opacity.
    pub(super) fn shade(&mut self, at: Pixels, size: Pixels, opacity: f64, description: &str) {
        self.rect_with("cell", at, size, Some(opacity), description);
    }

    fn rect_with(
        &mut self,
        class: &str,
        at: Pixels,
        size: Pixels,
        opacity: Option<f64>,
        description: &str,
    ) {
        let rect = self.body.element("rect").with("class", class);
        let rect = rect.with("x", short(at.0)).with("y", short(at.1));
        let rect = rect.with("width", short(size.0)).with("height", short(size.1));
        rect.with_some("fill-opacity", opacity.map(short)).containing(|rect| {
            if !description.is_empty() {
                rect.element("title").text(unbroken(description));
            }
        });
    }

    pub(super) fn line(&mut self, class: &str, from: Pixels, to: Pixels) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(short);
        let line = self.body.element("line").with("class", class);
        line.with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2).empty();
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
