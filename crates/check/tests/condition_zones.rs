//! Relevance zones: for each condition a false certificate that is accepted without it, made by hand and as small as may be.
//!
//! In all of them the prover is to lose its win to one reply, and that reply is said to be answered as another one is, of which the
//! prover makes the most. Brute force says that the prover does not win.

use std::collections::HashMap;

use crate::refused::needs;
use crate::support::{Lines, More, Stones, brute_force_win};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, PositionCode, ReplyBy, Section, Shown,
};
use quod_game::{Claim, Game, Goal, Move, Outcome, Player};

fn board(cells: usize, lines: &[&[u16]]) -> Lines {
    let lines = lines.iter().map(|it| it.to_vec()).collect();
    Lines { cells, lines, borders: Vec::new(), mirror: None, forbids: 0 }
}

fn set(cells: &[u32]) -> u64 {
    cells.iter().map(|cell| 1 << cell).sum()
}

/// The position after these replies and answers.
fn after(game: &Lines, pos: &Stones, moves: &[u32]) -> Stones {
    moves.iter().fold(*pos, |pos, &mv| game.play(&pos, Move(mv)))
}

fn threats(cells: &[u32]) -> Evidence {
    Evidence::LineThreats(cells.to_vec())
}

/// The prover plays, and that wins by this evidence.
fn plays(mv: u32, by: Evidence) -> Body {
    Body::Move { mv: Move(mv), shown: Shown::Evidence(by) }
}

/// The prover plays, and the next entry shows the rest.
fn goes_on(mv: u32, entry: u32) -> Body {
    Body::Move { mv: Move(mv), shown: Shown::Entry(Link { entry, map: 0 }) }
}

fn fills(mv: u32) -> Body {
    Body::Move { mv: Move(mv), shown: Shown::Settled }
}

fn to(mv: u32, entry: u32) -> Named {
    Named { mv: Move(mv), by: ReplyBy::Entry(Link { entry, map: 0 }) }
}

fn item(mv: u32, item: u32) -> Named {
    Named { mv: Move(mv), by: ReplyBy::Item(item) }
}

fn as_other(mv: u32) -> Evidence {
    Evidence::Zone(Move(mv))
}

/// All replies: the named ones, and by the last item the others.
fn replies(items: &[Evidence], named: &[Named]) -> Body {
    let mut named = named.to_vec();
    named.sort_by_key(|it| it.mv);
    Body::Replies {
        default: items.len().checked_sub(1).map(|it| it as u32),
        items: items.to_vec(),
        named,
    }
}

/// A certificate that the first entry's claim holds, or that of another entry.
fn certificate(game: &Lines, claim: Claim, root: usize, entries: &[(Stones, Body)]) -> Certificate {
    let entry = |(pos, body): &(Stones, Body)| {
        let position = PositionCode::Whole(game.encoding(pos));
        Entry { claim: 0, position, body: body.clone() }
    };
    let shown = Shown::Entry(Link { entry: root as u32, map: 0 });
    Certificate {
        game: game.name(),
        root: game.encoding(&entries[root].0),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        tables: Vec::new(),
        entries: entries.iter().map(entry).collect(),
    }
}

/// The same of a position in which the opponent is to move and the prover does not win.
fn false_win(game: &Lines, entries: &[(Stones, Body)]) -> Certificate {
    let prover = game.to_move(&entries[0].0).other();
    let won = brute_force_win(game, &entries[0].0, prover, &mut HashMap::new());
    assert!(!won, "true: {game:?} {:?}", entries[0].0);
    certificate(game, Claim::wins(prover), 0, entries)
}

/// The first player has a stone on 0, and two cells of which each makes two threats: 1 and 4. A second player's stone on 4
/// takes the one and threatens on 7, so that the other has to wait.
fn two_forks() -> (Lines, Stones) {
    (board(10, &[&[0, 1, 2], &[0, 1, 3], &[0, 4, 5], &[0, 4, 6], &[4, 7]]), [set(&[0]), 0])
}

