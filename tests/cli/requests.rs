//! What the page can ask, answered natively.

use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::requests::{Setup, respond};
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    ask_with(None, request)
}

fn ask_with(captains: Option<&str>, request: &Value) -> Value {
    let ctx = Ctx::new(1).unwrap();
    let setup = Setup { ctx: &ctx, saved: &|_| Vec::new(), first: Rulebook::default(), captains };
    serde_json::from_str(&respond(&request.to_string(), &setup)).unwrap()
}

fn fight(attacker: &str, defender: &str) -> Value {
    json!({"rules": "eclipse", "fleets": [attacker, defender]})
}

#[test]
fn odds_are_exact_with_the_words_of_the_library() {
    let odds = ask(&json!({"ask": "odds", "fight": fight("3 interceptor", "ancient")}));
    assert_eq!(odds["shown"]["headline"], "You win 47 in 100");
    assert_eq!(odds["charts"][0]["bars"][0]["percent"], "46.52 %");
    assert_eq!(odds["is_exact"], true);
}

#[test]
fn captains_of_the_settings_play_typed_fleets_that_do_not_say_how() {
    let odds = |captains: Option<&str>, fight: &Value| {
        ask_with(captains, &json!({"ask": "odds", "fight": fight}))["charts"].clone()
    };
    let both =
        |play: &str| fight(&format!("2 cruiser{play}"), &format!("2 interceptor + cruiser{play}"));
    let [plain, said, best] = ["", " & play=npc", " & play=optimal"].map(both);
    assert_ne!(odds(None, &plain), odds(None, &said));
    assert_eq!(odds(Some("npc"), &plain), odds(None, &said));
    assert_eq!(odds(Some("npc"), &best), odds(None, &plain));
    // Neutral ships follow their rule, and policies of another game have no effect.
    let neutral = fight("2 cruiser", "ancient");
    assert_eq!(odds(Some("threat"), &neutral), odds(None, &neutral));
    assert_eq!(odds(Some("never"), &plain), odds(None, &plain));

    // The code to share says how they play; the fight on the page does not, so it can be changed.
    let shown = ask_with(Some("npc"), &json!({"ask": "desk", "fight": plain}));
    let open =
        |code: &Value| ask_with(Some("npc"), &json!({"ask": "open", "text": code, "fight": plain}));
    assert_eq!(odds(None, &open(&shown["code"])["desk"]["fight"]), odds(None, &said));
    assert_eq!(odds(None, &shown["fight"]), odds(None, &plain));
    assert_eq!(odds(Some("npc"), &shown["fight"]), odds(None, &said));

    // A scenario says itself how its players play, and the page remembers that it is one.
    let code = &ask(&json!({"ask": "desk", "fight": plain}))["code"];
    let opened = &open(code)["desk"]["fight"];
    let edit = json!({"do": "count", "group": 0, "count": 2});
    let edited =
        ask_with(Some("npc"), &json!({"ask": "edit", "fight": opened, "side": 0, "edit": edit}));
    assert_eq!(odds(Some("npc"), opened), odds(None, &plain));
    assert_eq!(odds(Some("npc"), &edited["fight"]), odds(None, &plain));

    // A typed question with a setting is typed.
    let typed = "2 cruiser v 2 interceptor + cruiser within 9 rounds";
    let opened = ask(&json!({"ask": "open", "text": typed, "fight": plain}));
    let opened = &opened["desk"]["fight"];
    assert_ne!(odds(Some("npc"), opened), odds(None, opened));

    // Candidates of a comparison play like the fleet that they replace.
    let fleets = json!([{"name": "typed", "text": "2 cruiser"}]);
    let compare = |captains, fight: &Value| {
        ask_with(captains, &json!({"ask": "compare", "fight": fight, "side": 1, "fleets": fleets}))
    };
    assert_eq!(compare(Some("npc"), &plain)["tables"], compare(None, &said)["tables"]);
}

#[test]
fn large_battles_are_simulated_and_say_so() {
    let fleet = "16 interceptor + 8 cruiser + 8 dreadnought";
    let large = json!({"rules": "eclipse", "fleets": [fleet, fleet]});
    let odds = ask(&json!({"ask": "odds", "fight": large}));
    assert_eq!(odds["is_exact"], false);
    let facts = odds["shown"]["facts"].to_string();
    assert!(facts.contains("100,000 battles"), "{facts}");
}

