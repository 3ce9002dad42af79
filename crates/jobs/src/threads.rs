//! Workers that are threads of this process, each with a bench of its own.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::workbench::OpenByName;
use crate::{Crew, Event, Workbench};

/// Jobs that wait, and whether more will come.
#[derive(Default)]
struct Queue {
    jobs: VecDeque<(u64, Vec<u8>)>,
    over: bool,
}

type Desk = Arc<(Mutex<Queue>, Condvar)>;

/// So many threads. Dropping it waits for the jobs at work.
pub struct Threads {
    desk: Desk,
    results: Receiver<Event>,
    workers: Vec<JoinHandle<()>>,
    /// Jobs of which no result has come.
    open: usize,
}

impl Threads {
    /// Starts the threads; each may take so many bytes.
    pub fn new(threads: usize, memory: u64, open: &OpenByName) -> Threads {
        let desk = Desk::default();
        let (sender, results) = channel();
        let start = |at: usize| {
            let bench = Workbench::new(Arc::clone(open), 1, memory);
            let (desk, sender) = (Arc::clone(&desk), sender.clone());
            std::thread::spawn(move || work(&desk, &sender, bench, &format!("thread {}", at + 1)))
        };
        let workers = (0..threads.max(1)).map(start).collect();
        Threads { desk, results, workers, open: 0 }
    }
}

fn work(desk: &Desk, results: &Sender<Event>, mut bench: Workbench, name: &str) {
    let (queue, news) = &**desk;
    loop {
        let job = {
            let Ok(queue) = queue.lock() else { return };
            let waiting = |it: &mut Queue| it.jobs.is_empty() && !it.over;
            let Ok(mut queue) = news.wait_while(queue, waiting) else { return };
            if queue.over {
                return;
            }
            queue.jobs.pop_front()
        };
        let Some((number, job)) = job else { continue };
        let began = Instant::now();
        let bytes = bench.run_timed(&job, || began.elapsed().as_micros() as u64);
        let worker = name.to_string();
        if results.send(Event::Done { number, worker, bytes }).is_err() {
            return;
        }
    }
}

impl Crew for Threads {
    /// One job at work and one that waits for each.
    fn capacity(&self) -> usize {
        2 * self.workers.len()
    }

    fn submit(&mut self, number: u64, job: Vec<u8>) -> Option<String> {
        let (queue, news) = &*self.desk;
        if let Ok(mut queue) = queue.lock() {
            queue.jobs.push_back((number, job));
            self.open += 1;
        }
        news.notify_one();
        None
    }

    fn next(&mut self) -> Option<Event> {
        if self.open == 0 {
            return None;
        }
        self.open -= 1;
        self.results.recv().ok()
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let (queue, news) = &*self.desk;
        if let Ok(mut queue) = queue.lock() {
            queue.over = true;
            queue.jobs.clear();
        }
        news.notify_all();
        for worker in self.workers.drain(..) {
            // (A worker that panicked has sent no result; that is all that it can do.)
            let _ = worker.join();
        }
    }
}
