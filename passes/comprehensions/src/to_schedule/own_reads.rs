//! Whether a statement that reads the tensor it writes may be lowered without a copy of the tensor.
//!
//! A statement reads its whole right side from the state before it. `T(i) = T(i+5) where i in 0:5`
//! keeps that meaning in any order, since no instance reads an element that another one writes;
//! `T(i) = T(i+1)` does not. isl decides this for all sizes; undecided cases are refused.
//! (`tc-check-inplace` decides the same earlier, with a witness at the `.tc` line; hand-written IR
//! may not have passed through it.)

use tc_dialects::tc::Range;
use tc_isl::{Context, Set};
use tc_syntax::expr::Expr;

use super::plan::OwnReads;
use tc_scop::isl_text::{IslNames, affine};

/// The problem with a read of the own target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Another instance writes the element.
    OtherInstance,
    /// The condition is not affine, or isl failed.
    Unknown,
}

/// The instances of a statement and the element that each writes.
pub struct Instances<'a> {
    /// The names and ranges, those of loops first, the outermost first.
    pub indices: &'a [(String, Range)],
    /// The number of loops around the statement: their indices are the same for all instances.
    pub loops: usize,
    /// The subscripts of the target.
    pub left: &'a [Expr],
    /// The sizes of the def, all non-negative.
    pub sizes: &'a [String],
}

