//! Constants of one side: roles of its rows, order of loss, and dice.

use super::ability::{Ability, AbilitySet, Effect, Effects, Gain};
use super::fleet::limits::MEMBERS;
use super::fleet::{Roll, Sustain, Ti4Fleet, Unit, UnitKind};
use super::force::{GROUPS, Groups, Ti4Force, Weights};
use super::hits::HitStep;
use super::lineup::{Change, Changes, Lineup, Row, rows_of};
use super::supplies::Supplies;
use super::terms::{Theatre, Ti4Terms};
use super::throw::UnitThrow;
use super::thrower::Thrower;
use crate::array::array;
use crate::games::common::Retreat;

/// One side of a compiled combat. Its sets of groups consist of rows of its lineup.
#[derive(Clone, Debug)]
pub(super) struct Ti4Roster {
    /// Number of groups of its fleet.
    pub(super) groups: usize,
    /// Figures by row.
    pub(super) units: Vec<Unit>,
    /// By row: group of the fleet with which its units are counted.
    pub(super) homes: Vec<usize>,
    pub(super) changes: Changes,
    pub(super) half_cost: [u32; GROUPS],
    /// Groups that fight: ships in space, ground forces on a planet.
    pub(super) fighting: Groups,
    /// Fighters that fight.
    pub(super) fighters: Groups,
    /// Fighting units other than fighters; in space, ships.
    pub(super) ships: Groups,
    pub(super) moving: Groups,
    pub(super) structures: Groups,
    pub(super) galvanized: Groups,
    pub(super) firing_at_infantry: Groups,
    /// Groups by kind of unit.
    kinds: [Groups; UnitKind::ALL.len()],
    pub(super) sustaining: Groups,
    /// Number of hits of one roll that each unit bears until it is lost.
    pub(super) bearing: Weights,
    /// Groups that sustain before all others, even with `late`, because sustaining puts them at no
    /// risk.
    pub(super) sustaining_first: Groups,
    pub(super) defying_direct_hits: Groups,
    pub(super) defying_abilities: Groups,
    /// Carried units that sustain hits on ships in combat, before any ship does (T38a).
    pub(super) guards: Groups,
    /// Groups whose owner has Duranium Armor.
    pub(super) duranium: Groups,
    pub(super) stopping_sustaining: Groups,
    /// Units while which are alive the enemy's units have no unit abilities (T50).
    pub(super) stopping_abilities: Groups,
    pub(super) stopping_barrage: Groups,
    pub(super) repairing_themselves: Groups,
    pub(super) taking_all: Groups,
    pub(super) striking_back: Groups,
    /// Expected hits of a unit in a round.
    pub(super) firepower: [f64; GROUPS],
    /// Sets of groups that are lost one after the other: units of a class with equal figures.
    pub(super) order: Vec<Groups>,
    /// By set of `order`: all units of its class, which sustain damage together.
    pub(super) classes: Vec<Groups>,
    /// Rows that can fire in an Ambush, the first to fire first.
    pub(super) ambushers: Vec<usize>,
    /// Steps in which hits are assigned as its captain has declared.
    pub(super) steps: Vec<HitStep>,
    /// Groups that take up capacity, the first to be kept first: cargo, then fighters that need
    /// transport, then fighters that move by themselves.
    pub(super) passengers: Vec<usize>,
    pub(super) capacity: [u8; GROUPS],
    pub(super) fleet_pool: Option<u16>,
    pub(super) sustain: Sustain,
    pub(super) retreat: Option<Retreat>,
    pub(super) leaves_a_rift: bool,
    pub(super) is_adaptive: bool,
    /// Abilities of the side.
    held: AbilitySet,
    /// By member: its abilities and its groups.
    members: [(AbilitySet, Groups); MEMBERS],
    pub(super) effects: Effects,
    /// By ability: the first round in which it is used.
    first_rounds: [u16; Ability::ALL.len()],
    /// Round before which all ships leave by a Skilled Retreat, if it is named.
    pub(super) skilled_retreat: Option<u16>,
    /// Whether it gains Supercharge, which is in force for one round (T60).
    pub(super) gains_a_charge: bool,
    /// Combat rolls by round; the last one applies to all later rounds.
    pub(super) combat: Vec<Option<UnitThrow>>,
    pub(super) barrage: Option<UnitThrow>,
    pub(super) bombardment: Option<UnitThrow>,
    /// Bombardment at the end of each round (T41).
    pub(super) harrow: Option<UnitThrow>,
    /// Bombardment of the own planet (T54).
    pub(super) siege: Option<UnitThrow>,
    pub(super) cannon: Option<UnitThrow>,
    /// Whether its abilities change combat rolls after the dice were thrown (T22).
    pub(super) changes_rolls: bool,
    /// Units while which are alive its owner may pay for better dice (Wrath of Kenara).
    pub(super) improving_dice: Groups,
    pub(super) opening: Ti4Force,
}

