//! Small false certificates by positional strategies, each made for one way in which a checker could
//! be wrong.

use crate::agreed::check;
use crate::support::{Graph, Lines, accepted, by_list, rejection};
use quod_cert::{Body, Entry, Evidence, Instruction, Link, PositionCode, Reason, Shown};
use quod_check::Limits;
use quod_game::testkit::conformance;
use quod_game::{Claim, Game, Move, NotationError, Outcome, Player, Stacked, Symmetric};
use quod_rules::ConnectFour;

use Instruction::{Above, Any, Win};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

fn play(mv: u32) -> Instruction {
    Instruction::Play(Move(mv))
}

fn reply(to: u32, mv: u32) -> Instruction {
    Instruction::Reply(Move(to), Move(mv))
}

fn pair(a: u32, b: u32) -> Instruction {
    Instruction::Pair(Move(a), Move(b))
}

fn connect_four(width: u32, height: u32) -> ConnectFour {
    ConnectFour::new(width, height).unwrap()
}

fn end(outcome: Outcome) -> crate::support::GraphNode {
    Graph::end(0, outcome)
}

fn acyclic(nodes: Vec<crate::support::GraphNode>) -> Graph {
    Graph { cyclic: false, ..Graph::new(nodes) }
}

/// Claimeven on three columns of four: nobody fills four in a row, and no column is one player's.
#[test]
fn claimeven_draws_narrow_boards_for_the_second_player_only() {
    let game = connect_four(3, 4);
    let above = [Above];
    accepted(&game, &by_list(&game, Claim::does_not_lose(SECOND), &game.start(), &above));
    // The first player has nothing to answer when he begins.
    let cert = by_list(&game, Claim::does_not_lose(FIRST), &game.start(), &above);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    // With a move for every case he is never stuck, but loses.
    let cert = by_list(&game, Claim::does_not_lose(FIRST), &game.start(), &[Any]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_list_that_loses_in_one_branch_only_is_refused() {
    // The opponent has three replies; `reply` answers each, the last one badly.
    let won = |graph: &mut Graph, at: usize| graph.nodes[at].outcome = Some(Outcome::win(FIRST));
    let mut game = acyclic(vec![
        Graph::node(SECOND, 0, &[1, 2, 3]),
        Graph::node(FIRST, 0, &[4, 5]),
        Graph::node(FIRST, 0, &[4, 5]),
        Graph::node(FIRST, 0, &[4, 6]),
        end(Outcome::DRAW),
        end(Outcome::win(FIRST)),
        end(Outcome::DRAW),
    ]);
    let list = [reply(0, 1), reply(1, 1), reply(2, 1)];
    let cert = by_list(&game, Claim::wins(FIRST), &0, &list);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    won(&mut game, 6);
    accepted(&game, &cert);
    // A reply that is not answered at all.
    let cert = by_list(&game, Claim::wins(FIRST), &0, &list[..2]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_prover_who_must_move_and_has_nothing_to_answer_is_not_passed_over() {
    // Columns of odd height: the opponent takes the top of one, and nothing is above.
    let game = connect_four(4, 3);
    let claim = Claim::does_not_lose(SECOND);
    let cert = by_list(&game, claim, &game.start(), &[Above]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    // No instruction at all; where the opponent is to move, that is no win either.
    for claim in [Claim::does_not_lose(FIRST), Claim::does_not_lose(SECOND)] {
        let cert = by_list(&game, claim, &game.start(), &[]);
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    }
}

#[test]
fn a_game_that_may_repeat_has_no_positional_strategies() {
    // Node 0 to 1 to 0 and so on: the second visit would be taken for one that has been gone through.
    let mut game = Graph::new(vec![
        Graph::node(FIRST, 0, &[1]),
        Graph::node(SECOND, 0, &[0, 2]),
        end(Outcome::win(FIRST)),
    ]);
    let cert = by_list(&game, Claim::wins(FIRST), &0, &[Win, Any]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceTrait);
    // Nor if infinite play would do: the kind is refused, not the strategy.
    let draw = by_list(&game, Claim::does_not_lose(FIRST), &0, &[Win, Any]);
    assert_eq!(rejection(&game, &draw), Reason::EvidenceTrait);
    game.nodes[1].children = vec![2];
    game.cyclic = false;
    accepted(&game, &cert);
}

#[test]
fn above_needs_columns_even_where_it_is_never_reached() {
    let game = Lines::three();
    let pos = game.after(&[0, 3, 1, 4]);
    accepted(&game, &by_list(&game, Claim::wins(FIRST), &pos, &[Win]));
    let cert = by_list(&game, Claim::wins(FIRST), &pos, &[Win, Above]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceTrait);
    // Also in an item that nothing refers to.
    let pos = game.after(&[0, 3, 1, 4, 8]);
    let mut cert = by_list(&game, Claim::does_not_lose(SECOND), &pos, &[]);
    let items = vec![Evidence::Strategy(vec![Win]), Evidence::Strategy(vec![Above])];
    let entry = Link { entry: 0, map: 0 };
    cert.claims[0] = Claim::wins(FIRST);
    cert.sections[0].shown = Shown::Entry(entry);
    cert.entries = vec![Entry {
        claim: 0,
        position: PositionCode::Whole(game.encoding(&pos)),
        body: Body::Replies { items, default: Some(0), named: Vec::new() },
    }];
    assert_eq!(rejection(&game, &cert), Reason::EvidenceTrait);
}

#[test]
fn nothing_is_above_the_top() {
    // Two cells are left, the tops of two columns, and the second player wins with either.
    let game = connect_four(4, 4);
    let claim = Claim::wins(SECOND);
    let pos = game.parse_position("oxx/xooo/xoox/oxx").unwrap();
    let tops = game.legal_moves(&pos);
    assert_eq!(tops, [Move(3), Move(15)]);
    let cert = by_list(&game, claim, &pos, &[Above]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    let answer = Instruction::Pair(tops[0], tops[1]);
    accepted(&game, &by_list(&game, claim, &pos, &[Above, answer]));
}

#[test]
fn a_secured_draw_is_no_win() {
    let game = connect_four(3, 4);
    for claim in [Claim::wins(FIRST), Claim::wins(SECOND)] {
        let cert = by_list(&game, claim, &game.start(), &[Win, Above, Any]);
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    }
    // Nor is a pairing, which is the same strategy here.
    let pairs: Vec<Instruction> = (0..6).map(|at| pair(2 * at, 2 * at + 1)).collect();
    accepted(&game, &by_list(&game, Claim::does_not_lose(SECOND), &game.start(), &pairs));
    let cert = by_list(&game, Claim::wins(SECOND), &game.start(), &pairs);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_pairing_is_played_out_where_its_moves_may_be_forbidden() {
    // O plays 0, and X may not answer on 1: three lines through it hold stones of X's alone.
    let list = [pair(0, 1), Any];
    let lines: [&[u16]; 5] = [&[0, 1], &[1, 2, 5], &[1, 3, 6], &[1, 4, 7], &[1, 11, 12]];
    let lines = lines.map(<[u16]>::to_vec).to_vec();
    let game = Lines { cells: 14, lines, borders: Vec::new(), mirror: None, forbids: 0 };
    let bits = |cells: &[u32]| cells.iter().map(|it| 1 << it).sum::<u64>();
    let pos = [bits(&[2, 3, 4, 12]), bits(&[8, 9, 11])];
    let cert = |game: &Lines| by_list(game, Claim::does_not_lose(FIRST), &pos, &list);
    accepted(&game, &cert(&game));
    let game = game.forbidding(3);
    assert!(!game.legal_moves(&game.play(&pos, Move(0))).contains(&Move(1)));
    assert_eq!(rejection(&game, &cert(&game)), Reason::EvidenceFails);
}

#[test]
fn positions_with_different_last_moves_are_not_one_where_the_prover_is_to_move() {
    // Both moves of the opponent lead to node 1; the list answers them differently, once wrongly.
    let game = acyclic(vec![
        Graph::node(SECOND, 0, &[1, 1]),
        Graph::node(FIRST, 0, &[2, 3]),
        end(Outcome::win(FIRST)),
        end(Outcome::win(SECOND)),
    ]);
    for list in [[reply(0, 0), play(1)], [reply(1, 0), play(1)]] {
        let cert = by_list(&game, Claim::wins(FIRST), &0, &list);
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    }
    accepted(&game, &by_list(&game, Claim::wins(FIRST), &0, &[reply(0, 0), reply(1, 0)]));
}

#[test]
fn one_list_does_not_rest_on_what_another_one_has_gone_through() {
    // Node 1 and node 2 both go to node 3, where the opponent is to move. The first item answers it
    // rightly; the second one does not, and must be played out itself.
    let game = acyclic(vec![
        Graph::node(SECOND, 0, &[1, 2]),
        Graph::node(FIRST, 0, &[3]),
        Graph::node(FIRST, 0, &[3]),
        Graph::node(SECOND, 0, &[4]),
        Graph::node(FIRST, 0, &[5, 6]),
        end(Outcome::win(FIRST)),
        end(Outcome::win(SECOND)),
    ]);
    let mut cert = by_list(&game, Claim::wins(FIRST), &0, &[]);
    let right = Evidence::Strategy(vec![Win, Any]);
    let wrong = Evidence::Strategy(vec![play(1), Any]);
    let body = |second: &Evidence| Body::Replies {
        items: vec![right.clone(), second.clone()],
        default: Some(0),
        named: vec![quod_cert::Named { mv: Move(1), by: quod_cert::ReplyBy::Item(1) }],
    };
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 0 });
    cert.entries =
        vec![Entry { claim: 0, position: PositionCode::Whole(vec![0]), body: body(&right) }];
    accepted(&game, &cert);
    cert.entries[0].body = body(&wrong);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn the_last_move_is_the_opponents_and_only_the_one_just_before() {
    // The opponent moves (code 1), then the prover twice: the second time there is nothing to reply to.
    let game = acyclic(vec![
        Graph::node(SECOND, 0, &[1, 1]),
        Graph::node(FIRST, 0, &[2, 2]),
        Graph::node(FIRST, 0, &[3, 4]),
        end(Outcome::win(SECOND)),
        end(Outcome::win(FIRST)),
    ]);
    let claim = Claim::wins(FIRST);
    let both = [reply(0, 1), reply(1, 1)];
    let cert = by_list(&game, claim, &0, &both);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    accepted(&game, &by_list(&game, claim, &0, &[reply(0, 0), reply(1, 0), play(1)]));
    // Nor is there one where the evidence begins, also if a reply has led there.
    let mut cert = by_list(&game, claim, &0, &[]);
    let body = |list: &[Instruction]| Body::Replies {
        items: vec![Evidence::Strategy(list.to_vec())],
        default: Some(0),
        named: Vec::new(),
    };
    cert.sections[0].shown = Shown::Entry(Link { entry: 0, map: 0 });
    let position = PositionCode::Whole(vec![0]);
    cert.entries = vec![Entry { claim: 0, position, body: body(&[play(1)]) }];
    accepted(&game, &cert);
    cert.entries[0].body = body(&[reply(0, 0), reply(1, 0), reply(0, 1), reply(1, 1)]);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_position_that_is_over_or_stuck_is_not_won_by_a_list() {
    for (outcome, right) in [(Outcome::win(FIRST), true), (Outcome::DRAW, false)] {
        let game = acyclic(vec![end(outcome)]);
        let cert = by_list(&game, Claim::wins(FIRST), &0, &[Win, Any]);
        assert_eq!(check(&game, &cert, &Limits::default()).is_ok(), right);
    }
    // Neither outcome nor move, which no rules may have: "every reply" would be empty.
    for player in Player::BOTH {
        let game = acyclic(vec![Graph::node(player, 0, &[])]);
        let cert = by_list(&game, Claim::wins(FIRST), &0, &[Win, Any]);
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    }
    // Decided before the end, either way.
    let claim = Claim::wins(FIRST);
    for value in [true, false] {
        let mut game = acyclic(vec![Graph::node(SECOND, 0, &[1]), end(Outcome::DRAW)]);
        game.decided = vec![(0, claim, value)];
        let cert = by_list(&game, claim, &0, &[]);
        assert_eq!(check(&game, &cert, &Limits::default()).is_ok(), value);
    }
}

#[test]
fn a_list_costs_work_for_every_instruction_at_every_move() {
    let game = connect_four(3, 4);
    let claim = Claim::does_not_lose(SECOND);
    let long: Vec<Instruction> = [vec![reply(11, 11); 1000], vec![Above]].concat();
    let work = |list: &[Instruction], most| {
        check(
            &game,
            &by_list(&game, claim, &game.start(), list),
            &Limits { work: most, ..Limits::default() },
        )
    };
    let short = work(&[Above], u64::MAX).unwrap().work;
    let cost = work(&long, u64::MAX).unwrap().work;
    assert!(cost > 30 * short, "{short} {cost}");
    assert_eq!(work(&long, cost).unwrap().work, cost);
    assert_eq!(work(&long, cost - 1).unwrap_err().reason, Reason::WorkLimit);
    // A node that is met over and over is gone through once: 30 levels of four moves each.
    let levels = (0..30).map(|own| Graph::node(SECOND, 0, &[own + 1; 4]));
    let game = acyclic(levels.chain([end(Outcome::DRAW)]).collect());
    let cert = by_list(&game, Claim::does_not_lose(FIRST), &0, &[]);
    assert!(check(&game, &cert, &Limits { work: 120, ..Limits::default() }).is_ok());
}

/// Connect Four with a "symmetry" that turns the board upside down: lines stay lines.
struct UpsideDown(ConnectFour);

impl Game for UpsideDown {
    type Position = <ConnectFour as Game>::Position;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn to_move(&self, pos: &Self::Position) -> Player {
        self.0.to_move(pos)
    }

    fn outcome(&self, pos: &Self::Position) -> Option<Outcome> {
        self.0.outcome(pos)
    }

    fn moves(&self, pos: &Self::Position, moves: &mut Vec<Move>) {
        self.0.moves(pos, moves);
    }

    fn play(&self, pos: &Self::Position, mv: Move) -> Self::Position {
        self.0.play(pos, mv)
    }

    fn encode(&self, pos: &Self::Position, out: &mut Vec<u8>) {
        self.0.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Self::Position, NotationError> {
        self.0.decode(bytes)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<Self::Position>> {
        Some(self)
    }

    fn stacked(&self) -> Option<&dyn Stacked<Self::Position>> {
        self.0.stacked()
    }
}

impl Symmetric<<ConnectFour as Game>::Position> for UpsideDown {
    fn order(&self) -> u16 {
        2
    }

    fn map(
        &self,
        _: u16,
        pos: &<ConnectFour as Game>::Position,
    ) -> <ConnectFour as Game>::Position {
        *pos
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        if map == 0 { mv } else { Move(mv.0 / 4 * 4 + 3 - mv.0 % 4) }
    }
}

#[test]
#[should_panic(expected = "commute with map 1")]
fn a_flip_is_no_symmetry_of_a_game_of_columns() {
    conformance(&UpsideDown(connect_four(4, 4)), 10, 1);
}

#[test]
fn a_list_turned_upside_down_is_refused() {
    // The second player follows up: the first turned would answer tops with what lies below them.
    let game = connect_four(3, 4);
    let claim = Claim::does_not_lose(SECOND);
    let even: Vec<Instruction> =
        (0..3).flat_map(|x| [reply(4 * x, 4 * x + 1), reply(4 * x + 2, 4 * x + 3)]).collect();
    accepted(&game, &by_list(&game, claim, &game.start(), &even));
    let flip = |mv: Move| Move(mv.0 / 4 * 4 + 3 - mv.0 % 4);
    let turned: Vec<Instruction> = (even.iter())
        .map(|it| match *it {
            Instruction::Reply(to, mv) => Instruction::Reply(flip(to), flip(mv)),
            other => other,
        })
        .collect();
    let cert = by_list(&game, claim, &game.start(), &turned);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}
