//! Resolves names to figures: looks up every group in the catalogue.

use super::catalogue::{Faction, PrintedUnit, Ti4Catalogue, half_cost, roll};
use super::effects::{Known, typed};
use super::text::{Destination, EffectText, Ti4Fields, with_figures};
use crate::answer::Side;
use crate::games::Rulebook;
use crate::games::common::check::check_retreat;
use crate::games::common::play::parse_objective;
use crate::games::common::{Labels, Objective, Retreat};
use crate::games::ti4::rules::{
    Ability, Captain, LossOrder, Roll, Sustain, Ti4Fleet, Ti4Group, Unit, UnitKind, limits,
};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::figures::{count, figure, once, truth};
use crate::scenario::model::SideText;
use crate::scenario::names::normalise;
use crate::scenario::notation::{FleetText, GroupText, Item, OptionText, Spanned, Value};
use crate::scenario::settings::choose;

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

/// Figures that a group may set.
pub(super) const FIGURES: [&str; 9] = [
    "combat",
    "barrage",
    "bombardment",
    "cannon",
    "capacity",
    "move",
    "cost",
    "sustains",
    "damaged",
];

/// Options of a side.
pub(super) const OPTIONS: [&str; 6] =
    ["play", "sustain", "loss-order", "objective", "faction", "name"];

/// Fields of a side that only a scenario can contain.
pub(super) const IN_SCENARIOS: [&str; 3] = ["retreat", "technologies", "effects"];

/// Names of all policies.
pub(super) const POLICY_NAMES: [&str; 4] = ["customary", "optimal", "adaptive", "default"];

/// Policies that determine the order in which units are lost.
const POLICIES: [(&str, LossOrder); 2] =
    [("optimal", LossOrder::Optimal), ("adaptive", LossOrder::Adaptive)];

/// Checks the name of a policy, which determines the order in which units are lost.
///
/// # Errors
/// If there is no such policy.
pub fn check_policy(name: &Spanned<String>) -> Result<(), Diagnostic> {
    policy(name).map(|_| ())
}

/// Returns the order of losses of a policy; `None` for the customary order.
fn policy(name: &Spanned<String>) -> Result<Option<LossOrder>, Diagnostic> {
    let wanted = normalise(&name.value);
    // `default` is the name in version 0.1.0.
    if ["customary", "default"].contains(&&*wanted) {
        return Ok(None);
    }
    match POLICIES.iter().find(|(known, _)| normalise(known) == wanted) {
        Some((_, order)) => Ok(Some(order.clone())),
        None => Err(Diagnostic::unknown(&name.place, "policy", &POLICY_NAMES[..3])),
    }
}

/// Resolves one side with this fleet. `role` is its name if none is given, `side` its index (0
/// for the attacker).
///
/// # Errors
/// A message with the place of the first error.
pub fn resolve_side(
    ctx: SideCtx<'_>,
    text: &SideText,
    fleet: &FleetText,
    (role, side): (&str, usize),
) -> Result<Side<Ti4Fleet>, Diagnostic> {
    let fields = Ti4Fields::read(text, ctx.rulebook)?;
    let is_own = std::ptr::eq(fleet, &text.fleet);
    let fleet = &with_figures(fleet, ctx.rulebook)?;
    let mut options = Options::of(text, &fields)?;
    options.learn_effects(ctx, &fields)?;
    let own = text.fleet.options.iter();
    // On a planet, the options of the side apply in addition to those of the planet.
    let more = fleet.options.iter().filter(|_| !is_own);
    for option in own.chain(more) {
        options.read(ctx, option)?;
    }
    let (groups, printed) = resolve_groups(ctx, fleet)?;
    let mut warnings = warnings_of(ctx, &groups, &printed);
    warnings.append(&mut options.known.warnings);
    let classes: Vec<String> = printed.iter().map(|printed| printed.name.clone()).collect();
    let faction = match &options.faction {
        Some(name) => Some(find_faction(ctx.catalogue, name)?),
        None => None,
    };
    let captain = options.captain(ctx, &fields, faction)?;
    if captain.retreat != Retreat::Never && !captain.may_retreat {
        warnings.push(
            "it never retreats, because it has no destination (see `setting.retreat`)".into(),
        );
    }
    let bonus = faction.map_or(0, |faction| faction.bonus);
    let is_norr = faction.is_some_and(|faction| faction.name == "sardakk");
    let mut resolved = Ti4Fleet {
        groups,
        effects: options.known.effects.clone(),
        bonuses: [bonus, 0],
        is_norr: [is_norr, false],
        captain,
    };
    resolved.captain.order = options.order(text, &resolved, &classes)?;
    check_limits(ctx, &resolved, side, (text, fleet))?;
    let labels = Labels {
        name: options.name.unwrap_or_else(|| role.to_string()),
        fleet: fleet.to_string(),
        classes,
    };
    Ok(Side { labels, fleet: resolved, warnings })
}

