//! Events of activations for stories: the dice, and the ship that each of them is assigned to.
//!
//! A volley is drawn as a whole, and a captain returns the ships after it. The faces of the dice
//! and the target of each die are reconstructed from these: any faces that give the volley, with
//! their conditional probabilities, and any assignment that leads to these ships.

use std::iter::{repeat, repeat_n};

use rustc_hash::FxHashSet;

use super::battle::{EclipseBattle, EclipseState};
use super::dice::Dice;
use super::missile_targets::MissileTargets;
use super::ships::{EclipseRoster, Ships};
use super::turn::{EclipseWeapon, Turn};
use super::volley::{Gunnery, Salvo};
use crate::story::{Cast, Event, Face, Throw, ThrowTotal, Who};

/// Maximum number of situations that the search for an assignment visits. Beyond it, only the total
/// damage of each ship is recorded.
const MAX_STEPS: usize = 200_000;

impl EclipseBattle {
    /// Returns the events of a volley: its dice, and its effect on the enemy.
    pub(super) fn volley_events(
        &self,
        turn: &Turn,
        before: &EclipseState,
        volley: &[Salvo],
        after: &EclipseState,
    ) -> Vec<Event> {
        let mut events = vec![self.dice_event(turn, before, (volley, 0))];
        events.extend(self.hit_events(turn, before, volley, after));
        events
    }

    /// Returns the throw of a volley that also does `wounds` points of damage to its own fleet.
    pub(super) fn dice_event(
        &self,
        turn: &Turn,
        before: &EclipseState,
        (volley, wounds): (&[Salvo], u8),
    ) -> Event {
        let who = shooter(turn, before);
        let reaches = super::volley::reaches(turn, &before.ships[1 - turn.side]);
        let with = if turn.weapon == EclipseWeapon::Missile { "missiles" } else { "cannons" };
        let ways = turn.gunnery.ways(who.ships as u8, reaches, volley, wounds);
        Event::Throw(Throw { who, with, ways, total: ThrowTotal::Any, less: 0 })
    }

    /// Returns, for each die of a volley, the ship that it is assigned to.
    pub(super) fn hit_events(
        &self,
        turn: &Turn,
        before: &EclipseState,
        volley: &[Salvo],
        after: &EclipseState,
    ) -> Vec<Event> {
        let enemy = 1 - turn.side;
        let shots = |salvo: &Salvo| {
            repeat_n((salvo.damage, turn.hit_groups(salvo.reach)), salvo.hits.into())
        };
        let dice: Vec<(u8, u16)> = volley.iter().flat_map(shots).collect();
        let (roster, after) = (&self.rosters[enemy], &after.ships[enemy]);
        let mut search = ShotSearch { roster, dice: &dice, after, looked: FxHashSet::default() };
        let mut path = Vec::new();
        if !search.find(0, &before.ships[enemy], &mut path) {
            return damage_events(enemy, roster, &before.ships[enemy], after);
        }
        let why = "nothing is left to hit";
        let event = |hit: &Option<Hit>| match hit {
            Some(hit) => hit.event(enemy),
            None => Event::Wasted { who: shooter(turn, before), hits: 1, why },
        };
        path.iter().map(event).collect()
    }

    /// Returns the missiles that land on these ships, and those aimed at ships that others destroy.
    pub(super) fn missile_events(
        &self,
        turn: &Turn,
        before: &Ships,
        aims: &MissileTargets,
    ) -> Vec<Event> {
        let enemy = 1 - turn.side;
        let mut life = before.life;
        let (mut events, mut spare) = (Vec::new(), 0);
        for aim in aims.all() {
            let left = &mut life[usize::from(aim.place)];
            if *left == 0 {
                spare += 1;
                continue;
            }
            let hit = Hit { group: aim.group.into(), damage: aim.damage, life: *left };
            *left = left.saturating_sub(aim.damage);
            events.push(hit.event(enemy));
        }
        let why = "aimed at ships that the others destroy";
        events.extend(wasted(turn.side, spare, why));
        events
    }

    /// Returns the damage that rift dice do to ships of their own side (D12).
    pub(super) fn wound_events(
        &self,
        side: usize,
        before: &EclipseState,
        after: &EclipseState,
    ) -> Vec<Event> {
        damage_events(side, &self.rosters[side], &before.ships[side], &after.ships[side])
    }

