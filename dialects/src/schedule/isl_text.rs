//! The only place that checks the text of an isl attribute and makes it canonical.
//!
//! Before -> after: `{S[i]->[32*floor(i/32)]}` -> `{ S[i] -> [i - i mod 32] }`. The text is isl's
//! own, without the parentheses that isl prints around every affine function (`[(i - (i) mod
//! 32)]`); they are omitted only if isl reads the shorter text as the same object.
//!
//! isl's reader is recursive and its work is unbounded, so a text is checked before isl reads it,
//! and isl works within a budget.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::malformed::Malformed;
use crate::sys;
use tc_isl::{Error, UnionMap, UnionPwAff, UnionSet, thread_context};
use tc_syntax::diagnostic::Code;

/// How deep brackets, quantifiers and signs may nest.
const MAX_NESTING: usize = 200;
/// How many bytes one object may take.
const MAX_LENGTH: usize = 1 << 20;
/// How many isl operations reading one object may take.
const BUDGET: u64 = 1_000_000;

/// The kinds of objects that attributes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IslKind {
    /// A union set: domains, filters, contexts, guards.
    Set = sys::TcIslSet as isize,
    /// A union map: extensions, expansions.
    Map = sys::TcIslMap as isize,
    /// A union of piecewise affine functions: one band member.
    Aff = sys::TcIslAff as isize,
}

/// How many canonical texts are kept.
const MAX_KEPT: usize = 4096;

thread_local! {
    /// The canonical forms of texts that were seen before, including canonical texts themselves.
    static KEPT: RefCell<HashMap<(IslKind, String), String>> = RefCell::default();
}

/// isl's own text of an object; reading and printing it again gives the same text.
pub(crate) fn canonical(kind: IslKind, text: &str) -> Result<String, Malformed> {
    let key = (kind, text.to_owned());
    if let Some(known) = KEPT.with_borrow(|kept| kept.get(&key).cloned()) {
        return Ok(known);
    }
    look_over(text)?;
    let canonical = thread_context().with_budget(BUDGET, || {
        let canonical = compute(kind, text).map_err(|error| refusal(error, text))?;
        match kind {
            IslKind::Aff => is_function(text)
                .map_err(|error| refusal(error, text))?
                .then_some(canonical)
                .ok_or_else(|| Malformed {
                    reason: "pieces overlap: expected one value for each instance".to_owned(),
                    offset: 0,
                }),
            IslKind::Set | IslKind::Map => Ok(canonical),
        }
    })?;
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert((kind, canonical.clone()), canonical.clone());
        kept.insert(key, canonical.clone());
    });
    Ok(canonical)
}

/// Whether pieces do not overlap: isl adds their values where they do.
fn is_function(text: &str) -> Result<bool, Error> {
    let pieces = text.split_once('{').map_or(text, |(_, pieces)| pieces);
    let tuple = |piece: &str| {
        piece
            .split('[')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let mut seen = HashSet::new();
    if pieces.split(';').map(tuple).all(|tuple| seen.insert(tuple)) {
        return Ok(true);
    }
    let context = thread_context();
    let function = UnionPwAff::parse(&context, text)?;
    UnionMap::from_union_pw_aff(&function)?.is_equal(&UnionMap::parse(&context, text)?)
}

fn compute(kind: IslKind, text: &str) -> Result<String, Error> {
    // Most texts come from isl itself or are already canonical, and then one lookup is enough.
    let shorter = without_parentheses(text);
    if shorter != text && matches!(print(kind, &shorter), Ok(same) if same == text) {
        return Ok(shorter);
    }
    let mut printed = print(kind, text)?;
    if without_parentheses(&printed) == text {
        return Ok(text.to_owned());
    }
    // isl simplifies while it reads; a second round nearly always suffices.
    for _ in 0..3 {
        let shorter = without_parentheses(&printed);
        if matches!(print(kind, &shorter), Ok(same) if same == printed) {
            return Ok(shorter);
        }
        let again = print(kind, &printed)?;
        if again == printed {
            break;
        }
        printed = again;
    }
    Ok(printed)
}

/// The text without the space before `:` of a parameter set, without `(...)` around a single name
/// or number, and without `(...)` that fill a bracket.
fn without_parentheses(text: &str) -> String {
    let text = text.replacen("{  :", "{ :", 1);
    let bytes = text.as_bytes();
    let mut dropped = vec![false; bytes.len()];
    let mut open = Vec::new();
    for (offset, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => open.push(offset),
            b')' => {
                let Some(start) = open.pop() else { continue };
                let before = bytes[..start].last().copied().unwrap_or(b' ');
                let after = bytes.get(offset + 1).copied().unwrap_or(b' ');
                let call = before.is_ascii_alphanumeric() || before == b'_';
                let word = bytes[start + 1..offset]
                    .iter()
                    .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
                let fills = before == b'[' && after == b']';
                if !call && (word || fills) {
                    dropped[start] = true;
                    dropped[offset] = true;
                }
            }
            _ => {}
        }
    }
    let kept = bytes.iter().zip(&dropped).filter(|(_, dropped)| !**dropped);
    String::from_utf8(kept.map(|(byte, _)| *byte).collect()).unwrap_or(text)
}

