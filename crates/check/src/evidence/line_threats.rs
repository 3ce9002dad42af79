//! Line threats: a sequence of forcing moves in a game of lines (section 4.2 of the format document).
//!
//! The only evidence not replayed through [`quod_game::Game::play`]: a certificate may hold a million
//! short replays, so missing stones are counted line by line instead. [`LineGame`] promises that this is
//! the same.
//!
//! One replay answers for many replies of the defender: it is played as if he had passed, and a reply is
//! set apart, to be played on its own from there, where what follows could depend on it (section 6 of
//! `docs/trust.md` proves that nothing else does).

use std::collections::BTreeSet;

use quod_game::{LineGame, Move, Player};

/// What a stone that keeps a line from being filled adds to what is missing there: more than any line
/// has cells. (A board has at most 65,535, so the sum stays below 2³².)
const SPOILT: u32 = 1 << 16;

/// No cell: a board has at most 65,535.
const NONE: u16 = u16::MAX;

/// What is found, or why the attacker does not win.
type Found<T> = Result<T, &'static str>;

/// A board on which replays are made, one after the other.
pub struct Board<'g, P> {
    game: &'g dyn LineGame<P>,
    lines: &'g [Vec<u16>],
    /// The lines through each cell, and those that it borders.
    touching: Vec<[Vec<usize>; 2]>,
    stones: Vec<Option<Player>>,
    /// The cells played on since the replay began.
    played: Vec<u16>,
    /// How many stones each player lacks on each line; [`SPOILT`] or more if he cannot fill it.
    missing: Vec<[u32; 2]>,
    /// The lines on which each player lacks, or once lacked, two stones at most.
    near: [Vec<usize>; 2],
}

/// A play still to be shown, from a stone of the defender's on: what was on the board before it, and how
/// things stand after it.
#[derive(Clone, Default)]
struct Play {
    played: usize,
    near: [usize; 2],
    stone: u16,
    attackers_move: bool,
    /// How far the list is.
    next: usize,
    /// Whether the defender has had a free reply.
    chosen: bool,
    /// By cell, the replies for each of which the play stands: the board lacks that one stone of the
    /// defender's. Nothing if the play stands for itself.
    covers: Vec<bool>,
}

/// What comes next: a win of the attacker's, a stone on the first of the cells it is for, or a choice of
/// the defender's among these cells, a fork of the attacker's, and others.
enum Step {
    Won,
    Put,
    Choose,
}

