//! Mapping options: the knobs of a mapping, spelled as in the TC paper's appendix A.4.1.
//!
//! One table holds them all: name, the paper's name, type, default for each machine, what a value
//! must satisfy, and what it becomes, as a change of the pipeline in which every pass is ([`Way`]).
//! From the table come [`MappingOptions`] with its defaults, the command line (`tile=32,32,32`),
//! JSON files (`{"tile": [32, 32, 32], "shared": true}`), error messages and help. A new option is
//! a row here and a row of `docs/mapping-options.md`; a test compares the two, and finds an option
//! that changes no pipeline.

mod value;
mod way;

pub use tc_schedule::isl::Fusion;
pub use tc_schedule::launches::Launches;
pub use tc_schedule::scatter::Atomics;
pub use value::{Auto, Inside, Math, Same, Tile, Value, Wrong};
pub use way::Way;

use crate::Stage;
use serde::{Deserialize, Serialize};
use tc_comprehensions::simplify::TcSimplify;
use tc_dialects::target::{Target, TargetKind};
use tc_loops::math::expand::MathExpand;
use tc_loops::{
    keep_roundings::LoopsKeepRoundings, mem_to_reg::LoopsMemToReg, vectorize::LoopsVectorize,
};
use tc_schedule::{
    choose::ScheduleChoose, fold_storage::ScheduleFoldStorage, isl::ScheduleIsl,
    launches::ScheduleLaunches, map_blocks::ScheduleMapBlocks, map_threads::ScheduleMapThreads,
    parallel_reduction::ScheduleParallelReduction, promote::SchedulePromote,
    register_tile::ScheduleRegisterTile, scatter::ScheduleScatter, sink::ScheduleSink,
    tile::ScheduleTile, time_tile::ScheduleTimeTile, unroll::ScheduleUnroll,
    vectorize::ScheduleVectorize, wavefront::ScheduleWavefront,
};
use tc_syntax::near::nearest;

