//! One battle of two sides, solved from any fleets.

use super::volleys::{Die, by_rule, result, results, volleys};
use super::{Aim, Fleet, Group, Play, Solver, Value};

/// Values that differ by less are equal (D16).
const EQUAL: f64 = 1e-12;

/// A side in a battle.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) side: usize,
    pub(super) fleet: Fleet,
}

impl Place {
    fn is_dead(&self) -> bool {
        self.fleet.iter().all(Vec::is_empty)
    }
}

/// A battle that is being solved.
pub(super) struct Round<'s, 'a> {
    pub(super) solver: &'s mut Solver<'a>,
    pub(super) sides: [usize; 2],
}

/// A place and one of its groups.
type Turn = (usize, usize);

impl Round<'_, '_> {
    fn groups(&self, place: usize) -> &[(usize, Group)] {
        &self.solver.sides[self.sides[place]].groups
    }

    /// Turns of the groups with dice of a kind: the highest initiative first; of equal ones the
    /// defender's, then the group listed first.
    fn turns(&self, dice: fn(&Group) -> [usize; 4]) -> Vec<Turn> {
        let of = |place: usize| (0..self.groups(place).len()).map(move |group| (place, group));
        let armed = |&(place, group): &Turn| dice(&self.groups(place)[group].1) != [0; 4];
        let mut turns: Vec<Turn> = of(1).chain(of(0)).filter(armed).collect();
        turns.sort_by_key(|&(place, group)| -self.groups(place)[group].1.initiative);
        turns
    }

    /// The value before the missile volley with this number.
    pub(super) fn missiles(&mut self, number: usize, places: [Place; 2]) -> Value {
        if places.iter().any(Place::is_dead) {
            return self.solver.end(&places);
        }
        let Some(&turn) = self.turns(|group| group.missiles).get(number) else {
            let cap = self.solver.text.cap;
            return self.round(&places, cap).remove(0);
        };
        let next = &mut |own: &mut Self, places: [Place; 2]| own.missiles(number + 1, places);
        let key = (None, number);
        let (mut value, nothing) = self.fire(turn, |g| g.missiles, key, &places, next);
        if nothing > 0.0 {
            let after = self.missiles(number + 1, places);
            value.iter_mut().zip(after).for_each(|(sum, more)| *sum += nothing * more);
        }
        value
    }

    /// The values before each turn of a round, and after the last one.
    fn round(&mut self, places: &[Place; 2], left: Option<u32>) -> Vec<Value> {
        let [a, b] = places.each_ref().map(|place| place.fleet.clone());
        let key = (self.sides[0], self.sides[1], a, b, left);
        if let Some(known) = self.solver.known.get(&key) {
            return known.clone();
        }
        let values = self.new_round(places, left);
        self.solver.known.insert(key, values.clone());
        values
    }

    fn new_round(&mut self, places: &[Place; 2], left: Option<u32>) -> Vec<Value> {
        let turns = self.turns(|group| group.cannons);
        if places.iter().any(Place::is_dead) || left == Some(0) {
            return vec![self.solver.end(places); turns.len() + 1];
        }
        let lives = |&(place, group): &Turn| !places[place].fleet[group].is_empty();
        if !turns.iter().any(lives) {
            // D6: the attacker is lost, and the defender has destroyed nothing.
            let mut after = places.clone();
            let lost = std::mem::take(&mut after[0].fleet);
            after[0].fleet = vec![Vec::new(); lost.len()];
            let mut value = self.solver.end(&after);
            for (group, ships) in lost.iter().enumerate() {
                self.lose(&mut value, 0, group, ships.len());
            }
            return vec![value; turns.len() + 1];
        }
        let mut of_hits = Vec::new();
        for (number, &turn) in turns.iter().enumerate() {
            let next = &mut |own: &mut Self, places: [Place; 2]| {
                own.round(&places, left).swap_remove(number + 1)
            };
            of_hits.push(self.fire(turn, |g| g.cannons, (left, 100 + number), places, next));
        }
        // V = c1 + q1 (c2 + q2 (… + V)).
        let mut constant = vec![0.0; 2 * self.solver.sides.len() + 4];
        let mut all_miss = 1.0;
        for (value, nothing) in &of_hits {
            constant.iter_mut().zip(value).for_each(|(sum, more)| *sum += all_miss * more);
            all_miss *= nothing;
        }
        let next_round = match left {
            None => constant.iter().map(|sum| sum / (1.0 - all_miss)).collect(),
            Some(left) => self.round(places, Some(left - 1)).swap_remove(0),
        };
        let mut values = vec![next_round];
        for (value, nothing) in of_hits.iter().rev() {
            let after = &values[values.len() - 1];
            values.push(value.iter().zip(after).map(|(c, v)| c + nothing * v).collect());
        }
        values.reverse();
        values
    }

