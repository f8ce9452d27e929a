//! The kinds of loops of band members, and what each kind means.
//!
//! Passes, proofs and code generation ask a kind what they need to know, such as whether its
//! iterations run in order or on the threads of a block. A further kind is a variant here with its
//! word and its answers; elsewhere only what has no counterpart yet is written: a pass that makes
//! such members, and code for them.

use std::fmt;
use std::str::FromStr;

use tc_syntax::near::nearest;

use crate::target::TargetKind;

/// How the loop of a band member runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemberKind {
    /// One iteration after another.
    #[default]
    Sequential,
    /// Iterations on the threads of a CPU.
    Parallel,
    /// Iterations as lanes of a vector.
    Vector,
    /// Iterations of a reduction as lanes of a vector of partial results; all other accesses run as
    /// in a sequential loop.
    VectorReduce,
    /// Iterations unrolled into copies of the body.
    Unroll,
    /// Iterations on the blocks of a GPU's grid.
    Block(Axis),
    /// Iterations on the threads of a GPU's block, cyclically.
    Thread(Axis),
    /// One iteration after another on the host of a GPU, each of which launches the kernels below.
    Launch,
    /// Iterations on the threads of a GPU's block, cyclically by a digit of their number along x.
    Digit(Digit),
}

/// A digit of the number `t` of a thread along x: `floor(t / stride) mod size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit {
    /// What one more of the digit adds to the number.
    pub stride: i64,
    /// How many values the digit has.
    pub size: i64,
}

impl Digit {
    /// The whole number.
    pub const WHOLE: Digit = Digit {
        stride: 1,
        size: i64::MAX,
    };

    /// The stride of the next digit.
    pub fn end(self) -> i64 {
        self.stride.saturating_mul(self.size)
    }

    /// Whether a part of the number determines both.
    pub fn overlaps(self, other: Digit) -> bool {
        self.stride < other.end() && other.stride < self.end()
    }
}

/// A dimension of a grid or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// `x`, the dimension that varies fastest from thread to thread.
    X,
    /// `y`.
    Y,
    /// `z`.
    Z,
}

/// The units of a GPU that the iterations of a loop are distributed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Units {
    /// The blocks of the grid.
    Blocks,
    /// The threads of each block.
    Threads,
}

/// Which accesses of the iterations of a vector are lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// All: the iterations are independent of each other.
    Independent,
    /// Those of reductions, which have partial results; all others run in order.
    Reduce,
}

impl Axis {
    /// All three, x first.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The position in `(x, y, z)`.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        })
    }
}

impl Units {
    /// Both, from the outer to the inner ones.
    pub const ALL: [Units; 2] = [Units::Blocks, Units::Threads];

    /// The word for one of them.
    pub fn one(self) -> &'static str {
        match self {
            Units::Blocks => "block",
            Units::Threads => "thread",
        }
    }

    /// The word for all of them, by which the head of a scop gives their number along each axis.
    pub fn extents(self) -> &'static str {
        match self {
            Units::Blocks => "grid",
            Units::Threads => "block",
        }
    }

    /// Whether each runs whole tiles of a tile loop: then the numbers of tiles are distributed, and
    /// otherwise the values of the loop.
    pub fn run_tiles(self) -> bool {
        self == Units::Blocks
    }
}

impl Lanes {
    /// The one with this word.
    pub fn of_word(word: &str) -> Option<Lanes> {
        let mut all = [Lanes::Independent, Lanes::Reduce].into_iter();
        all.find(|lanes| lanes.as_str() == word)
    }

    /// The word in the attribute of the loop.
    pub fn as_str(self) -> &'static str {
        match self {
            Lanes::Independent => "independent",
            Lanes::Reduce => "reduce",
        }
    }
}

impl MemberKind {
    /// All kinds, in the order of the documentation; for those on digits the smallest digit.
    pub fn all() -> Vec<MemberKind> {
        use MemberKind::*;
        let mut kinds = vec![Sequential, Parallel, Vector, VectorReduce, Unroll];
        kinds.extend(Axis::ALL.map(Block));
        kinds.extend(Axis::ALL.map(Thread));
        kinds.push(Launch);
        kinds.push(Digit(self::Digit { stride: 1, size: 1 }));
        kinds
    }

    /// The word for it, without the numbers of a digit.
    pub fn word(self) -> String {
        match self {
            MemberKind::Digit(_) => "thread".to_owned(),
            kind => kind.to_string(),
        }
    }

    /// The kind of a member on a digit.
    pub fn of_digit(stride: i64, size: i64) -> MemberKind {
        MemberKind::Digit(self::Digit { stride, size })
    }

    /// The digit of a member on one.
    pub fn digit(self) -> Option<Digit> {
        match self {
            MemberKind::Digit(digit) => Some(digit),
            _ => None,
        }
    }

