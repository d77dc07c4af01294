//! Exact values of a two-sided battle for captains that look ahead, by the letter of the rules.
//!
//! A state consists of the living ships of both sides and the next activation. Its value is
//! computed by backward induction and cached. For every roll the captain sees all results that the
//! dice can reach (D1) and takes the one that is best for it, or worst, or as declared (D8, D11).
//! Damage only grows, so every change leads to a state with less life left. The only loop is a
//! round in which no die hits; it is closed by algebra. The number of rounds is not limited. Not
//! covered: repairs, and everything that the oracle of declared play leaves out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::oracle::{
    Die, Group, Lives, Policy, Side, State, acting_order, choose, has_cannons, initial_lives,
    is_dead, replies, rolls,
};

/// Index of the attacker in every array of two.
const ATTACKER: usize = 0;
/// Index of the defender in every array of two.
const DEFENDER: usize = 1;

/// Rule by which a captain assigns the dice of a side. The policy in [`Side`] is ignored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Captain {
    /// Takes the result that maximises its objective, knowing how the enemy plays.
    Best,
    /// Takes the result that minimises its objective, knowing how the enemy plays.
    Worst,
    /// D8 with leftover damage concentrated.
    Npc,
    /// D8 with leftover damage spread evenly.
    NpcSpread,
}

impl Captain {
    /// Returns the policy of a captain that does not look ahead.
    fn declared(self) -> Option<Policy> {
        match self {
            Captain::Best | Captain::Worst => None,
            Captain::Npc => Some(Policy::Npc),
            Captain::NpcSpread => Some(Policy::NpcSpread),
        }
    }
}

/// Figure that a captain that looks ahead maximises or minimises; the others ignore it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Objective {
    /// Probability that the captain's side wins.
    Win,
    /// Expected cost of the enemy ships that the side destroys, minus that of its own ships lost.
    Swing,
}

/// Values of the battle for both sides, if the captains play as given.
///
/// If two results are equally good for a captain, either may be taken. The figures that it does not
/// pursue may depend on this.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Values {
    /// Probability that the attacker wins.
    pub attacker_wins: f64,
    /// Probability that the defender wins.
    pub defender_wins: f64,
    /// Expected swing of the attacker. Its ships that are lost by D6 count as losses.
    pub attacker_swing: f64,
    /// Expected swing of the defender. Ships that the attacker loses by D6 do not count as kills.
    pub defender_swing: f64,
}

impl Values {
    /// Returns the value of one side's objective.
    pub(crate) fn of(&self, side: usize, objective: Objective) -> f64 {
        match (side, objective) {
            (ATTACKER, Objective::Win) => self.attacker_wins,
            (ATTACKER, Objective::Swing) => self.attacker_swing,
            (_, Objective::Win) => self.defender_wins,
            (_, Objective::Swing) => self.defender_swing,
        }
    }

    /// Returns the sum of these values and `weight` times the others.
    fn plus(self, weight: f64, other: Values) -> Values {
        Values {
            attacker_wins: self.attacker_wins + weight * other.attacker_wins,
            defender_wins: self.defender_wins + weight * other.defender_wins,
            attacker_swing: self.attacker_swing + weight * other.attacker_swing,
            defender_swing: self.defender_swing + weight * other.defender_swing,
        }
    }
}

/// Returns the exact values of the battle. `costs` is the cost of a ship of each group, by side.
///
/// A side that has no ship at the start has lost; if neither has one, the defender wins.
pub(crate) fn solve(
    attacker: &Side,
    defender: &Side,
    captains: [Captain; 2],
    objectives: [Objective; 2],
    costs: [&[f64]; 2],
) -> Values {
    let sides = [attacker, defender];
    for (side, costs) in sides.iter().zip(costs) {
        assert_eq!(side.groups.len(), costs.len(), "one cost for each group");
        assert!(side.groups.iter().all(|group| group.regenerate == 0), "healing is not covered");
    }
    let start = sides.map(initial_lives);
    let mut battle = Battle {
        sides,
        captains,
        objectives,
        costs,
        order: acting_order(sides),
        start: start.clone(),
        rolls: HashMap::new(),
        volleys: HashMap::new(),
        missiles: HashMap::new(),
        rounds: HashMap::new(),
    };
    battle.missile_value(0, &start)
}

