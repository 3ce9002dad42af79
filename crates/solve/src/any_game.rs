//! An open game as programs use it: what it offers, and everything that can be done with it.

use std::io::Write;
use std::sync::Arc;

use quod_cert::{Packed, Proof, Reject};
use quod_check::{Limits, Statement, Tables, advised, require, statement};
use quod_engine::tables::TableWork;
use quod_engine::{Means, Offer, OpenGame, Player, Pos, SolveError};
use quod_game::{Move, NotationError};
use quod_proof::{Question, Walk, by_zones, dump, join, write_moves};

use crate::book_player::BookPlayer;
use crate::by_tables::ByTables;
use crate::general_player::GeneralPlayer;
use crate::small_search::SmallSearch;
use crate::{Checked, ExpectedValue, Job, Session};

/// An open game: one variant, all its keys fixed. Cheap to clone; nothing that it hands out borrows it.
#[derive(Clone)]
pub struct AnyGame {
    offer: Arc<Offer>,
}

impl AnyGame {
    /// A game with all that it offers.
    pub fn new(offer: Offer) -> AnyGame {
        AnyGame { offer: Arc::new(offer) }
    }

    /// The rules.
    pub fn rules(&self) -> &OpenGame {
        &self.offer.game
    }

    /// All that the game offers.
    pub fn offer(&self) -> &Arc<Offer> {
        &self.offer
    }

