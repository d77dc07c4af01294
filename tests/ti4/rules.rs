//! Twilight Imperium: the sequence of `docs/rules/ti4.md`, retreats, captains, invasions.

use crate::support::ask::{ask, question, try_ask};
use crate::support::of_game::SideFigures;
use crate::support::ti4::{
    LIMIT, Sides, assert_close, assert_odds, carrier, cruiser, cruiser2, destroyer, dreadnought,
    duel, fighter, fighter2, ground, infantry, mech, outcomes, pds, roll, ship, side, sides, space,
    target, war_sun,
};
use fleetodds::internals::engine::Control;
use fleetodds::internals::engine::{Kernel, RunPlan, Shard, Walk};
use fleetodds::internals::games::ti4::rules::{LossOrder, Ti4Fleet, Unit, UnitKind};
use fleetodds::internals::model::Battle;
use fleetodds::internals::result::Summary;
use fleetodds::internals::stats::Odds;

fn one(unit: Unit) -> Ti4Fleet {
    side(&[(1, unit)])
}

/// Returns a unit that scores `dice` certain hits per round.
fn gun(dice: u8) -> Unit {
    Unit { combat: roll(1, dice), ..ship(UnitKind::Cruiser, 1) }
}

#[test]
fn single_duels_have_a_closed_form() {
    for (a, p) in [(fighter(), 0.2), (cruiser(), 0.4), (cruiser2(), 0.5)] {
        for (d, q) in [(fighter2(), 0.3), (destroyer(), 0.2), (cruiser(), 0.4)] {
            // The barrage of a destroyer has no effect where there is no fighter.
            if a.kind != UnitKind::Fighter || d.kind != UnitKind::Destroyer {
                assert_odds(&one(a), &one(d), space(), duel(p, q));
            }
        }
    }
    assert_odds(&one(infantry()), &one(infantry()), ground(), duel(0.3, 0.3));
}

#[test]
fn equal_fleets_have_equal_odds() {
    for fleet in [
        side(&[(3, cruiser())]),
        side(&[(2, dreadnought()), (4, fighter()), (1, carrier()), (2, destroyer())]),
        side(&[(1, war_sun()), (3, fighter2())]).late(),
    ] {
        let [win, draw, lose] = outcomes(&fleet, &fleet, space());
        assert_close(&[win, win + draw + lose], &[lose, 1.0]);
    }
}

#[test]
fn a_fighter_more_never_hurts_its_owner() {
    let others: [&[(u16, Unit)]; 3] = [
        &[(2, cruiser())],
        &[(2, dreadnought()), (1, carrier())],
        &[(1, war_sun()), (2, destroyer())],
    ];
    for own in others {
        for enemy in others {
            let enemy = side(enemy);
            let mut before = -1.0;
            for fighters in 0..5 {
                let with: Vec<(u16, Unit)> = own
                    .iter()
                    .copied()
                    .chain((fighters > 0).then_some((fighters, fighter())))
                    .collect();
                let [win, ..] = outcomes(&side(&with), &enemy, space());
                assert!(win >= before, "{fighters} fighters: {win} after {before}");
                before = win;
            }
        }
    }
}

/// Rule 2.0: the attacker's cannon fires first, and its hits are assigned before the defender's
/// fires.
#[test]
fn space_cannon_fires_in_turn() {
    let armed = Unit { cannon: roll(1, 1), ..target(UnitKind::Cruiser) };
    assert_odds(&one(armed), &one(armed), space(), [1.0, 0.0, 0.0]);
    // A structure cannot be hit, and fires even if all ships are gone.
    let defender = side(&[(1, armed), (1, Unit { cannon: roll(1, 1), ..pds() })]);
    assert_odds(&one(armed), &defender, space(), [0.0, 1.0, 0.0]);
}

