//! Whether play reaches a member of a superset: it is followed backwards to the start.
//!
//! The superset proposes what may have been before; the rules decide, playing forwards. So a member that is
//! called reached is reached, whatever the superset says. One is called unreachable only if everything that
//! may have been before it was looked at, which needs a superset that leaves nothing out.

use hashbrown::HashSet;
use quod_engine::{Member, OpenGame, Pos, Superset};

/// What is known of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// Play reaches it.
    Yes,
    /// Play does not.
    No,
    /// Not known.
    Open,
}

/// Looks backwards from a member, at so many positions at most; says what is known and how many it were.
pub(super) fn reached(
    game: &OpenGame,
    superset: &dyn Superset,
    member: Member,
    most: u64,
) -> (Reached, u64) {
    let Some(pos) = superset.position(&member) else { return (Reached::No, 1) };
    let start = game.start();
    if pos == start {
        return (Reached::Yes, 1);
    }
    let mut search = Backwards { game, superset, start, seen: HashSet::new(), nodes: 1, all: true };
    let mut open = search.before(&member, &pos);
    while let Some((member, pos)) = open.pop() {
        if pos == search.start {
            return (Reached::Yes, search.nodes);
        }
        if search.nodes >= most {
            return (Reached::Open, search.nodes);
        }
        if search.seen.insert(member.clone()) {
            let more = search.before(&member, &pos);
            open.extend(more);
        }
    }
    (if search.all { Reached::No } else { Reached::Open }, search.nodes)
}

/// A search backwards, depth first.
struct Backwards<'g> {
    game: &'g OpenGame,
    superset: &'g dyn Superset,
    start: Pos,
    seen: HashSet<Member>,
    nodes: u64,
    /// Whether the superset left nothing out so far.
    all: bool,
}

impl Backwards<'_> {
    /// From where one legal move leads to a position.
    fn before(&mut self, member: &Member, pos: &Pos) -> Vec<(Member, Pos)> {
        let mut proposed = Vec::new();
        self.all &= self.superset.before(member, &mut proposed);
        let mut found = Vec::new();
        for before in proposed {
            if self.seen.contains(&before) {
                continue;
            }
            self.nodes += 1;
            if let Some(from) = self.superset.position(&before)
                && self.leads(&from, pos)
            {
                found.push((before, from));
            }
        }
        found
    }

    /// Whether a legal move leads from one position to the other.
    fn leads(&self, from: &Pos, to: &Pos) -> bool {
        let moves = self.game.legal_moves(from);
        moves.into_iter().any(|mv| self.game.play(from, mv) == *to)
    }
}