    /// The game with all its keys.
    pub fn name(&self) -> String {
        self.rules().name()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is none.
    pub fn parse(&self, text: &str) -> Result<Pos, NotationError> {
        self.rules().parse_position(text)
    }

    /// Reads a position and returns its canonical text.
    ///
    /// # Errors
    /// If it is none.
    pub fn position(&self, text: &str) -> Result<String, NotationError> {
        Ok(self.rules().position_text(&self.parse(text)?))
    }

    /// Checks that a text is a question about a position of this game: `value`, `score` or a claim.
    ///
    /// # Errors
    /// If it is none.
    pub fn question(&self, position: &str, text: &str) -> Result<(), NotationError> {
        let root = self.parse(position)?;
        Question::parse(self.rules(), self.rules().mover_at(&root), text).map(|_| ())
    }

    /// Reads what a position is known to be worth, to compare answers to the question with.
    ///
    /// # Errors
    /// If the text says nothing of the kind.
    pub fn expected(
        &self,
        position: &str,
        question: &str,
        text: &str,
    ) -> Result<ExpectedValue, NotationError> {
        let game = self.rules();
        let mover = game.mover_at(&self.parse(position)?);
        ExpectedValue::parse(game, mover, &Question::parse(game, mover, question)?, text)
    }

    /// The legal moves of a position, each with the position it leads to.
    ///
    /// # Errors
    /// If the text is no position.
    pub fn moves(&self, position: &str) -> Result<Vec<(String, String)>, NotationError> {
        let game = self.rules();
        let pos = self.parse(position)?;
        let moves = game
            .legal_moves(&pos)
            .into_iter()
            .map(|mv| (game.move_text(&pos, mv), game.position_text(&game.play(&pos, mv))));
        Ok(moves.collect())
    }

    /// Begins to work on a job.
    ///
    /// # Errors
    /// If the question makes no sense.
    pub fn solve(&self, job: &Job) -> Result<Session, SolveError> {
        Session::new(&self.offer, job)
    }

    /// How its tables are built and read; `None` if it has none.
    pub fn tables(&self) -> Option<&Arc<dyn TableWork>> {
        self.offer.tables.as_ref()
    }

    /// [`AnyGame::check_with`] without tables.
    ///
    /// # Errors
    /// The checker's rejection.
    pub fn check(
        &self,
        certificate: &dyn Proof,
        position: Option<&str>,
        claim: Option<&str>,
        limits: &Limits,
    ) -> Result<Checked, Reject> {
        self.check_with(certificate, position, claim, limits, &())
    }

    /// Checks a certificate; with `position` or `claim`, only if it states just that.
    ///
    /// # Errors
    /// The checker's rejection.
    pub fn check_with(
        &self,
        certificate: &dyn Proof,
        position: Option<&str>,
        claim: Option<&str>,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Checked, Reject> {
        let verified = self.rules().check(certificate, limits, tables);
        let verified = verified.map_err(|reject| advised(reject, certificate.head()))?;
        require(&**self.rules(), certificate.head(), position, claim)?;
        Ok(Checked { statement: self.statement(certificate)?, verified })
    }

    /// What a certificate states if it passes [`AnyGame::check_with`], of which nothing is done here.
    ///
    /// # Errors
    /// If its header makes no statement about this game.
    pub fn statement(&self, certificate: &dyn Proof) -> Result<Statement, Reject> {
        statement(&**self.rules(), certificate.head())
    }

    /// A walk through a certificate, which is not checked here: [`AnyGame::check_with`] must have passed
    /// it before the walk is shown as proved.
    ///
    /// # Errors
    /// If the root is no position of the game. Of a certificate that was not checked the walk may be
    /// nonsense, or panic.
    pub fn walk(&self, certificate: Arc<Packed>) -> Result<Walk, Reject> {
        Walk::new(self.rules(), certificate)
    }

    /// A game from a position, without a proof.
    ///
    /// # Errors
    /// If the text is no position.
    pub fn free_play(&self, position: &str) -> Result<Walk, NotationError> {
        Ok(Walk::without_proof(self.rules(), self.parse(position)?))
    }

    /// The player where no proof says what to do: the game's own, if it has one, else the general one, if
    /// the game offers a static evaluation, else a small search; behind a book, if there is one.
    ///
    /// # Errors
    /// If the tables cannot be used.
    pub fn player(&self, means: &Means) -> Result<Box<dyn Player>, SolveError> {
        let own_book = self.offer.book.as_ref().filter(|_| means.parts.book);
        let book = means.book.as_ref().or(own_book);
        let own = self.offer.player.as_ref().map(|own| own(means)).transpose()?;
        let own = match (own, book) {
            (Some(own), None) => return Ok(own),
            (own, _) => own,
        };
        // Opened once, for all that play by them.
        let tables = Arc::new(ByTables::new(self, means)?);
        let player: Box<dyn Player> = match (own, &self.offer.judges) {
            (Some(own), _) => own,
            (None, Some(judges)) => {
                Box::new(GeneralPlayer::new(self, judges, means, Arc::clone(&tables)))
            }
            (None, None) => Box::new(SmallSearch::new(self, means, Arc::clone(&tables))),
        };
        Ok(match book {
            Some(book) => Box::new(BookPlayer::new(self, book, tables, player)),
            None => player,
        })
    }

    /// How a move is written.
    pub fn move_text(&self, pos: &Pos, mv: Move) -> String {
        self.rules().move_text(pos, mv)
    }

    /// The whole certificate as text, line by line, in a form that diffs well.
    ///
    /// # Errors
    /// If its entries have no positions.
    pub fn dump(&self, certificate: &dyn Proof, out: &mut dyn Write) -> Result<(), SolveError> {
        dump(self.rules(), certificate, out)
    }

    /// The prover's moves in a certificate, as lines that [`Job::hints`] takes.
    ///
    /// # Errors
    /// If its entries have no positions.
    pub fn proof_moves(
        &self,
        certificate: &dyn Proof,
        out: &mut dyn Write,
    ) -> Result<(), SolveError> {
        write_moves(self.rules(), certificate, out)
    }

    /// One certificate for `position` and `claim` (`value` allowed) from several certificates of
    /// this game, whatever of them is needed, with the tables that they rest on. With a single one
    /// this makes it smaller.
    ///
    /// # Errors
    /// If they do not prove it together.
    pub fn join(
        &self,
        parts: &[Packed],
        position: Option<&str>,
        claim: Option<&str>,
        tables: &dyn Tables,
    ) -> Result<Packed, SolveError> {
        join(self.rules(), parts, position, claim, tables)
    }

    /// The certificate with replies answered as others, by relevance zones; `None` where that spares nothing.
    ///
    /// # Errors
    /// If the certificate is rejected.
    pub fn by_zones(
        &self,
        certificate: &Packed,
        tables: &dyn Tables,
    ) -> Result<Option<Packed>, SolveError> {
        by_zones(self.rules(), certificate, tables)
    }
}
