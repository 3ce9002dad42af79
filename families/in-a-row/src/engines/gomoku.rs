//! What Go-Moku offers: winning threat sequences (Allis 1994, sections 5.2 and 5.3), or any engine.
//!
//! `vcf` looks for a win by fours, `vct` for one by fours and threes, for the claim's player. If he is to move a sequence
//! is looked for, if his opponent is, one against every reply. A sequence counts as found when it has
//! been written as evidence and the checker has accepted that; so nothing is believed that the threat search says. What it
//! does not find may be won all the same: the answer is "unknown", never a disproof. So `auto` asks `vct` first, which
//! takes milliseconds, on large boards `threats` for a while, and then goes on as in an m,n,k game.

mod frontier;
mod model;
mod proof;
mod simulation;
mod space;
mod written;

use std::io::{Read, Write};
use std::sync::Arc;

use hashbrown::HashMap;
use quod_cert::{Certificate, Evidence, Section, Shown};
use quod_check::{Limits, check};
use quod_engine::{
    Engine, Number, Offer, OpenGame, Pos, Prover, Reason, Refutations, Snapshot, SolveError,
    Status, Step, Strategy,
};
use quod_game::{Claim, Game, Goal, Move};
use quod_rules::{InARow, InARowPosition};
use quod_search::Effort;

use super::lines::{self, auto_of, boards};
use crate::gomoku::{Board, Settings, ThreatSearch, Threats};
use crate::in_a_row_picture;
use crate::player::GomokuPlayer;
use proof::ProofSearch;

/// The name of the search for fours and threes.
const VCT: &str = "vct";
/// The name of the proof-number search over threats.
const THREATS: &str = "threats";
/// The same as a part of `auto`, for about a minute: in an open middle game it looks at a hundred times as many positions in a second
/// as what comes after it.
const SOME_THREATS: &str = "threats:nodes=4000000";
/// The least board on which `auto` asks it.
const OPEN: usize = 10;

/// When the search over threats gives up.
const NODES: Number = Number {
    name: "nodes",
    about: "gives up after about so many nodes; 0: never",
    least: 0,
    most: 1 << 40,
    default: 0,
};

/// What a variant of Go-Moku offers.
pub fn offer(game: InARow) -> Offer {
    let auto = auto_of(&game);
    let game = Arc::new(game);
    let board = in_a_row_picture::board(&game);
    let mut offer =
        Offer::of_rules(OpenGame::with_own_checker(Arc::clone(&game))).with_board(board);
    offer.engines.insert(0, Arc::new(lines::engine()));
    let vcf = "a win by fours alone, each reply forced; proves wins, never disproves";
    let vct = "a win by fours and threes, by dependency-based search; proves wins, never disproves";
    let own = [
        sequences("vcf", vcf, &game, Threats::Fours),
        sequences(VCT, vct, &game, Threats::FoursAndThrees),
        threats(Arc::clone(&game)),
    ];
    offer.engines.extend(own.map(Arc::new));
    offer.player = Some(GomokuPlayer::factory(&game));
    offer.protocols = vec!["gomocup"];
    let boards = boards(&game, &offer);
    // On a small board a draw is likely, which threats do not show.
    let open = Game::lines(&*game).is_some() && game.width >= OPEN;
    let engines: &[&str] = if open { &[VCT, SOME_THREATS, auto] } else { &[VCT, auto] };
    offer.with_auto(engines).with_superset(boards)
}

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

/// Most work of checking one sequence. (A reply that is not forced costs a reply tree forty thousand.) A checker counts up
/// to so many times as much, and allows that in the smallest file.
const MOST_WORK: u64 = 400_000;
const COUNTED: u64 = 48;

