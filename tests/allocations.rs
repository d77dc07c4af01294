//! Playing a battle does not allocate memory.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

// This program uses only a part of the module.
#[allow(dead_code)]
mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::ask::{eclipse, question, try_ask};
use crate::support::ti4::{self, Sides};
use crate::support::{battle, graph, solved_sector};
use fleetodds::internals::answer::{Battles, Budget, Question};
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::optimize::duel::Sense;
use fleetodds::internals::engine::{BLOCK, Block, Kernel, Simulator, Walk};
use fleetodds::internals::games::eclipse::best_play;
use fleetodds::internals::games::eclipse::rules::{EclipseFleet, compile_from};
use fleetodds::internals::games::spaceship_battles::rules as spaceship_battles;
use fleetodds::internals::games::spaceship_battles::scenario::ShipMatchup;
use fleetodds::internals::games::star_chamber::rules as star_chamber;
use fleetodds::internals::games::star_chamber::scenario::StarMatchup;
use fleetodds::internals::games::ti4::rules::{Ability, Effect, Effects, compile};
use fleetodds::internals::model::Battle;
use fleetodds::internals::model::chain::Chain;
use fleetodds::internals::scenario::Engine;
use fleetodds::internals::stats::Tally;

thread_local! {
    /// Allocations of this thread: those of the test harness do not count.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Bytes allocated by all threads, those of a pool included.
static BYTES: AtomicUsize = AtomicUsize::new(0);

/// The system allocator, with counters.
struct Counting;

// SAFETY: every call is passed to the system allocator unchanged.
#[allow(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller guarantees the conditions of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees the conditions of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Retreat, point defence and rift dice, with rules of thumb and with best play.
const SCENARIOS: [&str; 3] = [
    r#"{"attacker": {"fleet": "2 cruiser + interceptor", "play": {"assign": "npc", "retreat": {"at_most": 1}}},
        "defender": "2 cruiser(cannons=1p) & play=npc", "setting": {"retreat": {"attacker": true}}}"#,
    r#"{"attacker": "2 cruiser(missiles=1o1y) + interceptor(missiles=1y) & play=npc",
        "defender": "2 cruiser + interceptor & point defense & play=threat"}"#,
    r#"{"attacker": {"fleet": "2 cruiser(missiles=1o, cannons=1p)", "play": {"retreat": "optimal", "objective": "swing"}},
        "defender": "cruiser + interceptor & point defense", "setting": {"retreat": {"attacker": true}}}"#,
];

/// Plays once, and then checks that playing again allocates nothing.
#[track_caller]
fn assert_allocates_nothing(what: &str, mut play: impl FnMut(u64)) {
    play(0);
    let before = ALLOCATIONS.get();
    play(1);
    play(2);
    let after = ALLOCATIONS.get();
    assert_eq!(after - before, 0, "{what}");
}

/// Checks that preparing this sector allocates at most `bytes` bytes, including those that are
/// freed.
#[track_caller]
fn assert_prepared_within(bytes: usize, scenario: &str) {
    let question =
        Question { battles: Battles::Given(1), engine: Engine::Kernel, ..question(scenario) };
    let question = Question { budget: Budget::default(), ..question };
    let before = BYTES.load(Ordering::Relaxed);
    try_ask(&question).unwrap();
    let allocated = BYTES.load(Ordering::Relaxed) - before;
    assert!(allocated <= bytes, "{allocated} bytes");
}

/// Returns a block of battles of the run with seed 1.
fn block(number: u64) -> Block {
    Block { seed: 1, number, battles: BLOCK, round_cap: 1000 }
}

