//===- PassHost.h - The C interface through which Rust passes join MLIR ---===//
//
// A C header: `build.rs` makes the declarations in `src/api/ffi.rs` from it.
//
//===----------------------------------------------------------------------===//

#ifndef TC_PASS_HOST_H
#define TC_PASS_HOST_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The type of an option: decides how MLIR parses and prints its value.
typedef enum TcOptionKind {
  TcOptionBoolean,
  TcOptionInteger,
  TcOptionText,
  TcOptionIntegerList,
  TcOptionTextList,
} TcOptionKind;

/// A value of an option. A boolean or an integer is one element of `integers`,
/// a text is one element of `texts`; a list holds `count` elements of either.
typedef struct TcOptionValue {
  const int64_t *integers;
  const MlirStringRef *texts;
  intptr_t count;
} TcOptionValue;

/// An option as its owner declares it.
typedef struct TcOption {
  MlirStringRef name;
  MlirStringRef summary;
  TcOptionKind kind;
  TcOptionValue defaultValue;
} TcOption;

/// What passes and pipelines have in common. Values are given to callbacks in
/// the order of `options`. Everything must live as long as the process.
typedef struct TcEntry {
  void *declaration;
  MlirStringRef argument;
  MlirStringRef summary;
  const TcOption *options;
  intptr_t optionCount;
  /// Reads the values of one use; false after calling `report` with a reason.
  bool (*check)(void *declaration, const TcOptionValue *values,
                MlirStringCallback report, void *userData);
} TcEntry;

/// A pass. An empty `anchor` lets it run on any operation.
typedef struct TcPass {
  TcEntry entry;
  MlirStringRef anchor;
  /// Adds the dialects whose operations the pass creates.
  void (*dependencies)(void *declaration, MlirDialectRegistry registry);
  /// False signals failure to the pass manager; the reason was emitted as a
  /// diagnostic. `host` is valid during the call only.
  bool (*run)(void *declaration, const TcOptionValue *values,
              MlirOperation operation, void *host);
} TcPass;

/// A named pipeline: its options become the text of other passes.
typedef struct TcPipeline {
  TcEntry entry;
  /// Calls `accept` once with the text, or `report` once with a reason.
  bool (*expand)(void *declaration, const TcOptionValue *values,
                 MlirStringCallback accept, MlirStringCallback report,
                 void *userData);
} TcPipeline;

void tc_register_pass(const TcPass *pass);
void tc_register_pipeline(const TcPipeline *pipeline);

/// Runs a textual pipeline on `operation`, which must be the one of the pass
/// that `host` stands for or one nested in it.
bool tc_pass_host_run_pipeline(void *host, MlirStringRef pipeline,
                               MlirOperation operation,
                               MlirStringCallback report, void *userData);
void tc_pass_host_preserve_analyses(void *host);

/// What became of an optimisation, as MLIR's remark engine classifies it.
typedef enum TcRemarkKind {
  TcRemarkPassed,
  TcRemarkMissed,
  TcRemarkAnalysis,
} TcRemarkKind;

/// A figure of a remark.
typedef struct TcFigure {
  MlirStringRef name;
  int64_t value;
} TcFigure;

/// A remark; texts that are empty are left out.
typedef struct TcRemark {
  TcRemarkKind kind;
  /// Its category: the name of the pass.
  MlirStringRef pass;
  /// What it is about, and the function or scop.
  MlirStringRef name;
  MlirStringRef function;
  MlirStringRef message;
  MlirStringRef reason;
  MlirStringRef suggestion;
  const TcFigure *figures;
  intptr_t figureCount;
} TcRemark;

/// Hands a remark to MLIR's remark engine. Nothing happens without an engine,
/// which `--remarks-filter` sets up. Calls must not overlap.
void tc_emit_remark(MlirLocation location, const TcRemark *remark);

/// Calls `observe` with the pass argument and the operation after each pass.
void tc_observe_passes(MlirPassManager manager,
                       void (*observe)(MlirStringRef argument,
                                       MlirOperation operation, bool failed,
                                       void *userData),
                       void *userData);

/// How a tool ends.
typedef enum TcExitStatus {
  TcExitOk = 0,
  /// After a diagnostic.
  TcExitDiagnostics = 1,
  /// After a command line that makes no sense.
  TcExitUsage = 2,
  /// After an internal error: `EX_SOFTWARE` of `sysexits.h`.
  TcExitInternalError = 70,
} TcExitStatus;

/// The forms of `--tc-pass-statistics`.
typedef enum TcStatisticsForm {
  TcStatisticsNone,
  TcStatisticsText,
  TcStatisticsJson,
} TcStatisticsForm;

/// What a tool does beside MLIR's work; each function returns at once.
typedef struct TcOptTool {
  /// Printed by `--version`.
  MlirStringRef version;
  /// Whether standard error takes colours.
  bool coloured;
  /// Says why a command line makes no sense. `options` are the names that
  /// there are, passes included, a line each, with a tab and what they do.
  void (*refused)(MlirStringRef text, MlirStringRef options);
  /// Reads the input and hands it to `take`; false after reporting why not.
  bool (*read)(MlirStringRef path, MlirStringCallback take, void *into);
  /// Keeps the input for a reproducer, and the seconds that isl may take in
  /// one run of a pass.
  void (*beforeRun)(MlirStringRef input, double timeLimit);
  /// Replaces a file as a whole; false after reporting why not.
  bool (*write)(MlirStringRef path, MlirStringRef text);
  /// Prints the description of a pass; false after reporting that there is none.
  bool (*explain)(MlirStringRef pass);
  /// Prints what passes counted.
  void (*statistics)(TcStatisticsForm form);
  /// See `tc_install_crash_handlers`.
  void (*crashed)(MlirStringRef reason);
} TcOptTool;

/// `MlirOptMain`; returns the exit status.
int tc_opt_main(int argc, char **argv, MlirStringRef toolName,
                MlirDialectRegistry registry, const TcOptTool *tool);

/// `MlirLspServerMain`; returns the exit status.
int tc_mlir_lsp_server_main(int argc, char **argv,
                            MlirDialectRegistry registry);

/// Lets modules of these dialects be translated to LLVM IR.
void tc_append_llvm_translations(MlirDialectRegistry registry);

/// Parses text or bytecode, a module around it being optional; null after
/// diagnostics. The byte after `source` must be zero.
MlirModule tc_parse_module(MlirContext context, MlirStringRef source,
                           MlirStringRef file);

/// Calls `crashed` on fatal errors of LLVM and on crash signals, and then ends
/// the process as after an internal error.
void tc_install_crash_handlers(void (*crashed)(MlirStringRef reason));

#ifdef __cplusplus
}
#endif

#endif // TC_PASS_HOST_H
