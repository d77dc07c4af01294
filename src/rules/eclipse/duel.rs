//! The battle as a duel in numbers, from which best play is worked out.
//!
//! Each side's situations are followed from the opening, hit by hit, with the functions that
//! the battle itself is played with; a number then stands for each.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Policy;
use super::captains::{Captains, Solved};
use super::compile::EclipseBattle;
use super::fleet::Objective;
use super::ships::{Roster, Ships};
use super::step::State;
use super::turn::Turn;
use super::volley::{DieKind, Salvo, reaches, set_of};
use crate::battle::Battle;
use crate::battle::duel::{Duel, DuelSide, DuelTurn, Lists, Run, Solution, Volleys};

/// A limit that a duel goes beyond: it has more situations or volleys than can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// What the numbers of a duel stand for.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// Ships of each side by number.
    pub(super) ships: [Vec<Ships>; 2],
    numbers: [FxHashMap<Ships, u32>; 2],
    turns: Vec<TurnChart>,
}

/// The dice of one turn.
#[derive(Clone, Debug)]
struct TurnChart {
    /// Kinds of dice of the greatest volley, in the order in which they are assigned.
    kinds: Vec<DieKind>,
    /// By strength: number of each volley, given as dice of each kind.
    numbers: Vec<FxHashMap<Box<[u8]>, u32>>,
}

impl Chart {
    /// Number of a side's situation.
    #[inline]
    pub(super) fn number(&self, side: usize, ships: &Ships) -> Option<usize> {
        self.numbers[side].get(ships).map(|&n| n as usize)
    }

    /// Number of a volley of so many ships.
    #[inline]
    pub(super) fn volley(&self, turn: usize, strength: u8, salvos: &[Salvo]) -> Option<usize> {
        let chart = &self.turns[turn];
        let mut dice = [0; super::volley::MOST_SALVOS];
        chart.count(salvos, &mut dice);
        let number = chart.numbers[usize::from(strength)].get(&dice[..chart.kinds.len()]);
        number.map(|&n| n as usize)
    }
}

impl TurnChart {
    /// Dice of each kind.
    fn count(&self, salvos: &[Salvo], dice: &mut [u8]) {
        for salvo in salvos {
            let same = |kind: &DieKind| (kind.damage, kind.reach) == (salvo.damage, salvo.reach);
            if let Some(kind) = self.kinds.iter().position(same) {
                dice[kind] += salvo.hits;
            }
        }
    }

    fn salvos(&self, dice: &[u8]) -> Vec<Salvo> {
        let hit = self.kinds.iter().zip(dice).filter(|(_, hits)| **hits > 0);
        hit.map(|(kind, &hits)| Salvo { damage: kind.damage, reach: kind.reach, hits }).collect()
    }
}

/// Volleys of one strength up to which they are listed.
const MOST_VOLLEYS: usize = 1 << 16;

/// A battle's duel, to be solved.
#[derive(Clone, Debug)]
pub struct Draft {
    duel: Duel,
    chart: Chart,
}

impl Draft {
    /// The duel.
    #[must_use]
    pub fn duel(&self) -> &Duel {
        &self.duel
    }
}

impl EclipseBattle {
    /// The duel that this battle is. Sides that are `optimal` are open; what the others
    /// make of their volleys is still to be worked out, see [`Self::declare`].
    ///
    /// # Errors
    /// If a side has more situations than `most_states`, or a volley too many outcomes.
    pub fn draft(&self, most_states: usize) -> Result<Draft, TooLarge> {
        let blows = [self.blows_on(0), self.blows_on(1)];
        let atlas = |side: usize| {
            Atlas::new(&self.rosters[side], &self.opening.ships[side], &blows[side], most_states)
        };
        let [first, second] = [atlas(0)?, atlas(1)?];
        let sides = [first.side, second.side];
        let numbers = [first.numbers, second.numbers];
        let ships = [first.ships, second.ships];
        let opening = [0, 1].map(|side| numbers[side][&self.opening.ships[side]] as usize);
        let mut turns = Vec::new();
        let mut charts = Vec::new();
        for turn in &self.turns {
            let (turn, chart) = duel_turn(turn, &ships, &blows[1 - turn.side])?;
            turns.push(turn);
            charts.push(chart);
        }
        let duel = Duel { sides, turns, prelude: self.missile_turns, opening };
        Ok(Draft { duel, chart: Chart { ships, numbers, turns: charts } })
    }

