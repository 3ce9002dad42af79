//! Hostile bytes: whatever is read, nothing panics, nothing takes long, and memory is bounded by the
//! size of the file. The checksums are made right, or every file would die there.

use crate::agreed::check;
use crate::support::{Lines, Prover, container, write};
use quod_cert::{
    Evidence, MOST_BLOCK, Place, Reason, Shown, parse_packed, read_certificate, read_stream,
};
use quod_check::{Limits, require, statement};
use quod_game::Claim;
use quod_game::testkit::{Explicit, Rng, Shape};

#[test]
fn hostile_bytes_do_not_panic() {
    let mut rng = Rng::new(31);
    let limits = Limits { work: 2_000, ..Limits::default() };
    let (mut parsed, mut verified) = (0, 0);
    for _ in 0..1_000 {
        let shape = Shape { mirrored: rng.chance(1, 2), ..Shape::default() };
        let game = Explicit::random(&shape, &mut rng);
        let lines = Lines::three();
        let positions: Vec<u16> = (0..game.len() as u16).collect();
        let mut prover = Prover::new(&game, positions, false);
        let claim = Claim::does_not_lose(quod_game::Player::First);
        let seed = match prover.prove(&0, &[claim], &mut rng) {
            Some(cert) => read_stream(&write(&cert)[..]).expect("written"),
            None => (0..rng.below(60)).map(|_| rng.next_u64() as u8).collect(),
        };
        for _ in 0..200 {
            let mut stream = seed.clone();
            for _ in 0..1 + rng.below(3) {
                if stream.is_empty() {
                    break;
                }
                let at = rng.below(stream.len());
                match rng.below(5) {
                    0 => stream[at] = rng.next_u64() as u8,
                    1 => stream[at] ^= 1 << rng.below(8),
                    2 => stream.insert(at, [0, 1, 2, 0x7f, 0x80, 0xff][rng.below(6)]),
                    3 => stream[at] = stream[at].wrapping_add(1),
                    _ => {
                        stream.remove(at);
                    }
                }
            }
            let file = container(&stream, 1 + rng.below(100));
            let Ok(cert) = read_certificate(&file[..]) else { continue };
            parsed += 1;
            verified += usize::from(check(&game, &cert, &limits).is_ok());
            let _ = require(&game, &cert, Some("start"), Some("value"));
            // The same structure in another game: links and evidence that were never meant for it.
            let mut foreign = cert;
            foreign.game = "lines:cells=9".to_string();
            foreign.root = vec![0; 16];
            let _ = check(&lines, &foreign, &limits);
            let _ = statement(&lines, &foreign);
        }
    }
    println!("{parsed} parsed, {verified} verified");
    assert!(parsed > 20_000 && verified > 0);
}

#[test]
fn damaged_containers_do_not_panic() {
    let mut rng = Rng::new(32);
    let file = container(&[7; 500], 100);
    for _ in 0..100_000 {
        let mut file = file.clone();
        for _ in 0..1 + rng.below(2) {
            let at = rng.below(file.len());
            file[at] = rng.next_u64() as u8;
        }
        file.truncate(file.len() - if rng.chance(1, 2) { rng.below(file.len()) } else { 0 });
        let _ = read_stream(&file[..]);
    }
}

#[test]
fn a_damaged_container_is_told_by_its_byte() {
    // Blocks at the bytes 12, 22 and 32, the end mark at 42, the SHA-256 at 50.
    let file = container(b"stream", 2);
    assert_eq!(file.len(), 82);
    let fault = |file: &[u8]| {
        let reject = read_stream(file).expect_err("damaged");
        (reject.reason, reject.place)
    };
    for (at, reason, place) in [
        (0, Reason::NotACertificate, 0),
        (8, Reason::Version, 8),
        (20, Reason::Checksum, 12),
        (30, Reason::Checksum, 22),
        (42, Reason::EndMark, 42),
        (46, Reason::EndMark, 42),
        (50, Reason::Checksum, 50),
        (81, Reason::Checksum, 50),
    ] {
        let mut file = file.clone();
        file[at] ^= 1;
        assert_eq!(fault(&file), (reason, Place::Byte(place)), "byte {at}");
    }
    assert_eq!(fault(&file[..60]), (Reason::Truncated, Place::Byte(60)));
    assert_eq!(fault(&[&file[..], b"\n"].concat()), (Reason::EndMark, Place::Byte(82)));
}

