//! `fleetodds design`: finds the best blueprint or the best fleet.

mod blueprint;
mod fleet;

use super::again;
use super::args::DesignArgs;
use super::compare::{fleets, no_enemies, weights};
use super::failure::Failure;
use super::options::QuestionOptions;
use super::progress::Progress;
use super::versus::Versus;
use super::work::{begin, nothing, total, warn_of};
use fleetodds::analysis::compare::Rank;
use fleetodds::analysis::design::{Asks, DesignSearch, FoundDesigns};
use fleetodds::analysis::total::Total;
use fleetodds::answer::Question;
use fleetodds::engine::Ctx;
use fleetodds::report::{Design, Named, Proposal, Stopped, Subject};
use fleetodds::result::RankedCandidate;
use fleetodds::scenario::{FleetText, GroupText, Rulebook, Scenario, SideText, Source};

/// Maximum number of battles in a search without ideals.
const MAX_QUESTIONS: usize = 100_000;

/// Runs the command and returns the exit code.
pub(crate) fn run(args: &DesignArgs) -> Result<u8, Failure> {
    let request = DesignRequest::read(args)?;
    let total = total(&args.total)?;
    let (mut output, ctx) = begin(&args.shown)?;
    let work = DesignCtx { ctx: &ctx, total: &total, quiet: args.shown.out.quiet };
    let design = match args.cost {
        Some(cost) => fleet::design(&request, cost, args, &work)?,
        None => blueprint::design(&request, args, &work)?,
    };
    if design.best.is_empty() {
        return Err(nothing(design.stopped.as_ref()));
    }
    warn_of(design.stopped.as_ref(), &args.shown.out);
    output.show_with(&design, || request.command())
}

/// The design request.
struct DesignRequest {
    options: QuestionOptions,
    rulebook: Rulebook,
    /// Class to design, or ships that can be bought.
    what: FleetText,
    /// Ships of `--with`.
    with: Option<String>,
    /// Number of ships of `--with`.
    beside: u32,
    enemies: Vec<SideText>,
    /// Weights of the enemies, which add up to 1.
    weights: Vec<f64>,
    /// Side of the design: 0 attacks, 1 defends.
    side: usize,
    rank: Rank,
    /// Number of designs to list.
    top: usize,
}

