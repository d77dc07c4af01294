//! Volleys: results of the dice of a group before they are assigned.

use super::dice::Dice;
use super::fleet::limits::DICE;
use super::ships::Ships;
use super::turn::Turn;
use crate::dice::{Chance, Die, Distribution, Enumerator, MAX_DICE};

/// Equivalent dice of a volley: of equal damage and equal reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Salvo {
    /// Points of damage of each die.
    pub(super) damage: u8,
    /// The dice hit every group that is hit by at least this many faces of a die.
    pub(super) reach: u8,
    /// Number of dice that hit. A die divided by an antimatter splitter counts as one die per
    /// point.
    pub(super) hits: u8,
    /// Index of the battery that the dice belong to, see [`Gunnery`].
    pub(super) battery: u8,
}

impl Salvo {
    /// Returns the damage of all dice together.
    #[inline]
    pub(super) fn points(&self) -> u32 {
        u32::from(self.hits) * u32::from(self.damage)
    }
}

/// Maximum number of salvos of a volley: four colours with five numbers of hitting faces each, and
/// the rift dice that hit their own fleet.
pub(super) const MAX_SALVOS: usize = 21;

/// Buffer for the salvos of one volley.
pub(super) type Salvos = [Salvo; MAX_SALVOS];

/// Dice of one colour on each ship of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Battery {
    /// Points of damage of one die, 1 to 4.
    pub(super) colour: u8,
    pub(super) icons: u8,
    /// Whether the dice may be divided; each then counts as several dice of one point.
    divided: bool,
}

impl Battery {
    /// Returns the batteries of these icons, by falling damage (D1). Rift dice are added to
    /// batteries of equal damage, so there is a battery for each damage that a rift die can do.
    pub(super) fn of(dice: Dice, divides_red: bool) -> Vec<Self> {
        let rift = dice.0[Dice::RIFT] > 0;
        let batteries = (0..Dice::RIFT).rev().map(|n| Self {
            colour: n as u8 + 1,
            icons: dice.0[n],
            divided: divides_red && n + 1 == Dice::RIFT,
        });
        batteries.filter(|b| b.icons > 0 || (rift && b.colour <= MAX_RIFT)).collect()
    }

    /// Returns the number of dice that one hit counts for, and the damage of each.
    pub(super) fn parts(self) -> (u8, u8) {
        if self.divided { (self.colour, 1) } else { (1, self.colour) }
    }
}

/// Maximum damage of a rift die.
const MAX_RIFT: u8 = 3;

/// Dice of one damage and reach, from one battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DieKind {
    pub(super) battery: u8,
    pub(super) damage: u8,
    pub(super) reach: u8,
    /// Maximum number of dice of this battery in the volley, over all reaches.
    pub(super) most: u8,
}

/// All volleys of one group, by the number of ships that fire and the shields of the living
/// enemies.
#[derive(Clone, Debug)]
pub(super) struct Gunnery {
    /// Batteries by falling damage (D1).
    pub(super) batteries: Vec<Battery>,
    /// Rift dice of one ship.
    pub(super) rift: u8,
    /// Number of ships of the whole group.
    ships: u8,
    /// Reaches that can occur against these enemies, as a set of bits.
    all_reaches: u8,
    /// Outcomes of the volleys that are drawn as a whole, see [`tabulate`]; grouped by set of
    /// reaches, and within a set by number of ships from 1 up.
    tables: Vec<Distribution<SalvoSpan>>,
    /// Index of the first table of each set of reaches.
    first: [u32; 1 << 6],
    /// Number of tables of each set of reaches.
    tabled: [u8; 1 << 6],
    /// Salvos of all tables, one after the other.
    salvos: Vec<Salvo>,
}

const _: () = assert!(DICE <= MAX_DICE, "dice of a volley are drawn together");

/// Range of salvos of a tabulated volley, packed into one word so that a draw is cheap.
#[derive(Clone, Copy, Debug)]
pub(super) struct SalvoSpan(u32);

impl SalvoSpan {
    const LEN_BITS: u32 = 5;

