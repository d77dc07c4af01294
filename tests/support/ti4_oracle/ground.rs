//! Combat on a planet.

use super::*;

impl Table<'_> {
    pub(super) fn ground(&mut self) {
        let start = self.start();
        let bombed = self.bombard(&start);
        let landed = gather(bombed.iter().flat_map(|(state, chance)| {
            self.defence(state).into_iter().map(move |(state, p)| (state, chance * p))
        }));
        let mut spread = self.close(landed);
        for side in SIDES {
            let shot = gather(spread.into_iter().map(|(state, p)| (self.magen(state, side), p)));
            spread = self.close(shot);
        }
        self.fight_on(spread);
    }

    /// The attacker's ships bombard, unless a planetary shield stops them.
    pub(super) fn bombard(&self, state: &State) -> Spread {
        let is_shielded = self.has(state, 1, "shield", true) && !self.has(state, 0, "pierce", true);
        let malus = if self.knows(1, "bunker") { 4 } else { 0 };
        let none = |_: usize| (0, 10);
        let dice = |group: usize| self.cards[0][group].bombs;
        let made = if is_shielded {
            self.ability_roll(state, 0, &none, malus)
        } else {
            self.ability_roll(state, 0, &dice, malus)
        };
        let twice = if self.knows(0, "x-89-bacterial-weapon") { 2 } else { 1 };
        gather(made.into_iter().enumerate().map(|(hits, p)| {
            let mut after = self.assign(state, [[0, 0], [0, hits * twice]], Source::Bombs);
            settle(&mut after);
            (after, p)
        }))
    }

    /// Units on the planet fire at those who have landed.
    pub(super) fn defence(&self, state: &State) -> Vec<(State, f64)> {
        if self.fighting(state, 0) == 0 {
            return vec![(state.clone(), 1.0)];
        }
        let malus = i32::from(self.knows(0, "antimass-deflectors"));
        let dice = |group: usize| {
            let card = &self.cards[1][group];
            let is_there = self.fights(1, group) || card.kind == Kind::Pds;
            if is_there { card.cannon } else { (0, 10) }
        };
        let made = self.ability_roll(state, 1, &dice, malus);
        let mut found = Vec::new();
        for (hits, p) in made.into_iter().enumerate() {
            let mut after = self.assign(state, [[0, hits], [0, 0]], Source::Cannon);
            settle(&mut after);
            found.push((after, p));
        }
        found
    }

    /// Magen Defense Grid: a hit on the dearest enemy ground force of those that it destroys; if it
    /// destroys none, the dearest sustains it (T35). Of equally dear ones it goes to the one with
    /// more expected hits.
    pub(super) fn magen(&self, state: State, side: usize) -> State {
        let enemy = 1 - side;
        let built = self
            .groups(side)
            .any(|group| self.cards[side][group].kind == Kind::Pds && state[side].alive(group) > 0);
        if !self.knows(side, "magen-defense-grid") || !built {
            return state;
        }
        let bears = !self.has(&state, side, "cripple", false);
        let stands = |group: usize| {
            bears && self.cards[enemy][group].is("sustains") && state[enemy].whole[group] > 0
        };
        let here: Vec<usize> = self
            .groups(enemy)
            .filter(|&group| self.fights(enemy, group) && state[enemy].alive(group) > 0)
            .collect();
        let value = |group: usize| {
            let bonus = self.bonus(&state, enemy, group, u32::MAX);
            let chance = (11 - self.cards[enemy][group].combat.1 + bonus).clamp(0, 10);
            let expected = self.dice_each(&state, enemy, group) as i32 * chance;
            (half_cost(&self.cards[enemy][group]), expected)
        };
        let hurt = |group: usize| state[enemy].alive(group) > state[enemy].whole[group];
        let falls = here.iter().copied().filter(|&group| !stands(group) || hurt(group));
        let mut now = state.clone();
        if let Some(group) = falls.max_by_key(|&group| value(group)) {
            now[enemy].lose_one(group);
        } else if let Some(group) = here.into_iter().max_by_key(|&group| value(group)) {
            let mut hits = [[0, 0]; 2];
            hits[enemy][PLAIN] = 1;
            self.sustain(&mut now, enemy, group, &mut hits, Source::Combat(1));
            now = self.assign(&now, hits, Source::Combat(1));
            settle(&mut now);
        }
        now
    }
}

/// Cost of a ground force in half resources. The Titans' PDS and Eidolon Maximum have none.
fn half_cost(card: &Card) -> u32 {
    match card.kind {
        Kind::Mech if !card.is("ward") => 4,
        Kind::Infantry => 1,
        _ => 0,
    }
}
