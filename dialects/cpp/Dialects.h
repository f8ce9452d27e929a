//===- Dialects.h - generated declarations of both dialects ----------------===//

#ifndef TC_DIALECTS_H
#define TC_DIALECTS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tc {
/// What `tc.exists` writes: the constraints that range inference reads.
struct InferenceResource
    : mlir::SideEffects::Resource::Base<InferenceResource> {
  llvm::StringRef getName() final { return "RangeInference"; }
};

namespace detail {
struct ExprAttrStorage;
} // namespace detail
} // namespace tc

#include "TcDialect.h.inc"
#include "Enums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "TcAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "TcTypes.h.inc"
#define GET_OP_CLASSES
#include "TcOps.h.inc"

#include "ScheduleDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ScheduleAttributes.h.inc"
#define GET_OP_CLASSES
#include "ScheduleOps.h.inc"

#endif // TC_DIALECTS_H
