//! Boards as lists of rows in brackets, as programs print them: `[["x", "."], [".", "o"]]`.
//!
//! Brackets, quotes and commas fall away; a text of nothing or of a blank is an empty cell. Numbers in the place of cells are
//! refused, since in the games' own rows a number is as many empty cells.

use quod_game::NotationError;

use crate::Record;

/// The rows as the game writes them, if the text is a list of lists.
pub(crate) fn read(family: &str, text: &str) -> Result<Option<Record>, NotationError> {
    let between = match family {
        "mnk" | "gomoku" | "atari-go" | "amazons" | "breakthrough" | "clobber" | "domineering"
        | "lines-of-action" => "/",
        "othello" => "",
        _ => return Ok(None),
    };
    let close = text.rfind([']', '}', ')']).filter(|_| text.starts_with(['[', '{', '(']));
    let Some((list, behind)) = close.map(|at| text.split_at(at + 1)) else { return Ok(None) };
    let (mut rows, mut row, mut depth) = (Vec::new(), String::new(), 0);
    let mut letters = list.chars();
    while let Some(letter) = letters.next() {
        // A row ends with its bracket, or with a comma where rows have none.
        let ends = matches!(letter, ']' | '}' | ')') || depth == 1 && matches!(letter, ',' | ';');
        match letter {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' | ';' => {}
            '"' | '\'' => {
                let cell: String = letters.by_ref().take_while(|it| *it != letter).collect();
                row += if cell.trim().is_empty() { "." } else { cell.trim() };
            }
            _ if letter.is_whitespace() => {}
            _ => row.push(letter),
        }
        if ends && !row.is_empty() {
            rows.push(std::mem::take(&mut row));
        }
    }
    if rows.iter().any(|row| row.contains(|it: char| it.is_ascii_digit())) {
        let expected = "letters for the cells of rows in brackets";
        return Err(NotationError::new("position", expected, format!("\"{text}\"")));
    }
    Ok(Some(Record::Plain(format!("{}{}", rows.join(between), behind))))
}
