//! A sector: several parties that fight one battle after the other (section 4).
//!
//! Parties form a line, the latest arrival first; allies are next to each other. The first two
//! sides fight, the winner meets the next side in line, and so on. Then the last side may attack
//! population.
//!
//! ```text
//! line      order of the sides
//! ahead     what follows each battle, for captains who look beyond it
//! count     counts of a sector
//! report    figures derived from the counts
//! ```

mod ahead;
mod count;
mod line;
mod report;

pub use self::ahead::SectorOpening;
use self::count::SectorCellLayout;
pub use self::line::{BattleOrder, GroupName, Party};
use self::line::{SectorSide, line_up};
use super::battle::{EclipseBattle, EclipseState, Edition, Setup};
use super::captains::EclipseCaptains;
use super::compile::{MAX_LISTED, compile_landing, compile_unchecked};
use super::fleet::limits::PARTIES;
use super::reputation::MAX_DRAWS;
use super::ships::Ships;
use crate::games::common::{Labels, LimitError};
use crate::model::Battle;
use crate::model::chain::{BattleStart, Chain, Continuation};

/// Population of the sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Population {
    /// Index of the party that owns the population.
    pub owner: usize,
    /// Number of cubes.
    pub cubes: u8,
    /// Whether the population is Planta, which lose all their cubes.
    pub planta: bool,
}

/// A sector, ready to be played.
#[derive(Clone, Debug)]
pub struct Sector {
    parties: Vec<Party>,
    /// Sides in the order in which they fight.
    sides: Vec<SectorSide>,
    /// Battle of each pair of sides, the earlier in line first; then the attack of each side on
    /// population.
    battles: Vec<EclipseBattle>,
    population: Option<Population>,
    edition: Edition,
    layout: SectorCellLayout,
}

/// Maximum number of volley outcomes that all battles of a sector tabulate, shared equally; they
/// take about 16 MB.
const MAX_LISTED_IN_ALL: usize = 1 << 18;

/// Data carried from battle to battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SectorMemory {
    /// Tiles by party: those drawn so far; in the second edition, those earned by destroying ships.
    tiles: [u8; PARTIES],
    /// Parties that have attempted to retreat with all their remaining ships, as a set of bits.
    attempted: u16,
    /// Parties that have fought, as a set of bits.
    fought: u16,
}

impl SectorMemory {
    fn forget(&mut self, party: usize) {
        self.tiles[party] = 0;
        self.attempted &= !(1 << party);
        self.fought &= !(1 << party);
    }
}

/// A battle of two sides, or the attack of one side on population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SectorStage {
    /// Battle in which the side earlier in line attacks the one later in line.
    Battle(usize, usize),
    /// Attack of a side on population.
    Landing(usize),
}

impl Sector {
    /// Creates a sector of these parties, in the order in which they moved in. `setup` applies to
    /// the first battle; the later ones start from their beginning.
    ///
    /// # Errors
    /// Returns an error if a side exceeds a limit, or if alliances and discs contradict each other.
    pub fn new(
        parties: Vec<Party>,
        population: Option<Population>,
        setup: Setup,
        line: BattleOrder,
    ) -> Result<Self, LimitError> {
        let sides = line_up(&parties, population.map(|p| p.owner), line)?;
        let mut battles = Vec::new();
        let pairs = sides.len() * sides.len().saturating_sub(1) / 2;
        let room = MAX_LISTED.min(MAX_LISTED_IN_ALL / pairs.max(1));
        for defender in 1..sides.len() {
            for attacker in 0..defender {
                let mut fleets = [sides[attacker].fleet.clone(), sides[defender].fleet.clone()];
                let edition = setup.edition;
                let first = attacker == 0 && defender == 1;
                if !first {
                    // Groups that have begun to retreat do so only in the battle that is under way.
                    let groups = fleets.iter_mut().flat_map(|fleet| &mut fleet.groups);
                    groups.for_each(|group| group.retreating = false);
                }
                let later = Setup { edition, ..Setup::default() };
                battles.push(compile_unchecked(&fleets, if first { setup } else { later }, room));
            }
        }
        let cubes = population.map_or(0, |p| p.cubes);
        battles.extend(sides.iter().map(|side| compile_landing(&side.fleet, cubes)));
        for (n, battle) in battles.iter_mut().enumerate() {
            battle.number = n as u16 + 1;
            battle.is_plain = false;
            // The last side in line fights in the last battles.
            battle.leads_on = n + sides.len() - 1 < pairs;
        }
        let layout = SectorCellLayout::new(&parties, &sides, &battles, population, setup.edition);
        Ok(Self { parties, sides, battles, population, edition: setup.edition, layout })
    }

