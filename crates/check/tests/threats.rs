//! Line threats are equal to reply trees: what they show is true, and a reply tree shows it too.
//!
//! Compared on random boards, lines, positions and lists of cells with a plain replay made from the
//! document (no counts, every line looked at anew) and with brute force.

use std::collections::HashMap;

use crate::agreed::check;
use crate::support::{Lines, Stones, accepted, brute_force_win, by_evidence};
use quod_cert::{
    Body, Entry, Evidence, Link, Named, PositionCode, Reason, ReplyBy, Shown, TreeNode,
};
use quod_check::Limits;
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Move, Player};

fn empty(game: &Lines, pos: &Stones) -> impl Iterator<Item = u32> + use<> {
    let taken = pos[0] | pos[1];
    (0..game.cells as u32).filter(move |cell| taken >> cell & 1 == 0)
}

fn completions(game: &Lines, pos: &Stones, player: Player) -> Vec<u32> {
    let completes = |cell: &u32| game.filled(pos[player.index()] | 1 << cell);
    empty(game, pos).filter(completes).collect()
}

/// Section 4.2 step by step, but against every reply. If the attacker wins, the reply tree that says
/// how is appended.
fn replay(
    game: &Lines,
    pos: &Stones,
    attacker: Player,
    cells: &[u32],
    chosen: bool,
    nodes: &mut Vec<TreeNode>,
) -> bool {
    let attackers_move = game.to_move(pos) == attacker;
    let (mine, theirs) =
        (completions(game, pos, attacker), completions(game, pos, attacker.other()));
    let next = nodes.len() as u32;
    let with = |cell: u32| {
        let mut after = *pos;
        let mover = if attackers_move { attacker } else { attacker.other() };
        after[mover.index()] |= 1 << cell;
        after
    };
    let free = |cell: u32| game.free(pos, attacker, cell);
    let doubled = |cell: &u32| free(*cell) && completions(game, &with(*cell), attacker).len() > 1;
    if attackers_move {
        if let Some(&cell) = mine.first() {
            nodes.extend([TreeNode::Move(Move(cell)), TreeNode::End]);
            return true;
        }
        let own = |cell: &&u32| pos[attacker.index()] >> *cell & 1 == 1;
        let skipped = cells.iter().take_while(own).count();
        let (cell, rest) = match theirs.first() {
            Some(&block) => (block, cells),
            None => match (empty(game, pos).find(|it| chosen && doubled(it)), &cells[skipped..]) {
                (Some(cell), _) => (cell, &cells[..0]),
                (None, &[cell, ref rest @ ..]) => (cell, rest),
                (None, []) => return false,
            },
        };
        nodes.push(TreeNode::Move(Move(cell)));
        let legal = empty(game, pos).any(|it| it == cell) && free(cell);
        return legal && replay(game, &with(cell), attacker, rest, chosen, nodes);
    }
    if !theirs.is_empty() {
        return false;
    }
    if let [first, ref others @ ..] = mine[..] {
        // Whatever is not a block loses at once.
        let named = vec![(Move(first), next + 3)];
        nodes.push(TreeNode::Replies { default: Some(next + 1), named });
        nodes.extend([TreeNode::Move(Move(first)), TreeNode::End]);
        return match others {
            [] => replay(game, &with(first), attacker, cells, chosen, nodes),
            [second, ..] => {
                nodes.extend([TreeNode::Move(Move(*second)), TreeNode::End]);
                true
            }
        };
    }
    let threatens = |cell: u32| {
        let mut after = *pos;
        after[attacker.index()] |= 1 << cell;
        free(cell) && completions(game, &after, attacker).len() > 1
    };
    if !empty(game, pos).any(threatens) {
        return false;
    }
    let at = nodes.len();
    nodes.push(TreeNode::End);
    let mut named = Vec::new();
    for reply in empty(game, pos) {
        named.push((Move(reply), nodes.len() as u32));
        if !replay(game, &with(reply), attacker, cells, true, nodes) {
            return false;
        }
    }
    nodes[at] = TreeNode::Replies { default: None, named };
    true
}

/// The reply tree that says how the attacker wins, if he does and the cells exist.
fn tree(game: &Lines, pos: &Stones, attacker: Player, cells: &[u32]) -> Option<Vec<TreeNode>> {
    let mut nodes = Vec::new();
    let exist = cells.iter().all(|&cell| (cell as usize) < game.cells);
    (exist && replay(game, pos, attacker, cells, false, &mut nodes)).then_some(nodes)
}

