"""Writes the kernels of this folder: clean ones, and copies with one planted fault each.

Every template is a list of instructions; a line may end in `@@name`. A fault replaces or removes named lines and says
which kind of finding is expected at which named line. The expectation is the first line of the file written.

    python3 generate.py        writes *.ptx beside this script
"""

import pathlib

HERE = pathlib.Path(__file__).parent

REGISTERS = """.reg .pred %p<16>;
.reg .b16 %h<16>;
.reg .b32 %r<64>;
.reg .b64 %d<64>;
.reg .f32 %f<64>;"""


class Kernel:
    def __init__(self, name, launch, arguments, body, declarations="", outside=""):
        self.name = name
        self.launch = launch
        self.arguments = arguments
        self.body = body
        self.declarations = declarations
        self.outside = outside

    def write(self, file_name, expectation, edits=None, at=None, launch=None, arguments=None):
        edits = edits or {}
        used = set()
        arguments = arguments or self.arguments
        names = [argument.split("=")[0] for argument in arguments.split()]
        parameters = []
        loads = []
        for index, argument in enumerate(arguments.split()):
            name, value = argument.split("=")
            if value.startswith("value:"):
                parameters.append(f".param .u32 {name}")
                loads.append(f"ld.param.u32 %r{50 + index}, [{name}];")
            else:
                parameters.append(f".param .u64 {name}")
                loads.append(f"ld.param.u64 %d{50 + index}, [{name}];")
                loads.append(f"cvta.to.global.u64 %d{50 + index}, %d{50 + index};")
        lines = [
            ".version 8.7",
            ".target sm_90a",
            ".address_size 64",
            *[line for line in self.outside.splitlines() if line.strip()],
            f".visible .entry k({', '.join(parameters)})",
            "{",
            *REGISTERS.splitlines(),
            *[line for line in self.declarations.splitlines() if line.strip()],
            *loads,
        ]
        marked = [(line, None) for line in lines]
        for line in self.body.splitlines():
            text, _, label = line.partition("@@")
            if text.strip():
                marked.append((text.strip(), label.strip() or None))
        marked += [("ret;", "end"), ("}", None)]
        header = 3
        out = []
        line_of = {}
        for text, label in marked:
            replacement = edits.get(label, text) if label else text
            if label in edits:
                used.add(label)
            if replacement is None:
                continue
            if label:
                line_of[label] = header + len(out) + 1
            out.extend(replacement.splitlines())
        missing = set(edits) - used
        assert not missing, (file_name, missing)
        # A fault may lie a few lines into the text that replaces a named line.
        name, offset = at if isinstance(at, tuple) else (at, 0)
        expected = expectation if at is None else f"{expectation} at line {line_of[name] + offset}"
        text = [
            f"// expect: {expected}",
            f"// launch: {launch or self.launch}",
            f"// arguments: {arguments}",
            *out,
        ]
        (HERE / f"{file_name}.ptx").write_text("\n".join(text) + "\n")

    def clean(self):
        self.write(f"clean_{self.name}", "clean")

    def fault(self, name, kind, at, **options):
        edits = options.pop("edits", {})
        self.write(f"{self.name}_{name}", kind, edits, at, **options)


for old in HERE.glob("*.ptx"):
    old.unlink()

