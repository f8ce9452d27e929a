//! Which nodes a user-directed transformation works on: the option `target: Option<String>` that
//! all of them have.
//!
//! | `target` | the nodes |
//! | --- | --- |
//! | none | the outermost band of every kernel, the outermost sequence of the tree |
//! | `point` | below each mark of that name the first band; if there is no such mark, the bands with that tag |
//! | `S1/band[1]` | the second band above the statement `S1`, counted from the outermost; `band[-1]` is the innermost, `band` is `band[0]` |
//! | `tmm/S1/band[1]`, `tmm/point` | the same in the scop `tmm` only; the other scops of the module stay as they are |
//!
//! A pass that works on sequences takes `sequence[0]` in place of `band[0]`. A statement that is at
//! several leaves, after peeling, has the node above each of them.

use tc_dialects::op;
use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::UnionSet;
use tc_syntax::near::nearest;

use tc_pass_host::{Failure, OperationLike, OperationRef};

/// The kind of nodes that a pass works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bands.
    Band,
    /// Sequences.
    Sequence,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Band, Kind::Sequence];

    /// The name in a target and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Band => "band",
            Kind::Sequence => "sequence",
        }
    }

    fn is(self, node: &Tree) -> bool {
        node.kind() == self.name()
    }
}

/// Whether a target is in a scop, and not in another one of its module.
///
/// # Errors
/// The module has no scop of the name that the target begins with.
pub fn is_here(scop: OperationRef<'_, '_>, target: Option<&str>) -> Result<bool, Failure> {
    let Some((name, _)) = target.and_then(split_scop) else {
        return Ok(true);
    };
    if op::string(scop, "sym_name").as_deref() == Some(name) {
        return Ok(true);
    }
    // A pass on one scop changes neither the list of scops nor their names, so that these can be
    // read while others are changed.
    let module = scop.parent_operation();
    let siblings = module.map(op::children).unwrap_or_default();
    let names: Vec<String> = siblings
        .into_iter()
        .filter(|sibling| op::is(*sibling, "schedule.scop"))
        .filter_map(|sibling| op::string(sibling, "sym_name"))
        .collect();
    if names.iter().any(|other| other == name) {
        Ok(false)
    } else {
        let message = format!("the target names the scop `{name}`, which the module does not have");
        let failure = Failure::new(message).at_operation(&scop);
        Err(failure.note(known("the module has", name, &names)))
    }
}

/// `tmm` and `S1/band[1]` of `tmm/S1/band[1]`; none without the name of a scop.
fn split_scop(target: &str) -> Option<(&str, &str)> {
    let (first, rest) = target.split_once('/')?;
    let names_node = !rest.contains('/') && parse_node(rest).is_some();
    (!names_node).then_some((first, rest))
}

/// `band[1]` as kind and number.
fn parse_node(text: &str) -> Option<(Kind, i64)> {
    let (name, number) = match text.split_once('[') {
        None => (text, 0),
        Some((name, rest)) => (name, rest.strip_suffix(']')?.parse().ok()?),
    };
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name)?;
    Some((kind, number))
}

/// The kind of the node that a path such as `S1/sequence[0]` names; bands for all other targets.
pub fn kind_of(target: &str) -> Kind {
    let path = target.rsplit_once('/');
    let node = path.and_then(|(_, node)| parse_node(node));
    node.map_or(Kind::Band, |(kind, _)| kind)
}

/// Replaces each of the [`nodes`] by the bands that `change` returns, outermost first; also returns
/// how many bands were replaced. `what` completes the refusal of a tree without bands: "there is no
/// band to `what`".
///
/// # Errors
/// A refusal of `change`, for the first such band in text order; a refusal without a node is about
/// that band.
pub fn replace_bands(
    mut tree: Tree,
    target: Option<&str>,
    what: &str,
    change: impl Fn(&Band) -> Result<Vec<Band>, Refusal>,
) -> Result<(Tree, usize), Refusal> {
    let mut changed = Vec::new();
    for path in nodes(&tree, target, Kind::Band, what)? {
        let Some(band) = tree.at(&path).and_then(Tree::as_band) else {
            continue;
        };
        let bands = change(band).map_err(|refusal| match refusal.at {
            None => refusal.at(&path),
            Some(_) => refusal,
        })?;
        changed.push((path, bands));
    }
    let count = changed.len();
    // Inner bands first: a different number of bands changes the paths below.
    for (path, bands) in changed.into_iter().rev() {
        tree.replace_at(&path, |node| match node {
            Tree::Band { child, .. } => bands.into_iter().rev().fold(*child, Tree::below_band),
            node => node,
        });
    }
    Ok((tree, count))
}

/// The paths of the nodes that a target names, in the order of the text; at least one. That the
/// scop is the one that it begins with is what [`is_here`] says.
///
/// # Errors
/// There are none; the refusal says what there is.
pub fn nodes(
    tree: &Tree,
    target: Option<&str>,
    kind: Kind,
    what: &str,
) -> Result<Vec<Path>, Refusal> {
    let found = match target {
        None if kind == Kind::Sequence => {
            first_below(tree, &Path::root(), kind).into_iter().collect()
        }
        None => tree
            .kernels()
            .iter()
            .filter_map(|kernel| first_below(tree, kernel, kind))
            .collect(),
        Some(target) => {
            let target = split_scop(target).map_or(target, |(_, target)| target);
            match target.split_once('/') {
                Some((statement, node)) => above_statement(tree, statement, node, kind)?,
                None => named(tree, target, kind)?,
            }
        }
    };
    if found.is_empty() {
        Err(Refusal::new(format!(
            "there is no {} to {what}",
            kind.name()
        )))
    } else {
        Ok(found)
    }
}

