//! Rolls, face by face.

use super::*;

impl Table<'_> {
    /// Hits of all dice of a side in a combat round, in two parts: without Fire Team, and with it.
    /// The card is kept for later if no die misses.
    pub(super) fn combat_rolls(&self, state: &State, side: usize, round: u32) -> [Roll; 2] {
        let plain = self.combat_roll(state, side, round, false);
        let is_held = !self.fight.in_space
            && state[side].fire_team > 0
            && is_time(self.side(side).fire_team, round);
        if !is_held {
            return [plain, Roll::new()];
        }
        // On a planet, each die makes one hit or none: with most hits, no die has missed.
        let full = plain.last_key_value().map(|(hits, chance)| (*hits, *chance));
        let dice: usize =
            self.groups(side).map(|group| self.dice_on_planet(state, side, group)).sum();
        let twice = 1 + usize::from(self.knows(side, "x-89-bacterial-weapon"));
        let mut again = self.combat_roll(state, side, round, true);
        let Some((hits, chance)) = full.filter(|(hits, _)| hits[PLAIN] == twice * dice) else {
            return [Roll::new(), again];
        };
        *again.entry(hits).or_insert(0.0) -= chance;
        [Roll::from([(hits, chance)]), again]
    }

    /// The dice of a group of ground forces.
    fn dice_on_planet(&self, state: &State, side: usize, group: usize) -> usize {
        let rolls = self.fights(side, group) && self.cards[side][group].combat.0 > 0;
        if rolls { state[side].alive(group) * self.dice_each(state, side, group) } else { 0 }
    }

    /// Hits of all dice of a side in a combat round; with Fire Team, misses are rolled again.
    pub(super) fn combat_roll(&self, state: &State, side: usize, round: u32, again: bool) -> Roll {
        let aims = self.fight.in_space && self.has(state, side, "aim", false);
        let mut roll = Roll::from([([0, 0], 1.0)]);
        for group in self.groups(side) {
            let card = &self.cards[side][group];
            if !self.fights(side, group) || card.combat.0 == 0 {
                continue;
            }
            let dice = state[side].alive(group) * self.dice_each(state, side, group);
            let bonus = self.bonus(state, side, group, round);
            let more = self.more_hits[side][group];
            let die = die(card.combat.1 - bonus, card.is("nines"), more, again);
            let aimed = aims && (card.is("aim") || card.kind == Kind::Dreadnought);
            roll = add_dice(roll, dice, &die, if aimed { AIMED } else { PLAIN });
        }
        if !self.fight.in_space && self.knows(side, "x-89-bacterial-weapon") {
            roll = roll.into_iter().map(|([a, p], chance)| ([2 * a, 2 * p], chance)).collect();
        }
        roll
    }

    pub(super) fn dice_each(&self, state: &State, side: usize, group: usize) -> usize {
        let card = &self.cards[side][group];
        let printed = match card.mirrors {
            true => self.large_ships(state, 1 - side) + self.more_dice[side][group],
            false => card.combat.0,
        };
        let armed = card.kind == Kind::Mech && self.has(state, side, "arm", true);
        printed + usize::from(armed)
    }

    /// What is added to each combat die of a unit.
    pub(super) fn bonus(&self, state: &State, side: usize, group: usize, round: u32) -> i32 {
        let (card, own) = (&self.cards[side][group], self.side(side));
        let mut bonus = own.bonus;
        if card.kind == Kind::Infantry && self.has(state, side, "steady", false) {
            bonus = bonus.max(0);
        }
        if self.fight.in_space {
            bonus += i32::from(self.fight.nebula && side == 1);
            let prototype = self.knows(side, "fighter-prototype") && round == 1;
            bonus += if prototype && card.kind == Kind::Fighter { 2 } else { 0 };
            bonus += i32::from(self.has(state, side, "lead", false) && !card.is("lead"));
        }
        bonus + i32::from(in_use(own.morale, round))
    }

    /// Hits of the unit abilities of a side: dice of each group, all with this malus, and one
    /// more for the best with Plasma Scoring.
    pub(super) fn ability_roll(
        &self,
        state: &State,
        side: usize,
        dice: Dicing<'_>,
        malus: i32,
    ) -> Vec<f64> {
        let mut pool: Vec<Dice> = Vec::new();
        for group in self.groups(side) {
            let (number, face) = dice(group);
            if number * state[side].alive(group) > 0 {
                pool.push((number * state[side].alive(group), face));
            }
        }
        if self.knows(side, "plasma-scoring")
            && let Some(best) = pool.iter_mut().min_by_key(|(_, face)| *face)
        {
            best.0 += 1;
        }
        sum_of(&pool, malus)
    }
}

/// Chances of 0, 1, … hits of one die that hits from a face on. Natural 9s and 10s may make
/// two more, texts may add hits to numbers, and misses may be rolled again.
pub(super) fn die(from: i32, nines: bool, more: [usize; 11], again: bool) -> Vec<f64> {
    let mut chances = vec![0.0; 8];
    for face in 1..=10 {
        let made = hits_of(face, from, nines, more);
        if made == 0 && again {
            for second in 1..=10 {
                chances[hits_of(second, from, nines, more)] += 0.01;
            }
        } else {
            chances[made] += 0.1;
        }
    }
    chances
}

pub(super) fn hits_of(face: i32, from: i32, nines: bool, more: [usize; 11]) -> usize {
    let of_nines = if nines && face >= 9 { 2 } else { 0 };
    usize::from(face >= from) + of_nines + more[face as usize]
}

/// A roll with so many more dice.
pub(super) fn add_dice(mut roll: Roll, dice: usize, die: &[f64], kind: usize) -> Roll {
    for _ in 0..dice {
        let mut more = Roll::new();
        for (hits, chance) in &roll {
            for (made, share) in die.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let mut hits = *hits;
                hits[kind] += made;
                *more.entry(hits).or_insert(0.0) += chance * share;
            }
        }
        roll = more;
    }
    roll
}

/// Chances of 0, 1, … hits of these dice, with a malus.
pub(super) fn sum_of(pool: &[Dice], malus: i32) -> Vec<f64> {
    let mut roll = Roll::from([([0, 0], 1.0)]);
    for &(dice, face) in pool {
        roll = add_dice(roll, dice, &die(face + malus, false, [0; 11], false), PLAIN);
    }
    let most = roll.keys().map(|hits| hits[PLAIN]).max().unwrap_or(0);
    let mut chances = vec![0.0; most + 1];
    for (hits, chance) in roll {
        chances[hits[PLAIN]] += chance;
    }
    chances
}
