//! Options of a side: how it plays, and what it has.

use super::catalogue::Faction;
use super::effects::{Known, typed};
use super::names::same_class;
use super::side::{POLICY_FIELD, SideCtx};
use super::text::{Destination, EffectText, MemberText};
use crate::games::Rulebook;
use crate::games::common::check::check_retreat;
use crate::games::common::options::{OptionField, OptionValue, SideOption, read_play, read_typed};
use crate::games::common::play::{Retreats, parse_horizon};
use crate::games::common::{Horizon, Objective, Retreat};
use crate::games::ti4::rules::{Ability, Captain, LossOrder, Sustain, Ti4Fleet, Ti4Group, limits};
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::json::JsonNode;
use crate::scenario::model::SideText;
use crate::scenario::names::normalise;
use crate::scenario::notation::{OptionText, Spanned, Value};
use crate::scenario::phrase::vocabulary::{ValueWords, one_of};
use crate::scenario::settings::choose;

/// Option to retreat, which only ships have.
const RETREAT: &str = "retreat";

/// Word for all planets of an invasion together, as a horizon of best play.
pub(crate) const INVASION: &str = "invasion";

/// Fields of a side that only a scenario can contain.
pub(crate) const IN_SCENARIOS: [&str; 3] = ["technologies", "effects", "members"];

/// Faction of neutral units.
pub(super) const NEUTRAL: &str = "neutral";

/// Names of all policies.
pub(crate) const POLICY_NAMES: [&str; 4] = ["customary", "optimal", "adaptive", "default"];

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

/// Whether the side can retreat to this destination: as given directly, or by the kind of
/// system and the units there.
fn is_open(
    destination: &Destination,
    known: &Known<'_>,
    is_empyrean: bool,
) -> Result<bool, Diagnostic> {
    let Destination { outright, enemy_ships, own_units, to, .. } = destination;
    if let Some(outright) = outright {
        return Ok(*outright);
    }
    const SYSTEMS: [&str; 5] = ["empty", "asteroid-field", "nebula", "supernova", "gravity-rift"];
    let is_free = known.has("circlet-of-the-void");
    let is_passable = match to {
        None => true,
        Some(to) => {
            let wanted = normalise(&to.value);
            match SYSTEMS.iter().find(|known| normalise(known) == wanted) {
                Some(&"asteroid-field") => known.can(Ability::AntimassDeflectors) || is_free,
                Some(&"supernova") => known.has("magmus-reactor") || is_free,
                Some(&"nebula") => is_empyrean || is_free,
                Some(_) => true,
                None => return Err(Diagnostic::unknown(&to.place, "kind of system", SYSTEMS)),
            }
        }
    };
    let is_ours = own_units.unwrap_or(true) || known.has("dark-energy-tap");
    Ok(is_passable && is_ours && !enemy_ships.unwrap_or(false))
}

/// How a side plays, its factions and its name, where given.
#[derive(Clone, Debug, Default)]
pub(super) struct SideOptions {
    order: Option<Value>,
    sustain: Option<Sustain>,
    objective: Option<Objective>,
    horizon: Option<Horizon>,
    retreat: Retreats,
    /// Faction of each member.
    factions: [Option<Spanned<String>>; limits::MEMBERS],
    name: Option<String>,
}

/// Options of a side.
pub(super) static OPTIONS: [SideOption<SideOptions>; 8] = [
    SideOption::word(
        "play",
        "how the side assigns hits",
        OptionField::None,
        || ValueWords::Text,
        |side, word| Ok(side.order.replace(Value::One(word.clone())).is_none()),
    ),
    SideOption::word(
        "sustain",
        "when units sustain damage",
        OptionField::Play("sustain"),
        || one_of(Sustain::ALL.map(Sustain::name)),
        |side, word| Ok(side.sustain.replace(sustain(word)?).is_none()),
    ),
    SideOption {
        name: "loss-order",
        help: "order in which units are lost",
        field: OptionField::Play(POLICY_FIELD),
        value: OptionValue::Own {
            known: || ValueWords::Text,
            typed: |side, _, order| Ok(side.order.replace(order.clone()).is_none()),
            field: |side, node| {
                side.order = Some(match node.is_list() {
                    true => Value::List(node.each(JsonNode::word)?),
                    false => Value::One(node.word()?),
                });
                Ok(())
            },
        },
    },
    SideOption::objective(|side| &mut side.objective),
    SideOption::word(
        "horizon",
        "how far the side looks ahead: to the end of the sector, or of the battle",
        OptionField::Play("horizon"),
        || one_of([INVASION, Horizon::Battle.name()]),
        |side, word| Ok(side.horizon.replace(parse_horizon(word, INVASION)?).is_none()),
    ),
    SideOption::retreat(|side| &mut side.retreat),
    SideOption::word(
        "faction",
        "whose ships these are",
        OptionField::None,
        || ValueWords::Owner,
        |side, word| Ok(side.factions[0].replace(word.clone()).is_none()),
    ),
    SideOption::name(|side| &mut side.name),
];

