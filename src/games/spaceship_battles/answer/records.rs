//! Battles that were noted down. Captains follow their orders, so dice alone decide, and an analysis
//! tells luck.

use rustc_hash::FxHashMap;

use super::playing::play;
use super::{TIME_FACTOR, UNITS};
use crate::answer::advice::simulate_rows;
use crate::answer::budget::Budget;
use crate::answer::ledger::Ledger;
use crate::answer::played::next::Upcoming;
use crate::answer::played::now::{self, Players, Present};
use crate::answer::played::report::{PlayedSides, analysis};
use crate::answer::played::thrown::{BattleSpot, ThrowCourse, ThrowNames, ThrownBattle, written};
use crate::answer::played::{Gains, asked, evaluate};
use crate::answer::warnings::of_sides;
use crate::answer::{NoAnswer, Question, Records};
use crate::dice::{Sampler, block_generator};
use crate::engine::graph::{Graph, absorption};
use crate::engine::optimize::duel::Gain;
use crate::engine::{Control, Unsolved};
use crate::games::common::Objective;
use crate::games::spaceship_battles::rules::{
    ShipBattle, ShipFleet, ShipGroup, ShipState, compile, summarise,
};
use crate::games::spaceship_battles::scenario::ShipMatchup;
use crate::model::Battle;
use crate::result::{Analysis, BattleGroup, BattleNext, BattleNow, Story};
use crate::scenario::{BattleRecord, Diagnostic, Engine, MAX_LINES, WrittenEntry};
use crate::stats::Odds;

/// Number of ships for which states have room: that of the largest battle.
const SHIPS: usize = 128;

/// Share of the budget that may be spent on exact odds before battles are simulated.
const EXACT_SHARE: f64 = 0.5;

/// Share of the budget for the estimate how long battles last, and the maximum number of battles that
/// are played for it.
const PROBE_SHARE: f64 = 0.05;
const PROBES: f64 = 256.0;

type Spot = BattleSpot<ShipState<SHIPS>>;

impl Records for ShipMatchup {
    fn check_recordable(&self) -> Result<(), NoAnswer> {
        Ok(())
    }

    fn is_simulated(&self) -> bool {
        true
    }

    fn record(&self, story: &Story) -> Result<Vec<WrittenEntry>, NoAnswer> {
        let entries = written(story, [0, 1].map(|side: usize| &self.sides[side].labels));
        match entries.len() {
            lines if lines > MAX_LINES => Err(NoAnswer::NotHere(format!(
                "the record of this battle has {lines} lines; at most {MAX_LINES} can be read"
            ))),
            _ => Ok(entries),
        }
    }

    fn analyse(
        &self,
        question: &Question,
        record: &BattleRecord,
        control: &Control,
    ) -> Result<Analysis, NoAnswer> {
        Table::of(question, self)?.analyse(record, control)
    }

    fn battle_now(
        &self,
        question: &Question,
        record: &BattleRecord,
        roll: Option<&str>,
        control: &Control,
    ) -> Result<BattleNow, NoAnswer> {
        Table::of(question, self)?.battle_now(record, roll, control)
    }

    fn random_roll(
        &self,
        question: &Question,
        record: &BattleRecord,
        seed: u64,
        _: &Control,
    ) -> Result<String, NoAnswer> {
        let table = Table::of(question, self)?;
        let thrown = ThrowCourse::now(table.thrown(), record)?.thrown(seed);
        thrown.ok_or_else(|| Diagnostic::new("no dice are rolled now").into())
    }
}

/// The battle of a record.
struct Table<'a> {
    question: &'a Question,
    matchup: &'a ShipMatchup,
    fleets: [ShipFleet; 2],
    battle: ShipBattle<SHIPS>,
}

/// Worth of situations to both sides.
struct Worth {
    gains: Vec<Gains>,
    /// Number of simulated battles from each; `None` if the odds are exact.
    battles: Option<u64>,
    note: Option<String>,
}

impl<'a> Table<'a> {
    fn of(question: &'a Question, matchup: &'a ShipMatchup) -> Result<Self, NoAnswer> {
        let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
        if fleets.iter().any(|fleet| fleet.groups.is_empty()) {
            return Err(NoAnswer::NotHere("one side has no ships, so there is no battle".into()));
        }
        let battle = compile(&fleets, &matchup.terms)?;
        Ok(Self { question, matchup, fleets, battle })
    }

