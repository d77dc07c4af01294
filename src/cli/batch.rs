//! `fleetodds batch`: one scenario a line in, one result a line out, in order.
//!
//! Lines are read in lots, answered on all cores and written in order, so memory does not grow
//! with their number. Equal scenarios of a lot, and those of the last lots, are answered once.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::json;

use super::args::{AskArgs, BatchArgs};
use super::ask::{Options, shard, threads, workers};
use super::failure::{self, Failure};
use super::interrupt::interrupt;
use super::part::Part;
use super::seal;
use crate::answer::{Simulation, answer};
use crate::engine::{Ended, Shard};
use crate::report::{LineProgress, json_line};
use crate::scenario::{Engine, Source, read_scenario};

/// Longest line that is read.
const LONGEST_LINE: u64 = 4 << 20;

/// Most lines of a lot.
const MOST_LINES: usize = 4096;

/// Bytes of results that are remembered.
const REMEMBERED: usize = 16 << 20;

/// A lot that takes less than this is followed by one twice as large, one that takes more
/// than ten times as long by one half as large. Results do not depend on it.
const QUICK: Duration = Duration::from_millis(50);

/// Answers all lines and returns the exit code.
pub(super) fn run(args: &BatchArgs) -> Result<u8, Failure> {
    let options = Options::read(&args.ask)?;
    let threads = threads(args.ask.threads)?;
    let stop = interrupt()?;
    let shard = args.shard.as_deref().map(shard).transpose()?;
    if shard.is_some() && options.engine() == Some(Engine::Exact) {
        return Err(Failure::Usage("--shard is for simulations, not `--engine exact`".into()));
    }
    check_files(args.file.as_deref(), args.output.as_deref())?;
    let mut lines = Lines::open(args.file.as_deref())?;
    let mut results = Results::open(args.output.as_deref(), args.resume)?;
    lines.skip(results.lines)?;
    let mut batch = Batch {
        options,
        ask: args.ask.clone(),
        shard,
        pool: workers(threads)?,
        stop,
        known: Known::default(),
    };
    let wanted = !args.quiet && io::stderr().is_terminal();
    let mut progress = LineProgress::new(lines.bytes, wanted);
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
            results.write(&answer.text)?;
        }
        results.flush()?;
        if answers.len() < lot.len() {
            progress.finish();
            return Ok(failure::INTERRUPTED);
        }
        progress.update(lot.len() as u64, lines.read);
        size = match started.elapsed() {
            quick if quick < QUICK => (2 * size).min(MOST_LINES),
            slow if slow > 10 * QUICK => (size / 2).max(threads.get()),
            _ => size,
        };
    }
    progress.finish();
    Ok(if is_wrong { failure::INPUT } else { failure::DONE })
}

/// A line that is not blank, and its number.
struct Line {
    number: u64,
    text: Result<String, String>,
}

/// The lines that are read.
struct Lines {
    name: String,
    from: Box<dyn BufRead>,
    /// Lines so far, blank ones among them.
    number: u64,
    /// Bytes so far, and of the whole file, if it is one.
    read: u64,
    bytes: Option<u64>,
}

