//! `cargo xtask formal`: the proofs in `formal/`, checked by Rocq, and the checker that is extracted from them.
//!
//! Everything happens in `target/formal`: the files of `formal/` are copied there, and every certificate that
//! a theorem is computed from becomes a Rocq file with the bytes of its stream. Each file has a time limit.
//! Every theorem that is printed must be "Closed under the global context": no axiom, nothing admitted.
//!
//! The static pages have the extracted checker as a script, which js_of_ocaml makes (`script`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::run::{is_there, root, skip};

/// What a run needs of the machine: the program, how it says that it is there, and Debian's package.
const NEEDED: &[(&str, &str, &str)] = &[
    ("coqc", "--version", "coq"),
    ("ocamlfind", "list", "ocaml-findlib"),
    ("timeout", "--version", "coreutils"),
];

/// What the script for a page needs beside these.
const NEEDED_FOR_PAGES: &[(&str, &[&str], &str)] = &[
    ("js_of_ocaml", &["--version"], "js-of-ocaml"),
    ("ocamlfind", &["query", "js_of_ocaml"], "libjs-of-ocaml-dev"),
];

/// The file of proofs by which Rocq writes the checker in OCaml, what it writes, and the script made of that.
const EXTRACTION: &str = "Extract.v";
const EXTRACTED: &str = "checker.ml";
const SCRIPT: &str = "proved.js";

/// The certificates that theorems are computed from: the Rocq file, the name in it, the certificate.
const CERTIFICATES: &[(&str, &str, &str)] = &[
    ("TicTacToeFile", "tic_tac_toe_file", "golden/certificates/version-1-tic-tac-toe.quod"),
    ("ConnectFourFile", "connect_four_file", "formal/connect-four-4x4.quod"),
    ("ConnectFourWideFile", "connect_four_wide_file", "formal/connect-four-5x4.quod"),
    ("MorrisFile", "morris_file", "formal/three-mens-morris.quod"),
    ("MorrisDrawFile", "morris_draw_file", "golden/certificates/version-1-morris.quod"),
];
/// The same, where Qubic's theorem is asked for as well.
const QUBIC: (&str, &str, &str) = ("QubicFile", "qubic_file", "proofs/qubic.quod");

/// What the extracted checker is asked in every run: the certificate, and the last line it must print.
const ACCEPTED: &[(&str, &str)] = &[
    ("golden/certificates/version-1-tic-tac-toe.quod", "s VERIFIED tic-tac-toe value=draw start"),
    ("formal/connect-four-4x4.quod", "s VERIFIED connect-four:width=4,height=4 value=draw start"),
    (
        "golden/certificates/version-1-connect-four.quod",
        "s VERIFIED connect-four:width=5,height=4 value=draw xoxo///xo/ox",
    ),
    (
        "golden/certificates/version-1-diagrams.quod",
        "s VERIFIED connect-four:width=7,height=6 first-player-wins o/o//xo/xxxo/ox/",
    ),
    (
        "golden/certificates/version-1-pairings.quod",
        "s VERIFIED mnk:width=5,height=4,k=4,rule=freestyle value=draw start",
    ),
    (
        "formal/three-mens-morris.quod",
        "s VERIFIED three-mens-morris:moves=adjacent,opening=free first-player-wins start",
    ),
    (
        "golden/certificates/version-1-morris.quod",
        "s VERIFIED three-mens-morris:moves=adjacent,opening=no-centre value=draw start",
    ),
];

/// Seconds that one file may take, and Qubic's theorem.
const SECONDS: (&str, &str) = ("120", "1500");

/// Checks all proofs; with `qubic` the theorem that takes minutes as well.
pub fn formal(qubic: bool) -> Result<()> {
    if let Some((program, package)) = missing() {
        skip(&format!(
            "the proofs in formal/: there is no {program} (Debian: the package {package})"
        ));
        ensure!(!qubic, "Qubic's theorem was asked for, and there is no {program}");
        return Ok(());
    }
    let place = prepared()?;
    for (module, name, certificate) in CERTIFICATES.iter().chain(qubic.then_some(&QUBIC)) {
        let bytes = fs::read(root().join(certificate)).with_context(|| certificate.to_string())?;
        let text = as_rocq(name, &stream(&bytes).with_context(|| certificate.to_string())?);
        fs::write(place.join(format!("{module}.v")), text)?;
    }
    let mut files = listed()?;
    if qubic {
        files.extend(["QubicFile.v", "QubicTheorem.v"].map(String::from));
    }
    for file in files {
        prove(&place, &file)?;
    }
    extracted(&place)
}

