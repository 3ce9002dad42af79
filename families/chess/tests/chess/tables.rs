//! Tables of chess: the fast numbers and moves against the rules, and whole layers against the checker.

use std::collections::BTreeSet;

use quod_cert::TableFile;
use quod_check::{Help, LayerValues, verify_table};
use quod_chess::tables::{AntichessTables, ChessTables, Endings, Few, Free};
use quod_game::testkit::{Rng, share};
use quod_game::{Game, MOST_VALUE, Outcome, Player, Ranked};
use quod_rules::{ANTICHESS_ENDINGS, CHESS_ENDINGS, Chess, ChessGame, ChessPosition, Man};
use quod_tables::{Builder, Directory, Event, Extent, Options, Retrograde, Tables, file_name};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };

fn by_rules(few: &Few) -> ChessPosition {
    let mut men = [None; 64];
    for it in few.men() {
        men[usize::from(it.at)] = Some((Player::BOTH[usize::from(it.side)], it.man));
    }
    let to_move = Player::BOTH[usize::from(few.to_move)];
    let en_passant = (few.passed < 64).then_some(few.passed);
    ChessPosition { men, to_move, castling: [[None; 2]; 2], en_passant, clock: 0 }
}

/// Random indices of a layer; in pawns' endings of equal sides many are positions with a capture in passing.
fn indices(rng: &mut Rng, size: u64, n: usize) -> Vec<u64> {
    (0..n).map(|_| rng.below(size as usize) as u64).collect()
}

#[test]
fn fast_numbers_and_moves_are_those_of_the_rules() {
    let (endings, mut rng) = (Endings::default(), Rng::new(26));
    let (mut positions, mut passing, mut symmetric) = (0, 0, 0);
    for (layer, ending) in (0..).zip(&endings.endings) {
        assert_eq!(CHESS.size(layer), u64::from(ending.size));
        let n = if CHESS_ENDINGS[layer as usize][1] == CHESS_ENDINGS[layer as usize][0] {
            16_000
        } else {
            400
        };
        for index in indices(&mut rng, ending.size.into(), n) {
            let few = endings.place(ending, index as u32);
            let pos = CHESS.unrank(layer, index);
            assert_eq!(few.as_ref().map(by_rules), pos, "layer {layer}, index {index}");
            let (Some(few), Some(pos)) = (few, pos) else { continue };
            positions += 1;
            passing += usize::from(pos.en_passant.is_some());
            assert_eq!(endings.locate(&few), (layer, index as u32));
            assert_eq!(CHESS.rank(&pos), Some((layer, index)));
            // The board turned, and the sides exchanged, are the same position.
            let turned = |at: u8| at ^ 63;
            if pos.en_passant.is_none()
                && !pos.men.iter().flatten().any(|it| it.1 == quod_rules::Man::Pawn)
            {
                let mut men = [None; 64];
                (0..64u8).for_each(|at| men[usize::from(turned(at))] = pos.men[usize::from(at)]);
                assert_eq!(CHESS.rank(&ChessPosition { men, ..pos.clone() }), Some((layer, index)));
                symmetric += 1;
            }
            let mut men = [None; 64];
            for at in 0..64 {
                men[at ^ 56] = pos.men[at].map(|(player, man)| (player.other(), man));
            }
            let en_passant = pos.en_passant.map(|at| at ^ 56);
            let exchanged =
                ChessPosition { men, to_move: pos.to_move.other(), en_passant, ..pos.clone() };
            assert_eq!(CHESS.rank(&exchanged), Some((layer, index)));
            // Moves, unless the rules end the game at once because nobody can mate.
            let mut fast = Vec::new();
            few.each_move(|next| fast.push((by_rules(&next), endings.locate(&next))));
            let rules: Vec<ChessPosition> =
                CHESS.legal_moves(&pos).into_iter().map(|mv| CHESS.play(&pos, mv)).collect();
            if rules.is_empty() && CHESS.outcome(&pos) == Some(Outcome::DRAW) {
                continue;
            }
            assert_eq!(fast.len(), rules.len(), "{}", CHESS.position_text(&pos));
            for next in rules {
                let (to, index) = CHESS.rank(&next).expect("fewer men, or as many");
                assert!(fast.contains(&(next, (to, index as u32))));
            }
        }
    }
    assert!(
        positions > 10_000 && passing > 40 && symmetric > 4_000,
        "{positions} {passing} {symmetric}"
    );
}

