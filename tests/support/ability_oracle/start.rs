//! The start of combat: the players take turns (T17).

use super::assign::{AIMED, PLAIN, hits_on};
use super::effects::Effect;
use super::model::{SIDES, Unit};
use super::units::Kind;
use super::values::{Game, Source};

/// The order in which a player resolves what he has.
const ORDER: [Effect; 17] = [
    Effect::SleeperCell,
    Effect::FragmentReality,
    Effect::OverwingZeta,
    Effect::Eidolon,
    Effect::Alastor,
    Effect::Claire,
    Effect::RevealPrototype,
    Effect::CavalryI,
    Effect::CavalryII,
    Effect::Tekklar,
    Effect::Indoctrination,
    Effect::Greyfire,
    Effect::Ambush,
    Effect::Splicer,
    Effect::ImpulseCore,
    Effect::Magen,
    Effect::AssaultCannon,
];

impl Game<'_> {
    /// Plays the start of combat, until it is over or all is done.
    pub(crate) fn start_combat(&mut self) {
        let turns = SIDES.map(|side| -> Vec<Effect> {
            ORDER.into_iter().filter(|&effect| self.starts_with(side, effect)).collect()
        });
        for turn in 0..ORDER.len() {
            for side in SIDES {
                if self.is_over() {
                    return;
                }
                if let Some(&effect) = turns[side].get(turn) {
                    self.open_window();
                    self.play_start(side, effect);
                }
            }
        }
    }

    fn starts_with(&self, side: usize, effect: Effect) -> bool {
        match effect {
            Effect::Eidolon => self.setup.in_space && self.owns_mech(side, "naaz-mech"),
            Effect::Alastor => self.setup.in_space && self.owns(side, "nekro-flagship"),
            // What has no effect against the enemy is not played and takes no turn.
            Effect::CavalryI | Effect::CavalryII if self.is_faction(1 - side, "nomad") => false,
            Effect::Greyfire if self.is_faction(1 - side, "yin") => false,
            _ => self.is_held(side, effect),
        }
    }

    fn is_faction(&self, side: usize, name: &str) -> bool {
        self.setup.sides[side].faction == name
    }

    fn play_start(&mut self, side: usize, effect: Effect) {
        let enemy = 1 - side;
        match (self.setup.in_space, effect) {
            (true, Effect::SleeperCell) => self.now[side].sleeper = true,
            (true, Effect::FragmentReality | Effect::OverwingZeta) => {
                self.place_named(side, effect);
            }
            (true, Effect::Eidolon) => self.turn_eidolons(side),
            // It may have been destroyed since: then its text is gone.
            (true, Effect::Alastor) => self.now[side].boarded = self.owns(side, "nekro-flagship"),
            (false, Effect::Claire) if side == 1 => self.place(side, Kind::Infantry, 1),
            (_, Effect::RevealPrototype) => self.reveal(side),
            (true, Effect::CavalryI) => self.mount(side, 1),
            (true, Effect::CavalryII) => self.mount(side, 2),
            (false, Effect::Indoctrination) => {
                let deploys = self.now[side].has(Effect::Moyin)
                    && !self.setup.articles
                    && !self.is_disarmed(side);
                self.convert(side, deploys);
            }
            (false, Effect::Greyfire) => {
                let forces = self.fighting(enemy).filter(|unit| self.is_large(unit)).count();
                if forces >= 2 {
                    self.convert(side, false);
                }
            }
            (true, Effect::Ambush) => self.ambush(side),
            (true, Effect::Splicer) => self.hit_chosen(enemy),
            (true, Effect::ImpulseCore) => self.fire_impulse_core(side),
            (false, Effect::Magen) if self.has_structure(side) => self.hit_chosen(enemy),
            (true, Effect::AssaultCannon) => self.fire_assault_cannon(side),
            _ => (),
        }
    }

    fn has_structure(&self, side: usize) -> bool {
        self.now[side].units.iter().any(|unit| self.kind(unit) == Kind::Pds)
    }

    /// Places the units that the scenario names.
    pub(crate) fn place_named(&mut self, side: usize, effect: Effect) {
        let placed = self.setup.sides[side].placed.get(&effect);
        for (name, number) in placed.into_iter().flatten() {
            match Kind::named(name) {
                Some(kind) => self.place(side, kind, *number),
                None => {
                    let unit = Unit::new(self.setup.cards.named(name));
                    self.now[side].units.extend(std::iter::repeat_n(unit, *number));
                }
            }
        }
        self.now[side].units.sort();
    }

    fn turn_eidolons(&mut self, side: usize) {
        let cards = &self.setup.cards;
        let (from, to) = (cards.named("naaz-mech"), cards.named("naaz-mech-space"));
        for unit in &mut self.now[side].units {
            if unit.class == from {
                unit.class = to;
            }
        }
    }

    /// Reveal Prototype: a class is upgraded.
    fn reveal(&mut self, side: usize) {
        let own = &self.setup.sides[side];
        let Some(name) = own.chosen.get(&Effect::RevealPrototype) else { return };
        let cards = &self.setup.cards;
        let fits = |class: u16| {
            let card = cards.get(class);
            let is_kind = Kind::named(name) == Some(card.kind);
            (card.is(name) || is_kind) && !card.name.ends_with("-ii")
        };
        for place in 0..self.now[side].units.len() {
            let class = self.now[side].units[place].class;
            if let (true, Some(better)) = (fits(class), cards.upgrade(class, &own.faction)) {
                self.now[side].units[place].class = better;
                self.now[side].revealed = Some(class);
            }
        }
        self.now[side].units.sort();
    }

    /// The Cavalry: the ship with the worst combat value, with what its text adds, fights like the
    /// Nomad's flagship.
    fn mount(&mut self, side: usize, level: u8) {
        let ships = self.places(side, |unit| {
            self.is_large(unit) && !self.card(unit).is_ward() && self.card(unit).is_ship()
        });
        let chosen = if level == 1 { Effect::CavalryI } else { Effect::CavalryII };
        let ships = self.wanted(side, chosen, ships);
        let value = |place: usize| {
            let unit = &self.now[side].units[place];
            let value = self.card(unit).combat.1 - self.text_bonus(side, unit);
            (value, !self.card(unit).sustains)
        };
        let worst = ships.iter().map(|&place| value(place)).max();
        let worst: Vec<usize> =
            ships.into_iter().filter(|&place| Some(value(place)) == worst).collect();
        if let Some(place) = self.cheapest(side, &worst) {
            self.now[side].units[place].cavalry = level;
        }
    }

    /// Replaces the enemy's best infantry by an own one, or by a mech.
    fn convert(&mut self, side: usize, deploys: bool) {
        let enemy = 1 - side;
        let infantry = self.places(enemy, |unit| self.kind(unit) == Kind::Infantry);
        let Some(place) = self.dearest(enemy, &infantry) else { return };
        self.now[enemy].units.remove(place);
        let mechs = self.now[side].units.iter().filter(|unit| self.kind(unit) == Kind::Mech);
        let deploys = deploys && mechs.count() < Kind::Mech.plastic();
        let kind = if deploys { Kind::Mech } else { Kind::Infantry };
        self.place(side, kind, 1);
    }

    /// Ambush: a die each of two cruisers or destroyers, the best first.
    fn ambush(&mut self, side: usize) {
        let small = |unit: &&Unit| matches!(self.kind(unit), Kind::Cruiser | Kind::Destroyer);
        let own = self.fighting(side).filter(small);
        let mut values: Vec<i32> = own.map(|unit| self.printed(side, unit).1).collect();
        values.sort_unstable();
        let mut hits = 0;
        for value in values.into_iter().take(2) {
            hits += self.roll_plain(1, value);
        }
        self.assign(hits_on(1 - side, PLAIN, hits), Source::Combat);
    }

    /// The ship that is given up: a destroyer before a cruiser.
    pub(crate) fn sacrifice(&self, side: usize) -> Option<usize> {
        [Kind::Destroyer, Kind::Cruiser].into_iter().find_map(|kind| {
            let ships = self.places(side, |unit| self.kind(unit) == kind);
            self.first_lost(side, &ships)
        })
    }

    pub(crate) fn is_last(&self, side: usize) -> bool {
        self.fighting(side).count() == 1
    }

    /// Impulse Core: a ship is given up for a hit.
    fn fire_impulse_core(&mut self, side: usize) {
        let enemy = 1 - side;
        let hits = hits_on(enemy, AIMED, 1);
        let Some(place) = self.sacrifice(side) else { return };
        if self.is_last(side) && self.harm(enemy, &hits[enemy], Source::Combat).0 == 0 {
            return;
        }
        self.destroy(side, place);
        self.assign(hits, Source::Combat);
    }

    /// Assault Cannon: with three non-fighter ships, the enemy loses one of his.
    fn fire_assault_cannon(&mut self, side: usize) {
        let enemy = 1 - side;
        let large = self.places(enemy, |unit| self.is_large(unit));
        if self.large_ships(side) < 3 {
            return;
        }
        if let Some(place) = self.first_lost(enemy, &large) {
            self.destroy(enemy, place);
            self.settle();
        }
    }
}
