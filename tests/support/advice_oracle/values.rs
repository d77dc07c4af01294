//! The value of each moment of a battle, if captains play as well as possible to its end (D16).
//!
//! Damage never heals, so a moment comes again only if a whole round has no effect. The values of
//! the moments of such a round are found by algebra. With a cap on rounds no moment comes again.

use std::collections::HashMap;

use super::model::{Moment, Objective, Scene, Side, Stance, has_ships, opening, order};
use super::volleys::{Face, Outcome, Shooter};

/// Probability that each side wins, and the swing of each side to come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Value {
    pub(crate) win: [f64; 2],
    pub(crate) swing: [f64; 2],
}

/// What two values may differ by and still be equal (D16).
const EQUAL: f64 = 1e-12;

impl Value {
    fn plus(self, p: f64, other: Self) -> Self {
        let add = |a: [f64; 2], b: [f64; 2]| [a[0] + p * b[0], a[1] + p * b[1]];
        Self { win: add(self.win, other.win), swing: add(self.swing, other.swing) }
    }

    pub(crate) fn with_swing(self, swing: [f64; 2]) -> Self {
        self.plus(1.0, Self { win: [0.0; 2], swing })
    }

    /// Returns the figure that a side maximises, and the one that breaks ties.
    pub(crate) fn seen_by(&self, side: usize, objective: Objective) -> [f64; 2] {
        match objective {
            Objective::Win => [self.win[side], self.swing[side]],
            Objective::Swing => [self.swing[side], self.win[side]],
        }
    }
}

/// Returns the indices of the best values, by the first figure and then by the second.
pub(crate) fn best(figures: &[[f64; 2]]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..figures.len()).collect();
    for of in [|pair: &[f64; 2]| pair[0], |pair: &[f64; 2]| pair[1]] {
        let most = left.iter().map(|&n| of(&figures[n])).fold(f64::MIN, f64::max);
        left.retain(|&n| of(&figures[n]) >= most - EQUAL);
    }
    left
}

/// An activation, when all deeper situations are known.
enum Activation {
    /// The group is not there.
    Absent,
    /// The rest of the battle does not depend on this situation any more.
    Leads(Value),
    /// The group fires; with this probability nothing happens. It may be able to retreat instead.
    Fires { value: Value, nothing: f64, retreat: Option<Value> },
}

pub(crate) struct Solver {
    pub(crate) sides: [Side; 2],
    pub(crate) order: Vec<(usize, usize)>,
    rounds: HashMap<Scene, Vec<Value>>,
    missiles: HashMap<(Scene, Moment), Value>,
    /// Moments of battles with a cap on rounds.
    counted: HashMap<(Scene, Moment), Value>,
    /// Whether captains who may retreat have only one way to settle, everywhere so far.
    pub(crate) is_settled: bool,
}

impl Solver {
    pub(crate) fn new(sides: [Side; 2]) -> Self {
        let order = order(&sides);
        let (rounds, missiles, counted) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { sides, order, rounds, missiles, counted, is_settled: true }
    }

    pub(crate) fn opening(&self) -> Scene {
        opening(&self.sides)
    }

    pub(crate) fn picks(&self, side: usize, values: &[Value]) -> usize {
        let objective = self.sides[side].objective;
        let figures: Vec<[f64; 2]> = values.iter().map(|v| v.seen_by(side, objective)).collect();
        best(&figures)[0]
    }

