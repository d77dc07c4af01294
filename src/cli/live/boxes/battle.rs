//! Battle mode: the battle at the table, with what each choice is worth.

use ratatui::crossterm::event::Event as TerminalEvent;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use crate::cli::failure::Failure;
use crate::cli::live::app::{App, Effect};
use crate::cli::live::battle::{BattleQuestion, BattleTable, Dice};
use crate::cli::live::boxes::Outcome;
use crate::cli::live::keys::Action;
use crate::cli::live::worker::What;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Analysis, BattleNext};

/// Lines by which an analysis is scrolled.
const PAGE: u16 = 8;

pub(crate) struct BattleBox {
    pub(crate) table: BattleTable,
    /// Dice as they are typed.
    pub(crate) field: Input,
    /// The marked choice.
    pub(crate) marked: usize,
    pub(crate) is_waiting: bool,
    /// Why the last roll was refused.
    pub(crate) failure: Option<Failure>,
    /// Luck and mistakes, while they are shown, and the first line of them.
    pub(crate) analysis: Option<(Box<Analysis>, u16)>,
}

impl BattleBox {
    /// Begins the battle of the fleets on the screen, or returns to it.
    pub(crate) fn of(app: &mut App) -> Result<Box<Self>, String> {
        let table = BattleTable::begin(&app.session).map_err(|failure| failure.message())?;
        let left = app.battles.iter().position(|left| left.is_of(&table));
        let table = left.map_or(table, |left| app.battles.remove(left));
        let mut open = Self {
            table,
            field: Input::default(),
            marked: 0,
            is_waiting: false,
            failure: None,
            analysis: None,
        };
        open.ask(&Dice::None, app);
        Ok(Box::new(open))
    }

    /// Asks what comes next.
    fn ask(&mut self, dice: &Dice, app: &mut App) {
        self.failure = None;
        let dice = dice.clone();
        self.submit(app, move |asked, ctx| What::Battle(Box::new(asked.now(&dice, ctx))));
    }

    /// Asks for luck and mistakes so far.
    fn analyse(&mut self, app: &mut App) {
        self.submit(app, |asked, ctx| What::Analysis(Box::new(asked.analysis(ctx))));
    }

    fn submit(
        &mut self,
        app: &mut App,
        find: impl FnOnce(&BattleQuestion, &Ctx) -> What + Send + 'static,
    ) {
        match self.table.question(&app.session) {
            Ok(asked) => {
                self.is_waiting = true;
                app.submit(move |ctx, reply| reply.send(find(&asked, ctx)));
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    pub(crate) fn found(&mut self, what: What) {
        self.is_waiting = false;
        match what {
            What::Battle(found) => match *found {
                Ok(now) => {
                    // Dice that are typed early remain.
                    if !matches!(now.next, BattleNext::Roll { .. }) {
                        self.field.reset();
                    }
                    self.table.now = Some(now);
                    self.marked = 0;
                }
                Err(failure) => self.failure = Some(failure),
            },
            What::Analysis(found) => match *found {
                Ok(analysis) => self.analysis = Some((Box::new(analysis), 0)),
                Err(failure) => self.failure = Some(failure),
            },
            _ => (),
        }
    }

    pub(crate) fn act(&mut self, action: Action, app: &mut App) -> Outcome {
        if let Some((_, line)) = &mut self.analysis {
            match action {
                Action::PageUp | Action::Up => *line = line.saturating_sub(PAGE),
                Action::PageDown | Action::Down => {
                    *line = (*line + PAGE).min(app.most_scroll.get());
                }
                _ => self.analysis = None,
            }
            return Outcome::Open;
        }
        match action {
            Action::Close => {
                app.battles.push(std::mem::replace(&mut self.table, BattleTable::none()));
                app.resume();
                return Outcome::Closed;
            }
            // Keys have no effect on a situation that is being replaced.
            _ if self.is_waiting => (),
            Action::Accept => self.go_on(app),
            Action::Up => self.marked = self.marked.saturating_sub(1),
            Action::Down => self.marked = (self.marked + 1).min(self.last()),
            Action::Back => {
                if self.table.back() {
                    self.ask(&Dice::None, app);
                } else {
                    app.notice = "this is the beginning of the battle".into();
                }
            }
            Action::Analyse => self.analyse(app),
            Action::Copy => {
                app.effects.push(Effect::Copy(self.table.record().into()));
                app.notice = "the record is on the clipboard, if the terminal allows it".into();
            }
            _ => (),
        }
        Outcome::Open
    }

    /// Rolls, takes the marked choice, or shows luck and mistakes at the end.
    fn go_on(&mut self, app: &mut App) {
        match self.table.now.as_ref().map(|now| &now.next) {
            Some(BattleNext::Choose(_)) => {
                if self.table.choose(self.marked) {
                    self.ask(&Dice::None, app);
                }
            }
            Some(BattleNext::Over { .. }) => self.analyse(app),
            Some(_) => {
                let dice = self.table.dice(self.field.value());
                self.ask(&dice, app);
            }
            None => self.ask(&Dice::None, app),
        }
    }

    fn last(&self) -> usize {
        self.table.choices().map_or(0, |next| next.choices.len().saturating_sub(1))
    }

    pub(crate) fn input(&mut self, typed: &TerminalEvent) -> Outcome {
        let rolls = self.table.now.as_ref().map(|now| &now.next);
        if matches!(rolls, None | Some(BattleNext::Roll { .. })) && self.analysis.is_none() {
            let _ = self.field.handle_event(typed);
        }
        Outcome::Open
    }
}
