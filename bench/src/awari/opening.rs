//! Quod's opening book, made by its own deep searches.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use quod_awari::Values;
use quod_awari::{Book, Node, Player, Settings};
use quod_game::{Game, Player as Side, Symmetric};
use quod_rules::AwariPosition;

use super::rules;

/// Moves of the book's owner in a line.
const OWN_MOVES: usize = 3;
/// Positions that alpha-beta visits for a move.
const NODES: u64 = 2_000_000;

/// Searches the book's moves and writes them: the owner's move in every position that arises after its
/// own book moves and any of the opponent's, the owner being South or North.
pub fn write(endgames: &Values, path: &Path) -> Result<()> {
    let game = rules();
    let settings = Settings { nodes: NODES, ..Settings::default() };
    let player = Player::new(endgames, settings, Book::empty());
    let (mut text, mut seen) = (String::new(), HashSet::new());
    let replies = |pos: &AwariPosition| -> Vec<AwariPosition> {
        game.legal_moves(pos).into_iter().map(|mv| game.play(pos, mv)).collect()
    };
    let start = game.start();
    let mut level = vec![start];
    level.extend(replies(&start));
    for _ in 0..OWN_MOVES {
        let mut next = Vec::new();
        for pos in level {
            let pos = if pos.to_move == Side::First { pos } else { game.map(1, &pos) };
            if !seen.insert(Node::new(&pos, Side::First)) {
                continue;
            }
            let Some(choice) = player.choose(&pos, &[]) else { continue };
            let position = game.position_text(&pos);
            let _ = writeln!(text, "{position}: {}", game.move_text(&pos, choice.mv));
            next.extend(replies(&game.play(&pos, choice.mv)));
        }
        level = next;
    }
    let head = format!(
        "# Quod's opening book for awari, made by `quod-bench awari book`: {} positions, each searched with\n\
         # {NODES} nodes of alpha-beta; the side to move is called South.\n",
        seen.len()
    );
    fs::write(path, head + &text).with_context(|| path.display().to_string())
}
