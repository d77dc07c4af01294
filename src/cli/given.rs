//! Reads the fight of a command: two fleets, a scenario, a link or a code.

use std::sync::Arc;

use super::args::{FightSourceArgs, QuestionArgs};
use super::failure::Failure;
use super::files::Files;
use super::input::{fleet_files, named_rulebook, read_fleet, read_source};
use fleetodds::answer::ROLES;
use fleetodds::games::{Linked, read_link};
use fleetodds::scenario::{Scenario, Source, decode, is_code, read_scenario};

/// Returns the files that a fight is read from.
pub(super) fn files_of(given: &FightSourceArgs, ask: &QuestionArgs) -> Result<Files, Failure> {
    let mut read = fleet_files(given.attacker.iter().chain(&given.defender));
    read.extend(given.scenario.clone());
    Files::reading(read, ask.fleets.as_deref())
}

/// The fight of a command line.
pub(super) struct FightSource {
    /// The fight as a scenario.
    pub(super) scenario: Scenario,
    /// Warnings about parts of a link that the scenario leaves out.
    pub(super) left_out: Vec<String>,
}

impl FightSource {
    /// Reads the fight that the command line gives.
    pub(super) fn read(args: &FightSourceArgs, rules: Option<&str>) -> Result<Self, Failure> {
        if let Some(path) = &args.scenario {
            return Self::of(read_source(path)?);
        }
        if let Some(link) = &args.from_link {
            return Self::linked(link, rules);
        }
        match (&args.attacker, &args.defender) {
            (Some(code), None) if is_code(code) => Self::coded(code),
            (Some(code), Some(_)) if is_code(code) => {
                let message = "a code contains both fleets: leave out the second one";
                Err(Failure::Usage(message.into()))
            }
            (Some(attacker), Some(defender)) => Self::typed([attacker, defender]),
            _ => Err(Failure::Usage(
                "the defender is missing: expected <ATTACKER> <DEFENDER>, or a code".into(),
            )),
        }
    }

    fn of(document: Arc<Source>) -> Result<Self, Failure> {
        Ok(Self { scenario: read_scenario(&document)?, left_out: Vec::new() })
    }

    fn typed(fleets: [&str; 2]) -> Result<Self, Failure> {
        let [attacker, defender] = [0, 1].map(|side: usize| read_fleet(ROLES[side], fleets[side]));
        let scenario = Scenario::of([attacker?, defender?]);
        Ok(Self { scenario, left_out: Vec::new() })
    }

    fn coded(code: &str) -> Result<Self, Failure> {
        Self::of(Source::new("code", decode(&Source::new("code", code))?))
    }

    /// Reads a link. The link decides between space and ground; `--rules` must agree with it.
    fn linked(link: &str, rules: Option<&str>) -> Result<Self, Failure> {
        let Linked { rulebook, document, warnings } = read_link(&Source::new("link", link))?;
        if let Some(asked) = rules.map(named_rulebook).transpose()?
            && asked != rulebook
        {
            return Err(Failure::Usage(format!("--rules {asked}: the link is for {rulebook}")));
        }
        let given = Self::of(Source::new("scenario of the link", document.to_string()))?;
        Ok(Self { left_out: warnings, ..given })
    }
}
