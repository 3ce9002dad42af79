//! How positions of Score Four are written and drawn, for people and as bytes.

use quod_game::{Game, Move, NotationError};

use super::{ScoreFour, ScoreFourPosition};

impl ScoreFour {
    /// The name of a cell's peg.
    pub(super) fn peg(&self, cell: usize) -> String {
        let peg = cell % self.pegs();
        format!("{}{}", char::from(b'a' + (peg % self.width) as u8), peg / self.width + 1)
    }

    /// Each peg's balls from the bottom.
    pub(super) fn stacks(&self, pos: &ScoreFourPosition) -> Vec<String> {
        let ball = |cell: usize| match pos.balls.map(|balls| balls >> cell & 1) {
            [1, _] => Some('x'),
            [_, 1] => Some('o'),
            _ => None,
        };
        let stack = |peg| (0..self.height).map_while(|it| ball(self.pegs() * it + peg)).collect();
        (0..self.pegs()).map(stack).collect()
    }

    /// Reads each peg's balls from the bottom, `/` between pegs.
    pub(super) fn read_stacks(&self, text: &str) -> Result<ScoreFourPosition, NotationError> {
        let stacks: Vec<&str> = text.split('/').collect();
        if stacks.len() != self.pegs() {
            let expected = format!("{} pegs, / between them", self.pegs());
            return Err(NotationError::new("position", expected, format!("\"{text}\"")));
        }
        let mut pos = self.start();
        for (peg, balls) in stacks.into_iter().enumerate() {
            let known = balls.bytes().all(|letter| letter == b'x' || letter == b'o');
            if !known || balls.len() > self.height {
                let expected = format!("at most {} letters x and o", self.height);
                let place = format!("position, peg {}", self.peg(peg));
                return Err(NotationError::new(place, expected, format!("\"{balls}\"")));
            }
            for (layer, letter) in balls.bytes().enumerate() {
                pos.balls[usize::from(letter == b'o')] |= 1 << (self.pegs() * layer + peg);
            }
        }
        self.lawful(&pos).map(|()| pos)
    }

    /// As in Connect Four: for each peg the first player's balls, and a mark on top of all.
    pub(super) fn write_bytes(&self, pos: &ScoreFourPosition, out: &mut Vec<u8>) {
        let mut code = 0u128;
        for (peg, stack) in self.stacks(pos).iter().enumerate() {
            let firsts = stack.bytes().enumerate().filter(|it| it.1 == b'x');
            let bits: u128 = firsts.map(|(layer, _)| 1 << layer).sum::<u128>() | 1 << stack.len();
            code |= bits << (peg * (self.height + 1));
        }
        out.extend(&code.to_le_bytes()[..(self.pegs() * (self.height + 1)).div_ceil(8)]);
    }

    /// Reads what [`ScoreFour::write_bytes`] writes; no more is known than that balls lie on one another.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<ScoreFourPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        let length = (self.pegs() * (self.height + 1)).div_ceil(8);
        if bytes.len() != length {
            return Err(bad(format!("{length} bytes")));
        }
        let mut code = bytes.iter().rev().fold(0u128, |code, &byte| code << 8 | u128::from(byte));
        let mut pos = self.start();
        for peg in 0..self.pegs() {
            let bits = code & ((2 << self.height) - 1);
            code >>= self.height + 1;
            let Some(balls) = bits.checked_ilog2() else {
                return Err(bad(format!("a mark on top of peg {}", self.peg(peg))));
            };
            for layer in 0..balls as usize {
                let owner = usize::from(bits >> layer & 1 == 0);
                pos.balls[owner] |= 1 << (self.pegs() * layer + peg);
            }
        }
        if code != 0 {
            return Err(bad("nothing after the last peg".to_string()));
        }
        Ok(pos)
    }

    /// The layers side by side, the lowest first, each with its last row on top.
    pub(super) fn draw(&self, pos: &ScoreFourPosition, numbered: &[Move]) -> String {
        let stacks = self.stacks(pos);
        let cell = |layer: usize, peg: usize| {
            let mv = Move((self.pegs() * layer + peg) as u32);
            let ball = stacks[peg].chars().nth(layer).map(String::from);
            let number = numbered.iter().position(|it| *it == mv).map(|at| (at + 1).to_string());
            ball.or(number).unwrap_or_else(|| ".".to_string())
        };
        let row = |row: usize| {
            let layer = |layer: usize| -> String {
                let pegs = self.width * row..self.width * (row + 1);
                pegs.map(|peg| format!("{:>3}", cell(layer, peg))).collect()
            };
            let layers: Vec<String> = (0..self.height).map(layer).collect();
            format!("{:>2}{}", row + 1, layers.join("   "))
        };
        let letters: String =
            (b'a'..).take(self.width).map(|it| format!("  {}", char::from(it))).collect();
        let foot = format!("  {}", vec![letters; self.height].join("   "));
        let rows = (0..self.depth).rev().map(row);
        rows.chain([foot]).collect::<Vec<String>>().join("\n")
    }
}
