//! The nodes of a schedule tree.

use std::collections::BTreeMap;
use std::fmt;

use tc_isl::{Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet};

use super::member_kind::{Axis, MemberKind};
use super::unit::Unit;

/// A node of a schedule tree with its subtree.
#[derive(Clone, Debug)]
pub enum Tree {
    /// The root: the statement instances that are scheduled.
    Domain {
        /// The instances.
        domain: UnionSet,
        /// The tree below.
        child: Box<Tree>,
    },
    /// Facts about the parameters (and outer band coordinates) that hold below.
    Context {
        /// The facts.
        context: Set,
        /// The tree below.
        child: Box<Tree>,
    },
    /// Coordinates for the instances: one loop for each member.
    Band {
        /// The members and flags.
        band: Band,
        /// The tree below.
        child: Box<Tree>,
    },
    /// Only these instances reach the child.
    Filter {
        /// The instances that stay.
        filter: UnionSet,
        /// The tree below.
        child: Box<Tree>,
    },
    /// The children, all filters, one after another.
    Sequence {
        /// In the order in which they run.
        children: Vec<Tree>,
    },
    /// The children, all filters, in any order.
    Set {
        /// In the order of the text, which says nothing.
        children: Vec<Tree>,
    },
    /// Instances added to the domain below: from outer band coordinates to new instances.
    Extension {
        /// From the coordinates above to the instances that are added.
        extension: UnionMap,
        /// The tree below, of which the added instances are part.
        child: Box<Tree>,
    },
    /// A name and attributes for the subtree.
    Mark {
        /// The name and the attributes.
        mark: Mark,
        /// The tree below.
        child: Box<Tree>,
    },
    /// A condition on parameters and outer coordinates that the generated code tests here.
    Guard {
        /// The condition.
        guard: Set,
        /// The tree below.
        child: Box<Tree>,
    },
    /// Only the block of a group that arrives last runs the child, behind all the others.
    Last {
        /// The group and its counter.
        last: Last,
        /// The tree below.
        child: Box<Tree>,
    },
    /// Below, each instance is replaced by the group of instances that it stands for.
    Expansion {
        /// From an instance to its group.
        contraction: UnionPwMultiAff,
        /// From a group to its instances.
        expansion: UnionMap,
        /// The tree below, which schedules the groups.
        child: Box<Tree>,
    },
    /// The end of a branch: the remaining instances run in any order.
    Leaf,
}

/// The loops of a [`Tree::Band`].
#[derive(Clone, Debug)]
pub struct Band {
    /// The members from the outermost to the innermost; at least one.
    pub members: Vec<Member>,
    /// Whether the members may be freely interchanged, hence tiled.
    pub permutable: bool,
    /// A name by which passes select the band (`tile`, `point`, ...).
    pub tag: Option<String>,
    /// For a band of tile loops, the tile size of each member; otherwise empty.
    pub tile_sizes: Vec<i64>,
    /// isl's AST generation options for the loops (`{ unroll[x] : ... }`), passed on unchanged.
    pub ast_options: Option<UnionSet>,
    /// The matrix operation that the members are, if the lanes of a warp run them as one.
    pub unit: Option<Unit>,
}

/// One loop of a band.
#[derive(Clone, Debug)]
pub struct Member {
    /// The coordinate of each instance.
    pub schedule: UnionPwAff,
    /// Whether every dependence that reaches the band has distance 0 along this member.
    pub coincident: bool,
    /// How the loop runs on the machine.
    pub kind: MemberKind,
}

/// The name and attributes of a [`Tree::Mark`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The name of the mark (`promoted`, `kernel`, ...).
    pub name: String,
    /// Attributes; each value is the text of an MLIR attribute.
    pub attributes: BTreeMap<String, String>,
}

/// The blocks of which a [`Tree::Last`] waits, and where they are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last {
    /// The array of counters, one for each group.
    pub counter: String,
    /// Blocks whose numbers differ only along these axes are a group; in order, each once.
    pub across: Vec<Axis>,
}

impl Last {
    /// Whether the blocks of a group differ along an axis.
    pub fn is_across(&self, axis: Axis) -> bool {
        self.across.contains(&axis)
    }

    /// How many blocks of a grid a group has.
    pub fn arrivals(&self, grid: [i64; 3]) -> i64 {
        self.across.iter().map(|axis| grid[axis.index()]).product()
    }

