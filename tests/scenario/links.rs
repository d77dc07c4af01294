//! Links of ti4battle.com and codes of fights: valid ones survive a round trip, invalid ones are
//! refused.

use serde_json::{Value, json};

use crate::support::program::{file, fleetodds, json, refuses, run};

/// A link to a combat in space.
const SPACE: &str = "https://ti4battle.com/?attacker-faction=Sardakk+N%27orr\
    &attacker-unit-cruiser=3&attacker-upgrade-cruiser=true\
    &attacker-unit-dreadnought=2&attacker-damaged-dreadnought=1\
    &attacker-risk-direct-hit=false&attacker-effect-Duranium+Armor=1\
    &defender-faction=Mentak&defender-unit-dreadnought=2&defender-unit-fighter=4\
    &defender-effect-Direct+Hit=2&defender-effect-Defending+in+nebula=1";

/// A link to a ground combat, with fields that are ignored.
const GROUND: &str = "attacker-faction=Barony+of+Letnev&attacker-unit-cruiser=3\
    &attacker-unit-infantry=4&attacker-upgrade-cruiser=true&attacker-damaged-dreadnought=1\
    &attacker-risk-direct-hit=false&attacker-effect-Duranium+Armor=1\
    &defender-unit-infantry=3&defender-unit-pds=1&place=Ground";

/// Runs the fight of a link.
fn linked(link: &str, more: &[&str]) -> Value {
    let fight = ["fight", "--from-link", link, "--battles", "1k", "--format", "json"];
    json(&[&fight[..], more].concat())
}

/// Returns the result without the fleets as typed.
fn unlabelled(mut result: Value) -> Value {
    for side in result["sides"].as_array_mut().unwrap() {
        side["fleet"].take();
    }
    result["question"].take();
    result
}

#[test]
fn a_link_is_the_fight_that_one_would_type() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = json!({
        "rules": "ti4-space",
        "attacker": {
            "faction": "sardakk",
            "groups": [
                {"class": "cruiser-ii", "count": 3},
                {"class": "sardakk-dreadnought", "count": 2, "damaged": 1},
            ],
            "effects": ["duranium-armor"],
            "play": {"sustain": "late"},
        },
        "defender": {
            "faction": "mentak",
            "groups": [{"class": "dreadnought", "count": 2}, {"class": "fighter", "count": 4}],
            "effects": [{"name": "direct-hit", "count": 2}],
        },
        "setting": {"nebula": true},
    });
    let path = file(dir.path(), "s.json", scenario.to_string());
    let written = json(&["fight", "--scenario", &path, "--battles", "1k", "--format", "json"]);
    assert_eq!(unlabelled(linked(SPACE, &[])), unlabelled(written));
    let in_the_open = SPACE.replace("&defender-effect-Defending+in+nebula=1", "");
    let typed = json(&[
        "fight",
        "3 cruiser ii + 2 sardakk/dreadnought(damaged=1) & faction=sardakk & duranium armor & sustain=late",
        "2 dreadnought + 4 fighter & faction=mentak & 2 direct hit",
        "--rules=ti4-space",
        "--battles=1k",
        "--format=json",
    ]);
    assert_eq!(unlabelled(linked(&in_the_open, &[])), unlabelled(typed));
}

#[test]
fn a_link_may_be_on_the_ground_and_says_what_it_leaves_out() {
    let result = linked(GROUND, &[]);
    assert_eq!(result["rules"], "ti4-ground");
    let fleet = "3 cruiser-ii + 4 infantry & faction=letnev & duranium-armor & sustain=late";
    assert_eq!(result["sides"][0]["fleet"], fleet);
    let warning = "link: `attacker-damaged-dreadnought` is ignored: the side has no such unit";
    assert_eq!(result["warnings"][0], warning);
    let fight = ["fight", "--from-link", GROUND, "--battles", "1k"];
    assert!(run(&fight).2.starts_with(&format!("warning: {warning}\n")));
    assert_eq!(run(&[&fight[..], &["--quiet"]].concat()).2, "");
}

