//! Spaceship Battles, written a second time from `docs/rules/spaceship-battles.md`. It shares no
//! code with the program: it has its own charts, dice, map and description of a fight. It plays
//! attack after attack on the distribution of all situations.

use std::collections::HashMap;
use std::ops::ControlFlow;

/// Systems of a ship, in the order of all arrays of three.
pub(crate) const ENGINES: usize = 0;
pub(crate) const FIELD: usize = 1;
pub(crate) const WEAPONS: usize = 2;

/// A fight of two sides.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub sides: [Vec<Group>; 2],
    pub ground: Ground,
    pub turns: Option<u32>,
    pub charts: Charts,
}

/// Ships of one design under the same orders.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// 0 to 5 for A to F.
    pub size: usize,
    /// Maximum speed in steps: H, F, hyper 1 to 10 are 1 to 12.
    pub speed: u32,
    /// Type of the force field, 0 to 5.
    pub field: usize,
    /// Row of [`MAX_DICE`].
    pub weapon: usize,
    pub aft: bool,
    pub invisibility: bool,
    pub torpedoes: bool,
    pub missiles: bool,
    /// Best factors at the start.
    pub factors: [u32; 3],
    pub ships: Vec<Berth>,
    pub orders: Orders,
}

/// A ship at the start.
#[derive(Clone, Debug)]
pub(crate) struct Berth {
    pub damage: u32,
    pub post: Post,
}

/// A space, and the heading of the ship there: 0 to 3 for N, E, S, W.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Post {
    pub at: (i32, i32),
    pub heading: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Orders {
    pub doctrine: Doctrine,
    pub target: Target,
    /// The system aimed at; `None` is the hull.
    pub aim: Option<usize>,
    pub power: Option<[u32; 3]>,
    pub priority: Vec<usize>,
    /// In steps.
    pub speed: Option<u32>,
    pub self_destruct: Option<u32>,
    pub invisible: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Doctrine {
    Close,
    Keep(i32),
    Hold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Nearest,
    Weakest,
    Biggest,
}

/// Where the fight takes place.
#[derive(Clone, Debug)]
pub(crate) enum Ground {
    /// Ranges in phases 3, 6, 9 and 12.
    Ranges([i32; 4]),
    Map {
        width: i32,
        height: i32,
        objects: Vec<(i32, i32)>,
        orthogonal: bool,
    },
}

/// Tables that are house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charts {
    /// By speed, the phases in which ships move.
    pub movement: Vec<Vec<u32>>,
    /// By factor, thirds of the maximum speed.
    pub engines: [u32; 3],
    /// By type and factor.
    pub fields: [[u32; 3]; 6],
    /// By row and factor.
    pub dice: [[u32; 3]; 6],
}

/// Dice of a weapon at factor III.
pub(crate) const MAX_DICE: [u32; 6] = [1, 2, 3, 4, 5, 9];

/// By speed from H to hyper 10: a mark for each phase in which a ship moves.
const MOVEMENT: [&str; 12] = [
    ". . . . . * . . . . . .",
    ". . * . . . . . * . . .",
    ". * . . . * . . . * . .",
    ". * . . . * . . * . * .",
    ". * . * . * . . * . * .",
    "* . * . * . * . * . * .",
    "* * . * . * * . * . * .",
    "* * * * . * * . * . * .",
    "* * . * . * * * * * * .",
    "* * * * . * * . * * * *",
    ". * * * * * * * * * * *",
    "* * * * * * * * * * * *",
];

/// By size: hull, and the most hull at light, serious and critical damage.
const HULL: [[u32; 4]; 6] = [
    [60, 45, 30, 15],
    [48, 36, 24, 12],
    [36, 27, 18, 9],
    [24, 18, 12, 6],
    [12, 9, 6, 3],
    [6, 4, 3, 2],
];

impl Charts {
    /// The house rules: fields are type × factor (B5), dice are thirds rounded up (B6), engines
    /// give thirds of the speed (B7).
    pub(crate) fn house() -> Self {
        let phases = |row: &&str| {
            let marks = row.split(' ').zip(1..);
            marks.filter(|(mark, _)| *mark == "*").map(|(_, phase)| phase).collect()
        };
        let thirds = |most: u32| [most.div_ceil(3), (2 * most).div_ceil(3), most];
        Self {
            movement: MOVEMENT.iter().map(phases).collect(),
            engines: [1, 2, 3],
            fields: [0, 1, 2, 3, 4, 5].map(|kind| [kind, 2 * kind, 3 * kind]),
            dice: MAX_DICE.map(thirds),
        }
    }
}