/// Resolves the groups of a fleet. Groups with the same figures and name are of one class.
fn resolve_groups<'a>(
    ctx: SideCtx<'a>,
    fleet: &FleetText,
) -> Result<(Vec<Ti4Group>, Vec<&'a PrintedUnit>), Diagnostic> {
    let mut groups: Vec<Ti4Group> = Vec::new();
    let mut all_printed: Vec<&PrintedUnit> = Vec::new();
    for text in &fleet.groups {
        let (printed, mut group) = resolve_group(ctx, text)?;
        let same = |(other, known): (&Ti4Group, &&PrintedUnit)| {
            other.unit == group.unit && known.name == printed.name
        };
        group.class = groups.iter().zip(&all_printed).position(same).unwrap_or(groups.len());
        groups.push(group);
        all_printed.push(printed);
    }
    Ok((groups, all_printed))
}

/// Returns warnings about abilities that are not simulated, too many units and missing ships.
fn warnings_of(ctx: SideCtx<'_>, groups: &[Ti4Group], printed: &[&PrintedUnit]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (n, unit) in printed.iter().enumerate() {
        if let Some(text) = &unit.not_modelled
            && printed[..n].iter().all(|earlier| earlier.name != unit.name)
        {
            warnings.push(format!("{}: ability not simulated: {text}", unit.name));
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
        let place = limit.group.map_or(&text.place, |g| &fleet.groups[g].place);
        Diagnostic::at(place, limit.message)
    })
}

/// Whether the side can retreat to this destination: as given directly, or by the kind of
/// system and the units there.
fn is_open(
    destination: &Destination,
    known: &Known,
    is_empyrean: bool,
) -> Result<bool, Diagnostic> {
    let Destination { outright, enemy_ships, own_units, to, .. } = destination;
    if let Some(outright) = outright {
        return Ok(*outright);
    }
    const SYSTEMS: [&str; 5] = ["empty", "asteroid-field", "nebula", "supernova", "gravity-rift"];
    let is_passable = match to {
        None => true,
        Some(to) => {
            let wanted = normalise(&to.value);
            match SYSTEMS.iter().find(|known| normalise(known) == wanted) {
                Some(&"asteroid-field") => known.effects.has(Ability::AntimassDeflectors),
                Some(&"supernova") => known.magmus_reactor,
                Some(&"nebula") => is_empyrean,
                Some(_) => true,
                None => return Err(Diagnostic::unknown(&to.place, "kind of system", &SYSTEMS)),
            }
        }
    };
    let is_ours = own_units.unwrap_or(true) || known.dark_energy_tap;
    Ok(is_passable && is_ours && !enemy_ships.unwrap_or(false))
}

/// Options of a side as a whole.
struct Options {
    order: Option<Value>,
    sustain: Option<Sustain>,
    objective: Option<Objective>,
    faction: Option<Spanned<String>>,
    name: Option<String>,
    known: Known,
}

