//! Dependency-based search (Allis 1994, chapter 3): single-agent search that never orders what is
//! independent.
//!
//! **The problem.** Where an agent may do many things that have nothing to do with each other, a
//! search through states visits every subset of them, and every order. **The idea.** Describe
//! states as sets of attributes, and operators by what they need, take away and add. Then an
//! operator is worth trying only where something it needs has just been added. The search keeps,
//! for every operator at the end of a chain of reasons, the set of operators that made it possible,
//! its *key class*; ten independent operators give ten nodes instead of 1,024 states.
//!
//! A domain is an [`Operators`] table and a [`Domain`]: the initial state and hooks for what
//! attributes cannot say. [`DbSearch`] advances by [`DbSearch::step`], level by level: a dependency
//! stage (one node and an operator that its key operator supports), then a combination stage (an
//! operator that only several nodes together make possible). An [`Observer`] hears what happens.
//! [`Conditions`] checks for a small domain whether the conditions hold under which nothing is lost,
//! [`Paths`] walks all its paths, the plain way; [`puzzles`] are the thesis's domains.
//!
//! ```
//! use quod_depend::{AttributeSet, DbSearch, Operator, Operators, Plain, Status};
//! // 0 and 1 are given; one operator turns 0 into 2, one turns 1 into 3; the goal is to have both.
//! let turn = |from, to| Operator::replacing(AttributeSet::<1>::of([from]), AttributeSet::of([to]));
//! let table = Operators::new(vec![turn(0, 2), turn(1, 3)], vec![AttributeSet::of([2, 3])]).unwrap();
//! let mut domain = Plain::new(&table, AttributeSet::of([0, 1]));
//! let mut search = DbSearch::new(&domain);
//! let Status::Solved(solution) = search.step(&mut domain, 100, &mut ()) else { panic!("not solved") };
//! assert_eq!(solution.order.len(), 2);
//! assert_eq!(search.counts().partners, 2);
//! ```
#![forbid(unsafe_code)]

mod attributes;
mod combination;
mod conditions;
mod domain;
mod graph;
mod observer;
mod operators;
mod paths;
pub mod puzzles;
mod search;
#[cfg(test)]
mod testing;

pub use attributes::AttributeSet;
pub use conditions::Conditions;
pub use domain::{Domain, Judgement, Plain};
pub use graph::{Node, NodeType};
pub use observer::Observer;
pub use operators::{DomainError, Operator, OperatorId, Operators};
pub use paths::Paths;
pub use search::{Counts, DbSearch, Solution, Status};
