//! Entries of units.

use crate::games::ti4::rules::{Roll, Text, Theatre, Unit, UnitKind};
use crate::games::ti4::scenario::names::same_class;
use crate::scenario::diagnostics::{Diagnostic, Place, shorten};
use crate::scenario::fields::{Fields, Provenance};
use crate::scenario::json::JsonNode;

/// A unit as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedUnit {
    /// Name, with hyphens.
    pub name: String,
    /// Title on its sheet or card.
    pub title: String,
    /// Faction that the unit is specific to; empty for units of all factions.
    pub faction: String,
    /// Figures of the unit.
    pub unit: Unit,
    /// Texts that apply only if the owner names the title of the unit.
    pub if_named: Text,
    /// Name of the unit that it becomes in space, if different.
    pub in_space: Option<String>,
    /// Texts that are not simulated, and of which a warning tells.
    pub ignored: Vec<String>,
    /// Text that is not simulated, and without which the unit is refused.
    pub refused: Option<RefusedText>,
    /// Source of the entry.
    pub provenance: Provenance,
}

/// The text of a unit that is not simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedText {
    /// Its effect, in words that complete a message.
    pub does: String,
    /// Kind of combat in which it does something; `None` for both.
    pub place: Option<Theatre>,
}

impl PrintedUnit {
    /// Returns what its text does in a theatre, if that is not simulated.
    pub(in super::super) fn refused_in(&self, theatre: Theatre) -> Option<&str> {
        let refused = self.refused.as_ref()?;
        refused.place.is_none_or(|place| place == theatre).then_some(&*refused.does)
    }

    /// Reads a unit. With `ignores_texts`, unknown texts are kept as ignored ones.
    pub(super) fn read(entry: &mut Fields, ignores_texts: bool) -> Result<Self, Diagnostic> {
        let name = entry.name()?;
        let mut texts = TextReader { ignores_unknown: ignores_texts, ignored: Vec::new() };
        // Files for version 0.1.0 may have this field.
        texts.ignored.extend(entry.string("not_modelled")?);
        Ok(Self {
            name,
            unit: figures(entry, &mut texts)?,
            if_named: texts.read(entry.optional("if_named"))?,
            title: entry.string("title")?.unwrap_or_default(),
            faction: entry.string("faction")?.unwrap_or_default(),
            in_space: entry.string("in_space")?,
            ignored: texts.ignored,
            refused: refused(entry)?,
            provenance: entry.provenance()?,
        })
    }
}

/// Reads the text that is not simulated.
fn refused(entry: &mut Fields) -> Result<Option<RefusedText>, Diagnostic> {
    let theatres = [("space", Theatre::Space), ("ground", Theatre::Ground)];
    let place = entry.read("refused_in", |node| named(node, "kind of combat", &theatres))?;
    Ok(entry.string("refused")?.map(|does| RefusedText { does, place }))
}

/// Reads the figures of a unit.
fn figures(entry: &mut Fields, texts: &mut TextReader) -> Result<Unit, Diagnostic> {
    let kind = kind(&entry.required("kind")?)?;
    let roll = |node: &JsonNode| roll(&node.place(), &node.scalar()?);
    let half_cost = |node: &JsonNode| half_cost(&node.place(), &node.scalar()?);
    let (is_ship, is_ground_force) = entry.read("fights", fights)?.unwrap_or(match kind {
        UnitKind::Infantry | UnitKind::Mech => (false, true),
        UnitKind::Pds => (false, false),
        _ => (true, false),
    });
    Ok(Unit {
        kind,
        combat: entry.read("combat", roll)?,
        barrage: entry.read("barrage", roll)?,
        bombardment: entry.read("bombardment", roll)?,
        cannon: entry.read("cannon", roll)?,
        sustains: entry.flag("sustains")?.unwrap_or_default(),
        is_ship,
        is_ground_force,
        is_structure: kind == UnitKind::Pds,
        moves: entry.small("move", 0, 0..=9)? > 0,
        capacity: entry.small("capacity", 0, 0..=99)?,
        half_cost: entry.read("cost", half_cost)?.unwrap_or_default(),
        planetary_shield: entry.flag("planetary_shield")?.unwrap_or_default(),
        pierces_shields: entry.flag("pierces_shields")?.unwrap_or_default(),
        defies_direct_hits: entry.flag("defies_direct_hits")?.unwrap_or_default(),
        text: texts.read(entry.optional("text"))?,
    })
}