#[test]
fn a_link_may_be_written_in_several_ways() {
    let query = SPACE.split_once('?').unwrap().1;
    let wanted = linked(SPACE, &[]);
    for address in ["", "?", "ti4battle.com?", "www.ti4battle.com/?", "http://ti4battle.com/?"] {
        assert_eq!(linked(&format!("{address}{query}"), &[]), wanted, "{address}");
    }
}

#[test]
fn options_hold_for_links() {
    let options =
        ["--seed=5", "--engine=simulate", "--rules=ti4-space", "--play=attacker=adaptive"];
    let result = linked(SPACE, &options);
    assert_eq!((&result["seed"], &result["engine"]), (&5.into(), &"simulate".into()));
    assert_eq!(result["play"]["attacker"]["loss_order"], "adaptive");
    assert_eq!(result["play"]["attacker"]["sustain"], "late");
}

#[test]
fn parts_of_a_link_add_up_to_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let fight = ["fight", "--from-link", GROUND, "--battles=9000", "--engine=simulate"];
    let paths = ["1/2", "2/2"].map(|shard| {
        let part = run(&[&fight[..], &["--shard", shard]].concat());
        assert!(part.2.contains("`attacker-damaged-dreadnought` is ignored"), "{}", part.2);
        file(dir.path(), &shard.replace('/', "."), part.1)
    });
    let whole = run(&[&fight[..], &["--format=json"]].concat());
    assert_eq!(run(&["merge", &paths[0], &paths[1], "--format=json"]), whole);
}

#[test]
fn wrong_links_are_refused() {
    for (link, words) in [
        ("", ["this link has no units", "link:1:1"]),
        ("https://ti4battle.com/", ["this link has no units", "on both sides"]),
        ("?attacker-unit-cruiser=1", ["no units for the defender", "link:1:1"]),
        ("https://example.org/?attacker-unit-cruiser=1", ["`example.org` is not", "link:1:9"]),
        ("?attacker-unit-cruiser=abc", ["`abc` is not a number", "link:1:24"]),
        ("?attacker-unit-cruiser=-3", ["`-3` is out of range", "from 0 to 100"]),
        ("?attacker-unit-cruiser=1000000000", ["out of range", "link:1:24"]),
        ("?attacker-unit-cruiser=99&attacker-unit-pds=2", ["101 units, at most 100", "link:1:27"]),
        ("?attacker-upgrade-cruiser=yes", ["expected true or false", "link:1:27"]),
        ("?attacker-effect-Direct%20Hit=10", ["out of range", "from 0 to 9"]),
    ] {
        refuses(&["fight", "--from-link", link], 3, &words);
    }
    let with = |more: &[&str], words: &[&str]| {
        refuses(&[&["fight", "--from-link", SPACE][..], more].concat(), 2, words);
    };
    with(&["--rules=ti4-ground"], &["--rules ti4-ground: the link is for ti4-space"]);
    with(&["--rules=eclipse"], &["--rules eclipse"]);
    with(&["cruiser"], &["cannot be used with"]);
    with(&["--scenario=x.json"], &["cannot be used with"]);
}

/// Returns the code of a fight.
#[track_caller]
fn shared(fight: &[&str]) -> String {
    let (status, stdout, stderr) = run(&[fight, &["--share"]].concat());
    assert_eq!((status, stderr.as_str()), (0, ""), "{fight:?}");
    let code = stdout.strip_suffix('\n').unwrap();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let is_known = code.starts_with("fo1.") || code.starts_with("fo2.");
    assert!(is_known && code.chars().all(is_letter), "{code}");
    code.to_string()
}

/// Runs a fight, and the fight of its code.
#[track_caller]
fn both(fight: &[&str]) -> [(i32, String, String); 2] {
    let code = shared(fight);
    assert_eq!(shared(&["fight", &code]), code);
    [run(&[fight, &["--format=json"]].concat()), run(&["fight", &code, "--format=json"])]
}

#[test]
fn the_codes_of_the_examples_say_the_same() {
    for entry in std::fs::read_dir("fleets/examples").unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        let fleet = format!("@{path}");
        let fight = match path.contains("armada") {
            true => ["fight", &fleet, "ancient", "--battles=10k"],
            false => ["fight", "--scenario", path, "--battles=10k"],
        };
        let [direct, coded] = both(&fight);
        assert_eq!(direct.0, 0);
        assert_eq!(direct, coded, "{path}");
    }
}

