//! What a check reports and what it is bounded by: the kinds of evidence that were used, the memory of
//! entries; that a game whose type is not known is checked alike; what provers may ask of line threats.

use crate::agreed::check;
use crate::support::{Lines, Prover, Stones, by_evidence, rejection};
use quod_cert::{
    Body, Certificate, Entry, Evidence, EvidenceKind, Instruction, Link, Named, Place,
    PositionCode, Reason, ReplyBy, Section, Shown, TreeNode,
};
use quod_check::threats::{Question, Replays};
use quod_check::{Limits, assuming, require, statement};
use quod_game::testkit::{Rng, conformance, reachable};
use quod_game::{Claim, Game, Move, NotationError, Outcome, Player};

const FIRST: Player = Player::First;

/// X to move, who has 0 and 1 in the first row.
fn mate(game: &Lines) -> Stones {
    game.after(&[0, 3, 1, 4])
}

fn every_kind_but_tables() -> [(EvidenceKind, Evidence); 4] {
    [
        (
            EvidenceKind::ReplyTree,
            Evidence::ReplyTree(vec![TreeNode::Move(Move(2)), TreeNode::End]),
        ),
        (EvidenceKind::LineThreats, Evidence::LineThreats(Vec::new())),
        (EvidenceKind::Strategy, Evidence::Strategy(vec![Instruction::Win])),
        (EvidenceKind::Exhaustive, Evidence::Exhaustive(1)),
    ]
}

#[test]
fn the_kinds_that_showed_something_are_reported_in_order() {
    let game = Lines::three();
    let pos = mate(&game);
    for (kind, evidence) in every_kind_but_tables() {
        assert_eq!(evidence.kind(), Some(kind));
        let cert = by_evidence(&game, Claim::wins(FIRST), &pos, evidence);
        assert_eq!(check(&game, &cert, &Limits::default()).unwrap().kinds, [kind]);
    }
    // O is to move; X then fills a row, a column or a diagonal, whatever O does.
    let pos = game.after(&[0, 3, 2, 7, 8]);
    let items = vec![
        Evidence::Strategy(vec![Instruction::Win]),
        Evidence::LineThreats(Vec::new()),
        Evidence::ReplyTree(vec![TreeNode::Move(Move(5)), TreeNode::End]),
    ];
    let kinds = |default: Option<u32>, named: &[(u32, u32)]| {
        let named = named.iter().map(|&(mv, item)| Named { mv: Move(mv), by: ReplyBy::Item(item) });
        let body = Body::Replies { items: items.clone(), default, named: named.collect() };
        let position = PositionCode::Whole(game.encoding(&pos));
        let shown = Shown::Entry(Link { entry: 0, map: 0 });
        let cert = Certificate {
            sections: vec![Section { claim: 0, shown }],
            entries: vec![Entry { claim: 0, position, body }],
            ..by_evidence(&game, Claim::wins(FIRST), &pos, items[0].clone())
        };
        let verified = check(&game, &cert, &Limits::default()).unwrap();
        (verified.evidence(), verified.kinds)
    };
    let (words, all) = kinds(Some(0), &[(1, 2), (4, 1)]);
    assert_eq!(all, [EvidenceKind::ReplyTree, EvidenceKind::LineThreats, EvidenceKind::Strategy]);
    assert_eq!(words, "reply trees, line threats, positional strategies");
    // What stands in the file and shows nothing is not told.
    let threats = ("line threats".to_string(), vec![EvidenceKind::LineThreats]);
    assert_eq!(kinds(Some(1), &[]), threats);
    assert_eq!(kinds(Some(0), &[(1, 1), (4, 1), (5, 1), (6, 1)]), threats);
}

#[test]
fn an_answer_says_what_it_rests_on() {
    assert_eq!(assuming(&[]), "");
    let tables = ["awari-03 aa", "awari-04 bb"].map(str::to_string);
    assert_eq!(assuming(&tables[..1]), " assuming awari-03 aa");
    assert_eq!(assuming(&tables), " assuming awari-03 aa, awari-04 bb");
}

