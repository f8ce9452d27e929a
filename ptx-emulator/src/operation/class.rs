//! The classes of instructions in a profile.

/// The class of an instruction in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Fused multiply-add on floats.
    FusedMultiplyAdd,
    /// Other arithmetic on floats.
    Float,
    /// Approximations of transcendental functions, division, roots.
    SpecialFunction,
    /// Integer arithmetic and logic.
    Integer,
    /// Comparisons and selections.
    Compare,
    /// Conversions between types.
    Conversion,
    /// Moves between registers.
    Move,
    /// Loads from global memory (and generic ones).
    GlobalLoad,
    /// Stores to global memory (and generic ones).
    GlobalStore,
    /// Loads from shared memory, matrix loads included.
    SharedLoad,
    /// Stores to shared memory.
    SharedStore,
    /// Loads and stores of local memory.
    Local,
    /// Loads of kernel parameters and constants.
    Parameter,
    /// Atomic accesses.
    Atomic,
    /// Asynchronous copies and their waits.
    AsyncCopy,
    /// Matrix multiplications.
    Matrix,
    /// Warp collectives.
    Collective,
    /// Barriers and fences.
    Barrier,
    /// Branches and returns.
    Control,
}

impl Class {
    /// All classes, in the order of a report.
    pub const ALL: [Class; 19] = [
        Class::FusedMultiplyAdd,
        Class::Float,
        Class::SpecialFunction,
        Class::Integer,
        Class::Compare,
        Class::Conversion,
        Class::Move,
        Class::GlobalLoad,
        Class::GlobalStore,
        Class::SharedLoad,
        Class::SharedStore,
        Class::Local,
        Class::Parameter,
        Class::Atomic,
        Class::AsyncCopy,
        Class::Matrix,
        Class::Collective,
        Class::Barrier,
        Class::Control,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Class::FusedMultiplyAdd => "fused-multiply-add",
            Class::Float => "float",
            Class::SpecialFunction => "special-function",
            Class::Integer => "integer",
            Class::Compare => "compare",
            Class::Conversion => "conversion",
            Class::Move => "move",
            Class::GlobalLoad => "global-load",
            Class::GlobalStore => "global-store",
            Class::SharedLoad => "shared-load",
            Class::SharedStore => "shared-store",
            Class::Local => "local",
            Class::Parameter => "parameter",
            Class::Atomic => "atomic",
            Class::AsyncCopy => "async-copy",
            Class::Matrix => "matrix",
            Class::Collective => "collective",
            Class::Barrier => "barrier",
            Class::Control => "control",
        }
    }

    /// The class of an opcode whose modifiers decide it: integers against floats, and the space of
    /// a memory access.
    pub(crate) fn refine(self, opcode: &str) -> Class {
        let has = |name: &str| opcode.split('.').skip(1).any(|part| part == name);
        let float = ["f32", "f64", "f16", "f16x2", "bf16", "bf16x2"]
            .into_iter()
            .any(has);
        let shared = opcode.split('.').any(|part| part.starts_with("shared"));
        match self {
            Class::Float if !float => Class::Integer,
            Class::Integer if float => Class::FusedMultiplyAdd,
            Class::GlobalLoad | Class::GlobalStore if has("local") => Class::Local,
            Class::GlobalLoad if shared => Class::SharedLoad,
            Class::GlobalStore if shared => Class::SharedStore,
            Class::GlobalLoad | Class::GlobalStore if has("param") || has("const") => {
                Class::Parameter
            }
            other => other,
        }
    }
}
