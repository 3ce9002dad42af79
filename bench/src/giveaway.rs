//! The thesis's Table 2.8: random games of giveaway chess, and the same search with both ways to begin numbers.
//!
//! A game is played by random moves. Before each move both searches are asked whether White wins, with a limit
//! of 25,000 nodes; as soon as one of them knows, the game is over. The position in which it ended is a row of
//! the experiment: there the search that did not know goes on without a limit. Games that end in a position that
//! is there already are not counted, as in the thesis. A tree is searched, as in the thesis.

use std::time::Instant;

use anyhow::{Result, ensure};
use quod_chess::variants::ForcedSpace;
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Player};
use quod_rules::{Chess, ChessGame, ChessPosition};
use quod_search::pn::{Graph, Options, PnSearch};
use quod_search::{Initialisation, Verdict, Why};

/// The limit of nodes for a search during a game.
const LIMIT: u64 = 25_000;

/// Bytes for a search.
const MEMORY: u64 = 8 << 30;

/// What searches of one kind took together.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    developments: u64,
    /// Nodes of the tree, those that were removed again included.
    nodes: u64,
    largest: u64,
    seconds: f64,
}

/// One of the counts.
type Count = fn(&Cost) -> u64;

struct Searched {
    known: Option<bool>,
    cost: Cost,
}

/// A search for "White wins" that creates so many nodes at most.
fn search(game: &Chess, pos: &ChessPosition, init: Initialisation, most: u64) -> Searched {
    let options = Options { graph: Graph::Tree, memory_limit: MEMORY, ..Options::default() };
    let space = ForcedSpace::new(game, pos, &Claim::wins(Player::First), init);
    let began = Instant::now();
    let mut search = PnSearch::new(space, options);
    let known = loop {
        match search.step(500, &mut ()) {
            Verdict::Proved => break Some(true),
            Verdict::Disproved => break Some(false),
            Verdict::Unknown(Why::Nodes) if search.effort().evaluations < most => {}
            Verdict::Unknown(_) => break None,
        }
    };
    let effort = search.effort();
    let cost = Cost {
        developments: effort.expansions,
        nodes: effort.evaluations,
        largest: search.most_stored(),
        seconds: began.elapsed().as_secs_f64(),
    };
    Searched { known, cost }
}

/// Plays until so many games have ended in positions of their own, and prints the table.
pub fn print(games: usize, seed: u64) -> Result<()> {
    let game = Chess { game: ChessGame::Giveaway, fifty: false };
    let inits = [Initialisation::One, Initialisation::Moves];
    let mut rng = Rng::new(seed);
    let mut ended: Vec<ChessPosition> = Vec::new();
    let (mut sums, mut plies, mut unsolved, mut alone) = ([Cost::default(); 2], 0, 0, [0; 2]);
    while ended.len() < games {
        let (mut pos, mut played) = (game.start(), 0);
        let searched = loop {
            if game.outcome(&pos).is_some() {
                break None;
            }
            let both = inits.map(|init| search(&game, &pos, init, LIMIT));
            if both.iter().any(|it| it.known.is_some()) {
                break Some(both);
            }
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
            played += 1;
        };
        let Some(both) = searched else { continue };
        if ended.contains(&pos) {
            continue;
        }
        let known: Vec<bool> = both.iter().filter_map(|it| it.known).collect();
        ensure!(
            known.windows(2).all(|it| it[0] == it[1]),
            "two answers: {}",
            game.position_text(&pos)
        );
        let mut costs = [Cost::default(); 2];
        for (at, (init, searched)) in inits.into_iter().zip(both).enumerate() {
            let unlimited = searched.known.is_none();
            alone[1 - at] += usize::from(unlimited);
            let it = if unlimited { search(&game, &pos, init, u64::MAX) } else { searched };
            unsolved += usize::from(it.known.is_none());
            costs[at] = it.cost;
        }
        for (sum, cost) in sums.iter_mut().zip(costs) {
            sum.developments += cost.developments;
            sum.nodes += cost.nodes;
            sum.largest += cost.largest;
            sum.seconds += cost.seconds;
        }
        let [one, moves] = costs.map(|it| it.nodes);
        println!("{one:>10} {moves:>8}  {}", game.position_text(&pos));
        plies += played;
        ended.push(pos);
    }
    let count = games as f64;
    println!(
        "{games} games of {:.1} plies; unsolved {unsolved}; known to one search alone {alone:?}",
        plies as f64 / count
    );
    println!("| | standard | number of moves | factor |\n|---|--:|--:|--:|");
    let mean = |of: Count| [0, 1].map(|at| of(&sums[at]) as f64 / count);
    let rows: [(&str, Count); 3] = [
        ("developments", |it| it.developments),
        ("nodes", |it| it.nodes),
        ("largest tree", |it| it.largest),
    ];
    for (name, [one, moves]) in rows.map(|(name, of)| (name, mean(of))) {
        println!("| {name} | {one:.0} | {moves:.0} | {:.1} |", one / moves);
    }
    let [one, moves] = sums.map(|it| it.nodes as f64 / it.developments as f64);
    println!("| nodes a development | {one:.1} | {moves:.1} | {:.1} |", one / moves);
    let [one, moves] = sums.map(|it| it.nodes as f64 / it.seconds);
    println!("| nodes a second | {one:.0} | {moves:.0} | {:.1} |", moves / one);
    Ok(())
}
