//! `QUOD_LOG`: spans on standard error where they are asked for, and nowhere else.

use crate::{Ran, quod};

fn solve(log: Option<&str>) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    let mut command = quod(directory.path(), &["solve", "tic-tac-toe", "--quiet"]);
    if let Some(log) = log {
        command.env("QUOD_LOG", log);
    }
    command.output().unwrap().into()
}

#[test]
fn spans_of_a_session_are_told_where_they_are_asked_for() {
    let quiet = solve(None);
    assert_eq!(quiet.err, "");
    let told = solve(Some("info"));
    assert_eq!((told.code, &told.out), (Some(0), &quiet.out));
    let lines: Vec<&str> = told.err.lines().filter(|line| line.contains("close")).collect();
    let ends = |name: &str| lines.iter().filter(|line| line.contains(name)).count();
    // A draw is two claims, each searched and shown; the first disproof is asked whether it shows a win, and both are checked.
    assert_eq!(ends(":search{"), 2, "{}", told.err);
    assert_eq!(ends(":second_pass{"), 2, "{}", told.err);
    assert_eq!(ends(":check{"), 2, "{}", told.err);
    assert!(lines.iter().all(|line| line.contains("job{game=tic-tac-toe position=start")));
    let searched = lines.iter().find(|line| line.contains(":search{")).unwrap();
    assert!(searched.contains("claim=") && searched.contains("nodes="), "{searched}");
    let checked = lines.iter().rfind(|line| line.contains(":check{")).unwrap();
    assert!(checked.contains("entries=") && checked.contains("work="), "{checked}");
}

#[test]
fn a_level_that_is_not_known_is_refused() {
    assert_eq!(solve(Some("off")).code, Some(0));
    let ran = solve(Some("loud"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert_eq!(ran.err, "error: QUOD_LOG: expected off or info, got loud\n");
}
