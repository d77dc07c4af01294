//! Twilight Imperium: units of the catalogue and their texts.

use crate::support::ask::ask;
use crate::support::of_game::SideFigures;
use crate::support::ti4::{after_one_round, assert_close, duel};
use fleetodds::internals::games::ti4::scenario as ti4;
use fleetodds::internals::result::Summary;
use fleetodds::internals::scenario::Rulebook;

fn space(attacker: &str, defender: &str) -> Summary {
    fight("ti4-space", attacker, defender)
}

fn ground(attacker: &str, defender: &str) -> Summary {
    fight("ti4-ground", attacker, defender)
}

/// Returns the probability that both sides are left after five rounds.
fn stands(attacker: &str, defender: &str) -> f64 {
    capped("ti4-space", attacker, defender, 5).standoff.probability
}

fn fight(rules: &str, attacker: &str, defender: &str) -> Summary {
    capped(rules, attacker, defender, 60)
}

fn capped(rules: &str, attacker: &str, defender: &str, rounds: u32) -> Summary {
    ask(&format!(
        r#"{{"rules": "{rules}", "attacker": "{attacker}", "defender": "{defender}",
            "setting": {{"round_cap": {rounds}}}}}"#
    ))
}

/// Returns the probabilities of a win of the attacker, a draw, and a win of the defender.
fn outcomes(summary: &Summary) -> [f64; 3] {
    let [a, d] = [0, 1].map(|side: usize| summary.sides[side].win.probability);
    [a, summary.draw.probability, d]
}

fn left(summary: &Summary, side: usize) -> Vec<f64> {
    summary.sides[side].survivors.iter().map(|group| group.mean).collect()
}

fn catalogue() -> ti4::Ti4Catalogue {
    ti4::Ti4Catalogue::new(Rulebook::Ti4Space, &[], false).unwrap()
}

#[test]
fn the_catalogue_is_whole() {
    let catalogue = catalogue();
    assert_eq!(catalogue.units.len(), 112);
    assert_eq!(catalogue.factions.len(), 32);
    // Every unit can be typed by its name, and by the name of its faction and its own.
    for unit in &catalogue.units {
        assert!(catalogue.unit(&unit.name).is_some_and(|found| found.name == unit.name));
        assert!(unit.faction.is_empty() || catalogue.faction(&unit.faction).is_some());
        assert!(!unit.provenance.source.is_empty(), "{}", unit.name);
        let fights = unit.unit.is_ship || unit.unit.is_ground_force || unit.unit.is_structure;
        assert!(fights, "{}", unit.name);
    }
    for same in ["l1z1x/flagship", "war sun", "warsun", "Fighter II", "naaz-rokha/mech"] {
        space(&format!("1 {same}"), "1 war-sun");
    }
}

/// Checks the cost, combat roll and capacity of each class.
#[test]
fn figures_of_the_generic_units() {
    let catalogue = catalogue();
    for (name, half_cost, hit, dice, capacity) in [
        ("fighter", 1, 9, 1, 0),
        ("fighter-ii", 1, 8, 1, 0),
        ("destroyer", 2, 9, 1, 0),
        ("destroyer-ii", 2, 8, 1, 0),
        ("cruiser", 4, 7, 1, 0),
        ("cruiser-ii", 4, 6, 1, 1),
        ("carrier", 6, 9, 1, 4),
        ("carrier-ii", 6, 9, 1, 6),
        ("dreadnought", 8, 5, 1, 1),
        ("dreadnought-ii", 8, 5, 1, 1),
        ("war-sun", 24, 3, 3, 6),
        ("infantry", 1, 8, 1, 0),
        ("infantry-ii", 1, 7, 1, 0),
        ("mech", 4, 6, 1, 0),
        ("muaat-war-sun-ii", 20, 3, 3, 6),
        ("obsidian-flagship", 16, 5, 3, 3),
        ("naaz-voltron", 0, 4, 4, 0),
    ] {
        let unit = catalogue.unit(name).unwrap().unit;
        let combat = unit.combat.unwrap();
        assert_eq!(
            (unit.half_cost, combat.hit, combat.dice, unit.capacity),
            (half_cost, hit, dice, capacity),
            "{name}"
        );
    }
}

