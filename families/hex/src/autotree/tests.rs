//! Autotrees: those of the paper, brute force over all paths, and each wrong line.

use quod_cert::read_certificate;
use quod_check::{Limits, check};
use quod_game::testkit::{Rng, mutant_text};

use super::board::{Board, Cells};
use super::*;

/// The file of Pattern 8.
const PATTERN_8: &str = include_str!("../../../../golden/autotrees/pattern-8.txt");
const SMALL: &str = include_str!("../../../../golden/autotrees/3x3.txt");
const GARDNER: &str = include_str!("../../../../golden/autotrees/gardner-13x14.txt");

fn judged(text: &str) -> Result<Verdict, String> {
    let told =
        |all: Vec<WrongLine>| all.iter().map(|it| it.to_string()).collect::<Vec<_>>().join("; ");
    Autotree::read(text).and_then(|it| it.judge()).map_err(told)
}

/// Whether the checker accepts the certificate of a verdict, and it states what the verdict says.
fn is_accepted(verdict: &Verdict) -> bool {
    let Some(bytes) = &verdict.certificate else { return false };
    let certificate = read_certificate(&bytes[..]).unwrap();
    let size = |key: &str| {
        let (_, rest) = verdict.game.split_once(key).unwrap();
        rest.split(',').next().unwrap().parse().unwrap()
    };
    let game = Hex::new(size("width="), size("height="), false).unwrap();
    let statement = quod_check::statement(&game, &certificate).unwrap();
    assert_eq!(
        (statement.claim, statement.position),
        (verdict.claim.clone(), verdict.position.clone())
    );
    let judged = check(&game, &certificate, &Limits::default());
    if let Err(reject) = &judged {
        println!("{reject:?} {certificate:?}");
    }
    judged.is_ok()
}

#[test]
fn the_3_by_3_strategy_has_seven_paths() {
    let verdict = judged(SMALL).unwrap();
    let Counts { ands, ors, leaves, paths } = verdict.counts;
    assert_eq!((ands, ors, leaves, paths), (5, 5, 7, 7));
    assert_eq!((verdict.claim.as_str(), verdict.position.as_str()), ("black-wins", "start"));
    assert!(is_accepted(&verdict), "{verdict:?}");
}

#[test]
fn pattern_8_becomes_a_certificate() {
    let verdict = judged(PATTERN_8).unwrap();
    assert_eq!(verdict.patterns, 6);
    assert!(is_accepted(&verdict), "{verdict:?}");
}

#[test]
fn gardners_pairing_on_13_by_14_is_verified() {
    assert_eq!(gardner(13).unwrap().to_string(), GARDNER);
    let verdict = judged(GARDNER).unwrap();
    assert_eq!(verdict.counts.paths, 1 << 91);
    assert_eq!(verdict.claim, "white-wins");
    assert!(is_accepted(&verdict));
}

/// A tree with all calls expanded: for each group its answers.
struct Naive {
    key: Option<Cell>,
    groups: Vec<Vec<Naive>>,
}

fn expand(file: &Autotree, and: &And, places: &[Cell]) -> Naive {
    let place = |it: Cell| places[usize::from(it.0)];
    let mut groups = Vec::new();
    for group in &and.groups {
        match &group.kind {
            Kind::Or(all) => groups.push(all.iter().map(|it| expand(file, it, places)).collect()),
            Kind::Call(call) => {
                let callee = file.patterns.iter().find(|it| it.name == call.pattern).unwrap();
                let mut theirs = places.to_vec();
                for (own, given) in callee.empty.iter().zip(&call.cells) {
                    theirs[usize::from(own.0)] = place(*given);
                }
                groups.extend(expand(file, &callee.body, &theirs).groups);
            }
        }
    }
    Naive { key: and.key.map(place), groups }
}

impl Naive {
    fn cells(&self) -> Cells {
        let below = self.groups.iter().flatten().map(Naive::cells);
        below.fold(self.key.into_iter().collect(), Cells::or)
    }

