//! Tables that are wrong, and what verifying says of them.

use std::io::Cursor;

use crate::support::Layered as Graph;
use quod_cert::{Sha256, TABLE_MAGIC, TableFile, crc32};
use quod_check::{Help, LayerValues, NO_STEP, TableFault, verify_distances, verify_table};
use quod_game::testkit::Rng;
use quod_game::{Distance, Game, Outcome, Player, TableTitle};

/// Position 0, the first player to move: to 1 or to 2. Position 1, the second player to move: to 0.
/// Position 2: a draw. Play that never ends is a draw, too.
fn circle() -> Graph {
    Graph { name: "circle", cuts: vec![0, 3], ..circles(2) }
}

/// A table of one block with two bits a value: −1, 0 and 1 are `00`, `01` and `10`.
fn table(game: &str, layer: u32, values: &[i8; 3]) -> Vec<u8> {
    table_on(game, &vec![[0; 32]; layer as usize], values)
}

/// A table whose header names these digests of lower layers.
fn table_on(game: &str, lower: &[[u8; 32]], values: &[i8; 3]) -> Vec<u8> {
    let layer = lower.len() as u32;
    let mut header = Vec::new();
    for text in [game, "a draw"] {
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.as_bytes());
    }
    header.extend(1u32.to_le_bytes());
    header.extend(layer.to_le_bytes());
    header.extend(3u64.to_le_bytes());
    header.extend(4096u32.to_le_bytes());
    header.extend([-1i8 as u8, 3, 0, 2, 2, 2]);
    header.extend(lower.as_flattened());
    let word = |value: i8| (value + 1) as u8;
    let block = [word(values[0]) << 6 | word(values[1]) << 4 | word(values[2]) << 2];
    let mut bytes = TABLE_MAGIC.to_vec();
    bytes.extend([1, 0, 0, 0]);
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(&header);
    bytes.extend(crc32(&header).to_le_bytes());
    bytes.extend(block);
    let directory: Vec<u8> = [1u32.to_le_bytes(), crc32(&block).to_le_bytes()].concat();
    bytes.extend(&directory);
    bytes.extend(crc32(&directory).to_le_bytes());
    let mut sha = Sha256::default();
    sha.update(&bytes);
    bytes.extend(sha.finish());
    bytes
}

fn verify(bytes: Vec<u8>) -> Result<(), TableFault> {
    let mut table = TableFile::open(Cursor::new(bytes)).map_err(TableFault::File)?;
    verify_table(&circle(), &mut table, &mut Vec::new(), &mut Vec::new(), Help::default())
}

#[test]
fn the_right_table_is_verified() {
    verify(table("circle", 0, &[0, 0, 0])).unwrap();
}

/// Each entry is the best of its successors' with the sign turned, and false all the same: the first
/// player is said to win by going round for ever.
#[test]
fn a_table_whose_wrong_entries_support_one_another_is_refused() {
    let fault = verify(table("circle", 0, &[1, -1, 0])).unwrap_err();
    assert!(matches!(fault, TableFault::Unfounded { index: 0, found: 1 }), "{fault}");
}

#[test]
fn a_table_with_a_draw_made_a_loss_is_refused() {
    let fault = verify(table("circle", 0, &[0, 0, -1])).unwrap_err();
    assert_eq!(fault.to_string(), "index 0: the moves lead to 1, the table says 0");
}

#[test]
fn a_table_of_another_game_or_layer_is_refused() {
    let fault = |bytes| verify(bytes).unwrap_err().to_string();
    assert_eq!(
        fault(table("square", 0, &[0, 0, 0])),
        "header: another game, rule of infinite play or index"
    );
    assert_eq!(fault(table("circle", 1, &[0, 0, 0])), "header: another layer");
}

#[test]
fn a_damaged_table_is_refused() {
    let mut bytes = table("circle", 0, &[0, 0, 0]);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let fault = verify(bytes).unwrap_err();
    assert_eq!(fault.to_string(), "byte 0: the file (SHA-256) is damaged");
}

