//! Resolves orders.

use super::options::{SELF_DESTRUCT, ShipOptions};
use super::text::SYSTEMS;
use crate::games::spaceship_battles::rules::{
    Doctrine, ShipOrders, ShipSystem, TargetPriority, limits,
};
use crate::scenario::diagnostics::{Diagnostic, Place, shorten};
use crate::scenario::names::normalise;
use crate::scenario::notation::Spanned;
use crate::scenario::settings::choose;

/// Resolves orders. `speeds` are the names of all speeds, slowest first; `points` is the power
/// of an undamaged ship.
pub(super) fn orders(
    text: &ShipOptions,
    speeds: &[&str],
    points: u8,
) -> Result<ShipOrders, Diagnostic> {
    let priority = priority(text)?;
    let invisible = text.invisible.as_ref().is_some_and(|invisible| invisible.value);
    let target = match &text.target {
        Some(word) => {
            let known = TargetPriority::ALL.map(|target| (target.name(), target));
            choose(&word.place, &word.value, "target rule", &known)?
        }
        None => TargetPriority::default(),
    };
    Ok(ShipOrders {
        power: power(text, priority, points, invisible)?,
        priority,
        speed: text.speed.as_ref().map(|word| speed(word, speeds)).transpose()?,
        target,
        aim: text.aim.as_ref().map(aim).transpose()?.flatten(),
        doctrine: text.doctrine.as_ref().map(doctrine).transpose()?.unwrap_or_default(),
        self_destruct: match &text.self_destruct {
            Some(hull) => hull.number(SELF_DESTRUCT)? as u8,
            None => 0,
        },
        invisible,
    })
}

/// Parses the name of a speed. Returns its rank among all speeds, from 1 for the slowest.
pub(super) fn speed(word: &Spanned<String>, speeds: &[&str]) -> Result<u8, Diagnostic> {
    let typed = normalise(&word.value);
    let wanted = typed.strip_prefix("hyper-").unwrap_or(&typed);
    let known = speeds.iter().position(|known| normalise(known) == wanted);
    match known.filter(|_| !is_negative(word)) {
        Some(place) => Ok(place as u8 + 1),
        None => {
            let message = format!("`{}` is not a speed", shorten(&word.value));
            let allowed = format!("allowed: {}", speeds.join(", "));
            Err(Diagnostic::at(&word.place, message).label(allowed))
        }
    }
}

/// Whether the word starts with a minus sign. Names are compared without hyphens, so `-5` would
/// match `5`.
pub(super) fn is_negative(word: &Spanned<String>) -> bool {
    word.value.trim().starts_with('-')
}

/// Parses a doctrine: `close`, `hold` or `keep 5`.
pub(crate) fn doctrine(word: &Spanned<String>) -> Result<Doctrine, Diagnostic> {
    let name = normalise(&word.value);
    let typed = word.value.trim().to_lowercase();
    if let Some(range) = typed.strip_prefix("keep") {
        let range = range.strip_prefix('-').unwrap_or(range).trim();
        let range = Spanned::new(range.to_string(), word.place.clone());
        return range.number(0..=limits::MAP).map(|range| Doctrine::Keep(range as u8));
    }
    match name.as_str() {
        "close" => Ok(Doctrine::Close),
        "hold" => Ok(Doctrine::Hold),
        _ => Err(Diagnostic::unknown(&word.place, "doctrine", ["close", "hold", "keep"])
            .help("allowed: close, hold, keep with a range: `keep 5`, {\"keep\": 5}")),
    }
}

fn aim(word: &Spanned<String>) -> Result<Option<ShipSystem>, Diagnostic> {
    let known = [
        ("hull", None),
        ("engines", Some(ShipSystem::Engines)),
        ("field", Some(ShipSystem::Field)),
        ("weapons", Some(ShipSystem::Weapons)),
    ];
    choose(&word.place, &word.value, "aim", &known)
}

/// Returns the systems in order of priority. Systems not named follow in the default order.
fn priority(text: &ShipOptions) -> Result<[ShipSystem; 3], Diagnostic> {
    const DEFAULT: [ShipSystem; 3] = [ShipSystem::Weapons, ShipSystem::Field, ShipSystem::Engines];
    let mut order: Vec<ShipSystem> = Vec::new();
    for word in text.priority.iter().flatten() {
        let system = choose(
            &word.place,
            &word.value,
            "system",
            &ShipSystem::ALL.map(|system| (system.name(), system)),
        )?;
        if order.contains(&system) {
            let message = format!("`{}` is given twice", system.name());
            return Err(Diagnostic::at(&word.place, message));
        }
        order.push(system);
    }
    let rest: Vec<ShipSystem> = DEFAULT.into_iter().filter(|s| !order.contains(s)).collect();
    order.extend(rest);
    Ok([order[0], order[1], order[2]])
}

/// Returns the requested power by system. It cannot exceed that of an undamaged ship (B11).
fn power(
    text: &ShipOptions,
    priority: [ShipSystem; 3],
    points: u8,
    invisible: bool,
) -> Result<[u8; 3], Diagnostic> {
    let mut place: Option<Place> = None;
    let mut wanted = [0; 3];
    for (wanted, word) in wanted.iter_mut().zip(&text.power) {
        if let Some(word) = word {
            *wanted = word.number(0..=i32::from(limits::POWER))? as u8;
            place.get_or_insert_with(|| word.place.clone());
        }
    }
    let Some(place) = place else {
        return Ok(ShipOrders::default_power(priority, points.saturating_sub(u8::from(invisible))));
    };
    let sum: u8 = wanted.iter().sum();
    if sum > points {
        let list: Vec<String> =
            wanted.iter().zip(SYSTEMS).map(|(n, system)| format!("{system} {n}")).collect();
        let message = format!("{sum} points of power requested ({})", list.join(", "));
        return Err(
            Diagnostic::at(&place, message).label(format!("an undamaged ship has {points}"))
        );
    }
    Ok(wanted)
}
