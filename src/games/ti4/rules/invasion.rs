//! An invasion: one ground combat after the other, and before a single one a space combat if the
//! defender has ships (T65).
//!
//! Units do not move from planet to planet, but cards carry over: those used in one combat are gone
//! in the next. Cards that are used round by round change the compiled combat, so there is one
//! combat for each planet and each number of such cards that can be left.

use super::ability::{Ability, Effects};
use super::battle::{Ti4Battle, Ti4State};
use super::captains::Ti4Captains;
use super::compile::compile_from;
use super::fleet::Ti4Fleet;
use super::force::Ti4Force;
use super::landing::Landing;
use super::layout::{OUTCOMES, STANDOFF};
use super::outcome::summarise_part;
use super::supplies::Supplies;
use super::terms::{Theatre, Ti4Terms};
use crate::bug::OrBug;
use crate::games::common::{Labels, LimitError};
use crate::model::Battle;
use crate::model::chain::{BattleStart, Chain, Continuation};
use crate::result::SideSummary;
use crate::stats::{Estimate, Odds};

/// Cards that are used round by round, and those used at the start of a combat. The others are
/// counted in the state of a combat.
const CARDS: [Ability; 4] =
    [Ability::MoraleBoost, Ability::Supercharge, Ability::EvelynDelouis, Ability::TekklarLegion];

/// Remaining cards of [`CARDS`], by side.
type Hand = [[u8; CARDS.len()]; 2];

/// State carried from planet to planet: the number of planets that the attacker has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct InvasionMemory {
    taken: u8,
}

/// Planets invaded one after the other.
#[derive(Clone, Debug)]
pub struct Invasion {
    /// The space combat, if there is one. Then combats by planet, for each planet by standing, and for
    /// each standing by remaining cards.
    battles: Vec<Ti4Battle>,
    space: Option<Space>,
    hands: Vec<Hand>,
    /// Number of standings of the invasion that captains distinguish: 1, or all [`STANDINGS`].
    standings: usize,
    planets: Vec<[Ti4Fleet; 2]>,
    /// First cell of each planet, then the total number of cells.
    cells: Vec<usize>,
}

/// The space combat before an invasion of one planet.
#[derive(Clone, Debug)]
struct Space {
    fleets: [Ti4Fleet; 2],
    landing: Landing,
}

/// Standings before a planet: the attacker has taken all planets, the defender has kept all, or
/// each has some. Before the first planet it is the first.
const STANDINGS: usize = 3;

/// Outcomes of the whole invasion, which are the first cells: the attacker takes all planets, the
/// defender keeps all, each side has some.
const TAKEN: usize = 0;
const DEFENDED: usize = 1;
const SPLIT: usize = 3;

impl Invasion {
    /// Terms of the space combat before a planet.
    pub const TERMS_IN_SPACE: Ti4Terms =
        Ti4Terms { counts_cards: true, ..Ti4Terms::of(Theatre::Space) };

    /// Compiles the invasion of these planets, in this order.
    ///
    /// # Errors
    /// If the fleets of a planet exceed a limit.
    pub fn new(planets: &[[Ti4Fleet; 2]]) -> Result<Self, LimitError> {
        Self::compiled(Vec::new(), planets)
    }

    /// Compiles the invasion of a planet after a space combat. The fleets of both have the same
    /// groups; those that are elsewhere have no units.
    ///
    /// # Errors
    /// If fleets exceed a limit, or if units leave or are placed in space in a way that is not followed
    /// to the planet.
    pub fn after_space(space: &[Ti4Fleet; 2], planet: &[Ti4Fleet; 2]) -> Result<Self, LimitError> {
        let combat = compile_from(space, Self::TERMS_IN_SPACE, (0, 0))?;
        let mut invasion = Self::compiled(vec![combat], std::slice::from_ref(planet))?;
        let [combat, on_planet, ..] = &invasion.battles[..] else { return Ok(invasion) };
        let landing = Landing::new((combat, on_planet), [space, planet])?;
        invasion.space = Some(Space { fleets: space.clone(), landing });
        Ok(invasion)
    }

