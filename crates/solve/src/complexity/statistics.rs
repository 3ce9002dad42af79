//! Intervals, and sums of numbers too large for a machine's numbers: these are held as logarithms.

use quod_search::Random;

/// The 97.5th percentile of the normal distribution: between −this and this lie 95 %.
const NORMAL: f64 = 1.959_963_984_540_054;

/// How often a sample is drawn anew for a bootstrap.
const RESAMPLES: usize = 1000;

/// Two bounds of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Mean and 95 % interval of a number that was seen many times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean, or what was computed from all that was seen.
    pub value: f64,
    /// The interval.
    pub interval: Interval,
}

/// Wilson's interval (1927) for a probability, of which `hits` of `trials` came true.
pub(super) fn wilson(hits: u64, trials: u64) -> Interval {
    let (n, z) = (trials as f64, NORMAL);
    let p = hits as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // Rounded, the ends would miss 0 and 1 by a little, which logarithms make much of.
    Interval {
        low: if hits == 0 { 0.0 } else { (middle - half) / scale },
        high: if hits == trials { 1.0 } else { (middle + half) / scale },
    }
}

/// The decimal logarithm of the mean of numbers given by their decimal logarithms, with the normal
/// interval of the mean. Where that reaches down to 0 or less, its low end is negative infinity.
pub(super) fn mean_log10(logarithms: &[f64]) -> Spread {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let numbers: Vec<f64> = logarithms.iter().map(|it| 10f64.powf(it - most)).collect();
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|it| (it - mean) * (it - mean)).sum();
    let half = NORMAL * (squares / (n - 1.0).max(1.0) / n).sqrt();
    let at = |it: f64| if it > 0.0 { most + it.log10() } else { f64::NEG_INFINITY };
    Spread { value: at(mean), interval: Interval { low: at(mean - half), high: at(mean + half) } }
}

/// A figure of a sample with its bootstrap interval (Efron 1979): the sample is drawn anew from itself
/// many times, and 95 % of the figures of those samples lie inside.
pub(super) fn bootstrap<T>(
    sample: &[T],
    figure: impl Fn(&[&T]) -> f64,
    random: &mut Random,
) -> Spread {
    let all: Vec<&T> = sample.iter().collect();
    let again = |random: &mut Random| -> Vec<&T> {
        (0..sample.len()).map(|_| &sample[random.below(sample.len())]).collect()
    };
    let mut figures: Vec<f64> = (0..RESAMPLES).map(|_| figure(&again(random))).collect();
    figures.sort_by(f64::total_cmp);
    let at = |share: f64| figures[(share * (RESAMPLES - 1) as f64).round() as usize];
    Spread { value: figure(&all), interval: Interval { low: at(0.025), high: at(0.975) } }
}

/// Chao's lower bound (1987) on how many things there are, from how many were seen at all, in one game and
/// in two games, with its 95 % interval.
pub(super) fn chao(seen: u64, once: u64, twice: u64, games: u64) -> Spread {
    let [seen, once, twice, games] = [seen, once, twice, games].map(|it| it as f64);
    let share = (games - 1.0) / games;
    let unseen = share * once * (once - 1.0) / (2.0 * (twice + 1.0));
    if unseen <= 0.0 {
        return Spread { value: seen, interval: Interval { low: seen, high: seen } };
    }
    // Chao's variance for the form without bias, and her interval for the logarithm of what is unseen.
    let ratio = once / (twice + 1.0);
    let variance = share * once * (once - 1.0) / (2.0 * (twice + 1.0))
        + share * share * once * (2.0 * once - 1.0).powi(2) / (4.0 * (twice + 1.0).powi(2))
        + share * share * ratio * ratio * (once - 1.0).powi(2) * twice
            / (4.0 * (twice + 1.0).powi(2));
    let factor = (NORMAL * (1.0 + variance / (unseen * unseen)).ln().sqrt()).exp();
    let interval = Interval { low: seen + unseen / factor, high: seen + unseen * factor };
    Spread { value: seen + unseen, interval }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-3
    }

    /// Newcombe (1998) gives Wilson's interval of 81 of 263 as 0.2553 to 0.3662.
    #[test]
    fn wilsons_interval_is_the_published_one() {
        let it = wilson(81, 263);
        assert!(near(it.low, 0.2553) && near(it.high, 0.3662), "{it:?}");
        let none = wilson(0, 100);
        assert!(none.low == 0.0 && near(none.high, 0.037), "{none:?}");
    }

    #[test]
    fn a_mean_of_huge_numbers_is_the_mean() {
        let it = mean_log10(&[2.0, 2.0, 2.0]);
        assert!(near(it.value, 2.0) && near(it.interval.low, 2.0), "{it:?}");
        let far = mean_log10(&[400.0, 400.0 + 3f64.log10()]);
        assert!(near(far.value, 400.0 + 2f64.log10()), "{far:?}");
    }

    #[test]
    fn a_bootstrap_of_equal_numbers_has_no_width() {
        let mean = |it: &[&f64]| it.iter().copied().sum::<f64>() / it.len() as f64;
        let it = bootstrap(&[3.0; 10], mean, &mut Random::new(1));
        assert_eq!(it, Spread { value: 3.0, interval: Interval { low: 3.0, high: 3.0 } });
        let it = bootstrap(&[0.0, 1.0, 2.0, 3.0], mean, &mut Random::new(1));
        assert!(it.interval.low < 1.0 && it.interval.high > 2.0 && it.value == 1.5, "{it:?}");
    }

    #[test]
    fn chao_adds_nothing_where_everything_was_seen_twice() {
        assert_eq!(chao(10, 0, 4, 100).value, 10.0);
        let it = chao(100, 50, 20, 1000);
        assert!(it.value > 150.0 && it.interval.low > 100.0 && it.interval.low < it.value);
    }
}
