//! Twilight Imperium: abilities by name, their fields, and what a side makes of them.

use serde_json::{Value, json};

use crate::support::program::{file, json as answer, refuses, run};
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::games::ti4::rules::{
    Ability, Effect, Gain, RollChange, RollText, RolledBy, Ti4Fleet, Ti4Group,
};
use fleetodds::internals::games::ti4::scenario::{Ti4Catalogue, Ti4Matchup, resolve};
use fleetodds::internals::scenario::{Source, read_scenario};

fn catalogue() -> Ti4Catalogue {
    Ti4Catalogue::new(Rulebook::Ti4Space, &[], false).unwrap()
}

/// Resolves a scenario given as JSON.
fn resolved(scenario: &Value) -> Result<Ti4Matchup, String> {
    let scenario = read_scenario(&Source::new("test", scenario.to_string()));
    let scenario = scenario.map_err(|error| error.to_string())?;
    let rulebook = scenario.rulebook.unwrap();
    resolve(&scenario, rulebook, &catalogue()).map_err(|error| error.to_string())
}

/// Resolves a side of a combat in space against two cruisers.
#[track_caller]
fn in_space(side: &Value) -> (Ti4Fleet, Vec<String>, Vec<String>) {
    attacker(&json!({"rules": "ti4-space", "attacker": side, "defender": "2 cruiser"}))
}

/// Resolves a side that lands on a planet with two infantry.
#[track_caller]
fn on_planet(side: &Value) -> (Ti4Fleet, Vec<String>, Vec<String>) {
    attacker(&json!({"rules": "ti4-ground", "attacker": side, "defender": "2 infantry"}))
}

/// Returns the fleet of the attacker, the names of its groups, and its warnings.
#[track_caller]
fn attacker(scenario: &Value) -> (Ti4Fleet, Vec<String>, Vec<String>) {
    let mut matchup = resolved(scenario).unwrap();
    let side = matchup.sides.swap_remove(0);
    (side.fleet, side.labels.classes, side.warnings)
}

/// Returns a side with these units and one ability.
fn with(groups: &str, effect: &Value) -> Value {
    json!({"fleet": groups, "effects": [effect]})
}

#[track_caller]
fn effect(fleet: &Ti4Fleet, ability: Ability) -> Effect {
    fleet.effects.get(ability).unwrap().clone()
}

fn reserve(fleet: &Ti4Fleet) -> Vec<&Ti4Group> {
    fleet.groups.iter().filter(|group| group.is_reserve).collect()
}

/// Other names of leaders, heroes and technologies, and the names of ti4battle.com.
const NAMES: [(&str, &str); 38] = [
    ("Heaven's Eye", "heavens-eye"),
    ("heavens-eye", "heavens-eye"),
    ("HEAVENS EYE", "heavens-eye"),
    ("2RAM", "2ram"),
    ("[0.0.1]", "0.0.1"),
    ("crown of thalnos", "crown-of-thalnos"),
    ("The Crown of Thalnos", "crown-of-thalnos"),
    ("Cavalry", "the-cavalry"),
    ("Moyins Ashes", "moyins-ashes"),
    ("Évelyn Delouis", "evelyn-delouis"),
    ("Sleeper Cell", "sleeper-cell"),
    ("Overwing Zeta", "overwing-zeta"),
    ("Geoform", "geoform"),
    ("Apollo", "apollo"),
    ("Lyra Keen", "apollo"),
    ("Fragment Reality", "fragment-reality"),
    ("Ta Zern", "agnlan-oln"),
    ("Barony Agent", "viscount-unlenn"),
    ("Sol agent", "evelyn-delouis"),
    ("Titans agent", "tellurian"),
    ("Yin agent", "brother-milor"),
    ("Mentak hero", "sleeper-cell"),
    ("Titans hero", "geoform"),
    ("Memoria I", "the-cavalry"),
    ("Memoria II", "the-cavalry-ii"),
    ("Codex mech", "iconoclast-omega"),
    ("Mech deploy", "dunlain-reaper"),
    ("Hacan flagship trade goods", "wrath-of-kenara"),
    ("Empyrean flagship repair", "dynamo"),
    ("Mahact flagship bonus", "arvicon-rex"),
    ("Nekro mech bonus", "mordred"),
    ("Flagship active", "quietus"),
    ("Argent Flight Commander", "trrakan-aun-zulok"),
    ("Jol-Nar commander", "agnlan-oln"),
    ("Winnu commander", "rickar-rickani"),
    ("L1z1x commander", "2ram"),
    ("Exotrireme II should suicide", "exotrireme-ii"),
    ("I.I.H.Q. MODERNIZATION space cannon", "custodia-vigilia"),
];

