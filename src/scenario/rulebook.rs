//! The rulebooks.

use std::fmt;

use crate::scenario::names::normalise;

/// A game and edition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rulebook {
    /// Eclipse, first edition with Rise of the Ancients.
    #[default]
    Eclipse,
    /// Eclipse: Second Dawn for the Galaxy.
    Eclipse2e,
    /// Twilight Imperium, 4th edition: space combat.
    Ti4Space,
    /// Twilight Imperium, 4th edition: ground combat.
    Ti4Ground,
    /// Star Chamber.
    StarChamber,
    /// Spaceship Battles.
    SpaceshipBattles,
}

impl Rulebook {
    /// All rulebooks.
    pub const ALL: [Self; 6] = [
        Self::Eclipse,
        Self::Eclipse2e,
        Self::Ti4Space,
        Self::Ti4Ground,
        Self::StarChamber,
        Self::SpaceshipBattles,
    ];

    /// Names of games in a sentence, and whether they leave the choice between several rulebooks to
    /// options and settings. Longer names come first.
    pub(crate) const PHRASES: [(&[&str], Self, bool); 39] = [
        (&["eclipse", "second", "dawn"], Self::Eclipse2e, false),
        (&["eclipse", "second", "dawn", "for", "the", "galaxy"], Self::Eclipse2e, false),
        (&["second", "edition", "of", "eclipse"], Self::Eclipse2e, false),
        (&["2nd", "edition", "of", "eclipse"], Self::Eclipse2e, false),
        (&["eclipse", "2nd", "edition"], Self::Eclipse2e, false),
        (&["eclipse", "second", "edition"], Self::Eclipse2e, false),
        (&["eclipse", "2e"], Self::Eclipse2e, false),
        (&["second", "dawn"], Self::Eclipse2e, false),
        (&["2nd", "edition"], Self::Eclipse2e, false),
        (&["second", "edition"], Self::Eclipse2e, false),
        (&["2e"], Self::Eclipse2e, false),
        (&["eclipse", "1st", "edition"], Self::Eclipse, false),
        (&["eclipse", "first", "edition"], Self::Eclipse, false),
        (&["first", "edition", "of", "eclipse"], Self::Eclipse, false),
        (&["1st", "edition", "of", "eclipse"], Self::Eclipse, false),
        (&["eclipse", "1e"], Self::Eclipse, false),
        (&["1st", "edition"], Self::Eclipse, false),
        (&["first", "edition"], Self::Eclipse, false),
        (&["1e"], Self::Eclipse, false),
        (&["eclipse"], Self::Eclipse, true),
        (&["ti4", "ground", "combat"], Self::Ti4Ground, false),
        (&["ti4", "ground"], Self::Ti4Ground, false),
        (&["ti4", "invasion"], Self::Ti4Ground, false),
        (&["ti4", "space", "combat"], Self::Ti4Space, false),
        (&["ti4"], Self::Ti4Space, true),
        (&["twilight", "imperium", "4"], Self::Ti4Space, true),
        (&["twilight", "imperium", "ground", "combat"], Self::Ti4Ground, false),
        (&["twilight", "imperium", "space", "combat"], Self::Ti4Space, false),
        (&["fourth", "edition", "of", "twilight", "imperium"], Self::Ti4Space, true),
        (&["4th", "edition", "of", "twilight", "imperium"], Self::Ti4Space, true),
        (&["ti4", "fourth", "edition"], Self::Ti4Space, true),
        (&["ti4", "4th", "edition"], Self::Ti4Space, true),
        (&["twilight", "imperium", "4th", "edition"], Self::Ti4Space, true),
        (&["twilight", "imperium", "fourth", "edition"], Self::Ti4Space, true),
        (&["twilight", "imperium"], Self::Ti4Space, true),
        (&["ground", "combat"], Self::Ti4Ground, false),
        (&["space", "combat"], Self::Ti4Space, false),
        (&["star", "chamber"], Self::StarChamber, false),
        (&["spaceship", "battles"], Self::SpaceshipBattles, false),
    ];

