//! Compares all rules with the oracle of `tests/support/rulebook.rs`, which shares no code with the
//! program: retreat, rift dice, point defence, distortion shields, splitters, repair, alliances,
//! sectors, population, both editions.

use std::sync::Arc;

use crate::support::ask::eclipse;
use crate::support::of_game::{Encounter, SectorFigures, SideFigures};
use crate::support::random::Random;
use crate::support::{rulebook as oracle, too_far};
use fleetodds::internals::answer::{
    Answer, Battles, Budget, NoAnswer, Question, RoundWindow, Side, Simulation, answer,
};
use fleetodds::internals::engine::{Ctx, Shard};
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::games::common::{Horizon, Labels, Objective, Retreat};
use fleetodds::internals::games::eclipse::rules::{
    Bag, BattleOrder, Dice, EclipseFleet, EclipseGroup, Edition, Figures, Owner, Policy,
    Population, Setup, Technologies, Tiles,
};
use fleetodds::internals::games::eclipse::scenario::{EclipseMatchup, SectorSides};
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::Engine;

fn group(random: &mut Random) -> oracle::Group {
    let hull = random.below(3) as u8;
    let mut group = oracle::Group {
        count: 1 + random.below(2) as u8,
        cannons: [0; 5],
        missiles: [0; 4],
        computer: random.below(4) as i32 - 1,
        shield: random.below(3) as i32,
        hull,
        initiative: random.below(4) as i32,
        rank: 1 + random.below(4) as u8,
        tiles: 1 + random.below(3) as u8,
        cost: 2 + random.below(6) as u32,
        damaged: Vec::new(),
        regenerate: u8::from(random.one_in(8)),
        mobile: !random.one_in(5),
        retreating: false,
    };
    if random.one_in(4) {
        group.damaged = vec![random.below(u64::from(hull) + 1) as u8];
    }
    if !random.one_in(6) {
        group.cannons[random.below(5) as usize] += 1;
    }
    if random.one_in(3) {
        group.missiles[random.below(4) as usize] += 1 + random.below(2) as u8;
    }
    group
}

/// Returns a random owner. If it looks ahead, all of its decisions do.
pub(crate) fn owner(random: &mut Random, name: String, looks_ahead: bool) -> oracle::Owner {
    let declared = [oracle::Assign::Npc, oracle::Assign::NpcSpread];
    let assign = declared[random.below(2) as usize].clone();
    let retreat = match random.below(4) {
        0 => oracle::Retreat::AfterRound(random.below(3) as u32),
        1 => oracle::Retreat::AtMost(random.below(3) as u32),
        2 => oracle::Retreat::Below(random.below(9) as f64 / 10.0 + 0.05),
        _ => oracle::Retreat::Never,
    };
    let swings = random.one_in(2);
    let mut owner = oracle::Owner {
        name,
        groups: (0..=random.below(2)).map(|_| group(random)).collect(),
        assign,
        retreat,
        objective: if swings { oracle::Objective::Swing } else { oracle::Objective::Win },
        may_retreat: !random.one_in(3),
        point_defense: random.one_in(3),
        distortion_shield: random.one_in(4),
        splitter: random.one_in(2),
        tractor_beam: random.one_in(8),
        neutron_bombs: random.one_in(3),
        neutron_absorber: random.one_in(3),
        non_player: false,
    };
    if looks_ahead {
        owner.assign = oracle::Assign::Optimal;
        owner.retreat = if swings { oracle::Retreat::Optimal } else { oracle::Retreat::Never };
    }
    owner
}

