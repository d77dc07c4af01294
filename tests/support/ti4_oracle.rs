//! A second implementation of combat in Twilight Imperium, for tests: written from the rules
//! reference and the decisions of `docs/rules/ti4.md`, with no code of the program. Every die is
//! rolled face by face, and battles are played forward round by round until what is undecided is
//! negligible.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ti4_cards::{Card, Dice, Kind, card};

/// The attacker is side 0, the defender side 1.
const SIDES: [usize; 2] = [0, 1];
/// What is undecided in the end below this is left out.
const NEGLIGIBLE: f64 = 1e-14;
/// Rounds after which what is undecided is a standoff, without a cap.
const MANY: u32 = 3000;

/// Units of one name.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub name: &'static str,
    pub count: usize,
    pub damaged: usize,
}

/// Action cards of one name: how many, and the first round in which one is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    pub count: u32,
    pub from: Option<u32>,
}

/// The rounds in which a side announces a retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leaves {
    #[default]
    Never,
    /// After this many rounds.
    After(u32),
    /// With at most this many ships.
    AtMost(usize),
}

/// A side as the scenario describes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    pub units: Vec<Group>,
    /// Of its faction, on combat rolls.
    pub bonus: i32,
    pub late: bool,
    /// Groups that it loses first, in this order.
    pub order: Vec<usize>,
    pub leaves: Leaves,
    /// It has a system to retreat to.
    pub exit: bool,
    /// Ships that retreat leave a gravity rift.
    pub rift: bool,
    pub fleet_pool: Option<usize>,
    /// Technologies and cards without numbers, by name.
    pub known: Vec<&'static str>,
    pub morale: Held,
    pub fire_team: Held,
    pub shields: Held,
    pub repairs: Held,
    pub direct_hits: Held,
    pub skilled_retreat: Option<u32>,
}

/// A combat between two sides.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub in_space: bool,
    pub sides: [Side; 2],
    pub nebula: bool,
    pub enforces_capacity: bool,
    pub round_cap: Option<u32>,
}

/// Probabilities of the ends of a combat.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub win: [f64; 2],
    pub draw: f64,
    pub standoff: f64,
    /// `[side][group][units left]`.
    pub left: [Vec<Vec<f64>>; 2],
    /// After the winner's capacity has been checked.
    pub kept: [Vec<Vec<f64>>; 2],
}

/// The units of a side that live, by group, and the cards that it still holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Force {
    whole: Vec<usize>,
    /// Damaged before this round.
    hurt: Vec<usize>,
    /// Damaged in this round.
    fresh: Vec<usize>,
    shields: u32,
    repairs: u32,
    direct_hits: u32,
}

impl Force {
    fn alive(&self, group: usize) -> usize {
        self.whole[group] + self.hurt[group] + self.fresh[group]
    }

    fn remove_all(&mut self, group: usize) {
        (self.whole[group], self.hurt[group], self.fresh[group]) = (0, 0, 0);
    }

    /// Leaves this many units of a group, damaged ones last to go.
    fn keep(&mut self, group: usize, count: usize) {
        while self.alive(group) > count {
            self.lose_one(group);
        }
    }

    /// The unit that sustained in this round is lost first, then damaged ones.
    fn lose_one(&mut self, group: usize) {
        for pile in [&mut self.fresh, &mut self.hurt, &mut self.whole] {
            if pile[group] > 0 {
                pile[group] -= 1;
                return;
            }
        }
    }

    fn repair_all(&mut self) {
        for group in 0..self.whole.len() {
            self.whole[group] = self.alive(group);
            (self.hurt[group], self.fresh[group]) = (0, 0);
        }
    }
}

type State = [Force; 2];
/// Hits that must go to ships other than fighters, and other hits.
type Hits = [usize; 2];
const AIMED: usize = 0;
const PLAIN: usize = 1;
type Roll = BTreeMap<Hits, f64>;
type Spread = BTreeMap<State, f64>;

/// The source of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Cannon,
    Bombs,
    Combat(u32),
}

/// The end of a round.
#[derive(Clone, Debug)]
enum End {
    GoesOn(State),
    Over(State),
    /// The ships of this side have left; they were these.
    Left(usize, State),
}

/// Returns the exact odds of a combat.
pub(crate) fn solve(fight: &Fight) -> Odds {
    let mut table = Table::new(fight);
    if fight.in_space {
        table.space();
    } else {
        table.ground();
    }
    table.odds
}

/// How often a side wins at most, whatever its captain chooses for each hit, if it sustains
/// damage before it loses ships, against an enemy who plays as the fight says. For fights in space without cards, space cannon or retreats, and
/// with one kind of fighters.
pub(crate) fn best(fight: &Fight, side: usize) -> f64 {
    let table = Table::new(fight);
    let mut spread = Spread::new();
    for (state, chance) in table.barrage(&table.start()) {
        *spread.entry(state).or_insert(0.0) += chance;
    }
    let mut values = Values::default();
    for state in spread.keys() {
        table.explore(state, side, &mut values);
    }
    // Values only rise, and what is left to rise shrinks from round to round.
    loop {
        let mut change: f64 = 0.0;
        for (number, rolls) in values.rolls.iter().enumerate() {
            let of_roll = |(chance, results): &(f64, Vec<usize>)| {
                chance * results.iter().map(|&n| values.worth[n]).fold(0.0, f64::max)
            };
            if !rolls.is_empty() {
                let worth = rolls.iter().map(of_roll).sum::<f64>();
                change = change.max(worth - values.worth[number]);
                values.worth[number] = worth;
            }
        }
        if change < NEGLIGIBLE {
            break;
        }
    }
    spread.iter().map(|(state, chance)| chance * values.worth[values.numbers[state]]).sum()
}

/// Values of the states of a fight for a captain who chooses well.
#[derive(Default)]
struct Values {
    numbers: HashMap<State, usize>,
    worth: Vec<f64>,
    /// By state, each roll of both with the states between which he chooses.
    rolls: Vec<Vec<(f64, Vec<usize>)>>,
}

