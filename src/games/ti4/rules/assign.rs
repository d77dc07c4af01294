//! Assigning hits: damage is sustained, units are lost (rules 2.5, 3.2).

use arrayvec::ArrayVec;

use super::fleet::Sustain;
use super::force::{Groups, Ti4Force};
use super::hits::Hits;
use super::hits::{
    HitChoice, HitChoices, HitEffects, HitSource, HitStep, Marked, MarkedFate, MaySustain,
};
use super::roster::Ti4Roster;

/// The side to which hits are assigned.
pub(super) struct Assignment<'a> {
    pub(super) roster: &'a Ti4Roster,
    pub(super) force: &'a mut Ti4Force,
    pub(super) hit_effects: &'a mut HitEffects,
    /// Number of Direct Hits that the enemy may play.
    pub(super) direct_hits: &'a mut u8,
    pub(super) source: HitSource,
    /// The only unit that hits may be assigned to (T35).
    pub(super) marked: Option<Marked>,
    /// Units that may sustain damage.
    pub(super) sustains: MaySustain,
}

impl Assignment<'_> {
    /// Assigns hits by the declared order of loss and rule for sustaining.
    #[inline]
    pub(super) fn assign(&mut self, hits: Hits) {
        let aimed = match hits.aimed {
            0 => 0,
            aimed => self.absorb(self.targets(true), aimed),
        };
        // The order to destroy a ship other than a fighter has no effect without one.
        let aimed = if self.source == HitSource::Order { 0 } else { aimed };
        self.absorb(self.targets(false), hits.free + aimed);
    }

    /// Returns the groups to which hits may be assigned. Aimed hits go to ships other than fighters
    /// while there are any.
    #[inline]
    fn targets(&self, is_aimed: bool) -> Groups {
        if let Some(marked) = self.marked {
            return Groups::of([usize::from(marked.group)]);
        }
        let all = match self.source {
            HitSource::Combat => self.roster.fighting,
            HitSource::Ability | HitSource::Barrage => {
                self.roster.fighting.without(self.roster.defying_abilities)
            }
            HitSource::Order => self.roster.fighting,
        };
        let ships = all.and(self.roster.ships);
        let must_be = || self.source == HitSource::Order || self.force.any(ships);
        if is_aimed && must_be() { ships } else { all }
    }

    /// Returns the groups that can sustain hits on `targets`. Guards can sustain hits on any of
    /// them, but only in combat (T38a).
    #[inline]
    fn can_sustain(&self, targets: Groups) -> Groups {
        let (targets, guards) = match self.sustains {
            MaySustain::All => (targets, self.roster.guards),
            MaySustain::Guards => (Groups::default(), self.roster.guards),
            MaySustain::None => (Groups::default(), Groups::default()),
        };
        let able = match self.source {
            HitSource::Combat | HitSource::Barrage if self.marked.is_none() => targets.or(guards),
            HitSource::Combat | HitSource::Barrage | HitSource::Ability => targets,
            HitSource::Order => Groups::default(),
        };
        able.and(self.roster.sustaining)
    }

    /// Assigns hits to these groups. Returns the hits that remain when all their units are gone.
    fn absorb(&mut self, targets: Groups, mut hits: u16) -> u16 {
        let (roster, able) = (self.roster, self.can_sustain(targets));
        for step in &roster.steps {
            if hits == 0 {
                return 0;
            }
            hits = match *step {
                HitStep::Sustain(groups) => self.sustain(groups.and(able), hits),
                HitStep::Lose(class) => self.lose(class.and(targets), hits),
            };
        }
        hits
    }

    /// Returns the effect of one hit by the declared order of loss and rule for sustaining; `None`
    /// if no unit is left for it.
    pub(super) fn declared(&self, is_aimed: bool) -> Option<HitChoice> {
        // The order to destroy a ship other than a fighter has no effect without one.
        let spreads = is_aimed && self.source != HitSource::Order;
        match self.first_effect(self.targets(is_aimed)) {
            None if spreads => self.first_effect(self.targets(false)),
            effect => effect,
        }
    }

    /// Returns the effect of the first hit on these groups.
    fn first_effect(&self, targets: Groups) -> Option<HitChoice> {
        let able = self.can_sustain(targets);
        self.roster.steps.iter().find_map(|step| match *step {
            HitStep::Sustain(groups) => {
                let first = groups.and(able).each().find(|&g| self.force.whole[g] > 0);
                first.map(|g| HitChoice::Sustain(g as u8))
            }
            HitStep::Lose(class) => {
                let class = class.and(targets);
                self.force.any(class).then_some(HitChoice::Lose(class))
            }
        })
    }

    /// Lets undamaged units of these groups sustain hits. Returns the remaining hits.
    fn sustain(&mut self, groups: Groups, mut hits: u16) -> u16 {
        for g in groups.each() {
            let units = hits.min(u16::from(self.force.whole[g])) as u8;
            if units > 0 {
                self.sustain_with(g, units);
                hits -= u16::from(units);
            }
        }
        hits
    }

    /// Lets `units` units of a group sustain damage. Direct Hits destroy those that are not immune
    /// (T5).
    pub(super) fn sustain_with(&mut self, group: usize, units: u8) {
        let destroyed = match self.roster.defying_direct_hits.has(group) {
            true => 0,
            false => units.min(*self.direct_hits),
        };
        *self.direct_hits -= destroyed;
        self.force.whole[group] -= units;
        self.force.hurt[group] += units - destroyed;
        self.hit_effects.fresh[group] += units - destroyed;
        if self.roster.striking_back.has(group) {
            self.hit_effects.strikes += u16::from(units);
        }
    }

    /// Removes units of a class: first those that have sustained damage in this round, then other
    /// damaged units, then undamaged ones (T7), unless the enemy has chosen an undamaged one (T35).
    /// Returns the remaining hits.
    fn lose(&mut self, class: Groups, mut hits: u16) -> u16 {
        if let Some(Marked { group, fate: MarkedFate::DiesWhole, .. }) = self.marked {
            hits -= self.lose_whole(usize::from(group), hits);
        }
        let Self { force, hit_effects, .. } = self;
        let fresh = &mut hit_effects.fresh;
        let units = force.count(class);
        if hits >= units {
            class.each().for_each(|g| fresh[g] -= fresh[g].min(force.hurt[g]));
            force.clear(class);
            return hits - units;
        }
        for g in class.each() {
            // Units damaged in this assignment may have been changed or removed since.
            let units = hits.min(u16::from(fresh[g].min(force.hurt[g]))) as u8;
            force.hurt[g] -= units;
            fresh[g] -= units;
            hits -= u16::from(units);
        }
        for units_of in [&mut force.hurt, &mut force.whole] {
            for g in class.each() {
                let units = hits.min(u16::from(units_of[g])) as u8;
                units_of[g] -= units;
                hits -= u16::from(units);
            }
        }
        hits
    }

    /// Removes an undamaged unit of a group if it has one. Returns the hits that it takes.
    #[cold]
    fn lose_whole(&mut self, group: usize, hits: u16) -> u16 {
        let whole = &mut self.force.whole[group];
        let units = hits.min(u16::from(*whole)).min(1) as u8;
        *whole -= units;
        units.into()
    }

    /// Assigns the hits of a barrage to fighters, which cannot sustain. Guards sustain hits if that
    /// saves a fighter (T38a): they must first cancel the hits in excess of the number of fighters.
    pub(super) fn shoot_down(&mut self, hits: u16) {
        let roster = self.roster;
        let surplus = hits.saturating_sub(self.force.count(roster.fighters));
        let mut hits = hits;
        let may_guard = self.sustains != MaySustain::None && self.force.any(roster.fighters);
        if may_guard && roster.borne_by_guards(self.force) > surplus {
            for g in roster.guards.each() {
                // With Non-Euclidean Shielding, each cancels a second hit (T34).
                let each = u16::from(roster.bearing.whole[g]);
                let units = hits.div_ceil(each).min(self.force.whole[g].into());
                self.sustain_with(g, units as u8);
                hits = hits.saturating_sub(each * units);
            }
        }
        let classes = roster.order.iter().map(|class| class.and(roster.fighters));
        for class in classes.filter(|class| !class.is_empty()) {
            hits = self.lose(class, hits);
        }
    }

    /// Removes one unit of a class.
    pub(super) fn lose_one(&mut self, class: Groups) {
        self.lose(class, 1);
    }

    /// Returns the possible effects of one hit. With `first`, units sustain as long as any can;
    /// with `late`, a class sustains as long as one of its units can. At will, any unit that can
    /// may sustain, and any unit may be lost.
    pub(super) fn choices(&self, is_aimed: bool) -> HitChoices {
        let targets = self.targets(is_aimed);
        let able = self.can_sustain(targets);
        let can = |group: &usize| able.has(*group) && self.force.whole[*group] > 0;
        let roster = self.roster;
        let sustaining = || roster.order.iter().flat_map(|class| class.each()).filter(can);
        let early =
            |group: &usize| roster.sustain != Sustain::Late || roster.sustaining_first.has(*group);
        let guards = roster.guards.each().filter(can);
        let sustain = |group: usize| HitChoice::Sustain(group as u8);
        let first: HitChoices = guards.chain(sustaining().filter(early)).map(sustain).collect();
        let left = roster.order.iter().map(|class| class.and(targets));
        if roster.sustain == Sustain::AtWill {
            let lost = left.filter(|class| self.force.any(*class)).map(HitChoice::Lose);
            return first.into_iter().chain(lost).collect();
        }
        // Sustaining without risk never hurts, so no choice is offered.
        let riskless = roster.sustaining_first;
        let free = |choice: &HitChoice| matches!(choice, HitChoice::Sustain(g) if riskless.has(usize::from(*g)));
        if let Some(choice) = first.iter().copied().find(free) {
            return ArrayVec::from_iter([choice]);
        }
        if !first.is_empty() {
            return first;
        }
        left.filter(|class| self.force.any(*class))
            .map(|class| match class.each().find(can) {
                Some(group) => sustain(group),
                None => HitChoice::Lose(class),
            })
            .collect()
    }
}
