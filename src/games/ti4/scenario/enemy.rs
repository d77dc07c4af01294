//! Effects of a side that depend on the enemy.

use super::catalogue::{Placed, RollsOf};
use super::resolve::Draft;
use crate::games::Rulebook;
use crate::games::ti4::rules::{Ability, Ti4Group, UnitKind};

/// Abilities that have no effect against a faction.
const NOT_AGAINST: [(Ability, &str); 3] = [
    (Ability::TheCavalry, "nomad"),
    (Ability::TheCavalryIi, "nomad"),
    (Ability::GreyfireMutagen, "yin"),
];

/// Abilities that concern ships which sustain damage: of the enemy, or own ones.
const ON_SHIPS: [(Ability, bool); 2] =
    [(Ability::DirectHit, false), (Ability::ReflectiveShielding, true)];

/// Lets two sides meet: leaves out what has no effect against the enemy, and lists the units that a
/// side may place for those of the enemy.
pub(super) fn meet(attacker: &mut Draft<'_>, defender: &mut Draft<'_>) {
    leave_out(attacker, defender);
    leave_out(defender, attacker);
    let kinds = [&*attacker, &*defender].map(ship_kinds).concat();
    copy_ships(attacker, &kinds);
    copy_ships(defender, &kinds);
    change_rolls(attacker, defender);
    change_rolls(defender, attacker);
}

/// Adds what texts of a side change on rolls of the enemy.
fn change_rolls(own: &mut Draft<'_>, enemy: &mut Draft<'_>) {
    let mut warnings = Vec::new();
    for learned in own.options.known.played() {
        let (entry, count) = (learned.entry, learned.count());
        let is_of_enemy = !entry.rolls.iter().any(|roll| roll.is_about(RollsOf::Own(0)));
        let idle = enemy.lineup.idle_rolls(entry, count, RollsOf::Enemy);
        if let Some(why) = idle.filter(|_| is_of_enemy) {
            warnings.push(format!("{} has no effect: {why}", entry.name));
        }
        enemy.lineup.add_roll_texts(entry, count, RollsOf::Enemy, &[]);
    }
    own.options.known.warnings.append(&mut warnings);
}

/// Removes the abilities of a side that have no effect against the enemy.
fn leave_out(own: &mut Draft<'_>, enemy: &Draft<'_>) {
    let is_enemy =
        |name: &str| enemy.lineup.owners.iter().flatten().any(|faction| faction.name == name);
    for (ability, faction) in NOT_AGAINST {
        if own.effects.has(ability) && is_enemy(faction) {
            own.effects.0.retain(|effect| effect.ability != ability);
            let warning = format!("{} has no effect against {faction}", ability.name());
            own.options.known.warnings.push(warning);
        }
    }
    for (ability, is_on_own) in ON_SHIPS {
        let target = if is_on_own { &own.lineup } else { &enemy.lineup };
        // Eidolon Maximum is a ship on a planet, too.
        let is_both = |group: &Ti4Group| group.unit.is_ship && group.unit.is_ground_force;
        let on_planet = own.lineup.ctx.rulebook == Rulebook::Ti4Ground;
        if own.effects.has(ability) && on_planet && !target.groups.iter().any(is_both) {
            own.effects.0.retain(|effect| effect.ability != ability);
            let warning = format!("{} has no effect in ground combat", ability.name());
            own.options.known.warnings.push(warning);
        }
    }
    if enemy.options.known.has("antivirus") {
        own.effects.0.retain(|effect| effect.ability != Ability::TechnologicalSingularity);
    }
    let is_copied = enemy.options.known.can(Ability::TechnologicalSingularity);
    if own.options.known.has("antivirus") && !is_copied {
        let warning = "antivirus has no effect: the enemy has no Technological Singularity";
        own.options.known.warnings.push(warning.into());
    }
}

/// Returns the kinds of ships that a side has or may place. Mechs are ground forces, even if they
/// fight in space.
fn ship_kinds(draft: &Draft<'_>) -> Vec<UnitKind> {
    let is_ship = |group: &&Ti4Group| group.unit.is_ship && group.unit.kind != UnitKind::Mech;
    draft.lineup.groups.iter().filter(is_ship).map(|group| group.unit.kind).collect()
}

/// Lists the own versions of enemy ships, which Sleeper Cell places (T47): a war sun only if the
/// side has one or names it.
fn copy_ships(own: &mut Draft<'_>, kinds: &[UnitKind]) {
    let places = |ability: Ability| {
        let is = |l: &super::effects::Learned<'_>| {
            l.entry.ability == Some(ability) && l.entry.places == Some(Placed::EnemyShips)
        };
        own.options.known.played().any(is)
    };
    let lineup = &mut own.lineup;
    let placing = own.effects.0.iter_mut().filter(|effect| places(effect.ability));
    for effect in placing {
        for kind in UnitKind::ALL.into_iter().filter(|kind| kinds.contains(kind)) {
            let has = |group: &Ti4Group| group.unit.kind == kind;
            let named = effect.units.iter().any(|(group, _)| has(&lineup.groups[*group]));
            let may_be = kind != UnitKind::WarSun || lineup.groups.iter().any(has);
            if !named
                && may_be
                && let Some(group) = lineup.of_kind(kind, effect.member)
            {
                effect.units.push((group, 0));
            }
        }
    }
}
