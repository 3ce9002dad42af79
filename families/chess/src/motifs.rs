//! Motifs: what a move does on the board, by names that players know.
//!
//! A motif is an exact statement about the position before a legal move, the move and the position after it, and
//! is looked up by the rules. It says what is there, and never that the move is good: that is a proof's business.
//! (Sadikov et al., *Automated Chess Tutor*, Computers and Games 2006, put words to an engine's opinion; here the
//! authority is a certificate, and words are put to its moves.)
//!
//! "Mover" is the side whose move it is, "defender" the other. A capture of king, pin, sacrifice and the like have
//! no meaning where men want to be captured, so the games with forced captures have fewer motifs: those that
//! speak of checks are there in chess and losers, those that speak of material in chess alone.

use cozy_chess::{
    BitBoard, Color, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use quod_game::{Game, Move, Player};
use quod_rules::{Chess, ChessGame, ChessPosition, ChessSquare, Man};

use crate::board::{Board, Laws, squares};

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    /// The defender is in check and has no move.
    Mate,
    /// A mate by a knight alone; on every square beside the king stands a man of its own side.
    SmotheredMate,
    /// A mate of a king on its own first rank, by a rook or queen on that rank; on every square in front of the
    /// king stands a man of its own side.
    BackRankMate,
    /// Two men give check.
    DoubleCheck,
    /// One man gives check, and it did not move: another left its line.
    DiscoveredCheck,
    /// One man gives check, and it is the man that moved (or the rook that castled).
    Check,
    /// A check that the defender's king alone can answer: every legal reply moves it, and there is one.
    KingDriven,
    /// The defender's man on this square cannot capture the man that moved, or cannot end the check, for one
    /// reason only: leaving its square would open a line on its king.
    Pin(ChessSquare),
    /// A pawn becomes a queen, or in antichess whatever it becomes.
    Promotion(Man),
    /// A pawn becomes less than a queen, in a game with checks.
    Underpromotion(Man),
    /// A capture in passing.
    EnPassant,
    /// King and rook move together.
    Castling,
    /// A capture of this man, other than in passing.
    Capture(Man),
    /// The man that moved can be captured at a loss of material. With pawn 1, knight and bishop 3, rook 5 and queen
    /// 9, a legal reply captures it, and what the move captured, with the capturing man where the mover can capture
    /// back, is worth less than the man that moved. Nothing else on the board is counted.
    Sacrifice(Man),
    /// A promotion to less than a queen where a queen would be stalemate; or any move after which the defender has
    /// a move, where it would have had none (and no check) if it had been to move before.
    StalemateAvoided,
    /// The defender has no move and is not in check.
    Stalemate,
    /// No capture, no promotion and no check.
    Quiet,
    /// Captures are forced in this game, and every legal reply captures.
    ForcesCapture,
    /// The defender has one legal reply.
    OneReply,
}

impl Motif {
    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Motif::Mate => "mate",
            Motif::SmotheredMate => "smothered mate",
            Motif::BackRankMate => "back-rank mate",
            Motif::DoubleCheck => "double check",
            Motif::DiscoveredCheck => "discovered check",
            Motif::Check => "check",
            Motif::KingDriven => "king driven",
            Motif::Pin(_) => "pin",
            Motif::Promotion(_) => "promotion",
            Motif::Underpromotion(_) => "underpromotion",
            Motif::EnPassant => "capture in passing",
            Motif::Castling => "castling",
            Motif::Capture(_) => "capture",
            Motif::Sacrifice(_) => "sacrifice",
            Motif::StalemateAvoided => "stalemate avoided",
            Motif::Stalemate => "stalemate",
            Motif::Quiet => "quiet move",
            Motif::ForcesCapture => "forces a capture",
            Motif::OneReply => "one reply",
        }
    }
}

/// A man's worth in pawns; kings are not counted.
fn worth(man: Man) -> i32 {
    match man {
        Man::Pawn => 1,
        Man::Knight | Man::Bishop => 3,
        Man::Rook => 5,
        Man::Queen => 9,
        Man::King => 0,
    }
}

/// From, to, and what a pawn becomes.
fn parts(mv: Move) -> (ChessSquare, ChessSquare, Option<Man>) {
    let becomes = (mv.0 / 4096) as usize;
    let (from, to) = squares(mv);
    (from, to, (becomes > 0).then(|| Man::ALL[becomes]))
}

fn man_on(pos: &ChessPosition, at: ChessSquare) -> Option<(Player, Man)> {
    pos.men[usize::from(at)]
}

