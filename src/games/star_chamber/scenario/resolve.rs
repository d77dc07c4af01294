//! Resolves names to figures: looks up every group in the catalogue.

use std::ops::RangeInclusive;

use super::catalogue::{PrintedShip, StarCatalogue};
use super::text::as_typed;
use super::weapons::parse_weapon;
use crate::answer::Side;
use crate::games::common::Labels;
use crate::games::common::figures::{Figure, check_no_parts, count, names, set_figures};
use crate::games::star_chamber::rules::{StarForce, StarGroup, StarWeapon, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::same;
use crate::scenario::model::SideText;
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Item, OptionText, Spanned, Value};
use crate::scenario::phrase::vocabulary::ValueWords;
use crate::scenario::settings::find;

const AMOUNT: RangeInclusive<i32> = 0..=limits::FIGURE;

/// Figures that a group may set.
pub(super) static FIGURES: [Figure<StarGroup>; 7] = [
    Figure::number("hull", 1..=limits::FIGURE, |group, n| group.hull = n as u16),
    Figure::number("shield", AMOUNT, |group, n| group.shield = n as u16),
    Figure::words("weapons", ValueWords::Text, |group, words| {
        weapons(words).map(|weapons| group.weapons = weapons)
    }),
    Figure::truth("alert", |group, is| group.alert = is),
    Figure::truth("can_fire", |group, is| group.can_fire = is),
    Figure::by_ship("damaged", AMOUNT, |group, ships| {
        group.damaged = ships.into_iter().map(|points| points as u16).collect();
    }),
    Figure::by_ship("shields_left", AMOUNT, |group, ships| {
        group.shields_left = ships.into_iter().map(|points| points as u16).collect();
    }),
];

/// Reads the weapons of a ship.
fn weapons(words: &[Spanned<String>]) -> Result<Vec<StarWeapon>, Diagnostic> {
    let none = |word: &&Spanned<String>| !["", "none"].contains(&word.value.trim());
    let given: Vec<_> = words.iter().filter(none).collect();
    if let Some(word) = given.get(limits::WEAPONS) {
        let (n, most) = (given.len(), limits::WEAPONS);
        let message = format!("{n} weapons on a ship, at most {most}");
        return Err(Diagnostic::at(&word.place, message));
    }
    given.into_iter().map(|word| parse_weapon(word).map(|(_, weapon)| weapon)).collect()
}

/// Options of a side.
pub(super) const OPTIONS: [&str; 6] =
    ["leadership", "personae", "edge", "tie-breaker", "neutral", "name"];

/// Tie-breakers that can be given.
pub(super) const TIE_BREAKERS: RangeInclusive<i32> = -1000..=1000;

/// A group resolved to figures, and descriptions of its placeholders.
struct Resolved {
    name: String,
    group: StarGroup,
    placeholders: Vec<String>,
}

/// Resolves a force to figures. Also returns descriptions of its placeholders. `role` is its
/// name if none is given, `side` its index.
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    catalogue: &StarCatalogue,
    text: &SideText,
    (role, side): (&str, usize),
) -> Result<(Side<StarForce>, Vec<String>), Diagnostic> {
    let mut options = Options { name: text.name.clone(), ..Options::default() };
    let fleet = as_typed(text)?;
    for option in &fleet.options {
        options.read(option)?;
    }
    let resolved: Vec<Resolved> = fleet
        .groups
        .iter()
        .map(|group| resolve_group(catalogue, group))
        .collect::<Result<_, _>>()?;
    if resolved.is_empty() && !text.left_out {
        return Err(Diagnostic::at(&text.place, "a force needs at least one ship"));
    }
    let labels = Labels {
        name: options.name.clone().unwrap_or_else(|| role.to_string()),
        fleet: fleet.to_string(),
        classes: resolved.iter().map(|group| group.name.clone()).collect(),
    };
    let placeholders = resolved.iter().flat_map(|group| group.placeholders.clone()).collect();
    let groups = resolved.into_iter().map(|resolved| resolved.group).collect();
    let force = StarForce { groups, ..options.force()? };
    force.check(side).map_err(|limit| {
        let place = limit.group.map_or(&text.place, |g| &text.fleet.groups[g].place);
        Diagnostic::at(place, limit.message)
    })?;
    Ok((Side { labels, fleet: force, warnings: Vec::new() }, placeholders))
}

