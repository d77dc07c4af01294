//! The effects that a scenario names.

/// Declares the effects with the names by which scenarios call them, as [`plain`] writes them.
macro_rules! effects {
    ($($effect:ident: $($name:literal)|+,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) enum Effect { $($effect,)* }

        const NAMES: &[(Effect, &[&str])] = &[$((Effect::$effect, &[$($name),+]),)*];
    };
}

effects! {
    MoraleBoost: "moraleboost",
    FighterPrototype: "fighterprototype",
    FireTeam: "fireteam",
    ShieldsHolding: "shieldsholding",
    EmergencyRepairs: "emergencyrepairs",
    SkilledRetreat: "skilledretreat",
    DirectHit: "directhit",
    Bunker: "bunker",
    Antimass: "antimassdeflectors",
    PlasmaScoring: "plasmascoring",
    Graviton: "gravitonlasersystem",
    AssaultCannon: "assaultcannon",
    Duranium: "duraniumarmor",
    Magen: "magendefensegrid",
    X89: "x89bacterialweapon" | "x89",
    Jets: "maneuveringjets",
    Courageous: "courageoustotheend",
    Waylay: "waylay",
    Reflective: "reflectiveshielding",
    Scramble: "scramblefrequency",
    SolarFlare: "solarflare",
    MyruVos: "myruvos",
    Battlestation: "experimentalbattlestation",
    Disable: "disable",
    Blitz: "blitz",
    RevealPrototype: "revealprototype",
    Rout: "rout",
    Intercept: "intercept",
    EntropicScar: "entropicscar",
    Schematics: "publicizeweaponschematics",
    Prophecy: "prophecyofixth",
    Conventions: "conventionsofwar",
    Articles: "articlesofwar",
    Munitions: "munitionsreserves",
    NonEuclidean: "noneuclideanshielding",
    L4: "l4disruptors",
    DunlainReaper: "dunlainreaper",
    Unlenn: "viscountunlenn" | "baronyagent",
    WarFunding: "warfunding",
    Gravleash: "gravleashmaneuvers",
    Ambush: "ambush",
    SleeperCell: "sleepercell" | "mentakhero",
    RaidFormation: "raidformation",
    Ambuscade: "strikewingambuscade",
    Trrakan: "trrakanaunzulok" | "argentflightcommander",
    ValkyrieWeave: "valkyrieparticleweave",
    Exotrireme: "exotriremeii",
    Tekklar: "tekklarlegion",
    Harrow: "harrow",
    Ram: "2ram" | "l1z1xcommander",
    Kenara: "wrathofkenara",
    Agnlan: "agnlanoln" | "tazern" | "jolnarcommander",
    DeLouis: "evelyndelouis" | "solagent",
    Claire: "clairegibson",
    Indoctrination: "indoctrination",
    Moyin: "moyinsashes",
    Devotion: "devotion",
    ImpulseCore: "impulsecore",
    Milor: "brothermilor" | "yinagent",
    MilorOmega: "brothermiloromega",
    Greyfire: "greyfiremutagen",
    Iconoclast: "iconoclast",
    Mordred: "mordred",
    Singularity: "technologicalsingularity",
    Antivirus: "antivirus",
    Rickar: "rickarrickani" | "winnucommander",
    Splicer: "dimensionalsplicer",
    Tellurian: "tellurian" | "titansagent",
    Geoform: "geoform" | "titanshero",
    Supercharge: "supercharge",
    CavalryI: "cavalry" | "cavalryi",
    CavalryII: "cavalryii",
    Thundarian: "thundarian",
    Dynamo: "dynamo",
    Arvicon: "arviconrex",
    Custodia: "custodiavigilia",
    OverwingZeta: "overwingzeta",
    Crown: "crownofthalnos",
    Heart: "heartofixth",
    VoidArmaments: "metalivoidarmaments",
    VoidShielding: "metalivoidshielding",
    Lightrail: "lightrailordnance",
    Egeiro: "egeiro",
    DameBriar: "damebriar",
    Apollo: "apollo",
    Proxima: "proximatargetingvi",
    Quietus: "quietus",
    FragmentReality: "fragmentreality",
    HeavensEye: "heavenseye",
    VosHollow: "voshollow",
    ArozHollow: "arozhollow",
    Assail: "assail",
    Alarum: "alarum",
    LastDispatch: "lastdispatch",
    Ojz: "watchfulojz",
    Imperator: "imperator",
    // What holds with the unit takes a turn at the start of combat.
    Eidolon: "eidolon",
    Alastor: "alastor",
}

/// How many effects there are.
pub(crate) const EFFECTS: usize = NAMES.len();

impl Effect {
    pub(crate) fn named(name: &str) -> Option<Self> {
        let name = plain(name);
        NAMES.iter().find(|(_, known)| known.contains(&&*name)).map(|(effect, _)| *effect)
    }
}

/// A name without case, marks and a leading article.
fn plain(name: &str) -> String {
    let name: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    name.strip_prefix("the").map_or(name.clone(), str::to_string)
}
