//! Reports of choices: what they are about, names that are never cut, and all formats.

use unicode_width::UnicodeWidthStr;

use crate::support::program::{refuses, run};
use fleetodds::Fight;
use fleetodds::internals::analysis::compare::{Contest, Rank, compare};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::Rulebook;
use fleetodds::internals::report::{Comparison, Named, Report, Subject, SubjectSide, TableOptions};
use fleetodds::internals::scenario::{SideText, Source};

const PLASMA: &str = "2 cruiser(-ion cannon, +plasma cannon)";
const HULL: &str = "2 cruiser(-ion cannon, +plasma cannon, -hull, +improved hull)";

/// One command of each kind of choice.
const CHOICES: [&[&str]; 9] = [
    &["compare", PLASMA, HULL, "--against", "2 ancient", "--against", "ancient"],
    &["compare", "2 cruiser", "3 interceptor", "dreadnought", "--matrix"],
    &["sweep", "2 cruiser", "2 ancient", "--vary", "attacker.interceptor=0..4", "--target", "40%"],
    &[
        "sweep",
        "2 cruiser",
        "2 ancient",
        "--vary",
        "attacker.cruiser=1..3",
        "--vary",
        "defender.ancient.hull=0..2",
    ],
    &["sweep", "2 cruiser", "2 ancient", "--tornado"],
    &["design", "1 cruiser", "--against", "2 ancient", "--top", "2"],
    &["luck", "3 interceptor", "ancient", "--left", "attacker=2 interceptor"],
    &["advise", "2 cruiser", "2 ancient", "--roll", "y6 y5"],
    &["advise", "3 cruiser", "2 ancient"],
];

fn comparison(typed: &[&str], names: &[Option<&str>]) -> Comparison {
    let read = |typed: &&str| SideText::typed(&Source::new("fleet", *typed)).unwrap();
    let candidates: Vec<SideText> = typed.iter().map(read).collect();
    let enemies = [read(&"2 ancient")];
    let ask = |scenario| Fight::from(scenario).question();
    let contest = Contest::new(&candidates, &enemies, vec![1.0], 0, Rank::Win, &ask).unwrap();
    let ranking = compare(&contest, &Total::default(), &Ctx::new(1).unwrap(), &|| ()).unwrap();
    let named = |(text, name): (&&str, &Option<&str>)| Named {
        name: name.map(String::from),
        text: (*text).into(),
    };
    let enemies = vec![Named::from(&"2 ancient".to_string())];
    let side = |name: &str, fleets| SubjectSide { name: name.into(), fleets };
    Comparison {
        subject: Subject {
            rules: "eclipse".into(),
            title: Rulebook::Eclipse.title().into(),
            question: serde_json::Map::new(),
            unit: "materials",
            seed: 1,
            sides: vec![
                side("attacker", typed.iter().zip(names).map(named).collect()),
                side("defender", enemies),
            ],
        },
        side: 0,
        by: Rank::Win,
        weights: vec![1.0],
        ranked: ranking.ranked,
        stopped: None,
    }
}

/// At any width, the full text of each fleet is in the table, and no line is too long.
#[test]
fn fleets_are_never_cut() {
    for names in [[None, None], [Some("Plasma"), None], [Some("Plasma"), Some("Improved")]] {
        let comparison = comparison(&[PLASMA, HULL], &names);
        for width in [60, 80, 120] {
            let table = comparison.table(TableOptions { width, full: false });
            let table = anstream::adapter::strip_str(&table).to_string();
            assert!(table.lines().all(|line| line.width() <= width), "{width}: {table}");
            assert!(!table.contains('…'), "{table}");
            let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
            let has = |fleet: &str| fleet.split(' ').all(|word| words.contains(word));
            assert!(has(PLASMA) && has(HULL), "{width}: {table}");
            assert!(words.contains("points") && words.contains("behind"), "{table}");
        }
    }
}

#[test]
fn reports_say_what_was_fought() {
    for choice in CHOICES {
        let (code, table, _) = run(choice);
        assert_eq!(code, 0);
        let head = table.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        assert!(head.contains("Eclipse, first edition") && head.contains("exact"), "{table}");
        assert!(table.contains("cruiser") || table.contains("interceptor"), "{table}");
        assert!(table.lines().all(|line| line.width() <= 80), "{table}");
    }
    let grid = run(CHOICES[3]).1;
    assert!(grid.contains("2 cruiser v 2 ancient"), "{grid}");
    assert!(
        grid.contains("  attacker.cruiser ↓ defender.ancient.hull →        0        1"),
        "{grid}"
    );
    let curve = run(CHOICES[2]).1;
    assert!(curve.contains("40.00 % reached with attacker.interceptor=2"), "{curve}");
}

/// Names come from `--name`, by letter or in turn, or from the fleets themselves.
#[test]
fn fleets_have_the_names_that_users_give() {
    let named = format!("{HULL} & name=Tough");
    let compare = ["compare", PLASMA, &named, "--against", "2 ancient & name=Home"];
    let table = run(&compare).1;
    assert!(
        table.contains("  1  Tough: ") && table.contains("69.80 %") && table.contains("42.38 %"),
        "{table}"
    );
    assert!(table.contains("vs Home: 2 ancient"), "{table}");
    for name in ["Glass", "A=Glass"] {
        let table = run(&[&compare[..], &["--name", name]].concat()).1;
        assert!(table.contains("  1  Tough: ") && table.contains("  2  Glass: "), "{table}");
    }
    let table = run(&[&compare[..], &["--name", "B=Two", "--name", "a=One"]].concat()).1;
    assert!(table.contains("  1  Two: ") && table.contains("  2  One: "), "{table}");
    let matrix = run(&[CHOICES[1], &["--name", "B=Fast"]].concat()).1;
    assert!(matrix.contains("  Fast") && matrix.contains("3 interceptor"), "{matrix}");
    let wrong = |name: &str, words: &str| {
        refuses(&[&compare[..], &["--name", name]].concat(), 2, &[words]);
    };
    wrong("C=Third", "fleets are A to B");
    wrong("A=", "the name is missing");
    let three = ["--name", "x", "--name", "y", "--name", "z"];
    refuses(&[&compare[..], &three].concat(), 2, &["there are only 2 fleets"]);
}

