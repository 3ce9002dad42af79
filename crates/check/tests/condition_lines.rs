//! Line threats and pairings: for conditions that random play seldom shows to be needed, false certificates made by hand.

use std::collections::HashMap;

use crate::refused::needs;
use crate::support::{Lines, More, Stones, brute_force_win, by_evidence, by_list};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Instruction, Link, Named, PositionCode, ReplyBy, Shown,
};
use quod_game::{Claim, Game, Goal, Move, Player};

const FIRST: Player = Player::First;

fn board(cells: usize, lines: &[&[u16]]) -> Lines {
    let lines = lines.iter().map(|it| it.to_vec()).collect();
    Lines { cells, lines, borders: Vec::new(), mirror: None, forbids: 0 }
}

fn set(cells: &[u32]) -> u64 {
    cells.iter().map(|cell| 1 << cell).sum()
}

fn first_wins(game: &Lines, pos: &Stones) -> bool {
    brute_force_win(game, pos, FIRST, &mut HashMap::new())
}

fn second_wins(game: &Lines, pos: &Stones) -> bool {
    brute_force_win(game, pos, Player::Second, &mut HashMap::new())
}

/// The first player has a fork on 1, and wins; nobody scores.
#[test]
fn threats_say_who_wins_and_not_by_how_much() {
    let lines = board(6, &[&[0, 1, 2], &[0, 1, 3]]);
    let pos = [set(&[0]), set(&[4])];
    assert!(first_wins(&lines, &pos));
    let claim = Claim { player: FIRST, goal: Goal::ScoreAtLeast(1) };
    let cert = by_evidence(&lines, claim, &pos, Evidence::LineThreats(vec![1]));
    needs("threats.claim", &More::scored(lines, |_| 0), &cert);
}

/// That the first player wins by these threats, which is false.
fn false_threats(name: &str, game: &Lines, pos: Stones, cells: &[u32]) {
    assert!(!first_wins(game, &pos), "{name}");
    let evidence = Evidence::LineThreats(cells.to_vec());
    needs(name, game, &by_evidence(game, Claim::wins(FIRST), &pos, evidence));
}

#[test]
fn what_is_asked_of_a_step_is_needed() {
    // The second player has filled its line, and the first could fill one.
    let over = board(5, &[&[0, 1, 2], &[3, 4]]);
    false_threats("threats.not-over", &over, [set(&[0, 1]), set(&[3, 4])], &[]);
    // The second player is to move and fills a line; the first could fill two.
    let late = board(6, &[&[0, 1], &[0, 2], &[3, 4]]);
    false_threats("threats.defender-wins", &late, [set(&[0, 5]), set(&[3])], &[]);
    // Two lines, to be filled on the same cell; two lines that lack the same two cells, in two places.
    let same = board(5, &[&[0, 1], &[2, 1]]);
    false_threats("threats.two-wins", &same, [set(&[0, 2]), set(&[3])], &[]);
    let twice = board(6, &[&[0, 1, 2], &[0, 1, 2], &[0, 3, 4], &[0, 3, 4]]);
    false_threats("threats.fork", &twice, [set(&[0]), 0], &[]);
    // The first player may not play 1, where it would make two threats.
    let forbidden = board(6, &[&[0, 1, 2], &[0, 1, 3]]).forbidding(2);
    false_threats("threats.free", &forbidden, [set(&[0]), set(&[4])], &[1]);
    // The second player takes the fork.
    let fork = board(5, &[&[0, 1, 2], &[0, 1, 3]]);
    false_threats("threats.reply-fork", &fork, [set(&[0]), 0], &[]);
    // There are two forks; but by 2 the second player forces 3, with which the first one's lines are too long.
    let ours: [&[u16]; 4] = [&[0, 4, 6], &[0, 4, 7], &[0, 5, 6], &[0, 5, 7]];
    let mut long = board(8, &[&ours[..], &[&[2, 3]]].concat());
    long.borders = vec![vec![3]; 4];
    false_threats("threats.reply-four", &long, [set(&[0]), 0], &[]);
}

