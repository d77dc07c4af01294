//! What units are worth, what they can do at a moment, and the orders that follow from it.

use super::chance::Chooser;
use super::dice::Rolls;
use super::effects::Effect;
use super::model::{Setup, State, Unit};
use super::units::{Card, Dice, Kind};

/// What makes the hits that are assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Combat,
    Cannon,
    Bombardment,
}

/// A combat that is being played.
pub(crate) struct Game<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) rolls: &'a Rolls,
    pub(crate) chooser: &'a mut Chooser,
    pub(crate) now: State,
    pub(crate) round: u32,
    /// False before the start of the combat: space cannon, bombardment.
    pub(crate) in_combat: bool,
    /// Only looks at what hits would do: no reactions.
    pub(crate) quiet: bool,
    /// Units destroyed in this window.
    pub(crate) deaths: [Vec<Unit>; 2],
    /// Tellurian was used in this window.
    pub(crate) cancelled: [bool; 2],
    /// Metali Void Shielding was used in this window.
    pub(crate) shielded: [bool; 2],
    /// What kept the units of each side from sustaining when losses began: they are simultaneous.
    pub(crate) frozen: Option<[Stops; 2]>,
}

/// What keeps the units of a side from sustaining damage.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Stops {
    /// They have no unit abilities.
    pub(crate) disarmed: bool,
    /// Fourth Moon stops ships.
    ships: bool,
    /// Moll Terminus stops ground forces.
    forces: bool,
}