/// A table of layer 0 of the game `values`, in blocks of 100 values.
fn of_values(values: &[i8]) -> Vec<u8> {
    let (game, infinite_play) = ("values".to_string(), String::new());
    crate::support::table(&TableTitle { game, infinite_play, index_version: 1 }, 0, &[], values)
}

#[test]
fn values_are_read_block_by_block() {
    let values: Vec<i8> = (0..250u8).map(|it| it as i8).collect();
    let mut table = TableFile::open(Cursor::new(of_values(&values))).unwrap();
    assert_eq!(table.blocks(), 3);
    let blocks: Vec<Vec<i8>> = (0..3).map(|at| table.block(at).unwrap()).collect();
    assert_eq!(blocks.iter().map(Vec::len).collect::<Vec<_>>(), [100, 100, 50]);
    assert_eq!(blocks.concat(), values);
    let none = TableFile::open(Cursor::new(of_values(&[]))).unwrap();
    assert_eq!(none.blocks(), 0);
}

#[test]
fn every_byte_of_a_long_table_counts_in_its_digest() {
    let bytes = of_values(&[5; 70_000]);
    let check = |bytes| TableFile::open(Cursor::new(bytes)).unwrap().check_digest();
    check(bytes.clone()).unwrap();
    // Bytes of values on both sides of the first 65,536.
    for at in [2_000, 65_535, 65_536, 70_000] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        assert_eq!(check(bytes).unwrap_err().to_string(), "byte 0: the file (SHA-256) is damaged");
    }
}

#[test]
fn a_file_that_is_no_table_is_told_by_its_byte() {
    let bytes = table("circle", 0, &[0, 0, 0]);
    let fault = |bytes: &[u8]| TableFile::open(Cursor::new(bytes)).unwrap_err().to_string();
    for short in [&bytes[..0], &bytes[..7], &[b'x'; 100]] {
        assert_eq!(fault(short), "byte 0: not a table file, the magic is missing");
    }
    assert_eq!(fault(&bytes[..8]), "byte 8: the file ends, 16 bytes expected");
    let n = usize::from(bytes[12]);
    // Header with its CRC-32, directory of one block with its CRC-32, digest.
    let least = 20 + n + 8 + 4 + 32;
    for length in [20 + n, least - 1] {
        let expected = format!("byte {length}: the file ends, {least} bytes expected");
        assert_eq!(fault(&bytes[..length]), expected);
    }
    let damaged = |at: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        let crc = crc32(&bytes[16..16 + n]).to_le_bytes();
        bytes[16 + n..20 + n].copy_from_slice(&crc);
        fault(&bytes)
    };
    assert_eq!(damaged(8, &[2]), "byte 8: version 1 of the format expected, 2 found");
    // What must be zero, and a header of more than a mebibyte.
    assert_eq!(damaged(10, &[1]), "byte 10: the header's length is damaged");
    assert_eq!(damaged(12, &[1, 0, 16, 0]), "byte 10: the header's length is damaged");
    let long = "byte 107: the file ends, 1048596 bytes expected";
    assert_eq!(damaged(12, &[0, 0, 16, 0]), long);
    // Texts of 6 bytes each, with their lengths, and the version of the index; then layer, size and block.
    let layer = 16 + 2 * (2 + 6) + 4;
    assert_eq!(damaged(layer, &[1]), "byte 16: the header is damaged");
    for block in [0, (1 << 16) + 1] {
        let block = u32::to_le_bytes(block);
        assert_eq!(damaged(layer + 12, &block), "byte 16: the header is damaged");
    }
}

/// Three circles. In layer 2 the way out is not a draw but leads to position 2 of layer 0 (or of another layer, against
/// what the index says), where the side to move draws. Layer 2 rests on layer 0 alone.
fn circles(out: u32) -> Graph {
    let [first, second] = Player::BOTH;
    let moves = [[1, 2], [4, 5], [7, out]].into_iter().zip([0, 3, 6]);
    Graph {
        name: "circles",
        moves: moves.flat_map(|(first, back)| [first.to_vec(), vec![back], Vec::new()]).collect(),
        outcomes: [None, None, Some(Outcome::DRAW)].repeat(3),
        movers: [first, second, second].repeat(3),
        cuts: vec![0, 3, 6, 9],
        infinite_play: vec![Outcome::DRAW],
        classes: Vec::new(),
        had: Vec::new(),
        shared: Vec::new(),
        has_scores: false,
        distance: Distance::Unsaid,
        apart: vec![(2, 1)],
        checks: None,
    }
}

