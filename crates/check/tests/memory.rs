//! A check takes 64 MB and 40 bytes for each byte of the file at most, whatever the file says.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::HashSet;

use quod_cert::{
    Body, Certificate, Connection, Entry, Evidence, Hexagon, Instruction, Lemma, Named, Part,
    PositionCode, Proof, Reason, ReplyBy, Section, Shown, Start, TreeNode, Way, parse_packed,
    read_packed,
};
use quod_check::{Limits, check};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Player};
use quod_rules::{Amazons, Chess, Hex, InARow, Rule, TicTacToe, Variant};
use support::{by_evidence, by_list, write};

/// Counts what this thread holds, and the most that it held.
struct Counting;

thread_local! {
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn change(bytes: isize) {
    let _ = HELD.try_with(|it| {
        let (held, most) = it.get();
        it.set((held + bytes, most.max(held + bytes)));
    });
}

// SAFETY: every call goes to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        change(layout.size() as isize);
        // SAFETY: as promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        change(-(layout.size() as isize));
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }

    // (Large blocks grow where they are, or by moving pages.)
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        change(size as isize - layout.size() as isize);
        // SAFETY: as promised by the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Checks a file and holds it to the bound; why it is rejected.
fn bounded<G: Game + ?Sized>(
    game: &G,
    name: &str,
    cert: Certificate,
    limits: &Limits,
) -> Option<Reason> {
    let file = write(&cert);
    drop(cert);
    HELD.set((0, 0));
    let bytes = file.clone();
    let packed = read_packed(&bytes);
    drop(bytes);
    let reason = match packed {
        Ok(packed) => check(game, &packed, limits).err().map(|it| it.reason),
        Err(reject) => Some(reject.reason),
    };
    let most = HELD.get().1 as usize;
    println!("{name}: {} bytes, at most {most}, {reason:?}", file.len());
    assert!(most <= 64_000_000 + 40 * file.len(), "{name}: {most} for {} bytes", file.len());
    reason
}

/// A derivation whose lemmas have all joins of seven ends with two classes, one of them as a part many times.
fn many_joins() -> Connection {
    let cells: Vec<Hexagon> = (0..7).map(|it| [2 * it, 0]).collect();
    let joins = (0..128u32).map(|set| (0..7).map(|at| (set >> at & 1) as u8).collect());
    let joins: Vec<Vec<u8>> = joins.filter(|join: &Vec<u8>| join[0] == 0).collect();
    let part = |lemma| Part { lemma, turn: 0, by: [0, 0] };
    let way = |parts: usize| Way { start: Start::Nothing, parts: vec![part(0); parts] };
    // The first holds: its stones are one chain.
    let row: Vec<Hexagon> = (0..7).map(|it| [it, 0]).collect();
    let first =
        Lemma { cells: row.clone(), borders: vec![], joins: joins.clone(), ways: vec![way(0)] };
    let second =
        Lemma { cells: row, borders: vec![], joins: joins.clone(), ways: vec![way(2_000)] };
    let third = Lemma { cells, borders: vec![], joins, ways: vec![way(0)] };
    Connection { lemmas: vec![first, second, third], root: way(0) }
}

fn worst_files<G: Game>(game: &G) {
    let limits = Limits { work: 4_000_000, ..Limits::default() };
    let (start, name) = (game.start(), game.name());
    let by = |claim, evidence| by_evidence(game, claim, &start, evidence);
    let first = Player::First;
    let wins = [Claim::wins(first), Claim::does_not_lose(first.other())];
    for claim in wins {
        // Every choice is the first one, and every position is remembered.
        bounded(
            game,
            &format!("{name} kind 6"),
            by(claim, Evidence::SolutionTree(vec![0; 200_000])),
            &limits,
        );
        // The prover plays the first move each time.
        bounded(
            game,
            &format!("{name} kind 4"),
            by_list(game, claim, &start, &[Instruction::Any]),
            &limits,
        );
        let list = vec![Instruction::Win; 300_000];
        bounded(
            game,
            &format!("{name} kind 4, long"),
            by_list(game, claim, &start, &list),
            &limits,
        );
        bounded(game, &format!("{name} kind 5"), by(claim, Evidence::Exhaustive(255)), &limits);
        let mut nodes = Vec::new();
        let mut pos = start.clone();
        while nodes.len() < 40_000 && game.outcome(&pos).is_none() {
            let mv = *game.legal_moves(&pos).last().expect("a move");
            nodes.push(match game.to_move(&pos) == claim.prover() {
                true => TreeNode::Move(mv),
                false => TreeNode::Replies { default: Some(nodes.len() as u32 + 1), named: vec![] },
            });
            pos = game.play(&pos, mv);
        }
        nodes.extend(vec![TreeNode::End; 300_000]);
        bounded(game, &format!("{name} kind 1"), by(claim, Evidence::ReplyTree(nodes)), &limits);
    }
}

