//! The certificates in the repository: those that ship, and one golden file for every format version
//! ever released, are read, verified, and say what their lists say.

use std::path::{Path, PathBuf};

use quod_cert::read_certificate;
use quod_check::Limits;
use quod_solver::{Directory, Registry, TableDirectory};

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
    let mut files = 0;
    for entry in std::fs::read_dir(root().join("proofs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "quod") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let row = format!("| `{name}` | `{}` |", verify(&path));
            assert!(list.contains(&row), "proofs/README.md lacks: {row}");
            files += 1;
        }
    }
    assert_eq!(files, list.matches(".quod` | `").count(), "one file for every row of the list");
}

/// Replies to the first move at Go-Moku, proved one by one: parts of a proof that is not whole yet.
#[test]
fn every_part_of_the_standard_proof_is_verified_and_about_a_reply_of_its_own() {
    let folder = root().join("proofs/gomoku-standard");
    let mut statements = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "quod") {
            let statement = verify(&path);
            let game = "gomoku:size=15,rule=standard,opening=free black-wins ";
            assert!(statement.starts_with(game), "{statement}");
            statements.push(statement);
        }
    }
    let files = statements.len();
    statements.sort_unstable();
    statements.dedup();
    assert_eq!(statements.len(), files);
    let list = std::fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(list.contains(&format!("{files} of 35")), "README.md does not say {files}");
}

#[test]
fn golden_certificates_of_every_format_version_stay_readable() {
    let golden = |name: &str| verify(&root().join("golden/certificates").join(name));
    assert_eq!(golden("version-1-tic-tac-toe.quod"), "tic-tac-toe value=draw start");
    assert_eq!(
        golden("version-1-morris.quod"),
        "three-mens-morris:moves=adjacent,opening=no-centre value=draw start"
    );
    // Two positional strategies with every instruction, none of which can be left out.
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
    for digest in work.verify(&directory, 4, &mut |_, _| ()).unwrap() {
        tables.trust(digest);
    }
    assert_eq!(check(&tables).unwrap().verified.assumes, [""; 0]);
}