/// Distribution of a volley: for each roll its probability and the results that the captain may
/// choose from. Rolls that offer equal choices are merged.
type Volley = Vec<(f64, Vec<Lives>)>;
/// Key of a volley: side, group, whether missiles are fired, number of ships, and targets.
type VolleyKey = (usize, usize, bool, usize, Lives);

/// Rolls of a group with their probabilities, for any targets.
type Rolls = Rc<BTreeMap<Vec<Die>, f64>>;

/// One activation while the ships of both sides are unchanged.
struct Step {
    /// Contribution to the value of the rolls that change something.
    changed: Values,
    /// Probability that nothing changes.
    unchanged: f64,
}

/// A battle while its values are computed.
struct Battle<'a> {
    sides: [&'a Side; 2],
    captains: [Captain; 2],
    objectives: [Objective; 2],
    costs: [&'a [f64]; 2],
    order: Vec<(usize, usize)>,
    /// Ships before the first shot.
    start: State,
    /// Rolls by side, group, whether missiles are fired, and number of ships.
    rolls: HashMap<(usize, usize, bool, usize), Rolls>,
    volleys: HashMap<VolleyKey, Rc<Volley>>,
    /// Values in the missile round, by next activation.
    missiles: HashMap<(usize, State), Values>,
    /// Values in engagement rounds, one for each possible next activation.
    rounds: HashMap<State, Rc<Vec<Values>>>,
}

impl Battle<'_> {
    /// Returns the value in the missile round with this next activation. Missiles are fired once.
    fn missile_value(&mut self, next: usize, state: &State) -> Values {
        if state.iter().any(is_dead) {
            return self.final_values(state);
        }
        if next == self.order.len() {
            return self.cannon_value(0, state);
        }
        let key = (next, state.clone());
        if let Some(&known) = self.missiles.get(&key) {
            return known;
        }
        let mut value = Values::default();
        for (probability, results) in self.volley(next, true, state).iter() {
            value = value.plus(*probability, self.chosen(next, true, state, results));
        }
        self.missiles.insert(key, value);
        value
    }

    /// Returns the value in an engagement round with this next activation.
    ///
    /// If no ship has cannons any more, nothing happens until the end of the round, and then D6
    /// applies.
    fn cannon_value(&mut self, next: usize, state: &State) -> Values {
        let dead = state.iter().any(is_dead);
        if dead || self.is_harmless(state) {
            return self.final_values(state);
        }
        self.round_values(state)[next]
    }

    /// Returns the values before each activation of a round with these living ships.
    fn round_values(&mut self, state: &State) -> Rc<Vec<Values>> {
        if let Some(known) = self.rounds.get(state) {
            return Rc::clone(known);
        }
        let steps: Vec<Step> = (0..self.order.len()).map(|next| self.step(next, state)).collect();
        let values = Rc::new(close_round(&steps));
        self.rounds.insert(state.clone(), Rc::clone(&values));
        values
    }

    /// Computes one activation in an engagement round.
    fn step(&mut self, next: usize, state: &State) -> Step {
        let targets = &state[1 - self.order[next].0];
        let mut step = Step { changed: Values::default(), unchanged: 0.0 };
        for (probability, results) in self.volley(next, false, state).iter() {
            if results.contains(targets) {
                assert_eq!(results.len(), 1, "a die that can hit may not be held back");
                step.unchanged += probability;
            } else {
                let value = self.chosen(next, false, state, results);
                step.changed = step.changed.plus(*probability, value);
            }
        }
        step
    }

    /// Returns the values after the result that the firing captain takes.
    fn chosen(&mut self, now: usize, missiles: bool, state: &State, results: &[Lives]) -> Values {
        let side = self.order[now].0;
        let mut best: Option<Values> = None;
        for lives in results {
            let mut after = state.clone();
            after[1 - side] = lives.clone();
            let value = match missiles {
                true => self.missile_value(now + 1, &after),
                false => self.cannon_value((now + 1) % self.order.len(), &after),
            };
            if best.is_none_or(|best| self.prefers(side, &value, &best)) {
                best = Some(value);
            }
        }
        best.expect("a volley has at least one result")
    }

    /// Whether the captain of this side prefers the new values to the old ones. A captain that
    /// plays as declared has only one result to take.
    fn prefers(&self, side: usize, new: &Values, old: &Values) -> bool {
        let [new, old] = [new, old].map(|values| values.of(side, self.objectives[side]));
        match self.captains[side] {
            Captain::Worst => new < old,
            _ => new > old,
        }
    }

    /// Returns the possible effects of the acting group on the enemy, cached or computed.
    fn volley(&mut self, now: usize, missiles: bool, state: &State) -> Rc<Volley> {
        let (side, group) = self.order[now];
        let (ships, targets) = (state[side][group].len(), &state[1 - side]);
        let key = (side, group, missiles, ships, targets.clone());
        if let Some(known) = self.volleys.get(&key) {
            return Rc::clone(known);
        }
        let rolls = self.rolls_of(side, group, missiles, ships);
        let enemy = &self.sides[1 - side].groups;
        let volley = Rc::new(fire(self.captains[side], &rolls, enemy, targets));
        self.volleys.insert(key, Rc::clone(&volley));
        volley
    }

    /// Returns all rolls of one group's missiles or cannons, cached or computed.
    fn rolls_of(&mut self, side: usize, group: usize, missiles: bool, ships: usize) -> Rolls {
        let shooter = &self.sides[side].groups[group];
        let enemy = &self.sides[1 - side].groups;
        let dice = if missiles { shooter.missiles } else { shooter.cannons };
        let throw = || Rc::new(rolls(shooter, dice, ships, enemy));
        Rc::clone(self.rolls.entry((side, group, missiles, ships)).or_insert_with(throw))
    }

    /// Whether no living ship has cannons; missiles are spent.
    fn is_harmless(&self, state: &State) -> bool {
        self.sides.iter().zip(state).all(|(side, lives)| !has_cannons(side, lives))
    }

    /// Returns the values of a finished battle. Either a side has no ship left, or D6 ends it; then
    /// the attacker's remaining ships are lost but do not count as kills.
    fn final_values(&self, state: &State) -> Values {
        let lost = [ATTACKER, DEFENDER].map(|side| self.cost_of_losses(side, &state[side]));
        let attacker_won = is_dead(&state[DEFENDER]) && !is_dead(&state[ATTACKER]);
        let given_up = if attacker_won { 0.0 } else { self.cost(ATTACKER, &state[ATTACKER]) };
        let win = if attacker_won { 1.0 } else { 0.0 };
        Values {
            attacker_wins: win,
            defender_wins: 1.0 - win,
            attacker_swing: lost[DEFENDER] - lost[ATTACKER] - given_up,
            defender_swing: lost[ATTACKER] - lost[DEFENDER],
        }
    }

    /// Returns the cost of the side's ships that have been destroyed.
    fn cost_of_losses(&self, side: usize, lives: &Lives) -> f64 {
        self.cost(side, &self.start[side]) - self.cost(side, lives)
    }

    /// Returns the cost of these ships of a side.
    fn cost(&self, side: usize, lives: &Lives) -> f64 {
        self.costs[side].iter().zip(lives).map(|(cost, ships)| cost * ships.len() as f64).sum()
    }
}

