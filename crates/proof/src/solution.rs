//! Solution trees outside the checker: written, read, turned (section 4.6 of the format document).

use hashbrown::{HashMap, HashSet};

use quod_engine::{ChoiceWriter, OpenGame, Pos, choice_bits};
use quod_game::{Claim, Move, Symmetric};

/// The prover's moves where there is a choice.
pub(crate) type Choices = HashMap<Pos, Move>;

/// Goes through the tree below a position as a checker does. `choose` is asked once at every position
/// of the prover's with several moves. `None` if it says nothing, or if the claim is not shown.
fn go_through(
    game: &OpenGame,
    claim: &Claim,
    pos: &Pos,
    choose: &mut dyn FnMut(&Pos, &[Move]) -> Option<Move>,
) -> Option<()> {
    let mut shown = HashSet::new();
    let mut line = vec![(vec![pos.clone()], None)];
    while let Some((open, remembered)) = line.last_mut() {
        let Some(pos) = open.pop() else {
            shown.extend(remembered.take());
            line.pop();
            continue;
        };
        match game.settled(&pos, claim) {
            Some(true) => continue,
            Some(false) => return None,
            None if shown.contains(&pos) => continue,
            None => {}
        }
        let mut moves = game.legal_moves(&pos);
        let mut remembered = None;
        if game.to_move(&pos) == claim.prover() && moves.len() > 1 {
            moves = vec![choose(&pos, &moves)?];
            remembered = Some(pos.clone());
        }
        let open: Vec<Pos> = moves.iter().rev().map(|&mv| game.play(&pos, mv)).collect();
        line.push(((!open.is_empty()).then_some(open)?, remembered));
    }
    Some(())
}

/// What a tree plays; `None` if it does not show the claim.
pub(crate) fn read(game: &OpenGame, claim: &Claim, pos: &Pos, choices: &[u8]) -> Option<Choices> {
    let mut played = Choices::new();
    let mut taken = 0;
    go_through(game, claim, pos, &mut |pos, moves| {
        let mut choice = 0;
        for bit in 0..choice_bits(moves.len()) {
            choice |= usize::from(choices.get(taken / 8)? >> (taken % 8) & 1) << bit;
            taken += 1;
        }
        let mv = *moves.get(choice)?;
        played.insert(pos.clone(), mv);
        Some(mv)
    })?;
    Some(played)
}

/// The choices of a tree as bytes; `None` if a move is unknown or not legal, or if they do not show the
/// claim.
pub(crate) fn write(
    game: &OpenGame,
    claim: &Claim,
    pos: &Pos,
    choose: &mut dyn FnMut(&Pos) -> Option<Move>,
) -> Option<Vec<u8>> {
    let mut written = ChoiceWriter::default();
    go_through(game, claim, pos, &mut |pos, moves| {
        let mv = choose(pos)?;
        written.push(moves.iter().position(|it| *it == mv)?, moves.len());
        Some(mv)
    })?;
    Some(written.into_bytes())
}

/// The tree for the image of the position under a symmetry; `None` if it does not show the claim.
pub(crate) fn turned(
    game: &OpenGame,
    symmetric: &dyn Symmetric<Pos>,
    map: u16,
    claim: &Claim,
    pos: &Pos,
    choices: &[u8],
) -> Option<Vec<u8>> {
    let played = read(game, claim, pos, choices)?;
    let images: Choices = played
        .iter()
        .map(|(pos, mv)| (symmetric.map(map, pos), symmetric.map_move(map, *mv)))
        .collect();
    let claim = claim.mapped(symmetric.swaps_players(map));
    write(game, &claim, &symmetric.map(map, pos), &mut |pos| images.get(pos).copied())
}
