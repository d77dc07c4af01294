//! Invalid input: one clear message with its place, the right exit code, and no output on stdout.

mod eclipse;
mod spaceship_battles;
mod star_chamber;

use crate::support::program::{file, json, refuses, run};

#[test]
fn precision_that_is_not_reached_is_a_warning() {
    let fight = ["fight", "cruiser", "ancient", "--battles", "10k", "--precision", "0.1%"];
    let simulate = [&fight[..], &["--engine", "simulate"]].concat();
    let (status, _, stderr) = run(&simulate);
    assert_eq!(status, 0);
    assert!(stderr.contains("raise --battles"), "{stderr}");
    assert_eq!(run(&[&simulate[..], &["--quiet"]].concat()).2, "");
    // Exact odds have any precision that is asked for.
    assert_eq!(run(&fight).2, "");
}

const LARGE: [&str; 2] = ["8 interceptor + 4 cruiser + 2 dreadnought", "4 cruiser + 2 dreadnought"];

#[test]
fn what_does_not_fit_the_budget_is_refused_where_it_was_asked_for() {
    let huge = "8 interceptor + 4 cruiser + 2 dreadnought + 4 starbase";
    let fight = ["fight", huge, LARGE[0], "--budget", "100ms"];
    let words = ["best play does not fit the budget of 100 ms, 2 GB", "an estimated", "--budget"];
    refuses(&[&fight[..], &["--engine", "exact"]].concat(), 3, &words);
    let fight = ["fight", LARGE[0], LARGE[1], "--budget", "15ms"];
    let odds = ["the exact odds of this battle do not fit the budget of 15 ms, 2 GB"];
    refuses(&[&fight[..], &["--engine", "exact"]].concat(), 3, &odds);
    let band = ["--play-band: best play does not fit"];
    refuses(&[&fight[..], &["--play-band"]].concat(), 3, &band);
    let threat = ["--play=attacker=threat", "--play=defender=threat", "--engine=exact"];
    refuses(
        &[&["fight", LARGE[0], LARGE[1], "--budget=1ms"], &threat[..]].concat(),
        3,
        &["the table of all situations of the battle does not fit the budget of 1 ms"],
    );
    for memory in ["10ms,1KB", "1h,1KB"] {
        refuses(
            &["fight", LARGE[0], LARGE[1], "--budget", memory, "--engine", "exact"],
            3,
            &["does not fit the budget"],
        );
    }
}

#[test]
fn what_does_not_fit_the_budget_is_simulated_by_default_and_says_so() {
    let fight = ["fight", LARGE[0], LARGE[1], "--battles", "10k", "--format", "json", "--budget"];
    let result = json(&[&fight[..], &["300ms"]].concat());
    assert_eq!(result["engine"], "exact+simulate");
    assert_eq!(result["play"]["attacker"]["assign"], "optimal");
    let result = json(&[&fight[..], &["15ms"]].concat());
    assert_eq!(result["engine"], "simulate");
    assert_eq!(result["play"]["attacker"]["assign"], "optimal");
    let warning = result["warnings"][0].as_str().unwrap();
    assert!(warning.contains("the exact odds of this battle do not fit"), "{warning}");
    let tough = "4 interceptor + 3 cruiser(hull=5) + 2 dreadnought(hull=6) + 3 starbase(hull=4)";
    let fight = ["fight", "2 ancient", tough, "--any-blueprint", "--battles=10k", "--format=json"];
    let result = json(&[&fight[..], &["--budget=10ms"]].concat());
    assert_eq!(result["engine"], "exact+simulate");
    assert_eq!(result["play"]["defender"]["assign"], "threat");
    let warning = result["warnings"][0].as_str().unwrap();
    assert!(warning.contains("players use `threat` instead of `optimal`"), "{warning}");
    let fight = ["fight", LARGE[0], LARGE[1], "--battles", "10k", "--format", "json", "--budget"];
    let result = json(&[&fight[..], &["1ms"]].concat());
    assert_eq!(result["engine"], "simulate");
    assert_eq!(result["play"]["defender"]["assign"], "threat");
    assert_eq!(result["warnings"].as_array().unwrap().len(), 2);
}

