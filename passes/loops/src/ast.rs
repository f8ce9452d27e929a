//! isl's AST of a kernel as the emitter reads it, and the names and marks that it has.
//!
//! ```text
//! mark "tc.loops band=root.0 c0'=parallel c1'=unroll"     the kinds of the loops of the band below
//!   for (c0' = 0; c0' < N; c0' += 1)                      the loop of coordinate 0
//!     user 3                                              a place where instances run, by its number
//! ```

use tc_dialects::op::OperationKey;
use tc_dialects::schedule::tree::{Band, Mark, MemberKind, Path};
use tc_isl::{AstExpr, AstNode, Set, Val};
use tc_scop::isl_text::reserved;

/// The AST of a tree.
#[derive(Debug)]
pub struct Ast {
    /// The outermost node.
    pub root: AstNode,
    /// The user nodes, by the number in their annotation.
    pub instances: Vec<Instance>,
    /// What is known about the names that are free in the AST.
    pub context: Set,
}

/// A place in the AST where instances of a statement run.
#[derive(Debug)]
pub struct Instance {
    /// The number of the statement.
    pub statement: usize,
    /// The indices whose values the body uses.
    pub indices: Vec<(usize, AstExpr)>,
    /// The results of the affine maps of the body's ops, in text order.
    pub affine: Vec<(OperationKey, Vec<AstExpr>)>,
    /// All indices, which [`super::verify`] is told, if it was asked for.
    pub origin: Option<Vec<AstExpr>>,
}

/// The name of the loop of a coordinate.
pub fn iterator(depth: usize) -> String {
    reserved(&format!("c{depth}"))
}

/// The coordinate of a loop with such a name.
pub fn coordinate_of(name: &str) -> Option<i64> {
    let number = name.strip_prefix('c')?;
    number.strip_suffix('\'')?.parse().ok()
}

/// A number in an AST expression, if it is one and fits.
pub fn number(expr: &AstExpr) -> Option<i64> {
    expr.int_val().ok().as_ref().and_then(Val::to_i64)
}

/// The name of the marks that carry loop kinds.
const KINDS_MARK: &str = "tc.loops";

/// The attribute of such a mark that names the band.
const BAND: &str = "band";

/// The name of the marks that stand for bands with a unit.
const UNIT_MARK: &str = "tc.unit";

/// The attribute of such a mark with the number of the operations.
const NUMBER: &str = "number";

/// The mark above the first instances of the operations of this number.
pub fn unit_mark(number: usize) -> Mark {
    let mut mark = Mark::new(UNIT_MARK);
    mark.attributes
        .insert(NUMBER.to_owned(), number.to_string());
    mark
}

/// The number in the text of such a mark; `None` for another mark.
pub fn unit_of_mark(text: &str) -> Option<usize> {
    let (name, field) = text.split_once(' ')?;
    let (key, number) = field.split_once('=')?;
    (name == UNIT_MARK && key == NUMBER).then(|| number.parse().ok())?
}

/// What a mark tells about the band below it.
pub struct KindsMark {
    /// The place of the band in the tree.
    pub band: String,
    /// The kinds of its members, by the names of their iterators.
    pub kinds: Vec<(String, MemberKind)>,
}

/// The mark of a band whose first member is the loop of the coordinate `depth`; `None` if there is
/// nothing to tell. `by_isl` says of the position of a member whether isl unrolls it: then it is no
/// loop of the AST.
pub fn kinds_mark(
    band: &Band,
    path: &Path,
    depth: usize,
    by_isl: impl Fn(usize) -> bool,
) -> Option<Mark> {
    let mut mark = Mark::new(KINDS_MARK);
    for (position, member) in band.members.iter().enumerate() {
        let kind = member.kind;
        let is_copied = kind.is_unrolled() && !by_isl(position);
        if is_copied || kind.is_parallel() || kind.lanes().is_some() {
            mark.attributes
                .insert(iterator(depth + position), kind.to_string());
        }
    }
    if mark.attributes.is_empty() {
        return None;
    }
    mark.attributes.insert(BAND.to_owned(), path.to_string());
    Some(mark)
}

/// The text of a mark as [`KindsMark`]; `None` for another mark.
pub fn kinds_of_mark(text: &str) -> Option<KindsMark> {
    let mut fields = text.split(' ');
    if fields.next() != Some(KINDS_MARK) {
        return None;
    }
    let mut mark = KindsMark {
        band: String::new(),
        kinds: Vec::new(),
    };
    for (name, value) in fields.filter_map(|field| field.split_once('=')) {
        match value.parse() {
            Ok(kind) => mark.kinds.push((name.to_owned(), kind)),
            Err(_) if name == BAND => value.clone_into(&mut mark.band),
            Err(_) => {}
        }
    }
    Some(mark)
}
