//! Who asks a question, and what each player has or does: `my 2 cruisers`, `his direct hit`, `I retreat
//! after round 2`.

use super::numbers::number_word;
use super::sentence::{Words, label};

/// Words for whose fleet it is, if it is that of who asks.
pub(super) const MINE: [&str; 3] = ["my", "mine", "our"];

/// Words for the other player, before which `my` says nothing about who asks.
const RIVALS: [&str; 10] = [
    "opponent",
    "opponents",
    "opponent's",
    "opponents'",
    "enemy",
    "enemies",
    "enemy's",
    "enemies'",
    "rival",
    "rival's",
];

/// Words for whose fleet it is, if it is that of the other player.
pub(super) const THEIRS: [&str; 9] =
    ["his", "her", "their", "enemy", "enemy's", "enemies'", "opponent's", "opponents'", "rival's"];

/// Words for who acts, if it is the other player.
const OTHERS: [&str; 11] = [
    "he",
    "she",
    "they",
    "he's",
    "she's",
    "they're",
    "enemy",
    "enemies",
    "opponent",
    "opponents",
    "someone",
];

/// Words for who acts, if it is who asks.
const SELVES: [&str; 4] = ["i", "we", "i'm", "we're"];

/// Stands for both sides.
const BOTH: usize = 2;

/// Words behind `both`, for the two players.
const SIDES: [&str; 4] = ["sides", "players", "fleets", "parties"];

/// Subjects of a clause behind the fleets, with their side.
const HOLDERS: [(&str, usize); 9] = [
    ("attacker", 0),
    ("i", 0),
    ("we", 0),
    ("defender", 1),
    ("they", 1),
    ("he", 1),
    ("she", 1),
    ("enemy", 1),
    ("opponent", 1),
];

/// Verbs of such a clause.
const HAS: [&str; 8] = ["has", "have", "got", "uses", "use", "gets", "plays", "play"];

/// Verbs of a clause about what a side is: `he is jol-nar`.
const IS: [&str; 3] = ["is", "am", "are"];

/// Words before what all ships of a side have.
const ALL_WITH: [&str; 3] = [",", "all", "with"];

/// Verbs of a clause about a retreat.
const RETREATS: [&str; 6] = ["retreat", "retreats", "flee", "flees", "run", "runs"];

/// More words for a retreat.
const RETREATING: [&str; 5] = ["retreating", "fleeing", "running", "withdraw", "withdrawing"];

/// Words with which a question may end if who asks defends.
const CLOSING_DEFENCE: [&[&str]; 11] = [
    &["i", "defend"],
    &["we", "defend"],
    &["i", "am", "defending"],
    &["i'm", "defending"],
    &["we", "are", "defending"],
    &["i", "am", "the", "defender"],
    &["i'm", "the", "defender"],
    &["me", "defending"],
    &["they", "attack"],
    &["he", "attacks"],
    &["she", "attacks"],
];

/// Word before a retreat of which the question does not say whose it is.
pub(super) const WHOSE_RETREAT: &str = "whose";

/// Words before a clause, which end with the words before it.
const BEFORE_CLAUSE: [&str; 8] = ["and", "but", "while", "my", "our", "the", "if", "where"];

/// Words that join what belongs to a player to the words before it.
const JOINED: [&str; 8] = ["and", "with", "plus", "+", "&", "but", "using", "while"];

/// Labels of the fleet of who asks.
pub(super) const OWN_LABELS: [&str; 3] = ["me:", "mine:", "us:"];

/// A clause about a side.
struct Clause {
    /// Index of its first word.
    at: usize,
    side: usize,
    /// Index of the first word about the side.
    from: usize,
    /// Words before these in the fleet of the side.
    before: &'static [&'static str],
}

impl<'a> Words<'a> {
    /// Removes words at the end that say that who asks defends. Returns whether there were any.
    pub(super) fn take_closing_defence(&mut self) -> bool {
        let all = self.0.len();
        let is_end = |words: &&&[&str]| all > words.len() && self.has(all - words.len(), words);
        let Some(words) = CLOSING_DEFENCE.iter().find(is_end) else { return false };
        self.0.truncate(all - words.len());
        self.drop_joining(&["and", "but"]);
        true
    }

    /// Removes these words from the end, unless they are all, and a comma before them.
    pub(super) fn drop_joining(&mut self, joining: &[&str]) {
        while self.0.len() > 1 && joining.contains(&self.plain(self.0.len() - 1).as_str()) {
            self.0.pop();
        }
        if let Some(last) = self.0.last_mut() {
            *last = last.trim_end_matches([',', ';']);
        }
    }

