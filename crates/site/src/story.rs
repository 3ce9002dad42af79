//! The stories: a text from `site/stories`, with pictures and figures from the certificate that it is about.
//!
//! Between double braces a text asks for what the certificate knows:
//!
//! * `{{picture MOVES | CAPTION}}`: the board after these moves from the root;
//! * `{{threats MOVES | CAPTION}}`: the board after these moves, or as few more of the proof as it takes, and a reply that
//!   evidence refutes, which is played out in numbers;
//! * `{{line | CAPTION}}`: the board with a whole line of the proof in numbers;
//! * `{{replies MOVES}}`: how many legal moves there are then;
//! * `{{entries PROOF}}`, `{{bytes PROOF}}`: of a certificate;
//! * `{{play}}`: where the reader plays against the proof.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::{Context, Result, bail};
use quod_cert::{Proof as _, read_packed};
use quod_engine::Played;
use quod_proof::SceneMove;
use quod_walk_wasm::Open;

use crate::bundle::Bundle;
use crate::proofs::PROOFS;
use crate::read;

/// A page about a game.
pub struct Story {
    /// Its file's name without the ending.
    pub name: &'static str,
    title: &'static str,
    /// The certificate that its pictures are from.
    pub proof: &'static str,
}

/// All of them.
pub const STORIES: &[Story] = &[
    Story { name: "qubic", title: "Qubic", proof: "qubic" },
    Story { name: "gomoku", title: "Go-Moku", proof: "gomoku-freestyle" },
    Story { name: "connect-four", title: "Connect Four", proof: "connect-four" },
];

/// How many moves a refutation has that is worth a picture.
const LONG: usize = 5;
/// Most positions of a proof in which such a refutation is looked for.
const MOST_POSITIONS: usize = 10_000;
/// Most moves of a line in a picture.
const MOST_MOVES: usize = 200;

impl Story {
    /// The whole page.
    ///
    /// # Errors
    /// If the text asks for what is not there.
    pub fn page(&self, root: &Path, others: &[&Story], bundle: &Bundle) -> Result<String> {
        let text = read(&root.join(format!("site/stories/{}.html", self.name)))?;
        let mut proof = Some(Open::new(&bytes_of(root, self.proof)?).map_err(anyhow_of)?);
        let story = filled(&text, &mut |word, rest, caption| {
            let open = proof.as_mut().context("a proof")?;
            asked(root, open, word, rest, caption)
        })
        .with_context(|| self.name.to_string())?;
        whole(root, others, bundle, self.title, self.proof, &story)
    }
}

/// The page that leads to the others.
///
/// # Errors
/// If its text asks for what is not there.
pub fn home(root: &Path, stories: &[&Story], bundle: &Bundle) -> Result<String> {
    let text = read(&root.join("site/stories/index.html"))?;
    let story = filled(&text, &mut |word, rest, _| figure_of(root, word, rest))?;
    whole(root, stories, bundle, "Solved games", "", &story)
}

fn whole(
    root: &Path,
    stories: &[&Story],
    bundle: &Bundle,
    title: &str,
    proof: &str,
    story: &str,
) -> Result<String> {
    let mut nav: Vec<String> =
        stories.iter().map(|it| format!("<a href=\"{}.html\">{}</a>", it.name, it.title)).collect();
    nav.push("<a href=\"check.html\">Check it yourself</a>".to_string());
    let page = read(&root.join("site/stories/page.html"))?
        .replace("{{title}}", title)
        .replace("{{proof}}", proof)
        .replace("{{nav}}", &nav.concat())
        .replace("{{version}}", env!("CARGO_PKG_VERSION"))
        .replace("{{story}}", story);
    bundle.page(&page, "story-app.js", &[])
}

/// A certificate's bytes.
fn bytes_of(root: &Path, id: &str) -> Result<Vec<u8>> {
    let proof = PROOFS.iter().find(|it| it.id == id).with_context(|| format!("no proof {id}"))?;
    let path = proof.path(root);
    std::fs::read(&path).with_context(|| format!("{}", path.display()))
}

fn anyhow_of(refused: impl std::fmt::Debug) -> anyhow::Error {
    anyhow::anyhow!("{refused:?}")
}

/// A text with every `{{WORD REST | CAPTION}}` replaced; what stands in a caption is replaced first.
fn filled(text: &str, ask: &mut dyn FnMut(&str, &str, &str) -> Result<String>) -> Result<String> {
    let mut text = text.to_string();
    // The last opening braces have no others inside.
    while let Some(begin) = text.rfind("{{") {
        let length = text[begin..].find("}}").context("{{ without }}")?;
        let (asked, caption) = match text[begin + 2..begin + length].split_once('|') {
            Some((asked, caption)) => (asked, caption),
            None => (&text[begin + 2..begin + length], ""),
        };
        let (word, rest) = asked.trim().split_once(' ').unwrap_or((asked.trim(), ""));
        let answer = ask(word, rest.trim(), caption.trim())?;
        text.replace_range(begin..begin + length + 2, &answer);
    }
    Ok(text)
}

