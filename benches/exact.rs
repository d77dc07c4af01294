//! Benchmarks of exact work, on one thread and, if large, on two: optimal play of both sides, from
//! the battle to the value of its opening, and all figures of a report.

mod support;

use std::num::NonZeroUsize;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

use fleetodds::Fight;
use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::answer::Budget;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::optimize::duel::Sense;
use fleetodds::internals::engine::{Control, exchange};
use fleetodds::internals::games::eclipse::best_play;
use fleetodds::internals::games::eclipse::rules::{EclipseBattle, Policy, compile};
use fleetodds::internals::games::ti4::rules::{Theatre, Ti4Terms};
use fleetodds::internals::games::ti4::{best_orders, rules as ti4};
use fleetodds::internals::model::Battle;
use fleetodds::internals::scenario::{Engine, Rulebook, Source, read_roll, read_scenario};
use fleetodds::internals::stats::Odds;
use support::{TI4, fleet, ti4_fleet};

/// Fights: name, attacker, defender, the attacker's odds under optimal play of both sides, and
/// whether a second thread helps.
const FIGHTS: [(&str, &str, &str, f64, bool); 4] = [
    (
        "4 cruiser v 3 dreadnought",
        "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
        "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)",
        0.657_036,
        false,
    ),
    (
        "start blueprints v starbase",
        "1 dreadnought + 2 cruiser + 3 interceptor",
        "1 starbase + 2 dreadnought",
        0.627_616,
        false,
    ),
    (
        "470,400 hull states",
        "2 dreadnought(cannons=2r, computer=3, shield=2, hull=3, initiative=1) \
         + 2 cruiser(cannons=1y, computer=3, shield=2, hull=2, initiative=2)",
        "3 dreadnought(cannons=2y1r, missiles=2o, computer=0, shield=1, hull=4, initiative=0) \
         + 3 cruiser(cannons=1o, computer=1, shield=1, hull=4, initiative=2)",
        0.400_534_871_865,
        true,
    ),
    (
        "1.8 M hull states",
        "8 interceptor + 4 cruiser + 2 dreadnought",
        "8 interceptor + 4 cruiser + 2 dreadnought",
        0.423_057_709_915,
        true,
    ),
];

/// Compiles a battle in which both sides play optimally.
fn battle(attacker: &str, defender: &str) -> EclipseBattle {
    let fleet = |typed| fleet(typed).played(Policy::Optimal);
    compile(&[fleet(attacker), fleet(defender)]).expect("a battle within the limits")
}

fn ctx(threads: usize) -> Ctx {
    Ctx::new(threads).expect("threads")
}

fn value(battle: &EclipseBattle) -> f64 {
    let budget = Budget { seconds: 60.0, bytes: 4e9 };
    let control = Control::default();
    best_play(battle, [Sense::Maximise; 2], budget, &control).expect("a solution").values[0]
}

fn best(c: &mut Criterion) {
    let mut group = c.benchmark_group("best play");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    for (name, attacker, defender, expected, is_large) in FIGHTS {
        let battle = battle(attacker, defender);
        for threads in 1..=1 + usize::from(is_large) {
            let ctx = ctx(threads);
            let id = BenchmarkId::new(name, format!("threads {threads}"));
            group.bench_function(id, |b| {
                b.iter(|| {
                    let value = ctx.install(|| value(&battle));
                    assert!((value - expected).abs() < 1e-6, "{value}");
                });
            });
        }
    }
    group.finish();
}

/// Computes all figures under optimal play.
fn figures(attacker: &str, defender: &str) -> Odds {
    let battle = battle(attacker, defender);
    let control = Control::default();
    let budget = Budget { seconds: 60.0, bytes: 4e9 };
    let best = best_play(&battle, [Sense::Maximise; 2], budget, &control).expect("a solution");
    let mut captains = battle.captains();
    captains.set_strategy(&battle, best.strategy);
    let limit = Limit { size: 1 << 24, ..Limit::NONE };
    let graph = Graph::new(&battle, &mut captains, limit, &control).expect("a graph");
    let ends = absorption::solve(&graph.topology, &[1.0], None, u64::MAX, &control)
        .expect("no cap on rounds");
    graph.odds(&battle, &ends)
}

