//! Sectors and invasions that are walked through the graphs of their battles: the walk, the kernel
//! and the exact engine agree on random ones, and stories of single battles match the counts.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::ask::question;
use crate::support::of_game::SectorFigures;
use crate::support::random::Random;
use crate::support::{graph, solve, solved_sector, too_far};
use fleetodds::internals::analysis::replay;
use fleetodds::internals::answer::{Answer, Battles, Question, answer};
use fleetodds::internals::engine::chain::ChainLimits;
use fleetodds::internals::engine::graph::Limit;
use fleetodds::internals::engine::{BLOCK, Block, Ctx, Replayer, Simulator, Walk};
use fleetodds::internals::model::chain::Chain;
use fleetodds::internals::result::{EngineUsed, StoryEngine, Summary};
use fleetodds::internals::scenario::Engine;
use fleetodds::internals::stats::Tally;

fn ask(question: &Question, threads: usize) -> Answer {
    let ctx = Ctx::new(threads).unwrap();
    answer(question, &ctx, &mut |_, _, _| ()).unwrap()
}

/// Returns the ships of a party of a random sector.
fn groups(random: &mut Random) -> String {
    let group = |random: &mut Random| {
        let class = ["interceptor", "cruiser", "dreadnought"][random.below(3) as usize];
        let missiles = ["", "", ", missiles=1y", ", missiles=1o"][random.below(4) as usize];
        let heals = if random.one_in(10) { ", regenerate=1" } else { "" };
        format!(
            "{} {class}(cannons={}y{}o, computer={}, shield={}, hull={}, initiative={}{missiles}{heals})",
            1 + random.below(2),
            1 + random.below(2),
            random.below(2),
            random.below(4),
            random.below(2),
            random.below(3),
            random.below(4),
        )
    };
    let all: Vec<String> = (0..=random.below(2)).map(|_| group(random)).collect();
    all.join(" + ")
}

