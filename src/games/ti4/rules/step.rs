//! The course of a combat, step by step: sections 2 and 3 of `docs/rules/ti4.md`.

use super::assign::{Assignment, Choice, Choices, Source, Toll};
use super::battle::{Exit, Stage, State, Ti4Battle};
use super::captains::Captains;
use super::fleet::Card;
use super::force::{Force, Groups};
use super::layout::OUTCOMES;
use super::pending::Pending;
use super::roster::Roster;
use super::tell::{tell_act, tell_leaving, tell_shields, tell_wasted};
use super::terms::Theatre;
use super::throw::{Hits, Throw};
use crate::dice::Die;
use crate::games::common::Retreat;
use crate::model::{Battle, Progress};
use crate::story::Witness;

/// Number of hits that one Shields Holding cancels.
const SHIELDS: u16 = 2;

impl Battle for Ti4Battle {
    type State = State;
    type Captains = Captains;

    fn opening(&self) -> State {
        self.opening
    }

    /// Stages before the first combat round count as round 0.
    fn first_round(&self) -> u32 {
        u32::from(self.opening.stage == Stage::Round && !self.is_decided(&self.opening))
    }

    fn round_seconds(&self) -> f64 {
        let all = |roster: &Roster| roster.opening.count(Groups::of(0..roster.groups));
        let units: f64 = self.sides.iter().map(|roster| f64::from(all(roster))).sum();
        (100.0 + 1.5 * units) * 1e-9
    }

    fn captains(&self) -> Captains {
        Captains::new(self)
    }

    fn is_over(&self, state: &State) -> bool {
        state.stage >= Stage::AssaultOfAttacker && self.is_decided(state)
    }

    #[inline]
    fn step<D: Die>(&self, state: &mut State, die: &mut D, captains: &mut Captains) -> Progress {
        let before = D::LISTENS.then_some(*state);
        if state.stage == Stage::Round {
            self.start_round(state);
        }
        if let Some(before) = before {
            self.tell_start(&before, state, die);
        }
        let leaving = self.announced(state, captains);
        tell_leaving(leaving, die);
        let mut pending = self.attack(state, leaving, die, captains);
        while let Some(side) = self.settle(state, &mut pending, die) {
            let strategy = captains.strategy(self);
            let choice = strategy.map_or(0, |strategy| strategy.assign(state, &pending, side));
            self.choose(side, choice, state, &mut pending, die);
        }
        let before = D::LISTENS.then_some(*state);
        let progress = self.finish(state, &pending, die);
        if let Some(before) = before {
            self.tell_end(&before, state, die);
            if progress == Progress::Over {
                self.tell_remains(state, die);
            }
        }
        progress
    }

    fn cells(&self) -> usize {
        self.layout.cells()
    }

    fn outcomes(&self) -> usize {
        OUTCOMES
    }

    fn count(&self, state: &State, count: impl FnMut(usize)) {
        self.count_cells(state, count);
    }
}

impl Ti4Battle {
    /// Plays the current stage up to the hits that must be assigned.
    pub(super) fn attack<D: Die>(
        &self,
        state: &mut State,
        leaving: Option<u8>,
        die: &mut D,
        captains: &mut Captains,
    ) -> Pending {
        let [attacker, defender] = &self.sides;
        match (state.stage, self.terms.theatre) {
            (Stage::First, Theatre::Space) => {
                self.fire(0, attacker.cannon.as_ref(), state, die, captains)
            }
            (Stage::First, Theatre::Ground) => {
                let throw = attacker.bombardment.as_ref();
                let pending = self.fire(0, throw, state, die, captains);
                // Mechs that prevent sustaining have no effect before they land.
                Pending { sustains: [true; 2], ..pending }
            }
            (Stage::Second, _) => self.fire(1, defender.cannon.as_ref(), state, die, captains),
            (Stage::AssaultOfAttacker, _) => self.fire_assault_cannon(0, state, die),
            (Stage::AssaultOfDefender, _) => self.fire_assault_cannon(1, state, die),
            (Stage::Opening, Theatre::Space) => {
                self.barrage(state, die, captains);
                self.nothing(state)
            }
            (Stage::Opening, Theatre::Ground) => {
                let before = D::LISTENS.then_some(*state);
                let strikes = self.strike_with_magen(state);
                if let Some(before) = before {
                    self.tell_magen(&before, state, die);
                }
                let mut pending = self.nothing(state);
                for (due, strikes) in pending.due.iter_mut().zip(strikes) {
                    due.free = strikes;
                }
                pending
            }
            (Stage::Round, _) => self.roll(state, leaving, die, captains),
        }
    }