    fn is_elusive(&self) -> bool {
        let mut seen: Cells = self.key.into_iter().collect();
        for group in &self.groups {
            let all: Vec<Cells> = group.iter().map(Naive::cells).collect();
            let used = all.iter().fold(Cells::default(), |a, b| a.or(*b));
            let common = all.iter().fold(used, |a, b| a.and(*b));
            if !common.is_empty() || !seen.and(used).is_empty() {
                return false;
            }
            seen = seen.or(used);
        }
        self.groups.iter().flatten().all(Naive::is_elusive)
    }

    fn paths(&self) -> Vec<Cells> {
        let mut all: Vec<Cells> = vec![self.key.into_iter().collect()];
        for group in &self.groups {
            let own: Vec<Cells> = group.iter().flat_map(Naive::paths).collect();
            all = all.iter().flat_map(|a| own.iter().map(|b| a.or(*b))).collect();
        }
        all
    }
}

fn connects(board: &Board, stones: Cells, [a, b]: [End; 2]) -> bool {
    let at = |end: End| match end {
        End::Cell(cell) => Cells::of(cell),
        End::Border(border) => stones.each().filter(|&it| board.touches(it, border)).collect(),
    };
    let mut reached = at(a).and(stones);
    loop {
        let more = reached.or(board.near(reached)).and(stones);
        if more == reached {
            return !reached.and(at(b)).is_empty();
        }
        reached = more;
    }
}

/// Whether the claims of the first pattern hold on all paths, and its tree is elusive.
fn brute(file: &Autotree) -> (bool, bool) {
    let board = Board::new(file.columns, file.rows);
    let places: Vec<Cell> = (0..file.columns * file.rows).map(Cell).collect();
    let first = &file.patterns[0];
    let tree = expand(file, &first.body, &places);
    let played: Cells = stones(first);
    let holds =
        |path: &Cells| first.claims.iter().any(|&claim| connects(&board, path.or(played), claim));
    (tree.is_elusive(), tree.paths().iter().all(holds))
}

fn stones(pattern: &Pattern) -> Cells {
    pattern.played.iter().filter_map(|it| it.cell()).collect()
}

/// Whether the player, answering, ends with a claim come true, if the opponent plays anything within `left`.
fn wins(
    file: &Autotree,
    left: Cells,
    own: Cells,
    known: &mut std::collections::HashMap<(Cells, Cells), bool>,
) -> bool {
    let board = Board::new(file.columns, file.rows);
    if file.patterns[0].claims.iter().any(|&claim| connects(&board, own, claim)) {
        return true;
    }
    if let Some(&it) = known.get(&(left, own)) {
        return it;
    }
    let answered = |x: Cell| {
        let rest = left.minus(Cells::of(x));
        rest.each().any(|y| wins(file, rest.minus(Cells::of(y)), own.or(Cells::of(y)), known))
    };
    let it = !left.is_empty() && left.each().all(answered);
    known.insert((left, own), it);
    it
}

/// A random tree, most often elusive; some groups become patterns with other names.
struct Random<'r> {
    rng: &'r mut Rng,
    columns: u16,
    rows: u16,
    played: Vec<End>,
    patterns: Vec<Pattern>,
}

