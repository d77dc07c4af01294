//! The fight that is edited, with the options of the command line, and its earlier forms.

use std::path::PathBuf;

use crate::cli::args::{LiveArgs, is_of_rules};
use crate::cli::failure::Failure;
use crate::cli::given::{AskedFight, TypedQuestion};
use crate::cli::line::Line;
use crate::cli::options::QuestionOptions;
use crate::cli::saved_ships;
use crate::cli::work::threads;
use fleetodds::internals::answer::{NoAnswer, Question, ROLES};
use fleetodds::internals::edit::{Desk, Edit, GroupView};
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::scenario::{Diagnostic, MAX_SHARED_BYTES, SavedShip, Scenario, encode};

/// Most earlier forms that are kept.
const MOST_UNDONE: usize = 1000;

/// The fight that is edited.
pub(crate) struct Session {
    options: QuestionOptions,
    desk: Desk,
    /// The last fight of each rulebook that was left.
    left: Vec<Desk>,
    past: Vec<Desk>,
    future: Vec<Desk>,
    /// Whether the fleets are typed, so that the settings of the user hold.
    is_typed: bool,
    /// Options of the command line that are part of each command, each with a space before it.
    extra: String,
    /// Folder of the ships that the user has saved.
    folder: Option<PathBuf>,
    any_blueprint: bool,
    pub(crate) threads: usize,
}

impl Session {
    /// Reads the fight of the command line. A typed fleet need not be readable. `extra` are the
    /// options that are part of each command.
    pub(crate) fn start(args: &LiveArgs, extra: String) -> Result<Self, Failure> {
        let options = QuestionOptions::read(&args.ask)?;
        let words = &args.words;
        let source = args.given();
        let is_typed = source.is_typed();
        let given = (!is_typed).then(|| AskedFight::read(&source, &options)).transpose()?;
        let question = TypedQuestion::read(words, &options);
        let rulebook = match (&given, &question) {
            (Some(given), _) => options.rulebook_of(&given.scenario),
            (None, Some(question)) => {
                question.rulebook(&options)?.unwrap_or_else(|| options.typed_rulebook())
            }
            (None, None) => options.typed_rulebook(),
        };
        let known = options.known(rulebook)?;
        let mut desk = match &given {
            Some(given) => Desk::of_reader(&given.scenario, known.clone())?,
            None => Desk::with(known.clone()),
        };
        if given.is_none() {
            let fleets = question.map(|question| question.sentence.sides);
            let fleets = fleets.unwrap_or_else(|| [words.join(" "), String::new()]);
            for (side, fleet) in fleets.iter().enumerate() {
                desk.type_fleet(side, fleet);
            }
            if desk.theatre() != rulebook {
                desk.set_reader(options.known(desk.theatre())?.clone());
            }
            if args.swap {
                desk.swap();
            }
        }
        Ok(Self {
            options,
            desk,
            left: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
            is_typed,
            extra,
            folder: args.ask.own.ships.clone(),
            any_blueprint: args.ask.any_blueprint,
            threads: threads(args.ask.threads)?.get(),
        })
    }

    pub(crate) fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Notes the present form, to which the next undo returns.
    pub(crate) fn note(&mut self) {
        if self.past.len() == MOST_UNDONE {
            self.past.remove(0);
        }
        self.past.push(self.desk.clone());
        self.future.clear();
    }