#[test]
fn t10_abilities_are_known_by_all_their_names() {
    let catalogue = catalogue();
    for (typed, name) in NAMES {
        assert_eq!(catalogue.effect(typed).map(|entry| entry.name.as_str()), Some(name), "{typed}");
    }
    for entry in &catalogue.effects {
        for name in entry.also.iter().chain([&entry.name, &entry.title]) {
            let found = catalogue.effect(name).unwrap();
            assert_eq!(found.name, entry.name, "{name}");
        }
    }
}

/// Each ability of the rules has an entry, and each entry that is not played says why.
#[test]
fn t10_every_ability_has_an_entry() {
    let catalogue = catalogue();
    for ability in Ability::ALL {
        assert!(catalogue.effect(ability.name()).is_some(), "{}", ability.name());
    }
    for entry in &catalogue.effects {
        let is_played = entry.is_played() || entry.refused.is_some();
        assert!(is_played || !entry.provenance.note.is_empty(), "{}", entry.name);
        assert!(!entry.provenance.source.is_empty(), "{}", entry.name);
    }
    for unit in catalogue.units.iter().filter(|unit| !unit.faction.is_empty()) {
        assert!(unit.ignored.is_empty(), "{}", unit.name);
        assert!(catalogue.effect(&unit.title).is_some(), "{}", unit.title);
    }
}

/// All abilities, each with what it needs, on a side with units of all kinds.
#[test]
fn t10_every_ability_is_accepted() {
    let ships = "flagship + 2 war sun + dreadnought + carrier + 2 cruiser + destroyer + fighter";
    for entry in catalogue().effects.iter().filter(|entry| entry.refused.is_none()) {
        let own = if entry.faction.is_empty() { "sol" } else { &entry.faction };
        let groups = match entry.place.as_str() {
            "ground" => "2 infantry + mech + pds".to_string(),
            _ => {
                ships.replace("flagship", &format!("{own}/flagship")).replace("naaz-rokha", "naaz")
            }
        };
        let mut effect = json!({"name": entry.title});
        for field in &entry.needs {
            effect[field.name()] = match field.name() {
                "round" => json!(2),
                "unit" => json!("cruiser"),
                "units" => json!({"cruiser": 1}),
                "texts" => json!(["The Inferno"]),
                _ => json!("Duranium Armor"),
            };
        }
        if let Some(count) = entry.count {
            effect["count"] = json!(count);
        }
        let rules = if entry.place == "ground" { "ti4-ground" } else { "ti4-space" };
        let other = if entry.place == "ground" { "3 infantry" } else { "3 cruiser" };
        let groups = match entry.faction.as_str() {
            "neutral" => ships.replace("flagship + ", ""),
            _ => groups,
        };
        let scenario = json!({
            "rules": rules, "attacker": with(&groups, &effect), "defender": other,
        });
        if let Err(error) = resolved(&scenario) {
            panic!("{}: {error}", entry.name);
        }
    }
}

#[test]
fn t12_some_abilities_hold_with_the_faction() {
    let of = |faction: &str| in_space(&json!({"fleet": "2 cruiser", "faction": faction})).0;
    assert!(of("argent").effects.has(Ability::RaidFormation));
    assert_eq!([of("sardakk"), of("jolnar")].map(|fleet| fleet.bonuses[0]), [1, -1]);
    assert!(of("sardakk").is_norr[0]);
    assert_eq!(of("sol").effects.0, []);
    // Naming what holds anyway changes nothing.
    for (faction, name) in
        [("argent", "Raid Formation"), ("sardakk", "Unrelenting"), ("jolnar", "Fragile")]
    {
        let side = json!({"fleet": "2 cruiser", "faction": faction, "effects": [name]});
        assert_eq!(in_space(&side).0, of(faction), "{name}");
    }
    // Unrelenting of another faction is an ability of its own.
    assert!(in_space(&with("cruiser", &json!("Unrelenting"))).0.effects.has(Ability::Unrelenting));
}

