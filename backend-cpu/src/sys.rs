//! LLVM's C interface, as far as mlir-sys does not declare it, and `cpp/Llvm.h`; made by
//! `build.rs`.

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
#![allow(dead_code, missing_docs, clippy::all)]

use mlir_sys::*;

include!(concat!(env!("OUT_DIR"), "/declared.rs"));
include!(concat!(env!("OUT_DIR"), "/llvm.rs"));
