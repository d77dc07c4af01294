//! Finds the best blueprint of an Eclipse class.

use std::collections::BTreeMap;

use super::super::args::DesignArgs;
use super::super::failure::Failure;
use super::{Wish, Work, proposals};
use crate::analysis::design::Search;
use crate::games::eclipse::rules::{Dice, Figures, Fleet, Strength, ideal};
use crate::games::eclipse::scenario::{Build, Muster as EclipseMuster, Yard};
use crate::report::Design;
use crate::scenario::{Catalogue, Diagnostic, GroupText, Muster, Place, Source, Spanned};

/// Finds the best blueprint.
pub(super) fn design(wish: &Wish, args: &DesignArgs, work: &Work<'_>) -> Result<Design, Failure> {
    let Catalogue::Eclipse(catalogue) = wish.options.catalogue(wish.rulebook)? else {
        let message = "--cost is missing: only ships of Eclipse are built from parts";
        return Err(Failure::Usage(message.into()));
    };
    let group = one_class(wish)?;
    // Errors in the class or the enemies are reported before errors in the parts.
    let asked = wish.asked(&group.to_string())?;
    if let Some(EclipseMuster { sides, .. }) = eclipse(&asked[0].muster)
        && sides[wish.side].fleet.non_player
    {
        let message = format!("`{}` has no blueprint", group.class.value);
        return Err(Diagnostic::at(&group.place, message).into());
    }
    let yard = Yard::new(catalogue, group, &parts(args.parts.as_deref().unwrap_or("tech")))
        .map_err(Failure::option)?;
    let builds = yard.builds().map_err(|looked| {
        Failure::Refused(format!("more than {looked} possible loadouts: name fewer --parts"))
    })?;
    if builds.is_empty() {
        let message = format!("no legal `{}` can be built from these parts", yard.class());
        return Err(Failure::Refused(message));
    }
    let typed = |build: &Build<'_>| with_parts(group, &build.typed());
    let base = wish.asked(&with_parts(group, &yard.start()))?;
    let (sides, beside) = surroundings(wish, &base)?;
    let own = sides[wish.side].fleet.owners[0].technologies;
    let enemies: Vec<Fleet> = base.iter().filter_map(|q| enemy(wish, &q.muster)).collect();
    let strength = |build: &Build<'_>| Strength::of(&build.figures, own, &enemies, &beside);
    let Distinct { builds, strengths } = Distinct::of(builds, strength);
    let designs: Vec<Vec<i32>> =
        strengths.iter().map(|strength| strength.more().to_vec()).collect();
    let asked = |n: &usize| wish.asked(&typed(&builds[*n]));
    let shields = enemies.iter().flat_map(|fleet| &fleet.groups).map(|g| g.figures.shield);
    // A distortion shield acts like two more shields against missiles.
    let shield = shields.max().unwrap_or(0) + 2;
    let ideal = |designs: &[usize]| {
        let figures: Vec<Figures> = designs.iter().map(|&n| builds[n].figures).collect();
        wish.asked(&with_parts(group, &by_figures(&ideal(&figures, shield))))
    };
    let search = Search { ideal: Some(&ideal), ..wish.search(&designs, boxes(&strengths), &asked) };
    let found = wish.find(&search, work)?;
    let what = format!("{}{}", group, beside_words(wish));
    let mut report = wish.report(what, builds.len(), &found, base[0].seed, work.total);
    report.base = wish.standing(&with_parts(group, &yard.start()), work)?;
    let printed = counted(&sides[wish.side].fleet.groups[0].figures);
    report.best = proposals(&found, Some(printed), |n| {
        let build = &builds[n];
        let left =
            [("energy left", build.energy_left.into()), ("slots left", build.slots_left.into())];
        let figures = written(&build.figures);
        let left = left.into_iter().map(|(name, n): (&str, i64)| (name.into(), n.to_string()));
        (build.typed(), figures.into_iter().chain(left).collect(), counted(&build.figures))
    });
    Ok(report)
}

/// Returns the class to design. It must be the only group, and must not name parts.
fn one_class(wish: &Wish) -> Result<&GroupText, Failure> {
    if let Some(second) = wish.what.groups.get(1) {
        let error = Diagnostic::at(&second.place, "only one class can be designed at a time")
            .label("leave this out")
            .help("add other ships with --with, or use --cost to find the best numbers of each");
        return Err(error.into());
    }
    let group = &wish.what.groups[0];
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
    let source = Source::new("--parts", typed);
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

fn beside_words(wish: &Wish) -> String {
    wish.with.as_ref().map_or(String::new(), |with| format!(" with {with}"))
}

/// Returns the sides of the first battle, and the figures of the ships of `--with`.
fn surroundings<'a>(
    wish: &Wish,
    base: &'a [crate::answer::Question],
) -> Result<(&'a [crate::scenario::Side<Fleet>], Vec<Figures>), Failure> {
    let Some(EclipseMuster { sides, .. }) = eclipse(&base[0].muster) else {
        return Err(Failure::Refused("only ships of Eclipse are built from parts".into()));
    };
    let groups = &sides[wish.side].fleet.groups;
    Ok((sides, groups[1..].iter().map(|group| group.figures).collect()))
}

