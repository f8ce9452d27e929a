//===- OptMain.cpp - mlir-opt's driver, for tools written in Rust ---------===//
//
// The command line, parsing, pass manager and printing are MLIR's. What a tool
// does with files, crashes and reports is a callback into Rust.
//
//===----------------------------------------------------------------------===//

#include "PassHost.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

#include <csignal>
#include <mutex>
#include <unistd.h>
#include <utility>

using namespace mlir;

namespace {

/// The options that `mlir-opt` has, and ours.
struct CommandLine {
  llvm::cl::opt<std::string> input{llvm::cl::Positional,
                                   llvm::cl::desc("<input file>"),
                                   llvm::cl::init("-")};
  llvm::cl::opt<std::string> output{"o", llvm::cl::desc("Output filename"),
                                    llvm::cl::value_desc("filename"),
                                    llvm::cl::init("-")};
  llvm::cl::opt<TcStatisticsForm> statistics{
      "tc-pass-statistics",
      llvm::cl::ValueOptional,
      llvm::cl::desc("Report what the passes counted, on standard error"),
      llvm::cl::init(TcStatisticsNone),
      llvm::cl::values(clEnumValN(TcStatisticsText, "", "As a table"),
                       clEnumValN(TcStatisticsText, "text", "As a table"),
                       clEnumValN(TcStatisticsJson, "json", "As one JSON object"))};
  llvm::cl::opt<double> timeLimit{
      "tc-time-limit",
      llvm::cl::desc("Seconds that isl may take in one run of a pass of ours "
                     "before the pass fails (60)"),
      llvm::cl::value_desc("seconds"), llvm::cl::init(60)};
  llvm::cl::opt<std::string> explained{
      "tc-explain-pass",
      llvm::cl::desc("Print the whole description of a pass of ours, or of all: what it "
                     "does, its options and statistics"),
      llvm::cl::value_desc("pass"), llvm::cl::init("")};
  llvm::cl::opt<bool> listOptions{
      "tc-list-options", llvm::cl::Hidden,
      llvm::cl::desc("Print the name of each option of MLIR and ours, a tab and "
                     "what it does"),
      llvm::cl::init(false)};
};

const TcOptTool *runningTool = nullptr;

/// What an option or a pass does.
StringRef helpOf(StringRef name, const llvm::cl::Option &option) {
  if (const PassInfo *pass = PassInfo::lookup(name))
    return pass->getPassDescription();
  if (const PassPipelineInfo *pipeline = PassPipelineInfo::lookup(name))
    return pipeline->getPassDescription();
  return option.HelpStr;
}

/// Each option that `--help` shows, passes included, and that is not among
/// `others`: its name, a tab, and what it does.
std::string optionList(const llvm::StringSet<> &others) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (auto &entry : llvm::cl::getRegisteredOptions())
    if (entry.second->getOptionHiddenFlag() == llvm::cl::NotHidden &&
        !others.contains(entry.first))
      stream << entry.first << '\t' << helpOf(entry.first, *entry.second) << '\n';
  return text;
}

/// Options that there are so far.
llvm::StringSet<> optionNames() {
  llvm::StringSet<> names;
  for (auto &entry : llvm::cl::getRegisteredOptions())
    names.insert(entry.first);
  return names;
}

void refuse(StringRef text) {
  std::string options = optionList({});
  runningTool->refused(wrap(text), wrap(StringRef(options)));
}

/// Options of the command line, false if it makes no sense.
bool parseCommandLine(int argc, char **argv, StringRef toolName,
                      DialectRegistry &registry) {
  std::string header = registerCLIOptions(toolName, registry);
  llvm::cl::SetVersionPrinter([](raw_ostream &os) {
    os << unwrap(runningTool->version) << " (LLVM " << LLVM_VERSION_STRING
       << ")\n";
  });
  std::string reasons;
  llvm::raw_string_ostream stream(reasons);
  if (llvm::cl::ParseCommandLineOptions(argc, argv, header, &stream))
    return true;
  refuse(reasons);
  return false;
}

/// The flag `--dump-pass-pipeline` is held down while this lives.
class NoDump {
public:
  NoDump() {
    auto &options = llvm::cl::getRegisteredOptions();
    auto found = options.find("dump-pass-pipeline");
    if (found == options.end())
      return;
    flag = static_cast<Flag *>(found->second);
    wanted = flag->getValue();
    flag->setValue(false);
  }
  ~NoDump() {
    if (flag)
      flag->setValue(wanted);
  }

private:
  using Flag = llvm::cl::opt<bool, /*ExternalStorage=*/true>;
  Flag *flag = nullptr;
  bool wanted = false;
};

/// Whether the passes and options that are asked for exist. MlirOptMain finds
/// out only after it has read the input, and then cannot be told from a
/// diagnostic about the input.
bool isPipelineValid(const MlirOptMainConfig &config) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << "error: " << diagnostic << '\n';
    for (Diagnostic &note : diagnostic.getNotes())
      stream << "note: " << note << '\n';
    refuse(text);
  });
  // The run itself dumps the pipeline.
  NoDump quiet;
  PassManager manager(&context, "builtin.module",
                      PassManager::Nesting::Implicit);
  return succeeded(config.setupPassPipeline(manager));
}