#[test]
fn memory_is_bounded_for_evidence_of_every_kind() {
    // (Games by their types: by their names the checker would be compiled for all of them.)
    let size = |size| InARow::gomoku(size, Rule::Freestyle, false).expect("a board");
    let chess = Variant::parse("chess").and_then(Chess::variant).expect("chess");
    worst_files(&TicTacToe::new());
    worst_files(&size(19));
    worst_files(&chess);
    worst_files(&Amazons::new(10, 10).expect("a board"));
    worst_files(&Hex::new(14, 14, false).expect("a board"));
}

#[test]
fn joins_are_not_copied_for_each_part_that_names_them() {
    let game = support::Hexagons::hex(5, 5);
    let evidence = Evidence::Connection(Box::new(many_joins()));
    let cert = by_evidence(&game, Claim::wins(Player::First), &game.start(), evidence);
    let limits = Limits { work: 4_000_000, ..Limits::default() };
    assert_eq!(bounded(&game, "joins", cert, &limits), Some(Reason::WorkLimit));
}

#[test]
fn memory_is_bounded_for_entries_and_replies_that_are_answered_as_others() {
    let game = InARow::gomoku(15, Rule::Freestyle, false).expect("a board");
    // Positions after one move; every reply of the opponent's is answered as one of them.
    let (mut entries, mut seen) = (Vec::new(), HashSet::new());
    for first in game.legal_moves(&game.start()) {
        let pos = game.play(&game.start(), first);
        for second in game.legal_moves(&pos).into_iter().take(60) {
            let pos = game.play(&pos, second);
            for third in game.legal_moves(&pos).into_iter().take(2) {
                let pos = game.play(&pos, third);
                if !seen.insert(pos) {
                    continue;
                }
                let legal = game.legal_moves(&pos);
                let body = Body::Replies {
                    items: vec![Evidence::Zone(legal[0]), Evidence::Zone(legal[1])],
                    default: Some(0),
                    named: vec![
                        Named { mv: legal[0], by: ReplyBy::Item(1) },
                        Named { mv: legal[1], by: ReplyBy::Item(0) },
                    ],
                };
                entries.push(Entry {
                    claim: 0,
                    position: PositionCode::Whole(game.encoding(&pos)),
                    body,
                });
            }
        }
    }
    let cert = Certificate {
        game: game.name(),
        root: game.encoding(&game.start()),
        claims: vec![Claim::wins(Player::First)],
        sections: vec![Section { claim: 0, shown: Shown::Settled }],
        remark: String::new(),
        tables: Vec::new(),
        entries,
    };
    bounded(&game, "zones", cert, &Limits::default());
}

#[test]
fn a_remark_buys_neither_work_nor_memory() {
    let game = support::Lines::three();
    let mut cert =
        by_evidence(&game, Claim::wins(Player::First), &game.start(), Evidence::Exhaustive(9));
    let bytes = |cert: &Certificate| read_packed(&write(cert)).expect("written").stream_bytes();
    let before = bytes(&cert).expect("a file");
    cert.remark = " ".repeat(60);
    assert_eq!(bytes(&cert), Some(before));
}

#[test]
fn a_short_file_does_not_get_much_memory() {
    // Streams that promise as much as they can: every count as large as a number may be.
    let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    let head = [1, b'g', 0, 1, 0, 0, 0, 1, 0, 0, 0];
    let mut rng = Rng::new(33);
    for _ in 0..20_000 {
        let mut stream = head.to_vec();
        let keep = rng.below(head.len() + 1);
        stream.truncate(keep);
        for _ in 0..rng.below(100) {
            match rng.below(8) {
                0 => stream.extend(huge),
                1 => stream.push(200),
                _ => stream.push(rng.below(4) as u8),
            }
        }
        let stream_too = stream.clone();
        HELD.set((0, 0));
        let result = parse_packed(stream_too);
        let allocated = HELD.get().1 as usize;
        drop(result);
        assert!(allocated < 1_000 + 300 * stream.len(), "{allocated} for {} bytes", stream.len());
    }
}