    /// The value of the volleys of a group that hit something, and the probability of the others.
    fn fire(
        &mut self,
        (place, group): Turn,
        dice: fn(&Group) -> [usize; 4],
        key: (Option<u32>, usize),
        places: &[Place; 2],
        next: &mut dyn FnMut(&mut Self, [Place; 2]) -> Value,
    ) -> (Value, f64) {
        let mut sum = vec![0.0; 2 * self.solver.sides.len() + 4];
        let ships = places[place].fleet[group].len();
        if ships == 0 {
            return (sum, 1.0);
        }
        let (party, own) = self.groups(place)[group].clone();
        let fleet = &places[1 - place].fleet;
        let all = volleys(&own, dice(&own), ships, self.groups(1 - place), fleet);
        let mut nothing = 0.0;
        for (volley, chance) in all {
            if volley.is_empty() {
                nothing += chance;
                continue;
            }
            let table = Table { place, party, key, places };
            let value = match self.solver.text.parties[party].play {
                Play::Npc => {
                    let after = by_rule(&volley, self.groups(1 - place), fleet);
                    self.after(place, places, after, next)
                }
                Play::Optimal => self.choose(&table, &volley, fleet.clone(), next).0,
            };
            sum.iter_mut().zip(value).for_each(|(sum, more)| *sum += chance * more);
        }
        (sum, nothing)
    }

    /// The value after the volley of a side has left the enemy with this fleet.
    fn after(
        &mut self,
        place: usize,
        places: &[Place; 2],
        fleet: Fleet,
        next: &mut dyn FnMut(&mut Self, [Place; 2]) -> Value,
    ) -> Value {
        let mut after = places.clone();
        let before = std::mem::replace(&mut after[1 - place].fleet, fleet.clone());
        let mut value = next(self, after);
        for group in 0..fleet.len() {
            let ships = before[group].len() - fleet[group].len();
            let gained = self.lose(&mut value, 1 - place, group, ships);
            value[2 * self.sides[place] + 1] += gained;
            value[2 * self.solver.sides.len() + 2 * place + 1] += gained;
        }
        value
    }

    /// Takes the cost of lost ships off the swing of a side. Returns it.
    fn lose(&self, value: &mut Value, place: usize, group: usize, ships: usize) -> f64 {
        let cost = f64::from(self.groups(place)[group].1.cost) * ships as f64;
        value[2 * self.sides[place] + 1] -= cost;
        value[2 * self.solver.sides.len() + 2 * place + 1] -= cost;
        cost
    }

    /// The value of the best choice for the first die and of those for the dice after it, and the
    /// fleet that they leave. Where another battle may follow, equal choices are told apart by that
    /// fleet, and elsewhere die by die.
    fn choose(
        &mut self,
        table: &Table<'_>,
        volley: &[Die],
        fleet: Fleet,
        next: &mut dyn FnMut(&mut Self, [Place; 2]) -> Value,
    ) -> (Value, Fleet) {
        let place = table.place;
        let options = match volley.first() {
            Some(die) => results(*die, self.groups(1 - place), &fleet),
            None => return (self.after(place, table.places, fleet.clone(), next), fleet),
        };
        if options.is_empty() {
            return self.choose(table, &volley[1..], fleet, next);
        }
        let [a, b] = table.places.each_ref().map(|place| place.fleet.clone());
        let (left, turn) = table.key;
        let [first, second] = self.sides;
        let decision = (first, second, a, b, left, turn, volley.to_vec(), fleet);
        let (values, ends): (Vec<Value>, Vec<Fleet>) = options
            .iter()
            .map(|hit| self.choose(table, &volley[1..], hit.fleet.clone(), next))
            .unzip();
        let given = self.solver.given.filter(|(free, _)| *free != table.party);
        let choice = match given.and_then(|(_, decided)| decided.get(&decision)) {
            Some((_, fleet)) => options.iter().position(|hit| hit.fleet == *fleet).unwrap(),
            None => {
                let equal = best(&values, self.figures(table.party, place));
                let enemy = self.groups(1 - place);
                let leads_on = self.sides[1] + 1 < self.solver.sides.len();
                let greatest = |&n: &usize| if leads_on { result(enemy, &ends[n]) } else { vec![] };
                equal.into_iter().min_by_key(greatest).unwrap()
            }
        };
        let made = (table.party, options[choice].fleet.clone());
        self.solver.decided.insert(decision, made);
        values.into_iter().zip(ends).nth(choice).unwrap()
    }

    /// The places in a value of what a captain plays for, and of what decides ties.
    fn figures(&self, party: usize, place: usize) -> [usize; 2] {
        let captain = &self.solver.text.parties[party];
        let first = match captain.looks_ahead {
            true => 2 * self.sides[place],
            false => 2 * self.solver.sides.len() + 2 * place,
        };
        match captain.aim {
            Aim::Win => [first, first + 1],
            Aim::Swing => [first + 1, first],
        }
    }
}

/// Dice on the table: the side and the party that assign them, and the situation.
struct Table<'p> {
    place: usize,
    party: usize,
    key: (Option<u32>, usize),
    places: &'p [Place; 2],
}

/// The choices that are best in the first figure, and of those in the second.
fn best(values: &[Value], figures: [usize; 2]) -> Vec<usize> {
    let mut equal: Vec<usize> = (0..values.len()).collect();
    for figure in figures {
        let most = equal.iter().map(|&n| values[n][figure]).fold(f64::NEG_INFINITY, f64::max);
        equal.retain(|&n| values[n][figure] >= most - EQUAL);
    }
    equal
}
