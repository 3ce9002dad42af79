//! Patashnik's dictionary, if it lies beside the repository: a proof of Qubic from 1977, checked.

use std::path::Path;

use crate::{last_line, run};

#[test]
fn patashniks_dictionary_proves_qubic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dictionary = root.join("../shared/data/qubic/patashnik-dictionary.txt");
    if !dictionary.exists() {
        println!("skipped: {} is not there", dictionary.display());
        return;
    }
    let ran = run(&root, &["check", "--dictionary", dictionary.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(last_line(&ran.out), "s VERIFIED qubic first-player-wins start");
    for count in ["2,929 moves in", "2,929 where", "10,976 with", "303,884 won"] {
        assert!(ran.out.contains(count), "{count}: {ran:?}");
    }
}
