//! Eclipse: fleets and scenarios that are refused or need a warning.

use super::LARGE;
use crate::support::program::{file, refuses, run};

#[test]
fn wrong_fleets_are_refused() {
    for (attacker, words) in [
        ("3 criusr", ["unknown class of ship `criusr`", "did you mean `cruiser`?"]),
        ("-3 interceptor", ["`-3`", "attacker:1:1"]),
        ("0 interceptor", ["cannot have `0` ships", "must be from 1 to 64"]),
        ("99999999999999999999999 interceptor", ["9999999999", "must be from 1 to 64"]),
        ("40 cruiser + 30 interceptor", ["70 ships", "at most 64 a side"]),
        ("17 cruiser(4 ion cannon)", ["17 cruiser", "illegal blueprint"]),
        ("17 cruiser(cannons=4y)", ["68 cannon dice", "at most 64"]),
        ("oryonn/cruiser", ["unknown species `oryonn`", "did you mean `orion`?"]),
        ("cruiser(+7 hull)", ["needs 12 slots but has 6", "--any-blueprint"]),
        ("cruiser(+gluon computer)", ["needs 4 energy but produces 3", "--any-blueprint"]),
        ("cruiser(-nuclear drive)", ["no drive", "--any-blueprint"]),
        ("cruiser(-plasma cannon)", ["does not carry `plasma-cannon`", "it carries: "]),
        ("cruiser(hull=61)", ["`61` is out of range", "from 0 to 60"]),
        ("cruiser(hulk=1)", ["unknown figure `hulk`", "did you mean `hull`?"]),
        ("cruiser(cannons=2x)", ["`2x` is not a set of dice", "colours:"]),
        ("cruiser(missiles=1p)", ["rift dice (pink) are cannons", "attacker:1:1"]),
        ("cruiser(damaged=[2])", ["damage 2 would destroy", "hull 1"]),
        ("cruiser(damaged=[0,1])", ["damage for 2 ships", "the group has 1"]),
        ("cruiser(retreating=maybe)", ["expected true or false", "found `maybe`"]),
        (
            "cruiser & point defence & point-defense",
            ["`point-defense` is given twice", "attacker:1:27"],
        ),
        ("cruiser & point defence=2", ["takes no value", "found `2`"]),
        ("cruiser & tractor bean", ["unknown option `tractor bean`", "`tractor-beam`"]),
        ("cruiser & retreat=later", ["unknown condition to retreat `later`", "after round 2"]),
        ("17 cruiser(cannons=4r) & antimatter splitter", ["68 cannon dice", "at most 64"]),
        (
            "32 cruiser(cannons=2r) & antimatter splitter",
            ["64 red dice to be divided", "at most 63"],
        ),
        ("cruiser & objective=swim", ["unknown objective `swim`", "`swing`"]),
        ("cruiser & play=optimum", ["unknown policy `optimum`", "did you mean `optimal`?"]),
        ("cruiser & sustain=late", ["unknown option `sustain`", "attacker:1:11"]),
        ("ancient(hull)", ["has no blueprint", "hull=3"]),
        ("ancient + cruiser", ["`cruiser`", "players' ships or non-player"]),
        ("rho-indi/dreadnought", ["`rho-indi` has no `dreadnought`", "available: "]),
    ] {
        refuses(&["fight", attacker, "ancient"], 3, &words);
    }
    refuses(&["fight", "", "ancient"], 2, &["the attacker is missing", "3 interceptor vs ancient"]);
    refuses(&["fight", "vs"], 2, &["both fleets are missing"]);
}

#[test]
fn more_ships_than_a_player_owns_are_a_warning() {
    let (status, _, stderr) = run(&["fight", "9 interceptor", "ancient", "--battles", "1k"]);
    assert_eq!(status, 0);
    assert!(stderr.contains("9 ships of class interceptor, but a player owns only 8"), "{stderr}");
}

