//! Other people's proofs: Patashnik's dictionary for Qubic, turned into a certificate.
//!
//! Oren Patashnik proved in 1976–77 that the first player wins Qubic (*Mathematics Magazine* 53, 1980). His
//! dictionary holds the first player's 2,929 *strategic* moves; the rest of the proof is forced: fill
//! a line if one can be filled, else block a line that the second player would fill, else play the
//! dictionary's move, else win by a sequence of threats, which must exist. This module completes the
//! dictionary so, as a strategy for the second pass, and counts what it meets. Nothing of it is
//! believed: the certificate is judged by the checker like any other.
//!
//! The format is described at the top of the dictionary: after a line of dashes, one line a position,
//! `x` and `o` for the players and numbers for runs of empty cubes, then a space and the move.

use crate::qubic::{Board, Sequence, ThreatSearch, canonical, refutes};
use hashbrown::{HashMap, HashSet};
use quod_cert::Evidence;
use quod_game::{Claim, Game, Move, Player, Symmetric};
use quod_rules::{Qubic, QubicPosition};

use quod_engine::{OpenGame, Pos, Refutations, SolveError, Step, Strategy};
use quod_proof::{Builder, write_certificate};

/// A completed dictionary.
#[derive(Clone, Debug)]
pub struct Dictionary {
    /// Distinct first-player positions (under symmetry) where the dictionary's move was played.
    pub strategic: u64,
    /// Where a line of the second player had to be blocked.
    pub forced: u64,
    /// Where a line could be filled or a sequence of threats won.
    pub leaves: u64,
    /// Lines of the dictionary.
    pub lines: u64,
    /// The certificate's bytes, not yet checked.
    pub certificate: Vec<u8>,
}

/// Completes a dictionary in Patashnik's format to a certificate that the first player wins Qubic.
///
/// # Errors
/// If the text is not in that format, or the moves do not prove the claim.
pub fn import_dictionary(text: &str) -> Result<Dictionary, SolveError> {
    let game = Qubic::new();
    let moves = parse(&game, text)?;
    let lines = moves.len() as u64;
    let mut completion = Completion {
        game: &game,
        moves,
        search: ThreatSearch::default(),
        strategic: HashSet::default(),
        forced: HashSet::default(),
        leaves: HashSet::default(),
    };
    let open = OpenGame::new(game.clone());
    let root = open.start();
    let remark = "imported from a dictionary of strategic moves";
    let mut builder = Builder::new(&open, &root, remark, u64::MAX);
    builder.section(Claim::wins(Player::First), &mut completion)?;
    Ok(Dictionary {
        strategic: completion.strategic.len() as u64,
        forced: completion.forced.len() as u64,
        leaves: completion.leaves.len() as u64,
        lines,
        certificate: write_certificate(&builder.finish()),
    })
}

type Moves = HashMap<(u64, u64), Move, foldhash::fast::FixedState>;
type Positions = HashSet<(u64, u64), foldhash::fast::FixedState>;

/// The dictionary by canonical position, moves in that frame.
fn parse(game: &Qubic, text: &str) -> Result<Moves, SolveError> {
    let mut moves = Moves::default();
    let mut begun = false;
    for (number, line) in text.lines().enumerate() {
        let wrong = |expected: &str| SolveError::Line {
            line: number + 1,
            expected: expected.to_string(),
            got: format!("\"{}\"", line.chars().take(60).collect::<String>()),
        };
        if !begun {
            begun = line.len() > 3 && line.bytes().all(|byte| byte == b'-');
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let entry = "a position of x, o and numbers, a space, and a move from 0 to 63";
        let (position, mv) = line.rsplit_once(' ').ok_or_else(|| wrong(entry))?;
        let cubes = parse_cubes(position).ok_or_else(|| wrong(entry))?;
        let mv: u32 = mv.parse().ok().filter(|mv| *mv < 64).ok_or_else(|| wrong(entry))?;
        if (cubes.0 | cubes.1) >> mv & 1 == 1 || cubes.0.count_ones() != cubes.1.count_ones() {
            return Err(wrong("equal numbers of x and o, and a move to an empty cube"));
        }
        let (state, map) = canonical(cubes.0, cubes.1);
        moves.insert(state, game.map_move(map, Move(mv)));
    }
    match moves.is_empty() {
        false => Ok(moves),
        true => Err(SolveError::Line {
            line: text.lines().count().max(1),
            expected: "a line of dashes, then positions with moves".to_string(),
            got: "the end".to_string(),
        }),
    }
}

/// The cubes of both players in a position's text.
fn parse_cubes(text: &str) -> Option<(u64, u64)> {
    let (mut first, mut second, mut at) = (0u64, 0u64, 0u32);
    let mut run: Option<u32> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = Some(run.unwrap_or(0) * 10 + digit);
            if run > Some(64) {
                return None;
            }
            continue;
        }
        at += run.take().unwrap_or(0);
        if at >= 64 {
            return None;
        }
        match letter {
            'x' => first |= 1 << at,
            'o' => second |= 1 << at,
            _ => return None,
        }
        at += 1;
    }
    (at + run.unwrap_or(0) <= 64).then_some((first, second))
}

