//! Fights that a player edits on a screen.

use fleetodds::Fight;
use fleetodds::internals::edit::{Desk, Edit, complete};
use fleetodds::internals::games::{Rulebook, load};
use fleetodds::internals::scenario::{Source, decode, read_scenario};
use serde_json::json;

/// Puts two typed fleets on the desk.
fn desk(rulebook: Rulebook, fleets: [&str; 2]) -> Desk {
    let mut desk = Desk::new(rulebook).unwrap();
    for (side, fleet) in fleets.into_iter().enumerate() {
        desk.type_fleet(side, fleet);
    }
    desk
}

/// Makes edits of a fleet of Eclipse, and returns the fleet after each of them.
fn edited(fleet: &str, edits: &[serde_json::Value]) -> Vec<String> {
    let mut desk = desk(Rulebook::Eclipse, [fleet, "ancient"]);
    let mut edit = |edit: &serde_json::Value| {
        desk.edit(0, &serde_json::from_value::<Edit>(edit.clone()).unwrap()).unwrap();
        desk.fleet(0).to_string()
    };
    edits.iter().map(&mut edit).collect()
}

#[test]
fn ships_are_added_counted_and_removed() {
    let edits = [
        json!({"do": "add", "class": "interceptor"}),
        json!({"do": "add", "class": "interceptor"}),
        json!({"do": "add", "class": "cruiser", "owner": "orion"}),
        json!({"do": "count", "group": 0, "count": 5}),
        json!({"do": "owner", "group": 0, "owner": "terran"}),
        json!({"do": "count", "group": 0, "count": 0}),
        json!({"do": "count", "group": 0, "count": 0}),
    ];
    let expected = [
        "1 interceptor",
        "2 interceptor",
        "2 interceptor + 1 orion/cruiser",
        "5 interceptor + 1 orion/cruiser",
        "5 terran/interceptor + 1 orion/cruiser",
        "1 orion/cruiser",
        "",
    ];
    assert_eq!(edited("", &edits), expected);
}

#[test]
fn a_ship_joins_only_a_group_as_printed() {
    let add = json!({"do": "add", "class": "cruiser"});
    assert_eq!(edited("2 cruiser(+hull)", &[add]), ["2 cruiser(+hull) + 1 cruiser"]);
}

#[test]
fn parts_are_noted_as_changes_of_the_printed_blueprint() {
    let edits = [
        json!({"do": "put", "group": 0, "part": "hull"}),
        json!({"do": "put", "group": 0, "part": "hull"}),
        json!({"do": "take", "group": 0, "slot": 0}),
        json!({"do": "printed", "group": 0}),
    ];
    let fleets = edited("2 cruiser", &edits);
    assert_eq!(fleets[0], "2 cruiser(+hull)");
    assert_eq!(fleets[1], "2 cruiser(+2 hull)");
    assert!(
        fleets[2].starts_with("2 cruiser(-") && fleets[2].ends_with(", +2 hull)"),
        "{fleets:?}"
    );
    assert_eq!(fleets[3], "2 cruiser");
}

#[test]
fn a_complete_loadout_is_edited_as_its_difference_from_the_printed_one() {
    let whole = "1 interceptor(ion-cannon, nuclear-drive, nuclear-source, hull)";
    let edits = [
        json!({"do": "replace", "group": 0, "slot": 3, "part": "gauss-shield"}),
        json!({"do": "take", "group": 0, "slot": 3}),
    ];
    assert_eq!(edited(whole, &edits), ["1 interceptor(+gauss-shield)", "1 interceptor"]);
}

#[test]
fn an_edit_keeps_what_it_does_not_change() {
    let fleet = "2 cruiser(damaged=[1], initiative=4) & point-defense & play=npc";
    let edits = [
        json!({"do": "put", "group": 0, "part": "hull"}),
        json!({"do": "damage", "group": 0, "ship": 1, "points": 2}),
        json!({"do": "damage", "group": 0, "ship": 0, "points": 0}),
        json!({"do": "damage", "group": 0, "ship": 1, "points": 0}),
        json!({"do": "figure", "group": 0, "name": "initiative", "value": null}),
        json!({"do": "option", "name": "objective", "value": "swing"}),
        json!({"do": "drop", "name": "point-defense"}),
    ];
    let expected = [
        "2 cruiser(+hull, damaged=[1], initiative=4) & point-defense & play=npc",
        "2 cruiser(+hull, initiative=4, damaged=[1,2]) & point-defense & play=npc",
        "2 cruiser(+hull, initiative=4, damaged=[0,2]) & point-defense & play=npc",
        "2 cruiser(+hull, initiative=4) & point-defense & play=npc",
        "2 cruiser(+hull) & point-defense & play=npc",
        "2 cruiser(+hull) & point-defense & play=npc & objective=swing",
        "2 cruiser(+hull) & play=npc & objective=swing",
    ];
    assert_eq!(edited(fleet, &edits), expected);
}

