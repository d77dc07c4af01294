//! Looks up the abilities, technologies and cards of a side.

use super::catalogue::{EffectEntry, EffectField, Ti4Catalogue};
use super::side::SideCtx;
use super::text::EffectText;
use crate::games::Rulebook;
use crate::games::ti4::rules::{Ability, Effect};
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::notation::{OptionText, Spanned, Value};

/// Abilities, technologies and cards of a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Known<'a> {
    /// What the side has, in the order written.
    pub(super) learned: Vec<Learned<'a>>,
    /// Warnings for the user.
    pub(super) warnings: Vec<String>,
}

/// An ability, technology or card of a player.
#[derive(Clone, Debug)]
pub(super) struct Learned<'a> {
    /// Its entry in the catalogue.
    pub(super) entry: &'a EffectEntry,
    /// What the scenario says of it.
    pub(super) text: EffectText,
    /// Member of the side that has it.
    pub(super) member: u8,
    /// Whether it has no effect, because it belongs to another kind of combat or to the other side.
    pub(super) is_idle: bool,
    /// Whether the side has it by itself (T12), and nothing names it.
    pub(super) is_held: bool,
}

/// Abilities that let a planet, or a space dock on it, fire at units that land there.
const FIRING: [Ability; 3] =
    [Ability::LightrailOrdnance, Ability::Geoform, Ability::CustodiaVigilia];

/// Highest round that can be given.
pub(super) const MAX_ROUND: u64 = 1000;

impl<'a> Known<'a> {
    /// Adds an ability of a member of a side (0 for the attacker).
    pub(super) fn learn(
        &mut self,
        ctx: SideCtx<'a>,
        (side, member): (usize, u8),
        text: &EffectText,
    ) -> Result<(), Diagnostic> {
        let entry = find(ctx.catalogue, &text.name)?;
        let EffectEntry { name, .. } = entry;
        if self.learned.iter().any(|other| other.entry.name == *name && other.member == member) {
            return Err(Diagnostic::at(&text.name.place, format!("`{name}` is given twice")));
        }
        check_fields(entry, text)?;
        let in_space = ctx.rulebook == Rulebook::Ti4Space;
        let theatre = if in_space { "space" } else { "ground" };
        let role = ["attacker", "defender"][side % 2];
        let is_elsewhere = !entry.place.is_empty() && entry.place != theatre;
        let is_of_enemy = !entry.side.is_empty() && entry.side != role;
        if is_elsewhere {
            self.warnings.push(format!("{name} has no effect in {theatre} combat"));
        } else if is_of_enemy {
            self.warnings.push(format!("{name} has no effect for the {role}"));
        }
        if !entry.is_played() {
            self.warnings.push(format!("{name} changes nothing: {}", entry.provenance.note));
        }
        let is_idle = is_elsewhere || is_of_enemy;
        let text = text.clone();
        self.learned.push(Learned { entry, text, member, is_idle, is_held: false });
        Ok(())
    }

    /// Leaves out what fires from other planets of the invasion: each space dock is on a planet of
    /// its own, from the first on, and a planet that fires is the first (T27).
    pub(super) fn keep_on_planet(&mut self, planet: usize) {
        let fires = |learned: &Learned<'_>| {
            learned.entry.ability.is_some_and(|ability| FIRING.contains(&ability))
        };
        let Self { learned, warnings } = self;
        for learned in learned.iter().filter(|learned| fires(learned) && planet == 0) {
            let which = match learned.count() {
                1 => "the first planet".to_string(),
                n => format!("the first {n} planets"),
            };
            warnings.push(format!(
                "{} fires on {which}; typed with the units of a planet, it fires on that one",
                learned.entry.name
            ));
        }
        learned.retain(|learned| !fires(learned) || planet < usize::from(learned.count()));
    }

    /// Whether the side has the entry with this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.played().any(|learned| learned.entry.name == name)
    }

    /// Whether the side has an ability of the rules.
    pub(super) fn can(&self, ability: Ability) -> bool {
        self.played().any(|learned| learned.entry.ability == Some(ability))
    }

    /// Returns all that can have an effect.
    pub(super) fn played(&self) -> impl Iterator<Item = &Learned<'a>> {
        self.learned.iter().filter(|learned| !learned.is_idle)
    }
}

