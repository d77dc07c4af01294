//! Abilities that are named and can do nothing, because what they need is not there (T13).

use super::catalogue::EffectEntry;
use crate::games::common::Retreat;
use crate::games::ti4::rules::{
    Ability, Captain, RollChange, RollKind, Theatre, Ti4Fleet, Ti4Group, Unit, UnitKind,
};

/// A side in a combat against its enemy.
#[derive(Clone, Copy)]
struct Meeting<'a> {
    own: Force<'a>,
    enemy: Force<'a>,
}

/// The fleet of a side, and where it fights.
#[derive(Clone, Copy)]
struct Force<'a> {
    fleet: &'a Ti4Fleet,
    theatre: Theatre,
    is_defender: bool,
}

/// A need of some abilities, and the warning if it is not met.
struct Need {
    /// Names in the catalogue, or of the abilities of the rules.
    of: &'static [&'static str],
    is_there: fn(Meeting<'_>) -> bool,
    missing: &'static str,
}

/// The needs of printed abilities. Where it cannot be told, they are taken to be met: only what
/// surely does nothing is warned of.
const NEEDS: &[Need] = &[
    Need {
        of: &["duranium-armor", "dynamo", "emergency-repairs", "non-euclidean-shielding"],
        is_there: |it| it.own.sustains(),
        missing: "no unit of the side can sustain damage",
    },
    Need {
        of: &["reflective-shielding"],
        is_there: |it| it.own.sustains(),
        missing: "no ship of the side can sustain damage",
    },
    Need {
        of: &["direct-hit", "raid-formation"],
        is_there: |it| it.enemy.sustains(),
        missing: "no enemy ship can sustain damage",
    },
    Need {
        of: &["waylay", "raid-formation"],
        is_there: |it| it.own.rolls(RollKind::Barrage),
        missing: "no unit of the side has anti-fighter barrage",
    },
    Need {
        of: &["waylay"],
        is_there: |it| it.enemy.large_ships() > 0 || it.enemy.places_ships(),
        missing: "the enemy has no ships other than fighters",
    },
    Need {
        of: &["metali-void-armaments"],
        is_there: |it| it.own.barrage_meets(it.enemy),
        missing: "the enemy has no fighters",
    },
    Need {
        of: &["agnlan-oln", "strike-wing-ambuscade", "trrakan-aun-zulok"],
        is_there: |it| it.own.uses_abilities(it.enemy),
        missing: "no unit of the side rolls for a unit ability there",
    },
    Need {
        of: &["plasma-scoring"],
        is_there: |it| [RollKind::Cannon, RollKind::Bombardment].iter().any(|r| it.own.rolls(*r)),
        missing: "no unit of the side has space cannon or bombardment there",
    },
    Need {
        of: &["graviton-laser-system"],
        is_there: |it| it.own.rolls(RollKind::Cannon),
        missing: "no unit of the side has space cannon",
    },
    Need {
        of: &["scramble-frequency"],
        is_there: |it| it.enemy.uses_abilities(it.own),
        missing: "no enemy unit rolls for a unit ability there",
    },
    Need {
        of: &["antimass-deflectors", "l4-disruptors", "maneuvering-jets", "solar-flare"],
        is_there: |it| it.enemy.rolls(RollKind::Cannon),
        missing: "no enemy unit has space cannon there",
    },
    Need {
        of: &["custodia-vigilia", "geoform", "lightrail-ordnance"],
        is_there: |it| it.own.theatre == Theatre::Space || it.own.is_defender,
        missing: "only the planet of the defender fires at units that land",
    },
    Need {
        of: &["disable"],
        is_there: |it| it.enemy.has_kind(UnitKind::Pds),
        missing: "the enemy has no PDS",
    },
    Need {
        of: &["bunker"],
        is_there: |it| it.enemy.rolls(RollKind::Bombardment),
        missing: "no enemy unit has bombardment",
    },
    Need {
        of: &["2ram", "harrow", "x-89-bacterial-weapon-omega"],
        is_there: |it| it.own.rolls(RollKind::Bombardment),
        missing: "no unit of the side has bombardment",
    },
    Need {
        of: &["blitz"],
        is_there: |it| it.own.has(|unit| is_large(unit) && unit.bombardment.is_none()),
        missing: "the side lists no ship that could gain bombardment",
    },
    Need {
        of: &["conventions-of-war"],
        is_there: |it| [it.own, it.enemy].iter().any(|f| f.rolls(RollKind::Bombardment)),
        missing: "no unit has bombardment",
    },
    Need {
        of: &["2ram"],
        is_there: |it| it.enemy.has(|unit| unit.planetary_shield),
        missing: "the enemy has no planetary shield",
    },
    Need {
        of: &["magen-defense-grid-base"],
        is_there: |it| it.own.has(|unit| unit.planetary_shield),
        missing: "the side has no planetary shield",
    },
    Need {
        of: &["ambush", "devotion", "impulse-core"],
        is_there: |it| [UnitKind::Cruiser, UnitKind::Destroyer].iter().any(|k| it.own.has_kind(*k)),
        missing: "the side has no cruiser or destroyer",
    },
    Need {
        of: &["assault-cannon"],
        is_there: |it| it.own.large_ships() >= 3 || it.own.places_ships(),
        missing: "the side has fewer than 3 ships other than fighters",
    },
    Need {
        of: &["assault-cannon"],
        is_there: |it| it.enemy.large_ships() > 0 || it.enemy.places_ships(),
        missing: "the enemy has no ship other than fighters",
    },
    Need {
        of: &["the-cavalry", "the-cavalry-ii"],
        is_there: |it| it.own.large_ships() > 0 || it.own.places_ships(),
        missing: "the side has no ship other than fighters",
    },
    Need {
        of: &["metali-void-shielding"],
        is_there: |it| it.own.has(|unit| is_large(unit) && !unit.sustains),
        missing: "the side has no ship that it could protect",
    },
    Need {
        of: &["fighter-prototype"],
        is_there: |it| it.own.has_kind(UnitKind::Fighter),
        missing: "the side has no fighters",
    },
    Need {
        of: &["vos-hollow"],
        is_there: |it| {
            let shared = |unit: &Unit| unit.is_ship && it.enemy.has_kind(unit.kind);
            it.own.has(shared) || it.own.places_ships() || it.enemy.places_ships()
        },
        missing: "the enemy has no ship of a type of the side",
    },
    Need {
        of: &["apollo"],
        is_there: |it| it.own.is_galvanized(),
        missing: "the side has no galvanized units",
    },
    Need {
        of: &["articles-of-war"],
        is_there: |it| [it.own, it.enemy].iter().any(|f| f.has_kind(UnitKind::Mech)),
        missing: "no side has mechs",
    },
    Need {
        of: &["publicize-weapon-schematics"],
        is_there: |it| [it.own, it.enemy].iter().any(|f| f.has_kind(UnitKind::WarSun)),
        missing: "no side has war suns",
    },
    Need {
        of: &["entropic-scar"],
        is_there: |it| it.own.has_abilities(it.enemy) || it.enemy.has_abilities(it.own),
        missing: "no unit has a unit ability that it could use there",
    },
    Need {
        of: &["quietus"],
        is_there: |it| it.enemy.has_abilities(it.own),
        missing: "no enemy unit has a unit ability that it could use there",
    },
    Need {
        of: &["moyins-ashes"],
        is_there: |it| it.own.has_ability(&[Ability::Indoctrination]),
        missing: "the side does not have Indoctrination",
    },
    Need {
        of: &["greyfire-mutagen", "indoctrination"],
        is_there: |it| it.enemy.has_kind(UnitKind::Infantry),
        missing: "the enemy has no infantry",
    },
    Need {
        of: &["dunlain-reaper"],
        is_there: |it| it.own.has_kind(UnitKind::Infantry),
        missing: "the side has no infantry",
    },
    Need {
        of: &["proxima-targeting-vi"],
        is_there: |it| {
            let effect = it.own.fleet.effects.get(Ability::ProximaTargetingVi);
            it.own.is_galvanized() || effect.is_some_and(|effect| effect.optional)
        },
        missing: "the side has no galvanized units",
    },
    Need {
        of: &["rout"],
        is_there: |it| it.enemy.fleet.captain.may_retreat,
        missing: "the enemy has nowhere to retreat to (`setting.retreat`)",
    },
    Need {
        of: &["intercept"],
        is_there: |it| it.enemy.retreats() || it.own.fleet.effects.has(Ability::Rout),
        missing: "the enemy does not retreat",
    },
    Need {
        of: &["circlet-of-the-void", "dark-energy-tap", "magmus-reactor"],
        is_there: |it| it.own.retreats(),
        missing: "the side does not retreat",
    },
    Need {
        of: &["watchful-ojz"],
        is_there: |it| it.own.retreats() || it.enemy.retreats(),
        missing: "no side retreats",
    },
];

