//! The soonest wins of the games of chess, on random small positions, against an exhaustive search that knows nothing
//! of claims: it plays every move, and counts.

#![allow(clippy::mutable_key_type)] // (A position never changes; the box that holds it could.)

use std::collections::HashMap;

use quod_catalogue::Registry;
use quod_engine::{OpenGame, Pos, SolveError};
use quod_game::Player;
use quod_game::testkit::Rng;
use quod_solve::{
    Answer, AnswersMoves, AnyGame, AskedOfMove, Job, Phase, Sound, Verdict, soundness,
};

/// Within how many moves wins are looked for.
const MOST: u32 = 2;

/// Whether a player wins within so many of its own moves, whatever the other plays.
fn wins(
    game: &OpenGame,
    pos: &Pos,
    player: Player,
    left: u32,
    known: &mut HashMap<(Pos, u32), bool>,
) -> bool {
    if let Some(outcome) = game.outcome(pos) {
        return outcome.winner == Some(player);
    }
    let own = game.to_move(pos) == player;
    if own && left == 0 {
        return false;
    }
    if let Some(won) = known.get(&(pos.clone(), left)) {
        return *won;
    }
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let mut after = moves.into_iter().map(|mv| game.play(pos, mv));
    let won = match own {
        true => after.any(|next| wins(game, &next, player, left - 1, known)),
        false => after.all(|next| wins(game, &next, player, left, known)),
    };
    known.insert((pos.clone(), left), won);
    won
}

/// A random position of two to four men that the game admits.
fn random(game: &AnyGame, men: &str, size: (usize, usize), rng: &mut Rng) -> String {
    loop {
        let (rows, columns) = size;
        let mut cells = vec![vec!['.'; columns]; rows];
        let kings = if men.starts_with('!') { "Kk" } else { "" };
        let men: Vec<char> = men.trim_start_matches('!').chars().collect();
        let more = 2 + rng.below(3) - kings.len().min(1);
        let some = kings.chars().chain((0..more).map(|_| men[rng.below(men.len())]));
        for man in some.collect::<Vec<_>>() {
            cells[rng.below(rows)][rng.below(columns)] = man;
        }
        let row = |row: &Vec<char>| {
            let mut text = String::new();
            let mut empty = 0;
            for &cell in row.iter().chain(&['|']) {
                if cell == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(cell);
            }
            text.trim_end_matches('|').to_string()
        };
        let rows: Vec<String> = cells.iter().map(row).collect();
        let side = ["w", "b"][rng.below(2)];
        for rest in [" - -", ""] {
            let text = format!("{} {side}{rest}", rows.join("/"));
            if game.parse(&text).is_ok() {
                return text;
            }
        }
    }
}

fn ask(game: &AnyGame, position: &str, question: &str, engine: &str) -> Answer {
    let job = Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        nodes: Some(200_000),
        ..Job::default()
    };
    let mut session =
        game.solve(&job).unwrap_or_else(|error| panic!("{question} {engine}: {error}"));
    while session.step(session.stride()).unwrap() == Phase::Running {}
    session.answer()
}

/// Holds all answers about wins within 0, 1 and 2 moves to the truth. Returns in how many moves the soonest is, if there is one.
fn holds_to(
    game: &AnyGame,
    position: &str,
    word: &str,
    engine: &str,
    truth: [bool; MOST as usize + 1],
) -> Option<usize> {
    let asked = |question: &str| {
        let answer = ask(game, position, question, engine);
        let name = game.rules().name();
        let context = format!("{name} {position} {question} {engine} {:?}", answer.reason);
        (answer, context)
    };
    for (n, truth) in truth.into_iter().enumerate() {
        for (sign, truth) in [("<=", truth), (">", !truth)] {
            let (answer, context) = asked(&format!("{word}{sign}{n}"));
            let verdict = if truth { Verdict::Proved } else { Verdict::Disproved };
            assert_eq!(answer.verdict, verdict, "{context}");
        }
    }
    let n = truth.into_iter().position(|it| it)?;
    let (answer, context) = asked(word);
    assert_eq!(answer.value_text(), Some(format!("{word} {n}")), "{context}");
    Some(n)
}

/// The games, with the men that stand on their boards: `!` for a king of each side beside others.
const GAMES: [(&str, &str, (usize, usize)); 5] = [
    ("chess", "!QRBNPqrbnp", (8, 8)),
    ("antichess", "KQRBNPkqrbnp", (8, 8)),
    ("giveaway", "KQRBNPkqrbnp", (8, 8)),
    ("losers", "!QRBNPqrbnp", (8, 8)),
    ("small-chess", "!QRNqrn", (3, 3)),
];

