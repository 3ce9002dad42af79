//! Any engine on a board of Atari Go, over the twin and over the plain rules: what a shape of state is worth.
//!
//! `time shapes twin 9 dfpn:init=moves 1000000`, and `rules` in place of `twin`. (This program has no clock.)

use std::env::args;
use std::error::Error;

use quod_engine::{EngineSpec, Offer, OpenGame, Task};
use quod_game::{Claim, Player};
use quod_rules::AtariGo;

const MEMORY: u64 = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = args().skip(1).collect();
    let [over, size, engine, nodes, position @ ..] = &words[..] else {
        return Err("expected twin|rules SIZE ENGINE NODES [POSITION]".into());
    };
    let game = AtariGo::new(size.parse()?, false)?;
    let offer = match over.as_str() {
        "twin" => quod_atari_go::offer(game),
        _ => Offer::of_rules(OpenGame::new(game)),
    };
    let root = match position {
        [] => offer.game.start(),
        moves => offer.game.parse_position(&moves.join(" "))?,
    };
    let claim = Claim::wins(Player::First);
    let task = Task::new(root, claim, MEMORY);
    let spec = EngineSpec::parse(engine)?;
    let mut prover = offer.engine(spec.name())?.start(&offer, &task, spec, None)?;
    let status = prover.step(nodes.parse()?);
    println!("{over} {engine}: {status:?}, {:?}", prover.effort());
    Ok(())
}
