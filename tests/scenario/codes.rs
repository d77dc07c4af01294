//! Codes of fights: those of version 0.1.0 read for ever, and fields that it does not know get the
//! next version.

use serde_json::Value;

use crate::support::program::{json, refuses, run};
use fleetodds::internals::scenario::{Source, decode, encode, read_scenario};

/// Codes that version 0.1.0 made, each with its scenario.
const OF_0_1_0: [(&str, &str); 13] = [
    (
        "fo1.AQ3rAQpYAA-dAA1gaWVudCJ9JVU",
        r#"{"rules": "eclipse", "attacker": "3 interceptor", "defender": "1 ancient"}"#,
    ),
    (
        "fo1.AQ_rAQ4G5QAgKC36CgV8CwJfDQMQABEpmAdHaW9uL_sAD2IOAwmeAAXnBALoDAHbDw-XBARgZWQiOjd9\
         AAQ",
        r#"{"rules": "eclipse-2e", "attacker":
            "3 cruiser(-ion cannon, +plasma cannon) + orion/dreadnought & antimatter splitter",
            "defender": "guardian & play=npc", "battles": 1000000, "seed": 7}"#,
    ),
    (
        "fo1.AQbrAQ_kAA0RIMsHBqAHFTTMByppaW0PA1YPCYcACqIAAkwABQkGAg8AsDIgZmlnaHRlciJ9heg",
        r#"{"rules": "ti4-space", "attacker":
            "3 cruiser ii + carrier + 4 fighter ii & loss-order=optimal", "defender":
            "2 dreadnought ii + destroyer ii + 2 fighter"}"#,
    ),
    (
        "fo1.AQbrAQDkAA8qAQsEQAgjJiB5AhM9awkJ_gAVNkIBgiArIDIgcGRzxAyweT1kZWZhdWx0In2HNw",
        r#"{"rules": "ti4-ground", "attacker": "5 infantry + mech & faction=jolnar",
            "defender": "6 infantry + 2 pds & play=default"}"#,
    ),
    (
        "fo1.AQbrAQtdAwddABI0aQcJVwDAIjMgY3J1aXNlciJ9hoY",
        r#"{"rules": "star-chamber", "attacker": "4 scout", "defender": "3 cruiser"}"#,
    ),
    (
        "fo1.AQ3rAQlYABV7TgMIdAEAhA8AsAgClQ8LZAQGtAAHMgRwZXhhY3QifVx9",
        r#"{"rules": "eclipse", "attacker": {"fleet": "2 cruiser", "play": "optimal"},
            "defender": "1 ancient", "engine": "exact"}"#,
    ),
    (
        "fo1.AQ3rAQlYAAXoASBPcmgCDq4ID1QAAgj-AAYJBQKwAwB-ACQiMnYLAskLSiIsIjKXCwDdAwzNCwBrAkZh\
         dXNzPw8JqwsAGg8IjgsZIk4FBjECAy0GGDMeAA_kBQIUMjEUAgwNITBdiQUPWQEAUENlbnRyowIAaAILSgMB\
         ZwUBOQAPagUBYGVkIjoxfcxg",
        r#"{"rules": "eclipse", "attacker": {"name": "Orion", "species": "orion", "groups":
            [{"class": "dreadnought", "count": 2, "parts": ["2 plasma cannon",
            "2 improved hull", "positron computer", "gauss shield", "fusion source",
            "nuclear drive"]}, {"class": "cruiser", "count": 3}, {"class": "interceptor",
            "count": 2, "damaged": [0, 0]}]}, "defender": {"name": "Centre", "groups":
            [{"class": "gcds"}]}, "seed": 1, "battles": 1000000}"#,
    ),
    (
        "fo1.AQbrAQDkAA8qAQAF6wEgU28-EQxzAgbrDAP2DQLJDACeAwm3DDgiXX0kAQVWABFYFQkIWAATeBIAC9MO\
         ECLcBhBuugwAhA1RIGdyaWRUAA9dEgu6TWVjYXRvbCBSZXgxAWc0IHNvbC0BBkEgKyAxFAADKgkPUgEHJSIz\
         JAIBNQABsQAGNwACXAkQIswFA3oBSkFieXp-ABEyagAHfgAJswEkIjFhAGB5In1dfX1Wlw",
        r#"{"rules": "ti4-ground", "attacker": {"name": "Sol", "faction": "sol", "effects":
            ["morale boost", "plasma scoring"]}, "defender": {"name": "Xxcha", "faction":
            "xxcha", "technologies": ["magen defense grid"]}, "setting": {"planets": [{"name":
            "Mecatol Rex", "attacker": "4 sol-infantry-ii + 1 sol-mech + 2 dreadnought",
            "defender": "3 infantry + 1 xxcha-mech + 2 pds-ii"}, {"name": "Abyz", "attacker":
            "2 sol-infantry-ii", "defender": "1 infantry"}]}}"#,
    ),
    (
        "fo1.AQbrAQ9dAw9gQ29udm95vQ0DYwMFiQEEjAcAlQMPegoFEDPeBAY_Dw2LCgAfAAOrADBSYWmxCgdqABIz\
         7AcHjwoQKZoQB04AFzVAAFFQaXJhdHoLBqoAAkAAAisMID0zPgAJ6gogfV1ZEQVGEw-oFAsPlxQUALEOEl_y\
         AKAiOnRydWV9XX19Ywc",
        r#"{"rules": "star-chamber", "parties": [{"name": "Convoy", "fleet":
            "2 cruiser + scout", "personae": [{"leadership": 3}, {"leadership": 6}], "edge":
            true}, {"name": "Raiders", "fleet": "3 scout(alert=true)", "leadership": 5},
            {"name": "Pirates", "fleet": "2 scout(shield=3)", "neutral": true}], "setting":
            {"turns": 3, "shields": "restore", "events": [{"turn": 2, "round": 1, "side": 0,
            "kill_leader": true}]}}"#,
    ),
    (
        "fo1.AQ3rAQ9YAwMTQYgAD0QAAgNIBwPBBANvABJQrwgI4QgUcBMAAJEBC3MCBNIBCAMFD3sFAgNRBQNmAEpI\
         eWRyZQAQaBIAAMUND2UACAyeBQNNAFlEcmFjb5oEAoQJD58EAA9dAAAJ9AEH3AUIxgAAzAUFbwAgT3K8Awgh\
         AQICCg9eAAIEIAEHuwAPZAAHH13ZBQoIjxMP3hUCBAgBsGN1YmVzIjozfX19qUE",
        r#"{"rules": "eclipse", "parties": [{"name": "Ancient", "groups": [{"class":
            "ancient"}]}, {"name": "Planta", "species": "planta", "groups": [{"class":
            "cruiser"}, {"class": "interceptor", "count": 2}]}, {"name": "Hydra", "species":
            "hydran", "groups": [{"class": "cruiser", "count": 2}]}, {"name": "Draco",
            "species": "draco", "influence": true, "groups": [{"class": "dreadnought"},
            {"class": "interceptor"}]}, {"name": "Orion", "species": "orion", "groups":
            [{"class": "cruiser", "count": 2}, {"class": "interceptor"}]}], "seed": 1,
            "setting": {"population": {"owner": "Draco", "cubes": 3}}, "battles": 1000000}"#,
    ),
    (
        "fo1.AQ3rAQlYAAXoARJUaggPQwACBo0BA4kFFDJrEzFkIjpXDAjYBA9QBQJAMX1dLOEIAWERD7QRFAiiEQEB\
         EDgifX2HAQW8ABJBRAEfc6wCAwMFCAZHBg6-ACBdfXURD2ITAQMXAQG0BAAlAAnAE2AiOjN9fX2_QA",
        r#"{"rules": "eclipse", "attacker": {"name": "Terran", "groups": [{"class": "cruiser",
            "count": 2, "damaged": [1, 0]}, {"class": "interceptor", "count": 1}], "play":
            {"assign": "optimal", "retreat": "optimal", "objective": "swing"}}, "defender":
            {"name": "Ancients", "groups": [{"class": "ancient", "count": 2, "damaged": [1,
            0]}]}, "setting": {"retreat": {"Terran": true}, "start": {"round": 3}}}"#,
    ),
    (
        "fo1.AQbrAQEcAg8mAxMEPQAAmAEDfQUTMsoIDP0KM10sIhkNBfIKAkwSEFvUEQDBCg_cCgg8LDExHABAXX1d\
         LAsJAYsRDy0RAA-eERcofX21AQ8IAwIQY6cEC68AD3ALAgiVAA-DEQMKxREAfAAHFhMPhRQcaCxbMTUsOYwU\
         YDoyMTB9fR5w",
        r#"{"rules": "spaceship-battles", "attacker": {"groups": [{"class": "e", "count": 2,
            "special": ["torpedoes"], "weapon": "5d6", "ships": [{"at": [2, 8], "heading": "E"},
            {"at": [2, 11], "heading": "E"}]}], "play": {"target": "biggest", "power":
            {"engines": 3, "field": 3, "weapons": 2}}}, "defender": {"groups": [{"class": "c",
            "ships": [{"at": [26, 10], "heading": "W"}]}], "play": {"doctrine": {"keep": 8},
            "aim": "engines"}}, "setting": {"map": {"width": 30, "height": 20, "objects": [[14,
            10], [15, 9]]}, "budget": 210}}"#,
    ),
    (
        "fo1.AQbrAQEcAg8mAxkBtQoBvwgC8goG5gowfV0srwgBLxECvhACHQ1IcyJ9fSoBCX0CAnsDAVUAA5QMUSI6\
         WzVd_wQHQhIIZhNgNSwzXX194sY",
        r#"{"rules": "spaceship-battles", "attacker": {"groups": [{"size": "C", "special":
            ["missiles"]}], "play": {"aim": "weapons"}}, "defender": {"groups": [{"size": "C",
            "damaged": [5]}]}, "setting": {"range": [9, 7, 5, 3]}}"#,
    ),
];

