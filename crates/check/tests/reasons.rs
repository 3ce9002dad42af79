//! One test for each reason to reject. Every test starts from a certificate that is accepted and
//! changes one thing; the reasons that belong to the reader are provoked with bytes.

use crate::agreed::check;
use crate::support::{Graph, Lines, Prover, Stones, accepted, container, rejection, write};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, NamedTable, PositionCode, Proof, Reason,
    ReplyBy, Section, Shown, TreeNode, read_certificate, read_packed,
};
use quod_check::{Limits, require, statement, understand};
use quod_game::testkit::{Rng, reachable};
use quod_game::{Claim, Game, Goal, Move, Outcome, Player};
use quod_rules::{Awari, GrandSlam, Rest, Worth};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

/// Every reason has a test of this name in this file, or this fails.
#[test]
fn every_reason_has_a_test_that_provokes_it() {
    let source = include_str!("reasons.rs");
    for reason in Reason::ALL {
        let name = format!("fn certificate_with_{}_is_rejected()", reason.word().replace('-', "_"));
        assert!(source.contains(&name), "{name} is missing");
        let provoked = format!("Reason::{reason:?}");
        assert!(source.contains(&provoked), "{provoked} is never provoked");
    }
}

/// Tic-tac-toe after X 0, O 1: X wins. (X threatens at 3 or 4, then twice.)
fn won() -> (Lines, Stones, Certificate) {
    let game = Lines::three();
    let root = game.after(&[0, 1]);
    let mut prover = Prover::new(&game, reachable(&game, &game.start()), false);
    let cert = prover.prove(&root, &[Claim::wins(FIRST)], &mut Rng::new(5)).expect("X wins");
    accepted(&game, &cert);
    (game, root, cert)
}

/// A claim of X, one entry, the rest to be filled in: for positions near the end.
fn one_entry(game: &Lines, root: Stones, claim: Claim, body: Body) -> Certificate {
    let root = game.encoding(&root);
    Certificate {
        game: game.name(),
        root: root.clone(),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: to(0) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: vec![Entry { claim: 0, position: PositionCode::Whole(root), body }],
    }
}

fn to(entry: u32) -> Shown {
    Shown::Entry(Link { entry, map: 0 })
}

/// X has 0 1 and wins with 2; O has 3 4 and would win with 5.
fn mate(game: &Lines) -> Certificate {
    let body = Body::Move { mv: Move(2), shown: Shown::Settled };
    one_entry(game, game.after(&[0, 3, 1, 4]), Claim::wins(FIRST), body)
}

/// X has 0, 1, 3 and O 4, 8 with O to move: X completes 2 or 6. One default item does it, but for the
/// two blocks, which are named.
fn fork(game: &Lines) -> Certificate {
    let win = |cell| Evidence::ReplyTree(vec![TreeNode::Move(Move(cell)), TreeNode::End]);
    let named = vec![Named { mv: Move(2), by: ReplyBy::Item(1) }];
    let body = Body::Replies { items: vec![win(2), win(6)], default: Some(0), named };
    one_entry(game, game.after(&[0, 4, 1, 8, 3]), Claim::wins(FIRST), body)
}

#[test]
fn the_certificates_that_these_tests_change_are_accepted() {
    let game = Lines::three();
    accepted(&game, &mate(&game));
    accepted(&game, &fork(&game));
    assert!(won().2.entries.len() > 3);
}

