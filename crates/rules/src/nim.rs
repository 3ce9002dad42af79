//! Nim: heaps of objects, of which a player takes as many as he likes from one heap.
//!
//! Whoever takes the last object wins; under misère play he loses. (C. L. Bouton, "Nim, a game with a complete
//! mathematical theory", Annals of Mathematics 3, 1901–1902.) In normal play the player to move loses if the binary digits of the
//! heaps' sizes, added without carry, are all 0.
//!
//! Keys: `heaps`, `first` and `step` give the heaps of the start: `first`, `first + step`, `first + 2·step` and so on. Without
//! keys they are 1, 3, 5 and 7. `last` says what the player has who takes the last object, `wins` or `loses`.
//!
//! Heaps have letters from `a`, and the objects of a heap numbers from 1 at the bottom. A move is written as the lowest object that it
//! takes: `c2` leaves one object on the third heap. Its code is `16·heap + what is left`, heaps from 0.

use quod_game::{Game, Move, NotationError, Outcome, Player};

use crate::{Family, KeySpec, Values, Variant};

const fn number(
    key: &'static str,
    [least, most]: [u32; 2],
    default: &'static str,
    about: &'static str,
) -> KeySpec {
    KeySpec { key, values: Values::Number { least, most }, default, about }
}

const HEAPS: KeySpec = number("heaps", [1, 6], "4", "How many heaps there are.");
const FIRST: KeySpec = number("first", [1, 5], "1", "The objects of the first heap.");
const STEP: KeySpec =
    number("step", [0, 2], "2", "How many objects more a heap has than the one before it.");
const LAST: KeySpec = KeySpec {
    key: "last",
    values: Values::Words(&[
        ("wins", "Whoever takes the last object wins."),
        ("loses", "Whoever takes the last object loses: misère play."),
    ]),
    default: "wins",
    about: "What taking the last object means.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "nim",
    summary: "take objects from one heap; the last object wins, or loses",
    keys: &[HEAPS, FIRST, STEP, LAST],
    examples: &["nim:heaps=3,first=3,step=1", "nim:last=loses"],
};

/// The game with these heaps at its start.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: usize,
    first: usize,
    step: usize,
    last_wins: bool,
}

/// The sizes of the heaps, in their order, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NimPosition {
    heaps: Vec<u8>,
    to_move: Player,
}

impl Nim {
    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Nim, NotationError> {
        let heaps = variant.take_number(&HEAPS)?;
        let first = variant.take_number(&FIRST)?;
        let step = variant.take_number(&STEP)?;
        let last_wins = variant.take_word(&LAST, &[true, false])?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(Nim { heaps, first, step, last_wins })
    }

    /// The most objects that a heap may have: those of the largest at the start, at most 15.
    pub fn most(&self) -> u8 {
        (self.first + self.step * (self.heaps - 1)) as u8
    }

    fn read(&self, text: &str) -> Option<NimPosition> {
        let (heaps, mover) = text.trim().split_once(':')?;
        let heaps: Vec<u8> = heaps.split(',').map(|it| it.parse().ok()).collect::<Option<_>>()?;
        let to_move = *Player::BOTH.get(mover.parse::<usize>().ok()?.checked_sub(1)?)?;
        self.lawful(NimPosition { heaps, to_move })
    }

    fn lawful(&self, pos: NimPosition) -> Option<NimPosition> {
        let fits = pos.heaps.len() == self.heaps && pos.heaps.iter().all(|&it| it <= self.most());
        fits.then_some(pos)
    }
}

impl Game for Nim {
    type Position = NimPosition;

    fn name(&self) -> String {
        let last = LAST.word(usize::from(!self.last_wins));
        FAMILY.full_name(&[&self.heaps, &self.first, &self.step, &last])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the moves from the start, each the lowest object taken, the heap's letter and the number from the bottom: `d3 c1`; or the sizes of the heaps and the side to move, `1` or `2`: `1,3,0,2:1`"
    }

    fn start(&self) -> NimPosition {
        let size = |heap: usize| (self.first + self.step * heap) as u8;
        NimPosition { heaps: (0..self.heaps).map(size).collect(), to_move: Player::First }
    }

    fn to_move(&self, pos: &NimPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &NimPosition) -> Option<Outcome> {
        let took = pos.to_move.other();
        let winner = if self.last_wins { took } else { took.other() };
        pos.heaps.iter().all(|&size| size == 0).then_some(Outcome::win(winner))
    }

