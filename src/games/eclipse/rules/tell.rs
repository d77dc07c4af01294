//! Events of activations for stories: the dice, and the ship that each of them is assigned to.
//!
//! A volley is drawn as a whole, and a captain returns the ships after it. The faces of the dice
//! and the target of each die are reconstructed from these: any faces that give the volley, with
//! their conditional probabilities, and any assignment that leads to these ships.

use rustc_hash::FxHashSet;

use super::aims::Aims;
use super::battle::{EclipseBattle, State};
use super::dice::{COLOURS, Dice};
use super::ships::{Roster, Ships};
use super::turn::{Turn, Weapon};
use super::volley::{Gunnery, Salvo};
use crate::story::{Cast, Event, Face, Throw, Total, Who, Witness};

/// Maximum number of situations that the search for an assignment visits. Beyond it, only the total
/// damage of each ship is recorded.
const MOST_LOOKS: usize = 200_000;

impl EclipseBattle {
    /// Returns the group that fires.
    pub(super) fn shooter(turn: &Turn, state: &State) -> Who {
        Who::group(turn.side, turn.group, state.ships[turn.side].alive[turn.group])
    }

    /// Records a volley: its dice, and its effect on the enemy.
    #[cold]
    pub(super) fn tell_volley(
        &self,
        turn: &Turn,
        before: &State,
        volley: &[Salvo],
        after: &State,
        witness: &mut impl Witness,
    ) {
        self.tell_dice(turn, before, (volley, 0), witness);
        self.tell_hits(turn, before, volley, &after.ships[1 - turn.side], witness);
    }

    /// Records the dice of a volley that also does `wounds` points of damage to its own fleet.
    #[cold]
    pub(super) fn tell_dice(
        &self,
        turn: &Turn,
        before: &State,
        (volley, wounds): (&[Salvo], u8),
        witness: &mut impl Witness,
    ) {
        let who = Self::shooter(turn, before);
        let reaches = super::volley::reaches(turn, &before.ships[1 - turn.side]);
        let with = if turn.weapon == Weapon::Missile { "missiles" } else { "cannons" };
        let ways = turn.gunnery.ways(who.ships as u8, reaches, volley, wounds);
        witness.hear(Event::Throw(Throw { who, with, ways, total: Total::Any, less: 0 }));
    }

    /// Records the ship that each die of the volley is assigned to.
    #[cold]
    pub(super) fn tell_hits(
        &self,
        turn: &Turn,
        before: &State,
        volley: &[Salvo],
        after: &Ships,
        witness: &mut impl Witness,
    ) {
        let enemy = 1 - turn.side;
        let dice: Vec<Shot> = volley
            .iter()
            .flat_map(|salvo| (0..salvo.hits).map(|_| Shot::new(turn, salvo)))
            .collect();
        let roster = &self.rosters[enemy];
        let mut search = Search { roster, dice: &dice, after, looked: FxHashSet::default() };
        let mut path = Vec::new();
        if search.find(0, &before.ships[enemy], &mut path) {
            let why = "nothing is left to hit";
            for hit in &path {
                witness.hear(match hit {
                    Some(hit) => hit.event(enemy),
                    None => Event::Wasted { who: Self::shooter(turn, before), hits: 1, why },
                });
            }
        } else {
            tell_difference(enemy, roster, &before.ships[enemy], after, witness);
        }
    }

    /// Records the missiles that land, and those aimed at ships that others destroy.
    #[cold]
    pub(super) fn tell_missiles(
        &self,
        turn: &Turn,
        before: &Ships,
        aims: &Aims,
        witness: &mut impl Witness,
    ) {
        let enemy = 1 - turn.side;
        let mut life = before.life;
        let mut spare = 0;
        for aim in aims.all() {
            let left = &mut life[usize::from(aim.place)];
            if *left == 0 {
                spare += 1;
                continue;
            }
            let hit = Hit { group: aim.group.into(), damage: aim.damage, life: *left };
            *left = left.saturating_sub(aim.damage);
            witness.hear(hit.event(enemy));
        }
        if spare > 0 {
            let why = "aimed at ships that the others destroy";
            witness.hear(Event::Wasted { who: Who::side(turn.side), hits: spare, why });
        }
    }

    /// Records the damage that rift dice do to ships of their own side (D12).
    #[cold]
    pub(super) fn tell_wounds(
        &self,
        side: usize,
        before: &Ships,
        after: &Ships,
        witness: &mut impl Witness,
    ) {
        tell_difference(side, &self.rosters[side], before, after, witness);
    }

