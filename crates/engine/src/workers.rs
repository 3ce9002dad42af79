//! Several workers at a step: the only place below the binaries where threads are started.
//!
//! A search in `quod-search` starts none; it offers workers that share what they may share. Whoever
//! lets them work decides how, and here it is: one thread a worker, for one step.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

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

/// Lets workers search for one answer until somebody has it or all together have spent about so many nodes.
/// `work` searches on for so many nodes at most. One worker gets them all at once; several take them from one
/// heap, `portion` by portion, so that none waits for a slower one at the end of the step.
pub fn run_shared<T: Send, R: Send>(
    workers: &mut [T],
    nodes: u64,
    portion: u64,
    work: impl Fn(&mut T, u64) -> Option<R> + Sync,
) -> Option<R> {
    if let [worker] = workers {
        return work(worker, nodes);
    }
    let (left, ended) = (AtomicU64::new(nodes), AtomicBool::new(false));
    let answers = run_all(workers, |worker| {
        while !ended.load(Relaxed) {
            let rest = |left: u64| left.checked_sub(1).map(|_| left.saturating_sub(portion));
            let share = left.fetch_update(Relaxed, Relaxed, rest).ok()?.min(portion);
            if let Some(answer) = work(worker, share) {
                ended.store(true, Relaxed);
                return Some(answer);
            }
        }
        None
    });
    answers.into_iter().flatten().next()
}

type Share<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Every share on a thread of its own. (Not generic: the code of starting threads is there once and not
/// for every kind of worker.)
fn run(shares: Vec<Share<'_>>) {
    std::thread::scope(|scope| {
        let begun: Vec<_> = shares.into_iter().map(|share| scope.spawn(share)).collect();
        // What one of them panicked with goes on as it is: the scope would panic with words of its own, and print them.
        let ended: Vec<_> = begun.into_iter().map(|it| it.join()).collect();
        for it in ended {
            if let Err(panic) = it {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_worker_gets_all_nodes_at_once_and_several_take_them_in_portions() {
        let mut one = [Vec::new()];
        let nothing = run_shared(&mut one, 1000, 7, |asked, nodes| {
            asked.push(nodes);
            None::<()>
        });
        assert_eq!((nothing, &one), (None, &[vec![1000]]));
        let mut three = [const { Vec::new() }; 3];
        let nothing = run_shared(&mut three, 1000, 7, |asked, nodes| {
            asked.push(nodes);
            None::<()>
        });
        assert_eq!(nothing, None);
        let all: Vec<u64> = three.concat();
        assert_eq!((all.iter().sum::<u64>(), all.len()), (1000, 143));
        assert!(all.iter().all(|&nodes| nodes == 7 || nodes == 6));
    }

    #[test]
    fn an_answer_ends_the_step_for_all() {
        // Whoever gets the tenth portion has the answer, and nobody would end before that.
        let portions = AtomicU64::new(0);
        let answer = run_shared(&mut [(); 3], u64::MAX, 1, |(), _| {
            (portions.fetch_add(1, Relaxed) + 1 == 10).then_some("answer")
        });
        assert_eq!(answer, Some("answer"));
        assert!(run_all(&mut [1, 2, 3], |it| *it * 2) == [2, 4, 6]);
    }
}
