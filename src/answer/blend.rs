//! Weighted sums of results: figures of one fight out of several.

use serde_json::{Map, Value, json};

use crate::result::{
    AfterRound, Amount, Cost, Distribution, Figure, Figures, Left, Line, Mean, PlayedBy, Rounds,
    Shown, SideAfterRound, SideSummary, Survivors, Swing, Table,
};
use crate::stats::{Band, Estimate, Histogram, Interval, settled};

/// Values with their weights, which add up to 1.
type Weighted<'a, T> = Vec<(f64, &'a T)>;

/// Returns a part of each value.
pub(super) fn each<'a, T, U>(
    parts: &[(f64, &'a T)],
    of: impl Fn(&'a T) -> &'a U,
) -> Weighted<'a, U> {
    parts.iter().map(|(weight, value)| (*weight, of(value))).collect()
}

/// Returns a part that all values have.
fn all<'a, T, U>(
    parts: &[(f64, &'a T)],
    of: impl Fn(&'a T) -> Option<&'a U>,
) -> Option<Weighted<'a, U>> {
    parts.iter().map(|(weight, value)| Some((*weight, of(value)?))).collect()
}

/// Returns the weighted sum of a figure.
fn sum<T>(parts: &[(f64, &T)], of: impl Fn(&T) -> f64) -> f64 {
    parts.iter().map(|(weight, value)| weight * of(value)).sum()
}

/// Returns the value that all parts share.
fn common<'a, T: PartialEq>(parts: &[(f64, &'a T)]) -> Option<&'a T> {
    let (_, first) = parts.first()?;
    parts.iter().all(|(_, value)| value == first).then_some(*first)
}

/// Returns the weighted sum of distributions over 0, 1, 2, ….
fn distribution(parts: &[(f64, &Vec<f64>)]) -> Vec<f64> {
    let length = parts.iter().map(|(_, shares)| shares.len()).max().unwrap_or(0);
    let share = |n: usize| sum(parts, |shares| shares.get(n).copied().unwrap_or(0.0));
    (0..length).map(share).collect()
}

/// Returns the weighted sum of probabilities. Their simulations are independent of each other.
pub(super) fn estimate(parts: &[(f64, &Estimate)]) -> Estimate {
    let own = parts.iter().map(|(weight, e)| {
        (*weight, Interval { probability: e.probability, low: e.low, high: e.high })
    });
    let Interval { probability, low, high } = interval(&own.collect::<Vec<_>>());
    let simulated = parts.iter().map(|(weight, e)| Some((*weight, e.simulated?)));
    let simulated: Option<Vec<(f64, Interval)>> = simulated.collect();
    let simulated = simulated.map(|all| interval(&all));
    let bands = parts.iter().map(|(weight, estimate)| Some((*weight, estimate.band?)));
    let bands: Option<Vec<(f64, Band)>> = bands.collect();
    let band = bands.map(|bands| Band {
        worst: settled(bands.iter().map(|(weight, band)| weight * band.worst).sum()),
        best: settled(bands.iter().map(|(weight, band)| weight * band.best).sum()),
    });
    Estimate { simulated, band, ..Estimate::new(probability, low, high) }
}

/// Returns the weighted sum of simulated probabilities: the squares of the halves of the intervals
/// add up.
fn interval(parts: &[(f64, Interval)]) -> Interval {
    let probability = parts.iter().map(|(w, i)| w * i.probability).sum::<f64>().clamp(0.0, 1.0);
    let half = |of: fn(&Interval) -> f64| {
        parts.iter().map(|(w, i)| (w * of(i)).powi(2)).sum::<f64>().sqrt()
    };
    let below = half(|i| i.probability - i.low);
    let above = half(|i| i.high - i.probability);
    Interval {
        probability,
        low: (probability - below).max(0.0),
        high: (probability + above).min(1.0),
    }
}

/// Returns the rounds of one battle out of several. It lists the rounds that all parts
/// list.
pub(super) fn rounds(parts: &[(f64, &Rounds)], mixed: usize) -> Rounds {
    let listed = parts.iter().map(|(_, rounds)| rounds.by_round.len()).min().unwrap_or(0);
    let after = |n: usize| after_round(&each(parts, |rounds| &rounds.by_round[n]), mixed);
    Rounds {
        mean: sum(parts, |rounds| rounds.mean),
        distribution: distribution(&each(parts, |rounds| &rounds.distribution)),
        by_round: (0..listed).map(after).collect(),
    }
}

fn after_round(parts: &[(f64, &AfterRound)], mixed: usize) -> AfterRound {
    let first = parts[0].1;
    let side = |n: usize| {
        let sides = each(parts, |after| &after.sides[n]);
        let left = |g: usize| {
            let groups = each(&sides, |side| &side.survivors[g]);
            Left { mean: sum(&groups, |left| left.mean), ..groups[0].1.clone() }
        };
        let groups = if n == mixed { 0 } else { first.sides[n].survivors.len() };
        SideAfterRound {
            name: first.sides[n].name.clone(),
            win: estimate(&each(&sides, |side| &side.win)),
            survivors: (0..groups).map(left).collect(),
        }
    };
    AfterRound {
        round: first.round,
        sides: (0..first.sides.len()).map(side).collect(),
        draw: estimate(&each(parts, |after| &after.draw)),
        undecided: estimate(&each(parts, |after| &after.undecided)),
    }
}

