//! The conformance suite: every promise of [`Game`] and of the optional powers, on random play.

use std::collections::{HashMap, HashSet};

use super::Rng;
use super::promises::{keeps, keeps_eq, keeps_ne};
use super::texts::{check_set_up, check_texts};
use crate::{
    Border, Claim, Connective, Game, Goal, LineGame, Move, NullMove, Player, Ranked, Stacked,
    Symmetric, Unmove,
};

/// Plays `plays` random games with the given seed and checks everything the game promises.
///
/// A play is cut after 500 moves (games that can repeat positions need not end).
///
/// # Panics
/// At the first broken promise, with a message that names it.
pub fn conformance<G: Game + ?Sized>(game: &G, plays: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut encodings: HashMap<Vec<u8>, G::Position> = HashMap::new();
    check_start(game);
    if let Some(lines) = game.lines() {
        check_line_list(lines);
    }
    if let Some(connective) = game.connective() {
        check_cells(connective);
    }
    if let Some(ranked) = game.ranked() {
        check_index(ranked, &mut rng);
    }
    for _ in 0..plays {
        let mut pos = game.start();
        let mut played = vec![pos.clone()];
        let mut met = HashSet::new();
        for _ in 0..500 {
            let back = game.cyclic().is_none() && !met.insert(pos.clone());
            keeps!("no-way-back", !back, "{} comes back", game.position_text(&pos));
            check_position(game, &pos, &mut encodings, &mut rng);
            let moves = game.legal_moves(&pos);
            let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else {
                break;
            };
            let next = game.play(&pos, mv);
            pos = next;
            played.push(pos.clone());
        }
        check_set_up(game, &pos, &mut rng, &mut |pos, rng| {
            check_position(game, pos, &mut encodings, rng);
        });
        check_decided(game, &played);
    }
}

fn check_start<G: Game + ?Sized>(game: &G) {
    let start = game.start();
    keeps_eq!("start", game.position_text(&start), "start", "the start is written \"start\"");
    keeps_eq!(
        "start",
        game.to_move(&start),
        Player::First,
        "the first player is the one who opens"
    );
    let [first, second] = game.player_names();
    keeps_ne!("names", first, second, "players have different names");
    for name in [first, second] {
        keeps!(
            "names",
            !name.is_empty() && !name.contains(char::is_whitespace),
            "a name is one word"
        );
    }
    for (player, goal) in Player::BOTH.into_iter().flat_map(|player| {
        [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(-3), Goal::CapturesLessThan(4)]
            .map(|goal| (player, goal))
    }) {
        let claim = Claim { player, goal };
        let text = claim.text(game, Player::First);
        let parsed = Claim::parse(game, Player::First, &text);
        match claim.exists_in(game) {
            true => keeps_eq!("claims", parsed.as_ref(), Ok(&claim), "claim {text} reads back"),
            false => keeps!("claims", parsed.is_err(), "claim {text} is refused"),
        }
    }
}

fn check_position<G: Game + ?Sized>(
    game: &G,
    pos: &G::Position,
    encodings: &mut HashMap<Vec<u8>, G::Position>,
    rng: &mut Rng,
) {
    let bytes = game.encoding(pos);
    keeps_eq!(
        "encoding",
        game.decode(&bytes).as_ref(),
        Ok(pos),
        "decode(encode(position)) is the position"
    );
    let other = encodings.entry(bytes.clone()).or_insert_with(|| pos.clone());
    keeps_eq!("encoding", other, pos, "one encoding, one position");
    check_damaged(game, &bytes, rng);

    check_texts(game, pos, rng);

    let text = game.position_text(pos);
    let moves = game.legal_moves(pos);
    keeps_eq!(
        "end-before-moves",
        game.outcome(pos).is_none(),
        !moves.is_empty(),
        "a position has an outcome or a move: {text}"
    );
    keeps!(
        "moves-ascend",
        moves.is_sorted_by(|a, b| a < b),
        "moves ascend and are different: {text}"
    );
    for &mv in &moves {
        check_step(game, pos, &game.play(pos, mv));
    }
    if let Some(symmetric) = game.symmetric() {
        check_symmetry(game, symmetric, pos, &moves, rng);
    }
    if let Some(lines) = game.lines() {
        check_lines(game, lines, pos, &moves);
    }
    if let Some(connective) = game.connective() {
        check_connective(game, connective, pos, &moves);
    }
    if let Some(stacked) = game.stacked() {
        check_stacked(game, stacked, pos, &moves);
    }
    if let Some(ranked) = game.ranked() {
        check_rank(game, ranked, pos, &moves);
    }
    if let Some(null_move) = game.null_move() {
        check_null_move(game, null_move, pos);
    }
    if let Some(unmove) = game.unmove() {
        check_unmove(game, unmove, pos, &moves);
    }
}

