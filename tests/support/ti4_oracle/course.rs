//! Rounds, and all that both kinds of combat share.

use super::*;

impl Table<'_> {
    pub(super) fn start(&self) -> State {
        SIDES.map(|side| {
            let own = self.side(side);
            let of = |count: fn(&Group) -> usize| own.units.iter().map(count).collect();
            Force {
                whole: of(|group| group.count - group.damaged),
                hurt: of(|group| group.damaged),
                fresh: of(|_| 0),
                shields: own.shields.count,
                repairs: own.repairs.count,
                direct_hits: own.direct_hits.count,
                fire_team: own.fire_team.count,
            }
        })
    }

    pub(super) fn is_over(&self, state: &State) -> bool {
        SIDES.iter().any(|&side| self.fighting(state, side) == 0)
    }

    /// Books the combats that are over, and returns the others.
    pub(super) fn close(&mut self, spread: Spread) -> Spread {
        let (over, open): (Spread, Spread) =
            spread.into_iter().partition(|(state, _)| self.is_over(state));
        for (state, chance) in over {
            self.book_end(&state, chance);
        }
        open
    }

    pub(super) fn book_end(&mut self, state: &State, chance: f64) {
        let alive = SIDES.map(|side| self.fighting(state, side) > 0);
        let winner = match alive {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        };
        let mut state = state.clone();
        match winner {
            Some(side) => self.odds.win[side] += chance,
            None => self.odds.draw += chance,
        }
        if winner == Some(0) && !self.fight.in_space {
            for group in self.groups(1) {
                if self.cards[1][group].kind == Kind::Pds {
                    state[1].remove_all(group);
                }
            }
        }
        self.book(&state, winner, chance);
    }

    /// Books the units that are left, and those for which the winner has room.
    pub(super) fn book(&mut self, state: &State, winner: Option<usize>, chance: f64) {
        let mut kept = state.clone();
        if let Some(side) = winner
            && self.fight.in_space
        {
            self.check_capacity(&mut kept[side], side);
        }
        *self.ends.entry((kept.clone(), self.round, winner)).or_insert(0.0) += chance;
        for side in SIDES {
            for group in self.groups(side) {
                self.odds.left[side][group][state[side].alive(group)] += chance;
                self.odds.kept[side][group][kept[side].alive(group)] += chance;
            }
        }
    }

    /// Removes fighters and ground forces without room, and fighters II beyond the fleet pool.
    pub(super) fn check_capacity(&self, force: &mut Force, side: usize) {
        let room = |group: usize| force.alive(group) * self.cards[side][group].room;
        let mut room: usize = self.groups(side).map(room).sum();
        // Aerie Sentinels need a ship with capacity, but none of it.
        let (is_roomy, stowed) = (room > 0, |group: &usize| self.cards[side][*group].is("stowed"));
        let mut passengers: Vec<usize> =
            self.groups(side).filter(|&group| self.needs_room(side, group)).collect();
        let value = |group: usize| {
            let card = &self.cards[side][group];
            let class = match card.kind {
                Kind::Mech => 0,
                Kind::Infantry => 1,
                _ => 2,
            };
            (class, Reverse(card.combat.0 as i32 * (11 - card.combat.1)))
        };
        passengers.sort_by_key(|&group| value(group));
        passengers.retain(|group| !(is_roomy && stowed(group)));
        for group in passengers {
            force.keep(group, room.min(force.alive(group)));
            room -= force.alive(group);
        }
        let Some(pool) = self.side(side).fleet_pool else { return };
        let is_large = |&group: &usize| self.is_ship(side, group) && !self.is_fighter(side, group);
        let large: usize = self.groups(side).filter(is_large).map(|group| force.alive(group)).sum();
        // Hybrid Crystal Fighters II count by half, so the pool is counted in halves.
        let mut halves = 2 * pool.saturating_sub(large);
        let mut second: Vec<usize> = self.groups(side).collect();
        second.retain(|&group| self.is_fighter(side, group) && !self.needs_room(side, group));
        second.sort_by_key(|&group| self.cards[side][group].combat.1);
        for group in second {
            let seated = room.min(force.alive(group));
            room -= seated;
            let weight = if self.cards[side][group].is("half") { 1 } else { 2 };
            let more = (halves / weight).min(force.alive(group) - seated);
            halves -= weight * more;
            force.keep(group, seated + more);
        }
    }

    /// Plays all rounds.
    pub(super) fn fight_on(&mut self, mut spread: Spread) {
        let last = self.fight.round_cap.unwrap_or(MANY);
        let settled = self.settled();
        let mut memo: HashMap<(u32, State), Vec<(End, f64)>> = HashMap::new();
        for round in 1..=last {
            if spread.values().sum::<f64>() < NEGLIGIBLE {
                break;
            }
            spread = match round {
                1 => self.before_round_1(spread),
                _ => self.slip_away_before(spread, round),
            };
            self.round = round;
            let mut next = Spread::new();
            for (state, chance) in spread {
                let like = round.min(settled);
                let known = memo
                    .entry((like, state.clone()))
                    .or_insert_with(|| self.round(&state, like))
                    .clone();
                let stays = matches!(&known[..], [(End::GoesOn(same), _)] if *same == state);
                if stays && round >= settled {
                    // Nothing will ever change.
                    self.odds.standoff += chance;
                    self.book(&state, None, chance);
                    continue;
                }
                for (end, share) in known {
                    match end {
                        End::GoesOn(state) => *next.entry(state).or_insert(0.0) += chance * share,
                        End::Over(state) => self.book_end(&state, chance * share),
                        End::Left(side, state) => self.book_flight(side, &state, chance * share),
                    }
                }
            }
            spread = next;
        }
        // A Skilled Retreat prevents the round at whose start it comes.
        let open = self.slip_away_before(spread, last + 1);
        for (state, chance) in open {
            self.odds.standoff += chance;
            self.book(&state, None, chance);
        }
    }

    /// The round from which on all rounds are alike.
    pub(super) fn settled(&self) -> u32 {
        let side = |side: &Side| {
            let card = |held: Held| held.from.unwrap_or(1) + held.count;
            let leaves = if let Leaves::After(rounds) = side.leaves { rounds + 1 } else { 1 };
            let skilled = side.skilled_retreat.map_or(1, |round| round + 1);
            let held = [side.morale, side.fire_team, side.shields, side.repairs, side.direct_hits];
            held.map(card).into_iter().chain([leaves, skilled]).max()
        };
        self.fight.sides.iter().filter_map(side).max().unwrap_or(1).max(2)
    }

    /// Plays one round, from its start to its end.
    pub(super) fn round(&self, state: &State, round: u32) -> Vec<(End, f64)> {
        let mut start = state.clone();
        for side in SIDES {
            self.mend(&mut start[side], side);
        }
        let leaving = self.announced(&start, round);
        let rolls = SIDES.map(|side| self.combat_rolls(&start, side, round));
        let mut ends: BTreeMap<State, f64> = BTreeMap::new();
        for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut start = start.clone();
            for (side, used) in [first, second].into_iter().enumerate() {
                start[side].fire_team -= used.min(start[side].fire_team);
            }
            for (&made, p) in &rolls[0][first as usize] {
                for (&taken, q) in &rolls[1][second as usize] {
                    let after = self.assign(&start, [taken, made], Source::Combat(round));
                    *ends.entry(after).or_insert(0.0) += p * q;
                }
            }
        }
        let mut found: Vec<(End, f64)> = Vec::new();
        let mut goes_on = Spread::new();
        for (mut after, chance) in ends {
            for side in SIDES {
                self.duranium(&mut after[side], side);
            }
            match leaving {
                _ if self.is_over(&after) => found.push((End::Over(after), chance)),
                Some(side) => found.push((End::Left(side, after), chance)),
                None => {
                    for side in SIDES {
                        self.repair(&mut after[side], side, round);
                    }
                    *goes_on.entry(after).or_insert(0.0) += chance;
                }
            }
        }
        found.extend(goes_on.into_iter().map(|(state, chance)| (End::GoesOn(state), chance)));
        found
    }

    pub(super) fn mend(&self, force: &mut Force, side: usize) {
        for group in self.groups(side) {
            if self.cards[side][group].is("mend") && self.fights(side, group) {
                force.whole[group] = force.alive(group);
                (force.hurt[group], force.fresh[group]) = (0, 0);
            }
        }
    }

    /// Duranium Armor repairs one damaged unit that did not sustain, the last to be lost.
    pub(super) fn duranium(&self, force: &mut Force, side: usize) {
        let hurt = |group: &&usize| force.hurt[**group] > 0;
        if self.knows(side, "duranium-armor")
            && let Some(&group) = self.orders[side].iter().rev().find(hurt)
        {
            force.hurt[group] -= 1;
            force.whole[group] += 1;
        }
    }

    /// Ends a round: Emergency Repairs, then new damage becomes old.
    pub(super) fn repair(&self, force: &mut Force, side: usize, round: u32) {
        let counts = |group: usize| self.fights(side, group) || self.cards[side][group].is("guard");
        let damaged = |group: usize| force.hurt[group] + force.fresh[group] > 0;
        let due = self.groups(side).any(|group| counts(group) && damaged(group));
        if due && force.repairs > 0 && is_time(self.side(side).repairs, round) {
            force.repairs -= 1;
            force.repair_all();
        }
        for group in self.groups(side) {
            force.hurt[group] += std::mem::take(&mut force.fresh[group]);
        }
    }
}
