//! Certificates with one thing changed, for tests that hold checkers to each other.
//!
//! The decoded certificate is changed and written again with right sums: bytes that die at a checksum
//! would test nothing. Numbers are taken from what stands in the certificate, or from near it, so that a
//! change means something in any game; some changes leave a true certificate, or change nothing.

use quod_cert::{
    Body, Certificate, Connection, Evidence, Instruction, Link, Part, PositionCode, ReplyBy,
    Section, Shown, Start, TreeNode, Way,
};
use quod_game::{Goal, Move};

/// Changes one thing. `below(n)` gives a number from 0 to n − 1, for n ≥ 1.
///
/// What the format cannot write is mended: names in any order, and positions and nodes that would be derived
/// from later ones.
pub fn mutate(certificate: &mut Certificate, below: &mut dyn FnMut(usize) -> usize) {
    change(certificate, below);
    for (own, entry) in certificate.entries.iter_mut().enumerate() {
        match &mut entry.position {
            PositionCode::Derived { .. } if own == 0 => {
                entry.position = PositionCode::Whole(certificate.root.clone());
            }
            PositionCode::Derived { from, .. } => *from = (*from).min(own as u32 - 1),
            PositionCode::Whole(_) => {}
        }
        if let Body::Replies { named, .. } = &mut entry.body {
            named.sort_by_key(|it| it.mv);
            named.dedup_by_key(|it| it.mv);
        }
    }
    for evidence in evidence(certificate) {
        let Evidence::ReplyTree(nodes) = evidence else { continue };
        for (own, node) in nodes.iter_mut().enumerate() {
            let TreeNode::Replies { default, named } = node else { continue };
            named.sort_by_key(|it| it.0);
            named.dedup_by_key(|it| it.0);
            let children = named.iter_mut().map(|it| &mut it.1).chain(default);
            children.for_each(|child| *child = (*child).max(own as u32 + 1));
        }
    }
}

fn change(certificate: &mut Certificate, below: &mut dyn FnMut(usize) -> usize) {
    let n = certificate.entries.len();
    // Without entries there are the claims, the root and the evidence of the sections.
    let what = if n == 0 { [0, 1, 2, 3, 15, 15][below(6)] } else { below(16) };
    match what {
        0 => change_claim(certificate, below),
        1 => change_sections(certificate, below),
        2 => damage(&mut certificate.root, below),
        3 => {
            if let Some(evidence) = pick(evidence(certificate), below) {
                *evidence = new_evidence(below);
            }
        }
        4 => {
            certificate.entries[below(n)].claim = below(certificate.claims.len() + 1) as u32;
        }
        5 => {
            let at = below(n);
            certificate.entries[at].body = certificate.entries[below(n)].body.clone();
        }
        6 => {
            let at = below(n);
            certificate.entries.remove(at);
        }
        7 => {
            let at = below(n);
            let entry = certificate.entries[below(n)].clone();
            certificate.entries.insert(at, entry);
        }
        8 => {
            let (at, other) = (below(n), below(n));
            certificate.entries.swap(at, other);
        }
        9 => change_position(certificate, below),
        10 | 11 => {
            if let Some(link) = pick(links(certificate), below) {
                match below(3) {
                    0 => link.entry = below(n) as u32,
                    1 => link.entry = link.entry.wrapping_add_signed(below(5) as i32 - 2),
                    _ => link.map ^= 1 << below(3),
                }
            }
        }
        12 => {
            if let Some(mv) = pick(moves(certificate), below) {
                change_number(&mut mv.0, below);
            }
        }
        13 => change_replies(certificate, below),
        _ => {
            if let Some(evidence) = pick(evidence(certificate), below) {
                change_evidence(evidence, below);
            }
        }
    }
}

fn change_claim(certificate: &mut Certificate, below: &mut dyn FnMut(usize) -> usize) {
    let at = below(certificate.claims.len());
    let claim = &mut certificate.claims[at];
    let step = below(3) as i32 - 1;
    claim.goal = match claim.goal {
        Goal::Wins => Goal::DoesNotLose,
        Goal::DoesNotLose => Goal::Wins,
        Goal::ScoreAtLeast(n) => Goal::ScoreAtLeast(n + step),
        Goal::ScoreAtMost(n) => Goal::ScoreAtMost(n + step),
        Goal::CapturesAtLeast(n) => Goal::CapturesAtLeast(n + step),
        Goal::CapturesLessThan(n) => Goal::CapturesLessThan(n + step),
        Goal::WinsWithin(n) => Goal::WinsWithin(n + step),
        Goal::DoesNotWinWithin(n) => Goal::DoesNotWinWithin(n + step),
    };
    if below(2) == 0 {
        claim.player = claim.player.other();
    }
}

fn change_sections(certificate: &mut Certificate, below: &mut dyn FnMut(usize) -> usize) {
    let at = below(certificate.sections.len());
    let claim = below(certificate.claims.len()) as u32;
    match below(3) {
        0 => certificate.sections[at].claim = claim,
        1 => {
            let shown = certificate.sections[at].shown.clone();
            certificate.sections.push(Section { claim, shown });
        }
        _ => certificate.sections[at].shown = Shown::Settled,
    }
}