    fn thrown(&self) -> ThrownBattle<'_, ShipBattle<SHIPS>> {
        ThrownBattle {
            battle: &self.battle,
            names: ThrowNames {
                labels: [0, 1].map(|side: usize| &self.matchup.sides[side].labels),
                time: UNITS.time,
            },
            last_round: self.question.last_round(),
        }
    }

    fn players(&self) -> Players {
        Players {
            are_players: [true; 2],
            objectives: [Objective::Win; 2],
            cost: self.fleets.iter().map(|fleet| f64::from(fleet.points())).sum(),
        }
    }

    fn analyse(&self, record: &BattleRecord, control: &Control) -> Result<Analysis, NoAnswer> {
        let opening = self.thrown().opening();
        let ThrowCourse { steps, words, now, .. } = ThrowCourse::of(self.thrown(), record)?;
        let spots = asked(&[opening], &steps);
        let Worth { gains, battles, note } = self.worth(&spots, control)?;
        let worth: FxHashMap<_, _> = spots.into_iter().zip(gains).collect();
        let evaluated = evaluate(opening, &steps, &worth);
        let ended = now.iter().all(|end| end.is_over);
        let played = PlayedSides {
            players: self.players(),
            record: record.place.source.name.clone(),
            battles,
            is_ordered: true,
            ended,
            outcome: if ended { self.outcome(&now) } else { "not finished".into() },
            warnings: of_sides(&self.matchup.sides, note.as_slice()),
        };
        let steps: Vec<_> = evaluated.into_iter().zip(words).collect();
        Ok(analysis(self.question, &self.matchup.sides, UNITS, played, &steps))
    }

    fn battle_now(
        &self,
        record: &BattleRecord,
        roll: Option<&str>,
        control: &Control,
    ) -> Result<BattleNow, NoAnswer> {
        let moment = ThrowCourse::now(self.thrown(), record)?;
        let found = moment.next(roll)?;
        let Worth { gains, note, .. } = self.worth(&found.positions(moment.at), control)?;
        let groups = [0, 1].map(|side| self.groups(side, &moment.at.state));
        let text = record.place.source.text.as_str();
        let over = |_| self.over(&moment.at);
        let Upcoming { next, gains, record } = found.valued(&gains, &self.players(), text, over);
        let notes = note.into_iter().collect();
        let present = Present { part: moment.part, groups, gains, next, record, notes };
        let sides = (&self.matchup.sides[..], UNITS);
        Ok(now::battle_now(self.question, sides, self.players(), present, now::by_ship))
    }

    /// Returns the groups of a side.
    fn groups(&self, side: usize, state: &ShipState<SHIPS>) -> Vec<BattleGroup> {
        let labels = &self.matchup.sides[side].labels;
        let groups = self.fleets[side].groups.iter().zip(self.battle.hulls(state, side));
        let group = |(n, (group, hulls)): (usize, (&ShipGroup, Vec<u8>))| {
            let ShipGroup { count, hull: full, .. } = group;
            let living = hulls.into_iter().filter(|hull| *hull > 0);
            let mut damage: Vec<u32> = living.map(|hull| u32::from(full - hull)).collect();
            damage.sort_unstable();
            let counts = (u32::from(*count), 0);
            now::group(&labels.group_name(n), counts, damage, u32::from(full.saturating_sub(1)))
        };
        groups.enumerate().map(group).collect()
    }

    fn over(&self, end: &Spot) -> BattleNext {
        BattleNext::Over { words: self.outcome(&[*end]), winner: self.winner(end) }
    }

    fn winner(&self, end: &Spot) -> Option<usize> {
        [0, 1].into_iter().find(|side| self.battle.worth(&end.state, *side)[0] > 0.5)
    }

    /// Whether no ship is left.
    fn is_empty(&self, end: &Spot) -> bool {
        let hulls = [0, 1].map(|side| self.battle.hulls(&end.state, side));
        hulls.iter().flatten().flatten().all(|hull| *hull == 0)
    }

    /// Returns the outcome in words.
    fn outcome(&self, ends: &[Spot]) -> String {
        let mut winners: Vec<Option<usize>> = ends.iter().map(|end| self.winner(end)).collect();
        winners.dedup();
        match winners[..] {
            [Some(side)] => format!("{} wins", self.matchup.sides[side].labels.name),
            [None] if ends.iter().all(|end| self.is_empty(end)) => "no side is left".into(),
            [None] => "no side has won".into(),
            _ => "the winner was not noted".into(),
        }
    }

    /// Returns what situations are worth: exactly where that fits the budget, otherwise by
    /// simulation.
    ///
    /// # Errors
    /// If not even a simulation fits the budget, if the odds do not and the engine is `exact`, or if
    /// it is stopped.
    fn worth(&self, spots: &[Spot], control: &Control) -> Result<Worth, NoAnswer> {
        let (engine, budget) = (self.question.engine, self.question.budget);
        if engine.is_exact() {
            let mut ledger = Ledger::new(budget);
            if engine != Engine::Exact {
                ledger.limit(EXACT_SHARE);
            }
            match self.exact(spots, &mut ledger, control) {
                Ok(gains) => return Ok(Worth { gains, battles: None, note: None }),
                Err(Unsolved::Stopped) => return Err(NoAnswer::Stopped),
                Err(_) if engine == Engine::Exact => {
                    let why = "the table of all situations of the battle does not fit the budget";
                    return Err(ledger.too_large(format!("{why} of {budget}")));
                }
                Err(_) => {}
            }
        }
        self.simulated(spots, control)
    }

    fn exact(
        &self,
        spots: &[Spot],
        ledger: &mut Ledger,
        control: &Control,
    ) -> Result<Vec<Gains>, Unsolved> {
        let openings: Vec<_> = spots.iter().map(|spot| spot.state).collect();
        let limit = ledger.solving().stretched(TIME_FACTOR[0]).graph();
        let graph = Graph::of_all(&self.battle, &openings, &mut (), limit, control)?;
        ledger.take(Budget::of_graph(graph.work) / TIME_FACTOR[0]);
        let mut first = vec![0.0; spots.len()];
        let mut gains = Vec::new();
        for (n, spot) in spots.iter().enumerate() {
            if spot.is_over {
                gains.push([0, 1].map(|side| self.battle.worth(&spot.state, side)));
                continue;
            }
            first.fill(0.0);
            first[n] = 1.0;
            let cap = self.question.round_cap.map(|cap| cap + 1 - spot.round);
            let visits = ledger.following().edge_visits();
            let ends = absorption::solve(&graph.topology, &first, cap, visits, control)?;
            ledger.take(Budget::of_edge_visits(ends.work));
            gains.push(self.gains(&graph.odds(&self.battle, &ends)));
        }
        Ok(gains)
    }

    /// Returns what odds are worth to each side.
    fn gains(&self, odds: &Odds) -> Gains {
        let labels: Vec<_> = self.matchup.sides.iter().map(|side| &side.labels).collect();
        let sides = summarise(&self.battle, &self.fleets, &labels, odds);
        [0, 1].map(|side: usize| {
            let side = &sides[side];
            [side.win.probability, side.cost.destroyed - side.cost.lost]
        })
    }

    /// Returns the mean number of turns that battles from these situations last, estimated by a few.
    fn turns(&self, spots: &[Spot]) -> f64 {
        let last = self.question.last_round();
        let longest = f64::from(last) * self.battle.round_seconds();
        let battles = PROBE_SHARE * self.question.budget.seconds / longest;
        let battles = battles.clamp(2.0, PROBES) as usize;
        let probed = (0..battles).map(|n| {
            let spot = &spots[n * spots.len() / battles];
            let mut die = Sampler::new(block_generator(!self.question.seed, n as u64));
            match spot.is_over {
                true => 0.0,
                false => {
                    let turns = last + 1 - spot.round;
                    f64::from(play(&self.battle, &mut spot.state.clone(), &mut die, turns))
                }
            }
        });
        (probed.sum::<f64>() / battles as f64).max(1.0)
    }

    fn simulated(&self, spots: &[Spot], control: &Control) -> Result<Worth, NoAnswer> {
        let last = self.question.last_round();
        let row = |dice: &Sampler| -> Vec<Gain> {
            let of_spot = |spot: &Spot| {
                let (mut end, mut die) = (spot.state, dice.clone());
                if !spot.is_over {
                    play(&self.battle, &mut end, &mut die, last + 1 - spot.round);
                }
                [0, 1].map(|side| self.battle.worth(&end, side))
            };
            spots.iter().flat_map(of_spot).collect()
        };
        // Each battle gives the figures of two sides.
        let seconds = self.battle.round_seconds() * self.turns(spots) / 2.0;
        let found = simulate_rows(self.question, (2 * spots.len(), seconds), &row, control);
        let found = found.map_err(|no| match no {
            NoAnswer::TooLarge { work, .. } => {
                let (all, budget) = (spots.len(), self.question.budget);
                let what = format!("battles from {all} situations exceed the budget of {budget}");
                NoAnswer::TooLarge { what, work }
            }
            no => no,
        })?;
        let (battles, note) = (found.simulated.battles, found.simulated.note);
        let gains: Vec<Gains> =
            found.gains.chunks_exact(2).map(|both| [both[0], both[1]]).collect();
        let margin = 98.0 / (battles as f64).sqrt();
        let margin =
            format!("odds by simulation: each is known to ± {margin:.1} percentage points");
        let note = note.map_or(margin.clone(), |note| format!("{margin}; {note}"));
        Ok(Worth { gains, battles: Some(battles), note: Some(note) })
    }
}