/// What a story asks for.
fn asked(root: &Path, proof: &mut Open, word: &str, rest: &str, caption: &str) -> Result<String> {
    let moves: Vec<String> = rest.split_whitespace().map(str::to_string).collect();
    match word {
        "picture" => {
            proof.walk().go(0, &moves).map_err(anyhow_of)?;
            let scene = proof.walk().walk().scene();
            Ok(figure(&proof.writer().svg(&scene, &[]), caption))
        }
        "threats" => {
            let (before, line) = refuted(proof, moves)?;
            Ok(figure(&played_out(proof, &before, &line)?, caption))
        }
        "line" => {
            let walk = proof.walk();
            walk.go(0, &[]).map_err(anyhow_of)?;
            let line = walk.walk().line(MOST_MOVES);
            Ok(figure(&played_out(proof, &[], &line)?, caption))
        }
        "replies" => {
            proof.walk().go(0, &moves).map_err(anyhow_of)?;
            Ok(proof.walk().walk().scene().moves.len().to_string())
        }
        "play" => Ok("<div id=\"play\"><p>Playing needs JavaScript.</p></div>".to_string()),
        _ => figure_of(root, word, rest),
    }
}

/// A reply after these moves, or else the nearest one further on in the proof, that evidence refutes in some moves: the
/// moves up to that reply, and the refutation.
fn refuted(proof: &mut Open, moves: Vec<String>) -> Result<(Vec<String>, Vec<Played>)> {
    let walk = proof.walk();
    let mut waiting = VecDeque::from([moves]);
    for _ in 0..MOST_POSITIONS {
        let Some(moves) = waiting.pop_front() else { break };
        walk.go(0, &moves).map_err(anyhow_of)?;
        let scene = walk.walk().detailed();
        let after = |text: &str| [&moves[..], &[text.to_string()]].concat();
        let long = |it: &&SceneMove| it.refutation.as_ref().is_some_and(|it| it.len() >= LONG);
        if let Some(reply) = scene.moves.iter().find(long) {
            return Ok((after(&reply.text), reply.refutation.clone().unwrap_or_default()));
        }
        match scene.proof_move {
            Some(text) => waiting.push_back(after(&text)),
            None => waiting.extend(scene.moves.iter().map(|it| after(&it.text))),
        }
    }
    bail!("of {MOST_POSITIONS} positions of the proof, no reply is refuted by evidence")
}

/// The board after some moves and a line that follows, whose stones are numbered.
fn played_out(proof: &mut Open, moves: &[String], line: &[Played]) -> Result<String> {
    let texts = line.iter().map(|it| it.text.clone());
    let all: Vec<String> = moves.iter().cloned().chain(texts).collect();
    proof.walk().go(0, &all).map_err(anyhow_of)?;
    let scene = proof.walk().walk().scene();
    let codes: Vec<u32> = line.iter().map(|it| it.code).collect();
    Ok(proof.writer().svg(&scene, &codes))
}

/// A number from a certificate.
fn figure_of(root: &Path, word: &str, proof: &str) -> Result<String> {
    let bytes = bytes_of(root, proof)?;
    let number = match word {
        "bytes" => bytes.len(),
        "entries" => read_packed(&bytes)?.n_entries(),
        _ => bail!(
            "{{{{{word}}}}}: expected picture, threats, line, replies, entries, bytes or play"
        ),
    };
    Ok(grouped(number))
}

/// A number with commas.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A picture with its caption, which also tells those who do not see it what it shows.
///
/// It stands in the page as elements: the page's style sheet does not reach into an image, so that its colours could not follow the
/// page's.
fn figure(svg: &str, caption: &str) -> String {
    format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_caption_is_filled_in_first() {
        let mut seen = Vec::new();
        let mut ask = |word: &str, rest: &str, caption: &str| {
            seen.push((word.to_string(), rest.to_string()));
            Ok(if word == "replies" { "63".to_string() } else { format!("<{rest}: {caption}>") })
        };
        let text = filled("a {{picture 1a4 b | has {{replies 1a4}} replies}} z", &mut ask).unwrap();
        assert_eq!(text, "a <1a4 b: has 63 replies> z");
        assert_eq!(seen.len(), 2);
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!([7, 461_317, 1_000].map(grouped), ["7", "461,317", "1,000"]);
    }
}
