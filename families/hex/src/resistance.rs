//! Shannon's electrical model of Hex: cells as resistors, and where the current flows (Anshelevich 2002).

use crate::ground::Ground;
use crate::mask::Mask;
use crate::net::Net;

/// For each cell the share of the current from border to border that goes through it, added to `score`; the conductance of the whole.
pub fn currents<B: Mask>(
    ground: &Ground<B>,
    net: &Net<B>,
    score: &mut [f32],
    scratch: &mut Vec<f32>,
) -> f32 {
    let n = ground.n();
    let (source, sink) = (net.border(0), net.border(1));
    let nodes = net.ends();
    let mut number = [u8::MAX; 256];
    let inner: Vec<u8> = nodes.iter().copied().filter(|&it| it != source && it != sink).collect();
    for (at, &node) in inner.iter().enumerate() {
        number[usize::from(node)] = at as u8;
    }
    let m = inner.len();
    let width = m + 1;
    scratch.clear();
    scratch.resize(m * width, 0.0);
    let is_cell = |node: u8| usize::from(node) < n && !net.own.has(node);
    let conductance = |a: u8, b: u8| match (is_cell(a), is_cell(b)) {
        (true, true) => 0.5,
        (false, false) => 4.0,
        _ => 1.0,
    };
    let mut links = Vec::new();
    for (at, &a) in nodes.iter().enumerate() {
        for &b in &nodes[..at] {
            if let Some(size) = net.least_full(a, b).filter(|size| *size <= 2) {
                let g: f32 = conductance(a, b) * if size == 0 { 1.0 } else { 0.6 };
                links.push((a, b, g));
            }
        }
    }
    for &(a, b, g) in &links {
        let (i, j) = (number[usize::from(a)], number[usize::from(b)]);
        for (i, j, far) in [(i, j, b), (j, i, a)] {
            if i != u8::MAX {
                let row = usize::from(i) * width;
                scratch[row + usize::from(i)] += g;
                if j != u8::MAX {
                    scratch[row + usize::from(j)] -= g;
                } else if far == source {
                    scratch[row + m] += g;
                }
            }
        }
    }
    for i in 0..m {
        scratch[i * width + i] += 1e-6;
    }
    // Gauss's elimination; the matrix is diagonally dominant.
    for i in 0..m {
        let (head, tail) = scratch.split_at_mut((i + 1) * width);
        let row = &head[i * width..];
        let pivot = 1.0 / row[i];
        for other in tail.chunks_exact_mut(width) {
            let factor = other[i] * pivot;
            if factor != 0.0 {
                for j in i..width {
                    other[j] -= factor * row[j];
                }
            }
        }
    }
    let mut potential = [0.0f32; 256];
    potential[usize::from(source)] = 1.0;
    for i in (0..m).rev() {
        let row = &scratch[i * width..(i + 1) * width];
        let mut sum = row[m];
        for j in i + 1..m {
            sum -= row[j] * potential[usize::from(inner[j])];
        }
        potential[usize::from(inner[i])] = sum / row[i];
    }
    let mut total = 0.0;
    let mut through = [0.0f32; 256];
    for &(a, b, g) in &links {
        let current = g * (potential[usize::from(a)] - potential[usize::from(b)]).abs();
        through[usize::from(a)] += current;
        through[usize::from(b)] += current;
        if a == source || b == source {
            total += current;
        }
    }
    if total > 0.0 {
        for &node in &inner {
            if is_cell(node) {
                score[usize::from(node)] += through[usize::from(node)] / (2.0 * total);
            }
        }
    }
    total
}
