//===- OptMain.cpp - mlir-opt's driver, for tools written in Rust ---------===//

#include "PassHost.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;

namespace {

enum StatisticsForm : int32_t { None = 0, PlainText = 1, Json = 2 };

} // namespace

int tc_opt_main(int argc, char **argv, MlirStringRef toolName,
              MlirDialectRegistry registry, int32_t *statistics) {
  llvm::InitLLVM initialise(argc, argv);
  static llvm::cl::opt<StatisticsForm> form(
      "tc-pass-statistics", llvm::cl::ValueOptional,
      llvm::cl::desc("Report what the passes counted, on standard error"),
      llvm::cl::init(None),
      llvm::cl::values(clEnumValN(PlainText, "", "As a table"),
                       clEnumValN(PlainText, "text", "As a table"),
                       clEnumValN(Json, "json", "As one JSON object")));
  LogicalResult result =
      MlirOptMain(argc, argv, unwrap(toolName), *unwrap(registry));
  *statistics = form;
  return asMainReturnCode(result);
}
