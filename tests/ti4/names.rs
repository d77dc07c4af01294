//! Twilight Imperium: who is present, where, and under which name.

use serde_json::{Value, json};

use crate::support::program::{file, json as answer};

/// Odds of the attacker, of a draw, and of the defender.
fn odds(result: &Value) -> [f64; 3] {
    ["/sides/0/win/probability", "/draw/probability", "/sides/1/win/probability"]
        .map(|figure| result.pointer(figure).and_then(Value::as_f64).unwrap())
}

/// The result of a typed fight.
fn typed(fleets: [&str; 2], rules: &str) -> Value {
    answer(&["fight", fleets[0], fleets[1], "--rules", rules, "-n=1k", "--format=json"])
}

/// The result of a scenario.
fn fought(scenario: &Value) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "s.json", scenario.to_string());
    answer(&["fight", "--scenario", &path, "-n=1k", "--format=json"])
}

#[track_caller]
fn assert_odds(result: &Value, wanted: [f64; 3]) {
    let found = odds(result);
    let is_right = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 6e-4);
    assert!(is_right, "{found:?} instead of {wanted:?}");
}

fn warnings(result: &Value) -> String {
    result["warnings"].to_string()
}

const SPACE: &str = "ti4-space";
const GROUND: &str = "ti4-ground";

/// A number after a hyphen belongs to the name.
#[test]
fn p042_x_89_is_a_name_after_a_shortened_unit() {
    let wanted = [0.0, 0.6, 0.4];
    for attacker in ["dread & x-89", "dread & x89", "dread with x-89", "dn & x-89 bacterial"] {
        assert_odds(&typed([attacker, "2 infantry"], GROUND), wanted);
    }
}

/// A side that names its faction has the units of the faction.
#[test]
fn p056_a_faction_brings_its_own_units() {
    let class = |fleet: &str| {
        let result = typed([fleet, "2 infantry"], GROUND);
        assert_eq!(warnings(&result), "[]", "{fleet}");
        result["sides"][0]["survivors"][0]["class"].clone()
    };
    for (fleet, own) in [
        ("infantry & faction=sol", "sol-infantry"),
        ("4 inf & sol", "sol-infantry"),
        ("inf ii & faction=sol", "sol-infantry-ii"),
        ("mech & faction=nomad", "nomad-mech"),
        ("infantry & faction=letnev", "infantry"),
    ] {
        assert_eq!(class(fleet), own, "{fleet}");
    }
}

/// A scenario says exactly which unit it means. A warning names the faction's own.
#[test]
fn p056_a_scenario_keeps_the_generic_unit_with_a_warning() {
    let side = json!({"faction": "sol", "groups": [{"class": "infantry"}]});
    let scenario = json!({"rules": GROUND, "attacker": side, "defender": "infantry"});
    let result = fought(&scenario);
    assert_odds(&result, [0.411765, 0.176471, 0.411765]);
    let words = "infantry is the generic unit, although sol has its own: `sol-infantry`";
    assert!(warnings(&result).contains(words), "{}", warnings(&result));
}

/// Orders and abilities may name a class as its faction does.
#[test]
fn p056_own_units_go_by_the_name_of_their_class() {
    let fleet = "2 carrier ii + cruiser & sol & loss-order=[carrier-ii, cruiser] \
                 & the cavalry=carrier-ii";
    let result = typed([fleet, "2 cruiser"], SPACE);
    assert_eq!(result["sides"][0]["loss_order"][0], "sol-carrier-ii");
}