/// A search for winning sequences of threats as an engine.
fn sequences(
    name: &'static str,
    about: &'static str,
    game: &Arc<InARow>,
    threats: Threats,
) -> Engine {
    let game = Arc::clone(game);
    Engine::new(name, about, move |start| {
        Ok(Box::new(SequenceProver {
            game: Arc::clone(&game),
            root: *start.task.root.of::<InARow>(),
            claim: start.task.claim,
            threats,
            search: ThreatSearch::new(SETTINGS),
            open: None,
            items: Vec::new(),
            shown: HashMap::default(),
            effort: Effort::default(),
        }))
    })
}

/// Proof-number search over threats as an engine.
fn threats(game: Arc<InARow>) -> Engine {
    let about = "proof-number search over threat search (thesis 5.4), for games of lines; proves wins, never disproves";
    Engine::new(THREATS, about, move |start| {
        let most = match NODES.of(&start.given) {
            0 => u64::MAX,
            most => most,
        };
        Ok(Box::new(ProofSearch::new(&game, start.task, most)?))
    })
    .with_options([NODES.spec()])
    .taking_hints()
    .serving(|offer, _claim| match offer.game.lines() {
        Some(_) => Ok(()),
        None => Err(SolveError::Engine {
            expected: "vcf, vct or pn where an opening restricts moves".to_string(),
            got: THREATS.to_string(),
        }),
    })
}

/// A search for sequences.
struct SequenceProver {
    game: Arc<InARow>,
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

impl SequenceProver {
    /// Checked evidence that the claim's player, to move, wins.
    fn evidence(&mut self, pos: &InARowPosition) -> Option<Evidence> {
        let mut board = Board::set_up(&self.game, pos);
        let before = self.search.four_nodes() + self.search.counts().nodes;
        let found = self.search.search(&mut board, self.claim.player, self.threats);
        let nodes = self.search.four_nodes() + self.search.counts().nodes - before;
        self.effort.nodes += 1 + nodes;
        self.effort.evaluations += 1;
        let found = found?;
        let (game, claim) = (&*self.game, self.claim);
        let shows = |it: &Evidence| shows(game, claim, it, pos);
        let threats = written::line_threats(game, pos, found.moves()).filter(shows);
        threats.or_else(|| written::reply_tree(game, pos, found.moves()).filter(shows))
    }

    /// Whether the claim's player, to move, wins by a sequence, of those found before or a new one.
    fn wins(&mut self, pos: &InARowPosition) -> bool {
        let known = (0..self.items.len())
            .rev()
            .find(|&item| shows(&self.game, self.claim, &self.items[item], pos));
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

impl Prover for SequenceProver {
    /// One position after the other; a search for a sequence is not interrupted.
    fn step(&mut self, nodes: u64) -> Status {
        if !matches!(self.claim.goal, Goal::Wins | Goal::DoesNotLose) {
            return Status::Unknown(Reason::Restricted);
        }
        let most = self.effort.nodes.saturating_add(nodes);
        let mut open = self.open.take().unwrap_or_else(|| self.first_open());
        while let Some(pos) = open.pop() {
            if !self.wins(&pos) {
                return Status::Unknown(Reason::Restricted);
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

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
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
    check(game, &certificate, &Limits { work: COUNTED * MOST_WORK, ..Limits::default() }).is_ok()
}

/// The sequences as they were found.
struct SequenceStrategy<'p>(&'p SequenceProver);

impl SequenceStrategy<'_> {
    fn item(&self, pos: &Pos) -> Result<usize, SolveError> {
        let none = || SolveError::Strategy("no sequence was found here".to_string());
        self.0.shown.get(pos.of::<InARow>()).copied().ok_or_else(none)
    }
}

impl Strategy for SequenceStrategy<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        Ok(Step::Evidence(self.0.items[self.item(pos)?].clone()))
    }

    fn refute(&mut self, _pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let by = replies.iter().map(|(_, pos)| self.item(pos).map(Some));
        Ok(Refutations { items: self.0.items.clone(), by: by.collect::<Result<_, _>>()? })
    }

    /// As it is: what is found may depend on how the board lies.
    fn canonical(&self, _game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        (pos.clone(), 0)
    }
}
