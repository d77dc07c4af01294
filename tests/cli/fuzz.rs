//! Any input is either read or refused with a message. No input causes a panic or a hang.
//!
//! CONTRIBUTING describes the long run; a short one is part of the test suite.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use fleetodds::internals::games::eclipse::rules as eclipse;
use fleetodds::internals::games::eclipse::scenario::EclipseMatchup;
use fleetodds::internals::games::spaceship_battles::rules as spaceship_battles;
use fleetodds::internals::games::spaceship_battles::scenario::ShipMatchup;
use fleetodds::internals::games::star_chamber::rules as star_chamber;
use fleetodds::internals::games::star_chamber::scenario::StarMatchup;
use fleetodds::internals::games::ti4::rules as ti4;
use fleetodds::internals::games::ti4::scenario::Ti4Matchup;
use fleetodds::internals::games::{Game, Rulebook, load};
use fleetodds::internals::scenario::{Diagnostic, Scenario, SideText, Source, read_scenario};

/// Pieces of inputs: words of the notation and of JSON, valid and invalid.
const PIECES: [&str; 114] = [
    "3 ",
    "interceptor",
    "cruiser",
    "dreadnought",
    "ancient",
    "gcds",
    "orion/",
    "terran",
    "starbase",
    "(",
    ")",
    "+",
    "-",
    ",",
    "=",
    "[",
    "]",
    "&",
    " ",
    "/",
    "ion cannon",
    "plasma missile",
    "hull",
    "cannons=2y1o",
    "missiles=",
    "computer=1",
    "shield=",
    "initiative=-2",
    "damaged=[0,1]",
    "damaged",
    "play=npc",
    "play=optimal",
    "0",
    "99999999999999999999",
    "1.5",
    "-1",
    "1e9",
    "é",
    "\u{202e}",
    "\0",
    "\t",
    "\n",
    "{",
    "}",
    ":",
    "\"",
    "\"attacker\":",
    "\"defender\":",
    "\"groups\":",
    "\"class\":",
    "\"count\":",
    "\"stats\":",
    "\"parts\":",
    "\"setting\":",
    "\"round_cap\":",
    "\"fleet\":",
    "\"2 cruiser\"",
    "\"ancient\"",
    "[{",
    "}]",
    "null",
    "true",
    "\\u0041",
    "\\ud800",
    "\"play\":",
    "\"seed\":",
    "\"battles\":",
    "\"rules\":\"eclipse\"",
    "species",
    "🚀",
    "regenerate=1",
    "cost=5",
    "point defense",
    "\"parties\":",
    "\"retreat\":",
    "\"below\":",
    "\"start\":",
    "\"population\":",
    "\"owner\":",
    "\"alliance\":",
    "\"technologies\":",
    "\"bag\":",
    "\"rules\":\"ti4-space\"",
    "2 fighter ii",
    "war-sun",
    "pds",
    "infantry",
    "sol/",
    "combat=2x7",
    "sustain=late",
    "loss-order=[",
    "faction=jol-nar",
    "2 direct hit",
    "skilled retreat=2",
    "\"effects\":",
    "\"planets\":",
    "\"loss_order\":",
    "\"to\":",
    "\"rules\":\"star-chamber\"",
    "scout",
    "weapons=[beam 4@1]",
    "leadership=3",
    "edge",
    "neutral",
    "\"events\":",
    "\"ship\":",
    "\"rules\":\"spaceship-battles\"",
    "2 c",
    "special=[aft, torpedoes]",
    "doctrine=keep 5",
    "\"map\":",
    "\"at\":",
    "\"power\":",
    "\"charts\":",
];

/// Valid inputs that the fuzzer mutates.
const SEEDS: [&str; 10] = [
    "3 interceptor",
    "2 cruiser(-ion cannon, +plasma cannon) + orion/dreadnought(damaged=[0,1]) & play=npc",
    "4 cruiser(cannons=2y1o, computer=1, shield=1, hull=2, initiative=2)",
    r#"{"attacker": "3 interceptor", "defender": {"groups": [{"class": "ancient", "count": 2}], "play": "npc"}}"#,
    r#"{"rules": "eclipse", "attacker": {"name": "A", "species": "orion", "groups": [{"class": "cruiser", "count": 2, "parts": ["ion cannon", "nuclear drive", "nuclear source"], "stats": {"hull": 2}, "damaged": [1]}]}, "defender": "gcds", "seed": 1, "battles": 1e6, "setting": {"round_cap": 9}}"#,
    r#"{"attacker": "2 cruiser(damaged=[0,1])", "defender": {"fleet": "ancient", "play": {"assign": "npc-spread"}}}"#,
    r#"{"parties": [{"name": "A", "groups": [], "influence": true}, {"name": "B", "fleet": "2 cruiser & neutron bombs", "alliance": "x"}, "ancient"], "setting": {"population": {"owner": "A", "cubes": 3, "planta": false}, "lowest_tile": {"B": 2}, "bag": {"1": 12}}}"#,
    r#"{"attacker": {"fleet": "cruiser(cannons=1p, retreating=true)", "play": {"retreat": {"below": 0.2}, "objective": "swing"}}, "defender": "ancient", "setting": {"retreat": {"attacker": {"disc": true}}, "start": {"round": 3, "missiles_spent": true}}}"#,
    r#"{"rules": "star-chamber", "parties": [{"name": "A", "groups": [{"class": "scout", "count": 2, "stats": {"weapons": [{"type": "beam", "round": 2, "damage": 4}], "alert": true}, "damaged": [3], "shields_left": [1, 0]}], "personae": [{"leadership": 2}], "edge": true}, "cruiser & tie-breaker=2", {"fleet": "scout", "neutral": true}], "setting": {"turns": 3, "shields": "restore", "order": "random", "events": [{"turn": 2, "round": 4, "side": 0, "group": 0, "ship": 1, "kill_leader": true, "shield": 2, "damage": 1, "alert": false}]}}"#,
    r#"{"rules": "spaceship-battles", "attacker": {"groups": [{"size": "C", "speed": 5, "field": 3, "weapon": "4d6", "special": ["aft", "missiles"], "damaged": [9], "factors": {"engines": 2}, "ships": [{"at": [2, 3], "heading": "N"}], "play": {"aim": "field"}}], "play": {"power": {"weapons": 3}, "priority": ["engines"], "doctrine": {"keep": 4}}}, "defender": {"groups": [{"class": "f", "ships": [{"at": [9, 9], "heading": "W"}]}]}, "setting": {"map": {"width": 20, "height": 12, "objects": [[4, 4]], "range": "orthogonal"}, "turns": 4, "budget": 900, "charts": {"fields": {"3": [1, 2, 3]}}}}"#,
];

