//! Questions to the worker thread, and its answers.

use std::time::Instant;

use super::{App, Status};
use crate::cli::failure::Failure;
use crate::cli::live::boxes::{BattleBox, Boxed};
use crate::cli::live::extra::{self, Extra};
use crate::cli::live::found::{Found, Reply, What, send_odds};
use fleetodds::engine::Ctx;

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
                reply.send(What::Extra(extra.find(ctx)));
            }
        }));
    }

    /// Returns the question of the pane beside the odds.
    fn extra(&mut self) -> Option<Extra> {
        let asked = match (self.pane, self.group()) {
            (3, Some(group)) => Extra::more_ships(&self.session, self.side, group),
            (3, None) => return self.no_extra(None),
            (4, _) => Extra::what_helps(&self.session, self.side),
            _ => return None,
        };
        match asked {
            Ok(extra) => Some(extra),
            Err(failure) => self.no_extra(Some(Err(failure))),
        }
    }

    fn no_extra(&mut self, shown: Option<Result<extra::Found, Failure>>) -> Option<Extra> {
        self.extra = shown;
        self.extra_is_current = true;
        None
    }

    /// Returns the question of the fight, or the reason why there is none.
    fn question(&self) -> Result<fleetodds::answer::Question, Status> {
        let desk = self.session.desk();
        for side in 0..2 {
            if let Some(error) = &self.views[side].1 {
                return Err(Status::Failed(error.clone().into()));
            }
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
