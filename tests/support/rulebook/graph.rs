//! The graph of all situations, and the choices in it.

use super::*;

pub(super) fn over(mut s: Step) -> Step {
    s.sit = Sit { round: 0, missile: false, k: 0, stage: Stage::Over, ships: s.sit.ships };
    s
}

/// Values of a situation: probability that side 0 and side 1 win, and their expected further swing.
pub(super) type Value = [f64; 4];
/// D16: options that differ from the best by less than this are equal.
pub(super) const EQUAL: f64 = 1e-12;
/// Values are final when a sweep over all situations changes none of them by more than this,
/// relative to the largest value. Even if nine rounds of ten pass without a hit, the error stays
/// far below [`EQUAL`].
pub(super) const FINAL: f64 = 1e-15;

pub(super) struct Graph {
    pub(super) spec: Spec,
    pub(super) ships: Vec<Ships>,
    pub(super) nodes: Vec<Node<Edge>>,
    pub(super) start: Edge,
    /// Values by which choices are made.
    pub(super) value: Vec<Value>,
    /// Values if no side retreats by its odds, for [`Retreat::Below`].
    pub(super) played_on: Vec<Value>,
    pub(super) converged: bool,
}
impl Graph {
    pub(super) fn new(spec: Spec, ships: &Ships) -> Graph {
        let mut ids: HashMap<Sit, usize> = HashMap::new();
        let mut sits: Vec<Sit> = vec![];
        let mut nodes: Vec<Node<Edge>> = vec![];
        let start = intern(&mut ids, &mut sits, spec.begin(ships));
        while nodes.len() < sits.len() {
            let sit = sits[nodes.len()].clone();
            let mut edge = |s: Step| intern(&mut ids, &mut sits, s);
            nodes.push(match spec.expand(&sit) {
                Node::Chance(list) => {
                    Node::Chance(list.into_iter().map(|(p, s)| (p, edge(s))).collect())
                }
                Node::Choice(o, list) => Node::Choice(o, list.into_iter().map(edge).collect()),
                Node::Below(o, p, fire, retreat) => Node::Below(o, p, edge(fire), edge(retreat)),
                Node::Over => Node::Over,
            });
        }
        let ships = sits.into_iter().map(|s| s.ships).collect();
        let mut g =
            Graph { spec, ships, nodes, start, value: vec![], played_on: vec![], converged: true };
        if g.nodes.iter().any(|n| matches!(n, Node::Below(..))) {
            g.played_on = g.iterate();
        }
        if g.nodes.iter().any(|n| matches!(n, Node::Choice(..))) {
            g.value = g.iterate();
        }
        g
    }
    pub(super) fn along(&self, e: &Edge, value: &[Value]) -> Value {
        let mut v = value[e.to];
        for &(group, by) in &e.lost {
            let g = &self.spec.groups[group];
            v[2 + g.side] -= g.g.cost as f64;
            if let Some(o) = by {
                v[2 + self.spec.owners[o].side] += g.g.cost as f64;
            }
        }
        v
    }
    /// D16: returns the index of the option that an owner takes under these values: the best for
    /// its objective; of equal options the best for the other figure; of those the first.
    pub(super) fn pick(&self, owner: usize, options: &[Edge], value: &[Value]) -> usize {
        let o = &self.spec.owners[owner];
        let (win, swing) = (o.side, 2 + o.side);
        let figures = match o.o.objective {
            Objective::Win => [win, swing],
            Objective::Swing => [swing, win],
        };
        let worth: Vec<Value> = options.iter().map(|e| self.along(e, value)).collect();
        let mut equal: Vec<usize> = (0..options.len()).collect();
        for figure in figures {
            let best = equal.iter().map(|&n| worth[n][figure]).fold(f64::NEG_INFINITY, f64::max);
            equal.retain(|&n| worth[n][figure] >= best - EQUAL);
        }
        equal[0]
    }
    /// Whether the group begins to retreat by its odds. It never does while these are being
    /// computed.
    pub(super) fn begins(&self, node: usize, owner: usize, below: f64) -> bool {
        !self.played_on.is_empty()
            && self.played_on[node][self.spec.owners[owner].side] < below - 1e-10
    }
    /// Returns values under which each choice is the best by D16, found by value iteration. A
    /// choice that depends on a value that is not final is made again in the next sweep.
    pub(super) fn iterate(&mut self) -> Vec<Value> {
        let mut value = vec![[0.0; 4]; self.nodes.len()];
        for _ in 0..20_000 {
            let (mut change, mut scale): (f64, f64) = (0.0, 1.0);
            for n in (0..self.nodes.len()).rev() {
                let v = match &self.nodes[n] {
                    Node::Chance(list) => {
                        let mut v = [0.0; 4];
                        for (p, e) in list {
                            let w = self.along(e, &value);
                            (0..4).for_each(|i| v[i] += p * w[i]);
                        }
                        v
                    }
                    Node::Choice(o, list) => self.along(&list[self.pick(*o, list, &value)], &value),
                    Node::Below(o, p, fire, retreat) => {
                        self.along(if self.begins(n, *o, *p) { retreat } else { fire }, &value)
                    }
                    Node::Over => {
                        let here = [0, 1].map(|s| self.spec.ships_here(&self.ships[n], s) > 0);
                        [
                            (here[0] && !here[1]) as u8 as f64,
                            (here[1] && !here[0]) as u8 as f64,
                            0.0,
                            0.0,
                        ]
                    }
                };
                for i in 0..4 {
                    change = change.max((v[i] - value[n][i]).abs());
                    scale = scale.max(v[i].abs());
                }
                value[n] = v;
            }
            if change <= FINAL * scale {
                return value;
            }
        }
        self.converged = false;
        value
    }
}
pub(super) fn intern(ids: &mut HashMap<Sit, usize>, sits: &mut Vec<Sit>, s: Step) -> Edge {
    let to = *ids.entry(s.sit).or_insert_with_key(|sit| {
        sits.push(sit.clone());
        sits.len() - 1
    });
    Edge { to, lost: s.lost, new_round: s.new_round }
}