fn change_position(certificate: &mut Certificate, below: &mut dyn FnMut(usize) -> usize) {
    let n = certificate.entries.len();
    let (at, other) = (below(n), below(n));
    let others = certificate.entries[other].position.clone();
    match (&mut certificate.entries[at].position, below(4)) {
        (position, 0) => *position = others,
        (PositionCode::Whole(bytes), _) => damage(bytes, below),
        (PositionCode::Derived { from, .. }, 1) => *from = below(n) as u32,
        (PositionCode::Derived { mv, .. }, 2) => change_number(&mut mv.0, below),
        (PositionCode::Derived { map, .. }, _) => *map ^= 1 << below(3),
    }
}

fn change_replies(certificate: &mut Certificate, below: &mut dyn FnMut(usize) -> usize) {
    let bodies = certificate.entries.iter_mut().filter_map(|entry| match &mut entry.body {
        Body::Replies { items, default, named } => Some((items, default, named)),
        Body::Move { .. } => None,
    });
    let Some((items, default, named)) = pick(bodies.collect(), below) else { return };
    let name = below(named.len().max(1));
    match below(5) {
        0 => *default = None,
        1 => *default = Some(below(items.len() + 1) as u32),
        2 if !named.is_empty() => drop(named.remove(name)),
        3 if !named.is_empty() => named[name].by = ReplyBy::Item(below(items.len() + 1) as u32),
        _ => {
            items.push(new_evidence(below));
            *default = Some(items.len() as u32 - 1);
        }
    }
}

fn change_evidence(evidence: &mut Evidence, below: &mut dyn FnMut(usize) -> usize) {
    match evidence {
        Evidence::ReplyTree(nodes) if !nodes.is_empty() => {
            let (at, n) = (below(nodes.len()), nodes.len());
            match (&mut nodes[at], below(4)) {
                (node, 0) => *node = TreeNode::End,
                (TreeNode::Move(mv), _) => change_number(&mut mv.0, below),
                (TreeNode::Replies { default, named }, choice) => match choice {
                    1 => *default = Some(below(n + 1) as u32),
                    _ if named.is_empty() => *default = None,
                    2 => drop(named.remove(below(named.len()))),
                    _ => named[0].1 = below(n + 1) as u32,
                },
                (TreeNode::End, _) => drop(nodes.remove(at)),
            }
        }
        Evidence::LineThreats(cells) if !cells.is_empty() => {
            let at = below(cells.len());
            match below(3) {
                0 => change_number(&mut cells[at], below),
                1 => drop(cells.remove(at)),
                _ => cells.swap(0, at),
            }
        }
        Evidence::Strategy(list) if !list.is_empty() => {
            let at = below(list.len());
            match below(3) {
                0 => list[at] = new_instruction(below),
                1 => drop(list.remove(at)),
                _ => list.swap(0, at),
            }
        }
        Evidence::Exhaustive(plies) => *plies = plies.wrapping_add(below(3) as u8).wrapping_sub(1),
        Evidence::SolutionTree(bytes) if !bytes.is_empty() => damage(bytes, below),
        Evidence::Connection(it) => change_connection(it, below),
        Evidence::Zone(reply) => change_number(&mut reply.0, below),
        Evidence::TableValue(table) => *table = table.wrapping_add(1),
        other => *other = new_evidence(below),
    }
}

/// Keeps what the grammar asks: lemmas after those that they rest on, and a class for each end.
fn change_connection(it: &mut Connection, below: &mut dyn FnMut(usize) -> usize) {
    let n = it.lemmas.len();
    if n == 0 || below(5) == 0 {
        return change_way(&mut it.root, n, below);
    }
    let at = below(n);
    let lemma = &mut it.lemmas[at];
    let (stones, ends) = (lemma.cells.len(), lemma.cells.len() + lemma.borders.len());
    let end = below(ends);
    let (way, join) = (below(lemma.ways.len().max(1)), below(lemma.joins.len().max(1)));
    match below(9) {
        0 if end < stones => lemma.cells[end][below(2)] += below(3) as i16 - 1,
        0 => lemma.borders[end - stones].1 += below(3) as i16 - 1,
        1 if end >= stones => lemma.borders[end - stones].0 = below(3) as u8,
        1 if ends > 1 => {
            lemma.cells.remove(end);
            for join in &mut lemma.joins {
                join.remove(end);
                join.iter_mut().for_each(|class| *class %= ends as u8 - 1);
            }
        }
        2 if !lemma.joins.is_empty() => lemma.joins[join][end] = below(ends) as u8,
        3 if !lemma.joins.is_empty() => {
            let mut other = lemma.joins[join].clone();
            other[end] = below(ends) as u8;
            lemma.joins.push(other);
        }
        4 if !lemma.joins.is_empty() => drop(lemma.joins.remove(join)),
        5 if !lemma.ways.is_empty() => drop(lemma.ways.remove(way)),
        6 if !lemma.ways.is_empty() => lemma.ways.push(lemma.ways[way].clone()),
        _ if !lemma.ways.is_empty() => change_way(&mut lemma.ways[way], at, below),
        _ => {}
    }
}

