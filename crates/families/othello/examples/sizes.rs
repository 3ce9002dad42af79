//! How large a proof is that a player has at least a score: one line a layer.
//!
//! `cargo run --release -p quod-othello --example sizes -- SIZE LEAST black|white [BITS]`, where LEAST is the
//! least score of the player named, from the start, and the table has 2 to the BITS entries.

use std::error::Error;

use quod_othello::{Board, Rest, Strategy};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, least, prover, rest @ ..] = words.as_slice() else {
        return Err("expected SIZE LEAST black|white [BITS]".into());
    };
    let (least, black) = (least.parse()?, prover == "black");
    let bits = rest.first().map_or(Ok(22), |bits| bits.parse())?;
    match size.as_str() {
        "4" => print::<4>(black, least, bits),
        "6" => print::<6>(black, least, bits),
        "8" => print::<8>(black, least, bits),
        _ => Err(format!("size: expected 4, 6 or 8, got \"{size}\"").into()),
    }
}

fn print<const N: usize>(black: bool, least: i32, bits: u32) -> Result<(), Box<dyn Error>> {
    let root = Board::<N>::start();
    let Some(mut strategy) = Strategy::new(root, black, least, Rest::Nobody, bits) else {
        return Err("the player does not have that much".into());
    };
    println!("proved with {} positions", strategy.nodes());
    let mut all = 0;
    while let Some(layer) = strategy.layer() {
        all += layer.prover + layer.opponent;
        let searched = strategy.nodes();
        println!("{layer:?}, so far {all} positions, searched {searched}");
    }
    Ok(())
}
