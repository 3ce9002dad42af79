//! A game and its plan with their types hidden.

use std::io::Write;

use quod_cert::{Packed, Proof, Reject};
use quod_check::{Limits, Statement, check_with, require, statement};
use quod_game::{Claim, Game, NotationError, Player};

use crate::opponent::SmallSearch;
use crate::session::SolveSession;
use crate::walk::ProofWalk;
use crate::{
    About, AnyGame, Checked, Job, Known, Means, Opponent, Plan, Question, Session, SolveError,
    TableWork, Walk, dump, hints, library,
};

/// A game together with its plan.
pub struct Planned<G, P> {
    game: G,
    plan: P,
}

impl<G: Game, P: Plan<G>> Planned<G, P> {
    /// The pair.
    pub fn new(game: G, plan: P) -> Planned<G, P> {
        Planned { game, plan }
    }
}

impl<G: Game, P: Plan<G>> AnyGame for Planned<G, P> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn about(&self) -> About {
        let game = &self.game;
        About {
            name: game.name(),
            summary: game.summary().to_string(),
            players: game.player_names().map(str::to_string),
            claims: Claim::forms(game),
            notation: game.notation().to_string(),
            symmetries: game.symmetric().map_or(1, |it| it.order()),
            lines: game.lines().is_some(),
            cyclic: game.cyclic().is_some(),
            ranked: game.ranked().is_some(),
            engines: self.plan.engines(),
        }
    }

    fn position(&self, text: &str) -> Result<String, NotationError> {
        Ok(self.game.position_text(&self.game.parse_position(text)?))
    }

    fn question(&self, position: &str, text: &str) -> Result<(), NotationError> {
        let root = self.game.parse_position(position)?;
        Question::parse(&self.game, mover_at(&self.game, &root), text).map(|_| ())
    }

    fn known(&self, position: &str, question: &str, text: &str) -> Result<Known, NotationError> {
        let root = self.game.parse_position(position)?;
        let mover = mover_at(&self.game, &root);
        Known::parse(&self.game, mover, &Question::parse(&self.game, mover, question)?, text)
    }

    fn moves(&self, position: &str) -> Result<Vec<(String, String)>, NotationError> {
        let game = &self.game;
        let pos = game.parse_position(position)?;
        let moves = game
            .legal_moves(&pos)
            .into_iter()
            .map(|mv| (game.move_text(&pos, mv), game.position_text(&game.play(&pos, mv))));
        Ok(moves.collect())
    }

    fn solve<'a>(&'a self, job: &Job) -> Result<Box<dyn Session + 'a>, SolveError> {
        Ok(Box::new(SolveSession::new(&self.game, &self.plan, job)?))
    }

    fn tables<'a>(&'a self) -> Option<Box<dyn TableWork + 'a>> {
        self.plan.tables(&self.game)
    }

    fn check_with(
        &self,
        certificate: &dyn Proof,
        position: Option<&str>,
        claim: Option<&str>,
        limits: &Limits,
        tables: &dyn quod_check::Tables,
    ) -> Result<Checked, Reject> {
        let verified = check_with(&self.game, certificate, limits, tables)?;
        require(&self.game, certificate.head(), position, claim)?;
        Ok(Checked { statement: self.statement(certificate)?, verified })
    }

    fn statement(&self, certificate: &dyn Proof) -> Result<Statement, Reject> {
        statement(&self.game, certificate.head())
    }

    fn walk<'a>(&'a self, certificate: &'a Packed) -> Result<Box<dyn Walk + 'a>, Reject> {
        Ok(Box::new(ProofWalk::new(&self.game, certificate)?))
    }

    fn free_play<'a>(&'a self, position: &str) -> Result<Box<dyn Walk + 'a>, NotationError> {
        let pos = self.game.parse_position(position)?;
        Ok(Box::new(ProofWalk::without_proof(&self.game, pos)))
    }

    fn opponent<'a>(&'a self, means: &Means) -> Result<Box<dyn Opponent + 'a>, SolveError> {
        match self.plan.opponent(&self.game, means)? {
            Some(own) => Ok(own),
            None => Ok(Box::new(SmallSearch::new(self, means)?)),
        }
    }

    fn dump(&self, certificate: &dyn Proof, out: &mut dyn Write) -> Result<(), SolveError> {
        dump::dump(&self.game, certificate, out)
    }

    fn proof_moves(&self, certificate: &dyn Proof, out: &mut dyn Write) -> Result<(), SolveError> {
        hints::write_moves(&self.game, certificate, out)
    }

    fn join(
        &self,
        parts: &[Packed],
        position: Option<&str>,
        claim: Option<&str>,
        tables: &dyn quod_check::Tables,
    ) -> Result<Packed, SolveError> {
        library::join(&self.game, parts, position, claim, tables)
    }
}

/// Who is to move at a root; the first player where the game is over, for want of anybody.
pub(crate) fn mover_at<G: Game>(game: &G, root: &G::Position) -> Player {
    match game.outcome(root) {
        None => game.to_move(root),
        Some(_) => Player::First,
    }
}
