//! Chess and its variants with forced captures, fast: twins on bit boards, a search for mates, tables of few men.
#![forbid(unsafe_code)]
