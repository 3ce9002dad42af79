//! Small false certificates, each made for one way in which a checker could be wrong.

use crate::support::{Graph, Lines, Stones, accepted, by_evidence, rejection};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, PositionCode, Reason, ReplyBy, Section, Shown,
    TreeNode,
};
use quod_game::{Claim, Game, Goal, Move, Outcome, Player};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

fn to(entry: u32) -> Shown {
    Shown::Entry(Link { entry, map: 0 })
}

fn replies(default: Option<Evidence>, named: &[(u32, u32)]) -> Body {
    let named = named
        .iter()
        .map(|&(mv, entry)| Named { mv: Move(mv), by: ReplyBy::Entry(Link { entry, map: 0 }) });
    let items: Vec<Evidence> = default.into_iter().collect();
    Body::Replies { default: (!items.is_empty()).then_some(0), items, named: named.collect() }
}

/// A certificate of one claim whose first entry is the root.
fn certificate<G: Game>(game: &G, claim: Claim, entries: Vec<(G::Position, Body)>) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(&entries[0].0),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: to(0) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: (entries.into_iter())
            .map(|(pos, body)| Entry {
                claim: 0,
                position: PositionCode::Whole(game.encoding(&pos)),
                body,
            })
            .collect(),
    }
}

/// A certificate of one claim whose root is shown by evidence.
#[test]
fn a_drawn_full_board_is_no_entry_of_the_opponent() {
    // An opponent's entry without legal replies would be shown by nothing at all.
    let game = Lines::three();
    // X O X / X O O / O X X
    let board = game.after(&[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    assert_eq!(game.outcome(&board), Some(Outcome::DRAW));
    let cert = certificate(&game, Claim::wins(FIRST), vec![(board, replies(None, &[]))]);
    assert_eq!(rejection(&game, &cert), Reason::SettledEntry);
    let tree = Evidence::ReplyTree(vec![TreeNode::Replies { default: None, named: Vec::new() }]);
    for evidence in [tree, Evidence::LineThreats(Vec::new())] {
        let cert = by_evidence(&game, Claim::wins(FIRST), &board, evidence);
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    }
}

#[test]
fn a_loser_does_not_play_on() {
    // O has filled 3 4 5; X would fill 0 1 2.
    let game = Lines::three();
    let lost = game.after(&[0, 3, 1, 4, 8, 5]);
    let body = Body::Move { mv: Move(2), shown: Shown::Settled };
    let cert = certificate(&game, Claim::wins(FIRST), vec![(lost, body)]);
    assert_eq!(rejection(&game, &cert), Reason::SettledEntry);
    let tree = Evidence::ReplyTree(vec![TreeNode::Move(Move(2)), TreeNode::End]);
    for evidence in [tree, Evidence::LineThreats(vec![2])] {
        let cert = by_evidence(&game, Claim::wins(FIRST), &lost, evidence);
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    }
    // A move before: O to move fills his line, the threat notwithstanding.
    let cert = by_evidence(
        &game,
        Claim::wins(FIRST),
        &game.after(&[0, 3, 1, 4, 8]),
        Evidence::LineThreats(vec![2]),
    );
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_section_does_not_lean_on_the_other_one() {
    // score>=1 is false at the root, a draw; score<=1 is true there, and is said in entry 0.
    let game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(SECOND, 0, &[2]),
        Graph::end(0, Outcome::DRAW),
    ]);
    let half = |goal| Claim { player: FIRST, goal };
    let mut cert = certificate(
        &game,
        half(Goal::ScoreAtMost(1)),
        vec![(0, replies(None, &[(0, 1)])), (1, Body::Move { mv: Move(0), shown: Shown::Settled })],
    );
    accepted(&game, &cert);
    cert.claims.push(half(Goal::ScoreAtLeast(1)));
    cert.sections.push(Section { claim: 1, shown: to(0) });
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
    // By way of an entry of its own that continues in the other's.
    cert.entries.insert(
        0,
        Entry {
            claim: 1,
            position: PositionCode::Whole(vec![0]),
            body: Body::Move { mv: Move(0), shown: to(2) },
        },
    );
    cert.sections[0].shown = to(1);
    cert.sections[1].shown = to(0);
    if let Body::Replies { named, .. } = &mut cert.entries[1].body {
        named[0].by = ReplyBy::Entry(Link { entry: 2, map: 0 });
    }
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
}

#[test]
fn a_reply_tree_does_not_end_in_an_entry() {
    // Node 0 leads to node 1 and back. A tree that stops at a position of an entry stops nowhere.
    let game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(SECOND, 0, &[0, 2]),
        Graph::end(0, Outcome::win(FIRST)),
    ]);
    let leaf = TreeNode::Replies { default: Some(1), named: Vec::new() };
    let tree = Evidence::ReplyTree(vec![leaf, TreeNode::End]);
    let body = Body::Move { mv: Move(0), shown: Shown::Evidence(tree) };
    let cert = certificate(&game, Claim::wins(FIRST), vec![(0, body)]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_default_branch_is_checked_on_every_reply() {
    // X has 0, 1, 3 and O 4, 8: "X completes 6" answers every reply but 6, whatever comes first.
    let game = Lines::three();
    let root = game.after(&[0, 4, 1, 8, 3]);
    for (cell, other) in [(6, 2), (2, 6)] {
        let win = |cell| vec![TreeNode::Move(Move(cell)), TreeNode::End];
        let mut cert = certificate(
            &game,
            Claim::wins(FIRST),
            vec![(root, replies(Some(Evidence::ReplyTree(win(cell))), &[]))],
        );
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
        // The same inside a tree.
        let mut tree = vec![TreeNode::Replies { default: Some(1), named: Vec::new() }];
        tree.extend(win(cell));
        let inside = by_evidence(&game, Claim::wins(FIRST), &root, Evidence::ReplyTree(tree));
        assert_eq!(rejection(&game, &inside), Reason::EvidenceFails);
        // Threats adapt to the reply, and need no name.
        if let Body::Replies { items, .. } = &mut cert.entries[0].body {
            *items = vec![Evidence::LineThreats(Vec::new())];
        }
        accepted(&game, &cert);
        let named = Named { mv: Move(cell), by: ReplyBy::Item(1) };
        if let Body::Replies { items, named: names, .. } = &mut cert.entries[0].body {
            *items = [cell, other].map(win).map(Evidence::ReplyTree).to_vec();
            names.push(named);
        }
        accepted(&game, &cert);
    }
}

#[test]
fn threats_do_not_survive_the_defenders_own_line() {
    let lines = |extra: &[&[u16]]| Lines {
        cells: 12,
        lines: [&[0u16, 1, 2][..], &[3, 4, 5], &[3, 6, 7]]
            .into_iter()
            .chain(extra.iter().copied())
            .map(<[u16]>::to_vec)
            .collect(),
        borders: Vec::new(),
        mirror: None,
        forbids: 0,
    };
    // X has 0, 4, 6; O has 8, 9, 10. X plays 1, O blocks at 2, X plays 3: 5 and 7 both win.
    let pos: Stones = [1 << 0 | 1 << 4 | 1 << 6, 1 << 8 | 1 << 9 | 1 << 10];
    let threats = || Evidence::LineThreats(vec![1, 3]);
    let cert = |game: &Lines| by_evidence(game, Claim::wins(FIRST), &pos, threats());
    let plain = lines(&[]);
    accepted(&plain, &cert(&plain));
    // The block at 2 completes a line of O's: it wins, it does not lose time.
    let wins = lines(&[&[2, 8, 9]]);
    assert_eq!(rejection(&wins, &cert(&wins)), Reason::EvidenceFails);
    // The block at 2 gives O a line with one cell to go: X has no time for 3.
    let counter = lines(&[&[2, 8, 11]]);
    assert_eq!(rejection(&counter, &cert(&counter)), Reason::EvidenceFails);
    // Unless that cell is the very next move.
    let taken = lines(&[&[2, 8, 3]]);
    accepted(&taken, &cert(&taken));
}

#[test]
fn threats_are_not_made_by_moves_that_may_be_forbidden() {
    // X plays 2 and has the completions 3 and 4, but may not where three lines hold stones of X's alone.
    let lines = [&[0u16, 2, 3][..], &[1, 2, 4], &[5, 2, 9, 10]].map(<[u16]>::to_vec).to_vec();
    let game = Lines { cells: 13, lines, borders: Vec::new(), mirror: None, forbids: 0 };
    let three: Stones = [1 << 0 | 1 << 1 | 1 << 5, 1 << 6 | 1 << 7 | 1 << 8];
    let cert = |game: &Lines, pos: &Stones| {
        by_evidence(game, Claim::wins(FIRST), pos, Evidence::LineThreats(vec![2]))
    };
    accepted(&game, &cert(&game, &three));
    let game = game.forbidding(3);
    assert!(!game.legal_moves(&three).contains(&Move(2)));
    assert_eq!(rejection(&game, &cert(&game, &three)), Reason::EvidenceFails);
    // A stone of O's takes the third line away.
    let two: Stones = [three[0], 1 << 6 | 1 << 7 | 1 << 9];
    accepted(&game, &cert(&game, &two));
    // O, to whom nothing is forbidden, may always play there.
    let turned = [three[1] | 1 << 11, three[0] | 1 << 12];
    let cert = by_evidence(&game, Claim::wins(SECOND), &turned, Evidence::LineThreats(vec![2]));
    assert_eq!(game.to_move(&turned), FIRST);
    let after = game.play(&turned, Move(10));
    accepted(&game, &quod_cert::Certificate { root: game.encoding(&after), ..cert });
}

#[test]
fn threats_need_two_different_cells_and_a_board_that_is_not_full() {
    // The same line twice is one threat.
    let line = vec![0, 1, 2];
    let game = Lines {
        cells: 6,
        lines: vec![line.clone(), line],
        borders: Vec::new(),
        mirror: None,
        forbids: 0,
    };
    let pos: Stones = [1 << 0 | 1 << 1, 1 << 5];
    let cert = |cells: &[u32]| {
        by_evidence(&game, Claim::wins(FIRST), &pos, Evidence::LineThreats(cells.to_vec()))
    };
    assert_eq!(game.to_move(&pos), SECOND);
    assert_eq!(rejection(&game, &cert(&[])), Reason::EvidenceFails);
    assert_eq!(rejection(&game, &cert(&[3, 4])), Reason::EvidenceFails);
    // X fills the board and threatens: there is nobody left to move.
    let game = Lines {
        cells: 4,
        lines: vec![vec![0, 1, 2]],
        borders: Vec::new(),
        mirror: None,
        forbids: 0,
    };
    let full = by_evidence(
        &game,
        Claim::does_not_lose(SECOND),
        &[1 << 0, 1 << 1],
        Evidence::LineThreats(vec![2, 3]),
    );
    assert_eq!(rejection(&game, &full), Reason::EvidenceFails);
    // A line of one cell is everybody's completion.
    let game =
        Lines { cells: 4, lines: vec![vec![3]], borders: Vec::new(), mirror: None, forbids: 0 };
    let one = |claim| by_evidence(&game, claim, &[0, 0], Evidence::LineThreats(Vec::new()));
    accepted(&game, &one(Claim::wins(FIRST)));
    assert_eq!(rejection(&game, &one(Claim::wins(SECOND))), Reason::EvidenceFails);
}

/// p → {q, draw}, q → {p}, both for the prover to move: each "wins" by moving to the other.
#[test]
fn two_entries_do_not_hold_each_other_up() {
    for opponents_q in [false, true] {
        let q = if opponents_q { SECOND } else { FIRST };
        let game = Graph::new(vec![
            Graph::node(FIRST, 0, &[1, 2]),
            Graph::node(q, 0, &[0]),
            Graph::end(0, Outcome::DRAW),
        ]);
        let back = match opponents_q {
            true => replies(None, &[(0, 0)]),
            false => Body::Move { mv: Move(0), shown: to(0) },
        };
        let entries = vec![(0, Body::Move { mv: Move(0), shown: to(1) }), (1, back)];
        let cert = certificate(&game, Claim::wins(FIRST), entries.clone());
        assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
        // With the entries exchanged it is the other link that goes back.
        let mut cert = certificate(&game, Claim::wins(FIRST), entries);
        cert.entries.swap(0, 1);
        cert.sections[0].shown = to(1);
        cert.entries[1].body = Body::Move { mv: Move(0), shown: to(0) };
        cert.entries[0].body = match opponents_q {
            true => replies(None, &[(0, 1)]),
            false => Body::Move { mv: Move(0), shown: to(1) },
        };
        assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
        // Where infinite play is the prover's win the same certificate is right.
        let mut kind = game.clone();
        kind.infinite_play = vec![Outcome::win(FIRST); 10];
        accepted(&kind, &cert);
    }
}

/// A cycle that closes only under the symmetry that exchanges the players: p leads to q, the image
/// of p. One entry, linked to itself, would say that whoever moves wins.
#[test]
fn an_entry_does_not_hold_up_its_own_image() {
    let mut game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1, 2]),
        Graph::node(SECOND, 0, &[0, 2]),
        Graph::end(0, Outcome::DRAW),
    ]);
    game.swap = Some(vec![1, 0, 2]);
    let image = Shown::Entry(Link { entry: 0, map: 1 });
    let body = Body::Move { mv: Move(0), shown: image.clone() };
    let cert = certificate(&game, Claim::wins(FIRST), vec![(0, body)]);
    // The claim at q is still the first player's; the entry under the map is the second player's.
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
    // With the opponent's entry in between, all claims fit, and the link goes back.
    let entries = vec![(0, Body::Move { mv: Move(0), shown: to(1) }), (1, replies(None, &[]))];
    let mut cert = certificate(&game, Claim::wins(FIRST), entries);
    let link = Link { entry: 0, map: 0 };
    let names = [0, 1].map(|mv| Named { mv: Move(mv), by: ReplyBy::Entry(link) });
    cert.entries[1].body =
        Body::Replies { items: Vec::new(), default: None, named: names[..1].to_vec() };
    assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
}