    /// Returns the events at the end of an activation and perhaps of a round: repairs, and ships
    /// that leave or are lost by D6.
    pub(super) fn end_events(&self, before: &EclipseState, after: &EclipseState) -> Vec<Event> {
        let mut events = Vec::new();
        for side in 0..2 {
            let (ships, then) = (&before.ships[side], &after.ships[side]);
            let roster = &self.rosters[side];
            for group in 0..roster.groups {
                let who = Who::group(side, group, ships.alive[group]);
                if then.gone(roster, group) > ships.gone(roster, group) {
                    let does = "out of the battle, since nobody can hurt anybody".into();
                    events.push(Event::Act { who, does });
                } else if then.alive[group] < ships.alive[group] {
                    let lost = ships.alive[group] - then.alive[group];
                    let becomes = "lost, since nobody can hurt anybody";
                    let lost = lost.into();
                    events.push(Event::Change { who, becomes, damage: 0, life: None, lost });
                } else {
                    let who = Who::ship(side, group);
                    let is_repaired = |n: &usize| then.life[*n] > ships.life[*n];
                    events.extend(roster.living(ships, group).filter(is_repaired).map(|place| {
                        let life = Some([ships.life[place], then.life[place]].map(u16::from));
                        let becomes = "repaired";
                        Event::Change { who, becomes, damage: 0, life, lost: 0 }
                    }));
                }
            }
        }
        events
    }
}

/// Returns the group that fires.
fn shooter(turn: &Turn, state: &EclipseState) -> Who {
    Who::group(turn.side, turn.group, state.ships[turn.side].alive[turn.group])
}

/// Returns the event of a group that leaves the battle.
pub(super) fn leaving(turn: &Turn, state: &EclipseState) -> Event {
    act(shooter(turn, state), ["leaves the battle", "leave the battle"])
}

/// Returns the event of a group that begins to retreat.
pub(super) fn beginning_to_retreat(turn: &Turn, state: &EclipseState) -> Event {
    act(shooter(turn, state), ["begins to retreat", "begin to retreat"])
}

/// Returns the event of an action, in the words for one ship or for several.
fn act(who: Who, [one, many]: [&str; 2]) -> Event {
    let does = if who.ships == 1 { one } else { many };
    Event::Act { who, does: does.into() }
}

/// Returns the event of missiles of a side that point defence has stopped.
pub(super) fn shot_down(
    side: usize,
    before: &MissileTargets,
    after: &MissileTargets,
) -> Option<Event> {
    wasted(side, (before.all().len() - after.all().len()) as u16, "shot down")
}

/// Returns the event of hits of a side that have no effect, if there are any.
fn wasted(side: usize, hits: u16, why: &'static str) -> Option<Event> {
    (hits > 0).then(|| Event::Wasted { who: Who::side(side), hits, why })
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

/// Returns the total damage of each ship, the healthiest first.
fn damage_events(side: usize, roster: &EclipseRoster, before: &Ships, after: &Ships) -> Vec<Event> {
    let mut events = Vec::new();
    for group in 0..roster.groups {
        let left = roster.living(after, group).map(|n| after.life[n]).chain(repeat(0));
        for (place, then) in roster.living(before, group).zip(left) {
            let life = before.life[place];
            if then < life {
                events.push(change(side, group, life - then, life, then));
            }
        }
    }
    events
}

/// Search for an assignment of dice that leads to the given ships.
struct ShotSearch<'a> {
    roster: &'a EclipseRoster,
    /// Damage of each die, and the groups that it hits as a set of bits.
    dice: &'a [(u8, u16)],
    after: &'a Ships,
    /// Pairs of die and ships that have been visited; none of them leads to the given ships.
    looked: FxHashSet<(usize, Ships)>,
}

impl ShotSearch<'_> {
    /// Finds an assignment of the dice from `die` on. A die that can hit nothing is assigned to no
    /// ship.
    fn find(&mut self, die: usize, ships: &Ships, path: &mut Vec<Option<Hit>>) -> bool {
        let Some(&(damage, groups)) = self.dice.get(die) else {
            return self.is_there(ships);
        };
        if !self.can_reach(ships)
            || self.looked.len() >= MAX_STEPS
            || !self.looked.insert((die, *ships))
        {
            return false;
        }
        let targets = self.roster.targets(ships, groups, damage);
        if targets.is_empty() {
            path.push(None);
            if self.find(die + 1, ships, path) {
                return true;
            }
            path.pop();
        }
        for (group, place) in targets {
            let mut next = *ships;
            next.hit(self.roster, group, place, damage);
            path.push(Some(Hit { group, damage, life: ships.life[place] }));
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
                                kind: Dice::name(Dice::RIFT).into(),
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
        let colour = Dice::name(usize::from(battery.colour) - 1);
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
