//! The certificates in the repository: those that ship, and one golden file for every format version
//! ever released, are read, verified, and say what their lists say.

use std::path::{Path, PathBuf};

use quod_catalogue::Registry;
use quod_cert::read_certificate;
use quod_check::Limits;
use quod_engine::tables::{TableDirectory, Verification};
use quod_tables::{Directory, Extent};

fn verify(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap();
    let certificate = read_certificate(bytes.as_slice()).unwrap();
    let game = Registry::builtin().open(&certificate.game).unwrap();
    let checked = game.check(&certificate, None, None, &Limits::default()).unwrap();
    checked.statement.to_string()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_certificate_that_ships_is_verified_and_listed_with_its_statement() {
    let list = std::fs::read_to_string(root().join("proofs/README.md")).unwrap();
    let folder = std::fs::read_dir(root().join("proofs")).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "quod"));
    // (All at once: Go-Moku's take a minute each.)
    std::thread::scope(|scope| {
        for path in &files {
            let list = &list;
            scope.spawn(move || {
                let name = path.file_name().unwrap().to_string_lossy();
                let row = format!("| `{name}` | `{}` |", verify(path));
                assert!(list.contains(&row), "proofs/README.md lacks: {row}");
            });
        }
    });
    assert_eq!(
        files.len(),
        list.matches(".quod` | `").count(),
        "one file for every row of the list"
    );
}

#[test]
fn golden_certificates_of_every_format_version_stay_readable() {
    let golden = |name: &str| verify(&root().join("golden/certificates").join(name));
    assert_eq!(
        golden("version-1-pairings.quod"),
        "mnk:width=5,height=4,k=4,rule=freestyle value=draw start"
    );
    assert_eq!(golden("version-1-tic-tac-toe.quod"), "tic-tac-toe value=draw start");
    assert_eq!(
        golden("version-1-morris.quod"),
        "three-mens-morris:moves=adjacent,opening=no-centre value=draw start"
    );
    // The middle is joined to both borders from the third row: a connection of three lemmas.
    assert_eq!(golden("version-1-hex.quod"), "hex:width=5,height=5,swap=off black-wins start");
    // Seven positional strategies that block and rank.
    assert_eq!(
        golden("version-1-diagrams.quod"),
        "connect-four:width=7,height=6 first-player-wins o/o//xo/xxxo/ox/"
    );
    // Two positional strategies with every other instruction, none of which can be left out.
    assert_eq!(
        golden("version-1-connect-four.quod"),
        "connect-four:width=5,height=4 value=draw xoxo///xo/ox"
    );
}

/// Table values as evidence, with the tables themselves, which are derived again here.
#[test]
fn a_golden_certificate_rests_on_golden_tables() {
    let folder = root().join("golden/certificates");
    let bytes = std::fs::read(folder.join("version-1-awari.quod")).unwrap();
    let certificate = read_certificate(bytes.as_slice()).unwrap();
    let game = Registry::builtin().open(&certificate.game).unwrap();
    let directory = Directory::new(folder.join("tables")).unwrap();
    let mut tables = TableDirectory::new(directory.clone());
    let check = |tables: &TableDirectory| {
        game.check_with(&certificate, None, None, &Limits::default(), tables)
    };
    let checked = check(&tables).unwrap();
    let statement = "score=8 0,1,0,2,0,1/1,0,0,0,1,0/22:20/south";
    assert_eq!(checked.statement.to_string(), format!("{} {statement}", game.name()));
    let [assumed] = &checked.verified.assumes[..] else { panic!("{checked:?}") };
    assert!(assumed.starts_with("awari-04 "), "{assumed}");
    let work = game.tables().unwrap();
    for digest in
        work.verify(&directory, &Verification::of(Extent::UpTo(4)), &mut |_, _| ()).unwrap()
    {
        tables.trust(digest);
    }
    assert_eq!(check(&tables).unwrap().verified.assumes, [""; 0]);
}
