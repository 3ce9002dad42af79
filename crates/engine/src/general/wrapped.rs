//! Spaces around a game's space: the same states, other numbers.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::Move;
use quod_search::{PlayedOut, PlayoutOptions, SearchedBelow, TwoLevels};

use crate::bridge::{AnySpace, Bridge, OpenSpace, Shape};
use crate::{OpenGame, Pos, Refutations};

/// What has to do with positions is the inner space's: the methods of [`Bridge`] but `evident_move`.
macro_rules! positions_of_the_inner_space {
    () => {
        fn stride(&self) -> u64 {
            self.inner().stride()
        }

        fn state_of(&self, pos: &Pos) -> S {
            self.inner().state_of(pos)
        }

        fn real_move(&self, game: &OpenGame, pos: &Pos, best: &(Move, S)) -> Option<Move> {
            self.inner().real_move(game, pos, best)
        }

        fn write_state(&self, state: &S, out: &mut dyn Write) -> io::Result<()> {
            self.inner().write_state(state, out)
        }

        fn read_state(&self, from: &mut dyn Read) -> io::Result<S> {
            self.inner().read_state(from)
        }

        fn evidence(&mut self, pos: &Pos, value: bool) -> Option<Evidence> {
            self.inner_mut().evidence(pos, value)
        }

        fn refutations(&mut self, pos: &Pos, replies: &[Move], value: bool) -> Refutations {
            self.inner_mut().refutations(pos, replies, value)
        }
    };
}
pub(super) use positions_of_the_inner_space;

/// All of [`Bridge`] is the inner space's.
macro_rules! bridge_of_the_inner_space {
    ($around:ident) => {
        impl<S: Shape> Bridge for $around<AnySpace<S>> {
            positions_of_the_inner_space!();

            fn evident_move(&mut self, game: &OpenGame, pos: &Pos, value: bool) -> Option<Move> {
                self.inner_mut().evident_move(game, pos, value)
            }
        }
    };
}

bridge_of_the_inner_space!(PlayedOut);
bridge_of_the_inner_space!(SearchedBelow);
bridge_of_the_inner_space!(TwoLevels);

/// Opens the same spaces with numbers from playouts.
pub(super) fn played_out<S: Shape>(open: OpenSpace<S>, options: PlayoutOptions) -> OpenSpace<S> {
    Arc::new(move |aim| Box::new(PlayedOut::new(open(aim), options)))
}

/// Opens the same spaces with evaluation by a search of so many nodes, in so many bytes.
pub(super) fn searched_below<S: Shape>(
    open: &OpenSpace<S>,
    size: u64,
    memory: u64,
) -> OpenSpace<S> {
    let open = Arc::clone(open);
    Arc::new(move |aim| Box::new(SearchedBelow::new(open(aim), size, memory)))
}
