//! Restricted trees: the attacker is given few moves at first, then more, then all.
//!
//! A mate found with few moves is a mate. That there is none by these moves says nothing, so the next stage is
//! begun, and so it is when a stage has used up its nodes.

/// Where the stages stand.
#[derive(Clone, Copy, Debug)]
pub struct Stages {
    list: &'static [(usize, u64)],
    at: usize,
    /// The nodes at which this stage ends.
    pub end: u64,
}

/// The moves and nodes of the stages before that of all moves.
fn env() -> &'static [(usize, u64)] {
    static LIST: std::sync::OnceLock<Vec<(usize, u64)>> = std::sync::OnceLock::new();
    LIST.get_or_init(|| {
        let text = std::env::var("STAGES").unwrap_or_default();
        text.split(',').filter(|s| !s.is_empty()).map(|s| { let (a, b) = s.split_once(':').unwrap(); (a.parse().unwrap(), b.parse().unwrap()) }).collect()
    })
}

/// Mates in so few moves are asked of all moves at once.
const NEAR: u16 = 3;

impl Stages {
    /// The stages of a question, begun at so many nodes.
    pub fn of(left: u16, nodes: u64) -> Stages {
        let list = if left <= NEAR { &[] } else { env() };
        let mut stages = Stages { list, at: 0, end: u64::MAX };
        stages.set(nodes);
        stages
    }

    fn set(&mut self, nodes: u64) {
        self.end = self.list.get(self.at).map_or(u64::MAX, |&(_, most)| nodes + most);
    }

    /// Goes on to the next.
    pub fn next(&mut self, nodes: u64) {
        self.at += 1;
        self.set(nodes);
    }

    /// Whether all moves are looked at.
    pub fn is_full(&self) -> bool {
        self.at >= self.list.len()
    }

    /// The most moves of the attacker's, if there is such a number.
    pub fn width(&self) -> Option<usize> {
        self.list.get(self.at).map(|&(width, _)| width)
    }

    /// The stage's mark in the table: 0 for all moves.
    pub fn now(&self) -> u8 {
        self.width().map_or(0, |width| width as u8)
    }
}
