//! Space combat.

use super::*;

/// Effect of a side at the start of combat.
#[derive(Clone, Copy, Debug)]
enum Start {
    Eidolons,
    AssaultCannon,
}

impl Table<'_> {
    pub(super) fn space(&mut self) {
        let mut spread = Spread::from([(self.start(), 1.0)]);
        for side in SIDES {
            spread = self.cannons(&spread, side);
        }
        if self.fight.enforces_capacity {
            let mut checked = Spread::new();
            for (mut state, chance) in spread {
                let before = state.clone();
                for side in SIDES {
                    self.check_capacity(&mut state[side], side);
                }
                self.bury(&before, &mut state);
                *checked.entry(state).or_insert(0.0) += chance;
            }
            spread = checked;
        }
        let spread = self.close(spread);
        self.fight_on(spread);
    }

    /// The space cannons of one side fire at the other's ships.
    pub(super) fn cannons(&self, spread: &Spread, side: usize) -> Spread {
        let enemy = 1 - side;
        let mut next = Spread::new();
        for (state, chance) in spread {
            if self.has(state, enemy, "hush", false) {
                *next.entry(state.clone()).or_insert(0.0) += chance;
                continue;
            }
            let malus = i32::from(self.knows(enemy, "antimass-deflectors"));
            let dice = |group: usize| self.cards[side][group].cannon;
            let aimed = self.knows(side, "graviton-laser-system");
            for (made, p) in self.ability_roll(state, side, &dice, malus).into_iter().enumerate() {
                let mut hits = [[0, 0]; 2];
                hits[enemy][if aimed { AIMED } else { PLAIN }] = made;
                let mut after = self.assign(state, hits, Source::Cannon);
                settle(&mut after);
                *next.entry(after).or_insert(0.0) += chance * p;
            }
        }
        next
    }

    /// The start of the combat and the barrage.
    pub(super) fn before_round_1(&mut self, spread: Spread) -> Spread {
        let mut spread = spread;
        // The sides take turns (T17): Eidolons turn, then the Assault Cannon fires.
        let starts = SIDES.map(|side| {
            let eidolons = self.cards[side].iter().any(|card| card.is("flipped"));
            let turns = eidolons && !self.turned[side];
            let fires = self.fight.in_space && self.knows(side, "assault-cannon");
            let both = [turns.then_some(Start::Eidolons), fires.then_some(Start::AssaultCannon)];
            both.into_iter().flatten().collect::<Vec<_>>()
        });
        for (turn, side) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            match starts[side].get(turn) {
                Some(Start::Eidolons) => self.turned[side] = true,
                Some(Start::AssaultCannon) => {
                    let fired = spread.into_iter();
                    let fired = fired.map(|(state, p)| (self.assault_cannon(state, side), p));
                    let fired = gather(fired);
                    spread = self.close(fired);
                }
                None => (),
            }
        }
        // The barrage belongs to round 1, at whose start cards are used.
        self.round = 1;
        let spread = self.slip_away_before(spread, 1);
        let fired = spread.iter().flat_map(|(state, chance)| {
            self.barrage(state).into_iter().map(move |(state, p)| (state, chance * p))
        });
        let fired = gather(fired);
        self.close(fired)
    }

    /// With three ships other than fighters, the enemy loses one of his.
    pub(super) fn assault_cannon(&self, state: State, side: usize) -> State {
        let enemy = 1 - side;
        let mut now = state.clone();
        if self.large_ships(&state, side) >= 3 {
            let is_there = |group: &&usize| {
                let large = self.is_ship(enemy, **group) && !self.is_fighter(enemy, **group);
                large && state[enemy].alive(**group) > 0
            };
            if let Some(&group) = self.orders[enemy].iter().find(is_there) {
                now[enemy].lose_one(group);
            }
        }
        self.bury(&state, &mut now);
        now
    }

    pub(super) fn barrage(&self, state: &State) -> Vec<(State, f64)> {
        if !self.fight.in_space {
            return vec![(state.clone(), 1.0)];
        }
        let (first, second) = (self.barrage_roll(state, 0), self.barrage_roll(state, 1));
        let mut found = Vec::new();
        for (&(made, nines), p) in &first {
            for (&(taken, enemy_nines), q) in &second {
                let mut now = state.clone();
                self.shoot_fighters(&mut now, 1, made);
                self.shoot_fighters(&mut now, 0, taken);
                self.shoot_infantry(&mut now, 1, nines);
                self.shoot_infantry(&mut now, 0, enemy_nines);
                self.bury(state, &mut now);
                settle(&mut now);
                found.push((now, p * q));
            }
        }
        found
    }

    /// Hits of the barrage of a side, and natural 9s and 10s that destroy infantry (T24).
    pub(super) fn barrage_roll(&self, state: &State, side: usize) -> BTreeMap<(usize, usize), f64> {
        let mut roll = BTreeMap::from([((0, 0), 1.0)]);
        if self.has(state, 1 - side, "screen", true) {
            return roll;
        }
        for group in self.groups(side) {
            let card = &self.cards[side][group];
            let (dice, from) = card.barrage;
            for _ in 0..dice * state[side].alive(group) {
                let mut more = BTreeMap::new();
                for ((hits, nines), chance) in &roll {
                    for face in 1..=10 {
                        let hits = hits + usize::from(face >= from);
                        let nines = nines + usize::from(face >= 9 && card.is("strikes"));
                        *more.entry((hits, nines)).or_insert(0.0) += chance / 10.0;
                    }
                }
                roll = more;
            }
        }
        roll
    }

    /// Destroys an infantry in the space area for each natural 9 or 10.
    pub(super) fn shoot_infantry(&self, now: &mut State, side: usize, nines: usize) {
        for _ in 0..nines {
            let is_there = |&group: &usize| {
                self.cards[side][group].kind == Kind::Infantry && now[side].alive(group) > 0
            };
            let Some(group) = self.groups(side).find(is_there) else { return };
            now[side].lose_one(group);
        }
    }

    /// Hits of a barrage: mechs that guard sustain them if that saves a fighter.
    pub(super) fn shoot_fighters(&self, now: &mut State, side: usize, hits: usize) {
        let fighters: Vec<usize> = self.orders[side]
            .iter()
            .copied()
            .filter(|&group| self.is_fighter(side, group))
            .collect();
        let there: usize = fighters.iter().map(|&group| now[side].alive(group)).sum();
        let guards: Vec<usize> =
            self.groups(side).filter(|&group| self.cards[side][group].is("guard")).collect();
        let able: usize = guards.iter().map(|&group| now[side].whole[group]).sum();
        let guarding = |hits: usize| if there + able > hits { able.min(hits) } else { 0 };
        let killed = |hits: usize| (hits - guarding(hits)).min(there);
        let mut hits = hits;
        let held = self.side(side).shields;
        // Where the card saves no fighter it is kept.
        let saves = killed(hits.saturating_sub(2)) < killed(hits);
        let due = saves || (hits >= 2 && hits <= able && there > 0);
        if due && now[side].shields > 0 && is_time(held, 1) {
            now[side].shields -= 1;
            hits -= hits.min(2);
        }
        let mut sustained = if there == 0 { 0 } else { guarding(hits) };
        let mut lost = hits - sustained;
        for group in guards {
            let here = sustained.min(now[side].whole[group]);
            now[side].whole[group] -= here;
            now[side].fresh[group] += here;
            sustained -= here;
        }
        for group in fighters {
            while lost > 0 && now[side].alive(group) > 0 {
                now[side].lose_one(group);
                lost -= 1;
            }
        }
    }

    /// The side that leaves at the end of this round; the defender announces first.
    pub(super) fn announced(&self, state: &State, round: u32) -> Option<usize> {
        let leaves = |side: usize| {
            let own = self.side(side);
            let wants = match own.leaves {
                Leaves::Never => false,
                Leaves::After(rounds) => round > rounds,
                Leaves::AtMost(ships) => self.fighting(state, side) <= ships,
            };
            self.fight.in_space && own.exit && wants
        };
        [1, 0].into_iter().find(|&side| leaves(side))
    }

    /// The ships of a side leave, with what they can carry; the enemy has won.
    pub(super) fn book_flight(&mut self, side: usize, state: &State, chance: f64) {
        let mut after = state.clone();
        for group in self.groups(side) {
            let stays = self.is_ship(side, group)
                && !self.needs_room(side, group)
                && !self.cards[side][group].is("moves");
            if stays {
                after[side].remove_all(group);
            }
        }
        self.check_capacity(&mut after[side], side);
        self.odds.win[1 - side] += chance;
        if !self.side(side).rift {
            self.book(&after, Some(1 - side), chance);
            return;
        }
        for (after, p) in self.out_of_the_rift(&after, side) {
            self.book(&after, Some(1 - side), chance * p);
        }
    }

    /// Every ship is lost on 1 to 3, with its passengers; the roomiest are loaded first, the
    /// most valuable passengers first. Fighters II that find room are passengers. Aerie Sentinels
    /// are aboard the roomiest ship.
    pub(super) fn out_of_the_rift(&self, state: &State, side: usize) -> Vec<(State, f64)> {
        let mut ships: Vec<usize> = Vec::new();
        let mut passengers: Vec<usize> = Vec::new();
        let mut stowed: Vec<usize> = Vec::new();
        for group in self.groups(side) {
            if self.cards[side][group].kind == Kind::Pds {
                continue;
            }
            let is_carried = self.needs_room(side, group) || self.is_fighter(side, group);
            let list = match is_carried {
                true if self.cards[side][group].is("stowed") => &mut stowed,
                true => &mut passengers,
                false => &mut ships,
            };
            list.extend(std::iter::repeat_n(group, state[side].alive(group)));
        }
        ships.sort_by_key(|&group| Reverse(self.cards[side][group].room));
        let class = |group: usize| match self.cards[side][group].kind {
            Kind::Mech => 0,
            Kind::Infantry => 1,
            _ if self.needs_room(side, group) => 2,
            _ => 3,
        };
        passengers.sort_by_key(|&group| (class(group), self.cards[side][group].combat.1));
        let mut waiting = passengers.into_iter();
        let mut loads: Vec<Vec<usize>> = Vec::new();
        for ship in ships {
            let carried = waiting.by_ref().take(self.cards[side][ship].room);
            let aboard = std::mem::take(&mut stowed);
            loads.push(std::iter::once(ship).chain(carried).chain(aboard).collect());
        }
        loads.extend(waiting.map(|alone| vec![alone]));
        let mut found = vec![(state.clone(), 1.0)];
        for load in loads {
            let mut next = Vec::new();
            for (state, chance) in found {
                let mut lost = state.clone();
                load.iter().for_each(|&group| lost[side].lose_one(group));
                next.push((lost, chance * 0.3));
                next.push((state, chance * 0.7));
            }
            found = next;
        }
        found
    }

    /// Either side slips away at the start of this round.
    pub(super) fn slip_away_before(&mut self, spread: Spread, round: u32) -> Spread {
        let open = self.slip_away(spread, 0, round);
        self.slip_away(open, 1, round)
    }

    /// A side slips away at the start of this round: a draw with all that is left.
    pub(super) fn slip_away(&mut self, spread: Spread, side: usize, round: u32) -> Spread {
        if !self.fight.in_space || self.side(side).skilled_retreat != Some(round) {
            return spread;
        }
        for (state, chance) in spread {
            self.odds.draw += chance;
            self.book(&state, None, chance);
        }
        Spread::new()
    }
}
