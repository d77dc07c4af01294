//! A question in one sentence: its fleets, and the words around them.

use super::fillers::is_versus;
use super::players::{MINE, OWN_LABELS, THEIRS, clauses, possessives};
use crate::scenario::Rulebook;

/// Verbs between the two sides, the attacker first.
const ATTACKS: [&[&str]; 51] = [
    &["take", "a", "planet", "from"],
    &["take", "the", "planet", "from"],
    &["jump", "on"],
    &["jumps", "on"],
    &["go", "at"],
    &["goes", "at"],
    &["fall", "upon"],
    &["falls", "upon"],
    &["raids"],
    &["raiding"],
    &["assaults"],
    &["assaulting"],
    &["hits"],
    &["hitting"],
    &["face"],
    &["faces"],
    &["facing"],
    &["engage"],
    &["engages"],
    &["engaging"],
    &["charge"],
    &["charges"],
    &["into"],
    &["onto"],
    &["attack"],
    &["attacks"],
    &["attacking"],
    &["beat"],
    &["beats"],
    &["beating"],
    &["defeat"],
    &["defeats"],
    &["defeating"],
    &["kill"],
    &["kills"],
    &["killing"],
    &["destroy"],
    &["destroys"],
    &["destroying"],
    &["invade"],
    &["invades"],
    &["invading"],
    &["take", "out"],
    &["takes", "out"],
    &["take", "on"],
    &["takes", "on"],
    &["taking", "on"],
    &["take"],
    &["takes"],
    &["fight"],
    &["fights"],
];

/// Words for what ships do to the units before or behind them: a verb only before a fleet.
const BOMBARDS: [&str; 3] = ["bombard", "bombards", "bombarding"];

/// Stands before a fleet that is invaded.
pub(super) const INVADED: &str = "invaded";

/// Verbs between the two sides, the defender first.
const DEFENDS: [&[&str]; 21] = [
    &["hold", "off"],
    &["holds", "off"],
    &["hold", "out", "against"],
    &["hold", "against"],
    &["lose", "to"],
    &["loses", "to"],
    &["losing", "to"],
    &["survive", "an", "attack", "by"],
    &["survive", "an", "attack", "of"],
    &["survive"],
    &["survives"],
    &["attacked", "by"],
    &["invaded", "by"],
    &["beaten", "by"],
    &["killed", "by"],
    &["destroyed", "by"],
    &["defending", "against"],
    &["defends", "against"],
    &["defend", "against"],
    &["defend"],
    &["defends"],
];

/// Words before a verb, which end the first fleet.
const BEFORE_VERBS: [&str; 36] = [
    "usually", "normally", "ever", "still", "really", "enough", "can", "will", "could", "would",
    "do", "does", "to", "is", "are", "get", "gets", "getting", "being", "win", "wins", "winning",
    "go", "goes", "going", "up", "fighting", "fight", "that", "be", "been", "land", "lands",
    "they", "were", "was",
];

/// Phrases before a verb, which end the first fleet.
const CHANCES: [&[&str]; 3] =
    [&["stand", "a", "chance"], &["stand", "any", "chance"], &["have", "a", "chance"]];

/// Words with which a question may begin.
const OPENING: [&str; 43] = [
    "what",
    "whats",
    "what's",
    "which",
    "how",
    "likely",
    "is",
    "are",
    "it",
    "the",
    "chance",
    "chances",
    "odds",
    "probability",
    "likelihood",
    "of",
    "for",
    "that",
    "can",
    "could",
    "will",
    "would",
    "do",
    "does",
    "should",
    "if",
    "when",
    "i",
    "we",
    "have",
    "got",
    "with",
    "using",
    "fight",
    "simulate",
    "calculate",
    "compute",
    "please",
    "my",
    "between",
    "often",
    "happens",
    "send",
];

/// Words with which a question may end.
const CLOSING: [&[&str]; 15] = [
    &["please"],
    &["thanks"],
    &["do", "i", "win"],
    &["will", "i", "win"],
    &["do", "we", "win"],
    &["who", "wins"],
    &["what", "are", "my", "odds"],
    &["what", "are", "the", "odds"],
    &["what", "are", "my", "chances"],
    &["i", "attack"],
    &["i", "am", "attacking"],
    &["i'm", "attacking"],
    &["i", "am", "the", "attacker"],
    &["i'm", "the", "attacker"],
    &["me", "attacking"],
];

