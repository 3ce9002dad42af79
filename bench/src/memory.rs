//! Bytes a node of proof-number search, measured on positions of 16 bytes.

use anyhow::Result;
use quod_game::{Claim, Game, Player};
use quod_rules::Qubic;
use quod_search::GameSpace;
use quod_search::pn::{Graph, Options, PnSearch};

/// Searches Qubic by its rules alone for a while and prints what the search's structures take.
pub fn print() -> Result<()> {
    let game = Qubic::new();
    let root = game.parse_position("0 21 3 12 63 60 15 48")?;
    println!(
        "| graph | nodes kept | edges | bytes, all | bytes a node without its edges (16 each) |"
    );
    println!("|---|---|---|---|---|");
    for (name, graph) in [("full (transpositions)", Graph::Full), ("tree", Graph::Tree)] {
        let space = GameSpace::new(&game, &root, Claim::wins(Player::First));
        let options = Options { graph, keep_evaluated: true, ..Options::default() };
        let mut search = PnSearch::new(space, options);
        search.step(200_000, &mut ());
        let bytes = search.memory_bytes();
        let nodes = search.stored();
        let own = (bytes as f64 - 16.0 * search.edges() as f64) / nodes as f64;
        println!("| {name} | {nodes} | {} | {bytes} | {own:.1} |", search.edges());
    }
    Ok(())
}
