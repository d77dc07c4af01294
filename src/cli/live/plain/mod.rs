//! The calculator in lines of text: for screen readers, pipes and scripts. Each line is a command,
//! and each change is answered with the short report.

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, IsTerminal, Write};

use crate::cli::args::Colour;
use crate::cli::failure::{self, Failure, cannot};
use crate::cli::files::named_rulebook;
use crate::cli::live::battle::{BattleQuestion, BattleTable, Dice};
use crate::cli::live::session::{Session, fault};
use crate::cli::live::worker::{more_ships, odds, what_helps};
use crate::cli::saved_ships::is_named;
use crate::cli::stream::{for_stream, stream};
use crate::cli::sweep::Varied;
use crate::cli::work::workers;
use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::{Question, ROLES};
use fleetodds::internals::edit::SideView;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::report::{Report, TableOptions, draw, percent};
use fleetodds::internals::result::{BattleChoice, BattleNext, BattleNow, Summary};
use fleetodds::internals::scenario::{
    Sentence, Source, is_code, nearest, normalise, printable, read_roll,
};

/// Width of reports where there is no terminal.
const WIDTH: usize = 80;

/// Reads commands until the end of the input, and returns the exit code.
pub(crate) fn run(session: Session, colour: Colour) -> Result<u8, Failure> {
    let ctx = workers(Some(session.threads))?;
    let width = terminal_size::terminal_size_of(io::stdout());
    let width = width.map_or(WIDTH, |(width, _)| usize::from(width.0));
    let is_terminal = io::stdout().is_terminal();
    let say = |text: &str| {
        let text = for_stream(text, is_terminal);
        let mut out = stream(io::stdout(), colour);
        writeln!(out, "{}", text.trim_end()).and_then(|()| out.flush())
    };
    let mut plain = Plain { session, ctx, width, battle: None };
    let cannot_write = cannot("write to standard output");
    say(&plain.greeting()).map_err(cannot_write)?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(cannot("read standard input"))?;
        let Some(text) = plain.answer(&line) else { break };
        if !text.is_empty() {
            say(&text).map_err(cannot_write)?;
        }
        if plain.ctx.is_stopped() {
            return Err(Failure::Interrupted);
        }
    }
    Ok(failure::DONE)
}

pub(crate) struct Plain {
    pub(crate) session: Session,
    pub(crate) ctx: Ctx,
    pub(crate) width: usize,
    pub(crate) battle: Option<BattleTable>,
}

impl Plain {
    /// Returns the first lines: the game, and the odds if there are two fleets.
    pub(crate) fn greeting(&self) -> String {
        let title = self.session.desk().rulebook().title();
        let title = format!("{title}. Type `help` for the commands, `quit` to end.");
        let is_empty = |side| self.session.desk().fleet(side).is_empty();
        match (0..2).any(is_empty) {
            true => format!("{title}\n{}", self.fleets()),
            false => format!("{title}\n\n{}", spoken(&self.report(false))),
        }
    }

    /// Answers a line; `None` ends the program.
    pub(crate) fn answer(&mut self, line: &str) -> Option<String> {
        let line = printable(line.trim()).into_owned();
        if line.is_empty() {
            return Some(String::new());
        }
        match Command::read(&line) {
            Ok((command, ..)) if command.form == QUIT.form => None,
            Ok((command, side, words)) => {
                let text = (command.run)(self, side, words);
                Some(spoken(&text.unwrap_or_else(|no| self.failed(&no))))
            }
            Err(message) => Some(format!("error: {message}")),
        }
    }

    fn failed(&self, failure: &Failure) -> String {
        failure.rendered(Some(self.width))
    }

    /// Sets a fleet. A fleet that cannot be read is refused, and the old one stays.
    fn set(&mut self, side: usize, typed: &str) -> Result<String, Failure> {
        self.session.note();
        self.session.type_fleet(side, typed);
        self.readable()
    }

    fn set_both(&mut self, _: usize, typed: &str) -> Result<String, Failure> {
        let fleets = Sentence::read(typed, None).map(|sentence| sentence.sides);
        self.session.note();
        for (side, fleet) in fleets.iter().flatten().enumerate() {
            self.session.type_fleet(side, fleet);
        }
        self.readable()
    }

    fn add(&mut self, side: usize, ships: &str) -> Result<String, Failure> {
        self.session.count_ships(side, ships, true).map(|()| self.report(false))
    }

    fn remove(&mut self, side: usize, ships: &str) -> Result<String, Failure> {
        self.session.count_ships(side, ships, false).map(|()| self.report(false))
    }

