//! A proof in words: `quod show --explain`.
//!
//! What the prover plays, what each reply is answered by, and how it goes on along the defence that holds out
//! longest. What moves do is said by the game's tutor; that all replies are answered is what the certificate
//! shows, which was checked before.

use std::fmt::Write as _;

use anyhow::anyhow;
use quod_engine::{OpenGame, Tutor};
use quod_game::{Claim, Goal, Move, Player};
use quod_proof::{Scene, Shows, Walk};

/// So many of the prover's moves are explained, and so many groups of replies to each.
const MOST_MOVES: usize = 8;
const MOST_GROUPS: usize = 20;

/// The most positions that are looked at for the longest defence.
const MOST_POSITIONS: u32 = 4_000;

/// A walk that is told.
struct Told<'w> {
    walk: &'w mut Walk,
    game: &'w OpenGame,
    tutor: &'w dyn Tutor,
    text: String,
    /// Plies from White's first move.
    plies: usize,
}

/// A move with its number: `3. ` for the first player, `3... ` for the second.
fn number(plies: usize) -> String {
    format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." })
}

/// Replies with the same answer, and the words for it.
struct Group {
    replies: Vec<String>,
    answer: String,
}

impl Told<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A move with its number and words.
    fn worded(&self, scene: &Scene, plies: usize, mv: Move) -> String {
        let text = self.game.move_text(&scene.pos, mv);
        let words = self.tutor.motifs(&scene.pos, mv).join(", ");
        let words = if words.is_empty() { String::new() } else { format!(" ({words})") };
        format!("{} {text}{words}", number(plies))
    }

    fn ended(&self, scene: &Scene) -> Option<String> {
        let outcome = scene.outcome.as_ref()?;
        Some(match outcome.winner {
            Some(winner) => format!("{} has won", scene.players[winner.index()]),
            None => "it is a draw".to_string(),
        })
    }

    /// The prover's move with all that is said of it; false if the proof plays none.
    fn own_move(&mut self, scene: &Scene) -> bool {
        let Some(mv) = self.walk.proof_move() else {
            self.line(&format!("Here the proof plays no move: {} shows the claim.", scene.support));
            return false;
        };
        let worded = self.worded(scene, self.plies, mv);
        self.line(&format!("{worded}."));
        for remark in self.tutor.remarks(&scene.pos, mv, &self.walk.claim_here()) {
            self.line(&format!("   {remark}"));
        }
        let played = self.walk.play_move(mv).is_ok();
        self.plies += 1;
        played
    }

    /// What the replies are answered by, one by one.
    fn groups(&mut self, scene: &Scene) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for reply in &scene.moves {
            if self.walk.play_move(Move(reply.code)).is_err() {
                continue;
            }
            let after = self.walk.scene();
            let answer = match (self.ended(&after), self.walk.proof_move()) {
                (Some(ended), _) => format!("the game is over, {ended}"),
                (None, Some(mv)) => self.worded(&after, self.plies + 1, mv),
                // What is left of a claim that no mate comes in time.
                (None, None) if after.moves_left == Some(0) => {
                    format!("{}'s moves are used up", scene.players[scene.claim.player.index()])
                }
                (None, None) => format!("shown by {}", after.support),
            };
            self.walk.back();
            match groups.iter_mut().find(|it| it.answer == answer) {
                Some(group) => group.replies.push(reply.text.clone()),
                None => groups.push(Group { replies: vec![reply.text.clone()], answer }),
            }
        }
        groups
    }

    fn replies(&mut self, scene: &Scene) {
        let groups = self.groups(scene);
        for group in groups.iter().take(MOST_GROUPS) {
            let replies = group.replies.join(", ");
            self.line(&format!("   {} {replies}: {}.", number(self.plies), group.answer));
        }
        let more: usize = groups.iter().skip(MOST_GROUPS).map(|it| it.replies.len()).sum();
        if more > 0 {
            self.line(&format!("   … and {more} more replies, each answered."));
        }
    }

    /// The replies, and then the one that holds out longest is played; false if there is none to go on with.
    fn defence(&mut self, scene: &Scene) -> bool {
        let replies = scene.moves.len();
        let name = scene.players[scene.claim.prover().other().index()];
        self.line(&match replies {
            1 => format!("   {name} has one reply:"),
            _ => format!("   {name} has {replies} replies, each answered:"),
        });
        self.replies(scene);
        if !matches!(scene.claim.goal, Goal::WinsWithin(_)) {
            // Of a claim that counts no moves nothing says which defence is the longest.
            if scene.moves_left.is_none() {
                self.line("   (Use --moves to continue after a reply.)");
            }
            return false;
        }
        let mut budget = MOST_POSITIONS;
        let mut longest: Option<(u32, &quod_proof::SceneMove)> = None;
        for reply in &scene.moves {
            if self.walk.play_move(Move(reply.code)).is_err() {
                return false;
            }
            let length = self.length(&mut budget);
            self.walk.back();
            let Some(length) = length else {
                self.line(
                    "   (The proof is too large to look for the longest defence: --moves goes on.)",
                );
                return false;
            };
            if longest.is_none_or(|(most, _)| length > most) {
                longest = Some((length, reply));
            }
        }
        let Some((length, reply)) = longest.filter(|it| it.0 > 1) else { return false };
        let mv = number(self.plies);
        self.line(&format!(
            "\nThe proof takes longest, {length} moves more, after {mv} {}.\n",
            reply.text
        ));
        self.plies += 1;
        self.walk.play_move(Move(reply.code)).is_ok()
    }

    /// The most moves of the prover's that the proof takes from here, whatever the replies.
    fn length(&mut self, budget: &mut u32) -> Option<u32> {
        *budget = budget.checked_sub(1)?;
        let pos = self.walk.position().clone();
        if self.game.outcome(&pos).is_some() {
            return Some(0);
        }
        let provers = self.game.to_move(&pos) == self.walk.claim_here().prover();
        let moves = match provers {
            true => vec![self.walk.proof_move()?],
            false => self.game.legal_moves(&pos),
        };
        let mut most = 0;
        for mv in moves {
            self.walk.play_move(mv).ok()?;
            let length = self.length(budget);
            self.walk.back();
            most = most.max(length?);
        }
        Some(most + u32::from(provers))
    }
}

