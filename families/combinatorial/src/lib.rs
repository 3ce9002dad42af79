//! Domineering, Clobber, Breakthrough, Amazons and Dots and Boxes on bit boards: everything of this family.
//!
//! Boards that combinatorial game theory likes to look at (E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, 1982):
//! a position fits two words, no position repeats, and the one space over them serves all but Dots and Boxes. A game
//! brings a twin, which says what the moves are, what is settled at once, and how near the rest is to being won.

#![forbid(unsafe_code)]

mod amazons;
mod bands;
mod breakthrough;
mod clobber;
mod domineering;
mod enumeration;
mod offer;
mod picture;
mod space;
mod twin;

pub use offer::{
    amazons_board, amazons_offer, breakthrough_board, breakthrough_offer, clobber_board,
    clobber_offer, domineering_board, domineering_offer, dots_and_boxes_board,
    dots_and_boxes_offer,
};