    /// Words that name a rulebook before a number of ships: `ground 4 infantry`.
    pub(crate) const THEATRES: [(&str, Self); 2] =
        [("ground", Self::Ti4Ground), ("space", Self::Ti4Space)];

    /// Returns the words of a question for the setting of a battle, with their field; `#` is a
    /// number.
    pub(crate) fn setting_words(self) -> &'static [(&'static [&'static str], &'static str)] {
        match self {
            Self::Ti4Space => &[
                (&["nebula"], "nebula"),
                (&["entropic", "scar"], "entropic_scar"),
                (&["within", "#", "rounds"], "round_cap"),
            ],
            Self::Ti4Ground => &[(&["entropic", "scar"], "entropic_scar")],
            Self::StarChamber => &[(&["#", "turns"], "turns"), (&["turns", "#"], "turns")],
            Self::SpaceshipBattles => &[
                (&["range", "#"], "range"),
                (&["distance", "#"], "range"),
                (&["#", "turns"], "turns"),
                (&["turns", "#"], "turns"),
            ],
            Self::Eclipse | Self::Eclipse2e => &[(&["within", "#", "rounds"], "round_cap")],
        }
    }

    /// Whether the ships of the game are letters.
    #[must_use]
    pub(crate) fn has_letters(self) -> bool {
        self == Self::SpaceshipBattles
    }

    /// Returns the name in scenarios and results, such as `eclipse-2e`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Eclipse => "eclipse",
            Self::Eclipse2e => "eclipse-2e",
            Self::Ti4Space => "ti4-space",
            Self::Ti4Ground => "ti4-ground",
            Self::StarChamber => "star-chamber",
            Self::SpaceshipBattles => "spaceship-battles",
        }
    }

    /// Returns the title for people, such as `Eclipse, second edition`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Eclipse => "Eclipse, first edition",
            Self::Eclipse2e => "Eclipse, second edition",
            Self::Ti4Space => "Twilight Imperium, space combat",
            Self::Ti4Ground => "Twilight Imperium, ground combat",
            Self::StarChamber => "Star Chamber",
            Self::SpaceshipBattles => "Spaceship Battles",
        }
    }

    /// Whether both are editions of one game, or the same.
    ///
    /// ```
    /// use fleetodds::internals::games::Rulebook;
    ///
    /// assert!(Rulebook::Eclipse.is_edition_of(Rulebook::Eclipse2e));
    /// assert!(!Rulebook::Ti4Space.is_edition_of(Rulebook::Ti4Ground));
    /// ```
    #[must_use]
    pub fn is_edition_of(self, other: Self) -> bool {
        let is_eclipse = |rulebook| matches!(rulebook, Self::Eclipse | Self::Eclipse2e);
        self == other || is_eclipse(self) && is_eclipse(other)
    }

    /// Whether both are rulebooks of one game: two editions, or space and ground.
    #[must_use]
    pub fn is_of_game(self, other: Self) -> bool {
        let is_ti4 = |rulebook| matches!(rulebook, Self::Ti4Space | Self::Ti4Ground);
        self.is_edition_of(other) || is_ti4(self) && is_ti4(other)
    }

    /// Returns the short name that is also a flag of the command line, such as `2e` for `--2e`.
    #[must_use]
    pub fn flag(self) -> Option<&'static str> {
        match self {
            Self::Eclipse => Some("1e"),
            Self::Eclipse2e => Some("2e"),
            Self::Ti4Space => Some("ti4"),
            Self::Ti4Ground => Some("ground"),
            Self::StarChamber | Self::SpaceshipBattles => None,
        }
    }

    /// Returns what a player adds to a command to choose the rulebook, such as `--2e` or `-r
    /// star-chamber`.
    ///
    /// ```
    /// use fleetodds::internals::games::Rulebook;
    ///
    /// assert_eq!(Rulebook::Eclipse2e.switch(), "--2e");
    /// assert_eq!(Rulebook::Ti4Ground.switch(), "--ground");
    /// ```
    #[must_use]
    pub fn switch(self) -> String {
        match self.flag() {
            Some(flag) => format!("--{flag}"),
            None => format!("-r {self}"),
        }
    }

    /// Returns other names that players type.
    fn synonyms(self) -> &'static [&'static str] {
        match self {
            Self::Eclipse => &[
                "first",
                "first edition",
                "e1",
                "eclipse1",
                "eclipse1e",
                "eclipse 1",
                "eclipse 1e",
                "1st edition",
            ],
            Self::Eclipse2e => &[
                "second",
                "second edition",
                "second dawn",
                "eclipse second dawn",
                "e2",
                "eclipse2",
                "eclipse2e",
                "eclipse 2",
                "2nd edition",
            ],
            Self::Ti4Space => &[
                "ti",
                "ti4space",
                "space",
                "space combat",
                "twilight imperium",
                "twilight imperium 4",
            ],
            Self::Ti4Ground => &["ti4ground", "ground", "ground combat"],
            Self::StarChamber => &["starchamber", "chamber"],
            Self::SpaceshipBattles => &["spaceshipbattles", "battles", "sb"],
        }
    }

    /// Returns the rulebook with this name, as scenarios write it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| normalise(r.name()) == normalise(name))
    }

    /// Returns the rulebook that a player means: by its name, flag, title or a synonym.
    ///
    /// ```
    /// use fleetodds::internals::games::Rulebook;
    ///
    /// assert_eq!(Rulebook::typed("Second Dawn"), Some(Rulebook::Eclipse2e));
    /// assert_eq!(Rulebook::typed("ground"), Some(Rulebook::Ti4Ground));
    /// assert_eq!(Rulebook::typed("chess"), None);
    /// ```
    #[must_use]
    pub fn typed(name: &str) -> Option<Self> {
        let wanted = normalise(name);
        let is = |known: &str| normalise(known) == wanted;
        Self::ALL.into_iter().find(|rulebook| {
            is(rulebook.name())
                || is(rulebook.title())
                || rulebook.flag().is_some_and(is)
                || rulebook.synonyms().iter().any(|known| is(known))
        })
    }

    /// Whether catalogue files may use this name for the rulebook. Space combat and ground combat
    /// share their files.
    #[must_use]
    pub fn has_catalogue(self, name: &str) -> bool {
        let is_ti4 = matches!(self, Self::Ti4Space | Self::Ti4Ground);
        Self::named(name) == Some(self) || (is_ti4 && normalise(name) == "ti4")
    }
}

impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Rulebook;
    use crate::scenario::phrase::take_setting;

    #[test]
    fn the_last_words_may_be_a_setting() {
        for (rulebook, typed, rest, setting) in [
            (
                Rulebook::Ti4Space,
                ["3 ca", "2 ca in a nebula"],
                ["3 ca", "2 ca"],
                json!({"nebula": true}),
            ),
            (
                Rulebook::Ti4Space,
                ["2 dn & nebula", "3 ca"],
                ["2 dn", "3 ca"],
                json!({"nebula": true}),
            ),
            (Rulebook::SpaceshipBattles, ["c", "d at range 6"], ["c", "d"], json!({"range": 6})),
            (
                Rulebook::SpaceshipBattles,
                ["c", "d, range 6, 3 turns"],
                ["c", "d"],
                json!({"range": 6, "turns": 3}),
            ),
            (
                Rulebook::Eclipse,
                ["3 int", "anc in a nebula"],
                ["3 int", "anc in a nebula"],
                json!({}),
            ),
            (Rulebook::Ti4Space, ["nebula", "3 ca"], ["nebula", "3 ca"], json!({})),
        ] {
            let mut sides = typed.map(String::from);
            let found = take_setting(rulebook, &mut sides);
            assert_eq!((sides, Value::from(found)), (rest.map(String::from), setting), "{typed:?}");
        }
    }
}
