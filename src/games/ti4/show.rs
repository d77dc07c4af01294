//! Lists the catalogue of Twilight Imperium and prices its fleets.

use serde_json::Value;

use crate::answer::Side;
use crate::games::entry::{unknown, unless_zero};
use crate::games::ti4::rules::{Roll, Text, Theatre, Ti4Fleet, Ti4Group, Unit, UnitKind};
use crate::games::ti4::scenario::{
    EffectEntry, EffectField, PrintedUnit, SideCtx, Ti4Catalogue, dice, resolve_side,
};
use crate::games::{CheckedFleet, Details, Entry, GroupDamage, GroupFigures, Rulebook};
use crate::scenario::{Diagnostic, SideText};

/// Returns all entries of the catalogue.
pub(crate) fn entries(catalogue: &Ti4Catalogue, rulebook: Rulebook) -> Vec<Entry> {
    let of_kind = |kind: UnitKind| {
        let units = catalogue.units.iter().filter(move |unit| unit.unit.kind == kind);
        units.map(move |unit| printed_unit(kind.name(), unit))
    };
    let theatre = if rulebook == Rulebook::Ti4Space { "space" } else { "ground" };
    let effects = catalogue.effects.iter().map(|effect| {
        let is_elsewhere = !effect.place.is_empty() && effect.place != theatre;
        let is_idle = is_elsewhere || !effect.is_played() || does(catalogue, effect) == NOTHING;
        Entry { is_idle, ..ability(catalogue, effect) }
    });
    let factions = catalogue.factions.iter().map(|faction| {
        let bonus = match faction.bonus {
            0 => String::new(),
            bonus => format!("{bonus:+} on combat rolls"),
        };
        let entry = Entry::new("Factions", "faction", &faction.name, bonus);
        let entry = entry.with([("bonus", unless_zero(faction.bonus))]);
        entry.titled(&faction.title).from(&faction.provenance)
    });
    UnitKind::ALL.into_iter().flat_map(of_kind).chain(effects).chain(factions).collect()
}

/// Returns a unit as it is printed.
fn printed_unit(kind: &str, printed: &PrintedUnit) -> Entry {
    let PrintedUnit { name, title, faction, unit, provenance, .. } = printed;
    let roll = |roll: Option<Roll>| roll.map(|roll| Value::from(dice(roll)));
    let flag = |is: bool| is.then_some(Value::Bool(true));
    let entry = Entry::new(kind, kind, name, figures(unit)).with([
        ("combat", roll(unit.combat)),
        ("barrage", roll(unit.barrage)),
        ("bombardment", roll(unit.bombardment)),
        ("cannon", roll(unit.cannon)),
        ("capacity", unless_zero(unit.capacity)),
        ("sustains", flag(unit.sustains)),
        ("planetary_shield", flag(unit.planetary_shield)),
    ]);
    // Players call the units of all factions by their class.
    let title = if faction.is_empty() { "" } else { title };
    let entry = entry.titled(title).of(faction).from(provenance);
    if unit.half_cost == 0 { entry } else { entry.at(f64::from(unit.half_cost) / 2.0) }
}

/// Returns an ability, technology or card with what it does and takes.
fn ability(catalogue: &Ti4Catalogue, effect: &EffectEntry) -> Entry {
    let EffectEntry { name, kind, faction, when, provenance, .. } = effect;
    let given = |text: &str| (!text.is_empty()).then(|| Value::from(text));
    let does = does(catalogue, effect);
    let summary = match when.as_str() {
        "" | "always" => does.clone(),
        when => format!("{does}; {when}"),
    };
    let takes = takes(effect);
    let entry = Entry::new("Abilities", kind, name, summary).with([
        ("title", given(&effect.title)),
        ("also", (!effect.also.is_empty()).then(|| effect.also.clone().into())),
        ("effect", given(&does)),
        ("when", given(when)),
        ("in", given(&effect.place)),
        ("side", given(&effect.side)),
        ("takes", (!takes.is_empty()).then(|| takes.into())),
        ("refused", effect.refused.as_deref().map(Value::from)),
    ]);
    entry.titled(&effect.title).of(faction).from(provenance)
}

/// Effect of a text that is not about combats.
const NOTHING: &str = "its text changes nothing in a combat";

/// Describes what an ability does. The text of a unit that holds with it is that of the unit.
fn does(catalogue: &Ti4Catalogue, effect: &EffectEntry) -> String {
    let unit = effect.unit.as_deref().and_then(|name| catalogue.unit(name));
    let own_words = || match unit.map(|printed| text(&printed.unit)) {
        Some(words) if !words.is_empty() => words.join("; "),
        _ => NOTHING.into(),
    };
    if effect.effect.is_empty() { own_words() } else { effect.effect.clone() }
}

