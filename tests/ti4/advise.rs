//! Advice for Twilight Imperium: which units take hits, and whether to retreat.

use fleetodds::internals::analysis::advise::{OnTheTable, advise};
use fleetodds::internals::answer::{Budget, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::result::{Advice, AdvisedChoice};
use fleetodds::internals::scenario::Engine;
use serde_json::json;

use crate::support::ask::{assert_is, question, try_ask};
use crate::support::program::refuses;
use crate::support::random::Random;
use crate::support::ti4_hits::{Assigns, Cards, Choice, Force, KINDS, Kind, Side, Solver};

/// Advice on this question to the side of this role, about these hits.
fn asked(question: &Question, role: &str, hits: Option<u32>, scored: Option<u32>) -> Advice {
    let table = OnTheTable { turn: Some(role.into()), hits, scored, ..OnTheTable::default() };
    advise(question, &table, &Ctx::new(1).unwrap()).unwrap()
}

/// Advice to the attacker of a space combat.
fn space(attacker: &str, defender: &str, hits: Option<u32>, scored: Option<u32>) -> Advice {
    let scenario = json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
    asked(&question(&scenario.to_string()), "attacker", hits, scored)
}

fn names(advice: &Advice) -> Vec<&str> {
    advice.choices.iter().map(|one| one.choice.as_str()).collect()
}

/// A cruiser (4 faces) and a fighter (2 faces) against a fighter, with a hit to assign. A lone ship
/// with chance p against a fighter wins p (1 - 0.2) of p + 0.2 - 0.2 p.
#[test]
fn the_loss_of_a_fighter_or_of_a_cruiser_has_its_exact_worth() {
    let advice = space("1 fighter + 1 cruiser", "1 fighter", Some(1), None);
    assert_eq!(names(&advice), ["lose 1 fighter", "lose 1 cruiser"]);
    let win = |p: f64| p * 0.8 / (p + 0.2 - 0.2 * p);
    let [fighter, cruiser] = &advice.choices[..] else { panic!("{:?}", advice.choices) };
    assert_is(fighter.worth.win, win(0.4));
    assert_is(cruiser.worth.win, win(0.2));
    assert_is(cruiser.cost, win(0.4) - win(0.2));
    assert!(fighter.is_best && !cruiser.is_best);
    // A half resource is lost, and the other ships by the odds of a last round with hits.
    let last = |p: f64| (p / (p + 0.2 - 0.2 * p), 0.2 / (p + 0.2 - 0.2 * p));
    let (destroyed, lost) = last(0.4);
    assert_is(fighter.worth.swing, 0.5 * destroyed - 0.5 - 2.0 * lost);
    assert_eq!((advice.decision, advice.role), ("assign", "attacker"));
    assert_eq!(advice.situation, "round 1: the attacker has 1 hit to assign");
}

#[test]
fn scored_hits_are_assigned_in_the_same_round() {
    let advice = space("1 fighter + 1 cruiser", "1 fighter", Some(1), Some(1));
    assert!(advice.choices.iter().all(|one| one.worth.win == 1.0), "{:?}", advice.choices);
    assert_eq!(names(&advice)[0], "lose 1 fighter", "the tie is broken by the price");
    assert_eq!(advice.situation, "round 1: the attacker has 1 hit to assign, and has scored 1");
    assert_eq!(advice.roll, "1 hit, 1 scored");
    let all = space("1 fighter + 1 cruiser", "1 fighter", Some(9), Some(1));
    assert_eq!(names(&all), ["lose 1 fighter + 1 cruiser"]);
    assert_is(all.choices[0].worth.win, 0.0);
    assert_is(all.choices[0].worth.swing, 0.5 - 2.5);
}

#[test]
fn choices_name_losses_and_sustained_damage() {
    let fleet = "2 fighter + 1 cruiser + 3 dreadnought(damaged=1)";
    let advice = space(fleet, "2 cruiser", Some(2), None);
    let mut all = names(&advice);
    assert_eq!(all[0], "2 dreadnought sustain damage");
    all.sort_unstable();
    let known = [
        "2 dreadnought sustain damage",
        "lose 1 cruiser + 1 damaged dreadnought",
        "lose 1 cruiser; dreadnought sustains damage",
        "lose 1 damaged dreadnought; dreadnought sustains damage",
        "lose 1 fighter + 1 cruiser",
        "lose 1 fighter + 1 damaged dreadnought",
        "lose 1 fighter; dreadnought sustains damage",
        "lose 2 dreadnought",
        "lose 2 fighter",
    ];
    assert_eq!(all, known);
    let mixed = advice.choices.iter().find(|one| one.choice == known[4]).unwrap();
    assert_eq!(mixed.steps, ["lose 1 fighter", "lose 1 cruiser"]);
}

/// On a planet, sustaining damage risks nothing, but a mech need not do it.
#[test]
fn mechs_may_sustain_damage_on_the_ground() {
    let scenario = json!({"rules": "ti4-ground", "attacker": "2 infantry + mech",
        "defender": "2 infantry"});
    let advice = asked(&question(&scenario.to_string()), "attacker", Some(2), None);
    let mut all = names(&advice);
    assert_eq!(all[0], "lose 1 infantry; mech sustains damage");
    all.sort_unstable();
    let known = [
        "lose 1 infantry + 1 mech",
        "lose 1 infantry; mech sustains damage",
        "lose 1 mech",
        "lose 2 infantry",
    ];
    assert_eq!(all, known);
}

/// Six dreadnoughts may score more hits than two cruisers can take.
#[test]
fn hits_beyond_those_that_count_carry_a_plus() {
    let advice = space("5 dreadnought", "2 cruiser", None, None);
    let scored = |roll: &str| roll.rsplit(' ').next().unwrap().to_string();
    let mut all: Vec<String> = advice.rolls.iter().map(|roll| scored(&roll.roll)).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all, ["0", "1", "2+"]);
    let taken = advice.rolls.iter().map(|roll| roll.roll.split(' ').nth(1).unwrap());
    assert!(taken.clone().all(|taken| ["0", "1", "2"].contains(&taken)), "two cruisers, two dice");
}

