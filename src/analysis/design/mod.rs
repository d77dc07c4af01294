//! The best blueprint of a class, or the best fleet for a price.

mod purchase;
mod search;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::purchase::{PurchaseLimits, ShipOption, purchases};
use self::search::{DesignSearch, Searched};
use super::compare::Rank;
use super::total::{StoppedBy, Total};
use crate::answer::{Carriage, Matchup, NoAnswer, Question};
use crate::engine::Ctx;
use crate::games::{Blueprint, Game};
use crate::result::RankedCandidate;
use crate::scenario::{
    Capacity, Diagnostic, FleetText, GroupText, Place, SideText, Source, Spanned, normalise,
};

/// Maximum number of battles in a search without ideals.
const MAX_QUESTIONS: usize = 100_000;

/// What is designed, and where it fights.
pub struct DesignQuestion<'a, E> {
    /// The game.
    pub game: &'a dyn Game,
    /// The class to design, or the ships that can be bought; and options of the side.
    pub what: &'a FleetText,
    /// Other ships of the side.
    pub with: Option<&'a FleetText>,
    /// Returns the battles of a side, one against each enemy.
    pub asks: &'a (dyn Fn(&SideText) -> Result<Vec<Question>, E> + Sync),
    /// Weight of each enemy; the sum is 1.
    pub weights: &'a [f64],
    /// Side of the design: 0 attacks, 1 defends.
    pub side: usize,
    /// Figure by which designs are ranked.
    pub rank: Rank,
    /// Number of designs to find.
    pub top: usize,
}

/// What a fleet may cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purchase {
    /// Materials, resources or points, above 0.
    pub cost: f64,
    /// Capacity in addition to that of the ships bought.
    pub capacity: Option<u32>,
    /// Size of the fleet pool, if limited.
    pub fleet_pool: Option<u32>,
}

/// Designs that a search found.
#[derive(Clone, Debug)]
pub struct FoundDesigns {
    /// The best designs, the best first. A design is left out if a design listed before it has
    /// at least as much of every property.
    pub ranked: Vec<RankedCandidate>,
    /// Parts and figures of each of them.
    pub best: Vec<Proposal>,
    /// The design that they are compared with: the printed blueprint.
    pub base: Option<RankedCandidate>,
    /// Number of designs. Those that behave alike in battle count once.
    pub designs: usize,
    /// Of these, those that were fought or ruled out.
    pub looked_at: usize,
    /// The reason why the search is incomplete, so that there may be better designs; `None` if it
    /// is complete.
    pub stopped: Option<StoppedBy>,
}

/// A proposed design.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Its parts, or its ships.
    pub parts: String,
    /// Total figures and resources left over.
    pub figures: Vec<(String, String)>,
    /// Advantages over the best design; for the best, over the design that it is compared with.
    pub gains: Vec<String>,
    /// Drawbacks in the same comparison.
    pub gives_up: Vec<String>,
}

