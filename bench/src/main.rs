//! Benchmark programs: `cargo run --release -p quod-bench -- NAME`.
//!
//! They print figures; runs worth keeping are recorded under `bench/runs/`. Counts (nodes, expansions,
//! evaluations, bytes) repeat exactly, seconds do not. Nothing here is a test.
//!
//! * `qubic`: the empty board, certificate and check included, and the thesis's Tables 4.1 and 4.2
//!   from the certificate.
//! * `qubic-195`: the 195 four-ply positions of the thesis's §4.5.1, each with certificate and check.
//! * `check FILE`: reading and checking a certificate.
//! * `dictionary FILE`: completing Patashnik's dictionary, and checking what comes of it.
//! * `cycles [N]`: depth-first proof-number search against the truth on N random graphs (a million),
//!   with every table size and option, strategies and resumed searches included.
//! * `dfpn [MOVES]`: the speed of depth-first proof-number search on Connect Four's bare bit board,
//!   with one worker, two apart and two together.
//! * `connect-four`: value and exact score of 7×6; `connect-four boards`: the value of every board of at
//!   most 42 cells; `connect-four FILE`: exact scores of a test set. Search only, one thread.
//! * `atari-go [RULE] [SIZE] [EXPANSIONS]`: Atari Go on 6×6 from the crosscut for tables of 2^12 to 2^22
//!   entries, or of 2^SIZE, with the 1+ε rule and without, under a rule of replacement (`effort`,
//!   `twobig`); at most so many expansions, 300 million unless said.
//! * `atari-go-sight RULE`: the same with a look two plies deep and tables of 2^2 to 2^18 entries.
//! * `depend [SEED [DIRECTORY]]`: the thesis's Figure 3.5, the double-letter puzzle by four algorithms;
//!   writes tables and figure into the directory (`docs/results/depend` has those of seed 1).
//! * `awari`: the thesis's experiment on awari into `docs/results/awari`: `awari positions DIRECTORY` plays
//!   the games and writes the positions, `awari run DIRECTORY [MILLIONS]` searches them (what the directory
//!   has is not searched again; alpha-beta gives up after so many millions of positions), `awari report
//!   DIRECTORY` writes tables and figures, `awari book DIRECTORY` makes the player's opening book.
//! * `gomoku-threats [standard]`: Go-Moku's threat searches on 1,000 mid-game positions, with the thesis's heuristics
//!   and without, and what plain exhaustive search finds more; `gomoku-set` prints the positions.
//! * `gomoku-check [standard]`: checking opponent's entries of Go-Moku that one sequence of threats serves nearly whole.
//! * `gomoku-depths FILE…`: the thesis's Table 5.1 from certificates of one game: positions by depth, and the deepest line.
//! * `gomocup PROGRAM [GAMES]`: games with a clock against `PROGRAM engine gomocup` over the real protocol, 200 unless
//!   said: moves that were late or illegal, and memory.
//! * `gomoku-player [GAMES NODES]`: Go-Moku's player against plain alpha-beta of four plies, 100 games with 10,000 nodes
//!   a move unless said.
//! * `proof-games PROGRAM FILE [GAMES]`: 1,000 games, unless said otherwise, against `PROGRAM engine gomocup --proof FILE`, half of them
//!   by random moves and half by Quod's own player.
//! * `tables N [THREADS]`: awari's tables up to N stones in a temporary directory, by layer; then random probes.
//! * `memory`: bytes a node of proof-number search.
//! * `suite CSV…`: `auto` beside every other engine, from what `quod compare --csv` wrote.
//! * `signature`: nodes of each engine on a fixed set of positions; `bench/signature.txt` holds the
//!   expected output, so that a change of the search's behaviour is seen.

