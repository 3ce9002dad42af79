//! The board as sets of squares: a twin of the plain rules for all four games.
//!
//! A set of squares is a number of 64 bits. Moves are made by copying; that a move leaves its king in check is
//! seen after it was made. Attacks of sliding men come from `cozy-chess`, which looks them up in tables. Codes of
//! moves, the order of moves and all that makes two positions the same are those of the rules.

mod forced;

use cozy_chess::{
    BitBoard, Color, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use quod_game::{Move, Player};
use quod_rules::{Chess, ChessGame, ChessPosition, ChessSquare, Man};

mod guard;

pub use guard::{Checks, Guard};

/// No square, or no file.
const NONE: u8 = 64;

const PAWN: usize = Man::Pawn as usize;
const KNIGHT: usize = Man::Knight as usize;
const BISHOP: usize = Man::Bishop as usize;
const ROOK: usize = Man::Rook as usize;
const QUEEN: usize = Man::Queen as usize;
const KING: usize = Man::King as usize;

/// What the twin knows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laws {
    /// Kings are in check, and pawns do not become kings.
    pub checks: bool,
    /// Who can capture must.
    pub forced: bool,
    /// Pawns are captured in passing.
    pub passing: bool,
    /// The rule of fifty moves.
    pub fifty: bool,
    /// Who is mated has lost, and men that can mate nobody are a draw.
    pub chess: bool,
}

impl Laws {
    /// Those of a game of the rules.
    pub fn of(game: &Chess) -> Laws {
        Laws {
            checks: game.has_checks(),
            forced: game.game != ChessGame::Chess,
            passing: game.game != ChessGame::Giveaway,
            fifty: game.fifty,
            chess: game.game == ChessGame::Chess,
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of the men of each sort, of either side.
    kinds: [u64; 6],
    /// Each side's squares.
    sides: [u64; 2],
    /// 0 if White is to move, 1 if Black is.
    mover: u8,
    /// The square behind a pawn that may be captured in passing.
    passed: u8,
    /// Plies since the last capture or pawn's move, by the rule of fifty moves.
    clock: u8,
    /// The squares of the rooks with which a side may castle, its a side first.
    rooks: [[u8; 2]; 2],
}

fn bit(square: u8) -> u64 {
    1 << square
}

fn square(at: u8) -> Square {
    Square::index(usize::from(at))
}

/// The squares of a set.
pub(crate) fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(at)
    })
}