/// Returns the figures of a side. A side that `is_mixed` has no survivors and no figures of single
/// groups, because its fleets differ.
pub(super) fn side(parts: &[(f64, &SideSummary)], is_mixed: bool) -> SideSummary {
    let first = parts[0].1;
    let groups = if is_mixed { 0 } else { first.survivors.len() };
    let survivors = (0..groups).map(|g| group(&each(parts, |side| &side.survivors[g])));
    SideSummary {
        win: estimate(&each(parts, |side| &side.win)),
        survivors: survivors.collect(),
        cost: cost(&each(parts, |side| &side.cost)),
        of_game: figures(&each(parts, |side| &side.of_game), is_mixed),
        ..first.clone()
    }
}

fn group(parts: &[(f64, &Survivors)]) -> Survivors {
    let hulls = all(parts, |group| group.hull.as_ref());
    let damaged = all(parts, |group| group.damaged.as_ref());
    Survivors {
        mean: sum(parts, |group| group.mean),
        hull: hulls.map(|hulls| Mean { mean: sum(&hulls, |hull| hull.mean) }),
        distribution: distribution(&each(parts, |group| &group.distribution)),
        damaged: damaged.map(|damaged| Histogram {
            mean: sum(&damaged, |damaged| damaged.mean),
            distribution: distribution(&each(&damaged, |damaged| &damaged.distribution)),
        }),
        ..parts[0].1.clone()
    }
}

fn cost(parts: &[(f64, &Cost)]) -> Cost {
    let lost = sum(parts, |cost| cost.lost);
    let squares = sum(parts, |cost| cost.spread.powi(2) + (cost.lost - lost).powi(2));
    Cost {
        lost,
        destroyed: sum(parts, |cost| cost.destroyed),
        swing: all(parts, |cost| cost.swing.as_ref()).map(|swings| swing(&swings)),
        spread: squares.sqrt(),
    }
}

fn swing(parts: &[(f64, &Swing)]) -> Swing {
    let each = parts.iter().flat_map(|(weight, swing)| {
        let pairs = swing.values.iter().zip(&swing.distribution);
        pairs.map(move |(value, share)| (*value, weight * share))
    });
    // The mean of the parts' means keeps the digits of each part.
    Swing { mean: sum(parts, |swing| swing.mean), ..Swing::of(each.collect()) }
}

/// Returns the figures that all parts have and that can be added. With `of_all`, only figures of
/// the whole side.
pub(super) fn figures(parts: &[(f64, &Figures)], of_all: bool) -> Figures {
    let mut blended = Figures::default();
    for figure in parts[0].1.iter() {
        let same = all(parts, |figures| figures.iter().find(|other| other.key == figure.key));
        let is_of_side = |shown: &Shown| matches!(shown, Shown::End(..) | Shown::Distribution(_));
        let is_of_all =
            figure.value.get("probability").is_some() || figure.shown.iter().any(is_of_side);
        let Some(same) = same.filter(|_| is_of_all || !of_all) else { continue };
        if let Some(value) = value(&each(&same, |figure| &figure.value)) {
            let shown = lists(&each(&same, |figure| &figure.shown), shown).unwrap_or_default();
            blended.push(Figure { value, shown, ..figure.clone() });
        }
    }
    blended
}

/// Returns the weighted sums of the members of lists; `None` if one of them has none, or if the
/// lists differ in length.
fn lists<T>(parts: &[(f64, &Vec<T>)], sum: impl Fn(&[(f64, &T)]) -> Option<T>) -> Option<Vec<T>> {
    let length = parts.first()?.1.len();
    if parts.iter().any(|(_, list)| list.len() != length) {
        return None;
    }
    (0..length).map(|n| sum(&each(parts, |list| &list[n]))).collect()
}