#[test]
fn the_codes_of_typed_fights_say_the_same() {
    let ti4 = ["3 cruiser ii + carrier + 4 fighter ii & plasma scoring", "2 dreadnought + pds"];
    let fights: [&[&str]; 14] = [
        &["3 interceptor", "1 ancient"],
        &["  2 Cruisers (damaged=[0,1])+ interceptor ", "ancient", "--seed=9", "--engine=kernel"],
        &["2 cruiser(+gauss shield, -ion cannon) & point defence", "gcds & name=The \"Centre\""],
        &["orion/cruiser & play=npc & objective=swing", "2 cruiser", "--play=defender=threat"],
        &["2 cruiser & name=Us", "2 ancient", "--play=us=npc-spread", "--play=Us=optimal"],
        &["2 cruiser", "2 ancient", "--rules=eclipse-2e", "--play", "attacker= NPC "],
        &[ti4[0], ti4[1], "--rules=ti4-space"],
        &[ti4[0], ti4[1], "--rules=ti4-space", "--play=attacker=adaptive"],
        &[
            ti4[0],
            ti4[1],
            "--rules=ti4-space",
            "--play=defender=default",
            "--seed=18446744073709551615",
        ],
        &["5 infantry & sustain=late", "3 mech", "--rules=ti4-ground", "--play=attacker=optimal"],
        &["2 cruiser & leadership=4", "3 scout(alert=true)", "--rules=star-chamber"],
        &["c", "c & aim=weapons", "--rules=spaceship-battles"],
        &["2 c", "c & priority=[field]", "--rules=spaceship-battles", "--play=attacker=keep 5"],
        &["c", "c", "--rules=spaceship-battles", "--play=defender=hold", "--engine=exact"],
    ];
    for fight in fights {
        let [direct, coded] = both(&[&["fight"], fight, &["--battles=5k"]].concat());
        assert_eq!(direct.0, 0, "{fight:?}: {}", direct.2);
        assert_eq!(direct, coded, "{fight:?}");
    }
}

#[test]
fn a_policy_of_the_command_line_wins_in_codes_too() {
    let dir = tempfile::tempdir().unwrap();
    let same = |fight: &[&str]| {
        let results = both(&[&["fight"], fight, &["--battles=2k"]].concat());
        let [direct, coded] =
            results.map(|(_, text, _)| unlabelled(serde_json::from_str(&text).unwrap()));
        assert_eq!(direct, coded, "{fight:?}");
    };
    // Options typed with the fleet are dropped from a code if the command line overrides them.
    same(&["2 cruiser & play=npc", "2 cruiser", "--play=attacker=threat"]);
    let order = "cruiser + 2 fighter & loss-order=[cruiser,fighter]";
    same(&[order, "2 cruiser", "--rules=ti4-space", "--play=attacker=optimal"]);
    same(&["c & doctrine=hold", "c", "--rules=spaceship-battles", "--play=attacker=close"]);
    let play = |rules: &str, play: Value, fleet: &str| {
        let side = json!({"fleet": fleet, "play": play});
        let scenario = json!({"rules": rules, "attacker": side, "defender": fleet});
        file(dir.path(), &format!("{}.json", play.to_string().len()), scenario.to_string())
    };
    for (path, policy) in [
        (play("eclipse", json!("npc"), "2 cruiser"), "threat"),
        (play("eclipse", json!({"assign": "npc", "objective": "swing"}), "2 cruiser"), "optimal"),
        (play("ti4-space", json!({"sustain": "late"}), order), "adaptive"),
        (play("ti4-space", json!({"loss_order": ["cruiser"]}), "cruiser + fighter"), "default"),
        (play("ti4-space", json!("adaptive"), "cruiser + 2 fighter"), "optimal"),
        (play("spaceship-battles", json!({"doctrine": {"keep": 4}, "aim": "field"}), "c"), "close"),
    ] {
        same(&["--scenario", &path, "--play", &format!("attacker={policy}")]);
    }
    same(&["--scenario=fleets/examples/sector.json", "--play=draco=threat", "--play=party 1=npc"]);
    let invasion = "--scenario=fleets/examples/invasion.json";
    same(&[invasion, "--play=sol=optimal", "--play=defender=adaptive"]);
}