/// A side that decides retreats when that is best, whatever it has declared.
#[test]
fn a_declared_retreat_does_not_bind_the_side_that_decides() {
    let asked_with = |retreat: serde_json::Value| {
        let scenario = json!({"rules": "ti4-space", "defender": "2 cruiser",
            "attacker": {"fleet": "2 cruiser", "play": {"objective": "swing", "retreat": retreat}},
            "setting": {"retreat": {"attacker": true}}});
        let advice = asked(&question(&scenario.to_string()), "attacker", None, None);
        advice.before.unwrap()
    };
    let [below, optimal] = [json!({"below": 0.9}), json!("optimal")].map(asked_with);
    assert_eq!(below, optimal);
}

/// A Direct Hit destroys what sustains damage, so a fighter is lost instead.
#[test]
fn t19_a_direct_hit_is_played_by_its_rule() {
    let advice = space("1 fighter + 1 dreadnought", "1 cruiser & direct hit", Some(1), None);
    let sustained = "lose 1 dreadnought; the enemy plays Direct Hit";
    assert_eq!(names(&advice), ["lose 1 fighter", sustained, "lose 1 dreadnought"]);
    let used = "defender: used by a fixed rule, not by choice: direct-hit";
    assert!(advice.warnings.iter().any(|note| note == used), "{:?}", advice.warnings);
}

/// With a card in hand, each way to assign hits is listed with the card and without it.
#[test]
fn t19_shields_holding_is_compared_now_and_later() {
    let advice = space("2 fighter + 1 cruiser & shields holding", "2 cruiser", Some(2), None);
    let situation = "round 1: the attacker has 2 hits to assign; the attacker may play Shields \
                     Holding (its usual rule plays it now)";
    assert_eq!(advice.situation, situation);
    let mut all = names(&advice);
    all.sort_unstable();
    let known = [
        "keep Shields Holding for later; lose 1 fighter + 1 cruiser",
        "keep Shields Holding for later; lose 2 fighter",
        "play Shields Holding now; lose nothing",
    ];
    assert_eq!(all, known);
    let kept = advice.choices.iter().find(|one| one.choice == known[1]).unwrap();
    assert_eq!(kept.steps, ["keep Shields Holding for later", "lose 2 fighter"]);
    assert!(!advice.warnings.iter().any(|note| note.contains("fixed rule")), "{advice:?}");
    // Where all units are lost anyway, the card makes no difference.
    let lost = space("1 fighter & shields holding", "2 cruiser", Some(3), None);
    assert_eq!(names(&lost), ["lose 1 fighter"]);
}

