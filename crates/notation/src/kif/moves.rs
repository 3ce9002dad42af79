//! Moves as records write them, found among the legal moves of the game.
//!
//! A record names the man and where it goes. Where it comes from is said too (`３二金(41)`), or words tell it from other men
//! like it: `右` and `左` for the side from which it comes, `上`, `寄` and `引` for the way it goes, `直` for straight forward from the square
//! behind, `打` for a drop. Men that could go there by their ways alone take part in the choice that the words make, and of those
//! that are left only legal moves count.
//!
//! With `interpose=void` the defender says, with some drops, what it would answer if they were taken back. No record says that, so the first
//! legal answers are taken where a move of the attacker's follows: they have no part in what comes after it, since a record's moves are
//! played on the board as it shows it.

use quod_game::{Game, NotationError, Player};

use super::men::{Man, Men, Step, file_and_row, seen};
use super::{names, wrong};

/// A move as it is written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) line: usize,
    pub(super) text: String,
    /// Whose move it is, if that is said.
    pub(super) player: Option<Player>,
    /// Where it goes; none if it goes where the move before it went.
    pub(super) to: Option<usize>,
    pub(super) kind: usize,
    pub(super) promoted: bool,
    pub(super) from: From,
    pub(super) promotes: Promotes,
    /// Words that tell it from others.
    pub(super) words: Vec<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    Square(usize),
    Hand,
    Unsaid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotes {
    Yes,
    No,
    /// The man is named as it stands after the move, and is promoted if it was not before.
    AsNamed,
}

/// What may be wrong with a drop of the defender's where it is not legal.
const HINT: &str = "; drops that change nothing are moves of interpose=count";

/// The moves of a record in the game's notation, those that the record leaves out among them.
pub(super) fn played<G: Game + ?Sized>(
    game: &G,
    mut men: Men,
    to_move: Player,
    moves: &[Written],
) -> Result<Vec<String>, NotationError> {
    let mut pos = game.parse_position(&men.sfen(to_move))?;
    let (mut mover, mut last, mut texts) = (to_move, None, Vec::new());
    for written in moves {
        let bad = |(expected, got): (String, String)| wrong(written.line, &expected, got);
        while game.to_move(&pos) != mover {
            let Some(&mv) = game.legal_moves(&pos).first() else { break };
            texts.push(game.move_text(&pos, mv));
            pos = game.play(&pos, mv);
        }
        let void = mover != to_move && game.name().ends_with("=void");
        let drops = !matches!(written.from, From::Square(_));
        let hint = if void && drops { HINT } else { "" };
        if game.outcome(&pos).is_some() {
            let expected = format!("no move, the problem is over{hint}");
            return Err(wrong(written.line, &expected, format!("\"{}\"", written.text)));
        }
        let legal: Vec<String> =
            game.legal_moves(&pos).into_iter().map(|mv| game.move_text(&pos, mv)).collect();
        let step = written.found(&men, mover, last, &legal).map_err(bad)?;
        let usi = step.usi();
        let mv = game.parse_move(&pos, &usi).map_err(|error| {
            let got = format!("\"{}\", {usi}", written.text);
            wrong(written.line, &format!("{}{hint}", error.expected), got)
        })?;
        pos = game.play(&pos, mv);
        men = men.after(&step);
        texts.push(usi);
        (mover, last) = (mover.other(), Some(step.to));
    }
    Ok(texts)
}

/// What was expected, and what is there.
type Wrong = (String, String);

impl Written {
    fn quoted(&self) -> String {
        format!("\"{}\"", self.text)
    }

    /// The move that is meant; it need not be legal if the record says where it comes from.
    fn found(
        &self,
        men: &Men,
        mover: Player,
        last: Option<usize>,
        legal: &[String],
    ) -> Result<Step, Wrong> {
        if self.player.is_some_and(|player| player != mover) {
            let expected = format!("a move of {}'s", ["Black", "White"][mover.index()]);
            return Err((expected, self.quoted()));
        }
        let to = self.to.or(last).ok_or_else(|| {
            ("a square, as there is no move before this one".to_string(), self.quoted())
        })?;
        match self.from {
            From::Hand => self.drop(mover, to),
            From::Square(from) => self.on_board(men, mover, from, to),
            From::Unsaid => self.among(men, mover, to, legal),
        }
    }

    fn man(&self, player: Player) -> Man {
        Man { player, kind: self.kind, promoted: self.promoted }
    }

    fn drop(&self, mover: Player, to: usize) -> Result<Step, Wrong> {
        let man = self.man(mover);
        if man.promoted || man.kind == super::men::KING || self.promotes == Promotes::Yes {
            let expected = "a man as it is held in hand: no king, and not promoted".to_string();
            return Err((expected, self.quoted()));
        }
        Ok(Step { man, from: None, to, promotes: false, back: false })
    }

    fn on_board(&self, men: &Men, mover: Player, from: usize, to: usize) -> Result<Step, Wrong> {
        let named = self.man(mover);
        let as_named = self.promotes == Promotes::AsNamed;
        let fits = |man: &Man| {
            let before = Man { promoted: false, ..named };
            *man == named || as_named && named.promoted && *man == before
        };
        let Some(man) = men.squares[from].filter(fits) else {
            let (file, row) = file_and_row(from);
            let side = ["Black", "White"][mover.index()];
            let there = match men.squares[from] {
                None => "nothing".to_string(),
                Some(man) => {
                    format!("{} of {}'s", names::name(man), ["Black", "White"][man.player.index()])
                }
            };
            let expected = format!("{} of {side}'s on {file}{row}", names::name(named));
            return Err((expected, format!("{there} there, in {}", self.quoted())));
        };
        let promotes = match self.promotes {
            Promotes::Yes => true,
            Promotes::No => false,
            Promotes::AsNamed => named.promoted && !man.promoted,
        };
        Ok(Step { man, from: Some(from), to, promotes, back: false })
    }

