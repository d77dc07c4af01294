//! What players type, and what it means.

mod generated;
mod tables;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use fleetodds::internals::games::ti4::scenario::Ti4Catalogue;
use fleetodds::internals::games::{Catalogues, Game, Rulebook, load};
use fleetodds::internals::scenario::{
    GroupText, Item, NamedGame, SavedShip, Scenario, Sentence, SideText, Source, Spanned, Value,
    parse_fleet, read_scenario, split_mix,
};

use crate::support::program::{file, run};

use self::tables::{E1, REFUSED, UNDERSTOOD};

#[derive(Default)]
struct Games(Catalogues);

impl Games {
    fn with_saved() -> Self {
        let saved = [("brick", "cruiser(-hull, +improved hull)"), ("broken", "cruiser + cruiser")];
        let saved = saved.map(|(name, group)| SavedShip { name: name.into(), group: group.into() });
        Self(Catalogues::new(Vec::new(), false, move |_| saved.to_vec()))
    }

    fn game(&self, rulebook: Rulebook) -> &dyn Game {
        &**self.0.game(rulebook).unwrap()
    }

    fn ask(&self, rulebook: Rulebook, text: &str) -> Result<SideText, String> {
        let source = Source::new("attacker", text);
        self.0.reader(rulebook).unwrap().read(&source).map_err(|error| error.to_string())
    }
}

