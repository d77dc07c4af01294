//! The catalogues of all rulebooks. The shipped files are part of the binary; a folder given
//! by the user adds to them or overrides them.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Place, Source};
use super::json::{Field, Node};
use super::{Rulebook, eclipse, spaceship_battles, star_chamber, ti4};

/// Everything that is known of one rulebook.
#[derive(Clone, Debug)]
pub enum Catalogue {
    /// Of Eclipse.
    Eclipse(eclipse::Catalogue),
    /// Of Twilight Imperium.
    Ti4(ti4::Catalogue),
    /// Of Star Chamber.
    StarChamber(star_chamber::Catalogue),
    /// Of Spaceship Battles.
    SpaceshipBattles(spaceship_battles::Catalogue),
}

impl Catalogue {
    /// The shipped catalogue of a rulebook, with these files added: entries with a known
    /// name take the place of the shipped ones. Files of other rulebooks are passed over.
    ///
    /// # Errors
    /// A message with the place of what is wrong in a file.
    pub fn new(rulebook: Rulebook, added: &[Arc<Source>]) -> Result<Self, Diagnostic> {
        match rulebook {
            Rulebook::Eclipse | Rulebook::Eclipse2e => {
                eclipse::Catalogue::new(rulebook, added).map(Self::Eclipse)
            }
            Rulebook::Ti4Space | Rulebook::Ti4Ground => {
                ti4::Catalogue::new(rulebook, added).map(Self::Ti4)
            }
            Rulebook::StarChamber => star_chamber::Catalogue::new(added).map(Self::StarChamber),
            Rulebook::SpaceshipBattles => {
                spaceship_battles::Catalogue::new(added).map(Self::SpaceshipBattles)
            }
        }
    }
}

/// The fields of a catalogue file, if it is one of this rulebook; else none.
pub(super) fn fields(rulebook: Rulebook, source: &Arc<Source>) -> Result<Vec<Field>, Diagnostic> {
    let document = Node::document(source)?;
    let fields = document.fields()?;
    let Some(of) = fields.iter().find(|f| f.name == "rulebook") else {
        return Err(Diagnostic::at(&Place::whole(source), "the field `rulebook` is missing")
            .help("a catalogue file says which rulebook it is for: \"rulebook\": \"eclipse\""));
    };
    let name = of.value.string()?;
    if rulebook.has_catalogue(&name) {
        document.check_printable()?;
        return Ok(fields);
    }
    if Rulebook::ALL.iter().any(|other| other.has_catalogue(&name)) {
        return Ok(Vec::new());
    }
    let known: Vec<_> = Rulebook::ALL.iter().map(|r| r.name()).collect();
    Err(Diagnostic::unknown(&of.value.place(), "rulebook", &known))
}
