//! Units that abilities place, change or destroy outside the assignment of hits.

use super::ability::Ability;
use super::battle::{Ti4Battle, Ti4State};
use super::events::equal_dice;
use super::fleet::UnitKind;
use super::force::{GROUPS, Groups, Ti4Force};
use super::hits::Hits;
use super::hits::{Marked, MarkedFate, MaySustain};
use super::lineup::Change;
use super::pending::Pending;
use super::roster::Ti4Roster;
use super::start::at_value;
use super::terms::Theatre;
use crate::array::array;
use crate::dice::Die;
use crate::story::{Observer, Who};

impl Ti4Battle {
    /// Returns the number of units of a row's kind that can still be placed (T51).
    pub(super) fn room(&self, side: usize, row: usize, state: &Ti4State) -> u16 {
        let own = self.roster(state, side);
        let kind = own.units[row].kind;
        let there = state.forces[side].count(own.of_kind(kind));
        kind.plastic().map_or(u16::MAX, |most| most.saturating_sub(there))
    }

    /// Places undamaged units in a row, as far as the plastic reaches.
    pub(super) fn place(&self, side: usize, row: usize, number: u8, state: &mut Ti4State) {
        let row = self.present_row(side, row, state);
        let placed = u16::from(number).min(self.room(side, row, state)) as u8;
        // With The Alastor, ground forces that come later fight as well.
        let force = &mut state.forces[side];
        if force.supplies.chosen() == Some(row) && force.alive(row) == 0 {
            // The die of an agent is lost with its unit (T18).
            force.supplies.lose_chosen();
        }
        force.whole[row] = force.whole[row].saturating_add(placed);
    }

    /// Returns the row for units that would be placed in this one: that of the upgrade after Reveal
    /// Prototype (T59).
    fn present_row(&self, side: usize, row: usize, state: &Ti4State) -> usize {
        let own = self.roster(state, side);
        let is_revealed = own.holds(Ability::RevealPrototype)
            && !state.forces[side].supplies.has(Ability::RevealPrototype);
        own.changes.of(Change::Upgraded, row).filter(|_| is_revealed).unwrap_or(row)
    }

    /// Returns whether units of a side can deploy. That is a unit ability, of mechs (T50, T56).
    pub(super) fn may_deploy(&self, side: usize, state: &Ti4State) -> bool {
        let laws = [Ability::EntropicScar, Ability::ArticlesOfWar];
        let is_stopped =
            state.forces[1 - side].any(self.roster(state, 1 - side).stopping_abilities);
        !is_stopped && !self.sides.iter().any(|side| laws.iter().any(|law| side.holds(*law)))
    }

    /// Changes all units of a side that a change affects.
    pub(super) fn change_all(&self, side: usize, change: Change, state: &mut Ti4State) {
        let own = self.roster(state, side);
        let force = &mut state.forces[side];
        for row in 0..own.units.len() {
            let units = [force.whole[row], force.hurt[row]];
            force.change(own, change, row, units);
        }
    }

    /// Marks the unit that a hit of the enemy's choice is assigned to: the dearest that it
    /// destroys, an undamaged one if it can, or else the dearest that sustains it (T35).
    pub(super) fn mark(&self, side: usize, state: &Ti4State, pending: &mut Pending) {
        let (roster, force) = (self.roster(state, side), &state.forces[side]);
        // Fighters that have landed do not count as ground forces (T48).
        let targets = match self.terms.theatre {
            Theatre::Space => roster.fighting,
            Theatre::Ground => roster.ships,
        };
        let able = self.able_to_sustain(side, state).or(self.shieldable(side, state));
        let dies = |g: usize| if able.has(g) { force.hurt[g] > 0 } else { force.alive(g) > 0 };
        let dying = Groups::of(targets.each().filter(|&g| dies(g)));
        let doomed = roster.dearest(force, dying);
        let marked = doomed.or(roster.dearest(force, targets));
        let Some(group) = marked else { return };
        let fate = match doomed {
            None => MarkedFate::MaySustain,
            Some(_) if able.has(group) || force.whole[group] == 0 => MarkedFate::DiesDamaged,
            Some(_) => MarkedFate::DiesWhole,
        };
        pending.marked = Some(Marked { side: side as u8, group: group as u8, fate });
        pending.due[side] = Hits { free: 1, aimed: 0 };
    }

