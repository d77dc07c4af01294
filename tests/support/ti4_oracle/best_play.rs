//! Best play of one side.

use super::*;

impl Table<'_> {
    /// Lists all states that may follow a state.
    pub(super) fn explore(&self, first: &State, side: usize, values: &mut Values) {
        let mut open = Vec::new();
        self.number(first, side, values, &mut open);
        while let Some((number, state)) = open.pop() {
            let rolls = SIDES.map(|side| self.combat_roll(&state, side, 2, false));
            let mut found = Vec::new();
            for (&made, p) in &rolls[side] {
                let mut hits = [[0, 0]; 2];
                hits[1 - side] = made;
                let fired = self.assign(&state, hits, Source::Combat(2));
                for (&taken, q) in &rolls[1 - side] {
                    let results = self.choices(&state, side, taken);
                    let results = results.into_iter().map(|own| {
                        let mut after = fired.clone();
                        after[side] = own;
                        self.bury(&state, &mut after);
                        settle(&mut after);
                        self.number(&after, side, values, &mut open)
                    });
                    found.push((p * q, results.collect()));
                }
            }
            values.rolls[number] = found;
        }
    }

    /// The number of a state; a new one is open unless the combat is over.
    pub(super) fn number(
        &self,
        state: &State,
        side: usize,
        values: &mut Values,
        open: &mut Vec<(usize, State)>,
    ) -> usize {
        let next = values.worth.len();
        let number = *values.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            let won = self.fighting(state, side) > 0 && self.fighting(state, 1 - side) == 0;
            values.worth.push(f64::from(u8::from(won)));
            values.rolls.push(Vec::new());
            if !self.is_over(state) {
                open.push((number, state.clone()));
            }
        }
        number
    }

    /// All states to which these hits can lead: each is sustained while a ship can
    /// do so, and then destroys one.
    pub(super) fn choices(&self, state: &State, side: usize, hits: Hits) -> Vec<Force> {
        let bears = !self.has(state, 1 - side, "cripple", false);
        let mut reached = BTreeSet::from([state[side].clone()]);
        for hit in 0..hits[AIMED] + hits[PLAIN] {
            let is_aimed = hit < hits[AIMED];
            let next: BTreeSet<Force> =
                reached.iter().flat_map(|now| self.replies(now, side, is_aimed, bears)).collect();
            if next.is_empty() {
                break;
            }
            reached = next;
        }
        reached.into_iter().collect()
    }

    /// The states to which one hit can lead. Ships that fear no Direct Hit sustain before others.
    pub(super) fn replies(
        &self,
        now: &Force,
        side: usize,
        is_aimed: bool,
        bears: bool,
    ) -> Vec<Force> {
        let here = |group: &usize| self.is_ship(side, *group) && now.alive(*group) > 0;
        let is_large = |group: &usize| !self.is_fighter(side, *group);
        let mut targets: Vec<usize> = self.groups(side).filter(here).collect();
        if is_aimed && targets.iter().any(is_large) {
            targets.retain(is_large);
        }
        let able = |group: &usize| {
            bears && self.cards[side][*group].is("sustains") && now.whole[*group] > 0
        };
        let mut able: Vec<usize> = targets.iter().copied().filter(able).collect();
        let is_immune = |group: &usize| self.cards[side][*group].is("immune");
        if able.iter().any(is_immune) {
            able.retain(is_immune);
        }
        let sustained = |group: usize| {
            let mut after = now.clone();
            after.whole[group] -= 1;
            after.fresh[group] += 1;
            after
        };
        let lost = |group: usize| {
            let mut after = now.clone();
            after.lose_one(group);
            after
        };
        if able.is_empty() {
            targets.into_iter().map(lost).collect()
        } else {
            able.into_iter().map(sustained).collect()
        }
    }
}
