//! Transitions that the kernel notes while it plays: they change no result.

use fleetodds::internals::dice::{Chance, Die, Sampler, block_generator};
use fleetodds::internals::engine::{BLOCK, Block, Kernel, Replayer, Simulator, play_one};
use fleetodds::internals::games::eclipse::rules::{Policy, compile_from};
use fleetodds::internals::games::ti4::rules::compile;
use fleetodds::internals::model::chain::Chain;
use fleetodds::internals::model::{Battle, StepOutcome};
use fleetodds::internals::stats::Tally;

use crate::support::ask::{eclipse, question};
use crate::support::ti4;
use crate::support::{battle, battle_played};

/// Last rounds of battles: some before the first, some that cut most battles short, and one that
/// cuts none short.
const CAPS: [u32; 5] = [0, 1, 2, 5, 1000];

/// Numbers of battles in a block, one after the other on one worker.
const BLOCKS: [u64; 4] = [1, 63, 700, BLOCK];

/// An activation of [`Patrol`].
#[derive(Clone, Copy)]
enum Activation {
    /// Nothing happens.
    Rests,
    /// One draw decides how far the patrol comes.
    Moves,
    /// So do several.
    Runs,
    /// One draw decides, and a second one if the patrol has not moved.
    Stumbles,
    /// It turns back with some probability.
    Turns,
    /// A round ends.
    Ends,
}

/// A patrol goes from place to place. Its activations follow each other in a circle.
struct Patrol {
    circle: Vec<Activation>,
    from: usize,
    goal: u16,
}

impl Battle for Patrol {
    /// Number of the next activation, and of the place.
    type State = (u8, u16);
    type Captains = ();

    fn opening(&self) -> (u8, u16) {
        (self.from as u8, 10)
    }

    fn captains(&self) {}

    fn is_over(&self, &(_, place): &(u8, u16)) -> bool {
        place == 0 || place >= self.goal
    }

    fn step<D: Die>(&self, state: &mut (u8, u16), die: &mut D, (): &mut ()) -> StepOutcome {
        let activation = self.circle[usize::from(state.0)];
        state.0 = (state.0 + 1) % self.circle.len() as u8;
        let chance = Chance { num: 2, den: 6 };
        match activation {
            Activation::Rests | Activation::Ends => {}
            Activation::Moves => state.1 += u16::from(die.draw(chance.hits(4))),
            Activation::Runs => {
                let most = u16::from(die.draw_up_to(chance.hits(3), 2));
                state.1 += most * u16::from(die.draw(chance.hits(2)));
            }
            Activation::Stumbles => {
                let moved = u16::from(die.draw(chance.hits(2)));
                let again = moved == 0 && die.draw(chance.hits(1)) > 0;
                state.1 += moved + 3 * u16::from(again);
            }
            Activation::Turns => state.1 -= die.choose(&[3, 1, 1]) as u16,
        }
        match activation {
            _ if self.is_over(state) => StepOutcome::Over,
            Activation::Ends => StepOutcome::NextRound,
            _ => StepOutcome::Continue,
        }
    }

    fn cells(&self) -> usize {
        2 + usize::from(self.goal) + 20
    }

    fn outcomes(&self) -> usize {
        2
    }

    fn count(&self, state: &(u8, u16), mut count: impl FnMut(usize)) {
        count(usize::from(self.is_over(state)));
        count(2 + usize::from(state.1));
    }

    fn measure(&self, &(next, place): &(u8, u16), mut add: impl FnMut(usize, u64)) {
        add(2 + usize::from(place), u64::from(next));
    }
}

fn block(number: u64, battles: u64, round_cap: u32) -> Block {
    Block { seed: 7, number, battles, round_cap }
}

/// Plays blocks on one worker, and compares each with the same battles played by the rules alone.
#[track_caller]
fn assert_as_by_rules<B: Battle>(what: &str, battle: &B, captains: &B::Captains) {
    let kernel = Kernel::new(battle, captains);
    for cap in CAPS {
        let mut worker = kernel.worker();
        for (number, battles) in (0..).zip(BLOCKS) {
            let (mut played, mut known) = (Tally::default(), Tally::with_cells(battle.cells()));
            worker.play(block(number, battles, cap), &mut played, &mut |_| true);
            let mut die = Sampler::new(block_generator(7, number));
            for _ in 0..battles {
                let (mut state, mut captains) = (battle.opening(), captains.clone());
                let round = play_one(battle, &mut state, cap, &mut die, &mut captains);
                known.add(battle, &state, round);
            }
            assert_eq!(played, known, "{what}, cap {cap}, {battles} battles");
        }
    }
}

