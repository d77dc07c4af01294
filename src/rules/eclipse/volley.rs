//! Volleys: what a group's dice come to before they are assigned.

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
    /// Dice that hit.
    pub(super) hits: u8,
}

impl Salvo {
    /// Damage of all its dice.
    #[inline]
    pub(super) fn points(&self) -> u32 {
        u32::from(self.hits) * u32::from(self.damage)
    }
}

/// Most salvos of a volley: four colours, five numbers of hitting faces.
pub(super) const MOST_SALVOS: usize = 20;

/// Room for the salvos of one volley.
pub(super) type Salvos = [Salvo; MOST_SALVOS];

/// The dice of one colour on each ship of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Battery {
    pub(super) damage: u8,
    pub(super) icons: u8,
}

/// Dice of one damage and reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DieKind {
    pub(super) damage: u8,
    pub(super) reach: u8,
    /// Dice of this damage in the volley, whatever their reach.
    pub(super) most: u8,
}

/// All volleys of one group by what decides them: ships that fire, and how well the
/// living enemies are shielded.
#[derive(Clone, Debug)]
pub(super) struct Gunnery {
    /// Weapons by falling damage (D1).
    batteries: Vec<Battery>,
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
    pub(super) fn new(batteries: Vec<Battery>, ships: u8, faces: &[u8]) -> Self {
        let most_icons = batteries.iter().map(|b| usize::from(b.icons)).max().unwrap_or(0);
        let mut gunnery = Self {
            hits: Binomials::new(chances(faces), most_icons * usize::from(ships)),
            batteries,
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
        if let Some(table) = self.table(shooters, reaches) {
            for (run, probability) in table.outcomes() {
                visit(self.salvos(*run), *probability);
            }
            return;
        }
        Enumerator::each(
            |die| self.roll(shooters, reaches, die, &mut Salvos::default()).to_vec(),
            |volley, probability| visit(&volley, probability),
        );
    }

    /// The dice of one volley at its largest, in the order in which they are assigned, on
    /// targets with these reaches: damage and reach of each kind; and how many of the
    /// following kinds, with it, share how many dice.
    pub(super) fn kinds(&self, shooters: u8, reaches: u8) -> Vec<DieKind> {
        let mut kinds = Vec::new();
        for battery in &self.batteries {
            for reach in members(reaches) {
                let (damage, most) = (battery.damage, shooters * battery.icons);
                kinds.push(DieKind { damage, reach, most });
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
        for battery in &self.batteries {
            let mut dice = shooters * battery.icons;
            let mut below = 0;
            for reach in members(reaches) {
                if dice == 0 {
                    break;
                }
                let chance = Chance { num: reach - below, den: 6 - below };
                let hits = die.draw(self.hits.of(usize::from(dice), chance));
                if hits > 0 {
                    room[len] = Salvo { damage: battery.damage, reach, hits };
                    len += 1;
                }
                dice -= hits;
                below = reach;
            }
        }
        &room[..len]
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
        self.batteries
            .iter()
            .map(|b| ways(usize::from(shooters * b.icons)))
            .fold(1, usize::saturating_mul)
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
fn members(set: u8) -> impl Iterator<Item = u8> {
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
