//! Choices among moves as bits: what a solution tree consists of (section 4.6 of the format document).

/// Bits of a choice among `n` moves: as few as can tell them apart.
pub fn choice_bits(n: usize) -> u32 {
    n.next_power_of_two().ilog2()
}

/// Choices as they are written: the lowest bit of each byte first.
#[derive(Clone, Debug, Default)]
pub struct ChoiceWriter {
    bytes: Vec<u8>,
    written: usize,
}

impl ChoiceWriter {
    /// Writes the choice of the move at this place of `n` legal moves.
    pub fn push(&mut self, place: usize, n: usize) {
        for bit in 0..choice_bits(n) {
            if self.written.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(byte) = self.bytes.last_mut() {
                *byte |= ((place >> bit & 1) as u8) << (self.written % 8);
            }
            self.written += 1;
        }
    }

    /// All of them.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
