//! Positional strategies: what is found, merged and played out, by the certificate's rule for them.

use std::collections::HashSet;

use quod_connect_four::annealing::{Annealer, Measure};
use quod_connect_four::lists::{
    Finder, Goal, Instruction, Stones, mirrored_list, sensible, settling,
};
use quod_connect_four::merge::{List, Merger, Tries, Ways};
use quod_connect_four::play_out::PlayOut;
use quod_connect_four::{Compiled, Geometry, Grid, Position};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal as Wanted, Move, Player};
use quod_rules::{ConnectFour, ConnectFourPosition};

use crate::{cells, random_positions, rules, untwin};

const CAP: u64 = 1 << 20;

/// The rule for positional strategies, by the rules of the game.
struct Plain {
    game: ConnectFour,
    grid: Grid,
    claim: Claim,
    gone_through: HashSet<ConnectFourPosition>,
}

impl Plain {
    /// For the player who is not to move in `pos`.
    fn new(geo: impl Geometry, pos: &Position, goal: Goal) -> Plain {
        let game = rules(geo);
        let most = (geo.cells() / 2 + 1) as i32;
        let player = Player::BOTH[pos.stones() as usize % 2].other();
        let wanted = match goal {
            Goal::WinsBy(last) if last as i32 >= most => Wanted::Wins,
            Goal::WinsBy(last) => Wanted::ScoreAtLeast(most - last as i32),
            Goal::HoldsUntil(first) if first as i32 > most => Wanted::DoesNotLose,
            Goal::HoldsUntil(first) => Wanted::ScoreAtLeast(first as i32 - most),
        };
        let grid = Grid::new(geo.width(), geo.height());
        let claim = Claim { player, goal: wanted };
        Plain { game, grid, claim, gone_through: HashSet::new() }
    }

    fn settled(&self, pos: &ConnectFourPosition) -> Option<bool> {
        let over = self.game.outcome(pos).map(|end| self.claim.holds_at(&end));
        over.or_else(|| self.game.decided(pos, &self.claim))
    }

    fn shows(&mut self, pos: &ConnectFourPosition, list: &[Instruction]) -> bool {
        self.gone_through.clear();
        self.opponents(pos, list)
    }

    fn opponents(&mut self, pos: &ConnectFourPosition, list: &[Instruction]) -> bool {
        if let Some(settled) = self.settled(pos) {
            return settled;
        }
        if !self.gone_through.insert(*pos) {
            return true;
        }
        let moves = self.game.legal_moves(pos);
        moves.into_iter().all(|mv| self.provers(&self.game.play(pos, mv), Some(mv), list))
    }

    fn provers(
        &mut self,
        pos: &ConnectFourPosition,
        last: Option<Move>,
        list: &[Instruction],
    ) -> bool {
        if let Some(settled) = self.settled(pos) {
            return settled;
        }
        let legal = self.game.legal_moves(pos);
        let code = |cell: u64| Move(self.grid.number(cell));
        let given = list.iter().find_map(|it| {
            let wins = |mv: &Move| self.settled(&self.game.play(pos, *mv)) == Some(true);
            let mv = match *it {
                Instruction::Win => legal.iter().copied().find(wins),
                Instruction::Above => last.and_then(|mv| self.game.stacked()?.above(mv)),
                Instruction::Play(cell) => Some(code(cell)),
                Instruction::Reply(to, cell) => (last == Some(code(to))).then(|| code(cell)),
                Instruction::Pair(a, b) if last == Some(code(a)) => Some(code(b)),
                Instruction::Pair(a, b) => (last == Some(code(b))).then(|| code(a)),
                Instruction::Any => legal.first().copied(),
                Instruction::Block => self.threatened(pos, &legal),
                Instruction::Lone(set) => {
                    let mut of_set =
                        legal.iter().filter(|mv| cells(set).iter().any(|&it| code(it) == **mv));
                    of_set.next().filter(|_| of_set.next().is_none()).copied()
                }
            };
            mv.filter(|mv| legal.contains(mv))
        });
        given.is_some_and(|mv| self.opponents(&self.game.play(pos, mv), list))
    }
}

impl Plain {
    /// The lowest move with which the opponent would have a four if the prover played the lowest other move.
    fn threatened(&self, pos: &ConnectFourPosition, legal: &[Move]) -> Option<Move> {
        let his = Claim::wins(self.claim.prover().other());
        legal.iter().copied().find(|mv| {
            let Some(other) = legal.iter().find(|it| *it != mv) else { return false };
            let after = self.game.play(pos, *other);
            self.game.outcome(&after).is_none()
                && self.game.settled(&self.game.play(&after, *mv), &his) == Some(true)
        })
    }
}