pub(crate) fn fleet(owner: &oracle::Owner) -> EclipseFleet {
    let group = |g: &oracle::Group| EclipseGroup {
        figures: Figures {
            cannons: Dice(g.cannons),
            missiles: Dice([g.missiles[0], g.missiles[1], g.missiles[2], g.missiles[3], 0]),
            computer: g.computer as i16,
            shield: g.shield as i16,
            hull: g.hull,
            initiative: g.initiative as i16,
            regenerate: g.regenerate,
        },
        count: u16::from(g.count),
        damaged: g.damaged.clone(),
        rank: g.rank,
        tiles: g.tiles,
        cost: g.cost,
        owner: 0,
        mobile: g.mobile,
        retreating: g.retreating,
    };
    let captain = Owner {
        policy: match owner.assign {
            oracle::Assign::Npc => Policy::Npc,
            oracle::Assign::NpcSpread => Policy::NpcSpread,
            oracle::Assign::Optimal => Policy::Optimal,
        },
        objective: match owner.objective {
            oracle::Objective::Win => Objective::Win,
            oracle::Objective::Swing => Objective::Swing,
        },
        // The oracle solves sectors battle by battle; tests/eclipse/sector_play.rs looks further.
        horizon: Horizon::Battle,
        retreat: match owner.retreat {
            oracle::Retreat::Never => Retreat::Never,
            oracle::Retreat::AfterRound(round) => Retreat::AfterRound(round),
            oracle::Retreat::AtMost(ships) => Retreat::AtMost(ships),
            oracle::Retreat::Below(odds) => Retreat::Below(odds),
            oracle::Retreat::Optimal => Retreat::Optimal,
        },
        may_retreat: owner.may_retreat,
        technologies: Technologies {
            point_defense: owner.point_defense,
            distortion_shield: owner.distortion_shield,
            antimatter_splitter: owner.splitter,
            tractor_beam: owner.tractor_beam,
            neutron_bombs: owner.neutron_bombs,
            neutron_absorber: owner.neutron_absorber,
        },
    };
    EclipseFleet {
        groups: owner.groups.iter().map(group).collect(),
        owners: vec![captain],
        non_player: owner.non_player,
    }
}

fn side(owner: &oracle::Owner) -> Side<EclipseFleet> {
    let labels = Labels {
        name: owner.name.clone(),
        fleet: owner.name.clone(),
        classes: owner.groups.iter().map(|_| "ship".to_string()).collect(),
    };
    Side { labels, fleet: fleet(owner), warnings: Vec::new() }
}

fn question(owners: &[&oracle::Owner], second_edition: bool, engine: Engine) -> Question {
    let edition = if second_edition { Edition::Second } else { Edition::First };
    let bag = Bag([(1, 12), (2, 9), (3, 7), (4, 4)].into());
    Question {
        asked: None,
        you: 0,
        checks: true,
        rulebook: Rulebook::Eclipse,
        matchup: Arc::new(EclipseMatchup {
            rounds: RoundWindow { first: 1, ..RoundWindow::default() },
            sides: owners.iter().map(|owner| side(owner)).collect(),
            sector: None,
            setup: Setup { edition, ..Setup::default() },
            tiles: vec![Tiles { bag, lowest: None }; owners.len()],
        }),
        first_round: 1,
        rounds: None,
        engine,
        budget: Budget { seconds: 60.0, bytes: 2e9 },
        battles: Battles::Given(20_000),
        seed: 1,
        precision: None,
        round_cap: None,
        play_band: false,
        swings: false,
        run: Simulation::Played(Shard::WHOLE),
    }
}

pub(crate) fn ask(question: &Question) -> Option<Summary> {
    let ctx = Ctx::new(1).unwrap();
    match answer(question, &ctx, &mut |_, _, _| ()) {
        Ok(Answer { summary, .. }) => Some(summary),
        Err(NoAnswer::TooLarge { .. }) => None,
        Err(other) => panic!("{other:?}"),
    }
}

/// A figure with its name.
type Figure = (String, f64);
pub(crate) type Figures64 = Vec<Figure>;

/// Returns the first figure that differs between the oracle and the program.
pub(crate) fn difference(known: &Figures64, found: &Figures64) -> Option<String> {
    assert_eq!(known.len(), found.len());
    known.iter().zip(found).find_map(|((name, known), (_, found))| {
        let off = (known - found).abs() > 1e-8 * known.abs().max(1.0);
        off.then(|| format!("{name}: {found}, the oracle says {known}"))
    })
}