/// A combat that is being worked out.
struct Table<'a> {
    fight: &'a Fight,
    cards: [Vec<Card>; 2],
    /// Groups in the order in which a side loses them.
    orders: [Vec<usize>; 2],
    odds: Odds,
}

impl<'a> Table<'a> {
    fn new(fight: &'a Fight) -> Self {
        let cards = SIDES.map(|side| {
            let units = &fight.sides[side].units;
            units.iter().map(|group| sheet(group.name, fight.in_space)).collect::<Vec<_>>()
        });
        let none = || {
            SIDES.map(|side| {
                let units = &fight.sides[side].units;
                units.iter().map(|group| vec![0.0; group.count + 1]).collect::<Vec<_>>()
            })
        };
        let odds = Odds { win: [0.0; 2], draw: 0.0, standoff: 0.0, left: none(), kept: none() };
        let mut table = Table { fight, cards, orders: [Vec::new(), Vec::new()], odds };
        table.orders = SIDES.map(|side| table.order(side));
        table
    }

    // Sides and units.

    fn side(&self, side: usize) -> &Side {
        &self.fight.sides[side]
    }

    fn knows(&self, side: usize, name: &str) -> bool {
        self.side(side).known.contains(&name)
    }

    fn groups(&self, side: usize) -> std::ops::Range<usize> {
        0..self.cards[side].len()
    }

    fn is_ship(&self, side: usize, group: usize) -> bool {
        let card = &self.cards[side][group];
        let afoot = matches!(card.kind, Kind::Infantry | Kind::Mech | Kind::Pds);
        !afoot || card.is("flipped") || card.is("ward")
    }

    fn is_on_the_planet(&self, side: usize, group: usize) -> bool {
        let card = &self.cards[side][group];
        match card.kind {
            Kind::Infantry => true,
            Kind::Mech => !card.is("flipped"),
            // The Titans' PDS have a combat value.
            Kind::Pds => card.combat.0 > 0,
            _ => false,
        }
    }

    fn fights(&self, side: usize, group: usize) -> bool {
        if self.fight.in_space {
            self.is_ship(side, group)
        } else {
            self.is_on_the_planet(side, group)
        }
    }

    fn is_fighter(&self, side: usize, group: usize) -> bool {
        self.cards[side][group].kind == Kind::Fighter
    }

    /// Fighters and ground forces that cannot move alone.
    fn needs_room(&self, side: usize, group: usize) -> bool {
        let card = &self.cards[side][group];
        matches!(card.kind, Kind::Fighter | Kind::Infantry | Kind::Mech) && !card.is("moves")
    }

    fn fighting(&self, state: &State, side: usize) -> usize {
        let fights = self.groups(side).filter(|&group| self.fights(side, group));
        fights.map(|group| state[side].alive(group)).sum()
    }

    /// Ships other than fighters.
    fn large_ships(&self, state: &State, side: usize) -> usize {
        let large = |&group: &usize| self.is_ship(side, group) && !self.is_fighter(side, group);
        self.groups(side).filter(large).map(|group| state[side].alive(group)).sum()
    }

    /// True if a unit with this word is alive and, unless `anywhere`, fights here.
    fn has(&self, state: &State, side: usize, word: &str, anywhere: bool) -> bool {
        self.groups(side).any(|group| {
            self.cards[side][group].is(word)
                && state[side].alive(group) > 0
                && (anywhere || self.fights(side, group))
        })
    }

    // Orders.

    /// The order of loss: the groups that the side lists, then the others by kind, and of one kind
    /// the worse fighter first.
    fn order(&self, side: usize) -> Vec<usize> {
        let mut order: Vec<usize> =
            self.groups(side).filter(|&group| self.fights(side, group)).collect();
        let expected = |group: usize| {
            let (dice, face) = self.cards[side][group].combat;
            dice as i32 * (11 - face + self.side(side).bonus).clamp(0, 10)
        };
        order.sort_by_key(|&group| (self.rank(side, group), expected(group)));
        let listed = &self.side(side).order;
        order.sort_by_key(|group| listed.iter().position(|l| l == group).unwrap_or(usize::MAX));
        order
    }

    fn rank(&self, side: usize, group: usize) -> u8 {
        let card = &self.cards[side][group];
        match card.kind {
            _ if card.is("ward") => 9,
            Kind::Fighter | Kind::Infantry => 0,
            Kind::Destroyer => 1,
            Kind::Cruiser => 2,
            Kind::Mech => 3,
            Kind::Carrier | Kind::Pds => 4,
            Kind::Dreadnought => 5,
            Kind::Flagship => 6,
            Kind::WarSun => 7,
        }
    }

    // Dice.

    /// Hits of all dice of a side in a combat round.
    fn combat_roll(&self, state: &State, side: usize, round: u32) -> Roll {
        let aims = self.fight.in_space && self.has(state, side, "aim", false);
        let again = !self.fight.in_space && in_use(self.side(side).fire_team, round);
        let mut roll = Roll::from([([0, 0], 1.0)]);
        for group in self.groups(side) {
            let card = &self.cards[side][group];
            if !self.fights(side, group) || card.combat.0 == 0 {
                continue;
            }
            let dice = state[side].alive(group) * self.dice_each(state, side, group);
            let bonus = self.bonus(state, side, group, round);
            let die = die(card.combat.1 - bonus, card.is("nines"), again);
            let aimed = aims && (card.is("aim") || card.kind == Kind::Dreadnought);
            roll = add_dice(roll, dice, &die, if aimed { AIMED } else { PLAIN });
        }
        if !self.fight.in_space && self.knows(side, "x-89-bacterial-weapon") {
            roll = roll.into_iter().map(|([a, p], chance)| ([2 * a, 2 * p], chance)).collect();
        }
        roll
    }

    fn dice_each(&self, state: &State, side: usize, group: usize) -> usize {
        let card = &self.cards[side][group];
        let printed = if card.mirrors { self.large_ships(state, 1 - side) } else { card.combat.0 };
        let armed = card.kind == Kind::Mech && self.has(state, side, "arm", true);
        printed + usize::from(armed)
    }