fn report(c: &mut Criterion) {
    let mut group = c.benchmark_group("all figures");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    let ctx = ctx(2);
    for (name, attacker, defender, expected, _) in FIGHTS {
        group.bench_function(BenchmarkId::new(name, "threads 2"), |b| {
            b.iter(|| {
                let odds = ctx.install(|| figures(attacker, defender));
                assert!((odds.share(0) - expected).abs() < 1e-6, "{}", odds.share(0));
            });
        });
    }
    group.finish();
}

/// Benchmarks Twilight Imperium, from the fleets to the odds of the combat.
fn exchanges(c: &mut Criterion) {
    let mut group = c.benchmark_group("exchange");
    for (name, attacker, defender, expected) in TI4 {
        let fleets = [attacker, defender].map(ti4_fleet);
        group.bench_function(BenchmarkId::new(name, "threads 1"), |b| {
            b.iter(|| {
                let battle = ti4::compile(&fleets, space()).expect("a combat within the limits");
                let model = battle.model(None, &mut |_| true).expect("no limit");
                let ends = exchange::solve(model.exchange());
                let worth = battle.worth_of(&model, &ends);
                assert!((worth.win[0] - expected).abs() < 1e-6, "{}", worth.win[0]);
            });
        });
        group.bench_function(BenchmarkId::new(name, "all figures"), |b| {
            b.iter(|| {
                let battle = ti4::compile(&fleets, space()).expect("a combat within the limits");
                let limit = Limit { size: 1 << 24, ..Limit::NONE };
                let control = Control::default();
                let graph =
                    Graph::new(&battle, &mut battle.captains(), limit, &control).expect("a graph");
                let ends = absorption::solve(&graph.topology, &[1.0], None, u64::MAX, &control)
                    .expect("no cap on rounds");
                let odds = graph.odds(&battle, &ends);
                assert!((odds.share(0) - expected).abs() < 1e-6, "{}", odds.share(0));
            });
        });
    }
    let attacker = ti4_fleet("3 cruiser ii + carrier + 4 fighter ii & loss-order=optimal");
    let fleets = [attacker, ti4_fleet("2 dreadnought ii + destroyer ii + 2 fighter")];
    let (budget, control) = (Budget::default(), Control::default());
    group.bench_function("the best order of three classes", |b| {
        let ctx = ctx(1);
        b.iter(|| {
            let found = ctx.install(|| best_orders(&fleets, space(), budget, &control));
            found.expect("an order that fits")
        });
    });
    let (name, attacker, defender, _) = TI4[1];
    for play in ["customary", "optimal", "adaptive"] {
        let [attacker, defender] = [attacker, defender].map(|f| format!("{f} & play={play}"));
        let fight = Fight::new(&attacker, &defender).expect("fleets").rules(Rulebook::Ti4Space);
        let fight = fight.engine(Engine::Exact).threads(NonZeroUsize::MIN);
        group.bench_function(BenchmarkId::new(name, format!("report, play={play}")), |b| {
            b.iter(|| fight.run().expect("a report within the default budget"));
        });
    }
    group.finish();
}

