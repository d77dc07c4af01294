//! The shipyard: all blueprints that can be built from the available parts.

use rustc_hash::FxHashMap;

use super::blueprint::{Loadout, PrintedBlueprint};
use super::catalogue::{EclipseCatalogue, ShipPart};
use super::group::printed;
use crate::games::eclipse::rules::Figures;
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Spanned};

/// Parts available for the blueprint of a class.
#[derive(Clone, Debug)]
pub struct BlueprintSearch<'a> {
    class: &'a str,
    printed: &'a PrintedBlueprint,
    mobile: bool,
    /// Available parts that do more than produce energy, each with the number of copies.
    parts: Vec<(&'a ShipPart, u32)>,
    /// Available parts that only produce energy, each with the number of copies.
    sources: Vec<(&'a ShipPart, u32)>,
}

/// A blueprint that can be built.
#[derive(Clone, Debug)]
pub struct Build<'a> {
    /// Parts, each with its number of copies.
    pub parts: Vec<(u32, &'a ShipPart)>,
    /// Sum of the printed figures and the parts.
    pub figures: Figures,
    /// Energy left over.
    pub energy_left: i32,
    /// Slots left over.
    pub slots_left: u32,
}

impl Build<'_> {
    /// Returns the parts as typed in a fleet: `2 hull, plasma-cannon`.
    #[must_use]
    pub fn typed(&self) -> String {
        let part = |(number, part): &(u32, &ShipPart)| match number {
            1 => part.name.clone(),
            n => format!("{n} {}", part.name),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

/// Number of copies of a part without a limit: more than any blueprint has slots.
const ANY_NUMBER: u32 = 99;

/// Origins of parts: those that every player starts with, and those to research.
const START: &str = "start";
const TECH: &str = "tech";
/// Origin of parts that exist only once.
const DISCOVERY: &str = "discovery";
/// Set of the parts that `tech` covers.
const BASE: &str = "base";

/// Maximum number of loadouts examined.
const MAX_STEPS: u64 = 20_000_000;

impl<'a> BlueprintSearch<'a> {
    /// Creates the search for a class with the parts it starts with and the parts in `named`. An
    /// origin (`tech`, `rare tech`) adds all its parts, `tech` only those of the base game. A
    /// discovery is available once for each time it is named.
    ///
    /// # Errors
    /// If there is no such class or part.
    pub fn new(
        catalogue: &'a EclipseCatalogue,
        group: &GroupText,
        named: &[Spanned<String>],
    ) -> Result<Self, Diagnostic> {
        let (class, printed) = printed(catalogue, group, None)?;
        let mobile = catalogue.class(class).is_none_or(|class| class.mobile);
        let mut all: Vec<(&ShipPart, u32)> = catalogue
            .parts
            .iter()
            .filter(|part| part.origin == START)
            .map(|part| (part, ANY_NUMBER))
            .collect();
        for name in named {
            let wanted = normalise(&name.value);
            let of_kind: Vec<&ShipPart> = catalogue
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
        // What cannot move takes no drive.
        all.retain(|(part, _)| mobile || part.kind != "drive");
        let is_source = |(part, _): &(&ShipPart, u32)| {
            part.figures == Figures::default() && part.energy > 0 && part.slots > 0
        };
        let (sources, parts) = all.into_iter().partition(is_source);
        Ok(Self { class, printed, mobile, parts, sources })
    }

    /// Returns the name of the class.
    #[must_use]
    pub fn class(&self) -> &'a str {
        self.class
    }

    /// Returns the printed parts as typed in a fleet.
    #[must_use]
    pub fn start(&self) -> String {
        self.printed.parts.join(", ")
    }

    /// Returns the legal blueprints, one for each set of figures: the one with the most slots
    /// left, and among these the one with the most energy left.
    ///
    /// # Errors
    /// The number of loadouts examined before the search gave up, if there are too many.
    pub fn builds(&self) -> Result<Vec<Build<'a>>, u64> {
        let mut search = SlotSearch {
            search: self,
            power: self.power(),
            chosen: Vec::new(),
            found: FxHashMap::default(),
            looked: 0,
        };
        search.fill_slots(0, Sum::of(self.printed))?;
        let mut builds: Vec<Build<'a>> = search.found.into_values().collect();
        builds.sort_by_cached_key(Build::typed);
        Ok(builds)
    }

    /// Returns, by number of slots, the most energy that sources can produce in them and the
    /// sources that do so.
    fn power(&self) -> Vec<(i32, Vec<(u32, &'a ShipPart)>)> {
        let slots = self.printed.slots;
        let mut best: Vec<(i32, Vec<(u32, &ShipPart)>)> = vec![(0, Vec::new()); slots as usize + 1];
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

fn one<'a>(
    catalogue: &'a EclipseCatalogue,
    name: &str,
    place: &Place,
) -> Result<&'a ShipPart, Diagnostic> {
    catalogue.part(name).ok_or_else(|| {
        let kinds = ["start", "tech", "rare tech"];
        let parts = catalogue.parts.iter().map(|part| part.name.as_str());
        Diagnostic::unknown(place, "part", kinds.into_iter().chain(parts))
    })
}

/// Adds the copies of a part that becomes available.
fn add<'a>(all: &mut Vec<(&'a ShipPart, u32)>, part: &'a ShipPart) {
    let copies = if part.origin == DISCOVERY { 1 } else { ANY_NUMBER };
    match all.iter_mut().find(|(known, _)| known.name == part.name) {
        Some((_, number)) => *number = (*number + copies).min(ANY_NUMBER),
        None => all.push((part, copies)),
    }
}

/// Totals of the parts chosen so far.
#[derive(Clone, Copy)]
struct Sum {
    slots: u32,
    energy: i32,
    has_drive: bool,
}

impl Sum {
    fn of(printed: &PrintedBlueprint) -> Self {
        Self { slots: 0, energy: printed.energy, has_drive: false }
    }

    fn with(self, number: u32, part: &ShipPart) -> Self {
        Self {
            slots: self.slots + number * part.slots,
            energy: self.energy + number as i32 * part.energy,
            has_drive: self.has_drive || (number > 0 && part.kind == "drive"),
        }
    }
}

struct SlotSearch<'a, 'y> {
    search: &'y BlueprintSearch<'a>,
    power: Vec<(i32, Vec<(u32, &'a ShipPart)>)>,
    chosen: Vec<(u32, &'a ShipPart)>,
    found: FxHashMap<Figures, Build<'a>>,
    looked: u64,
}

impl<'a> SlotSearch<'a, '_> {
    /// Tries all numbers of copies of the parts from index `from` on.
    fn fill_slots(&mut self, from: usize, sum: Sum) -> Result<(), u64> {
        let slots = self.search.printed.slots;
        let Some(&(part, most)) = self.search.parts.get(from) else {
            self.looked += 1;
            if self.looked > MAX_STEPS {
                return Err(self.looked);
            }
            self.finish(sum);
            return Ok(());
        };
        for number in 0..=most {
            let with = sum.with(number, part);
            // A part without a slot can be on a blueprint only once.
            if with.slots > slots || (part.slots == 0 && number > 1) {
                break;
            }
            if number > 0 {
                self.chosen.push((number, part));
            }
            self.fill_slots(from + 1, with)?;
            if number > 0 {
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Adds energy sources in as few slots as possible, and records the blueprint.
    fn finish(&mut self, sum: Sum) {
        if self.search.mobile && !sum.has_drive {
            return;
        }
        let free = self.search.printed.slots - sum.slots;
        let enough = |slots: &u32| sum.energy + self.power[*slots as usize].0 >= 0;
        let Some(slots) = (0..=free).find(enough) else { return };
        let (energy, sources) = &self.power[slots as usize];
        let parts: Vec<(u32, &ShipPart)> = self.chosen.iter().chain(sources).copied().collect();
        let all = parts.iter().flat_map(|&(n, part)| (0..n).map(move |_| part)).collect();
        let build = Build {
            figures: Loadout { printed: self.search.printed, parts: all }.figures(),
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