    /// Returns the value of a situation in which the activation at a place of the order is next.
    pub(crate) fn value(&mut self, scene: &Scene, at: Moment) -> Value {
        if let Some(value) = over(scene) {
            return value;
        }
        if !at.missiles && at.rounds_left.is_some() {
            return self.counted(scene, at);
        }
        if !at.missiles {
            if let Some(known) = self.rounds.get(scene) {
                return known[at.place];
            }
            let values = self.round(scene);
            self.rounds.insert(scene.clone(), values.clone());
            return values[at.place];
        }
        let fires = |&place: &usize| {
            let (side, group) = self.order[place];
            let has_missiles = self.sides[side].groups[group].missiles != [0; 4];
            scene[side][group].is_here() && has_missiles
        };
        let Some(place) = (at.place..self.order.len()).find(fires) else {
            return match self.is_harmless(scene) {
                true => self.after_d6(scene),
                false => self.value(scene, Moment { missiles: false, place: 0, ..at }),
            };
        };
        let fired = (scene.clone(), Moment { place, ..at });
        let known = self.missiles.get(&fired).copied();
        known.unwrap_or_else(|| {
            let value = self.before_roll(scene, fired.1);
            self.missiles.insert(fired, value);
            value
        })
    }

    /// Returns the value of a moment in a battle with a cap on rounds, which goes on.
    fn counted(&mut self, scene: &Scene, at: Moment) -> Value {
        let key = (scene.clone(), at);
        if let Some(known) = self.counted.get(&key) {
            return *known;
        }
        let value = match self.order.get(at.place) {
            None => self.next_round(scene, at),
            Some(&(side, group)) => match (scene[side][group].is_here(), scene[side][group].stance)
            {
                (false, _) => self.value(scene, Moment { place: at.place + 1, ..at }),
                (true, Stance::HasBegun) => {
                    let left = left_by(scene, (side, group));
                    self.value(&left, Moment { place: at.place + 1, ..at })
                }
                (true, _) => self.before_choice(scene, at),
            },
        };
        self.counted.insert(key, value);
        value
    }

    /// Returns the value at the end of a round of a battle with a cap on rounds (D6, D7).
    fn next_round(&mut self, scene: &Scene, at: Moment) -> Value {
        match at.rounds_left {
            _ if self.is_harmless(scene) => self.after_d6(scene),
            Some(left @ 2..) => {
                let rounds_left = Some(left - 1);
                self.value(scene, Moment { missiles: false, place: 0, rounds_left })
            }
            _ => Value::default(),
        }
    }

    /// Returns the value of a situation in which a group fires or begins to retreat.
    pub(crate) fn before_choice(&mut self, scene: &Scene, at: Moment) -> Value {
        let fires = self.before_roll(scene, at);
        if !self.may_choose(scene, at) {
            return fires;
        }
        let both = [fires, self.retreat(scene, at)];
        both[self.picks(self.order[at.place].0, &both)]
    }

    /// Returns the values of all places of a round, and of its end.
    fn round(&mut self, scene: &Scene) -> Vec<Value> {
        let all: Vec<Activation> =
            (0..self.order.len()).map(|place| self.activation(scene, place)).collect();
        if self.is_harmless(scene) {
            // D6: the battle is over at the end of the round.
            return self.backwards(&all, self.after_d6(scene), &[]).0;
        }
        let deciders: Vec<usize> = (0..all.len())
            .filter(|&n| matches!(all[n], Activation::Fires { retreat: Some(_), .. }))
            .collect();
        // Each set of groups that retreat here; it is right if no captain wants to do otherwise.
        let mut right: Vec<Vec<Value>> = Vec::new();
        for set in 0..1_usize << deciders.len() {
            let retreat: Vec<usize> = deciders
                .iter()
                .enumerate()
                .filter(|(bit, _)| set >> bit & 1 == 1)
                .map(|(_, &place)| place)
                .collect();
            let values = self.cycle(&all, &retreat);
            if deciders.iter().all(|&n| {
                let Activation::Fires { value, nothing, retreat: Some(leaves) } = all[n] else {
                    return true;
                };
                let fires = value.plus(nothing, values[n + 1]);
                let picked = self.picks(self.order[n].0, &[fires, leaves]);
                (picked == 1) == retreat.contains(&n)
            }) {
                right.push(values);
            }
        }
        let differ = |a: &Vec<Value>, b: &Vec<Value>| {
            let far = |x: [f64; 2], y: [f64; 2]| (0..2).any(|n| (x[n] - y[n]).abs() > 1e-10);
            a.iter().zip(b).any(|(a, b)| far(a.win, b.win) || far(a.swing, b.swing))
        };
        self.is_settled &= !right.is_empty() && !right.iter().any(|other| differ(other, &right[0]));
        right.into_iter().next().unwrap_or_else(|| self.cycle(&all, &[]))
    }

