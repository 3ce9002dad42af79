//! The certificates that lie beside the pages.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// A certificate of this repository.
pub struct Shipped {
    /// What addresses call it.
    pub id: &'static str,
    /// Its file.
    pub file: &'static str,
    /// The folder of that.
    folder: &'static str,
    /// What people call it.
    title: &'static str,
    /// What it says, in a sentence.
    says: &'static str,
    /// Seconds that the check takes in a browser, about.
    seconds: u32,
}

/// All of them. Othello 6×6 is missing: its check takes more memory than a page should.
pub const PROOFS: &[Shipped] = &[
    Shipped {
        id: "qubic",
        file: "qubic.quod",
        folder: "proofs",
        title: "Qubic",
        says: "The first player wins.",
        seconds: 1,
    },
    Shipped {
        id: "connect-four",
        file: "connect-four.quod",
        folder: "proofs",
        title: "Connect Four",
        says: "The first player wins.",
        seconds: 3,
    },
    Shipped {
        id: "gomoku-freestyle",
        file: "gomoku-freestyle.quod",
        folder: "proofs",
        title: "Go-Moku, freestyle",
        says: "Black wins.",
        seconds: 60,
    },
    Shipped {
        id: "gomoku-standard",
        file: "gomoku-standard.quod",
        folder: "proofs",
        title: "Go-Moku, standard rules",
        says: "Black wins.",
        seconds: 60,
    },
    Shipped {
        id: "antichess-e4",
        file: "antichess-e4.quod",
        folder: "proofs",
        title: "Antichess after 1. e4",
        says: "Black wins.",
        seconds: 1,
    },
    Shipped {
        id: "antichess-d4",
        file: "antichess-d4.quod",
        folder: "proofs",
        title: "Antichess after 1. d4",
        says: "Black wins.",
        seconds: 1,
    },
    Shipped {
        id: "antichess-d3",
        file: "antichess-d3.quod",
        folder: "proofs",
        title: "Antichess after 1. d3",
        says: "Black wins.",
        seconds: 1,
    },
    Shipped {
        id: "tic-tac-toe",
        file: "version-1-tic-tac-toe.quod",
        folder: "golden/certificates",
        title: "Tic-tac-toe",
        says: "A draw.",
        seconds: 1,
    },
    Shipped {
        id: "three-mens-morris",
        file: "version-1-morris.quod",
        folder: "golden/certificates",
        title: "Three men's morris without the centre",
        says: "A draw, by play that never ends.",
        seconds: 1,
    },
];

impl Shipped {
    /// Where it is in the repository.
    pub fn path(&self, root: &Path) -> PathBuf {
        root.join(self.folder).join(self.file)
    }

    /// What the page's scripts are told of it.
    ///
    /// # Errors
    /// If the file is not there.
    pub fn told(&self, root: &Path) -> Result<Value> {
        let path = self.path(root);
        let bytes = path.metadata().with_context(|| format!("{}", path.display()))?.len();
        Ok(json!({
            "id": self.id, "file": self.file, "title": self.title, "says": self.says,
            "bytes": bytes, "seconds": self.seconds,
        }))
    }
}
