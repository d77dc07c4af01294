//! Names for reports. The simulation kernel never sees them.

/// Names of a side and of its groups in reports.
#[derive(Clone, Debug)]
pub struct Labels {
    /// Name of the side.
    pub name: String,
    /// Fleet in the notation of the command line.
    pub fleet: String,
    /// Class of each group.
    pub classes: Vec<String>,
}
