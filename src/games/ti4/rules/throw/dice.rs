//! The dice that the living units roll.

use super::super::faces::Faces;
use super::super::force::{Groups, Ti4Force};
use super::build::{Dice, DiceModifiers, Extra, GroupDice};

/// Dice of equal units that roll with equal chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    /// Group of the units; `None` for dice that belong to no unit of the fleet.
    pub(super) group: Option<usize>,
    pub(super) faces: Faces,
    pub(super) units: u16,
    /// Number of dice of each unit.
    pub(super) each: u16,
    pub(super) printed: u8,
    pub(super) member: u8,
    pub(super) half_cost: u32,
    pub(super) counts_nines: bool,
}

impl Cluster {
    /// Returns the number of dice.
    pub(super) fn dice(&self) -> u16 {
        self.units * self.each
    }
}

/// Rank of dice for one more of them: the best chance first, of equals that of the dearest unit.
fn rank(faces: &Faces, half_cost: u32) -> (f64, u32) {
    (faces.chance(), half_cost)
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
        let kind = |faces: &Faces| self.kinds.iter().position(|known| known == faces);
        let clusters = self.clusters((own, enemy));
        for extra in &self.extras {
            if let Some(at) = extra.chosen(own, &clusters)
                && let Some(kind) = kind(&clusters[at].faces)
            {
                visit(clusters[at].group, kind, 1);
            }
        }
    }

    /// Lists the dice of the living units, without extra dice.
    pub(super) fn clusters(&self, (own, enemy): (&Ti4Force, &Ti4Force)) -> Vec<Cluster> {
        let (modifiers, is_armed) = self.modified(own);
        let is_silent = enemy.any(self.silencers);
        let of_units = self.entries.iter().filter(|_| !is_silent).map(|entry| Cluster {
            group: Some(entry.group),
            faces: self.kinds[usize::from(entry.kinds[modifiers])],
            units: u16::from(own.alive(entry.group).min(entry.most_rolling)),
            each: self.each(entry, is_armed, enemy),
            printed: entry.printed,
            member: entry.member,
            half_cost: entry.half_cost,
            counts_nines: entry.counts_nines,
        });
        let loose = self.loose.iter().filter(|dice| !(is_silent && dice.loose.is_of_unit));
        let of_none = loose.map(|dice| Cluster {
            group: None,
            faces: self.kinds[dice.kind],
            units: 1,
            each: u16::from(dice.loose.roll.dice),
            printed: dice.loose.roll.hit,
            member: dice.loose.member,
            half_cost: 0,
            counts_nines: false,
        });
        of_units.chain(of_none).filter(|cluster| cluster.units > 0).collect()
    }

    /// Lists the dice of the living units, with extra dice and Gravleash Maneuvers. `with_ambuscade`
    /// says whether Strike Wing Ambuscade is used; returns whether it finds a unit that rolls.
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
    pub(super) fn choice_of_agent(&self, forces: (&Ti4Force, &Ti4Force)) -> Option<usize> {
        let agent = self.extras.iter().find(|extra| extra.is_of_agent)?;
        let clusters = self.clusters(forces);
        clusters[agent.best(&clusters)?].group
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
    fn choose(&self, clusters: &[Cluster], rank: impl Fn(&Cluster) -> (f64, u32)) -> Option<usize> {
        let own = |n: &usize| clusters[*n].member == self.member;
        let named = |n: &usize| self.unit.is_some() && clusters[*n].group == self.unit;
        let all = || (0..clusters.len()).filter(own);
        let better = |best: usize, n: usize| match rank(&clusters[n]) > rank(&clusters[best]) {
            true => n,
            false => best,
        };
        all().find(named).or_else(|| all().reduce(better))
    }

    /// Returns the dice that an agent has chosen at the start of the round, as far as the unit is still
    /// there, or the best dice.
    fn chosen(&self, own: &Ti4Force, clusters: &[Cluster]) -> Option<usize> {
        match own.supplies.chosen().filter(|_| self.is_of_agent) {
            // Of equal units, the one with Gravleash Maneuvers is listed last.
            Some(row) => clusters.iter().rposition(|cluster| cluster.group == Some(row)),
            None => self.best(clusters),
        }
    }

    /// Returns the dice with the best chance of a hit, of equals those of the dearest unit.
    fn best(&self, clusters: &[Cluster]) -> Option<usize> {
        self.choose(clusters, |cluster| rank(&cluster.faces, cluster.half_cost))
    }

    /// Returns the dice of the dearest unit, of equals those with more expected hits.
    fn dearest(&self, clusters: &[Cluster]) -> Option<usize> {
        self.choose(clusters, |cluster| {
            let expected = f64::from(cluster.each) * f64::from(cluster.faces.tenths());
            (f64::from(cluster.half_cost), expected as u32)
        })
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
