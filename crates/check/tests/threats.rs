//! Line threats are equal to reply trees: what they show is true, and a reply tree shows it too.
//!
//! Compared on random boards, lines, positions and lists of cells with a plain replay made from the
//! document (no counts, every line looked at anew) and with brute force.

mod support;

use std::collections::HashMap;

use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, PositionCode, Reason, ReplyBy, Section, Shown,
    TreeNode,
};
use quod_check::{Limits, check};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Move, Player};
use support::{Lines, Stones, accepted, brute_force_win};

fn completions(game: &Lines, pos: &Stones, player: Player) -> Vec<u32> {
    let empty = |cell: &u32| (pos[0] | pos[1]) >> cell & 1 == 0;
    let completes = |cell: &u32| {
        let with = pos[player.index()] | 1 << cell;
        game.lines.iter().any(|line| {
            line.contains(&(*cell as u16)) && line.iter().all(|&other| with >> other & 1 == 1)
        })
    };
    (0..game.cells as u32).filter(|cell| empty(cell) && completes(cell)).collect()
}

/// Section 4.2 step by step. If the attacker wins, the reply tree that says how.
fn replay(game: &Lines, start: &Stones, attacker: Player, cells: &[u32]) -> Option<Vec<TreeNode>> {
    let mut nodes = Vec::new();
    let mut pos = *start;
    let mut plan = cells.iter().copied();
    if cells.iter().any(|&cell| cell as usize >= game.cells) {
        return None;
    }
    loop {
        let mine = completions(game, &pos, attacker);
        let next = nodes.len() as u32;
        let cell = if game.to_move(&pos) == attacker {
            if let Some(&cell) = mine.first() {
                nodes.extend([TreeNode::Move(Move(cell)), TreeNode::End]);
                return Some(nodes);
            }
            let cell = plan.find(|cell| pos[attacker.index()] >> cell & 1 == 0)?;
            nodes.push(TreeNode::Move(Move(cell)));
            cell
        } else {
            if !completions(game, &pos, attacker.other()).is_empty() {
                return None;
            }
            // Whatever is not a block loses at once.
            let named = vec![(Move(mine[..].first().copied()?), next + 3)];
            nodes.push(TreeNode::Replies { default: Some(next + 1), named });
            nodes.extend([TreeNode::Move(Move(mine[0])), TreeNode::End]);
            if let Some(&second) = mine.get(1) {
                nodes.extend([TreeNode::Move(Move(second)), TreeNode::End]);
                return Some(nodes);
            }
            mine[0]
        };
        if (pos[0] | pos[1]) >> cell & 1 == 1 {
            return None;
        }
        pos = game.play(&pos, Move(cell));
        if game.legal_moves(&pos).is_empty() {
            return None;
        }
    }
}

fn by_evidence(game: &Lines, pos: &Stones, claim: Claim, evidence: Evidence) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: Shown::Evidence(evidence) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    }
}

#[test]
fn line_threats_show_what_a_reply_tree_shows_and_nothing_false() {
    let mut rng = Rng::new(21);
    let (mut shown, mut long, mut refused) = (0, 0, 0);
    for round in 0..1500 {
        let game = match round % 4 {
            0 => Lines::three(),
            1 => Lines::straight([2, 3, 3], 3),
            2 => Lines::straight([2, 4, 4], 4),
            _ => {
                let cells = 6 + rng.below(6);
                Lines::random(cells, &mut rng)
            }
        };
        let pos = game.random_position(9, &mut rng);
        if game.legal_moves(&pos).len() > 9 {
            continue;
        }
        let mut known = [HashMap::new(), HashMap::new()];
        for _ in 0..60 {
            let attacker = Player::BOTH[rng.below(2)];
            let claim = match rng.chance(1, 2) {
                true => Claim::wins(attacker),
                false => Claim::does_not_lose(attacker),
            };
            let mut cells: Vec<u32> = Vec::new();
            for _ in 0..rng.below(5) {
                let outside = rng.chance(1, 50);
                cells.push(rng.below(game.cells + usize::from(outside)) as u32);
            }
            let expected = replay(&game, &pos, attacker, &cells);
            let evidence = Evidence::LineThreats(cells.clone());
            let cert = by_evidence(&game, &pos, claim, evidence);
            let result = check(&game, &cert, &Limits::default()).map_err(|it| it.reason);
            match expected {
                None => {
                    assert_eq!(result, Err(Reason::EvidenceFails), "{cells:?} {pos:?} {game:?}");
                    refused += 1;
                }
                Some(nodes) => {
                    assert!(result.is_ok(), "{result:?} {cells:?} {pos:?} {game:?}");
                    let truth =
                        brute_force_win(&game, &pos, attacker, &mut known[attacker.index()]);
                    assert!(truth, "false: {cells:?} {pos:?} {game:?}");
                    long += usize::from(nodes.len() > 8);
                    let tree = Evidence::ReplyTree(nodes);
                    accepted(&game, &by_evidence(&game, &pos, Claim::wins(attacker), tree.clone()));
                    accepted(&game, &by_evidence(&game, &pos, claim, tree));
                    shown += 1;
                }
            }
        }
    }
    println!("{shown} shown, {long} of them long, {refused} refused");
    assert!(shown > 5_000 && long > 100 && refused > 20_000);
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
            let answers = |list: &Vec<u32>| replay(&game, &child, Player::First, list).is_some();
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
        by_evidence(&game, &game.start(), Claim::wins(Player::First), Evidence::Unknown(0));
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
