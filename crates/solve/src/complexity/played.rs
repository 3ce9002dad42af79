//! The game-tree complexity, from games that are played (Allis 1994, section 6.2.4).
//!
//! Allis takes tournament games: their average length is the depth of the tree, and the average number of
//! moves, as a function of depth, its branching factor. Quod has no tournaments; it plays games by itself.
//! Games of random moves end early or wander about, so games of players that search are beside them.
//!
//! A player that searches plays the same game again, so that each of its moves is a random one with a
//! chance of one in [`STRAY`].

use quod_engine::{Limits, Means, Player, Pos, SolveError, Unhurried};
use quod_game::Move;
use quod_search::Random;

use super::Survey;
use super::statistics::{Spread, bootstrap};
use crate::AnyGame;

/// One of so many moves of a searching player is random.
const STRAY: usize = 10;
/// Nodes of a searching player for a move.
const NODES: u64 = 500;
/// Bytes of its searches.
const MEMORY: u64 = 64 << 20;
/// The most games.
const MOST_GAMES: usize = 1000;
/// The most moves of a game; one that goes on is cut off.
const MOST_MOVES: usize = 500;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Each legal move with equal chance.
    Random,
    /// The game's player, or a small search where it has none.
    Searching,
}

/// What was seen in games. The intervals are bootstrap intervals over games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Who played.
    pub players: Players,
    /// How many games.
    pub games: u64,
    /// How many of them were cut off.
    pub cut: u64,
    /// The average length in plies.
    pub length: Spread,
    /// The average number of moves of all positions with a move.
    pub branching: f64,
    /// The decimal logarithm of the game-tree complexity.
    pub tree: Spread,
    /// The nodes that it took.
    pub nodes: u64,
}

/// The numbers of moves of a game's positions, in order.
type Record = Vec<u32>;

/// Plays until the nodes are spent or there are enough games.
pub(super) fn play(game: &AnyGame, players: Players, survey: Survey) -> Result<Played, SolveError> {
    let mut random = Random::new(survey.seed);
    let mut player = match players {
        Players::Random => None,
        Players::Searching => Some(game.player(&Means::of_memory(MEMORY))?),
    };
    let (mut records, mut cut, mut nodes) = (Vec::new(), 0, 0);
    while records.len() < 2 || nodes < survey.nodes && records.len() < MOST_GAMES {
        let (record, spent, ended) = one_game(game, player.as_deref_mut(), &mut random)?;
        records.push(record);
        nodes += spent;
        cut += u64::from(!ended);
    }
    let moves: u64 = records.iter().flatten().map(|&it| u64::from(it)).sum();
    let plies: usize = records.iter().map(Vec::len).sum();
    Ok(Played {
        players,
        games: records.len() as u64,
        cut,
        length: bootstrap(&records, average_length, &mut random),
        branching: moves as f64 / plies.max(1) as f64,
        tree: bootstrap(&records, tree_log10, &mut random),
        nodes,
    })
}

/// A game: the numbers of moves, the nodes, and whether it came to its end.
fn one_game(
    game: &AnyGame,
    mut player: Option<&mut (dyn Player + 'static)>,
    random: &mut Random,
) -> Result<(Record, u64, bool), SolveError> {
    let rules = game.rules();
    let (mut record, mut nodes) = (Record::new(), 0);
    let mut earlier: Vec<Pos> = Vec::new();
    let mut pos = rules.start();
    while record.len() < MOST_MOVES {
        let moves = rules.legal_moves(&pos);
        nodes += 1;
        if moves.is_empty() || repeated(&pos, &earlier) {
            return Ok((record, nodes, true));
        }
        record.push(moves.len() as u32);
        let searched = match &mut player {
            Some(player) if random.below(STRAY) > 0 => {
                let limits = Limits { nodes: Some(NODES), depth: None };
                player.choose(&pos, &earlier, limits, &mut Unhurried)?
            }
            _ => None,
        };
        nodes += searched.map_or(0, |it| it.nodes);
        let mv: Move = searched.map_or_else(|| moves[random.below(moves.len())], |it| it.mv);
        let next = rules.play(&pos, mv);
        earlier.push(std::mem::replace(&mut pos, next));
    }
    Ok((record, nodes, rules.outcome(&pos).is_some()))
}

/// Whether a position is on the board for the third time: then play may go on for ever, and it ends here.
fn repeated(pos: &Pos, earlier: &[Pos]) -> bool {
    earlier.iter().filter(|it| *it == pos).count() > 1
}

fn average_length(records: &[&Record]) -> f64 {
    records.iter().map(|it| it.len() as f64).sum::<f64>() / records.len() as f64
}

/// The logarithm of the leaves of a tree as deep as the average game is long, each node of which has as
/// many children as the positions at its depth have moves on average. The last, broken part of a ply counts
/// as that part of a logarithm.
fn tree_log10(records: &[&Record]) -> f64 {
    let mut left = average_length(records);
    let (mut depth, mut logarithm) = (0, 0.0);
    while left > 0.0 {
        let moves = records.iter().filter_map(|it| it.get(depth)).map(|&it| f64::from(it));
        let (sum, count) = moves.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
        // Some game is as long as the average, so there are positions at every depth below it.
        logarithm += (sum / f64::max(count, 1.0)).max(1.0).log10() * left.min(1.0);
        left -= 1.0;
        depth += 1;
    }
    logarithm
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Allis's own example: nine plies with 9 − i moves at ply i make 9! leaves.
    #[test]
    fn games_of_nine_plies_make_the_thesis_number() {
        let full: Record = (1..=9).rev().collect();
        let leaves = 10f64.powf(tree_log10(&[&full, &full]));
        assert!((leaves - 362_880.0).abs() < 1e-3, "{leaves}");
    }

    #[test]
    fn a_broken_ply_counts_as_its_part() {
        let [one, two]: [Record; 2] = [vec![100], vec![100, 100]];
        assert!((tree_log10(&[&one, &two]) - 3.0).abs() < 1e-9);
        assert_eq!(tree_log10(&[&Record::new()]), 0.0);
    }
}