    fn new(from: usize, len: usize) -> Self {
        debug_assert!(len < 1 << Self::LEN_BITS && from < 1 << (32 - Self::LEN_BITS));
        Self((from << Self::LEN_BITS | len) as u32)
    }
}

/// Maximum number of outcomes of a volley that is drawn as a whole. Larger volleys are rolled
/// colour by colour, with equal probabilities.
const MAX_OUTCOMES: usize = 256;

/// Tabulates volleys of a battle, those with the fewest outcomes first, until the next would exceed
/// `room` outcomes in all. An outcome takes about 60 bytes.
pub(super) fn tabulate<'a>(volleys: impl IntoIterator<Item = &'a mut Gunnery>, room: usize) {
    let mut volleys: Vec<_> = volleys.into_iter().collect();
    let mut by_outcomes = [0; MAX_OUTCOMES + 1];
    for gunnery in &volleys {
        gunnery.each_small(MAX_OUTCOMES, |_, _, outcomes| by_outcomes[outcomes] += outcomes);
    }
    let listed = by_outcomes.iter().scan(0, |listed, outcomes| {
        *listed += outcomes;
        Some(*listed)
    });
    // Every volley has an outcome, so the first of these sums is 0 and always fits.
    let most = listed.take_while(|listed| *listed <= room).count().saturating_sub(1);
    volleys.iter_mut().for_each(|gunnery| gunnery.tabulate(most));
}

impl Gunnery {
    /// Creates the volleys of up to `ships` ships against enemies that are hit by these numbers of
    /// faces. No volley is tabulated yet.
    pub(super) fn new(dice: Dice, divides_red: bool, ships: u8, faces: &[u8]) -> Self {
        Self {
            batteries: Battery::of(dice, divides_red),
            rift: dice.0[Dice::RIFT],
            ships,
            all_reaches: set_of(faces.iter().copied()),
            tables: Vec::new(),
            first: [0; 1 << 6],
            tabled: [0; 1 << 6],
            salvos: Vec::new(),
        }
    }

    /// Visits the volleys with at most `most` outcomes, as number of ships, set of reaches and
    /// number of outcomes; ordered by set of reaches, then by number of ships from 1 up.
    fn each_small(&self, most: usize, mut visit: impl FnMut(u8, u8, usize)) {
        // Groups without this weapon never fire.
        let all = if self.batteries.is_empty() { 0 } else { self.all_reaches };
        for reaches in (1..=all).filter(|set| set & !all == 0) {
            let outcomes = |shooters| (shooters, self.outcomes(shooters, reaches));
            let small =
                (1..=self.ships).map(outcomes).take_while(|(_, outcomes)| *outcomes <= most);
            small.for_each(|(shooters, outcomes)| visit(shooters, reaches, outcomes));
        }
    }

    /// Tabulates all volleys with at most `most` outcomes.
    fn tabulate(&mut self, most: usize) {
        let mut small = Vec::new();
        self.each_small(most, |shooters, reaches, _| small.push((shooters, reaches)));
        for (shooters, reaches) in small {
            let set = usize::from(reaches);
            if shooters == 1 {
                self.first[set] = self.tables.len() as u32;
            }
            self.tabled[set] = shooters;
            let table = self.table_of(shooters, reaches);
            self.tables.push(table);
        }
    }

    /// Returns the number of outcomes in all tables.
    pub(super) fn listed(&self) -> usize {
        self.tables.iter().map(|table| table.outcomes().len()).sum()
    }

    /// Returns the distribution of the volley of `shooters` ships, if it is tabulated.
    #[inline]
    pub(super) fn table(&self, shooters: u8, reaches: u8) -> Option<&Distribution<SalvoSpan>> {
        let set = usize::from(reaches & 63);
        if shooters > self.tabled[set] {
            return None;
        }
        self.tables.get((self.first[set] as usize + usize::from(shooters)).wrapping_sub(1))
    }

    /// Returns the salvos of a tabulated volley.
    #[inline]
    pub(super) fn salvos(&self, run: SalvoSpan) -> &[Salvo] {
        let (from, len) = (run.0 >> SalvoSpan::LEN_BITS, run.0 & ((1 << SalvoSpan::LEN_BITS) - 1));
        &self.salvos[from as usize..(from + len) as usize]
    }