#[test]
fn t12_texts_of_units_hold_if_they_are_not_optional() {
    let text = |class: &str, names: &[&str]| {
        let side = json!({"groups": [{"class": class}], "effects": names});
        in_space(&side).0.groups[0].unit
    };
    assert!(text("nekro-flagship", &[]).text.brings_forces);
    assert!(text("argent-destroyer-ii", &[]).text.fires_at_infantry);
    assert_eq!(text("nekro-flagship", &["The Alastor"]), text("nekro-flagship", &[]));
    for (class, ability) in
        [("nekro-flagship", Ability::TheAlastor), ("bastion-mech", Ability::A3Valiance)]
    {
        assert!(in_space(&json!(class)).0.effects.has(ability), "{class}");
    }
    assert!(!text("crimson-flagship", &[]).text.stops_abilities);
    assert!(text("crimson-flagship", &["Quietus"]).text.stops_abilities);
    assert!(bonus("mahact-flagship", &json!([])).is_empty());
    assert_eq!(bonus("mahact-flagship", &json!(["Arvicon Rex"])), [2]);
    assert!(text("sardakk-dreadnought-ii", &["Exotrireme II"]).text.sacrifices_itself);
}

/// Returns the bonuses that effects give to the only group of a side by texts printed on it.
#[track_caller]
fn bonus(class: &str, effects: &Value) -> Vec<i8> {
    let fleet = in_space(&json!({"groups": [{"class": class}], "effects": effects})).0;
    let bonus = |text: &RollText| match text.change {
        RollChange::Bonus(bonus) if text.units == RolledBy::Groups(vec![0]) => bonus,
        _ => panic!("{text:?}"),
    };
    fleet.texts.iter().map(bonus).collect()
}

#[test]
fn t11_the_egeiro_counts_systems() {
    assert_eq!(bonus("bastion-flagship", &json!([{"name": "The Egeiro", "count": 3}])), [3]);
}

/// Nekro's flagship has the texts of others by their name or by Valefar Assimilator Z.
#[test]
fn t13_texts_of_other_factions_go_to_own_units_of_the_kind() {
    let inferno = json!({"name": "Valefar Assimilator Z", "texts": ["Fourth Moon", "Arvicon Rex"]});
    let (fleet, _, warnings) = in_space(&with("nekro-flagship + cruiser", &inferno));
    let [flagship, cruiser] = &fleet.groups[..] else { panic!("{fleet:?}") };
    assert!(flagship.unit.text.stops_sustaining && flagship.unit.text.brings_forces);
    let bonuses: Vec<RollChange> = fleet.texts.iter().map(|text| text.change).collect();
    assert_eq!(bonuses, [RollChange::Bonus(2)]);
    assert_eq!(fleet.texts[0].units, RolledBy::Groups(vec![0]));
    assert!(!cruiser.unit.text.stops_sustaining);
    assert_eq!(warnings, [""; 0]);
    let named = in_space(&with("nekro-flagship + cruiser", &json!("Fourth Moon"))).0;
    assert!(named.groups[0].unit.text.stops_sustaining);
}

#[test]
fn t13_what_has_no_effect_is_named_in_a_warning() {
    for (rules, side, effect, words) in [
        ("ti4-ground", "2 infantry", "Bunker", "bunker has no effect for the attacker"),
        ("ti4-space", "2 cruiser", "Bunker", "bunker has no effect in space combat"),
        ("ti4-ground", "2 infantry", "Ambush", "ambush has no effect in ground combat"),
        ("ti4-space", "2 cruiser", "Rout", "rout has no effect for the attacker"),
        ("ti4-space", "2 cruiser", "Quietus", "Quietus is in another system"),
        ("ti4-space", "2 cruiser", "Arvicon Rex", "the side has no flagship"),
        ("ti4-space", "2 dreadnought", "Exotrireme II", "has no sardakk-dreadnought-ii"),
        ("ti4-space", "cruiser ii", "Corsair", "it is the unit `mentak-cruiser-iii`"),
        ("ti4-space", "2 cruiser", "Salvage Operations", "it comes after the battle"),
        ("ti4-space", "2 cruiser", "Phoenix Standard", "it comes after the battle"),
        ("ti4-space", "2 cruiser", "Raise the Standard", "it comes after the battle"),
        ("ti4-space", "2 cruiser", "N'orr Supremacy", "it comes after the battle"),
    ] {
        let enemy = if rules == "ti4-space" { "2 cruiser" } else { "2 infantry" };
        let side = with(side, &json!(effect));
        let (_, _, warnings) =
            attacker(&json!({"rules": rules, "attacker": side, "defender": enemy}));
        assert!(warnings.iter().any(|w| w.contains(words)), "{effect}: {warnings:?}");
    }
}

