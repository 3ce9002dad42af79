//! Kind 2, line threats: a sequence of forcing moves in a game of lines (section 4.2 of the format
//! document, section 6 of `docs/trust.md`).
//!
//! The only evidence not replayed through [`Game::play`]: a certificate may hold a million
//! short replays, so missing stones are counted line by line instead. [`LineGame`] promises that this is
//! the same.
//!
//! One replay answers for many replies of the defender: it is played as if he had passed, and a reply is
//! set apart, to be played on its own from there, where what follows could depend on it (section 6 of
//! `docs/trust.md` proves that nothing else does).
//!
//! [`Board`] has the stones and what each player lacks on each line, [`Replay`] the plays of one replay.

use std::cell::RefCell;

use quod_cert::Reason;
use quod_game::{Claim, Game, Goal, LineGame, Move, Player};

use super::Open;
use crate::{Checked, Checker, Work, is_off};

impl<G: Game + ?Sized> Checker<'_, G> {
    /// Threats may speak of wins, in games of lines.
    pub(super) fn admit_line_threats(&self, claim: &Claim) -> Checked {
        let wins = matches!(claim.goal, Goal::Wins | Goal::DoesNotLose);
        let detail = "line threats show wins, in games of lines";
        self.asks("threats.claim", wins, Reason::EvidenceTrait, detail)?;
        self.ensure(self.board.is_some(), Reason::EvidenceTrait, detail)
    }

    /// Replays a sequence from the only position of `open`, or for all replies that led to those there.
    pub(super) fn line_threats(
        &mut self,
        cells: &[u32],
        claim: &Claim,
        open: &Open<G::Position>,
    ) -> Checked {
        // (After a reply it is not: that would have settled the claim.)
        let over = open.iter().any(|it| it.1.is_none() && self.game.outcome(&it.0).is_some());
        self.asks("threats.not-over", !over, Reason::EvidenceFails, "the game is over")?;
        let (Some((pos, _)), Some(board)) = (open.first(), &mut self.board) else {
            return self.reject(Reason::EvidenceTrait, "no position, or no game of lines");
        };
        let replies: Vec<Move> = open.iter().filter_map(|it| it.1).collect();
        // The claims that threats may speak of are their own player's.
        let (attacker, attackers_move) = (claim.player, self.game.to_move(pos) == claim.player);
        let asked = Question { pos, replies: &replies, attacker, attackers_move, cells };
        // What is looked at in a step: lines that lack little; where it is asked for, what the step turns on; where
        // moves may be forbidden, whether this one is.
        let zoned = if board.zone.is_some() { 2 } else { 1 };
        let step = STEP * zoned * if board.game.forbids(attacker) { 2 } else { 1 };
        let left = self.work.most.saturating_sub(self.work.done);
        let mut work = Work { done: 0, most: left / step };
        let result = board.but_for(&replies, |board| board.replay(&asked, &mut work));
        self.spend(work.done.saturating_mul(step) as usize)?;
        result.or_else(|detail| self.reject(Reason::EvidenceFails, detail))
    }
}

/// What a stone that keeps a line from being filled adds to what is missing there: more than any line
/// has cells. (A board has at most 65,535, so the sum stays below 2³².)
pub(super) const SPOILT: u32 = 1 << 16;

/// Work for a cell of a list.
const STEP: u64 = 12;
/// The most plays that may be left open at a time.
const MOST_OPEN: usize = 1 << 15;

/// What is found, or why the attacker does not win.
type Found<T> = Result<T, &'static str>;

/// What a replay is asked: does the attacker win by this sequence?
#[derive(Clone, Copy, Debug)]
pub struct Question<'q, P> {
    /// The position, which is not over.
    pub pos: &'q P,
    /// With two or more, the sequence must win after each of these replies of the defender; `pos` is the
    /// position after one of them.
    pub replies: &'q [Move],
    /// Who threatens.
    pub attacker: Player,
    /// Whether it is his turn.
    pub attackers_move: bool,
    /// His moves in order.
    pub cells: &'q [u32],
}

