//! The loop around work of any kind: the clock, Ctrl-C and progress; beside a session also checkpoints and the explorer.
//!
//! Work counts nodes and knows no time. The loop lets it work in steps of as many nodes as the
//! engine likes (milliseconds where rules are quick, well below a second everywhere), so that nothing
//! about the search depends on how fast the machine is, and looks around between two steps. Building a
//! certificate and checking it are steps of their own; there the session asks this loop, again and again, whether
//! the time is up ([`Work::heed`]).

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use quod_ask::{Phase, Progress as Told, Work};
use quod_engine::Reason;
use quod_solve::{Answer, Session};

use crate::beside::Watch;
use crate::checkpoint::Checkpoint;
use crate::progress::Progress;

#[derive(Clone)]
struct Stops {
    deadline: Option<Instant>,
    interrupted: Arc<AtomicBool>,
}

impl Stops {
    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    fn reason(&self) -> Option<Reason> {
        if self.interrupted() {
            return Some(Reason::Interrupted);
        }
        self.deadline.is_some_and(|it| Instant::now() >= it).then_some(Reason::Time)
    }
}

/// What stops sessions from outside.
pub struct Driver {
    stops: Stops,
    /// Where progress is shown.
    pub progress: Progress,
    /// The explorer's watch over the next session.
    pub watch: Option<Watch>,
}

impl Driver {
    /// A driver that stops after `time` seconds, if any, and at the first Ctrl-C. A second Ctrl-C ends
    /// the process at once, as it stands.
    ///
    /// # Errors
    /// If the process cannot listen to Ctrl-C.
    pub fn new(time: Option<f64>, progress: Progress) -> anyhow::Result<Driver> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                exit(3);
            }
        })
        .context("Ctrl-C: expected to listen to it, got")?;
        let stops = Stops { deadline: None, interrupted };
        let mut driver = Driver { stops, progress, watch: None };
        driver.restart(time);
        Ok(driver)
    }

    /// From now on, stops after `time` seconds, if any.
    pub fn restart(&mut self, time: Option<f64>) {
        self.stops.deadline = time.map(|it| Instant::now() + Duration::from_secs_f64(it));
    }

    /// Works on a session until it is done or stopped, and returns its answer. Where somebody may want to
    /// go on, with a larger budget or after an interruption, the state is saved first. (A search that has
    /// filled its memory is left at its last checkpoint: what is written now would be just as full.)
    ///
    /// # Errors
    /// If the question turns out to make no sense, or a checkpoint cannot be written.
    pub fn drive(
        &mut self,
        session: &mut Session,
        checkpoint: Option<&mut Checkpoint>,
    ) -> anyhow::Result<Answer> {
        let mut beside = BesideSession { checkpoint, watch: self.watch.take() };
        let phase = self.run(session, &mut beside)?;
        let answer = session.answer();
        // (Of an answer whose check was ended, the proof is kept for another check. What was ended before is saved already.)
        let stopped = phase == Phase::Done
            && matches!(answer.reason, Some(Reason::Nodes | Reason::Time | Reason::Interrupted));
        if let (true, Some(it)) = (stopped, &beside.checkpoint) {
            it.save(session)?;
        }
        if let Some(watch) = beside.watch {
            watch.finish(session);
        }
        Ok(answer)
    }

    /// Works until it is done, or the clock or somebody ends it, which leaves it running.
    ///
    /// # Errors
    /// If the question turns out to make no sense, or what goes on beside the work fails.
    pub fn run<W: Work + ?Sized>(
        &mut self,
        work: &mut W,
        beside: &mut dyn Beside<W>,
    ) -> anyhow::Result<Phase> {
        let heeded = self.stops.clone();
        work.heed(Box::new(move || heeded.reason()));
        loop {
            let (stops, progress) = (&self.stops, &mut self.progress);
            let stopped = || stops.reason().is_some();
            let keep_going = beside.between(work, &stopped);
            let reason = if keep_going { stops.reason() } else { Some(Reason::Interrupted) };
            if let Some(reason) = reason {
                beside.ending(work)?;
                work.stop(reason);
                return Ok(Phase::Running);
            }
            let mut stage = None;
            let mut keep_going = |walked: &Told| {
                if stage.as_ref() == Some(&walked.stage) {
                    progress.look(|| walked.clone());
                } else {
                    stage = Some(walked.stage.clone());
                    progress.change(walked);
                }
                !stopped() && beside.during(walked, &stopped)
            };
            if work.step_while(work.stride(), &mut keep_going)? == Phase::Done {
                return Ok(Phase::Done);
            }
            beside.stepped(work)?;
            progress.look(|| work.progress());
        }
    }

    /// Waits for Ctrl-C.
    pub fn wait_for_interruption(&self) {
        while !self.stops.interrupted() {
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Why no further step is wanted.
    pub fn stopped(&self) -> Option<Reason> {
        self.stops.reason()
    }
}

/// What goes on beside work. Nothing does, unless somebody says so.
pub trait Beside<W: ?Sized> {
    /// Before a step; whether to go on.
    fn between(&mut self, _work: &W, _stopped: &dyn Fn() -> bool) -> bool {
        true
    }

    /// Within a step; whether to go on.
    fn during(&mut self, _walked: &Told, _stopped: &dyn Fn() -> bool) -> bool {
        true
    }

    /// After a step that did not end the work.
    fn stepped(&mut self, _work: &W) -> anyhow::Result<()> {
        Ok(())
    }

    /// Before work is ended without an answer.
    fn ending(&mut self, _work: &W) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Nothing beside.
impl<W: ?Sized> Beside<W> for () {}

/// A checkpoint, and the explorer's watch.
struct BesideSession<'b> {
    checkpoint: Option<&'b mut Checkpoint>,
    watch: Option<Watch>,
}

impl Beside<Session> for BesideSession<'_> {
    fn between(&mut self, session: &Session, stopped: &dyn Fn() -> bool) -> bool {
        self.watch.as_mut().is_none_or(|it| it.between(session, stopped))
    }

    fn during(&mut self, walked: &Told, stopped: &dyn Fn() -> bool) -> bool {
        self.watch.as_mut().is_none_or(|it| it.during(walked, stopped))
    }

    fn stepped(&mut self, session: &Session) -> anyhow::Result<()> {
        self.checkpoint.as_mut().map_or(Ok(()), |it| it.save_if_due(session))
    }

    fn ending(&mut self, session: &Session) -> anyhow::Result<()> {
        self.checkpoint.as_ref().map_or(Ok(()), |it| it.save(session))
    }
}
