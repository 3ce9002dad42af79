//! A game whose positions know how many moves are left: how searches see a claim that counts moves.
//!
//! The claim "White mates within three moves" of a position of chess is the claim "White wins" of that
//! position with three moves left, in a game that is otherwise chess and is drawn when White has none left and would need one.
//! (Where a player can win by the other's move, as in antichess, that is only so when White is to move.)
//! So every engine that serves plain claims serves those that count. Play comes to an end, whatever the game
//! below says of repetition, as long as players alternate.
//!
//! Certificates know nothing of it: there a position is the game's own, and the number stands in the claim of
//! its entry ([`Counted::claim`]).

use quod_game::{
    Claim, Distance, Game, Goal, Move, NotationError, Outcome, Player, Ranked, Symmetric,
    TableTitle,
};

use crate::{OpenGame, Pos};

/// A game in which a player's moves are counted down.
pub struct Counted(OpenGame);

/// A position with the number of moves left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountedPosition {
    /// The position of the game below.
    pub pos: Pos,
    /// Whose moves are counted.
    pub player: Player,
    /// How many that player has left.
    pub left: u32,
}

impl Counted {
    /// How many bytes of a position's encoding stand before that of the game below.
    pub const OWN_BYTES: usize = 5;

    /// The game as one of hidden types.
    pub fn open(game: &OpenGame) -> OpenGame {
        OpenGame::new(Counted(game.clone()))
    }

    /// A position and a claim that counts moves, as this game has them: a position with a number, and a
    /// plain claim. `None` if the claim counts none.
    pub fn stated(pos: &Pos, claim: &Claim) -> Option<(Pos, Claim)> {
        let (left, plain) = match claim.goal {
            Goal::WinsWithin(_) => (claim.moves_left()?, Claim::wins(claim.player)),
            _ => (claim.moves_left()?, Claim::does_not_lose(claim.player.other())),
        };
        Some((Pos::new(CountedPosition { pos: pos.clone(), player: claim.player, left }), plain))
    }

    /// What a plain claim of this game says of a position below.
    ///
    /// # Panics
    /// If the position is not one of this game.
    pub fn claim(pos: &Pos, plain: &Claim) -> Claim {
        let &CountedPosition { player, left, .. } = pos.of::<Counted>();
        let goal = match plain.goal {
            Goal::Wins => Goal::WinsWithin(left as i32),
            _ => Goal::DoesNotWinWithin(left as i32),
        };
        Claim { player, goal }
    }

    /// The same position with fewer moves left, down to none: where the player wins there it wins here.
    ///
    /// # Panics
    /// If the position is not one of this game.
    pub fn sooner(pos: &Pos) -> impl Iterator<Item = Pos> {
        let pos = pos.of::<Counted>().clone();
        (0..pos.left).rev().map(move |left| Pos::new(CountedPosition { left, ..pos.clone() }))
    }

    /// How an outcome of the game below counts where so many moves are left.
    fn counted(pos: &CountedPosition, outcome: Outcome) -> Outcome {
        match outcome.winner {
            Some(winner) if winner == pos.player && outcome.moves > pos.left as i32 => {
                Outcome::DRAW
            }
            _ => Outcome { moves: 0, ..outcome },
        }
    }
}

impl Game for Counted {
    type Position = CountedPosition;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> CountedPosition {
        CountedPosition { pos: self.0.start(), player: Player::First, left: 1 }
    }

    fn to_move(&self, pos: &CountedPosition) -> Player {
        self.0.to_move(&pos.pos)
    }

    fn outcome(&self, pos: &CountedPosition) -> Option<Outcome> {
        let needs_one = || self.0.only_own_moves_win() || self.0.to_move(&pos.pos) == pos.player;
        self.0.outcome(&pos.pos).or_else(|| (pos.left == 0 && needs_one()).then_some(Outcome::DRAW))
    }

    fn moves(&self, pos: &CountedPosition, moves: &mut Vec<Move>) {
        self.0.moves(&pos.pos, moves);
    }

