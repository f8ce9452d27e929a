//! The defs of a module at the `tc` level.

use crate::errors::{Errors, error};
use melior::{
    Context,
    ir::{
        Module, OperationRef, attribute::StringAttribute, block::BlockLike,
        operation::OperationLike,
    },
};
use tc_dialects::{op, tc::Def};

/// The defs of a module.
pub(crate) fn defs<'c, 'a>(module: &'a Module<'c>) -> Vec<Def<'c, 'a>> {
    let mut all = Vec::new();
    let mut next = module.body().first_operation();
    while let Some(operation) = next {
        next = operation.next_in_block();
        // SAFETY: the operation lives in `module`.
        all.extend(Def::from_op(unsafe {
            OperationRef::from_raw(operation.to_raw())
        }));
    }
    all
}

/// Whether a def is only there to be called.
pub(crate) fn is_private(def: Def<'_, '_>) -> bool {
    let visibility = def.operation().attribute("sym_visibility");
    visibility.is_ok_and(|one| one.to_string() == "\"private\"")
}

/// The def of that name.
pub(crate) fn find<'c, 'a>(module: &'a Module<'c>, entry: &str) -> Result<Def<'c, 'a>, Errors> {
    let found = defs(module).into_iter().find(|def| def.name() == entry);
    found.ok_or_else(|| error(format!("`{entry}` is no longer in the module")))
}

/// Makes all defs but the entry private: its callees are inlined, and then nothing else is
/// compiled.
pub(crate) fn hide_others<'c>(entry: &str, context: &'c Context, module: &Module<'c>) {
    hide(context, module, |name| name != entry);
}

/// Makes some defs private.
pub(crate) fn hide<'c>(
    context: &'c Context,
    module: &Module<'c>,
    is_hidden: impl Fn(&str) -> bool,
) {
    for def in defs(module).iter().filter(|def| is_hidden(&def.name())) {
        let private = StringAttribute::new(context, "private").into();
        op::set_attribute(def.operation(), "sym_visibility", Some(private));
    }
}
