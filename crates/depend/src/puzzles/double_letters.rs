//! The double-letter puzzle (thesis, section 3.2).
//!
//! A word over a, b, c, d, e, the *axiom*, is rewritten: two equal letters side by side become one
//! letter, the next or the one before in the alphabet, which is a circle. Which single letters can be
//! reached? Doubles at different places have nothing to do with each other, so a search through
//! words visits every subset of them in every order; dependency-based search does not.
//!
//! **As a domain** (section 3.3.1). An attribute A(i, j, z) says that the letter z stands for the
//! letters i to j of the axiom. The operator f(p, q, r, y, z) needs and deletes A(p, q, y) and
//! A(q+1, r, y) and adds A(p, r, z). A goal is one attribute, the whole axiom as a letter. All three
//! conditions of completeness hold: a substring is rewritten to a letter once, a goal is one attribute,
//! and nothing applies to a single letter.

use std::fmt;

use crate::{AttributeSet, Operator, OperatorId, Operators, Plain};

/// The longest axiom: 1,050 attributes fit in 17 words.
pub const LONGEST: usize = 20;

const LETTERS: usize = 5;

/// Why a string is no axiom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxiomError {
    /// So many letters; there must be 1 to [`LONGEST`].
    Length(usize),
    /// At this place, counted from 0, is something else than a to e.
    Letter(usize, char),
}

impl fmt::Display for AxiomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AxiomError::Length(n) => write!(f, "axiom: {n} letters, expected 1 to {LONGEST}"),
            AxiomError::Letter(at, found) => {
                write!(f, "axiom: letter {}: expected a to e, found {found:?}", at + 1)
            }
        }
    }
}

impl std::error::Error for AxiomError {}

/// A word of 1 to [`LONGEST`] letters: three bits a letter, 1 to 5, the first letter lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word(u64);

impl Word {
    /// Reads a word.
    ///
    /// # Errors
    /// If it is empty or too long or has other letters than a to e.
    pub fn parse(text: &str) -> Result<Word, AxiomError> {
        let length = text.chars().count();
        if length == 0 || length > LONGEST {
            return Err(AxiomError::Length(length));
        }
        let mut word = 0;
        for (at, letter) in text.chars().enumerate() {
            if !('a'..='e').contains(&letter) {
                return Err(AxiomError::Letter(at, letter));
            }
            word |= (letter as u64 - 'a' as u64 + 1) << (3 * at);
        }
        Ok(Word(word))
    }

    /// How many letters it has.
    pub fn length(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(3) as usize
    }

    /// The letter at this place, 0 to 4. The place must be below the length.
    pub fn letter(self, at: usize) -> u8 {
        (self.0 >> (3 * at) & 7) as u8 - 1
    }

    /// The words that one step of rewriting makes of it, from left to right; the same word may come
    /// more than once.
    pub fn successors(self) -> impl DoubleEndedIterator<Item = Word> {
        (0..self.length() - 1).filter(move |&at| self.letter(at) == self.letter(at + 1)).flat_map(
            move |at| {
                let below = self.0 & ((1 << (3 * at)) - 1);
                let above = self.0 >> (3 * (at + 2)) << (3 * (at + 1));
                neighbours(usize::from(self.letter(at)))
                    .map(|letter| Word(below | above | (letter as u64 + 1) << (3 * at)))
            },
        )
    }
}

/// The letters before and after a letter.
fn neighbours(letter: usize) -> [usize; 2] {
    [(letter + LETTERS - 1) % LETTERS, (letter + 1) % LETTERS]
}

/// A set of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(u8);

impl Letters {
    /// All five.
    pub const ALL: Letters = Letters(0b11111);

    /// Adds a letter, 0 to 4.
    #[must_use]
    pub fn with(self, letter: u8) -> Letters {
        Letters(self.0 | 1 << letter)
    }

    /// The letters in either set.
    #[must_use]
    pub fn or(self, other: Letters) -> Letters {
        Letters(self.0 | other.0)
    }

    /// The letters before and after the letters in both sets: what a pair can become whose halves can
    /// become these.
    #[must_use]
    pub fn rewritten(self, other: Letters) -> Letters {
        let pairs = (0..LETTERS).filter(|it| (self.0 & other.0) >> it & 1 == 1);
        pairs.flat_map(neighbours).fold(Letters::default(), |all, it| all.with(it as u8))
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..LETTERS as u8)
            .filter(|it| self.0 >> it & 1 == 1)
            .try_for_each(|it| write!(f, "{}", char::from(b'a' + it)))
    }
}