    /// Records the end of an activation and perhaps of a round: repairs, and ships that leave or
    /// are lost by D6.
    #[cold]
    pub(super) fn tell_end(&self, before: &State, after: &State, witness: &mut impl Witness) {
        for side in 0..2 {
            let (ships, then) = (&before.ships[side], &after.ships[side]);
            let roster = &self.rosters[side];
            for group in 0..roster.groups {
                let who = Who::group(side, group, ships.alive[group]);
                if then.gone(roster, group) > ships.gone(roster, group) {
                    let does = "out of the battle, since nobody can hurt anybody".into();
                    witness.hear(Event::Act { who, does });
                } else if then.alive[group] < ships.alive[group] {
                    let lost = ships.alive[group] - then.alive[group];
                    let becomes = "lost, since nobody can hurt anybody";
                    witness.hear(Event::Change {
                        who,
                        becomes,
                        damage: 0,
                        life: None,
                        lost: lost.into(),
                    });
                } else {
                    for place in
                        roster.living(ships, group).filter(|&n| then.life[n] > ships.life[n])
                    {
                        let life = Some([ships.life[place], then.life[place]].map(u16::from));
                        let who = Who::ship(side, group);
                        witness.hear(Event::Change {
                            who,
                            becomes: "repaired",
                            damage: 0,
                            life,
                            lost: 0,
                        });
                    }
                }
            }
        }
    }
}

/// A die that has hit, and the groups that it can be assigned to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shot {
    damage: u8,
    /// Groups that the die hits, as a set of bits.
    groups: u16,
}

impl Shot {
    fn new(turn: &Turn, salvo: &Salvo) -> Self {
        let hits = |g: &usize| turn.faces[*g] >= salvo.reach;
        let groups = (0..turn.targets.groups).filter(hits).fold(0, |set, g| set | 1 << g);
        Self { damage: salvo.damage, groups }
    }
}

/// A die assigned to a ship.
struct Hit {
    group: usize,
    damage: u8,
    /// Life of the ship before the hit.
    life: u8,
}

impl Hit {
    fn event(&self, side: usize) -> Event {
        change(side, self.group, self.damage, self.life, self.life.saturating_sub(self.damage))
    }
}

/// Returns the event of a ship that is hit.
fn change(side: usize, group: usize, damage: u8, before: u8, after: u8) -> Event {
    let sunk = before > 0 && after == 0;
    Event::Change {
        who: Who::ship(side, group),
        becomes: if sunk { "destroyed" } else { "hit" },
        damage: damage.into(),
        life: Some([before.into(), after.into()]),
        lost: u16::from(sunk),
    }
}

/// Records the total damage of each ship, the healthiest first.
fn tell_difference(
    side: usize,
    roster: &Roster,
    before: &Ships,
    after: &Ships,
    witness: &mut impl Witness,
) {
    for group in 0..roster.groups {
        let left = roster.living(after, group).map(|n| after.life[n]).chain(std::iter::repeat(0));
        for (place, then) in roster.living(before, group).zip(left) {
            let life = before.life[place];
            if then < life {
                witness.hear(change(side, group, life - then, life, then));
            }
        }
    }
}

/// Search for an assignment of dice that leads to the given ships.
struct Search<'a> {
    roster: &'a Roster,
    dice: &'a [Shot],
    after: &'a Ships,
    /// Pairs of die and ships that have been visited; none of them leads to the given ships.
    looked: FxHashSet<(usize, Ships)>,
}

