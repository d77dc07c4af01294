//! The shipyard: all blueprints that can be built of the parts at hand.

use rustc_hash::FxHashMap;

use super::blueprint::{Loadout, Printed};
use super::catalogue::{Catalogue, Part};
use super::resolve::printed;
use crate::rules::eclipse::Figures;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Spanned};

/// What a class can be built of.
#[derive(Clone, Debug)]
pub struct Yard<'a> {
    class: &'a str,
    printed: &'a Printed,
    mobile: bool,
    /// Parts at hand that do more than make energy, and how many of each.
    parts: Vec<(&'a Part, u32)>,
    /// Parts that do nothing else.
    sources: Vec<(&'a Part, u32)>,
}

/// A blueprint that can be built.
#[derive(Clone, Debug)]
pub struct Build<'a> {
    /// Its parts, each with its number.
    pub parts: Vec<(u32, &'a Part)>,
    /// What they add up to with what is printed.
    pub figures: Figures,
    /// Energy that is left over.
    pub energy_left: i32,
    /// Slots that are left over.
    pub slots_left: u32,
}

impl Build<'_> {
    /// As typed: `2 hull, plasma-cannon`.
    #[must_use]
    pub fn typed(&self) -> String {
        let part = |(number, part): &(u32, &Part)| match number {
            1 => part.name.clone(),
            n => format!("{n} {}", part.name),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

/// Copies of a part that may stand on one blueprint, where there is no limit.
const ANY_NUMBER: u32 = 99;

/// Where parts come from that anybody has, and those that are at hand if nothing is said.
const START: &str = "start";
const TECH: &str = "tech";
/// Where parts come from of which there is one each.
const DISCOVERY: &str = "discovery";
/// The set that is meant where none is named.
const BASE: &str = "base";

/// Loadouts that are looked at.
const MOST: u64 = 20_000_000;

impl<'a> Yard<'a> {
    /// The yard of a class, with the parts that are named: `start`, `tech`, `rare tech` are all
    /// of that kind; discoveries are there once for each time they are named.
    ///
    /// # Errors
    /// If there is no such class, or no such part.
    pub fn new(
        catalogue: &'a Catalogue,
        group: &GroupText,
        named: &[Spanned<String>],
    ) -> Result<Self, Diagnostic> {
        let (class, printed) = printed(catalogue, group, None)?;
        let mobile = catalogue.class(class).is_none_or(|class| class.mobile);
        let mut all: Vec<(&Part, u32)> = catalogue
            .parts
            .iter()
            .filter(|part| part.origin == START)
            .map(|part| (part, ANY_NUMBER))
            .collect();
        for name in named {
            let wanted = normalise(&name.value);
            let of_kind: Vec<&Part> = catalogue
                .parts
                .iter()
                .filter(|part| normalise(&part.origin) == wanted && wanted != DISCOVERY)
                .filter(|part| wanted != TECH || part.provenance.set == BASE)
                .collect();
            if wanted != START && of_kind.is_empty() {
                add(&mut all, one(catalogue, &wanted, &name.place)?);
            }
            of_kind.into_iter().for_each(|part| add(&mut all, part));
        }
        let is_source = |(part, _): &(&Part, u32)| {
            part.figures == Figures::default() && part.energy > 0 && part.slots > 0
        };
        let (sources, parts) = all.into_iter().partition(is_source);
        Ok(Self { class, printed, mobile, parts, sources })
    }

    /// The class.
    #[must_use]
    pub fn class(&self) -> &'a str {
        self.class
    }

    /// What is printed on the blueprint at the start of the game, as typed.
    #[must_use]
    pub fn start(&self) -> String {
        self.printed.parts.join(", ")
    }

    /// All legal blueprints of which no two have the same figures; of those that do, the one
    /// with the fewest parts, and among these the one with the most energy left.
    ///
    /// # Errors
    /// The number of loadouts that were looked at, if that were too many.
    pub fn builds(&self) -> Result<Vec<Build<'a>>, u64> {
        let mut search = Search {
            yard: self,
            power: self.power(),
            chosen: Vec::new(),
            found: FxHashMap::default(),
            looked: 0,
        };
        search.look(0, Sum::of(self.printed))?;
        let mut builds: Vec<Build<'a>> = search.found.into_values().collect();
        builds.sort_by_cached_key(Build::typed);
        Ok(builds)
    }

    /// By number of slots, the most energy that sources make in them, and which do.
    fn power(&self) -> Vec<(i32, Vec<(u32, &'a Part)>)> {
        let slots = self.printed.slots;
        let mut best: Vec<(i32, Vec<(u32, &Part)>)> = vec![(0, Vec::new()); slots as usize + 1];
        for &(part, most) in &self.sources {
            let mut with = best.clone();
            for (used, (energy, parts)) in best.iter().enumerate() {
                for number in 1..=most.min(slots / part.slots) {
                    let all = used as u32 + number * part.slots;
                    let sum = energy + number as i32 * part.energy;
                    if all <= slots && sum > with[all as usize].0 {
                        let more = (number, part);
                        with[all as usize] = (sum, [parts.as_slice(), &[more]].concat());
                    }
                }
            }
            best = with;
        }
        best
    }
}

fn one<'a>(catalogue: &'a Catalogue, name: &str, place: &Place) -> Result<&'a Part, Diagnostic> {
    catalogue.part(name).ok_or_else(|| {
        let kinds = ["start", "tech", "rare tech"];
        let parts = catalogue.parts.iter().map(|part| part.name.as_str());
        let known: Vec<&str> = kinds.into_iter().chain(parts).collect();
        Diagnostic::unknown(place, "part", &known)
    })
}

