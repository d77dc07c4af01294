//! Sectors: the order of battles, alliances, damage carried over, tiles, population. A comment with
//! each figure shows the arithmetic.

use crate::support::ask::{ask, assert_all, assert_is, eclipse, question, tiles, try_ask, wins};
use crate::support::of_game::{SectorFigures, SideFigures};
use fleetodds::internals::answer::{Battles, Question, answer};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::eclipse::rules::{EclipseBattle, compile_from};
use fleetodds::internals::model::chain::Chain;
use fleetodds::internals::report::estimate;
use fleetodds::internals::result::{EngineUsed, Summary};
use fleetodds::internals::scenario::Engine;

/// Answers a sector with these parties and further fields of the scenario.
#[track_caller]
fn sector(parties: &[&str], more: &str) -> Summary {
    ask(&format!(r#"{{"parties": [{}] {more}}}"#, parties.join(",")))
}

fn party(name: &str, fleet: &str, more: &str) -> String {
    format!(r#"{{"name": "{name}", "fleet": "{fleet}" {more}}}"#)
}

/// Twelve parties of 12 groups with 5 ships each: five different shields, and ships with dice of
/// two colours.
fn large_sector() -> String {
    let group = |n: usize| {
        let dice = "cannons=1y1o, missiles=1o1b, computer=4";
        format!("5 cruiser({dice}, shield={}, initiative={})", n % 5, n % 7)
    };
    let fleet = (0..12).map(group).collect::<Vec<_>>().join(" + ");
    let parties = (0..12).map(|n| party(&format!("P{n}"), &fleet, r#", "play": "npc""#));
    let parties = parties.collect::<Vec<_>>().join(",");
    format!(r#"{{"rules": "eclipse-2e", "parties": [{parties}]}}"#)
}

/// The volleys listed by one battle are limited, and so are those of all battles of a sector.
#[test]
fn battles_of_a_large_sector_share_a_limit_on_the_volleys_that_they_list() {
    let question = question(&large_sector());
    let sides = eclipse(&question).sector.as_ref().unwrap();
    let sector = sides.sector(&eclipse(&question).sides, eclipse(&question).setup).unwrap();
    assert_eq!(sector.battles().len(), 66 + 12);
    let listed: Vec<_> = sector.battles().iter().map(EclipseBattle::listed_outcomes).collect();
    assert!(listed.iter().sum::<usize>() <= 1 << 18, "{listed:?}");
    // Each battle of two sides gets its share.
    assert!(listed[..66].iter().all(|&listed| listed > 500), "{listed:?}");
    let fleets = [0, 1].map(|side: usize| eclipse(&question).sides[side].fleet.clone());
    let battle = compile_from(&fleets, eclipse(&question).setup).unwrap();
    assert!((1 << 15..=1 << 16).contains(&battle.listed_outcomes()));
}

/// Returns the sides of each battle, in the order in which the battles occur.
fn meetings(summary: &Summary) -> Vec<String> {
    summary.encounters().iter().map(|met| met.sides.join(" v ")).collect()
}

/// The sector of the reference: the latest arrivals fight first; the holder of the disc fights last
/// of the players, although it came before Orion; the ancient fights after all players.
#[test]
fn the_order_of_battles_is_that_of_the_reference() {
    let text = std::fs::read_to_string("fleets/examples/sector.json").unwrap();
    let summary = ask(&text);
    let all = meetings(&summary);
    assert_eq!(
        all,
        [
            "Orion v Hydra",
            "Orion v Planta",
            "Hydra v Planta",
            "Orion v Draco",
            "Hydra v Draco",
            "Planta v Draco",
            "Orion v Ancient",
            "Hydra v Ancient",
            "Planta v Ancient",
            "Draco v Ancient"
        ]
    );
    let share = |n: usize| summary.encounters()[n].probability;
    assert_is(share(0), 1.0);
    assert_is(share(1) + share(2) + summary.encounters()[0].draw, 1.0);
    assert_is(wins(&summary).iter().sum::<f64>() + summary.draw.probability, 1.0);
    // The winner goes on to the next battle.
    assert_is(share(1), summary.encounters()[0].win["Orion"]);
    let held: f64 = share(3) * summary.encounters()[3].win["Orion"];
    assert_is(share(6), held);
}

/// A came first and is allied with C: together they take A's place, after B.
#[test]
fn d9_an_alliance_stands_where_its_earliest_member_does() {
    let weak = "interceptor(cannons=0)";
    let strong = "interceptor(computer=9)";
    let x = r#", "alliance": "Nova""#;
    let parties =
        [party("A", weak, x), party("B", weak, ""), party("C", weak, x), party("D", strong, "")];
    let parties: Vec<&str> = parties.iter().map(String::as_str).collect();
    let summary = sector(&parties, "");
    assert_eq!(meetings(&summary), ["D v B", "D v Nova"]);
    // If any member holds the disc, the alliance fights last of the players.
    let x = r#", "alliance": "Nova", "influence": true"#;
    let parties = [
        party("A", weak, ""),
        party("B", weak, r#", "alliance": "Nova""#),
        party("C", weak, x),
        party("D", strong, ""),
    ];
    let parties: Vec<&str> = parties.iter().map(String::as_str).collect();
    assert_eq!(meetings(&sector(&parties, "")), ["D v A", "D v Nova"]);
}

/// Ties of initiative go to the side that was there first, or that holds the disc: it fires first.
#[test]
fn ties_go_to_who_was_there_before() {
    let duel = "interceptor(initiative=1)";
    let summary = sector(&[&party("A", duel, ""), &party("B", duel, "")], "");
    assert_all(&wins(&summary), &[6.0 / 11.0, 5.0 / 11.0]);
    let holds = party("B", duel, r#", "influence": true"#);
    let summary = sector(&[&party("A", duel, ""), &holds], "");
    assert_all(&wins(&summary), &[5.0 / 11.0, 6.0 / 11.0]);
}

/// One missile that hits with 5/6 and no cannon, against two ships that cannot shoot. The missile
/// is fired in each battle. If it misses, the attacker is lost (D6), and so is the next one that
/// attacks.
#[test]
fn d10_missiles_are_fired_in_each_battle() {
    let weak = "interceptor(cannons=0)";
    let summary = sector(
        &[
            &party("A", weak, ""),
            &party("B", weak, ""),
            &party("C", "interceptor(cannons=0, missiles=1y, computer=9)", ""),
        ],
        "",
    );
    assert_all(&wins(&summary), &[11.0 / 36.0, 0.0, 25.0 / 36.0]);
}

/// Two lives against two enemies, each with one missile that hits with 5/6 and no other weapon:
/// both must hit.
#[test]
fn damage_is_carried_from_battle_to_battle() {
    let missile = "interceptor(cannons=0, missiles=1y, computer=9)";
    let summary = sector(
        &[
            &party("A", missile, ""),
            &party("B", missile, ""),
            &party("C", "cruiser(hull=1, computer=9)", ""),
        ],
        "",
    );
    assert_is(wins(&summary)[2], 11.0 / 36.0);
    assert_is(wins(&summary)[0], 25.0 / 36.0);
}

/// The rift cruiser and the interceptor eliminate each other with 61/676 (see `parts.rs`). Then the
/// next party in line is alone, and loses to the one that is left.
#[test]
fn after_a_mutual_elimination_the_next_in_line_goes_on() {
    let rift = party("C", "cruiser(cannons=1p, hull=1, initiative=2, computer=0)", "");
    let prey = party("B", "interceptor(initiative=3)", "");
    let bystander = party("A", "interceptor(cannons=0, initiative=0)", "");
    let summary = sector(&[&bystander, &prey, &rift], "");
    let alone = 61.0 / 676.0;
    let met = |n: usize| summary.encounters()[n].probability;
    assert_all(&[met(0), met(1), met(2)], &[1.0, 128.0 / 169.0, 103.0 / 676.0]);
    assert_is(summary.encounters()[0].draw, alone);
    // The rift cruiser may still destroy itself before it hits.
    assert!(wins(&summary)[0] > alone);
    assert_is(wins(&summary)[1], 103.0 / 676.0);
}

/// Two sides that outheal each other: the sector ends without further battles, no side holds it,
/// all ships are left, and population is not attacked.
#[test]
fn a_standoff_ends_the_sector() {
    let heals = "interceptor(hull=9, regenerate=9)";
    let more = r#", "setting": {"population": {"owner": "A", "cubes": 2}, "round_cap": 50}"#;
    let summary = sector(
        &[&party("A", "interceptor", ""), &party("B", heals, ""), &party("C", heals, "")],
        more,
    );
    assert_is(summary.standoff.probability, 1.0);
    for side in &summary.sides {
        assert_is(side.survivors[0].mean, 1.0);
    }
    assert_eq!(summary.population().unwrap().destroyed, [1.0, 0.0, 0.0]);
    assert_is(summary.encounters()[0].standoff, 1.0);
}

/// Two allies that hit with 5/6 fire in turn at an enemy that cannot shoot: the first makes the
/// kill with 6/7. Each draws for taking part and for the ships that it has destroyed itself.
#[test]
fn allies_draw_for_what_they_destroy() {
    let x = r#", "alliance": "Nova""#;
    let summary = sector(
        &[
            &party("Enemy", "interceptor(cannons=0)", ""),
            &party("A", "interceptor(initiative=9, computer=9)", x),
            &party("B", "interceptor(initiative=8, computer=9)", x),
        ],
        "",
    );
    let (first, second) = (6.0 / 7.0, 1.0 / 7.0);
    assert_all(&tiles(&summary.sides[1]), &[0.0, second, first, 0.0, 0.0, 0.0]);
    assert_all(&tiles(&summary.sides[2]), &[0.0, first, second, 0.0, 0.0, 0.0]);
    // The allies hold the sector together.
    assert_all(&wins(&summary), &[0.0, 1.0, 1.0]);
    let met = &summary.encounters()[0];
    assert_eq!(met.sides, ["Nova", "Enemy"]);
    assert_is(met.reputation["A"].mean, 1.0 + first);
}

/// Missiles go to the larger ship, which is an ally's; point defence protects the owner's own ships
/// only.
#[test]
fn point_defence_does_not_protect_an_ally() {
    let x = r#", "alliance": "Nova""#;
    let odds = |defended: &str, ally: &str| {
        let summary = sector(
            &[
                &party("A", &format!("cruiser(hull=0, cannons=0){defended}"), x),
                &party("B", &format!("interceptor(computer=9){ally}"), x),
                &party("C", "interceptor(cannons=0, missiles=1y, computer=9)", ""),
            ],
            "",
        );
        summary.sides[0].survivors[0].distribution[0]
    };
    assert_is(odds("", ""), 5.0 / 6.0);
    assert_is(odds("", " & point defense"), 5.0 / 6.0);
    // None of the owner's ships has a die to roll, so its own point defence does not help either.
    assert_is(odds(" & point defense", ""), 5.0 / 6.0);
}

/// Each owner decides for its own groups: one retreats at once, the other never. The enemy cannot
/// shoot and is hit with 5/6 by the one that stays: in round 1, before the other is gone.
#[test]
fn each_ally_decides_for_his_own_groups() {
    let x = r#", "alliance": "Nova""#;
    let goes = r#", "alliance": "Nova", "play": {"assign": "npc", "retreat": {"after_round": 0}}"#;
    let summary = sector(
        &[
            &party("Enemy", "interceptor(cannons=0)", ""),
            &party("A", "interceptor(initiative=9)", goes),
            &party("B", "interceptor(initiative=8, computer=9)", x),
        ],
        r#", "setting": {"retreat": {"A": true}}"#,
    );
    // D13: a ship that had only begun to retreat stays.
    assert_is(summary.sides[1].retreated(), 1.0 / 6.0);
    assert_is(summary.sides[1].survivors[0].mean, 1.0);
    // An owner that got away with all its ships draws no tile.
    assert_all(&tiles(&summary.sides[1])[..2], &[1.0 / 6.0, 5.0 / 6.0]);
}

/// Two battles, in each of which an interceptor is certainly destroyed: in the first edition 1 + 1
/// tiles each time, in the second edition 1 + 1 + 1 tiles once.
#[test]
fn tiles_are_drawn_after_each_battle_or_once() {
    let weak = "interceptor(cannons=0)";
    let tiles_of = |rules: &str| {
        let parties =
            [party("A", weak, ""), party("B", weak, ""), party("C", "interceptor(computer=9)", "")];
        let scenario = format!(r#"{{"rules": "{rules}", "parties": [{}]}}"#, parties.join(","));
        ask(&scenario)
    };
    let first = tiles_of("eclipse");
    assert_is(tiles(&first.sides[2])[4], 1.0);
    assert_is(first.encounters()[0].reputation["C"].mean, 2.0);
    let second = tiles_of("eclipse-2e");
    assert_all(&tiles(&second.sides[2]), &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    assert!(second.encounters()[0].reputation.is_empty());
    // The tiles that are drawn at once have a best tile.
    let best = second.sides[2].reputation().unwrap().best_tile.unwrap();
    assert_is(best.distribution.values().sum::<f64>(), 1.0);
}

/// Answers the attack of these ships on population without ships.
fn landing(attacker: &str, owner: &str, population: &str) -> Summary {
    ask(&format!(
        r#"{{"attacker": {attacker}, "defender": {{"name": "Planet", "groups": [] {owner}}},
            "setting": {{"population": {{"owner": "Planet", {population}}}}}}}"#
    ))
}

fn destroyed(summary: &Summary) -> Vec<f64> {
    summary.population().unwrap().destroyed
}

/// Each point of damage removes a cube. Two yellow dice hit with 1/6 each; a red die hits with 5/6
/// and does four points; a rift die does 1, 2 or 3 with 1/6 each and does not hurt its owner (D12).
#[test]
fn d12_population_is_shot_at_once() {
    let cubes = |fleet: &str, n: u8| {
        destroyed(&landing(&format!("\"{fleet}\""), "", &format!("\"cubes\": {n}")))
    };
    let miss = 5.0 / 6.0;
    let two = [miss * miss, 2.0 * miss / 6.0, 1.0 / 36.0];
    assert_all(&cubes("2 interceptor", 2), &two);
    assert_all(&cubes("2 interceptor", 1), &[miss * miss, 1.0 - miss * miss]);
    assert_all(&cubes("interceptor(cannons=1r, computer=9)", 3), &[1.0 / 6.0, 0.0, 0.0, 5.0 / 6.0]);
    assert_all(&cubes("interceptor(cannons=1p)", 3), &[0.5, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    let rift = landing(r#""interceptor(cannons=1p)""#, "", r#""cubes": 3"#);
    assert_is(rift.sides[0].survivors[0].mean, 1.0);
    // Missiles are not fired at planets.
    assert_all(&cubes("interceptor(cannons=0, missiles=4r)", 1), &[1.0, 0.0]);
}

/// Attacking population is not a battle: there are no tiles and no rounds. The disc is removed with
/// the last cube, and then the sector may be claimed.
#[test]
fn attacking_population_is_no_battle() {
    let summary = landing(r#""interceptor""#, "", r#""cubes": 1"#);
    assert_is(tiles(&summary.sides[0])[0], 1.0);
    assert_is(summary.rounds.mean, 0.0);
    assert_is(summary.population().unwrap().all, 1.0 / 6.0);
    assert_is(summary.influence_lost().unwrap(), 1.0 / 6.0);
    assert_is(summary.sides[0].may_claim(), 1.0 / 6.0);
    assert_is(summary.sides[1].may_claim(), 0.0);
}

#[test]
fn neutron_bombs_spare_the_dice_and_the_absorber_spares_the_people() {
    let bomber = r#""interceptor(cannons=0) & neutron bombs""#;
    let absorber = r#", "technologies": ["neutron absorber"]"#;
    assert_all(&destroyed(&landing(bomber, "", r#""cubes": 3"#)), &[0.0, 0.0, 0.0, 1.0]);
    assert_all(&destroyed(&landing(bomber, absorber, r#""cubes": 3"#)), &[1.0, 0.0, 0.0, 0.0]);
    // Planta lose all cubes, with or without bombs or an absorber.
    let planta = r#""cubes": 3, "planta": true"#;
    assert_all(&destroyed(&landing(r#""interceptor""#, absorber, planta)), &[0.0, 0.0, 0.0, 1.0]);
}

/// The ships that are left after the battles attack population: after 5/11 of the battles, then
/// 1/6.
#[test]
fn population_is_attacked_by_who_is_left() {
    let summary = ask(r#"{"attacker": "interceptor", "defender": "interceptor",
            "setting": {"population": {"owner": "defender", "cubes": 1}}}"#);
    let there = 5.0 / 11.0;
    assert_all(&wins(&summary), &[there, 1.0 - there]);
    assert_all(&destroyed(&summary), &[1.0 - there / 6.0, there / 6.0]);
    assert_is(summary.influence_lost().unwrap(), there / 6.0);
    // Neither an ally nor a non-player ship attacks.
    let ally = r#", "alliance": "Nova""#;
    for (other, more) in [("interceptor(computer=9)", ally), ("ancient", "")] {
        let owner =
            format!(r#"{{"name": "P", "groups": [] {}}}"#, if more.is_empty() { "" } else { ally });
        let summary = sector(
            &[
                &owner,
                &party("A", other, more),
                &party("B", "interceptor(cannons=0, initiative=0)", ""),
            ],
            r#", "setting": {"population": {"owner": "P", "cubes": 1}}"#,
        );
        assert_all(&destroyed(&summary), &[1.0, 0.0]);
    }
}

/// The ally that moved in first may claim; if it has no ship left, the next one may.
#[test]
fn the_first_mover_of_several_allies_may_claim() {
    let x = r#", "alliance": "Nova""#;
    let summary = sector(
        &[
            &party("A", "interceptor(initiative=0)", x),
            &party("B", "interceptor(initiative=9, computer=9)", x),
            &party("Enemy", "interceptor(cannons=1y, computer=9, initiative=5) & play=npc", ""),
        ],
        "",
    );
    let claims: Vec<f64> = summary.sides.iter().map(|side| side.may_claim()).collect();
    assert_is(claims[0], summary.sides[0].survivors[0].distribution[1]);
    assert_is(claims.iter().sum(), 1.0);
    assert!(claims[1] > 0.0);
}

/// A sector that exceeds the budget is simulated, with a warning. With `--engine exact` it is
/// refused.
#[test]
fn a_sector_that_does_not_fit_is_simulated() {
    let fleet = "2 cruiser + 2 interceptor";
    let parties = ["A", "B", "C"].map(|name| party(name, fleet, "")).join(",");
    let mut question = question(&format!(r#"{{"parties": [{parties}]}}"#));
    question.budget.seconds = 1e-4;
    question.battles = Battles::Given(20_000);
    assert!(try_ask(&question).is_err());
    question.engine = Engine::Auto;
    let summary = try_ask(&question).unwrap();
    assert_eq!(summary.engine, EngineUsed::Simulate);
    assert_eq!(summary.play[0].1.get("assign"), Some("threat"));
    assert_eq!(summary.warnings.len(), 2, "{:?}", summary.warnings);
}

/// The result is identical, byte for byte, on any number of threads.
#[test]
fn a_sector_is_the_same_on_any_number_of_threads() {
    let text = std::fs::read_to_string("fleets/examples/sector.json").unwrap();
    let question = Question { engine: Engine::Auto, ..question(&text) };
    let on = |threads| {
        let ctx = Ctx::new(threads).unwrap();
        let answer = answer(&question, &ctx, &mut |_, _, _| ()).unwrap();
        fleetodds::internals::report::json(&answer.summary)
    };
    assert_eq!(on(1), on(3));
}

/// The ally with the tractor beam is lost in the first battle with 5/6. In the second battle there
/// is then no beam to hold the enemy.
#[test]
fn d5_a_tractor_beam_holds_while_its_owner_is_in_the_sector() {
    let x = r#", "alliance": "Nova""#;
    let goes = r#", "play": {"assign": "npc", "retreat": {"after_round": 0}}"#;
    let ships = |beam: &str| {
        sector(
            &[
                &party("A", "interceptor(initiative=0)", goes),
                &party("B", "interceptor(cannons=0, missiles=1r, computer=9) & play=npc", ""),
                &party("C", &format!("cruiser(cannons=0, hull=0){beam}"), x),
                &party("D", "interceptor(computer=9, initiative=5)", x),
            ],
            r#", "setting": {"retreat": {"A": true}}"#,
        )
    };
    let free = ships("");
    let held = ships(" & tractor beam");
    // If the missile has hit (5/6), C is lost, and the beam with it.
    let away = free.sides[0].retreated();
    assert_is(held.sides[0].retreated(), away * 5.0 / 6.0);
    // The ship is shot at twice, with 5/6 each, before it is gone.
    assert_is(away, 1.0 / 36.0);
}

/// Allies may play differently, one by a rule of thumb and one optimally, in any order of
/// activation.
#[test]
fn allies_may_play_differently() {
    let x = r#", "alliance": "Nova""#;
    let threat = r#", "alliance": "Nova", "play": "threat""#;
    for [first, second] in [[threat, x], [x, threat]] {
        let summary = sector(
            &[
                &party("A", "cruiser(initiative=3)", first),
                &party("B", "cruiser(initiative=2)", second),
                &party("C", "starbase + interceptor & play=npc", ""),
            ],
            "",
        );
        assert_is(wins(&summary)[0] + wins(&summary)[2] + summary.draw.probability, 1.0);
    }
}

/// Each ally assigns by his own rule, whatever has been assigned before: the numbers do not depend
/// on the battles that a thread has played.
#[test]
fn d8_allies_may_play_npc_and_npc_spread() {
    let ally = |play: &str| format!(r#", "alliance": "Nova", "play": "{play}""#);
    let text = format!(
        r#"{{"parties": [{}, {}, {}]}}"#,
        party("A", "2 interceptor(cannons=2y, computer=1, shield=1, hull=1)", &ally("npc-spread")),
        party("B", "2 interceptor(cannons=2y, computer=1, shield=1, initiative=0)", &ally("npc")),
        // Two groups of one rank.
        party("C", "cruiser(hull=2, shield=1) + 2 cruiser(cannons=1o, hull=2) & play=npc", ""),
    );
    ask(&text);
    let question =
        Question { engine: Engine::Kernel, battles: Battles::Given(20_000), ..question(&text) };
    let on = |threads| {
        let ctx = Ctx::new(threads).unwrap();
        let answer = answer(&question, &ctx, &mut |_, _, _| ()).unwrap();
        fleetodds::internals::report::json(&answer.summary)
    };
    assert_eq!(on(1), on(3));
}

/// Names of alliances are as free as other names.
#[test]
fn alliances_go_by_their_names() {
    let x = |name: &str| format!(r#", "alliance": "{name}""#);
    let fleet = "interceptor(cannons=0)";
    let summary = sector(
        &[
            &party("A", fleet, &x("Nova Pact")),
            &party("B", fleet, &x("nova-pact")),
            &party("C", "interceptor(computer=9)", ""),
        ],
        "",
    );
    assert_eq!(meetings(&summary), ["C v Nova Pact"]);
}

/// Population does not change the battle before it: the attacker stays the attacker, the defender
/// wins ties, and best play takes a cap on rounds into account.
#[test]
fn population_does_not_change_the_battle() {
    let fight = |attacker: &str, defender: &str, setting: &str| {
        let more = |population: &str| {
            ask(&format!(
                r#"{{"attacker": "{attacker}", "defender": "{defender}",
                    "setting": {{{setting} "start": {{}} {population}}}}}"#
            ))
        };
        let alone = more("");
        for owner in ["attacker", "defender"] {
            let population = format!(r#", "population": {{"owner": "{owner}", "cubes": 2}}"#);
            let with = more(&population);
            assert_all(&wins(&with), &wins(&alone));
            for (n, p) in alone.rounds.distribution.iter().enumerate() {
                let other = with.rounds.distribution.get(n).copied().unwrap_or(0.0);
                assert!((p - other).abs() < 1e-8, "{n} rounds: {p} {other}");
            }
        }
    };
    fight("interceptor", "interceptor", "");
    let cap = r#""round_cap": 2,"#;
    fight("2 cruiser(cannons=1o1y) + 2 interceptor", "dreadnought(hull=2) + interceptor", cap);
    let bombed = "interceptor(cannons=0, missiles=1y) & neutron bombs";
    fight(bombed, "interceptor(cannons=0)", "");
}

/// A group that is already retreating does so in the battle that has begun, but not in a later one.
#[test]
fn who_retreats_does_so_in_the_battle_that_has_begun() {
    let late = party("C", "interceptor(cannons=0, initiative=0)", "");
    let goes =
        r#", "groups": [{"class": "interceptor", "retreating": true, "stats": {"initiative": 1}}]"#;
    let goes = format!(r#"{{"name": "A" {goes}}}"#);
    let more = r#", "setting": {"retreat": {"A": true}}"#;
    let first = sector(&[&goes, &party("B", "interceptor(cannons=0)", "")], more);
    assert_is(first.sides[0].retreated(), 1.0);
    let later = sector(&[&goes, &party("B", "interceptor(computer=9)", ""), &late], more);
    assert_is(later.sides[0].retreated(), 0.0);
}

/// Non-player ships of many parties are one side with a single owner.
#[test]
fn non_player_ships_of_many_parties_are_one_side() {
    let ancients: Vec<String> =
        (0..8).map(|n| party(&format!("N{n}"), "ancient(cannons=0)", "")).collect();
    let mut parties: Vec<&str> = ancients.iter().map(String::as_str).collect();
    let player = party("P", "2 cruiser(computer=9)", "");
    parties.push(&player);
    let summary = sector(&parties, "");
    assert_eq!(summary.encounters().len(), 1);
    assert_is(wins(&summary)[8], 1.0);
}

/// The progress bar of a long run shows a side with the counts of its own outcome.
#[test]
fn each_party_has_the_counts_of_its_own_outcome() {
    let text = std::fs::read_to_string("fleets/examples/sector.json").unwrap();
    let question =
        Question { engine: Engine::Kernel, battles: Battles::Given(10_000), ..question(&text) };
    let ctx = Ctx::new(1).unwrap();
    let answer = answer(&question, &ctx, &mut |_, _, _| ()).unwrap();
    let tally = answer.counted.unwrap().tally;
    for (side, summary) in answer.summary.sides.iter().enumerate() {
        let outcome = question.matchup.outcome(side).unwrap();
        let share = tally.cells[outcome] as f64 / tally.battles as f64;
        assert_is(share, summary.win.probability);
        let text = estimate(&question.matchup.sides()[side].labels.name, outcome, &tally);
        assert!(text.starts_with(&format!("{} {:.2} %", summary.name, share * 100.0)), "{text}");
    }
}
