//! What follows from losses (T37).

use super::assign::NO_HITS;
use super::effects::Effect;
use super::model::{SIDES, Unit};
use super::units::Kind;
use super::values::{Game, Source};

/// What happens after units are destroyed, in this order.
const AFTERWARDS: [Effect; 4] =
    [Effect::Milor, Effect::Courageous, Effect::SleeperCell, Effect::Singularity];

impl Game<'_> {
    /// Plays what follows from losses, and from the losses that this makes: first all that happens
    /// "when" units are destroyed, then what happens "after" it.
    pub(crate) fn follow_losses(&mut self, source: Source) {
        let mut lost = [Vec::new(), Vec::new()];
        self.follow_at_once(&mut lost);
        while lost != [Vec::new(), Vec::new()] {
            let batch = std::mem::take(&mut lost);
            for side in SIDES.into_iter().filter(|&side| !batch[side].is_empty()) {
                for effect in AFTERWARDS {
                    match effect {
                        Effect::Milor => self.play_milor(side, &batch[side]),
                        Effect::Courageous => self.play_courageous(side, &batch[side]),
                        Effect::SleeperCell => self.replace_all(side, &batch[side]),
                        _ => self.let_gain(side, source),
                    }
                    self.follow_at_once(&mut lost);
                }
            }
        }
    }

    /// Plays what happens "when" units are destroyed. Adds these units to those that are lost.
    fn follow_at_once(&mut self, lost: &mut [Vec<Unit>; 2]) {
        while self.deaths != [Vec::new(), Vec::new()] {
            let batch = std::mem::take(&mut self.deaths);
            for side in SIDES.into_iter().filter(|&side| !batch[side].is_empty()) {
                self.happen_when_lost(side, &batch[side]);
            }
            for side in SIDES {
                lost[side].extend(&batch[side]);
            }
        }
    }

    fn happen_when_lost(&mut self, side: usize, lost: &[Unit]) {
        if self.setup.in_space && lost.iter().any(|unit| self.card(unit).is("yin-flagship")) {
            for side in SIDES {
                let all = self.places(side, |_| true);
                all.into_iter().rev().for_each(|place| self.destroy(side, place));
            }
        }
        if self.in_combat {
            self.play_apollo(side, lost);
            self.galvanize_infantry(side, lost);
            self.play_dame_briar(side);
            if self.setup.in_space {
                self.play_vos_hollow(side, lost);
            }
        }
    }

    /// Sleeper Cell: the enemy places a ship for each that was lost.
    fn replace_all(&mut self, side: usize, lost: &[Unit]) {
        if self.in_combat && self.setup.in_space {
            for unit in lost {
                self.replace_for(1 - side, unit);
            }
        }
    }

    /// Technological Singularity of the enemy.
    fn let_gain(&mut self, side: usize, source: Source) {
        let enemy = 1 - side;
        let gains = self.setup.sides[enemy].gains;
        let counts =
            self.in_combat && source == Source::Combat && !self.now[side].has(Effect::Antivirus);
        if counts && gains.is_some() && self.now[enemy].has(Effect::Singularity) {
            self.now[enemy].spend(Effect::Singularity);
            self.now[enemy].gained = gains;
        }
    }

    fn best_value(&self, side: usize, units: impl Iterator<Item = Unit>) -> Option<i32> {
        units.map(|unit| self.printed(side, &unit).1).min()
    }

    /// Apollo: a die for each enemy unit at the value of a galvanized unit that was lost.
    fn play_apollo(&mut self, side: usize, lost: &[Unit]) {
        let enemy = 1 - side;
        let galvanized = lost.iter().copied().filter(|unit| unit.galvanized);
        let value = self.best_value(side, galvanized);
        let (Some(value), false) = (value, self.is_wiped_out(enemy)) else { return };
        if !self.is_held(side, Effect::Apollo) {
            return;
        }
        self.now[side].spend(Effect::Apollo);
        let mut targets: Vec<Unit> = self.fighting(enemy).copied().collect();
        targets.sort();
        while let Some(&unit) = targets.first() {
            let alike = targets.iter().filter(|other| **other == unit).count();
            targets.retain(|other| *other != unit);
            for _ in 0..self.roll_plain(alike, value) {
                let place = self.now[enemy].units.iter().position(|other| *other == unit);
                self.destroy(enemy, place.unwrap());
            }
        }
    }

    /// Rolls dice at a printed value.
    pub(crate) fn roll_plain(&mut self, dice: usize, value: i32) -> usize {
        let chance = f64::from((11 - value).clamp(0, 10)) / 10.0;
        let mut chances = vec![1.0];
        for _ in 0..dice {
            let mut more = vec![0.0; chances.len() + 1];
            for (hits, p) in chances.iter().enumerate() {
                more[hits] += p * (1.0 - chance);
                more[hits + 1] += p * chance;
            }
            chances = more;
        }
        self.chooser.pick(&chances)
    }

    /// A3 Valiance: each galvanized one that is lost galvanizes three infantry.
    fn galvanize_infantry(&mut self, side: usize, lost: &[Unit]) {
        if self.setup.articles {
            return;
        }
        let is_one = |unit: &&Unit| unit.galvanized && self.card(unit).is("bastion-mech");
        for _ in 0..3 * lost.iter().filter(is_one).count() {
            let plain =
                self.places(side, |unit| !unit.galvanized && self.kind(unit) == Kind::Infantry);
            let Some(place) = self.dearest(side, &plain) else { return };
            self.now[side].units[place].galvanized = true;
        }
    }

    /// Dame Briar galvanizes the unit with the best combat value.
    fn play_dame_briar(&mut self, side: usize) {
        if !self.is_held(side, Effect::DameBriar) {
            return;
        }
        let plain = self.places(side, |unit| !unit.galvanized);
        let plain = self.wanted(side, Effect::DameBriar, plain);
        let value = |place: usize| self.printed(side, &self.now[side].units[place]).1;
        let best = plain.iter().map(|&place| value(place)).min();
        let best: Vec<usize> =
            plain.into_iter().filter(|&place| Some(value(place)) == best).collect();
        if let Some(place) = self.dearest_to_roll(side, &best) {
            self.now[side].spend(Effect::DameBriar);
            self.now[side].units[place].galvanized = true;
        }
    }

    /// Those of the units that are of the class that the scenario names, if it names one.
    pub(crate) fn wanted(&self, side: usize, effect: Effect, mut places: Vec<usize>) -> Vec<usize> {
        if let Some(class) = self.setup.sides[side].chosen.get(&effect) {
            places.retain(|&place| self.card(&self.now[side].units[place]).is(class));
        }
        places
    }

    /// Brother Milor places two fighters or two infantry.
    fn play_milor(&mut self, side: usize, lost: &[Unit]) {
        // The older print works before the combat as well.
        let prints = [(Effect::Milor, self.in_combat), (Effect::MilorOmega, true)];
        let held = |&(print, works): &(Effect, bool)| works && self.is_held(side, print);
        let Some((print, _)) = prints.into_iter().find(held) else { return };
        self.now[side].spend(print);
        let ship = self.setup.in_space && self.fights(side, &lost[0]);
        let kind = if ship { Kind::Fighter } else { Kind::Infantry };
        self.place(side, kind, 2);
    }

    /// Places units of a type, as far as there is plastic.
    pub(crate) fn place(&mut self, side: usize, kind: Kind, number: usize) {
        let Some(class) = self.setup.own_class(side, kind) else { return };
        let class = self.present_class(side, class);
        let is_away = [Effect::Dynamo, Effect::Quietus].map(|of| self.is_away(side, of));
        let away = usize::from(kind == Kind::Flagship && is_away.contains(&true));
        for _ in 0..number {
            let alike = self.now[side].units.iter().filter(|unit| self.kind(unit) == kind);
            if alike.count() + away < kind.plastic() {
                self.now[side].units.push(Unit::new(class));
            }
        }
        self.now[side].units.sort();
    }

    /// The class, or its upgrade if that was revealed in the combat.
    pub(crate) fn present_class(&self, side: usize, class: u16) -> u16 {
        let upgrade = || self.setup.cards.upgrade(class, &self.setup.sides[side].faction);
        if self.now[side].revealed == Some(class) { upgrade().unwrap_or(class) } else { class }
    }

    /// Vos Hollow: the enemy destroys a ship of the type of the first that was lost.
    fn play_vos_hollow(&mut self, side: usize, lost: &[Unit]) {
        let enemy = 1 - side;
        if !self.is_held(side, Effect::VosHollow) {
            return;
        }
        // Those that were lost together are looked at in the order of loss.
        let mut lost: Vec<&Unit> = lost.iter().filter(|unit| self.fights(side, unit)).collect();
        lost.sort_by_key(|unit| self.loss_key(side, unit));
        for unit in lost {
            let kind = self.kind(unit);
            let alike = self.places(enemy, |other| self.kind(other) == kind);
            let damaged = |&place: &usize| self.now[enemy].units[place].damaged;
            let first: Vec<usize> = alike.iter().copied().filter(damaged).collect();
            let place = self.first_lost(enemy, &first).or_else(|| self.first_lost(enemy, &alike));
            if let Some(place) = place {
                self.now[side].spend(Effect::VosHollow);
                self.destroy(enemy, place);
                return;
            }
        }
    }

    /// Courageous to the End: two dice at the best value of the ships lost; the enemy destroys a
    /// ship for each success.
    fn play_courageous(&mut self, side: usize, lost: &[Unit]) {
        let enemy = 1 - side;
        if !self.in_combat || !self.setup.in_space {
            return;
        }
        let ships = lost.iter().copied().filter(|unit| self.fights(side, unit));
        let value = self.best_value(side, ships);
        let (Some(value), false) = (value, self.is_wiped_out(enemy)) else { return };
        if !self.is_held(side, Effect::Courageous) {
            return;
        }
        self.now[side].spend(Effect::Courageous);
        for _ in 0..self.roll_plain(2, value) {
            let all = self.places(enemy, |_| true);
            if let Some(place) = self.first_lost(enemy, &all) {
                self.destroy(enemy, place);
            }
        }
    }

    /// Sleeper Cell: the enemy of a destroyed ship places one of that type.
    fn replace_for(&mut self, side: usize, lost: &Unit) {
        let kind = self.kind(lost);
        let plain = !matches!(kind, Kind::Infantry | Kind::Mech | Kind::Pds);
        let classes = &self.setup.sides[side].classes;
        let known = kind != Kind::WarSun
            || classes.iter().any(|&class| self.setup.cards.get(class).kind == kind);
        if self.now[side].sleeper && plain && known {
            self.place(side, kind, 1);
        }
    }

    /// Ends an effect that destroys units without hits.
    pub(crate) fn settle(&mut self) {
        self.assign(NO_HITS, Source::Combat);
    }
}