impl Random<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    fn shuffled(&mut self, mut cells: Vec<Cell>) -> Vec<Cell> {
        for at in (1..cells.len()).rev() {
            let other = self.below(at + 1);
            cells.swap(at, other);
        }
        cells
    }

    fn group(&mut self, cells: Vec<Cell>) -> Group {
        let cells = self.shuffled(cells);
        let n = if cells.len() < 6 || self.below(2) == 0 { 2 } else { 3 };
        let mut answers = Vec::new();
        for at in 0..n {
            // Now and then any cells, most often a share of them.
            let own: Vec<Cell> = match self.below(6) {
                0 => cells.iter().copied().filter(|_| self.rng.below(2) == 0).collect(),
                1 if n == 3 => {
                    (0..cells.len()).filter(|it| it % 3 != at).map(|it| cells[it]).collect()
                }
                _ => (0..cells.len()).filter(|it| it % n == at).map(|it| cells[it]).collect(),
            };
            let own = if own.is_empty() { vec![cells[at]] } else { own };
            answers.push(self.and(own));
        }
        let kind = Kind::Or(answers);
        if self.below(5) > 0 {
            return Group { line: 0, kind };
        }
        self.call(Group { line: 0, kind })
    }

    fn and(&mut self, mut cells: Vec<Cell>) -> And {
        let key = cells.pop();
        And { line: 0, key, groups: self.groups(cells) }
    }

    fn groups(&mut self, mut cells: Vec<Cell>) -> Vec<Group> {
        let mut groups = Vec::new();
        while cells.len() > 1 {
            let n = 2 + self.below(cells.len() - 1);
            let own: Vec<Cell> = cells.drain(..n).collect();
            groups.push(self.group(own));
        }
        groups
    }

    /// A group as a pattern on other cells, and the call.
    fn call(&mut self, group: Group) -> Group {
        let empty: Vec<Cell> = (0..self.columns * self.rows).map(Cell).collect();
        let free = empty.iter().copied().filter(|it| !self.played.contains(&End::Cell(*it)));
        let given: Vec<Cell> = free.collect();
        let own = self.shuffled(given.clone());
        let name = format!("p{}-", self.patterns.len());
        let mut body = And { line: 0, key: None, groups: vec![group] };
        rename(&mut body, &given, &own);
        self.patterns.push(Pattern {
            line: 0,
            name: name.clone(),
            claims: Vec::new(),
            empty: own.clone(),
            played: Vec::new(),
            body,
        });
        Group {
            line: 0,
            kind: Kind::Call(Call { pattern: name, cells: given, played: Vec::new() }),
        }
    }

    fn file(rng: &mut Rng) -> Autotree {
        let (columns, rows) = (2 + rng.below(3) as u16, 2 + rng.below(3) as u16);
        let mut it = Random { rng, columns, rows, played: Vec::new(), patterns: Vec::new() };
        let all = it.shuffled((0..columns * rows).map(Cell).collect());
        let n = it.below(3).max(it.below(2));
        let (stones, rest) = all.split_at(n);
        it.played = stones.iter().copied().map(End::Cell).collect();
        it.played.extend(Border::ALL.map(End::Border));
        let mut claims = Vec::new();
        while claims.is_empty() || it.below(3) == 0 {
            let ends = it.played.len();
            let [a, b] = [it.below(ends), it.below(ends)].map(|at| it.played[at]);
            if a != b {
                claims.push([a, b]);
            }
        }
        let more = it.below(rest.len() - 1) + 2;
        let cells = rest[..more.max(rest.len() / 2)].to_vec();
        let body = match it.below(3) {
            0 => it.and(cells),
            _ => And { line: 0, key: None, groups: it.groups(cells) },
        };
        let (name, played) = ("root".to_string(), it.played.clone());
        let empty = rest.to_vec();
        let root = Pattern { line: 0, name, claims, empty, played, body };
        let patterns = std::iter::once(root).chain(it.patterns).collect();
        Autotree { columns, rows, patterns }
    }
}

fn rename(and: &mut And, from: &[Cell], to: &[Cell]) {
    let renamed = |it: &mut Cell| {
        if let Some(at) = from.iter().position(|own| own == it) {
            *it = to[at];
        }
    };
    and.key.iter_mut().for_each(renamed);
    for group in &mut and.groups {
        match &mut group.kind {
            Kind::Or(all) => all.iter_mut().for_each(|it| rename(it, from, to)),
            Kind::Call(call) => call.cells.iter_mut().for_each(renamed),
        }
    }
}