    /// Returns the values of a round after which the next one begins, if these groups retreat.
    fn cycle(&self, all: &[Activation], retreat: &[usize]) -> Vec<Value> {
        let (values, again) = self.backwards(all, Value::default(), retreat);
        let start = Value::default().plus(1.0 / (1.0 - again), values[0]);
        self.backwards(all, start, retreat).0
    }

    /// Returns the values of a round that ends with this one, and the probability that nothing
    /// happens in it.
    fn backwards(&self, all: &[Activation], end: Value, retreat: &[usize]) -> (Vec<Value>, f64) {
        let (mut values, mut again) = (vec![end], 1.0);
        for (n, activation) in all.iter().enumerate().rev() {
            let next = values[values.len() - 1];
            let (now, goes_on) = match activation {
                Activation::Absent => (next, 1.0),
                Activation::Leads(value) => (*value, 0.0),
                Activation::Fires { retreat: Some(leaves), .. } if retreat.contains(&n) => {
                    (*leaves, 0.0)
                }
                Activation::Fires { value, nothing, .. } => (value.plus(*nothing, next), *nothing),
            };
            values.push(now);
            again *= goes_on;
        }
        values.reverse();
        (values, again)
    }

    fn activation(&mut self, scene: &Scene, place: usize) -> Activation {
        let (side, group) = self.order[place];
        let squad = &scene[side][group];
        if !squad.is_here() {
            return Activation::Absent;
        }
        let at = Moment { missiles: false, place, rounds_left: None };
        if squad.stance == Stance::HasBegun {
            let left = left_by(scene, (side, group));
            return Activation::Leads(self.value(&left, Moment { place: place + 1, ..at }));
        }
        let (value, nothing) = self.firing(scene, at);
        let decides = self.sides[side].can_leave(group) && self.sides[side].seeks_retreat;
        let retreat = decides.then(|| self.retreat(scene, at));
        Activation::Fires { value, nothing, retreat }
    }

    /// Returns the value of beginning to retreat.
    pub(crate) fn retreat(&mut self, scene: &Scene, at: Moment) -> Value {
        let (side, group) = self.order[at.place];
        let mut flagged = scene.clone();
        flagged[side][group].stance = Stance::HasBegun;
        self.value(&flagged, Moment { place: at.place + 1, ..at })
    }

    /// Whether the group that acts chooses between firing and retreating.
    pub(crate) fn may_choose(&self, scene: &Scene, at: Moment) -> bool {
        let (side, group) = self.order[at.place];
        let side_of = &self.sides[side];
        let stays = scene[side][group].stance == Stance::Stays;
        !at.missiles && stays && side_of.seeks_retreat && side_of.can_leave(group)
    }

