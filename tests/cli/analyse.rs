//! `fleetodds analyse` and `replay --record`: reports in all formats, several records, and records
//! with errors.

use std::path::Path;

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::support::pages::{blocks, read};
use crate::support::program::{file, fleetodds, json, refuses, run};

/// A battle with bad luck and a blunder: the two hits of line 6 would have destroyed an ancient.
const BATTLE: &str = "rules: eclipse
attacker: 2 cruiser & name=Anna
defender: 2 ancient
round 1
ancient: 5 2 1 1 at cruiser
cruiser: y6 at ancient 1, y5 at ancient 2
round 2
ancient: 6 6 1 2, destroys cruiser with damage 1
cruiser: 1
round 3
ancient: 5 5 1 1, destroys cruiser
";

/// Returns the records of two battles of two players, which were simulated.
fn league(dir: &Path) -> [String; 2] {
    let fleets = ["3 interceptor + cruiser & name=Anna", "2 interceptor + cruiser & name=Bert"];
    let record = |battle: &str, fleets: [&str; 2]| {
        let (code, text, _) =
            run(&["replay", fleets[0], fleets[1], "--record", "--battle", battle]);
        assert_eq!(code, 0);
        file(dir, &format!("{battle}.txt"), text)
    };
    // In the second battle, Bert attacks.
    [record("0", fleets), record("1", [fleets[1], fleets[0]])]
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Returns a battle with one line replaced, as a file.
fn changed(dir: &Path, line: &str, new: &str) -> String {
    assert!(BATTLE.contains(line), "{line}");
    file(dir, "battle.txt", BATTLE.replacen(line, new, 1))
}

#[test]
fn a_battle_is_told_step_by_step() {
    let dir = tempfile::tempdir().unwrap();
    let battle = file(dir.path(), "b.txt", BATTLE);
    let (code, table, stderr) = run(&["analyse", &battle]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(table.starts_with("2 cruiser & name=Anna v 2 ancient: "), "{table}");
    for words in [
        "\n  round 1\n",
        "defender ancient  y5 y2 y1 y1 ",
        "blunder: gave away 19.9; better: y6",
        "Odds of Anna through the battle\n",
        "\n  Luck and skill    Anna\n",
        "\n  result             0 %\n",
        "Anna: 1 choice that mattered, 1 blunder.",
    ] {
        assert!(table.contains(words), "{words}\n{table}");
    }
    let analysis = json(&["analyse", &battle, "--json"]);
    let skill = &analysis["sides"][0]["player"];
    let [start, luck, mistakes, end] =
        ["start", "luck", "mistakes", "end"].map(|name| number(&skill[name]));
    assert!((start + luck - mistakes - end).abs() < 1e-9, "{skill}");
    assert!(analysis["sides"][1].get("player").is_none(), "ancients make no mistakes");
    assert_eq!((&analysis["ended"], end), (&true.into(), 0.0));
}

/// No line is too long at 80 columns, and colour and ASCII change nothing else.
#[test]
fn the_report_fits_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let [one, two] = league(dir.path());
    for typed in [vec!["analyse", &one], vec!["analyse", &one, &two, "--full"]] {
        let (_, table, _) = run(&typed);
        let file_names = table.lines().filter(|line| !line.contains(".txt"));
        for line in file_names {
            assert!(line.width() <= 80 && line.trim_end() == line, "{line:?}\n{table}");
        }
        let (_, coloured, _) = run(&[&typed[..], &["--color", "always"]].concat());
        assert!(coloured.contains("\u{1b}["), "{coloured}");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), table);
        let (_, ascii, _) = run(&[&typed[..], &["--ascii"]].concat());
        assert!(ascii.is_ascii(), "{ascii}");
    }
}

#[test]
fn an_analysis_has_all_formats_and_pictures() {
    let dir = tempfile::tempdir().unwrap();
    let battle = file(dir.path(), "b.txt", BATTLE);
    let [svg, page] = ["a.svg", "a.html"].map(|name| dir.path().join(name));
    let pictures = ["--plot", svg.to_str().unwrap(), "--report", page.to_str().unwrap()];
    let (code, csv, _) = run(&[&["analyse", &battle, "-f", "csv"], &pictures[..]].concat());
    assert_eq!(code, 0);
    let rows: Vec<&str> = csv.lines().collect();
    let header = "line,part,who,kind,what,role,cost,mark,best,\
                  attacker_win,attacker_worth,attacker_change,\
                  defender_win,defender_worth,defender_change";
    assert_eq!(rows[0], header);
    let steps = json(&["analyse", &battle, "--json"])["steps"].as_array().unwrap().len();
    assert_eq!(rows.len(), steps + 1);
    let [svg, page] = [svg, page].map(|path| std::fs::read_to_string(path).unwrap());
    for picture in [&svg, &page] {
        assert!(picture.contains("Odds of Anna through the battle"), "{picture}");
        assert!(picture.contains("doubtful choice or mistake"), "{picture}");
        assert!(picture.contains("blunder: Anna 21.7\u{202f}%"), "{picture}");
    }
    assert!(page.contains("cruiser: y6 at ancient 1"), "the page has the record");
    let command = format!("fleetodds analyse {battle} -f csv");
    assert!(page.contains(&command), "{page}");
    let (_, markdown, _) = run(&["analyse", &battle, "-f", "markdown"]);
    for row in ["| round 1 |  |", "|  |  | blunder: gave away 19.9; better: ", "| result | 0 % |"] {
        assert!(markdown.contains(row), "{row}\n{markdown}");
    }
}

