//! Positions as bytes, and which positions there are.
//!
//! Eight bytes say which squares are occupied, the lowest bit of the first byte is a1. Then comes half a byte for
//! each man in the order of squares, the lower half first: the man's number, from 1 for a pawn to 6 for a king,
//! and 8 more if it is Black's. The next byte has the side to move (bit 0: Black) and which of five things
//! follow, a byte each, in this order: the file of White's rook on the side of the a file with which it may castle
//! (bit 1), of that on the side of the h file (bit 2), Black's two (bits 3 and 4), and the file on which a pawn
//! may be captured in passing (bit 5). By the rule of fifty moves the last byte is the count of plies.

use quod_game::{NotationError, Player};

use super::moves::first_rank;
use super::{Chess, ChessGame, ChessPosition, Man};

impl Chess {
    pub(super) fn write_bytes(&self, pos: &ChessPosition, out: &mut Vec<u8>) {
        let bit = |(at, man): (usize, &Option<_>)| u64::from(man.is_some()) << at;
        let occupied: u64 = pos.men.iter().enumerate().map(bit).sum();
        out.extend(occupied.to_le_bytes());
        let halves = pos.men.iter().flatten();
        let halves = halves.map(|(player, man)| 1 + *man as u8 + 8 * player.index() as u8);
        let halves: Vec<u8> = halves.collect();
        out.extend(halves.chunks(2).map(|two| two[0] | two.get(1).unwrap_or(&0) << 4));
        let rights: Vec<Option<u8>> = pos.castling.iter().flatten().copied().collect();
        let files = [&rights[..], &[pos.en_passant.map(|at| at % 8)]].concat();
        let follows = |(at, file): (usize, &Option<u8>)| u8::from(file.is_some()) << (at + 1);
        let state: u8 = files.iter().enumerate().map(follows).sum();
        out.push(pos.to_move.index() as u8 | state);
        out.extend(files.iter().flatten());
        out.extend(self.fifty.then_some(pos.clock));
    }

    /// The position with these bytes, lawful or not.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<ChessPosition, NotationError> {
        let bad = |what: &str| NotationError::new("encoding", what, format!("{bytes:?}"));
        let (occupied, mut rest) = bytes.split_first_chunk().ok_or_else(|| bad("eight bytes"))?;
        let occupied = u64::from_le_bytes(*occupied);
        let n_men = occupied.count_ones() as usize;
        let (halves, tail) =
            rest.split_at_checked(n_men.div_ceil(2)).ok_or_else(|| bad("a half byte a man"))?;
        rest = tail;
        let half = |at: usize| halves[at / 2] >> (4 * (at % 2)) & 15;
        let mut men = [None; 64];
        for (at, square) in (0..64).filter(|at| occupied >> at & 1 == 1).enumerate() {
            let code = half(at);
            let man = Man::ALL.get((code as usize & 7).wrapping_sub(1));
            let man = man.ok_or_else(|| bad("men from 1 to 6"))?;
            men[square] = Some((Player::BOTH[usize::from(code >> 3)], *man));
        }
        if n_men % 2 == 1 && half(n_men) != 0 {
            return Err(bad("nothing beside the last man"));
        }
        let mut next = || {
            let (byte, tail) = rest.split_first()?;
            rest = tail;
            Some(*byte)
        };
        let state = next().filter(|it| it >> 6 == 0).ok_or_else(|| bad("the side to move"))?;
        let to_move = Player::BOTH[usize::from(state & 1)];
        let mut files = [None; 5];
        for (at, file) in files.iter_mut().enumerate() {
            if state >> (at + 1) & 1 == 1 {
                *file = Some(next().filter(|it| *it < 8).ok_or_else(|| bad("a file"))?);
            }
        }
        let [a, b, c, d, passing] = files;
        let clock = if self.fifty { next().ok_or_else(|| bad("a count"))? } else { 0 };
        if !rest.is_empty() {
            return Err(bad("nothing more"));
        }
        // A pawn that has just gone two steps has passed the sixth rank, as the side to move sees it.
        let passed = if to_move == Player::First { 40 } else { 16 };
        let en_passant = passing.map(|file| passed + file);
        Ok(ChessPosition { men, to_move, castling: [[a, b], [c, d]], en_passant, clock })
    }

    /// Whether this is a position of the game, though play may not lead to it: any men in any number, but no
    /// pawns on the first and last rank, and in games with checks one king a side, of which that of the side
    /// not to move is in no check.
    pub(super) fn lawful(&self, pos: &ChessPosition) -> Result<(), NotationError> {
        let bad = |what: &str| Err(NotationError::new("position", what, self.write_fen(pos)));
        let on_edge = |at: usize| matches!(pos.men[at], Some((_, Man::Pawn)));
        if (0..8).chain(56..64).any(on_edge) {
            return bad("no pawns on the first and last rank");
        }
        let kings = |player| pos.squares(player, Man::King).count();
        if self.has_checks() && Player::BOTH.into_iter().any(|player| kings(player) != 1) {
            return bad("one king of each side");
        }
        if self.in_check(pos, pos.to_move.other()) {
            return bad("no check to the side that has just moved");
        }
        for player in Player::BOTH {
            let rank = first_rank(player);
            let king = pos.squares(player, Man::King).next();
            for (side, rook) in pos.castling[player.index()].into_iter().enumerate() {
                let Some(rook) = rook.map(|file| rank + file) else { continue };
                let stands = pos.men[usize::from(rook)] == Some((player, Man::Rook));
                let beside =
                    king.is_some_and(|it| it / 8 == rank / 8 && (rook > it) == (side == 1));
                if !stands || !beside || !self.has_checks() {
                    return bad("castling only where king and rook stand ready for it");
                }
            }
        }
        let behind = |at: u8| if pos.to_move == Player::First { at - 8 } else { at + 8 };
        let ahead = |at: u8| if pos.to_move == Player::First { at + 8 } else { at - 8 };
        let passes = pos.en_passant.is_none_or(|at| {
            let passed = Some((pos.to_move.other(), Man::Pawn));
            let two_steps = pos.men[usize::from(behind(at))] == passed
                && [at, ahead(at)].iter().all(|it| pos.men[usize::from(*it)].is_none());
            two_steps && self.game != ChessGame::Giveaway && self.may_pass(pos)
        });
        if !passes {
            return bad("capture in passing only where it is legal");
        }
        if pos.clock > 100 {
            return bad("a count of at most 100 plies");
        }
        Ok(())
    }
}