mod atari_go;
mod awari;
mod connect_four;
mod cycles;
mod depend;
mod dfpn;
mod gomocup;
mod gomoku;
mod gomoku_check;
mod gomoku_depths;
mod gomoku_player;
mod measure;
mod memory;
mod proof_games;
mod qubic;
mod seven;
mod signature;
mod suite;
mod tables;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["qubic"] => qubic::empty_board(),
        ["qubic-195"] => qubic::four_ply_positions(),
        ["check", file] => measure::check_file(file),
        ["dictionary", file] => qubic::dictionary(file),
        ["cycles"] => cycles::run(1_000_000),
        ["cycles", rounds] => cycles::run(rounds.parse().unwrap_or(0)),
        ["dfpn"] => dfpn::print(""),
        ["dfpn", position] => dfpn::print(position),
        ["connect-four"] => connect_four::seven_by_six(),
        ["connect-four", "boards"] => connect_four::boards(),
        ["connect-four", "threads"] => connect_four::threads(),
        ["connect-four", file] => connect_four::set(file),
        ["atari-go"] => atari_go::print("effort", atari_go::SIZES, atari_go::MOST),
        ["atari-go", rule] => atari_go::print(rule, atari_go::SIZES, atari_go::MOST),
        ["atari-go", rule, size] => {
            let size = size.parse().unwrap_or(0);
            atari_go::print(rule, size..=size, atari_go::MOST)
        }
        ["atari-go", rule, size, most] => {
            let size = size.parse().unwrap_or(0);
            atari_go::print(rule, size..=size, most.parse().unwrap_or(0))
        }
        ["atari-go-sight", rule] => atari_go::print_looking(rule),
        ["depend"] => depend::figure(1, None),
        ["depend", seed] => depend::figure(seed.parse().unwrap_or(0), None),
        ["depend", seed, directory] => {
            depend::figure(seed.parse().unwrap_or(0), Some(directory.as_ref()))
        }
        ["awari", rest @ ..] => awari::run(rest),
        ["gomoku-threats"] => gomoku::threats(quod_rules::Rule::Freestyle),
        ["gomoku-threats", "standard"] => gomoku::threats(quod_rules::Rule::Standard),
        ["gomoku-check"] => gomoku_check::print(quod_rules::Rule::Freestyle),
        ["gomoku-check", "standard"] => gomoku_check::print(quod_rules::Rule::Standard),
        ["gomoku-set"] => gomoku::set(),
        ["gomocup", program] => gomocup::print(program, 200),
        ["gomocup", program, games] => gomocup::print(program, games.parse().unwrap_or(0)),
        ["proof-games", program, file] => proof_games::print(program, file, 1_000),
        ["proof-games", program, file, games] => {
            proof_games::print(program, file, games.parse().unwrap_or(0))
        }
        ["gomoku-depths", ..] => gomoku_depths::print(&args[1..]),
        ["gomoku-player"] => gomoku_player::print(100, 10_000),
        ["gomoku-player", games, nodes] => {
            gomoku_player::print(games.parse().unwrap_or(0), nodes.parse().unwrap_or(0))
        }
        ["tables", stones] => tables::print(stones, "2"),
        ["tables", stones, threads] => tables::print(stones, threads),
        ["memory"] => memory::print(),
        ["suite", files @ ..] => suite::print(files),
        ["signature"] => signature::print(),
        _ => {
            eprintln!(
                "usage: quod-bench qubic | qubic-195 | check FILE | dictionary FILE | cycles [N] | \
                 dfpn [MOVES] | connect-four [boards | threads | FILE] | atari-go [RULE] [SIZE] [EXPANSIONS] | atari-go-sight RULE | depend [SEED [DIRECTORY]] | awari [PART DIRECTORY] | gomoku-threats [standard] | gomoku-check [standard] | gomoku-depths FILE… | gomoku-set | gomoku-player [GAMES NODES] | gomocup PROGRAM [GAMES] | proof-games PROGRAM FILE [GAMES] | tables N [THREADS] | memory | suite CSV… | signature"
            );
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