/// Cards that a warning calls ineffective change nothing: those of another kind of combat, or of
/// the other side.
#[test]
fn t13_what_has_no_effect_changes_nothing() {
    let mut idle = 0;
    for (rules, fleet) in [("ti4-space", "2 cruiser + 2 pds"), ("ti4-ground", "3 infantry + mech")]
    {
        for side in 0..2 {
            let resolve = |own: &Value| {
                let mut scenario = json!({"rules": rules, "attacker": fleet, "defender": fleet});
                scenario[["attacker", "defender"][side]] = own.clone();
                resolved(&scenario).map(|mut matchup| matchup.sides.swap_remove(side))
            };
            let plain = format!("{:?}", resolve(&json!(fleet)).unwrap().fleet);
            for entry in &catalogue().effects {
                let Ok(with) = resolve(&with(fleet, &json!(entry.name))) else { continue };
                let is_idle = |warning: &String| {
                    let ends = [" in space combat", " in ground combat", "attacker", "defender"];
                    warning.starts_with(&format!("{} has no effect ", entry.name))
                        && ends.iter().any(|end| warning.ends_with(end))
                };
                if with.warnings.iter().any(is_idle) {
                    assert_eq!(
                        format!("{:?}", with.fleet),
                        plain,
                        "{rules}, {side}: {}",
                        entry.name
                    );
                    idle += 1;
                }
            }
        }
    }
    assert!(idle > 100, "{idle}");
}

#[test]
fn t62_what_prevents_or_moves_a_combat_is_refused() {
    for name in [
        "Parley",
        "Ghost Squad",
        "Ragh's Call",
        "Research Team",
        "Omniopiares",
        "Foresight",
        "Ceasefire",
        "Benediction",
        "Nova Seed",
        "Stellar Converter",
        "Sundered",
    ] {
        let scenario = json!({
            "rules": "ti4-ground", "attacker": with("2 infantry", &json!(name)),
            "defender": "infantry",
        });
        let error = resolved(&scenario).unwrap_err();
        assert!(error.contains(name.split(' ').next().unwrap()), "{name}: {error}");
        assert!(error.contains("combat") && !error.contains("unknown"), "{name}: {error}");
    }
}

#[test]
fn t13_what_has_no_effect_against_a_faction_is_left_out() {
    let against = |effect: &str, faction: &str| {
        let (rules, units) = match effect {
            "The Cavalry" => ("ti4-space", "2 cruiser"),
            _ => ("ti4-ground", "2 infantry"),
        };
        let defender = json!({"fleet": units, "faction": faction});
        let side = with(units, &json!(effect));
        attacker(&json!({"rules": rules, "attacker": side, "defender": defender}))
    };
    for (effect, faction) in [("The Cavalry", "nomad"), ("Greyfire Mutagen", "yin")] {
        let (fleet, _, warnings) = against(effect, faction);
        assert_eq!(fleet.effects.0, [], "{effect}");
        assert!(warnings[0].contains("has no effect against"), "{warnings:?}");
        assert_eq!(against(effect, "sol").0.effects.0.len(), 1, "{effect}");
    }
    let gains = json!({"name": "Technological Singularity", "gains": "Duranium Armor"});
    let scenario = json!({
        "rules": "ti4-space", "attacker": with("cruiser", &gains),
        "defender": with("cruiser", &json!("Antivirus")),
    });
    assert_eq!(attacker(&scenario).0.effects.0, []);
}

#[test]
fn t11_fields_of_abilities_reach_the_rules() {
    let of = |side: &Value, ability| effect(&in_space(side).0, ability);
    let side = with("2 cruiser + carrier", &json!({"name": "The Cavalry", "unit": "carrier"}));
    assert_eq!(of(&side, Ability::TheCavalry).unit, Some(1));
    let side = with("2 cruiser", &json!({"name": "War Funding", "enemy_dice": false, "round": 2}));
    let funding = of(&side, Ability::WarFunding);
    assert_eq!((funding.optional, funding.round), (false, Some(2)));
    assert!(of(&with("cruiser", &json!("War Funding")), Ability::WarFunding).optional);
    let side = with("cruiser", &json!({"name": "Munitions Reserves", "count": 3}));
    assert_eq!(of(&side, Ability::MunitionsReserves).count, 3);
    let bombards = |more: Value| {
        let mut given = json!({"name": "Proxima Targeting VI"});
        given.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        effect(&on_planet(&with("2 infantry", &given)).0, Ability::ProximaTargetingVi).optional
    };
    assert_eq!(
        [json!({}), json!({"bombard": true}), json!({"round": 2})].map(bombards),
        [false, true, true]
    );
}

