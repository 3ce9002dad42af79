//! The men of a game of shogi on the board and in the hands, and to which squares they go: as much as records need to
//! name moves. Which moves are legal the game says.

use quod_game::{Game, NotationError, Player};

/// The number of squares. A square is `9·row + column`: rows from the top, columns from the left.
pub(super) const SQUARES: usize = 81;

/// Letters of the kinds, which are numbered from the pawn to the king.
pub(super) const LETTERS: &str = "PLNSGBRK";

/// The number of the king's kind. All smaller ones can be in a hand.
pub(super) const KING: usize = 7;

/// How many men of each kind there are, kings left out.
pub(super) const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

/// A man, as it stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) player: Player,
    pub(super) kind: usize,
    pub(super) promoted: bool,
}

/// A move of a man on the board or from a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The man before it moves.
    pub(super) man: Man,
    /// Where it stands; none if it is dropped.
    pub(super) from: Option<usize>,
    pub(super) to: usize,
    pub(super) promotes: bool,
    /// Whether it takes a drop between back, which then returns to the hand that it came from.
    pub(super) back: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Men {
    pub(super) squares: [Option<Man>; SQUARES],
    pub(super) hands: [[u8; 7]; 2],
}

type Way = (i32, i32);

/// Steps aside and forward.
const STRAIGHT: [Way; 4] = [(0, 1), (-1, 0), (1, 0), (0, -1)];
const SLANTWISE: [Way; 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
const GOLD: [Way; 6] = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
const SILVER: [Way; 5] = [(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)];
const KINGS: [Way; 8] = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)];

impl Man {
    /// Whether men of its kind can be promoted and it is not.
    pub(super) fn can_promote(self) -> bool {
        !self.promoted && !matches!(self.kind, 4 | KING)
    }

    /// The single steps and the lines on which it goes.
    fn ways(self) -> (&'static [Way], &'static [Way]) {
        match (self.kind, self.promoted) {
            (0, false) => (&[(0, 1)], &[]),
            (1, false) => (&[], &[(0, 1)]),
            (2, false) => (&[(-1, 2), (1, 2)], &[]),
            (3, false) => (&SILVER, &[]),
            (5, false) => (&[], &SLANTWISE),
            (5, true) => (&STRAIGHT, &SLANTWISE),
            (6, false) => (&[], &STRAIGHT),
            (6, true) => (&SLANTWISE, &STRAIGHT),
            (KING, _) => (&KINGS, &[]),
            _ => (&GOLD, &[]),
        }
    }

    /// Whether it could never move from the square.
    fn is_stuck(self, at: usize) -> bool {
        let (steps, lines) = self.ways();
        steps.iter().chain(lines).all(|&way| beside(at, self.player, way).is_none())
    }
}

fn beside(at: usize, player: Player, (aside, forward): Way) -> Option<usize> {
    let down = if player == Player::First { -forward } else { forward };
    let (column, row) = ((at % 9) as i32 + aside, (at / 9) as i32 + down);
    let inside = (0..9).contains(&column) && (0..9).contains(&row);
    inside.then_some((9 * row + column) as usize)
}

/// Whether the player's men promote on this square.
fn in_zone(at: usize, player: Player) -> bool {
    if player == Player::First { at < 27 } else { at >= 54 }
}

/// How far a square lies to the right of another, and how far behind it, as the player sees the board.
pub(super) fn seen(from: usize, to: usize, player: Player) -> (i32, i32) {
    let sign = if player == Player::First { 1 } else { -1 };
    let right = (from % 9) as i32 - (to % 9) as i32;
    let behind = (from / 9) as i32 - (to / 9) as i32;
    (sign * right, sign * behind)
}

/// The square on this file, counted from the right from 1, and this row, counted from the top from 1.
pub(super) fn square(file: usize, row: usize) -> Option<usize> {
    let inside = (1..=9).contains(&file) && (1..=9).contains(&row);
    inside.then(|| 9 * (row - 1) + 9 - file)
}

/// The file and the row of a square, as [`square`] has them.
pub(super) fn file_and_row(at: usize) -> (usize, usize) {
    (9 - at % 9, at / 9 + 1)
}

