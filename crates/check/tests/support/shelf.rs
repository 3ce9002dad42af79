//! Tables in memory: a writer from the format document alone, and the values by brute force.

use std::collections::BTreeMap;
use std::io::Cursor;

use quod_cert::{NamedTable, Sha256, TABLE_MAGIC, crc32};
use quod_check::{Source, Tables};
use quod_game::testkit::Oracle;
use quod_game::{Claim, Game, Goal, TableTitle};

/// A table of blocks of 100 values, each value written as a byte.
pub fn table(title: &TableTitle, layer: u32, lower: &[[u8; 32]], values: &[i8]) -> Vec<u8> {
    let mut header = Vec::new();
    for text in [&title.game, &title.infinite_play] {
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.as_bytes());
    }
    header.extend(title.index_version.to_le_bytes());
    header.extend(layer.to_le_bytes());
    header.extend((values.len() as u64).to_le_bytes());
    header.extend(100u32.to_le_bytes());
    // All 256 values have words of 8 bits: the value itself, counted from the least one.
    header.push(i8::MIN as u8);
    header.extend(256u16.to_le_bytes());
    header.extend([8; 256]);
    header.extend(lower.as_flattened());
    let mut bytes = TABLE_MAGIC.to_vec();
    bytes.extend([1, 0, 0, 0]);
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(&header);
    bytes.extend(crc32(&header).to_le_bytes());
    let mut directory = Vec::new();
    for values in values.chunks(100) {
        let block: Vec<u8> = values.iter().map(|&value| value as u8 ^ 0x80).collect();
        directory.extend((block.len() as u32).to_le_bytes());
        directory.extend(crc32(&block).to_le_bytes());
        bytes.extend(block);
    }
    bytes.extend(&directory);
    bytes.extend(crc32(&directory).to_le_bytes());
    let mut sha = Sha256::default();
    sha.update(&bytes);
    bytes.extend(sha.finish());
    bytes
}

/// Tables by title and layer.
#[derive(Clone)]
pub struct Shelf {
    pub title: TableTitle,
    pub files: BTreeMap<u32, Vec<u8>>,
    pub verified: Vec<[u8; 32]>,
}

impl Shelf {
    /// The right tables of a game with scores, up to a layer.
    pub fn right<G: Game>(game: &G, layers: u32) -> Shelf {
        let ranked = game.ranked().expect("an index");
        let title = ranked.title().expect("a title");
        let mut shelf = Shelf { title, files: BTreeMap::new(), verified: Vec::new() };
        for layer in 0..=layers {
            let value = |index| {
                let Some(pos) = ranked.unrank(layer, index) else { return 0 };
                let player = game.to_move(&pos);
                let holds = |n: i32| {
                    let claim = Claim { player, goal: Goal::ScoreAtLeast(n) };
                    Oracle::new(game, &pos, &claim).holds(&pos)
                };
                let most = layer as i32;
                (-most..=most).rev().find(|&n| holds(n)).expect("no less is to be had") as i8
            };
            let values: Vec<i8> = (0..ranked.size(layer)).map(value).collect();
            shelf.put(layer, &values);
        }
        shelf
    }

    /// Makes the table of a layer from values, over the tables below.
    pub fn put(&mut self, layer: u32, values: &[i8]) {
        let lower: Vec<[u8; 32]> = (0..layer).map(|layer| self.digest(layer)).collect();
        self.files.insert(layer, table(&self.title, layer, &lower, values));
    }

    pub fn digest(&self, layer: u32) -> [u8; 32] {
        *self.files[&layer].last_chunk().expect("a table")
    }

    /// What a certificate calls the tables up to a layer.
    pub fn named(&self, layer: u32) -> NamedTable {
        NamedTable { game: self.title.game.clone(), layer, digest: self.digest(layer) }
    }
}

impl Tables for Shelf {
    fn open(&self, game: &str, layer: u32) -> Result<(String, Box<dyn Source>), String> {
        let name = format!("memory/{layer}");
        match self.files.get(&layer).filter(|_| game == self.title.game) {
            Some(bytes) => Ok((name, Box::new(Cursor::new(bytes.clone())))),
            None => Err(format!("{name}: there is no such table")),
        }
    }

    fn verified(&self, digest: &[u8; 32]) -> bool {
        self.verified.contains(digest)
    }
}
