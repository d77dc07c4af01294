//! Resolves names to figures: looks up every group in the catalogue.

use super::catalogue::{PrintedUnit, Ti4Catalogue};
use super::enemy::meet;
use super::groups::{find_faction, resolve_groups, too_many};
use super::lineup::Lineup;
use super::options::Options;
use super::text::{Destination, Ti4Fields, with_figures};
use crate::answer::Side;
use crate::games::Rulebook;
use crate::games::common::{Labels, Retreat};
use crate::games::ti4::rules::{Captain, Effects, Ti4Fleet, Ti4Group, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::model::SideText;
use crate::scenario::notation::FleetText;

/// Catalogue to look up names in, and what the situation allows a side.
#[derive(Clone, Copy, Debug)]
pub struct SideCtx<'a> {
    /// Catalogue.
    pub catalogue: &'a Ti4Catalogue,
    /// Rulebook: space or ground combat.
    pub rulebook: Rulebook,
    /// Destination to retreat to, if given.
    pub destination: Option<&'a Destination>,
    /// Whether the side may have no units.
    pub may_be_empty: bool,
}

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
}

/// A side of which the units are resolved, but not yet what depends on the enemy.
pub(super) struct Draft<'a> {
    pub(super) lineup: Lineup<'a>,
    pub(super) effects: Effects,
    pub(super) options: Options<'a>,
    written: Written<'a>,
    captain: Captain,
}

/// Resolves one side alone, as far as it does not depend on the enemy. `role` is its name if none is
/// given, `side` its index (0 for the attacker).
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    ctx: SideCtx<'_>,
    text: &SideText,
    fleet: &FleetText,
    (role, side): (&str, usize),
) -> Result<Side<Ti4Fleet>, Diagnostic> {
    Draft::of(ctx, Written { text, fleet, role, side })?.finish()
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
    Ok([attacker.finish()?, defender.finish()?])
}

impl<'a> Draft<'a> {
    /// Resolves the units and abilities of a side.
    fn of(ctx: SideCtx<'a>, written: Written<'a>) -> Result<Self, Diagnostic> {
        let Written { text, fleet, side, .. } = written;
        let fields = Ti4Fields::read(text, ctx.rulebook)?;
        let is_own = std::ptr::eq(fleet, &text.fleet);
        let mut options = Options::of(text, &fields, side)?;
        options.learn(ctx, &fields.members)?;
        // On a planet, the options of the side apply in addition to those of the planet.
        let more = fleet.options.iter().filter(|_| !is_own);
        for option in text.fleet.options.iter().chain(more) {
            options.read(ctx, option)?;
        }
        let (groups, printed) = resolve_groups(ctx, &with_figures(fleet, ctx.rulebook)?)?;
        let mut factions = [None; limits::MEMBERS];
        for (faction, name) in factions.iter_mut().zip(&options.factions) {
            *faction = name.as_ref().map(|name| find_faction(ctx.catalogue, name)).transpose()?;
        }
        let captain = options.captain(ctx, &fields, &factions)?;
        let mut warnings = warnings_of(ctx, &groups, &printed);
        let mut lineup = Lineup { ctx, groups, printed, factions };
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

    /// Returns the side with the names of its groups and the order in which they are lost.
    fn finish(self) -> Result<Side<Ti4Fleet>, Diagnostic> {
        let Self { lineup, effects, options, written, captain } = self;
        let Written { text, fleet, role, side } = written;
        let classes: Vec<String> = lineup.printed.iter().map(|unit| unit.name.clone()).collect();
        let factions = lineup.factions;
        let bonus = |n: usize| factions[n].map_or(0, |faction| faction.bonus);
        let is_norr = |n: usize| factions[n].is_some_and(|faction| faction.name == "sardakk");
        let mut resolved = Ti4Fleet {
            groups: lineup.groups,
            effects,
            bonuses: [0, 1].map(bonus),
            is_norr: [0, 1].map(is_norr),
            captain,
        };
        resolved.captain.order = options.order(text, &resolved, &classes)?;
        check_limits(lineup.ctx, &resolved, side, (text, fleet))?;
        let labels = Labels {
            name: options.name.unwrap_or_else(|| role.to_string()),
            fleet: fleet.to_string(),
            classes,
        };
        Ok(Side { labels, fleet: resolved, warnings: options.known.warnings })
    }
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
    if resolved.groups.is_empty() && !ctx.may_be_empty {
        return Err(Diagnostic::at(&text.place, "a side needs at least one unit"));
    }
    resolved.check(side).map_err(|limit| {
        let listed = limit.group.and_then(|group| fleet.groups.get(group));
        Diagnostic::at(listed.map_or(&text.place, |group| &group.place), limit.message)
    })
}