/// One part more is at hand.
fn add<'a>(all: &mut Vec<(&'a Part, u32)>, part: &'a Part) {
    let copies = if part.origin == DISCOVERY { 1 } else { ANY_NUMBER };
    match all.iter_mut().find(|(known, _)| known.name == part.name) {
        Some((_, number)) => *number = (*number + copies).min(ANY_NUMBER),
        None => all.push((part, copies)),
    }
}

/// What the parts chosen so far add up to.
#[derive(Clone, Copy)]
struct Sum {
    slots: u32,
    energy: i32,
    has_drive: bool,
}

impl Sum {
    fn of(printed: &Printed) -> Self {
        Self { slots: 0, energy: printed.energy, has_drive: false }
    }

    fn with(self, number: u32, part: &Part) -> Self {
        Self {
            slots: self.slots + number * part.slots,
            energy: self.energy + number as i32 * part.energy,
            has_drive: self.has_drive || (number > 0 && part.kind == "drive"),
        }
    }
}

struct Search<'a, 'y> {
    yard: &'y Yard<'a>,
    power: Vec<(i32, Vec<(u32, &'a Part)>)>,
    chosen: Vec<(u32, &'a Part)>,
    found: FxHashMap<Figures, Build<'a>>,
    looked: u64,
}

impl<'a> Search<'a, '_> {
    /// Looks at all numbers of the parts from this one on.
    fn look(&mut self, from: usize, sum: Sum) -> Result<(), u64> {
        let slots = self.yard.printed.slots;
        let Some(&(part, most)) = self.yard.parts.get(from) else {
            self.looked += 1;
            if self.looked > MOST {
                return Err(self.looked);
            }
            self.finish(sum);
            return Ok(());
        };
        for number in 0..=most {
            let with = sum.with(number, part);
            // A part that takes no slot stands on a blueprint once.
            if with.slots > slots || (part.slots == 0 && number > 1) {
                break;
            }
            if number > 0 {
                self.chosen.push((number, part));
            }
            self.look(from + 1, with)?;
            if number > 0 {
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Adds sources as they are needed, in as few slots as will do.
    fn finish(&mut self, sum: Sum) {
        if self.yard.mobile && !sum.has_drive {
            return;
        }
        let free = self.yard.printed.slots - sum.slots;
        let enough = |slots: &u32| sum.energy + self.power[*slots as usize].0 >= 0;
        let Some(slots) = (0..=free).find(enough) else { return };
        let (energy, sources) = &self.power[slots as usize];
        let parts: Vec<(u32, &Part)> = self.chosen.iter().chain(sources).copied().collect();
        let all = parts.iter().flat_map(|&(n, part)| (0..n).map(move |_| part)).collect();
        let build = Build {
            figures: Loadout { printed: self.yard.printed, parts: all }.figures(),
            energy_left: sum.energy + energy,
            slots_left: free - slots,
            parts,
        };
        let better = |other: &Build<'_>| {
            let rank = |build: &Build<'_>| (build.slots_left, build.energy_left);
            rank(&build) > rank(other)
        };
        if self.found.get(&build.figures).is_none_or(better) {
            self.found.insert(build.figures, build);
        }
    }
}
