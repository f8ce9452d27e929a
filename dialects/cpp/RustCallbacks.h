//===- RustCallbacks.h - functions in Rust ----------------------------------===//
//
// Defined in `src/callbacks.rs`. None of them unwinds.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUST_CALLBACKS_H
#define TC_RUST_CALLBACKS_H

#include "mlir-c/IR.h"

extern "C" {
/// Receives the result, or the reason for a failure.
typedef void (*TcTextSink)(MlirStringRef text, void *data);

/// The canonical text of a symbolic expression. On failure `sink` receives the
/// reason and `offset` the byte of `text` where it was found.
bool tcRustExpression(MlirStringRef text, TcTextSink sink, void *data,
                      size_t *offset);

/// A name as written in an expression: in quotes if it would not be one token.
void tcRustName(MlirStringRef name, TcTextSink sink, void *data);

/// The reason why a word is not a loop kind; nothing if it is one.
void tcRustLoopKind(MlirStringRef word, TcTextSink sink, void *data);

/// isl's text of a set (0), a map (1) or a union of piecewise affine functions (2).
bool tcRustIsl(uint32_t kind, MlirStringRef text, TcTextSink sink, void *data,
               size_t *offset);

/// Whether a type may be the element of a tensor; if not, `sink` receives the reason.
bool tcRustElementType(MlirType type, TcTextSink sink, void *data);

/// Receives what is wrong with a key of a target; an empty key where it is about all of
/// them.
typedef void (*TcKeySink)(MlirStringRef key, MlirStringRef message, void *data);

/// Whether a dictionary is the description of a machine; `sink` receives all that is wrong.
bool tcRustTarget(MlirAttribute dictionary, TcKeySink sink, void *data);

/// Checks an attribute of the `tc` dialect on any operation, reports each error there.
bool tcRustVerifyAttribute(MlirOperation operation, MlirStringRef name,
                           MlirAttribute value);

/// Checks an operation, reports each error at its location.
bool tcRustVerify(MlirOperation operation);
}

#endif // TC_RUST_CALLBACKS_H