impl Options {
    /// Reads the options given as fields.
    fn of(text: &SideText, fields: &Ti4Fields) -> Result<Self, Diagnostic> {
        Ok(Self {
            order: fields.loss_order.clone(),
            sustain: fields.sustain.as_ref().map(sustain).transpose()?,
            objective: fields.objective,
            faction: fields.faction.clone(),
            name: text.name.clone(),
            known: Known::default(),
        })
    }

    /// Adds the technologies and cards given as fields.
    fn learn_effects(&mut self, ctx: SideCtx<'_>, fields: &Ti4Fields) -> Result<(), Diagnostic> {
        let SideCtx { catalogue, rulebook, .. } = ctx;
        for technology in &fields.technologies {
            let effect = EffectText { name: technology.clone(), round: None, count: None };
            self.known.learn(catalogue, rulebook, &effect)?;
        }
        fields.effects.iter().try_for_each(|effect| self.known.learn(catalogue, rulebook, effect))
    }

    /// Reads an option typed with the fleet.
    fn read(&mut self, ctx: SideCtx<'_>, option: &OptionText) -> Result<(), Diagnostic> {
        let SideCtx { catalogue, rulebook, .. } = ctx;
        if let Some(effect) = typed(catalogue, option)? {
            return self.known.learn(catalogue, rulebook, &effect);
        }
        let place = &option.name.place;
        let name = normalise(&option.name.value);
        if let Some(field) = IN_SCENARIOS.iter().find(|field| normalise(field) == name) {
            return Err(Diagnostic::at(place, format!("`{field}` cannot be typed with the fleet"))
                .label("it belongs in a scenario")
                .help("see docs/scenarios.md, and --scenario"));
        }
        let Some(name) = OPTIONS.into_iter().find(|known| normalise(known) == name) else {
            let effects = catalogue.effects.iter().map(|effect| effect.name.as_str());
            let known: Vec<&str> = OPTIONS.into_iter().chain(effects).collect();
            return Err(Diagnostic::unknown(place, "option", &known));
        };
        let is_new = match (name, &option.value) {
            ("loss-order", Some(value)) => self.order.replace(value.clone()).is_none(),
            (_, Some(Value::One(value))) => match name {
                "play" => self.order.replace(Value::One(value.clone())).is_none(),
                "sustain" => self.sustain.replace(sustain(value)?).is_none(),
                "objective" => {
                    let objective = parse_objective(&value.place, &value.value)?;
                    self.objective.replace(objective).is_none()
                }
                "name" => self.name.replace(value.value.clone()).is_none(),
                _ => self.faction.replace(value.clone()).is_none(),
            },
            _ => {
                return Err(Diagnostic::at(place, format!("`{name}` needs one value"))
                    .label(format!("expected `{name}=…`")));
            }
        };
        if !is_new {
            return Err(Diagnostic::at(place, format!("`{name}` is given twice")));
        }
        Ok(())
    }

    /// Returns how the side plays. Its order of losses is set later, because it depends on the
    /// resolved fleet.
    fn captain(
        &self,
        ctx: SideCtx<'_>,
        fields: &Ti4Fields,
        faction: Option<&Faction>,
    ) -> Result<Captain, Diagnostic> {
        let objective = self.objective.unwrap_or_default();
        check_retreat(fields.retreat.as_ref(), objective)?;
        let is_empyrean = faction.is_some_and(|faction| faction.name == "empyrean");
        let may_retreat = match ctx.destination {
            Some(destination) => is_open(destination, &self.known, is_empyrean)?,
            None => false,
        };
        Ok(Captain {
            sustain: self.sustain.unwrap_or_default(),
            order: LossOrder::Unstated,
            objective,
            retreat: fields.retreat.as_ref().map_or(Retreat::Never, |retreat| retreat.value),
            may_retreat,
            leaves_a_rift: ctx.destination.is_some_and(|d| d.gravity_rift == Some(true)),
        })
    }