    /// Visits every possible volley of `shooters` ships with its probability.
    pub(super) fn all(&self, shooters: u8, reaches: u8, mut visit: impl FnMut(&[Salvo], f64)) {
        self.all_while(shooters, reaches, |volley, probability| {
            visit(volley, probability);
            true
        });
    }

    /// Like [`Self::all`], but stops when `visit` returns false.
    pub(super) fn all_while(
        &self,
        shooters: u8,
        reaches: u8,
        mut visit: impl FnMut(&[Salvo], f64) -> bool,
    ) {
        if let Some(table) = self.table(shooters, reaches) {
            let mut outcomes = table.outcomes().iter();
            while let Some((run, probability)) = outcomes.next()
                && visit(self.salvos(*run), *probability)
            {}
            return;
        }
        Enumerator::each_while(
            |die| self.roll(shooters, reaches, die, &mut Salvos::default()).to_vec(),
            |volley, probability| visit(&volley, probability),
        );
    }

    /// Returns the kinds of dice in the largest volley of `shooters` ships against targets with
    /// these reaches, in the order in which they are assigned. Kinds of one battery share its dice.
    pub(super) fn kinds(&self, shooters: u8, reaches: u8) -> Vec<DieKind> {
        let mut kinds = Vec::new();
        for (n, battery) in (0..).zip(&self.batteries) {
            let (parts, damage) = battery.parts();
            for reach in members(reaches) {
                let most = shooters * battery.icons * parts;
                kinds.push(DieKind { battery: n, damage, reach, most });
            }
        }
        kinds
    }

    /// Rolls all dice of `shooters` ships and returns those that hit, in the order in which they
    /// are assigned: by falling damage, and of equal damage those that can hit more ships first
    /// (D1).
    ///
    /// All dice of a colour are drawn together: first the number that hit every living enemy, then,
    /// of the others, the number that hit all but the best shielded, and so on.
    #[cold]
    pub(super) fn roll<'a, D: Die>(
        &self,
        shooters: u8,
        reaches: u8,
        die: &mut D,
        room: &'a mut Salvos,
    ) -> &'a [Salvo] {
        let mut len = 0;
        let mut push = |salvo: Salvo| {
            if salvo.hits > 0 {
                room[len] = salvo;
                len += 1;
            }
        };
        let rift = self.roll_rift(shooters, die);
        for (n, battery) in (0..).zip(&self.batteries) {
            let (parts, damage) = battery.parts();
            let mut dice = shooters * battery.icons;
            // Rift dice hit every target.
            let mut certain = rift.damage[usize::from(battery.colour)];
            let mut below = 0;
            for reach in members(reaches) {
                if dice == 0 && certain == 0 {
                    break;
                }
                let mut hits = 0;
                if dice > 0 {
                    let chance = Chance { num: reach - below, den: 6 - below };
                    hits = die.draw(chance.hits(usize::from(dice)));
                }
                dice -= hits;
                below = reach;
                let hits = hits * parts + std::mem::take(&mut certain);
                push(Salvo { damage, reach, hits, battery: n });
            }
        }
        push(Salvo { hits: rift.wounds, ..Salvo::default() });
        &room[..len]
    }

    /// Rolls the rift dice of `shooters` ships: for one face after the other, the number of
    /// remaining dice that show it.
    fn roll_rift<D: Die>(&self, shooters: u8, die: &mut D) -> Rift {
        let mut rift = Rift::default();
        let mut dice = shooters * self.rift;
        for ((damage, wounds), chance) in RIFT_FACES {
            if dice == 0 {
                break;
            }
            let shown = die.draw(chance.hits(usize::from(dice)));
            rift.damage[damage] += shown;
            rift.wounds += wounds * shown;
            dice -= shown;
        }
        rift
    }

    /// Returns the table of a volley, by following its roll through all outcomes.
    fn table_of(&mut self, shooters: u8, reaches: u8) -> Distribution<SalvoSpan> {
        let mut outcomes = Vec::with_capacity(self.outcomes(shooters, reaches));
        let mut salvos = std::mem::take(&mut self.salvos);
        Enumerator::each(
            |die| {
                let mut room = Salvos::default();
                let length = self.roll(shooters, reaches, die, &mut room).len();
                (room, length)
            },
            |(volley, length), probability| {
                outcomes.push((SalvoSpan::new(salvos.len(), length), probability));
                salvos.extend_from_slice(&volley[..length]);
            },
        );
        self.salvos = salvos;
        Distribution::new(outcomes)
    }

    /// Returns the number of outcomes of a volley. A colour has (n + k over k) ways to divide n
    /// dice among k reaches and misses.
    pub(super) fn outcomes(&self, shooters: u8, reaches: u8) -> usize {
        let reaches = reaches.count_ones() as usize;
        let ways =
            |dice: usize| (1..=reaches).fold(1usize, |ways, i| ways.saturating_mul(dice + i) / i);
        let rift = usize::from(shooters * self.rift);
        let rift = (1..=RIFT_FACES.len()).fold(1, |ways, i| ways * (rift + i) / i);
        self.batteries
            .iter()
            .map(|b| ways(usize::from(shooters * b.icons)))
            .fold(rift, usize::saturating_mul)
    }
}

