//! What a page calls: [`quod_in`] for room for bytes, [`quod_open`] with a certificate in it or [`quod_ask`] with a
//! request, and [`quod_out`] for the answer.
//!
//! As in the checker's module no pointer is followed: what is `unsafe` is that names are exported as they are
//! written, and all of them begin with `quod_`.
#![allow(unsafe_code)]

use std::cell::RefCell;

use quod_report::Refused;

use crate::{Open, Request, told};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static OPENED: RefCell<Option<Open>> = const { RefCell::new(None) };
}

/// Room for so many bytes. The address is good until the next call of any function here.
#[unsafe(no_mangle)]
pub extern "C" fn quod_in(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; bytes];
        input.as_mut_ptr()
    })
}

/// Opens the certificate that was put in; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn quod_open() -> usize {
    let file = INPUT.take();
    answer(told(Open::new(&file).map(|open| {
        OPENED.set(Some(open));
        "null".to_string()
    })))
}

/// Answers the request that was put in; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn quod_ask() -> usize {
    let input = INPUT.take();
    let answered = OPENED.with_borrow_mut(|opened| {
        let bad = |error: serde_json::Error| Refused::plain("bad-request", error.to_string());
        let request: Request = serde_json::from_slice(&input).map_err(bad)?;
        let none = || Refused::plain("not-found", "no certificate is open");
        opened.as_mut().ok_or_else(none)?.answer(&request)
    });
    answer(told(answered))
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn quod_out() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

fn answer(text: String) -> usize {
    let bytes = text.len();
    OUTPUT.set(text);
    bytes
}