/// Rule 2.2: each hit of the barrage destroys a fighter. Hits cannot be sustained, and surplus hits
/// are lost.
#[test]
fn the_barrage_ends_a_combat_before_round_1() {
    let gunner = Unit { barrage: roll(1, 3), ..target(UnitKind::Destroyer) };
    let (_, odds) = crate::support::ti4::odds(&side(&[(3, fighter())]), &one(gunner), space());
    assert_close(&[odds.share(1), odds.rounds().mean], &[1.0, 0.0]);
    let mixed =
        side(&[(2, Unit { combat: roll(1, 1), ..fighter() }), (1, target(UnitKind::Carrier))]);
    let found = sides(&mixed, &one(gunner), space());
    assert_close(&[found[0].survivors[0].mean, found[0].survivors[1].mean], &[0.0, 1.0]);
    // Fighters that can sustain damage cannot do so here.
    let tough = Unit { sustains: true, ..fighter() };
    let found = sides(&side(&[(2, tough)]), &one(gunner), space());
    assert_close(&[found[0].survivors[0].mean], &[0.0]);
    // Both sides fire at once.
    let both = side(&[(1, fighter()), (1, gunner)]);
    let (_, odds) = crate::support::ti4::odds(&both, &both, space());
    assert_close(&[odds.share(0), odds.share(1)], &[0.0, 0.0]);
}

/// Rule 2.4: hits are simultaneous, so all units alive at the start of the step roll.
#[test]
fn hits_are_simultaneous() {
    assert_odds(&one(gun(1)), &one(gun(1)), space(), [0.0, 1.0, 0.0]);
}

/// Section 4: with `late`, a class sustains damage when the first of its units would be lost.
#[test]
fn late_sustains_when_a_class_is_due() {
    let fleet =
        side(&[(1, target(UnitKind::Fighter)), (1, Unit { combat: None, ..dreadnought() })]);
    // With `first`, the hit of round 1 is sustained. With `late`, the fighter is lost.
    assert_close(&after_one_hit(&fleet), &[1.0, 1.0]);
    assert_close(&after_one_hit(&fleet.late()), &[0.0, 1.0]);
}

/// Returns the mean survivors of a side after one certain hit.
fn after_one_hit(fleet: &Ti4Fleet) -> Vec<f64> {
    crate::support::ti4::after_rounds(fleet, &one(gun(1)), 1)
}

/// Rule 3: a mech sustains before infantry is lost, whatever the captain has declared.
#[test]
fn ground_forces_always_sustain_first() {
    let fleet = side(&[(2, infantry()), (1, mech())]);
    let enemy = side(&[(4, infantry())]);
    let plain = outcomes(&fleet, &enemy, ground());
    assert_close(&outcomes(&fleet.late(), &enemy, ground()), &plain);
}

/// Rule 3.0: a planetary shield stops bombardment, and a war sun ignores the shield. The cannon
/// fires at landed units even if the bombardment has destroyed all ground forces.
#[test]
fn an_invasion_bombards_lands_and_is_shot_at() {
    let bomber = Unit { combat: None, bombardment: roll(1, 1), ..dreadnought() };
    let quiet = Unit { cannon: None, ..pds() };
    let odds = |attacker: &[(u16, Unit)], defender: &[(u16, Unit)]| {
        outcomes(&side(attacker), &side(defender), ground())
    };
    let (man, militia) = (infantry(), Unit { combat: None, ..infantry() });
    assert_close(&odds(&[(1, bomber)], &[(1, man)]), &[0.0, 1.0, 0.0]);
    assert_close(&odds(&[(1, bomber)], &[(1, man), (1, quiet)]), &[0.0, 0.0, 1.0]);
    let sun = Unit { pierces_shields: true, ..bomber };
    assert_close(&odds(&[(1, sun)], &[(1, man), (1, quiet)]), &[0.0, 1.0, 0.0]);
    // An attacker that lands on an empty planet takes it, unless the cannon hits the only infantry.
    let armed = Unit { cannon: roll(6, 1), planetary_shield: false, ..pds() };
    assert_close(&odds(&[(1, man), (1, bomber)], &[(1, militia), (1, armed)]), &[0.5, 0.5, 0.0]);
    // Structures are lost with the planet.
    let attacker = side(&[(1, man), (1, bomber)]);
    let found = sides(&attacker, &side(&[(1, militia), (1, armed)]), ground());
    assert_close(&[found[1].survivors[1].mean], &[0.5]);
    // Ships stay in space.
    assert_close(&[found[0].survivors[1].mean], &[1.0]);
}

