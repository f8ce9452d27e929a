//===- PassHost.cpp - An mlir::Pass whose body is a Rust function ---------===//
//
// One C++ class hosts every Rust pass. Its options are created at run time from
// the declaration, so that `--help`, `--dump-pass-pipeline` and crash
// reproducers show them exactly as for a C++ pass. No logic lives here.
//
//===----------------------------------------------------------------------===//

#include "PassHost.h"

#include "mlir-c/Diagnostics.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tc {

/// A string option value. Unlike std::string it prints with the delimiters that
/// parsing strips, so that isl sets and other braced texts survive a dump.
struct Text {
  std::string value;
  bool operator!=(const Text &other) const { return value != other.value; }
};

} // namespace tc

template <>
class llvm::cl::parser<tc::Text> : public llvm::cl::basic_parser<tc::Text> {
public:
  using llvm::cl::basic_parser<tc::Text>::basic_parser;

  bool parse(llvm::cl::Option &, StringRef, StringRef argument,
             tc::Text &text) {
    text.value = argument.str();
    return false;
  }

  StringRef getValueName() const override { return "string"; }

  static void print(raw_ostream &os, const tc::Text &text) {
    StringRef value = text.value;
    bool plain = value.find_first_of(" \t\n,={}()[]'\"") == StringRef::npos;
    if (plain && !value.empty())
      os << value;
    else if (!value.contains('\''))
      os << '\'' << value << '\'';
    else if (!value.contains('"'))
      os << '"' << value << '"';
    else
      os << '{' << value << '}';
  }

  /// Only `--print-options` would call this; passes print their options.
  void printOptionDiff(const llvm::cl::Option &, const tc::Text &,
                       const llvm::cl::OptionValue<tc::Text> &, size_t) const {}
};

using tc::Text;

namespace {

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The options of one use of a pass or pipeline, and a copy of their values in
/// the form that Rust reads.
template <typename Parent>
class OptionSet {
  template <typename T>
  using One = typename Parent::template Option<T>;
  template <typename T>
  using Many = typename Parent::template ListOption<T>;

public:
  OptionSet(Parent &parent, const TcEntry &entry) {
    for (const TcOption &option :
         ArrayRef(entry.options, size_t(entry.optionCount)))
      holders.push_back(create(parent, option));
  }

  /// Calls `use` with the current values, in the order of declaration.
  template <typename Use>
  auto withValues(Use &&use) {
    std::vector<Storage> storage(holders.size());
    std::vector<TcOptionValue> values;
    for (auto [holder, cell] : llvm::zip(holders, storage)) {
      holder->read(cell);
      for (const std::string &text : cell.owned)
        cell.texts.push_back(wrap(StringRef(text)));
      values.push_back(
          {cell.integers.data(), cell.texts.data(),
           intptr_t(std::max(cell.integers.size(), cell.texts.size()))});
    }
    return use(values.data());
  }

private:
  struct Storage {
    std::vector<int64_t> integers;
    std::vector<std::string> owned;
    std::vector<MlirStringRef> texts;

    void add(bool value) { integers.push_back(value); }
    void add(int64_t value) { integers.push_back(value); }
    void add(const Text &value) { owned.push_back(value.value); }
  };

  struct Holder {
    virtual ~Holder() = default;
    virtual void read(Storage &storage) = 0;
  };

  template <typename T>
  struct OneHolder : Holder {
    OneHolder(Parent &parent, const TcOption &option, T value)
        : option(parent, unwrap(option.name),
                 llvm::cl::desc(unwrap(option.summary)),
                 llvm::cl::init(std::move(value))) {}
    void read(Storage &storage) override { storage.add(option.getValue()); }
    One<T> option;
  };

  template <typename T>
  struct ManyHolder : Holder {
    ManyHolder(Parent &parent, const TcOption &option, std::vector<T> values)
        : option(parent, unwrap(option.name),
                 llvm::cl::desc(unwrap(option.summary)),
                 llvm::cl::list_init(ArrayRef<T>(values))) {}
    void read(Storage &storage) override {
      for (const T &value : *option)
        storage.add(value);
    }
    Many<T> option;
  };

  static std::unique_ptr<Holder> create(Parent &parent,
                                        const TcOption &option) {
    const TcOptionValue &value = option.defaultValue;
    auto text = [&](intptr_t index) {
      return Text{unwrap(value.texts[index]).str()};
    };
    switch (option.kind) {
    case TcOptionBoolean:
      return std::make_unique<OneHolder<bool>>(parent, option,
                                               value.integers[0] != 0);
    case TcOptionInteger:
      return std::make_unique<OneHolder<int64_t>>(parent, option,
                                                  value.integers[0]);
    case TcOptionText:
      return std::make_unique<OneHolder<Text>>(parent, option, text(0));
    case TcOptionIntegerList:
      return std::make_unique<ManyHolder<int64_t>>(
          parent, option,
          std::vector<int64_t>(value.integers, value.integers + value.count));
    case TcOptionTextList: {
      std::vector<Text> texts;
      for (intptr_t index = 0; index < value.count; ++index)
        texts.push_back(text(index));
      return std::make_unique<ManyHolder<Text>>(parent, option, texts);
    }
    }
    llvm_unreachable("option kinds are closed");
  }