/// Words before the name of a game at the end.
const IN: [&str; 2] = ["in", "for"];

/// Words for who attacks, before a verb.
const SUBJECTS: [&str; 14] = [
    "i", "we", "he", "she", "they", "i'm", "he's", "she's", "they're", "we're", "enemy",
    "opponent", "someone", "if",
];

/// Labels of fleets: the side of the player, and the other one.
const LABELS: [(&str, usize); 12] = [
    ("me:", 0),
    ("mine:", 0),
    ("us:", 0),
    ("attacker:", 0),
    ("attackers:", 0),
    ("attacking:", 0),
    ("him:", 1),
    ("her:", 1),
    ("them:", 1),
    ("enemy:", 1),
    ("defender:", 1),
    ("defending:", 1),
];

/// Returns the label that a word is.
pub(super) fn label(word: &str) -> Option<&'static (&'static str, usize)> {
    LABELS.iter().find(|(label, _)| word.eq_ignore_ascii_case(label))
}

/// A question in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Fleets of the attacker and the defender, as typed.
    pub sides: [String; 2],
    /// Words about all ships of a side, which end `sides`: `, all with direct hit`.
    pub about: [String; 2],
    /// Game that its words name.
    pub game: Option<NamedGame>,
    /// Whether the defender asks: `my 2 cruiser attacked by 3 interceptor`.
    pub is_defenders: bool,
    /// Whether its words say that the attacker asks: `my 3 interceptor vs an ancient`.
    pub attacks: bool,
}

/// A game that a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// Rulebook, or the usual one if the game has several.
    pub rulebook: Rulebook,
    /// Whether it can be any rulebook of the game.
    pub is_any: bool,
}

impl NamedGame {
    /// Returns words that name the game in a question.
    #[must_use]
    pub fn phrase(self) -> String {
        let is = |(_, rulebook, is_any): &&(&[&str], Rulebook, bool)| {
            (*rulebook, *is_any) == (self.rulebook, self.is_any)
        };
        let found = Rulebook::PHRASES.iter().find(is);
        found.map_or(String::new(), |(words, ..)| words.join(" "))
    }

    /// Returns the rulebook, where an option or a setting chooses another one, or `None` if both
    /// contradict each other.
    #[must_use]
    pub fn agreed(self, chosen: Option<Rulebook>) -> Option<Rulebook> {
        let Some(chosen) = chosen else { return Some(self.rulebook) };
        let is_any = self.is_any && chosen.is_of_game(self.rulebook);
        (is_any || chosen == self.rulebook).then_some(chosen)
    }
}

