//! The games of the catalogue at their smallest boards, and random small positions of them.

use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, Player};
use quod_rules::{FAMILIES, Family, Values, Visitor};

use crate::erased::{AnyGame, Pos, erased};

/// The most variants of a family.
const MOST_VARIANTS: usize = 24;
/// How many of the least numbers of a key are tried.
const NUMBERS: u32 = 3;

/// The names of a family's games with the smallest boards: every word of every key, and the least numbers with which
/// there is such a game and it has a move.
pub fn smallest(family: &Family) -> Vec<String> {
    let mut names = vec![family.name.to_string()];
    for (at, key) in family.keys.iter().enumerate() {
        let values: Vec<String> = match key.values {
            Values::Number { least, most } => {
                (least..=most.min(least + NUMBERS - 1)).map(|it| it.to_string()).collect()
            }
            Values::Words(words) | Values::BareWords(words) => {
                words.iter().map(|it| it.0.to_string()).collect()
            }
        };
        let colon = if at == 0 { ':' } else { ',' };
        let with = |name: &String, value: &String| match key.values {
            Values::BareWords(_) => format!("{name}{colon}{value}"),
            _ => format!("{name}{colon}{}={value}", key.key),
        };
        names = names.iter().flat_map(|name| values.iter().map(move |it| with(name, it))).collect();
    }
    let begins = |game: Box<AnyGame>| game.outcome(&game.start()).is_none();
    names.retain(|name| quod_rules::open(name, Erase).is_ok_and(begins));
    // Evenly from small boards to larger ones.
    let step = names.len().div_ceil(MOST_VARIANTS).max(1);
    names.into_iter().step_by(step).collect()
}

/// All of them.
pub fn all_games() -> Vec<(&'static str, Vec<String>)> {
    FAMILIES.iter().map(|family| (family.name, smallest(family))).collect()
}

/// Opens a game that is known to exist.
///
/// # Panics
/// If it does not.
pub fn open(name: &str) -> Box<AnyGame> {
    quod_rules::open(name, Erase).expect("a game of the catalogue")
}

struct Erase;

impl Visitor for Erase {
    type Output = Box<AnyGame>;

    fn visit<G: Game + 'static>(self, game: G) -> Box<AnyGame> {
        erased(game)
    }
}

/// A random position from which little can be reached, if luck has it: late in random play, of few men by the
/// game's index, or with few men set up at random. It may be over.
pub fn random_position(game: &AnyGame, rng: &mut Rng) -> Pos {
    let name = game.name();
    let family = name.split(':').next().unwrap_or_default();
    if matches!(family, "chess" | "antichess" | "giveaway" | "losers") {
        for _ in 0..50 {
            if let Ok(pos) = game.parse_position(&few_men(family, rng)) {
                return pos;
            }
        }
    }
    if let Some(ranked) = game.ranked().filter(|_| rng.chance(2, 3)) {
        for _ in 0..50 {
            let layer = rng.below(ranked.layers().min(5) as usize) as u32;
            let size = ranked.size(layer);
            if size > 0
                && let Some(pos) = ranked.unrank(layer, rng.next_u64() % size)
            {
                return pos;
            }
        }
    }
    let mut line = vec![game.start()];
    while line.len() < 400 {
        let pos = &line[line.len() - 1];
        let moves = game.legal_moves(pos);
        if moves.is_empty() {
            break;
        }
        line.push(game.play(pos, moves[rng.below(moves.len())]));
    }
    let far = if rng.chance(1, 4) { line.len() } else { line.len().min(8) };
    let back = 1 + rng.below(far);
    line.swap_remove(line.len() - back)
}

/// A position of the chess family with two to four men, by its notation; few such texts are no position.
fn few_men(family: &str, rng: &mut Rng) -> String {
    let mut board = [b'.'; 64];
    let kings = !matches!(family, "antichess" | "giveaway") || rng.chance(1, 4);
    // Often near a corner, where a king is soon mated and men are soon lost.
    let side = if rng.chance(2, 3) { 3 } else { 8 };
    let mut put = |man: u8, rng: &mut Rng| {
        let pawn = matches!(man, b'p' | b'P');
        let row = rng.below(side).clamp(usize::from(pawn), if pawn { 6 } else { 7 });
        board[8 * row + rng.below(side)] = man;
    };
    let men = if kings { 1 + rng.below(3) } else { 2 + rng.below(3) };
    for _ in 0..men {
        put(b"PNBRQpnbrq"[rng.below(10)], rng);
    }
    if kings {
        put(b'K', rng);
        put(b'k', rng);
    }
    let rows = board.chunks(8).map(|row| {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| *a == b'.' && *b == b'.') {
            match run[0] {
                b'.' => text += &run.len().to_string(),
                man => text.push(man.into()),
            }
        }
        text
    });
    let rows = rows.collect::<Vec<String>>().join("/");
    format!("{rows} {} - -", if rng.chance(1, 2) { 'w' } else { 'b' })
}

/// A random claim that the game has, about small numbers.
pub fn random_claim(game: &AnyGame, rng: &mut Rng) -> Claim {
    let n = rng.below(9) as i32 - 4;
    let mut goals = vec![Goal::Wins, Goal::DoesNotLose];
    if game.has_scores() {
        goals.extend([Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)]);
    }
    if game.has_captures() {
        let n = n.abs() + rng.below(25) as i32;
        goals.extend([Goal::CapturesAtLeast(n), Goal::CapturesLessThan(n)]);
    }
    if game.has_mates() {
        let n = rng.below(4) as i32;
        goals.extend([Goal::WinsWithin(n), Goal::DoesNotWinWithin(n)]);
    }
    Claim { player: Player::BOTH[rng.below(2)], goal: goals[rng.below(goals.len())] }
}
