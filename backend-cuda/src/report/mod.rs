//! The static report: what a kernel's PTX says about its speed before it runs anywhere.
//!
//! ```text
//! PTX ──► ptxas -v ──► registers, spills, stack, shared memory ──► occupancy, waves
//!   └───► ptxas ──► nvdisasm ──► instructions of the main loop ─┐
//! scop ─► operations and bytes ─────────────────────────────────┴─► roofline, the bound
//! ```
//!
//! A step whose tool or facts are missing leaves a note that says how to get them; the rest of the
//! report is not affected. **Cost**: `ptxas` and `nvdisasm` once, about 100 ms.

mod assembler;
mod constants;
mod occupancy;
mod roofline;
mod sass;
mod text;
mod tools;

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;
use tc_dialects::target::Gpu;
use tc_schedule::work::KernelWork;

use crate::ptx::{Buffer, Launched};
pub use assembler::Resources;
pub use occupancy::{Occupancy, Waves};
pub use roofline::{Resource, Roofline, Time};
pub use sass::{Executed, MatrixFlops, Mix, Sass, Tile};
pub(crate) use tools::Tool;

/// The input of a report.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The text of all kernels.
    pub ptx: &'a str,
    /// The machine that the figures are for.
    pub gpu: &'a Gpu,
    /// How the kernels are launched; a kernel that no launch names has the block of its `.maxntid`
    /// and an unknown grid.
    pub launches: &'a [Launched],
    /// The work of each kernel by name, where it is known.
    pub work: &'a [KernelWork],
    /// NVIDIA's assembler, if the user names one.
    pub ptxas: Option<&'a Path>,
}

/// The report on all kernels of a PTX file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The machine's name.
    pub target: String,
    /// In the order of their first launch; those that are never launched come last.
    pub kernels: Vec<KernelReport>,
    /// What is missing, and how to get it.
    pub notes: Vec<String>,
    /// The machine code as text with the lines of the program, if the tools are there.
    #[serde(skip)]
    pub listing: Option<String>,
}

