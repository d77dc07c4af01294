//! The memory that the page and the library share: one buffer, which holds the request and then
//! the answer.

#![allow(unsafe_code, reason = "exported names must be unique, which only a reader can check")]

use std::cell::RefCell;

use crate::respond;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of this many bytes and returns where it is.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn length() -> usize {
    let request = BUFFER.take();
    let answer = respond(&String::from_utf8_lossy(&request)).into_bytes();
    let length = answer.len();
    BUFFER.set(answer);
    length
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
