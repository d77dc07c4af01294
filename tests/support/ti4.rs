//! Units of Twilight Imperium by hand, for tests that need no catalogue.

use fleetodds::internals::dice::Die;
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::graph::absorption;
use fleetodds::internals::engine::graph::{Graph, Limit};
use fleetodds::internals::engine::{Kernel, RunPlan, Shard};
use fleetodds::internals::games::common::{Horizon, Labels, Objective, Retreat};
use fleetodds::internals::games::ti4::rules::{
    Ability, Captain, Effect, Effects, LossOrder, Roll, RollChange, RollKind, RollText, RolledBy,
    Sustain, Text, Theatre, Ti4Battle, Ti4Captains, Ti4Fleet, Ti4Group, Ti4State, Ti4Terms, Unit,
    UnitKind, add_figures, compile, summarise,
};
use fleetodds::internals::model::{Battle, StepOutcome};
use fleetodds::internals::result::SideSummary;
use fleetodds::internals::stats::Odds;
use std::borrow::Borrow;

pub(crate) const LIMIT: Limit = Limit { size: 20_000_000, work: 40_000_000, ..Limit::NONE };

pub(crate) fn roll(hit: u8, dice: u8) -> Option<Roll> {
    Some(Roll::of(dice, hit))
}

/// A unit with a bonus on its combat rolls.
pub(crate) fn better(unit: Unit, bonus: i8) -> Unit {
    Unit { combat: unit.combat.map(|roll| Roll { bonus, ..roll }), ..unit }
}

/// A ship that does nothing but fight.
pub(crate) fn ship(kind: UnitKind, hit: u8) -> Unit {
    Unit {
        kind,
        combat: roll(hit, 1),
        barrage: None,
        bombardment: None,
        cannon: None,
        sustains: false,
        is_ship: true,
        is_ground_force: false,
        is_structure: false,
        moves: true,
        capacity: 0,
        half_cost: 2,
        planetary_shield: false,
        pierces_shields: false,
        defies_direct_hits: false,
        text: Text::default(),
    }
}

pub(crate) fn fighter() -> Unit {
    Unit { moves: false, half_cost: 1, ..ship(UnitKind::Fighter, 9) }
}

pub(crate) fn fighter2() -> Unit {
    Unit { half_cost: 1, ..ship(UnitKind::Fighter, 8) }
}

pub(crate) fn destroyer() -> Unit {
    Unit { barrage: roll(9, 2), ..ship(UnitKind::Destroyer, 9) }
}

pub(crate) fn destroyer2() -> Unit {
    Unit { barrage: roll(6, 3), ..ship(UnitKind::Destroyer, 8) }
}

pub(crate) fn cruiser() -> Unit {
    Unit { half_cost: 4, ..ship(UnitKind::Cruiser, 7) }
}

pub(crate) fn cruiser2() -> Unit {
    Unit { half_cost: 4, capacity: 1, ..ship(UnitKind::Cruiser, 6) }
}

pub(crate) fn carrier() -> Unit {
    Unit { half_cost: 6, capacity: 4, ..ship(UnitKind::Carrier, 9) }
}

pub(crate) fn dreadnought() -> Unit {
    let bombardment = roll(5, 1);
    let unit = ship(UnitKind::Dreadnought, 5);
    Unit { half_cost: 8, capacity: 1, sustains: true, bombardment, ..unit }
}

pub(crate) fn dreadnought2() -> Unit {
    Unit { defies_direct_hits: true, ..dreadnought() }
}

pub(crate) fn war_sun() -> Unit {
    let (combat, bombardment) = (roll(3, 3), roll(3, 3));
    let unit = ship(UnitKind::WarSun, 3);
    Unit {
        half_cost: 24,
        capacity: 6,
        sustains: true,
        combat,
        bombardment,
        pierces_shields: true,
        ..unit
    }
}

pub(crate) fn infantry() -> Unit {
    Unit {
        is_ship: false,
        is_ground_force: true,
        moves: false,
        half_cost: 1,
        ..ship(UnitKind::Infantry, 8)
    }
}