impl Search<'_> {
    /// Finds an assignment of the dice from `die` on. A die that can hit nothing is assigned to no
    /// ship.
    fn find(&mut self, die: usize, ships: &Ships, path: &mut Vec<Option<Hit>>) -> bool {
        let Some(shot) = self.dice.get(die) else {
            return self.is_there(ships);
        };
        if !self.can_reach(ships)
            || self.looked.len() >= MOST_LOOKS
            || !self.looked.insert((die, *ships))
        {
            return false;
        }
        let targets = self.roster.targets(ships, shot.groups, shot.damage);
        if targets.is_empty() {
            path.push(None);
            if self.find(die + 1, ships, path) {
                return true;
            }
            path.pop();
        }
        for (group, place) in targets {
            let mut next = *ships;
            next.hit(self.roster, group, place, shot.damage);
            path.push(Some(Hit { group, damage: shot.damage, life: ships.life[place] }));
            if self.find(die + 1, &next, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    fn is_there(&self, ships: &Ships) -> bool {
        (0..self.roster.groups).all(|group| {
            let living = self.roster.living(ships, group);
            ships.alive[group] == self.after.alive[group]
                && ships.life[living.clone()] == self.after.life[living]
        })
    }

    /// Whether the given ships can still be reached: no life is lost that should be left.
    fn can_reach(&self, ships: &Ships) -> bool {
        (0..self.roster.groups).all(|group| {
            let left = self.roster.living(self.after, group);
            ships.alive[group] >= self.after.alive[group]
                && left.into_iter().all(|place| ships.life[place] >= self.after.life[place])
        })
    }
}

impl Gunnery {
    /// Returns the ways in which the dice of `shooters` ships can give a volley, with their
    /// weights. There is only one, unless rift dice do as much damage as other dice.
    fn ways(
        &self,
        shooters: u8,
        reaches: u8,
        volley: &[Salvo],
        wounds: u8,
    ) -> Vec<(f64, Vec<Cast>)> {
        let reaches: Vec<u8> = super::volley::members(reaches).collect();
        let rift = shooters * self.rift;
        // Hits on the worst shielded enemies, which include rift dice, by damage.
        let certain = |damage: u8| -> u8 {
            let battery = self.batteries.iter().position(|b| b.colour == damage);
            battery.map_or(0, |n| hits_of(volley, n, reaches[0]))
        };
        let mut ways = Vec::new();
        for three in 0..=rift.min(certain(3)).min(wounds) {
            let blank_or_two = rift - three;
            for two in 0..=blank_or_two.min(certain(2)) {
                for one in 0..=(blank_or_two - two).min(certain(1)) {
                    let alone = wounds - three;
                    if one + two + three + alone > rift {
                        continue;
                    }
                    let shown = [three, two, one, alone, rift - one - two - three - alone];
                    let mut weight = multinomial(&shown) * 2f64.powi(i32::from(shown[4]));
                    let mut casts = Vec::new();
                    let faces: [&[u8]; 5] = [&[6], &[5], &[4], &[3], &[1, 2]];
                    let worths = [3, 2, 1, 0, 0];
                    let mut fits = true;
                    for (n, battery) in self.batteries.iter().enumerate() {
                        let of_rift = match battery.colour {
                            3 => three,
                            2 => two,
                            1 => one,
                            _ => 0,
                        };
                        let Some((p, own)) = self.aimed(n, shooters, &reaches, volley, of_rift)
                        else {
                            fits = false;
                            break;
                        };
                        weight *= p;
                        casts.extend(own);
                    }
                    if !fits {
                        continue;
                    }
                    casts.extend(shown.iter().zip(faces).zip(worths).map(
                        |((&dice, faces), worth)| {
                            let faces =
                                faces.iter().map(|&face| Face::plain(face, worth)).collect();
                            Cast {
                                group: None,
                                kind: COLOURS[Dice::RIFT].into(),
                                dice: dice.into(),
                                faces,
                            }
                        },
                    ));
                    ways.push((weight, casts));
                }
            }
        }
        ways
    }

    /// Returns the dice of a battery that give a volley in which `of_rift` hits are those of rift
    /// dice, and the weight of this way; `None` if it is impossible.
    fn aimed(
        &self,
        number: usize,
        shooters: u8,
        reaches: &[u8],
        volley: &[Salvo],
        of_rift: u8,
    ) -> Option<(f64, Vec<Cast>)> {
        let battery = &self.batteries[number];
        let (parts, _) = battery.parts();
        let colour = COLOURS[usize::from(battery.colour) - 1];
        let all = shooters * battery.icons;
        let (mut left, mut below) = (all, 0);
        let (mut casts, mut counts, mut weight) = (Vec::new(), Vec::new(), 1.0);
        let mut add = |dice: u8, faces: std::ops::RangeInclusive<u8>, worth: u8| {
            counts.push(dice);
            weight *= f64::from(*faces.end() + 1 - *faces.start()).powi(dice.into());
            let faces = faces.map(|face| Face::plain(face, worth.into())).collect();
            casts.push(Cast { group: None, kind: colour.into(), dice: dice.into(), faces });
        };
        for &reach in reaches {
            let own = hits_of(volley, number, reach);
            let own = if below == 0 { own.checked_sub(of_rift)? } else { own } / parts;
            left = left.checked_sub(own)?;
            add(own, 7 - reach..=6 - below, battery.colour);
            below = reach;
        }
        add(left, 1..=6 - below, 0);
        Some((weight * multinomial(&counts), casts))
    }
}

/// Returns the number of dice of a battery with this reach in a volley.
fn hits_of(volley: &[Salvo], battery: usize, reach: u8) -> u8 {
    let own = volley.iter().filter(|s| usize::from(s.battery) == battery && s.reach == reach);
    own.map(|salvo| salvo.hits).sum()
}

/// Returns the number of ways to divide dice into parts of these sizes.
fn multinomial(parts: &[u8]) -> f64 {
    let mut n = 0.0;
    let mut ways = 1.0;
    for &part in parts {
        for k in 1..=part {
            n += 1.0;
            ways *= n / f64::from(k);
        }
    }
    ways
}
