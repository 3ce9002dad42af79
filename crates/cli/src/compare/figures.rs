//! Relative tree size by problem size, as in Allis's Figures 2.9 to 2.13 (1994, §2.4.7).
//!
//! Totals are ruled by the hardest positions and hide how a ratio changes with size. So positions are
//! grouped by size: group i holds those of more than 10^(i−1) and at most 10^i nodes. Whose nodes?
//! Grouped by one engine, the small groups hold what suits it and the large ones what does not, and the
//! figure flatters the others in the large groups; so there is a figure for each engine, and one where
//! the size of a position is the mean of the engines' log10.
//!
//! A curve shows, for each group, the log2 of an engine's mean nodes over those of the engine that the
//! figure is grouped by (the zero line); in the figure grouped by all, over the first engine's. Only
//! positions that all engines solved are in the figures. Unlike the thesis no singleton group is merged
//! into its neighbour: the number of positions stands below each group.

use std::collections::BTreeMap;

use quod_plot::Plot;

use super::runs::Run;

/// One plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is grouped by.
    pub title: String,
    /// Which positions are in it.
    pub note: String,
    /// The groups' numbers, each with how many positions it holds.
    pub groups: Vec<(u32, usize)>,
    /// For each engine its name and the log2 of its relative size in each group.
    pub curves: Vec<(String, Vec<f64>)>,
}

impl Figure {
    /// The figures of a comparison: grouped by each engine, then by all.
    pub fn all(engines: &[String], runs: &[Run]) -> Vec<Figure> {
        let positions: Vec<&[Run]> = runs.chunks_exact(engines.len()).collect();
        let solved = positions.iter().filter(|it| it.iter().all(Run::solved));
        let sizes: Vec<Vec<u64>> = solved
            .map(|it| it.iter().map(|run| run.answer.effort.nodes.max(1)).collect())
            .collect();
        let note = format!(
            "{} of {} positions: those that every engine solved",
            sizes.len(),
            positions.len()
        );
        let grouped_by = |at: usize| {
            let title = format!("grouped by {}", engines[at]);
            Figure::new(title, &note, engines, at, &sizes, |nodes| exponent(nodes[at]))
        };
        let by_all =
            Figure::new("grouped by all engines".to_string(), &note, engines, 0, &sizes, |nodes| {
                let logarithms = nodes.iter().map(|&it| (it as f64).log10());
                let mean = logarithms.sum::<f64>() / nodes.len() as f64;
                // Powers of ten belong to the smaller group, whatever the last bit says.
                (mean - 1e-9).ceil().max(0.0) as u32
            });
        (0..engines.len()).map(grouped_by).chain([by_all]).collect()
    }

    /// The figure as a drawing in SVG.
    pub fn svg(&self) -> String {
        let below = |&(group, positions): &(u32, usize)| (group, format!("n = {positions}"));
        let plot = Plot {
            title: format!("Relative tree size by problem size, {}", self.title),
            note: self.note.clone(),
            horizontal: "log10 of the problem size (nodes)".to_string(),
            vertical: "log2 of the relative tree size (nodes)".to_string(),
            places: self.groups.iter().map(below).collect(),
            range: [-1.0, 1.0],
            curves: self.curves.clone(),
        };
        plot.svg()
    }

    fn new(
        title: String,
        note: &str,
        engines: &[String],
        reference: usize,
        sizes: &[Vec<u64>],
        group: impl Fn(&[u64]) -> u32,
    ) -> Figure {
        let mut groups: BTreeMap<u32, Vec<&Vec<u64>>> = BTreeMap::new();
        for nodes in sizes {
            groups.entry(group(nodes)).or_default().push(nodes);
        }
        let total = |at: usize, members: &[&Vec<u64>]| -> f64 {
            members.iter().map(|nodes| nodes[at] as f64).sum()
        };
        let relative = |at: usize| {
            let of = |members: &Vec<_>| (total(at, members) / total(reference, members)).log2();
            groups.values().map(of).collect()
        };
        let named = engines.iter().enumerate().map(|(at, name)| (name.clone(), relative(at)));
        Figure {
            title,
            note: note.to_string(),
            curves: named.collect(),
            groups: groups.iter().map(|(&group, members)| (group, members.len())).collect(),
        }
    }
}

/// The least power of ten that is no less.
fn exponent(nodes: u64) -> u32 {
    (0..20).find(|&it| 10u64.checked_pow(it).is_none_or(|power| nodes <= power)).unwrap_or(20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapbox::{Data, assert_data_eq};

    #[test]
    fn a_power_of_ten_belongs_to_the_smaller_group() {
        let exponents = [1, 2, 10, 11, 1000, 1001].map(exponent);
        assert_eq!(exponents, [0, 1, 1, 2, 3, 4]);
        assert_eq!(exponent(u64::MAX), 20);
    }

    #[test]
    fn curves_are_ratios_of_means_by_group() {
        let engines = ["a".to_string(), "b".to_string()];
        let sizes = [vec![100, 400], vec![60, 240], vec![5000, 2500]];
        let by_a = |nodes: &[u64]| exponent(nodes[0]);
        let figure = Figure::new("t".to_string(), "n", &engines, 0, &sizes, by_a);
        assert_eq!(figure.groups, [(2, 2), (4, 1)]);
        assert_eq!(figure.curves[0].1, [0.0, 0.0]);
        assert_eq!(figure.curves[1].1, [2.0, -1.0]);
    }

    fn figure(groups: Vec<(u32, usize)>, curves: Vec<(&str, Vec<f64>)>) -> Figure {
        let curves = curves.into_iter().map(|(name, curve)| (name.to_string(), curve)).collect();
        Figure { title: "grouped by pn".into(), note: "3 of 4 positions".into(), groups, curves }
    }

    #[test]
    fn a_figure_is_drawn_as_the_golden_file_has_it() {
        let curves =
            vec![("pn", vec![0.0; 3]), ("dfpn:epsilon=1/4,sums=<weak>", vec![-0.5, 1.25, 3.0])];
        let drawn = figure(vec![(2, 1), (3, 4), (5, 2)], curves).svg();
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/compare/figure.svg");
        assert_data_eq!(drawn, Data::read_from(golden.as_ref(), None).raw());
    }

    #[test]
    fn a_figure_without_positions_says_so() {
        assert!(figure(vec![], vec![("pn", vec![])]).svg().contains("nothing to show"));
        let one = figure(vec![(7, 1)], vec![("pn", vec![0.0])]).svg();
        assert!(!one.contains("polyline") && one.contains("n = 1") && !one.contains("NaN"));
    }
}