fn of_battle(odds: &oracle::Odds) -> Figures64 {
    let mut all = Vec::new();
    let mut put = |name: String, value: f64| all.push((name, value));
    for side in 0..2 {
        put(format!("{side} wins"), odds.win[side]);
        put(format!("{side} retreats"), odds.retreated[side]);
        put(format!("{side} loses"), odds.cost_lost[side]);
        put(format!("{side} destroys"), odds.cost_destroyed[side]);
        for (g, left) in odds.survivors[side][0].iter().enumerate() {
            for (n, p) in left.iter().enumerate() {
                put(format!("{side} has {n} of group {g} left"), *p);
            }
        }
        for (n, p) in odds.tiles[side][0].iter().enumerate() {
            put(format!("{side} draws {n}"), *p);
        }
    }
    put("draw".into(), odds.draw);
    put("standoff".into(), odds.standoff);
    let rounds = odds.rounds.iter().enumerate().map(|(n, p)| n as f64 * p).sum();
    put("rounds on average".into(), rounds);
    for (n, p) in odds.rounds.iter().take(6).enumerate() {
        put(format!("{n} rounds"), *p);
    }
    all
}

pub(crate) fn of_summary(summary: &Summary, rounds: usize) -> Figures64 {
    let mut all = Vec::new();
    let mut put = |name: &str, value: f64| all.push((name.to_string(), value));
    for side in &summary.sides {
        put("wins", side.win.probability);
        put("retreats", side.retreated());
        put("loses", side.cost.lost);
        put("destroys", side.cost.destroyed);
        side.survivors.iter().flat_map(|left| &left.distribution).for_each(|p| put("left", *p));
        side.reputation().iter().flat_map(|r| &r.draws).for_each(|p| put("draws", *p));
    }
    put("draw", summary.draw.probability);
    put("standoff", summary.standoff.probability);
    put("rounds on average", summary.rounds.mean);
    for n in 0..rounds.min(6) {
        put("rounds", summary.rounds.distribution.get(n).copied().unwrap_or(0.0));
    }
    all
}

/// Returns a figure of a simulation with these captains that differs from the exact one. A
/// difference counts only if it appears again with other dice.
fn simulation_differs(question: &Question, exact: &Summary, engine: Engine) -> Option<String> {
    let outcomes = |summary: &Summary| {
        let mut all: Vec<f64> = vec![summary.draw.probability, summary.standoff.probability];
        for side in &summary.sides {
            all.extend([side.win.probability, side.retreated()]);
            all.extend(side.survivors.iter().flat_map(|left| left.distribution.clone()));
            all.extend(side.reputation().into_iter().flat_map(|r| r.draws));
            all.extend(side.of_game.probability("may_claim"));
        }
        all.extend(summary.population().into_iter().flat_map(|p| p.destroyed));
        all.extend(summary.influence_lost());
        all
    };
    let known = outcomes(exact);
    let off = |battles: u64, seed: u64| {
        let played =
            ask(&Question { engine, battles: Battles::Given(battles), seed, ..question.clone() })?;
        outcomes(&played).iter().zip(&known).enumerate().find_map(|(n, (share, p))| {
            let errors = too_far(*share, *p, battles)?;
            Some(format!("figure {n}: {share} is {errors:.1} standard errors from {p}"))
        })
    };
    off(20_000, 1).and_then(|_| off(200_000, 2))
}

/// Answers of the oracle and of the program to a battle.
pub(crate) struct Answers {
    known: oracle::Odds,
    pub(crate) question: Question,
    pub(crate) summary: Summary,
}

/// Returns both answers to a battle; `None` if one of them has none.
pub(crate) fn answers(
    owners: &[oracle::Owner; 2],
    start: &oracle::Start,
    second_edition: bool,
) -> Option<Answers> {
    let battle = oracle::Battle {
        sides: owners.clone().map(|owner| vec![owner]),
        wins_ties: 1,
        start: start.clone(),
        second_edition,
    };
    let known = oracle::battle::solve(&battle);
    // With repair, the oracle reports battles that are merely slow as standoffs.
    if !known.converged || known.standoff > 1e-9 {
        return None;
    }
    let mut question = question(&[&owners[0], &owners[1]], second_edition, Engine::Exact);
    let mut matchup = eclipse(&question).clone();
    matchup.setup.round = start.round;
    matchup.setup.missiles_spent = start.missiles_spent;
    question.matchup = Arc::new(matchup);
    question.first_round = start.round;
    let summary = ask(&question)?;
    Some(Answers { known, question, summary })
}

