//! Names, which no kernel sees.

/// What a report calls the sides and their groups.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Name of the side.
    pub name: String,
    /// The fleet as it would be typed.
    pub fleet: String,
    /// Class of each group.
    pub classes: Vec<String>,
}