/// The squares of a player's men that attack a square.
fn attackers(pos: &ChessPosition, at: ChessSquare, by: Player) -> Vec<ChessSquare> {
    let occupied = (0..64).filter(|&it| man_on(pos, it).is_some());
    let blockers = BitBoard(occupied.fold(0, |set, it| set | 1u64 << it));
    let from = Square::index(usize::from(at));
    let straight = get_rook_moves(from, blockers).0;
    let slantwise = get_bishop_moves(from, blockers).0;
    // A pawn attacks what the other side's pawn on the square would attack.
    let color = if by == Player::First { Color::Black } else { Color::White };
    let attacks = |man| match man {
        Man::Pawn => get_pawn_attacks(from, color).0,
        Man::Knight => get_knight_moves(from).0,
        Man::Bishop => slantwise,
        Man::Rook => straight,
        Man::Queen => slantwise | straight,
        Man::King => get_king_moves(from).0,
    };
    let attacks_it = |it: &ChessSquare| {
        man_on(pos, *it).is_some_and(|(player, man)| player == by && attacks(man) >> it & 1 == 1)
    };
    (0..64).filter(attacks_it).collect()
}

/// A move with what is around it.
struct Look<'g> {
    game: &'g Chess,
    before: &'g ChessPosition,
    after: ChessPosition,
    mover: Player,
    from: ChessSquare,
    to: ChessSquare,
    castles: bool,
    passing: bool,
    becomes: Option<Man>,
    /// The man that moved, as it was before.
    man: Man,
    /// What it captured, if not in passing.
    captured: Option<Man>,
    /// The defender's legal replies.
    replies: Vec<Move>,
    /// The squares of the men that give check.
    checkers: Vec<ChessSquare>,
    /// The defender's king, in a game with checks.
    king: Option<ChessSquare>,
}

impl<'g> Look<'g> {
    fn new(game: &'g Chess, before: &'g ChessPosition, mv: Move) -> Look<'g> {
        let (from, to, becomes) = parts(mv);
        let (mover, after) = (before.to_move, game.play(before, mv));
        let man = man_on(before, from).map_or(Man::Pawn, |(_, man)| man);
        let target = man_on(before, to);
        let king = after.squares(mover.other(), Man::King).next().filter(|_| game.has_checks());
        Look {
            game,
            before,
            mover,
            from,
            to,
            castles: man == Man::King && target == Some((mover, Man::Rook)),
            passing: man == Man::Pawn && target.is_none() && from % 8 != to % 8,
            becomes,
            man,
            captured: target.filter(|(player, _)| *player != mover).map(|(_, man)| man),
            replies: Board::of(&after).legal_moves(&Laws::of(game)),
            checkers: king.map_or(Vec::new(), |king| attackers(&after, king, mover)),
            king,
            after,
        }
    }

    fn is_mate(&self) -> bool {
        !self.checkers.is_empty() && self.replies.is_empty()
    }

    /// Whether the man that moved, or the rook that castled, stands there now.
    fn moved_to(&self, at: ChessSquare) -> bool {
        if self.castles {
            let new = man_on(self.before, at) != man_on(&self.after, at);
            return new && man_on(&self.after, at).is_some();
        }
        at == self.to
    }

    /// Whether men of the king's own side stand on all of these squares.
    fn walled(&self, squares: u64) -> bool {
        let own = |at: ChessSquare| {
            man_on(&self.after, at).is_some_and(|(player, _)| player != self.mover)
        };
        (0..64).filter(|at| squares >> at & 1 == 1).all(own)
    }

    fn smothers(&self) -> bool {
        let [checker] = self.checkers[..] else { return false };
        let beside = |king: ChessSquare| get_king_moves(Square::index(usize::from(king))).0;
        let knight = man_on(&self.after, checker) == Some((self.mover, Man::Knight));
        self.is_mate() && knight && self.king.is_some_and(|king| self.walled(beside(king)))
    }

    fn is_back_rank(&self) -> bool {
        let Some(king) = self.king.filter(|_| self.is_mate()) else { return false };
        let (first, second) = if self.mover == Player::First { (7, 6) } else { (0, 1) };
        let along = |at: &ChessSquare| {
            let man = man_on(&self.after, *at).map(|(_, man)| man);
            at / 8 == first && matches!(man, Some(Man::Rook | Man::Queen))
        };
        let rank = 0xff << (8 * second);
        let in_front = get_king_moves(Square::index(usize::from(king))).0 & rank;
        king / 8 == first && self.checkers.iter().any(along) && self.walled(in_front)
    }

    /// The defender's pinned men that would otherwise capture the man that moved, or end the check.
    fn pinned(&self) -> Vec<ChessSquare> {
        let Some(king) = self.king else { return Vec::new() };
        let (board, laws) = (Board::of(&self.after), Laws::of(self.game));
        let mut open = Vec::new();
        board.open_moves(&laws, &mut open);
        let held = |mv: &Move| {
            let (from, to, _) = parts(*mv);
            if from == king || board.is_legal(&laws, *mv) {
                return false;
            }
            let then = self.game.play(&self.after, *mv);
            let still = attackers(&then, king, self.mover);
            let ends_checks = !still.iter().any(|at| self.checkers.contains(at));
            ends_checks && (!self.checkers.is_empty() || self.moved_to(to))
        };
        let mut pinned: Vec<ChessSquare> =
            open.into_iter().filter(held).map(|mv| parts(mv).0).collect();
        pinned.sort_unstable();
        pinned.dedup();
        pinned
    }

    fn is_sacrifice(&self) -> bool {
        if self.castles || self.game.game != ChessGame::Chess {
            return false;
        }
        let gained = self.captured.map_or(i32::from(self.passing), worth);
        let loses = |reply: &Move| {
            let (from, to, _) = parts(*reply);
            let capturer = man_on(&self.after, from).map_or(Man::Pawn, |(_, man)| man);
            let in_passing =
                capturer == Man::Pawn && self.after.en_passant == Some(to) && from % 8 != to % 8;
            if to != self.to && !in_passing {
                return false;
            }
            let then = self.game.play(&self.after, *reply);
            let back = self.game.legal_moves(&then);
            let takes_back = back.into_iter().any(|mv| parts(mv).1 == to);
            let back = if takes_back { worth(capturer) } else { 0 };
            gained + back < worth(self.man)
        };
        self.replies.iter().any(loses)
    }

    /// Whether a side that is to move has no move and is not in check.
    fn is_stuck(&self, pos: &ChessPosition) -> bool {
        let laws = Laws::of(self.game);
        !self.game.in_check(pos, pos.to_move) && !Board::of(pos).can_move(&laws)
    }

    fn avoids_stalemate(&self) -> bool {
        if self.game.game != ChessGame::Chess || self.replies.is_empty() {
            return false;
        }
        let queen = 4096 * Man::Queen as u32 + u32::from(self.from) + 64 * u32::from(self.to);
        let less = self.becomes.is_some_and(|it| it != Man::Queen);
        let waits =
            ChessPosition { to_move: self.mover.other(), en_passant: None, ..self.before.clone() };
        less && self.is_stuck(&self.game.play(self.before, Move(queen))) || self.is_stuck(&waits)
    }
}

