//! `fleetodds sweep`: how the odds change with a count, a figure, a part or a policy.

use super::again;
use super::args::{PlanArgs, VariedArgs};
use super::failure::Failure;
use super::given::AskedFight;
use super::options::{QuestionOptions, share};
use super::progress::Progress;
use super::ranges::Ranged;
use super::work::{begin, total, warn_of};
use fleetodds::analysis::sweep::{PointQuestion, Swept, changes, combinations, sweep, varied};
use fleetodds::analysis::total::Total;
use fleetodds::engine::Ctx;
use fleetodds::games::Game;
use fleetodds::report::{Report, Subject, Sweep, Tornado};
use fleetodds::scenario::{Diagnostic, Scenario, Variation, quoted};

/// Runs `sweep` or `improve` and returns the exit code.
pub(crate) fn run(plan: &PlanArgs, args: &VariedArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.shown.ask)?;
    let total = total(&args.total)?;
    let Ranged { asked, vary: ranges, target: asked_for } = Ranged::read(&args.given, &options)?;
    let asked = asked.with_remarks();
    let vary = [&ranges[..], &plan.vary].concat();
    if vary.is_empty() && !plan.tornado {
        let help = "for example: `fleetodds sweep 1..6 interceptor vs 2 ancient`, or --vary";
        let error =
            Diagnostic::new("nothing is varied: write a range in place of a number of ships");
        return Err(Failure::option(error.help(help)));
    }
    let side = side(&asked.scenario, args.side.as_deref())?.unwrap_or(asked.you);
    let target_odds =
        plan.target.as_deref().map(|typed| share("--target", typed)).transpose()?.or(asked_for);
    let (mut output, ctx) = begin(&args.shown)?;
    let mut more = String::new();
    for range in &ranges {
        more += &format!(" --vary {}", quoted(range));
    }
    if let (Some(odds), None) = (asked_for, &plan.target) {
        more += &format!(" --target {}%", odds * 100.0);
    }
    let command = again::fight_with(&asked, &more);
    let work = SweepCtx {
        command: &command,
        game: asked.game()?,
        asked: &asked,
        side,
        total: &total,
        ctx: &ctx,
        quiet: args.shown.out.quiet,
    };
    let report: Box<dyn Report> = if plan.tornado {
        let tornado = work.tornado()?;
        warn_of(tornado.stopped.as_ref(), &args.shown.out);
        Box::new(tornado)
    } else {
        let sweep = work.sweep(&vary, target_odds)?;
        warn_of(sweep.stopped.as_ref(), &args.shown.out);
        Box::new(sweep)
    };
    let code = output.show_with(&*report, || Ok(command.clone()))?;
    output.warn(&asked.left_out);
    Ok(code)
}

/// A fight that is varied, with the means to answer questions about it.
struct SweepCtx<'a> {
    /// Command that asks the question, in full.
    command: &'a str,
    game: &'a dyn Game,
    asked: &'a AskedFight<'a>,
    /// Side whose odds are shown.
    side: usize,
    total: &'a Total,
    ctx: &'a Ctx,
    quiet: bool,
}

impl SweepCtx<'_> {
    fn find(&self, asked: &[PointQuestion]) -> Result<Swept, Failure> {
        let progress = Progress::of_answers(asked.len(), "battles", self.quiet);
        Ok(sweep(asked, self.side, self.total, self.ctx, &|| progress.add(1))?)
    }

    fn tornado(&self) -> Result<Tornado, Failure> {
        let ask = |scenario| self.asked.options.question(scenario);
        let (names, asked): (Vec<String>, Vec<PointQuestion>) =
            changes(&self.asked.scenario, self.game, self.side, &ask)?.into_iter().unzip();
        let swept = self.find(&asked)?;
        let tornado = Tornado::of(self.subject(), self.side_name(), names, swept, self.total);
        tornado.ok_or(Failure::Interrupted)
    }

    fn sweep(&self, vary: &[String], target: Option<f64>) -> Result<Sweep, Failure> {
        let ask = |scenario| self.asked.options.question(scenario);
        let variations: Vec<Variation> = vary
            .iter()
            .map(|typed| Variation::parse(typed).map_err(Failure::option))
            .collect::<Result<_, _>>()?;
        let values = combinations(&variations)?;
        let asked = |values: &Vec<String>| {
            let scenario = varied(&self.asked.scenario, self.game, &variations, values);
            PointQuestion::of(scenario.map_err(Failure::option)?, self.game, self.side, &ask)
        };
        let asked: Vec<PointQuestion> = values.iter().map(asked).collect::<Result<_, Failure>>()?;
        let swept = self.find(&asked)?;
        let (subject, side) = (self.subject(), self.side_name());
        let sweep = Sweep::of(subject, side, variations, values, swept, self.total);
        Ok(Sweep { target, ..sweep.ok_or(Failure::Interrupted)? })
    }

    fn side_name(&self) -> String {
        self.asked.scenario.sides.called(self.side)
    }

    fn subject(&self) -> Subject {
        let subject = Subject::of_fight(
            &self.asked.scenario,
            self.game,
            self.asked.options.seed(&self.asked.scenario),
        );
        subject.asked_by(self.command.to_string())
    }
}

fn side(scenario: &Scenario, typed: Option<&str>) -> Result<Option<usize>, Failure> {
    let Some(name) = typed else { return Ok(None) };
    scenario.sides.named(name).map(Some).map_err(|known| {
        let known = known.join(", ");
        Failure::Usage(format!("--side `{name}` is not a side: expected one of {known}"))
    })
}