/// Result of rift dice.
#[derive(Default)]
struct Rift {
    /// Number of dice, by damage to the enemy.
    damage: [u8; 5],
    /// Points of damage to the firing fleet.
    wounds: u8,
}

/// Faces of a rift die with an effect, from 6 down: damage to the enemy and to the own fleet, and
/// the probability of the face among those not yet listed. The other two faces have no effect
/// (section 1).
pub(super) const RIFT_FACES: [((usize, u8), Chance); 4] = [
    ((3, 1), Chance { num: 1, den: 6 }),
    ((2, 0), Chance { num: 1, den: 5 }),
    ((1, 0), Chance { num: 1, den: 4 }),
    ((0, 1), Chance { num: 1, den: 3 }),
];

/// Splits a volley into its dice against the enemy and its points of damage to the firing fleet.
#[inline]
pub(super) fn wounds(volley: &[Salvo]) -> (&[Salvo], u8) {
    match volley {
        [others @ .., Salvo { damage: 0, hits, .. }] => (others, *hits),
        _ => (volley, 0),
    }
}

/// Returns the numbers of hitting faces of the living enemy groups, as a set of bits.
#[inline]
pub(super) fn reaches(turn: &Turn, enemy: &Ships) -> u8 {
    if let Some(faces) = turn.faces_of_all {
        return 1 << faces;
    }
    set_of((0..turn.targets.groups).filter(|&g| enemy.alive[g] > 0).map(|g| turn.faces[g]))
}

#[inline]
pub(super) fn set_of(faces: impl Iterator<Item = u8>) -> u8 {
    faces.fold(0, |set, faces| set | 1 << faces)
}