    /// All kinds of dice that a side is shot at with: damage, and the set of groups hit.
    fn blows_on(&self, side: usize) -> Vec<Blow> {
        let mut blows = Vec::new();
        for turn in self.turns.iter().filter(|t| t.side != side) {
            for kind in turn.gunnery.kinds(1, all_reaches(turn)) {
                let blow = Blow::of(turn, kind);
                if !blows.contains(&blow) {
                    blows.push(blow);
                }
            }
        }
        blows
    }

    /// Works out what sides that play as declared make of each volley.
    ///
    /// # Errors
    /// If captains have to think more than so much, see [`Battle::effort`].
    pub fn declare(
        &self,
        draft: &mut Draft,
        captains: &mut Captains,
        most_effort: u64,
    ) -> Result<(), TooLarge> {
        let Draft { duel, chart } = draft;
        for ((turn, duel_turn), chart_turn) in
            self.turns.iter().zip(&mut duel.turns).zip(&chart.turns)
        {
            if duel_turn.is_open {
                continue;
            }
            let foe = 1 - turn.side;
            let most = duel_turn.most_volleys();
            let mut volleys = vec![Vec::new(); most];
            if let Some(numbers) = chart_turn.numbers.last() {
                for (dice, &number) in numbers {
                    volleys[number as usize] = chart_turn.salvos(dice);
                }
            }
            duel_turn.declared = Vec::with_capacity(most * chart.ships[foe].len());
            for (number, ships) in chart.ships[foe].iter().enumerate() {
                let reaches = reaches(turn, ships);
                for volley in &volleys {
                    let mut after = *ships;
                    // Others cannot come up here.
                    if ships.afloat > 0
                        && !volley.is_empty()
                        && volley.iter().all(|s| reaches >> s.reach & 1 == 1)
                    {
                        captains.reply(turn, volley, &mut after);
                    }
                    let after = chart.number(foe, &after).unwrap_or(number);
                    duel_turn.declared.push(after as u32);
                }
                if captains.effort() > most_effort {
                    return Err(TooLarge);
                }
            }
        }
        Ok(())
    }
}

impl EclipseBattle {
    /// What a pair of situations is worth to each side, if the battle ends there.
    #[must_use]
    pub fn worth(&self, draft: &Draft, pair: [usize; 2]) -> [f64; 2] {
        let ships = [0, 1].map(|side| draft.chart.ships[side][pair[side]]);
        let mut state = State { ships, forfeit: false, ..self.opening };
        state.forfeit = !self.is_over(&state) && self.nobody_can_hurt(&state);
        [0, 1].map(|side| match self.objectives[side] {
            Objective::Win => f64::from(u8::from(state.outcome() == side)),
            Objective::Swing => self.swing(&state, side),
        })
    }

    /// Is it over before it begins?
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.is_over(&self.opening)
    }

    /// The same battle played with an eye on the clock: it ends after so many rounds, and
    /// best play knows that.
    #[must_use]
    pub fn with_clock(mut self, rounds: u32) -> Self {
        self.opening.clock = rounds;
        self
    }

    /// Rounds after which the battle ends undecided, if it is played by the clock.
    #[must_use]
    pub fn clock(&self) -> Option<u32> {
        (self.opening.clock > 0).then_some(self.opening.clock)
    }

    /// Does one side get what the other loses, however the battle ends?
    #[must_use]
    pub fn is_zero_sum(&self) -> bool {
        match self.objectives {
            // A standoff is won by nobody.
            [Objective::Win, Objective::Win] => !self.regenerates && self.opening.clock == 0,
            // Ships lost because nobody can hurt anybody are nobody's kill (D6).
            [Objective::Swing, Objective::Swing] => !self.some_unarmed,
            _ => false,
        }
    }

    /// From now on `optimal` captains play what has been found.
    pub fn play(&mut self, draft: Draft, solution: Solution) {
        let Draft { duel, chart } = draft;
        self.solved = Some(Arc::new(Solved { duel, chart, solution }));
    }
}

