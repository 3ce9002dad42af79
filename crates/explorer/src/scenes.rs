//! Scenes as the interface writes them.

use quod_solver::{AnyGame, Played, Row, Scene, Shows};
use serde_json::{Value, json};

use crate::boards::Board;

/// A game opened, and how its positions are told.
pub struct Teller {
    /// The game with all its keys.
    pub name: String,
    players: [String; 2],
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

impl Teller {
    /// For a game; its start's picture tells the size of the board.
    pub fn new(game: &dyn AnyGame) -> Teller {
        let (name, about) = (game.name(), game.about());
        let family = name.split(':').next().unwrap_or_default();
        let picture = game.free_play("start").map(|walk| walk.scene().picture).unwrap_or_default();
        let board = Board::of(family, &picture);
        Teller { name, players: about.players, board }
    }

    fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|it| it == name)
    }

    /// A move.
    pub fn mv(&self, text: &str, code: u32) -> Value {
        let (cell, from) = self.board.as_ref().map_or((None, None), |it| it.cells_of(code));
        json!({"text": text, "code": code, "cell": cell, "from": from})
    }

    /// A move somebody plays.
    pub fn played(&self, played: &Played) -> Value {
        let mut value = self.mv(&played.text, played.code);
        value["by"] = json!(played.by);
        value
    }

    /// Several.
    pub fn line(&self, line: &[Played]) -> Vec<Value> {
        line.iter().map(|played| self.played(played)).collect()
    }

    /// A scene, after these moves.
    pub fn scene(&self, scene: &Scene, moves: &[String], proof: Option<&InProof<'_>>) -> Value {
        let shows = |shows: Shows| proof.map(|it| support(shows, it.row_of));
        let legal: Vec<Value> = scene
            .moves
            .iter()
            .map(|mv| {
                let mut value = self.mv(&mv.text, mv.code);
                value["after"] = json!(mv.support.and_then(shows));
                value["refutation"] = json!(mv.refutation.as_ref().map(|it| self.line(it)));
                value
            })
            .collect();
        let proof_move = scene.proof_move.as_ref().and_then(|text| {
            let mv = scene.moves.iter().find(|mv| mv.text == *text)?;
            Some(self.mv(&mv.text, mv.code))
        });
        let encoding: String = scene.encoding.iter().map(|byte| format!("{byte:02x}")).collect();
        json!({
            "game": self.name,
            "section": proof.map(|it| it.section),
            "claim": proof.map(|_| &scene.claim),
            "prover": proof.and_then(|_| self.player(&scene.prover)),
            "moves": moves,
            "position": scene.position,
            "encoding": encoding,
            "picture": scene.picture,
            "board": self.board.as_ref().map(|it| it.scene(scene)),
            "to_move": scene.to_move.as_ref().and_then(|it| self.player(it)),
            "outcome": scene.outcome,
            "support": shows(scene.support),
            "proof_move": proof_move,
            "legal": legal,
            "sequence": self.line(&scene.sequence),
            "numbered": scene.numbered,
        })
    }

    /// A row of a proof's tree.
    pub fn row(&self, row: &Row) -> Value {
        let entry = match row.shows {
            Shows::Entry(entry) => Some(entry),
            _ => None,
        };
        json!({
            "row": row.row,
            "parent": row.parent,
            "depth": row.depth,
            "kind": if row.link.is_some() { "transposition" } else { kind(row.shows) },
            "entry": entry,
            "moves": self.line(&row.moves),
            "others": row.others,
            "replies": row.replies,
            "by": row.moves.first().map(|mv| mv.by),
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
        Shows::Table => "table",
        Shows::Nothing => "none",
    }
}

/// What shows a position, with its row.
pub fn support(shows: Shows, row_of: &dyn Fn(usize) -> Option<usize>) -> Value {
    let entry = match shows {
        Shows::Entry(entry) => Some(entry),
        _ => None,
    };
    json!({
        "kind": kind(shows),
        "entry": entry,
        "row": entry.and_then(row_of),
        "text": shows.to_string(),
    })
}
