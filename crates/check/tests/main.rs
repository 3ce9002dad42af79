//! What the checker accepts and what it refuses. One program has all tests but those that count the bytes a check takes:
//! each program would compile the checker for its games once more.

#[path = "support/agreed.rs"]
mod agreed;
#[path = "support/needs.rs"]
mod refused;
mod support;

mod attacks;
mod condition_connections;
mod condition_cycles;
mod condition_lines;
mod condition_tables;
mod condition_zones;
mod conditions;
mod connection;
mod counted_moves;
mod covered_replies;
mod exhaustive;
mod false_certificates;
mod false_strategies;
mod histories;
mod hostile;
mod lemma_conditions;
mod mutants;
mod perpetual_check;
mod reasons;
mod scores_by_tables;
mod solution_tree;
mod strategies;
mod table_values;
mod tables;
mod threats;
mod verified;
mod zones;