/// Threads, total and progress of a search. The function receives the number of designs or battles
/// that are done in addition, their number in all, and what is counted.
pub type Means<'a> = (&'a Ctx, &'a Total, &'a (dyn Fn(usize, usize, &'static str) + Sync));

impl<E: From<Diagnostic> + From<NoAnswer> + Send + Sync> DesignQuestion<'_, E> {
    /// Finds the best blueprints that can be built from the starting parts and these parts. Returns
    /// `None` if the ships of the game have no blueprints.
    ///
    /// # Errors
    /// If the class or a part is wrong, or a battle cannot be fought.
    pub fn blueprints(
        &self,
        parts: &[Spanned<String>],
        means: Means<'_>,
    ) -> Result<Option<FoundDesigns>, E> {
        let group = self.class()?;
        let Some(blueprints) = self.game.blueprints(group, parts).transpose() else {
            return Ok(None);
        };
        // Errors in the class or the enemies are reported before errors in the parts.
        self.asked(&group.to_string())?;
        let blueprints = blueprints?;
        let start = with_parts(group, &blueprints.start());
        let base = self.asked(&start)?.into_iter();
        let battles: Vec<Arc<dyn Matchup>> = base.map(|question| question.matchup).collect();
        let designs = blueprints.designs(&battles, self.side).map_err(Diagnostic::new)?;
        let all = designs.all();
        let more: Vec<Vec<i32>> = all.iter().map(|blueprint| blueprint.more.clone()).collect();
        let asked = |n: &usize| self.asked(&with_parts(group, &all[*n].parts));
        let ideal = |of: &[usize]| self.asked(&with_parts(group, &designs.ideal(of)));
        let search = DesignSearch {
            ideal: Some(&ideal),
            ..DesignSearch::new(self, &more, boxes(all), &asked)
        };
        let found = self.find(&search, means)?;
        let best = proposals(&found, Some(designs.printed().to_vec()), |n| {
            let Blueprint { parts, listed, figures, .. } = all[n].clone();
            (parts, listed, figures)
        });
        let one = [Vec::new()];
        let asked = |_: &usize| self.asked(&start);
        let printed = DesignSearch { top: 1, ..DesignSearch::new(self, &one, vec![0], &asked) };
        let printed = printed.find((means.0, &Total::unlimited()), &|_| ())?;
        let base = printed.best.into_iter().next();
        Ok(Some(FoundDesigns { base, ..found.with(best, all.len()) }))
    }

    /// Finds the best fleets that can be bought.
    ///
    /// # Errors
    /// If a ship is wrong or costs nothing, if there are no fleets or too many, or if a battle
    /// cannot be fought.
    pub fn fleets(&self, purchase: &Purchase, means: Means<'_>) -> Result<FoundDesigns, E> {
        let groups = &self.what.groups;
        let options: Vec<ShipOption> =
            groups.iter().map(|group| self.option(group)).collect::<Result<_, _>>()?;
        let lexicon = self.game.lexicon();
        let ships = lexicon.max_ships.saturating_sub(self.beside());
        let &Purchase { cost, capacity, fleet_pool } = purchase;
        let room = match lexicon.capacity {
            Capacity::Checked => Some(capacity.unwrap_or(0)),
            Capacity::Optional => capacity,
            Capacity::None => None,
        };
        let limits = PurchaseLimits { cost, room, pool: fleet_pool, ships };
        // If one more ship can make a fleet worse, fleets that could buy more are candidates, too.
        let may_leave = !lexicon.more_is_better;
        let too_many = "too many possible fleets: name fewer ships, or limit the number of each";
        let fleets = purchases(&options, limits, !may_leave);
        let fleets = fleets.map_err(|_| Diagnostic::new(too_many))?;
        if fleets.is_empty() {
            let none = format!("--cost {cost}: none of these ships can be bought");
            return Err(Diagnostic::new(none).into());
        }
        let typed = |n: usize| typed(groups, &fleets[n]);
        let designs: Vec<Vec<i32>> =
            fleets.iter().map(|fleet| fleet.iter().map(|n| *n as i32).collect()).collect();
        let asked = |n: &usize| self.asked(&typed(*n));
        // The ideal of several fleets has the maximum of their numbers of each ship.
        let ideal = |several: &[usize]| {
            let most =
                |option: usize| several.iter().map(|&n| fleets[n][option]).max().unwrap_or(0);
            let all: Vec<u32> = (0..options.len()).map(most).collect();
            // An ideal with too many ships cannot be fought, so it rules out no fleet.
            if all.iter().sum::<u32>() > ships {
                return Ok(Vec::new());
            }
            self.asked(&self::typed(groups, &all))
        };
        let mut search = DesignSearch::new(self, &designs, vec![0; fleets.len()], &asked);
        if may_leave {
            search.ideal = Some(&ideal);
        }
        let found = self.find(&search, means)?;
        let unit = lexicon.units.cost;
        let best = proposals(&found, None, |n| {
            let left = cost - price(&options, &fleets[n]);
            let figures = vec![(format!("{unit} left"), format!("{:.1}", left + 0.0))];
            (typed(n), figures, counted(groups, &fleets[n]))
        });
        Ok(found.with(best, fleets.len()))
    }

    /// Returns the battles of a design against all enemies. `ships` is the design as typed; the
    /// other ships of the side are added here.
    fn asked(&self, ships: &str) -> Result<Vec<Question>, E> {
        let beside = self.with.map_or(String::new(), |with| format!(" + {with}"));
        let options: String =
            self.what.options.iter().map(|option| format!(" & {option}")).collect();
        let own = format!("{ships}{beside}{options}");
        (self.asks)(&SideText::typed(&Source::new("design", own))?)
    }

    /// Returns the class to design. It must be the only group, and must not name parts.
    fn class(&self) -> Result<&GroupText, Diagnostic> {
        if let Some(second) = self.what.groups.get(1) {
            let error = Diagnostic::at(&second.place, "only one class can be designed at a time")
                .label("leave this out")
                .help(
                    "add other ships with --with, or use --cost to find the best numbers of each",
                );
            return Err(error);
        }
        let group = &self.what.groups[0];
        if let Some(item) = group.items.first() {
            let error = Diagnostic::at(&item.place, "`design` chooses the parts itself")
                .label("leave this out")
                .help("name the available parts with --parts");
            return Err(error);
        }
        Ok(group)
    }

    /// Returns a ship that can be bought. A typed number is the maximum of these ships.
    fn option(&self, group: &GroupText) -> Result<ShipOption, E> {
        let one = GroupText { count: None, ..group.clone() };
        let alone = FleetText { groups: vec![one.clone()], options: self.what.options.clone() };
        let alone = SideText::typed(&Source::new("ships", alone.to_string()))?;
        let matchup = (self.asks)(&alone)?.swap_remove(0).matchup;
        let cost = matchup.sides()[self.side].cost;
        if cost <= 0.0 {
            let free = format!("`{one}` costs nothing, so it cannot be bought");
            return Err(Diagnostic::new(free).into());
        }
        let typed = group.count.as_ref().map(|count| count.value.min(u32::MAX.into()) as u32);
        let owned = || self.game.owned(&normalise(&group.class.value));
        let most = typed.or_else(owned).unwrap_or(u32::MAX);
        let Carriage { carries, is_carried, counts } = matchup.carriage(self.side);
        Ok(ShipOption { cost, most, carries, is_carried, counts })
    }

    /// Returns the number of the other ships of the side.
    fn beside(&self) -> u32 {
        let count = |group: &GroupText| group.count.as_ref().map_or(1, |count| count.value);
        let groups = self.with.iter().flat_map(|with| &with.groups);
        groups.map(count).fold(0, u64::saturating_add).try_into().unwrap_or(u32::MAX)
    }

    fn find(
        &self,
        search: &DesignSearch<'_, E>,
        (ctx, total, progress): Means<'_>,
    ) -> Result<Searched, E> {
        let designs = search.designs.len();
        let battles = designs * self.weights.len();
        if search.ideal.is_none() && battles > MAX_QUESTIONS {
            let message = format!("{battles} battles, at most {MAX_QUESTIONS}: name fewer ships");
            return Err(Diagnostic::new(message).into());
        }
        // With ideals, whole designs are ruled out at once, so progress counts designs.
        let (all, unit) = match search.ideal {
            Some(_) if self.rank == Rank::Win => (designs, "designs"),
            _ => (battles, "battles"),
        };
        progress(0, all, unit);
        search.find((ctx, total), &|done| progress(done, all, unit))
    }
}

/// Splits names of parts, which commas separate.
pub fn split_parts(source: &Arc<Source>) -> Vec<Spanned<String>> {
    let mut at = 0;
    let mut named = Vec::new();
    for part in source.text.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        let place = Place { source: source.clone(), range: start..start + part.trim().len() };
        named.push(Spanned { value: part.trim().to_string(), place });
        at += part.len() + 1;
    }
    named.retain(|part| !part.value.is_empty());
    named
}

