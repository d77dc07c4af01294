//! Reads a record as text, line by line.
//!
//! ```text
//! record  := header { entry }
//! header  := ["rules:" RULEBOOK] ["setting:" JSON]
//!            ("attacker:" FLEET "defender:" FLEET | "scenario:" JSON)
//! entry   := heading | line
//! heading := "round" N | NAME
//! line    := WHO ":" note { ("," | ";") note }
//! ```
//!
//! A hash begins a comment. Empty lines have no meaning.

use std::ops::Range;
use std::sync::Arc;

use super::note::notes;
use super::{BattleRecord, RecordEntry, RecordLine};
use crate::result::ROLES;
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::document::scenario_at;
use crate::scenario::fields::Fields;
use crate::scenario::json::JsonNode;
use crate::scenario::model::{Scenario, SideText};
use crate::scenario::notation::parse_fleet;
use crate::scenario::settings::parse_rulebook;
use crate::scenario::spanned::Spanned;

/// Reads a record.
pub(super) fn read(source: &Arc<Source>) -> Result<BattleRecord, Diagnostic> {
    let mut header = Header::default();
    let mut entries = Vec::new();
    for line in lines(source) {
        line.check_printable("a record", &['\t'])?;
        let is_header = entries.is_empty() && is_setting(&line);
        if header.is_complete() && !is_header {
            entries.push(entry(line)?);
        } else {
            header.read(&line)?;
        }
    }
    let place = Place::whole(source);
    Ok(BattleRecord { scenario: header.scenario(&place)?, entries, place })
}

/// Reads a record without its header.
pub(super) fn entries(source: &Arc<Source>) -> Result<Vec<RecordEntry>, Diagnostic> {
    lines(source).map(entry).collect()
}

/// Returns the lines that are not empty, without comments.
fn lines(source: &Arc<Source>) -> impl Iterator<Item = Place> {
    let mut at = 0;
    source.text.split_inclusive('\n').filter_map(move |line| {
        let range = at..at + line.len();
        at = range.end;
        let line = Place::new(source, without_comment(source, range)).trimmed();
        (!line.range.is_empty()).then_some(line)
    })
}

/// Whether a line is one of the header that may also follow the fleets.
fn is_setting(line: &Place) -> bool {
    let name = split(line).map(|(name, _)| name.text().to_lowercase());
    name.is_some_and(|name| ["rules", "setting"].contains(&name.as_str()))
}

/// Returns the part of a line before its comment. A hash inside JSON is no comment.
fn without_comment(source: &Source, range: Range<usize>) -> Range<usize> {
    let line = &source.text[range.clone()];
    let is_json = |value: (&str, &str)| value.1.trim_start().starts_with('{');
    if line.split_once(':').is_some_and(is_json) {
        return range;
    }
    range.start..line.find('#').map_or(range.end, |hash| range.start + hash)
}

/// The lines before the first entry.
#[derive(Default)]
struct Header {
    rules: Option<Spanned<String>>,
    sides: [Option<SideText>; 2],
    scenario: Option<Scenario>,
    setting: Option<JsonNode>,
}

impl Header {
    fn is_complete(&self) -> bool {
        self.scenario.is_some() || self.sides.iter().all(Option::is_some)
    }

    /// Reads a line such as `attacker: 2 cruiser`.
    fn read(&mut self, line: &Place) -> Result<(), Diagnostic> {
        let Some((name, value)) = split(line) else { return Err(self.not_a_header(line)) };
        match name.text().to_lowercase().as_str() {
            "rules" => {
                self.rules = Some(Spanned::new(value.text().into(), value));
            }
            "setting" => self.setting = Some(JsonNode::value_at(&value)?),
            "scenario" => {
                self.scenario = Some(scenario_at(&JsonNode::value_at(&value)?)?);
            }
            role if ROLES.contains(&role) => {
                let side = usize::from(role == ROLES[1]);
                if self.sides[side].is_some() {
                    let other = ROLES[1 - side];
                    return Err(Diagnostic::at(&name, format!("a second line of the {role}"))
                        .label(format!("expected `{other}: FLEET`")));
                }
                let fleet = parse_fleet(&value.source, value.range.clone())?;
                let written = JsonNode::of_text(value.text());
                self.sides[side] = Some(SideText::of(fleet, written, value));
            }
            _ => return Err(self.not_a_header(line)),
        }
        Ok(())
    }

    fn not_a_header(&self, line: &Place) -> Diagnostic {
        let missing = if self.sides[0].is_none() { ROLES[0] } else { ROLES[1] };
        Diagnostic::at(line, "a record begins with its fleets")
            .label(format!("expected `{missing}: FLEET` before this line"))
            .help("such as `attacker: 3 interceptor`, `defender: ancient`")
    }

    /// Returns the scenario of the header. `place` is that of the whole record.
    fn scenario(self, place: &Place) -> Result<Scenario, Diagnostic> {
        let mut scenario = match (self.scenario, self.sides) {
            (Some(scenario), _) => scenario,
            (None, [Some(attacker), Some(defender)]) => Scenario::of([attacker, defender]),
            (None, [attacker, _]) => {
                let role = if attacker.is_none() { ROLES[0] } else { ROLES[1] };
                let end = place.range.end;
                let place = Place { range: end..end, ..place.clone() };
                return Err(Diagnostic::at(&place, format!("the fleet of the {role} is missing"))
                    .label(format!("expected `{role}: FLEET`")));
            }
        };
        if let Some(setting) = self.setting {
            scenario.setting = Fields::of(&setting, "setting")?;
            scenario.setting_written = Some(setting);
        }
        if let Some(rules) = self.rules {
            scenario.rulebook = Some(parse_rulebook(&rules.place, &rules.value)?);
        }
        Ok(scenario)
    }
}

/// Reads a heading, or the notes of a group or side.
fn entry(line: Place) -> Result<RecordEntry, Diagnostic> {
    let Some((who, value)) = split(&line) else {
        let value = line.text().to_lowercase();
        return Ok(RecordEntry::Heading(Spanned::new(value, line)));
    };
    let notes = notes(&value)?;
    let who = Spanned::new(who.text().into(), who);
    Ok(RecordEntry::Line(RecordLine { who, notes, place: line }))
}

/// Returns the parts of a line before and after its colon.
fn split(line: &Place) -> Option<(Place, Place)> {
    let colon = line.range.start + line.text().find(':')?;
    let part = |range: Range<usize>| Place::new(&line.source, range).trimmed();
    Some((part(line.range.start..colon), part(colon + 1..line.range.end)))
}