    /// Returns a state without hits to assign, with the flagships as they are now.
    fn nothing(&self, state: &State) -> Pending {
        let taking_all = self.taking_all(state);
        Pending { taking_all, ..Pending::none(self.may_sustain(state)) }
    }

    /// Ends a stage after its hits have been assigned.
    pub(super) fn finish<D: Die>(
        &self,
        state: &mut State,
        pending: &Pending,
        die: &mut D,
    ) -> Progress {
        self.go_with_flagships(pending.taking_all, state);
        match state.stage {
            Stage::First => state.stage = Stage::Second,
            Stage::Second => self.end_cannon(state),
            Stage::AssaultOfAttacker => {
                self.leave_skilfully(0, 1, state);
                state.stage = Stage::AssaultOfDefender;
            }
            Stage::AssaultOfDefender => {
                self.leave_skilfully(1, 1, state);
                state.stage = Stage::Opening;
            }
            Stage::Opening => state.stage = Stage::Round,
            Stage::Round => return self.end_round(state, pending, die),
        }
        self.skip_idle_stages(state);
        if self.is_over(state) {
            Progress::Over
        } else if state.stage == Stage::Round {
            Progress::NextRound
        } else {
            Progress::Going
        }
    }

    /// Applies the side's Skilled Retreat if it is due at the start of this round (T4). Round 1
    /// starts before the barrage.
    fn leave_skilfully(&self, side: usize, round: u16, state: &mut State) {
        let leaves = self.sides[side].effects.skilled_retreat == Some(round);
        if leaves && self.terms.theatre == Theatre::Space && !self.is_decided(state) {
            state.exit = Exit::Skilled;
        }
    }

    /// Fires the space cannon of a side, or its bombardment.
    fn fire<D: Die>(
        &self,
        side: usize,
        throw: Option<&Throw>,
        state: &State,
        die: &mut D,
        captains: &mut Captains,
    ) -> Pending {
        let mut pending = self.nothing(state);
        pending.source = Source::Ability;
        if let Some(throw) = throw {
            let (own, enemy) = (&state.forces[side], &state.forces[1 - side]);
            let most = self.bears(1 - side, enemy);
            pending.due[1 - side] = throw.roll((own, enemy), most, die, &mut captains.tables);
        }
        pending
    }

    /// Returns the number of hits of one roll beyond which a side has nothing more to lose.
    #[inline]
    fn bears(&self, side: usize, force: &Force) -> u16 {
        let roster = &self.sides[side];
        let sustained: u16 = roster.sustaining.each().map(|g| u16::from(force.whole[g])).sum();
        let cancelled = if force.shields > 0 { SHIELDS } else { 0 };
        force.count(roster.fighting) + sustained + cancelled
    }