/// A note has no effect against its own faction, even if only the units tell whose they are.
#[test]
fn p011_units_tell_the_faction_for_notes() {
    for (fleets, rules, words) in [
        (["carrier & the cavalry", "nomad flagship"], SPACE, "no effect against nomad"),
        (["3 infantry & greyfire mutagen", "yin mech + 2 infantry"], GROUND, "against yin"),
    ] {
        let result = typed(fleets, rules);
        assert!(warnings(&result).contains(words), "{fleets:?}: {}", warnings(&result));
    }
    // N'orr mechs strike back and have no bonus without their faction: only the note differs.
    let plain = odds(&typed(["2 infantry", "sardakk-mech"], GROUND));
    let noted = |faction: &str| {
        odds(&typed(["2 infantry & tekklar legion", &format!("sardakk-mech{faction}")], GROUND))
    };
    let of_norr = noted(" & faction=sardakk & fragile");
    assert!(noted("")[0] > plain[0]);
    assert_eq!(noted(""), of_norr);
}

/// Rounds begin with the bombardment of the own planet.
#[test]
fn p021_the_bombardment_of_proxima_is_part_of_its_round() {
    let side = json!({"groups": "infantry", "effects": [{"name": "proxima targeting vi", "bombard": true}]});
    let scenario = json!({
        "rules": GROUND,
        "attacker": side,
        "defender": "infantry",
        "setting": {"round_cap": 1},
    });
    // Each side dies in the bombardment with .657, or else with .3 in the only round.
    let [hit, both_live] = [0.657, 0.343 * 0.343];
    let one = hit * 0.343 + both_live * 0.21;
    let none = both_live * 0.49;
    assert_odds(&fought(&scenario), [one, 1.0 - 2.0 * one - none, one]);
}

/// Structures in the space area fire only by linkships, each by one Linkship I.
#[test]
fn e5_linkships_fire_structures_that_are_not_listed() {
    let figures = |fleet: &str| odds(&typed([fleet, "2 cruiser"], SPACE));
    for (fleet, typed) in [
        ("2 ralnel destroyer & 2 linkship", "2 ralnel-destroyer(cannon=1x6) & 2 linkship"),
        ("2 ralnel destroyer & linkship", "2 ralnel-destroyer(cannon=1x6) & linkship"),
        ("2 ralnel destroyer & 2 linkship=pds-ii", "2 ralnel-destroyer(cannon=1x5) & 2 linkship"),
    ] {
        assert_eq!(figures(fleet), figures(typed), "{fleet}");
        assert!(figures(fleet)[0] > figures("2 ralnel destroyer")[0] + 0.05, "{fleet}");
    }
    let result = typed(["2 cruiser & linkship", "2 cruiser"], SPACE);
    assert!(warnings(&result).contains("linkship has no effect: the side has no linkship"));
    let result = typed(["ralnel destroyer + pds & linkship", "2 cruiser"], SPACE);
    assert!(warnings(&result).contains("structures that are listed are on planets"));
}

/// Leaders go by their faction and kind, as in links.
#[test]
fn p018_leaders_go_by_faction_and_kind() {
    let same = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|name| {
            odds(&typed([&format!("2 cruiser(galvanized=1) & {name}"), "3 cruiser"], SPACE))
        });
        assert_eq!(one, other);
    };
    same("last bastion hero", "apollo");
    same("bastion agent", "dame briar");
    same("nomad agent", "the thundarian");
    same("obsidian commander", "aroz hollow");
}

/// An invasion of two planets: the units of the attacker and of the defender on each.
fn two_planets(planets: [[&str; 2]; 2], attacker: &[Value], defender: &[Value]) -> Value {
    let planet = |name: &str, [attacker, defender]: [&str; 2]| json!({"name": name, "attacker": attacker, "defender": defender});
    json!({
        "rules": GROUND,
        "attacker": {"effects": attacker},
        "defender": {"effects": defender},
        "setting": {"planets": [planet("A", planets[0]), planet("B", planets[1])]},
    })
}

/// Odds on each planet.
fn by_planet(scenario: &Value) -> Vec<[f64; 3]> {
    let result = fought(scenario);
    result["planets"].as_array().unwrap().iter().map(odds).collect()
}

#[track_caller]
fn assert_second(scenario: &Value, wanted: [f64; 3]) {
    let found = by_planet(scenario)[1];
    let is_right = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 6e-4);
    assert!(is_right, "{found:?} instead of {wanted:?}");
}

