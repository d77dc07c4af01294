//! Dice of a group, and what becomes of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::model::{Captain, Scene, Side, Squad, Stance};

/// A die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Face {
    /// 0 yellow, 1 orange, 2 blue, 3 red, 4 rift.
    pub(crate) colour: usize,
    pub(crate) shown: u8,
}

/// A die that hits, or a point of a die that is divided. The greatest is assigned first (D1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit {
    /// Damage of the whole die.
    printed: u8,
    /// Number of enemy ships that the die can hit.
    ships: usize,
    /// Enemy groups that the die can hit.
    groups: Vec<usize>,
    /// Damage to assign.
    points: u8,
}

/// The dice that hit, sorted as they are assigned, and the points that hit the own fleet.
pub(crate) type Volley = (Vec<Hit>, u8);

/// What becomes of a volley.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) scene: Scene,
    /// Cost destroyed less cost lost, by side.
    pub(crate) swing: [f64; 2],
}

/// A group that fires.
#[derive(Clone, Copy)]
pub(crate) struct Shooter<'a> {
    pub(crate) sides: &'a [Side; 2],
    pub(crate) side: usize,
    pub(crate) group: usize,
    pub(crate) missiles: bool,
}

impl Shooter<'_> {
    /// Returns the number of dice of each colour.
    pub(crate) fn dice(&self, scene: &Scene) -> [usize; 5] {
        let group = &self.sides[self.side].groups[self.group];
        let ships = scene[self.side][self.group].damage.len();
        let [y, o, b, r] = group.missiles;
        let icons = if self.missiles { [y, o, b, r, 0] } else { group.cannons };
        icons.map(|icons| icons * ships)
    }

    fn enemies<'a>(&self, scene: &'a Scene) -> &'a [Squad] {
        &scene[1 - self.side]
    }

    /// Whether a face hits a group of the enemy: 6 always, 1 never, else by computer and shield.
    fn reaches(&self, face: u8, target: usize) -> bool {
        let enemy = &self.sides[1 - self.side];
        let computer = self.sides[self.side].groups[self.group].computer;
        let distortion = if self.missiles && enemy.has_distortion { 2 } else { 0 };
        let total = i32::from(face) + computer - distortion - enemy.groups[target].shield;
        face == 6 || (face > 1 && total >= 6)
    }

    /// Returns what a die does: the hits that are to be assigned, and the points to the own fleet.
    fn effect(&self, scene: &Scene, die: Face) -> Volley {
        let rift = die.colour == 4;
        let (damage, own) = match (rift, die.shown) {
            (true, 1 | 2) => (0, 0),
            (true, 3) => (0, 1),
            (true, 4) => (1, 0),
            (true, 5) => (2, 0),
            (true, _) => (3, 1),
            (false, _) => (die.colour as u8 + 1, 0),
        };
        let enemies = self.enemies(scene);
        let groups: Vec<usize> = (0..enemies.len())
            .filter(|&g| enemies[g].is_here() && (rift || self.reaches(die.shown, g)))
            .collect();
        if damage == 0 || groups.is_empty() {
            return (Vec::new(), own);
        }
        let ships = groups.iter().map(|&g| enemies[g].damage.len()).sum();
        let is_split = die.colour == 3 && !self.missiles && self.sides[self.side].has_splitter;
        let (number, points) = if is_split { (4, 1) } else { (1, damage) };
        (vec![Hit { printed: damage, ships, groups, points }; number], own)
    }

    /// Returns the volley of these dice.
    pub(crate) fn volley(&self, scene: &Scene, dice: &[Face]) -> Volley {
        let (mut hits, mut own) = (Vec::new(), 0);
        for die in dice {
            let (more, wounds) = self.effect(scene, *die);
            hits.extend(more);
            own += wounds;
        }
        hits.sort_by(|a, b| b.cmp(a));
        (hits, own)
    }

    /// Returns all volleys with their probabilities, die by die and face by face.
    pub(crate) fn volleys(&self, scene: &Scene) -> BTreeMap<Volley, f64> {
        let mut all = BTreeMap::from([((Vec::new(), 0), 1.0)]);
        for (colour, number) in self.dice(scene).into_iter().enumerate() {
            for _ in 0..number {
                let mut next: BTreeMap<Volley, f64> = BTreeMap::new();
                for ((hits, own), p) in all {
                    for shown in 1..=6 {
                        let (more, wounds) = self.effect(scene, Face { colour, shown });
                        let mut hits = hits.clone();
                        hits.extend(more);
                        hits.sort_by(|a, b| b.cmp(a));
                        *next.entry((hits, own + wounds)).or_default() += p / 6.0;
                    }
                }
                all = next;
            }
        }
        all
    }

    /// Returns all different results of a volley, as D16 orders equal ones: each die in turn for
    /// the greatest result by D8. A captain who plays by D8 has only one.
    pub(crate) fn outcomes(&self, scene: &Scene, (hits, own): &Volley) -> Vec<Outcome> {
        let enemy = &self.sides[1 - self.side];
        let first = Losses::none(self.enemies(scene));
        let mut results: BTreeMap<Losses, Vec<Reverse<Vec<i32>>>> =
            BTreeMap::from([(first, Vec::new())]);
        for hit in hits {
            let mut next: BTreeMap<Losses, Vec<Reverse<Vec<i32>>>> = BTreeMap::new();
            for (losses, way) in results {
                let mut after = losses.after_one(enemy, &hit.groups, hit.points);
                if after.is_empty() {
                    // The die can hit no ship that lives: it is lost.
                    after.push(losses);
                }
                for losses in after {
                    let mut way = way.clone();
                    way.push(Reverse(losses.by_d8(enemy)));
                    let known = next.entry(losses).or_insert_with(|| way.clone());
                    *known = way.min(known.clone());
                }
            }
            results = next;
        }
        let mut results: Vec<(Losses, Vec<Reverse<Vec<i32>>>)> = results.into_iter().collect();
        results.sort_by(|a, b| a.1.cmp(&b.1));
        let mut losses: Vec<Losses> = results.into_iter().map(|(losses, _)| losses).collect();
        if self.sides[self.side].captain == Captain::Npc {
            losses =
                losses.into_iter().max_by_key(|losses| losses.by_d8(enemy)).into_iter().collect();
        }
        losses.into_iter().map(|losses| self.outcome(scene, losses, *own)).collect()
    }

    /// Returns the result of a volley. Its damage to the own fleet is taken together, in single
    /// points, by D8 (D12).
    fn outcome(&self, scene: &Scene, losses: Losses, own: u8) -> Outcome {
        let mine = &self.sides[self.side];
        let enemy = &self.sides[1 - self.side];
        let carriers: Vec<usize> = (0..mine.groups.len())
            .filter(|&g| mine.groups[g].cannons[4] > 0 && scene[self.side][g].is_here())
            .collect();
        let mut wounded = vec![Losses::none(&scene[self.side])];
        for _ in 0..own {
            let all = wounded.iter().flat_map(|losses| losses.after_one(mine, &carriers, 1));
            let mut next: Vec<Losses> = all.collect();
            if next.is_empty() {
                break; // All carriers are destroyed.
            }
            next.sort();
            next.dedup();
            wounded = next;
        }
        let wounded = wounded.into_iter().max_by_key(|losses| losses.by_d8(mine)).unwrap();
        let (killed, lost) = (losses.cost(enemy), wounded.cost(mine));
        let mut outcome = Outcome { scene: scene.clone(), swing: [0.0; 2] };
        outcome.swing[self.side] = killed - lost;
        outcome.swing[1 - self.side] = -killed;
        outcome.scene[self.side] = wounded.squads;
        outcome.scene[1 - self.side] = losses.squads;
        outcome
    }
}

