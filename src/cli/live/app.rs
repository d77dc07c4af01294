//! The content of the screen, and how it changes: keys, answers of the worker, changes of a fleet.

use std::cell::Cell;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event as TerminalEvent, KeyEvent, KeyEventKind};

use crate::cli::failure::Failure;
use crate::cli::live::battle::BattleTable;
use crate::cli::live::boxes::{
    BattleBox, BlueprintBox, Boxed, CopyBox, DamageBox, ListBox, Outcome, PromptBox, TypingBox,
    choices,
};
use crate::cli::live::keys::{self, Action, Context};
use crate::cli::live::session::Session;
use crate::cli::live::worker::{
    Event, Found, Reply, What, Worker, more_ships, send_odds, what_helps,
};
use crate::cli::sweep::{FoundReport, Varied};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::{Question, ROLES};
use fleetodds::internals::edit::{Edit, OptionView, SideView};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::{BlueprintFigures, GroupDamage, GroupFigures};
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::Diagnostic;

/// Names of the panes that show a result.
pub(crate) const PANES: [&str; 5] = ["Odds", "Charts", "Figures", "More ships", "What helps"];

/// Lines by which a result is scrolled.
const PAGE: u16 = 8;

/// Something to do outside the screen.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Ends the program.
    Quit,
    /// Puts a text on the clipboard of the terminal.
    Copy(String),
}

/// Whether there is an answer to the present question.
pub(crate) enum Status {
    /// A side has no ships yet.
    NoShips(usize),
    /// The answer is being found.
    Waiting(Instant, Option<(u64, u64, String)>),
    /// The answer is shown.
    Answered,
    /// There is none.
    Failed(Failure),
}

/// A line of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Group(usize),
    Option(usize),
}

pub(crate) struct App {
    pub(crate) session: Session,
    worker: Worker,
    events: Sender<Event>,
    /// Number of the newest request.
    request: u64,
    /// Side that the keys change.
    pub(crate) side: usize,
    /// Position of the cursor in each fleet.
    pub(crate) cursors: [usize; 2],
    /// Fleets as they were when they could last be read, and whether they can be.
    pub(crate) views: [(Option<SideView>, Option<Diagnostic>); 2],
    pub(crate) pane: usize,
    pub(crate) scroll: u16,
    /// Most lines by which what is shown can be scrolled, as it was drawn last.
    pub(crate) most_scroll: Cell<u16>,
    /// Boxes that are open above the result, the last one in front.
    pub(crate) boxes: Vec<Boxed>,
    /// Message about the last key.
    pub(crate) notice: String,
    pub(crate) status: Status,
    /// The last answer, and the time it took.
    pub(crate) answer: Option<(Box<Summary>, Duration)>,
    /// Figures beside the odds that were found last, or why there are none.
    pub(crate) extra: Option<Result<FoundReport, Failure>>,
    /// Whether they are about the present fight.
    pub(crate) extra_is_current: bool,
    pub(crate) is_finding_extra: bool,
    /// Battles that were left.
    pub(crate) battles: Vec<BattleTable>,
    pub(crate) effects: Vec<Effect>,
}

impl App {
    /// Shows a fight, and asks for its odds.
    pub(crate) fn new(session: Session, worker: Worker, events: Sender<Event>) -> Self {
        let mut app = Self {
            session,
            worker,
            events,
            request: 0,
            side: 0,
            cursors: [0, 0],
            views: [(None, None), (None, None)],
            pane: 0,
            scroll: 0,
            most_scroll: Cell::new(0),
            boxes: Vec::new(),
            notice: String::new(),
            status: Status::NoShips(0),
            answer: None,
            extra: None,
            extra_is_current: false,
            is_finding_extra: false,
            battles: Vec::new(),
            effects: Vec::new(),
        };
        app.changed();
        if let Some(side) = (0..2).find(|side| app.views[*side].1.is_some()) {
            app.side = side;
            app.open(Boxed::Typing(TypingBox::of(side, app.session.desk())));
            app.session.note();
        }
        app
    }

