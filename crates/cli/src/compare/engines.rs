//! The list of engines: names with options, both separated by commas.

use anyhow::anyhow;

/// Splits `pn,dfpn:epsilon=1/4,sums=weak,auto` into engines.
///
/// Every comma separates; a part with `=` but no `:` is an option, and belongs to the engine before it.
/// (An option that needs no value can only stand right behind the `:`.)
///
/// # Errors
/// If a part is empty, or an option stands before any engine or behind one without options.
pub fn split(text: &str) -> anyhow::Result<Vec<String>> {
    let bad = |got: &str| {
        anyhow!(
            "--engines: expected NAME or NAME:option=value,… separated by commas, got \"{got}\""
        )
    };
    let mut engines: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        if part.is_empty() {
            return Err(bad(text));
        }
        if part.contains(':') || !part.contains('=') {
            engines.push(part.to_string());
            continue;
        }
        match engines.last_mut() {
            Some(engine) if engine.contains(':') => *engine += &format!(",{part}"),
            _ => return Err(bad(part)),
        }
    }
    Ok(engines)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn options_belong_to_the_engine_before_them() {
        let engines = split("pn,dfpn:epsilon=1/4,sums=weak, auto,pn:init=moves").unwrap();
        assert_eq!(engines, ["pn", "dfpn:epsilon=1/4,sums=weak", "auto", "pn:init=moves"]);
        for bad in ["", "pn,", ",pn", "sums=weak", "pn,sums=weak", "pn:a=b,,pn"] {
            assert!(split(bad).is_err(), "{bad}");
        }
    }
}
