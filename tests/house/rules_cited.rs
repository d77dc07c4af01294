//! Decisions about the rules are defined in one place, `docs/rules`. Comments cite them, test names
//! contain them, and messages to users describe them in words.
//!
//! The number of a decision is a capital letter and digits, such as `D3` or `T38a`. It is defined
//! by a paragraph of `docs/rules/<game>.md` that begins with it in bold. A citation is a word of a
//! comment, outside of code in backticks, or a lower-case part of a test name
//! (`d3_the_larger_missile_is_stopped_first`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The letter of each game's decisions, and the page that defines them.
const PAGES: [(char, &str); 5] = [
    ('D', "eclipse.md"),
    ('T', "ti4.md"),
    ('T', "ti4-abilities.md"),
    ('S', "star-chamber.md"),
    ('B', "spaceship-battles.md"),
];

/// Places of each decision, as `path:line`.
type Places = BTreeMap<String, Vec<String>>;

#[test]
fn every_decision_is_defined_once_on_the_page_of_its_game() {
    let mut defined = Places::new();
    for (letter, page) in PAGES {
        let (_, text) = read(&Path::new("docs/rules").join(page));
        for (place, decision) in definitions(page, &text) {
            assert!(decision.starts_with(letter), "{place} defines {decision}, not {letter}…");
            defined.entry(decision).or_default().push(place);
        }
    }
    let twice: Places = defined.into_iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "defined more than once:\n{}", list(&twice));
}

#[test]
fn every_decision_that_is_cited_is_defined() {
    let defined = defined();
    let mut cited = Places::new();
    for (path, text) in sources(&["src", "tests", "benches"]) {
        in_comments(&path, &text, &mut cited);
        in_test_names(&path, &text, &mut cited);
    }
    cited.retain(|decision, _| !defined.contains_key(decision));
    assert!(cited.is_empty(), "cited, but not defined in docs/rules:\n{}", list(&cited));
}

#[test]
fn every_decision_that_is_defined_is_in_the_name_of_a_test() {
    let mut tested = Places::new();
    for (path, text) in sources(&["src", "tests"]) {
        in_test_names(&path, &text, &mut tested);
    }
    let mut defined = defined();
    defined.retain(|decision, _| !tested.contains_key(decision));
    assert!(defined.is_empty(), "in the name of no test:\n{}", list(&defined));
}

/// Checks strings of the program, the README, the pages for users, and texts of catalogues and
/// schemas. Doc comments of the command line are included, because they are its help.
#[test]
fn messages_use_words_instead_of_numbers() {
    let mut used = Places::new();
    for (path, text) in sources(&["src"]) {
        let is_help = path.starts_with("src/cli");
        for (n, line) in text.lines().enumerate() {
            let text = if is_help { line } else { split(line).0 };
            add(&mut used, format!("{path}:{}", n + 1), words(text));
        }
    }
    for (path, text) in pages() {
        for (n, line) in text.lines().enumerate() {
            add(&mut used, format!("{path}:{}", n + 1), words(line));
        }
    }
    for file in files(&["fleets", "schemas"], "json") {
        let (path, text) = read(&file);
        in_strings(&path, &serde_json::from_str(&text).unwrap(), &mut used);
    }
    assert!(used.is_empty(), "messages that use numbers of decisions:\n{}", list(&used));
}

#[test]
fn citations_are_words_of_comments_and_parts_of_test_names() {
    let text = "/// As in (D1), T38a's and `B2 S3`; not D0, D1ab, xD1 or D1_x.\n\
                let four = \"D4\"; // S5\n\
                #[test]\n#[ignore]\nfn d6_goes_by_d8(b7: u8) {}\nfn d9_is_no_test() {}\n";
    let mut found = Places::new();
    in_comments("a", text, &mut found);
    assert_eq!(list(&found), "  D1: a:1\n  S5: a:2\n  T38a: a:1");
    found.clear();
    in_test_names("a", text, &mut found);
    assert_eq!(list(&found), "  D6: a:5\n  D8: a:5");
    let page = "**D1.** One.\nSee **D2.**\n**D3** three\n\n**D38a.** Four.";
    let defined: Vec<_> = definitions("p", page).collect();
    assert_eq!(defined, [("p:1".into(), "D1".into()), ("p:5".into(), "D38a".into())]);
}