    /// The axes that tell groups apart, with the number by which the block's number along each is
    /// multiplied in the number of the group, and how many groups a grid has.
    pub fn groups(&self, grid: [i64; 3]) -> (Vec<(Axis, i64)>, i64) {
        let mut axes = Vec::new();
        let mut groups = 1;
        for axis in Axis::ALL.into_iter().filter(|axis| !self.is_across(*axis)) {
            axes.push((axis, groups));
            groups *= grid[axis.index()];
        }
        (axes, groups)
    }
}

impl Member {
    /// A sequential member that is not known to be coincident.
    pub fn new(schedule: UnionPwAff) -> Self {
        Self {
            schedule,
            coincident: false,
            kind: MemberKind::default(),
        }
    }

    /// The same member with another schedule.
    pub fn with_schedule(&self, schedule: UnionPwAff) -> Self {
        Self {
            schedule,
            ..self.clone()
        }
    }

    /// The same member with another kind.
    pub fn with_kind(self, kind: MemberKind) -> Self {
        Self { kind, ..self }
    }

    /// The same member unrolled.
    pub fn unrolled(self) -> Self {
        self.with_kind(MemberKind::Unroll)
    }
}

impl Band {
    /// An untagged band of the given members.
    pub fn new(members: Vec<Member>, permutable: bool) -> Self {
        Self {
            members,
            permutable,
            tag: None,
            tile_sizes: Vec::new(),
            ast_options: None,
            unit: None,
        }
    }

    /// The same band with a tag.
    pub fn with_tag(mut self, tag: impl Into<String>) -> Self {
        self.tag = Some(tag.into());
        self
    }

    /// Whether the members are loops on the host around launches.
    pub fn is_launches(&self) -> bool {
        let mut members = self.members.iter();
        members.any(|member| member.kind.is_launch())
    }

    /// The tile size of a member; 1 if the band does not consist of tile loops.
    pub fn tile_size(&self, member: usize) -> i64 {
        self.tile_sizes.get(member).copied().unwrap_or(1)
    }

    /// A band of some of this band's members, with their tile sizes. AST options and units refer to
    /// the whole band, so they are dropped.
    pub fn select(&self, members: &[usize]) -> Band {
        let tile_sizes = if self.tile_sizes.is_empty() {
            Vec::new()
        } else {
            members
                .iter()
                .map(|&member| self.tile_size(member))
                .collect()
        };
        Band {
            members: members
                .iter()
                .map(|&member| self.members[member].clone())
                .collect(),
            permutable: self.permutable,
            tag: self.tag.clone(),
            tile_sizes,
            ast_options: None,
            unit: None,
        }
    }
}

impl Mark {
    /// A mark without attributes.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            attributes: BTreeMap::new(),
        }
    }
}

impl Tree {
    /// `self` below a domain.
    pub fn below_domain(self, domain: UnionSet) -> Tree {
        let child = Box::new(self);
        Tree::Domain { domain, child }
    }

    /// `self` below a context.
    pub fn below_context(self, context: Set) -> Tree {
        let child = Box::new(self);
        Tree::Context { context, child }
    }

    /// `self` below a band; a band without members adds nothing.
    pub fn below_band(self, band: Band) -> Tree {
        if band.members.is_empty() {
            return self;
        }
        let child = Box::new(self);
        Tree::Band { band, child }
    }

    /// `self` below a filter.
    pub fn below_filter(self, filter: UnionSet) -> Tree {
        let child = Box::new(self);
        Tree::Filter { filter, child }
    }

    /// `self` below an extension.
    pub fn below_extension(self, extension: UnionMap) -> Tree {
        let child = Box::new(self);
        Tree::Extension { extension, child }
    }

    /// `self` below a mark.
    pub fn below_mark(self, mark: Mark) -> Tree {
        let child = Box::new(self);
        Tree::Mark { mark, child }
    }

    /// `self` below a node whose child only the last block of a group runs.
    pub fn below_last(self, last: Last) -> Tree {
        let child = Box::new(self);
        Tree::Last { last, child }
    }

