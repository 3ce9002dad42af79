//! A conversation: commands are obeyed one after the other.

use std::io::{self, Write};

use quod_game::{Game, Player};

use super::Open;
use super::command::{self, Command};
use super::table::{EXCHANGE, Table, colour};
use super::think::{self, Bounds, MEMORY};

/// The board before any `boardsize`.
const USUAL: [usize; 2] = [11, 11];

/// Every command, in the order of `list_commands`.
const COMMANDS: [&str; 23] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "undo",
    "reg_genmove",
    "showboard",
    "board_id",
    "printsgf",
    "final_score",
    "all_legal_moves",
    "dfpn-solve-state",
    "dfpn-solver-find-winning",
    "hexgui-analyze_commands",
    "param_game",
    "param_player",
    "param_dfpn",
];

/// What boards offer in their menus: a kind, a label, a command.
const ANALYSES: &str = "string/Final Score/final_score\n\
     string/Position/board_id\n\
     plist/All Legal Moves/all_legal_moves\n\
     move/Move for Colour/reg_genmove %c\n\
     string/Winner with Colour to Move/dfpn-solve-state %c\n\
     plist/Winning Moves of Colour/dfpn-solver-find-winning %c\n\
     param/Game/param_game\n\
     param/Player/param_player\n\
     param/Solver/param_dfpn";

/// What an answer says, or what was wrong.
type Told = Result<String, String>;

struct Session<'g> {
    open: &'g Open<'g>,
    table: Table,
    size: [usize; 2],
    /// Whether the player takes Black's first stone over where that is good, on square boards.
    swap: bool,
    player: Bounds,
    solver: Bounds,
}

