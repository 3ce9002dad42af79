//! What a game offers: what `quod games NAME --json` prints and the explorer's forms are made from.

use quod_engine::{AUTO, Engine, Offer, OpenGame, OptionKind, OptionSpec};
use quod_game::Claim;
use serde::Serialize;

/// A key of a game's variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The report of an option.
    pub fn new(spec: &OptionSpec) -> OptionReport {
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineReport {
    /// As `--engine` takes it.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// The options.
    pub options: Vec<OptionReport>,
}

impl EngineReport {
    fn new(engine: &Engine) -> EngineReport {
        EngineReport {
            name: engine.name.to_string(),
            about: engine.about.to_string(),
            options: engine.options.iter().map(OptionReport::new).collect(),
        }
    }

    /// What stands for the engines that a game asks.
    fn auto(offer: &Offer) -> EngineReport {
        let about = offer.auto.join(", then ");
        EngineReport { name: AUTO.to_string(), about, options: Vec::new() }
    }

    /// The options with their values, the default first: `init=one|moves, cached=0 to 64`.
    pub fn options_text(&self) -> String {
        let option = |it: &OptionReport| match (&it.words, it.range) {
            (Some(words), _) => format!("{}={}", it.name, words.join("|")),
            (None, Some([least, most])) => format!("{}={least} to {most}", it.name),
            (None, None) => it.name.clone(),
        };
        self.options.iter().map(option).collect::<Vec<String>>().join(", ")
    }
}

/// What a game offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    pub fn new(offer: &Offer, keys: Vec<KeyReport>) -> GameReport {
        let engines = offer.engines.iter().map(|it| EngineReport::new(it));
        GameReport {
            keys,
            tables: offer.tables.is_some(),
            player: offer.player.is_some() || offer.judges.is_some(),
            auto: offer.auto.clone(),
            engines: [EngineReport::auto(offer)].into_iter().chain(engines).collect(),
            protocols: offer.protocols.iter().map(ToString::to_string).collect(),
            ..GameReport::of_rules(&offer.game)
        }
    }

    /// The report of rules to which nothing is offered: no engines, no tables, no player.
    pub fn of_rules(game: &OpenGame) -> GameReport {
        let name = game.name();
        let forms = Claim::forms(&**game);
        let claims = ["value"].into_iter().chain(forms.split(", "));
        GameReport {
            family: name.split(':').next().unwrap_or_default().to_string(),
            name,
            summary: game.summary().to_string(),
            players: game.player_names().map(str::to_string),
            keys: Vec::new(),
            claims: claims.map(str::to_string).collect(),
            notation: game.notation().to_string(),
            symmetries: game.symmetric().map_or(1, |it| it.order()),
            lines: game.lines().is_some(),
            cyclic: game.cyclic().is_some(),
            tables: false,
            player: false,
            auto: Vec::new(),
            engines: Vec::new(),
            protocols: Vec::new(),
        }
    }
}