/// A mixed number, the same on every machine.
const fn mixed(seed: u64) -> u64 {
    let mut it = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d;
    it = (it ^ it >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    it = (it ^ it >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    it ^ it >> 31
}

/// Numbers for [`Board::hash`].
const SEEDS: [u64; 18] = {
    let mut seeds = [0; 18];
    let mut at = 0;
    while at < 18 {
        seeds[at] = mixed(at as u64 + 1) | 1;
        at += 1;
    }
    seeds
};

/// The squares of a move, from and to; a castling goes to the rook's.
#[inline]
pub(crate) fn squares(mv: Move) -> (ChessSquare, ChessSquare) {
    ((mv.0 % 64) as ChessSquare, (mv.0 / 64 % 64) as ChessSquare)
}

impl Board {
    /// The twin of a position.
    pub fn of(pos: &ChessPosition) -> Board {
        let (mut kinds, mut sides) = ([0; 6], [0; 2]);
        for (at, man) in pos.men.iter().enumerate() {
            if let Some((player, man)) = man {
                kinds[*man as usize] |= 1 << at;
                sides[player.index()] |= 1 << at;
            }
        }
        let ranks = [0, 56];
        let rook = |player: Player, side: usize| {
            let file = pos.castling[player.index()][side];
            file.map_or(NONE, |file| ranks[player.index()] + file)
        };
        Board {
            kinds,
            sides,
            mover: pos.to_move.index() as u8,
            passed: pos.en_passant.unwrap_or(NONE),
            clock: pos.clock,
            rooks: Player::BOTH.map(|player| [rook(player, 0), rook(player, 1)]),
        }
    }

    /// 0 if White is to move, 1 if Black is.
    pub fn mover(&self) -> usize {
        usize::from(self.mover)
    }

    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    fn men(&self, side: usize, kind: usize) -> u64 {
        self.sides[side] & self.kinds[kind]
    }

    /// A hash of all that makes the position what it is.
    pub fn hash(&self) -> u64 {
        // The parts are mixed side by side, so that a processor need not wait for one after the other.
        let [[a, b], [c, d]] = self.rooks;
        let rest = u64::from_le_bytes([self.mover, self.passed, self.clock, a, b, c, d, 0]);
        let parts = self.kinds.iter().chain(&self.sides).chain([&rest]);
        let each = |(place, part): (usize, &u64)| {
            let wide = u128::from(part ^ SEEDS[place]) * u128::from(SEEDS[place + 9]);
            wide as u64 ^ (wide >> 64) as u64
        };
        let sum = parts.enumerate().map(each).fold(0, u64::wrapping_add);
        mixed(sum)
    }

    /// Whether a side attacks a square.
    fn attacks(&self, at: u8, by: usize, occupied: u64) -> bool {
        let from = square(at);
        let blockers = BitBoard(occupied);
        let straight = self.men(by, ROOK) | self.men(by, QUEEN);
        let slantwise = self.men(by, BISHOP) | self.men(by, QUEEN);
        // A pawn attacks what the other side's pawn on the square would attack.
        let pawns = get_pawn_attacks(from, if by == 0 { Color::Black } else { Color::White }).0;
        pawns & self.men(by, PAWN) != 0
            || get_knight_moves(from).0 & self.men(by, KNIGHT) != 0
            || get_king_moves(from).0 & self.men(by, KING) != 0
            || slantwise != 0 && get_bishop_moves(from, blockers).0 & slantwise != 0
            || straight != 0 && get_rook_moves(from, blockers).0 & straight != 0
    }

    /// Whether a side's king is attacked, in a game with checks.
    pub fn in_check(&self, laws: &Laws, side: usize) -> bool {
        let king = self.men(side, KING);
        laws.checks && king != 0 && {
            self.attacks(king.trailing_zeros() as u8, 1 - side, self.occupied())
        }
    }

    /// The squares to which a man on a square goes, captures included, pawns aside.
    fn reach(&self, kind: usize, at: u8) -> u64 {
        let (from, blockers) = (square(at), BitBoard(self.occupied()));
        match kind {
            KNIGHT => get_knight_moves(from).0,
            BISHOP => get_bishop_moves(from, blockers).0,
            ROOK => get_rook_moves(from, blockers).0,
            QUEEN => get_bishop_moves(from, blockers).0 | get_rook_moves(from, blockers).0,
            _ => get_king_moves(from).0,
        }
    }

    /// Appends all moves, whether they leave a king in check and whether a capture is forced, in no order.
    pub fn open_moves(&self, laws: &Laws, moves: &mut Vec<Move>) {
        let (side, occupied) = (self.mover(), self.occupied());
        let (own, other) = (self.sides[side], self.sides[1 - side]);
        let mut push = |from: u8, to: u8, becomes: u32| {
            moves.push(Move(u32::from(from) + 64 * u32::from(to) + 4096 * becomes));
        };
        for kind in KNIGHT..=KING {
            for from in each(self.men(side, kind)) {
                each(self.reach(kind, from) & !own).for_each(|to| push(from, to, 0));
            }
        }
        let color = if side == 0 { Color::White } else { Color::Black };
        let targets = other | if self.passed == NONE { 0 } else { bit(self.passed) };
        for from in each(self.men(side, PAWN)) {
            let captures = get_pawn_attacks(square(from), color).0 & targets;
            let quiets = cozy_chess::get_pawn_quiets(square(from), color, BitBoard(occupied)).0;
            for to in each(captures | quiets) {
                match (to / 8 == 0 || to / 8 == 7, laws.checks) {
                    (false, _) => push(from, to, 0),
                    (true, true) => (1..5).for_each(|becomes| push(from, to, becomes)),
                    (true, false) => (1..6).for_each(|becomes| push(from, to, becomes)),
                }
            }
        }
        if self.rooks[side] == [NONE; 2] {
            return;
        }
        let king = self.men(side, KING).trailing_zeros() as u8;
        for at in 0..2 {
            let rook = self.rooks[side][at];
            if rook == NONE {
                continue;
            }
            let [king_to, rook_to] = castled(side, at);
            let needed = between(king, king_to) | between(rook, rook_to);
            let clear = needed & occupied & !bit(king) & !bit(rook) == 0;
            let safe = |at| !self.attacks(at, 1 - side, occupied);
            if clear && each(between(king, king_to)).all(safe) {
                push(king, rook, 0);
            }
        }
    }

    /// The legal moves in ascending order.
    pub fn legal_moves(&self, laws: &Laws) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_into(laws, &mut moves);
        moves.sort_unstable();
        moves
    }

    /// The legal moves in no order of meaning, in place of what the list holds.
    pub fn legal_into(&self, laws: &Laws, moves: &mut Vec<Move>) {
        moves.clear();
        self.open_moves(laws, moves);
        if let Some(guard) = self.guard(laws) {
            moves.retain(|&mv| self.is_guarded(laws, &guard, mv));
        }
        if laws.forced && moves.iter().any(|&mv| self.captures(mv)) {
            moves.retain(|&mv| self.captures(mv));
        }
    }

    /// Whether one of the open moves leaves its king in no check.
    pub fn is_legal(&self, laws: &Laws, mv: Move) -> bool {
        !laws.checks || !self.moved(mv).in_check(laws, self.mover())
    }

    /// Whether there is a legal move.
    pub fn can_move(&self, laws: &Laws) -> bool {
        let mut moves = Vec::with_capacity(64);
        self.open_moves(laws, &mut moves);
        match self.guard(laws) {
            Some(guard) => moves.iter().any(|&mv| self.is_guarded(laws, &guard, mv)),
            None => !moves.is_empty(),
        }
    }

    /// Whether a move captures.
    pub fn captures(&self, mv: Move) -> bool {
        let (from, to) = squares(mv);
        let passing = to == self.passed && bit(from) & self.kinds[PAWN] != 0;
        passing || bit(to) & self.sides[1 - self.mover()] != 0
    }

    fn take(&mut self, at: u8) {
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            *set &= !bit(at);
        }
    }

    fn put(&mut self, at: u8, kind: usize, side: usize) {
        self.kinds[kind] |= bit(at);
        self.sides[side] |= bit(at);
    }

    fn kind_on(&self, at: u8) -> usize {
        (0..6).find(|&kind| self.kinds[kind] & bit(at) != 0).unwrap_or(PAWN)
    }

    /// The men after a move, the other side to move.
    fn moved(&self, mv: Move) -> Board {
        let ((from, to), becomes) = (squares(mv), mv.0 / 4096);
        let side = self.mover();
        let mut next = *self;
        next.mover = 1 - self.mover;
        if bit(from) & self.kinds[KING] != 0 && bit(to) & self.men(side, ROOK) != 0 {
            let [king, rook] = castled(side, usize::from(to > from));
            next.take(from);
            next.take(to);
            next.put(king, KING, side);
            next.put(rook, ROOK, side);
            return next;
        }
        let kind = self.kind_on(from);
        next.take(from);
        next.take(to);
        next.put(to, if becomes == 0 { kind } else { becomes as usize }, side);
        if kind == PAWN && to == self.passed {
            next.take(if side == 0 { to - 8 } else { to + 8 });
        }
        next
    }

    /// The position after a legal move.
    pub fn play(&self, laws: &Laws, mv: Move) -> Board {
        let (from, to) = squares(mv);
        let (side, pawn) = (self.mover(), bit(from) & self.kinds[PAWN] != 0);
        let mut next = self.moved(mv);
        if laws.fifty {
            next.clock = if pawn || self.captures(mv) { 0 } else { self.clock + 1 };
        }
        if self.rooks != [[NONE; 2]; 2] {
            if bit(from) & self.kinds[KING] != 0 {
                next.rooks[side] = [NONE; 2];
            }
            for rook in next.rooks.iter_mut().flatten() {
                if *rook == from || *rook == to {
                    *rook = NONE;
                }
            }
        }
        next.passed = NONE;
        if pawn && from.abs_diff(to) == 16 && laws.passing {
            next.passed = (from + to) / 2;
            if !next.may_pass(laws) {
                next.passed = NONE;
            }
        }
        next
    }

    /// Whether a pawn may legally capture in passing where the position says so.
    fn may_pass(&self, laws: &Laws) -> bool {
        let color = if self.mover == 0 { Color::Black } else { Color::White };
        let pawns = get_pawn_attacks(square(self.passed), color).0 & self.men(self.mover(), PAWN);
        let mut moves = each(pawns).map(|from| Move(u32::from(from) + 64 * u32::from(self.passed)));
        moves.any(|mv| self.is_legal(laws, mv))
    }

    /// Whether the men that are left can mate nobody.
    pub fn is_dead(&self) -> bool {
        if self.kinds[PAWN] | self.kinds[ROOK] | self.kinds[QUEEN] != 0 {
            return false;
        }
        const DARK: u64 = 0xaa55_aa55_aa55_aa55;
        let (knights, bishops) = (self.kinds[KNIGHT], self.kinds[BISHOP]);
        let few = (knights | bishops).count_ones() < 2;
        few || knights == 0 && (bishops & DARK == 0 || bishops & !DARK == 0)
    }

    /// Whether a game that goes on by its moves is drawn all the same.
    pub fn is_drawn(&self, laws: &Laws) -> bool {
        self.clock >= 100 || laws.chess && self.is_dead()
    }

    /// Who has won, or `None` for a draw, if the game is over.
    pub fn outcome(&self, laws: &Laws) -> Option<Option<usize>> {
        if laws.checks && laws.forced {
            let bare = (0..2).find(|&side| self.sides[side].count_ones() == 1);
            if let Some(side) = bare {
                return Some(Some(side));
            }
        }
        if !self.can_move(laws) {
            return Some(match laws.chess {
                false => Some(self.mover()),
                true => self.in_check(laws, self.mover()).then_some(1 - self.mover()),
            });
        }
        self.is_drawn(laws).then_some(None)
    }

    /// About how many moves a side has, whose turn it is said to be: none is made.
    pub fn mobility(&self) -> u32 {
        let side = self.mover();
        let own = self.sides[side];
        let men = (KNIGHT..=KING)
            .flat_map(|kind| each(self.men(side, kind)).map(move |from| (kind, from)));
        let reached = |(kind, from)| (self.reach(kind, from) & !own).count_ones();
        let pawns = self.men(side, PAWN);
        let occupied = self.occupied();
        let ahead = if side == 0 { pawns << 8 } else { pawns >> 8 };
        men.map(reached).sum::<u32>() + (ahead & !occupied).count_ones()
    }
}

