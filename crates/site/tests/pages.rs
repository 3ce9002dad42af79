//! The program makes a folder that is whole, and says what it lacks.

use std::fs;
use std::path::Path;
use std::process::Command;

fn make(modules: &Path, out: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_quod-site")).arg(modules).arg(out).output().unwrap()
}

#[test]
fn every_page_is_there_with_its_pictures_and_nothing_left_to_fill_in() {
    let folder = tempfile::tempdir().unwrap();
    let (modules, out) = (folder.path().join("modules"), folder.path().join("site"));
    fs::create_dir(&modules).unwrap();
    for name in ["check.wasm", "walk.wasm"] {
        fs::write(modules.join(name), b"\0asm").unwrap();
    }
    let made = make(&modules, &out);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for (name, pictures) in [("qubic", 3), ("gomoku", 3), ("connect-four", 3), ("index", 0)] {
        let page = fs::read_to_string(out.join(format!("{name}.html"))).unwrap();
        assert_eq!(page.matches("<figure><svg ").count(), pictures);
        let (_, story) = page.split_once("<article").unwrap();
        let (story, _) = story.split_once("</article>").unwrap();
        assert!(!story.contains("{{"), "{name}: something is not filled in");
    }
    let (check, one_file) = ("check.html", "quod-check.html");
    let [check, one_file] = [check, one_file].map(|it| fs::read_to_string(out.join(it)).unwrap());
    let inside = "id=\"part-check.wasm\"";
    assert!(!check.contains(inside) && one_file.contains(inside));
    assert!(out.join("proofs/qubic.quod").is_file());
}

#[test]
fn a_folder_without_modules_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let made = make(folder.path(), &folder.path().join("site"));
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(!made.status.success() && said.contains("check.wasm"), "{said}");
}
