//! Encodes a scenario as a short code to share: `fo1.…` or `fo2.…`.
//!
//! ```text
//! code      := version base64url(form text checksum)
//! version   := "fo1."  version 0.1.0 of the program reads the scenario
//!            | "fo2."  the scenario has fields that it does not know
//! form      1 byte    plain text (0), or compressed with the dictionary of this version (1)
//! text                JSON
//! checksum  2 bytes   CRC-16 of all bytes before it; from version 2 on, of the prefix, too
//! ```
//!
//! The checksum detects every change within 16 consecutive bits, and so every wrong letter and
//! every swap of two neighbouring letters. The dictionary belongs to the version of the code,
//! because codes outlive the programs that wrote them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lz4_flex::block::{compress_with_dict, decompress_into_with_dict};
use serde_json::Value;

use super::code_words::WORDS;
use super::diagnostics::{Diagnostic, Place, Source};
use super::names::normalise;

/// Prefixes of the versions of codes. They differ in the fields of the scenario only.
const PREFIXES: [&str; 2] = ["fo1.", "fo2."];

/// Length of a prefix, in bytes.
const PREFIX_LENGTH: usize = 4;

/// Fields of a scenario that version 1 does not know.
const NEW_FIELDS: [&str; 13] = [
    "mix",
    "members",
    "galvanized",
    "laws",
    "entropic_scar",
    "cultural",
    "unit",
    "units",
    "enemy_dice",
    "bombard",
    "gains",
    "texts",
    "horizon",
];

/// Options of a side that version 1 does not know, where they are typed with the fleet.
const NEW_OPTIONS: [&str; 1] = ["horizon"];

/// Largest scenario that can be encoded or decoded, in bytes of JSON.
pub const MAX_SHARED_BYTES: usize = 1 << 20;

/// Values of the form byte: plain and compressed text.
const PLAIN: u8 = 0;
const PACKED: u8 = 1;

/// Encodes a scenario given as JSON. Returns `None` if it is larger than [`MAX_SHARED_BYTES`].
#[must_use]
pub fn encode(document: &str) -> Option<String> {
    if document.len() > MAX_SHARED_BYTES {
        return None;
    }
    let packed = compress_with_dict(document.as_bytes(), WORDS.as_bytes());
    let (form, text) = if packed.len() < document.len() {
        (PACKED, &packed[..])
    } else {
        (PLAIN, document.as_bytes())
    };
    let prefix = PREFIXES[usize::from(has_new_fields(document))];
    let mut bytes = [&[form], text].concat();
    bytes.extend(sealed(prefix, &bytes).to_be_bytes());
    Some(prefix.to_string() + &URL_SAFE_NO_PAD.encode(bytes))
}

/// Whether a scenario has a field that version 1 does not know.
fn has_new_fields(document: &str) -> bool {
    has_new(&serde_json::from_str(document).unwrap_or_default())
}

/// Whether a value has a new field, at any depth.
fn has_new(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| NEW_FIELDS.contains(&name.as_str()) || has_new(value))
        }
        Value::Array(values) => values.iter().any(has_new),
        Value::String(text) => text.split('&').skip(1).any(is_new_option),
        _ => false,
    }
}

/// Whether a typed option of a side is one that version 1 does not know.
fn is_new_option(option: &str) -> bool {
    let name = option.split('=').next().unwrap_or_default();
    NEW_OPTIONS.contains(&normalise(name.trim()).as_str())
}

/// Whether a text is meant as a code. One letter of the prefix may be wrong.
#[must_use]
pub fn is_code(text: &str) -> bool {
    let text = text.trim();
    let is_near = |prefix: &&str| {
        let pairs = text.chars().zip(prefix.chars());
        pairs.filter(|(seen, wanted)| seen == wanted).count() + 1 >= PREFIX_LENGTH
    };
    PREFIXES.iter().any(is_near) || version(text).is_some()
}

/// Returns the version of a code: 12 for `fo12.…`.
fn version(text: &str) -> Option<&str> {
    let (version, _) = text.strip_prefix("fo")?.split_once('.')?;
    let is_number = !version.is_empty() && version.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then_some(version)
}

