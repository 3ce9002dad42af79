//! Line threats: a sequence of forcing moves in a game of lines (section 4.2 of the format document).
//!
//! The only evidence not replayed through [`quod_game::Game::play`]: a certificate may hold a million
//! short replays, so stones are counted line by line instead. [`LineGame`] promises that this is the
//! same.

use quod_game::{LineGame, Player};

/// What a stone on a line's border adds to its owner's count there: more than any line has cells.
const SPOILT: usize = 1 << 20;

/// A board on which replays are made, one after the other.
pub(crate) struct Board<'g, P> {
    game: &'g dyn LineGame<P>,
    lines: &'g [Vec<u16>],
    /// The lines through each cell and those that it borders, with what a stone there counts.
    touching: Vec<Vec<(usize, usize)>>,
    stones: Vec<Option<Player>>,
    /// The cells played on since the replay began.
    played: Vec<u16>,
    /// How many stones each player has on each line.
    count: [Vec<usize>; 2],
    /// The lines on which each player lacks, or once lacked, one stone, and those on which two.
    lacking: [[Vec<usize>; 2]; 2],
    /// Lines of one cell, and of two.
    short: [Vec<usize>; 2],
}

/// A reply still to be played: the play before it, and how far the list was.
struct Branch {
    played: usize,
    lacking: [[usize; 2]; 2],
    reply: u16,
    next: usize,
}

impl<'g, P> Board<'g, P> {
    pub(crate) fn new(game: &'g dyn LineGame<P>) -> Board<'g, P> {
        let lines = game.lines();
        let mut touching = vec![Vec::new(); game.cells()];
        for (at, line) in lines.iter().enumerate() {
            let border = game.border(at).iter().map(|&cell| (cell, SPOILT));
            let cells = line.iter().map(|&cell| (cell, 1)).chain(border);
            cells.for_each(|(cell, counts)| touching[usize::from(cell)].push((at, counts)));
        }
        let of = |cells| (0..lines.len()).filter(|&at| lines[at].len() == cells).collect();
        let (short, stones) = ([of(1), of(2)], vec![None; game.cells()]);
        let count = [(); 2].map(|()| vec![0; lines.len()]);
        let (played, lacking) = (Vec::new(), [(); 2].map(|()| short.clone()));
        Board { game, lines, touching, stones, played, count, lacking, short }
    }

    /// Sets the stones of `pos` up, whatever was there.
    fn set_up(&mut self, pos: &P) {
        self.stones.fill(None);
        for player in Player::BOTH.map(Player::index) {
            self.count[player].fill(0);
            self.lacking[player].clone_from(&self.short);
        }
        for cell in 0..self.game.cells() as u16 {
            self.game.stone(pos, cell).into_iter().for_each(|player| self.put(player, cell));
        }
        self.played.clear();
    }

    fn put(&mut self, player: Player, cell: u16) {
        self.stones[usize::from(cell)] = Some(player);
        self.played.push(cell);
        for &(at, counts) in &self.touching[usize::from(cell)] {
            let count = &mut self.count[player.index()][at];
            *count += counts;
            if let lacks @ (1 | 2) = self.lines[at].len().wrapping_sub(*count) {
                self.lacking[player.index()][lacks - 1].push(at);
            }
        }
    }

    /// Goes back to the play before a reply, and plays it.
    fn branch(&mut self, by: &Branch, player: Player) {
        for cell in self.played.drain(by.played..) {
            let owner = self.stones[usize::from(cell)].take().map_or(0, Player::index);
            for &(at, counts) in &self.touching[usize::from(cell)] {
                self.count[owner][at] -= counts;
            }
        }
        for (lists, lengths) in self.lacking.iter_mut().zip(by.lacking) {
            lists.iter_mut().zip(lengths).for_each(|(list, length)| list.truncate(length));
        }
        self.put(player, by.reply);
    }

    /// The lines on which `player` has all stones but so many, all lacking cells are empty, and no
    /// stone of his is on the border.
    fn lacking(&self, player: Player, lacks: usize) -> impl Iterator<Item = &'g Vec<u16>> {
        let lines = self.lines;
        let own = self.count[player.index()].as_slice();
        let others = self.count[player.other().index()].as_slice();
        let list = self.lacking[player.index()][lacks - 1].iter();
        let fits = move |at: usize| {
            own[at] + lacks == lines[at].len() && others[at].is_multiple_of(SPOILT)
        };
        list.filter(move |&&at| fits(at)).map(move |&at| &lines[at])
    }