  std::vector<std::unique_ptr<Holder>> holders;
};

/// Appends what Rust reports to a std::string.
void appendText(MlirStringRef text, void *userData) {
  static_cast<std::string *>(userData)->append(text.data, text.length);
}

/// "schedule-tile has options: sizes, sink", or that it has none.
std::string describeOptions(const TcEntry &entry) {
  std::string text = ("`" + unwrap(entry.argument) + "`").str();
  if (entry.optionCount == 0)
    return text + " has no options";
  text += " has options: ";
  text += llvm::join(
      llvm::map_range(ArrayRef(entry.options, size_t(entry.optionCount)),
                      [](const TcOption &option) {
                        return unwrap(option.name).str();
                      }),
      ", ");
  return text;
}

using ErrorHandler = function_ref<LogicalResult(const Twine &)>;

/// Lets Rust look at the parsed values; its refusal becomes a parse error.
template <typename Parent>
LogicalResult checkValues(const TcEntry &entry, OptionSet<Parent> &options,
                          ErrorHandler errorHandler) {
  std::string reason;
  bool fine = options.withValues([&](const TcOptionValue *values) {
    return entry.check(entry.declaration, values, appendText, &reason);
  });
  if (fine)
    return success();
  return errorHandler("`" + unwrap(entry.argument) + "`: " + reason);
}

/// llvm::cl reports a malformed value by itself and with the name of the tool;
/// what is left for us is to say which options there are.
template <typename Parse>
LogicalResult parseOptions(const TcEntry &entry, ErrorHandler errorHandler,
                           Parse &&parse) {
  std::string reason;
  auto collect = [&](const Twine &message) {
    reason += message.str();
    return failure();
  };
  if (succeeded(parse(ErrorHandler(collect))))
    return success();
  StringRef text = StringRef(reason).trim();
  text.consume_front("<Pass-Options-Parser>: ");
  return errorHandler(text + (text.empty() ? "" : "; ") +
                      describeOptions(entry));
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// What all uses of one pass share.
struct PassDeclaration {
  const TcPass *pass;
  SelfOwningTypeID typeID;
};

class RustPass : public Pass {
public:
  explicit RustPass(const PassDeclaration &declaration)
      : Pass(declaration.typeID, anchorOf(*declaration.pass)),
        declaration(declaration), options(*this, declaration.pass->entry) {}

  StringRef getName() const override { return getArgument(); }
  StringRef getArgument() const override { return unwrap(entry().argument); }
  StringRef getDescription() const override { return unwrap(entry().summary); }

  void getDependentDialects(DialectRegistry &registry) const override {
    declaration.pass->dependencies(entry().declaration, wrap(&registry));
  }

  LogicalResult initializeOptions(StringRef text,
                                  ErrorHandler errorHandler) override {
    auto parse = [&](ErrorHandler handler) {
      return Pass::initializeOptions(text, handler);
    };
    if (failed(parseOptions(entry(), errorHandler, parse)))
      return failure();
    return checkValues(entry(), options, errorHandler);
  }

  bool canScheduleOn(RegisteredOperationName name) const override {
    return !getOpName() || *getOpName() == name.getStringRef();
  }

  void runOnOperation() override {
    bool done = options.withValues([&](const TcOptionValue *values) {
      return declaration.pass->run(entry().declaration, values,
                                   wrap(getOperation()), this);
    });
    if (!done)
      signalPassFailure();
  }

  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<RustPass>(declaration);
  }

  using Pass::markAllAnalysesPreserved;
  using Pass::runPipeline;

private:
  static std::optional<StringRef> anchorOf(const TcPass &pass) {
    if (pass.anchor.length == 0)
      return std::nullopt;
    return unwrap(pass.anchor);
  }

  const TcEntry &entry() const { return declaration.pass->entry; }

  const PassDeclaration &declaration;
  OptionSet<Pass> options;
};

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// `PassOptions` names its option classes like `Pass` does, which is what
/// `OptionSet` needs.
struct PipelineOptions : detail::PassOptions {
  explicit PipelineOptions(const TcEntry &entry) : options(*this, entry) {}
  OptionSet<detail::PassOptions> options;
};

LogicalResult expandPipeline(const TcPipeline &pipeline, OpPassManager &manager,
                             StringRef text, ErrorHandler errorHandler) {
  const TcEntry &entry = pipeline.entry;
  PipelineOptions parsed(entry);
  auto parse = [&](ErrorHandler handler) -> LogicalResult {
    std::string reason;
    llvm::raw_string_ostream stream(reason);
    if (succeeded(parsed.parseFromString(text, stream)))
      return success();
    return handler(reason);
  };
  if (failed(parseOptions(entry, errorHandler, parse)) ||
      failed(checkValues(entry, parsed.options, errorHandler)))
    return failure();

  struct Answer {
    std::string text, reason;
  } answer;
  bool fine = parsed.options.withValues([&](const TcOptionValue *values) {
    return pipeline.expand(
        entry.declaration, values,
        [](MlirStringRef part, void *userData) {
          appendText(part, &static_cast<Answer *>(userData)->text);
        },
        [](MlirStringRef part, void *userData) {
          appendText(part, &static_cast<Answer *>(userData)->reason);
        },
        &answer);
  });
  if (!fine)
    return errorHandler("`" + unwrap(entry.argument) + "`: " + answer.reason);
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  if (succeeded(parsePassPipeline(answer.text, manager, stream)))
    return success();
  return errorHandler("pipeline `" + unwrap(entry.argument) +
                      "` expands to an invalid pipeline: " + reason);
}

//===----------------------------------------------------------------------===//
// Observation
//===----------------------------------------------------------------------===//

using Observe = void (*)(MlirStringRef, MlirOperation, bool, void *);

struct Observer : PassInstrumentation {
  Observer(Observe observe, void *userData)
      : observe(observe), userData(userData) {}