# A 32x32 transposition through a padded tile; a block of 32x8 threads, four rows each.
transpose = Kernel(
    "transpose",
    "grid=2,2,1 block=32,8,1 dynamic=0",
    "X=f32:4096 Y=f32?:4096",
    """
mov.u32 %r1, %tid.x;
mov.u32 %r2, %tid.y;
mov.u32 %r3, %ctaid.x;
mov.u32 %r4, %ctaid.y;
mov.u64 %d1, tile;
mov.u32 %r10, 0;
LOAD:
add.u32 %r11, %r2, %r10;
mad.lo.u32 %r12, %r4, 32, %r11;
mad.lo.u32 %r13, %r3, 32, %r1;
mad.lo.u32 %r14, %r12, 64, %r13;   @@index
mul.wide.u32 %d2, %r14, 4;
add.s64 %d3, %d50, %d2;
ld.global.nc.f32 %f1, [%d3];   @@load
mad.lo.u32 %r15, %r11, 33, %r1;   @@tile_index
mul.wide.u32 %d4, %r15, 4;
add.s64 %d5, %d1, %d4;
st.shared.f32 [%d5], %f1;   @@tile_store
add.u32 %r10, %r10, 8;   @@step
setp.lt.u32 %p1, %r10, 32;
@%p1 bra LOAD;   @@back
bar.sync 0;   @@barrier
mov.u32 %r10, 0;
STORE:
add.u32 %r11, %r2, %r10;
mad.lo.u32 %r15, %r1, 33, %r11;   @@tile_read_index
mul.wide.u32 %d4, %r15, 4;
add.s64 %d5, %d1, %d4;
ld.shared.f32 %f2, [%d5];   @@tile_load
mad.lo.u32 %r12, %r3, 32, %r11;
mad.lo.u32 %r13, %r4, 32, %r1;
mad.lo.u32 %r14, %r12, 64, %r13;   @@out_index
mul.wide.u32 %d2, %r14, 4;
add.s64 %d3, %d51, %d2;
st.global.f32 [%d3], %f2;   @@store
add.u32 %r10, %r10, 8;
setp.lt.u32 %p1, %r10, 32;
@%p1 bra STORE;
""",
    declarations=".shared .align 4 .b8 tile[4224];",
)
transpose.clean()
transpose.fault("missing_barrier", "shared-race", "tile_load", edits={"barrier": None})
transpose.fault("barrier_too_early", "shared-race", "tile_load", edits={"barrier": None, "index": "bar.sync 0;\nmad.lo.u32 %r14, %r12, 64, %r13;"})
transpose.fault("load_row_off_by_one", "out-of-bounds", "load", edits={"index": "add.u32 %r12, %r12, 1;\nmad.lo.u32 %r14, %r12, 64, %r13;"})
transpose.fault("load_before_start", "out-of-bounds", "load", edits={"load": "ld.global.nc.f32 %f1, [%d3+-4];"})
transpose.fault("store_behind_end", "out-of-bounds", "store", edits={"store": "st.global.f32 [%d3+4], %f2;"})
transpose.fault("tile_stride", "out-of-bounds", "tile_store", edits={"tile_index": "mad.lo.u32 %r15, %r11, 34, %r1;"})
transpose.fault("tile_too_small", "out-of-bounds", "tile_load", edits={"tile_read_index": "mad.lo.u32 %r15, %r1, 33, %r11;\nadd.u32 %r15, %r15, 2;"})
transpose.fault("reads_the_padding", "uninitialised-read", "tile_load", edits={"tile_read_index": "mad.lo.u32 %r15, %r1, 33, %r11;\nadd.u32 %r15, %r15, 1;"})
transpose.fault("tile_unwritten_column", "uninitialised-read", "tile_load", edits={"tile_read_index": "mad.lo.u32 %r15, %r1, 33, %r11;\nxor.b32 %r15, %r15, 0;\nsetp.eq.u32 %p2, %r1, 31;\n@%p2 mov.u32 %r15, 32;"})
transpose.fault("skipped_rows", "uninitialised-read", "tile_load", edits={"step": "add.u32 %r10, %r10, 16;"})
transpose.fault("misaligned_global", "misaligned", "load", edits={"load": "ld.global.nc.f32 %f1, [%d3+2];"})
transpose.fault("misaligned_shared", "misaligned", "tile_load", edits={"tile_load": "ld.shared.v2.f32 {%f2, %f3}, [%d5];"})
transpose.fault("same_block_twice", "global-race", "store", edits={"out_index": "mov.u32 %r13, %r1;\nmad.lo.u32 %r14, %r12, 64, %r13;"})
transpose.fault("divergent_barrier", "divergent-barrier", ("barrier", 2), edits={"barrier": "setp.lt.u32 %p3, %r1, 20;\n@!%p3 bra SKIP;\nbar.sync 0;\nSKIP:"})
transpose.fault("endless", "infinite-loop", "back", edits={"step": "add.u32 %r10, %r10, 0;"})

