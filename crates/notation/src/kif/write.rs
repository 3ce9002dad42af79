//! Positions and moves of the game `tsume` in Japanese letters: the board as a picture, KIF with variations, and single moves as in KI2.
//!
//! A record has a side's moves by turns, and the game with `interpose=void` has not: there the defender says, with a drop, what it
//! would answer if the man were taken back, and the attacker goes on behind one of the answers (see the rules in
//! `docs/formats/games.md`). So the tree of the game's moves is made into one of moves on a board first. A move behind an
//! answer becomes the capture of the dropped man, the answer, and the move; the capture has a remark, since on a board the man
//! comes into the wrong hand. Answers on which no move is built are not written, and lines that only differ in such are one.

use quod_game::{Game, Move, NotationError, Outcome, Player};

use super::men::{Men, Standing, Step, file_and_row, seen};
use super::names;

/// A move in the game's notation and what may follow it, the main line first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The move, as the game writes it.
    pub mv: String,
    /// What stands behind it as a remark, of any number of lines; nothing if it is empty.
    pub remark: String,
    /// The moves that may follow; none where the line ends.
    pub next: Vec<Branch>,
}

/// Where a line ends: whether the game is over there and the attacker has mated.
type End = Option<bool>;

/// A move on the board in a tree; the root is none.
#[derive(Default)]
struct Node {
    step: Option<Step>,
    remark: String,
    next: Vec<usize>,
    end: End,
}

struct Tree<'g, G: Game + ?Sized> {
    game: &'g G,
    nodes: Vec<Node>,
}

/// The remark at a capture that takes a drop between back.
const TAKEN_BACK: &str = "無駄合：駒は持主に戻り、手数に数えない";

impl<G: Game + ?Sized> Tree<'_, G> {
    /// The place of the last of these moves behind a node, as new nodes where they are not there.
    fn insert(&mut self, mut at: usize, steps: &[Step]) -> usize {
        for step in steps {
            let known = |next: &&usize| self.nodes[**next].step == Some(*step);
            let found = self.nodes[at].next.iter().find(known).copied();
            at = found.unwrap_or_else(|| {
                let remark = if step.back { TAKEN_BACK } else { "" }.to_string();
                self.nodes.push(Node { step: Some(*step), remark, ..Node::default() });
                let new = self.nodes.len() - 1;
                self.nodes[at].next.push(new);
                new
            });
        }
        at
    }

    fn grow(
        &mut self,
        at: usize,
        pos: &G::Position,
        branches: &[Branch],
    ) -> Result<(), NotationError> {
        let standing = Standing::of(self.game, pos)?;
        if branches.is_empty() {
            // A drop whose answers are left out.
            let at = self.insert(at, standing.dropped().as_slice());
            self.nodes[at].end = end(self.game, pos);
        }
        for branch in branches {
            let mv = self.game.parse_move(pos, &branch.mv)?;
            let next = self.game.play(pos, mv);
            let new = match Standing::of(self.game, &next)?.dropped() {
                Some(_) => at,
                None => self.insert(at, &standing.steps(&branch.mv)?.0),
            };
            if new != at && !branch.remark.is_empty() {
                self.nodes[new].remark = branch.remark.clone();
            }
            self.grow(new, &next, &branch.next)?;
            // A drop that waits came into the tree with what follows it.
            let drop = Standing::of(self.game, &next)?.dropped().filter(|_| new == at);
            if standing.dropped().is_none() && drop.is_some() {
                let made = self.nodes[at].next.iter().find(|it| self.nodes[**it].step == drop);
                if let Some(&made) = made.filter(|_| !branch.remark.is_empty()) {
                    self.nodes[made].remark = branch.remark.clone();
                }
            }
        }
        Ok(())
    }

    /// The line that begins with a node, whose move has this number and follows one to the square `last`, and then its variations,
    /// those that leave it last first, as the form wants it.
    fn line(&self, first: usize, number: usize, last: Option<usize>, text: &mut String) {
        let (mut at, mut to, mut line) = (first, last, Vec::new());
        loop {
            let node = &self.nodes[at];
            let Some(step) = node.step else { break };
            *text += &format!("{:>4} {}\n", number + line.len(), timed(&in_kif(&step, to)));
            for remark in node.remark.lines() {
                *text += &format!("*{remark}\n");
            }
            line.push(at);
            to = Some(step.to);
            match node.next.first() {
                Some(&next) => at = next,
                None => break,
            }
        }
        let end = match self.nodes[at].end {
            Some(true) => "詰み",
            Some(false) => "不詰",
            None => "中断",
        };
        *text += &format!("{:>4} {}\n", number + line.len(), timed(end));
        for (behind, &at) in line.iter().enumerate().rev() {
            let number = number + behind + 1;
            for &other in self.nodes[at].next.iter().skip(1) {
                *text += &format!("\n変化：{number}手\n");
                self.line(other, number, self.nodes[at].step.map(|it| it.to), text);
            }
        }
    }
}