fn reading(bytes: &[u8]) -> Reason {
    match read_certificate(bytes) {
        Err(reject) => reject.reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn certificate_with_not_a_certificate_is_rejected() {
    let mut bytes = write(&won().2);
    bytes[6] = b'\n'; // as a transfer in text mode would do
    assert_eq!(reading(&bytes), Reason::NotACertificate);
    assert_eq!(reading(b""), Reason::NotACertificate);
    assert_eq!(reading(b"QUOD"), Reason::NotACertificate);
}

#[test]
fn certificate_with_version_is_rejected() {
    let bytes = write(&won().2);
    for (at, value) in [(8, 2), (9, 1), (10, 1), (11, 255)] {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        assert_eq!(reading(&bytes), Reason::Version);
    }
}

#[test]
fn certificate_with_truncated_is_rejected() {
    let bytes = write(&won().2);
    for length in 8..bytes.len() {
        assert_eq!(reading(&bytes[..length]), Reason::Truncated, "{length} bytes");
    }
}

#[test]
fn certificate_with_checksum_is_rejected() {
    let bytes = write(&won().2);
    for at in [16, 20, 30, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        assert_eq!(reading(&bytes), Reason::Checksum, "byte {at}");
    }
    // Every CRC-32 is right, the SHA-256 is not.
    let mut other = container(b"stream", 2);
    let end = other.len() - 32;
    other.truncate(end);
    other.extend([0; 32]);
    assert_eq!(reading(&other), Reason::Checksum);
}

#[test]
fn certificate_with_end_mark_is_rejected() {
    let bytes = write(&won().2);
    let mark = bytes.len() - 40;
    for at in [mark, mark + 3, mark + 4, mark + 7] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x80;
        assert_eq!(reading(&bytes), Reason::EndMark, "byte {at}");
    }
    assert_eq!(reading(&[&bytes[..], b"\n"].concat()), Reason::EndMark);
    // An empty block and one that is too long.
    for length in [0, (1 << 20) + 1] {
        let mut bytes = bytes.clone();
        bytes[12..16].copy_from_slice(&u32::to_le_bytes(length));
        assert_eq!(reading(&bytes), Reason::EndMark, "block of {length}");
    }
}

#[test]
fn certificate_with_malformed_is_rejected() {
    // Game "g", no root, one claim, one section, no remark, no entries.
    let stream = [1, b'g', 0, 1, 0, 0, 0, 1, 0, 0, 0, 0];
    assert!(read_certificate(&container(&stream, 5)[..]).is_ok());
    // The tables of layer 5 of a game "h".
    let tables = [&[1, 1, b'h', 5][..], &[7; 32]].concat();
    let with_tables = [&stream[..], &tables].concat();
    assert!(read_certificate(&container(&with_tables, 5)[..]).is_ok());
    let change = |at: usize, with: &[u8]| [&stream[..at], with, &stream[at + 1..]].concat();
    // The section shown by a positional strategy.
    let with_list = |list: &[u8]| change(9, &[&[2, 4, list.len() as u8], list].concat());
    assert!(read_certificate(&container(&with_list(&[2, 0, 4, 1, 2]), 5)[..]).is_ok());
    let bad: &[(&str, Vec<u8>)] = &[
        ("nothing", stream[..11].to_vec()),
        ("no tables, and that in a byte", [&stream[..], &[0]].concat()),
        ("bytes left over", [&with_tables[..], &[0]].concat()),
        ("half a digest", with_tables[..30].to_vec()),
        ("two tables said and one there", [&stream[..], &[2], &tables[1..]].concat()),
        ("a table's number in two bytes too many", change(9, &[2, 3, 2, 0, 0])),
        ("no UTF-8", change(1, &[0xff])),
        ("a number in too many bytes", change(0, &[0x81, 0])),
        (
            "a number of 65 bits",
            change(0, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]),
        ),
        ("a text longer than the stream", change(0, &[12])),
        ("no claims", change(3, &[0])),
        ("a third player", change(4, &[2])),
        ("a ninth goal", change(5, &[8])),
        ("a win by 1", change(6, &[2])),
        (
            "a score of 2^31",
            [&stream[..5], &[2, 0x80, 0x80, 0x80, 0x80, 0x10], &stream[7..]].concat(),
        ),
        ("no sections", change(7, &[0])),
        ("a section of another claim", change(8, &[1])),
        ("a fourth way to show", change(9, &[3])),
        ("more entries than bytes", change(11, &[1])),
        ("a claim twice", [&stream[..3], &[2, 0, 0, 0, 0, 0, 0], &stream[7..]].concat()),
        ("a ninth instruction", with_list(&[1, 8])),
        ("ranks that end with 0", with_list(&[1, 7, 2, 1, 0])),
        ("ranks of 33 bytes", with_list(&[[1, 7, 33].to_vec(), vec![1; 33]].concat())),
        ("a reply without an answer", with_list(&[1, 3, 0])),
        ("more instructions than bytes", with_list(&[2, 0])),
        ("an instruction left over", with_list(&[1, 0, 5])),
        ("no list", with_list(&[])),
    ];
    for (what, stream) in bad {
        assert_eq!(reading(&container(stream, 5)), Reason::Malformed, "{what}");
    }
    // Decoded structures that no stream decodes to are refused all the same.
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.sections.clear();
    assert_eq!(rejection(&game, &cert), Reason::Malformed);
    let mut cert = mate(&game);
    cert.entries[0].claim = 1;
    assert_eq!(rejection(&game, &cert), Reason::Malformed);
    let mut cert = mate(&game);
    cert.entries[0].position = PositionCode::Derived { from: 0, mv: Move(2), map: 0 };
    assert_eq!(rejection(&game, &cert), Reason::Malformed);
    let mut cert = fork(&game);
    if let Body::Replies { default, named, .. } = &mut cert.entries[0].body {
        *default = Some(7);
        named.push(named[0]);
    }
    assert_eq!(rejection(&game, &cert), Reason::Malformed);
    let mut cert = fork(&game);
    if let Body::Replies { named, .. } = &mut cert.entries[0].body {
        named.push(named[0]);
    }
    assert_eq!(rejection(&game, &cert), Reason::Malformed);
}

