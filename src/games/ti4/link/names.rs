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

/// Abilities that a link means without naming them: faction, ability, whether it is fought on a
/// planet, and the only side that has it there.
pub(super) const HELD: [(&str, &str, bool, Option<usize>); 2] =
    [("mentak", "ambush", false, None), ("l1z1x", "harrow", true, Some(0))];

/// Name of the effect for a defender in a nebula, which is part of the situation here.
pub(super) const NEBULA: &str = "Defending in nebula";