/// What the table says of one option.
pub struct MappingOption {
    /// The name on the command line.
    pub name: &'static str,
    /// The paper's name; the same where the paper has none.
    pub paper: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// A value that is no default.
    pub example: &'static str,
    set: fn(&mut MappingOptions, &str) -> Result<(), Wrong>,
    check: fn(&MappingOptions) -> Result<(), String>,
    becomes: fn(&MappingOptions, &mut Way<'_>),
}

macro_rules! mapping_options {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident ($paper:literal): $ty:ty {
            gpu: $gpu:expr,
            cpu: $cpu:expr,
            example: $example:literal,
            check: $check:expr,
            becomes: $becomes:expr,
        }
    )+) => {
        /// What the mapping of one operator is made from; see the module's table.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct MappingOptions {
            $( $(#[doc = $doc])+ #[serde(alias = $paper)] pub $name: $ty, )+
        }

        impl MappingOptions {
            /// The default for a GPU: reasonable guesses, as the paper's baselines are.
            pub fn gpu() -> Self {
                Self { $( $name: $gpu, )+ }
            }

            /// The default for a CPU.
            pub fn cpu() -> Self {
                Self { $( $name: $cpu, )+ }
            }

            /// The default for a kind of target.
            pub fn of(kind: TargetKind) -> Self {
                if kind.has_kernels() { Self::gpu() } else { Self::cpu() }
            }
        }

        /// All options, in the order of the manual.
        pub const OPTIONS: &[MappingOption] = &[$(
            MappingOption {
                name: stringify!($name),
                paper: $paper,
                doc: concat!($($doc),+),
                example: $example,
                set: |options, text| {
                    options.$name = <$ty as Value>::read(text)?;
                    Ok(())
                },
                check: |options| {
                    let check: fn(&$ty) -> Result<(), String> = $check;
                    check(&options.$name)
                },
                becomes: |options, way| {
                    let becomes: fn(&$ty, &mut Way<'_>) = $becomes;
                    becomes(&options.$name, way)
                },
            },
        )+];
    };
}

mapping_options! {
    /// tile sizes of the outermost permutable band, outermost member first, 0 leaves a member
    /// alone; `none` does not tile; `auto` derives them, and the block
    tile ("tile"): Tile {
        gpu: Tile::Derived(Auto::Auto),
        cpu: Tile::Derived(Auto::Auto),
        example: "16,16",
        check: |tile| match tile {
            Tile::Sizes(sizes) => fit_31_bits(sizes),
            Tile::Derived(_) => Ok(()),
        },
        becomes: |tile, way| match tile {
            Tile::Derived(_) => way.leave_out::<ScheduleTile>(),
            Tile::Sizes(sizes) => {
                way.leave_out::<ScheduleParallelReduction>();
                way.leave_out::<ScheduleChoose>();
                if sizes.is_empty() {
                    way.leave_out::<ScheduleTile>();
                    way.leave_out::<ScheduleSink>();
                } else { way.edit(|pass: &mut ScheduleTile| pass.sizes = signed(sizes)) }
            }
        },
    }

    /// threads of a block for the mapped members, outermost first: the last one is on `x`; where
    /// none are given, a warp along `x` and up to eight of them
    block ("mapToThreads"): Vec<u64> {
        gpu: vec![],
        cpu: vec![],
        example: "4,32",
        check: |sizes| are_at_most_three(sizes),
        becomes: |block, way| if !block.is_empty() {
            way.edit(|pass: &mut ScheduleMapThreads| pass.block = signed(block));
        },
    }

    /// blocks of the grid, likewise; as many as there are tiles where none are given
    grid ("mapToBlocks"): Vec<u64> {
        gpu: vec![],
        cpu: vec![],
        example: "64,128",
        check: |sizes| are_at_most_three(sizes),
        becomes: |grid, way| if !grid.is_empty() {
            way.edit(|pass: &mut ScheduleMapBlocks| pass.grid = signed(grid));
        },
    }

    /// loops that carry dependences between blocks become loops of launches: `auto` (where one
    /// block takes longer for an iteration than the launches do), `always`, `never`
    launches ("launches"): Launches {
        gpu: Launches::Auto,
        cpu: Launches::Never,
        example: "never",
        check: |_| Ok(()),
        becomes: |launches, way| way.edit(|pass: &mut ScheduleLaunches| pass.when = *launches),
    }

    /// tiles of several steps of a loop over time: the steps, then the elements of each dimension,
    /// 0 takes all of it; `none` makes no such tiles; `auto` lets a model of caches or of shared
    /// memory decide
    time_tile ("timeTile"): Tile {
        gpu: Tile::Derived(Auto::Auto),
        cpu: Tile::Derived(Auto::Auto),
        example: "8,16",
        check: |tile| match tile {
            Tile::Sizes(sizes) if sizes.first() == Some(&0) => {
                Err("the first size, of the steps, must be at least 1".to_owned())
            }
            Tile::Sizes(sizes) if !sizes.is_empty() && sizes[1..].iter().all(|size| *size == 0) => {
                Err("one of the sizes behind the steps must be at least 1".to_owned())
            }
            Tile::Sizes(sizes) => fit_31_bits(sizes),
            Tile::Derived(_) => Ok(()),
        },
        becomes: |tile, way| match tile {
            Tile::Derived(_) => {}
            Tile::Sizes(sizes) if sizes.is_empty() => way.leave_out::<ScheduleTimeTile>(),
            Tile::Sizes(sizes) => {
                way.edit(|pass: &mut ScheduleTimeTile| pass.sizes = signed(sizes));
            }
        },
    }

    /// temporaries of a loop keep only the slices that later steps read
    fold ("fold"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |fold, way| if !fold {
            way.leave_out::<ScheduleFoldStorage>();
        },
    }

    /// at most so many copies of a statement are written out
    unroll ("unroll"): u64 {
        // On a GPU, a register tile of 64 sums and four steps of the loop around it; more costs
        // registers for windows.
        gpu: 256,
        cpu: 1,
        example: "2",
        check: |factor| match factor {
            0 => Err("must be at least 1 (1 does not unroll)".to_owned()),
            _ => Ok(()),
        },
        becomes: |factor, way| match factor {
            1 => way.leave_out::<ScheduleUnroll>(),
            _ => way.edit(|pass: &mut ScheduleUnroll| pass.factor = number(factor)),
        },
    }

    /// copies to shared memory are unrolled too
    unroll_copies ("unrollCopyShared"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |copies, way| if !copies {
            way.edit(|pass: &mut ScheduleUnroll| pass.copies = false);
        },
    }

    /// the loops of a thread inside a tile are unrolled
    unroll_tile ("unrollGpuTile"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |tile, way| if !tile {
            way.edit(|pass: &mut ScheduleUnroll| pass.points = false);
        },
    }

    /// statements share loops: `max`, `preserve3` (at least three parallel loops stay), `parallel`
    /// (all of them stay), `rows` (all stay, elementwise loops inside those over rows), `min`
    fusion ("outerScheduleFusionStrategy"): Fusion {
        gpu: Fusion::Rows,
        cpu: Fusion::Rows,
        example: "max",
        check: |_| Ok(()),
        becomes: |fusion, way| way.edit(|pass: &mut ScheduleIsl| pass.fusion = *fusion),
    }

    /// loops may combine several indices, such as i + j
    skewing ("outerScheduleAllowSkewing"): bool {
        gpu: false,
        cpu: false,
        example: "true",
        check: |_| Ok(()),
        becomes: |skewing, way| if *skewing {
            way.edit(|pass: &mut ScheduleIsl| pass.skewing = true);
        },
    }

    /// no loop runs against an index
    nonnegative ("outerSchedulePositiveOrthant"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |nonnegative, way| if !nonnegative {
            way.edit(|pass: &mut ScheduleIsl| pass.nonnegative = false);
        },
    }

    /// like `fusion`, for the loops inside of tiles, which are then scheduled anew; `same`: they
    /// stay as those around them
    intra_fusion ("intraTileScheduleFusionStrategy"): Inside<Fusion> {
        gpu: Inside::SAME,
        cpu: Inside::SAME,
        example: "min",
        check: |_| Ok(()),
        becomes: |inside, way| if let Inside::Other(fusion) = inside {
            way.edit(inside_tiles(|pass| pass.fusion = *fusion));
        },
    }

    /// like `skewing`, for the loops inside of tiles
    intra_skewing ("intraTileScheduleAllowSkewing"): Inside<bool> {
        gpu: Inside::SAME,
        cpu: Inside::SAME,
        example: "true",
        check: |_| Ok(()),
        becomes: |inside, way| if let Inside::Other(skewing) = inside {
            way.edit(inside_tiles(|pass| pass.skewing = *skewing));
        },
    }

    /// like `nonnegative`, for the loops inside of tiles
    intra_nonnegative ("intraTileSchedulePositiveOrthant"): Inside<bool> {
        gpu: Inside::SAME,
        cpu: Inside::SAME,
        example: "false",
        check: |_| Ok(()),
        becomes: |inside, way| if let Inside::Other(nonnegative) = inside {
            way.edit(inside_tiles(|pass| pass.nonnegative = *nonnegative));
        },
    }

    /// tiles of arrays are copied to shared memory
    shared ("useSharedMemory"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |shared, way| if !shared {
            way.leave_out::<SchedulePromote>();
        },
    }

    /// bytes of shared memory that the tiles of a kernel may take together, at most what a launch
    /// can give to a block (227 KiB on sm_90a); what a kernel can declare itself (48 KiB) by
    /// default
    shared_limit ("maxSharedMemory"): Option<u64> {
        gpu: None,
        cpu: None,
        example: "16384",
        check: |limit| match limit {
            Some(0) => Err("must be at least 1; shared=false promotes nothing".to_owned()),
            _ => Ok(()),
        },
        becomes: |limit, way| if let Some(limit) = limit {
            way.edit(|pass: &mut SchedulePromote| pass.limit = Some(number(limit)));
        },
    }

    /// threads of a GPU take neighbouring elements of rows, as many as the widest access of the
    /// machine holds, and copies to shared memory move as many; on a CPU, innermost loops become
    /// vectors
    vector ("vector"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |vector, way| if !vector {
            way.leave_out::<ScheduleVectorize>();
            way.leave_out::<LoopsVectorize>();
            way.edit(|pass: &mut SchedulePromote| pass.vector_bytes = Some(1));
            way.edit(|pass: &mut ScheduleParallelReduction| pass.vector_bytes = Some(1));
        },
    }

    /// rows of such tiles are padded where a warp would read columns from one memory bank
    pad ("pad"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |pad, way| if !pad {
            way.edit(|pass: &mut SchedulePromote| pass.pad = false);
        },
    }

    /// such rows are rotated instead of padded where possible, which takes no shared memory
    swizzle ("swizzle"): bool {
        gpu: false,
        cpu: false,
        example: "true",
        check: |_| Ok(()),
        becomes: |swizzle, way| if *swizzle {
            way.edit(|pass: &mut SchedulePromote| pass.swizzle = true);
        },
    }

    /// accumulators live in registers
    private ("usePrivateMemory"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        // Without registers for the sums nothing is gained by going round a tile of them for each
        // term.
        becomes: |private, way| if !private {
            way.leave_out::<ScheduleWavefront>();
            way.leave_out::<ScheduleRegisterTile>();
            way.leave_out::<LoopsMemToReg>();
        },
    }

    /// reductions of few elements with at least so many terms are split over threads or blocks; 0
    /// splits none. Without effect where tile sizes are given: those are for loops that are not
    /// split
    reductions ("reductions"): u64 {
        gpu: 64,
        cpu: 0,
        example: "0",
        check: |_| Ok(()),
        becomes: |terms, way| match terms {
            0 => way.leave_out::<ScheduleParallelReduction>(),
            64 => {}
            _ => way.edit(|pass: &mut ScheduleParallelReduction| pass.terms = number(terms)),
        },
    }

    /// updates at computed places that may be atomic: `none`, `exact` (those whose order does not
    /// change the result), `all` (sums of floating-point numbers too); the others work on private
    /// arrays where these pay
    atomics ("atomics"): Atomics {
        gpu: Atomics::Exact,
        cpu: Atomics::None,
        example: "all",
        check: |_| Ok(()),
        becomes: |atomics, way| way.edit(|pass: &mut ScheduleScatter| pass.atomics = *atomics),
    }

    /// factors that do not depend on the indices of a sum leave it, which changes roundings
    factors ("factors"): bool {
        gpu: false,
        cpu: false,
        example: "true",
        check: |_| Ok(()),
        becomes: |factors, way| if *factors {
            way.edit(|pass: &mut TcSimplify| pass.factors = true);
        },
    }

    /// parts of a term that do not depend on all indices of a reduction are computed once, in a
    /// temporary
    invariants ("invariants"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |invariants, way| if *invariants {
            way.edit(|pass: &mut TcSimplify| pass.invariants = true);
        },
    }

    /// bodies are simplified by the rules of real numbers too
    fastmath ("fastmath"): bool {
        gpu: false,
        cpu: false,
        example: "true",
        check: |_| Ok(()),
        becomes: |fastmath, way| if *fastmath {
            way.edit(|pass: &mut TcSimplify| pass.fastmath = true);
        },
    }

    /// a product and a sum may be computed with one rounding, by an instruction of the machine
    contract ("contract"): bool {
        gpu: true,
        cpu: true,
        example: "false",
        check: |_| Ok(()),
        becomes: |contract, way| if *contract {
            way.leave_out::<LoopsKeepRoundings>();
        },
    }

    /// built-in functions: `precise`, `fast` (a GPU's own approximations), `libdevice:FILE`
    /// (NVIDIA's library)
    math ("math"): Math {
        gpu: Math::Precise,
        cpu: Math::Precise,
        example: "fast",
        check: |_| Ok(()),
        becomes: |math, way| match math {
            _ if !way.is_gpu() => {}
            Math::Precise => {}
            Math::Fast => way.edit(|pass: &mut MathExpand| pass.fast = true),
            // Upstream makes calls of the functions; `tc_backend_cuda::pipeline` links the library.
            Math::Libdevice(_) => way.leave_out::<MathExpand>(),
        },
    }
}

/// Options of the paper and of the original that are accepted and change nothing, each with the
/// reason.
pub const WITHOUT_EFFECT: &[(&str, &str)] = &[
    (
        "scheduleSpecialize",
        "sizes are always known before scheduling",
    ),
    (
        "fixParametersBeforeScheduling",
        "sizes are always known before scheduling",
    ),
    (
        "tileImperfectlyNested",
        "bands below the outermost one always take the tile sizes that are left",
    ),
    (
        "matchLibraryCalls",
        "every operator becomes a kernel, and none a call of a library",
    ),
    (
        "useReadOnlyCache",
        "arrays that a kernel does not write are always read through this cache",
    ),
    (
        "privateDepth",
        "accumulators live in registers for as many loops as that is legal",
    ),
    (
        "sharedDepth",
        "arrays are copied to shared memory below the innermost tile loop",
    ),
];

/// Why an option changes nothing, if it is one of those.
pub fn without_effect(name: &str) -> Option<&'static str> {
    let mut known = WITHOUT_EFFECT.iter();
    known
        .find(|(other, _)| *other == name)
        .map(|(_, reason)| *reason)
}

