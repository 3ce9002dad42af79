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

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::Placements;
    use quod_game::Game;
    use quod_game::testkit::reachable;
    use quod_rules::{AtariGo, ConnectFour, ConnectFourPosition, TicTacToe};

    /// Of all boards of a superset as many are reached as there are positions, and none stays open.
    fn whole(game: &OpenGame, superset: &Placements, cells: u32, counted: usize) {
        let (mut members, mut yes) = (0u32, 0);
        for board in 0..3usize.pow(cells) {
            let member: Member = (0..cells).map(|it| (board / 3usize.pow(it) % 3) as u8).collect();
            let count = |player: u8| member.iter().filter(|&&it| it == player).count();
            if count(1) != count(2) && count(1) != count(2) + 1 {
                continue;
            }
            members += 1;
            match reached(game, superset, member, u64::MAX).0 {
                Reached::Yes => yes += 1,
                Reached::No => {}
                Reached::Open => panic!("nothing stays open without a bound"),
            }
        }
        assert_eq!(yes, counted);
        assert!(
            members as usize > yes && superset.size_log10() < f64::from(members).log10() + 1e-9
        );
    }

    #[test]
    fn as_many_boards_are_reached_as_there_are_positions() {
        let game = TicTacToe::new();
        let open = OpenGame::new(game.clone());
        let superset = Placements::of_moves(&open, vec![0; 9]);
        assert!((10f64.powf(superset.size_log10()) - 6046.0).abs() < 1e-6);
        whole(&open, &superset, 9, 5478);
        let game = AtariGo::new(3, false).unwrap();
        let counted = reachable(&game, &game.start()).len();
        let open = OpenGame::new(game);
        whole(&open, &Placements::of_moves(&open, vec![0; 9]), 9, counted);
    }

    /// Boards with a stone above an empty cell are no members, and are not reached either.
    #[test]
    fn stones_that_fall_are_followed_backwards() {
        let game = ConnectFour::new(3, 4).unwrap();
        let counted = reachable(&game, &game.start()).len();
        let open = OpenGame::new(game);
        let superset = Placements::of_columns(3, 4, |member| {
            let bit = |cell: usize| 1u128 << (cell / 4 * 5 + cell % 4);
            let set = |player| (0..12).filter(|&it| member[it] == player).map(bit).sum();
            Pos::new(ConnectFourPosition { stones: [set(1), set(2)] })
        });
        whole(&open, &superset, 12, counted);
    }
}
