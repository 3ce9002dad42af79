//! Chooses rules that fit each other and together spoil every line.

use super::rules::{Part, Setting};
use crate::board::Geometry;

/// Choices tried in one position.
const MOST_TRIES: u32 = 2_000;

/// Parts that fit each other and spoil all problems; `None` if none were found.
///
/// An exact cover but for overlaps: the line with the fewest parts left that spoil it comes first, and among its parts
/// those that spoil most.
pub(super) fn combined<G: Geometry>(setting: &Setting<'_, G>) -> Option<Vec<Part>> {
    if setting.problems == 0 {
        return Some(Vec::new());
    }
    let mut parts = setting.parts();
    parts.sort_by_key(|it| std::cmp::Reverse(it.spoils.count_ones()));
    let mut search = Search { parts: &parts, tries: 0, chosen: Vec::new() };
    let all: Vec<usize> = (0..parts.len()).collect();
    let found = search.cover(setting.problems, &all);
    found.then(|| search.chosen.iter().map(|&at| parts[at].clone()).collect())
}

struct Search<'p> {
    parts: &'p [Part],
    tries: u32,
    chosen: Vec<usize>,
}

impl Search<'_> {
    fn cover(&mut self, problems: u128, allowed: &[usize]) -> bool {
        if problems == 0 {
            return true;
        }
        let spoilers = |line: u32| {
            allowed.iter().filter(|&&at| self.parts[at].spoils >> line & 1 == 1).count()
        };
        let lines = (0..128).filter(|line| problems >> line & 1 == 1);
        let Some((count, line)) = lines.map(|line| (spoilers(line), line)).min() else {
            return true;
        };
        if count == 0 {
            return false;
        }
        let mut order: Vec<usize> = { allowed.iter().copied() }
            .filter(|&at| self.parts[at].spoils >> line & 1 == 1)
            .collect();
        order.sort_by_key(|&at| std::cmp::Reverse((self.parts[at].spoils & problems).count_ones()));
        for at in order {
            self.tries += 1;
            if self.tries > MOST_TRIES {
                return false;
            }
            let part = &self.parts[at];
            let fitting: Vec<usize> = { allowed.iter().copied() }
                .filter(|&other| other != at && part.fits(&self.parts[other]))
                .collect();
            self.chosen.push(at);
            if self.cover(problems & !part.spoils, &fitting) {
                return true;
            }
            self.chosen.pop();
        }
        false
    }
}
