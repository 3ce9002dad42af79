//! The thesis's numbers (Allis 1994, Tables 2.9–2.14), in the order αβ, transposition, basic pn, stones
//! pn.

/// Table 2.9: easy, hard.
pub const BEST: [[f64; 4]; 2] = [[23.0, 61.0, 41.0, 44.0], [0.0, 22.0, 31.5, 114.5]];

/// Tables 2.10 and 2.11: the row beats the column.
pub const PAIRS: [[[f64; 4]; 4]; 2] = [
    [
        [0.0, 35.0, 79.0, 91.5],
        [134.0, 0.0, 89.0, 100.0],
        [90.0, 80.0, 0.0, 82.0],
        [77.5, 69.0, 87.0, 0.0],
    ],
    [
        [0.0, 0.0, 6.0, 6.0],
        [168.0, 0.0, 25.0, 24.0],
        [162.0, 143.0, 0.0, 42.0],
        [162.0, 144.0, 126.0, 0.0],
    ],
];

/// Table 2.12: totals relative to stones pn's.
pub const FACTORS: [f64; 4] = [128.8, 68.0, 1.5, 1.0];

/// Table 2.12: the largest tree of basic pn and stones pn, on average.
pub const TREES: [u64; 2] = [42_767, 25_505];

/// Table 2.13.
pub const GROUPS: [&[usize]; 4] = [
    &[18, 47, 40, 45, 57, 61, 36, 26, 7],
    &[18, 47, 44, 59, 67, 53, 23, 23, 3],
    &[14, 43, 52, 77, 92, 57, 2],
    &[14, 37, 57, 77, 101, 51],
];

/// Table 2.14.
pub const GROUPS_OF_ALL: &[usize] = &[15, 43, 46, 65, 75, 57, 35, 1];