/// Abilities that place ships.
const PLACING: [Ability; 6] = [
    Ability::BrotherMilor,
    Ability::BrotherMilorOmega,
    Ability::FragmentReality,
    Ability::OverwingZeta,
    Ability::SleeperCell,
    Ability::RevealPrototype,
];

/// Returns the abilities of a side that can do nothing against the enemy, with what is missing.
pub(super) fn warnings<'a>(
    named: &[&'a EffectEntry],
    fleets: [&Ti4Fleet; 2],
    side: usize,
    theatre: Theatre,
) -> Vec<(&'a str, &'static str)> {
    let is_empty = |fleet: &&Ti4Fleet| fleet.groups.iter().all(|group| group.is_reserve);
    if fleets.iter().any(is_empty) {
        return Vec::new();
    }
    let force = |side: usize| Force { fleet: fleets[side], theatre, is_defender: side == 1 };
    let meeting = Meeting { own: force(side), enemy: force(1 - side) };
    let missing = |entry: &&'a EffectEntry| {
        let name = entry.ability.map_or(entry.name.as_str(), |ability| ability.name());
        let is_open = |need: &&Need| need.of.contains(&name) && !(need.is_there)(meeting);
        NEEDS.iter().find(is_open).map(|need| (entry.name.as_str(), need.missing))
    };
    named.iter().filter_map(missing).collect()
}

