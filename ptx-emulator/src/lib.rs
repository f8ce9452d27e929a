//! An emulator of PTX: runs the text that a compiler printed, finds mistakes in it, and counts what
//! determines its speed on a GPU.
//!
//! The PTX text is the only input, so that the checked code is the shipped code; no GPU, driver or
//! LLVM is needed. The emulation is accurate at the level of warps: 32 lanes in lockstep,
//! divergence and reconvergence at post-dominators, barriers, collectives over the right lanes,
//! shared, local, parameter and global memory with their own addresses. It does not model time.
//!
//! ```
//! use ptx_emulator::{Argument, Initial, Launch, Memory, Module, Options, launch};
//!
//! // y[i] = 2 x[i], one thread per element; surplus threads are not masked.
//! let module = Module::parse(
//!     ".version 8.0 .target sm_80 .address_size 64
//! .visible .entry twice(.param .u64 x, .param .u64 y) {
//!   .reg .b32 %i; .reg .f32 %v; .reg .b64 %a, %b, %o;
//!   ld.param.u64 %a, [x];
//!   ld.param.u64 %b, [y];
//!   mov.u32 %i, %tid.x;
//!   mul.wide.u32 %o, %i, 4;
//!   add.s64 %a, %a, %o;
//!   add.s64 %b, %b, %o;
//!   ld.global.f32 %v, [%a];
//!   add.f32 %v, %v, %v;
//!   st.global.f32 [%b], %v;
//!   ret;
//! }",
//! )?;
//! let mut memory = Memory::new();
//! let bytes = [0.5_f32, 1.0, 1.5].map(f32::to_le_bytes).concat();
//! let x = memory.allocate("x", 12, Initial::Data(bytes));
//! let y = memory.allocate("y", 12, Initial::Uninitialised);
//! let shape = Launch {
//!     grid: [1, 1, 1],
//!     block: [3, 1, 1],
//!     dynamic_shared: 0,
//!     arguments: vec![Argument::Pointer(x), Argument::Pointer(y)],
//! };
//! let report = launch(&module, "twice", &shape, &mut memory, &Options::default())?;
//! assert!(report.findings.is_empty());
//! assert_eq!(memory.read_f32(y), [1.0, 2.0, 3.0]);
//! assert_eq!(report.profile.totals.thread_instructions, 3 * 10);
//!
//! // One thread too many: its accesses are skipped and reported, the others continue.
//! let shape = Launch { block: [4, 1, 1], ..shape };
//! let report = launch(&module, "twice", &shape, &mut memory, &Options::default())?;
//! let [read, write] = &report.findings[..] else { panic!("{report:?}") };
//! assert_eq!((read.kind.name(), write.kind.name()), ("out-of-bounds", "out-of-bounds"));
//! assert_eq!(read.message, "byte 12 of `x`, which has 12 bytes");
//! assert_eq!(write.actor.as_ref().map(|actor| actor.line), Some(12));
//! # Ok::<(), ptx_emulator::Error>(())
//! ```
//!
//! With [`Options::sanitize`] a run does not stop at the first mistake: it records it, skips the
//! access, and continues. Without it the first fault is an [`Error`]. Runs are deterministic: a
//! kernel with strong accesses of global memory (atomics, `ld.acquire`, ...) or with output runs on
//! one host thread, its blocks in order, or in turns if they may wait for each other; and a run on
//! several host threads that found a mistake is repeated on one, so that the report is the same
//! each time.
//!
//! The emulated subset is in `docs/ptx-subset.md` of the repository, and in
//! [`supported_instructions`]; an instruction or a modifier outside of it is an error that shows
//! the line. The parts:
//!
//! ```text
//! text -> syntax (tokens, tree) -> decode -> operation -> machine (blocks, warps) -> Report
//!                                            (data)       |-> sanitizer: findings
//!                                                         '-> profile: counters by line
//! ```

#![warn(missing_docs)]

mod container;
mod context;
mod decode;
mod error;
mod finding;
mod float;
mod flow;
mod launch;
#[cfg(test)]
mod layers;
mod limits;
mod link;
mod machine;
mod memory;
mod module;
mod operation;
mod origin;
mod profile;
mod registers;
mod request;
mod run;
mod sanitizer;
mod syntax;
mod types;
mod words;

pub use container::{CONTAINER_HEADER, contain, contained_bytes};
pub use decode::supported_instructions;
pub use error::{Error, ErrorKind};
pub use finding::{Actor, Finding, FindingKind, Place};
pub use launch::{Argument, Launch, Options};
pub use limits::Limits;
pub use link::link;
pub use memory::{ArrayId, Initial, Memory};
pub use module::{Module, Outline, Parameter, Resources, outlines};
pub use operation::Class;
pub use profile::{ClassCount, LineProfile, ProfileReport, Totals};
pub use run::{Report, launch};
pub use syntax::SyntaxError;

/// The example of the README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