#[test]
fn edits_return_the_fleet_and_a_code_that_opens_it_again() {
    let edit = json!({"do": "count", "group": 0, "count": 4});
    let request =
        json!({"ask": "edit", "fight": fight("3 int", "ancient"), "side": 0, "edit": edit});
    let desk = ask(&request);
    assert_eq!(desk["fight"]["fleets"][0], "4 interceptor");
    let open = json!({"ask": "open", "text": desk["code"], "fight": fight("", "")});
    assert_eq!(ask(&open)["desk"]["fight"]["fleets"], desk["fight"]["fleets"]);
}

/// The page asks for the odds together with a change, without waiting for the fleets.
#[test]
fn odds_after_a_change_are_those_of_the_changed_fight() {
    let fight = fight("3 interceptor", "2 cruiser");
    let edit = json!({"do": "count", "group": 0, "count": 4});
    for change in [
        json!({"ask": "edit", "side": 0, "edit": edit}),
        json!({"ask": "swap"}),
        json!({"ask": "retreat", "side": 1, "when": {"after_round": 1}}),
        json!({"ask": "rules", "rules": "eclipse-2e"}),
    ] {
        let odds = ask(&json!({"ask": "odds", "fight": fight, "after": change}));
        let mut request = change.clone();
        request["fight"] = fight.clone();
        let changed = ask(&json!({"ask": "odds", "fight": ask(&request)["fight"]}));
        assert!(odds["shown"]["headline"].is_string() && odds == changed, "{change}: {odds}");
        assert_ne!(odds, ask(&json!({"ask": "odds", "fight": fight})), "{change}");
    }
    let wrong = json!({"ask": "edit", "side": 2, "edit": edit});
    let refused = ask(&json!({"ask": "odds", "fight": fight, "after": wrong}));
    assert!(refused["problem"].is_string());
}

/// Buying an offer gives the odds that it names, and the rules allow it.
#[test]
fn what_helps_can_be_bought() {
    let fights = [
        ("eclipse-2e", "orion 2 cruiser", "guardian", "Cruiser: Soliton Cannon for"),
        ("ti4-space", "2 dreadnought & faction=sardakk", "3 cruiser", "+1 War Sun"),
        ("ti4-ground", "2 infantry", "2 infantry", "Infantry II for Infantry"),
    ];
    for (rules, attacker, defender, expected) in fights {
        let fight = json!({"rules": rules, "fleets": [attacker, defender]});
        let answer = ask(&json!({"ask": "offers", "fight": fight, "side": 0}));
        let offers = answer["offers"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let names: Vec<&str> = offers.iter().map(|offer| offer["name"].as_str().unwrap()).collect();
        assert!(names.iter().any(|name| name.starts_with(expected)), "{rules}: {names:?}");
        // A starbase does not attack, and a discovery is not bought.
        let is_wrong =
            |name: &&str| ["Starbase", "Morph Shield"].iter().any(|no| name.contains(no));
        assert!(!names.iter().any(is_wrong), "{names:?}");
        for offer in offers {
            let edit = &offer["edit"];
            let request = json!({"ask": "edit", "fight": fight, "side": 0, "edit": edit});
            let bought = ask(&request);
            let odds = ask(&json!({"ask": "odds", "fight": bought["fight"]}));
            assert_eq!(odds["charts"][0]["bars"][0]["percent"], offer["win"], "{rules}: {offer}");
            assert!(offer["points"].as_str().unwrap().starts_with('+'), "{offer}");
            let is_ship = offer["name"].as_str().unwrap().starts_with("+1 ");
            // Nothing but ships has a price, and a PDS has none.
            assert_eq!(offer["price"].is_string(), is_ship && offer["name"] != "+1 PDS", "{offer}");
            if offer["name"] == "+1 War Sun" {
                assert_eq!(offer["price"], "12 resources");
            }
        }
    }
    // Neutral ships are not bought.
    let fight = json!({"rules": "eclipse", "fleets": ["3 interceptor", "ancient"]});
    let answer = ask(&json!({"ask": "offers", "fight": fight, "side": 1}));
    assert_eq!(answer["offers"], json!([]), "{answer}");
}

#[test]
fn commands_of_the_program_open_the_fight_that_they_ask_about() {
    let present = fight("3 interceptor", "ancient");
    let open = |text: &str| ask(&json!({"ask": "open", "text": text, "fight": present}));
    for (text, rules, fleets) in [
        ("fleetodds '2 cruiser' vs guardian --2e", "eclipse-2e", ["2 cruiser", "guardian"]),
        ("fleetodds \"2 cruiser\" vs 'an ancient'", "eclipse", ["2 cruiser", "an ancient"]),
        ("3 cruiser vs 2 dreadnought --ti4", "ti4-space", ["3 cruiser", "2 dreadnought"]),
        ("fleetodds 3 scout vs cruiser -r star-chamber", "star-chamber", ["3 scout", "cruiser"]),
        ("fleetodds fight 2 cruiser vs ancient", "eclipse", ["2 cruiser", "ancient"]),
        (
            r#"{"attacker": {"name": "a --b", "fleet": "scout"}, "defender": "scout",
             "rules": "star-chamber"}"#,
            "star-chamber",
            ["scout", "scout"],
        ),
    ] {
        let opened = open(text);
        assert_eq!(opened["desk"]["fight"]["rules"], rules, "{text}: {opened}");
        assert_eq!(opened["desk"]["fight"]["fleets"], json!(fleets), "{text}");
    }
    let shown = ask(&json!({"ask": "desk", "fight": present}));
    let code = shown["code"].as_str().unwrap();
    let opened = open(&format!("fleetodds {code}"));
    assert_eq!(opened["desk"]["fight"]["fleets"], present["fleets"]);
    let command = shown["command"].as_str().unwrap();
    assert_eq!(open(command)["desk"]["fight"]["fleets"], present["fleets"], "{command}");
    for (text, why) in [
        ("fleetodds '2 cruiser vs guardian", "quote"),
        ("2 cruiser vs ancient --seed 3", "`--seed` is not read here"),
        ("2 cruiser vs ancient --rules chess", "chess"),
    ] {
        let refused = open(text);
        assert!(refused["problem"].as_str().unwrap().contains(why), "{text}: {refused}");
    }
}