/// The excuse of a backward link looks at the move as played. Here the map leads back into the class
/// of the parent, and the move itself had left it.
#[test]
fn a_map_does_not_excuse_a_move_into_another_class() {
    // Class 0: infinite play is the first player's win; class 1: a draw. Node 1 is the image of
    // node 0 under a (false) symmetry that forgets the class.
    let mut game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(FIRST, 1, &[1]),
        Graph::end(1, Outcome::DRAW),
    ]);
    game.infinite_play[0] = Outcome::win(FIRST);
    game.swap = Some(vec![1, 0, 2]);
    let mut cert = certificate(
        &game,
        Claim::wins(FIRST),
        vec![(0, Body::Move { mv: Move(0), shown: Shown::Entry(Link { entry: 0, map: 1 }) })],
    );
    cert.claims.push(Claim::wins(SECOND));
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
    // Without a map: leaving the class and coming back is an error in the rules.
    game.nodes[1].children = vec![0];
    cert.entries[0].body = Body::Move { mv: Move(0), shown: to(1) };
    cert.entries.push(Entry {
        claim: 0,
        position: PositionCode::Whole(vec![1]),
        body: Body::Move { mv: Move(0), shown: to(0) },
    });
    assert_eq!(rejection(&game, &cert), Reason::ClassOrder);
}

