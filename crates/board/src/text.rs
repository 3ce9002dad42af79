//! A picture for a terminal.

use crate::{BoardPicture, Cell, Content, Hand, Shape};

/// What stands for a player's stone.
const STONES: [char; 2] = ['x', 'o'];

impl BoardPicture {
    /// The board in letters of one width: levels side by side, rows with their labels on the left, columns
    /// with theirs below; a dot is an empty cell, a number a move of a sequence. Below it what the players
    /// have beside the board, whose the borders are, and the cells of each region.
    pub fn text(&self) -> String {
        let signs: Vec<String> = self.cells.iter().map(sign).collect();
        let labels = self.columns.iter().chain(&signs);
        let wide = 1 + labels.map(|it| it.chars().count()).max().unwrap_or(1).max(2);
        // Rows of hexagons lean by half a cell each.
        let lean = if self.shape == Shape::Hexagons { wide.div_ceil(2) } else { 0 };
        let wide = wide.max(2 * lean);
        let margin = self.rows.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (y, label) in self.rows.iter().enumerate() {
            let levels = (0..self.levels.len()).map(|level| self.row(&signs, wide, y, level));
            let row = levels.collect::<Vec<String>>().join("   ");
            let shift = y * lean;
            lines.push(format!("{label:>margin$}{:shift$}{row}", ""));
        }
        if self.columns.iter().any(|it| !it.is_empty()) {
            let row: String = self.columns.iter().map(|it| format!("{it:>wide$}")).collect();
            let all = vec![row; self.levels.len()].join("   ");
            let shift = self.rows.len() * lean;
            lines.push(format!("{:margin$}{:shift$}{all}", "", ""));
        }
        lines.extend(self.hands.iter().map(|hand| self.hand(hand)));
        lines.extend(self.border_lines());
        lines.extend(self.regions.iter().map(|region| {
            let cells = region.cells.iter().filter_map(|&at| self.cells.get(at));
            let labels: Vec<&str> = cells.map(|cell| cell.label.as_str()).collect();
            format!("{}: {}", region.caption, labels.join(" "))
        }));
        let lines: Vec<&str> = lines.iter().map(|it| it.trim_end()).collect();
        lines.join("\n")
    }

    /// A row of one level; places without a cell are blank.
    fn row(&self, signs: &[String], wide: usize, y: usize, level: usize) -> String {
        let sign = |x: usize| {
            let cell = self.cell_at(x as u32, y as u32, level as u32);
            cell.map_or("", |cell| signs[cell].as_str())
        };
        (0..self.columns.len()).map(|x| format!("{:>wide$}", sign(x))).collect()
    }

    fn hand(&self, hand: &Hand) -> String {
        let seeds = hand.seeds.iter().map(u32::to_string);
        let pieces = hand.pieces.iter().filter(|it| it.count > 0).map(|it| match it.count {
            1 => it.letter.clone(),
            many => format!("{}×{many}", it.letter),
        });
        let held: Vec<String> = seeds.chain(pieces).collect();
        let held = if held.is_empty() { "–".to_string() } else { held.join(" ") };
        format!("{}: {held}", self.players[usize::from(hand.player).min(1)])
    }
}

/// What stands on a cell, in a few letters.
fn sign(cell: &Cell) -> String {
    match (&cell.content, cell.order) {
        (None | Some(Content::Seeds(0)), Some(order)) => order.number.to_string(),
        (None, None) => ".".to_string(),
        (Some(Content::Stone(player)), _) => STONES[usize::from(*player).min(1)].to_string(),
        (Some(Content::Piece(piece)), _) => piece.letter.clone(),
        (Some(Content::Seeds(many)), _) => many.to_string(),
        (Some(Content::Text(text)), _) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{BoardPicture, Border, Cell, Content, Hand, Held, Piece, Region, Shape};

    #[test]
    fn stones_pieces_and_numbers_stand_in_their_columns() {
        let mut picture = BoardPicture::grid(Shape::Squares, 3, 2, 2);
        picture.cells[1].content = Some(Content::Stone(1));
        let king = Piece { player: 0, letter: "K".into(), name: "king".into(), figure: None };
        picture.cells[11].content = Some(Content::Piece(king));
        picture.number([(0, 0), (6, 1)]);
        let expected = "2  1  o  .     2  .  .\n1  .  .  .     .  .  K\n   a  b  c     a  b  c";
        assert_eq!(picture.text(), expected);
    }

    #[test]
    fn rows_of_hexagons_lean_to_the_right() {
        let picture = BoardPicture::grid(Shape::Hexagons, 2, 3, 1);
        assert_eq!(picture.text(), "3   .   .\n2     .   .\n1       .   .\n          a   b");
    }

    #[test]
    fn borders_and_regions_stand_below_the_board() {
        let mut picture = BoardPicture::grid(Shape::Hexagons, 2, 1, 1);
        let border = |name: &str, players: &[u8]| Border {
            name: name.into(),
            players: players.into(),
            cells: vec![0],
            sides: vec![0],
        };
        picture.borders = vec![border("top", &[0]), border("bottom", &[0]), border("left", &[1])];
        picture.regions =
            vec![Region { caption: "a bridge".into(), player: Some(1), cells: vec![1, 0, 9] }];
        let expected = "1   .   .\n      a   b\nfirst-player: top, bottom\nsecond-player: left\na bridge: b1 a1";
        assert_eq!(picture.text(), expected);
        picture.borders = vec![border("left", &[0, 1]), border("top", &[0, 1])];
        assert_eq!(picture.border_lines(), ["first-player and second-player: left, top"]);
    }

    #[test]
    fn places_without_a_cell_stay_blank_and_hands_stand_below() {
        let mut picture = BoardPicture::grid(Shape::Crossings, 3, 1, 1);
        picture.cells = vec![Cell::at(0, 0, 0), Cell::at(2, 0, 0)];
        let held = |letter: &str, count| Held { letter: letter.into(), name: letter.into(), count };
        picture.hands = vec![
            Hand { player: 1, pieces: vec![held("P", 2), held("G", 1), held("R", 0)], seeds: None },
            Hand { player: 0, pieces: Vec::new(), seeds: Some(7) },
        ];
        let expected = "1  .     .\n   a  b  c\nsecond-player: P×2 G\nfirst-player: 7";
        assert_eq!(picture.text(), expected);
    }
}