    /// What is added to each combat die of a unit.
    fn bonus(&self, state: &State, side: usize, group: usize, round: u32) -> i32 {
        let (card, own) = (&self.cards[side][group], self.side(side));
        let mut bonus = own.bonus;
        if card.kind == Kind::Infantry && self.has(state, side, "steady", false) {
            bonus = bonus.max(0);
        }
        if self.fight.in_space {
            bonus += i32::from(self.fight.nebula && side == 1);
            let prototype = self.knows(side, "fighter-prototype") && round == 1;
            bonus += if prototype && card.kind == Kind::Fighter { 2 } else { 0 };
            bonus += i32::from(self.has(state, side, "lead", false) && !card.is("lead"));
        }
        bonus + i32::from(in_use(own.morale, round))
    }

    /// Hits of the unit abilities of a side: dice of each group, all with this malus, and one
    /// more for the best with Plasma Scoring.
    fn ability_roll(&self, state: &State, side: usize, dice: Dicing<'_>, malus: i32) -> Vec<f64> {
        let mut pool: Vec<Dice> = Vec::new();
        for group in self.groups(side) {
            let (number, face) = dice(group);
            if number * state[side].alive(group) > 0 {
                pool.push((number * state[side].alive(group), face));
            }
        }
        if self.knows(side, "plasma-scoring")
            && let Some(best) = pool.iter_mut().min_by_key(|(_, face)| *face)
        {
            best.0 += 1;
        }
        sum_of(&pool, malus)
    }

    // Assigning hits.

    /// Assigns hits on both sides at once.
    fn assign(&self, state: &State, mut hits: [Hits; 2], source: Source) -> State {
        let mut now = state.clone();
        let bears = SIDES
            .map(|side| source == Source::Bombs || !self.has(state, 1 - side, "cripple", false));
        for side in SIDES {
            self.play_shields(&mut now, side, &mut hits[side], source, bears[side]);
        }
        // One sustains after the other, each with all that follows.
        loop {
            let mut sustained = false;
            for side in SIDES {
                if let Some(group) = self.sustains_next(&now, side, hits[side], source, bears[side])
                {
                    self.sustain(&mut now, side, group, &mut hits, source);
                    sustained = true;
                }
            }
            if !sustained {
                break;
            }
        }
        for side in SIDES {
            self.lose(&mut now, side, &mut hits, source, bears[side]);
        }
        self.bury(state, &mut now);
        now
    }

    /// Up to two hits are cancelled, as soon as two come, or one that would destroy a ship.
    fn play_shields(
        &self,
        now: &mut State,
        side: usize,
        hits: &mut Hits,
        source: Source,
        bears: bool,
    ) {
        let Source::Combat(round) = source else { return };
        let held = self.side(side).shields;
        let total = hits[AIMED] + hits[PLAIN];
        if !self.fight.in_space || now[side].shields == 0 || !is_time(held, round) || total == 0 {
            return;
        }
        let kills = || {
            let (mut then, mut both) = (now.clone(), [[0, 0]; 2]);
            both[side] = *hits;
            // Whether a ship that sustains meets a Direct Hit is not known yet.
            then[1 - side].direct_hits = 0;
            while let Some(group) = self.sustains_next(&then, side, both[side], source, bears) {
                self.sustain(&mut then, side, group, &mut both, source);
            }
            self.lose(&mut then, side, &mut both, source, bears);
            self.fighting(&then, side) < self.fighting(now, side)
        };
        if total >= 2 || kills() {
            now[side].shields -= 1;
            for _ in 0..total.min(2) {
                take(hits, true);
            }
        }
    }

    /// The group of the unit that sustains the next hit, before any unit is lost.
    fn sustains_next(
        &self,
        now: &State,
        side: usize,
        hits: Hits,
        source: Source,
        bears: bool,
    ) -> Option<usize> {
        let guards = |group: &usize| {
            let in_combat = matches!(source, Source::Combat(_)) && self.fight.in_space;
            in_combat && self.cards[side][*group].is("guard") && hits != [0, 0]
        };
        let is_immune = |group: &usize| self.cards[side][*group].is("immune");
        let (first, rest): (Vec<usize>, Vec<usize>) =
            self.orders[side].iter().copied().partition(is_immune);
        let waits = self.side(side).late && self.fight.in_space;
        let rest = if waits { Vec::new() } else { rest };
        let able = |group: &usize| bears && self.can_sustain(now, side, *group, hits, source);
        let undamaged = |group: &usize| now[side].whole[*group] > 0;
        let mut guarding = self.groups(side).filter(guards).filter(undamaged);
        guarding.next().or_else(|| first.into_iter().chain(rest).find(able))
    }

    fn can_sustain(
        &self,
        now: &State,
        side: usize,
        group: usize,
        hits: Hits,
        source: Source,
    ) -> bool {
        let due = hits[PLAIN] + if self.is_fighter(side, group) { 0 } else { hits[AIMED] };
        let can = self.cards[side][group].is("sustains") && now[side].whole[group] > 0;
        can && due > 0 && self.is_target(side, group, source)
    }

    /// Eidolon Maximum is no target of unit abilities.
    fn is_target(&self, side: usize, group: usize, source: Source) -> bool {
        matches!(source, Source::Combat(_)) || !self.cards[side][group].is("ward")
    }

    fn sustain(
        &self,
        now: &mut State,
        side: usize,
        group: usize,
        hits: &mut [Hits; 2],
        source: Source,
    ) {
        take(&mut hits[side], !self.is_fighter(side, group));
        now[side].whole[group] -= 1;
        now[side].fresh[group] += 1;
        let card = &self.cards[side][group];
        if card.is("riposte") && !self.fight.in_space && matches!(source, Source::Combat(_)) {
            hits[1 - side][PLAIN] += 1;
        }
        let round = if let Source::Combat(round) = source { round } else { 1 };
        let enemy = &mut now[1 - side];
        let falls = self.fight.in_space
            && self.is_ship(side, group)
            && !card.is("immune")
            && enemy.direct_hits > 0
            && is_time(self.side(1 - side).direct_hits, round);
        if falls {
            enemy.direct_hits -= 1;
            now[side].fresh[group] -= 1;
        }
    }

