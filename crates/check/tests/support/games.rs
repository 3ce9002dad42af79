//! Two small games: lines on a board, and a graph given by hand.

use std::collections::HashMap;

use quod_game::testkit::Rng;
use quod_game::{Claim, Cyclic, Game, LineGame, Move, NotationError, Outcome, Player, Symmetric};

/// Both players' cells as sets of bits.
pub type Stones = [u64; 2];

/// A game of lines with stones on the first 64 cells at most. A board of 3×3 also has its mirror image as a symmetry.
#[derive(Clone, Debug)]
pub struct Lines {
    pub cells: usize,
    pub lines: Vec<Vec<u16>>,
    /// The border of each line; none where longer lines win too.
    pub borders: Vec<Vec<u16>>,
    pub mirror: Option<Vec<u16>>,
    /// If not 0, the first player may not play where he would lack two cells at most of so many lines or more. He may if the second has an odd number of stones on the lines through the cell, or to fill a line.
    pub forbids: usize,
}

impl Lines {
    /// Every straight line of `size` cells in a cube-like board with the given extents.
    pub fn straight(extents: [usize; 3], size: usize) -> Lines {
        Lines { borders: Vec::new(), ..Lines::exactly(extents, size) }
    }

    /// The same, and a longer row of stones does not win.
    pub fn exactly(extents: [usize; 3], size: usize) -> Lines {
        let [layers, rows, columns] = extents.map(|it| it as i32);
        let number = |at: [i32; 3]| ((at[0] * rows + at[1]) * columns + at[2]) as u16;
        let inside = |at: [i32; 3]| (0..3).all(|i| (0..extents[i] as i32).contains(&at[i]));
        let (mut lines, mut borders) = (Vec::new(), Vec::new());
        for start in 0..layers * rows * columns {
            let from = [start / columns / rows, start / columns % rows, start % columns];
            for step in (14..27).map(|code| [code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1]) {
                let place = |k: i32| [0, 1, 2].map(|i: usize| from[i] + k * step[i]);
                let cells: Vec<[i32; 3]> = (0..size as i32).map(place).collect();
                if cells.iter().all(|&at| inside(at)) {
                    lines.push(cells.into_iter().map(number).collect());
                    let ends = [place(-1), place(size as i32)].into_iter();
                    borders.push(ends.filter(|&at| inside(at)).map(number).collect());
                }
            }
        }
        let mirror = (extents[0] == 1 && rows == columns).then(|| {
            (0..rows * columns).map(|cell| number([0, cell % columns, cell / columns])).collect()
        });
        Lines { cells: extents.iter().product(), lines, borders, mirror, forbids: 0 }
    }

    /// Tic-tac-toe.
    pub fn three() -> Lines {
        Lines::straight([1, 3, 3], 3)
    }

    /// Whether these stones fill a line.
    pub fn filled(&self, stones: u64) -> bool {
        let has = |cell: &u16| stones >> cell & 1 == 1;
        let fills = |(at, line): (usize, &Vec<u16>)| {
            line.iter().all(has) && !self.borders.get(at).is_some_and(|it| it.iter().any(has))
        };
        self.lines.iter().enumerate().any(fills)
    }

    /// The same where moves are forbidden to the first player from so many lines on.
    pub fn forbidding(self, from: usize) -> Lines {
        Lines { forbids: from, ..self }
    }

    /// Whether the player may play on an empty cell, whatever stones the other one has elsewhere.
    pub fn free(&self, pos: &Stones, player: Player, cell: u32) -> bool {
        let [own, other] = [pos[player.index()], pos[player.other().index()]];
        let fills = || self.filled(own | 1 << cell);
        !self.forbids(player) || self.dangers(own, other, cell) < self.forbids || fills()
    }

    /// Of how many lines through the cell, none with a stone of the other's, two cells at most are lacking with a stone there.
    fn dangers(&self, own: u64, other: u64, cell: u32) -> usize {
        let through = self.lines.iter().filter(|it| it.contains(&(cell as u16)));
        let on =
            |line: &[u16], stones: u64| line.iter().filter(|&&it| stones >> it & 1 == 1).count();
        through.filter(|line| on(line, own) + 3 >= line.len() && on(line, other) == 0).count()
    }

    fn is_legal(&self, pos: &Stones, cell: u32) -> bool {
        let player = self.to_move(pos);
        let other = pos[player.other().index()];
        let through = self.lines.iter().filter(|it| it.contains(&(cell as u16)));
        let near = through.flatten().fold(0, |set, &it| set | 1 << it);
        self.free(pos, player, cell) || (near & other).count_ones() % 2 == 1
    }

    /// Any lines at all, of one to four cells, some perhaps twice, with borders.
    pub fn random_bordered(cells: usize, rng: &mut Rng) -> Lines {
        let mut game = Lines::random(cells, rng);
        for line in &game.lines {
            let beside = (0..rng.below(3)).map(|_| rng.below(cells) as u16);
            let mut border: Vec<u16> = beside.filter(|cell| !line.contains(cell)).collect();
            border.dedup();
            game.borders.push(border);
        }
        game
    }

