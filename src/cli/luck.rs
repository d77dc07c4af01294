//! `fleetodds luck`: how lucky an actual outcome was.

use crate::cli::args::{FightSourceArgs, LuckArgs};
use crate::cli::failure::Failure;
use crate::cli::fleet_files::read_fleet;
use crate::cli::given::AskedFight;
use crate::cli::options::QuestionOptions;
use crate::cli::progress::Progress;
use crate::cli::work::begin;
use fleetodds::internals::analysis::luck::{ReportedResult, luck};
use fleetodds::internals::answer::ROLES;
use fleetodds::internals::scenario::{
    Diagnostic, GroupText, Item, Place, SideText, Sides, Source, normalise, quoted,
};

pub(crate) fn run(args: &LuckArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.shown.ask)?;
    let (words, clause) = Clause::split(&args.given.words);
    let source = FightSourceArgs { words, ..args.given.clone() };
    let asked = AskedFight::read(&source, &options)?.with_remarks();
    let question = asked.question()?;
    let you = asked.you;
    let clause = clause.settled(&asked)?;
    let reported = clause.won.as_ref().or(args.won.as_ref());
    let won = reported.map(|typed| won(typed, you));
    let typed = clause.left.iter().chain(&args.left).map(|typed| {
        let named = only_class(typed, won.as_ref(), &asked.scenario.sides);
        left(named.as_deref().unwrap_or(typed), &asked)
    });
    let left = typed.collect::<Result<_, _>>()?;
    let happened = ReportedResult { won, left };
    if happened.won.is_none() && happened.left.is_empty() {
        return Err(no_result());
    }
    let (mut output, ctx) = begin(&args.shown)?;
    let progress = Progress::of_battles(false, args.shown.out.quiet, &ctx);
    let played = |battles, of| progress.add_of(battles, of);
    let side = args.side.as_deref().or((you == 1).then_some(ROLES[1]));
    let mut luck =
        luck(&question, &happened, side, &ctx, &played).map_err(|none| asked.unanswered(none))?;
    drop(progress);
    luck.warnings.splice(0..0, asked.left_out.clone());
    let command = || Ok(asked.command_with(&clause.as_options()));
    let code = output.show_with(&luck, command)?;
    output.warn(&luck.warnings);
    Ok(code)
}

/// The result of a battle behind its question: `3 int vs ancient, lost`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Clause {
    /// Value of `--won`.
    won: Option<String>,
    /// Value of `--left`.
    left: Option<String>,
    /// Ships that won, or that lost: `ancient won`.
    of: Option<(String, bool)>,
}

/// Words of who asks, and of the other side.
const ME: [&str; 5] = ["i", "me", "we", "us", "you"];
const THEM: [&str; 8] = ["he", "she", "they", "him", "her", "them", "enemy", "opponent"];

impl Clause {
    /// Separates the result from the words of a question.
    fn split(words: &[String]) -> (Vec<String>, Self) {
        let text = words.join(" ");
        let before =
            |mark: &str| text.rfind(mark).map(|at| (&text[..at], &text[at + mark.len()..]));
        let marks = [",", ";", " and ", " but ", " - "];
        let found = marks.into_iter().filter_map(before).find_map(|(question, end)| {
            Some((question.trim_end_matches([',', ';', ' ']), Self::read(end)?))
        });
        // `3 int vs ancient lost`, `3 int vs ancient i lost`
        let last = || {
            let all: Vec<&str> = text.split_whitespace().collect();
            [2, 1].into_iter().find_map(|n| {
                let (question, end) = all.split_at(all.len().checked_sub(n)?);
                let clause = Self::read(&end.join(" ")).filter(|clause| clause.won.is_some())?;
                Some((question.join(" "), clause))
            })
        };
        match found.map(|(question, clause)| (question.to_string(), clause)).or_else(last) {
            Some((question, clause)) => (vec![question], clause),
            None => (words.to_vec(), Self::default()),
        }
    }