#[test]
fn t11_what_an_ability_does_not_take_is_refused() {
    for (effect, words) in [
        (json!({"name": "Ambush", "count": 2}), "`ambush` takes no count"),
        (json!({"name": "Ambush", "round": 2}), "`ambush` takes no round"),
        (json!({"name": "Ambush", "unit": "cruiser"}), "`ambush` takes no unit"),
        (json!({"name": "Ambush", "units": {"cruiser": 1}}), "`ambush` takes no units"),
        (json!({"name": "Ambush", "enemy_dice": true}), "`ambush` takes no `enemy_dice`"),
        (json!({"name": "Tellurian", "count": 3}), "must be from 1 to 2"),
        (json!({"name": "Wrath of Kenara", "count": 16}), "must be from 1 to 15"),
        (json!({"name": "Ambush", "cout": 1}), "unknown field of an effect `cout`"),
        (json!({"name": "Fragment Reality"}), "`fragment-reality` needs units"),
        (json!({"name": "Technological Singularity"}), "to know what it gains"),
    ] {
        let scenario = json!({
            "rules": "ti4-space", "attacker": with("cruiser", &effect), "defender": "cruiser",
        });
        let error = resolved(&scenario).unwrap_err();
        assert!(error.contains(words), "{effect}: {error}");
    }
}

#[test]
fn t17_units_that_are_placed_are_groups_of_their_own() {
    let effect = json!({"name": "Overwing Zeta", "units": {"flagship": 1, "cruiser": 2}});
    let side = json!({"fleet": "2 cruiser", "faction": "keleres", "effects": [effect]});
    let (fleet, classes, _) = in_space(&side);
    assert_eq!(classes, ["cruiser", "keleres-flagship"]);
    let mut units = fleet.effects.get(Ability::OverwingZeta).unwrap().units.clone();
    units.sort_unstable();
    assert_eq!(units, [(0, 2), (1, 1)]);
    assert_eq!(reserve(&fleet).len(), 1);
    assert_eq!(fleet.groups[1].count, 0);
    let place = |side: &Value, ability| {
        let (fleet, classes, _) = on_planet(side);
        let units = effect_units(&fleet, ability);
        units.into_iter().map(|(group, count)| (classes[group].clone(), count)).collect::<Vec<_>>()
    };
    let side = json!({"fleet": "2 mech", "faction": "sol", "effects": ["Indoctrination"]});
    assert_eq!(place(&side, Ability::Indoctrination), [("sol-infantry".to_string(), 1)]);
    let side = json!({"fleet": "2 infantry ii", "faction": "sol", "effects": ["Brother Milor"]});
    assert_eq!(place(&side, Ability::BrotherMilor), [("infantry-ii".to_string(), 2)]);
    let side = json!({"fleet": "2 infantry", "faction": "letnev", "effects": ["Dunlain Reaper"]});
    assert_eq!(place(&side, Ability::DunlainReaper)[0].0, "letnev-mech");
    let alarum = json!({"name": "Alarum", "units": {"infantry": 2, "mech": 1}});
    let side = json!({"fleet": "ralnel-mech", "faction": "ralnel", "effects": [alarum]});
    let (fleet, ..) = on_planet(&side);
    assert_eq!(self::effect(&fleet, Ability::Alarum).count, 3);
    assert!(fleet.groups[0].unit.text.calls_forces);
}

fn effect_units(fleet: &Ti4Fleet, ability: Ability) -> Vec<(usize, u8)> {
    effect(fleet, ability).units
}

/// Own versions of the enemy's types, and a war sun only if the side has one or names it.
#[test]
fn t47_sleeper_cell_lists_own_versions_of_enemy_ships() {
    let placed = |effect: Value| {
        let attacker = json!({"fleet": "2 cruiser ii", "faction": "mentak", "effects": [effect]});
        let defender = "2 fighter + cruiser + war sun + sol/flagship & faction=sol";
        let scenario = json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
        self::attacker(&scenario).1
    };
    let plain = ["cruiser-ii", "fighter", "mentak-flagship"];
    assert_eq!(placed(json!("Sleeper Cell")), plain);
    let named = placed(json!({"name": "Sleeper Cell", "units": {"war-sun": 1}}));
    assert!(named.contains(&"war-sun".to_string()), "{named:?}");
}

