//! Assigning hits, in the order of T33 and T34.

use super::chance::Chooser;
use super::effects::Effect;
use super::model::{SIDES, Unit};
use super::units::Kind;
use super::values::{Game, Source};

/// Hits on a side by what they may be assigned to; the narrower come first.
pub(crate) type Hits = [usize; 5];

/// Hits on fighters only: surplus ones are lost.
pub(crate) const FIGHTERS: usize = 0;
/// Hits of unit abilities on non-fighter ships while there are any.
pub(crate) const ABILITY_AIMED: usize = 1;
/// Hits of unit abilities.
pub(crate) const ABILITY: usize = 2;
/// Hits on non-fighter ships while there are any.
pub(crate) const AIMED: usize = 3;
pub(crate) const PLAIN: usize = 4;

pub(crate) const NO_HITS: [Hits; 2] = [[0; 5]; 2];

/// Hits on one side.
pub(crate) fn hits_on(side: usize, kind: usize, number: usize) -> [Hits; 2] {
    let mut hits = NO_HITS;
    hits[side][kind] = number;
    hits
}

fn total(hits: &Hits) -> usize {
    hits.iter().sum()
}

/// Takes hits away, whatever they may be assigned to.
fn cancel(hits: &mut Hits, mut number: usize) {
    for kind in hits {
        let gone = number.min(*kind);
        *kind -= gone;
        number -= gone;
    }
}