/// The proof in words, from where the walk stands.
///
/// `proved` is all that the certificate proves of its root, and `played` counts the moves since there.
///
/// # Errors
/// If the walk has left the proof.
pub fn explained(
    walk: &mut Walk,
    game: &OpenGame,
    tutor: &dyn Tutor,
    proved: &[Claim],
    played: usize,
) -> anyhow::Result<String> {
    let scene = walk.scene();
    if scene.support == Shows::Nothing {
        return Err(anyhow!(
            "--moves: expected moves that stay in the proof, got {}",
            scene.position
        ));
    }
    let claim = walk.claim_here();
    let at_root = scene.last_move.is_none();
    let begins = game.to_move(&scene.pos) == Player::Second;
    let plies = played + usize::from(begins != (played % 2 == 1));
    let mut told = Told { walk, game, tutor, text: String::new(), plies };
    told.line(&format!("position    {}\n", scene.position));
    if let Some(ended) = told.ended(&scene) {
        told.line(&format!("The game is over: {ended}."));
        return Ok(told.text);
    }
    told.line(&tutor.claim(&claim));
    for other in proved.iter().filter(|it| at_root && **it != claim) {
        told.line(&format!("Proved as well (--section): {}", tutor.claim(other)));
    }
    told.line(
        "(The certificate has been checked. Where nothing is said of other moves, they may do as well.)\n",
    );
    for _ in 0..MOST_MOVES {
        let scene = told.walk.scene();
        if told.walk.claim_here().run_out() == Some(true) {
            told.line("No moves are left: the claim is shown.");
            break;
        }
        if scene.to_move == Some(scene.claim.prover()) && !told.own_move(&scene) {
            break;
        }
        let scene = told.walk.scene();
        if scene.outcome.is_some() || !told.defence(&scene) {
            break;
        }
    }
    Ok(told.text)
}