/// What was shown and what refused, and how.
#[derive(Default, Debug)]
struct Tally {
    shown: usize,
    /// With more than eight nodes in the reply tree.
    long: usize,
    /// With a reply that is not forced, and with several in one play.
    free: usize,
    refused: usize,
}

/// Compares the checker with the plain replay and with the truth, on some lists of cells.
fn compare(game: &Lines, pos: &Stones, threes: &[u32], rng: &mut Rng, tally: &mut Tally) {
    let mut known = [HashMap::new(), HashMap::new()];
    for _ in 0..60 {
        let attacker = Player::BOTH[rng.below(2)];
        let claim = match rng.chance(1, 2) {
            true => Claim::wins(attacker),
            false => Claim::does_not_lose(attacker),
        };
        let first = threes.get(rng.below(2 * threes.len() + 1));
        let mut cells: Vec<u32> = first.into_iter().copied().collect();
        for _ in 0..rng.below(5) {
            let outside = rng.chance(1, 50);
            cells.push(rng.below(game.cells + usize::from(outside)) as u32);
        }
        let evidence = Evidence::LineThreats(cells.clone());
        let cert = by_evidence(game, claim, pos, evidence);
        let result = check(game, &cert, &Limits::default()).map_err(|it| it.reason);
        let Some(nodes) = tree(game, pos, attacker, &cells) else {
            assert_eq!(result, Err(Reason::EvidenceFails), "{cells:?} {pos:?} {game:?}");
            tally.refused += 1;
            continue;
        };
        assert!(result.is_ok(), "{result:?} {cells:?} {pos:?} {game:?}");
        let truth = brute_force_win(game, pos, attacker, &mut known[attacker.index()]);
        assert!(truth, "false: {cells:?} {pos:?} {game:?}");
        tally.shown += 1;
        tally.long += usize::from(nodes.len() > 8);
        let free = |it: &TreeNode| matches!(it, TreeNode::Replies { default: None, .. });
        tally.free += usize::from(nodes.iter().any(free));
        let tree = Evidence::ReplyTree(nodes);
        accepted(game, &by_evidence(game, Claim::wins(attacker), pos, tree.clone()));
        accepted(game, &by_evidence(game, claim, pos, tree));
    }
}

