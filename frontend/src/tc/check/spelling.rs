//! Two spellings of one reduction index: `C(i,j) +=! A(i,k) * B(kk,j)` sums over `k` and over `kk`
//! (TC0230).
//!
//! Such a program is legal, so the warning is given only if nothing suggests two indices: neither
//! has a range in `where`, each occurs once, as the whole subscript of an input with that size in
//! its signature, the two sizes are the same name, the tensors differ, and the names differ by
//! case, by a doubled letter or by a typing error. Names that differ in a digit (`i1`, `i2`) or by
//! a substituted letter (`kh`, `kw`) are considered intentional.

use super::body::{Builder, IndexName};
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::tc::ast::{self, Clause, Dim, Expr, ExprKind};

/// The largest number of indices that are compared with each other, so that hostile input stays
/// cheap.
const MOST_INDICES: usize = 32;

/// The only occurrence of an index: a subscript of a dimension with a named size.
struct Occurrence<'a> {
    index: &'a IndexName,
    span: Span,
    tensor: usize,
    size: &'a str,
}

impl<'a> Builder<'a, '_> {
    /// Warns where the reduction indices `reduced` seem to be one index in two spellings.
    pub(crate) fn check_spelling(
        &self,
        statement: &'a ast::Comprehension,
        reduced: std::ops::Range<usize>,
    ) {
        let has_range = |index: &IndexName| {
            statement.clauses.iter().any(|clause| {
                matches!(clause, Clause::Range { index: other, .. } if other.text == index.name)
            })
        };
        let alone: Vec<_> = self.indices[reduced]
            .iter()
            .take(MOST_INDICES)
            .filter(|index| !has_range(index))
            .filter_map(|index| self.only_occurrence(statement, index))
            .collect();
        for (number, later) in alone.iter().enumerate() {
            let meant = alone[..number].iter().find(|earlier| {
                earlier.tensor != later.tensor
                    && earlier.size == later.size
                    && is_slip(&earlier.index.name, &later.index.name)
            });
            let Some(meant) = meant else { continue };
            let (name, other) = (&later.index.name, &meant.index.name);
            let message = format!(
                "reduction indices `{}` and `{}` occur in one read each",
                ast::shorten(other),
                ast::shorten(name)
            );
            let warning = self
                .report
                .warning(Code::TC0230, message, later.span, "")
                .label(
                    self.report.place(meant.span),
                    format!("both cover `{}`", ast::shorten(later.size)),
                )
                .help_with_edit(
                    format!("did you mean `{}`?", ast::shorten(other)),
                    self.report.place(later.span),
                    &**other,
                );
            self.report.push(warning);
        }
    }

    fn only_occurrence<'b>(
        &'b self,
        statement: &ast::Comprehension,
        index: &'b IndexName,
    ) -> Option<Occurrence<'b>> {
        let values = statement.clauses.iter().filter_map(|clause| match clause {
            Clause::Let { value, .. } => Some(value),
            Clause::Exists { expression, .. } => Some(expression),
            Clause::Range { .. } => None,
        });
        let mut count = 0;
        let mut found = None;
        for expr in statement.values().chain(values) {
            expr.walk(&mut |part| match &part.kind {
                ExprKind::Name(name) if name.text == index.name => count += 1,
                ExprKind::Apply { name, arguments } => {
                    let is_index = |argument: &Expr| matches!(&argument.kind, ExprKind::Name(name) if name.text == index.name);
                    if let Some(place) = arguments.iter().position(is_index) {
                        found = self.names.tensor(&name.text).map(|tensor| (tensor, place, arguments[place].span));
                    }
                }
                _ => {}
            });
        }
        let (tensor, place, span) = found.filter(|_| count == 1)?;
        match self.names.tensors[tensor].ty?.dims.get(place)? {
            Dim::Size(size) => Some(Occurrence {
                index,
                span,
                tensor,
                size: &size.text,
            }),
            Dim::Extent(..) => None,
        }
    }
}

/// Whether two names differ by case only, by a doubled letter, or, from three letters on, by one
/// letter more or less or two letters swapped.
fn is_slip(a: &str, b: &str) -> bool {
    if a.eq_ignore_ascii_case(b) {
        return true;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    match long.len() - short.len() {
        0 if short.len() >= 3 => {
            let swapped = short.get(same..same + 2).map(|pair| [pair[1], pair[0]]);
            swapped.is_some_and(|pair| long[same..].starts_with(&pair))
                && short.get(same + 2..) == long.get(same + 2..)
                && long[same..same + 2].iter().all(u8::is_ascii_alphabetic)
        }
        1 => {
            let more = long[same];
            let doubled = same > 0 && long[same - 1] == more;
            short[same..] == long[same + 1..]
                && more.is_ascii_alphabetic()
                && (doubled || short.len() >= 3)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_slip;

    #[test]
    fn slips_are_told_from_names_that_are_meant_to_differ() {
        for (a, b) in [("k", "kk"), ("k", "K"), ("chan", "chanel"), ("in_c", "inc")] {
            assert_eq!(is_slip(a, b), is_slip(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("k", "kk"),
            ("kk", "k"),
            ("k", "K"),
            ("chan", "chann"),
            ("chn", "chan"),
            ("chan", "cahn"),
        ] {
            assert!(is_slip(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("kh", "kw"),
            ("i1", "i2"),
            ("k", "kp"),
            ("k", "l"),
            ("k", "k1"),
            ("ab", "ba"),
            ("in1", "in"),
        ] {
            assert!(!is_slip(a, b), "{a} {b}");
        }
    }
}
