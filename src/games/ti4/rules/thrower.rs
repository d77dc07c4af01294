//! Builds the throws of a side: combat rolls by round, and rolls of unit abilities.

use super::ability::{Ability, Effect, Gain};
use super::faces::{Faces, Modifiers, OF_NINES};
use super::fleet::limits::{self, MEMBERS};
use super::fleet::{MoreHits, Roll, Ti4Fleet, Unit, UnitKind};
use super::force::Groups;
use super::lineup::{Lineup, Row, rows_of};
use super::terms::{Theatre, Ti4Terms};
use super::texts::RollKind;
use super::throw::{
    Changes, DiceModifiers, Extra, Loose, MODIFIER_COMBINATIONS, ThrowBuilder, UnitThrow,
};
use crate::array::array;

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
        let all = |is: &dyn Fn(&Unit) -> bool| rows_of(rows, is);
        let fighting = all(&|unit| unit.fights(in_space));
        let modifiers = DiceModifiers {
            leaders: all(&|unit| unit.text.leads).and(fighting),
            freers: all(&|unit| unit.text.frees_infantry).and(fighting),
            aimers: all(&|unit| unit.text.aims).and(fighting),
            armers: all(&|unit| unit.text.arms_mechs),
        };
        let mirrored = rows_of(enemy_rows, |unit| unit.is_ship && unit.kind != UnitKind::Fighter);
        Self { fleet, enemy, rows, enemy_rows, terms, side, modifiers, mirrored, next }
    }

    /// Returns the combat rolls of a round.
    pub(super) fn combat(
        &mut self,
        (fighting, order): (Groups, &[Groups]),
        round: u16,
    ) -> Option<UnitThrow> {
        let in_space = self.in_space();
        let mut builder = ThrowBuilder::new("combat", self.side, self.modifiers, self.mirrored);
        for g in fighting.each() {
            let row = &self.rows[g];
            let Some(roll) = row.unit.combat else { continue };
            let faces = self.combat_faces(row, roll, round);
            let Unit { kind, text, half_cost, .. } = row.unit;
            let units = usize::from(row.most);
            // Dice that a flagship has besides one for each enemy ship.
            let added = u8::from(row.is_galvanized) + self.fleet.dice_by_texts(row.home);
            let armers = self.modifiers.armers;
            let is_armed = kind == UnitKind::Mech
                && (armers.is_empty() || self.has_member(armers, row.member));
            let most = match text.mirrors {
                true => units * (count(self.enemy_rows, self.mirrored) + usize::from(added)),
                false => units * (usize::from(roll.dice) + usize::from(is_armed)),
            };
            let entry = builder.add(g, roll, most, faces);
            entry.member = row.member;
            entry.half_cost = half_cost;
            entry.lost = order.iter().position(|set| set.has(g)).unwrap_or(0) as u8;
            entry.is_armed = is_armed;
            entry.mirrors = text.mirrors;
            if text.mirrors {
                entry.dice = added;
            }
        }
        let agent = if in_space { Ability::ViscountUnlenn } else { Ability::EvelynDelouis };
        let shields = |unit: &Unit| unit.planetary_shield;
        let is_kept_down =
            !in_space && round == 1 && self.enemy.effects.has(Ability::MagenDefenseGridBase);
        let dice = &mut builder.dice;
        dice.is_doubled = !in_space && self.fleet.effects.has(Ability::X89BacterialWeapon);
        dice.extras = self.extras(agent, |member| self.is_used(member, agent, round));
        dice.silencers =
            if is_kept_down { rows_of(self.enemy_rows, shields) } else { Groups::default() };
        dice.changes = self.combat_changes(fighting);
        builder.finish(self.next)
    }

    /// Returns a die of a combat roll, by combination of led, freed and aimed.
    fn combat_faces(&self, row: &Row, roll: Roll, round: u16) -> [Faces; MODIFIER_COMBINATIONS] {
        let Unit { kind, text, .. } = row.unit;
        let DiceModifiers { leaders, freers, aimers, .. } = self.modifiers;
        let changes = [leaders, freers, aimers].map(|groups| self.has_member(groups, row.member));
        let munitions = Ability::MunitionsReserves;
        let rerolled = self.in_space() && self.is_used(row.member, munitions, round);
        let bonus = roll.bonus.saturating_add(self.combat_bonus(row, round));
        array(|modifiers| {
            let [led, freed, aimed] =
                [0, 1, 2].map(|bit| changes[bit] && modifiers >> bit & 1 != 0);
            let led = i8::from(led && !text.leads);
            let is_freed = freed && kind == UnitKind::Infantry;
            let freed = if is_freed { -self.fragility(row.member) } else { 0 };
            let bonus = bonus.saturating_add(led + freed);
            let is_aimed = aimed && (text.aims || kind == UnitKind::Dreadnought);
            let of_nines = if text.doubles_nines { OF_NINES } else { MoreHits::default() };
            let more_hits = [of_nines, roll.more_hits];
            Faces::new(roll.hit, bonus, Modifiers { rerolled, more_hits, is_aimed })
        })
    }

    /// Returns the bonus on the combat rolls of a unit in a round: that of its faction, and those
    /// of its owner's and the enemy's abilities (T26).
    fn combat_bonus(&self, row: &Row, round: u16) -> i8 {
        let Row { member, unit: Unit { kind, .. }, .. } = *row;
        let in_space = self.in_space();
        let is_fighter = kind == UnitKind::Fighter;
        let has = |ability: Ability| self.held(member, ability).is_some();
        let one_if = i8::from;
        let nebula = one_if(in_space && self.terms.nebula && self.side == 1);
        let is_legions_foe = !in_space
            && self.fleet.is_norr[usize::from(member)]
            && self.enemy.effects.has(Ability::TekklarLegion);
        self.faction_bonus(member)
            + nebula
            + one_if(self.is_used(member, Ability::MoraleBoost, round))
            + 2 * one_if(is_fighter && round == 1 && has(Ability::FighterPrototype))
            + one_if(self.is_used(member, Ability::Supercharge, round))
            + one_if(!in_space && has(Ability::TekklarLegion))
            - one_if(is_legions_foe)
    }

    /// Returns the bonus of a member's faction, with Unrelenting and Fragile if another faction has
    /// them (T13).
    fn faction_bonus(&self, member: u8) -> i8 {
        let faction = self.fleet.bonuses[usize::from(member)];
        let named = |ability: Ability, bonus: i8| {
            let is_new = self.held(member, ability).is_some() && faction != bonus;
            if is_new { bonus } else { 0 }
        };
        faction + named(Ability::Unrelenting, 1) + named(Ability::Fragile, -1)
    }

    /// Returns the penalty of a member that Fragile makes.
    fn fragility(&self, member: u8) -> i8 {
        match self.held(member, Ability::Fragile) {
            Some(_) => -1,
            None => self.fleet.bonuses[usize::from(member)].min(0),
        }
    }

    /// Returns what abilities change after, or as, combat dice are thrown (T22).
    fn combat_changes(&self, fighting: Groups) -> Changes {
        let in_space = self.in_space();
        let in_space_only = |ability| self.by_member(ability).map(|has| has && in_space);
        let rows = |kind: UnitKind| rows_of(self.rows, |unit| unit.kind == kind).and(fighting);
        Changes {
            crown: self.by_member(Ability::CrownOfThalnos),
            paid: in_space_only(Ability::WrathOfKenara),
            heart: self.by_member(Ability::HeartOfIxth),
            again: self.by_member(Ability::rolling_again(self.terms.theatre)),
            maneuvers: self.extras(Ability::GravleashManeuvers, |_| in_space),
            types: UnitKind::ALL.map(rows).to_vec(),
            is_compared: [self.fleet, self.enemy].into_iter().any(may_roll_again),
            ..Changes::default()
        }
    }

    fn in_space(&self) -> bool {
        self.terms.theatre == Theatre::Space
    }

    /// Returns whether a member has any of these groups, whose texts help its own units alone.
    fn has_member(&self, groups: Groups, member: u8) -> bool {
        groups.each().any(|g| self.rows[g].member == member)
    }

    /// Returns an ability as a member has it.
    fn held(&self, member: u8, ability: Ability) -> Option<&Effect> {
        self.fleet.effects.of_member(member).find(|effect| effect.ability == ability)
    }

    /// Returns which members have an ability.
    fn by_member(&self, ability: Ability) -> [bool; MEMBERS] {
        array(|member| self.held(member as u8, ability).is_some())
    }

    /// Returns whether a member uses an ability in a round: from its first round on, once a round.
    fn is_used(&self, member: u8, ability: Ability, round: u16) -> bool {
        self.held(member, ability).is_some_and(|effect| {
            let first = effect.round.unwrap_or(1);
            (first..first.saturating_add(u16::from(effect.count))).contains(&round)
        })
    }

    /// Returns the extra dice of an ability, of each member that has it and uses it.
    fn extras(&self, ability: Ability, is_used: impl Fn(u8) -> bool) -> Vec<Extra> {
        let is_agent = matches!(ability, Ability::ViscountUnlenn | Ability::EvelynDelouis);
        // Fighters that have landed do not count as ground forces (T48).
        let barred = match ability {
            Ability::EvelynDelouis => rows_of(self.rows, |unit| unit.kind == UnitKind::Fighter),
            _ => Groups::default(),
        };
        let of_member = |member: u8| {
            let effect = self.held(member, ability).filter(|_| is_used(member))?;
            Some(Extra { member, unit: effect.unit, is_of_agent: is_agent, barred })
        };
        let mut extras: Vec<Extra> = (0..MEMBERS as u8).filter_map(of_member).collect();
        // A side keeps the choice of one agent. Another one chooses when the dice are rolled.
        extras.iter_mut().skip(1).for_each(|extra| extra.is_of_agent = false);
        extras
    }

    pub(super) fn barrage(&mut self) -> Option<UnitThrow> {
        let barrage = UnitAbility {
            loose: &[(Ability::MetaliVoidArmaments, Roll::of(3, 6), false)],
            ..UnitAbility::of(RollKind::Barrage, &|unit| unit.barrage)
        };
        self.ability(&barrage)
    }

    /// Returns the space cannon rolls, with the enemy's Antimass Deflectors and own Graviton Laser
    /// System (T6). On a planet only the units on it fire, never ships (T38b). Some abilities stop
    /// all of them (T57).
    pub(super) fn cannon(&mut self) -> Option<UnitThrow> {
        let in_space = self.in_space();
        let stopped_by = if in_space { Ability::SolarFlare } else { Ability::L4Disruptors };
        let is_stopped = in_space && self.enemy_has(|unit| unit.text.stops_cannon);
        if is_stopped || self.enemy.effects.has(stopped_by) {
            return None;
        }
        let fires = |unit: &Unit| in_space || unit.is_structure || unit.is_ground_force;
        let five = |dice| Roll::of(dice, 5);
        let docks = self.docks();
        let mut loose = vec![
            (Ability::CustodiaVigilia, five(1), false),
            (Ability::LightrailOrdnance, five(2 * docks), true),
            (Ability::Geoform, five(3), false),
        ];
        if self.side == 1 && in_space {
            loose.push((Ability::ExperimentalBattlestation, five(3), false));
        }
        self.ability(&UnitAbility {
            bonus: -i8::from(self.enemy.effects.has(Ability::AntimassDeflectors)),
            is_aimed: in_space && self.fleet.effects.has(Ability::GravitonLaserSystem),
            gains_from_plasma: true,
            fires_structures: true,
            loose: &loose,
            ..UnitAbility::of(RollKind::Cannon, &|unit| unit.cannon.filter(|_| fires(unit)))
        })
    }

    /// Returns the number of space docks with Lightrail Ordnance: all that are near, or the one on
    /// the planet.
    fn docks(&self) -> u8 {
        let docks = self.fleet.effects.count(Ability::LightrailOrdnance).min(limits::CARDS);
        if self.in_space() { docks } else { docks.min(1) }
    }

    /// Returns the bombardment rolls. A planetary shield prevents them unless a war sun, or another
    /// unit that says so, is there, or the commander 2RAM.
    pub(super) fn bombardment(&mut self) -> Option<UnitThrow> {
        let is_there = |row: &&Row| row.whole + row.hurt > 0;
        let shielded = self.enemy_rows.iter().filter(is_there).any(|row| row.unit.planetary_shield);
        let kept = self.enemy_rows.iter().filter(is_there).any(|row| row.unit.keeps_shield());
        let pierced = self.rows.iter().filter(is_there).any(|row| row.unit.pierces_shields)
            || self.fleet.effects.has(Ability::TwoRam);
        if kept || shielded && !pierced {
            return None;
        }
        // Ships that are listed with another planet bombard that one.
        let is_here = |unit: &Unit| unit.is_ship || unit.is_ground_force;
        self.bombard(&|unit| unit.bombardment.filter(|_| is_here(unit)), &[])
    }

    /// Returns the bombardment at the end of each round, by the units that do not fight (T41).
    /// Whether a planetary shield prevents it depends on the units that are left.
    pub(super) fn harrow(&mut self) -> Option<UnitThrow> {
        self.bombard(&|unit| unit.bombardment.filter(|_| !unit.is_ground_force), &[])
    }

    /// Returns the bombardment of the own planet by Proxima Targeting VI (T54).
    pub(super) fn siege(&mut self) -> Option<UnitThrow> {
        let proxima = [(Ability::ProximaTargetingVi, Roll::of(3, 8), false)];
        self.bombard(&|_| None, &proxima)
    }

    /// Returns a bombardment, unless Conventions of War forbid it (T58).
    fn bombard(
        &mut self,
        roll: &dyn Fn(&Unit) -> Option<Roll>,
        loose: &[LooseAbility],
    ) -> Option<UnitThrow> {
        let [own, enemy] = [self.fleet, self.enemy].map(|fleet| &fleet.effects);
        if own.has(Ability::ConventionsOfWar) || enemy.has(Ability::ConventionsOfWar) {
            return None;
        }
        self.ability(&UnitAbility {
            bonus: if enemy.has(Ability::Bunker) { -4 } else { 0 },
            gains_from_plasma: true,
            is_doubled: own.has(Ability::X89BacterialWeapon),
            loose,
            ..UnitAbility::of(RollKind::Bombardment, roll)
        })
    }

    /// Returns the rolls of a unit ability.
    fn ability(&mut self, ability: &UnitAbility<'_>) -> Option<UnitThrow> {
        let name = ability.kind.words();
        let mut builder =
            ThrowBuilder::new(name, self.side, DiceModifiers::default(), self.mirrored);
        let faces = |member: u8, roll: Roll| {
            let modifiers = Modifiers {
                rerolled: self.held(member, Ability::AgnlanOln).is_some(),
                more_hits: [MoreHits::default(), roll.more_hits],
                is_aimed: ability.is_aimed,
            };
            Faces::new(roll.hit, ability.bonus.saturating_add(roll.bonus), modifiers)
        };
        let mut counts_nines = false;
        for (g, row) in self.rows.iter().enumerate() {
            let Some(roll) = (ability.roll)(&row.unit) else { continue };
            let most = usize::from(row.most) * usize::from(roll.dice);
            let faces = [faces(row.member, roll); MODIFIER_COMBINATIONS];
            let entry = builder.add(g, roll, most, faces);
            entry.member = row.member;
            entry.half_cost = row.unit.half_cost;
            let is_own = self.fleet.groups[row.home].unit.cannon.is_none();
            if ability.fires_structures && !is_own {
                entry.most_rolling = self.most_firing(row);
            }
            entry.counts_nines = row.unit.text.fires_at_infantry;
            counts_nines |= entry.counts_nines;
        }
        // In an Entropic Scar no unit ability is used, by or against units (T50).
        let is_lost = self.is_law(Ability::EntropicScar);
        for &(of, roll, is_of_unit) in ability.loose {
            for Extra { member, .. } in self.extras(of, |_| !is_lost && roll.dice > 0) {
                let bonus = self.fleet.bonus_without_a_unit(ability.kind, member);
                let roll = Roll { bonus, ..roll };
                builder.add_loose(Loose { roll, member, is_of_unit }, faces(member, roll));
            }
        }
        let mut extras = self.extras(Ability::TrrakanAunZulok, |_| true);
        if ability.gains_from_plasma {
            extras.extend(self.extras(Ability::PlasmaScoring, |_| true));
        }
        let stops_abilities = |unit: &Unit| unit.text.stops_abilities;
        let ambuscade = self.extras(Ability::StrikeWingAmbuscade, |_| true);
        let heart = self.by_member(Ability::HeartOfIxth);
        let is_scrambled = self.enemy.effects.has(Ability::ScrambleFrequency);
        let dice = &mut builder.dice;
        dice.extras = extras;
        dice.silencers = rows_of(self.enemy_rows, stops_abilities);
        dice.is_doubled = ability.is_doubled;
        dice.changes = Changes {
            is_due: is_scrambled || counts_nines || heart.contains(&true) || !ambuscade.is_empty(),
            heart,
            ambuscade,
            ..Changes::default()
        };
        builder.finish(self.next)
    }

    /// Returns the maximum number of units of a row that use a unit ability: each structure is
    /// fired by one Linkship I, or by all Linkships II.
    fn most_firing(&self, row: &Row) -> u8 {
        let text = row.unit.text;
        let structures = self.held(row.member, Ability::Linkship).map_or(0, |held| held.count);
        match (text.links, text.shares_links) {
            (true, false) => structures,
            (_, true) if structures == 0 => 0,
            _ => u8::MAX,
        }
    }

    /// Returns whether a law or an anomaly is in force, whoever names it (T14).
    fn is_law(&self, ability: Ability) -> bool {
        self.fleet.effects.has(ability) || self.enemy.effects.has(ability)
    }

    fn enemy_has(&self, is: impl Fn(&Unit) -> bool) -> bool {
        let mut there = self.enemy_rows.iter().filter(|row| row.whole + row.hurt > 0);
        there.any(|row| is(&row.unit))
    }
}

