//! Words of a question for the place of the battle: `in a nebula`, `at range 6`, `for 3 turns`.

use serde_json::{Map, Value};

use crate::scenario::Rulebook;

/// Words before a setting.
const BEFORE: [&str; 10] = ["in", "inside", "within", "at", "a", "an", "the", "and", "with", "for"];

/// Stands for a whole number.
const NUMBER: &str = "#";

/// Removes the words for a setting of this rulebook from both sides, and returns the setting. A
/// setting is the last of a side, or is between commas.
#[must_use]
pub fn take_setting(rulebook: Rulebook, sides: &mut [String; 2]) -> Map<String, Value> {
    let mut setting = Map::new();
    for side in sides {
        while let Some((rest, field, value)) = last_setting(rulebook, side)
            && !setting.contains_key(field)
        {
            *side = rest;
            setting.insert(field.into(), value);
        }
    }
    setting
}

/// Returns a setting in words that can be typed, with a comma before each: `, range 6`.
#[must_use]
pub fn setting_in_words(rulebook: Rulebook, setting: &Map<String, Value>) -> String {
    let words = |(field, value): (&String, &Value)| {
        let (phrase, _) = rulebook.setting_words().iter().find(|(_, known)| known == field)?;
        Some(format!(", {}", phrase.join(" ").replace(NUMBER, &value.to_string())))
    };
    setting.iter().filter_map(words).collect()
}

/// Returns a side without the setting at its end, and the field and value of the setting.
fn last_setting(rulebook: Rulebook, side: &str) -> Option<(String, &'static str, Value)> {
    let words: Vec<&str> = side.split_whitespace().collect();
    let plain = |word: &str| word.trim_matches(['&', ',', ';', '.']).to_lowercase();
    rulebook.setting_words().iter().find_map(|(phrase, field)| {
        let at = words.len().checked_sub(phrase.len())?;
        let mut value = Value::Bool(true);
        for (known, word) in phrase.iter().zip(&words[at..]) {
            let word = plain(word);
            match *known {
                NUMBER => value = word.parse::<u64>().ok()?.into(),
                known if known == word || known.strip_suffix('s') == Some(&*word) => {}
                _ => return None,
            }
        }
        let mut before = words[..at].to_vec();
        while before.last().is_some_and(|word| {
            let word = plain(word);
            word.is_empty() || BEFORE.contains(&word.as_str())
        }) {
            before.pop();
        }
        let rest = before.join(" ").trim_end_matches([',', ';']).to_string();
        (!rest.is_empty()).then_some((rest, *field, value))
    })
}
