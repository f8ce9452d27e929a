//! A tree as ops of the `schedule` dialect, and back.
//!
//! Each node is one op, its children are the ops in its region, and an empty region is a leaf:
//!
//! ```text
//! schedule.domain "{ S[i] : 0 <= i < 8 }" {                      Domain
//!   schedule.band permutable (coincident "{ S[i] -> [i] }") {}   └─ Band ── Leaf
//! }
//! ```
//!
//! Reading parses the text of each isl attribute with isl; writing gives each isl object the
//! canonical text that the dialect's parser would give it, so that a tree written here prints like
//! one that a person wrote.

use std::collections::BTreeMap;

use melior::Context;
use melior::StringRef;
use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, AttributeLike, Block, BlockLike, Identifier, Operation, OperationRef, Region,
    RegionLike,
};

use crate::enumeration::Enumeration;
use crate::op;
use crate::schedule::attributes::isl_text_of;
use crate::schedule::isl_text::{IslKind, canonical};
use crate::sys;
use tc_isl::{Dim, Set, UnionMap, UnionPwAff, UnionSet};

use super::edit::Path;
use super::locations::Origin;
use super::member_kind::{Axis, Digit, MemberKind};
use super::node::{Band, Last, Mark, Member, Tree};
use super::refusal::Refusal;
use super::unit::Unit;

impl Tree {
    /// The tree of a `schedule.scop`.
    pub fn from_scop<'c: 'a, 'a>(
        isl: &tc_isl::Context,
        scop: OperationRef<'c, 'a>,
    ) -> Result<Tree, Refusal> {
        match domain_operation(scop) {
            Some(domain) => read(isl, domain),
            None => Err(
                Refusal::new("expected a schedule tree in the scop, found none")
                    .note("make one with tc-to-schedule"),
            ),
        }
    }

    /// Replaces the tree of a `schedule.scop` by this one.
    pub fn write_to_scop<'c: 'a, 'a>(
        &self,
        ctx: &'c Context,
        scop: OperationRef<'c, 'a>,
    ) -> Result<(), Refusal> {
        let old = domain_operation(scop);
        let location = old.map_or_else(|| scop.location(), |old| old.location());
        let block = op::body(scop).ok_or_else(|| Refusal::new("expected a scop with a body"))?;
        let origin = Origin::of_root(old, location);
        let new = Writer { ctx }.operation(self, origin)?;
        match old {
            Some(old) => {
                op::insert_before(old, new);
                op::erase(old);
            }
            None => {
                block.append_operation(new);
            }
        }
        Ok(())
    }
}

/// The op of the node at a path of a scop's tree; for a leaf without an op, the op above it.
pub fn operation_at<'c: 'a, 'a>(
    scop: OperationRef<'c, 'a>,
    path: &Path,
) -> Option<OperationRef<'c, 'a>> {
    let mut operation = domain_operation(scop)?;
    for &step in &path.0 {
        match op::children(operation).into_iter().nth(step) {
            Some(child) => operation = child,
            None => break,
        }
    }
    Some(operation)
}

/// The op at the root of a scop's tree.
fn domain_operation<'c: 'a, 'a>(scop: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let mut operations = op::children(scop).into_iter();
    operations.find(|operation| op::is(*operation, "schedule.domain"))
}

// Reading

fn read<'c: 'a, 'a>(
    isl: &tc_isl::Context,
    operation: OperationRef<'c, 'a>,
) -> Result<Tree, Refusal> {
    let below = op::children(operation);
    let kind = op::name(operation);
    match kind {
        "schedule.leaf" => return Ok(Tree::Leaf),
        "schedule.sequence" | "schedule.set" => {
            let children: Vec<Tree> = below
                .into_iter()
                .map(|child| read(isl, child))
                .collect::<Result<_, _>>()?;
            return Ok(match kind {
                "schedule.sequence" => Tree::Sequence { children },
                _ => Tree::Set { children },
            });
        }
        _ => {}
    }
    if below.len() > 1 {
        return Err(Refusal::new(format!(
            "expected one node below a {kind}, found {}",
            below.len()
        )));
    }
    let child = match below.first() {
        Some(child) => Box::new(read(isl, *child)?),
        None => Box::new(Tree::Leaf),
    };
    let set =
        || -> Result<UnionSet, Refusal> { Ok(UnionSet::parse(isl, &isl_text(operation, "set")?)?) };
    let params = || -> Result<Set, Refusal> { conditions(isl, &isl_text(operation, "set")?) };
    let map = |attribute: &str| -> Result<UnionMap, Refusal> {
        Ok(UnionMap::parse(isl, &isl_text(operation, attribute)?)?)
    };
    Ok(match kind {
        "schedule.domain" => Tree::Domain {
            domain: set()?,
            child,
        },
        "schedule.context" => Tree::Context {
            context: params()?,
            child,
        },
        "schedule.guard" => Tree::Guard {
            guard: params()?,
            child,
        },
        "schedule.filter" => Tree::Filter {
            filter: set()?,
            child,
        },
        "schedule.extension" => Tree::Extension {
            extension: map("map")?,
            child,
        },
        "schedule.expansion" => Tree::Expansion {
            contraction: map("contraction")?.as_union_pw_multi_aff()?,
            expansion: map("expansion")?,
            child,
        },
        "schedule.mark" => child.below_mark(read_mark(operation)),
        "schedule.last" => child.below_last(read_last(operation)?),
        "schedule.band" => Tree::Band {
            band: read_band(isl, operation)?,
            child,
        },
        _ => {
            return Err(Refusal::new(format!(
                "expected a node of a schedule tree, found `{kind}`"
            )));
        }
    })
}