/// The ships of one side during a volley.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Losses {
    squads: Vec<Squad>,
    /// Ships that the volley has destroyed, by group.
    destroyed: Vec<usize>,
}

impl Losses {
    fn none(squads: &[Squad]) -> Self {
        Self { squads: squads.to_vec(), destroyed: vec![0; squads.len()] }
    }

    /// Returns all results of damage to one ship of these groups.
    fn after_one(&self, side: &Side, groups: &[usize], points: u8) -> Vec<Self> {
        let mut all = Vec::new();
        for &g in groups {
            let ships = &self.squads[g].damage;
            for n in (0..ships.len()).filter(|&n| n == 0 || ships[n] != ships[n - 1]) {
                let mut after = self.clone();
                let squad = &mut after.squads[g].damage;
                squad[n] += points;
                if squad[n] > side.groups[g].hull {
                    squad.remove(n);
                    after.destroyed[g] += 1;
                }
                squad.sort_unstable();
                if squad.is_empty() {
                    after.squads[g].stance = Stance::Stays;
                }
                all.push(after);
            }
        }
        all
    }

    /// Returns the order of D8 as numbers, the greater the better for the side that fires: ships
    /// destroyed by rank, damage on survivors by rank, their remaining hulls by rank, the lowest
    /// first. Equal results are ordered by the group listed first (D11).
    fn by_d8(&self, side: &Side) -> Vec<i32> {
        let all: Vec<usize> = (0..self.squads.len()).collect();
        let of_rank = |rank: u8| -> Vec<usize> {
            all.iter().copied().filter(|&g| side.groups[g].rank() == rank).collect()
        };
        let ranks: Vec<Vec<usize>> = (1..=4).rev().map(of_rank).collect();
        let destroyed =
            |set: &Vec<usize>| set.iter().map(|&g| self.destroyed[g] as i32).sum::<i32>();
        let survivors = |set: &Vec<usize>| -> Vec<(i32, i32)> {
            let damage = |&g: &usize| {
                let hull = i32::from(side.groups[g].hull);
                self.squads[g].damage.iter().map(move |&d| (i32::from(d), hull - i32::from(d)))
            };
            set.iter().flat_map(damage).collect()
        };
        let damage =
            |set: &Vec<usize>| survivors(set).iter().map(|(damage, _)| damage).sum::<i32>();
        let hulls = |set: &Vec<usize>| {
            let mut hulls: Vec<i32> = survivors(set).iter().map(|(_, hull)| -hull).collect();
            hulls.sort_unstable_by_key(|hull| Reverse(*hull));
            hulls
        };
        let mut order: Vec<i32> = ranks.iter().map(destroyed).collect();
        order.extend(ranks.iter().map(damage));
        order.extend(ranks.iter().flat_map(hulls));
        for g in all {
            order.extend([destroyed(&vec![g]), damage(&vec![g])]);
            order.extend(hulls(&vec![g]));
        }
        order
    }

    /// Returns the cost of the ships that the volley has destroyed.
    fn cost(&self, side: &Side) -> f64 {
        let costs = self.destroyed.iter().zip(&side.groups);
        costs.map(|(&number, group)| number as f64 * group.cost).sum()
    }
}