    fn swap(&mut self) -> String {
        self.session.swap();
        self.report(false)
    }

    fn charts(&self) -> Result<String, Failure> {
        let summary = self.find(&self.question()?)?;
        Ok(draw(&summary, TableOptions { width: self.width, full: false }))
    }

    /// Returns the odds, or takes the last change back if a fleet cannot be read.
    fn readable(&mut self) -> Result<String, Failure> {
        let desk = self.session.desk();
        let error = (0..2).find_map(|side| desk.error(side).cloned());
        match error {
            Some(error) => {
                self.session.forget();
                Err(error.into())
            }
            None => Ok(self.report(false)),
        }
    }

    fn set_rules(&mut self, name: &str) -> Result<String, Failure> {
        let rulebook = named_rulebook(name)?;
        let dropped = self.session.set_rules(rulebook)?;
        let title = dropped.unwrap_or_else(|| rulebook.title().into());
        Ok(format!("{title}\n{}", self.report(false)))
    }

    fn undone(&mut self, undo: impl Fn(&mut Session) -> bool, otherwise: &str) -> String {
        if undo(&mut self.session) { self.report(false) } else { otherwise.into() }
    }

    /// Returns the odds, or why there are none.
    fn report(&self, full: bool) -> String {
        let desk = self.session.desk();
        let empty =
            (0..2).find(|side| desk.fleet(*side).trim().is_empty() && !desk.is_fixed(*side));
        if let Some(side) = empty {
            let role = ROLES[side];
            return format!("{}the {role} has no ships: `{role} + …` adds some", self.fleets());
        }
        let found = self.question().and_then(|question| self.find(&question));
        match found {
            Ok(summary) => {
                let warnings =
                    summary.warnings.iter().map(|warning| format!("warning: {warning}\n"));
                let warnings: String = warnings.collect();
                warnings + &summary.table(TableOptions { width: self.width, full })
            }
            Err(failure) => self.failed(&failure),
        }
    }

    fn question(&self) -> Result<Question, Failure> {
        self.session.question_of(self.session.scenario()?)
    }

    fn find(&self, question: &Question) -> Result<Summary, Failure> {
        let found = odds(question, &self.ctx, &mut |_, _, _| ());
        Ok(found.map_err(|none| self.session.explained(none))?.summary)
    }

    fn table(&self, varied: Varied) -> Result<String, Failure> {
        let report = varied.find(&Total::default(), &self.ctx, &|| ())?;
        Ok(report.table(TableOptions { width: self.width, full: false }))
    }

    /// Returns both fleets with the figures of their ships.
    fn fleets(&self) -> String {
        (0..2).map(|side| self.fleet(side)).collect()
    }

    fn fleet(&self, side: usize) -> String {
        let role = ROLES[side];
        let desk = self.session.desk();
        match desk.side(side) {
            Ok(view) if view.groups.is_empty() => format!("{role}: no ships\n"),
            Ok(view) => described(role, &view),
            Err(_) => format!("{role}: {}\n", desk.fleet(side)),
        }
    }

    /// Returns the odds for other numbers of ships: of the class that is named, or the first.
    fn sweep(&mut self, side: usize, class: &str) -> Result<String, Failure> {
        let group = self.group(side, class)?;
        self.table(more_ships(&self.session, side, group)?)
    }

    /// Finds the group with a class; without a name, the first.
    fn group(&self, side: usize, class: &str) -> Result<usize, Failure> {
        let view = self.session.desk().side(side)?;
        let wanted = normalise(class);
        let is = |name: &str| normalise(name).starts_with(&wanted);
        let found = view.groups.iter().position(|group| is(&group.figures.class));
        found.ok_or_else(|| {
            let classes = view.groups.iter().map(|group| group.figures.class.as_str());
            let classes: Vec<&str> = classes.collect();
            let has = if classes.is_empty() { "no ships".into() } else { classes.join(", ") };
            Failure::refused(format!("the {} has no `{class}`; it has {has}", ROLES[side]))
        })
    }

