//! Hits and their assignment.

use super::*;

impl Table<'_> {
    /// Assigns hits on both sides (T33): sustaining in turn, then losses at once.
    pub(super) fn assign(&self, state: &State, mut hits: [Hits; 2], source: Source) -> State {
        let mut now = state.clone();
        let mut bears = SIDES.map(|side| self.bears(state, side, source));
        for side in SIDES {
            self.play_shields(&mut now, side, &mut hits[side], source, bears[side]);
        }
        // One sustains after the other, each with all that follows.
        loop {
            let mut sustained = false;
            for side in SIDES {
                let next = self.sustains_next(&now, side, hits[side], source, bears[side]);
                let falls = match next {
                    Some(group) => Some(self.sustain(&mut now, side, group, &mut hits, source)),
                    None => self.sustain_late(&mut now, side, &mut hits, source, bears[side]),
                };
                sustained |= falls.is_some();
                if falls == Some(true) {
                    // It may have kept enemies from sustaining (T39).
                    bears[1 - side] |= self.bears(&now, 1 - side, source);
                }
            }
            if !sustained {
                break;
            }
        }
        for side in SIDES {
            self.lose(&mut now, side, &mut hits, source, bears[side]);
        }
        self.bury(state, &mut now);
        now
    }

    /// True if no enemy keeps the units of a side from sustaining.
    pub(super) fn bears(&self, state: &State, side: usize, source: Source) -> bool {
        source == Source::Bombs || !self.has(state, 1 - side, "cripple", false)
    }

    /// Up to two hits are cancelled, as soon as two come, or one that would destroy a ship because no
    /// unit can sustain it.
    pub(super) fn play_shields(
        &self,
        now: &mut State,
        side: usize,
        hits: &mut Hits,
        source: Source,
        bears: bool,
    ) {
        let Source::Combat(round) = source else { return };
        let held = self.side(side).shields;
        let total = hits[AIMED] + hits[PLAIN];
        if !self.fight.in_space || now[side].shields == 0 || !is_time(held, round) || total == 0 {
            return;
        }
        let guards =
            |group: usize| self.cards[side][group].is("guard") && now[side].whole[group] > 0;
        let able = |group: &usize| bears && self.can_sustain(now, side, *group, *hits, source);
        let sustains = self.groups(side).any(guards) || self.orders[side].iter().any(able);
        let kills = || {
            let (mut then, mut both) = (now.clone(), [[0, 0]; 2]);
            both[side] = *hits;
            // Whether a ship that sustains meets a Direct Hit is not known yet.
            then[1 - side].direct_hits = 0;
            while let Some(group) = self.sustains_next(&then, side, both[side], source, bears) {
                self.sustain(&mut then, side, group, &mut both, source);
            }
            self.lose(&mut then, side, &mut both, source, bears);
            self.fighting(&then, side) < self.fighting(now, side)
        };
        if total >= 2 || (!sustains && kills()) {
            now[side].shields -= 1;
            for _ in 0..total.min(2) {
                take(hits, true);
            }
        }
    }

    /// The group of the unit that sustains the next hit, before any unit is lost.
    pub(super) fn sustains_next(
        &self,
        now: &State,
        side: usize,
        hits: Hits,
        source: Source,
        bears: bool,
    ) -> Option<usize> {
        let guards = |group: &usize| {
            let in_combat = matches!(source, Source::Combat(_)) && self.fight.in_space;
            in_combat && self.cards[side][*group].is("guard") && hits != [0, 0]
        };
        let is_immune = |group: &usize| self.cards[side][*group].is("immune");
        let (first, rest): (Vec<usize>, Vec<usize>) =
            self.orders[side].iter().copied().partition(is_immune);
        let waits = self.side(side).late && self.fight.in_space;
        let rest = if waits { Vec::new() } else { rest };
        let able = |group: &usize| bears && self.can_sustain(now, side, *group, hits, source);
        let undamaged = |group: &usize| now[side].whole[*group] > 0;
        let mut guarding = self.groups(side).filter(guards).filter(undamaged);
        guarding.next().or_else(|| first.into_iter().chain(rest).find(able))
    }

    pub(super) fn can_sustain(
        &self,
        now: &State,
        side: usize,
        group: usize,
        hits: Hits,
        source: Source,
    ) -> bool {
        let due = hits[PLAIN] + if self.is_fighter(side, group) { 0 } else { hits[AIMED] };
        let can = self.cards[side][group].is("sustains") && now[side].whole[group] > 0;
        can && due > 0 && self.is_target(side, group, source)
    }

    /// Eidolon Maximum is no target of unit abilities.
    pub(super) fn is_target(&self, side: usize, group: usize, source: Source) -> bool {
        matches!(source, Source::Combat(_)) || !self.cards[side][group].is("ward")
    }

    /// Returns whether a Direct Hit destroys the unit.
    pub(super) fn sustain(
        &self,
        now: &mut State,
        side: usize,
        group: usize,
        hits: &mut [Hits; 2],
        source: Source,
    ) -> bool {
        take(&mut hits[side], !self.is_fighter(side, group));
        now[side].whole[group] -= 1;
        now[side].fresh[group] += 1;
        let card = &self.cards[side][group];
        if card.is("riposte") && !self.fight.in_space && matches!(source, Source::Combat(_)) {
            hits[1 - side][PLAIN] += 1;
        }
        let round = if let Source::Combat(round) = source { round } else { 1 };
        let enemy = &mut now[1 - side];
        let falls = self.fight.in_space
            && self.is_ship(side, group)
            && !card.is("immune")
            && enemy.direct_hits > 0
            && is_time(self.side(1 - side).direct_hits, round);
        if falls {
            enemy.direct_hits -= 1;
            now[side].fresh[group] -= 1;
        }
        falls
    }

    /// The turn of a side that sustains late: it loses what is due before. Returns whether a Direct
    /// Hit destroys the unit that sustains, if one does.
    pub(super) fn sustain_late(
        &self,
        now: &mut State,
        side: usize,
        hits: &mut [Hits; 2],
        source: Source,
        bears: bool,
    ) -> Option<bool> {
        let waits = self.side(side).late && self.fight.in_space && bears;
        while waits
            && self.groups(side).any(|group| self.can_sustain(now, side, group, hits[side], source))
        {
            let due = self.due(now, side, hits[side], source)?;
            if self.can_sustain(now, side, due, hits[side], source) {
                return Some(self.sustain(now, side, due, hits, source));
            }
            take(&mut hits[side], true);
            now[side].lose_one(due);
        }
        None
    }

    /// Units are lost in order; with `late` the units of a class sustain before.
    pub(super) fn lose(
        &self,
        now: &mut State,
        side: usize,
        hits: &mut [Hits; 2],
        source: Source,
        bears: bool,
    ) {
        while let Some(group) = self.due(now, side, hits[side], source) {
            if bears && self.can_sustain(now, side, group, hits[side], source) {
                self.sustain(now, side, group, hits, source);
            } else {
                take(&mut hits[side], true);
                now[side].lose_one(group);
            }
        }
    }

    /// The group to which the next hit goes in the order of loss.
    pub(super) fn due(
        &self,
        now: &State,
        side: usize,
        hits: Hits,
        source: Source,
    ) -> Option<usize> {
        let is_there = |group: &&usize| {
            let fights = self.fights(side, **group) && now[side].alive(**group) > 0;
            fights && self.is_target(side, **group, source)
        };
        let large = |group: &&usize| !self.is_fighter(side, **group);
        let order = || self.orders[side].iter().filter(is_there);
        let first = match order().find(large) {
            Some(group) if hits[AIMED] > 0 => Some(group),
            _ => order().next(),
        };
        first.copied().filter(|_| hits != [0, 0])
    }

    /// Removes all ships where a flagship took them with it, and what a side without ships carried.
    pub(super) fn bury(&self, before: &State, now: &mut State) {
        if !self.fight.in_space {
            return;
        }
        let doomed = SIDES.iter().any(|&side| {
            self.groups(side).any(|group| {
                self.cards[side][group].is("doom")
                    && now[side].alive(group) < before[side].alive(group)
            })
        });
        for side in SIDES {
            if doomed || self.fighting(now, side) == 0 {
                for group in self.groups(side) {
                    if self.cards[side][group].kind != Kind::Pds {
                        now[side].remove_all(group);
                    }
                }
            }
        }
    }
}