/// Returns what an ability takes in a scenario: `count: trade goods, at most 15`, `round`.
fn takes(effect: &EffectEntry) -> Vec<String> {
    let counts = match effect.counts.as_str() {
        "" if effect.kind == "action card" => "cards",
        "" => "uses",
        counts => counts,
    };
    let count = effect.count.map(|most| format!("count: {counts}, at most {most}"));
    count.into_iter().chain(effect.takes.iter().map(|field| field_words(*field).into())).collect()
}

/// Describes a field of an ability.
fn field_words(field: EffectField) -> &'static str {
    match field {
        EffectField::Round => "round: the first round in which it is used",
        EffectField::Unit => "unit: the class of own units",
        EffectField::Units => "units: the units that it places",
        EffectField::EnemyDice => "enemy_dice: whether the enemy rolls again, too",
        EffectField::Bombard => "bombard: whether the own planet is bombarded",
        EffectField::Gains => "gains: a technology of the enemy",
        EffectField::Texts => "texts: flagships of other factions",
    }
}

/// Formats the figures that a unit has: `5, bombardment 5, capacity 1, sustains`.
fn figures(unit: &Unit) -> String {
    let mut words: Vec<String> = unit.combat.map(dice).into_iter().collect();
    for (name, roll) in
        [("barrage", unit.barrage), ("bombardment", unit.bombardment), ("cannon", unit.cannon)]
    {
        words.extend(roll.map(|roll| format!("{name} {}", dice(roll))));
    }
    if unit.capacity > 0 {
        words.push(format!("capacity {}", unit.capacity));
    }
    let flags = [
        (unit.sustains, "sustains"),
        (unit.planetary_shield, "shield"),
        (unit.pierces_shields, "pierces shields"),
        (unit.defies_direct_hits, "immune to Direct Hit"),
    ];
    words.extend(flags.iter().filter(|(is, _)| *is).map(|(_, name)| name.to_string()));
    if words.is_empty() { "–".into() } else { words.join(", ") }
}

/// Describes the text abilities of a unit that are modelled.
fn text(unit: &Unit) -> Vec<&'static str> {
    let mut text = unit.text;
    let all = Text::ALL.iter().filter(|(_, words, flag)| !words.is_empty() && *flag(&mut text));
    let mut words: Vec<&str> = all.map(|(_, words, _)| *words).collect();
    words.dedup();
    words
}

fn cost(unit: &Unit) -> String {
    match unit.half_cost {
        0 => "–".into(),
        halves if halves % 2 == 0 => (halves / 2).to_string(),
        halves => format!("{:.1}", f64::from(halves) / 2.0),
    }
}

/// Returns all that is known of the unit, ability, technology, card or faction with a name.
///
/// # Errors
/// If the catalogue has no entry of this name.
pub(crate) fn details(catalogue: &Ti4Catalogue, name: &str) -> Result<Details, Diagnostic> {
    if let Some(unit) = catalogue.unit(name) {
        return Ok(unit_details(catalogue, unit));
    }
    if let Some(effect) = catalogue.effect(name) {
        return Ok(effect_details(catalogue, effect));
    }
    let Some(faction) = catalogue.faction(name) else {
        let names = entries(catalogue, Rulebook::Ti4Space).into_iter().map(|entry| entry.name);
        return Err(unknown(name, names, "ti4-space"));
    };
    let bonus = (faction.bonus != 0).then(|| format!("{:+} on combat rolls", faction.bonus));
    let own = |effect: &&EffectEntry| effect.faction == faction.name && effect.unit.is_none();
    let effects = catalogue.effects.iter().filter(own);
    let effects = effects.map(|effect| format!("{:<24}{}", effect.name, effect.kind));
    let units = catalogue.units.iter().filter(|unit| unit.faction == faction.name);
    let units = units.map(|unit| format!("{:<24}{}", unit.name, figures(&unit.unit)));
    let lines = bonus.into_iter().chain(effects).chain(units).collect();
    let sources = &catalogue.sources;
    Ok(Details::new(&faction.name, " (faction)".into(), lines, &faction.provenance, sources))
}

