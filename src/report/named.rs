//! Names of fleets and values in narrow columns. Nothing is cut: what does not fit gets a letter,
//! and a legend below says what the letter means.

use unicode_width::UnicodeWidthStr;

/// A fleet or a value, with the name that the user gave it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Name, if one was given.
    pub name: Option<String>,
    /// The text itself.
    pub text: String,
}

impl Named {
    /// Returns the name, or the text without one.
    #[must_use]
    pub fn short(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// Returns the name and the text: `Plasma: 2 cruiser`.
    #[must_use]
    pub fn long(&self) -> String {
        self.after_name(self.name.as_deref())
    }

    fn after_name(&self, name: Option<&str>) -> String {
        name.map_or_else(|| self.text.clone(), |name| format!("{name}: {}", self.text))
    }
}

impl From<&String> for Named {
    fn from(text: &String) -> Self {
        Self { name: None, text: text.clone() }
    }
}

/// Returns the letter of the n-th text: A to Z, then AA and so on.
#[must_use]
pub fn letter(n: usize) -> String {
    let last = char::from(b'A' + (n % 26) as u8);
    let before = if n >= 26 { letter(n / 26 - 1) } else { String::new() };
    before + &last.to_string()
}

/// Labels that fit a column, with what they mean.
#[derive(Debug)]
pub(super) struct ColumnLabels {
    /// Label of each text, in order.
    pub(super) all: Vec<String>,
    /// Labels that need an explanation, and their meaning.
    pub(super) legend: Vec<[String; 2]>,
}

impl ColumnLabels {
    /// Labels texts with their names, or with the texts themselves if all of these fit the room in
    /// columns, or else with letters.
    pub(super) fn of(all: &[Named], room: usize) -> Self {
        let fits = |text: &str| text.width() <= room;
        let mut unnamed = all.iter().filter(|one| one.name.is_none());
        let texts_fit = unnamed.all(|one| fits(&one.text));
        let mut labels = Self { all: Vec::new(), legend: Vec::new() };
        for (n, one) in all.iter().enumerate() {
            let (label, meaning) = match &one.name {
                Some(name) if fits(name) => (name.clone(), Some(one.text.clone())),
                None if texts_fit => (one.text.clone(), None),
                name => (letter(n), Some(one.after_name(name.as_deref()))),
            };
            labels.legend.extend(meaning.map(|meaning| [label.clone(), meaning]));
            labels.all.push(label);
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::{ColumnLabels, Named, letter};

    #[test]
    fn texts_that_do_not_fit_get_letters() {
        let named = |name: Option<&str>, text: &str| Named {
            name: name.map(String::from),
            text: text.into(),
        };
        let all = [named(None, "2 cruiser"), named(Some("Plasma"), "a long fleet")];
        assert_eq!(ColumnLabels::of(&all, 9).all, ["2 cruiser", "Plasma"]);
        assert_eq!(ColumnLabels::of(&all, 8).all, ["A", "Plasma"]);
        let narrow = ColumnLabels::of(&all, 4);
        assert_eq!(narrow.all, ["A", "B"]);
        assert_eq!(narrow.legend[1], ["B", "Plasma: a long fleet"]);
    }

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52, 702].map(letter), ["A", "Z", "AA", "AZ", "BA", "AAA"]);
    }
}
