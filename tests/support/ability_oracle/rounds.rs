//! The rounds of a combat.

use super::assign::NO_HITS;
use super::effects::Effect;
use super::model::{Boosts, Leaves, SIDES, State, Unit};
use super::units::Kind;
use super::values::{Game, Source};

/// What a step of a combat leads to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Outcome {
    Won(usize),
    Draw,
    GoesOn(Box<State>),
}

/// What is done at the end of a round, in this order.
const END: [Effect; 6] = [
    Effect::Harrow,
    Effect::Devotion,
    Effect::Exotrireme,
    Effect::HeavensEye,
    Effect::EmergencyRepairs,
    Effect::Alarum,
];

impl Game<'_> {
    /// What the present state means.
    pub(crate) fn outcome(&self) -> Outcome {
        match [self.is_wiped_out(0), self.is_wiped_out(1)] {
            [true, true] => Outcome::Draw,
            [true, false] => Outcome::Won(1),
            [false, true] => Outcome::Won(0),
            _ => {
                let mut state = self.now.clone();
                state.iter_mut().for_each(|force| force.units.sort());
                Outcome::GoesOn(Box::new(state))
            }
        }
    }

    /// The damaged units that a side has left. In space, those that ships carry go down with the
    /// last one.
    pub(crate) fn damaged(&self, side: usize) -> usize {
        let is_lost = self.setup.in_space && self.is_wiped_out(side);
        let damaged = self.now[side].units.iter().filter(|unit| unit.damaged);
        if is_lost { 0 } else { damaged.count() }
    }

    // The start of a round.

    /// Plays the start of a round, and the barrage in round 1.
    pub(crate) fn start_round(&mut self) -> Outcome {
        self.open_window();
        let from = |side: usize| self.setup.sides[side].from.get(&Effect::SkilledRetreat);
        let slips = |side: usize| {
            let time = from(side).copied().unwrap_or(1);
            self.now[side].has(Effect::SkilledRetreat) && time == self.round
        };
        if self.setup.in_space && SIDES.into_iter().any(slips) {
            return Outcome::Draw;
        }
        for side in SIDES {
            self.repair_at_start(side);
        }
        for side in SIDES {
            self.boost(side);
        }
        for side in SIDES {
            self.deploy_reaper(side);
        }
        for side in SIDES {
            self.give_extra_die(side);
        }
        for side in SIDES {
            let bombards = self.setup.sides[side].bombards && !self.setup.in_space;
            if bombards && self.is_held(side, Effect::Proxima) {
                self.bombard_own_planet(side);
            }
        }
        if self.setup.in_space && self.round == 1 && !self.is_over() {
            self.barrage();
        }
        self.settle_damage();
        self.outcome()
    }

    /// What was damaged in a step is old damage in the next.
    pub(crate) fn settle_damage(&mut self) {
        for unit in self.now.iter_mut().flat_map(|force| &mut force.units) {
            unit.fresh = false;
        }
    }

    /// Arc Secundus and Eidolon Maximum repair themselves.
    fn repair_at_start(&mut self, side: usize) {
        let repairs = |unit: &Unit| {
            let card = self.card(unit);
            let arc = self.setup.in_space && card.is("letnev-flagship");
            arc || self.is_ward(unit)
        };
        for place in self.places(side, repairs) {
            self.now[side].units[place].damaged = false;
        }
    }

    /// What improves the dice of the round.
    fn boost(&mut self, side: usize) {
        let space = self.setup.in_space;
        let mut use_one = |effect: Effect, here: bool| {
            let used = here && self.is_held(side, effect);
            if used {
                self.now[side].spend(effect);
            }
            used
        };
        self.now[side].boosts = Boosts {
            munitions: use_one(Effect::Munitions, space),
            morale: use_one(Effect::MoraleBoost, true),
            supercharge: use_one(Effect::Supercharge, true),
            prototype: use_one(Effect::FighterPrototype, space),
        };
    }

    /// Dunlain Reaper: the worst infantry becomes a mech.
    fn deploy_reaper(&mut self, side: usize) {
        let here = !self.setup.in_space && !self.setup.articles && !self.is_disarmed(side);
        if !here || !self.is_held(side, Effect::DunlainReaper) {
            return;
        }
        let infantry = self.places(side, |unit| self.kind(unit) == Kind::Infantry);
        let mechs = self.now[side].units.iter().filter(|unit| self.kind(unit) == Kind::Mech);
        if mechs.count() >= Kind::Mech.plastic() {
            return;
        }
        if let Some(place) = self.first_lost(side, &infantry) {
            self.now[side].spend(Effect::DunlainReaper);
            self.now[side].units.remove(place);
            self.place(side, Kind::Mech, 1);
        }
    }

    /// An agent of Letnev or Sol: the unit with the best chance rolls one die more.
    fn give_extra_die(&mut self, side: usize) {
        let space = self.setup.in_space;
        let agent = if space { Effect::Unlenn } else { Effect::DeLouis };
        if !self.is_held(side, agent) {
            return;
        }
        let all = self.places(side, |unit| space || self.card(unit).is_ground_force());
        let all = self.wanted(side, agent, all);
        let chance = |place: usize| {
            let unit = &self.now[side].units[place];
            (11 - self.printed(side, unit).1 + self.bonus(side, unit)).clamp(0, 10)
        };
        let best = all.iter().map(|&place| chance(place)).max();
        let best: Vec<usize> =
            all.into_iter().filter(|&place| Some(chance(place)) == best).collect();
        if let Some(place) = self.dearest_to_roll(side, &best) {
            self.now[side].spend(agent);
            self.now[side].units[place].extra = true;
        }
    }

    // The rest of a round.

    /// Plays a round from the announcing of retreats to its end.
    pub(crate) fn play_round(&mut self) -> Outcome {
        let leaving = self.announce();
        if let Some(side) = SIDES.into_iter().find(|&side| self.is_wiped_out(side)) {
            return Outcome::Won(1 - side);
        }
        let hits = self.roll();
        for unit in self.now.iter_mut().flat_map(|force| &mut force.units) {
            unit.extra = false;
        }
        self.assign(hits, Source::Combat);
        self.open_window();
        for side in SIDES {
            self.repair_with_duranium(side);
        }
        if let (Some(side), false) = (leaving, self.is_over()) {
            return self.leave(side);
        }
        self.end_round();
        for force in &mut self.now {
            force.boosts = Boosts::default();
        }
        self.settle_damage();
        self.open_window();
        self.outcome()
    }

    /// The side that retreats at the end of the round. The defender announces first.
    fn announce(&mut self) -> Option<usize> {
        if !self.setup.in_space {
            return None;
        }
        let leaves = |side: &usize| {
            let own = &self.setup.sides[*side];
            let wants = match own.leaves {
                Leaves::Never => false,
                Leaves::After(rounds) => self.round > rounds,
                Leaves::AtMost(ships) => self.fighting(*side).count() <= ships,
            };
            let routed = *side == 0 && self.round == 1 && self.now[1].has(Effect::Rout);
            own.exit && (wants || routed)
        };
        let side = [1, 0].into_iter().find(leaves)?;
        if self.now[side].has(Effect::Ojz) {
            for _ in 0..2 {
                let all = self.places(side, |_| true);
                if let Some(place) = self.dearest(side, &all) {
                    self.now[side].units.remove(place);
                }
            }
        }
        if self.is_held(1 - side, Effect::Intercept) {
            self.now[1 - side].spend(Effect::Intercept);
            return None;
        }
        Some(side)
    }

    /// A side retreats. Last Dispatch destroys a ship that cannot sustain damage.
    fn leave(&mut self, side: usize) -> Outcome {
        let enemy = 1 - side;
        if self.has_flagship(side, Effect::LastDispatch) {
            let weak = self.places(enemy, |unit| !self.can_sustain(enemy, unit, Source::Combat));
            if let Some(place) = self.dearest(enemy, &weak) {
                self.destroy(enemy, place);
                self.assign(NO_HITS, Source::Combat);
            }
        }
        if self.is_wiped_out(enemy) { Outcome::Draw } else { Outcome::Won(enemy) }
    }

    /// Duranium Armor repairs the last unit in the order of loss that did not sustain.
    fn repair_with_duranium(&mut self, side: usize) {
        if !self.now[side].has(Effect::Duranium) {
            return;
        }
        let mut hurt = self.places(side, |unit| unit.damaged && !unit.fresh);
        hurt.sort_by_key(|&place| self.loss_key(side, &self.now[side].units[place]));
        if let Some(&place) = hurt.last() {
            self.now[side].units[place].damaged = false;
        }
    }

    /// The players take turns with what they do at the end of a round.
    fn end_round(&mut self) {
        let turns = SIDES.map(|side| -> Vec<Effect> {
            END.into_iter().filter(|&effect| self.is_held(side, effect)).collect()
        });
        for turn in 0..END.len() {
            for side in SIDES {
                if let Some(&effect) = turns[side].get(turn) {
                    self.open_window();
                    self.play_end(side, effect);
                }
            }
        }
    }

    fn play_end(&mut self, side: usize, effect: Effect) {
        let (space, over) = (self.setup.in_space, self.is_over());
        match effect {
            Effect::Harrow if !space && side == 0 && !self.is_wiped_out(1) => self.bombard(true),
            Effect::Devotion if space && !over => self.devote(side),
            Effect::Exotrireme if space => self.ram(side),
            Effect::HeavensEye => {
                for unit in &mut self.now[side].units {
                    if self.setup.cards.get(unit.class).kind == Kind::Flagship {
                        unit.damaged = false;
                    }
                }
            }
            Effect::EmergencyRepairs if !over => self.repair_all(side),
            Effect::Alarum if !space && !over && !self.setup.articles => self.sound_alarum(side),
            _ => (),
        }
    }

    /// Devotion: a ship is given up for a hit of its owner's choice.
    fn devote(&mut self, side: usize) {
        let Some(place) = self.sacrifice(side) else { return };
        let falls = self.chosen_target(1 - side).is_some_and(|(_, falls)| falls);
        if !self.is_last(side) || falls {
            self.destroy(side, place);
            self.hit_chosen(1 - side);
        }
    }

    /// Exotrireme II: each is given up for the two dearest enemy ships.
    fn ram(&mut self, side: usize) {
        let enemy = 1 - side;
        let exotrireme = self.setup.cards.named("sardakk-dreadnought-ii");
        while !self.is_wiped_out(enemy) {
            let own = self.places(side, |unit| unit.class == exotrireme);
            let damaged = |place: &usize| self.now[side].units[*place].damaged;
            let first: Vec<usize> = own.iter().copied().filter(damaged).collect();
            let given = self.first_lost(side, &first).or_else(|| self.first_lost(side, &own));
            let Some(given) = given else { return };
            self.destroy(side, given);
            for _ in 0..2 {
                let all = self.places(enemy, |_| true);
                if let Some(place) = self.dearest(enemy, &all) {
                    self.destroy(enemy, place);
                }
            }
            self.assign(NO_HITS, Source::Combat);
            // Two sleeper cells could go on for ever.
            if self.now.iter().all(|force| force.sleeper) {
                return;
            }
        }
    }

    fn repair_all(&mut self, side: usize) {
        // Only units with Sustain Damage are repaired.
        let sustains = |unit: &Unit| self.card(unit).sustains || unit.cavalry > 0;
        let outlawed = |unit: &Unit| self.setup.schematics && self.kind(unit) == Kind::WarSun;
        let repaired: Vec<usize> = (0..self.now[side].units.len())
            .filter(|&place| {
                let unit = &self.now[side].units[place];
                unit.damaged && sustains(unit) && !outlawed(unit)
            })
            .collect();
        // It is played for those that take part, and repairs the others as well.
        let guards = |unit: &Unit| self.card(unit).is("nomad-mech") && !self.setup.articles;
        let counts = |unit: &Unit| self.fights(side, unit) || guards(unit);
        let is_due = repaired.iter().any(|&place| counts(&self.now[side].units[place]));
        if is_due && !self.setup.scar {
            self.now[side].spend(Effect::EmergencyRepairs);
            repaired.into_iter().for_each(|place| self.now[side].units[place].damaged = false);
        }
    }

    /// Alarum: two of the forces at hand join for each mech.
    fn sound_alarum(&mut self, side: usize) {
        let mechs = self.fighting(side).filter(|unit| self.kind(unit) == Kind::Mech).count();
        let number = (2 * mechs).min(usize::from(self.now[side].count(Effect::Alarum)));
        self.now[side].left[Effect::Alarum as usize] -= number as u8;
        self.place(side, Kind::Infantry, number);
    }
}
