//! `fleetodds sweep`: how the odds change with a count, a figure, a part or a policy.
//!
//! Numbers of ships to try are among the words: `1..6 interceptor vs ancient`, `how many
//! interceptors beat 2 ancients`.

use crate::cli::args::{FightSourceArgs, PlanArgs, VariedArgs};
use crate::cli::failure::Failure;
use crate::cli::given::{AskedFight, is_number};
use crate::cli::options::{QuestionOptions, share};
use crate::cli::progress::Progress;
use crate::cli::work::{begin, shared_warnings, total};
use fleetodds::internals::analysis::sweep::{PointQuestion, by_values, changes, sweep};
use fleetodds::internals::analysis::total::Total;
use fleetodds::internals::answer::{NoAnswer, Question};
use fleetodds::internals::engine::Ctx;
use fleetodds::internals::games::Game;
use fleetodds::internals::report::{Report, Subject, Sweep, Tornado};
use fleetodds::internals::scenario::{
    Diagnostic, NamedGame, Scenario, Sentence, Spanned, Variation, quoted,
};

/// Runs `sweep` or `improve` and returns the exit code.
pub(crate) fn run(plan: &PlanArgs, args: &VariedArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::read(&args.shown.ask)?;
    let total = total(&args.total)?;
    let Ranged { asked, vary: ranges, sought } = Ranged::read(&args.given, &options)?;
    let asked = asked.with_remarks();
    let vary = [&ranges[..], &plan.vary].concat();
    if vary.is_empty() && !plan.tornado {
        let help = "for example: `fleetodds sweep 1..6 interceptor vs 2 ancient`, or --vary";
        let error =
            Diagnostic::new("nothing is varied: write a range in place of a number of ships");
        return Err(Failure::option(error.help(help)));
    }
    let side = side(&asked.scenario, args.side.as_deref())?;
    let side = side.or(sought.as_ref().map(|sought| sought.side)).unwrap_or(asked.you);
    if asked.you == 1 && sought.as_ref().is_some_and(|sought| sought.side == 0) && args.given.defend
    {
        return Err(Failure::usage("--defend: the question says whose ships are sought"));
    }
    let target = plan.target.as_deref().map(|typed| share("--target", typed)).transpose()?;
    if target.is_some() && sought.as_ref().is_some_and(|sought| sought.is_typed) {
        return Err(Failure::usage("--target: the question names odds already"));
    }
    let asked_for = sought.map(|sought| sought.target);
    let target = target.or(asked_for);
    let (mut output, ctx) = begin(&args.shown)?;
    let more: String = ranges.iter().map(|range| format!(" --vary {}", quoted(range))).collect();
    let more_odds = asked_for.filter(|_| plan.target.is_none());
    let more = more + &more_odds.map_or(String::new(), |p| format!(" --target {}%", p * 100.0));
    let command = asked.command_with(&more);
    let (game, scenario) = (asked.game()?, &asked.scenario);
    let ask = |scenario| options.question(scenario);
    let subject = Subject::of_fight(scenario, game.lexicon(), options.seed(scenario.seed));
    let about = Varied::of(scenario, side, subject.asked_by(command.clone()));
    let varied = match plan.tornado {
        true => about.by_changes(game, &ask)?,
        false => {
            let parse = |typed: &String| Variation::parse(typed).map_err(Failure::option);
            let variations = vary.iter().map(parse).collect::<Result<_, _>>()?;
            Varied { target, ..about.by_values(game, variations, &ask)? }
        }
    };
    let warnings = varied.warnings();
    let progress = Progress::of_answers(varied.asked.len(), "battles", args.shown.out.quiet);
    let report = varied.find(&total, &ctx, &|| progress.add(1))?;
    drop(progress);
    let code = output.show_with(&*report, || Ok(command))?;
    output.warn(&warnings);
    output.warn(&asked.left_out);
    Ok(code)
}

/// A report for any thread.
pub(crate) type FoundReport = Box<dyn Report + Send>;

/// Fights that differ in one or more values, or in single changes of a side.
pub(crate) struct Varied {
    scenario: Scenario,
    /// Side whose odds are shown.
    side: usize,
    subject: Subject,
    /// The fights, each with its values or its change.
    pub(crate) asked: Vec<(Vec<String>, PointQuestion)>,
    /// The values that are tried; `None` for single changes.
    variations: Option<Vec<Variation>>,
    /// Odds to reach, if any.
    target: Option<f64>,
}