    /// Units are lost in order; with `late` the units of a class sustain before.
    fn lose(
        &self,
        now: &mut State,
        side: usize,
        hits: &mut [Hits; 2],
        source: Source,
        bears: bool,
    ) {
        while hits[side] != [0, 0] {
            let is_there = |group: &&usize| {
                now[side].alive(**group) > 0 && self.is_target(side, **group, source)
            };
            let large = |group: &&usize| !self.is_fighter(side, **group);
            let mut order = self.orders[side].iter();
            let aimed = hits[side][AIMED] > 0;
            let next = match order.clone().filter(is_there).find(large) {
                Some(group) if aimed => Some(group),
                _ => order.find(is_there),
            };
            let Some(&group) = next else { return };
            if bears && self.can_sustain(now, side, group, hits[side], source) {
                self.sustain(now, side, group, hits, source);
            } else {
                take(&mut hits[side], true);
                now[side].lose_one(group);
            }
        }
    }

    /// Removes all ships where a flagship took them with it, and what a side without ships carried.
    fn bury(&self, before: &State, now: &mut State) {
        if !self.fight.in_space {
            return;
        }
        let doomed = SIDES.iter().any(|&side| {
            self.groups(side).any(|group| {
                self.cards[side][group].is("doom")
                    && now[side].alive(group) < before[side].alive(group)
            })
        });
        for side in SIDES {
            if doomed || self.fighting(now, side) == 0 {
                for group in self.groups(side) {
                    if self.cards[side][group].kind != Kind::Pds {
                        now[side].remove_all(group);
                    }
                }
            }
        }
    }

    // What both kinds of combat share.

    fn start(&self) -> State {
        SIDES.map(|side| {
            let own = self.side(side);
            let of = |count: fn(&Group) -> usize| own.units.iter().map(count).collect();
            Force {
                whole: of(|group| group.count - group.damaged),
                hurt: of(|group| group.damaged),
                fresh: of(|_| 0),
                shields: own.shields.count,
                repairs: own.repairs.count,
                direct_hits: own.direct_hits.count,
            }
        })
    }

    fn is_over(&self, state: &State) -> bool {
        SIDES.iter().any(|&side| self.fighting(state, side) == 0)
    }

    /// Books the combats that are over, and returns the others.
    fn close(&mut self, spread: Spread) -> Spread {
        let (over, open): (Spread, Spread) =
            spread.into_iter().partition(|(state, _)| self.is_over(state));
        for (state, chance) in over {
            self.book_end(&state, chance);
        }
        open
    }

    fn book_end(&mut self, state: &State, chance: f64) {
        let alive = SIDES.map(|side| self.fighting(state, side) > 0);
        let winner = match alive {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        };
        let mut state = state.clone();
        match winner {
            Some(side) => self.odds.win[side] += chance,
            None => self.odds.draw += chance,
        }
        if winner == Some(0) && !self.fight.in_space {
            for group in self.groups(1) {
                if self.cards[1][group].kind == Kind::Pds {
                    state[1].remove_all(group);
                }
            }
        }
        self.book(&state, winner, chance);
    }

    /// Books the units that are left, and those for which the winner has room.
    fn book(&mut self, state: &State, winner: Option<usize>, chance: f64) {
        let mut kept = state.clone();
        if let Some(side) = winner
            && self.fight.in_space
        {
            self.check_capacity(&mut kept[side], side);
        }
        for side in SIDES {
            for group in self.groups(side) {
                self.odds.left[side][group][state[side].alive(group)] += chance;
                self.odds.kept[side][group][kept[side].alive(group)] += chance;
            }
        }
    }

    /// Removes fighters and ground forces without room, and fighters II beyond the fleet pool.
    fn check_capacity(&self, force: &mut Force, side: usize) {
        let room = |group: usize| force.alive(group) * self.cards[side][group].room;
        let mut room: usize = self.groups(side).map(room).sum();
        let mut passengers: Vec<usize> =
            self.groups(side).filter(|&group| self.needs_room(side, group)).collect();
        let value = |group: usize| {
            let card = &self.cards[side][group];
            let class = match card.kind {
                Kind::Mech => 0,
                Kind::Infantry => 1,
                _ => 2,
            };
            (class, Reverse(card.combat.0 as i32 * (11 - card.combat.1)))
        };
        passengers.sort_by_key(|&group| value(group));
        for group in passengers {
            force.keep(group, room.min(force.alive(group)));
            room -= force.alive(group);
        }
        let Some(pool) = self.side(side).fleet_pool else { return };
        let is_large = |&group: &usize| self.is_ship(side, group) && !self.is_fighter(side, group);
        let large: usize = self.groups(side).filter(is_large).map(|group| force.alive(group)).sum();
        let mut free = room + pool.saturating_sub(large);
        let mut second: Vec<usize> = self.groups(side).collect();
        second.retain(|&group| self.is_fighter(side, group) && !self.needs_room(side, group));
        second.sort_by_key(|&group| self.cards[side][group].combat.1);
        for group in second {
            force.keep(group, free.min(force.alive(group)));
            free -= force.alive(group);
        }
    }

    /// Plays all rounds.
    fn fight_on(&mut self, mut spread: Spread) {
        let last = self.fight.round_cap.unwrap_or(MANY);
        let settled = self.settled();
        let mut memo: HashMap<(u32, State), Vec<(End, f64)>> = HashMap::new();
        for round in 1..=last {
            if spread.values().sum::<f64>() < NEGLIGIBLE {
                break;
            }
            spread = match round {
                1 => self.before_round_1(spread),
                _ => self.slip_away_before(spread, round),
            };
            let mut next = Spread::new();
            for (state, chance) in spread {
                let like = round.min(settled);
                let known = memo
                    .entry((like, state.clone()))
                    .or_insert_with(|| self.round(&state, like))
                    .clone();
                let stays = matches!(&known[..], [(End::GoesOn(same), _)] if *same == state);
                if stays && round >= settled {
                    // Nothing will ever change.
                    self.odds.standoff += chance;
                    self.book(&state, None, chance);
                    continue;
                }
                for (end, share) in known {
                    match end {
                        End::GoesOn(state) => *next.entry(state).or_insert(0.0) += chance * share,
                        End::Over(state) => self.book_end(&state, chance * share),
                        End::Left(side, state) => self.book_flight(side, &state, chance * share),
                    }
                }
            }
            spread = next;
        }
        // A Skilled Retreat prevents the round at whose start it comes.
        let open = self.slip_away_before(spread, last + 1);
        for (state, chance) in open {
            self.odds.standoff += chance;
            self.book(&state, None, chance);
        }
    }

