//! Texts about rolls, as entries of the catalogue.

use std::fmt::Write;

use super::unit::{dice, named, roll};
use crate::games::ti4::rules::{RollChange, RollKind, RollText, RolledBy, UnitKind};
use crate::games::ti4::scenario::names::same_class;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;

/// Change that a text makes on rolls, as its entry says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollEntry {
    /// Rolls that it changes.
    rolls: Vec<RollKind>,
    /// Whose rolls it changes.
    whose: Whose,
    /// Kinds of units that it concerns. Empty for the text of a unit, which concerns that unit.
    kinds: Vec<UnitKind>,
    change: RollChange,
    /// Number of what the text counts for which the change is made once.
    per: u8,
}

/// Side whose rolls a text changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Own,
    Enemy,
    Both,
}

const WHOSE: [(&str, Whose); 3] =
    [("own", Whose::Own), ("enemy", Whose::Enemy), ("both", Whose::Both)];

/// Names of several rolls.
const ROLLS: [(&str, &[RollKind]); 2] =
    [("abilities", RollKind::ALL.split_at(1).1), ("all", &RollKind::ALL)];

/// Kinds of ships.
const SHIPS: [UnitKind; 7] = [
    UnitKind::Fighter,
    UnitKind::Destroyer,
    UnitKind::Cruiser,
    UnitKind::Carrier,
    UnitKind::Dreadnought,
    UnitKind::Flagship,
    UnitKind::WarSun,
];

/// Names of several kinds of units.
const KINDS: [(&str, &[UnitKind]); 2] =
    [("ships", &SHIPS), ("ground forces", &[UnitKind::Infantry, UnitKind::Mech])];

/// Highest bonus of a text with its count. With all others, it fits a number of eight bits.
const MOST_BONUS: i32 = 90;

impl RollEntry {
    /// Creates a bonus on combat rolls of the unit on which the text is printed.
    pub(super) fn combat_bonus(bonus: i8) -> Self {
        Self {
            rolls: vec![RollKind::Combat],
            whose: Whose::Own,
            kinds: Vec::new(),
            change: RollChange::Bonus(bonus),
            per: 1,
        }
    }

    /// Reads an entry. The text of a unit concerns that unit alone. `counted` is the highest count
    /// of the text and what is counted, if it takes a count.
    pub(super) fn read(
        node: &JsonNode,
        is_of_unit: bool,
        counted: Option<(u8, &str)>,
    ) -> Result<Self, Diagnostic> {
        let mut fields = Fields::of(node, "field of a roll")?;
        let rolls = rolls(&fields.required("of")?)?;
        let places = [fields.peek("units"), fields.peek("whose")];
        if let Some(place) = places.into_iter().flatten().next().filter(|_| is_of_unit) {
            let message = "the text of a unit changes rolls of that unit only";
            return Err(Diagnostic::at(&place.place(), message)
                .help("leave out `units` and `whose`, or the `unit` of the entry"));
        }
        let units = match fields.optional("units") {
            Some(list) => Some(all_kinds(&list)?),
            None => None,
        };
        let change = change(&mut fields, node)?;
        let per = fields.optional("per");
        let per_what = per.as_ref().map(|per| per.number(1..=9)).transpose()?;
        check_count(node, change, (per_what, per.as_ref()), counted)?;
        let read = Self {
            rolls,
            whose: fields.read("whose", |node| named(node, "side", &WHOSE))?.unwrap_or(Whose::Own),
            kinds: match units {
                Some(units) => units,
                None if is_of_unit => Vec::new(),
                None => UnitKind::ALL.to_vec(),
            },
            change,
            per: per_what.unwrap_or(1) as u8,
        };
        fields.finish()?;
        Ok(read)
    }

    /// Returns the text for the side that has it, or for its enemy. It is counted `count` times.
    /// `printed_on` are the groups of the unit whose text it is. Returns `None` if it changes
    /// nothing there.
    pub(in super::super) fn text(
        &self,
        count: u8,
        of: RollsOf,
        printed_on: &[usize],
    ) -> Option<RollText> {
        let member = match (of, self.whose) {
            (RollsOf::Own(member), Whose::Own) => Some(member),
            (RollsOf::Own(_), Whose::Both) => None,
            (RollsOf::Enemy, Whose::Enemy | Whose::Both) => None,
            _ => return None,
        };
        let times = count / self.per;
        let change = match self.change {
            _ if times == 0 => return None,
            RollChange::Bonus(bonus) => {
                let sum = i32::from(bonus) * i32::from(times);
                RollChange::Bonus(sum.clamp(-MOST_BONUS, MOST_BONUS) as i8)
            }
            RollChange::Dice(dice) => RollChange::Dice(dice.saturating_mul(times)),
            once @ (RollChange::Gains(_) | RollChange::MoreHits { .. }) => once,
        };
        let units = match self.kinds.is_empty() {
            true => RolledBy::Groups(printed_on.to_vec()),
            false => RolledBy::Kinds(self.kinds.clone(), member),
        };
        Some(RollText { units, rolls: self.rolls.clone(), change })
    }

