//! Whether a statement that reads the tensor it writes may be lowered without a copy of the tensor.
//!
//! A statement reads its whole right side from the state before it. `T(i) = T(i+5) where i in 0:5` keeps that meaning
//! in any order, since no instance reads what another one writes; `T(i) = T(i+1)` does not. The question is decided by
//! isl for all sizes; what it cannot decide is refused. (`tc-check-inplace` asks the same earlier, with a witness at the
//! `.tc` line; IR written by hand may not have passed through it.)

use tc_dialects::tc::Range;
use tc_dialects::tc::expr::Expr;
use tc_isl::{Context, Set};

use crate::analysis::isl_text::{IslNames, affine};

/// What is wrong with a read of the own target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Another instance writes the element.
    OtherInstance,
    /// The element is the instance's own, but not written as such, and several instances update it.
    HiddenOwnElement,
    /// The question is not affine, or isl failed.
    Unknown,
}

/// The instances of a statement and the element that each writes.
pub struct Instances<'a> {
    pub indices: &'a [(String, Range)],
    /// Positions in `indices`.
    pub left: &'a [usize],
    /// The sizes of the def, all non-negative.
    pub sizes: &'a [String],
}

impl Instances<'_> {
    /// Decides for one read at the given subscripts. `updates`: whether several instances update one element.
    pub fn check(&self, context: &Context, read: &[Expr], updates: bool) -> Option<Conflict> {
        let written_as_own = self
            .left
            .iter()
            .zip(read)
            .all(|(&at, expr)| expr.as_name() == Some(&self.indices[at].0));
        if written_as_own {
            return None;
        }
        match self.other_instance(context, read) {
            None => return Some(Conflict::Unknown),
            Some(false) => return Some(Conflict::OtherInstance),
            Some(true) => {}
        }
        if !updates {
            return None;
        }
        match self.own_element(context, read) {
            None => Some(Conflict::Unknown),
            Some(false) => Some(Conflict::HiddenOwnElement),
            Some(true) => None,
        }
    }

    /// Whether no instance reads what an instance with another left side writes.
    fn other_instance(&self, context: &Context, read: &[Expr]) -> Option<bool> {
        let mut names = self.names();
        let (reader, mut conditions) = self.instance(&mut names)?;
        let writer: Vec<String> = self
            .indices
            .iter()
            .map(|(name, _)| names.fresh(name))
            .collect();
        conditions.extend(self.range_conditions(&writer, &names)?);
        for (&at, expr) in self.left.iter().zip(read) {
            conditions.push(format!("{} = {}", affine(expr, &names)?, writer[at]));
        }
        let different: Vec<_> = self
            .left
            .iter()
            .map(|&at| format!("{} != {}", reader[at], writer[at]))
            .collect();
        if different.is_empty() {
            return Some(true);
        }
        conditions.push(format!("({})", different.join(" or ")));
        self.is_empty(context, &names, &[reader, writer].concat(), &conditions)
    }

    /// Whether no instance reads the element that it writes itself.
    fn own_element(&self, context: &Context, read: &[Expr]) -> Option<bool> {
        let mut names = self.names();
        let (reader, mut conditions) = self.instance(&mut names)?;
        for (&at, expr) in self.left.iter().zip(read) {
            conditions.push(format!("{} = {}", affine(expr, &names)?, reader[at]));
        }
        self.is_empty(context, &names, &reader, &conditions)
    }

    fn names(&self) -> IslNames {
        let mut names = IslNames::default();
        for size in self.sizes {
            names.add(size);
        }
        names
    }

    /// Variables of one instance under their own names, and the conditions of its ranges.
    fn instance(&self, names: &mut IslNames) -> Option<(Vec<String>, Vec<String>)> {
        let sizes = names.clone();
        let variables: Vec<String> = self
            .indices
            .iter()
            .map(|(name, _)| names.add(name))
            .collect();
        let conditions = self.range_conditions(&variables, &sizes)?;
        Some((variables, conditions))
    }

    fn range_conditions(&self, variables: &[String], sizes: &IslNames) -> Option<Vec<String>> {
        let ranges = self
            .indices
            .iter()
            .zip(variables)
            .map(|((_, range), variable)| {
                Some(format!(
                    "{} <= {variable} and {variable} < {}",
                    affine(&range.lower, sizes)?,
                    affine(&range.upper, sizes)?
                ))
            });
        ranges.collect()
    }

    fn is_empty(
        &self,
        context: &Context,
        names: &IslNames,
        variables: &[String],
        conditions: &[String],
    ) -> Option<bool> {
        let sizes: Vec<&str> = self
            .sizes
            .iter()
            .filter_map(|size| names.get(size))
            .collect();
        let known = sizes.iter().map(|size| format!("{size} >= 0"));
        let conditions: Vec<String> = known.chain(conditions.iter().cloned()).collect();
        let text = format!(
            "[{}] -> {{ [{}] : {} }}",
            sizes.join(", "),
            variables.join(", "),
            conditions.join(" and ")
        );
        Set::parse(context, &text).ok()?.is_empty().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        ranges: &[(&str, &str, &str)],
        left: &[usize],
        read: &[&str],
        updates: bool,
    ) -> Option<Conflict> {
        let parse = |text: &str| Expr::parse(text).expect("the expression parses");
        let indices: Vec<_> = ranges
            .iter()
            .map(|(name, lower, upper)| {
                (
                    name.to_string(),
                    Range {
                        lower: parse(lower),
                        upper: parse(upper),
                    },
                )
            })
            .collect();
        let read: Vec<Expr> = read.iter().map(|text| parse(text)).collect();
        let sizes = ["N".to_owned()];
        Instances {
            indices: &indices,
            left,
            sizes: &sizes,
        }
        .check(&Context::new(), &read, updates)
    }

    /// The table of section 10 of the language; claims D6, D7, D8.
    #[test]
    fn reads_of_the_own_target_are_decided_exactly() {
        let i5 = [("i", "0", "5")];
        assert_eq!(
            check(&i5, &[0], &["i + 5"], false),
            None,
            "T(i) = T(i+5) where i in 0:5"
        );
        assert_eq!(
            check(&i5, &[0], &["9 - i"], false),
            None,
            "T(i) = T(9-i) where i in 0:5"
        );
        assert_eq!(
            check(&[("i", "1", "10")], &[0], &["0"], false),
            None,
            "T(i) = T(0) + T(i) where i in 1:10"
        );
        let reversed = check(&[("i", "0", "10")], &[0], &["9 - i"], false);
        assert_eq!(reversed, Some(Conflict::OtherInstance), "T(i) = T(9-i)");
        assert_eq!(
            check(&i5, &[0], &["2*i"], false),
            Some(Conflict::OtherInstance),
            "T(i) = T(2*i)"
        );
        let square = [("i", "0", "N"), ("j", "0", "N")];
        assert_eq!(
            check(&square, &[0, 1], &["i", "j"], false),
            None,
            "a(i,j) = b * a(i,j)"
        );
        assert_eq!(
            check(&square, &[0, 1], &["j", "i"], false),
            Some(Conflict::OtherInstance),
            "a(i,j) = a(j,i)"
        );
        let one = [("i", "0", "1"), ("j", "0", "1")];
        assert_eq!(
            check(&one, &[0, 1], &["j", "i"], false),
            None,
            "a(i,j) = a(j,i) for one element"
        );
    }

    #[test]
    fn updates_may_read_their_own_element_only_where_it_is_visible() {
        let row = [("i", "0", "N"), ("k", "0", "N")];
        assert_eq!(check(&row, &[0], &["i"], true), None);
        assert_eq!(
            check(&row, &[0], &["i + k - k"], true),
            Some(Conflict::HiddenOwnElement)
        );
    }

    #[test]
    fn what_is_not_affine_is_unknown() {
        assert_eq!(
            check(&[("i", "0", "N")], &[0], &["i*N"], false),
            Some(Conflict::Unknown)
        );
    }
}