/// With the time that it took: none is known.
fn timed(mv: &str) -> String {
    // Letters of Japanese are as wide as two others.
    let wide: usize = mv.chars().map(|it| if it.is_ascii() { 1 } else { 2 }).sum();
    format!("{mv}{}( 0:00/00:00:00)", " ".repeat(14_usize.saturating_sub(wide).max(1)))
}

fn end<G: Game + ?Sized>(game: &G, pos: &G::Position) -> End {
    game.outcome(pos).map(|outcome| outcome != Outcome::DRAW)
}

fn square(at: usize) -> String {
    let (file, row) = file_and_row(at);
    format!("{}{}", names::WIDE[file - 1], names::NUMERALS[row - 1])
}

/// The square and the man.
fn place_and_man(step: &Step, last: Option<usize>) -> String {
    let place = if last == Some(step.to) { "同　".to_string() } else { square(step.to) };
    format!("{place}{}", names::name(step.man))
}

/// As KIF has it: with the square from which the man comes.
fn in_kif(step: &Step, last: Option<usize>) -> String {
    let promotes = if step.promotes { "成" } else { "" };
    let from = match step.from {
        Some(from) => {
            let (file, row) = file_and_row(from);
            format!("({file}{row})")
        }
        None => "打".to_string(),
    };
    format!("{}{promotes}{from}", place_and_man(step, last))
}

/// As KI2 has it: with words where other men could make the move.
fn in_words(step: &Step, men: &Men, last: Option<usize>) -> String {
    let rivals = men.rivals(step.man, step.to);
    let words = match step.from {
        None if rivals.is_empty() => String::new(),
        None => "打".to_string(),
        Some(from) => told_apart(step, from, &rivals),
    };
    let promotes = match (step.promotes, step.could_promote()) {
        (true, _) => "成",
        (false, true) => "不成",
        (false, false) => "",
    };
    let sign = names::sign(step.man.player);
    format!("{sign}{}{words}{promotes}", place_and_man(step, last))
}

/// The words that tell the man from the others that could go there: the way that it goes, if that is enough; then straight
/// forward; then the side from which it comes; then both.
fn told_apart(step: &Step, from: usize, rivals: &[usize]) -> String {
    if rivals.len() < 2 {
        return String::new();
    }
    let from_there = |at: usize| seen(at, step.to, step.man.player);
    let (right, behind) = from_there(from);
    let way = |behind: i32| match behind.signum() {
        1 => '上',
        0 => '寄',
        _ => '引',
    };
    let alike = |fits: &dyn Fn((i32, i32)) -> bool| {
        rivals.iter().filter(|&&at| fits(from_there(at))).count() == 1
    };
    if alike(&|it| way(it.1) == way(behind)) {
        return way(behind).to_string();
    }
    if matches!(step.man.kind, 5 | 6) {
        let most = rivals.iter().map(|&at| from_there(at).0).max();
        return if Some(right) == most { "右" } else { "左" }.to_string();
    }
    if (right, behind) == (0, 1) {
        return "直".to_string();
    }
    let side = if right > 0 { '右' } else { '左' };
    if alike(&|it| it.0.signum() == right.signum()) {
        return side.to_string();
    }
    format!("{side}{}", way(behind))
}

/// A hand as a record has it.
fn hand(men: &[u8; 7]) -> String {
    let kinds = (0..7).rev().filter(|&kind| men[kind] > 0);
    let text = kinds.map(|kind| {
        let man = super::men::Man { player: Player::First, kind, promoted: false };
        format!("{}{}", names::name(man), names::many_text(men[kind]))
    });
    let text: Vec<String> = text.collect();
    if text.is_empty() { "なし".to_string() } else { text.join("　") }
}