impl Lines {
    fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let from = Box::new(BufReader::new(io::stdin()));
            return Ok(Self {
                name: "standard input".into(),
                from,
                number: 0,
                read: 0,
                bytes: None,
            });
        };
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot read {name}"), error);
        let file = File::open(path).map_err(cannot)?;
        let bytes = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
        Ok(Self { from: Box::new(BufReader::new(file)), number: 0, read: 0, bytes, name })
    }

    /// The next line that is not blank; one that is too long or no text is an error of its own.
    fn next(&mut self) -> Result<Option<Line>, Failure> {
        loop {
            let mut bytes = Vec::new();
            let cannot = |error| Failure::Io(format!("cannot read {}", self.name), error);
            let mut some = self.from.by_ref().take(LONGEST_LINE + 1);
            if some.read_until(b'\n', &mut bytes).map_err(cannot)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.read += bytes.len() as u64;
            let number = self.number;
            if bytes.len() as u64 > LONGEST_LINE && !bytes.ends_with(b"\n") {
                self.read += self.from.skip_until(b'\n').map_err(cannot)? as u64;
                let message = format!("the line is longer than {} MiB", LONGEST_LINE >> 20);
                return Ok(Some(Line { number, text: Err(message) }));
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    // Some editors begin a file with a mark of its encoding.
                    let text = match text.strip_prefix('\u{feff}') {
                        Some(rest) if number == 1 => rest.to_string(),
                        _ => text,
                    };
                    return Ok(Some(Line { number, text: Ok(text) }));
                }
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    let message = format!("the line is not a text: byte {at} is not UTF-8");
                    return Ok(Some(Line { number, text: Err(message) }));
                }
            }
        }
    }

    fn read(&mut self, most: usize) -> Result<Vec<Line>, Failure> {
        let mut lot = Vec::new();
        while lot.len() < most
            && let Some(line) = self.next()?
        {
            lot.push(line);
        }
        Ok(lot)
    }

    /// Passes over lines that have been answered.
    fn skip(&mut self, lines: u64) -> Result<(), Failure> {
        for done in 0..lines {
            if self.next()?.is_none() {
                return Err(Failure::Refused(format!(
                    "--resume: the output has {lines} results, {} only {done} scenarios",
                    self.name
                )));
            }
        }
        Ok(())
    }
}

/// Where the results go.
struct Results {
    to: BufWriter<Box<dyn Write>>,
    name: String,
    /// Results that were there before, and whether there is an error among them.
    lines: u64,
    have_errors: bool,
}

impl Results {
    fn open(path: Option<&Path>, resume: bool) -> Result<Self, Failure> {
        let Some(path) = path else {
            let to: Box<dyn Write> = Box::new(io::stdout());
            return Ok(Self {
                to: BufWriter::new(to),
                name: "standard output".into(),
                lines: 0,
                have_errors: false,
            });
        };
        let name = path.display().to_string();
        let cannot = |error| Failure::Io(format!("cannot write {name}"), error);
        let mut options = OpenOptions::new();
        options.read(resume).write(true).create(true).truncate(!resume);
        let mut file = options.open(path).map_err(cannot)?;
        let kept = if resume { keep_whole_lines(&mut file) } else { Ok((0, false)) };
        let (lines, have_errors) = kept.map_err(cannot)?;
        let to: Box<dyn Write> = Box::new(file);
        Ok(Self { to: BufWriter::new(to), name, lines, have_errors })
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.to.write_all(line.as_bytes()).and_then(|()| self.to.write_all(b"\n"));
        written.map_err(|error| Failure::Io(format!("cannot write {}", self.name), error))
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.to.flush();
        flushed.map_err(|error| Failure::Io(format!("cannot write {}", self.name), error))
    }
}