# A tree reduction of 256 values in shared memory, then one value for each block.
reduce = Kernel(
    "reduce",
    "grid=4,1,1 block=256,1,1 dynamic=0",
    "X=f32:1024 Y=f32?:4",
    """
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 256, %r1;
mul.wide.u32 %d1, %r3, 4;
add.s64 %d2, %d50, %d1;
ld.global.f32 %f1, [%d2];   @@load
mov.u64 %d3, sums;
mul.wide.u32 %d4, %r1, 4;
add.s64 %d5, %d3, %d4;
st.shared.f32 [%d5], %f1;   @@put
bar.sync 0;   @@first_barrier
mov.u32 %r4, 128;   @@half
LOOP:
setp.ge.u32 %p1, %r1, %r4;   @@guard
@%p1 bra NEXT;   @@skip
mul.wide.u32 %d6, %r4, 4;
add.s64 %d7, %d5, %d6;
ld.shared.f32 %f2, [%d7];   @@partner
ld.shared.f32 %f3, [%d5];   @@own
add.f32 %f4, %f2, %f3;
st.shared.f32 [%d5], %f4;   @@update
NEXT:
bar.sync 0;   @@barrier
shr.u32 %r4, %r4, 1;   @@shrink
setp.ne.u32 %p2, %r4, 0;
@%p2 bra LOOP;
setp.ne.u32 %p3, %r1, 0;   @@one
@%p3 bra DONE;   @@one_branch
ld.shared.f32 %f5, [%d3];   @@total
mul.wide.u32 %d8, %r2, 4;
add.s64 %d9, %d51, %d8;
st.global.f32 [%d9], %f5;   @@store
DONE:
""",
    declarations=".shared .align 4 .b8 sums[1024];",
)
reduce.clean()
reduce.fault("missing_first_barrier", "shared-race", "partner", edits={"first_barrier": None})
reduce.fault("missing_loop_barrier", "shared-race", "partner", edits={"barrier": None})
reduce.fault("warp_barrier_only", "shared-race", "partner", edits={"barrier": "bar.warp.sync 0xffffffff;"})
reduce.fault("wrong_start", "out-of-bounds", "partner", edits={"half": "mov.u32 %r4, 256;"})
reduce.fault("guard_off_by_one", "shared-race", "partner", edits={"guard": "setp.gt.u32 %p1, %r1, %r4;"})
reduce.fault("unguarded", "out-of-bounds", "partner", edits={"skip": None})
reduce.fault("half_written", "uninitialised-read", "partner", edits={"put": "setp.lt.u32 %p4, %r1, 128;\n@%p4 st.shared.f32 [%d5], %f1;"})
reduce.fault("early_return", "divergent-barrier", "first_barrier", edits={"put": "setp.gt.u32 %p5, %r1, 250;\n@%p5 ret;\nst.shared.f32 [%d5], %f1;"})
reduce.fault("early_return_of_a_warp", "divergent-barrier", "first_barrier", edits={"put": "setp.ge.u32 %p5, %r1, 224;\n@%p5 ret;\nst.shared.f32 [%d5], %f1;"})
reduce.fault("shared_too_small", "out-of-bounds", "put", edits={}, launch="grid=2,1,1 block=512,1,1 dynamic=0")
reduce.fault("grid_too_large", "out-of-bounds", "load", edits={}, launch="grid=5,1,1 block=256,1,1 dynamic=0")
reduce.fault("output_too_small", "out-of-bounds", "store", edits={}, arguments="X=f32:1024 Y=f32?:3")
reduce.fault("input_unset", "uninitialised-read", "load", edits={}, arguments="X=f32?:1024 Y=f32?:4")

# Counting with atomics: shared bins of a block, then global bins.
histogram = Kernel(
    "histogram",
    "grid=3,1,1 block=128,1,1 dynamic=0",
    "X=u32:384 H=u32:16",
    """
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mov.u64 %d1, bins;
mul.wide.u32 %d2, %r1, 4;
add.s64 %d3, %d1, %d2;
setp.ge.u32 %p1, %r1, 16;   @@sixteen
@%p1 bra CLEARED;
st.shared.u32 [%d3], 0;   @@clear
CLEARED:
bar.sync 0;   @@barrier_clear
mad.lo.u32 %r3, %r2, 128, %r1;
mul.wide.u32 %d4, %r3, 4;
add.s64 %d5, %d50, %d4;
ld.global.u32 %r4, [%d5];
and.b32 %r4, %r4, 15;   @@bin
mul.wide.u32 %d6, %r4, 4;
add.s64 %d7, %d1, %d6;
red.shared.add.u32 [%d7], 1;   @@count
bar.sync 0;   @@barrier_count
@%p1 bra DONE;
ld.shared.u32 %r5, [%d3];   @@read
add.s64 %d8, %d51, %d2;
red.global.add.u32 [%d8], %r5;   @@merge
DONE:
""",
    declarations=".shared .align 4 .b8 bins[64];",
)
histogram.clean()
histogram.fault("missing_clear", "uninitialised-read", "count", edits={"clear": "mov.u32 %r5, 0;"})
histogram.fault("missing_barrier_clear", "shared-race", "count", edits={"barrier_clear": None})
histogram.fault("missing_barrier_count", "shared-race", "read", edits={"barrier_count": None})
histogram.fault("plain_shared_count", "shared-race", "count", edits={"bin": "and.b32 %r4, %r4, 15;\nmul.wide.u32 %d6, %r4, 4;\nadd.s64 %d7, %d1, %d6;\nld.shared.u32 %r6, [%d7];\nadd.u32 %r6, %r6, %r3;", "count": "st.shared.u32 [%d7], %r6;"})
histogram.fault("plain_global_merge", "global-race", "merge", edits={"merge": "ld.global.u32 %r6, [%d8];\nadd.u32 %r6, %r6, %r5;\nst.global.u32 [%d8], %r6;"})
histogram.fault("bin_out_of_range", "out-of-bounds", "count", edits={"bin": "and.b32 %r4, %r4, 31;"})
histogram.fault("seventeen_bins", "out-of-bounds", "clear", edits={"sixteen": "setp.ge.u32 %p1, %r1, 17;"})

