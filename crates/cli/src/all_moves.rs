//! `--all-moves`: what was asked of the position is asked of each legal move, in the same unit.

use quod_solve::{Answer, AnswersMoves, AskedOfMove, MoveAnswer, values_of_moves};

use crate::work::{Kept, Work};

impl Work<'_> {
    /// What every legal move leads to. Whatever stops one session stops the ones after it.
    pub(crate) fn moves(&mut self, answer: &Answer) -> anyhow::Result<Vec<MoveAnswer>> {
        values_of_moves(self.game, answer, self)
    }
}

impl AnswersMoves for Work<'_> {
    type Error = anyhow::Error;

    fn ask(&mut self, asked: &AskedOfMove<'_>) -> anyhow::Result<Option<Answer>> {
        if self.driver.stopped().is_some() {
            return Ok(None);
        }
        let [at, all] = asked.at;
        self.driver.progress.begin(&format!("move {} ({} of {all})  ", asked.mv, at + 1));
        let name = format!("move-{at}{}", asked.part);
        let nodes = self.args.nodes.or(asked.nodes);
        let answer = self.answer(asked.position, asked.question, &name, nodes)?;
        if let (true, Some(bytes)) = (self.keeps, &answer.certificate) {
            let (number, part, mv) = (self.number, asked.part, asked.mv.to_string());
            self.kept.push(Kept { number, at, mv, part, certificate: bytes.clone() });
        }
        Ok(Some(answer))
    }

    fn follow(&mut self, number: usize) {
        self.number = number;
    }
}
