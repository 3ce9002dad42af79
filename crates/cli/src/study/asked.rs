//! What the engine is asked about a move, and what its answers come to.

use quod_protocols::uci_client::{Analysis, Line, Score, UciClient, UciFault};
use quod_study::champions::{
    Candidate, ENDGAME_EXTRA, ENDGAME_PIECES, Judged, Look, MOST, complexity,
};
use quod_study::record::{After, Record};

/// What bounds a search.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// Plies; a ply more in endgames.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
}

/// An engine, and how it is asked.
pub struct Asker {
    /// The engine.
    pub engine: UciClient,
    /// What bounds its searches.
    pub bound: Bound,
    /// Whether it tells the second-best move too.
    pub two: bool,
    /// The greatest depth that complexity looks at.
    pub complexity_to: u32,
}

impl Asker {
    /// Judges move `at` of a game: a search of the position, and where the move played is neither the best nor the
    /// second-best one, a search of the position after it. That search is a ply less deep, so that both see as far.
    /// (The protocol's `searchmoves` would do as well, but not every engine obeys it.)
    ///
    /// # Errors
    /// What is wrong with the engine.
    pub fn judge(
        &mut self,
        game: usize,
        record: &Record,
        at: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Judged, UciFault> {
        let turn = &record.turns[at];
        let depth = match self.bound {
            Bound::Depth(depth) if turn.pieces() < ENDGAME_PIECES => depth + ENDGAME_EXTRA,
            Bound::Depth(depth) => depth,
            Bound::Nodes(_) => 0,
        };
        let legal = turn.legal();
        let (position, bound) = (record.position(at), self.words(depth));
        let analysis = self.engine.analyse(&position, &bound, &legal, go_on)?;
        let lines = if self.two && legal.len() > 1 { 2 } else { 1 };
        let looks = looks(&analysis, lines);
        let look = looks.last().cloned().ok_or_else(|| UciFault::Answer {
            asked: format!("go {bound}"),
            expected: "two lines (MultiPV) of a depth".to_string(),
            got: "less".to_string(),
        })?;
        let known = [Some(&look.best), look.second.as_ref()].into_iter().flatten();
        let known = known.filter(|it| it.mv == turn.played).map(|it| it.eval).next();
        let eval = match (known, turn.after()) {
            (Some(eval), _) => eval,
            (None, After::Mate) => MOST,
            (None, After::Draw) => 0,
            (None, After::Open) => {
                let (position, bound) = (record.position(at + 1), self.words(depth - 1));
                let legal = turn.legal_after();
                let analysis = self.engine.analyse(&position, &bound, &legal, go_on)?;
                analysis.deepest().map_or(0, |it| -centipawns(it.score))
            }
        };
        Ok(Judged {
            game,
            number: turn.number,
            mover: turn.mover,
            text: turn.text.clone(),
            played: Candidate { mv: turn.played.clone(), eval },
            complexity: self.two.then(|| complexity(&looks, self.complexity_to)).flatten(),
            look,
        })
    }

    fn words(&self, depth: u32) -> String {
        match self.bound {
            Bound::Depth(_) => format!("depth {depth}"),
            Bound::Nodes(nodes) => format!("nodes {nodes}"),
        }
    }
}

fn looks(analysis: &Analysis, lines: usize) -> Vec<Look> {
    let candidate = |it: &&Line| Candidate { mv: it.mv.clone(), eval: centipawns(it.score) };
    let look = |(depth, lines): (u32, Vec<&Line>)| Look {
        depth,
        best: candidate(&lines[0]),
        second: lines.get(1).map(candidate),
    };
    analysis.depths(lines).map(look).collect()
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(it) => it.clamp(-MOST, MOST),
        Score::Mate(it) if it > 0 => MOST,
        Score::Mate(_) => -MOST,
    }
}
