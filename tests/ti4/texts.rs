//! Twilight Imperium: texts about rolls (T66), and Discordant Stars (T67), whose texts they are.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::ask::{question_with, try_ask};
use crate::support::random::Random;
use crate::support::ti4::{
    Sides, assert_odds, cruiser, destroyer, dreadnought, duel, ground, has, infantry, mech,
    outcomes, roll, side, space, target, war_sun,
};
use fleetodds::internals::games::ti4::rules::{
    Ability, Roll, RollChange, RollKind, RollText, RolledBy, Text, Theatre, Ti4Fleet, Unit,
    UnitKind, compile,
};
use fleetodds::internals::games::ti4::scenario::{Ti4Catalogue, Ti4Matchup, resolve};
use fleetodds::internals::games::{Rulebook, discordant_stars};
use fleetodds::internals::scenario::{Diagnostic, Source, read_scenario};

const COMBAT: &[RollKind] = &[RollKind::Combat];

fn one(unit: Unit) -> Ti4Fleet {
    side(&[(1, unit)])
}

/// Prints a text on the units of a group.
fn printed(mut fleet: Ti4Fleet, group: usize, rolls: &[RollKind], change: RollChange) -> Ti4Fleet {
    let units = RolledBy::Groups(vec![group]);
    fleet.texts.push(RollText { units, rolls: rolls.to_vec(), change });
    fleet
}

#[test]
fn t66_more_dice_are_rolled_by_units_that_have_the_roll() {
    // Two dice at 7: the cruiser hits in 0.84 of its rounds with one hit, and an enemy has one.
    let two = printed(one(cruiser()), 0, COMBAT, RollChange::Dice(1));
    assert_odds(&two, &one(cruiser()), space(), duel(1.0 - 0.36, 0.4));
    let unarmed = printed(one(target(UnitKind::Cruiser)), 0, COMBAT, RollChange::Dice(9));
    assert_odds(&unarmed, &one(cruiser()), space(), [0.0, 0.0, 1.0]);
    // Only the second group has the text.
    let fleet = printed(side(&[(1, target(UnitKind::Carrier)), (1, cruiser())]), 0, COMBAT, {
        RollChange::Dice(3)
    });
    let plain = side(&[(1, target(UnitKind::Carrier)), (1, cruiser())]);
    let known = outcomes(&plain, &one(dreadnought()), space());
    assert_odds(&fleet, &one(dreadnought()), space(), known);
}

#[test]
fn t66_more_hits_are_those_of_natural_numbers() {
    // A cruiser at 7 with a penalty of 9 hits with nothing but its natural 10.
    let lucky = RollChange::MoreHits { from: 10, hits: 1 };
    let fleet = one(cruiser()).better_by(-9);
    let fleet = fleet.rolling(&UnitKind::ALL, COMBAT, lucky, 0);
    assert_odds(&fleet, &one(cruiser()), space(), duel(0.1, 0.4));
    // A natural 10 makes two hits, which kill two ships in one round.
    let fleet = one(cruiser()).rolling(&UnitKind::ALL, COMBAT, lucky, 0);
    let sure = Unit { combat: roll(1, 1), ..cruiser() };
    assert_odds(&fleet, &side(&[(2, sure)]), space(), [0.0, 0.1, 0.9]);
    // With the text of Jol-Nar's flagship there are four.
    let nines = Text { doubles_nines: true, ..Text::default() };
    let fleet = one(Unit { text: nines, ..cruiser() });
    let fleet = fleet.rolling(&UnitKind::ALL, COMBAT, lucky, 0);
    assert_odds(&fleet, &side(&[(4, sure)]), space(), [0.0, 0.1, 0.9]);
}