    /// Returns what each choice is worth after a roll: `advise attacker cruiser y6 y5`.
    fn advise(&self, words: &str) -> Result<String, Failure> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let is_die = |word: &str| word.chars().any(|c| c.is_ascii_digit());
        let dice = words.iter().position(|word| is_die(word)).unwrap_or(words.len());
        let (turn, dice) = (words[..dice].join(" "), words[dice..].join(" "));
        let roll = match dice.is_empty() {
            true => None,
            false => Some(read_roll(&Source::new("dice", dice))?),
        };
        let turn = (!turn.is_empty()).then_some(turn);
        let table = OnTheTable { turn, roll, ..OnTheTable::default() };
        let advice = advise(&self.question()?, &table, &self.ctx);
        let advice = advice.map_err(|none| self.session.explained(none))?;
        Ok(advice.table(TableOptions { width: self.width, full: false }))
    }

    /// Lists the blueprint of a class, and the parts that can be added to it.
    fn parts(&mut self, side: usize, class: &str) -> Result<String, Failure> {
        let desk = self.session.desk();
        let group = self.group(side, class)?;
        let view = desk.side(side)?;
        let Some(blueprint) = &view.groups[group].figures.blueprint else {
            return Err(Failure::refused("these ships are not built from parts"));
        };
        let mut text = format!(
            "{}: {} of {} slots, energy left {}\n",
            view.groups[group].figures.class,
            blueprint.used,
            blueprint.slots,
            blueprint.energy_left
        );
        for part in &blueprint.parts {
            text += &format!("  {}: {}\n", part.name, part.summary);
        }
        text += "Parts to add:\n";
        for choice in desk.parts_for(side, group, None)? {
            let why = choice.fault.map_or(String::new(), |fault| format!("; not legal: {fault}"));
            text += &format!("  {}: {}{why}\n", choice.part, choice.summary);
        }
        Ok(text)
    }

    /// Saves a ship: `save NAME attacker cruiser`.
    fn save(&mut self, side: usize, words: &str) -> Result<String, Failure> {
        let (name, class) = words.split_once(' ').unwrap_or((words, ""));
        let group = self.group(side, class)?;
        if self.session.saved().iter().any(|ship| is_named(ship, name)) {
            let how = format!("`fleetodds fleets remove {name}` removes it");
            return Err(Failure::refused(format!("`{name}` is saved already; {how}")));
        }
        self.session.save((side, group), name, false)
    }
}

/// Returns a report without its bars and diagrams, which say nothing that its figures do not.
fn spoken(text: &str) -> String {
    let is_block = |c: char| ('\u{2580}'..='\u{259f}').contains(&c);
    let is_drawn =
        |word: &&str| word.contains(is_block) && word.chars().all(|c| is_block(c) || c == '·');
    let line = |line: &str| {
        // Bars may have a colour.
        let words = line.split(' ').map(|word| {
            let plain = anstream::adapter::strip_str(word).to_string();
            if is_drawn(&plain.as_str()) { String::new() } else { word.to_string() }
        });
        words.collect::<Vec<_>>().join(" ").trim_end().to_string() + "\n"
    };
    text.lines().map(line).collect()
}

fn described(role: &str, view: &SideView) -> String {
    let mut text = format!("{role}: {}, {} {}\n", view.fleet, view.cost, view.unit);
    for group in &view.groups {
        text += &format!("  {}: {}\n", group.text, group.figures.summary);
        if let Some(fault) = fault(group) {
            text += &format!("  not legal: {fault}\n");
        }
    }
    text
}

impl Plain {
    /// Begins the battle of the fleets.
    pub(crate) fn begin(&mut self) -> Result<String, Failure> {
        self.battle = Some(BattleTable::begin(&self.session)?);
        self.situation(&Dice::None)
    }

    /// Notes dice, or rolls them.
    pub(crate) fn roll(&mut self, typed: &str) -> Result<String, Failure> {
        let dice = self.battle()?.dice(typed);
        self.situation(&dice)
    }

    /// Takes the last step back.
    pub(crate) fn back(&mut self) -> Result<String, Failure> {
        match self.battle()?.back() {
            true => self.situation(&Dice::None),
            false => Ok("this is the beginning of the battle".into()),
        }
    }

    /// Shows luck and mistakes so far.
    pub(crate) fn luck(&self) -> Result<String, Failure> {
        let analysis = self.question_of_battle()?.analysis(&self.ctx)?;
        Ok(analysis.table(TableOptions { width: self.width, full: false }))
    }

    pub(crate) fn battle(&mut self) -> Result<&mut BattleTable, Failure> {
        self.battle.as_mut().ok_or_else(none_yet)
    }

    fn question_of_battle(&self) -> Result<BattleQuestion, Failure> {
        self.battle.as_ref().ok_or_else(none_yet)?.question(&self.session)
    }

