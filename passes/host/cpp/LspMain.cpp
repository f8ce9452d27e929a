//===- LspMain.cpp - mlir-lsp-server's driver, for tools written in Rust --===//
//
// The protocol, the command line and the analysis of `.mlir` text are MLIR's;
// the registry that Rust fills says which dialects there are.
//
//===----------------------------------------------------------------------===//

#include "PassHost.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/LogicalResult.h"

int tc_mlir_lsp_server_main(int argc, char **argv,
                            MlirDialectRegistry registry) {
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, *unwrap(registry)));
}
