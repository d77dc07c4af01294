//! Sectors: several battles, one after the other.

use super::ahead::best_play_of_sector;
use super::best_play::{EclipseNotSolved, best_play_from};
use super::near_best::{FocusedFire, best_or_focused};
use super::words::UNITS;
use super::words::played_with_focus;
use crate::answer::chain::PreparedChain;
use crate::answer::ledger::Ledger;
use crate::answer::prepared::Prepared;
use crate::answer::prepared_fight::{
    BattleFigures, FightNames, FightReport, PreparedFight, SideNames,
};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, Side};
use crate::engine::optimize::duel::Sense;
use crate::engine::{Control, Ctx, Unsolved};
use crate::games::common::{Horizon, looking_ahead, looking_to};
use crate::games::eclipse::rules::{
    EclipseCaptains, EclipseFleet, EclipseState, Focus, Sector, Setup,
};
use crate::games::eclipse::scenario::{EclipseMatchup, SectorSides};
use crate::model::chain::Chain;
use crate::result::{Outcomes, PlayedBy, SideSummary, Summary, Units};
use crate::scenario::Engine;
use crate::stats::Odds;

/// Words for the outcomes of a sector.
const HOLDS: Outcomes = Outcomes {
    wins: ["holds"; 2],
    wins_in_charts: "holds",
    headline: [["hold the sector", "holds the sector"]; 2],
    ..Outcomes::WINS
};

/// Returns access to the single sectors of a question.
pub(super) fn prepare_sector<'a>(
    question: &'a Question,
    matchup: &'a EclipseMatchup,
    sides: &'a SectorSides,
    ctx: &Ctx,
) -> Result<PreparedFight<'a>, NoAnswer> {
    let fight = ctx.install(|| fight(question, matchup, sides, ctx.control()))?;
    Ok(PreparedFight::new(question, SectorFight { matchup, sides, fight }))
}

/// A sector whose courses can be read one by one.
struct SectorFight<'a> {
    matchup: &'a EclipseMatchup,
    sides: &'a SectorSides,
    fight: PreparedSector,
}

impl FightReport for SectorFight<'_> {
    fn prepared(&self) -> &dyn Prepared {
        &self.fight.prepared
    }

    fn prepared_mut(&mut self) -> &mut dyn Prepared {
        &mut self.fight.prepared
    }

    /// The sides are in the order of the scenario.
    fn figures(&self, odds: &Odds) -> BattleFigures {
        let sector = &self.fight.prepared.chain;
        let parties = sector.summarise(&self.sides.labels(self.matchup), odds);
        let side = |side: usize| parties[self.sides.party(side)].clone();
        BattleFigures {
            sides: (0..parties.len()).map(side).collect(),
            draw: odds.estimate(sector.draw()),
            standoff: odds.estimate(sector.draw() + 1),
        }
    }

    fn add_figures(&self, odds: &Odds, summary: &mut Summary) {
        let (sector, sides) = (&self.fight.prepared.chain, self.sides);
        let tiles = sides.tiles(self.matchup);
        summary.outcomes = &HOLDS;
        summary.of_game = sector.figures(&sides.labels(self.matchup), &tiles, odds);
        if let Some(by_battle) = &self.fight.by_battle {
            let looks = |side: usize| sector.objective_ahead(sides.party(side));
            let ahead: Vec<_> = summary.sides.iter().cloned().zip((0..).map(looks)).collect();
            let by_battle = self.figures(by_battle).sides;
            let figure = looking_ahead(&ahead, &by_battle, HOLDS.wins_in_charts, UNITS.cost);
            summary.of_game.push(figure);
        }
        for (side, summary) in summary.sides.iter_mut().enumerate() {
            let party = sides.party(side);
            summary.of_game = sector.figures_of(party, &tiles[party], odds);
        }
    }

    fn names(&self, battle: usize) -> FightNames {
        let sides = self.fight.prepared.chain.names(battle, &self.sides.labels(self.matchup));
        let sides: Vec<SideNames> =
            sides.into_iter().map(|(name, groups)| SideNames { name, groups }).collect();
        let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        let title = match names.as_slice() {
            [one] => format!("{one} v the population"),
            _ => names.join(" v "),
        };
        FightNames { title: Some(title), sides }
    }

    fn outcome(&self, side: usize) -> Option<usize> {
        self.fight.prepared.chain.side_of(self.sides.party(side))
    }

    fn outcomes(&self, sides: &[SideSummary]) -> Vec<String> {
        let mut outcomes = vec![String::new(); self.fight.prepared.chain.draw()];
        for (side, summary) in sides.iter().enumerate() {
            if let Some(place) = self.outcome(side) {
                outcomes[place] = format!("{} holds the sector", summary.name);
            }
        }
        outcomes.extend(["no side is left".into(), "standoff".into()]);
        outcomes
    }

    /// Returns the play of each side, with its horizon where battles follow one another.
    fn played(&self) -> Vec<(String, PlayedBy)> {
        let PreparedSector { prepared, fire, sides, .. } = &self.fight;
        let played = |side: &Side<EclipseFleet>| {
            let horizon = side.fleet.horizon().filter(|_| prepared.chain.has_sequels());
            looking_to(played_with_focus(&side.fleet, fire.is_some()), horizon, "sector")
        };
        self.sides.roles.iter().cloned().zip(sides.iter().map(played)).collect()
    }

    fn warnings(&self) -> Vec<String> {
        of_sides(&self.matchup.sides, &self.fight.notes)
    }

    fn units(&self) -> Units {
        UNITS
    }
}

