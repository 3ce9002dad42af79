//! The 76 lines as sets of cubes, and the lines through each cube as sets of lines.
//!
//! Built by the compiler, in the order of the plain rules, which a test holds.

/// The lines; bit `c` for cube `c`.
pub static LINES: [u64; 76] = lines();

/// The lines through each cube; bit `l` for line `l`.
pub static THROUGH: [u128; 64] = through();

const fn lines() -> [u64; 76] {
    let mut lines = [0; 76];
    let mut found = 0;
    let mut start = 0;
    while start < 64 {
        let mut direction = 0;
        while direction < 27 {
            let step = [direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1];
            if goes_up(step)
                && let Some(line) = line_from(start, step)
            {
                lines[found] = line;
                found += 1;
            }
            direction += 1;
        }
        start += 1;
    }
    assert!(found == 76);
    lines
}

/// Each line is walked once: its first step that is not zero goes up.
const fn goes_up(step: [i32; 3]) -> bool {
    let mut axis = 0;
    while axis < 3 {
        if step[axis] != 0 {
            return step[axis] > 0;
        }
        axis += 1;
    }
    false
}

const fn line_from(start: i32, step: [i32; 3]) -> Option<u64> {
    let mut at = [start / 16, start / 4 % 4, start % 4];
    let mut line = 0;
    let mut length = 0;
    while length < 4 {
        let mut axis = 0;
        while axis < 3 {
            if at[axis] < 0 || at[axis] > 3 {
                return None;
            }
            axis += 1;
        }
        line |= 1 << (16 * at[0] + 4 * at[1] + at[2]);
        at = [at[0] + step[0], at[1] + step[1], at[2] + step[2]];
        length += 1;
    }
    Some(line)
}

const fn through() -> [u128; 64] {
    let mut through = [0; 64];
    let mut line = 0;
    while line < 76 {
        let mut cube = 0;
        while cube < 64 {
            if LINES[line] >> cube & 1 == 1 {
                through[cube] |= 1 << line;
            }
            cube += 1;
        }
        line += 1;
    }
    through
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::LineGame;
    use quod_rules::Qubic;

    #[test]
    fn lines_are_those_of_the_rules_in_the_same_order() {
        let rules = Qubic::new();
        let sets = rules.lines().iter().map(|line| line.iter().map(|&cube| 1u64 << cube).sum());
        assert_eq!(sets.collect::<Vec<u64>>(), LINES);
        for (cube, lines) in THROUGH.iter().enumerate() {
            for (at, line) in LINES.iter().enumerate() {
                assert_eq!(lines >> at & 1, u128::from(line >> cube & 1));
            }
        }
    }
}