/// A lone cruiser hits with 4 faces, and with Morale Boost with 5.
#[test]
fn t19_morale_boost_is_compared_in_this_round_and_the_next() {
    let scenario = json!({"rules": "ti4-space", "attacker": "1 cruiser & morale boost",
        "defender": "1 cruiser"});
    let advice = asked(&question(&scenario.to_string()), "attacker", None, None);
    assert_eq!(advice.decision, "card");
    assert_eq!(names(&advice), ["play Morale Boost now", "keep Morale Boost for later"]);
    let last = |p: f64| p * 0.6 / (1.0 - (1.0 - p) * 0.6);
    let round = |p: f64, then: f64| p * 0.6 + (1.0 - p) * 0.6 * then;
    assert_is(advice.choices[0].worth.win, round(0.5, last(0.4)));
    assert_is(advice.choices[1].worth.win, round(0.4, round(0.5, last(0.4))));
    assert_eq!(advice.before, Some(advice.choices[0].worth));
}

/// Emergency Repairs at the start of a round, and Direct Hit after the enemy has sustained damage.
#[test]
fn t19_repairs_and_direct_hits_are_compared_now_and_later() {
    let scenario = json!({"rules": "ti4-space", "defender": "2 cruiser",
        "attacker": "2 dreadnought(damaged=1) & emergency repairs"});
    let advice = asked(&question(&scenario.to_string()), "attacker", None, None);
    let mut all = names(&advice);
    all.sort_unstable();
    assert_eq!(all, ["keep Emergency Repairs for later", "play Emergency Repairs now"]);
    let fleet = "2 cruiser & direct hit";
    let enemy = "1 dreadnought + 1 fighter & sustain=first";
    let advice = space(fleet, enemy, Some(1), Some(1));
    let mut all = names(&advice);
    all.sort_unstable();
    let known =
        ["keep Direct Hit for later; lose 1 cruiser", "play Direct Hit now; lose 1 cruiser"];
    assert_eq!(all, known);
    let none = space(fleet, "1 cruiser + 1 fighter", Some(1), Some(1));
    assert_eq!(names(&none), ["lose 1 cruiser"], "a card without a target makes no difference");
}

/// Each order of the planets is worth what the invasion in that order is worth.
#[test]
fn the_order_of_planets_matters_for_cards() {
    let planet = |name: &str, attacker: &str, defender: &str| {
        json!({"name": name,
        "attacker": attacker, "defender": defender})
    };
    let first = planet("Lodor", "3 infantry", "1 infantry");
    let second = planet("Mellon", "2 infantry", "3 infantry");
    let scenario = |planets: [&serde_json::Value; 2], effects: &[&str]| {
        let all = json!({"rules": "ti4-ground", "setting": {"planets": planets},
            "attacker": {"effects": effects}, "defender": {}});
        question(&all.to_string())
    };
    let cards = ["Morale Boost"];
    let table = OnTheTable::default();
    let ctx = Ctx::new(1).unwrap();
    let advice = advise(&scenario([&first, &second], &cards), &table, &ctx).unwrap();
    assert_eq!((advice.decision, advice.role), ("planets", "attacker"));
    for (order, name) in
        [([&first, &second], "Lodor, then Mellon"), ([&second, &first], "Mellon, then Lodor")]
    {
        let fight = try_ask(&scenario(order, &cards)).unwrap();
        let one = advice.choices.iter().find(|one| one.choice == name).unwrap();
        assert_is(one.worth.win, fight.sides[0].win.probability);
    }
    let [best, other] = &advice.choices[..] else { panic!("{:?}", advice.choices) };
    assert!(best.worth.win > other.worth.win + 0.01, "{:?}", advice.choices);
    let refused = advise(&scenario([&first, &second], &[]), &table, &ctx).unwrap_err();
    assert!(refused.to_string().contains("makes no difference"), "{refused}");
    let turn = OnTheTable { turn: Some("defender".into()), ..OnTheTable::default() };
    let refused = advise(&scenario([&first, &second], &cards), &turn, &ctx).unwrap_err();
    assert!(refused.to_string().contains("the attacker chooses"), "{refused}");
}

