//! What screens offer: each option of each palette, as a player takes it from the list.

use fleetodds::Fight;
use fleetodds::internals::edit::{Desk, Edit, PaletteOption};
use fleetodds::internals::games::Rulebook;
use fleetodds::results::Summary;

/// Fleets that have a ship for each option: in each game one for each side.
const FLEETS: [(Rulebook, [&str; 2]); 6] = [
    (Rulebook::Eclipse, ["2 cruiser + interceptor", "dreadnought"]),
    (Rulebook::Eclipse2e, ["2 cruiser + interceptor", "dreadnought"]),
    (
        Rulebook::Ti4Space,
        ["2 cruiser + carrier + 2 fighter", "dreadnought + destroyer + 2 fighter + pds"],
    ),
    (Rulebook::Ti4Ground, ["2 infantry + mech + dreadnought", "3 infantry + mech + pds"]),
    (Rulebook::StarChamber, ["2 cruiser", "cruiser"]),
    (Rulebook::SpaceshipBattles, ["c(special=[invisibility])", "d(special=[invisibility])"]),
];

fn desk(rulebook: Rulebook, fleets: [&str; 2]) -> Desk {
    let mut desk = Desk::new(rulebook).unwrap();
    for (side, fleet) in fleets.into_iter().enumerate() {
        desk.type_fleet(side, fleet);
        // In exact notation, as every edit writes it.
        let count = desk.side(side).unwrap().groups[0].count;
        desk.edit(side, &Edit::Count { group: 0, count }).unwrap();
    }
    desk.question().unwrap();
    desk
}

/// Returns each value that a screen offers for an option; `None` is the option without a value.
fn offered(desk: &Desk, side: usize, option: &PaletteOption) -> Vec<Option<String>> {
    let mut values = Vec::new();
    if !option.needs_value {
        values.push(None);
    }
    match (option.kind, option.range) {
        ("flag", _) => {}
        ("number", Some([least, most])) => {
            values.extend([least, 1.clamp(least, most), most].map(|n| Some(n.to_string())));
        }
        ("one_of", _) => {
            let known = desk.values_for(side, &option.name).unwrap();
            assert!(!known.is_empty(), "{}", option.name);
            values.extend(known.into_iter().map(Some));
        }
        ("text", _) if option.example.is_empty() => values.push(Some("Anna".into())),
        ("text", _) => values.push(Some(option.example.into())),
        other => panic!("{}: {other:?}", option.name),
    }
    values
}

/// Takes an option with each value and number of copies that are offered, and checks that the fight
/// can be read, holds what was taken, and is as before once the option is dropped. Returns how
/// often it was taken.
fn take(desk: &Desk, side: usize, option: &PaletteOption) -> usize {
    let name = &option.name;
    let mut copies = vec![None];
    if option.copies > 1 {
        copies.extend([Some(2), Some(option.copies)]);
    }
    let mut taken = 0;
    for value in offered(desk, side, option) {
        for count in &copies {
            let what = format!("{}, side {side}: {count:?} {name}={value:?}", desk.rulebook());
            let edit = Edit::Option { name: name.clone(), count: *count, value: value.clone() };
            let mut desk = desk.clone();
            let before = desk.fleet(side).to_string();
            desk.edit(side, &edit).unwrap_or_else(|error| panic!("{what}: {error:?}"));
            assert!(desk.error(side).is_none(), "{what}");
            desk.question().unwrap_or_else(|error| panic!("{what}: {error:?}"));
            let view = desk.side(side).unwrap();
            let set = view.options.last().unwrap();
            let value = value.as_ref().map(|value| value.replace(", ", ","));
            assert_eq!((&set.name, set.count, &set.value), (name, *count, &value), "{what}");
            let mut typed = desk.clone();
            typed.type_fleet(side, &before);
            typed.type_fleet(side, desk.fleet(side));
            assert_eq!(typed.code().unwrap(), desk.code().unwrap(), "{what}");
            desk.edit(side, &Edit::Drop { name: name.clone() }).unwrap();
            if name == "faction" {
                // It brings its own units, which stay (P056).
                assert!(!desk.fleet(side).contains("faction"), "{what}");
            } else {
                assert_eq!(desk.fleet(side), before, "{what}");
            }
            taken += 1;
        }
    }
    taken
}

#[test]
fn each_option_of_each_palette_gives_a_fight_that_can_be_read() {
    for (rulebook, fleets) in FLEETS {
        let desk = desk(rulebook, fleets);
        let palette = desk.palette().unwrap();
        let mut taken = 0;
        for side in 0..2 {
            taken += palette.options.iter().map(|option| take(&desk, side, option)).sum::<usize>();
        }
        assert!(taken >= 2 * palette.options.len(), "{rulebook}: {taken}");
    }
}

/// Returns the result of a fight.
fn solved(desk: &Desk) -> Summary {
    let scenario = desk.scenario().unwrap().to_json(desk.game().lexicon()).unwrap();
    // The odds are exact; battles only check them.
    Fight::from_json(&scenario).unwrap().battles(1_000).run().unwrap()
}

