//! Line threats: a sequence of forcing moves in a game of lines (section 4.2 of the format document).
//!
//! The only evidence not replayed through [`quod_game::Game::play`]: a certificate may hold a million
//! short replays, so stones are counted line by line instead. [`LineGame`] promises that this is the
//! same.

use quod_game::{LineGame, Player};

/// A board on which replays are made, one after the other.
pub(crate) struct Board<'g, P> {
    game: &'g dyn LineGame<P>,
    lines: &'g [Vec<u16>],
    /// Cells that are a line by themselves: both players' completions from the start.
    short: Vec<u16>,
    /// The lines through each cell.
    through: Vec<Vec<usize>>,
    stones: Vec<Option<Player>>,
    /// How many stones each player has on each line.
    count: [Vec<usize>; 2],
    /// Every completion of each player, perhaps more than once, and cells that were one before they
    /// were taken. (An empty cell that completes a line does so until it is taken.)
    completions: [Vec<u16>; 2],
}

impl<'g, P> Board<'g, P> {
    pub(crate) fn new(game: &'g dyn LineGame<P>) -> Board<'g, P> {
        let lines = game.lines();
        let mut through = vec![Vec::new(); game.cells()];
        for (at, line) in lines.iter().enumerate() {
            line.iter().for_each(|&cell| through[usize::from(cell)].push(at));
        }
        let short = lines.iter().filter(|line| line.len() == 1).flatten().copied().collect();
        let (stones, count) = (vec![None; game.cells()], [(); 2].map(|()| vec![0; lines.len()]));
        Board { game, lines, short, through, stones, count, completions: [Vec::new(), Vec::new()] }
    }

    /// Sets the stones of `pos` up, whatever was there.
    fn set_up(&mut self, pos: &P) {
        self.stones.fill(None);
        for player in Player::BOTH.map(Player::index) {
            self.count[player].fill(0);
            self.completions[player].clone_from(&self.short);
        }
        for cell in 0..self.game.cells() as u16 {
            self.game.stone(pos, cell).into_iter().for_each(|player| self.put(player, cell));
        }
    }

    fn put(&mut self, player: Player, cell: u16) {
        self.stones[usize::from(cell)] = Some(player);
        for &at in &self.through[usize::from(cell)] {
            let line = &self.lines[at];
            self.count[player.index()][at] += 1;
            if self.count[player.index()][at] + 1 == line.len() {
                let last = line.iter().filter(|&&cell| self.stones[usize::from(cell)].is_none());
                self.completions[player.index()].extend(last);
            }
        }
    }

    fn completions(&self, player: Player) -> impl Iterator<Item = u16> {
        let cells = self.completions[player.index()].iter().copied();
        cells.filter(|&cell| self.stones[usize::from(cell)].is_none())
    }

    /// Plays the attacker's moves in order from a position that is not over, the defender on every
    /// forced block; an error unless the attacker wins. (On a full board nobody has a completion and
    /// every cell is taken: both steps fail there.)
    pub(crate) fn replay(
        &mut self,
        pos: &P,
        attacker: Player,
        mut attackers_move: bool,
        cells: &[u32],
    ) -> Result<(), &'static str> {
        if cells.iter().any(|&cell| cell as usize >= self.stones.len()) {
            return Err("a cell outside the board");
        }
        self.set_up(pos);
        let mut plan = cells.iter().map(|&cell| cell as u16);
        loop {
            if attackers_move {
                if self.completions(attacker).next().is_some() {
                    return Ok(());
                }
                let own = Some(attacker);
                match plan.find(|&cell| self.stones[usize::from(cell)] != own) {
                    None => return Err("no win and no threat left"),
                    Some(cell) if self.stones[usize::from(cell)].is_some() => {
                        return Err("a threat on a cell that is taken");
                    }
                    Some(cell) => self.put(attacker, cell),
                }
            } else {
                if self.completions(attacker.other()).next().is_some() {
                    return Err("the defender fills a line");
                }
                let mut wins = self.completions(attacker);
                let Some(block) = wins.next() else { return Err("nothing is threatened") };
                if wins.any(|cell| cell != block) {
                    return Ok(());
                }
                drop(wins);
                self.put(attacker.other(), block);
            }
            attackers_move = !attackers_move;
        }
    }
}