impl Group {
    /// Price of a ship.
    pub(crate) fn points(&self) -> u32 {
        let size = [100, 50, 25, 10, 5, 0][self.size];
        let speed = [0, 0, 5, 5, 10, 10, 25, 25, 50, 50, 100, 100][self.speed as usize - 1];
        let field = [0, 5, 10, 25, 50, 100][self.field];
        let weapon = [0, 5, 10, 25, 50, 100][self.weapon];
        let dear = [self.aft, self.invisibility, self.torpedoes].into_iter().filter(|has| *has);
        let missiles = if self.missiles { 10 } else { 0 };
        size + speed + field + weapon + 25 * dear.count() as u32 + missiles
    }

    /// Hull of an undamaged ship.
    pub(crate) fn full_hull(&self) -> u32 {
        HULL[self.size][0]
    }

    /// Points of power by damage level.
    fn power(&self, hull: u32) -> u32 {
        let [_, light, serious, critical] = HULL[self.size];
        match hull {
            _ if hull <= critical => 2,
            _ if hull <= serious => 5,
            _ if hull <= light => 7,
            _ => 8,
        }
    }

    /// All systems in the order in which they are served: those listed, then the others.
    fn served(&self) -> Vec<usize> {
        let mut order = self.orders.priority.clone();
        for system in [WEAPONS, FIELD, ENGINES] {
            if !order.contains(&system) {
                order.push(system);
            }
        }
        order
    }

    /// Power of each system in phase 0 (B11).
    fn served_power(&self, hull: u32, best: [u32; 3]) -> [u32; 3] {
        let mut left = self.power(hull);
        let mut default = [3, 3, 2];
        if self.orders.invisible {
            left -= 1;
            default[2] = 1;
        }
        let mut given = [0; 3];
        for (system, default) in self.served().into_iter().zip(default) {
            let wanted = self.orders.power.map_or(default, |power| power[system]);
            given[system] = wanted.min(best[system]).min(left);
            left -= given[system];
        }
        given
    }

    /// The speed that engines with this factor allow, in steps; 0 is no move (B7).
    fn top_speed(&self, charts: &Charts, factor: u32) -> u32 {
        match factor {
            0 => 0,
            _ => (self.speed * charts.engines[factor as usize - 1] / 3).clamp(1, 12),
        }
    }

    /// The most speed allowed in the first turn.
    pub(crate) fn first_speed(&self, charts: &Charts) -> u32 {
        let slowest = self.ships.iter().map(|berth| {
            let power = self.served_power(self.full_hull() - berth.damage, self.factors);
            self.top_speed(charts, power[ENGINES])
        });
        slowest.min().unwrap_or(0)
    }
}

/// Figures of a fight.
#[derive(Debug, Default)]
pub(crate) struct Odds {
    pub win: [f64; 2],
    pub draw: f64,
    pub standoff: f64,
    /// By side and group, probability of each number of ships left.
    pub left: [Vec<Vec<f64>>; 2],
    /// By side and group, expected hull left.
    pub hull: [Vec<f64>; 2],
    /// By side, expected points lost.
    pub lost: [f64; 2],
    /// Probability of each number of turns.
    pub turns: Vec<f64>,
}

/// A ship in a fight. A ship that has been removed has the default value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Ship {
    hull: u32,
    best: [u32; 3],
    power: [u32; 3],
    /// In steps.
    speed: u32,
    will_explode: bool,
    is_on_map: bool,
    post: Post,
}

impl Ship {
    fn factor(&self, system: usize) -> u32 {
        self.power[system].min(self.best[system])
    }

    fn wreck(&self) -> Self {
        Self { is_on_map: true, post: self.post, ..Self::default() }
    }
}

/// All ships, those of the attacker first, in the order listed.
type Fleet = Vec<Ship>;
type Chances = HashMap<Fleet, f64>;

/// One attack on one ship.
struct Blow {
    target: usize,
    dice: u32,
    /// Deductions and the value of the force field.
    less: u32,
    aim: Option<usize>,
}

/// The end of a sequence of moves: how far the range is from the one to keep, and whether the
/// target is then out of the arc. Less is better.
type End = (i32, bool);
/// By post and moves left, the best end and the post after the first move.
type Ends = HashMap<(Post, usize), (End, Post)>;