/// What one die does: so much damage to one ship of these groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Blow {
    damage: u8,
    groups: u16,
}

impl Blow {
    fn of(turn: &Turn, kind: DieKind) -> Self {
        let hit = (0..turn.targets.groups).filter(|&g| turn.faces[g] >= kind.reach);
        Self { damage: kind.damage, groups: hit.fold(0, |set, g| set | 1 << g) }
    }
}

fn all_reaches(turn: &Turn) -> u8 {
    set_of(turn.faces[..turn.targets.groups].iter().copied())
}

/// All situations of one side.
struct Atlas {
    ships: Vec<Ships>,
    numbers: FxHashMap<Ships, u32>,
    side: DuelSide,
}

impl Atlas {
    fn new(
        roster: &Roster,
        opening: &Ships,
        blows: &[Blow],
        most_states: usize,
    ) -> Result<Self, TooLarge> {
        let heals = roster.regenerate.iter().any(|&points| points > 0);
        let mut found: FxHashMap<Ships, u32> = FxHashMap::default();
        let mut ships = vec![*opening, Ships::NONE];
        found.extend(ships.iter().zip(0..).map(|(s, n)| (*s, n)));
        let mut next = 0;
        while next < ships.len() {
            let from = ships[next];
            let mut visit = |to: Ships| {
                found.entry(to).or_insert_with(|| {
                    ships.push(to);
                    ships.len() as u32 - 1
                });
            };
            for blow in blows {
                successors(roster, &from, *blow).for_each(&mut visit);
            }
            if heals {
                visit(from.healed(roster));
            }
            if ships.len() > most_states {
                return Err(TooLarge);
            }
            next += 1;
        }
        ships.sort_unstable_by_key(|ships| (level(ships), *ships));
        let numbers: FxHashMap<Ships, u32> = ships.iter().copied().zip(0..).collect();
        let mut levels: Vec<usize> = (0..ships.len())
            .filter(|&n| n == 0 || level(&ships[n]) > level(&ships[n - 1]))
            .collect();
        levels.push(ships.len());
        let lists = blows.iter().map(|blow| {
            let mut lists = Lists::default();
            for from in &ships {
                lists.push(successors(roster, from, *blow).map(|to| numbers[&to]));
            }
            lists
        });
        let blows = lists.collect();
        let healed =
            heals.then(|| ships.iter().map(|ships| numbers[&ships.healed(roster)]).collect());
        Ok(Self { side: DuelSide { levels, blows, healed }, ships, numbers })
    }
}

/// Everything that one die can lead to.
fn successors<'a>(
    roster: &'a Roster,
    ships: &'a Ships,
    blow: Blow,
) -> impl Iterator<Item = Ships> + 'a {
    roster.targets(ships, blow.groups).map(move |(group, place)| {
        let mut after = *ships;
        after.hit(roster, group, place, blow.damage);
        after
    })
}

/// Life of all ships together: what every hit takes from.
fn level(ships: &Ships) -> u32 {
    ships.life.iter().map(|&life| u32::from(life)).sum()
}

