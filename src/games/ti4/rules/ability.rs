//! Abilities that a side may have in a combat: technologies, cards, leaders, relics, laws.

use super::terms::Theatre;

/// Defines the abilities, each with its name, the theatre it is limited to, and the words of its
/// event.
macro_rules! abilities {
    ($(
        $(#[doc = $doc:literal])+
        $ability:ident = $name:literal $(in $theatre:ident)? $(does $does:literal)?,
    )+) => {
        /// An ability, technology, leader, note, card, relic or law that changes a combat. The
        /// windows of [`windows`](super) say when each is used; `docs/rules/ti4-abilities.md` says
        /// how.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Ability {
            $($(#[doc = $doc])+ $ability,)+
        }

        impl Ability {
            /// All abilities.
            pub const ALL: &[Self] = &[$(Self::$ability),+];

            /// Returns the name by which the catalogue refers to the ability.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$ability => $name,)+
                }
            }

            /// Returns whether the ability has an effect in a theatre.
            pub(super) fn matters(self, theatre: Theatre) -> bool {
                match self {
                    $($(Self::$ability => theatre == Theatre::$theatre,)?)+
                    _ => true,
                }
            }

            /// Returns what a side does that uses the ability; empty if no event says it.
            pub(super) fn does(self) -> &'static str {
                match self {
                    $($(Self::$ability => $does,)?)+
                    _ => "",
                }
            }
        }
    };
}