fn drawn(standing: &Standing) -> String {
    let mut text = format!("後手の持駒：{}\n", hand(&standing.men.hands[1]));
    let border = format!("+{}+\n", "-".repeat(27));
    text += &format!("  ９ ８ ７ ６ ５ ４ ３ ２ １\n{border}");
    for (row, men) in standing.men.squares.chunks(9).enumerate() {
        let cell = |man: &Option<super::men::Man>| match man {
            None => " ・".to_string(),
            Some(man) if man.player == Player::First => format!(" {}", names::letter(*man)),
            Some(man) => format!("v{}", names::letter(*man)),
        };
        let cells: String = men.iter().map(cell).collect();
        text += &format!("|{cells}|{}\n", names::NUMERALS[row]);
    }
    text += &format!("{border}先手の持駒：{}\n", hand(&standing.men.hands[0]));
    if standing.on_board == Player::Second {
        text += "後手番\n";
    }
    text
}

/// The board as a picture with both hands and the side to move, as KIF and KI2 have it before the moves.
///
/// Of a position in which moves wait it is the board before the first of them. Readers take the side to move for the attacker.
///
/// # Errors
/// If the game is not `tsume`.
pub fn diagram<G: Game + ?Sized>(game: &G, pos: &G::Position) -> Result<String, NotationError> {
    Ok(drawn(&Standing::of(game, pos)?))
}

/// A tree of moves from a position as a record in KIF, to be saved in UTF-8: the first of all branches is the main line, and each
/// other one a variation.
///
/// Remarks of the whole stand before the first move. A line ends with `詰み` or `不詰` if the game is over there, else with `中断`.
/// Where a drop was taken back (`interpose=void`), the capture and the answer are moves of the record, and a remark says that they do
/// not count. If the defender is to move in the position, readers still take it for the attacker.
///
/// # Errors
/// If the game is not `tsume`, or a move is not legal where it stands.
pub fn written<G: Game + ?Sized>(
    game: &G,
    pos: &G::Position,
    remarks: &[&str],
    branches: &[Branch],
) -> Result<String, NotationError> {
    let mut tree = Tree { game, nodes: vec![Node::default()] };
    tree.grow(0, pos, branches)?;
    let mut text = "#KIF version=2.0 encoding=UTF-8\n手合割：その他\n".to_string();
    text += &diagram(game, pos)?;
    text += "手数----指手---------消費時間--\n";
    for remark in remarks.iter().flat_map(|it| it.lines()) {
        text += &format!("*{remark}\n");
    }
    match tree.nodes[0].next[..] {
        [] => tree.line(0, 1, None, &mut text),
        [main, ref others @ ..] => {
            tree.line(main, 1, None, &mut text);
            for &other in others {
                text += "\n変化：1手\n";
                tree.line(other, 1, None, &mut text);
            }
        }
    }
    Ok(text)
}

/// A legal move in Japanese letters as KI2 and books have it: `▲３二金打`, `△同　銀`, `▲２二金右`.
///
/// `before` is the move before it, if there is one: a move to the same square is written with `同`. Words tell the man from others like
/// it that could go there, whether they legally may or not.
///
/// # Errors
/// If the game is not `tsume`, or the move is not legal.
pub fn japanese<G: Game + ?Sized>(
    game: &G,
    pos: &G::Position,
    mv: Move,
    before: Option<Move>,
) -> Result<String, NotationError> {
    let standing = Standing::of(game, pos)?;
    let (steps, men) = standing.steps(&legal_text(game, pos, mv)?)?;
    // The code of a move has the square to which it goes as its remainder, behind an answer or not.
    let last = match &steps[..] {
        [.., answer, _] => Some(answer.to),
        _ => before.map(|it| it.0 as usize % 16_384 % super::men::SQUARES),
    };
    Ok(steps.last().map_or(String::new(), |step| in_words(step, &men, last)))
}

fn legal_text<G: Game + ?Sized>(
    game: &G,
    pos: &G::Position,
    mv: Move,
) -> Result<String, NotationError> {
    if !game.legal_moves(pos).contains(&mv) {
        return Err(NotationError::new("record", "a legal move", format!("the code {}", mv.0)));
    }
    Ok(game.move_text(pos, mv))
}

/// The moves on a board that a line of the game's moves is, and where it ends.
pub(super) fn line<G: Game + ?Sized>(
    game: &G,
    pos: &G::Position,
    moves: &[Move],
) -> Result<(Vec<Step>, End), NotationError> {
    let (mut steps, mut pos) = (Vec::new(), pos.clone());
    let mut standing = Standing::of(game, &pos)?;
    for &mv in moves {
        let text = legal_text(game, &pos, mv)?;
        let next = game.play(&pos, mv);
        let after = Standing::of(game, &next)?;
        if after.dropped().is_none() {
            steps.extend(standing.steps(&text)?.0);
        }
        (pos, standing) = (next, after);
    }
    steps.extend(standing.dropped());
    Ok((steps, end(game, &pos)))
}