/// The value of a situation is that of best play, and the mean over all results of the dice.
#[test]
fn results_of_the_dice_add_up_to_the_value_of_adaptive_play() {
    for (rules, attacker, defender) in [
        ("ti4-space", "3 fighter + 1 carrier + 1 dreadnought", "2 cruiser + 1 carrier"),
        ("ti4-space", "2 cruiser + 1 carrier", "1 dreadnought(damaged=1) + 2 fighter"),
        ("ti4-space", "1 war sun + 3 fighter", "2 dreadnought + 1 cruiser & play=adaptive"),
        ("ti4-space", "1 cruiser + 2 fighter", "2 cruiser & shields holding & morale boost"),
        ("ti4-ground", "3 infantry + 2 mech", "2 infantry + mech"),
    ] {
        let scenario = |play: &str| {
            let attacker = format!("{attacker}{play}");
            let all = json!({"rules": rules, "attacker": attacker, "defender": defender});
            question(&all.to_string())
        };
        let fight = try_ask(&scenario(" & play=adaptive")).unwrap();
        let advice = asked(&scenario(""), "attacker", None, None);
        let before = advice.before.unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{attacker}: {a} {b}");
        near(before.win, fight.sides[0].win.probability);
        let sum = |figure: &dyn Fn(usize) -> f64| -> f64 {
            (0..advice.rolls.len()).map(|n| advice.rolls[n].probability * figure(n)).sum()
        };
        near(sum(&|_| 1.0), 1.0);
        near(sum(&|n| advice.rolls[n].worth.win), before.win);
        near(sum(&|n| advice.rolls[n].worth.swing), before.swing);
        assert!(advice.rolls.is_sorted_by(|a, b| a.probability >= b.probability));
        assert!(advice.choices.is_empty());
    }
}

/// The best use of each result of the dice is the best choice with these hits.
#[test]
fn the_best_use_is_the_best_choice_with_these_hits() {
    let fleets = ("3 fighter + 1 carrier + 1 dreadnought", "2 cruiser + 1 carrier");
    let ahead = space(fleets.0, fleets.1, None, None);
    for (hits, scored) in [(1, 0), (2, 1), (3, 2)] {
        let advice = space(fleets.0, fleets.1, Some(hits), Some(scored));
        let best = &advice.choices[0];
        let words = if hits == 1 { "hit" } else { "hits" };
        let roll = format!("takes {hits} {words}, scores {scored}");
        let roll = ahead.rolls.iter().find(|known| known.roll == roll).unwrap();
        assert_is(roll.worth.win, best.worth.win);
        assert_eq!(roll.choice, best.choice);
        assert_eq!(advice.before, ahead.before);
    }
}

/// Both sides have a cruiser, so no choice changes the balance of losses.
#[test]
fn a_retreat_is_weighed_against_staying() {
    let scenario = json!({"rules": "ti4-space",
        "attacker": {"fleet": "1 cruiser", "play": {"objective": "swing"}},
        "defender": "1 cruiser",
        "setting": {"retreat": {"attacker": {"to": "empty", "own_units": true}}}});
    let question = question(&scenario.to_string());
    // Without --turn, the side that may retreat decides.
    let ctx = Ctx::new(1).unwrap();
    let advice = advise(&question, &OnTheTable::default(), &ctx).unwrap();
    assert_eq!((advice.role, advice.decision), ("attacker", "retreat"));
    // All is symmetrical, in the round of the announcement as well.
    for one in &advice.choices {
        assert_is(one.worth.swing, 0.0);
    }
    let mut all = names(&advice);
    all.sort_unstable();
    assert_eq!(all, ["announce a retreat", "stay"]);
    let of = |name: &str| advice.choices.iter().find(|one| one.choice == name).unwrap();
    assert_is(of("announce a retreat").worth.win, 0.4 * 0.6);
    assert_eq!(asked(&question, "attacker", Some(1), None).choices[0].choice, "lose 1 cruiser");
}

