//! The README and the pages of `docs`.

use std::fs;
use std::path::Path;

/// Returns the paths of the README and of all pages for users, relative to the project.
pub(crate) fn all() -> Vec<String> {
    let mut pages = vec!["README.md".to_string()];
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
            pages.push(format!("docs/{name}"));
        }
    }
    pages.sort();
    pages
}

/// Reads a page.
pub(crate) fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

/// Returns the folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the code blocks of a text that are marked with this language.
pub(crate) fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let rests = text.split(&opening).skip(1);
    rests.filter_map(|rest| rest.split("```").next()).map(String::from).collect()
}

/// Returns a text without its code blocks.
pub(crate) fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// Returns the code in backticks of one column of each table whose header contains this heading.
pub(crate) fn column(text: &str, heading: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = None;
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() < 3 {
            place = None;
        } else if let Some(place) = place {
            let code = |cell: &&str| cell.split('`').skip(1).step_by(2).map(String::from).collect();
            found.extend(cells.get::<usize>(place).map_or(Vec::new(), code));
        } else {
            place = cells.iter().position(|cell| *cell == heading);
        }
    }
    found
}
