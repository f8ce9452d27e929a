//! The edits: each changes one place of a mapped scop, as a mistake of a person or of a pass would.

use super::claims;
use super::isl_text;
use super::text::{Band, Node, Path, Scop, isl_texts};
use crate::program::pick::Pick;
use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A kind of edit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Kind { $($(#[$doc])* $variant,)* }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$variant,)*];

            /// Its name in the table.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)* }
            }
        }
    };
}

kinds! {
    /// Replaces a number in the function of a band member.
    Constant = "band constant",
    /// Replaces a variable in it.
    Variable = "band variable",
    /// Shifts, doubles, negates or skews its value.
    Value = "band value",
    /// Drops one statement from it.
    Piece = "band piece dropped",
    /// Another kind of loop: thread, block, vector, ...
    MemberKind = "member kind",
    SwapMembers = "members swapped",
    DropMember = "member dropped",
    DoubleMember = "member doubled",
    /// `permutable` or `coincident`.
    Flag = "flag",
    /// Two nested bands.
    SwapBands = "bands swapped",
    DropBand = "band dropped",
    SwapChildren = "children swapped",
    DropChild = "child dropped",
    DoubleChild = "child doubled",
    /// A barrier, with its place in the extension.
    DropBarrier = "barrier dropped",
    Filter = "filter",
    ExtensionConstant = "extension constant",
    ExtensionConstraint = "extension constraint",
    ExtensionVariable = "extension variable",
    ExtensionPiece = "extension piece dropped",
    /// A subscript of a copy, or of an access that was redirected to a tile.
    Subscript = "subscript",
    /// The extent of a tile.
    Tile = "tile extent",
    /// The grid or the block.
    Limit = "grid or block",
    /// A value near the ends of 64 bits.
    Huge = "band value near 2^63",
    /// A loop around any node; copies and barriers below run in each iteration.
    NewLoop = "loop added",
    /// A barrier of a block becomes one of warps, or none.
    WeakBarrier = "barrier weakened",
    /// A context or a guard, on a size or on a loop.
    Context = "context",
    /// What an access stands for.
    StandsFor = "schedule.for",
    /// A number of the machine.
    Target = "target",
    /// Which statements are reductions.
    Reduces = "reduces",
    /// Where sizes come from, and extents of arguments.
    Sizes = "sizes",
    /// The instances of the program.
    Domain = "domain",
    /// A subscript of the program's own.
    Access = "program subscript",
    /// A subscript computed in few bits.
    FewBits = "subscript in few bits",
}

impl Kind {
    /// Whether the edit makes another program.
    pub fn is_claim(self) -> bool {
        matches!(
            self,
            Kind::Context
                | Kind::StandsFor
                | Kind::Target
                | Kind::Reduces
                | Kind::Sizes
                | Kind::Domain
                | Kind::Access
                | Kind::FewBits
        )
    }

    /// Its weight: higher if most trees have no place for it, or most edits do not leave a module.
    pub fn weight(self) -> usize {
        match self {
            Kind::Subscript
            | Kind::ExtensionConstant
            | Kind::ExtensionConstraint
            | Kind::ExtensionVariable
            | Kind::NewLoop
            | Kind::StandsFor => 5,
            Kind::Filter
            | Kind::Constant
            | Kind::Value
            | Kind::Variable
            | Kind::MemberKind
            | Kind::Context => 3,
            Kind::Limit | Kind::SwapMembers | Kind::DoubleMember | Kind::SwapBands => 1,
            _ => 2,
        }
    }
}