/// The report on one kernel and one shape of its launch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KernelReport {
    /// The entry of the PTX.
    pub kernel: String,
    /// How often it is launched in this shape.
    pub launches: u64,
    /// Blocks in x, y, z; `None` for a kernel that the plan does not launch.
    pub grid: Option<[u32; 3]>,
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory that the launch adds.
    pub dynamic_shared_bytes: u64,
    /// Static bytes.
    pub shared_bytes: u64,
    /// Registers and spills; `None` without NVIDIA's assembler.
    pub resources: Option<Resources>,
    /// How many blocks a multiprocessor holds.
    pub occupancy: Occupancy,
    /// The instructions of the machine code; `None` without NVIDIA's assembler and disassembler.
    pub sass: Option<Sass>,
    /// The operations and bytes that the kernel needs; `None` if they were not counted.
    pub work: Option<KernelWork>,
    /// Bytes that move behind the second-level cache, by waves of blocks; `None` if the tree does
    /// not give them.
    pub bytes_behind_cache: Option<u64>,
    /// Floating-point operations per byte that must move.
    pub intensity: Option<f64>,
    /// The lower bounds of its time; `None` if neither its work nor its instructions are known.
    pub roofline: Option<Roofline>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// NVIDIA's assembler or disassembler could not be run, or refuses the code.
    #[error("{0}")]
    Tool(String),
    /// The assembler says that it spoils what the code is written for.
    #[error(
        "`ptxas` spoils the code, so that a report on it would judge something else: {0}; change the instructions around those that it names"
    )]
    Spoiled(String),
    /// The PTX cannot be read.
    #[error("{0}")]
    Ptx(#[from] ptx_emulator::Error),
    /// The file for the assembler could not be written.
    #[error("a temporary file: {0}")]
    File(#[from] std::io::Error),
}

/// Reports on every kernel of a PTX file, in the order of their launches.
///
/// # Errors
/// PTX that cannot be read or assembled, or a tool that the user named and that does not exist.
pub fn of(input: &Input<'_>) -> Result<Report, Error> {
    let shapes = shapes(input)?;
    let mut notes = Vec::new();
    let machine = Assembled::assemble(input, &mut notes)?;
    let mut kernels: Vec<KernelReport> = Vec::new();
    for shape in shapes {
        let same = kernels.iter_mut().find(|known| shape.is_shape_of(known));
        match same {
            Some(known) => known.launches += shape.launches,
            None => kernels.push(kernel(input, &machine, &shape)),
        }
    }
    if kernels.iter().any(|kernel| kernel.work.is_none()) {
        notes.push(
            "float operations and bytes are counted on the schedule tree: give the schedule level, or run tc-run --report"
                .to_owned(),
        );
    }
    Ok(Report {
        target: input.gpu.name.clone(),
        kernels,
        notes,
        listing: machine.listing,
    })
}

/// What the tools report on the kernels, by name.
struct Assembled {
    resources: Option<HashMap<String, Resources>>,
    code: HashMap<String, sass::Code>,
    listing: Option<String>,
}

impl Assembled {
    fn assemble(input: &Input<'_>, notes: &mut Vec<String>) -> Result<Assembled, Error> {
        let mut machine = Assembled {
            resources: None,
            code: HashMap::new(),
            listing: None,
        };
        let Some(ptxas) = Tool::Ptxas.find(input.ptxas).map_err(Error::Tool)? else {
            notes.push(Tool::Ptxas.advice().to_owned());
            return Ok(machine);
        };
        let folder = tempfile::tempdir()?;
        let (source, binary) = (
            folder.path().join("kernels.ptx"),
            folder.path().join("kernels.cubin"),
        );
        std::fs::write(&source, input.ptx)?;
        let chip = format!("-arch={}", input.gpu.chip);
        let (source, binary) = (source.to_string_lossy(), binary.to_string_lossy());
        let (_, said) = Tool::Ptxas
            .run(&ptxas, &[&chip, "-v", "-lineinfo", &source, "-o", &binary])
            .map_err(Error::Tool)?;
        if let Some(line) = assembler::spoiled(&said) {
            return Err(Error::Spoiled(line));
        }
        machine.resources = Some(assembler::parse(&said));
        let Some(nvdisasm) = Tool::Nvdisasm.find(None).map_err(Error::Tool)? else {
            notes.push(Tool::Nvdisasm.advice().to_owned());
            return Ok(machine);
        };
        match Tool::Nvdisasm.run(&nvdisasm, &["-c", "-g", &binary]) {
            Ok((listing, _)) => {
                machine.code = sass::parse(&listing);
                machine.listing = Some(listing);
            }
            Err(reason) => notes.push(format!("the machine code is not analysed: {reason}")),
        }
        Ok(machine)
    }
}

/// A kernel in one shape of its launch.
struct Shape {
    kernel: String,
    /// How often it is launched.
    launches: u64,
    grid: Option<[u32; 3]>,
    block: [u32; 3],
    dynamic_shared: u64,
    static_shared: u64,
    buffers: Vec<Buffer>,
}

impl Shape {
    fn is_shape_of(&self, known: &KernelReport) -> bool {
        known.kernel == self.kernel
            && known.grid == self.grid
            && known.block == self.block
            && known.dynamic_shared_bytes == self.dynamic_shared
    }
}

/// The launches in order, then the kernels that nothing launches.
fn shapes(input: &Input<'_>) -> Result<Vec<Shape>, ptx_emulator::Error> {
    let outlines = ptx_emulator::outlines(input.ptx)?;
    // The figures of ptxas are better, and the emulator may not support every instruction.
    let module = ptx_emulator::Module::parse(input.ptx).ok();
    let static_shared = |kernel: &str| {
        let bytes = module
            .as_ref()
            .and_then(|module| module.static_shared(kernel).ok());
        bytes.unwrap_or(0) as u64
    };
    let mut all = Vec::new();
    for Launched { launch, times } in input.launches {
        if outlines
            .iter()
            .any(|outline| outline.kernel == launch.kernel)
        {
            all.push(Shape {
                kernel: launch.kernel.clone(),
                launches: *times,
                grid: Some(launch.grid),
                block: launch.block,
                dynamic_shared: u64::from(launch.dynamic_shared),
                static_shared: static_shared(&launch.kernel),
                buffers: launch.buffers.clone(),
            });
        }
    }
    for outline in outlines {
        if !input
            .launches
            .iter()
            .any(|one| one.launch.kernel == outline.kernel)
        {
            all.push(Shape {
                static_shared: static_shared(&outline.kernel),
                kernel: outline.kernel,
                launches: 0,
                grid: None,
                block: outline.block.unwrap_or([1; 3]),
                dynamic_shared: 0,
                buffers: Vec::new(),
            });
        }
    }
    Ok(all)
}

fn kernel(input: &Input<'_>, machine: &Assembled, shape: &Shape) -> KernelReport {
    let resources = machine
        .resources
        .as_ref()
        .and_then(|known| known.get(&shape.kernel))
        .cloned();
    let shared_bytes = resources
        .as_ref()
        .map_or(shape.static_shared, |resources| resources.shared_bytes);
    let product = |sizes: [u32; 3]| sizes.iter().map(|size| u64::from(*size)).product::<u64>();
    let threads = product(shape.block);
    let occupancy = occupancy::of(
        input.gpu,
        occupancy::Demand {
            threads,
            registers: resources.as_ref().map(|resources| resources.registers),
            shared_bytes: shared_bytes + shape.dynamic_shared,
            grid_blocks: shape.grid.map(product),
        },
    );
    let launch = shape.grid.map(|grid| sass::Launch {
        grid,
        block: shape.block,
        constants: constants::of(input.gpu, input.ptx, &shape.kernel, &shape.buffers),
    });
    let code = machine.code.get(&shape.kernel);
    let sass = code.map(|code| sass::of(code, launch.as_ref(), input.gpu));
    let work = input
        .work
        .iter()
        .find(|work| work.kernel == shape.kernel)
        .cloned();
    let roofline = roofline::of(input.gpu, work.as_ref(), sass.as_ref(), &occupancy, threads);
    let intensity = work
        .as_ref()
        .map(|work| work.flops as f64 / (work.read_bytes() + work.written_bytes()).max(1) as f64);
    let at_once = occupancy.blocks * input.gpu.multiprocessors;
    let counted = work.as_ref().zip(shape.grid);
    let bytes_behind_cache =
        counted.and_then(|(work, grid)| work.bytes_behind_cache(grid, at_once));
    KernelReport {
        kernel: shape.kernel.clone(),
        launches: shape.launches,
        grid: shape.grid,
        block: shape.block,
        dynamic_shared_bytes: shape.dynamic_shared,
        shared_bytes,
        resources,
        occupancy,
        sass,
        work,
        bytes_behind_cache,
        intensity,
        roofline,
    }
}

impl Report {
    /// The report as text.
    pub fn to_text(&self) -> String {
        text::report(self)
    }

    /// The report as one JSON object.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Launch;
    use tc_dialects::target;

    const PTX: &str = ".version 8.7\n.target sm_90a\n.address_size 64\n\
        .visible .entry a(.param .u64 a_0)\n.maxntid 64, 2, 1\n{\n.shared .align 4 .b8 tile[256];\nret;\n}\n\
        .visible .entry b()\n.maxntid 32, 1, 1\n{\nret;\n}\n";

    #[test]
    fn kernels_are_reported_in_the_order_of_their_launches_without_any_tool() {
        let target = target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        let launch = |kernel: &str, times| Launched {
            launch: Launch {
                kernel: kernel.to_owned(),
                grid: [4, 1, 1],
                block: [32, 1, 1],
                dynamic_shared: 0,
                buffers: Vec::new(),
            },
            times,
        };
        let input = Input {
            ptx: PTX,
            gpu,
            launches: &[launch("b", 1), launch("b", 7)],
            work: &[],
            ptxas: None,
        };
        let machine = Assembled {
            resources: None,
            code: HashMap::new(),
            listing: None,
        };
        let all = shapes(&input).unwrap();
        let names: Vec<&str> = all.iter().map(|shape| shape.kernel.as_str()).collect();
        assert_eq!(names, ["b", "b", "a"]);
        let times: Vec<u64> = all.iter().map(|shape| shape.launches).collect();
        assert_eq!(times, [1, 7, 0]);
        let a = kernel(&input, &machine, &all[2]);
        assert_eq!((a.block, a.grid, a.launches), ([64, 2, 1], None, 0));
        assert_eq!((a.shared_bytes, a.resources, a.roofline), (256, None, None));
        assert!(!a.occupancy.registers_known);
        assert_eq!(kernel(&input, &machine, &all[0]).occupancy.blocks, 32);
    }
}
