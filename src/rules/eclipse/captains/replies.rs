//! All results that a volley can have: the set of states that assigning it die by die can
//! reach under D1.

use super::super::ships::Ships;
use super::super::turn::Turn;
use super::super::volley::Salvo;

/// Working memory for building sets of results.
#[derive(Debug, Default)]
pub(super) struct Replies {
    current: Vec<Ships>,
    next: Vec<Ships>,
}

impl Replies {
    /// Most results that are followed from one die to the next.
    const MOST: usize = 1 << 12;

    /// Volleys that may have more results than this are not even tried.
    const MOST_EXPECTED: u64 = 1 << 17;

    /// Memory for [`Replies::MOST`] results, so that building takes little.
    pub(super) fn with_room() -> Self {
        Self { current: Vec::with_capacity(Self::MOST), next: Vec::with_capacity(8 * Self::MOST) }
    }

    /// The different results of a volley, in no particular order; `None` if there are too
    /// many to be followed.
    pub(super) fn build(
        &mut self,
        turn: &Turn,
        volley: &[Salvo],
        enemy: &Ships,
    ) -> Option<&[Ships]> {
        if expected(turn, volley, enemy) > Self::MOST_EXPECTED {
            return None;
        }
        self.current.clear();
        self.current.push(*enemy);
        for salvo in volley {
            for _ in 0..salvo.hits {
                self.assign_one(turn, salvo);
                if self.current.len() > Self::MOST {
                    return None;
                }
            }
        }
        Some(&self.current)
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

/// Ways to divide the dice of each salvo among ships that differ: an estimate of the
/// number of results.
fn expected(turn: &Turn, volley: &[Salvo], enemy: &Ships) -> u64 {
    let roster = &turn.targets;
    let different = |salvo: &Salvo| -> u64 {
        (0..roster.groups)
            .filter(|&g| turn.faces[g] >= salvo.reach)
            .map(|g| enemy.life[roster.living(enemy, g)].chunk_by(|a, b| a == b).count() as u64)
            .sum()
    };
    let ways = |salvo: &Salvo| {
        let (dice, ships) = (u64::from(salvo.hits), different(salvo).max(1));
        (1..ships).fold(1u64, |ways, i| ways.saturating_mul(dice + i) / i)
    };
    volley.iter().map(ways).fold(1, u64::saturating_mul)
}
