//! A walk through a proof as programs ask for it: positions by their moves, rows of the tree by their numbers.
//!
//! The explorer's server answers from this, and so does the page that has no server. A walk remembers where it is, so
//! that the next position is reached by way of what it has in common with the last one.

use std::sync::Arc;

use quod_cert::{Packed, Proof as _, Reject};
use quod_check::{Statement, Verified};
use quod_engine::{Board as Drawing, OpenGame};
use quod_proof::{Row, Scene, Shows, Walk};
use serde_json::{Map, Value, json};

use crate::scene::{InProof, SceneTold, SceneWriter, SupportTold, kind, support};
use crate::{GameReport, Refused};

type Answered<T> = Result<T, Refused>;

/// The walk through an open proof, and where it is.
pub struct ProofWalk {
    writer: SceneWriter,
    walk: Walk,
    sections: usize,
    /// The section that the walk follows, if it is known where the walk is.
    section: Option<usize>,
    /// The moves the walk has played.
    played: Vec<String>,
}

impl ProofWalk {
    /// At the root of a certificate, which should have been checked: of another one the walk may be nonsense, or
    /// panic.
    ///
    /// # Errors
    /// If the root is no position of the game.
    pub fn new(
        game: &OpenGame,
        drawing: Option<&Arc<dyn Drawing>>,
        certificate: Arc<Packed>,
    ) -> Result<ProofWalk, Reject> {
        let sections = certificate.head().sections.len();
        let walk = Walk::new(game, certificate)?;
        let writer = SceneWriter::new(game, drawing);
        Ok(ProofWalk { writer, walk, sections, section: Some(0), played: Vec::new() })
    }

    /// What the interface calls a PROOF, but for what the checker says: see [`tell_check`].
    pub fn describe(
        &mut self,
        id: &Value,
        bytes: usize,
        certificate: &Packed,
        statement: &Statement,
    ) -> Value {
        let mut kinds: Map<String, Value> = Map::new();
        let mut sections = Vec::new();
        for section in 0..self.sections {
            self.walk.choose_section(section);
            let (scene, rows) = (self.walk.scene(), self.walk.rows());
            let counts = self.walk.counts();
            let entries = counts.iter().find(|it| it.0 == Shows::Entry(0)).map_or(0, |it| it.1);
            for (shows, count) in counts {
                let kind = if shows == Shows::Nothing { "transposition" } else { kind(shows) };
                let sum = kinds.get(kind).and_then(Value::as_u64).unwrap_or(0) + count as u64;
                kinds.insert(kind.to_string(), json!(sum));
            }
            let prover = scene.claim.prover().index();
            sections.push(json!({
                "claim": scene.claim_text, "prover": prover, "rows": rows, "entries": entries,
            }));
        }
        self.walk.choose_section(0);
        json!({
            "id": id,
            "game": statement.game,
            "position": statement.position,
            "sections": sections,
            "check": null,
            "statement": statement.to_string(),
            "assumes": null,
            "entries": null,
            "work": null,
            "remark": certificate.head().remark,
            "bytes": bytes,
            "kinds": kinds,
        })
    }

    /// How its positions are told.
    pub fn writer(&self) -> &SceneWriter {
        &self.writer
    }

    /// The walk.
    pub fn walk(&mut self) -> &mut Walk {
        &mut self.walk
    }

    /// Forgets where the walk is, after it has stumbled.
    pub fn lost(&mut self) {
        self.section = None;
    }