# Two stages of asynchronous copies; every thread reads what another thread copied.
pipeline = Kernel(
    "pipeline",
    "grid=2,1,1 block=64,1,1 dynamic=0",
    "X=f32:1024 Y=f32?:128",
    """
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mov.u64 %d1, stages;
mul.wide.u32 %d2, %r1, 4;
mul.wide.u32 %d3, %r2, 2048;
add.s64 %d4, %d50, %d3;
add.s64 %d4, %d4, %d2;
add.s64 %d5, %d1, %d2;
xor.b32 %r3, %r1, 33;
mul.wide.u32 %d6, %r3, 4;
add.s64 %d7, %d1, %d6;
cp.async.ca.shared.global [%d5], [%d4], 4;   @@first_copy
cp.async.commit_group;   @@first_commit
mov.f32 %f1, 0f00000000;
mov.u32 %r10, 0;
mov.u64 %d12, 0;
LOOP:
add.u32 %r11, %r10, 1;
setp.ge.u32 %p1, %r11, 8;   @@last
@%p1 bra NOCOPY;
mul.wide.u32 %d8, %r11, 256;
add.s64 %d9, %d4, %d8;
xor.b64 %d10, %d12, 256;   @@next_stage
add.s64 %d11, %d5, %d10;
cp.async.ca.shared.global [%d11], [%d9], 4;   @@copy
NOCOPY:
cp.async.commit_group;   @@commit
cp.async.wait_group 1;   @@wait
bar.sync 0;   @@barrier
add.s64 %d13, %d7, %d12;
ld.shared.f32 %f2, [%d13];   @@read
add.f32 %f1, %f1, %f2;
bar.sync 0;   @@barrier_reuse
xor.b64 %d12, %d12, 256;
mov.u32 %r10, %r11;
setp.lt.u32 %p2, %r10, 8;
@%p2 bra LOOP;
mad.lo.u32 %r12, %r2, 64, %r1;
mul.wide.u32 %d14, %r12, 4;
add.s64 %d15, %d51, %d14;
st.global.f32 [%d15], %f1;   @@store
""",
    declarations=".shared .align 16 .b8 stages[512];",
)
pipeline.clean()
pipeline.fault("missing_wait", "missing-async-wait", "read", edits={"wait": None})
pipeline.fault("wait_for_too_few", "missing-async-wait", "read", edits={"wait": "cp.async.wait_group 2;"})
pipeline.fault("missing_commit", "missing-async-wait", "read", edits={"commit": None, "first_commit": None, "wait": "cp.async.wait_group 0;"})
pipeline.fault("missing_barrier_behind_wait", "shared-race", "read", edits={"barrier": None})
pipeline.fault("wait_behind_barrier", "shared-race", "read", edits={"wait": None, "barrier": "bar.sync 0;\ncp.async.wait_group 1;"})
pipeline.fault("missing_barrier_before_reuse", "shared-race", "copy", edits={"barrier_reuse": None})
pipeline.fault("overlapping_copies", "missing-async-wait", "copy", edits={"next_stage": "mov.u64 %d10, %d12;"})
pipeline.fault("misaligned_copy", "misaligned", "copy", edits={"copy": "cp.async.cg.shared.global [%d11], [%d9], 16;"})
pipeline.fault("copy_behind_end", "out-of-bounds", "copy", edits={"last": "setp.ge.u32 %p1, %r11, 9;"})
pipeline.fault("unset_source", "uninitialised-read", "first_copy", edits={}, arguments="X=f32?:1024 Y=f32?:128")