/// Returns a random sector: two to five parties, alliances, ancients, population, influence,
/// retreats; some with `optimal` captains, others with a cap on rounds.
fn random_sector(random: &mut Random) -> String {
    let parties = 2 + random.below(4) as usize;
    let looks_ahead = random.one_in(3);
    let is_capped = random.one_in(3);
    let holder = random.below(parties as u64) as usize;
    let mut retreats = Vec::new();
    let mut list: Vec<String> = (0..parties)
        .map(|n| {
            let assign = match random.below(3) {
                _ if looks_ahead => "optimal",
                0 => "npc",
                1 => "npc-spread",
                _ => "threat",
            };
            let retreat = if random.one_in(3) {
                retreats.push(format!(r#""P{n}": true"#));
                let which = ["after_round", "at_most"][random.below(2) as usize];
                format!(r#", "retreat": {{"{which}": {}}}"#, 1 + random.below(3))
            } else {
                String::new()
            };
            let alliance = if random.one_in(4) { r#", "alliance": "Nova""# } else { "" };
            let influence = if n == holder && random.one_in(2) { r#", "influence": true"# } else { "" };
            format!(
                r#"{{"name": "P{n}", "fleet": "{}", "play": {{"assign": "{assign}"{retreat}}}{alliance}{influence}}}"#,
                groups(random)
            )
        })
        .collect();
    if random.one_in(3) {
        list.insert(0, r#"{"name": "Ancient", "fleet": "ancient"}"#.to_string());
    }
    let mut setting = vec![format!(r#""retreat": {{{}}}"#, retreats.join(", "))];
    if random.one_in(2) {
        let cubes = 1 + random.below(3);
        setting.push(format!(r#""population": {{"owner": "P{holder}", "cubes": {cubes}}}"#));
    }
    // With up to 100 rounds best play looks at the clock, and graphs are large.
    let cap = if is_capped { 1 + random.below(6) } else { 200 };
    setting.push(format!(r#""round_cap": {cap}"#));
    let rules = if random.one_in(3) { "eclipse-2e" } else { "eclipse" };
    format!(
        r#"{{"rules": "{rules}", "parties": [{}], "setting": {{{}}}}}"#,
        list.join(", "),
        setting.join(", ")
    )
}

/// Returns a random invasion of two to four planets, with cards and units that repair themselves;
/// some with a cap on rounds.
fn random_invasion(random: &mut Random) -> String {
    let planets: Vec<String> = (0..2 + random.below(3))
        .map(|n| {
            let force = |random: &mut Random, more: &str| {
                let units = [
                    format!("{} infantry", 1 + random.below(4)),
                    format!("{} infantry + mech", 1 + random.below(3)),
                    format!("{} infantry{more}", 1 + random.below(3)),
                ];
                units[random.below(3) as usize].clone()
            };
            let (attacker, defender) = (force(random, " + dreadnought"), force(random, " + pds"));
            format!(r#"{{"name": "N{n}", "attacker": "{attacker}", "defender": "{defender}"}}"#)
        })
        .collect();
    let card = |random: &mut Random| {
        let name = ["morale boost", "fire team"][random.below(2) as usize];
        match random.below(3) {
            0 => String::new(),
            n => format!(r#""effects": [{{"name": "{name}", "count": {n}}}]"#),
        }
    };
    let cap = if random.one_in(3) { 1 + random.below(3) } else { 100 };
    format!(
        r#"{{"rules": "ti4-ground", "attacker": {{{}}}, "defender": {{{}}},
            "setting": {{"round_cap": {cap}, "planets": [{}]}}}}"#,
        card(random),
        card(random),
        planets.join(", ")
    )
}

type Shares = BTreeMap<String, f64>;

/// Returns all probabilities of an answer. Those of a battle are weighted by the probability that
/// it is fought.
fn shares(summary: &Summary) -> Shares {
    let mut all = Shares::new();
    let mut put = |name: String, share: f64| all.insert(name, share);
    put("draw".into(), summary.draw.probability);
    put("standoff".into(), summary.standoff.probability);
    for (n, side) in summary.sides.iter().enumerate() {
        side_shares(&format!("side {n}"), &serde_json::to_value(side).unwrap(), &mut put);
    }
    let planets = summary.of_game.get("planets").and_then(Value::as_array);
    for (n, planet) in planets.into_iter().flatten().enumerate() {
        put(format!("planet {n}: draw"), planet["draw"]["probability"].as_f64().unwrap());
        for (side, figures) in planet["sides"].as_array().unwrap().iter().enumerate() {
            side_shares(&format!("planet {n}, side {side}"), figures, &mut put);
        }
    }
    for met in &summary.encounters() {
        let name = met.sides.join(" v ");
        put(format!("{name}: standoff"), met.probability * met.standoff);
        put(format!("{name}: draw"), met.probability * met.draw);
        for (side, win) in &met.win {
            put(format!("{name}: {side}"), met.probability * win);
        }
        for (side, tiles) in &met.reputation {
            for (n, share) in tiles.draws.iter().enumerate() {
                put(format!("{name}: {side} draws {n}"), met.probability * share);
            }
        }
        put(name, met.probability);
    }
    if let Some(population) = &summary.population() {
        for (n, share) in population.destroyed.iter().enumerate() {
            put(format!("{n} cubes"), *share);
        }
    }
    if let Some(lost) = summary.influence_lost() {
        put("influence".into(), lost);
    }
    for (n, share) in summary.rounds.distribution.iter().enumerate() {
        put(format!("{n} rounds"), *share);
    }
    all
}

/// Adds the probabilities of a side, from its JSON.
fn side_shares(name: &str, side: &Value, put: &mut impl FnMut(String, f64) -> Option<f64>) {
    let share = |of: &str| side[of]["probability"].as_f64().unwrap_or(0.0);
    put(format!("{name} wins"), share("win"));
    for of in ["retreated", "destroyed", "wiped_out", "may_claim"] {
        put(format!("{name}, {of}"), share(of));
    }
    let shares = |of: &Value| -> Vec<f64> {
        of.as_array().into_iter().flatten().map(|share| share.as_f64().unwrap()).collect()
    };
    for (group, left) in side["survivors"].as_array().unwrap().iter().enumerate() {
        for (n, share) in shares(&left["distribution"]).into_iter().enumerate() {
            put(format!("{name} has {n} of group {group} left"), share);
        }
    }
    for (n, share) in shares(&side["reputation"]["draws"]).into_iter().enumerate() {
        put(format!("{name} draws {n}"), share);
    }
}

/// Returns the first figure of `n` simulated chains that is too far from its known value.
fn deviation(seen: &Shares, known: &Shares, n: u64) -> Option<String> {
    let of = |shares: &Shares, name: &str| shares.get(name).copied().unwrap_or(0.0);
    known.keys().chain(seen.keys()).find_map(|name| {
        let (seen, known) = (of(seen, name), of(known, name));
        let errors = too_far(seen, known, n)?;
        Some(format!("{name}: {seen} is {errors:.1} standard errors from {known}"))
    })
}

/// Returns the shares of all cells and numbers of rounds of a run.
fn counted(tally: &Tally) -> Shares {
    let n = tally.battles as f64;
    let cells = tally.cells.iter().enumerate().map(|(cell, times)| (format!("cell {cell}"), times));
    let rounds = tally.rounds.iter().enumerate().map(|(n, times)| (format!("round {n}"), times));
    cells.chain(rounds).map(|(name, times)| (name, *times as f64 / n)).collect()
}

/// Compares the walk and the kernel with exact odds, and with each other cell by cell.
fn disagreement(question: &Question, exact: &Shares, battles: u64, seed: u64) -> Option<String> {
    let run = |engine, seed| {
        let answer = ask(
            &Question { engine, battles: Battles::Given(battles), seed, ..question.clone() },
            2,
        );
        (shares(&answer.summary), counted(&answer.counted.unwrap().tally))
    };
    let (walk, walk_cells) = run(Engine::Simulate, seed);
    let (kernel, kernel_cells) = run(Engine::Kernel, seed + 1_000_000);
    let walk = deviation(&walk, exact, battles).map(|why| format!("walk: {why}"));
    let kernel = deviation(&kernel, exact, battles).map(|why| format!("kernel: {why}"));
    // The difference of two counts has twice the variance of one.
    let both = || deviation(&walk_cells, &kernel_cells, battles / 2);
    walk.or(kernel).or_else(|| both().map(|why| format!("walk v kernel: {why}")))
}

/// Compares the engines on random chains.
///
/// Thousands of figures are compared, so one of them may be off by more than 4.5 standard errors by
/// chance. It must not be off again with other dice and ten times the chains.
fn engines_agree(chains: u64, battles: u64, chain: impl Fn(&mut Random) -> String) {
    let mut random = Random::new(7);
    for number in 0..chains {
        let scenario = chain(&mut random);
        let question = question(&scenario);
        let exact = shares(&ask(&question, 2).summary);
        let walked =
            Question { engine: Engine::Simulate, battles: Battles::Given(1), ..question.clone() };
        let ctx = Ctx::new(1).unwrap();
        let story = replay::stories(&walked, 0..1, &ctx).unwrap();
        assert_eq!(story[0].engine, StoryEngine::Walk, "{scenario}");
        if disagreement(&question, &exact, battles, number).is_some() {
            let again = disagreement(&question, &exact, 10 * battles, number + chains);
            assert_eq!(again, None, "{scenario}");
        }
    }
}

#[test]
fn engines_agree_on_random_sectors() {
    engines_agree(15, 20_000, random_sector);
}

#[test]
fn engines_agree_on_random_invasions() {
    engines_agree(10, 20_000, random_invasion);
}

/// The long check; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn engines_agree_on_many_random_chains() {
    engines_agree(100, 200_000, random_sector);
    engines_agree(100, 200_000, random_invasion);
}

const SECTOR: &str = r#"{"parties": [
    {"name": "A", "fleet": "2 interceptor + cruiser"},
    {"name": "B", "fleet": "2 cruiser(hull=2)", "alliance": "X"},
    {"name": "C", "fleet": "2 interceptor(missiles=1y)", "influence": true},
    {"name": "D", "fleet": "dreadnought", "alliance": "X"},
    {"name": "N", "fleet": "ancient"}],
    "setting": {"population": {"owner": "C", "cubes": 2}}}"#;

const CUT_SHORT: [&str; 2] = [
    r#"{"parties": [{"name": "A", "fleet": "2 cruiser"}, {"name": "B", "fleet": "2 cruiser"},
                    {"name": "C", "fleet": "3 interceptor"}], "setting": {"round_cap": 3}}"#,
    r#"{"rules": "ti4-ground", "attacker": {}, "defender": {}, "setting": {"round_cap": 2,
        "planets": [{"name": "A", "attacker": "3 infantry", "defender": "2 infantry"},
                    {"name": "B", "attacker": "mech", "defender": "infantry"},
                    {"name": "C", "attacker": "2 infantry", "defender": "mech + infantry"}]}}"#,
];

/// Covers the default cap on rounds, and caps that cut battles short: the rest of such a chain is
/// played by the rules instead of the graph.
#[test]
fn chains_that_are_read_and_told_are_those_that_are_counted() {
    let (sector, kept) = solved_sector(SECTOR);
    let captains = sector.captains();
    let walk = Walk::of_chain(&sector, &captains, &kept).unwrap();
    for (round_cap, battles) in [(1000, BLOCK), (1000, 99), (3, 200), (2, 77), (1, 5)] {
        let block = Block { seed: 3, number: 2, battles, round_cap };
        let mut counts = Tally::default();
        walk.worker().play(block, &mut counts, &mut |_| true);
        let tally = walk.tally(&counts);
        assert_eq!(tally.battles, battles);
        assert!(tally.is_sound(walk.cells(), walk.outcomes()));
        let mut read = vec![Vec::new(); battles as usize];
        let mut sums = vec![0; sector.cells()];
        walk.visit_cells(block, &mut |number, cells| {
            cells.iter().for_each(|&cell| sums[cell as usize] += 1);
            read[number as usize] = cells.to_vec();
        });
        assert_eq!(sums, tally.cells, "{round_cap}");
        let mut rounds = vec![0; tally.rounds.len()];
        let wanted = if battles == BLOCK { 1000..1100 } else { 0..battles };
        let mut told = Vec::new();
        walk.replay(block, wanted.clone(), &mut |number, replay| {
            assert_eq!(replay.cells, read[number as usize], "{round_cap}: {number}");
            let last = replay.battles.iter().filter_map(|battle| battle.steps.last());
            rounds[last.map(|step| step.round as usize).sum::<usize>()] += 1;
            told.push(number);
        });
        assert_eq!(told, wanted.collect::<Vec<_>>());
        if battles < BLOCK {
            assert_eq!(rounds, tally.rounds, "{round_cap}");
        }
    }
}

#[test]
fn chains_are_the_same_on_any_number_of_threads() {
    for scenario in [SECTOR, CUT_SHORT[0], CUT_SHORT[1]] {
        let question = Question { engine: Engine::Auto, ..question(scenario) };
        let on = |threads| fleetodds::internals::report::json(&ask(&question, threads).summary);
        assert_eq!(on(1), on(3), "{scenario}");
    }
}

/// C and A outheal each other. Both missiles of B hit C with 25/36, and then A outlives B. Damage
/// that C has taken from one missile may still destroy it later.
#[test]
fn engines_agree_on_standoffs_and_battles_that_are_cut_short() {
    let standoff = r#"{"parties": [
        {"name": "A", "fleet": "interceptor(hull=9, regenerate=9)"},
        {"name": "B", "fleet": "interceptor(missiles=2r, computer=9, initiative=9)"},
        {"name": "C", "fleet": "interceptor(hull=5, regenerate=9)"}]}"#;
    let exact = ask(&question(standoff), 1).summary;
    let standoff_is = exact.standoff.probability;
    assert!(0.29 < standoff_is && standoff_is < 11.0 / 36.0, "{standoff_is}");
    for scenario in [standoff, CUT_SHORT[0], CUT_SHORT[1]] {
        let question = question(scenario);
        let mut exact = shares(&ask(&question, 1).summary);
        if scenario == standoff {
            // The exact engine has no cap on rounds unless one is given.
            exact.retain(|name, _| !name.ends_with("rounds"));
        }
        let differs = disagreement(&question, &exact, 20_000, 1);
        let differs = differs.filter(|why| scenario != standoff || !why.contains(" rounds: "));
        assert_eq!(differs, None, "{scenario}");
    }
}

/// A sixteenth of the budget's memory is reserved for graphs that are kept.
#[test]
fn a_chain_whose_graphs_find_no_room_stays_exact() {
    let question = question(SECTOR);
    let ctx = Ctx::new(1).unwrap();
    let engine = |bytes| {
        let mut asked =
            Question { engine: Engine::Auto, battles: Battles::Given(10), ..question.clone() };
        asked.budget.bytes = bytes;
        assert_eq!(ask(&asked, 1).summary.engine, EngineUsed::Checked, "{bytes}");
        let stories = replay::stories(&asked, 0..1, &ctx);
        stories.unwrap()[0].engine
    };
    assert_eq!([engine(2e9), engine(4e6)], [StoryEngine::Walk, StoryEngine::Kernel]);
}

/// Graphs that are kept give way to one that needs their memory.
#[test]
fn kept_graphs_never_cost_an_exact_answer() {
    let (sector, _) = solved_sector(SECTOR);
    let (mut fits, mut is_kept) = (Vec::new(), Vec::new());
    for step in 0..120 {
        let bytes = (1e5 * 1.07f64.powi(step)) as u64;
        let graph = Limit { bytes, ..Limit::NONE };
        let limits = ChainLimits { graph, edge_visits: u64::MAX, round_cap: None };
        let solved = solve(&sector, limits, true).ok();
        fits.push(solved.is_some());
        assert_eq!(solve(&sector, limits, false).is_ok(), solved.is_some(), "{bytes} bytes");
        is_kept.push(solved.is_some_and(|solution| solution.finish().1.is_some()));
    }
    for known in [fits, is_kept] {
        assert!(!known[0] && known[known.len() - 1] && known.is_sorted(), "{known:?}");
    }
}

/// A sector with one battle takes the work of that battle. Lanes that wait for others, and the
/// change from battle to battle, take some more.
#[test]
fn the_work_of_chains_is_estimated() {
    let pair = r#"{"parties": [{"name": "A", "fleet": "2 cruiser"},
                               {"name": "B", "fleet": "3 interceptor"}]}"#;
    let (sector, kept) = solved_sector(pair);
    let graph = graph(&sector.battles()[0]);
    let captains = sector.captains();
    let battle = Walk::new(&sector.battles()[0], &captains, &graph).unwrap().seconds(1000);
    let chain = Walk::of_chain(&sector, &captains, &kept).unwrap().seconds(1000);
    assert!(battle < chain && chain < 2.0 * battle + 50e-9, "{battle}, {chain}");
    let (sector, kept) = solved_sector(SECTOR);
    let captains = sector.captains();
    assert!(Walk::of_chain(&sector, &captains, &kept).unwrap().seconds(1000) > chain);
}

/// Transitions beyond the first 8192 are counted by their cells.
#[test]
fn engines_agree_where_a_sector_goes_on_in_many_ways() {
    let party = |name: &str| {
        let fleet = "3 interceptor(computer=1) + 3 cruiser(hull=2, initiative=0)";
        format!(r#"{{"name": "{name}", "fleet": "{fleet}", "play": {{"assign": "npc"}}}}"#)
    };
    let parties = ["A", "B", "C", "D", "E", "F"].map(party).join(", ");
    let scenario = format!(r#"{{"rules": "eclipse-2e", "parties": [{parties}]}}"#);
    let (sector, kept) = solved_sector(&scenario);
    let captains = sector.captains();
    let walk = Walk::of_chain(&sector, &captains, &kept).unwrap();
    let (counted, mut counts) = (1 << 13, Tally::default());
    let block = Block { seed: 1, number: 0, battles: BLOCK, round_cap: 1000 };
    walk.worker().play(block, &mut counts, &mut |_| true);
    assert_eq!(counts.cells.len(), sector.cells() + counted);
    assert!(counts.cells[..sector.cells()].iter().any(|&times| times > 0));
    let exact = shares(&ask(&question(&scenario), 1).summary);
    assert_eq!(disagreement(&question(&scenario), &exact, 20_000, 1), None);
}