/// A way of the lemma with index `own`.
fn change_way(way: &mut Way, own: usize, below: &mut dyn FnMut(usize) -> usize) {
    let (parts, small) = (way.parts.len(), below(3) as i16 - 1);
    match below(6) {
        0 => {
            let cell = match way.start {
                Start::Nothing => [below(5) as i16, below(5) as i16],
                Start::Key(cell) | Start::Captured(cell, _) => cell,
            };
            let near = [cell[0] + small, cell[1] + below(3) as i16 - 1];
            way.start = match below(4) {
                0 => Start::Nothing,
                1 => Start::Captured(cell, near),
                _ => Start::Key(near),
            };
        }
        1 if own > 0 => {
            let (lemma, turn) = (below(own) as u32, below(12) as u8);
            way.parts.push(Part { lemma, turn, by: [below(5) as i16, below(5) as i16] });
        }
        2 if parts > 0 => drop(way.parts.remove(below(parts))),
        3 if parts > 0 => way.parts[below(parts)].lemma = below(own) as u32,
        4 if parts > 0 => way.parts[below(parts)].turn = below(12) as u8,
        _ if parts > 0 => way.parts[below(parts)].by[below(2)] += small,
        _ => {}
    }
}

fn new_evidence(below: &mut dyn FnMut(usize) -> usize) -> Evidence {
    match below(6) {
        0 | 1 => Evidence::LineThreats((0..1 + below(2)).map(|_| below(16) as u32).collect()),
        2 | 3 => Evidence::Strategy((0..below(6)).map(|_| new_instruction(below)).collect()),
        4 => Evidence::Zone(Move(below(16) as u32)),
        _ => Evidence::Exhaustive(below(4) as u8),
    }
}

fn new_instruction(below: &mut dyn FnMut(usize) -> usize) -> Instruction {
    let (a, b) = (Move(below(16) as u32), Move(below(16) as u32));
    match below(9) {
        0 | 1 => Instruction::Win,
        2 => Instruction::Above,
        3 => Instruction::Play(a),
        4 => Instruction::Reply(a, b),
        5 => Instruction::Pair(a, b),
        6 => Instruction::Block,
        7 => {
            let ranks = std::array::from_fn(|at| if at < 8 { below(256) as u8 } else { 0 });
            Instruction::Ranks(ranks)
        }
        _ => Instruction::Any,
    }
}

/// To a number near it, or to a small one.
fn change_number(number: &mut u32, below: &mut dyn FnMut(usize) -> usize) {
    *number = match below(2) {
        0 => number.wrapping_add_signed(below(5) as i32 - 2),
        _ => below(20) as u32,
    };
}

fn damage(bytes: &mut [u8], below: &mut dyn FnMut(usize) -> usize) {
    if !bytes.is_empty() {
        bytes[below(bytes.len())] ^= 1 << below(8);
    }
}

fn pick<T>(mut them: Vec<T>, below: &mut dyn FnMut(usize) -> usize) -> Option<T> {
    (!them.is_empty()).then(|| them.swap_remove(below(them.len())))
}

fn links(certificate: &mut Certificate) -> Vec<&mut Link> {
    let mut links = Vec::new();
    for section in &mut certificate.sections {
        if let Shown::Entry(link) = &mut section.shown {
            links.push(link);
        }
    }
    for entry in &mut certificate.entries {
        match &mut entry.body {
            Body::Move { shown: Shown::Entry(link), .. } => links.push(link),
            Body::Move { .. } => {}
            Body::Replies { named, .. } => {
                let by_entry = named.iter_mut().filter_map(|it| match &mut it.by {
                    ReplyBy::Entry(link) => Some(link),
                    ReplyBy::Item(_) => None,
                });
                links.extend(by_entry);
            }
        }
    }
    links
}

fn moves(certificate: &mut Certificate) -> Vec<&mut Move> {
    let mut moves = Vec::new();
    for entry in &mut certificate.entries {
        match &mut entry.body {
            Body::Move { mv, .. } => moves.push(mv),
            Body::Replies { named, .. } => moves.extend(named.iter_mut().map(|it| &mut it.mv)),
        }
    }
    moves
}

fn evidence(certificate: &mut Certificate) -> Vec<&mut Evidence> {
    let mut all = Vec::new();
    for section in &mut certificate.sections {
        if let Shown::Evidence(it) = &mut section.shown {
            all.push(it);
        }
    }
    for entry in &mut certificate.entries {
        match &mut entry.body {
            Body::Move { shown: Shown::Evidence(it), .. } => all.push(it),
            Body::Move { .. } => {}
            Body::Replies { items, .. } => all.extend(items),
        }
    }
    all
}
