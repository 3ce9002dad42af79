//! Awari's twin and tables against the plain rules.

mod tables;
mod twin;
