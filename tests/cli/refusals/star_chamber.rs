//! Star Chamber: forces and combats that are refused.

use crate::support::program::{file, refuses};

#[test]
fn wrong_combats_of_star_chamber_are_refused() {
    for (force, told) in [
        ("3 skuot", ["unknown ship `skuot`", "did you mean `scout`?"]),
        ("scout(hulk=3)", ["unknown figure `hulk`", "did you mean `hull`?"]),
        ("scout(hull=0)", ["`0` is out of range", "from 1 to 1000"]),
        ("scout(+hull)", ["ships have no parts", "`hull=…`"]),
        ("scout(damaged=9)", ["9 damage on a ship with a hull of 9", "attacker:1:1"]),
        ("scout(damaged=[1,1])", ["`damaged` of 2 ships, the group has 1", "attacker:1:1"]),
        ("65 scout", ["a group cannot have `65` ships", "must be from 1 to 64"]),
        ("40 scout + 40 scout", ["80 ships on one side", "at most 64"]),
        ("scout(weapons=beam 4)", ["does not state the round", "beam 4@1"]),
        ("scout(weapons=beam 4@10)", ["is out of range", "from 1 to 9"]),
        ("scout & leadership=x", ["`x` is not a number", "attacker:1:20"]),
        ("scout & edge & edge", ["`edge` is given twice", "attacker:1:16"]),
        ("scout & leadership=1 & personae=[2]", ["cannot be combined", "attacker:1:24"]),
        ("scout & neutral & edge", ["neutral ships cannot have the Edge", "attacker:1:9"]),
        ("scout & neutral & leadership=2", ["neutral ships cannot have a leader", "attacker:1:9"]),
        ("scout & play=npc", ["unknown option `play`", "leadership"]),
        ("orion/scout", ["unknown name `orion`", "attacker:1:1"]),
    ] {
        refuses(&["fight", force, "scout", "--rules", "star-chamber"], 3, &told);
    }
    let fight = |option| ["fight", "scout", "scout", "--rules", "star-chamber", option];
    refuses(&fight("--play=attacker=npc"), 2, &["is not a policy in star-chamber"]);
    refuses(&fight("--play-band"), 3, &["nothing to decide"]);
    let dir = tempfile::tempdir().unwrap();
    for (rest, told) in [
        (
            r#""attacker": "scout & edge", "defender": "scout & edge""#,
            ["both `attacker` and `defender` have the Edge", "one side"],
        ),
        (
            r#""parties": ["scout & neutral", "scout", "scout & neutral"]"#,
            ["have neutral ships", "one side"],
        ),
        (
            r#""parties": ["scout", "scout", "scout", "scout", "scout"]"#,
            ["5 forces, at most 4", "s.json:1"],
        ),
        (
            r#""attacker": {"groups": []}, "defender": "scout""#,
            ["a force needs at least one ship", "s.json:1"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"turns": 101}"#,
            ["`101` is out of range", "from 1 to 100"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"shields": "gone"}"#,
            ["unknown shield rule", "persist, restore"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"events": [{"round": 1, "side": 2, "damage": 1}]}"#,
            ["`2` is out of range", "there are 2 sides, numbered from 0"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"events": [{"round": 1, "side": 0, "ship": 0, "damage": 1}]}"#,
            ["`ship` needs a `group`", "within their `group`"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"events": [{"round": 1, "side": 0, "group": 0, "ship": 1, "damage": 1}]}"#,
            ["`1` is out of range", "there is 1 ship, numbered from 0"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"events": [{"round": 1, "side": 0}]}"#,
            ["this event has no effect", "`shield`"],
        ),
        (
            r#""attacker": "scout", "defender": "scout", "setting": {"events": [{"turn": 2, "round": 1, "side": 0, "damage": 1}]}"#,
            ["`2` is out of range", "from 1 to 1"],
        ),
        (
            r#""attacker": {"fleet": "scout", "play": {"retreat": "never"}}, "defender": "scout""#,
            ["`retreat` is not a field of `play` in star-chamber", "s.json:1"],
        ),
        (
            r#""attacker": {"groups": [{"class": "scout", "stats": {"weapons": [{"round": 1, "damage": -1}]}}]}, "defender": "scout""#,
            ["`-1` is out of range", "from 0 to 1000"],
        ),
    ] {
        let path = file(dir.path(), "s.json", format!(r#"{{"rules": "star-chamber", {rest}}}"#));
        refuses(&["fight", "--scenario", &path], 3, &told);
    }
}
