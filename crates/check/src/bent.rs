//! For tests: the checker with one of its conditions switched off.
//!
//! Who believes that a condition is needed should see a false certificate that is accepted without it. Nothing of
//! this file exists without the feature `bent`, and with it the checker is the straight one but for what runs inside
//! [`without`].
//!
//! A condition's name stands where it is asked. What the checker looks up by a number (a claim, an entry, an item, a
//! table, a lemma, a cell of the board) is no condition here: without it there is nothing to go on with. Nor is a bound
//! of work or memory.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use quod_cert::{Place, Reason, Reject};

/// A condition that the checker asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its name, as it stands in the code.
    pub name: &'static str,
    /// Why nothing false is accepted without it; `None` if something is.
    pub redundant: Option<&'static str>,
}

thread_local! {
    static OFF: Cell<Option<&'static str>> = const { Cell::new(None) };
    static MATTERED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Whether a condition is switched off in this thread. Asked where the condition does not hold, or is about to demand
/// something.
pub(crate) fn is_off(name: &'static str) -> bool {
    let off = OFF.get() == Some(name);
    MATTERED.with_borrow_mut(|them| {
        if !off && !them.contains(&name) {
            them.push(name);
        }
    });
    off
}

/// Whether a condition is switched off in this thread.
pub fn is_bent() -> bool {
    OFF.get().is_some()
}

/// The conditions that mattered in this thread since the last call: with one of all others switched off the checker would have
/// said the same.
pub fn take_mattered() -> Vec<&'static str> {
    MATTERED.take()
}

/// What `check` says with this condition switched off in this thread. A panic, which only a bent checker may meet, is
/// a rejection.
///
/// # Errors
/// As `check`.
///
/// # Panics
/// If there is no condition of that name.
pub fn without<T>(name: &str, check: impl FnOnce() -> Result<T, Reject>) -> Result<T, Reject> {
    let condition = CONDITIONS.iter().find(|it| it.name == name);
    let condition = condition.unwrap_or_else(|| panic!("no condition {name:?}"));
    let before = OFF.replace(Some(condition.name));
    let result = catch_unwind(AssertUnwindSafe(check));
    OFF.set(before);
    let panicked = |_| Err(Reject::new(Reason::EvidenceFails, Place::Header, "a panic"));
    result.unwrap_or_else(panicked)
}

const fn needed(name: &'static str) -> Condition {
    Condition { name, redundant: None }
}

const fn redundant(name: &'static str, why: &'static str) -> Condition {
    Condition { name, redundant: Some(why) }
}

