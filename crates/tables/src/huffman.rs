//! Code lengths for values: Huffman's (1952), none over the format's bound.

use quod_cert::MOST_CODE_BITS;

/// The lengths of code words for symbols that occur so often; 0 for those that do not. One word longer
/// than the bound makes all counts more alike and the code is made again: a loss of
/// nothing that could be measured on tables, for a tenth of the lines of an optimal bounded code.
pub(crate) fn code_lengths(counts: &[u64]) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unbounded(&counts);
        if lengths.iter().all(|&bits| usize::from(bits) <= MOST_CODE_BITS) {
            return lengths;
        }
        counts.iter_mut().filter(|n| **n > 0).for_each(|n| *n = *n / 2 + 1);
    }
}

fn unbounded(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    // Trees not yet joined: weight and symbols.
    let occurring = counts.iter().enumerate().filter(|(_, n)| **n > 0);
    let mut trees: Vec<(u64, Vec<usize>)> = occurring.map(|(at, &n)| (n, vec![at])).collect();
    if let [(_, only)] = trees.as_slice() {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        trees.sort_by(|a, b| b.cmp(a));
        let pair: Vec<_> = trees.drain(trees.len() - 2..).collect();
        let symbols: Vec<usize> = pair.iter().flat_map(|(_, symbols)| symbols.clone()).collect();
        symbols.iter().for_each(|&at| lengths[at] += 1);
        trees.push((pair[0].0 + pair[1].0, symbols));
    }
    lengths
}

/// The code words of these lengths, canonical: shorter words first, among equals in order.
pub(crate) fn code_words(lengths: &[u8]) -> Vec<u16> {
    let mut words = vec![0; lengths.len()];
    let mut next = 0u32;
    for bits in 1..=MOST_CODE_BITS {
        for (word, _) in words.iter_mut().zip(lengths).filter(|(_, of)| usize::from(**of) == bits) {
            *word = (next >> (MOST_CODE_BITS - bits)) as u16;
            next += 1 << (MOST_CODE_BITS - bits);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_a_textbook_example() {
        assert_eq!(code_lengths(&[5, 9, 12, 13, 16, 45]), [4, 4, 3, 3, 3, 1]);
        assert_eq!(code_lengths(&[0, 7, 0]), [0, 1, 0]);
        assert_eq!(code_words(&[2, 1, 0, 2]), [0b10, 0b0, 0, 0b11]);
    }

    #[test]
    fn lengths_are_bounded_and_make_a_code() {
        let fibonacci = |n: usize| (0..n).fold((1u64, 1), |(a, b), _| (b, a + b)).0;
        let lengths = code_lengths(&(0..40).map(fibonacci).collect::<Vec<_>>());
        let used: u32 = lengths.iter().map(|&bits| 1 << (MOST_CODE_BITS - usize::from(bits))).sum();
        assert!(lengths.iter().all(|&bits| (1..=12).contains(&bits)) && used <= 1 << 12);
    }
}
