//! How a proof-number search is to be run.

/// Which graph the search builds of the space (Allis 1994, §2.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graph {
    /// A tree: equal states on different paths are different nodes. In a cyclic space a state that
    /// repeats one of its ancestors is a leaf with the value of infinite play, exactly.
    Tree,
    /// Only states reached by a conversion are shared; inside a conversion class the graph is a tree
    /// and repetitions are exact. The first practical method for cyclic graphs. In an acyclic space
    /// every move is a conversion, so this is the same as [`Graph::Full`].
    Conversions,
    /// Every state is shared. In an acyclic space this is the directed acyclic graph; in a cyclic
    /// one it is the second practical method, with at most two nodes a state, the second being "it
    /// is its own ancestor". Values that rest on such nodes are examined before they are answered
    /// and may end as [`crate::Why::Repetition`].
    Full,
}

/// When nodes are evaluated (Allis 1994, §2.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationTime {
    /// When they are found. More is known at the same size; the thesis uses it throughout.
    Immediate,
    /// When they are developed. For slow evaluations and uneven numbers of moves.
    Delayed,
}

/// How the numbers of children add up where all of them must be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    /// The sum, as the thesis defines it; counts shared subtrees twice.
    Sum,
    /// The greatest plus the number of other unsolved children ("weak" proof numbers; Ueda,
    /// Hashimoto, Hashimoto and Iida 2008): never counts a shared subtree twice, and undercounts
    /// separate ones.
    Weak,
}

/// The settings of [`super::PnSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which graph is built.
    pub graph: Graph,
    /// When nodes are evaluated.
    pub evaluation: EvaluationTime,
    /// How numbers add up.
    pub sums: Sums,
    /// In [`Graph::Tree`]: solved subtrees are removed and their places reused (§2.3.1). What proves
    /// the root is then gone when the search ends. Has no effect on other graphs.
    pub remove_solved: bool,
    /// Whether children that were solved by evaluation when they were found, and do not solve their
    /// parent, are kept in memory. They influence nothing; whoever wants them can evaluate again.
    pub keep_evaluated: bool,
    /// The most bytes that nodes, edges and tables may take. What states own on the heap, the
    /// queue of an update and the second pass ([`super::Solution`]) come on top. No search runs in
    /// less than about 0.3 MB.
    pub memory_limit: u64,
}

impl Default for Options {
    /// The full graph, immediate evaluation, sums, one gigabyte.
    fn default() -> Options {
        Options {
            graph: Graph::Full,
            evaluation: EvaluationTime::Immediate,
            sums: Sums::Sum,
            remove_solved: true,
            keep_evaluated: false,
            memory_limit: 1 << 30,
        }
    }
}

impl Options {
    /// Whether solved subtrees go.
    pub(super) fn removes(&self) -> bool {
        self.remove_solved && self.graph == Graph::Tree
    }
}