/// Verifies layer 0, passes over layer 1, and then verifies a table of layer 2 made with the digest of layer 0.
fn verify_passing_over(
    out: u32,
    names: impl Fn([u8; 32]) -> [[u8; 32]; 2],
) -> Result<(), TableFault> {
    let (game, mut lower, mut digests) = (circles(out), Vec::new(), Vec::new());
    let open = |bytes| TableFile::open(Cursor::new(bytes)).map_err(TableFault::File);
    let mut lowest = open(table("circles", 0, &[0, 0, 0]))?;
    verify_table(&game, &mut lowest, &mut lower, &mut digests, Help::default())?;
    lower.push(LayerValues::default());
    digests.push([0; 32]);
    let mut highest = open(table_on("circles", &names(digests[0]), &[0, 0, 0]))?;
    verify_table(&game, &mut highest, &mut lower, &mut digests, Help::default())
}

#[test]
fn a_layer_is_verified_without_those_that_it_does_not_rest_on() {
    verify_passing_over(2, |lowest| [lowest, [0; 32]]).unwrap();
}

#[test]
fn a_table_that_names_a_layer_that_it_does_not_rest_on_is_refused() {
    let fault = verify_passing_over(2, |lowest| [lowest, [7; 32]]).unwrap_err();
    assert_eq!(fault.to_string(), "header: it rests on other lower tables");
    let fault = verify_passing_over(2, |_| [[0; 32], [0; 32]]).unwrap_err();
    assert_eq!(fault.to_string(), "header: it rests on other lower tables");
}

#[test]
fn a_move_to_a_layer_that_the_rules_do_not_name_is_refused() {
    let fault = verify_passing_over(5, |lowest| [lowest, [0; 32]]).unwrap_err();
    assert!(
        fault.to_string().ends_with("a move leads to a layer that it does not rest on"),
        "{fault}"
    );
}

/// The smallest false table of this kind: what it rests on was passed over, and its header agrees.
#[test]
fn a_layer_that_rests_on_one_that_was_passed_over_is_refused() {
    let (mut lower, mut digests) = (vec![LayerValues::default()], vec![[0; 32]]);
    let bytes = table("circles", 1, &[0, 0, 0]);
    let mut above = TableFile::open(Cursor::new(bytes)).unwrap();
    let fault = verify_table(&circles(2), &mut above, &mut lower, &mut digests, Help::default())
        .unwrap_err();
    assert_eq!(fault.to_string(), "header: it rests on a lower table that was not verified");
}

/// Verifies tables of all layers with these values, with such steps.
fn verify_all(
    game: &Graph,
    values: &[i8],
    steps: &mut dyn FnMut() -> u8,
) -> Result<(), TableFault> {
    let title = TableTitle { game: game.name(), infinite_play: String::new(), index_version: 1 };
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for (layer, cut) in (0..).zip(game.cuts.windows(2)) {
        let values = &values[cut[0] as usize..cut[1] as usize];
        let bytes = crate::support::table(&title, layer, &digests, values);
        let mut table = TableFile::open(Cursor::new(bytes)).map_err(TableFault::File)?;
        let help = Help { steps: values.iter().map(|_| steps()).collect(), ..Help::default() };
        verify_table(game, &mut table, &mut lower, &mut digests, help)?;
    }
    Ok(())
}

