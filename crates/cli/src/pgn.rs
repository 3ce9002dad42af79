//! Proofs as games with variations, in portable game notation (PGN) as chess programs read it, or in portable draughts
//! notation (PDN), which is the same with other moves.
//!
//! The prover's moves are the proof's. Where the opponent is to move the first reply stands in the game, and each
//! other one with what refutes it is a variation in brackets. A proof can have more lines than anybody would read,
//! so the length is bounded; where it is cut a remark says so.

use std::fmt::Write as _;

use quod_engine::Record;
use quod_game::Player;
use quod_proof::Walk;

/// The most moves written, and the most plies of a line.
const MOST_MOVES: usize = 5_000;
const MOST_PLIES: usize = 200;

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// The tree below where a walk stands.
struct Lines<'w> {
    walk: &'w mut Walk,
    words: Vec<String>,
    moves: usize,
    cut: bool,
}

impl Lines<'_> {
    fn number(&self, plies: usize, to_move: Player, always: bool) -> String {
        let number = plies / 2 + 1;
        match to_move {
            Player::First => format!("{number}. "),
            Player::Second if always => format!("{number}... "),
            Player::Second => String::new(),
        }
    }

    /// The line from here; `plies` counts from White's first move, `begins` says that the number must be written
    /// for Black too.
    fn line(&mut self, plies: usize, depth: usize, mut begins: bool) {
        let (mut plies, mut depth) = (plies, depth);
        let mut played = 0;
        loop {
            let scene = self.walk.scene();
            let Some(to_move) = scene.to_move else { break };
            if self.moves >= MOST_MOVES || depth >= MOST_PLIES {
                self.cut = true;
                self.words.push("{ … }".to_string());
                break;
            }
            let provers = to_move == scene.claim.prover();
            let moves: Vec<String> = match provers {
                true => scene.proof_move.into_iter().collect(),
                false => scene.moves.iter().map(|it| it.text.clone()).collect(),
            };
            // A defender who has held out for all the moves of the claim has nothing left to show.
            let Some(main) = moves.first().filter(|_| scene.moves_left != Some(0)) else { break };
            self.words.push(format!("{}{main}", self.number(plies, to_move, begins)));
            self.moves += 1;
            begins = false;
            for other in &moves[1..] {
                self.moves += 1;
                if self.moves >= MOST_MOVES {
                    self.cut = true;
                    break;
                }
                let word = format!("({}{other}", self.number(plies, to_move, true));
                self.words.push(word);
                if self.walk.play(other).is_ok() {
                    self.line(plies + 1, depth + 1, false);
                    self.walk.back();
                }
                if let Some(last) = self.words.last_mut() {
                    last.push(')');
                }
                begins = true;
            }
            if self.walk.play(main).is_err() {
                break;
            }
            (plies, depth, played) = (plies + 1, depth + 1, played + 1);
        }
        for _ in 0..played {
            self.walk.back();
        }
    }
}

/// The proof below where the walk stands, as one game.
pub fn written(walk: &mut Walk, record: Record) -> String {
    let scene = walk.scene();
    let variant = (record.variant)(&scene.pos);
    let black = scene.to_move == Some(Player::Second);
    let mut lines = Lines { walk, words: Vec::new(), moves: 0, cut: false };
    lines.line(usize::from(black), 0, true);
    let (mut words, cut) = (lines.words, lines.cut);
    words.push("*".to_string());
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", &format!("Proof of {}", scene.claim_text));
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "-");
    for colour in ["White", "Black"] {
        let prover = scene.players[scene.claim.prover().index()].eq_ignore_ascii_case(colour);
        tag(colour, if prover { "Proof" } else { "?" });
    }
    tag("Result", "*");
    if let Some(game_type) = record.game_type {
        tag("GameType", game_type);
    }
    if variant != "Standard" {
        tag("Variant", variant);
    }
    if scene.position != "start" {
        tag("SetUp", "1");
        let counts = if scene.position.split(' ').count() == 4 { " 0 1" } else { "" };
        tag("FEN", &format!("{}{counts}", scene.position));
    }
    if cut {
        tag("Annotator", "Quod: cut where the lines grew too many");
    }
    text.push('\n');
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.chars().count() > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.chars().count();
        text.push_str(&word);
    }
    text.push('\n');
    text
}