    /// Returns the order in which units are lost. Units missing from a list are lost after it, in
    /// the customary order.
    fn order(
        &self,
        text: &SideText,
        fleet: &Ti4Fleet,
        classes: &[String],
    ) -> Result<LossOrder, Diagnostic> {
        let customary = fleet.customary_order();
        let given = match (&text.command, &self.order) {
            (Some(command), _) => {
                return Ok(policy(command)?.unwrap_or(LossOrder::Fixed(customary)));
            }
            (None, None) => return Ok(LossOrder::Unstated),
            (None, Some(given)) => given,
        };
        let names = match given {
            Value::One(word) if is_class(word, fleet, classes) => std::slice::from_ref(word),
            Value::One(word) => return Ok(policy(word)?.unwrap_or(LossOrder::Fixed(customary))),
            Value::List(names) => names,
        };
        let mut order: Vec<usize> = Vec::new();
        for name in names {
            // If the name is not a class of this side, it may be a kind of unit.
            let is_class = classes.iter().any(|class| normalise(class) == normalise(&name.value));
            let means = |g: &usize| {
                let (group, class) = (&fleet.groups[*g], &classes[*g]);
                let is_same = normalise(class) == normalise(&name.value);
                if is_class { is_same } else { names_group(&name.value, group, class) }
            };
            let wanted: Vec<usize> = customary.iter().copied().filter(means).collect();
            if wanted.is_empty() {
                let known: Vec<&str> = classes.iter().map(String::as_str).collect();
                return Err(Diagnostic::unknown(&name.place, "class of this side", &known));
            }
            let new: Vec<usize> = wanted.into_iter().filter(|g| !order.contains(g)).collect();
            if new.is_empty() {
                return Err(Diagnostic::at(
                    &name.place,
                    format!("`{}` is given twice", name.value),
                ));
            }
            order.extend(new);
        }
        let rest: Vec<usize> = customary.into_iter().filter(|g| !order.contains(g)).collect();
        order.extend(rest);
        Ok(LossOrder::Fixed(order))
    }
}

/// Whether a name is that of the class or kind of any group.
fn is_class(word: &Spanned<String>, fleet: &Ti4Fleet, classes: &[String]) -> bool {
    fleet.groups.iter().zip(classes).any(|(group, class)| names_group(&word.value, group, class))
}

/// Whether a name is that of the class or kind of a group.
fn names_group(name: &str, group: &Ti4Group, class: &str) -> bool {
    let name = normalise(name);
    name == normalise(class) || name == normalise(group.unit.kind.name())
}

/// Parses when units sustain damage.
fn sustain(word: &Spanned<String>) -> Result<Sustain, Diagnostic> {
    choose(&word.place, &word.value, "sustain policy", &Sustain::ALL.map(|s| (s.name(), s)))
}

/// Resolves one group, with the unit it is named after.
fn resolve_group<'a>(
    ctx: SideCtx<'a>,
    text: &GroupText,
) -> Result<(&'a PrintedUnit, Ti4Group), Diagnostic> {
    let catalogue = ctx.catalogue;
    let printed = printed(catalogue, text)?;
    let unit = match (&printed.in_space, ctx.rulebook) {
        (Some(other), Rulebook::Ti4Space) => catalogue.unit(other).unwrap_or(printed).unit,
        _ => printed.unit,
    };
    let mut group = Ti4Group::of(unit, 0, count(text, "units", limits::UNITS)?);
    let mut given = Vec::new();
    for item in &text.items {
        let Item::Figure(key, value) = &item.value else {
            return Err(Diagnostic::at(&item.place, "units have no parts").help(format!(
                "set figures directly: {}",
                FIGURES.map(|f| format!("`{f}=…`")).join(", ")
            )));
        };
        once(&mut given, key)?;
        set_figure(&mut group, key, value)?;
    }
    Ok((printed, group))
}

