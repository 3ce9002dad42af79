//! Every condition of lemma (3) in `docs/trust.md`, section 6, is needed: entries of Go-Moku in which exactly one of the
//! replies served together fails, and a replay that leaves one condition out does not see it.
//!
//! The entries stand in `golden/certificates/one-reply-fails.txt`, which the Python checker's tests read as well.

use quod_check::threats::{Question, Replays};
use quod_game::{Game, Move, Player};
use quod_rules::{InARow, Rule};

const ENTRIES: &str = include_str!("../../../golden/certificates/one-reply-fails.txt");

/// Go-Moku on a board of 9×9; cells are bits.
const SIZE: i32 = 9;

fn bits(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set > 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// What comes next, and the cells it is for.
enum Step {
    Won(u128),
    Put(u128),
    Choose(u128),
}

#[derive(Clone, Copy)]
struct Play {
    mine: u128,
    theirs: u128,
    my_turn: bool,
    next: usize,
    chosen: bool,
    covers: u128,
}

impl Play {
    /// With one more stone of the defender's, standing for itself.
    fn after(self, cell: u32) -> Play {
        Play { theirs: self.theirs | 1 << cell, covers: 0, ..self }
    }
}

/// A replay written from trust.md, in which conditions can be left out.
struct Replay {
    lines: Vec<[u128; 2]>,
    with_borders: bool,
    with_enabled: bool,
}

impl Replay {
    fn new(rule: Rule) -> Replay {
        let cell = |(row, column): (i32, i32)| {
            let inside = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
            if inside { 1 << (SIZE * row + column) } else { 0 }
        };
        let mut lines = Vec::new();
        for start in 0..SIZE * SIZE {
            for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let place = |n| cell((start / SIZE + n * up, start % SIZE + n * right));
                let line: u128 = (0..5).map(place).sum();
                let border = if rule == Rule::Standard { place(-1) | place(5) } else { 0 };
                lines.extend((line.count_ones() == 5).then_some([line, border]));
            }
        }
        Replay { lines, with_borders: true, with_enabled: true }
    }

    /// The lines of which a player lacks so many cells, with their borders, and those cells.
    fn lacking(&self, mine: u128, theirs: u128, n: u32) -> impl Iterator<Item = ([u128; 2], u128)> {
        let gaps = self.lines.iter().map(move |it| (*it, it[0] & !mine));
        gaps.filter(move |([_, border], gap)| {
            gap.count_ones() == n && gap & theirs == 0 && border & mine == 0
        })
    }

    fn step(&self, play: &mut Play, list: &[u32]) -> Option<Step> {
        let ends = |mine, theirs| self.lacking(mine, theirs, 1).fold(0, |set, it| set | it.1);
        let (wins, threats) = (ends(play.mine, play.theirs), ends(play.theirs, play.mine));
        let pairs: Vec<u128> = self.lacking(play.mine, play.theirs, 2).map(|it| it.1).collect();
        let crossed = |a: &u128| pairs.iter().find(|&b| a != b && a & b != 0).map(|b| a | b);
        let fork = pairs.iter().find_map(crossed);
        let lowest = |set: u128| set & set.wrapping_neg();
        match (play.my_turn, wins, threats) {
            (true, 1.., _) => Some(Step::Won(lowest(wins))),
            (true, 0, 1..) => Some(Step::Put(lowest(threats))),
            (true, 0, 0) if play.chosen && fork.is_some() => fork.map(Step::Won),
            (true, 0, 0) => {
                let own = |&&cell: &&u32| play.mine >> cell & 1 == 1;
                play.next += list[play.next..].iter().take_while(own).count();
                let cell = 1 << *list.get(play.next)?;
                (cell & play.theirs == 0).then_some(Step::Put(cell))
            }
            (false, _, 1..) => None,
            (false, 0, 0) => fork.map(Step::Choose),
            (false, 1.., 0) if wins.is_power_of_two() => Some(Step::Put(wins)),
            (false, 1.., 0) => Some(Step::Won(lowest(wins) | lowest(wins & (wins - 1)))),
        }
    }

    /// Whether the attacker wins for every reply that the play stands for.
    fn holds(&self, play: Play, list: &[u32]) -> bool {
        let mut open = vec![play];
        while let Some(mut play) = open.pop() {
            loop {
                let step = self.step(&mut play, list);
                if play.covers != 0 {
                    let mut touched = match &step {
                        Some(Step::Won(cells) | Step::Put(cells) | Step::Choose(cells)) => *cells,
                        None => 0,
                    };
                    for n in 1..=2 {
                        for ([line, border], _) in self.lacking(play.theirs, play.mine, n) {
                            touched |= line | if self.with_borders { border } else { 0 };
                        }
                    }
                    open.extend(bits(play.covers & touched).map(|cell| play.after(cell)));
                    play.covers &= !touched;
                    if play.covers == 0 {
                        break;
                    }
                }
                match step {
                    None => return false,
                    Some(Step::Won(_)) => break,
                    Some(Step::Put(cell)) if play.my_turn => play.mine |= cell,
                    Some(Step::Put(cell)) => play.theirs |= cell,
                    Some(Step::Choose(fork)) => {
                        (play.my_turn, play.chosen) = (true, true);
                        self.choose(&play, fork, &mut open);
                        break;
                    }
                }
                play.my_turn = !play.my_turn;
            }
        }
        true
    }

    /// The plays after each free reply of the defender's.
    fn choose(&self, play: &Play, fork: u128, open: &mut Vec<Play>) {
        let pairs = self.lacking(play.theirs, play.mine, 2);
        let replies = pairs.fold(fork, |set, it| set | it.1);
        let covers = play.covers;
        open.extend(bits(replies).map(|cell| Play { covers, ..play.after(cell) }));
        if self.with_enabled {
            for (_, gap) in self.lacking(play.theirs, play.mine, 3) {
                for by in bits(gap & covers) {
                    let others = bits(gap & !(1 << by) & !replies);
                    open.extend(others.map(|cell| play.after(by).after(cell)));
                }
            }
        }
    }
}