/// Whether a word is the number of a decision.
fn is_decision(word: &str) -> bool {
    let Some(rest) = word.strip_prefix(|c| PAGES.iter().any(|page| page.0 == c)) else {
        return false;
    };
    let digits = rest.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
    digits.starts_with(|c| ('1'..='9').contains(&c)) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Returns the decisions among the words of a text.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| is_decision(word)).map(String::from)
}

/// Splits a line into its code and its comment.
fn split(line: &str) -> (&str, &str) {
    match line.trim_start().starts_with("//") {
        true => ("", line),
        false => line.split_once(" // ").unwrap_or((line, "")),
    }
}

fn in_comments(path: &str, text: &str, places: &mut Places) {
    for (n, line) in text.lines().enumerate() {
        let prose = split(line).1.split('`').step_by(2);
        add(places, format!("{path}:{}", n + 1), prose.flat_map(words));
    }
}

fn in_test_names(path: &str, text: &str, places: &mut Places) {
    let mut is_test = false;
    for (n, line) in text.lines().map(str::trim).enumerate() {
        is_test |= line == "#[test]";
        let Some((name, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) else {
            continue;
        };
        if std::mem::take(&mut is_test) {
            let parts = name.split('_').map(|part| match part.split_at_checked(1) {
                Some((letter, rest)) => letter.to_uppercase() + rest,
                None => String::new(),
            });
            add(places, format!("{path}:{}", n + 1), parts.filter(|part| is_decision(part)));
        }
    }
}

/// Adds the decisions in strings of a JSON document. Strings under `start` are figures of ships.
fn in_strings(path: &str, value: &Value, places: &mut Places) {
    match value {
        Value::String(text) => add(places, path.to_string(), words(text)),
        Value::Array(values) => values.iter().for_each(|value| in_strings(path, value, places)),
        Value::Object(fields) => {
            let texts = fields.iter().filter(|(name, _)| *name != "start");
            texts.for_each(|(_, value)| in_strings(path, value, places));
        }
        _ => {}
    }
}

/// Returns the place and number of each decision that a page defines.
fn definitions<'a>(page: &'a str, text: &'a str) -> impl Iterator<Item = (String, String)> + 'a {
    text.lines().enumerate().filter_map(move |(n, line)| {
        let (decision, _) = line.strip_prefix("**")?.split_once(".**")?;
        is_decision(decision).then(|| (format!("{page}:{}", n + 1), decision.to_string()))
    })
}

/// Returns all decisions that are defined.
fn defined() -> Places {
    let mut defined = Places::new();
    for file in files(&["docs/rules"], "md") {
        let (path, text) = read(&file);
        for (place, decision) in definitions(&path, &text) {
            defined.entry(decision).or_default().push(place);
        }
    }
    defined
}

fn add(places: &mut Places, place: String, decisions: impl Iterator<Item = String>) {
    for decision in decisions {
        places.entry(decision).or_default().push(place.clone());
    }
}

/// Returns one line for each decision, with its places.
fn list(places: &Places) -> String {
    let line = |(decision, places): (&String, &Vec<String>)| {
        format!("  {decision}: {}", places.join(", "))
    };
    places.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the Rust files in these folders, with their paths.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    files(folders, "rs").iter().map(|file| read(file)).collect()
}

/// Returns the README and the pages for users, with their paths.
fn pages() -> Vec<(String, String)> {
    let mut pages = files(&["docs"], "md");
    pages.retain(|page| !page.starts_with("docs/rules"));
    pages.push(PathBuf::from("README.md"));
    pages.iter().map(|page| read(page)).collect()
}

/// Reads a file of the project. Returns its path, with slashes, and its text.
fn read(path: &Path) -> (String, String) {
    let text = fs::read_to_string(root().join(path)).unwrap();
    (path.to_string_lossy().replace('\\', "/"), text)
}

/// Returns the files in these folders and their subfolders with this extension.
fn files(folders: &[&str], extension: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
