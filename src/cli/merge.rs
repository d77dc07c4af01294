//! `fleetodds merge`: combines the parts of a run into one result.

use std::path::{Path, PathBuf};

use crate::cli::args::{Format, MergeArgs};
use crate::cli::batch::{Mark, is_error};
use crate::cli::failure::{self, Failure};
use crate::cli::files::{json_files, read_parts};
use crate::cli::output::{Target, text, warn};
use crate::cli::part::{self, RunPart};
use crate::cli::progress::Progress;
use crate::cli::work::{threads, workers};
use fleetodds::internals::answer::{Answer, Simulation, add_hints, answer};
use fleetodds::internals::engine::Ended;
use fleetodds::internals::report::json_line;

/// Line of a file of parts: a part, or JSON of an error, the answer to an invalid line of a batch.
type MergedLine = Result<Box<RunPart>, String>;

/// Parts of all files for one scenario, or the error in their place.
type MergedRun<'a> = Result<Vec<&'a RunPart>, &'a String>;

pub(crate) fn run(args: &MergeArgs) -> Result<u8, Failure> {
    threads(args.threads)?;
    args.fleets.as_deref().map(json_files).transpose()?;
    let files = args.parts.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut target = Target::open(&args.out)?;
    let runs = by_run(&files, &args.parts)?;
    let ctx = workers(args.threads)?;
    let progress = Progress::of_answers(runs.len(), "scenarios", args.out.quiet);
    let (mut lines, mut warnings, mut are_lines) = (String::new(), Vec::new(), false);
    let mut code = failure::DONE;
    for run in runs {
        let parts = match run {
            Ok(parts) => parts,
            Err(line) => {
                lines += line;
                lines.push('\n');
                code = failure::INPUT;
                progress.add(1);
                continue;
            }
        };
        let mut question = parts[0].question.question(args.fleets.as_deref())?;
        let mut counted = parts[0].counted();
        parts[1..].iter().for_each(|part| counted.merge(&part.counted()));
        question.run = Simulation::Known(counted);
        let mut answer = answer(&question, &ctx, &mut |_, _, _| ())?;
        if args.out.format == Format::Table {
            add_hints(&question, &mut answer, &ctx);
        }
        let Answer { mut summary, ended, .. } = answer;
        summary.warnings.splice(0..0, parts[0].question.left_out.clone());
        if ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        // Parts of a batch give the lines of the batch.
        let is_line = [Format::Table, Format::Json].contains(&args.out.format);
        if let Some(line) = parts[0].line.filter(|_| is_line) {
            let mark = Mark { line, id: parts[0].id().map(String::from) };
            lines += &mark.within(&json_line(&summary));
            lines.push('\n');
            are_lines = true;
        } else {
            warnings.extend_from_slice(&summary.warnings);
            lines += &text(&summary, &args.out, target.width());
        }
        progress.add(1);
    }
    drop(progress);
    warn(&warnings, &args.out);
    let format = if are_lines { Format::Json } else { args.out.format };
    target.write_as(&lines, format)?;
    Ok(code)
}

/// Reads the lines of a file: one part, or one line for each scenario of a batch.
fn read(path: &Path) -> Result<Vec<MergedLine>, Failure> {
    let name = path.display().to_string();
    let text = read_parts(path)?;
    let line = |line: &str| {
        if is_error(line.as_bytes()) {
            let damaged = || Failure::refused(format!("{name} is damaged: run its shard again"));
            part::open_seal(line).map(Err).ok_or_else(damaged)
        } else {
            RunPart::read(line, &name).map(|part| Ok(Box::new(part)))
        }
    };
    let written = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<MergedLine> = written.map(line).collect::<Result<_, Failure>>()?;
    if lines.is_empty() {
        return Err(Failure::refused(format!("{name} contains no part of a run")));
    }
    Ok(lines)
}

/// Collects the lines of each scenario, one from each file.
fn by_run<'a>(
    files: &'a [Vec<MergedLine>],
    names: &[PathBuf],
) -> Result<Vec<MergedRun<'a>>, Failure> {
    let runs = files.first().map_or(0, Vec::len);
    for (file, name) in files.iter().zip(names) {
        if file.len() != runs {
            let (first, here, n) = (names[0].display(), name.display(), file.len());
            let message = format!("{here} has {n} parts, {first} has {runs}");
            return Err(Failure::refused(format!("{message}: they are not of the same batch")));
        }
    }
    (0..runs).map(|number| run_of(files.iter().map(|file| &file[number]), names)).collect()
}

/// Checks that lines are the parts of one run: all of them, and each once.
fn run_of<'a>(
    lines: impl Iterator<Item = &'a MergedLine>,
    names: &[PathBuf],
) -> Result<MergedRun<'a>, Failure> {
    let lines: Vec<&MergedLine> = lines.collect();
    let name = |n: usize| names[n].display();
    let another = |n: usize| {
        let (first, here) = (name(0), name(n));
        Failure::refused(format!("{here} belongs to another run than {first}"))
    };
    let first = match lines[0] {
        Ok(part) => part,
        Err(line) => {
            let other = lines.iter().position(|other| other.as_ref().err() != Some(line));
            return other.map_or(Ok(Err(line)), |n| Err(another(n)));
        }
    };
    let [_, of] = first.shard;
    let mut parts = Vec::new();
    let mut seen = vec![None; of as usize];
    for (n, line) in lines.iter().enumerate() {
        let Some(part) = line.as_ref().ok().filter(|part| part.is_like(first)) else {
            return Err(another(n));
        };
        let [number, _] = part.shard;
        if let Some(other) = seen[number as usize - 1].replace(n) {
            let (first, here) = (name(other), name(n));
            return Err(Failure::refused(format!("{first} and {here} are both part {number}")));
        }
        parts.push(&**part);
    }
    let missing: Vec<String> =
        (1..).zip(&seen).filter(|(_, n)| n.is_none()).map(|(n, _)| format!("{n}")).collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        return Err(Failure::refused(format!("the run has {of} parts; missing: {missing}")));
    }
    Ok(Ok(parts))
}