    /// Whether the text changes rolls of the side that has it, or of its enemy.
    pub(in super::super) fn is_about(&self, of: RollsOf) -> bool {
        match of {
            RollsOf::Own(_) => self.whose != Whose::Enemy,
            RollsOf::Enemy => self.whose != Whose::Own,
        }
    }

    /// Whether the text changes rolls of both sides.
    pub(in super::super) fn is_shared(&self) -> bool {
        self.whose == Whose::Both
    }

    /// Describes what the text does: `+1 on own combat rolls for every 2 upgrades`.
    pub(super) fn words(&self, counts: Option<&str>) -> String {
        let whose = match (self.whose, self.kinds.is_empty()) {
            (_, true) => "its ",
            (Whose::Own, _) => "own ",
            (Whose::Enemy, _) => "enemy ",
            (Whose::Both, _) => "all ",
        };
        let rolls = rolls_in_words(&self.rolls);
        let units = units_in_words(&self.kinds);
        let of_units = if units.is_empty() { String::new() } else { format!(" of {units}") };
        let mut words = match self.change {
            RollChange::Bonus(bonus) => format!("{bonus:+} on {whose}{rolls} rolls{of_units}"),
            RollChange::Dice(1) => format!("1 more die for {whose}{rolls} rolls{of_units}"),
            RollChange::Dice(n) => format!("{n} more dice for {whose}{rolls} rolls{of_units}"),
            RollChange::Gains(roll) => {
                let units = if units.is_empty() { "units".into() } else { units };
                format!("{whose}{units} without {rolls} gain {rolls} {}", dice(roll))
            }
            RollChange::MoreHits { from, hits } => {
                let numbers = match from {
                    10 => "10".to_string(),
                    from => format!("number from {from} on"),
                };
                let plural = if hits == 1 { "" } else { "s" };
                format!(
                    "each natural {numbers} on {whose}{rolls} dice{of_units} scores {hits} more \
                     hit{plural}"
                )
            }
        };
        if let Some(counts) = counts {
            let _ = match self.per {
                1 => write!(words, " for each of the {counts}"),
                per => write!(words, " for every {per} {counts}"),
            };
        }
        words
    }
}

/// Whose rolls are changed, seen from the side that has a text.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum RollsOf {
    /// Those of the member that has the text.
    Own(u8),
    /// Those of the enemy.
    Enemy,
}

/// Reads the names of rolls: one, or a list.
fn rolls(node: &JsonNode) -> Result<Vec<RollKind>, Diagnostic> {
    let one = |node: &JsonNode| -> Result<Vec<RollKind>, Diagnostic> {
        let name = node.string()?;
        if let Some((_, rolls)) = ROLLS.iter().find(|(known, _)| *known == name) {
            return Ok(rolls.to_vec());
        }
        let kind = RollKind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.map(|kind| vec![kind]).ok_or_else(|| {
            let names = RollKind::ALL.map(RollKind::name).into_iter();
            let names = names.chain(ROLLS.iter().map(|(name, _)| *name));
            Diagnostic::unknown(&node.place(), "roll", names)
        })
    };
    if !node.is_list() {
        return one(node);
    }
    let mut all: Vec<RollKind> = Vec::new();
    for kind in node.each(one)?.concat() {
        if !all.contains(&kind) {
            all.push(kind);
        }
    }
    match all.is_empty() {
        true => Err(Diagnostic::at(&node.place(), "a text about rolls needs a roll")),
        false => Ok(all),
    }
}

/// Checks that a text is counted only where that changes something.
fn check_count(
    node: &JsonNode,
    change: RollChange,
    (per, place): (Option<i32>, Option<&JsonNode>),
    counted: Option<(u8, &str)>,
) -> Result<(), Diagnostic> {
    let place = place.unwrap_or(node).place();
    let is_counted = matches!(change, RollChange::Bonus(_) | RollChange::Dice(_));
    let why = match (counted, per) {
        (Some(_), _) if !is_counted => "`gains` and `hits` are not counted: leave out `count`",
        (Some((_, "")), _) => "a text with a `count` needs `counts`, which says what is counted",
        (None, Some(_)) => "`per` needs a `count`",
        (Some((most, _)), Some(per)) if per > i32::from(most) => {
            "`per` is more than the highest `count`"
        }
        _ => return Ok(()),
    };
    Err(Diagnostic::at(&place, why))
}