/// Cuts off a line that was not finished, counts the others and looks for errors among them.
fn keep_whole_lines(file: &mut File) -> io::Result<(u64, bool)> {
    let (mut lines, mut whole, mut have_errors) = (0, 0, false);
    let mut reader = BufReader::new(&mut *file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        lines += 1;
        whole += line.len() as u64;
        have_errors |= is_error(&line);
        line.clear();
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok((lines, have_errors))
}

/// Is this line of an output an error?
pub(super) fn is_error(line: &[u8]) -> bool {
    line.starts_with(b"{\"line\":")
}

/// A batch does not write over what it reads.
fn check_files(from: Option<&Path>, to: Option<&Path>) -> Result<(), Failure> {
    let real = |path: Option<&Path>| path.and_then(|path| path.canonicalize().ok());
    match (real(from), real(to)) {
        (Some(from), Some(to)) if from == to => {
            let name = from.display();
            Err(Failure::Usage(format!(
                "--output {name}: the batch would write over what it reads"
            )))
        }
        _ => Ok(()),
    }
}

/// What all lines have in common.
struct Batch {
    options: Options,
    ask: AskArgs,
    shard: Option<Shard>,
    pool: ThreadPool,
    stop: Arc<AtomicBool>,
    known: Known,
}

/// The answer to a line.
#[derive(Clone)]
struct Answered {
    text: Arc<str>,
    is_error: bool,
}

/// Answers that are remembered, by scenario.
#[derive(Default)]
struct Known {
    answers: FxHashMap<String, Answered>,
    bytes: usize,
}

impl Known {
    fn add(&mut self, scenario: String, answer: Answered) {
        self.bytes += scenario.len() + answer.text.len();
        if self.bytes > REMEMBERED {
            self.bytes = scenario.len() + answer.text.len();
            self.answers.clear();
        }
        self.answers.insert(scenario, answer);
    }
}

impl Batch {
    /// Answers the lines of a lot; where it is told to stop, those up to the first that was
    /// not finished.
    fn answer(&mut self, lot: &[Line]) -> Vec<Answered> {
        let key = |line: &Line| canonical(line.text.as_ref().ok()?);
        let keys: Vec<Option<String>> =
            self.pool.install(|| lot.par_iter().with_min_len(16).map(key).collect());
        let mut first: FxHashMap<&str, usize> = FxHashMap::default();
        let mut open = Vec::new();
        for (n, key) in keys.iter().enumerate() {
            let is_known = key.as_ref().is_some_and(|key| {
                self.known.answers.contains_key(key) || *first.entry(key).or_insert(n) != n
            });
            if !is_known {
                open.push(n);
            }
        }
        let answered: Vec<(usize, Option<Answered>)> = self.pool.install(|| {
            open.par_iter().with_max_len(1).map(|&n| (n, self.answer_line(&lot[n]))).collect()
        });
        let mut answers: Vec<Option<Answered>> = vec![None; lot.len()];
        for (n, answer) in answered {
            answers[n] = answer;
        }
        let mut all = Vec::with_capacity(lot.len());
        for (n, key) in keys.iter().enumerate() {
            let of_equal = || {
                let key = key.as_ref()?;
                let known = self.known.answers.get(key);
                known.or_else(|| answers[first[key.as_str()]].as_ref()).cloned()
            };
            // The place of an error is a line, so it is not that of an equal one.
            let answer = answers[n].clone().or_else(of_equal).and_then(|answer| {
                if answer.is_error { self.answer_line(&lot[n]) } else { Some(answer) }
            });
            match answer {
                Some(answer) => all.push(answer),
                None => break,
            }
        }
        for (n, answer) in answers.into_iter().enumerate() {
            if let (Some(key), Some(answer)) = (&keys[n], answer)
                && !answer.is_error
            {
                self.known.add(key.clone(), answer);
            }
        }
        all
    }

    /// Answers one line; nothing if it was told to stop.
    fn answer_line(&self, line: &Line) -> Option<Answered> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let found = match &line.text {
            Ok(text) => self.find(text),
            Err(message) => Err(Failure::Refused(message.clone())),
        };
        match found {
            Ok(text) => Some(Answered { text: text.into(), is_error: false }),
            Err(Failure::Interrupted) => None,
            Err(failure) => {
                let error = json!({"line": line.number, "error": failure.described()}).to_string();
                let text = if self.shard.is_some() { seal::seal(&error) } else { error };
                Some(Answered { text: text.into(), is_error: true })
            }
        }
    }

    fn find(&self, text: &str) -> Result<String, Failure> {
        let scenario = read_scenario(&Source::new("line", text))?;
        let mut question = self.options.question(scenario)?;
        question.run = Simulation::Played(self.shard.unwrap_or(Shard::WHOLE));
        let answer = answer(&question, &self.pool, &self.stop, &mut |_, _| ())?;
        if answer.ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        let Some(shard) = self.shard else { return Ok(json_line(&answer.summary)) };
        let scenario = serde_json::from_str(text).unwrap_or_default();
        let mut part = Part::of(answer, shard, &question, &self.ask, scenario)?;
        part.batch = true;
        Ok(part.line().trim_end().to_string())
    }
}

/// A scenario without what makes no difference: space and the order of fields. Nothing if it
/// is wrong (a field that is given twice would be lost).
fn canonical(text: &str) -> Option<String> {
    read_scenario(&Source::new("line", text)).ok()?;
    let mut value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.sort_all_objects();
    Some(value.to_string())
}