#[test]
fn t66_a_roll_that_is_gained_is_that_of_units_without_it() {
    let gains = RollChange::Gains(Roll::of(1, 5));
    let kinds = [UnitKind::Dreadnought, UnitKind::Destroyer];
    let armed = |unit: Unit| one(unit).rolling(&kinds, &[RollKind::Barrage], gains, 0);
    // One die at 5 against a fighter that cannot hit; then the ship fights on.
    let fighters = one(target(UnitKind::Fighter));
    let harmless = Unit { combat: None, ..dreadnought() };
    assert_odds(&armed(harmless), &fighters, space(), [0.6, 0.0, 0.0]);
    // A destroyer keeps its two dice at 9.
    let harmless = Unit { combat: None, ..destroyer() };
    assert_odds(&armed(harmless), &fighters, space(), [1.0 - 0.64, 0.0, 0.0]);
    // A bonus holds for what is gained, whichever text is named first.
    let plus = RollChange::Bonus(2);
    let unarmed = Unit { combat: None, ..dreadnought() };
    let better = one(unarmed).rolling(&UnitKind::ALL, &[RollKind::Barrage], plus, 0).rolling(
        &kinds,
        &[RollKind::Barrage],
        gains,
        0,
    );
    assert_odds(&better, &fighters, space(), [0.8, 0.0, 0.0]);
}

#[test]
fn t66_a_bonus_for_all_units_holds_for_dice_without_a_unit() {
    // Mecatol Rex fires at 5, and with the bonus at 4: 0.7.
    let plus = RollChange::Bonus(1);
    let rex = one(target(UnitKind::Cruiser)).with(has(Ability::CustodiaVigilia));
    let shot = |fleet: &Ti4Fleet, p: f64| {
        assert_odds(&one(cruiser()), fleet, space(), [1.0 - p, 0.0, p]);
    };
    shot(&rex, 0.6);
    shot(&rex.clone().rolling(&UnitKind::ALL, &RollKind::ALL, plus, 0), 0.7);
    shot(&rex.clone().rolling(&UnitKind::ALL, COMBAT, plus, 0), 0.6);
    shot(&rex.rolling(&[UnitKind::Cruiser], &RollKind::ALL, plus, 0), 0.6);
}

/// A text of the unit is gone, one of the side is not (T56).
#[test]
fn t66_articles_of_war_take_printed_texts_from_mechs() {
    let law = has(Ability::ArticlesOfWar);
    let plus = RollChange::Bonus(2);
    let own = printed(one(mech()), 0, COMBAT, plus).with(&law);
    let plain = one(mech()).with(&law);
    let enemy = one(mech());
    let known = outcomes(&plain, &enemy, ground());
    assert_odds(&own, &enemy, ground(), known);
    let of_side = one(mech()).with(&law).better_by(2);
    let better = one(Unit { combat: roll(4, 1), ..mech() }).with(&law);
    let known = outcomes(&better, &enemy, ground());
    assert_odds(&of_side, &enemy, ground(), known);
}

/// The Cavalry gives a ship other dice, on which the texts of its owner hold once.
#[test]
fn t66_texts_hold_on_the_dice_of_the_cavalry() {
    let fleet = one(cruiser()).with(has(Ability::TheCavalry)).better_by(1);
    let plain = Unit { combat: roll(6, 2), barrage: roll(8, 3), sustains: true, ..cruiser() };
    let enemy = side(&[(2, cruiser())]);
    let known = outcomes(&one(plain), &enemy, space());
    assert_odds(&fleet, &enemy, space(), known);
}

/// The shield of the Justicar stops a war sun, whose escort would bombard, too.
#[test]
fn t67_nothing_takes_the_shield_of_the_justicar_away() {
    let keeps = Text { keeps_shield: true, ..Text::default() };
    let justicar = Unit { planetary_shield: true, text: keeps, combat: None, ..infantry() };
    let bomber = Unit { combat: None, bombardment: roll(1, 3), ..war_sun() };
    let attacker = side(&[(1, infantry()), (1, Unit { pierces_shields: true, ..bomber })]);
    let stopped = |unit: Unit| {
        let plain = side(&[(1, infantry())]);
        let known = outcomes(&plain, &one(unit), ground());
        assert_odds(&attacker, &one(unit), ground(), known);
        let two_ram = attacker.clone().with(has(Ability::TwoRam));
        assert_odds(&two_ram, &one(unit), ground(), known);
    };
    stopped(justicar);
    let weak = Unit { text: Text::default(), ..justicar };
    assert_odds(&attacker, &one(weak), ground(), [1.0, 0.0, 0.0]);
    // Harrow at the end of the first round is stopped as well.
    let alone = side(&[(1, target(UnitKind::Infantry)), (1, bomber)]);
    let harrowing = alone.with(has(Ability::Harrow));
    let harrowing = Ti4Fleet { captain: harrowing.captain.clone(), ..harrowing };
    let armed = Unit { combat: roll(10, 1), ..justicar };
    let fleet = |unit: Unit| outcomes(&harrowing, &one(unit), ground());
    assert_eq!(fleet(armed)[0], 0.0);
}

