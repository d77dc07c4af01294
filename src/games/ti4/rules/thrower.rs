//! Builds the throws of a side: combat rolls by round, and rolls of unit abilities.

use super::ability::Ability;
use super::faces::{Faces, Modifiers};
use super::fleet::{Roll, Ti4Fleet, Unit, UnitKind};
use super::force::Groups;
use super::lineup::{Lineup, Row};
use super::roster::{fights, groups};
use super::terms::{Theatre, Ti4Terms};
use super::throw::{DiceModifiers, MODIFIER_COMBINATIONS, ThrowBuilder, UnitThrow};

/// Builds the throws of a side.
pub(super) struct Thrower<'a> {
    fleet: &'a Ti4Fleet,
    enemy: &'a Ti4Fleet,
    rows: &'a [Row],
    enemy_rows: &'a [Row],
    pub(super) terms: &'a Ti4Terms,
    pub(super) side: usize,
    modifiers: DiceModifiers,
    mirrored: Groups,
    next: &'a mut usize,
}

impl<'a> Thrower<'a> {
    pub(super) fn new(
        fleets: &'a [Ti4Fleet; 2],
        lineups: &'a [Lineup; 2],
        side: usize,
        terms: &'a Ti4Terms,
        next: &'a mut usize,
    ) -> Self {
        let [fleet, enemy] = [&fleets[side], &fleets[1 - side]];
        let [rows, enemy_rows] = [side, 1 - side].map(|side| lineups[side].rows.as_slice());
        let in_space = terms.theatre == Theatre::Space;
        let all = |is: &dyn Fn(&Unit) -> bool| groups(rows, is);
        let fighting = all(&|unit| fights(unit, in_space));
        let modifiers = DiceModifiers {
            leaders: all(&|unit| unit.text.leads).and(fighting),
            freers: all(&|unit| unit.text.frees_infantry).and(fighting),
            aimers: all(&|unit| unit.text.aims).and(fighting),
            armers: all(&|unit| unit.text.arms_mechs),
        };
        let mirrored = groups(enemy_rows, |unit| unit.is_ship && unit.kind != UnitKind::Fighter);
        Self { fleet, enemy, rows, enemy_rows, terms, side, modifiers, mirrored, next }
    }

    /// Returns the combat rolls of a round.
    pub(super) fn combat(&mut self, fighting: Groups, round: u16) -> Option<UnitThrow> {
        let in_space = self.terms.theatre == Theatre::Space;
        let effects = &self.fleet.effects;
        let is_used = |ability: Ability| {
            effects.has(ability) && {
                let from = effects.round(ability);
                (from..from.saturating_add(u16::from(effects.count(ability)))).contains(&round)
            }
        };
        let fighter_prototype = effects.has(Ability::FighterPrototype);
        let morale = i8::from(is_used(Ability::MoraleBoost));
        let nebula = i8::from(in_space && self.terms.nebula && self.side == 1);
        let side_bonus = morale + nebula;
        let rerolled = !in_space && is_used(Ability::FireTeam);
        let mut builder = ThrowBuilder::new("combat", self.side, self.modifiers, self.mirrored);
        builder.is_doubled = effects.has(Ability::X89BacterialWeapon) && !in_space;
        let DiceModifiers { leaders, freers, aimers, .. } = self.modifiers;
        let changes = [leaders, freers, aimers].map(|groups| !groups.is_empty());
        for g in fighting.each() {
            let row = &self.rows[g];
            let Some(roll) = row.unit.combat else { continue };
            let Unit { kind, text, .. } = row.unit;
            let faction = self.fleet.bonuses[usize::from(row.member)];
            let bonus = faction + row.unit.bonus + side_bonus;
            let prototype =
                2 * i8::from(kind == UnitKind::Fighter && fighter_prototype && round == 1);
            let faces: [Faces; MODIFIER_COMBINATIONS] = std::array::from_fn(|modifiers| {
                let [led, freed, aimed] =
                    [0, 1, 2].map(|bit| changes[bit] && modifiers >> bit & 1 != 0);
                let led = i8::from(led && !text.leads);
                let freed = if freed && kind == UnitKind::Infantry { -faction } else { 0 };
                let bonus = bonus + prototype + led + freed.max(0);
                let is_aimed = aimed && (text.aims || kind == UnitKind::Dreadnought);
                let doubles_nines = text.doubles_nines;
                Faces::new(roll.hit, Modifiers { bonus, rerolled, doubles_nines, is_aimed })
            });
            let units = usize::from(row.most);
            let is_armed = kind == UnitKind::Mech;
            let most = match text.mirrors {
                true => units * count(self.enemy_rows, self.mirrored),
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
        for (g, row) in self.rows.iter().enumerate() {
            if let Some(roll) = roll(&row.unit) {
                let most = usize::from(row.most) * usize::from(roll.dice);
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
        self.enemy_rows.iter().any(|row| is(&row.unit))
    }

    pub(super) fn barrage(&mut self) -> Option<UnitThrow> {
        self.ability("anti-fighter barrage", |unit| unit.barrage, Modifiers::default(), |_| ())
    }

    /// Returns the space cannon rolls, with the enemy's Antimass Deflectors and own Plasma Scoring
    /// and Graviton Laser System (T6). On a planet only the units on it fire, never ships (T38b).
    pub(super) fn cannon(&mut self) -> Option<UnitThrow> {
        let in_space = self.terms.theatre == Theatre::Space;
        if in_space && self.enemy_has(|unit| unit.text.stops_cannon) {
            return None;
        }
        let plasma_scoring = self.fleet.effects.has(Ability::PlasmaScoring);
        let modifiers = Modifiers {
            bonus: -i8::from(self.enemy.effects.has(Ability::AntimassDeflectors)),
            is_aimed: in_space && self.fleet.effects.has(Ability::GravitonLaserSystem),
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
    pub(super) fn bombardment(&mut self) -> Option<UnitThrow> {
        let shielded = self.enemy_has(|unit| unit.planetary_shield);
        let pierced = self.rows.iter().any(|row| row.unit.pierces_shields);
        if shielded && !pierced {
            return None;
        }
        let plasma_scoring = self.fleet.effects.has(Ability::PlasmaScoring);
        let x89 = self.fleet.effects.has(Ability::X89BacterialWeapon);
        let bunker = if self.enemy.effects.has(Ability::Bunker) { -4 } else { 0 };
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

    /// Returns the bombardment at the end of each round, by the units that do not fight (T41).
    pub(super) fn harrow(&mut self) -> Option<UnitThrow> {
        self.bombardment()
    }
}

/// Returns the maximum number of units of these groups.
fn count(rows: &[Row], groups: Groups) -> usize {
    groups.each().map(|g| usize::from(rows[g].most)).sum()
}
