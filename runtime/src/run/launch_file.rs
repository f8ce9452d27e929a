//! The launch of a kernel in foreign PTX, as a JSON file, so that it can be reported on and
//! profiled as one of ours.
//!
//! ```json
//! {"entry": "add", "grid": [4, 1, 1], "block": [128, 1, 1], "dynamic": 0,
//!  "arguments": [{"name": "x", "kind": "f32", "role": "in", "count": 1000}, {"name": "y", "kind": "f32", "role": "out", "count": 1000},
//!                {"name": "n", "kind": "int", "value": 1000}, {"name": "scratch", "kind": "null"}],
//!  "work": {"flops": 1000, "read_bytes": 4000, "written_bytes": 4000}}
//! ```
//!
//! Arrays are `f32 f16 bf16 f64 i32 u32 i64 u8`; inputs hold small numbers, outputs are
//! uninitialised, `zero` arrays hold zeros. `int float null` are values. `work` is for the roofline
//! and may be left out.

use crate::{
    errors::{Errors, error},
    source,
};
use serde::Deserialize;
use std::path::Path;
use tc_backend_cuda::ptx;
use tc_schedule::work::{ArrayWork, KernelWork};

/// One launch of one kernel.
#[derive(Clone, Debug, Deserialize)]
pub struct LaunchFile {
    /// The name of the kernel in the PTX.
    pub entry: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    #[serde(default)]
    pub dynamic: u32,
    /// In the order of the kernel's parameters.
    pub arguments: Vec<Argument>,
    /// What the kernel has to do at least; without it the roofline has only what runs.
    pub work: Option<Work>,
}

/// One parameter.
#[derive(Clone, Debug, Deserialize)]
pub struct Argument {
    /// A name for reports.
    pub name: String,
    /// `f32 f16 bf16 f64 i32 u32 i64 u8` for an array of such elements, `int` and `float` for
    /// scalars of 32 bits, `null` for no array.
    pub kind: String,
    /// What an array holds: nothing for `out`, zeros for `zero`, otherwise numbers.
    #[serde(default)]
    pub role: String,
    /// Elements of an array.
    #[serde(default)]
    pub count: usize,
    /// The value of a scalar.
    #[serde(default)]
    pub value: f64,
}

/// The work of the kernel.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Work {
    /// Float operations; a fused multiply-add is two.
    pub flops: u64,
    /// Bytes that it must read from global memory.
    pub read_bytes: u64,
    /// Bytes that it must write to global memory.
    pub written_bytes: u64,
}

impl LaunchFile {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read or does not describe a launch.
    pub fn read(path: &Path) -> Result<Self, Errors> {
        let shown = path.display();
        let text = source::read_to_string(path)
            .map_err(|reason| error(format!("cannot read `{shown}`: {reason}")))?;
        serde_json::from_str(&text).map_err(|reason| error(format!("{shown}: {reason}")))
    }

    /// The launch for the static report.
    pub fn launch(&self) -> ptx::Launched {
        let launch = ptx::Launch {
            kernel: self.entry.clone(),
            grid: self.grid,
            block: self.block,
            dynamic_shared: self.dynamic,
            buffers: self.buffers(),
        };
        ptx::Launched { launch, times: 1 }
    }

    /// The arguments as the report knows them: arrays are memory, scalars have their bits.
    fn buffers(&self) -> Vec<ptx::Buffer> {
        let arguments = self.arguments.iter().enumerate();
        let buffer = |(place, argument): (usize, &Argument)| match argument.kind.as_str() {
            "int" => ptx::Buffer::Value(argument.value as i64),
            "float" => ptx::Buffer::Value(i64::from((argument.value as f32).to_bits())),
            "null" => ptx::Buffer::Value(0),
            _ => ptx::Buffer::Argument(place),
        };
        arguments.map(buffer).collect()
    }

    /// The work for the static report.
    pub fn work(&self) -> Vec<KernelWork> {
        let of = |work: Work| KernelWork {
            kernel: self.entry.clone(),
            flops: work.flops,
            functions: 0,
            double: false,
            arrays: vec![ArrayWork {
                name: "all".to_owned(),
                read_bytes: work.read_bytes,
                written_bytes: work.written_bytes,
            }],
            exact: true,
            longest_warp_flops: None,
            footprints: Vec::new(),
        };
        self.work.map(of).into_iter().collect()
    }

    /// Runs the kernel in the emulator, or a sample of its blocks without the sanitizer.
    ///
    /// # Errors
    /// PTX that the emulator does not support, arguments that do not fit, and findings of the
    /// sanitizer.
    pub fn profile(
        &self,
        text: &str,
        sample_blocks: Option<u64>,
    ) -> Result<ptx_emulator::ProfileReport, Errors> {
        let refused = |reason: ptx_emulator::Error| error(reason.to_string());
        let module = ptx_emulator::Module::parse(text).map_err(refused)?;
        let mut memory = ptx_emulator::Memory::new();
        let arguments: Result<Vec<_>, Errors> = self
            .arguments
            .iter()
            .map(|argument| argument.place(&mut memory))
            .collect();
        let shape = ptx_emulator::Launch {
            grid: self.grid,
            block: self.block,
            dynamic_shared: self.dynamic as usize,
            arguments: arguments?,
        };
        let options = ptx_emulator::Options {
            sanitize: sample_blocks.is_none(),
            sample_blocks,
            ..ptx_emulator::Options::default()
        };
        let report = ptx_emulator::launch(&module, &self.entry, &shape, &mut memory, &options)
            .map_err(refused)?;
        match report.findings.first() {
            Some(finding) => Err(error(finding.to_string())),
            None => Ok(report.profile),
        }
    }
}

impl Argument {
    fn place(&self, memory: &mut ptx_emulator::Memory) -> Result<ptx_emulator::Argument, Errors> {
        let number = |index: usize| (index * 7 % 13) as f64 / 8.0;
        let fill = |element: &dyn Fn(usize) -> Vec<u8>| (0..self.count).flat_map(element).collect();
        let data: Vec<u8> = match self.kind.as_str() {
            "int" => return Ok(ptx_emulator::Argument::I32(self.value as i32)),
            "float" => return Ok(ptx_emulator::Argument::F32(self.value as f32)),
            "null" => return Ok(ptx_emulator::Argument::U64(0)),
            "f32" => fill(&|index| (number(index) as f32).to_le_bytes().to_vec()),
            "f64" => fill(&|index| number(index).to_le_bytes().to_vec()),
            "f16" => fill(&|index| half::f16::from_f64(number(index)).to_le_bytes().to_vec()),
            "bf16" => fill(&|index| half::bf16::from_f64(number(index)).to_le_bytes().to_vec()),
            "i32" | "u32" => fill(&|index| (index as u32 * 7 % 13).to_le_bytes().to_vec()),
            "i64" => fill(&|index| (index as u64 * 7 % 13).to_le_bytes().to_vec()),
            "u8" => fill(&|index| vec![(index * 7 % 13) as u8]),
            kind => {
                return Err(error(format!(
                    "argument `{}`: expected a kind of f32 f16 bf16 f64 i32 u32 i64 u8 int float null, found `{kind}`",
                    self.name
                )));
            }
        };
        let bytes = data.len();
        let initial = match self.role.as_str() {
            "out" => ptx_emulator::Initial::Uninitialised,
            "zero" => ptx_emulator::Initial::Data(vec![0; bytes]),
            _ => ptx_emulator::Initial::Data(data),
        };
        Ok(ptx_emulator::Argument::Pointer(
            memory.allocate(&self.name, bytes, initial),
        ))
    }
}