fn attribute<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
) -> Result<Attribute<'c>, Refusal> {
    operation
        .attribute(name)
        .map_err(|_| Refusal::new(format!("expected the attribute `{name}`, found none")))
}

fn isl_text<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, name: &str) -> Result<String, Refusal> {
    text_of(attribute(operation, name)?)
}

/// Conditions on sizes and on outer loops. isl prints conditions that never hold as an empty union,
/// without a space: these count as conditions on sizes, as do those on no loops, `{ [] }`.
pub(super) fn conditions(isl: &tc_isl::Context, text: &str) -> Result<Set, Refusal> {
    let union = UnionSet::parse(isl, text)?;
    if union.n_set()? == 0 {
        return Ok(Set::empty(&union.space()?)?);
    }
    let set = Set::parse(isl, text)?;
    Ok(if !set.is_params()? && set.dim(Dim::SET)? == 0 {
        set.params()?
    } else {
        set
    })
}

pub(super) fn text_of(attribute: Attribute<'_>) -> Result<String, Refusal> {
    let refusal = || Refusal::new(format!("expected an isl object, found `{attribute}`"));
    isl_text_of(attribute).ok_or_else(refusal)
}

fn read_mark<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Mark {
    let mut mark = Mark::default();
    for (key, value) in operation.attributes() {
        let key = key.as_string_ref().as_str().unwrap_or_default().to_string();
        match StringAttribute::try_from(value) {
            Ok(label) if key == "label" => mark.name = label.value().to_string(),
            _ => {
                mark.attributes.insert(key, value.to_string());
            }
        }
    }
    mark
}

fn read_last<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Result<Last, Refusal> {
    let mut across = Vec::new();
    for kind in elements(attribute(operation, "across")?)? {
        match read_kind(kind)?.block_axis() {
            Some(axis) if !across.contains(&axis) => across.push(axis),
            _ => {
                return Err(Refusal::new(format!(
                    "expected axes of blocks behind `across`, each once, found {kind}"
                )));
            }
        }
    }
    across.sort_unstable_by_key(|axis: &Axis| axis.index());
    Ok(Last {
        counter: op::string(operation, "counter").unwrap_or_default(),
        across,
    })
}

fn read_band<'c: 'a, 'a>(
    isl: &tc_isl::Context,
    operation: OperationRef<'c, 'a>,
) -> Result<Band, Refusal> {
    let functions = elements(attribute(operation, "members")?)?;
    let kinds = elements(attribute(operation, "kinds")?)?;
    let coincident = booleans(attribute(operation, "coincident")?);
    if functions.len() != kinds.len() || functions.len() != coincident.len() {
        return Err(Refusal::new(
            "expected as many kinds and coincidence flags as members of a band",
        ));
    }
    let digits = operation.attribute("digits").map_or(Vec::new(), integers);
    let mut digits = digits.chunks_exact(2);
    let mut members = Vec::new();
    for ((function, kind), coincident) in functions.into_iter().zip(kinds).zip(coincident) {
        let schedule = UnionPwAff::parse(isl, &text_of(function)?)?;
        let mut kind = read_kind(kind)?;
        if let MemberKind::Digit(digit) = &mut kind {
            let Some(&[stride, size]) = digits.next() else {
                return Err(Refusal::new(
                    "expected the stride and the size of each digit",
                ));
            };
            *digit = Digit { stride, size };
        }
        members.push(Member {
            schedule,
            coincident,
            kind,
        });
    }
    let mut band = Band::new(members, operation.attribute("permutable").is_ok());
    let tag = operation.attribute("tag").ok();
    band.tag = tag
        .and_then(|tag| StringAttribute::try_from(tag).ok())
        .map(|tag| tag.value().to_string());
    if let Ok(sizes) = operation.attribute("tile_sizes") {
        band.tile_sizes = integers(sizes);
    }
    band.unit = read_unit(operation)?;
    if let Ok(options) = operation.attribute("ast_options") {
        band.ast_options = Some(UnionSet::parse(isl, &text_of(options)?)?);
    }
    Ok(band)
}