    /// Follows a section.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn follow(&mut self, section: usize) -> Answered<()> {
        if section >= self.sections {
            return Err(Refused::missing("section", section));
        }
        if self.section != Some(section) {
            self.walk.choose_section(section);
            self.section = Some(section);
            self.played.clear();
        }
        Ok(())
    }

    /// Goes to the position after these moves, by way of what it has in common with the last one.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn go(&mut self, section: usize, moves: &[String]) -> Answered<()> {
        self.follow(section)?;
        let common = self.played.iter().zip(moves).take_while(|(a, b)| a == b).count();
        for _ in common..self.played.len() {
            self.walk.back();
        }
        self.played.truncate(common);
        for (at, mv) in moves.iter().enumerate().skip(common) {
            self.walk.play(mv).map_err(|error| Refused::illegal(at, error))?;
            self.played.push(mv.clone());
        }
        Ok(())
    }

    /// What shows a position, with the entry's row.
    fn support(&self, shows: Shows) -> SupportTold {
        support(shows, &|entry| self.walk.row_of(entry))
    }

    /// The scene where the walk is; with details the evidence after each reply is played out.
    pub fn scene(&mut self, details: bool) -> SceneTold {
        let scene = if details { self.walk.detailed() } else { self.walk.scene() };
        let row_of = |entry| self.walk.row_of(entry);
        let proof = InProof { section: self.section.unwrap_or(0), row_of: &row_of };
        self.writer.scene(scene, &self.played, Some(&proof))
    }

    /// The proof's line from where the walk is, at most so many moves.
    pub fn line(&mut self, most: usize) -> Value {
        let line = self.walk.line(most);
        json!({ "moves": self.writer.line(line) })
    }

    /// Where in the whole proof the position stands where the walk is.
    pub fn find(&mut self) -> Value {
        let entry = self.walk.find_here();
        let shows = self.walk.scene().support;
        let row = entry.and_then(|entry| self.walk.row_of(entry));
        let path = row.map(|row| self.way_to(row));
        json!({"row": row, "entry": entry, "path": path, "support": self.support(shows)})
    }

    /// Rows of a section's tree from `offset` on.
    ///
    /// # Errors
    /// If there is no such section.
    pub fn rows(&mut self, section: usize, offset: usize, limit: usize) -> Answered<Value> {
        self.follow(section)?;
        let (total, page) = (self.walk.rows(), self.walk.page(offset, limit));
        Ok(self.page_of(total, offset, page))
    }

    /// The children of a row from `offset` on.
    ///
    /// # Errors
    /// If there is no such section or row.
    pub fn children(
        &mut self,
        section: usize,
        row: usize,
        offset: usize,
        limit: usize,
    ) -> Answered<Value> {
        self.in_section(section, row)?;
        let page = self.walk.children(row, offset, limit);
        Ok(self.page_of(page.total, offset, page.rows))
    }

    /// The moves that lead to a row.
    ///
    /// # Errors
    /// If there is no such section or row.
    pub fn path(&mut self, section: usize, row: usize) -> Answered<Value> {
        self.in_section(section, row)?;
        Ok(json!({"row": row, "moves": self.way_to(row)}))
    }

    /// The row of an entry.
    ///
    /// # Errors
    /// If there is no such section, or the entry is not in it.
    pub fn row_of(&mut self, section: usize, entry: usize) -> Answered<usize> {
        self.follow(section)?;
        self.walk.row_of(entry).ok_or_else(|| Refused::missing("entry", entry))
    }

    /// The picture of the position where the walk is as SVG, evidence that shows it in numbers.
    pub fn picture(&mut self) -> String {
        let scene = self.walk.scene();
        let line: Vec<u32> = scene.sequence.iter().map(|it| it.code).collect();
        self.writer.svg(&scene, &line)
    }

    fn in_section(&mut self, section: usize, row: usize) -> Answered<()> {
        self.follow(section)?;
        match row < self.walk.rows() {
            true => Ok(()),
            false => Err(Refused::missing("row", row)),
        }
    }

    fn page_of(&self, total: usize, offset: usize, rows: Vec<Row>) -> Value {
        let rows: Vec<Value> = rows.into_iter().map(|row| self.writer.row(row)).collect();
        json!({"total": total, "offset": offset, "rows": rows})
    }

    /// The moves to a row, as they are written.
    fn way_to(&self, row: usize) -> Vec<String> {
        self.walk.way_to(row).into_iter().map(|mv| mv.text).collect()
    }
}

/// Puts into a PROOF how it stands with its check, in a word, and what the checker says of one that it verified.
pub fn tell_check(info: &mut Value, word: &str, verified: Option<&Verified>) {
    info["check"] = json!(word);
    info["assumes"] = json!(verified.map(|it| &it.assumes));
    info["entries"] = json!(verified.map(|it| it.entries));
    info["work"] = json!(verified.map(|it| it.work));
}

/// A game as the interface tells it: its report with its board, and the scene of its start.
pub fn game_told(report: &GameReport, writer: &SceneWriter, start: Scene) -> Value {
    let mut told = json!(report);
    told["board"] = json!(writer.board.as_ref().map(|it| it.json()));
    told["start"] = json!(writer.scene(start, &[], None));
    told
}