/// Abilities that change combat rolls after the dice were thrown, or look at the units there are.
const CHANGING_ROLLS: [Ability; 8] = [
    Ability::WarFunding,
    Ability::FireTeam,
    Ability::CrownOfThalnos,
    Ability::WrathOfKenara,
    Ability::HeartOfIxth,
    Ability::TheThundarian,
    Ability::ValkyrieParticleWeave,
    Ability::GravleashManeuvers,
];

impl Ti4Roster {
    /// Compiles a side against its enemy. The tables of its throws start at index `next`.
    pub(super) fn new(
        fleets: &[Ti4Fleet; 2],
        lineups: &[Lineup; 2],
        side: usize,
        terms: &Ti4Terms,
        (rounds, next): (u16, &mut usize),
    ) -> Self {
        let (fleet, Lineup { rows, changes }) = (&fleets[side], &lineups[side]);
        let in_space = terms.theatre == Theatre::Space;
        let all = |is: &dyn Fn(&Unit) -> bool| rows_of(rows, is);
        let fighting = all(&|unit| unit.fights(in_space));
        let is_fighter = |unit: &Unit| unit.kind == UnitKind::Fighter;
        let is_cargo = |unit: &Unit| in_space && unit.is_carried() && !unit.is_ship;
        let guards = all(&|unit| is_cargo(unit) && unit.sustains && unit.text.guards_ships);
        let sustaining = all(&|unit| unit.sustains).and(fighting).or(guards);
        let sustaining_first = match in_space {
            true => all(&|unit| unit.defies_direct_hits).or(guards),
            false => sustaining,
        };
        let (order, classes) = order(fleet, &lineups[side], fighting);
        let members = members(fleet, rows);
        let held = |ability: Ability| fleet.effects.get(ability);
        let mut roster = Self {
            groups: fleet.groups.len(),
            units: rows.iter().map(|row| row.unit).collect(),
            homes: rows.iter().map(|row| row.home).collect(),
            changes: changes.clone(),
            half_cost: per_row(rows, |row| row.unit.half_cost),
            fighting,
            fighters: all(&|unit| unit.fights(in_space) && is_fighter(unit)),
            ships: all(&|unit| unit.fights(in_space) && !is_fighter(unit)),
            moving: all(&|unit| unit.moves),
            structures: all(&|unit| unit.is_structure),
            galvanized: Groups::of((0..rows.len()).filter(|&g| rows[g].is_galvanized)),
            firing_at_infantry: all(&|unit| unit.text.fires_at_infantry),
            kinds: UnitKind::ALL.map(|kind| all(&|unit| unit.kind == kind)),
            sustaining,
            bearing: Weights::default(),
            sustaining_first,
            // Direct Hit destroys ships only. Mechs are not ships, unless The Alastor makes them
            // so; Eidolon Maximum is one on planets, too.
            defying_direct_hits: all(&|unit| unit.defies_direct_hits || !unit.is_ship),
            defying_abilities: all(&|unit| unit.text.defies_abilities),
            guards,
            duranium: Groups::default(),
            stopping_sustaining: all(&|unit| unit.text.stops_sustaining).and(fighting),
            stopping_abilities: all(&|unit| unit.text.stops_abilities),
            stopping_barrage: all(&|unit| unit.text.stops_barrage),
            repairing_themselves: all(&|unit| unit.text.repairs_itself).and(fighting),
            taking_all: all(&|unit| unit.text.takes_all).and(fighting),
            striking_back: match in_space {
                true => Groups::default(),
                false => all(&|unit| unit.text.strikes_back),
            },
            firepower: per_row(rows, |row| firepower(&row.unit)),
            order,
            classes,
            ambushers: Vec::new(),
            steps: Vec::new(),
            passengers: passengers(rows),
            capacity: per_row(rows, |row| row.unit.capacity),
            fleet_pool: terms.fleet_pool[side],
            sustain: fleet.captain.sustain,
            retreat: (in_space && fleet.captain.may_retreat).then_some(fleet.captain.retreat),
            leaves_a_rift: fleet.captain.leaves_a_rift,
            is_adaptive: fleet.captain.order == super::LossOrder::Adaptive,
            held: abilities(fleet.effects.0.iter()),
            members,
            first_rounds: array(|n| fleet.effects.round(Ability::ALL[n])),
            skilled_retreat: held(Ability::SkilledRetreat).and_then(|effect| effect.round),
            gains_a_charge: held(Ability::TechnologicalSingularity)
                .is_some_and(|effect| effect.gains == Some(Gain::Ability(Ability::Supercharge))),
            effects: fleet.effects.clone(),
            combat: Vec::new(),
            barrage: None,
            bombardment: None,
            harrow: None,
            siege: None,
            cannon: None,
            changes_rolls: CHANGING_ROLLS
                .iter()
                .any(|ability| fleet.effects.has(*ability) && ability.matters(terms.theatre)),
            improving_dice: all(&|unit| unit.text.improves_dice).and(fighting),
            opening: opening(fleet, rows, terms.theatre),
        };
        roster.ambushers = roster.ambushers();
        roster.steps = roster.steps();
        roster.bearing = roster.bearing();
        roster.duranium = roster.owned_with(Ability::DuraniumArmor);
        roster.add_throws(Thrower::new(fleets, lineups, side, terms, next), rounds);
        roster
    }