#[test]
fn certificate_with_unknown_game_is_rejected() {
    let (game, _, mut cert) = won();
    cert.game = "lines:cells=10".to_string();
    assert_eq!(rejection(&game, &cert), Reason::UnknownGame);
    assert_eq!(statement(&game, &cert).unwrap_err().reason, Reason::UnknownGame);
    // What the file says cannot pass for a line of the answer.
    cert.game = "x\ns VERIFIED qubic first-player-wins start".to_string();
    assert!(!statement(&game, &cert).unwrap_err().detail.contains('\n'));
}

#[test]
fn certificate_with_bad_position_is_rejected() {
    let (game, _, cert) = won();
    let mut bad = cert.clone();
    bad.root.pop();
    assert_eq!(rejection(&game, &bad), Reason::BadPosition);
    let mut bad = mate(&game);
    let two_more = game.encoding(&[7, 0]);
    bad.entries[0].position = PositionCode::Whole(two_more);
    assert_eq!(rejection(&game, &bad), Reason::BadPosition);
    // A derivation by a move that is not legal.
    let mut bad = mate(&game);
    bad.entries.push(bad.entries[0].clone());
    bad.entries[1].position = PositionCode::Derived { from: 0, mv: Move(0), map: 0 };
    assert_eq!(rejection(&game, &bad), Reason::BadPosition);
}

#[test]
fn certificate_with_unknown_claim_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.claims.push(Claim { player: FIRST, goal: Goal::ScoreAtLeast(0) });
    assert_eq!(rejection(&game, &cert), Reason::UnknownClaim);
    cert.claims[1].goal = Goal::CapturesLessThan(1);
    assert_eq!(rejection(&game, &cert), Reason::UnknownClaim);
}

#[test]
fn certificate_with_sections_do_not_meet_is_rejected() {
    let at_least = |player, n| Claim { player, goal: Goal::ScoreAtLeast(n) };
    let at_most = |player, n| Claim { player, goal: Goal::ScoreAtMost(n) };
    let game = Graph::new(vec![Graph::end(0, Outcome::DRAW)]);
    let cert = |claims: [Claim; 2]| Certificate {
        game: game.name(),
        root: vec![0],
        claims: claims.to_vec(),
        sections: [0, 1].map(|claim| Section { claim, shown: Shown::Settled }).to_vec(),
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    };
    // All of these are true.
    for claims in [
        [at_least(FIRST, 0), at_most(FIRST, 1)],
        [at_least(FIRST, -1), at_most(FIRST, 0)],
        [at_least(FIRST, 0), at_most(SECOND, 0)],
        [at_least(FIRST, 0), at_least(SECOND, 0)],
        [at_least(FIRST, 0), Claim::does_not_lose(FIRST)],
    ] {
        assert_eq!(rejection(&game, &cert(claims)), Reason::SectionsDoNotMeet);
    }
    let mut twice = cert([Claim::does_not_lose(FIRST), Claim::does_not_lose(SECOND)]);
    accepted(&game, &twice);
    twice.sections[1].claim = 0;
    assert_eq!(rejection(&game, &twice), Reason::SectionsDoNotMeet);
    let meeting = cert([at_least(SECOND, 0), at_most(SECOND, 0)]);
    accepted(&game, &meeting);
    assert_eq!(statement(&game, &meeting).unwrap().to_string(), "graph score=0 start");
}

