//! Dice in words.

use crate::games::eclipse::rules::Dice;

/// Returns the colour with this letter or name. Dice without a colour have `only`.
///
/// # Errors
/// A message if no dice have this name, or if a die has no colour where several are possible.
pub(super) fn colour_named(name: &str, only: Option<usize>) -> Result<usize, String> {
    let colours = Dice::COLOURS;
    if name.is_empty() {
        return only.ok_or_else(|| {
            "a die has no colour; write `y6 o5` for a yellow 6 and an orange 5".into()
        });
    }
    let is = |(letter, colour): &(char, &str)| name == *colour || name == letter.to_string();
    let known = colours.iter().position(is).or_else(|| (name == "rift").then_some(Dice::RIFT));
    known.ok_or_else(|| {
        let known: Vec<String> =
            colours.iter().map(|(letter, name)| format!("{letter} ({name})")).collect();
        format!("no dice are called `{name}`; the colours are {}", known.join(", "))
    })
}

/// Returns numbers of dice in words: `2 yellow and 1 orange`.
pub(super) fn dice_words(counts: &[u32; 5]) -> String {
    let named = counts.iter().enumerate().filter(|(_, n)| **n > 0);
    let words: Vec<String> = named.map(|(c, n)| format!("{n} {}", Dice::name(c))).collect();
    match words.as_slice() {
        [] => "no dice".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