/// Returns the faction of this name.
fn find_faction<'a>(
    catalogue: &'a Ti4Catalogue,
    name: &Spanned<String>,
) -> Result<&'a Faction, Diagnostic> {
    catalogue.faction(&name.value).ok_or_else(|| {
        let known: Vec<&str> = catalogue.factions.iter().map(|f| f.name.as_str()).collect();
        Diagnostic::unknown(&name.place, "faction", &known)
    })
}

/// Returns the unit of a group, by its name or by faction and name.
fn printed<'a>(
    catalogue: &'a Ti4Catalogue,
    text: &GroupText,
) -> Result<&'a PrintedUnit, Diagnostic> {
    let class = &text.class;
    let found = match &text.species {
        Some(species) => {
            let faction = find_faction(catalogue, species)?;
            catalogue.own_unit(faction, &class.value)
        }
        None => catalogue.unit(&class.value),
    };
    found.ok_or_else(|| {
        let known: Vec<&str> = catalogue.units.iter().map(|unit| unit.name.as_str()).collect();
        let error = Diagnostic::unknown(&class.place, "unit", &known);
        match &error.help {
            Some(help) if help.starts_with("allowed") => {
                error.help("`fleetodds fleets list --rules ti4-space` shows all units")
            }
            _ => error,
        }
    })
}

/// Sets one figure of a group.
fn set_figure(
    group: &mut Ti4Group,
    key: &Spanned<String>,
    value: &Value,
) -> Result<(), Diagnostic> {
    let wanted = normalise(&key.value);
    let Some(name) = FIGURES.iter().find(|known| normalise(known) == wanted) else {
        return Err(Diagnostic::unknown(&key.place, "figure", &FIGURES));
    };
    let word = match value {
        Value::One(word) => word,
        Value::List(words) if *name == "damaged" && words.len() == 1 => &words[0],
        Value::List(_) => {
            let what = if *name == "damaged" { "a number of damaged units" } else { "one value" };
            return Err(Diagnostic::at(&key.place, format!("`{name}` needs {what}, not a list")));
        }
    };
    let (place, text) = (&word.place, &word.value);
    let dice = |place: &Place, text: &str| -> Result<Option<Roll>, Diagnostic> {
        if normalise(text) == "none" || text.trim() == "0" || text.trim().is_empty() {
            return Ok(None);
        }
        roll(place, text).map(Some)
    };
    let Unit { combat, barrage, bombardment, cannon, capacity, moves, sustains, .. } =
        &mut group.unit;
    match *name {
        "combat" => *combat = dice(place, text)?,
        "barrage" => *barrage = dice(place, text)?,
        "bombardment" => *bombardment = dice(place, text)?,
        "cannon" => *cannon = dice(place, text)?,
        "capacity" => *capacity = figure(place, text, 0..=99)? as u8,
        "move" => *moves = figure(place, text, 0..=9)? > 0,
        "sustains" => *sustains = truth(word)?,
        "damaged" => group.damaged = figure(place, text, 0..=limits::UNITS as i32)? as u16,
        _ => group.unit.half_cost = half_cost(place, text)?,
    }
    Ok(())
}

/// Returns warnings about kinds with more units than a player owns.
fn too_many(catalogue: &Ti4Catalogue, groups: &[Ti4Group]) -> Vec<String> {
    let mut warnings = Vec::new();
    for &(kind, owned) in &catalogue.owned {
        let own = |group: &&Ti4Group| group.unit.kind == kind && kind_is_plastic(kind);
        let units: u64 = groups.iter().filter(own).map(|g| u64::from(g.count)).sum();
        if units > owned {
            warnings.push(format!(
                "{units} units of kind {}, but a player owns only {owned}",
                kind.name()
            ));
        }
    }
    warnings
}

/// Whether the plastic pieces limit the number of units. Fighters and infantry can also be
/// tokens, whose number is not limited.
fn kind_is_plastic(kind: UnitKind) -> bool {
    !matches!(kind, UnitKind::Fighter | UnitKind::Infantry)
}