#[test]
fn random_trees_are_judged_as_all_their_paths_say() {
    let mut rng = Rng::new(2006);
    let (mut right, mut failing, mut open, mut lemmas, mut called) = (0, 0, 0, 0, 0);
    for _ in 0..20_000 {
        let file = Random::file(&mut rng);
        let told = match Elusive::new(&file) {
            Err(_) => {
                assert!(!brute(&file).0, "{file}");
                open += 1;
                continue;
            }
            Ok(elusive) => paths::judge(&elusive),
        };
        let (elusive, satisfying) = brute(&file);
        assert!(elusive, "{file}");
        assert_eq!(told.is_ok(), satisfying, "{file}\n{told:?}");
        match told {
            Ok(evidence) => {
                right += 1;
                lemmas += usize::from(evidence.is_some());
                called += usize::from(file.patterns.len() > 1);
                if file.patterns[0].body.key.is_none() && file.patterns[0].empty.len() < 9 {
                    let left = expand_all(&file).cells();
                    let own = stones(&file.patterns[0]);
                    assert!(wins(&file, left, own, &mut Default::default()), "{file}");
                }
            }
            Err(_) => failing += 1,
        }
    }
    println!(
        "{right} right ({called} with calls, {lemmas} by connections), {failing} with a path that fails, {open} not elusive"
    );
    assert!(right > 2_000 && called > 300 && lemmas > 1_000 && failing > 2_000 && open > 2_000);
}

fn expand_all(file: &Autotree) -> Naive {
    let places: Vec<Cell> = (0..file.columns * file.rows).map(Cell).collect();
    expand(file, &file.patterns[0].body, &places)
}

/// On small boards all sets of stones that Gardner's pairing may end with are gone through, and most changed pairings
/// fail, all as brute force says.
#[test]
fn gardners_pairing_joins_on_all_paths_of_small_boards() {
    for columns in 1..=4 {
        assert_eq!(brute(&gardner(columns).unwrap()), (true, true));
    }
    let mut rng = Rng::new(13);
    let (mut joining, mut failing) = (0, 0);
    for round in 0..600 {
        let mut file = gardner(2 + round % 3).unwrap();
        let groups = &mut file.patterns[0].body.groups;
        let [a, b] = [rng.below(groups.len()), rng.below(groups.len())];
        let [at, to] = [rng.below(2), rng.below(2)];
        let key = |it: &Group, at: usize| match &it.kind {
            Kind::Or(answers) => answers[at].key,
            Kind::Call(_) => None,
        };
        let keys = [key(&groups[a], at), key(&groups[b], to)];
        for (it, at, key) in [(a, at, keys[1]), (b, to, keys[0])] {
            if let Kind::Or(answers) = &mut groups[it].kind {
                answers[at].key = key;
            }
        }
        let (elusive, satisfying) = brute(&file);
        assert_eq!(file.judge().is_ok(), elusive && satisfying, "{file}");
        if satisfying { joining += 1 } else { failing += 1 }
    }
    assert!(joining > 20 && failing > 200, "{joining} {failing}");
}

/// Both pairings, on a wider board and with stones that are there, for both players.
#[test]
fn the_pairing_is_seen_in_both_forms_and_in_part_of_a_board() {
    let board = Board::new(5, 9);
    let pairs = |form: fn([u16; 2], u16) -> [u16; 2], first: u16| {
        let mut partners = vec![None; 45];
        for cell in 0..30 {
            let [column, row] = form([cell % 5, cell / 5], 5);
            let number = |it: u16| usize::from(it + 5 * first);
            partners[number(cell)] = Some(Cell::new(column, row + first, 5));
        }
        partners
    };
    let across = [Border::BottomRight, Border::TopLeft];
    for form in [mirror::short as fn([u16; 2], u16) -> [u16; 2], mirror::long] {
        for first in 0..4 {
            let mut partners = pairs(form, first);
            let joins =
                |stones: Cells, it: &[Option<Cell>]| mirror::joins(&board, across, stones, it);
            assert!(joins(Cells::default(), &partners));
            assert!(!mirror::joins(
                &board,
                [Border::TopRight, Border::BottomLeft],
                Cells::default(),
                &partners
            ));
            // One pair less, and a stone there instead.
            let gone = Cell(5 * first + 7);
            let other = std::mem::take(&mut partners[usize::from(gone.0)]).unwrap();
            partners[usize::from(other.0)] = None;
            assert!(!joins(Cells::default(), &partners));
            assert!(joins(Cells::of(gone), &partners) && joins(Cells::of(other), &partners));
        }
    }
}

