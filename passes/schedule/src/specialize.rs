//! `schedule-specialize`: replaces the sizes of a scop by numbers.
//!
//! ```text
//! scop @f(%A: memref<?xf32>, out %B: memref<?xf32>)            scop @f(%A: memref<9xf32>, out %B: memref<8xf32>)
//!     sizes(N = %A[0]) context "[N] -> { : N >= 0 }"     ==>
//!   %d = memref.dim %A, 0                                        %d = arith.constant 9
//!   domain "[N] -> { S[i] : 0 <= i < N - 1 }"                    domain "{ S[i] : 0 <= i <= 7 }"
//! ```
//!
//! Everything that can name a size is rewritten: types, the tree, dimensions of arrays in
//! statements. **Extents** that are not a size of the scop, such as those of outputs, are what
//! `schedule.extents` says, or else derived from the accessed elements; `shapes` overrides both.
//!
//! Legal always: the result is the scop at those sizes. **Refused**: sizes that are missing or
//! violate the context, and unbounded extents. **Cost**: a few isl operations for each node of the
//! tree.

use melior::ir::Identifier;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use tc_dialects::op;
use tc_dialects::schedule::tree::{Array, Band, Member, Refusal, Scop, Tree};
use tc_isl::{Dim, MultiUnionPwAff, Set, UnionMap, UnionPwAff, UnionSet, thread_context};

use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::extents::{self, EXTENTS};
use tc_scop::scop_edit::ScopEdit;
use tc_scop::scop_pass::{BUDGET, failure};

pass! {
    /// Replaces the sizes of scops by their values, wherever a scop names them. Extents that no
    /// size names are derived from the accessed elements, or given by `shapes`.
    pub struct ScheduleSpecialize {
        name: "schedule-specialize",
        anchor: "schedule.scop",
        summary: "replace the sizes of a scop by numbers",
        dialects: ["arith"],
        options: {
            /// values of sizes, as NAME=VALUE
            sizes: Vec<String> = Vec::new(),
            /// extents of arguments, as NAME=4x5
            shapes: Vec<String> = Vec::new(),
        },
        statistics: {
            /// arrays whose type changed
            arrays,
        },
    }
}

impl Pass for ScheduleSpecialize {
    fn check(&self) -> Result<(), String> {
        let shapes = self.shapes.iter().map(|text| shape(text).map(|_| ()));
        let sizes = self.sizes.iter().map(|text| size(text).map(|_| ()));
        sizes.chain(shapes).collect()
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let refused = |refusal| failure(operation, refusal);
        let mut scop = Scop::from_op(&isl, operation).map_err(refused)?;
        let accesses = accesses::of_scop(&isl, operation)?;
        let values = self.values(&scop).map_err(refused)?;
        let work = || {
            let point = point(&isl, &scop, &values)?;
            let tree = bound(scop.tree.clone(), &point)?;
            let derived = derived(operation, &scop, &values);
            let extents = self.extents(&scop, &accesses, &tree, &point, (&values, &derived))?;
            Ok((tree, extents))
        };
        let (tree, extents) = isl.with_budget(BUDGET, work).map_err(refused)?;
        scop.tree = tree;
        scop.write(ctx.context(), operation).map_err(refused)?;
        let edit = ScopEdit::new(ctx.context(), operation)?;
        for (array, extents) in edit.arrays()?.into_iter().zip(&extents) {
            self.arrays
                .add(usize::from(set_extents(ctx.context(), array, extents)?));
        }
        for name in ["size_names", "size_args", "size_dims", "context", EXTENTS] {
            op::set_attribute(operation, name, None);
        }
        for inner in nested(operation) {
            known_dimension(ctx.context(), inner)?;
        }
        Ok(())
    }
}

impl ScheduleSpecialize {
    /// The values of the scop's sizes, in order.
    fn values(&self, scop: &Scop) -> Result<Vec<i64>, Refusal> {
        let given: Vec<(&str, i64)> = self
            .sizes
            .iter()
            .filter_map(|text| size(text).ok())
            .collect();
        let value = |size: &tc_dialects::schedule::tree::Size| {
            let found = given.iter().find(|(name, _)| *name == size.name);
            found.map(|(_, value)| *value).ok_or_else(|| {
                Refusal::new(format!("size `{}` has no value", size.name)).note(format!(
                    "give it with schedule-specialize{{sizes={}=VALUE}}",
                    size.name
                ))
            })
        };
        scop.sizes.iter().map(value).collect()
    }