/// The only test in its process, so that nothing else allocates at the same time.
#[test]
fn a_battle_allocates_nothing() {
    for (attacker, defender) in [
        ("3 interceptor", "ancient"),
        (
            "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
            "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)",
        ),
        ("2 dreadnought + 3 interceptor & play=npc", "gcds & play=npc-spread"),
        ("orion/cruiser + 2 interceptor + starbase", "2 cruiser(cannons=1y1o) + dreadnought"),
        ("2 orion/cruiser + 3 interceptor", "2 ancient"),
    ] {
        let battle = battle(attacker, defender);
        let captains = Battle::captains(&battle);
        assert_battles_allocate_nothing(&format!("{attacker} v {defender}"), &battle, &captains);

        let graph = graph(&battle);
        let walk = Walk::new(&battle, &captains, &graph).unwrap();
        let (mut worker, mut counts) = (walk.worker(), Tally::default());
        assert_allocates_nothing(&format!("{attacker} v {defender}, walked"), |number| {
            worker.play(block(number), &mut counts, &mut |_| true);
        });
    }
    for scenario in SCENARIOS {
        let question = question(scenario);
        let fleets = [0, 1].map(|side: usize| eclipse(&question).sides[side].fleet.clone());
        let battle = compile_from(&fleets, eclipse(&question).setup).unwrap();
        let mut captains = Battle::captains(&battle);
        if fleets.iter().any(EclipseFleet::looks_ahead) {
            let control = Control::default();
            let best = best_play(&battle, [Sense::Maximise; 2], question.budget, &control).unwrap();
            captains.set_strategy(&battle, best.strategy);
        }
        assert_battles_allocate_nothing(scenario, &battle, &captains);
    }
    let scenario = std::fs::read_to_string("fleets/examples/sector.json").unwrap();
    let question = question(&scenario);
    let sides = eclipse(&question).sector.as_ref().unwrap();
    let sector = sides.sector(&eclipse(&question).sides, eclipse(&question).setup).unwrap();
    let captains = sector.captains();
    let links = Kernel::new(&sector, &captains);
    let (mut worker, mut counts) = (links.worker(), Tally::default());
    assert_allocates_nothing("a sector", |number| {
        worker.play(block(number), &mut counts, &mut |_| true);
    });
    let (sector, kept) = solved_sector(&scenario);
    let walk = Walk::of_chain(&sector, &captains, &kept).unwrap();
    let (mut worker, mut counts) = (walk.worker(), Tally::default());
    // Lists of chains grow with the largest number that have waited in a battle.
    (0..32).for_each(|number| worker.play(block(number), &mut counts, &mut |_| true));
    assert_allocates_nothing("a sector, walked", |_| {
        worker.play(block(0), &mut counts, &mut |_| true);
    });

    // Best play does not fit, which is found before its volleys are listed. Then the 36 battles
    // between nine parties list theirs.
    let heavy = std::fs::read_to_string("tests/scenarios/heavy_sector.json").unwrap();
    assert_prepared_within(100_000_000, &heavy);

    // Distributions of hits are computed on first use. When the battles are played again, nothing
    // is allocated.
    let fleet = || ti4::side(&[(2, ti4::dreadnought()), (4, ti4::fighter()), (1, ti4::carrier())]);
    let enemy = || ti4::side(&[(3, ti4::cruiser()), (2, ti4::destroyer())]);
    let armor = Effects(vec![
        Effect::of(Ability::DuraniumArmor),
        Effect::held(Ability::MoraleBoost, 2, None),
    ]);
    for fleets in [[fleet(), enemy()], [fleet().late().with(armor), enemy()]] {
        let battle = compile(&fleets, ti4::space()).unwrap();
        let captains = Battle::captains(&battle);
        let kernel = Kernel::new(&battle, &captains);
        let (mut worker, mut tally) = (kernel.worker(), Tally::default());
        assert_allocates_nothing("a space combat", |_| {
            worker.play(block(0), &mut tally, &mut |_| true);
        });
    }

    for name in ["pirates", "torpedo-run", "long-range-duel"] {
        let scenario = std::fs::read_to_string(format!("fleets/examples/{name}.json")).unwrap();
        let question = support::ask::question(&scenario);
        if let Some(matchup) = question.matchup.of_game::<StarMatchup>() {
            let forces: Vec<_> = matchup.sides.iter().map(|side| side.fleet.clone()).collect();
            let battle = star_chamber::compile::<32>(&forces, &matchup.terms).unwrap();
            assert_battles_allocate_nothing(name, &battle, &Battle::captains(&battle));
        } else {
            let matchup = question.matchup.of_game::<ShipMatchup>().unwrap();
            let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
            let battle = spaceship_battles::compile::<8>(&fleets, &matchup.terms).unwrap();
            assert_battles_allocate_nothing(name, &battle, &Battle::captains(&battle));
        }
    }
}

/// Plays battles one by one.
#[track_caller]
fn assert_battles_allocate_nothing<B: Battle>(what: &str, battle: &B, captains: &B::Captains) {
    let kernel = Kernel::new(battle, captains);
    let (mut worker, mut tally) = (kernel.worker(), Tally::default());
    assert_allocates_nothing(what, |number| {
        worker.play(block(number), &mut tally, &mut |_| true);
    });
}
