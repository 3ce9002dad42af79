//! Structural mutations of a decoded certificate. Bytes that die at a checksum would test nothing.

use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, PositionCode, ReplyBy, Section, Shown, TreeNode,
};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, Move};

/// Changes one thing and says what; some changes do nothing where there is nothing to change.
pub fn mutate<G: Game + ?Sized>(game: &G, cert: &mut Certificate, rng: &mut Rng) -> &'static str {
    let n = cert.entries.len();
    let at = rng.below(n.max(1));
    if n == 0 && rng.chance(3, 4) {
        return mutate_header(game, cert, rng);
    }
    match rng.below(20) {
        0 => mutate_header(game, cert, rng),
        1..4 => {
            let Some(link) = pick(links(cert), rng) else { return "nothing" };
            match rng.below(4) {
                0 => link.map ^= 1,
                1 => link.entry = rng.below(n + 1) as u32,
                2 => link.entry = link.entry.wrapping_add_signed(rng.below(5) as i32 - 2),
                _ => *link = Link { entry: rng.below(n.max(1)) as u32, map: rng.below(2) as u16 },
            }
            "a link"
        }
        4..6 => {
            let Some(mv) = pick(moves(cert), rng) else { return "nothing" };
            *mv = Move(rng.below(4) as u32);
            "a move"
        }
        6..8 if n > 0 => {
            cert.entries[at].claim = rng.below(cert.claims.len() + 1) as u32;
            "an entry's claim"
        }
        8..10 if n > 0 => {
            let root = cert.root.clone();
            let other = rng.below(n);
            cert.entries[at].position = match (rng.below(4), &mut cert.entries[at].position) {
                (0, PositionCode::Derived { from, mv, map }) => {
                    PositionCode::Derived { from: *from, mv: *mv, map: *map ^ 1 }
                }
                (1, _) => PositionCode::Derived {
                    from: rng.below(at + 1) as u32,
                    mv: Move(rng.below(3) as u32),
                    map: rng.below(2) as u16,
                },
                (2, _) => cert.entries[other].position.clone(),
                (_, PositionCode::Whole(bytes)) if !bytes.is_empty() => {
                    bytes[0] = rng.below(30) as u8;
                    PositionCode::Whole(bytes.clone())
                }
                _ => PositionCode::Whole(root),
            };
            "an entry's position"
        }
        10 if n > 0 => {
            cert.entries.remove(at);
            relink(cert, |old| old.checked_sub(usize::from(old > at)).unwrap_or(old));
            "an entry removed"
        }
        11 if n > 0 => {
            let entry = cert.entries[rng.below(n)].clone();
            cert.entries.insert(at, entry);
            relink(cert, |old| old + usize::from(old >= at));
            "an entry doubled"
        }
        12..14 if n > 0 => {
            let other = rng.below(n);
            cert.entries.swap(at, other);
            relink(cert, |old| match old {
                _ if old == at => other,
                _ if old == other => at,
                _ => old,
            });
            "entries exchanged, links following"
        }
        14 if n > 0 => {
            cert.entries[at].body = cert.entries[rng.below(n)].body.clone();
            "a body"
        }
        15 if n > 0 => {
            let mut bodies: Vec<_> = cert.entries.iter_mut().map(|it| &mut it.body).collect();
            let Body::Move { shown, .. } = &mut bodies[at] else { return "nothing" };
            *shown = Shown::Settled;
            "a move's link"
        }
        16..18 => mutate_replies(cert, rng),
        _ => {
            let Some(nodes) = pick(trees(cert), rng) else { return "nothing" };
            let node = rng.below(nodes.len());
            match (rng.below(4), &mut nodes[node]) {
                (0, it) => *it = TreeNode::End,
                (1, it) => *it = TreeNode::Move(Move(rng.below(3) as u32)),
                (_, TreeNode::Replies { default, named }) => match rng.below(3) {
                    0 if !named.is_empty() => {
                        named.pop();
                    }
                    1 if !named.is_empty() => named[0].1 = (node + 1 + rng.below(3)) as u32,
                    2 => *default = None,
                    _ => *default = Some((node + rng.below(4)) as u32),
                },
                (_, TreeNode::Move(mv)) => *mv = Move(rng.below(3) as u32),
                (_, TreeNode::End) => {
                    nodes.remove(node);
                }
            }
            "a reply tree"
        }
    }
}

