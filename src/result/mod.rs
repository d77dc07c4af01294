//! Result documents: plain numbers, without rules and without output.

mod luck;
mod standing;
mod story;
mod summary;

pub use luck::Luck;
pub use standing::{Standing, Trial, Uncertain};
pub use story::{
    Actor, Story, StoryChapter, StoryDice, StoryEvent, StoryLeft, StoryRound, StorySide,
};
pub use summary::{
    AfterRound, BestTile, Cost, Encounter, Influence, Left, Mean, PlanetSummary, PlayedBy,
    PopulationLost, Probability, Reputation, Rounds, SideAfterRound, SideSummary, Summary,
    Survivors, Swing, Timing, Units,
};
