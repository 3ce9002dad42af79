//! The positions of a certificate's entries, and the entry of a position.
//!
//! Most entries say how their position comes from an earlier one's. Making all of them takes longer than
//! reading the file, and memory, and a walk needs few: it makes those that it is asked for, along the
//! chain of moves since one that is known, which is no longer than a play where positions do not repeat.
//! The last ones made are kept, as neighbours share most of their chains.
//!
//! Who leaves the proof asks for the entry of a position. The index for that goes through all entries, a
//! few at a time while nobody waits ([`Positions::index_some`]), or the rest of them when it is needed.
//! It holds hashes alone: an entry found by one is the right one only if its position is the same.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use quod_cert::{Packed, Place, PositionCode, Proof, Reason, Reject};
use quod_engine::{OpenGame, Pos, SolveError};

use super::skim::{Origin, head};

/// The positions of all entries at once.
///
/// # Errors
/// If an entry has no position of the game.
pub fn entry_positions(game: &OpenGame, certificate: &dyn Proof) -> Result<Vec<Pos>, SolveError> {
    let mut positions: Vec<Pos> = Vec::with_capacity(certificate.n_entries());
    for at in 0..certificate.n_entries() {
        let bad = || {
            let place = Place::Entry(at);
            let reject = Reject::new(Reason::BadPosition, place, "no position of the game");
            SolveError::Strategy(reject.to_string())
        };
        let pos = match &certificate.entry(at).position {
            PositionCode::Whole(encoding) => game.decode(encoding).map_err(|_| bad())?,
            PositionCode::Derived { from, mv, map } => {
                let parent = positions.get(*from as usize).ok_or_else(bad)?;
                if !game.legal_moves(parent).contains(mv) {
                    return Err(bad());
                }
                let child = game.play(parent, *mv);
                match game.symmetric() {
                    Some(symmetric) if *map < symmetric.order() => symmetric.map(*map, &child),
                    None if *map == 0 => child,
                    _ => return Err(bad()),
                }
            }
        };
        positions.push(pos);
    }
    Ok(positions)
}

/// How many of the positions made last are kept, each at its entry's remainder. Of Connect Four's 855,442
/// entries one after the other, one in 700 is made again.
const KEPT: usize = 1 << 12;

/// An entry and its position.
type Kept = Option<(usize, Pos)>;

/// The positions of entries, made as they are needed. The certificate should have been checked; of
/// another one the positions may be nonsense, or panic.
pub(super) struct Positions {
    game: OpenGame,
    certificate: Arc<Packed>,
    kept: RefCell<Vec<Kept>>,
    index: RefCell<Index>,
}

/// Entries by their positions as they are stored.
#[derive(Default)]
struct Index {
    entries: HashTable<u32>,
    /// How many entries have been gone through, from the first.
    done: usize,
}

impl Positions {
    pub(super) fn new(game: OpenGame, certificate: Arc<Packed>) -> Positions {
        let kept = RefCell::new(vec![None; KEPT.min(certificate.n_entries())]);
        Positions { game, certificate, kept, index: RefCell::default() }
    }

    /// The position of an entry.
    pub(super) fn of(&self, entry: usize) -> Pos {
        let mut kept = self.kept.borrow_mut();
        let places = kept.len();
        let (mut at, mut moves) = (entry, Vec::new());
        let mut pos = loop {
            match &kept[at % places] {
                Some((known, pos)) if *known == at => break pos.clone(),
                _ => {}
            }
            match head(&self.certificate, at).1 {
                Origin::Whole(code) => {
                    let pos = self.game.decode(code).expect("a checked entry has a position");
                    kept[at % places] = Some((at, pos.clone()));
                    break pos;
                }
                Origin::Derived { from, mv, map } => {
                    moves.push((at, mv, map));
                    at = from;
                }
            }
        };
        while let Some((at, mv, map)) = moves.pop() {
            let next = self.game.play(&pos, mv);
            pos = match self.game.symmetric() {
                Some(symmetric) if map > 0 => symmetric.map(map, &next),
                _ => next,
            };
            kept[at % places] = Some((at, pos.clone()));
        }
        pos
    }

    /// Takes at most so many entries into the index; whether some are left.
    pub(super) fn index_some(&self, most: usize) -> bool {
        let (index, all) = (&mut *self.index.borrow_mut(), self.certificate.n_entries());
        if index.done == 0 {
            index.entries.reserve(all, |_| 0);
        }
        for entry in (index.done..all).take(most) {
            let hashed = |&entry: &u32| hash(&self.of(entry as usize));
            index.entries.insert_unique(hashed(&(entry as u32)), entry as u32, hashed);
            index.done += 1;
        }
        index.done < all
    }

    /// The entry that has this very position under a claim whose index is one of these.
    pub(super) fn find(&self, pos: &Pos, claims: &dyn Fn(u32) -> bool) -> Option<usize> {
        self.index_some(usize::MAX);
        let same = |&entry: &u32| {
            let entry = entry as usize;
            claims(head(&self.certificate, entry).0) && self.of(entry) == *pos
        };
        self.index.borrow().entries.find(hash(pos), same).map(|&entry| entry as usize)
    }
}

fn hash<P: std::hash::Hash>(pos: &P) -> u64 {
    FixedState::default().hash_one(pos)
}

#[cfg(test)]
mod tests {
    use quod_cert::read_packed;
    use quod_game::Game;
    use quod_game::testkit::Rng;
    use quod_rules::{Visitor, open};

    use super::*;

    struct Agree(Arc<Packed>);

    impl Visitor for Agree {
        type Output = ();

        fn visit<G: Game + 'static>(self, game: G) {
            let game = OpenGame::new(game);
            let all = entry_positions(&game, &*self.0).unwrap();
            let positions = Positions::new(game, Arc::clone(&self.0));
            let mut rng = Rng::new(7);
            for _ in 0..all.len() {
                let entry = rng.below(all.len());
                assert_eq!(positions.of(entry), all[entry], "entry {entry}");
            }
            while positions.index_some(100) {}
            for (entry, pos) in all.iter().enumerate() {
                let claim = self.0.entry(entry).claim;
                assert_eq!(positions.find(pos, &|it| it == claim), Some(entry));
                assert_eq!(positions.find(pos, &|_| false), None);
            }
        }
    }

    #[test]
    fn positions_made_one_by_one_are_those_made_all_at_once_and_are_found_again() {
        let files: [&[u8]; 4] = [
            include_bytes!("../../../../proofs/qubic.quod"),
            include_bytes!("../../../../golden/certificates/version-1-awari.quod"),
            include_bytes!("../../../../golden/certificates/version-1-connect-four.quod"),
            include_bytes!("../../../../golden/certificates/version-1-morris.quod"),
        ];
        for file in files {
            let certificate = read_packed(file).unwrap();
            let name = certificate.head().game.clone();
            open(&name, Agree(Arc::new(certificate))).unwrap();
        }
    }
}
