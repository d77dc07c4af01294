//! The landing after the space combat of an invasion: the attacker's surviving ships bombard, and the
//! ground forces for which they have room land (T65).

use super::ability::{Ability, Gain};
use super::battle::{Ti4Battle, Ti4State};
use super::fleet::{Text, Ti4Fleet, Unit};
use super::force::{GROUPS, Groups, Ti4Force};
use crate::games::common::LimitError;

/// Abilities by which ships leave a combat and live on elsewhere.
const LEAVING: [Ability; 2] = [Ability::SkilledRetreat, Ability::WatchfulOjz];

/// Where units of the attacker's fleet are after the landing.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    /// By row of the space combat: the row of the combat on the planet, if its units act on that
    /// combat.
    rows: Vec<Option<usize>>,
    /// Rows of the planet whose units fight. Damage of others makes no difference.
    fighting: Groups,
    /// Rows of structures, which are neither in space nor on this planet.
    structures: Groups,
}

impl Landing {
    /// Finds the rows of two combats that hold the same units of the attacker. `fleets` are those of
    /// the space combat, and then those on the planet.
    ///
    /// # Errors
    /// If units leave or are placed in space in a way that is not followed to the planet.
    pub(super) fn new(
        (space, ground): (&Ti4Battle, &Ti4Battle),
        fleets: [&[Ti4Fleet; 2]; 2],
    ) -> Result<Self, LimitError> {
        for (side, fleet) in fleets[0].iter().enumerate() {
            if let Some(ability) = LEAVING.iter().find(|ability| fleet.effects.has(**ability)) {
                return Err(not_followed(side, ability.name()));
            }
        }
        let defender = &fleets[0][1];
        let reveals = defender.effects.get(Ability::RevealPrototype).and_then(|effect| effect.unit);
        if reveals.is_some_and(|group| defender.groups[group].unit.is_structure) {
            return Err(not_followed(1, "reveal-prototype with a structure"));
        }
        let gains = defender.effects.get(Ability::TechnologicalSingularity);
        if gains.is_some_and(|effect| matches!(effect.gains, Some(Gain::Upgrade(..)))) {
            return Err(not_followed(
                1,
                "technological-singularity with an upgrade of the defender",
            ));
        }
        if fleets[1][0].groups.iter().any(|group| group.unit.text.lands_fighters) {
            return Err(not_followed(0, "a flagship with which fighters land"));
        }
        let kinds = |fleet: &Ti4Fleet| -> Vec<_> {
            fleet.groups.iter().map(|group| (group.class, group.member)).collect()
        };
        let most = |battle: &Ti4Battle| battle.layout.most[0].clone();
        let fits = most(space).iter().zip(most(ground)).all(|(units, room)| *units <= room);
        if kinds(&fleets[0][0]) != kinds(&fleets[1][0]) || !fits {
            return Err(not_followed(0, "an ability that places units in space"));
        }
        let (from, to) = (&space.sides[0], &ground.sides[0]);
        let row = |row: usize| {
            let is_same = |other: &usize| {
                to.homes[*other] == from.homes[row]
                    && to.galvanized.has(*other) == from.galvanized.has(row)
            };
            // Of several rows, units are in the one in which they begin, or else in the first.
            let rows = || (0..to.homes.len()).filter(is_same);
            rows().find(|row| to.opening.alive(*row) > 0).or_else(|| rows().next())
        };
        let rows: Option<Vec<usize>> = (0..from.homes.len()).map(row).collect();
        let rows = rows.ok_or_else(|| not_followed(0, "what changes units in space"))?;
        let acts = |row: usize| to.fighting.has(row) || acts_from_above(&to.units[row]);
        let structures = to.structures;
        let moves = |row: &usize| acts(*row) && !structures.has(*row);
        let rows = rows.into_iter().map(|row| Some(row).filter(moves)).collect();
        Ok(Self { rows, fighting: to.fighting, structures })
    }

    /// Returns the units of the attacker on and above the planet after a space combat that ended in
    /// this state. Its supplies are those with which the combat has ended.
    pub(super) fn force(&self, space: &Ti4Battle, end: &Ti4State) -> Ti4Force {
        let mut left = space.remains(end, 0);
        if space.outcome(end) == 0 {
            space.sides[0].remove_excess(&mut left);
        }
        let mut force = Ti4Force { supplies: left.supplies, ..Ti4Force::none() };
        for (from, to) in self.rows.iter().enumerate() {
            match to {
                Some(to) if self.fighting.has(*to) => {
                    force.whole[*to] += left.whole[from];
                    force.hurt[*to] += left.hurt[from];
                }
                Some(to) => force.whole[*to] += left.alive(from),
                None => {}
            }
        }
        force
    }

    /// Puts a force on and above the planet. Structures stay where they are.
    pub(super) fn place(&self, force: &Ti4Force, opening: &mut Ti4Force) {
        for row in (0..GROUPS).filter(|row| !self.structures.has(*row)) {
            opening.whole[row] = force.whole[row];
            opening.hurt[row] = force.hurt[row];
        }
    }

    /// Returns all forces that can land, and some more; `None` if there are more than `most`.
    pub(super) fn forces(&self, space: &Ti4Battle, most: usize) -> Option<Vec<Ti4Force>> {
        let mut all = vec![Ti4Force::none()];
        let roster = &space.sides[0];
        let targets = Groups::of(self.rows.iter().flatten().copied());
        for to in targets.each() {
            let from = self.rows.iter().position(|row| *row == Some(to))?;
            let home = roster.homes[from];
            let may_be_hurt = self.fighting.has(to) && roster.may_be_damaged(home);
            // Rows of one group share its units.
            let is_of_home =
                |(from, row): (usize, &Option<usize>)| row.filter(|_| roster.homes[from] == home);
            let of_home = Groups::of(self.rows.iter().enumerate().filter_map(is_of_home));
            let with = |force: Ti4Force| {
                let room = space.layout.most[0][home] as u16 - force.count(of_home);
                (0..=room).flat_map(move |whole| {
                    let hurt = if may_be_hurt { room - whole } else { 0 };
                    (0..=hurt).map(move |hurt| {
                        let mut force = force;
                        (force.whole[to], force.hurt[to]) = (whole as u8, hurt as u8);
                        force
                    })
                })
            };
            all = all.into_iter().flat_map(with).take(most + 1).collect();
            if all.len() > most {
                return None;
            }
        }
        Some(all)
    }
}

/// Whether a ship acts on a combat on the planet below it.
fn acts_from_above(unit: &Unit) -> bool {
    unit.bombardment.is_some() || unit.pierces_shields || unit.text != Text::default()
}

fn not_followed(side: usize, what: &str) -> LimitError {
    let message = format!(
        "{what} is not followed from space to the planet: ask about the space combat, and then about \
         the planet without enemy ships"
    );
    LimitError { side, group: None, message }
}
