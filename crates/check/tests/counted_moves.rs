//! Claims that count moves: the smallest true certificates, and the smallest false ones. (That everything
//! accepted is true on random graphs is shown with the other claims, in `verified` and `mutants`.)

use crate::support::{Graph, Lines, Stones, accepted, by_evidence, rejection};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Instruction, Link, Named, PositionCode, Reason, ReplyBy,
    Section, Shown,
};
use quod_game::{Claim, Game, Goal, LineGame, Move, NotationError, Outcome, Player};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

/// The first player to move wins with two moves and not with one: 0, 1, 2, and 3 is won.
fn line() -> Graph {
    Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(SECOND, 0, &[2]),
        Graph::node(FIRST, 0, &[3]),
        Graph::end(0, Outcome::win(FIRST)),
    ])
}

fn within(moves: i32) -> Claim {
    Claim { player: FIRST, goal: Goal::WinsWithin(moves) }
}

/// The only move leads to this.
fn plays(shown: Shown) -> Body {
    Body::Move { mv: Move(0), shown }
}

fn entry(at: u32) -> Shown {
    Shown::Entry(Link { entry: at, map: 0 })
}

/// The only reply leads to this entry; without one it settles the claim.
fn answers(at: Option<u32>) -> Body {
    let by = |entry| ReplyBy::Entry(Link { entry, map: 0 });
    let named = at.map(|at| Named { mv: Move(0), by: by(at) });
    Body::Replies { items: Vec::new(), default: None, named: named.into_iter().collect() }
}

/// A certificate of the first entry's claim at its position.
fn certificate(game: &Graph, entries: Vec<(Claim, u8, Body)>) -> Certificate {
    let mut claims: Vec<Claim> = Vec::new();
    let mut index = |claim: Claim| {
        let known = claims.iter().position(|it| *it == claim);
        known.unwrap_or_else(|| {
            claims.push(claim);
            claims.len() - 1
        }) as u32
    };
    let root = game.encoding(&entries[0].1);
    let entries = entries.into_iter().map(|(claim, pos, body)| Entry {
        claim: index(claim),
        position: PositionCode::Whole(vec![pos]),
        body,
    });
    let entries = entries.collect();
    Certificate {
        game: game.name(),
        root,
        claims,
        sections: vec![Section { claim: 0, shown: entry(0) }],
        remark: String::new(),
        tables: Vec::new(),
        entries,
    }
}

#[test]
fn every_move_of_the_player_takes_one_from_the_number() {
    let game = line();
    let proof = |moves: [i32; 3]| {
        certificate(
            &game,
            vec![
                (within(moves[0]), 0, plays(entry(1))),
                (within(moves[1]), 1, answers(Some(2))),
                (within(moves[2]), 2, plays(Shown::Settled)),
            ],
        )
    };
    accepted(&game, &proof([2, 1, 1]));
    accepted(&game, &proof([7, 6, 6]));
    // What is won in fewer moves serves where more are left.
    accepted(&game, &proof([7, 6, 1]));
    accepted(&game, &proof([3, 1, 1]));
    for wrong in [[1, 1, 1], [2, 2, 1], [2, 1, 2], [2, 2, 2], [3, 3, 2]] {
        assert_eq!(rejection(&game, &proof(wrong)), Reason::ClaimMismatch, "{wrong:?}");
    }
    assert_eq!(rejection(&game, &proof([2, 0, 1])), Reason::IdleName);
    let game = Graph { only_own_moves_win: true, ..line() };
    assert_eq!(rejection(&game, &proof([2, 0, 1])), Reason::SettledEntry);
}

#[test]
fn a_player_without_moves_left_does_not_win() {
    let game = Graph { only_own_moves_win: true, ..line() };
    let not_within = |moves| within(moves).complement();
    // After the first move none is left.
    accepted(&game, &certificate(&game, vec![(not_within(1), 0, answers(None))]));
    let two = vec![
        (not_within(2), 0, answers(Some(1))),
        (not_within(1), 1, plays(entry(2))),
        (not_within(1), 2, answers(None)),
    ];
    assert_eq!(rejection(&game, &certificate(&game, two)), Reason::MissingReply);
    // What is refused with one move left says nothing of two.
    let short = vec![(not_within(3), 0, answers(Some(1))), (not_within(1), 1, plays(entry(1)))];
    assert_eq!(rejection(&game, &certificate(&game, short)), Reason::ClaimMismatch);
    // One half at a time, and both together: two moves at the soonest.
    let mut both = certificate(
        &game,
        vec![
            (within(2), 0, plays(entry(1))),
            (within(1), 1, answers(Some(2))),
            (within(1), 2, plays(Shown::Settled)),
            (not_within(1), 0, answers(None)),
        ],
    );
    let last = both.claims.len() as u32 - 1;
    both.sections.push(Section { claim: last, shown: entry(3) });
    accepted(&game, &both);
    assert_eq!(quod_check::statement(&game, &both).unwrap().claim, "mate=2");
    both.claims[0] = within(3);
    assert_eq!(rejection(&game, &both), Reason::SectionsDoNotMeet);
}

/// The first player must go to 1, where the second must end the game, and the first has won: as a forced capture
/// does in antichess.
fn forced() -> Graph {
    Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(SECOND, 0, &[2]),
        Graph::end(0, Outcome::win(FIRST)),
    ])
}