#[test]
fn a_later_class_does_not_lend_its_infinite_play() {
    // Parent in class 0 (a draw for ever), child in class 1 (a win for ever), the child's entry
    // earlier in the file: the link goes back and is excused by neither.
    let mut game = Graph::new(vec![Graph::node(FIRST, 0, &[1]), Graph::node(FIRST, 1, &[1])]);
    game.infinite_play[1] = Outcome::win(FIRST);
    let mut cert = certificate(
        &game,
        Claim::wins(FIRST),
        vec![
            (1, Body::Move { mv: Move(0), shown: to(0) }),
            (0, Body::Move { mv: Move(0), shown: to(0) }),
        ],
    );
    cert.sections[0].shown = to(1);
    cert.root = vec![0];
    assert_eq!(rejection(&game, &cert), Reason::BackwardLink);
    // In the right order it is a proof: true, and now shown.
    cert.entries.swap(0, 1);
    cert.entries[0].body = Body::Move { mv: Move(0), shown: to(1) };
    cert.entries[1].body = Body::Move { mv: Move(0), shown: to(1) };
    cert.sections[0].shown = to(0);
    accepted(&game, &cert);
}

/// Connect Four upside down: a board flip maps the lines and not the moves.
#[test]
fn a_map_of_lines_that_is_none_of_moves_is_caught_by_the_conformance_suite() {
    // Stones fall: node 0 has the column's lowest cell to play. Its "flip", node 1, would have to
    // play the highest. The graph's moves do not commute, and the suite says so.
    let mut game = Graph::new(vec![
        Graph::node(FIRST, 0, &[2]),
        Graph::node(SECOND, 0, &[2]),
        Graph::end(0, Outcome::win(FIRST)),
    ]);
    game.swap = Some(vec![1, 0, 2]);
    let caught = std::panic::catch_unwind(|| quod_game::testkit::conformance(&game, 1, 1));
    assert!(caught.is_err());
}