    /// Any lines at all, of one to four cells, some perhaps twice.
    pub fn random(cells: usize, rng: &mut Rng) -> Lines {
        let lines = (0..2 + rng.below(10))
            .map(|_| {
                let mut line: Vec<u16> = Vec::new();
                for _ in 0..if rng.chance(1, 30) { 1 } else { 2 + rng.below(3) } {
                    let cell = rng.below(cells) as u16;
                    if !line.contains(&cell) {
                        line.push(cell);
                    }
                }
                line
            })
            .collect();
        Lines { cells, lines, borders: Vec::new(), mirror: None, forbids: 0 }
    }

    /// The position after these moves from the empty board.
    pub fn after(&self, moves: &[u32]) -> Stones {
        moves.iter().fold([0, 0], |pos, &mv| self.play(&pos, Move(mv)))
    }

    /// A random position that is not over, with at most `most_empty` empty cells unless random play
    /// does not get that far.
    pub fn random_position(&self, most_empty: usize, rng: &mut Rng) -> Stones {
        for _ in 0..100 {
            let mut pos = self.start();
            let stop = rng.below(most_empty.min(self.cells)) + 1;
            loop {
                let moves = self.legal_moves(&pos);
                if moves.is_empty() {
                    break;
                }
                if moves.len() <= stop {
                    return pos;
                }
                pos = self.play(&pos, moves[rng.below(moves.len())]);
            }
        }
        self.start()
    }
}

impl Game for Lines {
    type Position = Stones;

    fn name(&self) -> String {
        format!("lines:cells={}", self.cells)
    }

    fn start(&self) -> Stones {
        [0, 0]
    }

    fn to_move(&self, pos: &Stones) -> Player {
        Player::BOTH[usize::from(pos[0].count_ones() > pos[1].count_ones())]
    }

    fn outcome(&self, pos: &Stones) -> Option<Outcome> {
        for player in Player::BOTH {
            if self.filled(pos[player.index()]) {
                return Some(Outcome::win(player));
            }
        }
        let full = (pos[0] | pos[1]).count_ones() as usize == self.cells;
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        if !full && moves.is_empty() {
            return Some(Outcome::win(self.to_move(pos).other()));
        }
        full.then_some(Outcome::DRAW)
    }

    fn moves(&self, pos: &Stones, moves: &mut Vec<Move>) {
        let empty = (0..self.cells as u32).filter(|cell| (pos[0] | pos[1]) >> cell & 1 == 0);
        moves.extend(empty.filter(|&cell| self.is_legal(pos, cell)).map(Move));
    }

    fn play(&self, pos: &Stones, mv: Move) -> Stones {
        let mut next = *pos;
        next[self.to_move(pos).index()] |= 1 << mv.0;
        next
    }

