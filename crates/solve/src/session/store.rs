//! A session's checkpoint: magic, version, the job it belongs to, what was tried, the search at work,
//! and a SHA-256 over it all.

use std::io::{Read, Write};

use quod_cert::{Proof, Sha256, read_packed};
use quod_engine::{Reason, SolveError};

use super::schedule::Tried;
use super::{Search, Session, State, spans};

const MAGIC: &[u8; 8] = b"QUODSES2";

/// What identifies a job: a checkpoint of another one is refused.
fn identity(session: &Session) -> Vec<u8> {
    let mut bytes = Vec::new();
    let root = session.case.game.encoding(&session.case.root);
    let texts =
        [session.case.game.name(), session.question_text(), session.case.job.engine.clone()];
    for part in texts.iter().map(String::as_bytes).chain([root.as_slice()]) {
        put_bytes(&mut bytes, part);
    }
    if let Some(tables) = &session.case.tables {
        tables.highest().iter().for_each(|it| put_bytes(&mut bytes, &it.digest));
    }
    bytes
}

pub fn save(session: &Session, out: &mut dyn Write) -> Result<(), SolveError> {
    let mut bytes = MAGIC.to_vec();
    put_bytes(&mut bytes, &identity(session));
    put_effort(&mut bytes, session.cost.spent);
    put(&mut bytes, session.cost.largest_tree);
    put(&mut bytes, session.found.tried.len() as u64);
    for tried in &session.found.tried {
        put_bytes(&mut bytes, tried.claim.text(&*session.case.game, session.mover()).as_bytes());
        put(&mut bytes, tried.level.into());
        put(&mut bytes, tried.holds.map_or(2, u64::from));
        put_bytes(&mut bytes, tried.reason.as_ref().map_or("", Reason::word).as_bytes());
        put_bytes(&mut bytes, tried.part.as_deref().unwrap_or_default());
    }
    let mut search = Vec::new();
    if let Some(Search { claim, level, prover, .. }) = session.search() {
        put_bytes(&mut search, claim.text(&*session.case.game, session.mover()).as_bytes());
        put(&mut search, (*level).into());
        prover.save(&mut search)?;
    }
    put_bytes(&mut bytes, &search);
    out.write_all(&sealed(bytes))?;
    Ok(())
}

pub fn restore(session: &mut Session, from: &mut dyn Read) -> Result<(), SolveError> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    let mut rest = opened(&bytes, MAGIC, "bytes that are no checkpoint of this version")?;
    if get_bytes(&mut rest).ok_or_else(damaged)? != identity(session) {
        let what = "one of another game, position, claim or engine";
        return Err(SolveError::Checkpoint(what.into()));
    }
    let spent = get_effort(&mut rest).ok_or_else(damaged)?;
    let largest_tree = get(&mut rest).ok_or_else(damaged)?;
    let claim_of = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        quod_game::Claim::parse(&*session.case.game, session.mover(), &text).map_err(|_| damaged())
    };
    let mut tried = Vec::new();
    for _ in 0..get(&mut rest).ok_or_else(damaged)? {
        let claim = claim_of(get_bytes(&mut rest).ok_or_else(damaged)?)?;
        let level = get(&mut rest).ok_or_else(damaged)? as u32;
        let holds = match get(&mut rest).ok_or_else(damaged)? {
            2 => None,
            holds => Some(holds == 1),
        };
        let reason = get_bytes(&mut rest).ok_or_else(damaged)?;
        let reason =
            (!reason.is_empty()).then(|| Reason::of_word(&String::from_utf8_lossy(reason)));
        let part = match get_bytes(&mut rest).ok_or_else(damaged)? {
            [] => None,
            bytes => Some(bytes.to_vec()),
        };
        tried.push(Tried { claim, level, holds, part, reason });
    }
    let mut search = get_bytes(&mut rest).ok_or_else(damaged)?;
    let mut state = State::Between;
    if !search.is_empty() {
        let claim = claim_of(get_bytes(&mut search).ok_or_else(damaged)?)?;
        let level = get(&mut search).ok_or_else(damaged)? as u32;
        if level as usize >= session.case.stages.len() {
            return Err(damaged());
        }
        let mut prover = session.prover(claim, level, None)?;
        prover.restore(&mut search)?;
        let span = spans::search(session, &claim, level);
        state = State::Searching(Search { claim, level, prover, idle: 0, span });
    }
    (session.cost.spent, session.cost.largest_tree) = (spent, largest_tree);
    let parts = tried.iter().filter_map(|it| it.part.as_ref());
    let named = parts.filter_map(|it| Some(read_packed(&it[..]).ok()?.head().tables.clone()));
    session.found.named = named.max_by_key(Vec::len).unwrap_or_default();
    session.found.tried = tried;
    session.state = state;
    if session.search().is_none() {
        session.begin(&mut |_| true)?;
    }
    Ok(())
}

/// Bytes with their SHA-256 behind them.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut sha = Sha256::default();
    sha.update(&bytes);
    bytes.extend(sha.finish());
    bytes
}

/// What [`sealed`] made of bytes that begin with `magic`, without that; an error that says `other` where they begin
/// with something else.
pub(crate) fn opened<'b>(
    bytes: &'b [u8],
    magic: &[u8; 8],
    other: &str,
) -> Result<&'b [u8], SolveError> {
    let content = bytes.strip_prefix(magic);
    let content = content.ok_or_else(|| SolveError::Checkpoint(other.into()))?;
    let (content, digest) = content.split_last_chunk::<32>().ok_or_else(damaged)?;
    let mut sha = Sha256::default();
    sha.update(&bytes[..bytes.len() - digest.len()]);
    if sha.finish() == *digest { Ok(content) } else { Err(damaged()) }
}

pub(crate) fn damaged() -> SolveError {
    SolveError::Checkpoint("damaged bytes".into())
}

fn put(out: &mut Vec<u8>, value: u64) {
    out.extend(value.to_le_bytes());
}

pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend(bytes);
}

fn put_effort(out: &mut Vec<u8>, effort: quod_search::Effort) {
    put(out, effort.nodes);
    put(out, effort.evaluations);
    put(out, effort.expansions);
    put(out, effort.reexpansions);
}

fn get(bytes: &mut &[u8]) -> Option<u64> {
    let (head, tail) = bytes.split_first_chunk::<8>()?;
    *bytes = tail;
    Some(u64::from_le_bytes(*head))
}

pub(crate) fn get_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = get(bytes)?;
    let (head, tail) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = tail;
    Some(head)
}

fn get_effort(bytes: &mut &[u8]) -> Option<quod_search::Effort> {
    Some(quod_search::Effort {
        nodes: get(bytes)?,
        evaluations: get(bytes)?,
        expansions: get(bytes)?,
        reexpansions: get(bytes)?,
    })
}
