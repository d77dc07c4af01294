//! Fleets of commands that work out many fights: `compare "4 cruiser" "2 dreadnought" vs gcds`.

use super::failure::Failure;
use super::line::Line;
use super::options::QuestionOptions;
use fleetodds::scenario::{Diagnostic, NamedGame, Sentence};

/// Fleets on both sides of a word like `vs`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Versus {
    /// Fleets before it.
    pub(crate) own: Vec<String>,
    /// Fleets behind it; empty without such a word.
    pub(crate) enemies: Vec<String>,
    /// Game that the words name.
    pub(crate) game: Option<NamedGame>,
    /// Whether the fleets before it defend.
    pub(crate) defend: bool,
}

impl Versus {
    /// Reads the words of a command. Each argument is a fleet, and `|` or `or` separates fleets within
    /// one. Words without quotes are one fleet if they are one name, begin with the only number of
    /// ships, or are joined by commas or words.
    pub(crate) fn read(words: &[String], options: &QuestionOptions) -> Result<Self, Failure> {
        let is_word = |word: &String| {
            let chosen = options.rulebook;
            Sentence::read(&format!("x {word} x"), chosen).is_some() && !word.contains(' ')
        };
        let at = words.iter().position(is_word);
        let (own, enemies) = match at {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let (Some(own), Some(enemies)) = (joined(own, options), joined(enemies, options)) else {
            return Err(needs_quotes(own, at.map(|at| &words[at]), enemies));
        };
        let text = match at {
            Some(at) => format!("{own} {} {enemies}", words[at]),
            None => own,
        };
        let Some(sentence) = Sentence::read(&text, options.rulebook) else {
            return Ok(Self { own: fleets(&text), ..Self::default() });
        };
        let [mut own, mut enemies] = sentence.sides.each_ref().map(|side| fleets(side));
        // `attacked by` exchanges the sides: what is compared then defends.
        let defend = sentence.is_defenders || !text.starts_with(sentence.sides[0].as_str());
        if defend {
            std::mem::swap(&mut own, &mut enemies);
        }
        Ok(Self { own, enemies, game: sentence.game, defend })
    }
}

/// Whether a word is the number of ships that follow.
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word joins the ships of one fleet.
fn is_joining(word: &str) -> bool {
    word.ends_with(',') || ["with", "plus", "+", "&"].contains(&word)
}

/// Whether an argument is a whole fleet, in quotes.
fn is_quoted(word: &str) -> bool {
    word.contains(' ')
}

/// Joins the arguments of a side, with `|` between fleets; `None` if it is unclear where a fleet
/// ends.
fn joined(words: &[String], options: &QuestionOptions) -> Option<String> {
    let read = |text: &str| options.try_fleet("fleet", text).ok().map(|read| read.fleet);
    let (apart, together) = (words.join(" | "), words.join(" "));
    if words.iter().any(|word| ["|", "or"].contains(&word.as_str())) {
        return Some(together);
    }
    if words.iter().any(|word| is_quoted(word)) {
        return Some(apart);
    }
    if words.iter().any(|word| is_joining(word)) {
        return Some(together);
    }
    match words.iter().filter(|word| is_number(word)).count() {
        0 if words.len() < 2 => Some(together),
        0 => {
            let whole = read(&together);
            let is_name = whole.as_ref().is_some_and(|fleet| fleet.groups.len() == 1);
            let is_one =
                is_name || whole.is_some() && words.iter().any(|word| read(word).is_none());
            Some(if is_one { together } else { apart })
        }
        1 if is_number(&words[0]) => Some(together),
        _ => None,
    }
}

/// Creates the failure of several fleets without quotes. Fleets that are compared begin with their
/// number of ships; what they fight is one fleet.
fn needs_quotes(own: &[String], versus: Option<&String>, enemies: &[String]) -> Failure {
    let fleets = |words: &[String]| -> Vec<String> {
        if words.iter().any(|word| is_quoted(word)) {
            return words.to_vec();
        }
        let mut fleets: Vec<Vec<&str>> = Vec::new();
        for word in words {
            if fleets.is_empty() || is_number(word) {
                fleets.push(Vec::new());
            }
            fleets.last_mut().into_iter().for_each(|fleet| fleet.push(word));
        }
        fleets.iter().map(|fleet| fleet.join(" ")).collect()
    };
    let enemies = match enemies.iter().any(|word| is_quoted(word)) {
        true => enemies.to_vec(),
        false => vec![enemies.join(" ")],
    };
    let versus: Vec<String> = versus.into_iter().cloned().collect();
    let words = [fleets(own), versus, enemies].concat();
    let line = Line::of_process();
    let error = Diagnostic::new("several fleets need quotes, each its own");
    Failure::option(error.help(format!("`{}`", line.command(&words, |_| false))))
}

/// Splits fleets at `|` and `or` outside of brackets.
fn fleets(text: &str) -> Vec<String> {
    let text = &text.replace(" or ", " | ");
    let (mut depth, mut start, mut all) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                all.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[start..]);
    all.into_iter().map(str::trim).filter(|fleet| !fleet.is_empty()).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::super::args::QuestionArgs;
    use super::super::options::QuestionOptions;
    use super::Versus;

    fn read(words: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let options = QuestionOptions::read(&QuestionArgs::default()).ok()?;
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Versus::read(&words, &options).ok().map(|versus| (versus.own, versus.enemies))
    }

    #[test]
    fn arguments_and_bars_separate_fleets() {
        for (words, own, enemies) in [
            (
                &["4 cruiser", "2 dread", "vs", "gcds"][..],
                &["4 cruiser", "2 dread"][..],
                &["gcds"][..],
            ),
            (
                &["4 cruiser | 2 dread vs gcds | 2 anc"],
                &["4 cruiser", "2 dread"],
                &["gcds", "2 anc"],
            ),
            (&["2", "cruiser", "vs", "2", "anc"], &["2 cruiser"], &["2 anc"]),
            (&["cruiser", "dread", "vs", "anc"], &["cruiser", "dread"], &["anc"]),
            (&["4 cruiser", "2 dread"], &["4 cruiser", "2 dread"], &[]),
            (
                &["3 int", "dread", "vs", "galactic", "center"],
                &["3 int", "dread"],
                &["galactic center"],
            ),
            (&["3", "int", "or", "2", "dread", "vs", "gcds"], &["3 int", "2 dread"], &["gcds"]),
            (&["3 int", "vs", "2", "anc,", "1", "gcds"], &["3 int"], &["2 anc, 1 gcds"]),
        ] {
            let [own, enemies] =
                [own, enemies].map(|all| all.iter().map(|one| one.to_string()).collect::<Vec<_>>());
            assert_eq!(read(words), Some((own, enemies)), "{words:?}");
        }
        assert_eq!(read(&["2", "cruiser", "3", "int", "vs", "anc"]), None);
    }
}