/// The motifs of a legal move, the more telling first.
pub fn motifs(game: &Chess, before: &ChessPosition, mv: Move) -> Vec<Motif> {
    let look = Look::new(game, before, mv);
    let (checks, mut found) = (look.checkers.len(), Vec::new());
    let mut add = |there: bool, motif: Motif| {
        if there {
            found.push(motif);
        }
    };
    add(look.is_mate(), Motif::Mate);
    add(look.smothers(), Motif::SmotheredMate);
    add(look.is_back_rank(), Motif::BackRankMate);
    let own = checks == 1 && look.moved_to(look.checkers[0]);
    add(checks > 1, Motif::DoubleCheck);
    add(checks == 1 && !own, Motif::DiscoveredCheck);
    add(own, Motif::Check);
    if let Some(man) = look.becomes {
        let less = game.has_checks() && man != Man::Queen;
        add(true, if less { Motif::Underpromotion(man) } else { Motif::Promotion(man) });
    }
    add(look.passing, Motif::EnPassant);
    add(look.castles, Motif::Castling);
    if let Some(man) = look.captured {
        add(true, Motif::Capture(man));
    }
    add(look.is_sacrifice(), Motif::Sacrifice(look.man));
    look.pinned().into_iter().for_each(|at| add(true, Motif::Pin(at)));
    add(look.avoids_stalemate(), Motif::StalemateAvoided);
    let chess = game.game == ChessGame::Chess;
    add(chess && checks == 0 && look.replies.is_empty(), Motif::Stalemate);
    let taken = look.captured.is_some() || look.passing;
    add(!taken && checks == 0 && look.becomes.is_none(), Motif::Quiet);
    let by_king = |mv: &Move| Some(parts(*mv).0) == look.king;
    let replies = &look.replies;
    add(checks > 0 && !replies.is_empty() && replies.iter().all(by_king), Motif::KingDriven);
    let over = game.outcome(&look.after).is_some();
    let twin = Board::of(&look.after);
    let forces = !chess && !over && replies.iter().all(|&mv| twin.captures(mv));
    add(forces, Motif::ForcesCapture);
    add(!over && replies.len() == 1, Motif::OneReply);
    found
}