/// Makes the script for the static pages, a worker that is the extracted checker, and says where it is. `None` where the
/// machine lacks something, which is said.
pub fn script() -> Result<Option<PathBuf>> {
    let for_pages = NEEDED_FOR_PAGES.iter().find(|(program, asked, _)| !is_there(program, asked));
    let for_pages = for_pages.map(|&(program, _, package)| (program, package));
    if let Some((_, package)) = missing().or(for_pages) {
        skip(&format!("the proved checker in the static pages (Debian: the package {package})"));
        return Ok(None);
    }
    let place = prepared()?;
    if !place.join(EXTRACTED).is_file() {
        for file in listed()? {
            prove(&place, &file)?;
            if file == EXTRACTION {
                break;
            }
        }
    }
    let files = ["checker.mli", EXTRACTED, "driver.ml", "page.ml", "-o", "page.byte"];
    let linked = ["ocamlc", "-w", "-a", "-package", "js_of_ocaml", "-linkpkg"];
    output(&place, "ocamlfind", &[&linked[..], &files[..]].concat())?;
    output(&place, "js_of_ocaml", &["--opt=3", "page.byte", "-o", SCRIPT])?;
    Ok(Some(place.join(SCRIPT)))
}

/// The first program that is not there, and Debian's package with it.
fn missing() -> Option<(&'static str, &'static str)> {
    let found = NEEDED.iter().find(|(program, asked, _)| !is_there(program, &[asked]));
    found.map(|&(program, _, package)| (program, package))
}

/// The folder where everything happens, with the files of `formal/` as they are now. What was extracted from other
/// files is taken away.
fn prepared() -> Result<PathBuf> {
    let place = PathBuf::from(crate::tidy::target_directory(&root())?).join("formal");
    fs::create_dir_all(&place)?;
    let folder = root().join("formal");
    for kind in ["v", "ml"] {
        for file in crate::tidy::files_under(&folder, kind)? {
            let copy = place.join(file.file_name().context("a file without a name")?);
            let text = fs::read(&file)?;
            if fs::read(&copy).is_ok_and(|it| it == text) {
                continue;
            }
            if kind == "v" && place.join(EXTRACTED).exists() {
                fs::remove_file(place.join(EXTRACTED))?;
            }
            fs::write(&copy, text)?;
        }
    }
    Ok(place)
}

/// The files of proofs in their order.
fn listed() -> Result<Vec<String>> {
    let listed = fs::read_to_string(root().join("formal/_CoqProject"))?;
    Ok(listed.lines().filter(|line| line.ends_with(".v")).map(String::from).collect())
}

/// Lets Rocq check one file.
fn prove(place: &Path, file: &str) -> Result<()> {
    let seconds = if file == "QubicTheorem.v" { SECONDS.1 } else { SECONDS.0 };
    let said = output(place, "timeout", &[seconds, "coqc", "-Q", ".", "Quod", file])?;
    print!("{file}\n{said}");
    let source = fs::read_to_string(place.join(file))?;
    nothing_assumed(&source, &said).with_context(|| file.to_string())
}

/// What Rocq said of a file must be that every theorem asked about rests on nothing; and where a file
/// asks about theorems, it asks about each.
fn nothing_assumed(source: &str, said: &str) -> Result<()> {
    let asked = source.lines().filter(|line| line.starts_with("Print Assumptions ")).count();
    let closed = said.lines().filter(|line| *line == "Closed under the global context").count();
    ensure!(closed == asked, "{closed} of {asked} theorems are closed under the global context");
    ensure!(!said.contains("Axioms:"), "an axiom is used");
    let theorems = source.lines().filter(|line| line.starts_with("Theorem ")).count();
    ensure!(asked == 0 || asked == theorems, "{theorems} theorems, and {asked} are asked about");
    Ok(())
}

