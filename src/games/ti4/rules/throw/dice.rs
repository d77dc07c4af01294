//! The dice that the living units roll.

use super::super::faces::Faces;
use super::super::force::{Groups, Ti4Force};
use super::build::{
    Dice, DiceModifiers, Extra, GroupDice, Loose, LooseDice, MODIFIER_COMBINATIONS,
};

/// Dice of equal units that roll with equal chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    /// Group of the units; `None` for dice that belong to no unit of the fleet.
    pub(super) group: Option<usize>,
    pub(super) faces: Faces,
    pub(super) units: u16,
    /// Number of dice of each unit.
    pub(super) each: u16,
    pub(super) member: u8,
    pub(super) half_cost: u32,
    /// Place of the units in the order of loss.
    pub(super) lost: u8,
    pub(super) counts_nines: bool,
    /// Whether they belong to a unit, even to one that the fleet does not list.
    pub(super) is_of_unit: bool,
}

/// Dice that an extra die may belong to.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct ExtraPlace {
    /// Group of the unit; `None` for dice that belong to no unit of the fleet.
    pub(super) group: Option<usize>,
    pub(super) kind: usize,
    is_of_unit: bool,
}

impl Cluster {
    /// Returns the number of dice.
    pub(super) fn dice(&self) -> u16 {
        self.units * self.each
    }

    /// Returns ten times the expected hits of a unit.
    fn expected(&self) -> u32 {
        u32::from(self.each) * self.faces.tenths()
    }
}

impl Dice {
    /// Returns which of the units that change the others' dice are alive: the combination of led,
    /// freed and aimed, and whether mechs are armed.
    #[inline]
    fn modified(&self, own: &Ti4Force) -> (usize, bool) {
        let DiceModifiers { leaders, freers, aimers, armers } = self.modifiers;
        let modifiers = usize::from(own.any(leaders))
            | usize::from(own.any(freers)) << 1
            | usize::from(own.any(aimers)) << 2;
        (modifiers, own.any(armers))
    }

    /// Returns the number of dice of each unit of an entry.
    #[inline]
    fn each(&self, entry: &GroupDice, is_armed: bool, enemy: &Ti4Force) -> u16 {
        match entry.mirrors {
            true => enemy.count(self.mirrored) + u16::from(entry.dice),
            false => u16::from(entry.dice) + u16::from(entry.is_armed && is_armed),
        }
    }

    /// Visits the dice of each group with their kind. Extra dice come last.
    #[inline]
    pub(super) fn each_entry(
        &self,
        (own, enemy): (&Ti4Force, &Ti4Force),
        mut visit: impl FnMut(Option<usize>, usize, u16),
    ) {
        let (modifiers, is_armed) = self.modified(own);
        let is_silent = enemy.any(self.silencers);
        if !is_silent {
            for entry in &self.entries {
                let alive = u16::from(own.alive(entry.group).min(entry.most_rolling));
                if alive == 0 {
                    continue;
                }
                let each = self.each(entry, is_armed, enemy);
                visit(Some(entry.group), usize::from(entry.kinds[modifiers]), alive * each);
            }
        }
        if self.loose.is_empty() && self.extras.is_empty() {
            return;
        }
        for dice in self.loose.iter().filter(|dice| !(is_silent && dice.loose.is_of_unit)) {
            visit(None, dice.kind, u16::from(dice.loose.roll.dice));
        }
        for at in 0..self.extras.len() {
            if let Some(place) = self.place(at, modifiers, own, is_silent) {
                visit(place.group, place.kind, 1);
            }
        }
    }

    /// Returns the dice that an extra die belongs to: those of the unit that an agent has chosen,
    /// or the best there are.
    fn place(
        &self,
        extra: usize,
        modifiers: usize,
        own: &Ti4Force,
        is_silent: bool,
    ) -> Option<&ExtraPlace> {
        let chosen = self.extras[extra].chosen_row(own);
        let is_there = |place: &&ExtraPlace| {
            place.group.is_none_or(|g| own.alive(g) > 0) && !(place.is_of_unit && is_silent)
        };
        let is_it = |place: &&ExtraPlace| chosen.is_none() || place.group == chosen;
        self.extra_places[extra][modifiers].iter().filter(is_it).find(is_there)
    }

