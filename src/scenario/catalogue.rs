//! The catalogues of all rulebooks. The shipped files are part of the binary; a folder given
//! by the user extends or overrides them.

use std::sync::Arc;

use super::Rulebook;
use super::diagnostics::{Diagnostic, Place, Source};
use super::json::{Field, Node};
use crate::games::eclipse::scenario as eclipse;
use crate::games::spaceship_battles::scenario as spaceship_battles;
use crate::games::star_chamber::scenario as star_chamber;
use crate::games::ti4::scenario as ti4;

/// Catalogue of one rulebook.
#[derive(Clone, Debug)]
pub enum Catalogue {
    /// Catalogue of Eclipse.
    Eclipse(eclipse::Catalogue),
    /// Catalogue of Twilight Imperium.
    Ti4(ti4::Catalogue),
    /// Catalogue of Star Chamber.
    StarChamber(star_chamber::Catalogue),
    /// Catalogue of Spaceship Battles.
    SpaceshipBattles(spaceship_battles::Catalogue),
}

impl Catalogue {
    /// Loads the shipped catalogue of a rulebook and adds these files. Their entries replace
    /// shipped entries of the same name. Files of other rulebooks are skipped.
    ///
    /// # Errors
    /// A message with the place of the first error in a file.
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

/// Returns the fields of a catalogue file, or no fields if it belongs to another rulebook.
pub(crate) fn fields(rulebook: Rulebook, source: &Arc<Source>) -> Result<Vec<Field>, Diagnostic> {
    let document = Node::document(source)?;
    let fields = document.fields()?;
    let Some(of) = fields.iter().find(|f| f.name == "rulebook") else {
        return Err(Diagnostic::at(&Place::whole(source), "the field `rulebook` is missing").help(
            "a catalogue file must name its rulebook, for example \"rulebook\": \"eclipse\"",
        ));
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
