//! The choices of captains, in the order in which moves list them.

use arrayvec::ArrayVec;

use super::super::battle::EclipseBattle;
use super::super::fleet::limits::{DICE, SHIPS};
use super::super::missile_targets::{MissileTarget, MissileTargets};
use super::super::ships::Ships;
use super::super::turn::Turn;
use super::super::volley::{MAX_SALVOS, Salvo, Salvos};

/// Returns a volley, padded with empty salvos to its full length.
pub(super) fn padded(volley: &[Salvo]) -> Salvos {
    let mut all = [Salvo::default(); MAX_SALVOS];
    all[..volley.len()].copy_from_slice(volley);
    all
}

/// Splits a volley into its first die and the rest.
pub(super) fn first_die(mut volley: Salvos) -> (Salvo, Option<Salvos>) {
    let first = volley[0];
    volley[0].hits -= 1;
    if volley[0].hits == 0 {
        volley.copy_within(1.., 0);
        volley[MAX_SALVOS - 1] = Salvo::default();
    }
    (first, (volley[0].hits > 0).then_some(volley))
}

/// Returns the groups that a die of this reach hits, as a set of bits.
pub(super) fn hit_groups(turn: &Turn, reach: u8) -> u16 {
    let hit = (0..turn.targets.groups).filter(|&g| turn.faces[g] >= reach);
    hit.fold(0, |set, g| set | 1 << g)
}

/// Returns the ships at which the next missile may be aimed, one of equal ones, in the order of
/// D16: by the effect of the missile if none is stopped.
pub(super) fn aim_choices(
    battle: &EclipseBattle,
    turn: &Turn,
    salvo: Salvo,
    ships: &Ships,
    aims: &MissileTargets,
) -> ArrayVec<MissileTarget, SHIPS> {
    let roster = &battle.rosters[1 - turn.side];
    let groups = hit_groups(turn, salvo.reach);
    let aimed = |place: usize| {
        let at = move |aim: &&MissileTarget| usize::from(aim.place) == place;
        aims.all().iter().filter(at).map(|aim| aim.damage)
    };
    let mut choices: ArrayVec<MissileTarget, SHIPS> = ArrayVec::new();
    for &group in roster.by_rank.iter().filter(|&&g| groups >> g & 1 == 1) {
        for place in roster.living(ships, usize::from(group)).rev() {
            let same = |other: &MissileTarget| {
                let there = usize::from(other.place);
                other.group == group
                    && ships.life[there] == ships.life[place]
                    && aimed(there).eq(aimed(place))
            };
            if !choices.iter().any(same) {
                choices.push(MissileTarget { place: place as u8, group, damage: salvo.damage });
            }
        }
    }
    choices.sort_by_key(|aim| {
        let life = aims.life_left(ships, usize::from(aim.place));
        roster.preference(usize::from(aim.group), life, aim.damage)
    });
    choices
}

/// Returns the indices of the missiles that a defence may stop, one of equal ones.
pub(super) fn stop_choices(
    battle: &EclipseBattle,
    defence: usize,
    aims: &MissileTargets,
) -> ArrayVec<usize, DICE> {
    let groups = battle.defences[defence].groups;
    let all = aims.all();
    let is_new = |n: &usize| *n == 0 || all[*n] != all[n - 1];
    (0..all.len()).filter(|&n| groups >> all[n].group & 1 == 1).filter(is_new).collect()
}