/// The matrix operation of a band: `#schedule.unit<"mma", 16, 8, 16, "f16">`.
pub(crate) fn read_unit<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
) -> Result<Option<Unit>, Refusal> {
    let Ok(unit) = operation.attribute("unit") else {
        return Ok(None);
    };
    let unit = Unit::of_attribute(unit);
    unit.map(Some).map_err(Refusal::new)
}

fn elements(array: Attribute<'_>) -> Result<Vec<Attribute<'_>>, Refusal> {
    let array = ArrayAttribute::try_from(array)
        .map_err(|_| Refusal::new("expected an array of attributes"))?;
    Ok((0..array.len())
        .filter_map(|position| array.element(position).ok())
        .collect())
}

/// The numbers of a dense array.
pub(super) fn integers(array: Attribute<'_>) -> Vec<i64> {
    let Ok(array) = DenseI64ArrayAttribute::try_from(array) else {
        return Vec::new();
    };
    (0..array.len())
        .filter_map(|position| array.element(position).ok())
        .collect()
}

fn booleans(array: Attribute<'_>) -> Vec<bool> {
    // SAFETY: the attribute is alive and known to be a dense array of booleans where it is read as
    // one.
    unsafe {
        let raw = array.to_raw();
        if !mlir_sys::mlirAttributeIsADenseBoolArray(raw) {
            return Vec::new();
        }
        let count = mlir_sys::mlirDenseArrayGetNumElements(raw);
        (0..count)
            .map(|position| mlir_sys::mlirDenseBoolArrayGetElement(raw, position))
            .collect()
    }
}

fn read_kind(attribute: Attribute<'_>) -> Result<MemberKind, Refusal> {
    MemberKind::of(attribute).ok_or_else(|| {
        Refusal::new(format!(
            "expected the kind of a band member, found `{attribute}`"
        ))
    })
}

// Writing

struct Writer<'c> {
    ctx: &'c Context,
}

impl<'c> Writer<'c> {
    fn operation<'a>(&self, node: &Tree, above: Origin<'c, 'a>) -> Result<Operation<'c>, Refusal>
    where
        'c: 'a,
    {
        let block = Block::new(&[]);
        let origin = above.of(node);
        for (child, origin) in node.children().iter().zip(origin.of_children(node)) {
            // An empty region represents a leaf.
            if !matches!(child, Tree::Leaf) {
                block.append_operation(self.operation(child, origin)?);
            }
        }
        let region = Region::new();
        region.append_block(block);
        let attributes = self.attributes(node)?;
        let attributes: Vec<_> = attributes
            .into_iter()
            .map(|(key, value)| (Identifier::new(self.ctx, &key), value))
            .collect();
        let name = format!("schedule.{}", node.kind());
        let mut builder = OperationBuilder::new(&name, origin.location).add_attributes(&attributes);
        if !matches!(node, Tree::Leaf) {
            builder = builder.add_regions([region]);
        }
        builder
            .build()
            .map_err(|error| Refusal::new(format!("cannot make a {name}: {error}")))
    }

    fn attributes(&self, node: &Tree) -> Result<Vec<(String, Attribute<'c>)>, Refusal> {
        let set = |text: String| -> Result<_, Refusal> {
            Ok(vec![("set".to_string(), self.isl(IslKind::Set, &text)?)])
        };
        Ok(match node {
            Tree::Domain { domain, .. } => set(domain.to_string())?,
            Tree::Context { context, .. } => set(context.to_string())?,
            Tree::Guard { guard, .. } => set(guard.to_string())?,
            Tree::Filter { filter, .. } => set(filter.to_string())?,
            Tree::Extension { extension, .. } => {
                vec![(
                    "map".to_string(),
                    self.isl(IslKind::Map, &extension.to_string())?,
                )]
            }
            Tree::Expansion {
                contraction,
                expansion,
                ..
            } => {
                let contraction = UnionMap::from_union_pw_multi_aff(contraction)?.to_string();
                vec![
                    (
                        "contraction".to_string(),
                        self.isl(IslKind::Map, &contraction)?,
                    ),
                    (
                        "expansion".to_string(),
                        self.isl(IslKind::Map, &expansion.to_string())?,
                    ),
                ]
            }
            Tree::Mark { mark, .. } => self.mark(mark)?,
            Tree::Last { last, .. } => self.last(last),
            Tree::Band { band, .. } => self.band(band)?,
            Tree::Sequence { .. } | Tree::Set { .. } | Tree::Leaf => Vec::new(),
        })
    }