fn print(kind: IslKind, text: &str) -> Result<String, Error> {
    let context = thread_context();
    Ok(match kind {
        IslKind::Set => UnionSet::parse(&context, text)?.to_string(),
        IslKind::Map => UnionMap::parse(&context, text)?.to_string(),
        IslKind::Aff => UnionPwAff::parse(&context, text)?.to_string(),
    })
}

fn refusal(error: Error, text: &str) -> Malformed {
    match error {
        Error::Syntax {
            line,
            column,
            found,
            expected,
        } => Malformed {
            reason: match found {
                Some(found) => format!("expected an isl {expected}; unexpected `{found}`"),
                None => format!("expected an isl {expected}; the text ends too early"),
            },
            offset: offset_of(text, line, column),
        },
        error if error.is_exhausted() => Malformed {
            reason: format!("{error} [{}]", Code::TC0601),
            offset: 0,
        },
        error => Malformed {
            reason: format!("isl refuses this object: {error}"),
            offset: 0,
        },
    }
}

/// The byte at a line and a column in characters, both from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let within: usize = text[start..]
        .chars()
        .take(column - 1)
        .map(char::len_utf8)
        .sum();
    start + within
}

/// Refuses texts that would exhaust the stack in isl's reader.
fn look_over(text: &str) -> Result<(), Malformed> {
    if text.len() > MAX_LENGTH {
        return Err(Malformed {
            reason: format!("isl object is longer than {MAX_LENGTH} bytes"),
            offset: 0,
        });
    }
    let mut brackets = 0_usize;
    let mut signs = 0;
    let mut prefixes = 0;
    for (offset, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => brackets += 1,
            ')' | ']' | '}' => brackets = brackets.saturating_sub(1),
            '-' => signs += 1,
            '!' | '¬' | '∃' => prefixes += 1,
            'e' if text[offset..].starts_with("exists") => prefixes += 1,
            'n' if text[offset..].starts_with("not") => prefixes += 1,
            ' ' | '\t' | '\n' => {}
            _ => signs = 0,
        }
        if brackets + signs + prefixes > MAX_NESTING {
            return Err(Malformed {
                reason: format!("isl object is nested deeper than {MAX_NESTING} levels"),
                offset,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: IslKind, text: &str) -> Result<String, (usize, String)> {
        canonical(kind, text).map_err(|refusal| (refusal.offset, refusal.reason))
    }

    #[test]
    fn canonical_text_is_a_fixed_point() {
        for (kind, written, printed) in [
            (
                IslKind::Set,
                "[N]->{S[i]:i>=0 and i<N}",
                "[N] -> { S[i] : 0 <= i < N }",
            ),
            (IslKind::Set, "[N]->{:N>=1}", "[N] -> { : N > 0 }"),
            (
                IslKind::Map,
                "{[b]->A[b,x]:0<=x<4}",
                "{ [b] -> A[b, x] : 0 <= x <= 3 }",
            ),
            (
                IslKind::Aff,
                "{S[i]->[32*floor(i/32)]}",
                "{ S[i] -> [i - i mod 32] }",
            ),
        ] {
            assert_eq!(text(kind, written).as_deref(), Ok(printed));
            assert_eq!(text(kind, printed).as_deref(), Ok(printed));
        }
    }

    #[test]
    fn a_wrong_text_is_refused_at_its_place() {
        let (offset, reason) = text(IslKind::Set, "{ S[i] : i >< 3 }").unwrap_err();
        assert_eq!(
            (offset, reason.as_str()),
            (12, "expected an isl union set; unexpected `<`")
        );
        assert!(text(IslKind::Set, "{ S[i] -> [i] }").is_err());
        assert!(text(IslKind::Map, "").is_err());
    }

    #[test]
    fn what_would_exhaust_the_stack_is_refused() {
        let deep = format!("{{ S[i] : {}i >= 0", "(".repeat(100_000));
        let negated = format!("{{ S[i] : {}i >= 0 }}", "- ".repeat(100_000));
        let excluded = format!("{{ S[i] : {}i >= 0 }}", "not ".repeat(100_000));
        for wrong in [deep, negated, excluded] {
            let (_, reason) = text(IslKind::Set, &wrong).unwrap_err();
            assert_eq!(reason, "isl object is nested deeper than 200 levels");
        }
        let garbage = "{ [".repeat(4_000_000);
        assert!(
            text(IslKind::Set, &garbage)
                .unwrap_err()
                .1
                .contains("longer than")
        );
    }
}
