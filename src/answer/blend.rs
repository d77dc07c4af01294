//! Weighted sums of results: figures of one fight out of several.

use serde_json::{Map, Value, json};

use crate::result::{
    AfterRound, Brief, BriefFigure, Cost, Extra, Extras, GroupMeans, Left, Mean, PlayedBy, Rounds,
    Shown, ShownChance, ShownDistribution, ShownDistributions, ShownLine, SideAfterRound,
    SideSummary, Survivors, Swing,
};
use crate::stats::{Band, Estimate, Interval, settled};

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

/// Returns the rounds of one battle out of several. Rounds are listed as far as all parts list them.
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
        extras: extras(&each(parts, |side| &side.extras), is_mixed),
        ..first.clone()
    }
}

fn group(parts: &[(f64, &Survivors)]) -> Survivors {
    let hulls = all(parts, |group| group.hull.as_ref());
    Survivors {
        mean: sum(parts, |group| group.mean),
        hull: hulls.map(|hulls| Mean { mean: sum(&hulls, |hull| hull.mean) }),
        distribution: distribution(&each(parts, |group| &group.distribution)),
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
    let mut each: Vec<(f64, f64)> = each.collect();
    each.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut all = Swing { mean: sum(parts, |swing| swing.mean), ..Swing::default() };
    for (value, share) in each {
        match all.distribution.last_mut() {
            Some(last) if all.values.last() == Some(&value) => *last += share,
            _ => {
                all.values.push(value);
                all.distribution.push(share);
            }
        }
    }
    all
}

/// Returns the figures that all parts have and that can be added. With `of_all`, only figures of
/// the whole side.
pub(super) fn extras(parts: &[(f64, &Extras)], of_all: bool) -> Extras {
    let mut blended = Extras::default();
    for extra in parts[0].1.iter() {
        let same = all(parts, |extras| extras.iter().find(|other| other.name == extra.name));
        let is_of_all = matches!(extra.shown, Shown::Chance(_) | Shown::Distributions(_))
            || extra.value.get("probability").is_some();
        let Some(same) = same.filter(|_| is_of_all || !of_all) else { continue };
        if let Some(value) = value(&each(&same, |extra| &extra.value)) {
            let shown = shown(&each(&same, |extra| &extra.shown));
            let brief = briefs(&each(&same, |extra| &extra.brief)).unwrap_or_default();
            blended.push(Extra { value, shown, brief, ..extra.clone() });
        }
    }
    blended
}

/// Returns the figures of the short report; `None` if the parts differ in more than numbers.
fn briefs(parts: &[(f64, &Vec<Brief>)]) -> Option<Vec<Brief>> {
    let (_, first) = parts.first()?;
    if parts.iter().any(|(_, briefs)| briefs.len() != first.len()) {
        return None;
    }
    let one = |n: usize| {
        let same = each(parts, |briefs| &briefs[n]);
        let Brief { title, words, .. } = &first[n];
        let is_same = same.iter().all(|(_, one)| one.title == *title && one.words == *words);
        let figure = brief_figure(&each(&same, |one| &one.figure)).filter(|_| is_same)?;
        Some(Brief { title, words: words.clone(), figure })
    };
    (0..first.len()).map(one).collect()
}

fn brief_figure(parts: &[(f64, &BriefFigure)]) -> Option<BriefFigure> {
    let number = |figure: &BriefFigure| match figure {
        BriefFigure::Chance(number)
        | BriefFigure::Mean(number)
        | BriefFigure::Points(number)
        | BriefFigure::Balance(number, _) => *number,
        BriefFigure::Distribution { mean, .. } => *mean,
    };
    let (form, mean) = (std::mem::discriminant(parts.first()?.1), sum(parts, number));
    if parts.iter().any(|(_, figure)| std::mem::discriminant(*figure) != form) {
        return None;
    }
    let shares = all(parts, |figure| match figure {
        BriefFigure::Distribution { shares, .. } => Some(shares),
        _ => None,
    });
    Some(match (shares, parts[0].1) {
        (Some(shares), _) => BriefFigure::Distribution { shares: distribution(&shares), mean },
        (None, BriefFigure::Chance(_)) => BriefFigure::Chance(mean),
        (None, BriefFigure::Points(_)) => BriefFigure::Points(mean),
        (None, BriefFigure::Balance(_, units)) => BriefFigure::Balance(mean, units),
        (None, _) => BriefFigure::Mean(mean),
    })
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

/// Returns what people see of a figure; nothing if the parts differ in more than numbers.
fn shown(parts: &[(f64, &Shown)]) -> Shown {
    if let Some(same) = common(parts) {
        return same.clone();
    }
    let first = parts[0].1;
    let blended = match first {
        Shown::Chance(_) => chance(parts).map(Shown::Chance),
        Shown::Distributions(_) => distributions(parts).map(Shown::Distributions),
        Shown::Lines(_) => lines(parts).map(Shown::Lines),
        Shown::GroupMeans(_) => group_means(parts).map(Shown::GroupMeans),
        Shown::Nothing | Shown::Words(_) | Shown::Sections(_) => None,
    };
    blended.unwrap_or(Shown::Nothing)
}

fn chance(parts: &[(f64, &Shown)]) -> Option<ShownChance> {
    let chances = all(parts, |shown| match shown {
        Shown::Chance(chance) => Some(chance),
        _ => None,
    })?;
    let probability = sum(&chances, |chance| chance.probability);
    Some(ShownChance { probability, ..*chances[0].1 })
}

fn distributions(parts: &[(f64, &Shown)]) -> Option<ShownDistributions> {
    let of_parts = all(parts, |shown| match shown {
        Shown::Distributions(distributions) => Some(distributions),
        _ => None,
    })?;
    let first = of_parts[0].1;
    let one = |n: usize| {
        let same = all(&of_parts, |distributions| distributions.all.get(n))?;
        let title = same[0].1.title;
        let is_known = same.iter().all(|(_, one)| !one.shares.is_empty());
        let shares = distribution(&each(&same, |one| &one.shares));
        same.iter().all(|(_, one)| one.title == title).then(|| ShownDistribution {
            mean: sum(&same, |one| one.mean),
            shares: if is_known { shares } else { Vec::new() },
            ..same[0].1.clone()
        })
    };
    let all = (0..first.all.len()).map(one).collect::<Option<Vec<_>>>()?;
    Some(ShownDistributions { page: first.page, all })
}

fn lines(parts: &[(f64, &Shown)]) -> Option<Vec<ShownLine>> {
    let of_parts = all(parts, |shown| match shown {
        Shown::Lines(lines) => Some(lines),
        _ => None,
    })?;
    let line = |n: usize| {
        let same = all(&of_parts, |lines| lines.get(n))?;
        let text = &same[0].1.text;
        same.iter().all(|(_, line)| line.text == *text).then(|| ShownLine {
            probability: sum(&same, |line| line.probability),
            ..same[0].1.clone()
        })
    };
    (0..of_parts[0].1.len()).map(line).collect()
}

fn group_means(parts: &[(f64, &Shown)]) -> Option<GroupMeans> {
    let of_parts = all(parts, |shown| match shown {
        Shown::GroupMeans(means) => Some(means),
        _ => None,
    })?;
    let first = of_parts[0].1;
    let group = |n: usize| {
        let same = all(&of_parts, |means| means.groups.get(n))?;
        let name = &same[0].1.0;
        let mean = sum(&same, |(_, mean)| *mean);
        same.iter().all(|(_, (other, _))| other == name).then(|| (name.clone(), mean))
    };
    let groups = (0..first.groups.len()).map(group).collect::<Option<Vec<_>>>()?;
    Some(GroupMeans { title: first.title, groups })
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
