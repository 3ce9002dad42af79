//! The strategy behind an answer: the winner's moves, written as a solution tree where that is small enough.

use hashbrown::{HashMap, HashSet};
use quod_cert::Evidence;
use quod_engine::{ChoiceWriter, Counted, OpenGame, Pos, SolveError, Step, Strategy};
use quod_game::Move;
use quod_search::{PORTION, Watch};

use crate::MateGame;
use crate::search::{FOREVER, Found, MateSearch, Node, left_after};

/// Nodes for each child in the first turn.
const FIRST_NODES: u64 = 1 << 12;

/// The strategy of a solved search: the attacker's if it wins, else the defender's.
pub(crate) struct MateStrategy<'s, L: MateGame> {
    search: &'s mut MateSearch<L>,
    won: bool,
    /// The most positions of a tree.
    most: usize,
    /// Whether nothing was written yet, so that a tree would show the claim alone.
    alone: bool,
    /// The moves found so far.
    moves: HashMap<Node<L::Board>, Move>,
    /// Where the defender's moves found so far lead to.
    answered: HashSet<Node<L::Board>>,
    watch: Watch,
}

/// Where the writer of a tree is below a position.
struct Level<B> {
    /// Positions after its moves that are still to be written, the first at the end.
    open: Vec<Node<B>>,
    /// The position itself, if it is not to be written again once all below it is.
    remembered: Option<Node<B>>,
}

/// The node of a position, which may count moves.
pub(crate) fn node_of<L: MateGame>(laws: &L, pos: &Pos) -> Node<L::Board> {
    if !pos.is_of::<Counted>() {
        return Node { board: laws.board(pos), left: FOREVER };
    }
    let counted = pos.of::<Counted>();
    Node { board: laws.board(&counted.pos), left: counted.left as u16 }
}