    /// Compiles the invasion of these planets after these combats.
    fn compiled(battles: Vec<Ti4Battle>, planets: &[[Ti4Fleet; 2]]) -> Result<Self, LimitError> {
        let held = |side: usize| CARDS.map(|card| planets[0][side].effects.count(card));
        let hands = hands([held(0), held(1)]);
        let terms = Ti4Terms { counts_cards: true, ..Ti4Terms::of(Theatre::Ground) };
        let looks_beyond = planets.len() > 1 && planets[0].iter().any(Ti4Fleet::looks_beyond);
        let standings = if looks_beyond { STANDINGS } else { 1 };
        let mut tables = battles.last().map_or(0, |battle| battle.tables);
        let mut cells = OUTCOMES + battles.iter().map(Battle::cells).sum::<usize>();
        let planets = planets.to_vec();
        let mut invasion =
            Self { battles, space: None, hands, standings, planets, cells: Vec::new() };
        for fleets in &invasion.planets {
            let first = invasion.battles.len();
            for hand in &invasion.hands {
                let mut fleets = fleets.clone();
                for (fleet, left) in fleets.iter_mut().zip(hand) {
                    for (card, left) in CARDS.into_iter().zip(left) {
                        limit_cards(&mut fleet.effects, card, *left);
                    }
                }
                let mut battle = compile_from(&fleets, terms, (invasion.battles.len(), tables))?;
                tables = battle.tables;
                // All combats of a planet are counted in the same cells.
                if let Some(full) = invasion.battles.get(first) {
                    battle.layout.clone_from(&full.layout);
                }
                invasion.battles.push(battle);
            }
            for number in first + invasion.hands.len()..first + standings * invasion.hands.len() {
                let like = invasion.battles[number - invasion.hands.len()].clone();
                invasion.battles.push(Ti4Battle { number, ..like });
            }
            invasion.cells.push(cells);
            cells += Battle::cells(&invasion.battles[invasion.battles.len() - 1]);
        }
        invasion.cells.push(cells);
        Ok(invasion)
    }

    /// Returns whether a side holds cards that are used on one planet and gone on the next. Without
    /// any, the order of the planets makes no difference.
    #[must_use]
    pub fn carries_cards(&self) -> bool {
        let holds = |battle: &Ti4Battle| {
            battle.opening.forces.iter().any(|force| force.supplies != Supplies::default())
        };
        self.hands.len() > 1 || self.battles.iter().any(holds)
    }

    /// Returns the planet of a combat; `None` for the space combat.
    #[must_use]
    pub fn planet(&self, battle: usize) -> Option<usize> {
        Some(battle.checked_sub(self.in_space())? / (self.standings * self.hands.len()))
    }

    /// Returns the fleets of a combat.
    #[must_use]
    pub fn fleets(&self, battle: usize) -> &[Ti4Fleet; 2] {
        match (self.planet(battle), &self.space) {
            (None, Some(space)) => &space.fleets,
            (planet, _) => &self.planets[planet.unwrap_or(0)],
        }
    }

    /// Number of space combats, which come first.
    fn in_space(&self) -> usize {
        usize::from(self.space.is_some())
    }

    /// Whether captains look beyond a planet.
    #[must_use]
    pub fn looks_beyond(&self) -> bool {
        self.standings > 1
    }

    /// Returns the standing before a planet.
    fn standing(&self, planet: usize, memory: InvasionMemory) -> usize {
        match usize::from(memory.taken) {
            _ if !self.looks_beyond() => 0,
            taken if taken == planet => 0,
            0 => 1,
            _ => 2,
        }
    }

    /// Returns a memory with which a combat may begin.
    #[must_use]
    pub fn memory(&self, battle: usize) -> InvasionMemory {
        let planet = self.planet(battle).unwrap_or(0) as u8;
        let taken = match battle / self.hands.len() % self.standings {
            0 => planet,
            1 => 0,
            _ => 1,
        };
        InvasionMemory { taken }
    }