/// A move of a ship in one phase.
type Move = fn(Post) -> Post;

fn stay(post: Post) -> Post {
    post
}

fn left(post: Post) -> Post {
    Post { heading: (post.heading + 3) % 4, ..post }
}

fn right(post: Post) -> Post {
    Post { heading: (post.heading + 1) % 4, ..post }
}

fn straight(post: Post) -> Post {
    let (x, y) = ahead(post.heading);
    Post { at: (post.at.0 + x, post.at.1 + y), ..post }
}

/// The direction of a heading; rows count from the south.
fn ahead(heading: usize) -> (i32, i32) {
    [(0, 1), (1, 0), (0, -1), (-1, 0)][heading]
}

/// Whether the weapons of a ship bear on a space (B8).
fn bears(post: Post, aft: bool, at: (i32, i32)) -> bool {
    let (x, y) = ahead(post.heading);
    aft || x * (at.0 - post.at.0) + y * (at.1 - post.at.1) >= 0
}

/// Whether the straight line between the centres of two spaces crosses a third one. A line that
/// only touches a corner does not cross.
fn crosses(from: (i32, i32), to: (i32, i32), space: (i32, i32)) -> bool {
    let between = |a: i32, b: i32, c: i32| a.min(b) <= c && c <= a.max(b);
    if space == from
        || space == to
        || !between(from.0, to.0, space.0)
        || !between(from.1, to.1, space.1)
    {
        return false;
    }
    // In half spaces: the corners are on both sides of the line.
    let side = |corner: (i32, i32)| {
        let (x, y) = (2 * space.0 + corner.0 - 2 * from.0, 2 * space.1 + corner.1 - 2 * from.1);
        (x * (to.1 - from.1) - y * (to.0 - from.0)).signum()
    };
    let sides = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(side);
    sides.contains(&1) && sides.contains(&-1)
}

/// By dice, the probability of each sum.
fn sums(most: u32) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    for dice in 0..most as usize {
        let mut next = vec![0.0; all[dice].len() + 6];
        for (sum, p) in all[dice].iter().enumerate() {
            for face in 1..=6 {
                next[sum + face] += p / 6.0;
            }
        }
        all.push(next);
    }
    all
}

/// Plays a fight.
struct Referee<'a> {
    fight: &'a Fight,
    /// By ship: its side and its group.
    list: Vec<(usize, &'a Group)>,
    sums: Vec<Vec<f64>>,
    /// Results of whole turns after the first.
    turns: HashMap<Fleet, Vec<(Fleet, f64)>>,
    /// Moves that have been chosen, by ship, post, space of the target and moves left.
    moves: HashMap<(usize, Post, (i32, i32), usize), Post>,
    /// By space of the target and whether the ship has aft weapons: moves to close in.
    ways: HashMap<((i32, i32), bool), HashMap<Post, u32>>,
    /// Situations that may still be looked at.
    patience: usize,
}

/// The odds of a fight, or nothing if more situations than `patience` would have to be looked at.
pub(crate) fn solve(fight: &Fight, patience: usize) -> Option<Odds> {
    let mut list = Vec::new();
    let mut fleet = Fleet::new();
    for (side, groups) in fight.sides.iter().enumerate() {
        for group in groups {
            for berth in &group.ships {
                list.push((side, group));
                fleet.push(Ship {
                    hull: group.full_hull() - berth.damage,
                    best: group.factors,
                    is_on_map: true,
                    post: berth.post,
                    ..Ship::default()
                });
            }
        }
    }
    let max_dice = fight.charts.dice.as_flattened().iter().copied().max().unwrap_or(0).max(12);
    let mut referee = Referee {
        fight,
        list,
        sums: sums(max_dice),
        turns: HashMap::new(),
        moves: HashMap::new(),
        ways: HashMap::new(),
        patience,
    };
    match referee.play(fleet) {
        ControlFlow::Continue(odds) => Some(odds),
        ControlFlow::Break(()) => None,
    }
}