#[test]
fn words_that_could_mean_something_else_say_how_they_are_read() {
    let fight =
        json!({"rules": "ti4-space", "fleets": ["3 cruiser + interceptor", "2 dreadnought"]});
    let sides = &ask(&json!({"ask": "desk", "fight": fight}))["sides"];
    assert_eq!(sides[0]["read_as"], "3 cruiser & intercept", "{sides}");
    assert_eq!(sides[1]["read_as"], Value::Null);
}

#[test]
fn ships_that_cannot_fight_on_a_planet_have_no_odds_there() {
    let fight = json!({"rules": "ti4-ground", "fleets": ["3 cruiser", "2 dreadnought"]});
    let shown = ask(&json!({"ask": "desk", "fight": fight}));
    assert!(shown["lack"].as_str().unwrap().contains("ground forces"), "{shown}");
    let odds = ask(&json!({"ask": "odds", "fight": fight}));
    assert!(odds["problem"].as_str().unwrap().contains("ground forces"), "{odds}");
}

#[test]
fn every_game_says_what_the_figures_of_its_ships_mean() {
    for rulebook in Rulebook::ALL {
        let fight = json!({"rules": rulebook.name(), "fleets": ["", ""]});
        let palette = ask(&json!({"ask": "palette", "fight": fight}));
        let legend = palette["legend"].as_array().unwrap();
        let first = legend.iter().map(|entry| entry[0].as_str().unwrap());
        let figures: Vec<&str> = first.map(|figure| figure.split(' ').next().unwrap()).collect();
        let summary = palette["ships"][0]["summary"].as_str().unwrap();
        let words = summary.split(", ").map(|figure| figure.split(' ').next().unwrap());
        let known = words.filter(|word| figures.contains(word)).count();
        assert!(known > 0, "{rulebook}: {summary} {figures:?}");
    }
}