    /// The round from which on all rounds are alike.
    fn settled(&self) -> u32 {
        let side = |side: &Side| {
            let card = |held: Held| held.from.unwrap_or(1) + held.count;
            let leaves = if let Leaves::After(rounds) = side.leaves { rounds + 1 } else { 1 };
            let skilled = side.skilled_retreat.map_or(1, |round| round + 1);
            let held = [side.morale, side.fire_team, side.shields, side.repairs, side.direct_hits];
            held.map(card).into_iter().chain([leaves, skilled]).max()
        };
        self.fight.sides.iter().filter_map(side).max().unwrap_or(1).max(2)
    }

    /// Plays one round, from its start to its end.
    fn round(&self, state: &State, round: u32) -> Vec<(End, f64)> {
        let mut start = state.clone();
        for side in SIDES {
            self.mend(&mut start[side], side);
        }
        let leaving = self.announced(&start, round);
        let rolls = SIDES.map(|side| self.combat_roll(&start, side, round));
        let mut ends: BTreeMap<State, f64> = BTreeMap::new();
        for (&made, p) in &rolls[0] {
            for (&taken, q) in &rolls[1] {
                let after = self.assign(&start, [taken, made], Source::Combat(round));
                *ends.entry(after).or_insert(0.0) += p * q;
            }
        }
        let mut found: Vec<(End, f64)> = Vec::new();
        let mut goes_on = Spread::new();
        for (mut after, chance) in ends {
            for side in SIDES {
                self.duranium(&mut after[side], side);
            }
            match leaving {
                _ if self.is_over(&after) => found.push((End::Over(after), chance)),
                Some(side) => found.push((End::Left(side, after), chance)),
                None => {
                    for side in SIDES {
                        self.repair(&mut after[side], side, round);
                    }
                    *goes_on.entry(after).or_insert(0.0) += chance;
                }
            }
        }
        found.extend(goes_on.into_iter().map(|(state, chance)| (End::GoesOn(state), chance)));
        found
    }

    fn mend(&self, force: &mut Force, side: usize) {
        for group in self.groups(side) {
            if self.cards[side][group].is("mend") && self.fights(side, group) {
                force.whole[group] = force.alive(group);
                (force.hurt[group], force.fresh[group]) = (0, 0);
            }
        }
    }

    /// Duranium Armor repairs one damaged unit that did not sustain, the last to be lost.
    fn duranium(&self, force: &mut Force, side: usize) {
        let hurt = |group: &&usize| force.hurt[**group] > 0;
        if self.knows(side, "duranium-armor")
            && let Some(&group) = self.orders[side].iter().rev().find(hurt)
        {
            force.hurt[group] -= 1;
            force.whole[group] += 1;
        }
    }

    /// Ends a round: Emergency Repairs, then new damage becomes old.
    fn repair(&self, force: &mut Force, side: usize, round: u32) {
        let counts = |group: usize| self.fights(side, group) || self.cards[side][group].is("guard");
        let damaged = |group: usize| force.hurt[group] + force.fresh[group] > 0;
        let due = self.groups(side).any(|group| counts(group) && damaged(group));
        if due && force.repairs > 0 && is_time(self.side(side).repairs, round) {
            force.repairs -= 1;
            force.repair_all();
        }
        for group in self.groups(side) {
            force.hurt[group] += std::mem::take(&mut force.fresh[group]);
        }
    }

    // Best play.

    /// Lists all states that may follow a state.
    fn explore(&self, first: &State, side: usize, values: &mut Values) {
        let mut open = Vec::new();
        self.number(first, side, values, &mut open);
        while let Some((number, state)) = open.pop() {
            let rolls = SIDES.map(|side| self.combat_roll(&state, side, 2));
            let mut found = Vec::new();
            for (&made, p) in &rolls[side] {
                let mut hits = [[0, 0]; 2];
                hits[1 - side] = made;
                let fired = self.assign(&state, hits, Source::Combat(2));
                for (&taken, q) in &rolls[1 - side] {
                    let results = self.choices(&state, side, taken);
                    let results = results.into_iter().map(|own| {
                        let mut after = fired.clone();
                        after[side] = own;
                        self.bury(&state, &mut after);
                        settle(&mut after);
                        self.number(&after, side, values, &mut open)
                    });
                    found.push((p * q, results.collect()));
                }
            }
            values.rolls[number] = found;
        }
    }

