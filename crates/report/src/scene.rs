//! Scenes of a walk as the explorer's interface writes them (`docs/formats/explorer.md`).

use std::sync::Arc;

use quod_engine::{Board as Drawing, OpenGame, Played};
use quod_game::Outcome;
use quod_proof::{Row, Scene, Shows};
use quod_solve::Value as GameValue;
use serde::Serialize;
use serde_json::{Value, json};

use crate::board::{Board, svg_of_scene};

/// A game opened, and how its positions are told.
pub struct SceneWriter {
    /// The game with all its keys.
    pub name: String,
    game: OpenGame,
    /// How it is drawn, if it has a board.
    pub board: Option<Board>,
}

/// Where in a proof a scene is.
pub struct InProof<'a> {
    /// The section followed.
    pub section: usize,
    /// The row of an entry.
    pub row_of: &'a dyn Fn(usize) -> Option<usize>,
}

/// A MOVE of the interface. A scene may have a thousand, so they are written without a detour.
#[derive(Serialize)]
pub struct MoveTold {
    text: String,
    code: u32,
    cell: Option<usize>,
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<usize>,
}

/// A SUPPORT.
#[derive(Serialize)]
pub struct SupportTold {
    kind: &'static str,
    entry: Option<usize>,
    row: Option<usize>,
    text: String,
}

/// A legal move in a scene.
#[derive(Serialize)]
struct Legal {
    #[serde(flatten)]
    mv: MoveTold,
    after: Option<SupportTold>,
    refutation: Option<Vec<MoveTold>>,
}

/// A SCENE.
#[derive(Serialize)]
pub struct SceneTold {
    game: String,
    section: Option<usize>,
    claim: Option<String>,
    prover: Option<usize>,
    moves: Vec<String>,
    position: String,
    encoding: String,
    picture: String,
    board: Option<Value>,
    to_move: Option<usize>,
    outcome: Option<String>,
    support: Option<SupportTold>,
    proof_move: Option<MoveTold>,
    legal: Vec<Legal>,
    sequence: Vec<MoveTold>,
    numbered: Option<String>,
}

impl SceneWriter {
    /// For a game and how it is drawn, if not as text; its start's picture tells the size of the board.
    pub fn new(game: &OpenGame, drawing: Option<&Arc<dyn Drawing>>) -> SceneWriter {
        let board = drawing.map(|it| Board::new(game, Arc::clone(it)));
        SceneWriter { name: game.name(), game: game.clone(), board }
    }

    /// A move.
    pub fn mv(&self, text: String, code: u32) -> MoveTold {
        let (cell, from) = self.board.as_ref().map_or((None, None), |it| it.cells_of(code));
        MoveTold { text, code, cell, from, by: None }
    }

    /// A move somebody plays.
    pub fn played(&self, played: Played) -> MoveTold {
        MoveTold { by: Some(played.by), ..self.mv(played.text, played.code) }
    }

    /// Several.
    pub fn line(&self, line: Vec<Played>) -> Vec<MoveTold> {
        line.into_iter().map(|played| self.played(played)).collect()
    }

    /// A scene, after these moves.
    pub fn scene(&self, scene: Scene, moves: &[String], proof: Option<&InProof<'_>>) -> SceneTold {
        let shows = |shows: Shows| proof.map(|it| support(shows, it.row_of));
        let encoding = self.game.encoding(&scene.pos);
        let board = self.board.as_ref().map(|it| it.scene(&scene));
        let proof_move = scene.proof_move.and_then(|text| {
            let mv = scene.moves.iter().find(|mv| mv.text == text)?;
            Some(self.mv(text, mv.code))
        });
        let legal = scene.moves.into_iter().map(|mv| Legal {
            mv: self.mv(mv.text, mv.code),
            after: mv.support.and_then(shows),
            refutation: mv.refutation.map(|it| self.line(it)),
        });
        SceneTold {
            game: self.name.clone(),
            section: proof.map(|it| it.section),
            prover: proof.map(|_| scene.claim.prover().index()),
            claim: proof.map(|_| scene.claim_text),
            moves: moves.to_vec(),
            position: scene.position,
            encoding: encoding.iter().map(|byte| format!("{byte:02x}")).collect(),
            picture: scene.picture,
            board,
            to_move: scene.to_move.map(|it| it.index()),
            outcome: scene.outcome.map(|it| winner(&it).text(&scene.players)),
            support: shows(scene.support),
            proof_move,
            legal: legal.collect(),
            sequence: self.line(scene.sequence),
            numbered: scene.numbered,
        }
    }

    /// The picture of a scene as SVG, with the cells of some moves numbered from 1 on.
    pub fn svg(&self, scene: &Scene, numbered: &[u32]) -> String {
        let board = self.board.as_ref();
        let cells = numbered.iter().filter_map(|&code| board?.cells_of(code).0);
        svg_of_scene(board, scene, &cells.collect::<Vec<_>>())
    }

    /// A row of a proof's tree.
    pub fn row(&self, row: Row) -> Value {
        let entry = match row.shows {
            Shows::Entry(entry) => Some(entry),
            _ => None,
        };
        let by = row.moves.first().map(|mv| mv.by);
        json!({
            "row": row.row,
            "parent": row.parent,
            "depth": row.depth,
            "kind": if row.link.is_some() { "transposition" } else { kind(row.shows) },
            "entry": entry,
            "moves": self.line(row.moves),
            "others": row.others,
            "replies": row.replies,
            "by": by,
            "to_move": row.to_move,
            "link": row.link,
            "below": row.below,
            "entries": row.entries,
            "children": row.children,
        })
    }
}

/// The word for what shows a position.
pub fn kind(shows: Shows) -> &'static str {
    match shows {
        Shows::Settled => "settled",
        Shows::Entry(_) => "entry",
        Shows::LineThreats => "line-threats",
        Shows::ReplyTree => "reply-tree",
        Shows::Strategy => "strategy",
        Shows::Exhaustive => "exhaustive",
        Shows::SolutionTree => "solution-tree",
        Shows::Connection => "connection",
        Shows::Table => "table",
        Shows::Zone => "relevance-zone",
        Shows::Nothing => "none",
    }
}

/// What shows a position, with its row.
pub fn support(shows: Shows, row_of: &dyn Fn(usize) -> Option<usize>) -> SupportTold {
    let entry = match shows {
        Shows::Entry(entry) => Some(entry),
        _ => None,
    };
    SupportTold { kind: kind(shows), entry, row: entry.and_then(row_of), text: shows.to_string() }
}

/// Who won.
fn winner(outcome: &Outcome) -> GameValue {
    GameValue(outcome.winner)
}
