//! CRC-32 (the one of zip and PNG) and SHA-256 (FIPS 180-4), written out so that a reader of the
//! trusted code needs nothing else.

/// The CRC-32 of some bytes, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

const ROUND: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// SHA-256 of bytes that come in pieces.
#[derive(Clone)]
pub struct Sha256 {
    state: [u32; 8],
    /// Bytes of the block that is not yet full.
    pending: Vec<u8>,
    /// Bytes seen so far.
    length: u64,
}

impl Default for Sha256 {
    /// No bytes yet.
    fn default() -> Sha256 {
        let state = [
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
            0x5be0cd19,
        ];
        Sha256 { state, pending: Vec::new(), length: 0 }
    }
}

impl Sha256 {
    /// More bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let mut pending = std::mem::take(&mut self.pending);
        pending.extend(bytes);
        let blocks = pending.chunks_exact(64);
        self.pending.extend(blocks.remainder());
        blocks.for_each(|block| self.compress(block));
    }

    /// The digest of all bytes.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.length * 8;
        let mut tail = vec![0x80];
        // Zeros, until eight bytes are left of a block of 64.
        tail.resize(1 + (64 + 55 - self.pending.len()) % 64, 0);
        tail.extend(bits.to_be_bytes());
        self.update(&tail);
        let bytes = self.state.map(u32::to_be_bytes);
        bytes.as_flattened().try_into().expect("eight words of four bytes")
    }

    fn compress(&mut self, block: &[u8]) {
        let mut w = [0u32; 64];
        for (at, word) in block.chunks_exact(4).enumerate() {
            w[at] = u32::from_be_bytes([word[0], word[1], word[2], word[3]]);
        }
        for at in 16..64 {
            let (x, y) = (w[at - 15], w[at - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
            w[at] = w[at - 16].wrapping_add(s0).wrapping_add(w[at - 7]).wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for at in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let t1 =
                h.wrapping_add(s1).wrapping_add(choice).wrapping_add(ROUND[at]).wrapping_add(w[at]);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
        }
        for (word, add) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(add);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sha256_in_pieces(bytes: &[u8], piece: usize) -> String {
        let mut sha = Sha256::default();
        bytes.chunks(piece).for_each(|chunk| sha.update(chunk));
        sha.finish().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn crc32_of_the_standard_check_string() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn sha256_of_the_standard_examples_whatever_the_pieces() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        for piece in [1, 3, 63, 64, 65, 1000] {
            assert_eq!(sha256_in_pieces(b"abc", piece), abc);
            assert_eq!(sha256_in_pieces(&[b'a'; 1_000_000], piece), million);
        }
    }
}
