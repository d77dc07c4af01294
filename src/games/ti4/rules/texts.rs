//! Texts about rolls (T66). What they change is known before the first die, so that a combat pays
//! nothing for them.

use super::fleet::{Roll, Ti4Fleet, Unit, UnitKind};
use super::terms::Theatre;

/// A kind of roll that a unit makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollKind {
    /// Combat roll.
    Combat,
    /// Anti-fighter barrage.
    Barrage,
    /// Bombardment.
    Bombardment,
    /// Space cannon.
    Cannon,
}

impl RollKind {
    /// All kinds. Those after the first are unit abilities.
    pub const ALL: [Self; 4] = [Self::Combat, Self::Barrage, Self::Bombardment, Self::Cannon];

    /// Returns the name as in catalogues.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Combat => "combat",
            Self::Barrage => "barrage",
            Self::Bombardment => "bombardment",
            Self::Cannon => "cannon",
        }
    }

    /// Returns the name in messages and stories.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Barrage => "anti-fighter barrage",
            Self::Cannon => "space cannon",
            kind => kind.name(),
        }
    }

    /// Whether units make this roll in a kind of combat.
    #[must_use]
    pub fn is_made_in(self, theatre: Theatre) -> bool {
        match self {
            Self::Combat | Self::Cannon => true,
            Self::Barrage => theatre == Theatre::Space,
            Self::Bombardment => theatre == Theatre::Ground,
        }
    }

    /// Returns this roll of a unit.
    pub fn of(self, unit: &mut Unit) -> &mut Option<Roll> {
        match self {
            Self::Combat => &mut unit.combat,
            Self::Barrage => &mut unit.barrage,
            Self::Bombardment => &mut unit.bombardment,
            Self::Cannon => &mut unit.cannon,
        }
    }
}

/// A text that changes rolls of units of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollText {
    /// Units that it concerns.
    pub units: RolledBy,
    /// Rolls that it changes.
    pub rolls: Vec<RollKind>,
    /// Change on each of these rolls.
    pub change: RollChange,
}

/// Units that a text about rolls concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RolledBy {
    /// Units of these groups of the fleet, on which the text is printed.
    Groups(Vec<usize>),
    /// Units of these kinds, of a member of the side or, for the text of an enemy, of all members.
    Kinds(Vec<UnitKind>, Option<u8>),
}

/// Change that a text makes on a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollChange {
    /// A bonus on each die; a penalty if negative.
    Bonus(i8),
    /// More dice for a unit that has the roll.
    Dice(u8),
    /// The roll, for a unit that does not have it.
    Gains(Roll),
    /// More hits of a die that shows this number or more, whatever its bonus.
    MoreHits {
        /// Lowest natural number, 1 to 10.
        from: u8,
        /// Number of hits besides the one that the die may score.
        hits: u8,
    },
}

impl RollText {
    /// Changes the rolls of a unit, whichever it is.
    pub fn change_unit(&self, unit: &mut Unit) {
        self.rolls.iter().for_each(|roll| self.change.apply(roll.of(unit)));
    }
}

impl RollChange {
    fn apply(self, roll: &mut Option<Roll>) {
        match (self, roll) {
            (Self::Gains(gained), roll @ None) => *roll = Some(gained),
            (Self::Bonus(bonus), Some(roll)) => roll.bonus = roll.bonus.saturating_add(bonus),
            (Self::Dice(dice), Some(roll)) => roll.dice = roll.dice.saturating_add(dice),
            (Self::MoreHits { from, hits }, Some(roll)) => {
                roll.more_hits = roll.more_hits.with(from, hits);
            }
            (Self::Gains(_), Some(_)) | (_, None) => {}
        }
    }
}

impl Ti4Fleet {
    /// Changes a unit of a group by all texts that concern it, or by all but those that are printed
    /// on it.
    pub(super) fn add_texts(&self, unit: &mut Unit, home: usize, with_printed: bool) {
        let (kind, member) = (unit.kind, self.groups[home].member);
        let concerns = |text: &&RollText| match &text.units {
            RolledBy::Groups(groups) => with_printed && groups.contains(&home),
            RolledBy::Kinds(kinds, of) => kinds.contains(&kind) && of.is_none_or(|of| of == member),
        };
        let (gains, others): (Vec<&RollText>, Vec<&RollText>) = self
            .texts
            .iter()
            .filter(concerns)
            .partition(|text| matches!(text.change, RollChange::Gains(_)));
        // A roll that is gained can be changed.
        gains.into_iter().chain(others).for_each(|text| text.change_unit(unit));
    }

    /// Returns the number of combat dice that texts add to a unit of a group.
    pub(super) fn dice_by_texts(&self, home: usize) -> u8 {
        let mut unit = Unit { combat: Some(Roll::of(0, 10)), ..self.groups[home].unit };
        self.add_texts(&mut unit, home, true);
        unit.combat.map_or(0, |roll| roll.dice)
    }

    /// Returns the bonus of a member on rolls of a unit ability that no unit of the fleet makes: by
    /// texts that concern all units.
    pub(super) fn bonus_without_a_unit(&self, kind: RollKind, member: u8) -> i8 {
        let of_text = |text: &RollText| match (&text.units, text.change) {
            (RolledBy::Kinds(kinds, of), RollChange::Bonus(bonus))
                if kinds.len() == UnitKind::ALL.len()
                    && of.is_none_or(|of| of == member)
                    && text.rolls.contains(&kind) =>
            {
                bonus
            }
            _ => 0,
        };
        self.texts.iter().map(of_text).fold(0, i8::saturating_add)
    }
}