/// Enemies cannot fire space cannon at its owner's ships.
#[test]
fn the_argent_flagship_stops_space_cannon() {
    let cannon = "pds(cannon=1) + cruiser(combat=none)";
    assert_close(&left(&space("2 cruiser(combat=none)", cannon), 0), &[1.0]);
    let found = space("argent-flagship(combat=none) + cruiser(combat=none)", cannon);
    assert_close(&left(&found, 0), &[1.0, 1.0]);
}

#[test]
fn the_omega_mech_of_naalu_stops_the_barrage() {
    let gunner = "destroyer(combat=none, barrage=2x1)";
    assert_close(&left(&space("2 fighter(combat=1)", gunner), 0), &[0.0]);
    assert_close(&left(&space("2 fighter(combat=1) + naalu-mech-omega", gunner), 0), &[2.0, 1.0]);
}

/// While the Fourth Moon is alive, enemy ships cannot sustain: a dreadnought is destroyed by one
/// hit.
#[test]
fn the_mentak_flagship_stops_sustaining() {
    let moon = "mentak-flagship(combat=7, sustains=false)";
    let found = outcomes(&space(moon, "dreadnought"));
    assert_close(&found, &duel(0.4, 0.6));
}

/// Its mechs have this effect on a planet, but not while ships bombard.
#[test]
fn mentak_mechs_stop_sustaining_on_the_planet() {
    let found = outcomes(&ground("mentak-mech(sustains=false)", "mech"));
    assert_close(&found, &duel(0.5, 0.5));
    let bombed = ground("mentak-mech(combat=none) + dreadnought(bombardment=1)", "mech(combat=1)");
    // The mech sustains the bombardment, and is not lost in the combat.
    assert_close(&left(&bombed, 1), &[1.0]);
}

/// A natural 9 or 10 scores three hits in all: of ten faces, 5 miss, 3 hit once and 2 hit three
/// times.
#[test]
fn the_jol_nar_flagship_makes_more_of_nines_and_tens() {
    let found = space("jolnar-flagship(combat=1x6)", "3 fighter(combat=none)");
    assert_close(&[found.rounds.distribution[1]], &[0.2]);
    // Only natural 9s and 10s count, so a penalty does not change them.
    let worse = space("jolnar-flagship(combat=1x6) & faction=jolnar", "3 fighter(combat=none)");
    assert_close(&[worse.rounds.distribution[1]], &[0.2]);
}

#[test]
fn jol_nar_infantry_is_free_beside_a_mech() {
    // The mech neither fights nor is lost before the infantry.
    let alone = ground("infantry & faction=jolnar", "infantry");
    assert_close(&outcomes(&alone), &duel(0.2, 0.3));
    let of_jol_nar = "infantry + jolnar-mech(combat=none) & faction=jolnar & play=customary";
    let beside = ground(of_jol_nar, "infantry");
    let plain = ground("infantry + mech(combat=none) & play=customary", "infantry");
    assert_close(&outcomes(&beside), &outcomes(&plain));
}

/// Its hits and those of dreadnoughts are assigned to ships other than fighters.
#[test]
fn the_l1z1x_flagship_aims() {
    let enemy = "2 fighter(combat=none) + cruiser(combat=none)";
    // The flagship scores one certain hit in round 1, which destroys the cruiser first.
    let found = ask(&format!(
        r#"{{"rules": "ti4-space", "attacker": "l1z1x-flagship(combat=1x1)",
            "defender": "{enemy}", "setting": {{"round_cap": 1}}}}"#
    ));
    assert_close(&left(&found, 1), &[2.0, 0.0]);
    let found = ask(&format!(
        r#"{{"rules": "ti4-space",
            "attacker": "l1z1x-flagship(combat=none) + dreadnought(combat=1x1) + cruiser(combat=1)",
            "defender": "{enemy}", "setting": {{"round_cap": 1}}}}"#
    ));
    // The dreadnought's hit destroys the cruiser, the cruiser's hit a fighter.
    assert_close(&left(&found, 1), &[1.0, 0.0]);
}

