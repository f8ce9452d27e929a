//! `tc-attach-target`: a module says what machine it is compiled for.
//!
//! ```text
//! module { ... }   ==>   #target = #tc.target<kind = "gpu", name = "sm_90a", max_threads_per_block = 1024, ...>
//!                        module attributes {tc.target = #target} { ... }
//! ```
//!
//! All passes behind it take limits and rates from there ([`PassContext::target`]), so the text of the module is all that they need: the
//! description's file need not be at hand any more. A target that the module has is replaced.
//!
//! **Refused** with all that is wrong with the description. **Cost**: none.

use crate::api::*;
use crate::target;
use tc_dialects::op;
use tc_dialects::target::ATTRIBUTE;

pass! {
    /// Puts the description of a machine on the module, as `tc.target`. Passes read limits from it; `tc-to-ptx` and `tc-to-cpu` run this
    /// pass, and a module may be written with the attribute. Without one, passes take the limits that all built-in machines of the kind
    /// that they map to share.
    pub struct TcAttachTarget {
        name: "tc-attach-target",
        anchor: "builtin.module",
        summary: "say on a module what machine it is compiled for",
        dialects: ["tc"],
        options: {
            /// a built-in target description, or the path of one
            #[written("a printed level says what machine it is for")]
            target: String = "sm_90a".to_owned(),
        },
    }
}

impl Pass for TcAttachTarget {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        match target::find(&self.target) {
            Ok(target) => {
                let attribute = target.to_attribute(ctx.context());
                op::set_attribute(module, ATTRIBUTE, Some(attribute));
                ctx.preserve_analyses();
                Ok(())
            }
            Err(error) => {
                for diagnostic in error.diagnostics() {
                    ctx.report(module.location(), &diagnostic);
                }
                Err(Failure::already_reported())
            }
        }
    }
}