#[test]
fn budgets_are_a_time_and_optionally_memory() {
    for budget in ["", "2", "2s,", "0s", "2GB", "-1s"] {
        let option = format!("--budget={budget}");
        refuses(&["fight", "cruiser", "ancient", &option], 2, &["expected a time"]);
    }
}

#[test]
fn wrong_scenarios_are_refused_with_line_and_column() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#""attacker": "cruiser", "defender": "ancient""#;
    for (text, words) in [
        (String::new(), ["the file is empty", "s.json:1:1"]),
        ("   \n ".into(), ["the file is empty", "s.json"]),
        ("3 interceptor".into(), ["this is not valid JSON", "s.json:1"]),
        ("{\"attacker\": }".into(), ["this is not valid JSON", "expected a value"]),
        ("[]".into(), ["expected an object, found a list", "s.json:1:1"]),
        ("{}".into(), ["the field `attacker` is missing", "s.json:1:1"]),
        (format!("{{{good},\n \"atacker\": 1}}"), ["unknown field `atacker`", "s.json:2:3"]),
        (format!("{{{good},\n \"seed\": -1}}"), ["a whole number of at least 0, found `-1`", "s.json:2:10"]),
        (format!("{{{good},\n \"battles\": 0}}"), ["`0` is not a valid number of battles", "s.json:2:13"]),
        (format!("{{{good}, \"seed\": 1,\n \"seed\": 2}}"), ["`seed` is given twice", "s.json:2:3"]),
        (format!("{{{good},\n \"engine\": \"exakt\"}}"), ["unknown engine `exakt`", "`exact`"]),
        (format!("{{{good},\n \"rules\": \"eclipsee\"}}"), ["unknown rulebook `eclipsee`", "`eclipse`"]),
        ("{\n \"parties\": []}".into(), ["cannot have 0 parties", "must be from 2 to 12"]),
        (format!("{{{good},\n \"parties\": []}}"), ["a scenario has either `parties` or two sides, not both", "s.json:1:14"]),
        ("{\n \"parties\": [\"cruiser & name=A\", {\"name\": \"B\", \"fleet\": \"cruiser\"}, {\"name\": \"B\", \"fleet\": \"cruiser\"}]}".into(), ["two parties are named `B`", "s.json:2"]),
        ("{\"parties\": [{\"fleet\": \"cruiser\", \"influence\": true}, {\"fleet\": \"cruiser\", \"influence\": true}]}".into(), ["another party holds it", "s.json:1"]),
        ("{\"parties\": [{\"fleet\": \"ancient\", \"alliance\": \"x\"}, \"cruiser\"]}".into(), ["non-player ships hold no influence disc", "s.json:1"]),
        ("{\"parties\": [{\"groups\": []}, \"cruiser\"]}".into(), ["at least one ship", "s.json:1:14"]),
        ("{\"parties\": [{\"name\": \"x\", \"fleet\": \"cruiser\"}, {\"fleet\": \"cruiser\", \"alliance\": \"X\"}, {\"fleet\": \"cruiser\", \"alliance\": \"x\"}]}".into(), ["a party and an alliance are both named `x`", "s.json:1"]),
        ("{\"attacker\": {\"groups\": [{\"class\": \"starbase\", \"retreating\": true}]}, \"defender\": \"ancient\"}".into(), ["`starbase` never retreats", "s.json:1"]),
        ("{\"attacker\": {\"groups\": [{\"class\": \"cruiser\", \"retreating\": true}]}, \"defender\": \"ancient\"}".into(), ["a retreating group needs a destination", "SIDE: true"]),
        (format!("{{{good},\n \"setting\": {{\"retreat\": {{\"attacker\": true, \"Attackers\": false}}}}}}"), ["`Attackers` is given twice", "s.json:2"]),
        (format!("{{{good}, \"influence\": true}}"), ["unknown field `influence`", "s.json:1"]),
        (format!("{{{good},\n \"setting\": {{\"bag\": {{\"x\": 3}}}}}}"), ["`x` is not the value of a tile", "s.json:2:23"]),
        (format!("{{{good},\n \"setting\": {{\"bag\": {{\"1\": 3000}}}}}}"), ["`3000` is not a valid number of tiles", "must be from 0 to 1000"]),
        (format!("{{{good},\n \"setting\": {{\"lowest_tile\": {{\"x\": 3}}}}}}"), ["unknown side `x`", "attacker, defender"]),
        (format!("{{{good},\n \"setting\": {{\"start\": {{\"round\": 0}}}}}}"), ["`0` is not a valid round", "must be from 1 to"]),
        (format!("{{{good},\n \"setting\": {{\"start\": {{\"round\": 9}}, \"round_cap\": 5}}}}"), ["round 9 is beyond the cap of 5 rounds", "s.json:2:23"]),
        (format!("{{{good},\n \"setting\": {{\"population\": {{\"cubes\": 3}}}}}}"), ["the field `owner` is missing", "s.json:2"]),
        (format!("{{{good},\n \"setting\": {{\"population\": {{\"owner\": \"x\", \"cubes\": 3}}}}}}"), ["unknown side `x`", "s.json:2"]),
        (format!("{{{good},\n \"setting\": {{\"population\": {{\"owner\": \"defender\", \"cubes\": 3}}}}}}"), ["cannot own population", "s.json:2"]),
        (format!("{{{good},\n \"setting\": {{\"population\": {{\"owner\": \"attacker\", \"cubes\": 99}}}}}}"), ["`99` is not a valid number of cubes", "must be from 0 to 60"]),
        (format!("{{{good},\n \"setting\": {{\"round_cap\": 0}}}}"), ["`0` is not a valid round cap", "s.json:2:27"]),
        (format!("{{{good},\n \"setting\": {{\"retreat\": {{\"atacker\": true}}}}}}"), ["unknown side `atacker`", "s.json:2"]),
        (format!("{{{good},\n \"setting\": {{\"retreat\": {{\"attacker\": 1}}}}}}"), ["expected true or false", "s.json:2"]),
        ("{\"attacker\": \"cruiser\",\n \"defender\": \"2 anciet\"}".into(), ["unknown class of ship `anciet`", "s.json:2:17"]),
        ("{\"attacker\": {\"groups\": [{\"class\": \"cruiser\",\n\"count\": 1.5}]}, \"defender\": \"ancient\"}".into(), ["found `1.5`", "s.json:2:10"]),
        ("{\"attacker\": {\"groups\": []}, \"defender\": \"ancient\"}".into(), ["at least one ship", "s.json:1:14"]),
        ("{\"attacker\": {\"groups\": [{\"class\": \"cruiser\", \"parts\": [\"hul\"]}]}, \"defender\": \"ancient\"}".into(), ["unknown part `hul`", "did you mean `hull`?"]),
        ("{\"attacker\": {\"groups\": [{\"class\": \"cruiser\", \"stats\": {\"hulls\": {}}}]}, \"defender\": \"ancient\"}".into(), ["found an object", "s.json:1"]),
        ("{\"attacker\": {\"fleet\": \"cruiser\", \"technologies\": [\"warp\"]}, \"defender\": \"ancient\"}".into(), ["unknown technology `warp`", "s.json:1:52"]),
        ("{\"attacker\": {\"fleet\": \"cruiser\", \"play\": {\"retreat\": \"optimal\"}}, \"defender\": \"ancient\"}".into(), ["a side whose objective is `win` never retreats", "requires the objective `swing`"]),
        ("{\"attacker\": {\"fleet\": \"cruiser\", \"play\": {\"retreat\": \"often\"}}, \"defender\": \"ancient\"}".into(), ["unknown retreat policy `often`", "never, optimal, or a condition"]),
        ("{\"attacker\": {\"fleet\": \"cruiser\", \"play\": {\"retreat\": {}}}, \"defender\": \"ancient\"}".into(), ["found 0 conditions", "expected exactly one of"]),
        ("{\"attacker\": {\"fleet\": \"cruiser\", \"play\": {\"retreat\": {\"below\": 20}}}, \"defender\": \"ancient\"}".into(), ["`20` is not a probability", "must be from 0 to 1"]),
    ] {
        let path = file(dir.path(), "s.json", &text);
        refuses(&["fight", "--scenario", &path], 3, &words);
    }
    let bytes = file(dir.path(), "s.json", [b'{', 0xff, b'}']);
    refuses(
        &["fight", "--scenario", &bytes],
        3,
        &["line 1, is not text: byte 2 is not valid UTF-8"],
    );
    let large = file(dir.path(), "s.json", vec![b' '; 5 << 20]);
    refuses(&["fight", "--scenario", &large], 3, &["larger than 4 MiB"]);
    let deep = file(dir.path(), "s.json", "[".repeat(100_000));
    refuses(&["fight", "--scenario", &deep], 3, &["this is not valid JSON", "EOF"]);
}