#[test]
fn numbers_have_at_most_64_bits() {
    // Evidence of a kind with this number, and nothing in it.
    let kind = |last: [u8; 2]| {
        let head = [1, b'g', 0, 1, 0, 0, 0, 1, 0, 2];
        let stream = [&head[..], &[0x80; 8], &last, &[0, 0, 0]].concat();
        let shown = parse_packed(stream).map(|it| it.unpacked().sections[0].shown.clone());
        shown.map_err(|it| (it.reason, it.place))
    };
    for (last, number) in [([0x80, 1], 1 << 63), ([0xff, 1], 255 << 56)] {
        assert_eq!(kind(last), Ok(Shown::Evidence(Evidence::Unknown(number))));
    }
    for last in [[0x80, 2], [0x80, 3], [0x80, 0x81], [0x80, 0]] {
        assert_eq!(kind(last), Err((Reason::Malformed, Place::Section(0))), "{last:?}");
    }
}

#[test]
fn branches_of_a_reply_tree_end_at_nodes_that_follow() {
    // A section shown by a reply tree: the number of nodes, and then the nodes.
    let tree = |nodes: &[u8]| {
        let head = [1, b'g', 0, 1, 0, 0, 0, 1, 0, 2, 1, nodes.len() as u8];
        let stream = [&head[..], nodes, &[0, 0]].concat();
        parse_packed(stream).map(|_| ()).map_err(|it| (it.reason, it.place))
    };
    // A move, and the end; the end, and replies that lead to node 2, all of them or the move 5.
    for right in [&[2, 1, 5, 0][..], &[3, 0, 2, 1, 0, 0], &[3, 0, 2, 0, 1, 5, 1, 0]] {
        assert_eq!(tree(right), Ok(()), "{right:?}");
    }
    // A move without a node after it, nodes beyond the last, a node that leads to itself.
    for wrong in [
        &[1, 1, 5][..],
        &[2, 0, 1, 5],
        &[3, 0, 2, 2, 0, 0],
        &[3, 0, 2, 0, 1, 5, 2, 0],
        &[3, 0, 2, 0, 1, 5, 0, 0],
    ] {
        assert_eq!(tree(wrong), Err((Reason::Malformed, Place::Section(0))), "{wrong:?}");
    }
}

#[test]
fn a_block_has_at_most_a_mebibyte() {
    let most = MOST_BLOCK as usize;
    let stream = vec![7; most + 1];
    assert_eq!(read_stream(&container(&stream, most)).expect("two blocks"), stream);
    let reject = read_stream(&container(&stream, most + 1)).expect_err("one block");
    assert_eq!((reject.reason, reject.place), (Reason::EndMark, Place::Byte(12)));
}

#[test]
fn many_claims_do_not_take_quadratic_time() {
    // 100,000 different claims: compared pairwise they would take minutes.
    let mut stream = vec![0, 0, 0xa0, 0x8d, 0x06];
    for n in 0u32..100_000 {
        let score = 2 * n;
        stream.extend([
            0,
            2,
            score as u8 | 0x80,
            (score >> 7) as u8 | 0x80,
            (score >> 14) as u8 | 0x80,
        ]);
        stream.extend([((score >> 21) as u8) | 0x80, 0]);
        let last = stream.len();
        // The fewest bytes: no group of zeros at the end.
        let mut end = last - 1;
        while stream[end] & 0x7f == 0 && end > last - 5 {
            end -= 1;
        }
        stream.truncate(end + 1);
        stream[end] &= 0x7f;
    }
    stream.extend([1, 0, 0, 0, 0]);
    let cert = parse_packed(stream).expect("many claims").unpacked();
    assert_eq!(cert.claims.len(), 100_000);
    let game = Explicit::random(&Shape::default(), &mut Rng::new(34));
    let reject = check(&game, &cert, &Limits::default()).unwrap_err();
    assert_eq!(reject.reason, Reason::UnknownGame);
}