/// An exchange of colours is one: the same side moves, twice it is nothing, and where it is followed by a move
/// that does not end the game the colours of the rest are still exchanged.
fn check_null_move<G: Game + ?Sized>(
    game: &G,
    null_move: &dyn NullMove<G::Position>,
    pos: &G::Position,
) {
    let text = game.position_text(pos);
    if game.outcome(pos).is_some() {
        return;
    }
    let exchanged = null_move.exchanged(pos);
    keeps_eq!(
        "null-move",
        game.to_move(&exchanged),
        game.to_move(pos),
        "{text}: the side to move stays"
    );
    keeps_eq!("null-move", null_move.exchanged(&exchanged), *pos, "{text}: exchanged twice");
    let moves = game.legal_moves(&exchanged);
    keeps_eq!(
        "null-move",
        game.outcome(&exchanged).is_none(),
        !moves.is_empty(),
        "{text}: a move or an outcome"
    );
    for mv in moves {
        let next = game.play(&exchanged, mv);
        keeps_ne!("null-move", game.to_move(&next), game.to_move(pos), "{text}: players alternate");
        if game.outcome(&next).is_none() {
            let back = null_move.exchanged(&null_move.exchanged(&next));
            keeps_eq!("null-move", back, next, "{text}: exchanged twice, a move later");
        }
    }
}

/// Damaged encodings are refused or stand for the position that they encode; none panics.
fn check_damaged<G: Game + ?Sized>(game: &G, bytes: &[u8], rng: &mut Rng) {
    for _ in 0..4 {
        let mut damaged = bytes.to_vec();
        match rng.below(3) {
            0 => damaged.push(rng.next_u64() as u8),
            1 => damaged.truncate(rng.below(damaged.len() + 1)),
            _ if damaged.is_empty() => {}
            _ => {
                let at = rng.below(damaged.len());
                damaged[at] = rng.next_u64() as u8;
            }
        }
        if let Ok(pos) = game.decode(&damaged) {
            keeps_eq!("encoding", game.encoding(&pos), damaged, "what decodes is canonical");
        }
    }
}

fn check_step<G: Game + ?Sized>(game: &G, pos: &G::Position, next: &G::Position) {
    if game.only_own_moves_win() {
        let winner = game.outcome(next).and_then(|it| it.winner);
        let own = winner.is_none_or(|winner| winner == game.to_move(pos));
        keeps!("only-own-moves-win", own, "only own moves win: {}", game.position_text(pos));
    }
    if let Some(cyclic) = game.cyclic() {
        keeps!(
            "classes-ascend",
            cyclic.class(next) >= cyclic.class(pos),
            "a move never returns to an earlier class"
        );
    }
    if game.perpetual().is_some() {
        keeps!(
            "perpetual",
            game.cyclic().is_some() && !game.has_scores(),
            "perpetual check: classes, no scores"
        );
        let over = game.outcome(next).is_some();
        keeps!(
            "perpetual",
            over || game.to_move(next) != game.to_move(pos),
            "perpetual check: players alternate"
        );
    }
}

