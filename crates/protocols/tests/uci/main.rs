//! UCI as a user interface sees it: scripted conversations, without a clock.

mod conversations;
mod each;
mod interface;
mod mates;
