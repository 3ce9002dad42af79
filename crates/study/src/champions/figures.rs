//! Many moves: what they come to for each player, and for each player in the positions of others.

use std::collections::BTreeMap;

use super::{Judged, STEP};

/// Moves, and a sum over them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many.
    pub moves: u64,
    /// The sum: of errors in centipawns, or of best moves.
    pub sum: u64,
}

impl Share {
    fn add(&mut self, value: u64) {
        self.moves += 1;
        self.sum += value;
    }

    /// The sum by move.
    pub fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum as f64 / self.moves as f64)
    }
}

/// What one player's moves come to. An interval is named by its number: number `n` begins at `n` times [`STEP`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Moves judged and left out, since the game was decided.
    pub left_out: u64,
    /// Moves that count, and the sum of their errors.
    pub errors: Share,
    /// Moves that count, and how many of them are blunders.
    pub blunders: Share,
    /// Moves that count, and how many of them are the best.
    pub best: Share,
    /// Moves whose complexity is known, and its sum.
    pub complexity: Share,
    /// The errors by interval of complexity.
    pub errors_by_complexity: BTreeMap<u32, Share>,
    /// The best moves by interval of the difference of the two best moves.
    pub best_by_gap: BTreeMap<u32, Share>,
}

/// What would be expected in positions of another distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The mean: an error in centipawns, or a share of best moves.
    pub value: f64,
    /// The share of the other distribution that lies in intervals in which the player has moves. The paper does not
    /// say what to do with the others; here they are left out, and the rest is weighted up.
    pub covered: f64,
}

impl Measures {
    fn add(&mut self, it: &Judged) {
        if !it.counts() {
            self.left_out += 1;
            return;
        }
        let (error, best) = (u64::from(it.error().unsigned_abs()), u64::from(it.is_best()));
        self.errors.add(error);
        self.blunders.add(it.is_blunder().into());
        self.best.add(best);
        if let Some(complexity) = it.complexity {
            self.complexity.add(complexity.unsigned_abs().into());
            self.errors_by_complexity.entry(interval(complexity)).or_default().add(error);
        }
        if let Some(gap) = it.gap() {
            self.best_by_gap.entry(interval(gap)).or_default().add(best);
        }
    }
}

fn interval(centipawns: i32) -> u32 {
    (centipawns / STEP).unsigned_abs()
}

/// The mean of `own` if its intervals were met as often as those of `style`.
fn expected(own: &BTreeMap<u32, Share>, style: &BTreeMap<u32, Share>) -> Option<Expected> {
    let (mut all, mut met, mut sum) = (0, 0, 0.0);
    for (interval, share) in style {
        all += share.moves;
        if let Some(mean) = own.get(interval).and_then(Share::mean) {
            met += share.moves;
            sum += mean * share.moves as f64;
        }
    }
    (met > 0).then(|| Expected { value: sum / met as f64, covered: met as f64 / all as f64 })
}

/// What all moves come to.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// By name.
    players: BTreeMap<String, Measures>,
    all: Measures,
    /// Of each game: White's and Black's errors, and White's half points.
    games: BTreeMap<usize, ([Share; 2], Option<u8>)>,
}

impl Figures {
    /// Counts a move of a player; `half_points` are White's in its game.
    pub fn add(&mut self, name: &str, half_points: Option<u8>, it: &Judged) {
        self.players.entry(name.to_string()).or_default().add(it);
        self.all.add(it);
        if it.counts() {
            let game = self.games.entry(it.game).or_insert(([Share::default(); 2], half_points));
            game.0[it.mover.index()].add(it.error().unsigned_abs().into());
        }
    }

    /// The players by name.
    pub fn players(&self) -> impl Iterator<Item = (&str, &Measures)> {
        self.players.iter().map(|(name, it)| (name.as_str(), it))
    }

    /// All players together.
    pub fn all(&self) -> &Measures {
        &self.all
    }

    /// The error expected of a player in positions that are as complex as those of `style` (section 2.3).
    pub fn expected_error(own: &Measures, style: &Measures) -> Option<Expected> {
        expected(&own.errors_by_complexity, &style.errors_by_complexity)
    }

    /// The share of best moves expected of a player in positions in which the two best moves differ as in those of
    /// `style` (section 2.4).
    pub fn expected_best(own: &Measures, style: &Measures) -> Option<Expected> {
        expected(&own.best_by_gap, &style.best_by_gap)
    }

    /// Spearman's correlation, over games, of the result with the difference of the players' mean errors (section
    /// 2.6), and the number of games: those with a result and moves of both that count. `None` if all differences or
    /// all results are the same.
    pub fn correlation(&self) -> (usize, Option<f64>) {
        let (mut differences, mut results) = (Vec::new(), Vec::new());
        for (errors, half_points) in self.games.values() {
            let means = (errors[0].mean(), errors[1].mean(), half_points);
            if let (Some(white), Some(black), Some(result)) = means {
                differences.push(black - white);
                results.push(f64::from(*result));
            }
        }
        (results.len(), pearson(&ranks(&differences), &ranks(&results)))
    }
}

