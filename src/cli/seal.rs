//! Lines with a checksum of their content.
//!
//! A sealed line is a JSON object whose last field is `"crc32"`, the checksum of the object
//! without that field. CRC-32 detects every change within 32 consecutive bits.

/// Text before the checksum.
const FIELD: &str = ",\"crc32\":\"";

/// Text after the checksum.
const END: &str = "\"}";

/// Number of hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// Adds the checksum to a JSON object. The object must have at least one field.
pub(crate) fn seal(object: &str) -> String {
    let inside = object.strip_suffix('}').unwrap_or(object);
    format!("{inside}{FIELD}{}{END}", checksum(object.as_bytes()))
}

/// Whether a line looks sealed. The checksum is not verified.
pub(crate) fn is_sealed(line: &str) -> bool {
    line.contains("\"crc32\"")
}

/// Returns the object that was sealed, or `None` if the line has changed since.
pub(crate) fn open(line: &str) -> Option<String> {
    let (inside, sum) = line.strip_suffix(END)?.split_at_checked(sealed_at(line)?)?;
    let object = format!("{inside}}}");
    (sum.strip_prefix(FIELD)? == checksum(object.as_bytes())).then_some(object)
}

/// Returns the position of the seal in a line.
fn sealed_at(line: &str) -> Option<usize> {
    line.len().checked_sub(FIELD.len() + DIGITS + END.len())
}

/// Returns the CRC-32 of bytes as hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
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