pub(crate) fn mech() -> Unit {
    Unit { kind: UnitKind::Mech, combat: roll(6, 1), sustains: true, half_cost: 4, ..infantry() }
}

pub(crate) fn pds() -> Unit {
    Unit {
        kind: UnitKind::Pds,
        combat: None,
        cannon: roll(6, 1),
        is_ground_force: false,
        is_structure: true,
        planetary_shield: true,
        half_cost: 0,
        ..infantry()
    }
}

/// A side that plays as by default; groups with the same figures are of one class.
pub(crate) fn side(groups: &[(u16, Unit)]) -> Ti4Fleet {
    let class = |unit: &Unit| groups.iter().position(|(_, other)| other == unit).unwrap_or(0);
    Ti4Fleet {
        groups: groups
            .iter()
            .map(|&(count, unit)| Ti4Group::of(unit, class(&unit), count))
            .collect(),
        effects: Effects::default(),
        texts: Vec::new(),
        bonuses: [0; 2],
        is_norr: [false; 2],
        captain: Captain {
            sustain: Sustain::First,
            order: LossOrder::Optimal,
            objective: Objective::Win,
            horizon: Horizon::Battle,
            retreat: Retreat::Never,
            may_retreat: false,
            leaves_a_rift: false,
            is_neutral: false,
        },
    }
    .with_customary_order()
}

pub(crate) trait Sides {
    fn with_customary_order(self) -> Self;
    fn late(self) -> Self;
    fn losing(self, order: &[usize]) -> Self;
    fn with(self, effects: impl Borrow<Effects>) -> Self;
    /// Adds a text of a member about rolls of all its units of these kinds.
    fn rolling(self, kinds: &[UnitKind], rolls: &[RollKind], change: RollChange, of: u8) -> Self;
    /// Adds a bonus of the first member on its combat rolls.
    fn better_by(self, bonus: i8) -> Self;
}

impl Sides for Ti4Fleet {
    fn with_customary_order(mut self) -> Self {
        self.captain.order = LossOrder::Fixed(self.customary_order());
        self
    }

    fn late(mut self) -> Self {
        self.captain.sustain = Sustain::Late;
        self
    }

    fn losing(mut self, order: &[usize]) -> Self {
        self.captain.order = LossOrder::Fixed(order.to_vec());
        self
    }

    fn rolling(
        mut self,
        kinds: &[UnitKind],
        rolls: &[RollKind],
        change: RollChange,
        of: u8,
    ) -> Self {
        let units = RolledBy::Kinds(kinds.to_vec(), Some(of));
        self.texts.push(RollText { units, rolls: rolls.to_vec(), change });
        self
    }

    fn better_by(self, bonus: i8) -> Self {
        self.rolling(&UnitKind::ALL, &[RollKind::Combat], RollChange::Bonus(bonus), 0)
    }

    fn with(mut self, effects: impl Borrow<Effects>) -> Self {
        self.effects = effects.borrow().clone();
        self
    }
}

/// Exact odds down the graph.
pub(crate) fn odds(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms) -> (Ti4Battle, Odds) {
    let battle = compile(&[attacker.clone(), defender.clone()], terms).expect("within limits");
    let mut captains = battle.captains();
    let graph = Graph::new(&battle, &mut captains, LIMIT, &Control::default()).expect("fits");
    let ends = absorption::solve(&graph.topology, &[1.0], None, u64::MAX, &Control::default())
        .expect("fits");
    let odds = graph.odds(&battle, &ends);
    (battle, odds)
}

/// Attacker wins, draw, defender wins.
pub(crate) fn outcomes(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms) -> [f64; 3] {
    let (_, odds) = odds(attacker, defender, terms);
    [0, 2, 1].map(|cell| odds.share(cell))
}

/// The figures of both sides.
pub(crate) fn sides(attacker: &Ti4Fleet, defender: &Ti4Fleet, terms: Ti4Terms) -> Vec<SideSummary> {
    let (battle, odds) = odds(attacker, defender, terms);
    let fleets = [attacker.clone(), defender.clone()];
    let labels = labels(&fleets);
    let mut sides = summarise(&battle, &fleets, &labels, &odds);
    add_figures(&battle, &fleets, &labels, [false; 2], &odds, &mut sides);
    sides
}

