//! The board and the hands of shogi, and how its men move: everything but who has to check whom.

use quod_game::{Move, Player};

use crate::chess::{SLANTWISE, STRAIGHT, Step};

/// The number of squares. A square is `9·row + column`, rows from the top, columns from the left: the square 9a is 0,
/// 8a is 1, 9b is 9, 1i is 80.
pub const SHOGI_SQUARES: usize = 81;

/// What sort of man it is, promoted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShogiKind {
    /// A step forward.
    Pawn,
    /// Straight forward.
    Lance,
    /// Jumps two forward and one aside.
    Knight,
    /// A step forward or slantwise.
    Silver,
    /// A step straight, or slantwise forward.
    Gold,
    /// Slantwise.
    Bishop,
    /// Straight.
    Rook,
    /// A step in any direction.
    King,
}

use ShogiKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};

impl ShogiKind {
    /// All of them; a kind's place is its number. All but the last can be in a hand.
    pub const ALL: [ShogiKind; 8] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King];

    /// What people call it.
    pub fn name(self) -> &'static str {
        ["pawn", "lance", "knight", "silver", "gold", "bishop", "rook", "king"][self as usize]
    }

    /// Whether men of this kind can be promoted.
    pub fn promotes(self) -> bool {
        !matches!(self, Gold | King)
    }
}

/// How many men of each kind there are, kings left out.
pub(super) const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShogiMan {
    /// Whose it is.
    pub player: Player,
    /// What sort of man.
    pub kind: ShogiKind,
    /// Whether it is promoted.
    pub promoted: bool,
}

/// Steps aside and forward, as the man's player sees the board.
const FORWARD: [Step; 1] = [(0, 1)];
const KNIGHTS: [Step; 2] = [(-1, 2), (1, 2)];
const SILVERS: [Step; 5] = [(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)];
const GOLDS: [Step; 6] = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
const KINGS: [Step; 8] = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)];

impl ShogiMan {
    /// The steps that it takes, and the ways that it goes as far as they are free.
    fn ways(self) -> (&'static [Step], &'static [Step]) {
        match (self.kind, self.promoted) {
            (Pawn, false) => (&FORWARD, &[]),
            (Lance, false) => (&[], &FORWARD),
            (Knight, false) => (&KNIGHTS, &[]),
            (Silver, false) => (&SILVERS, &[]),
            (Gold, _) | (Pawn | Lance | Knight | Silver, true) => (&GOLDS, &[]),
            (Bishop, false) => (&[], &SLANTWISE),
            (Bishop, true) => (&STRAIGHT, &SLANTWISE),
            (Rook, false) => (&[], &STRAIGHT),
            (Rook, true) => (&SLANTWISE, &STRAIGHT),
            (King, _) => (&KINGS, &[]),
        }
    }

    /// Whether it could never move from the square: no way leads from there to a square of the board.
    pub(super) fn is_stuck(self, at: usize) -> bool {
        let (steps, lines) = self.ways();
        steps.iter().chain(lines).all(|&step| beside(at, self.player, step).is_none())
    }
}

/// The square some columns aside and some rows forward, if it is on the board. Aside is the same side for both players,
/// as all men go to both sides alike.
fn beside(at: usize, player: Player, (aside, forward): Step) -> Option<usize> {
    let down = if player == Player::First { -forward } else { forward };
    let (column, row) = ((at % 9) as i8 + aside, (at / 9) as i8 + down);
    let inside = (0..9).contains(&column) && (0..9).contains(&row);
    inside.then_some((9 * row + column) as usize)
}

/// Whether the square is on one of the three rows in which the player's men are promoted.
fn in_zone(at: usize, player: Player) -> bool {
    let row = at / 9;
    if player == Player::First { row < 3 } else { row > 5 }
}

/// The code of a move: `to + 81·from + 7128·p`, with `p` = 1 if the man is promoted. A man from the hand comes from
/// 81 and its kind's number.
pub(super) fn code(from: usize, to: usize, promotes: bool) -> Move {
    Move((to + 81 * from + 7128 * usize::from(promotes)) as u32)
}

/// Where a move comes from and goes to, and whether it promotes.
pub(super) fn parts(mv: Move) -> (usize, usize, bool) {
    let code = mv.0 as usize;
    (code % 7128 / 81, code % 81, code / 7128 == 1)
}