    /// Returns the combats that can follow if a combat neither uses nor leaves any cards.
    #[must_use]
    pub fn follows_without_cards(&self, battle: usize) -> Vec<BattleStart<Self>> {
        let (planet, memory) = (self.planet(battle).unwrap_or(0), self.memory(battle));
        if planet + 1 == self.planets.len() {
            return Vec::new();
        }
        let after = |taken: u8| {
            let memory = InvasionMemory { taken: memory.taken + taken };
            self.link(planet + 1, self.hands[0], memory, |opening| {
                opening.forces.iter_mut().for_each(|force| force.supplies = Supplies::default());
            })
        };
        vec![after(0), after(1)]
    }

    /// Returns the probability that each side has all planets after the last combat.
    pub(super) fn all_won(&self, memory: InvasionMemory) -> [f64; 2] {
        let taken = usize::from(memory.taken);
        [taken == self.planets.len(), taken == 0].map(|all| f64::from(u8::from(all)))
    }

    /// Whether a side looks beyond a combat: beyond a space combat, both do.
    pub(super) fn looks(&self, side: usize) -> bool {
        self.space.is_some() || self.planets[0][side].looks_beyond()
    }

    /// Whether this is the space combat.
    pub(super) fn is_in_space(&self, battle: usize) -> bool {
        self.planet(battle).is_none()
    }

    /// Returns the beginning of the combat on a planet. `arrive` changes the forces with which it would
    /// begin if nothing had been fought before.
    fn link(
        &self,
        planet: usize,
        hand: Hand,
        memory: InvasionMemory,
        arrive: impl FnOnce(&mut Ti4State),
    ) -> BattleStart<Self> {
        let nth = self.hands.iter().position(|known| *known == hand);
        let nth = nth.or_bug("an invasion lacks a hand of cards");
        let standing = self.standing(planet, memory);
        let battle = (planet * self.standings + standing) * self.hands.len() + nth;
        let battle = self.in_space() + battle;
        let mut opening = self.battles[battle].opening();
        arrive(&mut opening);
        // What has been used in another combat opens nothing here.
        self.battles[battle].skip_idle_stages(&mut opening);
        BattleStart { battle, opening, memory }
    }

    /// Returns the landing after a space combat that the attacker has won.
    fn land(&self, space: &Space, end: &Ti4State, memory: InvasionMemory) -> BattleStart<Self> {
        let combat = &self.battles[0];
        let mut hand = self.hands[0];
        for (held, fleet) in hand.iter_mut().zip(&space.fleets) {
            for (card, held) in CARDS.into_iter().zip(held.iter_mut()) {
                if fleet.effects.has(card) && card.matters(Theatre::Space) {
                    *held = left(&fleet.effects, card, *held, end.round);
                }
            }
        }
        let landed = space.landing.force(combat, end);
        self.arrive(space, hand, &landed, end.forces.map(|force| force.supplies), memory)
    }

    /// Returns the combat on the planet after a landing of these units. `left` are the supplies at the
    /// end of the space combat.
    fn arrive(
        &self,
        space: &Space,
        hand: Hand,
        landed: &Ti4Force,
        left: [Supplies; 2],
        memory: InvasionMemory,
    ) -> BattleStart<Self> {
        let full = self.battles[0].opening.forces;
        self.link(0, hand, memory, |opening| {
            space.landing.place(landed, &mut opening.forces[0]);
            for (side, force) in opening.forces.iter_mut().enumerate() {
                force.supplies = force.supplies.after_space(full[side].supplies, left[side]);
            }
        })
    }

    /// Returns a landing of the same units after a space combat in which no card was used.
    pub(super) fn with_all_cards(&self, start: BattleStart<Self>) -> BattleStart<Self> {
        let Some(space) = &self.space else { return start };
        let full = self.battles[0].opening.forces.map(|force| force.supplies);
        self.arrive(space, self.hands[0], &start.opening.forces[0], full, start.memory)
    }

