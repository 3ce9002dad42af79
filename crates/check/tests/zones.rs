//! Relevance zones: what an entry does not turn on may be changed, and the prover still wins.
//!
//! Proofs of random positions in games of lines are made by brute force, with line threats where they win and replies
//! that are answered as others wherever the checker lets them be. Then stones of the opponent's are put elsewhere, one or
//! two, off every entry's zone, and brute force says who wins.

use std::collections::{BTreeMap, HashMap};

use crate::agreed::check;
use crate::support::{Lines, Stones, accepted, brute_force_win, rejection};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, PositionCode, Reason, ReplyBy, Section, Shown,
};
use quod_check::threats::{EntryZones, Question, Replays};
use quod_check::{Limits, bent};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, LineGame, Move, Player, Symmetric};

/// A proof being made: entries from the last to the first.
struct Maker<'g> {
    game: &'g Lines,
    prover: Player,
    wins: HashMap<Stones, bool>,
    entries: Vec<(Stones, Body)>,
    index: HashMap<Stones, u32>,
}

impl Maker<'_> {
    fn wins(&mut self, pos: &Stones) -> bool {
        brute_force_win(self.game, pos, self.prover, &mut self.wins)
    }

    /// A sequence that wins from here, if one of some random ones does.
    fn threats(&self, pos: &Stones, known: &[Evidence], rng: &mut Rng) -> Option<Evidence> {
        let mut replays = Replays::new(self.game);
        let attackers_move = self.game.to_move(pos) == self.prover;
        let mut wins = |cells: &[u32]| {
            let asked =
                Question { pos, replies: &[], attacker: self.prover, attackers_move, cells };
            replays.is_win(&asked, 10_000)
        };
        let of_known = known.iter().find(|it| matches!(it, Evidence::LineThreats(it) if wins(it)));
        if of_known.is_some() {
            return of_known.cloned();
        }
        let moves = self.game.legal_moves(pos);
        let lists = (0..12).map(|_| {
            let cells = (0..rng.below(4)).map(|_| moves[rng.below(moves.len())].0);
            cells.collect::<Vec<u32>>()
        });
        let lists: Vec<Vec<u32>> = lists.collect();
        lists.into_iter().find(|list| wins(list)).map(Evidence::LineThreats)
    }

    /// The number of the entry for a position that is won and not over, counted from the last, and a map to it.
    fn entry(&mut self, pos: &Stones, rng: &mut Rng) -> (u32, u16) {
        for map in 0..if self.game.symmetric().is_some() { 2 } else { 1 } {
            let image = Symmetric::map(self.game, map, pos);
            if let Some(&known) = self.index.get(&image) {
                return (known, map);
            }
        }
        let moves = self.game.legal_moves(pos);
        let body = if self.game.to_move(pos) == self.prover {
            let good: Vec<Move> = moves
                .into_iter()
                .filter(|mv| {
                    let next = self.game.play(pos, *mv);
                    self.wins(&next)
                })
                .collect();
            let mv = good[rng.below(good.len())];
            let next = self.game.play(pos, mv);
            let shown = match self.game.outcome(&next) {
                Some(_) => Shown::Settled,
                None => match self.threats(&next, &[], rng) {
                    Some(it) if rng.chance(1, 2) => Shown::Evidence(it),
                    _ => {
                        let (entry, map) = self.entry(&next, rng);
                        Shown::Entry(Link { entry, map })
                    }
                },
            };
            Body::Move { mv, shown }
        } else {
            let (mut items, mut named) = (Vec::new(), Vec::new());
            let by_threats = rng.chance(2, 3);
            for mv in moves {
                let next = self.game.play(pos, mv);
                let threats = self.threats(&next, &items, rng).filter(|_| by_threats);
                let by = match threats {
                    Some(it) => {
                        let at = items.iter().position(|known| *known == it);
                        let at = at.unwrap_or_else(|| {
                            items.push(it);
                            items.len() - 1
                        });
                        ReplyBy::Item(at as u32)
                    }
                    None => {
                        let (entry, map) = self.entry(&next, rng);
                        ReplyBy::Entry(Link { entry, map })
                    }
                };
                named.push(Named { mv, by });
            }
            Body::Replies { items, default: None, named }
        };
        let number = self.entries.len() as u32;
        self.entries.push((*pos, body));
        self.index.insert(*pos, number);
        (number, 0)
    }

    /// The certificate that this position is won, and its entries' positions.
    fn certificate(mut self, root: &Stones, rng: &mut Rng) -> (Certificate, Vec<Stones>) {
        let (first, map) = self.entry(root, rng);
        let last = self.entries.len() as u32 - 1;
        let turned = |link: &mut Link| link.entry = last - link.entry;
        let (mut entries, mut positions) = (Vec::new(), Vec::new());
        for (pos, mut body) in self.entries.into_iter().rev() {
            match &mut body {
                Body::Move { shown: Shown::Entry(link), .. } => turned(link),
                Body::Move { .. } => {}
                Body::Replies { named, .. } => named.iter_mut().for_each(|it| {
                    if let ReplyBy::Entry(link) = &mut it.by {
                        turned(link);
                    }
                }),
            }
            let position = PositionCode::Whole(self.game.encoding(&pos));
            entries.push(Entry { claim: 0, position, body });
            positions.push(pos);
        }
        let shown = Shown::Entry(Link { entry: last - first, map });
        let cert = Certificate {
            game: self.game.name(),
            root: self.game.encoding(root),
            claims: vec![Claim::wins(self.prover)],
            sections: vec![Section { claim: 0, shown }],
            remark: String::new(),
            tables: Vec::new(),
            entries,
        };
        (cert, positions)
    }
}

