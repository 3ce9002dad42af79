//! The game once more, in another way and from nothing of the rules: positions are letters on nine rows, moves are the
//! positions that they lead to, a check is a king among the squares that the other side reaches, and a man that is taken back
//! is taken back by a move that is not counted.

use std::collections::{BTreeMap, HashMap};

use quod_game::testkit::{Rng, share, whole};
use quod_game::{Claim, Game, Goal};

use super::*;

type Place = (i32, i32);

/// Where a move leads, from where if from the board, and to where.
type Next = (State, Option<Place>, Place);

/// The men by row and column, Black's as capitals, each with whether it is promoted, and what is in hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    men: BTreeMap<Place, (char, bool)>,
    hands: BTreeMap<char, u32>,
}

fn is_black(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn coloured(letter: char, black: bool) -> char {
    if black { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

impl State {
    fn read(sfen: &str) -> State {
        let words: Vec<&str> = sfen.split(' ').collect();
        let mut men = BTreeMap::new();
        for (row, text) in (0..).zip(words[0].split('/')) {
            let (mut column, mut promoted) = (0, false);
            for letter in text.chars() {
                match letter {
                    '+' => promoted = true,
                    '1'..='9' => column += letter.to_digit(10).unwrap() as i32,
                    _ => {
                        men.insert((row, column), (letter, promoted));
                        (column, promoted) = (column + 1, false);
                    }
                }
            }
        }
        let (mut hands, mut many) = (BTreeMap::new(), String::new());
        for letter in words[2].chars().filter(|it| *it != '-') {
            if letter.is_ascii_digit() {
                many.push(letter);
            } else {
                hands.insert(letter, many.parse().unwrap_or(1));
                many.clear();
            }
        }
        State { men, hands }
    }

    /// The squares that the man reaches, others' men and its own among them.
    fn reach(&self, at: Place) -> Vec<Place> {
        let (letter, promoted) = self.men[&at];
        let up = if is_black(letter) { -1 } else { 1 };
        let (cross, corners) =
            ([(-1, 0), (1, 0), (0, -1), (0, 1)], [(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        let gold = vec![(up, 0), (up, -1), (up, 1), (0, -1), (0, 1), (-up, 0)];
        let (near, far): (Vec<Place>, Vec<Place>) = match (letter.to_ascii_uppercase(), promoted) {
            ('K', _) => ([cross, corners].concat(), vec![]),
            ('R', true) => (corners.to_vec(), cross.to_vec()),
            ('B', true) => (cross.to_vec(), corners.to_vec()),
            ('R', false) => (vec![], cross.to_vec()),
            ('B', false) => (vec![], corners.to_vec()),
            ('G', _) | (_, true) => (gold, vec![]),
            ('S', _) => (vec![(up, 0), (up, -1), (up, 1), (-up, -1), (-up, 1)], vec![]),
            ('N', _) => (vec![(2 * up, -1), (2 * up, 1)], vec![]),
            ('L', _) => (vec![], vec![(up, 0)]),
            _ => (vec![(up, 0)], vec![]),
        };
        let on = |(row, column): Place| (0..9).contains(&row) && (0..9).contains(&column);
        let mut reached: Vec<Place> = near.iter().map(|it| (at.0 + it.0, at.1 + it.1)).collect();
        for (down, right) in far {
            for far in 1..9 {
                let to = (at.0 + far * down, at.1 + far * right);
                reached.push(to);
                if !on(to) || self.men.contains_key(&to) {
                    break;
                }
            }
        }
        reached.retain(|to| on(*to));
        reached
    }

    /// The men that attack the side's king.
    fn attackers(&self, black: bool) -> Vec<Place> {
        let king = self.men.iter().find(|(_, man)| man.0 == coloured('K', black)).map(|it| *it.0);
        let others = self.men.iter().filter(|(_, man)| is_black(man.0) != black).map(|it| *it.0);
        others.filter(|&at| king.is_some_and(|king| self.reach(at).contains(&king))).collect()
    }

    /// The positions to which the side's moves lead, each with where it came from, if from the board, and went to.
    fn next(&self, black: bool) -> Vec<Next> {
        let mut found = Vec::new();
        let seen = |row: i32| if black { row } else { 8 - row };
        let stuck = |letter: char, row: i32| match letter.to_ascii_uppercase() {
            'P' | 'L' => seen(row) == 0,
            'N' => seen(row) < 2,
            _ => false,
        };
        for (&from, &(letter, promoted)) in
            self.men.iter().filter(|(_, man)| is_black(man.0) == black)
        {
            for to in self.reach(from) {
                let taken = self.men.get(&to).map(|it| it.0);
                if taken.is_some_and(|it| is_black(it) == black) {
                    continue;
                }
                let mut next = self.clone();
                next.men.remove(&from);
                if let Some(taken) = taken.filter(|it| !"kK".contains(*it)) {
                    *next.hands.entry(coloured(taken, black)).or_default() += 1;
                }
                let may =
                    !promoted && !"kKgG".contains(letter) && (seen(from.0) < 3 || seen(to.0) < 3);
                for becomes in [promoted, true] {
                    let must = !becomes && stuck(letter, to.0);
                    if !must && (becomes == promoted || may) {
                        let mut next = next.clone();
                        next.men.insert(to, (letter, becomes));
                        found.push((next, Some(from), to));
                    }
                    if promoted {
                        break;
                    }
                }
            }
        }
        let held =
            self.hands.iter().filter(|(letter, many)| is_black(**letter) == black && **many > 0);
        for (&letter, _) in held {
            for to in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
                let second = "pP".contains(letter)
                    && (0..9).any(|row| self.men.get(&(row, to.1)) == Some(&(letter, false)));
                if self.men.contains_key(&to) || stuck(letter, to.0) || second {
                    continue;
                }
                let mut next = self.clone();
                *next.hands.get_mut(&letter).unwrap() -= 1;
                next.men.insert(to, (letter, false));
                let mates = "pP".contains(letter)
                    && !next.attackers(!black).is_empty()
                    && next.attackers(black).is_empty()
                    && next.next(!black).is_empty();
                if !mates {
                    found.push((next, None, to));
                }
            }
        }
        // What is dropped leaves its king attacked only if it was.
        let checked = !self.attackers(black).is_empty();
        found.retain(|it| it.1.is_none() && !checked || it.0.attackers(black).is_empty());
        found
    }
}

type Seen = HashMap<(State, bool, u32), bool>;

/// Black attacks: whether it mates within so many moves, if it is to move or if it is not.
fn mate(state: &State, to_move: bool, within: u32, void: bool, seen: &mut Seen) -> bool {
    if to_move && within == 0 {
        return false;
    }
    let key = (state.clone(), to_move, within);
    if let Some(known) = seen.get(&key) {
        return *known;
    }
    let holds = if to_move {
        let checks = state.next(true).into_iter().filter(|it| !it.0.attackers(false).is_empty());
        checks.into_iter().any(|it| mate(&it.0, false, within - 1, void, seen))
    } else {
        let checker = state.attackers(false);
        state.next(false).into_iter().all(|(next, from, at)| {
            let back = |seen: &mut Seen| {
                // The man is taken where it fell, and lies in the hand from which it came.
                let takes = next
                    .next(true)
                    .into_iter()
                    .filter(|it| it.1 == checker.first().copied() && it.2 == at);
                takes.map(|it| State { hands: state.hands.clone(), ..it.0 }).any(|it| {
                    !it.attackers(false).is_empty() && mate(&it, false, within, void, seen)
                })
            };
            let may = void && from.is_none() && checker.len() == 1;
            mate(&next, true, within, void, seen) || may && back(seen)
        })
    };
    seen.insert(key, holds);
    holds
}

/// What a claim is worth, by the words of trust in claims: settled, or by what is left of it after each move.
fn worth(
    game: &Tsume,
    pos: &TsumePosition,
    claim: Claim,
    seen: &mut HashMap<(TsumePosition, Claim), bool>,
) -> bool {
    if let Some(settled) = game.settled(pos, &claim) {
        return settled;
    }
    let key = (pos.clone(), claim);
    if let Some(known) = seen.get(&key) {
        return *known;
    }
    let (mover, mut moves) = (game.to_move(pos), Vec::new());
    game.moves(pos, &mut moves);
    let mut moves = moves.into_iter();
    let mut after = |mv| worth(game, &game.play(pos, mv), claim.after(mover), seen);
    let holds = if mover == claim.prover() { moves.any(&mut after) } else { moves.all(&mut after) };
    seen.insert(key, holds);
    holds
}

/// A king near a corner, some men around it, few in hand.
fn random_sfen(rng: &mut Rng, own_king: bool) -> String {
    let mut men: Vec<String> = vec![String::new(); 81];
    // Near the top for the most part; farther down men come to the king from the rows where they promote.
    let top = if rng.chance(2, 3) { 0 } else { 1 + rng.below(4) };
    let row = if top == 0 { rng.below(2) } else { (top + 3 + rng.below(3)).min(8) };
    let king = 9 * row + 7 + rng.below(2);
    // Often all men stand close, and what comes from the hand comes from afar.
    let close = rng.chance(2, 3);
    let place = |men: &[String], rng: &mut Rng| loop {
        let at = match close {
            true => 9 * (row.saturating_sub(1).min(6) + rng.below(3)) + 6 + rng.below(3),
            false => 9 * (top + rng.below(5)) + 4 + rng.below(5),
        };
        if men[at].is_empty() {
            return at;
        }
    };
    men[king] = "k".to_string();
    if own_king {
        let at = place(&men, rng);
        men[at] = "K".to_string();
    }
    let letters =
        ["P", "L", "N", "S", "G", "B", "R", "+P", "+L", "+N", "+S", "+B", "+R", "R", "B", "L"];
    for _ in 0..if close { 1 } else { 3 } + rng.below(3) {
        let at = place(&men, rng);
        men[at] = letters[rng.below(letters.len())].to_string();
    }
    for _ in 0..rng.below(4) {
        let at = place(&men, rng);
        men[at] = letters[rng.below(7)].to_ascii_lowercase();
    }
    let rows: Vec<String> = men
        .chunks(9)
        .map(|row| {
            let runs = row.chunk_by(|a, b| a.is_empty() && b.is_empty());
            runs.map(|run| if run[0].is_empty() { run.len().to_string() } else { run.concat() })
                .collect()
        })
        .collect();
    let own = match close {
        true => ["R", "B", "L", "R"][rng.below(4)],
        false => ["P", "G", "S", "L", "NG", "R", "PG", "RG", "B", "RB"][rng.below(10)],
    };
    let other = ["p", "g", "n", "pl", "r"][rng.below(5)];
    format!("{} b {own}{other} 1", rows.join("/"))
}

#[test]
fn claims_are_worth_what_another_program_says() {
    let (mut rng, mut compared, mut mates, mut differ) = (Rng::new(7), [0; 2], [0; 4], 0);
    while compared[0] + compared[1] < share(2_000) {
        let own_king = rng.chance(1, 3);
        let sfen = random_sfen(&mut rng, own_king);
        let Ok(pos) = COUNT.parse_position(&sfen) else { continue };
        compared[usize::from(own_king)] += 1;
        let state = State::read(&sfen);
        // (The other program is slow.)
        let most = if COUNT.legal_moves(&pos).len() > 5 { 1 } else { 2 };
        let mut lengths = Vec::new();
        for game in [COUNT, VOID] {
            let (mut seen, mut known) = (Seen::new(), HashMap::new());
            let mut length = 0;
            for within in 0..=most {
                let truth = mate(&state, true, within, game.void, &mut seen);
                let claim = Claim { player: pos.attacker, goal: Goal::WinsWithin(within as i32) };
                let asked = if rng.chance(1, 2) { claim } else { claim.complement() };
                let found = worth(&game, &pos, asked, &mut known);
                assert_eq!(found, truth == (asked == claim), "{sfen} {} {asked:?}", game.name());
                if truth && length == 0 {
                    length = within as usize;
                }
            }
            lengths.push(length);
            mates[length] += 1;
        }
        differ += usize::from(lengths[0] != lengths[1]);
    }
    println!("{compared:?} positions, {mates:?} by length, {differ} of other length with void");
    assert!(mates[1] > share(400) && mates[2] > share(10) && (differ > 0 || !whole()));
}
