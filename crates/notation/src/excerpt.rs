//! Excerpts: what a message quotes of a text that may be a whole file.

use quod_game::NotationError;

/// The most characters that a message quotes.
const MOST: usize = 80;

/// The beginning of a text in one line, with `…` where something is left out.
pub(crate) fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    match line.char_indices().nth(MOST) {
        None => line,
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}

/// An error that quotes at most an excerpt.
pub(crate) fn shortened(error: NotationError) -> NotationError {
    let got = match error.got.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        Some(quoted) => format!("\"{}\"", excerpt(quoted)),
        None => excerpt(&error.got),
    };
    NotationError { got, ..error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_quotes_one_line_at_most() {
        let told = |got: &str| shortened(NotationError::new("position", "rows", got)).got;
        assert_eq!(told("\"a/b\""), "\"a/b\"");
        assert_eq!(told("\"\na  b\n\""), "\"a b\"");
        assert_eq!(told("9"), "9");
        let long = "é ".repeat(1000);
        assert_eq!(told(&format!("\"{long}\"")).chars().count(), MOST + 3);
        assert_eq!(told(&long).chars().count(), MOST + 1);
    }
}