/// The certificate with one reply answered as another, at random; `None` if no entry has two replies with entries.
fn served(cert: &Certificate, rng: &mut Rng) -> Option<Certificate> {
    let by_entry = |named: &[Named]| {
        let entries = named.iter().filter(|it| matches!(it.by, ReplyBy::Entry(_)));
        entries.map(|it| it.mv).collect::<Vec<Move>>()
    };
    let several = |at: &usize| matches!(&cert.entries[*at].body, Body::Replies { named, .. } if by_entry(named).len() > 1);
    let entries: Vec<usize> = (0..cert.entries.len()).filter(several).collect();
    let at = *entries.get(rng.below(entries.len().max(1)))?;
    let mut cert = cert.clone();
    let Body::Replies { items, named, .. } = &mut cert.entries[at].body else { unreachable!() };
    let replies = by_entry(named);
    let (one, other) = (rng.below(replies.len()), rng.below(replies.len()));
    if one == other {
        return None;
    }
    items.push(Evidence::Zone(replies[one]));
    let item = ReplyBy::Item(items.len() as u32 - 1);
    named.iter_mut().filter(|it| it.mv == replies[other]).for_each(|it| it.by = item);
    Some(cert)
}

#[derive(Default, Debug)]
struct Tally {
    proofs: usize,
    /// Replies answered as others, and those that were refused.
    served: usize,
    refused: usize,
    /// Positions with one stone elsewhere, and with two.
    one: usize,
    two: usize,
    /// Cells of entries that are empty or have an opponent's stone: all, and those in zones.
    cells: usize,
    inside: usize,
}