    fn moves(&self, pos: &NimPosition, moves: &mut Vec<Move>) {
        for (heap, &size) in pos.heaps.iter().enumerate() {
            moves.extend((0..u32::from(size)).map(|left| Move(16 * heap as u32 + left)));
        }
    }

    fn play(&self, pos: &NimPosition, mv: Move) -> NimPosition {
        let mut heaps = pos.heaps.clone();
        heaps[mv.0 as usize / 16] = (mv.0 % 16) as u8;
        NimPosition { heaps, to_move: pos.to_move.other() }
    }

    fn encode(&self, pos: &NimPosition, out: &mut Vec<u8>) {
        out.extend_from_slice(&pos.heaps);
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<NimPosition, NotationError> {
        let pos = match bytes {
            [heaps @ .., side @ (0 | 1)] => {
                let to_move = Player::BOTH[usize::from(*side)];
                self.lawful(NimPosition { heaps: heaps.to_vec(), to_move })
            }
            _ => None,
        };
        let expected = || format!("{} sizes up to {} and the side", self.heaps, self.most());
        pos.ok_or_else(|| NotationError::new("position", expected(), format!("{bytes:?}")))
    }

    fn move_text(&self, _pos: &NimPosition, mv: Move) -> String {
        format!("{}{}", (b'a' + (mv.0 / 16) as u8) as char, mv.0 % 16 + 1)
    }

    fn position_text(&self, pos: &NimPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let sizes: Vec<String> = pos.heaps.iter().map(u8::to_string).collect();
        format!("{}:{}", sizes.join(","), pos.to_move.index() + 1)
    }

    fn parse_position(&self, text: &str) -> Result<NimPosition, NotationError> {
        if !text.contains(':') {
            return quod_game::parse_moves(self, text);
        }
        let expected =
            || format!("{} sizes up to {} and 1 or 2: 1,3,0,2:1", self.heaps, self.most());
        let bad = || NotationError::new("position", expected(), format!("\"{text}\""));
        self.read(text).ok_or_else(bad)
    }

    fn picture(&self, pos: &NimPosition, _numbered: &[Move]) -> String {
        let heap = |(at, &size): (usize, &u8)| {
            let row = format!("{} {}", (b'a' + at as u8) as char, "o ".repeat(size.into()));
            row.trim_end().to_string()
        };
        pos.heaps.iter().enumerate().map(heap).collect::<Vec<String>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, conformance, reachable};

    fn game(keys: &str) -> Nim {
        Nim::variant(Variant::parse(&format!("nim:{keys}")).unwrap()).unwrap()
    }

    #[test]
    fn the_least_and_the_greatest_heaps_conform() {
        for keys in ["heaps=1,first=1", "heaps=4", "heaps=6,first=5,step=2", "last=loses", "step=0"]
        {
            conformance(&game(keys), 20, 1);
        }
    }

    /// Bouton's theorem, and for misère play that it differs only where all heaps are of one object.
    #[test]
    fn who_wins_is_what_the_sum_without_carry_says() {
        for keys in ["heaps=4", "heaps=3,first=3,step=1", "heaps=4,last=loses"] {
            let game = game(keys);
            let positions = reachable(&game, &game.start());
            let oracle = Oracle::new(&game, &game.start(), &Claim::wins(Player::First));
            for pos in &positions {
                let sum = pos.heaps.iter().fold(0, |sum, size| sum ^ size);
                let single = pos.heaps.iter().all(|&size| size < 2);
                let mover_wins = (sum != 0) != (single && !game.last_wins);
                let first_wins = mover_wins == (pos.to_move == Player::First);
                assert_eq!(oracle.holds(pos), first_wins, "{}", game.position_text(pos));
            }
            assert!(positions.len() > 100);
        }
    }

    #[test]
    fn positions_are_sizes_or_moves() {
        let game = game("heaps=4");
        let pos = game.parse_position("d3 c1").unwrap();
        assert_eq!(game.position_text(&pos), "1,3,0,2:1");
        assert_eq!(game.picture(&pos, &[]), "a o\nb o o o\nc\nd o o");
        for bad in
            ["e1", "a2", "1,3,5:1", "1,3,5,8:1", "1,3,5,7:3", "1,3,5,7:0", "1,3,5,7", "=0103"]
        {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }
}