  void runAfterPass(Pass *pass, Operation *operation) override {
    notify(pass, operation, /*failed=*/false);
  }
  void runAfterPassFailed(Pass *pass, Operation *operation) override {
    notify(pass, operation, /*failed=*/true);
  }

private:
  /// Adaptors that only nest pipelines have no argument and are left out.
  void notify(Pass *pass, Operation *operation, bool failed) {
    if (!pass->getArgument().empty())
      observe(wrap(pass->getArgument()), wrap(operation), failed, userData);
  }

  Observe observe;
  void *userData;
};

} // namespace

//===----------------------------------------------------------------------===//
// C interface
//===----------------------------------------------------------------------===//

void tc_register_pass(const TcPass *pass) {
  // Lives as long as MLIR's pass registry: as long as the process.
  auto *declaration = new PassDeclaration{pass, {}};
  registerPass([declaration]() -> std::unique_ptr<Pass> {
    return std::make_unique<RustPass>(*declaration);
  });
}

void tc_register_pipeline(const TcPipeline *pipeline) {
  registerPassPipeline(
      unwrap(pipeline->entry.argument), unwrap(pipeline->entry.summary),
      [pipeline](OpPassManager &manager, StringRef options,
                 ErrorHandler errorHandler) {
        return expandPipeline(*pipeline, manager, options, errorHandler);
      },
      [pipeline](function_ref<void(const detail::PassOptions &)> visit) {
        visit(PipelineOptions(pipeline->entry));
      });
}

bool tc_pass_host_run_pipeline(void *host, MlirStringRef pipeline,
                           MlirOperation operation, MlirStringCallback report,
                           void *userData) {
  Operation *op = unwrap(operation);
  OpPassManager manager(op->getName());
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  if (failed(parsePassPipeline(unwrap(pipeline), manager, stream))) {
    report(wrap(StringRef(reason).trim()), userData);
    return false;
  }
  return succeeded(static_cast<RustPass *>(host)->runPipeline(manager, op));
}

void tc_pass_host_preserve_analyses(void *host) {
  static_cast<RustPass *>(host)->markAllAnalysesPreserved();
}

void tc_emit_remark(MlirLocation location, const TcRemark *remark) {
  Location at = unwrap(location);
  // The engine keeps references to names until the context ends.
  auto kept = [&](MlirStringRef text) {
    return StringAttr::get(at.getContext(), unwrap(text)).getValue();
  };
  auto options = remark::RemarkOpts::name(kept(remark->name))
                     .category(kept(remark->pass))
                     .function(kept(remark->function));
  auto begin = [&] {
    switch (remark->kind) {
    case TcRemarkPassed:
      return remark::passed(at, options);
    case TcRemarkMissed:
      return remark::missed(at, options);
    case TcRemarkAnalysis:
      return remark::analysis(at, options);
    }
    llvm_unreachable("remark kinds are closed");
  };
  remark::detail::InFlightRemark emitted = begin();
  auto add = [&](StringRef key, MlirStringRef text) {
    if (text.length > 0)
      emitted << remark::detail::Remark::Arg(key, unwrap(text));
  };
  add("Remark", remark->message);
  add("Reason", remark->reason);
  add("Suggestion", remark->suggestion);
  for (const TcFigure &figure : ArrayRef(remark->figures, size_t(remark->figureCount)))
    emitted << remark::detail::Remark::Arg(unwrap(figure.name), figure.value);
}

void tc_observe_passes(MlirPassManager manager, Observe observe, void *userData) {
  unwrap(manager)->addInstrumentation(
      std::make_unique<Observer>(observe, userData));
}