/// Compares moves within a layer with moves undone, both by index, at some indices: every move forward is undone
/// once, and every move back is a move. How many there were, forward and back.
fn moves_undone_agree(
    wanted: impl IntoIterator<Item = u64>,
    inner: impl Fn(u32) -> Option<BTreeSet<u32>>,
    unmoves: impl Fn(u32) -> Vec<u32>,
    place: &str,
) -> [usize; 2] {
    let [mut forward, mut backward] = [0; 2];
    for index in wanted.into_iter().map(|it| it as u32) {
        let Some(after) = inner(index) else { continue };
        for next in after {
            let n = unmoves(next).iter().filter(|it| **it == index).count();
            assert_eq!(n, 1, "{place}, from {index} to {next}");
            forward += 1;
        }
        for before in unmoves(index) {
            let after = inner(before).expect("it is a position");
            assert!(after.contains(&index), "{place}, {before} to {index}");
            backward += 1;
        }
    }
    [forward, backward]
}

/// The indices from which a layer's moves lead to one.
fn unmoves<T: Retrograde<Cursor = Vec<u32>>>(tables: &T, layer: &T::Layer, index: u32) -> Vec<u32> {
    let mut all = Vec::new();
    tables.unmoves(layer, &mut Vec::new(), index.into(), |it, _| all.push(it as u32));
    all
}

#[test]
fn moves_undone_are_moves_within_the_layer() {
    let (endings, mut rng) = (Endings::default(), Rng::new(27));
    let tables = ChessTables::default();
    let mut both = [0; 2];
    for (number, ending) in (0..).zip(&endings.endings) {
        let layer = tables.layer(number);
        let inner = |index: u32| {
            let mut all = BTreeSet::new();
            endings.place(ending, index)?.each_move(|next| {
                let (to, index) = endings.locate(&next);
                if to == number {
                    all.insert(index);
                }
            });
            Some(all)
        };
        let wanted = indices(&mut rng, ending.size.into(), 400);
        let undone = |index| unmoves(&tables, &layer, index);
        let n = moves_undone_agree(wanted, inner, undone, &format!("layer {number}"));
        both = [both[0] + n[0], both[1] + n[1]];
    }
    let [forward, backward] = both;
    assert!(forward > 20_000 && backward > 20_000, "{forward} {backward}");
}

/// Builds in a directory of its own, in steps of so much, anew after each: what is finished is kept.
fn built(name: &str, last_layer: u32, steps: Option<u64>) -> Vec<Vec<u8>> {
    let path = std::env::temp_dir().join(format!("quod-chess-{name}-{}", std::process::id()));
    let store = Directory::new(&path).expect("a directory");
    let game = ChessTables::default();
    let every = steps.map_or(1 << 32, |_| 1 << 12);
    let options = Options { checkpoint_every: every, ..Options::new("chess", last_layer) };
    let (mut resumed, mut finished) = (0, false);
    for attempt in 1.. {
        let mut builder = Builder::new(&game, store.clone(), options.clone()).expect("it begins");
        let mut tell = |event| resumed += u32::from(matches!(event, Event::Resumed { .. }));
        // A little further each time: what is there already is read again first.
        let mut step = |_| builder.step(steps.unwrap_or(u64::MAX), &mut tell).expect("it goes on");
        finished = (0..attempt).any(&mut step);
        if finished {
            break;
        }
    }
    assert!(finished && (steps.is_none() || resumed > 3), "{resumed} checkpoints were taken up");
    let file = |layer| std::fs::read(path.join(file_name("chess", layer))).expect("it is there");
    let files = (0..=last_layer).map(file).collect();
    std::fs::remove_dir_all(path).expect("it can be removed");
    files
}

