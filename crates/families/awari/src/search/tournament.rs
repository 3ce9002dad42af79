//! The tournament player against people: positions as texts, endgames looked up in files.

use std::sync::Arc;

use quod_engine::tables::OpenTables;
use quod_engine::{Chosen, Control, Limits, Means, Pos, SolveError};
use quod_rules::Awari;
use quod_search::TableValues;

use super::{Book, Player, Settings, Source};
use crate::{Board, Endgames, index};

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

/// The player as others use players. What it may look at is counted; it is not stopped in between.
pub(crate) struct Tournament {
    endgames: Files,
    memory: u64,
}

impl Tournament {
    pub(crate) fn new(tables: Option<OpenTables>, means: &Means) -> Tournament {
        Tournament { endgames: Files(tables), memory: means.memory }
    }

    fn settings(&self, limits: Limits) -> Settings {
        let usual = Settings::default();
        let nodes = limits.nodes.unwrap_or(usual.nodes);
        // The check's tree holds its nodes: some hundred bytes each.
        let check = (nodes / 10).min(self.memory / 2 / 100);
        Settings { nodes, check, depth: limits.depth.unwrap_or(usual.depth), ..usual }
    }
}

impl quod_engine::Player for Tournament {
    fn about(&self) -> Option<String> {
        let (book, nodes) = (Book::of_quod().len(), Settings::default().nodes);
        let endgames = match &self.endgames.0 {
            Some(tables) => format!("tables of up to {} stones", tables.last_layer()),
            None => "no tables (see --tables)".to_string(),
        };
        Some(format!("a book of {book} positions, a search of {nodes} nodes a move, {endgames}"))
    }

    fn choose(
        &mut self,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let earlier: Vec<_> = earlier.iter().map(|it| *it.of::<Awari>()).collect();
        let settings = self.settings(limits);
        let player = Player::new(&self.endgames, settings, Book::of_quod());
        let choice = player.choose(pos.of::<Awari>(), &earlier);
        if let Some(fault) = self.endgames.0.as_ref().and_then(OpenTables::take_fault) {
            return Err(fault.into());
        }
        let chosen = choice.map(|choice| {
            let (depth, source) = match choice.source {
                Source::Book => (0, quod_engine::Source::Book),
                Source::Endgames => (0, quod_engine::Source::Table),
                Source::Search { depth } => (depth, quod_engine::Source::Estimate(depth)),
                Source::Forced => (0, quod_engine::Source::Only),
            };
            Chosen { mv: choice.mv, source, score: 0, depth, nodes: settings.nodes }
        });
        chosen.iter().for_each(|it| control.found(it));
        Ok(chosen)
    }
}

/// Makes players of a game with the thesis's rules.
pub(crate) fn factory(offer: &quod_engine::Offer) -> quod_engine::PlayerFactory {
    let (game, tables) = (offer.game.clone(), offer.tables.clone());
    Arc::new(move |means: &Means| {
        let means_tables = means.tables.as_ref();
        let tables = quod_engine::tables::open_tables(&game, tables.as_ref(), means_tables)?;
        Ok(Box::new(Tournament::new(tables, means)))
    })
}