/// Positions by number; the first player moves from even ones. In position 0 the side to move has lost. From 4 and 5 on a
/// longer way is open, 7 and 8 and likewise 9 and 10 go round.
fn ladder(distance: Distance, infinite_play: Outcome) -> Graph {
    let moves: [&[u32]; 15] = [
        &[],
        &[0],
        &[1],
        &[2],
        &[3],
        &[2, 4],
        &[1, 5],
        &[6, 8],
        &[7],
        &[10],
        &[7, 9],
        &[8, 10],
        &[9, 11],
        &[12],
        &[7, 11],
    ];
    let mut outcomes = vec![None; 15];
    outcomes[0] = Some(Outcome::win(Player::Second));
    Graph {
        name: "ladder",
        moves: moves.map(<[u32]>::to_vec).to_vec(),
        outcomes,
        movers: (0..15).map(|at| Player::BOTH[at % 2]).collect(),
        cuts: vec![0, 11, 15],
        infinite_play: vec![infinite_play],
        classes: Vec::new(),
        had: Vec::new(),
        shared: Vec::new(),
        has_scores: false,
        distance,
        apart: Vec::new(),
        checks: None,
    }
}

#[test]
fn wins_losses_and_endless_play_are_shown_and_every_other_value_is_refused() {
    let draw = ladder(Distance::Unsaid, Outcome::DRAW);
    let counted = ladder(Distance::ToMate, Outcome::DRAW);
    let won = ladder(Distance::Unsaid, Outcome::win(Player::First));
    for (game, right) in [
        (draw, [-1, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 1, 0, 0, -1]),
        // Who wins takes the shortest way, who loses the longest.
        (counted, [-127, 126, -126, 125, -125, 125, -125, 124, -124, 0, 0, 123, 0, 0, -123]),
        (won, [-1, 1, -1, 1, -1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1]),
    ] {
        verify_all(&game, &right, &mut || NO_STEP).unwrap();
        for at in 0..right.len() {
            for step in [-1, 1] {
                let mut wrong = right;
                wrong[at] += step;
                let fault = verify_all(&game, &wrong, &mut || NO_STEP).unwrap_err();
                let refused = match fault {
                    TableFault::Value { .. } | TableFault::Unfounded { .. } => true,
                    TableFault::TooLong { .. } => {
                        wrong[at] == -1 && game.distance != Distance::Unsaid
                    }
                    _ => false,
                };
                assert!(refused, "{at}: {fault}");
            }
        }
    }
}

/// The first player wins after so many moves of its own, and nobody has a choice: it is to move at even positions.
fn chain(moves: u32) -> Graph {
    let last = 2 * moves - 1;
    let mut outcomes = vec![None; last as usize + 1];
    outcomes[last as usize] = Some(Outcome::win(Player::First));
    Graph {
        name: "chain",
        moves: (0..=last).map(|at| (at + 1..=last).take(1).collect()).collect(),
        outcomes,
        movers: (0..=last).map(|at| Player::BOTH[at as usize % 2]).collect(),
        cuts: vec![0, u64::from(last) + 1],
        infinite_play: vec![Outcome::DRAW],
        classes: Vec::new(),
        had: Vec::new(),
        shared: Vec::new(),
        has_scores: false,
        distance: Distance::ToMate,
        apart: Vec::new(),
        checks: None,
    }
}

#[test]
fn a_win_that_values_cannot_tell_is_not_told_as_a_draw() {
    // What the rule of one move says, as far as numbers go; then draws.
    let values = |moves: u32| {
        let value = |at: u32| {
            let far = 127 - (2 * moves - at).min(254).div_euclid(2) as i8;
            if at.is_multiple_of(2) { far } else { -far }
        };
        (0..2 * moves).map(value).collect::<Vec<i8>>()
    };
    let said = |moves| verify_all(&chain(moves), &values(moves), &mut || NO_STEP);
    for moves in [1, 2, 125, 126] {
        said(moves).unwrap();
    }
    for moves in [127, 128, 200] {
        assert!(matches!(said(moves), Err(TableFault::TooLong { .. })), "{moves}");
    }
}