/// The layer of an ending with one man beside the kings.
const KRK: u32 = 3;
const KPK: u32 = 5;

/// The values of the layers up to one, each derived again by the checker.
fn verified(name: &str, last_layer: u32) -> Vec<Vec<i8>> {
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for file in built(name, last_layer, None) {
        let mut table = TableFile::open(std::io::Cursor::new(file)).expect("a table");
        verify_table(&CHESS, &mut table, &mut lower, &mut digests, Help::default())
            .expect("it is right");
    }
    lower.iter().map(|values| values.iter().collect()).collect()
}

fn longest(values: &[i8]) -> Option<i8> {
    values.iter().filter(|it| **it > 0).map(|it| 127 - it).max()
}

#[test]
fn three_men_are_worth_what_the_checker_derives_from_the_rules() {
    let lower = verified("three", KPK);
    assert_eq!([3, 4, 5].map(|at| longest(&lower[at])), [Some(16), Some(10), Some(28)]);
}

#[test]
fn a_rook_mates_as_soon_as_the_checker_derives_from_the_rules() {
    let lower = verified("rook", KRK);
    assert_eq!(longest(&lower[3]), Some(16));
    // A rook that can be taken, and a mate on the board.
    let pos = CHESS.parse_position("8/8/8/8/8/8/2k5/K1R5 b - -").expect("a position");
    let (layer, index) = CHESS.rank(&pos).expect("three men");
    assert_eq!(layer, KRK);
    assert_eq!(CHESS.worth(&pos, lower[3][index as usize].into()), Some(Outcome::DRAW));
    let mated = CHESS.parse_position("8/8/8/8/8/k1K5/8/R7 b - -").expect("a position");
    let (_, index) = CHESS.rank(&mated).expect("three men");
    let worth = CHESS.worth(&mated, lower[3][index as usize].into()).expect("an outcome");
    assert_eq!((worth.winner, worth.moves), (Some(Player::First), 0));
}

#[test]
fn a_build_that_was_stopped_ends_with_the_same_bytes() {
    assert_eq!(built("stopped", KRK, Some(6_000)), built("whole", KRK, None));
}

#[test]
fn rights_to_castle_and_the_rule_of_fifty_moves_have_no_tables() {
    let castling = CHESS.parse_position("4k3/8/8/8/8/8/8/4K2R w K -").expect("a position");
    assert_eq!(CHESS.rank(&castling), None);
    assert!(Chess { fifty: true, ..CHESS }.ranked().is_none());
    assert!(Chess { game: ChessGame::Losers, ..CHESS }.ranked().is_none());
}

const ANTICHESS: Chess = Chess { game: ChessGame::Antichess, fifty: false };
const GIVEAWAY: Chess = Chess { game: ChessGame::Giveaway, fifty: false };

fn free_by_rules(free: &Free) -> ChessPosition {
    let mut men = [None; 64];
    for it in free.men() {
        men[usize::from(it.at)] = Some((Player::BOTH[usize::from(it.side)], it.man));
    }
    let to_move = Player::BOTH[usize::from(free.to_move)];
    let en_passant = (free.passed < 64).then_some(free.passed);
    ChessPosition { men, to_move, castling: [[None; 2]; 2], en_passant, clock: 0 }
}