/// Options of a side, and what it has.
pub(super) struct Options<'a> {
    given: SideOptions,
    pub(super) known: Known<'a>,
    /// Index of the side: 0 for the attacker.
    side: usize,
}

impl<'a> Options<'a> {
    /// Reads the options that a document gives a side.
    pub(super) fn of(
        text: &SideText,
        members: &[MemberText],
        rulebook: Rulebook,
        side: usize,
    ) -> Result<Self, Diagnostic> {
        let factions = [0, 1].map(|n| members.get(n).and_then(|member| member.faction.clone()));
        let mut given = SideOptions { factions, name: text.name.clone(), ..SideOptions::default() };
        let in_space = rulebook == Rulebook::Ti4Space;
        // Nothing retreats from a planet.
        let options = OPTIONS.iter().filter(|option| in_space || option.name != RETREAT);
        read_play(options, &mut given, &text.play, rulebook)?;
        Ok(Self { given, known: Known::default(), side })
    }

    /// Returns the faction of each member.
    pub(super) fn factions(&self) -> &[Option<Spanned<String>>; limits::MEMBERS] {
        &self.given.factions
    }

    /// Returns the name of the side, if given.
    pub(super) fn name(&self) -> Option<&String> {
        self.given.name.as_ref()
    }

    /// Adds what the members have.
    pub(super) fn learn(
        &mut self,
        ctx: SideCtx<'a>,
        members: &[MemberText],
    ) -> Result<(), Diagnostic> {
        for (n, member) in members.iter().enumerate() {
            let of = (self.side, n as u8);
            for technology in &member.technologies {
                self.known.learn(ctx, of, &EffectText::of(technology.clone()))?;
            }
            for effect in &member.effects {
                self.known.learn(ctx, of, effect)?;
            }
            for option in &member.options {
                self.read_of_member(ctx, n, option)?;
            }
        }
        Ok(())
    }

    /// Reads an option typed with the fleet of a member.
    fn read_of_member(
        &mut self,
        ctx: SideCtx<'a>,
        member: usize,
        option: &OptionText,
    ) -> Result<(), Diagnostic> {
        if let Some(effect) = typed(ctx.catalogue, option)? {
            return self.known.learn(ctx, (self.side, member as u8), &effect);
        }
        let place = &option.name.place;
        match &option.value {
            Some(Value::One(value)) if normalise(&option.name.value) == "faction" => {
                if self.given.factions[member].replace(value.clone()).is_some() {
                    return Err(Diagnostic::at(place, "`faction` is given twice"));
                }
                Ok(())
            }
            _ => Err(Diagnostic::at(place, format!("`{}` is not a member's", option.name.value))
                .label("a member has a faction, technologies and effects")
                .help("how a side plays, and its name, are fields of the side")),
        }
    }

    /// Reads an option typed with the fleet.
    pub(super) fn read(&mut self, ctx: SideCtx<'a>, option: &OptionText) -> Result<(), Diagnostic> {
        let catalogue = ctx.catalogue;
        if let Some(effect) = typed(catalogue, option)? {
            return self.known.learn(ctx, (self.side, 0), &effect);
        }
        let place = &option.name.place;
        let name = normalise(&option.name.value);
        if let Some(field) = IN_SCENARIOS.iter().find(|field| normalise(field) == name) {
            return Err(Diagnostic::at(place, format!("`{field}` cannot be typed with the fleet"))
                .label("it belongs in a scenario")
                .help("see docs/scenarios.md, and --scenario"));
        }
        if name == RETREAT && ctx.rulebook != Rulebook::Ti4Space {
            let message = "nothing retreats from a planet";
            return Err(Diagnostic::at(place, message).label("leave this out"));
        }
        let effects = catalogue.effects.iter().map(|effect| effect.name.as_str());
        read_typed(&OPTIONS, &mut self.given, option, effects)
    }