/// Ships are in the space area of all planets.
#[test]
fn t41_harrow_is_used_on_each_planet_by_all_ships() {
    let planets = [["dreadnought + infantry", "infantry"], ["2 infantry", "2 infantry"]];
    assert_second(&two_planets(planets, &[json!("harrow")], &[]), [0.750, 0.113, 0.137]);
    // Before the landing it bombards only where it is listed.
    assert_second(&two_planets(planets, &[], &[]), [0.463, 0.073, 0.463]);
}

/// A war sun pierces the shields of all planets, and Visz El Vir arms the mechs on each.
#[test]
fn t41_texts_of_ships_hold_on_each_planet() {
    let sun =
        [["war sun + infantry", "infantry"], ["2 infantry + dreadnought", "2 infantry + pds"]];
    let shielded = [["infantry", "infantry"], ["2 infantry + dreadnought", "2 infantry + pds"]];
    let no_sun = by_planet(&two_planets(shielded, &[], &[]))[1];
    assert!((no_sun[0] - 0.278).abs() < 6e-4, "{no_sun:?}");
    assert_second(&two_planets(sun, &[], &[]), [0.495, 0.087, 0.418]);
    let visz = [["naaz-flagship + infantry", "infantry"], ["naaz-mech", "2 infantry"]];
    let armed = by_planet(&two_planets(visz, &[], &[]))[1];
    assert!((armed[0] - 0.812).abs() < 6e-4, "{armed:?}");
}

/// Fighters land with a Matriarch that is listed with another planet.
#[test]
fn t48_fighters_land_on_each_planet() {
    let planets = [["naalu flagship + infantry", "infantry"], ["2 naalu fighter", "infantry"]];
    let alone = odds(&typed(["naalu flagship + 2 naalu fighter", "infantry"], GROUND));
    assert_second(&two_planets(planets, &[], &[]), alone);
}