/// One random edit of that kind; `None` if the scop has no place for it.
pub fn apply(scop: &Scop, kind: Kind, pick: &mut Pick) -> Option<Scop> {
    let mut scop = scop.clone();
    let band = |node: &Node| node.is("schedule.band");
    let extension = |node: &Node| node.is("schedule.extension");
    match kind {
        Kind::Constant => in_text(&mut scop, pick, &band, isl_text::constant),
        Kind::Variable => in_text(&mut scop, pick, &band, isl_text::variable),
        Kind::Value => in_text(&mut scop, pick, &band, isl_text::value),
        Kind::Piece => in_text(&mut scop, pick, &band, isl_text::without_piece),
        Kind::MemberKind => in_band(&mut scop, pick, member_kind),
        Kind::SwapMembers => in_band(&mut scop, pick, swap_members),
        Kind::DropMember => in_band(&mut scop, pick, drop_member),
        Kind::DoubleMember => in_band(&mut scop, pick, double_member),
        Kind::Flag => in_band(&mut scop, pick, flag),
        Kind::SwapBands => nested_bands(&mut scop, pick, |node| {
            let child = node.children.first_mut()?;
            std::mem::swap(&mut node.header, &mut child.header);
            Some(())
        }),
        Kind::DropBand => drop_band(&mut scop, pick),
        Kind::SwapChildren => children(&mut scop, pick, |all, pick| {
            let (a, b) = (pick.below(all.len()), pick.below(all.len()));
            all.swap(a, b);
        }),
        Kind::DropChild => children(&mut scop, pick, |all, pick| {
            all.remove(pick.below(all.len()));
        }),
        Kind::DoubleChild => children(&mut scop, pick, |all, pick| {
            let child = pick.one(all).clone();
            all.insert(pick.below(all.len() + 1), child);
        }),
        Kind::DropBarrier => drop_barrier(&mut scop, pick),
        Kind::Filter => {
            let edit = *pick.one(&[isl_text::narrower, isl_text::without_piece]);
            in_text(
                &mut scop,
                pick,
                &|node: &Node| node.is("schedule.filter"),
                edit,
            )
        }
        Kind::ExtensionConstant => in_text(&mut scop, pick, &extension, isl_text::constant),
        Kind::ExtensionConstraint => in_text(&mut scop, pick, &extension, isl_text::constraint),
        Kind::ExtensionVariable => in_text(&mut scop, pick, &extension, isl_text::variable),
        Kind::ExtensionPiece => in_text(&mut scop, pick, &extension, isl_text::without_piece),
        Kind::Subscript => {
            let lines = mapped_accesses(&scop);
            subscript(&mut scop, &lines, pick)
        }
        Kind::Tile => tile(&mut scop, pick),
        Kind::Limit => limit(&mut scop, pick),
        Kind::Huge => in_text(&mut scop, pick, &band, claims::huge),
        Kind::NewLoop => claims::new_loop(&mut scop, pick),
        Kind::WeakBarrier => claims::weak_barrier(&mut scop, pick),
        Kind::Context => claims::context(&mut scop, pick),
        Kind::StandsFor => claims::stands_for(&mut scop, pick),
        Kind::Target => claims::target(&mut scop, pick),
        Kind::Reduces => claims::reduces(&mut scop, pick),
        Kind::Sizes => claims::sizes(&mut scop, pick),
        Kind::Domain => claims::domain(&mut scop, pick),
        Kind::Access => {
            let lines = claims::own_accesses(&scop);
            subscript(&mut scop, &lines, pick)
        }
        Kind::FewBits => claims::few_bits(&mut scop, pick),
    }?;
    Some(scop)
}

fn chosen(scop: &Scop, pick: &mut Pick, wanted: &dyn Fn(&Node) -> bool) -> Option<Path> {
    let all = scop.tree.below(wanted);
    (!all.is_empty()).then(|| pick.one(&all).clone())
}

/// Edits one isl text of one of these nodes.
fn in_text(
    scop: &mut Scop,
    pick: &mut Pick,
    wanted: &dyn Fn(&Node) -> bool,
    edit: fn(&str, &mut Pick) -> Option<String>,
) -> Option<()> {
    let path = chosen(scop, pick, wanted)?;
    let header = &mut scop.tree.at(&path).header;
    let texts = isl_texts(header);
    if texts.is_empty() {
        return None;
    }
    let (begin, end) = *pick.one(&texts);
    let edited = edit(&header[begin..end], pick)?;
    header.replace_range(begin..end, &edited);
    Some(())
}

fn in_band(
    scop: &mut Scop,
    pick: &mut Pick,
    edit: fn(&mut Band, &mut Pick) -> Option<()>,
) -> Option<()> {
    let path = chosen(scop, pick, &|node| node.is("schedule.band"))?;
    let node = scop.tree.at(&path);
    let mut band = Band::parse(&node.header)?;
    edit(&mut band, pick)?;
    node.header = band.to_string();
    Some(())
}

/// Kinds of loops; most are those of the tree's machine.
const KINDS: [&str; 12] = [
    "sequential",
    "parallel",
    "vector",
    "vector.reduce",
    "unroll",
    "block.x",
    "block.y",
    "thread.x",
    "thread.y",
    "thread.z",
    "launch",
    "",
];

fn member_kind(band: &mut Band, pick: &mut Pick) -> Option<()> {
    let index = pick.below(band.members.len());
    band.members[index].kind = (*pick.one(&KINDS)).to_owned();
    Some(())
}

fn swap_members(band: &mut Band, pick: &mut Pick) -> Option<()> {
    let (a, b) = (
        pick.below(band.members.len()),
        pick.below(band.members.len()),
    );
    band.members.swap(a, b);
    Some(())
}

fn drop_member(band: &mut Band, pick: &mut Pick) -> Option<()> {
    if band.members.len() < 2 {
        return None;
    }
    band.members.remove(pick.below(band.members.len()));
    Some(())
}