#[test]
fn t59_reveal_prototype_has_the_upgrade_of_the_faction() {
    let upgraded = |fleet: &str, faction: &str, unit: &str| {
        let effect = json!({"name": "Reveal Prototype", "unit": unit});
        let side = json!({"fleet": fleet, "faction": faction, "effects": [effect]});
        let (fleet, classes, _) = in_space(&side);
        let effect = self::effect(&fleet, Ability::RevealPrototype);
        assert_eq!(effect.unit, Some(0));
        classes[effect.units[0].0].clone()
    };
    assert_eq!(upgraded("3 cruiser", "sol", "cruiser"), "cruiser-ii");
    assert_eq!(upgraded("carrier + 2 cruiser", "sol", "carrier"), "sol-carrier-ii");
    assert_eq!(upgraded("naalu-fighter + cruiser", "naalu", "fighter"), "naalu-fighter-ii");
}

#[test]
fn t60_technological_singularity_gains_an_ability_or_an_upgrade() {
    let gains = |what: &str| {
        let effect = json!({"name": "Technological Singularity", "gains": what});
        let fleet = in_space(&with("2 cruiser", &effect)).0;
        self::effect(&fleet, Ability::TechnologicalSingularity).gains
    };
    assert_eq!(gains("Duranium Armor"), Some(Gain::Ability(Ability::DuraniumArmor)));
    assert_eq!(gains("cruiser ii"), Some(Gain::Upgrade(0, 1)));
}

