//! Games of a program that follows a proof, over the real protocol: `PROGRAM engine gomocup --proof FILE`.
//!
//! Every game begins at the proof's position. The opponent is by turns one who plays any legal move at random, and
//! Quod's own player with a limit of nodes, who takes one of the ten most promising cells for his first move, so that games
//! differ. Moves are judged by the plain rules.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use quod_cert::{Proof, read_packed};
use quod_engine::{Limits, Unhurried};
use quod_game::testkit::Rng;
use quod_game::{Game, Move, Player};
use quod_in_a_row::gomoku::{Brain, Field, Setting};
use quod_rules::{InARow, InARowPosition, Rule, Variant};

/// Nodes of the opponent's search.
const NODES: u64 = 3_000;
/// Bytes of his table.
const TABLE: usize = 16 << 20;

/// The program at the other end of two pipes.
struct Follower {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Moves that it did not take from the proof.
    own: u32,
}

impl Follower {
    /// Says something and waits for the answer.
    fn ask(&mut self, text: &str) -> Result<String> {
        self.input.write_all(text.as_bytes())?;
        self.input.flush()?;
        let mut by_proof = false;
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "the program has ended");
            match line.split_whitespace().next() {
                Some("MESSAGE") => by_proof = true,
                Some("DEBUG") => {}
                _ => {
                    let line = line.trim_end().to_string();
                    self.own += u32::from(!by_proof && line != "OK");
                    return Ok(line);
                }
            }
        }
    }

    /// Its move after these; all stones are told where it has not moved yet.
    fn play(&mut self, size: usize, moves: &[usize], own: Player, begun: bool) -> Result<usize> {
        let place = |cell: usize| format!("{},{}", cell % size, size - 1 - cell / size);
        let text = match moves.last() {
            None => "BEGIN\n".to_string(),
            Some(&last) if begun => format!("TURN {}\n", place(last)),
            Some(_) => {
                let stone = |(turn, &cell): (usize, &usize)| {
                    let whose = if Player::BOTH[turn % 2] == own { 1 } else { 2 };
                    format!("{},{whose}\n", place(cell))
                };
                let stones: String = moves.iter().enumerate().map(stone).collect();
                format!("BOARD\n{stones}DONE\n")
            }
        };
        let answer = self.ask(&text)?;
        let place = answer.split_once(',').map(|(x, y)| (x.parse::<usize>(), y.parse::<usize>()));
        match place {
            Some((Ok(x), Ok(y))) if x.max(y) < size => Ok((size - 1 - y) * size + x),
            _ => bail!("expected a move, got {answer}"),
        }
    }
}

/// The opponent's move.
fn reply(
    game: &InARow,
    pos: &InARowPosition,
    moves: &[usize],
    brain: Option<&mut Brain>,
    rng: &mut Rng,
) -> Option<Move> {
    let mover = game.to_move(pos);
    let legal = game.legal_moves(pos);
    let any = legal[rng.below(legal.len())];
    let Some(brain) = brain else { return Some(any) };
    let size = game.width;
    let mut field = Field::new(size, game.rule);
    let turn = |(turn, &cell): (usize, &usize)| (Player::BOTH[turn % 2], cell as u16);
    let stones: Vec<(Player, u16)> = moves.iter().enumerate().map(turn).collect();
    stones.iter().for_each(|&(player, cell)| field.put(player, cell));
    if moves.len() < 4 {
        let mut cells = Vec::new();
        field.candidates(mover, &mut cells);
        let cell = cells.get(rng.below(10.min(cells.len()).max(1)));
        return Some(cell.map_or(any, |it| Move(it.1.into())));
    }
    let setting = Setting { size, rule: game.rule, stones, mover };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    Some(brain.choose(&setting, limits, &mut Unhurried)?.mv)
}

/// Plays so many games against a program that follows the proof in a file, and prints how they ended.
pub fn print(program: &Path, file: &Path, games: usize) -> Result<()> {
    let proof = read_packed(&fs::read(file)?)?;
    let head = proof.head();
    let game = InARow::variant(Variant::parse(&head.game)?)?;
    let root = game.decode(&head.root)?;
    let own = head.claims[head.sections[0].claim as usize].prover();
    let code = match game.rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    };
    let mut process = Command::new(program)
        .args(["engine", "gomocup", "--proof"])
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let input = process.stdin.take().context("a pipe")?;
    let output = BufReader::new(process.stdout.take().context("a pipe")?);
    let mut follower = Follower { input, output, own: 0 };
    let size = game.width;
    let answer = follower.ask(&format!("START {size}\nINFO rule {code}\n"))?;
    ensure!(answer == "OK", "START: expected OK, got {answer}");
    let (mut rng, mut brain) = (Rng::new(1), Brain::new(TABLE));
    let (mut won, mut moves_played, mut longest) = ([0_usize; 2], 0, 0);
    for number in 0..games {
        ensure!(follower.ask("RESTART\n")? == "OK", "RESTART: expected OK");
        let strong = number % 2 == 1;
        let mut pos = root;
        let mut moves = root_moves(&game, &root);
        let mut begun = false;
        while game.outcome(&pos).is_none() {
            let mv = if game.to_move(&pos) == own {
                let cell = follower.play(size, &moves, own, begun)?;
                begun = true;
                moves_played += 1;
                Move(cell as u32)
            } else {
                let brain = strong.then_some(&mut brain);
                reply(&game, &pos, &moves, brain, &mut rng).context("the opponent has no move")?
            };
            ensure!(game.legal_moves(&pos).contains(&mv), "game {number}: illegal move {}", mv.0);
            moves.push(mv.0 as usize);
            pos = game.play(&pos, mv);
        }
        longest = longest.max(moves.len());
        let winner = game.outcome(&pos).and_then(|it| it.winner);
        won[usize::from(strong)] += usize::from(winner == Some(own));
    }
    follower.input.write_all(b"END\n")?;
    process.wait()?;
    println!(
        "{} of {} games won against random moves, {} of {} against Quod's player; {moves_played} moves, {} of them not from the proof; the longest game has {longest} stones",
        won[0],
        games.div_ceil(2),
        won[1],
        games / 2,
        follower.own,
    );
    Ok(())
}

/// Moves that lead to a position, in some order.
fn root_moves(game: &InARow, root: &InARowPosition) -> Vec<usize> {
    let lines = game.lines().expect("a game of lines");
    let stones = |player: Player| {
        (0..lines.cells()).filter(move |&cell| lines.stone(root, cell as u16) == Some(player))
    };
    let (first, mut second) = (stones(Player::First), stones(Player::Second));
    first.flat_map(|cell| [Some(cell), second.next()]).flatten().collect()
}