/// Threads and limits of a search.
struct DesignCtx<'a> {
    ctx: &'a Ctx,
    total: &'a Total,
    quiet: bool,
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
        let rank = match args.by.as_deref().map(|typed| typed.trim().to_lowercase()).as_deref() {
            None | Some("win") => Rank::Win,
            Some("swing") => Rank::Swing,
            Some(other) => {
                let message = format!("--by `{other}`: expected win or swing");
                return Err(Failure::Usage(message));
            }
        };
        let what = options.read_fleet("ships", &versus.own.join(" "))?.fleet;
        let mut beside = 0;
        let with = args.with.as_ref().map(|with| options.read_fleet("--with", with));
        let with = with.transpose()?.map(|side| side.fleet);
        if let Some(text) = &with {
            if let Some(option) = text.options.first() {
                let message = format!(
                    "--with: `{}` is an option of the side; put it after the ships to design",
                    option.name.value
                );
                return Err(Failure::Usage(message));
            }
            let count = |group: &GroupText| group.count.as_ref().map_or(1, |count| count.value);
            let ships = text.groups.iter().map(count).fold(0, u64::saturating_add);
            beside = u32::try_from(ships).unwrap_or(u32::MAX);
        }
        Ok(Self {
            rulebook: options.typed_rulebook(),
            options,
            what,
            with: with.map(|with| with.to_string()),
            beside,
            enemies,
            weights,
            side: usize::from(args.defend || versus.defend),
            rank,
            top: args.top.into(),
        })
    }

    /// Returns the battles of a design against all enemies. `ships` is the design as typed; the
    /// ships of `--with` are added here.
    fn asked(&self, ships: &str) -> Result<Vec<Question>, Failure> {
        let beside = self.with.as_ref().map_or(String::new(), |with| format!(" + {with}"));
        let options: String =
            self.what.options.iter().map(|option| format!(" & {option}")).collect();
        let own = format!("{ships}{beside}{options}");
        let own = SideText::typed(&Source::new("design", own))?;
        let battle = |enemy: &SideText| {
            let mut sides = [own.clone(), enemy.clone()];
            if self.side == 1 {
                sides.swap(0, 1);
            }
            self.options.typed_question(Scenario::of(sides))
        };
        self.enemies.iter().map(battle).collect()
    }

    /// Runs a search with progress on standard error.
    fn find(
        &self,
        search: &DesignSearch<'_, Failure>,
        work: &DesignCtx<'_>,
    ) -> Result<FoundDesigns, Failure> {
        let designs = search.designs.len();
        let battles = designs * self.enemies.len();
        if search.ideal.is_none() && battles > MAX_QUESTIONS {
            let message = format!("{battles} battles, at most {MAX_QUESTIONS}: name fewer ships");
            return Err(Failure::Refused(message));
        }
        // With ideals, whole designs are ruled out at once, so progress counts designs.
        let (all, unit) = match search.ideal {
            Some(_) if self.rank == Rank::Win => (designs, "designs"),
            _ => (battles, "battles"),
        };
        let progress = Progress::of_search(all, unit, work.quiet);
        search.find((work.ctx, work.total), &|done| progress.add(done as u64))
    }

    /// Works out the odds of one design, with which the others are compared.
    fn candidate(
        &self,
        ships: &str,
        work: &DesignCtx<'_>,
    ) -> Result<Option<RankedCandidate>, Failure> {
        let asked = |_: &usize| self.asked(ships);
        let designs = [Vec::new()];
        let search = DesignSearch { top: 1, ..self.search(&designs, vec![0], &asked) };
        let _progress = Progress::of_search(1, "designs", work.quiet);
        let means = (work.ctx, &Total::unlimited());
        Ok(search.find(means, &|_| ())?.best.into_iter().next())
    }

    /// Creates a search without ideals.
    fn search<'a>(
        &self,
        designs: &'a [Vec<i32>],
        boxes: Vec<usize>,
        asked: &'a Asks<'a, usize, Failure>,
    ) -> DesignSearch<'a, Failure> {
        let (weights, side, rank, top) = (self.weights.clone(), self.side, self.rank, self.top);
        DesignSearch { designs, boxes, ideal: None, asked, weights, side, rank, top }
    }

    /// Creates the report of a search, without its designs.
    fn report(
        &self,
        what: String,
        designs: usize,
        found: &FoundDesigns,
        seed: u64,
        total: &Total,
    ) -> Result<Design, Failure> {
        let game = self.options.game(self.rulebook)?;
        let looked_at = (found.looked_at, designs);
        let best = found.best.iter().map(|best| Named::from(&best.fleet)).collect();
        let enemies = self.enemies.iter().map(Named::of).collect();
        let subject = Subject::of_fights(game, seed, self.side, best, enemies);
        Ok(Design {
            subject: subject.designing(&what, self.side).asked_by(self.command()?),
            what,
            parts: String::new(),
            by: self.rank,
            side: self.side,
            weights: self.weights.clone(),
            designs,
            looked_at: found.looked_at,
            base: None,
            best: Vec::new(),
            stopped: found
                .stopped
                .map(|by| Stopped::of(by, total, looked_at, ["designs", "evaluated"])),
        })
    }

    /// Returns the typed command in full.
    fn command(&self) -> Result<String, Failure> {
        let words = self.what.to_string();
        let own = SideText::typed(&Source::new("ships", words.as_str()))?;
        again::choice(&self.options, Some(&words), &[own], &self.enemies, self.side)
    }
}

/// Compares two lists of figures. Returns what the first has more, and what it has less.
fn difference(these: &[(String, i64)], those: &[(String, i64)]) -> (Vec<String>, Vec<String>) {
    let (mut gains, mut gives_up) = (Vec::new(), Vec::new());
    for ((name, this), (_, that)) in these.iter().zip(those) {
        match this - that {
            0 => {}
            more if more > 0 => gains.push(format!("{more} {name}")),
            less => gives_up.push(format!("{} {name}", -less)),
        }
    }
    (gains, gives_up)
}

/// Returns the proposals of a search. The first is compared with `base`, the others with the
/// first. `describe` returns the text, the figures to list and the figures to compare of a design.
fn proposals(
    found: &FoundDesigns,
    base: Option<Vec<(String, i64)>>,
    describe: impl Fn(usize) -> (String, Vec<(String, String)>, Vec<(String, i64)>),
) -> Vec<Proposal> {
    let first = found.best.first().map(|first| describe(first.number).2);
    let of = |(rank, candidate): (usize, &RankedCandidate)| {
        let (parts, figures, counted) = describe(candidate.number);
        let other = if rank == 0 { base.as_ref() } else { first.as_ref() };
        let (gains, gives_up) = other.map_or_else(Default::default, |o| difference(&counted, o));
        Proposal { candidate: candidate.clone(), parts, figures, gains, gives_up }
    };
    found.best.iter().enumerate().map(of).collect()
}