abilities! {
    // Action cards.
    /// +1 on all own combat rolls of a round (T4).
    MoraleBoost = "morale-boost",
    /// +2 on combat rolls of own fighters in round 1 (T4).
    FighterPrototype = "fighter-prototype",
    /// Misses of a ground combat roll are rolled again (T4).
    FireTeam = "fire-team" in Ground,
    /// Cancels up to two hits on ships (T4).
    ShieldsHolding = "shields-holding",
    /// Repairs all own units at the end of a round (T4).
    EmergencyRepairs = "emergency-repairs",
    /// All own ships leave at the start of a round (T4).
    SkilledRetreat = "skilled-retreat" in Space,
    /// Destroys an enemy ship that has sustained damage (T5).
    DirectHit = "direct-hit",
    /// Enemy bombardment rolls get -4 (T6).
    Bunker = "bunker",
    /// Cancels a hit of an enemy space cannon roll (T33).
    ManeuveringJets = "maneuvering-jets",
    /// After the first own ship is lost, two dice at its combat value destroy enemy ships (T37).
    CourageousToTheEnd = "courageous-to-the-end" in Space does "plays Courageous to the End",
    /// Hits of the own barrage go to all ships (T36).
    Waylay = "waylay",
    /// An own ship that sustains damage makes two hits (T34).
    ReflectiveShielding = "reflective-shielding",
    /// The enemy rolls the dice of a unit ability again (T23).
    ScrambleFrequency = "scramble-frequency",
    /// Enemy space cannon cannot fire at own ships (T57).
    SolarFlare = "solar-flare",
    /// A space dock fires space cannon 5 (x3) at the attacker (T27).
    ExperimentalBattlestation = "experimental-battlestation",
    /// Enemy PDS lose planetary shield and space cannon in an invasion (T57).
    Disable = "disable",
    /// Own ships other than fighters gain bombardment 6 (T41).
    Blitz = "blitz",
    /// Units of a class are upgraded at the start of combat (T59).
    RevealPrototype = "reveal-prototype" does "reveals a prototype",
    /// The attacker must retreat in round 1 if possible (T61).
    Rout = "rout",
    /// The first retreat that the enemy announces fails in its round (T61).
    Intercept = "intercept",
    // Laws and anomalies.
    /// War suns cannot sustain damage (T14).
    PublicizeWeaponSchematics = "publicize-weapon-schematics",
    /// No unit bombards (T58).
    ConventionsOfWar = "conventions-of-war",
    /// Mechs keep only their combat dice and sustain damage (T56).
    ArticlesOfWar = "articles-of-war",
    /// No unit uses unit abilities (T50).
    EntropicScar = "entropic-scar",
    // Technologies.
    /// Enemy space cannon rolls get -1 (T6).
    AntimassDeflectors = "antimass-deflectors",
    /// One more die for each roll of space cannon or bombardment (T6).
    PlasmaScoring = "plasma-scoring",
    /// Hits of own space cannon go to ships other than fighters (T6).
    GravitonLaserSystem = "graviton-laser-system",
    /// Before round 1, the enemy loses a ship other than a fighter (T6).
    AssaultCannon = "assault-cannon" in Space does "fires its Assault Cannon",
    /// Repairs one unit in each round (T7).
    DuraniumArmor = "duranium-armor",
    /// A hit on an enemy ground force before round 1 (T8).
    MagenDefenseGrid = "magen-defense-grid" in Ground does "uses Magen Defense Grid",
    /// In the base print, enemy ground forces do not roll in round 1 on a shielded planet.
    MagenDefenseGridBase = "magen-defense-grid-base",
    /// Doubles hits of own bombardment and ground combat (T8).
    X89BacterialWeapon = "x-89-bacterial-weapon",
    /// In the Omega print, all enemy infantry dies after own bombardment has destroyed some.
    X89BacterialWeaponOmega = "x-89-bacterial-weapon-omega" in Ground
        does "kills all infantry with X-89 Bacterial Weapon",
    // Letnev.
    /// Own misses in space are rolled again in a round that is paid for (T22).
    MunitionsReserves = "munitions-reserves",
    /// Each sustain damage cancels up to two hits (T34).
    NonEuclideanShielding = "non-euclidean-shielding",
    /// No space cannon fires at own landing forces (T57).
    L4Disruptors = "l4-disruptors",
    /// An infantry becomes a mech at the start of a round that is paid for (T52).
    DunlainReaper = "dunlain-reaper" in Ground,
    /// One ship rolls one more die in a round (T28).
    ViscountUnlenn = "viscount-unlenn",
    /// Own misses and all enemy dice of a space combat roll are rolled again (T22, T23).
    WarFunding = "war-funding" in Space,
    /// One own ship gets +1 for each own type of ship (T28).
    GravleashManeuvers = "gravleash-maneuvers",
    // Mentak.
    /// Up to two cruisers or destroyers fire before the combat (T43).
    Ambush = "ambush" in Space does "ambushes",
    /// Enemy ships that are destroyed are placed on the own side (T47).
    SleeperCell = "sleeper-cell" in Space does "plays its sleeper cell",
    // Argent.
    /// Surplus hits of the own barrage damage enemy ships (T40).
    RaidFormation = "raid-formation",
    /// One more die for the first roll of a unit ability (T27).
    StrikeWingAmbuscade = "strike-wing-ambuscade",
    /// One more die for each roll of a unit ability (T27).
    TrrakanAunZulok = "trrakan-aun-zulok",
    // Sardakk.
    /// One more hit in ground combat if the enemy has made a hit (T25).
    ValkyrieParticleWeave = "valkyrie-particle-weave",
    /// +1 on combat rolls of own units; -1 for Sardakk enemies.
    TekklarLegion = "tekklar-legion" in Ground,
    /// +1 on own combat rolls, by faction (T12).
    Unrelenting = "unrelenting",
    // L1Z1X.
    /// Own ships bombard again at the end of each ground combat round (T41).
    Harrow = "harrow" in Ground,
    /// Planetary shields do not stop own bombardment (T41).
    TwoRam = "2ram",
    // Jol-Nar.
    /// Misses of own unit ability rolls are rolled again (T22).
    AgnlanOln = "agnlan-oln",
    /// -1 on own combat rolls, by faction (T12).
    Fragile = "fragile",
    // Hacan.
    /// Trade goods turn near misses into hits (T22).
    WrathOfKenara = "wrath-of-kenara" in Space,
    // Sol.
    /// One ground force rolls one more die in a round (T28).
    EvelynDelouis = "evelyn-delouis",
    /// One infantry is placed at the start of combat (T17).
    ClaireGibson = "claire-gibson" in Ground does "uses Claire Gibson",
    // Yin.
    /// An enemy infantry is replaced by an own one (T46).
    Indoctrination = "indoctrination" in Ground does "indoctrinates infantry",
    /// The infantry gained by Indoctrination is a mech (T46).
    MoyinsAshes = "moyins-ashes",
    /// An own cruiser or destroyer is destroyed for a hit at the end of a round (T44).
    Devotion = "devotion" in Space,
    /// An own cruiser or destroyer is destroyed for a hit at the start of combat (T44).
    ImpulseCore = "impulse-core" in Space does "uses Impulse Core",
    /// Two fighters or infantry are placed after an own unit is destroyed in combat (T37).
    BrotherMilor = "brother-milor" does "uses Brother Milor",
    /// In the Omega print, also after losses to space cannon and bombardment (T37).
    BrotherMilorOmega = "brother-milor-omega" does "uses Brother Milor",
    /// One enemy infantry of two or more is replaced by an own one (T46).
    GreyfireMutagen = "greyfire-mutagen" in Ground does "uses Greyfire Mutagen",
    // Nekro.
    /// Gains an enemy technology after an enemy unit is destroyed (T60).
    TechnologicalSingularity = "technological-singularity" does "gains a technology",
    // Creuss, Titans, Naaz-Rokha, Nomad, Empyrean.
    /// A hit on an enemy ship of the own choice at the start of combat (T35).
    DimensionalSplicer = "dimensional-splicer" in Space does "uses Dimensional Splicer",
    /// Cancels a hit that would destroy a unit (T33).
    Tellurian = "tellurian",
    /// The planet Elysium fires space cannon 5 (x3) (T27).
    Geoform = "geoform",
    /// +1 on own combat rolls of a round (T18).
    Supercharge = "supercharge",
    /// One own ship becomes like Nomad's flagship I (T29).
    TheCavalry = "the-cavalry" in Space does "calls The Cavalry",
    /// One own ship becomes like Nomad's flagship II (T29).
    TheCavalryIi = "the-cavalry-ii" in Space does "calls The Cavalry",
    /// Both sides roll again (T23).
    TheThundarian = "the-thundarian",
    /// Repairs a unit that has sustained damage (T34).
    Dynamo = "dynamo",
    // Keleres.
    /// The planet Mecatol Rex fires space cannon 5 (T27).
    CustodiaVigilia = "custodia-vigilia",
    /// The flagship and up to two cruisers or destroyers are placed (T17).
    OverwingZeta = "overwing-zeta" in Space does "places ships",
    // Relics.
    /// Misses of units with a hit are rolled again at +1 (T30).
    CrownOfThalnos = "crown-of-thalnos",
    /// +1 on one die that has missed by one (T22).
    HeartOfIxth = "heart-of-ixth",
    /// Barrage 6 (x3) without a unit (T27).
    MetaliVoidArmaments = "metali-void-armaments",
    /// One ship of each roll sustains a hit as if it could (T33).
    MetaliVoidShielding = "metali-void-shielding",
    /// Space docks have space cannon 5 (x2) (T27).
    LightrailOrdnance = "lightrail-ordnance",
    // Last Bastion.
    /// A unit is galvanized after another is destroyed (T28).
    DameBriar = "dame-briar" does "galvanizes a unit",
    /// Dice at the value of a lost galvanized unit destroy enemy units (T37).
    Apollo = "apollo" does "plays Apollo",
    /// Galvanized units cancel bombardment hits; the own planet may be bombarded (T54).
    ProximaTargetingVi = "proxima-targeting-vi",
    // Crimson Rebellion, Obsidian, Ral Nel.
    /// Ships kept on the card are placed (T17).
    FragmentReality = "fragment-reality" in Space does "places ships",
    /// After the first own ship is lost, an enemy ship of its type is destroyed (T37).
    VosHollow = "vos-hollow" in Space does "uses Vos Hollow",
    /// Own linkships fire the space cannon of structures (T57).
    Linkship = "linkship",
    /// Up to two own ships leave when a retreat is announced (T61).
    WatchfulOjz = "watchful-ojz",
    /// Up to two ground forces join at the end of a round for each own mech of this text (T53).
    Alarum = "alarum" in Ground,
    // Unit texts with a window of their own.
    /// When a galvanized mech of this text is destroyed, infantry is galvanized (T37).
    A3Valiance = "a3-valiance" does "galvanizes infantry",
    /// Units turn to the side that fights in space (T17).
    Eidolon = "eidolon" in Space does "turns its Eidolons",
    /// Ground forces fight as ships (T49).
    TheAlastor = "the-alastor" in Space does "lets ground forces fight as ships",
    /// The flagship is repaired at the end of each round (T20).
    HeavensEye = "heavens-eye" in Space,
    /// Dreadnoughts are destroyed to destroy enemy ships (T45).
    ExotriremeIi = "exotrireme-ii" in Space,
}

