//! Tests of the conversion of links.

use serde_json::{Value, json};

use super::names::{FACTIONS, NEBULA, UNITS};
use super::{Linked, read_link};
use crate::games::Rulebook;
use crate::games::ti4::rules::{Ability, Roll};
use crate::games::ti4::scenario::{Ti4Catalogue, Ti4Matchup, resolve};
use crate::scenario::{self, Source};

fn read(link: &str) -> Result<Linked, String> {
    read_link(&Source::new("link", link)).map_err(|error| error.to_string())
}

/// Converts a valid link, and checks that the reader of scenarios accepts the result.
#[track_caller]
fn resolved(link: &str) -> Ti4Matchup {
    let linked = read(link).unwrap();
    assert_eq!(linked.warnings, [""; 0], "{link}");
    let source = Source::new("link", linked.document.to_string());
    let scenario = scenario::read_scenario(&source).unwrap();
    let catalogue = Ti4Catalogue::new(linked.rulebook, &[], false).unwrap();
    resolve(&scenario, linked.rulebook, &catalogue).unwrap()
}

#[test]
fn a_link_is_a_scenario() {
    let linked = read(
        "https://ti4battle.com/?attacker-faction=Sol&attacker-unit-carrier=2\
         &attacker-unit-dreadnought=2&attacker-damaged-dreadnought=1\
         &attacker-risk-direct-hit=false&attacker-upgrade-carrier=true\
         &attacker-effect-Direct+Hit=2&defender-unit-cruiser=3&defender-upgrade-cruiser=true\
         &defender-effect-Duranium+Armor=1&defender-effect-Defending+in+nebula=1",
    );
    let linked = linked.unwrap();
    assert_eq!(
        linked.document,
        json!({
            "rules": "ti4-space",
            "attacker": {
                "faction": "sol",
                "groups": [
                    {"class": "sol-carrier-ii", "count": 2},
                    {"class": "dreadnought", "count": 2, "damaged": 1},
                ],
                "effects": [{"name": "direct-hit", "count": 2}],
                "play": {"sustain": "late"},
            },
            "defender": {
                "groups": [{"class": "cruiser-ii", "count": 3}],
                "effects": ["duranium-armor"],
            },
            "setting": {"nebula": true},
        })
    );
    assert_eq!(linked.warnings, [""; 0]);
}

#[test]
fn every_name_of_the_tables_is_known_to_the_reader() {
    let catalogue = Ti4Catalogue::new(Rulebook::Ti4Space, &[], false).unwrap();
    let encode = |name: &str| name.replace(' ', "+").replace('\'', "%27");
    for place in ["space", "ground"] {
        let fight = format!("place={place}&attacker-unit-mech=1&defender-unit-mech=1");
        for (faction, own) in FACTIONS {
            let faction = encode(faction);
            let side = format!("defender-faction={faction}&attacker-faction={faction}");
            for upgrade in ["true", "false"] {
                // Neutral units have no flagship.
                let is_there =
                    |unit: &str| unit != "mech" && (unit != "flagship" || own != "neutral");
                // A defender has no ships on a planet.
                let role =
                    |unit: &str| match place == "space" || ["infantry", "pds"].contains(&unit) {
                        true => "defender",
                        false => "attacker",
                    };
                let more = UNITS.iter().filter(|(unit, _)| is_there(unit)).map(|(unit, _)| {
                    let role = role(unit);
                    format!("&{role}-unit-{unit}=1&{role}-upgrade-{unit}={upgrade}")
                });
                resolved(&format!("{fight}&{side}{}", more.collect::<String>()));
            }
            assert!(catalogue.faction(own).is_some(), "{own}");
        }
        for effect in OPTIONS {
            let entry = catalogue.effect(effect).unwrap_or_else(|| panic!("{effect}"));
            if entry.place.is_empty() || entry.place == place {
                let link = format!("{fight}&attacker-effect-{}=1", encode(effect));
                let linked = read(&link).unwrap();
                assert_eq!(linked.warnings, [""; 0], "{effect}");
                let document = linked.document.to_string();
                assert!(document.contains(&format!("\"{}\"", entry.name)), "{document}");
            }
        }
    }
    resolved(&format!("attacker-unit-pds=1&defender-unit-pds=1&defender-effect-{NEBULA}=1"));
}

