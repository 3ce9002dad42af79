//! Builds that end early, and files that are not what they should be.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::common::{Memory, build};
use quod_cert::{TableError, TableFile, crc32};
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{Builder, Directory, Error, GameTables, Options, Powers, Store, Tables};

const AWARI: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };
const STONES: u32 = 5;

fn tables(game: &Awari) -> GameTables<&Awari, Powers<&Awari>> {
    GameTables::new(game, 1).expect("an index and moves backwards")
}

fn options() -> Options {
    // So small that every layer of a few hundred positions leaves checkpoints.
    Options { checkpoint_every: 300, ..Options::new("awari", STONES) }
}

/// A store with all tables; built once.
fn built() -> Memory {
    static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let store = Memory::default();
        build(&tables(&AWARI), &store, options()).unwrap();
        store.files.into_inner()
    });
    let store = Memory::default();
    store.files.replace(files.clone());
    store
}

#[test]
fn a_build_stopped_after_any_step_and_gone_on_with_writes_the_same_bytes() {
    let whole = built();
    let game = tables(&AWARI);
    let (mut resumed, mut finished) = (0, false);
    let store = Memory::default();
    for attempt in 1.. {
        let options = Options { threads: 1 + attempt % 2, ..options() };
        let mut builder = Builder::new(&game, &store, options).unwrap();
        let mut tell = |event| {
            resumed += u32::from(matches!(event, quod_tables::Event::Resumed { .. }));
        };
        // A little further each time: what is there already is read again first.
        finished = (0..attempt).any(|_| builder.step(150, &mut tell).unwrap());
        if finished {
            break;
        }
    }
    assert!(finished && resumed > 0, "{resumed} checkpoints were taken up");
    assert_eq!(*store.files.borrow(), *whole.files.borrow());
}

#[test]
fn a_full_disk_loses_nothing_that_was_finished() {
    let whole = built();
    let game = tables(&AWARI);
    for room in (0..3000).step_by(570) {
        let store = Memory::default();
        store.room.set(Some(room));
        match build(&game, &store, options()) {
            Err(Error::Write { file, error }) => {
                assert!(file.starts_with("memory/awari"));
                assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
            }
            other => panic!("room for {room} bytes: {other:?}"),
        }
        store.room.set(None);
        build(&game, &store, options()).unwrap();
        assert_eq!(*store.files.borrow(), *whole.files.borrow());
    }
}

/// What opening and reading all tables says.
fn read_all(store: &Memory, game: &Awari) -> Result<(), Error> {
    let mut opened = Tables::open(&tables(game), &store, "awari", STONES, 4)?;
    (0..=STONES).try_for_each(|layer| opened.stats(layer).map(drop))
}

fn with(change: impl FnOnce(&mut Vec<u8>)) -> Result<(), Error> {
    let store = built();
    change(store.files.borrow_mut().get_mut("awari-04.qtab").unwrap());
    read_all(&store, &AWARI)
}

#[test]
fn every_flipped_bit_and_every_cut_is_seen() {
    assert!(with(|_| ()).is_ok());
    let length = built().files.borrow()["awari-04.qtab"].len();
    for at in 0..length {
        // A digest that is not the file's is missed first by the layer above.
        let flipped = with(|bytes| bytes[at] ^= 1 << (at % 8));
        let seen = matches!(flipped, Err(Error::Bad { .. } | Error::OtherLower { .. }));
        assert!(seen, "byte {at}: {flipped:?}");
        let cut = with(|bytes| bytes.truncate(at));
        assert!(matches!(cut, Err(Error::Bad { .. })), "cut at {at}: {cut:?}");
    }
}

#[test]
fn errors_name_the_file_and_the_place() {
    let text = |result: Result<(), Error>| result.unwrap_err().to_string();
    let store = built();
    store.files.borrow_mut().remove("awari-03.qtab");
    let missing = text(read_all(&store, &AWARI));
    assert_eq!(missing, "memory/awari-03.qtab: there is no such table; build it first");
    let older = text(with(|bytes| bytes[8] = 0));
    assert_eq!(older, "memory/awari-04.qtab: byte 8: version 1 of the format expected, 0 found");
    let foreign = text(with(|bytes| bytes[0] = 0));
    assert!(foreign.ends_with("byte 0: not a table file, the magic is missing"));
    let other = Awari { grand_slam: GrandSlam::Forbidden, ..AWARI };
    let other = text(read_all(&built(), &other));
    assert!(other.contains("grand-slam=forbidden") && other.contains("grand-slam=allowed"));
    let layer = Builder::new(&tables(&AWARI), &built(), Options::new("awari", 99)).err().unwrap();
    assert_eq!(layer.to_string(), "layer 99: the game has layers 0 to 48");
}

#[test]
fn a_table_over_other_lower_tables_is_refused() {
    let store = built();
    // The header's last digest below, with its checksum made right again.
    let mut files = store.files.borrow_mut();
    let bytes = files.get_mut("awari-04.qtab").unwrap();
    let end = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    bytes[end - 1] ^= 1;
    let crc = crc32(&bytes[16..end]);
    bytes[end..end + 4].copy_from_slice(&crc.to_le_bytes());
    drop(files);
    let error = read_all(&store, &AWARI).unwrap_err();
    assert!(matches!(error, Error::OtherLower { layer: 3, .. }), "{error}");
}

#[test]
fn probes_through_a_small_cache_are_the_values() {
    let store = built();
    let layers = build(&tables(&AWARI), &store, options()).unwrap();
    let mut opened = Tables::open(&tables(&AWARI), &&store, "awari", STONES, 1).unwrap();
    for (layer, values) in (0..).zip(&layers) {
        for (index, &value) in (0..).zip(values) {
            assert_eq!(opened.probe(layer, index).unwrap(), value);
        }
    }
    let known = [[5, 0, 7], [25, 13, 40], [123, 63, 178], [580, 143, 642], [2165, 0, 2203]];
    for (layer, known) in (1..).zip(known) {
        assert_eq!(opened.stats(layer).unwrap().win_draw_loss(), known);
    }
}

#[test]
fn a_directory_keeps_what_a_memory_does() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join(format!("quod-tables-test-{}", std::process::id()));
    let store = Directory::new(&path)?;
    let game = tables(&AWARI);
    let mut builder = Builder::new(&game, store.clone(), options())?;
    while !builder.step(1 << 20, &mut |_| ())? {}
    for (name, bytes) in built().files.borrow().iter() {
        assert_eq!(*bytes, std::fs::read(path.join(name))?);
    }
    assert!(store.open("nothing")?.is_none());
    std::fs::remove_dir_all(path)?;
    Ok(())
}

#[test]
fn bytes_that_are_no_table_are_refused_and_nothing_panics() {
    for n in 0..64 {
        let zeros = std::io::Cursor::new(vec![0; n]);
        assert!(matches!(TableFile::open(zeros), Err(TableError::NotATable)));
    }
}
