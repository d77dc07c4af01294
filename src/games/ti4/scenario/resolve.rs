//! Resolves names to figures: looks up every group in the catalogue.

use super::catalogue::{EffectEntry, Faction, PrintedUnit};
use super::enemy::meet;
use super::groups::{FIGURES, find_faction, resolve_groups, too_many};
use super::idle;
use super::lineup::Lineup;
use super::names::same_class;
use super::options::{ClassNames, Options};
use super::side::{POLICY_FIELD, SideCtx};
use super::text::players;
use crate::answer::Side;
use crate::array::array;
use crate::games::Rulebook;
use crate::games::common::check::beyond_limit;
use crate::games::common::figures::with_figures;
use crate::games::common::{Labels, Retreat};
use crate::games::ti4::rules::{Captain, Effects, Theatre, Ti4Fleet, Ti4Group, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::model::SideText;
use crate::scenario::notation::FleetText;

/// A side to resolve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written<'a> {
    pub(super) text: &'a SideText,
    /// Its fleet, or its units on one planet.
    pub(super) fleet: &'a FleetText,
    /// Name if none is given.
    pub(super) role: &'a str,
    /// Index: 0 for the attacker.
    pub(super) side: usize,
    /// Its units on the other planets of an invasion.
    pub(super) elsewhere: Option<&'a FleetText>,
}

/// A side of which the units are resolved, but not yet what depends on the enemy.
pub(super) struct Draft<'a> {
    pub(super) lineup: Lineup<'a>,
    pub(super) effects: Effects,
    pub(super) options: Options<'a>,
    written: Written<'a>,
    captain: Captain,
}

/// Resolves one side alone, as far as it does not depend on the enemy. `role` is its name if none
/// is given, `side` its index (0 for the attacker).
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    ctx: SideCtx<'_>,
    text: &SideText,
    fleet: &FleetText,
    (role, side): (&str, usize),
) -> Result<Side<Ti4Fleet>, Diagnostic> {
    Draft::of(ctx, Written { text, fleet, role, side, elsewhere: None })?.finish()
}

