//! Several workers at a step: the only place below the binaries where threads are started.
//!
//! A search in `quod-search` starts none; it offers workers that share what they may share. Whoever
//! lets them work decides how, and here it is: one thread a worker, for one step.

/// Lets every worker do its share, each on a thread of its own if there are several, and returns what
/// they say, in order.
pub(super) fn at_once<T: Send, R: Send>(
    workers: &mut [T],
    work: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    if let [worker] = workers {
        return vec![work(worker)];
    }
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            workers.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
        threads.into_iter().map(|it| it.join().expect("a worker does not panic")).collect()
    })
}