    /// The extents of each array.
    fn extents(
        &self,
        scop: &Scop,
        accesses: &ScopAccesses,
        tree: &Tree,
        point: &Set,
        (values, derived): (&[i64], &[Vec<Option<i64>>]),
    ) -> Result<Vec<Vec<i64>>, Refusal> {
        let given: Vec<(&str, Vec<i64>)> = self
            .shapes
            .iter()
            .filter_map(|text| shape(text).ok())
            .collect();
        let mut all = Vec::new();
        for (position, (array, info)) in scop.arrays.iter().zip(&accesses.arrays).enumerate() {
            let shape = given.iter().find(|(name, _)| *name == array.name);
            let mut touched = None;
            let mut extents = Vec::new();
            for (dim, extent) in array.shape.iter().enumerate() {
                let named = scop
                    .sizes
                    .iter()
                    .position(|size| size.extent_of == Some((position, dim)));
                let known = extent.or(named.map(|size| values[size]));
                let known = known.or(shape.and_then(|(_, shape)| shape.get(dim).copied()));
                let known = known.or(derived[position].get(dim).copied().flatten());
                extents.push(match known {
                    Some(extent) => extent,
                    None => {
                        if touched.is_none() {
                            touched = Some(elements(&info.name, accesses, tree, point)?);
                        }
                        end(touched.as_ref().and_then(Option::as_ref), dim).map_err(|error| {
                            Refusal::new(format!(
                                "dimension {dim} of `{}` has no known extent: {}",
                                array.name, error.message
                            ))
                        })?
                    }
                });
            }
            all.push(extents);
        }
        Ok(all)
    }
}

/// What the scop says about the extents of its arrays, at these sizes.
fn derived(operation: OperationRef<'_, '_>, scop: &Scop, values: &[i64]) -> Vec<Vec<Option<i64>>> {
    let names = scop.sizes.iter().map(|size| size.name.as_str());
    let values: Vec<(&str, i64)> = names.zip(values.iter().copied()).collect();
    let of_array = |array: &Array| {
        let all = extents::of_array(operation, &array.name, array.shape.len());
        let all = all.unwrap_or_default().into_iter();
        all.map(|extent| extent.evaluate_at(&values).filter(|value| *value >= 0))
            .collect()
    };
    scop.arrays.iter().map(of_array).collect()
}

/// `N=4`
fn size(text: &str) -> Result<(&str, i64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| {
        let value = value.trim().parse().ok().filter(|value| *value >= 0)?;
        Some((name.trim(), value))
    });
    parsed.ok_or_else(|| format!("expected NAME=VALUE with a value of at least 0, found `{text}`"))
}

/// `A=4x5`
fn shape(text: &str) -> Result<(&str, Vec<i64>), String> {
    let parsed = text.split_once('=').and_then(|(name, extents)| {
        let extents: Option<Vec<i64>> = extents
            .split('x')
            .map(|extent| extent.trim().parse().ok().filter(|extent| *extent >= 0))
            .collect();
        Some((name.trim(), extents?))
    });
    parsed.ok_or_else(|| format!("expected NAME=4x5, found `{text}`"))
}

/// The sizes as one point, which must be in the scop's context.
fn point(isl: &tc_isl::Context, scop: &Scop, values: &[i64]) -> Result<Set, Refusal> {
    let names: Vec<&str> = scop.sizes.iter().map(|size| size.name.as_str()).collect();
    let equal: Vec<String> = names
        .iter()
        .zip(values)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let text = format!("[{}] -> {{ : {} }}", names.join(", "), equal.join(" and "));
    let point = Set::parse(isl, &text)?;
    match &scop.context {
        Some(context) if !point.is_subset(context)? => Err(Refusal::new(format!(
            "the sizes {} are not in the context {context}",
            equal.join(", ")
        ))),
        _ => Ok(point),
    }
}

/// The tree at these sizes.
fn bound(tree: Tree, point: &Set) -> Result<Tree, Refusal> {
    let set = |set: &UnionSet| -> tc_isl::Result<UnionSet> {
        set.intersect_params(point)?.project_out_all_params()
    };
    let plain = |set: &Set| -> tc_isl::Result<Set> {
        set.intersect_params(point)?.project_out_all_params()
    };
    let map = |map: &UnionMap| -> tc_isl::Result<UnionMap> {
        map.intersect_params(point)?.project_out_all_params()
    };
    tree.try_map(&mut |node| {
        Ok(match node {
            Tree::Domain { domain, child } => Tree::Domain {
                domain: set(&domain)?,
                child,
            },
            Tree::Filter { filter, child } => Tree::Filter {
                filter: set(&filter)?,
                child,
            },
            Tree::Context { context, child } => Tree::Context {
                context: plain(&context)?,
                child,
            },
            Tree::Guard { guard, child } => Tree::Guard {
                guard: plain(&guard)?,
                child,
            },
            Tree::Extension { extension, child } => Tree::Extension {
                extension: map(&extension)?,
                child,
            },
            Tree::Band { band, child } => {
                let mut members = Vec::new();
                for member in &band.members {
                    members.push(Member {
                        schedule: function(&member.schedule, point)?,
                        ..member.clone()
                    });
                }
                let ast_options = band.ast_options.as_ref().map(set).transpose()?;
                Tree::Band {
                    band: Band {
                        members,
                        ast_options,
                        ..band
                    },
                    child,
                }
            }
            Tree::Expansion { .. } => {
                return Err(Refusal::new("expected no expansion node"));
            }
            other => other,
        })
    })
}