#[test]
fn files_that_cannot_be_read_are_another_matter() {
    refuses(&["fight", "--scenario", "no-such-file.json"], 1, &["cannot read no-such-file.json"]);
    refuses(&["fight", "--scenario", "src"], 1, &["cannot read src"]);
    refuses(&["fight", "@no-such-file.json", "ancient"], 1, &["cannot read no-such-file.json"]);
    refuses(&["fight", "cruiser", "ancient", "--fleets", "no-such-folder"], 1, &["cannot read"]);
}

#[test]
fn a_wrong_command_line_is_another_matter() {
    refuses(&["fight"], 2, &["required"]);
    refuses(&["fight", "cruiser"], 2, &["<DEFENDER>", "vs ancient"]);
    refuses(&["fight", "cruiser", "ancient", "--bogus"], 2, &["--bogus"]);
    refuses(&["fight", "cruiser", "ancient", "--format", "xml"], 2, &["xml", "table"]);
    refuses(&["fight", "cruiser", "ancient", "--battles", "0"], 2, &["--battles `0`"]);
    refuses(&["fight", "cruiser", "ancient", "--battles", "-5"], 2, &["--battles `-5`"]);
    refuses(&["fight", "cruiser", "ancient", "--threads", "0"], 2, &["must be from 1 to 1024"]);
    refuses(&["fight", "cruiser", "ancient", "--precision", "70%"], 2, &["--precision `70%`"]);
    refuses(&["fight", "cruiser", "ancient", "--scenario", "x.json"], 2, &["cannot be used with"]);
    refuses(&["fite"], 2, &["the defender is missing", "'3 interceptor' vs ancient"]);
}