impl Sentence {
    /// Reads a question: two fleets with a word between them like `vs` or `attacks`, and words that
    /// ask. Returns `None` if nothing separates two fleets. `chosen` is the rulebook of an option.
    ///
    /// ```
    /// use fleetodds::internals::scenario::Sentence;
    ///
    /// let asked = Sentence::read("can 3 int beat an ancient?", None).ok_or("one side")?;
    /// assert_eq!(asked.sides, ["3 int", "an ancient"]);
    /// let asked = Sentence::read("2 cruiser attacked by 3 int", None).ok_or("one side")?;
    /// assert_eq!(asked.sides, ["3 int", "2 cruiser"]);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(text: &str, chosen: Option<Rulebook>) -> Option<Self> {
        Self::asked_by(text, chosen, false)
    }

    /// Reads a question as [`Sentence::read`] does. `defends` says that who asks defends, whatever
    /// its words say; the caller refuses words that say otherwise.
    #[must_use]
    pub fn asked_by(text: &str, chosen: Option<Rulebook>, defends: bool) -> Option<Self> {
        let mut words = Words::of(text);
        let acts = words.acts();
        let game = words.take_frame(chosen);
        let is_closing = words.take_closing_defence();
        let game = game.or_else(|| words.take_frame(chosen));
        let begins = words.take_defence();
        words.ask_whose_retreat();
        let split = words.labelled().or_else(|| words.attack_with()).map(|sides| (sides, false));
        let split = split.or_else(|| words.separated());
        let is_held = split.is_none();
        let (mut sides, is_passive) = match split {
            Some(split) => split,
            None => (words.holding()?, false),
        };
        if begins {
            sides.swap(0, 1);
        }
        let typed_last = usize::from(is_passive == begins);
        let is_of = |owners: &[&str]| {
            [0, 1].map(|side: usize| sides[side].is_of(owners, side == typed_last))
        };
        let mut is_mine = match is_of(&MINE) {
            is_mine if is_mine[0] != is_mine[1] => is_mine,
            // What belongs to the other player says as much.
            _ => match is_of(&THEIRS) {
                [of_attacker, of_defender] => {
                    [of_defender && !of_attacker, of_attacker && !of_defender]
                }
            },
        };
        // Of two players who have fleets, who asks is the attacker, as behind labels.
        if is_held {
            is_mine = [true, false];
        }
        // `my 2 cruisers vs 3 interceptors, i defend`
        let is_own_first = is_mine == [true, false] || is_mine == [false; 2] && acts == Some(true);
        if is_closing && is_own_first {
            sides.swap(0, 1);
            is_mine = [false, true];
        }
        // Who is named first asks, unless the words say who does.
        let is_attacked = acts == Some(false) && !is_passive && is_mine != [true, false];
        let says = begins || is_closing || is_attacked || words.is_of_defender();
        let says = says || is_mine == [false, true];
        let is_defenders = defends || says || is_passive && is_mine != [true, false];
        let is_own = is_mine == [true, false] || acts == Some(true) || words.is_of_attacker();
        let attacks = is_own && !says && !is_passive;
        let (sides, fleets) = possessives(sides, is_defenders, typed_last);
        let (sides, fleets) = clauses((sides, fleets), is_defenders);
        let about = [0, 1].map(|side: usize| sides[side].0[fleets[side]..].join(" "));
        let sides = sides.map(Words::joined);
        Some(Self { sides, about, game, is_defenders, attacks })
    }
}

