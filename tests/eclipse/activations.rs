//! Eclipse: activations that are played at once, and those that best play lists move by move.

use std::collections::HashMap;

use fleetodds::internals::dice::Enumerator;
use fleetodds::internals::engine::Control;
use fleetodds::internals::games::eclipse::rules::{
    EclipseGame, EclipsePosition, EclipseState, Edition, Setup, Ships, compile_from,
};
use fleetodds::internals::model::game::{DecisionGame, Mover};
use fleetodds::internals::model::{Battle, StepOutcome};

use crate::eclipse::rulebook::{fleet, owner};
use crate::support::random::Random;
use crate::support::rulebook as oracle;

/// Where an activation leads: the ships, whether the battle is over, and what comes next.
type End = ([Ships; 2], bool, Option<(u8, u32, u32)>);

fn end_of(state: &EclipseState, over: bool) -> End {
    (state.ships, over, (!over).then_some((state.turn, state.clock, state.round)))
}

/// Adds where the moves of a position lead at the end of its activation.
fn follow(
    game: &mut EclipseGame<'_>,
    at: EclipsePosition,
    chance: f64,
    begins: bool,
    ends: &mut HashMap<End, f64>,
) {
    if at.is_between_activations() && !begins {
        *ends.entry(end_of(&game.situation(&at), at.is_over())).or_default() += chance;
        return;
    }
    let mut next = Vec::new();
    let mover = game.moves(&at, u64::MAX, &mut next);
    assert_eq!(mover, Some(Mover::Chance), "declared policies leave no choice");
    for (to, p) in next {
        follow(game, to, chance * p, false, ends);
    }
}

/// Best play lists the moves of an activation one by one; battles play it at once. Both lead to the
/// same situations, with the same probabilities.
#[test]
fn listed_moves_lead_where_activations_lead() {
    let mut random = Random::new(45);
    let mut compared = 0;
    for n in 0..150 {
        let owners = [0, 1].map(|side| {
            let mut owner = owner(&mut random, format!("side {side}"), false);
            if matches!(owner.retreat, oracle::Retreat::Below(_)) {
                owner.retreat = oracle::Retreat::AfterRound(1);
            }
            owner
        });
        let edition = if n % 3 == 0 { Edition::Second } else { Edition::First };
        let setup = Setup { edition, ..Setup::default() };
        let Ok(battle) = compile_from(&owners.each_ref().map(fleet), setup) else { continue };
        let (control, mut captains) = (Control::default(), battle.captains());
        let mut game = EclipseGame::new(&battle, u64::MAX, u64::MAX, &control);
        let mut open = vec![battle.opening()];
        for _ in 0..12 {
            let Some(state) = open.pop() else { break };
            if battle.is_over(&state) {
                continue;
            }
            let (mut listed, mut played) = (HashMap::new(), HashMap::new());
            let at = game.position(&state);
            follow(&mut game, at, 1.0, true, &mut listed);
            Enumerator::each(
                |die| {
                    let mut after = state;
                    let over = battle.step(&mut after, die, &mut captains) == StepOutcome::Over;
                    (after, over)
                },
                |(after, over), p| {
                    *played.entry(end_of(&after, over)).or_default() += p;
                    if !over && open.len() < 40 {
                        open.push(after);
                    }
                },
            );
            compared += 1;
            assert_eq!(listed.len(), played.len(), "{owners:#?}");
            for (end, p) in &listed {
                let known: f64 = played.get(end).copied().unwrap_or(f64::NAN);
                assert!((p - known).abs() < 1e-12, "{p} {known} {owners:#?}");
            }
        }
    }
    assert!(compared > 800, "{compared}");
}