/// Moves stones of the opponent's off the zones of all entries, and asks brute force.
fn attack(
    game: &Lines,
    prover: Player,
    cert: &Certificate,
    positions: &[Stones],
    tally: &mut Tally,
    rng: &mut Rng,
) {
    let zones = EntryZones::of(game, cert, &Limits::default()).unwrap();
    let mut known = HashMap::new();
    let opponent = prover.other().index();
    for (entry, pos) in positions.iter().enumerate() {
        let free = |cell: &u32| !zones.has(entry, *cell as usize);
        let on = |stones: u64| (0..game.cells as u32).filter(move |cell| stones >> cell & 1 == 1);
        let all = (1u64 << game.cells) - 1;
        let (empty, stones) = (all & !(pos[0] | pos[1]), pos[opponent]);
        tally.cells += on(empty | stones).count();
        let from: Vec<u32> = on(stones).filter(free).collect();
        let to: Vec<u32> = on(empty).filter(free).collect();
        tally.inside += on(empty | stones).count() - from.len() - to.len();
        let moved = |from: &[u32], to: &[u32]| {
            let mut there = *pos;
            from.iter().for_each(|cell| there[opponent] &= !(1 << cell));
            to.iter().for_each(|cell| there[opponent] |= 1 << cell);
            there
        };
        let mut ask = |from: &[u32], to: &[u32], tally: &mut usize| {
            let there = moved(from, to);
            if game.outcome(&there).is_none() {
                let won = brute_force_win(game, &there, prover, &mut known);
                assert!(won, "entry {entry} {pos:?} {from:?} {to:?} {prover:?} {cert:?} {game:?}");
                *tally += 1;
            }
        };
        for &a in &from {
            to.iter().for_each(|&b| ask(&[a], &[b], &mut tally.one));
        }
        for _ in 0..if from.len() > 1 && to.len() > 1 { 20 } else { 0 } {
            let two = |list: &[u32], rng: &mut Rng| {
                [list[rng.below(list.len())], list[rng.below(list.len())]]
            };
            let (a, b) = (two(&from, rng), two(&to, rng));
            let together = |line: &Vec<u16>| {
                let has = |cell: u32| line.contains(&(cell as u16));
                has(b[0])
                    && has(b[1])
                    && line.iter().all(|cell| pos[prover.index()] >> cell & 1 == 0)
            };
            if a[0] != a[1] && b[0] != b[1] && !game.lines.iter().any(together) {
                ask(&a, &b, &mut tally.two);
            }
        }
    }
}

fn attacked(seed: u64, rounds: usize, game: impl Fn(&mut Rng) -> Lines) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let game = game(&mut rng);
        let prover = Player::BOTH[rng.below(2)];
        let pos = game.random_position(10, &mut rng);
        let mut maker = Maker {
            game: &game,
            prover,
            wins: HashMap::new(),
            entries: Vec::new(),
            index: HashMap::new(),
        };
        if game.outcome(&pos).is_some() || game.forbids(prover.other()) || !maker.wins(&pos) {
            continue;
        }
        let (mut cert, positions) = maker.certificate(&pos, &mut rng);
        tally.proofs += 1;
        for _ in 0..6 {
            let Some(next) = served(&cert, &mut rng) else { continue };
            match check(&game, &next, &Limits::default()) {
                Ok(_) => {
                    tally.served += 1;
                    cert = next;
                }
                Err(reject) => {
                    assert_eq!(reject.reason, Reason::EvidenceFails, "{}", reject.detail);
                    tally.refused += 1;
                }
            }
        }
        attack(&game, prover, &cert, &positions, &mut tally, &mut rng);
    }
    tally
}

/// Random lines of three cells or four, with borders or none.
fn long_lines(rng: &mut Rng, bordered: bool) -> Lines {
    let cells = 12 + rng.below(3);
    let mut lines = Vec::new();
    for _ in 0..3 + rng.below(7) {
        let mut line: Vec<u16> = Vec::new();
        let length = 3 + rng.below(2);
        while line.len() < length {
            let cell = rng.below(cells) as u16;
            if !line.contains(&cell) {
                line.push(cell);
            }
        }
        lines.push(line);
    }
    let mut game = Lines { cells, lines, borders: Vec::new(), mirror: None, forbids: 0 };
    for line in game.lines.iter().filter(|_| bordered) {
        let beside = (0..rng.below(3)).map(|_| rng.below(cells) as u16);
        let mut border: Vec<u16> = beside.filter(|cell| !line.contains(cell)).collect();
        border.dedup();
        game.borders.push(border);
    }
    game
}

fn enough(tally: &Tally) {
    println!("{tally:?}");
    assert!(tally.proofs > 100 && tally.served > 100 && tally.refused > 100, "{tally:?}");
    assert!(tally.one > 2_000 && tally.two > 100, "{tally:?}");
    assert!(tally.inside < tally.cells * 95 / 100, "{tally:?}");
}