#[test]
fn certificate_with_settled_entry_is_rejected() {
    let game = Lines::three();
    let over = game.after(&[0, 3, 1, 4, 2]);
    let body = Body::Replies { items: Vec::new(), default: None, named: Vec::new() };
    let cert = one_entry(&game, over, Claim::wins(FIRST), body.clone());
    assert_eq!(rejection(&game, &cert), Reason::SettledEntry);
    // Decided before the end, and a position without moves: an entry without replies shows nothing.
    let win = Claim::wins(FIRST);
    let mut graph = Graph::new(vec![Graph::node(SECOND, 0, &[1]), Graph::node(SECOND, 0, &[])]);
    graph.decided = vec![(0, win, false)];
    for node in [0, 1] {
        let mut cert = cert.clone();
        cert.game = graph.name();
        cert.root = vec![node];
        cert.entries[0].position = PositionCode::Whole(vec![node]);
        assert_eq!(rejection(&graph, &cert), Reason::SettledEntry, "node {node}");
    }
}

#[test]
fn certificate_with_duplicate_entry_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.entries.push(cert.entries[0].clone());
    assert_eq!(rejection(&game, &cert), Reason::DuplicateEntry);
    // The same position under another claim is another entry.
    cert.claims.push(Claim::does_not_lose(FIRST));
    cert.entries[1].claim = 1;
    accepted(&game, &cert);
}

#[test]
fn certificate_with_wrong_side_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.entries[0].body = fork(&game).entries[0].body.clone();
    assert_eq!(rejection(&game, &cert), Reason::WrongSide);
    let mut cert = fork(&game);
    cert.entries[0].body = Body::Move { mv: Move(2), shown: Shown::Settled };
    assert_eq!(rejection(&game, &cert), Reason::WrongSide);
    // The prover of `score<=0` is the opponent of the player named.
    let graph = Graph::new(vec![Graph::node(FIRST, 0, &[1, 2]), drawn(), lost()]);
    let mut cert = graph_entry(&graph, Claim { player: SECOND, goal: Goal::ScoreAtMost(0) }, 0);
    cert.entries[0].body = Body::Move { mv: Move(0), shown: Shown::Settled };
    accepted(&graph, &cert);
    cert.claims[0].player = FIRST;
    assert_eq!(rejection(&graph, &cert), Reason::WrongSide);
}

fn drawn() -> crate::support::GraphNode {
    Graph::end(0, Outcome::DRAW)
}

fn lost() -> crate::support::GraphNode {
    Graph::end(0, Outcome { score: -3, ..Outcome::win(SECOND) })
}

/// A certificate of node 0 with one entry that plays move `mv` and ends there.
fn graph_entry(game: &Graph, claim: Claim, mv: u32) -> Certificate {
    Certificate {
        game: game.name(),
        root: vec![0],
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: to(0) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: vec![Entry {
            claim: 0,
            position: PositionCode::Whole(vec![0]),
            body: Body::Move { mv: Move(mv), shown: Shown::Settled },
        }],
    }
}

#[test]
fn certificate_with_illegal_move_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.entries[0].body = Body::Move { mv: Move(4), shown: Shown::Settled };
    assert_eq!(rejection(&game, &cert), Reason::IllegalMove);
    let mut cert = fork(&game);
    if let Body::Replies { named, .. } = &mut cert.entries[0].body {
        named.insert(0, Named { mv: Move(0), by: ReplyBy::Item(0) });
    }
    assert_eq!(rejection(&game, &cert), Reason::IllegalMove);
}