    /// Returns the place of the last clause about a side, the side that it is about, and where its
    /// words begin. What a side has, all of its ships have; the words before it say so.
    fn last_clause(&self, is_defenders: bool) -> Option<Clause> {
        (1..self.0.len()).rev().find_map(|at| {
            let (side, next) = self.holder(at, is_defenders)?;
            let verb = self.plain(next);
            let has = |verbs: &[&str]| verbs.contains(&verb.as_str());
            match () {
                () if next + 1 >= self.0.len() => None,
                () if has(&HAS) => Some(Clause { at, side, from: next + 1, before: &ALL_WITH }),
                () if has(&RETREATS) => Some(Clause { at, side, from: next, before: &[","] }),
                () if has(&IS) && !self.is_number(next + 1) => {
                    Some(Clause { at, side, from: next + 1, before: &[","] })
                }
                () => None,
            }
        })
    }

    /// Returns the side that the words at an index name, and the index behind them: `he`, `I'd`,
    /// `both sides`.
    fn holder(&self, at: usize, is_defenders: bool) -> Option<(usize, usize)> {
        let word = self.plain(at);
        if word == "both" && SIDES.contains(&self.plain(at + 1).as_str()) {
            return Some((BOTH, at + 2));
        }
        // Behind one group that is not of two ships, `both` is nothing else.
        let numbers: Vec<String> =
            (0..at).filter(|n| self.is_number(*n)).map(|n| self.plain(n)).collect();
        let is_of_sides = numbers.len() == 1 && !["2", "two"].contains(&numbers[0].as_str());
        if word == "both" && is_of_sides {
            return Some((BOTH, at + 1));
        }
        let ends = ["'d", "'ll", "'ve", "'s"];
        let word = ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(&word);
        let (name, side) = HOLDERS.into_iter().find(|(name, _)| *name == word)?;
        let is_named = ["attacker", "defender"].contains(&name);
        Some((if is_defenders && !is_named { 1 - side } else { side }, at + 1))
    }

    /// Returns the side of the player whose fleet begins behind words at an index, and the index of
    /// its first word: `he has 2 cruisers`, `defender 1 dreadnought`.
    fn held_fleet(&self, at: usize) -> Option<(usize, usize)> {
        let (side, next) = self.holder(at, false)?;
        let behind = next + usize::from(HAS.contains(&self.plain(next).as_str()));
        let is_named = ["attacker", "defender"].contains(&self.plain(at).as_str());
        let is_counted = self.is_number(behind) || ["a", "an"].contains(&&*self.plain(behind));
        let has_fleet = is_counted && (behind > next || is_named);
        (side < BOTH && has_fleet).then_some((side, behind))
    }

    /// Returns the fleets of two players who each have one: `i have 2 cruisers, he has 3`,
    /// `attacker 2 cruisers, defender 1 dreadnought`. The words `i have` at the start are left out
    /// before.
    pub(super) fn holding(&self) -> Option<[Self; 2]> {
        let second = (1..self.0.len()).find(|at| self.held_fleet(*at).is_some())?;
        let (side, from) = self.held_fleet(second)?;
        let (first, begin) = self.held_fleet(0).unwrap_or((0, 0));
        let mut before = Words(self.0.get(begin..second)?.to_vec());
        before.drop_joining(&BEFORE_CLAUSE);
        let mut sides = [before, Words(self.0[from..].to_vec())];
        if first == 1 {
            sides.swap(0, 1);
        }
        (first != side && sides.iter().all(|side| !side.0.is_empty())).then_some(sides)
    }

    /// Asks whose retreat it is that follows both fleets, apart from the last one.
    pub(super) fn ask_whose_retreat(&mut self) {
        let is_apart = |at: usize| {
            let before = self.0[at - 1];
            before.ends_with([',', ';']) || ["and", "but", "then", "+"].contains(&before)
        };
        let is_retreat = |at: usize| {
            let word = self.plain(at);
            RETREATS.contains(&word.as_str()) || RETREATING.contains(&word.as_str())
        };
        let ends_first = |at: usize| {
            self.separates(at) || label(self.0[at]).is_some() || self.held_fleet(at).is_some()
        };
        let retreat = (1..self.0.len()).rfind(|at| is_retreat(*at) && is_apart(*at));
        let retreat = retreat.filter(|at| (1..*at).any(ends_first));
        // A clause says whose it is: `he has direct hit and retreats after round 1`.
        let clause = self.last_clause(false).filter(|clause| self.held_fleet(clause.at).is_none());
        let is_in_clause = |at: usize| {
            let is_joined = !self.0[at - 1].ends_with([',', ';']);
            is_joined && clause.as_ref().is_some_and(|clause| clause.at < at)
        };
        if let Some(at) = retreat.filter(|at| !is_in_clause(*at)) {
            self.0.insert(at, WHOSE_RETREAT);
        }
    }