/// Large battles that are solved round by round: name, scenario.
const FLOWS: [(&str, &str); 7] = [
    (
        "3 b v 3 b at a range",
        r#"{"rules": "spaceship-battles", "attacker": "3 b", "defender": "3 b",
            "setting": {"range": 5}}"#,
    ),
    (
        "two of size C on a map",
        r#"{"rules": "spaceship-battles",
            "attacker": {"groups": [{"size": "C", "ships": [{"at": [2, 10], "heading": "E"}]}]},
            "defender": {"groups": [{"size": "C", "ships": [{"at": [27, 12], "heading": "W"}]}]},
            "setting": {"map": {"width": 30, "height": 20}}}"#,
    ),
    (
        "the same with an attacker who keeps at range 8",
        r#"{"rules": "spaceship-battles",
            "attacker": {"groups": [{"size": "C", "ships": [{"at": [2, 10], "heading": "E"}]}],
                "play": {"doctrine": {"keep": 8}}},
            "defender": {"groups": [{"size": "C", "ships": [{"at": [27, 12], "heading": "W"}]}]},
            "setting": {"map": {"width": 30, "height": 20}}}"#,
    ),
    (
        "4 cruiser + 4 scout mirrored",
        r#"{"rules": "star-chamber", "attacker": "4 cruiser + 4 scout",
            "defender": "4 cruiser + 4 scout"}"#,
    ),
    (
        "100 fighter v 100 fighter",
        r#"{"rules": "ti4-space", "attacker": "100 fighter", "defender": "100 fighter"}"#,
    ),
    (
        "100 mixed ships mirrored",
        r#"{"rules": "ti4-space",
            "attacker": "40 fighter + 10 carrier + 20 dreadnought + 10 cruiser + 15 destroyer + 5 war-sun & play=customary",
            "defender": "40 fighter + 10 carrier + 20 dreadnought + 10 cruiser + 15 destroyer + 5 war-sun & play=customary"}"#,
    ),
    (
        "90 infantry + 10 mech mirrored",
        r#"{"rules": "ti4-ground", "attacker": "90 infantry + 10 mech & play=customary",
            "defender": "90 infantry + 10 mech & play=customary"}"#,
    ),
];

/// All figures of large battles, without the simulation beside them.
fn flows(c: &mut Criterion) {
    let mut group = c.benchmark_group("round by round");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    for (name, scenario) in FLOWS {
        let scenario = read_scenario(&Source::new("bench", scenario)).expect("a scenario");
        let fight = Fight::from(scenario).engine(Engine::Exact);
        for threads in [1, 2] {
            let fight = fight.clone().threads(NonZeroUsize::new(threads).expect("not 0"));
            let id = BenchmarkId::new(name, format!("threads {threads}"));
            group.bench_function(id, |b| {
                b.iter(|| fight.run().expect("a report within the default budget"));
            });
        }
    }
    group.finish();
}

/// Advice on a roll: every use of the dice, and its worth.
fn advice(c: &mut Criterion) {
    let mut group = c.benchmark_group("advice");
    let small = [
        ("3 interceptor v ancient", "3 interceptor", "ancient", ""),
        ("2 dreadnought, 3 interceptor v gcds", "2 dreadnought + 3 interceptor", "gcds", ""),
    ];
    let (name, attacker, defender, ..) = FIGHTS[0];
    let roll = "y6 y6 y5 y3 y2 y1 y6 y4 o6 o5 o2 o1";
    for (name, attacker, defender, roll) in
        small.into_iter().chain([(name, attacker, defender, roll)])
    {
        let question = Fight::new(attacker, defender).expect("fleets").question().expect("a fight");
        let read = |roll: &str| read_roll(&Source::new("roll", roll)).expect("dice");
        let roll = (!roll.is_empty()).then(|| read(roll));
        let turn = roll.is_some().then(|| "cruiser".to_string());
        let table = OnTheTable { turn, roll, ..OnTheTable::default() };
        let ctx = ctx(1);
        group.bench_function(BenchmarkId::new(name, "threads 1"), |b| {
            b.iter(|| advise(&question, &table, &ctx).expect("advice"));
        });
    }
    for (name, attacker, defender, _) in TI4 {
        let fight = Fight::new(attacker, defender).expect("fleets").rules(Rulebook::Ti4Space);
        let question = fight.question().expect("a fight");
        let ctx = ctx(1);
        for (what, hits) in [("before the roll", None), ("3 hits", Some(3))] {
            let turn = Some("attacker".to_string());
            let table = OnTheTable { turn, hits, ..OnTheTable::default() };
            group.bench_function(BenchmarkId::new(name, what), |b| {
                b.iter(|| advise(&question, &table, &ctx).expect("advice"));
            });
        }
    }
    group.finish();
}

fn space() -> Ti4Terms {
    Ti4Terms::of(Theatre::Space)
}

criterion_group!(benches, best, report, exchanges, flows, advice);
criterion_main!(benches);