impl<'a> Learned<'a> {
    /// Creates an ability that a member has by itself.
    pub(super) fn held(entry: &'a EffectEntry, member: u8) -> Self {
        let place = Place::whole(&Source::new("faction", entry.name.as_str()));
        let name = Spanned::new(entry.name.clone(), place);
        Self { entry, text: EffectText::of(name), member, is_idle: false, is_held: true }
    }

    /// Returns the number of cards or uses; 1 if not given.
    pub(super) fn count(&self) -> u8 {
        self.text.count.as_ref().map_or(1, |count| count.value as u8)
    }

    /// Returns the ability as it is given, without the units that it concerns.
    pub(super) fn effect(&self, ability: Ability) -> Effect {
        let EffectText { round, enemy_dice, bombard, .. } = &self.text;
        let optional = enemy_dice.as_ref().or(bombard.as_ref()).map(|given| given.value);
        let bombards = ability == Ability::ProximaTargetingVi && round.is_some();
        let effect = Effect::of(ability);
        Effect {
            member: self.member,
            round: round.as_ref().map(|round| round.value as u16),
            count: self.count(),
            optional: optional.unwrap_or(effect.optional || bombards),
            ..effect
        }
    }
}

/// Returns the entry with this name.
pub(super) fn find<'a>(
    catalogue: &'a Ti4Catalogue,
    name: &Spanned<String>,
) -> Result<&'a EffectEntry, Diagnostic> {
    let Some(entry) = catalogue.effect(&name.value) else {
        let known = catalogue.effects.iter().map(|effect| &effect.name);
        let kind = "ability, technology or card";
        let listed = "`fleetodds fleets list --rules ti4-space abilities` shows all names";
        return Err(Diagnostic::unknown_of_many(&name.place, kind, known, listed));
    };
    match &entry.refused {
        Some(why) => Err(Diagnostic::at(&name.place, why.clone())),
        None => Ok(entry),
    }
}

/// Checks the fields that are given for an entry.
fn check_fields(entry: &EffectEntry, text: &EffectText) -> Result<(), Diagnostic> {
    let name = &entry.name;
    match (&text.count, entry.count) {
        (Some(count), None) if count.value != 1 => {
            return Err(Diagnostic::at(&count.place, format!("`{name}` takes no count")));
        }
        (Some(count), most) => check_number(count, "count", u64::from(most.unwrap_or(1)))?,
        (None, _) => {}
    }
    if let Some((field, place)) = text.given().find(|(field, _)| !entry.takes(*field)) {
        return Err(Diagnostic::at(place, format!("`{name}` takes no {}", what(field))));
    }
    if let Some(round) = &text.round {
        check_number(round, "round", MAX_ROUND)?;
    }
    let is_missing = |field: &&EffectField| text.given().all(|(given, _)| given != **field);
    match entry.needs.iter().find(is_missing) {
        Some(field) => Err(missing(entry, *field, &text.name.place)),
        None => Ok(()),
    }
}

/// Checks that a number is from 1 to `most`; `what` names it in the error.
fn check_number(number: &Spanned<u64>, what: &str, most: u64) -> Result<(), Diagnostic> {
    if (1..=most).contains(&number.value) {
        return Ok(());
    }
    Err(Diagnostic::at(&number.place, format!("`{}` is not a valid {what}", number.value))
        .label(format!("must be from 1 to {most}")))
}

/// Names a field in errors.
fn what(field: EffectField) -> &'static str {
    match field {
        EffectField::EnemyDice => "`enemy_dice`",
        EffectField::Bombard => "`bombard`",
        EffectField::Gains => "`gains`",
        field => field.name(),
    }
}

/// Creates the error for a field that an ability needs.
fn missing(entry: &EffectEntry, field: EffectField, place: &Place) -> Diagnostic {
    let (needed, label, typed, json) = match field {
        EffectField::Round => ("a round", "the round in which it is used", "2", "2"),
        EffectField::Unit => ("a unit", "the class of own units", "cruiser", "\"cruiser\""),
        EffectField::Units => (
            "units",
            "the units that it places",
            "[flagship, 2 cruiser]",
            "{\"flagship\": 1, \"cruiser\": 2}",
        ),
        EffectField::Gains => (
            "to know what it gains",
            "a technology of the enemy",
            "duranium armor",
            "\"duranium armor\"",
        ),
        EffectField::Texts => {
            ("texts", "flagships of other factions", "[the inferno]", "[\"the inferno\"]")
        }
        EffectField::EnemyDice | EffectField::Bombard => ("true or false", "", "true", "true"),
    };
    let (name, words) = (&entry.name, entry.name.replace('-', " "));
    let field = field.name();
    Diagnostic::at(place, format!("`{name}` needs {needed}")).label(label).help(format!(
        "type `{words}={typed}`, or in JSON {{\"name\": \"{name}\", \"{field}\": {json}}}"
    ))
}