    /// Returns the groups of a side that can sustain damage now.
    pub(super) fn able_to_sustain(&self, side: usize, state: &Ti4State) -> Groups {
        match self.may_sustain(state)[side] {
            MaySustain::All => self.roster(state, side).sustaining,
            MaySustain::Guards | MaySustain::None => Groups::default(),
        }
    }

    /// Returns the cruiser or destroyer that a side gives up for a hit: destroyers before cruisers,
    /// the worst first (T44).
    fn victim(&self, side: usize, ability: Ability, state: &Ti4State) -> Option<usize> {
        let (own, force) = (self.roster(state, side), &state.forces[side]);
        let ships = own.small_ships().and(own.owned_with(ability));
        let of = |kind| Groups::of(ships.each().filter(|&g| own.units[g].kind == kind));
        let worst = |kind| own.weakest(force, of(kind));
        worst(UnitKind::Destroyer).or_else(|| worst(UnitKind::Cruiser))
    }

    /// Returns whether a side gives up a ship for a hit: it has one, the enemy has ships, and it is
    /// not the last ship unless the hit destroys something (T44).
    pub(super) fn is_worth_a_ship(&self, side: usize, ability: Ability, state: &Ti4State) -> bool {
        let own = self.roster(state, side);
        if self.victim(side, ability, state).is_none() || !self.fights(state, 1 - side) {
            return false;
        }
        if state.forces[side].count(own.fighting) > 1 {
            return true;
        }
        let mut pending = Pending::none();
        self.begin(state, &mut pending);
        match ability {
            // The enemy assigns the hit as it has declared.
            Ability::ImpulseCore => {
                pending.due[1 - side].aimed = 1;
                self.would_destroy(1 - side, state, &pending)
            }
            _ => {
                self.mark(1 - side, state, &mut pending);
                pending.marked.is_some_and(Marked::dies)
            }
        }
    }

    /// Destroys the cruiser or destroyer that a side gives up.
    pub(super) fn give_up_a_ship(&self, side: usize, ability: Ability, state: &mut Ti4State) {
        if let Some(row) = self.victim(side, ability, state) {
            let force = &mut state.forces[side];
            force.keep(row, u16::from(force.alive(row)) - 1);
        }
    }

    /// Rolls dice at the printed combat value of a row, without modifiers (T26). Returns the number
    /// of successes.
    pub(super) fn throw_at_value<D: Die, O: Observer>(
        &self,
        (side, row): (usize, usize),
        dice: u16,
        with: &'static str,
        die: &mut D,
        observer: &mut O,
        own: &Ti4Roster,
    ) -> u8 {
        let hit = own.units[row].combat.map_or(11, |roll| roll.hit);
        let successes = match hit {
            11.. => 0,
            _ => die.draw(at_value(hit).hits(usize::from(dice))),
        };
        observer.report(|| {
            let group = own.homes.get(row).copied();
            [equal_dice((Who::side(side), group), with, (dice, hit), successes)]
        });
        successes
    }
}

impl Ti4Roster {
    /// Returns the group in which an ability places units.
    pub(super) fn placed_by(&self, ability: Ability) -> Option<usize> {
        self.effects.get(ability).and_then(|effect| effect.place())
    }

    /// Returns the row with the living unit that makes the most hits.
    pub(super) fn strongest(&self, force: &Ti4Force, among: Groups) -> Option<usize> {
        let living = among.each().filter(|&g| force.alive(g) > 0);
        living.max_by(|a, b| self.firepower[*a].total_cmp(&self.firepower[*b]))
    }

    /// Returns the row with the living unit that makes the fewest hits.
    pub(super) fn weakest(&self, force: &Ti4Force, among: Groups) -> Option<usize> {
        let living = among.each().filter(|&g| force.alive(g) > 0);
        living.min_by(|a, b| self.firepower[*a].total_cmp(&self.firepower[*b]))
    }
}

impl Ti4Force {
    /// Returns the number of living units by row.
    pub(super) fn living(&self) -> [u8; GROUPS] {
        array(|g| self.alive(g))
    }
}
