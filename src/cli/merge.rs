//! `fleetodds merge`: the parts of a run added up to the whole.

use std::path::{Path, PathBuf};

use super::args::{Format, MergeArgs};
use super::ask::{threads, workers};
use super::failure::{self, Failure};
use super::fight::{show, warn};
use super::input::read_parts;
use super::interrupt::interrupt;
use super::output::Target;
use super::part::Part;
use crate::answer::{Answer, Simulation, answer};
use crate::engine::Ended;
use crate::report::json_line;

/// Adds up the parts and returns the exit code.
pub(super) fn run(args: &MergeArgs) -> Result<u8, Failure> {
    let threads = threads(args.threads)?;
    let mut target = Target::open(args.out.output.as_deref(), args.out.color)?;
    let parts = args.parts.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let runs = by_run(parts, &args.parts)?;
    let (stop, pool) = (interrupt()?, workers(threads)?);
    let several = runs.len() > 1;
    let mut lines = String::new();
    for run in runs {
        let mut question = run[0].question.question(args.fleets.as_deref())?;
        let mut counted = run[0].counted();
        run[1..].iter().for_each(|part| counted.merge(&part.counted()));
        question.run = Simulation::Known(counted);
        let Answer { summary, ended, .. } = answer(&question, &pool, &stop, |_, _| ())?;
        if ended == Ended::Interrupted {
            return Err(Failure::Interrupted);
        }
        if several && args.out.format == Format::Json {
            lines += &json_line(&summary);
            lines.push('\n');
        } else {
            warn(&summary, &args.out);
            lines += &show(&summary, args.out.format, target.width());
        }
    }
    target.write(&lines)?;
    Ok(failure::DONE)
}

/// The parts in a file: one, or one a line for each scenario of a batch.
fn read(path: &Path) -> Result<Vec<Part>, Failure> {
    let name = path.display().to_string();
    let text = read_parts(path)?;
    let parts: Vec<Part> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Part::read(line, &name))
        .collect::<Result<_, _>>()?;
    if parts.is_empty() {
        return Err(Failure::Refused(format!("{name} has no part of a run in it")));
    }
    Ok(parts)
}

/// The parts of each run, all of them and each once.
fn by_run(files: Vec<Vec<Part>>, names: &[PathBuf]) -> Result<Vec<Vec<Part>>, Failure> {
    let runs = files.first().map_or(0, Vec::len);
    let name = |n: usize| names[n].display();
    for (n, file) in files.iter().enumerate() {
        if file.len() != runs {
            let (first, here) = (name(0), name(n));
            return Err(Failure::Refused(format!(
                "{here} has {} parts, {first} has {runs}: they are not of one batch",
                file.len()
            )));
        }
    }
    let run = |number: usize| -> Result<Vec<Part>, Failure> {
        let parts: Vec<Part> = files.iter().map(|file| file[number].clone()).collect();
        let [_, of] = parts[0].shard;
        let mut seen = vec![None; of as usize];
        for (n, part) in parts.iter().enumerate() {
            if part.question != parts[0].question || part.shard[1] != of {
                let (first, here) = (name(0), name(n));
                return Err(Failure::Refused(format!("{here} is of another run than {first}")));
            }
            if let Some(other) = seen[part.shard[0] as usize - 1].replace(n) {
                let (first, here) = (name(other), name(n));
                let number = part.shard[0];
                return Err(Failure::Refused(format!("{first} and {here} are both part {number}")));
            }
        }
        let missing: Vec<String> =
            (1..).zip(&seen).filter(|(_, n)| n.is_none()).map(|(n, _)| format!("{n}")).collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            return Err(Failure::Refused(format!("of {of} parts, these are missing: {missing}")));
        }
        Ok(parts)
    };
    (0..runs).map(run).collect()
}
