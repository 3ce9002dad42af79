//! What a manager allows: time, memory, rules; and how much of the time a move takes.
//!
//! A move's time runs from the moment its command was read, and the answer must be out before it is over; so
//! a *margin* is left for what happens between the two ends of a pipe. It is generous, and grows by what answers were late
//! within it: on a machine that is busy with other work a thread may wait for its turn longer than that. A match's time is spread: no move takes
//! more than an eighth of what is left, and deepening stops at half of that.

use std::time::Duration;

use quod_engine::Limits;
use quod_in_a_row::gomoku::BRAIN_BYTES;
use quod_rules::Rule;

/// How long a move may take if no manager says so.
const TURN: u64 = 30_000;
/// What `time_left` is where a match has no limit.
const UNLIMITED: u64 = 2_147_483_647;
/// The part of the time that is left for other things, and its bounds in milliseconds; never more than half.
const MARGIN: (u64, u64, u64) = (3, 40, 300);
/// What the process takes besides the player: program, threads, buffers.
const PROCESS: u64 = 20 << 20;
/// The player's table: at least, at most, and if nothing is said.
const TABLE: (u64, u64, u64) = (1 << 20, 1 << 30, 64 << 20);
/// The nodes of a move that must be made as fast as possible, and the milliseconds that they may take.
const AT_ONCE: (u64, u64) = (100, 20);

/// What `INFO` told.
#[derive(Clone, Debug)]
pub struct Info {
    timeout_turn: u64,
    timeout_match: u64,
    time_left: Option<u64>,
    max_memory: u64,
    rule: u64,
    max_node: u64,
    max_depth: u64,
    /// The time that moves took since the match began.
    used: Duration,
    /// How late lately an answer was ready, beyond the time it was given.
    late: Duration,
}

/// The time of one move, from its command on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// When the answer must be given.
    pub most: Duration,
    /// When no deeper search is begun.
    pub enough: Duration,
}

impl Default for Info {
    fn default() -> Info {
        Info {
            timeout_turn: TURN,
            timeout_match: 0,
            time_left: None,
            max_memory: 0,
            rule: 0,
            max_node: 0,
            max_depth: 0,
            used: Duration::ZERO,
            late: Duration::ZERO,
        }
    }
}

impl Info {
    /// Takes what an `INFO` says. Keys that are not known, and values that are no numbers, are passed over, as
    /// the protocol has it.
    pub fn tell(&mut self, key: &str, value: &str) {
        let Ok(value) = value.parse::<i64>() else { return };
        let value = value.max(0) as u64;
        match key {
            "timeout_turn" => self.timeout_turn = value,
            "timeout_match" => (self.timeout_match, self.time_left) = (value, None),
            "time_left" => self.time_left = Some(value),
            "max_memory" => self.max_memory = value,
            "rule" => self.rule = value,
            "max_node" => self.max_node = value,
            "max_depth" => self.max_depth = value,
            _ => {}
        }
    }

    /// A new match begins.
    pub fn restart(&mut self) {
        (self.used, self.time_left) = (Duration::ZERO, None);
    }

    /// A move took so long, of the time it was given. How late it was is remembered, and forgotten by and by.
    pub fn spend(&mut self, took: Duration, given: Duration) {
        self.late = took.saturating_sub(given).max(self.late * 7 / 8);
        self.used += took;
    }

    /// The rule of play.
    pub fn rule(&self) -> Result<Rule, String> {
        match self.rule {
            0 => Ok(Rule::Freestyle),
            1 => Ok(Rule::Standard),
            4 | 5 => Ok(Rule::Renju),
            other => Err(format!(
                "expected rule 0 (freestyle), 1 (exactly five) or 4 (renju), got {other}"
            )),
        }
    }

    /// The bytes of the player's table.
    pub fn table(&self) -> Result<usize, String> {
        let (least, most, usual) = TABLE;
        let rest = PROCESS + BRAIN_BYTES as u64;
        match self.max_memory {
            0 => Ok(usual as usize),
            bound if bound < rest + least => {
                Err(format!("expected max_memory of at least {}, got {bound}", rest + least))
            }
            bound => Ok((bound - rest).min(most) as usize),
        }
    }

