//! Splits a question into the fleets of two sides.

use std::ops::Range;

/// Words between the two sides.
const VERSUS: [&str; 6] = ["v", "v.", "vs", "vs.", "versus", "against"];

/// Whether a word separates two sides.
pub(crate) fn is_versus(word: &str) -> bool {
    VERSUS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Returns the fleets of two sides, split at the first `v`, `vs`, `vs.`, `versus` or `against`
/// outside brackets. The reader of the second fleet refuses any further one.
///
/// ```
/// use fleetodds::scenario::split_sides;
///
/// let text = "3 int vs ancient";
/// let [attacker, defender] = split_sides(text).ok_or("one side")?;
/// assert_eq!([&text[attacker], &text[defender]], ["3 int", "ancient"]);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn split_sides(text: &str) -> Option<[Range<usize>; 2]> {
    let mut depth = 0usize;
    let mut word: Option<usize> = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_bracket = matches!(c, '(' | ')' | '[' | ']');
        if !c.is_whitespace() && !is_bracket {
            word.get_or_insert(at);
            continue;
        }
        if let Some(start) = word.take()
            && depth == 0
            && is_versus(&text[start..at])
        {
            return Some([trimmed(text, 0..start), trimmed(text, at..text.len())]);
        }
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns a range without the space around it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = &text[range.clone()];
    let start = range.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}

#[cfg(test)]
mod tests {
    use super::split_sides;

    fn split(text: &str) -> Option<[&str; 2]> {
        split_sides(text).map(|sides| sides.map(|side| &text[side]))
    }

    #[test]
    fn whole_words_outside_brackets_split_the_sides() {
        for text in [
            "3 int v anc",
            "3 int VS anc",
            "3 int vs. anc",
            "3 int  Versus anc ",
            "3 int against anc",
        ] {
            assert_eq!(split(text), Some(["3 int", "anc"]), "{text}");
        }
        assert_eq!(split("a v b v c"), Some(["a", "b v c"]));
        assert_eq!(split("c(field=v) v f"), Some(["c(field=v)", "f"]));
        assert_eq!(split("v anc"), Some(["", "anc"]));
        assert_eq!(split("c)v(d"), Some(["c)", "(d"]));
        for text in ["", "vanguard", "c(field=v f", "3 int", "x (a v b)"] {
            assert_eq!(split(text), None, "{text}");
        }
    }
}