/// Tables of all commands come as Markdown, with as many cells in each row as columns.
#[test]
fn every_result_has_a_table_in_markdown() {
    let fights: [&[&str]; 2] = [&["3 interceptor", "ancient"], &["replay", "cruiser", "ancient"]];
    for asked in CHOICES.into_iter().chain(fights) {
        let (code, text, _) = run(&[asked, &["--format", "markdown"]].concat());
        assert_eq!(code, 0);
        assert!(text.starts_with("**") && text.contains("Eclipse, first edition"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let rules: Vec<usize> =
            (0..lines.len()).filter(|n| lines[*n].starts_with("| :--")).collect();
        assert!(!rules.is_empty(), "{text}");
        for rule in rules {
            assert_eq!(cells(lines[rule - 1]), cells(lines[rule]), "{text}");
            for row in lines[rule + 1..].iter().take_while(|line| line.starts_with('|')) {
                assert_eq!(cells(row), cells(lines[rule]), "{text}");
            }
        }
    }
    let csv = run(&[CHOICES[6], &["--format", "csv"]].concat()).1;
    assert!(csv.starts_with("side,quantity,value"), "{csv}");
}

/// All choices have a page and a plot with charts, and the command of the page gives the result
/// again.
#[test]
fn every_choice_has_a_page_and_a_plot() {
    let dir = tempfile::tempdir().unwrap();
    let (svg, page) = (dir.path().join("a.svg"), dir.path().join("a.html"));
    let files = ["--plot", svg.to_str().unwrap(), "--report", page.to_str().unwrap()];
    for choice in CHOICES {
        let (code, table, errors) = run(&[choice, &files].concat());
        assert_eq!(code, 0, "{errors}");
        let [svg, page] = [&svg, &page].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(svg.starts_with("<?xml") && svg.ends_with("</svg>\n"), "{svg}");
        for picture in [&svg, &page] {
            assert!(picture.contains("Eclipse, first edition"), "{picture}");
            let marks = picture.matches("<title>").count();
            assert!(marks > 3, "{choice:?}: {marks}");
        }
        for word in ["<script", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
        let visible = page.split("<body>").nth(1).unwrap().replace("%;", "");
        assert!(!visible.contains(" %"), "a percent sign that breaks: {visible}");
        let command = page.split("<pre>").nth(1).unwrap().split("</pre>").next().unwrap();
        let again = words(&command.replace("&amp;", "&"));
        let again: Vec<&str> = again.iter().skip(1).map(String::as_str).collect();
        assert_eq!(run(&again).1, table, "{command}");
    }
}

/// Splits a command like a shell. Quoted words have no apostrophes here.
fn words(command: &str) -> Vec<String> {
    let pieces = command.split('\'').enumerate();
    let split = |(n, piece): (usize, &str)| match n % 2 {
        0 => piece.split_whitespace().map(String::from).collect(),
        _ => vec![piece.to_string()],
    };
    pieces.flat_map(split).collect()
}

#[test]
fn pictures_have_the_ending_of_their_format() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    for asked in CHOICES.into_iter().chain([&["3 interceptor", "ancient"][..]]) {
        let (jpg, pdf) = (path("a.jpg"), path("a.pdf"));
        refuses(&[asked, &["--plot", &jpg]].concat(), 2, &["must end in .svg", "a.svg"]);
        refuses(&[asked, &["--report", &pdf]].concat(), 2, &["must end in .html or .htm"]);
    }
    let (code, text, errors) = run(&["3 interceptor", "ancient", "--plot", &path("chart")]);
    assert!(code == 0 && !text.is_empty(), "{errors}");
    assert!(std::fs::read_dir(dir.path()).unwrap().count() == 1);
}

/// `-` writes a picture to standard output, in place of the result.
#[test]
fn a_dash_is_standard_output() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("table.txt");
    let to_table = ["--output", table.to_str().unwrap()];
    for asked in [CHOICES[4], &["3 interceptor", "ancient"]] {
        let page = run(&[asked, &["--report", "-"]].concat()).1;
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
        let (_, plot, _) = run(&[asked, &["--plot", "-"], &to_table].concat());
        assert!(plot.starts_with("<?xml") && plot.ends_with("</svg>\n"), "{plot}");
        let table = std::fs::read_to_string(&table).unwrap();
        assert!(table.starts_with(&run(asked).1), "{table}");
        refuses(&[asked, &["--plot", "-", "--report", "-"]].concat(), 2, &["already used"]);
    }
    assert!(!std::path::Path::new("-").exists());
}

/// PNG needs a feature. Without it, the message says how to get it.
#[test]
fn plots_are_png_where_the_feature_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.png").to_str().unwrap().to_string();
    for asked in CHOICES.into_iter().chain([&["3 interceptor", "ancient"][..]]) {
        let args = [asked, &["--plot", &path]].concat();
        if !cfg!(feature = "png") {
            refuses(&args, 2, &["must end in .svg", "--features png"]);
            continue;
        }
        let (code, _, errors) = run(&args);
        assert_eq!(code, 0, "{errors}");
        let png = std::fs::read(&path).unwrap();
        assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000, "{} bytes", png.len());
    }
}