/// A set of abilities, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AbilitySet(u128);

const _: () = assert!(Ability::ALL.len() <= 128, "a set has 128 bits");

impl AbilitySet {
    pub(super) fn add(&mut self, ability: Ability) {
        self.0 |= 1 << ability as u32;
    }

    #[inline]
    pub(super) fn has(self, ability: Ability) -> bool {
        self.0 >> ability as u32 & 1 != 0
    }
}

/// An ability as a side has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The ability.
    pub ability: Ability,
    /// Member of the side that has it: 0, or 1 for the second player of an alliance.
    pub member: u8,
    /// First round in which it is used; `None` for the default.
    pub round: Option<u16>,
    /// Number of cards, uses that are paid for, systems or whatever the ability counts (T11).
    pub count: u8,
    /// Group of the unit that it concerns, instead of the default (T28).
    pub unit: Option<usize>,
    /// Groups with the number of units that it places there (T11).
    pub units: Vec<(usize, u8)>,
    /// Whether the side uses the part that is optional: the enemy's dice (War Funding, true by
    /// default), the bombardment of the own planet (Proxima Targeting VI, false by default).
    pub optional: bool,
    /// Ability or upgrade that Technological Singularity gains (T60).
    pub gains: Option<Gain>,
}

/// Ability or upgrade that Technological Singularity gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// This ability.
    Ability(Ability),
    /// The upgrade of the units of this group, to those of the second.
    Upgrade(usize, usize),
}