#[test]
fn antichess_s_fast_numbers_and_moves_are_those_of_the_rules() {
    let (mut rng, mut positions, mut passing, mut over) = (Rng::new(28), 0, 0, 0);
    for game in [ANTICHESS, GIVEAWAY] {
        let ranked = game.ranked().expect("it has an index");
        let tables = AntichessTables::new(&game).expect("it has tables");
        for layer in 1..ranked.layers() {
            assert_eq!(ranked.size(layer), tables.size(layer));
            let [white, black] = &ANTICHESS_ENDINGS[layer as usize];
            let pawns = white.contains(&Man::Pawn) && black.contains(&Man::Pawn);
            let n = match (white.len() + black.len(), pawns) {
                (4, true) => 600,
                (4, false) => 60,
                (_, true) => 4_000,
                (_, false) => 300,
            };
            for index in indices(&mut rng, ranked.size(layer), n) {
                let free = tables.place(layer, index as u32);
                let pos = ranked.unrank(layer, index);
                assert_eq!(free.as_ref().map(free_by_rules), pos, "layer {layer}, index {index}");
                let (Some(free), Some(pos)) = (free, pos) else { continue };
                positions += 1;
                passing += usize::from(pos.en_passant.is_some());
                assert_eq!(tables.locate(&free), (layer, index as u32));
                let mut men = [None; 64];
                for at in 0..64 {
                    men[at ^ 56] = pos.men[at].map(|(player, man)| (player.other(), man));
                }
                let en_passant = pos.en_passant.map(|at| at ^ 56);
                let to_move = pos.to_move.other();
                let exchanged = ChessPosition { men, to_move, en_passant, ..pos.clone() };
                assert_eq!(ranked.rank(&exchanged), Some((layer, index)));
                let mut fast = Vec::new();
                let moves_in_passing = game.game == ChessGame::Antichess;
                free.each_move(moves_in_passing, |next| {
                    fast.push((free_by_rules(&next), tables.locate(&next)));
                });
                let rules: Vec<ChessPosition> =
                    game.legal_moves(&pos).into_iter().map(|mv| game.play(&pos, mv)).collect();
                over += usize::from(rules.is_empty());
                assert_eq!(fast.len(), rules.len(), "{}", game.position_text(&pos));
                for next in rules {
                    let (to, index) = ranked.rank(&next).expect("fewer men, or as many");
                    assert!(fast.contains(&(next, (to, index as u32))));
                }
            }
        }
    }
    assert!(positions > 60_000 && passing > 100 && over > 40, "{positions} {passing} {over}");
}

#[test]
fn antichess_s_moves_undone_are_moves_within_the_layer() {
    let (mut rng, mut both, mut twice) = (Rng::new(29), [0; 2], 0);
    for game in [ANTICHESS, GIVEAWAY] {
        let tables = AntichessTables::new(&game).expect("it has tables");
        let passing = game.game == ChessGame::Antichess;
        for layer in 1..tables.layers() {
            let n = share(if layer % 8 == 0 { 200 } else { 20 });
            let wanted = indices(&mut rng, tables.size(layer), n);
            // Positions that a symmetry leaves as they are, a few of some thousand, are looked for in some layers.
            let symmetric = (0..tables.size(layer)).step_by(97).filter(|index| {
                let pos = tables.place(layer, *index as u32);
                pos.is_some_and(|it| leads_twice_to_one(&tables, layer, passing, &it))
            });
            let most = if layer % 8 == 0 { share(20) } else { 0 };
            let wanted: Vec<u64> = wanted.into_iter().chain(symmetric.take(most)).collect();
            for index in wanted.into_iter().map(|it| it as u32) {
                let Some(pos) = tables.place(layer, index) else { continue };
                let after = inner_moves(&tables, layer, passing, &pos);
                for next in &after {
                    let n = |all: &[u32], it: u32| all.iter().filter(|at| **at == it).count();
                    let undone = unmoves_of_antichess(&tables, layer, *next);
                    let place = format!("{} layer {layer}, from {index} to {next}", game.name());
                    assert_eq!(n(&undone, index), n(&after, *next), "{place}");
                    both[0] += 1;
                    twice += usize::from(n(&after, *next) > 1);
                }
                for before in unmoves_of_antichess(&tables, layer, index) {
                    let pos = tables.place(layer, before).expect("it is a position");
                    assert!(inner_moves(&tables, layer, passing, &pos).contains(&index));
                    both[1] += 1;
                }
            }
        }
    }
    let [forward, backward] = both;
    assert!(
        forward > share(50_000) && backward > share(50_000) && twice > share(200),
        "{forward} {backward} {twice}"
    );
}

/// The indices that a position's moves within the layer lead to, each move for itself.
fn inner_moves(tables: &AntichessTables, layer: u32, passing: bool, pos: &Free) -> Vec<u32> {
    let mut all = Vec::new();
    pos.each_move(passing, |next| {
        let (to, index) = tables.locate(&next);
        if to == layer {
            all.push(index);
        }
    });
    all
}