    /// Lists the dice that each extra die may belong to, the best first, by combination of led,
    /// freed and aimed.
    pub(super) fn extra_places(&self) -> Vec<[Vec<ExtraPlace>; MODIFIER_COMBINATIONS]> {
        let places = |extra: &Extra, modifiers: usize| {
            let one =
                |entry: &GroupDice| self.of_units(entry, modifiers, (1, u16::from(entry.dice)));
            let rolling = self.entries.iter().filter(|entry| entry.most_rolling > 0);
            let of_none = self.loose.iter().map(|dice| self.of_none(dice));
            let mut clusters: Vec<Cluster> = rolling.map(one).chain(of_none).collect();
            let mut places = Vec::new();
            while let Some(best) = extra.best(&clusters) {
                let Cluster { group, faces, is_of_unit, .. } = clusters.remove(best);
                let kind = self.kinds.iter().position(|known| *known == faces);
                places.extend(kind.map(|kind| ExtraPlace { group, kind, is_of_unit }));
            }
            places
        };
        let of = |extra: &Extra| std::array::from_fn(|modifiers| places(extra, modifiers));
        self.extras.iter().map(of).collect()
    }

    /// Returns the dice of a number of units, each with a number of dice.
    fn of_units(&self, entry: &GroupDice, modifiers: usize, (units, each): (u16, u16)) -> Cluster {
        Cluster {
            group: Some(entry.group),
            faces: self.kinds[usize::from(entry.kinds[modifiers])],
            units,
            each,
            member: entry.member,
            half_cost: entry.half_cost,
            lost: entry.lost,
            counts_nines: entry.counts_nines,
            is_of_unit: true,
        }
    }

    /// Returns dice that belong to no unit of the fleet.
    fn of_none(&self, dice: &LooseDice) -> Cluster {
        let Loose { roll, member, is_of_unit } = dice.loose;
        Cluster {
            group: None,
            faces: self.kinds[dice.kind],
            units: 1,
            each: u16::from(roll.dice),
            member,
            half_cost: 0,
            lost: 0,
            counts_nines: false,
            is_of_unit,
        }
    }

    /// Lists the dice of the living units, without extra dice.
    pub(super) fn clusters(&self, (own, enemy): (&Ti4Force, &Ti4Force)) -> Vec<Cluster> {
        let (modifiers, is_armed) = self.modified(own);
        let is_silent = enemy.any(self.silencers);
        let of_units = self.entries.iter().map(|entry| {
            let units = u16::from(own.alive(entry.group).min(entry.most_rolling));
            self.of_units(entry, modifiers, (units, self.each(entry, is_armed, enemy)))
        });
        let of_none = self.loose.iter().map(|dice| self.of_none(dice));
        let clusters = of_units.chain(of_none).filter(|dice| dice.units > 0);
        clusters.filter(|dice| !(dice.is_of_unit && is_silent)).collect()
    }

    /// Lists the dice of the living units, with extra dice and Gravleash Maneuvers.
    /// `with_ambuscade` says whether Strike Wing Ambuscade is used; returns whether it finds a unit
    /// that rolls.
    pub(super) fn all_clusters(
        &self,
        (own, enemy): (&Ti4Force, &Ti4Force),
        with_ambuscade: bool,
    ) -> (Vec<Cluster>, bool) {
        let mut clusters = self.clusters((own, enemy));
        for maneuvers in &self.changes.maneuvers {
            if let Some(ship) = maneuvers.dearest(&clusters) {
                let types = self.types(own, maneuvers.member);
                let faces = clusters[ship].faces;
                let raised = faces.raised(types);
                single(&mut clusters, ship).faces =
                    if faces.is_rerolled() { raised.rerolled() } else { raised };
            }
        }
        let mut is_used = false;
        for extra in &self.extras {
            let chosen = extra.chosen(own, &clusters);
            add_die(&mut clusters, chosen);
        }
        for extra in self.changes.ambuscade.iter().filter(|_| with_ambuscade) {
            let best = extra.best(&clusters);
            is_used |= add_die(&mut clusters, best);
        }
        (clusters, is_used)
    }