fn eclipse(muster: &Muster) -> Option<&EclipseMuster> {
    match muster {
        Muster::Eclipse(muster) => Some(muster),
        _ => None,
    }
}

fn enemy(wish: &Wish, muster: &Muster) -> Option<Fleet> {
    eclipse(muster).map(|muster| muster.sides[1 - wish.side].fleet.clone())
}

/// Builds that differ in battle.
struct Distinct<'a> {
    builds: Vec<Build<'a>>,
    /// Strength of each build.
    strengths: Vec<Strength>,
}

impl<'a> Distinct<'a> {
    /// Keeps one build of each strength: the one with the most slots left, then the most energy.
    fn of(builds: Vec<Build<'a>>, strength: impl Fn(&Build<'a>) -> Strength) -> Self {
        let mut all: Vec<(Strength, Build<'a>)> =
            builds.into_iter().map(|build| (strength(&build), build)).collect();
        all.sort_by(|(a, x), (b, y)| {
            let left = |build: &Build<'_>| (build.slots_left, build.energy_left);
            a.cmp(b).then(left(y).cmp(&left(x))).then(x.typed().cmp(&y.typed()))
        });
        all.dedup_by(|(a, _), (b, _)| a == b);
        let (strengths, builds) = all.into_iter().unzip();
        Self { builds, strengths }
    }
}

/// Returns the box of each build. Builds share a box if they differ only in figures of which more
/// is better.
fn boxes(strengths: &[Strength]) -> Vec<usize> {
    let mut known: BTreeMap<&[i32], usize> = BTreeMap::new();
    let mut boxes = Vec::new();
    for strength in strengths {
        let next = known.len();
        boxes.push(*known.entry(strength.same()).or_insert(next));
    }
    boxes
}

/// Writes a ship by its figures, as typed. Without dice of its own it keeps the printed dice,
/// which is safe because an ideal may be stronger than the designs.
fn by_figures(figures: &Figures) -> String {
    let Figures { cannons, missiles, computer, shield, hull, initiative, regenerate } = figures;
    let mut typed = format!(
        "computer={computer}, shield={shield}, hull={hull}, initiative={initiative}, \
         regenerate={regenerate}"
    );
    for (name, dice) in [("cannons", cannons), ("missiles", missiles)] {
        if dice.total() > 0 {
            typed += &format!(", {name}={dice}");
        }
    }
    typed
}

/// Returns all figures by name, for the comparison of two designs.
fn counted(figures: &Figures) -> Vec<(String, i64)> {
    let dice = |dice: Dice, what: &str| {
        let names = ["yellow", "orange", "blue", "red", "rift"];
        let of = move |(n, name): (u8, &str)| (format!("{name} {what}"), i64::from(n));
        dice.0.into_iter().zip(names).map(of).collect::<Vec<_>>()
    };
    let Figures { cannons, missiles, computer, shield, hull, initiative, regenerate } = *figures;
    let mut all = dice(cannons, "die");
    all.extend(dice(missiles, "missile"));
    all.push(("computer".into(), computer.into()));
    all.push(("shield".into(), shield.into()));
    all.push(("hull".into(), hull.into()));
    all.push(("initiative".into(), initiative.into()));
    all.push(("repair".into(), regenerate.into()));
    all
}

/// Returns the figures to list. Dice and regeneration are left out if they are 0.
fn written(figures: &Figures) -> Vec<(String, String)> {
    let Figures { cannons, missiles, computer, shield, hull, initiative, regenerate } = *figures;
    let mut all = Vec::new();
    for (name, dice) in [("cannons", cannons), ("missiles", missiles)] {
        if dice.total() > 0 {
            all.push((name.to_string(), dice.to_string()));
        }
    }
    for (name, figure) in [("computer", computer), ("shield", shield), ("hull", hull.into())] {
        all.push((name.to_string(), figure.to_string()));
    }
    all.push(("initiative".to_string(), initiative.to_string()));
    if regenerate > 0 {
        all.push(("regenerate".to_string(), regenerate.to_string()));
    }
    all
}