/// Compares so many random positions of each game, and returns how many have which soonest win.
fn compare(positions: usize, seed: u64) -> [usize; MOST as usize + 1] {
    let mut rng = Rng::new(seed);
    let mut soonest = [0; MOST as usize + 1];
    for (name, men, size) in GAMES {
        let game = Registry::builtin().open(name).unwrap();
        for round in 0..positions {
            let position = random(&game, men, size, &mut rng);
            let root = game.parse(&position).unwrap();
            let mover = game.rules().mover_at(&root);
            for (word, player) in [("mate", mover), ("mated", mover.other())] {
                let mut known = HashMap::new();
                let truth = [0, 1, 2].map(|n| wins(game.rules(), &root, player, n, &mut known));
                let engines = [["auto", "pn"], ["auto", "dfpn"], ["auto", "alphabeta"]];
                for engine in engines[round % 3] {
                    if let Some(n) = holds_to(&game, &position, word, engine, truth) {
                        soonest[n] += 1;
                    }
                }
            }
        }
    }
    println!("soonest wins by their moves: {soonest:?}");
    soonest
}

#[test]
fn wins_in_time_are_those_of_an_exhaustive_search() {
    let soonest = compare(60, 50);
    assert!(soonest.iter().all(|&count| count > 5), "{soonest:?}");
}

#[test]
fn wins_in_time_are_those_of_an_exhaustive_search_in_very_many_positions() {
    let soonest = compare(10_000, 51);
    assert!(soonest.iter().all(|&count| count > 1_000), "{soonest:?}");
}

/// Positions from reports, and whether a search of this size must come to an end.
const REPORTED: [(&str, &str, bool); 4] = [
    ("losers", "r6K/1k4P1/8/8/8/8/8/8 w - -", true),
    ("antichess", "8/P7/8/7p/8/8/8/8 w - -", true),
    ("antichess", "8/5P2/8/5n2/8/8/8/8 w - -", false),
    ("giveaway", "8/8/3P4/8/8/6n1/8/8 b - -", false),
];

#[test]
fn soonest_wins_that_people_reported_are_those_of_an_exhaustive_search() {
    for (name, position, ends) in REPORTED {
        let game = Registry::builtin().open(name).unwrap();
        let answer = ask(&game, position, "mate", "auto");
        let context = format!("{name} {position}: {:?}", answer.reason);
        assert!(!answer.is_defect(), "{context}");
        assert!(answer.verdict == Verdict::Proved || !ends, "{context}");
        let Some(mate) = answer.mate else { continue };
        let root = game.parse(position).unwrap();
        let mover = game.rules().to_move(&root);
        let mut known = HashMap::new();
        assert!(wins(game.rules(), &root, mover, mate.moves, &mut known), "{context}");
        let sooner = mate.moves.checked_sub(1);
        let sooner = sooner.is_some_and(|n| wins(game.rules(), &root, mover, n, &mut known));
        assert!(!sooner, "{context}");
    }
}

/// A random shogi problem: a king at the upper edge, a few men near it, and a few in both hands.
fn random_problem(game: &AnyGame, rng: &mut Rng) -> String {
    loop {
        let mut cells = vec![vec![String::from("."); 9]; 9];
        let king = (rng.below(2), rng.below(9));
        for _ in 0..2 + rng.below(4) {
            let man =
                ["R", "B", "G", "S", "N", "L", "P", "+R", "+B", "g", "s", "n", "p"][rng.below(13)];
            cells[rng.below(5)][(king.1 + rng.below(5)).saturating_sub(2).min(8)] = man.to_string();
        }
        cells[king.0][king.1] = "k".to_string();
        let row = |row: &Vec<String>| row.concat().replace('.', "1");
        let rows: Vec<String> = cells.iter().map(row).collect();
        let held = ["R", "B", "G", "S", "N", "L", "P", "GS", "RG"][rng.below(9)];
        let others = ["p", "g", "l", "pn"][rng.below(4)];
        let text = format!("{} b {held}{others} 1", rows.join("/"));
        if game.parse(&text).is_ok() {
            return text;
        }
    }
}

/// With drops that may be taken back the search plays another game than the rules.
#[test]
fn wins_in_shogi_problems_are_those_of_an_exhaustive_search() {
    let (mut rng, mut soonest) = (Rng::new(52), [0; MOST as usize + 1]);
    for name in ["tsume", "tsume:interpose=count"] {
        let game = Registry::builtin().open(name).unwrap();
        for _ in 0..40 {
            let position = random_problem(&game, &mut rng);
            let root = game.parse(&position).unwrap();
            let mut known = HashMap::new();
            let truth = [0, 1, 2].map(|n| wins(game.rules(), &root, Player::First, n, &mut known));
            let within = holds_to(&game, &position, "mate", "auto", truth);
            soonest[within.unwrap_or(0)] += 1;
        }
    }
    println!("no win within {MOST} moves, and soonest wins: {soonest:?}");
    assert!(soonest.iter().all(|&count| count > 2), "{soonest:?}");
}

