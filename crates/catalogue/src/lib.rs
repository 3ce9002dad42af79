//! The games that come with Quod, each with all that it offers.
//!
//! This is the only crate that names every family. A family is compiled in if its feature is on; a game
//! whose family is left out is refused in a sentence that names the feature.
//!
//! A game with plain rules alone needs nothing here: whatever has no offer of its own gets that of its
//! rules, the engines that serve every game. With a board it takes a file with two functions, and a line
//! in `open_builtin`.
#![forbid(unsafe_code)]

mod three_mens_morris;
mod tic_tac_toe;

use std::sync::Arc;

use quod_board::{BoardPicture, Step};
use quod_engine::{Board, Offer, OpenGame, Placements, drawn};
use quod_game::{Game, Move, NotationError};
use quod_report::KeyReport;
#[cfg(feature = "atari-go")]
use quod_rules::AtariGo;
#[cfg(feature = "awari")]
use quod_rules::Awari;
#[cfg(feature = "checkers")]
use quod_rules::Checkers;
#[cfg(feature = "connect-four")]
use quod_rules::ConnectFour;
#[cfg(feature = "hex")]
use quod_rules::Hex;
#[cfg(feature = "lines-of-action")]
use quod_rules::LinesOfAction;
#[cfg(feature = "morris")]
use quod_rules::Morris;
#[cfg(feature = "othello")]
use quod_rules::Othello;
#[cfg(feature = "combinatorial")]
use quod_rules::{Amazons, Breakthrough, Clobber, Domineering, DotsAndBoxes};
#[cfg(feature = "chess")]
use quod_rules::{Chess, SmallChess};
#[cfg(feature = "lines")]
use quod_rules::{InARow, Qubic, ScoreFour};
use quod_rules::{ThreeMensMorris, TicTacToe, Values, Variant};
use quod_solve::AnyGame;

/// Opens a variant of a game.
type Open = Box<dyn Fn(Variant) -> Result<Offer, NotationError> + Send + Sync>;

/// A list of games by name.
pub struct Registry {
    games: Vec<(String, Open)>,
}

impl Registry {
    /// No games.
    pub fn empty() -> Registry {
        Registry { games: Vec::new() }
    }

    /// Quod's own games.
    pub fn builtin() -> Registry {
        let mut registry = Registry::empty();
        for &name in quod_rules::GAMES {
            registry.games.push((name.to_string(), Box::new(open_builtin)));
        }
        registry
    }

    /// Adds a game without variant keys, searched as any game is. It replaces a game of that name.
    pub fn with<G: Game<Position: 'static> + Clone + 'static>(self, game: G) -> Registry {
        let name = game.name();
        self.with_family(&name, move |variant| {
            variant.finish("")?;
            Ok(game.clone())
        })
    }

    /// Adds a game with variant keys, opened by a function of one's own.
    pub fn with_family<G: Game<Position: 'static> + 'static>(
        self,
        name: &str,
        open: impl Fn(Variant) -> Result<G, NotationError> + Send + Sync + 'static,
    ) -> Registry {
        self.with_offer(name, move |variant| Ok(Offer::of_rules(OpenGame::new(open(variant)?))))
    }

    /// Adds a game with all that it offers: engines, tables and a player of its own.
    pub fn with_offer(
        mut self,
        name: &str,
        open: impl Fn(Variant) -> Result<Offer, NotationError> + Send + Sync + 'static,
    ) -> Registry {
        self.games.retain(|(other, _)| other != name);
        self.games.push((name.to_string(), Box::new(open)));
        self
    }

    /// The names, in order of registration.
    pub fn names(&self) -> Vec<&str> {
        self.games.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Opens `name`, `name:variant` or `name:key=value,…`.
    ///
    /// # Errors
    /// If there is no such game or variant.
    pub fn open(&self, text: &str) -> Result<AnyGame, NotationError> {
        let variant = Variant::parse(text)?;
        match self.games.iter().find(|(name, _)| *name == variant.name) {
            Some((_, open)) => open(variant).map(AnyGame::new),
            None => Err(quod_rules::unknown_game(&self.names(), &variant.name)),
        }
    }
}

impl Registry {
    /// The keys of a game's full name, each with what it may be: of Quod's own games as their rules say, of
    /// others only the value that it has.
    pub fn keys(&self, full: &str) -> Vec<KeyReport> {
        let Some((name, keys)) = full.split_once(':') else { return Vec::new() };
        let family = quod_rules::FAMILIES.iter().find(|it| it.name == name);
        let told = keys.split(',').map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let spec = family.and_then(|it| it.keys.iter().find(|it| it.key == key));
            let range = spec.and_then(|it| match it.values {
                Values::Number { least, most } => Some([least, most]),
                Values::Words(_) | Values::BareWords(_) => None,
            });
            let words = spec
                .filter(|_| range.is_none())
                .map(|it| it.values.words().iter().map(|it| it.0.to_string()).collect());
            KeyReport {
                key: key.to_string(),
                value: value.to_string(),
                words,
                range,
                about: spec.map_or(String::new(), |it| it.about.to_string()),
            }
        });
        told.collect()
    }
}