    /// Returns the parties of each side, in the order in which the sides fight. A side holds the
    /// sector in the outcome with its index.
    ///
    /// # Errors
    /// Returns an error if a side exceeds a limit, or if alliances and discs contradict each other.
    pub fn line(
        parties: &[Party],
        population: Option<Population>,
        line: BattleOrder,
    ) -> Result<Vec<Vec<usize>>, LimitError> {
        let sides = line_up(parties, population.map(|p| p.owner), line)?;
        Ok(sides.into_iter().map(|side| side.members).collect())
    }

    /// Returns the number of a battle.
    fn number(&self, stage: SectorStage) -> usize {
        match stage {
            SectorStage::Battle(attacker, defender) => defender * (defender - 1) / 2 + attacker,
            SectorStage::Landing(side) => self.pairs() + side,
        }
    }

    /// Returns the number of pairs of sides.
    fn pairs(&self) -> usize {
        self.sides.len() * (self.sides.len() - 1) / 2
    }

    /// Returns the stage of the battle with this number.
    fn stage(&self, number: usize) -> SectorStage {
        if number >= self.pairs() {
            return SectorStage::Landing(number - self.pairs());
        }
        let defender = (1..self.sides.len()).find(|d| d * (d + 1) / 2 > number).unwrap_or(1);
        SectorStage::Battle(number - defender * (defender - 1) / 2, defender)
    }

    /// Returns the sides of a battle, each with its name and its groups, see [`GroupName`].
    #[must_use]
    pub fn names(&self, number: usize, labels: &[Labels]) -> Vec<(String, Vec<GroupName>)> {
        let sides = match self.stage(number) {
            SectorStage::Battle(attacker, defender) => vec![attacker, defender],
            SectorStage::Landing(side) => vec![side],
        };
        sides.into_iter().map(|side| self.sides[side].names(labels)).collect()
    }

    /// Returns the sector with an end of its battles after the round with this number. Captains
    /// that look ahead take the limit into account.
    #[must_use]
    pub fn with_clock(mut self, round_cap: u32) -> Self {
        for number in 0..self.pairs() {
            if self.looks_ahead(number) {
                let battle = self.battles[number].clone();
                self.battles[number] = battle.with_clock(round_cap);
            }
        }
        self
    }

    /// Whether captains that look ahead take part in a battle.
    #[must_use]
    pub fn looks_ahead(&self, number: usize) -> bool {
        match self.stage(number) {
            SectorStage::Battle(a, d) => [a, d].iter().any(|&s| self.sides[s].fleet.looks_ahead()),
            SectorStage::Landing(_) => false,
        }
    }

    /// Whether an owner retreats by a policy that looks ahead.
    #[must_use]
    pub fn retreats_ahead(&self) -> bool {
        self.sides.iter().flat_map(|side| &side.fleet.owners).any(super::Owner::retreats_ahead)
    }

    /// Returns the situation in which a battle begins.
    #[inline]
    fn opening(&self, stage: SectorStage, attackers: Option<Ships>) -> EclipseState {
        let battle = &self.battles[self.number(stage)];
        let mut state = battle.opening;
        if let Some(ships) = attackers {
            let fresh = EclipseState { ships: [ships, state.ships[1]], turn: 0, ..state };
            state = battle.settled(EclipseState { attempted: 0, ..fresh });
        }
        if let SectorStage::Landing(side) = stage {
            // An attack that does not take place, or needs no roll, is over before it begins.
            let is_over = !self.attacks(side) || self.is_bombed(side, &state.ships[0]);
            state.cubes = if is_over { self.cubes() } else { 0 };
        }
        state
    }

    fn cubes(&self) -> u8 {
        self.population.map_or(0, |population| population.cubes)
    }

    /// Whether all population is destroyed without a roll. Planta always are. Other population is
    /// if an owner with neutron bombs has a ship there and the population is not protected.
    fn is_bombed(&self, side: usize, ships: &Ships) -> bool {
        let Some(population) = self.population.filter(|_| self.attacks(side)) else { return false };
        let absorbed = self.parties[population.owner].technologies().neutron_absorber;
        let fleet = &self.sides[side].fleet;
        let bombs = (0..fleet.groups.len())
            .any(|g| ships.alive[g] > 0 && fleet.owner_of(g).technologies.neutron_bombs);
        population.planta || (bombs && !absorbed)
    }

    /// Whether a side attacks the population if it is the only side left. It does not attack its
    /// own population or that of an ally, and non-player ships never attack.
    fn attacks(&self, side: usize) -> bool {
        let side = &self.sides[side];
        self.population.is_some_and(|population| {
            !side.fleet.non_player && !self.is_friend(side, population.owner)
        })
    }