/// Decodes a code to a scenario as JSON.
///
/// # Errors
/// If the code is damaged or has another version.
pub fn decode(source: &Arc<Source>) -> Result<String, Diagnostic> {
    let text = source.text.trim();
    let body = |prefix: &'static str| Some((prefix, text.strip_prefix(prefix)?));
    if let Some((prefix, body)) = PREFIXES.into_iter().find_map(body) {
        return unpack(prefix, body).ok_or_else(|| {
            Diagnostic::at(&Place::whole(source), "this code is damaged")
                .label("a letter is wrong or missing")
                .help(format!("copy the whole code, from `{prefix}` to its last letter"))
        });
    }
    let start = source.text.len() - source.text.trim_start().len();
    let length = text.char_indices().map(|(at, c)| at + c.len_utf8()).nth(PREFIX_LENGTH - 1);
    let range = start..start + length.unwrap_or(text.len());
    let place = Place::new(source, range);
    Err(match version(text) {
        Some(version) => Diagnostic::at(&place, format!("this code has version {version}"))
            .label("this program reads versions 1 and 2: `fo1.` and `fo2.`"),
        None => Diagnostic::at(&place, "this code is damaged").label("expected `fo1.` or `fo2.`"),
    })
}

/// Returns the text in a code, or `None` if the code is damaged.
fn unpack(prefix: &str, body: &str) -> Option<String> {
    // Base64 adds a third to the size, and compression is only used if it saves space.
    if body.len() > 2 * MAX_SHARED_BYTES {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(body).ok()?;
    let (rest, seen) = bytes.split_last_chunk()?;
    if sealed(prefix, rest) != u16::from_be_bytes(*seen) {
        return None;
    }
    let text = match rest.split_first()? {
        (&PLAIN, text) if text.len() <= MAX_SHARED_BYTES => text.to_vec(),
        (&PACKED, packed) => {
            let mut text = vec![0; MAX_SHARED_BYTES];
            let length = decompress_into_with_dict(packed, &mut text, WORDS.as_bytes()).ok()?;
            text.truncate(length);
            text
        }
        _ => return None,
    };
    String::from_utf8(text).ok()
}

/// Returns the checksum of a code. That of version 1 does not include its prefix.
fn sealed(prefix: &str, bytes: &[u8]) -> u16 {
    let start = if prefix == PREFIXES[0] { "" } else { prefix };
    checksum(&[start.as_bytes(), bytes].concat())
}

/// CRC-16 with the CCITT polynomial 0x1021 and initial value 0xffff.
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

    /// Codes of version 1 must stay readable.
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
        for at in PREFIX_LENGTH..CODE.len() {
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
        assert_eq!(read(&CODE.replace("fo1", "fo3")).unwrap_err(), "this code has version 3");
        assert_eq!(read(&CODE.replace("fo1", "fo2")).unwrap_err(), "this code is damaged");
        assert!(is_code("fo12.AA"));
        for fleet in ["3 interceptor", "fortress", "fo", "1 ancient", ""] {
            assert!(!is_code(fleet), "{fleet}");
        }
    }

    #[test]
    fn what_unfolds_beyond_the_limit_is_refused() {
        assert!(encode(&"0".repeat(MAX_SHARED_BYTES)).is_some());
        assert!(encode(&"0".repeat(MAX_SHARED_BYTES + 1)).is_none());
        let bomb = compress_with_dict(&[b' '; 2 * MAX_SHARED_BYTES], b"");
        assert!(read(&code_of(&[&[PACKED], &bomb[..]].concat())).is_err());
        assert!(read(&format!("fo1.{}", "A".repeat(4 * MAX_SHARED_BYTES))).is_err());
    }

    /// Creates a code with arbitrary content and a correct checksum.
    fn code_of(bytes: &[u8]) -> String {
        let bytes = [bytes, &checksum(bytes).to_be_bytes()].concat();
        PREFIXES[0].to_string() + &URL_SAFE_NO_PAD.encode(bytes)
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