    /// The number of a state; a new one is open unless the combat is over.
    fn number(
        &self,
        state: &State,
        side: usize,
        values: &mut Values,
        open: &mut Vec<(usize, State)>,
    ) -> usize {
        let next = values.worth.len();
        let number = *values.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            let won = self.fighting(state, side) > 0 && self.fighting(state, 1 - side) == 0;
            values.worth.push(f64::from(u8::from(won)));
            values.rolls.push(Vec::new());
            if !self.is_over(state) {
                open.push((number, state.clone()));
            }
        }
        number
    }

    /// All states to which these hits can lead: each is sustained while a ship can
    /// do so, and then destroys one.
    fn choices(&self, state: &State, side: usize, hits: Hits) -> Vec<Force> {
        let bears = !self.has(state, 1 - side, "cripple", false);
        let mut reached = BTreeSet::from([state[side].clone()]);
        for hit in 0..hits[AIMED] + hits[PLAIN] {
            let is_aimed = hit < hits[AIMED];
            let next: BTreeSet<Force> =
                reached.iter().flat_map(|now| self.replies(now, side, is_aimed, bears)).collect();
            if next.is_empty() {
                break;
            }
            reached = next;
        }
        reached.into_iter().collect()
    }

    /// The states to which one hit can lead. Ships that fear no Direct Hit sustain before others.
    fn replies(&self, now: &Force, side: usize, is_aimed: bool, bears: bool) -> Vec<Force> {
        let here = |group: &usize| self.is_ship(side, *group) && now.alive(*group) > 0;
        let is_large = |group: &usize| !self.is_fighter(side, *group);
        let mut targets: Vec<usize> = self.groups(side).filter(here).collect();
        if is_aimed && targets.iter().any(is_large) {
            targets.retain(is_large);
        }
        let able = |group: &usize| {
            bears && self.cards[side][*group].is("sustains") && now.whole[*group] > 0
        };
        let mut able: Vec<usize> = targets.iter().copied().filter(able).collect();
        let is_immune = |group: &usize| self.cards[side][*group].is("immune");
        if able.iter().any(is_immune) {
            able.retain(is_immune);
        }
        let sustained = |group: usize| {
            let mut after = now.clone();
            after.whole[group] -= 1;
            after.fresh[group] += 1;
            after
        };
        let lost = |group: usize| {
            let mut after = now.clone();
            after.lose_one(group);
            after
        };
        if able.is_empty() {
            targets.into_iter().map(lost).collect()
        } else {
            able.into_iter().map(sustained).collect()
        }
    }

    // Space.

    fn space(&mut self) {
        let mut spread = Spread::from([(self.start(), 1.0)]);
        for side in SIDES {
            spread = self.cannons(&spread, side);
        }
        if self.fight.enforces_capacity {
            let mut checked = Spread::new();
            for (mut state, chance) in spread {
                let before = state.clone();
                for side in SIDES {
                    self.check_capacity(&mut state[side], side);
                }
                self.bury(&before, &mut state);
                *checked.entry(state).or_insert(0.0) += chance;
            }
            spread = checked;
        }
        let spread = self.close(spread);
        self.fight_on(spread);
    }

    /// The space cannons of one side fire at the other's ships.
    fn cannons(&self, spread: &Spread, side: usize) -> Spread {
        let enemy = 1 - side;
        let mut next = Spread::new();
        for (state, chance) in spread {
            if self.has(state, enemy, "hush", false) {
                *next.entry(state.clone()).or_insert(0.0) += chance;
                continue;
            }
            let malus = i32::from(self.knows(enemy, "antimass-deflectors"));
            let dice = |group: usize| self.cards[side][group].cannon;
            let aimed = self.knows(side, "graviton-laser-system");
            for (made, p) in self.ability_roll(state, side, &dice, malus).into_iter().enumerate() {
                let mut hits = [[0, 0]; 2];
                hits[enemy][if aimed { AIMED } else { PLAIN }] = made;
                let mut after = self.assign(state, hits, Source::Cannon);
                settle(&mut after);
                *next.entry(after).or_insert(0.0) += chance * p;
            }
        }
        next
    }

    /// The start of the combat and the barrage.
    fn before_round_1(&mut self, spread: Spread) -> Spread {
        let mut spread = spread;
        for side in SIDES {
            let fired = spread.into_iter().map(|(state, p)| (self.assault_cannon(state, side), p));
            let fired = gather(fired);
            spread = self.close(fired);
        }
        let spread = self.slip_away_before(spread, 1);
        let fired = spread.iter().flat_map(|(state, chance)| {
            self.barrage(state).into_iter().map(move |(state, p)| (state, chance * p))
        });
        let fired = gather(fired);
        self.close(fired)
    }

    /// With three ships other than fighters, the enemy loses one of his.
    fn assault_cannon(&self, state: State, side: usize) -> State {
        let enemy = 1 - side;
        let mut now = state.clone();
        if self.fight.in_space
            && self.knows(side, "assault-cannon")
            && self.large_ships(&state, side) >= 3
        {
            let is_there = |group: &&usize| {
                !self.is_fighter(enemy, **group) && state[enemy].alive(**group) > 0
            };
            if let Some(&group) = self.orders[enemy].iter().find(is_there) {
                now[enemy].lose_one(group);
            }
        }
        self.bury(&state, &mut now);
        now
    }

    fn barrage(&self, state: &State) -> Vec<(State, f64)> {
        if !self.fight.in_space {
            return vec![(state.clone(), 1.0)];
        }
        let (first, second) = (self.barrage_roll(state, 0), self.barrage_roll(state, 1));
        let mut found = Vec::new();
        for (&(made, nines), p) in &first {
            for (&(taken, enemy_nines), q) in &second {
                let mut now = state.clone();
                self.shoot_fighters(&mut now, 1, made);
                self.shoot_fighters(&mut now, 0, taken);
                self.shoot_infantry(&mut now, 1, nines);
                self.shoot_infantry(&mut now, 0, enemy_nines);
                self.bury(state, &mut now);
                settle(&mut now);
                found.push((now, p * q));
            }
        }
        found
    }

    /// Hits of the barrage of a side, and natural 9s and 10s that destroy infantry (T24).
    fn barrage_roll(&self, state: &State, side: usize) -> BTreeMap<(usize, usize), f64> {
        let mut roll = BTreeMap::from([((0, 0), 1.0)]);
        if self.has(state, 1 - side, "screen", true) {
            return roll;
        }
        for group in self.groups(side) {
            let card = &self.cards[side][group];
            let (dice, from) = card.barrage;
            for _ in 0..dice * state[side].alive(group) {
                let mut more = BTreeMap::new();
                for ((hits, nines), chance) in &roll {
                    for face in 1..=10 {
                        let hits = hits + usize::from(face >= from);
                        let nines = nines + usize::from(face >= 9 && card.is("strikes"));
                        *more.entry((hits, nines)).or_insert(0.0) += chance / 10.0;
                    }
                }
                roll = more;
            }
        }
        roll
    }

    /// Destroys an infantry in the space area for each natural 9 or 10.
    fn shoot_infantry(&self, now: &mut State, side: usize, nines: usize) {
        for _ in 0..nines {
            let is_there = |&group: &usize| {
                self.cards[side][group].kind == Kind::Infantry && now[side].alive(group) > 0
            };
            let Some(group) = self.groups(side).find(is_there) else { return };
            now[side].lose_one(group);
        }
    }

    /// Hits of a barrage: mechs that guard sustain them if that saves a fighter.
    fn shoot_fighters(&self, now: &mut State, side: usize, hits: usize) {
        let fighters: Vec<usize> = self.orders[side]
            .iter()
            .copied()
            .filter(|&group| self.is_fighter(side, group))
            .collect();
        let there: usize = fighters.iter().map(|&group| now[side].alive(group)).sum();
        let guards: Vec<usize> =
            self.groups(side).filter(|&group| self.cards[side][group].is("guard")).collect();
        let able: usize = guards.iter().map(|&group| now[side].whole[group]).sum();
        let guarding = |hits: usize| if there + able > hits { able.min(hits) } else { 0 };
        let killed = |hits: usize| (hits - guarding(hits)).min(there);
        let mut hits = hits;
        let held = self.side(side).shields;
        // Where the card saves no fighter it is kept.
        let saves = killed(hits.saturating_sub(2)) < killed(hits);
        let due = saves || (hits >= 2 && hits <= able && there > 0);
        if due && now[side].shields > 0 && is_time(held, 1) {
            now[side].shields -= 1;
            hits -= hits.min(2);
        }
        let mut sustained = if there == 0 { 0 } else { guarding(hits) };
        let mut lost = hits - sustained;
        for group in guards {
            let here = sustained.min(now[side].whole[group]);
            now[side].whole[group] -= here;
            now[side].fresh[group] += here;
            sustained -= here;
        }
        for group in fighters {
            while lost > 0 && now[side].alive(group) > 0 {
                now[side].lose_one(group);
                lost -= 1;
            }
        }
    }

    /// The side that leaves at the end of this round; the defender announces first.
    fn announced(&self, state: &State, round: u32) -> Option<usize> {
        let leaves = |side: usize| {
            let own = self.side(side);
            let wants = match own.leaves {
                Leaves::Never => false,
                Leaves::After(rounds) => round > rounds,
                Leaves::AtMost(ships) => self.fighting(state, side) <= ships,
            };
            self.fight.in_space && own.exit && wants
        };
        [1, 0].into_iter().find(|&side| leaves(side))
    }

    /// The ships of a side leave, with what they can carry; the enemy has won.
    fn book_flight(&mut self, side: usize, state: &State, chance: f64) {
        let mut after = state.clone();
        for group in self.groups(side) {
            let stays = self.is_ship(side, group)
                && !self.needs_room(side, group)
                && !self.cards[side][group].is("moves");
            if stays {
                after[side].remove_all(group);
            }
        }
        self.check_capacity(&mut after[side], side);
        self.odds.win[1 - side] += chance;
        if !self.side(side).rift {
            self.book(&after, Some(1 - side), chance);
            return;
        }
        for (after, p) in self.out_of_the_rift(&after, side) {
            self.book(&after, Some(1 - side), chance * p);
        }
    }

    /// Every ship is lost on 1 to 3, with its passengers; the roomiest are loaded first, the
    /// most valuable passengers first. Fighters II that find room are passengers.
    fn out_of_the_rift(&self, state: &State, side: usize) -> Vec<(State, f64)> {
        let mut ships: Vec<usize> = Vec::new();
        let mut passengers: Vec<usize> = Vec::new();
        for group in self.groups(side) {
            if self.cards[side][group].kind == Kind::Pds {
                continue;
            }
            let is_carried = self.needs_room(side, group) || self.is_fighter(side, group);
            let list = if is_carried { &mut passengers } else { &mut ships };
            list.extend(std::iter::repeat_n(group, state[side].alive(group)));
        }
        ships.sort_by_key(|&group| Reverse(self.cards[side][group].room));
        let class = |group: usize| match self.cards[side][group].kind {
            Kind::Mech => 0,
            Kind::Infantry => 1,
            _ if self.needs_room(side, group) => 2,
            _ => 3,
        };
        passengers.sort_by_key(|&group| (class(group), self.cards[side][group].combat.1));
        let mut waiting = passengers.into_iter();
        let mut loads: Vec<Vec<usize>> = Vec::new();
        for ship in ships {
            let carried = waiting.by_ref().take(self.cards[side][ship].room);
            loads.push(std::iter::once(ship).chain(carried).collect());
        }
        loads.extend(waiting.map(|alone| vec![alone]));
        let mut found = vec![(state.clone(), 1.0)];
        for load in loads {
            let mut next = Vec::new();
            for (state, chance) in found {
                let mut lost = state.clone();
                load.iter().for_each(|&group| lost[side].lose_one(group));
                next.push((lost, chance * 0.3));
                next.push((state, chance * 0.7));
            }
            found = next;
        }
        found
    }

    /// Either side slips away at the start of this round.
    fn slip_away_before(&mut self, spread: Spread, round: u32) -> Spread {
        let open = self.slip_away(spread, 0, round);
        self.slip_away(open, 1, round)
    }

    /// A side slips away at the start of this round: a draw with all that is left.
    fn slip_away(&mut self, spread: Spread, side: usize, round: u32) -> Spread {
        if !self.fight.in_space || self.side(side).skilled_retreat != Some(round) {
            return spread;
        }
        for (state, chance) in spread {
            self.odds.draw += chance;
            self.book(&state, None, chance);
        }
        Spread::new()
    }

    // The planet.

    fn ground(&mut self) {
        let start = self.start();
        let bombed = self.bombard(&start);
        let landed = gather(bombed.iter().flat_map(|(state, chance)| {
            self.defence(state).into_iter().map(move |(state, p)| (state, chance * p))
        }));
        let mut spread = self.close(landed);
        for side in SIDES {
            let shot = gather(spread.into_iter().map(|(state, p)| (self.magen(state, side), p)));
            spread = self.close(shot);
        }
        self.fight_on(spread);
    }

    /// The attacker's ships bombard, unless a planetary shield stops them.
    fn bombard(&self, state: &State) -> Spread {
        let is_shielded = self.has(state, 1, "shield", true) && !self.has(state, 0, "pierce", true);
        let malus = if self.knows(1, "bunker") { 4 } else { 0 };
        let none = |_: usize| (0, 10);
        let dice = |group: usize| self.cards[0][group].bombs;
        let made = if is_shielded {
            self.ability_roll(state, 0, &none, malus)
        } else {
            self.ability_roll(state, 0, &dice, malus)
        };
        let twice = if self.knows(0, "x-89-bacterial-weapon") { 2 } else { 1 };
        gather(made.into_iter().enumerate().map(|(hits, p)| {
            let mut after = self.assign(state, [[0, 0], [0, hits * twice]], Source::Bombs);
            settle(&mut after);
            (after, p)
        }))
    }

    /// Units on the planet fire at those who have landed.
    fn defence(&self, state: &State) -> Vec<(State, f64)> {
        if self.fighting(state, 0) == 0 {
            return vec![(state.clone(), 1.0)];
        }
        let malus = i32::from(self.knows(0, "antimass-deflectors"));
        let dice = |group: usize| {
            let card = &self.cards[1][group];
            let is_there = self.fights(1, group) || card.kind == Kind::Pds;
            if is_there { card.cannon } else { (0, 10) }
        };
        let made = self.ability_roll(state, 1, &dice, malus);
        let mut found = Vec::new();
        for (hits, p) in made.into_iter().enumerate() {
            let mut after = self.assign(state, [[0, hits], [0, 0]], Source::Cannon);
            settle(&mut after);
            found.push((after, p));
        }
        found
    }

    /// Magen Defense Grid: a hit on the enemy ground force with the most expected hits of those
    /// that it destroys; if it destroys none, one sustains it.
    fn magen(&self, state: State, side: usize) -> State {
        let enemy = 1 - side;
        let built = self
            .groups(side)
            .any(|group| self.cards[side][group].kind == Kind::Pds && state[side].alive(group) > 0);
        if !self.knows(side, "magen-defense-grid") || !built {
            return state;
        }
        let bears = !self.has(&state, side, "cripple", false);
        let stands = |group: usize| {
            bears && self.cards[enemy][group].is("sustains") && state[enemy].whole[group] > 0
        };
        let here: Vec<usize> = self
            .groups(enemy)
            .filter(|&group| self.fights(enemy, group) && state[enemy].alive(group) > 0)
            .collect();
        let value = |group: usize| {
            let bonus = self.bonus(&state, enemy, group, u32::MAX);
            let chance = (11 - self.cards[enemy][group].combat.1 + bonus).clamp(0, 10);
            self.dice_each(&state, enemy, group) as i32 * chance
        };
        let hurt = |group: usize| state[enemy].alive(group) > state[enemy].whole[group];
        let falls = here.iter().copied().filter(|&group| !stands(group) || hurt(group));
        let mut now = state.clone();
        if let Some(group) = falls.max_by_key(|&group| value(group)) {
            now[enemy].lose_one(group);
        } else if let Some(group) = here.into_iter().max_by_key(|&group| value(group)) {
            let mut hits = [[0, 0]; 2];
            hits[enemy][PLAIN] = 1;
            self.sustain(&mut now, enemy, group, &mut hits, Source::Combat(1));
            now = self.assign(&now, hits, Source::Combat(1));
            settle(&mut now);
        }
        now
    }
}

