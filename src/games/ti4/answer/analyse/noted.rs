//! The notes of a part of the combat.

use super::tally::{GROUPS, Told, Toll, class_of};
use crate::answer::Side;
use crate::games::ti4::rules::{Part, Ti4Fleet, Ti4Position};
use crate::result::ROLES;
use crate::scenario::{
    Diagnostic, Fate, Note, NotedUnits, Place, RecordLine, Spanned, WhichShip, normalise,
};

/// Headings of the parts before the first round.
pub(super) const PRELUDE: [(&str, Part); 4] = [
    ("bombardment", Part::Bombardment),
    ("space cannon", Part::Cannon),
    ("start of combat", Part::Start),
    ("barrage", Part::Barrage),
];

/// The notes of a part.
pub(super) struct NotedPart {
    /// Its heading.
    pub(super) name: String,
    pub(super) part: Part,
    /// Number of the round; 0 before the first one.
    pub(super) round: u32,
    pub(super) place: Place,
    pub(super) sides: [NotedSide; 2],
    pub(super) is_noted: bool,
}

/// The notes of a side.
#[derive(Default)]
pub(super) struct NotedSide {
    /// Number of its first line.
    pub(super) line: Option<usize>,
    /// Whether it was noted that nothing was noted, and nothing else.
    pub(super) is_open: bool,
    pub(super) hits: Option<Spanned<u32>>,
    pub(super) retreats: Option<Place>,
    /// Whether it was noted that the side does not retreat.
    pub(super) stays: bool,
    /// Units lost, and units that sustain damage. If either is noted, both lists are complete.
    pub(super) toll: Option<Spanned<Toll>>,
}

impl NotedPart {
    /// Reads a heading.
    pub(super) fn of(heading: &Spanned<String>) -> Result<Self, Diagnostic> {
        let name = heading.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let round = name.strip_prefix("round ").and_then(|n| n.parse::<u32>().ok());
        let prelude = PRELUDE.iter().find(|(known, _)| *known == name).map(|(_, part)| *part);
        let Some(part) = prelude.or(round.map(|_| Part::Round)) else {
            return Err(Diagnostic::at(&heading.place, "this is not a part of a combat")
                .label("expected `round 1`, or `space cannon`, `start of combat`, `barrage` …")
                .help("the notes of a side follow its name and a colon: `attacker: 2 hits`"));
        };
        let (place, sides) = (heading.place.clone(), Default::default());
        Ok(Self { name, part, round: round.unwrap_or(0), place, sides, is_noted: true })
    }

    /// Creates the part that comes next in a combat, without notes. `place` is the end of its
    /// record.
    pub(super) fn next(part: Part, round: u32, place: Place) -> Self {
        let known = PRELUDE.iter().find(|(_, known)| *known == part);
        let name = known.map_or_else(|| format!("round {round}"), |(name, _)| (*name).into());
        let round = if part == Part::Round { round } else { 0 };
        Self { name, part, round, place, sides: Default::default(), is_noted: false }
    }

    /// Creates a part that is not noted, before one that is.
    pub(super) fn silent(next: &Self, part: Part) -> Self {
        let (name, place) = (next.name.clone(), next.place.clone());
        Self { name, part, round: 0, place, sides: Default::default(), is_noted: false }
    }

    /// Whether the hits of a side fit the notes.
    pub(super) fn fits_hits(&self, side: usize, told: &Told) -> bool {
        match (&self.sides[side].hits, told.thrown[side]) {
            (Some(noted), Some(thrown)) => (thrown.least..=thrown.most).contains(&noted.value),
            _ => true,
        }
    }

    /// Whether losses so far are among those that are noted.
    pub(super) fn fits_tolls(&self, tolls: &[Toll; 2]) -> bool {
        let fits = |side: usize| {
            let noted = self.sides[side].toll.as_ref();
            noted.is_none_or(|noted| tolls[side].is_within(&noted.value))
        };
        fits(0) && fits(1)
    }

    /// Whether the announcements that are noted have been made, where that is known.
    pub(super) fn announces(&self, at: &Ti4Position) -> bool {
        let is_made = |side: usize, leaving: Option<u8>| {
            self.sides[side].retreats.is_none() || leaving == Some(side as u8)
        };
        at.announced().is_none_or(|leaving| is_made(0, leaving) && is_made(1, leaving))
    }

