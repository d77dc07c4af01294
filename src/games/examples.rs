//! Examples of the commands: in the short help, on the first screen and first in the manual pages.

/// Examples of a command, by its name.
const EXAMPLES: [(&str, &[&str]); 21] = [
    (
        "fight",
        &[
            "fleetodds 3 int vs ancient",
            "fleetodds 2 cruiser + dreadnought vs gcds --2e",
            "fleetodds sol 2 dreads attack 3 cruisers --ti4",
            "fleetodds can 4 infantry beat 3 infantry and a mech",
            "fleetodds \"2 cruiser(-ion cannon, +plasma cannon) vs 2 ancient\"",
        ],
    ),
    ("live", &["fleetodds live 3 interceptor vs ancient"]),
    ("serve", &["fleetodds serve --lan", "fleetodds serve --open"]),
    ("open", &["fleetodds open 3 interceptor vs ancient", "fleetodds open"]),
    ("page", &["fleetodds page", "fleetodds page fleetodds.html"]),
    (
        "fleets",
        &[
            "fleetodds fleets --2e",
            "fleetodds fleets plasma",
            "fleetodds fleets show orion/cruiser",
            "fleetodds fleets check \"2 cruiser(+hull)\"",
            "fleetodds fleets save brick \"cruiser(-ion cannon, +plasma cannon)\"",
        ],
    ),
    (
        "compare",
        &[
            "fleetodds compare \"4 cruiser\" \"2 dreadnought\" vs gcds",
            "fleetodds compare \"4 cruiser | 2 dreadnought vs 2 ancient | gcds\"",
            "fleetodds compare \"2 cruiser\" \"3 interceptor\" --matrix",
        ],
    ),
    (
        "sweep",
        &[
            "fleetodds sweep 1..6 interceptor vs 2 ancient",
            "fleetodds how many cruisers beat the gcds for 80%",
            "fleetodds sweep 2 cruiser vs 2 ancient --vary defender.ancient.hull=0..4",
        ],
    ),
    (
        "improve",
        &[
            "fleetodds improve 2 cruiser vs 2 ancient",
            "fleetodds improve 2 dreadnought vs 3 cruiser --ti4",
        ],
    ),
    (
        "design",
        &[
            "fleetodds design cruiser vs 2 ancient",
            "fleetodds design 2 interceptor vs 3 cruiser --parts \"plasma cannon, shard hull\"",
            "fleetodds design \"interceptor + cruiser + dreadnought vs 2 ancient\" --cost 20",
        ],
    ),
    (
        "batch",
        &[
            "fleetodds batch fights.ndjson --output odds.ndjson",
            "fleetodds batch fights.csv --format csv --output odds.csv",
            "echo 3 int vs ancient | fleetodds batch --format csv",
        ],
    ),
    (
        "merge",
        &[
            "fleetodds merge part1.json part2.json",
            "fleetodds merge a.ndjson b.ndjson -o all.ndjson",
        ],
    ),
    (
        "replay",
        &[
            "fleetodds replay 3 interceptor vs ancient --upset",
            "fleetodds replay 2 cruiser vs 2 ancient --battle 3 --advice",
            "fleetodds replay 2 cruiser vs 2 ancient --record",
        ],
    ),
    ("diff", &["fleetodds diff before.json after.json"]),
    (
        "luck",
        &[
            "fleetodds luck 3 int vs ancient, lost",
            "fleetodds luck 3 int vs ancient, won with 2 int left",
            "fleetodds luck 2 dreads vs 3 cruisers --ti4 --won draw",
        ],
    ),
    (
        "advise",
        &[
            "fleetodds advise 2 cruiser vs 2 ancient --roll y6,y5",
            "fleetodds advise \"2 cruiser(damaged=[1,0]) vs ancient\"",
            "fleetodds advise 3 fighter + dread vs 2 cruiser --ti4 --turn attacker --hits 2",
        ],
    ),
    (
        "analyse",
        &[
            "fleetodds analyse battle.txt",
            "fleetodds analyse league/*.txt --format csv",
            "fleetodds replay 2 cruiser vs 2 ancient --record | fleetodds analyse -",
        ],
    ),
    ("config", &["fleetodds config", "fleetodds config rules=2e", "fleetodds config rules="]),
    ("schema", &["fleetodds schema", "fleetodds schema result"]),
    ("completions", &["source <(fleetodds completions bash)"]),
    ("man", &["fleetodds man fight | man -l -", "fleetodds man --dir /usr/local/share/man/man1"]),
];

/// Returns the examples of a command.
#[must_use]
pub fn examples(command: &str) -> &'static [&'static str] {
    EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[], |(_, examples)| examples)
}

/// First screen: shown on a terminal if nothing is typed after the name of the program.
pub const FIRST_SCREEN: &str = "\
fleetodds calculates the odds of space battles. Ask as you would at the table:

  fleetodds 3 int vs ancient                     Eclipse
  fleetodds 2 dreads attack 3 cruisers --ti4     Twilight Imperium
  fleetodds can 2 cruisers beat the gcds --2e    Eclipse, second edition

Your game: --1e, --2e, --ti4, --ground, -r star-chamber or -r spaceship-battles.
To choose it for good: fleetodds config rules=ti4

  odds            fight (the command if none is named), live
  before you buy  compare, improve, sweep, how many, design
  at the table    advise, replay, luck, analyse
  ships, parts    fleets, fleets WORD, fleets save
  on a page       open, serve --lan (for phones)
  scripts         batch, merge, diff, schema
  the program     config, completions, man, help

fleetodds COMMAND -h shows examples and main options, --help all options.
";
