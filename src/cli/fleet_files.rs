//! Fleets that are typed on the command line, in which `@FILE` stands for a file.

use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::files::read_source;
use fleetodds::internals::games::FleetReader;
use fleetodds::internals::scenario::{
    MixPart, Place, SideText, Source, join_mix, read_fleet_file, split_mix,
};

/// Reads a fleet as typed. `@FILE` is replaced by the content of a file, alone or between
/// others: `2 @brick.txt + 3 interceptor`.
pub(crate) fn read_fleet(
    reader: &FleetReader,
    role: &str,
    typed: &str,
) -> Result<SideText, Failure> {
    match with_files(reader, role, typed)? {
        Some(side) => Ok(side),
        None => Ok(reader.read(&Source::new(role, typed))?),
    }
}

/// Reads a fleet whose words name a file; returns `None` if they do not.
pub(crate) fn with_files(
    reader: &FleetReader,
    role: &str,
    typed: &str,
) -> Result<Option<SideText>, Failure> {
    if let Some(path) = whole_file(typed) {
        return read_file(reader, Path::new(path)).map(Some);
    }
    let parts = parts(typed);
    if !parts.iter().any(|part| part.file.is_some()) {
        return Ok(None);
    }
    if let [Part { count: "", file: Some(path), .. }] = parts[..] {
        return read_file(reader, Path::new(path)).map(Some);
    }
    let mut text = String::new();
    for part in parts {
        text += part.before;
        match part.file {
            Some(path) => text += &repeated(reader, path, part.count)?,
            None => text += part.count,
        }
    }
    Ok(Some(reader.read(&Source::new(role, text))?))
}

/// Reads the value of `--against-mix`: fleets with their weights. Returns the side and its
/// fleets in full, as they can be typed again.
pub(crate) fn read_mix(reader: &FleetReader, typed: &str) -> Result<(SideText, String), Failure> {
    let source = Source::new("--against-mix", typed);
    let mut parts = Vec::new();
    let mut full = Vec::new();
    for (weight, range) in split_mix(&source).map_err(Failure::option)? {
        let role = format!("--against-mix, fleet {}", parts.len() + 1);
        let fleet = &typed[range];
        let side = read_fleet(reader, &role, fleet)?;
        full.push((format!("{weight}%"), in_full(&side, fleet)));
        parts.push(MixPart { weight, side });
    }
    Ok((SideText::of_mix(parts, Place::whole(&source))?, join_mix(&full)))
}

/// Reads a fleet file: JSON, or a fleet as typed. Lines that begin with `#` are comments.
fn read_file(reader: &FleetReader, path: &Path) -> Result<SideText, Failure> {
    let source = read_source(path)?;
    if source.text.trim_start().starts_with(['{', '"', '[']) {
        return Ok(read_fleet_file(&source)?);
    }
    let line = |line: &str| match line.trim_start().starts_with('#') {
        true => " ".repeat(line.len()),
        false => line.to_string(),
    };
    let lines: Vec<String> = source.text.lines().map(line).collect();
    Ok(reader.read(&Source::new(source.name.as_str(), lines.join("\n").trim_end()))?)
}

/// Returns the fleet of a file in exact notation. A number in front multiplies a single group.
fn repeated(reader: &FleetReader, path: &str, count: &str) -> Result<String, Failure> {
    let side = read_file(reader, Path::new(path))?;
    let wrong = |why: &str| Failure::refused(format!("@{path} {why}"));
    let is_plain = side.is_fleet() && side.fleet.options.is_empty();
    if !is_plain {
        return Err(wrong("has options of a side, so it cannot be part of a fleet"));
    }
    let mut groups = side.fleet.groups;
    if !count.is_empty() {
        let [group] = &mut groups[..] else {
            return Err(wrong("has several groups: leave out the number before it"));
        };
        let times = count.trim_end_matches(['x', 'X', ' ']).parse::<u64>();
        let times = times.map_err(|_| wrong("needs a whole number before it, or none"))?;
        let number = group.count.as_ref().map_or(1, |count| count.value);
        group.count = None;
        return Ok(format!("{} {group}", number.saturating_mul(times)));
    }
    let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
    Ok(groups.join(" + "))
}

/// Returns a typed fleet in full. A file that gives more than a fleet is named as typed.
pub(crate) fn in_full(side: &SideText, typed: &str) -> String {
    if side.is_fleet() { side.fleet.to_string() } else { typed.to_string() }
}

/// Returns the path of `@FILE` if that is the whole text and there is such a file, whatever its
/// name.
pub(crate) fn whole_file(typed: &str) -> Option<&str> {
    typed.trim().strip_prefix('@').filter(|path| Path::new(path).is_file())
}

/// A part of a typed fleet, and the sign before it.
struct Part<'a> {
    before: &'a str,
    /// All text of the part, or the text before its file.
    count: &'a str,
    file: Option<&'a str>,
}

/// Splits a typed fleet at `+` and `&` outside brackets.
fn parts(typed: &str) -> Vec<Part<'_>> {
    let signs = outside_brackets(typed, &['+', '&']).into_iter().filter(|at| *at > 0);
    let starts: Vec<usize> = std::iter::once(0).chain(signs).collect();
    let ends = starts.iter().skip(1).copied().chain([typed.len()]);
    let part = |(start, end): (usize, usize)| {
        let part = &typed[start..end];
        let (before, text) = part.split_at(usize::from(part.starts_with(['+', '&'])));
        match text.split_once('@').filter(|(count, _)| is_count(count)) {
            Some((count, path)) => Part { before, count: count.trim(), file: Some(path.trim()) },
            None => Part { before, count: text, file: None },
        }
    };
    starts.iter().copied().zip(ends).map(part).collect()
}

/// Returns the places of some signs outside brackets.
pub(crate) fn outside_brackets(text: &str, signs: &[char]) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && signs.contains(&c) => found.push(at),
            _ => (),
        }
    }
    found
}

/// Whether a text in front of `@` is a number of ships or nothing.
fn is_count(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == 'x' || c == 'X')
}