/// Choices whose combats do not fit the budget are compared with the same dice.
#[test]
fn choices_beyond_the_budget_are_simulated() {
    let scenario = json!({"rules": "ti4-space",
        "attacker": "4 fighter + 2 carrier + 2 dreadnought", "defender": "4 cruiser + carrier"});
    let exact = question(&scenario.to_string());
    let known = asked(&exact, "attacker", Some(3), Some(1));
    let simulated = asked(
        &Question { engine: Engine::Simulate, ..exact.clone() },
        "attacker",
        Some(3),
        Some(1),
    );
    assert!(simulated.battles > 0 && simulated.choices.len() == known.choices.len());
    assert!(simulated.warnings.iter().any(|note| note.contains("customary order")));
    for one in &simulated.choices {
        let same = |other: &&AdvisedChoice| other.choice == one.choice;
        let exact = known.choices.iter().find(same).unwrap();
        assert!(exact.worth.win >= one.worth.win - 0.03, "{one:?} {exact:?}");
    }
    let budget = Budget { seconds: 1e-6, ..exact.budget };
    let table = OnTheTable { turn: Some("attacker".into()), ..OnTheTable::default() };
    let none = advise(&Question { budget, ..exact }, &table, &Ctx::new(1).unwrap());
    assert!(none.is_err());
}

/// The defender looks ahead and assigns more hits than the units that the attacker has left could
/// score: three carriers have hit with all dice, and one of them is lost.
#[test]
fn more_hits_are_assigned_than_the_remaining_units_could_score() {
    let advice = space("3 carrier", "3 fighter + 3 carrier & play=adaptive", Some(1), Some(3));
    let all = space("3 carrier", "3 carrier", Some(1), None);
    assert_eq!(names(&advice), ["lose 1 carrier"]);
    assert_is(advice.choices[0].worth.win, all.choices[0].worth.win);
    assert_is(advice.choices[0].worth.swing, all.choices[0].worth.swing + 1.5);
}