/// Once a claim is decided, the rest of the play confirms it.
fn check_decided<G: Game + ?Sized>(game: &G, played: &[G::Position]) {
    for goal in [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(1), Goal::CapturesAtLeast(1)] {
        for player in Player::BOTH {
            let claim = Claim { player, goal };
            let mut known = None;
            for pos in played {
                let now = game.settled(pos, &claim);
                keeps!(
                    "decided",
                    known.is_none() || now == known,
                    "{claim:?} was decided and then was not"
                );
                known = now;
            }
        }
    }
}

fn check_symmetry<G: Game + ?Sized>(
    game: &G,
    symmetric: &dyn Symmetric<G::Position>,
    pos: &G::Position,
    moves: &[Move],
    rng: &mut Rng,
) {
    keeps_eq!("maps", &symmetric.map(0, pos), pos, "map 0 is the identity");
    check_group(symmetric, pos, rng);
    for map in 0..symmetric.order() {
        let image = symmetric.map(map, pos);
        let swap = symmetric.swaps_players(map);
        let expected = game.outcome(pos).map(|it| if swap { it.swapped() } else { it });
        keeps_eq!("maps", game.outcome(&image), expected, "outcomes commute with map {map}");
        let mut images: Vec<Move> = moves.iter().map(|&mv| symmetric.map_move(map, mv)).collect();
        images.sort_unstable();
        keeps_eq!("maps", game.legal_moves(&image), images, "moves commute with map {map}");
        if !moves.is_empty() {
            let mover = game.to_move(pos);
            let expected = if swap { mover.other() } else { mover };
            keeps_eq!("maps", game.to_move(&image), expected, "the mover commutes with map {map}");
        }
        for &mv in moves {
            keeps_eq!(
                "maps",
                game.play(&image, symmetric.map_move(map, mv)),
                symmetric.map(map, &game.play(pos, mv)),
                "playing commutes with map {map}"
            );
        }
        if let Some(cyclic) = game.cyclic() {
            let here = cyclic.infinite_play(cyclic.class(pos));
            let there = cyclic.infinite_play(cyclic.class(&image));
            keeps_eq!(
                "maps-infinite-play",
                there,
                if swap { here.swapped() } else { here },
                "infinite play commutes"
            );
            for &mv in moves {
                let next = game.play(pos, mv);
                keeps_eq!(
                    "maps-classes",
                    cyclic.class(&next) == cyclic.class(pos),
                    cyclic.class(&symmetric.map(map, &next)) == cyclic.class(&image),
                    "classes commute with map {map}"
                );
            }
        }
        if let Some(perpetual) = game.perpetual() {
            let checks = [perpetual.in_check(pos), perpetual.in_check(&image)];
            keeps_eq!("maps-checks", checks[0], checks[1], "checks commute with map {map}");
        }
        for player in Player::BOTH {
            for goal in
                [Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(1), Goal::CapturesAtLeast(1)]
            {
                let claim = Claim { player, goal };
                keeps_eq!(
                    "maps-settled",
                    game.settled(pos, &claim),
                    game.settled(&image, &claim.mapped(swap)),
                    "settledness commutes with map {map}"
                );
            }
        }
    }
}

/// Two maps one after the other do what one map does, and every map can be undone: asked of one map after all.
fn check_group<P: Eq>(symmetric: &dyn Symmetric<P>, pos: &P, rng: &mut Rng) {
    let images: Vec<P> = (0..symmetric.order()).map(|map| symmetric.map(map, pos)).collect();
    let image = &images[rng.below(images.len())];
    let (mut back, mut others) = (false, 4);
    for map in 0..symmetric.order() {
        let twice = symmetric.map(map, image);
        back |= twice == *pos;
        if others > 0 && rng.chance(4, images.len().max(4)) {
            keeps!("maps-group", images.contains(&twice), "two maps are a map");
            others -= 1;
        }
    }
    keeps!("maps-group", back, "a map can be undone");
}

