//! The production systems P and P′ (thesis, section 3.1).
//!
//! P turns each digit of 0123456789, independently, into its letter of `altogether`. In P′ there is one
//! more rule: `altogether` becomes `goal`. To write that is the goal of both; P cannot. A search through
//! states, whether it compares words or sets of attributes, has 1,024 and 1,025 of them;
//! dependency-based search has 11 and 12 nodes, the combination that leads to the goal not counted.

use crate::{AttributeSet, Operator, Operators};

/// Operators and initial state of P, or of P′ if `with_goal`. Attribute i is digit i at place i,
/// attribute 10 + i the letter at place i of `altogether`, attribute 20 + i that of `goal`. The goal is
/// a set of four attributes, so P′ is not singular.
pub fn production_system(with_goal: bool) -> (Operators<1>, AttributeSet<1>) {
    let rule = |at| Operator::replacing(AttributeSet::of([at]), AttributeSet::of([10 + at]));
    let mut rules: Vec<Operator<1>> = (0..10).map(rule).collect();
    let goal = AttributeSet::of(20..24);
    if with_goal {
        rules.push(Operator::replacing(AttributeSet::of(10..20), goal));
    }
    let table = Operators::new(rules, vec![goal]);
    (table.expect("rules add what they do not need"), AttributeSet::of(0..10))
}
