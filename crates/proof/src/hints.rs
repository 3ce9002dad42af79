//! Suggested moves, as a file of lines `POSITION: MOVE MOVE …`: what a search tries first, and nothing else.
//!
//! A certificate's own moves can be written in the same form, so that what is known of one game guides the search in
//! another, say in a variant.

use std::io::Write;

use quod_cert::{Body, Proof};
use quod_engine::{Hints, OpenGame, SolveError, says_nothing};
use quod_game::NotationError;

use crate::walk::entry_positions;

/// Reads hints. Empty lines, and remarks, which begin with `#`, say nothing ([`says_nothing`]).
///
/// # Errors
/// At the first line that is not `POSITION: MOVE MOVE …`, with its number.
pub fn parse_hints(game: &OpenGame, text: &str) -> Result<Hints, SolveError> {
    let mut hints = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if says_nothing(game, line) {
            continue;
        }
        let wrong = |it: NotationError| SolveError::Line {
            line: at + 1,
            expected: it.expected,
            got: it.got,
        };
        // (A game record has colons of its own.)
        let parts = line.rsplit_once(':').map(|(pos, moves)| (pos, moves.split_whitespace()));
        let Some((pos, moves)) = parts.filter(|(_, moves)| moves.clone().next().is_some()) else {
            let expected = "a position, a colon and moves".to_string();
            return Err(SolveError::Line { line: at + 1, expected, got: format!("\"{line}\"") });
        };
        let pos = game.parse_position(pos).map_err(wrong)?;
        for text in moves {
            hints.push((pos.clone(), game.parse_move(&pos, text).map_err(wrong)?));
        }
    }
    Ok(hints.into())
}

/// Writes the prover's moves in a certificate as hints.
///
/// # Errors
/// If the certificate's entries have no positions, or nothing can be written.
pub fn write_moves(
    game: &OpenGame,
    proof: &dyn Proof,
    out: &mut dyn Write,
) -> Result<(), SolveError> {
    let positions = entry_positions(game, proof)?;
    for (at, pos) in positions.iter().enumerate() {
        if let Body::Move { mv, .. } = proof.entry(at).body {
            writeln!(out, "{}: {}", game.position_text(pos), game.move_text(pos, mv))?;
        }
    }
    Ok(())
}