    /// Whether units of a group of the fleet may be damaged, as they are or as abilities make them.
    pub(super) fn may_be_damaged(&self, home: usize) -> bool {
        let mut able = self.sustaining;
        if self.holds(Ability::MetaliVoidShielding) {
            able = able.or(self.ships.and(self.owned_with(Ability::MetaliVoidShielding)));
        }
        let rows = || 0..self.homes.len();
        // A damaged unit stays so when it is changed, into one of its kind.
        let is_hurt = |kind: UnitKind| {
            rows().any(|row| self.opening.hurt[row] > 0 && self.units[row].kind == kind)
        };
        let mut of_group = rows().filter(|row| self.homes[*row] == home);
        of_group.any(|row| able.has(row) || is_hurt(self.units[row].kind))
    }

    /// Adds the throws of all rounds and of all abilities.
    fn add_throws(&mut self, mut thrower: Thrower<'_>, rounds: u16) {
        for round in 1..=rounds {
            self.combat.push(thrower.combat((self.fighting, &self.order), round));
        }
        if thrower.terms.theatre == Theatre::Space {
            self.barrage = thrower.barrage();
            self.cannon = thrower.cannon();
        } else if thrower.side == 0 {
            self.bombardment = thrower.bombardment();
            if self.holds(Ability::Harrow) {
                self.harrow = thrower.harrow();
            }
        } else {
            self.cannon = thrower.cannon();
        }
        if thrower.terms.theatre == Theatre::Ground && self.holds(Ability::ProximaTargetingVi) {
            self.siege = thrower.siege();
        }
    }

