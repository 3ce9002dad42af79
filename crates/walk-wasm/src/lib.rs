//! Walks through proofs as a WebAssembly module: the answers of the explorer's server, without a server.
//!
//! A page opens one certificate, and asks in JSON as [`Request`] describes it. The answers are those of
//! `docs/formats/explorer.md`, made by the same code (`quod_report::ProofWalk`), so that the explorer's page shows
//! them as they are. Nothing here is trusted: whether the certificate proves what it states is what the other module
//! says, which is made of the trusted crates alone. No engine is linked in.

mod exports;

use std::sync::Arc;

use quod_cert::{Proof as _, read_packed};
use quod_engine::OpenGame;
use quod_proof::Walk;
use quod_report::{GameReport, MoveTold, ProofWalk, Refused, SceneWriter, game_told};
use serde::Deserialize;
use serde_json::{Value, json};

pub use exports::{quod_ask, quod_in, quod_open, quod_out};

type Answered<T> = Result<T, Refused>;

/// Most rows in an answer.
const MOST_ROWS: usize = 1000;

/// What can be asked of an open certificate, with the fields of `docs/formats/explorer.md`. `moves` are texts.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Request {
    /// A PROOF without what the checker says. `id` is what the page calls it.
    Proof {
        /// The page's name for it.
        id: Value,
    },
    /// The game, with the scene of its start.
    Game,
    /// The scene after some moves.
    Scene {
        /// The section followed.
        #[serde(default)]
        section: usize,
        /// From the root.
        #[serde(default)]
        moves: Vec<String>,
        /// Whether the evidence after each reply is played out.
        #[serde(default)]
        details: u8,
    },
    /// The proof's line from there.
    Line {
        /// The section followed.
        #[serde(default)]
        section: usize,
        /// From the root.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Where the position stands in the proof.
    Find {
        /// The section followed.
        #[serde(default)]
        section: usize,
        /// From the root.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The picture of the position, as SVG.
    Svg {
        /// The section followed.
        #[serde(default)]
        section: usize,
        /// From the root.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// A move for the side to move: the proof's, or against it the reply that takes the most.
    Play {
        /// The section followed.
        #[serde(default)]
        section: usize,
        /// From the root.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Rows of the tree.
    Rows {
        /// The section.
        #[serde(default)]
        section: usize,
        /// The first row.
        #[serde(default)]
        offset: usize,
        /// How many.
        limit: usize,
    },
    /// Children of a row.
    Children {
        /// The section.
        #[serde(default)]
        section: usize,
        /// The row.
        row: usize,
        /// The first child.
        #[serde(default)]
        offset: usize,
        /// How many.
        limit: usize,
    },
    /// The moves to a row.
    Path {
        /// The section.
        #[serde(default)]
        section: usize,
        /// The row.
        row: usize,
    },
}

/// An open certificate.
pub struct Open {
    game: OpenGame,
    proof: Value,
    walk: ProofWalk,
}

impl Open {
    /// Opens a certificate from the bytes of its file.
    ///
    /// # Errors
    /// If it is none, or of a game that is not known here. That its claims hold is not looked at.
    pub fn new(file: &[u8]) -> Answered<Open> {
        let packed = read_packed(file).map_err(|reject| Refused::rejected(&reject))?;
        let opened = quod_catalogue::open_drawn(&packed.head().game);
        let (game, board) = opened.map_err(|error| Refused::notation("unknown-game", error))?;
        let stated = quod_check::statement(&*game, packed.head());
        let statement = stated.map_err(|reject| Refused::rejected(&reject))?;
        let packed = Arc::new(packed);
        let walk = ProofWalk::new(&game, board.as_ref(), Arc::clone(&packed));
        let mut walk = walk.map_err(|reject| Refused::rejected(&reject))?;
        let proof = walk.describe(&Value::Null, file.len(), &packed, &statement);
        Ok(Open { game, proof, walk })
    }

    /// How the positions of its game are told.
    pub fn writer(&self) -> &SceneWriter {
        self.walk.writer()
    }

    /// The walk.
    pub fn walk(&mut self) -> &mut ProofWalk {
        &mut self.walk
    }

    /// Answers a request, in JSON.
    ///
    /// # Errors
    /// If there is no such section or row, or a move is not legal.
    pub fn answer(&mut self, request: Request) -> Answered<String> {
        Ok(match request {
            Request::Proof { id } => {
                let mut told = self.proof.clone();
                told["id"] = id;
                told.to_string()
            }
            Request::Game => {
                let start = Walk::without_proof(&self.game, self.game.start()).scene();
                game_told(&GameReport::of_rules(&self.game), self.writer(), start).to_string()
            }
            Request::Scene { section, moves, details } => {
                self.walk.go(section, &moves)?;
                json(&self.walk.scene(details != 0))
            }
            Request::Line { section, moves } => {
                self.walk.go(section, &moves)?;
                self.walk.line(200).to_string()
            }
            Request::Find { section, moves } => {
                self.walk.go(section, &moves)?;
                self.walk.find().to_string()
            }
            Request::Svg { section, moves } => {
                self.walk.go(section, &moves)?;
                json(&self.walk.picture())
            }
            Request::Play { section, moves } => self.play(section, &moves)?,
            Request::Rows { section, offset, limit } => {
                self.walk.rows(section, offset, limit.min(MOST_ROWS))?.to_string()
            }
            Request::Children { section, row, offset, limit } => {
                self.walk.children(section, row, offset, limit.min(MOST_ROWS))?.to_string()
            }
            Request::Path { section, row } => self.walk.path(section, row)?.to_string(),
        })
    }

    fn play(&mut self, section: usize, moves: &[String]) -> Answered<String> {
        self.walk.go(section, moves)?;
        let scene = self.walk.walk().scene();
        let (text, source) = match &scene.proof_move {
            Some(text) => (text.clone(), "proof"),
            None => (self.hardest(&scene)?, "guess"),
        };
        let code = scene.moves.iter().find(|mv| mv.text == text).map_or(0, |mv| mv.code);
        let mv: MoveTold = self.walk.writer().mv(text.clone(), code);
        let after: Vec<String> = moves.iter().cloned().chain([text]).collect();
        self.walk.go(section, &after)?;
        Ok(json!({"move": mv, "source": source, "scene": self.walk.scene(false)}).to_string())
    }

    /// The reply below which the proof has the most entries; the first legal move where it has none.
    fn hardest(&mut self, scene: &quod_proof::Scene) -> Answered<String> {
        let over = || {
            let expected = "a position with a legal move";
            Refused::at("illegal-move", "moves", expected, "the game is over")
        };
        let first = scene.moves.first().ok_or_else(over)?;
        let row = match scene.support {
            quod_proof::Shows::Entry(entry) => self.walk.walk().row_of(entry),
            _ => None,
        };
        let Some(row) = row else { return Ok(first.text.clone()) };
        let below = self.walk.walk().children(row, 0, MOST_ROWS).rows;
        let hardest = below.iter().max_by_key(|it| it.entries).and_then(|it| it.moves.first());
        Ok(hardest.map_or_else(|| first.text.clone(), |mv| mv.text.clone()))
    }
}

/// A value as JSON text.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is told has no keys but texts")
}

/// An answer with its error, if it is one: `{"ok": …}` or `{"error": …}`.
pub fn told(answer: Answered<String>) -> String {
    match answer {
        Ok(value) => format!("{{\"ok\":{value}}}"),
        Err(refused) => format!("{{\"error\":{}}}", json(&refused)),
    }
}