/// The kind of a man that the move puts on the board from a hand; none if it moves one that is there.
pub(super) fn dropped(mv: Move) -> Option<ShogiKind> {
    parts(mv).0.checked_sub(SHOGI_SQUARES).map(|kind| ShogiKind::ALL[kind])
}

/// The men on the board and in the hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShogiBoard {
    /// The man on each square.
    pub men: [Option<ShogiMan>; SHOGI_SQUARES],
    /// For each player how many men of each kind it has in hand, by the kind's number.
    pub hands: [[u8; 7]; 2],
}

impl ShogiBoard {
    /// The squares along a way, up to the first man.
    fn along(&self, from: usize, player: Player, way: Step) -> impl Iterator<Item = usize> {
        std::iter::successors(beside(from, player, way), move |&at| {
            beside(at, player, way).filter(|_| self.men[at].is_none())
        })
    }

    /// The squares that a man reaches from a square, its own side's men among them.
    fn reached(&self, from: usize, man: ShogiMan) -> impl Iterator<Item = usize> {
        let (steps, lines) = man.ways();
        let steps = steps.iter().filter_map(move |&step| beside(from, man.player, step));
        steps.chain(lines.iter().flat_map(move |&way| self.along(from, man.player, way)))
    }

    /// Where the player's men stand, each with its square.
    pub(super) fn men_of(&self, player: Player) -> impl Iterator<Item = (usize, ShogiMan)> {
        let own = move |(at, man): (usize, &Option<ShogiMan>)| man.map(|man| (at, man));
        self.men.iter().enumerate().filter_map(own).filter(move |(_, man)| man.player == player)
    }

    /// The square of the player's king, if it has one.
    pub(super) fn king(&self, player: Player) -> Option<usize> {
        self.men_of(player).find(|(_, man)| man.kind == King).map(|(at, _)| at)
    }

    /// The squares of the men that attack the player's king; none if it has no king.
    pub(super) fn checkers(&self, player: Player) -> impl Iterator<Item = usize> {
        self.king(player).into_iter().flat_map(move |king| {
            let attacks = move |(at, man): (usize, ShogiMan)| {
                self.reached(at, man).any(|to| to == king).then_some(at)
            };
            self.men_of(player.other()).filter_map(attacks)
        })
    }

    /// The squares between a man and the king that it attacks along a line, from the man on; none if it attacks otherwise.
    pub(super) fn between(&self, from: usize, king: Option<usize>) -> Vec<usize> {
        let (Some(man), Some(king)) = (self.men[from], king) else { return Vec::new() };
        let free = |&at: &usize| at != king;
        let way = |way: &&Step| self.along(from, man.player, **way).any(|at| at == king);
        let way = man.ways().1.iter().find(way);
        way.map_or(Vec::new(), |&way| self.along(from, man.player, way).take_while(free).collect())
    }

    /// Whether the player has a king and it is attacked.
    pub fn in_check(&self, player: Player) -> bool {
        self.checkers(player).next().is_some()
    }

    /// The men after a move of the player's that its men's ways allow.
    pub(super) fn after(&self, mover: Player, mv: Move) -> ShogiBoard {
        let (from, to, promotes) = parts(mv);
        let mut next = self.clone();
        let hand = &mut next.hands[mover.index()];
        if let Some(kind) = dropped(mv) {
            hand[kind as usize] -= 1;
            next.men[to] = Some(ShogiMan { player: mover, kind, promoted: false });
            return next;
        }
        if let Some(taken) = next.men[to]
            && taken.kind != King
        {
            hand[taken.kind as usize] += 1;
        }
        let man = next.men[from].take();
        next.men[to] = man.map(|man| ShogiMan { promoted: man.promoted || promotes, ..man });
        next
    }

    /// The moves of the man on a square, by its ways alone: its king may be left attacked.
    pub(super) fn open_moves_from(&self, from: usize) -> Vec<Move> {
        let Some(man) = self.men[from] else { return Vec::new() };
        let own = |to: &usize| self.men[*to].is_some_and(|it| it.player == man.player);
        let mut moves = Vec::new();
        for to in self.reached(from, man).filter(|to| !own(to)) {
            let zone = in_zone(from, man.player) || in_zone(to, man.player);
            if zone && man.kind.promotes() && !man.promoted {
                moves.push(code(from, to, true));
            }
            if !man.is_stuck(to) {
                moves.push(code(from, to, false));
            }
        }
        moves
    }

