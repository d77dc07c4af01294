//! `fleetodds batch`: reads one scenario per line and writes one result per line, in order.
//!
//! Lines are read in lots, answered on all cores and written in order, so memory does not grow with
//! their number. Lines that are answered at the same time share the memory of the budget; one that
//! needs more than its part is answered by itself after the lot. Results are cached: a scenario
//! that occurs again in the same lot, or soon after it, is not computed again.

mod lines;
mod results;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;

use crate::bug::OrBug;
use crate::cli::args::{BatchArgs, BatchFormat, Colour};
use crate::cli::batch::lines::{Asked, BatchLine, BatchLines};
pub(crate) use crate::cli::batch::lines::{Mark, is_error};
use crate::cli::batch::results::Results;
use crate::cli::failure::{self, Failure};
use crate::cli::options::QuestionOptions;
use crate::cli::part::{self, RunPart, Typed};
use crate::cli::progress::Progress;
use crate::cli::work::{shard, threads, workers};
use fleetodds::internals::answer::{Simulation, answer};
use fleetodds::internals::engine::{Ctx, Ended, Shard};
use fleetodds::internals::report::{error_row, fight_header, fight_row, json_line};
use fleetodds::internals::scenario::{Engine, Scenario};

/// Maximum number of lines in a lot.
const MAX_LINES: usize = 4096;
/// Maximum number of different warnings that are shown.
const MAX_WARNINGS: usize = 100;

/// Maximum size of the cache in bytes, scenarios and results together.
const MAX_CACHED_BYTES: usize = 16 << 20;

/// Time for a lot below which the next one is twice as large. After ten times this time, the next
/// one is half as large. Results do not depend on it.
const QUICK_LOT: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &BatchArgs) -> Result<u8, Failure> {
    let options = QuestionOptions::with_details(&args.ask, &args.details)?;
    let threads = threads(args.ask.threads)?;
    let ctx = workers(args.ask.threads)?;
    let shard = args.shard.as_deref().map(shard).transpose()?;
    if shard.is_some() && options.engine == Some(Engine::Exact) {
        return Err(Failure::usage("--shard is for simulations, not `--engine exact`"));
    }
    let file = args.file.as_deref().filter(|path| *path != Path::new("-"));
    let mut lines = BatchLines::open(file)?;
    let is_csv = args.format == BatchFormat::Csv;
    if is_csv && (args.resume || shard.is_some()) {
        let message = "--format csv is for whole runs: leave out --resume and --shard";
        return Err(Failure::usage(message));
    }
    let mut results = Results::open(args)?;
    lines.skip(results.lines)?;
    let mut lines = lines.begin();
    if is_csv {
        results.add(&fight_header());
    }
    let mut batch = Batch {
        options,
        typed: Typed::of(&args.ask, &args.details).beside_scenario(),
        shard,
        is_csv,
        is_overridden: false,
        warned: FxHashSet::default(),
        is_quiet: args.quiet,
        color: args.color,
        ctx,
        cache: AnswerCache::default(),
    };
    // If results appear on the terminal, they show the progress, and a bar would disturb them.
    let scrolls = args.output.is_none() && io::stdout().is_terminal() && io::stderr().is_terminal();
    let progress = Progress::of_lines(args.quiet || scrolls);
    let (skipped, all) = (lines.read as f64, lines.bytes);
    let share = |read| all.map_or(0.0, |all| (read as f64 - skipped) / (all as f64 - skipped));
    let mut size = 2 * threads.get();
    let mut is_wrong = results.have_errors;
    loop {
        let started = Instant::now();
        let lot = lines.read(size)?;
        if lot.is_empty() {
            break;
        }
        let answers = batch.answer(&lot);
        for answer in &answers {
            is_wrong |= answer.is_error;
            results.add(&answer.text);
        }
        results.flush()?;
        if answers.len() < lot.len() {
            return Ok(failure::INTERRUPTED);
        }
        progress.add_share(lot.len() as u64, share(lines.read));
        size = match started.elapsed() {
            quick if quick < QUICK_LOT => (2 * size).min(MAX_LINES),
            slow if slow > 10 * QUICK_LOT => (size / 2).max(threads.get()),
            _ => size,
        };
    }
    drop(progress);
    results.finish()?;
    Ok(if is_wrong { failure::INPUT } else { failure::DONE })
}

/// Settings and state for all lines.
struct Batch {
    options: QuestionOptions,
    /// Options as typed, for the parts of a run.
    typed: Typed,
    shard: Option<Shard>,
    /// Whether the results are rows of CSV.
    is_csv: bool,
    /// Whether a line has overridden an option, which is said once.
    is_overridden: bool,
    /// Warnings that were shown.
    warned: FxHashSet<String>,
    is_quiet: bool,
    color: Colour,
    ctx: Ctx,
    cache: AnswerCache,
}

/// Answer to a line, without the number and `id` of the line: a result, a part or an error.
#[derive(Clone)]
struct Answered {
    text: Arc<str>,
    is_error: bool,
    /// Warnings of a result.
    warnings: Arc<[String]>,
}

/// Cache of answers, by scenario in canonical form.
#[derive(Default)]
struct AnswerCache {
    answers: FxHashMap<String, Answered>,
    bytes: usize,
}

impl AnswerCache {
    /// Adds an answer. A full cache is emptied first.
    fn add(&mut self, scenario: String, answer: Answered) {
        self.bytes += scenario.len() + answer.text.len();
        if self.bytes > MAX_CACHED_BYTES {
            self.bytes = scenario.len() + answer.text.len();
            self.answers.clear();
        }
        self.answers.insert(scenario, answer);
    }
}