#[test]
fn numbers_of_kinds_are_those_of_the_format() {
    let numbers: Vec<u64> = EvidenceKind::ALL.iter().map(|kind| kind.number()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    for &kind in EvidenceKind::ALL {
        assert_eq!(EvidenceKind::of_number(kind.number()), Some(kind));
    }
    assert_eq!([0, 9].map(EvidenceKind::of_number), [None, None]);
    assert_eq!(Evidence::Unknown(9).kind(), None);
}

#[test]
fn the_memory_of_entries_is_bounded_before_it_is_taken() {
    let game = Lines::three();
    let boxed = Boxed(game.clone());
    let mut prover = Prover::new(&boxed, reachable(&boxed, &boxed.start()), false);
    let cert = prover.prove(&boxed.start(), &[Claim::does_not_lose(FIRST)], &mut Rng::new(5));
    let cert = cert.expect("X does not lose");
    let n = cert.entries.len();
    let needed = n * size_of::<(Claim, Stones)>() + 4 * (2 * n).next_power_of_two();
    let within = |memory| check(&game, &cert, &Limits { memory, ..Limits::default() });
    // What one entry needs while it is checked comes on top.
    const ONE: u64 = 4_096;
    assert_eq!(within(needed as u64 + ONE).unwrap().entries, n);
    for bytes in [0, 1, needed as u64 - 1] {
        let reject = within(bytes).unwrap_err();
        assert_eq!((reject.reason, reject.place), (Reason::WorkLimit, Place::Header));
        assert!(reject.detail.contains(&needed.to_string()), "{}", reject.detail);
    }
    // What keeps its positions elsewhere is bounded by how long their encodings are.
    let head = n * size_of::<(Claim, Box<Stones>)>() + 4 * (2 * n).next_power_of_two();
    let within = |memory| check(&boxed, &cert, &Limits { memory, ..Limits::default() });
    assert!(within((head + 16 * n) as u64 + ONE).is_ok());
    let reject = within((head + 16 * n) as u64 - 1).unwrap_err();
    assert_eq!((reject.reason, reject.place), (Reason::WorkLimit, Place::Entry(n - 1)));
}

#[test]
fn a_game_of_unknown_type_is_checked_alike() {
    let game = Lines::three();
    let hidden: &dyn Game<Position = Stones> = &game;
    conformance(hidden, 5, 1);
    let pos = mate(&game);
    for (_, evidence) in every_kind_but_tables() {
        let cert = by_evidence(&game, Claim::wins(FIRST), &pos, evidence);
        let limits = Limits::default();
        assert_eq!(check(hidden, &cert, &limits), check(&game, &cert, &limits));
        assert_eq!(statement(hidden, &cert), statement(&game, &cert));
        assert_eq!(require(hidden, &cert, Some("0 3 1 4"), Some("value")), Ok(()));
        let other = by_evidence(&game, Claim::wins(Player::Second), &pos, cert_evidence(&cert));
        assert_eq!(rejection(hidden, &other), rejection(&game, &other));
    }
}

fn cert_evidence(cert: &Certificate) -> Evidence {
    match &cert.sections[0].shown {
        Shown::Evidence(evidence) => evidence.clone(),
        shown => panic!("{shown:?}"),
    }
}

#[test]
fn provers_are_told_what_the_checker_will_say() {
    let mut rng = Rng::new(24);
    let mut tally = [0; 2];
    for round in 0..300 {
        let game = match round % 2 {
            0 => Lines::straight([1, 4, 5], 3),
            _ => Lines::random_bordered(8, &mut rng),
        };
        let mut replays = Replays::new(Game::lines(&game).expect("lines"));
        for _ in 0..10 {
            let pos = game.random_position(9, &mut rng);
            if game.outcome(&pos).is_some() {
                continue;
            }
            let attacker = Player::BOTH[rng.below(2)];
            let cells: Vec<u32> = (0..rng.below(4)).map(|_| rng.below(game.cells) as u32).collect();
            let attackers_move = game.to_move(&pos) == attacker;
            let asked =
                Question { pos: &pos, replies: &[], attacker, attackers_move, cells: &cells };
            let evidence = Evidence::LineThreats(cells.clone());
            let cert = by_evidence(&game, Claim::wins(attacker), &pos, evidence);
            let result = check(&game, &cert, &Limits::default());
            assert_eq!(replays.is_win(&asked, u64::MAX), result.is_ok(), "{cells:?} {pos:?}");
            tally[usize::from(result.is_ok())] += 1;
            if let Ok(verified) = result {
                // (A step of a replay counts for twelve.)
                let steps = verified.work / 12;
                assert!(replays.is_win(&asked, steps));
                assert!(!replays.is_win(&asked, steps - 1));
            }
        }
    }
    assert!(tally.into_iter().all(|it| it > 100), "{tally:?}");
}

/// The same game with its positions elsewhere.
struct Boxed(Lines);

impl Game for Boxed {
    type Position = Box<Stones>;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> Box<Stones> {
        Box::new(self.0.start())
    }

    fn to_move(&self, pos: &Box<Stones>) -> Player {
        self.0.to_move(pos)
    }

    fn outcome(&self, pos: &Box<Stones>) -> Option<Outcome> {
        self.0.outcome(pos)
    }

    fn moves(&self, pos: &Box<Stones>, moves: &mut Vec<Move>) {
        self.0.moves(pos, moves);
    }

    fn play(&self, pos: &Box<Stones>, mv: Move) -> Box<Stones> {
        Box::new(self.0.play(pos, mv))
    }

    fn encode(&self, pos: &Box<Stones>, out: &mut Vec<u8>) {
        self.0.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Box<Stones>, NotationError> {
        self.0.decode(bytes).map(Box::new)
    }
}