/// Opens one of Quod's own games with what its family offers, or with what its rules bring.
fn open_builtin(variant: Variant) -> Result<Offer, NotationError> {
    struct ByRules;
    impl quod_rules::Visitor for ByRules {
        type Output = Offer;
        fn visit<G: Game + 'static>(self, game: G) -> Offer {
            Offer::of_rules(OpenGame::new(game))
        }
    }
    /// The offer of a family, if it is compiled in.
    macro_rules! family {
        ($feature:literal, $offer:expr) => {{
            #[cfg(feature = $feature)]
            {
                Ok($offer)
            }
            #[cfg(not(feature = $feature))]
            {
                Err(left_out($feature, &variant.name))
            }
        }};
    }
    match variant.name.as_str() {
        "qubic" => family!("lines", quod_lines::qubic_offer(Qubic::variant(variant)?)),
        "score-four" => {
            family!("lines", quod_lines::score_four_offer(ScoreFour::variant(variant)?))
        }
        "gomoku" => family!("lines", quod_lines::gomoku_offer(InARow::variant(variant)?)),
        "mnk" => family!("lines", quod_lines::mnk_offer(InARow::variant(variant)?)),
        "atari-go" => family!("atari-go", quod_atari_go::offer(AtariGo::variant(variant)?)),
        "hex" | "y" => family!("hex", quod_hex::offer(Hex::variant(variant)?)),
        "six-mens-morris" | "nine-mens-morris" | "lasker-morris" => {
            family!("morris", quod_morris::offer(Morris::variant(variant)?))
        }
        "checkers" => family!("checkers", quod_checkers::offer(Checkers::variant(variant)?)),
        "othello" => family!("othello", quod_othello::offer(Othello::variant(variant)?)),
        "chess" | "antichess" | "giveaway" | "losers" => {
            family!("chess", quod_chess::offer(Chess::variant(variant)?))
        }
        "small-chess" => {
            family!("chess", quod_chess::small_offer(SmallChess::variant(variant)?))
        }
        "awari" => family!("awari", quod_awari::offer(Awari::variant(variant)?)),
        "domineering" => family!(
            "combinatorial",
            quod_combinatorial::domineering_offer(Domineering::variant(variant)?)
        ),
        "clobber" => {
            family!("combinatorial", quod_combinatorial::clobber_offer(Clobber::variant(variant)?))
        }
        "lines-of-action" => family!(
            "lines-of-action",
            quod_lines_of_action::offer(LinesOfAction::variant(variant)?)
        ),
        "breakthrough" => family!(
            "combinatorial",
            quod_combinatorial::breakthrough_offer(Breakthrough::variant(variant)?)
        ),
        "amazons" => {
            family!("combinatorial", quod_combinatorial::amazons_offer(Amazons::variant(variant)?))
        }
        "dots-and-boxes" => family!(
            "combinatorial",
            quod_combinatorial::dots_and_boxes_offer(DotsAndBoxes::variant(variant)?)
        ),
        "connect-four" => {
            family!("connect-four", quod_connect_four::offer(ConnectFour::variant(variant)?))
        }
        "tic-tac-toe" => {
            let offer =
                plain(TicTacToe::variant(variant)?, tic_tac_toe::picture, tic_tac_toe::step);
            let boards = Placements::of_moves(&offer.game, vec![0; 9]);
            Ok(offer.with_superset(boards))
        }
        "three-mens-morris" => Ok(plain(
            ThreeMensMorris::variant(variant)?,
            three_mens_morris::picture,
            three_mens_morris::step,
        )),
        _ => quod_rules::open_variant(variant, ByRules),
    }
}

