//! `tc-attach-target`: attaches the description of the target machine to a module.
//!
//! ```text
//! module { ... }   ==>   #target = #tc.target<kind = "gpu", name = "sm_90a", max_threads_per_block = 1024, ...>
//!                        module attributes {tc.target = #target} { ... }
//! ```
//!
//! All later passes take limits and rates from there ([`PassContext::target`]), so they need only
//! the text of the module, not the description's file. An existing target is replaced.
//!
//! **Refused** with all errors in the description. **Cost**: none.

use tc_dialects::op;
use tc_dialects::target;
use tc_dialects::target::ATTRIBUTE;
use tc_pass_host::*;

pass! {
    /// Attaches the description of a machine to the module, as `tc.target`. Passes read limits from
    /// it; `tc-to-ptx` and `tc-to-cpu` run this pass, and a module may be written with the
    /// attribute. Without one, passes use the limits that all built-in machines of the kind have in
    /// common.
    pub struct TcAttachTarget {
        name: "tc-attach-target",
        anchor: "builtin.module",
        summary: "attach the description of the target machine to a module",
        dialects: ["tc"],
        options: {
            /// a built-in target description, or the path of one
            #[written("a printed level names its machine")]
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
