//! Words for numbers.

/// Number words, from one.
const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// Words for two of what follows, with or without `of`.
const PAIRS: [&str; 2] = ["couple", "pair"];

/// Words that may stand before a name.
pub(super) const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Letter that is read as a multiplication sign.
pub(super) const TIMES: &str = "x";

/// Returns the number that a word names.
pub(super) fn number_word(word: &str) -> Option<u64> {
    let known = NUMBERS.iter().position(|known| word.eq_ignore_ascii_case(known));
    known.map(|n| n as u64 + 1)
}

/// Returns the number that a word before a name names: a number word, or `couple`.
pub(super) fn count_word(word: &str) -> Option<u64> {
    let is_pair = PAIRS.iter().any(|pair| word.eq_ignore_ascii_case(pair));
    let is_dozen = word.eq_ignore_ascii_case("dozen");
    number_word(word).or(is_pair.then_some(2)).or(is_dozen.then_some(12))
}

/// Returns the number of `x3`.
pub(super) fn times(word: &str) -> Option<u64> {
    let digits = word.strip_prefix(['x', 'X'])?;
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}
