//! USI as a user interface sees it: scripted conversations, without a clock.

mod conversations;
mod interface;
mod mates;
