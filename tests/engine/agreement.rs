//! Compares all engines with the oracles of `tests/support`, which share no code with them, on
//! random fights: one to three groups per side, mixed colours and shields, missiles, damage,
//! regeneration.

use crate::support::best_play::{Captain, Objective as Wanted};
use crate::support::random::{Random, fleet};
use crate::support::{
    best_play as letter, exact, exact_with, graph, oracle, play_capped, too_far, walk,
};
use fleetodds::internals::answer::Budget;
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::Walk;
use fleetodds::internals::engine::optimize::duel::Sense;
use fleetodds::internals::games::common::Objective;
use fleetodds::internals::games::eclipse::best_play;
use fleetodds::internals::games::eclipse::rules::{EclipseBattle, EclipseFleet, Policy, compile};
use fleetodds::internals::model::Battle;
use fleetodds::internals::stats::Odds;

const CAP: u32 = 12;

/// Returns the probabilities of all cells that the oracle knows: outcomes, then survivors by group.
fn cells(exact: &oracle::Odds) -> Vec<f64> {
    let mut cells = vec![exact.attacker, exact.defender, 0.0, exact.standoff];
    cells.extend(exact.survivors.iter().flatten().flatten());
    cells
}

/// Returns the first figure of a run that is too far from its exact value.
fn deviation(odds: &Odds, exact: &oracle::Odds, battles: u64) -> Option<String> {
    let cells = cells(exact);
    let cells =
        cells.iter().enumerate().map(|(cell, p)| (format!("cell {cell}"), odds.share(cell), *p));
    let rounds = odds.rounds().distribution.iter().enumerate().map(|(n, share)| {
        (format!("{n} rounds"), *share, exact.rounds.get(n).copied().unwrap_or(0.0))
    });
    cells.chain(rounds).find_map(|(name, share, exact)| {
        let errors = too_far(share, exact, battles)?;
        Some(format!("{name}: {share} is {errors:.1} standard errors from {exact}"))
    })
}

/// Plays random fights with an engine, which is given a number of battles and a seed.
///
/// Thousands of figures are compared, so one of them may be off by more than 4.5 standard errors by
/// chance. It must not be off again with other dice and ten times the battles.
fn random_fights(fights: u64, battles: u64, engine: impl Fn(&EclipseBattle, u64, u64) -> Odds) {
    let mut random = Random::new(1);
    for fight in 0..fights {
        let sides = [random.side(), random.side()];
        let exact = oracle::solve(&sides[0], &sides[1], CAP);
        let battle = compile(&[fleet(&sides[0]), fleet(&sides[1])]).unwrap();
        let first = engine(&battle, battles, fight);
        if deviation(&first, &exact, battles).is_some() {
            let again = engine(&battle, 10 * battles, fight + fights);
            if let Some(again) = deviation(&again, &exact, 10 * battles) {
                panic!("fight {fight} {sides:?}: {again}");
            }
        }
    }
}

fn by_kernel(battle: &EclipseBattle, battles: u64, seed: u64) -> Odds {
    Odds::of_tally(play_capped(battle, battles, seed, CAP))
}

fn by_walk(battle: &EclipseBattle, battles: u64, seed: u64) -> Odds {
    let graph = graph(battle);
    Odds::of_tally(walk(
        &Walk::new(battle, &battle.captains(), &graph).unwrap(),
        battles,
        seed,
        CAP,
    ))
}

#[test]
fn the_kernel_agrees_with_the_oracle() {
    random_fights(60, 20_000, by_kernel);
}

