//! A picture as SVG that any program can show, in colours that do without red and green.

use std::fmt::Write as _;

use crate::{BoardPicture, Border, Cell, Content, Hand, Piece, Region, Shape, Style};

/// The side of a cell.
const CELL: f64 = 40.0;
/// The room between levels.
const GAP: f64 = 20.0;
/// The room for labels, and for what a player has beside the board.
const MARGIN: f64 = 24.0;
/// The height of a row of hexagons.
const HEX_ROW: f64 = 0.866;
/// Fill and ink of each player's stones.
const INKS: [[&str; 2]; 2] = [["#1a1a1a", "#ffffff"], ["#ffffff", "#1a1a1a"]];
const BOARD: &str = "#f4ecd8";
const LINE: &str = "#6b5d45";
const WALL: &str = "#35588a";
const DARK_SQUARE: &str = "#d0b080";
/// The grounds of regions: the first player's, the second's, nobody's.
const REGIONS: [&str; 3] = ["#b9c3d6", "#cfe6f5", "#e6e0a8"];
const MARK: &str = "#b3560b";
const NUMBER: &str = "#0b57d0";

/// Text for an element or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The drawing and where its parts are.
struct Drawing<'p> {
    picture: &'p BoardPicture,
    left: f64,
    svg: String,
}

impl BoardPicture {
    /// The board as SVG; `label` says what it is to those who do not see it.
    pub fn svg(&self, label: &str) -> String {
        let mut drawing = Drawing { picture: self, left: self.left(), svg: String::new() };
        drawing.ground();
        drawing.labels();
        drawing.regions();
        for at in 0..self.cells.len() {
            drawing.cell(at);
        }
        self.borders.iter().for_each(|border| drawing.border(border));
        drawing.hands();
        let (width, height) = drawing.size();
        // Borders lie half outside.
        let pad = if self.borders.is_empty() { 1.0 } else { 4.0 };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{4} -{4} {0} {1}\" width=\"{0}\" height=\"{1}\" \
             role=\"img\" aria-label=\"{2}\" font-family=\"sans-serif\" text-anchor=\"middle\">{3}</svg>",
            width + 2.0 * pad,
            height + 2.0 * pad,
            escaped(label),
            drawing.svg,
            pad
        )
    }

    fn left(&self) -> f64 {
        let labelled = self.rows.iter().any(|it| !it.is_empty());
        let stores = self.shape == Shape::Pits;
        if labelled || stores { MARGIN + f64::from(u8::from(stores)) * CELL / 2.0 } else { 0.0 }
    }
}

