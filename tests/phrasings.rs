//! What players type, and what it means.

use std::collections::HashMap;
use std::sync::Arc;

use fleetodds::games::{Game, Rulebook, ask_side, load};
use fleetodds::scenario::{SideText, Source};

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