#[test]
fn written_files_are_read_as_they_were() {
    fn forget(and: &mut And) {
        and.line = 0;
        for group in &mut and.groups {
            group.line = 0;
            if let Kind::Or(answers) = &mut group.kind {
                answers.iter_mut().for_each(forget);
            }
        }
    }
    let mut rng = Rng::new(29);
    let files = (0..2_000).map(|_| Random::file(&mut rng));
    let named = [SMALL, PATTERN_8, GARDNER].map(|it| Autotree::read(it).unwrap());
    for mut file in files.chain(named) {
        let mut again = Autotree::read(&file.to_string()).unwrap();
        for it in again.patterns.iter_mut().chain(&mut file.patterns) {
            it.line = 0;
            forget(&mut it.body);
        }
        assert_eq!(file, again);
    }
}

/// Whatever connections can say of random trees the checker accepts, and it becomes an autotree again.
#[test]
fn certificates_of_random_trees_are_accepted_and_come_back() {
    let mut rng = Rng::new(7);
    let (mut accepted, mut refused, mut pairings) = (0, 0, 0);
    for _ in 0..30_000 {
        let mut file = Random::file(&mut rng);
        let first = &mut file.patterns[0];
        let pairs =
            [[Border::TopLeft, Border::BottomRight], [Border::TopRight, Border::BottomLeft]];
        first.claims = vec![pairs[rng.below(2)].map(End::Border)];
        let Ok(verdict) = file.judge() else { continue };
        if verdict.certificate.is_none() {
            refused += 1;
            continue;
        }
        assert!(is_accepted(&verdict), "{file}");
        accepted += 1;
        let bytes = verdict.certificate.unwrap();
        let certificate = read_certificate(&bytes[..]).unwrap();
        // A pairing has no derivation.
        let Ok(back) = autotree_of(&certificate) else {
            pairings += 1;
            continue;
        };
        let again = Autotree::read(&back.to_string()).unwrap().judge();
        let again = again.unwrap_or_else(|wrong| panic!("{wrong:?}\n{file}\n{back}"));
        assert_eq!((again.game, again.claim), (verdict.game, verdict.claim));
        assert_eq!(again.position, verdict.position, "{file}\n{back}");
        assert!(again.certificate.is_some(), "{file}\n{back}");
    }
    assert!(accepted > 500 && refused > 5 && pairings < 100, "{accepted} {refused} {pairings}");
}