/// A change of the scheduler's second run, inside of tiles.
fn inside_tiles(change: impl Fn(&mut ScheduleIsl)) -> impl Fn(&mut ScheduleIsl) {
    move |pass| {
        if pass.target.is_some() {
            change(pass);
        }
    }
}

fn signed(sizes: &[u64]) -> Vec<i64> {
    sizes.iter().map(number).collect()
}

fn number(size: &u64) -> i64 {
    i64::try_from(*size).unwrap_or(i64::MAX)
}

fn are_sizes(sizes: &[u64]) -> Result<(), String> {
    if sizes.contains(&0) {
        return Err("a size must be at least 1, found 0".to_owned());
    }
    fit_31_bits(sizes)
}

fn fit_31_bits(sizes: &[u64]) -> Result<(), String> {
    if sizes.iter().any(|&size| size > i64::from(i32::MAX) as u64) {
        return Err("a size must fit 31 bits".to_owned());
    }
    Ok(())
}

fn are_at_most_three(sizes: &[u64]) -> Result<(), String> {
    are_sizes(sizes)?;
    match sizes.len() {
        0..=3 => Ok(()),
        _ => Err("a GPU has three dimensions at most".to_owned()),
    }
}

/// Why options cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No option has this name, and none is spelled like it.
    #[error(
        "unknown mapping option `{0}`: there are {names}{near}",
        names = names(),
        near = near_name(.0)
    )]
    Unknown(String),
    /// The value is not one that the option can have.
    #[error("mapping option `{name}`: expected {expected}, found `{found}`")]
    Value {
        /// The option.
        name: &'static str,
        /// What its values are.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// The value has the right type, but makes no sense.
    #[error("mapping option `{name}`: {reason}")]
    Range {
        /// The option.
        name: &'static str,
        /// What was expected and found.
        reason: String,
    },
    /// A file of options cannot be read.
    #[error("{path}: {reason}")]
    Json {
        /// The file.
        path: String,
        /// Why not, with line and column where it is no JSON.
        reason: String,
    },
}