fn read(code: &str) -> Value {
    serde_json::from_str(&decode(&Source::new("code", code)).unwrap()).unwrap()
}

#[test]
fn codes_of_version_0_1_0_read_for_ever() {
    for (code, scenario) in OF_0_1_0 {
        let scenario: Value = serde_json::from_str(scenario).unwrap();
        assert_eq!(read(code), scenario, "{code}");
        read_scenario(&Source::new("code", decode(&Source::new("code", code)).unwrap())).unwrap();
    }
}

/// Without fields that version 0.1.0 does not know, a code is still one that it reads.
#[test]
fn codes_that_version_0_1_0_can_read_are_written_as_it_wrote_them() {
    for (code, _) in OF_0_1_0 {
        let (status, again, error) = run(&["fight", code, "--share"]);
        assert_eq!((status, again.trim()), (0, code), "{error}");
    }
}

#[test]
fn a_mix_is_written_with_the_next_version() {
    let mix = "60% 2 cruiser & name=Terran | 40% orion/dreadnought";
    let asked = ["fight", "3 interceptor", "--against-mix", mix, "--play=defender=npc", "--seed=7"];
    let (status, code, error) = run(&[&asked[..], &["--share"]].concat());
    let code = code.trim();
    assert!(status == 0 && code.starts_with("fo2."), "{code} {error}");
    let known = json(&[&asked[..], &["--format=json", "--battles=1000"]].concat());
    let found = json(&["fight", code, "--format=json", "--battles=1000"]);
    for field in ["play", "draw", "rounds", "seed", "battles"] {
        assert_eq!(found[field], known[field], "{field}");
    }
    let (_, again, _) = run(&["fight", code, "--share"]);
    assert_eq!(again.trim(), code);
}