#[test]
fn options_without_effect_and_those_about_play_are_last() {
    let fight = json!({"rules": "ti4-space", "fleets": ["3 cruiser", "2 dreadnought"]});
    let palette = ask(&json!({"ask": "palette", "fight": fight}));
    let options = palette["options"].as_array().unwrap();
    let of = |name: &str| options.iter().find(|option| option["name"] == name).unwrap();
    assert_eq!(of("plasma-scoring")["section"], "technology");
    assert_eq!(of("x-89-bacterial-weapon-omega")["section"], "without effect here");
    assert_eq!(of("loss-order")["section"], "how the side plays");
    let sections = options.iter().map(|option| option["section"].as_str().unwrap());
    let rank = |section: &str| match section {
        "without effect here" => 2,
        "how the side plays" => 1,
        _ => 0,
    };
    let ranks: Vec<u32> = sections.map(rank).collect();
    assert!(ranks.is_sorted() && ranks.contains(&0) && ranks.contains(&2), "{ranks:?}");
}

#[test]
fn settings_survive_while_a_fleet_cannot_be_read() {
    let when = json!({"after_round": 2});
    let fight = fight("3 interceptor", "2 cruiser");
    let set = ask(&json!({"ask": "retreat", "fight": fight, "side": 0, "when": when}));
    assert_eq!(set["sides"][0]["view"]["retreat"], when);
    let mut broken = set["fight"].clone();
    broken["fleets"][1] = json!("2 cruser +");
    let desk = ask(&json!({"ask": "desk", "fight": broken}));
    assert_eq!(desk["code"], Value::Null);
    let message = "expected a class of ship or part, found the end";
    assert_eq!(desk["sides"][1]["problem"]["message"], message);
    let mut whole = desk["fight"].clone();
    whole["fleets"][1] = json!("2 cruiser");
    let desk = ask(&json!({"ask": "desk", "fight": whole}));
    assert_eq!(desk["sides"][0]["view"]["retreat"], when);
}

#[test]
fn options_from_the_list_can_be_taken_and_their_values_fit() {
    let fight = json!({"rules": "ti4-space", "fleets": ["3 cruiser", "2 dreadnought + pds"]});
    let palette = ask(&json!({"ask": "palette", "fight": fight}));
    let options = palette["options"].as_array().unwrap();
    let option = |name: &str| options.iter().find(|option| option["name"] == name).unwrap();
    assert_eq!(option("plasma-scoring")["kind"], "flag");
    assert_eq!(option("skilled-retreat")["needs_value"], true);
    let values = ask(&json!({"ask": "values", "fight": fight, "side": 1, "option": "loss-order"}));
    assert!(values["values"].as_array().unwrap().contains(&json!("pds")), "{values}");
    let edit = json!({"do": "option", "name": "morale-boost", "count": 2, "value": "3"});
    let desk = ask(&json!({"ask": "edit", "fight": fight, "side": 0, "edit": edit}));
    assert_eq!(desk["fight"]["fleets"][0], "3 cruiser & 2 morale-boost=3");
    let set = json!([{"name": "morale-boost", "count": 2, "value": "3"}]);
    assert_eq!(desk["sides"][0]["view"]["options"], set);
    let edit = json!({"do": "option", "name": "plasma-scoring", "value": "1"});
    let refused = ask(&json!({"ask": "edit", "fight": fight, "side": 0, "edit": edit}));
    assert!(refused["problem"].as_str().unwrap().contains("takes no round"), "{refused}");
}

#[test]
fn another_edition_takes_the_fight_over() {
    let games = ask(&json!({"ask": "games"}));
    assert_eq!(games["games"][0]["editions"], json!(["eclipse", "eclipse-2e"]));
    let fight = json!({"rules": "eclipse-2e", "fleets": ["2 dreadnought", "gcds"]});
    let when = json!({"after_round": 2});
    let set = ask(&json!({"ask": "retreat", "fight": fight, "side": 0, "when": when}));
    let first = ask(&json!({"ask": "rules", "rules": "eclipse", "fight": set["fight"]}));
    assert_eq!(first["dropped"], json!([]));
    assert_eq!(first["sides"][0]["view"]["retreat"], when);
    let star = ask(&json!({"ask": "rules", "rules": "star-chamber", "fight": set["fight"]}));
    assert_eq!(star["dropped"], json!(["the attacker's retreat"]));
}

#[test]
fn a_fleet_can_lose_its_last_ship_and_get_another() {
    let mut fight = fight("3 interceptor", "ancient");
    for (edit, fleet) in [
        (json!({"do": "count", "group": 0, "count": 0}), ""),
        (json!({"do": "add", "class": "cruiser", "owner": null}), "1 cruiser"),
    ] {
        let desk = ask(&json!({"ask": "edit", "fight": fight, "side": 1, "edit": edit}));
        fight = desk["fight"].clone();
        assert_eq!(fight["fleets"][1], fleet, "{desk}");
    }
}

