//! Benchmarks of simulation by fight, on one thread: the kernel, battle by battle, and the walk
//! along the graph of the same battle. Each has a floor, the cost of the random numbers alone: one
//! 64-bit draw per volley or per step. Further benchmarks cover the decisions of non-player ships
//! with many colours of dice, the whole engine on one and two threads, a sector, and games without
//! decisions. Throughput is in battles.

mod support;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use rand_xoshiro::rand_core::Rng;

use fleetodds::internals::answer::Matchup;
use fleetodds::internals::dice::{Die, Distribution, Sampler, block_generator};
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::chain::{ChainLimits, ChainSolution};
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::{
    BLOCK, Block, Ctx, Kernel, RunPlan, Shard, Simulator, Walk, play_one, run,
};
use fleetodds::internals::games::eclipse::rules::{
    BattleOrder, EclipseBattle, Party, Policy, Sector, Setup, compile,
};
use fleetodds::internals::games::load;
use fleetodds::internals::games::spaceship_battles::rules as spaceship_battles;
use fleetodds::internals::games::spaceship_battles::scenario::ShipMatchup;
use fleetodds::internals::games::star_chamber::rules as star_chamber;
use fleetodds::internals::games::star_chamber::scenario::StarMatchup;
use fleetodds::internals::games::ti4::rules as ti4;
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::chain::Chain;
use fleetodds::internals::scenario::{Source, read_scenario};
use fleetodds::internals::stats::Tally;
use support::{TI4, fleet, ti4_fleet};

/// Fights: name, attacker, defender.
const FIGHTS: [(&str, &str, &str); 5] = [
    ("3 interceptor v ancient", "3 interceptor", "ancient"),
    (
        "4 cruiser v 3 dreadnought",
        "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
        "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)",
    ),
    ("2 dreadnought + 3 interceptor v gcds", "2 dreadnought + 3 interceptor", "gcds"),
    ("mixed shields v gcds", "2 orion/cruiser + 3 interceptor", "gcds"),
    (
        "8 interceptor + 4 cruiser + 2 dreadnought mirrored",
        "8 interceptor + 4 cruiser + 2 dreadnought",
        "8 interceptor + 4 cruiser + 2 dreadnought",
    ),
];

/// Fights in which many colours meet mixed shields and the rule for non-player ships decides: name,
/// attacker, defender.
const NPC_FIGHTS: [(&str, &str, &str); 2] = [
    (
        "npc, four colours v four shields",
        "4 dreadnought(cannons=2y1o1b1r, computer=2, hull=3)",
        "3 cruiser(shield=1, hull=2) + 3 interceptor + 2 dreadnought(shield=2, hull=3)
            + 2 starbase(shield=3, hull=3)",
    ),
    (
        "npc, four colours v four shields, half the fleets",
        "2 dreadnought(cannons=2y1o1b1r, computer=2, hull=3)",
        "2 cruiser(shield=1, hull=2) + interceptor + dreadnought(shield=2, hull=3)
            + starbase(shield=3, hull=3)",
    ),
];

const ROUND_CAP: u32 = 1000;

/// Compiles a battle under the captains' rules of thumb.
fn battle(attacker: &str, defender: &str) -> EclipseBattle {
    let fleet = |typed| {
        let fleet = fleet(typed);
        let policy = if fleet.non_player { Policy::Npc } else { Policy::Threat };
        fleet.played(policy)
    };
    compile(&[fleet(attacker), fleet(defender)]).expect("a battle within the limits")
}

fn kernel(c: &mut Criterion) {
    let mut group = c.benchmark_group("kernel");
    group.throughput(Throughput::Elements(BLOCK));
    for (name, attacker, defender) in FIGHTS {
        let battle = battle(attacker, defender);
        one_by_one(&mut group, name, &battle);
        floor(&mut group, name, volleys(&battle));
    }
    group.sample_size(20);
    for (name, attacker, defender) in NPC_FIGHTS {
        let fleets = [attacker, defender].map(|typed| fleet(typed).played(Policy::Npc));
        one_by_one(&mut group, name, &compile(&fleets).expect("a battle within the limits"));
    }
    group.finish();
}

