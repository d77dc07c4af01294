//! Variations of a scenario: a path and its values, as in `attacker.interceptor=0..8`,
//! `defender.ancient.hull=0..4`, `attacker.cruiser.part=none,hull,gauss shield` or
//! `attacker.play=npc,optimal`.

use std::sync::Arc;

use super::Lexicon;
use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::model::{Scenario, SideText};
use super::names::normalise;
use super::notation::{FleetText, GroupText, Item, Spanned, Value};

/// Maximum number of values of one variation.
pub const MAX_VALUES: usize = 1000;

/// A property of a scenario to vary, and its values in order.
#[derive(Clone, Debug)]
pub struct Variation {
    /// Path as typed: `attacker.cruiser.hull`.
    pub path: String,
    /// Values as they would be typed with the fleet.
    pub values: Vec<String>,
    place: Place,
    side: String,
    what: What,
}

/// Property of a side that is varied.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// Policy of the side.
    Play,
    /// Number of ships of a class, which the fleet need not contain, or an option of the side.
    Count(String),
    /// A figure of a class.
    Figure(String, String),
    /// An additional part on a class; `none` adds no part.
    Part(String),
}

impl Variation {
    /// Reads `PATH=RANGE`.
    ///
    /// # Errors
    /// If the text does not have this form, or the range is empty or too long.
    pub fn parse(typed: &str) -> Result<Self, Diagnostic> {
        let source = Source::new("--vary", typed);
        let whole = Place::whole(&source);
        let Some((path, range)) = typed.split_once('=') else {
            return Err(Diagnostic::at(&whole, "`--vary` takes a path and a range")
                .label("expected a variation such as `attacker.interceptor=0..8`"));
        };
        let after = path.len() + 1..typed.len();
        let place = Place::new(&source, after);
        let words: Vec<&str> = path.split('.').map(str::trim).collect();
        let what = match words[..] {
            [_, last] if normalise(last) == "play" => What::Play,
            [_, class] => What::Count(class.into()),
            [_, class, last] if normalise(last) == "count" => What::Count(class.into()),
            [_, class, last] if normalise(last) == "part" => What::Part(class.into()),
            [_, class, figure] => What::Figure(class.into(), figure.into()),
            _ => {
                let place = Place::new(&source, 0..path.len());
                return Err(Diagnostic::at(&place, format!("`{path}` is not a path"))
                    .label(
                        "expected a side, a class and optionally a figure: `attacker.cruiser.hull`",
                    )
                    .help("`SIDE.CLASS.part` and `SIDE.play` also work"));
            }
        };
        let values = values(range, &place)?;
        Ok(Self { path: path.trim().into(), values, place, side: words[0].into(), what })
    }

    /// Sets a value in a scenario of this game.
    ///
    /// # Errors
    /// If there is no such side or class, or the value does not fit.
    pub fn set(
        &self,
        scenario: &mut Scenario,
        lexicon: &Lexicon,
        value: &str,
    ) -> Result<(), Diagnostic> {
        let side = scenario
            .sides
            .named(&self.side)
            .map_err(|known| Diagnostic::unknown(&self.at(&self.side), "side", known))?;
        if scenario.sides.mixed() == Some(side) && self.what != What::Play {
            let message = format!("`{}` is a mix of fleets", self.side);
            let error = Diagnostic::at(&self.at(&self.side), message);
            return Err(error.label("only its `play` can be varied"));
        }
        let spanned = |value: &str| Spanned::new(value.to_string(), self.place.clone());
        if let What::Count(option) = &self.what {
            let [option, value] =
                [option.as_str(), value].map(|w| Spanned::new(w.into(), self.at(w)));
            if (lexicon.set_option)(scenario.sides.all_mut(), side, &option, &value) {
                return Ok(());
            }
        }
        let side = &mut scenario.sides.all_mut()[side];
        match &self.what {
            What::Play => {
                let place = self.at(value);
                side.command = Some(Spanned::new(value.to_string(), place));
            }
            What::Count(class) => self.set_count(side, class, lexicon, value)?,
            What::Figure(class, figure) => {
                let group = self.group(&mut side.fleet, class, lexicon)?;
                let wanted = normalise(figure);
                group.items.retain(|item| match &item.value {
                    Item::Figure(key, _) => normalise(&key.value) != wanted,
                    _ => true,
                });
                group.fields.forget(figure);
                let key = Spanned::new(figure.clone(), self.at(figure));
                let item = Item::Figure(key, Value::One(spanned(value)));
                group.items.push(Spanned::new(item, self.place.clone()));
            }
            What::Part(class) => {
                let group = self.group(&mut side.fleet, class, lexicon)?;
                if normalise(value) != "none" {
                    // A complete loadout and changes to the printed one cannot be combined.
                    let is_whole = group.items.iter().any(|i| matches!(i.value, Item::Part(..)));
                    let words = &lexicon.vocabulary;
                    let name = words.full_name(&words.parts, value);
                    let part = Spanned::new(name, self.at(value));
                    let item = if is_whole { Item::Part(1, part) } else { Item::Add(1, part) };
                    group.items.push(Spanned::new(item, self.at(value)));
                }
            }
        }
        Ok(())
    }

