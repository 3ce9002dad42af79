//! Several workers at a step: the only place below the binaries where threads are started.
//!
//! A search in `quod-search` starts none; it offers workers that share what they may share. Whoever
//! lets them work decides how, and here it is: one thread a worker, for one step.

/// Lets every worker do its share, each on a thread of its own if there are several, and returns what
/// they say, in order.
pub fn run_all<T: Send, R: Send>(workers: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    if let [worker] = workers {
        return vec![work(worker)];
    }
    let work = &work;
    let mut said: Vec<Option<R>> = workers.iter().map(|_| None).collect();
    let places = workers.iter_mut().zip(&mut said);
    run(places
        .map(|(worker, place)| Box::new(|| *place = Some(work(worker))) as Share<'_>)
        .collect());
    said.into_iter().map(|it| it.expect("every worker had its say")).collect()
}

type Share<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Every share on a thread of its own. (Not generic: the code of starting threads is there once and not
/// for every kind of worker.)
fn run(shares: Vec<Share<'_>>) {
    std::thread::scope(|scope| {
        for share in shares {
            scope.spawn(share);
        }
    });
}
