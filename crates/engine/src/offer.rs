//! What one open game brings: rules, space, engines, player, tables, board.

use std::sync::Arc;

use crate::tables::{TableWork, by_own_powers};
use crate::{
    Board, Book, Counted, Engine, EngineSpec, Estimate, Indexed, Judges, OpenGame, PlayerFactory,
    Pos, SolveError, Spaces, Superset, Tutor, general, judges_of_rules,
};

/// The engine that stands for whatever suits the game.
pub const AUTO: &str = "auto";

/// What one open game brings.
#[derive(Clone)]
pub struct Offer {
    /// The rules.
    pub game: OpenGame,
    /// The space that the general engines search.
    pub space: Spaces,
    /// The engines: the game's own, then those that serve every game.
    pub engines: Vec<Arc<Engine>>,
    /// What `auto` stands for: engines with options, each asked where those before it have no answer. All
    /// but the last may search with fewer moves than the game allows.
    pub auto: Vec<String>,
    /// What `auto` stands for where the claim counts moves.
    pub auto_counted: Vec<String>,
    /// Whether this is the offer of a game whose positions count moves; see [`Offer::counted`].
    pub counts_moves: bool,
    /// The game's own player, for games against people.
    pub player: Option<PlayerFactory>,
    /// Its static evaluation, by which the general player plays; asked where it has no player of its own.
    pub judges: Option<Judges>,
    /// The general player's book, if the user gives none.
    pub book: Option<Arc<Book>>,
    /// How the game's tables are built and read.
    pub tables: Option<Arc<dyn TableWork>>,
    /// How positions are drawn; as text alone without it.
    pub board: Option<Arc<dyn Board>>,
    /// A set of the family's own that holds every position of the game and more ([`Offer::superset`]).
    pub own_superset: Option<Arc<dyn Superset>>,
    /// How proofs are written in portable game notation, or in portable draughts notation, if they can be.
    pub pgn: Option<Record>,
    /// Words for the moves of proofs.
    pub tutor: Option<Arc<dyn Tutor>>,
    /// Protocols by which other programs' users play this game, as `quod engine` takes them.
    pub protocols: Vec<&'static str>,
    /// Whether its positions are problems that ought to have one solution.
    pub one_solution: bool,
}

/// A game in portable game notation.
#[derive(Clone, Copy)]
pub struct Record {
    /// The variant's name for a game that begins at a position: `Standard` for the game itself.
    pub variant: fn(&Pos) -> &'static str,
    /// The number of the game among all kinds of draughts, as portable draughts notation has it: 21 for English checkers.
    pub game_type: Option<&'static str>,
}

impl Offer {
    /// What the rules alone bring: the general engines, and tables if the game has an index, moves
    /// backwards and a title.
    pub fn of_rules(game: OpenGame) -> Offer {
        // Where positions repeat, proof-number search finds most wins soon and no draw by endless play.
        let auto: &[&str] = match game.cyclic() {
            Some(_) => &[general::PN, general::FIXED_POINT],
            None => &[general::PORTFOLIO],
        };
        let tables = by_own_powers(&game);
        Offer {
            game,
            space: Spaces::Rules,
            engines: general::engines().into_iter().map(Arc::new).collect(),
            auto: auto.iter().map(|it| (*it).to_string()).collect(),
            auto_counted: vec![general::PORTFOLIO.to_string()],
            counts_moves: false,
            player: None,
            judges: None,
            book: None,
            tables,
            board: None,
            own_superset: None,
            pgn: None,
            tutor: None,
            protocols: Vec::new(),
            one_solution: false,
        }
    }

    /// With engines of the game's own before the others; one takes the place of another of its name.
    #[must_use]
    pub fn with_engines(mut self, own: Vec<Engine>) -> Offer {
        self.engines.retain(|it| own.iter().all(|own| own.name != it.name));
        self.engines.splice(0..0, own.into_iter().map(Arc::new));
        self
    }

    /// With a board.
    #[must_use]
    pub fn with_board(mut self, board: Arc<dyn Board>) -> Offer {
        self.board = Some(board);
        self
    }

    /// With a static evaluation over the plain rules: the general player plays by it.
    #[must_use]
    pub fn with_estimate(mut self, estimate: Arc<dyn Estimate>) -> Offer {
        self.judges = Some(judges_of_rules(&self.game, estimate));
        self
    }

    /// With a superset of its positions.
    #[must_use]
    pub fn with_superset(mut self, superset: impl Superset + 'static) -> Offer {
        self.own_superset = Some(Arc::new(superset));
        self
    }

    /// A set that holds every position of the game and more, for estimates of their number. (To make that of a game's
    /// index may take a second, so it is made when it is asked for.)
    pub fn superset(&self) -> Option<Arc<dyn Superset>> {
        self.own_superset.clone().or_else(|| Indexed::of(&self.game))
    }

    /// With these engines as what `auto` stands for.
    #[must_use]
    pub fn with_auto(mut self, auto: &[&str]) -> Offer {
        self.auto = auto.iter().map(|it| (*it).to_string()).collect();
        self
    }

    /// With these engines as what `auto` stands for where the claim counts moves.
    #[must_use]
    pub fn with_auto_counted(mut self, auto: &[&str]) -> Offer {
        self.auto_counted = auto.iter().map(|it| (*it).to_string()).collect();
        self
    }

    /// What serves claims that count moves: the same engines, over the rules of [`Counted`].
    #[must_use]
    pub fn counted(&self) -> Offer {
        Offer {
            game: Counted::open(&self.game),
            space: Spaces::Rules,
            engines: self.engines.clone(),
            auto: self.auto_counted.clone(),
            counts_moves: true,
            ..Offer::of_rules(self.game.clone())
        }
    }

    /// The engine of this name.
    ///
    /// # Errors
    /// If there is none: the names that there are.
    pub fn engine(&self, name: &str) -> Result<&Engine, SolveError> {
        self.engines.iter().map(|it| &**it).find(|it| it.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.engines.iter().map(|it| it.name).collect();
            let expected = format!("one of {AUTO}, {}", names.join(", "));
            SolveError::Engine { expected, got: name.to_string() }
        })
    }

    /// The engines that a text stands for, in the order in which they are asked.
    ///
    /// # Errors
    /// If there is none of that name, or `auto` was given options.
    pub fn stages(&self, asked: &EngineSpec) -> Result<Vec<EngineSpec>, SolveError> {
        if asked.name() != AUTO {
            self.engine(asked.name())?;
            return Ok(vec![asked.clone()]);
        }
        asked.clone().given(&[])?;
        self.auto.iter().map(|text| EngineSpec::parse(text)).collect()
    }
}