/// Parses a typed ability: `duranium armor`, `2 direct hit`, `morale boost=3` for round 3, or
/// `overwing zeta=[flagship, 2 cruiser]`. Returns `None` if the option is none.
pub(super) fn typed(
    catalogue: &Ti4Catalogue,
    option: &OptionText,
) -> Result<Option<EffectText>, Diagnostic> {
    let Spanned { value: whole, place } = &option.name;
    let (count, name) = counted(&Spanned::new(whole.clone(), place.clone()))?;
    let Some(entry) = catalogue.effect(&name.value) else { return Ok(None) };
    let mut text = EffectText { count, ..EffectText::of(name) };
    if let Some(value) = &option.value {
        set_value(&mut text, entry, value)?;
    }
    Ok(Some(text))
}

/// Splits a number from the words after it: `2 cruiser`.
fn counted(text: &Spanned<String>) -> Result<(Option<Spanned<u64>>, Spanned<String>), Diagnostic> {
    let Spanned { value: whole, place } = text;
    let digits = whole.len() - whole.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 || !whole[digits..].starts_with(' ') {
        let name = Spanned::new(whole.trim().to_string(), place.clone());
        return Ok((None, name));
    }
    let at = |from: usize, to: usize| {
        // The place of a word that was written in full is longer or shorter than its text.
        let range = place.range.start + from..(place.range.start + to).min(place.range.end);
        let is_inside = range.start <= range.end;
        Place { range: if is_inside { range } else { place.range.clone() }, ..place.clone() }
    };
    let (number, name) = whole.split_at(digits);
    let count = whole_number(&Spanned::new(number.into(), at(0, digits)))?;
    let name = Spanned::new(name.trim().to_string(), at(digits + 1, whole.len()));
    Ok((Some(count), name))
}

/// Parses a whole number.
fn whole_number(word: &Spanned<String>) -> Result<Spanned<u64>, Diagnostic> {
    match word.value.trim().parse::<u64>() {
        Ok(value) => Ok(Spanned::new(value, word.place.clone())),
        Err(_) => {
            let message = format!("`{}` is not a whole number", word.value);
            Err(Diagnostic::at(&word.place, message))
        }
    }
}

/// Sets the field that a typed value means: the one that the ability takes, or the round.
fn set_value(text: &mut EffectText, entry: &EffectEntry, value: &Value) -> Result<(), Diagnostic> {
    let words = value.words();
    if entry.takes(EffectField::Units) && !is_number(words) {
        for word in words {
            let (count, unit) = counted(word)?;
            if let Some(round) = word.value.strip_prefix("round ") {
                let round = Spanned::new(round.to_string(), word.place.clone());
                text.round = Some(whole_number(&round)?);
                continue;
            }
            text.units.push((unit, count.map_or(1, |count| count.value)));
        }
    } else if entry.takes(EffectField::Texts) {
        text.texts = words.to_vec();
    } else if let [word] = words {
        set_word(text, entry, word)?;
    } else {
        let message = format!("`{}` takes one value, not a list", entry.name);
        return Err(Diagnostic::at(&text.name.place, message));
    }
    Ok(())
}

/// Sets the field that a typed word means.
fn set_word(
    text: &mut EffectText,
    entry: &EffectEntry,
    word: &Spanned<String>,
) -> Result<(), Diagnostic> {
    let truth = word.value.trim().parse::<bool>().ok();
    let given = |value| Some(Spanned::new(value, word.place.clone()));
    match truth {
        Some(value) if entry.takes(EffectField::EnemyDice) => text.enemy_dice = given(value),
        Some(value) if entry.takes(EffectField::Bombard) => text.bombard = given(value),
        _ if is_number(std::slice::from_ref(word)) => text.round = Some(whole_number(word)?),
        _ if entry.takes(EffectField::Unit) => text.unit = Some(word.clone()),
        _ if entry.takes(EffectField::Gains) => text.gains = Some(word.clone()),
        _ => text.round = Some(whole_number(word)?),
    }
    Ok(())
}

/// Whether a value is a single number.
fn is_number(words: &[Spanned<String>]) -> bool {
    matches!(words, [word] if word.value.trim().parse::<u64>().is_ok())
}