    /// Whether a choice between staying and retreating fits the notes of a side.
    pub(super) fn has_announced(&self, side: usize, at: &Ti4Position) -> bool {
        let retreats = at.announced() == Some(Some(side as u8));
        let noted = &self.sides[side];
        noted.is_open || retreats == noted.retreats.is_some()
    }

    /// Reads a line of this part.
    pub(super) fn read(
        &mut self,
        line: &RecordLine,
        sides: &[Side<Ti4Fleet>],
    ) -> Result<(), Diagnostic> {
        let side = side_of(line, sides)?;
        let classes = &sides[side].labels.classes;
        let noted = &mut self.sides[side];
        noted.is_open = noted.line.is_none() && line.is_open();
        noted.line.get_or_insert_with(|| line.number());
        for note in &line.notes {
            noted.add(note, classes, self.part)?;
        }
        Ok(())
    }
}

impl NotedSide {
    fn add(
        &mut self,
        note: &Spanned<Note>,
        classes: &[String],
        part: Part,
    ) -> Result<(), Diagnostic> {
        let place = &note.place;
        let wrong = |message: &str, label: &str| Err(Diagnostic::at(place, message).label(label));
        match &note.value {
            Note::Open => {}
            Note::Stays => self.stays = true,
            Note::Retreats if part != Part::Round => {
                return wrong("a retreat is announced in a round", "leave this out");
            }
            Note::Retreats => self.retreats = Some(place.clone()),
            Note::Hits(_) if self.hits.is_some() => {
                return wrong("the hits of this side are noted already", "leave this out");
            }
            Note::Hits(hits) => {
                self.hits = Some(Spanned::new(*hits, place.clone()));
            }
            Note::Units(fate @ (Fate::Loses | Fate::Sustains), units) => {
                let toll =
                    self.toll.get_or_insert_with(|| Spanned::new(Toll::default(), place.clone()));
                let counts = match fate {
                    Fate::Loses => &mut toll.value.lost,
                    _ => &mut toll.value.sustained,
                };
                for units in units {
                    let group = group_of(units, classes, place)?;
                    let number = units.number.min(u8::MAX.into()) as u8;
                    if let Some(count) = counts.get_mut(group) {
                        *count = count.saturating_add(number);
                    }
                }
            }
            Note::Units(..) => {
                return wrong(
                    "the line is of the side that loses units",
                    "expected what it loses itself: `loses 1 cruiser`",
                );
            }
            Note::Dice(..) => {
                return wrong(
                    "in Twilight Imperium hits are noted, not dice",
                    "expected hits, such as `2 hits`",
                );
            }
        }
        Ok(())
    }
}

/// Returns the side of a line.
fn side_of(line: &RecordLine, sides: &[Side<Ti4Fleet>]) -> Result<usize, Diagnostic> {
    let wanted = normalise(&line.who.value);
    let names = [0, 1].map(|side: usize| sides[side].labels.name.as_str());
    let is = |side: &usize| [ROLES[*side], names[*side]].iter().any(|n| normalise(n) == wanted);
    [0, 1].into_iter().find(is).ok_or_else(|| {
        let mut known: Vec<&str> = ROLES.into_iter().chain(names).collect();
        known.dedup();
        Diagnostic::unknown(&line.who.place, "side", &known)
    })
}

/// Returns the first group of the class of some units.
fn group_of(units: &NotedUnits, classes: &[String], place: &Place) -> Result<usize, Diagnostic> {
    if matches!(units.ship.which, WhichShip::Number(_)) || units.damage.is_some() {
        return Err(Diagnostic::at(place, "units are noted by number and class")
            .label("expected such as `loses 2 cruiser`"));
    }
    let wanted = normalise(&units.ship.class);
    let is = |class: &&String| {
        let class = normalise(class);
        class == wanted || format!("{class}s") == wanted
    };
    let group = classes.iter().find(is).and_then(|found| classes.iter().position(|c| c == found));
    group.map(|group| class_of(classes, group)).filter(|group| *group < GROUPS).ok_or_else(|| {
        let known: Vec<&str> = classes.iter().map(String::as_str).collect();
        let unknown = format!("no unit of this side is called `{}`", units.ship.class);
        let near = crate::scenario::nearest(&units.ship.class, known.iter().copied());
        let help = match near.first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its units: {}", known.join(", ")),
        };
        Diagnostic::at(place, unknown).label("unit that is not there").help(help)
    })
}