/// Returns a word in small letters, with the usual apostrophe in place of that of phones.
fn lower(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// Words of a text. Brackets and what they contain belong to a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Words<'a>(pub(super) Vec<&'a str>);

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let mut words = Vec::new();
        let (mut depth, mut start) = (0usize, None);
        for (at, c) in text.char_indices() {
            if c.is_whitespace() && depth == 0 {
                words.extend(start.take().map(|start| &text[start..at]));
                continue;
            }
            start.get_or_insert(at);
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        words.extend(start.map(|start| &text[start..]));
        Self(words)
    }

    /// Removes words at the start that say that who asks defends with the first fleet: `I'm
    /// defending with 2 cruiser vs 3 interceptor`. Returns whether there were any.
    fn take_defence(&mut self) -> bool {
        const DEFENCE: [&[&str]; 4] = [
            &["i'm", "defending", "with"],
            &["i", "am", "defending", "with"],
            &["i", "defend", "with"],
            &["defending", "with"],
        ];
        let found = DEFENCE.into_iter().find(|words| self.has(0, words));
        let has_versus = self.0.iter().any(|word| is_versus(word));
        let found = found.filter(|_| has_versus);
        found.is_some_and(|words| {
            self.0.drain(..words.len());
            true
        })
    }

    fn joined(self) -> String {
        self.0.join(" ")
    }

    /// Returns a word for comparison.
    pub(super) fn plain(&self, at: usize) -> String {
        let word =
            self.0.get(at).map_or("", |word| word.trim_end_matches([',', '?', '!', ';', ':']));
        lower(word)
    }

    /// Whether these words are at an index. Only the last may have a mark behind it.
    pub(super) fn has(&self, at: usize, words: &[&str]) -> bool {
        at + words.len() <= self.0.len()
            && words.iter().enumerate().all(|(n, word)| {
                let is_last = n + 1 == words.len();
                self.plain(at + n) == *word && (is_last || lower(self.0[at + n]) == *word)
            })
    }

    /// Removes the words around the question, and returns the game that they name.
    fn take_frame(&mut self, chosen: Option<Rulebook>) -> Option<NamedGame> {
        let mut game = None;
        while self.take_end(&mut game, chosen) || self.take_start(&mut game, chosen) {}
        game
    }

    /// Whether a word may be the name of a game: where ships have letters, `2e` are two of them.
    fn may_name(words: &[&str], chosen: Option<Rulebook>) -> bool {
        let is_short = words == ["1e"] || words == ["2e"];
        !(is_short && chosen.is_some_and(Rulebook::has_letters))
    }

    fn take_end(&mut self, game: &mut Option<NamedGame>, chosen: Option<Rulebook>) -> bool {
        if let Some(last) = self.0.last_mut() {
            *last = last.trim_end_matches(['?', '!', '.', ',', ';']);
            if last.is_empty() {
                self.0.pop();
                return true;
            }
        }
        let all = self.0.len();
        for words in CLOSING {
            if all > words.len() && self.has(all - words.len(), words) {
                self.0.truncate(all - words.len());
                self.drop_joining(&["and", "but"]);
                return true;
            }
        }
        for (words, rulebook, is_any) in Rulebook::PHRASES {
            let Some(at) = all.checked_sub(words.len()).filter(|at| *at > 0) else { continue };
            let is_bracketed = words.len() == 1 && self.0[at] == format!("({})", words[0]);
            let is_game = self.has(at, words) || is_bracketed;
            if game.is_none() && is_game && Self::may_name(words, chosen) && !self.separates(at - 1)
            {
                *game = Some(NamedGame { rulebook, is_any });
                let article = usize::from(at > 1 && self.has(at - 1, &["the"]));
                let before = at - article;
                let is_in = before > 1 && IN.contains(&self.plain(before - 1).as_str());
                self.0.truncate(if is_in { before - 1 } else { at });
                return true;
            }
        }
        false
    }

    fn take_start(&mut self, game: &mut Option<NamedGame>, chosen: Option<Rulebook>) -> bool {
        let from = match IN.contains(&self.plain(0).as_str()) {
            true => 1 + usize::from(self.has(1, &["the"])),
            false => 0,
        };
        for (words, rulebook, is_any) in Rulebook::PHRASES {
            let end = from + words.len();
            let named = NamedGame { rulebook, is_any };
            // A theatre and the game after it name the game twice.
            let agrees = game.is_none_or(|game| named.agreed(Some(game.rulebook)).is_some());
            let is_game = agrees && self.has(from, words) && Self::may_name(words, chosen);
            if is_game && self.0.len() > end && !self.separates(end) {
                game.get_or_insert(named);
                self.0.drain(..end);
                return true;
            }
        }
        let is_counted = self.plain(1).starts_with(|c: char| c.is_ascii_digit());
        for (word, rulebook) in Rulebook::THEATRES {
            if game.is_none() && is_counted && self.plain(0) == word {
                *game = Some(NamedGame { rulebook, is_any: false });
                self.0.remove(0);
                return true;
            }
        }
        let is_verb = self.has(0, &["attack"]) && self.0.iter().any(|word| is_versus(word));
        let is_opening = is_verb || OPENING.contains(&self.plain(0).as_str());
        let is_opening = is_opening && !self.0[0].ends_with(':');
        // `my odds` asks, but `my cruiser` is a fleet, and says who asks.
        let next = self.plain(1);
        let is_fleet = MINE.contains(&self.plain(0).as_str())
            && !OPENING.contains(&next.as_str())
            && !SUBJECTS.contains(&next.as_str());
        let is_opening = is_opening && !is_fleet;
        if is_opening && self.0.len() > 1 && !self.separates(1) {
            self.0.remove(0);
            return true;
        }
        false
    }

    /// Whether words between two sides begin at an index.
    pub(super) fn separates(&self, at: usize) -> bool {
        self.0.get(at).is_some_and(|word| is_versus(word) || *word == "/")
            || self.verb(at).is_some()
    }

    /// Returns the number of words of the verb at an index, and whether the defender is before it.
    pub(super) fn verb(&self, at: usize) -> Option<(usize, bool)> {
        let all = DEFENDS.iter().map(|verb| (*verb, true));
        let mut all = all.chain(ATTACKS.iter().map(|verb| (*verb, false)));
        all.find(|(verb, _)| self.has(at, verb)).map(|(verb, is_passive)| (verb.len(), is_passive))
    }

    /// Returns the fleets behind two labels: `me: 3 int him: ancient`.
    fn labelled(&self) -> Option<[Self; 2]> {
        let is_of_defender = self.is_of_defender();
        let side = |word: &str| -> Option<usize> {
            let (label, side) = label(word)?;
            Some(if is_of_defender && OWN_LABELS.contains(label) { 1 } else { *side })
        };
        let first = side(self.0.first()?)?;
        let at = (1..self.0.len()).find(|at| label(self.0[*at]).is_some())?;
        if side(self.0[at]) == Some(first) {
            return None;
        }
        let mut sides = [self.0[1..at].to_vec(), self.0[at + 1..].to_vec()];
        if first == 1 {
            sides.swap(0, 1);
        }
        Some(sides.map(Words))
    }

    /// Returns the fleets of an attack on one with another: `he attacks my starbase with 3
    /// cruisers`.
    fn attack_with(&self) -> Option<[Self; 2]> {
        let has_versus = self.0.iter().any(|word| is_versus(word));
        let is_subject = |at: usize| {
            SUBJECTS.contains(&self.plain(at).as_str())
                || BEFORE_VERBS.contains(&self.plain(at).as_str())
        };
        let start = (0..self.0.len()).find(|at| !is_subject(*at))?;
        // `hit` is also the name of a card, so it is a verb only here.
        let hit = self.has(start, &["hit"]).then_some((1, false));
        let (len, is_passive) = self.verb(start).or(hit)?;
        let withs = (start + len..self.0.len()).filter(|at| self.has(*at, &["with"]));
        let [with] = withs.collect::<Vec<_>>()[..] else { return None };
        let sides = [self.0[with + 1..].to_vec(), self.0[start + len..with].to_vec()];
        (!has_versus && !is_passive).then(|| sides.map(Words))
    }

    /// Returns the fleets before and after the words between them.
    /// Returns also whether a verb between them exchanges the sides.
    fn separated(&self) -> Option<([Self; 2], bool)> {
        let all = 0..self.0.len();
        let is_explicit = |at: &usize| is_versus(self.0[*at]);
        let slash = || all.clone().find(|at| self.0[*at] == "/").map(|at| (at, 1, false));
        let verb = || {
            all.clone()
                .skip(1)
                .find_map(|at| self.verb(at).map(|(len, passive)| (at, len, passive)))
        };
        let found = all.clone().find(is_explicit).map(|at| (at, 1, false));
        let bombards = || {
            let is_fleet = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            let mut verbs = all.clone().skip(1);
            let is_verb = |at: &usize| {
                BOMBARDS.contains(&self.plain(*at).as_str()) && is_fleet(&self.plain(at + 1))
            };
            verbs.find(is_verb).map(|at| (at, 1, false))
        };
        let (at, len, mut is_passive) = found.or_else(verb).or_else(slash).or_else(bombards)?;
        let mut before = self.0[..at].to_vec();
        let mut after = self.0[at + len..].to_vec();
        // Who takes a planet from a fleet fights for it, and so does who invades.
        let place = self.0[at..at + len].iter().find_map(|word| match lower(word).as_str() {
            "planet" => Some("planet"),
            verb if verb.starts_with("inva") => Some(INVADED),
            _ => None,
        });
        if is_passive { &mut before } else { &mut after }.splice(0..0, place);
        for chance in CHANCES {
            let rest = Words(before.clone());
            let at = before.len().saturating_sub(chance.len());
            if at > 0 && rest.has(at, chance) {
                before.truncate(at);
            }
        }
        while before.len() > 1
            && let Some(last) = before.last()
        {
            let last = last.to_lowercase();
            if last == "defending" || DEFENDS.iter().any(|verb| *verb == [last.as_str()]) {
                is_passive = true;
            } else if !BEFORE_VERBS.contains(&last.as_str())
                && !ATTACKS.iter().any(|verb| *verb == [last.as_str()])
            {
                break;
            }
            before.pop();
        }
        // Who defends or attacks is not a fleet.
        let is_subject = before.len() == 1 && SUBJECTS.contains(&before[0].to_lowercase().as_str());
        if is_subject && found.is_none() {
            return None;
        }
        let mut sides = [Words(before), Words(after)];
        for side in &mut sides {
            if let Some(last) = side.0.last_mut() {
                *last = last.trim_end_matches([',', ';']);
            }
        }
        if is_passive {
            sides.swap(0, 1);
        }
        Some((sides, is_passive))
    }
}

