//! Result documents: plain numbers, without rules and without output.

mod advice;
mod analysis;
mod battle;
mod brief;
mod engine;
mod extra;
mod luck;
mod play;
mod rank;
mod ranked_candidate;
mod shown;
mod sides;
mod skill_table;
mod story;
mod summary;

pub use advice::{Advice, AdvisedChoice, AdvisedRoll, Worth};
pub use analysis::{AnalysedMarks, AnalysedSide, AnalysedStep, AnalysedWorth, Analysis, Skill};
pub use battle::{
    BattleChoice, BattleChoices, BattleDice, BattleGroup, BattleNext, BattleNow, BattleRoll,
    BattleSide, RollEntry,
};
pub use brief::{Brief, BriefFigure, FirstDecision, Hint};
pub use engine::{EngineUsed, StoryEngine};
pub(crate) use extra::settle_numbers;
pub use extra::{Extra, ExtraPlace, Extras};
pub use luck::{Luck, RankedEnd};
pub use play::{BestPlay, Choice, Manner, PlayedBy};
pub use rank::Rank;
pub use ranked_candidate::{RankedCandidate, Trial, Uncertain};
pub use shown::{
    Cell, ChancePlace, GroupMeans, Narrow, Section, SectionPlace, Sections, Shown, ShownChance,
    ShownDistribution, ShownDistributions, ShownLine, Words,
};
pub use sides::SideFleet;
pub use skill_table::{PlayerTotal, RecordLeftOut, SkillTable};
pub use story::{
    Actor, Story, StoryChapter, StoryDice, StoryEvent, StoryLeft, StoryRound, StorySide,
};
pub use summary::{
    AfterRound, AsTyped, Cost, Left, Mean, Outcomes, RESULT_SCHEMA, ROLES, Rounds, SideAfterRound,
    SideSummary, Summary, Survivors, Swing, Timing, Units,
};
