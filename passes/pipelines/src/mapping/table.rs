//! The table of mapping options.

use super::search::{Scheduled, Search, Values};
use super::{Auto, Inside, Math, Tile, Value, Way, Wrong};
use serde::{Deserialize, Serialize};
use tc_comprehensions::{cascade::TcCascade, simplify::TcSimplify};
use tc_dialects::target::TargetKind;
use tc_loops::math::expand::MathExpand;
use tc_loops::{
    async_copies::LoopsAsyncCopies, keep_roundings::LoopsKeepRoundings, mem_to_reg::LoopsMemToReg,
    vectorize::LoopsVectorize,
};
use tc_schedule::{
    choose::ScheduleChoose,
    fold_storage::ScheduleFoldStorage,
    isl::{Fusion, ScheduleIsl},
    last_block::{LastBlock, ScheduleLastBlock},
    launches::{Launches, ScheduleLaunches},
    lift::{Lift, ScheduleLift},
    map_blocks::ScheduleMapBlocks,
    map_threads::ScheduleMapThreads,
    parallel_reduction::ScheduleParallelReduction,
    pipeline::SchedulePipeline,
    promote::SchedulePromote,
    register_tile::ScheduleRegisterTile,
    scatter::{Atomics, ScheduleScatter},
    sink::ScheduleSink,
    tensorize::{Precision, ScheduleTensorize},
    tile::ScheduleTile,
    time_tile::ScheduleTimeTile,
    unroll::ScheduleUnroll,
    vectorize::ScheduleVectorize,
    wavefront::ScheduleWavefront,
};

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
    /// What a search tries.
    pub search: Search,
    /// The value for code without any of what makes it fast, where the default is another one.
    pub plain: Option<&'static str>,
    /// Whether it changes nothing beside the others, for a GPU or for a processor.
    pub idle: fn(&MappingOptions, bool) -> bool,
    /// Whether it is proved to change nothing about a scop that is scheduled and not tiled.
    pub inert: fn(&Scheduled) -> bool,
    pub(super) set: fn(&mut MappingOptions, &str) -> Result<(), Wrong>,
    pub(super) check: fn(&MappingOptions) -> Result<(), String>,
    pub(super) becomes: fn(&MappingOptions, &mut Way<'_>),
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
            $( search: $search:expr, )?
            $( plain: $plain:literal, )?
            $( idle: $idle:expr, )?
            $( inert: $inert:expr, )?
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
                search: [$( $search, )? Search::KEPT][0],
                plain: [$( Some($plain), )? None][0],
                idle: {
                    let rows: [fn(&MappingOptions, bool) -> bool; _] = [$( $idle, )? |_, _| false];
                    rows[0]
                },
                inert: {
                    let rows: [fn(&Scheduled) -> bool; _] = [$( $inert, )? |_| false];
                    rows[0]
                },
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
                way.leave_out::<ScheduleTensorize>();
                way.leave_out::<ScheduleParallelReduction>();
                way.leave_out::<ScheduleLastBlock>();
                way.leave_out::<ScheduleChoose>();
                if sizes.is_empty() {
                    way.leave_out::<ScheduleTile>();
                    way.leave_out::<ScheduleSink>();
                } else { way.edit(|pass: &mut ScheduleTile| pass.sizes = signed(sizes)) }
            }
        },
        search: Search {
            gpu: Values::Loops { words: &["auto", "none"], largest: 4096 },
            cpu: Values::Loops { words: &["auto", "none"], largest: 4096 },
        },
        plain: "none",
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
        search: Search {
            gpu: Values::Axes { words: &["none"], largest: 1024 },
            ..Search::KEPT
        },
        // The block of tiles that are derived comes with them.
        idle: |options, _| matches!(options.tile, Tile::Derived(_)),
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
        search: Search::gpu(&["none"]),
    }

    /// loops that carry dependences between blocks become loops of launches: `auto` (where one
    /// block takes longer for an iteration than the launches do), `always`, `never`
    launches ("launches"): Launches {
        gpu: Launches::Auto,
        cpu: Launches::Never,
        example: "never",
        check: |_| Ok(()),
        becomes: |launches, way| {
            way.edit(|pass: &mut ScheduleLaunches| pass.when = *launches);
            way.edit(|pass: &mut ScheduleLift| pass.when = match launches {
                Launches::Auto => Lift::Auto,
                Launches::Always => Lift::Never,
                Launches::Never => Lift::Always,
            });
        },
        search: Search::gpu(&["auto", "always", "never"]),
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
        search: Search::both(&["auto", "none"]),
        inert: Scheduled::is_without_time,
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
        search: Search::both(&["true", "false"]),
        inert: Scheduled::is_without_slices,
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
        search: Search {
            gpu: Values::Words(&[
                "256", "1", "2", "4", "8", "16", "32", "64", "128", "512", "1024", "2048", "4096",
            ]),
            cpu: Values::Words(&["1", "2", "4", "8", "16", "32", "64"]),
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
        search: Search::gpu(&["true", "false"]),
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
        search: Search::gpu(&["true", "false"]),
    }

    /// statements share loops: `max`, `preserve3` (at least three parallel loops stay), `parallel`
    /// (all of them stay), `rows` (all stay, elementwise loops inside those over rows), `min`
    fusion ("outerScheduleFusionStrategy"): Fusion {
        gpu: Fusion::Rows,
        cpu: Fusion::Rows,
        example: "max",
        check: |_| Ok(()),
        becomes: |fusion, way| way.edit(|pass: &mut ScheduleIsl| pass.fusion = *fusion),
        search: Search::both(&["rows", "parallel", "preserve3", "max", "min"]),
        plain: "min",
        inert: Scheduled::is_one_statement,
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
        search: Search::both(&["false", "true"]),
        inert: |one| one.is_one_statement() && one.is_without_order(),
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
        search: Search::both(&["same", "max", "min"]),
        idle: |options, is_gpu| {
            !options.intra_fusion.differs_from(options.fusion)
                || options.no_loops_inside(is_gpu).is_some()
        },
        inert: Scheduled::is_one_statement,
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
        search: Search::gpu(&["true", "false"]),
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
            way.edit(|pass: &mut LoopsAsyncCopies| pass.widest = 4);
            way.edit(|pass: &mut ScheduleParallelReduction| pass.vector_bytes = Some(1));
        },
        search: Search::both(&["true", "false"]),
        plain: "false",
    }

    /// buffers of such tiles: with n, tiles are copied n - 1 tiles before their use, by copies that
    /// go on by themselves where the machine has these; 0: 3 for tiles that matrix units read, 1
    /// for others
    stages ("stages"): u64 {
        gpu: 0,
        cpu: 0,
        example: "3",
        check: |stages| match stages {
            9.. => Err("must be at most 8".to_owned()),
            _ => Ok(()),
        },
        becomes: |stages, way| match stages {
            0 => way.edit(|pass: &mut SchedulePipeline| {
                pass.stages = 1;
                pass.unit_stages = 3;
            }),
            1 => way.leave_out::<SchedulePipeline>(),
            _ => way.edit(|pass: &mut SchedulePipeline| pass.stages = number(stages)),
        },
        search: Search::gpu(&["0", "1", "2", "3", "4"]),
        idle: |options, _| !options.shared,
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
        search: Search::gpu(&["true", "false"]),
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
        search: Search::gpu(&["false", "true"]),
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
        search: Search::both(&["true", "false"]),
        plain: "false",
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
            0 => {
                way.leave_out::<ScheduleParallelReduction>();
                way.leave_out::<ScheduleLastBlock>();
            }
            64 => {}
            _ => way.edit(|pass: &mut ScheduleParallelReduction| pass.terms = number(terms)),
        },
        search: Search::gpu(&["64", "0", "16", "256"]),
        idle: |options, _| matches!(options.tile, Tile::Sizes(_)),
    }

    /// what blocks have left of a sum that is split over them is added up in the same launch, by
    /// the block of a group that arrives last (`auto`: where the model finds that cheaper than a
    /// launch), or by another kernel (`never`)
    last_block ("lastBlock"): LastBlock {
        gpu: LastBlock::Auto,
        cpu: LastBlock::Never,
        example: "never",
        check: |_| Ok(()),
        becomes: |last, way| match last {
            LastBlock::Never => way.leave_out::<ScheduleLastBlock>(),
            _ => way.edit(|pass: &mut ScheduleLastBlock| pass.when = *last),
        },
        search: Search::gpu(&["auto", "always", "never"]),
        idle: |options, _| options.reductions == 0 || matches!(options.tile, Tile::Sizes(_)),
    }

    /// sums of products of small numbers (half precision, integers of 8 bits) run on the matrix
    /// units of a GPU
    units ("units"): bool {
        gpu: true,
        cpu: false,
        example: "false",
        check: |_| Ok(()),
        becomes: |units, way| if *units {
            way.edit(|pass: &mut TcSimplify| pass.units = true);
        } else {
            way.leave_out::<ScheduleTensorize>();
        },
        search: Search::gpu(&["true", "false"]),
        idle: |options, _| matches!(options.tile, Tile::Sizes(_)),
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
        // Those that change roundings are no choice of a search.
        search: Search::gpu(&["exact", "none"]),
        inert: Scheduled::is_without_computed_places,
    }

    /// minima and maxima and the sums that need them, as those of a softmax, become one loop over
    /// tiles of so many terms, which changes roundings; 0 leaves them apart
    cascade ("cascade"): u64 {
        gpu: 0,
        cpu: 0,
        example: "32",
        check: |terms| match terms {
            0..=65536 => Ok(()),
            _ => Err("must be at most 65536 (0 leaves them apart)".to_owned()),
        },
        becomes: |terms, way| match terms {
            0 => way.leave_out::<TcCascade>(),
            _ => way.edit(|pass: &mut TcCascade| pass.tile = *terms),
        },
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
        search: Search::both(&["true", "false"]),
        plain: "false",
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

    /// what factors of sums of products of `f32` may be rounded to, for the matrix units of a GPU:
    /// `strict` (not at all), `tf32`, `tf32x3`
    precision ("precision"): Precision {
        gpu: Precision::Strict,
        cpu: Precision::Strict,
        example: "tf32x3",
        check: |_| Ok(()),
        becomes: |precision, way| {
            way.edit(|pass: &mut ScheduleTensorize| pass.precision = *precision);
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