fn unit_details(catalogue: &Ti4Catalogue, unit: &PrintedUnit) -> Details {
    let of = if unit.faction.is_empty() { String::new() } else { format!(", {}", unit.faction) };
    let remark = format!(": {} ({}{of})", unit.title, unit.unit.kind.name());
    let mut lines = vec![format!("{}, cost {}", figures(&unit.unit), cost(&unit.unit))];
    lines.extend(text(&unit.unit).into_iter().map(String::from));
    lines.extend(unit.ignored.iter().map(|what| format!("not modelled: {what}")));
    lines.extend(unit.refused.as_ref().map(|text| {
        let place = match text.place {
            Some(Theatre::Space) => " in space",
            Some(Theatre::Ground) => " on planets",
            None => "",
        };
        format!("refused{place}, because its text is not simulated: {}", text.does)
    }));
    let is_of_unit = |effect: &&EffectEntry| {
        effect.unit.as_ref() == Some(&unit.name) && !effect.effect.is_empty()
    };
    let effects = catalogue.effects.iter().filter(is_of_unit);
    lines.extend(effects.map(|effect| format!("if `{}` is named: {}", effect.name, effect.effect)));
    lines.extend(unit.in_space.as_ref().map(|other| format!("in space: {other}")));
    Details::new(&unit.name, remark, lines, &unit.provenance, &catalogue.sources)
}

fn effect_details(catalogue: &Ti4Catalogue, effect: &EffectEntry) -> Details {
    let EffectEntry { name, title, kind, faction, .. } = effect;
    let of = if faction.is_empty() { String::new() } else { format!(", {faction}") };
    let mut lines = vec![does(catalogue, effect)];
    if !effect.when.is_empty() {
        lines.push(format!("when: {}", effect.when));
    }
    let place = match effect.place.as_str() {
        "space" => "in space",
        "ground" => "on planets",
        _ => "",
    };
    let side = match effect.side.as_str() {
        "" => String::new(),
        side => format!("for the {side}"),
    };
    let only = [place, &side].map(str::trim).join(" ");
    if !only.trim().is_empty() {
        lines.push(format!("only {}", only.trim()));
    }
    lines.extend(takes(effect).into_iter().map(|field| format!("takes {field}")));
    if !effect.also.is_empty() {
        lines.push(format!("also: {}", effect.also.join(", ")));
    }
    lines.extend(effect.refused.as_ref().map(|why| format!("refused: {why}")));
    let remark = format!(": {title} ({kind}{of})");
    Details::new(name, remark, lines, &effect.provenance, &catalogue.sources)
}

/// Checks a fleet, and returns its figures and costs.
///
/// # Errors
/// If the fleet does not fit the rules.
pub(crate) fn check(
    catalogue: &Ti4Catalogue,
    rulebook: Rulebook,
    side: &SideText,
) -> Result<CheckedFleet, Diagnostic> {
    let ctx = SideCtx { catalogue, rulebook, destination: None, may_be_empty: false, planet: None };
    let side = resolve_side(ctx, side, &side.fleet, ("fleet", 0))?;
    Ok(CheckedFleet {
        groups: groups(&side),
        total: Some(("resources", side.fleet.cost())),
        fleet: side.labels.fleet,
        remarks: side.warnings.iter().map(|warning| format!("warning: {warning}")).collect(),
    })
}

/// Returns the figures of each group of a side.
///
/// # Errors
/// If a name is not in the catalogue, or a figure is wrong.
pub(crate) fn group_figures(
    catalogue: &Ti4Catalogue,
    rulebook: Rulebook,
    text: &SideText,
) -> Result<Vec<GroupFigures>, Diagnostic> {
    let ctx = SideCtx { catalogue, rulebook, destination: None, may_be_empty: true, planet: None };
    Ok(groups(&resolve_side(ctx, text, &text.fleet, ("fleet", 0))?))
}

fn groups(side: &Side<Ti4Fleet>) -> Vec<GroupFigures> {
    let group = |(group, class): (&Ti4Group, &String)| GroupFigures {
        class: class.clone(),
        count: group.count.into(),
        summary: figures(&group.unit),
        cost: f64::from(group.unit.half_cost) * f64::from(group.count) / 2.0,
        damage: (group.unit.sustains || group.damaged > 0)
            .then(|| GroupDamage::of_some(group.count, group.damaged)),
        blueprint: None,
    };
    side.fleet.groups.iter().zip(&side.labels.classes).map(group).collect()
}

/// Returns the numbers of entries of the catalogue in words.
pub(crate) fn count(catalogue: &Ti4Catalogue) -> String {
    let (units, effects) = (catalogue.units.len(), catalogue.effects.len());
    let factions = catalogue.factions.len();
    format!("{units} units, {effects} abilities, {factions} factions\n")
}
