//! The options of a side: its orders and its name.

use std::ops::RangeInclusive;

use super::text::SYSTEMS;
use crate::games::Rulebook;
use crate::games::common::options::{
    OptionField, OptionValue, SideOption, needs_one_value, read_play, read_typed,
};
use crate::games::spaceship_battles::rules::TargetPriority;
use crate::scenario::diagnostics::Diagnostic;
use crate::scenario::fields::{Fields, same};
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Play, SideText};
use crate::scenario::notation::{Spanned, Value};
use crate::scenario::phrase::vocabulary::{ValueWords, one_of};

/// Field of `play` that holds the policy of a side.
pub(crate) const POLICY_FIELD: &str = "doctrine";

/// Hull at which a ship can be ordered to destroy itself; 0 for never.
pub(super) const SELF_DESTRUCT: RangeInclusive<i32> = 0..=60;

/// Orders of a side or group, where given, and the name of the side.
#[derive(Clone, Debug, Default)]
pub(super) struct ShipOptions {
    /// Power for engines, field and weapons.
    pub(super) power: [Option<Spanned<String>>; 3],
    /// Speed.
    pub(super) speed: Option<Spanned<String>>,
    /// Rule to choose the target.
    pub(super) target: Option<Spanned<String>>,
    /// System of the target to aim at.
    pub(super) aim: Option<Spanned<String>>,
    /// Doctrine of movement: `close`, `hold` or `keep 5`.
    pub(super) doctrine: Option<Spanned<String>>,
    /// Hull points at which the ship destroys itself.
    pub(super) self_destruct: Option<Spanned<String>>,
    /// Systems in the order in which they receive power.
    pub(super) priority: Option<Vec<Spanned<String>>>,
    /// Whether the ship is invisible.
    pub(super) invisible: Option<Spanned<bool>>,
    pub(super) name: Option<String>,
}

/// Options of a side.
pub(super) static OPTIONS: [SideOption<ShipOptions>; 10] = [
    SideOption::word(
        "play",
        "how the side assigns hits",
        OptionField::None,
        || ValueWords::Like("close"),
        |side, word| Ok(side.doctrine.replace(word.clone()).is_none()),
    ),
    SideOption {
        name: "doctrine",
        help: "how ships move: close, hold or keep a range",
        field: OptionField::Play(POLICY_FIELD),
        value: OptionValue::Own {
            known: || ValueWords::Like("close"),
            typed: |side, name, value| match value {
                Value::One(word) => Ok(side.doctrine.replace(word.clone()).is_none()),
                Value::List(_) => Err(needs_one_value(name, "doctrine")),
            },
            field: |side, node| {
                side.doctrine = Some(doctrine(node)?);
                Ok(())
            },
        },
    },
    SideOption::word(
        "target",
        "enemy that ships attack",
        OptionField::Play("target"),
        || one_of(TargetPriority::ALL.map(TargetPriority::name)),
        |side, word| Ok(side.target.replace(word.clone()).is_none()),
    ),
    SideOption::word(
        "aim",
        "system that shots aim at",
        OptionField::Play("aim"),
        || one_of(SYSTEMS.into_iter().chain(["hull"])),
        |side, word| Ok(side.aim.replace(word.clone()).is_none()),
    ),
    SideOption {
        name: "priority",
        help: "systems that get power first",
        field: OptionField::Play("priority"),
        value: OptionValue::Own {
            known: || one_of(SYSTEMS),
            typed: |side, _, value| Ok(side.priority.replace(value.words().to_vec()).is_none()),
            field: |side, node| {
                side.priority = Some(node.each(JsonNode::word)?);
                Ok(())
            },
        },
    },
    SideOption::word(
        "self-destruct",
        "hull at which a ship destroys itself",
        OptionField::Play("self_destruct"),
        || ValueWords::Within(SELF_DESTRUCT),
        |side, word| Ok(side.self_destruct.replace(word.clone()).is_none()),
    ),
    SideOption::truth(
        "invisible",
        "ships use their invisibility devices",
        OptionField::Play("invisible"),
        |side, is| side.invisible.replace(is).is_none(),
    ),
    SideOption {
        name: "power",
        help: "power of each system",
        field: OptionField::Play("power"),
        value: OptionValue::Own {
            known: || ValueWords::Like("weapons 1"),
            typed: |side, _, value| side.set_power(value.words()),
            field: ShipOptions::read_power,
        },
    },
    SideOption::word(
        "speed",
        "speed that ships keep",
        OptionField::Play("speed"),
        || ValueWords::Like("1"),
        |side, word| Ok(side.speed.replace(word.clone()).is_none()),
    ),
    SideOption::name(|side| &mut side.name),
];

impl ShipOptions {
    /// Reads the options of a side, from its document and its fleet. The policy of the command line
    /// overrides both.
    pub(super) fn of_side(side: &SideText) -> Result<Self, Diagnostic> {
        let named = Self { name: side.name.clone(), ..Self::default() };
        let mut options = named.with(&side.play)?;
        for typed in &side.fleet.options {
            read_typed(&OPTIONS, &mut options, typed, std::iter::empty())?;
        }
        let doctrine = side.command.clone().or(options.doctrine);
        Ok(Self { doctrine, ..options })
    }

    /// Returns these orders, with others where `play` has them.
    pub(super) fn with(&self, play: &Play) -> Result<Self, Diagnostic> {
        let mut options = self.clone();
        read_play(OPTIONS.iter(), &mut options, play, Rulebook::SpaceshipBattles)?;
        Ok(options)
    }

    /// Sets the power of systems as typed: `engines 3`. Returns false if one is given twice.
    fn set_power(&mut self, words: &[Spanned<String>]) -> Result<bool, Diagnostic> {
        let mut is_new = true;
        for word in words {
            let (system, points) = word.value.split_once(' ').unwrap_or((&word.value, ""));
            let Some(system) = SYSTEMS.iter().position(|known| same(known, system)) else {
                return Err(Diagnostic::unknown(&word.place, "system", SYSTEMS));
            };
            let points = Spanned::new(points.trim().to_string(), word.place.clone());
            is_new &= self.power[system].replace(points).is_none();
        }
        Ok(is_new)
    }

    /// Reads the power by system.
    fn read_power(&mut self, node: &JsonNode) -> Result<(), Diagnostic> {
        let mut systems = Fields::of(node, "system")?;
        for (points, system) in self.power.iter_mut().zip(SYSTEMS) {
            *points = systems.word(system)?.or(points.take());
        }
        systems.finish()
    }
}

/// Reads a doctrine: `"close"` or `{"keep": 5}`.
fn doctrine(node: &JsonNode) -> Result<Spanned<String>, Diagnostic> {
    if !node.is_object() {
        return node.word();
    }
    let mut fields = Fields::of(node, "doctrine")?;
    let range = fields.required("keep")?.scalar()?;
    fields.finish()?;
    Ok(Spanned::new(format!("keep {range}"), node.place()))
}