#[test]
fn damage_goes_with_ships_that_are_removed() {
    let fewer = json!({"do": "count", "group": 0, "count": 1});
    assert_eq!(edited("3 cruiser(damaged=[1,1,1])", &[fewer]), ["1 cruiser(damaged=[1])"]);
    let mut desk = desk(Rulebook::Ti4Space, ["3 dreadnought(damaged=2)", "cruiser"]);
    desk.edit(0, &Edit::Count { group: 0, count: 1 }).unwrap();
    assert_eq!(desk.fleet(0), "1 dreadnought(damaged=1)");
    assert!(desk.question().is_ok());
}

#[test]
fn damage_is_noted_as_the_game_notes_it() {
    let mut ti4 = desk(Rulebook::Ti4Space, ["3 dreadnought + fighter", "cruiser"]);
    ti4.edit(0, &Edit::Damage { group: 0, ship: 2, points: 9 }).unwrap();
    assert_eq!(ti4.fleet(0), "3 dreadnought(damaged=1) + fighter");
    let side = ti4.side(0).unwrap();
    assert_eq!(side.groups[0].figures.damage.as_ref().unwrap().ships, [1, 0, 0]);
    assert_eq!(side.groups[1].figures.damage, None);
    let mut stars = desk(Rulebook::StarChamber, ["2 cruiser", "cruiser"]);
    stars.edit(0, &Edit::Damage { group: 0, ship: 0, points: 99 }).unwrap();
    assert!(stars.question().is_ok(), "{}", stars.fleet(0));
}

#[test]
fn a_screen_shows_the_blueprint_with_its_rules() {
    let desk = desk(Rulebook::Eclipse, ["cruiser(+plasma-cannon) + starbase", "ancient"]);
    let side = desk.side(0).unwrap();
    let blueprint = side.groups[0].figures.blueprint.as_ref().unwrap();
    assert!(blueprint.has_drive && blueprint.needs_drive);
    assert_eq!(blueprint.energy_left, -1);
    assert_eq!(blueprint.fault.as_deref(), Some("`cruiser` needs 4 energy but produces 3"));
    assert!(!side.groups[1].figures.blueprint.as_ref().unwrap().needs_drive);
    assert!(desk.question().is_err(), "an illegal blueprint has no odds");
    let enemy = desk.side(1).unwrap();
    assert_eq!(enemy.groups[0].figures.blueprint, None);
}

#[test]
fn each_part_says_which_rule_it_would_break() {
    let desk = desk(Rulebook::Eclipse, ["cruiser", "ancient"]);
    let choices = desk.parts_for(0, 0, None).unwrap();
    let fault = |part: &str| choices.iter().find(|choice| choice.part == part).unwrap();
    assert_eq!(fault("hull").fault, None);
    assert!(fault("plasma-cannon").fault.as_ref().unwrap().contains("energy"));
    let side = desk.side(0).unwrap();
    let parts = &side.groups[0].figures.blueprint.as_ref().unwrap().parts;
    let drive = parts.iter().position(|part| part.name.contains("drive")).unwrap();
    let choices = desk.parts_for(0, 0, Some(drive)).unwrap();
    let hull = choices.iter().find(|choice| choice.part == "hull").unwrap();
    assert!(hull.fault.as_ref().unwrap().contains("drive"), "{hull:?}");
}

#[test]
fn a_fleet_that_cannot_be_read_stays_with_its_error() {
    let mut desk = desk(Rulebook::Eclipse, ["3 interceptorr + ", "ancient"]);
    assert_eq!(desk.fleet(0), "3 interceptorr + ");
    assert!(desk.error(0).is_some() && desk.error(1).is_none());
    let error = desk.question().unwrap_err();
    assert_eq!(error.place.unwrap().source.name, "attacker");
    let edit = Edit::Add { class: "cruiser".into(), owner: None };
    assert!(desk.edit(0, &edit).is_err());
    assert_eq!(desk.fleet(0), "3 interceptorr + ");
}

