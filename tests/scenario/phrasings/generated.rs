//! Random questions, from exact notation to the words of a player. They are read as they are meant,
//! or refused.

use fleetodds::internals::games::{FleetReader, Rulebook, load};
use fleetodds::internals::scenario::{FleetText, Sentence, Source, parse_fleet};

use crate::support::random::Random;

/// Ships of a game, with their short names; its owners; and options of a side, in which `#` is any
/// number.
struct Catalogue {
    reader: FleetReader,
    ships: &'static [(&'static str, &'static str)],
    owners: Vec<String>,
    options: &'static [&'static str],
}

const ECLIPSE: &[(&str, &str)] =
    &[("interceptor", "int"), ("cruiser", "cru"), ("dreadnought", "dn"), ("starbase", "sb")];
const SPACE: &[(&str, &str)] = &[
    ("fighter", "ff"),
    ("fighter-ii", "ff2"),
    ("destroyer", "dd"),
    ("destroyer-ii", "dd ii"),
    ("cruiser", "ca"),
    ("cruiser-ii", "ca2"),
    ("carrier", "cv"),
    ("dreadnought", "dn"),
    ("war-sun", "ws"),
];
const GROUND: &[(&str, &str)] = &[("infantry", "inf"), ("infantry-ii", "inf2"), ("mech", "mech")];
const STAR: &[(&str, &str)] = &[("cruiser", "cru"), ("scout", "sco")];
const LETTERS: &[(&str, &str)] = &[("b", "b"), ("c", "C"), ("d", "d"), ("e", "E")];
const CARDS: &[&str] = &[
    "morale-boost",
    "duranium-armor",
    "assault-cannon",
    "# direct-hit",
    "morale-boost=#",
    "retreat=after round #",
    "retreat=at most #",
    "retreat=below #0%",
    "sustain=never",
];
const TECHNOLOGIES: &[&str] = &[
    "antimatter-splitter",
    "retreat=after round #",
    "retreat=at most #",
    "retreat=below #0%",
    "play=npc",
];
const ORDERS: &[&str] = &["doctrine=keep #", "doctrine=hold", "aim=hull", "target=weakest"];

fn catalogue(rulebook: Rulebook) -> Catalogue {
    let reader = FleetReader::of(load(rulebook, &[]).unwrap());
    let (ships, options): (_, &[&str]) = match rulebook {
        Rulebook::Eclipse | Rulebook::Eclipse2e => (ECLIPSE, TECHNOLOGIES),
        Rulebook::Ti4Space => (SPACE, CARDS),
        Rulebook::Ti4Ground => (GROUND, &["fire-team", "morale-boost=#"]),
        Rulebook::StarChamber => (STAR, &["edge", "leadership=#"]),
        Rulebook::SpaceshipBattles => (LETTERS, ORDERS),
    };
    let owners = reader.words().listed()[1].iter().map(ToString::to_string).collect();
    Catalogue { reader, ships, owners, options }
}

/// A side in exact notation, and as a player types it.
struct Side {
    exact: String,
    typed: String,
}

fn one_of<'a, T: ?Sized>(random: &mut Random, of: &[&'a T]) -> &'a T {
    of[random.below(of.len() as u64) as usize]
}

/// Returns a name as it is typed: in full, shortened, in the plural, or with a slip.
fn name(random: &mut Random, (ship, short): (&str, &str), is_plural: bool) -> String {
    let is_letter = ship.len() == 1;
    let mut typed = match random.below(4) {
        0 => short.to_string(),
        1 => ship.replace('-', " "),
        2 => {
            let cut = |word: &str| word[..word.len().min(3 + word.len() % 4)].to_string();
            ship.split('-').map(cut).collect::<Vec<_>>().join(" ")
        }
        _ => ship.to_string(),
    };
    if is_plural
        && typed.ends_with(|c: char| c.is_ascii_lowercase())
        && !typed.ends_with('i')
        && !is_letter
    {
        typed.push('s');
    }
    let first = typed.find(' ').unwrap_or(typed.len());
    if random.one_in(12) && first >= 7 {
        let at = 2 + random.below(first as u64 - 4) as usize;
        match random.below(3) {
            0 => _ = typed.remove(at),
            1 => typed.insert(at, 'e'),
            _ => {
                let swapped: String = typed[at..at + 2].chars().rev().collect();
                typed.replace_range(at..at + 2, &swapped);
            }
        }
    }
    match random.below(4) {
        0 => typed.to_uppercase(),
        _ => typed,
    }
}