fn leads_twice_to_one(tables: &AntichessTables, layer: u32, passing: bool, pos: &Free) -> bool {
    let all = inner_moves(tables, layer, passing, pos);
    all.iter().collect::<BTreeSet<_>>().len() < all.len()
}

/// The indices from which a layer's moves lead to one, each as often as its moves do.
fn unmoves_of_antichess(tables: &AntichessTables, layer: u32, index: u32) -> Vec<u32> {
    let mut all = Vec::new();
    tables.unmoves(&layer, &mut Vec::new(), index.into(), |it, _| all.push(it as u32));
    all
}

/// The checker derives all values of the layers of two men again.
#[test]
fn antichess_of_few_men_is_worth_what_the_checker_derives_from_the_rules() {
    for game in [ANTICHESS, GIVEAWAY] {
        let path =
            std::env::temp_dir().join(format!("quod-{}-{}", game.name(), std::process::id()));
        let store = Directory::new(&path).expect("a directory");
        let tables = AntichessTables::new(&game).expect("it has tables");
        let last =
            1 + ANTICHESS_ENDINGS.iter().rposition(|it| it.concat().len() == 2).expect("some")
                as u32;
        let options = Options::new(game.name(), last);
        let mut builder = Builder::new(&tables, store, options).expect("it begins");
        while !builder.step(u64::MAX, &mut |_| ()).expect("it goes on") {}
        let (mut lower, mut digests) = (Vec::new(), Vec::new());
        for layer in 0..last {
            let file =
                std::fs::read(path.join(file_name(&game.name(), layer))).expect("it is there");
            let mut table = TableFile::open(std::io::Cursor::new(file)).expect("a table");
            verify_table(&game, &mut table, &mut lower, &mut digests, Help::default())
                .expect("it is right");
        }
        let decided = lower.iter().flat_map(LayerValues::iter).filter(|it| *it != 0).count();
        assert!(decided > 20_000, "{decided}");
        std::fs::remove_dir_all(path).expect("it can be removed");
    }
}

/// The layer of an ending.
fn layer_of(white: &[Man], black: &[Man]) -> u32 {
    let wanted = [white.to_vec(), black.to_vec()];
    ANTICHESS_ENDINGS.iter().position(|it| *it == wanted).expect("four men at most") as u32
}

/// Builds layers of antichess and those that they rest on, unless they are there.
fn build_for(tables: &AntichessTables, store: &Directory, layers: &[u32]) {
    let options = Options { threads: 2, ..Options::of("antichess", Extent::For(layers.to_vec())) };
    let mut builder = Builder::new(tables, store.clone(), options).expect("it begins");
    while !builder.step(u64::MAX, &mut |_| ()).expect("it goes on") {}
}

