//===- Llvm.cpp - what LLVM's C interface lacks, or has inline ----------------===//

#include "Llvm.h"

#include "mlir/CAPI/Support.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

void tc_initialize_host(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
}

void tc_host_processors(TcTextSink sink, void *data) {
  tc_initialize_host();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  for (const auto &processor : info->getAllProcessorDescriptions())
    sink(wrap(llvm::StringRef(processor.Key)), data);
}
