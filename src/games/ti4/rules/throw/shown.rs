//! The dice of a roll for the story of a combat.

use super::super::force::Ti4Force;
use super::super::hits::Hits;
use super::build::{Dice, TableBlock};
use super::changed::{Outcome, Uses};
use super::dice::Cluster;
use super::plain::UnitThrow;
use crate::story::{self, Cast, Event, Face, ThrowTotal, Who};

impl UnitThrow {
    /// Returns the dice of a block that scored these hits. `most` is the cap of the distribution.
    pub(super) fn events(
        &self,
        block: &TableBlock,
        forces: (&Ti4Force, &Ti4Force),
        hits: Hits,
        most: u16,
    ) -> Vec<Event> {
        let times = self.dice.times();
        let of_kind = |is_aimed: bool| {
            let is_thrown = |kind: usize| {
                let is_here = block.kinds.iter().any(|(known, _)| *known == kind);
                is_here && self.dice.kinds[kind].is_aimed() == is_aimed
            };
            let mut casts: Vec<Cast> = Vec::new();
            self.dice.each_entry(forces, |group, kind, dice| {
                if is_thrown(kind) && dice > 0 {
                    let faces = &self.dice.kinds[kind];
                    let (kind, faces) = (faces.name(), faces.shown(times.into()));
                    casts.push(Cast { group, kind, dice, faces });
                }
            });
            casts
        };
        self.dice.throws([of_kind(false), of_kind(true)], hits, most)
    }

    /// Returns the dice of a roll that abilities may have changed.
    pub(super) fn events_of_change(
        &self,
        clusters: &[Cluster],
        outcome: &Outcome,
        uses: &Uses,
        most: u16,
    ) -> Vec<Event> {
        let of_kind = |is_aimed: bool| {
            let thrown = clusters.iter().filter(|cluster| cluster.faces.is_aimed() == is_aimed);
            let casts = thrown.map(|cluster| Cast {
                group: cluster.group,
                kind: cluster.faces.name(),
                dice: cluster.dice(),
                faces: self.faces_of(cluster, outcome, uses),
            });
            casts.filter(|cast| cast.dice > 0).collect()
        };
        let times = self.dice.times();
        let hits = outcome.hits.times(times);
        self.dice.throws([of_kind(false), of_kind(true)], hits, most.saturating_mul(times))
    }

    /// Returns the faces that the dice of a cluster can have shown. While there is a way to improve
    /// dice, each that missed by one has been improved.
    fn faces_of(&self, cluster: &Cluster, outcome: &Outcome, uses: &Uses) -> Vec<Face> {
        let is_improvable = self.dice.changes.is_improvable(cluster.member, uses);
        let is_again = !uses.is_fresh
            && (cluster.faces.is_rerolled()
                || (uses.again && self.dice.changes.again[cluster.owner()]));
        let faces = if is_again { cluster.faces.rerolled() } else { cluster.faces.raised(0) };
        let last = |face: &Face| face.shows.1.unwrap_or(face.shows.0);
        let times = u32::from(self.dice.times());
        let mut shown = faces.shown(times);
        if is_improvable {
            shown.retain(|face| outcome.improves() || !faces.is_near(last(face)));
            for face in &mut shown {
                face.worth += times * u32::from(faces.is_near(last(face)));
            }
        }
        shown
    }
}

impl Dice {
    /// Returns the number of hits for which each hit counts.
    pub(super) fn times(&self) -> u16 {
        if self.is_doubled { 2 } else { 1 }
    }

    /// Returns the throws of free and aimed dice that scored these hits.
    fn throws(&self, casts: [Vec<Cast>; 2], hits: Hits, most: u16) -> Vec<Event> {
        // A draw of the cap means that number of hits or more.
        let last = u32::from(self.times() * most.div_ceil(self.times()));
        let throw = |(casts, hits): (Vec<Cast>, u16)| {
            let hits = u32::from(hits);
            (!casts.is_empty()).then(|| {
                Event::Throw(story::Throw {
                    who: Who::side(self.side),
                    with: self.name,
                    ways: vec![(1.0, casts)],
                    total: match hits < last {
                        true => ThrowTotal::Is(hits),
                        false => ThrowTotal::AtLeast(last),
                    },
                    less: 0,
                })
            })
        };
        casts.into_iter().zip([hits.free, hits.aimed]).filter_map(throw).collect()
    }
}
