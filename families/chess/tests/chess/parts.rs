//! Layers of chess in parts that tell each other: where values count moves, a threshold has two rounds.

use quod_chess::tables::ChessTables;
use quod_tables::{Builder, Directory, Options, Part, PartFrom, PartOf, Stand, file_name};

/// King and rook against king, above two layers without a win and that of the queen.
const LAST: u32 = 3;
const PARTS: u32 = 3;

/// Works a layer out; every part goes on from its saved state now and then.
fn values(game: &ChessTables, layer: u32, lower: &[Vec<i8>]) -> Vec<Vec<i8>> {
    let begin = |part, attempt, from: PartFrom<'_>| {
        let of = PartOf { layer, part, parts: PARTS, attempt, threads: 1 };
        Part::begin(game, of, from).expect("it begins").expect("a state of this part")
    };
    let mut all: Vec<_> = (0..PARTS).map(|it| begin(it, 0, PartFrom::Lower(lower))).collect();
    let mut attempt = 0;
    while all[0].stand() != Stand::Done {
        if matches!(all[0].stand(), Stand::Threshold(threshold) if threshold % 3 == 0) {
            attempt += 1;
            let saved: Vec<_> = all.iter().map(|part| part.save().expect("it is quiet")).collect();
            let again =
                |(part, saved): (u32, &Vec<u8>)| begin(part, attempt, PartFrom::Saved(saved));
            all = (0..).zip(&saved).map(again).collect();
        }
        for to in 0..PARTS {
            for from in all[to as usize].missing().collect::<Vec<_>>() {
                let batch = all[from as usize].batch(to).to_vec();
                all[to as usize].take(&batch).expect("a batch");
            }
        }
        for part in &mut all {
            part.advance().expect("it goes on");
        }
    }
    assert!(attempt > 3 || layer < LAST, "{attempt} states were taken up");
    all.iter().map(|part| part.values().expect("it is done")).collect()
}

#[test]
fn parts_of_an_ending_write_the_bytes_of_one_machine() {
    let game = ChessTables::default();
    let files = |name: &str, least: u64| {
        let path = std::env::temp_dir().join(format!("quod-{name}-{}", std::process::id()));
        let store = Directory::new(&path).expect("a directory");
        let mut builder =
            Builder::new(&game, store, Options::new("chess", LAST)).expect("it begins");
        while let Some(layer) = builder.next_divided(least, &mut |_| ()).expect("it goes on") {
            let values = values(&game, layer, builder.layers());
            builder.join_divided(&values).expect("all values");
            builder.write_divided(&mut |_| ()).expect("it is written");
        }
        let file = |layer| std::fs::read(path.join(file_name("chess", layer))).expect("a file");
        let files: Vec<Vec<u8>> = (0..=LAST).map(file).collect();
        std::fs::remove_dir_all(path).expect("it can be removed");
        files
    };
    assert!(files("parts", 2) == files("whole", u64::MAX));
}
