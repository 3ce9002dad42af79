//! The memory of a table: words of 64 bits that threads share, on large pages where there are any.
//!
//! A table is read at random places, and with pages of 4 KB the walk to a page's address costs more
//! than the look-up. Pages of 2 MB are asked for ([`memmap2::MmapMut::advise`]); a system that has
//! none gives small ones. The memory begins zeroed, on a page's boundary, and only pages that are
//! touched take any.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// A fixed number of words.
pub(crate) struct Words {
    map: MmapMut,
    len: usize,
}

impl Words {
    /// So many words, all 0.
    ///
    /// # Panics
    /// If the system has no such memory, as the allocator would.
    pub fn zeroed(len: usize) -> Words {
        let map = MmapMut::map_anon(len.max(1) * size_of::<u64>()).expect("memory for a table");
        // Below a few large pages they would only waste memory. What the advice says is no matter.
        #[cfg(target_os = "linux")]
        if len >= 1 << 20 {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Words { map, len }
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
            let words = Words::zeroed(len);
            assert_eq!((words.len(), words.as_ptr() as usize % 64), (len, 0));
            assert!(words.iter().step_by(97).all(|word| word.load(Relaxed) == 0));
            words[len - 1].store(7, Relaxed);
            assert_eq!(words[len - 1].load(Relaxed), 7);
        }
    }
}
