//! Translation of the names in links of ti4battle.com.

/// Units.
pub(super) const UNITS: [(&str, &str); 10] = [
    ("flagship", "flagship"),
    ("warsun", "war-sun"),
    ("dreadnought", "dreadnought"),
    ("carrier", "carrier"),
    ("cruiser", "cruiser"),
    ("destroyer", "destroyer"),
    ("fighter", "fighter"),
    ("mech", "mech"),
    ("infantry", "infantry"),
    ("pds", "pds"),
];

/// Factions.
pub(super) const FACTIONS: [(&str, &str); 32] = [
    ("Arborec", "arborec"),
    ("Argent flight", "argent"),
    ("Barony of Letnev", "letnev"),
    ("Clan of Saar", "saar"),
    ("Creuss", "creuss"),
    ("Crimson Rebellion", "crimson"),
    ("Deepwrought", "deepwrought"),
    ("Empyrean", "empyrean"),
    ("Firmament", "firmament"),
    ("Hacan", "hacan"),
    ("Jol-Nar", "jolnar"),
    ("Keleres", "keleres"),
    ("L1z1x", "l1z1x"),
    ("Last Bastion", "bastion"),
    ("Mahact", "mahact"),
    ("Mentak", "mentak"),
    ("Muaat", "muaat"),
    ("Naalu", "naalu"),
    ("Naaz-Rokha", "naaz-rokha"),
    ("Nekro", "nekro"),
    ("Neutral", "neutral"),
    ("Nomad", "nomad"),
    ("Obsidian", "obsidian"),
    ("Ral Nel Consortium", "ralnel"),
    ("Sardakk N'orr", "sardakk"),
    ("Sol", "sol"),
    ("Titans of Ul", "titans"),
    ("Vuil'Raith", "vuilraith"),
    ("Winnu", "winnu"),
    ("Xxcha", "xxcha"),
    ("Yin", "yin"),
    ("Yssaril", "yssaril"),
];

/// An ability that a link means without naming it.
pub(super) struct Held {
    pub(super) faction: &'static str,
    pub(super) ability: &'static str,
    /// Whether it is used on a planet, or else in space.
    pub(super) on_planet: bool,
    /// The only side that has it, if not both do.
    pub(super) only: Option<usize>,
    /// Units that use it.
    pub(super) users: &'static [&'static str],
}

/// Abilities that a link means without naming them.
pub(super) const HELD: [Held; 2] = [
    Held {
        faction: "mentak",
        ability: "ambush",
        on_planet: false,
        only: None,
        users: &["cruiser", "destroyer"],
    },
    Held {
        faction: "l1z1x",
        ability: "harrow",
        on_planet: true,
        only: Some(0),
        users: &["dreadnought", "flagship", "war-sun"],
    },
];

/// Name of the effect for a defender in a nebula, which is part of the situation here.
pub(super) const NEBULA: &str = "Defending in nebula";
