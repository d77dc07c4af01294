//! Lines that carry a checksum of all that they hold.
//!
//! A sealed line is a JSON object whose last field is `"crc32"`, the checksum of the object
//! without it. CRC-32 finds every change of up to 32 neighbouring bits.

/// What stands before the checksum.
const FIELD: &str = ",\"crc32\":\"";

/// What stands after it.
const END: &str = "\"}";

/// Digits of a checksum.
const DIGITS: usize = 8;

/// Seals a JSON object that has fields.
pub(super) fn seal(object: &str) -> String {
    let inside = object.strip_suffix('}').unwrap_or(object);
    format!("{inside}{FIELD}{}{END}", checksum(object.as_bytes()))
}

/// Whether a line looks sealed, rightly or not.
pub(super) fn is_sealed(line: &str) -> bool {
    line.contains("\"crc32\"")
}

/// The object that was sealed; `None` if a byte of the line has changed.
pub(super) fn open(line: &str) -> Option<String> {
    let (inside, sum) = line.strip_suffix(END)?.split_at_checked(sealed_at(line)?)?;
    let object = format!("{inside}}}");
    (sum.strip_prefix(FIELD)? == checksum(object.as_bytes())).then_some(object)
}

/// Where the seal of a line begins.
fn sealed_at(line: &str) -> Option<usize> {
    line.len().checked_sub(FIELD.len() + DIGITS + END.len())
}

/// The checksum as it is written.
pub(super) fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

#[cfg(test)]
mod tests {
    use super::{open, seal};

    #[test]
    fn a_seal_holds_what_was_sealed() {
        let object = r#"{"a":"é","b":[1,2]}"#;
        let sealed = seal(object);
        assert_eq!(open(&sealed).as_deref(), Some(object));
        assert_eq!(open(object), None);
        assert_eq!(open(""), None);
        assert_eq!(open("é"), None);
    }
}
