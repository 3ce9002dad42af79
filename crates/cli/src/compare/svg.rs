//! A figure as a drawing in SVG: text, the same bytes for the same figure.

use std::fmt::Write as _;

use super::figures::Figure;

const WIDTH: f64 = 720.0;
/// The plot's edges.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 380.0;
/// Where the legend begins, below the labels of the horizontal axis, and the height of its lines.
const LEGEND: f64 = 455.0;
const LEGEND_LINE: f64 = 20.0;
/// Most labels on the vertical axis, about.
const MOST_LABELS: i32 = 12;
/// Colours that the colour-blind can tell apart (Okabe and Ito 2008); they begin again with dashes.
const COLOURS: [&str; 7] =
    ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Draws a figure.
pub fn draw(figure: &Figure) -> String {
    let height = LEGEND + LEGEND_LINE * figure.curves.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let title = format!("Relative tree size by problem size, {}", figure.title);
    text(&mut svg, WIDTH / 2.0, 22.0, "middle", &title);
    text(&mut svg, WIDTH / 2.0, 42.0, "middle", &figure.note);
    let axes = Axes::of(figure);
    axes.draw(figure, &mut svg);
    for (at, (name, curve)) in figure.curves.iter().enumerate() {
        let style = style(at);
        let points: Vec<(f64, f64)> =
            figure.groups.iter().zip(curve).map(|(&(x, _), &y)| (axes.x(x), axes.y(y))).collect();
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        if points.len() > 1 {
            let _ =
                writeln!(svg, "<polyline points=\"{}\" fill=\"none\" {style}/>", list.join(" "));
        }
        for (x, y) in points {
            let colour = COLOURS[at % COLOURS.len()];
            let _ =
                writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        let y = LEGEND + LEGEND_LINE * at as f64;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" {style}/>",
            LEFT + 40.0
        );
        text(&mut svg, LEFT + 50.0, y + 4.0, "start", name);
    }
    svg + "</svg>\n"
}

/// How a figure's numbers lie on the paper.
struct Axes {
    /// Groups at the left and at the right edge.
    groups: [u32; 2],
    /// Whole numbers at the lower and at the upper edge, zero among them.
    range: [i32; 2],
}

impl Axes {
    fn of(figure: &Figure) -> Axes {
        let first = figure.groups.first().map_or(0, |it| it.0);
        let last = figure.groups.last().map_or(0, |it| it.0);
        let values = || figure.curves.iter().flat_map(|(_, curve)| curve.iter().copied());
        let low = values().fold(-1.0, f64::min).floor() as i32;
        let high = values().fold(1.0, f64::max).ceil() as i32;
        Axes { groups: [first, last.max(first + 1)], range: [low, high] }
    }

    /// A group's place; half a step stays free at both edges.
    fn x(&self, group: u32) -> f64 {
        let [first, last] = self.groups;
        let steps = f64::from(last - first + 1);
        LEFT + (RIGHT - LEFT) * (f64::from(group - first) + 0.5) / steps
    }

    fn y(&self, value: f64) -> f64 {
        let [low, high] = self.range.map(f64::from);
        BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)
    }

    /// Grid, frame and labels.
    fn draw(&self, figure: &Figure, svg: &mut String) {
        let [low, high] = self.range;
        let step = ((high - low) / MOST_LABELS).max(1);
        for value in (low..=high).filter(|it| it % step == 0) {
            let y = self.y(value.into());
            let colour = if value == 0 { "#666" } else { "#ddd" };
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>"
            );
            text(svg, LEFT - 8.0, y + 4.0, "end", &value.to_string());
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\" fill=\"none\" stroke=\"black\"/>"
        );
        for &(group, positions) in &figure.groups {
            text(svg, self.x(group), BOTTOM + 18.0, "middle", &group.to_string());
            text(svg, self.x(group), BOTTOM + 34.0, "middle", &format!("n = {positions}"));
        }
        let middle = (LEFT + RIGHT) / 2.0;
        text(svg, middle, BOTTOM + 54.0, "middle", "log10 of the problem size (nodes)");
        if figure.groups.is_empty() {
            text(svg, middle, (TOP + BOTTOM) / 2.0 - 8.0, "middle", "nothing to show");
        }
        let _ = writeln!(
            svg,
            "<text transform=\"translate(22 {:.1}) rotate(-90)\" text-anchor=\"middle\">log2 of the \
             relative tree size (nodes)</text>",
            (TOP + BOTTOM) / 2.0
        );
    }
}

/// The stroke of a curve.
fn style(at: usize) -> String {
    let colour = COLOURS[at % COLOURS.len()];
    let dashes = match at / COLOURS.len() {
        0 => String::new(),
        round => format!(" stroke-dasharray=\"{} 4\"", 4 * round),
    };
    format!("stroke=\"{colour}\" stroke-width=\"2\"{dashes}")
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, content: &str) {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ =
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapbox::{Data, assert_data_eq};

    fn figure(groups: Vec<(u32, usize)>, curves: Vec<(&str, Vec<f64>)>) -> Figure {
        let curves = curves.into_iter().map(|(name, curve)| (name.to_string(), curve)).collect();
        Figure { title: "grouped by pn".into(), note: "3 of 4 positions".into(), groups, curves }
    }

    #[test]
    fn a_figure_is_drawn_as_the_golden_file_has_it() {
        let curves =
            vec![("pn", vec![0.0; 3]), ("dfpn:epsilon=1/4,sums=<weak>", vec![-0.5, 1.25, 3.0])];
        let drawn = draw(&figure(vec![(2, 1), (3, 4), (5, 2)], curves));
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/compare/figure.svg");
        assert_data_eq!(drawn, Data::read_from(golden.as_ref(), None).raw());
    }

    #[test]
    fn a_figure_without_positions_says_so() {
        assert!(draw(&figure(vec![], vec![("pn", vec![])])).contains("nothing to show"));
        let one = draw(&figure(vec![(7, 1)], vec![("pn", vec![0.0])]));
        assert!(!one.contains("polyline") && one.contains("n = 1") && !one.contains("NaN"));
    }
}