#[test]
fn eclipse_refuses_the_fields_of_other_games() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |text: &str, words: &[&str]| {
        let path = file(dir.path(), "s.json", text);
        refuses(&["fight", "--scenario", &path], 3, words);
    };
    let side = |field: &str| {
        format!(r#"{{"attacker": {{"fleet": "cruiser", {field}}}, "defender": "ancient"}}"#)
    };
    let group = |field: &str| {
        format!(
            r#"{{"attacker": {{"groups": [{{"class": "cruiser", {field}}}]}}, "defender": "ancient"}}"#
        )
    };
    let setting = |field: &str| {
        format!(r#"{{"attacker": "cruiser", "defender": "ancient", "setting": {{{field}}}}}"#)
    };
    for field in [
        r#""leadership": 3"#,
        r#""personae": [{"leadership": 2}]"#,
        r#""edge": true"#,
        r#""tie_breaker": 1"#,
        r#""neutral": true"#,
    ] {
        refused(&side(field), &["is not a field in eclipse", "allowed: name"]);
    }
    for field in [
        r#""power": {"engines": 1}"#,
        r#""speed": 3"#,
        r#""target": "nearest""#,
        r#""aim": "hull""#,
        r#""doctrine": {"keep": 3}"#,
        r#""self_destruct": 3"#,
        r#""priority": ["field"]"#,
        r#""invisible": true"#,
    ] {
        let play = format!(r#""play": {{{field}}}"#);
        refused(&side(&play), &["is not a field of `play` in eclipse", "allowed: assign"]);
    }
    for field in [
        r#""turns": 3"#,
        r#""shields": "persist""#,
        r#""order": "listed""#,
        r#""events": []"#,
        r#""range": 3"#,
        r#""map": {"width": 9, "height": 9}"#,
        r#""budget": 100"#,
        r#""charts": {}"#,
    ] {
        refused(&setting(field), &["is not a setting in eclipse", "allowed: round_cap"]);
    }
    for field in [
        r#""shields_left": [1]"#,
        r#""size": "A""#,
        r#""speed": 3"#,
        r#""field": 3"#,
        r#""weapon": "4d6""#,
        r#""special": ["aft"]"#,
        r#""factors": {"engines": 1}"#,
        r#""ships": [{"at": [1, 1], "heading": "N"}]"#,
        r#""play": {"aim": "hull"}"#,
    ] {
        refused(&group(field), &["in eclipse", "allowed: "]);
    }
    for figure in
        [r#""weapons": [{"round": 1, "damage": 4}]"#, r#""alert": true"#, r#""can_fire": false"#]
    {
        refused(&group(&format!(r#""stats": {{{figure}}}"#)), &["unknown figure", "allowed: "]);
    }
    for option in ["leadership=3", "doctrine=close"] {
        refuses(&["fight", &format!("cruiser & {option}"), "ancient"], 3, &["unknown option"]);
    }
}

#[test]
fn volleys_too_large_for_npc_are_a_warning() {
    let groups: Vec<String> = (0..12)
        .map(|i| format!("5 cruiser(cannons=3y3o3b3r, computer=9, shield={}, hull={i})", i % 5))
        .collect();
    let fleet = groups.join(" + ");
    let args = ["fight", &fleet, &format!("{fleet} & play=npc"), "--battles", "64"];
    let (status, _, stderr) = run(&args);
    assert_eq!(status, 0);
    assert!(stderr.contains("without looking ahead"), "{stderr}");
}

/// A retreat policy that looks further ahead than the budget allows is refused at its place.
#[test]
fn a_retreat_policy_beyond_the_budget_is_found_where_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let [attacker, defender] = LARGE;
    let side = format!(r#"{{"fleet": "{attacker}", "play": {{"retreat": {{"below": 0.3}}}}}}"#);
    let setting = r#"{"retreat": {"attacker": true}}"#;
    let text =
        format!("{{\"attacker\": {side}, \"defender\": \"{defender}\", \"setting\": {setting}}}");
    let path = file(dir.path(), "s.json", &text);
    let words = ["this retreat policy needs it", "s.json:1:", "--budget", "^ looks ahead"];
    refuses(&["fight", "--scenario", &path, "--budget", "1ms"], 3, &words);
    refuses(&["replay", "--scenario", &path, "--budget", "1ms"], 3, &words);
    let (code, out, _) = run(&["batch", &path, "--budget", "1ms"]);
    assert_eq!(code, 3);
    assert!(out.contains("\"path\":\"attacker.play.retreat\""), "{out}");
}