/// Version 0.1.0 knows no horizon, neither as a field nor as a typed option.
#[test]
fn a_horizon_is_written_with_the_next_version() {
    let fields = r#"{"fleet": "2 cruiser", "play": {"horizon": "battle"}}"#;
    for side in [fields, r#""2 cruiser & horizon=battle""#, r#""2 cruiser & Horizon = sector""#] {
        let scenario = format!(r#"{{"attacker": {side}, "defender": "ancient"}}"#);
        let code = encode(&scenario).unwrap();
        assert!(code.starts_with("fo2."), "{side}: {code}");
        assert_eq!(read(&code), serde_json::from_str::<Value>(&scenario).unwrap());
    }
    let code =
        encode(r#"{"attacker": "2 cruiser & name=Horizon", "defender": "ancient"}"#).unwrap();
    assert!(code.starts_with("fo1."), "{code}");
}

#[test]
fn a_wrong_version_is_named() {
    let body = &encode(r#"{"attacker": "cruiser", "defender": "ancient"}"#).unwrap()[4..];
    let words = ["this code has version 3", "reads versions 1 and 2: `fo1.` and `fo2.`"];
    refuses(&["fight", &format!("fo3.{body}")], 3, &words);
    refuses(
        &["fight", &format!("fo2.{body}x")],
        3,
        &["damaged", "copy the whole code, from `fo2.`"],
    );
}
