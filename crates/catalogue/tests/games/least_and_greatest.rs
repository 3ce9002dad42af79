//! The least and the greatest board of every key, solved by what stands for `auto`: an answer is right, or a budget ended it, and
//! no certificate is refused.

use quod_catalogue::Registry;
use quod_rules::{FAMILIES, Family, KeySpec, Values};
use quod_solve::{Job, Phase, Verdict};

/// The values of a key that are tried: both bounds, or every word.
fn values(spec: &KeySpec) -> Vec<String> {
    match spec.values {
        Values::Number { least, most } => vec![least.to_string(), most.to_string()],
        values => values.words().iter().map(|it| it.0.to_string()).collect(),
    }
}

/// Games of a family: each key with each of its values, and the others as small as may be, or as they are unless given.
fn games(family: &Family) -> Vec<String> {
    let mut names = vec![family.name.to_string()];
    for small in [true, false] {
        for spec in family.keys {
            for value in values(spec) {
                let other = |it: &KeySpec| match it.values {
                    Values::Number { least, .. } if small => least.to_string(),
                    _ => it.default.to_string(),
                };
                let pairs = family.keys.iter().map(|it| {
                    let value = if it.key == spec.key { value.clone() } else { other(it) };
                    format!("{}={value}", it.key)
                });
                names.push(format!("{}:{}", family.name, pairs.collect::<Vec<_>>().join(",")));
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn least_and_greatest_boards_are_solved_or_end_by_their_budget() {
    let registry = Registry::builtin();
    let (mut asked, mut answered) = (0, 0);
    for name in FAMILIES.iter().flat_map(games) {
        // (What some keys together do not allow is refused in a sentence, and other tests ask for it.)
        let Ok(game) = registry.open(&name) else { continue };
        let questions =
            ["value", "score"].into_iter().take(1 + usize::from(game.rules().has_scores()));
        for question in questions {
            let job = Job {
                question: question.to_string(),
                memory: 1 << 25,
                nodes: Some(400),
                ..Job::default()
            };
            let mut session = game.solve(&job).unwrap_or_else(|error| panic!("{name}: {error}"));
            while session.step(session.stride()).unwrap() == Phase::Running {}
            let answer = session.answer();
            assert!(!answer.is_defect(), "{name} {question}: {:?}", answer.reason);
            asked += 1;
            answered += usize::from(answer.verdict != Verdict::Unknown);
        }
    }
    println!("{answered} of {asked} are answered");
    assert!(asked > 150 && answered > 40, "{answered} of {asked}");
}