/// The names of all options.
pub fn names() -> String {
    let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
    names.join(", ")
}

/// The option that was meant, if there is one near.
fn near_name(name: &str) -> String {
    let names = OPTIONS
        .iter()
        .flat_map(|option| [option.name, option.paper])
        .chain(WITHOUT_EFFECT.iter().map(|(name, _)| *name));
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The option of a name, the paper's or ours.
fn named(name: &str) -> Option<&'static MappingOption> {
    let mut options = OPTIONS.iter();
    options.find(|option| option.name == name || option.paper == name)
}

impl MappingOptions {
    /// Reads a JSON file's text over the defaults `self`.
    ///
    /// # Errors
    /// What serde says, with line and column, behind `path`; and everything that [`Self::check`]
    /// refuses.
    pub fn with_json(&self, path: &str, text: &str) -> Result<Self, Error> {
        let json = |error: serde_json::Error| Error::Json {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        // The whole file is checked as options first, so that an error has its line and column.
        let mut given: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(json)?;
        let all = given.len();
        given.retain(|name, _| without_effect(name).is_none());
        if given.len() == all {
            serde_json::from_str::<MappingOptions>(text).map_err(json)?
        } else {
            serde_json::from_value(given.clone().into()).map_err(json)?
        };
        let mut merged = serde_json::to_value(self).map_err(json)?;
        for (key, value) in given {
            let name = named(&key).map_or(key.as_str(), |option| option.name);
            merged[name] = value;
        }
        let options: Self = serde_json::from_value(merged).map_err(json)?;
        options.check()?;
        Ok(options)
    }

    /// Sets one option from a command line's `name=value`.
    ///
    /// # Errors
    /// An unknown name, a value of the wrong form, or one that [`Self::check`] refuses.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if without_effect(name).is_some() {
            return Ok(());
        }
        let option = named(name).ok_or_else(|| Error::Unknown(name.to_owned()))?;
        let name = option.name;
        (option.set)(self, value).map_err(|wrong| match wrong {
            Wrong::Form { expected, found } => Error::Value {
                name,
                expected,
                found,
            },
            Wrong::Because(reason) => Error::Range { name, reason },
        })?;
        self.check()
    }

    /// What no machine can do: sizes of 0, more than three grid or block dimensions.
    ///
    /// # Errors
    /// The first such option, with the reason.
    pub fn check(&self) -> Result<(), Error> {
        for option in OPTIONS {
            let name = option.name;
            (option.check)(self).map_err(|reason| Error::Range { name, reason })?;
        }
        Ok(())
    }

    /// Makes the passes of a machine do what the options say.
    pub fn apply(&self, target: &Target, stages: &mut [Stage]) {
        let mut way = Way { target, stages };
        for option in OPTIONS {
            (option.becomes)(self, &mut way);
        }
        if !self.schedules_anew() {
            way.leave_out_where(|pass: &ScheduleIsl| pass.target.is_some());
        }
    }

    /// Why the options of loops inside of tiles change nothing on a machine, if others are given
    /// for these than for the loops around them.
    pub fn no_loops_inside(&self, is_gpu: bool) -> Option<&'static str> {
        let reason = match &self.tile {
            Tile::Sizes(sizes) if sizes.is_empty() => "tile=none makes no tiles",
            Tile::Derived(_) if !is_gpu => {
                "on a CPU the tiles of tile=auto are those of its registers and caches, in an order of their own"
            }
            _ => return None,
        };
        self.schedules_anew().then_some(reason)
    }

    /// Whether the loops inside of tiles have other options than those around them.
    fn schedules_anew(&self) -> bool {
        self.intra_fusion.differs_from(self.fusion)
            || self.intra_skewing.differs_from(self.skewing)
            || self.intra_nonnegative.differs_from(self.nonnegative)
    }
}

impl Default for MappingOptions {
    fn default() -> Self {
        Self::gpu()
    }
}

#[cfg(test)]
mod tests;
