//! What players type, and what it means.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use fleetodds::games::{Game, Rulebook, ask_side, ask_side_with, load};
use fleetodds::scenario::{
    SavedShip, Scenario, SideText, Source, Vocabulary, parse_fleet, read_scenario, split_mix,
    split_sides,
};

/// Rulebooks of the tables.
const E1: Rulebook = Rulebook::Eclipse;
const E2: Rulebook = Rulebook::Eclipse2e;
const TI: Rulebook = Rulebook::Ti4Space;
const TG: Rulebook = Rulebook::Ti4Ground;
const SC: Rulebook = Rulebook::StarChamber;
const SB: Rulebook = Rulebook::SpaceshipBattles;

struct Games(HashMap<&'static str, Arc<dyn Game>>);

impl Games {
    fn load() -> Self {
        Self(Rulebook::ALL.map(|r| (r.name(), load(r, &[]).unwrap())).into())
    }

    fn ask(&self, rulebook: Rulebook, text: &str) -> Result<SideText, String> {
        let source = Source::new("attacker", text);
        ask_side(&source, &*self.0[rulebook.name()]).map_err(|error| error.to_string())
    }
}

/// Phrasings and what they mean in exact notation.
const UNDERSTOOD: &[(Rulebook, &str, &str)] = &[
    // Counts.
    (E1, "3 interceptors", "3 interceptor"),
    (E1, "3 int", "3 interceptor"),
    (E1, "2 CRUISERS", "2 cruiser"),
    (E1, "1 ANCIENT", "1 ancient"),
    (E1, "Ancients", "ancient"),
    (E1, "2cruiser", "2 cruiser"),
    (E1, "2x cruiser", "2 cruiser"),
    (E1, "3x interceptor", "3 interceptor"),
    (E1, "2x Cruiser", "2 cruiser"),
    (E1, "2 x cruiser", "2 cruiser"),
    (E1, "2×cruiser", "2 cruiser"),
    (E1, "2 × cruiser", "2 cruiser"),
    (E1, "2*cruiser", "2 cruiser"),
    (E1, "2* cruiser", "2 cruiser"),
    (E1, "x2 cruiser", "2 cruiser"),
    (E1, "cruiser x2", "2 cruiser"),
    (E1, "interceptor x3", "3 interceptor"),
    (E1, "interceptor ×3", "3 interceptor"),
    (E1, "interceptor x 3", "3 interceptor"),
    (E1, "interceptor *3", "3 interceptor"),
    (E1, "cruiser(+hull) x3", "3 cruiser(+hull)"),
    (E1, "two cruisers", "2 cruiser"),
    (E1, "Twelve interceptors", "12 interceptor"),
    (E1, "one dread", "1 dreadnought"),
    (E1, "a cruiser", "cruiser"),
    (E1, "an ancient", "ancient"),
    (E1, "the cruiser", "cruiser"),
    (E1, "the two cruisers", "2 cruiser"),
    // Prefixes and synonyms.
    (E1, "2 cru", "2 cruiser"),
    (E1, "1 dread", "1 dreadnought"),
    (E1, "dreadnaught", "dreadnought"),
    (E1, "anc", "ancient"),
    (E1, "star", "starbase"),
    (E1, "star base", "starbase"),
    (E1, "orb", "orbital"),
    (E1, "GCDS", "gcds"),
    (E1, "galactic center", "gcds"),
    (E1, "galactic centre", "gcds"),
    (E1, "the galactic center", "gcds"),
    (E1, "galactic center defense system", "gcds"),
    (E1, "Galactic Centre Defence System", "gcds"),
    (E1, "galactic", "gcds"),
    (E1, "ancient cruiser a", "ancient-cruiser-a"),
    (E1, "anc cru a", "ancient-cruiser-a"),
    (E1, "2 ancient dreadnought 2", "2 ancient-dreadnought-2"),
    (E1, "anc dread 1", "ancient-dreadnought-1"),
    (E2, "advanced guardian", "guardian-advanced"),
    (E2, "guardian advanced", "guardian-advanced"),
    (E2, "adv guard", "guardian-advanced"),
    (E2, "guard", "guardian"),
    (E2, "guardian adv", "guardian-advanced"),
    (E2, "expert ancient", "ancient-expert"),
    (E2, "2 adv ancients", "2 ancient-advanced"),
    (E2, "advanced galactic center", "gcds-advanced"),
    (E2, "galactic centre defence system advanced", "gcds-advanced"),
    // Separators.
    (E1, "2 cruiser, 1 dreadnought", "2 cruiser + 1 dreadnought"),
    (E1, "2 cruiser; 1 dreadnought", "2 cruiser + 1 dreadnought"),
    (E1, "2 cruiser and 1 dreadnought", "2 cruiser + 1 dreadnought"),
    (E1, "2 cruiser 1 dreadnought", "2 cruiser + 1 dreadnought"),
    (E1, "2 cru 1 dread", "2 cruiser + 1 dreadnought"),
    (E1, "cruiser dreadnought", "cruiser + dreadnought"),
    (E1, "cruiser 2 dreadnought", "cruiser + 2 dreadnought"),
    (E1, "2 cruisers, 3 int and a dread", "2 cruiser + 3 interceptor + dreadnought"),
    (E1, "2 cruiser, and 3 int", "2 cruiser + 3 interceptor"),
    (E1, "2 cruiser with 3 int", "2 cruiser + 3 interceptor"),
    // Owners.
    (E1, "orion/cruiser", "orion/cruiser"),
    (E1, "Terrans/cruiser", "terran/cruiser"),
    (E1, "terran cruiser", "terran/cruiser"),
    (E1, "2 orion cruiser", "2 orion/cruiser"),
    (E1, "orion 2 cruiser", "2 orion/cruiser"),
    (E1, "orion: cruiser", "orion/cruiser"),
    (E1, "orion: 2 cruiser + dread", "2 orion/cruiser + orion/dreadnought"),
    (E1, "hydran progress/cruiser", "hydran/cruiser"),
    (E1, "hydran progress cruiser", "hydran/cruiser"),
    (E1, "2 Hydran Progress cruisers", "2 hydran/cruiser"),
    (E1, "mech/cruiser", "mechanema/cruiser"),
    (E1, "mech cruiser", "mechanema/cruiser"),
    (E1, "human/cruiser", "terran/cruiser"),
    (E1, "two human interceptors", "2 terran/interceptor"),
    (E1, "the eridani empire dreadnought", "eridani/dreadnought"),
    (E1, "3 orion hegemony int", "3 orion/interceptor"),
    (E1, "descendants of draco cruiser", "draco/cruiser"),
    (E1, "planta starbase", "planta/starbase"),
    (E1, "wardens of magellan cruiser", "magellan/cruiser"),
    (E1, "enlightened of lyra cruiser", "lyra/cruiser"),
    (E1, "rho indi cruiser", "rho-indi/cruiser"),
    (E1, "rho indi syndicate interceptor", "rho-indi/interceptor"),
    (E1, "the exiles orbital", "exiles/orbital"),
    (E1, "orion's cruiser", "orion/cruiser"),
    (E1, "2 cruisers of orion", "2 orion/cruiser"),
    (E1, "2 cruisers of the orion hegemony", "2 orion/cruiser"),
    (E1, "2 cruiser orion", "2 orion/cruiser"),
    (E1, "orion cruiser + cruiser", "orion/cruiser + cruiser"),
    // Parts and figures.
    (E1, "2 cruiser(-ion cannon, +plasma cannon)", "2 cruiser(-ion-cannon, +plasma-cannon)"),
    (E1, "2 cruiser(-ion can, +plas can)", "2 cruiser(-ion-cannon, +plasma-cannon)"),
    (E1, "cruiser with improved hull", "cruiser(+improved-hull)"),
    (E1, "cruiser with imp hull and gauss shield", "cruiser(+improved-hull, +gauss-shield)"),
    (E1, "cruiser with improved hull, gauss shield", "cruiser(+improved-hull, +gauss-shield)"),
    (E1, "cruiser with 2 hull", "cruiser(+2 hull)"),
    (E1, "cruiser with improved hull + 2 int", "cruiser(+improved-hull) + 2 interceptor"),
    (E1, "cruiser +hull", "cruiser(+hull)"),
    (E1, "cruiser + hull", "cruiser(+hull)"),
    (E1, "cruiser -hull +gauss shield", "cruiser(-hull, +gauss-shield)"),
    (E1, "cruiser +hull + int", "cruiser(+hull) + interceptor"),
    (E1, "cruiser[+hull]", "cruiser(+hull)"),
    (E1, "cruiser hull 2", "cruiser(hull=2)"),
    (E1, "cruiser hull=2", "cruiser(hull=2)"),
    (E1, "cruiser(+hull)", "cruiser(+hull)"),
    (E1, "cruiser(+1 hull)", "cruiser(+hull)"),
    (E1, "cruiser(hull=2)", "cruiser(hull=2)"),
    (E1, "cruiser(-hull +gauss shield)", "cruiser(-hull, +gauss-shield)"),
    (E1, "cruiser(-hull; +gauss)", "cruiser(-hull, +gauss-shield)"),
    (E1, "cruiser(+hull and +gauss shield)", "cruiser(+hull, +gauss-shield)"),
    (E1, "cruiser(computer 2)", "cruiser(computer=2)"),
    (E1, "cruiser(computer=+1)", "cruiser(computer=1)"),
    (E1, "cruiser(computer +1)", "cruiser(computer=1)"),
    (E1, "cruiser(comp=2, init 3)", "cruiser(computer=2, initiative=3)"),
    (E1, "cruiser(cannons=yy)", "cruiser(cannons=2y)"),
    (E1, "cruiser(cannons=orange)", "cruiser(cannons=1o)"),
    (E1, "cruiser(cannons=1 orange)", "cruiser(cannons=1o)"),
    (E1, "cruiser(cannons=2 orange)", "cruiser(cannons=2o)"),
    (E1, "cruiser(cannons=2 yellow 1 orange)", "cruiser(cannons=2y1o)"),
    (E1, "cruiser(cannons=two oranges and a red)", "cruiser(cannons=2o1r)"),
    (E1, "cruiser(cannons 2 orange)", "cruiser(cannons=2o)"),
    (E1, "cruiser(cannon=1o)", "cruiser(cannons=1o)"),
    (E1, "cruiser(missiles=none)", "cruiser(missiles=0)"),
    (E1, "cruiser(Improved_Hull)", "cruiser(improved-hull)"),
    (
        E1,
        "cruiser(hull, ion cannon, source fus, drive nuc)",
        "cruiser(hull, ion-cannon, fusion-source, nuclear-drive)",
    ),
    (E1, "cruiser(damage 1)", "cruiser(damaged=1)"),
    (E1, "2 cruiser(damaged=[1,0])", "2 cruiser(damaged=[1,0])"),
    (E1, "cruiser(+gauss x2)", "cruiser(+2 gauss-shield)"),
    (E1, "cruiser(hull 2) and int(comp 1)", "cruiser(hull=2) + interceptor(computer=1)"),
    // Options.
    (E1, "2 dread & play=npc & tractor beam", "2 dreadnought & play=npc & tractor-beam"),
    (E1, "2 dread & tractor", "2 dreadnought & tractor-beam"),
    (E1, "2 dread & play opt", "2 dreadnought & play=optimal"),
    (E1, "2 dread & species=hydran progress", "2 dreadnought & species=hydran"),
    (E1, "2 dread & species=the exiles", "2 dreadnought & species=exiles"),
    (E1, "2 dread & orion", "2 dreadnought & species=orion"),
    (E1, "2 dread & name=My Fleet", "2 dreadnought & name=My Fleet"),
    (E1, "2 dread & point def & neutron bombs", "2 dreadnought & point-defense & neutron-bombs"),
    (E1, "2 dread & point defence, neutron bombs", "2 dreadnought & point-defense & neutron-bombs"),
    (E1, "2 dread with antimatter splitter", "2 dreadnought & antimatter-splitter"),
    // Twilight Imperium.
    (TI, "4 ff", "4 fighter"),
    (TI, "ff dd ca cv dn ws", "fighter + destroyer + cruiser + carrier + dreadnought + war-sun"),
    (TI, "sol fs", "sol-flagship"),
    (TI, "2 inf mech pds", "2 infantry + mech + pds"),
    (TI, "dread", "dreadnought"),
    (TI, "cv", "carrier"),
    (TI, "warsun", "war-sun"),
    (TI, "2 war suns", "2 war-sun"),
    (TI, "cruiser 2", "cruiser-ii"),
    (TI, "cruiser ii", "cruiser-ii"),
    (TI, "3 cruisers ii", "3 cruiser-ii"),
    (TI, "cruiser2", "cruiser-ii"),
    (TI, "cruiser-2", "cruiser-ii"),
    (TI, "cruiser i", "cruiser"),
    (TI, "cruiser 1", "cruiser"),
    (TI, "dread i", "dreadnought"),
    (TI, "dread ii", "dreadnought-ii"),
    (TI, "ff2", "fighter-ii"),
    (TI, "ff 2", "fighter-ii"),
    (TI, "2 ff ii + 3 ca 2", "2 fighter-ii + 3 cruiser-ii"),
    (TI, "3 cruiser 2 + carrier + 4 fighter 2", "3 cruiser-ii + carrier + 4 fighter-ii"),
    (TI, "3 cruiser 2 dread", "3 cruiser + 2 dreadnought"),
    (TI, "3 cruiser 2 2 dread", "3 cruiser-ii + 2 dreadnought"),
    (TI, "2 dreadnought (damaged 1)", "2 dreadnought(damaged=1)"),
    (TI, "carrier with 4 fighters", "carrier + 4 fighter"),
    (TI, "sol/carrier", "sol/carrier"),
    (TI, "sol carrier", "sol-carrier"),
    (TI, "sol carrier 2", "sol-carrier-ii"),
    (TI, "federation of sol carrier", "sol-carrier"),
    (TI, "federation of sol carrier ii", "sol-carrier-ii"),
    (TI, "advanced carrier", "sol-carrier"),
    (TI, "genesis", "sol-flagship"),
    (TI, "the emirates of hacan flagship", "hacan-flagship"),
    (TI, "universities of jol-nar flagship", "jolnar-flagship"),
    (TI, "embers of muaat war sun", "muaat-war-sun"),
    (TI, "barony of letnev flagship", "letnev-flagship"),
    (TI, "naaz-rokha alliance flagship", "naaz-flagship"),
    (TI, "vuil'raith cabal flagship", "vuilraith-flagship"),
    (TI, "sardakk n'orr dreadnought 2", "sardakk-dreadnought-ii"),
    (TI, "2 sardakk cruiser", "2 cruiser & faction=sardakk"),
    (TI, "the yssaril tribes flagship", "yssaril-flagship"),
    (TI, "2 yssaril tribes cruisers", "2 cruiser & faction=yssaril"),
    (TI, "2 cruiser & faction=the yssaril tribes", "2 cruiser & faction=yssaril"),
    (TI, "2 cruiser & faction=titans of ul", "2 cruiser & faction=titans"),
    (TI, "2 cruiser & faction=l1", "2 cruiser & faction=l1z1x"),
    (TI, "flagship & faction=sol", "sol-flagship & faction=sol"),
    (
        TI,
        "flagship + 2 carrier & faction=Federation of Sol",
        "sol-flagship + 2 carrier & faction=sol",
    ),
    (TI, "flagship & sol", "sol-flagship & faction=sol"),
    (TI, "sol carrier, flagship", "sol-carrier + sol-flagship"),
    (TI, "3 cruiser & 2 direct hit", "3 cruiser & 2 direct-hit"),
    (TI, "3 cruiser & two direct hits & dur arm", "3 cruiser & 2 direct-hit & duranium-armor"),
    (TI, "3 cruiser & duranium armour", "3 cruiser & duranium-armor"),
    (TI, "3 cruiser & morale boost=2", "3 cruiser & morale-boost=2"),
    (TI, "3 cruiser & loss-order=[ff 2, ca]", "3 cruiser & loss-order=[fighter-ii,cruiser]"),
    (TI, "3 cruiser & loss order = opt", "3 cruiser & loss-order=optimal"),
    (TI, "3 cruiser & sustain late", "3 cruiser & sustain=late"),
    (TG, "4 inf 2 + mech", "4 infantry-ii + mech"),
    (TG, "4 inf & x-89", "4 infantry & x-89-bacterial-weapon"),
    (TG, "spec ops 2", "sol-infantry-ii"),
    // Star Chamber.
    (SC, "3 scouts and 2 cruisers", "3 scout + 2 cruiser"),
    (SC, "2 s, c", "2 scout + cruiser"),
    (SC, "scout(hull 9, alert=yes)", "scout(hull=9, alert=true)"),
    (SC, "scout & leader 3", "scout & leadership=3"),
    (SC, "scout & edge & neutral", "scout & edge & neutral"),
    (SC, "scout(weapons=[beam 4@1, laser 6@3])", "scout(weapons=[beam 4@1,laser 6@3])"),
    (SC, "two scouts (shields left 1)", "2 scout(shields_left=1)"),
    // Spaceship Battles.
    (SB, "a", "a"),
    (SB, "2 a", "2 a"),
    (SB, "a b", "a + b"),
    (SB, "a a", "a + a"),
    (SB, "an a and 2 f", "a + 2 f"),
    (SB, "2 size c ships", "2 c"),
    (SB, "2 size c", "2 c"),
    (SB, "example", "printed-example"),
    (
        SB,
        "c(speed=8, field=v, special=[aft, torp])",
        "c(speed=8, field=v, special=[aft,torpedoes])",
    ),
    (SB, "c(damage 3) & doctrine=keep 8", "c(damaged=3) & doctrine=keep 8"),
    (SB, "c & target weak & aim=weapons", "c & target=weakest & aim=weapons"),
    (
        SB,
        "c & priority=[field, weap] & self destruct=6 & invisible",
        "c & priority=[field,weapons] & self-destruct=6 & invisible",
    ),
];

#[test]
fn phrasings_mean_what_players_mean() {
    let games = Games::load();
    let mut wrong = Vec::new();
    for (rulebook, typed, meant) in UNDERSTOOD {
        let read = games.ask(*rulebook, typed);
        let read = read.map_or_else(|error| error, |side| side.fleet.to_string());
        if read != *meant {
            wrong.push(format!("{rulebook}: {typed}\n  read:  {read}\n  meant: {meant}"));
        }
    }
    assert!(wrong.is_empty(), "{} are read otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

/// Phrasings that are refused, and parts of the message.
const REFUSED: &[(Rulebook, &str, &[&str])] = &[
    (E1, "2 cruiser & 1 dreadnought", &["write `+` between groups: `2 cruiser + 1 dreadnought`"]),
    (
        E1,
        "cruiser & int",
        &["`int` is a class of ship", "write `+` between groups: `cruiser + int`"],
    ),
    (SB, "a & b", &["write `+` between groups: `a + b`"]),
    (TI, "2 ca & ff", &["write `+` between groups: `2 ca + ff`"]),
    // Names that only another rulebook knows.
    (
        E1,
        "guardian",
        &[
            "unknown class of ship `guardian`",
            "`guardian` is in Eclipse, second edition: add `--2e`",
        ],
    ),
    (E1, "advanced guardian", &["add `--2e`"]),
    (E1, "2 destroyer", &["`destroyer` is in Twilight Imperium, space combat: add `--ti4`"]),
    (E1, "3 ff + cv", &["`ff` is in Twilight Imperium, space combat: add `--ti4`"]),
    (E2, "3 cruiser + 2 war suns", &["add `--ti4`"]),
    (TI, "3 interceptor", &["`interceptor` is in Eclipse, first edition: add `--1e`"]),
    (TI, "guardian", &["add `--2e`"]),
    (E1, "scout", &["`scout` is in Star Chamber: add `-r star-chamber`"]),
    (SC, "printed example", &["add `-r spaceship-battles`"]),
    (E1, "2 cruiser with duranium armor", &["add `--ti4`"]),
    // Names that can mean several things.
    (
        E1,
        "2 ancient cruiser",
        &["can mean several names", "`ancient-cruiser-a`", "write more of the name"],
    ),
    (E1, "anc dread", &["`ancient-dreadnought-1` or `ancient-dreadnought-2`"]),
    (
        E1,
        "cruiser(+ion)",
        &["`ion` can mean several names", "`ion-cannon`, `ion-turret` or `ion-disruptor`"],
    ),
    (E1, "cruiser with plasma", &["`plasma-cannon`", "`plasma-missile`"]),
    (TI, "2 c", &["can mean several names", "`cruiser`", "`carrier`"]),
    (
        TI,
        "flagship",
        &["`flagship` needs a faction", "write `arborec flagship`, or add `& faction=arborec`"],
    ),
    (TI, "fs + 2 ca", &["`flagship` needs a faction"]),
    (TI, "sol ca + hacan dd", &["a side has one faction"]),
    (TI, "sol ca & faction=yin", &["a side has one faction"]),
    (TI, "war sun 2", &["`war-sun` has no level 2"]),
    (TI, "ws2", &["`war-sun` has no level 2"]),
    // Form.
    (E1, "cruiser 2", &["`cruiser` has no level 2", "a count goes first: `2 cruiser`"]),
    (E1, "2 cruiser x3", &["the number of ships is given twice: `2`"]),
    (E1, "", &["expected a class of ship, found the end"]),
    (E1, "2", &["expected a class of ship, found the end"]),
    (E1, "2 cruiser +", &["expected a class of ship or part, found the end"]),
    (E1, "-2 cruiser", &["`-2` is not a valid count"]),
    (E1, "1.5 cruiser", &["`1.5` is not a valid count"]),
    (E1, "cruiser(+hull", &["expected `,` or `)`, found the end"]),
    (E1, "cruiser()", &["expected a part or `key=value`, found `)`"]),
    (E1, "cruiser(0 hull)", &["`0` is not a valid number of parts"]),
    (E1, "cruiser(hull=)", &["expected a value, found `)`"]),
    (E1, "hull", &["`hull` is a part, not a class of ship"]),
    (E1, "orion", &["`orion` is a species, not a class of ship"]),
    (E1, "2 cruiser v ancient", &["a side cannot contain `v`", "it separates two sides"]),
    (E1, "ancient versus gcds", &["a side cannot contain `versus`"]),
    (E1, "2 cruiser\u{1b}", &["control characters"]),
    (E1, "2 cruiser =", &["expected `+`, `&` or the end of the fleet, found `=`"]),
    // Misspelled names.
    (E1, "intrceptor", &["did you mean `interceptor`?"]),
    (E1, "3 interceptr", &["did you mean `interceptor`? write `3 interceptor`"]),
    (E1, "2 cruiser + anciant", &["did you mean `ancient`? write `2 cruiser + ancient`"]),
    (
        E1,
        "cruiser(+gaus shild)",
        &["did you mean `gauss-shield`?", "write `cruiser(+gauss-shield)`"],
    ),
    (E1, "cruiser(hulk=2)", &["did you mean `hull`?"]),
    (E1, "cruiser & point defnse", &["did you mean `point-defense`?"]),
    (E1, "battlestar", &["unknown class of ship `battlestar`", "allowed: ancient, "]),
    (E1, "2 cruiser of orange", &["unknown species `orange`"]),
];

#[test]
fn refused_phrasings_say_what_works() {
    let games = Games::load();
    let mut wrong = Vec::new();
    for (rulebook, typed, parts) in REFUSED {
        let message = match games.ask(*rulebook, typed) {
            Ok(side) => format!("read as {}", side.fleet),
            Err(message) => message,
        };
        if !parts.iter().all(|part| message.contains(part)) {
            wrong.push(format!("{rulebook}: {typed}\n{message}\nexpected {parts:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} are refused otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_tables_hold_at_least_150_phrasings() {
    let all = UNDERSTOOD.len() + REFUSED.len();
    assert!(all >= 150, "{all}");
}

/// Returns the message of the game about a fleet that was read.
fn refused(games: &Games, rulebook: Rulebook, typed: &str) -> String {
    let side = games.ask(rulebook, typed).unwrap();
    games.0[rulebook.name()].check(&[side], false).unwrap_err().to_string()
}

#[test]
fn illegal_blueprints_say_what_a_player_would_change() {
    let games = Games::load();
    let energy = refused(&games, E1, "2 cruiser(+plasma cannon)");
    assert!(energy.contains("`cruiser` needs 4 energy but produces 3"), "{energy}");
    let ways = "free 1 energy: remove `ion-cannon`, or fit a better source: \
                `-nuclear-source, +fusion-source`; `--any-blueprint` allows it";
    assert!(energy.contains(ways), "{energy}");
    for change in ["-ion cannon", "-nuclear source, +fusion source"] {
        let legal = games.ask(E1, &format!("2 cruiser(+plasma cannon, {change})")).unwrap();
        games.0["eclipse"].check(&[legal], false).unwrap();
    }
    let whole = refused(&games, E1, "cruiser(hull, ion cannon)");
    let meant =
        "a list without + or - is the whole loadout; did you mean `cruiser(+hull, +ion-cannon)`?";
    assert!(whole.contains(meant), "{whole}");
    let figure = refused(&games, E1, "2 cruiser(-computer, +positron computer)");
    assert!(
        figure.contains("the printed one is `electron-computer`: write `-electron-computer`"),
        "{figure}"
    );
}

#[test]
fn prefixes_in_documents_are_refused_with_the_full_name() {
    let game = load(E1, &[]).unwrap();
    let text = r#"{"attacker": "3 int", "defender": "ancient"}"#;
    let scenario = read_scenario(&Source::new("scenario", text)).unwrap();
    let error = game.question(&scenario, false).unwrap_err().to_string();
    assert!(error.contains("did you mean `interceptor`"), "{error}");
}

/// Returns a vocabulary with saved ships.
fn with_saved(games: &Games, rulebook: Rulebook) -> Vocabulary {
    let saved = [("brick", "cruiser(-hull, +improved hull)"), ("broken", "cruiser + cruiser")];
    let saved = saved.map(|(name, group)| SavedShip { name: name.into(), group: group.into() });
    let mut words = games.0[rulebook.name()].vocabulary();
    words.saved = saved.into();
    words
}

#[test]
fn saved_ships_are_written_in_full() {
    let games = Games::load();
    let words = with_saved(&games, E1);
    let read = |typed: &str| {
        ask_side_with(&Source::new("attacker", typed), &*games.0["eclipse"], &words)
            .map(|side| side.fleet.to_string())
            .map_err(|error| error.to_string())
    };
    for (typed, meant) in [
        ("3 brick", "3 cruiser(-hull, +improved-hull)"),
        ("brick", "cruiser(-hull, +improved-hull)"),
        ("two bricks and int", "2 cruiser(-hull, +improved-hull) + interceptor"),
        ("orion brick x2", "2 orion/cruiser(-hull, +improved-hull)"),
        ("2 brick +gauss shield", "2 cruiser(-hull, +improved-hull, +gauss-shield)"),
    ] {
        assert_eq!(read(typed).unwrap(), meant, "{typed}");
    }
    assert!(read("broken").unwrap_err().contains("the saved ship `broken` is wrong"));
}

/// Returns texts between quotes in the files of the project.
fn quoted() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md")];
    for folder in ["docs", "tests", "tests/support", "fleets/examples", "tests/scenarios"] {
        let Ok(entries) = root.join(folder).read_dir() else { continue };
        files.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()));
    }
    let mut found = BTreeSet::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        for quote in ['"', '`'] {
            let pieces = text.lines().flat_map(|line| line.split(quote)).map(str::trim);
            found.extend(pieces.filter(|piece| piece.len() < 300).map(String::from));
        }
    }
    found
}

/// Returns how a game resolves a fleet: its groups, and all of its figures.
fn figures(game: &dyn Game, side: &SideText) -> Option<String> {
    let rows = game.check(std::slice::from_ref(side), true).ok()?;
    let rows: Vec<&str> = rows.lines().filter(|line| line.starts_with("  ")).collect();
    let scenario = Scenario::of([side.clone(), side.clone()]);
    let matchup = game.resolve(&scenario, true).ok()?;
    let resolved = &matchup.sides()[0];
    Some(format!("{:?} {} {}", resolved.labels.classes, resolved.cost, rows.join("\n")))
}

/// Checks that a text in exact notation keeps its meaning. Returns whether it is one.
fn keeps_its_meaning(games: &Games, rulebook: Rulebook, text: &str) -> bool {
    let game = &*games.0[rulebook.name()];
    let Ok(exact) = SideText::typed(&Source::new("attacker", text)) else { return false };
    let Some(meant) = figures(game, &exact) else { return false };
    let asked = games.ask(rulebook, text).unwrap();
    assert_eq!(figures(game, &asked).as_ref(), Some(&meant), "{rulebook}: {text}");
    assert_eq!(asked.fleet.groups.len(), exact.fleet.groups.len());
    assert_eq!(asked.fleet.options.len(), exact.fleet.options.len(), "{rulebook}: {text}");
    true
}

#[test]
fn exact_notation_keeps_its_meaning() {
    let games = Games::load();
    let texts = quoted();
    let mut read = 0;
    for text in &texts {
        for rulebook in Rulebook::ALL {
            read += usize::from(keeps_its_meaning(&games, rulebook, text));
        }
    }
    assert!(read > 500, "{read} of {}", texts.len());
}

/// Fleets in exact notation.
fn exact_fleet() -> impl Strategy<Value = String> {
    let class = prop::sample::select(vec![
        "interceptor",
        "Cruisers",
        "dreadnought",
        "starbase",
        "ancient",
        "gcds",
        "cruiser ii",
        "fighter-ii",
        "war sun",
        "warsun",
        "sol/carrier",
        "sol-flagship",
        "orion/cruiser",
        "scout",
        "a",
        "b",
        "printed example",
        "infantry",
        "ancient cruiser a",
        "ancient-dreadnought-1",
    ]);
    let item = prop::sample::select(vec![
        "+hull",
        "-ion cannon",
        "+2 Gauss Shields",
        "hull=2",
        "computer=-1",
        "cannons=2y1o",
        "damaged=[1, 0]",
        "damaged=1",
        "combat=2x7",
        "sustains=false",
        "weapons=[beam 4@1]",
        "speed=5",
        "special=[aft, torpedoes]",
        "hull",
        "2 ion cannon",
        "nuclear source",
    ]);
    let option = prop::sample::select(vec![
        "play=npc",
        "play=optimal",
        "faction=jol-nar",
        "faction=sol",
        "point defense",
        "x-89",
        "2 direct hit",
        "morale boost=2",
        "species=Orion",
        "name=A b",
        "edge",
        "edge=true",
        "leadership=3",
        "doctrine=keep 5",
        "loss-order=[cruiser, fighter ii]",
        "sustain=late",
    ]);
    let count = prop_oneof![Just(String::new()), (1..9u32).prop_map(|n| format!("{n} "))];
    let items = prop::collection::vec(item, 0..3);
    let group = (count, class, items).prop_map(|(count, class, items)| match items.is_empty() {
        true => format!("{count}{class}"),
        false => format!("{count}{class}({})", items.join(", ")),
    });
    let groups = prop::collection::vec(group, 1..3);
    (groups, prop::collection::vec(option, 0..2)).prop_map(|(groups, options)| {
        let options: String = options.iter().map(|option| format!(" & {option}")).collect();
        groups.join(" + ") + &options
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn generated_fleets_keep_their_meaning(text in exact_fleet()) {
        thread_local!(static GAMES: Games = Games::load());
        GAMES.with(|games| for rulebook in Rulebook::ALL {
            keeps_its_meaning(games, rulebook, &text);
        });
    }
}

/// Words and signs that mutations insert.
const PIECES: [&str; 46] = [
    " ",
    "2",
    "x3",
    "2x",
    " and ",
    " with ",
    "+",
    "-",
    ",",
    ";",
    "&",
    "(",
    ")",
    "[",
    "]",
    "=",
    ":",
    "/",
    "×",
    "*",
    " v ",
    " vs ",
    "the ",
    "a ",
    "60% ",
    " | ",
    "two ",
    "of ",
    "hull",
    "ion",
    "sol ",
    "orion ",
    "cruiser",
    "fighter",
    "flagship",
    "ii",
    "2 2",
    "brick",
    "name=",
    "99999999999999999999",
    "é",
    "\u{202e}",
    "\t",
    "'s",
    "-2",
    ".5",
];

/// Returns a phrase of the tables with random changes.
fn mutated(random: &mut Xoshiro256PlusPlus) -> String {
    let mut below = |most: usize| (random.next_u64() % most.max(1) as u64) as usize;
    let phrase = |n: usize| match UNDERSTOOD.get(n) {
        Some((_, typed, _)) => *typed,
        None => REFUSED[n - UNDERSTOOD.len()].1,
    };
    let all = UNDERSTOOD.len() + REFUSED.len();
    let mut text = phrase(below(all)).to_string();
    for _ in 0..below(4) {
        let mut place = |text: &str| text.floor_char_boundary(below(text.len() + 1));
        let (from, to) = (place(&text), place(&text));
        let range = from.min(to)..from.max(to).min(from.min(to) + 8);
        let range = range.start..text.ceil_char_boundary(range.end);
        match below(4) {
            0 => text.insert_str(range.start, PIECES[below(PIECES.len())]),
            1 => text.replace_range(range, ""),
            2 => text.insert_str(range.start, phrase(below(all))),
            _ => {
                let again = text[range.clone()].to_string();
                text.insert_str(range.start, &again);
            }
        }
    }
    text
}

/// Reads mutated phrases, and panics with the one that panics or is not read back as the same.
fn read_mutated(seed: u64, phrases: usize) {
    let games = Games::load();
    let words = Rulebook::ALL.map(|rulebook| with_saved(&games, rulebook));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..phrases {
        let text = mutated(&mut random);
        let words = &words[(random.next_u64() % words.len() as u64) as usize];
        let source = Source::new("attacker", text.as_str());
        let read = AssertUnwindSafe(|| {
            if let Some(sides) = split_sides(&text) {
                assert!(sides.into_iter().all(|side| text.get(side).is_some()));
            }
            if let Ok(parts) = split_mix(&source) {
                assert!(parts.into_iter().all(|(_, fleet)| text.get(fleet).is_some()));
            }
            let Ok(side) = SideText::asked(&source, words) else { return };
            let written = side.fleet.to_string();
            let again = parse_fleet(&Source::new("again", written.as_str()), 0..written.len());
            assert_eq!(again.ok().as_ref(), Some(&side.fleet), "{written}");
        });
        assert!(catch_unwind(read).is_ok(), "{text:?}");
    }
}

#[test]
fn mutated_phrases_are_read_or_refused() {
    read_mutated(1, 20_000);
}

/// The command is in CONTRIBUTING.
#[test]
#[ignore = "takes minutes"]
fn ten_million_mutated_phrases_are_read_or_refused() {
    std::thread::scope(|scope| {
        for seed in 0..10 {
            scope.spawn(move || read_mutated(seed, 1_000_000));
        }
    });
}