/// The first player threatens to fill two lines on cells 2 and 3, and the opponent is to move: cell 7 is answered on 2,
/// cell 2 on 3, and all others as cell 7, which is to be shown by such an entry or by that evidence.
fn as_seven(lines: Vec<Vec<u16>>, seven: Option<Evidence>) -> (Lines, Certificate) {
    let cells = 12;
    let game = Lines { cells, lines, borders: Vec::new(), mirror: None, forbids: 0 };
    let pos = [0b11, 0b10_0000];
    let encoded = |pos: &Stones| PositionCode::Whole(game.encoding(pos));
    let plays = |reply: u32, mv: u32| {
        let position = encoded(&game.play(&pos, Move(reply)));
        Entry { claim: 0, position, body: Body::Move { mv: Move(mv), shown: Shown::Settled } }
    };
    let link = |entry| ReplyBy::Entry(Link { entry, map: 0 });
    let mut items = vec![Evidence::Zone(Move(7))];
    let by_seven = if seven.is_some() { ReplyBy::Item(1) } else { link(2) };
    items.extend(seven);
    let named = vec![Named { mv: Move(2), by: link(1) }, Named { mv: Move(7), by: by_seven }];
    let body = Body::Replies { items, default: Some(0), named };
    let entries = vec![Entry { claim: 0, position: encoded(&pos), body }, plays(2, 3), plays(7, 2)];
    let cert = whole(&game, &pos, entries);
    (game, cert)
}

/// What the first player threatens there.
fn two_threats() -> Vec<Vec<u16>> {
    vec![vec![0, 1, 2], vec![0, 1, 3]]
}

#[test]
fn replies_that_change_nothing_are_answered_as_another() {
    let (game, cert) = as_seven(two_threats(), None);
    accepted(&game, &cert);
}

#[test]
fn a_reply_on_the_cell_that_the_other_answer_needs_is_refused() {
    let (game, mut cert) = as_seven(two_threats(), None);
    let Body::Replies { named, .. } = &mut cert.entries[0].body else { unreachable!() };
    named.remove(0);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_reply_that_wins_is_not_answered_as_another() {
    let lines = [two_threats(), vec![vec![5, 6]]].concat();
    let (game, cert) = as_seven(lines, None);
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn a_reply_is_answered_as_another_only_if_an_entry_shows_that_one() {
    let (game, cert) = as_seven(two_threats(), Some(Evidence::LineThreats(Vec::new())));
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    let (game, mut cert) = as_seven(two_threats(), None);
    let Body::Replies { items, .. } = &mut cert.entries[0].body else { unreachable!() };
    items[0] = Evidence::Zone(Move(8));
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
    cert.sections[0].shown = Shown::Evidence(Evidence::Zone(Move(7)));
    cert.entries.clear();
    assert_eq!(rejection(&game, &cert), Reason::EvidenceFails);
}

#[test]
fn zones_speak_of_wins_where_nothing_is_forbidden_to_the_opponent() {
    let (game, mut cert) = as_seven(two_threats(), None);
    cert.claims[0] = Claim { player: Player::First, goal: Goal::WinsWithin(3) };
    assert!(check(&game, &cert, &Limits::default()).is_err());
    // Forbidden to the first player, who is the opponent once colours are exchanged.
    let (game, mut cert) = as_seven(two_threats(), None);
    accepted(&game.clone().forbidding(3), &cert);
    cert.claims[0] = Claim::wins(Player::Second);
    let there = [0b1_0010_0000, 0b11];
    cert.root = game.encoding(&there);
    cert.entries.truncate(1);
    cert.entries[0].position = PositionCode::Whole(cert.root.clone());
    let Body::Replies { named, .. } = &mut cert.entries[0].body else { unreachable!() };
    named.clear();
    assert_eq!(rejection(&game.forbidding(3), &cert), Reason::EvidenceTrait);
}

/// The proof stands, the cell is in the zone of its first entry, the stone is not; and rightly: with the stone on the
/// cell the prover does not win.
fn zone_has(game: &Lines, cert: &Certificate, cell: usize, stone: usize) {
    accepted(game, cert);
    let zones = EntryZones::of(game, cert, &Limits::default()).unwrap();
    assert!(zones.has(0, cell) && !zones.has(0, stone));
    let mut there = game.decode(&cert.root).unwrap();
    there[1] ^= 1 << cell | 1 << stone;
    assert!(!brute_force_win(game, &there, Player::First, &mut HashMap::new()));
}

fn whole(game: &Lines, pos: &Stones, entries: Vec<Entry>) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![Claim::wins(Player::First)],
        sections: vec![Section { claim: 0, shown: Shown::Entry(Link { entry: 0, map: 0 }) }],
        remark: String::new(),
        tables: Vec::new(),
        entries,
    }
}

