//! A tournament player in the manner of Lithidion (Allis 1994, §2.4.3).
//!
//! Book; then endgames; else alpha-beta with iterative deepening and a table, whose estimates split what
//! is left evenly and whose known values are those of the endgames. The move that it selects is
//! checked by proof-number search: if the opponent is proved to win after it, the move is barred and
//! the others are searched; if all moves lose, the first one selected is played. Budgets are counted
//! in nodes, so a player plays the same on every machine. It does not think in the opponent's time.
//!
//! Endgames hold values and no distances, so the best move by value may lead round in a circle. Among
//! moves of the same value those that lead to a position that was on the board before come last, and
//! captures first.

use crate::{Endgames, Successor};
use quod_game::{Move, Player as Side};
use quod_rules::AwariPosition;
use quod_search::deepening::{Deepen, Deepening, LOSS, WIN, Worth};
use quod_search::pn::{Graph, Options, PnSearch};
use quod_search::{Minimax, Verdict};

use super::{AwariSpace, Book, Initial, Node};

/// What the search tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Win, draw and loss, as the thesis's player does.
    Result,
    /// The number of stones.
    Difference,
}

/// How a player thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Positions that alpha-beta visits for a move.
    pub nodes: u64,
    /// The depth after which it stops in any case.
    pub depth: u32,
    /// Its table has 2 to this entries.
    pub table_bits: u32,
    /// Nodes of the proof-number search that checks a move; 0 for no check.
    pub check: u64,
    /// What the search tells apart.
    pub scale: Scale,
}

impl Default for Settings {
    fn default() -> Settings {
        let scale = Scale::Result;
        Settings { nodes: 2_000_000, depth: u32::MAX, table_bits: 18, check: 200_000, scale }
    }
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The opening book.
    Book,
    /// The endgames, by values of all moves.
    Endgames,
    /// A search that finished this many plies.
    Search {
        /// The last finished depth.
        depth: u32,
    },
    /// There is no other move.
    Forced,
}

/// A move with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Where it comes from.
    pub source: Source,
    /// Moves that were selected before and rejected, since they are proved to lose.
    pub rejected: Vec<Move>,
}

/// A player.
pub struct Player<E> {
    endgames: E,
    settings: Settings,
    book: Book,
}

impl<E: Endgames> Player<E> {
    /// A player with an opening book; [`Book::empty`] for none.
    pub fn new(endgames: E, settings: Settings, book: Book) -> Player<E> {
        Player { endgames, settings, book }
    }

    /// The move that the player makes in a position; `None` if there is none. `earlier` are the
    /// positions that were on the board before.
    pub fn choose(&self, pos: &AwariPosition, earlier: &[AwariPosition]) -> Option<Choice> {
        let side = pos.to_move;
        let root = Node::new(pos, side);
        let successors = root.board.successors();
        let choice =
            |pit, source| Choice { mv: Node::move_of(pit, side), source, rejected: Vec::new() };
        match successors.as_slice() {
            [] => None,
            [only] => Some(choice(only.pit, Source::Forced)),
            list => Some(match self.book.find(&root) {
                Some(pit) => choice(pit, Source::Book),
                None if root.stones() <= self.endgames.most_stones() => {
                    choice(self.best_known(&root, list, earlier, side), Source::Endgames)
                }
                None => self.search(root, side),
            }),
        }
    }

    /// The pit of the best move by the values of the endgames.
    fn best_known(
        &self,
        root: &Node,
        list: &[Successor],
        earlier: &[AwariPosition],
        side: Side,
    ) -> u8 {
        let merit = |it: &&Successor| {
            let next = root.after(it);
            let worth = -next.known_difference(&self.endgames).expect("fewer stones than known");
            let was = earlier.iter().any(|pos| Node::new(pos, side) == next);
            (worth, !was, it.captured)
        };
        list.iter().max_by_key(merit).expect("a move").pit
    }