/// Dice of a group.
type Dicing<'a> = &'a dyn Fn(usize) -> Dice;

/// The card of a unit; Naaz-Rokha's mech is another unit in space.
fn sheet(name: &str, in_space: bool) -> Card {
    if name == "naaz-mech" && in_space { card("naaz-mech-space") } else { card(name) }
}

/// True if one of the cards is used in this round: one a round, from the first round on.
fn in_use(held: Held, round: u32) -> bool {
    let from = held.from.unwrap_or(1);
    round >= from && round - from < held.count
}

fn is_time(held: Held, round: u32) -> bool {
    held.from.is_none_or(|from| round >= from)
}

/// Takes away one hit, of those that are aimed first.
fn take(hits: &mut Hits, aimed: bool) {
    if aimed && hits[AIMED] > 0 {
        hits[AIMED] -= 1;
    } else {
        hits[PLAIN] -= 1;
    }
}

/// Ends a step: what was damaged in it is old damage in the next.
fn settle(state: &mut State) {
    for force in state {
        for group in 0..force.whole.len() {
            force.hurt[group] += std::mem::take(&mut force.fresh[group]);
        }
    }
}

fn gather(states: impl IntoIterator<Item = (State, f64)>) -> Spread {
    let mut spread = Spread::new();
    for (state, chance) in states {
        *spread.entry(state).or_insert(0.0) += chance;
    }
    spread
}