/// In how many moves the attacker mates in each position that play can reach, if it does, by retrograde analysis; `None` if play
/// can reach too many.
fn mates(game: &OpenGame, root: &Pos, most: usize) -> Option<HashMap<Pos, Option<u32>>> {
    let mut positions = vec![root.clone()];
    let mut places = HashMap::from([(root.clone(), 0)]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    while let Some(pos) = positions.get(after.len()).cloned() {
        let next = game.legal_moves(&pos).into_iter().map(|mv| game.play(&pos, mv));
        let next = next.map(|next| {
            *places.entry(next.clone()).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            })
        });
        after.push(next.collect());
        if positions.len() > most {
            return None;
        }
    }
    let attacker = game.to_move(root);
    let over = |at: usize| game.outcome(&positions[at]);
    let mut within: Vec<Option<u32>> = (0..positions.len())
        .map(|at| over(at).filter(|it| it.winner == Some(attacker)).map(|_| 0))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..positions.len() {
            if over(at).is_some() {
                continue;
            }
            let below = || after[at].iter().map(|&next| within[next]);
            let now = match game.to_move(&positions[at]) == attacker {
                true => below().flatten().min().map(|it| it + 1),
                false => below().collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max()),
            };
            // (A number found in an early round may turn out too large.)
            if now.is_some() && now != within[at] {
                (within[at], changed) = (now, true);
            }
        }
    }
    Some(positions.into_iter().zip(within).collect())
}

/// Asks whatever `--sound` asks.
struct Asking<'g>(&'g AnyGame);

impl AnswersMoves for Asking<'_> {
    type Error = SolveError;

    fn ask(&mut self, asked: &AskedOfMove<'_>) -> Result<Option<Answer>, SolveError> {
        Ok(Some(ask(self.0, asked.position, asked.question, "auto")))
    }
}

/// That there is no mate, and that there is no other, is claimed of mates of any length.
#[test]
fn other_mates_of_shogi_problems_are_those_of_retrograde_analysis() {
    let mut rng = Rng::new(53);
    let (mut none, mut verdicts) = (0, HashMap::new());
    // (The rules say more of a position where drops are taken back, and take longer.)
    for (name, most, wanted) in [("tsume", 40, 2), ("tsume:interpose=count", 100, 4)] {
        let game = Registry::builtin().open(name).unwrap();
        let mut compared = [0; 2];
        while compared[1] < wanted {
            let position = random_problem(&game, &mut rng);
            let root = game.parse(&position).unwrap();
            if game.rules().outcome(&root).is_some() {
                continue;
            }
            let Some(truth) = mates(game.rules(), &root, most) else { continue };
            let mate = usize::from(truth[&root].is_some());
            compared[mate] += 1;
            if mate == 0 && compared[0] > wanted {
                continue;
            }
            let answer = ask(&game, &position, "mate", "auto");
            let never = ask(&game, &position, "no-mate", "auto");
            let holds = if truth[&root].is_none() { Verdict::Proved } else { Verdict::Disproved };
            assert!(never.verdict == holds && never.verified, "{name} {position}: {never:?}");
            assert!(answer.is_checked(), "{name} {position}: {answer:?}");
            assert_eq!(answer.mate.map(|it| it.moves), truth[&root], "{name} {position}");
            let sound = soundness(&game, &answer, &mut Asking(&game)).unwrap();
            assert_eq!(sound.is_some(), truth[&root].is_some(), "{name} {position}");
            let Some(sound) = sound else {
                none += 1;
                continue;
            };
            for step in &sound.steps {
                let pos = game.parse(&step.position).unwrap();
                let of_moves =
                    game.moves(&step.position).unwrap().into_iter().filter_map(|(mv, next)| {
                        Some((mv, truth[&game.parse(&next).unwrap()]? + 1))
                    });
                let mut others: Vec<(String, u32)> = of_moves
                    .filter(|(mv, moves)| *mv != step.mv && (step.moves > 1 || *moves == 1))
                    .collect();
                others.sort();
                let soon = step.as_soon().map(|it| (it.mv.clone(), step.moves));
                let later = step.later().map(|(it, moves)| (it.mv.clone(), moves));
                let mut told: Vec<(String, u32)> = soon.chain(later).collect();
                told.sort();
                assert_eq!(told, others, "{name} {position} {}", step.position);
                assert_eq!(step.open().count(), 0, "{name} {position} {}", step.position);
                assert_eq!(Some(step.moves), truth[&pos], "{name} {position} {}", step.position);
            }
            *verdicts.entry(sound.verdict().word()).or_insert(0) += 1;
        }
    }
    println!("no mate: {none}; others: {verdicts:?}");
    assert!(none > 3 && verdicts["sound"] > 3, "{none} {verdicts:?}");
}

/// A rook too many gives a second solution; from afar the rook mates too, but later; a gold has two squares to mate from.
#[test]
fn problems_that_are_not_sound_are_told_apart() {
    let game = Registry::builtin().open("tsume:interpose=count").unwrap();
    for (position, verdict, ends) in [
        ("8k/9/7+P1/9/9/9/9/9/9 b 2R", Sound::Cooked, 0),
        ("8k/9/7+P1/9/9/9/9/9/9 b R", Sound::Longer, 1),
        ("8k/9/7+P1/9/9/9/9/9/9 b RG", Sound::Yes, 1),
    ] {
        let answer = ask(&game, position, "mate", "auto");
        let sound = soundness(&game, &answer, &mut Asking(&game)).unwrap().unwrap();
        assert_eq!(sound.verdict(), verdict, "{position}: {sound:?}");
        let last = sound.steps.last().unwrap();
        assert_eq!((last.moves, last.as_soon().count()), (1, ends), "{position}: {last:?}");
    }
}