impl Answers {
    /// Returns a figure that differs. For owners that look ahead only the objective is compared,
    /// because the other figures depend on how ties are broken.
    pub(crate) fn difference(&self, owners: &[oracle::Owner; 2]) -> Option<String> {
        let ahead = |side: &usize| owners[*side].assign == oracle::Assign::Optimal;
        if !(0..2).any(|side| ahead(&side)) {
            return self.difference_of_all();
        }
        let (known, found) = (0..2).filter(ahead).map(|side| self.wanted(side, owners)).unzip();
        difference(&known, &found)
    }

    /// Returns the objective of a side, by the oracle and by the program.
    fn wanted(&self, side: usize, owners: &[oracle::Owner; 2]) -> (Figure, Figure) {
        let (name, known, found) = match owners[side].objective {
            oracle::Objective::Win => {
                ("wins", self.known.win[side], self.summary.sides[side].win.probability)
            }
            oracle::Objective::Swing => {
                let cost = &self.summary.sides[side].cost;
                let known = self.known.cost_destroyed[side] - self.known.cost_lost[side];
                ("swings", known, cost.destroyed - cost.lost)
            }
        };
        ((format!("{side} {name}"), known), (String::new(), found))
    }

    /// Returns a figure that differs, out of all.
    pub(crate) fn difference_of_all(&self) -> Option<String> {
        let known = of_battle(&self.known);
        let rounds = known.iter().filter(|figure| figure.0.ends_with("rounds")).count();
        difference(&known, &of_summary(&self.summary, rounds))
    }
}

fn battles(number: u64, seed: u64, simulated: u64) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    for fight in 0..number {
        let ahead = random.below(4);
        let owners = [0, 1].map(|s: u64| owner(&mut random, format!("side {s}"), ahead == s));
        let second_edition = random.one_in(3);
        let start =
            oracle::Start { round: 1 + random.below(2) as u32, missiles_spent: random.one_in(5) };
        let Some(answers) = answers(&owners, &start, second_edition) else { continue };
        compared += 1;
        if let Some(difference) = answers.difference(&owners) {
            panic!("fight {fight}: {difference} {owners:#?} {start:?} second: {second_edition}");
        }
        if fight < simulated {
            for engine in [Engine::Kernel, Engine::Simulate] {
                let Answers { question, summary, .. } = &answers;
                if let Some(difference) = simulation_differs(question, summary, engine) {
                    panic!("{engine:?} {difference} fight {fight} {owners:#?} {start:?}");
                }
            }
        }
    }
    assert!(compared > number / 2, "{compared}");
}

