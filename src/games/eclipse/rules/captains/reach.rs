//! Effects of a volley that are found without a search.

use super::super::ships::{EclipseRoster, Ships};
use super::super::turn::AssignmentRules;
use super::super::volley::{MAX_SALVOS, Salvo};
use super::figures::{LivingTarget, life_bit, targets};

/// Returns the lives above 0 with which a ship can be left, as a set of bits.
pub(super) fn lives_left(
    range: AssignmentRules<'_>,
    volley: &[Salvo],
    target: LivingTarget,
) -> u64 {
    let faces = range.faces[target.group];
    let mut lives = life_bit(target.life);
    for salvo in volley.iter().filter(|salvo| salvo.reach <= faces) {
        for _ in 0..salvo.hits {
            let more = lives | lives.unbounded_shr(salvo.damage.into());
            if more == lives {
                break;
            }
            lives = more;
        }
    }
    lives
}

/// Returns the ships after a volley that destroys all of them. It tries one way only, and returns
/// `None` if that fails: ship by ship, those hit by the fewest faces first, and for each the dice
/// that hit the fewest other ships. Of these it takes the smallest that destroys the ship,
/// otherwise the largest.
pub(super) fn destroy_all(
    range: AssignmentRules<'_>,
    volley: &[Salvo],
    enemy: &Ships,
) -> Option<Ships> {
    let roster = range.targets;
    let lives: u32 = targets(roster, enemy).map(|target| u32::from(target.life)).sum();
    if volley.iter().map(Salvo::points).sum::<u32>() < lives {
        return None;
    }
    let mut left = [0; MAX_SALVOS];
    left.iter_mut().zip(volley).for_each(|(left, salvo)| *left = salvo.hits);
    let mut groups = groups_by_faces(range);
    let all = groups.try_for_each(|group| {
        let living = roster.living(enemy, group);
        let mut lives = enemy.life[living].iter();
        lives.try_for_each(|&life| destroy(range.faces[group], volley, &mut left, life))
    });
    all.map(|()| without_living(roster, enemy))
}

/// Returns all groups, those hit by the fewest faces first.
fn groups_by_faces(range: AssignmentRules<'_>) -> impl Iterator<Item = usize> {
    (0..6).flat_map(move |faces| {
        (0..range.targets.groups).filter(move |&group| range.faces[group] == faces)
    })
}

/// Takes dice for one ship that is hit by this many faces. Returns `None` if they do not destroy
/// it.
fn destroy(faces: u8, volley: &[Salvo], left: &mut [u8; MAX_SALVOS], mut life: u8) -> Option<()> {
    while life > 0 {
        let usable = (0..volley.len()).filter(|&n| left[n] > 0 && volley[n].reach <= faces);
        let salvo = usable.max_by_key(|&n| {
            let Salvo { damage, reach, .. } = volley[n];
            (reach, damage >= life, if damage >= life { u8::MAX - damage } else { damage })
        })?;
        left[salvo] -= 1;
        life = life.saturating_sub(volley[salvo].damage);
    }
    Some(())
}

/// Returns a side after all its living ships have been destroyed.
fn without_living(roster: &EclipseRoster, ships: &Ships) -> Ships {
    let mut after = *ships;
    for group in 0..roster.groups {
        after.life[roster.living(ships, group)].fill(0);
        after.alive[group] = 0;
    }
    after.afloat = 0;
    after
}