/// Returns the rolls of one group, each with the results to choose from: all that the dice can
/// reach, or the single one that a declared captain takes.
fn fire(
    captain: Captain,
    rolls: &BTreeMap<Vec<Die>, f64>,
    enemy: &[Group],
    targets: &Lives,
) -> Volley {
    let mut volley = BTreeMap::new();
    for (roll, probability) in rolls {
        let mut results = replies(targets, roll);
        if let Some(policy) = captain.declared() {
            results = BTreeSet::from([choose(policy, enemy, &results)]);
        }
        *volley.entry(results).or_insert(0.0) += probability;
    }
    volley.into_iter().map(|(results, chance)| (chance, results.into_iter().collect())).collect()
}

/// Returns the values before each activation of a round. Each is the contribution of its own
/// changes plus, where nothing changes, the value before the next activation; the first follows the
/// last.
fn close_round(steps: &[Step]) -> Vec<Values> {
    let (mut changed, mut unchanged) = (Values::default(), 1.0);
    for step in steps {
        changed = changed.plus(unchanged, step.changed);
        unchanged *= step.unchanged;
    }
    assert!(unchanged < 1.0, "somebody has cannons, and a six always hits");
    let mut following = Values::default().plus(1.0 / (1.0 - unchanged), changed);
    let mut values = Vec::new();
    for step in steps.iter().rev() {
        following = step.changed.plus(step.unchanged, following);
        values.push(following);
    }
    values.reverse();
    values
}
