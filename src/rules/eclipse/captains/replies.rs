//! All results that a volley can have: the set of states that assigning it die by die can
//! reach under D1.

use super::super::compile::Turn;
use super::super::ships::Ships;
use super::super::volley::Salvo;

/// Working memory for building sets of results.
#[derive(Debug, Default)]
pub(super) struct Replies {
    current: Vec<Ships>,
    next: Vec<Ships>,
}

impl Replies {
    /// Most results that are followed from one die to the next.
    pub(super) const MOST: usize = 1 << 12;

    /// Memory for [`Replies::MOST`] results, so that building takes none.
    pub(super) fn with_room() -> Self {
        Self {
            current: Vec::with_capacity(Self::MOST),
            next: Vec::with_capacity(2 * Self::MOST),
        }
    }

    /// The different results of a volley, in no particular order.
    ///
    /// Where there are more than [`Replies::MOST`] after a die, only the first so many in
    /// the order `prefer` are followed.
    pub(super) fn build(
        &mut self,
        turn: &Turn,
        volley: &[Salvo],
        enemy: &Ships,
        prefer: impl Fn(&Ships, &Ships) -> std::cmp::Ordering,
    ) -> &[Ships] {
        self.current.clear();
        self.current.push(*enemy);
        for salvo in volley {
            for _ in 0..salvo.hits {
                self.assign_one(turn, salvo);
                if self.current.len() > Self::MOST {
                    self.current.sort_unstable_by(&prefer);
                    self.current.truncate(Self::MOST);
                }
            }
        }
        &self.current
    }

    /// Every result of assigning one more die: to each living ship that it can hit, or to
    /// none if there is none.
    fn assign_one(&mut self, turn: &Turn, salvo: &Salvo) {
        let roster = &turn.targets;
        self.next.clear();
        for ships in &self.current {
            let before = self.next.len();
            for group in (0..roster.groups).filter(|&g| turn.faces[g] >= salvo.reach) {
                let mut last = 0;
                for place in roster.living(ships, group) {
                    // Equal ships of a group are one choice; they stand side by side.
                    if ships.life[place] != last {
                        last = ships.life[place];
                        let mut result = *ships;
                        result.hit(roster, group, place, salvo.damage);
                        self.next.push(result);
                    }
                }
            }
            if self.next.len() == before {
                self.next.push(*ships);
            }
        }
        self.next.sort_unstable();
        self.next.dedup();
        std::mem::swap(&mut self.current, &mut self.next);
    }
}
