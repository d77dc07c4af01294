//! The figures and the texts of units.

use serde_json::Value;

/// The type of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    Fighter,
    Destroyer,
    Cruiser,
    Carrier,
    Dreadnought,
    Flagship,
    WarSun,
    Infantry,
    Mech,
    Pds,
}

pub(crate) const KINDS: [(Kind, &str); 10] = [
    (Kind::Fighter, "fighter"),
    (Kind::Destroyer, "destroyer"),
    (Kind::Cruiser, "cruiser"),
    (Kind::Carrier, "carrier"),
    (Kind::Dreadnought, "dreadnought"),
    (Kind::Flagship, "flagship"),
    (Kind::WarSun, "war-sun"),
    (Kind::Infantry, "infantry"),
    (Kind::Mech, "mech"),
    (Kind::Pds, "pds"),
];

impl Kind {
    pub(crate) fn named(name: &str) -> Option<Self> {
        KINDS.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    pub(crate) fn name(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).unwrap().1
    }

    /// How many of the type a player has.
    pub(crate) fn plastic(self) -> usize {
        match self {
            Kind::Flagship => 1,
            Kind::WarSun => 2,
            Kind::Dreadnought => 5,
            Kind::Carrier | Kind::Mech => 4,
            Kind::Cruiser | Kind::Destroyer => 8,
            _ => usize::MAX,
        }
    }
}

/// Dice and the value from which they hit. No dice: the unit lacks the ability.
pub(crate) type Dice = (usize, i32);

/// What is printed for a class of units.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) faction: String,
    pub(crate) cost: f64,
    pub(crate) combat: Dice,
    pub(crate) barrage: Dice,
    pub(crate) bombardment: Dice,
    pub(crate) cannon: Dice,
    pub(crate) sustains: bool,
    pub(crate) immune: bool,
    pub(crate) shield: bool,
}

impl Card {
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// Eidolon Maximum, which is a ship and a ground force.
    pub(crate) fn is_ward(&self) -> bool {
        self.is("naaz-voltron")
    }

    /// True for what is printed as a ship. Eidolon is one only once it has turned.
    pub(crate) fn is_ship(&self) -> bool {
        let small = matches!(self.kind, Kind::Infantry | Kind::Mech | Kind::Pds);
        !small || self.is("naaz-mech-space") || self.is_ward()
    }

    pub(crate) fn is_ground_force(&self) -> bool {
        match self.kind {
            Kind::Infantry => true,
            Kind::Mech => !self.is("naaz-mech-space"),
            Kind::Pds => self.combat.0 > 0,
            _ => false,
        }
    }

    pub(crate) fn pierces_shields(&self) -> bool {
        self.kind == Kind::WarSun || self.is("letnev-flagship")
    }
}

/// All classes of units.
pub(crate) struct Cards(Vec<Card>);

impl Cards {
    /// Reads the figures of the project. The texts are not read.
    pub(crate) fn new() -> Self {
        let text = include_str!("../../../fleets/ti4/units.json");
        let document: Value = serde_json::from_str(text).unwrap();
        Self(document["units"].as_array().unwrap().iter().map(card).collect())
    }

    pub(crate) fn get(&self, class: u16) -> &Card {
        &self.0[usize::from(class)]
    }

    pub(crate) fn find(&self, name: &str) -> Option<u16> {
        self.0.iter().position(|card| card.name == name).map(|index| index as u16)
    }

    pub(crate) fn named(&self, name: &str) -> u16 {
        self.find(name).unwrap_or_else(|| panic!("no unit is called {name}"))
    }

    /// The first-level class of a type for a faction, its own before the generic one.
    pub(crate) fn basic(&self, kind: Kind, faction: &str) -> Option<u16> {
        let own = |card: &&Card| {
            card.kind == kind && card.faction == faction && !card.name.ends_with("ii")
        };
        let own = self.0.iter().find(own).filter(|_| !faction.is_empty());
        own.map(|card| self.named(&card.name)).or_else(|| self.find(kind.name()))
    }

    /// The upgrade of a class for a faction, its own before the generic one.
    pub(crate) fn upgrade(&self, class: u16, faction: &str) -> Option<u16> {
        let card = self.get(class);
        let own = |other: &&Card| {
            other.kind == card.kind && other.faction == faction && other.name.ends_with("-ii")
        };
        let own = self.0.iter().find(own).filter(|_| !faction.is_empty());
        let own = own.map(|card| self.named(&card.name));
        let generic = || self.find(&format!("{}-ii", card.kind.name()));
        own.or_else(|| self.find(&format!("{}-ii", card.name))).or_else(generic)
    }
}

fn card(value: &Value) -> Card {
    let text = |field: &str| value[field].as_str().unwrap_or_default().to_string();
    let dice = |field: &str| -> Dice {
        let Some((dice, face)) = value[field].as_str().and_then(|text| text.split_once('x')) else {
            return (0, 11);
        };
        (dice.parse().unwrap(), face.parse().unwrap())
    };
    let is_true = |field: &str| value[field].as_bool().unwrap_or(false);
    Card {
        name: text("name"),
        kind: Kind::named(&text("kind")).unwrap(),
        faction: text("faction"),
        cost: value["cost"].as_f64().unwrap_or(0.0),
        combat: dice("combat"),
        barrage: dice("barrage"),
        bombardment: dice("bombardment"),
        cannon: dice("cannon"),
        sustains: is_true("sustains"),
        immune: is_true("defies_direct_hits"),
        shield: is_true("planetary_shield"),
    }
}