/// Dice that an ability adds to a roll without a unit of the fleet, and whether they belong to a
/// unit that the fleet does not list, so that Quietus stops them (T50).
type LooseAbility = (Ability, Roll, bool);

/// Dice of a unit ability.
struct UnitAbility<'a> {
    kind: RollKind,
    /// The dice of a unit.
    roll: &'a dyn Fn(&Unit) -> Option<Roll>,
    bonus: i8,
    is_aimed: bool,
    is_doubled: bool,
    /// Whether Plasma Scoring adds a die.
    gains_from_plasma: bool,
    /// Whether linkships roll the dice of structures.
    fires_structures: bool,
    loose: &'a [LooseAbility],
}

impl<'a> UnitAbility<'a> {
    /// Creates the dice that units have, without what abilities change.
    fn of(kind: RollKind, roll: &'a dyn Fn(&Unit) -> Option<Roll>) -> Self {
        Self {
            kind,
            roll,
            bonus: 0,
            is_aimed: false,
            is_doubled: false,
            gains_from_plasma: false,
            fires_structures: false,
            loose: &[],
        }
    }
}

/// Returns whether a side may have The Thundarian, now or later.
fn may_roll_again(fleet: &Ti4Fleet) -> bool {
    let gained = Some(Gain::Ability(Ability::TheThundarian));
    fleet.effects.has(Ability::TheThundarian)
        || fleet.effects.0.iter().any(|effect| effect.gains == gained)
}

/// Returns the maximum number of units of these groups.
fn count(rows: &[Row], groups: Groups) -> usize {
    groups.each().map(|g| usize::from(rows[g].most)).sum()
}
