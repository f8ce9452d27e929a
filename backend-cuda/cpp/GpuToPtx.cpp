//===- GpuToPtx.cpp - One module of kernels to PTX ------------------------===//
//
// Runs LLVM's code generation for NVPTX on one `gpu.module`. Which module comes
// when, and on which thread, is decided in `src/gpu/module_to_ptx.rs`.
//
//===----------------------------------------------------------------------===//

#include "GpuToPtx.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

namespace {
/// Reports LLVM's diagnostics at the module. After an error LLVM would call
/// `exit`, which runs destructors while other threads are still working.
struct Listener : llvm::DiagnosticHandler {
  gpu::GPUModuleOp module;

  explicit Listener(gpu::GPUModuleOp module) : module(module) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    if (info.getSeverity() == llvm::DS_Error)
      llvm::reportFatalUsageError(StringRef(text));
    if (info.getSeverity() == llvm::DS_Warning)
      module.emitWarning("LLVM: ") << text;
    return true;
  }
};
} // namespace

MlirAttribute tc_gpu_module_to_ptx(MlirOperation operation) {
  auto module = cast<gpu::GPUModuleOp>(unwrap(operation));
  auto listen = [&](llvm::Module &translated) {
    translated.getContext().setDiagnosticHandler(
        std::make_unique<Listener>(module));
  };
  gpu::TargetOptions options(
      /*toolkitPath=*/{}, /*librariesToLink=*/{}, /*cmdOptions=*/{},
      /*elfSection=*/{}, gpu::CompilationTarget::Assembly,
      /*getSymbolTableCallback=*/{}, /*initialLlvmIRCallback=*/listen);
  auto target = cast<gpu::TargetAttrInterface>(module.getTargetsAttr()[0]);
  std::optional<SmallVector<char, 0>> object =
      target.serializeToObject(module, options);
  if (!object)
    return wrap(Attribute());
  StringRef text = StringRef(object->data(), object->size()).rtrim('\0');
  return wrap(Attribute(gpu::ObjectAttr::get(
      module.getContext(), target, gpu::CompilationTarget::Assembly,
      StringAttr::get(module.getContext(), text),
      /*properties=*/DictionaryAttr(), /*kernels=*/gpu::KernelTableAttr())));
}
