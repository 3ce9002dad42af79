//! The plan for Go-Moku: winning threat sequences (Allis 1994, sections 5.2 and 5.3), or any engine.
//!
//! `vcf` looks for a win by fours, `vct` for one by fours and threes, for the claim's player. If he is to move a sequence
//! is looked for, if his opponent is, one against every reply. A sequence counts as found when it has
//! been written as evidence and the checker has accepted that; so nothing is believed that the threat search says. What it
//! does not find may be won all the same: the answer is "unknown", never a disproof.

mod written;

use std::io::{Read, Write};

use quod_cert::{Certificate, Evidence, Section, Shown};
use quod_check::{Limits, check};
use quod_game::{Claim, Game, Goal, Move};
use quod_games::gomoku::{Board, Settings, ThreatSearch, Threats};
use quod_rules::{InARow, InARowPosition};
use quod_search::Effort;

use super::GamePlan;
use crate::{
    EngineHelp, EngineSpec, Legacy, Plan, Prover, Refutations, Snapshot, SolveError, Status, Step,
    Strategy, Task,
};

/// Searches Go-Moku.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuPlan;

const THREATS: [EngineHelp; 2] = [
    EngineHelp {
        name: "vcf",
        help: "a win by fours alone, each reply forced; proves wins, never disproves",
    },
    EngineHelp {
        name: "vct",
        help: "a win by fours and threes, by dependency-based search; proves wins, never disproves",
    },
];

/// A search for one sequence is given up after so many nodes of either kind.
const SETTINGS: Settings = Settings {
    four_nodes: 20_000_000,
    nodes: 50_000,
    levels: 20,
    steps: 10_000,
    refutations: 50,
    category_reduction: true,
    restricted_threes: true,
    confirm: true,
};

/// Most work of checking one sequence. (A reply that is not forced costs a reply tree forty thousand.)
const MOST_WORK: u64 = 2_000_000;

impl Plan<InARow> for GomokuPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        Plan::<InARow>::engines(&GamePlan).into_iter().chain(THREATS).collect()
    }

    fn engine_taken(&self, game: &InARow, engine: &EngineSpec, level: u32) -> String {
        GamePlan.engine_taken(game, engine, level)
    }

    fn prover<'a>(
        &'a self,
        game: &'a InARow,
        task: &Task<InARowPosition>,
        engine: &EngineSpec,
        _legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<InARow> + 'a>, SolveError> {
        let threats = match engine.name() {
            "vcf" => Threats::Fours,
            "vct" => Threats::FoursAndThrees,
            _ => return GamePlan.prover(game, task, engine, None),
        };
        engine.clone().finish("")?;
        Ok(Box::new(SequenceProver {
            game,
            root: task.root,
            claim: task.claim,
            threats,
            search: ThreatSearch::new(SETTINGS),
            effort: Effort::default(),
        }))
    }
}

/// A search for sequences.
struct SequenceProver<'g> {
    game: &'g InARow,
    root: InARowPosition,
    claim: Claim,
    threats: Threats,
    search: ThreatSearch,
    effort: Effort,
}

impl SequenceProver<'_> {
    /// Checked evidence that the claim's player, to move, wins.
    fn evidence(&mut self, pos: &InARowPosition) -> Option<Evidence> {
        let mut board = Board::set_up(self.game, pos);
        let before = self.search.four_nodes() + self.search.counts().nodes;
        let found = self.search.search(&mut board, self.claim.player, self.threats);
        let nodes = self.search.four_nodes() + self.search.counts().nodes - before;
        self.effort.nodes += 1 + nodes;
        self.effort.evaluations += 1;
        let evidence = written::evidence(self.game, pos, found?.moves())?;
        self.shows(&evidence, pos).then_some(evidence)
    }

    /// Whether the checker accepts the evidence.
    fn shows(&self, evidence: &Evidence, pos: &InARowPosition) -> bool {
        let certificate = Certificate {
            game: self.game.name(),
            root: self.game.encoding(pos),
            claims: vec![self.claim],
            sections: vec![Section { claim: 0, shown: Shown::Evidence(evidence.clone()) }],
            remark: String::new(),
            entries: Vec::new(),
            tables: Vec::new(),
        };
        check(self.game, &certificate, &Limits { work: MOST_WORK }).is_ok()
    }

    /// Evidence against replies: one after the other, with what was found before if that will do.
    fn against(&mut self, replies: impl Iterator<Item = InARowPosition>) -> Option<Refutations> {
        let mut found = Refutations::default();
        for pos in replies {
            let known = found.items.iter().position(|item| self.shows(item, &pos));
            let by = known.unwrap_or(found.items.len());
            if known.is_none() {
                found.items.push(self.evidence(&pos)?);
            }
            found.by.push(Some(by));
        }
        Some(found)
    }
}

impl<'g> Prover<InARow> for SequenceProver<'g> {
    /// All at once: a search for a sequence takes little time.
    fn step(&mut self, _nodes: u64) -> Status {
        let (game, root, claim) = (self.game, self.root, self.claim);
        if !matches!(claim.goal, Goal::Wins | Goal::DoesNotLose) {
            return Status::Unknown("restricted");
        }
        let proved = match game.to_move(&root) == claim.player {
            true => self.evidence(&root).is_some(),
            false => {
                let after = |mv: Move| game.play(&root, mv);
                let replies = game.legal_moves(&root).into_iter().map(after);
                // (A reply that settles the game against the claim is won by no sequence.)
                let open = replies.filter(|it| game.settled(it, &claim) != Some(true));
                self.against(open).is_some()
            }
        };
        if proved { Status::Proved } else { Status::Unknown("restricted") }
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { numbers: None, memory: 0, line: Vec::new() }
    }

    /// There is nothing to save: the search begins again.
    fn save(&self, _out: &mut dyn Write) -> Result<(), SolveError> {
        Ok(())
    }

    fn restore(&mut self, _from: &mut dyn Read) -> Result<(), SolveError> {
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<InARow> + '_> {
        Box::new(SequenceStrategy(self))
    }
}

/// The sequences are searched for again.
struct SequenceStrategy<'p, 'g>(&'p mut SequenceProver<'g>);

fn lost() -> SolveError {
    SolveError::Strategy("a sequence could not be found again".to_string())
}

impl Strategy<InARow> for SequenceStrategy<'_, '_> {
    fn step(&mut self, pos: &InARowPosition) -> Result<Step, SolveError> {
        self.0.evidence(pos).map(Step::Evidence).ok_or_else(lost)
    }

    fn refute(
        &mut self,
        _pos: &InARowPosition,
        replies: &[(Move, InARowPosition)],
    ) -> Result<Refutations, SolveError> {
        self.0.against(replies.iter().map(|(_, pos)| *pos)).ok_or_else(lost)
    }

    /// As it is: what is found may depend on how the board lies.
    fn canonical(&self, _game: &InARow, pos: &InARowPosition) -> (InARowPosition, u16) {
        (*pos, 0)
    }
}