/// What each position is worth, by thresholds from the largest down, as van der Goot has it: a way of its own, to compare with.
fn derived(game: &Graph, infinite_play: i64) -> Vec<i8> {
    let n = game.moves.len();
    let sign = |at: usize| if game.movers[at] == Player::First { 1 } else { -1 };
    let value = |outcome: &Outcome| match (game.has_scores, outcome.winner) {
        (true, _) => outcome.score_of(Player::First),
        (false, winner) => winner.map_or(0, |it| if it == Player::First { 1 } else { -1 }),
    };
    // For the first player, less what infinite play is worth.
    let ends: Vec<_> =
        game.outcomes.iter().map(|it| it.as_ref().map(|it| value(it) - infinite_play)).collect();
    let mut found: Vec<Option<i64>> = vec![None; n];
    for threshold in (1..=20).rev() {
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..n).filter(|&at| found[at].is_none()).collect::<Vec<_>>() {
                let own = |to: u32| found[to as usize].map(|it| it * sign(at));
                let moves = &game.moves[at];
                let value = match ends[at] {
                    Some(end) if end.abs() >= threshold => Some(end * sign(at)),
                    Some(_) => None,
                    None if moves.iter().any(|&to| own(to).is_some_and(|it| it >= threshold)) => {
                        Some(threshold)
                    }
                    None if moves.iter().all(|&to| own(to).is_some_and(|it| it <= -threshold)) => {
                        Some(-threshold)
                    }
                    None => None,
                };
                if let Some(value) = value {
                    (found[at], changed) = (Some(value * sign(at)), true);
                }
            }
        }
    }
    let value = |at: usize| (found[at].unwrap_or(0) + infinite_play) * sign(at);
    (0..n).map(|at| value(at) as i8).collect()
}

/// What each position is worth where values count moves, by the winner's moves from none upwards.
fn counted(game: &Graph) -> Vec<i8> {
    let n = game.moves.len();
    // For who is to move: whether he wins, and in how many moves of the winner's.
    let mut found: Vec<Option<(bool, i8)>> = vec![None; n];
    for cut in game.cuts.windows(2) {
        for moves in 0..=n as i8 {
            for turn in [true, false] {
                let known = found.clone();
                let layer = cut[0] as usize..cut[1] as usize;
                for (at, found) in layer.clone().zip(&mut found[layer]) {
                    let after = |to: &u32| {
                        let leaves = u64::from(*to) < cut[0];
                        let converts = leaves && game.distance == Distance::ToConversion;
                        known[*to as usize].map(|(wins, n)| (wins, if converts { 0 } else { n }))
                    };
                    let won = |to: &u32| after(to).is_some_and(|(wins, n)| wins && n <= moves);
                    let lost = |to: &u32| after(to).is_some_and(|(wins, n)| !wins && n < moves);
                    let decided = match game.outcomes[at] {
                        Some(end) => end.winner.map(|it| it == game.movers[at]) == Some(turn),
                        None if turn => game.moves[at].iter().any(lost),
                        None => game.moves[at].iter().all(won),
                    };
                    if found.is_none() && decided {
                        *found = Some((turn, moves));
                    }
                }
            }
        }
    }
    let value =
        |it: Option<(bool, i8)>| it.map_or(0, |(wins, n)| if wins { 127 - n } else { n - 127 });
    found.into_iter().map(value).collect()
}

/// A graph in which players alternate; its lower third is a layer of its own.
fn random_graph(rng: &mut Rng, has_scores: bool) -> Graph {
    let n = 6 + rng.below(9) as u32;
    let cut = n / 3;
    let mut moves = vec![Vec::new(); n as usize];
    let mut outcomes = vec![None; n as usize];
    for at in 0..n {
        let top = if at < cut { cut } else { n };
        let targets: Vec<u32> = (0..top).filter(|to| (to + at) % 2 == 1).collect();
        if targets.is_empty() || rng.below(5) == 0 {
            let winner = [None, Some(Player::First), Some(Player::Second)][rng.below(3)];
            outcomes[at as usize] = Some(match has_scores {
                true => Outcome { score: rng.below(7) as i32 - 3, ..Outcome::DRAW },
                false => winner.map_or(Outcome::DRAW, Outcome::win),
            });
        } else {
            for _ in 0..1 + rng.below(3) {
                moves[at as usize].push(targets[rng.below(targets.len())]);
            }
        }
    }
    Graph {
        name: "random",
        moves,
        outcomes,
        movers: (0..n).map(|at| Player::BOTH[at as usize % 2]).collect(),
        cuts: vec![0, cut.into(), n.into()],
        infinite_play: vec![Outcome::DRAW],
        classes: Vec::new(),
        had: Vec::new(),
        shared: Vec::new(),
        has_scores,
        distance: Distance::Unsaid,
        apart: Vec::new(),
        checks: None,
    }
}

