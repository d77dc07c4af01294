//! Resolves technologies and cards to their effects.

use super::catalogue::Ti4Catalogue;
use super::text::EffectText;
use crate::games::Rulebook;
use crate::games::ti4::rules::{Ability, Effect, Effects, limits};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::notation::{OptionText, Spanned, Value};

/// Technologies and cards of a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Effects in combat.
    pub(super) effects: Effects,
    /// Whether the side can retreat into supernovas.
    pub(super) magmus_reactor: bool,
    /// Whether the side can retreat to systems where it has no units or planets.
    pub(super) dark_energy_tap: bool,
    /// Warnings for the user.
    pub(super) warnings: Vec<String>,
    names: Vec<String>,
}

/// Highest round that can be given for a card.
const MAX_ROUND: u64 = 1000;

impl Known {
    /// Adds a technology or card.
    pub(super) fn learn(
        &mut self,
        catalogue: &Ti4Catalogue,
        rulebook: Rulebook,
        text: &EffectText,
    ) -> Result<(), Diagnostic> {
        let place = &text.name.place;
        let Some(entry) = catalogue.effect(&text.name.value) else {
            if catalogue.comes_later(&text.name.value) {
                return Err(Diagnostic::not_yet(place, &format!("`{}`", text.name.value)));
            }
            let known: Vec<&str> = catalogue.effects.iter().map(|e| e.name.as_str()).collect();
            return Err(Diagnostic::unknown(place, "technology or card", &known));
        };
        let name = entry.name.as_str();
        if self.names.iter().any(|known| known == name) {
            return Err(Diagnostic::at(place, format!("`{name}` is given twice")));
        }
        self.names.push(name.into());
        let theatre = if rulebook == Rulebook::Ti4Space { "space" } else { "ground" };
        if !entry.place.is_empty() && entry.place != theatre {
            self.warnings.push(format!("{name} has no effect in {theatre} combat"));
        }
        self.set(name, text)
    }

    fn set(&mut self, name: &str, text: &EffectText) -> Result<(), Diagnostic> {
        match name {
            "magmus-reactor" => self.magmus_reactor = true,
            "dark-energy-tap" => self.dark_energy_tap = true,
            _ => {}
        }
        let ability = Ability::ALL.iter().copied().find(|ability| ability.name() == name);
        let round = number(&text.round, "round", MAX_ROUND)?.map(|round| round as u16);
        let most = ability.map_or(limits::CARDS, Ability::most);
        let count = number(&text.count, "count", most.into())?;
        let is_card = matches!(
            ability,
            Some(
                Ability::MoraleBoost
                    | Ability::FireTeam
                    | Ability::ShieldsHolding
                    | Ability::EmergencyRepairs
                    | Ability::DirectHit
            )
        );
        if let Some(count) = text.count.as_ref().filter(|_| !is_card) {
            return Err(Diagnostic::at(&count.place, format!("`{name}` takes no count")));
        }
        if ability == Some(Ability::SkilledRetreat) && round.is_none() {
            return Err(Diagnostic::at(&text.name.place, "`skilled-retreat` needs a round")
                .label("the round at the start of which all ships leave")
                .help("type `skilled retreat=2`, or in JSON {\"name\": \"skilled-retreat\", \"round\": 2}"));
        }
        let takes_round = is_card || ability == Some(Ability::SkilledRetreat);
        if let Some(round) = text.round.as_ref().filter(|_| !takes_round) {
            return Err(Diagnostic::at(&round.place, format!("`{name}` takes no round")));
        }
        let count = count.map_or(1, |count| count as u8);
        self.effects.0.extend(ability.map(|ability| Effect::held(ability, count, round)));
        Ok(())
    }
}

/// Checks that a number is from 1 to `most`; `what` names it in the error.
fn number(text: &Option<Spanned<u64>>, what: &str, most: u64) -> Result<Option<u64>, Diagnostic> {
    match text {
        Some(number) if !(1..=most).contains(&number.value) => {
            Err(Diagnostic::at(&number.place, format!("`{}` is not a valid {what}", number.value))
                .label(format!("must be from 1 to {most}")))
        }
        text => Ok(text.as_ref().map(|number| number.value)),
    }
}

/// Parses a typed technology or card: `duranium armor`, `2 direct hit`, or `morale boost=3`
/// for round 3. Returns `None` if the option is neither.
pub(super) fn typed(
    catalogue: &Ti4Catalogue,
    option: &OptionText,
) -> Result<Option<EffectText>, Diagnostic> {
    let Spanned { value: whole, place } = &option.name;
    let digits = whole.len() - whole.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_count = digits > 0 && whole[digits..].starts_with(' ');
    let (count, name) = if is_count { whole.split_at(digits) } else { ("", whole.as_str()) };
    let name = name.trim();
    if catalogue.effect(name).is_none() && !catalogue.comes_later(name) {
        return Ok(None);
    }
    let at = |from: usize, to: usize| Place {
        source: std::sync::Arc::clone(&place.source),
        range: place.range.start + from..place.range.start + to,
    };
    let read = |text: &str, place: Place| match text.trim().parse::<u64>() {
        Ok(value) => Ok(Some(Spanned { value, place })),
        Err(_) => Err(Diagnostic::at(&place, format!("`{text}` is not a whole number"))),
    };
    let round = match &option.value {
        Some(Value::One(word)) => read(&word.value, word.place.clone())?,
        Some(Value::List(_)) => {
            return Err(Diagnostic::at(place, format!("`{name}` takes one round, not a list")));
        }
        None => None,
    };
    let count = if is_count { read(count, at(0, digits))? } else { None };
    let whole_place = if is_count { at(digits + 1, whole.len()) } else { place.clone() };
    let name = Spanned { value: name.to_string(), place: whole_place };
    Ok(Some(EffectText { name, round, count }))
}
