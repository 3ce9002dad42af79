//! What the score counts.

/// Who gets the squares that are empty when neither side can move: the rules' key `empty`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// Nobody: discs are counted as they are.
    #[default]
    Nobody,
    /// The side with more discs.
    Winner,
}

impl Rest {
    /// The score of a side that has `lead` discs more in the end, `empties` squares being empty.
    #[inline]
    pub fn score(self, lead: i32, empties: i32) -> i32 {
        match self {
            Rest::Nobody => lead,
            Rest::Winner => lead + lead.signum() * empties,
        }
    }
}