fn fought(attacker: &str, defender: &str, setting: &str) -> Summary {
    ask(&format!(
        r#"{{"rules": "ti4-space", "attacker": {attacker}, "defender": {defender},
            "setting": {{{setting}}}}}"#
    ))
}

/// Returns the probabilities that a side has won, retreated or been destroyed.
fn fate(summary: &Summary, side: usize) -> Vec<f64> {
    crate::support::ask::fate(&summary.sides[side]).to_vec()
}

/// Rules 2.3 to 2.6: a retreat is announced at the start of the round and carried out at its end if
/// the enemy still has ships.
#[test]
fn a_retreat_comes_at_the_end_of_its_round() {
    let runs = r#"{"fleet": "cruiser", "play": {"retreat": {"after_round": 0}}}"#;
    let found = fought(runs, r#""cruiser""#, r#""retreat": {"attacker": true}"#);
    // In round 1 both fire. Both survive with 0.36, and the attacker leaves.
    assert_close(&fate(&found, 0), &[0.24, 0.36, 0.4]);
    assert_close(&[found.sides[1].win.probability, found.draw.probability], &[0.24 + 0.36, 0.16]);
    let later = r#"{"fleet": "cruiser", "play": {"retreat": {"after_round": 1}}}"#;
    let found = fought(later, r#""cruiser""#, r#""retreat": {"attacker": true}"#);
    assert_close(&fate(&found, 0)[1..2], &[0.36 * 0.36]);
    // There is no system to retreat to.
    let found = fought(runs, r#""cruiser""#, "");
    assert_close(&fate(&found, 0)[1..2], &[0.0]);
    assert!(found.warnings.iter().any(|w| w.contains("it never retreats")));
}

#[test]
fn if_the_defender_announces_the_attacker_cannot() {
    let runs = r#"{"fleet": "cruiser", "play": {"retreat": {"after_round": 0}}}"#;
    let found = fought(runs, runs, r#""retreat": {"attacker": true, "defender": true}"#);
    assert_close(&fate(&found, 0), &[0.24 + 0.36, 0.0, 0.4]);
    assert_close(&fate(&found, 1), &[0.24, 0.36, 0.4]);
}

#[test]
fn a_fleet_retreats_when_few_are_left() {
    let runs = r#"{"fleet": "2 cruiser", "play": {"retreat": {"at_most": 1}}}"#;
    let found = fought(runs, r#""cruiser(combat=none)""#, r#""retreat": {"attacker": true}"#);
    assert_close(&fate(&found, 0), &[1.0, 0.0, 0.0]);
    let found = fought(runs, r#""cruiser(combat=1)""#, r#""retreat": {"attacker": true}"#);
    // One ship is lost in round 1, unless the enemy is; in round 2 the other one announces, and is
    // lost.
    assert_close(&fate(&found, 0)[1..2], &[0.0]);
}

/// Units that cannot move or be carried are removed; a fleet of Fighters I alone is lost.
#[test]
fn who_cannot_leave_is_removed() {
    let leaves = |fleet: &str| {
        let fleet =
            format!(r#"{{"fleet": "{fleet}", "play": {{"retreat": {{"after_round": 0}}}}}}"#);
        fought(&fleet, r#""cruiser(combat=none)""#, r#""retreat": {"attacker": true}"#)
    };
    let left = |summary: &Summary| -> Vec<f64> {
        summary.sides[0].survivors.iter().map(|group| group.mean).collect()
    };
    let found = leaves("6 fighter(combat=none) + 2 infantry + carrier(combat=none)");
    assert_close(&left(&found), &[2.0, 2.0, 1.0]);
    assert_close(&fate(&found, 0), &[0.0, 1.0, 0.0]);
    let found = leaves("2 fighter(combat=none)");
    assert_close(&fate(&found, 0), &[0.0, 0.0, 1.0]);
    let found = leaves("2 fighter-ii(combat=none)");
    assert_close(&fate(&found, 0), &[0.0, 1.0, 0.0]);
    let found = leaves("cruiser(combat=none, move=0) + carrier(combat=none)");
    assert_close(&left(&found), &[0.0, 1.0]);
}

/// In a gravity rift each leaving ship survives with 7/10, together with its passengers.
#[test]
fn a_gravity_rift_takes_three_of_ten() {
    let runs = r#"{"fleet": "2 carrier(combat=none) + 6 fighter(combat=none)",
        "play": {"retreat": {"after_round": 0}}}"#;
    let found = fought(
        runs,
        r#""cruiser(combat=none)""#,
        r#""retreat": {"attacker": {"gravity_rift": true}}"#,
    );
    let [carriers, fighters] = &found.sides[0].survivors[..] else { panic!() };
    assert_close(&carriers.distribution, &[0.09, 0.42, 0.49]);
    // One carrier carries four fighters, the other two.
    let [none, two, four, six] = [0, 2, 4, 6].map(|n: usize| fighters.distribution[n]);
    assert_close(&[none, two, four, six], &[0.09, 0.21, 0.21, 0.49]);
}

/// Checks where a retreat may lead, by the notes of the rules reference.
#[test]
fn where_a_retreat_may_lead() {
    let runs = |more: &str| {
        format!(
            r#"{{"fleet": "cruiser(combat=none)", {more}
                "play": {{"retreat": {{"after_round": 0}}}}}}"#
        )
    };
    let goes = |more: &str, to: &str| {
        let setting = format!(r#""retreat": {{"attacker": {{{to}}}}}"#);
        let found = fought(
            &runs(more),
            r#""cruiser(combat=none)""#,
            &format!(r#"{setting}, "round_cap": 3"#),
        );
        found.sides[0].retreated() == 1.0
    };
    for (more, to, may) in [
        ("", r#""to": "empty""#, true),
        ("", r#""to": "nebula""#, false),
        (r#""faction": "empyrean","#, r#""to": "nebula""#, true),
        ("", r#""to": "asteroid-field""#, false),
        (r#""technologies": ["antimass deflectors"],"#, r#""to": "asteroid-field""#, true),
        ("", r#""to": "supernova""#, false),
        (r#""technologies": ["magmus reactor"],"#, r#""to": "supernova""#, true),
        ("", r#""own_units": false"#, false),
        (r#""technologies": ["dark energy tap"],"#, r#""own_units": false"#, true),
        ("", r#""enemy_ships": true"#, false),
        (r#""effects": ["nav suite", "shared research"],"#, r#""to": "nebula""#, false),
    ] {
        assert_eq!(goes(more, to), may, "{more} {to}");
    }
}

/// The best fixed order is found, and the best choices are never worse than it.
#[test]
fn captains_find_the_best_order_and_the_best_choices() {
    let odds = |order: &str| {
        let found = ask(&format!(
            r#"{{"rules": "ti4-space",
                "attacker": {{"fleet": "3 cruiser-ii + carrier + 4 fighter-ii",
                    "play": {{"loss_order": {order}}}}},
                "defender": "2 dreadnought-ii + destroyer-ii + 2 fighter"}}"#
        ));
        (found.sides[0].win.probability, found.sides[0].loss_order())
    };
    let (default, _) = odds(r#""default""#);
    let (typed, _) = odds(r#"["carrier", "fighter-ii", "cruiser-ii"]"#);
    let (optimal, order) = odds(r#""optimal""#);
    let (adaptive, none) = odds(r#""adaptive""#);
    assert!((default - 0.429_297).abs() < 1e-6 && (typed - 0.493_234).abs() < 1e-6);
    assert_close(&[optimal], &[typed]);
    assert_eq!(order.unwrap(), ["carrier", "fighter-ii", "cruiser-ii"]);
    assert!(adaptive >= optimal - 1e-12 && none.is_none());
}

/// Space cannon and Assault Cannon leave choices as well: the best choices are never worse than the
/// best order.
#[test]
fn captains_choose_before_round_1() {
    for (attacker, defender) in [
        ("cruiser + 2 sol-carrier-ii", "3 pds + sardakk-flagship"),
        ("carrier + cruiser + destroyer", "3 cruiser + fighter & assault cannon"),
        ("2 cruiser + dreadnought + fighter", "2 pds-ii + 2 dreadnought & graviton laser system"),
    ] {
        let odds = |play: &str| {
            let found = ask(&format!(
                r#"{{"rules": "ti4-space", "attacker": "{attacker} & play={play}",
                    "defender": "{defender}"}}"#
            ));
            found.sides[0].win.probability
        };
        let (optimal, adaptive) = (odds("optimal"), odds("adaptive"));
        assert!(adaptive >= optimal - 1e-12, "{attacker}: {adaptive} {optimal}");
    }
}

/// Tries all orders: none is better than the one that is found.
#[test]
fn no_order_is_better_than_the_best() {
    let units = [(2, fighter()), (1, destroyer()), (2, cruiser()), (1, dreadnought())];
    let enemy = side(&[(2, cruiser2()), (2, destroyer()), (1, dreadnought())]);
    let mut best: f64 = 0.0;
    for a in 0..4 {
        for b in (0..4).filter(|b| *b != a) {
            for c in (0..4).filter(|c| ![a, b].contains(c)) {
                let d = 6 - a - b - c;
                let [win, ..] = outcomes(&side(&units).losing(&[a, b, c, d]), &enemy, space());
                best = best.max(win);
            }
        }
    }
    let mut asks = side(&units);
    asks.captain.order = LossOrder::Optimal;
    let control = Control::default();
    let budget = fleetodds::internals::answer::Budget::default();
    let found =
        fleetodds::internals::games::ti4::best_orders(&[asks, enemy], space(), budget, &control)
            .unwrap();
    let [win, ..] = outcomes(&found[0], &found[1], space());
    assert_close(&[win], &[best]);
}

/// When both captains choose well, each side's odds lie between those of its worst and its best
/// choices.
#[test]
fn a_band_holds_the_declared_play() {
    let mut asked = question(
        r#"{"rules": "ti4-space", "attacker": "2 cruiser + 3 fighter + carrier",
            "defender": "dreadnought + 2 destroyer"}"#,
    );
    asked.play_band = true;
    let found = try_ask(&asked).unwrap();
    for side in &found.sides {
        let band = side.win.band.unwrap();
        let win = side.win.probability;
        let slack = 1e-12;
        assert!(band.worst <= win + slack && win <= band.best + slack, "{win} {band:?}");
        assert!(band.worst < band.best - 0.01, "{band:?}");
    }
}

/// A side that retreats below given odds plays on until then. A side that retreats for the best
/// swing is never worse off than one that stays.
#[test]
fn retreats_by_what_lies_ahead() {
    let cost = |play: &str| {
        let fleet = format!(r#"{{"fleet": "3 cruiser", "play": {play}}}"#);
        let found = fought(&fleet, r#""4 cruiser""#, r#""retreat": {"attacker": true}"#);
        (found.sides[0].cost.destroyed - found.sides[0].cost.lost, found)
    };
    let (stays, _) = cost(r#"{"objective": "swing"}"#);
    let (best, goes) = cost(r#"{"objective": "swing", "retreat": "optimal"}"#);
    assert!(best > stays, "{best} {stays}");
    assert!(goes.sides[0].retreated() > 0.0);
    let (_, never) = cost(r#"{"retreat": {"below": 0}}"#);
    assert_close(&fate(&never, 0)[1..2], &[0.0]);
    let (_, always) = cost(r#"{"retreat": {"below": 1}}"#);
    // The side announces a retreat at once, and leaves if both sides are left.
    let (_, at_once) = cost(r#"{"retreat": {"after_round": 0}}"#);
    assert_close(&fate(&always, 0), &fate(&at_once, 0));
}

/// Planets are fought for one after the other; a card that is used on one planet is gone.
#[test]
fn planets_share_cards() {
    let invasion = |effects: &str| {
        ask(&format!(
            r#"{{"rules": "ti4-ground", "attacker": {{"effects": [{effects}]}}, "defender": {{}},
                "setting": {{"planets": [
                    {{"name": "A", "attacker": "infantry", "defender": "infantry"}},
                    {{"name": "B", "attacker": [{{"class": "infantry"}}],
                      "defender": "infantry"}}]}}}}"#
        ))
    };
    let plain = duel(0.3, 0.3);
    let boosted = crate::support::ti4::after_one_round(0.4, 0.3, plain);
    let won = |summary: &Summary| -> Vec<f64> {
        let planets = summary.of_game.get("planets").unwrap().as_array().unwrap();
        planets.iter().map(|of| of["sides"][0]["win"]["probability"].as_f64().unwrap()).collect()
    };
    assert_close(&won(&invasion("")), &[plain[0], plain[0]]);
    assert_close(&won(&invasion(r#""morale boost""#)), &[boosted[0], plain[0]]);
    // Of two cards, the second is used in round 2 of the first combat, if there is such a round.
    let two = won(&invasion(r#"{"name": "morale boost", "count": 2}"#));
    let goes_on = 0.6 * 0.7;
    let first = crate::support::ti4::after_one_round(0.4, 0.3, boosted);
    let second = (1.0 - goes_on) * boosted[0] + goes_on * plain[0];
    assert_close(&two, &[first[0], second]);
    // The attacker takes all planets, none, or some.
    let found = invasion("");
    let [win, _, _] = plain;
    assert_close(&[found.sides[0].win.probability], &[win * win]);
    assert_close(&[found.sides[1].win.probability], &[(1.0 - win) * (1.0 - win)]);
    assert_close(&[found.standoff.probability], &[2.0 * win * (1.0 - win)]);
}

/// The state after each round equals that of combats cut short there.
#[test]
fn the_state_after_each_round() {
    let asked = |more: &str| {
        let scenario = format!(
            r#"{{"rules": "ti4-space", "attacker": "2 cruiser + fighter", "defender": "dreadnought",
                "setting": {{{more}}}}}"#
        );
        question(&scenario)
    };
    let mut listed = asked("");
    listed.rounds = Some(fleetodds::internals::answer::Listed::To(3));
    let found = try_ask(&listed).unwrap();
    assert_eq!(found.rounds.by_round.len(), 3);
    for after in &found.rounds.by_round {
        let cut = try_ask(&asked(&format!(r#""round_cap": {}"#, after.round))).unwrap();
        for (side, cut) in after.sides.iter().zip(&cut.sides) {
            assert_close(&[side.win.probability], &[cut.win.probability]);
            let means: Vec<f64> = side.survivors.iter().map(|left| left.mean).collect();
            let cut: Vec<f64> = cut.survivors.iter().map(|left| left.mean).collect();
            assert_close(&means, &cut);
        }
    }
}

/// The kernel and the walk agree with the exact engine within 4.5 standard errors.
#[test]
fn simulations_show_what_is_exact() {
    const BATTLES: u64 = 400_000;
    let fights = [
        (
            side(&[(2, dreadnought()), (4, fighter()), (1, carrier())]),
            side(&[(3, cruiser()), (2, destroyer())]),
            space(),
        ),
        (side(&[(5, infantry()), (1, mech())]), side(&[(6, infantry())]), ground()),
        (
            side(&[(10, fighter()), (3, carrier()), (2, dreadnought()), (1, war_sun())]).late(),
            side(&[(5, cruiser()), (5, destroyer()), (3, dreadnought()), (6, fighter())]).late(),
            space(),
        ),
    ];
    for (attacker, defender, terms) in fights {
        let (battle, odds) = crate::support::ti4::odds(&attacker, &defender, terms);
        let plan = RunPlan {
            battles: BATTLES,
            seed: 1,
            round_cap: 1000,
            precision: None,
            shard: Shard::WHOLE,
        };
        let kernel =
            crate::support::run_on(&Kernel::new(&battle, &battle.captains()), &plan, 2).tally;
        let control = Control::default();
        let graph = fleetodds::internals::engine::graph::Graph::new(
            &battle,
            &mut battle.captains(),
            LIMIT,
            &control,
        );
        let graph = graph.unwrap();
        let walk = crate::support::run_on(
            &Walk::new(&battle, &battle.captains(), &graph).unwrap(),
            &plan,
            2,
        )
        .tally;
        for tally in [kernel, walk] {
            let seen = Odds::of_tally(tally);
            for cell in 0..odds.cells() {
                crate::support::assert_share(seen.share(cell), odds.share(cell), BATTLES, "a cell");
            }
        }
    }
}
