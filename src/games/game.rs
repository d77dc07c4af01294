//! What the rest of the program knows of a game.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use super::entry::{CheckedFleet, Details, Entry};
use super::group_figures::GroupFigures;
use crate::answer::{Battles, Matchup, Mixture, Question};
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::model::{Scenario, SideText, Sides};
use crate::scenario::names::normalise;
use crate::scenario::notation::{GroupText, Spanned};
use crate::scenario::{Lexicon, Rulebook};

/// A rulebook with its catalogue.
pub trait Game: Any + Debug + Send + Sync {
    /// Returns its names, units and limits.
    fn lexicon(&self) -> &Lexicon;

    /// Returns the rulebook.
    fn rulebook(&self) -> Rulebook {
        self.lexicon().rulebook
    }

    /// Looks up the names of a scenario. With `any_blueprint`, blueprints need not be legal.
    ///
    /// # Errors
    /// A message with the place of the first error.
    fn resolve(
        &self,
        scenario: &Scenario,
        any_blueprint: bool,
    ) -> Result<Arc<dyn Matchup>, Diagnostic>;

    /// Returns the question of a scenario, with the default budget, and with the default engine
    /// and number of battles if the scenario does not set them. With `any_blueprint`, blueprints
    /// need not be legal.
    ///
    /// # Errors
    /// If a fleet or a setting does not fit the rules or the catalogue.
    ///
    /// ```
    /// use fleetodds::internals::games::{Rulebook, load};
    /// use fleetodds::internals::scenario::{Source, read_scenario};
    ///
    /// let text = r#"{"attacker": "3 interceptor", "defender": "ancient", "seed": 7}"#;
    /// let scenario = read_scenario(&Source::new("example", text))?;
    /// let question = load(Rulebook::default(), &[])?.question(&scenario, false)?;
    /// assert_eq!(question.seed, 7);
    /// # Ok::<(), fleetodds::internals::scenario::Diagnostic>(())
    /// ```
    fn question(&self, scenario: &Scenario, any_blueprint: bool) -> Result<Question, Diagnostic> {
        let resolve = |scenario: &Scenario| self.resolve(scenario, any_blueprint);
        let matchup = match Mixture::of(scenario, &resolve)? {
            Some(mixture) => Arc::new(mixture),
            None => resolve(scenario)?,
        };
        let asked = Question::about(self.rulebook(), matchup);
        let document = scenario.asked(self.rulebook(), self.lexicon().policy_field)?;
        Ok(Question {
            asked: Some(document.into()),
            you: scenario.you,
            engine: scenario.engine.unwrap_or(asked.engine),
            battles: scenario.battles.map_or(asked.battles, Battles::Given),
            seed: scenario.seed.unwrap_or(asked.seed),
            ..asked
        })
    }

    /// Returns the rulebook in which two sides fight: that of the game, unless they are ground
    /// forces alone, which fight on a planet.
    fn theatre(&self, _sides: &[SideText; 2]) -> Rulebook {
        self.rulebook()
    }