#[cfg(test)]
mod tests {
    use super::Sentence;

    fn sides(text: &str) -> Option<[String; 2]> {
        Sentence::read(text, None).map(|sentence| sentence.sides)
    }

    fn both(one: &str, other: &str) -> Option<[String; 2]> {
        Some([one, other].map(String::from))
    }

    #[test]
    fn whole_words_outside_brackets_separate_the_sides() {
        for text in [
            "3 int v anc",
            "3 int VS anc",
            "3 int vs. anc",
            "3 int  Versus anc ",
            "3 int against anc",
            "3 int / anc",
            "3 int -> anc",
            "3 int @ anc",
        ] {
            assert_eq!(sides(text), both("3 int", "anc"), "{text}");
        }
        assert_eq!(sides("a v b v c"), both("a", "b v c"));
        assert_eq!(sides("c(field=v) v f"), both("c(field=v)", "f"));
        assert_eq!(sides("v anc"), both("", "anc"));
        assert_eq!(sides("orion/cruiser v anc"), both("orion/cruiser", "anc"));
        for text in ["", "vanguard", "c(field=v f", "3 int", "x (a v b)"] {
            assert_eq!(sides(text), None, "{text}");
        }
    }

    #[test]
    fn verbs_separate_the_sides() {
        for (text, one, other) in [
            ("he attacks my starbase with 3 cru", "3 cru", "my starbase"),
            ("should i attack two anc with 2 cru?", "2 cru", "two anc"),
            ("he's attacking my 2 int with 3 cru", "3 cru", "my 2 int"),
            ("my opponent attacks my 2 int with 3 cru", "3 cru", "my 2 int"),
            ("if I hit his 2 dreads with 5 cruisers", "5 cruisers", "his 2 dreads"),
            ("can my starbase hold off 2 cru", "2 cru", "my starbase"),
            ("do 2 cru usually beat an anc", "2 cru", "an anc"),
            ("are 5 int enough to kill an anc", "5 int", "an anc"),
            ("I'm defending with 3 ca vs 2 dn", "2 dn", "3 ca"),
            ("can 4 inf take a planet from 2 inf", "4 inf", "planet 2 inf"),
            ("he is attacking my 2 int with 3 cru", "3 cru", "my 2 int"),
            ("would 3 dd survive an attack by 2 ca", "2 ca", "3 dd"),
            ("do 2 cru stand a chance against a sb?", "2 cru", "a sb"),
            ("can 3 cru take out the gcds", "3 cru", "the gcds"),
            ("3 int attack 1 anc", "3 int", "1 anc"),
            ("3 int attacking an anc", "3 int", "an anc"),
            ("2 cru attacked by 3 int", "3 int", "2 cru"),
            ("3 int defending against 2 cru", "2 cru", "3 int"),
            ("3 int defend against 2 cru", "2 cru", "3 int"),
            ("3 int are attacked by 2 cru", "2 cru", "3 int"),
            ("4 infantry invade 2 infantry", "4 infantry", "invaded 2 infantry"),
            ("2 dd + 2 inf invaded by 4 inf", "4 inf", "invaded 2 dd + 2 inf"),
            ("2 destroyer takes on 3 ff", "2 destroyer", "3 ff"),
            ("4 inf and 2 dn bombarding 3 inf", "4 inf and 2 dn", "3 inf"),
            (
                "4 inf with 2 dn bombarding invade 3 inf",
                "4 inf with 2 dn bombarding",
                "invaded 3 inf",
            ),
        ] {
            assert_eq!(sides(text), both(one, other), "{text}");
        }
        assert_eq!(sides("2 cru attack 2 int vs anc"), both("2 cru attack 2 int", "anc"));
    }