/// An entry of the file.
struct Case {
    condition: &'static str,
    rule: Rule,
    position: &'static str,
    list: Vec<u32>,
    reply: Move,
}

fn cases() -> Vec<Case> {
    let number = |text: &str| text.parse().expect("a cell");
    let read = |line: &'static str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[condition, rule, position, list, reply] = &words[..] else { panic!("{line}") };
        let rule = if rule == "standard" { Rule::Standard } else { Rule::Freestyle };
        let list = list.split(',').map(number).collect();
        Case { condition, rule, position, list, reply: Move(number(reply)) }
    };
    ENTRIES.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

#[test]
fn each_condition_of_the_lemma_tells_a_reply_apart_that_no_other_does() {
    let mut seen = [0; 3];
    for case in cases() {
        let Case { condition, rule, position, list, reply } = &case;
        let game = InARow::gomoku(SIZE as usize, *rule, false).unwrap();
        let pos = game.parse_position(position).unwrap();
        assert_eq!(game.to_move(&pos), Player::Second, "{position}");
        let mut board = Replays::new(game.lines().expect("a game of lines"));
        let mut ours = |replies: &[Move]| {
            let child = game.play(&pos, replies[0]);
            let goes_on = |&mv: &Move| game.outcome(&game.play(&pos, mv)).is_none();
            let asked = Question {
                pos: &child,
                replies,
                attacker: Player::First,
                attackers_move: true,
                cells: list,
            };
            replies.iter().all(goes_on) && board.is_win(&asked, u64::MAX)
        };
        let cells = 0..(SIZE * SIZE) as u16;
        let stones = |player| {
            let own = cells.clone().filter(|&cell| {
                game.lines().is_some_and(|it| it.stone(&pos, cell) == Some(player))
            });
            own.map(|cell| 1u128 << cell).sum::<u128>()
        };
        let (mine, theirs) = (stones(Player::First), stones(Player::Second));
        let play = Play { mine, theirs, my_turn: true, next: 0, chosen: false, covers: 0 };
        let replay = Replay::new(*rule);
        // Alone, every reply is replayed as it stands.
        let legal = game.legal_moves(&pos);
        let (mut served, failing): (Vec<Move>, Vec<Move>) =
            legal.into_iter().partition(|&mv| ours(&[mv]));
        for &mv in &served {
            assert!(replay.holds(play.after(mv.0), list), "{position}: {mv:?}");
        }
        assert!(served.len() > 7 && failing.contains(reply), "{position}");
        assert!(!replay.holds(play.after(reply.0), list), "{position}");
        let together = |replay: &Replay, served: &[Move]| {
            let covers = served.iter().map(|mv| 1u128 << mv.0).sum();
            replay.holds(Play { covers, ..play }, list)
        };
        assert!(ours(&served), "{position}");
        assert!(together(&replay, &served), "{position}");
        served.push(*reply);
        assert!(!ours(&served) && !together(&replay, &served), "{position}");
        // With the condition left out the reply is overlooked.
        let mut loose = Replay::new(*rule);
        match *condition {
            "border" => loose.with_borders = false,
            _ => loose.with_enabled = false,
        }
        assert!(together(&loose, &served), "{position}");
        seen[usize::from(*condition != "border") + usize::from(*rule == Rule::Freestyle)] += 1;
    }
    // Freestyle has no borders.
    assert_eq!(seen, [8, 18, 15]);
}