/// Goals of all kinds for a prover with `own` stones against `opp`.
fn goals(geo: impl Geometry, s: Stones) -> Vec<Goal> {
    let most = geo.cells() / 2 + 1;
    let (own, opp) = (s.own.count_ones(), s.opp.count_ones());
    let wins = [own + 2, own + 4, most].map(|last| Goal::WinsBy(last.min(most)));
    let holds = [opp + 2, opp + 4, most + 1].map(|first| Goal::HoldsUntil(first.min(most + 1)));
    wins.into_iter().chain(holds).collect()
}

/// The stones as the player sees them who is not to move.
fn stones(pos: &Position) -> Stones {
    Stones { own: pos.opp(), opp: pos.me }
}

/// Cells of the board, one at random.
fn cell(geo: impl Geometry, rng: &mut Rng) -> u64 {
    let board = cells(geo.board());
    board[rng.below(board.len())]
}

fn random_list(geo: impl Geometry, rng: &mut Rng) -> Vec<Instruction> {
    let mut list = vec![Instruction::Win];
    for _ in 0..rng.below(6) {
        let (a, b) = (cell(geo, rng), cell(geo, rng));
        list.push(match rng.below(6) {
            0 => Instruction::Play(a),
            1 => Instruction::Reply(a, b),
            2 => Instruction::Block,
            3 => Instruction::Lone(a | b),
            4 => Instruction::Lone([geo.upper(), geo.lower()][rng.below(2)]),
            _ => Instruction::Pair(a, b),
        });
    }
    let last = [Instruction::Above, Instruction::Any];
    list.extend(last.into_iter().filter(|_| rng.chance(2, 3)));
    list
}

/// Random lists, which sometimes hold: the play-out, the list trimmed, and the mirror image.
fn random_lists(geo: impl Geometry, count: usize, least: usize) -> [usize; 2] {
    let mut rng = Rng::new(61);
    let mut out = PlayOut::new(geo);
    let mut seen = [0; 2];
    for pos in random_positions(geo, &mut rng, count, least) {
        let s = stones(&pos);
        for goal in goals(geo, s) {
            let list = random_list(geo, &mut rng);
            let mut plain = Plain::new(geo, &pos, goal);
            let shows = plain.shows(&untwin(&pos), &list);
            let context = format!("{geo:?} {pos:x?} {goal:?} {list:x?}");
            assert_eq!(out.shows(s, &list, goal, CAP), shows, "{context}");
            seen[usize::from(shows)] += 1;
            if shows {
                let trimmed = out.trimmed(&list);
                assert!(plain.shows(&untwin(&pos), &trimmed), "{context} {trimmed:x?}");
            }
            let mirror = |cells| geo.mirror(cells);
            let image = Stones { own: mirror(s.own), opp: mirror(s.opp) };
            // `any` takes the lowest code, which the mirror image exchanges.
            if !list.contains(&Instruction::Any) {
                let list = mirrored_list(geo, &list);
                assert_eq!(out.shows(image, &list, goal, CAP), shows, "{context}");
            }
        }
    }
    seen
}

#[test]
fn play_outs_agree_with_the_certificates_rule() {
    let seen = [
        random_lists(Grid::new(4, 4), 1500, 4),
        random_lists(Grid::new(5, 4), 1000, 8),
        random_lists(Grid::new(4, 5), 1000, 8),
        random_lists(Compiled::<5, 5>, 800, 13),
        random_lists(Grid::new(6, 5), 500, 20),
    ];
    assert!(seen.iter().all(|it| it[0] > 100 && it[1] > 100), "{seen:?}");
}

/// What the finder finds holds; how much it was.
fn found(geo: impl Geometry, count: usize, least: usize) -> usize {
    let mut rng = Rng::new(62);
    let mut out = PlayOut::new(geo);
    let mut lists = 0;
    for pos in random_positions(geo, &mut rng, count, least) {
        let s = stones(&pos);
        for goal in goals(geo, s) {
            let mut finder = Finder::new(geo);
            let Some(list) = finder.find(s, goal) else { continue };
            lists += 1;
            let shown = Plain::new(geo, &pos, goal).shows(&untwin(&pos), &list);
            assert!(shown, "{geo:?} {pos:x?} {goal:?} {list:x?}");
            assert!(out.shows(s, &list, goal, CAP), "{geo:?} {pos:x?} {list:x?}");
        }
    }
    lists
}

#[test]
fn lists_that_are_found_hold() {
    let lists = [
        found(Grid::new(4, 4), 1500, 0),
        found(Grid::new(5, 4), 1000, 4),
        found(Grid::new(4, 5), 1000, 4),
        found(Compiled::<5, 5>, 800, 8),
        found(Grid::new(6, 5), 500, 14),
        found(Compiled::<7, 6>, 200, 26),
    ];
    assert!(lists.iter().all(|&it| it > 100), "{lists:?}");
}

