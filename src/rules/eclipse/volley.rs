//! Volleys: what a group's dice come to before they are assigned.

use super::Dice;
use super::fleet::limits::DICE;
use super::ships::Ships;
use super::turn::Turn;
use crate::chance::{Chance, Die, Distribution, Enumerator, MOST_DICE};

/// Dice of a volley that do the same: equal damage, equal reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Salvo {
    /// Points of damage of each die.
    pub(super) damage: u8,
    /// The dice hit groups that so many faces of a die hit, or more.
    pub(super) reach: u8,
    /// Dice that hit. A divided die (antimatter splitter) is as many dice as it has points.
    pub(super) hits: u8,
    /// The battery that they come from, see [`Gunnery`].
    pub(super) battery: u8,
}

impl Salvo {
    /// Damage of all its dice.
    #[inline]
    pub(super) fn points(&self) -> u32 {
        u32::from(self.hits) * u32::from(self.damage)
    }
}

/// Most salvos of a volley: four colours, five numbers of hitting faces, and rift dice that
/// hit their own fleet.
pub(super) const MOST_SALVOS: usize = 21;

/// Room for the salvos of one volley.
pub(super) type Salvos = [Salvo; MOST_SALVOS];

/// The dice of one colour on each ship of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Battery {
    /// Points of damage of one die, 1 to 4.
    pub(super) colour: u8,
    pub(super) icons: u8,
    /// Its dice may be divided: each is as many single points.
    divided: bool,
}

impl Battery {
    /// The batteries of these icons by falling damage (D1). Rift dice count with those that
    /// do as much damage, so that there is a battery for each damage that they may do.
    pub(super) fn of(dice: Dice, divides_red: bool) -> Vec<Self> {
        let rift = dice.0[Dice::RIFT] > 0;
        let batteries = (0..Dice::RIFT).rev().map(|n| Self {
            colour: n as u8 + 1,
            icons: dice.0[n],
            divided: divides_red && n + 1 == Dice::RIFT,
        });
        batteries.filter(|b| b.icons > 0 || (rift && b.colour <= MOST_RIFT)).collect()
    }

    /// Dice that one hit counts for, and the damage of each.
    pub(super) fn parts(self) -> (u8, u8) {
        if self.divided { (self.colour, 1) } else { (1, self.colour) }
    }
}

/// Most damage that a rift die does.
const MOST_RIFT: u8 = 3;

/// Dice of one damage and reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DieKind {
    pub(super) battery: u8,
    pub(super) damage: u8,
    pub(super) reach: u8,
    /// Dice of this battery in the volley, whatever their reach.
    pub(super) most: u8,
}

/// All volleys of one group by what decides them: ships that fire, and how well the
/// living enemies are shielded.
#[derive(Clone, Debug)]
pub(super) struct Gunnery {
    /// Weapons by falling damage (D1).
    pub(super) batteries: Vec<Battery>,
    /// Rift dice of one ship.
    pub(super) rift: u8,
    /// Ships of the whole group.
    ships: u8,
    /// Reaches that enemies can have, as a set of bits.
    all_reaches: u8,
    /// Volleys that are drawn whole, see [`tabulate`]: set of reaches by set of reaches, from one
    /// ship up.
    tables: Vec<Distribution<Run>>,
    /// By set of reaches: where its tables begin, and how many there are.
    first: [u32; 1 << 6],
    tabled: [u8; 1 << 6],
    /// Salvos of all tables.
    salvos: Vec<Salvo>,
}

const _: () = assert!(DICE <= MOST_DICE, "dice of a volley are drawn together");

/// A volley in a table: its run of salvos, packed into one word to be drawn in one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run(u32);

impl Run {
    const LEN_BITS: u32 = 5;

    fn new(from: usize, len: usize) -> Self {
        debug_assert!(len < 1 << Self::LEN_BITS && from < 1 << (32 - Self::LEN_BITS));
        Self((from << Self::LEN_BITS | len) as u32)
    }
}

/// Most outcomes of a volley that is drawn whole. Larger ones are rolled die by die, or rather
/// colour by colour, with the same probabilities.
const MOST_OUTCOMES: usize = 256;

/// Tabulates volleys of a battle, those with the fewest outcomes first, so that no more than `room`
/// outcomes are listed in all. An outcome takes about 60 bytes.
pub(super) fn tabulate<'a>(volleys: impl IntoIterator<Item = &'a mut Gunnery>, room: usize) {
    let mut volleys: Vec<_> = volleys.into_iter().collect();
    let mut by_outcomes = [0; MOST_OUTCOMES + 1];
    for gunnery in &volleys {
        gunnery.each_small(MOST_OUTCOMES, |_, _, outcomes| by_outcomes[outcomes] += outcomes);
    }
    let listed = by_outcomes.iter().scan(0, |listed, outcomes| {
        *listed += outcomes;
        Some(*listed)
    });
    // No volley has no outcome, so that the first of these sums always fits.
    let most = listed.take_while(|listed| *listed <= room).count().saturating_sub(1);
    volleys.iter_mut().for_each(|gunnery| gunnery.tabulate(most));
}

impl Gunnery {
    /// Volleys of up to `ships` ships on enemies that so many faces of a die hit. Nothing is
    /// tabled yet.
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

    /// Visits the volleys with no more than `most` outcomes: ships, reaches and outcomes, set of
    /// reaches by set of reaches, from one ship up.
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

    /// Tables all volleys with no more than `most` outcomes.
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