/// A board on which replays are made, one after the other.
pub(crate) struct Board<'g, P> {
    pub(super) game: &'g dyn LineGame<P>,
    pub(super) lines: &'g [Vec<u16>],
    /// The lines through each cell, and those that it borders for either player.
    pub(super) touching: Vec<[Vec<u32>; 3]>,
    pub(super) stones: Vec<Option<Player>>,
    /// The cells played on since the replay began.
    pub(super) played: Vec<u16>,
    /// How many stones each player lacks on each line; [`SPOILT`] or more if he cannot fill it.
    pub(super) missing: Vec<[u32; 2]>,
    /// The lines on which each player lacks, or once lacked, one stone, and two.
    near: [[Vec<u32>; 2]; 2],
    /// How many forks were looked for; by cell, the last of them that met a pair with it, and the pair's other cell.
    forks: RefCell<(u64, Vec<(u64, u16)>)>,
    /// Where the attacker would have played in this step, had it been certain that he may.
    doubtful: RefCell<Vec<u16>>,
    /// Cells that replays turned on, where that is asked ([`super::zone`]).
    pub(super) zone: Option<Vec<bool>>,
}

/// A play still to be shown, from a stone of the defender's on: what was on the board before it, and how
/// things stand after it.
#[derive(Clone, Default)]
struct Play {
    played: usize,
    near: [[usize; 2]; 2],
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

/// What comes next, and the cells that it is for.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A win of the attacker's: his completions, or his fork.
    Won([u16; 3]),
    /// A stone of the side to move.
    Put(u16),
    /// A choice of the defender's, among these cells of a fork of the attacker's and others.
    Choose([u16; 3]),
}

impl<'g, P> Board<'g, P> {
    /// A zone for what is replayed next, if that is wanted.
    pub(crate) fn begin_zone(&mut self, wanted: bool) {
        self.zone = wanted.then(|| vec![false; self.stones.len()]);
    }