#[test]
fn scenarios_of_several_parties_are_answered_but_not_edited() {
    let sector = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fleets/examples/sector.json"
    ))
    .unwrap();
    let opened = ask(&json!({"ask": "open", "text": sector, "fight": fight("", "")}));
    let code = &opened["fixed"]["code"];
    assert!(code.as_str().unwrap().starts_with("fo"), "{opened}");
    let odds = ask(&json!({"ask": "code_odds", "code": code}));
    assert!(odds["charts"][0]["bars"].as_array().unwrap().len() > 2, "{odds}");
}

#[test]
fn saved_fleets_are_ranked_and_the_unreadable_are_left_out() {
    let fleets = json!([
        {"name": "here", "text": "3 interceptor"},
        {"name": "<b>big</b>", "text": "2 cruiser"},
        {"name": "odd", "text": "2 crucible"},
    ]);
    let fight = fight("3 interceptor", "ancient");
    let shown = ask(&json!({"ask": "compare", "fight": fight, "side": 0, "fleets": fleets}));
    assert_eq!(shown["tables"][0]["rows"].as_array().unwrap().len(), 2, "{shown}");
    assert!(shown["notes"].to_string().contains("odd is left out"), "{shown}");
}

#[test]
fn changes_and_numbers_of_ships_have_their_reports() {
    let fight = fight("3 interceptor", "ancient");
    for request in [
        json!({"ask": "tornado", "fight": fight, "side": 0}),
        json!({"ask": "sweep", "fight": fight, "side": 1, "class": "ancient", "to": 3}),
        json!({"ask": "luck", "fight": fight, "won": "attacker", "left": []}),
        json!({"ask": "luck", "fight": fight, "won": "attacker", "left": [["attacker", [["interceptor", 1]]]]}),
    ] {
        let shown = ask(&request);
        assert!(!shown["headline"].as_str().unwrap().is_empty(), "{shown}");
        assert!(!shown["drawings"].as_array().unwrap().is_empty(), "{shown}");
    }
}

/// Plays a battle with dice of the library and the best choices, and returns its last situation.
fn battle(fight: &Value) -> Value {
    let mut record = Value::Null;
    for seed in 0..200 {
        let now = ask(&json!({"ask": "battle", "fight": fight, "record": record}));
        record = now["record"].clone();
        let next = match now["next"]["kind"].as_str().unwrap() {
            "roll" => {
                let request =
                    json!({"ask": "roll", "fight": fight, "record": record, "seed": seed});
                let roll = ask(&request)["roll"].clone();
                ask(&json!({"ask": "battle", "fight": fight, "record": record, "roll": roll}))
            }
            "choose" => now,
            _ => return now,
        };
        assert_eq!(
            next["next"]["worth"].as_array().map(Vec::len),
            next["next"]["choices"].as_array().map(Vec::len)
        );
        record = next["next"]["choices"][0]["record"].clone();
    }
    panic!("the battle goes on for ever");
}

#[test]
fn a_battle_at_the_table_ends_with_luck_and_mistakes() {
    let ti4 = json!({"rules": "ti4-space", "fleets": ["2 dreadnought + 2 fighter", "3 cruiser"]});
    for fight in [fight("3 interceptor", "ancient"), ti4] {
        let over = battle(&fight);
        let request = json!({"ask": "analyse", "fight": fight, "record": over["record"]});
        let shown = ask(&request);
        assert!(!shown["tables"].as_array().unwrap().is_empty(), "{shown}");
        assert!(!shown["drawings"].as_array().unwrap().is_empty(), "{shown}");
    }
}

#[test]
fn wrong_requests_get_a_problem() {
    let fight = fight("3 interceptor", "ancient");
    for request in [
        json!({"ask": "everything"}),
        json!({"ask": "edit", "fight": fight, "side": 2, "edit": {"do": "drop", "name": "x"}}),
        json!({"ask": "edit", "fight": fight, "side": 0, "edit": {"do": "take", "group": 7, "slot": 0}}),
        json!({"ask": "code_odds", "code": "fo1.AAAA"}),
        json!({"ask": "open", "text": "hello", "fight": fight}),
        json!({"ask": "desk", "fight": {"rules": "chess", "fleets": ["", ""]}}),
    ] {
        assert!(!ask(&request)["problem"].as_str().unwrap().is_empty(), "{request}");
    }
    assert!(ask(&json!("nothing"))["problem"].is_string());
}

