//! Twilight Imperium with all abilities: published figures, and the program against its oracle
//! (`support/ability_oracle`).

use fleetodds::internals::result::ROLES;
use serde_json::{Value, json};

use crate::support::ability_oracle::random::scenario;
use crate::support::ability_oracle::{Odds, solve, solve_with_damage};
use crate::support::ask::{question, try_ask};

/// Figures on which others agree.
fn figures() -> Vec<Value> {
    let text = include_str!("../golden/ability_figures.json");
    let mut document: Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(document["figures"].take()).unwrap()
}

fn triple(odds: Odds) -> [f64; 3] {
    [odds.attacker, odds.draw, odds.defender]
}

/// The largest difference between two answers.
fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// What the program answers, or why it does not.
fn answered(scenario: &Value) -> Result<[f64; 3], String> {
    let asked = std::panic::catch_unwind(|| try_ask(&question(&scenario.to_string())));
    let summary = asked.map_err(|_| "the scenario is refused")?.map_err(|e| format!("{e:?}"))?;
    let [attacker, defender] = [0, 1].map(|side: usize| summary.sides[side].win.probability);
    Ok([attacker, summary.draw.probability, defender])
}

/// Compares answers to scenarios, and shows all that differ.
#[track_caller]
fn compare(
    scenarios: impl Iterator<Item = (String, Value, f64)>,
    answer: impl Fn(&Value) -> Result<[f64; 3], String>,
    known: impl Fn(&Value) -> [f64; 3],
) {
    let mut differences = Vec::new();
    for (name, scenario, tolerance) in scenarios {
        let (found, known) = (answer(&scenario), known(&scenario));
        let is_close = |found: &[f64; 3]| distance(*found, known) < tolerance;
        // Some combats have more kinds of units than the program knows.
        let is_too_large = found.as_ref().is_err_and(|why| why.contains("kinds of units with"));
        if !is_too_large && !found.as_ref().is_ok_and(is_close) {
            differences.push(format!("{name}: {found:?} is not {known:?}\n{scenario}"));
        }
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

/// Compares an answer to each published scenario with the figure.
#[track_caller]
fn compare_with_figures(answer: impl Fn(&Value) -> Result<[f64; 3], String>) {
    let figures = figures();
    let expected = |scenario: &Value| -> [f64; 3] {
        let figure = figures.iter().find(|figure| figure["scenario"] == *scenario).unwrap();
        serde_json::from_value(figure["expect"].clone()).unwrap()
    };
    let named = figures.iter().map(|figure| {
        let name = format!("{} ({})", figure["id"], figure["feature"]);
        (name, figure["scenario"].clone(), figure["tolerance"].as_f64().unwrap())
    });
    compare(named, answer, expected);
}

/// Compares program and oracle on random combats.
#[track_caller]
fn compare_with_oracle(seeds: impl IntoIterator<Item = u64>) {
    let drawn = seeds.into_iter().map(|seed| (format!("seed {seed}"), scenario(seed), 1e-9));
    compare(drawn, answered, |scenario| triple(solve(scenario)));
}

#[test]
fn the_ability_oracle_has_the_published_figures() {
    compare_with_figures(|scenario| Ok(triple(solve(scenario))));
}

/// Cruisers hit with 4 in 10. War Funding is used unless the attacker alone hits: his miss and the
/// enemy's hit are rolled again. If both still miss, a plain combat goes on, with 3/8, 1/4 and 3/8.
#[test]
fn the_ability_oracle_plays_war_funding_as_worked_out_by_hand() {
    let cruiser = |effects: Value| json!({"groups": [{"class": "cruiser"}], "effects": effects});
    let scenario = json!({
        "rules": "ti4-space",
        "attacker": cruiser(json!(["War Funding"])),
        "defender": cruiser(json!([])),
    });
    let attacker_alone = 0.24;
    let both = [0.16 * 0.6, 0.16 * 0.4];
    let defender_alone = [0.24 * 0.24, 0.24 * 0.16, 0.24 * 0.24];
    let neither = 0.36 * 0.4;
    let left = 0.24 * 0.36 + 0.36 * 0.6;
    let known = [
        attacker_alone + both[0] + defender_alone[0] + neither + left * 0.375,
        both[1] + defender_alone[1] + left * 0.25,
        defender_alone[2] + left * 0.375,
    ];
    let found = triple(solve(&scenario));
    assert!(distance(found, known) < 1e-12, "{found:?} is not {known:?}");
}

#[test]
fn the_ability_oracle_counts_all_that_can_happen() {
    for seed in 0..150 {
        let sum: f64 = triple(solve(&scenario(seed))).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "seed {seed}: {sum}");
    }
}

#[test]
fn the_program_has_the_published_figures() {
    compare_with_figures(answered);
}

#[test]
fn program_and_oracle_agree_on_combats_with_abilities() {
    compare_with_oracle(0..150);
}

/// Which abilities a side has does not depend on the order in which they are named (T13).
#[track_caller]
fn compare_orders(seeds: impl IntoIterator<Item = u64>) {
    let reversed = |mut scenario: Value| {
        for side in ["attacker", "defender"] {
            if let Some(effects) = scenario[side]["effects"].as_array_mut() {
                effects.reverse();
            }
        }
        scenario
    };
    for seed in seeds {
        let scenario = scenario(seed);
        let Ok(known) = answered(&scenario) else { continue };
        let found = answered(&reversed(scenario.clone())).unwrap();
        assert!(distance(found, known) < 1e-9, "seed {seed}: {found:?} {known:?}\n{scenario}");
    }
}

#[test]
fn t13_abilities_hold_in_whatever_order_they_are_named() {
    compare_orders(0..300);
}

#[test]
#[ignore = "long: a minute"]
fn t13_abilities_of_many_combats_hold_in_whatever_order_they_are_named() {
    compare_orders(300..4000);
}

/// Whether ships that retreat may leave mechs behind. The oracle does not look at capacity.
fn leaves_mechs(scenario: &Value, role: &str) -> bool {
    let groups = scenario[role]["groups"].as_array().unwrap();
    let is_mech = |group: &Value| {
        let class = group["class"].as_str().unwrap();
        class.contains("mech") || class.contains("voltron")
    };
    !scenario["setting"]["retreat"][role].is_null() && groups.iter().any(is_mech)
}

/// By side: expected number of damaged survivors, as the program answers; `None` if the oracle does
/// not know it.
fn damaged(scenario: &Value) -> Option<[f64; 2]> {
    if ROLES.iter().any(|role| leaves_mechs(scenario, role)) {
        return None;
    }
    let summary = try_ask(&question(&scenario.to_string())).ok()?;
    Some([0, 1].map(|side: usize| {
        let damaged = summary.sides[side].survivors.iter().flat_map(|group| &group.damaged);
        damaged.map(|damaged| damaged.mean).sum()
    }))
}

#[track_caller]
fn compare_damage(seeds: impl IntoIterator<Item = u64>) {
    let mut compared = 0;
    for seed in seeds {
        let scenario = scenario(seed);
        let Some(found) = damaged(&scenario) else { continue };
        let known = solve_with_damage(&scenario).1;
        let is_close = found.iter().zip(known).all(|(found, known)| (found - known).abs() < 1e-9);
        assert!(is_close, "seed {seed}: {found:?} is not {known:?}\n{scenario}");
        compared += usize::from(known.iter().any(|mean| *mean > 0.01));
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn program_and_oracle_agree_on_the_damage_that_is_left() {
    compare_damage(0..150);
}

#[test]
#[ignore = "long: minutes"]
fn program_and_oracle_agree_on_the_damage_of_many_combats() {
    compare_damage(150..2150);
}

/// Upgraded units that are placed, units without deploy, The Cavalry in an Entropic Scar and among
/// like ships, units that move or are destroyed after they sustained damage, technologies gained
/// for one round, what is kept where it would save nothing, Eidolons, agents before a barrage, units
/// that are chosen among equal ones, fighters that land, mechs that guard ships.
#[test]
fn program_and_oracle_agree_where_they_once_differed() {
    compare_with_oracle([
        156, 157, 168, 215, 222, 232, 248, 262, 352, 416, 482, 591, 701, 766, 797, 821, 1042, 1084,
        1129, 1226, 1238, 1251, 1261, 1297, 1315, 1329, 1408, 1521, 1609, 1665, 1762, 1873, 1891,
        1894, 1903, 2076, 2358, 3258, 3616, 3786, 4644, 5236, 5445, 3384, 5772, 7237, 8027, 8452,
        8699, 8867, 9101, 9573, 10040, 10320, 10491, 10679, 11222, 14131, 14401, 17486, 17883,
        20173, 21399, 23842, 24047, 24954, 28902, 29333, 30624, 31171, 34101, 37863, 38593, 40303,
        43330, 47685, 55593, 57115, 62259, 66007, 69707, 75752,
    ]);
    compare_damage([
        594, 3101, 3384, 5148, 5440, 5772, 6056, 7237, 8699, 8867, 9101, 10491, 11222, 17486,
        17555, 30746, 38593,
    ]);
}

/// A combat of sides with the usual orders of losses that sustain first.
fn combat(rules: &str, attacker: Value, defender: Value) -> Value {
    let side = |mut side: Value| {
        side["play"] = json!({"sustain": "first", "loss_order": "default"});
        side
    };
    json!({"rules": rules, "attacker": side(attacker), "defender": side(defender)})
}

#[track_caller]
fn compare_one(rules: &str, attacker: Value, defender: Value) {
    let scenario = combat(rules, attacker, defender);
    compare([("combat".into(), scenario, 1e-9)].into_iter(), answered, |s| triple(solve(s)));
}

/// Compares odds and damage of a combat with the oracle.
#[track_caller]
fn compare_ends(rules: &str, attacker: Value, defender: Value) {
    let scenario = combat(rules, attacker, defender);
    let (odds, known) = solve_with_damage(&scenario);
    let answer = answered(&scenario).unwrap();
    assert!(distance(answer, triple(odds)) < 1e-9, "{answer:?} is not {odds:?}");
    let found = damaged(&scenario).unwrap();
    let is_close = found.iter().zip(known).all(|(found, known)| (found - known).abs() < 1e-9);
    assert!(is_close, "{found:?} is not {known:?}");
}

/// A mech is damaged and does not fight. The card is played when the dreadnought is damaged, and
/// repairs the mech as well; with Articles of War, Quantum Manipulators only can sustain damage.
#[test]
fn t4_emergency_repairs_repair_mechs_that_do_not_fight() {
    let attacker = json!({"groups": [{"class": "cruiser", "count": 2}], "effects": []});
    for (class, faction, law) in
        [("mech", "sol", "Prophecy of Ixth"), ("nomad-mech", "nomad", "Articles of War")]
    {
        let groups = json!([{"class": "dreadnought"}, {"class": class, "damaged": 1}]);
        let effects = json!(["Emergency Repairs", law]);
        let defender = json!({"groups": groups, "effects": effects, "faction": faction});
        compare_ends("ti4-space", attacker.clone(), defender);
    }
}

/// Mechs of others have the text of Nekro's mechs, also those that replace infantry later.
#[test]
fn t13_a_lent_text_holds_for_units_that_are_placed() {
    let reaper = json!({"name": "Dunlain Reaper", "count": 1});
    for effects in [json!(["Mordred", reaper]), json!([reaper, "Mordred"])] {
        let groups = json!([{"class": "infantry", "count": 3}]);
        let defender = json!({"groups": groups, "effects": effects, "faction": "sol"});
        let attacker = json!({"groups": [{"class": "sardakk-mech", "count": 2}],
            "effects": [], "faction": "sardakk"});
        compare_one("ti4-ground", attacker, defender);
    }
}

/// The flagship and the dreadnought are expected to make 2 hits, so that The Thundarian is used
/// against 3, although the attacker has no more than one ship to lose.
#[test]
fn t23_a_roll_is_compared_with_a_whole_number_of_expected_hits() {
    for ship in ["fighter", "cruiser", "dreadnought"] {
        let effects = json!([{"name": "The Thundarian", "count": 1}]);
        let attacker = json!({"groups": [{"class": ship}], "effects": effects});
        let groups = json!([{"class": "hacan-flagship"}, {"class": "dreadnought"}]);
        let effects = json!([{"name": "Wrath of Kenara", "count": 4}]);
        let defender = json!({"groups": groups, "effects": effects, "faction": "hacan"});
        let mut scenario = combat("ti4-space", attacker, defender);
        scenario["setting"] = json!({"nebula": true});
        compare([("combat".into(), scenario, 1e-9)].into_iter(), answered, |s| triple(solve(s)));
    }
}

/// The card has no effect against the Nomad. It takes no turn, so that Ambush comes before Impulse
/// Core. The destroyer is given up if it is still there, and takes the cruiser with it.
#[test]
fn t17_what_has_no_effect_against_the_enemy_takes_no_turn() {
    let effects = json!(["The Cavalry II", "Ambush"]);
    let attacker = json!({"groups": [{"class": "cruiser"}], "effects": effects});
    let effects = json!(["Impulse Core"]);
    let defender =
        json!({"groups": [{"class": "destroyer"}], "effects": effects, "faction": "nomad"});
    let scenario = combat("ti4-space", attacker, defender);
    for found in [answered(&scenario).unwrap(), triple(solve(&scenario))] {
        assert!(distance(found, [0.4, 0.6, 0.0]) < 1e-12, "{found:?}");
    }
}

/// The destroyers fire at the fighter before round 1. Apollo rolls for each of them: the die of
/// Viscount Unlenn is lost with the one that has it.
#[test]
fn t18_apollo_may_destroy_the_unit_of_an_agent_among_like_ones() {
    let effects = json!(["Viscount Unlenn"]);
    let attacker = json!({"groups": [{"class": "destroyer", "count": 2}], "effects": effects});
    let groups = json!([{"class": "fighter", "count": 2, "galvanized": 2}, {"class": "cruiser"}]);
    let defender = json!({"groups": groups, "effects": ["Apollo"]});
    compare_one("ti4-space", attacker, defender);
}

/// The barrage destroys the fighter. The fighters that Brother Milor places do not have its die.
#[test]
fn t18_units_that_are_placed_do_not_have_the_die_of_an_agent() {
    let groups = json!([{"class": "fighter"}]);
    let effects = json!(["Viscount Unlenn", "Brother Milor"]);
    let attacker = json!({"groups": groups, "effects": effects});
    let defender = json!({"groups": [{"class": "destroyer"}], "effects": []});
    compare_one("ti4-space", attacker, defender);
}

#[test]
fn t28_an_agent_chooses_the_unit_with_more_dice_of_equal_ones() {
    let attacker = json!({"groups": [{"class": "mech"}], "effects": []});
    let groups = json!([{"class": "infantry", "count": 2, "galvanized": 1}]);
    let effects = json!(["The Crown of Thalnos", "Evelyn DeLouis"]);
    compare_one("ti4-ground", attacker, json!({"groups": groups, "effects": effects}));

    let groups = json!([{"class": "fighter", "count": 2, "galvanized": 1}]);
    let attacker = json!({"groups": groups, "effects": ["Viscount Unlenn"]});
    let defender = json!({"groups": [{"class": "destroyer"}], "effects": []});
    compare_one("ti4-space", attacker, defender);
}

/// A mech and an upgraded cruiser are equal. The cruiser would be lost first.
#[test]
fn t28_dame_briar_chooses_the_unit_that_is_lost_last_of_equal_ones() {
    let attacker = json!({"groups": [{"class": "carrier", "count": 3}], "effects": []});
    let groups = json!([{"class": "nekro-flagship"}, {"class": "nekro-mech"}, {"class": "destroyer"},
        {"class": "cruiser-ii"}]);
    let effects = json!(["Dame Briar"]);
    let defender = json!({"groups": groups, "effects": effects, "faction": "nekro"});
    compare_one("ti4-space", attacker, defender);
}

/// The flagship rolls one die for the cruiser, at the value 5 instead of 7.
#[test]
fn t29_the_cavalry_leaves_a_ship_the_rest_of_its_text() {
    let attacker = json!({"groups": [{"class": "cruiser"}], "effects": []});
    let groups = json!([{"class": "winnu-flagship"}]);
    let defender = json!({"groups": groups, "effects": ["The Cavalry II"], "faction": "winnu"});
    let scenario = combat("ti4-space", attacker, defender);
    // One side at least hits in 76 rounds of 100, in 16 of them the cruiser alone.
    let damaged = 0.16 / 0.76;
    let [attacker, draw] = [damaged * 0.16 / 0.76, damaged * 0.24 / 0.76];
    let known = [attacker, draw, 1.0 - attacker - draw];
    for found in [answered(&scenario).unwrap(), triple(solve(&scenario))] {
        assert!(distance(found, known) < 1e-12, "{found:?} is not {known:?}");
    }
}

/// The first hit on the cruiser makes two on its enemies, one of which sustains damage.
#[test]
fn t33_reflected_hits_are_shielded_too() {
    let shielding = "Metali Void Shielding";
    let groups = json!([{"class": "cruiser", "count": 2}]);
    let attacker = json!({"groups": groups, "effects": [shielding]});
    let effects = json!(["Reflective Shielding", shielding]);
    let defender = json!({"groups": [{"class": "cruiser"}], "effects": effects});
    compare_ends("ti4-space", attacker.clone(), defender.clone());
    compare_ends("ti4-space", defender, attacker);
}

/// Where a ship makes hits of Reflective Shielding, Metali Void Shielding comes before the enemy
/// dreadnought: a cruiser cancels both hits, and the dreadnought is kept for hits of later rounds.
#[test]
fn t33_reflected_hits_are_shielded_before_a_ship_sustains_them() {
    let shielding = "Metali Void Shielding";
    let groups = json!([{"class": "dreadnought"}, {"class": "cruiser", "count": 2}]);
    let effects = json!([shielding, "Non-Euclidean Shielding"]);
    let shielded = json!({"groups": groups, "effects": effects});
    let groups = json!([{"class": "war-sun"}]);
    let reflecting = json!({"groups": groups, "effects": ["Reflective Shielding"]});
    let groups = json!([{"class": "war-sun"}, {"class": "cruiser"}]);
    let effects = json!(["Reflective Shielding", shielding]);
    let both = json!({"groups": groups, "effects": effects});
    for enemy in [reflecting, both] {
        compare_ends("ti4-space", shielded.clone(), enemy.clone());
        compare_ends("ti4-space", enemy, shielded.clone());
    }
}

/// A mech sustains hits of the barrage and is repaired; with Non-Euclidean Shielding it cancels two.
#[test]
fn t34_what_follows_from_damage_holds_for_mechs_that_guard_ships_from_a_barrage() {
    let dynamo = json!({"name": "Dynamo", "count": 1});
    for effects in [json!([dynamo]), json!(["Non-Euclidean Shielding"])] {
        for fighters in 1..3 {
            let groups = json!([{"class": "nomad-mech"}, {"class": "cruiser"},
                {"class": "fighter", "count": fighters}]);
            let attacker = json!({"groups": groups, "effects": effects, "faction": "nomad"});
            let groups = json!([{"class": "destroyer-ii", "count": 2}]);
            let defender = json!({"groups": groups, "effects": []});
            compare_ends("ti4-space", attacker, defender);
        }
    }
}

/// A Direct Hit destroys the dreadnought. Courageous to the End takes a ship of the enemy with it,
/// and the sleeper cell places one, which takes what is left of the hits.
#[test]
fn t34_ships_that_follow_from_an_enemy_direct_hit_take_hits_that_are_left() {
    let groups = json!([{"class": "cruiser", "count": 2}, {"class": "sol-flagship"}]);
    let hit = json!([{"name": "Direct Hit", "count": 1}]);
    let attacker = json!({"groups": groups, "effects": hit});
    let effects = json!(["Courageous to the End", "Sleeper Cell"]);
    let defender = json!({"groups": [{"class": "dreadnought"}], "effects": effects});
    compare_one("ti4-space", attacker, defender);
}

/// The dreadnoughts are given up for dreadnought and cruiser. Vos Hollow destroys a cruiser, which
/// is lost before a dreadnought.
#[test]
fn t37_of_ships_lost_together_vos_hollow_looks_at_the_first_in_the_order_of_loss() {
    let groups = json!([{"class": "sardakk-dreadnought-ii", "count": 2}, {"class": "cruiser-ii"}]);
    let attacker = json!({"groups": groups, "effects": ["Exotrireme II"], "faction": "sardakk"});
    let groups = json!([{"class": "dreadnought"}, {"class": "cruiser"}]);
    compare_ends("ti4-space", attacker, json!({"groups": groups, "effects": ["Vos Hollow"]}));
}

#[test]
fn t29_the_cavalry_looks_at_the_combat_value_with_what_the_text_adds() {
    for systems in 1..=4 {
        let effects = json!(["The Cavalry", {"name": "The Egeiro", "count": systems}]);
        let groups = json!([{"class": "cruiser"}, {"class": "bastion-flagship"}]);
        let attacker = json!({"groups": groups, "effects": effects, "faction": "bastion"});
        let defender = json!({"groups": [{"class": "dreadnought", "count": 2}], "effects": []});
        compare_one("ti4-space", attacker, defender);
    }
}

/// The cruiser sustains a hit by Metali Void Shielding, and a Direct Hit destroys it. Brother Milor
/// places fighters, which take the second hit.
#[test]
fn t34_what_follows_a_direct_hit_comes_at_once_under_metali_void_shielding_too() {
    let hit = json!([{"name": "Direct Hit", "count": 1}]);
    let groups = json!([{"class": "cruiser"}, {"class": "dreadnought"}]);
    let attacker = json!({"groups": groups, "effects": hit});
    let effects = json!(["Metali Void Shielding", "Brother Milor"]);
    let defender =
        json!({"groups": [{"class": "cruiser"}], "effects": effects, "faction": "sardakk"});
    compare_one("ti4-space", attacker, defender);
}

/// The dreadnought answers a barrage with Waylay by Reflective Shielding. Its hits are not those of a
/// unit ability, so that Eidolon Maximum has to take them.
#[test]
fn t36_hits_that_answer_a_barrage_may_go_to_eidolon_maximum() {
    let groups = json!([{"class": "dreadnought"}]);
    let first = json!({"groups": groups, "effects": ["Reflective Shielding"]});
    for destroyers in 1..3 {
        let groups = json!([{"class": "naaz-voltron"},
            {"class": "destroyer-ii", "count": destroyers}]);
        let second = json!({"groups": groups, "effects": ["Waylay"], "faction": "naaz-rokha"});
        compare_ends("ti4-space", first.clone(), second.clone());
        compare_ends("ti4-space", second, first.clone());
    }
}

/// In the scar, the cruiser under The Cavalry and the galvanized one roll alike. The galvanized one
/// is lost first, and Apollo follows.
#[test]
fn t29_the_ship_under_the_cavalry_is_lost_last_in_an_entropic_scar_too() {
    let groups = json!([{"class": "cruiser", "count": 2, "galvanized": 1}]);
    let effects = json!(["The Cavalry", "Apollo", "Entropic Scar"]);
    let attacker = json!({"groups": groups, "effects": effects});
    let defender = json!({"groups": [{"class": "cruiser", "count": 2}], "effects": []});
    compare_one("ti4-space", attacker, defender);
}

/// The flagship with Dynamo is in another system, also when no repair is left: a sleeper cell places
/// none.
#[test]
fn t50_a_flagship_in_another_system_stays_there_when_its_repairs_are_used_up() {
    let effects = json!(["Sleeper Cell", {"name": "Dynamo", "count": 1}]);
    let groups = json!([{"class": "dreadnought"}]);
    let attacker = json!({"groups": groups, "effects": effects, "faction": "titans"});
    let groups = json!([{"class": "creuss-flagship"}]);
    let defender = json!({"groups": groups, "effects": [], "faction": "creuss"});
    compare_one("ti4-space", attacker, defender);
}

#[test]
fn t38a_mechs_guard_ships_from_a_barrage_only_where_fighters_are() {
    for fighters in 0..3 {
        let groups = json!([{"class": "nomad-mech", "count": 2}, {"class": "nomad-flagship"},
            {"class": "fighter", "count": fighters}]);
        let attacker = json!({"groups": groups, "effects": [], "faction": "nomad"});
        let groups = json!([{"class": "argent-destroyer", "count": 3}]);
        let effects = json!(["Raid Formation"]);
        let defender = json!({"groups": groups, "effects": effects, "faction": "argent"});
        compare_one("ti4-space", attacker, defender);
    }
}

/// Of two undamaged dreadnoughts the galvanized one is given up last, so that Apollo does not roll
/// for a ship that is left.
#[test]
fn t45_a_galvanized_exotrireme_is_given_up_last() {
    let groups = json!([{"class": "war-sun"}, {"class": "dreadnought"}, {"class": "cruiser-ii"}]);
    let attacker = json!({"groups": groups, "effects": []});
    for galvanized in 0..3 {
        let groups =
            json!([{"class": "sardakk-dreadnought-ii", "count": 2, "galvanized": galvanized}]);
        let effects = json!(["Exotrireme II", "Apollo"]);
        let defender = json!({"groups": groups, "effects": effects, "faction": "sardakk"});
        compare_ends("ti4-space", attacker.clone(), defender.clone());
        compare_ends("ti4-space", defender, attacker.clone());
    }
}

#[test]
fn t48_fighters_that_land_are_no_ground_forces_for_greyfire_mutagen() {
    for infantry in 1..3 {
        let groups = json!([{"class": "naalu-flagship"}, {"class": "naalu-fighter", "count": 2},
            {"class": "infantry", "count": infantry}]);
        let attacker = json!({"groups": groups, "effects": [], "faction": "naalu"});
        let groups = json!([{"class": "infantry"}]);
        let defender = json!({"groups": groups, "effects": ["Greyfire Mutagen"]});
        compare_one("ti4-ground", attacker, defender);
    }
}

/// Space cannons may destroy the mech. Neither agent nor shield has an effect on the fighters.
#[test]
fn t48_fighters_that_land_are_no_ground_forces_for_agents_and_shields() {
    let groups = json!([{"class": "naalu-flagship"}, {"class": "naalu-fighter", "count": 2},
        {"class": "mech"}]);
    let effects = json!(["Evelyn DeLouis"]);
    let attacker = json!({"groups": groups, "effects": effects, "faction": "naalu"});
    let groups = json!([{"class": "mech"}, {"class": "pds", "count": 2}]);
    let effects = json!(["Magen Defense Grid", "Plasma Scoring"]);
    let defender = json!({"groups": groups, "effects": effects});
    compare_one("ti4-ground", attacker, defender);
}

/// Articles of War take printed abilities. Blitz gives one that is not printed.
#[test]
fn t56_eidolon_maximum_bombards_with_blitz_under_articles_of_war() {
    let effects = json!(["Blitz", "Articles of War"]);
    let attacker =
        json!({"groups": [{"class": "naaz-voltron"}], "effects": effects, "faction": "naaz-rokha"});
    let defender = json!({"groups": [{"class": "mech", "count": 3}], "effects": []});
    compare_one("ti4-ground", attacker, defender);
}

/// Space cannons may destroy the only cruiser. Then there is nothing to reveal, and the sleeper cell
/// places plain cruisers.
#[test]
fn t59_a_prototype_is_one_of_a_unit_in_the_combat() {
    let effects = json!(["Sleeper Cell", {"name": "Reveal Prototype", "unit": "cruiser"}]);
    let groups = json!([{"class": "cruiser"}, {"class": "sol-flagship"}]);
    let attacker = json!({"groups": groups, "effects": effects});
    let groups = json!([{"class": "xxcha-flagship"}, {"class": "cruiser"}]);
    let defender = json!({"groups": groups, "effects": [], "faction": "xxcha"});
    compare_one("ti4-space", attacker, defender);
}

#[test]
fn t59_ground_forces_that_fight_as_ships_are_upgraded() {
    let effects = json!([{"name": "Reveal Prototype", "unit": "infantry"}]);
    let groups = json!([{"class": "nekro-flagship"}, {"class": "infantry", "count": 3}]);
    let attacker = json!({"groups": groups, "effects": effects, "faction": "nekro"});
    let defender = json!({"groups": [{"class": "cruiser", "count": 3}], "effects": []});
    compare_one("ti4-space", attacker, defender);
}

#[test]
#[ignore = "long: minutes"]
fn program_and_oracle_agree_on_many_combats_with_abilities() {
    compare_with_oracle(150..2150);
}