fn mutate_header<G: Game + ?Sized>(
    game: &G,
    cert: &mut Certificate,
    rng: &mut Rng,
) -> &'static str {
    if cert.sections.is_empty() {
        return "nothing";
    }
    let section = rng.below(cert.sections.len());
    match rng.below(6) {
        0 => cert.sections[section].claim = rng.below(cert.claims.len()) as u32,
        1 => cert.root[0] = rng.below(26) as u8,
        2 => {
            let at = rng.below(cert.claims.len());
            let Claim { player, goal } = cert.claims[at];
            let step = rng.below(3) as i32 - 1;
            cert.claims[at].goal = match goal {
                Goal::Wins => Goal::DoesNotLose,
                Goal::DoesNotLose => Goal::Wins,
                Goal::ScoreAtLeast(n) => Goal::ScoreAtLeast(n + step),
                Goal::ScoreAtMost(n) => Goal::ScoreAtMost(n + step),
                Goal::CapturesAtLeast(n) => Goal::CapturesAtLeast(n + step),
                Goal::CapturesLessThan(n) => Goal::CapturesLessThan(n + step),
                Goal::WinsWithin(n) => Goal::WinsWithin(n + step),
                Goal::DoesNotWinWithin(n) => Goal::DoesNotWinWithin(n + step),
            };
            if rng.chance(1, 2) {
                cert.claims[at].player = player.other();
            }
        }
        3 => {
            let shown = cert.sections[section].shown.clone();
            let claim = rng.below(cert.claims.len()) as u32;
            cert.sections.push(Section { claim, shown });
        }
        4 => {
            cert.sections.remove(section);
        }
        _ => {
            // A root one move further on.
            let Ok(root) = game.decode(&cert.root) else { return "nothing" };
            let moves = game.legal_moves(&root);
            if !moves.is_empty() {
                cert.root = game.encoding(&game.play(&root, moves[rng.below(moves.len())]));
            }
        }
    }
    "the header"
}

fn mutate_replies(cert: &mut Certificate, rng: &mut Rng) -> &'static str {
    let bodies = cert.entries.iter_mut().filter_map(|entry| match &mut entry.body {
        Body::Replies { items, default, named } => Some((items, default, named)),
        Body::Move { .. } => None,
    });
    let Some((items, default, named)) = pick(bodies.collect(), rng) else { return "nothing" };
    let name = rng.below(named.len().max(1));
    match rng.below(6) {
        0 => *default = None,
        1 => *default = (!items.is_empty()).then(|| rng.below(items.len() + 1) as u32),
        2 if !named.is_empty() => {
            named.remove(name);
        }
        3 if !named.is_empty() => named[name].by = ReplyBy::Item(rng.below(items.len() + 1) as u32),
        4 if named.len() > 1 => {
            let by = named[0].by;
            named[0].by = named[name].by;
            named[name].by = by;
        }
        _ if !items.is_empty() => {
            items.rotate_left(1);
        }
        _ => return "nothing",
    }
    "replies"
}

fn pick<T>(mut them: Vec<T>, rng: &mut Rng) -> Option<T> {
    (!them.is_empty()).then(|| them.swap_remove(rng.below(them.len())))
}

fn links(cert: &mut Certificate) -> Vec<&mut Link> {
    let mut links = Vec::new();
    let shown = cert.sections.iter_mut().map(|it| &mut it.shown);
    for it in shown {
        if let Shown::Entry(link) = it {
            links.push(link);
        }
    }
    for Entry { body, .. } in &mut cert.entries {
        match body {
            Body::Move { shown: Shown::Entry(link), .. } => links.push(link),
            Body::Move { .. } => {}
            Body::Replies { named, .. } => {
                for it in named {
                    if let ReplyBy::Entry(link) = &mut it.by {
                        links.push(link);
                    }
                }
            }
        }
    }
    links
}

/// The prover's moves and the names of replies.
fn moves(cert: &mut Certificate) -> Vec<&mut Move> {
    let mut moves = Vec::new();
    for entry in &mut cert.entries {
        match &mut entry.body {
            Body::Move { mv, .. } => moves.push(mv),
            Body::Replies { named, .. } => moves.extend(named.iter_mut().map(|it| &mut it.mv)),
        }
    }
    moves
}

fn trees(cert: &mut Certificate) -> Vec<&mut Vec<TreeNode>> {
    let mut evidence: Vec<&mut Evidence> = Vec::new();
    for section in &mut cert.sections {
        if let Shown::Evidence(it) = &mut section.shown {
            evidence.push(it);
        }
    }
    for entry in &mut cert.entries {
        match &mut entry.body {
            Body::Move { shown: Shown::Evidence(it), .. } => evidence.push(it),
            Body::Move { .. } => {}
            Body::Replies { items, .. } => evidence.extend(items),
        }
    }
    let trees = evidence.into_iter().filter_map(|it| match it {
        Evidence::ReplyTree(nodes) if !nodes.is_empty() => Some(nodes),
        _ => None,
    });
    trees.collect()
}

/// Changes every index of an entry, so that links and derivations go on meaning the same entry.
fn relink(cert: &mut Certificate, new: impl Fn(usize) -> usize) {
    for link in links(cert) {
        link.entry = new(link.entry as usize) as u32;
    }
    for entry in &mut cert.entries {
        if let PositionCode::Derived { from, .. } = &mut entry.position {
            *from = new(*from as usize) as u32;
        }
    }
}
