//! The memory of a table: words of 64 bits that threads share, on large pages where there are any.
//!
//! A table is read at random places, and with pages of 4 KB the walk to a page's address costs more
//! than the look-up. Pages of 2 MB are asked for ([`memmap2::MmapMut::advise`]); a system that has
//! none gives small ones. The memory begins zeroed, on a page's boundary, and only pages that are
//! touched take any.
//!
//! **What is guaranteed.** A table that the system refuses is an error ([`OutOfMemory`]), not a panic.
//! Linux refuses, by default, what is more than the whole machine has; it promises less than that to
//! everybody who asks and ends a process when too many pages were touched. So a table that was made
//! may still be too large for what else runs. One that grows touches no more pages than its part in use
//! has, and says how many these are; one of fixed size touches pages as its search goes on.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// The system has no memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// What was asked for; `u64::MAX` if it is that or more.
    pub bytes: u64,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OutOfMemory { bytes } = self;
        write!(f, "search table: expected {bytes} bytes of memory, the system refuses to give them")
    }
}

impl std::error::Error for OutOfMemory {}

const WORD_BYTES: u64 = size_of::<u64>() as u64;

/// A fixed number of words.
pub struct Words {
    map: MmapMut,
    len: usize,
}

impl Words {
    /// So many words, all 0.
    pub fn zeroed(len: u64) -> Result<Words, OutOfMemory> {
        let refused = OutOfMemory { bytes: len.saturating_mul(WORD_BYTES) };
        let bytes = usize::try_from(refused.bytes).map_err(|_| refused)?;
        let map = MmapMut::map_anon(bytes.max(WORD_BYTES as usize)).map_err(|_| refused)?;
        let len = bytes / WORD_BYTES as usize;
        // Below a few large pages they would only waste memory. What the advice says is no matter.
        #[cfg(target_os = "linux")]
        if len >= 1 << 20 {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Words { map, len })
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the map is `len` words long at least, private to this process and anonymous, lives
        // as long as `self`, and begins on a page's boundary, which is aligned for a word. All bytes
        // are initialised (the system zeroes them) and every pattern is a word. Nothing else refers to
        // it: it is only ever read and written through these atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_begin_zeroed_on_a_cache_line_and_keep_what_is_stored() {
        for len in [1, 100, 1 << 21] {
            let words = Words::zeroed(len as u64).expect("a little memory");
            assert_eq!((words.len(), words.as_ptr() as usize % 64), (len, 0));
            assert!(words.iter().step_by(97).all(|word| word.load(Relaxed) == 0));
            words[len - 1].store(7, Relaxed);
            assert_eq!(words[len - 1].load(Relaxed), 7);
        }
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        for len in [1 << 50, 1 << 60, u64::MAX / 8, u64::MAX] {
            let refused = Words::zeroed(len).err();
            assert_eq!(refused, Some(OutOfMemory { bytes: len.saturating_mul(8) }));
        }
    }
}
