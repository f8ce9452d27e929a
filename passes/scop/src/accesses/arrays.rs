//! The arrays of a scop: its arguments, then those that it declares, with what it says about their
//! extents.

use std::collections::HashMap;

use melior::ir::attribute::StringAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{BlockLike, BlockRef, Value, ValueLike};
use tc_dialects::op::{self, ValueKey};
use tc_dialects::schedule::tree::{ArrayKind, argument_kind, declared_kind};

use super::super::extents;
use super::super::isl_text::{self, IslNames};
use super::{ArrayInfo, Extent, integers, strings};
use tc_pass_host::Failure;

/// The arrays of a scop by the value that names them.
pub(super) struct ArrayTable {
    pub(super) arrays: Vec<ArrayInfo>,
    by_value: HashMap<ValueKey, usize>,
    pub(super) sizes: Vec<String>,
    /// The names of dynamic extents.
    pub(super) extents: HashMap<(ValueKey, i64), String>,
}

impl ArrayTable {
    pub(super) fn of_scop(
        scop: OperationRef<'_, '_>,
        body: BlockRef<'_, '_>,
    ) -> Result<ArrayTable, Failure> {
        let sizes = strings(scop.attribute("size_names").ok());
        let size_args = integers(scop.attribute("size_args").ok());
        let size_dims = integers(scop.attribute("size_dims").ok());
        let mut table = ArrayTable {
            arrays: Vec::new(),
            by_value: HashMap::new(),
            sizes,
            extents: HashMap::new(),
        };
        let mut names = IslNames::default();
        for (size, (arg, dim)) in table.sizes.iter().zip(size_args.iter().zip(&size_dims)) {
            if let Some(value) = usize::try_from(*arg)
                .ok()
                .and_then(|arg| body.argument(arg).ok())
            {
                table
                    .extents
                    .insert((ValueKey::of(value), *dim), size.clone());
            }
        }
        let arg_names = strings(scop.attribute("arg_names").ok());
        for number in 0..body.argument_count() {
            let written = arg_names
                .get(number)
                .cloned()
                .unwrap_or_else(|| format!("arg{number}"));
            let value = body.argument(number)?.into();
            let derived = derived_extents(scop, &written, value, &table.sizes);
            let kind = argument_kind(scop, number);
            table.add(names.fresh(&written), kind, value, &derived);
        }
        let arrays = op::operations(body).into_iter();
        for operation in arrays.filter(|operation| op::is(*operation, "schedule.array")) {
            let written = operation.attribute("array_name").ok();
            let written = written
                .and_then(|name| StringAttribute::try_from(name).ok())
                .map(|name| name.value().to_owned());
            let written = written.unwrap_or_else(|| "array".to_owned());
            let value = operation.result(0)?.into();
            let derived = derived_extents(scop, &written, value, &table.sizes);
            let kind = declared_kind(operation);
            table.add(names.fresh(&written), kind, value, &derived);
        }
        Ok(table)
    }

    fn add(
        &mut self,
        name: String,
        kind: ArrayKind,
        value: Value<'_, '_>,
        derived: &[Option<Extent>],
    ) {
        let mut extents = Vec::new();
        if let Ok(shape) = MemRefType::try_from(value.r#type()) {
            for dim in 0..shape.rank() {
                if let Ok(DimSize::Static(extent)) = shape.dim_size(dim) {
                    extents.push(Some(Extent::Number(extent as i64)));
                    continue;
                }
                let key = (ValueKey::of(value), dim as i64);
                let derived = derived.get(dim).cloned().flatten();
                if let Some(Extent::Size(size)) = &derived {
                    self.extents.entry(key).or_insert_with(|| size.clone());
                }
                let size = self.extents.get(&key).cloned().map(Extent::Size);
                extents.push(size.or(derived));
            }
        }
        self.by_value.insert(ValueKey::of(value), self.arrays.len());
        self.arrays.push(ArrayInfo {
            name,
            kind,
            extents,
        });
    }

    pub(super) fn get(&self, value: Value<'_, '_>) -> Option<&ArrayInfo> {
        self.by_value
            .get(&ValueKey::of(value))
            .map(|&number| &self.arrays[number])
    }
}

/// What a scop says about the extents of an array beside its type and `sizes`.
fn derived_extents(
    scop: OperationRef<'_, '_>,
    array: &str,
    value: Value<'_, '_>,
    sizes: &[String],
) -> Vec<Option<Extent>> {
    let rank = MemRefType::try_from(value.r#type()).map_or(0, |shape| shape.rank());
    let Some(all) = extents::of_array(scop, array, rank) else {
        return Vec::new();
    };
    let mut names = IslNames::default();
    for size in sizes {
        names.add(size);
    }
    let known = |name: &str| sizes.iter().any(|size| size == name);
    let derived = all.iter().map(|extent| match extent.as_name() {
        Some(name) => known(name).then(|| Extent::Size(name.to_owned())),
        None => isl_text::affine(extent, &names).map(|_| Extent::Derived(extent.clone())),
    });
    derived.collect()
}
