//! The explorer beside a command, where it is not compiled in: the same names, and a sentence that says so.

use std::sync::Arc;

use anyhow::anyhow;
use quod_ask::{Progress, Work};
use quod_catalogue::Registry;
use quod_solve::{AnyGame, Job};

/// There is none.
pub enum Explorer {}

impl Explorer {
    pub fn watch(&self, _: &AnyGame, _: &Job, _: Option<f64>) -> Watch {
        match *self {}
    }
}

/// There is none.
pub enum Watch {}

impl Watch {
    pub fn between<W: Work + ?Sized>(&mut self, _: &W, _: &dyn Fn() -> bool) -> bool {
        match *self {}
    }

    pub fn during(&mut self, _: &Progress, _: &dyn Fn() -> bool) -> bool {
        match *self {}
    }

    pub fn finish<W: Work + ?Sized>(self, _: &W) {
        match self {}
    }
}

/// An explorer beside another command.
///
/// # Errors
/// Always.
pub fn beside(_: &Arc<Registry>) -> anyhow::Result<Explorer> {
    Err(anyhow!(
        "--explore: expected a program built with the feature explorer, got one without it"
    ))
}
