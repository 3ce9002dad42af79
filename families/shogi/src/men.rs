//! The men on the board and in the hands, on sets of squares: how they move, and what gives check.

use quod_game::{Move, Player};
use quod_rules::{ShogiBoard, ShogiKind};

use crate::tables::class::{
    BISHOP, COUNT, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER,
};
use crate::tables::{
    ALL, FORWARD, HELD, MEN, RAYS, SLANTWISE, SQUARES, STEPS, STRAIGHT, Set, column, each,
    farthest, mixed, nearest, slide,
};

/// Bits of a man's byte: its kind's number, and these.
const PROMOTED: u8 = 8;
const WHITE: u8 = 16;
/// An empty square.
const NOBODY: u8 = 255;
/// A king that is not there.
const NOWHERE: u8 = 255;

/// The code of a move: see the rules (`quod_rules::Tsume`).
#[inline]
pub fn code(from: usize, to: usize, promotes: bool) -> u32 {
    (to + 81 * from + 7128 * usize::from(promotes)) as u32
}

/// From where (a square, or 81 and the number of a kind), to where, and whether it promotes.
#[inline]
pub fn parts(code: u32) -> (usize, usize, bool) {
    let code = code as usize;
    (code % 7128 / 81, code % 81, code / 7128 == 1)
}

/// The class of a man.
#[inline]
fn class_of(man: u8) -> usize {
    match (usize::from(man & 7), man & PROMOTED != 0) {
        (PAWN..=SILVER, true) => GOLD,
        (BISHOP, true) => HORSE,
        (ROOK, true) => DRAGON,
        (kind, _) => kind,
    }
}

/// The men.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Men {
    men: [u8; SQUARES],
    kings: [u8; 2],
    hands: [[u8; 7]; 2],
    by: [Set; 2],
    by_class: [Set; COUNT],
    hash: u64,
}

impl Men {
    /// The same men as the rules have them.
    pub fn of(board: &ShogiBoard) -> Men {
        let mut men = Men {
            men: [NOBODY; SQUARES],
            kings: [NOWHERE; 2],
            hands: [[0; 7]; 2],
            by: [0; 2],
            by_class: [0; COUNT],
            hash: 0,
        };
        for (at, man) in board.men.iter().enumerate() {
            if let Some(man) = man {
                let promoted = if man.promoted { PROMOTED } else { 0 };
                let white = if man.player == Player::Second { WHITE } else { 0 };
                men.put(at, man.kind as u8 | promoted | white);
            }
        }
        for player in 0..2 {
            for kind in 0..7 {
                men.hands[player][kind] = board.hands[player][kind];
            }
        }
        men
    }

    /// A hash of the men on the board, and of what both hands hold together. It changes with the board alone, but tells
    /// positions apart that have other men in all.
    #[inline]
    pub fn hash(&self) -> u64 {
        let both = u64::from(self.hand(0)) + u64::from(self.hand(1));
        self.hash ^ mixed(1 << 40 | both)
    }

    /// A player's hand, packed.
    #[inline]
    pub fn hand(&self, player: usize) -> u32 {
        self.hands[player].iter().zip(HELD).fold(0, |all, (&many, at)| all | u32::from(many) << at)
    }

    /// A player's hand in the kinds of which the other holds none, if with one of them it could answer a check.
    pub fn kept(&self, player: usize) -> u32 {
        let other = 1 - player;
        if self.king(other).is_some() && self.line_of_check(other) == 0 {
            return 0;
        }
        let kinds = (0..7).filter(|&kind| self.hands[other][kind] == 0);
        kinds.fold(0, |all, kind| all | u32::from(self.hands[player][kind]) << HELD[kind])
    }

    /// The hand that a player needs before a move, if it needs this one after it.
    pub fn needed_for(&self, mv: u32, after: u32) -> u32 {
        let (from, to, _) = parts(mv);
        if let Some(kind) = from.checked_sub(SQUARES) {
            return after + (1 << HELD[kind]);
        }
        let taken = usize::from(self.men[to] & 7);
        if self.men[to] == NOBODY || taken == KING {
            return after;
        }
        // (What is taken may not have been needed.)
        let bits = HELD.get(taken + 1).map_or(u32::MAX, |&it| (1 << it) - 1);
        let needed = (after & bits) >> HELD[taken];
        after - (u32::from(needed > 0) << HELD[taken])
    }