    /// Whether a party belongs to this side or is allied with it.
    fn is_friend(&self, side: &SectorSide, party: usize) -> bool {
        let allied = |&member: &usize| {
            member == party
                || (self.parties[member].alliance.is_some()
                    && self.parties[member].alliance == self.parties[party].alliance)
        };
        side.members.iter().any(allied)
    }

    #[inline]
    fn link(
        &self,
        stage: SectorStage,
        attackers: Option<Ships>,
        memory: SectorMemory,
    ) -> BattleStart<Self> {
        BattleStart { battle: self.number(stage), opening: self.opening(stage, attackers), memory }
    }

    /// Returns the data carried on from a battle with this end.
    #[inline]
    fn remembered(
        &self,
        stage: SectorStage,
        mut memory: SectorMemory,
        battle: &EclipseBattle,
        end: &EclipseState,
    ) -> SectorMemory {
        let SectorStage::Battle(attacker, defender) = stage else { return memory };
        for (place, side) in [attacker, defender].into_iter().enumerate() {
            let side = &self.sides[side];
            for (owner, &party) in side.party_of_owner.iter().enumerate() {
                if side.fleet.non_player || !battle.fought(end, place, owner) {
                    continue;
                }
                let tiles = &mut memory.tiles[party];
                match self.edition {
                    Edition::First => *tiles += battle.draws(end, place, owner) as u8,
                    Edition::Second => {
                        let earned = battle.tiles_for_kills(end, place, owner) as u8;
                        *tiles = (*tiles + earned).min(MAX_DRAWS as u8);
                        let attempted = !battle.took_part(end, place, owner);
                        memory.attempted |= u16::from(attempted) << party;
                    }
                }
                memory.fought |= 1 << party;
            }
        }
        memory
    }
}

impl Sector {
    /// Returns the battle that follows a battle with this end, if there is one.
    #[inline]
    fn next(
        &self,
        number: usize,
        stage: SectorStage,
        mut memory: SectorMemory,
        end: &EclipseState,
    ) -> Option<BattleStart<Self>> {
        let SectorStage::Battle(attacker, defender) = stage else { return None };
        let sides = [attacker, defender];
        for (ships, side) in end.ships.iter().zip(sides) {
            // Parties without ships in the sector have been counted already.
            if ships.afloat == 0 {
                self.sides[side].members.iter().for_each(|&party| memory.forget(party));
            }
        }
        let place = match end.ships.each_ref().map(|ships| ships.afloat > 0) {
            [true, true] => return None,
            [true, false] => Some(0),
            [false, true] => Some(1),
            [false, false] => None,
        };
        // If both sides are eliminated, the next side in line meets the one after it.
        let (left, ships, next) = match place {
            Some(place) => {
                let roster = &self.battles[number].rosters[place];
                let ships = end.ships[place].carried_on(roster);
                (sides[place], Some(ships), defender + 1)
            }
            None if defender + 1 < self.sides.len() => (defender + 1, None, defender + 2),
            None => return None,
        };
        if next < self.sides.len() {
            return Some(self.link(SectorStage::Battle(left, next), ships, memory));
        }
        // The only side left may attack population.
        self.attacks(left).then(|| self.link(SectorStage::Landing(left), ships, memory))
    }
}

impl Chain for Sector {
    type Battle = EclipseBattle;
    type Memory = SectorMemory;

    #[inline]
    fn battles(&self) -> &[EclipseBattle] {
        &self.battles
    }

    fn captains(&self) -> EclipseCaptains {
        let mut captains = Battle::captains(&self.battles[0]);
        self.battles.iter().for_each(|battle| captains.non_player.prepare(battle));
        captains
    }

    #[inline]
    fn first(&self) -> BattleStart<Self> {
        let stage =
            if self.sides.len() > 1 { SectorStage::Battle(0, 1) } else { SectorStage::Landing(0) };
        self.link(stage, None, SectorMemory::default())
    }

    #[inline]
    fn after(&self, number: usize, memory: SectorMemory, end: &EclipseState) -> Continuation<Self> {
        let stage = self.stage(number);
        let memory = self.remembered(stage, memory, &self.battles[number], end);
        Continuation { memory, next: self.next(number, stage, memory, end) }
    }

    fn cells(&self) -> usize {
        self.layout.cells
    }

    fn outcomes(&self) -> usize {
        self.sides.len() + 2
    }

    #[inline]
    fn count(
        &self,
        number: usize,
        end: &EclipseState,
        after: &Continuation<Self>,
        count: impl FnMut(usize),
    ) {
        self.count_battle(number, end, after, count);
    }
}