#[test]
fn certificate_with_missing_reply_is_rejected() {
    let game = Lines::three();
    let mut cert = fork(&game);
    if let Body::Replies { default, .. } = &mut cert.entries[0].body {
        *default = None;
    }
    assert_eq!(rejection(&game, &cert), Reason::MissingReply);
    // One reply of a won position taken out.
    let (game, _, cert) = won();
    let mut tried = 0;
    for entry in 0..cert.entries.len() {
        let mut cert = cert.clone();
        if let Body::Replies { default, named, .. } = &mut cert.entries[entry].body
            && (default.take().is_some() || named.pop().is_some())
        {
            assert_eq!(rejection(&game, &cert), Reason::MissingReply);
            tried += 1;
        }
    }
    assert!(tried > 0);
}

#[test]
fn certificate_with_not_settled_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.entries[0].body = Body::Move { mv: Move(5), shown: Shown::Settled };
    assert_eq!(rejection(&game, &cert), Reason::NotSettled);
    let mut cert = mate(&game);
    cert.sections[0].shown = Shown::Settled;
    assert_eq!(rejection(&game, &cert), Reason::NotSettled);
    // Settled, but not as claimed.
    let graph = Graph::new(vec![Graph::node(FIRST, 0, &[1, 2]), drawn(), lost()]);
    for mv in [0, 1] {
        let cert = graph_entry(&graph, Claim::wins(FIRST), mv);
        assert_eq!(rejection(&graph, &cert), Reason::NotSettled);
    }
    accepted(&graph, &graph_entry(&graph, Claim::does_not_lose(FIRST), 0));
}

#[test]
fn certificate_with_no_such_entry_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.sections[0].shown = to(1);
    assert_eq!(rejection(&game, &cert), Reason::NoSuchEntry);
    // A link before the first entry is refused when the file is read.
    let stream = [1, b'g', 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0];
    assert_eq!(reading(&container(&stream, 5)), Reason::NoSuchEntry);
}

#[test]
fn certificate_with_no_such_map_is_rejected() {
    let mut game = Lines::three();
    let mut cert = mate(&game);
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 2 });
    assert_eq!(rejection(&game, &cert), Reason::NoSuchMap);
    game.mirror = None;
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 1 });
    assert_eq!(rejection(&game, &cert), Reason::NoSuchMap);
    let mut cert = mate(&game);
    cert.entries.push(cert.entries[0].clone());
    cert.entries[1].position = PositionCode::Derived { from: 0, mv: Move(5), map: 1 };
    assert_eq!(rejection(&game, &cert), Reason::NoSuchMap);
}

#[test]
fn certificate_with_link_mismatch_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.root = game.encoding(&game.after(&[0, 3, 1, 5]));
    assert_eq!(rejection(&game, &cert), Reason::LinkMismatch);
    // The right entry under the wrong map.
    let mut cert = mate(&game);
    cert.root = game.encoding(&game.after(&[0, 1, 3, 4]));
    assert_eq!(rejection(&game, &cert), Reason::LinkMismatch);
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 1 });
    accepted(&game, &cert);
}

#[test]
fn certificate_with_claim_mismatch_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.claims.push(Claim::does_not_lose(FIRST));
    cert.sections[0].claim = 1; // true, and not what the entry says
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
    // A map that exchanges the players exchanges them in the claim.
    let mirrored = swapped_pair();
    let mut cert = graph_entry(&mirrored, Claim::wins(FIRST), 0);
    cert.root = vec![2];
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 1 });
    assert_eq!(rejection(&mirrored, &cert), Reason::ClaimMismatch);
    cert.claims.push(Claim::wins(SECOND));
    cert.sections[0].claim = 1;
    accepted(&mirrored, &cert);
    assert_eq!(statement(&mirrored, &cert).unwrap().claim, "second-player-wins");
}

/// The first player wins in one move at node 0, the second at node 2.
fn swapped_pair() -> Graph {
    let mut game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::end(0, Outcome::win(FIRST)),
        Graph::node(SECOND, 0, &[3]),
        Graph::end(0, Outcome::win(SECOND)),
    ]);
    game.swap = Some(vec![2, 3, 0, 1]);
    game
}