#[test]
fn what_the_prover_turns_on_is_marked() {
    let (game, pos) = two_forks();
    let others = [as_other(8), Evidence::Exhaustive(3)];
    let root = (pos, replies(&others, &[to(8, 1), item(4, 0)]));
    let eight = after(&game, &pos, &[8]);
    // The line with 4 and 7 is open to the opponent where the replay begins.
    let by_threats = (eight, plays(1, threats(&[])));
    let cert = false_win(&game, &[root.clone(), by_threats]);
    needs("zone.begins", &game, &cert);
    needs("zone.outside", &game, &cert);
    // Nothing is known of what other evidence turns on.
    let by_search = (eight, plays(1, Evidence::Exhaustive(2)));
    needs("zone.other-evidence", &game, &false_win(&game, &[root.clone(), by_search]));
    // The same by entries: the line is open where the opponent is to move.
    let mut entries = vec![root, (eight, goes_on(1, 2))];
    let here = after(&game, &eight, &[1]);
    let legal = game.legal_moves(&here);
    entries.push((
        here,
        replies(&[], &legal.iter().zip(3..).map(|(mv, at)| to(mv.0, at)).collect::<Vec<_>>()),
    ));
    for mv in legal {
        entries.push((game.play(&here, mv), fills(if mv.0 == 2 { 3 } else { 2 })));
    }
    let cert = false_win(&game, &entries);
    needs("zone.lines", &game, &cert);
    needs("zone.inherited", &game, &cert);
}

/// On 1 the first player makes three threats, and the second one could take that cell.
#[test]
fn the_provers_move_is_marked() {
    let game = board(6, &[&[0, 1, 2], &[0, 1, 3], &[0, 1, 4]]);
    let pos = [set(&[0]), 0];
    let root = replies(&[as_other(5), Evidence::Exhaustive(3)], &[item(1, 0), to(5, 1)]);
    let five = (after(&game, &pos, &[5]), plays(1, threats(&[])));
    needs("zone.move", &game, &false_win(&game, &[(pos, root), five]));
}

/// The first player makes two threats on 1 or on 4, and both need 2.
#[test]
fn cells_on_which_the_prover_fills_a_line_are_marked() {
    let game = board(7, &[&[0, 1, 2], &[0, 1, 3], &[0, 4, 2], &[0, 4, 5]]);
    let pos = [set(&[0]), 0];
    let root = replies(&[as_other(6), Evidence::Exhaustive(3)], &[item(2, 0), to(6, 1)]);
    let six = (after(&game, &pos, &[6]), plays(1, threats(&[])));
    needs("zone.wins", &game, &false_win(&game, &[(pos, root), six]));
}

/// The first player has two forks after 1, on 4 or 5, and two others after 4. The second one takes 4.
#[test]
fn cells_of_forks_are_marked() {
    let ours: [&[u16]; 4] = [&[0, 1, 4, 6], &[0, 1, 4, 7], &[0, 1, 5, 6], &[0, 1, 5, 7]];
    let others: [&[u16]; 4] = [&[0, 4, 8, 10], &[0, 4, 8, 11], &[0, 4, 9, 10], &[0, 4, 9, 11]];
    let game = board(12, &[&ours[..], &others[..]].concat());
    let pos = [set(&[0]), 0];
    let mut named = vec![item(4, 0), to(8, 1)];
    named.extend([1, 5, 6, 7].map(|mv| item(mv, 1)));
    let root = replies(&[as_other(8), threats(&[4]), threats(&[1])], &named);
    let eight = (after(&game, &pos, &[8]), plays(1, threats(&[])));
    needs("zone.forks", &game, &false_win(&game, &[(pos, root), eight]));
}

/// The first player threatens on 2 by 1, and then twice by 3. If the second one has a stone on 4, its forced one on 2 threatens on 7.
#[test]
fn a_forced_stone_of_the_opponents_marks_its_lines() {
    let game = board(11, &[&[0, 1, 2], &[1, 3, 8], &[1, 3, 9], &[0, 4, 5], &[0, 4, 6], &[2, 4, 7]]);
    let pos = [set(&[0]), 0];
    let root = replies(&[as_other(10), Evidence::Exhaustive(5)], &[to(10, 1), item(4, 0)]);
    let ten = (after(&game, &pos, &[10]), plays(1, threats(&[3])));
    needs("zone.replied", &game, &false_win(&game, &[(pos, root), ten]));
}