/// One replay answers for a reply that is idle, and for another that is not.
#[test]
fn a_reply_that_a_step_turns_on_is_set_apart() {
    let served = |name: &str, game: &Lines, reply: u32| {
        let pos = [set(&[0]), 0];
        assert!(!first_wins(game, &pos), "{name}");
        let items = vec![Evidence::LineThreats(vec![1]), Evidence::Exhaustive(3)];
        let named = [reply, 8].map(|mv| Named { mv: Move(mv), by: ReplyBy::Item(0) }).to_vec();
        let body = Body::Replies { items, default: Some(1), named };
        needs(name, game, &by_replies(game, &pos, body));
    };
    // It takes the cell of the next move.
    let taken = board(9, &[&[0, 1, 2], &[0, 1, 3], &[0, 1, 4]]);
    served("apart.step", &taken, 1);
    // It takes another fork, and threatens on 7.
    let forks = board(9, &[&[0, 1, 2], &[0, 1, 3], &[0, 4, 5], &[0, 4, 6], &[4, 7]]);
    served("apart.near", &forks, 4);
}

/// The first player may not play 1 or 5, where it would make three threats. With a stone more on 2, which the second one has
/// taken, it would fill a line there, and filling a line is not forbidden.
///
/// (Where nothing is forbidden this condition only forbids detours: a fork that is there after a move on a taken cell was there
/// before it, and wins at once.)
#[test]
fn a_threat_on_a_taken_cell_may_allow_another_move() {
    let forks: [&[u16]; 6] =
        [&[0, 1, 4], &[0, 1, 6], &[0, 1, 7], &[0, 5, 8], &[0, 5, 9], &[0, 5, 10]];
    let filled: [&[u16]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 5, 2], &[0, 5, 3]];
    let game = board(12, &[&forks[..], &filled[..]].concat()).forbidding(3);
    let pos = [set(&[0, 11]), set(&[2, 3])];
    false_threats("threats.empty", &game, pos, &[2]);
}

/// The first player plays 1, and then has two forks, unless it gets a stone on 3, where its lines become too long. It can play
/// 0 as well, and then has two others. With a stone on 0 the second player forces 3 by 2.
#[test]
fn a_free_reply_may_be_a_threat_with_the_reply_before_it() {
    let ours: [&[u16]; 4] = [&[12, 1, 4, 6], &[12, 1, 4, 7], &[12, 1, 5, 6], &[12, 1, 5, 7]];
    let others: [&[u16]; 5] =
        [&[12, 0, 8, 10], &[12, 0, 8, 11], &[12, 0, 9, 10], &[12, 0, 9, 11], &[0, 2, 3]];
    let mut game = board(13, &[&ours[..], &others[..]].concat());
    game.borders = vec![vec![3]; 4];
    let pos = [set(&[12]), 0];
    assert!(!first_wins(&game, &pos));
    let items = vec![Evidence::LineThreats(vec![1]), Evidence::LineThreats(vec![0])];
    let named = (1..8).map(|mv| Named { mv: Move(mv), by: ReplyBy::Item(1) }).collect();
    let cert = by_replies(&game, &pos, Body::Replies { items, default: Some(0), named });
    needs("threats.reply-enabled", &game, &cert);
}

fn by_replies(game: &Lines, pos: &Stones, body: Body) -> Certificate {
    let mut cert = by_evidence(game, Claim::wins(FIRST), pos, Evidence::Exhaustive(0));
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 0 });
    let position = PositionCode::Whole(game.encoding(pos));
    cert.entries.push(Entry { claim: 0, position, body });
    cert
}

fn pair(a: u32, b: u32) -> Instruction {
    Instruction::Pair(Move(a), Move(b))
}

/// The second player is to move, and wins; and the first is said not to lose by these pairs.
fn false_pairs(name: &str, game: &Lines, pos: Stones, pairs: &[Instruction]) {
    assert!(second_wins(game, &pos), "{name}");
    let list = [pairs, &[Instruction::Any]].concat();
    needs(name, game, &by_list(game, Claim::does_not_lose(FIRST), &pos, &list));
}

#[test]
fn what_is_asked_of_pairs_in_games_of_lines_is_needed() {
    // One cell cannot answer two.
    let two = board(4, &[&[0, 1], &[0, 2]]);
    false_pairs("pairs.different", &two, [set(&[3]), 0], &[pair(0, 1), pair(0, 2)]);
    // Half of the pair is taken, and half of the line.
    let one = board(4, &[&[0, 1]]);
    let half = [set(&[2, 3]), set(&[0])];
    false_pairs("pairs.empty", &one, half, &[pair(0, 1)]);
    false_pairs("pairs.lines", &one, half, &[]);
    // The first player may not answer on 1, where it would have another line.
    let game = board(6, &[&[0, 1], &[1, 2, 3], &[1, 4, 5]]).forbidding(1);
    let pos = [set(&[3, 5]), set(&[4])];
    false_pairs("pairs.allowed", &game, pos, &[pair(0, 1)]);
}