/// Options of a side as a whole.
#[derive(Default)]
struct Options {
    given: Vec<Spanned<String>>,
    name: Option<String>,
    personae: Vec<u16>,
    edge: bool,
    tie_breaker: i32,
    is_neutral: bool,
}

impl Options {
    fn read(&mut self, option: &OptionText) -> Result<(), Diagnostic> {
        let place = &option.name.place;
        let wanted = normalise(&option.name.value);
        let Some(name) = OPTIONS.into_iter().find(|known| normalise(known) == wanted) else {
            return Err(Diagnostic::unknown(place, "option", &OPTIONS));
        };
        if name == "name" && self.name.is_some()
            || self.given.iter().any(|given| given.value == name)
        {
            return Err(Diagnostic::at(place, format!("`{name}` is given twice")));
        }
        self.given.push(Spanned::new(name.to_string(), place.clone()));
        let leadership = |word: &Spanned<String>| word.number(0..=limits::LEADERSHIP);
        match (name, &option.value) {
            ("personae", Some(Value::List(words))) => {
                let all = words.iter().map(|word| leadership(word).map(|l| l as u16));
                self.personae = all.collect::<Result<_, _>>()?;
            }
            // An option without a value means `true`.
            ("edge", None) => self.edge = true,
            ("neutral", None) => self.is_neutral = true,
            (_, Some(Value::One(word))) => match name {
                "leadership" | "personae" => self.personae = vec![leadership(word)? as u16],
                "edge" => self.edge = word.truth()?,
                "neutral" => self.is_neutral = word.truth()?,
                "tie-breaker" => {
                    self.tie_breaker = word.number(TIE_BREAKERS)?;
                }
                _ => self.name = Some(word.value.clone()),
            },
            _ => {
                return Err(Diagnostic::at(place, format!("`{name}` needs one value"))
                    .label(format!("expected `{name}=…`")));
            }
        }
        Ok(())
    }

    /// Creates the force without its ships. Neutral ships have neither leader nor Edge (S5).
    fn force(&self) -> Result<StarForce, Diagnostic> {
        let given = |name: &str| self.given.iter().find(|given| given.value == name);
        if let (Some(_), Some(personae)) = (given("leadership"), given("personae")) {
            return Err(Diagnostic::at(
                &personae.place,
                "`leadership` and `personae` cannot be combined",
            )
            .label("`leadership` already defines a single persona"));
        }
        let leads = self.personae.iter().any(|l| *l > 0);
        if let (true, Some(neutral)) = (self.is_neutral && (leads || self.edge), given("neutral")) {
            let what = if self.edge { "the Edge" } else { "a leader" };
            return Err(Diagnostic::at(
                &neutral.place,
                format!("neutral ships cannot have {what}"),
            ));
        }
        Ok(StarForce {
            groups: Vec::new(),
            personae: self.personae.clone(),
            edge: self.edge,
            tie_breaker: self.tie_breaker,
            is_neutral: self.is_neutral,
        })
    }
}

fn resolve_group(catalogue: &StarCatalogue, text: &GroupText) -> Result<Resolved, Diagnostic> {
    let printed = printed(catalogue, text)?;
    let mut group = StarGroup {
        count: count(text, "ships", limits::SHIPS)?,
        hull: printed.hull,
        shield: printed.shield,
        weapons: printed.weapons.iter().map(|(_, weapon)| *weapon).collect(),
        can_fire: true,
        ..StarGroup::default()
    };
    let example: Vec<String> = names(&FIGURES).map(|name| format!("`{name}=…`")).collect();
    check_no_parts(text, "ships", &example.join(", "))?;
    set_figures(&FIGURES, &mut group, text)?;
    let is_weapon = |item: &Spanned<Item>| matches!(&item.value, Item::Figure(key, _) if same(&key.value, "weapons"));
    let is_as_printed = !text.items.iter().any(is_weapon);
    let placeholders = if is_as_printed { printed.placeholders.clone() } else { Vec::new() };
    Ok(Resolved { name: printed.name.clone(), group, placeholders })
}

fn printed<'a>(
    catalogue: &'a StarCatalogue,
    text: &GroupText,
) -> Result<&'a PrintedShip, Diagnostic> {
    if let Some(species) = &text.species {
        return Err(Diagnostic::at(&species.place, "Star Chamber has no species"));
    }
    find(&catalogue.ships, |ship| &ship.name, &text.class, "ship")
}