/// Effects that a player can choose on ti4battle.com.
const OPTIONS: [&str; 78] = [
    "A3 Valiance galvanize",
    "Alarum reinforcements",
    "Antimass Deflectors",
    "Argent Flight Commander",
    "Articles of War",
    "Asail (Firmament)",
    "Asail (Obsidian)",
    "Assault Cannon",
    "Barony Agent",
    "Blitz",
    "Bunker",
    "Codex mech",
    "Conventions of War",
    "Courageous to the End",
    "Devotion",
    "Dimensional Splicer",
    "Direct Hit",
    "Disable",
    "Duranium Armor",
    "Emergency Repairs",
    "Empyrean flagship repair",
    "Entropic Scar",
    "Exotrireme II should suicide",
    "Experimental Battlestation",
    "Fighter Prototype",
    "Fire Team",
    "Firmament Agent",
    "Flagship active",
    "Graviton Laser System",
    "Gravleash Maneuvers",
    "Hacan flagship trade goods",
    "Heaven's Eye",
    "I.I.H.Q. MODERNIZATION space cannon",
    "Imperator",
    "Impulse Core",
    "Jol-Nar commander",
    "L1z1x commander",
    "L4 Disruptors",
    "Last Bastion agent",
    "Last Bastion hero",
    "Lightrail Ordnance",
    "Magen Defense Grid",
    "Mahact flagship bonus",
    "Maneuvering Jets",
    "Mech deploy",
    "Memoria I",
    "Memoria II",
    "Mentak hero",
    "Metali Void Armaments",
    "Metali Void Shielding",
    "Morale Boost",
    "Munitions Reserves",
    "Nekro mech bonus",
    "Non-Euclidean Shielding",
    "Obsidian Agent",
    "Obsidian Commander",
    "Plasma Scoring",
    "Prophecy of Ixth",
    "Proxima Targeting VI",
    "Publicize Weapon Schematics",
    "Ral Nel PDS in space",
    "Reflective Shielding",
    "Scramble Frequency",
    "Shields Holding",
    "Sol agent",
    "Solar Flare",
    "Strike Wing Ambuscade",
    "Supercharge",
    "Tekklar Legion",
    "The Egeiro planet bonus",
    "Titans agent",
    "Titans hero",
    "Valkyrie Particle Weave",
    "War Funding",
    "Waylay",
    "Winnu commander",
    "X-89 Bacterial Weapon",
    "Yin agent",
];

/// The units that abilities place later are upgraded, too.
#[test]
fn p018_an_upgrade_of_a_class_without_units_is_kept() {
    let link = "attacker-faction=Yin&attacker-unit-cruiser=2&attacker-upgrade-fighter=true\
                &attacker-effect-Yin+agent=1&defender-unit-cruiser=2";
    let linked = read(link).unwrap();
    let groups = json!([{"class": "cruiser", "count": 2}, {"class": "fighter-ii", "count": 0}]);
    assert_eq!(linked.document["attacker"]["groups"], groups);
    let fleet = &resolved(link).sides[0].fleet;
    let upgraded = fleet.groups.iter().position(|group| group.is_reserve).unwrap();
    assert_eq!(fleet.groups[upgraded].unit.combat, Some(Roll::of(1, 8)));
    assert_eq!(fleet.effects.get(Ability::BrotherMilor).unwrap().units, [(upgraded, 2)]);
}

/// A link means that Proxima Targeting VI bombards.
#[test]
fn p022_proxima_targeting_bombards() {
    let link = "attacker-unit-infantry=1&attacker-effect-Proxima+Targeting+VI=1\
                &defender-unit-infantry=1&place=ground";
    let effect = json!([{"name": "proxima-targeting-vi", "bombard": true}]);
    assert_eq!(read(link).unwrap().document["attacker"]["effects"], effect);
}