#[test]
fn scores_are_those_of_the_player_named() {
    // The end is 3 points for the first player. Under the exchange of names they are the second's.
    let mut game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::end(0, Outcome { score: 3, ..Outcome::win(FIRST) }),
        Graph::node(SECOND, 0, &[3]),
        Graph::end(0, Outcome { score: -3, ..Outcome::win(SECOND) }),
    ]);
    game.swap = Some(vec![2, 3, 0, 1]);
    let goal = Goal::ScoreAtLeast(3);
    let body = Body::Move { mv: Move(0), shown: Shown::Settled };
    let mut cert = certificate(&game, Claim { player: FIRST, goal }, vec![(0, body)]);
    accepted(&game, &cert);
    cert.root = vec![2];
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 1 });
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
    cert.claims.push(Claim { player: SECOND, goal });
    cert.sections[0].claim = 1;
    accepted(&game, &cert);
    cert.claims[1].goal = Goal::ScoreAtMost(3);
    assert_eq!(rejection(&game, &cert), Reason::ClaimMismatch);
}

#[test]
fn a_position_derived_into_the_past_of_the_game_is_none() {
    // Derivation plays legal moves only, from positions that are not over.
    let game = Lines::three();
    let root = game.after(&[0, 3, 1, 4]);
    let mut cert = certificate(
        &game,
        Claim::wins(FIRST),
        vec![(root, Body::Move { mv: Move(2), shown: Shown::Settled })],
    );
    cert.entries.push(cert.entries[0].clone());
    for (from, mv, reason) in [
        (0, 2, Reason::SettledEntry), // X fills his line: nothing left to show
        (0, 0, Reason::BadPosition),
        (1, 2, Reason::Malformed), // from itself
        (2, 2, Reason::Malformed),
    ] {
        cert.entries[1].position = PositionCode::Derived { from, mv: Move(mv), map: 0 };
        assert_eq!(rejection(&game, &cert), reason);
    }
}

