//! A tree as human-readable text.
//!
//! One node per line, children indented, each band member on its own line after its loop kind:
//!
//! ```text
//! domain [N, K] -> { S[i, j] : 0 <= i < N and 0 <= j < K }
//!   band "tile" permutable tiles 32, 32
//!     | block.y coincident { S[i, j] -> [(32*floor((i)/32))] }
//!     | block.x coincident { S[i, j] -> [(32*floor((j)/32))] }
//!     sequence
//!       filter { S[i, j] }
//!         leaf
//! ```
//!
//! This form is for reading only; the form that parses is the `schedule` dialect's.

use std::fmt;

use super::node::{Band, Mark, Member, Tree};

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_node(f, self, 0)
    }
}

fn write_node(f: &mut fmt::Formatter<'_>, node: &Tree, depth: usize) -> fmt::Result {
    write!(f, "{:1$}{2}", "", 2 * depth, node.kind())?;
    match node {
        Tree::Domain { domain, .. } => writeln!(f, " {domain}")?,
        Tree::Context { context, .. } => writeln!(f, " {context}")?,
        Tree::Band { band, .. } => write_band(f, band, depth)?,
        Tree::Filter { filter, .. } => writeln!(f, " {filter}")?,
        Tree::Extension { extension, .. } => writeln!(f, " {extension}")?,
        Tree::Mark { mark, .. } => write_mark(f, mark)?,
        Tree::Guard { guard, .. } => writeln!(f, " {guard}")?,
        Tree::Last { last, .. } => writeln!(f, " {last}")?,
        Tree::Expansion { expansion, .. } => writeln!(f, " {expansion}")?,
        Tree::Sequence { .. } | Tree::Set { .. } | Tree::Leaf => writeln!(f)?,
    }
    node.children()
        .iter()
        .try_for_each(|child| write_node(f, child, depth + 1))
}

fn write_band(f: &mut fmt::Formatter<'_>, band: &Band, depth: usize) -> fmt::Result {
    if let Some(tag) = &band.tag {
        write!(f, " \"{tag}\"")?;
    }
    if band.permutable {
        f.write_str(" permutable")?;
    }
    if !band.tile_sizes.is_empty() {
        let sizes: Vec<String> = band.tile_sizes.iter().map(i64::to_string).collect();
        write!(f, " tiles {}", sizes.join(", "))?;
    }
    writeln!(f)?;
    band.members
        .iter()
        .try_for_each(|member| write_member(f, member, depth + 1))
}

fn write_member(f: &mut fmt::Formatter<'_>, member: &Member, depth: usize) -> fmt::Result {
    write!(f, "{:1$}|", "", 2 * depth)?;
    if !member.kind.is_plain() {
        write!(f, " {}", member.kind)?;
    }
    if member.coincident {
        f.write_str(" coincident")?;
    }
    writeln!(f, " {}", member.schedule)
}

fn write_mark(f: &mut fmt::Formatter<'_>, mark: &Mark) -> fmt::Result {
    write!(f, " \"{}\"", mark.name)?;
    for (name, value) in &mark.attributes {
        write!(f, " {name} = {value}")?;
    }
    writeln!(f)
}
