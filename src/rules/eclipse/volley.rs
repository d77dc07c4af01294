//! Volleys: what a group's dice come to before they are assigned.

use super::Dice;
use super::ships::Ships;
use super::turn::Turn;
use crate::chance::{Binomials, Chance, Die, Distribution, Enumerator};

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
    hits: Binomials,
    /// By set of reaches, then by number of ships: the volley in one draw, where it has
    /// few enough outcomes to be tabled.
    tables: Vec<Option<Distribution<Run>>>,
    /// Where a set of reaches has its tables, from no ship up.
    first: [u32; 1 << 6],
    /// Salvos of all tables.
    salvos: Vec<Salvo>,
}

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

impl Gunnery {
    /// Outcomes up to which a volley is drawn whole.
    const TABLED: usize = 256;

    /// Volleys of up to `ships` ships on enemies that so many faces of a die hit.
    pub(super) fn new(dice: Dice, divides_red: bool, ships: u8, faces: &[u8]) -> Self {
        let rift = dice.0[Dice::RIFT];
        let most_icons = dice.0.iter().copied().max().unwrap_or(0);
        let mut chances = chances(faces);
        if rift > 0 {
            chances.extend(RIFT_FACES.map(|(_, chance)| chance));
        }
        let mut gunnery = Self {
            hits: Binomials::new(chances, usize::from(most_icons) * usize::from(ships)),
            batteries: Battery::of(dice, divides_red),
            rift,
            tables: Vec::new(),
            first: [0; 1 << 6],
            salvos: Vec::new(),
        };
        let all = set_of(faces.iter().copied());
        for set in (1..=all).filter(|set| set & !all == 0) {
            gunnery.first[usize::from(set)] = gunnery.tables.len() as u32;
            gunnery.tables.push(None);
            for shooters in 1..=ships {
                let table = gunnery.tabled(shooters, set);
                gunnery.tables.push(table);
            }
        }
        gunnery
    }

    /// The volley of `shooters` ships in one draw, if it has been tabled.
    #[inline]
    pub(super) fn table(&self, shooters: u8, reaches: u8) -> Option<&Distribution<Run>> {
        let first = self.first[usize::from(reaches & 63)] as usize;
        self.tables[first + usize::from(shooters)].as_ref()
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
                    hits = die.draw(self.hits.of(usize::from(dice), chance));
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
            let shown = die.draw(self.hits.of(usize::from(dice), chance));
            rift.damage[damage] += shown;
            rift.wounds += wounds * shown;
            dice -= shown;
        }
        rift
    }

    /// Tables a volley, if it is not too large: the same roll, followed through all its
    /// outcomes.
    fn tabled(&mut self, shooters: u8, reaches: u8) -> Option<Distribution<Run>> {
        if self.outcomes(shooters, reaches) > Self::TABLED {
            return None;
        }
        let (mut outcomes, mut salvos) = (Vec::new(), std::mem::take(&mut self.salvos));
        Enumerator::each(
            |die| self.roll(shooters, reaches, die, &mut Salvos::default()).to_vec(),
            |volley, probability| {
                outcomes.push((Run::new(salvos.len(), volley.len()), probability));
                salvos.extend(volley);
            },
        );
        self.salvos = salvos;
        Some(Distribution::new(outcomes))
    }

    /// Outcomes of a volley: per colour the ways to divide n dice among k reaches and
    /// misses, (n + k over k).
    fn outcomes(&self, shooters: u8, reaches: u8) -> usize {
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

/// All chances that rolls on such enemies ask for: of the dice that did not reach the
/// better shielded, those that reach the next.
fn chances(faces: &[u8]) -> Vec<Chance> {
    let mut chances = Vec::new();
    for &from in std::iter::once(&0).chain(faces) {
        for &to in faces.iter().filter(|&&to| to > from) {
            chances.push(Chance { num: to - from, den: 6 - from });
        }
    }
    chances
}