/// What annealing finds holds; how much it was, and how much of it the finder does not find.
fn annealed(geo: impl Geometry, measure: Measure, count: usize, least: usize) -> [usize; 2] {
    let mut rng = Rng::new(64);
    let mut annealer = Annealer::new(geo, measure);
    let mut lists = [0; 2];
    for pos in random_positions(geo, &mut rng, count, least) {
        let s = stones(&pos);
        if geo.winning_cells(s.opp, s.all()) & geo.playable(s.all()) != 0 {
            continue;
        }
        for goal in goals(geo, s) {
            let first = [random_list(geo, &mut rng)];
            let found = annealer.find(s, goal, &first, 60);
            let again = Annealer::new(geo, measure).find(s, goal, &first, 60);
            assert_eq!(found.list, again.list, "{geo:?} {pos:x?} {goal:?}");
            let Some(list) = found.shown() else { continue };
            let context = format!("{geo:?} {pos:x?} {goal:?} {list:x?}");
            assert!(Plain::new(geo, &pos, goal).shows(&untwin(&pos), &list), "{context}");
            lists[0] += 1;
            lists[1] += usize::from(Finder::new(geo).find(s, goal).is_none());
        }
    }
    lists
}

#[test]
fn lists_by_annealing_hold_and_are_the_same_again() {
    for measure in [Measure::Plays, Measure::Parts] {
        let lists = [
            annealed(Grid::new(4, 4), measure, 300, 2),
            annealed(Grid::new(5, 4), measure, 200, 6),
            annealed(Grid::new(6, 5), measure, 100, 14),
            annealed(Compiled::<7, 6>, measure, 60, 20),
        ];
        assert!(lists.iter().all(|it| it[0] > 40 && it[1] > 8), "{measure:?} {lists:?}");
    }
}

/// The ways to answer every reply after which the prover does not settle the claim at once; `None` if
/// one has no way.
fn ways(geo: impl Geometry, s: Stones, goal: Goal) -> Option<Vec<Ways>> {
    let mut finder = Finder::new(geo);
    let replies = cells(geo.playable(s.all())).into_iter();
    let open = replies.filter(|&reply| settling(geo, s.reply(reply), goal) == 0);
    let answered = open.map(|reply| {
        let q = s.reply(reply);
        let lists = cells(sensible(geo, q)).into_iter().filter_map(|answer| {
            let list = finder.find(q.answer(answer), goal)?;
            Some((answer, list))
        });
        let lists: Vec<_> = lists.collect();
        (!lists.is_empty()).then_some((reply, lists))
    });
    answered.collect()
}

/// What the merger says holds; how many lists it merged and used again.
fn merged(geo: impl Geometry, count: usize, least: usize) -> [usize; 2] {
    let mut rng = Rng::new(63);
    let mut merger = Merger::new(geo, Tries::default());
    let mut lists = [0; 2];
    let mut last = None;
    for pos in random_positions(geo, &mut rng, count, least) {
        let s = stones(&pos);
        if geo.winning_cells(s.opp, s.all()) & geo.playable(s.all()) != 0 {
            continue;
        }
        for goal in goals(geo, s) {
            // Lists kept for another claim may serve: the play-out decides.
            let again = merger.reuse(s, goal);
            let ways = ways(geo, s, goal).unwrap_or_default();
            let new = if ways.is_empty() { None } else { merger.merge(s, goal, ways) };
            for (kind, list) in [&new, &again].into_iter().enumerate() {
                let Some(List { whole, .. }) = list else { continue };
                let whole = whole.list();
                lists[kind] += 1;
                let shown = Plain::new(geo, &pos, goal).shows(&untwin(&pos), &whole);
                assert!(shown, "{geo:?} {pos:x?} {goal:?} {whole:x?}");
                last = Some(whole);
            }
        }
    }
    assert!(last.is_some_and(|list| list[0] == Instruction::Win));
    lists
}

#[test]
fn merged_lists_hold() {
    let lists = [
        merged(Grid::new(4, 4), 800, 2),
        merged(Grid::new(5, 4), 600, 6),
        merged(Compiled::<5, 5>, 400, 11),
        merged(Grid::new(6, 5), 200, 16),
    ];
    assert!(lists.iter().all(|it| it[0] > 50 && it[1] > 50), "{lists:?}");
}

/// Two threats at once win with the next stone, which may be one too late for the claim.
#[test]
fn threats_that_come_too_late_are_not_found() {
    // Three in the bottom row with both ends free; the other side's stones lie on top.
    let row = |columns: [u32; 3], row: u32| columns.map(|column| 1 << (5 * column + row));
    let s = Stones { own: row([1, 2, 3], 0).iter().sum(), opp: row([1, 2, 3], 1).iter().sum() };
    let find = |goal| Finder::new(Grid::new(5, 4)).find(s, goal);
    assert_eq!(find(Goal::WinsBy(3)), None);
    assert_eq!(find(Goal::WinsBy(4)).unwrap(), [Instruction::Win]);
}