    /// Reads `I lost`, `they won`, `draw`, `2 int left`, `won with 2 int left`.
    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = |word: &str| word.trim_matches(['.', '!', '?', ',']).to_lowercase();
        let first = plain(words.first()?);
        let (who, rest) = match () {
            () if ME.contains(&first.as_str()) => (0, &words[1..]),
            () if THEM.contains(&first.as_str()) => (1, &words[1..]),
            () => (0, &words[..]),
        };
        let names = [ME[1], "enemy"];
        let won = match plain(rest.first()?).as_str() {
            "won" | "win" | "wins" => Some(names[who]),
            "lost" | "lose" | "loses" | "died" => Some(names[1 - who]),
            "draw" | "drew" | "tie" | "tied" | "draws" => Some("draw"),
            "standoff" => Some("standoff"),
            _ => None,
        };
        // `the ancient won`
        let verb = plain(words[words.len() - 1]);
        let has_won = ["won", "wins", "win"].contains(&verb.as_str());
        let has_lost = ["lost", "loses", "lose", "died"].contains(&verb.as_str());
        if won.is_none() && words.len() > 1 && (has_won || has_lost) {
            let ships = words[..words.len() - 1].join(" ");
            return Some(Self { of: Some((ships, has_won)), ..Self::default() });
        }
        let rest = if won.is_some() { &rest[1..] } else { rest };
        let is_end = |word: &str| ["left", "remaining", "survived", "survive"].contains(&word);
        let left = match rest.split_last() {
            Some((last, fleet)) if is_end(&plain(last)) && !fleet.is_empty() => {
                let fleet = if plain(fleet[0]) == "with" { &fleet[1..] } else { fleet };
                Some(fleet.join(" "))
            }
            Some(_) => return None,
            None => None,
        };
        let is_some = won.is_some() || left.is_some();
        is_some.then(|| Self { won: won.map(String::from), left, of: None })
    }

    /// Finds the side whose ships won or lost.
    fn settled(self, asked: &AskedFight<'_>) -> Result<Self, Failure> {
        let Some((ships, has_won)) = &self.of else { return Ok(self) };
        let sides = &asked.scenario.sides;
        let plain = ships.to_lowercase();
        let plain = plain.strip_prefix("the ").unwrap_or(&plain);
        let known = asked.options.known(asked.options.rulebook_of(&asked.scenario))?;
        let role = match ROLES.iter().find(|role| **role == plain) {
            Some(role) => Some((*role).to_string()),
            None => read_fleet(known, "result", ships).ok().and_then(|text| {
                let groups = text.fleet.groups.iter();
                let classes: Vec<String> = groups.map(|one| one.class.value.clone()).collect();
                side_of(&classes, sides)
            }),
        };
        let Some(role) = role else {
            let error = Diagnostic::new(format!("who won? `{ships}` is not one of the sides"));
            let error = error.help("write `I won`, `they won`, `attacker won` or `defender won`");
            return Err(Failure::option(error));
        };
        let winner = if *has_won { role } else { other_role(&role, sides) };
        Ok(Self { won: Some(winner), of: None, ..self })
    }

    /// Returns the options that say the same.
    fn as_options(&self) -> String {
        let won = self.won.iter().map(|won| format!(" --won {won}"));
        let left = self.left.iter().map(|left| format!(" --left {}", quoted(left)));
        won.chain(left).collect()
    }
}

/// Creates the failure of a question without a result.
fn no_result() -> Failure {
    let error = Diagnostic::new("the result is missing: `--won`, `--left` or words like `, lost`");
    Failure::option(error.help("for example: `fleetodds luck 3 interceptor vs ancient, lost`"))
}

/// Parses the value of `--won`: a side, `me`, `enemy`, `draw` or `standoff`. `you` is the side of
/// who asks.
fn won(typed: &str, you: usize) -> String {
    let lower = typed.trim().to_lowercase();
    match lower.as_str() {
        "draw" | "standoff" => lower,
        me if ME.contains(&me) => ROLES[you].into(),
        them if THEM.contains(&them) => ROLES[1 - you].into(),
        _ => typed.into(),
    }
}

/// Returns the role of the other one of two sides.
fn other_role(role: &str, sides: &Sides) -> String {
    let side = usize::from(sides.role(0) == role);
    sides.role(side)
}

/// Returns the only side with ships of these classes.
fn side_of(classes: &[String], sides: &Sides) -> Option<String> {
    let has = |side: &SideText, class: &String| {
        side.fleet.groups.iter().any(|group| normalise(&group.class.value) == normalise(class))
    };
    let mut found = sides.all().iter().enumerate();
    let mut found = found.by_ref().filter(|(_, side)| classes.iter().all(|class| has(side, class)));
    let (first, other) = (found.next()?, found.next());
    other.is_none().then(|| sides.role(first.0))
}