/// Largest cap on rounds that best play takes into account. Few battles last longer.
const MAX_CAP_FOR_BEST_PLAY: u32 = 100;

/// Share of the budget's seconds that may be spent on the odds of play battle by battle, to show
/// what looking ahead is worth.
const COMPARISON_SHARE: f64 = 0.5;

/// A sector prepared for all engines.
struct PreparedSector {
    /// Sides with the policies that are really played.
    sides: Vec<Side<EclipseFleet>>,
    prepared: PreparedChain<Sector>,
    /// Requests that could not be met in full, with the reasons.
    notes: Vec<String>,
    /// Whether play of all battles was found before any of their odds.
    is_planned: bool,
    /// Focused fire of the captains, if play had to be approximated so.
    fire: Option<FocusedFire>,
    /// Exact odds if no captain looked beyond a battle, if some do and the odds were found.
    by_battle: Option<Odds>,
}

/// Prepares the sector of a question, and solves it battle by battle if the engine or the policies
/// need that and it fits the budget.
fn fight(
    question: &Question,
    matchup: &EclipseMatchup,
    sides: &SectorSides,
    control: &Control,
) -> Result<PreparedSector, NoAnswer> {
    let ledger = Ledger::new(question.budget);
    let mut fight =
        field_of(question, matchup.sides.clone(), matchup.setup, sides, ledger, control)?;
    fight.compare(question, matchup.setup, sides, control)?;
    Ok(fight)
}

/// Prepares a sector whose sides may play other policies than the question says.
fn field_of(
    question: &Question,
    fleets: Vec<Side<EclipseFleet>>,
    setup: Setup,
    sides: &SectorSides,
    ledger: Ledger,
    control: &Control,
) -> Result<PreparedSector, NoAnswer> {
    let sector = capped(sides.sector(&fleets, setup)?, question);
    let looks_ahead = sector.duels().any(|battle| sector.looks_ahead(battle));
    let prepared = PreparedChain::new(sector, ledger);
    let mut fight = PreparedSector::new(fleets, prepared);
    if question.engine == Engine::Kernel && !looks_ahead {
        return Ok(fight);
    }
    let solved = fight.solve(question, true, control);
    let why = match solved {
        Ok(()) => return Ok(fight.noted()),
        Err(EclipseNotSolved::Stopped) => return Err(NoAnswer::Stopped),
        Err(EclipseNotSolved::Because(why)) => why,
    };
    let again = |fight: PreparedSector, change: fn(EclipseFleet) -> EclipseFleet, what: &str| {
        let change = |side: Side<EclipseFleet>| Side { fleet: change(side.fleet), ..side };
        let fleets = fight.sides.into_iter().map(change).collect();
        let mut ledger = fight.prepared.ledger;
        ledger.try_again();
        let mut fight = field_of(question, fleets, setup, sides, ledger, control)?;
        fight.notes.insert(0, format!("{why}: {what}"));
        Ok(fight)
    };
    if question.engine == Engine::Exact {
        return Err(fight.prepared.ledger.too_large(why));
    }
    if looks_ahead && !fight.is_planned && !fight.prepared.chain.is_played_as_a_whole() {
        // The odds of earlier battles are not needed if play is found for all their ends.
        fight.prepared.ledger.try_again();
        match fight.plan(question, control) {
            Ok(()) | Err(EclipseNotSolved::Because(_)) => {}
            Err(EclipseNotSolved::Stopped) => return Err(NoAnswer::Stopped),
        }
    }
    if fight.is_planned {
        // Play is known, and only the odds have to be simulated.
        if question.engine == Engine::Auto {
            fight.notes.push(format!("{why}: battles are simulated one by one"));
        }
        return Ok(fight.noted());
    }
    if fight.prepared.chain.is_played_as_a_whole() {
        let by_battle = |fleet: EclipseFleet| fleet.looking(Horizon::Battle);
        let mut fight = again(fight, by_battle, "captains look at one battle at a time")?;
        // If a rule of thumb was needed after all, its note says enough.
        if !fight.sides.iter().any(|side| side.fleet.looks_ahead()) {
            fight.notes.remove(0);
        }
        return Ok(fight);
    }
    if fight.prepared.chain.retreats_ahead() {
        return Err(fight.prepared.ledger.retreat_too_large(why));
    }
    if looks_ahead {
        let by_rule = EclipseFleet::by_rule_of_thumb;
        return again(fight, by_rule, "players use `threat` instead of `optimal`");
    }
    if question.engine == Engine::Auto {
        fight.notes.push(format!("{why}: battles are simulated one by one"));
    }
    Ok(fight)
}

