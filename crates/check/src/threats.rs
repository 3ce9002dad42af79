//! Line threats: a sequence of forcing moves in a game of lines (section 4.2 of the format document).
//!
//! The only evidence that is not replayed through [`quod_game::Game::play`]: a certificate may hold
//! a million replays of a few moves each, so stones are counted line by line instead. A line
//! *calls* for a cell if a player has all its other cells; the cell is his completion.

use quod_game::Player;

/// Stones on cells, counted on every line.
pub(crate) struct Board<'l> {
    lines: &'l [Vec<u16>],
    /// The lines through each cell.
    through: Vec<Vec<usize>>,
    stones: Vec<Option<Player>>,
    /// Cells without a stone.
    empty: usize,
    /// How many stones each player has on each line.
    count: [Vec<usize>; 2],
    /// The exclusive or of the numbers of each line's empty cells: the cell itself if it is the only
    /// one.
    hole: Vec<u16>,
    /// For each player a list that contains every line that calls for a cell, and others that did.
    calls: [Vec<usize>; 2],
}

impl<'l> Board<'l> {
    /// The empty board.
    pub(crate) fn new(cells: usize, lines: &'l [Vec<u16>]) -> Board<'l> {
        let mut through = vec![Vec::new(); cells];
        for (at, line) in lines.iter().enumerate() {
            line.iter().for_each(|&cell| through[usize::from(cell)].push(at));
        }
        Board {
            lines,
            through,
            stones: vec![None; cells],
            empty: cells,
            count: [vec![0; lines.len()], vec![0; lines.len()]],
            hole: lines
                .iter()
                .map(|line| line.iter().fold(0, |holes, cell| holes ^ cell))
                .collect(),
            calls: [Vec::new(), Vec::new()],
        }
    }

    /// Makes the stones those of `stone`. What earlier replays left is taken away here.
    pub(crate) fn set_up(&mut self, stone: impl Fn(u16) -> Option<Player>) {
        for cell in 0..self.stones.len() {
            let wanted = stone(cell as u16);
            if wanted != self.stones[cell] {
                self.lift(cell as u16);
                wanted.into_iter().for_each(|player| self.put(player, cell as u16));
            }
        }
        for player in Player::BOTH {
            let calling =
                (0..self.lines.len()).filter(|&line| self.calls_for(player, line).is_some());
            self.calls[player.index()] = calling.collect();
        }
    }

    fn put(&mut self, player: Player, cell: u16) {
        self.stones[usize::from(cell)] = Some(player);
        self.empty -= 1;
        for &line in &self.through[usize::from(cell)] {
            self.count[player.index()][line] += 1;
            self.hole[line] ^= cell;
            if self.count[player.index()][line] + 1 == self.lines[line].len() {
                self.calls[player.index()].push(line);
            }
        }
    }

    fn lift(&mut self, cell: u16) {
        if let Some(player) = self.stones[usize::from(cell)].take() {
            self.empty += 1;
            for &line in &self.through[usize::from(cell)] {
                self.count[player.index()][line] -= 1;
                self.hole[line] ^= cell;
            }
        }
    }

    /// The cell that completes this line for the player, if all others are his and it is empty.
    fn calls_for(&self, player: Player, line: usize) -> Option<u16> {
        let [mine, theirs] = [player, player.other()].map(|it| self.count[it.index()][line]);
        (mine + 1 == self.lines[line].len() && theirs == 0).then_some(self.hole[line])
    }

    /// The player's completions, some perhaps more than once.
    fn completions(&self, player: Player) -> impl Iterator<Item = u16> {
        self.calls[player.index()].iter().filter_map(move |&line| self.calls_for(player, line))
    }

    /// Plays the attacker's moves in order, the defender on every forced block; nobody has filled a
    /// line yet. Returns the number of stones played and whether the attacker wins.
    pub(crate) fn replay(
        &mut self,
        attacker: Player,
        mut attackers_move: bool,
        cells: &[u32],
    ) -> (u64, Result<(), &'static str>) {
        let before = self.empty;
        let mut plan = cells.iter().map(|&cell| cell as u16);
        let result = loop {
            if cells.iter().any(|&cell| cell as usize >= self.stones.len()) {
                break Err("threats outside the board");
            } else if attackers_move {
                if self.completions(attacker).next().is_some() {
                    break Ok(());
                }
                let mine = Some(attacker);
                match plan.find(|&cell| self.stones[usize::from(cell)] != mine) {
                    None => break Err("threats end without a win"),
                    Some(cell) if self.stones[usize::from(cell)].is_some() => {
                        break Err("a threat's cell is taken");
                    }
                    Some(cell) => self.put(attacker, cell),
                }
            } else {
                if self.completions(attacker.other()).next().is_some() {
                    break Err("the defender fills a line");
                }
                let mut wins = self.completions(attacker);
                match wins.next() {
                    None => break Err("a move that does not threaten"),
                    Some(block) if wins.any(|cell| cell != block) => break Ok(()),
                    Some(block) => {
                        drop(wins);
                        self.put(attacker.other(), block);
                    }
                }
            }
            if self.empty == 0 {
                break Err("a full board");
            }
            attackers_move = !attackers_move;
        };
        ((before - self.empty) as u64, result)
    }
}