/// Returns survivors with their side and class where only their number is given, and all ships of
/// the winner are of one class: `1`, `2 ships`.
fn only_class(typed: &str, won: Option<&String>, sides: &Sides) -> Option<String> {
    let typed = typed.trim();
    let (count, rest) = typed.split_once(' ').unwrap_or((typed, ""));
    let count: u64 = count.parse().ok().filter(|_| ["", "ship", "ships"].contains(&rest))?;
    let winner = won?;
    let side = (0..sides.all().len()).find(|side| sides.role(*side) == *winner)?;
    match &sides.all()[side].fleet.groups[..] {
        [group] => Some(format!("{winner}={count} {}", group.class.value)),
        _ => None,
    }
}

/// Survivors of a side: its name, and their number by class.
type Left = (String, Vec<(String, u64)>);

/// Parses the value of `--left`, `SIDE=FLEET`, or a fleet that only one side can have.
fn left(typed: &str, asked: &AskedFight<'_>) -> Result<Left, Failure> {
    let known = asked.options.known(asked.options.rulebook_of(&asked.scenario))?;
    let source = Source::new("--left", typed);
    let Some((side, fleet)) = typed.split_once('=') else {
        let error =
            Diagnostic::at(&Place::whole(&source), "`--left` takes a side and its survivors");
        let error = error.label("expected `SIDE=FLEET`, `SIDE=none` or ships of one side");
        let error = Failure::option(error);
        let Ok(text) = read_fleet(known, "--left", typed) else { return Err(error) };
        let groups = text.fleet.groups.iter();
        let classes: Vec<String> = groups.map(|group| group.class.value.clone()).collect();
        let Some(side) = side_of(&classes, &asked.scenario.sides) else { return Err(error) };
        return left(&format!("{side}={typed}"), asked);
    };
    if ["none", "nothing", "0"].contains(&fleet.trim().to_lowercase().as_str()) {
        return Ok((side.into(), Vec::new()));
    }
    let text = read_fleet(known, "--left", fleet)?.fleet;
    // A saved ship counts as its class.
    let has_items = fleet.contains(['(', '[']);
    let mut items = text.groups.iter().filter_map(|group| group.items.first());
    let is_damage = |item: &Item| match item {
        Item::Figure(name, _) => ["damage", "damaged"].contains(&name.value.as_str()),
        _ => false,
    };
    let item = items.find(|item| has_items || is_damage(&item.value)).map(|item| &item.place);
    if let Some(place) = item.or(text.options.first().map(|option| &option.name.place)) {
        let error = Diagnostic::at(place, "survivors are given by class and number only");
        return Err(Failure::option(error.label("leave this out")));
    }
    let count = |group: &GroupText| group.count.as_ref().map_or(1, |count| count.value);
    let group = |group: &GroupText| (group.class.value.clone(), count(group));
    Ok((side.into(), text.groups.iter().map(group).collect()))
}

#[cfg(test)]
mod tests {
    use super::Clause;

    #[test]
    fn a_question_may_end_with_its_result() {
        for (typed, question, won, left) in [
            ("3 int vs ancient, lost", "3 int vs ancient", Some("enemy"), None),
            ("3 int vs ancient lost", "3 int vs ancient", Some("enemy"), None),
            ("3 int vs ancient i won", "3 int vs ancient", Some("me"), None),
            ("3 int vs ancient, I won", "3 int vs ancient", Some("me"), None),
            ("3 int vs ancient and they won", "3 int vs ancient", Some("enemy"), None),
            ("3 int vs ancient; draw", "3 int vs ancient", Some("draw"), None),
            ("3 int vs anc, won with 2 int left", "3 int vs anc", Some("me"), Some("2 int")),
            ("3 int vs anc, 2 int left", "3 int vs anc", None, Some("2 int")),
            ("3 int, 2 cru vs anc", "3 int, 2 cru vs anc", None, None),
            ("3 int vs anc, 2 gcds", "3 int vs anc, 2 gcds", None, None),
        ] {
            let (words, clause) = Clause::split(&[typed.to_string()]);
            let (won, left) = (won.map(String::from), left.map(String::from));
            let wanted = Clause { won, left, of: None };
            assert_eq!((words, clause), (vec![question.to_string()], wanted), "{typed}");
        }
        let (words, clause) = Clause::split(&["3 int vs anc, the ancient lost".to_string()]);
        assert_eq!(words, ["3 int vs anc"]);
        assert_eq!(clause.of, Some(("the ancient".to_string(), false)));
    }
}