    #[test]
    fn who_asks_may_be_the_defender() {
        for (text, is_defenders) in [
            ("my 2 cruisers attacked by 3 int", true),
            ("will my starbase survive an attack by 2 cru?", true),
            ("he attacks my starbase with 3 cru", true),
            ("I'm defending with 3 ca vs 2 dn", true),
            ("attacker: 3 int me: 2 cru", true),
            ("3 int attacked by 2 cru", true),
            ("3 int lose to 2 cru", true),
            ("3 int attacked by my 2 cru", false),
            ("2 cru vs 3 int, i defend", true),
            ("2 cru vs 3 int, my 2 dreads", false),
            ("2 cru vs 3 int with my 2 dreads", false),
            ("2 cru vs the 3 int of my ally", false),
            ("his 2 cru vs 3 int, his 2 dreads", true),
            ("3 int, my 2 dreads vs 2 cru", false),
            ("his 3 ca vs 2 dn", true),
            ("3 ca vs my opponent's 2 dn", false),
            ("i attack my opponent's 2 dn with 3 ca", false),
            ("my opponent attacks 2 dn with 3 ca", true),
            ("can he beat 2 dn with 3 ca", true),
            ("3 ca vs 2 dn, my opponent has direct hit", false),
            ("3 dn vs 2 ca + dn, my dreads are damaged", false),
            ("my 3 int attack 2 cru", false),
            ("what are my odds with 3 int vs anc", false),
            ("3 int vs anc", false),
            ("me: 3 int him: anc", false),
        ] {
            let read = Sentence::read(text, None).map(|sentence| sentence.is_defenders);
            assert_eq!(read, Some(is_defenders), "{text}");
        }
    }

