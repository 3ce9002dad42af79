//! What a line says: a number perhaps, a word, and what stands behind it.

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The number before it.
    pub id: Option<u32>,
    /// Its word.
    pub word: String,
    /// What stands behind it.
    pub arguments: Vec<String>,
}

/// Reads a line; `None` if it has no command: nothing but blanks and a comment.
///
/// Control characters vanish, a tab is a blank, and what follows a `#` is a comment.
pub fn read(line: &str) -> Option<Command> {
    let text: String = line
        .chars()
        .take_while(|&it| it != '#')
        .map(|it| if it == '\t' { ' ' } else { it })
        .filter(|it| !it.is_control())
        .collect();
    let mut words = text.split_whitespace().map(str::to_string).peekable();
    let id = words.peek()?.parse().ok();
    if id.is_some() {
        words.next();
    }
    // A number alone is a command without a word, which nobody knows.
    Some(Command { id, word: words.next().unwrap_or_default(), arguments: words.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> (Option<u32>, String) {
        let command = read(line).unwrap();
        let words = [vec![command.word], command.arguments].concat();
        (command.id, words.join("|"))
    }

    #[test]
    fn numbers_words_and_comments_are_told_apart() {
        for (line, id, words) in [
            ("name", None, "name"),
            ("12 play black a1", Some(12), "play|black|a1"),
            ("play\tblack  a1 # the corner", None, "play|black|a1"),
            ("7", Some(7), ""),
            ("-7 name", None, "-7|name"),
            ("4294967296 name", None, "4294967296|name"),
            ("na\u{7}me", None, "name"),
        ] {
            assert_eq!(told(line), (id, words.to_string()), "{line}");
        }
        for line in ["", "   ", "# name", "\t", "\u{1}"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }
}
