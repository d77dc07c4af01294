//! Counters, statistics and result documents: plain numbers, without rules and without output.

mod counts;
mod luck;
mod odds;
mod standing;
mod story;
mod summary;
mod wilson;

pub use counts::Tally;
pub use luck::Luck;
pub use odds::{Histogram, Odds};
pub use standing::{Standing, Trial, Uncertain};
pub use story::{
    Actor, Story, StoryChapter, StoryDice, StoryEvent, StoryLeft, StoryRound, StorySide,
};
pub use summary::{
    AfterRound, Band, BestTile, Cost, Encounter, Estimate, Influence, Interval, Left, Mean,
    PlanetSummary, PlayedBy, PopulationLost, Probability, Reputation, Rounds, SideAfterRound,
    SideSummary, Summary, Survivors, Swing, Timing, Units,
};
pub use wilson::wilson;