    /// Describes what comes next in the battle, after a roll if there is one.
    fn situation(&mut self, dice: &Dice) -> Result<String, Failure> {
        let now = self.question_of_battle()?.now(dice, &self.ctx)?;
        let text = battle_text(&now);
        self.battle()?.now = Some(now);
        Ok(text)
    }

    /// Makes a choice, counted from 1.
    pub(crate) fn choose(&mut self, number: &str) -> Result<String, Failure> {
        let number = if number.is_empty() { "1" } else { number };
        let choice = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match choice.map(|choice| self.battle().map(|table| table.choose(choice))) {
            Some(Ok(true)) => self.situation(&Dice::None),
            Some(Err(failure)) => Err(failure),
            _ => Err(Failure::refused(format!("`{number}` is not the number of a choice"))),
        }
    }
}

fn none_yet() -> Failure {
    Failure::refused("there is no battle yet: `battle` begins one")
}

/// Describes a battle, and what comes next.
fn battle_text(now: &BattleNow) -> String {
    let mut text = String::new();
    for side in &now.sides {
        let odds = side.worth.as_ref().map(|worth| format!("; wins {}", percent(worth.win)));
        let ships = if side.fleet.is_empty() { "no ships left" } else { &side.fleet };
        text += &format!("{}: {ships}{}\n", side.name, odds.unwrap_or_default());
    }
    match &now.next {
        BattleNext::Roll { words, rolls } => {
            text += &format!("{words}\n");
            for dice in rolls.iter().flat_map(|roll| &roll.dice) {
                text += &format!("  {}\n", dice.words);
            }
            text += "`roll` and the dice, or `roll` alone\n";
        }
        BattleNext::Choose(next) => {
            text += &format!("{}\n{}\n", next.words, next.dice);
            let choice = |(n, choice): (usize, &BattleChoice)| {
                let worth = choice.worth.get(next.side).copied().flatten();
                let win =
                    worth.map_or(String::new(), |worth| format!(": wins {}", percent(worth.win)));
                let mark = choice.mark.filter(|_| !choice.is_best);
                let mark = mark.map_or(String::new(), |mark| format!(", {mark}"));
                let best = if choice.is_best && !next.is_forced { ", best" } else { "" };
                format!("  {}. {}{win}{best}{mark}\n", n + 1, choice.choice)
            };
            text += &next.choices.iter().enumerate().map(choice).collect::<String>();
            text += "`choose` and a number\n";
        }
        BattleNext::Over { words, .. } => {
            text += &format!("{words}; `luck` shows luck and mistakes\n");
        }
        _ => (),
    }
    for warning in &now.warnings {
        text += &format!("warning: {warning}\n");
    }
    text
}

/// Carries out a command, for a side and for all other words.
type Run = fn(&mut Plain, usize, &str) -> Result<String, Failure>;

/// A command of the plain mode.
struct Command {
    /// Its name, and the words behind it, as typed.
    form: &'static str,
    /// Its effect.
    help: &'static str,
    run: Run,
}

const fn command(form: &'static str, help: &'static str, run: Run) -> Command {
    Command { form, help, run }
}

const BOTH: Command = command("FLEET vs FLEET", "replace both fleets", Plain::set_both);
const SET: Command =
    command("SIDE: FLEET", "replace a fleet, like defender: 2 ancient", Plain::set);
const ADD: Command = command("SIDE + SHIPS", "add ships, like attacker + 2 cruiser", Plain::add);
const REMOVE: Command = command("SIDE - SHIPS", "remove ships", Plain::remove);
const QUIT: Command = command("quit", "end", |_, _, _| Ok(String::new()));

