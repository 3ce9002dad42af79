//! Each condition that the checker asks is needed: with it switched off, a false certificate is accepted. Those of lines, zones,
//! connections, cycles and tables have files of their own.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use crate::refused::needs;
use crate::support::{Graph, Lines, Stones, brute_force_win};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Instruction, Link, Named, PositionCode, ReplyBy, Section,
    Shown, TreeNode,
};
use quod_check::bent::{self, CONDITIONS};
use quod_check::statement;
use quod_game::{Claim, Game, Goal, Move, Outcome, Player};
use quod_rules::ConnectFour;

/// All files of the checker's source.
fn sources(place: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(place).expect("the source").map(|it| it.expect("a file").path()) {
        match entry.is_dir() {
            true => files.extend(sources(&entry)),
            false => files.push(entry),
        }
    }
    files
}

/// Names of conditions as they stand in a text: two words with a point between, in quotation marks.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|word| {
        let letters = |part: &str| part.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
        word.split_once('.').is_some_and(|(of, what)| {
            !of.is_empty() && !what.is_empty() && letters(of) && letters(what)
        })
    })
}

#[test]
fn the_list_of_conditions_has_those_that_are_asked_and_no_others() {
    let mut asked = BTreeSet::new();
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        if file.extension().is_some_and(|it| it == "rs") && !file.ends_with("bent.rs") {
            let text = fs::read_to_string(&file).expect("a source file");
            asked.extend(names(&text).map(str::to_string));
        }
    }
    let listed: BTreeSet<String> = CONDITIONS.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(listed.len(), CONDITIONS.len(), "a name stands twice");
    assert_eq!(asked, listed);
}

const X: Player = Player::First;

/// That X wins tic-tac-toe from here, which is false.
fn false_win(
    game: &Lines,
    pos: &Stones,
    shown: Shown,
    entries: &[(u32, Stones, Body)],
) -> Certificate {
    assert!(!brute_force_win(game, pos, X, &mut HashMap::new()), "X wins from {pos:?}");
    let entry = |(claim, pos, body): &(u32, Stones, Body)| {
        let position = PositionCode::Whole(game.encoding(pos));
        Entry { claim: *claim, position, body: body.clone() }
    };
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![Claim::wins(X), Claim::does_not_lose(X)],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        tables: Vec::new(),
        entries: entries.iter().map(entry).collect(),
    }
}

fn replies(items: Vec<Evidence>) -> Body {
    Body::Replies { default: (!items.is_empty()).then_some(0), items, named: Vec::new() }
}

fn moves(mv: u32, shown: Shown) -> Body {
    Body::Move { mv: Move(mv), shown }
}