impl<'g, P> Board<'g, P> {
    /// An empty board of the game.
    pub fn new(game: &'g dyn LineGame<P>) -> Board<'g, P> {
        let (lines, cells) = (game.lines(), game.cells());
        let mut touching = vec![[Vec::new(), Vec::new()]; cells];
        for (at, line) in lines.iter().enumerate() {
            for (kind, cells) in [line, game.border(at)].into_iter().enumerate() {
                cells.iter().for_each(|&cell| touching[usize::from(cell)][kind].push(at));
            }
        }
        let (played, missing, near) = Default::default();
        Board { game, lines, touching, stones: vec![None; cells], played, missing, near }
    }

    /// Sets the stones of `pos` up but for those on some cells, whatever was there.
    fn set_up(&mut self, pos: &P, without: &[bool]) {
        let short = |&at: &usize| self.lines[at].len() <= 2;
        let short: Vec<usize> = (0..self.lines.len()).filter(short).collect();
        self.near = [short.clone(), short];
        self.missing = self.lines.iter().map(|line| [line.len() as u32; 2]).collect();
        self.stones.fill(None);
        for cell in (0..self.game.cells()).filter(|&cell| without.get(cell) != Some(&true)) {
            let stone = self.game.stone(pos, cell as u16);
            stone.into_iter().for_each(|player| self.put(player, cell as u16));
        }
        self.played.clear();
    }

    fn put(&mut self, player: Player, cell: u16) {
        let own = player.index();
        self.stones[usize::from(cell)] = Some(player);
        self.played.push(cell);
        let [through, beside] = &self.touching[usize::from(cell)];
        beside.iter().for_each(|&at| self.missing[at][own] += SPOILT);
        for &at in through {
            self.missing[at][1 - own] += SPOILT;
            self.missing[at][own] -= 1;
            if self.missing[at][own] == 2 {
                self.near[own].push(at);
            }
        }
    }

    /// Goes back to where a play leaves those before it, and puts its stone.
    fn go_back(&mut self, to: &Play, defender: Player) {
        for cell in self.played.drain(to.played..) {
            let own = self.stones[usize::from(cell)].take().map_or(0, Player::index);
            let [through, beside] = &self.touching[usize::from(cell)];
            beside.iter().for_each(|&at| self.missing[at][own] -= SPOILT);
            for &at in through {
                self.missing[at][1 - own] -= SPOILT;
                self.missing[at][own] += 1;
            }
        }
        self.near.iter_mut().zip(to.near).for_each(|(list, length)| list.truncate(length));
        self.put(defender, to.stone);
    }

    /// The lines on which `player` lacks one or two stones.
    fn lacking(&self, player: Player, lacks: u32) -> impl Iterator<Item = usize> {
        let near = self.near[player.index()].iter().copied();
        near.filter(move |&at| self.missing[at][player.index()] == lacks)
    }

    fn empty_cells(&self, line: usize) -> impl Iterator<Item = u16> {
        let empty = |&cell: &u16| self.stones[usize::from(cell)].is_none();
        self.lines[line].iter().copied().filter(empty)
    }

    /// The empty cells with which `player` would fill a line, some perhaps more than once.
    fn completions(&self, player: Player) -> impl Iterator<Item = u16> {
        self.lacking(player, 1).filter_map(|at| self.empty_cells(at).next())
    }

    /// Pairs of empty cells that would fill a line together.
    fn pairs(&self, player: Player) -> impl Iterator<Item = [u16; 2]> {
        let cells = self.lacking(player, 2).map(|at| self.empty_cells(at));
        cells.filter_map(|mut it| Some([it.next()?, it.next()?]))
    }

    /// A fork: an empty cell on which a stone would leave `player` two completions, and those.
    fn fork(&self, player: Player) -> Option<[u16; 3]> {
        let mut partner = vec![NONE; self.stones.len()];
        self.pairs(player).flat_map(|[a, b]| [[a, b], [b, a]]).find_map(|[cell, other]| {
            let before = std::mem::replace(&mut partner[usize::from(cell)], other);
            (before != NONE && before != other).then_some([cell, before, other])
        })
    }

    /// The next step and the cells it is for; the list goes on to the next cell without his stone.
    /// (On a full board nobody has a completion and nothing is threatened: both sides' steps fail there.)
    fn step(&self, attacker: Player, play: &mut Play, cells: &[u32]) -> Found<(Step, [u16; 3])> {
        let threat = self.completions(attacker.other()).next();
        let mut wins = self.completions(attacker);
        let win = wins.next();
        let quiet = win.is_none() && threat.is_none() && (play.chosen || !play.attackers_move);
        let fork = if quiet { self.fork(attacker) } else { None };
        Ok(match (play.attackers_move, win, threat, fork) {
            (true, Some(win), ..) => (Step::Won, [win; 3]),
            (true, None, Some(block), _) => (Step::Put, [block; 3]),
            (true, None, None, Some(fork)) => (Step::Won, fork),
            (true, None, None, None) => {
                let stone = |cell: u32| self.stones[cell as usize];
                let own = |&&cell: &&u32| stone(cell) == Some(attacker);
                play.next += cells[play.next..].iter().take_while(own).count();
                let &planned = cells.get(play.next).ok_or("no win and no threat left")?;
                if stone(planned).is_some() {
                    return Err("a threat on a cell that is taken");
                }
                (Step::Put, [planned as u16; 3])
            }
            (false, _, Some(_), _) => return Err("the defender fills a line"),
            (false, Some(win), None, _) => match wins.find(|&cell| cell != win) {
                Some(other) => (Step::Won, [win, other, other]),
                None => (Step::Put, [win; 3]),
            },
            (false, None, None, Some(fork)) => (Step::Choose, fork),
            (false, None, None, None) => return Err("nothing is threatened"),
        })
    }

    /// Plays the attacker's moves in order, against every reply, from a position that is not over; an
    /// error unless the attacker wins. With several `replies`, from the positions after each of them, of
    /// which `pos` is one. Adds to `work`, and gives up where it exceeds the limit.
    ///
    /// # Errors
    /// What stands in the way of a win, or that there was too much work.
    pub fn replay(
        &mut self,
        (pos, replies): (&P, &[Move]),
        (attacker, attackers_move): (Player, bool),
        cells: &[u32],
        (work, limit): (&mut u64, u64),
    ) -> Found<()> {
        if cells.iter().any(|&cell| cell as usize >= self.stones.len()) {
            return Err("a cell outside the board");
        }
        let mut covers = Vec::new();
        if replies.len() > 1 {
            covers.resize(self.stones.len(), false);
            replies.iter().for_each(|reply| covers[reply.0 as usize] = true);
        }
        self.set_up(pos, &covers);
        let defender = attacker.other();
        let mut play = Play { attackers_move, covers, ..Play::default() };
        // Those that leave the longest play last.
        let mut open: Vec<Play> = Vec::new();
        let cost = |play: &Play| (1 + cells.len() - play.next) as u64;
        *work += cost(&play);
        while *work <= limit {
            let mut step = self.step(attacker, &mut play, cells);
            (play.played, play.near) = (self.played.len(), self.near.each_ref().map(Vec::len));
            let mut later = |stone, play: Play| open.push(Play { stone, ..play });
            // 1. Replies on which the step could depend are set apart, each to stand for itself.
            if !play.covers.is_empty() {
                let mut covers = std::mem::take(&mut play.covers);
                let mut apart = |&cell: &u16| {
                    if std::mem::take(&mut covers[usize::from(cell)]) {
                        later(cell, play.clone());
                    }
                };
                step.iter().for_each(|(_, cells)| cells.iter().for_each(&mut apart));
                for at in (1..=2).flat_map(|lacks| self.lacking(defender, lacks)) {
                    self.lines[at].iter().chain(self.game.border(at)).for_each(&mut apart);
                }
                if !covers.contains(&true) {
                    // The last one takes this play's place.
                    step = Ok((Step::Won, [NONE; 3]));
                    *work -= cost(&play);
                }
                play.covers = covers;
            }
            // 2. The step is taken.
            match step? {
                (Step::Won, _) => {}
                (Step::Put, [cell, ..]) => {
                    self.put(if play.attackers_move { attacker } else { defender }, cell);
                    play.attackers_move = !play.attackers_move;
                    continue;
                }
                (Step::Choose, fork) => {
                    (play.attackers_move, play.chosen) = (true, true);
                    let pairs = self.pairs(defender).flatten();
                    let mut replies: Vec<u16> = pairs.chain(fork).collect();
                    replies.sort_unstable();
                    replies.dedup();
                    for [reply, by] in self.enabled(defender, &play.covers) {
                        if !replies.contains(&reply) {
                            let mut covers = vec![false; self.stones.len()];
                            covers[usize::from(by)] = true;
                            later(reply, Play { covers, ..play });
                        }
                    }
                    replies.into_iter().for_each(|reply| later(reply, play.clone()));
                }
            }
            // 3. The play is won: on with another.
            let Some(another) = open.pop() else { return Ok(()) };
            self.go_back(&another, defender);
            play = another;
            *work += cost(&play);
        }
        Err("too much work")
    }

    /// Cells that are one of two the defender lacks of a line once he has a stone on another, one of
    /// `covers`, each with that one. Of two that enable each other one will do: both come to the same.
    fn enabled(&self, defender: Player, covers: &[bool]) -> BTreeSet<[u16; 2]> {
        let covered = |cell: u16| covers[usize::from(cell)];
        let mut enabled = BTreeSet::new();
        // None, of course, if the play stands for itself.
        let lines = if covers.is_empty() { 0 } else { self.lines.len() };
        for at in (0..lines).filter(|&at| self.missing[at][defender.index()] == 3) {
            for by in self.empty_cells(at).filter(|&by| covered(by)) {
                let others = self.empty_cells(at).filter(|&it| it > by || it < by && !covered(it));
                enabled.extend(others.map(|it| [it, by]));
            }
        }
        enabled
    }
}