impl Instances<'_> {
    /// The location of the element of a read at the given subscripts.
    pub fn check(&self, context: &Context, read: &[Expr]) -> Result<OwnReads, Conflict> {
        if self.left == read {
            return Ok(OwnReads::AsWritten);
        }
        let unknown = Conflict::Unknown;
        if !self.other_instance(context, read).ok_or(unknown)? {
            return Err(Conflict::OtherInstance);
        }
        if self.own_element(context, read).ok_or(unknown)? {
            Ok(OwnReads::Elsewhere)
        } else {
            Ok(OwnReads::Hidden)
        }
    }

    /// Whether no instance reads an element that an instance with another left side writes.
    fn other_instance(&self, context: &Context, read: &[Expr]) -> Option<bool> {
        let (names, reader, mut conditions) = self.instance()?;
        let mut writer_names = names.clone();
        let own = &self.indices[self.loops..];
        let writer: Vec<String> = own
            .iter()
            .map(|(name, _)| writer_names.replace(name))
            .collect();
        conditions.extend(range_conditions(own, &writer, &writer_names)?);
        let mut different = Vec::new();
        for (left, expr) in self.left.iter().zip(read) {
            let (of_reader, of_writer) = (affine(left, &names)?, affine(left, &writer_names)?);
            conditions.push(format!("{} = {of_writer}", affine(expr, &names)?));
            if of_reader != of_writer {
                different.push(format!("{of_reader} != {of_writer}"));
            }
        }
        if different.is_empty() {
            return Some(true);
        }
        conditions.push(format!("({})", different.join(" or ")));
        self.is_empty(context, &names, &[reader, writer].concat(), &conditions)
    }

    /// Whether no instance reads the element that it writes itself.
    fn own_element(&self, context: &Context, read: &[Expr]) -> Option<bool> {
        let (names, reader, mut conditions) = self.instance()?;
        for (left, expr) in self.left.iter().zip(read) {
            conditions.push(format!(
                "{} = {}",
                affine(expr, &names)?,
                affine(left, &names)?
            ));
        }
        self.is_empty(context, &names, &reader, &conditions)
    }

    /// The names of sizes and of the indices of one instance, its variables, and the conditions of
    /// its ranges.
    fn instance(&self) -> Option<(IslNames, Vec<String>, Vec<String>)> {
        let mut names = IslNames::default();
        for size in self.sizes {
            names.add(size);
        }
        let variables: Vec<String> = self
            .indices
            .iter()
            .map(|(name, _)| names.add(name))
            .collect();
        let conditions = range_conditions(self.indices, &variables, &names)?;
        Some((names, variables, conditions))
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

fn range_conditions(
    indices: &[(String, Range)],
    variables: &[String],
    names: &IslNames,
) -> Option<Vec<String>> {
    let ranges = indices.iter().zip(variables).map(|((_, range), variable)| {
        Some(format!(
            "{} <= {variable} and {variable} < {}",
            affine(&range.lower, names)?,
            affine(&range.upper, names)?
        ))
    });
    ranges.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        ranges: &[(&str, &str, &str)],
        left: &[usize],
        read: &[&str],
    ) -> Result<OwnReads, Conflict> {
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
        let left: Vec<Expr> = left.iter().map(|&at| Expr::name(&indices[at].0)).collect();
        Instances {
            indices: &indices,
            loops: 0,
            left: &left,
            sizes: &sizes,
        }
        .check(&Context::new(), &read)
    }

    /// The table of section 10 of the language; claims D6, D7, D8.
    #[test]
    fn reads_of_the_own_target_are_decided_exactly() {
        let i5 = [("i", "0", "5")];
        let elsewhere = Ok(OwnReads::Elsewhere);
        let other = Err(Conflict::OtherInstance);
        assert_eq!(
            check(&i5, &[0], &["i + 5"]),
            elsewhere,
            "T(i) = T(i+5) where i in 0:5"
        );
        assert_eq!(
            check(&i5, &[0], &["9 - i"]),
            elsewhere,
            "T(i) = T(9-i) where i in 0:5"
        );
        let from_one = [("i", "1", "10")];
        assert_eq!(
            check(&from_one, &[0], &["0"]),
            elsewhere,
            "T(i) = T(0) + T(i) where i in 1:10"
        );
        assert_eq!(
            check(&[("i", "0", "10")], &[0], &["9 - i"]),
            other,
            "T(i) = T(9-i)"
        );
        assert_eq!(check(&i5, &[0], &["2*i"]), other, "T(i) = T(2*i)");
        let square = [("i", "0", "N"), ("j", "0", "N")];
        assert_eq!(
            check(&square, &[0, 1], &["i", "j"]),
            Ok(OwnReads::AsWritten),
            "a(i,j) = b * a(i,j)"
        );
        assert_eq!(
            check(&square, &[0, 1], &["j", "i"]),
            other,
            "a(i,j) = a(j,i)"
        );
        let one = [("i", "0", "1"), ("j", "0", "1")];
        assert_eq!(
            check(&one, &[0, 1], &["j", "i"]),
            Ok(OwnReads::Hidden),
            "a(i,j) = a(j,i) for one element"
        );
    }

    #[test]
    fn an_own_element_that_only_the_ranges_show_is_found() {
        let row = [("i", "0", "N"), ("k", "0", "N")];
        assert_eq!(check(&row, &[0], &["i"]), Ok(OwnReads::AsWritten));
        assert_eq!(check(&row, &[0], &["i + k - k"]), Ok(OwnReads::Hidden));
        let two = [("i", "0", "2")];
        assert_eq!(
            check(&two, &[0], &["2*i"]),
            Ok(OwnReads::Hidden),
            "T(0) is its own element, T(2) nobody writes"
        );
    }

    /// `for i { x(i) += L(i,k)*x(k) where k in 0:i }`, and with `k in 0:i+1`
    #[test]
    fn loop_indices_are_the_same_for_all_instances() {
        let parse = |text: &str| Expr::parse(text).expect("the expression parses");
        let check = |upper: &str| {
            let range = |upper: &str| Range::extent(parse(upper));
            let indices = [("i".to_owned(), range("N")), ("k".to_owned(), range(upper))];
            let instances = Instances {
                indices: &indices,
                loops: 1,
                left: &[parse("i")],
                sizes: &["N".to_owned()],
            };
            instances.check(&Context::new(), &[parse("k")])
        };
        assert_eq!(check("i"), Ok(OwnReads::Elsewhere));
        assert_eq!(check("i + 1"), Ok(OwnReads::Hidden));
    }

    #[test]
    fn what_is_not_affine_is_unknown() {
        assert_eq!(
            check(&[("i", "0", "N")], &[0], &["i*N"]),
            Err(Conflict::Unknown)
        );
    }
}