fn double_member(band: &mut Band, pick: &mut Pick) -> Option<()> {
    let member = pick.one(&band.members).clone();
    band.members
        .insert(pick.below(band.members.len() + 1), member);
    Some(())
}

fn flag(band: &mut Band, pick: &mut Pick) -> Option<()> {
    let index = pick.below(band.members.len() + 1);
    match band.members.get_mut(index) {
        Some(member) => member.coincident = !member.coincident,
        None if band.front.contains(" permutable") => {
            band.front = band.front.replacen(" permutable", "", 1);
        }
        None => {
            band.front = band
                .front
                .replacen("schedule.band", "schedule.band permutable", 1)
        }
    }
    Some(())
}

/// Edits a band right above another one.
fn nested_bands(scop: &mut Scop, pick: &mut Pick, edit: fn(&mut Node) -> Option<()>) -> Option<()> {
    let band = |node: &Node| node.is("schedule.band");
    let path = chosen(scop, pick, &|node| {
        band(node) && node.children.first().is_some_and(band)
    })?;
    edit(scop.tree.at(&path))
}

fn drop_band(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let path = chosen(scop, pick, &|node| node.is("schedule.band"))?;
    let (last, parent) = path.split_last()?;
    let below = std::mem::take(&mut scop.tree.at(&path).children);
    scop.tree.at(parent).children.splice(*last..=*last, below);
    Some(())
}

fn children(scop: &mut Scop, pick: &mut Pick, edit: fn(&mut Vec<Node>, &mut Pick)) -> Option<()> {
    let several = |node: &Node| node.is("schedule.sequence") || node.is("schedule.set");
    let path = chosen(scop, pick, &several)?;
    edit(&mut scop.tree.at(&path).children, pick);
    Some(())
}

fn drop_barrier(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let barrier = |node: &Node| {
        node.is("schedule.filter") && node.header.contains("{ sync") && !node.header.contains(';')
    };
    let path = chosen(scop, pick, &barrier)?;
    let header = &scop.tree.at(&path).header;
    let name = header[header.find("sync")?..].split('[').next()?.to_owned();
    let (last, parent) = path.split_last()?;
    scop.tree.at(parent).children.remove(*last);
    let extends =
        |node: &Node| node.is("schedule.extension") && node.header.contains(&format!("-> {name}["));
    let extension = scop.tree.below(&extends).first()?.clone();
    let header = &mut scop.tree.at(&extension).header;
    let (begin, end) = *isl_texts(header).first()?;
    let rest = isl_text::pieces(&header[begin..end]).into_iter();
    let rest: Vec<&str> = rest
        .filter(|piece| !piece.contains(&format!("-> {name}[")))
        .collect();
    let text = format!("{{ {} }}", rest.join("; "));
    header.replace_range(begin..end, &text);
    Some(())
}

/// The lines with an access that a mapping made: all of those in copies, and in the program's
/// statements those with `schedule.for`.
fn mapped_accesses(scop: &Scop) -> Vec<usize> {
    let program = scop.program_statements();
    let mut found = Vec::new();
    let mut own = false;
    for (index, line) in scop.head.iter().enumerate() {
        if let Some((_, name)) = line.split_once("schedule.statement @") {
            own = program
                .iter()
                .any(|one| name.split('(').next() == Some(one));
        }
        let access = line.contains("affine.load") || line.contains("affine.store");
        if access && (!own || line.contains("schedule.for")) {
            found.push(index);
        }
    }
    found
}

fn subscript(scop: &mut Scop, lines: &[usize], pick: &mut Pick) -> Option<()> {
    if lines.is_empty() {
        return None;
    }
    let line = &mut scop.head[*pick.one(lines)];
    let begin = line.find('[')? + 1;
    let end = begin + line[begin..].find(']')?;
    let mut all: Vec<String> = line[begin..end].split(", ").map(str::to_owned).collect();
    let index = pick.below(all.len());
    match pick.below(5) {
        0 => all[index] = isl_text::constant(&all[index], pick)?,
        1 => all[index] += " + 1",
        2 => {
            let other = pick.below(all.len());
            all.swap(index, other);
        }
        3 => {
            let (value, _) = all[index].split_once(" mod ")?;
            all[index] = value.to_owned();
        }
        _ => {
            let other = all[pick.below(all.len())].clone();
            all[index] = other;
        }
    }
    line.replace_range(begin..end, &all.join(", "));
    Some(())
}

