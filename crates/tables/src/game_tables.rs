//! Retrograde analysis of any game with an index and moves backwards, on its plain rules.
//!
//! The value of a position is its score for the side to move, or 1, 0, −1 in a game without scores.
//! Keys are the indices. Every step plays by the rules and looks positions up: for small games.

use std::collections::HashSet;
use std::ops::Deref;

use quod_game::{Distance, Game, MOST_VALUE, Outcome, Player, Ranked, TableTitle, Unmove};

use crate::retrograde::Retrograde;

/// Indices of a part.
const PART: u64 = 1 << 10;

/// The positions of the game that `R` leads to.
type PositionOf<R> = <<R as Deref>::Target as Game>::Position;

/// A game's own index and moves backwards; `R` leads to the game.
#[derive(Clone)]
pub struct Powers<R> {
    game: R,
}

/// A game as [`Retrograde`] wants it, with the index `I`; `R` leads to the game.
///
/// The game's players alternate, positions where the game is over have an index and a side to move too,
/// and a layer lies in classes whose infinite play is worth the same; [`Retrograde::open`] says so if
/// not.
pub struct GameTables<R, I> {
    game: R,
    index: I,
    index_version: u32,
    distance: Distance,
}

impl<R: Deref<Target: Game> + Clone> GameTables<R, Powers<R>> {
    /// With the game's own powers `Ranked` and `Unmove`; `None` if it lacks one.
    pub fn new(game: R, index_version: u32) -> Option<Self> {
        game.unmove()?;
        GameTables::of_index(game, index_version)
    }

    /// With the game's own index alone: for tables that something else builds.
    pub fn of_index(game: R, index_version: u32) -> Option<Self> {
        game.ranked()?;
        let distance = game.ranked()?.distance();
        Some(GameTables { index: Powers { game: game.clone() }, game, index_version, distance })
    }
}

impl<R: Deref<Target: Game>, I: Ranked<PositionOf<R>> + Unmove<PositionOf<R>>> GameTables<R, I> {
    /// With an index from elsewhere. Version 0 is for indices that no file outlives.
    pub fn with_index(game: R, index: I, index_version: u32) -> Self {
        GameTables { game, index, index_version, distance: Distance::Unsaid }
    }

    /// The same tables with values that say how far a win is. `None` if the game has scores, or tables that say so already.
    #[must_use]
    pub fn counting(&self, distance: Distance) -> Option<Self>
    where
        R: Clone,
        I: Clone,
    {
        let can = self.distance == Distance::Unsaid && !self.game.has_scores();
        can.then(|| GameTables {
            game: self.game.clone(),
            index: self.index.clone(),
            distance,
            ..*self
        })
    }

    /// What values say beside who wins.
    pub fn distance(&self) -> Distance {
        self.distance
    }

    /// The index.
    pub fn index(&self) -> &I {
        &self.index
    }

    fn value(&self, outcome: &Outcome, player: Player) -> i64 {
        let won = if self.distance == Distance::Unsaid { 1 } else { MOST_VALUE.into() };
        match (self.game.has_scores(), outcome.winner) {
            (true, _) => outcome.score_of(player),
            (false, None) => 0,
            (false, Some(winner)) => {
                if winner == player {
                    won
                } else {
                    -won
                }
            }
        }
    }

    /// What the side to move has already of an outcome's value; what is to come is the table's.
    fn had(&self, pos: &PositionOf<R>) -> i64 {
        let outcome = self.index.worth(pos, 0);
        outcome.map_or(0, |outcome| self.value(&outcome, self.game.to_move(pos)))
    }

    /// What infinite play is worth in the class of a position, to the side to move there.
    fn worth(&self, pos: &PositionOf<R>) -> i64 {
        self.game.cyclic().map_or(0, |cyclic| {
            let outcome = cyclic.infinite_play(cyclic.class(pos));
            self.value(&outcome, self.game.to_move(pos)) - self.had(pos)
        })
    }

    /// What [`Retrograde::open`] says of one position.
    fn open_position(
        &self,
        layer: u32,
        pos: &PositionOf<R>,
        lower: &[Vec<i8>],
    ) -> Result<(Option<i8>, u8), String> {
        let game = &*self.game;
        let (mover, worth, had) = (game.to_move(pos), self.worth(pos), self.had(pos));
        if let Some(outcome) = game.outcome(pos) {
            return Ok((Some(narrow(self.value(&outcome, mover) - had - worth)?), 0));
        }
        let (mut best, mut inner) = (None, HashSet::new());
        for mv in game.legal_moves(pos) {
            let next = game.play(pos, mv);
            let text = || format!("{}, move {}", game.position_text(pos), game.move_text(pos, mv));
            if game.to_move(&next) == mover {
                return Err(format!("{}: the players do not alternate", text()));
            }
            match self.index.rank(&next) {
                Some((to, index)) if to < layer => {
                    let value = lower[to as usize][index as usize];
                    let reached = match self.index.worth(&next, value.into()) {
                        _ if self.distance != Distance::Unsaid => {
                            self.distance.leaving(value).into()
                        }
                        Some(outcome) => self.value(&outcome, mover) - had,
                        None => -i64::from(value),
                    };
                    best = best.max(Some(narrow(reached - worth)?));
                }
                Some((to, index)) if to == layer => {
                    if self.worth(&next) != -worth {
                        return Err(format!("{}: infinite play is worth two things", text()));
                    }
                    inner.insert(index);
                }
                _ => return Err(format!("{}: leads to no layer up to this one", text())),
            }
        }
        let inner = u8::try_from(inner.len()).ok().filter(|&n| n < 128);
        Ok((best, inner.ok_or("more than 127 moves within a layer")?))
    }
}

