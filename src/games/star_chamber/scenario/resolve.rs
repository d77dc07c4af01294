//! Resolves names to figures: looks up every group in the catalogue.

use std::ops::RangeInclusive;

use super::catalogue::{PrintedShip, StarCatalogue};
use super::figures::FIGURES;
use super::text::as_typed;
use crate::answer::Side;
use crate::games::common::Labels;
use crate::games::common::check::beyond_limit;
use crate::games::common::figures::{check_no_parts, count, names, set_figures};
use crate::games::common::options::{OptionField, OptionValue, SideOption, read_typed};
use crate::games::star_chamber::rules::{StarForce, StarGroup, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::same;
use crate::scenario::model::SideText;
use crate::scenario::notation::{GroupText, Item, Spanned};
use crate::scenario::phrase::vocabulary::ValueWords;
use crate::scenario::settings::find;

const LEADERSHIP: RangeInclusive<i32> = 0..=limits::LEADERSHIP;

/// Tie-breakers that can be given.
const TIE_BREAKERS: RangeInclusive<i32> = -1000..=1000;

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
    let mut options = StarOptions { name: text.name.clone(), ..StarOptions::default() };
    let fleet = as_typed(text)?;
    for option in &fleet.options {
        read_typed(&OPTIONS, &mut options, option, std::iter::empty())?;
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
    force.check(side).map_err(|limit| beyond_limit(text, &text.fleet, limit))?;
    Ok((Side { labels, fleet: force, warnings: Vec::new() }, placeholders))
}

/// Options of a side as a whole.
#[derive(Default)]
pub(super) struct StarOptions {
    leadership: Option<u16>,
    /// Leadership of each persona, and where they are given.
    personae: Option<Spanned<Vec<u16>>>,
    edge: Option<Spanned<bool>>,
    tie_breaker: Option<i32>,
    neutral: Option<Spanned<bool>>,
    name: Option<String>,
}

/// Options of a side. Its fields in a document are read as typed options.
pub(super) static OPTIONS: [SideOption<StarOptions>; 6] = [
    SideOption::word(
        "leadership",
        "Leadership of the personae on the side, best first",
        OptionField::None,
        || ValueWords::Within(LEADERSHIP),
        |side, word| Ok(side.leadership.replace(word.number(LEADERSHIP)? as u16).is_none()),
    ),
    SideOption {
        name: "personae",
        help: "Leadership of the personae on the side, best first",
        field: OptionField::None,
        value: OptionValue::Own {
            known: || ValueWords::Within(LEADERSHIP),
            typed: |side, name, value| {
                let all = value.words().iter().map(|word| word.number(LEADERSHIP));
                let all = all.map(|leadership| leadership.map(|n| n as u16));
                let personae = Spanned::new(all.collect::<Result<_, _>>()?, name.place.clone());
                Ok(side.personae.replace(personae).is_none())
            },
            field: |_, _| Ok(()),
        },
    },
    SideOption::truth("edge", "the side has the Edge", OptionField::None, |side, edge| {
        side.edge.replace(edge).is_none()
    }),
    SideOption::word(
        "tie-breaker",
        "decides who is first with equal Leadership: the lower number",
        OptionField::None,
        || ValueWords::Within(TIE_BREAKERS),
        |side, word| Ok(side.tie_breaker.replace(word.number(TIE_BREAKERS)?).is_none()),
    ),
    SideOption::truth("neutral", "the ships belong to no player", OptionField::None, |side, is| {
        side.neutral.replace(is).is_none()
    }),
    SideOption::name(|side| &mut side.name),
];

impl StarOptions {
    /// Creates the force without its ships. Neutral ships have neither leader nor Edge (S5).
    fn force(&self) -> Result<StarForce, Diagnostic> {
        if let (Some(_), Some(personae)) = (self.leadership, &self.personae) {
            return Err(Diagnostic::at(
                &personae.place,
                "`leadership` and `personae` cannot be combined",
            )
            .label("`leadership` already defines a single persona"));
        }
        let listed = self.personae.as_ref().map(|personae| personae.value.clone());
        let personae = listed.unwrap_or_else(|| self.leadership.into_iter().collect());
        let is = |given: &Option<Spanned<bool>>| given.as_ref().is_some_and(|given| given.value);
        let (edge, is_neutral) = (is(&self.edge), is(&self.neutral));
        let leads = personae.iter().any(|leadership| *leadership > 0);
        if let (true, Some(neutral)) = (is_neutral && (leads || edge), &self.neutral) {
            let what = if edge { "the Edge" } else { "a leader" };
            return Err(Diagnostic::at(
                &neutral.place,
                format!("neutral ships cannot have {what}"),
            ));
        }
        let tie_breaker = self.tie_breaker.unwrap_or_default();
        Ok(StarForce { groups: Vec::new(), personae, edge, tie_breaker, is_neutral })
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
    let is_weapon = |item: &Spanned<Item>| match &item.value {
        Item::Figure(key, _) => same(&key.value, "weapons"),
        _ => false,
    };
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