    #[inline]
    fn put(&mut self, at: usize, man: u8) {
        let player = usize::from(man & WHITE != 0);
        self.men[at] = man;
        self.by[player] |= 1 << at;
        self.by_class[class_of(man)] |= 1 << at;
        self.hash ^= MEN[usize::from(man)][at];
        if usize::from(man & 7) == KING {
            self.kings[player] = at as u8;
        }
    }

    #[inline]
    fn take(&mut self, at: usize) -> u8 {
        let man = self.men[at];
        self.men[at] = NOBODY;
        self.by[usize::from(man & WHITE != 0)] &= !(1 << at);
        self.by_class[class_of(man)] &= !(1 << at);
        self.hash ^= MEN[usize::from(man)][at];
        man
    }

    #[inline]
    fn hold(&mut self, player: usize, kind: usize, many: u8) {
        self.hands[player][kind] = many;
    }

    #[inline]
    fn occupied(&self) -> Set {
        self.by[0] | self.by[1]
    }

    #[inline]
    fn king(&self, player: usize) -> Option<usize> {
        let at = self.kings[player];
        (at != NOWHERE).then_some(usize::from(at))
    }

    /// The men after a move that the mover's men's ways allow.
    pub fn after(&self, mover: usize, mv: u32) -> Men {
        let (from, to, promotes) = parts(mv);
        let mut next = self.clone();
        if let Some(kind) = from.checked_sub(SQUARES) {
            next.hold(mover, kind, self.hands[mover][kind] - 1);
            next.put(to, kind as u8 | if mover == 1 { WHITE } else { 0 });
            return next;
        }
        if next.men[to] != NOBODY {
            let taken = usize::from(next.take(to) & 7);
            if taken < KING {
                next.hold(mover, taken, next.hands[mover][taken] + 1);
            }
        }
        let man = next.take(from);
        next.put(to, man | if promotes { PROMOTED } else { 0 });
        next
    }

    /// The men before a player dropped the man on a square.
    pub fn undropped(&self, player: usize, at: usize) -> Men {
        let mut before = self.clone();
        let kind = usize::from(before.take(at) & 7);
        before.hold(player, kind, self.hands[player][kind] + 1);
        before
    }

    /// The squares that a man of a class reaches.
    #[inline]
    fn reached(class: usize, player: usize, from: usize, occupied: Set) -> Set {
        let along =
            |ways: &[usize]| ways.iter().fold(0, |set, &way| set | slide(way, from, occupied));
        STEPS[class][player][from]
            | match class {
                LANCE => slide(FORWARD[player], from, occupied),
                BISHOP | HORSE => along(&SLANTWISE),
                ROOK | DRAGON => along(&STRAIGHT),
                _ => 0,
            }
    }

    /// The men of a player that attack a square, if these squares were occupied.
    #[inline]
    fn attackers(&self, player: usize, at: usize, occupied: Set) -> Set {
        let back = 1 - player;
        let steps = |class: usize| STEPS[class][back][at] & self.by_class[class];
        let near = steps(PAWN)
            | steps(KNIGHT)
            | steps(SILVER)
            | steps(GOLD)
            | steps(KING)
            | steps(HORSE)
            | steps(DRAGON);
        let lances = slide(FORWARD[back], at, occupied) & self.by_class[LANCE];
        let slantwise = self.by_class[BISHOP] | self.by_class[HORSE];
        let straight = self.by_class[ROOK] | self.by_class[DRAGON];
        let mut far = lances;
        // (Most men of that sort are on no line with the square.)
        if slantwise & self.by[player] != 0 {
            for way in SLANTWISE {
                far |= slide(way, at, occupied) & slantwise;
            }
        }
        if straight & self.by[player] != 0 {
            for way in STRAIGHT {
                far |= slide(way, at, occupied) & straight;
            }
        }
        (near | far) & self.by[player]
    }

    /// The men that attack the player's king; none if it has none.
    #[inline]
    pub fn checkers(&self, player: usize) -> Set {
        self.king(player).map_or(0, |king| self.attackers(1 - player, king, self.occupied()))
    }

    /// Whether the player has a king and it is attacked.
    pub fn in_check(&self, player: usize) -> bool {
        self.checkers(player) != 0
    }