    /// Returns how the side plays. Its order of losses is set later, because it depends on the
    /// resolved fleet.
    pub(super) fn captain(
        &self,
        ctx: SideCtx<'_>,
        factions: &[Option<&Faction>],
    ) -> Result<Captain, Diagnostic> {
        let objective = self.given.objective.unwrap_or_default();
        let retreat = self.given.retreat.given();
        check_retreat(retreat, objective)?;
        let is_of = |name: &str| factions.iter().flatten().any(|faction| faction.name == name);
        let may_retreat = match ctx.destination {
            Some(destination) => is_open(destination, &self.known, is_of("empyrean"))?,
            None => false,
        } && !is_of(NEUTRAL);
        Ok(Captain {
            sustain: self.given.sustain.unwrap_or_default(),
            order: LossOrder::Unstated,
            objective,
            horizon: self.given.horizon.unwrap_or_default(),
            retreat: retreat.map_or(Retreat::Never, |retreat| retreat.value),
            may_retreat,
            leaves_a_rift: ctx.destination.is_some_and(|d| d.gravity_rift == Some(true))
                && !self.known.has("circlet-of-the-void"),
            is_neutral: self.is_neutral(),
        })
    }

    /// Whether the units are neutral.
    pub(super) fn is_neutral(&self) -> bool {
        self.given.factions[0].as_ref().is_some_and(|faction| same_class(&faction.value, NEUTRAL))
    }

    /// Returns the order in which units are lost. Units missing from a list are lost after it, in
    /// the customary order.
    pub(super) fn order(
        &self,
        text: &SideText,
        fleet: &Ti4Fleet,
        classes: &[ClassNames],
    ) -> Result<LossOrder, Diagnostic> {
        let customary = fleet.customary_order();
        let given = match (&text.command, &self.given.order) {
            (Some(command), _) => {
                return Ok(policy(command)?.unwrap_or(LossOrder::Fixed(customary)));
            }
            (None, None) if self.is_neutral() => return Ok(LossOrder::Fixed(cheapest(fleet))),
            (None, None) => return Ok(LossOrder::Unstated),
            (None, Some(given)) => given,
        };
        let names = match given {
            Value::One(word) if !is_class(word, fleet, classes) => {
                return Ok(policy(word)?.unwrap_or(LossOrder::Fixed(customary)));
            }
            value => value.words(),
        };
        let mut order: Vec<usize> = Vec::new();
        for name in names {
            // If the name is not a class of this side, it may be a kind of unit.
            let wanted = normalise(&name.value);
            let is_class = classes.iter().any(|class| normalise(class.name) == wanted);
            let means = |g: &usize| match is_class {
                true => normalise(classes[*g].name) == wanted,
                false => names_group(&name.value, &fleet.groups[*g], classes[*g]),
            };
            let wanted: Vec<usize> = customary.iter().copied().filter(means).collect();
            if wanted.is_empty() {
                let known = classes.iter().map(|class| class.name);
                return Err(Diagnostic::unknown(&name.place, "class of this side", known));
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

/// Returns the groups with the cheapest units first, in which neutral units are lost (T15).
fn cheapest(fleet: &Ti4Fleet) -> Vec<usize> {
    let mut order = fleet.customary_order();
    order.sort_by_key(|&group| fleet.groups[group].unit.half_cost);
    order
}

/// Whether a name is that of the class or kind of any group.
fn is_class(word: &Spanned<String>, fleet: &Ti4Fleet, classes: &[ClassNames]) -> bool {
    fleet.groups.iter().zip(classes).any(|(group, class)| names_group(&word.value, group, *class))
}

/// Whether a name is that of the class or kind of a group.
fn names_group(name: &str, group: &Ti4Group, class: ClassNames) -> bool {
    let name = normalise(name);
    let mut names = [Some(class.name), class.own, Some(group.unit.kind.name())].into_iter();
    names.any(|known| known.is_some_and(|known| normalise(known) == name))
}

/// Names of a class of a side.
#[derive(Clone, Copy)]
pub(super) struct ClassNames<'a> {
    pub(super) name: &'a str,
    /// The name that its faction gives it, if it belongs to one.
    pub(super) own: Option<&'a str>,
}

/// Parses when units sustain damage.
fn sustain(word: &Spanned<String>) -> Result<Sustain, Diagnostic> {
    choose(&word.place, &word.value, "sustain policy", &Sustain::ALL.map(|s| (s.name(), s)))
}
