//! Unit abilities: space cannon, bombardment and anti-fighter barrage.

use super::assign::{ABILITY, ABILITY_AIMED, FIGHTERS, NO_HITS, hits_on};
use super::dice::{Handling, Rolled, Shown, Spec, mean};
use super::effects::Effect;
use super::model::{SIDES, Unit};
use super::units::{Card, Dice, Kind};
use super::values::{Game, Source};

/// What is more than a mean, whatever the rounding.
pub(crate) const MORE: f64 = 1e-9;

fn spec(dice: usize, from: i32) -> Spec {
    Spec { dice, from, aimed: false, counts: false }
}

impl Game<'_> {
    // Rolling.

    /// Lets chance decide what a roll shows.
    pub(crate) fn pick(&mut self, rolled: &Rolled) -> Shown {
        self.pick_all(rolled).1
    }

    /// Lets chance decide what a roll shows, and whether War Funding rolled a die again.
    pub(crate) fn pick_all(&mut self, rolled: &Rolled) -> (bool, Shown) {
        let chances: Vec<f64> = rolled.iter().map(|(_, p)| *p).collect();
        rolled[self.chooser.pick(&chances)].0
    }

    /// A roll of unit abilities, with what both players do to it.
    fn ability_roll(&mut self, side: usize, dice: Vec<Spec>, plasma: bool) -> Shown {
        self.ability_roll_at(side, dice, plasma, usize::MAX)
    }

    /// A roll of unit abilities of which no more than a number of hits does something.
    fn ability_roll_at(
        &mut self,
        side: usize,
        mut dice: Vec<Spec>,
        plasma: bool,
        useful: usize,
    ) -> Shown {
        // In an Entropic Scar nothing uses unit abilities by or against units.
        dice.retain(|spec| spec.dice > 0 && !self.setup.scar);
        let Some(&best) = dice.iter().min_by_key(|spec| (spec.from, !spec.counts)) else {
            return Shown::default();
        };
        let mut more = usize::from(self.now[side].has(Effect::Trrakan));
        more += usize::from(plasma && self.now[side].has(Effect::PlasmaScoring));
        if self.is_held(side, Effect::Ambuscade) {
            self.now[side].spend(Effect::Ambuscade);
            more += 1;
        }
        dice.push(Spec { dice: more, ..best });
        let heart = self.is_held(side, Effect::Heart);
        let again = self.now[side].has(Effect::Agnlan);
        let handling = Handling { again, by_one: heart, ..Handling::default() };
        let mut shown = self.pick(&self.rolls.of(dice.clone(), handling));
        if heart && shown.hits() < useful && shown.turn(1) == 1 {
            self.now[side].spend(Effect::Heart);
        }
        let lucky = shown.hits() as f64 > mean(&dice) + MORE;
        if lucky && self.is_held(1 - side, Effect::Scramble) {
            self.now[1 - side].spend(Effect::Scramble);
            shown = self.pick(&self.rolls.of(dice, Handling::default()));
        }
        shown
    }

    /// The dice of the units of a side for one unit ability.
    fn unit_dice(&self, side: usize, malus: i32, ability: impl Fn(&Unit) -> Dice) -> Vec<Spec> {
        if self.is_disarmed(side) {
            return Vec::new();
        }
        let spec_of = |unit: &Unit| {
            let (dice, value) = ability(unit);
            let dice = if dice > 0 { dice + usize::from(unit.galvanized) } else { 0 };
            let counts = self.card(unit).is("argent-destroyer-ii");
            Spec { counts, ..spec(dice, value + malus) }
        };
        self.now[side].units.iter().map(spec_of).collect()
    }

    fn assail(&self, side: usize) -> i32 {
        i32::from(self.now[side].has(Effect::Assail))
    }

    /// True if the text and the abilities of a card are printed in vain.
    fn is_outlawed(&self, card: &Card) -> bool {
        self.setup.articles && card.kind == Kind::Mech
    }

    // Space cannon.

    /// The space cannons of a side fire at the other's ships.
    pub(crate) fn cannon_offense(&mut self, side: usize) {
        let enemy = 1 - side;
        let spared = [Effect::SolarFlare, Effect::MyruVos];
        let spared = spared.into_iter().any(|effect| self.now[enemy].has(effect));
        if spared || self.owns(enemy, "argent-flagship") {
            return;
        }
        let force = &self.now[side];
        let malus = i32::from(self.now[enemy].has(Effect::Antimass)) - self.assail(side);
        let mut dice = self.unit_dice(side, malus, |unit| {
            let card = self.card(unit);
            if self.is_outlawed(card) { (0, 11) } else { card.cannon }
        });
        if !self.is_disarmed(side) {
            dice.push(spec(2 * usize::from(force.count(Effect::Lightrail)), 5 + malus));
        }
        let fired = |effect: Effect, dice: usize| if force.has(effect) { dice } else { 0 };
        dice.push(spec(fired(Effect::Custodia, 1), 5 + malus));
        dice.push(spec(fired(Effect::Geoform, 3), 5 + malus));
        if side == 1 {
            dice.push(spec(fired(Effect::Battlestation, 3), 5 + malus));
        }
        let aimed = if force.has(Effect::Graviton) { ABILITY_AIMED } else { ABILITY };
        let hits = self.ability_roll(side, dice, true).hits();
        self.assign(hits_on(enemy, aimed, hits), Source::Cannon);
    }

    /// Units on the planet fire at those who have landed.
    pub(crate) fn cannon_defense(&mut self) {
        if self.now[0].has(Effect::L4) {
            return;
        }
        let force = &self.now[1];
        let malus = i32::from(self.now[0].has(Effect::Antimass)) - self.assail(1);
        let disabled = self.now[0].has(Effect::Disable);
        let mut dice = self.unit_dice(1, malus, |unit| {
            let card = self.card(unit);
            let on_planet = card.kind == Kind::Pds || self.fights(1, unit);
            let silent = self.is_outlawed(card) || (disabled && card.kind == Kind::Pds);
            if on_planet && !silent { card.cannon } else { (0, 11) }
        });
        let fired = |effect: Effect, dice: usize| if force.has(effect) { dice } else { 0 };
        if !self.is_disarmed(1) {
            dice.push(spec(fired(Effect::Lightrail, 2), 5 + malus));
        }
        dice.push(spec(fired(Effect::Custodia, 1), 5 + malus));
        dice.push(spec(fired(Effect::Geoform, 3), 5 + malus));
        let hits = self.ability_roll(1, dice, true).hits();
        self.assign(hits_on(0, ABILITY, hits), Source::Cannon);
    }

    // Bombardment.

    /// The attacker's ships bombard; before the landing Annihilators do, too.
    pub(crate) fn bombard(&mut self, landed: bool) {
        let disabled = self.now[0].has(Effect::Disable);
        let shields = |unit: &Unit| {
            let card = self.card(unit);
            let off = self.is_outlawed(card) || (disabled && card.kind == Kind::Pds);
            card.shield && !off
        };
        let shielded = !self.is_disarmed(1) && self.now[1].units.iter().any(shields);
        let pierces = |unit: &Unit| self.card(unit).pierces_shields();
        let pierced = self.now[0].has(Effect::Ram) || self.now[0].units.iter().any(pierces);
        if self.setup.conventions || (shielded && !pierced) {
            return;
        }
        let malus = self.bombardment_malus(0);
        let dice = self.unit_dice(0, malus, |unit| {
            let card = self.card(unit);
            let is_ship = card.is_ship();
            let blitz = self.now[0].has(Effect::Blitz) && is_ship && self.is_large(unit);
            match card.bombardment {
                (0, _) if blitz => (1, 6),
                dice if is_ship || (!landed && !self.is_outlawed(card)) => dice,
                _ => (0, 11),
            }
        });
        self.bomb(0, dice);
    }

    fn bombardment_malus(&self, side: usize) -> i32 {
        4 * i32::from(self.now[1 - side].has(Effect::Bunker)) - self.assail(side)
    }

    fn bomb(&mut self, side: usize, dice: Vec<Spec>) {
        let twice = 1 + usize::from(self.now[side].has(Effect::X89));
        let hits = twice * self.ability_roll(side, dice, true).hits();
        self.assign(hits_on(1 - side, ABILITY, hits), Source::Bombardment);
    }

    /// Proxima Targeting VI bombards the enemy, who then does alike.
    pub(crate) fn bombard_own_planet(&mut self, owner: usize) {
        if !self.setup.conventions {
            for side in [owner, 1 - owner] {
                let malus = self.bombardment_malus(side);
                self.bomb(side, vec![spec(3, 8 + malus)]);
            }
        }
    }

    // Anti-fighter barrage.

    /// Both sides fire at fighters at once.
    pub(crate) fn barrage(&mut self) {
        self.open_window();
        let shown = SIDES.map(|side| self.barrage_roll(side));
        let mut hits = NO_HITS;
        for side in SIDES {
            let enemy = 1 - side;
            let ways = self.is_held(side, Effect::Waylay);
            if ways {
                self.now[side].spend(Effect::Waylay);
            }
            let scope = if ways { ABILITY } else { FIGHTERS };
            hits[enemy][scope] = shown[side].hits();
            self.raid(side, shown[side].hits());
            for _ in 0..shown[side].natural {
                self.kill_infantry(enemy);
            }
        }
        self.assign(hits, Source::Combat);
    }

    fn barrage_roll(&mut self, side: usize) -> Shown {
        if self.owns_mech(1 - side, "naalu-mech-omega") || !self.barrage_matters(side) {
            return Shown::default();
        }
        let malus = -self.assail(side);
        let mut dice = self.unit_dice(side, malus, |unit| match unit.cavalry {
            1 => (3, 8),
            2 => (3, 5),
            _ => self.card(unit).barrage,
        });
        if self.now[side].has(Effect::VoidArmaments) {
            dice.push(spec(3, 6 + malus));
        }
        let more = self.is_held(side, Effect::Waylay) || self.now[side].has(Effect::RaidFormation);
        let useful = if more { usize::MAX } else { self.targets_of_barrage(1 - side) };
        self.ability_roll_at(side, dice, false, useful)
    }

    /// Fighters, and the Quantum Manipulators that may take hits for them.
    fn targets_of_barrage(&self, side: usize) -> usize {
        let fighters = self.fighting(side).filter(|unit| !self.is_large(unit)).count();
        let able = |unit: &&Unit| self.card(unit).is("nomad-mech") && !unit.damaged;
        let guards = self.now[side].units.iter().filter(able).count();
        let each = 1 + usize::from(self.now[side].has(Effect::NonEuclidean));
        fighters + if self.setup.articles { 0 } else { each * guards }
    }

    /// False if a barrage can have no effect: it is not rolled.
    fn barrage_matters(&self, side: usize) -> bool {
        let enemy = 1 - side;
        let has_fighters = self.fighting(enemy).any(|unit| !self.is_large(unit));
        let infantry = |unit: &Unit| self.kind(unit) == Kind::Infantry;
        let kills =
            self.owns(side, "argent-destroyer-ii") && self.now[enemy].units.iter().any(infantry);
        let more = self.is_held(side, Effect::Waylay) || self.now[side].has(Effect::RaidFormation);
        has_fighters || kills || more
    }

    /// Raid Formation: each hit beyond the enemy's fighters damages a ship.
    fn raid(&mut self, side: usize, hits: usize) {
        let enemy = 1 - side;
        let fighters = self.fighting(enemy).filter(|unit| !self.is_large(unit)).count();
        if !self.now[side].has(Effect::RaidFormation) {
            return;
        }
        for _ in fighters..hits {
            let able = self.places(enemy, |unit| self.can_sustain(enemy, unit, Source::Combat));
            let Some(place) = self.dearest(enemy, &able) else { return };
            self.now[enemy].units[place].damaged = true;
        }
    }

    /// Strike Wing Alpha II: an infantry in the space area is destroyed.
    fn kill_infantry(&mut self, side: usize) {
        let units = self.now[side].units.iter().enumerate();
        let infantry = units.filter(|(_, unit)| self.kind(unit) == Kind::Infantry);
        let infantry: Vec<usize> = infantry.map(|(place, _)| place).collect();
        if let Some(place) = self.first_lost(side, &infantry) {
            self.destroy(side, place);
        }
    }
}
