//! `fleetodds design`: finds the best blueprint or the best fleet.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::args::DesignArgs;
use crate::cli::failure::Failure;
use crate::cli::given::command_of_fleets;
use crate::cli::options::QuestionOptions;
use crate::cli::progress::Progress;
use crate::cli::versus::{Versus, fleets, no_enemies, rank, weights};
use crate::cli::work::{begin, nothing, total};
use fleetodds::analysis::compare::Rank;
use fleetodds::analysis::design::{Asks, DesignSearch, FoundDesigns};
use fleetodds::analysis::purchase::{PurchaseLimits, ShipOption, purchases};
use fleetodds::analysis::total::Total;
use fleetodds::answer::{Carriage, Matchup, Question};
use fleetodds::engine::Ctx;
use fleetodds::games::{Blueprint, Capacity, Game};
use fleetodds::report::{Comparison, Design, Named, Proposal, Report, Stopped, Subject};
use fleetodds::result::RankedCandidate;
use fleetodds::scenario::{
    Diagnostic, FleetText, GroupText, Place, Rulebook, Scenario, SideText, Source, Spanned,
    normalise,
};

/// Maximum number of battles in a search without ideals.
const MAX_QUESTIONS: usize = 100_000;

pub(crate) fn run(args: &DesignArgs) -> Result<u8, Failure> {
    let request = DesignRequest::read(args)?;
    let total = total(&args.total)?;
    let (mut output, ctx) = begin(&args.shown)?;
    let work = DesignCtx { ctx: &ctx, total: &total, quiet: args.shown.out.quiet };
    let design = match args.cost {
        Some(cost) => best_fleet(&request, cost, args, &work)?,
        None => best_blueprint(&request, args, &work)?,
    };
    if design.best.is_empty() {
        return Err(nothing(design.stopped()));
    }
    output.show_with(&design, || request.command())
}

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
        let rank = rank(args.by.as_deref(), &[Rank::Win, Rank::Swing])?;
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
                return Err(Failure::usage(message));
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
        self.enemies.iter().map(|enemy| self.battle(&own, enemy)).collect()
    }

    /// Returns the battle of one group alone against the first enemy, with the options of the
    /// side.
    fn asked_alone(&self, group: &GroupText) -> Result<Question, Failure> {
        let text = FleetText { groups: vec![group.clone()], options: self.what.options.clone() };
        let own = SideText::typed(&Source::new("ships", text.to_string()))?;
        self.battle(&own, &self.enemies[0])
    }

    fn battle(&self, own: &SideText, enemy: &SideText) -> Result<Question, Failure> {
        let mut sides = [own.clone(), enemy.clone()];
        sides.rotate_left(self.side);
        self.options.typed_question(Scenario::of(sides))
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
            return Err(Failure::refused(message));
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

    /// Creates the report of a search.
    fn report(
        &self,
        mut what: String,
        (found, designs): (FoundDesigns, usize),
        best: Vec<Proposal>,
        work: &DesignCtx<'_>,
    ) -> Result<Design, Failure> {
        let game = self.options.game(self.rulebook)?;
        what += &self.with.as_ref().map_or(String::new(), |with| format!(" with {with}"));
        let FoundDesigns { best: ranked, looked_at, stopped } = found;
        let done = (looked_at, designs);
        let stopped = stopped.map(|by| Stopped::of(by, work.total, done, ["designs", "evaluated"]));
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
        Ok(Design { ranking, what, parts: String::new(), designs, looked_at, base: None, best })
    }

    /// Returns the typed command in full.
    fn command(&self) -> Result<String, Failure> {
        let words = self.what.to_string();
        let own = SideText::typed(&Source::new("ships", words.as_str()))?;
        command_of_fleets(&self.options, Some(&words), &[own], &self.enemies, self.side)
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
        Proposal { parts, figures, gains, gives_up }
    };
    found.best.iter().enumerate().map(of).collect()
}

/// Name of the option that lists the available parts.
const PARTS: &str = "--parts";