    /// Returns all ways in which the combat on the planet can begin after a space combat, and some more;
    /// with `keeps_cards`, those in which no card was used. Returns `None` without a space combat, or if
    /// there are more than `most`.
    #[must_use]
    pub fn landings(&self, keeps_cards: bool, most: usize) -> Option<Vec<BattleStart<Self>>> {
        let space = self.space.as_ref()?;
        let forces = space.landing.forces(&self.battles[0], most)?;
        let left = |side: usize| {
            let full = self.battles[0].opening.forces[side].supplies;
            if keeps_cards { vec![full] } else { full.fewer() }
        };
        let [own, enemy] = [left(0), left(1)];
        let hands = if keeps_cards { &self.hands[..1] } else { &self.hands };
        let all = forces.len() * own.len() * enemy.len() * hands.len();
        let memory = InvasionMemory::default();
        let arrive = |&hand: &Hand| {
            let (own, enemy) = (&own, &enemy);
            forces.iter().flat_map(move |force| {
                own.iter().flat_map(move |&own| {
                    let arrive = move |&enemy: &Supplies| {
                        self.arrive(space, hand, force, [own, enemy], memory)
                    };
                    enemy.iter().map(arrive)
                })
            })
        };
        (all <= most).then(|| hands.iter().flat_map(arrive).collect())
    }

    /// Returns the planet after a space combat that the attacker has not won: it is not invaded. Where
    /// both sides have ships left, the ground forces of the attacker live.
    fn not_invaded(&self, space: &Space, end: &Ti4State) -> Ti4State {
        let (combat, on_planet) = (&self.battles[0], self.battle(0));
        let mut state = on_planet.opening();
        let landed = space.landing.force(combat, end);
        space.landing.place(&landed, &mut state.forces[0]);
        if combat.outcome(end) != STANDOFF || on_planet.outcome(&state) != STANDOFF {
            space.landing.place(&Ti4Force::none(), &mut state.forces[0]);
        }
        state
    }

    /// Returns the figures of both sides on a planet, after a space combat without their ships; or,
    /// with `None`, those of their ships in the space combat. The estimates are the odds that no
    /// side is left, and that both are.
    #[must_use]
    pub fn summarise(
        &self,
        planet: Option<usize>,
        labels: &[Labels; 2],
        odds: &Odds,
    ) -> (Vec<SideSummary>, [Estimate; 2]) {
        let number = planet.map_or(0, |planet| self.first_battle(planet));
        let (battle, fleets) = (&self.battles[number], self.fleets(number));
        let odds = self.odds_of(planet, odds);
        let is_shown = |side: usize, group: usize| match planet {
            Some(_) => self.space.is_none() || !fleets[side].groups[group].unit.stays_in_space(),
            // Groups beyond those of the planet are placed in space.
            None => {
                let on_planet = self.planets[0][side].groups.get(group);
                on_planet.is_none_or(|group| group.unit.stays_in_space())
            }
        };
        // What has no room after a space combat does not come along.
        let kept = battle.layout.kept.as_ref().filter(|_| planet.is_none());
        let cells = kept.unwrap_or(&battle.layout.survivors);
        let sides = summarise_part(battle, fleets, labels, &odds, cells, &is_shown);
        (sides, [super::draw(&odds), super::standoff(&odds)])
    }

    /// Adds the figures that only Twilight Imperium has to those of both sides on a planet.
    pub fn add_figures(
        &self,
        planet: usize,
        labels: &[Labels; 2],
        odds: &Odds,
        sides: &mut [SideSummary],
    ) {
        let (battle, fleets) = (self.battle(planet), &self.planets[planet]);
        let odds = self.odds_of(Some(planet), odds);
        super::add_figures(battle, fleets, labels, [false; 2], &odds, sides);
    }

    /// Returns the probability that the attacker wins a planet with fighters alone (T48).
    #[must_use]
    pub fn unheld(&self, planet: usize, odds: &Odds) -> f64 {
        super::unheld(self.battle(planet), &self.odds_of(Some(planet), odds))
    }

    fn battle(&self, planet: usize) -> &Ti4Battle {
        &self.battles[self.first_battle(planet)]
    }

    /// Returns the number of the first combat of a planet.
    fn first_battle(&self, planet: usize) -> usize {
        self.in_space() + planet * self.standings * self.hands.len()
    }

    /// Returns the odds of one planet; with `None`, those of the space combat.
    fn odds_of(&self, planet: Option<usize>, odds: &Odds) -> Odds {
        odds.part(match planet {
            Some(planet) => self.cells[planet]..self.cells[planet + 1],
            None => OUTCOMES..self.cells[0],
        })
    }
}