/// Answers a scenario with Discordant Stars.
fn with_stars(rules: &str, attacker: Value, defender: Value) -> [f64; 2] {
    let scenario = json!({"rules": rules, "attacker": attacker, "defender": defender}).to_string();
    let summary = try_ask(&question_with(&scenario, &discordant_stars())).unwrap();
    [0, 1].map(|side: usize| summary.sides[side].win.probability)
}

/// Two ways to say one thing have the same odds.
#[track_caller]
fn same(rules: &str, [one, other]: [Value; 2], enemy: &Value) {
    let found = [one, other].map(|side| with_stars(rules, side, enemy.clone()));
    let is_near = found[0].iter().zip(found[1]).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(is_near, "{found:?}");
}

#[test]
fn t67_texts_of_discordant_stars_change_the_figures_that_they_say() {
    let with = |fleet: &str, name: &str, count: u64| json!({"fleet": fleet, "effects": [{"name": name, "count": count}]});
    let named = |fleet: &str, name: &str| json!({"fleet": fleet, "effects": [name]});
    let (space, ground) = ("ti4-space", "ti4-ground");
    let ships = json!("2 cruiser + 3 fighter + carrier");
    let troops = json!("3 infantry + mech");
    for (rules, text, figures, enemy) in [
        (space, with("augers-flagship", "nemsys", 3), "augers-flagship(combat=4x5)", &ships),
        (
            space,
            with("bentor-flagship", "wayfinder", 2),
            "bentor-flagship(combat=2x7, barrage=2x7, cannon=1x7)",
            &ships,
        ),
        (
            space,
            named("cheiran-flagship", "lithodax"),
            "cheiran-flagship(combat=3x7, barrage=3x7)",
            &ships,
        ),
        (space, with("edyn-flagship", "kaliburn", 4), "edyn-flagship(combat=2x3)", &ships),
        (space, with("freesystems-flagship", "vox", 2), "freesystems-flagship(combat=4x7)", &ships),
        (space, with("gledge-flagship", "beg-bersha", 2), "gledge-flagship(combat=3x7)", &ships),
        (ground, with("2 mirveda-mech", "javelin", 5), "2 mirveda-mech(combat=4)", &troops),
        (ground, with("2 mirveda-mech", "javelin", 1), "2 mirveda-mech", &troops),
        (space, with("zealots-flagship", "reckoning", 3), "zealots-flagship(combat=2x4)", &ships),
        (ground, with("2 zealots-mech", "templar", 2), "2 zealots-mech(combat=4)", &troops),
        (
            space,
            with("zelian-flagship", "world-cracker", 2),
            "zelian-flagship(combat=3x5, barrage=3x5)",
            &ships,
        ),
        (
            space,
            named("2 dreadnought + destroyer", "zelian-b"),
            "2 dreadnought(barrage=5) + destroyer",
            &ships,
        ),
        (
            space,
            named("2 cruiser + 4 fighter + carrier", "vassalage"),
            "2 cruiser + 4 fighter(combat=8) + carrier",
            &ships,
        ),
        (
            space,
            named("2 cruiser + destroyer", "dyln-harthuul"),
            "2 cruiser(combat=6) + destroyer(combat=8)",
            &ships,
        ),
        (
            space,
            named("cruiser + 2 destroyer", "issac-of-sinci"),
            "cruiser + 2 destroyer(barrage=2x8)",
            &ships,
        ),
    ] {
        same(rules, [text, json!(figures)], enemy);
    }
    let misery = json!({"fleet": "3 infantry", "effects": ["shared-misery"]});
    let odds = with_stars(ground, misery, json!("2 infantry + mech"));
    let known =
        with_stars(ground, json!("3 infantry"), json!("2 infantry(combat=9) + mech(combat=7)"));
    assert!((odds[0] - known[0]).abs() < 1e-12, "{odds:?} {known:?}");
    // With Valor, a destroyer can destroy two cruisers at once, whoever has the text.
    let valor = |fleet: &str| json!({"fleet": fleet, "effects": ["valor"]});
    let plain = with_stars(space, json!("2 cruiser"), json!("destroyer"));
    for odds in [
        with_stars(space, valor("2 cruiser"), json!("destroyer")),
        with_stars(space, json!("2 cruiser"), valor("destroyer")),
    ] {
        assert!(odds[1] > plain[1] + 0.001, "{odds:?} {plain:?}");
    }
}