#[test]
fn edits_of_what_is_not_there_are_refused() {
    let mut desk = desk(Rulebook::Eclipse, ["2 cruiser", "ancient"]);
    for edit in [
        Edit::Count { group: 1, count: 2 },
        Edit::Take { group: 0, slot: 99 },
        Edit::Put { group: 7, part: "hull".into() },
        Edit::Damage { group: 0, ship: 2, points: 1 },
        Edit::Damage { group: 9, ship: 0, points: 1 },
    ] {
        assert!(desk.edit(0, &edit).is_err(), "{edit:?}");
        assert_eq!(desk.fleet(0), "2 cruiser");
    }
    assert!(desk.edit(1, &Edit::Put { group: 0, part: "hull".into() }).is_err());
}

#[test]
fn sides_without_ships_are_named() {
    let desk = desk(Rulebook::Eclipse, ["cruiser", ""]);
    assert_eq!(desk.question().unwrap_err().message, "the defender has no ships");
    assert!(desk.side(1).unwrap().cost.is_sign_positive(), "no ships cost 0, not -0");
    let json = decode(&Source::new("code", desk.code().unwrap())).unwrap();
    let again = Desk::of(&read_scenario(&Source::new("code", json)).unwrap()).unwrap();
    assert_eq!([again.fleet(0), again.fleet(1)], ["cruiser", ""]);
    assert!(desk.side(1).unwrap().groups.is_empty());
}

#[test]
fn another_rulebook_keeps_the_fleets_that_it_can_read() {
    let mut desk = desk(Rulebook::Eclipse, ["2 cruiser", "gcds"]);
    desk.set_rules(Rulebook::Eclipse2e).unwrap();
    assert!(desk.question().is_ok());
    desk.set_rules(Rulebook::Ti4Space).unwrap();
    assert!(desk.error(0).is_none() && desk.error(1).is_some());
    assert_eq!(desk.fleet(1), "gcds");
}

/// Returns the retreat of a side.
fn retreat_of(desk: &Desk, side: usize) -> Option<serde_json::Value> {
    desk.side(side).unwrap().retreat
}

#[test]
fn another_edition_keeps_a_retreat() {
    let mut desk = desk(Rulebook::Eclipse2e, ["2 dreadnought + 3 interceptor", "gcds"]);
    let when = json!({"after_round": 2});
    desk.set_retreat(0, Some(when.clone()));
    let code = desk.code().unwrap();
    let odds = |desk: &Desk| {
        let scenario = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
        Fight::from_json(&scenario).unwrap().run().unwrap().sides[0].win.probability
    };
    let win = odds(&desk);
    assert!((win - 0.0052).abs() < 5e-5, "{win}");
    assert!(desk.set_rules(Rulebook::Eclipse).unwrap().is_empty());
    assert_eq!(retreat_of(&desk, 0), Some(when));
    assert!(desk.question().is_ok());
    assert!(desk.set_rules(Rulebook::Eclipse2e).unwrap().is_empty());
    assert_eq!(desk.code().unwrap(), code);
    assert_eq!(odds(&desk), win);
}

#[test]
fn another_rulebook_keeps_what_fits_and_names_what_it_drops() {
    let text = r#"{"rules": "ti4-space",
        "attacker": {"fleet": "3 cruiser", "play": {"retreat": {"after_round": 1}, "sustain": "late"}},
        "defender": {"fleet": "2 dreadnought & play=optimal", "faction": "sol"},
        "setting": {"retreat": {"attacker": true}, "nebula": true, "laws": ["articles-of-war"]},
        "battles": 5000}"#;
    let mut desk = Desk::of(&read_scenario(&Source::new("scenario", text)).unwrap()).unwrap();
    let dropped = desk.set_rules(Rulebook::Ti4Ground).unwrap();
    assert_eq!(dropped, ["the attacker's retreat", "nebula"]);
    let written = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
    for kept in ["late", "sol", "articles-of-war", "5000"] {
        assert!(written.contains(kept), "{kept}: {written}");
    }
    let why = desk.question().unwrap_err().to_string();
    assert!(why.contains("neither side has ground forces"), "{why}");
    desk.type_fleet(0, "2 infantry");
    assert!(desk.question().is_ok(), "{:?}", desk.question().err());
}