/// The nodes of a mark or of a tag.
fn named(tree: &Tree, name: &str, kind: Kind) -> Result<Vec<Path>, Refusal> {
    let nodes = tree.walk();
    let with = |has: &dyn Fn(&Tree) -> bool| -> Vec<Path> {
        let found = nodes.iter().filter(|(_, node)| has(node));
        found.map(|(path, _)| path.clone()).collect()
    };
    let mut found = with(&|node| matches!(node, Tree::Mark { mark, .. } if mark.name == name));
    if found.is_empty() {
        found = with(&|node| tag_of(node) == Some(name));
    }
    if found.is_empty() {
        let message = format!("there is no mark and no band with the tag \"{name}\"");
        return Err(Refusal::new(message).note(known_names(&nodes, name)));
    }
    let mut paths: Vec<Path> = found
        .iter()
        .filter_map(|path| first_below(tree, path, kind))
        .collect();
    paths.dedup();
    Ok(paths)
}

fn tag_of(node: &Tree) -> Option<&str> {
    node.as_band()?.tag.as_deref()
}

/// The marks and tags that a person could have meant.
fn known_names(nodes: &[(Path, &Tree)], name: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    for (_, node) in nodes {
        let found = match node {
            Tree::Mark { mark, .. } => Some(mark.name.as_str()),
            node => tag_of(node),
        };
        if let Some(found) = found.filter(|found| names.iter().all(|name| name != found)) {
            names.push(found.to_owned());
        }
    }
    if names.is_empty() {
        "the tree has no mark and no tag: write a path such as `S1/band[0]`".to_string()
    } else {
        known("the marks and tags of the tree are", name, &names)
    }
}

/// What there is, and what was probably meant.
fn known(there_is: &str, name: &str, names: &[String]) -> String {
    let list = format!("{there_is} {}", names.join(", "));
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("{list}; did you mean `{near}`?"),
        None => list,
    }
}

/// The nodes of a kind above the leaves of a statement, by number.
fn above_statement(
    tree: &Tree,
    statement: &str,
    node: &str,
    kind: Kind,
) -> Result<Vec<Path>, Refusal> {
    let number = match parse_node(node) {
        Some((found, number)) if found == kind => number,
        _ => {
            let name = kind.name();
            let message = format!("expected `{name}[0]` behind the statement, found `{node}`");
            return Err(Refusal::new(message).note(format!(
                "`{statement}/{name}[0]` is the outermost {name} above {statement}, `{name}[-1]` the innermost"
            )));
        }
    };
    let mut found = Vec::new();
    let mut most = 0;
    for leaf in leaves_of(tree, statement)? {
        let above = tree.along(&leaf);
        let of_kind: Vec<usize> = (0..above.len()).filter(|&at| kind.is(above[at])).collect();
        most = most.max(of_kind.len());
        let position = if number >= 0 {
            usize::try_from(number).ok()
        } else {
            usize::try_from(number.unsigned_abs())
                .ok()
                .and_then(|back| of_kind.len().checked_sub(back))
        };
        let at = position.and_then(|position| of_kind.get(position));
        found.extend(at.map(|&depth| Path(leaf.0[..depth].to_vec())));
    }
    found.sort();
    found.dedup();
    if found.is_empty() {
        let name = kind.name();
        let message = format!("{statement} has no `{node}`");
        Err(Refusal::new(message).note(match most {
            0 => format!("there is no {name} above it"),
            1 => format!("the only {name} above it is {name}[0]"),
            _ => format!("there are {name}[0] to {name}[{}] above it", most - 1),
        }))
    } else {
        Ok(found)
    }
}

/// The leaves that a statement reaches.
fn leaves_of(tree: &Tree, statement: &str) -> Result<Vec<Path>, Refusal> {
    let mut leaves = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let prefixes = tree.prefixes()?;
    for (path, node) in tree.walk() {
        if !matches!(node, Tree::Leaf) {
            continue;
        }
        let reaching = names_of(&prefixes[&path].active)?;
        if reaching.iter().any(|name| name == statement) {
            leaves.push(path);
        }
        names.extend(reaching);
    }
    names.sort();
    names.dedup();
    if leaves.is_empty() {
        Err(
            Refusal::new(format!("there is no statement `{statement}` in the tree")).note(known(
                "the tree has",
                statement,
                &names,
            )),
        )
    } else {
        Ok(leaves)
    }
}

/// The statements of a set of instances.
fn names_of(instances: &UnionSet) -> Result<Vec<String>, Refusal> {
    let sets = instances.sets()?;
    Ok(sets.iter().filter_map(|set| set.name()).collect())
}

/// The first node of a kind at or below a node, in the order of the text.
fn first_below(tree: &Tree, path: &Path, kind: Kind) -> Option<Path> {
    let nodes = tree.walk().into_iter();
    nodes
        .filter(|(below, _)| path.contains(below))
        .find(|(_, node)| kind.is(node))
        .map(|(path, _)| path)
}
