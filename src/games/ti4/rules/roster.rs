//! Constants of one side: roles of its groups, order of loss, and dice.

use super::faces::{Faces, Modifiers};
use super::fleet::limits::GROUPS;
use super::fleet::{Card, Effects, Roll, Sustain, Ti4Fleet, Unit, UnitKind};
use super::force::{Groups, Ti4Force};
use super::terms::{Theatre, Ti4Terms};
use super::throw::{DiceModifiers, MODIFIER_COMBINATIONS, ThrowBuilder, UnitThrow};
use crate::games::common::Retreat;

/// One side of a compiled combat.
#[derive(Clone, Debug)]
pub(super) struct Ti4Roster {
    pub(super) groups: usize,
    pub(super) half_cost: [u32; GROUPS],
    /// Groups that fight: ships in space, ground forces on a planet.
    pub(super) fighting: Groups,
    /// Fighters that fight.
    pub(super) fighters: Groups,
    /// Fighting units other than fighters; in space, ships.
    pub(super) ships: Groups,
    pub(super) moving: Groups,
    pub(super) structures: Groups,
    pub(super) sustaining: Groups,
    /// Groups that sustain before all others, even with `late`, because sustaining puts them at no
    /// risk.
    pub(super) sustaining_first: Groups,
    pub(super) defying_direct_hits: Groups,
    pub(super) defying_abilities: Groups,
    /// Carried units that sustain hits on ships in combat, before any ship does (T38a).
    pub(super) guards: Groups,
    pub(super) stopping_sustaining: Groups,
    pub(super) stopping_barrage: Groups,
    pub(super) repairing_themselves: Groups,
    pub(super) taking_all: Groups,
    pub(super) striking_back: Groups,
    /// Expected hits of a unit in a round.
    pub(super) firepower: [f64; GROUPS],
    /// Sets of groups, one for each class, the first to be lost first.
    pub(super) order: Vec<Groups>,
    /// Groups that take up capacity, the first to be kept first: cargo, then fighters that need
    /// transport, then fighters that move by themselves.
    pub(super) passengers: Vec<usize>,
    pub(super) capacity: [u8; GROUPS],
    pub(super) fleet_pool: Option<u16>,
    pub(super) sustain: Sustain,
    pub(super) retreat: Option<Retreat>,
    pub(super) leaves_a_rift: bool,
    pub(super) is_adaptive: bool,
    pub(super) effects: Effects,
    /// Combat rolls by round; the last one applies to all later rounds.
    pub(super) combat: Vec<Option<UnitThrow>>,
    pub(super) barrage: Option<UnitThrow>,
    pub(super) bombardment: Option<UnitThrow>,
    pub(super) cannon: Option<UnitThrow>,
    pub(super) opening: Ti4Force,
}

impl Ti4Fleet {
    /// Returns the number of units of these groups.
    fn count_of(&self, groups: Groups) -> usize {
        groups.each().map(|g| usize::from(self.groups[g].count)).sum()
    }
}

/// Returns the groups whose units satisfy `is`.
fn groups(fleet: &Ti4Fleet, is: impl Fn(&Unit) -> bool) -> Groups {
    Groups::of((0..fleet.groups.len()).filter(|&g| is(&fleet.groups[g].unit)))
}

