//! The content of the screen, and how it changes.

mod answers;
mod fleet;

use std::cell::Cell;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event as TerminalEvent, KeyEvent, KeyEventKind};

use super::super::failure::Failure;
use super::battle::BattleTable;
use super::boxes::{Boxed, CopyBox, Outcome};
use super::event::Event;
use super::extra;
use super::keys::{self, Action, Context};
use super::session::Session;
use super::worker::Worker;
use fleetodds::answer::ROLES;
use fleetodds::edit::SideView;
use fleetodds::result::Summary;
use fleetodds::scenario::Diagnostic;

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

/// All that is on the screen.
pub(crate) struct App {
    pub(crate) session: Session,
    worker: Worker,
    events: Sender<Event>,
    /// Number of the newest request.
    request: u64,
    /// Side that the keys change.
    pub(crate) side: usize,
    cursors: [usize; 2],
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
    pub(crate) extra: Option<Result<extra::Found, Failure>>,
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
            app.open(Boxed::typing(side, app.session.desk()));
            app.session.note();
        }
        app
    }

    /// Reacts to an event.
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
                Some(open) => self.act_in(open, action),
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

    /// Gives an action to a box.
    fn act_in(&mut self, mut open: Boxed, action: Action) {
        let outcome = open.act(action, self);
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

    /// Opens a box.
    pub(crate) fn open(&mut self, next: Boxed) {
        self.boxes.push(next);
    }

    /// Opens a box, or says why not.
    fn open_or_say(&mut self, next: Result<Boxed, String>) {
        match next {
            Ok(next) => self.open(next),
            Err(why) => self.notice = why,
        }
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

    /// Opens the box of an action.
    fn open_for(&mut self, action: Action) {
        let next = match action {
            Action::Type => {
                if self.session.desk().is_fixed(self.side) {
                    Err("these ships can only be edited as JSON".into())
                } else {
                    self.session.note();
                    Ok(Boxed::typing(self.side, self.session.desk()))
                }
            }
            Action::Add => self.readable().and_then(|()| Boxed::to_add(self)),
            Action::Blueprint => Boxed::blueprint(self),
            Action::Damage => Boxed::damage(self),
            Action::Owner => self.readable().and_then(|()| Boxed::owners(self)),
            Action::Retreat => self.readable().and_then(|()| Boxed::retreats(self)),
            Action::Save => Boxed::save(self),
            Action::Battle => self.readable().and_then(|()| Boxed::battle(self)),
            Action::Copy => CopyBox::of(&self.session).map(Boxed::Copy),
            _ => return,
        };
        self.open_or_say(next);
    }

    /// Says why a fleet cannot be edited, if it cannot be read.
    pub(crate) fn readable(&self) -> Result<(), String> {
        match &self.views[self.side].1 {
            Some(error) => Err(format!("{}: press Enter to correct it", error.message)),
            None => Ok(()),
        }
    }

    /// Selects a side.
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

    /// Shows a pane, and finds its figures.
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