fn best_blueprint(
    request: &DesignRequest,
    args: &DesignArgs,
    work: &DesignCtx<'_>,
) -> Result<Design, Failure> {
    let group = one_class(request)?;
    let game = request.options.game(request.rulebook)?;
    let parts = parts(args.parts.as_deref().unwrap_or("tech"));
    let Some(blueprints) = game.blueprints(group, &parts).transpose() else {
        let message =
            format!("--cost is missing: ships of {} have no blueprints", request.rulebook);
        return Err(Failure::usage(message));
    };
    // Errors in the class or the enemies are reported before errors in the parts.
    request.asked(&group.to_string())?;
    let blueprints = blueprints.map_err(of_parts)?;
    let start = with_parts(group, &blueprints.start());
    let base = request.asked(&start)?.into_iter();
    let battles: Vec<Arc<dyn Matchup>> = base.map(|question| question.matchup).collect();
    let designs = blueprints.designs(&battles, request.side).map_err(Failure::refused)?;
    let all = designs.all();
    let more: Vec<Vec<i32>> = all.iter().map(|blueprint| blueprint.more.clone()).collect();
    let asked = |n: &usize| request.asked(&with_parts(group, &all[*n].parts));
    let ideal = |of: &[usize]| request.asked(&with_parts(group, &designs.ideal(of)));
    let search = DesignSearch { ideal: Some(&ideal), ..request.search(&more, boxes(all), &asked) };
    let found = request.find(&search, work)?;
    let best = proposals(&found, Some(designs.printed().to_vec()), |n| {
        let Blueprint { parts, listed, figures, .. } = all[n].clone();
        (parts, listed, figures)
    });
    let report = request.report(group.to_string(), (found, all.len()), best, work)?;
    let parts = match args.parts.as_deref() {
        Some(parts) => format!("parts: the starting ones, {parts}"),
        None => "parts: the starting ones and all technologies; --parts names those that you have"
            .into(),
    };
    Ok(Design { parts, base: request.candidate(&start, work)?, ..report })
}

/// Errors in `--parts` are errors of usage, others are errors in the ships.
fn of_parts(error: Diagnostic) -> Failure {
    match &error.place {
        Some(place) if place.source.name == PARTS => Failure::option(error),
        _ => error.into(),
    }
}

/// Returns the class to design. It must be the only group, and must not name parts.
fn one_class(request: &DesignRequest) -> Result<&GroupText, Failure> {
    if let Some(second) = request.what.groups.get(1) {
        let error = Diagnostic::at(&second.place, "only one class can be designed at a time")
            .label("leave this out")
            .help("add other ships with --with, or use --cost to find the best numbers of each");
        return Err(error.into());
    }
    let group = &request.what.groups[0];
    if let Some(item) = group.items.first() {
        let error = Diagnostic::at(&item.place, "`design` chooses the parts itself")
            .label("leave this out")
            .help("name the available parts with --parts");
        return Err(error.into());
    }
    Ok(group)
}

/// Splits the value of `--parts` into names, each with its place.
fn parts(typed: &str) -> Vec<Spanned<String>> {
    let source = Source::new(PARTS, typed);
    let mut at = 0;
    let mut named = Vec::new();
    for part in typed.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        let place = Place { source: source.clone(), range: start..start + part.trim().len() };
        named.push(Spanned { value: part.trim().to_string(), place });
        at += part.len() + 1;
    }
    named.retain(|part| !part.value.is_empty());
    named
}

fn with_parts(group: &GroupText, parts: &str) -> String {
    if parts.is_empty() { group.to_string() } else { format!("{group}({parts})") }
}

/// Returns the box of each blueprint. Blueprints share a box if they differ only in properties of
/// which more is better.
fn boxes(blueprints: &[Blueprint]) -> Vec<usize> {
    let mut known: BTreeMap<&[i32], usize> = BTreeMap::new();
    let mut boxes = Vec::new();
    for blueprint in blueprints {
        let next = known.len();
        boxes.push(*known.entry(&blueprint.same).or_insert(next));
    }
    boxes
}

