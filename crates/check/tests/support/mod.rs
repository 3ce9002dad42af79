//! What the checker's tests share: games small enough for brute force, a prover that builds true
//! certificates, mutations of decoded certificates, and a writer made from the format document.
#![allow(dead_code, unused_imports)]

mod chase;
mod connections;
mod games;
mod hexagons;
mod layered;
mod more;
mod mutate;
mod prover;
mod shelf;
mod strategy;
mod world;
mod write;

pub use chase::Chase;
pub use connections::{
    Build, Turn, all_turns, forced, joined, lemma, mutate_connection, part, random_lemma, way,
};
pub use games::{Graph, GraphNode, Lines, Stones, brute_force_win};
pub use hexagons::{Hexagons, Seat};
pub use layered::Layered;
pub use more::More;
pub use mutate::mutate;
pub use prover::{Prover, resolve};
pub use shelf::{Shelf, table};
pub use strategy::{good, mutate_list, random_instruction};
pub use world::{World, random_claim, random_graph};
pub use write::{container, write};

use quod_cert::{Certificate, Evidence, Instruction, Reason, Section, Shown};
use quod_check::{Limits, check};
use quod_game::{Claim, Game};

/// A certificate without entries that shows the claim by evidence.
pub fn by_evidence<G: Game + ?Sized>(
    game: &G,
    claim: Claim,
    pos: &G::Position,
    evidence: Evidence,
) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: Shown::Evidence(evidence) }],
        remark: String::new(),
        tables: Vec::new(),
        entries: Vec::new(),
    }
}

/// A certificate without entries that shows the claim by a positional strategy.
pub fn by_list<G: Game + ?Sized>(
    game: &G,
    claim: Claim,
    pos: &G::Position,
    list: &[Instruction],
) -> Certificate {
    by_evidence(game, claim, pos, Evidence::Strategy(list.to_vec()))
}

/// The reason for which the certificate is rejected.
///
/// # Panics
/// If it is accepted.
pub fn rejection<G: Game + ?Sized>(game: &G, cert: &Certificate) -> Reason {
    check(game, cert, &Limits::default()).expect_err("a false certificate is accepted").reason
}

/// Checks a certificate that must be accepted.
///
/// # Panics
/// If it is rejected.
pub fn accepted<G: Game + ?Sized>(game: &G, cert: &Certificate) {
    if let Err(reject) = check(game, cert, &Limits::default()) {
        panic!("a true certificate is rejected: {reject} ({}): {cert:#?}", reject.detail);
    }
}
