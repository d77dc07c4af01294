//! Units as they are in a combat: laws, anomalies and cards take abilities from them or give them
//! some.

use super::ability::Ability;
use super::fleet::limits::MEMBERS;
use super::fleet::{Roll, Text, Ti4Fleet, Ti4Group, Unit, UnitKind};
use super::terms::{Theatre, Ti4Terms};

/// Changes that laws, anomalies and cards make to the units of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adaptation<'a> {
    fleet: &'a Ti4Fleet,
    /// Entropic Scar: no unit has unit abilities (T50).
    has_no_unit_abilities: bool,
    /// Articles of War: mechs keep combat dice and sustain damage (T56).
    has_plain_mechs: bool,
    /// Publicize Weapon Schematics: war suns cannot sustain damage (T14).
    has_open_war_suns: bool,
    /// Disable: PDS have neither shield nor cannon (T57).
    has_disabled_pds: bool,
    /// Blitz, by member: ships other than fighters bombard (T41).
    blitzes: [bool; MEMBERS],
    /// Matriarch, by member: fighters land (T48).
    lands_fighters: [bool; MEMBERS],
}

impl<'a> Adaptation<'a> {
    pub(super) fn of(fleets: &'a [Ti4Fleet; 2], side: usize, terms: &Ti4Terms) -> Self {
        let (own, enemy) = (&fleets[side], &fleets[1 - side]);
        let on_planet = terms.theatre == Theatre::Ground;
        let is_law = |ability| fleets.iter().any(|fleet| fleet.effects.has(ability));
        Self {
            fleet: own,
            has_no_unit_abilities: is_law(Ability::EntropicScar),
            has_plain_mechs: is_law(Ability::ArticlesOfWar),
            has_open_war_suns: is_law(Ability::PublicizeWeaponSchematics),
            has_disabled_pds: on_planet && enemy.effects.has(Ability::Disable),
            blitzes: std::array::from_fn(|member| {
                let mut effects = own.effects.of_member(member as u8);
                on_planet && effects.any(|effect| effect.ability == Ability::Blitz)
            }),
            lands_fighters: std::array::from_fn(|member| {
                let mut groups = own.groups.iter().filter(|g| usize::from(g.member) == member);
                on_planet && side == 0 && groups.any(|group| group.unit.text.lands_fighters)
            }),
        }
    }

    /// Returns the figures of the units of a group in the combat, and before they turn if they do.
    pub(super) fn sides(&self, group: &Ti4Group) -> (Unit, Option<Unit>) {
        let half_cost = group.unit.half_cost;
        match group.unturned.map(|unturned| Unit { half_cost, ..unturned }) {
            Some(unturned) if self.has_plain_mechs => (unturned, None),
            unturned => (group.unit, unturned),
        }
    }

    /// Returns a unit of a group of the fleet as it is in the combat.
    pub(super) fn adapt(&self, mut unit: Unit, home: usize) -> Unit {
        let member = usize::from(self.fleet.groups[home].member);
        let is_plain = self.has_plain_mechs && unit.kind == UnitKind::Mech;
        if self.lands_fighters[member] && unit.kind == UnitKind::Fighter {
            unit.is_ground_force = true;
        }
        if is_plain {
            unit.barrage = None;
            unit.bombardment = None;
            unit.cannon = None;
            unit.planetary_shield = false;
            unit.text = Text::default();
        }
        // What Blitz gives is not printed, so that Articles of War leave it (T56).
        if self.blitzes[member]
            && unit.is_ship
            && unit.kind != UnitKind::Fighter
            && unit.bombardment.is_none()
        {
            unit.bombardment = Some(Roll::of(1, 6));
        }
        self.fleet.add_texts(&mut unit, home, !is_plain);
        if self.has_open_war_suns && unit.kind == UnitKind::WarSun {
            unit.sustains = false;
        }
        if self.has_disabled_pds && unit.kind == UnitKind::Pds {
            unit.cannon = None;
            unit.planetary_shield = false;
        }
        if self.has_no_unit_abilities {
            unit.barrage = None;
            unit.bombardment = None;
            unit.cannon = None;
            unit.planetary_shield = false;
            unit.sustains = false;
        }
        unit
    }
}