    /// The attribute of an isl object, with the canonical text of the dialect's parser.
    fn isl(&self, kind: IslKind, text: &str) -> Result<Attribute<'c>, Refusal> {
        let text = canonical(kind, text).map_err(|refusal| Refusal::new(refusal.reason))?;
        // SAFETY: the context is alive and the text is copied.
        unsafe {
            let text = StringRef::new(&text).to_raw();
            Ok(Attribute::from_raw(sys::tc_isl_get(
                self.ctx.to_raw(),
                kind as sys::TcIslKind,
                text,
            )))
        }
    }

    fn last(&self, last: &Last) -> Vec<(String, Attribute<'c>)> {
        let axes = last.across.iter();
        let across: Vec<_> = axes
            .map(|axis| MemberKind::Block(*axis).attribute(self.ctx))
            .collect();
        let counter = StringAttribute::new(self.ctx, &last.counter).into();
        vec![
            ("counter".to_string(), counter),
            (
                "across".to_string(),
                ArrayAttribute::new(self.ctx, &across).into(),
            ),
        ]
    }

    fn mark(&self, mark: &Mark) -> Result<Vec<(String, Attribute<'c>)>, Refusal> {
        let attributes: &BTreeMap<String, String> = &mark.attributes;
        let label = StringAttribute::new(self.ctx, &mark.name).into();
        let mut written = vec![("label".to_string(), label)];
        for (key, value) in attributes {
            let attribute = Attribute::parse(self.ctx, value).ok_or_else(|| {
                Refusal::new(format!(
                    "expected an attribute for `{key}` of a mark, found `{value}`"
                ))
            })?;
            written.push((key.clone(), attribute));
        }
        Ok(written)
    }

    fn band(&self, band: &Band) -> Result<Vec<(String, Attribute<'c>)>, Refusal> {
        let mut functions = Vec::new();
        let mut kinds = Vec::new();
        let mut digits = Vec::new();
        for member in &band.members {
            functions.push(self.isl(IslKind::Aff, &member.schedule.to_string())?);
            kinds.push(member.kind.attribute(self.ctx));
            digits.extend(member.kind.digit().map(|digit| [digit.stride, digit.size]));
        }
        let coincident: Vec<i32> = band
            .members
            .iter()
            .map(|member| i32::from(member.coincident))
            .collect();
        // SAFETY: the context is alive and the flags are copied.
        let coincident = unsafe {
            Attribute::from_raw(mlir_sys::mlirDenseBoolArrayGet(
                self.ctx.to_raw(),
                coincident.len() as isize,
                coincident.as_ptr(),
            ))
        };
        let mut written = vec![
            (
                "members".to_string(),
                ArrayAttribute::new(self.ctx, &functions).into(),
            ),
            (
                "kinds".to_string(),
                ArrayAttribute::new(self.ctx, &kinds).into(),
            ),
            ("coincident".to_string(), coincident),
        ];
        if band.permutable {
            written.push(("permutable".to_string(), Attribute::unit(self.ctx)));
        }
        if let Some(tag) = &band.tag {
            written.push((
                "tag".to_string(),
                StringAttribute::new(self.ctx, tag).into(),
            ));
        }
        if !band.tile_sizes.is_empty() {
            let sizes = DenseI64ArrayAttribute::new(self.ctx, &band.tile_sizes).into();
            written.push(("tile_sizes".to_string(), sizes));
        }
        if !digits.is_empty() {
            let digits = DenseI64ArrayAttribute::new(self.ctx, &digits.concat()).into();
            written.push(("digits".to_string(), digits));
        }
        if let Some(unit) = band.unit {
            written.push(("unit".to_string(), unit.attribute(self.ctx)));
        }
        if let Some(options) = &band.ast_options {
            let options = self.isl(IslKind::Set, &options.to_string())?;
            written.push(("ast_options".to_string(), options));
        }
        Ok(written)
    }
}
