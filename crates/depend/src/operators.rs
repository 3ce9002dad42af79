//! Operators, goals, and which of them need an attribute (thesis, definitions 3.2, 3.3, 3.15).
//!
//! Goals are kept as operators too: a goal is a set of attributes to have at once, and reaching it
//! is an operator that needs the set and changes nothing. So a goal of several attributes is found
//! where its last one is added or where several nodes meet, like anything else; the thesis makes
//! Qubic's goals singular in the same way (section 4.3.2).

use std::fmt;

use crate::AttributeSet;

/// The place of an operator, or of a goal, in its [`Operators`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperatorId(pub u32);

impl OperatorId {
    /// The id as an index.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an operator needs, takes away and adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator<const N: usize> {
    /// Attributes that must be there.
    pub precondition: AttributeSet<N>,
    /// Attributes taken away: part of the precondition.
    pub delete: AttributeSet<N>,
    /// Attributes added.
    pub add: AttributeSet<N>,
}

impl<const N: usize> Operator<N> {
    /// The operator that replaces all it needs by something else, as a rewriting rule does.
    pub fn replacing(precondition: AttributeSet<N>, add: AttributeSet<N>) -> Self {
        Operator { precondition, delete: precondition, add }
    }

    /// Whether it can be applied to a state.
    #[inline(always)]
    pub fn applies_to(&self, state: &AttributeSet<N>) -> bool {
        self.precondition.is_subset(state)
    }

    /// The state it makes of one it can be applied to.
    #[inline(always)]
    pub fn apply(&self, state: &AttributeSet<N>) -> AttributeSet<N> {
        state.minus(&self.delete).or(&self.add)
    }

    /// Whether it adds something that `other` needs: `other` depends on it.
    #[inline(always)]
    pub fn supports(&self, other: &Self) -> bool {
        self.add.intersects(&other.precondition)
    }

    /// Whether it needs something that `other` takes away: where both occur, it must come first.
    #[inline(always)]
    pub fn precedes(&self, other: &Self) -> bool {
        self.precondition.intersects(&other.delete)
    }
}

/// Why a table of operators is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainError {
    /// This operator deletes an attribute that is not in its precondition.
    DeletesWhatItDoesNotNeed(OperatorId),
    /// This operator adds an attribute of its precondition; leave it out of `delete` and `add`
    /// instead.
    AddsWhatItNeeds(OperatorId),
    /// More operators and goals than a number of 32 bits counts.
    TooMany(usize),
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DomainError::DeletesWhatItDoesNotNeed(at) => {
                write!(f, "operator {}: deletes an attribute outside its precondition", at.0)
            }
            DomainError::AddsWhatItNeeds(at) => {
                write!(f, "operator {}: adds an attribute of its precondition; leave it out", at.0)
            }
            DomainError::TooMany(n) => write!(f, "{n} operators and goals, expected below 2^32"),
        }
    }
}

impl std::error::Error for DomainError {}

/// The operators and goals of a domain, with an index by attribute. Made once, used for any number
/// of searches.
#[derive(Clone, Debug)]
pub struct Operators<const N: usize> {
    operators: Vec<Operator<N>>,
    first_goal: u32,
    /// Attributes that some operator adds.
    addable: AttributeSet<N>,
    /// Operators and goals by the attributes they need: `dependents[starts[a] .. starts[a + 1]]`.
    dependents: Vec<OperatorId>,
    starts: Vec<u32>,
}