#[test]
fn who_has_no_move_left_may_still_win_by_the_move_of_the_other() {
    let game = forced();
    let not_within = |moves| within(moves).complement();
    // True: no move of its own is needed at 1, and one at 0.
    accepted(&game, &certificate(&game, vec![(within(0), 1, answers(None))]));
    let true_one = vec![(within(1), 0, plays(entry(1))), (within(0), 1, answers(None))];
    accepted(&game, &certificate(&game, true_one));
    for evidence in [Evidence::Exhaustive(2), Evidence::SolutionTree(Vec::new())] {
        accepted(&game, &by_evidence(&game, within(1), &0, evidence));
    }
    // False: the game is not lost yet where no move is left.
    for not_yet in [0, 1] {
        let (claim, body) =
            [(not_within(0), plays(Shown::Settled)), (not_within(1), answers(None))][not_yet]
                .clone();
        let at = 1 - not_yet as u8;
        let refused = rejection(&game, &certificate(&game, vec![(claim, at, body)]));
        assert_eq!(refused, [Reason::NotSettled, Reason::MissingReply][not_yet], "{not_yet}");
    }
    assert_eq!(rejection(&game, &certificate_settled(&game, not_within(0), 1)), Reason::NotSettled);
    // A player to move without moves left is too late in every game.
    accepted(&game, &certificate_settled(&game, not_within(0), 0));
    assert_eq!(rejection(&game, &certificate_settled(&game, within(0), 0)), Reason::NotSettled);
}

#[test]
fn a_game_may_promise_that_only_own_moves_win() {
    let mut game = line();
    let not_within = within(1).complement();
    let early = certificate(&game, vec![(not_within, 0, answers(None))]);
    assert_eq!(rejection(&game, &early), Reason::MissingReply);
    let late =
        vec![(not_within, 0, answers(Some(1))), (within(0).complement(), 1, plays(Shown::Settled))];
    let late = certificate(&game, late);
    accepted(&game, &late);
    game.only_own_moves_win = true;
    accepted(&game, &early);
    // Nothing is left to show after the last move.
    assert_eq!(rejection(&game, &late), Reason::SettledEntry);
}

/// A certificate that says of a position that the claim is settled there.
fn certificate_settled(game: &Graph, claim: Claim, pos: u8) -> Certificate {
    Certificate {
        sections: vec![Section { claim: 0, shown: Shown::Settled }],
        entries: Vec::new(),
        ..certificate(game, vec![(claim, pos, answers(None))])
    }
}

#[test]
fn endless_play_wins_in_no_number_of_moves() {
    // Round and round, and that is a win for the first player: but not within any number of moves.
    let mut game = Graph::new(vec![Graph::node(FIRST, 0, &[1]), Graph::node(SECOND, 0, &[0])]);
    game.infinite_play = vec![Outcome::win(FIRST); 10];
    let round = |claim: Claim| {
        certificate(&game, vec![(claim, 0, plays(entry(1))), (claim, 1, answers(Some(0)))])
    };
    accepted(&game, &round(Claim::wins(FIRST)));
    assert_eq!(rejection(&game, &round(within(9))), Reason::ClaimMismatch);
    // Where only the opponent moves the number stays, and the way back is closed all the same.
    let mut game = Graph::new(vec![Graph::node(SECOND, 0, &[1]), Graph::node(SECOND, 0, &[0])]);
    game.infinite_play = vec![Outcome::win(FIRST); 10];
    let round = |claim: Claim| {
        certificate(&game, vec![(claim, 0, answers(Some(1))), (claim, 1, answers(Some(0)))])
    };
    accepted(&game, &round(Claim::wins(FIRST)));
    assert_eq!(rejection(&game, &round(within(9))), Reason::BackwardLink);
}

#[test]
fn strategies_and_numbers_too_large_are_refused() {
    let mut game = line();
    game.cyclic = false;
    let list = |claim| by_evidence(&game, claim, &0, Evidence::Strategy(vec![Instruction::Any]));
    accepted(&game, &list(Claim::wins(FIRST)));
    assert_eq!(rejection(&game, &list(within(9))), Reason::EvidenceTrait);
    let plies = |claim| by_evidence(&game, claim, &0, Evidence::Exhaustive(9));
    accepted(&game, &plies(within(Claim::MOST_MOVES)));
    assert_eq!(rejection(&game, &plies(within(1))), Reason::EvidenceFails);
    for moves in [-1, Claim::MOST_MOVES + 1] {
        assert_eq!(rejection(&game, &plies(within(moves))), Reason::UnknownClaim);
    }
}

/// A game of lines in which people count the moves to the end.
struct Counted(Lines);

impl Game for Counted {
    type Position = Stones;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> Stones {
        self.0.start()
    }

    fn to_move(&self, pos: &Stones) -> Player {
        self.0.to_move(pos)
    }

    fn outcome(&self, pos: &Stones) -> Option<Outcome> {
        self.0.outcome(pos)
    }

    fn moves(&self, pos: &Stones, moves: &mut Vec<Move>) {
        self.0.moves(pos, moves);
    }

    fn play(&self, pos: &Stones, mv: Move) -> Stones {
        self.0.play(pos, mv)
    }

    fn encode(&self, pos: &Stones, out: &mut Vec<u8>) {
        self.0.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Stones, NotationError> {
        self.0.decode(bytes)
    }

    fn has_mates(&self) -> bool {
        true
    }

    fn lines(&self) -> Option<&dyn LineGame<Stones>> {
        Some(&self.0)
    }
}

#[test]
fn a_sequence_of_threats_says_nothing_of_the_number_of_moves() {
    // X has 0, O has 1. X threatens with 3 and twice with 4: a win, with three moves and not with one.
    let game = Counted(Lines::three());
    let pos = game.0.after(&[0, 1]);
    let threats = |claim| by_evidence(&game, claim, &pos, Evidence::LineThreats(vec![3, 4]));
    accepted(&game, &threats(Claim::wins(FIRST)));
    for moves in [1, 3] {
        assert_eq!(rejection(&game, &threats(within(moves))), Reason::EvidenceTrait, "{moves}");
    }
}