    /// Whether no pass has decided yet how the loop runs: it is an ordinary loop, which may be cut,
    /// reordered and mapped.
    pub fn is_plain(self) -> bool {
        self == MemberKind::Sequential
    }

    /// Whether the iterations run one after another: in each thread that runs several of them, or
    /// on the host.
    pub fn is_ordered(self) -> bool {
        use MemberKind::{Digit, Launch, Sequential, Thread, Unroll, VectorReduce};
        matches!(
            self,
            Sequential | Unroll | VectorReduce | Thread(_) | Digit(_) | Launch
        )
    }

    /// Whether iterations run at the same time, on threads of a CPU or as lanes of one thread.
    pub fn runs_at_once(self) -> bool {
        self.is_parallel() || self.is_vector()
    }

    /// Whether one thread runs all iterations, one after another.
    pub fn is_within_thread(self) -> bool {
        self.is_plain() || self.is_unrolled()
    }

    /// Whether the iterations run on the threads of a CPU.
    pub fn is_parallel(self) -> bool {
        self == MemberKind::Parallel
    }

    /// Which accesses of the iterations are lanes of a vector; `None` for a loop that is no vector.
    pub fn lanes(self) -> Option<Lanes> {
        match self {
            MemberKind::Vector => Some(Lanes::Independent),
            MemberKind::VectorReduce => Some(Lanes::Reduce),
            _ => None,
        }
    }

    /// Whether the iterations are lanes of a vector that are independent of each other.
    pub fn is_vector(self) -> bool {
        self.lanes() == Some(Lanes::Independent)
    }

    /// Whether the iterations are copies of the body.
    pub fn is_unrolled(self) -> bool {
        self == MemberKind::Unroll
    }

    /// Whether nothing of the loop is left when the program runs: the iterations are copies of the
    /// body or lanes, so that a subscript by its counter is a number.
    pub fn is_straight_line(self) -> bool {
        self.is_unrolled() || self.is_vector()
    }

    /// Whether the iterations are launches of the kernels below.
    pub fn is_launch(self) -> bool {
        self == MemberKind::Launch
    }

    /// Whether the loop is one of a GPU: distributed over its blocks or threads, or launches.
    pub fn is_mapped(self) -> bool {
        self.target() == Some(TargetKind::Gpu)
    }

    /// Whether the iterations run on threads, blocks or kernels of their own: they share no
    /// registers.
    pub fn is_distributed(self) -> bool {
        self.target().is_some()
    }

    /// The only kind of target that has such loops; `None` if all have them.
    pub fn target(self) -> Option<TargetKind> {
        match self {
            MemberKind::Parallel => Some(TargetKind::Cpu),
            MemberKind::Block(_)
            | MemberKind::Thread(_)
            | MemberKind::Digit(_)
            | MemberKind::Launch => Some(TargetKind::Gpu),
            MemberKind::Sequential
            | MemberKind::Vector
            | MemberKind::VectorReduce
            | MemberKind::Unroll => None,
        }
    }

    /// What the iterations are distributed over, and along which axis of it.
    pub fn units(self) -> Option<(Units, Axis)> {
        match self {
            MemberKind::Block(axis) => Some((Units::Blocks, axis)),
            MemberKind::Thread(axis) => Some((Units::Threads, axis)),
            MemberKind::Digit(_) => Some((Units::Threads, Axis::X)),
            _ => None,
        }
    }

    /// Whether what one of two nested loops is distributed over is a part of what the other one is.
    pub fn overlaps(self, other: MemberKind) -> bool {
        let part = |kind: MemberKind| kind.digit().unwrap_or(Digit::WHOLE);
        let units = self.units();
        units.is_some() && units == other.units() && part(self).overlaps(part(other))
    }

    /// How many blocks, threads or values of a digit the iterations are distributed over, of so
    /// many blocks or threads along each axis.
    pub fn count(self, extents: [i64; 3]) -> Option<i64> {
        let (_, axis) = self.units()?;
        Some(match self.digit() {
            Some(digit) => digit.size,
            None => extents[axis.index()],
        })
    }

    /// The axis of a member that is distributed over these units.
    pub fn axis_of(self, units: Units) -> Option<Axis> {
        let (own, axis) = self.units()?;
        (own == units).then_some(axis)
    }

    /// The axis of a member that is distributed over threads.
    pub fn thread_axis(self) -> Option<Axis> {
        self.axis_of(Units::Threads)
    }

    /// The axis of a member that is distributed over blocks.
    pub fn block_axis(self) -> Option<Axis> {
        self.axis_of(Units::Blocks)
    }
}

