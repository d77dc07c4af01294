//! `fleetodds design`: finds the best blueprint or the best fleet.

use std::sync::OnceLock;

use crate::cli::args::DesignArgs;
use crate::cli::failure::Failure;
use crate::cli::given::command_of_fleets;
use crate::cli::options::QuestionOptions;
use crate::cli::progress::Progress;
use crate::cli::versus::{Versus, fleets, no_enemies, rank, weights};
use crate::cli::work::{begin, nothing, total};
use fleetodds::internals::analysis::compare::Rank;
use fleetodds::internals::analysis::design::{DesignQuestion, FoundDesigns, Purchase, split_parts};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::Question;
use fleetodds::internals::games::Game;
use fleetodds::internals::report::{Comparison, Design, Named, Report, Stopped, Subject};
use fleetodds::internals::scenario::{FleetText, Scenario, SideText, Source};

pub(crate) fn run(args: &DesignArgs) -> Result<u8, Failure> {
    let request = DesignRequest::read(args)?;
    let total = total(&args.total)?;
    let (mut output, ctx) = begin(&args.shown)?;
    let game = request.options.game(request.options.typed_rulebook())?;
    let asks = |own: &SideText| request.asked(own);
    let question = request.question(game, &asks);
    let progress = OnceLock::new();
    let played = |more: usize, of, unit| {
        let begin = || Progress::of_search(of, unit, args.shown.out.quiet);
        progress.get_or_init(begin).add(more as u64);
    };
    let means = (&ctx, &total, &played as _);
    let (what, parts, found) = match args.cost {
        Some(cost) => {
            let purchase = purchase(cost, game, args)?;
            let what = format!("a fleet for {cost} {}", game.lexicon().units.cost);
            (what, String::new(), question.fleets(&purchase, means)?)
        }
        None => {
            let parts = args.parts.as_deref().unwrap_or("tech");
            let parts = split_parts(&Source::new("--parts", parts));
            let Some(found) = question.blueprints(&parts, means)? else {
                let message =
                    format!("--cost is missing: ships of {} have no blueprints", game.rulebook());
                return Err(Failure::usage(message));
            };
            (request.what.groups[0].to_string(), parts_in_words(args.parts.as_deref()), found)
        }
    };
    drop(progress);
    let design = request.report((what, parts), found, game, &total)?;
    if design.best.is_empty() {
        return Err(nothing(design.stopped()));
    }
    output.show_with(&design, || request.command())
}

struct DesignRequest {
    options: QuestionOptions,
    /// Class to design, or ships that can be bought.
    what: FleetText,
    /// Ships of `--with`.
    with: Option<FleetText>,
    enemies: Vec<SideText>,
    /// Weights of the enemies, which add up to 1.
    weights: Vec<f64>,
    /// Side of the design: 0 attacks, 1 defends.
    side: usize,
    rank: Rank,
    /// Number of designs to list.
    top: usize,
}

impl DesignRequest {
    fn read(args: &DesignArgs) -> Result<Self, Failure> {
        let mut options = QuestionOptions::read(&args.shown.ask)?;
        let versus = Versus::read(&[args.what.join(" ")], &options)?;
        options.choose(versus.game)?;
        let enemies = [&versus.enemies[..], &args.against].concat();
        let enemies = fleets("against", &enemies, &options)?;
        if enemies.is_empty() {
            return Err(no_enemies("design", &args.what, &options));
        }
        let weights = weights(&args.weights, enemies.len())?;
        let rank = rank(args.by.as_deref(), &[Rank::Win, Rank::Swing])?;
        let side = usize::from(args.defend || versus.defend);
        let what = options.read_fleet("ships", &versus.own.join(" "))?;
        options.choose_theatre(std::slice::from_ref(&what), &enemies, side)?;
        let what = what.fleet;
        let with = args.with.as_ref().map(|with| options.read_fleet("--with", with));
        let with = with.transpose()?.map(|side| side.fleet);
        if let Some(option) = with.as_ref().and_then(|with| with.options.first()) {
            let message = format!(
                "--with: `{}` is an option of the side; put it after the ships to design",
                option.name.value
            );
            return Err(Failure::usage(message));
        }
        Ok(Self { options, what, with, enemies, weights, side, rank, top: args.top.into() })
    }

    fn question<'a>(
        &'a self,
        game: &'a dyn Game,
        asks: &'a (dyn Fn(&SideText) -> Result<Vec<Question>, Failure> + Sync),
    ) -> DesignQuestion<'a, Failure> {
        let &Self { ref what, ref weights, side, rank, top, .. } = self;
        DesignQuestion { game, what, with: self.with.as_ref(), asks, weights, side, rank, top }
    }

    /// Returns the battles of a side against all enemies.
    fn asked(&self, own: &SideText) -> Result<Vec<Question>, Failure> {
        let battle = |enemy: &SideText| {
            let mut sides = [own.clone(), enemy.clone()];
            sides.rotate_left(self.side);
            self.options.typed_question(Scenario::of(sides))
        };
        self.enemies.iter().map(battle).collect()
    }

    /// Creates the report of a search: what is designed, and the parts that designs may use.
    fn report(
        &self,
        (what, parts): (String, String),
        found: FoundDesigns,
        game: &dyn Game,
        total: &Total,
    ) -> Result<Design, Failure> {
        let FoundDesigns { ranked, best, base, designs, looked_at, stopped } = found;
        let what = what + &self.with.as_ref().map_or(String::new(), |with| format!(" with {with}"));
        let done = (looked_at, designs);
        let stopped = stopped.map(|by| Stopped::of(by, total, done, ["designs", "evaluated"]));
        let own = ranked.iter().map(|best| Named::from(&best.fleet)).collect();
        let enemies = self.enemies.iter().map(Named::of).collect();
        let seed = self.options.seed(None);
        let subject = Subject::of_fights(game.lexicon(), seed, self.side, own, enemies);
        let ranking = Comparison {
            subject: subject.designing(&what, self.side).asked_by(self.command()?),
            side: self.side,
            by: self.rank,
            weights: self.weights.clone(),
            ranked,
            stopped,
        };
        Ok(Design { ranking, what, parts, designs, looked_at, base, best })
    }

    /// Returns the typed command in full.
    fn command(&self) -> Result<String, Failure> {
        let words = self.what.to_string();
        let own = SideText::typed(&Source::new("ships", words.as_str()))?;
        command_of_fleets(&self.options, Some(&words), &[own], &self.enemies, self.side)
    }
}

/// Returns the parts that designs may use, in words.
fn parts_in_words(given: Option<&str>) -> String {
    match given {
        Some(parts) => format!("parts: the starting ones, {parts}"),
        None => "parts: the starting ones and all technologies; --parts names those that you have"
            .into(),
    }
}

/// Returns what a fleet may cost.
fn purchase(cost: f64, game: &dyn Game, args: &DesignArgs) -> Result<Purchase, Failure> {
    let DesignArgs { capacity, fleet_pool, .. } = *args;
    if !(cost > 0.0 && cost.is_finite()) {
        return Err(Failure::usage(format!("--cost {cost}: must be a number above 0")));
    }
    let given = [(capacity, "--capacity"), (fleet_pool, "--fleet-pool")];
    let given = given.into_iter().find(|(given, _)| given.is_some());
    match given.filter(|_| !game.lexicon().has_capacity()) {
        Some((_, option)) => {
            Err(Failure::usage(format!("{option}: {} has no capacity", game.rulebook())))
        }
        None => Ok(Purchase { cost, capacity, fleet_pool }),
    }
}
