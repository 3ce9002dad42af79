//! Asking for a bucket before it is needed. Unsafe, like `words.rs`, and nothing else in this crate.

/// Brings the cache line of a word or an entry nearer, where the machine has an instruction for it.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(word: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program sees and never faults, whatever the
        // address; this one belongs to a live reference. SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast::<i8>()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}