fn narrow(value: i64) -> Result<i8, String> {
    let fits = i8::try_from(value).ok().filter(|&it| it != i8::MIN);
    fits.ok_or_else(|| format!("a value of {value}, and tables hold −127 to 127"))
}

impl<R: Deref<Target: Game>> Ranked<PositionOf<R>> for Powers<R> {
    fn layers(&self) -> u32 {
        self.game.ranked().map_or(0, |it| it.layers())
    }

    fn size(&self, layer: u32) -> u64 {
        self.game.ranked().map_or(0, |it| it.size(layer))
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.game.ranked().is_none_or(|it| it.rests_on(layer, lower))
    }

    fn rank(&self, pos: &PositionOf<R>) -> Option<(u32, u64)> {
        self.game.ranked()?.rank(pos)
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<PositionOf<R>> {
        self.game.ranked()?.unrank(layer, index)
    }

    fn distance(&self) -> Distance {
        self.game.ranked().map_or(Distance::Unsaid, |it| it.distance())
    }

    fn worth(&self, pos: &PositionOf<R>, value: i32) -> Option<Outcome> {
        self.game.ranked()?.worth(pos, value)
    }

    fn title(&self) -> Option<TableTitle> {
        self.game.ranked()?.title()
    }
}

impl<R: Deref<Target: Game>> Unmove<PositionOf<R>> for Powers<R> {
    fn unmoves(&self, pos: &PositionOf<R>, out: &mut Vec<PositionOf<R>>) {
        if let Some(unmove) = self.game.unmove() {
            unmove.unmoves(pos, out);
        }
    }
}

impl<R, I> Retrograde for GameTables<R, I>
where
    R: Deref<Target: Game> + Sync,
    I: Ranked<PositionOf<R>> + Unmove<PositionOf<R>> + Sync,
{
    type Layer = u32;
    type Cursor = Vec<PositionOf<R>>;

    fn description(&self) -> TableTitle {
        let own = self.index.distance();
        if let Some(title) = self.index.title() {
            return if self.distance == own { title } else { title.counting(self.distance) };
        }
        let infinite_play = match self.game.cyclic() {
            Some(_) => "what the rules say of each class",
            None => "nothing, for there is none",
        };
        TableTitle {
            game: self.game.name(),
            infinite_play: infinite_play.to_string(),
            index_version: self.index_version,
        }
        .counting(self.distance)
    }

    fn counts_moves(&self) -> bool {
        self.distance != Distance::Unsaid
    }

    fn layers(&self) -> u32 {
        self.index.layers()
    }

    fn size(&self, layer: u32) -> u64 {
        self.index.size(layer)
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.index.rests_on(layer, lower)
    }

    fn layer(&self, layer: u32) -> u32 {
        layer
    }

    fn parts(&self, layer: &u32) -> u64 {
        self.size(*layer).div_ceil(PART)
    }

    fn open(
        &self,
        layer: &u32,
        part: u64,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        for index in PART * part..self.size(*layer).min(PART * (part + 1)) {
            let (best, inner) = match self.index.unrank(*layer, index) {
                Some(pos) => self.open_position(*layer, &pos, lower)?,
                None => (Some(0), 0),
            };
            put(index, best, inner);
        }
        Ok(())
    }

    fn cursor(&self, _layer: &u32) -> Vec<PositionOf<R>> {
        Vec::new()
    }

    fn key(&self, _layer: &u32, _cursor: &mut Vec<PositionOf<R>>, index: u64) -> u64 {
        index
    }

    fn unmoves(
        &self,
        layer: &u32,
        before: &mut Vec<PositionOf<R>>,
        key: u64,
        mut each: impl FnMut(u64, u64),
    ) {
        before.clear();
        if let Some(pos) = self.index.unrank(*layer, key) {
            self.index.unmoves(&pos, before);
        }
        // Positions that share an index were counted as one.
        let ranks = before.iter().filter_map(|pos| self.index.rank(pos));
        let mut indices: Vec<u64> =
            ranks.filter(|(at, _)| at == layer).map(|(_, index)| index).collect();
        indices.sort_unstable();
        indices.dedup();
        indices.iter().for_each(|&index| each(index, index));
    }

    fn infinite_play(&self, layer: &u32, index: u64) -> i8 {
        self.index.unrank(*layer, index).map_or(0, |pos| self.worth(&pos) as i8)
    }
}
