//! Bars in rows: two figures for each of some things, and what somebody else said of each.

use std::fmt::Write as _;

use crate::{COLOURS, text};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 90.0;
/// The height of a row, and of each of its bars.
const ROW: f64 = 44.0;
const BAR: f64 = 14.0;
/// About so many lines of the scale.
const MOST_LABELS: f64 = 12.0;

/// A figure with its interval, and what is said elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Where the bar ends.
    pub value: f64,
    /// The interval's ends, drawn as a line over the bar's end; equal where there is none.
    pub interval: [f64; 2],
    /// Where a mark stands, if there is a figure to compare with.
    pub mark: Option<f64>,
}

/// Rows of bars that begin at 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The first line.
    pub title: String,
    /// What lies along the bars.
    pub scale: String,
    /// What each bar of a row is, and then what the marks are.
    pub legend: [String; 3],
    /// The rows, each with its name.
    pub rows: Vec<(String, [Bar; 2])>,
}

impl Bars {
    /// The bars as an SVG document.
    pub fn svg(&self) -> String {
        let bottom = TOP + ROW * self.rows.len() as f64;
        let height = bottom + 56.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        text(&mut svg, WIDTH / 2.0, 22.0, "middle", &self.title);
        self.draw_legend(&mut svg);
        let most = self.most();
        let x = |value: f64| LEFT + (RIGHT - LEFT) * value / most;
        let step = (most / MOST_LABELS / 10.0).ceil().max(1.0) * 10.0;
        let mut at = 0.0;
        while at <= most {
            let x = x(at);
            let _ = writeln!(svg, "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>");
            text(&mut svg, x, bottom + 18.0, "middle", &format!("{at}"));
            at += step;
        }
        for (row, (name, bars)) in self.rows.iter().enumerate() {
            let top = TOP + ROW * row as f64 + 6.0;
            text(&mut svg, LEFT - 8.0, top + BAR + 4.0, "end", name);
            for (at, bar) in bars.iter().enumerate() {
                draw_bar(&mut svg, bar, COLOURS[at + 1], top + BAR * at as f64, &x);
            }
        }
        text(&mut svg, (LEFT + RIGHT) / 2.0, bottom + 42.0, "middle", &self.scale);
        svg + "</svg>\n"
    }

    fn draw_legend(&self, svg: &mut String) {
        let width = (WIDTH - 40.0) / 3.0;
        for (at, told) in self.legend.iter().enumerate() {
            let x = 20.0 + width * at as f64;
            match COLOURS.get(at + 1) {
                Some(colour) if at < 2 => {
                    let _ = writeln!(
                        svg,
                        "<rect x=\"{x:.1}\" y=\"44\" width=\"24\" height=\"12\" fill=\"{colour}\"/>"
                    );
                }
                _ => draw_mark(svg, x + 12.0, 50.0),
            }
            text(svg, x + 32.0, 55.0, "start", told);
        }
    }

    /// Where the scale ends.
    fn most(&self) -> f64 {
        let bars = self.rows.iter().flat_map(|(_, bars)| bars);
        let ends = bars.flat_map(|it| [Some(it.value), Some(it.interval[1]), it.mark]).flatten();
        let most = ends.filter(|it| it.is_finite()).fold(1.0, f64::max);
        (most / 10.0).ceil() * 10.0
    }
}

fn draw_bar(svg: &mut String, bar: &Bar, colour: &str, top: f64, x: &impl Fn(f64) -> f64) {
    let width = x(bar.value) - LEFT;
    let _ = writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
        BAR - 2.0
    );
    let middle = top + BAR / 2.0 - 1.0;
    let [low, high] = bar.interval.map(x);
    if high > low {
        let _ = writeln!(svg, "<path d=\"M{low:.1} {middle:.1}H{high:.1}\" stroke=\"black\"/>");
    }
    if let Some(mark) = bar.mark {
        draw_mark(svg, x(mark), middle);
    }
}

/// A diamond.
fn draw_mark(svg: &mut String, x: f64, y: f64) {
    let _ = writeln!(
        svg,
        "<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\" fill=\"white\" stroke=\"black\"/>",
        y - 5.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_end_where_the_scale_says() {
        let bar = |value, mark| Bar { value, interval: [value, value], mark };
        let bars = Bars {
            title: "a < b".to_string(),
            scale: "log10".to_string(),
            legend: ["one", "two", "marks"].map(str::to_string),
            rows: vec![("x".to_string(), [bar(5.0, None), bar(10.0, Some(5.0))])],
        };
        let svg = bars.svg();
        assert!(svg.contains("width=\"255.0\" height=\"12.0\""), "{svg}");
        assert!(svg.contains("width=\"510.0\" height=\"12.0\""), "{svg}");
        assert!(svg.contains(">a &lt; b</text>") && svg.matches("<path d=\"M445.0").count() == 1);
    }
}