impl Batch {
    /// Answers the lines of a lot. After an interrupt, the result ends before the first line that
    /// was not finished.
    fn answer(&mut self, lot: &[BatchLine]) -> Vec<Answered> {
        let read = |n: usize| Asked::read(&lot[n], &self.options);
        let asked: Vec<Asked> = self.ctx.map(lot.len(), usize::MAX, &read);
        let overriding = asked.iter().find(|asked| asked.is_overriding);
        if let Some(asked) = overriding.filter(|_| !self.is_overridden) {
            self.warn(asked.mark.line, "its own rules win over those of the option");
            self.is_overridden = true;
        }
        let mut first: FxHashMap<&str, usize> = FxHashMap::default();
        let mut open = Vec::new();
        for (n, asked) in asked.iter().enumerate() {
            let is_known = asked.key.as_ref().is_some_and(|key| {
                self.cache.answers.contains_key(key) || *first.entry(key).or_insert(n) != n
            });
            if !is_known {
                open.push(n);
            }
        }
        let room = (self.options.budget.bytes / self.ctx.threads() as f64) as u64;
        let beside = |n: usize| self.answer_line(&asked[open[n]], &self.ctx.within(room));
        let answered = self.ctx.map(open.len(), 1, &beside);
        let mut answers: Vec<Option<Answered>> = vec![None; lot.len()];
        for (n, answer) in open.into_iter().zip(answered) {
            // A line that needs more than its part of the memory has given way to the others.
            answers[n] = answer.or_else(|| self.answer_line(&asked[n], &self.ctx));
        }
        let mut all = Vec::with_capacity(lot.len());
        for (n, asked) in asked.iter().enumerate() {
            let of_equal = || {
                let key = asked.key.as_ref()?;
                let known = self.cache.answers.get(key);
                known.or_else(|| answers[first[key.as_str()]].as_ref()).cloned()
            };
            match answers[n].clone().or_else(of_equal) {
                Some(answer) => {
                    self.warn_of(asked.mark.line, &answer.warnings);
                    all.push(self.marked(&asked.mark, &answer));
                }
                None => break,
            }
        }
        for (asked, answer) in asked.into_iter().zip(answers) {
            if let (Some(key), Some(answer)) = (asked.key, answer) {
                self.cache.add(key, answer);
            }
        }
        all
    }

    fn warn(&self, line: u64, message: &str) {
        if !self.is_quiet {
            failure::warn(&format!("line {line}: {message}"), self.color);
        }
    }

    /// Shows the warnings of a result that no line before it had.
    fn warn_of(&mut self, line: u64, warnings: &[String]) {
        for warning in warnings {
            if self.warned.len() < MAX_WARNINGS && self.warned.insert(warning.clone()) {
                self.warn(line, warning);
            }
        }
    }

    /// Adds the number and `id` of its line to an answer.
    fn marked(&self, mark: &Mark, answer: &Answered) -> Answered {
        let Answered { text, is_error, .. } = answer;
        let text = match self.is_csv {
            true => format!("{},{text}", mark.cells()),
            false if *is_error => mark.before(text),
            false => mark.within(text),
        };
        let text = if self.shard.is_some() { part::seal(&text) } else { text };
        Answered { text: text.into(), ..answer.clone() }
    }

    /// Answers one line. Returns `None` after an interrupt, and if it needs more memory than the
    /// context has.
    fn answer_line(&self, asked: &Asked, ctx: &Ctx) -> Option<Answered> {
        if ctx.is_stopped() {
            return None;
        }
        match &asked.scenario {
            Ok((scenario, _)) => match self.find(asked, scenario, ctx) {
                Ok(answered) => Some(answered),
                Err(Failure::Interrupted) => None,
                Err(failure) => Some(self.refused(&failure)),
            },
            Err(failure) => Some(self.refused(failure)),
        }
    }

    fn refused(&self, failure: &Failure) -> Answered {
        let text = match self.is_csv {
            true => error_row(&failure.message()),
            false => json!({"error": failure.described()}).to_string(),
        };
        Answered { text: text.into(), is_error: true, warnings: [].into() }
    }

    fn find(&self, asked: &Asked, scenario: &Scenario, ctx: &Ctx) -> Result<Answered, Failure> {
        let mut question = self.options.batch_question(scenario)?;
        question.checks |= self.shard.is_some();
        question.run = Simulation::Played(self.shard.unwrap_or(Shard::WHOLE));
        let mut answer = answer(&question, ctx, &mut |_, _, _| ())
            .map_err(|none| Failure::of(none, scenario))?;
        if answer.ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        answer.summary.as_typed.clone_from(&asked.as_typed);
        let warnings: Arc<[String]> = answer.summary.warnings.clone().into();
        let answered = |text: String| Answered { text: text.into(), is_error: false, warnings };
        let Some(shard) = self.shard else {
            return Ok(answered(match self.is_csv {
                true => fight_row(&answer.summary).ok_or_else(|| {
                    Failure::refused(format!(
                        "a row of CSV has two sides, this battle has {}; use --format json",
                        answer.summary.sides.len()
                    ))
                })?,
                false => json_line(&answer.summary),
            }));
        };
        // The scenario has its rules and policies, which win over options.
        let game = self.options.game(question.rulebook)?;
        let document = serde_json::from_str(&scenario.to_json(game.lexicon())?);
        let document = document.or_bug("a scenario is not JSON");
        let part = RunPart::of(answer, shard, &question, &self.typed, document)?;
        Ok(answered(part.open_line()))
    }
}
