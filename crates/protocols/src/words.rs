//! Words that protocols share which took them from one another: how options are set in UCI and USI.

/// A word from a line, short enough to be said again.
pub fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("\"{start}\"")
}

/// An option's name and value, from what stands behind `setoption`.
///
/// # Errors
/// A sentence about what is wrong.
pub fn option(rest: &str) -> Result<(String, String), String> {
    let Some(rest) = rest.strip_prefix("name ") else {
        return Err(format!("expected setoption name NAME value VALUE, got {}", quoted(rest)));
    };
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    Ok((name.trim().to_string(), value.trim().to_string()))
}

/// An option's value that is a number from the least to the most.
///
/// # Errors
/// A sentence about what is wrong.
pub fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    match value.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("option {name}: expected {least} to {most}, got \"{value}\"")),
    }
}

/// An option's value that is a file or a folder; none if it is empty.
pub fn path(value: &str) -> Option<std::path::PathBuf> {
    let given = !value.is_empty() && value != "<empty>";
    given.then(|| value.into())
}