fn square_text(at: usize) -> String {
    let (file, row) = file_and_row(at);
    format!("{file}{}", char::from(b'a' + row as u8 - 1))
}

fn square_said(text: &str) -> Option<usize> {
    (0..SQUARES).find(|&at| square_text(at) == text)
}

impl Step {
    /// As the game writes it.
    pub(super) fn usi(&self) -> String {
        let from = match self.from {
            Some(at) => square_text(at),
            None => format!("{}*", &LETTERS[self.man.kind..=self.man.kind]),
        };
        format!("{from}{}{}", square_text(self.to), if self.promotes { "+" } else { "" })
    }

    /// Whether the man could promote with this move, and could do so by the rules of shogi.
    pub(super) fn could_promote(&self) -> bool {
        let zone = |at: usize| in_zone(at, self.man.player);
        self.man.can_promote() && self.from.is_some_and(|from| zone(from) || zone(self.to))
    }
}

impl Men {
    /// No man anywhere.
    pub(super) fn none() -> Men {
        Men { squares: [None; SQUARES], hands: [[0; 7]; 2] }
    }

    /// All men as they stand when a game begins.
    pub(super) fn start() -> Men {
        let mut men = Men::none();
        let back = [1, 2, 3, 4, KING, 4, 3, 2, 1];
        for (column, behind) in back.into_iter().enumerate() {
            let mut put = |row: usize, player: Player, kind: usize| {
                men.squares[9 * row + column] = Some(Man { player, kind, promoted: false });
            };
            put(0, Player::Second, behind);
            put(2, Player::Second, 0);
            put(6, Player::First, 0);
            put(8, Player::First, behind);
        }
        for (at, player, kind) in [(10, Player::Second, 6), (16, Player::Second, 5)] {
            men.squares[at] = Some(Man { player, kind, promoted: false });
            men.squares[80 - at] = Some(Man { player: player.other(), kind, promoted: false });
        }
        men
    }

    /// What the board and the hands lack of the set.
    pub(super) fn rest(&self) -> [u8; 7] {
        let mut rest = SET;
        let kinds = self.squares.iter().flatten().filter(|man| man.kind < KING);
        kinds.for_each(|man| rest[man.kind] = rest[man.kind].saturating_sub(1));
        for hand in self.hands {
            (rest.iter_mut().zip(hand)).for_each(|(rest, held)| *rest = rest.saturating_sub(held));
        }
        rest
    }