#[test]
fn t67_valor_holds_once_for_both_sides() {
    let valor = |fleet: &str| json!({"fleet": fleet, "effects": ["valor"]});
    let one = with_stars("ti4-space", valor("destroyer"), json!("3 fighter"));
    let both = with_stars("ti4-space", valor("destroyer"), valor("3 fighter"));
    assert_eq!(one, both);
}

#[test]
fn t67_notes_and_abilities_place_fighters() {
    let placed = |name: &str, count: u64| {
        let effects = json!([{"name": name, "count": count}]);
        json!({"fleet": "carrier", "effects": effects})
    };
    // Without space cannon it does not matter when the fighters come.
    let enemy = json!("2 destroyer");
    for (name, count, fleet) in [
        ("trusted-counselor", 1, "carrier + fighter"),
        ("trusted-counselor", 2, "carrier + 2 fighter"),
        ("mercenaries", 2, "carrier + 2 fighter"),
    ] {
        let order = |mut side: Value| {
            side["play"] = json!({"loss_order": "customary"});
            side
        };
        let listed = order(json!({"fleet": fleet}));
        same("ti4-space", [order(placed(name, count)), listed], &enemy);
    }
    let both = "carrier & trusted counselor & mercenaries";
    let error = resolved(Theatre::Space, false, both).unwrap_err();
    assert!(error.message.contains("works like `trusted-counselor`"), "{error}");
}

/// A text of one's own on a printed unit does not name the text that is printed on it.
#[test]
fn t66_a_text_of_ones_own_leaves_the_printed_text_as_it_is() {
    let entry = json!({"name": "banner", "kind": "relic", "unit": "crimson-flagship",
        "rolls": [{"of": "combat", "bonus": 1}]});
    let file = json!({"rulebook": "ti4", "effects": [entry]}).to_string();
    let catalogue =
        Ti4Catalogue::new(Rulebook::Ti4Space, &[Source::new("own", file)], false).unwrap();
    let fleet = |effect: &str| {
        let side = json!({"fleet": "crimson-flagship", "effects": [effect]});
        let scenario = json!({"attacker": side, "defender": "cruiser"}).to_string();
        let scenario = read_scenario(&Source::new("test", scenario)).unwrap();
        let matchup = resolve(&scenario, Rulebook::Ti4Space, &catalogue).unwrap();
        matchup.sides[0].fleet.clone()
    };
    let (banner, quietus) = (fleet("banner"), fleet("quietus"));
    let stops = |fleet: &Ti4Fleet| fleet.groups[0].unit.text.stops_abilities;
    assert_eq!((stops(&banner), banner.texts.len()), (false, 1));
    assert_eq!((stops(&quietus), quietus.texts.len()), (true, 0));
}

