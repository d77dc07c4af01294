//! The combat rolls of a round, with all that both players do to them (T22 to T25).

use super::abilities::MORE;
use super::assign::{AIMED, Hits, NO_HITS, PLAIN};
use super::dice::{Handling, Shown, Spec};
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
        let shown = loop {
            let (shown, expected) = self.roll_once(&specs);
            let Some(side) = SIDES.into_iter().find(|&side| {
                let enemy = 1 - side;
                let own = made(&shown[side]) + MORE < expected[side];
                let other = made(&shown[enemy]) > expected[enemy] + MORE;
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
            let bonus = self.bonus(side, unit) + if best == Some(place) { boost } else { 0 };
            Spec {
                dice: self.combat_dice(side, unit),
                from: self.printed(side, unit).1 - bonus,
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

    /// One roll of both sides, up to the rerolls that the enemy forces, and how many hits each was
    /// expected to make with all that improves it.
    fn roll_once(&mut self, specs: &[Vec<Spec>; 2]) -> ([Shown; 2], [f64; 2]) {
        // A card that lets misses be rolled again after the roll.
        let card = if self.setup.in_space { Effect::WarFunding } else { Effect::FireTeam };
        let held = SIDES.map(|side| self.is_held(side, card));
        let mut expected = [0.0; 2];
        let rolled = SIDES.map(|side| {
            let handling = Handling { funded: held[side], ..self.handling(side) };
            let rolled = self.rolls.of(specs[side].clone(), handling);
            for ((_, shown), p) in rolled.iter() {
                let mut shown = *shown;
                self.turns(side, &mut shown);
                expected[side] += p * made(&shown);
            }
            self.pick_all(&rolled)
        });
        // Own misses were rolled again.
        let missed = rolled.map(|(missed, _)| missed);
        let mut shown = rolled.map(|(_, shown)| shown);
        for side in SIDES {
            self.turn_misses(side, &mut shown[side]);
        }
        for side in SIDES {
            let enemy = 1 - side;
            let takes_dice = self.setup.in_space && !self.setup.sides[side].spares_enemy;
            let fresh = self.rolls.of(specs[enemy].clone(), Handling::default());
            let mean: f64 = fresh.iter().map(|((_, shown), p)| p * made(shown)).sum();
            let forces = held[side] && takes_dice && made(&shown[enemy]) > mean + MORE;
            if forces || missed[side] {
                self.now[side].spend(card);
            }
            if forces {
                shown[enemy] = self.pick(&fresh);
                expected[enemy] = mean;
            }
        }
        (shown, expected)
    }

    /// What a side does to its own dice.
    fn handling(&self, side: usize) -> Handling {
        let kenara = self.setup.in_space && self.has_flagship(side, Effect::Kenara);
        Handling {
            again: self.now[side].boosts.munitions,
            crowned: self.now[side].has(Effect::Crown),
            by_one: kenara || self.is_held(side, Effect::Heart),
            ..Handling::default()
        }
    }

    /// Wrath of Kenara, as far as it can be paid; then Heart of Ixth. Returns the number of dice
    /// that each turns.
    fn turns(&self, side: usize, shown: &mut Shown) -> [usize; 2] {
        let kenara = self.setup.in_space && self.has_flagship(side, Effect::Kenara);
        let paid = if kenara { usize::from(self.now[side].count(Effect::Kenara)) } else { 0 };
        let heart = usize::from(self.is_held(side, Effect::Heart));
        [paid, heart].map(|most| shown.turn(most))
    }

    fn turn_misses(&mut self, side: usize, shown: &mut Shown) {
        let [paid, heart] = self.turns(side, shown);
        if paid > 0 {
            self.now[side].left[Effect::Kenara as usize] -= paid as u8;
        }
        if heart > 0 {
            self.now[side].spend(Effect::Heart);
        }
    }
}

/// The hits of dice, with those that natural 9s and 10s add.
fn made(shown: &Shown) -> f64 {
    (shown.hits() + 2 * shown.natural) as f64
}