/// Ships that act from elsewhere are no units of the planet.
#[test]
fn t41_ships_elsewhere_are_not_counted_twice() {
    let planets = [["war sun + infantry", "infantry"], ["2 infantry", "2 infantry + pds"]];
    let result = fought(&two_planets(planets, &[], &[]));
    let classes: Vec<&Value> = result["planets"][1]["sides"][0]["survivors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| &left["class"])
        .collect();
    assert_eq!(classes, ["infantry"]);
    let cost = |result: &Value| result["sides"][0]["cost"]["lost"].as_f64().unwrap();
    assert!(cost(&result) <= 1.5);
}

/// In an Entropic Scar no unit ability is used by or against units.
#[test]
fn t50_a_battlestation_does_not_fire_in_an_entropic_scar() {
    let defender = "2 cruiser & experimental battlestation";
    let result = typed(["2 cruiser & entropic scar", defender], SPACE);
    assert_odds(&result, [0.443, 0.114, 0.443]);
    for (fleets, rules) in [
        (["2 infantry & proxima targeting vi=1 & entropic scar", "2 infantry"], GROUND),
        (["2 infantry & entropic scar", "2 infantry & geoform"], GROUND),
        (["2 cruiser & custodia vigilia & entropic scar", "2 cruiser"], SPACE),
        (
            ["cruiser + 2 fighter & entropic scar", "cruiser + 2 fighter & metali void armaments"],
            SPACE,
        ),
    ] {
        let [attacker, _, defender] = odds(&typed(fleets, rules));
        assert!((attacker - defender).abs() < 1e-9, "{fleets:?}: {attacker} {defender}");
    }
}

/// Quietus and Dynamo work from another system, where nothing destroys them.
#[test]
fn t50_flagships_act_from_another_system() {
    let plain = odds(&typed(["2 dreadnought & entropic scar", "2 dreadnought"], SPACE));
    assert!((plain[0] - plain[2]).abs() < 1e-9);
    // Dreadnoughts that cannot sustain damage are cruisers with a better value.
    let quiet = typed(["2 dreadnought & quietus", "2 dreadnought"], SPACE);
    let bare = typed(["2 dreadnought", "2 dreadnought(sustains=false)"], SPACE);
    assert_eq!(odds(&quiet), odds(&bare));
    assert!(warnings(&quiet).contains("Quietus is in another system"));
    let landed = typed(["2 infantry & quietus", "2 infantry + 2 pds"], GROUND);
    assert_eq!(odds(&landed), odds(&typed(["2 infantry", "2 infantry"], GROUND)));
    // Each hit of a single destroyer is repaired at once.
    let repaired = typed(["dreadnought & 15 dynamo", "destroyer(combat=1x1)"], SPACE);
    let found = odds(&repaired);
    assert!(found[0] > 0.999, "{found:?}");
    assert_eq!(repaired["sides"][0]["survivors"].as_array().unwrap().len(), 1);
}

/// The note goes back to its owner after the first combat.
#[test]
fn t13_tekklar_legion_holds_in_one_combat() {
    let planets = [["2 infantry", "2 infantry"]; 2];
    let plain = odds(&typed(["2 infantry", "2 infantry"], GROUND));
    let noted = odds(&typed(["2 infantry & tekklar legion", "2 infantry"], GROUND));
    let found = by_planet(&two_planets(planets, &[json!("tekklar legion")], &[]));
    let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(close(found[0], noted) && close(found[1], plain), "{found:?}");
}

/// One space dock is on one planet.
#[test]
fn t27_a_space_dock_fires_on_its_planet() {
    let planets = [["2 infantry", "2 infantry"]; 2];
    let plain = odds(&typed(["2 infantry", "2 infantry"], GROUND));
    let shot = odds(&typed(["2 infantry", "2 infantry & lightrail ordnance"], GROUND));
    assert!(shot[2] > plain[2] + 0.05);
    let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
    let docks = |count: u64| json!({"name": "lightrail ordnance", "count": count});
    let one = by_planet(&two_planets(planets, &[], &[docks(1)]));
    assert!(close(one[0], shot) && close(one[1], plain), "{one:?}");
    let two = by_planet(&two_planets(planets, &[], &[docks(2)]));
    assert!(close(two[0], shot) && close(two[1], shot), "{two:?}");
    let named = [["2 infantry", "2 infantry"], ["2 infantry", "2 infantry & lightrail ordnance"]];
    let named = by_planet(&two_planets(named, &[], &[]));
    assert!(close(named[0], plain) && close(named[1], shot), "{named:?}");
    let geoform = by_planet(&two_planets(planets, &[], &[json!("geoform")]));
    assert!(close(geoform[1], plain) && !close(geoform[0], plain), "{geoform:?}");
}

/// Magen Defense Grid needs a structure, which may be a space dock.
#[test]
fn t8_magen_defense_grid_says_what_it_needs() {
    let none = typed(["2 infantry", "2 infantry & magen defense grid"], GROUND);
    assert!(warnings(&none).contains("pds(cannon=none, shield=false)"), "{}", warnings(&none));
    let dock = "2 infantry + pds(cannon=none, shield=false) & magen defense grid";
    let with_dock = typed(["2 infantry", dock], GROUND);
    assert_eq!(warnings(&with_dock), "[]");
    let bare = typed(["2 infantry", "mech + pds & magen defense grid"], GROUND);
    assert!(warnings(&bare).contains("places 1 infantry with each structure"));
    // One of two infantry is hit at the start.
    assert_eq!(odds(&with_dock), odds(&typed(["1 infantry", "2 infantry"], GROUND)));
    // The dock stops no bombardment.
    let bombarded = odds(&typed(["2 infantry + dreadnought", dock], GROUND));
    assert!(bombarded[0] > odds(&with_dock)[0] + 0.1);
}

/// Each Hybrid Crystal Fighter II beyond capacity is half a ship in the fleet pool.
#[test]
fn t1_hybrid_crystal_fighters_count_by_half() {
    let kept = |fighters: &str| {
        let scenario = json!({
            "rules": SPACE,
            "attacker": format!("cruiser + {fighters}"),
            "defender": "fighter(combat=none)",
            "setting": {"fleet_pool": {"attacker": 2}},
        });
        fought(&scenario)["sides"][0]["after_capacity"][1]["mean"].as_f64().unwrap()
    };
    assert!((kept("5 fighter-ii") - 1.0).abs() < 1e-9);
    assert!((kept("5 naalu-fighter-ii") - 2.0).abs() < 1e-9);
}

/// An Aerie Sentinel takes no room where a ship has any.
#[test]
fn t3_aerie_sentinels_take_no_room() {
    let kept = |fleet: &str| {
        let result = typed([fleet, "fighter(combat=none)"], SPACE);
        let after = result["sides"][0]["after_capacity"].as_array().unwrap().clone();
        after.iter().map(|left| left["mean"].as_f64().unwrap().round() as u32).collect::<Vec<_>>()
    };
    assert_eq!(kept("carrier + 4 fighter + 2 argent-mech"), [1, 4, 2]);
    assert_eq!(kept("carrier + 4 fighter + 2 sol-mech"), [1, 2, 2]);
    assert_eq!(kept("cruiser + argent-mech"), [1, 0]);
}

/// What changes who is present, cancels a card, or keeps a combat away is known by name.
#[test]
fn t62_names_that_are_not_played_are_known() {
    for (name, words) in [
        ("G'hom Sek'kus", "list the forces that join"),
        ("Decoy Operation", "list the forces that move"),
        ("I48S", "list the mech instead"),
        ("Upgrade", "list the dreadnought"),
        ("Military Support", "list the infantry"),
        ("Orbital Drop", "list the infantry"),
        ("Awaken", "list the PDS"),
        ("Ouranos", "it is the unit `titans-flagship`"),
        ("Hecatoncheires", "it is the unit `titans-mech`"),
        ("Revenant", "it is the unit `crimson-mech`"),
        ("Nano-Link Permit", "list the units"),
        ("Survival Instinct", "list the ships"),
        ("Sabotage", "leave out the card"),
        ("Watcher", "it is the unit `empyrean-mech`"),
        ("Instinct Training", "leave out the card"),
        ("Rear Admiral Farran", "it changes no odds"),
        ("Self-Assembly Routines", "it changes no odds"),
        ("Dannel", "l4 disruptors"),
        ("Sh'val", "list only the ground forces"),
        ("Ahk Siever", "it comes after the battle"),
        ("Ahk Ravin", "list the ships"),
        ("The Icon", "it changes no odds"),
    ] {
        let result = typed([&format!("2 infantry & {name}"), "2 infantry"], GROUND);
        assert!(warnings(&result).contains(words), "{name}: {}", warnings(&result));
        assert_odds(&result, [0.4635, 0.073, 0.4635]);
    }
}

/// The hero of the Crimson Rebellion places ships; its commander and agent do not.
#[test]
fn t10_homesick_phantom_is_fragment_reality() {
    let odds_of =
        |name: &str| odds(&typed([&format!("cruiser & {name}=[2 cruiser]"), "3 cruiser"], SPACE));
    assert_eq!(odds_of("homesick phantom"), odds_of("fragment reality"));
}

/// The order of planets changes the odds of none, apart from cards that are used once.
#[test]
fn t63_planets_are_fought_for_one_by_one() {
    let planets = [["dreadnought + 2 infantry", "2 infantry"], ["3 infantry", "2 infantry + pds"]];
    let forth = by_planet(&two_planets(planets, &[], &[]));
    let back = by_planet(&two_planets([planets[1], planets[0]], &[], &[]));
    let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(close(forth[0], back[1]) && close(forth[1], back[0]), "{forth:?} {back:?}");
}