    /// How long the next move may take.
    pub fn time(&self) -> Time {
        let (part, least, most) = MARGIN;
        let turn = match self.timeout_turn {
            0 => Duration::from_millis(AT_ONCE.1),
            turn => {
                let margin = (turn / part).clamp(least, most).min(turn / 2);
                let quarter = Duration::from_millis(turn / 4);
                Duration::from_millis(turn - margin).saturating_sub(2 * self.late).max(quarter)
            }
        };
        let left = match self.time_left {
            Some(UNLIMITED..) => None,
            Some(left) => Some(Duration::from_millis(left)),
            None if self.timeout_match == 0 => None,
            None => Some(Duration::from_millis(self.timeout_match).saturating_sub(self.used)),
        };
        let time = |most: Duration, enough| Time { most, enough };
        match left {
            None => time(turn, turn / 2),
            Some(left) => time(turn.min(left / 8), (turn / 2).min(left / 16)),
        }
    }

    /// What bounds the search besides time.
    pub fn limits(&self) -> Limits {
        let nodes = (self.max_node > 0).then_some(self.max_node);
        let at_once = self.timeout_turn == 0 || self.time().most < Duration::from_millis(5);
        Limits {
            nodes: if at_once { Some(nodes.unwrap_or(AT_ONCE.0).min(AT_ONCE.0)) } else { nodes },
            depth: (self.max_depth > 0).then(|| self.max_depth.min(60) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(infos: &[(&str, &str)]) -> Info {
        let mut info = Info::default();
        infos.iter().for_each(|(key, value)| info.tell(key, value));
        info
    }

    #[test]
    fn rules_are_known_by_their_numbers() {
        let rule = |number| told(&[("rule", number)]).rule();
        assert_eq!(rule("0"), Ok(Rule::Freestyle));
        assert_eq!(rule("1"), Ok(Rule::Standard));
        assert_eq!((rule("4"), rule("5")), (Ok(Rule::Renju), Ok(Rule::Renju)));
        assert!(["2", "3", "6", "8", "9", "77"].into_iter().all(|it| rule(it).is_err()));
        assert_eq!(rule("renju"), Ok(Rule::Freestyle));
    }

    #[test]
    fn a_move_ends_before_its_time() {
        let most = |turn| told(&[("timeout_turn", turn)]).time().most.as_millis();
        assert_eq!(["0", "1", "40", "100", "500", "5000"].map(most), [20, 1, 20, 60, 334, 4700]);
        assert_eq!((most("-5"), most("x"), most("")), (20, 29700, 29700));
    }

    #[test]
    fn a_match_is_spread_over_its_moves() {
        let mut info = told(&[("timeout_turn", "5000"), ("timeout_match", "16000")]);
        assert_eq!(info.time().most.as_millis(), 2000);
        info.spend(Duration::from_millis(8000), Duration::from_millis(8000));
        assert_eq!(info.time().most.as_millis(), 1000);
        info.tell("time_left", "800");
        assert_eq!(
            info.time(),
            Time { most: Duration::from_millis(100), enough: Duration::from_millis(50) }
        );
        info.tell("time_left", "-3");
        assert_eq!(info.time().most, Duration::ZERO);
        assert_eq!(info.limits().nodes, Some(AT_ONCE.0));
        info.tell("time_left", "2147483647");
        assert_eq!(info.time().most.as_millis(), 4700);
        info.restart();
        assert_eq!(info.time().most.as_millis(), 2000);
    }

    #[test]
    fn late_answers_make_the_next_ones_earlier() {
        let mut info = told(&[("timeout_turn", "600")]);
        let [given, took] = [400, 440].map(Duration::from_millis);
        assert_eq!(info.time().most, given);
        info.spend(took, given);
        assert_eq!(info.time().most.as_millis(), 320);
        (0..40).for_each(|_| info.spend(given / 2, given));
        assert_eq!(info.time().most.as_millis(), 399);
        info.spend(took * 10, given);
        assert_eq!(info.time().most.as_millis(), 150);
    }

    #[test]
    fn the_table_leaves_room_for_the_rest() {
        let table = |bound| told(&[("max_memory", bound)]).table();
        assert_eq!(table("0"), Ok(64 << 20));
        assert!(table("1000").is_err() && table("26214399").is_err());
        assert_eq!(table("26214400"), Ok(1 << 20));
        assert_eq!(table("83886080"), Ok(56 << 20));
        assert_eq!(table("99999999999"), Ok(1 << 30));
    }

    #[test]
    fn nodes_and_depth_can_be_bounded() {
        let info = told(&[("max_node", "500"), ("max_depth", "3")]);
        assert_eq!(info.limits(), Limits { nodes: Some(500), depth: Some(3) });
        assert_eq!(
            told(&[("max_depth", "3000")]).limits(),
            Limits { nodes: None, depth: Some(60) }
        );
    }
}