/// It is repaired at the start of each round, so it survives one hit in each.
#[test]
fn the_letnev_flagship_repairs_itself() {
    assert_close(&[stands("letnev-flagship(combat=none)", "cruiser(combat=1)")], &[1.0]);
    let found = space("letnev-flagship(combat=none)", "cruiser(combat=2x1)");
    assert_close(&[found.rounds.mean], &[1.0]);
}

/// The others get +1 while it is alive; it does not.
#[test]
fn the_sardakk_flagship_leads_other_ships() {
    let flagship = "sardakk-flagship(combat=none, sustains=false)";
    let with = space(&format!("cruiser + {flagship}"), "cruiser(combat=none)");
    assert_close(&[with.rounds.distribution[1]], &[0.5]);
    let itself = space("sardakk-flagship(combat=7)", "cruiser(combat=none)");
    assert_close(&[itself.rounds.distribution[1]], &[0.4]);
    // Here it is lost first; after that, the cruiser hits with 7 or more again.
    let falls =
        space(&format!("cruiser + {flagship} & loss-order=flagship"), "cruiser(combat=1x7)");
    let led = after_one_round(0.5, 0.0, [0.0; 3]);
    let alone = duel(0.4, 0.4);
    // With +1, the cruiser wins with 1/2 in each round. Otherwise the flagship falls with 2/5 and
    // the duel begins.
    let (p, q) = (0.5, 0.4);
    let win = (p + (1.0 - p) * q * alone[0]) / (1.0 - (1.0 - p) * (1.0 - q));
    assert_close(&[outcomes(&falls)[0]], &[win]);
    assert_close(&[led[0]], &[0.5]);
}

/// It rolls one die for each enemy ship other than a fighter, and none against fighters alone.
#[test]
fn the_winnu_flagship_mirrors() {
    let found = space("winnu-flagship(combat=1x1)", "3 cruiser(combat=none)");
    assert_close(&[found.rounds.mean], &[1.0]);
    // Two flagships roll twice as many dice.
    let found = space("2 winnu-flagship(combat=1x1)", "2 dreadnought(combat=none)");
    assert_close(&[found.rounds.mean], &[1.0]);
    assert_close(&[stands("winnu-flagship(combat=1x1)", "3 fighter(combat=none)")], &[1.0]);
}

#[test]
fn the_yin_flagship_takes_all_with_it() {
    let found = space(
        "yin-flagship(combat=none, sustains=false) + 2 cruiser & loss-order=flagship",
        "dreadnought(combat=1x1) + 3 fighter(combat=none)",
    );
    assert_close(&[found.draw.probability], &[1.0]);
    assert_close(&left(&found, 1), &[0.0, 0.0]);
}

#[test]
fn the_naaz_rokha_flagship_arms_mechs() {
    let alone = ground("naaz-mech", "infantry(combat=none)");
    assert_close(&[alone.rounds.distribution[1]], &[0.75]);
    let armed = ground("naaz-mech + naaz-flagship", "infantry(combat=none)");
    assert_close(&[armed.rounds.distribution[1]], &[0.875]);
    // In space the mech is a ship: it rolls two dice that hit with 8 or more, and three with the
    // flagship.
    let mech = space("naaz-mech", "cruiser(combat=none)");
    assert_close(&[mech.rounds.distribution[1]], &[1.0 - 0.49]);
    let armed = space("naaz-mech + naaz-flagship(combat=none)", "cruiser(combat=none)");
    assert_close(&[armed.rounds.distribution[1]], &[1.0 - 0.343]);
}

