//! Result documents: plain numbers, without rules and without output.

mod advice;
mod analysis;
mod battle;
mod engine;
mod figure;
mod luck;
mod play;
mod rank;
mod ranked_candidate;
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
pub use engine::{EngineUsed, StoryEngine};
pub(crate) use figure::settle_numbers;
pub use figure::{Amount, Distribution, Field, Figure, Figures, Line, Shown, Table};
pub use luck::{Luck, RankedEnd};
pub use play::{BestPlay, Choice, FirstDecision, Hint, Manner, PlayedBy};
pub use rank::Rank;
pub use ranked_candidate::{RankedCandidate, Trial, Uncertain};
pub use sides::SideFleet;
pub use skill_table::{PlayerTotal, RecordLeftOut, SkillTable};
pub use story::{
    Actor, Story, StoryChapter, StoryDice, StoryEvent, StoryLeft, StoryRound, StorySide,
};
pub use summary::{
    AfterRound, AsTyped, Cost, Left, Mean, Outcomes, RESULT_SCHEMA, ROLES, Rounds, SideAfterRound,
    SideSummary, Summary, Survivors, Swing, Timing, Units,
};