/// Entries belong to factions that are known, and have titles of their own.
#[test]
fn t66_what_entries_mention_is_known() {
    let load = |file: &str| {
        let file = format!(r#"{{"rulebook": "ti4", {file}}}"#);
        Ti4Catalogue::new(Rulebook::Ti4Space, &[Source::new("own", file)], false)
    };
    let unit = |fields: &str| {
        load(&format!(r#""units": [{{"name": "x", "kind": "cruiser", "combat": "7", {fields}}}]"#))
    };
    let own = r#""factions": [{"name": "mine"}], "units": [{"name": "x", "kind": "cruiser",
        "combat": "7", "faction": "mine", "title": "Swift"}]"#;
    assert!(load(own).is_ok());
    assert!(unit(r#""faction": "sol", "title": "Swift""#).is_ok());
    for (file, text) in [
        (unit(r#""faction": "soll""#), "soll"),
        (unit(r#""faction": "sol", "title": "Direct Hit""#), "Direct Hit"),
    ] {
        let error = file.unwrap_err();
        assert_eq!(error.place.as_ref().unwrap().text(), format!("\"{text}\""), "{error}");
    }
    let text = r#""effects": [{"name": "y", "kind": "agent", "faction": "so1",
        "rolls": [{"of": "combat", "bonus": 1}]}]"#;
    assert!(load(text).unwrap_err().message.contains("unknown faction"));
}

/// Resolves a fleet that meets one unit.
fn resolved(theatre: Theatre, ignores: bool, fleet: &str) -> Result<Ti4Matchup, Diagnostic> {
    let (rulebook, enemy) = match theatre {
        Theatre::Space => (Rulebook::Ti4Space, "cruiser"),
        Theatre::Ground => (Rulebook::Ti4Ground, "infantry"),
    };
    let catalogue = Ti4Catalogue::new(rulebook, &discordant_stars(), ignores).unwrap();
    let scenario = json!({"attacker": fleet, "defender": enemy}).to_string();
    resolve(&read_scenario(&Source::new("test", scenario)).unwrap(), rulebook, &catalogue)
}

#[test]
fn t67_a_text_that_is_not_simulated_is_refused_where_it_could_matter() {
    let load = |added: &[Arc<Source>]| Ti4Catalogue::new(Rulebook::Ti4Space, added, false).unwrap();
    let (printed, stars) = (load(&[]), load(&discordant_stars()));
    let own = &stars.units[printed.units.len()..];
    assert_eq!(own.len(), 102);
    let mut refused = 0;
    for unit in own {
        refused += usize::from(unit.refused.is_some());
        for theatre in [Theatre::Space, Theatre::Ground] {
            let place = unit.refused.as_ref().map(|text| text.place);
            let is_refused = place.is_some_and(|place| place.is_none_or(|place| place == theatre));
            let other = if theatre == Theatre::Space { "cruiser" } else { "infantry" };
            let fleet = format!("{other} + {}", unit.name);
            match resolved(theatre, false, &fleet) {
                Ok(_) => assert!(!is_refused, "{}", unit.name),
                Err(error) => {
                    assert!(is_refused, "{error}");
                    assert!(error.message.contains("is not simulated"), "{error}");
                    assert_eq!(error.place.unwrap().text(), unit.name);
                }
            }
            let ignored = resolved(theatre, true, &fleet).unwrap().sides.swap_remove(0).warnings;
            let warns = ignored.iter().any(|warning| warning.contains("not simulated: "));
            let is_told = is_refused || !unit.ignored.is_empty();
            assert_eq!(warns, is_told, "{}: {ignored:?}", unit.name);
        }
    }
    assert_eq!(refused, 26);
}

/// Units that an ability places are refused like those that are listed.
#[test]
fn t67_a_unit_that_is_placed_is_refused_like_others() {
    let fleet = "2 cruiser & fragment reality=[nokar-destroyer]";
    let error = resolved(Theatre::Space, false, fleet).unwrap_err();
    assert!(error.message.contains("`nokar-destroyer` is not simulated"), "{error}");
    assert!(resolved(Theatre::Space, false, "2 cruiser & fragment reality=[destroyer]").is_ok());
}

/// Entries of texts that are right.
const ENTRIES: [&str; 6] = [
    r#"{"name": "red", "kind": "technology", "rolls": [{"of": "combat", "bonus": 1}]}"#,
    r#"{"name": "green", "kind": "agent", "in": "space", "count": 9, "counts": "tokens",
        "rolls": [{"of": ["barrage", "cannon"], "dice": 1, "per": 2, "units": ["ships"]}]}"#,
    r#"{"name": "blue", "kind": "law", "rolls": [{"of": "all", "whose": "both", "bonus": -2}]}"#,
    r#"{"name": "gold", "kind": "relic",
        "rolls": [{"of": "bombardment", "gains": "2x6", "units": ["cruiser", "war-sun"]}]}"#,
    r#"{"name": "grey", "kind": "note", "rolls": [{"of": "combat", "hits": 1, "on": 9}]}"#,
    r#"{"name": "black", "kind": "mech", "unit": "sol-mech", "count": 3,
        "rolls": [{"of": "abilities", "bonus": 1}, {"of": "combat", "dice": 2}]}"#,
];

/// Words with which entries are mutated.
const WORDS: [&str; 24] = [
    "\"combat\"",
    "\"all\"",
    "\"both\"",
    "\"ships\"",
    "\"\"",
    "[]",
    "{}",
    "null",
    "-9",
    "0",
    "1",
    "99",
    "1e9",
    "true",
    "\"20x1\"",
    "\"0x0\"",
    "\"bonus\": 3",
    "\"rolls\": []",
    ",",
    ":",
    "\"unit\": \"pds\"",
    "\"count\": 99",
    "\"per\": 9",
    "[[\"combat\"]]",
];

/// Replaces, removes or adds words of an entry.
fn mutated(random: &mut Random, entry: &str) -> String {
    let mut words: Vec<String> =
        entry.split_inclusive([' ', ':', ',', '[', ']']).map(String::from).collect();
    for _ in 0..=random.below(2) {
        let at = random.below(words.len() as u64) as usize;
        let word = WORDS[random.below(WORDS.len() as u64) as usize];
        match random.below(4) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, word.into()),
            2 => words[at] = word.into(),
            _ => {
                let other = random.below(words.len() as u64) as usize;
                words.swap(at, other);
            }
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// Reads catalogues with entries that are wrong in some place: each is refused with the place, or
/// read, and then a fight with its text is refused or answered.
fn read_mutated(seed: u64, number: usize) {
    let mut random = Random::new(seed);
    let (mut refused, mut answered) = (0, 0);
    for _ in 0..number {
        let entry = ENTRIES[random.below(ENTRIES.len() as u64) as usize];
        let entry = mutated(&mut random, entry);
        let file = Source::new("own", format!(r#"{{"rulebook": "ti4", "effects": [{entry}]}}"#));
        let catalogue = match Ti4Catalogue::new(Rulebook::Ti4Space, &[file], false) {
            Ok(catalogue) => catalogue,
            Err(error) => {
                assert!(error.place.is_some(), "{entry}\n{error}");
                refused += 1;
                continue;
            }
        };
        let text = catalogue
            .effects
            .iter()
            .find(|effect| !effect.rolls.is_empty() && effect.provenance.source.is_empty());
        let Some(text) = text else { continue };
        let effect = match text.count {
            Some(most) => json!({"name": text.name, "count": random.below(most.into()) + 1}),
            None => json!(text.name),
        };
        let fleet = "cruiser + 2 sol-mech + destroyer";
        let side = json!({"fleet": fleet, "effects": [effect]});
        let scenario = json!({"attacker": side, "defender": "dreadnought + 2 fighter"});
        let scenario = read_scenario(&Source::new("test", scenario.to_string()));
        let Ok(scenario) = scenario else { continue };
        let matchup = match resolve(&scenario, Rulebook::Ti4Space, &catalogue) {
            Ok(matchup) => matchup,
            Err(error) => {
                assert!(error.place.is_some(), "{entry}\n{error}");
                continue;
            }
        };
        let fleets = [0, 1].map(|side: usize| matchup.sides[side].fleet.clone());
        if let Ok(battle) = compile(&fleets, space()) {
            drop(battle);
            answered += 1;
        }
    }
    assert!(refused > number / 4 && answered > number / 20, "{refused} {answered}");
}

#[test]
fn t66_mutated_entries_are_read_or_refused_with_a_place() {
    read_mutated(66, 2_000);
}

#[test]
#[ignore = "long: hours"]
fn t66_a_million_mutated_entries_are_read_or_refused_with_a_place() {
    read_mutated(67, 1_000_000);
}