#[test]
fn each_wrong_line_is_named() {
    let wrong = |text: &str, told: &str| {
        let refusal = judged(text).unwrap_err();
        assert!(refusal.contains(told), "expected {told:?}, got {refusal}");
    };
    for (from, to, told) in [
        (
            "(board 7 7)",
            "",
            "line 6: expected the board first: (board COLUMNS ROWS), got \"board1\"",
        ),
        ("(board 7 7)", "(board 7)", "line 4: expected how many rows the board has, from 1 to 14"),
        ("(board 7 7)", "(board 15 7)", "line 4: expected how many columns the board has"),
        ("(board 7 7)", "(board 7 7 7)", "line 4: expected \")\", the end of the board, got \"7\""),
        ("(board1", "(b1", "line 6: expected the name of a pattern, which looks like no cell"),
        ("(board1", "((", "line 6: expected the name of a pattern, got \"(\""),
        ("((TL BR))", "((TL))", "line 7: expected a cell of the board, a1 to g7, or a border, TL"),
        (
            "((TL BR))",
            "((TL BR c6))",
            "line 7: expected \")\", the end of a connection of two ends",
        ),
        ("((TL BR))", "((TL c6))", "line 6: expected ((TL BR)) or ((TR BL))"),
        ("((TL BR))", "((TL TL))", "line 6: expected a connection of two ends, got TL"),
        ("((TL BR))", "()", "line 6: expected ((TL BR)) or ((TR BL))"),
        ("((TL BR))", "((TL BR) (c6 BR))", "line 6: expected ((TL BR)) or ((TR BL))"),
        ("(TL a6 b6 c6 a4", "(TL a6 b6 c6 a9", "line 9: expected a cell of the board, a1 to g7"),
        (
            "(TL a6 b6 c6 a4",
            "(TL a6 b6 c6 a6",
            "line 6: expected stones and borders once each, got a6",
        ),
        (
            "(TL a6 b6 c6 a4",
            "(a6 b6 c6 a4",
            "line 6: expected connections of stones and borders that are",
        ),
        ("(d6 e3 e4 e5", "(d6 e3 e4 e4", "line 6: expected empty cells that stand there once"),
        ("(d6 e3 e4 e5", "(c6 e3 e4 e5", "line 6: expected empty cells that stand there once"),
        (
            "(d6 e3 e4 e5",
            "(d6 TL e4 e5",
            "line 8: expected a cell of the board, a1 to g7, got \"TL\"",
        ),
        (
            "[(pattern8 (d6",
            "[(pattern7 (d6",
            "line 10: expected a pattern of the file, got pattern7",
        ),
        (
            "[(pattern8 (d6",
            "[(board1 (d6",
            "line 10: expected a pattern that does not need this one",
        ),
        (
            "[(pattern2ab (e3 e4) (d4 f3))]",
            "[(pattern8 (e3 e4) (d4 f3))]",
            "line 16: expected a pattern that",
        ),
        (
            "(pattern2ab (e3 e4)",
            "(pattern2ab (e3)",
            "line 16: expected 2 empty cells, as line 25 has, got 1",
        ),
        (
            "(pattern2ab (e3 e4) (d4 f3))",
            "(pattern2ab (e3 e4) (d4))",
            "line 16: expected 2 stones and borders, as line 25 has, got 1",
        ),
        (
            "(pattern2ab (e3 e4)",
            "(pattern2ab (e3 e3)",
            "line 16: expected different cells, of the pattern's",
        ),
        (
            "(pattern2ab (e3 e4)",
            "(pattern2ab (e3 a1)",
            "line 16: expected different cells, of the pattern's",
        ),
        (
            "(pattern2ab (e3 e4)",
            "(pattern2ab (e3 f3)",
            "line 16: expected cells that nothing beside this group needs, got f3 twice",
        ),
        (
            "(pattern2ab (g2 g3)",
            "(pattern2ab (g2 e3)",
            "line 17: expected cells that nothing beside this group needs, got e3 twice",
        ),
        (
            "(d4 f3))]",
            "(d4 d3))]",
            "line 16: expected stones and borders of the pattern, or stones that it will have, got d3",
        ),
        (
            "(f3 [(pattern2ab (e3 e4)",
            "(d3 [(pattern2ab (e3 e4)",
            "line 16: expected one of the pattern's empty cells, got d3",
        ),
        ("[(d6) (e4)]", "[(d6)]", "line 18: expected an answer to every reply, got none to d6"),
        ("[(d6) (e4)]", "[]", "line 18: expected answers to the opponent's move, got none"),
        ("[(d6) (e4)]", "[(d6) (e4]", "line 18: expected \"[\", answers to the opponent's move"),
        ("[(d6) (e4)]", "[(d6) (pattern13 (d6) ())]", "line 18: expected a cell of the board"),
        (
            "[(d6) (e4)]",
            "[(pattern2ab (d6 e4) (e5 d4)) (d6)]",
            "line 18: expected \"]\", a pattern alone",
        ),
        (
            "(f2 [(pattern2ab (g1 g2) (f2 BR))]",
            "(g6 [(pattern2ab (g1 g2) (f2 BR))]",
            "line 12: expected stones that connect c6 with BR or d4 with BR, got a path that does not",
        ),
        (
            " [(e3) (e4)])",
            " (e3 [(e4)]))",
            "line 16: expected a pattern in which the opponent moves first",
        ),
        (" [(e3) (e4)])", " )", "line 29: expected \"[\" or \"(\", the tree of the pattern"),
        ("(pattern9\n", "(pattern13\n", "line 38: expected a pattern with a name of its own"),
        ("a4 b4 c4 d4", "a4 d3 c4 d4", "line 6: expected stones that connect TL with BR"),
    ] {
        let text = PATTERN_8.replacen(from, to, 1);
        assert!(text != PATTERN_8, "{from}");
        wrong(&text, told);
    }
    wrong("", "line 1: expected \"(\", the board: (board COLUMNS ROWS), got the end");
    wrong("(board 3 3)\n", "line 1: expected a pattern, got the end");
    wrong(&SMALL.replacen("\n (TR BL)\n", "\n (TR BL c3 c2)\n", 1), "line 4: expected empty cells");
    let over = "(board 1 1)\n(p ((TR BL)) () (a1 TR BL) [])";
    wrong(over, "line 2: expected answers to the opponent's move, got none");
    let won = "(board 1 2)\n(p ((TL BR)) (a1) (a2 TL BR) (a1))";
    wrong(won, "line 2: expected a position of the game, where nobody has won");
    // Two patterns that are wrong are both told.
    let two = PATTERN_8.replacen("[(d6) (e4)]", "[(d6) e4]", 1).replacen(
        "\n [(e3) (e4)]",
        "\n [e3 (e4)]",
        1,
    );
    wrong(&two, "line 18: expected \"(\", an answer");
    wrong(&two, "line 29: expected \"(\", an answer");
}