impl Ti4Roster {
    /// Compiles a side against its enemy. The tables of its throws start at index `next`.
    pub(super) fn new(
        fleets: &[Ti4Fleet; 2],
        side: usize,
        terms: &Ti4Terms,
        rounds: u16,
        next: &mut usize,
    ) -> Self {
        let fleet = &fleets[side];
        let in_space = terms.theatre == Theatre::Space;
        let all = |is: &dyn Fn(&Unit) -> bool| groups(fleet, is);
        let fights = |unit: &Unit| if in_space { unit.is_ship } else { unit.is_ground_force };
        let fighting = all(&fights);
        let is_fighter = |unit: &Unit| unit.kind == UnitKind::Fighter;
        let is_cargo = |unit: &Unit| in_space && unit.is_carried() && !unit.is_ship;
        let guards = all(&|unit| is_cargo(unit) && unit.sustains && unit.text.guards_ships);
        let sustaining = all(&|unit| unit.sustains).and(fighting).or(guards);
        let sustaining_first = match in_space {
            true => all(&|unit| unit.defies_direct_hits).or(guards),
            false => sustaining,
        };
        let mut roster = Self {
            groups: fleet.groups.len(),
            half_cost: per_group(fleet, |group| group.unit.half_cost),
            fighting,
            fighters: all(&|unit| fights(unit) && is_fighter(unit)),
            ships: all(&|unit| fights(unit) && !is_fighter(unit)),
            moving: all(&|unit| unit.moves),
            structures: all(&|unit| unit.is_structure),
            sustaining,
            sustaining_first,
            // Direct Hit destroys ships only, and mechs are not ships.
            defying_direct_hits: all(&|unit| unit.defies_direct_hits || !in_space || !unit.is_ship),
            defying_abilities: all(&|unit| unit.text.defies_abilities),
            guards,
            stopping_sustaining: all(&|unit| unit.text.stops_sustaining).and(fighting),
            stopping_barrage: all(&|unit| unit.text.stops_barrage),
            repairing_themselves: all(&|unit| unit.text.repairs_itself).and(fighting),
            taking_all: all(&|unit| unit.text.takes_all).and(fighting),
            striking_back: match in_space {
                true => Groups::default(),
                false => all(&|unit| unit.text.strikes_back),
            },
            firepower: per_group(fleet, |group| {
                let roll = group.unit.combat;
                roll.map_or(0.0, |r| f64::from(r.dice) * f64::from(11 - i32::from(r.hit)) / 10.0)
            }),
            order: order(fleet, fighting),
            passengers: passengers(fleet, in_space),
            capacity: per_group(fleet, |group| group.unit.capacity),
            fleet_pool: terms.fleet_pool[side],
            sustain: fleet.captain.sustain,
            retreat: (in_space && fleet.captain.may_retreat).then_some(fleet.captain.retreat),
            leaves_a_rift: fleet.captain.leaves_a_rift,
            is_adaptive: fleet.captain.order == super::LossOrder::Adaptive,
            effects: fleet.effects,
            combat: Vec::new(),
            barrage: None,
            bombardment: None,
            cannon: None,
            opening: opening(fleet),
        };
        roster.add_throws(Thrower::new(fleets, side, terms, fighting, next), rounds);
        roster
    }

    /// Adds the throws of all rounds and of all abilities.
    fn add_throws(&mut self, mut thrower: Thrower<'_>, rounds: u16) {
        for round in 1..=rounds {
            self.combat.push(thrower.combat(self.fighting, round));
        }
        if thrower.terms.theatre == Theatre::Space {
            self.barrage = thrower.barrage();
            self.cannon = thrower.cannon();
        } else if thrower.side == 0 {
            self.bombardment = thrower.bombardment();
        } else {
            self.cannon = thrower.cannon();
        }
    }

    /// Returns the throw of a round.
    #[inline]
    pub(super) fn combat(&self, round: u16) -> Option<&UnitThrow> {
        let at = usize::from(round.max(1)).min(self.combat.len()) - 1;
        self.combat[at].as_ref()
    }

    /// Returns the groups whose units may be damaged.
    pub(super) fn repairable(&self) -> Groups {
        self.sustaining
    }
}

fn per_group<T: Default + Copy>(
    fleet: &Ti4Fleet,
    figure: impl Fn(&super::Ti4Group) -> T,
) -> [T; GROUPS] {
    let mut figures = [T::default(); GROUPS];
    for (to, group) in figures.iter_mut().zip(&fleet.groups) {
        *to = figure(group);
    }
    figures
}

fn opening(fleet: &Ti4Fleet) -> Ti4Force {
    let held = |card: Option<Card>| card.map_or(0, |card| card.count);
    Ti4Force {
        whole: per_group(fleet, |group| (group.count - group.damaged) as u8),
        hurt: per_group(fleet, |group| group.damaged as u8),
        shields: held(fleet.effects.shields_holding),
        repairs: held(fleet.effects.emergency_repairs),
        direct_hits: held(fleet.effects.direct_hit),
    }
}

