//! What each way to assign hits is worth, for plain units of Twilight Imperium: written from the
//! rules, with no code of the program. Every set of hits is assigned in every possible way.

use std::collections::{BTreeSet, HashMap};

/// A kind of ship: dice, the face from which on they hit, whether it sustains damage, its price.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub name: &'static str,
    pub dice: usize,
    pub face: u32,
    pub sustains: bool,
    pub price: f64,
}

const fn kind(name: &'static str, dice: usize, face: u32, sustains: bool, price: f64) -> Kind {
    Kind { name, dice, face, sustains, price }
}

pub(crate) const KINDS: [Kind; 6] = [
    kind("fighter", 1, 9, false, 0.5),
    kind("destroyer", 1, 9, false, 1.0),
    kind("cruiser", 1, 7, false, 2.0),
    kind("carrier", 1, 9, false, 3.0),
    kind("dreadnought", 1, 5, true, 4.0),
    kind("war-sun", 3, 3, true, 12.0),
];

/// By group: undamaged and damaged ships.
pub(crate) type Force = Vec<(u8, u8)>;

/// How a side assigns its hits.
#[derive(Clone, Debug)]
pub(crate) enum Assigns {
    /// As well as possible for the odds of winning, or for the balance of losses. With `first`,
    /// ships sustain damage as long as any can.
    Best { swing: bool, first: bool },
    /// It sustains damage, then loses ships, both in this order of its groups.
    InOrder(Vec<usize>),
}

/// Cards that a side holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Cards {
    pub shields: u8,
    pub direct_hits: u8,
    pub repairs: u8,
    /// The round in which Morale Boost is played; 0 without one.
    pub morale: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub kinds: Vec<Kind>,
    pub force: Force,
    pub assigns: Assigns,
    pub cards: Cards,
}

/// Situation before a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub forces: [Force; 2],
    pub cards: [Cards; 2],
    pub round: u8,
}

/// A choice: the cards that are played now, where there is a choice, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub shields: Option<u8>,
    pub direct_hits: Option<u8>,
    pub morale: Option<u8>,
    pub repairs: Option<u8>,
    pub worth: Worth,
}

/// Round from which on no card depends on the round any more.
const LAST: u8 = 3;

/// Odds that each side wins, and the expected price of the ships that it has lost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worth {
    pub win: [f64; 2],
    pub lost: [f64; 2],
}

impl Worth {
    pub(crate) fn swing(&self, side: usize) -> f64 {
        self.lost[1 - side] - self.lost[side]
    }

    pub(crate) fn add(&mut self, weight: f64, other: Worth) {
        for side in 0..2 {
            self.win[side] += weight * other.win[side];
            self.lost[side] += weight * other.lost[side];
        }
    }
}

pub(crate) struct Solver {
    pub sides: [Side; 2],
    known: HashMap<State, Worth>,
}

impl Solver {
    pub(crate) fn new(sides: [Side; 2]) -> Self {
        Self { sides, known: HashMap::new() }
    }

    pub(crate) fn opening(&self) -> State {
        let forces = self.sides.each_ref().map(|side| side.force.clone());
        State { forces, cards: self.sides.each_ref().map(|side| side.cards), round: 1 }
    }

    /// What each way to assign these hits is worth, by the side that they are assigned to. The
    /// attacker assigns its hits first.
    pub(crate) fn choices(&mut self, side: usize, hits: [usize; 2]) -> Vec<Choice> {
        let opening = self.opening();
        let held = opening.cards[side];
        let shields = match held.shields > 0 && hits[side] > 0 {
            true => vec![Some(1), Some(0)],
            false => vec![None],
        };
        let is_fixed = matches!(self.sides[1 - side].assigns, Assigns::InOrder(_));
        let direct_hits = match held.direct_hits > 0 && hits[1 - side] > 0 && is_fixed {
            true => (0..=held.direct_hits).map(Some).collect(),
            false => vec![None],
        };
        let mut all = Vec::new();
        for &shields in &shields {
            for &direct_hits in &direct_hits {
                let (mut state, mut hits) = (opening.clone(), hits);
                hits[1 - side] = self.after_shields(1 - side, hits[1 - side], &mut state);
                if shields == Some(1) {
                    hits[side] = hits[side].saturating_sub(2);
                    state.cards[side].shields -= 1;
                }
                let kept = direct_hits.map_or(0, |most| held.direct_hits - most);
                state.cards[side].direct_hits -= kept;
                let firsts = match side {
                    0 => self.results(0, &state, hits[0]),
                    _ => vec![self.first(&state, hits, kept)],
                };
                let ends: Vec<State> = match side {
                    0 => firsts.iter().map(|first| self.second(first, hits[1], kept)).collect(),
                    _ => self.results(1, &firsts[0], hits[1]),
                };
                for mut end in ends {
                    let played = direct_hits.map(|most| most - end.cards[side].direct_hits);
                    end.cards[side].direct_hits += kept;
                    let worth = self.worth(&self.next(end));
                    let (morale, repairs) = (None, None);
                    all.push(Choice { shields, direct_hits: played, morale, repairs, worth });
                }
            }
        }
        all
    }

