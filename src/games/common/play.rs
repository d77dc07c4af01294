//! Reads fields of `play` and `setting` that several games share.

use super::{Horizon, Objective, Retreat};
use crate::answer::RoundWindow;
use crate::scenario::diagnostics::{Diagnostic, Place, shorten};
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Play, SideText};
use crate::scenario::names::normalise;
use crate::scenario::notation::{Spanned, Value};
use crate::scenario::phrase::names::Synonyms;
use crate::scenario::phrase::vocabulary::Condition;
use crate::scenario::settings::choose;

/// Conditions under which a group starts to retreat.
const RETREAT: [&str; 3] = ["after_round", "at_most", "below"];

/// Conditions to retreat as they are typed.
pub(crate) const RETREATS: &[Condition] = &[
    Condition { words: "never", number: "", units: &[] },
    Condition { words: "after round", number: "2", units: &["round", "rounds"] },
    Condition { words: "at most", number: "1", units: &["ship", "ships", "left"] },
    Condition { words: "below", number: "20%", units: &[] },
    Condition { words: "optimal", number: "", units: &[] },
];

/// Other words for a condition to retreat.
pub(crate) const RETREATING: &Synonyms = &[(
    "retreat",
    &["retreats", "retreating", "retreat if", "withdraw", "flee", "flees", "fleeing"],
)];

/// Highest round cap, and highest round in which a battle can start.
pub(crate) const MAX_ROUNDS: u64 = 1_000_000;

/// Largest number of ships at which a side can retreat.
const MAX_SHIPS: u64 = 1000;

/// Maximum number of rounds for which the state is listed.
const MAX_LISTED: u64 = 1000;

/// Parses the name of a horizon. All games know `sector`.
pub(crate) fn parse_horizon(
    word: &Spanned<String>,
    whole: &'static str,
) -> Result<Horizon, Diagnostic> {
    let [sector, battle] = Horizon::ALL;
    if normalise(&word.value) == sector.name() {
        return Ok(sector);
    }
    choose(&word.place, &word.value, "horizon", &[(whole, sector), (battle.name(), battle)])
}

/// Parses the name of an objective.
pub(crate) fn parse_objective(word: &Spanned<String>) -> Result<Objective, Diagnostic> {
    choose(&word.place, &word.value, "objective", &Objective::ALL.map(|o| (o.name(), o)))
}

/// Returns when groups of a side start to retreat, if the side says so.
#[must_use]
pub fn retreat_of(play: &Play) -> Option<Spanned<Retreat>> {
    play.fields.clone().spanned("retreat", retreat).ok().flatten()
}

/// When groups of a side start to retreat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Retreats {
    /// By the document of the side.
    document: Option<Spanned<Retreat>>,
    /// As typed with its fleet.
    typed: Option<Spanned<Retreat>>,
}

impl Retreats {
    /// Returns what holds: what the document says, or else what is typed.
    pub(crate) fn given(&self) -> Option<&Spanned<Retreat>> {
        self.document.as_ref().or(self.typed.as_ref())
    }

    /// Sets what is typed. Returns false if it was set before.
    pub(crate) fn set_typed(
        &mut self,
        name: &Spanned<String>,
        value: Option<&Value>,
    ) -> Result<bool, Diagnostic> {
        Ok(self.typed.replace(typed(name, value)?).is_none())
    }

    /// Sets what the document says.
    pub(crate) fn set_document(&mut self, node: &JsonNode) -> Result<(), Diagnostic> {
        self.document = Some(Spanned::new(retreat(node)?, node.place()));
        Ok(())
    }
}

/// Reads when groups start to retreat: `"never"`, `"optimal"`, `{"after_round": 2}`,
/// `{"at_most": 3}` or `{"below": 0.2}`.
fn retreat(node: &JsonNode) -> Result<Retreat, Diagnostic> {
    if node.is_string() {
        return match node.string()?.trim().to_lowercase().as_str() {
            "never" => Ok(Retreat::Never),
            "optimal" => Ok(Retreat::Optimal),
            _ => Err(Diagnostic::unknown(&node.place(), "retreat policy", ["never", "optimal"])
                .help("allowed: never, optimal, or a condition: {\"after_round\": 2}, {\"at_most\": 3}, {\"below\": 0.2}")),
        };
    }
    let mut fields = Fields::of(node, "condition")?;
    let given: Vec<_> =
        RETREAT.iter().filter_map(|name| Some((name, fields.optional(name)?))).collect();
    fields.finish()?;
    let [(name, value)] = &given[..] else {
        return Err(Diagnostic::at(&node.place(), format!("found {} conditions", given.len()))
            .label("expected exactly one of `after_round`, `at_most`, `below`"));
    };
    Ok(match **name {
        "after_round" => {
            Retreat::AfterRound(value.up_to(0, MAX_ROUNDS, "number of rounds")? as u32)
        }
        "at_most" => Retreat::AtMost(value.up_to(0, MAX_SHIPS, "number of ships")? as u32),
        _ => Retreat::Below(share(&value.scalar()?, &value.place())?),
    })
}

