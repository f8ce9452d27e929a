//! The bands that a user-directed transformation works on: those with a tag, or the outermost band of every kernel. Such a pass has
//! the option `band: Option<String>`, which is that tag.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};

/// Replaces each of the [`bands`] by the bands that `change` returns, outermost first; also returns how many bands were replaced.
/// `what` completes the refusal of a tree without bands: "there is no band to `what`".
///
/// # Errors
/// A refusal of `change`, for the first such band in text order; a refusal without a node is about that band.
pub fn replace_bands(
    mut tree: Tree,
    tag: Option<&str>,
    what: &str,
    change: impl Fn(&Band) -> Result<Vec<Band>, Refusal>,
) -> Result<(Tree, usize), Refusal> {
    let mut changed = Vec::new();
    for path in bands(&tree, tag)? {
        let Some(band) = tree.at(&path).and_then(Tree::as_band) else {
            continue;
        };
        let bands = change(band).map_err(|refusal| match refusal.at {
            None => refusal.at(&path),
            Some(_) => refusal,
        })?;
        changed.push((path, bands));
    }
    if changed.is_empty() {
        return Err(Refusal::new(format!("there is no band to {what}")));
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

/// The paths of the bands that have the tag, or of the outermost band of each kernel if no tag is given.
///
/// # Errors
/// No band has the tag.
pub fn bands(tree: &Tree, tag: Option<&str>) -> Result<Vec<Path>, Refusal> {
    match tag {
        Some(tag) => tagged(tree, tag),
        None => Ok(tree
            .kernels()
            .iter()
            .filter_map(|kernel| outermost_band(tree, kernel))
            .collect()),
    }
}

fn tagged(tree: &Tree, tag: &str) -> Result<Vec<Path>, Refusal> {
    let nodes = tree.walk().into_iter();
    let has_tag = |node: &Tree| {
        node.as_band()
            .is_some_and(|band| band.tag.as_deref() == Some(tag))
    };
    let paths: Vec<Path> = nodes
        .filter(|(_, node)| has_tag(node))
        .map(|(path, _)| path)
        .collect();
    if paths.is_empty() {
        return Err(
            Refusal::new(format!("there is no band with the tag \"{tag}\"")).note(known_tags(tree)),
        );
    }
    Ok(paths)
}

/// The existing tags, as suggestions.
fn known_tags(tree: &Tree) -> String {
    let mut tags: Vec<String> = Vec::new();
    for tag in tree
        .walk()
        .into_iter()
        .filter_map(|(_, node)| node.as_band()?.tag.clone())
    {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    match tags.is_empty() {
        true => "no band of the tree has a tag".to_string(),
        false => format!("the bands of the tree have the tags {}", tags.join(", ")),
    }
}

/// The first band of a kernel, in text order.
fn outermost_band(tree: &Tree, kernel: &Path) -> Option<Path> {
    let nodes = tree.walk().into_iter();
    nodes
        .filter(|(path, _)| kernel.contains(path))
        .find(|(_, node)| node.as_band().is_some())
        .map(|(path, _)| path)
}