#[test]
fn what_the_two_passes_ask_is_needed() {
    let game = Lines::three();
    let first = || Shown::Entry(Link { entry: 0, map: 0 });
    let start = game.start();
    needs("shown.settled", &game, &false_win(&game, &start, Shown::Settled, &[]));
    // X O X / X O O / O X X: a draw, and no replies to be shown.
    let drawn = game.after(&[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    let entry = (0, drawn, replies(vec![]));
    needs("entry.open", &game, &false_win(&game, &drawn, first(), &[entry]));
    // O would block on 2, and helps on 8.
    let threat = game.after(&[0, 4, 1]);
    let wins = Shown::Evidence(Evidence::Exhaustive(1));
    let entry = (0, threat, moves(8, wins));
    needs("body.side", &game, &false_win(&game, &threat, first(), &[entry]));
    // X on 0 and 1, O on 2 and 4: X plays on 2 all the same.
    let blocked = game.after(&[0, 2, 1, 4]);
    let entry = (0, blocked, moves(2, Shown::Settled));
    needs("body.legal", &game, &false_win(&game, &blocked, first(), &[entry]));
    let entry = (0, threat, replies(vec![]));
    needs("replies.all", &game, &false_win(&game, &threat, first(), &[entry]));
    // X threatens twice, and O fills a line with 5.
    let late = game.after(&[0, 3, 2, 4, 8]);
    let entry = (0, late, replies(vec![Evidence::LineThreats(vec![])]));
    needs("replies.not-lost", &game, &false_win(&game, &late, first(), &[entry]));
    // Another position, in which X wins.
    let won = game.after(&[0, 3, 1, 4]);
    let entry = (0, won, moves(2, Shown::Settled));
    needs("link.position", &game, &false_win(&game, &start, first(), &[entry]));
    // X does not lose, which is less than that he wins.
    let draws = Shown::Evidence(Evidence::Exhaustive(8));
    let entry = (1, start, moves(4, draws));
    needs("link.claim", &game, &false_win(&game, &start, first(), &[entry]));
}

/// X has the centre. All replies are answered as that on 0, which is named after one on 1, so that nobody asks what shows it:
/// it is a position that X wins, and no reply.
#[test]
fn a_named_reply_that_is_not_met_shows_nothing() {
    let game = Lines::three();
    let (root, won) = (game.after(&[4]), game.after(&[0, 1, 8, 2]));
    let named = [(1, ReplyBy::Item(0)), (0, ReplyBy::Entry(Link { entry: 1, map: 0 }))];
    let named = named.map(|(mv, by)| Named { mv: Move(mv), by }).to_vec();
    let all = Body::Replies { items: vec![Evidence::Zone(Move(0))], default: Some(0), named };
    let first = Shown::Entry(Link { entry: 0, map: 0 });
    let entries = [(0, root, all), (0, won, moves(4, Shown::Settled))];
    needs("named.ascend", &game, &false_win(&game, &root, first, &entries));
}

/// Connect Four: x has three in the lowest row, open on both sides, and o is to move. An entry is said to be the position after o
/// has played where x has a stone. It is written as the root is, and there o fills its column.
#[test]
fn an_entry_is_a_position_that_can_be_played() {
    let game = ConnectFour::new(7, 6).expect("a board");
    let root = game.parse_position("4 4 3 4 5").expect("a position");
    let lost = Entry {
        claim: 1,
        position: PositionCode::Whole(game.encoding(&root)),
        body: replies(vec![Evidence::Exhaustive(1)]),
    };
    let other = Entry {
        claim: 0,
        position: PositionCode::Derived { from: 0, mv: Move(18), map: 0 },
        body: moves(21, Shown::Settled),
    };
    let cert = Certificate {
        game: game.name(),
        root: game.encoding(&root),
        claims: vec![Claim::does_not_lose(X.other()), Claim::wins(X)],
        sections: vec![Section { claim: 0, shown: Shown::Entry(Link { entry: 1, map: 0 }) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: vec![lost, other],
    };
    needs("entry.legal", &game, &cert);
}

#[test]
fn what_is_asked_of_trees_searches_and_lists_is_needed() {
    let game = Lines::three();
    let by = |name: &str, pos: &Stones, evidence: Evidence| {
        let cert = false_win(&game, pos, Shown::Evidence(evidence), &[]);
        needs(name, &game, &cert);
    };
    let (start, threat) = (game.start(), game.after(&[0, 4, 1]));
    let (blocked, lost) = (game.after(&[0, 2, 1, 4]), game.after(&[0, 3, 1, 4, 8, 5]));
    for evidence in [
        Evidence::Exhaustive(0),
        Evidence::SolutionTree(vec![]),
        Evidence::ReplyTree(vec![TreeNode::End]),
        Evidence::Strategy(vec![]),
    ] {
        by("evidence.not-lost", &lost, evidence);
    }
    let tree = |nodes: &[TreeNode]| Evidence::ReplyTree(nodes.to_vec());
    by("tree.node", &start, tree(&[TreeNode::End]));
    by("tree.legal", &blocked, tree(&[TreeNode::Move(Move(2)), TreeNode::End]));
    let helped = [TreeNode::Move(Move(8)), TreeNode::Move(Move(2)), TreeNode::End];
    by("tree.side", &threat, tree(&helped));
    by("search.holds", &start, Evidence::Exhaustive(1));
    by("strategy.given", &start, Evidence::Strategy(vec![]));
    by("strategy.legal", &start, Evidence::Strategy(vec![Instruction::Play(Move(99))]));
    // X has answers to all moves in the one line, and so does not lose.
    let line = Lines { lines: vec![vec![0, 1, 2]], ..Lines::straight([1, 1, 5], 9) };
    let list = [Instruction::Pair(Move(0), Move(1)), Instruction::Any];
    let pos = line.after(&[4]);
    let shown = Shown::Evidence(Evidence::Strategy(list.to_vec()));
    needs("pairs.claim", &line, &false_win(&line, &pos, shown, &[]));
}

#[test]
fn halves_of_a_value_that_do_not_meet_state_nothing() {
    let stated = |name: &str, claims: Vec<Claim>, sections: [u32; 2], text: &str| {
        let end = Outcome { score: 3, ..Outcome::win(X) };
        let game = Graph::new(vec![Graph::node(X, 0, &[1]), Graph::end(0, end)]);
        let section = |claim| Section { claim, shown: Shown::Settled };
        let cert = Certificate {
            game: game.name(),
            root: vec![0],
            claims,
            sections: sections.map(section).to_vec(),
            remark: String::new(),
            tables: Vec::new(),
            entries: Vec::new(),
        };
        assert!(statement(&game, &cert).is_err(), "{name}");
        let said = bent::without(name, || statement(&game, &cert)).map(|it| it.claim);
        assert_eq!(said.as_deref(), Ok(text), "{name}");
    };
    let of = |player, goal| Claim { player, goal };
    let o = X.other();
    // Each claim is true of a game that X wins by 3 in one move; what is said of both is not.
    stated("meet.draw", vec![Claim::does_not_lose(X)], [0, 0], "value=draw");
    let scores = vec![of(X, Goal::ScoreAtLeast(2)), of(X, Goal::ScoreAtMost(4))];
    stated("meet.score", scores, [0, 1], "score=2");
    let scores = vec![of(X, Goal::ScoreAtLeast(2)), of(o, Goal::ScoreAtMost(2))];
    stated("meet.score-player", scores, [0, 1], "score=2");
    let mates = vec![of(X, Goal::WinsWithin(5)), of(X, Goal::DoesNotWinWithin(0))];
    stated("meet.mate", mates, [0, 1], "mate=5");
    let mates = vec![of(X, Goal::WinsWithin(5)), of(o, Goal::DoesNotWinWithin(4))];
    stated("meet.mate-player", mates, [0, 1], "mate=5");
}