/// One mech in space cancels one hit on ships.
#[test]
fn nomad_mechs_guard_ships_from_space() {
    let found = space("cruiser(combat=none) + nomad-mech", "cruiser(combat=1)");
    assert_close(&[found.rounds.mean], &[2.0]);
    let found = space("cruiser(combat=none) + mech", "cruiser(combat=1)");
    assert_close(&[found.rounds.mean], &[1.0]);
}

/// A mech is not a ship: neither the Fourth Moon nor a Direct Hit affects it.
#[test]
fn nomad_mechs_are_no_ships() {
    let moon = "mentak-flagship(combat=1x1)";
    assert_close(&[space(moon, "cruiser(combat=none) + nomad-mech").rounds.mean], &[2.0]);
    let found = space("cruiser(combat=1) & direct hit", "cruiser(combat=none) + nomad-mech");
    assert_close(&[found.rounds.mean], &[2.0]);
}

/// One certain hit per round. If the dreadnought sustained the first one, the card would destroy
/// it.
#[test]
fn t38a_a_nomad_mech_sustains_before_any_ship() {
    let gun = "cruiser(combat=1) & direct hit";
    for play in ["", " & sustain=late", " & play=adaptive"] {
        let fleet = format!("dreadnought(combat=none) + nomad-mech{play}");
        assert_close(&[space(&fleet, gun).rounds.mean], &[2.0]);
        let fleet = format!("dreadnought(combat=none) + mech{play}");
        assert_close(&[space(&fleet, gun).rounds.mean], &[1.0]);
    }
}

#[test]
fn t38a_nomad_mechs_sustain_hits_of_the_barrage() {
    let gunner = |dice: u32| format!("destroyer(combat=none, barrage={dice}x1)");
    let fighters = |fleet: &str, dice| left(&space(fleet, &gunner(dice)), 0)[0];
    assert_close(&[fighters("2 fighter(combat=1) + nomad-mech", 1)], &[2.0]);
    assert_close(&[fighters("2 fighter(combat=1) + nomad-mech", 2)], &[1.0]);
    assert_close(&[fighters("2 fighter(combat=1) + 2 nomad-mech", 2)], &[2.0]);
    assert_close(&[fighters("2 fighter(combat=1) + nomad-mech(damaged=1)", 1)], &[1.0]);
    assert_close(&[fighters("2 fighter(combat=1) + nomad-mech(sustains=false)", 1)], &[1.0]);
    // The Fourth Moon affects ships only.
    let moon = "destroyer(combat=none, barrage=1) + mentak-flagship(combat=none)";
    assert_close(&left(&space("2 fighter(combat=1) + nomad-mech", moon), 0)[..1], &[2.0]);
}

/// Two hits on one fighter: one mech cannot save it, so it is undamaged when the combat begins.
#[test]
fn t38a_nomad_mechs_sustain_a_barrage_only_to_save_a_fighter() {
    let fleet =
        |mechs: u32| format!("fighter(combat=none) + cruiser(combat=none) + {mechs} nomad-mech");
    let rounds = |mechs, dice: u32| {
        let enemy = format!("destroyer(combat=1, barrage={dice}x1)");
        space(&fleet(mechs), &enemy).rounds.mean
    };
    // The hits of rounds 1, 2, … go to the mech, then the cruiser.
    assert_close(&[rounds(1, 2)], &[2.0]);
    // The mech is damaged in the barrage; then the fighter and the cruiser are hit.
    assert_close(&[rounds(1, 1)], &[2.0]);
    // Two mechs sustain both hits; then the fighter and the cruiser are hit.
    assert_close(&[rounds(2, 2)], &[2.0]);
    // Three hits are one too many for two mechs; then the mechs and the cruiser are hit.
    assert_close(&[rounds(2, 3)], &[3.0]);
}

/// A hit of the barrage that a mech sustains destroys nothing, so the card is kept for two hits.
#[test]
fn t38a_shields_holding_is_kept_while_a_nomad_mech_sustains() {
    let found = space(
        "fighter(combat=none) + nomad-mech & shields holding",
        "destroyer(combat=2x1, barrage=1)",
    );
    assert_close(&[found.rounds.mean], &[2.0]);
}