/// Compares the counts of blocks with those of a replay, which plays by the rules alone.
#[track_caller]
fn assert_as_replayed<S: Simulator + Replayer>(what: &str, simulator: &S) {
    for cap in CAPS {
        let mut worker = simulator.worker();
        for (number, battles) in (0..).zip([1, 63, 700]) {
            let mut played = Tally::with_cells(simulator.cells());
            worker.play(block(number, battles, cap), &mut played, &mut |_| true);
            let mut cells = vec![0; simulator.cells()];
            simulator.visit_cells(block(number, battles, cap), &mut |_, counted| {
                counted.iter().for_each(|&cell| cells[cell as usize] += 1);
            });
            assert_eq!(played.battles, battles, "{what}");
            assert_eq!(played.cells, cells, "{what}, cap {cap}, {battles} battles");
        }
    }
}

/// Activations without a draw, with several draws and with choices, at the beginning and the end of
/// rounds, and rounds without a draw.
#[test]
fn patrols_of_all_kinds_are_played_as_by_the_rules() {
    use Activation::{Ends, Moves, Rests, Runs, Stumbles, Turns};
    let circles = [
        vec![Moves, Ends],
        vec![Moves, Rests, Ends, Rests, Moves, Rests],
        vec![Rests, Moves, Ends, Rests, Ends, Rests],
        vec![Moves, Ends, Ends, Ends],
        vec![Runs, Moves, Ends],
        vec![Moves, Runs, Rests, Ends, Moves],
        vec![Stumbles, Ends],
        vec![Moves, Rests, Stumbles, Ends, Rests, Moves],
        vec![Moves, Ends, Turns, Moves],
        vec![Turns, Moves, Rests, Ends, Rests, Runs],
    ];
    for (number, circle) in circles.into_iter().enumerate() {
        for from in 0..circle.len() {
            let patrol = Patrol { circle: circle.clone(), from, goal: 24 };
            assert_as_by_rules(&format!("patrol {number} from {from}"), &patrol, &());
        }
    }
}

/// The last fight has more situations than a worker notes.
#[test]
fn fights_are_played_as_by_the_rules() {
    let fights = [
        ("3 interceptor", "ancient"),
        (
            "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
            "3 dreadnought(cannons=1r, missiles=2o, computer=2, hull=3, initiative=1)",
        ),
        ("2 orion/cruiser + 3 interceptor", "gcds"),
        ("cruiser(cannons=0) + interceptor", "2 dreadnought(cannons=0, missiles=2o)"),
        (
            "8 interceptor + 4 cruiser + 2 dreadnought",
            "8 interceptor + 4 cruiser(shield=1) + 2 dreadnought(shield=2)",
        ),
    ];
    for (attacker, defender) in fights {
        let fight = battle(attacker, defender);
        assert_as_by_rules(attacker, &fight, &Battle::captains(&fight));
    }
    let npc = battle_played("2 cruiser(cannons=1y1o1r) + interceptor", "gcds", Policy::Npc);
    assert_as_by_rules("npc", &npc, &Battle::captains(&npc));
    let fleet = || ti4::side(&[(2, ti4::dreadnought()), (4, ti4::fighter()), (1, ti4::carrier())]);
    let combat = compile(&[fleet(), fleet()], ti4::space()).unwrap();
    assert_as_by_rules("a space combat", &combat, &Battle::captains(&combat));
}

/// Retreat, rift dice and point defence, and a sector.
#[test]
fn runs_agree_with_their_replays() {
    let scenarios = [
        r#"{"attacker": {"fleet": "2 cruiser + interceptor", "play": {"assign": "npc", "retreat": {"at_most": 1}}},
            "defender": "2 cruiser(cannons=1p) & play=npc", "setting": {"retreat": {"attacker": true}}}"#,
        r#"{"attacker": {"fleet": "2 cruiser + interceptor", "play": {"retreat": {"at_most": 2}}},
            "defender": "2 cruiser", "setting": {"retreat": {"attacker": true}}}"#,
        r#"{"attacker": "2 cruiser(missiles=1o1y) + interceptor(missiles=1y) & play=npc",
            "defender": "2 cruiser + interceptor & point defense & play=threat"}"#,
    ];
    for scenario in scenarios {
        let question = question(scenario);
        let fleets = [0, 1].map(|side: usize| eclipse(&question).sides[side].fleet.clone());
        let fight = compile_from(&fleets, eclipse(&question).setup).unwrap();
        let captains = Battle::captains(&fight);
        assert_as_replayed(scenario, &Kernel::new(&fight, &captains));
    }
    let scenario = std::fs::read_to_string("fleets/examples/sector.json").unwrap();
    let question = question(&scenario);
    let sides = eclipse(&question).sector.as_ref().unwrap();
    let sector = sides.sector(&eclipse(&question).sides, eclipse(&question).setup).unwrap();
    let captains = sector.captains();
    assert_as_replayed("a sector", &Kernel::new(&sector, &captains));
}