    /// The only legal move that fits.
    fn among(&self, men: &Men, mover: Player, to: usize, legal: &[String]) -> Result<Step, Wrong> {
        let man = self.man(mover);
        let promotes = self.promotes == Promotes::Yes;
        let step = |&from: &usize| Step { man, from: Some(from), to, promotes, back: false };
        let is_legal = |step: &Step| legal.contains(&step.usi());
        let told = self.told(men.rivals(man, to), man, to);
        let fits: Vec<Step> = told.iter().map(step).filter(is_legal).collect();
        match fits[..] {
            [step] => Ok(step),
            [] => {
                let drop = self.drop(mover, to).ok().filter(|_| self.words.is_empty());
                if let Some(drop) = drop.filter(is_legal) {
                    return Ok(drop);
                }
                // An illegal move is told with what would be legal.
                match told[..] {
                    [from] => Ok(step(&from)),
                    _ => drop.ok_or_else(|| {
                        let shown = legal.iter().take(12).cloned().collect::<Vec<_>>().join(" ");
                        (format!("one of {shown}"), self.quoted())
                    }),
                }
            }
            _ => {
                let texts: Vec<String> = fits.iter().map(Step::usi).collect();
                let expected = "a move that only one man can make".to_string();
                Err((expected, format!("{}, which {} are", self.quoted(), texts.join(" and "))))
            }
        }
    }

    /// Those of the squares from which a man comes that the words tell.
    fn told(&self, mut squares: Vec<usize>, man: Man, to: usize) -> Vec<usize> {
        let from = |at: usize| seen(at, to, man.player);
        for word in &self.words {
            match word {
                '上' | '行' | '入' => squares.retain(|&at| from(at).1 > 0),
                '寄' => squares.retain(|&at| from(at).1 == 0),
                '引' => squares.retain(|&at| from(at).1 < 0),
                '直' => squares.retain(|&at| from(at).0 == 0 && from(at).1 > 0),
                _ => {}
            }
        }
        for word in &self.words {
            let sign = match word {
                '右' => 1,
                '左' => -1,
                _ => continue,
            };
            let side = |at: usize| sign * from(at).0;
            // Of two bishops or rooks one stands to the right of the other, wherever both go.
            let relative = matches!(man.kind, 5 | 6) || squares.iter().all(|&at| side(at) <= 0);
            let most = squares.iter().map(|&at| side(at)).max();
            squares.retain(|&at| if relative { Some(side(at)) == most } else { side(at) > 0 });
        }
        squares
    }
}

/// Reads a move in Japanese letters: `▲３二金打`, `同　銀(21)`, `２二金右`. Behind it may stand the time that it took.
pub(super) fn read(line: usize, text: &str) -> Result<Written, NotationError> {
    let expected = "a move such as ３二金打, 同銀(21) or ２二金右";
    let shown: String = text.split_whitespace().collect();
    let bad = || wrong(line, expected, format!("\"{shown}\""));
    let (player, rest) = match text.chars().next().and_then(|it| Some((it, names::side_of(it)?))) {
        Some((sign, player)) => (Some(player), &text[sign.len_utf8()..]),
        None => (None, text),
    };
    let rest = rest.trim_start();
    let (to, rest) = match rest.strip_prefix('同') {
        Some(rest) => (None, rest),
        None => names::square_before(rest).map(|(at, rest)| (Some(at), rest)).ok_or_else(bad)?,
    };
    let (kind, promoted, mut rest) = names::named(rest.trim_start()).ok_or_else(bad)?;
    let (mut promotes, mut from, mut words) = (None, From::Unsaid, Vec::new());
    loop {
        rest = rest.trim_start();
        let Some(letter) = rest.chars().next() else { break };
        let behind = &rest[letter.len_utf8()..];
        match letter {
            '成' if promotes.is_none() => (promotes, rest) = (Some(Promotes::Yes), behind),
            '不' | '生' if promotes.is_none() => {
                let behind =
                    if letter == '不' { behind.strip_prefix('成') } else { Some(behind) };
                (promotes, rest) = (Some(Promotes::No), behind.ok_or_else(bad)?);
            }
            '打' if from == From::Unsaid => (from, rest) = (From::Hand, behind),
            '右' | '左' | '上' | '寄' | '引' | '直' | '行' | '入' => {
                words.push(letter);
                rest = behind;
            }
            '(' if from == From::Unsaid => match square_in_brackets(behind) {
                Some((told, behind)) => (from, rest) = (told, behind),
                None => break,
            },
            _ => break,
        }
    }
    // A time, and the sign of a move that has variations.
    if !rest.is_empty() && !rest.starts_with(['(', '+']) {
        return Err(bad());
    }
    let text: String = text[..text.len() - rest.len()].split_whitespace().collect();
    let promotes = promotes.unwrap_or(Promotes::No);
    Ok(Written { line, text, player, to, kind, promoted, from, promotes, words })
}

/// `21)`, the square from which a man comes, and what stands behind it; `00)` is the hand.
fn square_in_brackets(text: &str) -> Option<(From, &str)> {
    let (inside, behind) = text.split_once(')')?;
    if inside == "00" {
        return Some((From::Hand, behind));
    }
    let (at, rest) = names::square_before(inside)?;
    rest.is_empty().then_some((From::Square(at), behind))
}