impl Drawing<'_> {
    /// The width of one level.
    fn wide(&self) -> f64 {
        let columns = self.picture.columns.len() as f64;
        let lean = match self.picture.shape {
            Shape::Hexagons => self.picture.rows.len().saturating_sub(1) as f64 / 2.0,
            _ => 0.0,
        };
        (columns + lean) * CELL
    }

    /// The height of the cells.
    fn high(&self) -> f64 {
        let rows = self.picture.rows.len() as f64;
        match self.picture.shape {
            Shape::Hexagons => (rows * HEX_ROW + 0.3) * CELL,
            _ => rows * CELL,
        }
    }

    /// The drawing's size.
    fn size(&self) -> (f64, f64) {
        let levels = self.picture.levels.len() as f64;
        let right = if self.picture.shape == Shape::Pits { self.left } else { 0.0 };
        let below = self.picture.columns.iter().any(|it| !it.is_empty());
        let hands = if self.picture.shape == Shape::Pits { 0 } else { self.picture.hands.len() };
        let captions = self.picture.border_lines().len() + self.picture.regions.len();
        let rows_below = usize::from(below) + hands + captions;
        let width = self.left + levels * (self.wide() + GAP) - GAP + right;
        (width, self.high() + rows_below as f64 * MARGIN)
    }

    /// The middle of a place.
    fn middle(&self, x: f64, y: f64, level: f64) -> (f64, f64) {
        let begin = self.left + level * (self.wide() + GAP);
        match self.picture.shape {
            Shape::Hexagons => (begin + (x + y / 2.0 + 0.5) * CELL, (y * HEX_ROW + 0.58) * CELL),
            _ => (begin + (x + 0.5) * CELL, (y + 0.5) * CELL),
        }
    }

    fn middle_of(&self, cell: &Cell) -> (f64, f64) {
        self.middle(cell.x.into(), cell.y.into(), cell.level.into())
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = write!(
            self.svg,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{LINE}\" stroke-linecap=\"round\"/>"
        );
    }

    fn text(&mut self, (x, y): (f64, f64), size: f64, ink: &str, text: &str) {
        let text = escaped(text);
        let y = y + size * 0.36;
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"
        );
    }

    /// Lines of crossings, and the wood of pits.
    fn ground(&mut self) {
        let picture = self.picture;
        match picture.shape {
            Shape::Pits => {
                let (width, height) = self.size();
                let (r, d) = (CELL / 2.0, height - CELL);
                let _ = write!(
                    self.svg,
                    "<path d=\"M{r} 0H{}a{r} {r} 0 0 1 {r} {r}v{d}a{r} {r} 0 0 1 -{r} {r}H{r}a{r} {r} 0 0 1 -{r} -{r}v-{d}a{r} {r} 0 0 1 {r} -{r}z\" fill=\"{BOARD}\" stroke=\"{LINE}\"/>",
                    width - r
                );
            }
            Shape::Crossings if !picture.lines.is_empty() => {
                for [a, b] in &picture.lines {
                    if let (Some(a), Some(b)) = (picture.cells.get(*a), picture.cells.get(*b)) {
                        self.line(self.middle_of(a), self.middle_of(b));
                    }
                }
            }
            Shape::Crossings => {
                let (last_x, last_y) =
                    (picture.columns.len() as f64 - 1.0, picture.rows.len() as f64 - 1.0);
                for level in 0..picture.levels.len() {
                    let level = level as f64;
                    for x in 0..picture.columns.len() {
                        let x = x as f64;
                        self.line(self.middle(x, 0.0, level), self.middle(x, last_y, level));
                    }
                    for y in 0..picture.rows.len() {
                        let y = y as f64;
                        self.line(self.middle(0.0, y, level), self.middle(last_x, y, level));
                    }
                }
            }
            Shape::Squares | Shape::Hexagons => {}
        }
        for cell in picture.dots.iter().filter_map(|&at| picture.cells.get(at)) {
            let (x, y) = self.middle_of(cell);
            let _ = write!(self.svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{LINE}\"/>");
        }
    }

    fn labels(&mut self) {
        let picture = self.picture;
        for (y, label) in picture.rows.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
            let (x, y) = self.middle(0.0, y as f64, 0.0);
            let lean = if picture.shape == Shape::Hexagons { x - CELL * 0.8 } else { MARGIN / 2.0 };
            self.text((lean, y), 14.0, "#1a1a1a", label);
        }
        for level in 0..picture.levels.len() {
            for (x, label) in picture.columns.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
                let last = picture.rows.len().saturating_sub(1) as f64;
                let (x, _) = self.middle(x as f64, last, level as f64);
                self.text((x, self.high() + MARGIN / 2.0), 14.0, "#1a1a1a", label);
            }
        }
    }

    /// The grounds of cells that belong to regions, in the colours of their owners.
    fn regions(&mut self) {
        let picture = self.picture;
        for (region, at) in
            picture.regions.iter().flat_map(|it| it.cells.iter().map(move |at| (it, at)))
        {
            if let Some(cell) = picture.cells.get(*at) {
                let (x, y) = self.middle_of(cell);
                self.cell_ground(cell, x, y, Some(region));
            }
        }
    }

    /// Thick lines along the sides of the cells that touch a border; light and dark by turns if it is both players'.
    fn border(&mut self, border: &Border) {
        let mut path = String::new();
        for cell in border.cells.iter().filter_map(|&at| self.picture.cells.get(at)) {
            let (x, y) = self.middle_of(cell);
            let corners = corners(x, y);
            for side in border.sides.iter().map(|&side| usize::from(side) % 6) {
                let ((x1, y1), (x2, y2)) = (corners[side], corners[(side + 1) % 6]);
                let _ = write!(path, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
            }
        }
        let inks: &[(&str, f64, &str)] = match border.players.as_slice() {
            [0] => &[(INKS[0][0], 6.0, "none")],
            [1] => &[(LINE, 6.0, "none"), (INKS[1][0], 4.0, "none")],
            _ => &[(INKS[0][0], 6.0, "none"), (INKS[1][0], 4.0, "8 8")],
        };
        for (ink, width, dashes) in inks {
            let _ = write!(
                self.svg,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" \
                 stroke-dasharray=\"{dashes}\" stroke-linecap=\"round\"/>"
            );
        }
    }

    fn cell(&mut self, at: usize) {
        let picture = self.picture;
        let cell = &picture.cells[at];
        let (x, y) = self.middle_of(cell);
        if !picture.regions.iter().any(|region| region.cells.contains(&at)) {
            self.cell_ground(cell, x, y, None);
        }
        match &cell.content {
            Some(Content::Stone(player)) => self.stone(x, y, *player),
            Some(Content::Piece(piece)) => self.piece(x, y, piece),
            Some(Content::Seeds(many)) => self.text((x, y), 18.0, "#1a1a1a", &many.to_string()),
            Some(Content::Text(text)) => self.text((x, y), 14.0, "#1a1a1a", text),
            None => {}
        }
        if let Some(count) = cell.count {
            self.text((x + CELL * 0.3, y - CELL * 0.3), 11.0, MARK, &count.to_string());
        }
        // A number says more than a mark, which it could not be read on.
        if cell.highlight || (cell.last && cell.order.is_none()) {
            let r = if cell.highlight { CELL * 0.46 } else { CELL * 0.1 };
            let fill = if cell.highlight { "none" } else { MARK };
            let _ = write!(
                self.svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{MARK}\" stroke-width=\"2\"/>"
            );
        }
        if let Some(order) = cell.order {
            let ink = match &cell.content {
                Some(Content::Stone(player)) => INKS[usize::from(*player).min(1)][1],
                _ => NUMBER,
            };
            let above = matches!(cell.content, Some(Content::Seeds(_) | Content::Piece(_)));
            let place = if above { (x - CELL * 0.3, y - CELL * 0.3) } else { (x, y) };
            let size = if above { 11.0 } else { 16.0 };
            self.text(place, size, ink, &order.number.to_string());
        }
    }

    fn cell_ground(&mut self, cell: &Cell, x: f64, y: f64, region: Option<&Region>) {
        let half = CELL / 2.0;
        let tint = region.map(|region| match region.player {
            Some(player) => REGIONS[usize::from(player).min(1)],
            None => REGIONS[2],
        });
        let _ = match self.picture.shape {
            Shape::Squares => {
                let (fill, edge) = match self.picture.style {
                    Style::Wall => (WALL, WALL),
                    Style::Chequered if self.picture.is_dark(cell) => (DARK_SQUARE, LINE),
                    Style::Plain | Style::Chequered | Style::Space => (BOARD, LINE),
                };
                let fill = tint.unwrap_or(fill);
                let (left, top) = (x - half, y - half);
                let _ = write!(
                    self.svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{edge}\"/>"
                );
                if self.picture.style == Style::Wall {
                    let r = CELL * 0.42;
                    // A hole is no circle but a path, for circles are stones.
                    let _ = write!(
                        self.svg,
                        "<path d=\"M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0z\" fill=\"{BOARD}\"/>",
                        x - r,
                        2.0 * r,
                        2.0 * r
                    );
                }
                Ok(())
            }
            Shape::Hexagons => {
                let [(_, up), (right, high), (_, low), (_, down), (left, _), _] = corners(x, y);
                let fill = tint.unwrap_or(BOARD);
                write!(
                    self.svg,
                    "<path d=\"M{x} {up}L{right} {high}V{low}L{x} {down}L{left} {low}V{high}z\" fill=\"{fill}\" stroke=\"{LINE}\"/>"
                )
            }
            Shape::Pits => write!(
                self.svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\" stroke=\"{LINE}\"/>",
                CELL * 0.46,
                tint.unwrap_or("#ffffff")
            ),
            Shape::Crossings => tint.map_or(Ok(()), |fill| {
                let (left, top) = (x - half, y - half);
                write!(
                    self.svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" fill-opacity=\"0.6\"/>"
                )
            }),
        };
    }

    fn stone(&mut self, x: f64, y: f64, player: u8) {
        let [fill, _] = INKS[usize::from(player).min(1)];
        let r = CELL * 0.4;
        let _ = write!(
            self.svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"#1a1a1a\"/>"
        );
    }

    /// A piece's letter: the first player's is full, the second player's an outline.
    fn piece(&mut self, x: f64, y: f64, piece: &Piece) {
        let [fill, edge] = INKS[usize::from(piece.player).min(1)];
        if let Some(figure) = &piece.figure {
            // Men of light wood and of dark.
            let _ = write!(
                self.svg,
                "<path transform=\"translate({x} {y}) scale(0.38)\" fill=\"{edge}\" stroke=\"{fill}\" \
                 stroke-width=\"4\" stroke-linejoin=\"round\" d=\"{}\"/>",
                escaped(figure)
            );
            return;
        }
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"28\" font-weight=\"bold\" fill=\"{fill}\" \
             stroke=\"#1a1a1a\" stroke-width=\"2\" paint-order=\"stroke\">{}</text>",
            y + 10.0,
            escaped(&piece.letter)
        );
    }

    /// Stores at the ends of pits, the first player's on the right; other hands in lines below.
    fn hands(&mut self) {
        let (width, _) = self.size();
        let below = self.picture.columns.iter().any(|it| !it.is_empty());
        let mut y = self.high() + MARGIN * (f64::from(u8::from(below)) + 0.5);
        for hand in &self.picture.hands {
            if let (Shape::Pits, Some(seeds)) = (self.picture.shape, hand.seeds) {
                let x = if hand.player == 0 { width - self.left / 2.0 } else { self.left / 2.0 };
                self.text((x, self.high() / 2.0), 18.0, "#1a1a1a", &seeds.to_string());
                continue;
            }
            self.text((width / 2.0, y), 14.0, "#1a1a1a", &held(self.picture, hand));
            y += MARGIN;
        }
        let captions = self.picture.regions.iter().map(|region| region.caption.clone());
        for line in self.picture.border_lines().into_iter().chain(captions) {
            self.text((width / 2.0, y), 14.0, "#1a1a1a", &line);
            y += MARGIN;
        }
    }
}