/// Chances of 0, 1, … hits of one die that hits from a face on. Natural 9s and 10s may make
/// two more, and misses may be rolled again.
fn die(from: i32, nines: bool, again: bool) -> Vec<f64> {
    let mut chances = vec![0.0; 4];
    for face in 1..=10 {
        let made = hits_of(face, from, nines);
        if made == 0 && again {
            for second in 1..=10 {
                chances[hits_of(second, from, nines)] += 0.01;
            }
        } else {
            chances[made] += 0.1;
        }
    }
    chances
}

fn hits_of(face: i32, from: i32, nines: bool) -> usize {
    usize::from(face >= from) + if nines && face >= 9 { 2 } else { 0 }
}

/// A roll with so many more dice.
fn add_dice(mut roll: Roll, dice: usize, die: &[f64], kind: usize) -> Roll {
    for _ in 0..dice {
        let mut more = Roll::new();
        for (hits, chance) in &roll {
            for (made, share) in die.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let mut hits = *hits;
                hits[kind] += made;
                *more.entry(hits).or_insert(0.0) += chance * share;
            }
        }
        roll = more;
    }
    roll
}

/// Chances of 0, 1, … hits of these dice, with a malus.
fn sum_of(pool: &[Dice], malus: i32) -> Vec<f64> {
    let mut roll = Roll::from([([0, 0], 1.0)]);
    for &(dice, face) in pool {
        roll = add_dice(roll, dice, &die(face + malus, false, false), PLAIN);
    }
    let most = roll.keys().map(|hits| hits[PLAIN]).max().unwrap_or(0);
    let mut chances = vec![0.0; most + 1];
    for (hits, chance) in roll {
        chances[hits[PLAIN]] += chance;
    }
    chances
}