/// The rank of each value; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|it| *it < value).count();
        let equal = values.iter().filter(|it| *it == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn pearson(a: &[f64], b: &[f64]) -> Option<f64> {
    let n = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        ab += (x - mean_a) * (y - mean_b);
        aa += (x - mean_a) * (x - mean_a);
        bb += (y - mean_b) * (y - mean_b);
    }
    (aa * bb > 0.0).then(|| ab / (aa * bb).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::{Candidate, Look};
    use super::*;
    use quod_game::Player;

    /// A move with this error below an evaluation of nothing, in a position of this complexity whose best two moves
    /// differ by so much.
    fn judged(game: usize, mover: Player, error: i32, complexity: i32, gap: i32) -> Judged {
        let candidate = |mv: &str, eval: i32| Candidate { mv: mv.to_string(), eval };
        let look = Look { depth: 12, best: candidate("a", 0), second: Some(candidate("b", -gap)) };
        let played = candidate(if error == 0 { "a" } else { "c" }, -error);
        let complexity = Some(complexity);
        Judged { game, number: 12, mover, text: String::new(), played, look, complexity }
    }

    /// Ann meets simple positions and errs by 10 and 20 there, by 100 in the complex one; Ben meets complex ones.
    fn figures() -> Figures {
        let mut figures = Figures::default();
        for (error, complexity, gap) in [(10, 0, 5), (20, 9, 5), (0, 3, 30), (100, 10, 35)] {
            figures.add("Ann", Some(2), &judged(0, Player::First, error, complexity, gap));
        }
        for (error, complexity, gap) in [(0, 12, 0), (150, 19, 9), (30, 0, 31), (0, 25, 80)] {
            figures.add("Ben", Some(2), &judged(0, Player::Second, error, complexity, gap));
        }
        figures
    }

    #[test]
    fn means_and_shares_are_those_of_a_hand_count() {
        let figures = figures();
        let players: Vec<(&str, &Measures)> = figures.players().collect();
        let [("Ann", ann), ("Ben", ben)] = players[..] else { panic!("{players:?}") };
        assert_eq!(
            (ann.errors, ann.blunders.sum, ann.best.sum),
            (Share { moves: 4, sum: 130 }, 0, 1)
        );
        assert_eq!(
            (ben.errors, ben.blunders.sum, ben.best.sum),
            (Share { moves: 4, sum: 180 }, 1, 2)
        );
        assert_eq!((ann.complexity.mean(), ben.complexity.mean()), (Some(5.5), Some(14.0)));
        assert_eq!(figures.all().errors, Share { moves: 8, sum: 310 });
    }

    #[test]
    fn expected_errors_are_weighted_by_the_other_distribution() {
        let figures = figures();
        let of = |name: &str| figures.players().find(|it| it.0 == name).unwrap().1;
        let (ann, ben) = (of("Ann"), of("Ben"));
        // Ann errs by 10 in interval 0 (three moves) and by 100 in interval 1 (one).
        // All: four moves in interval 0, three in 1, one in 2, where Ann has none.
        let average = Figures::expected_error(ann, figures.all()).unwrap();
        assert_eq!(average, Expected { value: (4.0 * 10.0 + 3.0 * 100.0) / 7.0, covered: 0.875 });
        // Ben errs by 30 in interval 0 and by 75 in interval 1.
        let as_ann = Figures::expected_error(ben, ann).unwrap();
        assert_eq!(as_ann, Expected { value: (3.0 * 30.0 + 75.0) / 4.0, covered: 1.0 });
        // Ann finds none of two in gap 0, one of two in gap 3.
        let best = Figures::expected_best(ann, figures.all()).unwrap();
        assert_eq!(best, Expected { value: 0.5 * 3.0 / 7.0, covered: 0.875 });
        assert_eq!(Figures::expected_error(&Measures::default(), ann), None);
    }

    #[test]
    fn results_correlate_with_errors_by_ranks() {
        let mut figures = Figures::default();
        assert_eq!(figures.correlation(), (0, None));
        // White errs less and less, and scores more and more, but for one game.
        for (game, (white, half_points)) in
            [(80, 0), (40, 1), (60, 1), (20, 2)].into_iter().enumerate()
        {
            figures.add("W", Some(half_points), &judged(game, Player::First, white, 0, 0));
            figures.add("B", Some(half_points), &judged(game, Player::Second, 50, 0, 0));
        }
        figures.add("W", None, &judged(9, Player::First, 0, 0, 0));
        let (games, rho) = figures.correlation();
        // Ranks 1, 3, 2, 4 and 1, 2.5, 2.5, 4.
        assert_eq!((games, rho.map(|it| (it * 1e6).round())), (4, Some(948_683.0)));
    }

    #[test]
    fn decided_positions_are_counted_apart() {
        let mut it = judged(0, Player::First, 300, 0, 0);
        it.look.best.eval = -300;
        let mut figures = Figures::default();
        figures.add("Ann", None, &it);
        assert_eq!((figures.all().left_out, figures.all().errors.moves), (1, 0));
        assert_eq!(figures.all().errors.mean(), None);
    }
}
