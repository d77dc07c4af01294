//! The words of commands that work out many fights: fleets, the word between them, and their
//! enemies.

use crate::cli::failure::Failure;
use crate::cli::fleet_files::outside_brackets;
use crate::cli::given::is_number;
use crate::cli::line::Line;
use crate::cli::options::QuestionOptions;
use fleetodds::internals::analysis::compare::Rank;
use fleetodds::internals::scenario::{Diagnostic, NamedGame, Sentence, SideText, quoted};

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
    /// Reads the words of a command. Each argument is a fleet, and `|` or `or` separates fleets
    /// within one. Words without quotes are one fleet if they are one name, begin with the only
    /// number of ships, or are joined by commas or words.
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
            return Err(needs_quotes(own, at.map(|at| &words[at]), enemies, options));
        };
        let text = match at {
            Some(at) => format!("{own} {} {enemies}", words[at]),
            None => own,
        };
        let Some(sentence) = Sentence::read(&text, options.rulebook) else {
            return Ok(Self { own: split_fleets(&text), ..Self::default() });
        };
        // What a side has, all of its fleets have.
        let fleets = |side: usize| -> Result<Vec<String>, Failure> {
            let about = &sentence.about[side];
            let fleets = sentence.sides[side].strip_suffix(about.as_str()).unwrap_or_default();
            let with = |fleet: String| match about.is_empty() {
                true => fleet,
                false => format!("{fleet} {about}"),
            };
            let split = split_fleets(fleets);
            let split = if fleets.contains(" or ") { about_all(split, options)? } else { split };
            Ok(split.into_iter().map(with).collect())
        };
        let [mut own, mut enemies] = [fleets(0)?, fleets(1)?];
        [&own, &enemies].into_iter().try_for_each(|fleets| check_list(fleets, options))?;
        // `attacked by` exchanges the sides: what is compared then defends.
        let defend = sentence.is_defenders;
        if defend {
            std::mem::swap(&mut own, &mut enemies);
        }
        Ok(Self { own, enemies, game: sentence.game, defend })
    }
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
fn needs_quotes(
    own: &[String],
    versus: Option<&String>,
    enemies: &[String],
    options: &QuestionOptions,
) -> Failure {
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
    let error = Diagnostic::new("several fleets need quotes, each its own");
    let own = fleets(own);
    // What is suggested works.
    let is_read = |typed: &String| options.read_fleet("fleet", typed).is_ok();
    if !own.iter().chain(&enemies).all(is_read) {
        return Failure::option(error.help("write each fleet in quotes"));
    }
    let versus: Vec<String> = versus.into_iter().cloned().collect();
    let words = [own, versus, enemies].concat();
    let line = Line::of_process();
    Failure::option(error.help(format!("`{}`", line.command(&words, |_| false))))
}

/// Checks that commas before `or` do not perhaps separate fleets, too: `2 cruisers, 3 interceptors or
/// a dreadnought`.
fn check_list(fleets: &[String], options: &QuestionOptions) -> Result<(), Failure> {
    let [listed @ .., last] = fleets else { return Ok(()) };
    let is_listed = |fleet: &&String| {
        let parts: Vec<&str> = fleet.split(',').map(str::trim).collect();
        let is_fleet = |text: &&str| options.try_fleet("fleet", text).is_ok();
        parts.len() > 1 && !last.contains(',') && parts.iter().all(is_fleet)
    };
    let Some(fleet) = listed.iter().find(is_listed) else { return Ok(()) };
    let error = Diagnostic::new(format!("`{fleet}`: one fleet, or several?"));
    let (one, several) = (fleet.replace(',', " +"), fleet.replace(',', " or"));
    Err(Failure::option(error.help(format!("write `{one}` or `{several}`"))))
}