    /// Whether these words, [`MINE`] or [`THEIRS`], say that the fleet belongs to that player. In the
    /// fleet that is typed last, they do so only before its ships: behind them, they may begin a clause
    /// about the other fleet.
    pub(super) fn is_of(&self, owners: &[&str], is_last: bool) -> bool {
        let is = |at: usize| {
            let is_rivals = MINE.contains(&self.plain(at).as_str()) && self.is_rival(at + 1);
            owners.contains(&self.plain(at).as_str()) && !is_rivals && !self.is_clause(at)
        };
        let ships = (0..self.0.len()).find(|at| self.is_number(*at)).unwrap_or(self.0.len());
        let names_ships = |at: usize| match is_last {
            true => at == 0 || at < ships && at < self.first_segment(),
            false => at < self.first_segment() || self.is_number(at + 1),
        };
        (0..self.0.len()).any(|at| is(at) && names_ships(at))
    }

    /// Whether the word at an index begins a clause about a player: `the enemy has`.
    fn is_clause(&self, at: usize) -> bool {
        let verb = self.plain(at + 1 + usize::from(self.is_rival(at + 1)));
        HAS.contains(&verb.as_str()) || RETREATS.contains(&verb.as_str())
    }

    /// Returns the words up to each comma. With `splits`, words that join what belongs to a player
    /// begin a segment, too.
    fn segments(&self, splits: bool) -> Vec<&[&'a str]> {
        let begins = |at: usize| {
            let owner = self.plain(at + 1);
            let is_owner = MINE.contains(&owner.as_str()) || THEIRS.contains(&owner.as_str());
            splits && is_owner && JOINED.contains(&self.plain(at).as_str())
        };
        let ends = |at: usize| self.0[at - 1].ends_with([',', ';']) || begins(at);
        let mut starts: Vec<usize> = (1..self.0.len()).filter(|at| ends(*at)).collect();
        starts.insert(0, 0);
        starts.push(self.0.len());
        starts.windows(2).map(|pair| &self.0[pair[0]..pair[1]]).collect()
    }

    fn is_number(&self, at: usize) -> bool {
        let word = self.plain(at);
        word.starts_with(|c: char| c.is_ascii_digit()) || number_word(&word).is_some()
    }

    /// Returns the number of words up to the first comma.
    fn first_segment(&self) -> usize {
        self.0.iter().position(|word| word.ends_with([',', ';'])).map_or(self.0.len(), |at| at + 1)
    }

    /// Whether the words say at their start or end who acts: who asks, or the other player.
    pub(super) fn acts(&self) -> Option<bool> {
        const ASKS: [&str; 9] =
            ["can", "could", "will", "would", "do", "does", "should", "if", "when"];
        let at = (0..2).find(|at| !ASKS.contains(&self.plain(*at).as_str()))?;
        let at = at + usize::from(MINE.contains(&self.plain(at).as_str()) && self.is_rival(at + 1));
        let verb = self.plain(at + 1);
        let is_verb = self.verb(at + 1).is_some_and(|(_, is_passive)| !is_passive)
            || HAS.contains(&verb.as_str())
            || ["am", "are", "is", "got", "send"].contains(&verb.as_str());
        let who = self.plain(at);
        let all = self.0.len();
        let attacks = [&["i", "attack"][..], &["i'm", "attacking"], &["i", "am", "attacking"]];
        let is_end = |words: &&&[&str]| all > words.len() && self.has(all - words.len(), words);
        match () {
            () if attacks.iter().any(|words| is_end(&words)) => Some(true),
            () if is_verb && SELVES.contains(&who.as_str()) => Some(true),
            () if is_verb && OTHERS.contains(&who.as_str()) => Some(false),
            () => None,
        }
    }

    fn is_rival(&self, at: usize) -> bool {
        RIVALS.contains(&self.plain(at).as_str())
    }