/// Tables that agree with themselves, since in them infinite play is worth something else, are among those refused.
#[test]
fn on_random_graphs_the_right_values_are_verified_and_no_others_whatever_the_steps() {
    let (mut rng, mut refused, mut agreeing) = (Rng::new(11), 0, 0);
    for round in 0..4000 {
        let game = random_graph(&mut rng, round % 2 == 1);
        let right = derived(&game, 0);
        let seed = rng.next_u64();
        for most in [1, 3, 256] {
            let mut rng = Rng::new(seed);
            verify_all(&game, &right, &mut || (255 - rng.below(most)) as u8).unwrap();
        }
        let mut wrong = vec![derived(&game, 1), derived(&game, -1)];
        agreeing += wrong.iter().filter(|it| **it != right).count();
        for _ in 0..4 {
            let mut changed = right.clone();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(changed.len());
                changed[at] = rng.below(7) as i8 - 3;
            }
            wrong.push(changed);
        }
        for wrong in wrong.iter().filter(|it| **it != right) {
            for most in [1, 3, 256] {
                verify_all(&game, wrong, &mut || (255 - rng.below(most)) as u8).unwrap_err();
                refused += 1;
            }
        }
    }
    assert!(refused > 50_000 && agreeing > 2000, "{refused} {agreeing}");
}

#[test]
fn distances_to_mate_and_to_conversion_are_verified_on_random_graphs_and_no_others() {
    let (mut rng, mut refused, mut apart) = (Rng::new(29), 0, 0);
    for _ in 0..2000 {
        let graph = random_graph(&mut rng, false);
        let [to_mate, to_conversion] = [Distance::ToMate, Distance::ToConversion].map(|distance| {
            let game = Graph { distance, ..graph.clone() };
            let right = counted(&game);
            verify_all(&game, &right, &mut || NO_STEP).unwrap();
            let signs = |values: &[i8]| values.iter().map(|it| it.signum()).collect::<Vec<_>>();
            assert_eq!(signs(&right), signs(&derived(&graph, 0)));
            for at in 0..right.len() {
                for step in [-1, 1] {
                    let mut wrong = right.clone();
                    wrong[at] = wrong[at].saturating_add(step).max(-127);
                    if wrong != right {
                        verify_all(&game, &wrong, &mut || NO_STEP).unwrap_err();
                        refused += 1;
                    }
                }
            }
            right
        });
        apart += usize::from(to_mate != to_conversion);
    }
    assert!(refused > 30_000 && apart > 100, "{refused} refused, {apart} apart");
}

/// Who has an index whose values count moves must not have values verified that count none, under the same title.
#[test]
fn a_table_that_says_something_else_than_it_is_asked_for_is_refused() {
    let fault = |own, asked, worth| {
        let game = ladder(own, worth);
        let bytes = crate::support::table(
            &TableTitle { game: game.name(), infinite_play: String::new(), index_version: 1 },
            0,
            &[],
            &[-1, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0],
        );
        let mut table = TableFile::open(Cursor::new(bytes)).unwrap();
        let (mut lower, mut digests) = (Vec::new(), Vec::new());
        let help = Help::default();
        let fault = verify_distances(&game, &mut table, asked, &mut lower, &mut digests, help);
        fault.unwrap_err().to_string()
    };
    let [unsaid, to_mate] = [Distance::Unsaid, Distance::ToMate];
    assert_eq!(
        fault(to_mate, unsaid, Outcome::DRAW),
        "header: another game, rule of infinite play or index"
    );
    assert!(
        fault(unsaid, to_mate, Outcome::win(Player::First))
            .contains("endless play is worth something")
    );
}