    pub(crate) fn on(&mut self, event: Event) {
        match event {
            Event::Terminal(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => {
                self.on_key(&key);
            }
            Event::Terminal(TerminalEvent::Paste(text)) => self.on_paste(&text),
            Event::Terminal(_) => (),
            Event::Found(found) => self.on_found(found),
            Event::Signal(_) | Event::Closed => self.effects.push(Effect::Quit),
        }
    }

    /// Returns what the keys change.
    pub(crate) fn context(&self) -> Context {
        self.boxes.last().map_or(Context::Main, Boxed::context)
    }

    fn on_key(&mut self, key: &KeyEvent) {
        self.notice.clear();
        match keys::action(self.context(), key) {
            Some(Action::Quit) => self.effects.push(Effect::Quit),
            Some(Action::Help) if self.context() != Context::Help => self.open(Boxed::Help(0)),
            Some(action) => match self.boxes.pop() {
                Some(mut open) => {
                    let outcome = open.act(action, self);
                    self.finish(open, outcome);
                }
                None => self.act(action),
            },
            None => {
                if let Some(mut open) = self.boxes.pop() {
                    let typed = TerminalEvent::Key(*key);
                    let outcome = open.input(&typed, self);
                    self.finish(open, outcome);
                }
            }
        }
    }

    fn on_paste(&mut self, text: &str) {
        let Some(mut open) = self.boxes.pop() else {
            // Elsewhere, a pasted text is the fleet of the side.
            self.act(Action::Type);
            return self.on_paste(text);
        };
        let outcome = open.paste(text, self);
        self.finish(open, outcome);
    }

    /// Puts a box back, unless it is closed.
    fn finish(&mut self, open: Boxed, outcome: Outcome) {
        match outcome {
            Outcome::Open => self.boxes.push(open),
            Outcome::Closed => (),
            Outcome::Above(next) => self.boxes.extend([open, *next]),
            Outcome::Replaced(next) => self.boxes.push(*next),
        }
    }

    pub(crate) fn open(&mut self, next: Boxed) {
        self.boxes.push(next);
    }

    /// Carries out an action on the fleets or the result.
    fn act(&mut self, action: Action) {
        match action {
            Action::More => self.add_ships(1),
            Action::Fewer => self.add_ships(-1),
            Action::Remove => self.remove(),
            Action::Up => self.move_to(self.cursor().saturating_sub(1)),
            Action::Down => self.move_to(self.cursor() + 1),
            Action::OtherSide => self.select(1 - self.side),
            Action::Pane(pane) => self.show(usize::from(pane)),
            Action::ScrollUp => self.scroll_to(self.scroll.saturating_sub(PAGE)),
            Action::ScrollDown => self.scroll_to(self.scroll.saturating_add(PAGE)),
            Action::Swap => {
                self.session.swap();
                self.cursors.swap(0, 1);
                self.side = 1 - self.side;
                self.changed();
            }
            Action::NextRules => self.set_rules(1),
            Action::PreviousRules => self.set_rules(-1),
            Action::Undo => self.undo(),
            Action::Redo => {
                let done = self.session.redo();
                self.undone(done, "nothing to redo");
            }
            _ => self.open_for(action),
        }
    }

    fn open_for(&mut self, action: Action) {
        let next = match action {
            Action::Type => {
                if self.session.desk().is_fixed(self.side) {
                    Err("these ships can only be edited as JSON".into())
                } else {
                    self.session.note();
                    Ok(Boxed::Typing(TypingBox::of(self.side, self.session.desk())))
                }
            }
            Action::Add => self.list(choices::to_add),
            Action::Blueprint => BlueprintBox::of(self).map(Boxed::Blueprint),
            Action::Damage => DamageBox::of(self).map(Boxed::Damage),
            Action::Owner => self.list(choices::owners),
            Action::Retreat => self.list(choices::retreats),
            Action::Save => PromptBox::to_save(self).map(Boxed::Prompt),
            Action::Number => PromptBox::to_count(self).map(Boxed::Prompt),
            Action::Battle => self.readable().and_then(|()| BattleBox::of(self)).map(Boxed::Battle),
            Action::Copy => CopyBox::of(&self.session).map(Boxed::Copy),
            _ => return,
        };
        match next {
            Ok(next) => self.open(next),
            Err(why) => self.notice = why,
        }
    }

    /// Opens a list of changes of the fleet.
    fn list(&self, of: impl Fn(&Self) -> Result<ListBox, String>) -> Result<Boxed, String> {
        self.readable()?;
        of(self).map(Boxed::List)
    }

    /// Whether a box hides the result.
    pub(crate) fn is_covered(&self) -> bool {
        matches!(self.boxes.last(), Some(Boxed::Help(_) | Boxed::Copy(_) | Boxed::Battle(_)))
    }

    /// Says why a fleet cannot be edited, if it cannot be read.
    pub(crate) fn readable(&self) -> Result<(), String> {
        match &self.views[self.side].1 {
            Some(error) => Err(format!("{}: press Enter to correct it", error.message)),
            None => Ok(()),
        }
    }

    fn select(&mut self, side: usize) {
        self.side = side;
        self.after_move();
    }

    fn move_to(&mut self, row: usize) {
        self.cursors[self.side] = row.min(self.rows(self.side).len().saturating_sub(1));
        self.after_move();
    }

    /// Finds the figures about the ships at the cursor, if they are shown.
    pub(crate) fn after_move(&mut self) {
        if self.pane >= 3 && matches!(self.status, Status::Answered) {
            self.ask();
        }
    }

    fn show(&mut self, pane: usize) {
        self.pane = pane;
        self.scroll = 0;
        self.after_move();
    }

    fn scroll_to(&mut self, line: u16) {
        self.scroll = line.min(self.most_scroll.get());
    }

    fn set_rules(&mut self, by: isize) {
        let next = self.session.next_rules(by);
        match self.session.set_rules(next) {
            Ok(message) => {
                self.changed();
                self.notice = message.unwrap_or_default();
            }
            Err(failure) => self.notice = failure.message(),
        }
    }

    /// Undoes the last change.
    pub(crate) fn undo(&mut self) {
        let done = self.session.undo();
        self.undone(done, "nothing to undo");
    }

    fn undone(&mut self, done: bool, otherwise: &str) {
        if done {
            self.changed();
        } else {
            self.notice = otherwise.into();
        }
    }

    /// Returns the role of the side that the keys change.
    pub(crate) fn role(&self) -> &'static str {
        ROLES[self.side]
    }
}