/// Whether a unit is a ship other than a fighter.
fn is_large(unit: &Unit) -> bool {
    unit.is_ship && unit.kind != UnitKind::Fighter
}

impl Force<'_> {
    /// Whether the side has such units, or can place some.
    fn has(self, is: impl Fn(&Unit) -> bool) -> bool {
        let of_group =
            |group: &Ti4Group| is(&group.unit) || group.unturned.as_ref().is_some_and(&is);
        self.fleet.groups.iter().any(of_group)
    }

    fn has_kind(self, kind: UnitKind) -> bool {
        self.has(|unit| unit.kind == kind)
    }

    fn has_ability(self, abilities: &[Ability]) -> bool {
        abilities.iter().any(|ability| self.fleet.effects.has(*ability))
    }

    /// Whether a unit in the combat can sustain damage.
    fn sustains(self) -> bool {
        let brings_forces = self.has(|unit| unit.text.brings_forces);
        let fights = |unit: &Unit| match self.theatre {
            Theatre::Space => unit.is_ship || unit.text.guards_ships || brings_forces,
            Theatre::Ground => unit.is_ground_force,
        };
        let lent = [Ability::TheCavalry, Ability::TheCavalryIi, Ability::MetaliVoidShielding];
        let may = |unit: &Unit| unit.sustains && fights(unit);
        let is_here = |group: &Ti4Group| {
            !group.is_elsewhere && (may(&group.unit) || group.unturned.as_ref().is_some_and(may))
        };
        self.fleet.groups.iter().any(is_here) || self.has_ability(&lent)
    }

    /// Whether the side makes such rolls in the combat.
    fn rolls(self, roll: RollKind) -> bool {
        let is_its_turn = self.theatre == Theatre::Space
            || match roll {
                RollKind::Cannon => self.is_defender,
                RollKind::Bombardment => !self.is_defender,
                RollKind::Combat | RollKind::Barrage => true,
            };
        let loose: &[Ability] = match roll {
            RollKind::Combat => &[],
            RollKind::Barrage => {
                &[Ability::MetaliVoidArmaments, Ability::TheCavalry, Ability::TheCavalryIi]
            }
            RollKind::Bombardment => &[Ability::Blitz, Ability::ProximaTargetingVi],
            RollKind::Cannon => &[
                Ability::CustodiaVigilia,
                Ability::ExperimentalBattlestation,
                Ability::Geoform,
                Ability::LightrailOrdnance,
                Ability::Linkship,
            ],
        };
        let is_gained =
            self.fleet.texts.iter().any(|text| {
                matches!(text.change, RollChange::Gains(_)) && text.rolls.contains(&roll)
            });
        let has_roll = |unit: &Unit| roll.of(&mut unit.clone()).is_some();
        roll.is_made_in(self.theatre)
            && is_its_turn
            && (is_gained || self.has(has_roll) || self.has_ability(loose))
    }

    /// Whether the side rolls for a unit ability in the combat.
    fn uses_abilities(self, enemy: Self) -> bool {
        self.rolls(RollKind::Bombardment)
            || self.rolls(RollKind::Cannon)
            || self.rolls(RollKind::Barrage) && self.barrage_meets(enemy)
    }

    /// Whether the side has a unit ability that matters in the combat.
    fn has_abilities(self, enemy: Self) -> bool {
        self.sustains() || self.uses_abilities(enemy) || self.has(|unit| unit.planetary_shield)
    }

    /// Whether there is what a barrage hits: fighters, or all that abilities and texts let it hit.
    fn barrage_meets(self, enemy: Self) -> bool {
        enemy.has_kind(UnitKind::Fighter)
            || enemy.places_ships()
            || self.has_ability(&[Ability::Waylay, Ability::RaidFormation])
            || self.has(|unit| unit.text.fires_at_infantry)
    }

    /// Number of ships other than fighters.
    fn large_ships(self) -> u16 {
        let large = self.fleet.groups.iter().filter(|group| is_large(&group.unit));
        large.map(|group| group.count).sum()
    }

    /// Whether abilities place ships.
    fn places_ships(self) -> bool {
        self.has(|unit| unit.text.brings_forces) || self.has_ability(&PLACING)
    }

    fn is_galvanized(self) -> bool {
        let is = |group: &Ti4Group| group.galvanized > 0;
        self.fleet.groups.iter().any(is)
            || self.has_ability(&[Ability::DameBriar, Ability::A3Valiance])
    }

    fn retreats(self) -> bool {
        let Captain { retreat, may_retreat, .. } = self.fleet.captain;
        may_retreat && retreat != Retreat::Never
    }
}
