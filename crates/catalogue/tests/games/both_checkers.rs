//! What both checkers say of the same certificates. The second one, in Python, takes longer to start than to
//! check a small file, so it is started once for all the files of a test.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use quod_cert::{Certificate, read_certificate};
use quod_check::Limits;
use quod_proof::write_certificate;
use quod_solve::AnyGame;

/// Whether there is a Python; says that something is skipped if not.
pub fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no python3");
    }
    found
}

/// The folder of the second checker.
pub fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools")
}

/// A certificate that the checker in Rust has judged.
struct Judged {
    /// What is said of it where the two differ.
    name: String,
    bytes: Vec<u8>,
    accepted: bool,
}

/// Certificates that the checker in Rust has judged and the one in Python is still to judge.
pub struct BothCheckers {
    name: String,
    tables: Option<PathBuf>,
    judged: Vec<Judged>,
}

impl BothCheckers {
    /// No certificates yet; `name` is another one for each test. The certificates may rest on the `tables`.
    pub fn new(name: &str, tables: Option<&Path>) -> BothCheckers {
        let tables = tables.map(Path::to_path_buf);
        BothCheckers { name: name.to_string(), tables, judged: Vec::new() }
    }

    /// Keeps a certificate's bytes, and whether the checker in Rust accepts them.
    pub fn judged(&mut self, name: String, bytes: Vec<u8>, accepted: bool) {
        self.judged.push(Judged { name, bytes, accepted });
    }

    /// Judges a certificate without tables by the game's rules in Rust, and keeps it.
    pub fn judge(&mut self, name: String, game: &AnyGame, certificate: &Certificate) -> bool {
        let bytes = write_certificate(certificate);
        let accepted = read_certificate(bytes.as_slice())
            .is_ok_and(|read| game.check(&read, None, None, &Limits::default()).is_ok());
        self.judged(name, bytes, accepted);
        accepted
    }

    /// Demands that the second checker says the same of every certificate. Returns its last line of each.
    pub fn agree(mut self) -> Vec<String> {
        let judged = std::mem::take(&mut self.judged);
        assert!(!judged.is_empty());
        let folder = format!("quod-{}-{}", self.name, std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        let mut names = String::new();
        for (number, it) in judged.iter().enumerate() {
            let file = folder.join(format!("{number}.quod"));
            fs::write(&file, &it.bytes).unwrap();
            names += &format!("{}\n", file.display());
        }
        let tables = self.tables.iter().flat_map(|it| [Path::new("--tables"), it]);
        let mut python = Command::new("python3");
        python.arg(tools().join("check_cert.py")).arg("--many").args(tables);
        python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut python = python.spawn().unwrap();
        let mut input = python.stdin.take().unwrap();
        // It answers while it reads, so both ends of it must be attended to.
        let writer = thread::spawn(move || input.write_all(names.as_bytes()));
        let output = python.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        writer.join().unwrap().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let said: Vec<String> = text.lines().map(str::to_string).collect();
        assert_eq!(said.len(), judged.len(), "{error}");
        for (Judged { name, bytes, accepted }, said) in judged.iter().zip(&said) {
            let theirs = match said {
                it if it.starts_with("s VERIFIED ") => true,
                it if it.starts_with("s REJECTED ") => false,
                it => panic!("{name}: {it}"),
            };
            assert_eq!(theirs, *accepted, "{name}: {said} {:?}", read_certificate(&bytes[..]));
        }
        fs::remove_dir_all(&folder).unwrap();
        said
    }
}

impl Drop for BothCheckers {
    fn drop(&mut self) {
        assert!(self.judged.is_empty() || thread::panicking(), "{}: not compared", self.name);
    }
}