    /// Returns the row of the unit that an agent chooses for the roll, if there is an agent.
    pub(super) fn choice_of_agent(&self, own: &Ti4Force, enemy: &Ti4Force) -> Option<usize> {
        let agent = self.extras.iter().position(|extra| extra.is_of_agent)?;
        let (modifiers, _) = self.modified(own);
        self.place(agent, modifiers, own, enemy.any(self.silencers))?.group
    }

    /// Returns the number of types of ships that a member has now.
    fn types(&self, own: &Ti4Force, member: u8) -> u8 {
        let of_member = |entry: &&GroupDice| entry.member == member;
        let owned = Groups::of(self.entries.iter().filter(of_member).map(|entry| entry.group));
        let is_there = |rows: &&Groups| own.any(rows.and(owned));
        self.changes.types.iter().filter(is_there).count() as u8
    }
}

impl Extra {
    /// Returns the dice of its member that it belongs to: those of the unit named, or the best of
    /// these ranks.
    fn choose<R: PartialOrd>(
        &self,
        clusters: &[Cluster],
        rank: impl Fn(&Cluster) -> R,
    ) -> Option<usize> {
        let is_barred = |cluster: &Cluster| cluster.group.is_some_and(|g| self.barred.has(g));
        let own = |n: &usize| clusters[*n].member == self.member && !is_barred(&clusters[*n]);
        let named = |n: &usize| self.unit.is_some() && clusters[*n].group == self.unit;
        let all = || (0..clusters.len()).filter(own);
        let better = |best: usize, n: usize| match rank(&clusters[n]) > rank(&clusters[best]) {
            true => n,
            false => best,
        };
        all().find(named).or_else(|| all().reduce(better))
    }

    /// Returns the row of the unit that an agent has chosen at the start of the round.
    #[inline]
    pub(super) fn chosen_row(&self, own: &Ti4Force) -> Option<usize> {
        own.supplies.chosen().filter(|_| self.is_of_agent)
    }

    /// Returns the dice that an agent has chosen at the start of the round, as far as the unit is
    /// still there, or the best dice.
    fn chosen(&self, own: &Ti4Force, clusters: &[Cluster]) -> Option<usize> {
        match self.chosen_row(own) {
            // Of equal units, the one with Gravleash Maneuvers is listed last.
            Some(row) => clusters.iter().rposition(|cluster| cluster.group == Some(row)),
            None => self.best(clusters),
        }
    }

    /// Returns the dice with the best chance of a hit, of equals those of the dearest unit, then of
    /// the one with more expected hits, then of the one that is lost last (T28).
    fn best(&self, clusters: &[Cluster]) -> Option<usize> {
        self.choose(clusters, |dice| {
            (dice.faces.chance(), dice.half_cost, dice.expected(), dice.lost)
        })
    }

    /// Returns the dice of the dearest unit, of equals those with more expected hits.
    fn dearest(&self, clusters: &[Cluster]) -> Option<usize> {
        self.choose(clusters, |cluster| (cluster.half_cost, cluster.expected()))
    }
}

/// Takes one unit out of its cluster, to change its dice.
fn single(clusters: &mut Vec<Cluster>, at: usize) -> &mut Cluster {
    if clusters[at].units == 1 {
        return &mut clusters[at];
    }
    clusters[at].units -= 1;
    let single = Cluster { units: 1, ..clusters[at] };
    let last = clusters.len();
    clusters.push(single);
    &mut clusters[last]
}

/// Adds an extra die to the unit that it belongs to. Returns whether there is one.
fn add_die(clusters: &mut Vec<Cluster>, to: Option<usize>) -> bool {
    if let Some(at) = to {
        single(clusters, at).each += 1;
    }
    to.is_some()
}