#[test]
fn a_reply_tree_proves_nothing_where_there_is_neither_outcome_nor_move() {
    // Broken rules: after the prover's move the opponent has no move and the game is not over.
    let game = Graph::new(vec![Graph::node(FIRST, 0, &[1]), Graph::node(SECOND, 0, &[])]);
    let nothing = TreeNode::Replies { default: None, named: Vec::new() };
    let tree = Evidence::ReplyTree(vec![TreeNode::Move(Move(0)), nothing]);
    let cert = by_evidence(&game, Claim::wins(FIRST), &0, tree);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn threats_need_a_board_whose_cells_can_be_numbered() {
    // With 65,536 cells the number of cells is 0 in 16 bits: the second player's stones on 1 and 2
    // would not be set up, and cell 0 would threaten two lines that can never be filled.
    let game = Lines {
        cells: 1 << 16,
        lines: vec![vec![0, 1], vec![0, 2]],
        borders: Vec::new(),
        mirror: None,
        forbids: 0,
    };
    let pos: Stones = [1 << 5 | 1 << 6, 1 << 1 | 1 << 2];
    let cert = by_evidence(&game, Claim::wins(FIRST), &pos, Evidence::LineThreats(vec![0]));
    assert_eq!(rejection(&game, &cert), Reason::EvidenceTrait);
}

#[test]
fn the_least_score_there_is_does_not_turn_round() {
    let worst = Outcome { winner: Some(SECOND), score: i32::MIN, captures: [0, 0], moves: 0 };
    assert_eq!(worst.score_of(SECOND), 1 << 31);
    let claim = Claim { player: SECOND, goal: Goal::ScoreAtMost(0) };
    assert!(!claim.holds_at(&worst));
}