    /// Alpha-beta, and the check of what it selects.
    fn search(&self, root: Node, side: Side) -> Choice {
        let mut barred: Vec<Move> = Vec::new();
        let mut first = None;
        let all = root.board.successors().as_slice().len();
        loop {
            let (mv, depth) = self.select(root, &barred);
            let source = Source::Search { depth };
            let (first_mv, first_source) = *first.get_or_insert((mv, source));
            let loses = self.settings.check > 0 && self.is_proved_to_lose(&root, mv);
            if loses {
                barred.push(mv);
            }
            if !loses || barred.len() == all {
                let (mv, source) = if loses { (first_mv, first_source) } else { (mv, source) };
                let named = |mv: Move| Node::move_of(mv.0 as u8, side);
                let rejected = barred.into_iter().map(named).filter(|it| *it != named(mv));
                return Choice { mv: named(mv), source, rejected: rejected.collect() };
            }
        }
    }

    /// The move that alpha-beta likes best, and the depth that it finished.
    fn select(&self, root: Node, barred: &[Move]) -> (Move, u32) {
        let game = Open { endgames: &self.endgames, scale: self.settings.scale, root, barred };
        let mut search = Deepening::with_table(game, root, self.settings.table_bits);
        let mut left = self.settings.nodes;
        // Small steps, so that a limit of depth is seen.
        while search.answer().is_none() && search.depth() <= self.settings.depth && left > 0 {
            let before = search.nodes();
            search.step(left.min(1 << 10));
            left = left.saturating_sub(search.nodes() - before);
        }
        let open = |it: &Successor| !barred.contains(&Move(it.pit.into()));
        let list = root.board.successors();
        let any = list.as_slice().iter().find(|it| open(it)).expect("a move that is not barred");
        let mv = search.line().first().copied();
        (mv.unwrap_or(Move(any.pit.into())), search.depth().saturating_sub(1))
    }

    /// Whether the opponent is proved to win after a move.
    fn is_proved_to_lose(&self, root: &Node, mv: Move) -> bool {
        let list = root.board.successors();
        let played = list.as_slice().iter().find(|it| u32::from(it.pit) == mv.0).expect("a move");
        let next = root.after(played);
        // The opponent is the prover, and to move.
        let claim = Node::at(next.board, -next.lead, true);
        let space = AwariSpace::new(&self.endgames, claim, 1, Initial::Stones);
        let options = Options { graph: Graph::Tree, ..Options::default() };
        let mut search = PnSearch::new(space, options);
        search.step(self.settings.check, &mut ()) == Verdict::Proved
    }
}

/// The game without a claim, some of the root's moves barred.
struct Open<'a, E> {
    endgames: &'a E,
    scale: Scale,
    root: Node,
    barred: &'a [Move],
}

impl<E: Endgames> Open<'_, E> {
    /// What a final difference is worth.
    fn value(&self, difference: i32) -> i32 {
        match (self.scale, difference.signum()) {
            (Scale::Difference, _) => difference,
            (Scale::Result, 1) => WIN,
            (Scale::Result, -1) => LOSS,
            (Scale::Result, _) => 0,
        }
    }
}

impl<E: Endgames> Minimax for Open<'_, E> {
    type State = Node;

    fn worth(&mut self, node: &Node) -> Worth {
        let (lead, stones) = (node.own_lead(), node.stones() as i32);
        if self.scale == Scale::Result && lead.abs() > stones {
            return Worth::Known(self.value(lead));
        }
        match node.known_difference(self.endgames) {
            Some(difference) => Worth::Known(self.value(difference)),
            None => Worth::Estimate(lead),
        }
    }

    fn moves(&mut self, node: &Node, moves: &mut Vec<(Move, Node)>) {
        let mut successors = node.board.successors();
        successors.captures_first();
        let barred: &[Move] = if *node == self.root { self.barred } else { &[] };
        let list = successors.as_slice().iter().map(|it| (Move(it.pit.into()), node.after(it)));
        moves.extend(list.filter(|(mv, _)| !barred.contains(mv)));
    }
}

impl<E: Endgames> Deepen for Open<'_, E> {
    fn same_class(&self, earlier: &Node, node: &Node) -> bool {
        earlier.is_in_class_of(node)
    }

    fn infinite_play(&self, node: &Node) -> i32 {
        self.value(node.own_lead())
    }
}
