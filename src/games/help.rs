//! What the help of the command line says about single games.

use super::Rulebook;
pub use super::examples::{FIRST_SCREEN, examples};

/// Policies of all games.
pub const POLICIES: &str = "How a side plays: optimal, npc, npc-spread, threat; ti4: customary, optimal, adaptive; spaceship-battles: close, hold, keep N";

/// Policies that can be a setting for all battles.
pub const CAPTAINS: [&str; 5] = ["optimal", "threat", "npc", "npc-spread", "adaptive"];

/// Returns how to choose the other edition of a game.
#[must_use]
pub fn edition_hint(rulebook: Rulebook) -> Option<String> {
    let other = match rulebook {
        Rulebook::Eclipse => Rulebook::Eclipse2e,
        _ => return None,
    };
    let (title, flag, ti4) = (rulebook.title(), other.flag()?, Rulebook::Ti4Space.switch());
    Some(format!(
        "playing {title}; for one question: --{flag}, {ti4}; always: fleetodds config rules={flag}"
    ))
}

/// Help of `--ds`.
pub const DISCORDANT_STARS: &str =
    "Know the units and texts of Discordant Stars, a fan expansion of Twilight Imperium, too";

/// Links that can be read.
pub const LINKS: &str = "Fight of Twilight Imperium, as a link to ti4battle.com";

/// Capacity of a fleet that is designed.
pub const CAPACITY: &str = "Capacity for fighters and ground forces besides that of the ships bought (Twilight Imperium) [default: 0 in space, unlimited on a planet]";

/// Size of the fleet pool.
pub const FLEET_POOL: &str = "Number of ships that the fleet pool allows (Twilight Imperium)";

/// What `design` does, with examples.
pub const DESIGN: &str = "\
Without --cost, finds the best blueprint of one Eclipse class, built from the available parts.
With --cost, finds the best fleet of the named ships that costs at most this many materials,
resources or points. Options of the side follow the ships after &: technologies, faction.

Examples:
  fleetodds design cruiser vs 2 ancient + gcds
  fleetodds design 2 interceptor vs 3 cruiser --parts \"plasma cannon, shard hull\"
  fleetodds design \"interceptor + cruiser + dreadnought vs 2 ancient\" --cost 20
  fleetodds design \"fighter + carrier + cruiser vs 2 dreadnought\" --cost 10 --ti4";

/// The group that acts, for `advise`.
pub const TURN: &str = "Group that acts or gets orders, like cruiser, \"defender cruiser\" or defender [default: the one that the dice fit, or the first that can act]; in Twilight Imperium the side that decides";

/// Dice on the table, for `advise`.
pub const ROLL: &str = "Dice that have been rolled, by colour and face: y6,y3,o5 or \"y63 o5\"";

/// Hits to deal with, for `advise`.
pub const HITS: &str =
    "Number of hits that the side has to assign; with --missiles, those of point defence";

/// Hits that the enemy has to assign, for `advise`.
pub const SCORED: &str =
    "Number of hits that the side has scored in the same round, for simultaneous fire [default: 0]";

/// Missiles in flight, for `advise`.
pub const MISSILES: &str =
    "Missiles aimed at ships with point defence, like \"2 yellow at cruiser, o at interceptor 2\"";

/// Description of `advise`, with examples.
pub const ADVISE: &str = "\
Shows which ship should get which die, and what every alternative gives away. The fleets are those
on the table now, with their damage. Without --roll, shows what the situation is worth, whether to
retreat, and the best use of each roll. In Twilight Imperium, --hits takes the place of --roll; cards
are compared now and later, and the planets of an invasion in every order. In Spaceship Battles,
shows the best orders of a group: its target, aim, power and movement.

Examples:
  fleetodds advise 2 cruiser vs 2 ancient --roll y6,y5
  fleetodds advise \"2 cruiser(damaged=[1,0]) vs ancient\"
  fleetodds advise interceptor + cruiser vs 2 interceptor --turn cruiser --roll y6
  fleetodds advise --scenario battle.json --roll y6,y3,o5
  fleetodds advise --ti4 3 fighter + dreadnought vs 2 cruiser --turn attacker --hits 2 --scored 1
  fleetodds advise \"c(damaged=[12]) vs d\" -r spaceship-battles";