/// All conditions.
pub const CONDITIONS: &[Condition] = &[
    needed("header.claims"),
    redundant(
        "header.game",
        "the statement names the game by whose rules everything was checked, not the file's",
    ),
    redundant(
        "header.meet",
        "the statement of two sections that do not meet is the first one's claim, which is shown like any other, and no value that somebody asks for",
    ),
    needed("meet.draw"),
    needed("meet.mate"),
    needed("meet.mate-player"),
    needed("meet.score"),
    needed("meet.score-player"),
    redundant(
        "rules.classes",
        "a promise of the rules, held to them so that rules which break it are found; where it is kept nothing changes",
    ),
    needed("entry.legal"),
    redundant("entry.new", "each of two entries that say the same is shown by itself"),
    needed("entry.open"),
    needed("body.legal"),
    needed("body.side"),
    needed("named.ascend"),
    redundant(
        "named.legal",
        "a reply that is no move is never met, so it is left over, and `named.ascend` refuses it",
    ),
    redundant("named.open", "`replies.not-lost` refuses a named reply that is settled, either way"),
    needed("replies.all"),
    needed("replies.not-lost"),
    needed("shown.settled"),
    needed("link.claim"),
    needed("link.position"),
    redundant(
        "cycle.class",
        "a move that leaves its class, and each image of it, leads to a later one: play goes that way only so often",
    ),
    needed("cycle.endless"),
    redundant(
        "perpetual.class",
        "a move that leaves its class, and each image of it, leads to a later one: play goes that way only so often",
    ),
    needed("perpetual.gap"),
    needed("perpetual.loses"),
    needed("perpetual.no-check"),
    needed("perpetual.side"),
    needed("evidence.not-lost"),
    needed("tree.legal"),
    redundant("tree.moves", "a promise of the rules: a position that is not over has a move"),
    needed("tree.node"),
    redundant(
        "tree.replies",
        "that all moves of the prover's reach the claim is more than that one does",
    ),
    needed("tree.side"),
    needed("table.worth"),
    needed("tables.alternate"),
    needed("tables.best"),
    needed("tables.digest"),
    needed("tables.ended"),
    needed("tables.endless-worth"),
    needed("tables.founded"),
    needed("tables.had"),
    redundant("tables.layer", "a header names one lower table for each layer below its own"),
    needed("tables.lower"),
    needed("tables.no-perpetual"),
    redundant(
        "tables.no-position",
        "an index without a position is the index of nothing that can be played",
    ),
    needed("tables.no-scores"),
    needed("tables.one-worth"),
    redundant(
        "tables.rests-on",
        "of a lower layer there are values only where they were verified, whatever the index says",
    ),
    redundant(
        "tables.size",
        "a value that is not there is not used, by evidence or by verifying, and one too many neither",
    ),
    needed("tables.steps"),
    needed("tables.title"),
    needed("tables.too-long"),
    redundant(
        "tables.verified-below",
        "a layer that was passed over has no values, and a move that needs one is refused",
    ),
    needed("threats.claim"),
    needed("threats.defender-wins"),
    needed("threats.empty"),
    needed("threats.fork"),
    needed("threats.free"),
    needed("threats.not-over"),
    needed("threats.reply-enabled"),
    needed("threats.reply-fork"),
    needed("threats.reply-four"),
    needed("threats.two-wins"),
    redundant(
        "apart.doubtful",
        "where a stone of the opponent's allows a move, the step without it is right as well; that all that each reply alone accepts is accepted together needs it",
    ),
    needed("apart.near"),
    needed("apart.step"),
    needed("strategy.given"),
    needed("strategy.legal"),
    redundant("strategy.moves", "a promise of the rules: a position that is not over has a move"),
    needed("strategy.no-count"),
    needed("strategy.no-cycle"),
    redundant("strategy.stacked", "where no cell is above another `above` gives no move"),
    needed("pairs.allowed"),
    redundant(
        "pairs.any",
        "pairs that hold are a strategy by themselves: the player answers on pairs and plays anywhere else",
    ),
    needed("pairs.claim"),
    needed("pairs.different"),
    needed("pairs.empty"),
    redundant(
        "pairs.first",
        "pairs that hold are a strategy by themselves, wherever they stand in the list",
    ),
    needed("pairs.lines"),
    redundant(
        "rhombus.any",
        "pairs that join are a strategy by themselves: the player answers on pairs and plays anywhere else",
    ),
    needed("rhombus.claim"),
    needed("rhombus.only-cells"),
    redundant(
        "rhombus.pairs",
        "on a rhombus of whole pairs who answers on them joins the borders, so the statement is true whatever the list says",
    ),
    needed("rhombus.parallel"),
    needed("rhombus.stones"),
    needed("search.holds"),
    redundant("choices.end", "choices that nobody asks for show nothing"),
    redundant("choices.moves", "a promise of the rules: a position that is not over has a move"),
    needed("choices.shown-first"),
    redundant("connection.borders", "a promise of the rules: each player has two borders or more"),
    needed("connection.claim"),
    needed("connection.conducts"),
    redundant(
        "root.captured",
        "two captured cells begin a way of the root as they begin one of a lemma: the player answers on the other",
    ),
    needed("root.empty"),
    needed("root.only-cells"),
    needed("root.turn"),
    needed("lemma.answered"),
    redundant(
        "lemma.ends",
        "a join says which stones one chain has; that a stone stands there twice says nothing more",
    ),
    needed("way.apart"),
    needed("way.captured"),
    needed("way.ends"),
    needed("way.joined"),
    needed("zone.allowed"),
    needed("zone.begins"),
    needed("zone.beside"),
    needed("zone.borders"),
    needed("zone.claim"),
    needed("zone.forks"),
    needed("zone.idle-reply"),
    needed("zone.inherited"),
    needed("zone.lines"),
    needed("zone.move"),
    needed("zone.needs"),
    needed("zone.no-cycle"),
    needed("zone.not-free"),
    needed("zone.other-evidence"),
    needed("zone.other-outside"),
    needed("zone.outside"),
    needed("zone.replied"),
    redundant(
        "zone.served",
        "where a stone stands on the cell of the reply itself, the position is the one after that reply with a stone less elsewhere",
    ),
    needed("zone.wins"),
];