/// A turn in numbers.
fn duel_turn(
    turn: &Turn,
    ships: &[Vec<Ships>; 2],
    blows: &[Blow],
) -> Result<(DuelTurn, TurnChart), TooLarge> {
    let strength: Vec<u8> = ships[turn.side].iter().map(|s| s.alive[turn.group]).collect();
    let most = strength.iter().copied().max().unwrap_or(0);
    let kinds = turn.gunnery.kinds(most, all_reaches(turn));
    let of_kind: Vec<usize> = kinds
        .iter()
        .filter_map(|&kind| blows.iter().position(|b| *b == Blow::of(turn, kind)))
        .collect();
    let mut views = Vec::new();
    let view = ships[1 - turn.side]
        .iter()
        .map(|ships| {
            let set = reaches(turn, ships);
            let known = views.iter().position(|view| *view == set);
            known.unwrap_or_else(|| {
                views.push(set);
                views.len() - 1
            }) as u8
        })
        .collect();
    let mut chart = TurnChart { kinds, numbers: Vec::new() };
    for strength in 0..=most {
        chart.numbers.push(number_volleys(&turn.gunnery.kinds(strength, all_reaches(turn)))?);
    }
    let volleys =
        (0..=most).map(|strength| volleys(turn, &chart, strength, &views, &of_kind)).collect();
    let is_open = turn.policy == Policy::Optimal;
    Ok((
        DuelTurn { side: turn.side, strength, volleys, view, is_open, declared: Vec::new() },
        chart,
    ))
}

/// Numbers all volleys of these dice, smaller first dice first: what is left without the
/// first die always has a smaller number.
fn number_volleys(kinds: &[DieKind]) -> Result<FxHashMap<Box<[u8]>, u32>, TooLarge> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for (k, kind) in kinds.iter().enumerate() {
        let mut longer = Vec::new();
        for dice in &all {
            // Dice of one damage, whatever they reach, are so many together.
            let same = kinds[..k].iter().zip(dice).filter(|(k, _)| k.damage == kind.damage);
            let used: u8 = same.map(|(_, n)| n).sum();
            for n in 0..=kind.most - used {
                longer.push([dice.as_slice(), &[n]].concat());
            }
            if longer.len() > MOST_VOLLEYS {
                return Err(TooLarge);
            }
        }
        all = longer;
    }
    Ok(all.into_iter().map(Vec::into_boxed_slice).zip(0..).collect())
}

fn volleys(
    turn: &Turn,
    chart: &TurnChart,
    strength: u8,
    views: &[u8],
    of_kind: &[usize],
) -> Volleys {
    let numbers = &chart.numbers[usize::from(strength)];
    let greatest = chart.numbers.last().unwrap_or(numbers);
    let mut global = vec![0; numbers.len()];
    let mut firsts = vec![None; numbers.len()];
    for (dice, &number) in numbers {
        global[number as usize] = greatest[dice];
        if let Some(first) = dice.iter().position(|&n| n > 0) {
            let mut rest = dice.clone();
            rest[first] -= 1;
            firsts[number as usize] = Some((of_kind[first], numbers[&rest] as usize));
        }
    }
    let chances = views
        .iter()
        .map(|&reaches| {
            let mut chances = vec![0.0; numbers.len()];
            if strength == 0 {
                chances[0] = 1.0;
            } else if reaches != 0 {
                turn.gunnery.all(strength, reaches, |salvos, probability| {
                    let mut dice = vec![0; chart.kinds.len()];
                    chart.count(salvos, &mut dice);
                    chances[numbers[dice.as_slice()] as usize] += probability;
                });
            }
            chances
        })
        .collect();
    Volleys { runs: runs(&firsts), chances, global }
}

/// Consecutive volleys with a first die of one kind and consecutive rests.
fn runs(firsts: &[Option<(usize, usize)>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (volley, first) in firsts.iter().enumerate() {
        let Some((kind, rest)) = *first else { continue };
        match runs.last_mut() {
            // A run must not read what it writes.
            Some(run)
                if run.kind == kind
                    && run.first + run.len == volley
                    && run.rest + run.len == rest =>
            {
                run.len += 1;
            }
            _ => runs.push(Run { kind, first: volley, rest, len: 1 }),
        }
    }
    runs
}