/// A link means Ambush for Mentak in space, and Harrow for L1Z1X that lands, with units that use them.
#[test]
fn t12_ambush_and_harrow_are_added() {
    let effects = |faction: &str, place: &str, unit: &str| {
        let link = format!(
            "attacker-faction={faction}&attacker-unit-mech=1&defender-unit-mech=1&place={place}\
             &defender-faction={faction}&attacker-unit-{unit}=1&defender-unit-{unit}=1"
        );
        let document = read(&link).unwrap().document;
        ["attacker", "defender"].map(|role| document[role]["effects"].clone())
    };
    let none = [Value::Null, Value::Null];
    assert_eq!(effects("Mentak", "space", "cruiser"), [json!(["ambush"]), json!(["ambush"])]);
    assert_eq!(effects("Mentak", "space", "dreadnought"), none);
    assert_eq!(effects("Mentak", "ground", "infantry"), none);
    assert_eq!(effects("L1z1x", "space", "dreadnought"), none);
    let harrow =
        "attacker-faction=L1z1x&attacker-unit-infantry=1&defender-unit-infantry=1&place=ground";
    let document = |link: &str| read(link).unwrap().document;
    let landing = document(&format!("{harrow}&attacker-unit-dreadnought=1"));
    assert_eq!(landing["attacker"]["effects"], json!(["harrow"]));
    assert_eq!(landing["defender"]["effects"], Value::Null);
    assert_eq!(document(harrow)["attacker"]["effects"], Value::Null);
    let named = "attacker-faction=Mentak&attacker-effect-Ambush=1\
                 &attacker-unit-cruiser=2&defender-unit-cruiser=1";
    assert_eq!(read(named).unwrap().document["attacker"]["effects"], json!(["ambush"]));
}

#[test]
fn counts_laws_and_galvanized_units_are_read() {
    let linked = read(
        "attacker-unit-dreadnought=2&attacker-galvanized-dreadnought=1\
         &attacker-effect-Munitions+Reserves=3&attacker-effect-Ambush=5\
         &effect-Articles+of+War=1&effect-Entropic+Scar=1&defender-faction=Neutral\
         &defender-unit-cruiser=3",
    );
    let linked = linked.unwrap();
    assert_eq!(
        linked.document,
        json!({
            "rules": "ti4-space",
            "attacker": {
                "groups": [{"class": "dreadnought", "count": 2, "galvanized": 1}],
                "effects": [{"name": "munitions-reserves", "count": 3}, "ambush"],
            },
            "defender": {
                "faction": "neutral",
                "groups": [{"class": "cruiser", "count": 3}],
            },
            "setting": {"laws": ["articles-of-war"], "entropic_scar": true},
        })
    );
    assert_eq!(linked.warnings, [""; 0]);
}

#[test]
fn factions_have_units_of_their_own() {
    for (faction, unit, class) in [
        ("Barony of Letnev", "flagship", "letnev-flagship"),
        ("Nomad", "upgrade-flagship", "nomad-flagship-ii"),
        ("Sardakk N'orr", "upgrade-dreadnought", "sardakk-dreadnought-ii"),
        ("sardakk n'orr", "dreadnought", "sardakk-dreadnought"),
        // The names of the printed game, too.
        ("Mentak Coalition", "flagship", "mentak-flagship"),
        ("L1Z1X Mindnet", "mech", "l1z1x-mech"),
        ("Mentak", "upgrade-cruiser", "cruiser-ii"),
        ("Naaz-Rokha", "mech", "naaz-mech"),
        ("Muaat", "upgrade-warsun", "muaat-war-sun-ii"),
        ("Sol", "upgrade-warsun", "war-sun"),
    ] {
        let name = unit.trim_start_matches("upgrade-");
        let upgrade = if unit == name { "false" } else { "true" };
        let link = format!(
            "attacker-faction={faction}&attacker-unit-{name}=1&attacker-upgrade-{name}={upgrade}\
             &defender-unit-cruiser=1"
        );
        let linked = read(&link).unwrap();
        assert_eq!(linked.document["attacker"]["groups"][0]["class"], class, "{link}");
    }
}

/// P018, P022, P057: what would change the combat is read or refused.
#[test]
fn what_would_change_the_combat_is_refused_by_name() {
    let fight = "attacker-unit-cruiser=3&defender-unit-cruiser=3";
    for (more, words) in [
        ("attacker-unit-other=1", "`attacker-unit-other` of this link is not played"),
        ("attacker-upgrade-other=true", "this unit is not supported"),
        ("attacker-unit-flagship=1", "requires a faction that has this unit"),
        ("defender-faction=Lazax", "`defender-faction=Lazax` of this link is not played"),
        ("defender-effect-Divinity=1", "`defender-effect-Divinity` of this link is not played"),
        ("effect-Divinity=1", "this effect is not supported"),
        ("defender-effect-Parley=1", "Parley sends the landed forces back"),
        ("defender-effect-Reveal+Prototype=1", "the link does not say what it needs"),
        ("attacker-effect-Defending+in+nebula=1", "`attacker-effect-Defending in nebula`"),
        ("place=moon", "`place=moon` of this link is not played"),
        ("attacker=3", "`attacker` of this link is not played"),
        ("attacker-morale=3", "it is unknown"),
    ] {
        let error = read(&format!("{fight}&{more}")).unwrap_err();
        assert!(error.contains(words) && error.contains("leave it out"), "{more}:\n{error}");
    }
}