/// The operators and goals for all axioms of one length.
#[derive(Clone, Debug)]
pub struct DoubleLetters {
    length: usize,
    operators: Operators<17>,
}

impl DoubleLetters {
    /// The puzzle for axioms of this length.
    ///
    /// # Errors
    /// If there are no axioms of this length.
    pub fn new(length: usize) -> Result<DoubleLetters, AxiomError> {
        if length == 0 || length > LONGEST {
            return Err(AxiomError::Length(length));
        }
        let mut rules = Vec::new();
        for first in 0..length {
            for last in first + 1..length {
                for middle in first..last {
                    for letter in 0..LETTERS {
                        let pair = [(first, middle), (middle + 1, last)];
                        let needs = pair.map(|it| attribute(length, it, letter));
                        rules.extend(neighbours(letter).map(|next| {
                            let add = attribute(length, (first, last), next);
                            Operator::replacing(AttributeSet::of(needs), AttributeSet::of([add]))
                        }));
                    }
                }
            }
        }
        let whole = |letter| AttributeSet::of([attribute(length, (0, length - 1), letter)]);
        let operators = Operators::new(rules, (0..LETTERS).map(whole).collect());
        Ok(DoubleLetters { length, operators: operators.expect("a rule adds a longer substring") })
    }

    /// The puzzle with this axiom.
    ///
    /// # Errors
    /// If it has another length.
    pub fn axiom(&self, axiom: Word) -> Result<Plain<'_, 17>, AxiomError> {
        if axiom.length() != self.length {
            return Err(AxiomError::Length(axiom.length()));
        }
        let letter = |at| attribute(self.length, (at, at), usize::from(axiom.letter(at)));
        Ok(Plain::new(&self.operators, AttributeSet::of((0..self.length).map(letter))))
    }

    /// The word that a state stands for; letters that are not the axiom's own are capitals, as in the
    /// thesis's figures.
    pub fn theorem(&self, state: &AttributeSet<17>) -> String {
        let mut letters: Vec<(usize, char)> = state.iter().map(|it| self.show(it)).collect();
        letters.sort_unstable();
        letters.into_iter().map(|it| it.1).collect()
    }

    /// Where the letter of an attribute begins, and what it is.
    fn show(&self, attribute: usize) -> (usize, char) {
        let (mut first, mut more) = (attribute / LETTERS, 0);
        while first >= self.length - more {
            first -= self.length - more;
            more += 1;
        }
        let letter = char::from(b'a' + (attribute % LETTERS) as u8);
        (first, if more == 0 { letter } else { letter.to_ascii_uppercase() })
    }

    /// The letter that reaching a goal means, 0 to 4.
    pub fn letter_of(&self, goal: OperatorId) -> Option<u8> {
        self.operators.goal_ids().zip(0..).find_map(|(it, letter)| (it == goal).then_some(letter))
    }
}

/// A(first, last, letter): substrings by length, then by place.
fn attribute(length: usize, (first, last): (usize, usize), letter: usize) -> usize {
    let shorter: usize = (0..last - first).map(|it| length - it).sum();
    (shorter + first) * LETTERS + letter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_rewritten() {
        let word = |it: &str| Word::parse(it).unwrap();
        assert_eq!((word("abcde").length(), word("abcde").letter(4)), (5, 4));
        assert_eq!(
            word("aacc").successors().collect::<Vec<_>>(),
            ["ecc", "bcc", "aab", "aad"].map(word)
        );
        assert_eq!(
            word("aaa").successors().collect::<Vec<_>>(),
            ["ea", "ba", "ae", "ab"].map(word)
        );
        assert_eq!(word(&"e".repeat(20)).successors().count(), 38);
        assert_eq!(word("a").successors().count(), 0);
    }

    #[test]
    fn what_is_no_axiom_is_refused_with_place_and_reason() {
        let error = |it: &str| Word::parse(it).unwrap_err().to_string();
        assert_eq!(error(""), "axiom: 0 letters, expected 1 to 20");
        assert_eq!(error(&"a".repeat(21)), "axiom: 21 letters, expected 1 to 20");
        assert_eq!(error("abXf"), "axiom: letter 3: expected a to e, found 'X'");
        assert_eq!(error("aé"), "axiom: letter 2: expected a to e, found 'é'");
        assert_eq!(DoubleLetters::new(0).unwrap_err(), AxiomError::Length(0));
        assert_eq!(DoubleLetters::new(21).unwrap_err(), AxiomError::Length(21));
        let puzzle = DoubleLetters::new(3).unwrap();
        assert!(puzzle.axiom(Word::parse("ab").unwrap()).is_err());
    }
}
