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

/// Factions. The neutral faction is missing because it has no units and figures of its own
/// here.
pub(super) const FACTIONS: [(&str, &str); 31] = [
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

/// Technologies and cards, and whether a side can hold several copies.
pub(super) const EFFECTS: [(&str, &str, bool); 14] = [
    ("Plasma Scoring", "plasma-scoring", false),
    ("Magen Defense Grid", "magen-defense-grid", false),
    ("Duranium Armor", "duranium-armor", false),
    ("Assault Cannon", "assault-cannon", false),
    ("X-89 Bacterial Weapon", "x-89-bacterial-weapon", false),
    ("Antimass Deflectors", "antimass-deflectors", false),
    ("Graviton Laser System", "graviton-laser-system", false),
    ("Bunker", "bunker", false),
    ("Direct Hit", "direct-hit", true),
    ("Emergency Repairs", "emergency-repairs", false),
    ("Fighter Prototype", "fighter-prototype", false),
    ("Fire Team", "fire-team", false),
    ("Morale Boost", "morale-boost", true),
    ("Shields Holding", "shields-holding", true),
];

/// Name of the effect for a defender in a nebula, which is part of the situation here.
pub(super) const NEBULA: &str = "Defending in nebula";