fn tile(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let declared = |line: &&String| line.contains("schedule.array ") && line.contains("memref<");
    let lines: Vec<&String> = scop.head.iter().filter(declared).collect();
    if lines.is_empty() {
        return None;
    }
    let line = *pick.one(&lines);
    let name = line.split_once('=')?.0.trim().to_owned();
    let shape = line.split_once("memref<")?.1;
    let shape = shape[..shape.find([',', '>'])?].to_owned();
    let mut extents: Vec<String> = shape.split('x').map(str::to_owned).collect();
    let rank = extents.len() - 1;
    let dim = pick.below(rank);
    let extent: i64 = extents.get(dim)?.parse().ok()?;
    let smaller = *pick.one(&[extent - 1, extent / 2, extent - 2]);
    extents[dim] = smaller.max(1).to_string();
    let (old, new) = (
        format!("memref<{shape}"),
        format!("memref<{}", extents.join("x")),
    );
    for line in &mut scop.head {
        if line.contains(&format!("{name}[")) || line.contains(&format!("{name} =")) {
            *line = line.replace(&old, &new);
        }
    }
    Some(())
}

fn limit(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let line = scop
        .head
        .iter_mut()
        .find(|line| line.contains("schedule.scop @"))?;
    let word = *pick.one(&[" grid(", " block("]);
    let begin = line.find(word)? + word.len();
    let end = begin + line[begin..].find(')')?;
    let edited = isl_text::constant(&line[begin..end], pick)?;
    line.replace_range(begin..end, &edited);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const TEXT: &str = "#target = #tc.target<kind = \"gpu\", name = \"x\", warp = 32, ptx = \"a\">
schedule.scop @s(%A: memref<8xf32>, out %C: memref<8xf32>) grid(1, 1, 1) block(4, 1, 1) {
%A_s = schedule.array shared : memref<4xf32, 3>
schedule.statement @S(%i) {
%0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<\"{ S[i] -> A[i] }\">} : memref<4xf32, 3>
%1 = affine.load %A[%i] : memref<8xf32>
affine.store %0, %C[%i] : memref<8xf32>
}
schedule.statement @A_in(%p, %a) {
%0 = affine.load %A[%a] : memref<8xf32>
affine.store %0, %A_s[%p * -4 + %a] : memref<4xf32, 3>
}
schedule.domain \"{ S[i] : 0 <= i < 8 }\" {
  schedule.band permutable (sequential \"{ S[i] -> [floor(i/4)] }\", coincident \"{ S[i] -> [0] }\") {
    schedule.extension \"{ [p, o] -> A_in[p, a] : 0 <= a < 8; [p, o] -> sync0[] : 0 <= p < 2 }\" {
      schedule.sequence {
        schedule.filter \"{ A_in[p, a] }\" {
          schedule.band (thread.x \"{ A_in[p, a] -> [a - 4p] }\") {}
        }
        schedule.filter \"{ sync0[] }\" {}
        schedule.filter \"{ S[i] }\" {
          schedule.band (thread.x \"{ S[i] -> [i mod 4] }\") { schedule.band (vector \"{ S[i] -> [0] }\") {} }
        }
      }
    }
  }
}
}
";

    fn all(kind: Kind) -> BTreeSet<String> {
        let scop = Scop::parse(TEXT).unwrap();
        let edited = (0..300).filter_map(|index| apply(&scop, kind, &mut Pick::of(1, index)));
        edited.map(|scop| scop.to_string()).collect()
    }

    #[test]
    fn every_kind_finds_a_place() {
        let scop = Scop::parse(TEXT).unwrap().to_string();
        // Each member of this scop has one statement.
        let others = [Kind::Piece, Kind::WeakBarrier];
        for kind in Kind::ALL.iter().filter(|kind| !others.contains(kind)) {
            let all = all(*kind);
            assert!(all.iter().any(|text| *text != scop), "{}", kind.name());
        }
    }

    #[test]
    fn what_the_program_says_stays_if_no_claim_is_edited() {
        let fixed = [
            "affine.store %0, %C[%i] : memref<8xf32>",
            "{ S[i] -> A[i] }",
            "{ S[i] : 0 <= i < 8 }",
        ];
        for kind in Kind::ALL.iter().filter(|kind| !kind.is_claim()) {
            for text in all(*kind) {
                assert!(
                    fixed.iter().all(|one| text.contains(one)),
                    "{}: {text}",
                    kind.name()
                );
            }
        }
    }

    #[test]
    fn a_barrier_goes_with_its_place_in_the_extension() {
        let all = all(Kind::DropBarrier);
        assert_eq!(all.len(), 1);
        assert!(all.iter().all(|text| !text.contains("sync0")));
    }

    #[test]
    fn a_tile_shrinks_wherever_its_type_stands() {
        assert!(
            all(Kind::Tile)
                .iter()
                .all(|text| !text.contains("<4xf32") && text.contains("<8xf32"))
        );
    }
}