/// The record of the guide is the shipped one.
#[test]
fn the_guide_shows_the_record_that_it_analyses() {
    let shipped = read("fleets/battles/thursday.txt");
    assert_eq!(blocks(&read("docs/analyse.md"), "text")[0], shipped);
}

/// What a simulated battle has written is read again, as text and as JSON, from a file and from
/// standard input.
#[test]
fn records_of_simulated_battles_are_analysed() {
    let dir = tempfile::tempdir().unwrap();
    let fight = ["2 cruiser", "2 ancient"];
    for which in [&["--battle", "3"][..], &["--rarest"], &["--upset"]] {
        let replay = [&["replay"], &fight[..], which, &["-n", "10k", "--record"]].concat();
        let (code, text, stderr) = run(&replay);
        assert_eq!(code, 0, "{stderr}");
        assert!(text.starts_with("rules: eclipse\nattacker: 2 cruiser\n"), "{text}");
        let path = dir.path().join("r.json");
        let path = path.to_str().unwrap();
        assert_eq!(run(&[&replay[..], &["--json", "-o", path]].concat()).0, 0);
        let record: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(record["schema"], "fleetodds/record/1");
        let piped = fleetodds().args(["analyse", "-", "--json"]).write_stdin(text).unwrap();
        let of_text: Value = serde_json::from_slice(&piped.stdout).unwrap();
        let of_json = json(&["analyse", path, "--json"]);
        assert_eq!(of_text["ended"], true);
        assert_eq!(of_text["record"], "standard input");
        assert_eq!(of_text["sides"], of_json["sides"]);
        assert_eq!(of_text["outcome"], of_json["outcome"]);
    }
    let record = [&["replay"], &fight[..], &["--record"]].concat();
    refuses(&[&record[..], &["-f", "csv"]].concat(), 2, &["--record: a record is text, or JSON"]);
    let star = ["replay", "cruiser", "cruiser", "-r", "star-chamber", "--record"];
    refuses(&star, 3, &["Star Chamber: players decide nothing"]);
}

/// The sums of a player are those of the single battles, on whichever side it was.
#[test]
fn several_battles_are_added_up_by_player() {
    let dir = tempfile::tempdir().unwrap();
    let records = league(dir.path());
    let all = json(&["analyse", &records[0], &records[1], "--json"]);
    let single = [0, 1].map(|n: usize| json(&["analyse", &records[n], "--json"]));
    assert_eq!(all["schema"], "fleetodds/skill/1");
    assert_eq!(all["records"].as_array().unwrap()[..], single);
    let players = all["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    for (player, name) in players.iter().zip(["Anna", "Bert"]) {
        assert_eq!((&player["name"], &player["battles"]), (&name.into(), &2.into()));
        let sides = single.iter().flat_map(|one| one["sides"].as_array().unwrap());
        let of_player: Vec<&Value> =
            sides.filter(|side| side["name"] == name).map(|side| &side["player"]).collect();
        assert_eq!(of_player.len(), 2);
        for figure in ["start", "luck", "mistakes", "enemy_mistakes", "end", "decisions"] {
            let sum: f64 = of_player.iter().map(|skill| number(&skill[figure])).sum();
            assert!((sum - number(&player[figure])).abs() < 1e-12, "{name}: {figure}");
        }
        let good: f64 = of_player.iter().map(|skill| number(&skill["marks"]["good"])).sum();
        assert_eq!(number(&player["marks"]["good"]), good);
        let won = single.iter().filter(|one| one["outcome"] == format!("{name} wins")).count();
        assert_eq!(player["won"], won);
    }
    let (_, csv, _) = run(&["analyse", &records[0], &records[1], "-f", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 5, "one row per record and player");
    assert_eq!(rows[0][..6], ["record", "rules", "outcome", "ended", "player", "role"]);
    assert_eq!(rows[3][4..6], ["Bert", "attacker"]);
    let (_, table, _) = run(&["analyse", &records[0], &records[1]]);
    assert!(table.starts_with("Luck and skill in 2 battles\n100 points are a battle won\n"));
}

/// A record with an error is named, and the others are still reported.
#[test]
fn records_with_errors_are_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let good = file(dir.path(), "good.txt", BATTLE);
    let wrong = changed(dir.path(), "cruiser: 1\n", "cruiser: 7\n");
    let (code, text, stderr) = run(&["analyse", &good, &wrong, "--json"]);
    assert_eq!(code, 3);
    assert!(stderr.contains("battle.txt:9:10"), "{stderr}");
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(all["players"][0]["battles"], 1);
    let left_out = &all["left_out"][0];
    assert_eq!((&left_out["record"], &left_out["line"]), (&wrong.as_str().into(), &9.into()));
    assert!(left_out["message"].as_str().unwrap().contains("a face is 1 to 6"), "{left_out}");
    let star = "rules: star-chamber\nattacker: cruiser\ndefender: cruiser\n1: ?\n";
    let star = file(dir.path(), "star.txt", star);
    let (code, table, stderr) = run(&["analyse", &star, &wrong]);
    assert_eq!(code, 3);
    assert!(stderr.contains("star.txt: Star Chamber"), "{stderr}");
    assert!(table.starts_with("Luck and skill in 0 battles\n"), "{table}");
    // A file that cannot be read ends the command before its work begins.
    refuses(&["analyse", &good, "/no/such/file"], 1, &["cannot read /no/such/file"]);
}