    /// Sets the number of ships of a class. 0 leaves the group out; a new class is added.
    fn set_count(
        &self,
        side: &mut SideText,
        class: &str,
        lexicon: &Lexicon,
        value: &str,
    ) -> Result<(), Diagnostic> {
        let count = value.parse::<u64>().map_err(|_| self.no_number(value))?;
        let full = full_class(&side.fleet, class, lexicon);
        let groups = &mut side.fleet.groups;
        let wanted = normalise(&full);
        match groups.iter().position(|g| normalise(&g.class.value) == wanted) {
            Some(n) if count == 0 => {
                groups.remove(n);
                side.left_out = groups.is_empty();
            }
            Some(n) => {
                groups[n].count = Some(Spanned::new(count, self.place.clone()));
            }
            None if count == 0 => {}
            None => {
                let count = Spanned::new(count, self.place.clone());
                let class = Spanned::new(full, self.at(class));
                let place = self.place.clone();
                groups.push(GroupText::of(Some(count), None, class, Vec::new(), place));
            }
        }
        Ok(())
    }

    fn group<'a>(
        &self,
        fleet: &'a mut FleetText,
        class: &str,
        lexicon: &Lexicon,
    ) -> Result<&'a mut GroupText, Diagnostic> {
        let full = full_class(fleet, class, lexicon);
        let groups = &mut fleet.groups;
        let known: Vec<String> = groups.iter().map(|g| g.class.value.clone()).collect();
        let wanted = normalise(&full);
        groups
            .iter_mut()
            .find(|g| normalise(&g.class.value) == wanted)
            .ok_or_else(|| Diagnostic::unknown(&self.at(class), "class of this side", known))
    }

    fn no_number(&self, value: &str) -> Diagnostic {
        let message = format!("`{}` is not a valid number of ships", shorten(value));
        Diagnostic::at(&self.place, message).label("expected whole numbers of at least 0")
    }

    /// Returns the place of a word in the typed text.
    fn at(&self, word: &str) -> Place {
        let source = Arc::clone(&self.place.source);
        let from = source.text.find(word).unwrap_or(0);
        Place { range: from..from + word.len(), source }
    }
}

/// Returns the name of a class in full: as typed if a group has it, else as the game knows it, in
/// the version of the side's owner.
fn full_class(fleet: &FleetText, class: &str, lexicon: &Lexicon) -> String {
    let wanted = normalise(class);
    if fleet.groups.iter().any(|group| normalise(&group.class.value) == wanted) {
        return class.to_string();
    }
    let words = &lexicon.vocabulary;
    let full = words.full_name(&words.ships, class);
    words.version_of_side(&fleet.options, &full).map_or(full.clone(), str::to_string)
}

/// Parses a range or list of values: `0..8`, `0..8..2`, `1,2,5` or `npc,optimal`.
fn values(range: &str, place: &Place) -> Result<Vec<String>, Diagnostic> {
    let wrong = |what: &str| {
        Diagnostic::at(place, format!("`{}` {what}", shorten(range)))
            .label("expected values such as `0..8`, `0..8..2`, `1,2,5` or `npc,optimal`")
    };
    let ends: Vec<&str> = range.split("..").map(str::trim).collect();
    let values: Vec<String> = match ends[..] {
        [list] => list.split(',').map(|word| word.trim().to_string()).collect(),
        [from, to] | [from, to, _] => {
            let number = |text: &str| text.parse::<i64>().map_err(|_| wrong("is not a range"));
            let step = if let [_, _, step] = ends[..] { number(step)? } else { 1 };
            let (from, to) = (number(from)?, number(to)?);
            if step < 1 || from > to {
                return Err(wrong("is an empty range"));
            }
            if to.saturating_sub(from) / step >= MAX_VALUES as i64 {
                return Err(wrong(&format!(
                    "has too many values, at most {MAX_VALUES} are allowed"
                )));
            }
            (from..=to).step_by(step as usize).map(|n| n.to_string()).collect()
        }
        _ => return Err(wrong("is not a range")),
    };
    if values.iter().any(String::is_empty) {
        return Err(wrong("has an empty value"));
    }
    if values.len() > MAX_VALUES {
        return Err(wrong(&format!("has too many values, at most {MAX_VALUES} are allowed")));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::Variation;

    fn values(typed: &str) -> Vec<String> {
        Variation::parse(typed).map(|vary| vary.values).unwrap_or_default()
    }

    #[test]
    fn ranges_are_numbers_or_words() {
        assert_eq!(values("attacker.interceptor=0..3"), ["0", "1", "2", "3"]);
        assert_eq!(values("a.cruiser.hull=0..7..3"), ["0", "3", "6"]);
        assert_eq!(values("a.cruiser.initiative=-1..1"), ["-1", "0", "1"]);
        assert_eq!(values("a.play=npc, optimal"), ["npc", "optimal"]);
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for typed in
            ["a.b", "a=1", "a.b=", "a.b=3..1", "a.b=1..9..0", "a.b=0..99999999", "a.b=1..2..3..4"]
        {
            assert!(Variation::parse(typed).is_err(), "{typed}");
        }
    }
}
