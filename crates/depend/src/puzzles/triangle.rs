//! TRIANGLE, the domain-specific solution of the double-letter puzzle (thesis, appendix A).
//!
//! For every substring of the axiom, the shorter ones first, the letters that it can become: a pair of
//! equal letters comes from cutting it in two, so its letters are the neighbours of those that both
//! parts can become, for any cut. What the whole axiom can become is the answer. It takes
//! n(n + 1)/2 entries and time in the order of n³, whatever the axiom; dependency-based search, which
//! knows nothing of substrings, takes less where little can be rewritten.

use super::{LONGEST, Letters, Word};

/// The table of an axiom's substrings.
#[derive(Clone, Debug)]
pub struct Triangle {
    length: usize,
    letters: [[Letters; LONGEST]; LONGEST],
}

impl Triangle {
    /// Fills the table of this axiom.
    pub fn new(axiom: Word) -> Triangle {
        let length = axiom.length();
        let mut letters = [[Letters::default(); LONGEST]; LONGEST];
        for (first, row) in letters.iter_mut().enumerate().take(length) {
            row[first] = Letters::default().with(axiom.letter(first));
        }
        for more in 1..length {
            for first in 0..length - more {
                let last = first + more;
                letters[first][last] = (first..last)
                    .map(|cut| letters[first][cut].rewritten(letters[cut + 1][last]))
                    .fold(Letters::default(), Letters::or);
            }
        }
        Triangle { length, letters }
    }

    /// How many entries the table has.
    pub fn entries(&self) -> u64 {
        (self.length * (self.length + 1) / 2) as u64
    }

    /// What the substring from letter `first` to letter `last` of the axiom can become. Panics if
    /// there is no such substring.
    pub fn substring(&self, first: usize, last: usize) -> Letters {
        assert!(first <= last && last < self.length, "no substring {first}..={last}");
        self.letters[first][last]
    }

    /// What the axiom can become.
    pub fn solution(&self) -> Letters {
        self.substring(0, self.length - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_figure_a_1_is_reproduced() {
        let table = Triangle::new(Word::parse("aabdcbbdcaa").unwrap());
        let row = |first| -> Vec<String> {
            let entries = (first..11).map(|last| table.substring(first, last).to_string());
            entries.filter(|it| !it.is_empty()).collect()
        };
        assert_eq!(row(0), ["a", "be", "ac", "bd", "ce", "bd", "abce"]);
        assert_eq!(row(1), ["a"]);
        assert_eq!(row(2), ["b"]);
        assert_eq!(row(3), ["d", "ce", "ce", "ad"]);
        assert_eq!(row(4), ["c", "bd", "ce", "bd", "ac"]);
        assert_eq!(row(5), ["b", "ac"]);
        assert_eq!([row(6), row(7), row(8)], [["b"], ["d"], ["c"]]);
        assert_eq!([row(9), row(10)], [vec!["a", "be"], vec!["a"]]);
        assert_eq!((table.entries(), table.solution().to_string().as_str()), (66, "abce"));
    }
}