/// What fits is found out, even while the fleets cannot be read.
#[test]
fn fleets_of_another_game_do_not_hide_what_fits() {
    let mut desk = desk(Rulebook::Eclipse, ["3 interceptor(+hull)", "gcds"]);
    desk.set_retreat(0, Some(json!({"after_round": 1})));
    assert_eq!(desk.set_rules(Rulebook::Ti4Space).unwrap(), [""; 0]);
    assert_eq!(desk.fleet(0), "3 interceptor(+hull)");
    assert!(desk.error(0).is_some());
    desk.type_fleet(0, "3 cruiser");
    desk.type_fleet(1, "2 dreadnought");
    assert_eq!(retreat_of(&desk, 0), Some(json!({"after_round": 1})));
    assert!(desk.question().is_ok());
    assert_eq!(desk.set_rules(Rulebook::StarChamber).unwrap(), ["the attacker's retreat"]);
    desk.type_fleet(1, "cruiser");
    assert!(desk.question().is_ok(), "{:?}", desk.question().err());
}

#[test]
fn a_retreat_comes_with_a_place_and_goes_without_a_trace() {
    let fleets = ["2 cruiser & play=npc", "2 cruiser"];
    let mut desk = desk(Rulebook::Eclipse, fleets);
    let plain = desk.code().unwrap();
    desk.set_retreat(0, Some(json!({"after_round": 1})));
    let scenario = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
    let fields: serde_json::Value = serde_json::from_str(&scenario).unwrap();
    assert_eq!(fields["attacker"]["play"]["retreat"], json!({"after_round": 1}));
    assert_eq!(fields["setting"]["retreat"], json!({"attacker": true}));
    assert_eq!(desk.side(0).unwrap().retreat, Some(json!({"after_round": 1})));
    desk.swap();
    assert_eq!(desk.side(1).unwrap().retreat, Some(json!({"after_round": 1})));
    let swapped = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
    assert!(swapped.contains(r#""retreat":{"defender":true}"#), "{swapped}");
    assert!(desk.question().is_ok());
    desk.swap();
    desk.set_retreat(0, None);
    assert_eq!(desk.code().unwrap(), plain);
}

#[test]
fn a_policy_by_name_stays_when_a_retreat_is_set() {
    let text = r#"{"attacker": {"fleet": "2 cruiser", "play": "npc"}, "defender": "2 cruiser"}"#;
    let scenario = read_scenario(&Source::new("scenario", text)).unwrap();
    let mut desk = Desk::of(&scenario).unwrap();
    desk.set_retreat(0, Some(json!("never")));
    let written = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
    assert!(written.contains(r#""play":{"assign":"npc","retreat":"never"}"#), "{written}");
}

/// The example scenarios of two sides come back from a desk with the same odds.
#[test]
fn example_scenarios_come_back_from_a_desk() {
    let mut seen = 0;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fleets/examples");
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let Ok(scenario) = read_scenario(&Source::new("scenario", text.as_str())) else { continue };
        let Ok(desk) = Desk::of(&scenario) else { continue };
        let again = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
        let odds = |text: &str| Fight::from_json(text).unwrap().battles(2000).run();
        match (odds(&text), odds(&again)) {
            (Ok(before), Ok(after)) => {
                assert_eq!(before.sides[0].win, after.sides[0].win, "{}", file.display());
                assert_eq!(before.sides[1].cost, after.sides[1].cost, "{}", file.display());
                seen += 1;
            }
            (before, after) => assert!(before.is_err() && after.is_err(), "{}", file.display()),
        }
    }
    assert!(seen >= 7, "{seen} scenarios");
}

#[test]
fn a_code_puts_the_fight_on_a_desk_again() {
    for (rulebook, fleets) in [
        (Rulebook::Eclipse, ["3 interceptor(+hull) & name=Anna", "1 ancient"]),
        (Rulebook::Ti4Ground, ["3 infantry", "2 infantry + mech"]),
    ] {
        let desk = desk(rulebook, fleets);
        let json = decode(&Source::new("code", desk.code().unwrap())).unwrap();
        let again = Desk::of(&read_scenario(&Source::new("code", json)).unwrap()).unwrap();
        assert_eq!(again.rulebook(), rulebook);
        assert_eq!([again.fleet(0), again.fleet(1)].len(), 2);
        assert_eq!(again.code().unwrap(), desk.code().unwrap());
    }
}

#[test]
fn the_command_is_that_of_the_fight() {
    let desk = desk(Rulebook::Eclipse2e, ["3 int", "ancient"]);
    assert_eq!(desk.command().unwrap(), "fleetodds '3 interceptor' vs ancient --2e");
    let mut retreating = desk.clone();
    retreating.set_retreat(0, Some(json!({"after_round": 1})));
    let command = retreating.command().unwrap();
    assert!(command.starts_with("fleetodds fo"), "{command}");
}

#[test]
fn the_palette_lists_all_that_can_be_added() {
    for rulebook in Rulebook::ALL {
        let palette = Desk::new(rulebook).unwrap().palette().unwrap();
        assert!(!palette.ships.is_empty() && !palette.options.is_empty(), "{rulebook}");
        for ship in &palette.ships {
            let mut desk = Desk::new(rulebook).unwrap();
            let edit = Edit::Add { class: ship.class.clone(), owner: ship.owner.clone() };
            let is_own = palette.owner_is_side;
            let edit =
                if is_own { Edit::Add { class: ship.class.clone(), owner: None } } else { edit };
            desk.edit(0, &edit).unwrap();
            let side =
                desk.side(0).unwrap_or_else(|error| panic!("{rulebook}: {ship:?}: {error:?}"));
            assert_eq!(side.groups.len(), 1);
        }
    }
}

#[test]
fn each_option_of_the_palette_explains_itself() {
    for rulebook in Rulebook::ALL {
        let options = Desk::new(rulebook).unwrap().palette().unwrap().options;
        let silent = options.iter().filter(|option| option.summary.is_empty());
        let silent: Vec<&str> = silent.map(|option| option.name.as_str()).collect();
        assert!(silent.is_empty(), "{rulebook}: {silent:?}");
    }
}

#[test]
fn completion_follows_the_place_of_the_cursor() {
    let words = load(Rulebook::Eclipse, &[]).unwrap().lexicon().vocabulary.clone();
    let names = |text: &str| -> Vec<String> {
        complete(&words, text, text.len()).into_iter().map(|found| found.name).collect()
    };
    assert_eq!(names("3 dread"), ["dreadnought"]);
    assert_eq!(names("2 cruiser(+gau"), ["gauss-shield"]);
    assert_eq!(names("2 cruiser(init"), ["initiative"]);
    assert_eq!(names("2 cruiser & obj"), ["objective"]);
    assert_eq!(names("2 cruiser é"), Vec::<String>::new());
    assert!(complete(&words, "é", 1).len() > 3, "a cursor within a letter is moved before it");
}

#[test]
fn saved_ships_can_be_named_on_a_desk() {
    let mut desk = desk(Rulebook::Eclipse, ["2 brick", "ancient"]);
    assert!(desk.error(0).is_some());
    let ship = fleetodds::internals::scenario::SavedShip {
        name: "brick".into(),
        group: "cruiser(+hull)".into(),
    };
    desk.set_saved(vec![ship]);
    assert!(desk.error(0).is_none());
    desk.edit(0, &Edit::Count { group: 0, count: 3 }).unwrap();
    assert_eq!(desk.fleet(0), "3 cruiser(+hull)");
}

/// Words that place units are not dropped: a desk of space combat says that it cannot hold them.
#[test]
fn units_on_a_planet_are_for_ground_combat() {
    let fleets = ["2 cruiser + carrier + 4 infantry", "2 destroyer and 2 infantry on the planet"];
    let mut desk = desk(Rulebook::Ti4Space, fleets);
    let why = desk.error(1).unwrap().to_string();
    assert!(why.contains("units on a planet"), "{why}");
    assert_eq!(desk.theatre(), Rulebook::Ti4Ground);
    desk.set_rules(Rulebook::Ti4Ground).unwrap();
    assert!(desk.error(1).is_none());
    let text = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
    let win = Fight::from_json(&text).unwrap().run().unwrap().sides[0].win.probability;
    assert!((win - 0.8717).abs() < 5e-5, "{win}");
    // Structures on a planet fire at ships in space.
    desk.set_rules(Rulebook::Ti4Space).unwrap();
    desk.type_fleet(1, "2 destroyers and a pds on the planet");
    assert!(desk.error(1).is_none());
}