/// Four men: the checker derives a layer again from those of three men, and the layer's table does not depend on what
/// else there is. It names no table that it does not rest on.
#[test]
fn antichess_of_four_men_is_worth_what_the_checker_derives_from_the_rules() {
    let path = std::env::temp_dir().join(format!("quod-four-men-{}", std::process::id()));
    let store = Directory::new(&path).expect("a directory");
    let tables = AntichessTables::new(&ANTICHESS).expect("it has tables");
    let knight = [Man::Knight; 2];
    let [first, second] = [layer_of(&knight, &knight), layer_of(&[Man::Knight; 3], &[Man::Knight])];
    build_for(&tables, &store, &[second]);
    let file = |layer| path.join(file_name("antichess", layer));
    assert!(!file(first).exists() && file(second).exists());
    let bytes = std::fs::read(file(second)).expect("it is there");
    std::fs::remove_file(file(second)).expect("it can be removed");
    build_for(&tables, &store, &[first, second]);
    assert_eq!(std::fs::read(file(second)).expect("it is there"), bytes);

    let open = Tables::open(&tables, &store, "antichess", second, 1).expect("they are there");
    assert!(open.has(first) && open.has(second) && !open.has(second - 1));
    let read = |layer| {
        let bytes = std::fs::read(file(layer)).expect("it is there");
        TableFile::open(std::io::Cursor::new(bytes)).expect("a table")
    };
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for layer in 0..second {
        // What is derived from lower tables is tested on two men; these are taken as they are.
        let (mut values, mut digest) = (LayerValues::default(), [0; 32]);
        if layer < first {
            let mut table = read(layer);
            values = LayerValues::read(&mut table).expect("whole");
            digest = table.digest();
        }
        if layer == first {
            let mut table = read(layer);
            verify_table(&ANTICHESS, &mut table, &mut lower, &mut digests, Help::default())
                .expect("it is right");
            continue;
        }
        lower.push(values);
        digests.push(digest);
    }
    let named = read(second).header().lower.clone();
    assert!(named[..first as usize] == digests[..first as usize]);
    assert!(named[first as usize..].iter().all(|it| *it == [0; 32]));
    let [won, lost] =
        [1, -1].map(|sign| lower[first as usize].iter().filter(|it| it.signum() == sign).count());
    assert!(won > 50_000 && lost > 50_000, "{won} {lost}");
    std::fs::remove_dir_all(path).expect("it can be removed");
}

/// By the plain rules: whether the side to move wins with so many moves of its own.
fn wins_within(pos: &ChessPosition, moves: u32) -> bool {
    if ANTICHESS.outcome(pos).is_some() {
        return ANTICHESS.outcome(pos).and_then(|it| it.winner) == Some(pos.to_move);
    }
    let after = |pos: &ChessPosition| -> Vec<ChessPosition> {
        ANTICHESS.legal_moves(pos).into_iter().map(|mv| ANTICHESS.play(pos, mv)).collect()
    };
    let loses = |next: &ChessPosition| match ANTICHESS.outcome(next) {
        Some(outcome) => outcome.winner == Some(pos.to_move),
        None => after(next).iter().all(|it| wins_within(it, moves - 1)),
    };
    moves > 0 && after(pos).iter().any(loses)
}

/// Claims that count moves, played out by brute force: a table says a win in two moves, or a loss, if and only if there is
/// one.
#[test]
fn short_wins_of_four_men_are_those_of_brute_force() {
    let path = std::env::temp_dir().join(format!("quod-short-{}", std::process::id()));
    let store = Directory::new(&path).expect("a directory");
    let tables = AntichessTables::new(&ANTICHESS).expect("it has tables");
    let layer = layer_of(&[Man::King, Man::Knight], &[Man::Rook, Man::Knight]);
    build_for(&tables, &store, &[layer]);
    let mut open = Tables::open(&tables, &store, "antichess", layer, 1 << 12).expect("it is there");
    let ranked = ANTICHESS.ranked().expect("it has an index");
    let (mut rng, mut won, mut lost) = (Rng::new(31), 0, 0);
    for (n, index) in indices(&mut rng, ranked.size(layer), share(2_000)).into_iter().enumerate() {
        let Some(pos) = ranked.unrank(layer, index) else { continue };
        let value = open.probe(layer, index).expect("it is whole");
        let text = || ANTICHESS.position_text(&pos);
        // Two men are not given away with one move.
        assert!(value < MOST_VALUE - 1 && !wins_within(&pos, 1), "{}", text());
        assert_eq!(value == MOST_VALUE - 2, wins_within(&pos, 2), "{}", text());
        won += usize::from(value == MOST_VALUE - 2);
        if n < share(200) && value != MOST_VALUE - 2 {
            let mut moves = ANTICHESS.legal_moves(&pos).into_iter();
            let loses = moves.all(|mv| wins_within(&ANTICHESS.play(&pos, mv), 2));
            // A man that was captured need not be given away any more, so it may be one move.
            assert_eq!(value <= 2 - MOST_VALUE, loses, "{}", text());
            lost += usize::from(loses);
        }
    }
    assert!(won > share(400) && lost > share(5), "{won} {lost}");
    std::fs::remove_dir_all(path).expect("it can be removed");
}