int runOnFile(const TcOptTool &tool, const CommandLine &commandLine,
              DialectRegistry &registry, const MlirOptMainConfig &config) {
  std::unique_ptr<llvm::MemoryBuffer> input;
  struct Taken {
    std::unique_ptr<llvm::MemoryBuffer> *input;
    StringRef name;
  } taken{&input, commandLine.input};
  auto take = [](MlirStringRef text, void *into) {
    auto *taken = static_cast<Taken *>(into);
    StringRef name = taken->name == "-" ? "<stdin>" : taken->name;
    *taken->input = llvm::MemoryBuffer::getMemBufferCopy(unwrap(text), name);
  };
  if (!tool.read(wrap(StringRef(commandLine.input)), take, &taken))
    return TcExitDiagnostics;
  tool.beforeRun(wrap(input->getBuffer()), commandLine.timeLimit);
  if (commandLine.output == "-")
    return failed(
        MlirOptMain(llvm::outs(), std::move(input), registry, config));

  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(MlirOptMain(stream, std::move(input), registry, config)))
    return TcExitDiagnostics;
  return tool.write(wrap(StringRef(commandLine.output)), wrap(StringRef(text)))
             ? TcExitOk
             : TcExitDiagnostics;
}

/// What LLVM says as the reason of its end when standard output takes no more.
constexpr StringLiteral outputFailed = "IO failure on output stream: ";

/// What Rust says about a crash, until it was said once.
void (*crashCallback)(MlirStringRef reason) = nullptr;

/// The first thread that crashes reports it; others wait here for the end.
void lockForever() {
  static std::recursive_mutex crashed;
  crashed.lock();
}

/// Reports and ends at once: destructors may touch what is broken.
[[noreturn]] void endAfterCrash(StringRef reason) {
  lockForever();
  if (auto callback = std::exchange(crashCallback, nullptr))
    callback(wrap(reason));
  _exit(TcExitInternalError);
}

/// MLIR writes its crash reproducer in a signal handler.
bool wantsCrashReproducer() {
  auto &options = llvm::cl::getRegisteredOptions();
  auto option = options.find("mlir-pass-pipeline-crash-reproducer");
  return option != options.end() && option->second->getNumOccurrences() > 0;
}

} // namespace

int tc_opt_main(int argc, char **argv, MlirStringRef toolName,
                MlirDialectRegistry wrappedRegistry, const TcOptTool *tool) {
  llvm::InitLLVM initialise(argc, argv);
  tc_install_crash_handlers(tool->crashed);
  runningTool = tool;
  DialectRegistry &registry = *unwrap(wrappedRegistry);
  // Those of code generators, hundreds of them, are there before all others.
  llvm::StringSet<> ofLlvm = optionNames();
  static CommandLine commandLine;
  if (!tool->coloured)
    llvm::errs().enable_colors(false);
  if (!parseCommandLine(argc, argv, unwrap(toolName), registry))
    return TcExitUsage;
  if (commandLine.listOptions) {
    llvm::outs() << optionList(ofLlvm);
    return TcExitOk;
  }
  if (!commandLine.explained.empty())
    return tool->explain(wrap(StringRef(commandLine.explained))) ? TcExitOk : TcExitUsage;

  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, commandLine.input,
                                        commandLine.output, registry));
  if (!(commandLine.timeLimit > 0)) {
    llvm::errs() << "error: --tc-time-limit: expected a positive number of "
                    "seconds\n";
    return TcExitUsage;
  }
  if (!isPipelineValid(config))
    return TcExitUsage;
  int status = runOnFile(*tool, commandLine, registry, config);
  if (commandLine.statistics != TcStatisticsNone)
    tool->statistics(commandLine.statistics);
  return status;
}

void tc_append_llvm_translations(MlirDialectRegistry registry) {
  registerAllToLLVMIRTranslations(*unwrap(registry));
}

void tc_install_crash_handlers(void (*crashed)(MlirStringRef reason)) {
  bool installed = std::exchange(crashCallback, crashed);
  if (installed)
    return;
  // A closed pipe ends a tool silently, as it does any other Unix filter.
  std::signal(SIGPIPE, SIG_DFL);
  llvm::setBugReportMsg("");
  // Fatal errors of LLVM, such as an instruction that cannot be selected.
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    lockForever();
    StringRef why(reason);
    if (why.consume_front(outputFailed)) {
      llvm::errs() << "error: cannot write standard output: " << why << '\n';
      _exit(TcExitDiagnostics);
    }
    auto callback = std::exchange(crashCallback, nullptr);
    if (wantsCrashReproducer())
      llvm::sys::RunSignalHandlers();
    crashCallback = callback;
    endAfterCrash(reason);
  });
  llvm::sys::AddSignalHandler(
      [](void *) {
        if (crashCallback)
          endAfterCrash("the process crashed");
      },
      nullptr);
}