/// Returns the weighted sum of what people see; `None` if the parts differ in more than numbers.
fn shown(parts: &[(f64, &Shown)]) -> Option<Shown> {
    if let Some(same) = common(parts) {
        return Some(same.clone());
    }
    match parts[0].1 {
        Shown::End(words, _) => {
            let share = |shown: &Shown| match shown {
                Shown::End(other, share) if other == words => Some(*share),
                _ => None,
            };
            weighted(parts, share).map(|share| Shown::End(words, share))
        }
        Shown::Line(line) => {
            let amount = |shown: &Shown| match shown {
                Shown::Line(Line { title, words, amount })
                    if (*title, words) == (line.title, &line.words) =>
                {
                    is_like(*amount, line.amount).then_some(amount.number())
                }
                _ => None,
            };
            let amount = line.amount.with(weighted(parts, amount)?);
            Some(Shown::Line(Line { amount, ..line.clone() }))
        }
        Shown::Distribution(Distribution { title, .. }) => {
            let all = all(parts, |shown| match shown {
                Shown::Distribution(of) if of.title == *title => Some(of),
                _ => None,
            })?;
            let is_known = all.iter().all(|(_, of)| !of.shares.is_empty());
            let shares = distribution(&each(&all, |of| &of.shares));
            let shares = if is_known { shares } else { Vec::new() };
            Some(Shown::Distribution(Distribution { title, mean: sum(&all, |of| of.mean), shares }))
        }
        Shown::Table(first) => {
            let all = all(parts, |shown| match shown {
                Shown::Table(table) if table.columns == first.columns => Some(table),
                _ => None,
            })?;
            let rows = lists(&each(&all, |table| &table.rows), |rows| {
                let name = common(&each(rows, |(name, _)| name))?.clone();
                Some((name, lists(&each(rows, |(_, cells)| cells), mean)?))
            })?;
            Some(Shown::Table(Table { rows, ..first.clone() }))
        }
        Shown::Words(..) => None,
    }
}

/// Returns the weighted sum of expected numbers. Other amounts of a table may be conditional, and
/// have none.
fn mean(parts: &[(f64, &Option<Amount>)]) -> Option<Option<Amount>> {
    let number = |amount: &Option<Amount>| match amount {
        Some(Amount::Mean(mean)) => Some(*mean),
        _ => None,
    };
    Some(Some(Amount::Mean(weighted(parts, number)?)))
}

/// Returns the weighted sum of a figure that all parts have.
fn weighted<T>(parts: &[(f64, &T)], of: impl Fn(&T) -> Option<f64>) -> Option<f64> {
    parts.iter().map(|(weight, part)| Some(weight * of(part)?)).sum()
}

/// Whether two amounts have one unit.
fn is_like(amount: Amount, other: Amount) -> bool {
    amount.with(0.0) == other.with(0.0)
}

/// Reads a probability with its interval, `{"probability": …, "low": …, "high": …}`.
fn interval_in(value: &Value) -> Option<Interval> {
    let number = |name: &str| value.get(name)?.as_f64();
    let (low, high) = (number("low")?, number("high")?);
    Some(Interval { probability: number("probability")?, low, high })
}

/// Returns the weighted sum of values of the same form; `None` if they differ in more than numbers.
fn value(parts: &[(f64, &Value)]) -> Option<Value> {
    if let Some(same) = common(parts) {
        return Some(same.clone());
    }
    if let Some(numbers) = parts.iter().map(|(w, v)| Some(w * v.as_f64()?)).collect() {
        let numbers: Vec<f64> = numbers;
        return Some(numbers.iter().sum::<f64>().into());
    }
    let intervals = parts.iter().map(|(weight, value)| Some((*weight, interval_in(value)?)));
    if let Some(intervals) = intervals.collect::<Option<Vec<_>>>() {
        let Interval { probability, low, high } = interval(&intervals);
        return Some(json!({"probability": probability, "low": low, "high": high}));
    }
    if let Some(objects) = all(parts, |value| value.as_object()) {
        let same_keys = |object: &Map<String, Value>| object.keys().eq(objects[0].1.keys());
        if !objects.iter().all(|(_, object)| same_keys(object)) {
            return None;
        }
        let field = |(key, _): (&String, &Value)| {
            Some((key.clone(), value(&all(&objects, |object| object.get(key))?)?))
        };
        return objects[0].1.iter().map(field).collect::<Option<Map<_, _>>>().map(Value::Object);
    }
    let lists = all(parts, |value| value.as_array())?;
    let length = lists.iter().map(|(_, list)| list.len()).max().unwrap_or(0);
    let is_even = lists.iter().all(|(_, list)| list.len() == length);
    let are_numbers = lists.iter().all(|(_, list)| list.iter().all(Value::is_number));
    if !is_even && !are_numbers {
        return None;
    }
    let none = Value::from(0.0);
    let member = |n: usize| {
        let members: Vec<_> =
            lists.iter().map(|(weight, list)| (*weight, list.get(n).unwrap_or(&none))).collect();
        value(&members)
    };
    (0..length).map(member).collect::<Option<Vec<_>>>().map(Value::Array)
}

/// Returns the play of a side: what it chooses in all parts, and its words for each.
pub(super) fn played(parts: &[(f64, &PlayedBy)]) -> PlayedBy {
    let first = parts[0].1;
    let in_all = first
        .choices
        .iter()
        .filter(|choice| parts.iter().all(|(_, played)| played.choices.contains(choice)));
    let mut words: Vec<&str> = Vec::new();
    for (_, played) in parts {
        if !words.contains(&&*played.words) {
            words.push(&played.words);
        }
    }
    PlayedBy {
        choices: in_all.cloned().collect(),
        words: words.join(" | "),
        manner: common(&each(parts, |played| &played.manner)).cloned().flatten(),
    }
}
