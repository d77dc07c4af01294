//! The order of the source code.

use std::path::{Path, PathBuf};

/// Returns all source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
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