fn check_line_list<P>(lines: &dyn LineGame<P>) {
    keeps!("lines", lines.cells() <= usize::from(u16::MAX), "at most 65,535 cells");
    for (at, line) in lines.lines().iter().enumerate() {
        keeps!("lines", !line.is_empty(), "a line has cells");
        for player in Player::BOTH {
            let mut sorted = [line, lines.border(player, at)].concat();
            keeps!(
                "lines",
                sorted.iter().all(|&cell| (cell as usize) < lines.cells()),
                "cells exist"
            );
            let cells = sorted.len();
            sorted.sort_unstable();
            sorted.dedup();
            keeps_eq!(
                "lines",
                sorted.len(),
                cells,
                "the cells of a line and of its border are different"
            );
        }
    }
}

fn check_lines<G: Game + ?Sized>(
    game: &G,
    lines: &dyn LineGame<G::Position>,
    pos: &G::Position,
    moves: &[Move],
) {
    let filled = |player| {
        let own = |&cell: &u16| lines.stone(pos, cell) == Some(player);
        let fills = |at: usize, line: &[u16]| {
            line.iter().all(own) && !lines.border(player, at).iter().any(own)
        };
        lines.lines().iter().enumerate().any(|(at, line)| fills(at, line))
    };
    let mover = game.to_move(pos);
    let empty: Vec<Move> = (0..lines.cells() as u16)
        .filter(|&cell| lines.stone(pos, cell).is_none())
        .map(|cell| Move(cell as u32))
        .collect();
    match game.outcome(pos) {
        Some(outcome) => match outcome.winner {
            Some(player) if lines.forbids(player.other()) => {
                let stuck = mover != player && moves.is_empty();
                keeps!(
                    "lines-win",
                    filled(player) || stuck,
                    "a win is a filled line, or nothing is allowed"
                );
            }
            Some(player) => keeps!("lines-win", filled(player), "a win is a filled line"),
            None => keeps!("lines-draw", empty.is_empty(), "a draw is a full board"),
        },
        None => {
            keeps!(
                "lines-win",
                !Player::BOTH.into_iter().any(filled),
                "a filled line wins at once"
            );
            match lines.forbids(mover) {
                false => keeps_eq!(
                    "lines-moves",
                    moves,
                    empty,
                    "every empty cell is a move, and nothing else"
                ),
                true => check_free_cells(game, lines, pos, moves, &empty),
            }
        }
    }
    for &mv in moves {
        let next = game.play(pos, mv);
        for cell in 0..lines.cells() as u16 {
            let expected = match cell as u32 == mv.0 {
                true => Some(game.to_move(pos)),
                false => lines.stone(pos, cell),
            };
            keeps_eq!(
                "lines-stones",
                lines.stone(&next, cell),
                expected,
                "a move places one stone"
            );
        }
        if game.outcome(&next).is_none() {
            keeps_ne!(
                "lines-alternate",
                game.to_move(&next),
                game.to_move(pos),
                "players alternate"
            );
        }
    }
}

/// What is allowed where moves may be forbidden: empty cells, and those that are free; they are free still with
/// any one stone more of the other player.
fn check_free_cells<G: Game + ?Sized>(
    game: &G,
    lines: &dyn LineGame<G::Position>,
    pos: &G::Position,
    moves: &[Move],
    empty: &[Move],
) {
    let mover = game.to_move(pos);
    keeps!("lines-moves", moves.iter().all(|mv| empty.contains(mv)), "moves are to empty cells");
    let stone = |cell: u16| lines.stone(pos, cell);
    for &mv in empty {
        let fills = game.outcome(&game.play(pos, mv)).is_some_and(|it| it.winner == Some(mover));
        let free = lines.is_free(mover, mv.0 as u16, &stone);
        keeps!(
            "lines-free",
            moves.contains(&mv) || !free && !fills,
            "who is free to play may, and who fills a line"
        );
        for other in empty.iter().filter(|&&other| free && other != mv) {
            let more = |cell: u16| match u32::from(cell) == other.0 {
                true => Some(mover.other()),
                false => stone(cell),
            };
            keeps!(
                "lines-free",
                lines.is_free(mover, mv.0 as u16, &more),
                "no stone of the other's forbids"
            );
        }
    }
}

