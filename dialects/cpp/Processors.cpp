//===- Processors.cpp - the GPUs that LLVM can compile for -----------------------===//

#include "RustCallbacks.h"

#include "mlir/CAPI/Support.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm-c/Target.h"

extern "C" {

/// Passes `sink` the names of LLVM's NVPTX processors (0) or features (1).
void tc_nvptx_names(uint32_t which, TcTextSink sink, void *data) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!info)
    return;
  auto give = [&](const char *name) {
    sink(wrap(llvm::StringRef(name)), data);
  };
  if (which == 0)
    for (const auto &processor : info->getAllProcessorDescriptions())
      give(processor.Key);
  else
    for (const auto &feature : info->getAllProcessorFeatures())
      give(feature.Key);
}

} // extern "C"