    #[test]
    fn words_that_ask_are_left_out() {
        for text in [
            "what are the odds of 3 int beating 1 anc",
            "chance that 3 int kill 1 anc",
            "will 3 int win against 1 anc?",
            "can 3 int beat 1 anc??",
            "how likely is it that 3 int can kill 1 anc",
            "fight 3 int vs 1 anc, please",
            "3 int vs 1 anc, I attack",
            "odds: 3 int vs 1 anc!",
            "me: 3 int him: 1 anc",
            "defender: 1 anc attacker: 3 int",
        ] {
            let read = sides(text);
            let read = read.map(|sides| sides.map(|side| side.replace("odds: ", "")));
            assert_eq!(read, both("3 int", "1 anc"), "{text}");
        }
        assert_eq!(sides("i vs a"), both("i", "a"));
    }

    #[test]
    fn clauses_belong_to_the_side_that_they_name() {
        let text = "3 ca vs 2 dn, attacker has morale boost";
        assert_eq!(sides(text), both("3 ca , all with morale boost", "2 dn"));
        let text = "3 ca vs 2 dn, they have direct hit";
        assert_eq!(sides(text), both("3 ca", "2 dn , all with direct hit"));
        let text = "3 ca vs 2 dn, I have direct hit and they have shields";
        assert_eq!(sides(text), both("3 ca , all with direct hit", "2 dn , all with shields"));
        let text = "4 inf, my opponent has 2 pds vs 3 inf";
        assert_eq!(sides(text), both("4 inf", "3 inf , all with 2 pds"));
        let text = "2 cru vs 3 int, my 2 dreads";
        assert_eq!(sides(text), both("2 cru , my 2 dreads", "3 int"));
        let text = "his 2 cru vs my 3 int, his 2 dreads";
        assert_eq!(sides(text), both("his 2 cru , his 2 dreads", "my 3 int"));
        let text = "my 3 ca vs his 2 dn with my direct hit";
        assert_eq!(sides(text), both("my 3 ca , my direct hit", "his 2 dn"));
        let text = "3 ca vs 2 dn and my dread";
        assert_eq!(sides(text), both("3 ca , my dread", "2 dn"));
        let text = "3 ca vs 2 dn with his direct hit";
        assert_eq!(sides(text), both("3 ca", "2 dn with his direct hit"));
        let text = "3 ca vs 2 dn, my morale boost, his direct hit";
        assert_eq!(sides(text), both("3 ca , my morale boost", "2 dn, his direct hit"));
        let text = "dn vs 2 ca + dn, one of my dreads is damaged";
        assert_eq!(sides(text), both("dn , one dreads is damaged", "2 ca + dn"));
        let text = "3 ca vs 2 dn, my opponent has direct hit";
        assert_eq!(sides(text), both("3 ca", "2 dn , all with direct hit"));
        let text = "4 inf and i have fire team vs 3 inf";
        assert_eq!(sides(text), both("4 inf , all with fire team", "3 inf"));
        let text = "my 2 cru vs 2 cru, i retreat after round 1";
        assert_eq!(sides(text), both("my 2 cru , retreat after round 1", "2 cru"));
        let text = "2 cru vs my 2 cru, i flee after round 1";
        assert_eq!(sides(text), both("2 cru", "my 2 cru , retreat after round 1"));
        let text = "my cruiser is attacked by 4 scouts, they have the edge";
        assert_eq!(sides(text), both("4 scouts , all with the edge", "my cruiser"));
    }
}
