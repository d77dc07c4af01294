//! D17 on the planets of an invasion: captains who choose the effect of each hit play for all
//! planets. The figures follow from those of single planets.

use crate::support::ask::{assert_is, question, try_ask};
use crate::support::random::Random;
use fleetodds::internals::answer::{Battles, Question};
use fleetodds::internals::result::Summary;

fn answer(scenario: &str) -> Summary {
    try_ask(&Question { battles: Battles::Given(1), ..question(scenario) }).unwrap()
}

/// Returns an invasion of these planets by an attacker with this play and these cards; the defender
/// loses units in the customary order.
fn invasion(play: &str, cards: &str, planets: &[(String, String)]) -> Summary {
    let planet = |(n, (attacker, defender)): (usize, &(String, String))| {
        format!(r#"{{"name": "P{n}", "attacker": "{attacker}", "defender": "{defender}"}}"#)
    };
    let planets: Vec<String> = planets.iter().enumerate().map(planet).collect();
    answer(&format!(
        r#"{{"rules": "ti4-ground",
            "attacker": {{"effects": [{cards}], "play": {{"loss_order": "adaptive", {play}}}}},
            "defender": {{"play": {{"loss_order": "customary"}}}},
            "setting": {{"planets": [{}]}}}}"#,
        planets.join(",")
    ))
}

fn swing(summary: &Summary) -> f64 {
    summary.sides[0].cost.destroyed - summary.sides[0].cost.lost
}

fn planet(attacker: &str, defender: &str) -> (String, String) {
    (attacker.into(), defender.into())
}

/// Once a planet is lost, the attacker cannot take all any more, and plays for the swing.
#[test]
fn d17_an_attacker_who_has_lost_a_planet_plays_for_the_swing() {
    let first = planet("2 infantry", "2 infantry");
    let second = planet("3 infantry(combat=6) + 2 mech(combat=9, cost=6)", "4 infantry + 1 mech");
    let alone = |objective: &str, planet: &(String, String)| {
        let play = format!(r#""objective": "{objective}""#);
        invasion(&play, "", std::slice::from_ref(planet))
    };
    let one = alone("win", &first);
    let [for_win, for_swing] = ["win", "swing"].map(|objective| alone(objective, &second));
    let taken = one.sides[0].win.probability;
    assert!(swing(&for_swing) > swing(&for_win) + 0.01, "both play alike");
    let both = [first, second];
    let ahead = invasion(r#""horizon": "invasion""#, "", &both);
    assert_is(ahead.sides[0].win.probability, taken * for_win.sides[0].win.probability);
    let second = taken * swing(&for_win) + (1.0 - taken) * swing(&for_swing);
    assert_is(swing(&ahead), swing(&one) + second);
    let by_planet = invasion(r#""horizon": "battle""#, "", &both);
    assert_is(swing(&by_planet), swing(&one) + swing(&for_win));
    assert_is(by_planet.sides[0].win.probability, ahead.sides[0].win.probability);
    let gain = &ahead.of_game.get("looking_ahead").unwrap()["gain"]["attacker"]["swing"];
    assert_is(gain.as_f64().unwrap(), swing(&ahead) - swing(&by_planet));
}

/// Cards that are used on one planet are gone on the next. Against a defender with a fixed order of
/// losses, looking ahead never costs anything.
#[test]
fn d17_looking_ahead_over_planets_never_costs_anything() {
    let mut random = Random::new(1722);
    let mut gains = 0;
    for n in 0..24 {
        let force = |random: &mut Random| {
            let [infantry, mechs] = [1 + random.below(3), 1 + random.below(2)];
            format!("{infantry} infantry(combat=6) + {mechs} mech(combat=9, cost=6)")
        };
        let planets: Vec<_> =
            (0..2 + n % 2).map(|_| (force(&mut random), force(&mut random))).collect();
        let cards =
            [r#""morale boost""#, r#""fire team""#, r#"{"name": "morale boost", "count": 2}"#]
                [random.below(3) as usize];
        let objective = ["win", "swing"][n % 2];
        let worth = |horizon: &str| {
            let play = format!(r#""objective": "{objective}", "horizon": "{horizon}""#);
            let summary = invasion(&play, cards, &planets);
            [summary.sides[0].win.probability, swing(&summary)]
        };
        let [ahead, by_planet] = [worth("invasion"), worth("battle")];
        let main = usize::from(objective == "swing");
        let gain = [main, 1 - main].map(|figure| ahead[figure] - by_planet[figure]);
        assert!(gain[0] >= -1e-10, "{gain:?} {planets:?} {cards}");
        assert!(gain[0] > 1e-10 || gain[1] >= -1e-9, "{gain:?} {planets:?} {cards}");
        gains += u32::from(gain.iter().any(|gain| *gain > 1e-6));
    }
    assert!(gains > 3, "captains had something to gain {gains} times only");
}

/// All games know `sector`; a single planet has nothing to look ahead to.
#[test]
fn d17_a_single_planet_is_played_for_itself() {
    let one = [planet("3 infantry + 2 mech", "4 infantry + 1 mech")];
    let [mut ahead, mut sector, mut battle] = ["invasion", "sector", "battle"]
        .map(|h| invasion(&format!(r#""horizon": "{h}""#), "", &one));
    for fight in [&mut ahead, &mut sector, &mut battle] {
        fight.question = None;
        fight.sides[0].fleet.clear();
    }
    assert_eq!(
        fleetodds::internals::report::json(&ahead),
        fleetodds::internals::report::json(&battle)
    );
    assert_eq!(
        fleetodds::internals::report::json(&ahead),
        fleetodds::internals::report::json(&sector)
    );
}