    /// What it is worth to play Morale Boost or Emergency Repairs before the dice are rolled, or to
    /// keep them.
    pub(crate) fn starts(&mut self, side: usize) -> Vec<Choice> {
        let opening = self.opening();
        let is_hurt = opening.forces[side].iter().any(|(_, hurt)| *hurt > 0);
        let both = |has: bool| if has { vec![Some(1), Some(0)] } else { vec![None] };
        let held = opening.cards[side];
        let mut all = Vec::new();
        for morale in both(held.morale > 0) {
            for repairs in both(held.repairs > 0 && is_hurt) {
                let mut state = opening.clone();
                match morale {
                    Some(1) => state.cards[side].morale = 1,
                    Some(_) => state.cards[side].morale = held.morale.max(2),
                    None => {}
                }
                if repairs == Some(1) {
                    state.cards[side].repairs -= 1;
                    repair(&mut state.forces[side]);
                }
                let worth = self.worth(&state);
                let (shields, direct_hits) = (None, None);
                all.push(Choice { shields, direct_hits, morale, repairs, worth });
            }
        }
        all
    }

    /// Worth of the beginning of a round.
    pub(crate) fn worth(&mut self, state: &State) -> Worth {
        let alive = [0, 1].map(|side| is_alive(&state.forces[side]));
        if alive != [true, true] {
            let lost = [0, 1].map(|side| self.lost(side, &state.forces[side]));
            return Worth { win: alive.map(|is| f64::from(u8::from(is))), lost };
        }
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let scored = [0, 1].map(|side| self.scored(side, state));
        let mut sum = Worth::default();
        let mut stays = 0.0;
        for (by_attacker, p) in scored[0].iter().enumerate() {
            for (by_defender, q) in scored[1].iter().enumerate() {
                let mut rolled = state.clone();
                let first = self.after_shields(0, by_defender, &mut rolled);
                let second = self.after_shields(1, by_attacker, &mut rolled);
                let end = self.first(&rolled, [first, second], 0);
                let end = self.second(&end, second, 0);
                let next = self.next(end);
                if next == *state {
                    stays += p * q;
                } else if p * q > 0.0 {
                    let worth = self.worth(&next);
                    sum.add(p * q, worth);
                }
            }
        }
        let mut worth = Worth::default();
        worth.add(1.0 / (1.0 - stays), sum);
        self.known.insert(state.clone(), worth);
        worth
    }

    /// The situation after the attacker has assigned its hits. `kept` Direct Hits come back to the
    /// defender.
    pub(crate) fn first(&mut self, state: &State, hits: [usize; 2], kept: u8) -> State {
        let results = self.results(0, state, hits[0]);
        if let [only] = &results[..] {
            return only.clone();
        }
        let mut worths = Vec::new();
        for result in &results {
            let mut end = self.second(result, hits[1], 0);
            end.cards[1].direct_hits += kept;
            worths.push(self.worth(&self.next(end)));
        }
        results[self.best(0, &worths)].clone()
    }

    /// The situation after the defender has assigned its hits. `kept` Direct Hits come back to the
    /// attacker.
    pub(crate) fn second(&mut self, state: &State, hits: usize, kept: u8) -> State {
        let results = self.results(1, state, hits);
        if let [only] = &results[..] {
            return only.clone();
        }
        let mut worths = Vec::new();
        for result in &results {
            let mut end = result.clone();
            end.cards[0].direct_hits += kept;
            worths.push(self.worth(&self.next(end)));
        }
        results[self.best(1, &worths)].clone()
    }

    /// The beginning of the next round: units are repaired, the attacker's first.
    pub(crate) fn next(&self, mut state: State) -> State {
        if state.forces.iter().all(is_alive) {
            for side in 0..2 {
                let force = &mut state.forces[side];
                if state.cards[side].repairs > 0 && force.iter().any(|(_, hurt)| *hurt > 0) {
                    state.cards[side].repairs -= 1;
                    repair(force);
                }
            }
            state.round = (state.round + 1).min(LAST);
        }
        state
    }

    /// Hits left after Shields Holding, which is played against two hits or against one that would
    /// destroy a ship, unless that saves nothing.
    fn after_shields(&self, side: usize, hits: usize, state: &mut State) -> usize {
        if state.cards[side].shields == 0 || hits == 0 {
            return hits;
        }
        let kinds = &self.sides[side].kinds;
        let order = match &self.sides[side].assigns {
            Assigns::InOrder(order) => order.clone(),
            Assigns::Best { .. } => (0..kinds.len()).collect(),
        };
        let assigns = Assigns::InOrder(order);
        let after = |hits: usize| {
            let mut force = state.forces[side].clone();
            for _ in 0..hits {
                (force, _) = one_hit(kinds, &assigns, &force, 0).remove(0);
            }
            force
        };
        let ships = |force: &Force| force.iter().map(|(w, h)| w + h).sum::<u8>();
        let kills = ships(&after(hits)) < ships(&state.forces[side]);
        if !(hits >= 2 || kills) || after(hits) == after(hits.saturating_sub(2)) {
            return hits;
        }
        state.cards[side].shields -= 1;
        hits.saturating_sub(2)
    }