impl App {
    /// Reads the fleets anew, and asks for the odds.
    pub(crate) fn changed(&mut self) {
        for side in 0..2 {
            let desk = self.session.desk();
            let error = desk.error(side).cloned();
            match desk.side(side) {
                Ok(view) => self.views[side] = (Some(view), error),
                Err(wrong) => {
                    let fixed = desk.is_fixed(side);
                    self.views[side].0 = self.views[side].0.take().filter(|_| !fixed);
                    self.views[side].1 = error.or(Some(wrong).filter(|_| !fixed));
                }
            }
            let last = self.rows(side).len().saturating_sub(1);
            self.cursors[side] = self.cursors[side].min(last);
        }
        self.extra_is_current = false;
        self.status = Status::Waiting(Instant::now(), None);
        self.ask();
    }

    /// Asks for the odds, unless they are known, and for the figures of the pane.
    pub(crate) fn ask(&mut self) {
        self.request += 1;
        let question = match self.question() {
            Ok(question) => question,
            Err(status) => {
                self.status = status;
                return self.worker.cancel();
            }
        };
        let has_odds = matches!(self.status, Status::Answered);
        let extra = self.extra();
        self.is_finding_extra = extra.is_some();
        let reply = Reply { request: self.request, to: self.events.clone() };
        self.worker.submit(Box::new(move |ctx| {
            if !has_odds {
                send_odds(&question, ctx, &reply);
            }
            if let Some(extra) = extra {
                reply.send(What::Extra(extra.find(&Total::default(), ctx, &|| ())));
            }
        }));
    }

    /// Returns the question of the pane beside the odds.
    fn extra(&mut self) -> Option<Varied> {
        let asked = match (self.pane, self.group()) {
            (3, Some(group)) => more_ships(&self.session, self.side, group),
            (3, None) => return self.no_extra(None),
            (4, _) => what_helps(&self.session, self.side),
            _ => return None,
        };
        match asked {
            Ok(extra) => Some(extra),
            Err(failure) => self.no_extra(Some(Err(failure))),
        }
    }

