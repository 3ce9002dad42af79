//! Positions as bytes, and which positions there are.
//!
//! The first byte has who is to move (bit 0: White), who attacks (bit 1: White) and how many moves wait (bits 2 to 7, at most 36); where
//! some do, it is the defender that is to move by bit 0. Eleven bytes say which squares are occupied, the lowest bit of
//! the first is square 0. Then comes a byte for each man in the order of squares: its kind's number, 8 more if it is
//! promoted, 16 more if it is White's. Three bytes are Black's hand, three White's: numbers of five bits for pawns, of
//! three each for lances, knights, silvers and golds, of two each for bishops and rooks, from the lowest bit on, the
//! lowest byte first. Then two bytes for each move that waits, its code, the lower byte first.

use quod_game::{Game, Move, NotationError, Player};

use super::board::{SET, SHOGI_SQUARES, ShogiBoard, ShogiKind, ShogiMan};
use super::{Tsume, TsumePosition};

/// How many bits of a hand each kind's number has.
const HAND_BITS: [u32; 7] = [5, 3, 3, 3, 3, 2, 2];

/// What the players are called in messages.
const NAMES: [&str; 2] = ["Black", "White"];

impl Tsume {
    /// Who is to move on the board: while moves wait, the defender.
    pub(super) fn on_board(&self, pos: &TsumePosition) -> Player {
        if pos.waiting.is_empty() { pos.to_move } else { pos.attacker.other() }
    }