/// Names that no test looks at.
pub(crate) fn labels(fleets: &[Ti4Fleet; 2]) -> [Labels; 2] {
    fleets.each_ref().map(|fleet| Labels {
        name: String::new(),
        fleet: String::new(),
        classes: fleet.groups.iter().map(|g| g.unit.kind.name().to_string()).collect(),
    })
}

/// A ship that rolls no dice.
pub(crate) fn target(kind: UnitKind) -> Unit {
    Unit { combat: None, ..ship(kind, 9) }
}

/// One unit each, of which one hit kills: attacker wins, draw, defender wins, where they hit
/// with these chances.
pub(crate) fn duel(p: f64, q: f64) -> [f64; 3] {
    let ends = p + q - p * q;
    [p * (1.0 - q) / ends, p * q / ends, q * (1.0 - p) / ends]
}

/// The same with other chances in the first round.
pub(crate) fn after_one_round(p: f64, q: f64, rest: [f64; 3]) -> [f64; 3] {
    let goes_on = (1.0 - p) * (1.0 - q);
    let now = [p * (1.0 - q), p * q, q * (1.0 - p)];
    [0, 1, 2].map(|n| now[n] + goes_on * rest[n])
}

/// Returns an ability that is used by default.
pub(crate) fn has(ability: Ability) -> Effects {
    Effects(vec![Effect::of(ability)])
}

/// Returns an ability with a number of uses, from this round on.
pub(crate) fn held(ability: Ability, count: u8, round: Option<u16>) -> Effects {
    Effects(vec![Effect::held(ability, count, round)])
}

pub(crate) fn space() -> Ti4Terms {
    Ti4Terms::of(Theatre::Space)
}

pub(crate) fn ground() -> Ti4Terms {
    Ti4Terms::of(Theatre::Ground)
}

#[track_caller]
pub(crate) fn assert_odds(
    attacker: &Ti4Fleet,
    defender: &Ti4Fleet,
    terms: Ti4Terms,
    expected: [f64; 3],
) {
    assert_close(&outcomes(attacker, defender, terms), &expected);
}

#[track_caller]
pub(crate) fn assert_close(found: &[f64], expected: &[f64]) {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
    let all = found.len() == expected.len() && found.iter().zip(expected).all(close);
    assert!(all, "{found:?} instead of {expected:?}");
}

/// What is left of an attacker after so many rounds in which nothing is left to chance.
pub(crate) fn after_rounds(attacker: &Ti4Fleet, defender: &Ti4Fleet, rounds: u32) -> Vec<f64> {
    let fleets = [attacker.clone(), defender.clone()];
    let battle = compile(&fleets, space()).expect("within limits");
    let shard = Shard::WHOLE;
    let plan = RunPlan { battles: 1, seed: 1, round_cap: rounds, precision: None, shard };
    let odds =
        Odds::of_tally(super::run_on(&Kernel::new(&battle, &battle.captains()), &plan, 1).tally);
    let found = summarise(&battle, &fleets, &labels(&fleets), &odds);
    found[0].survivors.iter().map(|left| left.mean).collect()
}

/// A combat whose rounds are played roll by roll.
pub(crate) struct RollByRoll(pub(crate) Ti4Battle);

impl Battle for RollByRoll {
    type State = Ti4State;
    type Captains = Ti4Captains;

    fn opening(&self) -> Ti4State {
        self.0.opening()
    }

    fn first_round(&self) -> u32 {
        self.0.first_round()
    }

    fn captains(&self) -> Ti4Captains {
        self.0.captains()
    }

    fn is_over(&self, state: &Ti4State) -> bool {
        self.0.is_over(state)
    }

    fn step<D: Die>(
        &self,
        state: &mut Ti4State,
        die: &mut D,
        captains: &mut Ti4Captains,
    ) -> StepOutcome {
        self.0.step(state, die, captains)
    }

    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn count(&self, state: &Ti4State, count: impl FnMut(usize)) {
        self.0.count(state, count);
    }
}