impl Referee<'_> {
    fn play(&mut self, fleet: Fleet) -> ControlFlow<(), Odds> {
        let last = self.fight.turns.unwrap_or(1_000);
        let mut odds = self.no_odds(last);
        let mut now = Chances::from([(fleet, 1.0)]);
        for turn in 1..=last {
            let mut next = Chances::new();
            for (fleet, p) in now {
                for (after, q) in self.turn(fleet, turn)? {
                    if self.is_over(&after) {
                        self.record(&mut odds, &after, p * q, turn);
                    } else {
                        *next.entry(after).or_default() += p * q;
                    }
                }
            }
            now = next;
            // Less than this changes no figure that is compared.
            if now.values().sum::<f64>() < 1e-15 {
                break;
            }
        }
        for (fleet, p) in now {
            self.record(&mut odds, &fleet, p, last);
        }
        ControlFlow::Continue(odds)
    }

    fn no_odds(&self, last: u32) -> Odds {
        let sides = [0, 1].map(|side: usize| &self.fight.sides[side]);
        Odds {
            left: sides.map(|side| side.iter().map(|g| vec![0.0; g.ships.len() + 1]).collect()),
            hull: sides.map(|side| vec![0.0; side.len()]),
            turns: vec![0.0; last as usize + 1],
            ..Odds::default()
        }
    }

    fn lives(&self, fleet: &Fleet, side: usize) -> bool {
        self.list.iter().zip(fleet).any(|((of, _), ship)| *of == side && ship.hull > 0)
    }

    fn is_over(&self, fleet: &Fleet) -> bool {
        !self.lives(fleet, 0) || !self.lives(fleet, 1)
    }

    fn record(&self, odds: &mut Odds, fleet: &Fleet, p: f64, turn: u32) {
        match [0, 1].map(|side| self.lives(fleet, side)) {
            [true, true] => odds.standoff += p,
            [false, false] => odds.draw += p,
            [true, false] => odds.win[0] += p,
            [false, true] => odds.win[1] += p,
        }
        odds.turns[turn as usize] += p;
        let mut ships = fleet.iter();
        for (side, groups) in self.fight.sides.iter().enumerate() {
            for (number, group) in groups.iter().enumerate() {
                let hulls: Vec<u32> =
                    ships.by_ref().take(group.ships.len()).map(|ship| ship.hull).collect();
                let left = hulls.iter().filter(|hull| **hull > 0).count();
                odds.left[side][number][left] += p;
                odds.hull[side][number] += p * f64::from(hulls.iter().sum::<u32>());
                odds.lost[side] += p * f64::from(group.points()) * (hulls.len() - left) as f64;
            }
        }
    }

    /// Counts situations that are looked at.
    fn look(&mut self, situations: usize) -> ControlFlow<()> {
        match self.patience.checked_sub(situations) {
            Some(left) => {
                self.patience = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    /// All situations after a turn.
    fn turn(&mut self, fleet: Fleet, turn: u32) -> ControlFlow<(), Vec<(Fleet, f64)>> {
        if turn > 1
            && let Some(known) = self.turns.get(&fleet)
        {
            let known = known.clone();
            self.look(known.len())?;
            return ControlFlow::Continue(known);
        }
        let mut now = Chances::new();
        for (fleet, p) in self.repaired(fleet.clone(), turn) {
            *now.entry(self.commanded(fleet)).or_default() += p;
        }
        for phase in 1..=12 {
            let mut next = Chances::new();
            for (before, p) in now {
                if self.is_over(&before) {
                    *next.entry(before).or_default() += p;
                    continue;
                }
                let moved = self.moved(&before, phase);
                let after = match phase % 3 {
                    0 => self.attacked(moved, phase)?,
                    _ => Chances::from([(moved, 1.0)]),
                };
                self.look(after.len())?;
                for (after, q) in after {
                    *next.entry(after).or_default() += p * q;
                }
            }
            now = next;
        }
        let mut ended = Chances::new();
        for (fleet, p) in now {
            *ended.entry(Self::turned(fleet)).or_default() += p;
        }
        let ended: Vec<(Fleet, f64)> = ended.into_iter().collect();
        if turn > 1 {
            self.turns.insert(fleet, ended.clone());
        }
        ControlFlow::Continue(ended)
    }

    /// The fleet between two turns: without wrecks and the orders of the turn.
    fn turned(fleet: Fleet) -> Fleet {
        let ship = |ship: Ship| match ship.hull {
            0 => Ship::default(),
            _ => Ship { power: [0; 3], speed: 0, will_explode: false, ..ship },
        };
        fleet.into_iter().map(ship).collect()
    }

    /// Repairs: from turn 2 on, the first damaged system in order of priority (B11).
    fn repaired(&self, fleet: Fleet, turn: u32) -> Vec<(Fleet, f64)> {
        let mut all = vec![(fleet, 1.0)];
        if turn == 1 {
            return all;
        }
        for (number, (_, group)) in self.list.iter().enumerate() {
            let ship = &all[0].0[number];
            let is_damaged =
                |system: &usize| ship.best[*system] < 3 && (*system != FIELD || group.field > 0);
            let first = group.served().into_iter().find(is_damaged);
            let Some(system) = first.filter(|_| ship.hull > 0) else { continue };
            let mut after = Vec::new();
            for (fleet, p) in all {
                let mut repaired = fleet.clone();
                repaired[number].best[system] += 1;
                after.push((repaired, p / 6.0));
                after.push((fleet, p * 5.0 / 6.0));
            }
            all = after;
        }
        all
    }

    /// Orders of phase 0: power, speed, self-destruction.
    fn commanded(&self, mut fleet: Fleet) -> Fleet {
        for (ship, (_, group)) in fleet.iter_mut().zip(&self.list) {
            if ship.hull > 0 {
                ship.power = group.served_power(ship.hull, ship.best);
                let top = group.top_speed(&self.fight.charts, ship.factor(ENGINES));
                ship.speed = group.orders.speed.unwrap_or(12).min(top);
                ship.will_explode = group.orders.self_destruct.is_some_and(|n| ship.hull <= n);
            }
        }
        fleet
    }

    // Movement.

    /// The fleet after the moves of a phase, which all ships choose at once.
    fn moved(&mut self, fleet: &Fleet, phase: u32) -> Fleet {
        let mut after = fleet.clone();
        if let Ground::Map { .. } = self.fight.ground {
            for (number, ship) in fleet.iter().enumerate() {
                if ship.hull == 0 || ship.speed == 0 {
                    continue;
                }
                let phases = &self.fight.charts.movement[ship.speed as usize - 1];
                if phases.contains(&phase) {
                    let left = phases.iter().filter(|later| **later >= phase).count();
                    after[number].post = self.next_post(fleet, number, left);
                }
            }
        }
        after
    }

    fn next_post(&mut self, fleet: &Fleet, number: usize, left: usize) -> Post {
        let (post, group) = (fleet[number].post, self.list[number].1);
        let everywhere = |_: usize| true;
        let Some(target) = self.target(fleet, number, 3, &everywhere) else { return post };
        let to = fleet[target].post.at;
        let key = (number, post, to, left);
        if let Some(known) = self.moves.get(&key) {
            return *known;
        }
        let next = match group.orders.doctrine {
            Doctrine::Hold => post,
            Doctrine::Close => self.closer(post, to, group.aft),
            Doctrine::Keep(range) => {
                let mut known = HashMap::new();
                self.kept(post, left, to, range, group.aft, &mut known).1
            }
        };
        self.moves.insert(key, next);
        next
    }

    /// The post after a move, if it is on the map.
    fn reach(&self, post: Post, by: Move) -> Option<Post> {
        let after = by(post);
        match self.fight.ground {
            Ground::Map { width, height, .. } => {
                let is_on_map =
                    (0..width).contains(&after.at.0) && (0..height).contains(&after.at.1);
                is_on_map.then_some(after)
            }
            Ground::Ranges(_) => None,
        }
    }

    /// The post that `close` chooses: the fewest moves are left after it; of equals staying,
    /// straight on, left, right.
    fn closer(&mut self, post: Post, to: (i32, i32), aft: bool) -> Post {
        if !self.ways.contains_key(&(to, aft)) {
            let ways = self.way(to, aft);
            self.ways.insert((to, aft), ways);
        }
        let ways = &self.ways[&(to, aft)];
        let moves: [Move; 4] = [stay, straight, left, right];
        let posts = moves.into_iter().filter_map(|by| self.reach(post, by));
        posts.min_by_key(|post| ways[post]).unwrap_or(post)
    }

    /// By post, the moves to one with the target at range 3 or less and in an arc.
    fn way(&self, to: (i32, i32), aft: bool) -> HashMap<Post, u32> {
        let Ground::Map { width, height, .. } = self.fight.ground else { return HashMap::new() };
        let mut ways = HashMap::new();
        for x in 0..width {
            for y in 0..height {
                for heading in 0..4 {
                    let post = Post { at: (x, y), heading };
                    let is_there = self.space_between((x, y), to) <= 3 && bears(post, aft, to);
                    ways.insert(post, if is_there { 0 } else { 10_000 });
                }
            }
        }
        let posts: Vec<Post> = ways.keys().copied().collect();
        let moves: [Move; 3] = [straight, left, right];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for post in &posts {
                let next = moves.iter().filter_map(|by| self.reach(*post, *by));
                let shortest = next.map(|post| ways[&post] + 1).min().unwrap_or(10_000);
                if shortest < ways[post] {
                    ways.insert(*post, shortest);
                    has_changed = true;
                }
            }
        }
        ways
    }

    /// The end of the best sequence of moves, and the post after its first move (B17). It tries
    /// all sequences.
    fn kept(
        &self,
        post: Post,
        moves_left: usize,
        to: (i32, i32),
        range: i32,
        aft: bool,
        known: &mut Ends,
    ) -> (End, Post) {
        if moves_left == 0 {
            let off = (self.space_between(post.at, to) - range).abs();
            return ((off, !bears(post, aft, to)), post);
        }
        if let Some(found) = known.get(&(post, moves_left)) {
            return *found;
        }
        let moves: [Move; 4] = [straight, left, right, stay];
        let mut best: Option<(End, Post)> = None;
        for after in moves.into_iter().filter_map(|by| self.reach(post, by)) {
            let (value, _) = self.kept(after, moves_left - 1, to, range, aft, known);
            if best.is_none_or(|(so_far, _)| value < so_far) {
                best = Some((value, after));
            }
        }
        let best = best.unwrap_or(((0, false), post));
        known.insert((post, moves_left), best);
        best
    }

    // Attacks.

    /// Spaces between two spaces of the map (B3).
    fn space_between(&self, a: (i32, i32), b: (i32, i32)) -> i32 {
        let (x, y) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        match self.fight.ground {
            Ground::Map { orthogonal: true, .. } => x + y,
            _ => x.max(y),
        }
    }

    fn range(&self, fleet: &Fleet, a: usize, b: usize, phase: u32) -> i32 {
        match &self.fight.ground {
            Ground::Ranges(ranges) => ranges[phase as usize / 3 - 1],
            Ground::Map { .. } => self.space_between(fleet[a].post.at, fleet[b].post.at),
        }
    }

    /// The living enemy that the orders of a ship choose among those allowed (B13).
    fn target(
        &self,
        fleet: &Fleet,
        number: usize,
        phase: u32,
        is_allowed: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let (side, group) = self.list[number];
        let enemies = (0..fleet.len()).filter(|&other| {
            self.list[other].0 != side && fleet[other].hull > 0 && is_allowed(other)
        });
        // Of equals `min_by_key` takes the first.
        enemies.min_by_key(|&other| match group.orders.target {
            Target::Nearest => self.range(fleet, number, other, phase),
            Target::Weakest => fleet[other].hull as i32,
            Target::Biggest => self.list[other].1.size as i32,
        })
    }

    fn in_arc(&self, fleet: &Fleet, number: usize, target: usize) -> bool {
        match self.fight.ground {
            Ground::Ranges(_) => true,
            Ground::Map { .. } => {
                let aft = self.list[number].1.aft;
                bears(fleet[number].post, aft, fleet[target].post.at)
            }
        }
    }

    fn is_blocked(&self, fleet: &Fleet, number: usize, target: usize) -> bool {
        let Ground::Map { objects, .. } = &self.fight.ground else { return false };
        let (from, to) = (fleet[number].post.at, fleet[target].post.at);
        let others = fleet.iter().filter(|ship| ship.is_on_map).map(|ship| &ship.post.at);
        others.chain(objects).any(|space| crosses(from, to, *space))
    }

    /// Value of a force field.
    fn field(&self, fleet: &Fleet, number: usize) -> u32 {
        match fleet[number].factor(FIELD) {
            0 => 0,
            factor => self.fight.charts.fields[self.list[number].1.field][factor as usize - 1],
        }
    }

    /// All deductions but that for range.
    fn deductions(&self, fleet: &Fleet, number: usize, target: usize) -> u32 {
        let group = self.list[number].1;
        let of_speed = |ship: &Ship| match ship.speed {
            // Hyper 4 is step 6, hyper 8 is step 10.
            0..=5 => 0,
            6..=9 => 1,
            _ => 3,
        };
        let mut off = of_speed(&fleet[number]) + of_speed(&fleet[target]);
        off += [0, 0, 0, 1, 2, 3][self.list[target].1.size];
        if group.orders.aim.is_some() {
            off += 3;
        }
        if self.is_blocked(fleet, number, target) {
            off += 3;
        }
        if self.list[target].1.orders.invisible {
            off += 6;
        }
        off
    }

    /// All attacks that a ship makes in a phase.
    fn blows(&self, fleet: &Fleet, number: usize, phase: u32) -> Vec<Blow> {
        let (ship, group) = (&fleet[number], self.list[number].1);
        let mut blows = Vec::new();
        if ship.hull == 0 {
            return blows;
        }
        let in_reach = |other: usize| {
            self.range(fleet, number, other, phase) <= 12 && self.in_arc(fleet, number, other)
        };
        let target = self.target(fleet, number, phase, &in_reach);
        if let Some(target) = target.filter(|_| !group.orders.invisible) {
            let far = match self.range(fleet, number, target, phase) {
                ..=3 => 0,
                4..=7 => 1,
                8..=11 => 2,
                _ => 3,
            };
            let less = self.deductions(fleet, number, target) + self.field(fleet, target);
            let row = self.fight.charts.dice[group.weapon];
            let mut attack = |dice: u32, less: u32| {
                blows.push(Blow { target, dice, less, aim: group.orders.aim });
            };
            if ship.factor(WEAPONS) > 0 {
                attack(row[ship.factor(WEAPONS) as usize - 1], less + far);
            }
            if group.missiles && phase == 6 {
                attack(row[2].div_ceil(2), less + far);
            }
            if group.torpedoes && phase == 12 {
                attack(row[2], less);
            }
        }
        if ship.will_explode && phase == 12 {
            for other in (0..fleet.len()).filter(|&other| other != number) {
                let range = self.range(fleet, number, other, phase);
                if range <= 12 {
                    let dice = 12 - (range - 1).max(0) as u32;
                    let less = self.field(fleet, other);
                    blows.push(Blow { target: other, dice, less, aim: None });
                }
            }
        }
        blows
    }

    /// All situations after the attacks of a phase.
    fn attacked(&mut self, fleet: Fleet, phase: u32) -> ControlFlow<(), Chances> {
        let blows: Vec<Blow> =
            (0..fleet.len()).flat_map(|number| self.blows(&fleet, number, phase)).collect();
        let exploding: Vec<usize> =
            (0..fleet.len()).filter(|&n| fleet[n].will_explode && phase == 12).collect();
        let mut now = Chances::from([(fleet, 1.0)]);
        for blow in &blows {
            let mut next = Chances::new();
            for (fleet, p) in now {
                if fleet[blow.target].hull == 0 {
                    *next.entry(fleet).or_default() += p;
                    continue;
                }
                for (after, q) in self.struck(&fleet, blow) {
                    *next.entry(after).or_default() += p * q;
                }
            }
            self.look(next.len())?;
            now = next;
        }
        let mut after = Chances::new();
        for (mut fleet, p) in now {
            for &number in &exploding {
                fleet[number] = fleet[number].wreck();
            }
            *after.entry(fleet).or_default() += p;
        }
        ControlFlow::Continue(after)
    }

    /// All situations after an attack.
    fn struck(&self, fleet: &Fleet, blow: &Blow) -> Vec<(Fleet, f64)> {
        let group = self.list[blow.target].1;
        let system = blow.aim.filter(|aim| *aim != FIELD || group.field > 0);
        let mut results: HashMap<(u32, bool), f64> = HashMap::new();
        for (sum, p) in self.sums[blow.dice as usize].iter().enumerate() {
            let through = (sum as u32).saturating_sub(blow.less);
            let damage = through.min(fleet[blow.target].hull);
            *results.entry((damage, system.is_some() && through >= 6)).or_default() += p;
        }
        let after = |((damage, hits_system), p): ((u32, bool), f64)| {
            let mut after = fleet.clone();
            let ship = &mut after[blow.target];
            ship.hull -= damage;
            if let Some(system) = system.filter(|_| hits_system) {
                ship.best[system] = ship.best[system].saturating_sub(1);
            }
            if ship.hull == 0 {
                *ship = ship.wreck();
            }
            (after, p)
        };
        results.into_iter().filter(|(_, p)| *p > 0.0).map(after).collect()
    }
}
