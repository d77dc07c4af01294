//! How lucky was what happened, in the form in which it is reported.

use serde::Serialize;

/// Where what happened stands among all that could have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// Name and version of this form.
    pub schema: &'static str,
    /// The rulebook.
    pub rules: String,
    /// What the shares rest on: `exact`, or `simulate`.
    pub engine: &'static str,
    /// Battles that were simulated; none where the shares are exact.
    pub battles: u64,
    /// Their seed.
    pub seed: u64,
    /// Whose luck it is.
    pub side: String,
    /// By side, the fleet as it would be typed.
    pub fleets: Vec<String>,
    /// What happened, in words.
    pub happened: String,
    /// How likely exactly this is.
    pub probability: f64,
    /// How likely it is that a battle ends worse for the side.
    pub worse: f64,
    /// Just as well.
    pub same: f64,
    /// Better.
    pub better: f64,
    /// What is worse, and half of what is just as good.
    pub percentile: f64,
    /// All that in a sentence.
    pub sentence: String,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl Luck {
    /// What one calls such luck.
    #[must_use]
    pub fn word(percentile: f64) -> &'static str {
        match percentile {
            p if p < 0.025 => "dreadful luck",
            p if p < 0.16 => "bad luck",
            p if p < 0.4 => "a little unlucky",
            p if p <= 0.6 => "about what was to be expected",
            p if p <= 0.84 => "a little lucky",
            p if p <= 0.975 => "good luck",
            _ => "wonderful luck",
        }
    }
}