fn walk(c: &mut Criterion) {
    let mut group = c.benchmark_group("walk");
    group.throughput(Throughput::Elements(BLOCK));
    for (name, attacker, defender) in FIGHTS {
        walk_down(&mut group, name, &battle(attacker, defender));
    }
    for (name, attacker, defender, _) in TI4 {
        let fleets = [attacker, defender].map(ti4_fleet);
        let battle = ti4::compile(&fleets, ti4::Ti4Terms::of(ti4::Theatre::Space));
        walk_down(&mut group, name, &battle.expect("a combat within the limits"));
    }
    group.finish();
}

fn walk_down<B: Battle>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, battle: &B) {
    let (captains, graph) = (battle.captains(), graph(battle));
    let walk = Walk::new(battle, &captains, &graph).expect("a graph that can be walked");
    let mut worker = walk.worker();
    let mut counts = Tally::default();
    let mut number = 0;
    group.bench_function(BenchmarkId::new("down the graph", name), |b| {
        b.iter(|| {
            let block = Block { seed: 1, number, battles: BLOCK, round_cap: ROUND_CAP };
            worker.play(block, &mut counts, &mut |_| true);
            number += 1;
        });
    });
    let steps = (walk.mean_steps(ROUND_CAP, 1 << 20) * BLOCK as f64) as u64;
    floor(group, name, steps);
}

/// Benchmarks this many draws from the generator.
fn floor(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, draws: u64) {
    let mut generator = block_generator(1, 0);
    group.bench_function(BenchmarkId::new("floor", name), |b| {
        b.iter(|| (0..draws).fold(0, |sum, _| sum ^ black_box(generator.next_u64())));
    });
}

fn graph<B: Battle>(battle: &B) -> Graph<B::State> {
    let limit = Limit { size: 1 << 24, ..Limit::NONE };
    let control = Control::default();
    Graph::new(battle, &mut battle.captains(), limit, &control).expect("a graph that fits")
}

/// A die that counts its draws.
struct Counted<'a>(Sampler, &'a AtomicU64);

impl Die for Counted<'_> {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.draw(distribution)
    }

    fn choose(&mut self, weights: &[u32]) -> usize {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.choose(weights)
    }
}

/// Counts the volleys in one block of battles.
fn volleys(battle: &EclipseBattle) -> u64 {
    let draws = AtomicU64::new(0);
    let mut die = Counted(Sampler::new(block_generator(1, 0)), &draws);
    let mut captains = Battle::captains(battle);
    for _ in 0..BLOCK {
        let mut state = battle.opening();
        play_one(battle, &mut state, ROUND_CAP, &mut die, &mut captains);
    }
    draws.into_inner()
}

fn threads(c: &mut Criterion) {
    let mut group = c.benchmark_group("engine");
    let battles = 256 * BLOCK;
    group.throughput(Throughput::Elements(battles)).sample_size(10);
    let (name, attacker, defender) = FIGHTS[1];
    let battle = battle(attacker, defender);
    let (captains, graph) = (Battle::captains(&battle), graph(&battle));
    let walk = Walk::new(&battle, &captains, &graph).expect("a graph that can be walked");
    let plan =
        RunPlan { battles, seed: 1, round_cap: ROUND_CAP, precision: None, shard: Shard::WHOLE };
    for threads in [1, 2] {
        let ctx = Ctx::new(threads).expect("threads");
        let id = |engine| BenchmarkId::new(name, format!("{engine}, threads {threads}"));
        group.bench_function(id("kernel"), |b| {
            b.iter(|| run(&Kernel::new(&battle, &captains), &plan, &ctx, &mut |_, _| ()));
        });
        group.bench_function(id("walk"), |b| {
            b.iter(|| run(&walk, &plan, &ctx, &mut |_, _| ()));
        });
    }
    group.finish();
}

/// Parties of a sector, in order of arrival.
const PARTIES: [&str; 5] = [
    "ancient",
    "planta/cruiser + 2 planta/interceptor",
    "2 cruiser",
    "dreadnought + interceptor",
    "2 orion/cruiser + orion/interceptor",
];

