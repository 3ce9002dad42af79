//! What a page calls, in this order: [`quod_file`] for room for a file, [`quod_check()`] or [`quod_sha256`], and
//! [`quod_output`] for the answer.
//!
//! No pointer is followed here. The functions hand out addresses of two buffers that the module keeps, and
//! the page reads and writes at these addresses from outside. What is `unsafe` is that a function's name is
//! exported as it is written: a second function of that name would be undefined behaviour, and all of them begin with
//! `quod_`.
#![allow(unsafe_code)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{hexadecimal, judge, sha256};

static FILE: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<String> = Mutex::new(String::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "quod")]
unsafe extern "C" {
    /// The page's function that is told how far the checker is.
    safe fn heard(read: f64, all: f64);
}

/// Where there is no page, nobody is told.
#[cfg(not(target_arch = "wasm32"))]
fn heard(_read: f64, _all: f64) {}

/// Room for a file of so many bytes, in place of the last one's. The address is good until the next call of
/// any function here.
#[unsafe(no_mangle)]
pub extern "C" fn quod_file(bytes: usize) -> *mut u8 {
    let mut file = locked(&FILE);
    *file = vec![0; bytes];
    file.as_mut_ptr()
}

/// Judges the file, which is forgotten by this, and returns how many bytes the answer has: a JSON object, as
/// [`judge`] describes it.
#[unsafe(no_mangle)]
pub extern "C" fn quod_check() -> usize {
    let file = std::mem::take(&mut *locked(&FILE));
    answer(judge(&file, &|read, all| heard(read as f64, all as f64)))
}

/// The file's SHA-256 in hexadecimal digits; the file is forgotten by this. Returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn quod_sha256() -> usize {
    let file = std::mem::take(&mut *locked(&FILE));
    answer(hexadecimal(&sha256(&file)))
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn quod_output() -> *const u8 {
    locked(&OUTPUT).as_ptr()
}

fn answer(text: String) -> usize {
    let mut output = locked(&OUTPUT);
    *output = text;
    output.len()
}
