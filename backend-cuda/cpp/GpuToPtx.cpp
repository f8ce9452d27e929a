//===- GpuToPtx.cpp - Kernels to PTX, several at a time -------------------===//
//
// Upstream's `gpu-module-to-binary` gives one `gpu.module` after another to
// LLVM. Here each has an LLVM context and a thread.
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

/// How many operations an operation holds.
static size_t sizeOf(Operation *op) {
  size_t size = 0;
  op->walk([&](Operation *) { ++size; });
  return size;
}

namespace {
/// Says what LLVM says of a module. After an error LLVM would end the process
/// by `exit`, which is no way out for one of several threads.
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

/// The PTX of a module for its first target; none if LLVM made none, which it
/// has said.
static std::optional<std::string> ptxOf(gpu::GPUModuleOp module) {
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
    return std::nullopt;
  return StringRef(object->data(), object->size()).rtrim('\0').str();
}

extern "C" {

/// Puts a `gpu.binary` with PTX in the place of each `gpu.module` of a module.
/// Each has a target. False, and nothing changed, if LLVM fails on one.
bool tc_gpu_modules_to_ptx(MlirOperation parent) {
  Operation *op = unwrap(parent);
  auto found = op->getRegion(0).getOps<gpu::GPUModuleOp>();
  SmallVector<gpu::GPUModuleOp> modules(found.begin(), found.end());
  // The largest come first, so that no thread begins one while all others
  // have ended.
  SmallVector<std::pair<size_t, size_t>> order;
  for (auto [position, module] : llvm::enumerate(modules))
    order.push_back({sizeOf(module), position});
  llvm::sort(order, std::greater<>());
  SmallVector<std::optional<std::string>> texts(modules.size());
  ParallelDiagnosticHandler inTextOrder(op->getContext());
  auto translate = [&](size_t position) {
    inTextOrder.setOrderIDForThread(position);
    texts[position] = ptxOf(modules[position]);
    inTextOrder.eraseOrderIDForThread();
  };
  if (op->getContext()->isMultithreadingEnabled() && modules.size() > 1) {
    // More threads than processors: three modules of one size take two
    // processors one and a half times as long as one, not twice.
    unsigned threads = 2 * llvm::hardware_concurrency().compute_thread_count();
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(
        std::min<size_t>(modules.size(), threads)));
    for (auto [size, position] : order)
      pool.async(translate, position);
    pool.wait();
  } else {
    for (size_t position = 0; position < modules.size(); ++position)
      translate(position);
  }
  if (llvm::any_of(texts, [](auto &text) { return !text.has_value(); }))
    return false;
  for (auto [module, text] : llvm::zip(modules, texts)) {
    OpBuilder builder(module);
    auto object = gpu::ObjectAttr::get(
        op->getContext(), module.getTargetsAttr()[0],
        gpu::CompilationTarget::Assembly, builder.getStringAttr(*text),
        /*properties=*/DictionaryAttr(), /*kernels=*/gpu::KernelTableAttr());
    gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                          /*offloadingHandler=*/Attribute(),
                          builder.getArrayAttr({object}));
    module.erase();
  }
  return true;
}

} // extern "C"
