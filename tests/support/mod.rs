//! What several tests need.

pub(crate) mod ability_oracle;
pub(crate) mod advice_oracle;
pub(crate) mod analysis;
pub(crate) mod ask;
pub(crate) mod best_play;
pub(crate) mod drawing;
pub(crate) mod of_game;
pub(crate) mod oracle;
pub(crate) mod pages;
pub(crate) mod program;
pub(crate) mod random;
pub(crate) mod rulebook;
pub(crate) mod sector_play;
pub(crate) mod ship_oracle;
pub(crate) mod star;
pub(crate) mod table;
pub(crate) mod ti4;
pub(crate) mod ti4_cards;
pub(crate) mod ti4_hits;
pub(crate) mod ti4_oracle;

use fleetodds::internals::engine::chain::{ChainGraphs, ChainLimits, ChainSolution};
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::{Control, Unsolved};
use fleetodds::internals::engine::{Ctx, Kernel, RunPlan, RunResult, Shard, Simulator, Walk, run};
use fleetodds::internals::games::eclipse::rules::{
    EclipseBattle, EclipseCaptains, EclipseFleet, Policy, Sector, compile,
};
use fleetodds::internals::games::eclipse::scenario as eclipse;
use fleetodds::internals::games::eclipse::scenario::{
    BlueprintRules, SideAllowances, resolve_side,
};
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::chain::Chain;
use fleetodds::internals::scenario::{Rulebook, SideText, Source};
use fleetodds::internals::stats::{Odds, Tally};

/// The catalogue of an edition of Eclipse.
pub(crate) fn eclipse_catalogue(rulebook: Rulebook) -> eclipse::EclipseCatalogue {
    eclipse::EclipseCatalogue::new(rulebook, &[]).unwrap()
}

/// A typed fleet in figures; blueprints need not be legal.
pub(crate) fn fleet_of(rulebook: Rulebook, typed: &str) -> EclipseFleet {
    let catalogue = eclipse_catalogue(rulebook);
    let text = SideText::typed(&Source::new("test", typed)).unwrap();
    let rules = BlueprintRules { catalogue: &catalogue, any_blueprint: true };
    resolve_side(rules, &text, "test", 0, SideAllowances::default()).unwrap().fleet
}

/// A first-edition battle between typed fleets: players by their rule of thumb, the others
/// by theirs.
pub(crate) fn battle(attacker: &str, defender: &str) -> EclipseBattle {
    let fleet = |typed| fleet_of(Rulebook::Eclipse, typed).by_rule_of_thumb();
    compile(&[fleet(attacker), fleet(defender)]).unwrap()
}

/// The same with a captain for both sides.
pub(crate) fn battle_played(attacker: &str, defender: &str, policy: Policy) -> EclipseBattle {
    let fleet = |typed| fleet_of(Rulebook::Eclipse, typed).played(policy);
    compile(&[fleet(attacker), fleet(defender)]).unwrap()
}

/// The counts of so many battles.
pub(crate) fn play(battle: &EclipseBattle, battles: u64, seed: u64) -> Tally {
    play_capped(battle, battles, seed, 1000)
}

/// The same with a cap on rounds.
pub(crate) fn play_capped(
    battle: &EclipseBattle,
    battles: u64,
    seed: u64,
    round_cap: u32,
) -> Tally {
    play_with(battle, &Battle::captains(battle), battles, seed, round_cap)
}

/// Returns the counts of battles that these captains play.
pub(crate) fn play_with(
    battle: &EclipseBattle,
    captains: &EclipseCaptains,
    battles: u64,
    seed: u64,
    round_cap: u32,
) -> Tally {
    let plan = RunPlan { battles, seed, round_cap, precision: None, shard: Shard::WHOLE };
    run_on(&Kernel::new(battle, captains), &plan, 2).tally
}

/// A run on so many threads.
pub(crate) fn run_on(simulator: &dyn Simulator, plan: &RunPlan, threads: usize) -> RunResult {
    let ctx = Ctx::new(threads).unwrap();
    run(simulator, plan, &ctx, &mut |_, _| ())
}

