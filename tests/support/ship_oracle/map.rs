//! Movement, ranges and headings.

use super::*;

/// The end of a sequence of moves: how far the range is from the one to keep, and whether the
/// target is then out of the arc. Less is better.
pub(super) type End = (i32, bool);
/// By post and moves left, the best end and the post after the first move.
pub(super) type Ends = HashMap<(Post, usize), (End, Post)>;

/// A move of a ship in one phase.
pub(super) type Move = fn(Post) -> Post;

pub(super) fn stay(post: Post) -> Post {
    post
}

pub(super) fn left(post: Post) -> Post {
    Post { heading: (post.heading + 3) % 4, ..post }
}

pub(super) fn right(post: Post) -> Post {
    Post { heading: (post.heading + 1) % 4, ..post }
}

pub(super) fn straight(post: Post) -> Post {
    let (x, y) = ahead(post.heading);
    Post { at: (post.at.0 + x, post.at.1 + y), ..post }
}

/// The direction of a heading; rows count from the south.
pub(super) fn ahead(heading: usize) -> (i32, i32) {
    [(0, 1), (1, 0), (0, -1), (-1, 0)][heading]
}

/// Whether the weapons of a ship bear on a space (B8).
pub(super) fn bears(post: Post, aft: bool, at: (i32, i32)) -> bool {
    let (x, y) = ahead(post.heading);
    aft || x * (at.0 - post.at.0) + y * (at.1 - post.at.1) >= 0
}

/// Whether the straight line between the centres of two spaces crosses a third one. A line that
/// only touches a corner does not cross.
pub(super) fn crosses(from: (i32, i32), to: (i32, i32), space: (i32, i32)) -> bool {
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

impl Referee<'_> {
    /// The fleet after the moves of a phase, which all ships choose at once.
    pub(super) fn moved(&mut self, fleet: &Fleet, phase: u32) -> Fleet {
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

    pub(super) fn next_post(&mut self, fleet: &Fleet, number: usize, left: usize) -> Post {
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
    pub(super) fn reach(&self, post: Post, by: Move) -> Option<Post> {
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
    pub(super) fn closer(&mut self, post: Post, to: (i32, i32), aft: bool) -> Post {
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
    pub(super) fn way(&self, to: (i32, i32), aft: bool) -> HashMap<Post, u32> {
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
    pub(super) fn kept(
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
    pub(super) fn space_between(&self, a: (i32, i32), b: (i32, i32)) -> i32 {
        let (x, y) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        match self.fight.ground {
            Ground::Map { orthogonal: true, .. } => x + y,
            _ => x.max(y),
        }
    }

    pub(super) fn range(&self, fleet: &Fleet, a: usize, b: usize, phase: u32) -> i32 {
        match &self.fight.ground {
            Ground::Ranges(ranges) => ranges[phase as usize / 3 - 1],
            Ground::Map { .. } => self.space_between(fleet[a].post.at, fleet[b].post.at),
        }
    }
}