/// Cards are compared by simulation, too.
#[test]
fn t19_cards_beyond_the_budget_are_simulated() {
    let scenario = json!({"rules": "ti4-space",
        "attacker": "3 fighter + 2 cruiser & shields holding", "defender": "3 cruiser"});
    let exact = question(&scenario.to_string());
    let known = asked(&exact, "attacker", Some(2), Some(1));
    let engine = Engine::Simulate;
    let simulated = asked(&Question { engine, ..exact }, "attacker", Some(2), Some(1));
    let sorted = |advice: &Advice| {
        let mut all: Vec<String> = names(advice).into_iter().map(String::from).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(sorted(&known), sorted(&simulated));
    assert!(simulated.battles > 0 && simulated.choices[1..].iter().all(|one| one.margin > 0.0));
    assert_eq!(simulated.choices[0].choice, "play Shields Holding now; lose nothing");
}

/// The search for the order of the enemy meets the side that decides in the customary order, so it
/// fits the budget in large combats.
#[test]
fn the_enemy_of_a_large_fleet_plays_the_best_order() {
    let scenario = json!({"rules": "ti4-space",
        "attacker": "10 fighter + 3 carrier + 2 dreadnought + 1 war sun",
        "defender": "5 cruiser + 5 destroyer + 3 dreadnought + 6 fighter"});
    let advice = asked(&question(&scenario.to_string()), "attacker", Some(3), None);
    let does_not_fit = |note: &String| note.contains("does not fit");
    assert!(!advice.warnings.iter().any(does_not_fit), "{:?}", advice.warnings);
}

#[test]
fn what_is_no_decision_is_refused() {
    let fight = ["advise", "--ti4", "3 fighter + dreadnought v 2 cruiser + fighter"];
    let with = |more: &[&'static str]| [&fight[..], more].concat();
    let both = ["--turn", "`--turn attacker` or `--turn defender`"];
    refuses(&with(&["--hits", "1"]), 3, &both);
    refuses(&with(&[]), 3, &both);
    let typing = ["no side is called `atacker`, did you mean `attacker`?"];
    refuses(&with(&["--turn", "atacker", "--hits", "1"]), 3, &typing);
    refuses(&with(&["--roll", "y6"]), 3, &["--roll", "`--hits 3`", "`--scored 2`"]);
    refuses(&with(&["--turn", "attacker", "--hits", "0"]), 3, &["--hits 0"]);
    refuses(&with(&["--turn", "attacker", "--scored", "1"]), 3, &["--scored", "`--hits 1`"]);
    refuses(&["advise", "cruiser v ancient", "--scored", "1"], 3, &["--scored", "Eclipse"]);
}

/// The side that decides sustains damage at will. Its enemy sustains it first, as declared.
fn best(decides: bool, random: &mut Random) -> Assigns {
    Assigns::Best { swing: decides && random.one_in(4), first: !decides }
}

/// A side of up to three kinds and four ships.
fn random_side(random: &mut Random, assigns: Option<Assigns>) -> Side {
    let mut kinds: Vec<Kind> = Vec::new();
    let mut force: Force = Vec::new();
    let mut left = 4;
    for kind in KINDS {
        let is_dear = kind.name == "war-sun";
        if left == 0 || kinds.len() == 3 || !random.one_in(if is_dear { 6 } else { 2 }) {
            continue;
        }
        let ships = if is_dear { 1 } else { 1 + random.below(2.min(left)) as u8 };
        left -= u64::from(ships);
        let sustains = ["dreadnought", "war-sun"].contains(&kind.name);
        let hurt = if sustains && random.one_in(3) { 1 } else { 0 };
        kinds.push(kind);
        force.push((ships - hurt, hurt));
    }
    if kinds.is_empty() {
        (kinds, force) = (vec![KINDS[2]], vec![(2, 0)]);
    }
    let assigns = match assigns {
        Some(best) => best,
        None => {
            let mut order: Vec<usize> = (0..kinds.len()).collect();
            order.rotate_left(random.below(kinds.len() as u64) as usize);
            Assigns::InOrder(order)
        }
    };
    Side { kinds, force, assigns, cards: Cards::default() }
}

fn as_json(side: &Side) -> serde_json::Value {
    let group = |(kind, (whole, hurt)): (&Kind, &(u8, u8))| match hurt {
        0 => format!("{whole} {}", kind.name),
        _ => format!("{} {}(damaged={hurt})", whole + hurt, kind.name),
    };
    let fleet: Vec<String> = side.kinds.iter().zip(&side.force).map(group).collect();
    let play = match &side.assigns {
        Assigns::Best { swing, first } => {
            let objective = if *swing { "swing" } else { "win" };
            let mut play = json!({"loss_order": "adaptive", "objective": objective});
            if *first {
                play["sustain"] = "first".into();
            }
            play
        }
        Assigns::InOrder(order) => {
            let names: Vec<&str> = order.iter().map(|&g| side.kinds[g].name).collect();
            json!({"loss_order": names})
        }
    };
    let Cards { shields, direct_hits, repairs, morale } = side.cards;
    let held = [
        ("Shields Holding", shields, None),
        ("Direct Hit", direct_hits, None),
        ("Emergency Repairs", repairs, None),
        ("Morale Boost", morale.min(1), Some(morale)),
    ];
    let held = held.into_iter().filter(|(_, count, _)| *count > 0);
    let effect = |(name, count, round): (&str, u8, Option<u8>)| match round {
        Some(round) => json!({"name": name, "round": round}),
        None => json!({"name": name, "count": count}),
    };
    let effects: Vec<serde_json::Value> = held.map(effect).collect();
    json!({"fleet": fleet.join(" + "), "play": play, "effects": effects})
}

/// Compares the advice on random small combats with what every assignment is worth.
fn compare(seed: u64, combats: usize) {
    let mut random = Random::new(seed);
    for n in 0..combats {
        let decides = n % 2;
        let play = [0, 1].map(|side| {
            (side == decides || n % 3 == 0).then(|| best(side == decides, &mut random))
        });
        let sides = play.map(|assigns| random_side(&mut random, assigns));
        let [attacker, defender] = sides.each_ref().map(as_json);
        let scenario = json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
        let scenario = scenario.to_string();
        let hits = [0, 1].map(|_| random.below(4) as usize);
        let hits = if hits[decides] == 0 { [1, 1] } else { hits };
        let role = ["attacker", "defender"][decides];
        let (taken, scored) = (hits[decides] as u32, hits[1 - decides] as u32);
        let found = asked(&question(&scenario), role, Some(taken), Some(scored));
        let mut solver = Solver::new(sides);
        let known = solver.choices(decides, hits);
        let opening = solver.opening();
        let before = solver.worth(&opening);
        let order = |a: &[f64; 2], b: &[f64; 2]| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]));
        let round =
            |[win, swing]: [f64; 2]| [(win * 1e9).round() / 1e9, (swing * 1e9).round() / 1e9];
        let mut known: Vec<[f64; 2]> =
            known.iter().map(|c| round([c.worth.win[decides], c.worth.swing(decides)])).collect();
        let mut seen: Vec<[f64; 2]> =
            found.choices.iter().map(|one| round([one.worth.win, one.worth.swing])).collect();
        known.sort_by(order);
        seen.sort_by(order);
        let what = format!("{scenario} {role} {hits:?}\n{known:?}\n{seen:?}");
        assert_eq!(known.len(), seen.len(), "{what}");
        for (known, seen) in known.iter().zip(&seen) {
            let near = (0..2).all(|n| (known[n] - seen[n]).abs() < 1e-8);
            assert!(near, "{what}");
        }
        let value = found.before.unwrap();
        assert!((value.win - before.win[decides]).abs() < 1e-9, "{what}");
        assert!((value.swing - before.swing(decides)).abs() < 1e-8, "{what}");
    }
}