    /// The empty cells with which `player` would fill a line, some perhaps more than once.
    fn completions(&self, player: Player) -> impl Iterator<Item = u16> {
        self.lacking(player, 1).flatten().copied().filter(|&it| self.is_empty(it))
    }

    fn is_empty(&self, cell: u16) -> bool {
        self.stones[usize::from(cell)].is_none()
    }

    /// Pairs of empty cells that would fill a line together.
    fn pairs(&self, player: Player) -> Vec<[u16; 2]> {
        let lines = self.lacking(player, 2);
        let pairs = lines.map(|line| line.iter().copied().filter(|&it| self.is_empty(it)));
        pairs.filter_map(|mut it| Some([it.next()?, it.next()?])).collect()
    }

    /// An empty cell on which a stone would leave `player` two completions, and those.
    fn doubling(&self, player: Player) -> Option<[u16; 3]> {
        let mut partner = vec![None; self.stones.len()];
        let pairs = self.pairs(player).into_iter();
        pairs.flat_map(|[a, b]| [[a, b], [b, a]]).find_map(|[cell, other]| {
            let first = *partner[usize::from(cell)].get_or_insert(other);
            (first != other).then_some([cell, first, other])
        })
    }

    /// Plays the attacker's moves in order from a position that is not over, against every reply;
    /// an error unless the attacker wins. Adds to `work`, and gives up where it exceeds the limit. (On
    /// a full board nobody has a completion and nothing is threatened: both steps fail there.)
    pub(crate) fn replay(
        &mut self,
        pos: &P,
        (attacker, mut attackers_move): (Player, bool),
        cells: &[u32],
        (work, limit): (&mut u64, u64),
    ) -> Result<(), &'static str> {
        if cells.iter().any(|&cell| cell as usize >= self.stones.len()) {
            return Err("a cell outside the board");
        }
        self.set_up(pos);
        let (defender, mut next, mut chosen) = (attacker.other(), 0, false);
        // Replies still to be played, those after the longest play last.
        let mut open: Vec<Branch> = Vec::new();
        *work += 1 + cells.len() as u64;
        while *work <= limit {
            let threat = self.completions(defender).next();
            let mut wins = self.completions(attacker);
            let win = wins.next();
            let two = wins.any(|cell| Some(cell) != win);
            drop(wins);
            // Where the stone to be put is; none if the attacker has won.
            let cell = match (attackers_move, win, threat) {
                (true, Some(_), _) => None,
                (true, None, Some(block)) => Some(block),
                (true, None, None) if chosen && self.doubling(attacker).is_some() => None,
                (true, None, None) => {
                    let own = |cell: u32| self.stones[cell as usize] == Some(attacker);
                    next += cells[next..].iter().take_while(|&&cell| own(cell)).count();
                    let planned = cells.get(next).ok_or("no win and no threat left")?;
                    let cell = Some(*planned as u16).filter(|&cell| self.is_empty(cell));
                    Some(cell.ok_or("a threat on a cell that is taken")?)
                }
                (false, _, Some(_)) => return Err("the defender fills a line"),
                (false, Some(_), None) if two => None,
                (false, Some(block), None) => Some(block),
                (false, None, None) => {
                    let winning = self.doubling(attacker).ok_or("nothing is threatened")?;
                    let mut replies = self.pairs(defender).concat();
                    replies.extend(winning);
                    replies.sort_unstable();
                    replies.dedup();
                    *work += (replies.len() * (1 + cells.len() - next)) as u64;
                    let lacking = self.lacking.each_ref().map(|it| it.each_ref().map(Vec::len));
                    let played = self.played.len();
                    open.extend(replies.iter().map(|&reply| Branch {
                        played,
                        lacking,
                        reply,
                        next,
                    }));
                    None
                }
            };
            if let Some(cell) = cell {
                self.put(if attackers_move { attacker } else { defender }, cell);
                attackers_move = !attackers_move;
            } else if let Some(branch) = open.pop() {
                self.branch(&branch, defender);
                (attackers_move, next, chosen) = (true, branch.next, true);
            } else {
                return Ok(());
            }
        }
        Err("too much work")
    }
}