    fn encode(&self, pos: &Stones, out: &mut Vec<u8>) {
        out.extend(pos[0].to_le_bytes());
        out.extend(pos[1].to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Result<Stones, NotationError> {
        let bad = || NotationError::new("encoding", "a position", format!("{bytes:?}"));
        let (words, rest) = bytes.as_chunks::<8>();
        let &[first, second] = words else { return Err(bad()) };
        let pos = [u64::from_le_bytes(first), u64::from_le_bytes(second)];
        let (a, b) = (pos[0].count_ones(), pos[1].count_ones());
        let inside = self.cells >= 64 || (pos[0] | pos[1]) >> self.cells == 0;
        let counts = a == b || a == b + 1;
        if rest.is_empty() && inside && counts && pos[0] & pos[1] == 0 {
            Ok(pos)
        } else {
            Err(bad())
        }
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<Stones>> {
        self.mirror.is_some().then_some(self)
    }

    fn lines(&self) -> Option<&dyn LineGame<Stones>> {
        Some(self)
    }
}

impl LineGame<Stones> for Lines {
    fn cells(&self) -> usize {
        self.cells
    }

    fn lines(&self) -> &[Vec<u16>] {
        &self.lines
    }

    fn border(&self, _player: Player, line: usize) -> &[u16] {
        self.borders.get(line).map_or(&[], Vec::as_slice)
    }

    fn forbids(&self, player: Player) -> bool {
        self.forbids > 0 && player == Player::First
    }

    fn is_free(&self, player: Player, cell: u16, stone: &dyn Fn(u16) -> Option<Player>) -> bool {
        let stones = Player::BOTH.map(|player| {
            let own = (0..self.cells as u16).filter(|&it| stone(it) == Some(player));
            own.fold(0, |set, it| set | 1 << it)
        });
        self.free(&stones, player, cell.into())
    }

    fn stone(&self, pos: &Stones, cell: u16) -> Option<Player> {
        let has = |player: &Player| cell < 64 && pos[player.index()] >> cell & 1 == 1;
        Player::BOTH.into_iter().find(has)
    }
}

impl Symmetric<Stones> for Lines {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &Stones) -> Stones {
        let cells = 0..self.cells as u32;
        pos.map(|set| match map {
            0 => set,
            _ => (cells.clone().filter(|cell| set >> cell & 1 == 1))
                .map(|cell| 1 << self.map_move(map, Move(cell)).0)
                .sum(),
        })
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        match (&self.mirror, map) {
            (Some(mirror), 1) => Move(u32::from(mirror[mv.0 as usize])),
            _ => mv,
        }
    }
}

/// Whether the player can force a win, by playing everything out.
pub fn brute_force_win(
    game: &Lines,
    pos: &Stones,
    player: Player,
    known: &mut HashMap<Stones, bool>,
) -> bool {
    if let Some(outcome) = game.outcome(pos) {
        return outcome.winner == Some(player);
    }
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let mine = game.to_move(pos) == player;
    let found = (game.legal_moves(pos).into_iter())
        .any(|mv| brute_force_win(game, &game.play(pos, mv), player, known) == mine);
    known.insert(*pos, found == mine);
    found == mine
}

/// A node of a [`Graph`].
#[derive(Clone, Debug)]
pub struct GraphNode {
    pub to_move: Player,
    pub class: u64,
    pub outcome: Option<Outcome>,
    pub children: Vec<u8>,
}

/// A game given node by node. It may break the promises of a game, to see what the checker does.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<GraphNode>,
    /// By class.
    pub infinite_play: Vec<Outcome>,
    /// The images of the nodes under a symmetry that exchanges the players.
    pub swap: Option<Vec<u8>>,
    /// Whether positions are known to repeat.
    pub cyclic: bool,
    /// Claims that are decided in nodes before the end.
    pub decided: Vec<(u8, Claim, bool)>,
    /// Whether it is promised that only own moves win.
    pub only_own_moves_win: bool,
}

impl Graph {
    /// A node with moves.
    pub fn node(to_move: Player, class: u64, children: &[u8]) -> GraphNode {
        GraphNode { to_move, class, outcome: None, children: children.to_vec() }
    }

    /// A node where the game is over.
    pub fn end(class: u64, outcome: Outcome) -> GraphNode {
        GraphNode { to_move: Player::First, class, outcome: Some(outcome), children: Vec::new() }
    }

    /// A cyclic game without symmetries, infinite play a draw.
    pub fn new(nodes: Vec<GraphNode>) -> Graph {
        let infinite_play = vec![Outcome::DRAW; 10];
        Graph {
            nodes,
            infinite_play,
            swap: None,
            cyclic: true,
            decided: Vec::new(),
            only_own_moves_win: false,
        }
    }
}

impl Game for Graph {
    type Position = u8;

    fn name(&self) -> String {
        "graph".to_string()
    }

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, pos: &u8) -> Player {
        self.nodes[*pos as usize].to_move
    }

    fn outcome(&self, pos: &u8) -> Option<Outcome> {
        self.nodes[*pos as usize].outcome
    }

    fn moves(&self, pos: &u8, moves: &mut Vec<Move>) {
        moves.extend((0..self.nodes[*pos as usize].children.len() as u32).map(Move));
    }

    fn play(&self, pos: &u8, mv: Move) -> u8 {
        self.nodes[*pos as usize].children[mv.0 as usize]
    }

    fn encode(&self, pos: &u8, out: &mut Vec<u8>) {
        out.push(*pos);
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8, NotationError> {
        match bytes {
            &[node] if (node as usize) < self.nodes.len() => Ok(node),
            _ => Err(NotationError::new("encoding", "a node", format!("{bytes:?}"))),
        }
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn has_mates(&self) -> bool {
        true
    }

    fn only_own_moves_win(&self) -> bool {
        self.only_own_moves_win
    }

    fn decided(&self, pos: &u8, claim: &Claim) -> Option<bool> {
        self.decided.iter().find(|it| it.0 == *pos && it.1 == *claim).map(|it| it.2)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<u8>> {
        self.swap.is_some().then_some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u8>> {
        self.cyclic.then_some(self)
    }
}

impl Symmetric<u8> for Graph {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &u8) -> u8 {
        match (&self.swap, map) {
            (Some(images), 1) => images[*pos as usize],
            _ => *pos,
        }
    }

    fn map_move(&self, _map: u16, mv: Move) -> Move {
        mv
    }

    fn swaps_players(&self, map: u16) -> bool {
        map == 1
    }
}

impl Cyclic<u8> for Graph {
    fn class(&self, pos: &u8) -> u64 {
        self.nodes[*pos as usize].class
    }

    fn infinite_play(&self, class: u64) -> Outcome {
        self.infinite_play[class as usize]
    }
}