# Lanes exchange through shared memory with barriers of the warp, then through shuffles.
exchange = Kernel(
    "exchange",
    "grid=1,1,1 block=64,1,1 dynamic=256",
    "X=u32:64 Y=u32?:64",
    """
mov.u32 %r1, %tid.x;
mul.wide.u32 %d1, %r1, 4;
add.s64 %d2, %d50, %d1;
ld.global.u32 %r2, [%d2];
mov.u64 %d3, buffer;
add.s64 %d4, %d3, %d1;
st.shared.u32 [%d4], %r2;   @@put
bar.warp.sync 0xffffffff;   @@barrier
xor.b32 %r3, %r1, 5;   @@partner
mul.wide.u32 %d5, %r3, 4;
add.s64 %d6, %d3, %d5;
ld.shared.u32 %r4, [%d6];   @@get
bar.warp.sync 0xffffffff;   @@barrier_reuse
st.shared.u32 [%d4], %r4;   @@put_again
setp.lt.u32 %p2, %r1, 64;   @@all
shfl.sync.bfly.b32 %r5|%p1, %r4, 16, 31, 0xffffffff;   @@shuffle
add.u32 %r6, %r4, %r5;
add.s64 %d7, %d51, %d1;
st.global.u32 [%d7], %r6;   @@store
""",
    outside=".extern .shared .align 16 .b8 buffer[];",
)
exchange.clean()
exchange.fault("missing_warp_barrier", "shared-race", "get", edits={"barrier": None})
exchange.fault("missing_second_warp_barrier", "shared-race", "put_again", edits={"barrier_reuse": None})
exchange.fault("partner_in_other_warp", "shared-race", "get", edits={"partner": "xor.b32 %r3, %r1, 32;"})
exchange.fault("shuffle_in_branch", "divergent-collective", "shuffle", edits={"all": "and.b32 %r8, %r1, 1;\nsetp.eq.u32 %p2, %r8, 0;\n@%p2 bra JOIN;", "shuffle": "shfl.sync.bfly.b32 %r5|%p1, %r4, 16, 31, 0xffffffff;\nJOIN:"})
exchange.fault("shuffle_mask_too_small", "divergent-collective", "shuffle", edits={"shuffle": "shfl.sync.bfly.b32 %r5|%p1, %r4, 16, 31, 0xffff;"})
exchange.fault("dynamic_too_small", "out-of-bounds", "put", edits={}, launch="grid=1,1,1 block=64,1,1 dynamic=252")
exchange.fault("no_dynamic_memory", "out-of-bounds", "put", edits={}, launch="grid=1,1,1 block=64,1,1 dynamic=0")
exchange.fault("over_the_limit", "shared-memory-limit", None, edits={}, launch="grid=1,1,1 block=64,1,1 dynamic=240000")

# A stencil with a halo, four blocks.
stencil = Kernel(
    "stencil",
    "grid=4,1,1 block=64,1,1 dynamic=0",
    "X=f32:256 Y=f32?:256 n=value:256",
    """
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 64, %r1;   @@index
mul.wide.u32 %d1, %r3, 4;
add.s64 %d2, %d50, %d1;
sub.u32 %r4, %r52, 1;   @@limit
setp.ge.u32 %p1, %r3, %r4;   @@right
setp.eq.u32 %p2, %r3, 0;
mov.f32 %f1, 0f00000000;
mov.f32 %f3, 0f00000000;
@!%p2 ld.global.f32 %f1, [%d2+-4];   @@left_load
ld.global.f32 %f2, [%d2];
@!%p1 ld.global.f32 %f3, [%d2+4];   @@right_load
add.f32 %f4, %f1, %f2;
add.f32 %f4, %f4, %f3;
add.s64 %d3, %d51, %d1;   @@target
st.global.f32 [%d3], %f4;   @@store
""",
)
stencil.clean()
stencil.fault("no_left_guard", "out-of-bounds", "left_load", edits={"left_load": "ld.global.f32 %f1, [%d2+-4];"})
stencil.fault("right_guard_off_by_one", "out-of-bounds", "right_load", edits={"limit": "mov.u32 %r4, %r52;"})
stencil.fault("in_place", "global-race", "store", edits={"target": "add.s64 %d3, %d50, %d1;"})
stencil.fault("overlapping_blocks", "global-race", "store", edits={"index": "mad.lo.u32 %r3, %r2, 63, %r1;"})