    fn no_extra(&mut self, shown: Option<Result<FoundReport, Failure>>) -> Option<Varied> {
        self.extra = shown;
        self.extra_is_current = true;
        None
    }

    /// Returns the question of the fight, or the reason why there is none.
    fn question(&self) -> Result<Question, Status> {
        let desk = self.session.desk();
        if let Some(error) = self.views.iter().find_map(|(_, error)| error.clone()) {
            return Err(Status::Failed(error.into()));
        }
        let scenario = self.session.scenario().map_err(Status::Failed)?;
        if !desk.game().can_fight(&scenario) {
            let empty = |side: &usize| scenario.sides.all()[*side].fleet.groups.is_empty();
            let side = (0..2).find(|side| empty(side) && !desk.is_fixed(*side));
            if let Some(side) = side {
                return Err(Status::NoShips(side));
            }
        }
        self.session.question_of(scenario).map_err(Status::Failed)
    }

    /// Runs a job in the place of a question about odds.
    pub(crate) fn submit(&mut self, job: impl FnOnce(&Ctx, &Reply) + Send + 'static) {
        self.request += 1;
        self.is_finding_extra = false;
        let reply = Reply { request: self.request, to: self.events.clone() };
        self.worker.submit(Box::new(move |ctx| job(ctx, &reply)));
    }

    /// Asks for the odds and the figures of the pane again if another job took their place.
    pub(crate) fn resume(&mut self) {
        let has_extra = self.pane < 3 || self.extra_is_current;
        if matches!(self.status, Status::Waiting(..)) || !has_extra {
            self.ask();
        }
    }

    /// Shows a result, unless a newer one has been asked for.
    pub(crate) fn on_found(&mut self, found: Found) {
        if found.request != self.request {
            return;
        }
        match found.what {
            What::Progress(played, of, so_far) => {
                if let Status::Waiting(_, progress) = &mut self.status {
                    *progress = Some((played, of, so_far));
                }
            }
            What::Odds(found, time) => match *found {
                Ok(summary) => {
                    self.answer = Some((Box::new(summary), time));
                    self.status = Status::Answered;
                }
                Err(none) => self.status = Status::Failed(self.session.explained(none)),
            },
            found @ (What::Battle(_) | What::Analysis(_)) => {
                let battles = self.boxes.iter_mut().filter_map(|open| match open {
                    Boxed::Battle(open) => Some(open),
                    _ => None,
                });
                if let Some(open) = battles.last() {
                    open.found(found);
                }
            }
            What::Extra(found) => {
                self.is_finding_extra = false;
                self.extra_is_current = true;
                self.extra = Some(found.map_err(|none| self.session.explained(none)));
            }
        }
    }

    /// Whether something on the screen moves by itself.
    pub(crate) fn is_waiting(&self) -> bool {
        match self.battle_box() {
            Some(open) => open.is_waiting,
            None => matches!(self.status, Status::Waiting(..)) || self.is_finding_extra,
        }
    }

    /// Returns how far the answer is, in words.
    pub(crate) fn progress(&self) -> Option<String> {
        match &self.status {
            Status::Waiting(_, Some((.., so_far))) => Some(so_far.clone()),
            Status::Waiting(..) => self.worker.progress(),
            _ => None,
        }
    }

    /// Returns the battle on the screen. No odds are found meanwhile.
    pub(crate) fn battle_box(&self) -> Option<&BattleBox> {
        self.boxes.iter().find_map(|open| match open {
            Boxed::Battle(open) => Some(&**open),
            _ => None,
        })
    }
}

impl App {
    /// Changes the number of ships at the cursor, or of copies or the value of an option.
    pub(crate) fn add_ships(&mut self, by: i64) {
        let edit = match (self.row(), &self.views[self.side].0) {
            (Some(Row::Group(group)), Some(view)) => {
                let count = view.groups[group].count.saturating_add_signed(by);
                Edit::Count { group, count }
            }
            (Some(Row::Option(option)), Some(view)) => {
                match self.counted(&view.options[option], by) {
                    Ok(edit) => edit,
                    Err(why) => {
                        self.notice = why;
                        return;
                    }
                }
            }
            _ => {
                self.notice = "no ships here: press a to add some".into();
                return;
            }
        };
        self.edit(&edit);
    }

