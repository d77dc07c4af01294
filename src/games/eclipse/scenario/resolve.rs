//! Resolves one side: its options, its groups, and what its policy may do.

use super::catalogue::{EclipseCatalogue, ShipPart};
use super::figures::FIGURES;
use super::group::{BlueprintRules, Built, Resolved, built, find_species, printed, resolve_group};
use super::options::{EclipseOptions, POLICY_FIELD, policy};
use crate::answer::Side;
use crate::games::common::check::{beyond_limit, check_retreat};
use crate::games::common::figures::with_figures;
use crate::games::common::{Labels, Retreat};
use crate::games::eclipse::rules::{
    EclipseFleet, EclipseGroup, Figures, Owner, Policy, Technologies,
};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::same;
use crate::scenario::model::SideText;
use crate::scenario::notation::{GroupText, Item, Spanned};

/// What the situation allows a side.
#[derive(Clone, Copy, Debug, Default)]
pub struct SideAllowances {
    /// Whether it has a destination to retreat to.
    pub may_retreat: bool,
    /// Whether it may have no ships, because it has population to lose or a sweep removed them.
    pub may_be_empty: bool,
}

/// Resolves one side. `role` is its name if none is given, `side` its index (0 for the
/// attacker).
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    rules: BlueprintRules<'_>,
    text: &SideText,
    role: &str,
    side: usize,
    allowances: SideAllowances,
) -> Result<Side<EclipseFleet>, Diagnostic> {
    let own = EclipseOptions::read(rules.catalogue, text)?;
    let written = with_figures(&FIGURES, &text.fleet, rules.catalogue.rulebook)?;
    let species = own.species.as_ref();
    if let Some(species) = species {
        find_species(rules.catalogue, species)?;
    }
    let groups: Vec<Resolved> = written
        .groups
        .iter()
        .map(|group| resolve_group(rules, group, species))
        .collect::<Result<_, _>>()?;
    let non_player = all_of_a_kind(&groups, text)?;
    let command = text.command.as_ref().map(policy).transpose()?;
    let default = if non_player { Policy::Npc } else { Policy::Optimal };
    let mut warnings = too_many(rules.catalogue, &groups);
    for group in &written.groups {
        warnings.extend(parts_without_effect(rules.catalogue, group, species)?);
    }
    let classes = groups.iter().map(|g| g.class.clone()).collect();
    let owner = Owner {
        policy: command.or(own.policy).unwrap_or(default),
        objective: own.objective.unwrap_or_default(),
        horizon: own.horizon.unwrap_or_default(),
        retreat: own.retreat.given().map_or(Retreat::Never, |retreat| retreat.value),
        may_retreat: allowances.may_retreat && !non_player,
        technologies: own.technologies,
    };
    check_retreat(own.retreat.given(), owner.objective)?;
    if let Some(n) = groups.iter().position(|resolved| resolved.group.retreating) {
        check_retreating(&groups[n], &written.groups[n], &owner)?;
    }
    warnings.extend(idle_retreat(allowances, &owner, &groups));
    let fleet = fleet(groups, owner, non_player);
    if !(allowances.may_be_empty && fleet.groups.is_empty()) {
        fleet.check(side).map_err(|limit| beyond_limit(text, &text.fleet, limit))?;
    }
    let labels = Labels {
        name: own.name.unwrap_or_else(|| role.to_string()),
        fleet: text.in_full(&text.fleet, POLICY_FIELD).to_string(),
        classes,
    };
    Ok(Side { labels, fleet, warnings })
}

/// Returns the groups of a side as they are built; `None` for non-player ships. Blueprints need not
/// be legal.
///
/// # Errors
/// If a name is not in the catalogue.
pub(crate) fn built_groups<'a>(
    catalogue: &'a EclipseCatalogue,
    text: &SideText,
) -> Result<Vec<Option<Built<'a>>>, Diagnostic> {
    let own = EclipseOptions::read(catalogue, text)?;
    let species = own.species.as_ref();
    let group = |group: &GroupText| {
        let is_player =
            group.species.is_some() || catalogue.non_player(&group.class.value).is_none();
        is_player.then(|| built(catalogue, group, species)).transpose()
    };
    text.fleet.groups.iter().map(group).collect()
}

/// Joins groups of one blueprint: all ships of one class act as one. Ships of a class that differ
/// remain several groups.
pub(super) fn joined(side: Side<EclipseFleet>) -> Side<EclipseFleet> {
    let Side { mut labels, fleet: EclipseFleet { groups, owners: all, non_player }, warnings } =
        side;
    let mut owners = vec![all[0]];
    let mut kept: Vec<(EclipseGroup, String)> = Vec::new();
    for (mut group, class) in groups.into_iter().zip(labels.classes) {
        let owner = all[group.owner];
        let is_alike = |(known, name): &&mut (EclipseGroup, String)| {
            *name == class && owners[known.owner] == owner && known.has_equal_ships(&group)
        };
        if let Some((known, _)) = kept.iter_mut().find(is_alike) {
            known.join(group);
            continue;
        }
        if group.owner > 0 {
            group.owner = owners.len();
            owners.push(owner);
        }
        kept.push((group, class));
    }
    let (groups, classes) = kept.into_iter().unzip();
    labels.classes = classes;
    Side { labels, fleet: EclipseFleet { groups, owners, non_player }, warnings }
}

