//! The tournament player against people: positions as texts, endgames looked up in files.

use quod_game::{Game, NotationError};
use quod_games::awari::{Board, Endgames, index};
use quod_rules::{Awari, AwariPosition};
use quod_search::TableValues;

use super::{Book, Player, Settings, Source};
use crate::{Means, OpenTables, Opponent, Scene, SolveError, Suggestion};

/// Values read from tables as they are asked for. What cannot be read counts as nothing, and is told
/// after the move.
struct Files(Option<OpenTables>);

impl Endgames for &Files {
    fn most_stones(&self) -> u32 {
        self.0.as_ref().map_or(0, OpenTables::last_layer)
    }

    fn value(&self, board: &Board) -> i8 {
        let value = |tables: &OpenTables| tables.value(board.stones(), index::rank(board));
        self.0.as_ref().and_then(value).unwrap_or(0)
    }
}

/// The player as an opponent.
pub(crate) struct Tournament<'g> {
    game: &'g Awari,
    endgames: Files,
    settings: Settings,
}

impl<'g> Tournament<'g> {
    pub(crate) fn new(
        game: &'g Awari,
        tables: Option<OpenTables>,
        means: &Means,
    ) -> Tournament<'g> {
        let usual = Settings::default();
        let nodes = means.nodes.unwrap_or(usual.nodes);
        // The check's tree holds its nodes: some hundred bytes each.
        let check = (nodes / 10).min(means.memory / 2 / 100);
        Tournament { game, endgames: Files(tables), settings: Settings { nodes, check, ..usual } }
    }

    fn player(&self) -> Player<&Files> {
        Player::new(&self.endgames, self.settings, Book::of_quod())
    }
}

impl Opponent for Tournament<'_> {
    fn about(&self) -> Option<String> {
        let (book, nodes) = (Book::of_quod().len(), self.settings.nodes);
        let endgames = match &self.endgames.0 {
            Some(tables) => format!("tables of up to {} stones", tables.last_layer()),
            None => "no tables (see --tables)".to_string(),
        };
        Some(format!("a book of {book} positions, a search of {nodes} nodes a move, {endgames}"))
    }

    fn choose(&self, scene: &Scene, earlier: &[String]) -> Result<Option<Suggestion>, SolveError> {
        let read = |text: &String| self.game.parse_position(text);
        let pos = read(&scene.position)?;
        let earlier: Vec<AwariPosition> =
            earlier.iter().map(read).collect::<Result<_, NotationError>>()?;
        let choice = self.player().choose(&pos, &earlier);
        if let Some(fault) = self.endgames.0.as_ref().and_then(OpenTables::take_fault) {
            return Err(fault.into());
        }
        Ok(choice.map(|choice| Suggestion {
            mv: self.game.move_text(&pos, choice.mv),
            source: match choice.source {
                Source::Book => crate::Source::Book,
                Source::Endgames => crate::Source::Table,
                Source::Search { depth } => crate::Source::Estimate(depth),
                Source::Forced => crate::Source::Only,
            },
        }))
    }
}
