//! The units of Twilight Imperium as their cards and sheets print them, typed out apart from the
//! program's catalogue.

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Fighter,
    Destroyer,
    Cruiser,
    Carrier,
    Dreadnought,
    Flagship,
    WarSun,
    Infantry,
    Mech,
    Pds,
}

/// Number of dice, and the face from which on a die hits.
pub(crate) type Dice = (usize, i32);

/// A printed unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Card {
    pub name: &'static str,
    pub kind: Kind,
    /// No dice without a combat value.
    pub combat: Dice,
    /// It rolls as many dice as the enemy has ships other than fighters.
    pub mirrors: bool,
    pub barrage: Dice,
    pub bombs: Dice,
    pub cannon: Dice,
    /// Ships and ground forces that it carries.
    pub room: usize,
    words: &'static str,
}

impl Card {
    /// True if the line of the card has this word.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.words.split_whitespace().any(|known| known == word)
    }
}

/// The card of this name.
pub(crate) fn card(name: &str) -> Card {
    let line = TABLE.lines().find(|line| line.split_whitespace().next() == Some(name));
    read(line.unwrap_or_else(|| panic!("no unit {name}")))
}

/// All cards.
pub(crate) fn cards() -> Vec<Card> {
    TABLE.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

fn read(line: &'static str) -> Card {
    let words: Vec<&str> = line.split_whitespace().collect();
    let of = |key: &str| words.iter().find_map(|word| word.strip_prefix(key));
    let dice = |key| of(key).map_or((0, 10), dice);
    Card {
        name: words[0],
        kind: kind(words[1]),
        combat: dice_of_combat(words[2]),
        mirrors: words[2].starts_with('N'),
        barrage: dice("barrage="),
        bombs: dice("bombs="),
        cannon: dice("cannon="),
        room: of("room=").map_or(0, |room| room.parse().unwrap()),
        words: line,
    }
}

fn dice_of_combat(word: &str) -> Dice {
    if word == "-" { (0, 10) } else { dice(word) }
}

/// `2x7`; a number of dice that is not printed is 1.
fn dice(word: &str) -> Dice {
    let (number, face) = word.split_once('x').unwrap();
    (number.parse().unwrap_or(1), face.parse().unwrap())
}

fn kind(word: &str) -> Kind {
    match word {
        "fighter" => Kind::Fighter,
        "destroyer" => Kind::Destroyer,
        "cruiser" => Kind::Cruiser,
        "carrier" => Kind::Carrier,
        "dreadnought" => Kind::Dreadnought,
        "flagship" => Kind::Flagship,
        "war-sun" => Kind::WarSun,
        "infantry" => Kind::Infantry,
        "mech" => Kind::Mech,
        "pds" => Kind::Pds,
        _ => panic!("no kind {word}"),
    }
}

/// Name, kind, combat (dice x face), unit abilities, and a word for each text:
///
/// - `immune`: the Direct Hit card does not destroy it; `pierce`: enemies lose planetary shield;
/// - `hush`: no enemy space cannon at its owner's ships; `screen`: no enemy barrage;
/// - `cripple`: enemy ships, or ground forces on its planet, do not sustain damage;
/// - `nines`: natural 9s and 10s make two more hits; `aim`: its hits and those of own
///   dreadnoughts go to ships other than fighters; `lead`: own other ships +1;
/// - `arm`: own mechs roll a die more; `steady`: own infantry is free of the faction's malus;
/// - `mend`: repairs itself at the start of each round; `ward`: no hits of unit abilities;
/// - `doom`: all ships are destroyed with it; `riposte`: makes a hit when it sustains in ground
///   combat; `guard`: sustains hits on ships from the space area; `flipped`: a ship;
/// - `strikes`: each natural 9 or 10 of its barrage destroys an enemy infantry in the space area.
const TABLE: &str = "
fighter                   fighter      1x9
fighter-ii                fighter      1x8   moves
destroyer                 destroyer    1x9   barrage=2x9 moves
destroyer-ii              destroyer    1x8   barrage=3x6 moves
cruiser                   cruiser      1x7   moves
cruiser-ii                cruiser      1x6   moves room=1
carrier                   carrier      1x9   moves room=4
carrier-ii                carrier      1x9   moves room=6
dreadnought               dreadnought  1x5   bombs=1x5 sustains moves room=1
dreadnought-ii            dreadnought  1x5   bombs=1x5 sustains moves room=1 immune
war-sun                   war-sun      3x3   bombs=3x3 sustains moves room=6 pierce
cavalry-i                 flagship     2x7   barrage=3x8 sustains moves room=10
cavalry-ii                flagship     2x5   barrage=3x5 sustains moves room=10
infantry                  infantry     1x8
infantry-ii               infantry     1x7
mech                      mech         1x6   sustains
pds                       pds          -     cannon=1x6 shield
pds-ii                    pds          -     cannon=1x5 shield
arborec-flagship          flagship     2x7   sustains moves room=5
arborec-infantry          infantry     1x8
arborec-infantry-ii       infantry     1x7
arborec-mech              mech         1x6   sustains shield
argent-destroyer          destroyer    1x8   barrage=2x9 moves room=1
argent-destroyer-ii       destroyer    1x7   barrage=3x6 moves room=1 strikes
argent-flagship           flagship     2x7   sustains moves room=3 hush
argent-mech               mech         1x6   sustains stowed
bastion-flagship          flagship     1x9   sustains moves room=3
bastion-mech              mech         1x6   sustains
creuss-flagship           flagship     1x5   sustains moves room=3
creuss-mech               mech         1x6   sustains
crimson-destroyer         destroyer    1x8   barrage=2x9 moves
crimson-destroyer-ii      destroyer    1x7   barrage=3x6 moves
crimson-flagship          flagship     2x5   sustains moves room=3
crimson-mech              mech         1x6   sustains
deepwrought-flagship      flagship     2x7   sustains moves room=6
deepwrought-mech          mech         1x6   sustains
empyrean-flagship         flagship     2x5   sustains moves room=3
empyrean-mech             mech         1x6   sustains
firmament-flagship        flagship     2x5   sustains moves room=3
firmament-mech            mech         1x6   sustains
hacan-flagship            flagship     2x7   sustains moves room=3
hacan-mech                mech         1x6   sustains
jolnar-flagship           flagship     2x6   sustains moves room=3 nines
jolnar-mech               mech         1x6   sustains steady
keleres-flagship          flagship     2x7   sustains moves room=6
keleres-mech              mech         1x6   sustains
l1z1x-dreadnought         dreadnought  1x5   bombs=1x5 sustains moves room=2
l1z1x-dreadnought-ii      dreadnought  1x4   bombs=1x4 sustains moves room=2 immune
l1z1x-flagship            flagship     2x5   sustains moves room=5 aim
l1z1x-mech                mech         1x6   bombs=1x8 sustains
letnev-flagship           flagship     2x5   bombs=3x5 sustains moves room=3 pierce mend
letnev-mech               mech         1x6   sustains
mahact-flagship           flagship     2x5   sustains moves room=3
mahact-infantry           infantry     1x8
mahact-infantry-ii        infantry     1x7
mahact-mech               mech         1x6   sustains
mentak-cruiser-iii        cruiser      1x6   moves room=2
mentak-flagship           flagship     2x7   sustains moves room=3 cripple
mentak-mech               mech         1x6   sustains cripple
muaat-war-sun             war-sun      3x3   bombs=3x3 sustains moves room=6 pierce
muaat-war-sun-ii          war-sun      3x3   bombs=3x3 sustains moves room=6 pierce
muaat-flagship            flagship     2x5   sustains moves room=3
muaat-mech                mech         1x6   sustains
naalu-fighter             fighter      1x8
naalu-fighter-ii          fighter      1x7   moves half
naalu-flagship            flagship     2x9   sustains moves room=6
naalu-mech                mech         1x6   sustains
naalu-mech-omega          mech         1x6   sustains screen
naalu-mech-te             mech         1x6   sustains
naaz-flagship             flagship     2x9   sustains moves room=4 arm
naaz-mech                 mech         2x6   sustains
naaz-mech-space           mech         2x8   flipped
naaz-voltron              mech         4x4   sustains moves mend ward
nekro-flagship            flagship     2x9   sustains moves room=3
nekro-mech                mech         1x6   sustains
nomad-flagship            flagship     2x7   barrage=3x8 sustains moves room=3
nomad-flagship-ii         flagship     2x5   barrage=3x5 sustains moves room=6
nomad-mech                mech         1x6   sustains guard
obsidian-flagship         flagship     3x5   sustains moves room=3
obsidian-mech             mech         1x6   sustains
ralnel-destroyer          destroyer    1x9   barrage=2x9 moves
ralnel-destroyer-ii       destroyer    1x8   barrage=3x6 moves
ralnel-flagship           flagship     2x8   sustains moves room=4
ralnel-mech               mech         1x6   sustains
saar-flagship             flagship     2x5   barrage=4x6 sustains moves room=3
saar-mech                 mech         1x6   sustains
sardakk-dreadnought       dreadnought  1x5   bombs=2x4 sustains moves room=1
sardakk-dreadnought-ii    dreadnought  1x5   bombs=2x4 sustains moves room=1 immune
sardakk-flagship          flagship     2x6   sustains moves room=3 lead
sardakk-mech              mech         1x6   sustains riposte
sol-carrier               carrier      1x9   moves room=6
sol-carrier-ii            carrier      1x9   sustains moves room=8
sol-flagship              flagship     2x5   sustains moves room=12
sol-infantry              infantry     1x7
sol-infantry-ii           infantry     1x6
sol-mech                  mech         1x6   sustains
titans-cruiser            cruiser      1x7   moves room=1
titans-cruiser-ii         cruiser      1x6   sustains moves room=2
titans-flagship           flagship     2x7   sustains moves room=3
titans-mech               mech         1x6   sustains
titans-pds                pds          1x7   cannon=1x6 sustains shield
titans-pds-ii             pds          1x6   cannon=1x5 sustains shield
vuilraith-flagship        flagship     2x5   bombs=1x5 sustains moves room=3
vuilraith-mech            mech         1x6   sustains
winnu-flagship            flagship     Nx7   sustains moves room=3
winnu-mech                mech         1x6   sustains
xxcha-flagship            flagship     2x7   cannon=3x5 sustains moves room=3
xxcha-mech                mech         1x6   cannon=1x8 sustains
yin-flagship              flagship     2x9   sustains moves room=3 doom
yin-mech                  mech         1x6   sustains
yssaril-flagship          flagship     2x5   sustains moves room=3
yssaril-mech              mech         1x6   sustains
";
