//! Writes a file of and/or trees, as [`Autotree::read`] reads it.

use std::fmt::{self, Write};

use super::{And, Autotree, Cell, End, Group, Kind};

/// From how many signs on an answer goes over several lines.
const WIDE: usize = 96;

impl fmt::Display for Autotree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(board {} {})", self.columns, self.rows)?;
        let columns = self.columns;
        for it in &self.patterns {
            let claims: Vec<String> = (it.claims.iter())
                .map(|&[a, b]| format!("({} {})", a.name(columns), b.name(columns)))
                .collect();
            writeln!(f, "\n({}\n ({})", it.name, claims.join(" "))?;
            writeln!(f, " ({})\n ({})", cells(&it.empty, columns), ends(&it.played, columns))?;
            let mut tree = String::new();
            match it.body.key {
                Some(_) => answer(&it.body, columns, 1, &mut tree)?,
                None => groups(&it.body.groups, columns, 1, &mut tree)?,
            }
            writeln!(f, "{tree})")?;
        }
        Ok(())
    }
}

fn cells(cells: &[Cell], columns: u16) -> String {
    cells.iter().map(|it| it.name(columns)).collect::<Vec<_>>().join(" ")
}

fn ends(ends: &[End], columns: u16) -> String {
    ends.iter().map(|it| it.name(columns)).collect::<Vec<_>>().join(" ")
}

fn groups(all: &[Group], columns: u16, deep: usize, out: &mut String) -> fmt::Result {
    for (at, it) in all.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        write!(out, "{:deep$}[", "")?;
        match &it.kind {
            Kind::Call(call) => {
                let (cells, played) = (cells(&call.cells, columns), ends(&call.played, columns));
                write!(out, "({} ({cells}) ({played}))", call.pattern)?;
            }
            Kind::Or(answers) => {
                for (at, it) in answers.iter().enumerate() {
                    let mut text = String::new();
                    answer(it, columns, deep + 1, &mut text)?;
                    let short = !text.contains('\n') && !out.ends_with('\n');
                    let line = out.rsplit('\n').next().unwrap_or("").len();
                    match at {
                        0 => out.push_str(text.trim_start()),
                        _ if short && line + text.trim_start().len() < WIDE => {
                            write!(out, " {}", text.trim_start())?;
                        }
                        _ => write!(out, "\n{text}")?,
                    }
                }
            }
        }
        out.push(']');
    }
    Ok(())
}

fn answer(it: &And, columns: u16, deep: usize, out: &mut String) -> fmt::Result {
    write!(out, "{:deep$}({}", "", it.key.map_or(String::new(), |key| key.name(columns)))?;
    let mut below = String::new();
    groups(&it.groups, columns, deep + 2, &mut below)?;
    let flat = below.split('\n').map(str::trim_start).collect::<Vec<_>>().join(" ");
    if !flat.is_empty() && flat.len() + deep < WIDE {
        write!(out, " {flat}")?;
    } else if !flat.is_empty() {
        write!(out, "\n{below}")?;
    }
    out.push(')');
    Ok(())
}