/// The corners of a hexagon around a place, from the uppermost on clockwise.
fn corners(x: f64, y: f64) -> [(f64, f64); 6] {
    let (far, near, half) = (CELL * 0.577, CELL * 0.289, CELL / 2.0);
    [
        (x, y - far),
        (x + half, y - near),
        (x + half, y + near),
        (x, y + far),
        (x - half, y + near),
        (x - half, y - near),
    ]
}

fn held(picture: &BoardPicture, hand: &Hand) -> String {
    let pieces = hand.pieces.iter().filter(|it| it.count > 0);
    let pieces: Vec<String> = pieces.map(|it| format!("{} {}", it.letter, it.count)).collect();
    format!("{}: {}", picture.players[usize::from(hand.player).min(1)], pieces.join(", "))
}

/// A position that has no board as SVG: its text itself, in letters of one width.
pub fn svg_of_text(picture: &str) -> String {
    let lines: Vec<&str> = picture.lines().collect();
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (columns * 10 + 12, lines.len() * 20 + 12);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"a position\">"
    );
    for (at, line) in lines.iter().enumerate() {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            svg,
            "<text x=\"5\" y=\"{}\" font-family=\"monospace\" font-size=\"16\" xml:space=\"preserve\">{line}</text>",
            at * 20 + 20
        );
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use crate::{BoardPicture, Border, Content, Hand, Held, Piece, Region, Shape};

    #[test]
    fn each_shape_is_drawn_with_what_stands_on_it() {
        for (shape, ground) in [
            (Shape::Squares, "<rect"),
            (Shape::Crossings, "<line"),
            (Shape::Hexagons, "<path"),
            (Shape::Pits, "<circle"),
        ] {
            let mut picture = BoardPicture::grid(shape, 3, 2, 1);
            picture.cells[0].content = Some(Content::Stone(0));
            picture.number([(1, 0), (0, 1)]);
            let svg = picture.svg("a board");
            assert!(svg.contains(ground), "{shape:?}: {svg}");
            assert!(svg.contains(">1</text>") && svg.contains(">2</text>"), "{shape:?}: {svg}");
        }
    }

    #[test]
    fn borders_and_regions_have_the_colours_of_their_owners() {
        let mut picture = BoardPicture::grid(Shape::Hexagons, 2, 2, 1);
        let plain = picture.svg("a board");
        let border = |players: &[u8]| Border {
            name: "top".into(),
            players: players.into(),
            cells: vec![0, 1, 7],
            sides: vec![5, 0],
        };
        picture.borders = vec![border(&[0]), border(&[1]), border(&[0, 1])];
        let bordered = picture.svg("a board");
        assert_eq!(bordered.matches("stroke-linecap=\"round\"/>").count(), 5);
        assert_eq!(bordered.matches("stroke-dasharray=\"8 8\"").count(), 1);
        assert!(bordered.contains(">first-player: top</text>"), "{bordered}");
        picture.borders.clear();
        let region = |player, cells: &[usize]| Region {
            caption: "a <carrier>".into(),
            player,
            cells: cells.into(),
        };
        picture.regions = vec![region(Some(0), &[0, 1]), region(None, &[3])];
        let marked = picture.svg("a board");
        let grounds = |svg: &str, fill: &str| svg.matches(&format!("fill=\"{fill}\"")).count();
        assert_eq!((grounds(&plain, super::BOARD), grounds(&marked, super::BOARD)), (4, 1));
        assert_eq!(grounds(&marked, super::REGIONS[0]), 2);
        assert_eq!(grounds(&marked, super::REGIONS[2]), 1);
        assert!(marked.contains(">a &lt;carrier></text>"), "{marked}");
    }

    #[test]
    fn names_cannot_become_markup() {
        let mut picture = BoardPicture::grid(Shape::Squares, 1, 1, 1);
        let piece = Piece { player: 1, letter: "<&".into(), name: "<b>".into(), figure: None };
        picture.cells[0].content = Some(Content::Piece(piece));
        picture.players[1] = "<script>".into();
        let held = Held { letter: "<".into(), name: "x".into(), count: 2 };
        picture.hands = vec![Hand { player: 1, pieces: vec![held], seeds: None }];
        let svg = picture.svg("\"<i>");
        assert!(!svg.contains("<script>") && !svg.contains("<i>") && !svg.contains("<&"), "{svg}");
        assert!(svg.contains("&lt;&amp;") && svg.contains("&quot;&lt;i>"), "{svg}");
    }
}
