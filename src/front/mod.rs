//! What users of the library see: fights, their results, and games of their own.

pub(crate) mod fight;
pub mod own;
pub mod results;