/// Reads the name of a kind of units.
pub(super) fn kind(node: &JsonNode) -> Result<UnitKind, Diagnostic> {
    let name = node.string()?;
    UnitKind::ALL.into_iter().find(|kind| same_class(kind.name(), &name)).ok_or_else(|| {
        Diagnostic::unknown(&node.place(), "kind of unit", UnitKind::ALL.map(UnitKind::name))
    })
}

/// Reads one of these names.
pub(super) fn named<T: Copy>(
    node: &JsonNode,
    kind: &str,
    known: &[(&str, T)],
) -> Result<T, Diagnostic> {
    let name = node.string()?;
    known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        Diagnostic::unknown(&node.place(), kind, known.iter().map(|(name, _)| *name))
    })
}

/// Parses a number of dice and the lowest value that hits: `2x7`, or `7` for one die.
pub(crate) fn roll(place: &Place, text: &str) -> Result<Roll, Diagnostic> {
    let wrong = || {
        Diagnostic::at(place, format!("`{}` is not a roll", shorten(text)))
            .label(
                "expected the number of dice and the lowest value that hits: `2x7`, or `7` for \
                 one die",
            )
            .help("values are from 1 to 10, numbers of dice from 0 to 20")
    };
    let (dice, hit) = text.split_once(['x', 'X']).unwrap_or(("1", text));
    let read = |text: &str| text.trim().parse::<u8>().map_err(|_| wrong());
    let (dice, hit) = (read(dice)?, read(hit)?);
    if !(1..=10).contains(&hit) || dice > 20 {
        return Err(wrong());
    }
    Ok(Roll::of(dice, hit))
}

/// Formats a roll as it is typed: `2x7` for two dice that hit on 7 or more, `7` for one.
pub(crate) fn dice(roll: Roll) -> String {
    match roll {
        Roll { hit, dice: 1, .. } => hit.to_string(),
        Roll { hit, dice, .. } => format!("{dice}x{hit}"),
    }
}

/// Parses a price in resources. Returns it in halves of a resource.
pub(crate) fn half_cost(place: &Place, text: &str) -> Result<u32, Diagnostic> {
    match text.trim().parse::<f64>() {
        Ok(cost) if (0.0..=100.0).contains(&cost) && (cost * 2.0).fract() == 0.0 => {
            Ok((cost * 2.0) as u32)
        }
        _ => Err(Diagnostic::at(place, format!("`{}` is not a price", text.trim()))
            .label("expected 0 to 100 resources, in steps of 0.5")),
    }
}

fn fights(places: &JsonNode) -> Result<(bool, bool), Diagnostic> {
    let (mut space, mut planet) = (false, false);
    for place in places.members()? {
        match place.string()?.as_str() {
            "space" => space = true,
            "planet" => planet = true,
            _ => return Err(Diagnostic::unknown(&place.place(), "place", ["space", "planet"])),
        }
    }
    Ok((space, planet))
}

/// Adds the texts of one unit to those of another.
pub(crate) fn add_texts(to: &mut Text, mut from: Text) {
    for (_, _, flag) in Text::ALL {
        *flag(to) |= *flag(&mut from);
    }
}

/// Reads the names of ability texts.
struct TextReader {
    ignores_unknown: bool,
    ignored: Vec<String>,
}

impl TextReader {
    fn read(&mut self, list: Option<JsonNode>) -> Result<Text, Diagnostic> {
        let mut text = Text::default();
        let Some(list) = list else { return Ok(text) };
        for node in list.members()? {
            let name = node.string()?;
            match Text::ALL.iter().find(|(known, ..)| same_class(known, &name)) {
                Some((_, _, flag)) => *flag(&mut text) = true,
                None if self.ignores_unknown => self.ignored.push(name),
                None => return Err(unknown_text(&node)),
            }
        }
        Ok(text)
    }
}

/// Creates the error for an unknown text.
fn unknown_text(node: &JsonNode) -> Diagnostic {
    let known = Text::ALL.iter().map(|(name, ..)| name);
    let error = Diagnostic::unknown(&node.place(), "text", known);
    let help = error.help.clone().unwrap_or_default();
    error.help(format!("{help}; `--ignore-texts` plays the unit without it"))
}