/// Resolves two sides that meet.
pub(super) fn resolve_pair(
    contexts: &[SideCtx<'_>; 2],
    written: [Written<'_>; 2],
) -> Result<[Side<Ti4Fleet>; 2], Diagnostic> {
    let [attacker, defender] = written;
    let mut attacker = Draft::of(contexts[0], attacker)?;
    let mut defender = Draft::of(contexts[1], defender)?;
    meet(&mut attacker, &mut defender);
    let named = [&attacker, &defender].map(Draft::named);
    let mut sides = [attacker.finish()?, defender.finish()?];
    let theatre = theatre(contexts[0].rulebook);
    // What holds for several planets may be needed on one of them.
    let is_one_of_several = contexts.iter().any(|ctx| ctx.planet.is_some());
    for (side, named) in named.iter().enumerate().filter(|_| !is_one_of_several) {
        let fleets = [0, 1].map(|side: usize| &sides[side].fleet);
        let idle = idle::warnings(named, fleets, side, theatre);
        let warnings = &mut sides[side].warnings;
        for (name, why) in idle {
            let is_known = |warning: &String| warning.starts_with(&format!("{name} has no effect"));
            if !warnings.iter().any(is_known) {
                warnings.push(format!("{name} has no effect: {why}"));
            }
        }
    }
    Ok(sides)
}

/// Returns the kind of combat of a rulebook.
fn theatre(rulebook: Rulebook) -> Theatre {
    if rulebook == Rulebook::Ti4Space { Theatre::Space } else { Theatre::Ground }
}

impl<'a> Draft<'a> {
    /// Resolves the units and abilities of a side.
    fn of(ctx: SideCtx<'a>, written: Written<'a>) -> Result<Self, Diagnostic> {
        let Written { text, fleet, side, .. } = written;
        let players = players(text, ctx.rulebook)?;
        let is_own = std::ptr::eq(fleet, &text.fleet);
        let mut options = Options::of(text, &players, ctx.rulebook, side)?;
        options.learn(ctx, &players)?;
        for option in &text.fleet.options {
            options.read(ctx, option)?;
        }
        if let Some(planet) = ctx.planet {
            options.known.keep_on_planet(planet);
        }
        // On a planet, the options of the side apply in addition to those of the planet.
        for option in fleet.options.iter().filter(|_| !is_own) {
            options.read(ctx, option)?;
        }
        let (groups, printed) = resolve_groups(ctx, &with_figures(&FIGURES, fleet, ctx.rulebook)?)?;
        let mut factions = [None; limits::MEMBERS];
        for (faction, name) in factions.iter_mut().zip(options.factions()) {
            *faction = name.as_ref().map(|name| find_faction(ctx.catalogue, name)).transpose()?;
        }
        let owners = owners(ctx, &factions, &groups, &printed);
        let captain = options.captain(ctx, &owners)?;
        let mut warnings = warnings_of(ctx, &groups, &printed);
        warnings.extend(generic(ctx, &factions, &groups, &printed));
        let others = written.elsewhere.map(|fleet| elsewhere(ctx, fleet)).transpose()?;
        let elsewhere = others.unwrap_or_default();
        let (named, texts, shared) = (0, Vec::new(), Vec::new());
        let mut lineup = Lineup {
            ctx,
            groups,
            printed,
            elsewhere,
            named,
            texts,
            shared,
            has_loose_dice: false,
            factions,
            owners,
        };
        let effects = Effects(lineup.effects(&mut options.known)?);
        warnings.append(&mut options.known.warnings);
        if captain.retreat != Retreat::Never && !captain.may_retreat {
            warnings.push(match options.is_neutral() {
                true => "neutral units never retreat".into(),
                false => "it never retreats, because it has no destination (see `setting.retreat`)"
                    .into(),
            });
        }
        options.known.warnings = warnings;
        Ok(Self { lineup, effects, options, written, captain })
    }

    /// Returns the abilities that are named.
    fn named(&self) -> Vec<&'a EffectEntry> {
        let named = self.options.known.played().filter(|learned| !learned.is_held);
        named.map(|learned| learned.entry).collect()
    }

    /// Returns the side with the names of its groups and the order in which they are lost.
    fn finish(self) -> Result<Side<Ti4Fleet>, Diagnostic> {
        let Self { mut lineup, effects, mut options, written, captain } = self;
        let of_enemy = lineup.texts.len();
        lineup.add_all_texts(&mut options.known)?;
        // Of rolls that a unit could gain, it has the first of its own side.
        lineup.texts.rotate_left(of_enemy);
        lineup.add_elsewhere(&effects);
        let Written { text, fleet, role, side, .. } = written;
        options.known.warnings.extend(refuse_texts(&lineup, (text, fleet))?);
        let catalogue = lineup.ctx.catalogue;
        let names = |unit: &&'a PrintedUnit| ClassNames {
            name: &unit.name,
            own: catalogue.own_class(unit),
        };
        let names: Vec<ClassNames> = lineup.printed.iter().map(names).collect();
        let bonus = |n: usize| lineup.factions[n].map_or(0, |faction| faction.bonus);
        let is_norr = |n: usize| lineup.owners[n].is_some_and(|owner| owner.name == "sardakk");
        let mut resolved = Ti4Fleet {
            groups: lineup.groups,
            effects,
            texts: lineup.texts,
            bonuses: [0, 1].map(bonus),
            is_norr: [0, 1].map(is_norr),
            captain,
        };
        resolved.captain.order = options.order(text, &resolved, &names)?;
        check_limits(lineup.ctx, &resolved, side, (text, fleet))?;
        let labels = Labels {
            name: options.name().cloned().unwrap_or_else(|| role.to_string()),
            // On a planet, the options of the side are not repeated.
            fleet: match std::ptr::eq(fleet, &text.fleet) {
                true => text.in_full(fleet, POLICY_FIELD).to_string(),
                false => fleet.to_string(),
            },
            classes: lineup.printed.iter().map(|unit| unit.name.clone()).collect(),
        };
        Ok(Side { labels, fleet: resolved, warnings: options.known.warnings })
    }
}

/// Returns the groups of a fleet that is listed with other planets, those of equal figures
/// together.
fn elsewhere<'a>(
    ctx: SideCtx<'a>,
    fleet: &FleetText,
) -> Result<Vec<(Ti4Group, &'a PrintedUnit)>, Diagnostic> {
    let mut others: Vec<(Ti4Group, &PrintedUnit)> = Vec::new();
    let (groups, printed) = resolve_groups(ctx, &with_figures(&FIGURES, fleet, ctx.rulebook)?)?;
    for (group, printed) in groups.into_iter().zip(printed) {
        let same = |(known, _): &&mut (Ti4Group, &PrintedUnit)| {
            (known.unit, known.member) == (group.unit, group.member)
        };
        match others.iter_mut().find(same) {
            Some((known, _)) => {
                known.count += group.count;
                known.galvanized += group.galvanized;
            }
            None => others.push((group, printed)),
        }
    }
    Ok(others)
}

