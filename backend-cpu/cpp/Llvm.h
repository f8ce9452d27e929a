//===- Llvm.h - LLVM's C interface, as far as the CPU back end uses it --------===//
//
// What `mlir-c` includes of it is declared in mlir_sys; the rest is declared from
// here by build.rs.
//
//===----------------------------------------------------------------------===//

#ifndef TC_BACKEND_CPU_LLVM_H
#define TC_BACKEND_CPU_LLVM_H

#include "mlir-c/Support.h"

#include "llvm-c/Error.h"
#include "llvm-c/IRReader.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/Linker.h"
#include "llvm-c/Orc.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers the code generator of this process's architecture. LLVM's own
/// functions for it are inline, so that Rust cannot call them.
void tc_initialize_host(void);

/// Takes a text, which is readable during the call.
typedef void (*TcTextSink)(MlirStringRef text, void *data);

/// Gives `sink` the names of all processors of this process's architecture.
void tc_host_processors(TcTextSink sink, void *data);

#ifdef __cplusplus
}
#endif

#endif // TC_BACKEND_CPU_LLVM_H