impl Game<'_> {
    /// Assigns hits on both sides at once, with all that follows.
    pub(crate) fn assign(&mut self, mut hits: [Hits; 2], source: Source) {
        self.open_window();
        for side in SIDES {
            self.cancel_hits(side, &mut hits[side], source);
        }
        self.resolve(&mut hits, source);
        self.close_window(source);
    }

    /// What was gained is in force from here on.
    pub(crate) fn open_window(&mut self) {
        for force in &mut self.now {
            if let Some(effect) = force.gained.take() {
                force.left[effect as usize] += 1;
            }
        }
    }

    /// Ends a window: what follows from its losses.
    pub(crate) fn close_window(&mut self, source: Source) {
        for force in &mut self.now {
            force.units.iter_mut().for_each(|unit| unit.spent = false);
        }
        (self.cancelled, self.shielded, self.frozen) = ([false; 2], [false; 2], None);
        if !self.quiet {
            self.follow_losses(source);
        }
    }

    // (1) and (2): what cancels hits of the whole roll.

    fn cancel_hits(&mut self, side: usize, hits: &mut Hits, source: Source) {
        let force = &self.now[side];
        if source == Source::Bombardment && force.has(Effect::Proxima) {
            let is_there = |unit: &&Unit| self.fights(side, unit) || self.kind(unit) == Kind::Pds;
            let galvanized = force.units.iter().filter(is_there).filter(|unit| unit.galvanized);
            let number = galvanized.count();
            cancel(hits, number);
        }
        let shields = self.setup.in_space && self.in_combat;
        if shields && self.is_held(side, Effect::ShieldsHolding) {
            let able = |unit: &Unit| {
                self.can_sustain(side, unit, source) && self.hit_for(side, hits, unit).is_some()
            };
            let sustains = self.guard(side, hits).is_some() || !self.places(side, able).is_empty();
            let kills = || !sustains && self.harm(side, hits, source).0 > 0;
            let due = total(hits) >= 2 || kills();
            // Tellurian may cancel one more.
            let tellurian = usize::from(self.is_held(side, Effect::Tellurian));
            self.cancel_by(side, Effect::ShieldsHolding, (2, tellurian), hits, source, due);
        }
        if source == Source::Cannon && self.is_held(side, Effect::Jets) {
            self.cancel_by(side, Effect::Jets, (1, 0), hits, source, true);
        }
    }

    /// Uses a card that cancels hits, if it is due and saves something, with what another effect
    /// cancels.
    fn cancel_by(
        &mut self,
        side: usize,
        card: Effect,
        (number, others): (usize, usize),
        hits: &mut Hits,
        source: Source,
        due: bool,
    ) {
        let mut fewer = *hits;
        cancel(&mut fewer, number + others);
        if due && self.harm(side, &fewer, source) != self.harm(side, hits, source) {
            self.now[side].spend(card);
            cancel(hits, number);
        }
    }

    /// The units that these hits destroy and damage, as far as their owner knows.
    pub(crate) fn harm(&self, side: usize, hits: &Hits, source: Source) -> (usize, usize) {
        let mut none = Chooser::default();
        let mut look = Game {
            setup: self.setup,
            rolls: self.rolls,
            chooser: &mut none,
            now: self.now.clone(),
            round: self.round,
            in_combat: self.in_combat,
            quiet: true,
            deaths: [Vec::new(), Vec::new()],
            cancelled: [true; 2],
            shielded: self.shielded,
            frozen: self.frozen,
        };
        let mut both = NO_HITS;
        both[side] = *hits;
        look.resolve(&mut both, source);
        let damaged =
            |game: &Game<'_>| game.now[side].units.iter().filter(|unit| unit.damaged).count();
        let lost_damaged = look.deaths[side].iter().filter(|unit| unit.damaged).count();
        (look.deaths[side].len(), damaged(&look) + lost_damaged)
    }

    // (3) Metali Void Shielding.

    /// Uses it once in a window, as soon as a ship can take a hit: one of Reflective Shielding, too.
    fn shield_ships(&mut self, hits: &mut [Hits; 2], source: Source) {
        while SIDES.into_iter().any(|side| self.use_void_shielding(side, hits, source)) {}
    }

    /// True if a ship takes a hit.
    fn use_void_shielding(&mut self, side: usize, hits: &mut [Hits; 2], source: Source) -> bool {
        let is_there = self.setup.in_space && self.now[side].has(Effect::VoidShielding);
        if !is_there || self.shielded[side] {
            return false;
        }
        let able = self.places(side, |unit| {
            self.can_use_void_shielding(side, unit, source)
                && self.hit_for(side, &hits[side], unit).is_some()
        });
        let Some(place) = self.cheapest(side, &able) else { return false };
        self.shielded[side] = true;
        self.sustain(side, place, hits, source);
        true
    }

    pub(crate) fn can_use_void_shielding(&self, side: usize, unit: &Unit, source: Source) -> bool {
        let card = self.card(unit);
        let lacks = !card.sustains && unit.cavalry == 0;
        let ship = self.is_large(unit) && self.fights(side, unit);
        ship && lacks && !unit.damaged && !unit.spent && !self.is_stopped(side, unit, source)
    }

    // (4), (5) and (6).

    /// Resolves hits until none is left that a unit can take.
    fn resolve(&mut self, hits: &mut [Hits; 2], source: Source) {
        loop {
            self.sustain_in_turn(hits, source);
            self.freeze();
            for side in SIDES {
                self.lose_to(side, hits, source);
            }
            // Late sustaining may have made new hits.
            if SIDES.iter().all(|&side| total(&hits[side]) == 0) {
                return;
            }
        }
    }

    /// Attacker and defender sustain in turn, one unit at a time.
    fn sustain_in_turn(&mut self, hits: &mut [Hits; 2], source: Source) {
        loop {
            let mut sustained = false;
            for side in SIDES {
                self.shield_ships(hits, source);
                if let Some(place) = self.next_to_sustain(side, &hits[side], source) {
                    self.sustain(side, place, hits, source);
                    sustained = true;
                } else {
                    sustained |= self.sustain_late(side, hits, source);
                }
            }
            if !sustained {
                return;
            }
        }
    }

    /// The turn of a side that sustains late: it loses what comes first. True if it sustains.
    fn sustain_late(&mut self, side: usize, hits: &mut [Hits; 2], source: Source) -> bool {
        let waits = self.setup.sides[side].late && self.setup.in_space;
        let able = |game: &Self| {
            let mut all = game.fighting(side);
            all.any(|unit| game.can_sustain(side, unit, source))
        };
        while waits && total(&hits[side]) > 0 && able(self) {
            self.freeze();
            if self.take_one(side, hits, source) {
                return true;
            }
        }
        false
    }

    /// Losses are simultaneous: what kept units from sustaining does so until all are over.
    fn freeze(&mut self) {
        self.frozen = self.frozen.or_else(|| Some(SIDES.map(|side| self.stops(side))));
    }

    /// The unit that sustains next before any unit is lost.
    fn next_to_sustain(&self, side: usize, hits: &Hits, source: Source) -> Option<usize> {
        if total(hits) == 0 {
            return None;
        }
        if let Some(place) = self.guard(side, hits) {
            return Some(place);
        }
        let able = |unit: &Unit| {
            self.can_sustain(side, unit, source) && self.hit_for(side, hits, unit).is_some()
        };
        let first = self.places(side, |unit| able(unit) && self.card(unit).immune);
        let waits = self.setup.sides[side].late && self.setup.in_space;
        let rest = if waits { Vec::new() } else { self.places(side, able) };
        self.first_lost(side, &first).or_else(|| self.first_lost(side, &rest))
    }

    /// A Quantum Manipulator that sustains hits on ships. It takes no surplus hits on fighters.
    fn guard(&self, side: usize, hits: &Hits) -> Option<usize> {
        // Losses are simultaneous for guards, too.
        let disarmed = self.frozen.map_or_else(|| self.stops(side), |f| f[side]).disarmed;
        if !self.setup.in_space || !self.in_combat || self.setup.articles || disarmed {
            return None;
        }
        let able = |unit: &Unit| self.card(unit).is("nomad-mech") && !unit.damaged && !unit.spent;
        let guards = self.now[side].units.iter().filter(|unit| able(unit)).count();
        let each = 1 + usize::from(self.now[side].has(Effect::NonEuclidean));
        if total(hits) == hits[FIGHTERS] {
            let fighters = self.fighting(side).filter(|unit| !self.is_large(unit)).count();
            if fighters == 0 || hits[FIGHTERS] >= fighters + each * guards {
                return None;
            }
        }
        self.now[side].units.iter().position(able)
    }

    /// The narrowest hit that a unit can take.
    fn hit_for(&self, side: usize, hits: &Hits, unit: &Unit) -> Option<usize> {
        (0..hits.len()).find(|&kind| hits[kind] > 0 && self.can_take(side, kind, unit))
    }

    fn can_take(&self, side: usize, kind: usize, unit: &Unit) -> bool {
        let ward = self.is_ward(unit);
        let large = self.is_large(unit);
        match kind {
            FIGHTERS => !large,
            ABILITY_AIMED => {
                let first = |other: &Unit| self.is_large(other) && !self.is_ward(other);
                !ward && (large || !self.fighting(side).any(first))
            }
            ABILITY => !ward,
            AIMED => large || !self.fighting(side).any(|other| self.is_large(other)),
            _ => true,
        }
    }

    /// A unit sustains damage, with all that follows at once.
    pub(crate) fn sustain(
        &mut self,
        side: usize,
        place: usize,
        hits: &mut [Hits; 2],
        source: Source,
    ) {
        let unit = self.now[side].units[place];
        let fights = self.fights(side, &unit);
        let any = |hits: &Hits| (0..hits.len()).find(|&kind| hits[kind] > 0);
        let shields = 1 + usize::from(self.now[side].has(Effect::NonEuclidean));
        for _ in 0..shields {
            let own = &hits[side];
            let hit = if fights { self.hit_for(side, own, &unit) } else { any(own) };
            if let Some(kind) = hit {
                hits[side][kind] -= 1;
            }
        }
        let after = &mut self.now[side].units[place];
        (after.damaged, after.fresh) = (true, true);
        if self.quiet {
            return;
        }
        let in_space = self.setup.in_space;
        // Eidolon Maximum is a ship on a planet, too.
        let is_ship = fights && (in_space || self.card(&unit).is_ward());
        if self.in_combat && is_ship && self.is_held(side, Effect::Reflective) {
            self.now[side].spend(Effect::Reflective);
            hits[1 - side][PLAIN] += 2;
        }
        let strikes = self.card(&unit).is("sardakk-mech") && !self.setup.articles;
        if self.in_combat && !in_space && strikes {
            hits[1 - side][PLAIN] += 1;
        }
        let immune = self.card(&unit).immune;
        if is_ship && !immune && self.is_held(1 - side, Effect::DirectHit) {
            self.now[1 - side].spend(Effect::DirectHit);
            // What follows comes at once. Other units have not been lost yet.
            let others = std::mem::take(&mut self.deaths);
            let before = SIDES.map(|side| self.stops(side));
            self.destroy(side, place);
            self.follow_losses(source);
            self.deaths = others;
            // What a unit kept from sustaining may do so from now on.
            for side in SIDES {
                let stops = self.stops(side);
                if let Some(frozen) = self.frozen.as_mut().filter(|_| stops != before[side]) {
                    frozen[side] = stops;
                }
            }
        } else if self.has_flagship(side, Effect::Dynamo) {
            self.now[side].spend(Effect::Dynamo);
            let after = &mut self.now[side].units[place];
            (after.damaged, after.spent) = (false, true);
        }
    }

    /// A unit is destroyed; what follows waits for the end of the window.
    pub(crate) fn destroy(&mut self, side: usize, place: usize) {
        let unit = self.now[side].units.remove(place);
        self.deaths[side].push(unit);
    }

    /// Loses units to the hits on a side. Units of the class that is due sustain first.
    fn lose_to(&mut self, side: usize, hits: &mut [Hits; 2], source: Source) {
        while total(&hits[side]) > 0 {
            self.take_one(side, hits, source);
        }
    }

    /// Takes one hit on a side. True if a unit sustains it.
    fn take_one(&mut self, side: usize, hits: &mut [Hits; 2], source: Source) -> bool {
        self.shield_ships(hits, source);
        let Some(kind) = hits[side].iter().position(|&number| number > 0) else { return false };
        let targets = self.places(side, |unit| self.can_take(side, kind, unit));
        let Some(due) = self.first_lost(side, &targets) else {
            hits[side][kind] = 0;
            return false;
        };
        let class = self.now[side].units[due].class;
        let able = self.places(side, |unit| {
            let takes = self.can_take(side, kind, unit);
            unit.class == class && takes && self.can_sustain(side, unit, source)
        });
        if let Some(place) = self.first_lost(side, &able) {
            self.sustain(side, place, hits, source);
            return true;
        }
        let saved = self.is_saved(side, &hits[side], source);
        hits[side][kind] -= 1;
        if !saved {
            self.destroy(side, due);
        }
        false
    }

    /// Tellurian cancels a hit that would destroy a unit, if that saves a unit or damage.
    fn is_saved(&mut self, side: usize, hits: &Hits, source: Source) -> bool {
        if self.quiet || self.cancelled[side] || !self.is_held(side, Effect::Tellurian) {
            return false;
        }
        let mut fewer = *hits;
        cancel(&mut fewer, 1);
        if self.harm(side, &fewer, source) == self.harm(side, hits, source) {
            return false;
        }
        self.now[side].spend(Effect::Tellurian);
        self.cancelled[side] = true;
        true
    }

    // T35: a hit on a unit of the enemy's choice.

    /// The unit that the enemy chooses for one hit, and whether the hit destroys it.
    pub(crate) fn chosen_target(&self, side: usize) -> Option<(usize, bool)> {
        let survives = |unit: &Unit| {
            let shielded = self.now[side].has(Effect::VoidShielding)
                && self.setup.in_space
                && self.can_use_void_shielding(side, unit, Source::Combat);
            shielded || self.can_sustain(side, unit, Source::Combat)
        };
        // Fighters that have landed are no ground forces.
        let counts = |unit: &Unit| self.setup.in_space || self.is_large(unit);
        let falls = self.places(side, |unit| counts(unit) && !survives(unit));
        let all = self.places(side, counts);
        let dearest = |places: &[usize]| self.dearest(side, places);
        dearest(&falls).map(|place| (place, true)).or(dearest(&all).map(|place| (place, false)))
    }

    /// A hit on the unit that the enemy chooses.
    pub(crate) fn hit_chosen(&mut self, side: usize) {
        self.open_window();
        let Some((place, falls)) = self.chosen_target(side) else { return };
        let mut hits = hits_on(side, PLAIN, 1);
        let in_space = self.setup.in_space;
        if falls && in_space && self.is_held(side, Effect::ShieldsHolding) {
            self.now[side].spend(Effect::ShieldsHolding);
        } else if !falls {
            let unit = self.now[side].units[place];
            self.shielded[side] = !self.can_sustain(side, &unit, Source::Combat);
            self.sustain(side, place, &mut hits, Source::Combat);
            self.resolve(&mut hits, Source::Combat);
        } else if self.is_held(side, Effect::Tellurian) {
            self.now[side].spend(Effect::Tellurian);
        } else {
            self.destroy(side, place);
        }
        self.close_window(Source::Combat);
    }
}