/// The rules of one of Quod's own games and how its positions are drawn, if not as text. A program that shows proofs and
/// searches nothing needs no more: with [`Registry`] every engine would be linked into it, and a checker for every game
/// ([`OpenGame::small`]).
///
/// # Errors
/// If there is no such game or variant, or its family is left out.
pub fn open_drawn(text: &str) -> Result<(OpenGame, Option<Arc<dyn Board>>), NotationError> {
    struct ByRules;
    impl quod_rules::Visitor for ByRules {
        type Output = OpenGame;
        fn visit<G: Game + 'static>(self, game: G) -> OpenGame {
            OpenGame::small(Arc::new(game))
        }
    }
    let variant = Variant::parse(text)?;
    /// A game with the board of its family, if that is compiled in.
    macro_rules! family {
        ($feature:literal, $game:expr, $board:path) => {{
            #[cfg(feature = $feature)]
            {
                let game = Arc::new($game);
                let board = $board(&game);
                (OpenGame::small(game), Some(board))
            }
            #[cfg(not(feature = $feature))]
            return Err(left_out($feature, &variant.name));
        }};
    }
    Ok(match variant.name.as_str() {
        "qubic" => family!("lines", Qubic::variant(variant)?, quod_lines::qubic_board),
        "score-four" => {
            family!("lines", ScoreFour::variant(variant)?, quod_lines::score_four_board)
        }
        "gomoku" | "mnk" => {
            family!("lines", InARow::variant(variant)?, quod_lines::in_a_row_board)
        }
        "atari-go" => family!("atari-go", AtariGo::variant(variant)?, quod_atari_go::board),
        "hex" | "y" => family!("hex", Hex::variant(variant)?, quod_hex::board),
        "six-mens-morris" | "nine-mens-morris" | "lasker-morris" => {
            family!("morris", Morris::variant(variant)?, quod_morris::board)
        }
        "checkers" => family!("checkers", Checkers::variant(variant)?, quod_checkers::board),
        "othello" => family!("othello", Othello::variant(variant)?, quod_othello::board),
        "chess" | "antichess" | "giveaway" | "losers" => {
            family!("chess", Chess::variant(variant)?, quod_chess::board)
        }
        "small-chess" => {
            family!("chess", SmallChess::variant(variant)?, quod_chess::small_board)
        }
        "awari" => family!("awari", Awari::variant(variant)?, quod_awari::board),
        "domineering" => family!(
            "combinatorial",
            Domineering::variant(variant)?,
            quod_combinatorial::domineering_board
        ),
        "clobber" => {
            family!("combinatorial", Clobber::variant(variant)?, quod_combinatorial::clobber_board)
        }
        "lines-of-action" => family!(
            "lines-of-action",
            LinesOfAction::variant(variant)?,
            quod_lines_of_action::board
        ),
        "breakthrough" => family!(
            "combinatorial",
            Breakthrough::variant(variant)?,
            quod_combinatorial::breakthrough_board
        ),
        "amazons" => {
            family!("combinatorial", Amazons::variant(variant)?, quod_combinatorial::amazons_board)
        }
        "dots-and-boxes" => family!(
            "combinatorial",
            DotsAndBoxes::variant(variant)?,
            quod_combinatorial::dots_and_boxes_board
        ),
        "connect-four" => {
            family!("connect-four", ConnectFour::variant(variant)?, quod_connect_four::board)
        }
        "tic-tac-toe" => {
            let game = Arc::new(TicTacToe::variant(variant)?);
            let board = drawn(Arc::clone(&game), tic_tac_toe::picture, tic_tac_toe::step);
            (OpenGame::small(game), Some(board))
        }
        "three-mens-morris" => {
            let game = Arc::new(ThreeMensMorris::variant(variant)?);
            let (picture, step) = (three_mens_morris::picture, three_mens_morris::step);
            let board = drawn(Arc::clone(&game), picture, step);
            (OpenGame::small(game), Some(board))
        }
        _ => (quod_rules::open_variant(variant, ByRules)?, None),
    })
}

/// Why a game cannot be opened whose family is left out.
#[cfg_attr(
    all(
        feature = "atari-go",
        feature = "awari",
        feature = "checkers",
        feature = "chess",
        feature = "combinatorial",
        feature = "connect-four",
        feature = "hex",
        feature = "lines",
        feature = "lines-of-action",
        feature = "morris",
        feature = "othello"
    ),
    expect(dead_code, reason = "no family is left out")
)]
fn left_out(feature: &str, name: &str) -> NotationError {
    let expected = format!("a program built with the feature {feature}");
    NotationError::new("game", expected, format!("{name} in one built without it"))
}

/// What a game offers that has plain rules and a board, and nothing else.
fn plain<G: Game + 'static>(
    game: G,
    picture: fn(&G, &G::Position) -> BoardPicture,
    step: fn(&G, Move) -> Step,
) -> Offer {
    let game = Arc::new(game);
    Offer::of_rules(OpenGame::shared(Arc::clone(&game))).with_board(drawn(game, picture, step))
}