impl Effect {
    /// Creates an ability of the first member, used once, at the default time.
    #[must_use]
    pub fn of(ability: Ability) -> Self {
        Self {
            ability,
            member: 0,
            round: None,
            count: 1,
            unit: None,
            units: Vec::new(),
            optional: ability == Ability::WarFunding,
            gains: None,
        }
    }

    /// Returns the ability with this number of uses, from this round on.
    #[must_use]
    pub fn held(ability: Ability, count: u8, round: Option<u16>) -> Self {
        Self { count, round, ..Self::of(ability) }
    }
}

/// Abilities of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects(pub Vec<Effect>);

impl Effects {
    /// Returns the first entry of an ability, of whichever member.
    #[must_use]
    pub fn get(&self, ability: Ability) -> Option<&Effect> {
        self.0.iter().find(|effect| effect.ability == ability)
    }

    /// Returns the first entry of an ability, to change it.
    pub fn get_mut(&mut self, ability: Ability) -> Option<&mut Effect> {
        self.0.iter_mut().find(|effect| effect.ability == ability)
    }

    /// Returns whether a member of the side has an ability.
    #[must_use]
    pub fn has(&self, ability: Ability) -> bool {
        self.get(ability).is_some()
    }

    /// Returns the number of cards or uses of an ability, of all members.
    #[must_use]
    pub fn count(&self, ability: Ability) -> u8 {
        let held = self.0.iter().filter(|effect| effect.ability == ability);
        held.fold(0, |sum, effect| sum.saturating_add(effect.count))
    }

    /// Returns the first round in which an ability is used; 1 by default.
    #[must_use]
    pub fn round(&self, ability: Ability) -> u16 {
        self.get(ability).and_then(|effect| effect.round).unwrap_or(1)
    }

    /// Returns the entries of a member.
    pub fn of_member(&self, member: u8) -> impl Iterator<Item = &Effect> {
        self.0.iter().filter(move |effect| effect.member == member)
    }
}