/// The completed dictionary as a strategy; it counts the positions that it is led to.
struct Completion<'g> {
    game: &'g Qubic,
    moves: Moves,
    search: ThreatSearch,
    strategic: Positions,
    forced: Positions,
    leaves: Positions,
}

fn board_of(pos: &QubicPosition) -> Board {
    Board::new(pos.cubes[0], pos.cubes[1])
}

fn threats(sequence: &Sequence) -> Evidence {
    Evidence::LineThreats(sequence.moves().iter().map(|&cube| cube.into()).collect())
}

impl Strategy for Completion<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let pos = pos.of::<Qubic>();
        let board = board_of(pos);
        let state = (pos.cubes[0], pos.cubes[1]);
        let blocks = board.defender_wins();
        if board.attacker_wins() != 0 {
            return Ok(Step::Evidence(Evidence::LineThreats(Vec::new())));
        }
        if blocks != 0 {
            self.forced.insert(state);
            return Ok(Step::Move(Move(blocks.trailing_zeros())));
        }
        if let Some(&mv) = self.moves.get(&state) {
            self.strategic.insert(state);
            return Ok(Step::Move(mv));
        }
        match self.search.search(&board) {
            Some(sequence) => Ok(Step::Evidence(threats(&sequence))),
            None => Err(SolveError::Strategy(format!(
                "the dictionary has no move, and no threats win, at {}",
                self.game.position_text(pos)
            ))),
        }
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let pos = pos.of::<Qubic>();
        let mut sequences: Vec<Sequence> = Vec::new();
        let mut items = vec![Evidence::LineThreats(Vec::new())];
        let mut by = Vec::with_capacity(replies.len());
        let threatened = board_of(pos).attacker_wins() != 0;
        for (_, child) in replies {
            let child = child.of::<Qubic>();
            let board = board_of(child);
            let (state, _) = canonical(child.cubes[0], child.cubes[1]);
            if board.attacker_wins() != 0 {
                // After a threat only the block is followed; without one this is a leaf.
                if !threatened {
                    self.leaves.insert(state);
                }
                by.push(Some(0));
                continue;
            }
            if board.defender_wins() != 0 || self.moves.contains_key(&state) {
                by.push(None);
                continue;
            }
            let known = sequences.iter().rposition(|sequence| refutes(sequence, &board));
            let known = known.or_else(|| {
                sequences.push(self.search.search(&board)?);
                items.push(threats(sequences.last()?));
                Some(sequences.len() - 1)
            });
            if known.is_some() {
                self.leaves.insert(state);
            }
            // Without a sequence the second pass asks for a step, which tells what is missing.
            by.push(known.map(|at| at + 1));
        }
        if by.iter().all(|item| *item != Some(0)) {
            items.remove(0);
            by.iter_mut().flatten().for_each(|item| *item -= 1);
        }
        Ok(Refutations { items, by })
    }

    fn canonical(&self, _game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        let pos = pos.of::<Qubic>();
        let ((first, second), map) = canonical(pos.cubes[0], pos.cubes[1]);
        (Pos::new(QubicPosition { cubes: [first, second] }), map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::{Rng, mutant_text};

    #[test]
    fn positions_are_read_as_the_dictionary_describes_them() {
        assert_eq!(parse_cubes(""), Some((0, 0)));
        assert_eq!(parse_cubes("xo1x8x8o41o"), Some((1 | 1 << 3 | 1 << 12, 2 | 1 << 21 | 1 << 63)));
        for wrong in ["x64", "65", "xa", "x 3", "x63o"] {
            assert_eq!(parse_cubes(wrong).is_none(), wrong != "x63", "{wrong}");
        }
    }

    #[test]
    fn a_dictionary_that_is_none_is_refused_with_its_line() {
        let refusal = |text: &str| import_dictionary(text).unwrap_err().to_string();
        assert!(refusal("nothing here").contains("a line of dashes"));
        assert!(refusal("-----\n 0\nxo 64\n").starts_with("line 3:"));
        assert!(refusal("-----\nx2o 0\n").contains("an empty cube"));
    }

    #[test]
    fn mutants_of_a_dictionary_are_refused_in_a_sentence() {
        let text = "-----\n 0\nxo 5\nxo3x8o 21\n12x3o 60\n";
        let mut rng = Rng::new(7);
        for _ in 0..80 {
            let told = import_dictionary(&mutant_text(text, &mut rng)).unwrap_err().to_string();
            assert!(!told.contains('\n') && told.len() < 600, "{told}");
        }
        for _ in 0..20_000 {
            let _ = parse(&Qubic::new(), &mutant_text(text, &mut rng));
        }
    }

    #[test]
    fn a_dictionary_that_proves_nothing_is_refused_with_a_position() {
        let refusal = import_dictionary("-----\n 0\n").unwrap_err().to_string();
        assert!(refusal.contains("no move, and no threats win"), "{refusal}");
    }
}