#[test]
fn what_is_too_deep_is_refused() {
    let nested = format!("(board 1 1)\n(p () () () {})", "[(a1 ".repeat(100_000));
    assert!(judged(&nested).unwrap_err().contains("at most 500 brackets within one another"));
    // Patterns that only pass on what they are.
    let mut text =
        "(board 2 2)\n(p-0 ((TL BR)) (a1 b1) (a2 TL BR) [(p-1 (a1 b1) ())])\n".to_string();
    for at in 1..5_000 {
        text += &format!("(p-{at} () (a1 b1) () [(p-{} (a1 b1) ())])\n", at + 1);
    }
    text += "(p-5000 () (a1 b1) () [(a1) (b1)])\n";
    let refusal = judged(&text).unwrap_err();
    assert!(refusal.contains("at most 400 answers within one another"), "{refusal}");
}

/// A word changed or left out is told, or what comes out is still a proof.
#[test]
fn no_changed_file_gives_a_certificate_that_is_refused() {
    let words: Vec<&str> = PATTERN_8.split_inclusive([' ', '\n', '(', ')', '[', ']']).collect();
    let (mut refused, mut proofs) = (0, 0);
    for at in 0..words.len() {
        for change in ["", "e4", "f5", "(", ")", "]", "BR", "pattern13"] {
            let end = words[at].len() - 1;
            let mut all: Vec<String> = words.iter().map(|it| it.to_string()).collect();
            all[at] = if change.is_empty() {
                String::new()
            } else {
                change.to_string() + &words[at][end..]
            };
            let text = all.concat();
            match judged(&text) {
                Err(_) => refused += 1,
                Ok(verdict) => {
                    assert!(is_accepted(&verdict), "{text}");
                    proofs += 1;
                }
            }
        }
    }
    assert!(refused > 3_000 && proofs > 100, "{refused} {proofs}");
}

/// What is made of a mutant of a file is accepted, where anything is; else wrong lines are told, each in a sentence.
#[test]
fn mutants_of_files_are_proofs_or_wrong_lines() {
    let mut rng = Rng::new(9);
    for at in 0..3_000 {
        let text = mutant_text([SMALL, PATTERN_8][at % 2], &mut rng);
        match Autotree::read(&text).and_then(|it| it.judge()) {
            Ok(verdict) => {
                assert!(verdict.certificate.is_none() || is_accepted(&verdict), "{text}");
            }
            Err(wrong) => {
                assert!(!wrong.is_empty());
                for told in wrong.iter().map(|it| it.to_string()) {
                    assert!(!told.contains('\n') && told.len() < 1_000, "{told}");
                }
            }
        }
    }
}
