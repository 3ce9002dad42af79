//! The summary by engine: totals, and ratios to the first engine.
//!
//! A ratio is taken on every position that both engines solved, and their geometric mean is the figure:
//! costs of searches differ by factors, and the mean of factors that cancel should be 1. The interval is
//! Student's t-interval of the logarithms, 95 %: the mean of the logarithms lies in it in 95 of 100
//! samples if they are spread about normally. It says how much the figure depends on these very
//! positions, nothing about positions of another kind.

use quod_search::Effort;

use super::runs::Run;

/// What an engine came to on all positions.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The engine as it was asked for.
    pub engine: String,
    /// Runs it was given.
    pub runs: usize,
    /// Those that it solved.
    pub solved: usize,
    /// Those with an answer that is not the known one.
    pub wrong: usize,
    /// The work of all runs, solved or not.
    pub effort: Effort,
    /// The most nodes that a search held at once.
    pub largest_tree: u64,
    /// The highest peak of memory, where the system tells.
    pub peak_memory: Option<u64>,
    /// Seconds of all runs.
    pub seconds: f64,
    /// Bytes of all certificates.
    pub certificate_bytes: usize,
    /// How it compares to the first engine.
    pub ratios: Ratios,
}

/// An engine's cost in units of the first engine's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratios {
    /// Positions that both solved: what the means are over.
    pub positions: usize,
    /// Of nodes; `None` without positions.
    pub nodes: Option<Mean>,
    /// Of seconds; `None` without positions.
    pub seconds: Option<Mean>,
}

/// A geometric mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval; `None` for a single ratio.
    pub interval: Option<[f64; 2]>,
}

/// A summary for each engine, in their order. The runs are position by position, each position's in
/// the order of the engines.
pub fn summaries(engines: &[String], runs: &[Run]) -> Vec<Summary> {
    let of = |at: usize| runs.iter().skip(at).step_by(engines.len());
    let summary = |(at, engine): (usize, &String)| {
        let mut summary = Summary { engine: engine.clone(), ..Summary::default() };
        of(at).for_each(|run| summary.add(run));
        summary.ratios = ratios(of(0).zip(of(at)));
        summary
    };
    engines.iter().enumerate().map(summary).collect()
}

impl Summary {
    fn add(&mut self, run: &Run) {
        self.runs += 1;
        self.solved += usize::from(run.solved());
        self.wrong += usize::from(run.right() == Some(false));
        self.effort = self.effort + run.answer.effort;
        self.largest_tree = self.largest_tree.max(run.answer.largest_tree);
        self.peak_memory = self.peak_memory.max(run.peak_memory);
        self.seconds += run.seconds;
        self.certificate_bytes += run.certificate_bytes.unwrap_or(0);
    }
}

/// The ratios of the second runs to the first, where both are solved.
fn ratios<'r>(pairs: impl Iterator<Item = (&'r Run, &'r Run)>) -> Ratios {
    let both: Vec<_> = pairs.filter(|(first, own)| first.solved() && own.solved()).collect();
    // A run that looked at nothing, of a settled position, counts as one node.
    let nodes = |run: &Run| run.answer.effort.nodes.max(1) as f64;
    let mean = |cost: &dyn Fn(&Run) -> f64| {
        let logarithms = both.iter().map(|(first, own)| (cost(own) / cost(first)).ln());
        geometric_mean(&logarithms.collect::<Vec<f64>>())
    };
    Ratios {
        positions: both.len(),
        nodes: mean(&nodes),
        seconds: mean(&|run| run.seconds.max(1e-9)),
    }
}

/// The geometric mean of numbers with these logarithms.
fn geometric_mean(logarithms: &[f64]) -> Option<Mean> {
    let n = logarithms.len() as f64;
    if logarithms.is_empty() {
        return None;
    }
    let mean = logarithms.iter().sum::<f64>() / n;
    let interval = (logarithms.len() > 1).then(|| {
        let squares: f64 = logarithms.iter().map(|it| (it - mean).powi(2)).sum();
        let half = student(logarithms.len() - 1) * (squares / (n - 1.0) / n).sqrt();
        [(mean - half).exp(), (mean + half).exp()]
    });
    Some(Mean { mean: mean.exp(), interval })
}

/// The t with 95 % of Student's distribution between −t and t, by bisection.
fn student(freedom: usize) -> f64 {
    let (mut low, mut high) = (1.0, 13.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match between(middle, freedom) < 0.95 {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

/// How much of Student's distribution lies between −t and t: the finite sums for whole degrees of
/// freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
fn between(t: f64, freedom: usize) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    // Terms c, 2/3·c³, 2·4/(3·5)·c⁵ … or 1, 1/2·c², 1·3/(2·4)·c⁴ …, up to the power freedom − 2.
    let mut term = if odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    for power in (usize::from(odd)..freedom.saturating_sub(1)).step_by(2) {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
    }
    match odd {
        true => (angle + sine * sum) * std::f64::consts::FRAC_2_PI,
        false => sine * sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_is_what_the_tables_say() {
        let tables = [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (10, 2.228),
            (29, 2.045),
            (120, 1.980),
            (999, 1.962),
        ];
        for (freedom, t) in tables {
            assert!((student(freedom) - t).abs() < 6e-4, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn factors_that_cancel_have_the_mean_one() {
        let mean = geometric_mean(&[4f64.ln(), 0.25f64.ln()]).unwrap();
        assert!((mean.mean - 1.0).abs() < 1e-12);
        let [low, high] = mean.interval.unwrap();
        assert!((low * high - 1.0).abs() < 1e-6 && high > 4.0);
        let equal = geometric_mean(&[2f64.ln(); 5]).unwrap();
        let [low, high] = equal.interval.unwrap();
        assert!((equal.mean - 2.0).abs() < 1e-12 && (high - low).abs() < 1e-9);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0]).unwrap().interval, None);
    }
}