#[test]
fn battles_agree_with_the_oracle() {
    battles(120, 1, 20);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn many_battles_agree_with_the_oracle() {
    battles(5_000, 2, 500);
}

fn of_sector(odds: &oracle::SectorOdds) -> Figures64 {
    let mut all = Vec::new();
    let mut put = |name: String, value: f64| all.push((name, value));
    for party in 0..odds.holds.len() {
        put(format!("{party} holds"), odds.side_holds[party]);
        put(format!("{party} retreats"), odds.retreated[party]);
        put(format!("{party} may claim"), odds.may_claim[party]);
        put(format!("{party} draws"), odds.tiles_mean[party]);
        for (g, left) in odds.survivors[party].iter().enumerate() {
            for (n, p) in left.iter().enumerate() {
                put(format!("{party} has {n} of group {g} left"), *p);
            }
        }
    }
    all
}

fn of_sector_summary(summary: &Summary) -> Figures64 {
    let mut all = Vec::new();
    let mut put = |name: &str, value: f64| all.push((name.to_string(), value));
    for side in &summary.sides {
        put("holds", side.win.probability);
        put("retreats", side.retreated());
        put("may claim", side.may_claim());
        put("draws", side.reputation().map_or(0.0, |r| r.mean));
        side.survivors.iter().flat_map(|left| &left.distribution).for_each(|p| put("left", *p));
    }
    all
}

fn sectors(number: u64, seed: u64, simulated: u64) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    for fight in 0..number {
        let n = 2 + random.below(3) as usize;
        let mut parties: Vec<oracle::Party> = (0..n)
            .map(|party| {
                let mut owner = owner(&mut random, format!("party {party}"), false);
                owner.groups.truncate(1);
                owner.groups[0].regenerate = 0;
                let alliance = random.one_in(3).then(|| "together".to_string());
                oracle::Party { owner, influence: false, alliance }
            })
            .collect();
        if random.one_in(3) {
            let last = random.below(n as u64) as usize;
            parties[last].owner.non_player = true;
            parties[last].owner.groups[0].mobile = false;
            parties[last].alliance = None;
        }
        let holder = random.below(n as u64) as usize;
        let population =
            (random.one_in(2) && !parties[holder].owner.non_player).then(|| oracle::Population {
                owner: holder,
                cubes: random.below(4) as u8,
                planta: random.one_in(4),
            });
        parties[holder].influence = random.one_in(2) && !parties[holder].owner.non_player;
        let second_edition = random.one_in(3);
        let sector = oracle::Sector { parties, population, second_edition };
        let known = oracle::sector::solve_sector(&sector);
        if !known.converged {
            continue;
        }
        let owners: Vec<&oracle::Owner> = sector.parties.iter().map(|p| &p.owner).collect();
        let mut question = question(&owners, second_edition, Engine::Exact);
        let mut matchup = eclipse(&question).clone();
        matchup.sector = Some(SectorSides {
            arrivals: (0..n).collect(),
            influence: sector.parties.iter().map(|p| p.influence).collect(),
            alliances: sector.parties.iter().map(|p| p.alliance.clone()).collect(),
            line: BattleOrder::Ruled,
            roles: owners.iter().map(|owner| owner.name.clone()).collect(),
            population: sector.population.as_ref().map(|p| Population {
                owner: p.owner,
                cubes: p.cubes,
                planta: p.planta,
            }),
        });
        question.matchup = Arc::new(matchup);
        let Some(summary) = ask(&question) else { continue };
        compared += 1;
        let told = || format!("sector {fight} {sector:#?}");
        if let Some(difference) = difference(&of_sector(&known), &of_sector_summary(&summary)) {
            panic!("{difference} {}", told());
        }
        if let Some(population) = summary.population() {
            let pairs = population.destroyed.iter().zip(&known.destroyed);
            for (n, (found, known)) in pairs.enumerate() {
                assert!((found - known).abs() < 1e-8, "{n} cubes {found} {known} {}", told());
            }
        }
        if let Some(found) = summary.influence_lost() {
            let known = known.influence_lost;
            assert!((found - known).abs() < 1e-8, "influence {found} {known} {}", told());
        }
        let mut met = 0;
        let encounters = summary.encounters();
        for (first, second, probability, win, lose) in &known.encounters {
            if *probability < 1e-14 {
                continue;
            }
            met += 1;
            let is_it = |e: &&Encounter| {
                (e.probability - probability).abs() < 1e-8
                    && e.sides.iter().zip([win, lose]).all(|(s, p)| (e.win[s] - p).abs() < 1e-6)
            };
            let found = encounters.iter().find(is_it);
            assert!(
                found.is_some(),
                "{first:?} {second:?} {probability} {win} {lose} {:?} {}",
                encounters,
                told()
            );
        }
        assert_eq!(met, encounters.len(), "{}", told());
        if fight < simulated
            && let Some(difference) = simulation_differs(&question, &summary, Engine::Kernel)
        {
            panic!("{difference} {}", told());
        }
    }
    assert!(compared > number / 2, "{compared}");
}

#[test]
fn sectors_agree_with_the_oracle() {
    sectors(150, 3, 30);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn many_sectors_agree_with_the_oracle() {
    sectors(3_000, 4, 300);
}