    /// The name of the node's kind, as in the `schedule` dialect.
    pub fn kind(&self) -> &'static str {
        match self {
            Tree::Domain { .. } => "domain",
            Tree::Context { .. } => "context",
            Tree::Band { .. } => "band",
            Tree::Filter { .. } => "filter",
            Tree::Sequence { .. } => "sequence",
            Tree::Set { .. } => "set",
            Tree::Extension { .. } => "extension",
            Tree::Mark { .. } => "mark",
            Tree::Guard { .. } => "guard",
            Tree::Last { .. } => "last",
            Tree::Expansion { .. } => "expansion",
            Tree::Leaf => "leaf",
        }
    }

    /// The band of a band node.
    pub fn as_band(&self) -> Option<&Band> {
        match self {
            Tree::Band { band, .. } => Some(band),
            _ => None,
        }
    }

    /// The children, first to last.
    pub fn children(&self) -> &[Tree] {
        match self {
            Tree::Domain { child, .. }
            | Tree::Context { child, .. }
            | Tree::Band { child, .. }
            | Tree::Filter { child, .. }
            | Tree::Extension { child, .. }
            | Tree::Mark { child, .. }
            | Tree::Guard { child, .. }
            | Tree::Last { child, .. }
            | Tree::Expansion { child, .. } => std::slice::from_ref(child),
            Tree::Sequence { children } | Tree::Set { children } => children,
            Tree::Leaf => &[],
        }
    }

    /// The children, first to last, for a change in place.
    pub fn children_mut(&mut self) -> &mut [Tree] {
        match self {
            Tree::Domain { child, .. }
            | Tree::Context { child, .. }
            | Tree::Band { child, .. }
            | Tree::Filter { child, .. }
            | Tree::Extension { child, .. }
            | Tree::Mark { child, .. }
            | Tree::Guard { child, .. }
            | Tree::Last { child, .. }
            | Tree::Expansion { child, .. } => std::slice::from_mut(child),
            Tree::Sequence { children } | Tree::Set { children } => children,
            Tree::Leaf => &mut [],
        }
    }
}

impl fmt::Display for Last {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let across = self.across.iter();
        let across: Vec<String> = across
            .map(|axis| MemberKind::Block(*axis).to_string())
            .collect();
        write!(f, "\"{}\" across {}", self.counter, across.join(", "))
    }
}

/// Two trees are equal when isl prints the same pieces for each of their objects.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        use Tree::*;
        let same_node = match (self, other) {
            (Domain { domain, .. }, Domain { domain: theirs, .. }) => same(domain, theirs),
            (
                Context { context, .. },
                Context {
                    context: theirs, ..
                },
            ) => same(context, theirs),
            (Band { band, .. }, Band { band: theirs, .. }) => band == theirs,
            (Filter { filter, .. }, Filter { filter: theirs, .. }) => same(filter, theirs),
            (
                Extension { extension, .. },
                Extension {
                    extension: theirs, ..
                },
            ) => same(extension, theirs),
            (Mark { mark, .. }, Mark { mark: theirs, .. }) => mark == theirs,
            (Guard { guard, .. }, Guard { guard: theirs, .. }) => same(guard, theirs),
            (Last { last, .. }, Last { last: theirs, .. }) => last == theirs,
            (
                Expansion {
                    contraction,
                    expansion,
                    ..
                },
                Expansion {
                    contraction: c,
                    expansion: e,
                    ..
                },
            ) => same(contraction, c) && same(expansion, e),
            (Sequence { .. }, Sequence { .. }) | (Set { .. }, Set { .. }) | (Leaf, Leaf) => true,
            _ => false,
        };
        same_node && self.children() == other.children()
    }
}

impl PartialEq for Band {
    fn eq(&self, other: &Self) -> bool {
        let text = |band: &Band| band.ast_options.as_ref().map(ToString::to_string);
        self.members == other.members
            && self.permutable == other.permutable
            && self.tag == other.tag
            && self.tile_sizes == other.tile_sizes
            && text(self) == text(other)
            && self.unit == other.unit
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.coincident == other.coincident
            && self.kind == other.kind
            && same(&self.schedule, &other.schedule)
    }
}

/// Compares what isl prints, piece by piece and without the list of parameters: a union prints its
/// pieces in the order in which they were added, and isl gives all members of a band the same
/// parameters.
fn same(ours: &impl fmt::Display, theirs: &impl fmt::Display) -> bool {
    sorted_pieces(&ours.to_string()) == sorted_pieces(&theirs.to_string())
}

/// The pieces between the braces of a union, sorted.
fn sorted_pieces(text: &str) -> Vec<String> {
    let union = text.split_once('{').map_or(text, |(_, union)| union);
    let pieces = union.trim_end_matches('}').split(';');
    let mut pieces: Vec<String> = pieces.map(|piece| piece.trim().to_string()).collect();
    pieces.sort_unstable();
    pieces
}
