//! The kernel, battle by battle, on one thread by fight; the whole engine on one and two
//! threads; and the floor: one 64-bit draw for each volley of the same battles. Elements
//! are battles.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fleetodds::battle::Battle;
use fleetodds::chance::{Die, Distribution, Sampler, block_generator};
use fleetodds::engine::{BLOCK, Block, Plan, play_block, play_one, run};
use fleetodds::rules::eclipse::{EclipseBattle, compile};
use fleetodds::scenario::{Catalogue, Rulebook, Rules, SideText, Source, resolve_side};
use fleetodds::tally::Tally;
use rand_xoshiro::rand_core::Rng;

/// Fights by name: attacker, defender.
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

const ROUND_CAP: u32 = 1000;

fn battle(attacker: &str, defender: &str) -> EclipseBattle {
    let catalogue = Catalogue::new(Rulebook::Eclipse, &[]).expect("the shipped catalogue is right");
    let rules = Rules { catalogue: &catalogue, any_blueprint: false };
    let fleet = |typed: &str| {
        let text = SideText::typed(&Source::new("bench", typed)).expect("a fleet");
        resolve_side(rules, &text, "bench", 0).expect("a legal fleet").fleet
    };
    compile(&[fleet(attacker), fleet(defender)]).expect("a battle within the limits")
}

fn kernel(c: &mut Criterion) {
    let mut group = c.benchmark_group("kernel");
    group.throughput(Throughput::Elements(BLOCK));
    for (name, attacker, defender) in FIGHTS {
        let battle = battle(attacker, defender);
        let mut captains = battle.captains();
        let mut tally = Tally::new(&battle);
        let mut number = 0;
        group.bench_function(BenchmarkId::new("battle by battle", name), |b| {
            b.iter(|| {
                let block = Block { seed: 1, number, battles: BLOCK, round_cap: ROUND_CAP };
                play_block(&battle, block, &mut captains, &mut tally, |_| true);
                number += 1;
            });
        });
        let volleys = volleys(&battle);
        let mut generator = block_generator(1, 0);
        group.bench_function(BenchmarkId::new("floor", name), |b| {
            b.iter(|| (0..volleys).fold(0, |sum, _| sum ^ black_box(generator.next_u64())));
        });
    }
    group.finish();
}

/// A die that counts how often it is drawn.
struct Counted<'a>(Sampler, &'a AtomicU64);

impl Die for Counted<'_> {
    fn draw<T: Copy>(&mut self, distribution: &Distribution<T>) -> T {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.draw(distribution)
    }
}

/// Volleys in one block of battles.
fn volleys(battle: &EclipseBattle) -> u64 {
    let draws = AtomicU64::new(0);
    let mut die = Counted(Sampler::new(block_generator(1, 0)), &draws);
    let mut captains = battle.captains();
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
    for threads in [1, 2] {
        let threads = NonZeroUsize::new(threads).expect("at least one");
        let plan = Plan { battles, seed: 1, threads, round_cap: ROUND_CAP, precision: None };
        group.bench_function(BenchmarkId::new(name, format!("threads {threads}")), |b| {
            b.iter(|| run(&battle, &plan, &AtomicBool::new(false), |_, _| ()).expect("threads"));
        });
    }
    group.finish();
}

criterion_group!(benches, kernel, threads);
criterion_main!(benches);