/// Space cannons fire before the combat.
#[test]
fn t38a_nomad_mechs_sustain_no_hits_of_space_cannons() {
    let found = space("cruiser(combat=none) + nomad-mech", "pds(cannon=1) + fighter(combat=none)");
    assert_close(&outcomes(&found), &[0.0, 0.0, 1.0]);
    // The next hit, in round 1, finds the mech undamaged.
    let found = space("2 cruiser(combat=none) + nomad-mech", "pds(cannon=1) + cruiser(combat=1)");
    assert_close(&[found.rounds.mean], &[2.0]);
}

/// On a planet, structures and ground forces fire at landed units, but ships do not.
#[test]
fn t38b_ships_do_not_fire_in_cannon_defence() {
    let landed = |defender: &str| {
        let defender = format!("infantry(combat=none) + {defender}");
        left(&capped("ti4-ground", "2 infantry(combat=none)", &defender, 1), 0)
    };
    let attacker = "2 infantry(combat=none) + xxcha-flagship(cannon=1, bombardment=none)";
    let found = capped("ti4-ground", attacker, "2 infantry(combat=none)", 1);
    assert_close(&left(&found, 1), &[2.0]);
    assert_close(&landed("pds(cannon=1)"), &[1.0]);
    assert_close(&landed("xxcha-mech(combat=none, cannon=1)"), &[1.0]);
    assert_close(&landed("titans-pds(combat=none, cannon=1)"), &[1.0]);
    // In space, ships do fire.
    let found = space("2 cruiser(combat=none)", "xxcha-flagship(combat=none, cannon=1x1)");
    assert_close(&left(&found, 0), &[1.0]);
}

/// A mech that is removed before the combat does not stop the barrage.
#[test]
fn a_mech_without_room_stops_no_barrage() {
    let found = ask(r#"{"rules": "ti4-space", "attacker": "destroyer(combat=none, barrage=1)",
            "defender": "fighter-ii + naalu-mech-omega",
            "setting": {"capacity": "enforce", "fleet_pool": {"defender": 9}}}"#);
    assert_close(&outcomes(&found), &[1.0, 0.0, 0.0]);
}

/// Passengers are lost with the last ship. Mechs that were ships need room when they leave.
#[test]
fn what_is_carried_goes_with_its_ships() {
    let found = space("carrier(combat=none) + 2 infantry", "cruiser(combat=1)");
    assert_close(&left(&found, 0), &[0.0, 0.0]);
    let leaves = |fleet: &str| {
        ask(&format!(
            r#"{{"rules": "ti4-space", "defender": "cruiser(combat=none)",
                "attacker": {{"fleet": "{fleet}", "play": {{"retreat": {{"after_round": 0}}}}}},
                "setting": {{"retreat": {{"attacker": true}}}}}}"#
        ))
    };
    let found = leaves("naaz-mech(combat=none) + carrier(combat=none)");
    assert_close(&left(&found, 0), &[1.0, 1.0]);
    let found = leaves("naaz-mech(combat=none) + destroyer(combat=none)");
    assert_close(&left(&found, 0), &[0.0, 1.0]);
    // A structure stays on its planet.
    let found = space("cruiser(combat=1) + titans-pds(cannon=none)", "fighter(combat=none)");
    let after = found.sides[0].after_capacity().unwrap();
    assert_close(&[after[1].mean], &[1.0]);
}

/// It sustains damage in round 1 and scores a hit, which destroys the only enemy.
#[test]
fn sardakk_mechs_strike_back() {
    let found = ground("sardakk-mech(combat=none)", "infantry(combat=1)");
    assert_close(&outcomes(&found), &[1.0, 0.0, 0.0]);
    let found = ground("mech(combat=none)", "infantry(combat=1)");
    assert_close(&outcomes(&found), &[0.0, 0.0, 1.0]);
}