/// Returns the order of loss, by class.
fn order(fleet: &Ti4Fleet, fighting: Groups) -> Vec<Groups> {
    let mut order: Vec<(usize, Groups)> = Vec::new();
    for g in fleet.order().into_iter().filter(|&g| fighting.has(g)) {
        let class = fleet.groups[g].class;
        match order.iter_mut().find(|(known, _)| *known == class) {
            Some((_, groups)) => *groups = groups.or(Groups::of([g])),
            None => order.push((class, Groups::of([g]))),
        }
    }
    order.into_iter().map(|(_, groups)| groups).collect()
}

/// Returns the groups that take up capacity, the most valuable first: mechs, infantry, then
/// fighters, of which those with the better combat value stay longer.
fn passengers(fleet: &Ti4Fleet, in_space: bool) -> Vec<usize> {
    let needs = |g: &usize| in_space && fleet.groups[*g].unit.is_carried();
    let mut passengers: Vec<usize> = (0..fleet.groups.len()).filter(needs).collect();
    passengers.sort_by_key(|&g| {
        let unit = &fleet.groups[g].unit;
        let goes_by_itself = unit.kind == UnitKind::Fighter && unit.moves;
        let hit = unit.combat.map_or(11, |roll| roll.hit);
        (goes_by_itself, unit.kind == UnitKind::Fighter, std::cmp::Reverse(unit.half_cost), hit, g)
    });
    passengers
}

/// Builds the throws of a side.
struct Thrower<'a> {
    fleet: &'a Ti4Fleet,
    enemy: &'a Ti4Fleet,
    terms: &'a Ti4Terms,
    side: usize,
    modifiers: DiceModifiers,
    mirrored: Groups,
    next: &'a mut usize,
}

impl<'a> Thrower<'a> {
    fn new(
        fleets: &'a [Ti4Fleet; 2],
        side: usize,
        terms: &'a Ti4Terms,
        fighting: Groups,
        next: &'a mut usize,
    ) -> Self {
        let [fleet, enemy] = [&fleets[side], &fleets[1 - side]];
        let all = |is: &dyn Fn(&Unit) -> bool| groups(fleet, is);
        let modifiers = DiceModifiers {
            leaders: all(&|unit| unit.text.leads).and(fighting),
            freers: all(&|unit| unit.text.frees_infantry).and(fighting),
            aimers: all(&|unit| unit.text.aims).and(fighting),
            armers: all(&|unit| unit.text.arms_mechs),
        };
        let mirrored = groups(enemy, |unit| unit.is_ship && unit.kind != UnitKind::Fighter);
        Self { fleet, enemy, terms, side, modifiers, mirrored, next }
    }

    /// Returns the combat rolls of a round.
    fn combat(&mut self, fighting: Groups, round: u16) -> Option<UnitThrow> {
        let in_space = self.terms.theatre == Theatre::Space;
        let Effects { morale_boost, fighter_prototype, fire_team, x89, .. } = self.fleet.effects;
        let is_used = |card: Option<Card>| {
            card.is_some_and(|Card { round: from, count }| {
                let from = from.unwrap_or(1);
                (from..from.saturating_add(u16::from(count))).contains(&round)
            })
        };
        let morale = i8::from(is_used(morale_boost));
        let nebula = i8::from(in_space && self.terms.nebula && self.side == 1);
        let bonus = self.fleet.bonus + morale + nebula;
        let rerolled = !in_space && is_used(fire_team);
        let mut builder = ThrowBuilder::new("combat", self.side, self.modifiers, self.mirrored);
        builder.is_doubled = x89 && !in_space;
        let DiceModifiers { leaders, freers, aimers, .. } = self.modifiers;
        let changes = [leaders, freers, aimers].map(|groups| !groups.is_empty());
        for g in fighting.each() {
            let group = &self.fleet.groups[g];
            let Some(roll) = group.unit.combat else { continue };
            let Unit { kind, text, .. } = group.unit;
            let prototype =
                2 * i8::from(kind == UnitKind::Fighter && fighter_prototype && round == 1);
            let faces: [Faces; MODIFIER_COMBINATIONS] = std::array::from_fn(|modifiers| {
                let [led, freed, aimed] =
                    [0, 1, 2].map(|bit| changes[bit] && modifiers >> bit & 1 != 0);
                let led = i8::from(led && !text.leads);
                let freed = if freed && kind == UnitKind::Infantry { -self.fleet.bonus } else { 0 };
                let bonus = bonus + prototype + led + freed.max(0);
                let is_aimed = aimed && (text.aims || kind == UnitKind::Dreadnought);
                let doubles_nines = text.doubles_nines;
                Faces::new(roll.hit, Modifiers { bonus, rerolled, doubles_nines, is_aimed })
            });
            let units = usize::from(group.count);
            let is_armed = kind == UnitKind::Mech;
            let most = match text.mirrors {
                true => units * self.enemy.count_of(self.mirrored),
                false => units * (usize::from(roll.dice) + usize::from(is_armed)),
            };
            builder.add(g, roll, most, faces);
            if let Some(entry) = builder.entries.last_mut() {
                entry.is_armed = is_armed;
                entry.mirrors = text.mirrors;
            }
        }
        builder.finish(self.next)
    }