/// A game found at random: each player has a stone, the first one plays, and the list shows that this wins. With the
/// opponent's stone on another cell it would not, and that cell is in the zone.
fn needs(lines: &[&[u16]], stones: [u32; 2], mv: u32, list: &[u32], cell: usize) {
    let lines = lines.iter().map(|line| line.to_vec()).collect();
    let game = Lines { cells: 12, lines, borders: Vec::new(), mirror: None, forbids: 0 };
    let pos = stones.map(|stone| 1 << stone);
    let shown = Shown::Evidence(Evidence::LineThreats(list.to_vec()));
    let position = PositionCode::Whole(game.encoding(&pos));
    let entry = Entry { claim: 0, position, body: Body::Move { mv: Move(mv), shown } };
    zone_has(&game, &whole(&game, &pos, vec![entry]), cell, stones[1] as usize);
}

/// After the free reply the opponent moves once more.
#[test]
fn a_free_reply_turns_on_lines_that_lack_three_cells() {
    let lines: [&[u16]; 9] = [
        &[2, 11, 3],
        &[2, 11, 6, 5],
        &[8, 0, 9, 11],
        &[8, 6, 3, 1],
        &[6, 3, 11, 8],
        &[3, 4, 9],
        &[6, 4, 11, 10],
        &[5, 9, 4],
        &[3, 9, 7],
    ];
    needs(&lines, [6, 2], 3, &[], 5);
}

/// The prover wins by a fork, which a stone on one of its cells would stop.
#[test]
fn a_win_by_a_fork_turns_on_its_cells() {
    let lines: [&[u16]; 9] = [
        &[2, 10, 9],
        &[5, 7, 3],
        &[10, 11, 1],
        &[10, 9, 6, 4],
        &[8, 5, 9, 1],
        &[6, 2, 1, 0],
        &[1, 2, 11, 4],
        &[3, 4, 6, 1],
        &[10, 3, 4],
    ];
    needs(&lines, [5, 0], 10, &[9, 4], 8);
}

/// The first player makes two threats on cell 1 or on cell 4. Cells 5, 6, 7 and 13 are answered as cell 10 is. On two of
/// them the opponent would threaten to fill a line first.
#[test]
fn an_entry_turns_on_lines_with_two_replies_answered_as_another() {
    let ours: [&[u16]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 4, 8], &[0, 4, 9]];
    let theirs: [&[u16]; 2] = [&[5, 6, 7], &[5, 6, 13]];
    let lines = ours.iter().chain(&theirs).map(|line| line.to_vec()).collect();
    let game = Lines { cells: 14, lines, borders: Vec::new(), mirror: None, forbids: 0 };
    let pos = [1 << 0 | 1 << 12, 1 << 11];
    let position = |pos: &Stones| PositionCode::Whole(game.encoding(pos));
    let (mut named, mut answers) = (Vec::new(), Vec::new());
    for reply in [1, 2, 3, 4, 8, 9, 10] {
        let mv = Move(if reply < 4 { 4 } else { 1 });
        let shown = Shown::Evidence(Evidence::LineThreats(Vec::new()));
        let position = position(&game.play(&pos, Move(reply)));
        answers.push(Entry { claim: 0, position, body: Body::Move { mv, shown } });
        let by = ReplyBy::Entry(Link { entry: answers.len() as u32, map: 0 });
        named.push(Named { mv: Move(reply), by });
    }
    let body = Body::Replies { items: vec![Evidence::Zone(Move(10))], default: Some(0), named };
    let mut entries = vec![Entry { claim: 0, position: position(&pos), body }];
    entries.extend(answers);
    zone_has(&game, &whole(&game, &pos, entries), 5, 11);
}