    /// Runs `assign` on a side, with the Direct Hits that its enemy may play.
    pub(super) fn with_assignment(
        &self,
        side: usize,
        state: &mut State,
        pending: &mut Pending,
        assign: impl FnOnce(Assignment<'_>),
    ) {
        let is_ready = self.is_ready(self.sides[1 - side].effects.direct_hit, state);
        let [first, second] = &mut state.forces;
        let (force, enemy) = if side == 0 { (first, second) } else { (second, first) };
        let mut none = 0;
        assign(Assignment {
            roster: &self.sides[side],
            force,
            toll: &mut pending.tolls[side],
            direct_hits: if is_ready { &mut enemy.direct_hits } else { &mut none },
            source: pending.source,
            sustains: pending.sustains[side],
        });
    }

    /// Returns whether the first round in which a card is used has come.
    fn is_ready(&self, card: Option<Card>, state: &State) -> bool {
        card.is_some_and(|card| state.round.max(1) >= card.round.unwrap_or(1))
    }

    /// Plays Shields Holding if the hits on ships are two or more, or would destroy a ship (T4).
    /// Returns the remaining hits.
    pub(super) fn hold_shields(
        &self,
        side: usize,
        hits: Hits,
        would_kill: impl FnOnce(&State) -> bool,
        state: &mut State,
    ) -> Hits {
        let is_held = state.forces[side].shields > 0
            && self.terms.theatre == Theatre::Space
            && self.is_ready(self.sides[side].effects.shields_holding, state);
        if !is_held || hits == Hits::NONE || (hits.total() < 2 && !would_kill(state)) {
            return hits;
        }
        state.forces[side].shields -= 1;
        hits.less(SHIELDS)
    }

    /// Returns whether hits of a combat roll would destroy a unit, under the declared order of loss
    /// and rule for sustaining.
    pub(super) fn would_kill(&self, side: usize, hits: Hits, state: &State) -> bool {
        let fighting = self.sides[side].fighting;
        let mut after = *state;
        let mut pending = Pending::none(self.may_sustain(state));
        // The captain does not know the enemy's cards.
        after.forces[1 - side].direct_hits = 0;
        self.with_assignment(side, &mut after, &mut pending, |mut assignment| {
            assignment.assign(hits);
        });
        after.forces[side].count(fighting) < state.forces[side].count(fighting)
    }

    /// Returns the number of flagships of each side that take all ships with them.
    fn taking_all(&self, state: &State) -> [u8; 2] {
        [0, 1].map(|side| {
            let all = self.sides[side].taking_all;
            if all.is_empty() { 0 } else { state.forces[side].count(all) as u8 }
        })
    }

    /// Removes all ships if such a flagship has been lost; `before` is the former number.
    fn go_with_flagships(&self, before: [u8; 2], state: &mut State) {
        if self.taking_all(state) != before {
            for side in 0..2 {
                state.forces[side].clear(self.sides[side].fighting);
            }
        }
    }

    /// Fires the Assault Cannon: with three or more own ships other than fighters, the enemy loses
    /// one such ship (T6).
    fn fire_assault_cannon(
        &self,
        side: usize,
        state: &State,
        witness: &mut impl Witness,
    ) -> Pending {
        let own = &self.sides[side];
        let mut pending = self.nothing(state);
        pending.source = Source::Order;
        if own.effects.assault_cannon && state.forces[side].count(own.ships) >= 3 {
            pending.due[1 - side].aimed = 1;
            tell_act(side, "fires its Assault Cannon", witness);
        }
        pending
    }

    /// Plays the barrages of both sides at once. Each hit destroys a fighter, unless a guard
    /// sustains it (T38a). Against a side without fighters no dice are rolled, so no card is played
    /// either.
    fn barrage<D: Die>(&self, state: &mut State, die: &mut D, captains: &mut Captains) {
        let [first, second] = &state.forces;
        let hits = [(0, first, second), (1, second, first)].map(|(side, own, enemy)| {
            let target = &self.sides[1 - side];
            let fighters = enemy.count(target.fighters);
            let most = fighters + enemy.undamaged(target.guards) + SHIELDS;
            match &self.sides[side].barrage {
                Some(throw) if fighters > 0 && !enemy.any(target.stopping_barrage) => {
                    throw.roll((own, enemy), most, die, &mut captains.tables)
                }
                _ => Hits::NONE,
            }
        });
        for side in 0..2 {
            let fired = hits[1 - side];
            let then = *state;
            let after = |hits| {
                let mut after = then;
                self.shoot_down(side, hits, &mut after);
                after.forces[side]
            };
            // A card that saves nothing is kept.
            let is_worthwhile =
                then.forces[side].shields > 0 && after(fired.less(SHIELDS)) != after(fired);
            let fighters = self.sides[side].fighters;
            let would_kill =
                |_: &State| after(fired).count(fighters) < then.forces[side].count(fighters);
            let hits = match is_worthwhile {
                true => self.hold_shields(side, fired, would_kill, state),
                false => fired,
            };
            tell_shields(side, fired, hits, die);
            let before = D::LISTENS.then_some(*state);
            self.shoot_down(side, hits, state);
            if let Some(before) = before {
                let (then, now) = (&before.forces[side], &state.forces[side]);
                self.tell_shot_down(side, then, now, hits.total(), die);
            }
        }
    }

    /// Assigns the hits of a barrage to the fighters of a side.
    fn shoot_down(&self, side: usize, hits: Hits, state: &mut State) {
        let mut pending = Pending::none([false; 2]);
        self.with_assignment(side, state, &mut pending, |mut assignment| {
            assignment.shoot_down(hits.total());
        });
    }

    /// Assigns one hit to an enemy ground force. The owner of the grid chooses: of those that the
    /// hit destroys, the one with the most expected hits; if it destroys none, that one sustains it
    /// (T8). Returns the hits that sustaining it makes, by the side that assigns them.
    fn strike_with_magen(&self, state: &mut State) -> [u16; 2] {
        let mut strikes = [0; 2];
        for (side, strike) in strikes.iter_mut().enumerate() {
            let own = &self.sides[side];
            let has_structure = state.forces[side].any(own.structures);
            if !own.effects.magen || !has_structure {
                continue;
            }
            let sustains = !state.forces[side].any(own.stopping_sustaining);
            let roster = &self.sides[1 - side];
            let force = &mut state.forces[1 - side];
            let dies = |g: &usize| {
                let able = sustains && roster.sustaining.has(*g);
                if able { force.hurt[*g] > 0 } else { force.alive(*g) > 0 }
            };
            let best = |among: &dyn Fn(&usize) -> bool| {
                let power = |g: &usize| roster.firepower[*g];
                let groups = roster.fighting.each().filter(|g| among(g));
                groups.max_by(|a, b| power(a).total_cmp(&power(b)))
            };
            match (best(&dies), best(&|g| force.alive(*g) > 0)) {
                (Some(g), _) if force.hurt[g] > 0 => force.hurt[g] -= 1,
                (Some(g), _) => force.whole[g] -= 1,
                (None, Some(g)) => {
                    force.whole[g] -= 1;
                    force.hurt[g] += 1;
                    *strike = u16::from(roster.striking_back.has(g));
                }
                (None, None) => {}
            }
        }
        strikes
    }

    /// Applies repairs at the start of a round.
    pub(super) fn start_round(&self, state: &mut State) {
        state.round = state.round.max(1);
        for (roster, force) in self.sides.iter().zip(&mut state.forces) {
            force.repair_all(roster.repairing_themselves);
        }
    }

    /// Returns the side that announces a retreat. If the defender does, the attacker cannot.
    fn announced(&self, state: &State, captains: &Captains) -> Option<u8> {
        if state.stage != Stage::Round {
            return None;
        }
        [1, 0].into_iter().find(|&side| {
            self.declared_retreat(side, state).unwrap_or_else(|| {
                captains.strategy(self).is_some_and(|strategy| strategy.retreat(side, state))
            })
        })
    }

    /// Returns whether a side announces a retreat; `None` if its policy looks ahead.
    pub(super) fn declared_retreat(&self, side: u8, state: &State) -> Option<bool> {
        let roster = &self.sides[usize::from(side)];
        let Some(retreat) = roster.retreat else { return Some(false) };
        match retreat {
            Retreat::Never => Some(false),
            Retreat::AfterRound(round) => Some(u32::from(state.round) > round),
            Retreat::AtMost(ships) => {
                let left = state.forces[usize::from(side)].count(roster.fighting);
                Some(u32::from(left) <= ships)
            }
            Retreat::Below(_) | Retreat::Optimal => None,
        }
    }

    /// Rolls the combat dice of all living units of both sides.
    fn roll<D: Die>(
        &self,
        state: &mut State,
        leaving: Option<u8>,
        die: &mut D,
        captains: &mut Captains,
    ) -> Pending {
        let [first, second] = &state.forces;
        let mut fire = |side: usize, own, enemy| match self.sides[side].combat(state.round) {
            Some(throw) => {
                let most = self.bears(1 - side, enemy);
                throw.roll((own, enemy), most, die, &mut captains.tables)
            }
            None => Hits::NONE,
        };
        let (by_attacker, by_defender) = (fire(0, first, second), fire(1, second, first));
        let sustains = self.may_sustain(state);
        let mut due = [by_defender, by_attacker];
        for (side, due) in due.iter_mut().enumerate() {
            let hits = *due;
            *due = self.hold_shields(side, hits, |state| self.would_kill(side, hits, state), state);
            tell_shields(side, hits, *due, die);
        }
        let taking_all = self.taking_all(state);
        Pending { due, leaving, taking_all, ..Pending::none(sustains) }
    }

    /// Returns whether each side may sustain damage now.
    pub(super) fn may_sustain(&self, state: &State) -> [bool; 2] {
        [0, 1].map(|side| {
            let stopping = self.sides[1 - side].stopping_sustaining;
            stopping.is_empty() || !state.forces[1 - side].any(stopping)
        })
    }

    /// Assigns hits as far as the captains have declared how, the attacker first. Returns the side
    /// that must choose the effect of its next hit, if any. Hits scored by sustaining are assigned
    /// as well, and may be sustained in turn.
    #[inline]
    pub(super) fn settle<W: Witness>(
        &self,
        state: &mut State,
        pending: &mut Pending,
        witness: &mut W,
    ) -> Option<usize> {
        loop {
            for side in 0..2 {
                if self.sides[side].is_adaptive {
                    while pending.due[side] != Hits::NONE {
                        match self.choices(side, state, pending).len() {
                            0 => {
                                tell_wasted(side, pending.due[side].total(), witness);
                                pending.due[side] = Hits::NONE;
                            }
                            1 => self.choose(side, 0, state, pending, witness),
                            _ => return Some(side),
                        }
                    }
                } else if pending.due[side] != Hits::NONE {
                    let hits = std::mem::take(&mut pending.due[side]);
                    if W::LISTENS {
                        self.tell_assignment(side, hits, state, pending, witness);
                    }
                    self.with_assignment(side, state, pending, |mut assignment| {
                        assignment.assign(hits);
                    });
                }
            }
            for side in 0..2 {
                let strikes = std::mem::take(&mut pending.tolls[side].strikes);
                // Mechs strike back only in combat.
                if pending.source == Source::Combat {
                    pending.due[1 - side].free += strikes;
                }
            }
            if pending.due == [Hits::NONE; 2] {
                return None;
            }
        }
    }

    /// Returns the possible effects of the next hit on a side, in default order.
    pub(super) fn choices(&self, side: usize, state: &mut State, pending: &mut Pending) -> Choices {
        let is_aimed = pending.due[side].aimed > 0;
        let mut choices = Choices::new();
        self.with_assignment(side, state, pending, |assignment| {
            choices = assignment.choices(is_aimed);
        });
        choices
    }

    /// Applies the chosen effect of the next hit on a side.
    pub(super) fn choose<W: Witness>(
        &self,
        side: usize,
        choice: usize,
        state: &mut State,
        pending: &mut Pending,
        witness: &mut W,
    ) {
        let before = W::LISTENS.then_some(*state);
        let choices = self.choices(side, state, pending);
        let Some(&choice) = choices.get(choice).or(choices.first()) else { return };
        let due = &mut pending.due[side];
        if due.aimed > 0 {
            due.aimed -= 1;
        } else {
            due.free -= 1;
        }
        self.with_assignment(side, state, pending, |mut assignment| match choice {
            Choice::Sustain(group) => assignment.sustain_with(group, 1),
            Choice::Lose(class) => assignment.lose_one(class),
        });
        if let Some(before) = before {
            self.tell_hit(side, &before, state, witness);
        }
    }

    /// Ends a round after its hits have been assigned: Duranium Armor (T7), the retreat, Emergency
    /// Repairs (T4), and a Skilled Retreat before the next round.
    fn end_round<D: Die>(&self, state: &mut State, pending: &Pending, die: &mut D) -> Progress {
        for (side, toll) in pending.tolls.iter().enumerate() {
            self.repair_by_duranium(side, toll, state);
        }
        if let Some(side) = pending.leaving
            && !self.is_decided(state)
        {
            self.leave(usize::from(side), &mut state.forces[usize::from(side)], die);
            state.exit = Exit::Retreat(side);
        }
        if self.is_decided(state) {
            return Progress::Over;
        }
        for side in 0..2 {
            self.repair_in_an_emergency(side, state);
        }
        state.round = (state.round + 1).min(self.clock);
        // A round that a Skilled Retreat prevents does not count.
        for side in 0..2 {
            self.leave_skilfully(side, state.round, state);
        }
        if state.exit == Exit::None { Progress::NextRound } else { Progress::Over }
    }

    /// Repairs one damaged unit that has not sustained damage in this round, the one that would be
    /// lost last.
    fn repair_by_duranium(&self, side: usize, toll: &Toll, state: &mut State) {
        let roster = &self.sides[side];
        if !roster.effects.duranium_armor {
            return;
        }
        let force = &mut state.forces[side];
        let groups = roster.order.iter().rev().flat_map(|class| class.each());
        let mut old = groups.filter(|&g| force.hurt[g] > toll.fresh[g]);
        if let Some(g) = old.next() {
            force.hurt[g] -= 1;
            force.whole[g] += 1;
        }
    }

    pub(super) fn repair_in_an_emergency(&self, side: usize, state: &mut State) {
        let roster = &self.sides[side];
        if state.forces[side].repairs == 0
            || !self.is_ready(roster.effects.emergency_repairs, state)
            || state.forces[side].damaged(roster.repairable()) == 0
        {
            return;
        }
        state.forces[side].repairs -= 1;
        state.forces[side].repair_all(roster.repairable());
    }
}
