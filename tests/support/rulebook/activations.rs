//! Order of play: activations, retreats and the end of a battle.

use super::graph::over;
use super::*;

impl Spec {
    pub(super) fn new(battle: &Battle, ships: &Ships) -> Spec {
        let mut owners: Vec<OwnerSpec> = vec![];
        let mut groups: Vec<GroupSpec> = vec![];
        let mut round_cut = 0;
        for side in 0..2 {
            for o in &battle.sides[side] {
                let mut present = false;
                for g in &o.groups {
                    present |= ships[groups.len()].here();
                    groups.push(GroupSpec { side, owner: owners.len(), g: g.clone() });
                }
                owners.push(OwnerSpec { side, o: o.clone(), present });
                if let Retreat::AfterRound(n) = o.retreat {
                    round_cut = round_cut.max(n.saturating_add(1));
                }
            }
        }
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&i| (-groups[i].g.initiative, groups[i].side != battle.wins_ties, i));
        Spec { owners, groups, order, start: battle.start.clone(), round_cut }
    }

    pub(super) fn ships_here(&self, ships: &Ships, side: usize) -> usize {
        (0..ships.len())
            .filter(|&i| self.groups[i].side == side && ships[i].here())
            .map(|i| ships[i].dmg.len())
            .sum()
    }
    pub(super) fn tractor_against(&self, side: usize) -> bool {
        self.owners.iter().any(|o| o.side != side && o.present && o.o.tractor_beam)
    }
    pub(super) fn can_retreat(&self, group: usize) -> bool {
        let g = &self.groups[group];
        self.owners[g.owner].o.may_retreat && g.g.mobile && !self.tractor_against(g.side)
    }

    pub(super) fn begin(&self, ships: &Ships) -> Step {
        let k = if self.start.missiles_spent { self.order.len() } else { 0 };
        self.advance(0, true, k, ships.clone(), vec![])
    }

    /// Advances to the next activation from place `k` of the order on, across the ends of rounds.
    pub(super) fn advance(
        &self,
        round: u32,
        missile: bool,
        k: usize,
        ships: Ships,
        lost: Vec<(usize, Option<usize>)>,
    ) -> Step {
        let sit = Sit { round, missile, k, ships, stage: Stage::Act };
        let mut s = Step { sit, lost, new_round: false };
        if self.ships_here(&s.sit.ships, 0) == 0 || self.ships_here(&s.sit.ships, 1) == 0 {
            return over(s);
        }
        loop {
            if s.sit.k == self.order.len() {
                if !s.sit.missile {
                    for (i, u) in s.sit.ships.iter_mut().enumerate().filter(|(_, u)| u.here()) {
                        u.dmg
                            .iter_mut()
                            .for_each(|d| *d = d.saturating_sub(self.groups[i].g.regenerate));
                    }
                }
                let armed = |i: usize| {
                    s.sit.ships[i].here() && self.groups[i].g.cannons.iter().any(|&c| c > 0)
                };
                if !(0..self.groups.len()).any(armed) {
                    // D6
                    for i in (0..self.groups.len()).filter(|&i| self.groups[i].side == 0) {
                        if s.sit.ships[i].here() && self.can_retreat(i) {
                            s.sit.ships[i].left = true;
                        } else if s.sit.ships[i].here() {
                            s.lost.extend(s.sit.ships[i].dmg.drain(..).map(|_| (i, None)));
                        }
                    }
                    return over(s);
                }
                s.sit.round = if s.sit.missile { self.start.round } else { s.sit.round + 1 }
                    .min(self.round_cut);
                s.sit.missile = false;
                s.sit.k = 0;
                s.new_round = true;
            }
            let i = self.order[s.sit.k];
            if s.sit.ships[i].here()
                && (!s.sit.missile || self.groups[i].g.missiles.iter().any(|&m| m > 0))
            {
                return s;
            }
            s.sit.k += 1;
        }
    }

    /// Returns the options or chances that follow a situation.
    pub(super) fn expand(&self, sit: &Sit) -> Node<Step> {
        if sit.stage == Stage::Over {
            return Node::Over;
        }
        let me = self.order[sit.k];
        let owner = self.groups[me].owner;
        let stay = |stage: Stage| Step {
            sit: Sit { stage, ..sit.clone() },
            lost: vec![],
            new_round: false,
        };
        match &sit.stage {
            Stage::Act => {
                if sit.missile {
                    return self.fire(sit);
                }
                let flagged = |left: bool| {
                    let mut ships = sit.ships.clone();
                    ships[me].retreating = true;
                    ships[me].left = left;
                    self.advance(sit.round, false, sit.k + 1, ships, vec![])
                };
                if sit.ships[me].retreating {
                    return Node::Chance(vec![(1.0, flagged(true))]);
                }
                if !self.can_retreat(me) {
                    return self.fire(sit);
                }
                let begins = match self.owners[owner].o.retreat {
                    Retreat::Never => false,
                    Retreat::AfterRound(n) => sit.round > n,
                    Retreat::AtMost(n) => {
                        self.ships_here(&sit.ships, self.groups[me].side) <= n as usize
                    }
                    Retreat::Below(p) => {
                        return Node::Below(owner, p, stay(Stage::Fire), flagged(false));
                    }
                    Retreat::Optimal => {
                        return Node::Choice(owner, vec![stay(Stage::Fire), flagged(false)]);
                    }
                };
                if begins { Node::Chance(vec![(1.0, flagged(false))]) } else { self.fire(sit) }
            }
            Stage::Fire => self.fire(sit),
            Stage::Assign(dice, own) => {
                let go = |hurt| self.assigned(sit, hurt, *own, 0);
                let results = self.results(sit, me, dice);
                match self.owners[owner].o.assign {
                    Assign::Optimal => Node::Choice(owner, results.into_iter().map(go).collect()),
                    ref npc => {
                        let spread = *npc == Assign::NpcSpread;
                        Node::Chance(vec![(1.0, go(self.greatest(results, spread)))])
                    }
                }
            }
            Stage::PdRoll(hurt, who) => {
                let mut dist = vec![1.0];
                for (i, u) in sit
                    .ships
                    .iter()
                    .enumerate()
                    .filter(|(i, u)| self.groups[*i].owner == *who && u.here())
                {
                    let g = &self.groups[i].g;
                    for c in 0..5 {
                        let p = if c == 4 { 0.5 } else { chance_to_hit(g.computer) };
                        for _ in 0..g.cannons[c] as usize * u.dmg.len() {
                            dist.push(0.0);
                            for h in (0..dist.len()).rev() {
                                dist[h] =
                                    dist[h] * (1.0 - p) + if h > 0 { dist[h - 1] * p } else { 0.0 };
                            }
                        }
                    }
                }
                let mut out = vec![];
                for (hits, &p) in dist.iter().enumerate() {
                    let hits = hits as u8;
                    let step = if self.owners[*who].o.assign == Assign::Optimal {
                        stay(Stage::PdPick(hurt.clone(), *who, hits))
                    } else {
                        self.assigned(sit, self.npc_remove(hurt, *who, hits), 0, *who + 1)
                    };
                    out.push((p, step));
                }
                Node::Chance(out)
            }
            Stage::PdPick(hurt, who, hits) => {
                let mut options = vec![];
                if *hits > 0 {
                    let go = |h| stay(Stage::PdPick(h, *who, hits - 1));
                    options.extend(self.removals(hurt, *who).into_iter().map(go));
                }
                options.push(self.assigned(sit, hurt.clone(), 0, *who + 1)); // or stop removing
                Node::Choice(*who, options)
            }
            Stage::Over => Node::Over,
        }
    }
}