    /// Returns the steps in which hits are assigned. Guards sustain damage first, then units that
    /// risk nothing by it, then all others. With `late`, the others sustain damage class by class,
    /// just before units of their class are lost; of a class, those that would be lost earlier
    /// first.
    fn steps(&self) -> Vec<HitStep> {
        let (order, safe) = (&self.order, self.sustaining_first);
        let first = match self.sustain {
            Sustain::Unstated | Sustain::First | Sustain::AtWill => self.sustaining,
            Sustain::Late => self.sustaining.and(safe),
        };
        let mut sustaining = vec![self.guards.and(first)];
        for groups in [first.and(safe), first.without(safe)] {
            sustaining.extend(order.iter().map(|set| set.and(groups)));
        }
        let mut steps: Vec<HitStep> = sustaining.into_iter().map(HitStep::Sustain).collect();
        let mut late = self.sustaining.without(first);
        for (n, set) in order.iter().enumerate() {
            let of_class = late.and(self.classes[n]);
            steps.extend(order[n..].iter().map(|set| HitStep::Sustain(set.and(of_class))));
            steps.push(HitStep::Lose(*set));
            late = late.without(of_class);
        }
        steps.retain(|step| !matches!(step, HitStep::Sustain(groups) if groups.is_empty()));
        steps
    }

    /// Returns the number of hits that each unit bears: one, one more if it sustains damage, and a
    /// third that Non-Euclidean Shielding cancels then.
    fn bearing(&self) -> Weights {
        let twice = self.sustaining.and(self.owned_with(Ability::NonEuclideanShielding));
        let one_if_in = |groups: Groups, g: usize| u8::from(groups.has(g));
        Weights {
            whole: array(|g| {
                one_if_in(self.fighting, g) + one_if_in(self.sustaining, g) + one_if_in(twice, g)
            }),
            hurt: array(|g| one_if_in(self.fighting, g)),
        }
    }

    /// Returns the number of hits on ships that undamaged guards cancel.
    pub(super) fn borne_by_guards(&self, force: &Ti4Force) -> u16 {
        let of_group = |g: usize| u16::from(force.whole[g]) * u16::from(self.bearing.whole[g]);
        self.guards.each().map(of_group).sum()
    }

    /// Returns the throw of a round.
    #[inline]
    pub(super) fn combat(&self, round: u16) -> Option<&UnitThrow> {
        let at = usize::from(round.max(1)).min(self.combat.len()) - 1;
        self.combat[at].as_ref()
    }

    /// Returns whether the side has an ability.
    #[inline]
    pub(super) fn holds(&self, ability: Ability) -> bool {
        self.held.has(ability)
    }

    /// Returns the first round in which an ability is used.
    #[inline]
    pub(super) fn first_round(&self, ability: Ability) -> u16 {
        self.first_rounds[ability as usize]
    }

    /// Returns the groups of the members that have an ability.
    #[inline]
    pub(super) fn owned_with(&self, ability: Ability) -> Groups {
        let mut owned = Groups::default();
        for (held, groups) in &self.members {
            if held.has(ability) {
                owned = owned.or(*groups);
            }
        }
        owned
    }

    /// Returns the groups of a kind of unit.
    #[inline]
    pub(super) fn of_kind(&self, kind: UnitKind) -> Groups {
        self.kinds[kind as usize]
    }

    /// Returns the infantry that fights.
    pub(super) fn infantry(&self) -> Groups {
        self.of_kind(UnitKind::Infantry).and(self.fighting)
    }

    /// Returns the cruisers and destroyers.
    pub(super) fn small_ships(&self) -> Groups {
        self.of_kind(UnitKind::Cruiser).or(self.of_kind(UnitKind::Destroyer)).and(self.fighting)
    }