fn check_cells<P>(connective: &dyn Connective<P>) {
    let places = connective.places();
    keeps!("borders", places.len() <= usize::from(u16::MAX), "at most 65,535 cells");
    let different: HashSet<&(i16, i16)> = places.iter().collect();
    keeps_eq!("borders", different.len(), places.len(), "cells lie in different places");
    for player in Player::BOTH {
        let borders = connective.borders(player);
        keeps!("borders", (2..=8).contains(&borders.len()), "a player has 2 to 8 borders");
        let some = |border: &Border| places.iter().any(|&place| touches(place, border));
        keeps!(
            "borders",
            borders.iter().all(|it| it.axis < 3 && some(it)),
            "cells touch each border"
        );
    }
}

fn touches((column, row): (i16, i16), border: &Border) -> bool {
    [column, row, column + row][usize::from(border.axis)] == border.at
}

/// Whether a chain of the player's stones touches all its borders: a chain grows from each of them.
fn joined<P>(connective: &dyn Connective<P>, pos: &P, player: Player) -> bool {
    let places = connective.places();
    let borders = connective.borders(player);
    let own = |cell: u16| connective.stone_on(pos, cell) == Some(player);
    let beside = |a: u16, b: u16| {
        let ((ca, ra), (cb, rb)) = (places[usize::from(a)], places[usize::from(b)]);
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].contains(&(cb - ca, rb - ra))
    };
    (0..places.len() as u16).filter(|&cell| own(cell)).any(|first| {
        let mut chain = vec![first];
        let mut next = 0;
        while let Some(&at) = chain.get(next) {
            next += 1;
            for cell in 0..places.len() as u16 {
                if own(cell) && beside(at, cell) && !chain.contains(&cell) {
                    chain.push(cell);
                }
            }
        }
        let place = |cell: &u16| places[usize::from(*cell)];
        borders.iter().all(|border| chain.iter().any(|cell| touches(place(cell), border)))
    })
}

fn check_connective<G: Game + ?Sized>(
    game: &G,
    connective: &dyn Connective<G::Position>,
    pos: &G::Position,
    moves: &[Move],
) {
    let cells = connective.places().len() as u16;
    let joined = Player::BOTH.map(|player| joined(connective, pos, player));
    let winner = match joined {
        [true, true] => {
            keeps!("joined-wins", false, "both players have joined their borders");
            return;
        }
        [true, false] => Some(Player::First),
        [false, true] => Some(Player::Second),
        [false, false] => None,
    };
    let told = game.outcome(pos);
    keeps_eq!("joined-wins", told.and_then(|it| it.winner), winner, "joined borders win at once");
    keeps_eq!("joined-wins", told.is_some(), winner.is_some(), "nothing else ends the game");
    if !connective.only_cells(pos) {
        return;
    }
    let empty = |&cell: &u16| connective.stone_on(pos, cell).is_none();
    let empty: Vec<Move> = (0..cells).filter(empty).map(|cell| Move(cell.into())).collect();
    if winner.is_none() {
        keeps_eq!("only-cells", moves, empty, "every empty cell is a move, and nothing else");
    }
    for &mv in moves {
        let next = game.play(pos, mv);
        keeps!("only-cells", connective.only_cells(&next), "there are no other moves later");
        for cell in 0..cells {
            let expected = match u32::from(cell) == mv.0 {
                true => Some(game.to_move(pos)),
                false => connective.stone_on(pos, cell),
            };
            keeps_eq!(
                "only-cells",
                connective.stone_on(&next, cell),
                expected,
                "a move places one stone"
            );
        }
        if game.outcome(&next).is_none() {
            keeps_ne!("only-cells", game.to_move(&next), game.to_move(pos), "players alternate");
        }
    }
}

