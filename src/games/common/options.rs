//! Tables of the options of a side. The readers of typed fleets and of documents, the vocabulary
//! and the help of an option come from them.

use super::Objective;
use super::play::{RETREATS, Retreats, parse_objective};
use crate::games::Rulebook;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::{Fields, same};
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Play, SideText};
use crate::scenario::notation::{OptionText, Spanned, Value};
use crate::scenario::phrase::vocabulary::{Keys, ValueWords, one_of};

/// An option of a side.
pub(crate) struct SideOption<T> {
    /// Name as it is typed.
    pub(crate) name: &'static str,
    /// Its meaning, for people.
    pub(crate) help: &'static str,
    /// Field of documents for it.
    pub(crate) field: OptionField,
    /// Its value, and how it is set.
    pub(crate) value: OptionValue<T>,
}

/// Field of documents for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionField {
    /// The game reads it, or there is none.
    None,
    /// A field of the side.
    Side(&'static str),
    /// A field of `play`.
    Play(&'static str),
}

/// Value of an option, and how it is set. Setters return false if the option was set before.
pub(crate) enum OptionValue<T> {
    /// A word.
    Word(fn() -> ValueWords, fn(&mut T, &Spanned<String>) -> Result<bool, Diagnostic>),
    /// `true` or `false`; without a value, it is true.
    Truth(fn(&mut T, Spanned<bool>) -> bool),
    /// The name of the side.
    Name(fn(&mut T) -> &mut Option<String>),
    /// Objective of the side.
    Objective(fn(&mut T) -> &mut Option<Objective>),
    /// When the ships of the side leave.
    Retreat(fn(&mut T) -> &mut Retreats),
    /// One or several words. Documents write it in a form of its own.
    Own {
        /// Values that players type.
        known: fn() -> ValueWords,
        /// Sets the typed value of the option.
        typed: fn(&mut T, &Spanned<String>, &Value) -> Result<bool, Diagnostic>,
        /// Sets the value of the field.
        field: fn(&mut T, &JsonNode) -> Result<(), Diagnostic>,
    },
}

impl<T> SideOption<T> {
    /// Creates an option that is a word.
    pub(crate) const fn word(
        name: &'static str,
        help: &'static str,
        field: OptionField,
        known: fn() -> ValueWords,
        set: fn(&mut T, &Spanned<String>) -> Result<bool, Diagnostic>,
    ) -> Self {
        Self { name, help, field, value: OptionValue::Word(known, set) }
    }

    /// Creates an option that is `true` or `false`.
    pub(crate) const fn truth(
        name: &'static str,
        help: &'static str,
        field: OptionField,
        set: fn(&mut T, Spanned<bool>) -> bool,
    ) -> Self {
        Self { name, help, field, value: OptionValue::Truth(set) }
    }

    /// Creates the option for the name of the side, which is kept in `slot`.
    pub(crate) const fn name(slot: fn(&mut T) -> &mut Option<String>) -> Self {
        let help = "name of the side in reports";
        Self { name: "name", help, field: OptionField::None, value: OptionValue::Name(slot) }
    }

    /// Creates the option for the objective, which is kept in `slot`.
    pub(crate) const fn objective(slot: fn(&mut T) -> &mut Option<Objective>) -> Self {
        let (name, field) = ("objective", OptionField::Play("objective"));
        let help = "what the side plays for: the win, or the balance of losses";
        Self { name, help, field, value: OptionValue::Objective(slot) }
    }

    /// Creates the option for retreats, which are kept in `slot`.
    pub(crate) const fn retreat(slot: fn(&mut T) -> &mut Retreats) -> Self {
        let (name, field) = ("retreat", OptionField::Play("retreat"));
        let help = "when its ships leave, if they have somewhere to go";
        Self { name, help, field, value: OptionValue::Retreat(slot) }
    }

    /// Sets the option as typed.
    fn read_typed(&self, of: &mut T, option: &OptionText) -> Result<(), Diagnostic> {
        let (name, place) = (self.name, &option.name.place);
        let is_new = match (&self.value, &option.value) {
            (OptionValue::Word(_, set), Some(Value::One(word))) => set(of, word)?,
            (OptionValue::Truth(set), None) => set(of, Spanned::new(true, place.clone())),
            (OptionValue::Truth(set), Some(Value::One(word))) => {
                set(of, Spanned::new(word.truth()?, word.place.clone()))
            }
            (OptionValue::Name(slot), Some(Value::One(word))) => {
                slot(of).replace(word.value.clone()).is_none()
            }
            (OptionValue::Objective(slot), Some(Value::One(word))) => {
                slot(of).replace(parse_objective(word)?).is_none()
            }
            (OptionValue::Retreat(slot), value) => {
                slot(of).set_typed(&option.name, value.as_ref())?
            }
            (OptionValue::Own { typed, .. }, Some(value)) => typed(of, &option.name, value)?,
            _ => return Err(needs_one_value(&option.name, name)),
        };
        match is_new {
            true => Ok(()),
            false => Err(Diagnostic::at(place, format!("`{name}` is given twice"))),
        }
    }

    /// Sets the option to the value of its field.
    fn read_field(&self, of: &mut T, node: &JsonNode) -> Result<(), Diagnostic> {
        match &self.value {
            OptionValue::Word(_, set) => drop(set(of, &node.word()?)?),
            OptionValue::Truth(set) => drop(set(of, Spanned::new(node.boolean()?, node.place()))),
            OptionValue::Name(slot) => *slot(of) = Some(node.string()?),
            OptionValue::Objective(slot) => *slot(of) = Some(parse_objective(&node.word()?)?),
            OptionValue::Retreat(slot) => slot(of).set_document(node)?,
            OptionValue::Own { field, .. } => field(of, node)?,
        }
        Ok(())
    }
}

/// Creates the error for an option without a value, or with several.
pub(crate) fn needs_one_value(typed: &Spanned<String>, name: &str) -> Diagnostic {
    Diagnostic::at(&typed.place, format!("`{name}` needs one value"))
        .label(format!("expected `{name}=…`"))
}

/// Reads the fields of a side that are options. Returns the other fields.
pub(crate) fn read_side<T>(
    options: &[SideOption<T>],
    of: &mut T,
    side: &SideText,
) -> Result<Fields, Diagnostic> {
    let mut fields = side.fields.clone();
    for option in options {
        if let OptionField::Side(name) = option.field {
            fields.read(name, |node| option.read_field(of, node))?;
        }
    }
    Ok(fields)
}

/// Reads how a side or a group plays.
pub(crate) fn read_play<'a, T: 'a>(
    options: impl Iterator<Item = &'a SideOption<T>>,
    of: &mut T,
    play: &Play,
    rulebook: Rulebook,
) -> Result<(), Diagnostic> {
    let mut fields = play.fields.clone();
    for option in options {
        if let (OptionValue::Word(_, set), "play", Some(policy)) =
            (&option.value, option.name, &play.policy)
        {
            set(of, policy)?;
        }
        if let OptionField::Play(name) = option.field {
            fields.read(name, |node| option.read_field(of, node))?;
        }
    }
    fields.finish_in(rulebook)
}

/// Reads an option that is typed with a fleet. `others` are the names of all other options.
pub(crate) fn read_typed<'a, T>(
    options: &[SideOption<T>],
    of: &mut T,
    typed: &OptionText,
    others: impl Iterator<Item = &'a str>,
) -> Result<(), Diagnostic> {
    match options.iter().find(|option| same(option.name, &typed.name.value)) {
        Some(option) => option.read_typed(of, typed),
        None => {
            let known = options.iter().map(|option| option.name).chain(others);
            Err(Diagnostic::unknown(&typed.name.place, "option", known))
        }
    }
}

/// Adds options to a vocabulary.
pub(crate) fn add_options<T>(keys: &mut Keys, options: &[SideOption<T>]) {
    for SideOption { name, help, value, .. } in options {
        let words = match value {
            OptionValue::Word(known, _) | OptionValue::Own { known, .. } => known(),
            OptionValue::Truth(_) => ValueWords::Truth,
            OptionValue::Name(_) => ValueWords::Text,
            OptionValue::Objective(_) => one_of(Objective::ALL.map(Objective::name)),
            OptionValue::Retreat(_) => ValueWords::Conditions(RETREATS),
        };
        keys.add_explained(name, words, help);
    }
}