    /// Returns the rows that can fire in an Ambush: those with the best values first, and cruisers
    /// before destroyers (T43).
    fn ambushers(&self) -> Vec<usize> {
        let ships = self.small_ships().and(self.owned_with(Ability::Ambush));
        let value = |g: usize| self.units[g].combat.map_or(11, |roll| roll.hit);
        let is_cruiser = |g: usize| self.units[g].kind == UnitKind::Cruiser;
        let mut rows: Vec<usize> = ships.each().collect();
        rows.sort_by_key(|&g| (value(g), !is_cruiser(g)));
        rows
    }

    /// Returns the groups whose units satisfy `is`.
    pub(super) fn groups_of(&self, is: impl Fn(&Unit) -> bool) -> Groups {
        Groups::of((0..self.units.len()).filter(|&g| is(&self.units[g])))
    }

    /// Returns the group of the dearest living unit of these groups; of equal ones the one with
    /// more expected hits.
    pub(super) fn dearest(&self, force: &Ti4Force, among: Groups) -> Option<usize> {
        self.best(force, among, |g| (self.half_cost[g], self.firepower[g]))
    }

    /// Returns the group of the cheapest living unit of these groups; of equal ones the one with
    /// fewer expected hits.
    pub(super) fn cheapest(&self, force: &Ti4Force, among: Groups) -> Option<usize> {
        self.best(force, among, |g| (u32::MAX - self.half_cost[g], -self.firepower[g]))
    }

    /// Returns the group of the living unit of these groups with the best chance on a die of its
    /// combat roll; of equal ones the dearest, then the one with more expected hits, then the one
    /// that is lost last (T28).
    pub(super) fn most_accurate(&self, force: &Ti4Force, among: Groups) -> Option<usize> {
        let value = |g: usize| self.units[g].combat.map_or(99, |roll| roll.hit);
        let key = |g: usize| (99 - value(g), self.half_cost[g], self.firepower[g]);
        let last_first = self.order.iter().rev().flat_map(|set| set.and(among).each());
        let living = last_first.filter(|&g| force.alive(g) > 0);
        living.reduce(|best, g| if key(best) >= key(g) { best } else { g })
    }

    /// Returns the group of a living unit with the highest key; of equal ones the first.
    fn best(
        &self,
        force: &Ti4Force,
        among: Groups,
        key: impl Fn(usize) -> (u32, f64),
    ) -> Option<usize> {
        let living = among.each().filter(|&g| force.alive(g) > 0);
        living.fold(None, |best: Option<usize>, g| match best {
            Some(best) if key(best) >= key(g) => Some(best),
            _ => Some(g),
        })
    }
}

/// Returns the expected hits of a unit in a round.
fn firepower(unit: &Unit) -> f64 {
    let chance = |roll: Roll| (11 - i32::from(roll.hit) + i32::from(roll.bonus)).clamp(0, 10);
    unit.combat.map_or(0.0, |roll| f64::from(roll.dice) * f64::from(chance(roll)) / 10.0)
}

/// Returns the set of these abilities.
fn abilities<'a>(effects: impl Iterator<Item = &'a Effect>) -> AbilitySet {
    let mut set = AbilitySet::default();
    effects.for_each(|effect| set.add(effect.ability));
    set
}

/// Returns the abilities and the groups of each member.
fn members(fleet: &Ti4Fleet, rows: &[Row]) -> [(AbilitySet, Groups); MEMBERS] {
    array(|member| {
        let own = (0..rows.len()).filter(|&g| usize::from(rows[g].member) == member);
        (abilities(fleet.effects.of_member(member as u8)), Groups::of(own))
    })
}

fn per_row<T: Default + Copy>(rows: &[Row], figure: impl Fn(&Row) -> T) -> [T; GROUPS] {
    let mut figures = [T::default(); GROUPS];
    for (to, row) in figures.iter_mut().zip(rows) {
        *to = figure(row);
    }
    figures
}