/// The first player plays 1, and then has two forks, unless it gets a stone on 3, where its lines become too long. It can play
/// 0 as well, and then has two others. With a stone on 0 the second player forces 3 by 2.
pub fn too_long() -> (Lines, Stones) {
    let ours: [&[u16]; 4] = [&[12, 1, 4, 6], &[12, 1, 4, 7], &[12, 1, 5, 6], &[12, 1, 5, 7]];
    let others: [&[u16]; 5] =
        [&[12, 0, 8, 10], &[12, 0, 8, 11], &[12, 0, 9, 10], &[12, 0, 9, 11], &[0, 2, 3]];
    let mut game = board(13, &[&ours[..], &others[..]].concat());
    game.borders = vec![vec![3]; 4];
    (game, [set(&[12]), 0])
}

#[test]
fn after_an_idle_reply_and_the_fork_the_opponent_moves_once_more() {
    let (game, pos) = too_long();
    let mut named = vec![item(0, 0), to(8, 1)];
    named.extend((1..8).map(|mv| item(mv, 1)));
    let root = replies(&[as_other(8), threats(&[0]), threats(&[1])], &named);
    let eight = (after(&game, &pos, &[8]), plays(1, threats(&[])));
    needs("zone.idle-reply", &game, &false_win(&game, &[(pos, root), eight]));
}

/// The first player threatens on 2 and on 8 and then plays 9. The opponent would threaten on 12, but for its own stone on 13, with
/// which that line is too long.
#[test]
fn a_stone_that_makes_the_opponents_line_too_long_is_marked() {
    let mut game = board(
        16,
        &[
            &[2, 8, 12, 14],
            &[0, 1, 2],
            &[0, 3, 8],
            &[1, 3, 9, 10],
            &[1, 3, 9, 11],
            &[0, 4, 5],
            &[0, 4, 6],
            &[0, 4, 7],
        ],
    );
    game.borders = vec![vec![13]];
    let pos = [set(&[0, 15]), set(&[14])];
    let root = replies(&[as_other(13), threats(&[4])], &[to(13, 1), item(4, 0)]);
    let other = (after(&game, &pos, &[13]), plays(1, threats(&[3, 9])));
    needs("zone.borders", &game, &false_win(&game, &[(pos, root), other]));
}

/// The first player may not play 1, where it would make too many threats, unless the opponent has spoilt one of them.
#[test]
fn what_allows_a_move_of_the_provers_is_marked() {
    let ours: [&[u16]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 1, 8], &[0, 1, 9]];
    let others: [&[u16]; 3] = [&[0, 4, 5], &[0, 4, 6], &[0, 4, 7]];
    let game = board(10, &[&ours[..], &others[..]].concat()).forbidding(4);
    let pos = [set(&[0]), 0];
    let root = replies(&[as_other(2), Evidence::Exhaustive(3)], &[to(2, 1), item(4, 0)]);
    let two = (after(&game, &pos, &[2]), plays(1, threats(&[])));
    let cert = false_win(&game, &[(pos, root), two]);
    needs("zone.needs", &game, &cert);
    needs("zone.other-outside", &game, &cert);
}

/// The move on 1 is allowed as long as the opponent has an odd number of stones around it, and no rule says how long that is.
#[test]
fn a_move_that_need_not_stay_allowed_turns_on_everything() {
    let ours: [&[u16]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 1, 7], &[0, 1, 8]];
    let others: [&[u16]; 4] = [&[1, 4, 9], &[0, 1, 10], &[0, 4, 5], &[0, 4, 6]];
    let game = board(12, &[&ours[..], &others[..]].concat()).forbidding(4);
    let pos = [set(&[0, 11]), set(&[10])];
    let root = replies(&[as_other(5), Evidence::Exhaustive(3)], &[to(5, 1), item(4, 0)]);
    let five = (after(&game, &pos, &[5]), plays(1, threats(&[])));
    needs("zone.not-free", &game, &false_win(&game, &[(pos, root), five]));
}