    /// The squares between two squares on a line, without both.
    fn between(from: usize, to: usize) -> Set {
        let ray = RAYS.iter().find(|rays| rays[from] >> to & 1 == 1);
        ray.map_or(0, |rays| rays[from] & !rays[to] & !(1 << to))
    }

    /// The squares between a player's king and the only man that attacks it.
    pub fn line_of_check(&self, player: usize) -> Set {
        let checkers = self.checkers(player);
        match self.king(player) {
            Some(king) if checkers.is_power_of_two() => {
                let from = checkers.trailing_zeros() as usize;
                match class_of(self.men[from]) {
                    LANCE | BISHOP | ROOK | HORSE | DRAGON => Men::between(from, king),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// Whether a man of the slider's classes on this square attacks along this way backwards, towards where the way came
    /// from.
    #[inline]
    fn attacks_back(&self, at: usize, player: usize, way: usize) -> bool {
        let man = self.men[at];
        if self.by[player] >> at & 1 == 0 {
            return false;
        }
        match class_of(man) {
            // A lance goes forward, so the way from the king to it is backward for it.
            LANCE => way == FORWARD[1 - player],
            BISHOP | HORSE => way % 2 == 1,
            ROOK | DRAGON => way.is_multiple_of(2),
            _ => false,
        }
    }

    /// Men of `blockers` that alone stand between the king of `player` and a man of the other side that would attack it
    /// along a line.
    fn blocking(&self, player: usize, blockers: usize) -> Set {
        let Some(king) = self.king(player) else { return 0 };
        let (occupied, other) = (self.occupied(), 1 - player);
        let sliders = self.by_class[LANCE]
            | self.by_class[BISHOP]
            | self.by_class[ROOK]
            | self.by_class[HORSE]
            | self.by_class[DRAGON];
        let sliders = sliders & self.by[other];
        let mut found = 0;
        for (way, rays) in RAYS.iter().enumerate() {
            let ray = rays[king];
            if ray & sliders == 0 {
                continue;
            }
            let first = nearest(way, ray & occupied);
            if self.by[blockers] >> first & 1 == 0 {
                continue;
            }
            let beyond = rays[first] & occupied;
            if beyond != 0 && self.attacks_back(nearest(way, beyond), other, way) {
                found |= 1 << first;
            }
        }
        found
    }

    /// Men of the king's own side that keep a line from it.
    fn pinned(&self, player: usize) -> Set {
        self.blocking(player, player)
    }

    /// Whether the king of a player is on a line with both squares, on the same side of it.
    fn on_kings_line(&self, player: usize, from: usize, to: usize) -> bool {
        let Some(king) = self.king(player) else { return false };
        (0..8).any(|way| RAYS[way][king] >> from & RAYS[way][king] >> to & 1 == 1)
    }

    /// Adds the moves of a man from a square to squares, promoted and not.
    #[inline]
    fn add(&self, from: usize, to: Set, moves: &mut Vec<Move>) {
        let man = self.men[from];
        let (player, kind) = (usize::from(man & WHITE != 0), usize::from(man & 7));
        let may = man & PROMOTED == 0 && kind != GOLD && kind != KING;
        let zone = farthest(player, 3);
        let stuck = if man & PROMOTED == 0 { Men::stuck(kind, player) } else { 0 };
        for to in each(to) {
            if may && (zone >> from | zone >> to) & 1 == 1 {
                moves.push(Move(code(from, to, true)));
            }
            if stuck >> to & 1 == 0 {
                moves.push(Move(code(from, to, false)));
            }
        }
    }

    /// Where men of a kind, not promoted, could never move.
    #[inline]
    fn stuck(kind: usize, player: usize) -> Set {
        match kind {
            PAWN | LANCE => farthest(player, 1),
            KNIGHT => farthest(player, 2),
            _ => 0,
        }
    }

    /// Where the player may not drop men of a kind, whatever is on the square.
    fn undroppable(&self, kind: usize, player: usize) -> Set {
        let mut not = Men::stuck(kind, player);
        if kind == PAWN {
            for at in each(self.by_class[PAWN] & self.by[player]) {
                not |= column(at);
            }
        }
        not
    }

    /// Whether a pawn's drop mates the other side.
    fn pawn_mates(&self, mover: usize, mv: u32) -> bool {
        let (from, to, _) = parts(mv);
        let other = 1 - mover;
        if from != SQUARES + PAWN
            || self.king(other).is_none_or(|it| STEPS[PAWN][mover][to] >> it & 1 == 0)
        {
            return false;
        }
        let next = self.after(mover, mv);
        !next.can_answer_on_board(other)
    }

    /// Whether a man on the board has a move that leaves its king not attacked.
    fn can_answer_on_board(&self, player: usize) -> bool {
        let mut moves = Vec::new();
        self.open_moves(player, ALL, &mut moves);
        moves.iter().any(|mv| !self.after(player, mv.0).in_check(player))
    }

    /// Moves of men on the board to these squares, by their ways alone.
    fn open_moves(&self, player: usize, to: Set, moves: &mut Vec<Move>) {
        let occupied = self.occupied();
        for from in each(self.by[player]) {
            let class = class_of(self.men[from]);
            let reached = Men::reached(class, player, from, occupied);
            self.add(from, reached & to & !self.by[player], moves);
        }
    }

    /// Adds drops on these squares, which are empty, but for pawns that mate.
    fn drops(&self, player: usize, to: Set, moves: &mut Vec<Move>) {
        for kind in 0..7 {
            if self.hands[player][kind] == 0 {
                continue;
            }
            let to = to & !self.undroppable(kind, player);
            for to in each(to) {
                let mv = code(SQUARES + kind, to, false);
                if kind != PAWN || !self.pawn_mates(player, mv) {
                    moves.push(Move(mv));
                }
            }
        }
    }

    /// Adds a player's legal moves by the rules of shogi, in no order.
    pub fn legal(&self, player: usize, moves: &mut Vec<Move>) {
        match self.king(player) {
            Some(king) if self.in_check(player) => self.answers(player, king, moves),
            king => {
                let begin = moves.len();
                self.open_moves(player, ALL, moves);
                if let Some(king) = king {
                    let pinned = self.pinned(player);
                    self.keep_safe(player, king, pinned, begin, moves);
                }
                self.drops(player, ALL & !self.occupied(), moves);
            }
        }
    }

    /// Of the moves from `begin` on, of a side whose king is not attacked, those that leave it so.
    fn keep_safe(
        &self,
        player: usize,
        king: usize,
        pinned: Set,
        begin: usize,
        moves: &mut Vec<Move>,
    ) {
        let mut kept = begin;
        for at in begin..moves.len() {
            let mv = moves[at];
            let (from, to, _) = parts(mv.0);
            let safe = if from == king {
                let without = self.occupied() & !(1 << king);
                self.attackers(1 - player, to, without) & !(1 << to) == 0
            } else if from < SQUARES && pinned >> from & 1 == 1 {
                self.on_kings_line(player, from, to)
            } else {
                true
            };
            if safe {
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The squares to which the king may go.
    fn flights(&self, player: usize, king: usize) -> Set {
        let without = self.occupied() & !(1 << king);
        let mut to = STEPS[KING][player][king] & !self.by[player];
        for at in each(to) {
            if self.attackers(1 - player, at, without) & !(1 << at) != 0 {
                to &= !(1 << at);
            }
        }
        to
    }

    /// Adds the legal moves of a side whose king is attacked.
    fn answers(&self, player: usize, king: usize, moves: &mut Vec<Move>) {
        self.add(king, self.flights(player, king), moves);
        let checkers = self.checkers(player);
        if !checkers.is_power_of_two() {
            return;
        }
        let line = self.line_of_check(player);
        let pinned = self.pinned(player);
        for at in each(line | checkers) {
            let men = self.attackers(player, at, self.occupied()) & !pinned & !(1 << king);
            for from in each(men) {
                self.add(from, 1 << at, moves);
            }
        }
        self.drops(player, line, moves);
    }

    /// How many answers a side has whose king is attacked, drops on one square counted once; whether men on the board have one.
    pub fn count_answers(&self, player: usize) -> (u32, u32) {
        let Some(king) = self.king(player) else { return (0, 0) };
        let mut on_board = self.flights(player, king).count_ones();
        let checkers = self.checkers(player);
        if !checkers.is_power_of_two() {
            return (on_board, 0);
        }
        let line = self.line_of_check(player);
        let pinned = self.pinned(player);
        for at in each(line | checkers) {
            let men = self.attackers(player, at, self.occupied()) & !pinned & !(1 << king);
            on_board += men.count_ones();
        }
        (on_board, self.droppable(player, line).count_ones())
    }

    /// The squares of a set, all empty, on which the player can drop something; a pawn that mates may be among it.
    fn droppable(&self, player: usize, set: Set) -> Set {
        let mut found = 0;
        for kind in (0..7).rev() {
            if self.hands[player][kind] > 0 && found != set {
                found |= set & !self.undroppable(kind, player);
            }
        }
        found
    }

    /// Adds a player's legal moves that give check, in no order.
    pub fn checks(&self, player: usize, moves: &mut Vec<Move>) {
        let other = 1 - player;
        let Some(target) = self.king(other) else { return };
        let own = self.king(player);
        let begin = moves.len();
        if let Some(king) = own.filter(|_| self.in_check(player)) {
            self.answers(player, king, moves);
            let mut kept = begin;
            for at in begin..moves.len() {
                if self.after(player, moves[at].0).in_check(other) {
                    moves[kept] = moves[at];
                    kept += 1;
                }
            }
            moves.truncate(kept);
            return;
        }
        let occupied = self.occupied();
        // From where men of each class attack the king.
        let straight = STRAIGHT.iter().fold(0, |set, &way| set | slide(way, target, occupied));
        let slantwise = SLANTWISE.iter().fold(0, |set, &way| set | slide(way, target, occupied));
        let from = |class: usize| {
            STEPS[class][other][target]
                | match class {
                    LANCE => slide(FORWARD[other], target, occupied),
                    BISHOP | HORSE => slantwise,
                    ROOK | DRAGON => straight,
                    _ => 0,
                }
        };
        let attacks: [Set; COUNT] =
            std::array::from_fn(|class| if class == KING { 0 } else { from(class) });
        let opening = self.blocking(other, player);
        let zone = farthest(player, 3);
        for at in each(self.by[player]) {
            let man = self.men[at];
            let (class, kind) = (class_of(man), usize::from(man & 7));
            let opens = opening >> at & 1 == 1;
            let plain = attacks[class];
            let may = man & PROMOTED == 0 && kind != GOLD && kind != KING;
            let promoted = match kind {
                _ if !may => 0,
                BISHOP => attacks[HORSE],
                ROOK => attacks[DRAGON],
                _ => attacks[GOLD],
            };
            if !opens && plain | promoted == 0 {
                continue;
            }
            let mut to = Men::reached(class, player, at, occupied) & !self.by[player];
            if !opens {
                to &= plain | promoted;
            }
            let stuck = if man & PROMOTED == 0 { Men::stuck(kind, player) } else { 0 };
            for to in each(to) {
                let uncovers = opens && !self.on_kings_line(other, at, to);
                let on = |set: Set| set >> to & 1 == 1;
                if may && (zone >> at & 1 == 1 || on(zone)) && (uncovers || on(promoted)) {
                    moves.push(Move(code(at, to, true)));
                }
                if (uncovers || on(plain)) && !on(stuck) {
                    moves.push(Move(code(at, to, false)));
                }
            }
        }
        if let Some(king) = own {
            let pinned = self.pinned(player);
            self.keep_safe(player, king, pinned, begin, moves);
        }
        for (kind, attacks) in attacks.into_iter().enumerate().take(7) {
            if self.hands[player][kind] == 0 {
                continue;
            }
            for to in each(attacks & !occupied & !self.undroppable(kind, player)) {
                let mv = code(SQUARES + kind, to, false);
                if kind != PAWN || !self.pawn_mates(player, mv) {
                    moves.push(Move(mv));
                }
            }
        }
    }

    /// The moves of the man on a square to another one by its ways, in ascending order.
    pub fn moves_between(&self, from: usize, to: usize, moves: &mut Vec<Move>) {
        let player = usize::from(self.men[from] & WHITE != 0);
        let reached = Men::reached(class_of(self.men[from]), player, from, self.occupied());
        self.add(from, reached & (1 << to) & !self.by[player], moves);
        moves.sort_unstable();
    }

    /// Whether the man on a square is promoted.
    pub fn is_promoted(&self, at: usize) -> bool {
        self.men[at] != NOBODY && self.men[at] & PROMOTED != 0
    }
}

/// A kind's number is the class of its men that are not promoted.
const _: () = assert!(ShogiKind::Pawn as usize == PAWN && ShogiKind::King as usize == KING);