/// All squares from one to another on a rank.
fn between(a: u8, b: u8) -> u64 {
    (a.min(b)..=a.max(b)).fold(0, |set, at| set | bit(at))
}

/// Where a side's king and rook stand after castling on its a side (0) or h side (1).
fn castled(side: usize, at: usize) -> [u8; 2] {
    let files = [[2, 3], [6, 5]][at];
    files.map(|file| 56 * side as u8 + file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Game;
    use quod_game::testkit::Rng;

    /// That all checks are among the moves that may check, and mates are told from other checks.
    fn checks_are_seen(laws: &Laws, board: &Board, legal: &[Move]) {
        let Some(checks) = board.checks().filter(|_| laws.checks) else { return };
        for &mv in legal {
            let next = board.play(laws, mv);
            let check = next.in_check(laws, next.mover());
            assert!(!check || board.may_check(&checks, mv));
            assert_eq!(board.checked_by(laws, mv).is_some(), check);
            if let Some((next, guard)) = board.checked_by(laws, mv) {
                assert_eq!(next.is_mated(laws, &guard), next.slow_moves(laws).is_empty());
            }
        }
    }

    impl Board {
        /// The moves that leave their king in no check, each made and looked at.
        fn slow_moves(&self, laws: &Laws) -> Vec<Move> {
            let mut moves = Vec::new();
            self.open_moves(laws, &mut moves);
            moves.retain(|mv| self.is_legal(laws, *mv));
            moves
        }
    }

    #[test]
    fn the_twin_plays_as_the_rules_do() {
        let mut rng = Rng::new(9);
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
        let mut positions = 0;
        for game in [ChessGame::Chess, ChessGame::Antichess, ChessGame::Giveaway, ChessGame::Losers]
        {
            for round in 0..60 {
                let rules = Chess { game, fifty: game == ChessGame::Chess && round % 2 == 1 };
                let laws = Laws::of(&rules);
                let ready = rules.parse_position(kiwipete).ok().filter(|_| round % 3 == 0);
                let mut pos = ready.unwrap_or_else(|| rules.start());
                let mut board = Board::of(&pos);
                for _ in 0..120 {
                    assert_eq!(board, Board::of(&pos));
                    assert_eq!(
                        board.in_check(&laws, board.mover()),
                        rules.in_check(&pos, pos.to_move)
                    );
                    let ended = rules.outcome(&pos);
                    let winner = |it: quod_game::Outcome| it.winner.map(Player::index);
                    assert_eq!(board.outcome(&laws), ended.map(winner));
                    if ended.is_some() {
                        break;
                    }
                    let legal = rules.legal_moves(&pos);
                    assert_eq!(board.legal_moves(&laws), legal);
                    checks_are_seen(&laws, &board, &legal);
                    let mv = legal[rng.below(legal.len())];
                    (pos, board) = (rules.play(&pos, mv), board.play(&laws, mv));
                    positions += 1;
                }
            }
        }
        println!("{positions} positions");
        assert!(positions > 12_000);
    }
}