# Values in local memory, chosen by a run-time index.
local = Kernel(
    "local",
    "grid=1,1,1 block=32,1,1 dynamic=0",
    "X=u32:32 Y=u32?:32",
    """
mov.u32 %r1, %tid.x;
mul.wide.u32 %d1, %r1, 4;
add.s64 %d2, %d50, %d1;
ld.global.u32 %r2, [%d2];
mov.u64 %d3, depot;
st.local.u32 [%d3], %r2;
st.local.u32 [%d3+4], %r1;
st.local.v2.u32 [%d3+8], {%r1, %r2};   @@pair
and.b32 %r3, %r2, 3;   @@choose
mul.wide.u32 %d4, %r3, 4;
add.s64 %d5, %d3, %d4;
ld.local.u32 %r4, [%d5];   @@load
cvta.local.u64 %d6, %d5;
ld.u32 %r5, [%d6];   @@generic
add.s64 %d7, %d51, %d1;
st.global.u32 [%d7], %r4;   @@store
""",
    declarations=".local .align 8 .b8 depot[16];",
)
local.clean()
local.fault("index_too_large", "out-of-bounds", "load", edits={"choose": "and.b32 %r3, %r2, 7;"})
local.fault("misaligned_pair", "misaligned", "pair", edits={"pair": "st.local.v2.u32 [%d3+4], {%r1, %r2};"})
local.fault("generic_behind_end", "out-of-bounds", "generic", edits={"generic": "ld.u32 %r5, [%d6+16];"})
local.fault("wild_pointer", "out-of-bounds", "generic", edits={"generic": "ld.u32 %r5, [%d1];"})

# Partial sums of blocks; the last block to arrive adds them up.
last_block = Kernel(
    "last_block",
    "grid=4,1,1 block=32,1,1 dynamic=0",
    "P=u32?:4 C=u32z:1 Y=u32?:1",
    """
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra DONE;
mul.wide.u32 %d1, %r2, 4;
add.s64 %d2, %d50, %d1;
st.global.u32 [%d2], %r2;   @@partial
fence.acq_rel.gpu;   @@fence
atom.global.add.u32 %r3, [%d51], 1;   @@arrive
setp.ne.u32 %p2, %r3, 3;   @@last
@%p2 bra DONE;   @@leave
fence.acq_rel.gpu;
ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d50];   @@gather
add.u32 %r4, %r4, %r5;
add.u32 %r6, %r6, %r7;
add.u32 %r4, %r4, %r6;
st.global.u32 [%d52], %r4;   @@store
DONE:
""",
)
last_block.clean()
last_block.fault("missing_fence", "global-race", "gather", edits={"fence": None})
last_block.fault("no_counter", "global-race", "gather", edits={"arrive": "mov.u32 %r3, 3;"})
last_block.fault("counter_without_atomic", "global-race", "arrive", edits={"arrive": "ld.global.u32 %r3, [%d51];\nadd.u32 %r8, %r3, 1;\nst.global.u32 [%d51], %r8;"})

# A warp that produces and one that consumes, with named barriers.
named = Kernel(
    "named",
    "grid=1,1,1 block=64,1,1 dynamic=0",
    "X=u32:32 Y=u32?:32",
    """
mov.u32 %r1, %tid.x;
mov.u64 %d1, mailbox;
and.b32 %r2, %r1, 31;
mul.wide.u32 %d2, %r2, 4;
add.s64 %d3, %d1, %d2;
setp.ge.u32 %p1, %r1, 32;
@%p1 bra CONSUMER;
add.s64 %d4, %d50, %d2;
ld.global.u32 %r3, [%d4];
st.shared.u32 [%d3], %r3;   @@put
bar.arrive 1, 64;   @@arrive
bra DONE;
CONSUMER:
bar.sync 1, 64;   @@wait
xor.b32 %r4, %r2, 1;
mul.wide.u32 %d5, %r4, 4;
add.s64 %d6, %d1, %d5;
ld.shared.u32 %r5, [%d6];   @@get
add.s64 %d7, %d51, %d2;
st.global.u32 [%d7], %r5;
DONE:
""",
    declarations=".shared .align 4 .b8 mailbox[128];",
)
named.clean()
named.fault("missing_arrive", "deadlock", "wait", edits={"arrive": None})
named.fault("wrong_barrier", "deadlock", "wait", edits={"arrive": "bar.arrive 2, 64;"})
named.fault("arrives_too_early", "shared-race", "get", edits={"put": "bar.arrive 1, 64;", "arrive": "st.shared.u32 [%d3], %r3;"})
named.fault("missing_wait", "shared-race", "get", edits={"wait": None})
named.fault("barrier_that_does_not_exist", "invalid-operation", "arrive", edits={"arrive": "bar.arrive 16, 64;"})