/// Returns the members of a set in ascending order.
#[inline]
pub(super) fn members(set: u8) -> impl Iterator<Item = u8> {
    (1..6).filter(move |faces| set & 1 << faces != 0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Dice, Gunnery, MAX_OUTCOMES, Salvo, Salvos, set_of, tabulate};
    use crate::dice::{Sampler, block_generator};

    /// Dice of a ship, whether red ones are divided, ships, and hitting faces of the enemies: one
    /// colour; several colours against several shields; divided dice; rift dice alone and beside
    /// others.
    const VOLLEYS: [([u8; 5], bool, u8, &[u8]); 5] = [
        ([1, 0, 0, 0, 0], false, 9, &[3]),
        ([1, 1, 0, 0, 0], false, 2, &[1, 2, 5]),
        ([1, 0, 0, 1, 0], true, 3, &[2, 4]),
        ([0, 0, 0, 0, 1], false, 3, &[1, 3]),
        ([1, 0, 1, 0, 1], false, 1, &[2, 3, 5]),
    ];

    fn gunneries() -> Vec<Gunnery> {
        let gunnery = |&(dice, divides_red, ships, faces): &(_, _, _, &[u8])| {
            Gunnery::new(Dice(dice), divides_red, ships, faces)
        };
        VOLLEYS.iter().map(gunnery).collect()
    }

    fn outcomes(gunnery: &Gunnery, ships: u8, reaches: u8) -> Vec<(Vec<Salvo>, f64)> {
        let mut all = Vec::new();
        gunnery.all(ships, reaches, |volley, p| all.push((volley.to_vec(), p)));
        all
    }

    #[test]
    fn a_volley_has_the_same_outcomes_with_and_without_a_table() {
        for (gunnery, (.., ships, faces)) in gunneries().into_iter().zip(VOLLEYS) {
            let mut tabled = gunnery.clone();
            tabulate([&mut tabled], usize::MAX);
            let reaches = set_of(faces.iter().copied());
            assert!(gunnery.table(ships, reaches).is_none());
            assert!(tabled.table(ships, reaches).is_some());
            let all = outcomes(&gunnery, ships, reaches);
            assert_eq!(all.len(), gunnery.outcomes(ships, reaches));
            assert_eq!(all, outcomes(&tabled, ships, reaches));
        }
    }

    /// Rolls 200,000 volleys of each kind. Every outcome that is expected at least 100 times must
    /// be within 4.5 standard errors of its probability, and so must all others together.
    #[test]
    fn volleys_rolled_die_by_die_follow_the_exact_distribution() {
        let n = 200_000;
        let mut die = Sampler::new(block_generator(1, 0));
        for (gunnery, (.., ships, faces)) in gunneries().into_iter().zip(VOLLEYS) {
            let reaches = set_of(faces.iter().copied());
            let mut exact: HashMap<Vec<Salvo>, f64> = HashMap::new();
            for (volley, p) in outcomes(&gunnery, ships, reaches) {
                *exact.entry(volley).or_insert(0.0) += p;
            }
            let rare = Vec::from([Salvo { damage: u8::MAX, ..Salvo::default() }]);
            let class = |volley: &[Salvo]| match exact[volley] * f64::from(n) >= 100.0 {
                true => volley.to_vec(),
                false => rare.clone(),
            };
            let mut known: HashMap<Vec<Salvo>, f64> = HashMap::new();
            for (volley, p) in &exact {
                *known.entry(class(volley)).or_insert(0.0) += p;
            }
            let mut seen: HashMap<Vec<Salvo>, u32> = HashMap::new();
            for _ in 0..n {
                let volley = class(gunnery.roll(ships, reaches, &mut die, &mut Salvos::default()));
                *seen.entry(volley).or_insert(0) += 1;
            }
            for (volley, p) in known {
                let share = f64::from(seen.get(&volley).copied().unwrap_or(0)) / f64::from(n);
                let error = (p * (1.0 - p) / f64::from(n)).sqrt();
                assert!((share - p).abs() < 4.5 * error, "{volley:?}: {share}, not {p}");
            }
        }
    }

    #[test]
    fn no_more_outcomes_are_listed_than_there_is_room_for() {
        let mut all = 0;
        for gunnery in gunneries() {
            gunnery.each_small(MAX_OUTCOMES, |_, _, outcomes| all += outcomes);
        }
        for room in [0, 1, 10, 100, 1_000, all - 1, all, usize::MAX] {
            let mut gunneries = gunneries();
            tabulate(&mut gunneries, room);
            let listed: usize = gunneries.iter().map(Gunnery::listed).sum();
            assert!(listed <= room, "{listed} in {room}");
            // Every volley that is not tabulated has more outcomes than any that is.
            let (mut largest, mut smallest) = (0, usize::MAX);
            for gunnery in &gunneries {
                gunnery.each_small(MAX_OUTCOMES, |ships, reaches, outcomes| {
                    match gunnery.table(ships, reaches) {
                        Some(_) => largest = largest.max(outcomes),
                        None => smallest = smallest.min(outcomes),
                    }
                });
            }
            assert!(largest < smallest, "{largest} {smallest}");
            assert_eq!(room >= all, smallest == usize::MAX);
            // The smallest volley has two outcomes.
            assert_eq!(room < 2, listed == 0);
        }
    }
}