impl<const N: usize> Operators<N> {
    /// The table of these operators, numbered from 0, and these goals, numbered after them.
    pub fn new(
        mut operators: Vec<Operator<N>>,
        goals: Vec<AttributeSet<N>>,
    ) -> Result<Self, DomainError> {
        let total = operators.len() + goals.len();
        let first_goal = operators.len() as u32;
        u32::try_from(total).map_err(|_| DomainError::TooMany(total))?;
        for (at, operator) in (0..).zip(&operators) {
            if !operator.delete.is_subset(&operator.precondition) {
                return Err(DomainError::DeletesWhatItDoesNotNeed(OperatorId(at)));
            }
            if operator.add.intersects(&operator.precondition) {
                return Err(DomainError::AddsWhatItNeeds(OperatorId(at)));
            }
        }
        let addable = operators.iter().fold(AttributeSet::EMPTY, |all, it| all.or(&it.add));
        operators.extend(goals.into_iter().map(|precondition| Operator {
            precondition,
            delete: AttributeSet::EMPTY,
            add: AttributeSet::EMPTY,
        }));
        let mut by_attribute = vec![Vec::new(); AttributeSet::<N>::CAPACITY];
        for (at, operator) in (0..).zip(&operators) {
            operator.precondition.iter().for_each(|it| by_attribute[it].push(OperatorId(at)));
        }
        let mut starts = vec![0];
        for list in &by_attribute {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        let dependents = by_attribute.concat();
        Ok(Operators { operators, first_goal, addable, dependents, starts })
    }

    /// The operator or goal with this id.
    #[inline(always)]
    pub fn get(&self, id: OperatorId) -> &Operator<N> {
        &self.operators[id.index()]
    }

    /// Whether this is a goal.
    #[inline(always)]
    pub fn is_goal(&self, id: OperatorId) -> bool {
        id.0 >= self.first_goal
    }

    /// The ids of the operators and of the goals.
    pub fn ids(&self) -> impl Iterator<Item = OperatorId> + use<N> {
        (0..self.operators.len() as u32).map(OperatorId)
    }

    /// The ids of the operators, without goals.
    pub fn operator_ids(&self) -> impl Iterator<Item = OperatorId> + use<N> {
        (0..self.first_goal).map(OperatorId)
    }

    /// The ids of the goals.
    pub fn goal_ids(&self) -> impl Iterator<Item = OperatorId> + use<N> {
        (self.first_goal..self.operators.len() as u32).map(OperatorId)
    }

    /// Attributes that some operator adds.
    #[inline(always)]
    pub fn addable(&self) -> &AttributeSet<N> {
        &self.addable
    }

    /// Operators and goals that need this attribute, ascending.
    #[inline(always)]
    pub fn needing(&self, attribute: usize) -> &[OperatorId] {
        let range = self.starts[attribute] as usize..self.starts[attribute + 1] as usize;
        &self.dependents[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_those_of_definition_3_15() {
        let needs = |it, delete, add| Operator::<1> {
            precondition: AttributeSet::of([it]),
            delete: AttributeSet::of(delete),
            add: AttributeSet::of([add]),
        };
        let (maker, reader, taker) =
            (needs(0, vec![], 1), needs(1, vec![], 2), needs(1, vec![1], 3));
        assert!(maker.supports(&reader) && maker.supports(&taker) && !reader.supports(&maker));
        assert!(reader.precedes(&taker) && !taker.precedes(&reader) && taker.precedes(&taker));
    }

    #[test]
    fn tables_that_are_no_tables_are_refused() {
        let set = |attributes: &[usize]| AttributeSet::<1>::of(attributes.iter().copied());
        let good = Operator::replacing(set(&[0]), set(&[1]));
        let deletes = Operator { delete: set(&[2]), ..good };
        let adds = Operator { add: set(&[0]), ..good };
        let refused = |it| Operators::new(vec![good, it], vec![]).unwrap_err();
        assert_eq!(refused(deletes), DomainError::DeletesWhatItDoesNotNeed(OperatorId(1)));
        assert_eq!(refused(adds), DomainError::AddsWhatItNeeds(OperatorId(1)));
        assert!(refused(adds).to_string().starts_with("operator 1: adds"));
        let table = Operators::new(vec![good], vec![set(&[1])]).unwrap();
        assert_eq!(table.needing(1), [OperatorId(1)]);
        assert!(table.is_goal(OperatorId(1)) && !table.is_goal(OperatorId(0)));
    }
}