/// A function at these sizes; unchanged if it names none.
fn function(function: &UnionPwAff, point: &Set) -> Result<UnionPwAff, Refusal> {
    let function = function.drop_unused_params()?;
    if function.dim(Dim::Param)? == 0 {
        return Ok(function);
    }
    let values = UnionMap::from_union_pw_aff(&function)?
        .intersect_params(point)?
        .project_out_all_params()?;
    let members = MultiUnionPwAff::from_union_map(&values)?.members()?;
    let value = members.into_iter().next();
    value.ok_or_else(|| Refusal::new("expected a function with a value"))
}

/// The elements of an array that statements access; `None` if they access none.
fn elements(
    array: &str,
    accesses: &ScopAccesses,
    tree: &Tree,
    point: &Set,
) -> Result<Option<Set>, Refusal> {
    let domain = tree.domain()?;
    let mut found = UnionSet::none(domain.context())?;
    let all = accesses
        .statements
        .iter()
        .flat_map(|statement| &statement.accesses);
    for access in all.filter(|access| access.array == array) {
        let relation = access
            .relation
            .intersect_params(point)?
            .project_out_all_params()?;
        found = found.union(&relation.intersect_domain(domain)?.range()?)?;
    }
    Ok(found.sets()?.into_iter().next())
}

/// One past the last of these elements along a dimension.
fn end(elements: Option<&Set>, dim: usize) -> Result<i64, Refusal> {
    let Some(elements) = elements else {
        return Ok(0);
    };
    if !elements.dim_has_upper_bound(Dim::SET, dim)? {
        return Err(Refusal::new("the statements may touch any element"));
    }
    let behind = elements.dim(Dim::SET)? - dim - 1;
    let along = elements
        .project_out(Dim::SET, dim + 1, behind)?
        .project_out(Dim::SET, 0, dim)?;
    let last = along.lexmax()?.sample_point()?;
    let last = last.to_i64s().and_then(|point| point.first().copied());
    Ok(last.map_or(0, |last| last + 1))
}

/// Sets the extents of an array whose type lacks them; returns whether anything changed.
fn set_extents<'c>(
    context: &'c Context,
    array: Value<'c, '_>,
    extents: &[i64],
) -> Result<bool, Failure> {
    let text = array.r#type().to_string();
    let mut unknown = Vec::new();
    let memref = MemRefType::try_from(array.r#type())?;
    for dim in 0..memref.rank() {
        if !matches!(memref.dim_size(dim), Ok(DimSize::Static(_))) {
            unknown.push(extents[dim].to_string());
        }
    }
    if unknown.is_empty() {
        return Ok(false);
    }
    let mut parts = text.split('?');
    let mut known = parts.next().unwrap_or_default().to_owned();
    for (extent, part) in unknown.iter().zip(parts) {
        known.push_str(extent);
        known.push_str(part);
    }
    let ty = Type::parse(context, &known)
        .ok_or_else(|| Failure::new(format!("expected a type with known extents, found {text}")))?;
    // Users of the array take its type as it is.
    array.set_type(ty);
    Ok(true)
}

/// Replaces a dimension that is now known by a constant.
fn known_dimension<'c>(
    context: &'c Context,
    operation: OperationRef<'c, '_>,
) -> Result<(), Failure> {
    if !is(operation, "memref.dim") {
        return Ok(());
    }
    let memref = MemRefType::try_from(operation.operand(0)?.r#type())?;
    let dim = defining_operation(operation.operand(1)?)
        .and_then(|constant| constant.attribute("value").ok())
        .and_then(|value| IntegerAttribute::try_from(value).ok())
        .and_then(|value| usize::try_from(value.value()).ok());
    let Some(Ok(DimSize::Static(extent))) = dim.map(|dim| memref.dim_size(dim)) else {
        return Ok(());
    };
    let index = Type::index(context);
    let value = IntegerAttribute::new(index, i64::try_from(extent).unwrap_or(i64::MAX));
    let constant = OperationBuilder::new("arith.constant", operation.location())
        .add_attributes(&[(Identifier::new(context, "value"), value.into())])
        .add_results(&[index])
        .build()?;
    replace(operation, constant)?;
    Ok(())
}
