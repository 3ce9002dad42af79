//! The plan for Go-Moku: winning threat sequences (Allis 1994, sections 5.2 and 5.3), or any engine.
//!
//! `vcf` looks for a win by fours, `vct` for one by fours and threes, for the claim's player. If he is to move a sequence
//! is looked for, if his opponent is, one against every reply. A sequence counts as found when it has
//! been written as evidence and the checker has accepted that; so nothing is believed that the threat search says. What it
//! does not find may be won all the same: the answer is "unknown", never a disproof. So `auto` asks `vct` first, which
//! takes milliseconds, and then goes on as in an m,n,k game.

mod frontier;
mod proof;
mod space;
mod written;

use std::io::{Read, Write};

use hashbrown::HashMap;
use quod_cert::{Certificate, Evidence, Section, Shown};
use quod_check::{Limits, check};
use quod_game::{Claim, Game, Goal, Move};
use quod_games::gomoku::{Board, Settings, ThreatSearch, Threats};
use quod_rules::{InARow, InARowPosition};
use quod_search::Effort;

use super::LinesPlan;
use crate::{
    EngineHelp, EngineSpec, Legacy, Plan, Prover, Refutations, Snapshot, SolveError, Status, Step,
    Strategy, Task,
};
use proof::ProofSearch;

/// Searches Go-Moku.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuPlan;

const THREATS: [EngineHelp; 3] = [
    EngineHelp {
        name: "vcf",
        help: "a win by fours alone, each reply forced; proves wins, never disproves",
    },
    EngineHelp {
        name: "vct",
        help: "a win by fours and threes, by dependency-based search; proves wins, never disproves",
    },
    EngineHelp {
        name: "threats",
        help: "proof-number search over threat search (thesis 5.4), for games of lines; proves wins, never disproves",
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
        let general = Plan::<InARow>::engines(&LinesPlan).into_iter().skip(1);
        let auto = EngineHelp { name: "auto", help: "vct; where that says nothing, as in mnk" };
        [auto].into_iter().chain(general).chain(THREATS).collect()
    }

    fn engine_taken(&self, game: &InARow, engine: &EngineSpec, level: u32) -> String {
        match (engine.name(), level) {
            ("auto", 0) => "vct".to_string(),
            _ => LinesPlan.engine_taken(game, engine, level),
        }
    }

    fn levels(&self, engine: &EngineSpec) -> u32 {
        if engine.name() == "auto" { 2 } else { 1 }
    }

    fn takes_hints(&self, engine: &EngineSpec) -> bool {
        engine.name() == "threats"
    }

    fn prover<'a>(
        &'a self,
        game: &'a InARow,
        task: &Task<InARowPosition>,
        engine: &EngineSpec,
        _legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<InARow> + 'a>, SolveError> {
        let threats = match (engine.name(), task.level) {
            ("vcf", _) => Threats::Fours,
            ("vct", _) | ("auto", 0) => Threats::FoursAndThrees,
            ("threats", _) if Game::lines(game).is_some() => {
                engine.clone().finish("")?;
                return Ok(Box::new(ProofSearch::new(game, task)));
            }
            ("threats", _) => {
                let expected = "vcf, vct or pn where moves are forbidden".to_string();
                return Err(SolveError::Engine { expected, got: "threats".to_string() });
            }
            _ => return LinesPlan.prover(game, task, engine, None),
        };
        engine.clone().finish("")?;
        Ok(Box::new(SequenceProver {
            game,
            root: task.root,
            claim: task.claim,
            threats,
            search: ThreatSearch::new(SETTINGS),
            open: None,
            items: Vec::new(),
            shown: HashMap::default(),
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
    /// The positions with the claim's player to move that are still to be won, once they are known.
    open: Option<Vec<InARowPosition>>,
    /// What was found.
    items: Vec<Evidence>,
    /// Which of it wins where.
    shown: HashMap<InARowPosition, usize, foldhash::fast::FixedState>,
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
        shows(self.game, self.claim, &evidence, pos).then_some(evidence)
    }

    /// Whether the claim's player, to move, wins by a sequence, of those found before or a new one.
    fn wins(&mut self, pos: &InARowPosition) -> bool {
        let known = (0..self.items.len())
            .rev()
            .find(|&item| shows(self.game, self.claim, &self.items[item], pos));
        let item = known.or_else(|| {
            let evidence = self.evidence(pos)?;
            self.items.push(evidence);
            Some(self.items.len() - 1)
        });
        self.shown.extend(item.map(|item| (*pos, item)));
        item.is_some()
    }

    /// What must be won for the claim: the root, or what every reply leads to.
    fn first_open(&self) -> Vec<InARowPosition> {
        if self.game.to_move(&self.root) == self.claim.player {
            return vec![self.root];
        }
        let replies = self.game.legal_moves(&self.root).into_iter().rev();
        let after = replies.map(|mv| self.game.play(&self.root, mv));
        // (A reply that settles the game against the claim is won by no sequence.)
        after.filter(|it| self.game.settled(it, &self.claim) != Some(true)).collect()
    }
}

impl<'g> Prover<InARow> for SequenceProver<'g> {
    /// One position after the other; a search for a sequence is not interrupted.
    fn step(&mut self, nodes: u64) -> Status {
        if !matches!(self.claim.goal, Goal::Wins | Goal::DoesNotLose) {
            return Status::Unknown("restricted");
        }
        let most = self.effort.nodes.saturating_add(nodes);
        let mut open = self.open.take().unwrap_or_else(|| self.first_open());
        while let Some(pos) = open.pop() {
            if !self.wins(&pos) {
                return Status::Unknown("restricted");
            }
            if self.effort.nodes >= most && !open.is_empty() {
                self.open = Some(open);
                return Status::Running;
            }
        }
        Status::Proved
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

/// Whether the checker accepts the evidence for a claim.
fn shows(game: &InARow, claim: Claim, evidence: &Evidence, pos: &InARowPosition) -> bool {
    let certificate = Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: Shown::Evidence(evidence.clone()) }],
        remark: String::new(),
        entries: Vec::new(),
        tables: Vec::new(),
    };
    check(game, &certificate, &Limits { work: MOST_WORK, ..Limits::default() }).is_ok()
}

/// The sequences as they were found.
struct SequenceStrategy<'p, 'g>(&'p SequenceProver<'g>);

impl SequenceStrategy<'_, '_> {
    fn item(&self, pos: &InARowPosition) -> Result<usize, SolveError> {
        let none = || SolveError::Strategy("no sequence was found here".to_string());
        self.0.shown.get(pos).copied().ok_or_else(none)
    }
}

impl Strategy<InARow> for SequenceStrategy<'_, '_> {
    fn step(&mut self, pos: &InARowPosition) -> Result<Step, SolveError> {
        Ok(Step::Evidence(self.0.items[self.item(pos)?].clone()))
    }

    fn refute(
        &mut self,
        _pos: &InARowPosition,
        replies: &[(Move, InARowPosition)],
    ) -> Result<Refutations, SolveError> {
        let by = replies.iter().map(|(_, pos)| self.item(pos).map(Some));
        Ok(Refutations { items: self.0.items.clone(), by: by.collect::<Result<_, _>>()? })
    }

    /// As it is: what is found may depend on how the board lies.
    fn canonical(&self, _game: &InARow, pos: &InARowPosition) -> (InARowPosition, u16) {
        (*pos, 0)
    }
}
