//! What a game offers: what `quod games NAME --json` prints and the explorer's forms are made from.

use quod_engine::{OptionKind, OptionSpec};
use quod_solve::{About, AboutEngine};
use schemars::JsonSchema;
use serde::Serialize;

/// A key of a game's variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeyReport {
    /// The key.
    pub key: String,
    /// The value that the open game has.
    pub value: String,
    /// The words that it may be, the default first; null if it is a number.
    pub words: Option<Vec<String>>,
    /// The least and the greatest number that it may be; null if it is a word.
    pub range: Option<[u32; 2]>,
    /// One sentence.
    pub about: String,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptionReport {
    /// As it is written: `init`.
    pub name: String,
    /// `words` or `number`.
    pub kind: &'static str,
    /// The value taken where none is given.
    pub default: String,
    /// The words, the default first; null for a number.
    pub words: Option<Vec<String>>,
    /// The least and the greatest number; null for words.
    pub range: Option<[u64; 2]>,
    /// One sentence.
    pub about: String,
}

impl OptionReport {
    fn new(spec: &OptionSpec) -> OptionReport {
        let (kind, words, range) = match &spec.kind {
            OptionKind::Words(words) => {
                ("words", Some(words.iter().map(ToString::to_string).collect()), None)
            }
            OptionKind::Number { least, most, .. } => ("number", None, Some([*least, *most])),
        };
        let (name, about) = (spec.name.to_string(), spec.about.to_string());
        OptionReport { name, kind, default: spec.default(), words, range, about }
    }
}

/// An engine of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EngineReport {
    /// As `--engine` takes it.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// The options.
    pub options: Vec<OptionReport>,
}

impl EngineReport {
    fn new(engine: &AboutEngine) -> EngineReport {
        EngineReport {
            name: engine.name.to_string(),
            about: engine.about.clone(),
            options: engine.options.iter().map(OptionReport::new).collect(),
        }
    }
}

/// What a game offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameReport {
    /// The game with all its keys.
    pub name: String,
    /// Its name without keys.
    pub family: String,
    /// One line.
    pub summary: String,
    /// The players' names, the one who moves first first.
    pub players: [String; 2],
    /// The keys of its variants.
    pub keys: Vec<KeyReport>,
    /// The forms of claims, `value` first.
    pub claims: Vec<String>,
    /// How positions are written.
    pub notation: String,
    /// The number of symmetries, the identity included.
    pub symmetries: u16,
    /// Whether sequences of threats are evidence in it.
    pub lines: bool,
    /// Whether positions can repeat.
    pub cyclic: bool,
    /// Whether it has tables.
    pub tables: bool,
    /// Whether it has a player of its own.
    pub player: bool,
    /// The engines that `auto` asks, in this order.
    pub auto: Vec<String>,
    /// The engines.
    pub engines: Vec<EngineReport>,
    /// The protocols that `quod engine` speaks for it.
    pub protocols: Vec<String>,
}

impl GameReport {
    /// The report of what a game offers, with the keys of its variants.
    pub fn new(about: &About, keys: Vec<KeyReport>) -> GameReport {
        let claims = ["value"].into_iter().chain(about.claims.split(", "));
        GameReport {
            name: about.name.clone(),
            family: about.name.split(':').next().unwrap_or_default().to_string(),
            summary: about.summary.clone(),
            players: about.players.map(str::to_string),
            keys,
            claims: claims.map(str::to_string).collect(),
            notation: about.notation.clone(),
            symmetries: about.symmetries,
            lines: about.lines,
            cyclic: about.cyclic,
            tables: about.tables,
            player: about.player,
            auto: about.auto.clone(),
            engines: about.engines.iter().map(EngineReport::new).collect(),
            protocols: about.protocols.iter().map(ToString::to_string).collect(),
        }
    }
}