/// Returns the faction to which each member belongs: the one that is named, or else the one whose
/// units the member lists.
fn owners<'a>(
    ctx: SideCtx<'a>,
    factions: &[Option<&'a Faction>; limits::MEMBERS],
    groups: &[Ti4Group],
    printed: &[&'a PrintedUnit],
) -> [Option<&'a Faction>; limits::MEMBERS] {
    array(|member| {
        let of_member = groups.iter().zip(printed).filter(|(g, _)| usize::from(g.member) == member);
        let mut listed = of_member.filter_map(|(_, unit)| ctx.catalogue.faction(&unit.faction));
        factions[member].or_else(|| listed.next())
    })
}

/// Returns warnings about units that are generic although the faction has its own.
fn generic<'a>(
    ctx: SideCtx<'a>,
    factions: &[Option<&'a Faction>; limits::MEMBERS],
    groups: &[Ti4Group],
    printed: &[&'a PrintedUnit],
) -> Vec<String> {
    let mut warnings = Vec::new();
    for (group, unit) in groups.iter().zip(printed).filter(|(_, unit)| unit.faction.is_empty()) {
        let faction = factions[usize::from(group.member)];
        let own = faction.and_then(|faction| ctx.catalogue.own_unit(faction, &unit.name));
        if let (Some(faction), Some(own)) = (faction, own) {
            let (name, faction, own) = (&unit.name, &faction.name, &own.name);
            let warning =
                format!("{name} is the generic unit, although {faction} has its own: `{own}`");
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    warnings
}

/// Refuses units, also those that abilities place, with a text that is not simulated. If such texts
/// are ignored, returns a warning for each.
fn refuse_texts(
    lineup: &Lineup<'_>,
    (text, fleet): (&SideText, &FleetText),
) -> Result<Vec<String>, Diagnostic> {
    let theatre = theatre(lineup.ctx.rulebook);
    let mut warnings: Vec<String> = Vec::new();
    for unit in &lineup.printed {
        let Some(does) = unit.refused_in(theatre) else { continue };
        if !lineup.ctx.catalogue.ignores_texts() {
            let listed =
                fleet.groups.iter().find(|group| same_class(&group.class.value, &unit.name));
            let place = listed.map_or(&text.place, |group| &group.class.place);
            let message = format!("a text of `{}` is not simulated: {does}", unit.name);
            return Err(
                Diagnostic::at(place, message).help("`--ignore-texts` plays the unit without it")
            );
        }
        let warning = format!("{}: ability not simulated: {does}", unit.name);
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    Ok(warnings)
}

/// Returns warnings about texts that are not simulated, too many units and missing ships.
fn warnings_of(ctx: SideCtx<'_>, groups: &[Ti4Group], printed: &[&PrintedUnit]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (n, unit) in printed.iter().enumerate() {
        if printed[..n].iter().all(|earlier| earlier.name != unit.name) {
            let ignored = |text| format!("{}: ability not simulated: {text}", unit.name);
            warnings.extend(unit.ignored.iter().map(ignored));
        }
    }
    warnings.extend(too_many(ctx.catalogue, groups));
    if ctx.rulebook == Rulebook::Ti4Space && groups.iter().all(|group| !group.unit.is_ship) {
        warnings.push("it has no ships, so there is no combat".into());
    }
    warnings
}

/// Checks that a side has units, and that it is within the limits of the rules.
fn check_limits(
    ctx: SideCtx<'_>,
    resolved: &Ti4Fleet,
    side: usize,
    (text, fleet): (&SideText, &FleetText),
) -> Result<(), Diagnostic> {
    let is_empty = resolved.groups.iter().all(|group| group.is_reserve);
    if is_empty && !ctx.may_be_empty {
        return Err(Diagnostic::at(&text.place, "a side needs at least one unit"));
    }
    resolved.check(side).map_err(|limit| beyond_limit(text, fleet, limit))
}
