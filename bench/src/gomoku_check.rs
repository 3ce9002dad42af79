//! What checking an opponent's entry of Go-Moku costs.
//!
//! The entries are made from 400 of the mid-game positions of `bench/suite/gomoku/midgame.txt`: of each game the
//! first position with 9 to 25 stones in which the player who is not to move would win by threats, with a
//! sequence that answers 140 replies at least, by the checker's word on each. It is the default item. The
//! other replies are said to lead to entries at the end of the certificate that are not true: so the
//! check goes through all entries that count, and is rejected at the first of those.

use std::collections::HashSet;

use anyhow::{Result, ensure};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, Place, PositionCode, ReplyBy, Section, Shown,
};
use quod_check::{Limits, check};
use quod_game::{Claim, Game, Move, Player};
use quod_in_a_row::gomoku::{Board, ThreatSearch, Threats};
use quod_rules::{InARow, InARowPosition, Rule};

use crate::measure::thread_seconds;

const SET: &str = include_str!("../suite/gomoku/midgame.txt");
/// Of how many games positions are taken.
const GAMES: usize = 400;
/// How many replies a sequence must answer.
const LEAST: usize = 140;
/// How often each certificate is checked.
const ROUNDS: u32 = 5;

/// An opponent's position, the sequence, and the replies that it does not answer.
struct Served {
    pos: InARowPosition,
    list: Vec<u32>,
    others: Vec<Move>,
}

/// A certificate of these entries that claims the first claim at the start, shown by nothing.
fn certificate(game: &InARow, entries: Vec<Entry>) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(&game.start()),
        claims: Player::BOTH.map(Claim::wins).to_vec(),
        sections: vec![Section { claim: 0, shown: Shown::Settled }],
        remark: String::new(),
        tables: Vec::new(),
        entries,
    }
}

/// Whether the sequence answers this reply.
fn answers(game: &InARow, pos: &InARowPosition, mv: Move, list: &[u32]) -> bool {
    let attacker = game.to_move(pos).other();
    let evidence = Evidence::LineThreats(list.to_vec());
    let section = Section { claim: attacker.index() as u32, shown: Shown::Evidence(evidence) };
    let root = game.encoding(&game.play(pos, mv));
    let cert = Certificate { root, sections: vec![section], ..certificate(game, Vec::new()) };
    check(game, &cert, &Limits { work: 2_000_000, ..Limits::default() }).is_ok()
}

/// The first entry that a game gives.
fn first(game: &InARow, line: &str, search: &mut ThreatSearch) -> Result<Option<Served>> {
    let words: Vec<&str> = line.split(' ').collect();
    for stones in 9..=25.min(words.len()) {
        let pos = game.parse_position(&words[..stones].join(" "))?;
        if game.outcome(&pos).is_some() {
            break;
        }
        let mut board = Board::set_up(game, &pos);
        let attacker = game.to_move(&pos).other();
        let Some(found) = search.search(&mut board, attacker, Threats::FoursAndThrees) else {
            continue;
        };
        let list: Vec<u32> = found.moves().iter().map(|&cell| cell.into()).collect();
        let replies = game.legal_moves(&pos);
        let over = replies.iter().any(|&mv| game.outcome(&game.play(&pos, mv)).is_some());
        let (served, others): (Vec<Move>, Vec<Move>) =
            replies.into_iter().partition(|&mv| answers(game, &pos, mv, &list));
        if !over && served.len() >= LEAST {
            return Ok(Some(Served { pos, list, others }));
        }
    }
    Ok(None)
}

/// Seconds of a check that must end in a rejection at this entry.
fn seconds(game: &InARow, cert: &Certificate, at: usize) -> Result<f64> {
    let start = thread_seconds();
    for _ in 0..ROUNDS {
        let place = check(game, cert, &Limits::default()).err().map(|reject| reject.place);
        ensure!(place == Some(Place::Entry(at)), "rejected at {place:?}, not at entry {at}");
    }
    Ok((thread_seconds() - start) / f64::from(ROUNDS))
}

/// Milliseconds that an entry takes, but for reading positions.
fn milliseconds(game: &InARow, all: &[&Served]) -> Result<f64> {
    let mut entries = Vec::new();
    let (mut untrue, mut seen) = (Vec::new(), HashSet::new());
    for Served { pos, list, others } in all {
        let claim = game.to_move(pos).other().index() as u32;
        let mut named = Vec::new();
        for &mv in others {
            let child = game.play(pos, mv);
            let position = PositionCode::Whole(game.encoding(&child));
            // Two entries may share a reply's position: then the second says nothing of it.
            if seen.insert((claim, child)) {
                let body = Body::Move { mv: game.legal_moves(&child)[0], shown: Shown::Settled };
                untrue.push(Entry { claim, position: position.clone(), body });
            }
            let same = |it: &Entry| it.claim == claim && it.position == position;
            let entry = all.len() + untrue.iter().position(same).unwrap_or(0);
            let link = Link { entry: entry as u32, map: 0 };
            named.push(Named { mv, by: ReplyBy::Entry(link) });
        }
        let items = vec![Evidence::LineThreats(list.clone())];
        let body = Body::Replies { items, default: Some(0), named };
        entries.push(Entry { claim, position: PositionCode::Whole(game.encoding(pos)), body });
    }
    entries.extend(untrue);
    let whole = certificate(game, entries);
    let mut positions = whole.clone();
    positions.entries[0].body = Body::Move { mv: Move(0), shown: Shown::Settled };
    let seconds = seconds(game, &whole, all.len())? - seconds(game, &positions, 0)?;
    Ok(1_000.0 * seconds / all.len() as f64)
}

/// Makes the entries and prints what checking one takes, by the length of the sequence.
pub fn print(rule: Rule) -> Result<()> {
    let game = InARow::gomoku(15, rule, false)?;
    let mut search = ThreatSearch::default();
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for line in SET.lines().take(GAMES) {
        let found = first(&game, line, &mut search)?;
        all.extend(found.filter(|it| seen.insert(it.pos)));
    }
    for (least, most) in [(1, usize::MAX), (1, 1), (2, usize::MAX), (2, 3), (4, 5), (6, usize::MAX)]
    {
        let fits = |it: &&Served| (least..=most).contains(&it.list.len());
        let some: Vec<&Served> = all.iter().filter(fits).collect();
        if some.is_empty() {
            continue;
        }
        let mean = |of: fn(&Served) -> usize| {
            some.iter().map(|it| of(it)).sum::<usize>() as f64 / some.len() as f64
        };
        println!(
            "{} entries, sequences of {least} to {} cells ({:.2} on average), {:.1} replies not served: \
             {:.3} ms an entry",
            some.len(),
            some.iter().map(|it| it.list.len()).max().unwrap_or(0),
            mean(|it| it.list.len()),
            mean(|it| it.others.len()),
            milliseconds(&game, &some)?,
        );
    }
    Ok(())
}