/// Returns when groups of a side start to retreat, if that is typed with its fleet:
/// `retreat=after round 2`, `retreat=at most 3`, `retreat=below 20%`, `retreat=optimal`.
pub(crate) fn typed_retreat(side: &SideText) -> Result<Option<Spanned<Retreat>>, Diagnostic> {
    let mut options = side.fleet.options.iter();
    let Some(option) = options.find(|option| normalise(&option.name.value) == "retreat") else {
        return Ok(None);
    };
    typed(&option.name, option.value.as_ref()).map(Some)
}

/// Reads a typed condition to retreat.
fn typed(name: &Spanned<String>, value: Option<&Value>) -> Result<Spanned<Retreat>, Diagnostic> {
    let Some(Value::One(Spanned { value, place })) = value else {
        return Err(Diagnostic::at(&name.place, "`retreat` needs one value")
            .label("expected `retreat=after round 2`"));
    };
    let typed = normalise(value);
    let number = |text: &str, most: u64| {
        let number = text.trim_start_matches('-').to_string();
        Spanned::new(number, place.clone()).number(0..=most as i32).map(|n| n as u32)
    };
    let retreat = match RETREAT.map(|kind| typed.strip_prefix(&normalise(kind)).map(str::to_string))
    {
        _ if typed == "never" => Retreat::Never,
        _ if typed == "optimal" => Retreat::Optimal,
        [Some(rounds), ..] => Retreat::AfterRound(number(&rounds, MAX_ROUNDS)?),
        [_, Some(ships), _] => Retreat::AtMost(number(&ships, MAX_SHIPS)?),
        [.., Some(_)] => {
            let text = value.trim().trim_start_matches(char::is_alphabetic);
            Retreat::Below(share(text, place)?)
        }
        _ => {
            let known = RETREATS.iter().map(Condition::example);
            return Err(Diagnostic::unknown(place, "condition to retreat", known));
        }
    };
    Ok(Spanned::new(retreat, place.clone()))
}

/// Reads a probability: `0.2` or `"20%"`.
fn share(text: &str, place: &Place) -> Result<f64, Diagnostic> {
    let (number, unit) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent, 100.0),
        None => (text.trim(), 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&(value / unit)) => Ok(value / unit),
        _ => Err(Diagnostic::at(place, format!("`{}` is not a probability", shorten(text)))
            .label("must be from 0 to 1, or a string like \"20%\"")),
    }
}

/// Rounds that a setting gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoundTexts {
    /// Last round; a battle still undecided after it is a standoff.
    pub(crate) cap: Option<Spanned<u32>>,
    /// Last round for which the report lists the state after the round.
    pub(crate) listed: Option<Spanned<u32>>,
}

impl RoundTexts {
    /// Reads the cap on rounds and the rounds to list.
    pub(crate) fn read(setting: &mut Fields) -> Result<Self, Diagnostic> {
        let cap = setting
            .spanned("round_cap", |node| Ok(node.up_to(1, MAX_ROUNDS, "round cap")? as u32))?;
        Ok(Self { cap, ..Self::listed(setting)? })
    }

    /// Reads the rounds to list.
    pub(crate) fn listed(setting: &mut Fields) -> Result<Self, Diagnostic> {
        let rounds = |node: &JsonNode| node.up_to(1, MAX_LISTED, "number of rounds to list");
        let listed = setting.spanned("rounds", |node| Ok(rounds(node)? as u32))?;
        Ok(Self { cap: None, listed })
    }

    /// Returns the rounds of a battle that begins in round `first`. The state after each round is
    /// reported for a single battle only.
    pub(crate) fn window(&self, first: u32, is_chain: bool) -> Result<RoundWindow, Diagnostic> {
        if let Some(rounds) = self.listed.as_ref().filter(|_| is_chain) {
            let message = "`rounds` is for one battle, and this scenario has several";
            return Err(Diagnostic::at(&rounds.place, message).label("leave this out"));
        }
        let value = |rounds: &Option<Spanned<u32>>| rounds.as_ref().map(|rounds| rounds.value);
        Ok(RoundWindow { first, last: value(&self.cap), listed: value(&self.listed) })
    }
}
