//! Batches in CSV: a header with the columns, and a fight in each row.

use crate::cli::failure::Failure;
use fleetodds::report::FIGHT_COLUMNS;

/// Columns with the fleets.
const FLEETS: [&str; 2] = ["attacker", "defender"];

/// Columns of a batch in CSV.
#[derive(Debug)]
pub(crate) struct Header {
    names: Vec<String>,
}

/// A row of a batch in CSV.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Fleets of attacker and defender, as typed.
    pub(crate) fleets: [String; 2],
    /// Rulebook, if given.
    pub(crate) rules: Option<String>,
    /// `id` as JSON.
    pub(crate) id: Option<String>,
}

impl Header {
    /// Reads a header; `None` for a line that is none.
    ///
    /// # Errors
    /// If a column is unknown. Those of an output in CSV are known.
    pub(crate) fn read(line: &str) -> Result<Option<Self>, Failure> {
        if line.trim_start().starts_with(['{', '[']) {
            return Ok(None);
        }
        let Some(cells) = cells(line) else { return Ok(None) };
        let names: Vec<String> = cells.iter().map(|cell| cell.trim().to_lowercase()).collect();
        if !FLEETS.iter().all(|fleet| names.iter().any(|name| name == fleet)) {
            return Ok(None);
        }
        for (n, name) in names.iter().enumerate() {
            let known = FIGHT_COLUMNS.join(", ");
            if !FIGHT_COLUMNS.contains(&name.as_str()) {
                let message = format!("unknown column `{name}` of the CSV: expected {known}");
                return Err(Failure::Refused(message));
            }
            if names[..n].contains(name) {
                return Err(Failure::Refused(format!("two columns of the CSV are `{name}`")));
            }
        }
        Ok(Some(Self { names }))
    }

    /// Reads a row.
    ///
    /// # Errors
    /// A message if it has another number of cells.
    pub(crate) fn row(&self, line: &str) -> Result<Row, String> {
        let cells =
            cells(line).ok_or("the row is not CSV: a quote is open, or text follows one")?;
        let (found, wanted) = (cells.len(), self.names.len());
        if found != wanted {
            return Err(format!("the row has {found} cells, but the header has {wanted}"));
        }
        let cell = |name: &str| {
            let at = self.names.iter().position(|known| known == name)?;
            let text = cells[at].trim();
            (!text.is_empty()).then(|| text.to_string())
        };
        let id = |id: String| match id.parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => serde_json::Value::from(id).to_string(),
        };
        Ok(Row {
            fleets: FLEETS.map(|fleet| cell(fleet).unwrap_or_default()),
            rules: cell("rules"),
            id: cell("id").map(id),
        })
    }
}

/// Returns the cells of a line of CSV.
fn cells(line: &str) -> Option<Vec<String>> {
    let line = line.trim_end_matches(['\r', '\n']);
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(line.as_bytes());
    let mut records = reader.records();
    let record = records.next()?.ok()?;
    records.next().is_none().then(|| record.iter().map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::{Header, Row};

    #[test]
    fn a_header_names_both_fleets() {
        for (line, is_header) in [
            ("attacker,defender", true),
            ("ID, Attacker, Defender, Rules\r\n", true),
            ("3 int vs ancient, 2 gcds", false),
            ("{\"attacker\": \"cruiser\", \"defender\": \"ancient\"}", false),
        ] {
            assert_eq!(Header::read(line).is_ok_and(|found| found.is_some()), is_header, "{line}");
        }
        assert!(Header::read("attacker,defender,colour").is_err());
    }

    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let header = Header::read("id,attacker,defender,rules").ok().flatten();
        let row = |line: &str| header.as_ref().map(|header| header.row(line));
        let wanted = Row {
            fleets: ["2 cruiser, 3 int".into(), "ancient".into()],
            rules: Some("2e".into()),
            id: Some("\"a1\"".into()),
        };
        assert_eq!(row("a1,\"2 cruiser, 3 int\",ancient,2e"), Some(Ok(wanted)));
        assert!(row("a1,cruiser").is_some_and(|row| row.is_err()));
    }
}
