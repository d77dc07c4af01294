//! Finds the best blueprint of a class.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::args::DesignArgs;
use super::super::failure::Failure;
use super::{DesignCtx, DesignRequest, proposals};
use fleetodds::analysis::design::DesignSearch;
use fleetodds::answer::Matchup;
use fleetodds::games::Blueprint;
use fleetodds::report::Design;
use fleetodds::scenario::{Diagnostic, GroupText, Place, Source, Spanned};

/// Name of the option that lists the available parts.
const PARTS: &str = "--parts";

/// Finds the best blueprint.
pub(crate) fn design(
    request: &DesignRequest,
    args: &DesignArgs,
    work: &DesignCtx<'_>,
) -> Result<Design, Failure> {
    let group = one_class(request)?;
    let game = request.options.game(request.rulebook)?;
    let parts = parts(args.parts.as_deref().unwrap_or("tech"));
    let Some(blueprints) = game.blueprints(group, &parts).transpose() else {
        let message =
            format!("--cost is missing: ships of {} have no blueprints", request.rulebook);
        return Err(Failure::Usage(message));
    };
    // Errors in the class or the enemies are reported before errors in the parts.
    request.asked(&group.to_string())?;
    let blueprints = blueprints.map_err(of_parts)?;
    let start = with_parts(group, &blueprints.start());
    let base = request.asked(&start)?;
    let battles: Vec<Arc<dyn Matchup>> = base.iter().map(|q| Arc::clone(&q.matchup)).collect();
    let designs = blueprints.designs(&battles, request.side).map_err(Failure::Refused)?;
    let all = designs.all();
    let more: Vec<Vec<i32>> = all.iter().map(|blueprint| blueprint.more.clone()).collect();
    let asked = |n: &usize| request.asked(&with_parts(group, &all[*n].parts));
    let ideal = |of: &[usize]| request.asked(&with_parts(group, &designs.ideal(of)));
    let search = DesignSearch { ideal: Some(&ideal), ..request.search(&more, boxes(all), &asked) };
    let found = request.find(&search, work)?;
    let what = format!("{}{}", group, beside_words(request));
    let mut report = request.report(what, all.len(), &found, base[0].seed, work.total)?;
    report.parts = match args.parts.as_deref() {
        Some(parts) => format!("parts: the starting ones, {parts}"),
        None => "parts: the starting ones and all technologies; --parts names those that you have"
            .into(),
    };
    report.base = request.candidate(&start, work)?;
    report.best = proposals(&found, Some(designs.printed().to_vec()), |n| {
        let Blueprint { parts, listed, figures, .. } = all[n].clone();
        (parts, listed, figures)
    });
    Ok(report)
}

/// Errors in `--parts` are errors of usage, others are errors in the ships.
fn of_parts(error: Diagnostic) -> Failure {
    match &error.place {
        Some(place) if place.source.name == PARTS => Failure::option(error),
        _ => error.into(),
    }
}

/// Returns the class to design. It must be the only group, and must not name parts.
fn one_class(request: &DesignRequest) -> Result<&GroupText, Failure> {
    if let Some(second) = request.what.groups.get(1) {
        let error = Diagnostic::at(&second.place, "only one class can be designed at a time")
            .label("leave this out")
            .help("add other ships with --with, or use --cost to find the best numbers of each");
        return Err(error.into());
    }
    let group = &request.what.groups[0];
    if let Some(item) = group.items.first() {
        let error = Diagnostic::at(&item.place, "`design` chooses the parts itself")
            .label("leave this out")
            .help("name the available parts with --parts");
        return Err(error.into());
    }
    Ok(group)
}

/// Splits the value of `--parts` into names, each with its place.
fn parts(typed: &str) -> Vec<Spanned<String>> {
    let source = Source::new(PARTS, typed);
    let mut at = 0;
    let mut named = Vec::new();
    for part in typed.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        let place = Place { source: source.clone(), range: start..start + part.trim().len() };
        named.push(Spanned { value: part.trim().to_string(), place });
        at += part.len() + 1;
    }
    named.retain(|part| !part.value.is_empty());
    named
}

fn with_parts(group: &GroupText, parts: &str) -> String {
    if parts.is_empty() { group.to_string() } else { format!("{group}({parts})") }
}

fn beside_words(request: &DesignRequest) -> String {
    request.with.as_ref().map_or(String::new(), |with| format!(" with {with}"))
}

/// Returns the box of each blueprint. Blueprints share a box if they differ only in properties of
/// which more is better.
fn boxes(blueprints: &[Blueprint]) -> Vec<usize> {
    let mut known: BTreeMap<&[i32], usize> = BTreeMap::new();
    let mut boxes = Vec::new();
    for blueprint in blueprints {
        let next = known.len();
        boxes.push(*known.entry(&blueprint.same).or_insert(next));
    }
    boxes
}