    pub(super) fn write_bytes(&self, pos: &TsumePosition, out: &mut Vec<u8>) {
        let (side, attacker) = (self.on_board(pos).index(), pos.attacker.index());
        out.push((side | attacker << 1 | pos.waiting.len() << 2) as u8);
        let bit = |(at, man): (usize, &Option<_>)| u128::from(man.is_some()) << at;
        let occupied: u128 = pos.board.men.iter().enumerate().map(bit).sum();
        out.extend(&occupied.to_le_bytes()[..11]);
        let byte = |man: &ShogiMan| {
            man.kind as u8 | u8::from(man.promoted) << 3 | (man.player.index() as u8) << 4
        };
        out.extend(pos.board.men.iter().flatten().map(byte));
        for hand in pos.board.hands {
            let parts = hand.into_iter().zip(HAND_BITS).rev();
            let number = parts.fold(0, |number, (many, bits)| number << bits | u32::from(many));
            out.extend(&number.to_le_bytes()[..3]);
        }
        out.extend(pos.waiting.iter().flat_map(|mv| (mv.0 as u16).to_le_bytes()));
    }

    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<TsumePosition, NotationError> {
        let bad = |what: &str| NotationError::new("encoding", what, format!("{bytes:?}"));
        let mut rest = bytes.iter().copied();
        let mut number = |length: usize| -> Option<u128> {
            let bytes = rest.by_ref().take(length).collect::<Vec<u8>>();
            let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte));
            (bytes.len() == length).then_some(number)
        };
        let state = number(1).ok_or_else(|| bad("a state"))? as usize;
        let occupied = number(11).filter(|it| *it >> SHOGI_SQUARES == 0);
        let occupied = occupied.ok_or_else(|| bad("a set of 81 squares"))?;
        let mut board = ShogiBoard { men: [None; SHOGI_SQUARES], hands: [[0; 7]; 2] };
        for (at, place) in board.men.iter_mut().enumerate() {
            if occupied >> at & 1 == 1 {
                let byte =
                    number(1).filter(|it| *it < 32).ok_or_else(|| bad("a man below 32"))? as usize;
                let [kind, promoted, player] = [byte & 7, byte >> 3 & 1, byte >> 4];
                let (kind, player) = (ShogiKind::ALL[kind], Player::BOTH[player]);
                if promoted == 1 && !kind.promotes() {
                    return Err(bad("no promoted gold or king"));
                }
                *place = Some(ShogiMan { player, kind, promoted: promoted == 1 });
            }
        }
        for hand in &mut board.hands {
            let mut packed =
                number(3).filter(|it| it >> 21 == 0).ok_or_else(|| bad("a hand of 21 bits"))?;
            for (many, bits) in hand.iter_mut().zip(HAND_BITS) {
                *many = (packed % (1 << bits)) as u8;
                packed >>= bits;
            }
        }
        let mut waiting = Vec::new();
        for _ in 0..state >> 2 {
            let code = number(2).ok_or_else(|| bad("two bytes for each move that waits"))?;
            waiting.push(Move(code as u32));
        }
        if rest.next().is_some() {
            return Err(bad("nothing more"));
        }
        let [to_move, attacker] = [state & 1, state >> 1 & 1].map(|it| Player::BOTH[it]);
        let pos = TsumePosition { board, to_move, attacker, waiting: Vec::new() };
        self.lawful(&pos)?;
        self.said(pos, &waiting)
    }

    /// The position with these moves waiting.
    pub(super) fn said(
        &self,
        mut pos: TsumePosition,
        waiting: &[Move],
    ) -> Result<TsumePosition, NotationError> {
        for (at, &mv) in waiting.iter().enumerate() {
            let wrong = pos.to_move == pos.attacker || !self.legal_moves(&pos).contains(&mv);
            let next = if wrong { pos.clone() } else { self.play(&pos, mv) };
            if next.waiting.len() != at + 1 {
                let place = format!("position, move {} that waits", at + 1);
                let expected = "a reply of the defender's, the first a drop that may be taken back";
                return Err(NotationError::new(place, expected, self.write_move(mv)));
            }
            pos = next;
        }
        Ok(pos)
    }

    /// Whether this is a position of the game in which nothing waits, though play may not lead to it.
    pub(super) fn lawful(&self, pos: &TsumePosition) -> Result<(), NotationError> {
        let bad =
            |expected: String, got: String| Err(NotationError::new("position", expected, got));
        let (board, defender) = (&pos.board, pos.attacker.other());
        for (player, least) in [(defender, 1), (pos.attacker, 0)] {
            let name = NAMES[player.index()];
            let kings = board.men_of(player).filter(|it| it.1.kind == ShogiKind::King).count();
            if !(least..=1).contains(&kings) {
                let expected = if least == 1 {
                    "one king of the defender"
                } else {
                    "at most one king of the attacker"
                };
                return bad(format!("{expected}, {name}"), format!("{kings} of them"));
            }
            if let Some((at, man)) = board.men_of(player).find(|(at, man)| man.is_stuck(*at)) {
                let got = format!("one on {} that could never move", self.square_text(at));
                return bad(format!("a promoted {} of {name}", man.kind.name()), got);
            }
        }
        for (kind, most) in ShogiKind::ALL.into_iter().zip(SET) {
            let on_board = board.men.iter().flatten().filter(|man| man.kind == kind).count();
            let held =
                board.hands.iter().map(|hand| usize::from(hand[kind as usize])).sum::<usize>();
            if on_board + held > usize::from(most) {
                let expected = format!("at most {most} men of the kind {}", kind.name());
                return bad(expected, format!("{on_board} on the board and {held} in hand"));
            }
        }
        let [mover, other] = [pos.to_move, pos.to_move.other()];
        if board.in_check(other) {
            let expected = format!(
                "no check to {}, as {} is to move",
                NAMES[other.index()],
                NAMES[mover.index()]
            );
            let role = if other == defender { "the defender" } else { "the attacker" };
            return bad(expected, format!("the king of {role} attacked"));
        }
        let checkers: Vec<usize> = board.checkers(mover).collect();
        let far = |&at: &usize| !board.between(at, board.king(mover)).is_empty();
        if checkers.len() > 2 || checkers.len() == 2 && !checkers.iter().any(far) {
            let expected =
                "a check by one man, or by two of which one stands away from the king on a line"
                    .to_string();
            let squares: Vec<String> = checkers.iter().map(|&at| self.square_text(at)).collect();
            return bad(expected, format!("checks from {}", squares.join(", ")));
        }
        Ok(())
    }
}