/// Compiles the extracted checker and asks it.
fn extracted(place: &Path) -> Result<()> {
    let files = ["checker.mli", EXTRACTED, "driver.ml", "program.ml", "-o", "quod-check-proved"];
    output(
        place,
        "ocamlfind",
        &[&["ocamlopt", "-inline", "100", "-w", "-a"][..], &files[..]].concat(),
    )?;
    let program = place.join("quod-check-proved");
    for (certificate, line) in ACCEPTED {
        let file = root().join(certificate);
        let said = output(place, &program.to_string_lossy(), &[&file.to_string_lossy()])?;
        ensure!(said.lines().last() == Some(line), "{certificate}: {said}");
        println!("{certificate}\n{line}");
    }
    println!("the extracted checker: {}", program.display());
    Ok(())
}

/// Runs a program and hands over what it printed; fails as it fails.
fn output(place: &Path, program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program).args(args).current_dir(place).output()?;
    if !output.status.success() {
        bail!("{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The stream of a certificate: the payloads of its blocks. The checks of the container are left to the
/// checkers; a theorem does not depend on where its bytes come from.
fn stream(file: &[u8]) -> Result<Vec<u8>> {
    const END: &[u8] = &[0xE4, 0x9D, 0x3A, 0x7C];
    let (mut rest, mut stream) = (file.get(12..).context("no header")?, Vec::new());
    while !rest.starts_with(END) {
        let (length, after) = rest.split_first_chunk::<4>().context("no end mark")?;
        let length = usize::try_from(u32::from_le_bytes(*length))?;
        stream.extend(after.get(4..4 + length).context("a block is cut off")?);
        rest = &after[4 + length..];
    }
    Ok(stream)
}

/// Bytes as a Rocq list of numbers, in parts, since a term must not be nested too deeply.
fn as_rocq(name: &str, bytes: &[u8]) -> String {
    let mut text =
        "From Coq Require Import List NArith.\nImport ListNotations.\nOpen Scope N_scope.\n"
            .to_string();
    let mut names = Vec::new();
    for (index, part) in bytes.chunks(500).enumerate() {
        let numbers: Vec<String> = part.iter().map(u8::to_string).collect();
        text += &format!("Definition part_{index} : list N := [{}].\n", numbers.join(";"));
        names.push(format!("part_{index}"));
    }
    text + &format!("Definition {name} : list N := {}.\n", names.join(" ++ "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axiom_fails() {
        let source = "Theorem a : True.\nPrint Assumptions a.\n";
        assert!(nothing_assumed(source, "Closed under the global context\n").is_ok());
        assert!(nothing_assumed(source, "Axioms:\nb : False\n").is_err());
        assert!(nothing_assumed(source, "").is_err());
        let unasked = "Theorem a : True.\nTheorem b : True.\nPrint Assumptions a.\n";
        assert!(nothing_assumed(unasked, "Closed under the global context\n").is_err());
    }

    #[test]
    fn a_stream_is_what_the_blocks_hold() {
        let mut file = vec![0; 12];
        for payload in [&b"ab"[..], b"c"] {
            file.extend(u32::try_from(payload.len()).unwrap().to_le_bytes());
            file.extend([0; 4]);
            file.extend(payload);
        }
        assert!(stream(&file).is_err(), "no end mark");
        file.extend([0xE4, 0x9D, 0x3A, 0x7C, 0x15, 0xB2, 0xF6, 0x08]);
        assert_eq!(stream(&file).unwrap(), b"abc");
        assert!(stream(&file[..14]).is_err(), "cut off");
    }

    #[test]
    fn every_file_of_proofs_is_listed() {
        let listed = fs::read_to_string(root().join("formal/_CoqProject")).unwrap();
        for file in crate::tidy::files_under(&root().join("formal"), "v").unwrap() {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            assert!(name == "QubicTheorem.v" || listed.lines().any(|line| line == name), "{name}");
        }
    }
}