/// Returns the sector with the cap on rounds of the question, if it is one that best play takes
/// into account.
fn capped(sector: Sector, question: &Question) -> Sector {
    match question.round_cap.filter(|&cap| cap <= MAX_CAP_FOR_BEST_PLAY) {
        Some(cap) => sector.with_clock(cap),
        None => sector,
    }
}

impl PreparedSector {
    /// Creates a sector of which nothing is solved.
    fn new(sides: Vec<Side<EclipseFleet>>, prepared: PreparedChain<Sector>) -> Self {
        let notes = Vec::new();
        Self { sides, prepared, notes, is_planned: false, fire: None, by_battle: None }
    }

    /// Adds the note on focused fire, if captains fire so.
    fn noted(mut self) -> Self {
        if let Some(fire) = &self.fire {
            self.notes.insert(0, fire.note_of_sector());
        }
        self
    }

    /// Finds the odds of play battle by battle, if captains look beyond a battle, to show what that
    /// is worth. This is left out if it takes more than a part of the budget.
    fn compare(
        &mut self,
        question: &Question,
        setup: Setup,
        sides: &SectorSides,
        control: &Control,
    ) -> Result<(), NoAnswer> {
        let whole = &self.prepared;
        if whole.odds(question).is_none() || !whole.chain.is_played_as_a_whole() {
            return Ok(());
        }
        let by_battle = |side: &Side<EclipseFleet>| Side {
            fleet: side.fleet.clone().looking(Horizon::Battle),
            ..side.clone()
        };
        let fleets: Vec<_> = self.sides.iter().map(by_battle).collect();
        let sector = capped(sides.sector(&fleets, setup)?, question);
        let prepared = PreparedChain::new(sector, whole.ledger.aside(COMPARISON_SHARE));
        let mut other = PreparedSector::new(fleets, prepared);
        let solved = other.solve(question, false, control);
        self.prepared.ledger.take_aside(&other.prepared.ledger);
        match solved {
            // With another way of firing, the difference is not that of looking ahead alone.
            Ok(()) if other.fire.is_some() != self.fire.is_some() => {}
            Ok(()) => self.by_battle = other.prepared.odds(question).cloned(),
            Err(EclipseNotSolved::Stopped) => return Err(NoAnswer::Stopped),
            Err(EclipseNotSolved::Because(_)) => {}
        }
        Ok(())
    }

    /// Finds best play of all battles, from the last one to the first. If it does not fit the budget,
    /// the captains focus their fire, unless the engine is `exact`.
    fn plan(&mut self, question: &Question, control: &Control) -> Result<(), EclipseNotSolved> {
        let PreparedChain { chain: sector, captains, ledger, .. } = &mut self.prepared;
        let find = |[focus, _]: [Focus; 2], ledger: &mut Ledger| {
            best_play_of_sector(sector, focus, ledger, control)
        };
        let span = sector.may_focus_fire().then_some(1.0);
        let (plan, fire) = best_or_focused(question, span, ledger, find)?;
        for (battle, strategy) in sector.battles().iter().zip(plan) {
            strategy.into_iter().for_each(|strategy| captains.set_strategy(battle, strategy));
        }
        (self.is_planned, self.fire) = (true, fire);
        Ok(())
    }

    /// Solves all battles in the order in which they are fought. If captains look beyond a battle,
    /// best play is found first, from the last battle to the first. The graphs may be kept for a
    /// simulation.
    fn solve(
        &mut self,
        question: &Question,
        keeps_graphs: bool,
        control: &Control,
    ) -> Result<(), EclipseNotSolved> {
        let is_planned = self.prepared.chain.is_played_as_a_whole();
        if is_planned {
            self.plan(question, control)?;
            if question.engine == Engine::Kernel {
                return Ok(());
            }
        }
        let (unsolved, fire) = (|no| why_unsolved(no, question), &mut self.fire);
        let play = |(sector, number): (&Sector, usize),
                    openings: &[EclipseState],
                    all: [&mut EclipseCaptains; 2],
                    ledger: &mut Ledger| {
            if !sector.looks_ahead(number) || is_planned {
                return Ok(());
            }
            let battle = &sector.battles()[number];
            let senses = [Sense::Maximise; 2];
            let find = |focus: [Focus; 2], ledger: &mut Ledger| {
                best_play_from(battle, openings, senses, focus, ledger, control)
            };
            let (best, focused) = best_or_focused(question, battle.span_of_focus(), ledger, find)?;
            *fire = fire.take().or(focused);
            for captains in all {
                captains.set_strategy(battle, best.strategy.clone());
            }
            Ok(())
        };
        self.prepared.solve(question, keeps_graphs, play, unsolved, control)
    }
}

/// Returns why a battle of a sector was not solved.
fn why_unsolved(no: Unsolved, question: &Question) -> EclipseNotSolved {
    let budget = question.budget;
    match no {
        Unsolved::Stopped => EclipseNotSolved::Stopped,
        Unsolved::TooLong(_) => EclipseNotSolved::Because(format!(
            "the battle takes too many rounds for the budget of {budget}"
        )),
        _ => EclipseNotSolved::Because(format!(
            "the table of all situations of the battle does not fit the budget of {budget}"
        )),
    }
}