/// Returns the question of a fight.
pub(crate) type Ask<'a> = dyn Fn(Scenario) -> Result<Question, Failure> + 'a;

impl Varied {
    /// Begins with a fight that is not varied yet.
    pub(crate) fn of(scenario: &Scenario, side: usize, subject: Subject) -> Self {
        let (scenario, asked) = (scenario.clone(), Vec::new());
        Self { scenario, side, subject, asked, variations: None, target: None }
    }

    /// Tries each single change of the side.
    pub(crate) fn by_changes(self, game: &dyn Game, ask: &Ask<'_>) -> Result<Self, Failure> {
        let changes = changes(&self.scenario, game, self.side, ask)?;
        let asked = changes.into_iter().map(|(name, point)| (vec![name], point)).collect();
        Ok(Self { asked, ..self })
    }

    /// Tries all combinations of values.
    fn by_values(
        self,
        game: &dyn Game,
        variations: Vec<Variation>,
        ask: &Ask<'_>,
    ) -> Result<Self, Failure> {
        let varied = (&variations[..], self.side);
        let asked = by_values(&self.scenario, game, varied, ask, Failure::option)?;
        Ok(Self { asked, variations: Some(variations), ..self })
    }

    /// Tries one value after the other in fights of one's own.
    #[cfg(feature = "live")]
    pub(crate) fn by_points(
        self,
        variation: Variation,
        points: Vec<(String, PointQuestion)>,
    ) -> Self {
        let asked = points.into_iter().map(|(value, point)| (vec![value], point)).collect();
        Self { asked, variations: Some(vec![variation]), ..self }
    }

    /// Returns the warnings about the fleets that hold in all fights.
    fn warnings(&self) -> Vec<String> {
        let points = self.asked.iter().map(|(_, point)| point);
        let fights = points.filter_map(|point| match point {
            PointQuestion::Odds(question) => Some(&**question),
            PointQuestion::Decided(_) => None,
        });
        let fights: Vec<&Question> = fights.collect();
        let sides = fights.first().map_or(0, |fight| fight.matchup.sides().len());
        let of_side = |side: usize| {
            let name = fights[0].matchup.sides()[side].labels.name.clone();
            let shared = shared_warnings(&fights, side);
            shared.into_iter().map(move |warning| format!("{name}: {warning}"))
        };
        (0..sides).flat_map(of_side).collect()
    }

    pub(crate) fn find(
        self,
        total: &Total,
        ctx: &Ctx,
        tick: &(dyn Fn() + Sync),
    ) -> Result<FoundReport, NoAnswer> {
        let Self { scenario, side, subject, asked, variations, target } = self;
        let (values, asked): (Vec<Vec<String>>, Vec<PointQuestion>) = asked.into_iter().unzip();
        let swept = sweep(&asked, side, total, ctx, tick)?;
        let name = scenario.sides.called(side);
        let report: Option<FoundReport> = match variations {
            Some(varied) => Sweep::of(subject, name, varied, values, swept, total)
                .map(|sweep| Box::new(Sweep { target, ..sweep }) as _),
            None => Tornado::of(subject, name, values.concat(), swept, total)
                .map(|tornado| Box::new(tornado) as _),
        };
        report.ok_or(NoAnswer::Stopped)
    }
}

fn side(scenario: &Scenario, typed: Option<&str>) -> Result<Option<usize>, Failure> {
    let Some(name) = typed else { return Ok(None) };
    scenario.sides.named(name).map(Some).map_err(|known| {
        let known = known.join(", ");
        Failure::usage(format!("--side `{name}` is not a side: expected one of {known}"))
    })
}

/// Stands for a range of numbers while a fleet is read. Larger than any fleet.
const PLACEHOLDER: u64 = 900_000_001;

/// Message for words that fit one number of ships only.
const NO_RANGE: &str =
    "damage is for one number of ships, and not for a range: give it as a figure of each ship";

/// Odds that `how many` asks for, unless the question names others.
const TARGET: &str = "80%";

/// Number of ships up to which `how many` looks, if the players' supply is not limited.
const MOST: u32 = 12;

/// Words that surround the ships of `how many`.
const AROUND: [&str; 22] = [
    "do", "does", "would", "should", "i", "we", "you", "it", "need", "needs", "needed", "take",
    "takes", "to", "are", "is", "must", "have", "more", "win", "in", "order",
];