#[test]
fn certificate_with_backward_link_is_rejected() {
    // Node 0 goes to itself for ever, or to a lost end.
    let mut game = Graph::new(vec![Graph::node(FIRST, 0, &[0, 1]), lost()]);
    let mut cert = graph_entry(&game, Claim::wins(FIRST), 0);
    cert.entries[0].body = Body::Move { mv: Move(0), shown: to(0) };
    assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
    // Infinite play is a draw: this is how not to lose.
    cert.claims[0] = Claim::does_not_lose(FIRST);
    accepted(&game, &cert);
    // In a game that does not say what infinite play is, nothing excuses it.
    game.cyclic = false;
    assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
}

#[test]
fn certificate_with_class_order_is_rejected() {
    let mut game =
        Graph::new(vec![Graph::node(FIRST, 1, &[1]), Graph::end(0, Outcome::win(FIRST))]);
    assert_eq!(rejection(&game, &graph_entry(&game, Claim::wins(FIRST), 0)), Reason::ClassOrder);
    game.nodes[1].class = 2;
    accepted(&game, &graph_entry(&game, Claim::wins(FIRST), 0));
}

#[test]
fn certificate_with_idle_name_is_rejected() {
    // Both replies end the game; one is named.
    for end in [Outcome::win(FIRST), Outcome::win(SECOND)] {
        let game = Graph::new(vec![
            Graph::node(SECOND, 0, &[1, 2]),
            Graph::end(0, Outcome::win(FIRST)),
            Graph::end(0, end),
        ]);
        let mut cert = graph_entry(&game, Claim::wins(FIRST), 0);
        let named = vec![Named { mv: Move(1), by: ReplyBy::Item(0) }];
        let items = vec![Evidence::ReplyTree(vec![TreeNode::End])];
        cert.entries[0].body = Body::Replies { items, default: None, named };
        assert_eq!(rejection(&game, &cert), Reason::IdleName);
    }
}

#[test]
fn certificate_with_unknown_evidence_is_rejected() {
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.sections[0].shown = Shown::Evidence(Evidence::Unknown(5));
    assert_eq!(rejection(&game, &cert), Reason::UnknownEvidence);
    // Also where nothing refers to it.
    let mut cert = fork(&game);
    if let Body::Replies { items, .. } = &mut cert.entries[0].body {
        items.push(Evidence::Unknown(99));
    }
    assert_eq!(rejection(&game, &cert), Reason::UnknownEvidence);
    assert_eq!(read_certificate(&write(&cert)[..]).expect("well-formed"), cert);
}

#[test]
fn certificate_with_evidence_trait_is_rejected() {
    let threats = || Evidence::LineThreats(vec![2]);
    let graph = Graph::new(vec![Graph::node(FIRST, 0, &[1]), drawn()]);
    let mut cert = graph_entry(&graph, Claim::does_not_lose(FIRST), 0);
    cert.sections[0].shown = Shown::Evidence(threats());
    assert_eq!(rejection(&graph, &cert), Reason::EvidenceTrait);
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.sections[0].shown = Shown::Evidence(threats());
    accepted(&game, &cert);
    cert.claims[0] = Claim::does_not_lose(FIRST);
    accepted(&game, &cert);
}

