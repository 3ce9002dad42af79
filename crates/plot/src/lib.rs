//! Curves over whole numbers, and rows of bars, as drawings in SVG: the figures of comparisons and of
//! benchmarks.
//!
//! The same plot gives the same bytes, so that a figure can be a golden file and its changes read.
#![forbid(unsafe_code)]

mod bars;

use std::fmt::Write as _;

pub use bars::{Bar, Bars};

const WIDTH: f64 = 720.0;
/// The drawing's edges, inside the axes.
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

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The first line.
    pub title: String,
    /// The second line, below it.
    pub note: String,
    /// What lies on the horizontal axis.
    pub horizontal: String,
    /// What lies on the vertical axis.
    pub vertical: String,
    /// The places on the horizontal axis, ascending, each with what stands below its number.
    pub places: Vec<(u32, String)>,
    /// What the vertical axis shows at least; it goes on to whole numbers beyond all values.
    pub range: [f64; 2],
    /// The curves, each with its name and one value for each place.
    pub curves: Vec<(String, Vec<f64>)>,
}

impl Plot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> String {
        let height = LEGEND + LEGEND_LINE * self.curves.len() as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        text(&mut svg, WIDTH / 2.0, 22.0, "middle", &self.title);
        text(&mut svg, WIDTH / 2.0, 42.0, "middle", &self.note);
        let axes = Axes::of(self);
        axes.draw(self, &mut svg);
        for (at, (name, curve)) in self.curves.iter().enumerate() {
            let style = style(at);
            let points: Vec<(f64, f64)> =
                self.places.iter().zip(curve).map(|(&(x, _), &y)| (axes.x(x), axes.y(y))).collect();
            let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            if points.len() > 1 {
                let _ = writeln!(
                    svg,
                    "<polyline points=\"{}\" fill=\"none\" {style}/>",
                    list.join(" ")
                );
            }
            for (x, y) in points {
                let colour = COLOURS[at % COLOURS.len()];
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
                );
            }
            let y = LEGEND + LEGEND_LINE * at as f64;
            let right = LEFT + 40.0;
            let _ =
                writeln!(svg, "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" {style}/>");
            text(&mut svg, LEFT + 50.0, y + 4.0, "start", name);
        }
        svg + "</svg>\n"
    }
}

/// How a plot's numbers lie on the paper.
struct Axes {
    /// Places at the left and at the right edge.
    places: [u32; 2],
    /// Whole numbers at the lower and at the upper edge.
    range: [i32; 2],
}

impl Axes {
    fn of(plot: &Plot) -> Axes {
        let first = plot.places.first().map_or(0, |it| it.0);
        let last = plot.places.last().map_or(0, |it| it.0);
        let values = || plot.curves.iter().flat_map(|(_, curve)| curve.iter().copied());
        let low = values().fold(plot.range[0], f64::min).floor() as i32;
        let high = values().fold(plot.range[1], f64::max).ceil() as i32;
        Axes { places: [first, last.max(first + 1)], range: [low, high.max(low + 1)] }
    }

    /// Where a place is; half a step stays free at both edges.
    fn x(&self, place: u32) -> f64 {
        let [first, last] = self.places;
        let steps = f64::from(last - first + 1);
        LEFT + (RIGHT - LEFT) * (f64::from(place - first) + 0.5) / steps
    }

    fn y(&self, value: f64) -> f64 {
        let [low, high] = self.range.map(f64::from);
        BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)
    }

    /// Grid, frame and labels.
    fn draw(&self, plot: &Plot, svg: &mut String) {
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
        for (place, below) in &plot.places {
            text(svg, self.x(*place), BOTTOM + 18.0, "middle", &place.to_string());
            if !below.is_empty() {
                text(svg, self.x(*place), BOTTOM + 34.0, "middle", below);
            }
        }
        let middle = (LEFT + RIGHT) / 2.0;
        text(svg, middle, BOTTOM + 54.0, "middle", &plot.horizontal);
        if plot.places.is_empty() {
            text(svg, middle, (TOP + BOTTOM) / 2.0 - 8.0, "middle", "nothing to show");
        }
        let _ = writeln!(
            svg,
            "<text transform=\"translate(22 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (TOP + BOTTOM) / 2.0,
            escaped(&plot.vertical)
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
    let content = escaped(content);
    let _ =
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>");
}

fn escaped(content: &str) -> String {
    content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(places: &[u32], curves: &[(&str, &[f64])]) -> Plot {
        Plot {
            title: "a < b & c".to_string(),
            note: "note".to_string(),
            horizontal: "places".to_string(),
            vertical: "values".to_string(),
            places: places.iter().map(|&it| (it, String::new())).collect(),
            range: [0.0, 1.0],
            curves: curves.iter().map(|(name, it)| (name.to_string(), it.to_vec())).collect(),
        }
    }

    #[test]
    fn values_lie_where_the_axes_say() {
        let svg = plot(&[1, 2], &[("up", &[0.0, 4.0])]).svg();
        assert!(svg.contains("<polyline points=\"227.5,380.0 542.5,60.0\""), "{svg}");
        assert!(svg.contains(">a &lt; b &amp; c</text>") && svg.contains(">up</text>"));
    }

    #[test]
    fn a_plot_of_nothing_says_so() {
        assert!(plot(&[], &[("none", &[])]).svg().contains("nothing to show"));
        let one = plot(&[7], &[("one", &[0.0])]).svg();
        assert!(!one.contains("polyline") && !one.contains("NaN"));
    }

    #[test]
    fn the_eighth_curve_has_the_first_colour_and_dashes() {
        assert_eq!(style(7), "stroke=\"#000000\" stroke-width=\"2\" stroke-dasharray=\"4 4\"");
    }
}
