//! Games as subjects of questions.

use std::any::Any;
use std::io::{Read, Write};

use quod_ask::{Ends, Job, KeepGoing, Phase, Progress, Subject, Work};
use quod_engine::{Played, Reason, Sight, SolveError};
use quod_game::NotationError;

use crate::{Answer, AnyGame, Session};

/// What JSON calls them.
const KIND: &str = "game";

impl Subject for AnyGame {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn name(&self) -> String {
        AnyGame::name(self)
    }

    fn notation(&self) -> String {
        self.rules().notation().to_string()
    }

    fn position(&self, text: &str) -> Result<String, NotationError> {
        AnyGame::position(self, text)
    }

    fn begin(&self, job: &Job) -> Result<Box<dyn Work>, SolveError> {
        Ok(Box::new(self.solve(job)?))
    }
}

impl Work for Session {
    fn heed(&self, ends: Ends) {
        Session::heed(self, ends);
    }

    fn step_while(&mut self, nodes: u64, keep_going: KeepGoing<'_>) -> Result<Phase, SolveError> {
        Session::step_while(self, nodes, keep_going)
    }

    fn stride(&self) -> u64 {
        Session::stride(self)
    }

    fn stop(&mut self, reason: Reason) {
        Session::stop(self, reason);
    }

    fn progress(&self) -> Progress {
        Session::progress(self)
    }

    fn sight(&self) -> Option<Sight<Played>> {
        Session::sight(self)
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        Session::save(self, out)
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        Session::restore(self, from)
    }

    fn answer(&self) -> Box<dyn quod_ask::Answer> {
        Box::new(Session::answer(self))
    }
}

impl quod_ask::Answer for Answer {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref().filter(|_| !self.is_checked())
    }

    fn evidence(&self) -> Option<&[u8]> {
        self.certificate.as_deref()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