    /// Returns the rolls of a unit ability with these modifiers; `change` adjusts the builder.
    fn ability(
        &mut self,
        name: &'static str,
        roll: impl Fn(&Unit) -> Option<Roll>,
        modifiers: Modifiers,
        change: impl Fn(&mut ThrowBuilder),
    ) -> Option<UnitThrow> {
        let mut builder =
            ThrowBuilder::new(name, self.side, DiceModifiers::default(), self.mirrored);
        for (g, group) in self.fleet.groups.iter().enumerate() {
            if let Some(roll) = roll(&group.unit) {
                let most = usize::from(group.count) * usize::from(roll.dice);
                builder.add(
                    g,
                    roll,
                    most,
                    [Faces::new(roll.hit, modifiers); MODIFIER_COMBINATIONS],
                );
            }
        }
        change(&mut builder);
        builder.finish(self.next)
    }

    fn enemy_has(&self, is: impl Fn(&Unit) -> bool) -> bool {
        self.enemy.groups.iter().any(|group| is(&group.unit))
    }

    fn barrage(&mut self) -> Option<UnitThrow> {
        self.ability("anti-fighter barrage", |unit| unit.barrage, Modifiers::default(), |_| ())
    }

    /// Returns the space cannon rolls, with the enemy's Antimass Deflectors and own Plasma Scoring
    /// and Graviton Laser System (T6). On a planet only the units on it fire, never ships (T38b).
    fn cannon(&mut self) -> Option<UnitThrow> {
        let in_space = self.terms.theatre == Theatre::Space;
        if in_space && self.enemy_has(|unit| unit.text.stops_cannon) {
            return None;
        }
        let Effects { plasma_scoring, graviton_laser, .. } = self.fleet.effects;
        let modifiers = Modifiers {
            bonus: -i8::from(self.enemy.effects.antimass_deflectors),
            is_aimed: in_space && graviton_laser,
            ..Modifiers::default()
        };
        let fires = |unit: &Unit| in_space || unit.is_structure || unit.is_ground_force;
        self.ability(
            "space cannon",
            |unit| unit.cannon.filter(|_| fires(unit)),
            modifiers,
            |builder| builder.has_extra_die = plasma_scoring,
        )
    }

    /// Returns the bombardment rolls. A planetary shield prevents them unless a war sun, or another
    /// unit that says so, is there.
    fn bombardment(&mut self) -> Option<UnitThrow> {
        let shielded = self.enemy_has(|unit| unit.planetary_shield);
        let pierced = self.fleet.groups.iter().any(|group| group.unit.pierces_shields);
        if shielded && !pierced {
            return None;
        }
        let Effects { plasma_scoring, x89, .. } = self.fleet.effects;
        let bunker = if self.enemy.effects.bunker { -4 } else { 0 };
        let modifiers = Modifiers { bonus: bunker, ..Modifiers::default() };
        self.ability(
            "bombardment",
            |unit| unit.bombardment,
            modifiers,
            |builder| {
                builder.has_extra_die = plasma_scoring;
                builder.is_doubled = x89;
            },
        )
    }
}