/// Creates the fleet of these groups. Technologies of a non-player ship apply only to its own
/// group, so such a group gets an owner of its own.
fn fleet(groups: Vec<Resolved>, owner: Owner, non_player: bool) -> EclipseFleet {
    let mut owners = vec![owner];
    let groups = groups.into_iter().map(|Resolved { mut group, technologies, .. }| {
        if technologies != Technologies::default() {
            group.owner = owners.len();
            owners.push(Owner { technologies, ..owner });
        }
        group
    });
    let groups = groups.collect();
    EclipseFleet { groups, owners, non_player }
}

/// Checks that a group marked as retreating is able to retreat.
fn check_retreating(
    resolved: &Resolved,
    text: &GroupText,
    owner: &Owner,
) -> Result<(), Diagnostic> {
    let class = &resolved.class;
    if !resolved.group.mobile {
        return Err(Diagnostic::at(&text.place, format!("`{class}` never retreats"))
            .label("starbases, orbitals and non-player ships cannot retreat"));
    }
    if !owner.may_retreat {
        return Err(Diagnostic::at(&text.place, "a retreating group needs a destination")
            .label("this group is `retreating`, but its side cannot retreat anywhere")
            .help("\"setting\": {\"retreat\": {SIDE: true}} in a scenario"));
    }
    Ok(())
}

/// Returns a warning if the policy lets groups retreat but none of them can.
fn idle_retreat(allowances: SideAllowances, owner: &Owner, groups: &[Resolved]) -> Option<String> {
    if owner.retreat == Retreat::Never {
        return None;
    }
    if !allowances.may_retreat {
        return Some(
            "it never retreats, because it has no destination (see `setting.retreat`)".into(),
        );
    }
    let stays = groups.iter().all(|resolved| !resolved.group.mobile);
    stays.then(|| "none of its ships can retreat".into())
}

/// Returns whether these are non-player ships. A side cannot mix both kinds, because its policy
/// would be unclear.
fn all_of_a_kind(groups: &[Resolved], text: &SideText) -> Result<bool, Diagnostic> {
    let first = groups.first().is_some_and(|g| g.non_player);
    match groups.iter().position(|g| g.non_player != first) {
        None => Ok(first),
        Some(g) => {
            let kind = if first { "a player's ship" } else { "a non-player ship" };
            let class = &groups[g].class;
            let place = &text.fleet.groups[g].place;
            Err(Diagnostic::at(
                place,
                format!("`{class}` is {kind}, but the ships before it are not"),
            )
            .label("a side has either players' ships or non-player ships"))
        }
    }
}

/// Returns warnings about parts that a group lists beside the figure that they add to, which is that
/// of the whole ship: `hull=2, +hull`.
///
/// # Errors
/// If words say so, which may mean a printed part: `without hull, with improved hull`.
fn parts_without_effect(
    catalogue: &EclipseCatalogue,
    group: &GroupText,
    species: Option<&Spanned<String>>,
) -> Result<Vec<String>, Diagnostic> {
    let setting = |figure: &str| {
        let is = |key: &Spanned<String>| same(&key.value, figure);
        group.items.iter().find(|item| matches!(&item.value, Item::Figure(key, _) if is(key)))
    };
    let mut warnings = Vec::new();
    for item in &group.items {
        let (Item::Part(_, name) | Item::Add(_, name)) = &item.value else { continue };
        let Some(part) = catalogue.parts.iter().find(|part| same(&part.name, &name.value)) else {
            continue;
        };
        let added = adds(part).into_iter().filter(|(_, adds)| *adds).map(|(figure, _)| figure);
        let covered: Vec<_> = added.filter_map(|figure| Some((figure, setting(figure)?))).collect();
        if let [(figure, set)] = covered[..] {
            let (part, class, words) = (&part.name, &group.class.value, set.place.text());
            if words.contains(' ') && !words.contains('=') {
                let is_printed = |name: &&String| {
                    let part = catalogue.parts.iter().find(|part| same(&part.name, name));
                    part.is_some_and(|part| adds(part).contains(&(figure, true)))
                };
                let (_, blueprint) = printed(catalogue, group, species)?;
                let printed = blueprint.parts.iter().find(is_printed);
                let without = printed.map_or(String::new(), |printed| format!("-{printed}, "));
                return Err(Diagnostic::at(&set.place, format!("does `{words}` count `{part}`?"))
                    .label(format!("this is the {figure} of the whole ship, with all its parts"))
                    .help(format!(
                        "write the {figure} of the ship alone, such as `{figure}=2`, or its \
                         parts: `{class}({without}+{part})`"
                    )));
            }
            warnings.push(format!("{class}: {part} adds nothing, because `{figure}=` sets it"));
        }
    }
    Ok(warnings)
}

/// Returns the figures of a ship, and whether a part adds to each.
fn adds(part: &ShipPart) -> [(&'static str, bool); 5] {
    let Figures { computer, shield, hull, .. } = part.figures;
    [
        ("computer", computer != 0),
        ("shield", shield != 0),
        ("hull", hull > 0),
        ("cannons", part.kind == "cannon"),
        ("missiles", part.kind == "missile"),
    ]
}

/// Returns warnings about classes with more ships than a player owns.
fn too_many(catalogue: &EclipseCatalogue, groups: &[Resolved]) -> Vec<String> {
    let mut warnings = Vec::new();
    for class in &catalogue.classes {
        let owners = groups.iter().filter(|g| !g.non_player && g.class == class.name);
        let ships: u64 = owners.map(|g| u64::from(g.group.count)).sum();
        if let Some(owned) = class.owned.filter(|&owned| ships > owned) {
            let name = &class.name;
            warnings.push(format!("{ships} ships of class {name}, but a player owns only {owned}"));
        }
    }
    warnings
}
