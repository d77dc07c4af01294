//! Spaceship Battles: fleets and battles that are refused.

use crate::support::program::{file, refuses};

#[test]
fn wrong_battles_of_spaceships_are_refused() {
    for (fleet, told) in [
        ("2 g", ["unknown ship `g`", "such as `a`, `b`, `c`"]),
        ("c(speed=11)", ["`11` is not a speed", "allowed: H, F, 1"]),
        ("c(field=6)", ["unknown type of force field `6`", "0, 1, 2, 3, 4, 5"]),
        ("c(weapon=6d6)", ["unknown weapon `6d6`", "did you mean"]),
        (
            "c(special=[aft, torpedox])",
            ["unknown special weapon or ability", "did you mean `torpedoes`?"],
        ),
        ("c(special=[aft, aft])", ["`aft` is given twice", "attacker:1:17"]),
        ("c(damaged=36)", ["36 damage on a ship with a hull of 36", "attacker:1:1"]),
        ("c(factors.field=4)", ["`4` is out of range", "from 0 to 3"]),
        ("c & doctrine=charge", ["unknown doctrine `charge`", "keep 5"]),
        ("c & aim=bridge", ["unknown aim `bridge`", "engines, field, hull, weapons"]),
        ("c & target=fattest", ["unknown target rule `fattest`", "did you mean"]),
        ("c & priority=[field, field]", ["`field` is given twice", "attacker:1:22"]),
        ("c & invisible", ["a ship without the device cannot be invisible", "invisibility"]),
        ("c & self-destruct=99", ["`99` is out of range", "from 0 to 60"]),
        ("65 c", ["a group cannot have `65` ships", "must be from 1 to 64"]),
        ("c(field=-1)", ["unknown type of force field `-1`", "did you mean"]),
        ("c(speed=-1)", ["`-1` is not a speed", "allowed: H, F, 1"]),
        ("c(weapon=-1d6)", ["unknown weapon `-1d6`", "did you mean"]),
        ("c & doctrine=keep -1", ["`-1` is out of range", "from 0 to 200"]),
    ] {
        let allowed = told[1];
        let words: &[&str] = if allowed == "did you mean" { &told[..1] } else { &told };
        refuses(&["fight", fleet, "c", "--rules", "spaceship-battles"], 3, words);
    }
    let fight = |option| ["fight", "c", "c", "--rules", "spaceship-battles", option];
    refuses(&fight("--play=attacker=npc"), 2, &["unknown doctrine `npc`"]);
    refuses(&fight("--play-band"), 3, &["nothing to decide"]);
    let dir = tempfile::tempdir().unwrap();
    let on_map = |ships: &str, map: &str| {
        format!(
            r#""attacker": {{"groups": [{{"size": "C" {ships}}}]}}, "defender": {{"groups": [{{"size": "C", "ships": [{{"at": [1, 1], "heading": "N"}}]}}]}}, "setting": {{{map}}}"#
        )
    };
    let playing = |play: &str, setting: &str| {
        format!(
            r#""attacker": {{"groups": [{{"size": "C"}}], "play": {{{play}}}}}, "defender": "c", "setting": {{{setting}}}"#
        )
    };
    let map = r#""map": {"width": 9, "height": 9}"#;
    for (rest, told) in [
        (
            playing(r#""speed": 6"#, ""),
            ["the engines cannot reach speed 6", "the fastest is 3, with 2 points"],
        ),
        (
            playing(r#""power": {"engines": 3, "field": 3, "weapons": 3}"#, ""),
            ["9 points of power requested (engines 3, field 3, weapons 3)", "ship has 8"],
        ),
        (playing(r#""power": {"engines": 4}"#, ""), ["`4` is out of range", "from 0 to 3"]),
        (
            playing("", r#""budget": 99"#),
            ["`attacker` costs 100 points, but the budget is 99", "1 c: 100"],
        ),
        (playing("", r#""range": [1, 2]"#), ["2 ranges", "one for each of the phases"]),
        (playing("", r#""range": -1"#), ["`-1` is out of range", "from 0 to 100"]),
        (
            playing("", r#""range": 3, "map": {"width": 9, "height": 9}"#),
            ["either `range` or `map`, not both", "s.json:1"],
        ),
        (playing("", r#""turns": 0"#), ["`0` is out of range", "from 1 to 1000"]),
        (
            playing("", r#""charts": {"fields": {"3": [1, 2]}}"#),
            ["2 values", "factors I, II and III"],
        ),
        (
            playing("", r#""charts": {"feilds": {"3": [1, 2, 3]}}"#),
            ["unknown chart `feilds`", "did you mean `fields`?"],
        ),
        (on_map("", map), ["positions for 0 of 1 ships", "on a map, every ship needs a position"]),
        (
            on_map(r#", "ships": [{"at": [9, 1], "heading": "N"}]"#, map),
            ["`9` is out of range", "from 0 to 8"],
        ),
        (
            on_map(r#", "ships": [{"at": [1, 1], "heading": "up"}]"#, map),
            ["unknown heading `up`", "E, N, S, W"],
        ),
        (
            on_map(r#", "ships": [{"at": [1, 1], "heading": "N"}]"#, ""),
            ["ships can have positions only on a map", "s.json:1"],
        ),
        (
            on_map(r#", "ships": [{"at": [1], "heading": "N"}]"#, map),
            ["a space needs a column and a row", "[3, 4]"],
        ),
        (
            r#""attacker": {"groups": []}, "defender": "c""#.into(),
            ["a side needs at least one ship", "s.json:1"],
        ),
        (
            r#""parties": ["c", "c", "c"]"#.into(),
            ["`parties` are not supported here", "attacker and a defender"],
        ),
    ] {
        let path =
            file(dir.path(), "s.json", format!(r#"{{"rules": "spaceship-battles", {rest}}}"#));
        refuses(&["fight", "--scenario", &path], 3, &told);
    }
}
