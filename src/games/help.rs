//! What the help of the command line says about single games.

use super::Rulebook;

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
    let (edition, flag) = (other.title().rsplit(", ").next()?, other.flag()?);
    Some(format!("{edition}: --{flag}, for good: fleetodds config rules={flag}"))
}

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
  fleetodds design cruiser --against \"2 ancient + gcds\"
  fleetodds design \"2 interceptor\" --parts \"plasma cannon, shard hull\" --against \"3 cruiser\"
  fleetodds design \"interceptor + cruiser + dreadnought\" --cost 20 --against \"2 ancient\"
  fleetodds design \"fighter + carrier + cruiser\" --cost 10 --against \"2 dreadnought\" --ti4";