/// Fight of a sweep, with the ranges of its words.
pub(crate) struct Ranged<'a> {
    /// Fight with the lowest number of each range.
    pub(crate) asked: AskedFight<'a>,
    /// Variations like `attacker.interceptor=1..6`.
    pub(crate) vary: Vec<String>,
    /// The ships and the odds that `how many` seeks.
    sought: Option<Sought>,
}

/// Ships of a side that reach odds, as `how many` seeks them.
struct Sought {
    side: usize,
    target: f64,
    /// Whether the question names the odds.
    is_typed: bool,
}

impl<'a> Ranged<'a> {
    pub(crate) fn read(
        args: &FightSourceArgs,
        options: &'a QuestionOptions,
    ) -> Result<Self, Failure> {
        let mut args = args.clone();
        let mut ranges: Vec<Option<String>> = Vec::new();
        let mut sought = None;
        if let Some(number) = HowMany::read(&args.words.join(" "), options) {
            let target = share("odds", number.target.as_deref().unwrap_or(TARGET))?;
            sought = Some(Sought { side: 0, target, is_typed: number.target.is_some() });
            args.words = vec![number.words];
            ranges.push(None);
        } else {
            let mut place = |word: &str| {
                if !is_range(word) {
                    return word.to_string();
                }
                ranges.push(Some(word.to_string()));
                (PLACEHOLDER + ranges.len() as u64 - 1).to_string()
            };
            for word in &mut args.words {
                let placed: Vec<String> = word.split(' ').map(&mut place).collect();
                *word = placed.join(" ");
            }
        }
        let mut asked = match AskedFight::read(&args, options) {
            Ok(asked) => asked,
            Err(failure) => return Err(without_placeholder(failure, args, options, &ranges)),
        };
        let mut vary = Vec::new();
        for (n, range) in ranges.iter().enumerate() {
            let placeholder = PLACEHOLDER + n as u64;
            let Some((side, class, lowest)) = settle(&mut asked.scenario, placeholder, range)
            else {
                return Err(Failure::usage("a range like 1..6 goes before the name of a ship"));
            };
            sought.iter_mut().for_each(|sought| sought.side = side);
            if let Some(typed) = &mut asked.typed {
                for word in &mut typed.words {
                    *word = word.replace(&placeholder.to_string(), &lowest.to_string());
                }
            }
            let range = match range {
                Some(range) => range.clone(),
                None => format!("1..{}", asked.game()?.owned(&class).unwrap_or(MOST)),
            };
            vary.push(format!("{}.{class}={range}", asked.scenario.sides.role(side)));
        }
        if let (1.., Err(failure)) = (vary.len(), asked.question()) {
            return Err(without_placeholder(failure, args, options, &ranges));
        }
        Ok(Self { asked, vary, sought })
    }
}

/// Returns the failure of the fight with the lowest number of each range, whose message shows words
/// that were typed. If that fight is right, replaces a failure that would show the number that stands
/// for a range.
fn without_placeholder(
    failure: Failure,
    mut args: FightSourceArgs,
    options: &QuestionOptions,
    ranges: &[Option<String>],
) -> Failure {
    for (n, range) in ranges.iter().enumerate() {
        let lowest = range.as_deref().and_then(|range| range.split('.').next());
        let placeholder = (PLACEHOLDER + n as u64).to_string();
        for word in &mut args.words {
            *word = word.replace(&placeholder, lowest.unwrap_or("2"));
        }
    }
    let asked = AskedFight::read(&args, options);
    if let Err(failure) = asked.and_then(|asked| asked.question().map(|_| ())) {
        return failure;
    }
    let shown = failure.rendered(None);
    let mut placeholders = (0..ranges.len() as u64).map(|n| (PLACEHOLDER + n).to_string());
    match placeholders.any(|placeholder| shown.contains(&placeholder)) {
        true => Failure::usage(NO_RANGE),
        false => failure,
    }
}