    /// Outcomes that are listed in tables.
    pub(super) fn listed(&self) -> usize {
        self.tables.iter().map(|table| table.outcomes().len()).sum()
    }

    /// The volley of `shooters` ships in one draw, if it has been tabled.
    #[inline]
    pub(super) fn table(&self, shooters: u8, reaches: u8) -> Option<&Distribution<Run>> {
        let set = usize::from(reaches & 63);
        if shooters > self.tabled[set] {
            return None;
        }
        self.tables.get((self.first[set] as usize + usize::from(shooters)).wrapping_sub(1))
    }

    /// The salvos of a tabled volley.
    #[inline]
    pub(super) fn salvos(&self, run: Run) -> &[Salvo] {
        let (from, len) = (run.0 >> Run::LEN_BITS, run.0 & ((1 << Run::LEN_BITS) - 1));
        &self.salvos[from as usize..(from + len) as usize]
    }

    /// Every volley that `shooters` ships can come to, with its probability.
    pub(super) fn all(&self, shooters: u8, reaches: u8, mut visit: impl FnMut(&[Salvo], f64)) {
        self.all_while(shooters, reaches, |volley, probability| {
            visit(volley, probability);
            true
        });
    }

    /// The same for as long as `visit` says so.
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

    /// The dice of one volley at its largest, in the order in which they are assigned, on
    /// targets with these reaches: damage and reach of each kind; and how many of the
    /// following kinds, with it, share how many dice.
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

    /// Rolls all dice of `shooters` ships at once and returns those that hit anything, in
    /// the order in which they are assigned: falling damage, of equal damage those that
    /// can hit more ships first (D1).
    ///
    /// A colour's dice are drawn together: first how many hit every living enemy, of the
    /// others how many hit all but the best shielded, and so on.
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
            // Rift dice hit whatever is there.
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

    /// Rolls the rift dice of so many ships: of the dice that have not come up yet, how many
    /// show the next face.
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

    /// The table of a volley: the roll, followed through all its outcomes.
    fn table_of(&mut self, shooters: u8, reaches: u8) -> Distribution<Run> {
        let (mut outcomes, mut salvos) = (Vec::new(), std::mem::take(&mut self.salvos));
        Enumerator::each(
            |die| self.roll(shooters, reaches, die, &mut Salvos::default()).to_vec(),
            |volley, probability| {
                outcomes.push((Run::new(salvos.len(), volley.len()), probability));
                salvos.extend(volley);
            },
        );
        self.salvos = salvos;
        Distribution::new(outcomes)
    }

    /// Number of outcomes of a volley: for each colour the ways to divide n dice among k reaches
    /// and misses, (n + k over k).
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

/// What rift dice have come to.
#[derive(Default)]
struct Rift {
    /// Dice by damage to the enemy.
    damage: [u8; 5],
    /// Points of damage to their own fleet.
    wounds: u8,
}

/// Faces of a rift die that do anything, as damage to the enemy and to their own fleet, with
/// the probability of each among the faces that are left; two more do nothing (section 1).
const RIFT_FACES: [((usize, u8), Chance); 4] = [
    ((3, 1), Chance { num: 1, den: 6 }),
    ((2, 0), Chance { num: 1, den: 5 }),
    ((1, 0), Chance { num: 1, den: 4 }),
    ((0, 1), Chance { num: 1, den: 3 }),
];

/// A volley without the points that it does to its own fleet, and these points.
#[inline]
pub(super) fn wounds(volley: &[Salvo]) -> (&[Salvo], u8) {
    match volley {
        [others @ .., Salvo { damage: 0, hits, .. }] => (others, *hits),
        _ => (volley, 0),
    }
}

/// Numbers of hitting faces that living enemy groups have, as a set of bits.
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

/// The members of a set, the smallest first.
#[inline]
pub(super) fn members(set: u8) -> impl Iterator<Item = u8> {
    (1..6).filter(move |faces| set & 1 << faces != 0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Dice, Gunnery, MOST_OUTCOMES, Salvo, Salvos, set_of, tabulate};
    use crate::chance::{Sampler, block_generator};

    /// Dice of a ship, whether red ones are divided, ships, faces that hit the enemies: one colour;
    /// several, on several shields; divided dice; rift dice beside others.
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

    /// 200,000 volleys of each kind. Every outcome that is expected 100 times or more is within 4.5
    /// standard errors of its probability, and so are all others together.
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
            gunnery.each_small(MOST_OUTCOMES, |_, _, outcomes| all += outcomes);
        }
        for room in [0, 1, 10, 100, 1_000, all - 1, all, usize::MAX] {
            let mut gunneries = gunneries();
            tabulate(&mut gunneries, room);
            let listed: usize = gunneries.iter().map(Gunnery::listed).sum();
            assert!(listed <= room, "{listed} in {room}");
            // What is not tabled has more outcomes than what is.
            let (mut largest, mut smallest) = (0, usize::MAX);
            for gunnery in &gunneries {
                gunnery.each_small(MOST_OUTCOMES, |ships, reaches, outcomes| {
                    match gunnery.table(ships, reaches) {
                        Some(_) => largest = largest.max(outcomes),
                        None => smallest = smallest.min(outcomes),
                    }
                });
            }
            assert!(largest < smallest, "{largest} {smallest}");
            assert_eq!(room >= all, smallest == usize::MAX);
            // The smallest volley has two.
            assert_eq!(room < 2, listed == 0);
        }
    }
}
