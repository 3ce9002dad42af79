//! Other people's proofs, as files of text: none makes a reader panic, and each is read or refused in sentences of one line.
//! The first byte chooses the reader; WeakC4's two files have a zero byte between them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quod_connect_four::import_weakc4;
use quod_hex::{Autotree, WrongLine, import_yang};
use quod_in_a_row::import_dictionary;

/// The sentences about lines that are wrong.
fn told(wrong: Vec<WrongLine>) -> Vec<String> {
    wrong.iter().map(|it| it.to_string()).collect()
}

fuzz_target!(|data: &[u8]| {
    let Some((which, data)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(data);
    let sentences = match which % 4 {
        0 => {
            let (diagrams, branches) = text.split_once('\0').unwrap_or((&text, ""));
            import_weakc4(diagrams, branches).err().map(|it| vec![it.to_string()])
        }
        1 => import_yang(&text).err().map(told),
        2 => Autotree::read(&text).and_then(|it| it.judge()).err().map(told),
        _ => import_dictionary(&text).err().map(|it| vec![it.to_string()]),
    };
    for sentence in sentences.into_iter().flatten() {
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
    }
});