/// The first player plays 12 and has two forks. If the second one has a stone on 5 it then threatens on 7 and on 13 by 6.
#[test]
fn a_cell_beside_a_reply_that_is_answered_as_another_is_marked() {
    let ours: [&[u16]; 6] =
        [&[12, 1, 2], &[12, 1, 3], &[12, 4, 8], &[12, 4, 9], &[0, 5, 10], &[0, 5, 11]];
    let theirs: [&[u16]; 2] = [&[5, 6, 7], &[5, 6, 13]];
    let game = board(14, &[&ours[..], &theirs[..]].concat());
    let pos = [set(&[0]), 0];
    let root = replies(
        &[as_other(11), threats(&[12]), threats(&[5])],
        &[item(5, 0), item(10, 1), to(11, 1)],
    );
    let eleven = after(&game, &pos, &[11]);
    let here = after(&game, &eleven, &[12]);
    let named = [to(1, 3), to(2, 4), to(3, 5), to(4, 6), to(8, 7), to(9, 8), to(10, 9)];
    let mut entries = vec![(pos, root), (eleven, goes_on(12, 2))];
    entries.push((here, replies(&[as_other(10)], &named)));
    for mv in [1, 2, 3, 4, 8, 9, 10] {
        let answer = plays(if mv < 4 { 4 } else { 1 }, threats(&[]));
        entries.push((after(&game, &here, &[mv]), answer));
    }
    needs("zone.beside", &game, &false_win(&game, &entries));
}

/// The first player, who is the opponent, may not block on 2 once it has a stone on 6, and may with one on 7.
#[test]
fn a_reply_that_is_forbidden_after_one_stone_may_be_allowed_after_another() {
    let game = board(8, &[&[0, 1, 2], &[0, 3, 4], &[2, 4, 1, 6], &[2, 4, 3, 6]]).forbidding(1);
    let pos = [set(&[5]), set(&[0])];
    let root = replies(&[as_other(6), Evidence::Exhaustive(3)], &[to(6, 1), item(7, 0)]);
    let six = after(&game, &pos, &[6]);
    let here = after(&game, &six, &[1]);
    let entries = [(pos, root), (six, goes_on(1, 2)), (here, replies(&[threats(&[])], &[]))];
    needs("zone.allowed", &game, &false_win(&game, &entries));
}

/// The first player wins at once, and scores unless the opponent has a stone on 3.
#[test]
fn zones_say_who_wins_and_not_by_how_much() {
    let lines = board(5, &[&[0, 1], &[0, 2]]);
    let pos = [set(&[0]), 0];
    let root = replies(&[as_other(4), Evidence::Exhaustive(1)], &[item(3, 0), to(4, 1)]);
    let four = (after(&lines, &pos, &[4]), fills(1));
    let claim = Claim { player: Player::First, goal: Goal::ScoreAtLeast(1) };
    let cert = certificate(&lines, claim, 0, &[(pos, root), four]);
    let game = More::scored(lines, |pos| i32::from(pos[1] & 0b1000 == 0));
    needs("zone.claim", &game, &cert);
}

/// Where links may go back, an entry's zone may be asked for before it is known.
#[test]
fn zones_are_known_from_the_last_entry_to_the_first() {
    let (lines, pos) = two_forks();
    assert!(!brute_force_win(&lines, &pos, Player::First, &mut HashMap::new()));
    let others = [as_other(8), as_other(9), Evidence::Exhaustive(3)];
    let root = replies(&others, &[item(4, 0), item(5, 1), to(8, 0), to(9, 2)]);
    let answer = |reply: u32| (after(&lines, &pos, &[reply]), plays(1, threats(&[])));
    let entries = [answer(8), (pos, root), answer(9)];
    let cert = certificate(&lines, Claim::wins(Player::First), 1, &entries);
    let game = More::repeating(lines, Outcome::win(Player::First));
    needs("zone.no-cycle", &game, &cert);
}