#[test]
fn what_says_nothing_about_the_combat_is_named() {
    let in_space = "attacker-unit-cruiser=3&defender-unit-cruiser=3";
    let on_planet =
        "attacker-unit-mech=3&attacker-unit-cruiser=3&defender-unit-mech=1&place=Ground";
    for (fight, more, words) in [
        (in_space, "attacker-damaged-dreadnought=1", "`attacker-damaged-dreadnought`"),
        (in_space, "attacker-damaged-cruiser=1", "cannot be damaged"),
        (in_space, "defender-galvanized-carrier=1", "the side has no such unit"),
        (on_planet, "defender-effect-Defending+in+nebula=1", "on the ground"),
        (on_planet, "defender-unit-destroyer=2", "a defender has no ships on a planet"),
        (in_space, "rounds=3", "`rounds`"),
    ] {
        let with = read(&format!("{fight}&{more}")).unwrap();
        let [warning] = &with.warnings[..] else { panic!("{more}: {:?}", with.warnings) };
        assert!(warning.contains(words), "{more}: {warning}");
        assert_eq!(with.document, read(fight).unwrap().document, "{more}");
    }
}

#[test]
fn what_says_nothing_is_no_warning() {
    let fight = "attacker-unit-dreadnought=3&defender-unit-cruiser=3";
    let plain = read(fight).unwrap().document;
    for more in [
        "attacker-unit-mech=0",
        "attacker-damaged-dreadnought=0",
        "attacker-galvanized-dreadnought=0",
        "attacker-effect-Memoria+I=0",
        "attacker-effect-Direct+Hit=00",
        "attacker-risk-direct-hit=true",
        "attacker-upgrade-dreadnought=false",
        "attacker-upgrade-pds=true",
        "place=Space",
    ] {
        let with = read(&format!("{fight}&{more}")).unwrap();
        assert_eq!((with.document, with.warnings), (plain.clone(), Vec::new()), "{more}");
    }
}

#[test]
fn more_damage_than_units_is_damage_to_all() {
    let link = "attacker-unit-warsun=2&attacker-damaged-warsun=5&defender-unit-cruiser=3";
    assert_eq!(read(link).unwrap().document["attacker"]["groups"][0]["damaged"], Value::from(2));
}

#[test]
fn what_is_wrong_is_refused_at_its_place() {
    for (link, words) in [
        ("", ["this link has no units", "link:1:1"]),
        ("https://ti4battle.com", ["this link has no units", "both sides"]),
        ("?attacker-unit-cruiser=1", ["no units for the defender", "link:1:1"]),
        ("?defender-unit-cruiser=1", ["no units for the attacker", "link:1:1"]),
        (
            "?defender-unit-cruiser=1&attacker-unit-flagship=1",
            ["`attacker-unit-flagship` of this link is not played", "link:1:26"],
        ),
        ("https://ti4calc.com/?attacker-unit-cruiser=1", ["`ti4calc.com` is not", "link:1:9"]),
        ("?attacker-unit-cruiser=abc", ["`abc` is not a number", "link:1:24"]),
        ("?attacker-unit-cruiser=", ["is not a number", "link:1:24"]),
        ("?attacker-unit-cruiser=-1", ["`-1` is out of range", "from 0 to 100"]),
        ("?attacker-unit-cruiser=1000000000", ["is out of range", "from 0 to 100"]),
        ("?attacker-unit-cruiser=60&attacker-unit-fighter=41", ["101 units", "link:1:27"]),
        ("?attacker-damaged-cruiser=x", ["`x` is not a number", "link:1:27"]),
        ("?attacker-upgrade-cruiser=1", ["expected true or false", "link:1:27"]),
        ("?attacker-risk-direct-hit=no", ["expected true or false", "`no`"]),
        ("?attacker-effect-Direct+Hit=10", ["`10` is out of range", "from 0 to 9"]),
        ("?place=space&place=ground", ["`place` is given twice", "link:1:14"]),
        ("?effect-Bunker=1&attacker-effect-bunker=1", ["`bunker` is given twice", "link:1:18"]),
    ] {
        let error = read(link).unwrap_err();
        assert!(words.iter().all(|word| error.contains(word)), "{link}:\n{error}");
    }
}