fn win(summary: &Summary) -> f64 {
    summary.sides[0].win.probability
}

/// Abilities of Twilight Imperium that say they have no effect here have none, and those that are
/// taken at the right place mostly have one.
#[test]
fn options_that_claim_no_effect_have_none() {
    // A space combat and then a planet, too.
    let from_space = ["2 infantry + mech + dreadnought", "2 infantry + mech + pds + 2 destroyer"];
    let fights = [FLEETS[2], FLEETS[3], (Rulebook::Ti4Ground, from_space)];
    for (rulebook, fleets) in fights {
        let desk = desk(rulebook, fleets);
        let plain = solved(&desk);
        let is_whole = fleets == from_space;
        let (mut effective, mut wrong) = (0, Vec::new());
        for side in 0..2 {
            for option in desk.palette().unwrap().options.iter().filter(|o| o.kind == "flag") {
                let mut desk = desk.clone();
                let edit = Edit::Option { name: option.name.clone(), count: None, value: None };
                desk.edit(side, &edit).unwrap();
                // What leaves space is not followed to the planet.
                if is_whole && ["watchful-ojz", "skilled-retreat"].contains(&&*option.name) {
                    continue;
                }
                let summary = solved(&desk);
                let is_idle = |warning: &String| {
                    warning.contains(&option.name)
                        && (warning.contains("has no effect")
                            || warning.contains("changes nothing"))
                };
                let difference = (win(&summary) - win(&plain)).abs();
                if summary.warnings.iter().any(is_idle) {
                    wrong.extend((difference > 1e-12).then(|| (side, option.name.clone())));
                } else {
                    effective += usize::from(difference > 1e-12);
                }
            }
        }
        assert!(wrong.is_empty(), "{rulebook}: {wrong:?}");
        assert!(effective > 30, "{rulebook}: {effective}");
    }
}

/// What the list writes is what is meant: with figures of the command line.
#[test]
fn plasma_scoring_from_the_list_is_plasma_scoring() {
    let fleets = ["3 cruiser + carrier + 4 fighter", "2 dreadnought + pds"];
    let mut desk = desk(Rulebook::Ti4Space, fleets);
    let plasma = |count, value| Edit::Option { name: "plasma-scoring".into(), count, value };
    assert!(desk.edit(1, &plasma(None, Some("1".into()))).is_err(), "it takes no round");
    assert!(desk.edit(1, &plasma(Some(2), None)).is_err(), "it takes no count");
    assert_eq!(desk.fleet(1), "2 dreadnought + pds", "an edit that is refused changes nothing");
    assert!((win(&solved(&desk)) - 0.9774).abs() < 5e-5);
    desk.edit(1, &plasma(None, None)).unwrap();
    assert!((win(&solved(&desk)) - 0.9512).abs() < 5e-5);
}

#[test]
fn an_edit_that_would_break_a_fleet_is_refused() {
    let mut ti4 = desk(Rulebook::Ti4Space, ["3 cruiser", "2 dreadnought"]);
    for (name, count, value) in [
        ("skilled-retreat", None, None),
        ("morale-boost", Some(10), None),
        ("morale-boost", None, Some("1001")),
        ("loss-order", None, Some("war-sun")),
        ("faction", None, Some("xyz")),
        ("parley", None, None),
        ("name", None, Some("a & b")),
    ] {
        let edit = Edit::Option { name: name.into(), count, value: value.map(String::from) };
        assert!(ti4.edit(0, &edit).is_err(), "{edit:?}");
        assert_eq!(ti4.fleet(0), "3 cruiser");
        assert!(ti4.question().is_ok());
    }
    let mut eclipse = desk(Rulebook::Eclipse, ["2 cruiser", "ancient"]);
    let ancient = Edit::Add { class: "ancient".into(), owner: None };
    assert!(eclipse.edit(0, &ancient).is_err(), "no side has ships of both kinds");
    assert_eq!(eclipse.fleet(0), "2 cruiser");
    let mut empty = Desk::new(Rulebook::Ti4Space).unwrap();
    let edit = Edit::Option { name: "faction".into(), count: None, value: Some("sol".into()) };
    assert!(empty.edit(0, &edit).is_err(), "an option without ships would be lost");
}

#[test]
fn values_are_those_that_fit_the_fleet() {
    let ti4 = desk(Rulebook::Ti4Space, ["2 cruiser-ii + carrier", "2 dreadnought"]);
    assert_eq!(ti4.values_for(0, "reveal-prototype").unwrap(), ["carrier"]);
    let orders = ti4.values_for(0, "loss-order").unwrap();
    assert!(orders.contains(&"carrier".into()) && !orders.contains(&"fighter".into()));
    assert!(ti4.values_for(0, "faction").unwrap().contains(&"sol".into()));
}
