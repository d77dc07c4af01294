//! Mixes: a side that is one of several fleets, each with a weight.
//!
//! ```text
//! 60% 2 cruiser | 40% 1 dreadnought
//! ```

use std::ops::Range;
use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source, shorten};
use super::fields::Fields;
use super::json::JsonNode;
use super::model::{Scenario, SideText, Sides};

/// Maximum number of fleets in a mix.
pub const MAX_FLEETS: usize = 12;

/// One of the fleets of a mix.
#[derive(Clone, Debug)]
pub struct MixPart {
    /// Weight of the fleet. The weights of a mix need not add up to 1.
    pub weight: f64,
    /// The fleet, as a side of its own.
    pub side: SideText,
}

/// Formats a share of a mix in percent, with at most one decimal: `60%`, `33.3%`.
#[must_use]
pub fn mix_percent(share: f64) -> String {
    let text = format!("{:.1}", share * 100.0);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

/// Joins fleets and their weights as they are typed: `60% 2 cruiser | 40% 1 dreadnought`.
#[must_use]
pub fn join_mix(parts: &[(String, String)]) -> String {
    let part = |(weight, fleet): &(String, String)| format!("{weight} {fleet}");
    parts.iter().map(part).collect::<Vec<_>>().join(" | ")
}

/// Splits a typed mix at `|` and returns the weight and the range of each fleet. Without any
/// weights, all are equal.
///
/// # Errors
/// If a weight or a fleet is missing, or a weight is not valid.
pub fn split_mix(source: &Arc<Source>) -> Result<Vec<(f64, Range<usize>)>, Diagnostic> {
    let trimmed = |range| Place::new(source, range).trimmed();
    let mut parts = Vec::new();
    let mut at = 0;
    for text in source.text.split('|') {
        let end = at + text.len();
        let percent = text.find('%').map(|length| at + length);
        let weight = percent.map(|percent| trimmed(at..percent));
        let fleet = trimmed(percent.map_or(at, |percent| percent + 1)..end);
        if fleet.range.is_empty() {
            return Err(Diagnostic::at(&fleet, "a fleet is missing")
                .label("expected a fleet such as `2 cruiser`"));
        }
        parts.push((weight, fleet));
        at = end + 1;
    }
    check_number(parts.len(), &Place::whole(source))?;
    let lacking = parts.iter().find(|(weight, _)| weight.is_none());
    if let Some((_, fleet)) = lacking.filter(|_| parts.iter().any(|(weight, _)| weight.is_some())) {
        return Err(Diagnostic::at(fleet, "this fleet has no weight")
            .label("expected a weight before it: `40%`")
            .help("give each fleet a weight, or none: then all are equally likely"));
    }
    let weight = |place: &Option<Place>| {
        place.as_ref().map_or(Ok(1.0), |place| read_weight(place, place.text()))
    };
    let weights = parts.iter().map(|(place, _)| weight(place)).collect::<Result<Vec<_>, _>>()?;
    check_sum(&weights, &Place::whole(source))?;
    Ok(weights.into_iter().zip(parts).map(|(weight, (_, fleet))| (weight, fleet.range)).collect())
}

/// Reads the fleets of a mix; `side` reads one of them.
pub(super) fn read_mix(
    list: &JsonNode,
    side: &dyn Fn(&JsonNode) -> Result<SideText, Diagnostic>,
) -> Result<Vec<MixPart>, Diagnostic> {
    let members = list.members()?;
    check_number(members.len(), &list.place())?;
    let part = |member: &JsonNode| {
        let mut fields = Fields::of(member, "field of a fleet in a mix")?;
        let [weight, fleet] = [fields.required("weight")?, fields.required("fleet")?];
        fields.finish()?;
        let text = weight.scalar()?;
        let number = text.trim().strip_suffix('%').unwrap_or(&text);
        let part = MixPart { weight: read_weight(&weight.place(), number)?, side: side(&fleet)? };
        match part.side.mix.is_empty() {
            true => Ok(part),
            false => Err(Diagnostic::at(&fleet.place(), "a mix cannot contain another mix")
                .label("list its fleets in the outer mix")),
        }
    };
    let parts = members.iter().map(part).collect::<Result<Vec<_>, _>>()?;
    check_sum(&parts.iter().map(|part| part.weight).collect::<Vec<_>>(), &list.place())?;
    Ok(parts)
}

fn read_weight(place: &Place, text: &str) -> Result<f64, Diagnostic> {
    let number = text.trim().parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0);
    number.ok_or_else(|| {
        Diagnostic::at(place, format!("`{}` is not a weight", shorten(text)))
            .label("must be a number of at least 0, like `60%`")
    })
}

