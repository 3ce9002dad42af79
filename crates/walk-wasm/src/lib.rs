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
/// Most moves of a line.
const MOST_MOVES: usize = 200;

/// What is asked of an open certificate, with the fields of `docs/formats/explorer.md`; what a question does not need is
/// left out. (One type for all: reading a tagged choice of several would make the module a tenth larger.)
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Request {
    /// `proof`: a PROOF without what the checker says. `game`: the game, with the scene of its start. `scene`: the
    /// scene after `moves`. `line`: the proof's line from there. `find`: where that position stands in the proof.
    /// `svg`: its picture. `play`: a move for the side to move, the proof's, or against it the reply that takes
    /// the most. `rows`, `children`, `path`: rows of the tree, those below a row, and the moves to a row.
    pub ask: String,
    /// What the page calls the proof.
    pub id: Value,
    /// The section followed.
    pub section: usize,
    /// From the root.
    pub moves: Vec<String>,
    /// Whether the evidence after each reply is played out.
    pub details: u8,
    /// The row asked about.
    pub row: usize,
    /// The first row of the answer.
    pub offset: usize,
    /// How many rows.
    pub limit: usize,
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
        let walk = ProofWalk::new(&game, Some(&board), Arc::clone(&packed));
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
    /// If the request is none, there is no such section or row, or a move is not legal.
    pub fn answer(&mut self, request: &Request) -> Answered<String> {
        let Request { section, row, offset, .. } = *request;
        let limit = request.limit.min(MOST_ROWS);
        let walk = &mut self.walk;
        if ["scene", "line", "find", "svg", "play"].contains(&request.ask.as_str()) {
            walk.go(section, &request.moves)?;
        }
        Ok(match request.ask.as_str() {
            "proof" => {
                let mut told = self.proof.clone();
                told["id"] = request.id.clone();
                told.to_string()
            }
            "game" => {
                let start = Walk::without_proof(&self.game, self.game.start()).scene();
                let report = GameReport::of_rules(&self.game);
                let mut told = game_told(&report, self.writer(), start);
                told["title"] = json!(quod_catalogue::title(&self.game.name()));
                told.to_string()
            }
            "scene" => json(&walk.scene(request.details != 0)),
            "line" => walk.line(MOST_MOVES).to_string(),
            "find" => walk.find().to_string(),
            "svg" => json(&walk.picture()),
            "play" => self.play(section, &request.moves)?,
            "rows" => walk.rows(section, offset, limit)?.to_string(),
            "children" => walk.children(section, row, offset, limit)?.to_string(),
            "path" => walk.path(section, row)?.to_string(),
            other => {
                let message = format!("{other:?} cannot be asked of a proof");
                return Err(Refused::plain("bad-request", message));
            }
        })
    }

    fn play(&mut self, section: usize, moves: &[String]) -> Answered<String> {
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