#[test]
fn line_threats_show_what_a_reply_tree_shows_and_nothing_false() {
    let mut rng = Rng::new(21);
    let mut tally = Tally::default();
    for round in 0..1500 {
        let cells = 6 + rng.below(6);
        let game = match round % 5 {
            0 => Lines::three(),
            1 => Lines::straight([2, 3, 3], 3),
            2 => Lines::straight([2, 4, 4], 4),
            3 => Lines::random(cells, &mut rng),
            _ => Lines::random_bordered(cells, &mut rng),
        };
        let pos = game.random_position(9, &mut rng);
        if game.legal_moves(&pos).len() <= 9 && game.outcome(&pos).is_none() {
            compare(&game, &pos, &[], &mut rng, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.shown > 5_000 && tally.long > 100 && tally.refused > 20_000);
}

/// The cells on which the player to move threatens to have two completions, where nobody has any yet.
fn threes(game: &Lines, pos: &Stones) -> Vec<u32> {
    let mover = game.to_move(pos);
    let with = |pos: &Stones, cell: u32| {
        let mut after = *pos;
        after[mover.index()] |= 1 << cell;
        after
    };
    if Player::BOTH.into_iter().any(|it| !completions(game, pos, it).is_empty()) {
        return Vec::new();
    }
    let doubled = |pos: &Stones| {
        empty(game, pos).any(|it| completions(game, &with(pos, it), mover).len() > 1)
    };
    let threatens = |&cell: &u32| {
        let after = with(pos, cell);
        completions(game, &after, mover).is_empty() && doubled(&after)
    };
    if doubled(pos) { Vec::new() } else { empty(game, pos).filter(threatens).collect() }
}

/// What was compared on boards of rows in positions with threats that leave several replies; the games are of so many
/// kinds, each made from its number, rows, columns and the length of a line.
fn with_free_replies<const KINDS: usize>(
    seed: u64,
    positions: usize,
    game: impl Fn(usize, [usize; 3], usize) -> Lines,
) -> [Tally; KINDS] {
    let mut rng = Rng::new(seed);
    let mut tallies = [(); KINDS].map(|()| Tally::default());
    let mut compared = 0;
    while compared < positions {
        let (rows, columns, size) =
            [(4, 5, 3), (5, 5, 4), (6, 6, 4), (7, 5, 5)][compared / KINDS % 4];
        let kind = compared % KINDS;
        let game = game(kind, [1, rows, columns], size);
        let pos = game.random_position(14, &mut rng);
        let threes = threes(&game, &pos);
        if game.legal_moves(&pos).len() <= 14 && !threes.is_empty() {
            compare(&game, &pos, &threes, &mut rng, &mut tallies[kind]);
            compared += 1;
        }
    }
    println!("{tallies:?}");
    tallies
}

/// The same by freestyle, and where a longer row does not win.
#[test]
fn threats_with_free_replies_show_nothing_false() {
    let tallies = with_free_replies::<2>(23, 160, |kind, extents, size| match kind {
        0 => Lines::straight(extents, size),
        _ => Lines::exactly(extents, size),
    });
    for tally in tallies {
        assert!(tally.shown > 100 && tally.free > 50 && tally.refused > 1_000, "{tally:?}");
    }
}

#[test]
fn threats_show_nothing_false_where_moves_are_forbidden() {
    let [tally] =
        with_free_replies(24, 80, |_, extents, size| Lines::exactly(extents, size).forbidding(8));
    assert!(tally.shown > 100 && tally.free > 50 && tally.refused > 1_000, "{tally:?}");
    let (mut rng, mut tally) = (Rng::new(25), Tally::default());
    for _ in 0..300 {
        let cells = 6 + rng.below(6);
        let game = Lines::random_bordered(cells, &mut rng).forbidding(3);
        let pos = game.random_position(9, &mut rng);
        if game.legal_moves(&pos).len() <= 9 && game.outcome(&pos).is_none() {
            compare(&game, &pos, &[], &mut rng, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.shown > 500 && tally.refused > 2_000, "{tally:?}");
}

/// One board serves a whole check: what a replay leaves behind must not show in the next one.
#[test]
fn replays_do_not_disturb_one_another() {
    let mut rng = Rng::new(22);
    let game = Lines::straight([1, 4, 4], 3);
    let mut entries = Vec::new();
    let mut expected = Vec::new();
    while entries.len() < 300 {
        let pos = game.random_position(10, &mut rng);
        if game.to_move(&pos) == Player::First {
            continue;
        }
        // One list of cells as the default; replies that it does not answer are named, answered by
        // another list or by none.
        let lists: Vec<Vec<u32>> =
            (0..3).map(|_| (0..3).map(|_| rng.below(16) as u32).collect()).collect();
        let mut named = Vec::new();
        let mut all = true;
        for mv in game.legal_moves(&pos) {
            let child = game.play(&pos, mv);
            let answers = |list: &Vec<u32>| tree(&game, &child, Player::First, list).is_some();
            if game.outcome(&child).is_some() {
                all = false;
            } else if !answers(&lists[0]) {
                let item = lists.iter().position(answers);
                all &= item.is_some();
                named.push(Named { mv, by: ReplyBy::Item(item.unwrap_or(0) as u32) });
            }
        }
        let items = lists.into_iter().map(Evidence::LineThreats).collect();
        let body = Body::Replies { items, default: Some(0), named };
        let entry = Entry { claim: 0, position: PositionCode::Whole(game.encoding(&pos)), body };
        if all && !entries.contains(&entry) {
            entries.push(entry);
        } else if !all {
            expected.push(entry);
        }
    }
    let mut seen = HashMap::new();
    entries.retain(|entry| {
        let PositionCode::Whole(bytes) = &entry.position else { return false };
        seen.insert(bytes.clone(), ()).is_none()
    });
    let PositionCode::Whole(root) = entries[0].position.clone() else { unreachable!() };
    let mut cert =
        by_evidence(&game, Claim::wins(Player::First), &game.start(), Evidence::Unknown(0));
    cert.root = root;
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 0 });
    cert.entries = entries;
    accepted(&game, &cert);
    for wrong in expected.into_iter().take(200) {
        let mut cert = cert.clone();
        if cert.entries.iter().all(|it| it.position != wrong.position) {
            cert.entries.push(wrong);
            assert!(check(&game, &cert, &Limits::default()).is_err());
        }
    }
}