fn best_fleet(
    request: &DesignRequest,
    cost: f64,
    args: &DesignArgs,
    work: &DesignCtx<'_>,
) -> Result<Design, Failure> {
    if !(cost > 0.0 && cost.is_finite()) {
        return Err(Failure::usage(format!("--cost {cost}: must be a number above 0")));
    }
    let game = request.options.game(request.rulebook)?;
    let groups = &request.what.groups;
    let options: Vec<ShipOption> =
        groups.iter().map(|group| option(request, game, group)).collect::<Result<_, _>>()?;
    let ships = game.lexicon().max_ships.saturating_sub(request.beside);
    let limits = PurchaseLimits { cost, room: room(game, args)?, pool: args.fleet_pool, ships };
    // If one more ship can make a fleet worse, fleets that could buy more are candidates, too.
    let may_leave = !game.lexicon().more_is_better;
    let too_many = "too many possible fleets: name fewer ships, or limit the number of each";
    let fleets = purchases(&options, limits, !may_leave);
    let fleets = fleets.map_err(|_| Failure::refused(too_many))?;
    if fleets.is_empty() {
        return Err(Failure::refused(format!("--cost {cost}: none of these ships can be bought")));
    }
    let typed = |n: usize| typed(groups, &fleets[n]);
    let designs: Vec<Vec<i32>> =
        fleets.iter().map(|fleet| fleet.iter().map(|n| *n as i32).collect()).collect();
    let asked = |n: &usize| request.asked(&typed(*n));
    // The ideal of several fleets has the maximum of their numbers of each ship.
    let ideal = |several: &[usize]| {
        let most = |option: usize| several.iter().map(|&n| fleets[n][option]).max().unwrap_or(0);
        let all: Vec<u32> = (0..options.len()).map(most).collect();
        // An ideal with too many ships cannot be fought, so it rules out no fleet.
        if all.iter().sum::<u32>() > ships {
            return Ok(Vec::new());
        }
        request.asked(&self::typed(groups, &all))
    };
    let mut search = request.search(&designs, vec![0; fleets.len()], &asked);
    if may_leave {
        search.ideal = Some(&ideal);
    }
    let found = request.find(&search, work)?;
    let unit = game.lexicon().units.cost;
    let best = proposals(&found, None, |n| {
        let left = cost - price(&options, &fleets[n]);
        let figures = vec![(format!("{unit} left"), format!("{:.1}", left + 0.0))];
        (typed(n), figures, counted(groups, &fleets[n]))
    });
    request.report(format!("a fleet for {cost} {unit}"), (found, fleets.len()), best, work)
}

/// Returns the capacity besides that of the ships bought, or `None` if it is unlimited or the game
/// has no capacity.
fn room(game: &dyn Game, args: &DesignArgs) -> Result<Option<u32>, Failure> {
    match game.lexicon().capacity {
        Capacity::Checked => Ok(Some(args.capacity.unwrap_or(0))),
        Capacity::Optional => Ok(args.capacity),
        Capacity::None => {
            let given = [(args.capacity, "--capacity"), (args.fleet_pool, "--fleet-pool")];
            match given.into_iter().find(|(given, _)| given.is_some()) {
                Some((_, option)) => {
                    let message = format!("{option}: {} has no capacity", game.rulebook());
                    Err(Failure::usage(message))
                }
                None => Ok(None),
            }
        }
    }
}

/// Returns a ship that can be bought. A typed number is the maximum of these ships.
fn option(
    request: &DesignRequest,
    game: &dyn Game,
    group: &GroupText,
) -> Result<ShipOption, Failure> {
    let one = GroupText { count: None, ..group.clone() };
    let matchup = request.asked_alone(&one)?.matchup;
    let cost = matchup.sides()[request.side].cost;
    if cost <= 0.0 {
        return Err(Failure::refused(format!("`{one}` costs nothing, so it cannot be bought")));
    }
    let typed = group.count.as_ref().map(|count| count.value.min(u32::MAX.into()) as u32);
    let owned = || game.owned(&normalise(&group.class.value));
    let most = typed.or_else(owned).unwrap_or(u32::MAX);
    let Carriage { carries, is_carried, counts } = matchup.carriage(request.side);
    Ok(ShipOption { cost, most, carries, is_carried, counts })
}

fn price(options: &[ShipOption], fleet: &[u32]) -> f64 {
    options.iter().zip(fleet).map(|(option, number)| option.cost * f64::from(*number)).sum()
}

/// Writes a fleet as typed. `fleet` holds the number of ships of each group.
fn typed(groups: &[GroupText], fleet: &[u32]) -> String {
    let bought = counted(groups, fleet).into_iter().filter(|(_, number)| *number > 0);
    bought.map(|(one, number)| format!("{number} {one}")).collect::<Vec<_>>().join(" + ")
}

/// Returns the number of ships of each group by name, for the comparison of two fleets.
fn counted(groups: &[GroupText], fleet: &[u32]) -> Vec<(String, i64)> {
    let group = |(group, number): (&GroupText, &u32)| {
        let one = GroupText { count: None, ..group.clone() };
        (one.to_string(), i64::from(*number))
    };
    groups.iter().zip(fleet).map(group).collect()
}
