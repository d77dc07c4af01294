//! Parts of a result that only the short report shows.

/// A figure of a game in the short report. Figures of all sides with the same title form one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Brief {
    /// Title of the line.
    pub title: &'static str,
    /// Words before the figure, after the name of the side if it belongs to one; may be empty.
    pub words: String,
    /// The figure.
    pub figure: BriefFigure,
}

/// Form of a figure in the short report.
#[derive(Clone, Debug, PartialEq)]
pub enum BriefFigure {
    /// A probability. It is left out if it is 0.
    Chance(f64),
    /// An expected number.
    Mean(f64),
    /// A gain in probability, in percentage points.
    Points(f64),
    /// A gain in the balance of losses, with its unit.
    Balance(f64, &'static str),
    /// A distribution over 0, 1, 2, …, with its mean.
    Distribution {
        /// Probability of each number.
        shares: Vec<f64>,
        /// Expected number.
        mean: f64,
    },
}

impl Brief {
    /// Creates a figure without words.
    #[must_use]
    pub fn new(title: &'static str, figure: BriefFigure) -> Self {
        Self { title, words: String::new(), figure }
    }

    /// Sets the words before the figure.
    #[must_use]
    pub fn words(self, words: impl Into<String>) -> Self {
        Self { words: words.into(), ..self }
    }
}

/// The first decision of a battle, before any die.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstDecision {
    /// The side that decides, in a sentence.
    pub who: String,
    /// The best choice.
    pub best: String,
    /// The next best choice.
    pub other: String,
    /// Loss of the other choice compared with the best one, with its unit.
    pub cost: String,
}

/// Odds of a side under other play, beside the odds of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The other play: `with the usual order of losses`.
    pub label: String,
    /// Probability that the first side wins.
    pub probability: f64,
}