    /// Returns why two sides have nothing to fight with, if neither has.
    fn idle(&self, _sides: &[SideText; 2]) -> Option<&'static str> {
        None
    }

    /// Checks the name of a policy.
    ///
    /// # Errors
    /// If there is no such policy.
    fn check_policy(&self, name: &Spanned<String>) -> Result<(), Diagnostic>;

    /// Whether a player decides for the side.
    fn is_players(&self, _side: &SideText) -> bool {
        true
    }

    /// Whether the side says how it plays.
    fn has_policy(&self, side: &SideText) -> bool {
        let fields = ["play", self.lexicon().policy_field].map(normalise);
        let mut options = side.fleet.options.iter();
        side.has_policy(self.lexicon().policy_field)
            || options.any(|option| fields.contains(&normalise(&option.name.value)))
    }

    /// Sets how the players of a scenario play who do not say so. A policy of another game has no
    /// effect.
    fn set_captains(&self, scenario: &mut Scenario, policy: &str) {
        let place = Place::whole(&Source::new("captains", policy));
        let policy = Spanned { value: policy.to_string(), place };
        if self.check_policy(&policy).is_ok() {
            let sides = scenario.sides.all_mut().iter_mut().flat_map(SideText::fleets_mut);
            for side in sides.filter(|side| self.is_players(side) && !self.has_policy(side)) {
                side.command.get_or_insert_with(|| policy.clone());
            }
        }
    }

    /// Returns all entries of the catalogue by section, in the order of lists.
    ///
    /// # Errors
    /// If an entry breaks a rule.
    fn entries(&self) -> Result<Vec<Entry>, Diagnostic>;

    /// Returns all that is known of the entry with a name.
    ///
    /// # Errors
    /// If there is no such entry.
    fn details(&self, name: &str) -> Result<Details, Diagnostic>;

    /// Checks a fleet, and returns its figures. With `any_blueprint`, blueprints need not be legal.
    ///
    /// # Errors
    /// A message with the place of the first error.
    fn check(&self, fleet: &SideText, any_blueprint: bool) -> Result<CheckedFleet, Diagnostic>;

    /// Checks the catalogue, and returns the numbers of its entries in words.
    ///
    /// # Errors
    /// If an entry breaks a rule.
    fn check_catalogue(&self) -> Result<String, Diagnostic>;

    /// Returns the figures of each group of a side. Blueprints need not be legal.
    ///
    /// # Errors
    /// If a name is not in the catalogue, or a figure is wrong.
    fn group_figures(&self, side: &SideText) -> Result<Vec<GroupFigures>, Diagnostic> {
        self.check(side, true).map(|checked| checked.groups)
    }

    /// Whether there is a battle to fight. By default two sides need ships each, and one of several
    /// parties.
    fn can_fight(&self, scenario: &Scenario) -> bool {
        let has_ships = |side: &SideText| !side.fleet.groups.is_empty();
        match &scenario.sides {
            Sides::Two(sides) => sides.iter().all(has_ships),
            Sides::Parties(parties) => parties.iter().any(has_ships),
        }
    }

    /// Returns the number of ships of a class that a player owns, if it is limited.
    fn owned(&self, _class: &str) -> Option<u32> {
        None
    }

    /// Returns the blueprints of a class that can be built from the starting parts and these parts;
    /// `None` if ships are not built from parts.
    ///
    /// # Errors
    /// If there is no such class or part.
    fn blueprints(
        &self,
        _group: &GroupText,
        _parts: &[Spanned<String>],
    ) -> Result<Option<Box<dyn Blueprints + '_>>, Diagnostic> {
        Ok(None)
    }
}

/// The blueprints of a class that can be built from the available parts.
pub trait Blueprints: Sync {
    /// Returns the printed parts, as typed.
    fn start(&self) -> String;

    /// Finds the legal blueprints that differ in battle. `base` are the battles of the printed
    /// blueprint against all enemies, in which it is the first group of side `side`.
    ///
    /// # Errors
    /// A message if there are none, or too many.
    fn designs(
        &self,
        base: &[Arc<dyn Matchup>],
        side: usize,
    ) -> Result<Box<dyn Designs + '_>, String>;
}

/// Blueprints that differ in battle.
pub trait Designs: Sync {
    /// Returns all blueprints.
    fn all(&self) -> &[Blueprint];

    /// Returns all figures of the printed blueprint, by name.
    fn printed(&self) -> &[(String, i64)];

    /// Returns a ship in brackets, as typed after its class, that is at least as good as each of
    /// these blueprints, whatever both sides play.
    fn ideal(&self, of: &[usize]) -> String;
}

/// A blueprint that can be built.
#[derive(Clone, Debug)]
pub struct Blueprint {
    /// Its parts, as typed.
    pub parts: String,
    /// Properties of which more is better, if the other properties are equal.
    pub more: Vec<i32>,
    /// Properties that have to be equal for a comparison by `more`.
    pub same: Vec<i32>,
    /// Figures to list, as text.
    pub listed: Vec<(String, String)>,
    /// All figures, for the comparison of two blueprints.
    pub figures: Vec<(String, i64)>,
}