#[test]
fn the_walk_agrees_with_the_oracle() {
    random_fights(120, 50_000, by_walk);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn many_random_fights_agree_with_the_oracle() {
    random_fights(3_000, 50_000, by_kernel);
    random_fights(3_000, 500_000, by_walk);
}

/// Compares every figure of the report, without and with a cap on rounds.
#[test]
fn exact_odds_agree_with_the_oracle() {
    exact_odds_agree(90);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn exact_odds_agree_with_the_oracle_on_many_fights() {
    exact_odds_agree(1_000);
}

fn exact_odds_agree(fights: usize) {
    let mut random = Random::new(2);
    for fight in 0..fights {
        let sides = [random.side(), random.side()];
        let cap = if fight % 3 == 0 { 300 } else { CAP };
        let known = oracle::solve(&sides[0], &sides[1], cap);
        let battle = compile(&[fleet(&sides[0]), fleet(&sides[1])]).unwrap();
        let odds = exact(&battle, Some(cap));
        for (cell, p) in cells(&known).into_iter().enumerate() {
            let share = odds.share(cell);
            assert!((share - p).abs() < 1e-10, "fight {fight} cell {cell}: {share} {p} {sides:?}");
        }
        for (n, share) in odds.rounds().distribution.iter().enumerate() {
            let p = known.rounds.get(n).copied().unwrap_or(0.0);
            assert!((share - p).abs() < 1e-10, "fight {fight} {n} rounds: {share} {p} {sides:?}");
        }
        // Without a cap, the algebra finds the limit of the rounds.
        if cap == 300 && known.standoff < 1e-12 {
            let open = exact(&battle, None);
            for (cell, p) in cells(&known).into_iter().enumerate() {
                let share = open.share(cell);
                assert!((share - p).abs() < 1e-10, "fight {fight} cell {cell}: {share} {p}");
            }
            assert!((open.rounds().mean - odds.rounds().mean).abs() < 1e-8, "fight {fight}");
        }
    }
}

/// Best and worst play, for both objectives, against captains of all kinds: the program finds the
/// oracle's values, and the odds under the play found equal them.
#[test]
fn best_play_agrees_with_the_oracle() {
    best_play_agrees(100, 24);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn best_play_agrees_with_the_oracle_on_many_fights() {
    best_play_agrees(1_000, u32::MAX);
}

/// Compares random fights of at most this many hull points, which the oracle solves quickly.
fn best_play_agrees(fights: usize, max_hull: u32) {
    let captains = [Captain::Best, Captain::Worst, Captain::Npc, Captain::NpcSpread];
    let mut random = Random::new(3);
    let (mut compared, mut skipped) = (0, 0);
    for fight in 0..fights {
        let mut sides = [random.side(), random.side()];
        for group in sides.iter_mut().flat_map(|side| &mut side.groups) {
            group.regenerate = 0;
        }
        let groups = sides.iter().flat_map(|side| &side.groups);
        if groups.map(|g| u32::from(g.count) * (u32::from(g.hull) + 1)).sum::<u32>() > max_hull {
            skipped += 1;
            continue;
        }
        // The first captain plays best or worst, so that there is a game to solve; the order is
        // random.
        let mut chosen = [captains[random.below(2) as usize], captains[random.below(4) as usize]];
        if random.one_in(2) {
            chosen.swap(0, 1);
        }
        let wanted = if random.one_in(2) { Wanted::Swing } else { Wanted::Win };
        let wanted = [wanted; 2];
        let costs = [0, 1].map(|side: usize| {
            sides[side].groups.iter().map(|_| random.below(9) as f64).collect::<Vec<f64>>()
        });
        let known = letter::solve(&sides[0], &sides[1], chosen, wanted, [&costs[0], &costs[1]]);
        let fleets = [0, 1].map(|side| {
            let mut fleet = fleet(&sides[side]);
            for (group, cost) in fleet.groups.iter_mut().zip(&costs[side]) {
                group.cost = *cost as u32;
            }
            played_by(fleet, chosen[side], wanted[side])
        });
        let battle = compile(&fleets).unwrap();
        let senses =
            chosen.map(|c| if c == Captain::Worst { Sense::Minimise } else { Sense::Maximise });
        let budget = Budget { seconds: 60.0, bytes: 1e9 };
        // If both look ahead and one's loss is not the other's gain, the way in which one breaks
        // ties makes no difference to it, but it does to the other, so the value is not unique.
        let both = fleets.iter().all(|fleet| fleet.owners[0].policy == Policy::Optimal);
        if battle.is_decided() || (both && !battle.is_zero_sum()) {
            continue;
        }
        compared += 1;
        let control = Control::default();
        let best = best_play(&battle, senses, budget, &control).unwrap();
        for side in 0..2 {
            let (value, known) = (best.values[side], known.of(side, wanted[side]));
            let open = matches!(chosen[side], Captain::Best | Captain::Worst);
            assert!(
                !open || (value - known).abs() < 1e-9,
                "fight {fight} side {side}: {value} {known} {chosen:?} {wanted:?} {sides:?}"
            );
        }
        let mut captains = battle.captains();
        captains.set_strategy(&battle, best.strategy);
        let odds = exact_with(&battle, &captains, None);
        for side in 0..2 {
            if fleets[side].owners[0].policy == Policy::Optimal && wanted[side] == Wanted::Win {
                let share = odds.share(side);
                assert!((share - best.values[side]).abs() < 1e-9, "fight {fight}: {share}");
            }
        }
    }
    assert!(compared > (fights - skipped) / 2, "{compared} of {fights}, {skipped} skipped");
}

fn played_by(fleet: EclipseFleet, captain: Captain, wanted: Wanted) -> EclipseFleet {
    let policy = match captain {
        Captain::Best | Captain::Worst => Policy::Optimal,
        Captain::Npc => Policy::Npc,
        Captain::NpcSpread => Policy::NpcSpread,
    };
    let objective = if wanted == Wanted::Swing { Objective::Swing } else { Objective::Win };
    fleet.played(policy).after(objective)
}
