//===- Assembly.h - pieces of the assembly formats ---------------------------===//

#ifndef TC_ASSEMBLY_H
#define TC_ASSEMBLY_H

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

/// Parses a quoted isl object of a kind of `tcRustIsl` at its own position.
mlir::ParseResult parseIslText(mlir::AsmParser &parser, uint32_t kind,
                               std::string &text);

/// The error for a `word` that is not a loop kind, with the valid kinds.
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