/// Each usual class has a counter: one more of it, and one fewer, gives a fleet that can be read.
#[test]
fn usual_ships_of_all_games_are_counted_and_examples_have_odds() {
    for rules in Rulebook::ALL {
        let empty = json!({"rules": rules.name(), "fleets": ["", ""]});
        let palette = ask(&json!({"ask": "palette", "fight": empty}));
        let usual = palette["usual"].as_array().unwrap();
        assert!(!usual.is_empty(), "{rules:?}");
        for class in usual {
            let add = json!({"do": "add", "class": class, "owner": null});
            let desk = ask(&json!({"ask": "edit", "fight": empty, "side": 0, "edit": add}));
            let group = &desk["sides"][0]["view"]["groups"][0];
            assert_eq!([&group["class"], &group["owner"]], [class, &Value::Null], "{desk}");
            assert_eq!(group["count"], 1);
            let none = json!({"do": "count", "group": 0, "count": 0});
            let fight = &desk["fight"];
            let desk = ask(&json!({"ask": "edit", "fight": fight, "side": 0, "edit": none}));
            assert_eq!(desk["fight"]["fleets"][0], "");
        }
        let examples = palette["examples"].as_array().unwrap();
        for fleets in examples {
            let fight = json!({"rules": rules.name(), "fleets": fleets});
            let odds = ask(&json!({"ask": "odds", "fight": fight}));
            assert_eq!(odds["is_exact"], true, "{fleets} {odds}");
        }
    }
}

/// An error in a fleet is a sentence. A tap writes the fleet that is meant, or chooses its game.
#[test]
fn errors_in_a_fleet_say_what_a_tap_can_do() {
    let problem = |attacker: &str| {
        let desk = ask(&json!({"ask": "desk", "fight": fight(attacker, "ancient")}));
        desk["sides"][0]["problem"].clone()
    };
    let slip = problem("3 criusr + 2 int");
    assert_eq!(slip["message"], "unknown class of ship `criusr`");
    assert_eq!(slip["fleet"], "3 cruiser + 2 int");
    let other = problem("guardian");
    assert_eq!(other["rules"]["name"], "eclipse-2e");
    assert_eq!(other["rules"]["title"], "Eclipse, second edition");
    for wrong in ["", "3 xyzzy", "3 cruiser + ", "3 cruiser(hull=x)", "2 sardakk/cruiser"] {
        let text = problem(wrong).to_string();
        assert!(!text.contains("--") && !text.contains("fleetodds"), "{text}");
    }
}

/// Beside the odds are the losses, the survivors, and how the sides played.
#[test]
fn the_answer_has_losses_survivors_and_play() {
    let odds = ask(&json!({"ask": "odds", "fight": fight("3 interceptor", "ancient")}));
    let card = json!({
        "sides": [
            "attacker loses 5.80 materials and keeps 1.07 of 3 interceptor",
            "defender keeps 0.53 of 1 ancient",
        ],
        "play": "you assign hits as well as possible, the defender by the rule for neutral ships",
    });
    assert_eq!(odds["card"], card);

    let fight = fight("2 dreadnought + 3 interceptor", "gcds");
    let when = json!({"after_round": 2});
    let set = ask(&json!({"ask": "retreat", "fight": fight, "side": 0, "when": when}));
    let odds = ask(&json!({"ask": "odds", "fight": set["fight"]}));
    let side = odds["card"]["sides"][0].as_str().unwrap();
    let (_, share) = side.split_once(", retreats ").unwrap();
    assert_eq!(share, "98.89 %", "as the command line says");

    let fleets = ["3 cruiser + carrier + 4 fighter + 2 destroyer + dreadnought", "2 dreadnought"];
    let odds = ask(&json!({"ask": "odds", "fight": {"rules": "ti4-space", "fleets": fleets}}));
    let side = odds["card"]["sides"][0].as_str().unwrap();
    assert!(side.ends_with("of 3 others"), "{side}");
}
