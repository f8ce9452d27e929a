//! Schedule trees as data: the text of each node, the range of each loop, and why a loop is not
//! coincident.

use crate::{
    data::{Array, Band, Member, Node, Statement, Tree},
    places::{Places, data_of},
};
use tc_dialects::{
    location, op,
    schedule::{
        attributes::isl_text_of,
        tree::{self, Flag, Path, Refusal, Scop, operation_at},
    },
};
use tc_isl::{Dim, Set, UnionMap, UnionPwAff, UnionSet, thread_context};
use tc_pass_host::OperationRef;
use tc_scop::legality;

/// The isl operations that the ranges of one tree may take.
const RANGES: u64 = 20_000_000;
/// The isl operations that the reasons of one tree may take.
const REASONS: u64 = 200_000_000;

/// The tree of a scop; none for a scop that has none, or that a failed pass left half-changed.
pub(crate) fn of(operation: OperationRef<'_, '_>, places: &mut Places) -> Option<Tree> {
    let isl = thread_context();
    let scop = Scop::from_op(&isl, operation).ok()?;
    let mut nodes = Vec::new();
    isl.with_budget(RANGES, || {
        add(operation, &scop, &Path::root(), &mut nodes);
    });
    Some(Tree {
        scop: scop.name.clone(),
        grid: scop.grid,
        block: scop.block,
        arrays: scop.arrays.iter().map(array).collect(),
        statements: statements(operation, &scop, places),
        nodes,
    })
}

fn array(array: &tree::Array) -> Array {
    let extents = array.shape.iter();
    Array {
        name: array.name.clone(),
        kind: array.kind.to_string(),
        shape: extents.map(|extent| extent.unwrap_or(-1)).collect(),
        element: array.element.clone(),
    }
}

fn statements(operation: OperationRef<'_, '_>, scop: &Scop, places: &mut Places) -> Vec<Statement> {
    let operations = op::children(operation).into_iter();
    let mut operations = operations.filter(|one| op::is(*one, "schedule.statement"));
    let statements = scop.statements.iter();
    statements
        .map(|statement| {
            let place = operations
                .next()
                .and_then(|one| location::place(tc_pass_host::OperationLike::location(&one)));
            Statement {
                name: statement.name.clone(),
                indices: statement.indices.clone(),
                reduces: statement.reduces,
                place: place.map(|place| places.number(&data_of(&place))),
            }
        })
        .collect()
}

/// Adds a node and those below it; returns its position.
fn add(
    operation: OperationRef<'_, '_>,
    scop: &Scop,
    path: &Path,
    nodes: &mut Vec<Node>,
) -> Option<usize> {
    let node = scop.tree.at(path)?;
    if matches!(node, tree::Tree::Leaf) {
        return None;
    }
    let own = operation_at(operation, path)?;
    let active = active(scop, path);
    let position = nodes.len();
    nodes.push(Node {
        kind: node.kind().to_owned(),
        path: path.0.clone(),
        children: Vec::new(),
        text: text(node, own),
        statements: active.as_ref().map(names).unwrap_or_default(),
        band: node.as_band().map(|band| Band {
            permutable: band.permutable,
            tag: band.tag.clone(),
            members: members(band, own, active.as_ref()),
        }),
    });
    let below: Vec<usize> = (0..node.children().len())
        .filter_map(|child| add(operation, scop, &path.child(child), nodes))
        .collect();
    nodes[position].children = below;
    Some(position)
}

/// The instances that reach a node, or that are below it where it adds some.
fn active(scop: &Scop, path: &Path) -> Option<UnionSet> {
    match scop.tree.at(path)? {
        tree::Tree::Domain { domain, .. } => Some(domain.clone()),
        tree::Tree::Extension { .. } => Some(scop.tree.prefix(&path.child(0)).ok()?.active),
        _ => Some(scop.tree.prefix(path).ok()?.active),
    }
}

fn names(set: &UnionSet) -> Vec<String> {
    let sets = set.sets().unwrap_or_default();
    let mut names: Vec<String> = sets.iter().filter_map(Set::name).collect();
    names.sort();
    names
}

/// The text of a node's own attribute.
fn text(node: &tree::Tree, operation: OperationRef<'_, '_>) -> String {
    let attribute = |name: &str| {
        let attribute = tc_pass_host::OperationLike::attribute(&operation, name);
        attribute.ok().and_then(isl_text_of).unwrap_or_default()
    };
    match node {
        tree::Tree::Extension { .. } => attribute("map"),
        tree::Tree::Expansion { .. } => attribute("expansion"),
        tree::Tree::Mark { mark, .. } => mark.name.clone(),
        tree::Tree::Last { last, .. } => last.to_string(),
        _ => attribute("set"),
    }
}

fn members(
    band: &tree::Band,
    operation: OperationRef<'_, '_>,
    active: Option<&UnionSet>,
) -> Vec<Member> {
    let texts = op::elements(operation, "members");
    let members = band.members.iter().zip(texts);
    members
        .map(|(member, text)| Member {
            kind: member.kind.to_string(),
            coincident: member.coincident,
            schedule: isl_text_of(text).unwrap_or_default(),
            range: active.and_then(|active| range(&member.schedule, active)),
            carries: None,
        })
        .collect()
}

/// The least and the greatest value of a function on these instances.
fn range(function: &UnionPwAff, active: &UnionSet) -> Option<[i64; 2]> {
    let map = UnionMap::from_union_pw_aff(function).ok()?;
    let values = active.apply(&map).ok()?;
    let [values] = values.sets().ok()?.try_into().ok()?;
    bounds(&values)
}

/// The least and the greatest element of a set of numbers; none where they depend on sizes.
pub(crate) fn bounds(set: &Set) -> Option<[i64; 2]> {
    if set.dim(Dim::Param).ok()? > 0 {
        return None;
    }
    let value = |point: Set| point.sample_point().ok()?.to_i64s()?.first().copied();
    Some([value(set.lexmin().ok()?)?, value(set.lexmax().ok()?)?])
}

/// Whether two trees are the same, whatever is said of their loops.
pub(crate) fn is_same(one: &Tree, other: &Tree) -> bool {
    let silent = |tree: &Tree| {
        let mut tree = tree.clone();
        let bands = tree.nodes.iter_mut().filter_map(|node| node.band.as_mut());
        let members = bands.flat_map(|band| &mut band.members);
        members.for_each(|member| member.carries = None);
        tree
    };
    silent(one) == silent(other)
}

/// Says of each loop that is not coincident which dependence it carries.
pub(crate) fn explain(operation: OperationRef<'_, '_>, tree: &mut Tree) {
    thread_context().with_budget(REASONS, || {
        for node in &mut tree.nodes {
            let path = Path(node.path.clone());
            let members = node.band.iter_mut().flat_map(|band| &mut band.members);
            for (number, member) in members.enumerate() {
                if !member.coincident {
                    member.carries = carried(operation, &path, number);
                }
            }
        }
    });
}

fn carried(operation: OperationRef<'_, '_>, path: &Path, member: usize) -> Option<String> {
    let lacks = Refusal::new("")
        .at(path)
        .for_lack_of(Flag::Coincident(member));
    let explained = legality::explain(operation, lacks);
    // Without instances it is an advice to set the flag.
    let shown = !explained.instances.is_empty();
    explained.notes.into_iter().next().filter(|_| shown)
}
