//! What a search answers.

/// The answer of a search about the claim at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The prover can force the claim.
    Proved,
    /// The prover cannot force the claim.
    Disproved,
    /// Neither was shown.
    Unknown(Why),
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The budget of nodes is used up; another step continues.
    Nodes,
    /// The next expansion would exceed the memory bound. A higher bound continues.
    Memory,
    /// The root got a value that rests on repetitions which did not stand examination. Final.
    Repetition,
    /// A state has more children than this search has room for: over 65,535. Final; another search may
    /// do better.
    Breadth,
    /// Play comes back to a state, in a space that says it does not. Final: who wins endless play is not known.
    Cycle,
    /// Disproved, but in a space that withholds moves from the prover: the claim may still be true.
    /// Final.
    Restricted,
}

impl Verdict {
    /// Whether another step with the same bounds could change the answer.
    pub fn is_final(self) -> bool {
        !matches!(self, Verdict::Unknown(Why::Nodes | Why::Memory))
    }
}