    fn best(&self, side: usize, worths: &[Worth]) -> usize {
        let swing_first = matches!(self.sides[side].assigns, Assigns::Best { swing: true, .. });
        let figures = |worth: &Worth| match swing_first {
            true => [worth.swing(side), worth.win[side]],
            false => [worth.win[side], worth.swing(side)],
        };
        let mut best = 0;
        for n in 1..worths.len() {
            let [mine, other] = [figures(&worths[best]), figures(&worths[n])];
            let ahead = other[0] - mine[0];
            if ahead > 1e-12 || (ahead > -1e-12 && other[1] - mine[1] > 1e-12) {
                best = n;
            }
        }
        best
    }

    /// All situations that can follow from these hits on a side.
    fn results(&self, side: usize, state: &State, hits: usize) -> Vec<State> {
        let Side { kinds, assigns, .. } = &self.sides[side];
        let cards = state.cards[1 - side].direct_hits;
        let mut open = BTreeSet::from([(state.forces[side].clone(), cards)]);
        for _ in 0..hits {
            let after = |(force, cards): &(Force, u8)| one_hit(kinds, assigns, force, *cards);
            open = open.iter().flat_map(after).collect();
        }
        let result = |(force, cards): (Force, u8)| {
            let mut after = state.clone();
            after.forces[side] = force;
            after.cards[1 - side].direct_hits = cards;
            after
        };
        open.into_iter().map(result).collect()
    }

    fn lost(&self, side: usize, force: &Force) -> f64 {
        let Side { kinds, force: all, .. } = &self.sides[side];
        let ships = |(w, h): &(u8, u8)| f64::from(w + h);
        let lost = all.iter().zip(force).map(|(before, left)| ships(before) - ships(left));
        lost.zip(kinds).map(|(n, kind)| n * kind.price).sum()
    }

    /// Probabilities of 0, 1, 2, … hits.
    fn scored(&self, side: usize, state: &State) -> Vec<f64> {
        let mut all = vec![1.0];
        let more = u32::from(state.cards[side].morale == state.round);
        for (kind, (whole, hurt)) in self.sides[side].kinds.iter().zip(&state.forces[side]) {
            let hit = f64::from(11 - kind.face + more) / 10.0;
            for _ in 0..kind.dice * usize::from(whole + hurt) {
                let mut next = vec![0.0; all.len() + 1];
                for (n, p) in all.iter().enumerate() {
                    next[n] += p * (1.0 - hit);
                    next[n + 1] += p * hit;
                }
                all = next;
            }
        }
        all
    }
}

fn is_alive(force: &Force) -> bool {
    force.iter().any(|(whole, hurt)| whole + hurt > 0)
}

fn repair(force: &mut Force) {
    for (whole, hurt) in force {
        *whole += std::mem::take(hurt);
    }
}

/// All forces after one more hit, with the Direct Hits that the enemy has left. With best play, a
/// ship that can sustain the hit may be lost instead. Of a kind the damaged ships are lost first.
fn one_hit(kinds: &[Kind], assigns: &Assigns, force: &Force, cards: u8) -> Vec<(Force, u8)> {
    let with = |group: usize, (whole, hurt): (u8, u8)| {
        let mut after = force.clone();
        after[group] = (whole, hurt);
        after
    };
    let sustained = |group: usize| match force[group] {
        (whole @ 1.., hurt) if kinds[group].sustains && cards > 0 => {
            Some((with(group, (whole - 1, hurt)), cards - 1))
        }
        (whole @ 1.., hurt) if kinds[group].sustains => {
            Some((with(group, (whole - 1, hurt + 1)), cards))
        }
        _ => None,
    };
    let lost = |group: usize| match force[group] {
        (whole, hurt @ 1..) => Some((with(group, (whole, hurt - 1)), cards)),
        (whole @ 1.., 0) => Some((with(group, (whole - 1, 0)), cards)),
        _ => None,
    };
    let mut all: Vec<(Force, u8)> = match assigns {
        Assigns::Best { first: true, .. } if (0..force.len()).any(|g| sustained(g).is_some()) => {
            (0..force.len()).filter_map(sustained).collect()
        }
        Assigns::Best { .. } => {
            (0..force.len()).flat_map(|g| [sustained(g), lost(g)]).flatten().collect()
        }
        Assigns::InOrder(order) => {
            let first = order.iter().find_map(|&g| sustained(g));
            first.or_else(|| order.iter().find_map(|&g| lost(g))).into_iter().collect()
        }
    };
    if all.is_empty() {
        all.push((force.clone(), cards));
    }
    all
}
