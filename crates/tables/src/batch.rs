//! What one part of a layer tells another in one round, as bytes.
//!
//! A batch says where it belongs: attempt, layer, round, from which part to which. So whoever gets it sees that it
//! came twice, too early, or from an attempt that was given up; a checksum sees damage. Indices are sorted and
//! written as differences, seven bits a byte, which takes one or two bytes for most of them. The order
//! in which they are told has no meaning, and sorted they are told to neighbours in memory one after the other.

use crate::checkpoint::sum;
use crate::layer::Told;

/// What comes before the differences: attempt, layer, round, from, to (4 bytes each), work (8), threshold (1), the
/// numbers of indices before lost and before won positions (4 each).
const HEAD: usize = 5 * 4 + 8 + 1 + 2 * 4;
/// The checksum at the end.
const TAIL: usize = 8;

/// Where a batch belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// The attempt at the layer.
    pub attempt: u32,
    pub layer: u32,
    pub round: u32,
    pub from: u32,
    pub to: u32,
    /// What the sending part has to do with this round, for all parts; 0 if nothing is under way there.
    pub work: u64,
    /// The greatest threshold below this one at which the sending part has something to begin with; 0 if none.
    pub next: i8,
}

/// Writes a batch. The indices get sorted.
pub(crate) fn encode(head: &Head, told: &mut Told) -> Vec<u8> {
    told.of_losses.sort_unstable();
    // A position that has a move to a lost one is won, by however many moves.
    told.of_losses.dedup();
    told.of_wins.sort_unstable();
    let n = told.of_losses.len() + told.of_wins.len();
    let mut bytes = Vec::with_capacity(HEAD + TAIL + n + n / 2);
    for word in [head.attempt, head.layer, head.round, head.from, head.to] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(head.work.to_le_bytes());
    bytes.extend(head.next.to_le_bytes());
    for indices in [&told.of_losses, &told.of_wins] {
        bytes.extend((indices.len() as u32).to_le_bytes());
    }
    for indices in [&told.of_losses, &told.of_wins] {
        let mut last = 0;
        for &index in indices {
            let mut more = index - last;
            while more >= 0x80 {
                bytes.push(more as u8 | 0x80);
                more >>= 7;
            }
            bytes.push(more as u8);
            last = index;
        }
    }
    bytes.extend(sum(&bytes).to_le_bytes());
    bytes
}

/// Reads a batch; `None` if it was damaged.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Head, Told)> {
    let (body, tail) = bytes.split_at_checked(bytes.len().checked_sub(TAIL)?)?;
    if sum(body).to_le_bytes() != tail {
        return None;
    }
    let (head, mut rest) = body.split_at_checked(HEAD)?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let [attempt, layer, round, from, to, low, high] = [0, 4, 8, 12, 16, 20, 24].map(word);
    let (work, next) = (u64::from(high) << 32 | u64::from(low), head[28] as i8);
    let of_losses = indices(&mut rest, word(29))?;
    let of_wins = indices(&mut rest, word(33))?;
    let head = Head { attempt, layer, round, from, to, work, next };
    rest.is_empty().then_some((head, Told { of_losses, of_wins }))
}

/// Reads so many indices off the beginning.
fn indices(bytes: &mut &[u8], n: u32) -> Option<Vec<u32>> {
    // (An index takes a byte at least.)
    if n as usize > bytes.len() {
        return None;
    }
    let (mut indices, mut last) = (Vec::with_capacity(n as usize), 0u32);
    for _ in 0..n {
        let (mut more, mut shift) = (0u32, 0);
        loop {
            let (&byte, rest) = bytes.split_first()?;
            *bytes = rest;
            more |= u32::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                break;
            }
            shift += 7;
        }
        last = last.checked_add(more)?;
        indices.push(last);
    }
    Some(indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A_HEAD: Head =
        Head { attempt: 3, layer: 15, round: 9, from: 1, to: 0, work: 1 << 40, next: -5 };

    #[test]
    fn a_batch_is_read_as_it_was_written_and_damage_is_seen() {
        let of_losses = vec![u32::MAX, 7, 7, 0, 300];
        let mut told = Told { of_losses, of_wins: vec![1 << 20, 5, 5] };
        let bytes = encode(&A_HEAD, &mut told);
        // What leads to a loss is told once, what leads to a win as often as it does.
        let sorted = Told { of_losses: vec![0, 7, 300, u32::MAX], of_wins: vec![5, 5, 1 << 20] };
        assert_eq!(decode(&bytes), Some((A_HEAD, sorted)));
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1 << (at % 8);
            assert_eq!(decode(&other), None, "byte {at}");
            assert_eq!(decode(&bytes[..at]), None, "cut at {at}");
        }
    }

    #[test]
    fn bytes_with_a_right_sum_and_wrong_lengths_are_refused() {
        for change in [29, 33] {
            let mut bytes = encode(&A_HEAD, &mut Told { of_losses: vec![4], of_wins: vec![4] });
            bytes[change] = 9;
            let end = bytes.len() - TAIL;
            let right = sum(&bytes[..end]).to_le_bytes();
            bytes[end..].copy_from_slice(&right);
            assert_eq!(decode(&bytes), None);
        }
    }
}