#[test]
fn phrasings_mean_what_players_mean() {
    let games = Games::default();
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

#[test]
fn refused_phrasings_say_what_works() {
    let games = Games::default();
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
fn a_sentence_may_name_its_game() {
    let game = |text: &str| Sentence::read(text, None).and_then(|read| read.game);
    let is = |rulebook, is_any| Some(NamedGame { rulebook, is_any });
    assert_eq!(game("eclipse 2e: 2 cru vs guardian"), is(Rulebook::Eclipse2e, false));
    assert_eq!(game("2 cru vs gcds in eclipse 2nd edition"), is(Rulebook::Eclipse2e, false));
    assert_eq!(game("2 dn vs 3 ca in ti4"), is(Rulebook::Ti4Space, true));
    assert_eq!(game("4 inf vs 4 inf in ti4 ground combat?"), is(Rulebook::Ti4Ground, false));
    assert_eq!(game("spaceship battles: c vs 2d"), is(Rulebook::SpaceshipBattles, false));
    assert_eq!(game("2e vs c"), None);
    let read = Sentence::read("2e 3d vs c", Some(Rulebook::SpaceshipBattles)).unwrap();
    assert_eq!((read.sides[0].as_str(), read.game), ("2e 3d", None));
    let any = NamedGame { rulebook: Rulebook::Eclipse, is_any: true };
    assert_eq!(any.agreed(Some(Rulebook::Eclipse2e)), Some(Rulebook::Eclipse2e));
    assert_eq!(any.agreed(Some(Rulebook::Ti4Space)), None);
    assert_eq!(any.agreed(None), Some(Rulebook::Eclipse));
}

/// Questions as players type them: the rules of the option (`-` for none), the question, and how it
/// is read. Those that are refused could mean several things, or nothing.
const QUESTIONS: &str = include_str!("phrasings/questions.tsv");

/// All questions of a game in one batch.
#[test]
fn questions_are_read_as_they_are_meant() {
    let rows = QUESTIONS.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
    let options: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    let mut wrong = Vec::new();
    for option in options {
        let asked: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0] == option).collect();
        let lines: String = asked.iter().map(|row| format!("{}\n", row[1])).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "questions.txt", lines);
        let mut words = vec!["batch", &path, "-e", "kernel", "-n", "1", "-q"];
        if option != "-" {
            words.extend(["-r", option]);
        }
        let (_, answers, _) = run(&words);
        for (row, answer) in asked.iter().zip(answers.lines()) {
            let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
            let read = match answer["sides"].as_array() {
                Some(sides) => {
                    let fleets = sides.iter().map(|side| side["fleet"].as_str().unwrap());
                    let fleets: Vec<&str> = fleets.collect();
                    format!("{}: {}", answer["rules"].as_str().unwrap(), fleets.join(" v "))
                }
                None => "refused".to_string(),
            };
            if read != row[2] {
                wrong.push(format!("{option}: {}\n  read:  {read}\n  meant: {}", row[1], row[2]));
            }
        }
        assert_eq!(answers.lines().count(), asked.len());
    }
    assert!(rows.len() > 600 && wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn generated_questions_are_read_as_they_are_meant_or_refused() {
    let answered = generated::ask(1, 20_000);
    assert!(answered > 12_000, "{answered}");
}

/// The command is in CONTRIBUTING.
#[test]
fn suggestions_of_random_refusals_can_be_asked() {
    let suggested = generated::refuse(1, 2_000);
    assert!(suggested > 200, "{suggested}");
}

#[test]
#[ignore = "long: minutes"]
fn suggestions_of_a_hundred_thousand_refusals_can_be_asked() {
    std::thread::scope(|scope| {
        for seed in 1..=2 {
            scope.spawn(move || generated::refuse(seed, 50_000));
        }
    });
}

#[test]
#[ignore = "long: minutes"]
fn a_million_generated_questions_are_read_as_they_are_meant_or_refused() {
    std::thread::scope(|scope| {
        for seed in 2..4 {
            scope.spawn(move || generated::ask(seed, 500_000));
        }
    });
}

/// A name with `assault` in it is no attack.
#[test]
fn no_name_separates_two_fleets() {
    for rulebook in Rulebook::ALL {
        let listed = load(rulebook, &[]).unwrap().lexicon().vocabulary.clone();
        let names = listed.listed().concat();
        let catalogue = Ti4Catalogue::new(Rulebook::Ti4Space, &[], false).unwrap();
        let effects = catalogue.effects.iter().flat_map(|effect| {
            effect.also.iter().chain([&effect.name, &effect.title]).map(String::as_str)
        });
        let units = catalogue.units.iter().map(|unit| unit.title.as_str());
        for name in names.into_iter().chain(effects).chain(units) {
            let text = format!("2 cruiser & {}", name.replace('-', " "));
            assert_eq!(Sentence::read(&text, None), None, "{text}");
        }
    }
}

#[test]
fn the_tables_hold_at_least_150_phrasings() {
    let all = UNDERSTOOD.len() + REFUSED.len();
    assert!(all >= 150, "{all}");
}

/// Returns the message of the game about a fleet that was read.
fn refused(games: &Games, rulebook: Rulebook, typed: &str) -> String {
    let side = games.ask(rulebook, typed).unwrap();
    games.game(rulebook).check(&side, false).unwrap_err().to_string()
}

#[test]
fn illegal_blueprints_say_what_a_player_would_change() {
    let games = Games::default();
    let energy = refused(&games, E1, "2 cruiser(+plasma cannon)");
    assert!(energy.contains("`cruiser` needs 4 energy but produces 3"), "{energy}");
    let ways = "free 1 energy: remove `ion-cannon`, or fit a better source: \
                `-nuclear-source, +fusion-source`; `--any-blueprint` allows it";
    assert!(energy.contains(ways), "{energy}");
    for change in ["-ion cannon", "-nuclear source, +fusion source"] {
        let legal = games.ask(E1, &format!("2 cruiser(+plasma cannon, {change})")).unwrap();
        games.game(E1).check(&legal, false).unwrap();
    }
    let whole = refused(&games, E1, "cruiser(hull, ion cannon)");
    // Both parts more would be illegal, too, so they are not suggested.
    let meant = "a list without + or - is the whole loadout; `--any-blueprint` allows it";
    assert!(whole.contains(meant), "{whole}");
    let one = refused(&games, E1, "cruiser(gauss shield)");
    assert!(one.contains("did you mean `cruiser(+gauss-shield)`?"), "{one}");
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

#[test]
fn saved_ships_are_written_in_full() {
    let games = Games::with_saved();
    let read = |typed: &str| games.ask(E1, typed).map(|side| side.fleet.to_string());
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
    let mut folders = ["docs", "fleets/examples", "tests"].map(|folder| root.join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for path in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
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
    let checked = game.check(side, true).ok()?;
    let figures = (checked.groups, checked.total, checked.remarks);
    let scenario = Scenario::of([side.clone(), side.clone()]);
    let matchup = game.resolve(&scenario, true).ok()?;
    let resolved = &matchup.sides()[0];
    Some(format!("{:?} {} {figures:?}", resolved.labels.classes, resolved.cost))
}

/// Whether a fleet names its ships as the catalogue does, and changes no printed figure.
fn is_exact(ships: &[&str], side: &SideText) -> bool {
    let changes = |group: &GroupText| {
        let is_change = |item: &Spanned<Item>| match &item.value {
            Item::Figure(_, Value::One(value)) => value.value.starts_with('+'),
            _ => false,
        };
        group.items.iter().any(is_change)
    };
    let is_named = |group: &GroupText| ships.contains(&group.class.value.as_str());
    side.fleet.groups.iter().all(|group| is_named(group) && !changes(group))
}

/// Checks that a text in exact notation keeps its meaning. Returns whether it is one.
fn keeps_its_meaning(games: &Games, rulebook: Rulebook, text: &str) -> bool {
    let game = games.game(rulebook);
    let Ok(exact) = SideText::typed(&Source::new("attacker", text)) else { return false };
    let Some(meant) = figures(game, &exact) else { return false };
    // Plurals, changes, and names of a faction's units without hyphens are read as players mean
    // them.
    if !is_exact(&game.lexicon().vocabulary.listed()[0], &exact) {
        return false;
    }
    let asked = games.ask(rulebook, text).unwrap();
    // A typed side that names its faction has the units of the faction.
    let is_generic = |figures: &String| figures.contains("is the generic unit, although");
    if is_generic(&meant) {
        let brought = figures(game, &asked);
        assert!(!brought.as_ref().is_none_or(is_generic), "{rulebook}: {text}: {brought:?}");
    } else {
        assert_eq!(figures(game, &asked).as_ref(), Some(&meant), "{rulebook}: {text}");
    }
    assert_eq!(asked.fleet.groups.len(), exact.fleet.groups.len());
    assert_eq!(asked.fleet.options.len(), exact.fleet.options.len(), "{rulebook}: {text}");
    true
}

#[test]
fn exact_notation_keeps_its_meaning() {
    let games = Games::default();
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
        "Cruiser",
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
        thread_local!(static GAMES: Games = Games::default());
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
    let games = Games::with_saved();
    let words = Rulebook::ALL.map(|rulebook| games.0.reader(rulebook).unwrap().words());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..phrases {
        let text = mutated(&mut random);
        let words = words[(random.next_u64() % words.len() as u64) as usize];
        let source = Source::new("attacker", text.as_str());
        let read = AssertUnwindSafe(|| {
            _ = Sentence::read(&text, None);
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
#[ignore = "long: minutes"]
fn ten_million_mutated_phrases_are_read_or_refused() {
    std::thread::scope(|scope| {
        for seed in 0..10 {
            scope.spawn(move || read_mutated(seed, 1_000_000));
        }
    });
}
