//! The games. One folder per rulebook; rules are written once and know no engine.

pub mod eclipse;
