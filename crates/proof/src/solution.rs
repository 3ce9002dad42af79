//! Solution trees outside the checker: written, read, turned (section 4.6 of the format document).

use hashbrown::{HashMap, HashSet};

use quod_engine::{ChoiceWriter, OpenGame, Pos, choice_bits};
use quod_game::{Claim, Move, Symmetric};

/// A position, and what is left of the claim there.
type Left = (Claim, Pos);

/// The prover's moves where there is a choice.
pub(crate) type Choices = HashMap<Left, Move>;

/// Goes through the tree below a position as a checker does. `choose` is asked once at every position
/// of the prover's with several moves. `None` if it says nothing, or if the claim is not shown.
fn go_through(
    game: &OpenGame,
    claim: &Claim,
    pos: &Pos,
    choose: &mut dyn FnMut(&Left, &[Move]) -> Option<Move>,
) -> Option<()> {
    let mut shown = HashSet::new();
    let mut line = vec![(*claim, vec![pos.clone()], None)];
    while let Some((claim, open, remembered)) = line.last_mut() {
        let claim = *claim;
        let Some(pos) = open.pop() else {
            shown.extend(remembered.take());
            line.pop();
            continue;
        };
        let settled = game.settled(&pos, &claim);
        let this = (claim, pos);
        match settled {
            Some(true) => continue,
            Some(false) => return None,
            None if shown.contains(&this) => continue,
            None => {}
        }
        let pos = &this.1;
        let (mut moves, mover) = (game.legal_moves(pos), game.to_move(pos));
        let mut remembered = None;
        if mover == claim.prover() && moves.len() > 1 {
            moves = vec![choose(&this, &moves)?];
            remembered = Some(this.clone());
        }
        let open: Vec<Pos> = moves.iter().rev().map(|&mv| game.play(pos, mv)).collect();
        line.push((claim.after(mover), (!open.is_empty()).then_some(open)?, remembered));
    }
    Some(())
}

/// What a tree plays; `None` if it does not show the claim.
pub(crate) fn read(game: &OpenGame, claim: &Claim, pos: &Pos, choices: &[u8]) -> Option<Choices> {
    let mut played = Choices::new();
    let mut taken = 0;
    go_through(game, claim, pos, &mut |this, moves| {
        let mut choice = 0;
        for bit in 0..choice_bits(moves.len()) {
            choice |= usize::from(choices.get(taken / 8)? >> (taken % 8) & 1) << bit;
            taken += 1;
        }
        let mv = *moves.get(choice)?;
        played.insert(this.clone(), mv);
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
    choose: &mut dyn FnMut(&Left) -> Option<Move>,
) -> Option<Vec<u8>> {
    let mut written = ChoiceWriter::default();
    go_through(game, claim, pos, &mut |this, moves| {
        let mv = choose(this)?;
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
    let swap = symmetric.swaps_players(map);
    let image = |claim: &Claim, pos: &Pos| (claim.mapped(swap), symmetric.map(map, pos));
    let images: Choices = played
        .iter()
        .map(|((claim, pos), mv)| (image(claim, pos), symmetric.map_move(map, *mv)))
        .collect();
    let (claim, pos) = image(claim, pos);
    write(game, &claim, &pos, &mut |this| images.get(this).copied())
}