    /// Returns the edit that changes the number of copies of an option, or else its value.
    fn counted(&self, option: &OptionView, by: i64) -> Result<Edit, String> {
        let palette = self.session.desk().palette().map_err(|error| error.message)?;
        let known = palette.options.into_iter().find(|known| known.name == option.name);
        let OptionView { name, count, value, .. } = option.clone();
        if known.as_ref().is_some_and(|known| known.copies > 1) {
            return Ok(match count.unwrap_or(1).saturating_add_signed(by) {
                0 => Edit::Drop { name },
                count => Edit::Option { name, count: Some(count), value },
            });
        }
        let number = value.and_then(|value| value.parse::<i64>().ok());
        let number = number.ok_or_else(|| format!("`{name}` has no number"))?;
        let range = known.and_then(|known| known.range);
        let [least, most] = range.map_or([0, i64::MAX], |range| range.map(i64::from));
        let value = Some(number.saturating_add(by).clamp(least, most).to_string());
        Ok(Edit::Option { name, count, value })
    }

    /// Removes the line at the cursor.
    pub(crate) fn remove(&mut self) {
        let edit = match (self.row(), &self.views[self.side].0) {
            (Some(Row::Group(group)), _) => Edit::Count { group, count: 0 },
            (Some(Row::Option(option)), Some(view)) => {
                Edit::Drop { name: view.options[option].name.clone() }
            }
            _ => return,
        };
        self.edit(&edit);
    }

    /// Edits the fleet of the side.
    pub(crate) fn edit(&mut self, edit: &Edit) {
        match self.session.edit(self.side, edit) {
            Ok(()) => {
                self.changed();
                self.follow_part(edit);
            }
            Err(error) => self.notice = error.message,
        }
    }

    /// Marks the part that was put on an open blueprint.
    fn follow_part(&mut self, edit: &Edit) {
        let (Edit::Put { group, part } | Edit::Replace { group, part, .. }) = edit else { return };
        let Some(blueprint) = self.blueprint_of(*group).cloned() else { return };
        if let Some(Boxed::Blueprint(open)) = self.boxes.last_mut() {
            open.follow(&blueprint, part);
        }
    }

    /// Returns the position of the cursor in the fleet of the side.
    pub(crate) fn cursor(&self) -> usize {
        self.cursors[self.side]
    }

    /// Returns the lines of a fleet.
    pub(crate) fn rows(&self, side: usize) -> Vec<Row> {
        let Some(view) = &self.views[side].0 else { return Vec::new() };
        let groups = (0..view.groups.len()).map(Row::Group);
        groups.chain((0..view.options.len()).map(Row::Option)).collect()
    }

    /// Returns the line at the cursor.
    pub(crate) fn row(&self) -> Option<Row> {
        self.rows(self.side).get(self.cursor()).copied()
    }

    pub(crate) fn group(&self) -> Option<usize> {
        match self.row() {
            Some(Row::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// Returns the group at the cursor, or a message.
    pub(crate) fn group_or_say(&self) -> Result<usize, String> {
        self.readable()?;
        self.group().ok_or_else(|| "no ships here: press a to add some".into())
    }

    fn figures_of(&self, group: usize) -> Option<&GroupFigures> {
        Some(&self.views[self.side].0.as_ref()?.groups.get(group)?.figures)
    }

    pub(crate) fn blueprint_of(&self, group: usize) -> Option<&BlueprintFigures> {
        self.figures_of(group)?.blueprint.as_ref()
    }

    pub(crate) fn damage_of(&self, group: usize) -> Option<&GroupDamage> {
        self.figures_of(group)?.damage.as_ref()
    }

    /// Adds a saved ship to the fleet of the side.
    pub(crate) fn add_saved(&mut self, name: &str) {
        self.session.note();
        self.session.add_text(self.side, name);
        self.changed();
    }
}
