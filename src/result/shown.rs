//! What reports show of the figures that a game adds to a result.

/// Part of an extra figure that people see in tables and on pages.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// None: the figure is for programs.
    Nothing,
    /// A probability of a side.
    Chance(ShownChance),
    /// A distribution, and others that follow from it.
    Distributions(ShownDistributions),
    /// Lines below the figures of the battle.
    Lines(Vec<ShownLine>),
    /// Expected numbers of some groups of a side.
    GroupMeans(GroupMeans),
    /// A list of words about a side, below the table.
    Words(Words),
    /// A section of its own, in a table and on a page.
    Sections(Box<Sections>),
}

/// A probability of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownChance {
    /// The probability.
    pub probability: f64,
    /// Its place in a table.
    pub table: ChancePlace,
    /// Words after the name of the side, in the odds of a page.
    pub page: &'static str,
}

/// Place of a side's probability in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChancePlace {
    /// A line among the odds, with these words after the name of the side, if it is possible.
    Odds(&'static str),
    /// A line below the figures of the battle, with these words, if it is possible.
    Below(&'static str),
    /// A column of a section, with a row for each side.
    Column {
        /// Title of the section.
        section: &'static str,
        /// Title of the column.
        title: &'static str,
    },
}

/// Distributions that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownDistributions {
    /// Title on a page, which has the first distribution and the means of all; `None` if pages do
    /// not show them.
    pub page: Option<&'static str>,
    /// The distributions.
    pub all: Vec<ShownDistribution>,
}

/// A distribution over 0, 1, 2, ….
#[derive(Clone, Debug, PartialEq)]
pub struct ShownDistribution {
    /// Title of its section.
    pub title: &'static str,
    /// Expected value.
    pub mean: f64,
    /// Probability of each value; empty if the distribution is not known.
    pub shares: Vec<f64>,
    /// Number of values that tables show in any case. Of the others, they leave out the last ones
    /// if no side can have them.
    pub least: usize,
    /// Form for which tables have room if they have no room for all values.
    pub narrow: Narrow,
}

/// Form of a distribution without room for all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    /// A small diagram.
    Diagram,
    /// The probabilities of the least and the greatest value.
    Ends,
}

/// A line with a probability.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownLine {
    /// Index of the side that it is about, if it is about one.
    pub side: Option<usize>,
    /// Text of the line.
    pub text: String,
    /// The probability.
    pub probability: f64,
}

/// Expected numbers of some groups of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupMeans {
    /// Title of the section.
    pub title: &'static str,
    /// The groups in words, with their expected numbers.
    pub groups: Vec<(String, f64)>,
}

/// A list of words about a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Words after the name of the side.
    pub title: &'static str,
    /// The list.
    pub words: Vec<String>,
}

/// A section of a table, and that of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Sections {
    /// Place in the table; pages have sections in the order of the figures.
    pub place: SectionPlace,
    /// Width of the names in the table, at most.
    pub names: usize,
    /// The section of the table.
    pub table: Section,
    /// The section of the page.
    pub page: Section,
}

/// A section with named rows and columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Title of the section.
    pub title: &'static str,
    /// Titles of the columns.
    pub columns: Vec<&'static str>,
    /// Rows, each with a name.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// Place of a section in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionPlace {
    /// After the survivors.
    Survivors,
    /// After the cost.
    Cost,
}

/// A cell of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A probability.
    Share(f64),
    /// A probability that tables never show as certain.
    RoughShare(f64),
    /// An expected number.
    Mean(f64),
    /// A gain in probability, in percentage points.
    Points(f64),
    /// A gain in the balance of losses.
    Balance(f64),
    /// Names, each with a probability; blank without any.
    Shares(Vec<(String, f64)>),
}