#[test]
fn certificate_with_evidence_fails_is_rejected() {
    let game = Lines::three();
    for evidence in [
        Evidence::ReplyTree(vec![TreeNode::End]),
        Evidence::ReplyTree(vec![TreeNode::Move(Move(0)), TreeNode::End]),
        Evidence::ReplyTree(vec![TreeNode::Move(Move(2))]),
        Evidence::ReplyTree(vec![TreeNode::Replies { default: Some(1), named: Vec::new() }]),
        Evidence::ReplyTree(Vec::new()),
        Evidence::LineThreats(vec![9]),
    ] {
        let mut cert = mate(&game);
        // A tree is not looked at beyond what is settled: the third one is right.
        let right = evidence == Evidence::ReplyTree(vec![TreeNode::Move(Move(2))]);
        cert.sections[0].shown = Shown::Evidence(evidence);
        match right {
            true => accepted(&game, &cert),
            false => assert_eq!(rejection(&game, &cert), Reason::EvidenceFails, "{cert:?}"),
        }
    }
    // Replies where the prover is to move are no strategy, even if every one of them wins.
    let graph = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(FIRST, 0, &[2]),
        Graph::end(0, Outcome::win(FIRST)),
    ]);
    let mut cert = graph_entry(&graph, Claim::wins(FIRST), 0);
    cert.entries.clear();
    let any = |child| TreeNode::Replies { default: Some(child), named: Vec::new() };
    for (second, right) in [(TreeNode::Move(Move(0)), true), (any(2), false)] {
        let tree = vec![TreeNode::Move(Move(0)), second, TreeNode::End];
        cert.sections[0].shown = Shown::Evidence(Evidence::ReplyTree(tree));
        match right {
            true => accepted(&graph, &cert),
            false => assert_eq!(rejection(&graph, &cert), Reason::EvidenceFails),
        }
    }
}

/// The rest of what can be wrong with tables is tested in `table_values.rs`.
#[test]
fn certificate_with_table_unavailable_is_rejected() {
    let (grand_slam, rest) = (GrandSlam::Allowed, Rest::Opponent);
    let game = Awari { grand_slam, rest, worth: Worth::ToCome };
    let mut cert = Certificate {
        game: game.name(),
        root: game.encoding(&game.start()),
        claims: vec![Claim { player: FIRST, goal: Goal::ScoreAtLeast(50) }],
        sections: vec![Section { claim: 0, shown: Shown::Settled }],
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    };
    assert_eq!(rejection(&game, &cert), Reason::NotSettled);
    cert.tables = vec![NamedTable { game: game.name(), layer: 0, digest: [0; 32] }];
    assert_eq!(rejection(&game, &cert), Reason::TableUnavailable);
}

#[test]
fn certificate_with_work_limit_is_rejected() {
    let (game, _, cert) = won();
    let work = check(&game, &cert, &Limits::default()).unwrap().work;
    assert_eq!(check(&game, &cert, &Limits { work, ..Limits::default() }).unwrap().work, work);
    for work in [0, 1, work - 1] {
        let reject = check(&game, &cert, &Limits { work, ..Limits::default() }).unwrap_err();
        assert_eq!(reject.reason, Reason::WorkLimit);
    }
    // A reply tree whose branches meet again stands for one that is exponentially larger.
    let levels = (0..30).map(|own| Graph::node(SECOND, 0, &[own + 1; 4])).chain([drawn()]);
    let graph = Graph::new(levels.collect());
    let node = |own: u32| TreeNode::Replies { default: Some(own + 1), named: Vec::new() };
    let mut cert = graph_entry(&graph, Claim::does_not_lose(FIRST), 0);
    cert.entries.clear();
    let nodes = (0..30).map(node).chain([TreeNode::End]).collect();
    cert.sections[0].shown = Shown::Evidence(Evidence::ReplyTree(nodes));
    let reject =
        check(&graph, &cert, &Limits { work: 1_000_000, ..Limits::default() }).unwrap_err();
    assert_eq!(reject.reason, Reason::WorkLimit);
    // Without any other limit the size of the file sets one, floor and all.
    let packed = read_packed(&write(&cert)).expect("a certificate");
    let allowed = 20_000_000 + 1_000 * packed.stream_bytes().expect("a stream");
    let reject = check(&graph, &packed, &Limits::default()).unwrap_err();
    let expected = (Reason::WorkLimit, allowed.to_string());
    assert_eq!((reject.reason, reject.detail), expected);
    // Branches that go backwards do not exist, so no tree is endless.
    let graph = Graph::new(vec![Graph::node(SECOND, 0, &[0])]);
    let circle = TreeNode::Replies { default: Some(0), named: Vec::new() };
    cert.sections[0].shown = Shown::Evidence(Evidence::ReplyTree(vec![circle]));
    assert_eq!(rejection(&graph, &cert), Reason::EvidenceFails);
    // Cells skipped again and again are work too.
    let game = Lines::three();
    let mut cert = mate(&game);
    cert.sections[0].shown = Shown::Evidence(Evidence::LineThreats(vec![0; 1000]));
    assert_eq!(
        check(&game, &cert, &Limits { work: 999, ..Limits::default() }).unwrap_err().reason,
        Reason::WorkLimit
    );
}

