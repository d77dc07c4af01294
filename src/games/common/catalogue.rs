//! Files of catalogues. The shipped files are part of the binary; a folder given by the user
//! extends or overrides them.

use std::sync::Arc;

use crate::games::Rulebook;
use crate::scenario::diagnostics::{Diagnostic, Place, Source};
use crate::scenario::fields::{Fields, same};
use crate::scenario::json::JsonNode;
use crate::scenario::phrase::SavedShip;

/// Texts by name, such as the descriptions of sources by their keys.
pub(crate) type Texts = Vec<(String, String)>;

/// A file of a catalogue.
pub(crate) struct CatalogueFile {
    /// Sections that are not read yet.
    pub(crate) sections: Fields,
    /// Source of the entries that name none.
    source: String,
}

/// Reads the shipped files of a rulebook, and then the user's files. Files of other rulebooks are
/// skipped. Returns the sources that the files describe.
pub(crate) fn read_files(
    rulebook: Rulebook,
    shipped: &[(&str, &str)],
    added: &[Arc<Source>],
    mut read: impl FnMut(&mut CatalogueFile) -> Result<(), Diagnostic>,
) -> Result<Texts, Diagnostic> {
    let mut sources = Texts::new();
    let shipped = shipped.iter().map(|(name, text)| Source::new(*name, *text));
    for source in shipped.chain(added.iter().cloned()) {
        let Some(mut file) = CatalogueFile::open(rulebook, &source)? else { continue };
        file.texts("sources", &mut sources)?;
        read(&mut file)?;
        file.sections.finish()?;
    }
    Ok(sources)
}

impl CatalogueFile {
    /// Opens a file, unless it belongs to another rulebook.
    fn open(rulebook: Rulebook, source: &Arc<Source>) -> Result<Option<Self>, Diagnostic> {
        let document = JsonNode::document(source)?;
        let mut sections = Fields::of(&document, "field")?;
        let Some(of) = sections.optional("rulebook") else {
            return Err(Diagnostic::at(&Place::whole(source), "the field `rulebook` is missing")
                .help(
                "a catalogue file must name its rulebook, for example \"rulebook\": \"eclipse\"",
            ));
        };
        let name = of.string()?;
        if rulebook.has_catalogue(&name) {
            document.check_printable()?;
            sections.ignore(&["note"]);
            sections.forget(SAVED);
            let source = sections.string("source")?.unwrap_or_default();
            return Ok(Some(Self { sections, source }));
        }
        if Rulebook::ALL.iter().any(|other| other.has_catalogue(&name)) {
            return Ok(None);
        }
        Err(Diagnostic::unknown(&of.place(), "rulebook", Rulebook::ALL.map(Rulebook::name)))
    }

    /// Reads a section that is a list of entries. They replace entries of the same name.
    pub(crate) fn fill<T>(
        &mut self,
        section: &'static str,
        all: &mut Vec<T>,
        mut read: impl FnMut(&mut Fields) -> Result<T, Diagnostic>,
        name: impl Fn(&T) -> &str,
    ) -> Result<(), Diagnostic> {
        for mut entry in self.entries(section)? {
            put(all, read(&mut entry)?, &name);
            entry.finish()?;
        }
        Ok(())
    }

    /// Returns the entries of a section.
    pub(crate) fn entries(&mut self, section: &'static str) -> Result<Vec<Fields>, Diagnostic> {
        let Self { sections, source } = self;
        sections.list(section, |entry| Ok(Fields::of(entry, "field")?.with_source(source)))
    }

    /// Reads a section of texts by name.
    pub(crate) fn texts(
        &mut self,
        section: &'static str,
        all: &mut Texts,
    ) -> Result<(), Diagnostic> {
        for (name, text) in self.sections.by_name(section)? {
            put(all, (name.value, text.string()?), |(name, _)| name);
        }
        Ok(())
    }
}

/// Adds an entry, or replaces the entry with the same name.
pub(crate) fn put<T>(all: &mut Vec<T>, new: T, name: impl Fn(&T) -> &str) {
    match all.iter_mut().find(|old| same(name(old), name(&new))) {
        Some(old) => *old = new,
        None => all.push(new),
    }
}

/// Field of a catalogue file with ships that the user has saved.
const SAVED: &str = "saved";

/// Returns the ships that a user has saved in a catalogue file, or none if it belongs to another
/// rulebook.
///
/// # Errors
/// A message with the place of the first error.
pub fn saved_ships(rulebook: Rulebook, source: &Arc<Source>) -> Result<Vec<SavedShip>, Diagnostic> {
    let document = JsonNode::document(source)?;
    document.check_printable()?;
    let mut fields = Fields::of(&document, "field")?;
    let of = fields.string("rulebook")?;
    if !of.is_some_and(|name| rulebook.has_catalogue(&name)) {
        return Ok(Vec::new());
    }
    fields.list(SAVED, |member| {
        let mut fields = Fields::of(member, "field of a saved ship")?;
        let (name, group) = (fields.required("name")?, fields.required("fleet")?);
        fields.finish()?;
        Ok(SavedShip { name: name.string()?, group: group.string()? })
    })
}