#[test]
fn t14_laws_and_the_entropic_scar_are_settings() {
    let with = |rules: &str, setting: Value| {
        let units = if rules == "ti4-space" { "2 cruiser" } else { "2 infantry" };
        let scenario =
            json!({"rules": rules, "attacker": units, "defender": units, "setting": setting});
        resolved(&scenario).map(|matchup| {
            let effects = matchup.sides[0].fleet.effects.0.clone();
            effects.into_iter().map(|effect| effect.ability).collect::<Vec<_>>()
        })
    };
    let laws = ["Articles of War", "publicize-weapon-schematics"];
    assert_eq!(
        with("ti4-space", json!({"laws": laws, "entropic_scar": true})).unwrap(),
        [Ability::ArticlesOfWar, Ability::PublicizeWeaponSchematics, Ability::EntropicScar]
    );
    let conventions = json!({"laws": ["Conventions of War"]});
    assert_eq!(with("ti4-ground", conventions).unwrap(), [Ability::ConventionsOfWar]);
    let outside = json!({"laws": ["Conventions of War"], "cultural": false});
    assert_eq!(with("ti4-ground", outside).unwrap(), []);
    for (law, words) in
        [("Ambush", "`ambush` is not a law"), ("Prophecy of Ixth", "holds for its owner only")]
    {
        let error = with("ti4-space", json!({"laws": [law]})).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn t58_a_planet_that_is_not_cultural_may_be_bombarded() {
    let planet = |name: &str, cultural: bool| json!({"name": name, "cultural": cultural, "attacker": "2 infantry", "defender": "infantry"});
    let scenario = json!({
        "rules": "ti4-ground", "attacker": {}, "defender": {},
        "setting": {
            "laws": ["Conventions of War"],
            "planets": [planet("A", true), planet("B", false)],
        },
    });
    let planets = resolved(&scenario).unwrap().planets;
    let has = |n: usize| planets[n].sides[0].fleet.effects.has(Ability::ConventionsOfWar);
    assert_eq!([has(0), has(1)], [true, false]);
}

#[test]
fn t15_units_are_galvanized_and_neutral_units_lose_the_cheapest_first() {
    let typed = in_space(&json!("3 cruiser(galvanized=2)")).0;
    let group = json!([{"class": "cruiser", "count": 3, "galvanized": 2}]);
    assert_eq!(in_space(&json!({"groups": group})).0, typed);
    assert_eq!(typed.groups[0].galvanized, 2);
    let (fleet, classes, _) =
        in_space(&json!("war sun + cruiser + carrier + 2 fighter & faction=neutral"));
    let order: Vec<&str> = fleet.order().into_iter().map(|g| classes[g].as_str()).collect();
    assert_eq!(order, ["fighter", "cruiser", "carrier", "war-sun"]);
    let side =
        json!({"fleet": "cruiser & faction=neutral", "play": {"retreat": {"after_round": 1}}});
    let scenario = json!({
        "rules": "ti4-space", "attacker": side, "defender": "cruiser",
        "setting": {"retreat": {"attacker": true}},
    });
    let (fleet, _, warnings) = attacker(&scenario);
    assert!(!fleet.captain.may_retreat);
    assert_eq!(warnings, ["neutral units never retreat"]);
}

#[test]
fn typed_fleets_take_abilities() {
    let typed = |fleet: &str| {
        let (status, text, errors) = run(&["fleets", "check", fleet, "--ti4"]);
        assert_eq!(status, 0, "{errors}");
        text
    };
    for (fleet, exact) in [
        ("2 ca & ambush", "2 cruiser & ambush"),
        ("2 dn & 3 munitions reserves", "2 dreadnought & 3 munitions-reserves"),
        ("2 dn & barony agent=2", "2 dreadnought & viscount-unlenn=2"),
        (
            "2 ca & overwing zeta=[flagship, 2 cruiser] & faction=keleres",
            "2 cruiser & overwing-zeta=[flagship,2 cruiser] & faction=keleres",
        ),
        ("2 ca & war funding=false", "2 cruiser & war-funding=false"),
        ("2 ca & heaven's eye", "2 cruiser & heavens-eye"),
        ("3 ca(galvanized=1)", "3 cruiser(galvanized=1)"),
        ("sardakk-dreadnought-ii & exotrireme ii", "sardakk-dreadnought-ii & exotrireme-ii"),
    ] {
        let text = typed(fleet);
        assert!(text.starts_with(exact), "{fleet}: {text}");
    }
}

fn alliance() -> Value {
    json!({
        "name": "Allies",
        "members": [
            {"faction": "sardakk", "effects": ["Tekklar Legion"],
             "groups": [{"class": "infantry", "count": 2}]},
            {"faction": "sol", "technologies": ["duranium armor"],
             "groups": "2 infantry + mech(damaged=1) & evelyn delouis"},
        ],
        "play": {"loss_order": ["mech", "infantry"]},
    })
}

#[test]
fn a_side_may_be_an_alliance_of_two() {
    let scenario = json!({"rules": "ti4-ground", "attacker": alliance(), "defender": "4 infantry"});
    let matchup = resolved(&scenario).unwrap();
    let side = &matchup.sides[0];
    assert_eq!(side.labels.name, "Allies");
    let fleet = &side.fleet;
    assert_eq!(fleet.groups.iter().map(|g| g.member).collect::<Vec<_>>(), [0, 1, 1]);
    assert_eq!((fleet.bonuses, fleet.is_norr), ([1, 0], [true, false]));
    let of = |ability| fleet.effects.get(ability).map(|effect| effect.member);
    assert_eq!(
        [Ability::TekklarLegion, Ability::DuraniumArmor, Ability::EvelynDelouis].map(of),
        [Some(0), Some(1), Some(1)]
    );
    // Units of different players are of different classes.
    assert_ne!(fleet.groups[0].class, fleet.groups[1].class);
}

#[test]
fn wrong_alliances_are_refused() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut side = alliance();
        change(&mut side);
        let scenario = json!({"rules": "ti4-ground", "attacker": side, "defender": "infantry"});
        resolved(&scenario).unwrap_err()
    };
    let member = || alliance()["members"][0].clone();
    for (error, words) in [
        (refused(&|side| side["fleet"] = json!("2 infantry")), "units of its own or `members`"),
        (refused(&|side| side["faction"] = json!("sol")), "each belongs to a member"),
        (refused(&|side| side["members"] = json!([])), "cannot have 0 members"),
        (
            refused(&|side| side["members"] = json!([member(), member(), member()])),
            "cannot have 3 members",
        ),
        (refused(&|side| side["members"][0] = json!({})), "`groups` is missing"),
        (
            refused(&|side| side["members"][1]["groups"] = json!("mech & play=optimal")),
            "`play` is not a member's",
        ),
        (refused(&|side| side["members"][1]["name"] = json!("B")), "field of a member `name`"),
    ] {
        assert!(error.contains(words), "{words}: {error}");
    }
    let scenario = json!({"rules": "eclipse", "attacker": alliance(), "defender": "ancient"});
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "a.json", scenario.to_string());
    refuses(&["fight", "--scenario", &path], 3, &["`members` is not a field in eclipse"]);
}

/// The JSON form and the code of a fight with an alliance keep its members.
#[test]
fn alliances_are_kept_in_codes() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = json!({"rules": "ti4-ground", "attacker": alliance(), "defender": "4 infantry"});
    let path = file(dir.path(), "a.json", scenario.to_string());
    let (status, code, errors) = run(&["fight", "--scenario", &path, "--share"]);
    assert_eq!(status, 0, "{errors}");
    assert!(code.starts_with("fo2."), "{code}");
    let odds = |args: &[&str]| {
        let result = answer(&[&["fight"], args, &["-n", "1k", "--format", "json"]].concat());
        result["sides"][0]["win"]["probability"].clone()
    };
    assert_eq!(odds(&["--scenario", &path]), odds(&[code.trim()]));
}

