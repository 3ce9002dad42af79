//! Go-Moku on boards of 5 to 20 rows: threats and winning threat sequences (Allis 1994, chapter 5).
//!
//! [`Board`] counts windows of five cells on every line. [`ThreatSearch`] finds wins by fours alone
//! (*VCF*, victory by continuous fours) and by fours and threes (*VCT*, by continuous threats); every sequence it returns has been played
//! against every defence on that board. [`prove`] plays it once more on the plain rules.
//!
//! In renju Black's sequences are made of moves that are *free*: no white stone, wherever it comes, can forbid them. White's
//! may end in a *trap*, a four that Black may not stop.

mod analyst;
mod board;
mod confirm;
mod db_search;
mod four_search;
mod geometry;
mod plain;
mod player;
mod replay;
mod sequence;
mod stones;
mod symmetry;
mod threat_search;
mod threats;

pub use analyst::{Analyst, Answer, Outlook, order, weight};
pub use board::{Board, Completions};
pub use db_search::Counts;
pub use plain::{plain_vcf, plain_vct};
pub use player::{BRAIN_BYTES, Brain, Field, Setting, WIN, quick_move};
pub use replay::{Flaw, replay};
pub use sequence::Sequence;
pub use stones::Stones;
pub use symmetry::{Keys, SYMMETRIES, Symmetries};
pub use threat_search::{Settings, ThreatSearch, Threats, prove};

/// A set of cells of a board of at most 20 by 20.
pub type Cells = crate::CellSet<7>;