/// The counts of so many battles on a graph.
pub(crate) fn walk(
    walk: &Walk<'_, EclipseBattle>,
    battles: u64,
    seed: u64,
    round_cap: u32,
) -> Tally {
    let plan = RunPlan { battles, seed, round_cap, precision: None, shard: Shard::WHOLE };
    run_on(walk, &plan, 2).tally
}

/// Exact odds of a battle under captains that do not look ahead.
pub(crate) fn exact(battle: &EclipseBattle, round_cap: Option<u32>) -> Odds {
    exact_with(battle, &Battle::captains(battle), round_cap)
}

/// Returns the exact odds of a battle that these captains play.
pub(crate) fn exact_with(
    battle: &EclipseBattle,
    captains: &EclipseCaptains,
    round_cap: Option<u32>,
) -> Odds {
    let graph = graph_with(battle, captains);
    let ends = absorption::solve(&graph.topology, &[1.0], round_cap, u64::MAX, &Control::default())
        .unwrap();
    graph.odds(battle, &ends)
}

/// The graph of a battle.
pub(crate) fn graph<B: Battle>(battle: &B) -> Graph<B::State> {
    graph_with(battle, &battle.captains())
}

/// Returns the graph of a battle that these captains play.
pub(crate) fn graph_with<B: Battle>(battle: &B, captains: &B::Captains) -> Graph<B::State> {
    let limit = Limit { size: 1 << 22, ..Limit::NONE };
    Graph::new(battle, &mut captains.clone(), limit, &Control::default()).unwrap()
}

/// The sector of a scenario, solved as its captains play without looking ahead.
pub(crate) fn solved_sector(scenario: &str) -> (Sector, ChainGraphs<Sector>) {
    let question = ask::question(scenario);
    let muster = ask::eclipse(&question);
    let sector = muster.sector.as_ref().unwrap().sector(&muster.sides, muster.setup).unwrap();
    let limits =
        ChainLimits { graph: Limit::NONE, edge_visits: u64::MAX, round_cap: question.round_cap };
    let (_, kept) = solve(&sector, limits, true).unwrap().finish();
    (sector, kept.unwrap())
}

/// Solves all battles of a sector.
pub(crate) fn solve(
    sector: &Sector,
    limits: ChainLimits,
    keeps_graphs: bool,
) -> Result<ChainSolution<'_, Sector>, Unsolved> {
    let mut solution = ChainSolution::new(sector, keeps_graphs);
    let (mut captains, control) = (sector.captains(), Control::default());
    for (number, battle) in sector.battles().iter().enumerate() {
        solution.solve(number, battle, &mut captains, limits, &control)?;
    }
    Ok(solution)
}

/// Share of battles that the attacker won.
pub(crate) fn attacker_wins(battle: &EclipseBattle, battles: u64, seed: u64) -> f64 {
    Odds::of_tally(play(battle, battles, seed)).share(0)
}

/// Is a share of `n` trials further than 4.5 standard errors from its exact value? By
/// chance that happens once in 150,000 comparisons. Returns the distance in errors.
pub(crate) fn too_far(share: f64, exact: f64, n: u64) -> Option<f64> {
    let exact = exact.clamp(0.0, 1.0);
    let error = (exact * (1.0 - exact) / n as f64).sqrt();
    // Where so few are expected the count is not normal: a Poisson count of mean 20 or
    // less exceeds its mean by 4.5 roots and 6 about as rarely.
    let few = n as f64 * exact.min(1.0 - exact) < 20.0;
    let allowed = 4.5 * error + if few { 6.0 / n as f64 } else { 1e-12 };
    let off = (share - exact).abs();
    (off > allowed).then(|| off / error)
}

/// Asserts that a share of `n` trials lies within 4.5 standard errors of its exact value.
#[track_caller]
pub(crate) fn assert_share(share: f64, exact: f64, n: u64, what: &str) {
    if let Some(errors) = too_far(share, exact, n) {
        panic!("{what}: {share} is {errors:.1} standard errors from {exact}");
    }
}
