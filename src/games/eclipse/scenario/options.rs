//! The options of a side.

use super::catalogue::EclipseCatalogue;
use super::group::learn;
use crate::games::common::check::has_fleet;
use crate::games::common::options::{OptionField, SideOption, read_play, read_side, read_typed};
use crate::games::common::play::{Retreats, parse_horizon};
use crate::games::common::{Horizon, Objective};
use crate::games::eclipse::rules::{Policy, Technologies};
use crate::scenario::diagnostics::{Diagnostic, Place};
use crate::scenario::document::check_name;
use crate::scenario::model::SideText;
use crate::scenario::notation::{OptionText, Spanned};
use crate::scenario::phrase::vocabulary::{ValueWords, one_of};
use crate::scenario::settings::{choose, find};

/// Field of `play` that holds the policy of a side.
pub(crate) const POLICY_FIELD: &str = "assign";

/// Options of a side as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct EclipseOptions {
    pub(super) policy: Option<Policy>,
    pub(super) objective: Option<Objective>,
    pub(super) horizon: Option<Horizon>,
    /// Species of groups that do not name their own.
    pub(super) species: Option<Spanned<String>>,
    pub(super) name: Option<String>,
    /// When groups start to retreat.
    pub(super) retreat: Retreats,
    /// Whether the party holds the influence disc of the sector, if given.
    pub(super) influence: Option<Spanned<bool>>,
    /// Alliance of the party.
    pub(super) alliance: Option<Spanned<String>>,
    pub(super) technologies: Technologies,
    /// Names of the technologies given so far.
    learned: Vec<String>,
}

/// Number of the options that every side has, the first of all.
pub(super) const GENERAL: usize = 5;

/// Options of a side. The last ones are for parties of a sector.
pub(super) static OPTIONS: [SideOption<EclipseOptions>; 8] = [
    SideOption::word(
        "play",
        "how the side assigns hits",
        OptionField::Play(POLICY_FIELD),
        || one_of(Policy::ALL.map(Policy::name)),
        |side, word| Ok(side.policy.replace(policy(word)?).is_none()),
    ),
    SideOption::objective(|side| &mut side.objective),
    SideOption::word(
        "horizon",
        "how far the side looks ahead: to the end of the sector, or of the battle",
        OptionField::Play("horizon"),
        || one_of(Horizon::ALL.map(Horizon::name)),
        |side, word| {
            let horizon = parse_horizon(word, Horizon::Sector.name())?;
            Ok(side.horizon.replace(horizon).is_none())
        },
    ),
    SideOption::word(
        "species",
        "whose ships these are",
        OptionField::Side("species"),
        || ValueWords::Owner,
        |side, word| Ok(side.species.replace(word.clone()).is_none()),
    ),
    SideOption::name(|side| &mut side.name),
    SideOption::retreat(|side| &mut side.retreat),
    SideOption::truth("influence", "", OptionField::Side("influence"), |side, disc| {
        side.influence.replace(disc).is_none()
    }),
    SideOption::word(
        "alliance",
        "",
        OptionField::Side("alliance"),
        || ValueWords::Text,
        |side, word| {
            check_name(word)?;
            Ok(side.alliance.replace(word.clone()).is_none())
        },
    ),
];

impl EclipseOptions {
    /// Reads the options of a side, from its document and its fleet.
    pub(super) fn read(catalogue: &EclipseCatalogue, side: &SideText) -> Result<Self, Diagnostic> {
        has_fleet(side)?;
        let mut options = Self { name: side.name.clone(), ..Self::default() };
        let mut fields = read_side(&OPTIONS, &mut options, side)?;
        let technologies = fields.words("technologies")?;
        fields.finish_in(catalogue.rulebook)?;
        read_play(OPTIONS.iter(), &mut options, &side.play, catalogue.rulebook)?;
        technologies.iter().try_for_each(|name| options.learn(catalogue, name))?;
        for typed in &side.fleet.options {
            options.read_typed(catalogue, typed)?;
        }
        Ok(options)
    }

    /// Reads an option that is typed with the fleet: a technology, or one of the table.
    fn read_typed(
        &mut self,
        catalogue: &EclipseCatalogue,
        typed: &OptionText,
    ) -> Result<(), Diagnostic> {
        let Some(technology) = catalogue.technology(&typed.name.value) else {
            let others = catalogue.technologies.iter().map(|technology| technology.name.as_str());
            return read_typed(&OPTIONS, self, typed, others);
        };
        if let Some(value) = &typed.value {
            let message = format!("`{}` takes no value, found `{value}`", technology.name);
            return Err(Diagnostic::at(&typed.name.place, message));
        }
        self.learn(catalogue, &typed.name)
    }

    /// Adds a technology of the side.
    fn learn(
        &mut self,
        catalogue: &EclipseCatalogue,
        name: &Spanned<String>,
    ) -> Result<(), Diagnostic> {
        let known = &catalogue.technologies;
        let technology = find(known, |technology| &technology.name, name, "technology")?;
        if self.learned.contains(&technology.name) {
            let message = format!("`{}` is given twice", technology.name);
            return Err(Diagnostic::at(&name.place, message));
        }
        self.learned.push(technology.name.clone());
        learn(&mut self.technologies, &technology.name);
        Ok(())
    }

    /// Returns the name and place of an option that only parties of a sector have.
    pub(super) fn of_party(&self) -> Option<(&'static str, &Place)> {
        let influence = self.influence.as_ref().map(|given| ("influence", &given.place));
        influence.or_else(|| self.alliance.as_ref().map(|given| ("alliance", &given.place)))
    }
}

/// Parses the name of a policy.
///
/// # Errors
/// If there is no such policy.
pub fn policy(name: &Spanned<String>) -> Result<Policy, Diagnostic> {
    choose(&name.place, &name.value, "policy", &Policy::ALL.map(|p| (p.name(), p)))
}
