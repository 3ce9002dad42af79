//! A line that repeats: of a draw by endless play the proof's line has no end.

use hashbrown::HashMap;
use quod_engine::OpenGame;
use quod_engine::Pos;
use quod_game::Move;

/// Where a line begins to repeat and how long what it repeats is, if it comes back to a position and goes on as before as far
/// as it is known.
pub fn repeats(game: &OpenGame, root: &Pos, line: &[Move]) -> Option<(usize, usize)> {
    let mut met: HashMap<Pos, usize> = HashMap::new();
    let mut pos = root.clone();
    for (at, mv) in line.iter().enumerate() {
        if let Some(first) = met.insert(pos.clone(), at) {
            let period = at - first;
            let again = line[first..].iter().zip(&line[at..]).all(|(one, other)| one == other);
            return again.then_some((first, period));
        }
        pos = game.play(&pos, *mv);
    }
    None
}