    /// Whether who asks has a label as attacker.
    pub(super) fn is_of_attacker(&self) -> bool {
        let has = |label: &&str| self.0.iter().any(|word| word.eq_ignore_ascii_case(label));
        OWN_LABELS.iter().any(has) && !self.is_of_defender()
    }

    /// Whether who asks has a label as defender: `me: 2 cruiser attacker: 3 interceptor`.
    pub(super) fn is_of_defender(&self) -> bool {
        let has = |label: &&str| self.0.iter().any(|word| word.eq_ignore_ascii_case(label));
        OWN_LABELS.iter().any(has) && ["attacker:", "attackers:"].iter().any(has)
    }
}

/// Moves what belongs to a player behind a comma to the fleet of that player: `3 ca vs 2 dn, my
/// morale boost, his direct hit`, `2 dn vs 3 ca, one of my dreads is damaged`; behind both fleets also
/// without a comma: `3 ca vs 2 dn with my direct hit`. Returns the sides, and the number of words of
/// each without what was moved.
pub(super) fn possessives(
    mut sides: [Words<'_>; 2],
    is_defenders: bool,
    typed_last: usize,
) -> ([Words<'_>; 2], [usize; 2]) {
    let own = usize::from(is_defenders);
    let mut moved = Vec::new();
    for of in [0, 1] {
        let all = std::mem::take(&mut sides[of]);
        let mut kept: Vec<&str> = Vec::new();
        for segment in all.segments(of == typed_last) {
            let words = Words(segment.to_vec());
            // `my dreads`, `one of my dreads`
            let at = (0..segment.len().min(3)).find(|at| {
                let word = words.plain(*at);
                let is_owner = MINE.contains(&word.as_str()) || THEIRS.contains(&word.as_str());
                is_owner && !words.is_clause(*at)
            });
            let owner = at.map(|at| {
                let is_own = MINE.contains(&words.plain(at).as_str()) && !words.is_rival(at + 1);
                if is_own { own } else { 1 - own }
            });
            match (owner, at) {
                (Some(owner), Some(at)) if owner != of && !kept.is_empty() => {
                    let is_of = |word: &&&str| !word.eq_ignore_ascii_case("of");
                    let is_joined = at > 0 && JOINED.contains(&words.plain(0).as_str());
                    let before = segment[usize::from(is_joined)..at].iter().filter(is_of);
                    let skipped = at + 1 + usize::from(words.is_rival(at + 1));
                    // At the start, the word says that all ships have what follows.
                    let is_first = at == usize::from(is_joined);
                    let whose = is_first.then_some(if owner == own { "my" } else { "his" });
                    let before = whose.iter().chain(before);
                    let after = segment[skipped.min(segment.len())..].iter();
                    moved.push((owner, before.chain(after).copied().collect::<Vec<_>>()));
                }
                _ => kept.extend(segment),
            }
        }
        if let Some(last) = kept.last_mut() {
            *last = last.trim_end_matches([',', ';']);
        }
        sides[of] = Words(kept);
    }
    let fleets = sides.each_ref().map(|side| side.0.len());
    for (owner, mut words) in moved {
        if let Some(last) = words.last_mut() {
            *last = last.trim_end_matches([',', ';']);
        }
        sides[owner].0.push(",");
        sides[owner].0.extend(words);
    }
    (sides, fleets)
}

/// Moves clauses about one side to the fleet of that side: `3 ca vs 2 dn, they have direct hit`.
/// `fleets` are the numbers of words of the sides without what was moved, before and after.
pub(super) fn clauses(
    (mut sides, mut fleets): ([Words<'_>; 2], [usize; 2]),
    is_defenders: bool,
) -> ([Words<'_>; 2], [usize; 2]) {
    let mut moved = Vec::new();
    for of in [1, 0] {
        while let Some(clause) = sides[of].last_clause(is_defenders) {
            let words = &mut sides[of];
            let about = words.0.split_off(clause.from);
            words.0.truncate(clause.at);
            moved.push((clause, about));
            words.drop_joining(&BEFORE_CLAUSE);
            fleets[of] = fleets[of].min(words.0.len());
        }
    }
    for (clause, mut words) in moved.into_iter().rev() {
        if RETREATS.contains(&words[0].to_lowercase().as_str()) {
            words[0] = RETREATS[0];
        }
        let is_about = |side: &usize| clause.side == BOTH || clause.side == *side;
        for side in (0..BOTH).filter(is_about) {
            sides[side].0.extend(clause.before);
            sides[side].0.extend(&words);
        }
    }
    (sides, fleets)
}