# Three warps read what a fourth writes again, behind a barrier that they only arrive at.
mailbox = Kernel(
    "mailbox",
    "grid=1,1,1 block=128,1,1 dynamic=0",
    "X=u32:32 Y=u32?:128",
    """
mov.u32 %r1, %tid.x;
mov.u64 %d1, mailbox;
and.b32 %r2, %r1, 31;
mul.wide.u32 %d2, %r2, 4;
add.s64 %d3, %d1, %d2;
setp.ge.u32 %p1, %r1, 32;
@%p1 bra READER;
add.s64 %d4, %d50, %d2;
ld.global.u32 %r3, [%d4];
st.shared.u32 [%d3], %r3;
bar.sync 0;
bar.sync 1, 128; @@again
st.shared.u32 [%d3], %r1; @@overwrite
bra DONE;
READER:
bar.sync 0;
ld.shared.u32 %r5, [%d3]; @@get
mul.wide.u32 %d6, %r1, 4;
add.s64 %d7, %d51, %d6;
st.global.u32 [%d7], %r5;
bar.arrive 1, 128; @@arrive
DONE:
""",
    ".shared .align 4 .b8 mailbox[128];",
)
mailbox.clean()
mailbox.fault("forgets_the_third_reader", "shared-race", "overwrite", edits={"again": "bar.sync 1, 96;", "arrive": "setp.lt.u32 %p2, %r1, 96;\n@%p2 bar.arrive 1, 96;"})

# Two arrays side by side in shared memory.
neighbours = Kernel(
    "neighbours",
    "grid=1,1,1 block=32,1,1 dynamic=0",
    "X=u32:32 Y=u32?:32",
    """
mov.u32 %r1, %tid.x;
mul.wide.u32 %d2, %r1, 4;
mov.u64 %d1, first;
add.s64 %d3, %d1, %d2;
mov.u64 %d4, second;
add.s64 %d5, %d4, %d2;
add.s64 %d6, %d50, %d2;
ld.global.u32 %r3, [%d6];
st.shared.u32 [%d3], %r3;
st.shared.u32 [%d5], %r1; @@put
bar.sync 0;
ld.shared.u32 %r4, [%d3]; @@get
ld.shared.u32 %r5, [%d5]; @@second
add.u32 %r6, %r4, %r5;
add.s64 %d7, %d51, %d2;
st.global.u32 [%d7], %r6;
""",
    ".shared .align 4 .b8 first[128];\n.shared .align 4 .b8 second[128];",
)
neighbours.clean()
neighbours.fault("runs_into_the_next_array", "out-of-bounds", "get", edits={"get": "ld.shared.u32 %r4, [%d3+4];"})
neighbours.fault("starts_in_the_array_before", "out-of-bounds", "second", edits={"second": "ld.shared.u32 %r5, [%d5+-4];"})

# The same with an mbarrier.
mailbox = Kernel(
    "mbarrier",
    "grid=1,1,1 block=64,1,1 dynamic=0",
    "X=u32:32 Y=u32?:32",
    """
mov.u32 %r1, %tid.x;
mov.u64 %d1, mailbox;
mov.u64 %d10, bar;
and.b32 %r2, %r1, 31;
mul.wide.u32 %d2, %r2, 4;
add.s64 %d3, %d1, %d2;
setp.ne.u32 %p2, %r1, 0;
@%p2 bra READY;
mbarrier.init.shared.b64 [%d10], 32;   @@init
READY:
bar.sync 0;   @@barrier
setp.ge.u32 %p1, %r1, 32;
@%p1 bra CONSUMER;
add.s64 %d4, %d50, %d2;
ld.global.u32 %r3, [%d4];
st.shared.u32 [%d3], %r3;   @@put
mbarrier.arrive.shared.b64 %d11, [%d10];   @@arrive
bra DONE;
CONSUMER:
mbarrier.try_wait.parity.shared.b64 %p3, [%d10], 0;   @@wait
@!%p3 bra CONSUMER;   @@again
xor.b32 %r4, %r2, 1;
mul.wide.u32 %d5, %r4, 4;
add.s64 %d6, %d1, %d5;
ld.shared.u32 %r5, [%d6];   @@get
add.s64 %d7, %d51, %d2;
st.global.u32 [%d7], %r5;
DONE:
""",
    declarations=".shared .align 4 .b8 mailbox[128];\n.shared .align 8 .b8 bar[8];",
)
mailbox.clean()
mailbox.fault("missing_init", "invalid-operation", ("barrier", 1), edits={"init": "mov.u32 %r9, 0;", "barrier": "bar.sync 0;\nmbarrier.arrive.shared.b64 %d11, [%d10];"})
mailbox.fault("does_not_wait", "shared-race", "get", edits={"again": None})
mailbox.fault("count_too_large", "infinite-loop", "again", edits={"init": "mbarrier.init.shared.b64 [%d10], 33;"})
mailbox.fault("arrive_before_put", "shared-race", "get", edits={"put": "mbarrier.arrive.shared.b64 %d11, [%d10];", "arrive": "st.shared.u32 [%d3], %r3;"})

