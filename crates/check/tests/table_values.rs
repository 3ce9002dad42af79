//! Table values as evidence: awari with all tables of up to three stones, made by brute force.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::agreed::check;
use crate::support::{Prover, Shelf, mutate, resolve, write};
use quod_cert::{Certificate, Evidence, Reason, Section, Shown, TableFile, read_certificate};
use quod_check::{Help, Limits, Source, Tables, check_with, statement, verify_table};
use quod_game::testkit::{Oracle, Rng, reachable};
use quod_game::{Claim, Game, Goal, Player, Ranked};
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest, TicTacToe, Worth};

const TO_COME: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };
const WHOLE: Awari = Awari { worth: Worth::Game, ..TO_COME };
const STONES: u32 = 3;
const LIMITS: Limits = Limits { work: 1_000_000, memory: u64::MAX, threads: 1 };

/// The right tables.
fn shelf() -> Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| Shelf::right(&TO_COME, STONES)).clone()
}

/// A certificate that shows the claim at the root by a table and nothing else.
fn by_table(game: &Awari, pos: &AwariPosition, claim: Claim, shelf: &Shelf) -> Certificate {
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![claim],
        sections: vec![Section { claim: 0, shown: Shown::Evidence(Evidence::TableValue(0)) }],
        remark: String::new(),
        tables: vec![shelf.named(STONES)],
        entries: Vec::new(),
    }
}

/// Tables of which nothing is said but what they hold.
struct Files(Shelf);

impl Tables for Files {
    fn open(&self, game: &str, layer: u32) -> Result<(String, Box<dyn Source>), String> {
        self.0.open(game, layer)
    }
}

/// Two stones, one of either side; South to move, who has captured 20 and North 26.
fn position(text: &str) -> AwariPosition {
    WHOLE.parse_position(text).unwrap()
}

fn certificate(shelf: &Shelf) -> Certificate {
    let pos = position("1,0,0,0,0,0/0,0,1,0,0,0/20:26/south");
    let claim = Claim { player: Player::First, goal: Goal::ScoreAtLeast(-4) };
    by_table(&WHOLE, &pos, claim, shelf)
}

fn rejection(cert: &Certificate, shelf: &Shelf) -> (Reason, String) {
    let reject = check_with(&WHOLE, cert, &LIMITS, shelf).expect_err("accepted");
    (reject.reason, reject.detail)
}

#[test]
fn a_table_shows_just_what_is_true_whoever_moves_and_whatever_was_captured() {
    let shelf = shelf();
    let games = [(TO_COME, [0, 0]), (TO_COME, [7, 2]), (WHOLE, [30, 15]), (WHOLE, [22, 23])];
    for (game, captured) in games {
        for index in (0..TO_COME.size(STONES)).step_by(13) {
            let mut pos = TO_COME.unrank(STONES, index).unwrap();
            pos.captured = captured;
            if index % 2 == 1 {
                pos = game.symmetric().unwrap().map(1, &pos);
            }
            let lead = i32::from(pos.captured[0]) - i32::from(pos.captured[1]);
            for n in lead - 4..=lead + 4 {
                for goal in [Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)] {
                    let claim = Claim { player: Player::First, goal };
                    let cert = by_table(&game, &pos, claim, &shelf);
                    let truth = Oracle::new(&game, &pos, &claim).holds(&pos);
                    let result = check_with(&game, &cert, &LIMITS, &shelf);
                    assert_eq!(result.is_ok(), truth, "{claim:?} in {pos:?}");
                    assert!(result.is_ok_and(|it| it.assumes.len() == 1) == truth);
                }
            }
        }
    }
}

#[test]
fn what_a_certificate_rests_on_is_named_unless_it_was_verified() {
    let mut shelf = shelf();
    let cert = certificate(&shelf);
    let assumes = check_with(&WHOLE, &cert, &LIMITS, &shelf).unwrap().assumes;
    let digest: String = shelf.digest(STONES).iter().map(|it| format!("{it:02x}")).collect();
    assert_eq!(assumes, [format!("awari-03 {digest}")]);
    let files = Files(shelf.clone());
    assert_eq!(check_with(&WHOLE, &cert, &LIMITS, &files).unwrap().assumes, assumes);
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for bytes in shelf.files.values() {
        let mut table = TableFile::open(std::io::Cursor::new(bytes)).unwrap();
        // By the rules of either game: what counts as worth is no matter.
        let game = if lower.len() % 2 == 0 { TO_COME } else { WHOLE };
        verify_table(&game, &mut table, &mut lower, &mut digests, Help::default()).unwrap();
    }
    shelf.verified = digests;
    assert!(check_with(&WHOLE, &cert, &LIMITS, &shelf).unwrap().assumes.is_empty());
    assert_eq!(read_certificate(&write(&cert)[..]).unwrap(), cert);
    assert!(statement(&WHOLE, &cert).unwrap().to_string().contains("score>=-4"));
}

