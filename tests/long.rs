//! Runs the long checks, one after another:
//!
//! ```sh
//! cargo test --release --test long                      # all of them: hours
//! cargo test --release --test long -- ti4 agreement     # those whose file or name has a word
//! FLEETODDS_SHARD=2/5 cargo test --release --test long  # every fifth, beginning with the second
//! cargo test --release --test long -- --list            # which they are
//! ```
//!
//! They are the ignored tests whose reason begins with `long`.

#![allow(clippy::print_stdout)]

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Files with long checks, and the target that has them.
const TARGETS: [(&str, [&str; 2]); 2] =
    [("tests", ["--test", "all"]), ("src/cli/settings", ["--bin", "fleetodds"])];

/// A long check.
struct Check {
    /// File without its ending, and function.
    name: String,
    reason: String,
    target: [&'static str; 2],
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, words): (Vec<_>, Vec<_>) =
        arguments.into_iter().partition(|argument| argument.starts_with('-'));
    let is_meant = |check: &Check| {
        words.is_empty() || words.iter().any(|word| check.name.contains(word.as_str()))
    };
    let checks = checks().into_iter().filter(is_meant).collect();
    let Some(checks) = shard(checks, std::env::var("FLEETODDS_SHARD").ok().as_deref()) else {
        println!("FLEETODDS_SHARD: expected a part and the number of parts, such as 2/5");
        return ExitCode::from(2);
    };
    if options.iter().any(|option| option == "--list") {
        checks.iter().for_each(|check| println!("{}  ({})", check.name, check.reason));
        return ExitCode::SUCCESS;
    }
    let of = checks.len();
    let failed = (1..).zip(&checks).filter(|(n, check)| !run(*n, of, check)).count();
    println!("{} of {of} long checks passed", of - failed);
    ExitCode::from(u8::from(failed > 0 || of == 0))
}

/// Finds the long checks in the source of the tests, in the order of their names.
fn checks() -> Vec<Check> {
    let mut found = Vec::new();
    for (folder, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for file in folder.read_dir().expect("the folder is there").map(Result::unwrap) {
            let path = file.path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let stem = path.file_stem().expect("a file has a name").to_string_lossy().to_string();
            let mut reason = None;
            for line in text.lines().map(str::trim) {
                if let Some(found) = line.strip_prefix("#[ignore = \"long: ") {
                    reason = Some(found.trim_end_matches("\"]").to_string());
                } else if let (Some(name), Some(_)) = (line.strip_prefix("fn "), &reason) {
                    let name = format!("{stem}::{}", name.split('(').next().unwrap_or_default());
                    found.push(Check { name, reason: reason.take().unwrap(), target });
                }
            }
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// Returns every n-th check, beginning with the k-th, for `k/n`.
fn shard(checks: Vec<Check>, shard: Option<&str>) -> Option<Vec<Check>> {
    let Some(shard) = shard else { return Some(checks) };
    let (part, of) = shard.split_once('/')?;
    let (part, of): (usize, usize) = (part.parse().ok()?, of.parse().ok()?);
    (1..=of).contains(&part).then(|| checks.into_iter().skip(part - 1).step_by(of).collect())
}

/// Runs a check, and tells how it went.
fn run(number: usize, of: usize, check: &Check) -> bool {
    print!("{number} of {of}  {} ({}) ... ", check.name, check.reason);
    io::stdout().flush().ok();
    let begun = Instant::now();
    let name = check.name.rsplit("::").next().unwrap_or_default();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--release", "--locked"]).args(check.target);
    let output = cargo.args([name, "--", "--ignored"]).output().expect("cargo can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    // A test whose name is not found fails, too.
    let passed = output.status.success() && text.contains("\ntest result: ok. 1 passed");
    println!("{}, {:.0} s", if passed { "ok" } else { "FAILED" }, begun.elapsed().as_secs_f64());
    if !passed {
        println!("{text}{}", String::from_utf8_lossy(&output.stderr));
    }
    passed
}
