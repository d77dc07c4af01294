//! Who stands where in the line of a sector's sides.

use super::super::fleet::limits::PARTIES;
use super::super::fleet::{Fleet, LimitError, Technologies};

/// A party: one owner, or non-player ships.
#[derive(Clone, Debug)]
pub struct Party {
    /// Its ships; it may have none.
    pub fleet: Fleet,
    /// It holds the influence disc.
    pub influence: bool,
    /// The alliance that it fights in.
    pub alliance: Option<String>,
}

impl Party {
    /// What it knows.
    pub(super) fn technologies(&self) -> Technologies {
        self.fleet.owners.first().map(|owner| owner.technologies).unwrap_or_default()
    }
}

/// Parties that fight as one.
#[derive(Clone, Debug)]
pub(super) struct SectorSide {
    /// In the order in which they moved in.
    pub(super) members: Vec<usize>,
    pub(super) fleet: Fleet,
    /// The party of each owner of the fleet.
    pub(super) party_of_owner: Vec<usize>,
}

impl SectorSide {
    /// The groups of a party, among those of the fleet.
    pub(super) fn groups_of(&self, party: usize) -> impl Iterator<Item = usize> {
        let of_party = move |&g: &usize| self.party_of_owner[self.fleet.groups[g].owner] == party;
        (0..self.fleet.groups.len()).filter(of_party)
    }
}

/// The sides in the order in which they fight: the latest arrival first, an alliance in the
/// place of its earliest member (D9), the holder of the influence disc last of the players,
/// non-player ships after everyone.
pub(super) fn line_up(
    parties: &[Party],
    population_of: Option<usize>,
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
        (parties[side[0]].fleet.non_player, last_of_players, std::cmp::Reverse(side[0]))
    });
    sides.into_iter().map(|members| together(parties, members)).collect()
}

/// Parties as one side.
fn together(parties: &[Party], members: Vec<usize>) -> Result<SectorSide, LimitError> {
    let non_player = parties[members[0]].fleet.non_player;
    let mut fleet = Fleet { groups: Vec::new(), owners: Vec::new(), non_player };
    let mut party_of_owner = Vec::new();
    for &party in &members {
        let own = &parties[party].fleet;
        let first = fleet.owners.len();
        fleet.owners.extend(&own.owners);
        party_of_owner.resize(fleet.owners.len(), party);
        for group in &own.groups {
            let mut group = group.clone();
            group.owner += first;
            fleet.groups.push(group);
        }
    }
    fleet.check(members[0])?;
    Ok(SectorSide { members, fleet, party_of_owner })
}
