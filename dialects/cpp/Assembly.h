//===- Assembly.h - pieces of the assembly formats ---------------------------===//

#ifndef TC_ASSEMBLY_H
#define TC_ASSEMBLY_H

#include "RustCallbacks.h"

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringMap.h"

namespace tc::assembly {

/// Tensors that pretty-printed operations may name. `tc.read %A[i] : f32` does not
/// repeat the type of `%A`, and MLIR's parser does not tell it, so the operation that
/// declares tensors keeps their types here while its region is parsed.
class TensorScope {
public:
  TensorScope();
  ~TensorScope();
  TensorScope(const TensorScope &) = delete;
  TensorScope &operator=(const TensorScope &) = delete;

  /// Adds `%name` to the innermost scope, if there is one.
  static void declare(llvm::StringRef ssaName, mlir::Type type);
  /// Resolves `%A`; an error where it is not declared.
  static mlir::ParseResult resolve(mlir::OpAsmParser &parser,
                                   mlir::OpAsmParser::UnresolvedOperand operand,
                                   llvm::SmallVectorImpl<mlir::Value> &result);

private:
  llvm::StringMap<mlir::Type> types;
  TensorScope *outer;
};

/// Parses one expression up to a token that cannot belong to it, and makes it canonical.
mlir::ParseResult parseExpression(mlir::AsmParser &parser, std::string &text);

/// Parses a name: a keyword, or a string where it would not be one.
mlir::ParseResult parseName(mlir::AsmParser &parser, std::string &name);
void printName(mlir::AsmPrinter &printer, llvm::StringRef name);

/// Parses a quoted isl object at its own position.
mlir::ParseResult parseIslText(mlir::AsmParser &parser, TcIslKind kind,
                               std::string &text);

/// 'a', 'b' or 'c'
std::string alternatives(llvm::ArrayRef<llvm::StringRef> words);

/// The words of an enumeration of ODS, which numbers its values from 0.
template <typename Enum>
llvm::SmallVector<llvm::StringRef> wordsOf() {
  llvm::SmallVector<llvm::StringRef> words;
  for (uint32_t value = 0;; ++value) {
    llvm::StringRef word = stringifyEnum(static_cast<Enum>(value));
    if (word.empty())
      return words;
    words.push_back(word);
  }
}

/// The value of an enumeration that a word stands for.
template <typename Enum>
std::optional<Enum> valueOf(llvm::StringRef word) {
  for (auto [value, known] : llvm::enumerate(wordsOf<Enum>()))
    if (known == word)
      return static_cast<Enum>(value);
  return std::nullopt;
}

/// Parses one of the words of an enumeration.
template <typename Enum>
mlir::ParseResult parseWord(mlir::AsmParser &parser, Enum &value) {
  llvm::SmallVector<llvm::StringRef> words = wordsOf<Enum>();
  llvm::SMLoc location = parser.getCurrentLocation();
  llvm::StringRef word;
  if (failed(parser.parseOptionalKeyword(&word, words)))
    return parser.emitError(location) << "expected " << alternatives(words);
  value = *valueOf<Enum>(word);
  return mlir::success();
}

/// Why `word` does not name a kind of loop, with the kinds that exist.
std::string loopKindRefusal(llvm::StringRef word);

/// An argument in a signature. `name` is the name as written: the SSA name, or, where
/// MLIR would write the SSA name otherwise, an attribute: `%_2N: f32 {name = "2N"}`.
mlir::ParseResult parseSignatureArgument(mlir::OpAsmParser &parser, bool typed,
                                         mlir::Type defaultType,
                                         mlir::OpAsmParser::Argument &argument,
                                         mlir::StringAttr &name);
void printSignatureArgument(mlir::OpAsmPrinter &printer,
                            mlir::BlockArgument argument, llvm::StringRef name,
                            bool typed);

/// The name of the only result: `%H = ...`, or the string that follows.
mlir::ParseResult parseResultName(mlir::OpAsmParser &parser,
                                  mlir::StringAttr &name);
void printResultName(mlir::OpAsmPrinter &printer, mlir::Value value,
                     llvm::StringRef name);

/// The region of a tree node; nesting is bounded, because MLIR's parser is recursive.
mlir::ParseResult parseNestedRegion(
    mlir::OpAsmParser &parser, mlir::Region &region,
    llvm::ArrayRef<mlir::OpAsmParser::Argument> arguments = {});
void printNestedRegion(mlir::OpAsmPrinter &printer, mlir::Region &region);

/// Passes `operation` to the verifier in Rust.
llvm::LogicalResult verifyInRust(mlir::Operation *operation);

/// Whether a type may be the element of a tensor.
llvm::LogicalResult
verifyElementType(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                  mlir::Type element);

} // namespace tc::assembly

#endif // TC_ASSEMBLY_H