fn check_stacked<G: Game + ?Sized>(
    game: &G,
    stacked: &dyn Stacked<G::Position>,
    pos: &G::Position,
    moves: &[Move],
) {
    if let Some(symmetric) = game.symmetric() {
        for (map, &mv) in
            (0..symmetric.order()).flat_map(|map| moves.iter().map(move |mv| (map, mv)))
        {
            let image = |mv| symmetric.map_move(map, mv);
            let expected = stacked.above(mv).map(image);
            keeps_eq!(
                "columns",
                stacked.above(image(mv)),
                expected,
                "what is above commutes with map {map}"
            );
        }
    }
    for &mv in moves {
        let mut expected: Vec<Move> = moves.iter().copied().filter(|&it| it != mv).collect();
        if let Some(above) = stacked.above(mv) {
            keeps!(
                "columns",
                !moves.contains(&above),
                "what is above a legal move is not legal yet"
            );
            expected.push(above);
        }
        expected.sort_unstable();
        let next = game.play(pos, mv);
        if game.outcome(&next).is_none() {
            keeps_eq!(
                "columns",
                game.legal_moves(&next),
                expected,
                "a move opens what is above it, no more"
            );
        }
    }
}

fn check_rank<G: Game + ?Sized>(
    game: &G,
    ranked: &dyn Ranked<G::Position>,
    pos: &G::Position,
    moves: &[Move],
) {
    let Some((layer, index)) = ranked.rank(pos) else {
        return;
    };
    keeps!("index", layer < ranked.layers() && index < ranked.size(layer), "ranks are in range");
    let Some(shown) = ranked.unrank(layer, index) else {
        keeps!("index", false, "an index that a position has");
        return;
    };
    if shown != *pos {
        keeps_eq!(
            "index",
            ranked.rank(&shown),
            Some((layer, index)),
            "rank(unrank(rank(position)))"
        );
        keeps!(
            "index-worth",
            ranked.worth(pos, 0).is_some(),
            "positions share an index only with a worth"
        );
    }
    for &mv in moves {
        let next = game.play(pos, mv);
        if let Some((to, _)) = ranked.rank(&next) {
            let rests = to == layer || to < layer && ranked.rests_on(layer, to);
            keeps!("layers-fall", rests, "a move from layer {layer} leads to layer {to}");
            if to == layer {
                let had = ranked.worth(pos, 0);
                keeps_eq!("layers-gain", ranked.worth(&next, 0), had, "a move within a layer");
            }
        }
    }
}

fn check_index<P>(ranked: &dyn Ranked<P>, rng: &mut Rng) {
    for layer in 0..ranked.layers() {
        for _ in 0..200 {
            let size = ranked.size(layer);
            keeps!("index", size > 0, "a layer has positions");
            let index = rng.below(size as usize) as u64;
            if let Some(pos) = ranked.unrank(layer, index) {
                keeps_eq!("index", ranked.rank(&pos), Some((layer, index)), "rank(unrank(index))");
            }
        }
    }
}

fn check_unmove<G: Game + ?Sized>(
    game: &G,
    unmove: &dyn Unmove<G::Position>,
    pos: &G::Position,
    moves: &[Move],
) {
    let mut before = Vec::new();
    for &mv in moves {
        before.clear();
        unmove.unmoves(&game.play(pos, mv), &mut before);
        keeps_eq!(
            "unmove",
            before.iter().filter(|it| *it == pos).count(),
            1,
            "a position is once among those that its child comes from"
        );
    }
    before.clear();
    unmove.unmoves(pos, &mut before);
    for it in before {
        let leads_here = game.legal_moves(&it).iter().any(|&mv| game.play(&it, mv) == *pos);
        keeps!("unmove", leads_here, "an unmove is undone by a move");
    }
}