impl fmt::Display for MemberKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberKind::Sequential => f.write_str("sequential"),
            MemberKind::Parallel => f.write_str("parallel"),
            MemberKind::Vector => f.write_str("vector"),
            MemberKind::VectorReduce => f.write_str("vector.reduce"),
            MemberKind::Unroll => f.write_str("unroll"),
            MemberKind::Block(axis) => write!(f, "block.{axis}"),
            MemberKind::Thread(axis) => write!(f, "thread.{axis}"),
            MemberKind::Launch => f.write_str("launch"),
            MemberKind::Digit(Digit { stride, size }) => write!(f, "thread({stride}, {size})"),
        }
    }
}

impl FromStr for MemberKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(digit) = read_digit(text) {
            return Ok(MemberKind::Digit(digit));
        }
        let mut kinds = MemberKind::all();
        kinds.retain(|kind| kind.digit().is_none());
        let found = kinds.iter().find(|kind| kind.to_string() == text);
        found.copied().ok_or_else(|| {
            let mut names: Vec<String> = kinds.iter().map(MemberKind::to_string).collect();
            names.push("thread(STRIDE, SIZE)".to_owned());
            let near = nearest(text, names.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!(
                "unknown loop kind `{text}`; expected one of {}{near}",
                names.join(", ")
            )
        })
    }
}

/// The digit of `thread(4, 2)`.
fn read_digit(text: &str) -> Option<Digit> {
    let numbers = text.strip_prefix("thread(")?.strip_suffix(')')?;
    let (stride, size) = numbers.split_once(',')?;
    let (stride, size) = (stride.trim().parse().ok()?, size.trim().parse().ok()?);
    Some(Digit { stride, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of which something holds, as they are written.
    fn those(holds: impl Fn(MemberKind) -> bool) -> String {
        let kinds = MemberKind::all().into_iter().filter(|kind| holds(*kind));
        let words: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
        words
            .join(" ")
            .replace("block.x block.y block.z", "block")
            .replace("thread.x thread.y thread.z", "thread")
            .replace("thread(1, 1)", "digit")
    }

    #[test]
    fn each_question_has_its_kinds() {
        assert_eq!(those(MemberKind::is_plain), "sequential");
        assert_eq!(
            those(MemberKind::is_ordered),
            "sequential vector.reduce unroll thread launch digit"
        );
        assert_eq!(those(MemberKind::runs_at_once), "parallel vector");
        assert_eq!(those(MemberKind::is_within_thread), "sequential unroll");
        assert_eq!(those(MemberKind::is_parallel), "parallel");
        assert_eq!(those(MemberKind::is_vector), "vector");
        assert_eq!(
            those(|kind| kind.lanes() == Some(Lanes::Reduce)),
            "vector.reduce"
        );
        assert_eq!(those(MemberKind::is_unrolled), "unroll");
        assert_eq!(those(MemberKind::is_straight_line), "vector unroll");
        assert_eq!(those(MemberKind::is_launch), "launch");
        assert_eq!(those(MemberKind::is_mapped), "block thread launch digit");
        assert_eq!(
            those(MemberKind::is_distributed),
            "parallel block thread launch digit"
        );
        assert_eq!(those(|kind| kind.block_axis().is_some()), "block");
        assert_eq!(
            those(|kind| kind.thread_axis() == Some(Axis::Y)),
            "thread.y"
        );
    }

    /// An iteration of blocks is neither before another one nor at the same time for certain.
    #[test]
    fn iterations_without_order_run_at_once_or_on_blocks() {
        let no_order = |kind: MemberKind| kind.runs_at_once() || kind.block_axis().is_some();
        assert_eq!(those(|kind| !kind.is_ordered()), those(no_order));
    }

    #[test]
    fn lanes_are_read_by_their_words() {
        for lanes in [Lanes::Independent, Lanes::Reduce] {
            assert_eq!(Lanes::of_word(lanes.as_str()), Some(lanes));
        }
        assert_eq!(Lanes::of_word("lanes"), None);
    }

    #[test]
    fn kinds_read_back_what_they_print() {
        for kind in MemberKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "threads.x".parse::<MemberKind>().unwrap_err();
        assert!(
            error
                .starts_with("unknown loop kind `threads.x`; expected one of sequential, parallel")
        );
        assert!(error.ends_with("; did you mean `thread.x`?"), "{error}");
        let error = "spiral".parse::<MemberKind>().unwrap_err();
        assert!(
            error.ends_with("thread.z, launch, thread(STRIDE, SIZE)"),
            "{error}"
        );
    }

    #[test]
    fn digits_overlap_where_they_share_a_part_of_the_number() {
        let digit = |text: &str| text.parse::<MemberKind>().unwrap().digit().unwrap();
        assert_eq!(digit("thread(4,2)"), Digit { stride: 4, size: 2 });
        assert!(digit("thread(1, 8)").overlaps(digit("thread(4, 4)")));
        assert!(!digit("thread(1, 4)").overlaps(digit("thread(4, 4)")));
        assert!(!digit("thread(16, 2)").overlaps(digit("thread(4, 4)")));
    }
}