/// Returns a group as it is typed.
fn group(random: &mut Random, count: u64, ship: (&str, &str)) -> String {
    const NUMBERS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];
    let is_plural = count > 1 && random.one_in(2);
    let name = name(random, ship, is_plural);
    let number = NUMBERS[count as usize];
    match (count, random.below(6)) {
        (1, 0) => format!("a {name}"),
        (_, 1) => format!("{number} {name}"),
        (_, 2) => format!("{count}x {name}"),
        (_, 3) => format!("{name} x{count}"),
        (_, 4) => format!("{count}{name}"),
        _ => format!("{count} {name}"),
    }
}

fn side(random: &mut Random, of: &Catalogue) -> Side {
    let rulebook = of.reader.game().rulebook();
    let owner = (!of.owners.is_empty() && random.one_in(3))
        .then(|| of.owners[random.below(of.owners.len() as u64) as usize].clone());
    let is_group_owner = matches!(rulebook, Rulebook::Eclipse | Rulebook::Eclipse2e);
    let groups = 1 + random.below(3);
    let (mut exact, mut typed) = (Vec::new(), Vec::new());
    for _ in 0..groups {
        let ship = of.ships[random.below(of.ships.len() as u64) as usize];
        let count = 1 + random.below(6);
        exact.push(match &owner {
            Some(owner) if is_group_owner => format!("{count} {owner}/{}", ship.0),
            _ => format!("{count} {}", ship.0),
        });
        typed.push(group(random, count, ship));
    }
    let joiner = one_of(random, &[" + ", ", ", " and ", " "]);
    let (mut exact, mut typed) = (exact.join(" + "), typed.join(joiner));
    if let Some(owner) = &owner {
        if !is_group_owner {
            exact += &format!(" & faction={owner}");
        }
        typed = match random.below(3) {
            0 => format!("{}: {typed}", owner.replace('-', " ")),
            1 => format!("{owner} {typed}"),
            _ => format!("{typed} ({owner})"),
        };
    }
    if !of.options.is_empty() && random.one_in(4) {
        let number = (1 + random.below(9)).to_string();
        let option = one_of(random, of.options).replace('#', &number);
        exact += &format!(" & {option}");
        let words = option.replace(['-', '='], " ");
        typed += &match random.below(3) {
            0 => format!(" with {words}"),
            1 => format!(", {words}"),
            _ => format!(" & {words}"),
        };
    }
    let whose = one_of(random, &["", "", "my ", "enemy ", "his "]);
    Side { exact, typed: format!("{whose}{typed}") }
}

/// Returns what a fleet is, whatever stands for one ship and in whatever order options are.
fn meaning(fleet: &FleetText) -> (Vec<String>, Vec<String>) {
    let group = |group: &fleetodds::internals::scenario::GroupText| {
        let mut group = group.clone();
        group.count = group.count.filter(|count| count.value != 1);
        group.to_string()
    };
    let mut options: Vec<String> = fleet.options.iter().map(ToString::to_string).collect();
    options.sort();
    (fleet.groups.iter().map(group).collect(), options)
}