/// Gives all fleets what words behind the last one say of all: `2 dreads or 3 cruisers, all damaged`.
///
/// # Errors
/// If it is unclear whether they are about the last fleet.
fn about_all(fleets: Vec<String>, options: &QuestionOptions) -> Result<Vec<String>, Failure> {
    let [others @ .., last] = &fleets[..] else { return Ok(fleets) };
    let Some((fleet, about)) = last.split_once(',').filter(|_| !others.is_empty()) else {
        return Ok(fleets);
    };
    let about = about.trim();
    if about.starts_with("all ") {
        let all = others.iter().map(String::as_str).chain([fleet]);
        return Ok(all.map(|fleet| format!("{fleet}, {about}")).collect());
    }
    if options.try_fleet("fleet", about).is_ok() {
        return Ok(fleets);
    }
    let error = Diagnostic::new(format!("`{about}`: all fleets, or the last?"));
    let quotes: Vec<String> = fleets.iter().map(|fleet| quoted(fleet)).collect();
    let last = quotes.join(" ");
    Err(Failure::option(error.help(format!("{last} is about the last; `i have` is about all"))))
}

/// Splits fleets at `|` and `or` outside of brackets.
fn split_fleets(text: &str) -> Vec<String> {
    let text = text.replace(" or ", " | ");
    let bars = outside_brackets(&text, &['|']);
    let starts = std::iter::once(0).chain(bars.iter().map(|at| at + 1));
    let ends = bars.iter().copied().chain([text.len()]);
    let fleets = starts.zip(ends).map(|(start, end)| text[start..end].trim());
    fleets.filter(|fleet| !fleet.is_empty()).map(String::from).collect()
}

/// Reads fleets from the command line. Errors name a fleet by its number, from 1.
pub(crate) fn fleets(
    role: &str,
    typed: &[String],
    options: &QuestionOptions,
) -> Result<Vec<SideText>, Failure> {
    (1..).zip(typed).map(|(n, typed)| options.read_fleet(&format!("{role} {n}"), typed)).collect()
}

/// Returns the weight of each enemy. Weights are scaled to add up to 1, and are equal by default.
pub(crate) fn weights(typed: &[f64], enemies: usize) -> Result<Vec<f64>, Failure> {
    if typed.is_empty() {
        return Ok(vec![1.0 / enemies as f64; enemies]);
    }
    let sum: f64 = typed.iter().sum();
    let are_right = typed.iter().all(|w| *w >= 0.0 && w.is_finite()) && sum > 0.0;
    if typed.len() != enemies || !are_right {
        return Err(Failure::usage(format!(
            "--weights: expected one number for each of the enemies ({enemies}), none of them \
             negative and not all 0"
        )));
    }
    Ok(typed.iter().map(|w| w / sum).collect())
}

/// Creates the failure of a command without enemies, with an example for these words.
pub(crate) fn no_enemies(command: &str, words: &[String], options: &QuestionOptions) -> Failure {
    let error =
        Diagnostic::new("the enemies are missing: write `vs` and a fleet behind the others");
    let Ok(game) = options.game(options.typed_rulebook()) else { return Failure::option(error) };
    let [usual, enemy] = game.lexicon().example();
    let is_read = |word: &String| options.read_fleet("fleet", word).is_ok();
    let own: Vec<String> = match words.iter().all(is_read) {
        true => words.iter().map(|word| quoted(word)).collect(),
        false => vec![quoted(usual)],
    };
    let (own, enemy, switch) = (own.join(" "), quoted(enemy), options.typed_rulebook().switch());
    let example = format!("for example: `fleetodds {command} {own} vs {enemy} {switch}`");
    Failure::option(error.help(example))
}

/// Parses the value of `--by`, which names one of these figures.
pub(crate) fn rank(typed: Option<&str>, known: &[Rank]) -> Result<Rank, Failure> {
    let Some(typed) = typed else { return Ok(Rank::default()) };
    let typed = typed.trim().to_lowercase();
    known.iter().copied().find(|rank| rank.name() == typed).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|rank| rank.name()).collect();
        let (last, first) = names.split_last().unwrap_or((&"", &[]));
        Failure::usage(format!("--by `{typed}`: expected {} or {last}", first.join(", ")))
    })
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