#[test]
fn advice_agrees_with_every_assignment_of_small_combats() {
    compare(4, 60);
}

#[test]
#[ignore = "long: minutes"]
fn advice_agrees_with_every_assignment_of_many_combats() {
    compare(5, 200);
}

/// Random cards: up to two Direct Hits, and up to one of each other card.
fn random_cards(random: &mut Random) -> Cards {
    let one = |random: &mut Random| u8::from(random.one_in(3));
    let often = |random: &mut Random| u8::from(random.one_in(2));
    Cards {
        shields: one(random),
        direct_hits: often(random) * (1 + one(random)),
        repairs: often(random),
        morale: one(random) * (1 + one(random)),
    }
}

/// Compares the odds of combats in which some sides choose the effect of each hit with what an
/// oracle says that tries every assignment.
fn compare_fights(seed: u64, combats: usize) {
    let mut random = Random::new(seed);
    for n in 0..combats {
        let play = [0, 1].map(|side| {
            let first = random.one_in(3);
            (side == n % 2 || n % 3 == 0).then(|| Assigns::Best { swing: random.one_in(4), first })
        });
        let mut sides = play.map(|assigns| random_side(&mut random, assigns));
        sides.iter_mut().for_each(|side| side.cards = random_cards(&mut random));
        // A destroyer has a barrage, which the oracle does not know.
        let of_class = |side: &Side, name| side.kinds.iter().any(|kind| kind.name == name);
        if sides.iter().any(|side| of_class(side, "destroyer")) {
            continue;
        }
        let [attacker, defender] = sides.each_ref().map(as_json);
        let scenario = json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
        let found = try_ask(&question(&scenario.to_string())).unwrap();
        let mut solver = Solver::new(sides);
        let known = solver.worth(&solver.opening());
        for (side, found) in found.sides.iter().enumerate() {
            let (win, swing) = (found.win.probability, found.cost.destroyed - found.cost.lost);
            assert!((win - known.win[side]).abs() < 1e-9, "{scenario} {win} {known:?}");
            assert!((swing - known.swing(side)).abs() < 1e-8, "{scenario} {swing} {known:?}");
        }
    }
}

#[test]
fn t64_free_sustaining_is_worth_what_an_oracle_says() {
    compare_fights(8, 150);
}

#[test]
#[ignore = "long: minutes"]
fn t64_free_sustaining_in_many_combats() {
    compare_fights(9, 1500);
}

/// Returns the number of these cards that a choice plays now; `None` if it does not say so.
fn played(choice: &str, card: &str) -> Option<u8> {
    let said = |words: String| choice.split("; ").any(|part| part == words);
    if said(format!("keep {card} for later")) {
        return Some(0);
    }
    let several = (2..9).find(|n| said(format!("play {n} {card}s now")));
    said(format!("play {card} now")).then_some(1).or(several)
}