struct Fuzzer(Xoshiro256PlusPlus);

impl Fuzzer {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn piece(&mut self) -> &'static str {
        PIECES[self.below(PIECES.len())]
    }

    fn input(&mut self) -> String {
        if self.below(3) == 0 {
            return (0..self.below(12)).map(|_| self.piece()).collect();
        }
        let mut text = SEEDS[self.below(SEEDS.len())].to_string();
        for _ in 0..1 + self.below(3) {
            let cut = |at: usize, text: &str| text.floor_char_boundary(at);
            let from = cut(self.below(text.len() + 1), &text);
            let to = cut(from + self.below(6), &text);
            match self.below(3) {
                0 => text.insert_str(from, self.piece()),
                1 => text.replace_range(from..to, ""),
                _ => text.replace_range(from..to, self.piece()),
            }
        }
        text
    }
}

fn resolve(game: &dyn Game, text: &Scenario) -> Result<(), Diagnostic> {
    let resolved = game.resolve(text, false)?;
    if let Some(matchup) = resolved.of_game::<EclipseMatchup>() {
        let [a, d, ..] = &matchup.sides[..] else { return Ok(()) };
        let fleets = [a.fleet.clone(), d.fleet.clone()];
        let groups = fleets.iter().map(|f| f.groups.len()).sum::<usize>();
        // Tables of large battles take long to build; other tests cover the limits.
        if groups <= 3 && fleets.iter().flat_map(|f| &f.groups).all(|g| g.count <= 4) {
            // A side without ships is valid if it has population.
            let _ = eclipse::compile_from(&fleets, matchup.setup);
        }
    } else if let Some(matchup) = resolved.of_game::<Ti4Matchup>() {
        let fleets = [0, 1].map(|side| matchup.sides[side].fleet.clone());
        let _ = ti4::compile(&fleets, matchup.terms);
    } else if let Some(matchup) = resolved.of_game::<StarMatchup>() {
        let forces: Vec<_> = matchup.sides.iter().map(|side| side.fleet.clone()).collect();
        let _ = star_chamber::compile::<256>(&forces, &matchup.terms);
    } else {
        let matchup = resolved.of_game::<ShipMatchup>().expect("one of four games");
        let fleets = [0, 1].map(|side| matchup.sides[side].fleet.clone());
        let _ = spaceship_battles::compile::<128>(&fleets, &matchup.terms);
    }
    Ok(())
}

fn typed(text: &str) -> Result<Scenario, Diagnostic> {
    let side = || SideText::typed(&Source::new("fuzz", text));
    Ok(Scenario::of([side()?, side()?]))
}

fn read(game: &dyn Game, text: &str) {
    let as_fleets = typed(text).and_then(|text| resolve(game, &text));
    let scenario = read_scenario(&Source::new("fuzz", text));
    let as_scenario = scenario.and_then(|text| resolve(game, &text));
    for error in [as_fleets.err(), as_scenario.err()].into_iter().flatten() {
        assert!(error.to_string().starts_with("error: "));
    }
}

fn fuzz(inputs: u64, seed: u64) {
    let rulebooks = [
        Rulebook::Eclipse,
        Rulebook::Ti4Space,
        Rulebook::Ti4Ground,
        Rulebook::StarChamber,
        Rulebook::SpaceshipBattles,
    ];
    let games = rulebooks.map(|r| load(r, &[]).unwrap());
    let mut fuzzer = Fuzzer(Xoshiro256PlusPlus::seed_from_u64(seed));
    for game in games.iter().cycle().take(inputs as usize) {
        let text = fuzzer.input();
        let result = catch_unwind(AssertUnwindSafe(|| read(&**game, &text)));
        assert!(result.is_ok(), "this input panics: {text:?}");
    }
}

#[test]
fn a_few_thousand_inputs_do_not_panic() {
    fuzz(20_000, 1);
}

/// The long run, on two threads; see CONTRIBUTING.
#[test]
#[ignore = "long: minutes"]
fn ten_million_inputs_do_not_panic() {
    std::thread::scope(|scope| {
        for seed in 2..4 {
            scope.spawn(move || fuzz(5_000_000, seed));
        }
    });
}