fn opening(fleet: &Ti4Fleet, rows: &[Row], theatre: Theatre) -> Ti4Force {
    Ti4Force {
        whole: per_row(rows, |row| row.whole as u8),
        hurt: per_row(rows, |row| row.hurt as u8),
        supplies: Supplies::of(&fleet.effects, theatre),
    }
}

/// Returns the order of loss as sets of units with equal figures, and for each set its class. Of a
/// class, units with fewer expected hits are lost first; galvanized units go last. A ship under The
/// Cavalry is lost after all of its kind that are lost one after the other (T29, T32).
fn order(fleet: &Ti4Fleet, lineup: &Lineup, fighting: Groups) -> (Vec<Groups>, Vec<Groups>) {
    let rows = &lineup.rows;
    let mut order: Vec<(usize, Vec<usize>)> = Vec::new();
    for home in fleet.order() {
        let class = fleet.groups[home].class;
        let of_home = (0..rows.len()).filter(|&g| rows[g].home == home && fighting.has(g));
        match order.iter_mut().find(|(known, _)| *known == class) {
            Some((_, groups)) => groups.extend(of_home),
            None => order.push((class, of_home.collect())),
        }
    }
    let is_led = |g: &usize| lineup.comes_from(Change::Cavalry, *g);
    for n in 1..order.len() {
        // A ship under The Cavalry moves behind the next class of its kind.
        let kind = |groups: &[usize]| groups.first().map(|&g| rows[g].unit.kind);
        let [.., (_, before), (_, after)] = &mut order[..=n] else { continue };
        if kind(before) == kind(after) {
            after.extend(before.extract_if(.., |g| is_led(g)));
        }
    }
    let (mut sets, mut classes) = (Vec::new(), Vec::new());
    for (_, mut groups) in order {
        let class = Groups::of(groups.iter().copied());
        let is_changed = |g: &usize| (is_led(g), *g >= fleet.groups.len());
        let power = |g: &usize| firepower(&rows[*g].unit);
        groups.sort_by(|a, b| {
            (is_changed(a).cmp(&is_changed(b))).then(power(a).total_cmp(&power(b)))
        });
        // In an Entropic Scar, a ship under The Cavalry may have the figures of a galvanized one.
        let same = |a: &usize, b: &usize| rows[*a].unit == rows[*b].unit && is_led(a) == is_led(b);
        for set in groups.chunk_by(same) {
            sets.push(Groups::of(set.iter().copied()));
            classes.push(class);
        }
    }
    (sets, classes)
}

/// Returns the groups that take up capacity, the most valuable first: mechs, infantry, then
/// fighters, of which those with the better combat value stay longer.
fn passengers(rows: &[Row]) -> Vec<usize> {
    let mut passengers: Vec<usize> = (0..rows.len()).filter(|&g| rows[g].is_carried).collect();
    passengers.sort_by_key(|&g| {
        let unit = &rows[g].unit;
        let goes_by_itself = unit.kind == UnitKind::Fighter && unit.moves;
        let hit = unit.combat.map_or(11, |roll| roll.hit);
        (goes_by_itself, unit.kind == UnitKind::Fighter, std::cmp::Reverse(unit.half_cost), hit, g)
    });
    passengers
}

impl Ti4Force {
    /// Moves units of a row to the row that a change leads to, damaged ones as damaged. Returns
    /// whether the change affects the row.
    pub(super) fn change(
        &mut self,
        roster: &Ti4Roster,
        change: Change,
        row: usize,
        units: [u8; 2],
    ) -> bool {
        let Some(to) = roster.changes.of(change, row) else { return false };
        let [whole, hurt] = [units[0].min(self.whole[row]), units[1].min(self.hurt[row])];
        self.whole[row] -= whole;
        self.hurt[row] -= hurt;
        self.whole[to] += whole;
        self.hurt[to] += hurt;
        let is_empty = whole + hurt > 0 && self.alive(row) == 0;
        if is_empty && self.supplies.chosen() == Some(row) {
            self.supplies.choose(Some(to));
        }
        true
    }
}
