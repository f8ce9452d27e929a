//===- RustCallbacks.h - what C++ calls in Rust -----------------------------===//
//
// A C header: `src/callbacks.rs` defines these functions, and does not compile if
// a definition differs from its declaration here. None of them unwinds.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUST_CALLBACKS_H
#define TC_RUST_CALLBACKS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Receives the result, or the reason for a failure.
typedef void (*TcTextSink)(MlirStringRef text, void *data);

/// The isl objects that attributes hold.
typedef enum TcIslKind {
  /// A union set: domains, filters, contexts, guards.
  TcIslSet,
  /// A union map: extensions, expansions.
  TcIslMap,
  /// A union of piecewise affine functions: one band member.
  TcIslAff,
} TcIslKind;

/// The canonical text of a symbolic expression. On failure `sink` receives the
/// reason and `offset` the byte of `text` where it was found.
bool tcRustExpression(MlirStringRef text, TcTextSink sink, void *data,
                      size_t *offset);

/// An expression that Rust owns, for an attribute to keep: a copy of `expression`, or where
/// that is null what `text` says; null where it says nothing.
void *tcRustExpressionNew(MlirStringRef text, const void *expression);
void tcRustExpressionFree(void *expression);

/// A name as written in an expression: in quotes if it would not be one token.
void tcRustName(MlirStringRef name, TcTextSink sink, void *data);

/// Why a word does not name a kind of loop; nothing if it does.
void tcRustLoopKind(MlirStringRef word, TcTextSink sink, void *data);

/// The canonical text of an isl object, as isl prints it.
bool tcRustIsl(TcIslKind kind, MlirStringRef text, TcTextSink sink, void *data,
               size_t *offset);

/// Whether a type may be the element of a tensor; if not, `sink` receives the reason.
bool tcRustElementType(MlirType type, TcTextSink sink, void *data);

/// Receives an error about one key of a target; the key is empty where the error is about
/// all of them.
typedef void (*TcKeySink)(MlirStringRef key, MlirStringRef message, void *data);

/// Whether a dictionary is the description of a machine; `sink` receives each error.
bool tcRustTarget(MlirAttribute dictionary, TcKeySink sink, void *data);

/// Checks an attribute of the `tc` dialect on any operation, reports each error there.
bool tcRustVerifyAttribute(MlirOperation operation, MlirStringRef name,
                           MlirAttribute value);

/// Checks an operation, reports each error at its location.
bool tcRustVerify(MlirOperation operation);

#ifdef __cplusplus
}
#endif

#endif // TC_RUST_CALLBACKS_H
