//! The order of the source code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns all source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder, "rs")
}

/// Returns the files below a folder whose names end so.
fn files(folder: &Path, ends: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ends));
        } else if path.extension().is_some_and(|extension| extension == ends) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the types behind these words in a text: the names of a `use`, or that of a path.
fn types_of(text: &str, of: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices(of) {
        let is_use = text[..at].ends_with("use ");
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let rest = &text[at + of.len()..];
        let end = rest.find(|c| if is_use { c == ';' } else { !is_path(c) });
        let path = &rest[..end.unwrap_or(rest.len())];
        let is_type =
            |name: &&str| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        let names = path.split(|c: char| !c.is_alphanumeric() && c != '_').filter(is_type);
        // Of a path, the first type: others are its variants and functions.
        found.extend(names.take(if is_use { usize::MAX } else { 1 }).map(String::from));
    }
    found
}

/// What users of the library see, and what the program, the page, the examples and the docs need of
/// its parts, is small enough to learn.
#[test]
fn public_types_are_few() {
    const MAX_TYPES: usize = 120;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut types = BTreeSet::new();
    for path in sources(&root.join("src/front")).into_iter().chain([root.join("src/lib.rs")]) {
        let text = std::fs::read_to_string(&path).unwrap();
        types.extend(types_of(&text.replace("pub use ", "use #"), "#"));
        for of in ["pub struct ", "pub enum ", "pub trait ", "pub type "] {
            types.extend(types_of(&text, of));
        }
    }
    let front = types.len();
    let users = ["src/cli", "web/src", "examples"].map(|folder| sources(&root.join(folder)));
    let docs = files(&root.join("docs"), "md");
    let apart = ["src/main.rs", "README.md"].map(|file| root.join(file));
    for path in users.into_iter().flatten().chain(docs).chain(apart) {
        types.extend(types_of(&std::fs::read_to_string(&path).unwrap(), "fleetodds::"));
    }
    assert!(front > 20 && types.len() > 100, "types are found: {types:?}");
    assert!(types.len() <= MAX_TYPES, "{} types: {types:#?}", types.len());
}

/// Outside `src/games`, the list of rulebooks, and the words that codes are packed with, a few
/// examples and tests name a game, and nothing else does.
#[test]
fn games_are_named_in_their_folders_only() {
    const GAMES: [&str; 6] =
        ["eclipse", "ti4", "twilight", "star-chamber", "star_chamber", "spaceship"];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let games = src.join("games");
    let mut named = Vec::new();
    let lists = ["rulebook.rs", "code_words.rs"].map(|file| src.join("scenario").join(file));
    let is_elsewhere = |path: &PathBuf| !path.starts_with(&games) && !lists.contains(path);
    for path in sources(&src).into_iter().filter(is_elsewhere) {
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let lower = line.to_lowercase().replace("starchamber", "star_chamber");
            if GAMES.iter().any(|game| lower.contains(game)) {
                named.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(named.len() <= 10, "{} lines name a game:\n{}", named.len(), named.join("\n"));
}

/// A file is one subject, and short enough to read in one go.
#[test]
fn files_are_short() {
    const MAX_LINES: usize = 1_000;
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&src) {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", path.display());
    }
}

/// Documentation states what an item is or does.
#[test]
fn documentation_asks_no_questions() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&src) {
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let doc = line.trim_start().strip_prefix("///").or(line.strip_prefix("//!"));
            let doc = doc.unwrap_or_default().trim();
            // `)?` is code.
            let is_question = doc.ends_with('?') && !doc.ends_with(")?");
            let is_question = is_question || doc.starts_with("The same");
            assert!(!is_question, "{}: {line}", path.display());
        }
    }
}
