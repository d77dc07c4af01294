//! The line of a sector: the order in which sides fight.

use super::super::fleet::limits::PARTIES;
use super::super::fleet::{EclipseFleet, Owner, Technologies};
use crate::bug::OrBug;
use crate::games::common::{Labels, LimitError};

/// Name of a group: its party, its class, and its index among the groups of that party.
pub type GroupName = (String, String, usize);

/// A party: the ships of one player, or non-player ships.
#[derive(Clone, Debug)]
pub struct Party {
    /// Ships of the party; there may be none.
    pub fleet: EclipseFleet,
    /// Whether the party holds the influence disc.
    pub influence: bool,
    /// Name of the alliance that the party fights in.
    pub alliance: Option<String>,
}

impl Party {
    /// Returns the technologies of the party.
    pub(super) fn technologies(&self) -> Technologies {
        self.fleet.owners.first().map(|owner| owner.technologies).unwrap_or_default()
    }
}

/// Order in which sides fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BattleOrder {
    /// Order by the rules of a sector.
    #[default]
    Ruled,
    /// The latest arrival first, without exceptions: the attacker of a battle of two sides.
    Arrived,
}

/// Parties that fight together.
#[derive(Clone, Debug)]
pub(super) struct SectorSide {
    /// Parties in the order in which they moved in.
    pub(super) members: Vec<usize>,
    pub(super) fleet: EclipseFleet,
    /// Party of each owner of the fleet; meaningless for non-player ships.
    pub(super) party_of_owner: Vec<usize>,
    /// Party of each group.
    party_of_group: Vec<usize>,
}

impl SectorSide {
    /// Returns the name of the side and the names of its groups.
    pub(super) fn names(&self, labels: &[Labels]) -> (String, Vec<GroupName>) {
        let members: Vec<&str> = self.members.iter().map(|&n| labels[n].name.as_str()).collect();
        let class = |group: usize| {
            let party = self.party_of_group[group];
            let before = self.groups_of(party).take_while(|&g| g < group).count();
            (labels[party].name.clone(), labels[party].classes[before].clone(), before)
        };
        let groups = (0..self.fleet.groups.len()).map(class).collect();
        (members.join(" and "), groups)
    }

    /// Returns the indices of a party's groups in the fleet.
    pub(super) fn groups_of(&self, party: usize) -> impl Iterator<Item = usize> {
        let of_party = move |&g: &usize| self.party_of_group[g] == party;
        (0..self.fleet.groups.len()).filter(of_party)
    }
}

/// Returns the sides in the order in which they fight: the latest arrival first, an alliance in the
/// place of its earliest member (D9), the holder of the influence disc last of the players, and
/// non-player ships after all players.
pub(super) fn line_up(
    parties: &[Party],
    population_of: Option<usize>,
    line: BattleOrder,
) -> Result<Vec<SectorSide>, LimitError> {
    let refuse =
        |side, message: &str| Err(LimitError { side, group: None, message: message.into() });
    if parties.len() > PARTIES {
        let message = format!("{} parties, at most {PARTIES}", parties.len());
        return Err(LimitError { side: 0, group: None, message });
    }
    let holder = population_of.or_else(|| parties.iter().position(|party| party.influence));
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for (n, party) in parties.iter().enumerate() {
        if party.influence && holder != Some(n) {
            return refuse(n, "a sector has one influence disc, and another party holds it");
        }
        if party.fleet.non_player && (party.influence || party.alliance.is_some()) {
            return refuse(n, "non-player ships hold no influence disc and have no allies");
        }
        if party.fleet.groups.is_empty() {
            continue;
        }
        let is_with = |side: &&mut Vec<usize>| {
            let first = &parties[side[0]];
            let both = [&first.fleet, &party.fleet].map(|fleet| fleet.non_player);
            both == [true, true] || (party.alliance.is_some() && first.alliance == party.alliance)
        };
        match sides.iter_mut().find(is_with) {
            Some(side) => side.push(n),
            None => sides.push(vec![n]),
        }
    }
    if sides.is_empty() {
        return refuse(0, "nobody in the sector has ships");
    }
    let is_friend = |side: &[usize], of: usize| {
        side.contains(&of)
            || (parties[of].alliance.is_some() && parties[side[0]].alliance == parties[of].alliance)
    };
    sides.sort_by_key(|side| {
        let last_of_players = holder.is_some_and(|holder| is_friend(side, holder));
        let non_player = parties[side[0]].fleet.non_player;
        let place = (line == BattleOrder::Ruled).then_some((non_player, last_of_players));
        (place, std::cmp::Reverse(side[0]))
    });
    sides.into_iter().map(|members| together(parties, members)).collect()
}

/// Combines parties into one side.
fn together(parties: &[Party], members: Vec<usize>) -> Result<SectorSide, LimitError> {
    let non_player = parties[members[0]].fleet.non_player;
    let mut fleet = EclipseFleet { groups: Vec::new(), owners: Vec::new(), non_player };
    let (mut party_of_owner, mut party_of_group) = (Vec::new(), Vec::new());
    for &party in &members {
        let own = &parties[party].fleet;
        // Non-player ships of several parties with equal policies count as one owner's.
        let same =
            |owner: &Owner| fleet.owners.iter().position(|known| non_player && known == owner);
        let mut numbers: Vec<Option<usize>> = own.owners.iter().map(same).collect();
        for (number, owner) in numbers.iter_mut().zip(&own.owners) {
            if number.is_none() {
                *number = Some(fleet.owners.len());
                fleet.owners.push(*owner);
                party_of_owner.push(party);
            }
        }
        for group in &own.groups {
            let mut group = group.clone();
            group.owner = numbers[group.owner].or_bug("a group has no owner");
            fleet.groups.push(group);
            party_of_group.push(party);
        }
    }
    fleet.check(members[0])?;
    let looks_elsewhere =
        |owner: &Owner| owner.plays_for_objective() && Some(owner.horizon) != fleet.horizon();
    if let Some(owner) = fleet.owners.iter().position(looks_elsewhere) {
        let message = "allies look equally far ahead: give both the same `horizon`";
        let (side, message) = (party_of_owner[owner], message.into());
        return Err(LimitError { side, group: None, message });
    }
    Ok(SectorSide { members, fleet, party_of_owner, party_of_group })
}