/// Benchmarks a sector of five parties under their rules of thumb, on one thread.
fn sector(c: &mut Criterion) {
    let party = |typed: &&str| {
        let fleet = fleet(typed).by_rule_of_thumb();
        Party { fleet, influence: false, alliance: None }
    };
    let parties = PARTIES.iter().map(party).collect();
    let sector = Sector::new(parties, None, Setup::default(), BattleOrder::Ruled)
        .expect("a sector within the limits");
    let mut solution = ChainSolution::new(&sector, true);
    let (mut captains, control) = (sector.captains(), Control::default());
    let limits = ChainLimits { graph: Limit::NONE, edge_visits: u64::MAX, round_cap: None };
    for (number, battle) in sector.battles().iter().enumerate() {
        solution.solve(number, battle, &mut captains, limits, &control).expect("a small battle");
    }
    let kept = solution.finish().1.expect("room for all graphs");
    let walk = Walk::of_chain(&sector, &captains, &kept).expect("graphs that can be walked");
    let links = Kernel::new(&sector, &captains);
    let ways: [(&str, &dyn Simulator); 2] =
        [("five parties, battle by battle", &links), ("five parties, down the graphs", &walk)];
    let mut group = c.benchmark_group("sector");
    group.throughput(Throughput::Elements(BLOCK));
    for (name, simulator) in ways {
        let (mut worker, mut counts, mut number) = (simulator.worker(), Tally::default(), 0);
        group.bench_function(name, |b| {
            b.iter(|| {
                let block = Block { seed: 1, number, battles: BLOCK, round_cap: ROUND_CAP };
                worker.play(block, &mut counts, &mut |_| true);
                number += 1;
            });
        });
    }
    group.finish();
}

/// Battles of other games, simulated one by one.
const OTHERS: [(&str, &str); 3] = [
    (
        "star-chamber, 3 cruiser + 3 scout a side",
        r#"{"rules": "star-chamber", "attacker": "3 cruiser + 3 scout",
            "defender": "3 cruiser + 3 scout"}"#,
    ),
    (
        "spaceship-battles, two of size C on a map to the end",
        r#"{"rules": "spaceship-battles",
            "attacker": {"groups": [{"size": "C", "ships": [{"at": [2, 10], "heading": "E"}]}]},
            "defender": {"groups": [{"size": "C", "ships": [{"at": [27, 12], "heading": "W"}]}]},
            "setting": {"map": {"width": 30, "height": 20}}}"#,
    ),
    (
        "spaceship-battles, the same with an attacker who keeps at range 8",
        r#"{"rules": "spaceship-battles",
            "attacker": {"groups": [{"size": "C", "ships": [{"at": [2, 10], "heading": "E"}]}],
                "play": {"doctrine": {"keep": 8}}},
            "defender": {"groups": [{"size": "C", "ships": [{"at": [27, 12], "heading": "W"}]}]},
            "setting": {"map": {"width": 30, "height": 20}}}"#,
    ),
];

fn others(c: &mut Criterion) {
    let mut group = c.benchmark_group("kernel");
    group.throughput(Throughput::Elements(BLOCK));
    for (name, scenario) in OTHERS {
        let resolved = resolved(scenario);
        if let Some(matchup) = resolved.of_game::<StarMatchup>() {
            let forces: Vec<_> = matchup.sides.iter().map(|side| side.fleet.clone()).collect();
            let battle = star_chamber::compile::<32>(&forces, &matchup.terms);
            one_by_one(&mut group, name, &battle.expect("forces within the limits"));
        } else {
            let matchup = resolved.of_game::<ShipMatchup>().expect("one of two games");
            let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
            let battle = spaceship_battles::compile::<8>(&fleets, &matchup.terms);
            one_by_one(&mut group, name, &battle.expect("fleets within the limits"));
        }
    }
    group.finish();
}

fn one_by_one<B: Battle>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, battle: &B) {
    let captains = battle.captains();
    let kernel = Kernel::new(battle, &captains);
    let (mut worker, mut counts, mut number) = (kernel.worker(), Tally::default(), 0);
    group.bench_function(BenchmarkId::new("battle by battle", name), |b| {
        b.iter(|| {
            let block = Block { seed: 1, number, battles: BLOCK, round_cap: ROUND_CAP };
            worker.play(block, &mut counts, &mut |_| true);
            number += 1;
        });
    });
}

/// Resolves both sides of a scenario.
fn resolved(scenario: &str) -> Arc<dyn Matchup> {
    let scenario = read_scenario(&Source::new("bench", scenario)).expect("a scenario");
    let rulebook = scenario.rulebook.expect("its rulebook");
    let game = load(rulebook, &[]).expect("the shipped catalogue");
    game.resolve(&scenario, false).expect("fleets")
}

criterion_group!(benches, kernel, walk, threads, sector, others);
criterion_main!(benches);
