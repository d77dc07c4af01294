//! Result documents: plain numbers, without rules and without output.

mod engine;
mod extra;
mod luck;
mod play;
mod rank;
mod shown;
mod standing;
mod story;
mod summary;

pub use engine::{EngineUsed, StoryEngine};
pub use extra::{After, Extra, Extras};
pub use luck::Luck;
pub use play::{Choice, PlayedBy};
pub use rank::Rank;
pub use shown::{
    Cell, Chance, ChancePlace, Distribution, Distributions, GroupMeans, Line, Narrow, Section,
    SectionPlace, Sections, Shown, Words,
};
pub use standing::{Standing, Trial, Uncertain};
pub use story::{
    Actor, Story, StoryChapter, StoryDice, StoryEvent, StoryLeft, StoryRound, StorySide,
};
pub use summary::{
    AfterRound, Cost, Left, Mean, Outcomes, Rounds, SideAfterRound, SideSummary, Summary,
    Survivors, Swing, Timing, Units,
};