#[test]
fn without_tables_nothing_is_accepted() {
    let cert = certificate(&shelf());
    let reject = check(&WHOLE, &cert, &LIMITS).unwrap_err();
    assert_eq!(reject.reason, Reason::TableUnavailable);
    assert!(reject.detail.contains("no tables are given"));
}

#[test]
fn a_table_of_another_rule_is_refused() {
    let right = shelf();
    // A true certificate, a game with another rule.
    let other = Awari { grand_slam: GrandSlam::Forbidden, ..WHOLE };
    let mut cert = certificate(&right);
    cert.game = other.name();
    let reject = check_with(&other, &cert, &LIMITS, &right).unwrap_err();
    assert_eq!(reject.reason, Reason::EvidenceTrait);
    // The certificate says the right thing, the file is another rule's.
    let title = other.ranked().unwrap().title().unwrap();
    for wrong in [
        title,
        quod_game::TableTitle { infinite_play: "1".into(), ..right.title.clone() },
        quod_game::TableTitle { index_version: 2, ..right.title.clone() },
    ] {
        let mut shelf = right.clone();
        shelf.title = wrong;
        for layer in 0..=STONES {
            shelf.put(layer, &vec![0; TO_COME.size(layer) as usize]);
        }
        shelf.title = right.title.clone();
        let (reason, detail) = rejection(&certificate(&shelf), &shelf);
        assert_eq!(reason, Reason::TableUnavailable);
        assert!(detail.starts_with("memory/3: header: layer 3 of awari:"), "{detail}");
    }
    // A game without an index, and a layer that the index does not have.
    let game = TicTacToe::new();
    let mut cert = certificate(&right);
    (cert.game, cert.root) = (game.name(), game.encoding(&game.start()));
    cert.claims = vec![Claim::does_not_lose(Player::First)];
    let reject = check_with(&game, &cert, &LIMITS, &right).unwrap_err();
    assert_eq!(reject.reason, Reason::EvidenceTrait);
    let mut cert = certificate(&right);
    cert.tables[0].layer = 49;
    assert_eq!(rejection(&cert, &right).0, Reason::EvidenceTrait);
}

#[test]
fn missing_damaged_and_other_tables_are_refused_with_their_names() {
    let right = shelf();
    let cert = certificate(&right);
    let refused = |change: &dyn Fn(&mut Shelf), what: &str| {
        let mut shelf = right.clone();
        change(&mut shelf);
        let (reason, detail) = rejection(&cert, &shelf);
        assert_eq!((reason, detail.as_str()), (Reason::TableUnavailable, what));
    };
    for layer in [2, 3] {
        let name = format!("memory/{layer}");
        let missing = format!("{name}: there is no such table");
        refused(&|it| drop(it.files.remove(&layer)), &missing);
        let version = format!("{name}: byte 8: version 1 of the format expected, 0 found");
        refused(&|it| it.files.get_mut(&layer).unwrap()[8] = 0, &version);
        let digest = format!("{name}: not the table that the certificate names");
        let other = |it: &mut Shelf| it.put(layer, &vec![0; TO_COME.size(layer) as usize]);
        refused(&other, &digest);
        // A byte among the values; the digest is read over the whole file first.
        let damaged = format!("{name}: byte 0: the file (SHA-256) is damaged");
        let flip = |it: &mut Shelf| {
            let bytes = it.files.get_mut(&layer).unwrap();
            let at = bytes.len() - 100;
            bytes[at] ^= 1;
        };
        refused(&flip, &damaged);
    }
    let wrong = |it: &mut Shelf| it.put(3, &[0; 5]);
    refused(&wrong, &format!("memory/3: header: layer 3 of {} expected", right.title.game));
}

#[test]
fn a_position_above_the_tables_is_not_shown() {
    let shelf = shelf();
    let pos = position("1,0,0,0,0,1/0,0,2,0,0,0/20:24/south");
    let claim = Claim { player: Player::First, goal: Goal::ScoreAtLeast(-4) };
    let cert = by_table(&WHOLE, &pos, claim, &shelf);
    let expected = (Reason::EvidenceFails, "the tables do not reach the position".to_string());
    assert_eq!(rejection(&cert, &shelf), expected);
    let mut cert = certificate(&shelf);
    cert.sections[0].shown = Shown::Evidence(Evidence::TableValue(1));
    assert_eq!(rejection(&cert, &shelf).0, Reason::Malformed);
}

