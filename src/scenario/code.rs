//! A scenario as a short code that can be sent and typed: `fo1.…`.
//!
//! ```text
//! code  := "fo1." base64url(form text checksum)
//! form    1 byte    the text is as it is (0), or packed with the words of this version (1)
//! text              JSON
//! checksum  2 bytes   CRC-16 of all before it
//! ```
//!
//! The checksum stands last, so that it notices every change within 16 bits that follow each
//! other: each wrong letter, and each two neighbours that have changed places. What the words
//! are is part of the version, since codes live longer than programs.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lz4_flex::block::{compress_with_dict, decompress_into_with_dict};

use super::code_words::WORDS;
use super::diagnostics::{Diagnostic, Place, Source};

/// What a code begins with.
const PREFIX: &str = "fo1.";

/// Largest scenario that has a code, and that a code may unfold to.
pub const LARGEST_SHARED: usize = 1 << 20;

/// Ways in which the text may stand in a code.
const PLAIN: u8 = 0;
const PACKED: u8 = 1;

/// The code of a scenario, given as JSON; none if it is too large.
#[must_use]
pub fn encode(document: &str) -> Option<String> {
    if document.len() > LARGEST_SHARED {
        return None;
    }
    let packed = compress_with_dict(document.as_bytes(), WORDS.as_bytes());
    let (form, text) = if packed.len() < document.len() {
        (PACKED, &packed[..])
    } else {
        (PLAIN, document.as_bytes())
    };
    let mut bytes = [&[form], text].concat();
    bytes.extend(checksum(&bytes).to_be_bytes());
    Some(PREFIX.to_string() + &URL_SAFE_NO_PAD.encode(bytes))
}

/// Is this meant as a code? Of its first letters one may be wrong.
#[must_use]
pub fn is_code(text: &str) -> bool {
    let text = text.trim();
    let right = text.chars().zip(PREFIX.chars()).filter(|(seen, wanted)| seen == wanted).count();
    right + 1 >= PREFIX.len() || version(text).is_some()
}

/// `fo12.…` is of version 12.
fn version(text: &str) -> Option<&str> {
    let (version, _) = text.strip_prefix("fo")?.split_once('.')?;
    let is_number = !version.is_empty() && version.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then_some(version)
}

/// The scenario that a code stands for, as JSON.
///
/// # Errors
/// If the code is damaged, or of another version.
pub fn decode(source: &Arc<Source>) -> Result<String, Diagnostic> {
    let text = source.text.trim();
    if let Some(body) = text.strip_prefix(PREFIX) {
        return unpack(body).ok_or_else(|| {
            Diagnostic::at(&Place::whole(source), "this code is damaged")
                .label("a letter is wrong or missing")
                .help("copy the whole code, from `fo1.` to its last letter")
        });
    }
    let start = source.text.len() - source.text.trim_start().len();
    let length = text.char_indices().map(|(at, c)| at + c.len_utf8()).nth(PREFIX.len() - 1);
    let range = start..start + length.unwrap_or(text.len());
    let place = Place { source: Arc::clone(source), range };
    Err(match version(text) {
        Some(version) => Diagnostic::at(&place, format!("this code is of version {version}"))
            .label("this program reads version 1, `fo1.`"),
        None => Diagnostic::at(&place, "this code is damaged").label("expected `fo1.`"),
    })
}