impl Searched {
    fn with(self, best: Vec<Proposal>, designs: usize) -> FoundDesigns {
        let Self { best: ranked, looked_at, stopped } = self;
        FoundDesigns { ranked, best, base: None, designs, looked_at, stopped }
    }
}

/// Compares two lists of figures. Returns what the first has more, and what it has less.
fn difference(these: &[(String, i64)], those: &[(String, i64)]) -> (Vec<String>, Vec<String>) {
    let (mut gains, mut gives_up) = (Vec::new(), Vec::new());
    for ((name, this), (_, that)) in these.iter().zip(those) {
        match this - that {
            0 => {}
            more if more > 0 => gains.push(format!("{more} {name}")),
            less => gives_up.push(format!("{} {name}", -less)),
        }
    }
    (gains, gives_up)
}

/// Returns the proposals of a search. The first is compared with `base`, the others with the
/// first. `describe` returns the text, the figures to list and the figures to compare of a design.
fn proposals(
    found: &Searched,
    base: Option<Vec<(String, i64)>>,
    describe: impl Fn(usize) -> (String, Vec<(String, String)>, Vec<(String, i64)>),
) -> Vec<Proposal> {
    let first = found.best.first().map(|first| describe(first.number).2);
    let of = |(rank, candidate): (usize, &RankedCandidate)| {
        let (parts, figures, counted) = describe(candidate.number);
        let other = if rank == 0 { base.as_ref() } else { first.as_ref() };
        let (gains, gives_up) = other.map_or_else(Default::default, |o| difference(&counted, o));
        Proposal { parts, figures, gains, gives_up }
    };
    found.best.iter().enumerate().map(of).collect()
}

fn with_parts(group: &GroupText, parts: &str) -> String {
    if parts.is_empty() { group.to_string() } else { format!("{group}({parts})") }
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

fn price(options: &[ShipOption], fleet: &[u32]) -> f64 {
    options.iter().zip(fleet).map(|(option, number)| option.cost * f64::from(*number)).sum()
}

/// Writes a fleet as typed. `fleet` holds the number of ships of each group.
fn typed(groups: &[GroupText], fleet: &[u32]) -> String {
    let bought = counted(groups, fleet).into_iter().filter(|(_, number)| *number > 0);
    bought.map(|(one, number)| format!("{number} {one}")).collect::<Vec<_>>().join(" + ")
}

/// Returns the number of ships of each group by name, for the comparison of two fleets.
fn counted(groups: &[GroupText], fleet: &[u32]) -> Vec<(String, i64)> {
    let group = |(group, number): (&GroupText, &u32)| {
        let one = GroupText { count: None, ..group.clone() };
        (one.to_string(), i64::from(*number))
    };
    groups.iter().zip(fleet).map(group).collect()
}