#[test]
fn on_random_lines_a_stone_off_the_zone_changes_nothing() {
    enough(&attacked(1, 10_000, |rng| long_lines(rng, false)));
}

#[test]
fn on_random_lines_with_borders_a_stone_off_the_zone_changes_nothing() {
    enough(&attacked(2, 12_000, |rng| long_lines(rng, true)));
}

#[test]
fn where_moves_are_forbidden_a_stone_off_the_zone_changes_nothing() {
    enough(&attacked(3, 14_000, |rng| {
        let bordered = rng.chance(1, 2);
        let from = 2 + rng.below(2);
        long_lines(rng, bordered).forbidding(from)
    }));
}

#[test]
fn on_boards_a_stone_off_the_zone_changes_nothing() {
    enough(&attacked(4, 3_000, |rng| match rng.below(4) {
        0 => Lines::straight([1, 4, 4], 4),
        1 => Lines::exactly([1, 4, 4], 3),
        2 => Lines::straight([1, 3, 5], 3),
        _ => Lines::exactly([1, 2, 7], 4),
    }));
}

/// A false certificate: the opponent is to move and need not lose, the replies after which he does are proved, and all others
/// are answered as one of these.
fn false_zones(game: &Lines, prover: Player, rng: &mut Rng) -> Option<Certificate> {
    let pos = game.random_position(9, rng);
    let mut maker =
        Maker { game, prover, wins: HashMap::new(), entries: Vec::new(), index: HashMap::new() };
    let opponents = game.outcome(&pos).is_none() && game.to_move(&pos) != prover;
    if !opponents || game.forbids(prover.other()) || maker.wins(&pos) {
        return None;
    }
    let moves = game.legal_moves(&pos);
    let next = |mv: Move| game.play(&pos, mv);
    if moves.iter().any(|&mv| game.outcome(&next(mv)).is_some()) {
        return None;
    }
    let won: Vec<Move> = moves.iter().copied().filter(|&mv| maker.wins(&next(mv))).collect();
    let other = *won.get(rng.below(won.len().max(1)))?;
    let shown = moves.iter().map(|&mv| {
        let by = match won.contains(&mv) {
            true => {
                let (entry, map) = maker.entry(&next(mv), rng);
                ReplyBy::Entry(Link { entry, map })
            }
            false => ReplyBy::Item(0),
        };
        Named { mv, by }
    });
    let named = shown.collect();
    let body = Body::Replies { items: vec![Evidence::Zone(other)], default: None, named };
    maker.index.insert(pos, maker.entries.len() as u32);
    maker.entries.push((pos, body));
    Some(maker.certificate(&pos, rng).0)
}

/// Which conditions of zones a false certificate needs, by the seeds from which they are made.
fn needed_for(seeds: std::ops::Range<u64>) -> BTreeMap<&'static str, u64> {
    let mut found = BTreeMap::new();
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let game = match seed % 4 {
            0 => long_lines(&mut rng, false),
            1 => long_lines(&mut rng, true),
            2 => Lines::random_bordered(9 + (seed / 4 % 3) as usize, &mut rng),
            _ => long_lines(&mut rng, false).forbidding(1 + (seed / 4 % 2) as usize),
        };
        let prover = Player::BOTH[rng.below(2)];
        let Some(cert) = false_zones(&game, prover, &mut rng) else { continue };
        bent::take_mattered();
        assert_eq!(rejection(&game, &cert), Reason::EvidenceFails, "seed {seed}");
        for name in bent::take_mattered() {
            let accepted = || check(&game, &cert, &Limits::default());
            if !found.contains_key(name) && bent::without(name, accepted).is_ok() {
                found.insert(name, seed);
            }
        }
    }
    found
}

#[test]
fn what_zones_have_is_needed() {
    for (name, seed) in [
        ("zone.outside", 5),
        ("zone.inherited", 9),
        ("zone.wins", 9),
        ("zone.move", 12),
        ("zone.forks", 8716),
    ] {
        let found = needed_for(seed..seed + 1);
        assert!(found.contains_key(name), "{name}: {found:?}");
    }
}
