//! The blueprints of a class that can be built, for the search of the best one.

use std::sync::Arc;

use super::rules::{Dice, EclipseFleet, Figures, Strength, ideal};
use super::scenario::{BlueprintSearch, Build, EclipseMatchup};
use crate::answer::Matchup;
use crate::bug::OrBug;
use crate::games::{Blueprint, Blueprints, Designs};

impl Blueprints for BlueprintSearch<'_> {
    fn start(&self) -> String {
        self.start()
    }

    fn designs(
        &self,
        base: &[Arc<dyn Matchup>],
        side: usize,
    ) -> Result<Box<dyn Designs + '_>, String> {
        let builds = self.builds().map_err(|looked| {
            format!("more than {looked} possible loadouts: name fewer --parts")
        })?;
        if builds.is_empty() {
            return Err(format!("no legal `{}` can be built from these parts", self.class()));
        }
        let battles: Vec<&EclipseMatchup> = base.iter().map(|one| eclipse(&**one)).collect();
        let own = &battles[0].sides[side].fleet;
        let beside: Vec<Figures> = own.groups[1..].iter().map(|group| group.figures).collect();
        let enemies: Vec<EclipseFleet> =
            battles.iter().map(|battle| battle.sides[1 - side].fleet.clone()).collect();
        let technologies = own.owners[0].technologies;
        let strength =
            |build: &Build<'_>| Strength::of(&build.figures, technologies, &enemies, &beside);
        let builds = distinct(builds, strength);
        Ok(Box::new(EclipseDesigns {
            all: builds.iter().map(|(strength, build)| blueprint(strength, build)).collect(),
            figures: builds.iter().map(|(_, build)| build.figures).collect(),
            printed: counted(&own.groups[0].figures),
            enemies,
        }))
    }
}

/// Blueprints that differ in battle.
struct EclipseDesigns {
    all: Vec<Blueprint>,
    /// Figures of each blueprint.
    figures: Vec<Figures>,
    /// Figures of the printed blueprint, by name.
    printed: Vec<(String, i64)>,
    enemies: Vec<EclipseFleet>,
}

impl Designs for EclipseDesigns {
    fn all(&self) -> &[Blueprint] {
        &self.all
    }

    fn printed(&self) -> &[(String, i64)] {
        &self.printed
    }

    fn ideal(&self, of: &[usize]) -> String {
        let figures: Vec<Figures> = of.iter().map(|&n| self.figures[n]).collect();
        by_figures(&ideal(&figures, &self.enemies))
    }
}

/// Returns the battle as one of Eclipse.
fn eclipse(matchup: &dyn Matchup) -> &EclipseMatchup {
    matchup.of_game().or_bug("a blueprint of Eclipse fights in another game")
}

/// Keeps one build of each strength: the one with the most slots left, then the most energy.
fn distinct<'a>(
    builds: Vec<Build<'a>>,
    strength: impl Fn(&Build<'a>) -> Strength,
) -> Vec<(Strength, Build<'a>)> {
    let mut all: Vec<(Strength, Build<'a>)> =
        builds.into_iter().map(|build| (strength(&build), build)).collect();
    all.sort_by(|(a, x), (b, y)| {
        let left = |build: &Build<'_>| (build.slots_left, build.energy_left);
        a.cmp(b).then(left(y).cmp(&left(x))).then(x.typed().cmp(&y.typed()))
    });
    all.dedup_by(|(a, _), (b, _)| a == b);
    all
}

fn blueprint(strength: &Strength, build: &Build<'_>) -> Blueprint {
    let left =
        [("energy left", i64::from(build.energy_left)), ("slots left", build.slots_left.into())];
    let left = left.into_iter().map(|(name, n)| (name.to_string(), n.to_string()));
    Blueprint {
        parts: build.typed(),
        more: strength.more().to_vec(),
        same: strength.same().to_vec(),
        listed: written(&build.figures).into_iter().chain(left).collect(),
        figures: counted(&build.figures),
    }
}

/// Writes a ship by its figures, as typed. Without dice of its own it keeps the printed dice,
/// which is safe because an ideal may be stronger than the designs.
fn by_figures(figures: &Figures) -> String {
    let numbers = figures.numbers().map(|(name, n)| format!("{name}={n}"));
    let armed = figures.weapons().into_iter().filter(|(_, dice)| dice.total() > 0);
    let dice = armed.map(|(name, dice)| format!("{name}={dice}"));
    numbers.into_iter().chain(dice).collect::<Vec<_>>().join(", ")
}

/// Returns all figures by name, for the comparison of two designs.
fn counted(figures: &Figures) -> Vec<(String, i64)> {
    let dice = |dice: Dice, what: &str| {
        let of =
            |(colour, n): (usize, u8)| (format!("{} {what}", Dice::name(colour)), i64::from(n));
        dice.0.into_iter().enumerate().map(of).collect::<Vec<_>>()
    };
    let called = |name: &'static str| if name == "regenerate" { "repair" } else { name };
    let mut all = dice(figures.cannons, "die");
    all.extend(dice(figures.missiles, "missile"));
    all.extend(figures.numbers().map(|(name, n)| (called(name).to_string(), n.into())));
    all
}

/// Returns the figures to list. Dice and regeneration are left out if they are 0.
fn written(figures: &Figures) -> Vec<(String, String)> {
    let armed = figures.weapons().into_iter().filter(|(_, dice)| dice.total() > 0);
    let dice = armed.map(|(name, dice)| (name.to_string(), dice.to_string()));
    let numbers = figures.numbers().into_iter().filter(|&(name, n)| name != "regenerate" || n > 0);
    dice.chain(numbers.map(|(name, n)| (name.to_string(), n.to_string()))).collect()
}