/// Returns all hands that can be left of these cards, the full hand first.
fn hands(held: Hand) -> Vec<Hand> {
    let mut hands = vec![Hand::default()];
    for side in 0..2 {
        for card in 0..CARDS.len() {
            let more = |hand: Hand| {
                (0..=held[side][card]).rev().map(move |left| {
                    let mut hand = hand;
                    hand[side][card] = left;
                    hand
                })
            };
            hands = hands.into_iter().flat_map(more).collect();
        }
    }
    hands
}

/// Limits the number of copies of a card.
fn limit_cards(effects: &mut Effects, card: Ability, count: u8) {
    match count {
        0 => effects.0.retain(|effect| effect.ability != card),
        _ => {
            if let Some(effect) = effects.get_mut(card) {
                effect.count = count;
            }
        }
    }
}

/// Returns the number of cards of a kind left of `held` after a combat of `rounds` rounds.
fn left(effects: &Effects, card: Ability, held: u8, rounds: u16) -> u8 {
    // The note goes back to its owner after the first combat.
    if card == Ability::TekklarLegion {
        return if rounds > 0 { 0 } else { held };
    }
    let used = (rounds + 1).saturating_sub(effects.round(card)).min(u16::from(held)) as u8;
    held - used
}

impl Chain for Invasion {
    type Battle = Ti4Battle;
    type Memory = InvasionMemory;

    fn battles(&self) -> &[Ti4Battle] {
        &self.battles
    }

    fn captains(&self) -> Ti4Captains {
        Battle::captains(&self.battles[self.battles.len() - 1])
    }

    fn first(&self) -> BattleStart<Self> {
        let memory = InvasionMemory::default();
        match self.space {
            Some(_) => BattleStart { battle: 0, opening: self.battles[0].opening(), memory },
            None => self.link(0, self.hands[0], memory, |_| ()),
        }
    }

    fn after(&self, battle: usize, memory: InvasionMemory, end: &Ti4State) -> Continuation<Self> {
        let combat = &self.battles[battle];
        let (planet, hand) = match (self.planet(battle), &self.space) {
            (None, Some(space)) => {
                let wins = combat.outcome(end) == 0;
                return Continuation { memory, next: wins.then(|| self.land(space, end, memory)) };
            }
            (planet, _) => (planet.unwrap_or(0), (battle - self.in_space()) % self.hands.len()),
        };
        let is_taken = combat.outcome(end) == 0 && combat.holds_the_planet(end);
        let memory = InvasionMemory { taken: memory.taken + u8::from(is_taken) };
        let next = (planet + 1 < self.planets.len()).then(|| {
            let mut hand = self.hands[hand];
            for (held, fleet) in hand.iter_mut().zip(&self.planets[planet]) {
                for (card, held) in CARDS.into_iter().zip(held.iter_mut()) {
                    *held = left(&fleet.effects, card, *held, end.round);
                }
            }
            self.link(planet + 1, hand, memory, |opening| {
                for (force, end) in opening.forces.iter_mut().zip(end.forces) {
                    force.supplies = end.supplies;
                }
            })
        });
        Continuation { memory, next }
    }

    fn cells(&self) -> usize {
        self.cells[self.planets.len()]
    }

    fn outcomes(&self) -> usize {
        OUTCOMES
    }

    fn count(
        &self,
        battle: usize,
        end: &Ti4State,
        after: &Continuation<Self>,
        mut count: impl FnMut(usize),
    ) {
        let first = self.planet(battle).map_or(OUTCOMES, |planet| self.cells[planet]);
        Battle::count(&self.battles[battle], end, |cell| count(first + cell));
        if after.next.is_some() {
            return;
        }
        if let (None, Some(space)) = (self.planet(battle), &self.space) {
            let planet = self.not_invaded(space, end);
            Battle::count(self.battle(0), &planet, |cell| count(self.cells[0] + cell));
        }
        let taken = usize::from(after.memory.taken);
        count(match taken {
            0 => DEFENDED,
            all if all == self.planets.len() => TAKEN,
            _ => SPLIT,
        });
    }
}

const _: () = assert!(SPLIT == STANDOFF, "a split is where both have something left");