#[test]
fn wrong_values_give_false_answers_only_under_their_own_name() {
    // Whoever assumes a wrong table gets what it says; its digest is in the answer.
    let mut shelf = shelf();
    shelf.put(2, &vec![2; TO_COME.size(2) as usize]);
    let right = Shelf { verified: Vec::new(), ..self::shelf() };
    shelf.put(3, &vec![0; TO_COME.size(3) as usize]);
    let cert = certificate(&shelf);
    let assumes = check_with(&WHOLE, &cert, &LIMITS, &shelf).unwrap().assumes;
    assert_ne!(assumes, check_with(&WHOLE, &certificate(&right), &LIMITS, &right).unwrap().assumes);
}

/// All positions that follow these, and their images.
fn closed(game: &Awari, root: &AwariPosition) -> Vec<AwariPosition> {
    let mut all = reachable(game, root);
    let images: Vec<_> = all.iter().map(|pos| game.symmetric().unwrap().map(1, pos)).collect();
    all.extend(images);
    all.sort_by_key(|pos| game.encoding(pos));
    all.dedup();
    all
}

/// Remembers what oracles say of all that follows a position.
#[derive(Default)]
struct Truth(HashMap<Claim, HashMap<AwariPosition, bool>>);

impl Truth {
    fn holds(&mut self, claim: Claim, pos: AwariPosition) -> bool {
        let known = self.0.entry(claim).or_default();
        if !known.contains_key(&pos) {
            let oracle = Oracle::new(&TO_COME, &pos, &claim);
            known.extend(reachable(&TO_COME, &pos).into_iter().map(|it| (it, oracle.holds(&it))));
        }
        known[&pos]
    }
}

/// Awari's infinite play is worth what was captured before: in some classes of a proof it is what is
/// claimed, and links may go back, in others it is not, and they may not.
#[test]
fn one_certificate_has_classes_of_both_kinds_and_table_values_and_no_mutant_is_false() {
    let shelf = shelf();
    let mut mutations = Rng::new(42);
    let (mut both, mut accepted, mut rejected) = (0, 0, 0);
    let mut truth = Truth::default();
    // Boards of five stones from which play leads to two, in the certificate, too.
    for index in [1964, 1252, 2150] {
        let root = TO_COME.unrank(5, index).unwrap();
        let positions = closed(&TO_COME, &root);
        for n in -1..=1 {
            let claim = Claim { player: Player::First, goal: Goal::ScoreAtLeast(n) };
            if TO_COME.settled(&root, &claim).is_some() {
                continue;
            }
            truth.holds(claim, root);
            let mut prover = Prover::new(&TO_COME, positions.clone(), false);
            prover.tabled = Some(2);
            // The prover draws its moves: until some lead to two stones, as far as any do.
            let tabled = |cert: &Certificate| format!("{cert:?}").contains("TableValue");
            let drawn = (0..20).filter_map(|seed| {
                prover.prove(&root, &[claim], &mut Rng::new(seed)).filter(tabled)
            });
            let Some(mut cert) = { drawn }.next() else { continue };
            cert.tables = vec![shelf.named(STONES)];
            check_with(&TO_COME, &cert, &LIMITS, &shelf).unwrap();
            let entries = resolve(&TO_COME, &cert);
            let good = |(claim, pos): &(Claim, AwariPosition)| {
                let cyclic = TO_COME.cyclic().unwrap();
                claim.holds_at(&cyclic.infinite_play(cyclic.class(pos)))
            };
            let kinds = [true, false].map(|kind| entries.iter().any(|it| good(it) == kind));
            both += usize::from(kinds == [true, true]);
            for _ in 0..30 {
                let mut mutant = cert.clone();
                mutate(&TO_COME, &mut mutant, &mut mutations);
                if check_with(&TO_COME, &mutant, &LIMITS, &shelf).is_err() {
                    rejected += 1;
                    continue;
                }
                accepted += 1;
                let mut said = resolve(&TO_COME, &mutant);
                let root = TO_COME.decode(&mutant.root).unwrap();
                let claims = mutant.sections.iter().map(|it| mutant.claims[it.claim as usize]);
                said.extend(claims.map(|claim| (claim, root)));
                for (claim, pos) in said {
                    assert!(truth.holds(claim, pos), "{claim:?} in {pos:?}: {mutant:?}");
                }
            }
        }
    }
    assert!(both > 2 && accepted > 20 && rejected > 100, "{both} {accepted} {rejected}");
}
