//! The combat rolls of a round, with all that both players do to them (T22 to T25).

use super::abilities::MORE;
use super::assign::{AIMED, Hits, NO_HITS, PLAIN};
use super::dice::{Handling, Shown, Spec, mean, printed_mean};
use super::effects::Effect;
use super::model::{SIDES, Unit};
use super::units::Kind;
use super::values::Game;

impl Game<'_> {
    /// Rolls for both sides and returns the hits on them.
    pub(crate) fn roll(&mut self) -> [Hits; 2] {
        self.open_window();
        let specs = SIDES.map(|side| self.combat_specs(side));
        let mut asked = [false; 2];
        let teams = SIDES.map(|side| self.send_a_team(side));
        let shown = loop {
            let shown = self.roll_once(&specs, teams);
            let Some(side) = SIDES.into_iter().find(|&side| {
                let own = shown[side].hits() as f64 + MORE < printed_mean(&specs[side]);
                let enemy = 1 - side;
                let other = shown[enemy].hits() as f64 > printed_mean(&specs[enemy]) + MORE;
                !asked[side] && self.is_held(side, Effect::Thundarian) && (own || other)
            }) else {
                break shown;
            };
            asked[side] = true;
            self.now[side].spend(Effect::Thundarian);
        };
        let mut hits = NO_HITS;
        for side in SIDES {
            let (own, force) = (shown[side], &self.now[side]);
            let ground = !self.setup.in_space;
            let twice = 1 + usize::from(ground && force.has(Effect::X89));
            let weave = ground && force.has(Effect::ValkyrieWeave) && shown[1 - side].hits() > 0;
            hits[1 - side][AIMED] = own.aimed * twice;
            hits[1 - side][PLAIN] = own.plain * twice + 2 * own.natural + usize::from(weave);
        }
        hits
    }

    /// The dice of a side in this round.
    fn combat_specs(&self, side: usize) -> Vec<Spec> {
        let (best, boost) = self.gravleash(side);
        let aims = self.setup.in_space && self.owns(side, "l1z1x-flagship");
        let spec = |(place, unit): (usize, &Unit)| {
            let card = self.card(unit);
            let printed = self.printed(side, unit).1;
            let bonus = self.bonus(side, unit) + if best == Some(place) { boost } else { 0 };
            Spec {
                dice: self.combat_dice(side, unit),
                from: printed - bonus,
                printed,
                aimed: aims && (card.is("l1z1x-flagship") || card.kind == Kind::Dreadnought),
                counts: card.is("jolnar-flagship"),
            }
        };
        let units = self.now[side].units.iter().enumerate();
        units.filter(|(_, unit)| self.fights(side, unit)).map(spec).collect()
    }

    /// Gravleash Maneuvers: the ship that has the bonus, and the bonus.
    fn gravleash(&self, side: usize) -> (Option<usize>, i32) {
        if !self.setup.in_space || !self.is_held(side, Effect::Gravleash) {
            return (None, 0);
        }
        let mut kinds: Vec<Kind> = self.fighting(side).map(|unit| self.kind(unit)).collect();
        kinds.sort();
        kinds.dedup();
        let ships = self.places(side, |_| true);
        let ships = self.wanted(side, Effect::Gravleash, ships);
        (self.dearest(side, &ships), kinds.len() as i32)
    }

    /// One roll of both sides, up to the rerolls that the enemy forces.
    fn roll_once(&mut self, specs: &[Vec<Spec>; 2], teams: [bool; 2]) -> [Shown; 2] {
        let funds = SIDES.map(|side| self.setup.in_space && self.is_held(side, Effect::WarFunding));
        let rolled = SIDES.map(|side| {
            let handling = Handling { funded: funds[side], ..self.handling(side, teams[side]) };
            self.pick_all(&self.rolls.of(specs[side].clone(), handling))
        });
        // Own misses were rolled again.
        let funded = rolled.map(|(missed, _)| missed);
        let mut shown = rolled.map(|(_, shown)| shown);
        for side in SIDES {
            self.turn_misses(side, &mut shown[side]);
        }
        for side in SIDES {
            let enemy = 1 - side;
            let may_force = funds[side] && !self.setup.sides[side].spares_enemy;
            let forces = may_force && shown[enemy].hits() as f64 > mean(&specs[enemy]) + MORE;
            if forces || funded[side] {
                self.now[side].spend(Effect::WarFunding);
            }
            if forces {
                let fresh = self.rolls.of(specs[enemy].clone(), Handling::default());
                shown[enemy] = self.pick(&fresh);
            }
        }
        shown
    }

    /// Spends a Fire Team, which is there for all rolls of the round.
    fn send_a_team(&mut self, side: usize) -> bool {
        let team = !self.setup.in_space && self.is_held(side, Effect::FireTeam);
        if team {
            self.now[side].spend(Effect::FireTeam);
        }
        team
    }

    /// What a side does to its own dice.
    fn handling(&self, side: usize, team: bool) -> Handling {
        let kenara = self.setup.in_space && self.has_flagship(side, Effect::Kenara);
        Handling {
            again: team || self.now[side].boosts.munitions,
            crowned: self.now[side].has(Effect::Crown),
            by_one: kenara || self.is_held(side, Effect::Heart),
            ..Handling::default()
        }
    }

    /// Wrath of Kenara, as far as it can be paid; then Heart of Ixth.
    fn turn_misses(&mut self, side: usize, shown: &mut Shown) {
        if self.setup.in_space && self.has_flagship(side, Effect::Kenara) {
            let turned = shown.turn(usize::from(self.now[side].count(Effect::Kenara)));
            self.now[side].left[Effect::Kenara as usize] -= turned as u8;
        }
        if self.is_held(side, Effect::Heart) && shown.turn(1) == 1 {
            self.now[side].spend(Effect::Heart);
        }
    }
}
