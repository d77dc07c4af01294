//! Units, play and dice in words.

use crate::games::common::{Objective, Retreat, manner, played};
use crate::games::eclipse::rules::{Dice, EclipseFleet, Policy, TableDie};
use crate::result::{Choice, PlayedBy, Units};
use crate::scenario::RolledFace;

/// Units of cost and time.
pub(crate) const UNITS: Units = Units { cost: "materials", time: "round" };

/// Returns the play of the first owner of a fleet.
fn played_by(fleet: &EclipseFleet) -> PlayedBy {
    let owner = &fleet.owners[0];
    let looks_ahead = owner.policy == Policy::Optimal || owner.retreats_ahead();
    let tells = looks_ahead && owner.objective != Objective::default();
    let retreats = owner.may_retreat && owner.retreat != Retreat::Never;
    let assign = owner.policy.to_string();
    let (retreat, objective) =
        (retreats.then_some(owner.retreat), tells.then_some(owner.objective));
    let manner = manner(VERB, how(owner.policy).into(), retreat, objective);
    let choices = vec![Choice::new("assign", "dice", assign.clone())];
    PlayedBy { manner: Some(manner), ..played(choices, assign, retreat, objective) }
}

/// Verb of the play of a side.
const VERB: [&str; 2] = ["assign hits", "assigns hits"];

/// Returns a policy in the words of players.
fn how(policy: Policy) -> &'static str {
    match policy {
        Policy::Optimal => "as well as possible",
        Policy::Threat => "to the greatest threat first",
        Policy::Npc => "by the rule for neutral ships",
        Policy::NpcSpread => "by the rule for neutral ships, spread evenly",
    }
}

/// Returns the play of a side whose captains focus their fire if they look ahead and `is_focused`.
pub(super) fn played_with_focus(fleet: &EclipseFleet, is_focused: bool) -> PlayedBy {
    let mut played = played_by(fleet);
    if !is_focused || !fleet.looks_ahead() {
        return played;
    }
    played.choices.push(Choice::new("fire", "fire", "focused"));
    played.words += " (focused fire)";
    if let Some(manner) = &mut played.manner {
        manner.how += ", damaged ships first";
    }
    played
}

/// Returns the colour with this letter or name. Dice without a colour have `only`.
///
/// # Errors
/// A message if no dice have this name, or if a die has no colour where several are possible.
pub(super) fn colour_named(name: &str, only: Option<usize>) -> Result<usize, String> {
    let colours = Dice::COLOURS;
    if name.is_empty() {
        return only.ok_or_else(|| {
            "a die has no colour; write `y6 o5` for a yellow 6 and an orange 5".into()
        });
    }
    let is = |(letter, colour): &(char, &str)| name == *colour || name == letter.to_string();
    let known = colours.iter().position(is).or_else(|| (name == "rift").then_some(Dice::RIFT));
    known.ok_or_else(|| {
        let known: Vec<String> =
            colours.iter().map(|(letter, name)| format!("{letter} ({name})")).collect();
        format!("no dice are called `{name}`; the colours are {}", known.join(", "))
    })
}

/// Returns dice with the colours that they name, like [`colour_named`].
///
/// # Errors
/// Those of [`colour_named`].
pub(super) fn dice_named(
    faces: &[RolledFace],
    only: Option<usize>,
) -> Result<Vec<TableDie>, String> {
    let die = |die: &RolledFace| {
        Ok(TableDie { colour: colour_named(&die.colour, only)?, face: die.face })
    };
    faces.iter().map(die).collect()
}

/// Returns the number of dice of each colour.
pub(super) fn counts(dice: &[TableDie]) -> [u32; 5] {
    let mut counts = [0; 5];
    dice.iter().for_each(|die| counts[die.colour] += 1);
    counts
}

/// Returns numbers of dice in words: `2 yellow and 1 orange`.
pub(super) fn dice_words(counts: &[u32; 5]) -> String {
    let named = counts.iter().enumerate().filter(|(_, n)| **n > 0);
    let words: Vec<String> = named.map(|(c, n)| format!("{n} {}", Dice::name(c))).collect();
    match words.as_slice() {
        [] => "no dice".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns dice by their short names: `y6 y2`.
pub(super) fn dice_names(dice: &[TableDie]) -> String {
    dice.iter().map(|die| die.name()).collect::<Vec<_>>().join(" ")
}