    /// The position as an SFEN, whose side to move attacks.
    pub(super) fn sfen(&self, to_move: Player) -> String {
        let letter = |player: Player, kind: usize| {
            let letter = &LETTERS[kind..=kind];
            if player == Player::First { letter.to_string() } else { letter.to_lowercase() }
        };
        let sign = |man: Man| {
            format!("{}{}", if man.promoted { "+" } else { "" }, letter(man.player, man.kind))
        };
        let row = |row: &[Option<Man>]| {
            let text = |run: &[Option<Man>]| run[0].map_or(run.len().to_string(), sign);
            row.chunk_by(|a, b| a.is_none() && b.is_none()).map(text).collect::<String>()
        };
        let rows: Vec<String> = self.squares.chunks(9).map(row).collect();
        let mut hands = String::new();
        for player in Player::BOTH {
            for kind in (0..KING).rev() {
                match self.hands[player.index()][kind] {
                    0 => {}
                    1 => hands += &letter(player, kind),
                    many => hands += &format!("{many}{}", letter(player, kind)),
                }
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        let side = if to_move == Player::First { "b" } else { "w" };
        // Without the word an empty hand of the defender's would be filled.
        let defends = self.hands[to_move.other().index()];
        let word = if defends == [0; 7] { " empty-handed" } else { "" };
        format!("{} {side} {hands} 1{word}", rows.join("/"))
    }

    fn along(&self, from: usize, player: Player, way: Way) -> impl Iterator<Item = usize> {
        std::iter::successors(beside(from, player, way), move |&at| {
            beside(at, player, way).filter(|_| self.squares[at].is_none())
        })
    }

    /// Whether a man goes from one square to another, whosever man stands there.
    fn goes(&self, from: usize, man: Man, to: usize) -> bool {
        let (steps, lines) = man.ways();
        steps.iter().any(|&way| beside(from, man.player, way) == Some(to))
            || lines.iter().any(|&way| self.along(from, man.player, way).any(|at| at == to))
    }

    /// The squares of the men like this one that go to a square by their ways alone.
    pub(super) fn rivals(&self, man: Man, to: usize) -> Vec<usize> {
        let own = self.squares[to].is_some_and(|it| it.player == man.player);
        let like = |&at: &usize| self.squares[at] == Some(man) && self.goes(at, man, to);
        (0..SQUARES).filter(|_| !own).filter(like).collect()
    }

    /// The squares of the men that attack a player's king.
    fn checkers(&self, player: Player) -> Vec<usize> {
        let is_king =
            |man: &Option<Man>| man.is_some_and(|it| it.player == player && it.kind == KING);
        let Some(king) = self.squares.iter().position(is_king) else { return Vec::new() };
        let attacks = |&at: &usize| {
            self.squares[at].is_some_and(|man| man.player != player && self.goes(at, man, king))
        };
        (0..SQUARES).filter(attacks).collect()
    }

    /// The men after a move. A man that is taken comes into the hand of the side that takes it.
    pub(super) fn after(&self, step: &Step) -> Men {
        let (mut next, mut man) = (self.clone(), step.man);
        let hand = &mut next.hands[man.player.index()];
        match step.from {
            Some(from) => next.squares[from] = None,
            None => hand[man.kind] = hand[man.kind].saturating_sub(1),
        }
        if let Some(taken) = next.squares[step.to].filter(|taken| taken.kind < KING) {
            hand[taken.kind] = hand[taken.kind].saturating_add(1);
        }
        man.promoted |= step.promotes;
        next.squares[step.to] = Some(man);
        next
    }

    /// The move of a player's that the game writes so.
    pub(super) fn step(&self, player: Player, usi: &str) -> Option<Step> {
        let (text, promotes) = usi.strip_suffix('+').map_or((usi, false), |it| (it, true));
        let (from, to) = text.split_at_checked(2)?;
        let to = square_said(to)?;
        let Some(kind) = from.strip_suffix('*') else {
            let from = square_said(from)?;
            let man = self.squares[from].filter(|man| man.player == player)?;
            return Some(Step { man, from: Some(from), to, promotes, back: false });
        };
        let kind = LETTERS.find(kind).filter(|kind| *kind < KING)?;
        let man = Man { player, kind, promoted: false };
        Some(Step { man, from: None, to, promotes, back: false })
    }

    /// The moves of the attacker's that take a drop on this square back, as the game's rules have them. The board is that
    /// before the drop.
    fn taking_back(&self, defender: Player, to: usize) -> Vec<Step> {
        let [from] = self.checkers(defender)[..] else { return Vec::new() };
        let Some(man) = self.squares[from].filter(|&man| self.goes(from, man, to)) else {
            return Vec::new();
        };
        let ways =
            [false, true].map(|promotes| Step { man, from: Some(from), to, promotes, back: true });
        let allowed = |step: &Step| {
            let shape = if step.promotes { step.could_promote() } else { !man.is_stuck(to) };
            let next = self.after(step);
            shape && next.checkers(man.player).is_empty() && !next.checkers(defender).is_empty()
        };
        ways.into_iter().filter(allowed).collect()
    }
}

/// A position of the game: the men, who is to move on the board and who attacks, and the moves that wait.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) men: Men,
    /// Who is to move on that board: while moves wait, the defender.
    pub(super) on_board: Player,
    to_move: Player,
    attacker: Player,
    waiting: Vec<u16>,
}

/// The moves to a board, and the board.
type Reached = (Vec<Step>, Men);

impl Standing {
    /// What the bytes of a position say (`docs/formats/games.md`, tsume).
    pub(super) fn of<G: Game + ?Sized>(
        game: &G,
        pos: &G::Position,
    ) -> Result<Standing, NotationError> {
        let name = game.name();
        let bytes = game.encoding(pos);
        let known = crate::keys::family(&name) == "tsume";
        let standing = if known { decode(&bytes, game.to_move(pos)) } else { None };
        standing.ok_or_else(|| NotationError::new("record", "a position of tsume", name))
    }