#[test]
fn codes_carry_files_links_and_codes() {
    let dir = tempfile::tempdir().unwrap();
    let fleet = json!({"name": "Fleet", "groups": [{"class": "cruiser", "count": 2}]});
    let path = file(dir.path(), "fleet.json", format!("\u{feff}{fleet:#}\n"));
    let typed = shared(&["fight", &format!("@{path}"), "ancient"]);
    let code = shared(&["fight", "2 cruiser & name=Fleet", "ancient"]);
    let odds = |code: &str| json(&["fight", code, "--battles=1k", "--format=json"]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(unlabelled(odds(&typed)), unlabelled(odds(&code)));
    let linked = shared(&["fight", "--from-link", SPACE]);
    assert_eq!(odds(&linked), self::linked(SPACE, &[]));
    // Unused fields of a link are reported when the code is made.
    let (_, _, stderr) = run(&["fight", "--from-link", GROUND, "--share"]);
    assert!(stderr.starts_with("warning: link: `attacker-damaged-dreadnought`"), "{stderr}");
    // Options may be added to a code, and the code may be written to a file.
    let path = file(dir.path(), "code.txt", "");
    let told = ["fight", &code, "--seed=3", "--share", "--output", &path];
    assert_eq!(run(&told), (0, String::new(), String::new()));
    let again = std::fs::read_to_string(&path).unwrap();
    let result = json(&["fight", &again, "--battles=1k", "--format=json"]);
    assert_eq!(result["seed"], 3);
    let stdin = r#"{"attacker": "cruiser", "defender": "ancient"}"#;
    let mut piped = fleetodds();
    piped.args(["fight", "--scenario=-", "--share"]).write_stdin(stdin);
    let piped = piped.output().unwrap().stdout;
    assert_eq!(
        String::from_utf8(piped).unwrap().trim_end(),
        shared(&["fight", "cruiser", "ancient"])
    );
}

#[test]
fn what_a_code_cannot_carry_is_refused() {
    let fight = ["fight", "cruiser", "ancient", "--share"];
    for option in [
        &["--fleets=."][..],
        &["--any-blueprint"],
        &["--rounds"],
        &["--play-band"],
        &["--precision=1%"],
        &["--budget=2s"],
        &["--shard=1/2"],
    ] {
        refuses(
            &[&fight[..], option].concat(),
            2,
            &["'--share' cannot be used with", option[0].split('=').next().unwrap()],
        );
    }
    refuses(&["fight", "kruizer", "ancient", "--share"], 3, &["unknown class of ship `kruizer`"]);
    refuses(&["fight", "@none.json", "ancient", "--share"], 1, &["cannot read none.json"]);
    refuses(&["fight", "cruiser", "ancient", "--play=attacker=x", "--share"], 2, &["policy `x`"]);
    let dir = tempfile::tempdir().unwrap();
    let large = json!({"attacker": "cruiser", "defender": "ancient & name=".to_string() + &"x".repeat(1 << 20)});
    let path = file(dir.path(), "large.json", large.to_string());
    refuses(&["fight", "--scenario", &path, "--share"], 3, &["larger than 1 MiB"]);
}

#[test]
fn damaged_codes_are_refused() {
    let code = shared(&["fight", "3 interceptor", "1 ancient"]);
    for at in 0..code.len() {
        let other = if code[at..].starts_with('A') { 'B' } else { 'A' };
        let wrong = format!("{}{other}{}", &code[..at], &code[at + 1..]);
        refuses(&["fight", &wrong], 3, &["this code is damaged", "code:1:1"]);
    }
    for at in ["fo1.".len(), code.len() / 2, code.len() - 1] {
        refuses(&["fight", &code[..at]], 3, &["this code is damaged", "code:1:1"]);
    }
    refuses(&["fight", &code.replace("fo1", "fo2")], 3, &["this code is damaged", "`fo2.`"]);
    refuses(&["fight", &code.replace("fo1", "fo3")], 3, &["this code has version 3", "`fo1.`"]);
    refuses(&["fight", &code, "ancient"], 2, &["a code contains both fleets"]);
    refuses(&["fight", "3 interceptor"], 2, &["the defender is missing"]);
}
