//! Two searches in turn: answers on random graphs, runs that are resumed, and what it costs.

use quod_catalogue::Registry;
use quod_engine::{Offer, OpenGame};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Move, NotationError, Outcome, Player};
use quod_rules::ConnectFour;
use quod_solve::{Answer, AnyGame, Job, Phase};

use crate::support::solve;

/// Both searches begin at once and take turns often.
const EAGER: &str = "portfolio:alone=2,share=100";

/// A graph in which nothing repeats, and which says so.
#[derive(Debug)]
struct Acyclic(Explicit);

impl Game for Acyclic {
    type Position = u16;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> u16 {
        self.0.start()
    }

    fn to_move(&self, pos: &u16) -> Player {
        self.0.to_move(pos)
    }

    fn outcome(&self, pos: &u16) -> Option<Outcome> {
        self.0.outcome(pos)
    }

    fn moves(&self, pos: &u16, moves: &mut Vec<Move>) {
        self.0.moves(pos, moves);
    }

    fn play(&self, pos: &u16, mv: Move) -> u16 {
        self.0.play(pos, mv)
    }

    fn encode(&self, pos: &u16, out: &mut Vec<u8>) {
        self.0.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<u16, NotationError> {
        self.0.decode(bytes)
    }
}

#[test]
fn values_of_random_graphs_are_right_and_certified() {
    let mut rng = Rng::new(51);
    let (mut answers, mut drawn) = (0, 0);
    for round in 0..400 {
        let nodes = 2 + rng.below(60);
        let shape = Shape { nodes, most_moves: 4, backward: 0, terminal: 2, ..Shape::default() };
        let graph = Explicit::random(&shape, &mut rng);
        let game = AnyGame::new(Offer::of_rules(OpenGame::new(Acyclic(graph.clone()))));
        let truth = Player::BOTH
            .into_iter()
            .find(|player| Oracle::new(&graph, &0, &Claim::wins(*player)).holds(&0));
        let engine = if round % 4 == 0 { "auto" } else { EAGER };
        let answer = solve(&game, "start", "value", engine);
        assert_eq!(answer.value.map(|it| it.0), Some(truth), "{engine} {graph:?}");
        answers += 1;
        drawn += u32::from(truth.is_none());
    }
    assert!(answers == 400 && drawn > 20, "{answers} {drawn}");
}

/// Connect Four by plain rules, searched as a game that nobody has a family for.
fn plain_four(width: u32, height: u32) -> AnyGame {
    let game = ConnectFour::new(width, height).unwrap();
    AnyGame::new(Offer::of_rules(OpenGame::new(game)))
}

fn job(engine: &str) -> Job {
    Job { engine: engine.to_string(), memory: 1 << 26, ..Job::default() }
}

fn answer(game: &AnyGame, engine: &str) -> Answer {
    let mut session = game.solve(&job(engine)).unwrap();
    while session.step(10_000).unwrap() == Phase::Running {}
    session.answer()
}

#[test]
fn a_resumed_portfolio_gives_the_same_nodes_and_bytes() {
    let game = plain_four(4, 4);
    let mut rng = Rng::new(52);
    // Both have begun when one of them answers.
    for engine in ["portfolio:alone=50,share=20", "portfolio:alone=50,share=100"] {
        let whole = answer(&game, engine);
        assert!(whole.verified, "{engine}");
        for _ in 0..10 {
            let mut first = game.solve(&job(engine)).unwrap();
            for _ in 0..1 + rng.below(12) {
                if first.step(1 + rng.below(5000) as u64).unwrap() == Phase::Done {
                    break;
                }
            }
            let mut bytes = Vec::new();
            first.save(&mut bytes).unwrap();
            let mut second = game.solve(&job(engine)).unwrap();
            second.restore(&mut bytes.as_slice()).unwrap();
            while second.step(777).unwrap() == Phase::Running {}
            let resumed = second.answer();
            assert_eq!(resumed.effort, whole.effort, "{engine}");
            assert_eq!(resumed.largest_tree, whole.largest_tree, "{engine}");
            assert_eq!(resumed.certificate, whole.certificate, "{engine}");
        }
    }
}

#[test]
fn auto_costs_at_most_half_more_than_alpha_beta() {
    let (small, large) = (plain_four(4, 4), plain_four(5, 4));
    for game in [&small, &large] {
        let [alone, auto] = ["alphabeta", "auto"].map(|engine| answer(game, engine).effort.nodes);
        assert!(auto <= alone + alone / 2, "{auto} nodes, {alone} by alpha-beta");
    }
    let auto = answer(&small, "auto");
    assert!(auto.verified && auto.engine == "portfolio", "{}", auto.engine);
}

#[test]
fn memory_that_ends_a_search_with_a_tree_is_enough_for_tables() {
    let game = plain_four(5, 4);
    let starved = Job { memory: 1 << 22, ..job("pn") };
    let mut session = game.solve(&starved).unwrap();
    while session.step(10_000).unwrap() == Phase::Running {}
    assert_eq!(session.answer().reason.map(|it| it.word().to_string()).as_deref(), Some("memory"));
    // The certificate needs memory as well; the claim that is asked is the one with the small proof.
    let starved = Job { memory: 1 << 24, nodes: Some(30_000_000), ..job("auto") };
    let mut session = game.solve(&starved).unwrap();
    while session.step(10_000).unwrap() == Phase::Running {}
    assert_eq!(session.answer().value.map(|it| it.0), Some(None));
}

#[test]
fn it_is_refused_where_positions_repeat() {
    let game = Registry::builtin().open("three-mens-morris").unwrap();
    let error = game.solve(&job("portfolio")).err().unwrap().to_string();
    assert!(error.contains("where positions can repeat"), "{error}");
    assert!(game.solve(&job("portfolio:share=0")).is_err());
}
