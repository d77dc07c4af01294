//! Sides, units and their orders.

use super::*;

impl Table<'_> {
    pub(super) fn side(&self, side: usize) -> &Side {
        &self.fight.sides[side]
    }

    pub(super) fn knows(&self, side: usize, name: &str) -> bool {
        self.side(side).known.contains(&name)
    }

    pub(super) fn groups(&self, side: usize) -> std::ops::Range<usize> {
        0..self.cards[side].len()
    }

    pub(super) fn is_ship(&self, side: usize, group: usize) -> bool {
        let card = &self.cards[side][group];
        let afoot = matches!(card.kind, Kind::Infantry | Kind::Mech | Kind::Pds);
        !afoot || (card.is("flipped") && self.turned[side]) || card.is("ward")
    }

    pub(super) fn is_on_the_planet(&self, side: usize, group: usize) -> bool {
        let card = &self.cards[side][group];
        match card.kind {
            Kind::Infantry => true,
            Kind::Mech => !card.is("flipped"),
            // The Titans' PDS have a combat value.
            Kind::Pds => card.combat.0 > 0,
            _ => false,
        }
    }

    pub(super) fn fights(&self, side: usize, group: usize) -> bool {
        if self.fight.in_space {
            self.is_ship(side, group)
        } else {
            self.is_on_the_planet(side, group)
        }
    }

    pub(super) fn is_fighter(&self, side: usize, group: usize) -> bool {
        self.cards[side][group].kind == Kind::Fighter
    }

    /// Fighters and ground forces that cannot move alone.
    pub(super) fn needs_room(&self, side: usize, group: usize) -> bool {
        let card = &self.cards[side][group];
        matches!(card.kind, Kind::Fighter | Kind::Infantry | Kind::Mech) && !card.is("moves")
    }

    pub(super) fn fighting(&self, state: &State, side: usize) -> usize {
        let fights = self.groups(side).filter(|&group| self.fights(side, group));
        fights.map(|group| state[side].alive(group)).sum()
    }

    /// Ships other than fighters.
    pub(super) fn large_ships(&self, state: &State, side: usize) -> usize {
        let large = |&group: &usize| self.is_ship(side, group) && !self.is_fighter(side, group);
        self.groups(side).filter(large).map(|group| state[side].alive(group)).sum()
    }

    /// True if a unit with this word is alive and, unless `anywhere`, fights here.
    pub(super) fn has(&self, state: &State, side: usize, word: &str, anywhere: bool) -> bool {
        self.groups(side).any(|group| {
            self.cards[side][group].is(word)
                && state[side].alive(group) > 0
                && (anywhere || self.fights(side, group))
        })
    }

    /// The order of loss: the groups that the side lists, then the others by kind, and of one kind
    /// the worse fighter first.
    pub(super) fn order(&self, side: usize) -> Vec<usize> {
        let mut order: Vec<usize> =
            self.groups(side).filter(|&group| self.fights(side, group)).collect();
        let expected = |group: usize| {
            let (dice, face) = self.cards[side][group].combat;
            dice as i32 * (11 - face + self.side(side).bonus).clamp(0, 10)
        };
        order.sort_by_key(|&group| (self.rank(side, group), expected(group)));
        let listed = &self.side(side).order;
        order.sort_by_key(|group| listed.iter().position(|l| l == group).unwrap_or(usize::MAX));
        order
    }

    pub(super) fn rank(&self, side: usize, group: usize) -> u8 {
        let card = &self.cards[side][group];
        match card.kind {
            _ if card.is("ward") => 9,
            Kind::Fighter | Kind::Infantry => 0,
            Kind::Destroyer => 1,
            Kind::Cruiser => 2,
            Kind::Mech => 3,
            Kind::Carrier | Kind::Pds => 4,
            Kind::Dreadnought => 5,
            Kind::Flagship => 6,
            Kind::WarSun => 7,
        }
    }
}