#[test]
fn certificate_with_other_statement_is_rejected() {
    let game = Lines::three();
    let cert = mate(&game);
    let asked = |position, claim| require(&game, &cert, position, claim).map_err(|it| it.reason);
    let other = Err(Reason::OtherStatement);
    let text = game.position_text(&game.after(&[0, 3, 1, 4]));
    assert_eq!(asked(None, None), Ok(()));
    assert_eq!(asked(Some(&text), Some("first-player-wins")), Ok(()));
    assert_eq!(asked(Some("0 3 1 4"), Some("value")), Ok(()));
    assert_eq!(asked(Some("start"), None), other);
    assert_eq!(asked(Some("0 0"), None), other);
    assert_eq!(asked(None, Some("first-player-does-not-lose")), other);
    assert_eq!(asked(None, Some("second-player-wins")), other);
    assert_eq!(asked(None, Some("value=draw")), other);
    assert_eq!(asked(None, Some("score")), other);
    assert_eq!(asked(None, Some("chess")), other);
}

#[test]
fn statements_are_printed_and_asked_for_in_the_same_words() {
    let half = |player, goal| Claim { player, goal };
    let graph = Graph::new(vec![
        Graph::node(SECOND, 0, &[1]),
        Graph::end(0, Outcome { score: 3, ..Outcome::win(FIRST) }),
    ]);
    let cert = |root: u8, claims: Vec<Claim>| Certificate {
        game: graph.name(),
        root: vec![root],
        sections: (0..claims.len() as u32)
            .map(|claim| Section { claim, shown: Shown::Settled })
            .collect(),
        claims,
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    };
    let meeting = vec![half(FIRST, Goal::ScoreAtLeast(3)), half(FIRST, Goal::ScoreAtMost(3))];
    let draw = vec![Claim::does_not_lose(SECOND), Claim::does_not_lose(FIRST)];
    let soonest = vec![half(FIRST, Goal::WinsWithin(2)), half(FIRST, Goal::DoesNotWinWithin(1))];
    let lowest = vec![half(FIRST, Goal::ScoreAtLeast(i32::MIN)); 1];
    for (root, claims, text, general) in [
        // Told from the side to move, the second player; where it is over from the first.
        (0, meeting.clone(), "score=-3", Some("score")),
        (1, meeting, "score=3", Some("score")),
        (0, draw, "value=draw", Some("value")),
        (0, soonest.clone(), "mated=2", Some("mate")),
        (0, soonest[..1].to_vec(), "mated<=2", None),
        // Where the game is over nobody is to move, and the words name who wins.
        (1, soonest[..1].to_vec(), "first-player-mates<=2", None),
        (1, soonest[1..].to_vec(), "first-player-mates>1", None),
        (1, vec![half(SECOND, Goal::WinsWithin(0))], "second-player-mates<=0", None),
        (1, soonest, "first-player-mates=2", Some("mate")),
        (0, vec![Claim::wins(FIRST)], "first-player-wins", Some("value")),
        (0, vec![Claim::does_not_lose(FIRST)], "first-player-does-not-lose", None),
        (0, vec![half(SECOND, Goal::ScoreAtMost(-3))], "score<=-3", None),
        (0, lowest, "first-player-score>=-2147483648", None),
    ] {
        let cert = cert(root, claims);
        let made = statement(&graph, &cert).unwrap();
        assert_eq!(made.claim, text);
        assert_eq!(made.to_string(), format!("graph {text} {}", made.position));
        assert!(understand(&graph, text).is_ok(), "{text}");
        for words in [text, "value", "score", "mate", "mated", "mate=7", "first-player-mates=7"] {
            let mated = words == "mated" && text.starts_with("mated=");
            let expected = words == text || general == Some(words) || mated;
            let asked = require(&graph, &cert, Some(&made.position), Some(words));
            assert_eq!(asked.is_ok(), expected, "{words} of {text}");
        }
    }
}
