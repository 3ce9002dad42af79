//! Games and puzzles are asked alike.

use quod_ask::{Job, Phase, Stage};
use quod_catalogue::{Opened, Registry};
use quod_engine::Reason;

/// The answer to a question, by whoever knows of the subject only that it can be asked.
fn ask(opened: &Opened, job: &Job) -> Box<dyn quod_ask::Answer> {
    let mut work = opened.subject().begin(job).unwrap();
    while work.step_while(work.stride(), &mut |_| true).unwrap() == Phase::Running {}
    work.answer()
}

#[test]
fn a_subject_of_any_kind_is_asked_and_answers_with_its_evidence() {
    let registry = Registry::builtin();
    let plan = "1 2 3 4 5 6 0 7 8";
    for (name, kind, position, value) in [
        ("noughts-and-crosses", "game", "start", "\"draw\""),
        ("eight-puzzle", "puzzle", plan, "2"),
        ("double-letter", "puzzle", "aabdcbbdcaa", "[\"a\",\"b\",\"c\",\"e\"]"),
    ] {
        let opened = registry.open_any(name).unwrap();
        assert_eq!(opened.subject().kind(), kind);
        let job = Job { position: position.to_string(), ..Job::default() };
        let answer = ask(&opened, &job);
        assert_eq!((answer.kind(), answer.reason()), (kind, None), "{name}");
        assert_eq!(answer.evidence().is_some(), name != "double-letter", "{name}");
        let told = quod_report::told(&*answer, 0.0);
        assert_eq!((told["kind"].as_str(), told["value"].to_string()), (Some(kind), value.into()));
        assert_eq!(told["game"], opened.subject().name());
    }
}

#[test]
fn work_of_any_kind_ends_by_its_budget_or_when_it_is_told_to() {
    let registry = Registry::builtin();
    let hard = "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    for (name, position) in [("qubic", "start"), ("fifteen-puzzle", hard)] {
        let opened = registry.open_any(name).unwrap();
        let job = Job { position: position.to_string(), nodes: Some(2_000), ..Job::default() };
        assert_eq!(ask(&opened, &job).reason(), Some(&Reason::Nodes), "{name}");
        let mut work = opened.subject().begin(&Job { nodes: None, ..job }).unwrap();
        assert_eq!(work.step_while(100, &mut |_| true).unwrap(), Phase::Running, "{name}");
        assert!(work.progress().effort.nodes > 0 && work.progress().stage != Stage::Done);
        work.stop(Reason::Interrupted);
        assert_eq!(work.answer().reason(), Some(&Reason::Interrupted), "{name}");
    }
}

#[test]
fn what_a_subject_cannot_be_asked_is_refused() {
    let registry = Registry::builtin();
    for (name, question) in [("eight-puzzle", "score"), ("tic-tac-toe", "score")] {
        let opened = registry.open_any(name).unwrap();
        let job = Job { question: question.to_string(), ..Job::default() };
        assert!(opened.subject().begin(&job).is_err(), "{name}");
    }
    let error = registry.open_any("fiften-puzzle").err().unwrap().to_string();
    assert!(error.contains("did you mean fifteen-puzzle?"), "{error}");
}
