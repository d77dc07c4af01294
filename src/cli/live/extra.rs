//! Figures beside the odds: for other numbers of the ships at the cursor, and of each single change.

use super::super::failure::Failure;
use super::session::Session;
use fleetodds::analysis::sweep::{PointQuestion, changes, sweep};
use fleetodds::analysis::total::Total;
use fleetodds::answer::{NoAnswer, ROLES};
use fleetodds::engine::Ctx;
use fleetodds::report::{Report, Subject, Sweep, Tornado};
use fleetodds::scenario::Variation;

/// Fewest ships up to which numbers are tried, and how many more than there are.
const FEWEST_TRIED: u64 = 6;
const MORE_TRIED: u64 = 4;

/// A question about several fights.
pub(crate) struct Extra {
    /// Side whose odds are shown.
    side: usize,
    name: String,
    subject: Subject,
    /// The fights, each with its number of ships or its change.
    asked: Vec<(String, PointQuestion)>,
    /// The numbers that are tried; `None` for single changes.
    varied: Option<Variation>,
}

/// A report for the screen.
pub(crate) type Found = Box<dyn Report + Send>;

impl Extra {
    /// Asks for the odds of a side with other numbers of the ships of a group.
    pub(crate) fn more_ships(
        session: &Session,
        side: usize,
        group: usize,
    ) -> Result<Self, Failure> {
        let view = session.desk().side(side)?;
        let Some(view) = view.groups.get(group) else {
            return Err(Failure::Refused("there are no such ships".into()));
        };
        let game = session.desk().game();
        let most = (view.count + MORE_TRIED).max(FEWEST_TRIED).min(u64::from(game.max_ships()));
        let ask = |scenario| session.question_of(scenario);
        let mut asked = Vec::new();
        for count in 0..=most {
            let scenario = session.with_count(side, group, count)?;
            // Numbers that the rules do not allow are left out.
            if let Ok(point) = PointQuestion::of(scenario, game, side, &ask) {
                asked.push((count.to_string(), point));
            }
        }
        let varied = format!("{}.{}=0..{most}", ROLES[side], view.figures.class);
        let varied = Some(Variation::parse(&varied)?);
        Ok(Self { asked, varied, ..Self::about(session, side)? })
    }

    /// Asks which single change of a side helps most.
    pub(crate) fn what_helps(session: &Session, side: usize) -> Result<Self, Failure> {
        let scenario = session.scenario()?;
        let ask = |scenario| session.question_of(scenario);
        let asked = changes(&scenario, session.desk().game(), side, &ask)?;
        Ok(Self { asked, ..Self::about(session, side)? })
    }

    fn about(session: &Session, side: usize) -> Result<Self, Failure> {
        let scenario = session.scenario()?;
        let seed = session.seed(&scenario);
        Ok(Self {
            side,
            name: scenario.sides.called(side),
            subject: Subject::of_fight(&scenario, session.desk().game(), seed),
            asked: Vec::new(),
            varied: None,
        })
    }

    /// Finds the figures.
    pub(crate) fn find(self, ctx: &Ctx) -> Result<Found, NoAnswer> {
        let Self { side, name, subject, asked, varied } = self;
        let (values, asked): (Vec<String>, Vec<PointQuestion>) = asked.into_iter().unzip();
        let total = Total::default();
        let swept = sweep(&asked, side, &total, ctx, &|| ())?;
        let report: Option<Found> = match varied {
            Some(varied) => {
                let values = values.into_iter().map(|value| vec![value]).collect();
                Sweep::of(subject, name, vec![varied], values, swept, &total)
                    .map(|report| Box::new(report) as _)
            }
            None => Tornado::of(subject, name, values, swept, &total)
                .map(|report| Box::new(report) as _),
        };
        report.ok_or(NoAnswer::Stopped)
    }
}
