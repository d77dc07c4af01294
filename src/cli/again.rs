//! Commands that reproduce a result, in full: they need neither settings nor saved ships.

use super::args::is_of_rules;
use super::failure::Failure;
use super::given::AskedFight;
use super::line::Line;
use super::options::QuestionOptions;
use fleetodds::scenario::{Scenario, SideText, quoted};

/// Returns the typed command for a fight, quoted for a shell, without the options that name output
/// files. Typed fleets are written in full, with the rulebook and policies that come from the
/// settings.
pub(crate) fn fight(asked: &AskedFight<'_>) -> String {
    fight_with(asked, "")
}

/// Returns the command for a fight with more options, each with a space before it.
pub(crate) fn fight_with(asked: &AskedFight<'_>, more: &str) -> String {
    let line = Line::of_process();
    let Some(typed) = &asked.typed else {
        return line.command(&line.words(), is_file) + more;
    };
    // The fleets of a mix are not exchanged, so the option stays.
    let is_swapped = typed.mix.is_none();
    let is_written = |name: &str| {
        let of_mix = name == "--against-mix";
        is_of_rules(name) || of_mix || name == "--no-config" || (is_swapped && name == "--swap")
    };
    let mut command = line.command(&typed.words, |name| is_file(name) || is_written(name));
    if let Some(mix) = &typed.mix {
        command += &format!(" --against-mix {}", quoted(mix));
    }
    command += &format!("{more} --rules {}", asked.options.rulebook_of(&asked.scenario));
    command + &policies(&asked.scenario) + " --no-config"
}

/// Returns the typed command for candidates and their enemies. With `words`, these are the words of
/// the command; otherwise, the words are the candidates.
pub(crate) fn choice(
    options: &QuestionOptions,
    words: Option<&str>,
    candidates: &[SideText],
    enemies: &[SideText],
    side: usize,
) -> Result<String, Failure> {
    let line = Line::of_process();
    let is_full = |name: &str| is_file(name) || is_of_rules(name) || name == "--no-config";
    let are_full = candidates.iter().chain(enemies).all(SideText::is_fleet);
    if !are_full {
        return Ok(line.command(&line.words(), is_file));
    }
    let full = |side: &SideText| side.fleet.to_string();
    let typed = match words {
        Some(words) => vec![words.to_string()],
        None => candidates.iter().map(full).collect(),
    };
    let mut command = line.command(&typed, |name| is_full(name) || name == "--against");
    let is_matrix = std::ptr::eq(candidates, enemies);
    for enemy in enemies.iter().filter(|_| !is_matrix) {
        command += &format!(" --against {}", quoted(&full(enemy)));
    }
    command += &format!(" --rules {}", options.typed_rulebook());
    let mut sides = [candidates[0].clone(), enemies[0].clone()];
    sides.rotate_left(side);
    let mut scenario = Scenario::of(sides);
    options.add_own(&mut scenario)?;
    Ok(command + &policies(&scenario) + " --no-config")
}

/// Returns the command as it was typed, without the options that name output files.
pub(crate) fn as_typed() -> String {
    let line = Line::of_process();
    line.command(&line.words(), is_file)
}

/// Whether an option names an output file, or does not change the result.
fn is_file(name: &str) -> bool {
    const ASIDE: [&str; 7] =
        ["--plot", "--report", "--output", "--threads", "--quiet", "--color", "-q"];
    ASIDE.contains(&name) || name.starts_with("-o")
}

/// Returns the options for the policies of the sides.
fn policies(scenario: &Scenario) -> String {
    let sides = scenario.sides.all().iter().enumerate();
    let policy = |(number, side): (usize, &SideText)| {
        let policy = side.command.as_ref()?;
        Some(format!(" --play {}={}", scenario.sides.role(number), policy.value))
    };
    sides.filter_map(policy).collect()
}
