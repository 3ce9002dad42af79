//! Arrays that grow by a chunk at a time.
//!
//! A `Vec` that doubles may need half as much again as the memory bound allows at the moment it
//! moves. These arrays never move an element: they grow by 4,096 of them, so that a search can tell
//! before an expansion what it will hold after it. An access costs one more load, from the list of
//! chunks, which stays in the first-level cache.

const BITS: u32 = 12;
/// Elements in a chunk.
pub(super) const CHUNK: usize = 1 << BITS;
const MASK: usize = CHUNK - 1;

/// A growing array of small plain values.
pub(super) struct Chunked<T> {
    chunks: Vec<Box<[T; CHUNK]>>,
    len: usize,
}

impl<T: Copy + Default> Chunked<T> {
    pub(super) fn new() -> Chunked<T> {
        Chunked { chunks: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn get(&self, at: u32) -> T {
        self.chunks[at as usize >> BITS][at as usize & MASK]
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, at: u32) -> &mut T {
        &mut self.chunks[at as usize >> BITS][at as usize & MASK]
    }

    pub(super) fn push(&mut self, value: T) {
        if self.len & MASK == 0 {
            let chunk = vec![T::default(); CHUNK].into_boxed_slice();
            // The length is CHUNK by the line above.
            self.chunks.extend(chunk.try_into().ok());
        }
        self.len += 1;
        *self.get_mut((self.len - 1) as u32) = value;
    }

    /// Bytes held when it has `len` elements.
    pub(super) fn bytes_at(len: usize) -> u64 {
        (len.div_ceil(CHUNK) * (CHUNK * size_of::<T>() + size_of::<usize>())) as u64
    }
}

/// A growing array of states, which have no default value.
pub(super) struct States<S> {
    chunks: Vec<Vec<S>>,
    len: usize,
}

impl<S> States<S> {
    pub(super) fn new() -> States<S> {
        States { chunks: Vec::new(), len: 0 }
    }

    #[inline(always)]
    pub(super) fn get(&self, at: u32) -> &S {
        &self.chunks[at as usize >> BITS][at as usize & MASK]
    }

    pub(super) fn set(&mut self, at: u32, state: S) {
        self.chunks[at as usize >> BITS][at as usize & MASK] = state;
    }

    pub(super) fn push(&mut self, state: S) {
        if self.len & MASK == 0 {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.len += 1;
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(state);
        }
    }

    /// Bytes held when it has `len` elements; what a state owns on the heap is not counted.
    pub(super) fn bytes_at(len: usize) -> u64 {
        (len.div_ceil(CHUNK) * (CHUNK * size_of::<S>() + size_of::<Vec<S>>())) as u64
    }
}