impl<'s, L: MateGame> MateStrategy<'s, L> {
    pub(crate) fn new(
        search: &'s mut MateSearch<L>,
        won: bool,
        most: usize,
        watch: &Watch,
    ) -> MateStrategy<'s, L> {
        let (moves, answered, watch) = (HashMap::new(), HashSet::new(), watch.clone());
        MateStrategy { search, won, most, alone: true, moves, answered, watch }
    }

    /// The error where there is no move.
    fn lost(&self) -> SolveError {
        match self.watch.goes_on() {
            true => SolveError::Strategy("the search does not show the claim".to_string()),
            false => SolveError::Stopped,
        }
    }

    /// Whether the claim is settled at a node: `Some(true)` if as the strategy's side wants it.
    fn settled(&self, node: &Node<L::Board>) -> Option<bool> {
        let over = self.search.laws().outcome(&node.board);
        let won = over.map(|winner| winner == Some(self.search.attacker()));
        // (With no moves left the defender's move may still win for the attacker, where not only own moves win.)
        let attackers = self.search.laws().mover(&node.board) == self.search.attacker();
        let run_out = node.left == 0 && (attackers || self.search.laws().only_own_moves_win());
        won.or(run_out.then_some(false)).map(|won| won == self.won)
    }

    /// The position after a move.
    fn after(&self, node: &Node<L::Board>, mv: Move) -> Node<L::Board> {
        let counts = u16::from(self.search.laws().mover(&node.board) == self.search.attacker());
        let board = self.search.laws().play_by_rules(&node.board, mv);
        Node { board, left: left_after(node.left, counts) }
    }

    /// Whether the table knows that the strategy's side gets what it wants at a node, or does not.
    fn known(&self, node: &Node<L::Board>) -> Option<bool> {
        let ways = self.search.laws().ways(&node.board);
        let mut each = ways.iter().map(|way| self.search.known(way, node.left));
        let won = if each.clone().any(|it| it == Some(true)) {
            Some(true)
        } else {
            each.all(|it| it == Some(false)).then_some(false)
        };
        won.map(|won| won == self.won)
    }

    /// The move of the strategy's side at a node where it is to move and gets what it wants.
    fn chosen(&mut self, node: &Node<L::Board>) -> Option<Move> {
        if let Some(mv) = self.moves.get(node) {
            return Some(*mv);
        }
        let at_once = match self.won {
            true => self.search.laws().mates_at_once(&node.board, None, &mut Vec::new()),
            false => None,
        };
        let mv = at_once.or_else(|| self.looked_up(node)).or_else(|| self.searched(node))?;
        self.moves.insert(node.clone(), mv);
        if !self.won {
            self.answered.insert(self.after(node, mv));
        }
        Some(mv)
    }

    /// A move to a position that the table knows to be as wanted, the table's own first.
    fn looked_up(&self, node: &Node<L::Board>) -> Option<Move> {
        let laws = self.search.laws();
        let attackers = laws.mover(&node.board) == self.search.attacker();
        let legal = laws.legal_by_rules(&node.board);
        let ways = laws.ways(&node.board);
        let own = ways.iter().enumerate().filter_map(|(way, board)| {
            self.search.best(board).map(|mv| laws.said(way, mv)).filter(|mv| legal.contains(mv))
        });
        let is_wanted = |mv: &Move| {
            let next = self.after(node, *mv);
            self.settled(&next).or_else(|| self.known(&next)) == Some(true)
        };
        if self.won && node.left == FOREVER {
            // No number of moves keeps play from coming back; what is known to be won sooner each time does.
            return legal.iter().copied().filter(is_wanted).min_by_key(|&mv| {
                let next = self.after(node, mv);
                if self.settled(&next).is_some() {
                    return 0;
                }
                let ways = laws.ways(&next.board);
                ways.iter().filter_map(|it| self.search.won_within(it)).min().unwrap_or(u16::MAX)
            });
        }
        if !self.won && !attackers && laws.any_number() {
            // Each of the attacker's moves has to be answered: where it was answered before, or has few, the proof is small.
            return legal.iter().copied().filter(is_wanted).min_by_key(|&mv| {
                let next = self.after(node, mv);
                let has_more = laws.mover(&next.board) != self.search.attacker();
                let checks = laws.legal_by_rules(&next.board).len();
                (has_more, !self.answered.contains(&next), checks)
            });
        }
        own.chain(legal.iter().copied()).find(is_wanted)
    }

    /// The same where the table has forgotten: children are searched until one is as wanted. All of them in turns, each
    /// time with four times the nodes: a child that is not as wanted may take hours to show it, beside one that takes a
    /// moment.
    fn searched(&mut self, node: &Node<L::Board>) -> Option<Move> {
        let mut legal = self.search.laws().legal_by_rules(&node.board);
        let attackers = self.search.laws().mover(&node.board) == self.search.attacker();
        if attackers {
            // What leaves the fewest replies first: the numbers of all others may be large.
            legal.sort_by_key(|&mv| self.search.laws().mobility(&self.after(node, mv).board));
        }
        let mut open = Vec::with_capacity(legal.len());
        for mv in legal {
            let next = self.after(node, mv);
            match self.settled(&next) {
                Some(true) => return Some(mv),
                Some(false) => {}
                None => open.push((mv, self.search.laws().ways(&next.board), next.left)),
            }
        }
        let mut nodes = FIRST_NODES;
        while !open.is_empty() {
            let mut still = Vec::with_capacity(open.len());
            for (mv, mut ways, left) in open {
                // The attacker needs one of the ways, the defender all.
                let mut lost = false;
                while let Some(way) = ways.last().filter(|_| !lost) {
                    self.search.ask(way.clone(), left);
                    match self.turn(nodes)? {
                        Found::Won if self.won => return Some(mv),
                        Found::NotWon => drop(ways.pop()),
                        Found::Won | Found::NotWonSo => lost = true,
                        Found::Nothing => {
                            self.search.close();
                            break;
                        }
                    }
                }
                match ways.is_empty() {
                    true if !self.won => return Some(mv),
                    false if !lost => still.push((mv, ways, left)),
                    _ => {}
                }
            }
            open = still;
            nodes = nodes.saturating_mul(4);
        }
        None
    }

    /// Searches so many nodes; `None` if the work is to end.
    fn turn(&mut self, nodes: u64) -> Option<Found> {
        let mut left = nodes;
        while left > 0 {
            let portion = left.min(PORTION);
            left -= portion;
            match self.search.step(portion) {
                Found::Nothing if self.watch.goes_on() => {}
                Found::Nothing => return None,
                found => return Some(found),
            }
        }
        Some(Found::Nothing)
    }

    /// The solution tree below a node, as a checker reads it (section 4.6 of the format); `None` if it has too many
    /// positions, or a choice is lacking.
    fn tree(&mut self, root: &Node<L::Board>) -> Option<Vec<u8>> {
        let [alone, below] = self.search.laws().most_in_trees();
        let most = self.most.min(if std::mem::take(&mut self.alone) { alone } else { below });
        let mut written = ChoiceWriter::default();
        let (mut shown, mut positions) = (HashSet::new(), 0);
        let mut line = vec![Level { open: vec![root.clone()], remembered: None }];
        while let Some(level) = line.last_mut() {
            let Some(node) = level.open.pop() else {
                shown.extend(level.remembered.take());
                line.pop();
                continue;
            };
            positions += 1;
            if positions > most {
                return None;
            }
            match self.settled(&node) {
                Some(true) => continue,
                Some(false) => return None,
                None if shown.contains(&node) => continue,
                None => {}
            }
            let mut moves = self.search.laws().legal_by_rules(&node.board);
            let mut remembered = None;
            let attackers = self.search.laws().mover(&node.board) == self.search.attacker();
            if attackers == self.won && moves.len() > 1 {
                let mv = self.chosen(&node)?;
                written.push(moves.iter().position(|it| *it == mv)?, moves.len());
                moves = vec![mv];
                remembered = Some(node.clone());
            }
            let open = moves.iter().rev().map(|&mv| self.after(&node, mv)).collect();
            line.push(Level { open, remembered });
        }
        Some(written.into_bytes())
    }
}

impl<L: MateGame> Strategy for MateStrategy<'_, L> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let node = node_of(self.search.laws(), pos);
        if let Some(choices) = self.tree(&node) {
            return Ok(Step::Evidence(Evidence::SolutionTree(choices)));
        }
        match self.chosen(&node) {
            Some(mv) => Ok(Step::Move(mv)),
            None => Err(self.lost()),
        }
    }

    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        Ok(self.tree(&node_of(self.search.laws(), pos)).map(Evidence::SolutionTree))
    }

    /// There are no symmetries.
    fn canonical(&self, _game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        (pos.clone(), 0)
    }
}
