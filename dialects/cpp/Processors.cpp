//===- Processors.cpp - the GPUs that LLVM can compile for -----------------------===//

#include "Capi.h"

#include "mlir/CAPI/Support.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm-c/Target.h"

/// LLVM's description of the NVPTX processors; null if it was built without them.
static std::unique_ptr<llvm::MCSubtargetInfo> describeNvptx() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, "", ""));
}

void tc_nvptx_processors(TcTextSink sink, void *data) {
  if (auto info = describeNvptx())
    for (const auto &processor : info->getAllProcessorDescriptions())
      sink(wrap(llvm::StringRef(processor.Key)), data);
}

void tc_nvptx_features(TcTextSink sink, void *data) {
  if (auto info = describeNvptx())
    for (const auto &feature : info->getAllProcessorFeatures())
      sink(wrap(llvm::StringRef(feature.Key)), data);
}
