//! Hooks: sets of operators that are forbidden, goals that ask for more than they depend on.

use super::*;

/// Ten digits, of which some may not be changed together, and a goal that asks for one more.
struct Hooked<'a> {
    plain: Plain<'a, 1>,
    forbidden: AttributeSet<1>,
}

impl Domain<1> for Hooked<'_> {
    fn operators(&self) -> &Operators<1> {
        self.plain.operators()
    }

    fn initial(&self) -> AttributeSet<1> {
        self.plain.initial()
    }

    fn permits(&mut self, _: NodeType, _: Option<OperatorId>, state: &AttributeSet<1>) -> bool {
        !self.forbidden.is_subset(state)
    }

    fn judge(
        &mut self,
        next: OperatorId,
        state: &AttributeSet<1>,
        order: &mut Vec<OperatorId>,
    ) -> Judgement<1> {
        // Wherever 10 is, 12 must be; and solutions are told backwards.
        match state.contains(10) && !state.contains(12) {
            _ if !self.operators().is_goal(next) => Judgement::Accept,
            true => Judgement::Needs(AttributeSet::of([12])),
            false => {
                order.reverse();
                Judgement::Accept
            }
        }
    }
}

#[test]
fn hooks_forbid_nodes_and_join_what_goals_do_not_depend_on() {
    let rule = |at| Operator::replacing(AttributeSet::<1>::of([at]), AttributeSet::of([10 + at]));
    let goals = [vec![10, 11], vec![13, 14, 15], vec![11, 13, 14]].map(AttributeSet::of);
    let table = Operators::new((0..10).map(rule).collect(), goals.to_vec()).unwrap();
    let plain = Plain::new(&table, AttributeSet::of(0..10));
    let mut domain = Hooked { plain, forbidden: AttributeSet::of([15]) };
    let mut search = DbSearch::new(&domain);
    let mut solutions = Vec::new();
    while let Status::Solved(solution) = search.step(&mut domain, u64::MAX, &mut ()) {
        solutions.push((solution.goal.0, solution.order.iter().map(|it| it.0).collect::<Vec<_>>()));
    }
    solutions.sort();
    assert_eq!(solutions, [(10, vec![2, 0, 1]), (12, vec![1, 3, 4])]);
    assert_eq!(search.counts().mending, 1);
}