/// Reads the names of kinds of units, each once in the customary order.
fn all_kinds(list: &JsonNode) -> Result<Vec<UnitKind>, Diagnostic> {
    let named = list.each(kinds)?.concat();
    if named.is_empty() {
        let message = "a text about units needs one; without `units`, it concerns all";
        return Err(Diagnostic::at(&list.place(), message));
    }
    Ok(UnitKind::ALL.into_iter().filter(|kind| named.contains(kind)).collect())
}

/// Reads the name of a kind of units, or of several.
fn kinds(node: &JsonNode) -> Result<Vec<UnitKind>, Diagnostic> {
    let name = node.string()?;
    let several = KINDS.iter().find(|(known, _)| same_class(known, &name));
    let one = || UnitKind::ALL.into_iter().find(|kind| same_class(kind.name(), &name));
    if let Some((_, kinds)) = several {
        return Ok(kinds.to_vec());
    }
    one().map(|kind| vec![kind]).ok_or_else(|| {
        let names = KINDS.iter().map(|(name, _)| *name);
        let names = names.chain(UnitKind::ALL.map(UnitKind::name));
        Diagnostic::unknown(&node.place(), "kind of unit", names)
    })
}

/// Reads the only change of a text.
fn change(fields: &mut Fields, node: &JsonNode) -> Result<RollChange, Diagnostic> {
    let bonus = fields.read("bonus", |node| node.number(-9..=9))?;
    let dice = fields.read("dice", |node| node.number(1..=9))?;
    let gains = fields.read("gains", |node| roll(&node.place(), &node.scalar()?))?;
    let hits = fields.read("hits", |node| node.number(1..=2))?;
    let on = fields.read("on", |node| node.number(1..=10))?;
    let changes = [
        bonus.map(|bonus| RollChange::Bonus(bonus as i8)),
        dice.map(|dice| RollChange::Dice(dice as u8)),
        gains.map(RollChange::Gains),
        hits.map(|hits| RollChange::MoreHits { from: on.unwrap_or(10) as u8, hits: hits as u8 }),
    ];
    let mut given = changes.into_iter().flatten();
    match (given.next(), given.next()) {
        (Some(RollChange::Bonus(0)), None) => {
            Err(Diagnostic::at(&node.place(), "a bonus of 0 changes nothing"))
        }
        (Some(RollChange::Gains(roll)), None) if roll.dice == 0 => {
            Err(Diagnostic::at(&node.place(), "a roll without dice changes nothing"))
        }
        (Some(change), None) if on.is_none() || hits.is_some() => Ok(change),
        (Some(_), None) => Err(Diagnostic::at(&node.place(), "`on` belongs to `hits`")),
        _ => Err(Diagnostic::at(&node.place(), "a text about rolls makes one change")
            .label("expected one of `bonus`, `dice`, `gains`, `hits`")),
    }
}

/// Names rolls: `combat and unit ability`.
fn rolls_in_words(rolls: &[RollKind]) -> String {
    let abilities = RollKind::ALL.split_at(1).1;
    let has_all = abilities.iter().all(|kind| rolls.contains(kind));
    let mut names: Vec<&str> = Vec::new();
    for kind in rolls {
        match has_all && abilities.contains(kind) {
            true if names.contains(&"unit ability") => {}
            true => names.push("unit ability"),
            false => names.push(kind.name()),
        }
    }
    and(&names)
}

/// Names kinds of units in the plural; empty for all or for the unit of a text.
fn units_in_words(kinds: &[UnitKind]) -> String {
    if kinds.is_empty() || kinds.len() == UnitKind::ALL.len() {
        return String::new();
    }
    if let Some((name, _)) = KINDS.iter().find(|(_, known)| *known == kinds) {
        return (*name).into();
    }
    let plural = |kind: &UnitKind| match kind {
        UnitKind::Infantry => "infantry".to_string(),
        UnitKind::Pds => "PDS".to_string(),
        kind => format!("{}s", kind.name().replace('-', " ")),
    };
    let names: Vec<String> = kinds.iter().map(plural).collect();
    and(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Joins names: `a, b and c`.
fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