    /// The boards on which the side to move may move, each with the moves that lead to it from [`Standing::men`]: the one on
    /// which the defender has still to say something, or those behind the moves that wait.
    fn boards(&self) -> Vec<Reached> {
        let mut after = Vec::new();
        let here = (Vec::new(), self.men.clone());
        if self.waiting.is_empty() {
            return vec![here];
        }
        let open = self.say(here, &mut self.waiting.iter(), &mut after);
        open.map_or(after, |open| vec![open])
    }

    fn say(
        &self,
        (path, men): Reached,
        said: &mut std::slice::Iter<'_, u16>,
        after: &mut Vec<Reached>,
    ) -> Option<Reached> {
        let Some(&code) = said.next() else { return Some((path, men)) };
        let defender = self.attacker.other();
        let step = step_of(&men, defender, code)?;
        let with = |path: &[Step], step: Step| [path, &[step]].concat();
        let path = with(&path, step);
        after.push((path.clone(), men.after(&step)));
        let ways =
            if step.from.is_none() { men.taking_back(defender, step.to) } else { Vec::new() };
        ways.into_iter().find_map(|way| {
            // The man that was dropped is in the hand again, so the board is that before the drop.
            self.say((with(&path, way), men.after(&way)), said, after)
        })
    }

    /// The moves on a board that a move of the game's is, with the board before the last of them. Where it is made after men
    /// were taken back, those moves come first.
    pub(super) fn steps(&self, text: &str) -> Result<(Vec<Step>, Men), NotationError> {
        let bad = || NotationError::new("record", "a legal move", format!("\"{text}\""));
        let (behind, usi) = match text.split_once('x') {
            Some((behind, usi)) => (behind.parse().map_err(|_| bad())?, usi),
            None => (0, text),
        };
        let (mut path, men) = self.boards().into_iter().nth(behind).ok_or_else(bad)?;
        path.push(men.step(self.to_move, usi).ok_or_else(bad)?);
        Ok((path, men))
    }

    /// The first move that waits: a drop.
    pub(super) fn dropped(&self) -> Option<Step> {
        step_of(&self.men, self.attacker.other(), *self.waiting.first()?)
    }
}

/// The move with this code.
fn step_of(men: &Men, player: Player, code: u16) -> Option<Step> {
    let code = usize::from(code);
    let (from, to, promotes) = (code % 7128 / 81, code % 81, code / 7128 == 1);
    if from >= SQUARES {
        let man = Man { player, kind: from - SQUARES, promoted: false };
        return (man.kind < KING).then_some(Step { man, from: None, to, promotes, back: false });
    }
    let man = men.squares[from]?;
    Some(Step { man, from: Some(from), to, promotes, back: false })
}

fn decode(bytes: &[u8], to_move: Player) -> Option<Standing> {
    let (&state, rest) = bytes.split_first()?;
    let (occupied, rest) = rest.split_at_checked(11)?;
    let mut rest = rest.iter();
    let mut men = Men::none();
    for at in 0..SQUARES {
        if occupied[at / 8] >> (at % 8) & 1 == 1 {
            let byte = *rest.next()?;
            let player = Player::BOTH[usize::from(byte >> 4 & 1)];
            let (kind, promoted) = (usize::from(byte & 7), byte >> 3 & 1 == 1);
            men.squares[at] = Some(Man { player, kind, promoted });
        }
    }
    for hand in &mut men.hands {
        let bytes = [*rest.next()?, *rest.next()?, *rest.next()?, 0];
        let mut packed = u32::from_le_bytes(bytes);
        for (many, bits) in hand.iter_mut().zip([5, 3, 3, 3, 3, 2, 2]) {
            *many = (packed % (1 << bits)) as u8;
            packed >>= bits;
        }
    }
    let codes = rest.as_slice().chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]]));
    let waiting: Vec<u16> = codes.collect();
    let [on_board, attacker] = [state & 1, state >> 1 & 1].map(|it| Player::BOTH[usize::from(it)]);
    Some(Standing { men, on_board, to_move, attacker, waiting })
}