fn check_number(fleets: usize, place: &Place) -> Result<(), Diagnostic> {
    if (1..=MAX_FLEETS).contains(&fleets) {
        return Ok(());
    }
    Err(Diagnostic::at(place, format!("a mix cannot have {fleets} fleets"))
        .label(format!("must be from 1 to {MAX_FLEETS}")))
}

fn check_sum(weights: &[f64], place: &Place) -> Result<(), Diagnostic> {
    let sum: f64 = weights.iter().sum();
    match sum {
        0.0 => Err(Diagnostic::at(place, "all weights are 0").label("one must be more than 0")),
        sum if sum.is_finite() => Ok(()),
        _ => Err(Diagnostic::at(place, "the weights are too large")),
    }
}

impl SideText {
    /// Creates a side that is one of these fleets. Fleets of weight 0 are left out.
    ///
    /// # Errors
    /// If a fleet was not read from a valid document.
    pub fn of_mix(mut parts: Vec<MixPart>, place: Place) -> Result<Self, Diagnostic> {
        parts.retain(|part| part.weight > 0.0);
        let fleets = parts.iter().map(|MixPart { weight, side }| {
            format!(r#"{{"weight":{weight},"fleet":{}}}"#, side.written.compact())
        });
        let written = format!(r#"{{"mix":[{}]}}"#, fleets.collect::<Vec<_>>().join(","));
        let written = JsonNode::document(&Source::new("mix", written))?;
        Ok(Self { mix: parts, ..Self::empty(written, place) })
    }

    /// Returns the fleets of a mix with their shares, which add up to 1. Returns nothing if the
    /// side is not a mix.
    #[must_use]
    pub fn shares(&self) -> Vec<(f64, &Self)> {
        let sum: f64 = self.mix.iter().map(|part| part.weight).sum();
        self.mix.iter().map(|part| (part.weight / sum, &part.side)).collect()
    }

    /// Returns the fleets of a mix, or else the side itself, for modification.
    pub fn fleets_mut(&mut self) -> Vec<&mut Self> {
        if self.mix.is_empty() {
            return vec![self];
        }
        self.mix.iter_mut().map(|part| &mut part.side).collect()
    }
}

impl Sides {
    /// Returns the index of the side that is a mix of fleets, if there is one.
    #[must_use]
    pub fn mixed(&self) -> Option<usize> {
        self.all().iter().position(|side| !side.mix.is_empty())
    }
}

impl Scenario {
    /// Returns a scenario for each fleet of the side that is a mix, with its weight. The weights
    /// add up to 1. Returns nothing if no side is a mix.
    #[must_use]
    pub fn parts(&self) -> Vec<(f64, Self)> {
        let Some(mixed) = self.sides.mixed() else { return Vec::new() };
        let whole = &self.sides.all()[mixed];
        let part = |(share, side): (f64, &SideText)| {
            let mut side = side.clone();
            if side.name().is_none() {
                side.name.clone_from(&whole.name);
            }
            side.command = whole.command.clone().or(side.command);
            let mut scenario = self.clone();
            scenario.sides.all_mut()[mixed] = side;
            (share, scenario)
        };
        whole.shares().into_iter().map(part).collect()
    }
}