    /// Those of all men of the player's.
    fn open_moves(&self, mover: Player) -> Vec<Move> {
        self.men_of(mover).flat_map(|(from, _)| self.open_moves_from(from)).collect()
    }

    /// The player's drops, in no order: on empty squares, in check those between the king and the one man that checks it;
    /// not where the man could never move, and no pawn on a file where the player has one that is not promoted. None
    /// leaves the king attacked. One of a pawn may still be forbidden because it mates.
    fn drops(&self, mover: Player) -> Vec<Move> {
        let checkers: Vec<usize> = self.checkers(mover).collect();
        let free: Vec<usize> = match checkers[..] {
            [] => (0..SHOGI_SQUARES).filter(|&at| self.men[at].is_none()).collect(),
            [checker] => self.between(checker, self.king(mover)),
            _ => Vec::new(),
        };
        let pawn = Some(ShogiMan { player: mover, kind: Pawn, promoted: false });
        let files = (0..9).map(|file| (file..SHOGI_SQUARES).step_by(9));
        let has_pawn: Vec<bool> =
            files.map(|mut file| file.any(|at| self.men[at] == pawn)).collect();
        let mut moves = Vec::new();
        for kind in ShogiKind::ALL.into_iter().take(7) {
            let man = ShogiMan { player: mover, kind, promoted: false };
            let held = self.hands[mover.index()][kind as usize] > 0;
            let allowed =
                |to: &usize| held && !man.is_stuck(*to) && !(kind == Pawn && has_pawn[to % 9]);
            let to = free.iter().copied().filter(allowed);
            moves.extend(to.map(|to| code(SHOGI_SQUARES + kind as usize, to, false)));
        }
        moves
    }

    /// Whether the player's king is attacked by nobody after the move of a man on the board.
    fn is_safe(&self, mover: Player, mv: Move) -> bool {
        !self.after(mover, mv).in_check(mover)
    }

    /// Whether the move is a pawn's drop that mates. The pawn stands before the king then, so nothing can come between:
    /// only a move of a man on the board could answer.
    fn pawn_mates(&self, mover: Player, mv: Move) -> bool {
        let (other, before) = (mover.other(), beside(parts(mv).1, mover, (0, 1)));
        if dropped(mv) != Some(Pawn) || before.is_none() || before != self.king(other) {
            return false;
        }
        let next = self.after(mover, mv);
        !next.open_moves(other).into_iter().any(|answer| next.is_safe(other, answer))
    }

    /// Whether the opponent's king is attacked after the player's move. A man that is dropped opens no line.
    fn gives_check(&self, mover: Player, mv: Move) -> bool {
        match dropped(mv) {
            None => self.after(mover, mv).in_check(mover.other()),
            Some(kind) => {
                let man = ShogiMan { player: mover, kind, promoted: false };
                let king = self.king(mover.other());
                self.reached(parts(mv).1, man).any(|to| Some(to) == king)
            }
        }
    }

    /// The player's legal moves by the rules of shogi, in ascending order.
    pub fn legal(&self, mover: Player) -> Vec<Move> {
        let mut moves: Vec<Move> = self.legal_of(mover, |_| true).collect();
        moves.sort_unstable();
        moves
    }

    /// Those of them that give check, in no order.
    pub fn checks(&self, mover: Player) -> impl Iterator<Item = Move> {
        self.legal_of(mover, move |mv| self.gives_check(mover, mv))
    }

    /// Those of them that are asked for, in no order, those of men on the board first.
    pub(super) fn legal_of(
        &self,
        mover: Player,
        asked: impl Fn(Move) -> bool + Copy,
    ) -> impl Iterator<Item = Move> {
        let on_board = self.open_moves(mover).into_iter();
        let on_board = on_board.filter(move |&mv| asked(mv) && self.is_safe(mover, mv));
        let drops = std::iter::once_with(move || self.drops(mover)).flatten();
        on_board.chain(drops.filter(move |&mv| asked(mv) && !self.pawn_mates(mover, mv)))
    }
}