/// One message, with the place of the error.
#[test]
fn errors_in_a_record_have_their_place() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let lines = [
        ("cruiser: 1\n", "cruiser: 7\n", "battle.txt:9:10", "a face is 1 to 6"),
        ("cruiser: 1\n", "cruiser: r5\n", "battle.txt:9:", "red"),
        ("cruiser: 1\n", "cruiser: 1 1\n", "battle.txt:9:", "1 yellow"),
        ("cruiser: 1\n", "cruiser: 5 at gcds\n", "battle.txt:9:", "has no `gcds`"),
        ("cruiser: 1\n", "criuser: 1\n", "battle.txt:9:1", "cruiser"),
        ("cruiser: 1\n", "cruiser 1\n", "battle.txt:9:1", "cruiser 1"),
        ("cruiser: 1\n", "cruiser:\n", "battle.txt:9:", "this line has no notes"),
        ("round 2\n", "round 5\n", "battle.txt:7:1", "round"),
        ("cruiser: y6 at ancient 1, y5 at ancient 2\n", "", "battle.txt:", "cruiser"),
        ("defender: 2 ancient\n", "", "battle.txt:3:1", "expected `defender: FLEET`"),
        ("2 ancient", "2 anceint", "battle.txt:3:", "ancient"),
        ("rules: eclipse", "rules: eclispe", "battle.txt:1:8", "eclipse"),
    ];
    for (line, new, place, words) in lines {
        refuses(&["analyse", &changed(dir, line, new)], 3, &[place, words]);
    }
    let others = [
        ("", "the fleet of the attacker is missing"),
        ("3 cruiser against ancients, lost\n", "a record begins with its fleets"),
        ("{\"scenario\": 7}", "expected"),
        ("\u{0}", "control character"),
    ];
    for (text, words) in others {
        refuses(&["analyse", &file(dir, "other.txt", text)], 3, &[words]);
    }
    let large = file(dir, "large.txt", BATTLE.to_string() + &"# more\n".repeat(700_000));
    refuses(&["analyse", &large], 3, &["is larger than 4 MiB"]);
}

#[test]
fn options_without_a_meaning_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let battle = file(dir.path(), "b.txt", BATTLE);
    let on = |more: &[&'static str]| [&["analyse", battle.as_str()], more].concat();
    refuses(&on(&["--play", "attacker=npc"]), 2, &["--play"]);
    refuses(&on(&["--engine", "kernel"]), 2, &["--engine", "exact"]);
    refuses(&on(&["-n", "1k"]), 2, &["exact", "--battles"]);
    refuses(&["analyse", "-", "-"], 2, &["standard input can be read only once"]);
    refuses(&["analyse"], 2, &["<RECORD>"]);
}

/// `--rules` holds where the record names no rulebook.
#[test]
fn a_record_names_its_rulebook() {
    let dir = tempfile::tempdir().unwrap();
    let named = file(dir.path(), "b.txt", BATTLE);
    let unnamed = changed(dir.path(), "rules: eclipse\n", "");
    let rules = |path: &str, more: &[&'static str]| {
        json(&[&["analyse", path, "--json"], more].concat())["rules"].clone()
    };
    assert_eq!(rules(&named, &["--2e"]), "eclipse");
    assert_eq!(rules(&unnamed, &[]), "eclipse");
    refuses(&["analyse", &unnamed, "-r", "star-chamber"], 3, &["ancient"]);
}