    fn play(&self, pos: &CountedPosition, mv: Move) -> CountedPosition {
        let counts = u32::from(self.0.to_move(&pos.pos) == pos.player);
        CountedPosition {
            pos: self.0.play(&pos.pos, mv),
            player: pos.player,
            left: pos.left - counts,
        }
    }

    fn encode(&self, pos: &CountedPosition, out: &mut Vec<u8>) {
        out.extend(pos.left.to_le_bytes());
        out.push(pos.player.index() as u8);
        self.0.encode(&pos.pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<CountedPosition, NotationError> {
        let bad = || NotationError::new("position", "a number and a player", "other bytes");
        let (left, rest) = bytes.split_first_chunk().ok_or_else(bad)?;
        let (player, rest) = rest.split_first().ok_or_else(bad)?;
        let player = Player::BOTH.into_iter().find(|it| it.index() == usize::from(*player));
        let player = player.ok_or_else(bad)?;
        Ok(CountedPosition { pos: self.0.decode(rest)?, player, left: u32::from_le_bytes(*left) })
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.0.player_names()
    }

    fn move_text(&self, pos: &CountedPosition, mv: Move) -> String {
        self.0.move_text(&pos.pos, mv)
    }

    /// The number of moves left, the name of the player, and the position below.
    fn position_text(&self, pos: &CountedPosition) -> String {
        let name = self.player_names()[pos.player.index()];
        format!("{} {name} {}", pos.left, self.0.position_text(&pos.pos))
    }

    fn parse_position(&self, text: &str) -> Result<CountedPosition, NotationError> {
        let expected = "a number of moves, a player and a position";
        let bad = || NotationError::new("position", expected, format!("\"{text}\""));
        let mut words = text.splitn(3, ' ');
        let left = words.next().and_then(|it| it.parse().ok()).ok_or_else(bad)?;
        let name = words.next().ok_or_else(bad)?;
        let names = self.player_names();
        let player = Player::BOTH.into_iter().find(|it| names[it.index()] == name);
        let (player, pos) = (player.ok_or_else(bad)?, words.next().ok_or_else(bad)?);
        Ok(CountedPosition { pos: self.0.parse_position(pos)?, player, left })
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<CountedPosition>> {
        self.0.symmetric().map(|_| self as &dyn Symmetric<CountedPosition>)
    }

    fn ranked(&self) -> Option<&dyn Ranked<CountedPosition>> {
        self.0.ranked().map(|_| self as &dyn Ranked<CountedPosition>)
    }
}

impl Counted {
    fn maps(&self) -> &dyn Symmetric<Pos> {
        self.0.symmetric().expect("handed out only where there is one")
    }

    fn index(&self) -> &dyn Ranked<Pos> {
        self.0.ranked().expect("handed out only where there is one")
    }
}

impl Symmetric<CountedPosition> for Counted {
    fn order(&self) -> u16 {
        self.maps().order()
    }

    fn map(&self, map: u16, pos: &CountedPosition) -> CountedPosition {
        let player = if self.swaps_players(map) { pos.player.other() } else { pos.player };
        CountedPosition { pos: self.maps().map(map, &pos.pos), player, left: pos.left }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        self.maps().map_move(map, mv)
    }

    fn swaps_players(&self, map: u16) -> bool {
        self.maps().swaps_players(map)
    }
}

/// The tables are those of the game below: what they say is counted against the moves left.
impl Ranked<CountedPosition> for Counted {
    fn layers(&self) -> u32 {
        self.index().layers()
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.index().rests_on(layer, lower)
    }

    fn size(&self, layer: u32) -> u64 {
        self.index().size(layer)
    }

    fn rank(&self, pos: &CountedPosition) -> Option<(u32, u64)> {
        self.index().rank(&pos.pos)
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<CountedPosition> {
        let pos = self.index().unrank(layer, index)?;
        Some(CountedPosition { pos, ..self.start() })
    }

    fn title(&self) -> Option<TableTitle> {
        self.index().title()
    }

    fn distance(&self) -> Distance {
        self.index().distance()
    }

    fn worth(&self, pos: &CountedPosition, value: i32) -> Option<Outcome> {
        Some(Counted::counted(pos, self.index().worth(&pos.pos, value)?))
    }
}