#[test]
fn units_with_unknown_texts_are_refused_unless_texts_are_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let unit = json!({
        "name": "kraken", "kind": "flagship", "combat": "2x5", "text": ["leads", "eats-ships"],
    });
    let effect = json!({"name": "ink", "kind": "technology", "effect": "it is dark"});
    for (catalogue, place, words) in [
        (json!({"rulebook": "ti4", "units": [unit]}), "own.json:1:94", "unknown text"),
        (json!({"rulebook": "ti4", "effects": [effect]}), "own.json:1:", "`ink` is not"),
    ] {
        file(dir.path(), "own.json", catalogue.to_string());
        let folder = dir.path().to_str().unwrap();
        let fight = ["fight", "cruiser", "cruiser", "--ti4", "--fleets", folder];
        refuses(&fight, 3, &[place, words, "--ignore-texts"]);
        let (status, _, errors) = run(&[&fight[..], &["--ignore-texts", "-n", "1k"]].concat());
        assert_eq!(status, 0, "{errors}");
    }
    file(dir.path(), "own.json", json!({"rulebook": "ti4", "units": [unit]}).to_string());
    let folder = dir.path().to_str().unwrap();
    let fight = ["fight", "kraken", "cruiser", "--ti4", "--fleets", folder, "--ignore-texts"];
    let (status, _, errors) = run(&[&fight[..], &["-n", "1k"]].concat());
    assert_eq!(status, 0, "{errors}");
    assert!(errors.contains("kraken: ability not simulated: eats-ships"), "{errors}");
}

#[test]
fn abilities_are_listed_and_shown() {
    let (status, list, _) = run(&["fleets", "list", "--rules", "ti4-space", "abilities"]);
    assert_eq!(status, 0);
    for entry in &catalogue().effects {
        assert!(list.contains(&format!("\n  {}", entry.name)), "{}", entry.name);
    }
    let args = ["fleets", "list", "-r", "ti4-space", "abilities", "--format", "json"];
    let entries = answer(&args)["entries"].as_array().unwrap().clone();
    assert_eq!(entries.len(), catalogue().effects.len());
    let shown = run(&["fleets", "show", "Wrath of Kenara", "--ti4"]).1;
    for words in ["flagship, hacan", "when: from round 1 on", "trade goods, at most 15", "source: "]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let entry = &answer(&["fleets", "show", "Barony Agent", "--ti4", "--format", "json"])["entry"];
    assert_eq!(entry["name"], "viscount-unlenn");
    assert_eq!(entry["figures"]["when"], "in round 1, for the ship with the best chance");
}

/// Returns the probability that a combat in space ends with round 1.
#[track_caller]
fn ends_in_round_1(attacker: &str, defender: &str) -> f64 {
    let found = answer(&["fight", attacker, defender, "--ti4", "-n", "1k", "--format", "json"]);
    found["rounds"]["distribution"][1].as_f64().unwrap()
}

/// A die of 7 that shows 5 hits with +2, but only a 9 or 10 as it lies makes two more hits.
#[test]
fn t24_natural_results_come_before_modifiers() {
    let flagship = "jolnar-flagship(combat=1x7) & rickar rickani";
    let found = ends_in_round_1(flagship, "2 cruiser(combat=none)");
    assert!((found - 0.2).abs() < 1e-9, "{found}");
}

#[test]
fn t55_a_galvanized_unit_rolls_one_more_die() {
    let found = ends_in_round_1("cruiser(galvanized=1)", "cruiser(combat=none)");
    assert!((found - 0.64).abs() < 1e-9, "{found}");
}

/// Reports have a column for each number of units that there can be, placed ones included.
#[test]
fn reports_count_units_that_are_placed() {
    let fleet = "2 cruiser & fragment reality=[2 cruiser, carrier]";
    let fight = ["fight", fleet, "2 dreadnought", "--ti4", "-n", "1k"];
    for form in [&[][..], &["--full"]] {
        let report = run(&[&fight[..], form].concat()).1;
        let columns = report.lines().find(|line| line.contains(" mean")).unwrap();
        assert!(columns.trim_end().ends_with('4'), "{report}");
        let row = report.lines().find(|line| line.contains("0 carrier")).unwrap();
        assert_eq!(row.matches('%').count(), 2, "{row}");
    }
}