# One matrix product: tiles through shared memory, matrix loads, one instruction.
matrix = Kernel(
    "matrix",
    "grid=1,1,1 block=32,1,1 dynamic=0",
    "A=half:256 B=half:128 D=f32?:128",
    """
mov.u32 %r1, %tid.x;
mov.u64 %d1, a_tile;
mov.u64 %d2, b_tile;
mul.wide.u32 %d3, %r1, 16;
add.s64 %d4, %d50, %d3;
ld.global.v4.b32 {%r2, %r3, %r4, %r5}, [%d4];   @@load_a
add.s64 %d5, %d1, %d3;
st.shared.v4.b32 [%d5], {%r2, %r3, %r4, %r5};   @@put_a
mul.wide.u32 %d6, %r1, 8;
add.s64 %d7, %d51, %d6;
ld.global.v2.b32 {%r6, %r7}, [%d7];
add.s64 %d8, %d2, %d6;
st.shared.v2.b32 [%d8], {%r6, %r7};   @@put_b
bar.sync 0;   @@barrier
and.b32 %r8, %r1, 15;
mul.wide.u32 %d9, %r8, 32;
shr.u32 %r9, %r1, 4;
mul.wide.u32 %d10, %r9, 16;
add.s64 %d11, %d1, %d9;
add.s64 %d11, %d11, %d10;
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%d11];   @@matrix_a
mul.wide.u32 %d12, %r8, 16;
add.s64 %d13, %d2, %d12;
ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r14, %r15}, [%d13];   @@matrix_b
mov.f32 %f1, 0f00000000;
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r10, %r11, %r12, %r13}, {%r14, %r15}, {%f1, %f1, %f1, %f1};   @@multiply
shr.u32 %r16, %r1, 2;
and.b32 %r17, %r1, 3;
mul.wide.u32 %d14, %r16, 32;
mul.wide.u32 %d15, %r17, 8;
add.s64 %d16, %d52, %d14;
add.s64 %d16, %d16, %d15;
st.global.v2.f32 [%d16], {%f2, %f3};   @@store
st.global.v2.f32 [%d16+256], {%f4, %f5};
""",
    declarations=".shared .align 16 .b8 a_tile[512];\n.shared .align 16 .b8 b_tile[256];",
)
matrix.clean()
matrix.fault("missing_barrier", "shared-race", "matrix_a", edits={"barrier": None})
matrix.fault("misaligned_row", "misaligned", "matrix_a", edits={"matrix_a": "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%d11+8];"})
matrix.fault("half_a_tile", "uninitialised-read", "matrix_a", edits={"put_a": "setp.lt.u32 %p1, %r1, 16;\n@%p1 st.shared.v4.b32 [%d5], {%r2, %r3, %r4, %r5};"})
matrix.fault("row_too_far", "out-of-bounds", "matrix_b", edits={"matrix_b": "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r14, %r15}, [%d13+16];"})
matrix.fault("wrong_lanes", "invalid-operation", ("multiply", 1), edits={"multiply": "setp.ne.u32 %p2, %r1, 7;\n@%p2 mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r10, %r11, %r12, %r13}, {%r14, %r15}, {%f1, %f1, %f1, %f1};"})

# Copies of single bytes: races are found byte by byte.
bytes_kernel = Kernel(
    "bytes",
    "grid=1,1,1 block=64,1,1 dynamic=0",
    "X=u32:16 Y=u32?:16 P=value:7",
    """
mov.u32 %r1, %tid.x;
cvt.u64.u32 %d1, %r1;
add.s64 %d2, %d50, %d1;
ld.global.u8 %h1, [%d2];
mov.u64 %d3, buffer;
add.s64 %d4, %d3, %d1;
st.shared.u8 [%d4], %h1;   @@put
bar.sync 0;   @@barrier
xor.b32 %r2, %r1, 1;
cvt.u64.u32 %d5, %r2;
add.s64 %d6, %d3, %d5;
ld.shared.u8 %h2, [%d6];   @@get
add.s64 %d7, %d51, %d1;
st.global.u8 [%d7], %h2;   @@store
ld.param.u32 %r3, [P];   @@param
""",
    declarations=".shared .align 4 .b8 buffer[64];",
)
bytes_kernel.clean()
bytes_kernel.fault("missing_barrier", "shared-race", "get", edits={"barrier": None})
bytes_kernel.fault("behind_parameters", "out-of-bounds", "param", edits={"param": "ld.param.u32 %r3, [P+4];"})
bytes_kernel.fault("trap", "trap", "store", edits={"store": "trap;"})