/// All commands, in the order of the help.
const COMMANDS: [Command; 27] = [
    BOTH,
    SET,
    ADD,
    REMOVE,
    command("swap", "exchange the sides", |plain, _, _| Ok(plain.swap())),
    command("rules NAME", "choose the rulebook, like rules 2e", |plain, _, name| {
        plain.set_rules(name)
    }),
    command("undo", "take the last change back", |plain, _, _| {
        Ok(plain.undone(Session::undo, "nothing to undo"))
    }),
    command("redo", "make it again", |plain, _, _| {
        Ok(plain.undone(Session::redo, "nothing to redo"))
    }),
    command("fleets", "both fleets and the figures of their ships", |plain, _, _| {
        Ok(plain.fleets())
    }),
    command("odds", "odds, losses and survivors", |plain, _, _| Ok(plain.report(false))),
    command("figures", "all figures", |plain, _, _| Ok(plain.report(true))),
    command("charts", "charts", |plain, _, _| plain.charts()),
    command("sweep SIDE CLASS", "odds for other numbers of ships", Plain::sweep),
    command("helps SIDE", "the single change that helps most", |plain, side, _| {
        plain.table(what_helps(&plain.session, side)?)
    }),
    command(
        "advise CLASS DICE",
        "choices after a roll, like advise cruiser y6 y5",
        |plain, _, words| plain.advise(words),
    ),
    command("parts SIDE CLASS", "blueprint and parts of a ship", Plain::parts),
    command("save SIDE NAME CLASS", "save a ship under a name", Plain::save),
    command("battle", "follow the battle at the table from its beginning", |plain, _, _| {
        plain.begin()
    }),
    command(
        "roll DICE",
        "note the dice of the battle; without dice, roll them",
        |plain, _, dice| plain.roll(dice),
    ),
    command(
        "choose NUMBER",
        "make a choice in the battle; without a number, the first",
        |plain, _, number| plain.choose(number),
    ),
    command("back", "take the last step of the battle back", |plain, _, _| plain.back()),
    command("luck", "luck and mistakes in the battle so far", |plain, _, _| plain.luck()),
    command("record", "the record of the battle, for `fleetodds analyse`", |plain, _, _| {
        Ok(plain.battle()?.record().into())
    }),
    command("command", "the command of this fight", |plain, _, _| plain.session.command()),
    command("code", "the code of this fight", |plain, _, _| plain.session.code()),
    command("help", "this list", |_, _, _| Ok(help())),
    QUIT,
];

impl Command {
    /// Returns its name; `None` for the forms that begin with a side or a fleet.
    fn name(&self) -> Option<&'static str> {
        let first = self.form.split(' ').next()?;
        first.chars().all(|c| c.is_ascii_lowercase()).then_some(first)
    }

    /// Reads a line. Returns the command, the side that it is about, which is the attacker if it
    /// names none, and all other words.
    ///
    /// # Errors
    /// A message if the line is not a command.
    fn read(line: &str) -> Result<(&'static Self, usize, &str), String> {
        if let Some(read) = of_side(line) {
            return Ok(read);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = first.to_lowercase();
        if let Some(command) = COMMANDS.iter().find(|one| one.name() == Some(&*name)) {
            let (side, words) = match command.form.contains("SIDE") {
                true => side_first(rest.trim()),
                false => (0, rest.trim()),
            };
            return Ok((command, side, words));
        }
        if ["exit", "q"].contains(&name.as_str()) {
            return Ok((&QUIT, 0, ""));
        }
        if let Some(Sentence { game, .. }) = Sentence::read(line, None).filter(|_| !is_code(line)) {
            let Some(game) = game else { return Ok((&BOTH, 0, line)) };
            let title = game.rulebook.title();
            return Err(format!("for {title}, type `rules {}` first", game.rulebook));
        }
        if let Some(side) = side_named(&name).filter(|_| !rest.trim().is_empty()) {
            return Ok((&SET, side, rest.trim()));
        }
        let near = nearest(&name, COMMANDS.iter().filter_map(Self::name).chain(ROLES));
        let meant = near.first().map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        Err(format!("`{first}` is not a command{meant}; `help` lists all commands"))
    }
}

/// Reads a command that begins with a side and a sign: `attacker + cruiser`, `defender: 2 ancient`.
fn of_side(line: &str) -> Option<(&'static Command, usize, &str)> {
    let end = line.find([':', '=', '+', '-'])?;
    let side = side_named(line[..end].trim())?;
    let command = match &line[end..=end] {
        "+" => &ADD,
        "-" => &REMOVE,
        _ => &SET,
    };
    Some((command, side, line[end + 1..].trim()))
}

/// Splits a side off the front of some words. Without one, it is the attacker.
fn side_first(words: &str) -> (usize, &str) {
    let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    side_named(first).map_or((0, words), |side| (side, rest.trim()))
}

/// Returns the side that a word means: `attacker`, `att`, `a`.
fn side_named(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    ROLES.iter().position(|role| !word.is_empty() && role.starts_with(&word))
}

/// Lists all commands.
fn help() -> String {
    let width = COMMANDS.iter().map(|command| command.form.len()).max().unwrap_or(0);
    let line = |Command { form, help, .. }: &Command| format!("  {form:width$}  {help}\n");
    let lines: String = COMMANDS.iter().map(line).collect();
    format!("Commands (SIDE is attacker or defender, also a or d):\n{lines}")
}
