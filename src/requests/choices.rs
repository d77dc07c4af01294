//! Questions about several fights: comparisons, single changes, numbers of ships.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::compare::{Contest, Rank, Ranking, compare};
use crate::analysis::sweep::{Point, PointQuestion, Swept, by_values, changes, sweep};
use crate::analysis::total::Total;
use crate::answer::{DEFAULT_SEED, NoAnswer, ROLES};
use crate::edit::{Desk, Offer};
use crate::report::{Comparison, Named, Stopped, Subject, Sweep, Tornado, percent};
use crate::scenario::{Diagnostic, Scenario, SideText, Variation, title_of};

use super::fight::Fight;
use super::setup::{Setup, asked, small};
use super::shown::{Problem, report};

/// Work of a whole comparison or sweep, in seconds.
const TOTAL: f64 = 5.0;

/// Number of offers that are shown, and the least gain in the odds of winning of one.
const MAX_OFFERS: usize = 12;
const LEAST_GAIN: f64 = 0.0005;

/// A fleet that is compared.
#[derive(Debug, Deserialize)]
pub(super) struct Compared {
    /// Its name.
    name: String,
    /// The fleet as typed.
    text: String,
}

/// Ranks fleets in the place of one side. Fleets that cannot be read are left out, with a note.
pub(super) fn compared(
    fight: &Fight,
    side: usize,
    fleets: &[Compared],
    setup: &Setup<'_>,
) -> Result<Value, Problem> {
    let desk = fight.desk(setup)?;
    let present = desk.scenario()?;
    let (mut candidates, mut names, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for Compared { name, text } in fleets {
        match candidate(&desk, side, text) {
            Ok(fleet) => {
                names.push(Named { name: Some(name.clone()), ..Named::of(&fleet) });
                candidates.push(fleet);
            }
            Err(error) => notes.push(json!(format!("{name} is left out: {}", error.message))),
        }
    }
    let enemies = [present.sides.all()[1 - side].clone()];
    let ask = |mut scenario: Scenario| {
        scenario.rulebook = present.rulebook;
        scenario.setting = present.setting.clone();
        desk.settle(&mut scenario);
        asked(&scenario)
    };
    let contest = Contest::new(&candidates, &enemies, vec![1.0], side, Rank::Win, &ask)?;
    let total = Total::new(TOTAL);
    let Ranking { ranked, stopped } = compare(&contest, &total, setup.ctx, &|| ())?;
    let done = (ranked.len(), candidates.len());
    let enemies = enemies.iter().map(Named::of).collect();
    let mut shown = report(&Comparison {
        subject: Subject::of_fights(desk.game().lexicon(), DEFAULT_SEED, side, names, enemies),
        side,
        by: Rank::Win,
        weights: contest.weights,
        ranked,
        stopped: stopped.map(|by| Stopped::of(by, &total, done, ["fleets", "compared"])),
    });
    if let Some(Value::Array(all)) = shown.get_mut("notes") {
        all.extend(notes);
    }
    Ok(shown)
}

/// Returns a fleet in the place of one side, if it can fight there.
fn candidate(desk: &Desk, side: usize, text: &str) -> Result<SideText, Diagnostic> {
    let mut desk = desk.clone();
    desk.type_fleet(side, text);
    desk.question()?;
    Ok(desk.scenario()?.sides.all()[side].clone())
}

/// Returns what each single change of a side does to its odds.
pub(super) fn tornado(fight: &Fight, side: usize, setup: &Setup<'_>) -> Result<Value, Problem> {
    let desk = fight.desk(setup)?;
    let scenario = desk.scenario()?;
    let ask = |scenario: Scenario| asked(&scenario);
    let (names, questions): (Vec<String>, Vec<PointQuestion>) =
        changes(&scenario, desk.game(), side, &ask)?.into_iter().unzip();
    let total = Total::new(TOTAL);
    let swept = sweep(&questions, side, &total, setup.ctx, &|| ())?;
    let subject = Subject::of_fight(&scenario, desk.game().lexicon(), DEFAULT_SEED);
    let tornado = Tornado::of(subject, scenario.sides.called(side), names, swept, &total);
    Ok(report(&tornado.ok_or(NoAnswer::Stopped)?))
}

/// Returns the changes that a player can buy and that help most, the best first: each with its edit
/// and the odds that it gives.
pub(super) fn offered(fight: &Fight, side: usize, setup: &Setup<'_>) -> Result<Value, Problem> {
    let desk = fight.desk(setup)?;
    let cost = desk.side(side)?.cost;
    let unit = desk.game().lexicon().units.cost;
    let mut offers = Vec::new();
    let mut questions = vec![PointQuestion::Odds(Box::new(small(desk.question()?)))];
    for offer in desk.offers(side)? {
        let mut bought = desk.clone();
        // What the rules or a limit refuse is not offered.
        let asked = bought.edit(side, &offer.edit).and_then(|()| bought.question());
        if let Ok(question) = asked {
            questions.push(PointQuestion::Odds(Box::new(small(question))));
            offers.push((offer, bought.side(side)?.cost - cost));
        }
    }
    let Swept { points, stopped } = sweep(&questions, side, &Total::new(TOTAL), setup.ctx, &|| ())?;
    let win = |point: &Option<Point>| Some(point.as_ref()?.trial.win.value);
    let now = points.first().and_then(win).ok_or(NoAnswer::Stopped)?;
    let wins = points[1..].iter().map(win);
    let mut tried: Vec<_> =
        offers.into_iter().zip(wins).filter_map(|(offer, win)| Some((offer, win?))).collect();
    tried.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut best: Vec<((Offer, f64), f64)> = Vec::new();
    for (offer, win) in tried.into_iter().filter(|(_, win)| win - now >= LEAST_GAIN) {
        // A part is shown in its best place only.
        if best.iter().all(|((other, _), _)| other.kind != offer.0.kind) {
            best.push((offer, win));
        }
    }
    best.truncate(MAX_OFFERS);
    let shown = |((offer, cost), win): &((Offer, f64), f64)| {
        let points = format!("{:+.1}", 100.0 * (win - now));
        // Parts and technologies have no price in these units.
        let price = (*cost > 0.0).then(|| format!("{} {unit}", (100.0 * cost).round() / 100.0));
        json!({
            "name": offer.name,
            "edit": offer.edit,
            "win": percent(*win),
            "points": points,
            "price": price,
        })
    };
    let offers: Vec<Value> = best.iter().map(shown).collect();
    Ok(json!({"now": percent(now), "offers": offers, "is_cut": stopped.is_some()}))
}

/// Returns how the odds of a side change with its number of ships of a class, up to this one.
pub(super) fn swept(
    fight: &Fight,
    side: usize,
    class: &str,
    to: u32,
    setup: &Setup<'_>,
) -> Result<Value, Problem> {
    let desk = fight.desk(setup)?;
    let scenario = desk.scenario()?;
    let mut variations = vec![Variation::parse(&format!("{}.{class}=0..{to}", ROLES[side]))?];
    let ask = |scenario: Scenario| asked(&scenario);
    let points = by_values(&scenario, desk.game(), (&variations, side), &ask, Problem::from)?;
    let (values, questions): (Vec<_>, Vec<_>) = points.into_iter().unzip();
    let total = Total::new(TOTAL);
    let swept = sweep(&questions, side, &total, setup.ctx, &|| ())?;
    let subject = Subject::of_fight(&scenario, desk.game().lexicon(), DEFAULT_SEED);
    let name = scenario.sides.called(side);
    variations[0].path = format!("number of {}", title_of(class));
    let sweep = Sweep::of(subject, name, variations, values, swept, &total);
    Ok(report(&sweep.ok_or(NoAnswer::Stopped)?))
}