/// Neither space cannon nor bombardment affects it, and it is repaired in each round.
#[test]
fn eidolon_maximum_defies_abilities() {
    let found = space(
        "naaz-voltron(combat=none, sustains=false)",
        "pds(cannon=3x1) + cruiser(combat=none)",
    );
    assert_close(&left(&found, 0), &[1.0]);
    assert_close(&[stands("naaz-voltron(combat=none)", "cruiser(combat=1)")], &[1.0]);
    let found = ground("dreadnought(bombardment=4x1)", "naaz-voltron");
    assert_close(&left(&found, 1), &[1.0]);
}

/// A PDS of the Titans fires, fights and sustains.
#[test]
fn a_hel_titan_is_a_ground_force() {
    let found = ground("infantry(combat=none)", "titans-pds(cannon=none)");
    assert_close(&[found.rounds.distribution[1]], &[0.4]);
    let found = ground("infantry(combat=1)", "titans-pds(combat=none, cannon=none)");
    assert_close(&[found.rounds.mean], &[2.0]);
}

/// It is also a structure, so Magen Defense Grid works with it.
#[test]
fn a_hel_titan_is_a_structure() {
    let found = ground("infantry", "infantry + titans-pds(cannon=none) & magen defense grid");
    assert_close(&outcomes(&found), &[0.0, 0.0, 1.0]);
}

/// On a planet infantry is lost before Eidolon Maximum; in space it is lost last.
#[test]
fn t32_eidolon_maximum_is_lost_last() {
    let found = ground("infantry + naaz-voltron & play=customary", "infantry");
    assert_eq!(found.sides[0].loss_order().unwrap(), ["infantry", "naaz-voltron"]);
    let found = space("war-sun + naaz-voltron + cruiser & play=customary", "cruiser");
    let order = found.sides[0].loss_order().unwrap();
    assert_eq!(order, ["cruiser", "war-sun", "naaz-voltron"]);
}

/// The order is infantry, mechs, Hel-Titans, Eidolon Maximum, whatever the order of the list.
#[test]
fn t32_hel_titans_are_lost_after_mechs() {
    let order = |fleet: &str| {
        let fleet = format!("{fleet} & play=customary");
        ground("2 infantry", &fleet).sides[1].loss_order().unwrap()
    };
    let by_custom = ["infantry", "mech", "titans-pds"];
    assert_eq!(order("titans-pds + mech + infantry"), by_custom);
    assert_eq!(order("titans-pds + pds + infantry"), ["infantry", "titans-pds"]);
    let last = ["titans-pds", "titans-pds-ii", "naaz-voltron"];
    assert_eq!(order("naaz-voltron + titans-pds-ii + titans-pds"), last);
}

/// The name of a class means the class, even if it is also the name of its kind.
#[test]
fn classes_and_kinds_of_a_loss_order() {
    let order = |fleet: &str| {
        let found = space(fleet, "cruiser");
        found.sides[0].loss_order().unwrap()
    };
    let fleet = "fighter + fighter-ii + cruiser";
    assert_eq!(
        order(&format!("{fleet} & loss-order=[fighter-ii, fighter]")),
        ["fighter-ii", "fighter", "cruiser"]
    );
    assert_eq!(
        order(&format!("{fleet} & loss-order=[cruiser, fighter, fighter-ii]")),
        ["cruiser", "fighter", "fighter-ii"]
    );
    assert_eq!(
        order("fighter-ii + carrier & loss-order=[carrier, fighter]"),
        ["carrier", "fighter-ii"]
    );
    assert_eq!(
        order("naaz-mech + cruiser & loss-order=[cruiser, naaz-mech]"),
        ["cruiser", "naaz-mech"]
    );
}

/// Texts that are optional are no reason for a warning.
#[test]
fn no_text_of_a_unit_is_left_out() {
    for class in ["hacan-flagship", "sol-flagship", "nekro-flagship", "ralnel-destroyer"] {
        let found = space(class, "cruiser");
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    }
}