    pub(crate) fn shooter(&self, at: Moment) -> Shooter<'_> {
        let (side, group) = self.order[at.place];
        Shooter { sides: &self.sides, side, group, missiles: at.missiles }
    }

    /// Returns the value of firing without the case in which nothing happens, and the probability
    /// of that.
    fn firing(&mut self, scene: &Scene, at: Moment) -> (Value, f64) {
        let (mut total, mut nothing) = (Value::default(), 0.0);
        let shooter = self.shooter(at);
        let volleys: Vec<(f64, Vec<Outcome>)> = shooter
            .volleys(scene)
            .iter()
            .map(|(volley, p)| (*p, shooter.outcomes(scene, volley)))
            .collect();
        for (p, outcomes) in volleys {
            if outcomes.iter().all(|outcome| outcome.scene == *scene) {
                nothing += p;
                continue;
            }
            let values: Vec<Value> =
                outcomes.iter().map(|outcome| self.after(outcome, at)).collect();
            total = total.plus(p, values[self.picks(self.order[at.place].0, &values)]);
        }
        (total, nothing)
    }

    pub(crate) fn after(&mut self, outcome: &Outcome, at: Moment) -> Value {
        let next = Moment { place: at.place + 1, ..at };
        self.value(&outcome.scene, next).with_swing(outcome.swing)
    }

    /// Returns the value of a situation whose dice are about to be rolled.
    pub(crate) fn before_roll(&mut self, scene: &Scene, at: Moment) -> Value {
        let (value, nothing) = self.firing(scene, at);
        let next = Moment { place: at.place + 1, ..at };
        let rest = if nothing > 0.0 { self.value(scene, next) } else { Value::default() };
        value.plus(nothing, rest)
    }

    /// Returns the value of each choice with these dice on the table.
    pub(crate) fn choices(&mut self, scene: &Scene, at: Moment, dice: &[Face]) -> Vec<Value> {
        let shooter = self.shooter(at);
        let outcomes = shooter.outcomes(scene, &shooter.volley(scene, dice));
        outcomes.iter().map(|outcome| self.after(outcome, at)).collect()
    }

    /// Returns each roll's probability and the value of its best use.
    pub(crate) fn rolls(&mut self, scene: &Scene, at: Moment) -> Vec<(f64, Value)> {
        let shooter = self.shooter(at);
        let side = shooter.side;
        let volleys: Vec<(f64, Vec<Outcome>)> = shooter
            .volleys(scene)
            .iter()
            .map(|(volley, p)| (*p, shooter.outcomes(scene, volley)))
            .collect();
        let best = |(p, outcomes): (f64, Vec<Outcome>)| {
            let values: Vec<Value> =
                outcomes.iter().map(|outcome| self.after(outcome, at)).collect();
            (p, values[self.picks(side, &values)])
        };
        volleys.into_iter().map(best).collect()
    }

    /// Whether no ship that is left can hurt another (D6).
    pub(crate) fn is_harmless(&self, scene: &Scene) -> bool {
        let is_armed = |&&(side, group): &&(usize, usize)| {
            scene[side][group].is_here() && self.sides[side].groups[group].cannons != [0; 5]
        };
        !self.order.iter().any(|at| is_armed(&at))
    }

    /// Returns the value after D6: the attacker leaves with all ships that may, and loses the
    /// others, which are kills of no side.
    fn after_d6(&self, scene: &Scene) -> Value {
        let mut end = scene.clone();
        let mut lost = 0.0;
        for (group, squad) in end[0].iter_mut().enumerate().filter(|(_, squad)| squad.is_here()) {
            if self.sides[0].can_leave(group) {
                squad.stance = Stance::HasLeft;
            } else {
                lost += self.sides[0].groups[group].cost * squad.damage.len() as f64;
                squad.damage.clear();
            }
        }
        over(&end).unwrap_or_default().with_swing([-lost, 0.0])
    }
}

/// Returns the value of the end of a battle, if it is over (D13).
pub(crate) fn over(scene: &Scene) -> Option<Value> {
    let here = [0, 1].map(|side: usize| has_ships(&scene[side]));
    let won = |side: usize| if here[side] && !here[1 - side] { 1.0 } else { 0.0 };
    (here != [true; 2]).then(|| Value { win: [won(0), won(1)], swing: [0.0; 2] })
}

/// Returns the ships after a group has left the battle.
pub(crate) fn left_by(scene: &Scene, (side, group): (usize, usize)) -> Scene {
    let mut left = scene.clone();
    left[side][group].stance = Stance::HasLeft;
    left
}
