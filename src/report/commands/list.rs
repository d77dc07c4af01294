//! Entries of a catalogue, and checked fleets.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr;

use crate::games::{CheckedFleet, Details, Entry, GroupFigures};
use crate::report::outline::columns;
use crate::report::style::{dim, heading};
use crate::report::text::{distinct, line, wrap};
use crate::scenario::Provenance;

/// Width of the column of names, with its margin.
const NAMES: usize = 26;

/// Width of the column of prices.
const COSTS: usize = 6;

/// Formats entries as a list by section. Ships that several owners have in the same form are listed
/// once, and those that differ from them one by one.
#[must_use]
pub fn list(entries: &[Entry], cost: &str, width: usize) -> String {
    let list = List { cost, width: columns(width) };
    let mut text = String::new();
    for section in entries.chunk_by(|a, b| a.section == b.section) {
        list.heading(&mut text, section);
        let (standard, others) = standard(section);
        for entry in &standard {
            list.entry(&mut text, entry);
        }
        if let Some(owners) = owners(section).filter(|_| !standard.is_empty()) {
            for words in
                wrap(&format!("standard blueprints of {owners}; these differ:"), list.width - 2)
            {
                line!(text, "  {}", dim(words));
            }
        }
        for entry in others {
            list.entry(&mut text, entry);
        }
    }
    text
}

struct List<'a> {
    /// Unit of prices.
    cost: &'a str,
    /// Columns of the terminal.
    width: usize,
}

impl List<'_> {
    /// Writes the heading of a section, with the unit of its prices.
    fn heading(&self, text: &mut String, section: &[Entry]) {
        let title = section.first().map_or("", |entry| &entry.section);
        let has_costs = section.iter().any(|entry| entry.cost.is_some());
        if !has_costs {
            line!(text, "{}", heading(title));
            return;
        }
        let space = self.width.saturating_sub(title.width() + self.cost.width());
        line!(text, "{}{}{}", heading(title), " ".repeat(space), dim(self.cost));
    }

    /// Writes an entry: its name, what it is in as many lines as needed, and its price.
    fn entry(&self, text: &mut String, entry: &Entry) {
        let room = self.width - NAMES - COSTS;
        let mut lines = wrap(&entry.summary, room).into_iter();
        let first = lines.next().unwrap_or_default();
        let space = room.saturating_sub(first.width());
        let cost = entry.cost.map_or(String::new(), |cost| cost.to_string());
        let name = format!("  {:<23} ", entry.name);
        let line = format!("{name}{first}{}{cost:>COSTS$}", " ".repeat(space));
        line!(text, "{}", line.trim_end());
        for more in lines {
            line!(text, "{}{more}", " ".repeat(NAMES));
        }
    }
}

/// Returns the entries that most owners share, by their classes, and all other entries.
fn standard(section: &[Entry]) -> (Vec<Entry>, Vec<&Entry>) {
    let is_same =
        |a: &Entry, b: &Entry| a.class() == b.class() && a.summary == b.summary && a.cost == b.cost;
    let times = |entry: &Entry| section.iter().filter(|other| is_same(entry, other)).count();
    let mut best: BTreeMap<&str, (usize, &Entry)> = BTreeMap::new();
    for entry in section {
        let Some(class) = entry.class() else { continue };
        let times = times(entry);
        let known = best.entry(class).or_insert((times, entry));
        if times > known.0 {
            *known = (times, entry);
        }
    }
    let shared = |entry: &&Entry| {
        let known = entry.class().and_then(|class| best.get(class));
        known.is_some_and(|(times, best)| *times > 1 && is_same(best, entry))
    };
    let mut standard: Vec<Entry> = Vec::new();
    for entry in section.iter().filter(shared) {
        let name = entry.class().unwrap_or_default();
        if standard.iter().all(|known| known.name != name) {
            standard.push(Entry { name: name.into(), ..entry.clone() });
        }
    }
    (standard, section.iter().filter(|entry| !shared(entry)).collect())
}

/// Returns the names of all owners.
fn owners(section: &[Entry]) -> Option<String> {
    let names = distinct(section.iter().map(|entry| entry.owner.as_str()));
    (names.len() > 1).then(|| names.join(", "))
}

/// Formats all that is known of an entry.
#[must_use]
pub fn details(details: &Details) -> String {
    let Details { name, remark, lines, provenance, sources, .. } = details;
    let mut text = String::new();
    line!(text, "{}{remark}", heading(name));
    for words in lines {
        line!(text, "  {words}");
    }
    let Provenance { confidence, note, set, .. } = provenance;
    let about = [("set", set), ("confidence", confidence), ("note", note)];
    for (name, value) in about.into_iter().filter(|(_, value)| !value.is_empty()) {
        line!(text, "  {}", dim(format!("{name}: {value}")));
    }
    for (key, meaning) in sources {
        line!(text, "  {}", dim(format!("source: {key}, {meaning}")));
    }
    text
}

/// Formats a checked fleet with the figures and prices of its groups.
#[must_use]
pub fn checked(fleet: &CheckedFleet) -> String {
    let CheckedFleet { fleet, groups, total, remarks, .. } = fleet;
    let summaries = groups.iter().map(|group| group.summary.width());
    let summaries = summaries.max().unwrap_or(0).max(44);
    let mut text = String::new();
    line!(text, "{}", heading(fleet));
    for GroupFigures { class, count, summary, cost, .. } in groups {
        let name = format!("{count} {class}");
        let cost = total.map_or(String::new(), |_| format!("{cost:>6}"));
        line!(text, "{}", format!("  {name:<24}{summary:<summaries$}{cost}").trim_end());
    }
    if let Some((words, total)) = total {
        let names = 24 + summaries;
        line!(text, "  {words:<names$}{total:>6}");
    }
    for remark in remarks {
        line!(text, "  {remark}");
    }
    text
}
