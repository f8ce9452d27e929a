//! The digits of the numbers of a kernel's threads.
//!
//! Members on `thread(STRIDE, SIZE)` distribute loops by digits of the number of a thread along x.
//! Different statements may cut the number differently: a copy by rows and chunks, a product by
//! quads of lanes and warps. The ends of all digits, STRIDE and STRIDE * SIZE, cut the number into
//! **parts**; each digit is some neighbouring parts, and `thread.x` is all of them:
//!
//! ```text
//! thread(1, 2)  thread(2, 16)  thread(32, 8)       block(256)
//! thread(1, 4)  thread(4, 64)
//! parts:  (1, 2)  (2, 2)  (4, 8)  (32, 8)
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use tc_dialects::schedule::tree::{Digit, MemberKind, Path, Refusal, Tree};

/// The parts of the numbers of a kernel's threads along x, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits(pub Vec<Digit>);

impl Digits {
    /// The parts of a kernel of so many threads along x; `None` if no member is on a digit. Refuses
    /// digits whose ends do not divide each other and the number of threads.
    pub fn of(tree: &Tree, kernel: &Path, threads: i64) -> Result<Option<Digits>, Refusal> {
        let mut ends = BTreeSet::from([1, threads]);
        let mut last = None;
        let nodes = tree.walk().into_iter();
        for (path, node) in nodes.filter(|(path, _)| kernel.contains(path)) {
            let members = node.as_band().map_or(&[][..], |band| &band.members);
            for digit in members.iter().filter_map(|member| member.kind.digit()) {
                ends.extend([digit.stride, digit.end()]);
                last = Some((MemberKind::Digit(digit), path.clone()));
                let divides = digit.stride > 0 && digit.size > 0 && threads % digit.end() == 0;
                if !divides {
                    let kind = MemberKind::Digit(digit);
                    let message = format!(
                        "expected a block whose number of threads along x is a multiple of {}, for a loop on {kind}; found {threads}",
                        digit.end()
                    );
                    return Err(Refusal::new(message).at(&path));
                }
            }
        }
        let Some((kind, path)) = last else {
            return Ok(None);
        };
        let ends: Vec<i64> = ends.into_iter().collect();
        let mut parts = Vec::new();
        for pair in ends.windows(2) {
            let (stride, end) = (pair[0], pair[1]);
            if end % stride != 0 {
                let message = format!(
                    "the digits of the threads of a kernel do not fit together: one ends at {stride} and one at {end}, found at a loop on {kind}"
                );
                return Err(Refusal::new(message)
                    .at(&path)
                    .note("strides and strides times sizes must divide each other"));
            }
            let size = end / stride;
            parts.push(Digit { stride, size });
        }
        Ok(Some(Digits(parts)))
    }

    /// The positions of the parts that a loop along x is distributed over; none for another kind.
    pub fn parts(&self, kind: MemberKind) -> Range<usize> {
        let all = 0..self.0.len();
        match (kind.digit(), kind.thread_axis()) {
            (Some(digit), _) => {
                let below = |end: i64| self.0.iter().filter(|part| part.stride < end).count();
                below(digit.stride)..below(digit.end())
            }
            (None, Some(axis)) if axis.index() == 0 => all,
            _ => 0..0,
        }
    }
}
