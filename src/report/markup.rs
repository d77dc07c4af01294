//! Writes HTML and SVG.

use std::fmt::{self, Display, Write};

/// HTML or SVG in the making.
#[derive(Debug, Default)]
pub(super) struct Markup(String);

/// An element whose attributes are being written.
#[must_use]
pub(super) struct Element<'m> {
    markup: &'m mut Markup,
    name: &'static str,
}

/// Writes text with the characters escaped that have a meaning in markup.
struct Escaped<'m>(&'m mut String);

impl Markup {
    /// Adds an element.
    pub(super) fn element(&mut self, name: &'static str) -> Element<'_> {
        self.0 += "<";
        self.0 += name;
        Element { markup: self, name }
    }

    /// Adds a text.
    pub(super) fn text(&mut self, text: impl Display) {
        // Writing to a `String` never fails.
        let _ = write!(Escaped(&mut self.0), "{text}");
    }

    /// Adds markup as it is.
    pub(super) fn raw(&mut self, markup: &str) {
        self.0 += markup;
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

impl Element<'_> {
    /// Adds an attribute.
    pub(super) fn with(self, name: &str, value: impl Display) -> Self {
        self.markup.0 += " ";
        self.markup.0 += name;
        self.markup.0 += "=\"";
        self.markup.text(value);
        self.markup.0 += "\"";
        self
    }

    /// Adds an attribute if it has a value.
    pub(super) fn with_some(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Ends an element that has neither content nor an end, such as `meta`.
    pub(super) fn void(self) {
        self.markup.0 += ">";
    }

    /// Ends the element without content.
    pub(super) fn empty(self) {
        self.containing(|_| ());
    }

    /// Ends the element with a text as its content.
    pub(super) fn text(self, text: impl Display) {
        self.containing(|content| content.text(text));
    }

    /// Ends the element with this content.
    pub(super) fn containing(self, content: impl FnOnce(&mut Markup)) {
        self.markup.0 += ">";
        content(self.markup);
        self.markup.0 += "</";
        self.markup.0 += self.name;
        self.markup.0 += ">";
    }
}

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                _ => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Markup;

    #[test]
    fn texts_and_attributes_are_escaped() {
        let mut markup = Markup::default();
        markup.element("p").with("title", "a \"b\"").with_some("id", None::<u8>).containing(|p| {
            p.text("<b> & c");
            p.element("br").void();
            p.element("i").empty();
        });
        let expected = "<p title=\"a &quot;b&quot;\">&lt;b&gt; &amp; c<br><i></i></p>";
        assert_eq!(markup.into_string(), expected);
    }
}