/// The text in a code; nothing if it is damaged.
fn unpack(body: &str) -> Option<String> {
    // A text takes a third more as letters; packing does not make it larger.
    if body.len() > 2 * LARGEST_SHARED {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(body).ok()?;
    let (rest, seen) = bytes.split_last_chunk()?;
    if checksum(rest) != u16::from_be_bytes(*seen) {
        return None;
    }
    let text = match rest.split_first()? {
        (&PLAIN, text) if text.len() <= LARGEST_SHARED => text.to_vec(),
        (&PACKED, packed) => {
            let mut text = vec![0; LARGEST_SHARED];
            let length = decompress_into_with_dict(packed, &mut text, WORDS.as_bytes()).ok()?;
            text.truncate(length);
            text
        }
        _ => return None,
    };
    String::from_utf8(text).ok()
}

/// CRC-16 with the polynomial of CCITT.
fn checksum(bytes: &[u8]) -> u16 {
    let shift = |sum: u16, _| if sum & 0x8000 == 0 { sum << 1 } else { sum << 1 ^ 0x1021 };
    bytes.iter().fold(0xffff, |sum, byte| (0..8).fold(sum ^ u16::from(*byte) << 8, shift))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SCENARIO: &str =
        r#"{"rules":"eclipse","attacker":"3 interceptor","defender":"1 ancient","seed":7}"#;

    /// What this version has given out once, it reads for ever.
    const CODE: &str = "fo1.AQ3rAQpYAA-dABKgLCJzZWVkIjo3fYgm";

    fn read(code: &str) -> Result<String, String> {
        decode(&Source::new("code", code)).map_err(|error| error.message)
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0x29b1);
    }

    #[test]
    fn a_code_stands_for_its_scenario() {
        let code = encode(SCENARIO).unwrap();
        assert_eq!(code, CODE);
        assert_eq!(read(&format!(" {CODE}\n")).unwrap(), SCENARIO);
    }

    #[test]
    fn every_wrong_letter_is_noticed() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= é";
        for at in 0..CODE.len() {
            for letter in letters.chars().filter(|letter| !CODE[at..].starts_with(*letter)) {
                let wrong = format!("{}{letter}{}", &CODE[..at], &CODE[at + 1..]);
                assert!(is_code(&wrong) || wrong.starts_with(' '), "{wrong}");
                assert!(read(&wrong).is_err(), "{wrong}");
            }
        }
    }

    #[test]
    fn codes_that_are_cut_off_or_shaken_are_noticed() {
        for at in PREFIX.len()..CODE.len() {
            assert!(read(&CODE[..at]).is_err(), "{at}");
            assert!(read(&format!("{}{}", &CODE[..at], &CODE[at + 1..])).is_err(), "{at}");
            let mut shaken = CODE.to_string().into_bytes();
            shaken.swap(at, (at + 1).min(CODE.len() - 1));
            let shaken = String::from_utf8(shaken).unwrap();
            assert!(shaken == CODE || read(&shaken).is_err(), "{shaken}");
        }
    }

    #[test]
    fn other_versions_are_named() {
        assert_eq!(read(&CODE.replace("fo1", "fo2")).unwrap_err(), "this code is of version 2");
        assert!(is_code("fo12.AA"));
        for fleet in ["3 interceptor", "fortress", "fo", "1 ancient", ""] {
            assert!(!is_code(fleet), "{fleet}");
        }
    }

    #[test]
    fn what_unfolds_beyond_the_limit_is_refused() {
        assert!(encode(&"0".repeat(LARGEST_SHARED)).is_some());
        assert!(encode(&"0".repeat(LARGEST_SHARED + 1)).is_none());
        let bomb = compress_with_dict(&[b' '; 2 * LARGEST_SHARED], b"");
        assert!(read(&code_of(&[&[PACKED], &bomb[..]].concat())).is_err());
        assert!(read(&format!("fo1.{}", "A".repeat(4 * LARGEST_SHARED))).is_err());
    }

    /// A code with the right checksum, whatever stands in it.
    fn code_of(bytes: &[u8]) -> String {
        let bytes = [bytes, &checksum(bytes).to_be_bytes()].concat();
        PREFIX.to_string() + &URL_SAFE_NO_PAD.encode(bytes)
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in r#"(\{"rules":|"ti4-space"|[a-z ]{0,9}|\PC){0,40}"#) {
            prop_assert_eq!(read(&encode(&text).unwrap()), Ok(text));
        }

        #[test]
        fn no_code_is_a_crash(form in 0..3u8, bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = read(&code_of(&[&[form], &bytes[..]].concat()));
        }
    }
}