    /// An empty board of the game.
    pub(crate) fn new(game: &'g dyn LineGame<P>) -> Board<'g, P> {
        let (lines, cells) = (game.lines(), game.cells());
        let mut touching: Vec<[Vec<u32>; 3]> = vec![Default::default(); cells];
        for (at, line) in lines.iter().enumerate() {
            let [first, second] = Player::BOTH.map(|player| game.border(player, at));
            for (kind, cells) in [line, first, second].into_iter().enumerate() {
                cells.iter().for_each(|&cell| touching[usize::from(cell)][kind].push(at as u32));
            }
        }
        let (stones, forks) = (vec![None; cells], RefCell::new((0, vec![(0, 0); cells])));
        let (played, missing, near, doubtful, zone) = Default::default();
        Board { game, lines, touching, stones, played, missing, near, forks, doubtful, zone }
    }

    /// Sets the stones of `pos` up but for those on some cells, whatever was there.
    pub(super) fn set_up(&mut self, pos: &P, without: &[bool]) {
        self.missing.clear();
        self.missing.extend(self.lines.iter().map(|line| [line.len() as u32; 2]));
        self.near.iter_mut().flatten().for_each(Vec::clear);
        for (at, line) in self.lines.iter().enumerate().filter(|it| matches!(it.1.len(), 1..=2)) {
            self.near.iter_mut().for_each(|it| it[line.len() - 1].push(at as u32));
        }
        self.stones.fill(None);
        for cell in (0..self.game.cells()).filter(|&cell| without.get(cell) != Some(&true)) {
            let stone = self.game.stone(pos, cell as u16);
            stone.into_iter().for_each(|player| self.put(player, cell as u16));
        }
        self.played.clear();
    }

    fn put(&mut self, player: Player, cell: u16) {
        let (own, others) = (player.index(), player.other().index());
        self.stones[usize::from(cell)] = Some(player);
        self.played.push(cell);
        let [through, bordered @ ..] = &self.touching[usize::from(cell)];
        bordered[own].iter().for_each(|&at| self.missing[at as usize][own] += SPOILT);
        let [one, two] = &mut self.near[own];
        for &at in through {
            let missing = &mut self.missing[at as usize];
            missing[others] += SPOILT;
            missing[own] -= 1;
            match missing[own] {
                1 => one.push(at),
                2 => two.push(at),
                _ => {}
            }
        }
    }

    /// Goes back to where a play leaves those before it, and puts its stone.
    fn go_back(&mut self, to: &Play, defender: Player) {
        for cell in self.played.drain(to.played..) {
            let player = self.stones[usize::from(cell)].take().unwrap_or(Player::First);
            let (own, others) = (player.index(), player.other().index());
            let [through, bordered @ ..] = &self.touching[usize::from(cell)];
            bordered[own].iter().for_each(|&at| self.missing[at as usize][own] -= SPOILT);
            for &at in through {
                let missing = &mut self.missing[at as usize];
                missing[others] -= SPOILT;
                missing[own] += 1;
            }
        }
        let near = self.near.iter_mut().flatten().zip(to.near.into_iter().flatten());
        near.for_each(|(list, length)| list.truncate(length));
        self.put(defender, to.stone);
    }

    /// The lines on which `player` lacks one or two stones; those first that came last, which make most forks.
    fn lacking(&self, player: Player, lacks: u32) -> impl Iterator<Item = usize> {
        let near = self.near[player.index()][lacks as usize - 1].iter().rev();
        near.map(|&at| at as usize).filter(move |&at| self.missing[at][player.index()] == lacks)
    }

    pub(super) fn empty_cells(&self, line: usize) -> impl Iterator<Item = u16> {
        self.lines[line].iter().copied().filter(|&cell| self.stones[usize::from(cell)].is_none())
    }

    /// The empty cells with which `player` would fill a line, some perhaps more than once.
    pub(super) fn completions(&self, player: Player) -> impl Iterator<Item = u16> {
        self.lacking(player, 1).filter_map(|at| self.empty_cells(at).next())
    }

    /// Pairs of empty cells that would fill a line together.
    pub(super) fn pairs(&self, player: Player) -> impl Iterator<Item = [u16; 2]> {
        let cells = self.lacking(player, 2).map(|at| self.empty_cells(at));
        cells.filter_map(|mut it| Some([it.next()?, it.next()?]))
    }

    /// A fork: an empty cell on which a stone would leave `player` two completions, and those; where he may play on it.
    fn fork(&self, player: Player) -> Option<[u16; 3]> {
        let (asked, last) = &mut *self.forks.borrow_mut();
        *asked += 1;
        let mut met = |cell: u16, other: u16| {
            let (when, before) = std::mem::replace(&mut last[usize::from(cell)], (*asked, other));
            let two = before != other || is_off("threats.fork");
            let is_fork = when == *asked && two && self.is_free(player, cell);
            is_fork.then_some([cell, before, other])
        };
        self.pairs(player).find_map(|[a, b]| met(a, b).or_else(|| met(b, a)))
    }

    /// Whether it is certain that the attacker may play on an empty cell, with more stones of the defender elsewhere as well.
    fn is_free(&self, attacker: Player, cell: u16) -> bool {
        let free = self.game.is_free(attacker, cell, &|it| self.stones[usize::from(it)]);
        self.doubtful.borrow_mut().extend((!free).then_some(cell));
        free || is_off("threats.free")
    }

    /// Step A: the attacker is to move, and the list goes on to the next cell without his stone.
    fn attackers_step(&self, attacker: Player, play: &mut Play, cells: &[u32]) -> Found<Step> {
        if let Some(win) = self.completions(attacker).next() {
            return Ok(Step::Won([win; 3]));
        }
        let block = self.completions(attacker.other()).next().map(u32::from);
        let fork = if play.chosen && block.is_none() { self.fork(attacker) } else { None };
        if let Some(fork) = fork {
            return Ok(Step::Won(fork));
        }
        let stone = |cell: u32| self.stones[cell as usize];
        let own = |&&cell: &&u32| stone(cell) == Some(attacker);
        play.next += cells[play.next..].iter().take_while(own).count();
        let cell = block.or(cells.get(play.next).copied()).ok_or("no win and no threat left")?;
        match stone(cell) {
            None if self.is_free(attacker, cell as u16) => Ok(Step::Put(cell as u16)),
            None => Err("a move that may be forbidden"),
            Some(_) if is_off("threats.empty") => Ok(Step::Put(cell as u16)),
            Some(_) => Err("a threat on a cell that is taken"),
        }
    }

    /// Step B: the defender is to move. (On a full board nobody has a completion and nothing is
    /// threatened: both sides' steps fail there.)
    fn defenders_step(&self, attacker: Player) -> Found<Step> {
        let fills = self.completions(attacker.other()).next().is_some();
        if fills && !is_off("threats.defender-wins") {
            return Err("the defender fills a line");
        }
        let mut wins = self.completions(attacker);
        if let Some(win) = wins.next() {
            let other = wins.find(|&cell| cell != win || is_off("threats.two-wins"));
            return Ok(other.map_or(Step::Put(win), |it| Step::Won([win, it, it])));
        }
        self.fork(attacker).map(Step::Choose).ok_or("nothing is threatened")
    }

    /// Plays the attacker's moves in order, against every reply; an error unless the attacker wins. Adds
    /// to the work, and gives up where it exceeds what may be done.
    ///
    /// # Errors
    /// What stands in the way of a win, or that there was too much work.
    pub(crate) fn replay(&mut self, asked: &Question<'_, P>, work: &mut Work) -> Found<()> {
        let &Question { pos, replies, attacker, attackers_move, cells } = asked;
        if cells.iter().any(|&cell| cell as usize >= self.stones.len()) {
            return Err("a cell outside the board");
        }
        let mut covers = vec![false; if replies.len() > 1 { self.stones.len() } else { 0 }];
        let covered = replies.iter().filter(|_| replies.len() > 1);
        covered.for_each(|reply| covers[reply.0 as usize] = true);
        self.set_up(pos, &covers);
        self.begins(attacker, &covers);
        let first = Play { attackers_move, covers, ..Play::default() };
        Replay { board: self, attacker, cells, work, open: Vec::new() }.win_all(first)
    }

    /// Cells that are one of two the defender lacks of a line once he has a stone on another, one of
    /// `covers`, each with that one. Of two that enable each other one will do: both come to the same.
    fn enabled(&self, defender: Player, covers: &[bool]) -> Vec<[u16; 2]> {
        let covered = |cell: u16| covers[usize::from(cell)];
        let mut enabled = Vec::new();
        // None, of course, if the play stands for itself.
        let lacks_three = |at: &usize| self.missing[*at][defender.index()] == 3;
        for at in (0..self.lines.len()).filter(|at| !covers.is_empty() && lacks_three(at)) {
            for by in self.empty_cells(at).filter(|&by| covered(by)) {
                let others = self.empty_cells(at).filter(|&it| it > by || it < by && !covered(it));
                if is_off("threats.reply-enabled") {
                    continue;
                }
                enabled.extend(others.map(|it| [it, by]));
            }
        }
        enabled.sort_unstable();
        enabled.dedup();
        enabled
    }
}

/// One replay under way.
struct Replay<'r, 'g, P> {
    board: &'r mut Board<'g, P>,
    attacker: Player,
    /// The attacker's moves in order.
    cells: &'r [u32],
    work: &'r mut Work,
    /// Plays still to be shown. Those that leave the longest play last.
    open: Vec<Play>,
}

impl<P> Replay<'_, '_, P> {
    /// Shows that this play is won, and all that it leads to.
    fn win_all(mut self, mut play: Play) -> Found<()> {
        loop {
            self.work.done += (1 + self.cells.len() - play.next) as u64;
            if self.work.done > self.work.most {
                return Err("too much work");
            }
            self.win(play)?;
            if self.open.len() > MOST_OPEN {
                self.work.done = u64::MAX;
                return Err("too much work");
            }
            let Some(another) = self.open.pop() else { return Ok(()) };
            self.board.go_back(&another, self.attacker.other());
            play = another;
        }
    }