/// Obeys lines until `quit` or their end.
pub fn converse(
    lines: impl Iterator<Item = String>,
    output: &mut dyn Write,
    open: &Open<'_>,
) -> io::Result<()> {
    let table = Table::new(open, USUAL, false);
    let mut session = Session {
        open,
        table: table.map_err(|problem| io::Error::new(io::ErrorKind::Unsupported, problem))?,
        size: USUAL,
        swap: false,
        player: Bounds { max_time: 10, max_nodes: 0, memory: 256 },
        solver: Bounds { max_time: 60, max_nodes: 0, memory: 1024 },
    };
    for line in lines {
        let Some(command) = command::read(&line) else { continue };
        let told = session.obey(&command);
        let (sign, text) = match &told {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let id = command.id.map(|id| id.to_string()).unwrap_or_default();
        write!(output, "{sign}{id} {text}\n\n")?;
        output.flush()?;
        if command.word == "quit" && told.is_ok() {
            break;
        }
    }
    Ok(())
}

impl Session<'_> {
    fn obey(&mut self, command: &Command) -> Told {
        let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        match (command.word.as_str(), arguments.as_slice()) {
            ("protocol_version", []) => Ok("2".to_string()),
            ("name", []) => Ok("Quod".to_string()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_string()),
            ("known_command", [word]) => Ok(COMMANDS.contains(word).to_string()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("quit", []) => Ok(String::new()),
            ("boardsize", [both]) => self.resize([both, both]),
            ("boardsize", [width, height]) => self.resize([width, height]),
            ("clear_board", []) => self.renew(self.size, self.swap),
            ("play", [player, word]) => self.play(colour(player)?, word),
            ("genmove", [player]) => self.move_for(colour(player)?, true),
            ("reg_genmove", [player]) => self.move_for(colour(player)?, false),
            ("undo", []) => match self.table.undo() {
                true => Ok(String::new()),
                false => Err("cannot undo".to_string()),
            },
            ("showboard", []) => {
                Ok(format!("\n{}", self.table.rules().picture(&self.table.here(), &[])))
            }
            ("board_id", []) => Ok(self.table.rules().position_text(&self.table.here())),
            ("printsgf", []) => Ok(self.table.record()),
            ("final_score", []) => match self.table.winner() {
                Some(Player::First) => Ok("B+".to_string()),
                Some(Player::Second) => Ok("W+".to_string()),
                None => Err("cannot score: nobody has won yet".to_string()),
            },
            ("all_legal_moves", []) => Ok(self.legal_moves()),
            ("dfpn-solve-state", [player]) => self.solve(colour(player)?),
            ("dfpn-solver-find-winning", [player]) => self.winning(colour(player)?),
            ("hexgui-analyze_commands", []) => Ok(ANALYSES.to_string()),
            ("param_game", []) => Ok(format!("[bool] allow_swap {}", u8::from(self.swap))),
            ("param_game", ["allow_swap", value]) => self.allow_swap(value),
            ("param_player", []) => Ok(bounds_text(self.player)),
            ("param_player", [key, value]) => set(&mut self.player, key, value),
            ("param_dfpn", []) => Ok(bounds_text(self.solver)),
            ("param_dfpn", [key, value]) => set(&mut self.solver, key, value),
            (word, _) if COMMANDS.contains(&word) => Err(format!("expected {}", usage(word))),
            _ => Err("unknown command".to_string()),
        }
    }

    /// A new board.
    fn renew(&mut self, size: [usize; 2], swap: bool) -> Told {
        self.table = Table::new(self.open, size, swap)?;
        (self.size, self.swap) = (size, swap);
        Ok(String::new())
    }

    fn resize(&mut self, words: [&&str; 2]) -> Told {
        let number = |word: &str| {
            word.parse()
                .map_err(|_| format!("expected a number of columns or rows, got \"{word}\""))
        };
        let size = [number(words[0])?, number(words[1])?];
        self.renew(size, self.swap).map_err(|_| "unacceptable size".to_string())
    }

    fn play(&mut self, player: Player, word: &str) -> Told {
        match word.to_ascii_lowercase().as_str() {
            EXCHANGE | "swap" => self.table.exchange(player)?,
            // The game is over for the players; there is nothing to put on the board.
            "resign" => {}
            _ => self.table.play(player, word)?,
        }
        Ok(String::new())
    }

    /// A move, made or only told.
    fn move_for(&mut self, player: Player, make: bool) -> Told {
        let pos = self.table.with_mover(player)?;
        let mv = think::choose(&self.table, pos, self.player)?.mv;
        let exchange = mv == self.table.rules().exchange();
        let text = self.table.rules().move_text(&pos, mv);
        if make {
            self.table.make(&pos, mv);
        }
        Ok(if exchange { EXCHANGE.to_string() } else { text })
    }

    fn legal_moves(&self) -> String {
        let (rules, pos) = (self.table.rules(), self.table.here());
        let moves = rules.legal_moves(&pos).into_iter().filter(|&mv| mv != rules.exchange());
        moves.map(|mv| rules.move_text(&pos, mv)).collect::<Vec<String>>().join(" ")
    }

    fn solve(&self, player: Player) -> Told {
        let pos = self.table.with_mover(player)?;
        let winner = think::winner(&self.table, &pos, self.solver)?;
        let name = |winner: Player| self.table.rules().player_names()[winner.index()];
        Ok(winner.map_or("unknown", name).to_string())
    }

    /// All moves that are proved to win, if the time sufficed for the others too.
    fn winning(&self, player: Player) -> Told {
        let pos = self.table.with_mover(player)?;
        let moves = think::winning_moves(&self.table, &pos, self.solver)?;
        let moves = moves.into_iter().map(|mv| self.table.rules().move_text(&pos, mv));
        Ok(moves.collect::<Vec<String>>().join(" "))
    }

    /// What is played from now on; the stones stay where they are.
    fn allow_swap(&mut self, value: &str) -> Told {
        let swap = match value {
            "0" => false,
            "1" => true,
            _ => return Err(format!("expected allow_swap 0 or 1, got \"{value}\"")),
        };
        self.table = self.table.with_rules_of(Table::new(self.open, self.size, swap)?);
        self.swap = swap;
        Ok(String::new())
    }
}

fn bounds_text(bounds: Bounds) -> String {
    let Bounds { max_time, max_nodes, memory } = bounds;
    format!(
        "[string] max_time {max_time}\n[string] max_nodes {max_nodes}\n[string] memory {memory}"
    )
}

fn set(bounds: &mut Bounds, key: &str, value: &str) -> Told {
    let bad = |expected: String| format!("expected {expected}, got \"{key} {value}\"");
    let number: u64 =
        value.parse().map_err(|_| bad("a whole number behind the name".to_string()))?;
    let [least, most] = MEMORY;
    match key {
        "max_time" => {
            bounds.max_time = u32::try_from(number).map_err(|_| bad("seconds".to_string()))?;
        }
        "max_nodes" => bounds.max_nodes = number,
        "memory" if (least..=most).contains(&number) => bounds.memory = number,
        "memory" => return Err(bad(format!("memory from {least} to {most} mebibytes"))),
        _ => return Err(bad("max_time, max_nodes or memory".to_string())),
    }
    Ok(String::new())
}

/// What a command wants behind it.
fn usage(word: &str) -> String {
    let arguments = match word {
        "known_command" => "COMMAND",
        "boardsize" => "COLUMNS, or COLUMNS ROWS",
        "play" => "black or white, and a cell, swap-pieces or resign",
        "genmove" | "reg_genmove" | "dfpn-solve-state" | "dfpn-solver-find-winning" => {
            "black or white"
        }
        "param_game" => "nothing, or allow_swap and 0 or 1",
        "param_player" | "param_dfpn" => "nothing, or max_time, max_nodes or memory and a number",
        _ => "nothing",
    };
    format!("{arguments} behind {word}")
}