impl<'a> Game<'a> {
    pub(crate) fn card(&self, unit: &Unit) -> &'a Card {
        self.setup.cards.get(unit.class)
    }

    pub(crate) fn kind(&self, unit: &Unit) -> Kind {
        self.card(unit).kind
    }

    /// True for a unit that takes part in the combat.
    pub(crate) fn fights(&self, side: usize, unit: &Unit) -> bool {
        let (card, force) = (self.card(unit), &self.now[side]);
        if self.setup.in_space {
            let boards = matches!(card.kind, Kind::Infantry | Kind::Mech);
            card.is_ship() || (force.boarded && boards)
        } else {
            card.is_ground_force() || (force.landed && card.kind == Kind::Fighter)
        }
    }

    /// The units of a side that take part.
    pub(crate) fn fighting(&self, side: usize) -> impl Iterator<Item = &Unit> {
        self.now[side].units.iter().filter(move |unit| self.fights(side, unit))
    }

    /// The places of the units of a side for which something is true.
    pub(crate) fn places(&self, side: usize, test: impl Fn(&Unit) -> bool) -> Vec<usize> {
        let units = self.now[side].units.iter().enumerate();
        units
            .filter(|(_, unit)| self.fights(side, unit) && test(unit))
            .map(|(place, _)| place)
            .collect()
    }

    pub(crate) fn is_wiped_out(&self, side: usize) -> bool {
        self.fighting(side).next().is_none()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_wiped_out(0) || self.is_wiped_out(1)
    }

    pub(crate) fn is_large(&self, unit: &Unit) -> bool {
        self.kind(unit) != Kind::Fighter
    }

    /// Ships other than fighters.
    pub(crate) fn large_ships(&self, side: usize) -> usize {
        self.fighting(side).filter(|unit| self.is_large(unit)).count()
    }

    // Texts and abilities.

    /// Eidolon Maximum, which is no target of unit abilities and repairs itself.
    pub(crate) fn is_ward(&self, unit: &Unit) -> bool {
        self.card(unit).is_ward() && !self.setup.articles
    }

    /// True if a unit of this class is alive.
    pub(crate) fn owns(&self, side: usize, class: &str) -> bool {
        self.now[side].units.iter().any(|unit| self.card(unit).is(class))
    }

    /// True if a mech of this class is alive that has its text.
    pub(crate) fn owns_mech(&self, side: usize, class: &str) -> bool {
        !self.setup.articles && self.owns(side, class)
    }

    pub(crate) fn is_held(&self, side: usize, effect: Effect) -> bool {
        self.now[side].has(effect) && self.setup.sides[side].is_time(effect, self.round)
    }

    /// True if the named text of a flagship is in force.
    pub(crate) fn has_flagship(&self, side: usize, effect: Effect) -> bool {
        let is_flagship = |unit: &Unit| self.kind(unit) == Kind::Flagship;
        let is_away = self.is_away(side, effect);
        self.is_held(side, effect) && (is_away || self.now[side].units.iter().any(is_flagship))
    }

    /// True for a flagship that a side names without listing or placing one: it is in another system
    /// (T50).
    pub(crate) fn is_away(&self, side: usize, effect: Effect) -> bool {
        let (cards, own) = (&self.setup.cards, &self.setup.sides[side]);
        let is_flagship = |class: u16| cards.get(class).kind == Kind::Flagship;
        let mut placed = own.placed.values().flatten();
        own.named.contains(&effect)
            && matches!(effect, Effect::Dynamo | Effect::Quietus)
            && !own.classes.iter().any(|&class| is_flagship(class))
            && !placed.any(|(name, _)| Kind::named(name) == Some(Kind::Flagship))
    }

    /// True if the units of a side have no unit abilities.
    pub(crate) fn is_disarmed(&self, side: usize) -> bool {
        self.setup.scar || self.has_flagship(1 - side, Effect::Quietus)
    }

    /// True if something keeps a unit from sustaining damage, whatever its own state.
    pub(crate) fn is_stopped(&self, side: usize, unit: &Unit, source: Source) -> bool {
        let outlawed = self.setup.schematics && self.kind(unit) == Kind::WarSun;
        let stops = self.frozen.map_or_else(|| self.stops(side), |frozen| frozen[side]);
        let text = if self.setup.in_space {
            stops.ships && self.fights(side, unit)
        } else {
            // A bombardment before the landing is not stopped.
            stops.forces && (source != Source::Bombardment || self.in_combat)
        };
        outlawed || text || stops.disarmed
    }

    /// What keeps the units of a side from sustaining damage now.
    pub(crate) fn stops(&self, side: usize) -> Stops {
        Stops {
            disarmed: self.is_disarmed(side),
            ships: self.owns(1 - side, "mentak-flagship"),
            forces: self.owns_mech(1 - side, "mentak-mech"),
        }
    }

    pub(crate) fn can_sustain(&self, side: usize, unit: &Unit, source: Source) -> bool {
        let has_ability = self.card(unit).sustains || unit.cavalry > 0;
        has_ability && !unit.damaged && !unit.spent && !self.is_stopped(side, unit, source)
    }

    // Figures.

    /// The printed dice and combat value.
    pub(crate) fn printed(&self, side: usize, unit: &Unit) -> Dice {
        let card = self.card(unit);
        let (dice, value) = match unit.cavalry {
            1 => (2, 7),
            2 => (2, 5),
            _ => card.combat,
        };
        // The Cavalry leaves a ship the rest of its text.
        let dice = if card.is("winnu-flagship") { self.large_ships(1 - side) } else { dice };
        (dice, value)
    }

    /// Ten times the hits that a unit makes in a round by its printed value and its text.
    pub(crate) fn worth(&self, side: usize, unit: &Unit) -> i32 {
        let (dice, value) = self.printed(side, unit);
        let dice = dice as i32 + i32::from(unit.galvanized) + i32::from(unit.extra);
        dice * (11 - value + self.text_bonus(side, unit)).clamp(0, 10)
    }

    /// The bonus that the text of a unit gives its combat rolls.
    pub(crate) fn text_bonus(&self, side: usize, unit: &Unit) -> i32 {
        use Effect as E;
        let force = &self.now[side];
        let held = |effect: Effect| i32::from(force.has(effect));
        match self.card(unit).kind {
            Kind::Mech if !self.setup.articles => 2 * held(E::Mordred) + 2 * held(E::Iconoclast),
            Kind::Flagship => 2 * held(E::Arvicon) + i32::from(force.count(E::Egeiro)),
            _ => 0,
        }
    }

    /// The dice that a unit rolls in a combat round.
    pub(crate) fn combat_dice(&self, side: usize, unit: &Unit) -> usize {
        let armed = self.kind(unit) == Kind::Mech && self.owns(side, "naaz-flagship");
        let more = [unit.galvanized, unit.extra, armed].map(usize::from);
        self.printed(side, unit).0 + more.iter().sum::<usize>()
    }

    /// What is added to the combat rolls of a unit.
    pub(crate) fn bonus(&self, side: usize, unit: &Unit) -> i32 {
        use Effect as E;
        let (force, own) = (&self.now[side], &self.setup.sides[side]);
        let (card, space) = (self.card(unit), self.setup.in_space);
        let held = |effect: Effect| i32::from(force.has(effect));
        let mut bonus = match own.faction.as_str() {
            "sardakk" => 1,
            "jolnar" | "jol-nar" => {
                let spared = card.kind == Kind::Infantry && self.owns_mech(side, "jolnar-mech");
                if spared { 0 } else { -1 }
            }
            _ => 0,
        };
        bonus += i32::from(force.boosts.morale) + i32::from(force.boosts.supercharge);
        bonus += 2 * held(E::Rickar) + held(E::ArozHollow) + held(E::Assail);
        bonus += i32::from(force.count(E::Imperator));
        if space {
            bonus += i32::from(self.setup.nebula && side == 1);
            let led = self.owns(side, "sardakk-flagship") && !card.is("sardakk-flagship");
            bonus += i32::from(led);
        } else {
            bonus += held(E::Tekklar);
            let feared = own.faction == "sardakk" && self.now[1 - side].has(E::Tekklar);
            bonus -= i32::from(feared);
        }
        if card.kind == Kind::Fighter {
            bonus += held(E::Prophecy) + 2 * i32::from(force.boosts.prototype);
        }
        bonus += self.text_bonus(side, unit);
        bonus
    }

    // Orders.

    /// The place of a unit in the order of loss: the least is lost first.
    pub(crate) fn loss_key(&self, side: usize, unit: &Unit) -> impl Ord + use<> {
        let card = self.card(unit);
        let damage = match (unit.damaged, unit.fresh) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 2,
        };
        let place = (self.listed(side, card), self.rank(card), unit.cavalry > 0);
        let quality = (self.worth(side, unit), damage, unit.galvanized);
        (place, quality, price(card), unit.class)
    }

    /// The place of a class in the order that the captain has given.
    fn listed(&self, side: usize, card: &Card) -> usize {
        let order = &self.setup.sides[side].order;
        let named = order.iter().position(|name| *name == card.name);
        let alike = |name: &String| {
            self.setup
                .cards
                .find(name)
                .is_some_and(|class| self.setup.cards.get(class).kind == card.kind)
        };
        named.or_else(|| order.iter().position(alike)).unwrap_or(order.len())
    }

    /// The customary order of loss.
    fn rank(&self, card: &Card) -> u8 {
        if card.is_ward() {
            return 10;
        }
        match card.kind {
            Kind::Infantry if self.setup.in_space => 0,
            Kind::Fighter => 1,
            Kind::Infantry | Kind::Destroyer => 2,
            Kind::Cruiser => 3,
            Kind::Mech => 4,
            Kind::Carrier | Kind::Pds => 5,
            Kind::Dreadnought => 6,
            Kind::Flagship => 7,
            Kind::WarSun => 8,
        }
    }

    /// The first to be lost of these units.
    pub(crate) fn first_lost(&self, side: usize, places: &[usize]) -> Option<usize> {
        let key = |&place: &usize| self.loss_key(side, &self.now[side].units[place]);
        places.iter().copied().min_by_key(key)
    }

    /// The dearest of these units.
    pub(crate) fn dearest(&self, side: usize, places: &[usize]) -> Option<usize> {
        let key = |&place: &usize| {
            let unit = &self.now[side].units[place];
            (price(self.card(unit)), self.worth(side, unit), !unit.damaged, unit.class)
        };
        places.iter().copied().max_by_key(key)
    }

    /// The dearest of these units, to roll a die more; of equal ones the one that is lost last.
    pub(crate) fn dearest_to_roll(&self, side: usize, places: &[usize]) -> Option<usize> {
        let key = |&place: &usize| {
            let unit = &self.now[side].units[place];
            (price(self.card(unit)), self.worth(side, unit), self.loss_key(side, unit))
        };
        places.iter().copied().max_by_key(key)
    }

    /// The cheapest of these units. It is chosen to sustain damage: a damaged one cannot.
    pub(crate) fn cheapest(&self, side: usize, places: &[usize]) -> Option<usize> {
        let key = |&place: &usize| {
            let unit = &self.now[side].units[place];
            (price(self.card(unit)), self.worth(side, unit), unit.damaged, unit.class)
        };
        places.iter().copied().min_by_key(key)
    }
}

/// Half resources.
fn price(card: &Card) -> i32 {
    (card.cost * 2.0) as i32
}