    /// Returns to the form before the last change. Returns false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.desk, before));
        true
    }

    /// Repeats the change that was undone last. Returns false if there is none.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.desk, after));
        true
    }

    /// Forgets the form that was noted last, and returns to it.
    pub(crate) fn forget(&mut self) {
        if let Some(before) = self.past.pop() {
            self.desk = before;
        }
    }

    /// Replaces a fleet while it is typed. This is part of the change that was noted last.
    pub(crate) fn type_fleet(&mut self, side: usize, text: &str) {
        self.desk.type_fleet(side, text);
    }

    pub(crate) fn edit(&mut self, side: usize, edit: &Edit) -> Result<(), Diagnostic> {
        self.note();
        let edited = self.desk.edit(side, edit);
        if edited.is_err() {
            self.past.pop();
        }
        edited
    }

    /// Writes ships as typed into a fleet, before its options.
    pub(crate) fn add_text(&mut self, side: usize, added: &str) {
        let fleet = self.desk.fleet(side);
        let (ships, options) = fleet.split_at(fleet.find('&').unwrap_or(fleet.len()));
        let text = match ships.trim() {
            "" => format!("{added} {options}"),
            ships => format!("{ships} + {added} {options}"),
        };
        self.desk.type_fleet(side, text.trim());
    }

    /// Adds ships as typed to a fleet, or removes them. Equal ships are counted together.
    pub(crate) fn count_ships(
        &mut self,
        side: usize,
        typed: &str,
        is_more: bool,
    ) -> Result<(), Failure> {
        let mut changed = self.desk.clone();
        changed.type_fleet(side, typed);
        if let Some(error) = changed.error(side) {
            return Err(error.clone().into());
        }
        let wanted = changed.side(side)?.groups;
        self.note();
        let counted = wanted.iter().try_for_each(|group| self.count(side, group, is_more));
        if counted.is_err() {
            self.forget();
        }
        counted
    }

    fn count(&mut self, side: usize, wanted: &GroupView, is_more: bool) -> Result<(), Failure> {
        let view = self.desk.side(side)?;
        let is = |group: &GroupView| one(&group.text) == one(&wanted.text);
        let known = view.groups.iter().position(is);
        match (known, is_more) {
            (Some(group), _) => {
                let count = view.groups[group].count;
                let count = match is_more {
                    true => count.saturating_add(wanted.count),
                    false => count.saturating_sub(wanted.count),
                };
                self.desk.edit(side, &Edit::Count { group, count })?;
            }
            (None, true) => self.add_text(side, &wanted.text),
            (None, false) => {
                let message = format!("the {} has no {}", ROLES[side], one(&wanted.text));
                return Err(Failure::refused(message));
            }
        }
        Ok(())
    }

    pub(crate) fn saved(&self) -> Vec<SavedShip> {
        let rulebook = self.desk.rulebook();
        let known = self.options.known(rulebook).map(|known| known.words().saved.clone());
        let mut saved = known.unwrap_or_default();
        // Ships may have been saved since the catalogue was read.
        if let Some(folder) = &self.folder {
            let later = saved_ships::read(folder, rulebook).unwrap_or_default();
            saved.retain(|ship| later.iter().all(|other| other.name != ship.name));
            saved.extend(later);
        }
        saved
    }

    pub(crate) fn set_retreat(&mut self, side: usize, when: Option<serde_json::Value>) {
        self.note();
        self.desk.set_retreat(side, when);
    }

    /// Exchanges the sides.
    pub(crate) fn swap(&mut self) {
        self.note();
        self.desk.swap();
    }

    /// Sets the rulebook. Another edition takes the fight over; another game has its own last fight
    /// again, if there was one. Returns a message if it drops something.
    pub(crate) fn set_rules(&mut self, rulebook: Rulebook) -> Result<Option<String>, Failure> {
        let known = self.options.known(rulebook)?;
        let known = known.clone();
        let present = self.desk.rulebook();
        self.note();
        self.left.retain(|desk| desk.rulebook() != present);
        self.left.push(self.desk.clone());
        let last = self.left.iter().find(|desk| desk.rulebook() == rulebook);
        let dropped = match last.filter(|_| !rulebook.is_edition_of(present)) {
            Some(last) => {
                self.desk = last.clone();
                Vec::new()
            }
            None => self.desk.set_reader(known),
        };
        self.desk.set_saved(self.saved());
        let words = || format!("{} leaves out {}", rulebook.title(), dropped.join(", "));
        Ok((!dropped.is_empty()).then(words))
    }

    /// Returns the rulebook that follows the present one by this many.
    pub(crate) fn next_rules(&self, by: isize) -> Rulebook {
        let all = Rulebook::ALL;
        let at = all.iter().position(|rulebook| *rulebook == self.desk.rulebook()).unwrap_or(0);
        all[(at as isize + by).rem_euclid(all.len() as isize) as usize]
    }

    /// Returns the fight as a scenario, with the settings of the user.
    pub(crate) fn scenario(&self) -> Result<Scenario, Failure> {
        self.scenario_of(&self.desk)
    }

    fn scenario_of(&self, desk: &Desk) -> Result<Scenario, Failure> {
        let mut scenario = desk.scenario()?;
        if self.is_typed {
            scenario.rulebook = Some(desk.rulebook());
            self.options.add_own(&mut scenario)?;
        }
        Ok(scenario)
    }

    pub(crate) fn question_of(&self, scenario: Scenario) -> Result<Question, Failure> {
        self.options.recorded_question(scenario)
    }

    /// Returns the fight as a scenario with another number of ships in a group.
    pub(crate) fn with_count(
        &self,
        side: usize,
        group: usize,
        count: u64,
    ) -> Result<Scenario, Failure> {
        let mut desk = self.desk.clone();
        desk.edit(side, &Edit::Count { group, count })?;
        self.scenario_of(&desk)
    }

    pub(crate) fn seed(&self, scenario: &Scenario) -> u64 {
        self.options.seed(scenario.seed)
    }

    pub(crate) fn command(&self) -> Result<String, Failure> {
        Ok(self.desk.command()? + &self.extra)
    }

    pub(crate) fn code(&self) -> Result<String, Failure> {
        let document = self.options.to_json(&self.scenario()?)?;
        encode(&document).ok_or_else(|| {
            let most = MAX_SHARED_BYTES >> 20;
            Failure::refused(format!("the fight is larger than {most} MiB"))
        })
    }

    /// Saves a ship of the fight under a name. With `force`, it may replace another. Returns a
    /// message.
    pub(crate) fn save(
        &mut self,
        (side, group): (usize, usize),
        name: &str,
        force: bool,
    ) -> Result<String, Failure> {
        let Some(folder) = self.folder.clone() else {
            return Err(Failure::refused("saved ships are off with --no-config"));
        };
        let rulebook = self.desk.rulebook();
        let view = self.desk.side(side)?;
        let text = view.groups.get(group).map(|group| one(&group.text)).unwrap_or_default();
        let known = self.options.known(rulebook)?;
        let message = saved_ships::save(known, &folder, name, text, (force, self.any_blueprint))?;
        self.desk.set_saved(self.saved());
        Ok(message.trim().to_string())
    }

    /// Explains why the fight has no answer.
    pub(crate) fn explained(&self, none: NoAnswer) -> Failure {
        match self.scenario() {
            Ok(scenario) => Failure::of(none, &scenario),
            Err(failure) => failure,
        }
    }
}

/// Returns why the blueprint of a group is not legal.
pub(crate) fn fault(group: &GroupView) -> Option<&String> {
    group.figures.blueprint.as_ref()?.fault.as_ref()
}

/// Returns a group without its number of ships.
fn one(group: &str) -> &str {
    let name = group.trim_start_matches(|c: char| c.is_ascii_digit());
    if name.len() == group.len() { group } else { name.trim_start() }
}

/// Returns the options of the command line that a command of the fight has, too.
pub(crate) fn extra() -> String {
    let line = Line::of_process();
    let own = ["--plain", "--swap", "--scenario", "--from-link", "--color", "--ascii"];
    line.options(|name| is_of_rules(name) || own.contains(&name))
}