#[test]
fn a_story_is_that_of_a_battle_of_the_run() {
    let replay = |more: &[&'static str]| [&["replay", "cruiser", "ancient"], more].concat();
    refuses(&replay(&["--battle", "1000000"]), 3, &["the run has battles 0 to 999999"]);
    refuses(&replay(&["--battle", "-1"]), 2, &["-1"]);
    refuses(&replay(&["--battle", "1", "--upset"]), 2, &["--upset", "--battle"]);
    refuses(&["replay", "cruiser"], 2, &["the defender is missing"]);
    refuses(&["replay", "cruiser", "ansiant"], 3, &["unknown", "`ancient`"]);
    let hopeless = ["replay", "interceptor(cannons=1y)", "interceptor(hull=0, initiative=9)"];
    let hopeless = [&hopeless[..], &["--upset", "--battles", "1"][..]].concat();
    refuses(&hopeless, 3, &["no battle of the run was won"]);
}

#[test]
fn luck_is_of_what_can_have_happened() {
    let luck = |more: &[&'static str]| [&["luck", "3 interceptor", "ancient"], more].concat();
    refuses(&luck(&[]), 2, &["--won"]);
    refuses(&luck(&["--won", "ancients"]), 3, &["no side is called `ancients`", "attacker"]);
    refuses(&luck(&["--won", "draw"]), 3, &["no battle of these fleets can end like that"]);
    refuses(&luck(&["--left", "attacker"]), 2, &["SIDE=FLEET"]);
    refuses(&luck(&["--left", "attacker=2 criusr"]), 3, &["did you mean `cruiser`?"]);
    refuses(&luck(&["--left", "attacker=4 interceptor"]), 3, &["4 interceptor left", "had 3"]);
    refuses(&luck(&["--left", "attacker=2 interceptor(hull)"]), 2, &["class and number"]);
    refuses(&luck(&["--left", "attacker=none", "--left", "attacker=none"]), 3, &["twice"]);
    refuses(&luck(&["--won", "attacker", "--side", "nobody"]), 3, &["no side is called `nobody`"]);
}

#[test]
fn designs_are_of_things_that_can_be_built() {
    let design = |more: &[&'static str]| [&["design"], more, &["--against", "ancient"]].concat();
    refuses(&["design", "cruiser"], 2, &["the enemies are missing", "design cruiser vs ancient"]);
    refuses(&design(&["criusr"]), 3, &["unknown", "`cruiser`"]);
    refuses(&design(&["cruiser(hull)"]), 3, &["chooses the parts itself", "--parts"]);
    refuses(&design(&["cruiser + interceptor"]), 3, &["one class", "--with", "--cost"]);
    refuses(&design(&["cruiser", "--parts", "plasma canon"]), 2, &["part", "`plasma-cannon`"]);
    refuses(&design(&["ancient"]), 3, &["ancient"]);
    refuses(&design(&["cruiser", "--cost", "0"]), 2, &["above 0"]);
    refuses(&design(&["cruiser", "--cost", "4"]), 3, &["none of these ships"]);
    refuses(&design(&["cruiser", "--cost", "9", "--parts", "tech"]), 2, &["--parts"]);
    refuses(
        &design(&["cruiser", "--cost", "9", "--capacity", "2"]),
        2,
        &["eclipse has no capacity"],
    );
    refuses(&design(&["cruiser", "--by", "per-cost"]), 2, &["win or swing"]);
    refuses(&design(&["cruiser", "--weights", "1,2"]), 2, &["--weights", "expected one number"]);
    refuses(&design(&["cruiser", "--with", "ancient"]), 3, &["non-player"]);
    refuses(&design(&["cruiser", "--with", "cruiser & play=npc"]), 2, &["--with", "play"]);
    let units = ["design", "cruiser", "--rules", "ti4-space", "--against", "destroyer"];
    refuses(&units, 2, &["--cost is missing"]);
    refuses(&design(&["cruiser", "--rules", "ti4-space"]), 3, &["`ancient` is in", "--1e"]);
}

#[test]
fn pictures_go_where_they_can_be_written() {
    let fight = |more: &[&'static str]| {
        [&["fight", "cruiser", "ancient", "--battles", "100"], more].concat()
    };
    for option in ["--plot", "--report"] {
        refuses(&fight(&[option, "/no/such/folder/a"]), 1, &["cannot write"]);
        refuses(&fight(&[option, "a", "--shard", "1/2"]), 2, &[option]);
        refuses(&fight(&[option, "a", "--share"]), 2, &[option, "--share"]);
    }
    let dir = tempfile::tempdir().unwrap();
    let sector = r#"{"parties": [{"name": "A", "fleet": "cruiser"},
        {"name": "B", "fleet": "cruiser"}, {"name": "C", "fleet": "cruiser"}]}"#;
    let path = file(dir.path(), "s.json", sector);
    refuses(&["fight", "--scenario", &path, "--swing"], 3, &["--swing is for one battle"]);
}

#[test]
fn play_names_a_side_and_a_policy() {
    let play = |play| ["fight", "cruiser", "ancient", "--play", play];
    refuses(&play("attacker"), 2, &["SIDE=POLICY"]);
    refuses(&play("atacker=npc"), 2, &["unknown side `atacker`", "`attacker`"]);
    refuses(&play("attacker=npcs-spread"), 2, &["unknown policy", "`npc-spread`"]);
}

#[test]
fn wrong_combats_of_twilight_imperium_are_refused() {
    for (fleet, told) in [
        ("3 criusr", ["unknown unit `criusr`", "did you mean `cruiser`?"]),
        ("2 carrier(hull=3)", ["unknown figure `hull`", "combat"]),
        ("2 carrier(-hull)", ["units have no parts", "`combat=…`"]),
        ("2 carrier(combat=2y)", ["`2y` is not a roll", "2x7"]),
        ("2 carrier(cost=1.3)", ["`1.3` is not a price", "steps of 0.5"]),
        ("2 carrier(damaged=1)", ["cannot sustain damage", "attacker:1:1"]),
        ("2 dreadnought(damaged=3)", ["3 damaged units", "the group has 2"]),
        ("carrier & sustain=soon", ["unknown sustain policy `soon`", "first, late"]),
        ("carrier & play=npc", ["unknown policy `npc`", "adaptive"]),
        ("carrier & loss-order=[fighter]", ["unknown class of this side `fighter`", "carrier"]),
        ("carrier & loss-order=[carrier, carrier]", ["`carrier` is given twice", "attacker:1"]),
        ("carrier & faction=xcha", ["unknown faction `xcha`", "did you mean `xxcha`?"]),
        ("carrier & parley", ["Parley sends the landed forces back", "attacker:1:11"]),
        ("carrier & overwing zeta", ["needs units", "overwing zeta=[flagship, 2 cruiser]"]),
        ("carrier & overwing zeta=[crusier]", ["unknown unit `crusier`", "`cruiser`?"]),
        ("carrier & reveal prototype", ["needs a unit", "reveal prototype=cruiser"]),
        ("carrier ii & reveal prototype=carrier", ["`carrier` has no upgrade", "attacker:1:31"]),
        ("carrier & the cavalry=cruiser", ["unknown class of this side `cruiser`", "carrier"]),
        ("2 carrier(galvanized=3)", ["3 galvanized units", "the group has 2"]),
        ("carrier & magan", ["unknown option `magan`", "did you mean"]),
        ("carrier & skilled retreat", ["needs a round", "skilled retreat=2"]),
        ("carrier & bunker=3", ["`bunker` takes no round", "attacker:1:18"]),
        ("carrier & 2 bunker", ["`bunker` takes no count", "attacker:1:11"]),
        ("carrier & 12 direct hit", ["`12` is not a valid count", "must be from 1 to 9"]),
        ("carrier & direct hit & direct hit", ["`direct-hit` is given twice", "attacker:1:24"]),
        ("101 fighter", ["a group cannot have `101` units", "must be from 1 to 100"]),
        ("60 fighter + 41 cruiser", ["101 units, at most 100", "attacker:1:1"]),
        ("99 war sun(combat=4x1)", ["396 dice of combat, at most 300", "attacker:1:1"]),
    ] {
        refuses(&["fight", fleet, "cruiser", "--rules", "ti4-space"], 3, &told);
    }
    refuses(&["fight", "5 winnu flagship", "99 cruiser", "--rules", "ti4-space"], 3, &["495 dice"]);
    let dir = tempfile::tempdir().unwrap();
    for (rules, setting, told) in [
        ("ti4-ground", r#""planets": []"#, "the list of planets is empty"),
        (
            "ti4-ground",
            r#""planets": [{"name": "A", "attacker": "mech"}]"#,
            "`defender` is missing",
        ),
        (
            "ti4-ground",
            r#""planets": [{"name": "A", "attacker": "mech", "defender": "mech"}]"#,
            "units must be listed with their planets",
        ),
        ("ti4-space", r#""capacity": "ignore""#, "unknown capacity setting"),
        ("ti4-space", r#""rounds": 0"#, "`0` is not a valid number of rounds to list"),
        ("ti4-space", r#""fleet_pool": {"Jol-Nar": 3}"#, "unknown side"),
        ("ti4-space", r#""retreat": {"attacker": {"to": "home"}}"#, "unknown kind of system"),
    ] {
        let text = format!(
            r#"{{"rules": "{rules}", "attacker": "mech", "defender": "mech", "setting": {{{setting}}}}}"#
        );
        let path = file(dir.path(), "s.json", text);
        refuses(&["fight", "--scenario", &path], 3, &[told, "s.json:1:"]);
    }
    let parties = r#"{"rules": "ti4-space", "parties": ["cruiser", "cruiser"]}"#;
    let path = file(dir.path(), "s.json", parties);
    refuses(&["fight", "--scenario", &path], 3, &["an attacker and a defender"]);
}

/// A field of one game is refused in another.
#[test]
fn fields_of_other_games_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = |rules: &str, side: &str, setting: &str| {
        let (own, enemy) =
            if rules == "eclipse" { ("cruiser", "ancient") } else { ("mech", "mech") };
        format!(
            r#"{{"rules": "{rules}", "attacker": {{"fleet": "{own}", {side} "play": {{}}}},
            "defender": "{enemy}", "setting": {{{setting}}}}}"#
        )
    };
    for (rules, side, setting, field) in [
        ("eclipse", r#""faction": "sol","#, "", "`faction` is not a field in eclipse"),
        ("eclipse", r#""effects": [],"#, "", "`effects`"),
        ("eclipse", "", r#""nebula": true"#, "`nebula` is not a setting in eclipse"),
        (
            "eclipse",
            "",
            r#""retreat": {"attacker": {"to": "nebula"}}"#,
            "is not a condition in eclipse",
        ),
        ("ti4-space", r#""species": "sol","#, "", "`species` is not a field in ti4-space"),
        ("ti4-space", "", r#""bag": {}"#, "`bag` is not a setting in ti4-space"),
        (
            "ti4-space",
            "",
            r#""planets": [{"name": "Abyz", "attacker": "mech", "defender": "mech"}]"#,
            "`planets`",
        ),
        ("ti4-ground", "", r#""retreat": {}"#, "`retreat` is not a setting in ti4-ground"),
        ("ti4-ground", "", r#""nebula": true"#, "`nebula`"),
    ] {
        let path = file(dir.path(), "s.json", scenario(rules, side, setting));
        refuses(&["fight", "--scenario", &path], 3, &[field, "allowed: "]);
    }
}

#[test]
fn what_is_said_twice_is_refused() {
    for fleet in
        ["cruiser & play=npc & play=threat", "cruiser(hull=1, hull=3)", "cruiser & name=A & name=B"]
    {
        refuses(&["fight", fleet, "ancient"], 3, &["is given twice"]);
    }
}

#[test]
fn names_of_sides_are_short_and_printable() {
    let dir = tempfile::tempdir().unwrap();
    for name in [r"a\nb", r"\u001b[31m", "", &"x".repeat(61)] {
        let text = format!(
            r#"{{"attacker": {{"name": "{name}", "fleet": "cruiser"}}, "defender": "ancient"}}"#
        );
        let path = file(dir.path(), "s.json", text);
        refuses(&["fight", "--scenario", &path], 3, &["not a valid name", "1 to 60"]);
    }
    let args = [
        "fight",
        "cruiser & name=Bob",
        "ancient",
        "--play",
        "Bob=npc",
        "--battles",
        "1k",
        "--format",
        "json",
    ];
    let result = json(&args);
    assert_eq!(result["sides"][0]["name"], "Bob");
    assert_eq!(result["play"]["attacker"]["assign"], "npc");
}

#[test]
fn catalogue_files_have_ranges_and_places() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    for (entry, words) in [
        (r#"{"name": "bad", "rank": 300}"#, ["`300` is out of range", "1 to 99"]),
        (r#"{"name": "bad", "cost": -5}"#, ["`-5` is out of range", "0 to 1000"]),
        (r#"{"name": "bad", "hull": 300}"#, ["`300` is out of range", "0 to 60"]),
        (r#"{"name": "bad", "cannons": "2x"}"#, ["`2x` is not a set of dice", "bad.json:1"]),
        (r#"{"nam": "bad"}"#, ["the field `name` is missing", "bad.json:1"]),
        (r#"{"name": "bad", "hul": 1}"#, ["unknown field `hul`", "did you mean `hull`?"]),
    ] {
        file(
            dir.path(),
            "bad.json",
            format!(r#"{{"rulebook": "eclipse", "non_player": [{entry}]}}"#),
        );
        refuses(&["fleets", "list", "--fleets", folder], 3, &words);
    }
    file(dir.path(), "bad.json", r#"{"parts": []}"#);
    refuses(&["fleets", "list", "--fleets", folder], 3, &["the field `rulebook` is missing"]);
    // Files of other rulebooks are skipped.
    file(dir.path(), "bad.json", r#"{"rulebook": "ti4-space", "units": []}"#);
    assert_eq!(run(&["fleets", "check", "--fleets", folder]).0, 0);
}

/// A name with escapes is shown decoded, and its place is that of the escaped text.
#[test]
fn a_name_with_escapes_is_found_where_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#""attacker": "cruiser", "defender": "ancient""#;
    for (text, words) in [
        (format!(r#"{{"\u0061ttackr": 1, {good}}}"#), ["unknown field `attackr`", "s.json:1:3"]),
        (
            format!(r#"{{{good}, "\u0061ttackr" : "x"}}"#),
            ["did you mean `attacker`?", "s.json:1:49"],
        ),
        (
            format!(r#"{{{good}, "setting": {{"retreat": {{"\u0061ttackr": true}}}}}}"#),
            ["unknown side `attackr`", "s.json:1:73"],
        ),
        (
            format!(r#"{{{good}, "engine": "\u0065xakt"}}"#),
            ["unknown engine `exakt`", "did you mean `exact`?"],
        ),
        (
            format!(r#"{{{good}, "\u0061ttacker": "x"}}"#),
            ["`attacker` is given twice", "s.json:1:49"],
        ),
    ] {
        let path = file(dir.path(), "s.json", text);
        refuses(&["fight", "--scenario", &path], 3, &words);
    }
}

/// Rounds can only be listed for a single battle: the message names the field or the option.
#[test]
fn rounds_of_several_battles_are_refused_where_they_are_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let parties = r#""parties": ["cruiser & name=A", "cruiser & name=B", "cruiser & name=C"]"#;
    let sector = file(dir.path(), "s.json", format!(r#"{{{parties}}}"#));
    let listed = format!("{{{parties},\n \"setting\": {{\"rounds\": 3}}}}");
    let listed = file(dir.path(), "listed.json", listed);
    let words = ["`rounds` is for one battle", "listed.json:2:24"];
    refuses(&["fight", "--scenario", &listed], 3, &words);
    refuses(&["fight", "--scenario", &listed, "--rounds"], 3, &words);
    refuses(&["fight", "--scenario", &sector, "--rounds"], 3, &["--rounds is for one battle"]);
    let text = std::fs::read_to_string("fleets/examples/invasion.json").unwrap();
    let text = text.replacen("\"planets\"", "\"rounds\": 3, \"planets\"", 1);
    let invasion = file(dir.path(), "invasion.json", text);
    let words = ["`rounds` is for one battle", "invasion.json:"];
    refuses(&["fight", "--scenario", &invasion], 3, &words);
}

#[test]
fn what_is_no_text_is_found_in_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "s.json", b"{\n\"attacker\":\n\"\xff\"}");
    refuses(
        &["fight", "--scenario", &path],
        3,
        &["s.json, line 3, is not text: byte 2 is not valid UTF-8"],
    );
}

/// A word for any ship is no ship: it is refused with the names that are known.
#[test]
fn n13_a_word_for_any_ship_is_refused() {
    for word in ["ship", "ships", "unit", "units", "fleet", "fleets", "vessel", "spaceships"] {
        let typed = format!("3 {word} vs cruiser");
        for rules in ["eclipse", "eclipse-2e", "ti4", "ti4-ground"] {
            refuses(&[&typed, "-r", rules, "--no-config"], 3, &[&format!("`{word}`"), "unknown"]);
        }
        let typed = format!("3 {word} vs scout");
        refuses(
            &[&typed, "-r", "star-chamber", "--no-config"],
            3,
            &[&format!("`{word}`"), "scout"],
        );
    }
}