/// Whether a choice of the report is one of the oracle. What a report leaves out makes no
/// difference.
fn is_same(seen: &AdvisedChoice, known: &Choice, side: usize) -> bool {
    let cards = [
        ("Shields Holding", known.shields),
        ("Direct Hit", known.direct_hits),
        ("Morale Boost", known.morale),
        ("Emergency Repairs", known.repairs),
    ];
    let fits = |(card, of_known): (&str, Option<u8>)| {
        let said = played(&seen.choice, card);
        said.is_none() || said == of_known
    };
    let near = |a: f64, b: f64| (a - b).abs() < 1e-8;
    cards.into_iter().all(fits)
        && near(seen.worth.win, known.worth.win[side])
        && near(seen.worth.swing, known.worth.swing(side))
}

/// Compares the advice on cards that may be played now with what every choice is worth. Returns how
/// often each card was a choice.
fn compare_cards(seed: u64, combats: usize) -> [usize; 4] {
    let mut random = Random::new(seed);
    let mut counts = [0; 4];
    for n in 0..combats {
        let decides = n % 2;
        let play = [0, 1].map(|side| {
            (side == decides || n % 5 == 0).then(|| best(side == decides, &mut random))
        });
        let mut sides = play.map(|assigns| random_side(&mut random, assigns));
        sides.iter_mut().for_each(|side| side.cards = random_cards(&mut random));
        let [attacker, defender] = sides.each_ref().map(as_json);
        let scenario = json!({"rules": "ti4-space", "attacker": attacker, "defender": defender});
        let scenario = scenario.to_string();
        let role = ["attacker", "defender"][decides];
        let mut solver = Solver::new(sides);
        let mut hits = [0, 1].map(|_| random.below(4) as usize);
        hits[decides] = hits[decides].max(1);
        let (taken, scored) = (hits[decides] as u32, hits[1 - decides] as u32);
        let of_hits = asked(&question(&scenario), role, Some(taken), Some(scored));
        let of_start = asked(&question(&scenario), role, None, None);
        let known_hits = solver.choices(decides, hits);
        let known_starts = solver.starts(decides);
        for (seen, known) in [(&of_hits, &known_hits), (&of_start, &known_starts)] {
            let what = || format!("{scenario} {role} {hits:?}\n{known:?}\n{:?}", seen.choices);
            // Without a choice that makes a difference, the report lists none.
            if !seen.choices.is_empty() {
                for one in known {
                    assert!(
                        seen.choices.iter().any(|seen| is_same(seen, one, decides)),
                        "{}",
                        what()
                    );
                }
            }
            for one in &seen.choices {
                assert!(known.iter().any(|known| is_same(one, known, decides)), "{}", what());
            }
        }
        let value = of_hits.before.unwrap();
        let opening = solver.opening();
        let before = solver.worth(&opening);
        assert!((value.win - before.win[decides]).abs() < 1e-9, "{scenario}");
        assert!((value.swing - before.swing(decides)).abs() < 1e-8, "{scenario}");
        let worths = known_starts.iter().map(|one| one.worth);
        let figure = |worth: &fleetodds::internals::result::Worth| match of_start.objective {
            "swing" => worth.swing,
            _ => worth.win,
        };
        let best = worths.map(|worth| match of_start.objective {
            "swing" => worth.swing(decides),
            _ => worth.win[decides],
        });
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        assert!((figure(&of_start.before.unwrap()) - best).abs() < 1e-8, "{scenario}");
        let names = ["Shields Holding", "Direct Hit", "Morale Boost", "Emergency Repairs"];
        for (count, card) in counts.iter_mut().zip(names) {
            let mut all = of_hits.choices.iter().chain(&of_start.choices);
            *count += usize::from(all.any(|one| played(&one.choice, card).is_some()));
        }
    }
    counts
}

#[test]
fn t19_cards_played_now_or_later_are_worth_what_an_oracle_says() {
    let counts = compare_cards(6, 120);
    assert!(counts.iter().all(|count| *count >= 3), "{counts:?}");
}

#[test]
#[ignore = "long: minutes"]
fn t19_cards_played_now_or_later_in_many_combats() {
    compare_cards(7, 400);
}