/// Asks this many questions. Returns how many were answered.
pub(super) fn ask(seed: u64, questions: usize) -> usize {
    let games = Rulebook::ALL.map(catalogue);
    let mut random = Random::new(seed);
    let (mut answered, mut wrong) = (0, Vec::new());
    for _ in 0..questions {
        let of = &games[random.below(games.len() as u64) as usize];
        let sides = [side(&mut random, of), side(&mut random, of)];
        let between = one_of(
            &mut random,
            &[
                " vs ",
                " v ",
                " against ",
                " attack ",
                " attacks ",
                " vs. ",
                " beat ",
                " attacked by ",
            ],
        );
        let opening =
            one_of(&mut random, &["", "", "can ", "will ", "what are the odds of ", "odds: "]);
        let closing = one_of(&mut random, &["", "", "?", " please", ", I attack"]);
        let typed = format!("{opening}{}{between}{}{closing}", sides[0].typed, sides[1].typed);
        let Some(sentence) = Sentence::read(&typed, Some(of.reader.game().rulebook())) else {
            continue;
        };
        let order = if between == " attacked by " { [1, 0] } else { [0, 1] };
        let read = |text: &str| {
            let source = Source::new("side", text);
            of.reader.read(&source).map(|side| meaning(&side.fleet))
        };
        for side in &sides {
            let notation =
                parse_fleet(&Source::new("exact", side.exact.as_str()), 0..side.exact.len());
            let options = meaning(&notation.unwrap()).1;
            assert_eq!(read(&side.exact).unwrap().1, options, "{}", side.exact);
        }
        let asked = sentence.sides.each_ref().map(|side| read(side));
        let meant = order.map(|n| read(&sides[n].exact).expect("exact notation"));
        let [Ok(attacker), Ok(defender)] = asked else { continue };
        answered += 1;
        let read = [attacker, defender];
        if read != meant {
            wrong.push(format!(
                "{}: {typed}\n  read:  {read:?}\n  meant: {meant:?}",
                of.reader.game().rulebook()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} are read otherwise:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(30)].join("\n")
    );
    answered
}

/// Words that damage a question.
const DAMAGE: [&str; 16] = [
    "shield",
    "prototype",
    "point",
    "battlestar",
    "wings",
    "ii",
    "iii",
    "computer",
    "with plasma",
    "(3 plasma cannon)",
    "(+7 hull)",
    "(hull)",
    "level 9",
    "+2 gauss",
    "& ply=npc",
    "criusr",
];

/// Damages a side: a word more, a word less, or another letter.
fn damaged(random: &mut Random, typed: &str) -> String {
    let mut words: Vec<String> = typed.split(' ').map(String::from).collect();
    let at = random.below(words.len() as u64) as usize;
    match random.below(4) {
        0 => words.insert(at, one_of(random, &DAMAGE).to_string()),
        1 => words.push(one_of(random, &DAMAGE).to_string()),
        2 => _ = words.remove(at),
        _ => {
            let letter = char::from(b'a' + random.below(26) as u8);
            let place = random.below(words[at].len() as u64 + 1) as usize;
            if words[at].is_char_boundary(place) {
                words[at].insert(place, letter);
            }
        }
    }
    words.join(" ")
}

/// Asks damaged questions until this many are refused. Each fleet that a refusal suggests can be
/// read, and can fight. Returns how many fleets were suggested.
pub(super) fn refuse(seed: u64, refusals: usize) -> usize {
    let games = Rulebook::ALL.map(catalogue);
    let mut random = Random::new(seed);
    let (mut refused, mut suggested) = (0, 0);
    while refused < refusals {
        let of = &games[random.below(games.len() as u64) as usize];
        let typed = side(&mut random, of).typed;
        let typed = damaged(&mut random, &typed);
        let read = |text: &str| of.reader.read(&Source::new("side", text));
        let Err(error) = read(&typed) else { continue };
        refused += 1;
        let help = error.help.clone().unwrap_or_default();
        for before in ["write `", "for example: `"] {
            for suggestion in help.split(before).skip(1) {
                let fleet = suggestion.split('`').next().unwrap_or_default();
                if fleet.starts_with("fleetodds ") {
                    continue;
                }
                suggested += 1;
                let fits = read(fleet).and_then(|side| of.reader.game().check(&side, false));
                assert!(fits.is_ok(), "{}: {typed}\n{error}", of.reader.game().rulebook());
            }
        }
        let names = help
            .split("did you mean ")
            .nth(1)
            .map_or(0, |list| list.split('?').next().unwrap_or_default().matches('`').count() / 2);
        assert!(names <= 5, "{typed}\n{error}");
    }
    suggested
}
