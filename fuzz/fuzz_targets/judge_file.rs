//! Any bytes as the stream of a file about one of Quod's own games, with right sums, judged as the page does it: nothing
//! panics, and there is one line that says what came of it.
#![no_main]

#[path = "../../crates/check/tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;
use quod_check_wasm::judge;

fuzz_target!(|data: &[u8]| {
    for file in [data.to_vec(), support::container(data, 1 << 16)] {
        let told = judge(&file, &|_, _| ());
        let words = ["\"line\":\"s REJECTED ", "\"line\":\"s VERIFIED "];
        assert!(words.iter().any(|it| told.contains(it)), "{told}");
    }
});