/// Replaces the placeholder of a range by the lowest number of the range, but at least 1. Returns
/// the side of the ships, their class, and the number.
fn settle(
    scenario: &mut Scenario,
    placeholder: u64,
    range: &Option<String>,
) -> Option<(usize, String, u64)> {
    let sides = &mut scenario.sides;
    let groups = sides.all_mut().iter_mut().map(|side| &mut side.fleet.groups).enumerate();
    let mut groups = groups.flat_map(|(n, groups)| groups.iter_mut().map(move |group| (n, group)));
    let is_placed = |count: &Spanned<u64>| count.value == placeholder;
    let (side, group) = groups.find(|(_, group)| group.count.as_ref().is_some_and(is_placed))?;
    let lowest = range.as_ref().and_then(|range| range.split('.').next()?.parse().ok());
    let lowest = lowest.unwrap_or(1).max(1);
    group.count.iter_mut().for_each(|count| count.value = lowest);
    let class = group.class.value.clone();
    Some((side, class, lowest))
}

/// Whether a word is a range: `1..6`, `0..8..2`.
fn is_range(word: &str) -> bool {
    let numbers: Vec<&str> = word.split("..").collect();
    (2..=3).contains(&numbers.len()) && numbers.iter().all(|text| is_number(text))
}

/// A question for a number of ships.
struct HowMany {
    /// The fight, with a placeholder before the ships.
    words: String,
    /// Odds to reach, as typed.
    target: Option<String>,
}

impl HowMany {
    /// Reads `how many interceptors do I need to beat 2 ancients`; `None` for other questions.
    fn read(text: &str, options: &QuestionOptions) -> Option<Self> {
        let (before, rest) = Self::asked(text)?;
        let mut target = None;
        let words = rest.split_whitespace().filter(|word| {
            let plain = word.trim_matches([',', '?', '(', ')']);
            let is_odds = plain.ends_with('%') && plain.len() > 1;
            if is_odds {
                target = Some(plain.to_string());
            }
            !is_odds
        });
        let words = words.collect::<Vec<_>>().join(" ");
        let Sentence { sides: [own, enemy], game, .. } = Sentence::read(&words, options.rulebook)?;
        let game = before.or_else(|| game.map(NamedGame::phrase));
        let game = game.map_or(String::new(), |game| format!(" in {game}"));
        let is_around = |word: &&str| !AROUND.contains(&word.to_lowercase().as_str());
        let own: Vec<&str> = own.split_whitespace().filter(is_around).collect();
        let enemy: Vec<&str> = enemy.split_whitespace().collect();
        let enemy = enemy.join(" ");
        let enemy = ["for", "with", "at"]
            .into_iter()
            .find_map(|word| enemy.strip_suffix(&format!(" {word}")))
            .unwrap_or(&enemy)
            .to_string();
        Some(Self { words: format!("{PLACEHOLDER} {} vs {enemy}{game}", own.join(" ")), target })
    }

    /// Returns the words behind `how many`, and those of a game before it.
    fn asked(text: &str) -> Option<(Option<String>, &str)> {
        let text = text.trim();
        let at = text.to_lowercase().find("how many ").filter(|at| text.is_char_boundary(*at))?;
        let (before, rest) = (text[..at].trim(), text.get(at + 9..)?);
        if before.is_empty() {
            return Some((None, rest));
        }
        // Nothing but the name of a game is before it.
        let sentence = Sentence::read(&format!("{before} x vs y"), None)?;
        let is_game = sentence.sides == ["x", "y"];
        sentence.game.filter(|_| is_game).map(|game| (Some(game.phrase()), rest))
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::QuestionArgs;
    use super::super::options::QuestionOptions;
    use super::{HowMany, PLACEHOLDER, is_range};

    #[test]
    fn ranges_have_two_or_three_numbers() {
        for (word, is) in
            [("1..6", true), ("0..8..2", true), ("1..", false), ("..", false), ("3", false)]
        {
            assert_eq!(is_range(word), is, "{word}");
        }
    }

    #[test]
    fn numbers_of_ships_are_asked_for_in_words() {
        let options = QuestionOptions::read(&QuestionArgs::default()).ok();
        let options = options.as_ref();
        for (text, words, target) in [
            ("how many int vs 2 ancient", "int vs 2 ancient", None),
            ("How many ints do I need to beat 2 ancients?", "ints vs 2 ancients", None),
            ("how many cruisers to kill the gcds for 70%?", "cruisers vs the gcds", Some("70%")),
        ] {
            let asked = options.and_then(|options| HowMany::read(text, options));
            let asked = asked.map(|asked| (asked.words, asked.target));
            let wanted = (format!("{PLACEHOLDER} {words}"), target.map(String::from));
            assert_eq!(asked, Some(wanted), "{text}");
        }
    }
}