    /// Goes on with a play until it is won, stands for nothing any more, or the defender has a choice.
    fn win(&mut self, mut play: Play) -> Found<()> {
        loop {
            self.board.doubtful.get_mut().clear();
            self.board.replied(self.attacker, play.attackers_move, &play.covers);
            let step = match play.attackers_move {
                true => self.board.attackers_step(self.attacker, &mut play, self.cells),
                false => self.board.defenders_step(self.attacker),
            };
            play.played = self.board.played.len();
            play.near = self.board.near.each_ref().map(|it| it.each_ref().map(Vec::len));
            if !play.covers.is_empty() && self.set_apart(step.ok(), &mut play) {
                // The last one set apart takes this play's place.
                self.work.done -= (1 + self.cells.len() - play.next) as u64;
                return Ok(());
            }
            step.iter().for_each(|it| self.board.turns_on(*it, self.attacker, &play.covers));
            match step? {
                Step::Won(_) => break,
                Step::Put(cell) if play.attackers_move => self.board.put(self.attacker, cell),
                Step::Put(cell) => self.board.put(self.attacker.other(), cell),
                Step::Choose(fork) => break self.free_reply(fork, play),
            }
            play.attackers_move = !play.attackers_move;
        }
        Ok(())
    }

    /// Sets the replies apart that the step could depend on, each to stand for itself: those that it is
    /// for, those on a line of which the defender lacks one or two, or on its border, and those on which it may turn
    /// whether a move of the attacker's is forbidden. Says whether the play stands for none any more.
    fn set_apart(&mut self, step: Option<Step>, play: &mut Play) -> bool {
        let mut covers = std::mem::take(&mut play.covers);
        let mut apart = |&cell: &u16| {
            if std::mem::take(&mut covers[usize::from(cell)]) {
                self.open.push(Play { stone: cell, ..play.clone() });
            }
        };
        match step {
            _ if is_off("apart.step") => {}
            Some(Step::Won(cells) | Step::Choose(cells)) => cells.iter().for_each(&mut apart),
            Some(Step::Put(cell)) => apart(&cell),
            None => {}
        }
        let (board, defender) = (&*self.board, self.attacker.other());
        let mut all_of = |player: Player, at: usize| {
            board.lines[at].iter().chain(board.game.border(player, at)).for_each(&mut apart);
        };
        let near = (1..=2).filter(|_| !is_off("apart.near"));
        let near = near.flat_map(|lacks| board.lacking(defender, lacks));
        near.for_each(|at| all_of(defender, at));
        let doubtful = board.doubtful.borrow();
        let doubtful = doubtful.iter().filter(|_| !is_off("apart.doubtful"));
        let through = doubtful.flat_map(|&cell| &board.touching[usize::from(cell)][0]);
        through.for_each(|&at| all_of(self.attacker, at as usize));
        play.covers = covers;
        !play.covers.contains(&true)
    }

    /// The defender's free reply to a fork: the fork's cells and every cell of two that he lacks of a
    /// line, and what is one of two only after a reply that the play stands for.
    fn free_reply(&mut self, fork: [u16; 3], play: Play) {
        let defender = self.attacker.other();
        let play = Play { attackers_move: true, chosen: true, ..play };
        let mut replies = Vec::new();
        if !is_off("threats.reply-fork") {
            replies.extend(fork);
        }
        if !is_off("threats.reply-four") {
            self.board.pairs(defender).for_each(|pair| replies.extend(pair));
        }
        replies.sort_unstable();
        replies.dedup();
        let enabled = self.board.enabled(defender, &play.covers);
        for [stone, by] in enabled.into_iter().filter(|it| !replies.contains(&it[0])) {
            let mut covers = vec![false; self.board.stones.len()];
            covers[usize::from(by)] = true;
            self.open.push(Play { stone, covers, ..play });
        }
        self.open.extend(replies.into_iter().map(|stone| Play { stone, ..play.clone() }));
    }
}
