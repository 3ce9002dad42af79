//! What `quod analyse` shows and writes of the answers: the values on the board, a certificate for each move.

use std::path::Path;

use quod_solve::{Answer, AnyGame, MoveAnswer};

use crate::output::write_whole;
use crate::work::Kept;

/// What `quod analyse` does beside what `quod solve --all-moves` does.
pub(crate) struct Analysis<'a> {
    /// Where certificates are written, if anywhere.
    pub dir: Option<&'a Path>,
}

impl Analysis<'_> {
    /// Draws the board with the values, above the lines of the answer, and puts the best moves first; JSON has
    /// them in the rules' order.
    pub fn show(
        &self,
        game: &AnyGame,
        answer: &Answer,
        moves: &mut [MoveAnswer],
        json: bool,
    ) -> anyhow::Result<String> {
        let pos = game.parse(&answer.position)?;
        let mover = game.rules().mover_at(&pos);
        let board = match quod_report::valued(game, &pos, moves) {
            Some(picture) => picture.text(),
            None => game.rules().picture(&pos, &[]),
        };
        if !json {
            moves.sort_by_key(|it| it.rank(mover));
        }
        Ok(format!("{board}\n\n"))
    }

    /// Writes what was proved, each certificate under its move's name.
    pub fn write(
        &self,
        answer: &Answer,
        moves: &[MoveAnswer],
        kept: &[Kept],
    ) -> anyhow::Result<()> {
        let Some(directory) = self.dir else { return Ok(()) };
        let save = |name: &str, bytes: &[u8]| save_as(directory, name, bytes);
        if let Some(bytes) = &answer.certificate {
            save("position", bytes)?;
        }
        for Kept { at, part, certificate, .. } in kept {
            save(&format!("{}{part}", moves[*at].mv), certificate)?;
        }
        Ok(())
    }
}

/// Writes a certificate under a name in which other letters than those that every system takes are replaced.
pub(crate) fn save_as(directory: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let plain = |letter: char| letter.is_alphanumeric() || "-+=".contains(letter);
    let name: String = name.chars().map(|it| if plain(it) { it } else { '_' }).collect();
    let path = directory.join(format!("{name}.quod"));
    write_whole(&path, |out| Ok(out.write_all(bytes)?))
}
